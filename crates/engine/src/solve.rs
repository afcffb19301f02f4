//! Solving any sum, by theorems first and by search where none answers.
//!
//! A [`MixedSum`] adds positions of any rulesets behind type erasure, built in or loaded, small or beyond 64 bits. [`solve`]
//! chooses the theorem. A [`Valuation`] decides sums by values of their components, and [`decide`] lists winning moves for it.
//! Nothing here reads or writes text.

mod cache;
mod code_quotient;
mod comparison_proof;
mod compound;
mod entailing;
mod finite_quotient;
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
mod outcome_rows;
mod piles;
mod quick;
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
pub use judged::JudgedMove;
pub use known::{Known, Notes};
pub use loopy_value::{LoopyValue, loopy_comparison, loopy_value};
pub use many::{ManySums, SharedSearch};
pub use misere_value::{MisereAsked, MisereComparison, MisereFacts, MisereValue, misere_comparison, misere_order, misere_value};
pub use nimbers::FactorNimbers;
pub use strategy::{WrittenStrategy, each_option, multiset, strategy};
pub use sum::{Component, ComponentPosition, MixedSum, Refused, SumMove, misere_has_meaning};
pub use sum_graph::{GraphNode, GraphReach, SumGraph};
pub use sum_value::SumValue;
pub use valuation::{Decided, Found, NoValue, Valuation, decide};
pub use values::{PartOfValue, outcome_class, value, value_in_parallel, value_or_part};

use crate::theory::{Genus, GenusSearch};
use core::num::NonZeroUsize;
use selection::{AllFound, FoundMoves};
use sprague_core::any::AnyOf;
use sprague_core::{CompoundRule, Limits, Outcome, OutcomeClass, Play, Player, Stopped};
use thiserror::Error;

/// The most moves of best play that are given.
const MAX_LINE: usize = 1_000;

/// The search for the genus that explains a sum.
const GENUS: quick::Reach = (25_000, 1 << 26);

/// The same for interactive use.
const BRIEF_GENUS: quick::Reach = (2_000, 1 << 24);

