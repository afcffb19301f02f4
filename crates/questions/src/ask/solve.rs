//! Solves a position. Positions in the answer are written in the notation.

mod advice;
mod remarks;
mod report;
pub(crate) mod superfluous;

pub use advice::{Advice, ComponentAdvice};
pub use superfluous::Superfluous;

use crate::question::{NoAnswer, Question, written_as};
use crate::read::json::Number;
use crate::read::parsed::Steps;
use crate::read::{ParsedSum, Session, Step};
use crate::report::Report;
use crate::words::words;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use sprague::certificate::PlayOrScore;
use sprague::limits::Meter;
use sprague::solve::{self, Factor, Known, Notes, Part, SumMove, SumValue};
use sprague::theory::Genus;
use sprague::{CompoundRule, Limits, Outcome, OutcomeClass, Play, Player, ScoreBounds, Stopped};
use std::borrow::Cow;
use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

/// Solves a position: finds the outcome, the nimber and the winning moves.
///
/// ```
/// use sprague::{Limits, Play};
/// use sprague_questions::{Session, Solve};
/// let question = Solve { play: Play::Misere, ..Solve::of("nim@1,1") };
/// let answer = Session::new().ask(&question, &Limits::default())?;
/// assert_eq!(answer.to_json()["outcome"], "win");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Solve {
    /// Position, such as nim@3,4,5 or nim@3+kayles@12; `-` reads positions from standard input
    #[cfg_attr(feature = "flags", arg(value_name = "SUM"))]
    #[serde(alias = "sum")]
    pub position: String,
    /// Who wins: the player who makes the last move (normal) or the other one (misere)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
    /// Search all positions, even if a theorem would give the answer
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, help_heading = "Further options"))]
    pub search: bool,
    /// Explain which theorem gave the answer, and how many moves the game lasts
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub explain: bool,
    /// Show a line of best play to the end of the game
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub line: bool,
    /// Find only who wins, not the moves or the nimber
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub outcome_only: bool,
    /// If the rules count points, find only whether the player who starts gets at least N points more than the other
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::whole, allow_negative_numbers = true))]
    pub at_least: Option<i64>,
    /// Compute the nimber of an impartial sum even if it takes much longer than finding who wins
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub nimber: bool,
    /// For large heaps of rules that are code, answer by a law that is only observed in the first heaps, and say so
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, help_heading = "Further options"))]
    pub observed: bool,
    /// Number of threads that search together, for large positions [default: 1]
    #[serde(default, deserialize_with = "crate::flags::some_jobs")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = 1024)))]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::jobs, allow_negative_numbers = true, help_heading = "Further options"))]
    pub jobs: Option<NonZeroUsize>,
    /// Which move is best: any that keeps the outcome, or the fastest win (or slowest loss) that is found
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<Best>(["any", "fastest"]), default_value_t))]
    pub best: Best,
    /// Which player starts, in a partizan game [default: left]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<Player>(["left", "right"])))]
    pub first: Option<Player>,
    /// Which moves to list: the winning ones, or all legal ones with their results
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<Moves>(["winning", "all"]), default_value_t))]
    pub moves: Moves,
    /// Maximum number of winning moves to list [default: 1000]
    #[cfg_attr(feature = "flags", arg(long, value_name = "M", value_parser = crate::flags::number::<usize>, help_heading = "Further options"))]
    pub max_moves: Option<usize>,
    /// In which components a player moves in each turn: disjunctive (one), diminished, conjunctive, continued, selective,
    /// shortened-selective, not-all, or moore=K (up to K)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, default_value_t))]
    pub rule: CompoundRule,
    /// True for one of many positions: options without meaning for it are ignored.
    #[serde(skip)]
    #[cfg_attr(feature = "flags", arg(skip))]
    pub is_one_of_many: bool,
}

words! {
    /// Which of the moves that keep the outcome is best.
    Best {
        /// Any of them.
        #[default]
        Any = "any",
        /// The fastest win or the slowest loss.
        Fastest = "fastest",
    }
}

words! {
    /// The moves that are listed.
    Moves {
        /// The moves that keep the best outcome.
        #[default]
        Winning = "winning",
        /// Every legal move.
        All = "all",
    }
}

impl Default for Solve {
    /// Returns a question without a position and without options.
    fn default() -> Self {
        Self {
            position: String::new(),
            play: Play::Normal,
            search: false,
            explain: false,
            line: false,
            outcome_only: false,
            at_least: None,
            nimber: false,
            observed: false,
            jobs: None,
            best: Best::Any,
            first: None,
            moves: Moves::Winning,
            max_moves: None,
            rule: CompoundRule::Disjunctive,
            is_one_of_many: false,
        }
    }
}

