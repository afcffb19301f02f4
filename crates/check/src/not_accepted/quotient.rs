//! Mistakes in a claimed misère quotient.

use crate::effort::MAX_ELEMENTS;
use sprague_core::certificate::TheoremName;
use thiserror::Error;

/// A mistake in a claimed misère quotient.
///
/// ```
/// let error = sprague_check::BadQuotient::LostToLost { n: 3 };
/// assert_eq!(error.to_string(), "a move in heap 3 leads from a sum that is said to be lost to another one");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadQuotient {
    /// Another theorem is cited than the one about quotients.
    #[error("no theorem about quotients is called \"{cited}\"")]
    OtherTheorem {
        /// The theorem that is cited.
        cited: TheoremName,
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
    /// The empty heap is said to repeat, but it takes no part in splits.
    #[error("preperiod and period are at least 1")]
    Zero,
    /// There must be preperiod + period images.
    #[error("images of {found} heaps are given, not of {preperiod} + {period}")]
    NumberOfImages {
        /// The number of images that are given.
        found: u64,
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// A monoid has an identity, and no quotient of more than [`MAX_ELEMENTS`] is checked.
    #[error("there are {found} elements, not 1 to {MAX_ELEMENTS}")]
    Order {
        /// The number of elements.
        found: usize,
    },
    /// An element must have one product with each generator.
    #[error("element {x} has {found} products, and there are {generators} generators")]
    RowWidth {
        /// The number of the element.
        x: usize,
        /// The number of its products.
        found: usize,
        /// The number of generators.
        generators: usize,
    },
    /// A number is not that of an element.
    #[error("{of} {at} is {element}, and there are {order} elements")]
    NoElement {
        /// The list with the number.
        of: &'static str,
        /// The place in that list.
        at: usize,
        /// The number.
        element: u32,
        /// The number of elements.
        order: usize,
    },
    /// Two generators do not commute.
    #[error("element {x} times the generators {a} and {b} depends on the order")]
    OrderMatters {
        /// The element.
        x: usize,
        /// The number of one generator, from 0.
        a: usize,
        /// The number of the other one.
        b: usize,
    },
    /// An element is no product of generators.
    #[error("element {x} is no product of generators")]
    Unreached {
        /// The element.
        x: usize,
    },
    /// A generator is not the image of the heap that is stated.
    #[error("generator {at} is not the image of heap {heap}")]
    NotItsImage {
        /// The number of the generator, from 0.
        at: usize,
        /// The heap that it is said to be of.
        heap: u64,
    },
    /// The P-portion is not listed from the least on, or has the identity.
    ///
    /// With no move left, the player to move has won.
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
        /// The tokens of that heap.
        n: usize,
        /// Its claimed image.
        image: usize,
    },
    /// Some move leads from lost to lost.
    #[error("a move in heap {n} leads from a sum that is said to be lost to another one")]
    LostToLost {
        /// The tokens of that heap.
        n: usize,
    },
    /// A sum that is said to be won has no move to a lost one.
    #[error("the sum of the heaps {heaps:?} is said to be won, and no move leads to a lost one")]
    NoWinningMove {
        /// The sum.
        heaps: Vec<usize>,
    },
}
