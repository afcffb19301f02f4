//! Rules, and a trait for each optional part of them.

use crate::{BadAt, HeapOptions, Options, Parts, Text, Words};

/// One of the two players. If both players have the same moves, it is always Left.
///
/// ```
/// assert_ne!(sprague_guest::Player::Left, sprague_guest::Player::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player who moves first by default.
    Left,
    /// The other player.
    Right,
}

/// The result of a finished game, for the player to move.
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

/// A ruleset: its positions and their options.
///
/// A position must always have the same options in the same order, and each option once. See the [crate](crate) for an
/// example.
pub trait Rules: Sized {
    /// A position, which is a number, or a tuple or array of positions. Equal positions must be equal values.
    type Position: Words;

    /// The description of the plugin, as lines `key: value`.
    ///
    /// Keys are `name`, `rules`, `position`, `parameters` and `example`. Add `play: partizan` if the players have different
    /// moves.
    const ABOUT: &'static str;

    /// The rules without parameters.
    const START: Self;

    /// The maximum number of words of an answer. If an answer is longer, the plugin traps.
    ///
    /// An option that is a position of one word takes three words.
    const ROOM: usize = 1 << 16;

    /// Lists the options of a position. `player` matters only if the game is partizan.
    fn options(&self, position: Self::Position, player: Player, options: &mut Options<'_, Self::Position>);
}

/// Positions as text.
///
/// Without this trait, positions have one word and are written as a number.
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
    /// Parses a position.
    ///
    /// # Errors
    /// The byte offset of the first error.
    fn parse(&self, text: &str) -> Result<Self::Position, BadAt>;

    /// Writes a position as a text that [`parse`](Self::parse) parses as an equal position. The text must not have control
    /// characters.
    fn show(&self, position: Self::Position, text: &mut Text<'_>);
}

/// Names of moves. Without this trait, the name of a move is the text of the position to which it leads.
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
    /// Writes the name of the move to the option with this index, in 1 to 256 bytes.
    fn label(&self, position: Self::Position, player: Player, index: usize, text: &mut Text<'_>);
}

/// A terminal rule.
///
/// Without this trait, a player who cannot move has lost. With it, each option must consist of one summand.
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
    /// Returns the result in a position without options.
    fn terminal_outcome(&self, position: Self::Position) -> Outcome;
}

