//! Why a claimed misère quotient is not accepted: one variant for each reason.

use super::MAX_ELEMENTS;
use crate::effort::Exhausted;
use sprague_core::Stopped;
use thiserror::Error;

/// Why a claimed misère quotient is not accepted.
///
/// ```
/// let error = sprague_check::BadQuotient::LostToLost { n: 3 };
/// assert_eq!(error.to_string(), "a move in heap 3 leads from a sum that is said to be lost to another one");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadQuotient {
    /// The theorem that is cited does not exist.
    #[error("no theorem about quotients is called {name:?}")]
    UnknownTheorem {
        /// What is cited.
        name: String,
    },
    /// Misère quotients are those of misère play.
    #[error("a misère quotient belongs to misere play")]
    NormalPlay,
    /// Elements do not rise.
    #[error("the saltus is {saltus}, but elements do not rise")]
    Saltus {
        /// The claimed saltus.
        saltus: u64,
    },
    /// The empty heap takes no part in splits, so it is not one of those that repeat.
    #[error("preperiod and period are at least 1")]
    Zero,
    /// There must be preperiod + period images.
    #[error("images of {found} heaps are given, not of {preperiod} + {period}")]
    NumberOfImages {
        /// How many are given.
        found: u64,
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// A monoid has an identity, and no quotient of more than [`MAX_ELEMENTS`] is checked.
    #[error("there are {found} elements, not 1 to {MAX_ELEMENTS}")]
    Order {
        /// How many elements there are.
        found: usize,
    },
    /// An element must have one product with each generator.
    #[error("element {x} has {found} products, and there are {generators} generators")]
    RowWidth {
        /// Which element.
        x: usize,
        /// How many products it has.
        found: usize,
        /// How many generators there are.
        generators: usize,
    },
    /// A number is not that of an element.
    #[error("{of} {at} is {element}, and there are {order} elements")]
    NoElement {
        /// In which list.
        of: &'static str,
        /// Where in it.
        at: usize,
        /// The number.
        element: u32,
        /// How many elements there are.
        order: usize,
    },
    /// Two generators do not commute.
    #[error("element {x} times the generators {a} and {b} depends on the order")]
    OrderMatters {
        /// The element.
        x: usize,
        /// Which generator, from 0.
        a: usize,
        /// Which other one.
        b: usize,
    },
    /// An element is no product of generators.
    #[error("element {x} is no product of generators")]
    Unreached {
        /// The element.
        x: usize,
    },
    /// A generator is not the image of the heap that it is said to be of.
    #[error("generator {at} is not the image of heap {heap}")]
    NotItsImage {
        /// Which generator, from 0.
        at: usize,
        /// The heap.
        heap: u64,
    },
    /// The P-portion is to be listed from the least on, and the identity is not in it: who cannot move has won.
    #[error("{element} is out of order among the lost elements, or is the identity")]
    LostOutOfOrder {
        /// The first such element.
        element: u32,
    },
    /// No third element tells two elements apart.
    #[error("elements {x} and {y} are alike, so the quotient is smaller")]
    Alike {
        /// One of them.
        x: usize,
        /// The other one.
        y: usize,
    },
    /// The images do repeat, and already after fewer heaps.
    #[error("period {period} is not minimal: {shorter} is a period")]
    PeriodNotMinimal {
        /// The claimed period.
        period: u64,
        /// A shorter one.
        shorter: u64,
    },
    /// The images do repeat, and already from an earlier heap on.
    #[error("preperiod {preperiod} is not minimal: the heap before it repeats too")]
    PreperiodNotMinimal {
        /// The claimed preperiod.
        preperiod: u64,
    },
    /// A heap without moves is nothing.
    #[error("heap {n} has no moves, and its image is {image}, not the identity")]
    NotNothing {
        /// How many tokens it has.
        n: usize,
        /// Its claimed image.
        image: usize,
    },
    /// Some move leads from lost to lost.
    #[error("a move in heap {n} leads from a sum that is said to be lost to another one")]
    LostToLost {
        /// How many tokens the heap has.
        n: usize,
    },
    /// No move leads from a sum to a lost one, and it is said to be won.
    #[error("the sum of the heaps {heaps:?} is said to be won, and no move leads to a lost one")]
    NoWinningMove {
        /// The sum.
        heaps: Vec<usize>,
    },
    /// Neither accepted nor refuted: checking it takes more than is allowed.
    #[error("too large to check: more than {most} {of}")]
    TooLarge {
        /// The limit.
        most: u64,
        /// What is limited.
        of: &'static str,
    },
    /// Neither accepted nor refuted: a limit of the question was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<Exhausted> for BadQuotient {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted {
            Exhausted::Steps(most) => Self::TooLarge { most, of: "products" },
            Exhausted::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}
