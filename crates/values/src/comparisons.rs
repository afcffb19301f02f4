//! A cache of comparisons, and the stack of comparisons in progress.

use crate::form::Form;
use crate::stops::{Seen, Small};
use sprague_core::Player;

/// A cache of comparisons, and the stack of comparisons in progress.
///
/// Each slot of the cache stores two results and fills half a cache line. A new result replaces the older one of its slot.
#[derive(Default)]
pub(crate) struct Comparisons {
    table: Vec<[Known; 2]>,
    stored: usize,
    pub(crate) open: Vec<Comparison>,
    pub(crate) generation: u64,
}

/// The comparison G ≤ H, with its progress.
pub(crate) struct Comparison {
    pub(crate) g: Seen<Small>,
    pub(crate) h: Seen<Small>,
    /// The player whose options come next: the options of G if it is Left, the options of H if it is Right.
    pub(crate) player: Player,
    pub(crate) next: u64,
}

/// Two handles; the lowest bit of the second word is the result.
type Known = (u64, u64);

const NOTHING: Known = (u64::MAX, u64::MAX);
/// The largest number of slots, of 32 bytes each.
///
/// A larger table no longer fits the processor's cache: more comparisons would be found in it, but each look-up would be
/// slower.
const LARGEST: usize = 1 << 15;

impl Comparisons {
    pub(crate) fn bytes(&self) -> usize {
        self.table.capacity() * 32 + self.open.capacity() * size_of::<Comparison>()
    }

    #[inline(always)]
    fn place(&self, (g, h): (u64, u64)) -> usize {
        let mixed = (g ^ h.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.table.len().wrapping_sub(1))
    }

    #[inline(always)]
    pub(crate) fn get(&self, g: Form, h: Form) -> Option<bool> {
        let [last, other] = self.table.get(self.place((g.0, h.0)))?;
        let is_same = |known: &Known| known.0 == g.0 && known.1 >> 1 == h.0;
        if is_same(last) {
            return Some(last.1 & 1 == 1);
        }
        is_same(other).then_some(other.1 & 1 == 1)
    }

    #[inline]
    pub(crate) fn put(&mut self, g: Form, h: Form, result: bool) {
        self.stored += 1;
        if self.stored > 2 * self.table.len() && self.table.len() < LARGEST {
            self.grow();
        }
        let place = self.place((g.0, h.0));
        let [last, other] = &mut self.table[place];
        (*other, *last) = (*last, (g.0, h.0 << 1 | u64::from(result)));
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.table.len() * 4).max(1 << 7);
        let before = core::mem::replace(&mut self.table, vec![[NOTHING; 2]; size]);
        self.stored = 0;
        for known in before.into_iter().flatten().filter(|&known| known != NOTHING) {
            let place = self.place((known.0, known.1 >> 1));
            self.table[place].swap(0, 1);
            self.table[place][0] = known;
        }
    }
}

impl Comparison {
    pub(crate) fn of(g: Seen<Small>, h: Seen<Small>) -> Self {
        Self { g, h, player: first_asked(h.form), next: 0 }
    }
}

/// Returns the player whose options are examined first.
///
/// If H is the form under construction, Right begins, because the options of H are then known forms.
pub(crate) fn first_asked(h: Form) -> Player {
    if h.is_pending() { Player::Right } else { Player::Left }
}
