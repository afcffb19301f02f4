//! Solves any sum: by theorems first, and by search if no theorem applies.
//!
//! A [`MixedSum`] adds positions of any rulesets, built in or loaded, with heaps of any size. [`solve`] chooses the theorem. A
//! [`Valuation`] decides sums by values of their components, and [`decide`] uses it to list winning moves. Nothing in this
//! module reads or writes text.

mod cache;
mod code_quotient;
mod comparison_proof;
mod compound;
mod endless;
mod entailing;
mod finite_quotient;
mod found_strategy;
mod heap_order;
mod judged;
mod kept_values;
mod known;
mod known_quotient;
mod last_stone;
mod look_up;
mod loopy_value;
mod loopy_values;
mod many;
mod misere_forms;
mod misere_value;
mod nimbers;
mod observed;
mod outcome_rows;
mod piles;
mod quick;
mod score;
mod search;
mod searchable;
mod selection;
mod smith;
mod starters;
mod strategy;
mod sum;
mod sum_graph;
mod sum_value;
mod terminal;
mod unlisted;
mod valuation;
mod values;

pub use cache::{RulesetCache, misere_quotient};
pub use comparison_proof::{TextOf, comparison_proof};
pub use compound::Factor;
pub use found_strategy::WrittenStrategy;
pub use judged::JudgedMove;
pub use known::{Known, Notes, Part};
pub use loopy_value::{LoopyValue, loopy_comparison, loopy_value};
pub use many::{ManySums, SharedSearch};
pub use misere_value::{MisereAsked, MisereComparison, MisereFacts, MisereValue, misere_comparison, misere_order, misere_value};
pub use nimbers::FactorNimbers;
pub use observed::challenge;
pub use score::{each_scored_option, terminal_score};
pub use strategy::{each_option, multiset, strategy};
pub use sum::{Component, ComponentPosition, MixedSum, Points, Refused, SumMove, misere_has_meaning};
pub use sum_graph::{GraphNode, GraphReach, SumGraph};
pub use sum_value::SumValue;
pub use terminal::terminal_outcome;
pub use valuation::{Decided, Found, NoValue, Valuation, decide};
pub use values::{MOST_UNDECIDED, PartOfValue, outcome_class, value, value_in_parallel, value_or_part};

use crate::theory::{Genus, GenusSearch};
use core::num::NonZeroUsize;
use selection::{AllFound, FoundMoves};
use sprague_core::any::AnyOf;
use sprague_core::{CompoundRule, Limits, Outcome, OutcomeClass, Play, Player, Stopped};
use thiserror::Error;

/// The largest number of moves of best play in an answer.
const MAX_LINE: usize = 1_000;

/// The budget of the search for a genus in an explanation.
const GENUS: quick::Reach = (25_000, 1 << 26);

/// The budget of the search for a genus, for interactive use.
const BRIEF_GENUS: quick::Reach = (2_000, 1 << 24);