/// Wishes for the solution of a sum, and its limits.
///
/// ```
/// assert_eq!(sprague::solve::SolveOptions::default().max_moves, 1000);
/// ```
#[derive(Clone, Debug)]
pub struct SolveOptions {
    /// Search, even where a theorem would answer.
    pub search: bool,
    /// Say why, and give the number of moves to the end.
    pub explain: bool,
    /// Give best play to the end.
    pub line: bool,
    /// Look for the fastest win, or the slowest loss: the moves of a strategy.
    ///
    /// This is done even where it takes a moment.
    pub fastest: bool,
    /// Stop when the winner is known.
    ///
    /// The answer has no moves, whatever else asks for some. Whatever takes a search beside is left out.
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
    /// Find the nimber of an impartial sum under normal play.
    ///
    /// This is done even where it costs more than the winner by far.
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
    /// The most moves to list, of all moves: the first ones.
    ///
    /// If nothing is said, all are listed, or none if they are too many.
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
    /// Spend little on additions such as the number of moves: for interactive use.
    pub brief: bool,
    /// The player who starts a partizan game.
    pub first: Player,
    /// Leave out who wins a partizan game if the other player starts.
    ///
    /// The answer has no [`outcome_class`](Answer::outcome_class) then.
    pub first_only: bool,
    /// The most winning moves to list.
    pub max_moves: usize,
    /// Decide every move for the list of winning ones.
    ///
    /// Even those that cost far more than the winner are decided.
    pub decides_all: bool,
    /// The number of threads that search together where a search is long.
    ///
    /// Answers do not depend on it.
    pub jobs: NonZeroUsize,
    /// The limits of the search.
    pub limits: Limits,
    /// The notes of what is known when a limit is reached.
    ///
    /// They are those of one question, so each has its own.
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
            nimber: false,
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
    /// The player who moves first: in impartial sums Left, as it makes no difference.
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
    /// The question has no meaning for it.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// A component is loopy, where only games that end are spoken about.
    ///
    /// It has a [`loopy_value`] all the same.
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
    /// The value of the sum, where a theorem or the whole graph says it.
    pub value: Option<SumValue>,
    /// Tells whether a nimber was left out because it costs too much.
    ///
    /// That is more than the winner by far; [`SolveOptions::nimber`] insists on it.
    pub nimber_skipped: bool,
    /// The moves that keep the best outcome, as many as were asked for.
    ///
    /// None in a lost sum.
    pub winning_moves: Vec<SumMove>,
    /// The number of such moves in all.
    ///
    /// `None` where they were not all looked at, or not asked for.
    pub winning_moves_total: Option<u64>,
    /// The choices in each component, if all their combinations win.
    ///
    /// It is for winning moves that are many.
    pub product: Option<Vec<Factor>>,
    /// The number of moves that were left undecided.
    ///
    /// Deciding them would cost far more than the winner.
    /// [`SolveOptions::decides_all`] and [`SolveOptions::all_moves`] insist on them.
    pub undecided_moves: u64,
    /// The fastest win or slowest loss if remoteness is known, else some best move.
    ///
    /// `None` only when there is no move, or none was asked for.
    pub best: Option<SumMove>,
    /// The winner by who starts; for partizan sums.
    pub outcome_class: Option<OutcomeClass>,
    /// The player who starts; for partizan sums.
    pub first: Option<Player>,
    /// The number of moves to the end, if asked for and known.
    ///
    /// `Some(None)` for a draw.
    pub remoteness: Option<Option<u32>>,
    /// The genus of an impartial sum, if asked for an explanation.
    ///
    /// Only if a small search found it.
    pub genus: Option<Genus>,
    /// Best play to the end, if that was asked for and is known.
    pub line: Option<Vec<SumMove>>,
    /// Every legal move with its result, if asked for.
    ///
    /// `None` also where they are too many to be listed.
    pub moves: Option<Vec<JudgedMove>>,
    /// Tells whether there are more moves than are listed.
    ///
    /// The most that are listed is [`SolveOptions::max_listed`].
    pub moves_cut: bool,
    /// The theorem or search that answered, a sentence each.
    pub why: Vec<String>,
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
            remoteness: None,
            genus: None,
            line: None,
            moves_cut: moves.all.as_ref().is_some_and(|all| all.is_cut),
            moves: moves.all.map(|all| all.moves),
            why: vec![why],
        }
    }

    /// Takes over best move, best play and remoteness from a search.
    ///
    /// One of the same sum.
    fn take_best_play(&mut self, searched: Self) {
        self.best = searched.best;
        self.remoteness = searched.remoteness;
        self.line = searched.line;
        // both list the moves in one order
        for (judged, searched) in self.moves.iter_mut().flatten().zip(searched.moves.into_iter().flatten()) {
            if judged.mv == searched.mv {
                judged.remoteness = searched.remoteness;
            }
        }
    }

    /// The answer without its moves, if only the winner was asked for.
    fn without_moves(self) -> Self {
        let (winning_moves, winning_moves_total, best) = (vec![], None, None);
        Self { winning_moves, winning_moves_total, best, product: None, line: None, moves: None, moves_cut: false, ..self }
    }

    /// Notes the player who starts a partizan sum.
    ///
    /// `other` is the outcome if the other player did.
    fn set_first(&mut self, first: Player, other: Outcome) {
        self.outcome_class = Some(class(first, self.outcome, other));
        self.first = Some(first);
    }
}

/// The class of a sum, from the outcomes for this player and the other one.
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

