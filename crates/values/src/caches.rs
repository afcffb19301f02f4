//! The caches of a calculator. When a calculator is dropped, its arena keeps them for the next one.

use crate::comparisons::Comparisons;
use crate::form::Form;
use crate::graphs::Graphs;
use crate::memo::Memo;
use num_bigint::BigUint;

/// A cache with more entries than this is cleared before the next question.
const CACHED: usize = 1 << 22;

/// The caches of a calculator. Results never depend on their contents.
#[derive(Default)]
pub(crate) struct Caches {
    pub(crate) comparisons: Comparisons,
    pub(crate) sums: Memo<(Form, Form), Form>,
    pub(crate) thermographs: Graphs,
    pub(crate) birthdays: Memo<Form, BigUint>,
}

impl Caches {
    pub(crate) fn bytes(&self) -> usize {
        self.comparisons.bytes() + self.sums.capacity() * 25 + self.thermographs.bytes() + self.birthdays.capacity() * 64
    }

    /// Drops caches that have grown beyond `CACHED` entries.
    pub(crate) fn tidy(&mut self) {
        if self.sums.len() > CACHED {
            self.sums = Memo::default();
        }
        if self.thermographs.len() > CACHED {
            self.thermographs = Graphs::default();
        }
        if self.birthdays.len() > CACHED {
            self.birthdays = Memo::default();
        }
    }
}
