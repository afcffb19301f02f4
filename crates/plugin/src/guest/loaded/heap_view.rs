//! A guest of heaps by its heaps: a row for every n, without proofs.
//!
//! Nobody can say why a repetition would be one.

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

impl<G: Guest> HeapView for Loaded<G> {
    fn indices(&self, position: &AnyPosition) -> Option<SmallVec<[(u64, usize); 2]>> {
        Some(singles(position.words()).map(|single| (heaps::size(single), 0)).collect())
    }
    fn position(&self, heap: u64, _: usize) -> AnyPosition {
        heaps::heaps(&[heap])
    }
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        (self.kind == Kind::Impartial).then(|| Box::new(HeapNimbers(self)) as _)
    }
}

/// The nimbers of its heaps, row by row.
///
/// Code cannot promise how far it looks back, so no theorem proves a period.
struct HeapNimbers<'a, G>(&'a Loaded<G>);

impl<G: Guest> HeapSequence for HeapNimbers<'_, G> {
    type Cell = Nimber;
    fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
        let options = self.0.heap_options(earlier.len() as u64, Player::Left);
        let value = |heap: &u64| earlier.cell(usize::try_from(*heap).expect("heaps only shrink"), 0);
        mex(options.iter().map(|heaps| heaps.iter().map(value).sum()))
    }
    fn theorem(&self) -> Option<Theorem> {
        None
    }
    fn fault(&self) -> Option<Fault> {
        sprague_core::AnyRuleset::fault(self.0)
    }
}

impl<G: Guest> Loaded<G> {
    /// The options of heap n, each as the heaps that it leaves.
    ///
    /// Each of these is below n.
    fn heap_options(&self, n: u64, player: Player) -> HeapOptions {
        self.ask(|state| {
            let mut found = vec![];
            heaps::checked_options(&mut state.guest, n, player, &mut found)?;
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
            Ok(found)
        })
    }
}
