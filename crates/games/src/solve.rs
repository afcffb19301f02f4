//! Answers as text: what the engine found out about a sum, with every position in the notation.

pub(crate) mod superfluous;

pub use superfluous::Superfluous;

use crate::play_ends::LONGEST_PLAY;
use crate::{ParsedSum, QuestionError, Step};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::Value;
use sprague::solve::{self, Factor, SumMove, SumValue};
use sprague::theory::Genus;
use sprague::{CompoundRule, Limits, Outcome, OutcomeClass, Play, Player};
use std::num::NonZeroUsize;

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
    pub rule: CompoundRule,
    /// Search, even where a theorem would answer.
    pub search: bool,
    /// Say why, and how many moves it takes.
    pub explain: bool,
    /// Give best play to the end.
    pub line: bool,
    /// Look for the fastest win, or the slowest loss, also where that takes a moment: the moves that a strategy has.
    pub fastest: bool,
    /// Stop at who wins: the answer has no moves, whatever else asks for some, and is written without a nimber.
    ///
    /// ```
    /// use sprague_games::{Session, SolveOptions, solve};
    /// let options = SolveOptions { outcome_only: true, ..SolveOptions::default() };
    /// let answer = solve(&Session::new().position("nim@3,4,5").unwrap(), &options).unwrap().to_json();
    /// assert_eq!((answer["outcome"].as_str(), answer.get("best"), answer.get("nimber")), (Some("W"), None, None));
    /// ```
    pub outcome_only: bool,
    /// Find the nimber of an impartial sum under normal play, also where that costs more than who wins by far.
    ///
    /// ```
    /// use sprague_games::{Session, SolveOptions, solve};
    /// let options = SolveOptions { nimber: true, ..SolveOptions::default() };
    /// let answer = solve(&Session::new().position("cram@3x3").unwrap(), &options).unwrap();
    /// assert!(answer.nimber().is_some() && !answer.nimber_skipped);
    /// ```
    pub nimber: bool,
    /// List every legal move with what it leads to.
    pub all_moves: bool,
    /// Who starts a partizan game.
    pub first: Player,
    /// The most winning moves to list.
    pub max_moves: usize,
    /// How many moves one play of a loaded ruleset may take before the ruleset is taken to be endless.
    pub longest_play: u64,
    /// How many threads search together where a search is long. Answers do not depend on it.
    pub jobs: NonZeroUsize,
    /// How far to search.
    pub limits: Limits,
}

impl Default for SolveOptions {
    fn default() -> Self {
        let engine = solve::SolveOptions::default();
        Self {
            play: Play::Normal,
            rule: CompoundRule::Disjunctive,
            search: engine.search,
            explain: engine.explain,
            line: engine.line,
            fastest: engine.fastest,
            outcome_only: engine.outcome_only,
            nimber: engine.nimber,
            all_moves: engine.all_moves,
            first: engine.first,
            max_moves: engine.max_moves,
            longest_play: LONGEST_PLAY,
            jobs: engine.jobs,
            limits: engine.limits,
        }
    }
}

impl SolveOptions {
    /// The part of them that the engine knows.
    pub(crate) fn engine(&self) -> solve::SolveOptions {
        solve::SolveOptions {
            search: self.search,
            explain: self.explain,
            line: self.line,
            fastest: self.fastest,
            outcome_only: self.outcome_only,
            nimber: self.nimber,
            all_moves: self.all_moves,
            max_listed: None,
            brief: false,
            first: self.first,
            max_moves: self.max_moves,
            jobs: self.jobs,
            limits: self.limits.clone(),
        }
    }
}

/// A solved position. Serialized, it is the JSON object that the command line promises.
///
/// See [`Session`](crate::Session) and [`Step`] for examples.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The position.
    pub position: String,
    /// Normal or misère play.
    pub play: Play,
    /// In which components a player moves at a time.
    pub rule: CompoundRule,
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// What the sum is worth, where a theorem says it.
    pub value: Option<SumValue>,
    /// Whether there is a nimber that would have cost more than who wins by far: [`SolveOptions::nimber`] insists on it.
    pub nimber_skipped: bool,
    /// The moves that keep the best outcome, at most as many as were asked for; none in a lost position.
    pub winning_moves: Vec<Step>,
    /// How many there are in all, `None` where they were not all looked at, or not asked for.
    pub winning_moves_total: Option<u64>,
    /// What may be done in each component, where the winning moves are many and are all combinations of such.
    pub product: Option<Vec<Factor>>,
    /// The fastest win or slowest loss where remoteness is known, else some best move; `None` only when there is no move, or none was
    /// asked for.
    pub best: Option<Step>,
    /// Who wins, by who starts; for partizan positions.
    pub outcome_class: Option<OutcomeClass>,
    /// Who starts; for partizan positions.
    pub first: Option<Player>,
    /// In how many moves play ends, if that was asked for and is known; `Some(None)` for a draw.
    pub remoteness: Option<Option<u32>>,
    /// The genus of an impartial sum, if an explanation was asked for and a small search found it.
    pub genus: Option<Genus>,
    /// Best play to the end, if that was asked for and is known.
    pub line: Option<Vec<Step>>,
    /// Every legal move with what it leads to, if that was asked for; `Some(None)` where they are too many to be listed.
    pub moves: Option<Option<Vec<JudgedStep>>>,
    /// Which theorem or search answered, a sentence each.
    pub why: Vec<String>,
    /// Whether an explanation was asked for.
    pub is_explained: bool,
    /// Whether only who wins was asked for.
    pub is_outcome_only: bool,
}