impl Question for Solve {
    type Answer = Answer;
    const NAME: &'static str = "solve";

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        let more = [
            ("line", self.line),
            ("nimber", self.nimber),
            ("best", self.best != Best::Any),
            ("moves", self.moves != Moves::Winning),
            ("max_moves", self.max_moves.is_some()),
        ];
        let alone = match (self.outcome_only, self.at_least) {
            (true, Some(_)) => return Err(NoAnswer::unfit("at_least", "does not go with `outcome_only`: leave one of them out")),
            (true, None) => Some("does not go with `outcome_only`, which finds only who wins: leave one of them out"),
            (false, Some(_)) => Some("does not go with `at_least`, which finds no moves: leave one of them out"),
            (false, None) => None,
        };
        if let (Some(why), Some((field, _))) = (alone, more.into_iter().find(|(_, is_asked)| *is_asked)) {
            return Err(NoAnswer::unfit(field, why));
        }
        if self.nimber && self.play == Play::Misere {
            return Err(NoAnswer::unfit(
                "nimber",
                "applies to normal play, because misere play has no nimbers: leave out this or `play` misere",
            ));
        }
        if self.observed && (self.play, self.rule) != (Play::Normal, CompoundRule::Disjunctive) {
            let why = "applies to disjunctive sums under normal play, because the laws are about nimbers: leave it out";
            return Err(NoAnswer::unfit("observed", why));
        }
        if self.nimber && self.rule != CompoundRule::Disjunctive {
            let why = format!(
                "applies to disjunctive sums, because nimbers do not decide sums with `rule` {}: leave it out",
                self.rule
            );
            return Err(NoAnswer::unfit("nimber", why));
        }
        Ok(())
    }

    fn less(&self) -> Vec<&'static str> {
        if self.outcome_only || self.at_least.is_some() { vec![] } else { vec!["--outcome-only"] }
    }

    fn report(answer: &Answer) -> Option<Report> {
        Some(answer.report())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Answer, NoAnswer> {
        let sum = session.sum("position", &self.position, limits).map_err(|error| error.knowing(|| self.known(None)))?;
        solve(&sum, self, limits)
    }
}

impl Solve {
    /// Returns the question about this position, without options.
    ///
    /// ```
    /// assert!(!sprague_questions::Solve::of("nim@3").explain);
    /// ```
    pub fn of(position: impl Into<String>) -> Self {
        Self { position: position.into(), ..Self::default() }
    }

    /// Returns the player who starts.
    pub(crate) fn player(&self) -> Player {
        self.first.unwrap_or(Player::Left)
    }

    /// Returns `true` if the question only asks for the class of a partizan sum.
    pub(crate) fn is_about_class(&self) -> bool {
        self.outcome_only && self.first.is_none()
    }

    pub(crate) fn engine(&self, limits: &Limits) -> solve::SolveOptions {
        let usual = solve::SolveOptions::default();
        solve::SolveOptions {
            search: self.search,
            explain: self.explain,
            line: self.line,
            fastest: self.best == Best::Fastest,
            outcome_only: self.outcome_only,
            at_least: self.at_least,
            nimber: self.nimber,
            observed: self.observed,
            all_moves: self.moves == Moves::All,
            first: self.player(),
            first_only: self.outcome_only && self.first.is_some(),
            max_moves: self.max_moves.unwrap_or(usual.max_moves),
            decides_all: self.max_moves.is_some(),
            jobs: self.jobs.unwrap_or(usual.jobs),
            limits: limits.clone(),
            ..usual
        }
    }

    /// Returns a receiver of what the engine finds, which passes parts of the answer on if somebody listens.
    pub(crate) fn heard(&self, sum: &ParsedSum, limits: &Limits) -> Known {
        let Some(heard) = limits.heard.clone().filter(|_| self.at_least.is_none()) else { return Known::default() };
        let (sum, first, outcome_only) = (sum.clone(), self.player(), self.outcome_only);
        let told = Mutex::new((HashSet::new(), 0));
        Known::telling(move |part| {
            let part = match part {
                Part::Outcome(outcome) if sum.is_partizan() => json!({ "outcome": outcome, "first": first }),
                Part::Outcome(outcome) => json!({ "outcome": outcome }),
                Part::Class(class) => json!({ "outcome_class": class }),
                Part::Value(_) if outcome_only => return,
                Part::Value(value) => match (value.nimber(), value.game_text()) {
                    (Some(nimber), _) => json!({ "nimber": Number(nimber) }),
                    (None, Some(text)) => json!({ "value": text }),
                    (None, None) => return,
                },
                Part::Move(judged) => {
                    let mut told = told.lock().unwrap_or_else(PoisonError::into_inner);
                    let (moves, bytes) = &mut *told;
                    if moves.len() >= MOST_TOLD || *bytes >= MOST_BYTES_TOLD {
                        return;
                    }
                    let step = sum.steps().step(&judged.mv);
                    *bytes += step.label.len() + step.to.len();
                    // a search may come back to a move
                    if !moves.insert([step.label.clone(), step.to.clone()]) {
                        return;
                    }
                    json!({ "move": step.label, "to": step.to, "outcome": judged.outcome })
                }
                _ => return,
            };
            heard.tell(&part.to_string());
        })
    }

    /// Returns the partial answer before any search.
    pub(crate) fn known(&self, sum: Option<&ParsedSum>) -> Value {
        let position = sum.map_or_else(|| self.position.clone(), ToString::to_string);
        let play = PlayOrScore::of(self.play, sum.is_some_and(ParsedSum::is_scored));
        json!({ "position": position, "play": play, "rule": self.rule })
    }

