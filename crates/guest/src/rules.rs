//! What rules say, a trait for each thing.

use crate::{BadAt, HeapOptions, Options, Text, Words};

/// One of the two players. Where both have the same moves it is always Left.
///
/// ```
/// assert_ne!(sprague_guest::Player::Left, sprague_guest::Player::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Who moves first where nothing else is said.
    Left,
    /// The other one.
    Right,
}

/// Who has won, for the player to move.
///
/// ```
/// assert!(sprague_guest::Outcome::Loss < sprague_guest::Outcome::Draw);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The player to move has lost.
    Loss = -1,
    /// Nobody has won.
    Draw = 0,
    /// The player to move has won.
    Win = 1,
}

/// A ruleset: what a position is, and what it may become.
///
/// The same position must always have the same options, in the same order, each once. See the [crate](crate) for an example.
pub trait Rules: Sized {
    /// A position: a number, or a tuple or array of them. Equal positions must be equal values.
    type Position: Words;

    /// What the plugin says about itself: lines `key: value` with the keys `name`, `rules`, `position`, `parameters`, `example`, and
    /// `play: partizan` where the players have moves of their own.
    const ABOUT: &'static str;

    /// The rules without parameters.
    const START: Self;

    /// How many words an answer may have: a position of one word as an option takes three. More makes the plugin trap.
    const ROOM: usize = 1 << 16;

    /// Lists the options of a position: of `player` where the game is partizan.
    fn options(&self, position: Self::Position, player: Player, options: &mut Options<'_, Self::Position>);
}

/// Positions as text. Without it, positions are one word and written as a number.
///
/// ```
/// use core::fmt::Write;
/// use sprague_guest::{BadAt, Notation, Scan, Text};
/// # use sprague_guest::{Options, Player, Rules};
/// struct Wythoff;
/// # impl Rules for Wythoff {
/// #     type Position = (u64, u64);
/// #     const ABOUT: &str = "";
/// #     const START: Self = Wythoff;
/// #     fn options(&self, _: (u64, u64), _: Player, _: &mut Options<'_, (u64, u64)>) {}
/// # }
/// impl Notation for Wythoff {
///     fn parse(&self, text: &str) -> Result<(u64, u64), BadAt> {
///         let mut scan = Scan::new(text);
///         let one = scan.number()?;
///         scan.literal(".")?;
///         let other = scan.number()?;
///         scan.end()?;
///         Ok((one, other))
///     }
///     fn show(&self, (one, other): (u64, u64), text: &mut Text<'_>) {
///         write!(text, "{one}.{other}").expect("there is room");
///     }
/// }
/// assert_eq!(Wythoff.parse("3.5"), Ok((3, 5)));
/// assert_eq!(Wythoff.parse("3,5"), Err(BadAt(1)));
/// ```
pub trait Notation: Rules {
    /// The position that a text names.
    ///
    /// # Errors
    /// The byte at which it names none.
    fn parse(&self, text: &str) -> Result<Self::Position, BadAt>;

    /// Writes a position, so that [`parse`](Self::parse) reads it as the same; without blanks and `@ , + ~`.
    fn show(&self, position: Self::Position, text: &mut Text<'_>);
}

/// Names of moves. Without it a move is called after the position it leads to.
///
/// ```
/// use sprague_guest::{Labels, Player, Text};
/// # use sprague_guest::{Options, Rules};
/// # struct OneOrTwo;
/// # impl Rules for OneOrTwo {
/// #     type Position = u64;
/// #     const ABOUT: &str = "";
/// #     const START: Self = OneOrTwo;
/// #     fn options(&self, _: u64, _: Player, _: &mut Options<'_, u64>) {}
/// # }
/// impl Labels for OneOrTwo {
///     fn label(&self, _: u64, _: Player, index: usize, text: &mut Text<'_>) {
///         text.push(["take one", "take two"][index]);
///     }
/// }
/// ```
pub trait Labels: Rules {
    /// Writes what the move to the option with this index is called: 1 to 256 bytes.
    fn label(&self, position: Self::Position, player: Player, index: usize, text: &mut Text<'_>);
}

/// A terminal rule: the rules say themselves who has won. Without it the player who cannot move has lost. Options are then one summand each.
///
/// ```
/// use sprague_guest::{Ending, Outcome};
/// # use sprague_guest::{Options, Player, Rules};
/// # struct Misere;
/// # impl Rules for Misere {
/// #     type Position = u64;
/// #     const ABOUT: &str = "";
/// #     const START: Self = Misere;
/// #     fn options(&self, _: u64, _: Player, _: &mut Options<'_, u64>) {}
/// # }
/// impl Ending for Misere {
///     fn terminal_outcome(&self, _: u64) -> Outcome { Outcome::Win }
/// }
/// ```
pub trait Ending: Rules {
    /// Who has won in a position without options.
    fn terminal_outcome(&self, position: Self::Position) -> Outcome;
}

/// Rules that are told something behind the `:` of the notation.
///
/// ```
/// use sprague_guest::{BadAt, Parameters, Scan};
/// # use sprague_guest::{Options, Player, Rules};
/// struct UpTo(u64);
/// # impl Rules for UpTo {
/// #     type Position = u64;
/// #     const ABOUT: &str = "";
/// #     const START: Self = UpTo(3);
/// #     fn options(&self, _: u64, _: Player, _: &mut Options<'_, u64>) {}
/// # }
/// impl Parameters for UpTo {
///     fn configure(text: &str) -> Result<Self, BadAt> {
///         let mut scan = Scan::new(text);
///         let most = scan.number()?;
///         scan.end().map(|()| UpTo(most))
///     }
/// }
/// assert_eq!(UpTo::configure("5").map(|rules| rules.0), Ok(5));
/// ```
pub trait Parameters: Rules {
    /// The rules with these parameters. Without any, [`Rules::START`] are the rules and this is not asked.
    ///
    /// # Errors
    /// The byte at which they are wrong.
    fn configure(text: &str) -> Result<Self, BadAt>;
}

/// A ruleset whose positions are heaps, which shrink or split into smaller ones.
///
/// ```
/// use sprague_guest::{HeapOptions, HeapRules};
///
/// /// Take one or two neighbouring pins.
/// struct Kayles;
/// impl HeapRules for Kayles {
///     const ABOUT: &str = "rules: knock over one or two neighbouring pins";
///     fn heap_options(n: u64, options: &mut HeapOptions<'_>) {
///         for taken in 1..=2.min(n) {
///             for left in 0..=(n - taken) / 2 {
///                 options.push(&[left, n - taken - left]);
///             }
///         }
///     }
/// }
/// sprague_guest::export!(Kayles: HeapRules);
/// ```
pub trait HeapRules {
    /// As [`Rules::ABOUT`].
    const ABOUT: &'static str;

    /// How many words an answer may have: an option that is one heap takes two.
    const ROOM: usize = 1 << 16;

    /// Lists what heap n may become: for each option the heaps that are left, all below n.
    fn heap_options(n: u64, options: &mut HeapOptions<'_>);
}