/// Options and limits for [`solve`].
///
/// ```
/// assert_eq!(sprague::solve::SolveOptions::default().max_moves, 1000);
/// ```
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Search even if a theorem would answer.
    pub search: bool,
    /// Explain the answer, and give the number of moves to the end.
    pub explain: bool,
    /// Give best play to the end.
    pub line: bool,
    /// Look for the fastest win or the slowest loss, which a strategy needs, even if that takes a moment.
    pub fastest: bool,
    /// Find the winner only.
    ///
    /// Options that ask for moves are ignored, and no extra search is run.
    ///
    /// ```
    /// # use sprague::solve::{Component, MixedSum, RulesetCache, SolveOptions, solve};
    /// # use sprague::any;
    /// # use sprague::examples::Nim;
    /// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
    /// let sum = MixedSum::of([Component::new(&nim, &2_u64)]);
    /// let answer = solve(&sum, &SolveOptions { outcome_only: true, ..SolveOptions::default() })?;
    /// assert!(answer.outcome == sprague::Outcome::Win && answer.best.is_none() && answer.winning_moves_total.is_none());
    /// # Ok::<(), sprague::solve::SolveError>(())
    /// ```
    pub outcome_only: bool,
    /// If the rules count points, find only whether the player who starts gets at least this many points more than the other:
    /// the outcome is a win or a loss. Options that ask for moves are ignored.
    pub at_least: Option<i64>,
    /// Find the nimber of an impartial sum under normal play, even if that costs far more than finding the winner.
    ///
    /// ```
    /// # use sprague::solve::{Component, MixedSum, RulesetCache, SolveOptions, solve};
    /// # use sprague::any;
    /// # use sprague::examples::Nim;
    /// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
    /// let sum = MixedSum::of([Component::new(&nim, &2_u64)]);
    /// let answer = solve(&sum, &SolveOptions { nimber: true, ..SolveOptions::default() })?;
    /// assert_eq!(answer.value.unwrap().nimber(), Some(&2_u8.into()));
    /// assert!(!answer.nimber_skipped);
    /// # Ok::<(), sprague::solve::SolveError>(())
    /// ```
    pub nimber: bool,
    /// Let laws that are only observed in the first rows answer for large heaps of rules that are code.
    pub observed: bool,
    /// List every legal move with its result.
    ///
    /// ```
    /// # use sprague::solve::{Component, MixedSum, RulesetCache, SolveOptions, solve};
    /// # use sprague::any;
    /// # use sprague::examples::Nim;
    /// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
    /// let sum = MixedSum::of([Component::new(&nim, &2_u64)]);
    /// let moves = solve(&sum, &SolveOptions { all_moves: true, ..SolveOptions::default() })?.moves.unwrap();
    /// let outcomes: Vec<_> = moves.iter().map(|judged| (judged.mv.changed[0].1.as_str(), judged.outcome)).collect();
    /// assert_eq!(outcomes, [("1", sprague::Outcome::Win), ("2", sprague::Outcome::Loss)]);
    /// # Ok::<(), sprague::solve::SolveError>(())
    /// ```
    pub all_moves: bool,
    /// The largest number of moves that `all_moves` lists; the first ones are listed.
    ///
    /// `None` lists all moves, or none if there are too many.
    ///
    /// ```
    /// # use sprague::solve::{Component, MixedSum, RulesetCache, SolveOptions, solve};
    /// # use sprague::any;
    /// # use sprague::examples::Nim;
    /// let nim = std::sync::Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
    /// let sum = MixedSum::of([Component::new(&nim, &9_u64)]);
    /// let answer = solve(&sum, &SolveOptions { all_moves: true, max_listed: Some(4), ..SolveOptions::default() })?;
    /// assert_eq!((answer.moves.unwrap().len(), answer.moves_cut), (4, true));
    /// # Ok::<(), sprague::solve::SolveError>(())
    /// ```
    pub max_listed: Option<usize>,
    /// Spend little on additions such as the number of moves, for interactive use.
    pub brief: bool,
    /// The player who starts a partizan game.
    pub first: Player,
    /// Do not find out who wins a partizan game if the other player starts.
    ///
    /// The answer then has no [`outcome_class`](Answer::outcome_class).
    pub first_only: bool,
    /// The largest number of winning moves to list.
    pub max_moves: usize,
    /// Decide every move for the list of winning moves, even moves that cost far more than the winner.
    pub decides_all: bool,
    /// The number of threads for a long search. It does not affect the answer.
    pub jobs: NonZeroUsize,
    /// The limits of the search.
    pub limits: Limits,
    /// Receives the results so far if a limit is reached. Use a separate value for each question.
    pub known: Known,
}