    /// Returns the partial answer at the time when a limit ended the search for this sum.
    pub(crate) fn known_by(&self, sum: &ParsedSum, notes: Notes) -> Value {
        let mut known = self.known(Some(sum));
        let mut loaded = sum.components().iter().map(|component| component.rules.rules()).filter(|rules| rules.is_loaded());
        if let Some(rules) = loaded.next() {
            let is_of_heaps = rules.heaps().is_some_and(|heaps| heaps.nimbers().is_some());
            let more = if is_of_heaps && !self.observed { "--observed" } else { "canonical and summands in the rules" };
            known["try"] = json!([more]);
        }
        if let Some(bounds) = notes.score_bounds {
            let claimed =
                |bound: i64| Some(bound).filter(|bound| bound.unsigned_abs() < ScoreBounds::UNKNOWN.high.unsigned_abs());
            known["score"] = json!(bounds.score());
            if bounds.score().is_none() {
                known["score_bounds"] = json!([claimed(bounds.low), claimed(bounds.high)]);
            }
        }
        if let Some(least) = self.at_least.filter(|_| sum.is_scored()) {
            (known["at_least"], known["is_at_least"]) = (json!(least), Value::Null);
        }
        let Some(outcome) = notes.outcome else { return known };
        if notes.outcome_class.is_some() || sum.is_partizan() {
            known["first"] = json!(self.player());
        }
        known["outcome"] = json!(outcome);
        if let Some(class) = notes.outcome_class {
            known["outcome_class"] = json!(class);
        }
        if !self.outcome_only {
            let steps = sum.steps();
            known["winning_moves"] = notes.winning_moves.iter().take(MAX_KNOWN).map(|mv| json!(steps.step(mv))).collect();
            known["winning_moves_total"] = Value::Null;
        }
        if let Some(mut moves) = Some(notes.moves).filter(|moves| !moves.is_empty()) {
            moves.truncate(MAX_KNOWN);
            known["moves"] = json!(judged(&sum.steps(), self.player(), &Limits::default(), None, moves));
        }
        known
    }

    /// Returns an error for options that have no meaning for this sum.
    pub(crate) fn fits(&self, sum: &ParsedSum) -> Result<(), NoAnswer> {
        self.has_meaning()?;
        if self.is_one_of_many {
            return Ok(());
        }
        first_fits(self.first, sum)?;
        if self.at_least.is_some() && !sum.is_scored() {
            return Err(NoAnswer::unfit(
                "at_least",
                format!("is for rules that count points, but those of {sum} do not: leave it out"),
            ));
        }
        if self.nimber && sum.is_partizan() {
            return Err(NoAnswer::unfit("nimber", format!("applies to impartial games, but {sum} is partizan: leave it out")));
        }
        Ok(())
    }
}

/// Returns an error if `first` is set for an impartial game, because both players have the same moves.
pub(crate) fn first_fits(first: Option<Player>, sum: &ParsedSum) -> Result<(), NoAnswer> {
    if first.is_some() && !sum.is_partizan() {
        let why = format!("is for partizan games, but in {sum} both players have the same moves: leave it out");
        return Err(NoAnswer::unfit("first", why));
    }
    Ok(())
}

/// A solved position. It serialises to the JSON object of the command line.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The position in the notation.
    pub position: String,
    /// Normal or misère play.
    pub play: Play,
    /// The compound rule of the sum.
    pub rule: CompoundRule,
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The nimber or Smith's value of the sum, if a theorem gives it.
    pub value: Option<SumValue>,
    /// Whether a nimber was left out because it costs far more than the outcome.
    ///
    /// Set [`Solve::nimber`] to compute it anyway.
    pub nimber_skipped: bool,
    /// The moves that keep the best outcome, up to the number that the question asks for. Empty in a lost position.
    pub winning_moves: Vec<Step>,
    /// The number of all winning moves, or `None` if not all were examined or the question does not ask for them.
    pub winning_moves_total: Option<u64>,
    /// The number of moves that are undecided because deciding them costs far more than finding the winner.
    ///
    /// Set [`Solve::moves`] or [`Solve::max_moves`] to decide them anyway.
    pub undecided_moves: u64,
    /// The moves in each component, if the winning moves are all combinations of these and there are many.
    pub product: Option<Vec<Factor>>,
    /// The fastest win or slowest loss if the remoteness is known, and otherwise any best move.
    ///
    /// `None` if there is no move, or if the question does not ask for moves.
    pub best: Option<Step>,
    /// The outcome class of a partizan position.
    pub outcome_class: Option<OutcomeClass>,
    /// The player who starts a partizan position.
    pub first: Option<Player>,
    /// The points by which the player who starts wins, if the rules count points. It is negative for a loss.
    pub score: Option<i64>,
    /// Left's points minus Right's if Left starts, and if Right starts. `None` if the rules count no points, or if both
    /// players have the same moves.
    pub stops: Option<[i64; 2]>,
    /// Whether the rules count points.
    pub is_scored: bool,
    /// The number of moves to the end, or `Some(None)` for a draw.
    ///
    /// `None` if the question does not ask for it, or if it is not known.
    pub remoteness: Option<Option<u32>>,
    /// The genus of an impartial sum, if the question asks for an explanation and a small search finds the genus.
    pub genus: Option<Genus>,
    /// Best play to the end, if the question asks for it and it is known.
    pub line: Option<Vec<Step>>,
    /// Every legal move with its result, if the question asks for it.
    ///
    /// `Some(None)` if there are too many moves to list.
    pub moves: Option<Option<Vec<JudgedStep>>>,
    /// A sentence for each theorem or search that gave the answer.
    pub why: Vec<String>,
    /// The theorems that were tried before in vain, each with what it needs. They are not in the JSON.
    pub passed: Vec<&'static str>,
    /// A sentence for each rule of the families that differs from the usual rules in books.
    ///
    /// ```
    /// use sprague_questions::{Session, Solve, solve};
    /// let answer = solve(&Session::new().position("treblecross@5").unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    /// assert_eq!(answer.remarks, ["treblecross: a row of n squares is a heap of n + 2"]);
    /// ```
    pub remarks: Vec<String>,
    /// Advice by temperature, if the question asks for an explanation of a hot partizan sum.
    pub advice: Option<Advice>,
    /// Whether the question asks for best play.
    pub is_line_asked: bool,
    /// Whether the question asks for an explanation.
    pub is_explained: bool,
    /// The least score that the question asks about, and whether the player who starts gets it.
    pub at_least: Option<(i64, bool)>,
    /// Whether the question asks for no moves.
    pub is_outcome_only: bool,
    /// Whether the question only asks for the outcome class, so that it does not name the player who starts.
    pub is_class_only: bool,
}

