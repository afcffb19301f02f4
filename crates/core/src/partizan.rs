//! Rules under which Left and Right may have different moves.

use crate::any::Fault;
use crate::{Impartial, Player, Position};
use core::fmt::{Debug, Display};
use core::iter;

/// Rules under which Left and Right may have different moves; who cannot move has lost (in normal play).
///
/// Wrapped in [`ToMove`](crate::ToMove) such rules become a [`Ruleset`](crate::Ruleset): enough to ask who wins, not to take nimbers.
///
/// ```
/// use sprague_core::{Partizan, Player, Ruleset, ToMove};
///
/// /// Left takes one token, Right takes two.
/// struct OneOrTwo;
/// impl Partizan for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
///         let amount = if player == Player::Left { 1 } else { 2 };
///         Some(amount).into_iter().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
///         heap - amount
///     }
/// }
///
/// assert_eq!(ToMove(OneOrTwo).moves(&(Player::Right, 1)).count(), 0);
/// ```
pub trait Partizan {
    /// What changes during play, without who is to move.
    type Position: Position;
    /// A label for a step, meaningful next to the position and the player.
    type Move: Clone + Debug + Display;

    /// Every legal move of `player`, each exactly once, in a fixed order.
    fn moves(&self, position: &Self::Position, player: Player) -> impl Iterator<Item = Self::Move>;

    /// The position after `player` made `mv`, which must come from [`moves`](Self::moves).
    fn play(&self, position: &Self::Position, player: Player, mv: &Self::Move) -> Self::Position;

    /// The positions one move of `player` away, in the order of the moves; override it where they are cheaper to build than by `play`.
    fn options(&self, position: &Self::Position, player: Player) -> impl Iterator<Item = Self::Position> {
        self.moves(position, player).map(move |mv| self.play(position, player, &mv))
    }

    /// Independent summands; those in which neither player can move may be left out. As [`Impartial::summands`](crate::Impartial::summands),
    /// the sum has exactly the options of `position`, for both players.
    fn summands(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        iter::once(position.clone())
    }

    /// The position that stands for this one in tables. As [`Ruleset::normal_form`](crate::Ruleset::normal_form), for the options of
    /// both players.
    fn normal_form(&self, position: Self::Position) -> Self::Position {
        position
    }

    /// Whether [`normal_form`](Self::normal_form) ever answers another position: say `true` where you override it. It spares positions
    /// behind type erasure the way to their own form and back.
    fn has_normal_forms(&self) -> bool {
        false
    }

    /// The position of these rules in which Left and Right have changed places, where there is one.
    ///
    /// Law: Left's options of the negative are the negatives of Right's options, up to normal form, and the other way round.
    fn negative(&self, position: &Self::Position) -> Option<Self::Position> {
        let _ = position;
        None
    }

    /// Tells the options of `player`, each as its summands in normal form, until `each` answers `false`: what evaluators remember. It may
    /// take the summands out.
    ///
    /// Only views of erased rules override it, which have all this in one call.
    fn each_option(&self, position: &Self::Position, player: Player, each: &mut dyn FnMut(&mut Vec<Self::Position>) -> bool) {
        let mut parts = vec![];
        for option in self.options(position, player) {
            parts.clear();
            parts.extend(self.summands(&option).map(|part| self.normal_form(part)));
            if !each(&mut parts) {
                break;
            }
        }
    }

    /// Bytes that this position keeps outside of itself, for limits on memory. 0 unless it owns a buffer.
    fn allocated_bytes(&self, position: &Self::Position) -> usize {
        let _ = position;
        0
    }

    /// What went wrong inside the rules themselves. Only rules that were loaded can fail; every search polls this.
    fn fault(&self) -> Option<Fault> {
        None
    }
}

