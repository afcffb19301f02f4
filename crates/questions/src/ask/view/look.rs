//! The look of components: numbering of squares, meanings of characters, piles or rows.

use crate::ask::edit::Edits;
use serde::Serialize;
use sprague::any::{Figure, Look, Picture, Piece};
use sprague::heap::HeapRules;
use sprague::solve::Component;
use std::collections::BTreeMap;

/// How a component is drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LookView {
    /// The number of the first row and column in names of moves.
    pub base: u8,
    /// True if moves name the column before the row.
    pub column_first: bool,
    /// True if moves name squares by the column only.
    pub strip: bool,
    /// The meanings of the characters on the board.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub pieces: BTreeMap<char, Piece>,
    /// The figures of pieces.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<char, FigureView>,
    /// The lines between squares, each as two squares that are numbered row by row from 0.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<[usize; 2]>,
    /// How heaps are drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heaps: Option<HeapLook>,
    /// The edits by which the component can be set up, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edit: Option<Edits>,
}

/// The figure of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FigureView {
    /// The name of the animal.
    pub name: Figure,
    /// An SVG path in a box of 100 by 100.
    pub outline: &'static str,
}

/// How heaps are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum HeapLook {
    /// Tokens on top of each other: a move takes some.
    Piles,
    /// Tokens side by side: a move may take some from the middle.
    Rows,
}

impl LookView {
    /// Returns how this component is drawn with this picture.
    pub(super) fn of(component: &Component, picture: Option<&Picture>) -> Self {
        let rules = component.rules.rules();
        let look = if component.is_negative { rules.look().exchanged() } else { rules.look() };
        let Look { base, is_column_first: column_first, is_strip: strip, .. } = look;
        let pieces = match picture {
            Some(Picture::Cells(rows)) => rows.iter().flatten().map(|&character| (character, look.piece(character))).collect(),
            _ => BTreeMap::new(),
        };
        let (figures, lines) = match picture {
            Some(Picture::Cells(rows)) => {
                let figure = |&character| Some((character, look.figure(character)?));
                let figures = rows.iter().flatten().filter_map(figure);
                let figures = figures.map(|(character, name)| (character, FigureView { name, outline: name.outline() }));
                (figures.collect(), look.joined(rows))
            }
            _ => (BTreeMap::new(), vec![]),
        };
        let splits = || match rules.heaps()?.rules()? {
            HeapRules::TakeAndBreak(code) => Some(code.digits().iter().any(|digit| digit & 4 != 0)),
            HeapRules::Grundy => Some(true),
            _ => None,
        };
        let heaps = matches!(picture, Some(Picture::Heaps(_))).then(|| match splits() {
            Some(true) => HeapLook::Rows,
            _ => HeapLook::Piles,
        });
        Self { base, column_first, strip, pieces, figures, lines, heaps, edit: None }
    }
}