impl Default for SolveOptions {
    fn default() -> Self {
        Self {
            search: false,
            explain: false,
            line: false,
            fastest: false,
            outcome_only: false,
            at_least: None,
            nimber: false,
            observed: false,
            all_moves: false,
            max_listed: None,
            brief: false,
            first: Player::Left,
            first_only: false,
            max_moves: 1000,
            decides_all: false,
            jobs: NonZeroUsize::MIN,
            limits: Limits::default(),
            known: Known::default(),
        }
    }
}

impl SolveOptions {
    /// Returns the player who moves first. In impartial sums it is Left, because it makes no difference.
    fn player(&self, sum: &MixedSum) -> Player {
        if sum.is_partizan() { self.first } else { Player::Left }
    }

    fn starting_now(&self) -> Self {
        Self { limits: self.limits.starting_now(), ..self.clone() }
    }
}

/// The reason why a sum was not solved.
///
/// ```
/// use sprague::{Stopped, solve::SolveError};
/// assert_eq!(SolveError::from(Stopped::Positions(7)).to_string(), "stopped after 7 positions");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The question has no meaning for the sum.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A component is loopy, and the question needs games that end.
    ///
    /// The component may still have a [`loopy_value`].
    #[error(transparent)]
    Loopy(Refused),
    /// A limit was reached, or loaded rules failed.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// A solved sum.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The value of the sum, if a theorem or the graph of all positions provides it.
    pub value: Option<SumValue>,
    /// `true` if the nimber was left out because it costs far more than the winner. Set [`SolveOptions::nimber`] to get it.
    pub nimber_skipped: bool,
    /// The moves that keep the best outcome, up to [`SolveOptions::max_moves`]. A lost sum has none.
    pub winning_moves: Vec<SumMove>,
    /// The number of all moves that keep the best outcome, or `None` if not all were checked or none were requested.
    pub winning_moves_total: Option<u64>,
    /// The choices in each component, if all their combinations win. `Some` only if there are many winning moves.
    pub product: Option<Vec<Factor>>,
    /// The number of moves left undecided because deciding them would cost far more than the winner.
    ///
    /// Set [`SolveOptions::decides_all`] or [`SolveOptions::all_moves`] to decide them.
    pub undecided_moves: u64,
    /// The fastest win or the slowest loss if the remoteness is known, otherwise some best move.
    ///
    /// `None` only if there is no move or none was requested.
    pub best: Option<SumMove>,
    /// The winner for each starting player, for partizan sums.
    pub outcome_class: Option<OutcomeClass>,
    /// The player who starts, for partizan sums.
    pub first: Option<Player>,
    /// By how much the player who starts wins, if the rules count points; negative for a loss.
    pub score: Option<i64>,
    /// Left's points minus Right's if Left starts, and if Right starts, for rules that count points and give Left and Right
    /// different moves.
    pub stops: Option<[i64; 2]>,
    /// The number of moves to the end, if it was requested and is known. `Some(None)` stands for a draw.
    pub remoteness: Option<Option<u32>>,
    /// The genus of an impartial sum, if an explanation was requested and a small search found it.
    pub genus: Option<Genus>,
    /// Best play to the end, if it was requested and is known.
    pub line: Option<Vec<SumMove>>,
    /// Every legal move with its result, if requested. `None` also if there are too many moves to list.
    pub moves: Option<Vec<JudgedMove>>,
    /// `true` if there are more moves than [`SolveOptions::max_listed`], so that some are not listed.
    pub moves_cut: bool,
    /// The theorem or search that answered, one sentence per entry.
    pub why: Vec<String>,
    /// The theorems that were tried before in vain, each with what it needs.
    pub passed: Vec<&'static str>,
    /// The laws that answered although they are only observed, or promised by a script, one sentence per entry.
    pub observed: Vec<String>,
}

