//! Rules of heaps behind the border: a row for every n, although nobody can say why a repetition would be a proof.

use super::{AnyPosition, AnyRuleset};
use crate::{Family, Nimber, Rows, Theorem, mex};
use smallvec::SmallVec;
use std::sync::Arc;

/// A ruleset whose summands are heaps, which only shrink or split: loaded ones say so by giving `heap_options`.
///
/// ```
/// use smallvec::{SmallVec, smallvec};
/// use sprague_core::any::{AnyHeaps, HeapNimbers, Kind, Labelled};
/// use sprague_core::{AnyPosition, AnyRuleset, BadNotation, Outcome, Player, Rows};
/// use std::sync::Arc;
///
/// /// Take one.
/// struct TakeOne;
/// # impl AnyRuleset for TakeOne {
/// #     fn kind(&self) -> Kind { Kind::Impartial }
/// #     fn read(&self, _: &str) -> Result<AnyPosition, BadNotation> { unimplemented!() }
/// #     fn show(&self, _: &AnyPosition) -> String { unimplemented!() }
/// #     fn options(&self, _: &AnyPosition, _: Player, _: usize, _: &mut Vec<AnyPosition>) -> bool { unimplemented!() }
/// #     fn moves(&self, _: &AnyPosition, _: Player, _: usize, _: &mut Vec<Labelled>) -> bool { unimplemented!() }
/// #     fn terminal_outcome(&self, _: &AnyPosition) -> Outcome { Outcome::Loss }
/// # }
/// impl AnyHeaps for TakeOne {
///     fn heap_options(&self, n: u64, options: &mut Vec<SmallVec<[u64; 2]>>) {
///         if n > 0 {
///             options.push(smallvec![n - 1]);
///         }
///     }
///     fn heap(&self, summand: &AnyPosition) -> Option<u64> { Some(summand.unpack()) }
/// }
///
/// let rows = Rows::of(&HeapNimbers(Arc::new(TakeOne)), 4);
/// assert_eq!(rows.column(0).map(|nimber| nimber.0).collect::<Vec<_>>(), [0, 1, 0, 1]);
/// ```
pub trait AnyHeaps: AnyRuleset {
    /// Appends what heap n may become: for each option the heaps that it leaves, each of them below n.
    fn heap_options(&self, n: u64, options: &mut Vec<SmallVec<[u64; 2]>>);

    /// The heap that a summand is; `None` if it is not one heap.
    fn heap(&self, summand: &AnyPosition) -> Option<u64>;
}

/// The nimbers of the heaps of such a ruleset. Code cannot promise how far it looks back, so no theorem proves a period.
///
/// See [`AnyHeaps`] for an example.
#[derive(Clone)]
pub struct HeapNimbers(pub Arc<dyn AnyHeaps>);

impl Family for HeapNimbers {
    type Cell = Nimber;

    fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
        let mut options = vec![];
        self.0.heap_options(earlier.len() as u64, &mut options);
        let value =
            |heap: &u64| usize::try_from(*heap).ok().filter(|heap| *heap < earlier.len()).map(|heap| earlier.cell(heap, 0));
        // an option that is no smaller heap breaks a law: the ruleset reports it, and here it counts for nothing
        mex(options.iter().filter_map(|heaps| heaps.iter().try_fold(Nimber(0), |sum, heap| Some(sum + value(heap)?))))
    }

    fn theorem(&self) -> Option<Theorem> {
        None
    }

    fn fault(&self) -> Option<crate::Fault> {
        self.0.fault()
    }
}
