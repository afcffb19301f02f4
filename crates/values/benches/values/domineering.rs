//! Domineering boards of up to 7×7, with a bit for each free cell and eight cells per row. Left places vertical dominoes.
//!
//! A board is the sum of its components, and a component is normalised over its eight symmetric images, of which the transposed
//! ones are negatives. Two lossy caches precede the memo, so that values are timed and not the board.

use hashbrown::HashMap;
use sprague_core::Stopped;
use sprague_values::{Calculator, Form};
use std::hash::{BuildHasherDefault, Hasher};

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const FIRST_ROW: u64 = 0xff;
const SLOTS: u32 = 14;

/// A hasher that multiplies by an odd number.
#[derive(Default)]
struct Odd(u64);

impl Hasher for Odd {
    fn write(&mut self, _: &[u8]) {
        unreachable!("boards are words");
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
}

/// A lossy cache: each slot contains the last board with its hash, and the value of that board.
struct Recent(Box<[(u64, Form)]>);

impl Default for Recent {
    fn default() -> Self {
        Self(vec![(0, Form::ZERO); 1 << SLOTS].into())
    }
}

impl Recent {
    fn place(cells: u64) -> usize {
        (cells.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - SLOTS)) as usize
    }

    fn get(&self, cells: u64) -> Option<Form> {
        let (key, form) = self.0[Self::place(cells)];
        (key == cells).then_some(form)
    }

    fn put(&mut self, cells: u64, form: Form) {
        self.0[Self::place(cells)] = (cells, form);
    }
}

/// The values of all boards met.
#[derive(Default)]
pub(crate) struct Domineering {
    known: HashMap<u64, Form, BuildHasherDefault<Odd>>,
    sums: Recent,
    components: Recent,
}

pub(crate) fn board(rows: u32, columns: u32) -> u64 {
    (0..rows).fold(0, |cells, row| cells | ((1 << columns) - 1) << (8 * row))
}

/// The same shape moved into the corner.
fn cornered(mut cells: u64) -> u64 {
    cells >>= cells.trailing_zeros() & 56;
    let mut columns = cells | cells >> 32;
    columns |= columns >> 16;
    columns |= columns >> 8;
    cells >> (columns & FIRST_ROW).trailing_zeros()
}

fn neighbours(cells: u64) -> u64 {
    cells << 8 | cells >> 8 | (cells & !(FIRST_COLUMN << 7)) << 1 | (cells & !FIRST_COLUMN) >> 1
}

fn rows_turned(cells: u64) -> u64 {
    cornered(cells.swap_bytes())
}

fn columns_turned(cells: u64) -> u64 {
    cornered(cells.reverse_bits().swap_bytes())
}

fn transposed(mut x: u64) -> u64 {
    let t = (x ^ x >> 7) & 0x00aa_00aa_00aa_00aa;
    x ^= t ^ t << 7;
    let t = (x ^ x >> 14) & 0x0000_cccc_0000_cccc;
    x ^= t ^ t << 14;
    let t = (x ^ x >> 28) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ t << 28
}

fn least(cells: u64) -> u64 {
    let (a, b) = (rows_turned(cells), columns_turned(cells));
    cells.min(a).min(b).min(rows_turned(b))
}

impl Domineering {
    pub(crate) fn positions(&self) -> usize {
        self.known.len()
    }

    pub(crate) fn value(&mut self, calculator: &mut Calculator<'_>, cells: u64) -> Result<Form, Stopped> {
        let cells = cells & neighbours(cells);
        if cells == 0 {
            return Ok(Form::ZERO);
        }
        let cells = cornered(cells);
        if let Some(form) = self.sums.get(cells) {
            return Ok(form);
        }
        let (mut rest, mut sum) = (cells, Form::ZERO);
        while rest != 0 {
            let mut component = rest & rest.wrapping_neg();
            loop {
                let grown = (component | neighbours(component)) & rest;
                if grown == component {
                    break;
                }
                component = grown;
            }
            rest &= !component;
            let form = self.component(calculator, cornered(component))?;
            sum = calculator.add(sum, form)?;
        }
        self.sums.put(cells, sum);
        Ok(sum)
    }

    fn component(&mut self, calculator: &mut Calculator<'_>, cells: u64) -> Result<Form, Stopped> {
        if let Some(form) = self.components.get(cells) {
            return Ok(form);
        }
        let (own, turned) = (least(cells), least(transposed(cells)));
        let mut form = self.class(calculator, own.min(turned))?;
        if turned < own {
            form = calculator.negative(form)?;
        }
        self.components.put(cells, form);
        Ok(form)
    }

    fn class(&mut self, calculator: &mut Calculator<'_>, cells: u64) -> Result<Form, Stopped> {
        if let Some(&form) = self.known.get(&cells) {
            return Ok(form);
        }
        // there are fewer than 7·7 places for a domino
        let (mut options, mut lefts, mut count) = ([Form::ZERO; 96], 0, 0);
        for (domino, first) in [(1 | 1 << 8, cells & cells >> 8), (3, cells & cells >> 1 & !(FIRST_COLUMN << 7))] {
            lefts = count;
            let mut places = first;
            while places != 0 {
                options[count] = self.value(calculator, cells & !(domino << places.trailing_zeros()))?;
                places &= places - 1;
                count += 1;
            }
        }
        let form = calculator.make(&options[..lefts], &options[lefts..count])?;
        self.known.insert(cells, form);
        Ok(form)
    }
}