impl Answer {
    fn new(outcome: Outcome, moves: FoundMoves, why: String) -> Self {
        Self {
            outcome,
            value: None,
            nimber_skipped: false,
            winning_moves: moves.winning,
            winning_moves_total: moves.total,
            undecided_moves: 0,
            product: None,
            best: moves.best,
            outcome_class: None,
            first: None,
            score: None,
            stops: None,
            remoteness: None,
            genus: None,
            line: None,
            moves_cut: moves.all.as_ref().is_some_and(|all| all.is_cut),
            moves: moves.all.map(|all| all.moves),
            why: vec![why],
            passed: vec![],
            observed: vec![],
        }
    }

    /// Copies best move, best play and remoteness from the answer that a search found for this sum.
    fn take_best_play(&mut self, searched: Self) {
        self.best = searched.best;
        self.remoteness = searched.remoteness;
        self.line = searched.line;
        // both answers list the moves in the same order
        for (judged, searched) in self.moves.iter_mut().flatten().zip(searched.moves.into_iter().flatten()) {
            if judged.mv == searched.mv {
                judged.remoteness = searched.remoteness;
            }
        }
    }

    fn without_moves(self) -> Self {
        let (winning_moves, winning_moves_total, best) = (vec![], None, None);
        Self { winning_moves, winning_moves_total, best, product: None, line: None, moves: None, moves_cut: false, ..self }
    }

    /// Stores the player who starts a partizan sum. `other` is the outcome if the other player starts.
    fn set_first(&mut self, first: Player, other: Outcome) {
        self.outcome_class = Some(class(first, self.outcome, other));
        self.first = Some(first);
    }
}

/// Returns the outcome class, given the outcomes if `first` and if the other player starts.
fn class(first: Player, outcome: Outcome, other: Outcome) -> OutcomeClass {
    match first {
        Player::Left => OutcomeClass::of(outcome, other),
        Player::Right => OutcomeClass::of(other, outcome),
    }
}

impl From<Decided> for Answer {
    fn from(decided: Decided) -> Self {
        let Decided { winning_moves: winning, winning_moves_total: total, best, moves, moves_cut: is_cut, .. } = decided;
        let moves = FoundMoves { all: moves.map(|moves| AllFound { moves, is_cut }), winning, total, best };
        Self { value: decided.value, undecided_moves: decided.undecided_moves, ..Self::new(decided.outcome, moves, decided.why) }
    }
}

/// Solves a sum: chooses a theorem that applies, and searches if there is none.
///
/// This example writes three rulesets in a few lines each, adds them and solves the sum by a theorem:
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, SolveOptions, solve};
/// use sprague::{Impartial, Outcome, Ruleset, any, heap_notation};
/// use std::sync::Arc;
///
/// /// Take any number.
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Nim {}
/// heap_notation!(Nim);
///
/// /// Take one token or three.
/// struct OneOrThree;
/// impl Ruleset for OneOrThree {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { [1, 3].into_iter().filter(move |amount| amount <= heap) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for OneOrThree {}
/// heap_notation!(OneOrThree);
///
/// /// Take half of the heap or less.
/// struct Half;
/// impl Ruleset for Half {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=heap / 2 }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Half {}
/// heap_notation!(Half);
///
/// let nim = Arc::new(RulesetCache::new("nim", any::impartial(Nim)));
/// let one_or_three = Arc::new(RulesetCache::new("one or three", any::impartial(OneOrThree)));
/// let half = Arc::new(RulesetCache::new("half", any::impartial(Half)));
/// let sum = MixedSum::of([
///     Component::new(&nim, &6_u64),
///     Component::new(&one_or_three, &7_u64),
///     Component::new(&half, &9_u64),
/// ]);
/// let answer = solve(&sum, &SolveOptions::default())?;
/// assert_eq!(answer.outcome, Outcome::Win);
/// assert_eq!(answer.value.unwrap().nimber(), Some(&5_u32.into())); // 6 + 1 + 2, added without carry
/// let best = answer.best.unwrap();
/// assert_eq!((best.changed[0].0, best.changed[0].1.as_str()), (0, "3")); // take 3 from the heap of Nim
/// assert!(answer.why[0].starts_with("Sprague-Grundy"));
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// Returns [`SolveError::Refused`] for a sum without meaning, [`SolveError::Loopy`] if the question needs games that end, and
/// [`SolveError::Stopped`] if a limit is reached.
pub fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    sum.has_meaning()?;
    let options = &options.starting_now();
    let is_disjunctive = sum.rule == CompoundRule::Disjunctive;
    let mut passed = vec![];
    let answer = if is_disjunctive { decided(sum, options, &mut passed) } else { compound::solve(sum, options) };
    // after a failure of loaded rules every answer is void, and the failure is the reason
    sum.check().inspect_err(|_| options.known.clear())?;
    let mut answer = Answer { passed, ..answer? };
    if options.outcome_only {
        // the route taken may have found some moves
        answer = answer.without_moves();
    } else if options.explain && is_disjunctive {
        answer.genus = genus(sum, options);
    }
    if options.explain && !options.search && is_disjunctive {
        let mut about: Vec<String> = sum.components.iter().flat_map(|component| component.rules.about_rows()).collect();
        about.sort();
        about.dedup();
        answer.why.extend(about);
    }
    if !options.explain {
        answer.remoteness = None;
        answer.moves.iter_mut().flatten().for_each(|judged| judged.remoteness = None);
    }
    Ok(answer)
}