/// Solves a sum.
///
/// Three rulesets, each written in a few lines, added and solved by theorem:
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
/// [`SolveError::Refused`] for a sum without meaning, [`SolveError::Stopped`] at a limit.
pub fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    sum.has_meaning()?;
    let options = &options.starting_now();
    let is_disjunctive = sum.rule == CompoundRule::Disjunctive;
    let answer = if is_disjunctive { decided(sum, options) } else { compound::solve(sum, options) };
    // after a failure of loaded rules every answer is void, and the failure is the reason
    sum.check().inspect_err(|_| options.known.clear())?;
    let mut answer = answer?;
    if options.outcome_only {
        // the route may have found some
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

/// The answer, with remoteness wherever the method found it.
fn decided(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    let by_theorem = if options.search { None } else { by_theorem(sum, options)? };
    let Some(mut answer) = by_theorem else {
        return if sum.has_terminal_rule() { Ok(with_terminal_rule(sum, options)?) } else { search::solve(sum, options) };
    };
    // the theorem knows who wins, a quick search of small positions also how fast
    let Some(quick) = options.quick(sum, &answer) else { return Ok(answer) };
    let searched = if sum.has_terminal_rule() { with_terminal_rule(sum, &quick) } else { search::solve_graph(sum, &quick) };
    if let Ok(searched) = searched {
        // loaded rules may have failed meanwhile
        debug_assert!(searched.outcome == answer.outcome || sum.check().is_err(), "theorem and search agree");
        answer.take_best_play(searched);
    }
    Ok(answer)
}

/// The answer by search, for a terminal rule.
fn with_terminal_rule(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, Stopped> {
    if sum.is_of_stones() { piles::solve(sum, options) } else { terminal::solve(sum, options) }
}

/// The first theorem that answers, `None` if none does.
fn by_theorem(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    if let Some(answer) = outcome_rows::solve(sum, options)? {
        return Ok(Some(answer));
    }
    if sum.has_terminal_rule() {
        return Ok(None);
    }
    if sum.entails() {
        return entailing::solve(sum, options);
    }
    if sum.is_partizan() {
        return match sum.play {
            Play::Normal => {
                if let Some(answer) = heap_order::solve(sum, options)? {
                    return Ok(Some(answer));
                }
                if let Some(answer) = search::solve_long_heap(sum, options)? {
                    return Ok(Some(answer));
                }
                by_values(sum, options)?.map_or_else(|| loopy_values::solve(sum, options), |answer| Ok(Some(answer)))
            }
            Play::Misere => Ok(None),
        };
    }
    match sum.play {
        Play::Normal => by_nimbers(sum, options).map(Some),
        Play::Misere => {
            if last_stone::is_taking(sum) {
                let rules = nimbers::typed(sum);
                return covered(decide(&last_stone::LastStone::of(sum, &rules, &options.limits), sum, options));
            }
            by_misere_values(sum, options)
        }
    }
}

/// Solves by nimbers, and for loopy positions by Smith's values.
fn by_nimbers(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    let rules = nimbers::typed(sum);
    let nimbers = nimbers::Nimbers::new(sum, &rules, &options.limits);
    match nimbers.solve(sum, options) {
        Ok(answer) => return Ok(answer),
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

/// By canonical forms, as far as these pay.
fn by_values(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    if options.outcome_only {
        return starters::solve(sum, options);
    }
    let Some(rules) = values::Rules::of(sum) else { return Ok(None) };
    by_these(&values::Values::new(&rules, &options.limits), sum, options)
}

/// By the values of one search, for both starters.
fn by_these(values: &values::Values<'_>, sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let Some(mut answer) = for_both(values, sum, options)? else { return Ok(None) };
    // what was searched for the other player counts
    if options.explain
        && !options.first_only
        && let Ok(reason) = values.reason_for(sum)
    {
        answer.why = vec![reason];
    }
    Ok(Some(answer))
}

/// By a valuation of partizan sums, for both starters unless one is enough.
fn for_both(by: &impl Valuation, sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let Some(mut answer) = covered(decide(by, sum, options))? else { return Ok(None) };
    let player = options.player(sum);
    if options.first_only {
        answer.first = Some(player);
        return Ok(Some(answer));
    }
    options.known.outcome(answer.outcome);
    match valuation::total(by, sum).and_then(|total| by.outcome(&total, -player)) {
        Ok(other) => answer.set_first(player, other),
        Err(NoValue::NotCovered) => return Ok(None),
        Err(NoValue::Stopped(stopped)) => return Err(stopped.into()),
    }
    Ok(Some(answer))
}

/// By a misère quotient that is found soon, by canonical forms, or by any quotient.
fn by_misere_values(sum: &MixedSum, options: &SolveOptions) -> Result<Option<Answer>, SolveError> {
    let by_code = |reach| match code_quotient::CodeQuotient::of(sum, &quick::leaving_half(reach, sum, &options.limits)) {
        Some(quotient) => covered(decide(&quotient, sum, options)),
        None => Ok(None),
    };
    if let Some(answer) = by_code(quick::SHORT_QUOTIENT)? {
        return Ok(Some(answer));
    }
    if let Some(answer) = by_finite_quotient(sum, options, finite_quotient::QUICK)? {
        return Ok(Some(answer));
    }
    if let Some(answer) = by_misere_forms(sum, options, misere_forms::SHORT)? {
        return Ok(Some(answer));
    }
    by_code(quick::QUOTIENT)
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

/// The answer of a theorem, `None` where it does not speak about the sum.
fn covered(decided: Result<Decided, NoValue>) -> Result<Option<Answer>, SolveError> {
    match decided {
        Ok(decided) => Ok(Some(decided.into())),
        Err(NoValue::NotCovered) => Ok(None),
        Err(NoValue::Stopped(stopped)) => Err(stopped.into()),
    }
}

/// The genus of an impartial sum, if a small search finds it.
fn genus(sum: &MixedSum, options: &SolveOptions) -> Option<Genus> {
    let limits = quick::within(if options.brief { BRIEF_GENUS } else { GENUS }, sum, &options.limits);
    let positions = sum.small()?;
    let (rules, which) = sum.rulesets();
    GenusSearch::new(&AnyOf::new(rules).ok()?, &limits).genus_of_sum(which.into_iter().zip(positions)).ok()
}
