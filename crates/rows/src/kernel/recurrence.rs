//! Rules of subtraction games as kernels need them.
//!
//! They tell, for every cell of a row, the cells of earlier rows that its moves lead to.

use sprague_core::Play;
use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind, arrangement};

/// The most cells of a row for which there are kernels.
const MAX_COLUMNS: usize = 64;

/// The most rows that a kernel looks back.
const MAX_REACH: u64 = 1 << 32;

/// A move: to a cell of the row `amount` before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) column: usize,
    pub(crate) amount: usize,
}

/// Rows all of whose cells are computed alike.
///
/// A cell is lost if no move leads to a lost one, or has the least nimber that no move leads to.
#[derive(Clone, Debug)]
pub(crate) struct Recurrence {
    rules: HeapRules,
    pub(crate) kind: RowKind,
    pub(crate) play: Play,
    rows: u64,
}

impl Recurrence {
    /// The recurrence of the first `rows` rows of these rules.
    ///
    /// `None` where moves do not lead to single earlier cells, or there are too many.
    pub(crate) fn of(rules: &HeapRules, play: Play, kind: RowKind, rows: u64) -> Option<Self> {
        let is_impartial = !matches!(rules, HeapRules::PartizanSubtraction { .. });
        if kind == RowKind::Nimbers && (play == Play::Misere || !is_impartial) {
            return None;
        }
        let recurrence = Self { rules: rules.clone(), kind, play, rows: rows.next_multiple_of(super::CHUNK_ROWS as u64) };
        let is_known = match rules {
            HeapRules::Subtraction(Amounts::Only(_)) | HeapRules::PartizanSubtraction { .. } => true,
            HeapRules::NoRepeat { amounts, memory } => {
                arrangement::count(amounts.as_slice().len(), *memory).is_some_and(|columns| columns <= MAX_COLUMNS)
            }
            _ => false,
        };
        (is_known && recurrence.longest() < MAX_REACH).then_some(recurrence)
    }

    /// The number of cells of a row.
    pub(crate) fn columns(&self) -> usize {
        match &self.rules {
            HeapRules::PartizanSubtraction { .. } => 2,
            HeapRules::NoRepeat { amounts, memory } => {
                arrangement::count(amounts.as_slice().len(), *memory).expect("columns were counted")
            }
            _ => 1,
        }
    }

    /// The other column and the set, if rules lead from a column to one other.
    ///
    /// It may be the same column; the moves take any amount of that set.
    pub(crate) fn one_set(&self, column: usize) -> Option<(usize, &AmountSet)> {
        match (&self.rules, column) {
            (HeapRules::Subtraction(Amounts::Only(set)), _) => Some((0, set)),
            (HeapRules::PartizanSubtraction { left, .. }, 0) => Some((1, left)),
            (HeapRules::PartizanSubtraction { right, .. }, _) => Some((0, right)),
            _ => None,
        }
    }

    /// The moves from a cell that can be made in the rows that are wanted.
    pub(crate) fn steps(&self, column: usize) -> Vec<Step> {
        let step = |column: usize, amount: u64| Step { column, amount: amount as usize };
        if let Some((to, set)) = self.one_set(column) {
            return set.up_to(self.rows).map(|amount| step(to, amount)).collect();
        }
        let HeapRules::NoRepeat { amounts, memory } = &self.rules else { unreachable!("other rules have one set") };
        let last = arrangement::list(amounts.as_slice().len(), column);
        let after = |index: usize| -> Vec<usize> { core::iter::once(index).chain(last.iter().copied()).take(*memory).collect() };
        let fresh = (0..).zip(amounts.up_to(self.rows)).filter(|(index, _)| !last.contains(index));
        fresh.map(|(index, amount)| step(arrangement::number(amounts.as_slice().len(), &after(index)), amount)).collect()
    }

    /// The greatest amount that can be taken in the rows that are wanted.
    fn longest(&self) -> u64 {
        let greatest = |set: &AmountSet| {
            let fitting = set.as_slice().partition_point(|&amount| amount <= self.rows);
            fitting.checked_sub(1).map_or(0, |last| set.as_slice()[last])
        };
        match &self.rules {
            HeapRules::Subtraction(Amounts::Only(set)) | HeapRules::NoRepeat { amounts: set, .. } => greatest(set),
            HeapRules::PartizanSubtraction { left, right } => greatest(left).max(greatest(right)),
            _ => 0,
        }
    }

    /// The number of earlier rows on which a row depends.
    pub(crate) fn reach(&self) -> usize {
        self.longest() as usize
    }

    /// The most moves that a cell has.
    pub(crate) fn most_steps(&self) -> usize {
        match &self.rules {
            HeapRules::Subtraction(Amounts::Only(set)) | HeapRules::NoRepeat { amounts: set, .. } => set.as_slice().len(),
            HeapRules::PartizanSubtraction { left, right } => left.as_slice().len().max(right.as_slice().len()),
            _ => 0,
        }
    }

    /// The number of bits of a cell.
    pub(crate) fn bits(&self) -> usize {
        match self.kind {
            RowKind::Outcomes => 1,
            RowKind::Nimbers => (usize::BITS - self.most_steps().leading_zeros()).max(1) as usize,
        }
    }

    /// The number of values that are told apart.
    ///
    /// They are lost and won, or every nimber.
    pub(crate) fn values(&self) -> usize {
        match self.kind {
            RowKind::Outcomes => 1,
            RowKind::Nimbers => self.most_steps() + 1,
        }
    }

    /// The first row of a column that has a move; before it, misère play wins.
    pub(crate) fn first_move(&self, column: usize) -> usize {
        self.steps(column).first().map_or(usize::MAX, |step| step.amount)
    }
}
