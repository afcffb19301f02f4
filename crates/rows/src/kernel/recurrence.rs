//! The rules of subtraction games in the form that kernels need: for each cell of a row, the cells of earlier rows to which its
//! moves lead.

use sprague_core::Play;
use sprague_core::heap::{AmountSet, Amounts, HeapRules, RowKind, arrangement};

/// The largest number of cells of a row for which there are kernels.
const MAX_COLUMNS: usize = 64;

/// The largest number of rows that a kernel looks back.
const MAX_REACH: u64 = 1 << 32;

/// A move to a cell of the row `amount` before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) column: usize,
    pub(crate) amount: usize,
}

/// Rows whose cells are all computed in the same way.
///
/// A cell is won if a move leads to a lost cell; or its nimber is the mex of the nimbers to which moves lead.
#[derive(Clone, Debug)]
pub(crate) struct Recurrence {
    rules: HeapRules,
    pub(crate) kind: RowKind,
    pub(crate) play: Play,
    rows: u64,
}

impl Recurrence {
    /// Returns the recurrence of the first `rows` rows of these rules.
    ///
    /// Returns `None` if moves do not lead to single earlier cells, or if there are too many cells or too long moves.
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

    pub(crate) fn columns(&self) -> usize {
        match &self.rules {
            HeapRules::PartizanSubtraction { .. } => 2,
            HeapRules::NoRepeat { amounts, memory } => {
                arrangement::count(amounts.as_slice().len(), *memory).expect("columns were counted")
            }
            _ => 1,
        }
    }

    /// If all moves from a column lead to one column, which may be the same, and take any amount of one set, returns that
    /// column and the set.
    pub(crate) fn one_set(&self, column: usize) -> Option<(usize, &AmountSet)> {
        match (&self.rules, column) {
            (HeapRules::Subtraction(Amounts::Only(set)), _) => Some((0, set)),
            (HeapRules::PartizanSubtraction { left, .. }, 0) => Some((1, left)),
            (HeapRules::PartizanSubtraction { right, .. }, _) => Some((0, right)),
            _ => None,
        }
    }

    /// Returns the moves from a cell that are possible in the requested rows.
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

    /// Returns the greatest amount that can be taken in the requested rows.
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

    /// Returns the number of earlier rows on which a row depends.
    pub(crate) fn reach(&self) -> usize {
        self.longest() as usize
    }

    pub(crate) fn most_steps(&self) -> usize {
        match &self.rules {
            HeapRules::Subtraction(Amounts::Only(set)) | HeapRules::NoRepeat { amounts: set, .. } => set.as_slice().len(),
            HeapRules::PartizanSubtraction { left, right } => left.as_slice().len().max(right.as_slice().len()),
            _ => 0,
        }
    }

    pub(crate) fn bits(&self) -> usize {
        match self.kind {
            RowKind::Outcomes | RowKind::Scores => 1,
            RowKind::Nimbers => (usize::BITS - self.most_steps().leading_zeros()).max(1) as usize,
        }
    }

    /// Returns the number of values for which rows are collected: lost rows for outcomes, or the rows of every nimber.
    pub(crate) fn values(&self) -> usize {
        match self.kind {
            RowKind::Outcomes | RowKind::Scores => 1,
            RowKind::Nimbers => self.most_steps() + 1,
        }
    }

    /// Returns the first row in which a column has a move. Before it, the player to move wins in misère play.
    pub(crate) fn first_move(&self, column: usize) -> usize {
        self.steps(column).first().map_or(usize::MAX, |step| step.amount)
    }
}
