//! A heap game as code to paste: its nimbers, moves and best moves in C++, Python or Rust, with what is proved and a self-check.
//!
//! The rules are a script, made from the rules of a built-in family or written by the user. Formulas, periods and laws are
//! written as scripts, too, and one translator writes them all.

mod card;
mod known;
mod pieces;
mod rules;
mod run;
mod theorems;
mod write;

pub use card::{NamedGame, named_games};

use super::analyse::analyse;
use super::row_plan::RowPlan;
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::words::words;
use known::{Alone, Form, Known, nimbers};
use pieces::piece;
use rules::MOST;
use run::{Ended, Run};
use serde::{Deserialize, Serialize};
use sprague::heap::{Amounts, HeapRules, Period};
use sprague::solve::RulesetCache;
use sprague::{BadNotation, Limits, Play};
use sprague_plugin::syntax::{Expression, Function, NotWritten, Program, Statement};
use theorems::Formula;
use write::{NEGATIVE, Writer, wrapped};

/// A heap game as code to paste, with what is proved.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Code, Session};
/// let coded = Session::new().ask(&Code::of("subtraction:1,3,4"), &Limits::default())?;
/// assert!(coded.code.contains("ROW[n % 7]"));
/// assert_eq!(coded.status, Some("proved"));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Code {
    /// The family, such as kayles or ./task.rhai; a letter for a number stays a parameter, as in subtraction:L-R
    #[cfg_attr(feature = "flags", arg(required_unless_present = "card", default_value = "", hide_default_value = true))]
    pub family: String,
    /// The language
    #[serde(rename = "as", default)]
    #[cfg_attr(feature = "flags", arg(long = "as", value_name = "LANGUAGE", value_parser = crate::flags::words::<Language>(["cpp", "python", "rust"]), default_value_t))]
    pub language: Language,
    /// The winner: the last mover (normal) or the other (misere: Nim and sets of amounts)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
    /// Use no period and no law that is only observed
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub proved: bool,
    /// Most rows computed for a period [default: as `analyse`]
    #[cfg_attr(feature = "flags", arg(long, value_name = "R", value_parser = crate::flags::number::<u64>))]
    pub seek: Option<u64>,
    /// The last heap of the self-check [default: 300, or past two periods]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::number::<u64>))]
    pub check: Option<u64>,
}

words! {
    /// A language in which code is written.
    Language {
        /// C++17.
        #[default]
        Cpp = "cpp",
        /// Python 3.
        Python = "python",
        /// Rust.
        Rust = "rust",
    }
}

/// Code for a family, and what is known of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coded {
    /// The family as named in the question.
    pub family: String,
    /// The language of the code.
    pub language: Language,
    /// The code.
    pub code: String,
    /// `proved` or `observed`, or null if no period, law or formula is used.
    pub status: Option<&'static str>,
    /// The theorem or source of the proof.
    pub theorem: Option<String>,
    /// The heap from which the period or law holds.
    pub from: Option<u64>,
    /// The last heap of the self-check, or null if the check is not by heaps.
    pub check: Option<u64>,
}

/// Rows of a script in which a law is sought: the most that it can compute within [`MOST_WORK`].
const ROWS: [u64; 3] = [200, 500, 2_000];

/// The most work for the rows of a script, about a second.
const MOST_WORK: u64 = 1_000_000_000;

/// Rows in which a law is sought if the rules are data.
const ROWS_OF_DATA: u64 = 3_000;

/// Rows of coin-turning games, whose moves grow as a power of the heap.
const ROWS_OF_COINS: u64 = 120;

/// Nimbers are computed by recursion, not row by row, if that is possible from this heap.
const SPARSE: u64 = 1_000_000;

/// If heaps up to this one have moves of the same amounts, a row of bits is written.
const SAME: u64 = 500;

/// Rows of the translated rules that are compared with those of the engine.
const COMPARED: u64 = 60;

/// The last heap of the self-check: at least the first, at most the second.
const CHECKED: [u64; 2] = [300, 6_000];