/// Forwards everything that may be overridden to the rules inside, for `player` as they see him.
macro_rules! forward_partizan {
    ($rules:ident => $inner:expr, $player:ident => $as:expr) => {
        type Position = R::Position;
        type Move = R::Move;
        fn moves(&self, position: &R::Position, $player: Player) -> impl Iterator<Item = R::Move> {
            let $rules = self;
            $inner.moves(position, $as)
        }
        fn play(&self, position: &R::Position, $player: Player, mv: &R::Move) -> R::Position {
            let $rules = self;
            $inner.play(position, $as, mv)
        }
        fn options(&self, position: &R::Position, $player: Player) -> impl Iterator<Item = R::Position> {
            let $rules = self;
            $inner.options(position, $as)
        }
        fn summands(&self, position: &R::Position) -> impl Iterator<Item = R::Position> {
            let $rules = self;
            $inner.summands(position)
        }
        fn each_option(&self, position: &R::Position, $player: Player, each: &mut dyn FnMut(&mut Vec<R::Position>) -> bool) {
            let $rules = self;
            $inner.each_option(position, $as, each);
        }
        fn has_normal_forms(&self) -> bool {
            let $rules = self;
            $inner.has_normal_forms()
        }
        fn normal_form(&self, position: R::Position) -> R::Position {
            let $rules = self;
            $inner.normal_form(position)
        }
        fn negative(&self, position: &R::Position) -> Option<R::Position> {
            let $rules = self;
            $inner.negative(position)
        }
        fn allocated_bytes(&self, position: &R::Position) -> usize {
            let $rules = self;
            $inner.allocated_bytes(position)
        }
        fn fault(&self) -> Option<Fault> {
            let $rules = self;
            $inner.fault()
        }
    };
}

/// A reference to partizan rules is those rules.
impl<R: Partizan> Partizan for &R {
    forward_partizan!(rules => (**rules), player => player);
}

/// The same rules with Left and Right exchanged: every game becomes its negative.
///
/// ```
/// use sprague_core::{Negative, Partizan, Player};
/// # struct OneOrTwo;
/// # impl Partizan for OneOrTwo {
/// #     type Position = u64;
/// #     type Move = u64;
/// #     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
/// #         let amount = if player == Player::Left { 1 } else { 2 };
/// #         Some(amount).into_iter().filter(move |amount| amount <= heap)
/// #     }
/// #     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// # }
/// let options = |player| Negative(OneOrTwo).options(&5, player).collect::<Vec<_>>();
/// assert_eq!((options(Player::Left), options(Player::Right)), (vec![3], vec![4]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Negative<R>(pub R);

impl<R: Partizan> Partizan for Negative<R> {
    forward_partizan!(rules => rules.0, player => -player);
}

/// Impartial rules seen as partizan ones in which both players have the same moves, so that they add to partizan games.
///
/// Every impartial position is its own negative. A wrapper and no blanket implementation, which would overlap that of references.
///
/// ```
/// use sprague_core::{AsPartizan, Impartial, Partizan, Player, Ruleset};
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Nim {}
///
/// assert_eq!(AsPartizan(Nim).moves(&2, Player::Right).collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(AsPartizan(Nim).negative(&2), Some(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AsPartizan<R>(pub R);

impl<R: Impartial> Partizan for AsPartizan<R> {
    type Position = R::Position;
    type Move = R::Move;
    fn moves(&self, position: &R::Position, _: Player) -> impl Iterator<Item = R::Move> {
        self.0.moves(position)
    }
    fn play(&self, position: &R::Position, _: Player, mv: &R::Move) -> R::Position {
        self.0.play(position, mv)
    }
    fn options(&self, position: &R::Position, _: Player) -> impl Iterator<Item = R::Position> {
        self.0.options(position)
    }
    fn summands(&self, position: &R::Position) -> impl Iterator<Item = R::Position> {
        self.0.summands(position)
    }
    fn has_normal_forms(&self) -> bool {
        self.0.has_normal_forms()
    }
    fn normal_form(&self, position: R::Position) -> R::Position {
        self.0.normal_form(position)
    }
    fn negative(&self, position: &R::Position) -> Option<R::Position> {
        Some(position.clone())
    }
    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.0.allocated_bytes(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
}
