//! Rules, with a trait for everything that they may say.

use crate::{BadAt, HeapOptions, Options, Parts, Text, Words};

/// One of the two players.
///
/// Where both have the same moves it is always Left.
///
/// ```
/// assert_ne!(sprague_guest::Player::Left, sprague_guest::Player::Right);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The player who moves first where nothing else is said.
    Left,
    /// The other one.
    Right,
}

/// The result for the player to move.
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

/// A ruleset: its positions, and their options.
///
/// The same position must always have the same options, in the same order, each once. The [crate](crate) begins with one.
pub trait Rules: Sized {
    /// A position: a number, or a tuple or array of them.
    ///
    /// Equal positions must be equal values.
    type Position: Words;

    /// The description of the plugin: lines `key: value`.
    ///
    /// Keys are `name`, `rules`, `position`, `parameters` and `example`, and `play: partizan` is said where the players have
    /// moves of their own.
    const ABOUT: &'static str;

    /// The rules without parameters.
    const START: Self;

    /// The most words of an answer; more make the plugin trap.
    ///
    /// A position of one word as an option takes three.
    const ROOM: usize = 1 << 16;

    /// Lists the options of a position: of `player` where the game is partizan.
    fn options(&self, position: Self::Position, player: Player, options: &mut Options<'_, Self::Position>);
}

/// Positions as text.
///
/// Without it, positions are one word and written as a number.
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

    /// Writes a position, so that [`parse`](Self::parse) reads it as the same.
    ///
    /// The text has no control characters.
    fn show(&self, position: Self::Position, text: &mut Text<'_>);
}

/// Names of moves.
///
/// Without it a move is called after the position it leads to.
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
    /// Writes the name of the move to the option with this index.
    ///
    /// 1 to 256 bytes.
    fn label(&self, position: Self::Position, player: Player, index: usize, text: &mut Text<'_>);
}

/// A terminal rule.
///
/// Without it the player who cannot move has lost. Options are then one summand each.
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
    /// The result in a position without options.
    fn terminal_outcome(&self, position: Self::Position) -> Outcome;
}

/// Positions that are sums of independent ones.
///
/// The host searches and values the parts one by one, which is much faster.
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
    /// Lists the independent parts of a position.
    ///
    /// Those in which neither player can move may be left out. The sum of them has the options of the position, for both
    /// players.
    fn summands(&self, position: Self::Position, parts: &mut Parts<'_, Self::Position>);
}

/// Positions that are sets of cells still in play, a bit for each.
///
/// No move reaches across a gap. The host is told the cells that are beside each other. It finds the connected parts itself,
/// and searches and values them one by one. Cells take the place of [`Summands`], and are faster: a guest that takes positions
/// apart does little else.
///
/// Cell 0 is the lowest bit; a position of more than 64 cells is an array of words. Each part alone is a position, and the sum of them
/// has the options of the position. That is so for Cram and Node Kayles; not where what is gone still counts.
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
    /// The cells beside a cell, as a set; `None` from the number of cells on.
    ///
    /// If one cell is beside another, that is beside it. It is asked once, when the plugin is loaded.
    fn neighbours(&self, cell: usize) -> Option<Self::Position>;
}

/// Positions that are alike, such as mirror images: only one is searched.
///
/// Positions are still shown as they were typed and reached.
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
    /// The position that stands for this one, and for itself.
    ///
    /// It has the options of the position, up to normal form, and ends as that does.
    fn canonical(&self, position: Self::Position) -> Self::Position;
}

/// Positions with Left and Right exchanged, for rules of `play: partizan`.
///
/// A position beside its negative has the value 0.
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
    /// The negative of a position, `None` where there is none.
    ///
    /// Left's options of the negative are the negatives of Right's options, and the other way round, up to normal form.
    fn negative(&self, position: Self::Position) -> Option<Self::Position>;
}

/// Whole numbers between which values lie, for rules of `play: partizan`.
///
/// The search for who wins adds them up, so they are about the value of a position in any sum. False ones make false answers.
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
    /// The bounds of a position's value: at least the first, at most the second.
    ///
    /// Left has an option of at least the third, and Right one of at most the fourth. `None` claims nothing.
    fn bounds(&self, position: Self::Position) -> [Option<i64>; 4];
}

/// Guesses who is ahead, for the order of moves in a search.
///
/// No answer depends on them.
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
    /// By how much Left is ahead, about, in units of 1/65536 of a move.
    fn estimate(&self, position: Self::Position) -> i64;
}

/// Pictures of positions, for the page and for play in a terminal.
///
/// Without it the text of a position is all there is to see.
///
/// A board is the line `cells` and a line for each row, a character for each square. Heaps are the line `heaps` and their sizes
/// with blanks between. The text of a graph is described in `INTERFACE.md` of `sprague-plugin`. A text of no bytes is no
/// picture.
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
    /// Writes the drawing of a position, at most 4096 bytes.
    fn picture(&self, position: Self::Position, text: &mut Text<'_>);
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
    /// The rules with these parameters.
    ///
    /// Without any, [`Rules::START`] are the rules and this is not asked.
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

    /// The most words of an answer: an option that is one heap takes two.
    const ROOM: usize = 1 << 16;

    /// Lists the options of heap n, each as the heaps that are left.
    ///
    /// All of these are below n.
    fn heap_options(n: u64, options: &mut HeapOptions<'_>);
}

/// The same where Left and Right have moves of their own.
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
    /// As [`Rules::ABOUT`]; `play: partizan` need not be said.
    const ABOUT: &'static str;

    /// As [`HeapRules::ROOM`].
    const ROOM: usize = 1 << 16;

    /// Lists the options of heap n for this player, each as the heaps left.
    ///
    /// All of these are below n.
    fn heap_options(n: u64, player: Player, options: &mut HeapOptions<'_>);
}