/// A legal move and what it leads to.
///
/// ```
/// use sprague_games::{Session, SolveOptions, solve};
/// let options = SolveOptions { all_moves: true, ..SolveOptions::default() };
/// let moves = solve(&Session::new().position("nim@2,1").unwrap(), &options).unwrap().moves.flatten().unwrap();
/// let shown: Vec<_> = moves.iter().map(|judged| (judged.step.to.as_str(), judged.outcome.letter())).collect();
/// assert_eq!(shown, [("nim@1,1", 'L'), ("nim@0,1", 'W'), ("nim@2,0", 'W')]);
/// ```
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct JudgedStep {
    /// The move.
    #[serde(flatten)]
    pub step: Step,
    /// The outcome for the player who moves next: a loss is good for who makes the move.
    #[serde(serialize_with = "in_words")]
    pub outcome: Outcome,
    /// What the sum is worth after the move, where the method says it.
    #[serde(flatten, serialize_with = "nimber_or_value")]
    pub value: Option<SumValue>,
    /// Why nobody need look at it, for partizan sums whose value is known.
    #[serde(flatten)]
    pub superfluous: Option<Superfluous>,
}

/// An outcome as JSON has it.
pub(crate) fn in_words<S: Serializer>(outcome: &Outcome, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(outcome)
}

/// A value under the name that JSON has for its kind; a nimber that is missing is null.
fn nimber_or_value<S: Serializer>(value: &Option<SumValue>, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(1))?;
    match value {
        Some(game @ SumValue::Game(_)) => map.serialize_entry("value", game)?,
        other => map.serialize_entry("nimber", &other.as_ref().filter(|value| value.nimber().is_some()))?,
    }
    map.end()
}

/// How many bytes of positions after moves are written out.
const MAX_BYTES: usize = 1 << 24;

impl Answer {
    pub(crate) fn new(sum: &ParsedSum, options: &SolveOptions, answer: solve::Answer) -> Self {
        let steps = sum.steps();
        let step = |mv: &SumMove| steps.step(mv);
        let mut bytes = 0;
        let is_short = |step: &Step| {
            let fits = bytes < MAX_BYTES;
            bytes += step.to.len() + step.label.len();
            fits
        };
        let mut here = sum.clone();
        let mut follow = |mv: &SumMove| {
            let step = here.steps().step(mv);
            here = here.after(mv);
            step
        };
        Self {
            position: steps.text.clone(),
            play: options.play,
            rule: options.rule,
            outcome: answer.outcome,
            nimber_skipped: answer.nimber_skipped,
            winning_moves: answer.winning_moves.iter().map(step).take_while(is_short).collect(),
            winning_moves_total: answer.winning_moves_total,
            product: answer.product.map(|product| labelled(sum, product)),
            best: answer.best.as_ref().map(step),
            outcome_class: answer.outcome_class,
            first: answer.first,
            remoteness: answer.remoteness,
            genus: answer.genus,
            line: answer.line.map(|line| line.iter().map(&mut follow).collect()),
            moves: (options.all_moves && !options.outcome_only)
                .then(|| judged(sum, options, answer.value.as_ref(), answer.moves?)),
            why: answer.why,
            value: answer.value,
            is_explained: options.explain,
            is_outcome_only: options.outcome_only,
        }
    }

    /// The nimber, where there is one.
    ///
    /// ```
    /// use sprague_games::{Session, SolveOptions, solve};
    /// let answer = solve(&Session::new().position("nim@3,4,5").unwrap(), &SolveOptions::default()).unwrap();
    /// assert_eq!(answer.nimber(), Some(&2_u32.into()));
    /// ```
    pub fn nimber(&self) -> Option<&num_bigint::BigUint> {
        self.value.as_ref().and_then(SumValue::nimber)
    }

    /// What positions that may come again are worth together under normal play.
    ///
    /// ```
    /// use sprague_games::{Session, SolveOptions, solve};
    /// let answer = solve(&Session::new().position("nim@3,4,5").unwrap(), &SolveOptions::default()).unwrap();
    /// assert_eq!(answer.smith(), None);
    /// ```
    pub fn smith(&self) -> Option<&SumValue> {
        self.value.as_ref().filter(|value| matches!(value, SumValue::Smith { .. }))
    }

    /// The answer as the JSON object that the command line promises.
    ///
    /// ```
    /// # use sprague_games::{Session, SolveOptions, solve};
    /// let answer = solve(&Session::new().position("nim@10^20").unwrap(), &SolveOptions::default()).unwrap();
    /// assert_eq!(answer.to_json()["nimber"], "100000000000000000000");
    /// ```
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("an answer is plain data")
    }
}

