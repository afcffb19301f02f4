//! The look of pictures: numbers of rows and columns, and meanings of characters.

use super::{Figure, Lines};
use serde::Serialize;

/// The way in which pictures of a ruleset are drawn.
///
/// ```
/// use sprague_core::any::{Look, Piece};
/// let look = Look::default();
/// assert_eq!((look.base, look.is_column_first), (1, false)); // moves name squares as 1.1
/// assert_eq!([look.piece('x'), look.piece('F'), look.piece('N')], [Piece::Left, Piece::Right, Piece::Any]);
/// assert_eq!([look.piece('.'), look.piece('#')], [Piece::Free, Piece::Gone]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The number of the first row and of the first column in the names of moves.
    pub base: u8,
    /// Whether moves name the column before the row.
    pub is_column_first: bool,
    /// Whether moves name a square by its column only.
    pub is_strip: bool,
    /// Characters with another meaning than the usual one, see [`piece`](Self::piece).
    pub pieces: &'static [(char, Piece)],
    /// Pieces that are drawn as figures, by their characters.
    pub figures: &'static [(char, Figure)],
    /// The lines that join the squares, if the board is drawn as points.
    pub lines: Option<Lines>,
    /// Whether Left and Right have changed places.
    pub is_exchanged: bool,
}

/// The meaning of a character on a board.
///
/// ```
/// use sprague_core::any::Piece;
/// assert_eq!(serde_json::to_string(&Piece::Knight).unwrap(), r#""knight""#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Piece {
    /// A free square.
    Free,
    /// A square that is taken for good.
    Gone,
    /// A piece of Left's.
    Left,
    /// A piece of Right's.
    Right,
    /// A piece of both players or of neither.
    Any,
    /// A knight of chess.
    Knight,
    /// A square of a bar or a cake.
    Brick,
    /// A square of a bar that loses.
    Poison,
}

impl Default for Look {
    fn default() -> Self {
        Self::USUAL
    }
}

impl Look {
    /// The look of rules that do not define their own: squares are counted from 1.1, and there are no figures or lines.
    ///
    /// ```
    /// use sprague_core::any::Look;
    /// assert_eq!(Look::USUAL, Look::default());
    /// ```
    pub const USUAL: Self =
        Self { base: 1, is_column_first: false, is_strip: false, pieces: &[], figures: &[], lines: None, is_exchanged: false };

    /// Returns the meaning of a character.
    ///
    /// Unless the ruleset gives a character another meaning, `x`, `L` and `T` are Left's, `o`, `R` and `F` Right's, `.`, `_`
    /// and a blank are free, and `#` is taken.
    ///
    /// ```
    /// use sprague_core::any::{Look, Piece};
    /// assert_eq!(Look { pieces: &[('o', Piece::Brick)], ..Look::default() }.piece('o'), Piece::Brick);
    /// assert_eq!(Look::default().exchanged().piece('x'), Piece::Right);
    /// ```
    pub fn piece(&self, character: char) -> Piece {
        let own = self.pieces.iter().find(|(known, _)| *known == character).map(|(_, piece)| *piece);
        let piece = own.unwrap_or(match character {
            '.' | '_' | ' ' => Piece::Free,
            '#' => Piece::Gone,
            'x' | 'L' | 'T' => Piece::Left,
            'o' | 'R' | 'F' => Piece::Right,
            _ => Piece::Any,
        });
        match piece {
            Piece::Left if self.is_exchanged => Piece::Right,
            Piece::Right if self.is_exchanged => Piece::Left,
            piece => piece,
        }
    }

    /// Returns the figure of a piece, if it has one.
    ///
    /// ```
    /// use sprague_core::any::{Figure, Look};
    /// let look = Look { figures: &[('x', Figure::Goose)], ..Look::default() };
    /// assert_eq!((look.figure('x'), look.figure('o')), (Some(Figure::Goose), None));
    /// ```
    pub fn figure(&self, character: char) -> Option<Figure> {
        self.figures.iter().find(|(known, _)| *known == character).map(|(_, figure)| *figure)
    }

    /// Returns the look with Left and Right exchanged.
    ///
    /// ```
    /// use sprague_core::any::Look;
    /// assert_eq!(Look::default().exchanged().exchanged(), Look::default());
    /// ```
    #[must_use]
    pub fn exchanged(self) -> Self {
        Self { is_exchanged: !self.is_exchanged, ..self }
    }
}
