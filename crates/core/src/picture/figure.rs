//! Figures: animals as outlines, for pieces that a letter would not show well.

use serde::Serialize;

/// The figure of a piece.
///
/// ```
/// use sprague_core::any::Figure;
/// assert_eq!((Figure::Goose.name(), serde_json::to_string(&Figure::Goose).unwrap().as_str()), ("goose", r#""goose""#));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Figure {
    /// A goose, which goes down a board.
    Goose,
    /// The head of a fox.
    Fox,
    /// The head of a hound.
    Hound,
    /// The head of a hare.
    Hare,
    /// A toad that sits.
    Toad,
    /// A frog that leaps, seen from above.
    Frog,
}

impl Figure {
    /// All figures.
    ///
    /// ```
    /// use sprague_core::any::Figure;
    /// assert!(Figure::ALL.iter().all(|figure| figure.outline().starts_with('M')));
    /// ```
    pub const ALL: [Self; 6] = [Self::Goose, Self::Fox, Self::Hound, Self::Hare, Self::Toad, Self::Frog];

    /// Returns the name of the animal.
    ///
    /// ```
    /// assert_eq!(sprague_core::any::Figure::Fox.name(), "fox");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Goose => "goose",
            Self::Fox => "fox",
            Self::Hound => "hound",
            Self::Hare => "hare",
            Self::Toad => "toad",
            Self::Frog => "frog",
        }
    }

    /// Returns the outline in a box of 100 by 100, as the path data of SVG; y grows downwards.
    ///
    /// Fill it by SVG's default rule, nonzero: eyes and mouths run in the opposite direction, so they stay open.
    ///
    /// ```
    /// assert!(sprague_core::any::Figure::Hare.outline().ends_with('Z'));
    /// ```
    pub fn outline(self) -> &'static str {
        match self {
            Self::Goose => {
                "M6 27L24 17Q28 7 38 7Q52 8 51 25Q50 36 45 46Q44 52 48 55Q62 44 78 47Q88 48 97 40Q98 62 83 76Q76 82 67 83L67 90L78 96L54 96L60 90L60 84L52 84L52 90L62 96L38 96L45 90L45 82Q25 76 25 58Q26 46 32 36Q34 30 29 28Q18 29 6 27ZM35 14a4 4 0 0 0 0 8a4 4 0 0 0 0 -8Z"
            }
            Self::Fox => {
                "M10 6Q26 12 37 27Q50 22 63 27Q74 12 90 6Q96 30 88 48Q98 58 98 64Q82 66 72 76Q62 84 58 92Q50 98 42 92Q38 84 28 76Q18 66 2 64Q2 58 12 48Q4 30 10 6ZM28 46Q30 56 42 58Q40 48 28 46ZM72 46Q60 48 58 58Q70 56 72 46Z"
            }
            Self::Hound => {
                "M50 8Q64 8 72 18Q92 16 96 40Q98 62 88 76Q78 74 75 58L73 48Q74 62 68 70Q70 90 50 94Q30 90 32 70Q26 62 27 48L25 58Q22 74 12 76Q2 62 4 40Q8 16 28 18Q36 8 50 8ZM38 36a5 5 0 0 0 0 10a5 5 0 0 0 0 -10ZM62 36a5 5 0 0 0 0 10a5 5 0 0 0 0 -10ZM38 68Q40 76 50 78Q60 76 62 68Q50 60 38 68Z"
            }
            Self::Hare => {
                "M32 52Q16 28 22 8Q26 0 34 6Q46 20 47 46Q50 45 53 46Q54 20 66 6Q74 0 78 8Q84 28 68 52Q80 62 76 78Q70 96 50 97Q30 96 24 78Q20 62 32 52ZM38 60a4 5 0 0 0 0 10a4 5 0 0 0 0 -10ZM62 60a4 5 0 0 0 0 10a4 5 0 0 0 0 -10ZM50 87L57 79L43 79Z"
            }
            Self::Toad => {
                "M20 40Q18 22 32 20Q42 20 45 30Q50 28 55 30Q58 20 68 20Q82 22 80 40Q96 52 97 72Q98 90 78 90L22 90Q2 90 3 72Q4 52 20 40ZM32 28a5 5 0 0 0 0 10a5 5 0 0 0 0 -10ZM68 28a5 5 0 0 0 0 10a5 5 0 0 0 0 -10ZM26 52Q50 66 74 52L72 48Q50 60 28 48ZM20 64a4 4 0 0 0 0 8a4 4 0 0 0 0 -8ZM34 70a4 4 0 0 0 0 8a4 4 0 0 0 0 -8ZM50 74a4 4 0 0 0 0 8a4 4 0 0 0 0 -8ZM66 70a4 4 0 0 0 0 8a4 4 0 0 0 0 -8ZM80 64a4 4 0 0 0 0 8a4 4 0 0 0 0 -8Z"
            }
            Self::Frog => {
                "M50 6Q64 8 68 24Q74 44 64 64Q58 72 50 72Q42 72 36 64Q26 44 32 24Q36 8 50 6ZM40 22L42 32L24 38L10 26L2 28L6 18L2 10L14 14L24 28ZM60 22L76 28L86 14L98 10L94 18L98 28L90 26L76 38L58 32ZM40 50L42 64L22 58L22 70L36 84L28 96L22 92L10 96L18 84L8 70L10 46L28 46ZM60 50L72 46L90 46L92 70L82 84L90 96L78 92L72 96L64 84L78 70L78 58L58 64ZM42 13a4 4 0 0 0 0 8a4 4 0 0 0 0 -8ZM58 13a4 4 0 0 0 0 8a4 4 0 0 0 0 -8Z"
            }
        }
    }
}
