//! Mistakes in a claimed misère quotient.

use crate::effort::MAX_ELEMENTS;
use sprague_core::certificate::TheoremName;
use thiserror::Error;

/// A mistake in a claimed misère quotient.
///
/// ```
/// let error = sprague_check::BadQuotient::LostToLost { n: 3 };
/// assert_eq!(error.to_string(), "a move in heap 3 leads from one sum that is listed as lost to another");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadQuotient {
    /// Another theorem than the one about quotients is cited.
    #[error("a certificate of a quotient must not cite the theorem \"{cited}\"")]
    OtherTheorem {
        /// The theorem that is cited.
        cited: TheoremName,
    },
    /// The claim is about normal play, but a misère quotient belongs to misère play.
    #[error("a misère quotient is defined only for misere play")]
    NormalPlay,
    /// A saltus is claimed, but elements do not rise.
    #[error("the saltus is {saltus}, but it must be 0 because elements of a quotient do not rise")]
    Saltus {
        /// The claimed saltus.
        saltus: u64,
    },
    /// The preperiod or the period is 0. The empty heap cannot repeat, because it takes no part in splits.
    #[error("preperiod and period must be at least 1")]
    Zero,
    /// The number of images is not preperiod + period.
    #[error("images of {found} heaps are given, but preperiod + period is {preperiod} + {period}")]
    NumberOfImages {
        /// The number of images that are given.
        found: u64,
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// The number of elements is 0 or greater than [`MAX_ELEMENTS`].
    #[error("there are {found} elements, but there must be 1 to {MAX_ELEMENTS}")]
    Order {
        /// The number of elements.
        found: usize,
    },
    /// An element does not have one product with each generator.
    #[error("element {x} has {found} products, but there are {generators} generators")]
    RowWidth {
        /// The index of the element.
        x: usize,
        /// The number of its products.
        found: usize,
        /// The number of generators.
        generators: usize,
    },
    /// A number is not the index of an element.
    #[error("{of} {at} is {element}, but there are only {order} elements")]
    NoElement {
        /// The list that contains the number.
        of: &'static str,
        /// The place in that list.
        at: usize,
        /// The number.
        element: u32,
        /// The number of elements.
        order: usize,
    },
    /// Two generators do not commute.
    #[error("the product of element {x} and the generators {a} and {b} depends on their order")]
    OrderMatters {
        /// The element that is multiplied by both.
        x: usize,
        /// The index of one generator, from 0.
        a: usize,
        /// The index of the other one.
        b: usize,
    },
    /// An element is not a product of generators.
    #[error("element {x} is not a product of generators")]
    Unreached {
        /// The element.
        x: usize,
    },
    /// A generator is not the image of the heap that is claimed.
    #[error("generator {at} is not the image of heap {heap}")]
    NotItsImage {
        /// The index of the generator, from 0.
        at: usize,
        /// The heap whose image it should be.
        heap: u64,
    },
    /// The P-portion is not listed in increasing order, or contains the identity. The identity is won in misère play, because a
    /// player without a move has won.
    #[error("the lost elements must be increasing and without the identity, which {element} breaks")]
    LostOutOfOrder {
        /// The first such element.
        element: u32,
    },
    /// No third element distinguishes two elements.
    #[error("elements {x} and {y} have the same outcome in every sum, so the quotient is smaller")]
    Alike {
        /// One of them.
        x: usize,
        /// The other one.
        y: usize,
    },
    /// The images repeat, but a smaller period works too.
    #[error("period {period} is not minimal: {shorter} is a period")]
    PeriodNotMinimal {
        /// The claimed period.
        period: u64,
        /// A smaller period.
        shorter: u64,
    },
    /// The images repeat, but already from an earlier heap on.
    #[error("preperiod {preperiod} is not minimal: the heap before it repeats too")]
    PreperiodNotMinimal {
        /// The claimed preperiod.
        preperiod: u64,
    },
    /// A heap without moves does not have the identity as its image.
    #[error("heap {n} has no moves, so its image must be the identity, not {image}")]
    NotNothing {
        /// The number of tokens of the heap.
        n: usize,
        /// Its claimed image.
        image: usize,
    },
    /// A move leads from a lost sum to a lost sum.
    #[error("a move in heap {n} leads from one sum that is listed as lost to another")]
    LostToLost {
        /// The number of tokens of the heap in which the move is made.
        n: usize,
    },
    /// A sum is claimed to be won, but no move leads to a lost sum.
    #[error("the sum of the heaps {heaps:?} is listed as won, but no move leads to a lost sum")]
    NoWinningMove {
        /// The heaps of the sum.
        heaps: Vec<usize>,
    },
}