/// A legal move and its result.
///
/// ```
/// use sprague_questions::{Moves, Session, Solve, solve};
/// let options = Solve { moves: Moves::All, ..Solve::default() };
/// let moves = solve(&Session::new().position("nim@2,1").unwrap(), &options, &sprague::Limits::default()).unwrap().moves.flatten().unwrap();
/// let shown: Vec<_> = moves.iter().map(|judged| (judged.step.to.as_str(), judged.outcome.word())).collect();
/// assert_eq!(shown, [("nim@1,1", "loss"), ("nim@0,1", "win"), ("nim@2,0", "win")]);
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct JudgedStep {
    /// The move.
    #[serde(flatten)]
    pub step: Step,
    /// The outcome for the player who moves next, so `loss` is good for the mover.
    pub outcome: Outcome,
    /// The value of the sum after the move, if the method gives it.
    #[serde(flatten, serialize_with = "nimber_or_value")]
    #[cfg_attr(feature = "schema", schemars(with = "NimberOrValue"))]
    pub value: Option<SumValue>,
    /// The reason that it is superfluous, in partizan sums whose value is known.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schemars(with = "Option<superfluous::Written>"))]
    pub superfluous: Option<Superfluous>,
}

/// The worth of a move as JSON has it.
#[cfg(feature = "schema")]
#[allow(dead_code, reason = "only its schema is used")]
#[derive(schemars::JsonSchema)]
struct NimberOrValue {
    nimber: Option<Number>,
    value: Option<String>,
}

/// Writes a value under the JSON key of its kind. A missing nimber is null.
fn nimber_or_value<S: Serializer>(value: &Option<SumValue>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    match value {
        Some(game @ (SumValue::Game(_) | SumValue::Loopy(_) | SumValue::Entailing(_))) => map.serialize_entry("value", game)?,
        other => map.serialize_entry("nimber", &other.as_ref().filter(|value| value.nimber().is_some()))?,
    }
    map.end()
}

/// The maximum number of moves in the answer of a stopped search. It is small because whoever stopped it should not
/// have to wait.
const MAX_KNOWN: usize = 20_000;

/// The maximum number of bytes for the texts of positions after moves.
const MAX_BYTES: usize = 1 << 22;

impl Answer {
    pub(crate) fn new(sum: &ParsedSum, question: &Solve, answer: solve::Answer, limits: &Limits) -> Result<Self, Stopped> {
        // the text of a sum with many components is long, and so is the text after each move
        let until_asked = limits.until_asked();
        let look = || Meter::new(&until_asked).look(0, 0, None);
        look()?;
        let steps = sum.steps();
        look()?;
        let advice = Advice::of(sum, question, &answer, limits);
        let mut left = MAX_BYTES;
        let mut winning_moves = vec![];
        for mv in &answer.winning_moves {
            if left == 0 {
                break;
            }
            let step = steps.step(mv);
            left = left.saturating_sub(step.to.len() + step.label.len());
            winning_moves.push(step);
            look()?;
        }
        let line = answer.line.map(|line| followed(sum, question.player(), &line, look)).transpose()?;
        let best = answer.best.as_ref().map(|mv| steps.step(mv));
        let remarks = remarks::of(sum).into_iter().chain(answer.observed).collect();
        look()?;
        let written = Self {
            position: steps.text.clone(),
            play: question.play,
            rule: question.rule,
            outcome: answer.outcome,
            nimber_skipped: answer.nimber_skipped,
            winning_moves,
            winning_moves_total: answer.winning_moves_total,
            undecided_moves: answer.undecided_moves,
            product: answer.product.map(|product| labelled(sum, product)),
            best,
            outcome_class: answer.outcome_class,
            first: answer.first,
            score: answer.score,
            stops: answer.stops,
            is_scored: sum.is_scored(),
            remoteness: answer.remoteness,
            genus: answer.genus,
            line,
            moves: (question.moves == Moves::All && !question.outcome_only)
                .then(|| judged(&steps, question.player(), limits, answer.value.as_ref(), answer.moves?)),
            why: answer.why,
            passed: answer.passed,
            remarks,
            advice,
            value: answer.value,
            is_line_asked: question.line,
            is_explained: question.explain,
            at_least: question.at_least.filter(|_| sum.is_scored()).map(|least| (least, answer.outcome == Outcome::Win)),
            is_outcome_only: question.outcome_only || (question.at_least.is_some() && sum.is_scored()),
            is_class_only: question.is_about_class() && answer.outcome_class.is_some(),
        };
        drop(steps);
        look()?;
        Ok(written)
    }