/// The last heap of a self-check that may be asked for.
const MOST_CHECKED: u64 = 1_000_000;

impl Code {
    /// Returns the question about this family, in C++.
    pub fn of(family: impl Into<String>) -> Self {
        Self { family: family.into(), ..Self::default() }
    }

    fn refused(&self, why: impl std::fmt::Display) -> NoAnswer {
        let error = BadNotation::new(0, format!("a heap game that can be written in {} ({why})", self.language));
        NoAnswer::from(error).about("family", &self.family)
    }

    fn not_written(&self, NotWritten { line, what }: NotWritten) -> NoAnswer {
        self.refused(format!("line {line}: {what} is not written in {}", self.language))
    }

    fn coded(&self, lines: Vec<String>, status: Option<&'static str>, theorem: Option<String>) -> Coded {
        let code = wrapped(lines).join("\n") + "\n";
        Coded { family: self.family.clone(), language: self.language, code, status, theorem, from: None, check: None }
    }
}

impl Question for Code {
    type Answer = Coded;
    const NAME: &'static str = "code";

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        match self.check {
            Some(last) if last > MOST_CHECKED => {
                Err(NoAnswer::unfit("check", "is at most 1000000: each heap is computed from its moves"))
            }
            _ => Ok(()),
        }
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Coded, NoAnswer> {
        let is_formula = self.family.trim() == "subtraction:S" || theorems::formula(&self.family).is_some();
        if is_formula && self.play == Play::Misere {
            return Err(NoAnswer::unfit("play", "misere is for Nim and sets of amounts that are given as numbers"));
        }
        if self.family.trim() == "subtraction:S" {
            let theorem = "bounded look-back";
            let says = format!("proved if p > 0: max(S) nimbers that come again repeat for ever, by {theorem}");
            let lines = self.head("subtraction:S", "take an amount in S, a list that is known at run time", &says, false);
            return Ok(self.coded(join(lines, piece(self.language, "set")), Some("proved"), Some(theorem.to_owned())));
        }
        if let Some(formula) = theorems::formula(&self.family) {
            return Ok(self.formula(formula));
        }
        let game = session.rules("family", &self.family, limits).map_err(|error| match self.family.split_once(':') {
            Some((_, numbers)) if numbers.contains(|c: char| c.is_ascii_uppercase()) && !numbers.contains('.') => self.refused(
                "letters stand in subtraction:L-R, 1-K, K, J,K, 1,K and 1,2,K, in at-most:1/K, and for any set in subtraction:S",
            ),
            _ => error,
        })?;
        let (script, play) = self.script(session, &game, limits)?;
        let program = match &script {
            Script::Made(text) => Program::read("rules", text, None, &[MOST]),
            Script::Users { text, parameters } => Program::read("rules", text, parameters.as_deref(), &[]),
        };
        let program = program.map_err(|error| self.not_written(error))?;
        let options = program.options().ok_or_else(|| self.refused("it has no `heap_options(n)` and no `moves(n)`"))?;
        let options = options.map_err(|error| self.not_written(error))?;
        if let Some(function) =
            ["terminal_outcome", "is_entailed", "left_moves"].into_iter().find(|name| program.function(name).is_some())
        {
            return Err(self.refused(format!("`{function}` is not written in code")));
        }
        self.check_that_written(&program, &options)?;
        self.family_code(&game, &program, &options, &play, limits)
    }
}

/// The script of the rules.
enum Script {
    /// It was made from the rules of a built-in family.
    Made(String),
    /// It is the user's.
    Users { text: String, parameters: Option<String> },
}

/// Appends lines of a text.
fn join(mut lines: Vec<String>, text: &str) -> Vec<String> {
    lines.extend(text.lines().map(str::to_owned));
    lines
}

/// Returns a text as part of a comment: in one line, without signs that could end it.
fn commented(text: &str) -> String {
    let harmless = |c: char| c.is_ascii_alphanumeric() || " .,:;-_+()=<>'/~|[]{}*".contains(c);
    text.chars().take(100).map(|c| if harmless(c) { c } else { '_' }).collect()
}

