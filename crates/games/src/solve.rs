//! Solving a position: who wins, by which moves, and why.
//!
//! Theorems answer first: nimbers of the components (normal play, impartial), rows of outcomes (a single heap), Bouton's
//! theorem for misère Nim, misère quotients, Smith's values where play need not end, a number of each component by the other rules
//! for moving in a sum. What no theorem reaches is searched, within limits.

mod by_finite_quotient;
mod by_outcome;
mod by_quotient;
mod by_rule;
mod by_search;
mod by_smith;
mod by_value;
mod explained;
mod factor;
mod last_stone;
mod legal;
mod own_ending;
mod parts;
mod picture;
mod piles;
mod searchable;
mod tally;
mod wide;
mod winners;

pub(crate) use by_finite_quotient::Known as KnownQuotient;
pub use by_smith::Smith;
pub use factor::Factor;
pub use parts::Part;
pub use picture::SearchGraph;
pub(crate) use winners::{options_of, strategy_of};

use crate::custom::LONGEST_PLAY;
use crate::json::{big, number};
use crate::{SumText, Unanswered};
use num_bigint::BigUint;
use serde_json::{Map, Value, json};
use sprague::{Fault, Genus, Limits, Outcome, OutcomeClass, Play, Player, Rule, Stopped};
use std::time::Duration;

/// How a position is to be solved.
///
/// ```
/// let options = sprague_games::SolveOptions::default();
/// assert_eq!(options.max_moves, 1000);
/// ```
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Normal or misère play.
    pub play: Play,
    /// In which components a player moves at a time.
    pub rule: Rule,
    /// Search, even where a theorem would answer.
    pub search: bool,
    /// Say why, and how many moves it takes.
    pub explain: bool,
    /// Give best play to the end.
    pub line: bool,
    /// Look for the fastest win, or the slowest loss, also where that takes a moment: the moves that a strategy has.
    pub fastest: bool,
    /// Who starts a partizan game.
    pub first: Player,
    /// The most winning moves to list.
    pub max_moves: usize,
    /// How many moves one play of a loaded ruleset may take before the ruleset is taken to be endless.
    pub longest_play: u64,
    /// How far to search.
    pub limits: Limits,
}

impl SolveOptions {
    /// Whether more is asked for than who wins by which move.
    fn asks_for_more(&self) -> bool {
        self.explain || self.line || self.fastest
    }

    /// These options with the limits of the search that follows a theorem's answer.
    fn looking(&self) -> Self {
        let reach = if self.line {
            LONG_LOOK
        } else if self.asks_for_more() {
            LOOK
        } else {
            GLANCE
        };
        Self { limits: glance(reach, &self.limits), ..self.clone() }
    }
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            play: Play::Normal,
            rule: Rule::Disjunctive,
            search: false,
            explain: false,
            line: false,
            fastest: false,
            first: Player::Left,
            max_moves: 1000,
            longest_play: LONGEST_PLAY,
            limits: Limits::default(),
        }
    }
}

/// A move and the position after it, in the notation.
///
/// ```
/// use sprague_games::{Session, SolveOptions, solve};
/// let answer = solve(&Session::new().position("nim@3,4,5").unwrap(), &SolveOptions::default()).unwrap();
/// let best = answer.best.unwrap();
/// assert_eq!((best.label.as_str(), best.to.as_str()), ("1: take 2", "nim@1,4,5"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What the move is called; with the number of the component if there are several.
    pub label: String,
    /// The position after it.
    pub to: String,
    /// Who moves next in a partizan game.
    pub next: Option<Player>,
}

/// A solved position.
///
/// See [`Session`](crate::Session) and [`Step`] for examples.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The position.
    pub position: String,
    /// Normal or misère play.
    pub play: Play,
    /// In which components a player moves at a time.
    pub rule: Rule,
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The nimber, where there is one.
    pub nimber: Option<BigUint>,
    /// The moves that keep the best outcome, at most as many as were asked for; none in a lost position.
    pub winning_moves: Vec<Step>,
    /// How many there are in all, `None` where they were not all looked at.
    pub winning_moves_total: Option<u64>,
    /// What may be done in each component, where the winning moves are many and are all combinations of such.
    pub product: Option<Vec<Factor>>,
    /// The fastest win or slowest loss where remoteness is known, else some best move; `None` only when there is no move.
    pub best: Option<Step>,
    /// Who wins, by who starts; for partizan positions.
    pub outcome_class: Option<OutcomeClass>,
    /// Who starts; for partizan positions.
    pub first: Option<Player>,
    /// In how many moves play ends, if that was asked for and is known; `Some(None)` for a draw.
    pub remoteness: Option<Option<u32>>,
    /// What positions that may come again are worth together under normal play.
    pub smith: Option<Smith>,
    /// The genus of an impartial sum, if an explanation was asked for and a small search found it.
    pub genus: Option<Genus>,
    /// Best play to the end, if that was asked for and is known.
    pub line: Option<Vec<Step>>,
    /// Which theorem or search answered, a sentence each.
    pub why: Vec<String>,
}