    /// Returns the nimber, if the sum has one and it is known.
    ///
    /// ```
    /// use sprague_questions::{Session, Solve, solve};
    /// let answer = solve(&Session::new().position("nim@3,4,5").unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    /// assert_eq!(answer.nimber(), Some(&2_u32.into()));
    /// ```
    pub fn nimber(&self) -> Option<&num_bigint::BigUint> {
        self.value.as_ref().and_then(SumValue::nimber)
    }

    /// Returns the Smith value of a loopy sum under normal play, or `None` for other sums.
    ///
    /// ```
    /// use sprague_questions::{Session, Solve, solve};
    /// let answer = solve(&Session::new().position("nim@3,4,5").unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    /// assert_eq!(answer.smith(), None);
    /// ```
    pub fn smith(&self) -> Option<&SumValue> {
        self.value.as_ref().filter(|value| matches!(value, SumValue::Smith { .. }))
    }

    /// Returns the answer as the JSON object of the command line.
    ///
    /// ```
    /// # use sprague_questions::{Session, Solve, solve};
    /// let answer = solve(&Session::new().position("nim@10^20").unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
    /// assert_eq!(answer.to_json()["nimber"], "100000000000000000000");
    /// ```
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("an answer is plain data")
    }
}

/// Returns the moves with their texts, or `None` if the texts would be too long.
fn judged(
    steps: &Steps<'_>,
    first: Player,
    limits: &Limits,
    whole: Option<&SumValue>,
    moves: Vec<solve::JudgedMove>,
) -> Option<Vec<JudgedStep>> {
    let mut left = MAX_BYTES;
    let why = match whole.and_then(SumValue::game) {
        Some(whole) => {
            let values: Vec<_> = moves.iter().map(|judged| judged.value.as_ref().and_then(SumValue::game)).collect();
            superfluous::superfluous(whole, &values, first, limits)
        }
        None => vec![None; moves.len()],
    };
    let judged = moves.into_iter().zip(why).map(|(solve::JudgedMove { mv, outcome, value, .. }, superfluous)| {
        let step = steps.step(&mv);
        left = left.checked_sub(step.to.len() + step.label.len())?;
        Some(JudgedStep { step, outcome, value, superfluous })
    });
    judged.collect()
}

/// Formats a line of best play from a sum.
///
/// If the rules count points, each move has the points so far of Left and Right, or of the starter and the other
/// player.
fn followed(
    sum: &ParsedSum,
    first: Player,
    line: &[SumMove],
    look: impl Fn() -> Result<(), Stopped>,
) -> Result<Vec<Step>, Stopped> {
    let mut here = sum.clone();
    let (mut mover, mut points) = (if sum.is_partizan() { first } else { Player::Left }, [0; 2]);
    let follow = |mv: &SumMove| {
        look()?;
        let mut step = here.steps().step(mv);
        if let Some(gained) = mv.points {
            points[mover as usize] += gained.gain;
            step.points = Some(points);
            mover = if gained.again { mover } else { -mover };
        }
        here = here.after(mv);
        Ok(step)
    };
    line.iter().map(follow).collect()
}

/// Adds the numbers of the components to the labels of a product.
fn labelled(sum: &ParsedSum, product: Vec<Factor>) -> Vec<Factor> {
    let label = |(index, factor): (usize, Factor)| {
        let moves = factor.moves.iter().map(|label| sum.label(index, label)).collect();
        Factor { moves, ..factor }
    };
    product.into_iter().enumerate().map(label).collect()
}

/// The answer to `solve`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Answer"))]
struct Written<'a> {
    position: &'a str,
    play: PlayOrScore,
    rule: CompoundRule,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
    /// The number of points that the question asks about.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<i64>,
    /// Whether the player who starts gets at least this many points more than the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    is_at_least: Option<bool>,
    /// By how much the player who starts wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
    /// Left's points minus Right's, if Left starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    left_stop: Option<i64>,
    /// Left's points minus Right's, if Right starts.
    #[serde(skip_serializing_if = "Option::is_none")]
    right_stop: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Number>"))]
    nimber: Option<Option<&'a SumValue>>,
    #[serde(skip_serializing_if = "is_false")]
    nimber_skipped: bool,
    /// The moves that keep the best outcome: winning moves, or drawing moves if no move wins.
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<&'a [Step]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves_total: Option<Option<Number>>,
    #[serde(skip_serializing_if = "is_zero")]
    undecided_moves: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Option<&'a Step>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    product: Option<Vec<Product<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Player>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome_class: Option<OutcomeClass>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remoteness: Option<Option<u32>>,
    /// The Smith value: a nimber, or the list of nimbers to which a player can escape.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Smith>"))]
    smith: Option<&'a SumValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    misere_nimber: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    genus: Option<(u32, Vec<u32>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<&'a [Step]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Option<&'a [JudgedStep]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advice: Option<&'a Advice>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    remarks: &'a [String],
}