/// Solves a disjunctive sum. The answer contains the remoteness if the method finds it.
fn decided(sum: &MixedSum, options: &SolveOptions, passed: &mut Vec<&'static str>) -> Result<Answer, SolveError> {
    if let Some(answer) = endless::solve(sum, options)? {
        return Ok(answer);
    }
    let by_theorem = if options.search { None } else { by_theorem(sum, options, passed)? };
    let Some(mut answer) = by_theorem else {
        return if sum.has_terminal_rule() { with_terminal_rule(sum, options) } else { search::solve(sum, options) };
    };
    // the theorem finds the winner; for small sums a quick search also finds how fast
    let Some(quick) = options.quick(sum, &answer) else { return Ok(answer) };
    let searched = if sum.has_terminal_rule() {
        with_terminal_rule(sum, &quick)
    } else {
        search::solve_graph(sum, &quick).map_err(SolveError::from)
    };
    if let Ok(searched) = searched {
        // loaded rules may have failed in the meantime
        debug_assert!(searched.outcome == answer.outcome || sum.check().is_err(), "theorem and search agree");
        answer.take_best_play(searched);
    }
    Ok(answer)
}

fn with_terminal_rule(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    match sum.components.first().map(Component::kind) {
        _ if sum.is_of_stones() => Ok(piles::solve(sum, options)?),
        Some(kind) if kind.is_scored() => score::solve(sum, options),
        _ => Ok(terminal::solve(sum, options)?),
    }
}

/// The sums that a route covers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    /// Some move may entail the next one.
    Entailing,
    /// Left and Right have different moves, and whoever makes the last move wins.
    Partizan,
    /// Of these, the sums whose components are single heaps.
    PartizanHeaps,
    /// Both players have the same moves, and whoever makes the last move wins.
    Impartial,
    /// Heaps of Nim and similar ones under misère play.
    LastStone,
    /// Other impartial sums under misère play.
    Misere,
}

impl Class {
    /// Returns the class of a sum, or `None` if no theorem is about such sums.
    fn of(sum: &MixedSum) -> Option<Self> {
        match sum.play {
            _ if sum.has_terminal_rule() => None,
            _ if sum.entails() => Some(Self::Entailing),
            Play::Normal if sum.is_partizan() => Some(Self::Partizan),
            Play::Normal => Some(Self::Impartial),
            Play::Misere if sum.is_partizan() => None,
            Play::Misere if last_stone::is_known(sum) => Some(Self::LastStone),
            Play::Misere => Some(Self::Misere),
        }
    }
}

