//! Rows for a guest of heaps, one for every n. Periods cannot be proved, because the rules are code.

use super::Loaded;
use crate::guest::failure::Failure;
use crate::guest::heaps;
use crate::guest::single::singles;
use crate::guest::{Guest, HeapOptions};
use crate::law::Law;
use smallvec::SmallVec;
use sprague_core::any::{AnyNimbers, HeapView, Kind};
use sprague_core::any::{AnyPosition, Fault};
use sprague_core::heap::{HeapSequence, Rows, Theorem};
use sprague_core::{Nimber, Player, mex};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

impl<G: Guest> HeapView for Loaded<G> {
    fn indices(&self, position: &AnyPosition) -> Option<SmallVec<[(u64, usize); 2]>> {
        Some(singles(position.words()).map(|single| (heaps::size(single), 0)).collect())
    }
    fn position(&self, heap: u64, _: usize) -> AnyPosition {
        heaps::heaps(&[heap])
    }
    fn work(&self, heap: u64) -> Option<u64> {
        Some(self.heap_options(heap, Player::Left).1)
    }
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        (self.kind == Kind::Impartial).then(|| Box::new(HeapNimbers { rules: self, work: AtomicU64::new(0) }) as _)
    }
}

/// The nimbers of the heaps, row by row.
///
/// The rules are code and have no known bound on their look-back, so no theorem proves a period.
struct HeapNimbers<'a, G> {
    rules: &'a Loaded<G>,
    work: AtomicU64,
}

impl<G: Guest> HeapSequence for HeapNimbers<'_, G> {
    type Cell = Nimber;
    fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
        let (options, work) = self.rules.heap_options(earlier.len() as u64, Player::Left);
        self.work.fetch_add(work, Relaxed);
        let value = |heap: &u64| earlier.cell(usize::try_from(*heap).expect("heaps only shrink"), 0);
        mex(options.iter().map(|heaps| heaps.iter().map(value).sum()))
    }
    fn theorem(&self) -> Option<Theorem> {
        None
    }
    fn fault(&self) -> Option<Fault> {
        sprague_core::AnyRuleset::fault(self.rules)
    }
    fn work(&self) -> Option<u64> {
        Some(self.work.load(Relaxed))
    }
}

impl<G: Guest> Loaded<G> {
    /// Returns the options of heap n and the work of listing them.
    ///
    /// Each option is a list of heaps smaller than n. Repeated calls are not counted as work, because they depend on earlier
    /// questions.
    fn heap_options(&self, n: u64, player: Player) -> (HeapOptions, u64) {
        self.ask(|state| {
            let (mut found, before) = (vec![], state.guest.work());
            heaps::checked_options(&mut state.guest, n, player, &mut found)?;
            let work = state.guest.work() - before;
            if state.witness.is_due() {
                let mut again = vec![];
                state.guest.heap_options(n, player, &mut again)?;
                if again != found {
                    let how = format!("asked twice about heap {n}, it gave different answers");
                    let export = state.guest.options_export(player);
                    return Err(Failure::law(export, Law::EqualPositionsHaveEqualOptions, how));
                }
                let position = heaps::heaps(&[n]);
                let answer: Vec<AnyPosition> = found.iter().map(|sizes| heaps::heaps(sizes)).collect();
                if n > 0
                    && let Some(earlier) = state.witness.keep(position.words(), player, &answer)
                {
                    self.ask_again(state, &earlier)?;
                }
            }
            Ok((found, work))
        })
    }
}
