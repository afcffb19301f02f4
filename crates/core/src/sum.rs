//! Disjunctive sums: a move is a move in one of the summands.

use crate::{Fault, Impartial, Partizan, Player, Ruleset};
use core::fmt::{self, Display};

/// The sum of two rulesets, which may differ: a move is a move in one of them.
///
/// ```
/// use sprague_core::{Ruleset, Sum};
/// # use sprague_core::Impartial;
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let moves: Vec<String> = Sum(Nim, Nim).moves(&(1, 2)).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["1: 1", "2: 1", "2: 2"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sum<A, B>(pub A, pub B);

/// A move in one summand of a [`Sum`], shown as `1: …` or `2: …`.
///
/// ```
/// use sprague_core::In;
/// assert_eq!(In::<u8, u8>::Second(3).to_string(), "2: 3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum In<L, R> {
    /// A move in the first summand.
    First(L),
    /// A move in the second summand.
    Second(R),
}

impl<L: Display, R: Display> Display for In<L, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(mv) => write!(f, "1: {mv}"),
            Self::Second(mv) => write!(f, "2: {mv}"),
        }
    }
}

impl<A: Impartial, B: Impartial> Ruleset for Sum<A, B> {
    type Position = (A::Position, B::Position);
    type Move = In<A::Move, B::Move>;
    fn moves(&self, (a, b): &Self::Position) -> impl Iterator<Item = Self::Move> {
        let first = self.0.moves(a).map(In::First);
        first.chain(self.1.moves(b).map(In::Second))
    }
    fn play(&self, (a, b): &Self::Position, mv: &Self::Move) -> Self::Position {
        match mv {
            In::First(mv) => (self.0.play(a, mv), b.clone()),
            In::Second(mv) => (a.clone(), self.1.play(b, mv)),
        }
    }
    fn bytes_outside(&self, (a, b): &Self::Position) -> usize {
        self.0.bytes_outside(a) + self.1.bytes_outside(b)
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault().or_else(|| self.1.fault())
    }
}

/// Evaluate a sum of two with `nimber` of each side: the whole is not split, because its two sides have different types.
impl<A: Impartial, B: Impartial> Impartial for Sum<A, B> {}

impl<A: Partizan, B: Partizan> Partizan for Sum<A, B> {
    type Position = (A::Position, B::Position);
    type Move = In<A::Move, B::Move>;
    fn moves(&self, (a, b): &Self::Position, player: Player) -> impl Iterator<Item = Self::Move> {
        let first = self.0.moves(a, player).map(In::First);
        first.chain(self.1.moves(b, player).map(In::Second))
    }
    fn play(&self, (a, b): &Self::Position, player: Player, mv: &Self::Move) -> Self::Position {
        match mv {
            In::First(mv) => (self.0.play(a, player, mv), b.clone()),
            In::Second(mv) => (a.clone(), self.1.play(b, player, mv)),
        }
    }
}

/// Any number of positions of one ruleset, added: `Several(Nim)` is Nim with as many heaps as you like.
///
/// ```
/// use sprague_core::{Impartial, Ruleset, Several};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let options: Vec<_> = Several(Nim).options(&vec![1, 2]).collect();
/// assert_eq!(options, [vec![0, 2], vec![1, 1], vec![1, 0]]);
/// assert_eq!(Several(Nim).summands(&vec![1, 2]).count(), 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Several<R>(pub R);

/// A move in the summand with this index (from 0), shown counted from 1.
///
/// ```
/// use sprague_core::At;
/// assert_eq!(At { index: 2, mv: 5 }.to_string(), "3: 5");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct At<M> {
    /// Which summand, from 0.
    pub index: usize,
    /// The move there.
    pub mv: M,
}

impl<M: Display> Display for At<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.index + 1, self.mv)
    }
}

/// The summands with the one at `index` replaced.
fn with<P: Clone>(summands: &[P], index: usize, new: P) -> Vec<P> {
    let mut summands = summands.to_vec();
    summands[index] = new;
    summands
}

impl<R: Impartial> Ruleset for Several<R> {
    type Position = Vec<R::Position>;
    type Move = At<R::Move>;
    fn moves(&self, summands: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let indexed = summands.iter().enumerate();
        indexed.flat_map(|(index, summand)| self.0.moves(summand).map(move |mv| At { index, mv }))
    }
    fn play(&self, summands: &Self::Position, At { index, mv }: &Self::Move) -> Self::Position {
        with(summands, *index, self.0.play(&summands[*index], mv))
    }
    fn options(&self, summands: &Self::Position) -> impl Iterator<Item = Self::Position> {
        let indexed = summands.iter().enumerate();
        indexed.flat_map(move |(index, summand)| self.0.options(summand).map(move |option| with(summands, index, option)))
    }
    fn bytes_outside(&self, summands: &Self::Position) -> usize {
        let inside = summands.iter().map(|summand| self.0.bytes_outside(summand));
        size_of_val(summands.as_slice()) + inside.sum::<usize>()
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
}

impl<R: Impartial> Impartial for Several<R> {
    fn summands(&self, summands: &Self::Position) -> impl Iterator<Item = Self::Position> {
        let parts = summands.iter().flat_map(|summand| self.0.summands(summand));
        parts.map(|part| vec![part])
    }
}