/// A way to solve a sum without a search of its positions: its name and what it needs, the sums that it covers, and the answer,
/// which is `None` if the theorem does not apply or would take too long.
type Route = (&'static str, Class, fn(&MixedSum, &SolveOptions) -> Result<Option<Answer>, SolveError>);

/// The routes in the order in which they are tried, after [`outcome_rows`], which are about sums of all classes.
const ROUTES: [Route; 11] = [
    ("entailing values (of components that are impartial or entailing, and small enough)", Class::Entailing, entailing::solve),
    (
        "order of heaps (of two heaps, one of them negative and one large, whose order is proved)",
        Class::PartizanHeaps,
        heap_order::solve,
    ),
    ("outcomes of smaller heaps (of one large heap that cannot be split)", Class::PartizanHeaps, |sum, options| {
        Ok(search::solve_long_heap(sum, options)?)
    }),
    ("canonical forms (of components without loops, whose forms are short enough)", Class::Partizan, by_values),
    ("loopy values (of several components, some of them loopy, with few positions)", Class::Partizan, loopy_values::solve),
    ("nimbers (of any impartial sum)", Class::Impartial, |sum, options| by_nimbers(sum, options).map(Some)),
    ("theorem on the last stone (for Nim and heaps like it)", Class::LastStone, by_last_stone),
    ("quick misère quotient of a code (if all heaps have one code, whose quotient is small)", Class::Misere, |sum, options| {
        by_code(sum, options, quick::SHORT_QUOTIENT)
    }),
    ("quick misère quotient of positions (if it is small)", Class::Misere, |sum, options| {
        by_finite_quotient(sum, options, finite_quotient::QUICK)
    }),
    ("misère canonical forms (if they are short)", Class::Misere, |sum, options| {
        by_misere_forms(sum, options, misere_forms::SHORT)
    }),
    ("misère quotient of a code (if all heaps have one code, and the limits are enough)", Class::Misere, |sum, options| {
        by_code(sum, options, quick::QUOTIENT)
    }),
];

/// Tries the theorems in order and returns the first answer, or `None` if no theorem applies. `passed` gets the names of those
/// that did not.
fn by_theorem(sum: &MixedSum, options: &SolveOptions, passed: &mut Vec<&'static str>) -> Result<Option<Answer>, SolveError> {
    if let Some(answer) = outcome_rows::solve(sum, options)? {
        return Ok(Some(answer));
    }
    let Some(class) = Class::of(sum) else { return Ok(None) };
    let is_of_heaps = sum.components.iter().all(|component| component.one_heap().is_some());
    let covers = |covered| covered == class || is_of_heaps && class == Class::Partizan && covered == Class::PartizanHeaps;
    for (name, _, route) in ROUTES.iter().filter(|(_, covered, _)| covers(*covered)) {
        if let Some(answer) = route(sum, options)? {
            debug_assert!(!answer.why.is_empty(), "{name}: no reason is given");
            return Ok(Some(answer));
        }
        passed.push(name);
    }
    Ok(None)
}

fn by_last_stone(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let rules = nimbers::typed(sum);
    covered(decide(&last_stone::LastStone::of(sum, &rules, &options.limits), sum, options))
}

/// Solves by nimbers, or by Smith's values if positions are loopy.
fn by_nimbers(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    let rules = nimbers::typed(sum);
    let nimbers = nimbers::Nimbers::new(sum, &rules, &options.limits);
    let nimbers = if options.observed { nimbers.observing() } else { nimbers };
    match nimbers.solve(sum, options) {
        Ok(answer) => return Ok(Answer { observed: nimbers.observed(), ..answer }),
        Err(NoValue::NotCovered) => {}
        Err(NoValue::Stopped(stopped)) => return Err(stopped.into()),
    }
    let graphs = smith::Graphs::explore(sum, &rules, &nimbers, &options.limits)?;
    let smith = smith::Smith::new(&nimbers, &graphs, &options.limits)?;
    match decide(&smith, sum, options) {
        Ok(decided) => Ok(decided.into()),
        Err(NoValue::Stopped(stopped)) => Err(stopped.into()),
        Err(NoValue::NotCovered) => unreachable!("Smith's values cover every impartial position"),
    }
}

/// Solves by canonical forms, as far as they pay off.
fn by_values(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    if options.outcome_only {
        return starters::solve(sum, options);
    }
    let Some(rules) = values::Rules::of(sum) else { return Ok(None) };
    by_these(&values::Values::new(&rules, &options.limits), sum, options)
}

/// Solves by the values of one search, for both starting players.
fn by_these(values: &values::Values<'_>, sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let Some(mut answer) = for_both(values, sum, options)? else { return Ok(None) };
    // include what was searched for the other player
    if options.explain
        && !options.first_only
        && let Ok(reason) = values.reason_for(sum)
    {
        answer.why = vec![reason];
    }
    Ok(Some(answer))
}

/// Solves by a valuation of partizan sums, for both starting players unless one is enough.
fn for_both(by: &impl Valuation, sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let Some(mut answer) = covered(decide(by, sum, options))? else { return Ok(None) };
    let player = options.player(sum);
    if options.first_only {
        answer.first = Some(player);
        return Ok(Some(answer));
    }
    options.known.outcome(answer.outcome);
    match valuation::total(by, sum).and_then(|total| by.outcome(&total, -player)) {
        Ok(other) => {
            answer.set_first(player, other);
            answer.outcome_class.into_iter().for_each(|class| options.known.class(class));
        }
        Err(NoValue::NotCovered) => return Ok(None),
        Err(NoValue::Stopped(stopped)) => return Err(stopped.into()),
    }
    Ok(Some(answer))
}

/// Solves by the misère quotient of a take-and-break code.
fn by_code(sum: &MixedSum, options: &SolveOptions, reach: quick::Reach) -> Result<Option<Answer>, SolveError> {
    match code_quotient::CodeQuotient::of(sum, &quick::leaving_half(reach, sum, &options.limits)) {
        Some(quotient) => covered(decide(&quotient, sum, options)),
        None => Ok(None),
    }
}

fn by_misere_forms(sum: &MixedSum, options: &SolveOptions, most: quick::Reach) -> Result<Option<Answer>, SolveError> {
    match misere_forms::Rules::of(sum, &options.limits, most) {
        Some(rules) => covered(decide(&misere_forms::Forms::new(&rules), sum, options)),
        None => Ok(None),
    }
}

fn by_finite_quotient(sum: &MixedSum, options: &SolveOptions, most: quick::Reach) -> Result<Option<Answer>, SolveError> {
    match finite_quotient::PositionsQuotient::of(sum, &options.limits, most) {
        Some(quotient) => covered(decide(&quotient, sum, options)),
        None => Ok(None),
    }
}

/// Turns a decision into an answer; returns `None` if the theorem does not apply to the sum.
fn covered(decided: Result<Decided, NoValue>) -> Result<Option<Answer>, SolveError> {
    match decided {
        Ok(decided) => Ok(Some(decided.into())),
        Err(NoValue::NotCovered) => Ok(None),
        Err(NoValue::Stopped(stopped)) => Err(stopped.into()),
    }
}

/// Returns the genus of an impartial sum, if a small search finds it.
fn genus(sum: &MixedSum, options: &SolveOptions) -> Option<Genus> {
    let limits = quick::within(if options.brief { BRIEF_GENUS } else { GENUS }, sum, &options.limits);
    let positions = sum.small()?;
    let (rules, which) = sum.rulesets();
    GenusSearch::new(&AnyOf::new(rules).ok()?, &limits).genus_of_sum(which.into_iter().zip(positions)).ok()
}