/// What a method found out about the moves of a position.
pub(crate) struct Moves {
    pub(crate) winning: Vec<Step>,
    pub(crate) total: Option<u64>,
    pub(crate) best: Option<Step>,
}

impl Answer {
    fn new(sum: &SumText, options: &SolveOptions, outcome: Outcome, moves: Moves, why: String) -> Self {
        Self {
            position: sum.to_string(),
            play: options.play,
            rule: options.rule,
            outcome,
            nimber: None,
            winning_moves: moves.winning,
            winning_moves_total: moves.total,
            product: None,
            best: moves.best,
            outcome_class: None,
            first: None,
            remoteness: None,
            smith: None,
            genus: None,
            line: None,
            why: vec![why],
        }
    }

    /// Who starts a partizan game, and the outcome if the other player did.
    fn set_first(&mut self, first: Player, other: Outcome) {
        let (left, right) = if first == Player::Left { (self.outcome, other) } else { (other, self.outcome) };
        self.outcome_class = OutcomeClass::of(left, right);
        self.first = Some(first);
    }

    /// The answer as the JSON object that the command line promises.
    ///
    /// ```
    /// # use sprague_games::{Session, SolveOptions, solve};
    /// let options = SolveOptions::default();
    /// let answer = solve(&Session::new().position("nim@10^20").unwrap(), &options).unwrap();
    /// assert_eq!(answer.to_json(&options)["nimber"], "100000000000000000000");
    /// ```
    pub fn to_json(&self, options: &SolveOptions) -> Value {
        let mut object = Map::new();
        let mut set = |key: &str, value: Value| {
            object.insert(key.into(), value);
        };
        set("position", json!(self.position));
        set("play", json!(self.play));
        set("rule", json!(self.rule.to_string()));
        set("outcome", json!(self.outcome.to_string()));
        set("nimber", self.nimber.as_ref().map_or(Value::Null, big));
        set("winning_moves", self.winning_moves.iter().map(Step::to_json).collect());
        set("winning_moves_total", self.winning_moves_total.map_or(Value::Null, number));
        set("best", self.best.as_ref().map_or(Value::Null, Step::to_json));
        if let Some(product) = &self.product {
            set("product", product.iter().map(Factor::to_json).collect());
        }
        if let Some(first) = self.first {
            set("first", json!(first.to_string()));
            set("outcome_class", self.outcome_class.map_or(Value::Null, |class| json!(class.letter().to_string())));
        }
        if let Some(remoteness) = self.remoteness {
            set("remoteness", json!(remoteness));
        }
        if let Some(smith) = self.smith.as_ref().filter(|_| options.explain) {
            set("smith", smith.to_json());
        }
        if let Some(genus) = &self.genus {
            set("misere_nimber", json!(genus.misere_nimber().0));
            set("genus", explained::genus_to_json(genus));
        }
        if let Some(line) = &self.line {
            set("line", line.iter().map(Step::to_json).collect());
        }
        if options.explain {
            set("why", json!(self.why));
        }
        Value::Object(object)
    }
}

impl Step {
    /// The move as JSON: `move`, `to`, and `next` in a partizan game.
    ///
    /// ```
    /// let step = sprague_games::Step { label: "take 2".into(), to: "nim@1".into(), next: None };
    /// assert_eq!(step.to_json()["to"], "nim@1");
    /// ```
    pub fn to_json(&self) -> Value {
        let mut step = json!({ "move": self.label, "to": self.to });
        if let Some(next) = self.next {
            step["next"] = json!(next.to_string());
        }
        step
    }
}

/// How far a search goes only to choose the fastest of several winning moves: bounded by what it holds, so that the same question
/// gets the same answer on every machine.
const GLANCE: (u64, u64, Duration) = (2_000, 1 << 19, Duration::from_secs(1));

/// The same where the question asks for the number of moves or the fastest win.
const LOOK: (u64, u64, Duration) = (250_000, 1 << 28, Duration::from_millis(600));