impl Code {
    /// Returns the script of the rules, and a sentence about a move.
    fn script(&self, session: &Session, game: &RulesetCache, limits: &Limits) -> Result<(Script, String), NoAnswer> {
        let (name, end) = sprague::registry::name(game.name()).map_err(NoAnswer::from)?;
        let play =
            session.registry().entry(&name).map_or_else(|| "the rules of a script".to_owned(), |entry| entry.play.to_string());
        if let Some(rules) = game.heap_rules() {
            return Ok((Script::Made(rules::text(rules).map_err(|why| self.refused(why))?), play));
        }
        if let Some(turn) = game.name().strip_prefix("coins:") {
            let text = rules::coins(turn).ok_or_else(|| self.refused("of coins: turtles, mock-turtles, ruler and twins"))?;
            return Ok((Script::Made(text), play));
        }
        if !game.rules().is_loaded() || !name.ends_with(".rhai") {
            let why = "one heap of n tokens: a set of amounts, a code, Grundy's game, or a script with `heap_options(n)`; by theorem: \
                       wythoff, euclid, fibonacci-nim, staircase, silver-dollar";
            return Err(self.refused(why));
        }
        let text = session.text_of(&name, limits).map_err(|why| self.refused(commented(&why)))?;
        let parameters = game.name().get(end + 1..).map(str::to_owned);
        Ok((Script::Users { text, parameters }, "the rules of the script".to_owned()))
    }

    /// Refuses expressions that only some places can have.
    fn check_that_written(&self, program: &Program, options: &Function) -> Result<(), NoAnswer> {
        let mut wrong = None;
        let others = program.functions.iter().filter(|function| function.name != options.name).map(|function| &function.body);
        for body in others.chain([&options.body]) {
            Statement::visit_all(body, &mut |statement, value| {
                let is_list = match value {
                    Expression::Range(..) | Expression::Each(..) => true,
                    Expression::Call(name, _) => name == "range",
                    _ => false,
                };
                let is_loop =
                    matches!(statement, Statement::For(_, over, _) if over == value && !matches!(over, Expression::Each(..)));
                if is_list && !is_loop {
                    wrong = Some("a range or a list made by `filter` and `map` outside of the options");
                }
            });
        }
        wrong.map_or(Ok(()), |why| Err(self.refused(why)))
    }

    /// Returns the comment lines at the top, and the imports.
    fn head(&self, family: &str, play: &str, says: &str, has_imports: bool) -> Vec<String> {
        let mark = if self.language == Language::Python { "#" } else { "//" };
        let won = match self.play {
            Play::Normal => "Normal play: won iff the xor of the nimbers is not 0",
            Play::Misere => {
                "The last mover loses: a sum is won iff its xor is not 0, or is 0 where no nimber is above 1 (Ferguson 1974)"
            }
        };
        let won = if has_imports { format!(". {won}.") } else { ".".to_owned() };
        let lines = vec![format!("{mark} {}: {}{won}", commented(family), play), format!("{mark} {says}.")];
        let head = piece(self.language, "head");
        if self.language == Language::Python && !has_imports { lines } else { join(lines, head) }
    }

    fn formula(&self, formula: &Formula) -> Coded {
        let kept = ["grundy", "wins", "best_move", "leaves"];
        let program = Program::read("theorem", formula.script, None, &[]).expect("formulas can be read");
        let writer = Writer::new(self.language, &program, &kept);
        let says = format!("proved: {}", formula.theorem);
        let mut lines = self.head(formula.family, formula.rules, &says, false);
        lines.insert(2, writer.comment(&format!("{}.", formula.functions)));
        for function in &program.functions {
            if function.name == "right" {
                lines = join(lines, piece(self.language, "formula begin"));
            }
            lines.extend(writer.function(function));
        }
        self.coded(join(lines, piece(self.language, "formula check")), Some("proved"), Some(formula.theorem.to_owned()))
    }