/// The moves with their texts, `None` where these would be too long.
fn judged(
    sum: &ParsedSum,
    options: &SolveOptions,
    whole: Option<&SumValue>,
    moves: Vec<solve::JudgedMove>,
) -> Option<Vec<JudgedStep>> {
    let mut left = MAX_BYTES;
    let why = match whole.and_then(SumValue::game) {
        Some(whole) => {
            let values: Vec<_> = moves.iter().map(|judged| judged.value.as_ref().and_then(SumValue::game)).collect();
            superfluous::superfluous(whole, &values, options.first, &options.limits)
        }
        None => vec![None; moves.len()],
    };
    let steps = sum.steps();
    let judged = moves.into_iter().zip(why).map(|(solve::JudgedMove { mv, outcome, value, .. }, superfluous)| {
        let step = steps.step(&mv);
        left = left.checked_sub(step.to.len() + step.label.len())?;
        Some(JudgedStep { step, outcome, value, superfluous })
    });
    judged.collect()
}

/// The labels of a product with the numbers of their components.
fn labelled(sum: &ParsedSum, product: Vec<Factor>) -> Vec<Factor> {
    let label = |(index, factor): (usize, Factor)| {
        let moves = factor.moves.iter().map(|label| sum.label(index, label)).collect();
        Factor { moves, ..factor }
    };
    product.into_iter().enumerate().map(label).collect()
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("position", &self.position)?;
        map.serialize_entry("play", &self.play)?;
        map.serialize_entry("rule", &self.rule.to_string())?;
        map.serialize_entry("outcome", &self.outcome.to_string())?;
        if !self.is_outcome_only {
            map.serialize_entry("nimber", &self.nimber().and(self.value.as_ref()))?;
            if self.nimber_skipped {
                map.serialize_entry("nimber_skipped", &true)?;
            }
            map.serialize_entry("winning_moves", &self.winning_moves)?;
            map.serialize_entry("winning_moves_total", &self.winning_moves_total.map(crate::json_number))?;
            map.serialize_entry("best", &self.best)?;
        }
        if let Some(product) = &self.product {
            let factor = |factor: &Factor| Product {
                moves: factor.moves.clone(),
                total: factor.total.map(crate::json_number),
                may_stay: factor.may_stay,
            };
            map.serialize_entry("product", &product.iter().map(factor).collect::<Vec<_>>())?;
        }
        if let Some(first) = self.first {
            map.serialize_entry("first", &first)?;
            map.serialize_entry("outcome_class", &self.outcome_class.map(OutcomeClass::letter))?;
            if let Some(text) = self.value.as_ref().and_then(SumValue::game).and_then(|value| value.text()) {
                map.serialize_entry("value", &text)?;
            }
        }
        if let Some(remoteness) = self.remoteness {
            map.serialize_entry("remoteness", &remoteness)?;
        }
        if let Some(smith) = self.smith().filter(|_| self.is_explained) {
            map.serialize_entry("smith", smith)?;
        }
        if let Some(genus) = &self.genus {
            map.serialize_entry("misere_nimber", &genus.misere_nimber().0)?;
            map.serialize_entry("genus", &(genus.nimber().0, superscript(genus)))?;
        }
        if let Some(line) = &self.line {
            map.serialize_entry("line", line)?;
        }
        if let Some(moves) = &self.moves {
            map.serialize_entry("moves", moves)?;
        }
        if self.is_explained {
            map.serialize_entry("why", &self.why)?;
        }
        map.end()
    }
}

/// A factor of a product as JSON has it.
#[derive(Serialize)]
struct Product {
    moves: Vec<String>,
    total: Option<Value>,
    may_stay: bool,
}

/// So many numbers of a genus are shown at least.
const SHOWN: usize = 5;

/// The numbers of a genus, written out as far as they change.
fn superscript(genus: &Genus) -> Vec<u32> {
    let shown = genus.superscript().len().max(SHOWN);
    (0..shown).map(|copies| genus.beside_twos(copies)).collect()
}

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
/// [`QuestionError::Malformed`] for a sum without meaning, [`QuestionError::Stopped`] at a limit.
pub fn solve(sum: &ParsedSum, options: &SolveOptions) -> Result<Answer, QuestionError> {
    let mixed = sum.mixed(options.rule, options.play);
    mixed.has_meaning().map_err(|refused| sum.refused(refused))?;
    sum.check_first_within(options.longest_play, &options.limits)?;
    let answer = solve::solve(&mixed, &options.engine()).map_err(|error| sum.not_solved(error))?;
    Ok(Answer::new(sum, options, answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Session;

    fn answers(session: &Session, sum: &str) -> [Answer; 2] {
        let sum = session.position(sum).unwrap();
        [false, true].map(|fastest| solve(&sum, &SolveOptions { fastest, ..SolveOptions::default() }).unwrap())
    }

    fn outcome_and_moves(answer: &Answer) -> (Outcome, Option<SumValue>, Vec<Step>, Option<u64>) {
        (answer.outcome, answer.value.clone(), answer.winning_moves.clone(), answer.winning_moves_total)
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