/// Positions that are sums of independent positions.
///
/// The host then searches and evaluates each summand separately, which is much faster.
///
/// ```
/// use sprague_guest::{Parts, Summands};
/// # use sprague_guest::{Options, Player, Rules};
/// /// Two rows of pins.
/// struct TwoRows;
/// # impl Rules for TwoRows {
/// #     type Position = (u64, u64);
/// #     const ABOUT: &str = "";
/// #     const START: Self = TwoRows;
/// #     fn options(&self, _: (u64, u64), _: Player, _: &mut Options<'_, (u64, u64)>) {}
/// # }
/// impl Summands for TwoRows {
///     fn summands(&self, (one, other): (u64, u64), parts: &mut Parts<'_, (u64, u64)>) {
///         [one, other].into_iter().filter(|row| *row > 0).for_each(|row| parts.push((row, 0)));
///     }
/// }
/// ```
pub trait Summands: Rules {
    /// Lists the independent summands of a position.
    ///
    /// You may leave out summands in which neither player can move. The sum must have the options of the position, for both
    /// players.
    fn summands(&self, position: Self::Position, parts: &mut Parts<'_, Self::Position>);
}

/// Positions that are sets of the cells still in play, with a bit for each cell, and in which no move reaches across a gap.
///
/// The trait lists the neighbours of each cell. The host then finds the connected components, and searches and evaluates them
/// separately. This is faster than [`Summands`], because a guest that splits positions itself spends most of its time on
/// that.
///
/// Cell 0 is the lowest bit; a position of more than 64 cells is an array of words. Each component alone must be a position,
/// and the sum of the components must have the options of the position. This is true of Cram and Node Kayles, but not if
/// cells that are no longer in play affect moves.
///
/// ```
/// use sprague_guest::{Cells, Options, Player, Rules};
/// /// Take a square of a row and those beside it.
/// struct NodeKayles;
/// impl Rules for NodeKayles {
///     type Position = u64;
///     const ABOUT: &str = "rules: take a square of a row and those beside it";
///     const START: Self = NodeKayles;
///     fn options(&self, row: u64, _: Player, options: &mut Options<'_, u64>) {
///         for square in (0..64).filter(|square| row >> square & 1 == 1) {
///             options.push(row & !(0b111 << square >> 1));
///         }
///     }
/// }
/// impl Cells for NodeKayles {
///     fn neighbours(&self, cell: usize) -> Option<u64> {
///         (cell < 64).then(|| (1 << cell) >> 1 | (1 << cell) << 1)
///     }
/// }
/// assert_eq!((NodeKayles.neighbours(3), NodeKayles.neighbours(64)), (Some(0b10100), None));
/// ```
pub trait Cells: Rules {
    /// Returns the neighbours of a cell as a set, or `None` if there is no such cell.
    ///
    /// The relation must be symmetric. The host calls this once for each cell, when it loads the plugin.
    fn neighbours(&self, cell: usize) -> Option<Self::Position>;
}

/// Equivalent positions, such as mirror images, of which the host searches only one.
///
/// Positions are still shown as they were typed or reached.
///
/// ```
/// use sprague_guest::Canonical;
/// # use sprague_guest::{Options, Player, Rules};
/// # struct TwoRows;
/// # impl Rules for TwoRows {
/// #     type Position = (u64, u64);
/// #     const ABOUT: &str = "";
/// #     const START: Self = TwoRows;
/// #     fn options(&self, _: (u64, u64), _: Player, _: &mut Options<'_, (u64, u64)>) {}
/// # }
/// impl Canonical for TwoRows {
///     fn canonical(&self, (one, other): (u64, u64)) -> (u64, u64) { (one.min(other), one.max(other)) }
/// }
/// assert_eq!(TwoRows.canonical((3, 2)), TwoRows.canonical((2, 3)));
/// ```
pub trait Canonical: Rules {
    /// Returns the representative of this position. A representative must be its own representative.
    ///
    /// It must have the options of the position, up to representatives, and the same terminal outcome.
    fn canonical(&self, position: Self::Position) -> Self::Position;
}

/// Negatives, which are positions with Left and Right exchanged, for rules with `play: partizan`.
///
/// The sum of a position and its negative has the value 0.
///
/// ```
/// use sprague_guest::Negative;
/// # use sprague_guest::{Options, Player, Rules};
/// /// Left takes from the first row, Right from the second.
/// struct Rows;
/// # impl Rules for Rows {
/// #     type Position = (u64, u64);
/// #     const ABOUT: &str = "play: partizan";
/// #     const START: Self = Rows;
/// #     fn options(&self, _: (u64, u64), _: Player, _: &mut Options<'_, (u64, u64)>) {}
/// # }
/// impl Negative for Rows {
///     fn negative(&self, (left, right): (u64, u64)) -> Option<(u64, u64)> { Some((right, left)) }
/// }
/// ```
pub trait Negative: Rules {
    /// Returns the negative of a position, or `None` if it has none.
    ///
    /// Left's options of the negative must be the negatives of Right's options, up to normal form, and vice versa.
    fn negative(&self, position: Self::Position) -> Option<Self::Position>;
}

/// Integers that bound the values of positions, for rules with `play: partizan`.
///
/// The search for the winner adds them up, so they must bound the value of the position in every sum. Wrong bounds cause
/// wrong answers.
///
/// ```
/// use sprague_guest::Bounded;
/// # use sprague_guest::{Options, Player, Rules};
/// /// Left takes tokens from the first row, Right from the second, one at a time.
/// struct Rows;
/// # impl Rules for Rows {
/// #     type Position = (u64, u64);
/// #     const ABOUT: &str = "play: partizan";
/// #     const START: Self = Rows;
/// #     fn options(&self, _: (u64, u64), _: Player, _: &mut Options<'_, (u64, u64)>) {}
/// # }
/// impl Bounded for Rows {
///     fn bounds(&self, (left, right): (u64, u64)) -> [Option<i64>; 4] {
///         let value = left as i64 - right as i64;
///         [Some(value), Some(value), None, None]
///     }
/// }
/// assert_eq!(Rows.bounds((3, 1))[0], Some(2));
/// ```
pub trait Bounded: Rules {
    /// Returns four bounds, each of which may be `None`.
    ///
    /// The position's value is at least the first and at most the second. Left has an option of at least the third, and Right
    /// has one of at most the fourth.
    fn bounds(&self, position: Self::Position) -> [Option<i64>; 4];
}

/// Estimates of a player's lead, for move ordering. No answer depends on them.
///
/// ```
/// use sprague_guest::Estimated;
/// # use sprague_guest::{Options, Player, Rules};
/// /// Left takes tokens from the first row, Right from the second.
/// struct Rows;
/// # impl Rules for Rows {
/// #     type Position = (u64, u64);
/// #     const ABOUT: &str = "play: partizan";
/// #     const START: Self = Rows;
/// #     fn options(&self, _: (u64, u64), _: Player, _: &mut Options<'_, (u64, u64)>) {}
/// # }
/// impl Estimated for Rows {
///     fn estimate(&self, (left, right): (u64, u64)) -> i64 { (left as i64 - right as i64) << 16 }
/// }
/// assert_eq!(Rows.estimate((3, 1)), 2 << 16);
/// ```
pub trait Estimated: Rules {
    /// Returns the approximate lead of Left, in units of 1/65536 of a move.
    fn estimate(&self, position: Self::Position) -> i64;
}

/// Pictures of positions, for web pages and for play in a terminal.
///
/// Without this trait, only the text of a position is shown.
///
/// A board is the line `cells`, followed by a line for each row with a character for each square. Heaps are the line `heaps`,
/// followed by their sizes separated by blanks. The text for a graph is described in `INTERFACE.md` of `sprague-plugin`. An
/// empty text means that there is no picture.
///
/// ```
/// use sprague_guest::{Pictures, Text};
/// # use sprague_guest::{Options, Player, Rules};
/// /// A row of eight pins, a bit for each that stands.
/// struct Pins;
/// # impl Rules for Pins {
/// #     type Position = u64;
/// #     const ABOUT: &str = "";
/// #     const START: Self = Pins;
/// #     fn options(&self, _: u64, _: Player, _: &mut Options<'_, u64>) {}
/// # }
/// impl Pictures for Pins {
///     fn picture(&self, row: u64, text: &mut Text<'_>) {
///         text.push("cells\n");
///         (0..8).for_each(|pin| text.push(if row >> pin & 1 == 1 { "!" } else { "." }));
///     }
/// }
/// let mut room = [0; 32];
/// let mut text = Text::new(&mut room);
/// Pins.picture(0b10011, &mut text);
/// assert_eq!(text.written(), b"cells\n!!..!...");
/// ```
pub trait Pictures: Rules {
    /// Writes the picture of a position, in at most 4096 bytes.
    fn picture(&self, position: Self::Position, text: &mut Text<'_>);
}

/// Rules with parameters, which are the text after the `:` in the notation.
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
    /// Returns the rules with these parameters.
    ///
    /// It is not called if there are no parameters. In that case the rules are [`Rules::START`].
    ///
    /// # Errors
    /// The byte offset of the first error.
    fn configure(text: &str) -> Result<Self, BadAt>;
}

/// A ruleset on heaps. A move replaces a heap by any number of smaller heaps.
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
    /// The description of the plugin, as in [`Rules::ABOUT`].
    const ABOUT: &'static str;

