//! A heap game as code to paste: its nimbers, moves and best moves in C++, Python or Rust, with what is proved and a self-check.
//!
//! The rules are a script, made from the rules of a built-in family or written by the user. Formulas, periods and laws are
//! written as scripts, too, and one translator writes them all.

mod card;
mod known;
mod pieces;
mod remoteness;
mod rules;
mod run;
mod theorems;
mod write;

pub use card::{NamedGame, named_games};

use super::analyse::analyse;
use super::row_plan::RowPlan;
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::report::Report;
use crate::words::words;
use known::{Alone, Form, Known, nimbers};
use pieces::piece;
use rules::MOST;
use run::{Ended, Run};
use serde::{Deserialize, Serialize};
use sprague::heap::{Amounts, HeapRules, Period};
use sprague::solve::RulesetCache;
use sprague::{BadNotation, CompoundRule, Limits, Play};
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
    /// A move is one move in one heap (disjunctive) or in every heap (conjunctive)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "RULE", default_value_t))]
    pub rule: CompoundRule,
    /// Constants of the script that stay parameters of the code, such as L,R
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "NAMES", value_delimiter = ','))]
    pub letters: Vec<String>,
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

/// Rows of primes and of codes that leave three heaps, which have many moves.
const ROWS_OF_MANY: u64 = 1_000;

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
            _ if !matches!(self.rule, CompoundRule::Disjunctive | CompoundRule::Conjunctive) => Err(NoAnswer::unfit(
                "rule",
                "is disjunctive or conjunctive: sums by other rules are solved, but not written as code",
            )),
            _ => Ok(()),
        }
    }

    fn report(coded: &Coded) -> Option<Report> {
        let mut report = Report::default();
        report.code(&coded.code);
        Some(report)
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Coded, NoAnswer> {
        let is_formula = self.family.trim() == "subtraction:S" || theorems::formula(&self.family).is_some();
        if is_formula && self.play == Play::Misere {
            return Err(NoAnswer::unfit("play", "misere is for Nim and sets of amounts that are given as numbers"));
        }
        if is_formula && self.rule != CompoundRule::Disjunctive {
            return Err(NoAnswer::unfit("rule", "conjunctive is for families that are given as numbers"));
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
            Script::Users { text, parameters } => {
                let letters: Vec<&str> = self.letters.iter().map(String::as_str).collect();
                Program::read("rules", text, parameters.as_deref(), &letters)
            }
        };
        let program = program.map_err(|error| self.not_written(error))?;
        let is_letter =
            |name: &String| matches!(name.as_bytes(), [b'A'..=b'Z']) && program.letters.iter().any(|(letter, _)| letter == name);
        if let Some(name) = self.letters.iter().find(|name| !is_letter(name)) {
            let why = format!("{} is no capital letter that a script defines, as in `const K = 3;`", commented(name));
            return Err(NoAnswer::unfit("letters", why));
        }
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

/// Names in the scripts of forms that stay as they are.
const KEPT: [&str; 6] = ["grundy", "leaves", "alone", "wins_alone", "remoteness", MOST];

fn form_program(script: &str) -> Program {
    Program::read("form", script, None, &["row", "grundy"]).expect("forms can be read")
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
        let won = match (self.play, self.rule) {
            (Play::Normal, CompoundRule::Conjunctive) => {
                "A move is one in every heap, and who cannot move loses: won iff the least remoteness is odd (Smith 1966)"
            }
            (Play::Misere, CompoundRule::Conjunctive) => {
                "A move is one in every heap, and who cannot move wins: won iff the least remoteness is even (Smith 1966)"
            }
            (Play::Normal, _) => "Normal play: won iff the xor of the nimbers is not 0",
            (Play::Misere, _) => {
                "The last mover loses: a sum is won iff its xor is not 0, or is 0 where no nimber is above 1 (Ferguson 1974)"
            }
        };
        let won = if has_imports { format!(". {won}.") } else { ".".to_owned() };
        let lines = vec![format!("{mark} {}: {}{won}", commented(family), play), format!("{mark} {says}.")];
        let head = piece(self.language, "head");
        let is_bare = !has_imports || self.rule == CompoundRule::Conjunctive;
        if self.language == Language::Python && is_bare { lines } else { join(lines, head) }
    }

    /// Returns the piece of code with this name. `{won}` is the parity of the remoteness of heaps that are won.
    fn piece(&self, name: &str) -> String {
        piece(self.language, name).replace("{won}", if self.play == Play::Misere { "1" } else { "0" })
    }

    /// Appends the self-check, given its last heap and the sum over the moves of heaps 0 to the second number.
    fn with_check(&self, lines: Vec<String>, name: &str, to: u64, (sum, last): (u64, u64)) -> Vec<String> {
        let moves = self.piece("moves check").replace("{sum}", &sum.to_string()).replace("{last}", &last.to_string());
        join(lines, &self.piece(name).replace("{moves}\n", &moves).replace("{to}", &to.to_string()))
    }

    /// Returns the functions of a form after the row that they read.
    fn form(&self, script: &str, row: Option<&[u64]>, name: &str) -> Vec<String> {
        let (program, entries) = (form_program(script), row.unwrap_or_default());
        let read = |index: &str| pieces::read_row(self.language, entries, name, index);
        let writer = Writer::new(self.language, &program, &KEPT).with_row(&read);
        let row = row.map_or(vec![], |row| pieces::row(self.language, row, name));
        row.into_iter().chain(program.functions.iter().flat_map(|function| writer.function(function))).collect()
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
        let is_sum = self.rule == CompoundRule::Disjunctive;
        if self.play == Play::Misere && is_sum && !matches!(rules, Some(HeapRules::Subtraction(_))) {
            let why = "misere is for Nim and sets of amounts: `sprague quotient` decides sums of codes";
            return Err(NoAnswer::unfit("play", why));
        }
        // 1. what the engine knows; a formula and numbers from the input need no rows but those to compare
        let is_formula = match rules {
            _ if !is_sum || !self.letters.is_empty() => true,
            Some(HeapRules::OfHeap(_)) => true,
            Some(HeapRules::Subtraction(Amounts::Only(set))) => known::range(set).is_some(),
            _ => false,
        };
        let script = Writer::script(program, options);
        let run = || Run::new(&script, limits);
        let rows_to = |to, seek| analyse(game, &RowPlan { to, seek, limits: limits.clone(), ..RowPlan::default() });
        let analysis = match rules {
            _ if is_formula => rows_to(COMPARED, Some(COMPARED)),
            Some(rules) if known::has_many_moves(rules) => rows_to(ROWS_OF_MANY, self.seek.or(Some(ROWS_OF_MANY))),
            Some(_) => rows_to(ROWS_OF_DATA, self.seek),
            None if is_made => {
                // the moves of the ruler game grow most
                let rows = if game.name() == "coins:ruler" { COMPARED } else { ROWS_OF_COINS };
                rows_to(rows, self.seek.or(Some(rows)))
            }
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
        let checked = run().rows(compared).and_then(|rows| Ok((rows, run().sum_of_moves(compared)?)));
        let moved = match checked {
            Ok((rows, sum)) if known.starts_with(&rows) => (sum, compared),
            Err(Ended::Stopped(stopped)) => return Err(stopped.into()),
            Err(Ended::Failed(why)) if why.contains(NEGATIVE) => {
                return Err(self.refused("`/` and `%` of negative numbers differ between languages"));
            }
            _ => {
                let why = "its options are lists of smaller heaps, made by `push`, `filter` or `map`, all of them returned, and without \
                           overflow";
                return Err(self.refused(why));
            }
        };
        let translator = Writer::new(self.language, program, if is_made { &[MOST] } else { &[] });
        if !is_sum {
            return self.remoteness(rules, &mut run(), &translator, options, (play, moved));
        }
        // 3. a period that was only seen is tested far out
        let found = match &self.letters[..] {
            [] => Known::of(rules, &analysis, known, !self.proved),
            letters => Known::unknown(&format!("{} come with the input", letters.join(", "))),
        };
        let found = if is_made { found } else { found.challenged(&run)? };
        let form = &found.form;
        let is_set = matches!(rules, Some(HeapRules::Subtraction(_)));
        let known_to = |heap: u64| form.nimber(heap);
        let way = match form {
            _ if form.recurses() && !is_made && run().nimber(SPARSE, &known_to).is_ok() => "memo",
            // Rust has no bit sets, and without them the row is too long
            Form::Open
                if self.language != Language::Rust && self.letters.is_empty() && run().takes_many_amounts(SAME, is_set) =>
            {
                "bits"
            }
            _ => "rows",
        };
        // 4. the code
        let helper = form.leaves();
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
        let moves = translator.moves(options);
        if form.recurses() {
            let script = form_program(&form.script());
            let fold = Writer::new(self.language, &script, &KEPT).before_recursion(&script.functions[0]);
            let fold: String = fold.into_iter().map(|line| line + "\n").collect();
            lines.extend(moves);
            lines = join(lines, &piece(self.language, way).replace("{fold}\n", &fold));
        } else {
            lines.extend(self.form(&form.script(), form.row(), "ROW"));
            lines.extend(moves);
        }
        if let Some(helper) = &helper {
            lines.push(translator.comment("a heap of nimber x that a move leaves of n, or -1"));
            lines.extend(self.form(helper, None, ""));
        }
        let alone = Alone::of(&analysis, known, !self.proved)
            .filter(|_| form.recurses() && self.play == Play::Normal && self.letters.is_empty());
        if let Some(alone) = alone.filter(|alone| is_made || alone.stands(&run)) {
            lines.push(translator.comment(&alone.says));
            lines.extend(self.form(&alone.script(), alone.row(), "ALONE"));
        }
        let past = match form {
            // packed numbers need many heaps for each part to move
            _ if way == "memo" => ROWS[2],
            Form::Period(period, _) => period.preperiod.saturating_add(2 * period.period) + 50,
            Form::Range(least, most) => 3 * (least + most),
            _ => 0,
        };
        let check = self.check.unwrap_or_else(|| past.clamp(CHECKED[0], CHECKED[1]));
        let [rest, leaves, find, checks] = match self.play {
            Play::Normal => ["rest", "leaves", "find", "check"],
            Play::Misere => ["misere", "misere leaves", "misere find", "misere check"],
        };
        let find = self.piece(if helper.is_some() { leaves } else { find });
        let cap = match (self.language, cap) {
            (_, Some(cap)) => format!(", {cap}"),
            (Language::Rust, None) => ", i64::MAX".to_owned(),
            _ => String::new(),
        };
        lines = join(lines, &self.piece(rest).replace("{find}", find.trim_end()).replace("{cap}", &cap));
        lines = self.with_check(lines, checks, check, moved);
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