/// The same where it asks for best play to the end.
const LONG_LOOK: (u64, u64, Duration) = (1_000_000, 1 << 30, Duration::from_secs(5));

/// The most components that are glanced at.
const GLANCED: usize = 64;

/// Solves a position.
///
/// ```
/// use sprague::{Outcome, Play};
/// use sprague_games::{Session, SolveOptions, solve};
///
/// let sum = Session::new().position("subtraction:1,3,4@10^100").unwrap();
/// let misere = SolveOptions { play: Play::Misere, ..SolveOptions::default() };
/// assert_eq!(solve(&sum, &misere).unwrap().outcome, Outcome::Win);
/// ```
///
/// # Errors
/// [`Unanswered::Malformed`] for a sum without meaning, [`Unanswered::Stopped`] at a limit.
pub fn solve(sum: &SumText, options: &SolveOptions) -> Result<Answer, Unanswered> {
    sum.allows(options.play)?;
    sum.check_first(options.longest_play)?;
    let options = &SolveOptions { limits: options.limits.starting_now(), ..options.clone() };
    let is_disjunctive = options.rule == Rule::Disjunctive;
    let answer = if is_disjunctive { decided(sum, options) } else { by_rule::solve(sum, options) };
    // what loaded rules answered after they had failed counts for nothing, and that they failed is the reason for anything else
    sum.check()?;
    let mut answer = answer?;
    if options.explain && is_disjunctive {
        answer.genus = explained::genus(sum, options);
    }
    if options.explain && !options.search && is_disjunctive {
        let mut about: Vec<String> = sum.places().iter().flat_map(|place| place.game.about_rows()).collect();
        about.sort();
        about.dedup();
        answer.why.extend(about);
    }
    if answer.remoteness.is_some() && !options.explain {
        answer.remoteness = None;
    }
    Ok(answer)
}

/// The answer, with remoteness wherever the method found it.
fn decided(sum: &SumText, options: &SolveOptions) -> Result<Answer, Unanswered> {
    let by_theorem = if options.search { None } else { by_theorem(sum, options)? };
    let Some(mut answer) = by_theorem else {
        return if sum.has_own_ending() { Ok(with_own_ending(sum, options)?) } else { by_search::solve(sum, options) };
    };
    if (sum.has_own_ending() && !options.asks_for_more()) || sum.places().len() > GLANCED {
        return Ok(answer);
    }
    // the theorem knows who wins, a glance at small positions also how fast
    let looked = options.looking();
    let searched = if sum.has_own_ending() { with_own_ending(sum, &looked) } else { by_search::solve_graph(sum, &looked) };
    if let Ok(searched) = searched {
        debug_assert_eq!(searched.outcome, answer.outcome, "{sum}: theorem and search agree");
        answer.best = searched.best;
        answer.remoteness = searched.remoteness;
        answer.line = searched.line;
    }
    Ok(answer)
}

/// Search where the rules say themselves who has won.
fn with_own_ending(sum: &SumText, options: &SolveOptions) -> Result<Answer, Stopped> {
    if sum.is_of_stones() { piles::solve(sum, options) } else { own_ending::solve(sum, options) }
}

/// Why a search cannot go on whose moves are not those that it found before.
fn unsteady(sum: &SumText) -> Stopped {
    let says = |stopped| match stopped {
        Ok(()) => Fault::new("asked for its moves again, it listed other ones").into(),
        Err(stopped) => stopped,
    };
    says(sum.check())
}

/// These limits where they are narrower.
fn glance((positions, bytes, time): (u64, u64, Duration), limits: &Limits) -> Limits {
    Limits {
        positions: positions.min(limits.positions),
        bytes: bytes.min(limits.bytes),
        time: Some(limits.time.map_or(time, |limit| limit.min(time))),
        ..limits.clone()
    }
}

/// The first theorem that answers, `None` if none does.
fn by_theorem(sum: &SumText, options: &SolveOptions) -> Result<Option<Answer>, Unanswered> {
    if let Some(answer) = by_outcome::solve(sum, options)? {
        return Ok(Some(answer));
    }
    if sum.is_partizan() || sum.has_own_ending() {
        return Ok(None);
    }
    match options.play {
        Play::Normal => match by_value::solve(sum, options)? {
            None => by_smith::solve(sum, options).map(Some),
            answer => Ok(answer),
        },
        Play::Misere => match last_stone::solve(sum, options)? {
            None => match by_quotient::solve(sum, options)? {
                None => Ok(by_finite_quotient::at_a_look(sum, options)?),
                answer => Ok(answer),
            },
            answer => Ok(answer),
        },
    }
}
