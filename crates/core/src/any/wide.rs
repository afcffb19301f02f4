//! Rules whose numbers may have any size: usual positions are small, and larger ones are answered by a closed form.

use super::Pack;
use super::pack::BadPosition;
use super::{Look, Picture};
use crate::layout::{AllPositions, ListedBy};
use crate::notation::BELOW_2_64;
use crate::{BadNotation, ClosedForm, Impartial, MoveList, Notation, Outcome, Ruleset};
use core::fmt;
use num_bigint::BigUint;

/// The two numbers of a position, such as two heaps, or a heap and the amount last taken from it.
pub type Numbers = Vec<BigUint>;

/// A move between positions with large numbers: its label and the numbers after it.
///
/// ```
/// use sprague_core::any::NumbersMove;
/// assert_eq!(NumbersMove { label: "take 3".into(), to: vec![7_u8.into()] }.to_string(), "take 3");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumbersMove {
    /// The text of the move.
    pub label: String,
    /// The numbers after the move. They may be small.
    pub to: Numbers,
}

impl fmt::Display for NumbersMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

/// Returns the numbers from 1 to `most`.
///
/// ```
/// let most = num_bigint::BigUint::from(2_u8).pow(70);
/// assert_eq!(sprague_core::any::up_to(most).nth(2), Some(3_u8.into()));
/// ```
pub fn up_to(most: BigUint) -> impl Iterator<Item = BigUint> {
    core::iter::successors(Some(BigUint::from(1_u8)), |number| Some(number + 1_u8)).take_while(move |number| *number <= most)
}

/// Rules for positions within 64 bits, and the same rules with their closed form for larger numbers.
///
/// A small position must have fewer words than large ones: two at most.
pub(super) struct Wide<R, L> {
    pub(super) small: R,
    pub(super) large: L,
}

/// A position or a move, for small or for large numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Either<S, L> {
    Small(S),
    Large(L),
}
use Either::{Large, Small};

impl<S: fmt::Display, L: fmt::Display> fmt::Display for Either<S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Small(small) => small.fmt(f),
            Large(large) => large.fmt(f),
        }
    }
}

impl<S, L> Either<S, L> {
    fn sides(&self) -> (Option<&S>, Option<&L>) {
        match self {
            Small(small) => (Some(small), None),
            Large(large) => (None, Some(large)),
        }
    }
}

/// The words of a small position, or at least three words: how many numbers there are, and the digits of each.
///
/// A small position is read only where no words follow it, as in erased positions, whose length is known.
impl<P: Pack> Pack for Either<P, Numbers> {
    fn pack(&self, words: &mut impl Extend<u64>) {
        match self {
            Small(small) => small.pack(words),
            Large(numbers) => numbers.iter().map(BigUint::to_u64_digits).collect::<Vec<_>>().pack(words),
        }
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let mut rest = *words;
        if let Ok(small) = P::unpack(&mut rest)
            && rest.is_empty()
        {
            *words = rest;
            return Ok(Small(small));
        }
        let digits = |digits: Vec<u64>| digits.iter().rev().fold(BigUint::ZERO, |number, digit| (number << 64) + digit);
        let numbers: Numbers = Vec::<Vec<u64>>::unpack(words)?.into_iter().map(digits).collect();
        let is_large = numbers.len() == 2 && numbers.iter().any(|number| number.bits() > 64);
        if is_large { Ok(Large(numbers)) } else { Err(BadPosition) }
    }
}

impl<R: Notation<P>, L: Notation<Numbers>, P> Notation<Either<P, Numbers>> for Wide<R, L> {
    fn read(&self, text: &str) -> Result<Either<P, Numbers>, BadNotation> {
        match self.small.read(text) {
            Ok(small) => Ok(Small(small)),
            Err(error) if error.expected == BELOW_2_64 => self.large.read(text).map(Large),
            Err(error) => Err(error),
        }
    }
    fn show(&self, position: &Either<P, Numbers>) -> String {
        match position {
            Small(small) => self.small.show(small),
            Large(numbers) => self.large.show(numbers),
        }
    }
    fn picture(&self, position: &Either<P, Numbers>) -> Option<Picture> {
        self.small.picture(position.sides().0?)
    }
    fn look(&self) -> Look {
        self.small.look()
    }
    fn all_positions(&self) -> Option<AllPositions<Either<P, Numbers>>> {
        self.small.all_positions().map(|all| all.map(Small))
    }
    fn listed_by(&self) -> Option<ListedBy> {
        self.small.listed_by()
    }
}

