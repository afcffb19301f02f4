//! Rows of a family computed by a kernel, if the rules are data and many rows are needed.

use super::{CHUNK_ROWS, Kernel, KernelOverflow, NoChunk, Planes, choose};
use sprague_core::heap::{AmountSet, Amounts, Cell, HeapRules, HeapSequence, Rows};
use sprague_core::limits::Meter;

/// A set with at least this many amounts counts as large.
const MANY: usize = 256;

/// Returns the number of rows from which a kernel computes them.
///
/// It is a whole chunk, or fewer rows if each of them has many moves.
pub(super) fn worth_from<F: HeapSequence + ?Sized>(family: &F) -> usize {
    let many = |set: &AmountSet| set.as_slice().len() >= MANY;
    let has_many = match family.heap_rules() {
        Some((HeapRules::Subtraction(Amounts::Only(set)), ..)) => many(&set),
        Some((HeapRules::PartizanSubtraction { left, right }, ..)) => many(&left) || many(&right),
        _ => false,
    };
    if has_many { MANY } else { CHUNK_ROWS }
}

/// Returns `true` if some amounts cannot be taken in the first `rows` rows. A kernel for these rows leaves them out.
fn leaves_out(rules: &HeapRules, rows: u64) -> bool {
    let reaches = |set: &AmountSet| set.as_slice().last().is_some_and(|last| *last > rows);
    match rules {
        HeapRules::Subtraction(Amounts::Only(set)) | HeapRules::NoRepeat { amounts: set, .. } => reaches(set),
        HeapRules::PartizanSubtraction { left, right } => reaches(left) || reaches(right),
        HeapRules::Subtraction(Amounts::Infinite(_)) => true,
        _ => false,
    }
}

/// The kernel that a sequence uses, chosen when it is first needed. Later rows continue from its current row.
#[derive(Debug, Default)]
pub(super) struct Running {
    kernel: Option<ByKernel>,
    /// The number of rows for which the kernel was chosen, or for which none was found.
    chosen_for: usize,
}

impl Clone for Running {
    /// Returns a value without a kernel; the copy chooses a kernel again when it needs one.
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Running {
    /// Chooses the kernel for the first `most` rows, unless one was already chosen for at least about an eighth as many and
    /// leaves out no amounts.
    pub(super) fn choose<F: HeapSequence + ?Sized>(&mut self, family: &F, most: usize, named: Option<&str>) {
        let rows = self.chosen_for.next_multiple_of(CHUNK_ROWS);
        let is_short = || most > rows && family.heap_rules().is_some_and(|(rules, ..)| leaves_out(&rules, rows as u64));
        if most / 8 > self.chosen_for || self.chosen_for == 0 || is_short() {
            let most = most.max(2 * self.chosen_for);
            *self = Self { kernel: ByKernel::of(family, most, named), chosen_for: most };
        }
    }

    pub(super) fn kernel(&mut self) -> Option<&mut ByKernel> {
        self.kernel.as_mut()
    }

    pub(super) fn name(&self) -> Option<&'static str> {
        self.kernel.as_ref().map(|running| running.kernel.name())
    }

    pub(super) fn stop(&mut self) {
        self.kernel = None;
    }
}

#[derive(Debug)]
pub(super) struct ByKernel {
    kernel: Box<dyn Kernel>,
    planes: Planes,
    /// The number of rows that the kernel has computed.
    given: usize,
}

impl ByKernel {
    /// Returns the named kernel, or the best one, for the first `most` rows of a family, or `None` if there is none.
    pub(super) fn of<F: HeapSequence + ?Sized>(family: &F, most: usize, named: Option<&str>) -> Option<Self> {
        let (rules, play, kind) = family.heap_rules()?;
        let kernel = choose(&rules, play, kind, most as u64, named).ok()??.kernel;
        Some(Self { kernel, planes: Planes::new(1, 1), given: 0 })
    }

    /// Appends the rest of a chunk, but only rows below `count`.
    pub(super) fn extend<C: Cell>(
        &mut self,
        rows: &mut Rows<C>,
        count: usize,
        beside: usize,
        meter: &Meter<'_>,
    ) -> Result<(), NoChunk> {
        while self.given <= rows.len() {
            self.kernel.next_within(&mut self.planes, meter)?;
            // the kernel is past this chunk, even if a limit stops the copying
            self.given += CHUNK_ROWS;
            meter.look(rows.len() as u64, rows.bytes(CHUNK_ROWS) + beside * rows.len() + self.kernel.bytes(), None)?;
        }
        let start = self.given - CHUNK_ROWS;
        let (from, to) = (rows.len() - start, count.min(self.given) - start);
        if self.planes.columns() != rows.width() {
            return Err(KernelOverflow.into());
        }
        let cells: Vec<C> = self.numbers(from, to).into_iter().map(C::of_number).collect::<Option<_>>().ok_or(KernelOverflow)?;
        cells.chunks_exact(rows.width()).for_each(|row| rows.push(row));
        Ok(())
    }

    /// Returns the cells of some rows of the chunk, row after row.
    fn numbers(&self, from: usize, to: usize) -> Vec<u32> {
        let columns = self.planes.columns();
        let mut numbers = vec![0; (to - from) * columns];
        for column in 0..columns {
            for bit in 0..self.planes.bits() {
                let plane = self.planes.plane(column, bit);
                let cells = numbers.iter_mut().skip(column).step_by(columns);
                cells.zip(from..to).for_each(|(cell, row)| *cell |= ((plane[row / 64] >> (row % 64) & 1) as u32) << bit);
            }
        }
        numbers
    }
}
