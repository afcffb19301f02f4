//! Outcomes and winning moves of sums by every rule for moving, from numbers of the components and of their options.
//!
//! A move may change many components, so the number of moves is exponential. But after some of the components only few facts
//! matter, so the winning moves are counted from the last component back, and then listed without dead ends.

use super::fold::{Fold, Folding};
use crate::limits::Meter;
use crate::{Limits, Stopped};
use hashbrown::HashMap;
use sprague_core::{CompoundRule, Outcome, Play};

/// Returns the outcome of a sum of components with these numbers. There must be at least one component.
///
/// The numbers are those of [`Measure::of`](super::Measure::of). If it returns `None`, for [`CompoundRule::Moore`] and for
/// [`CompoundRule::NotAll`] in misère play, the numbers are sizes of Nim heaps, and the theorem holds only for these. The
/// result is `None` for disjunctive misère play, because no short number is enough there. Sources: Moore 1910; Conway, *On
/// Numbers and Games*, ch. 14.
///
/// ```
/// use sprague::theory::compound_outcome;
/// use sprague::{Outcome, Play, CompoundRule};
///
/// // remoteness 1 and 2: the shorter game decides
/// assert_eq!(compound_outcome(CompoundRule::Conjunctive, Play::Normal, [1, 2]), Some(Outcome::Win));
/// // Nim heaps 1, 2, 3, of which at most two may be reduced
/// let rule = "moore=2".parse().unwrap();
/// assert_eq!(compound_outcome(rule, Play::Normal, [1, 1, 1]), Some(Outcome::Loss));
/// ```
pub fn compound_outcome(rule: CompoundRule, play: Play, values: impl IntoIterator<Item = u32>) -> Option<Outcome> {
    let folding = Folding { rule, play };
    let fold = values.into_iter().fold(folding.start()?, |fold, value| folding.add(&fold, value));
    Some(folding.outcome(&fold))
}

/// A component of a sum: its own number and the numbers of its options, as [`compound_outcome`] takes them.
///
/// ```
/// let heap = sprague::theory::ComponentMoves { here: 2, options: vec![1, 0] };
/// assert_eq!(heap.options.len(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentMoves {
    /// The number of the component.
    pub here: u32,
    /// The numbers of its options, in the order of its moves.
    pub options: Vec<u32>,
}

/// The state after some components of a move: the number of components moved in, and the fold of their numbers after the move.
type State = (usize, Fold);

/// The winning moves of a sum: for each component, the option that the move chooses.
///
/// ```
/// use sprague::theory::{ComponentMoves, CompoundMoves};
/// use sprague::{Limits, Play, CompoundRule};
///
/// // Nim heaps 1 and 2, of which one or both may be reduced: bits of their outcomes
/// let (over, one, two) = (0b100, 0b011, 0b111);
/// let components = [ComponentMoves { here: one, options: vec![over] }, ComponentMoves { here: two, options: vec![one, over] }];
/// let moves = CompoundMoves::new(CompoundRule::Selective, Play::Normal, &components, &Limits::default()).unwrap();
/// assert_eq!(moves.total(), Some(1));
/// assert_eq!(moves.winning().next(), Some(vec![Some(0), Some(1)])); // both to nothing
/// ```
#[derive(Debug)]
pub struct CompoundMoves<'a> {
    folding: Folding,
    components: &'a [ComponentMoves],
    live: usize,
    /// For each number of decided components, the number of winning moves to which each state leads. States that lead to none
    /// are left out.
    ways: Vec<HashMap<State, Option<u64>>>,
}