/// A Smith value.
#[cfg(feature = "schema")]
#[allow(dead_code, reason = "only its schema is used")]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
enum Smith {
    Number(Number),
    LeftFor(Vec<Number>),
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let is_whole = !self.is_outcome_only;
        let factor = |factor: &'_ Factor| Product {
            moves: factor.moves.clone().into(),
            total: factor.total.map(Number),
            may_stay: factor.may_stay,
        };
        let is_told = |value: &&SumValue| self.first.is_some() || matches!(value, SumValue::Entailing(_));
        let value = self.value.as_ref().filter(is_told);
        let written = Written {
            position: &self.position,
            play: PlayOrScore::of(self.play, self.is_scored),
            rule: self.rule,
            score: self.score,
            left_stop: self.stops.map(|stops| stops[0]),
            right_stop: self.stops.map(|stops| stops[1]),
            at_least: self.at_least.map(|(least, _)| least),
            is_at_least: self.at_least.map(|(_, is_at_least)| is_at_least),
            outcome: (!self.is_class_only && self.at_least.is_none()).then_some(self.outcome),
            nimber: is_whole.then(|| self.nimber().and(self.value.as_ref())),
            nimber_skipped: is_whole && self.nimber_skipped,
            winning_moves: is_whole.then_some(&self.winning_moves),
            winning_moves_total: is_whole.then(|| self.winning_moves_total.map(Number)),
            undecided_moves: self.undecided_moves,
            best: is_whole.then_some(self.best.as_ref()),
            product: self.product.as_ref().map(|product| product.iter().map(factor).collect()),
            first: self.first.filter(|_| !self.is_class_only),
            outcome_class: self.first.and(self.outcome_class),
            value: value.filter(|_| is_whole).and_then(SumValue::game_text),
            remoteness: self.remoteness,
            smith: self.smith().filter(|_| self.is_explained),
            misere_nimber: self.genus.as_ref().map(|genus| genus.misere_nimber().0),
            genus: self.genus.as_ref().map(|genus| (genus.nimber().0, superscript(genus))),
            line: self.line.as_deref(),
            moves: self.moves.as_ref().map(Option::as_deref),
            why: self.is_explained.then_some(&self.why),
            advice: self.advice.as_ref(),
            remarks: &self.remarks,
        };
        written.serialize(serializer)
    }
}

written_as!(Answer, Written);

fn is_zero(number: &u64) -> bool {
    *number == 0
}

pub(crate) fn is_false(is_so: &bool) -> bool {
    !is_so
}

/// A factor of a product of games.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Product<'a> {
    moves: Cow<'a, [String]>,
    total: Option<Number>,
    may_stay: bool,
}

/// The minimum number of terms of a genus that are shown.
const SHOWN: usize = 5;

/// The maximum number of moves that are told one by one, and of bytes of their texts.
const MOST_TOLD: usize = 1000;
const MOST_BYTES_TOLD: usize = 1 << 20;

/// Returns the superscript of a genus up to the term from which it repeats.
pub(crate) fn superscript(genus: &Genus) -> Vec<u32> {
    let shown = genus.superscript().len().max(SHOWN);
    (0..shown).map(|copies| genus.beside_twos(copies)).collect()
}