impl<R, L> Wide<R, L>
where
    R: Ruleset + Notation<R::Position>,
    L: Ruleset<Position = Numbers> + Notation<Numbers>,
{
    fn narrowed(&self, numbers: Numbers) -> Either<R::Position, Numbers> {
        let is_small = numbers.iter().all(|number| number.bits() <= 64);
        let small = is_small.then(|| self.small.read(&self.large.show(&numbers)).expect("the notation is the same"));
        small.map_or(Large(numbers), Small)
    }
}

impl<R, L> Ruleset for Wide<R, L>
where
    R: Ruleset + Notation<R::Position>,
    L: Ruleset<Position = Numbers, Move = NumbersMove> + Notation<Numbers>,
{
    type Position = Either<R::Position, Numbers>;
    type Move = Either<R::Move, NumbersMove>;
    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let (small, large) = position.sides();
        let moves = small.into_iter().flat_map(|small| self.small.moves(small).map(Small));
        moves.chain(large.into_iter().flat_map(|numbers| self.large.moves(numbers).map(Large)))
    }
    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position {
        match (position, mv) {
            (Small(small), Small(mv)) => Small(self.small.play(small, mv)),
            (_, Large(mv)) => self.narrowed(mv.to.clone()),
            (Large(_), Small(_)) => unreachable!("a move belongs to its position"),
        }
    }
    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        let (small, large) = position.sides();
        let options = small.into_iter().flat_map(|small| self.small.options(small).map(Small));
        options.chain(large.into_iter().flat_map(|numbers| self.large.moves(numbers).map(|mv| self.narrowed(mv.to))))
    }
    fn mobility(&self, position: &Self::Position) -> u32 {
        match position {
            Small(small) => self.small.mobility(small),
            Large(numbers) => self.large.mobility(numbers),
        }
    }
    fn has_normal_forms(&self) -> bool {
        self.small.has_normal_forms()
    }
    fn normal_form(&self, position: Self::Position) -> Self::Position {
        match position {
            Small(small) => Small(self.small.normal_form(small)),
            Large(numbers) => self.narrowed(self.large.normal_form(numbers)),
        }
    }
}

impl<R, L> Impartial for Wide<R, L>
where
    R: Impartial + Notation<R::Position>,
    L: Impartial<Position = Numbers, Move = NumbersMove> + Notation<Numbers>,
{
    fn is_loopfree(&self, position: &Self::Position) -> bool {
        position.sides().0.is_none_or(|small| self.small.is_loopfree(small))
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Self::Position, Self::Move>> {
        self.small.closed_form().map(|_| self as _)
    }
}

/// Calls a method of the closed form for small or for large numbers. Each method returns an `Option`.
macro_rules! either {
    ($rules:expr, $position:expr, $method:ident($($argument:expr)?) $(.map($list:ident))?) => {
        match $position {
            Small(small) => $rules.small.closed_form()?.$method(small $(, $argument)?)$(.map(|list: MoveList<_>| list.$list(Small)))?,
            Large(large) => $rules.large.closed_form()?.$method(large $(, $argument)?)$(.map(|list: MoveList<_>| list.$list(Large)))?,
        }
    };
}

impl<R, L> ClosedForm<Either<R::Position, Numbers>, Either<R::Move, NumbersMove>> for Wide<R, L>
where
    R: Impartial + Notation<R::Position>,
    L: Impartial<Position = Numbers, Move = NumbersMove> + Notation<Numbers>,
{
    fn nimber(&self, position: &Either<R::Position, Numbers>) -> Option<u128> {
        either!(self, position, nimber())
    }
    fn outcome(&self, position: &Either<R::Position, Numbers>) -> Option<Outcome> {
        either!(self, position, outcome())
    }
    fn moves_to(&self, position: &Either<R::Position, Numbers>, nimber: u128) -> Option<MoveList<Either<R::Move, NumbersMove>>> {
        either!(self, position, moves_to(nimber).map(map))
    }
    fn is_fickle(&self, position: &Either<R::Position, Numbers>) -> Option<bool> {
        either!(self, position, is_fickle())
    }
    fn moves_to_fickle(
        &self,
        position: &Either<R::Position, Numbers>,
        nimber: u128,
    ) -> Option<MoveList<Either<R::Move, NumbersMove>>> {
        either!(self, position, moves_to_fickle(nimber).map(map))
    }
    fn source(&self) -> &'static str {
        self.small.closed_form().expect("it is handed out only if there is one").source()
    }
    fn misere_source(&self) -> &'static str {
        self.small.closed_form().expect("it is handed out only if there is one").misere_source()
    }
}