    /// The maximum number of words of an answer. An option that is one heap takes two words.
    const ROOM: usize = 1 << 16;

    /// Lists the options of heap n. Each is the list of heaps that remain, which must be smaller than n.
    fn heap_options(n: u64, options: &mut HeapOptions<'_>);
}

/// A ruleset on heaps under which Left and Right have different moves.
///
/// ```
/// use sprague_guest::{HeapOptions, PartizanHeapRules, Player};
///
/// /// Left takes one, Right takes two, and may split what is left into halves.
/// struct Taking;
/// impl PartizanHeapRules for Taking {
///     const ABOUT: &str = "rules: Left takes one, Right takes two and may halve the rest";
///     fn heap_options(n: u64, player: Player, options: &mut HeapOptions<'_>) {
///         match player {
///             Player::Left if n >= 1 => options.push(&[n - 1]),
///             Player::Right if n >= 2 => {
///                 options.push(&[n - 2]);
///                 if n % 2 == 0 && n > 2 {
///                     options.push(&[n / 2 - 1, n / 2 - 1]);
///                 }
///             }
///             _ => {}
///         }
///     }
/// }
/// sprague_guest::export!(Taking: PartizanHeapRules);
/// ```
pub trait PartizanHeapRules {
    /// The description of the plugin, as in [`Rules::ABOUT`]. You may leave out `play: partizan`.
    const ABOUT: &'static str;

    /// The maximum number of words of an answer, as in [`HeapRules::ROOM`].
    const ROOM: usize = 1 << 16;

    /// Lists the options of heap n for this player. Each is the list of heaps that remain, which must be smaller than n.
    fn heap_options(n: u64, player: Player, options: &mut HeapOptions<'_>);
}