impl<'a> CompoundMoves<'a> {
    /// Counts the winning moves.
    ///
    /// It stores the states that partial moves lead to, which are few for most rules.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn new(rule: CompoundRule, play: Play, components: &'a [ComponentMoves], limits: &Limits) -> Result<Self, Stopped> {
        Self::with_copies(rule, play, components, |_, _| Some(1), limits)
    }

    /// Counts the winning moves if an option may represent several moves.
    ///
    /// `copies` returns their number, given the component and the option, or `None` if it exceeds 64 bits. One move of each
    /// kind is listed, and all are counted.
    ///
    /// ```
    /// use sprague::theory::{ComponentMoves, CompoundMoves, Measure};
    /// use sprague::{Limits, Play, CompoundRule};
    ///
    /// // one heap of a million: in the misère form the winner leaves one token, and all the other moves are of two kinds
    /// let number = |heap| Measure::Suspense(Play::Misere).of_nim_heap(heap).unwrap();
    /// let heap = [ComponentMoves { here: number(1_000_000), options: vec![number(0), number(1), number(2)] }];
    /// let copies = |_, option| Some(if option == 2 { 999_998 } else { 1 });
    /// let moves = CompoundMoves::with_copies(CompoundRule::Continued, Play::Misere, &heap, copies, &Limits::default()).unwrap();
    /// assert_eq!((moves.total(), moves.winning().next()), (Some(1), Some(vec![Some(1)])));
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn with_copies(
        rule: CompoundRule,
        play: Play,
        components: &'a [ComponentMoves],
        copies: impl Fn(usize, usize) -> Option<u64>,
        limits: &Limits,
    ) -> Result<Self, Stopped> {
        let folding = Folding { rule, play };
        let live = components.iter().filter(|component| !component.options.is_empty()).count();
        let mut moves = Self { folding, components, live, ways: vec![] };
        let is_over = rule.ends_with_any() && live < components.len();
        let (Some(start), false) = (folding.start(), is_over) else { return Ok(moves) };
        let mut meter = Meter::new(limits);
        // 1. forwards: the states that the choices for the first components can lead to
        let mut reached: Vec<Vec<State>> = vec![vec![(0, start)]];
        let mut states = 0;
        for index in 0..components.len() {
            let mut next: HashMap<State, Option<u64>> = HashMap::new();
            for state in &reached[index] {
                for (_, after) in moves.steps(index, state) {
                    next.insert(after, None);
                    meter.allow(states + next.len() as u64, || (states as usize + next.len()) * size_of::<State>(), || None)?;
                }
            }
            states += next.len() as u64;
            reached.push(next.into_keys().collect());
        }
        // 2. backwards: the number of ways in which each state leads to a winning move
        let mut ways: Vec<HashMap<State, Option<u64>>> = vec![HashMap::new(); components.len() + 1];
        for (index, states) in reached.into_iter().enumerate().rev() {
            for state in states {
                let count = if index == components.len() {
                    moves.wins(&state).then_some(Some(1))
                } else {
                    let ends = moves.steps(index, &state).filter_map(|(option, after)| {
                        let copies = option.map_or(Some(1), |option| copies(index, option));
                        ways[index + 1].get(&after).map(|ways| (*ways)?.checked_mul(copies?))
                    });
                    ends.reduce(|all, some| all?.checked_add(some?))
                };
                if let Some(count) = count {
                    ways[index].insert(state, count);
                }
            }
        }
        moves.ways = ways;
        Ok(moves)
    }

    /// Returns the choices for a component, each with the state after it.
    fn steps(&self, index: usize, state: &State) -> impl Iterator<Item = (Option<usize>, State)> + use<'_> {
        let (folding, component) = (self.folding, &self.components[index]);
        let (moved, fold) = (state.0, state.1.clone());
        let must_move =
            matches!(folding.rule, CompoundRule::Conjunctive | CompoundRule::Continued) && !component.options.is_empty();
        let may_move = moved < folding.rule.most(self.components.len());
        let stays = (!must_move).then_some((None, component.here));
        let goes = component.options.iter().enumerate().filter(move |_| may_move).map(|(option, value)| (Some(option), *value));
        let most = folding.most_counted(self.components.len());
        stays.into_iter().chain(goes).map(move |(option, value)| {
            let moved = (moved + usize::from(option.is_some())).min(most);
            (option, (moved, folding.add(&fold, value)))
        })
    }

    /// Returns `true` if a complete move with this result is legal and wins.
    fn wins(&self, (moved, fold): &State) -> bool {
        let rule = self.folding.rule;
        let is_legal = match rule {
            CompoundRule::Conjunctive | CompoundRule::Continued => self.live > 0,
            _ => rule.allows(*moved, self.live, self.components.len()),
        };
        is_legal && self.folding.outcome(fold) == Outcome::Loss
    }

    /// Returns the number of winning moves, or `None` if it exceeds 64 bits.
    pub fn total(&self) -> Option<u64> {
        self.ways.first().and_then(|start| start.values().next()).map_or(Some(0), |count| *count)
    }

    /// Returns the choices for each component, if the winning moves are exactly the combinations of these choices.
    ///
    /// A choice is an option or, first in the list, `None` if the component may stay. Returns `None` if there are no winning
    /// moves or they are not of this form.
    ///
    /// ```
    /// use sprague::theory::{ComponentMoves, CompoundMoves};
    /// use sprague::{Limits, Play, CompoundRule};
    ///
    /// // suspense numbers of two components in each of which a player must move: whoever leaves only even ones wins
    /// let component = ComponentMoves { here: 1, options: vec![0, 1, 0] };
    /// let components = [component.clone(), component];
    /// let moves = CompoundMoves::new(CompoundRule::Continued, Play::Normal, &components, &Limits::default()).unwrap();
    /// let either = vec![Some(0), Some(2)];
    /// assert_eq!((moves.total(), moves.product()), (Some(4), Some(vec![either.clone(), either])));
    /// ```
    pub fn product(&self) -> Option<Vec<Vec<Option<usize>>>> {
        // the choices for a component must not depend on the choices before it
        let next = |(index, states): (usize, &HashMap<State, Option<u64>>)| {
            let wins = |state: &State| {
                let steps = self.steps(index, state).filter(|(_, after)| self.ways[index + 1].contains_key(after));
                steps.map(|(option, _)| option).collect::<Vec<_>>()
            };
            let mut choices = states.keys().map(wins);
            let first = choices.next()?;
            choices.all(|other| other == first).then_some(first)
        };
        if self.ways.is_empty() {
            return None;
        }
        self.ways.iter().take(self.components.len()).enumerate().map(next).collect()
    }

    /// Returns the winning moves one by one: for each component the option that is chosen, or `None` if the component stays.
    pub fn winning(&self) -> impl Iterator<Item = Vec<Option<usize>>> {
        let mut path: Vec<(State, usize, Option<usize>)> = vec![];
        let mut here = self.ways.first().and_then(|start| start.keys().next().cloned()).map(|start| (start, 0));
        core::iter::from_fn(move || {
            loop {
                let (state, from) = here.take()?;
                if path.len() == self.components.len() {
                    let found = path.iter().map(|(.., chosen)| *chosen).collect();
                    here = path.pop().map(|(state, step, _)| (state, step + 1));
                    return Some(found);
                }
                let index = path.len();
                let next = {
                    let mut steps = self.steps(index, &state).enumerate().skip(from);
                    steps.find(|(_, (_, after))| self.ways[index + 1].contains_key(after))
                };
                match next {
                    Some((step, (chosen, after))) => {
                        path.push((state, step, chosen));
                        here = Some((after, 0));
                    }
                    None => here = path.pop().map(|(state, step, _)| (state, step + 1)),
                }
            }
        })
    }
}