    fn family_code(
        &self,
        game: &RulesetCache,
        program: &Program,
        options: &Function,
        play: &str,
        limits: &Limits,
    ) -> Result<Coded, NoAnswer> {
        let (rules, is_made) = (game.heap_rules(), game.heap_rules().is_some() || !game.rules().is_loaded());
        if self.play == Play::Misere && !matches!(rules, Some(HeapRules::Subtraction(_))) {
            let why = "misere is for Nim and sets of amounts: `sprague quotient` decides sums of codes";
            return Err(NoAnswer::unfit("play", why));
        }
        // 1. what the engine knows; a formula needs no rows but those to compare
        let is_formula = match rules {
            Some(HeapRules::OfHeap(_)) => true,
            Some(HeapRules::Subtraction(Amounts::Only(set))) => known::range(set).is_some(),
            _ => false,
        };
        let script = Writer::script(program, options);
        let run = || Run::new(&script, limits);
        let rows_to = |to, seek| analyse(game, &RowPlan { to, seek, limits: limits.clone(), ..RowPlan::default() });
        let analysis = match rules {
            Some(_) if is_formula => rows_to(COMPARED, Some(COMPARED)),
            Some(_) => rows_to(ROWS_OF_DATA, self.seek),
            None if is_made => rows_to(ROWS_OF_COINS, self.seek.or(Some(ROWS_OF_COINS))),
            // a script may fail or be slow at large heaps
            None => {
                let is_quick = |to: &u64| run().work(*to).is_some_and(|work| work < MOST_WORK / to);
                let to = ROWS.into_iter().rev().find(is_quick).unwrap_or(ROWS[0]);
                rows_to(to, self.seek.or(Some(to)))
            }
        };
        let analysis = analysis.map_err(|error| error.about("family", &self.family))?;
        let known = nimbers(&analysis).ok_or_else(|| self.refused("it has no row of nimbers"))?;
        // 2. the translated rules are the rules
        let compared = COMPARED.min(known.len() as u64 - 1);
        match run().rows(compared) {
            Ok(rows) if known.starts_with(&rows) => {}
            Err(Ended::Stopped(stopped)) => return Err(stopped.into()),
            Err(Ended::Failed(why)) if why.contains(NEGATIVE) => {
                return Err(self.refused("`/` and `%` of negative numbers differ between languages"));
            }
            _ => {
                let why = "its options are lists of smaller heaps, made by `push`, `filter` or `map`, all of them returned, and without \
                           overflow";
                return Err(self.refused(why));
            }
        }
        // 3. a period that was only seen is tested far out
        let found = Known::of(rules, &analysis, known, !self.proved);
        let found = if is_made { found } else { found.challenged(&run)? };
        let form = &found.form;
        let known_to = |heap: u64| form.nimber(heap);
        let way = match form {
            _ if form.recurses() && !is_made && run().nimber(SPARSE, &known_to).is_ok() => "memo",
            // Rust has no bit sets, and without them the row is too long
            Form::Open if self.language != Language::Rust && run().takes_many_amounts(SAME) => "bits",
            _ => "rows",
        };
        // 4. the code
        let kept = ["grundy", "leaves", "alone", "wins_alone", MOST];
        let script = Program::read("nimbers", &form.script(), None, &["row", "grundy"]).expect("forms can be read");
        let row_reader = |index: &str| pieces::read_row(self.language, form.row().unwrap_or_default(), "ROW", index);
        let writer = Writer::new(self.language, &script, &kept).with_row(&row_reader);
        let translator = Writer::new(self.language, program, if is_made { &[MOST] } else { &[] });
        let moves = translator.moves(options);
        let helper = form.leaves().map(|text| Program::read("leaves", &text, None, &[]).expect("helpers can be read"));
        let cap = match form {
            Form::Period(Period { preperiod, period, saltus: 0, .. }, _) if translator.has_bound(options) => {
                Some(preperiod + period)
            }
            _ => None,
        };
        let cost = match (&helper, cap) {
            (Some(_), _) => "as grundy".to_owned(),
            (None, Some(cap)) => format!("at most {cap} splits for each number taken"),
            (None, None) => "all moves are tried".to_owned(),
        };
        let says = format!("{}. grundy: {}; best_move: {cost}", found.says, form.cost(way));
        let mut lines = self.head(&self.family, play, &says, true);
        let mut grundy: Vec<String> = vec![];
        if let Some(row) = form.row() {
            grundy.extend(pieces::row(self.language, row, "ROW"));
        }
        let main = script.function("grundy").expect("every form has it");
        if form.recurses() {
            let fold = writer.before_recursion(main).join("\n");
            let text = piece(self.language, way);
            let text = text.lines().filter(|line| *line != "{fold}" || !fold.is_empty()).collect::<Vec<_>>().join("\n");
            grundy = join(grundy, &text.replace("{fold}", &fold));
            lines.extend(moves);
            lines.extend(grundy);
        } else {
            script.functions.iter().for_each(|function| grundy.extend(writer.function(function)));
            lines.extend(grundy);
            lines.extend(moves);
        }
        if let Some(helper) = &helper {
            lines.push(writer.comment("a heap of nimber x that a move leaves of n, or -1"));
            helper
                .functions
                .iter()
                .for_each(|function| lines.extend(Writer::new(self.language, helper, &kept).function(function)));
        }
        let alone = Alone::of(&analysis, known, !self.proved).filter(|_| form.recurses() && self.play == Play::Normal);
        if let Some(alone) = alone.filter(|alone| is_made || alone.stands(&run)) {
            let script = Program::read("outcomes", &alone.script(), None, &["row"]).expect("forms can be read");
            let row = alone.row().unwrap_or_default();
            let read = |index: &str| pieces::read_row(self.language, row, "ALONE", index);
            lines.push(writer.comment(&alone.says));
            if !row.is_empty() {
                lines.extend(pieces::row(self.language, row, "ALONE"));
            }
            let writer = Writer::new(self.language, &script, &kept).with_row(&read);
            script.functions.iter().for_each(|function| lines.extend(writer.function(function)));
        }
        let past = match form {
            // packed numbers need many heaps for each part to move
            _ if way == "memo" => ROWS[2],
            Form::Period(period, _) => period.preperiod.saturating_add(2 * period.period) + 50,
            Form::Range(least, most) => 3 * (least + most),
            _ => 0,
        };
        let check = self.check.unwrap_or_else(|| past.clamp(CHECKED[0], CHECKED[1]));
        let pieces = match self.play {
            Play::Normal => ["rest", if helper.is_some() { "leaves" } else { "find" }, "check"],
            Play::Misere => ["misere", if helper.is_some() { "misere leaves" } else { "misere find" }, "misere check"],
        };
        let [rest, find, checks] = pieces.map(|part| piece(self.language, part));
        let cap = cap.map(|cap| cap.to_string());
        let cap = match (self.language, cap) {
            (Language::Rust, cap) => format!(", {}", cap.unwrap_or_else(|| "i64::MAX".to_owned())),
            (_, cap) => cap.map_or_else(String::new, |cap| format!(", {cap}")),
        };
        lines = join(lines, &rest.replace("{find}", find.trim_end()).replace("{cap}", &cap));
        // if nimbers follow from the moves, the first ones prove that these are right
        let (row, first) = match form.recurses() && self.play == Play::Normal {
            true => pieces::first(self.language, &known[..=compared as usize]),
            false => (vec![], String::new()),
        };
        let checks = checks.replace("{first}", &first).replace("{to}", &check.to_string());
        let (head, checks) = checks.split_once('\n').expect("a check has several lines");
        let (before, after) = if self.language == Language::Cpp { (vec![], row) } else { (row, vec![]) };
        lines.extend(before.into_iter().chain([head.to_owned()]).chain(after));
        lines = join(lines, checks);
        let mut coded = self.coded(lines, found.status, found.theorem.clone());
        coded.from = match form {
            Form::Period(period, _) => Some(period.preperiod),
            Form::Sections(law) => Some(law.first.len() as u64),
            Form::Open => None,
            _ => Some(0),
        };
        coded.check = (self.play == Play::Normal).then_some(check);
        Ok(coded)
    }
}
