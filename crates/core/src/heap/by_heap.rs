//! Rulesets played on heaps: the bridge from positions to rows.

use crate::heap::{AmountSet, Amounts, HeapRules, arrangement};
#[cfg(doc)]
use crate::heap::{Nimbers, Outcomes};
use crate::modifier::WithHistory;
use crate::{Misere, NoRepeat, Partizan, Play, Player, Ruleset, ToMove};
use smallvec::SmallVec;

/// A ruleset whose single heaps are numbered: by their size, and by a state (what is remembered, who moves) below [`states`](Self::states).
///
/// A move leaves heaps that are smaller. Where it may leave several of them, implement [`Impartial::summands`](crate::Impartial::summands)
/// and use [`Nimbers`]; where it never does, say so by [`OneHeap`] and [`Outcomes`] works too.
///
/// ```
/// use sprague_core::{Impartial, Nimber, Ruleset};
/// use sprague_core::heap::{ByHeap, HeapSequence, Nimbers, Rows};
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
/// impl ByHeap for Half {
///     fn position(&self, heap: u64, _: usize) -> u64 { heap }
///     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
/// }
///
/// let rows = Rows::of(&Nimbers(Half), 8);
/// let values: Vec<u32> = rows.column(0).map(|Nimber(value)| value).collect();
/// assert_eq!(values, [0, 0, 1, 0, 2, 1, 3, 0]);
/// ```
pub trait ByHeap: Ruleset {
    /// How many states a heap of one size can be in.
    fn states(&self) -> usize {
        1
    }

    /// The heap of this size in this state.
    fn position(&self, heap: u64, state: usize) -> Self::Position;

    /// The inverse: size and state of a position that is a single heap, or none (size 0).
    fn heap_index(&self, position: &Self::Position) -> (u64, usize);

    /// The rules as data, if they are one of the kinds that theorems speak about. `None` still gives rows, but no proofs.
    fn heap_rules(&self) -> Option<HeapRules> {
        None
    }

    /// Whether a row has so few cells that rows can be computed and kept.
    fn is_tabulated(&self) -> bool {
        true
    }

    /// Normal, unless a modifier turned the ending round.
    fn convention(&self) -> Play {
        Play::Normal
    }
}

/// A promise: every move leaves at most one heap, so that rows of outcomes can be computed from rows of outcomes.
///
/// See [`ByHeap`], and [`Outcomes`] for an example.
pub trait OneHeap: ByHeap {}

/// Partizan rules on one heap: wrapped in [`ToMove`], a row has two cells, Left to move and Right to move.
///
/// ```
/// use sprague_core::{Partizan, Player, ToMove};
/// use sprague_core::heap::{ByHeap, PartizanHeap};
///
/// struct OneOrTwo; // Left takes 1, Right takes 2
/// impl Partizan for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
///         let amount = if player == Player::Left { 1 } else { 2 };
///         Some(amount).into_iter().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// }
/// impl PartizanHeap for OneOrTwo {}
/// assert_eq!(ToMove(OneOrTwo).position(3, 1), (Player::Right, 3));
/// ```
pub trait PartizanHeap: Partizan<Position = u64> {
    /// The rules as data, if theorems speak about them.
    fn heap_rules(&self) -> Option<HeapRules> {
        None
    }
}

impl<R: ByHeap> ByHeap for &R {
    fn states(&self) -> usize {
        (**self).states()
    }
    fn position(&self, heap: u64, state: usize) -> Self::Position {
        (**self).position(heap, state)
    }
    fn heap_index(&self, position: &Self::Position) -> (u64, usize) {
        (**self).heap_index(position)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        (**self).heap_rules()
    }
    fn is_tabulated(&self) -> bool {
        (**self).is_tabulated()
    }
    fn convention(&self) -> Play {
        (**self).convention()
    }
}
impl<R: OneHeap> OneHeap for &R {}

impl<R: PartizanHeap> PartizanHeap for &R {
    fn heap_rules(&self) -> Option<HeapRules> {
        (**self).heap_rules()
    }
}

