//! Limits the work on rows that serve only to find a period that the question does not ask for.
//!
//! Work is counted instead of timed, so that the same question has the same answer on every machine, however busy. A
//! step is about a nanosecond. If the rules are data, the steps of a row are computed from the rules. Loaded rules
//! count their steps.

use crate::ask::row_plan::RowPlan;
use sprague::heap::{Cell, HeapRules, HeapSequence, RowKind};
use sprague::rows::choose;

/// The maximum number of steps for rows beyond those that the question asks for.
///
/// It is lower under a [short limit of time](RowPlan::work).
const MOST: u64 = 3_000_000_000;

/// The maximum for rules that are code, whose period cannot be proved.
///
/// It is about a tenth of a second. Loaded rules may take four times the steps of the requested rows, if that is more.
const OF_CODE: u64 = 100_000_000;

/// Returns the number of rows, at most `most`, that [`MOST`] steps beyond the first `asked` rows allow.
///
/// If the rules are not data, [`OF_CODE`] steps are allowed instead.
pub(crate) fn affordable<C: Cell>(family: &(dyn HeapSequence<Cell = C> + '_), asked: u64, most: u64, options: &RowPlan) -> u64 {
    let most_steps = if family.heap_rules().is_some() { MOST } else { OF_CODE };
    let (mut steps, allowed) = (0_u64, options.work(most_steps));
    let of_row = steps_of_rows(family, most);
    let is_within = |n: &u64| {
        steps = steps.saturating_add(of_row(*n));
        steps <= allowed
    };
    most.min(asked + (asked..most).take_while(is_within).count() as u64)
}

/// Returns a function that estimates the steps of row n from the rules.
fn steps_of_rows<C: Cell>(family: &(dyn HeapSequence<Cell = C> + '_), rows: u64) -> Box<dyn Fn(u64) -> u64> {
    let width = family.width() as u64;
    let Some((rules, play, kind)) = family.heap_rules() else {
        // rules that are compiled in may split heaps
        return Box::new(move |n| width.saturating_mul(n.saturating_mul(n) / 5));
    };
    match &rules {
        HeapRules::TakeAndBreak(code) => {
            let digits = code.digits().to_vec();
            // a digit with the bit for h heaps leaves about n^(h-1) / (h-1)! unordered lists of heaps
            let lists = |n: u64, h: u32| (1..h).fold(1_u64, |lists, part| lists.saturating_mul(n) / u64::from(part));
            let of_digit =
                move |n: u64, digit: u8| (1..8).filter(|h| digit >> h & 1 == 1).map(|h| lists(n, h)).max().unwrap_or(1);
            Box::new(move |n| digits.iter().map(|digit| of_digit(n, *digit)).fold(0, u64::saturating_add) / 3)
        }
        HeapRules::Grundy => Box::new(|n| n),
        _ => {
            let amounts = amounts(&rules);
            let by_kernel = choose(&rules, play, kind, rows, None).is_ok_and(|choice| choice.is_some());
            // measured for sets of 1,000 to 400,000 amounts, and for no-repeat families without a kernel
            let (at_once, cell) = if kind == RowKind::Nimbers { (13, 90) } else { (64, 30) };
            Box::new(move |n| match by_kernel {
                true => 1 + amounts.min(n) / at_once,
                false => width.saturating_mul(cell).saturating_mul(amounts.min(n.max(1))),
            })
        }
    }
}

/// Returns the number of amounts in the rules, for both players together.
fn amounts(rules: &HeapRules) -> u64 {
    use sprague::heap::Amounts;
    let count = match rules {
        // from a heap of n at most n amounts can be taken, so the caller caps this number
        HeapRules::Subtraction(Amounts::Infinite(_)) | HeapRules::OfHeap(_) => usize::MAX,
        HeapRules::Subtraction(Amounts::Only(set) | Amounts::AllBut(set)) => set.as_slice().len(),
        HeapRules::Cumulative(amounts) | HeapRules::Stones { amounts, .. } | HeapRules::NoRepeat { amounts, .. } => {
            amounts.as_slice().len()
        }
        HeapRules::PartizanSubtraction { left, right } => left.as_slice().len() + right.as_slice().len(),
        HeapRules::TakeAndBreak(_) | HeapRules::PartizanTakeAndBreak { .. } | HeapRules::Grundy => 0,
    };
    count as u64
}

/// The number of steps that loaded rules may still take for rows that the question does not ask for.
///
/// It is `None` for rules that do not count their steps: see [`affordable`].
pub(crate) struct Purse(Option<u64>);

impl Purse {
    /// Returns the steps that remain after the requested rows.
    pub(crate) fn after<C: Cell>(family: &(dyn HeapSequence<Cell = C> + '_), options: &RowPlan) -> Self {
        Self(family.work().map(|asked| asked.saturating_add(options.work(OF_CODE.max(asked.saturating_mul(4))))))
    }

    /// Returns `true` if the rules are loaded rules that count their work.
    pub(crate) fn is_counted(&self) -> bool {
        self.0.is_some()
    }

    pub(crate) fn is_empty<C: Cell>(&self, family: &(dyn HeapSequence<Cell = C> + '_)) -> bool {
        self.0.zip(family.work()).is_some_and(|(most, work)| work >= most)
    }
}