/// Solves a position.
///
/// ```
/// use sprague::{Outcome, Play};
/// use sprague_questions::{Session, Solve, solve};
///
/// let sum = Session::new().position("subtraction:1,3,4@10^100").unwrap();
/// let misere = Solve { play: Play::Misere, ..Solve::default() };
/// assert_eq!(solve(&sum, &misere, &sprague::Limits::default()).unwrap().outcome, Outcome::Win);
/// ```
///
/// # Errors
/// [`NoAnswer::Malformed`] if the sum has no meaning, and [`NoAnswer::Stopped`] at a limit.
pub fn solve(sum: &ParsedSum, question: &Solve, limits: &Limits) -> Result<Answer, NoAnswer> {
    question.fits(sum)?;
    let mixed = sum.mixed(question.rule, question.play);
    let options = solve::SolveOptions { known: question.heard(sum, limits), ..question.engine(limits) };
    let found = mixed.has_meaning().map_err(|refused| sum.refused(refused).into()).and_then(|()| {
        let answer = solve::solve(&mixed, &options).map_err(|error| sum.not_solved(error))?;
        Ok(Answer::new(sum, question, answer, limits)?)
    });
    let known = || question.known_by(sum, options.known.get());
    found.map_err(|error: NoAnswer| error.about("position", &question.position).knowing(known))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Session, Table};
    use std::time::Duration;

    #[test]
    fn questions_of_a_session_go_on_from_what_was_found_about_who_wins() {
        let few = Limits { positions: 3_000, ..Limits::default() };
        let class = |session: &Session, position: &str, limits: &Limits| {
            let question = Solve { outcome_only: true, ..Solve::of(position) };
            session.ask(&question, limits).map(|answer| answer.outcome_class.unwrap())
        };
        let session = Session::new();
        let whole = class(&session, "clobber@4x5", &Limits::default()).unwrap();
        // one component was decided on the way, and then the whole sum is known
        for position in ["clobber@4x5", "clobber@4x5+clobber@xo+-clobber@xo"] {
            assert!(class(&Session::new(), position, &few).unwrap_err().stopped().is_some());
            assert_eq!(class(&session, position, &few).unwrap(), whole);
        }
        // what an earlier question left is dropped if it takes too much memory
        let held = session.held_bytes();
        let little = Limits { bytes: 1 << 22, ..Limits::default() };
        assert_eq!(class(&session, "clobber@3x4", &little).ok(), class(&Session::new(), "clobber@3x4", &little).ok());
        assert!(held > Session::new().held_bytes() + 100_000);
    }

    fn answers(session: &Session, sum: &str) -> [Answer; 2] {
        let sum = session.position(sum).unwrap();
        [false, true].map(|fastest| {
            solve(
                &sum,
                &Solve { best: if fastest { Best::Fastest } else { Best::Any }, ..Solve::default() },
                &sprague::Limits::default(),
            )
            .unwrap()
        })
    }

    fn outcome_and_moves(answer: &Answer) -> (Outcome, Option<SumValue>, Vec<Step>, Option<u64>) {
        (answer.outcome, answer.value.clone(), answer.winning_moves.clone(), answer.winning_moves_total)
    }

    #[test]
    fn parts_of_an_answer_are_told_as_they_are_found() {
        use sprague::limits::Heard;
        use std::sync::{Arc, Mutex};

        fn parts<Q: Question>(question: &Q) -> (Vec<Value>, Value)
        where
            Q::Answer: Serialize,
        {
            let told = Arc::<Mutex<Vec<Value>>>::default();
            let list = told.clone();
            let heard = Heard::new(move |part| list.lock().unwrap().push(serde_json::from_str(part).unwrap()));
            let whole = Session::new().ask(question, &Limits { heard: Some(heard), ..Limits::default() }).unwrap();
            let parts = std::mem::take(&mut *told.lock().unwrap());
            (parts, json!(whole))
        }
        let all = Solve { moves: Moves::All, ..Solve::default() };
        for position in ["nim@3,4,5", "clobber@xo/ox+domineering@2x3", "dots-and-boxes@1x2", "stones:1,2@7"] {
            let (parts, whole) = parts(&Solve { position: position.into(), ..all.clone() });
            let mut moves = vec![];
            for part in parts {
                if part["move"].is_string() {
                    moves.push(part);
                    continue;
                }
                for (key, value) in part.as_object().unwrap() {
                    assert_eq!(whole[key], *value, "{position}: {key}");
                }
            }
            let judged = whole["moves"].as_array().unwrap();
            assert_eq!(moves.len(), judged.len(), "{position}");
            for told in moves {
                let is_it = |judged: &&Value| ["move", "to", "outcome"].iter().all(|key| told[key] == judged[key]);
                assert_eq!(judged.iter().filter(is_it).count(), 1, "{position}: {told}");
            }
        }
        assert_eq!(parts(&Solve { outcome_only: true, ..Solve::of("nim@3") }).0, [json!({ "outcome": "win" })]);
        // points that were asked for are not an outcome
        assert_eq!(parts(&Solve { at_least: Some(1), ..Solve::of("dots-and-boxes@1x1") }).0, [Value::Null; 0]);
        let table = Table { x: Some([1, 2]), y: Some([0, 2]), ..Table::of("nim@{x},{y}") };
        let (parts, whole) = parts(&table);
        assert_eq!(parts.len(), 6);
        for part in parts {
            let [x, y] = ["x", "y"].map(|key| part[key].as_u64().unwrap() as usize);
            assert_eq!(part["cell"], whole["cells"][y][x - 1], "{part}");
        }
    }

    #[test]
    fn the_fastest_win_of_few_positions_is_found_without_being_asked_for() {
        let session = Session::new();
        let mut chosen = 0;
        for family in ["nim", "subtraction:1,3,4", "subtraction:2,5,7", "all-but:2"] {
            for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
                let [any, fastest] = answers(&session, &format!("{family}@{a},{b}"));
                assert_eq!(any.best, fastest.best, "{family}@{a},{b}");
                assert_eq!(outcome_and_moves(&any), outcome_and_moves(&fastest));
                chosen += u32::from(any.best.as_ref() != any.winning_moves.first() && any.outcome == Outcome::Win);
            }
        }
        assert!(chosen > 0, "the first winning move is not always the fastest");
    }

    #[test]
    fn heaps_beyond_64_bits_follow_the_period_of_a_theorem() {
        let session = Session::new();
        for (position, nimber, moves, first) in [
            // 10^6 is -1 modulo 1000001, so 10^100 leaves 10^4
            ("subtraction:1-1000000@10^100", 10_000_u32, 1, "take 10000"),
            // 2^70 leaves 37873 modulo 1000123; every 123 heaps have one nimber
            ("subtraction:123-1000000@2^70", 307, 123, "take 37751"),
            // 2^64 leaves 924633 modulo 1000001
            ("subtraction:1-1000000@2^64+nim@7", 924_633 ^ 7, 1, "1: take 924626"),
        ] {
            let answer = session.ask(&Solve::of(position), &Limits::default()).unwrap();
            assert_eq!(answer.nimber(), Some(&nimber.into()), "{position}");
            assert_eq!((answer.winning_moves_total, answer.winning_moves[0].label.as_str()), (Some(moves), first), "{position}");
        }
    }

    #[test]
    fn products_and_sets_of_many_amounts_are_answered_or_refused_at_once() {
        let session = Session::new();
        let ask = |position: &str| {
            session.ask(&Solve::of(position), &Limits { time: Some(Duration::from_secs(20)), ..Limits::default() })
        };
        // of 10^6 = 0xf4240 with itself, and everything may be taken
        let product = ask("product:nim/nim@10^6.10^6").unwrap();
        assert_eq!((product.winning_moves[0].label.as_str(), product.winning_moves_total), ("m: 1000000, n: 1000000", None));
        let with_nim = ask("product:nim/nim@10^6.10^6+nim@12345").unwrap();
        for mv in &with_nim.winning_moves {
            assert_eq!(ask(&mv.to).unwrap().outcome, Outcome::Loss, "{}", mv.label);
        }
        // all amounts from 20001 on: the nimber rises by 1 every 20001
        let all_but = ask("all-but:1-20000@10^30").unwrap();
        let nimber = num_bigint::BigUint::from(10_u8).pow(30) / 20_001_u32;
        assert_eq!((all_but.nimber(), all_but.winning_moves_total), (Some(&nimber), Some(20_001)));
        // a period takes more rows than the greatest amount
        let far = ask("cumulative:1-1000000@10^9").unwrap_err();
        assert!(far.to_string().contains("no theorem is known"), "{far}");
    }

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_moves_of_a_huge_cake_are_not_all_counted() {
        let answer = Session::new().ask(&Solve::of("cutcake@3x1000000000"), &Limits::default()).unwrap();
        // ⌊10^9 / 2⌋ − 1
        assert!(matches!(&answer.value, Some(SumValue::Game(value)) if value.to_string() == "499999999"), "{:?}", answer.value);
        assert_eq!(answer.winning_moves_total, None);
        assert_eq!(answer.undecided_moves, solve::MOST_UNDECIDED);
    }

    #[test]
    fn pairs_and_remembered_heaps_beyond_64_bits_are_won_by_the_theorem() {
        let session = Session::new();
        let golden = "161803398874989484820458683436563811772030917980576.261803398874989484820458683436563811772030917980576";
        for (position, moves) in [
            (format!("wythoff@{golden}"), &[][..]),
            // from the lost pair 3.5, which is all that a small heap leaves
            ("wythoff@3.10^30".into(), &["take 999999999999999999999999999995 from 2nd"]),
            ("wythoff:2@0.10^30".into(), &["take 1000000000000000000000000000000 from 2nd"]),
            ("euclid@12200160415121876738.19740274219868223167".into(), &[]),
            // 10^30 leaves 1 modulo 3: 1.3 has nimber 3 and 4.3 has nimber 0
            ("euclid@10^30.3".into(), &["take 999999999999999999999999999996"]),
            // Fibonacci number 150, and one more
            ("fibonacci-nim@9969216677189303386214405760200".into(), &[]),
            ("fibonacci-nim@9969216677189303386214405760201/1".into(), &["take 1"]),
            ("take-away:1@2^70".into(), &[]),
            ("mem@10^30/10^30".into(), &["take 1000000000000000000000000000000"]),
        ] {
            let ask = |position: &str, play| session.ask(&Solve { play, ..Solve::of(position) }, &Limits::default()).unwrap();
            let answer = ask(&position, Play::Normal);
            assert_eq!(answer.outcome, if moves.is_empty() { Outcome::Loss } else { Outcome::Win }, "{position}");
            assert_eq!(answer.winning_moves.iter().map(|mv| mv.label.as_str()).collect::<Vec<_>>(), moves, "{position}");
            // under misère play each winning move leaves a lost position
            let answer = ask(&position, Play::Misere);
            assert_eq!(answer.winning_moves.is_empty(), answer.outcome == Outcome::Loss, "{position}");
            for mv in &answer.winning_moves {
                assert_eq!(ask(&mv.to, Play::Misere).outcome, Outcome::Loss, "{position}: {}", mv.label);
            }
        }
        let answer = session.ask(&Solve::of("euclid@10^30.3+nim@10^20"), &Limits::default()).unwrap();
        assert_eq!(answer.winning_moves_total, Some(1));
        let stopped = session.ask(&Solve::of("wythoff@10^30.10^29+nim@5"), &Limits::default()).unwrap_err();
        assert!(stopped.to_string().contains("no theorem is known"), "{stopped}");
    }

    #[test]
    fn elsewhere_the_best_move_is_one_that_wins_and_everything_else_is_the_same() {
        let session = Session::new();
        let mut others = 0;
        for a in 9..13 {
            for sum in [format!("kayles@{a},9,4"), format!("subtraction:1,3,4@{a},10,8"), format!("grundy@{a},12+nim@2")] {
                let [any, fastest] = answers(&session, &sum);
                assert_eq!(outcome_and_moves(&any), outcome_and_moves(&fastest), "{sum}");
                assert!(any.best.is_some() && fastest.best.is_some(), "{sum}");
                assert!(any.outcome == Outcome::Loss || any.winning_moves.contains(any.best.as_ref().unwrap()), "{sum}");
                others += u32::from(any.best != fastest.best);
            }
        }
        assert!(others > 0, "what is not asked for is not searched");
    }
}