impl<R: PartizanHeap> ByHeap for ToMove<R> {
    fn states(&self) -> usize {
        2
    }
    fn position(&self, heap: u64, state: usize) -> Self::Position {
        (Player::BOTH[state], heap)
    }
    fn heap_index(&self, (player, heap): &Self::Position) -> (u64, usize) {
        (*heap, usize::from(*player == Player::Right))
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        self.0.heap_rules()
    }
}
impl<R: PartizanHeap> OneHeap for ToMove<R> {}

impl<R: ByHeap> ByHeap for Misere<R> {
    fn states(&self) -> usize {
        self.0.states()
    }
    fn position(&self, heap: u64, state: usize) -> Self::Position {
        self.0.position(heap, state)
    }
    fn heap_index(&self, position: &Self::Position) -> (u64, usize) {
        self.0.heap_index(position)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        self.0.heap_rules()
    }
    fn is_tabulated(&self) -> bool {
        self.0.is_tabulated()
    }
    fn convention(&self) -> Play {
        -self.0.convention()
    }
}
impl<R: OneHeap> OneHeap for Misere<R> {}

/// A ruleset whose moves take an amount from a finite set, so that lists of moves can be numbered.
///
/// ```
/// use sprague_core::heap::{AmountSet, FiniteAmounts};
///
/// struct UpToThree(AmountSet);
/// impl FiniteAmounts for UpToThree {
///     fn amounts(&self) -> &AmountSet { &self.0 }
/// }
/// assert_eq!(UpToThree(AmountSet::new(1..=3).unwrap()).amounts().greatest(), Some(3));
/// ```
pub trait FiniteAmounts {
    /// Every amount that some move takes.
    fn amounts(&self) -> &AmountSet;
}

impl<R: FiniteAmounts> FiniteAmounts for &R {
    fn amounts(&self) -> &AmountSet {
        (**self).amounts()
    }
}

impl<R: FiniteAmounts> FiniteAmounts for Misere<R> {
    fn amounts(&self) -> &AmountSet {
        self.0.amounts()
    }
}

/// One cell for every ordered list of at most `memory` different amounts, latest first, and for every state of the base.
///
/// # Panics
/// `states` panics if the lists cannot be counted in 64 bits, `place` if a remembered move is repeated or no amount of the set.
/// How many lists of remembered moves rows are computed for.
const MAX_LISTS: usize = 1 << 20;

impl<R: OneHeap<Move = u64> + FiniteAmounts> ByHeap for NoRepeat<R> {
    fn states(&self) -> usize {
        let lists = arrangement::count(self.rules.amounts().as_slice().len(), self.memory);
        let cells = lists.and_then(|lists| lists.checked_mul(self.rules.states()));
        cells.expect("the lists of remembered moves can be counted")
    }
    fn position(&self, heap: u64, state: usize) -> Self::Position {
        let amounts = self.rules.amounts().as_slice();
        let (list, inner) = (state / self.rules.states(), state % self.rules.states());
        let last = arrangement::list(amounts.len(), list).into_iter().map(|index| amounts[index]);
        WithHistory::after(self.rules.position(heap, inner), last)
    }
    fn heap_index(&self, at: &Self::Position) -> (u64, usize) {
        let amounts = self.rules.amounts().as_slice();
        let index = |amount| amounts.binary_search(amount).expect("remembered amounts are in the set");
        let list: SmallVec<[usize; 4]> = at.last.iter().map(index).collect();
        let (heap, inner) = self.rules.heap_index(&at.position);
        (heap, arrangement::number(amounts.len(), &list) * self.rules.states() + inner)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        match self.rules.heap_rules()? {
            HeapRules::Subtraction(Amounts::Only(amounts)) => Some(HeapRules::NoRepeat { amounts, memory: self.memory }),
            _ => None,
        }
    }
    fn is_tabulated(&self) -> bool {
        let lists = arrangement::count(self.rules.amounts().as_slice().len(), self.memory);
        self.rules.is_tabulated() && lists.is_some_and(|lists| lists <= MAX_LISTS)
    }
    fn convention(&self) -> Play {
        self.rules.convention()
    }
}
impl<R: OneHeap<Move = u64> + FiniteAmounts> OneHeap for NoRepeat<R> {}
