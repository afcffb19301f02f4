//! The order of rows, filled cell by cell from the definition.

use crate::effort::Effort;
use crate::not_accepted::NotAccepted;
use sprague_core::heap::AmountSet;

/// The amounts that Left and Right may take.
pub(super) struct Takes {
    pub(super) amounts: [Vec<u64>; 2],
    /// The greatest amount, k.
    pub(super) reach: u64,
}

impl Takes {
    pub(super) fn of(sets: [&AmountSet; 2]) -> Self {
        let amounts = sets.map(|set| set.as_slice().to_vec());
        let reach = amounts.iter().flatten().copied().max().unwrap_or(0);
        Self { amounts, reach }
    }
}

/// For each game f and cell (m, n), two bits: G(m) ≤ G(n) + f, and G(m) ≥ G(n) + f.
pub(super) struct Table {
    side: usize,
    layers: usize,
    cells: Vec<u8>,
}

/// The bit for ≤, and the bit for ≥.
const AT_MOST: u8 = 1;
const AT_LEAST: u8 = 2;

impl Table {
    pub(super) fn filled(
        takes: &Takes,
        forms: &[[Vec<u64>; 2]],
        side: u64,
        effort: &mut Effort<'_>,
    ) -> Result<Self, NotAccepted> {
        let bytes = side.saturating_mul(side).saturating_mul(forms.len() as u64);
        effort.take(0, side, || bytes)?;
        effort.look(side, bytes)?;
        // count all steps before filling, so that a table that is too large is not begun
        effort.take(bytes, side, || bytes)?;
        let (side, layers) = (side as usize, forms.len());
        let mut table = Self { side, layers, cells: vec![0; bytes as usize] };
        let [left, right] = takes.amounts.each_ref();
        for m in 0..side {
            for n in 0..side {
                let mut steps = 0;
                for (f, [own_left, own_right]) in forms.iter().enumerate() {
                    // a relation holds if no move of the player who could refute it reaches a cell with the opposite relation
                    let no_move = |bit: u8, in_m: &[u64], in_n: &[u64], in_f: &[u64]| {
                        in_m.iter().take_while(|a| **a <= m as u64).all(|a| !table.has(f, m - *a as usize, n, bit))
                            && in_n.iter().take_while(|a| **a <= n as u64).all(|a| !table.has(f, m, n - *a as usize, bit))
                            && in_f.iter().all(|option| !table.has(*option as usize, m, n, bit))
                    };
                    let at_most = no_move(AT_LEAST, left, right, own_right);
                    let at_least = no_move(AT_MOST, right, left, own_left);
                    steps += (left.len() + right.len() + own_left.len() + own_right.len()) as u64;
                    let place = table.place(f, m, n);
                    table.cells[place] = (u8::from(at_most) * AT_MOST) | (u8::from(at_least) * AT_LEAST);
                }
                effort.take(steps, side as u64, || bytes)?;
            }
        }
        Ok(table)
    }

    fn place(&self, layer: usize, m: usize, n: usize) -> usize {
        (m * self.side + n) * self.layers + layer
    }

    fn has(&self, layer: usize, m: usize, n: usize, bit: u8) -> bool {
        self.cells[self.place(layer, m, n)] & bit != 0
    }

    pub(super) fn bytes(&self) -> u64 {
        self.cells.len() as u64
    }

    pub(super) fn layers(&self) -> u64 {
        self.layers as u64
    }

    pub(super) fn cell(&self, m: u64, n: u64) -> &[u8] {
        &self.cells[self.place(0, m as usize, n as usize)..][..self.layers]
    }

    pub(super) fn is_at_most(&self, m: u64, n: u64) -> bool {
        self.has(0, m as usize, n as usize, AT_MOST)
    }

    /// Returns `true` if G(m) = G(n) + f for the game f with index `layer`.
    pub(super) fn is_sum(&self, m: u64, n: u64, layer: u64) -> bool {
        self.cells[self.place(layer as usize, m as usize, n as usize)] == AT_MOST | AT_LEAST
    }
}
