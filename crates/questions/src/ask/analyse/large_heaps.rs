//! The outcome of all large heaps, or the list of lost heaps if there are only a few.

use crate::legend::class_in_words;
use sprague::heap::Period;
use sprague::{Outcome, OutcomeClass};
use std::fmt;

/// The outcome of all heaps from a certain size on, or the known lost heaps if there are only a few. `Display` writes a
/// sentence.
#[derive(Clone, Debug)]
pub(super) struct LargeHeaps {
    /// The class of every heap of size at least `from`. If no period was observed, it is [`OutcomeClass::Next`], and
    /// `from` is the number of rows.
    class: OutcomeClass,
    from: u64,
    /// The last heap that was examined, or `None` if a theorem covers all heaps.
    up_to: Option<u64>,
    is_partizan: bool,
    /// The first lost heaps, at most [`LISTED`].
    lost: Vec<u64>,
    /// The number of lost heaps smaller than `from`. The last of them is `last`.
    count: u64,
    last: u64,
}

/// The maximum number of lost heaps that a sentence lists.
const LISTED: usize = 12;

/// The maximum number of heaps that are examined. This many take a few hundredths of a second.
const MOST_SEEN: u64 = 1 << 22;

impl LargeHeaps {
    /// Summarises the classes of the first `rows` heaps, given the period of the outcomes.
    pub(super) fn of(
        period: Option<Period>,
        rows: u64,
        is_partizan: bool,
        mut class: impl FnMut(u64) -> OutcomeClass,
    ) -> Option<Self> {
        let from = match period {
            Some(period) if period.period == 1 && period.preperiod < rows => period.preperiod,
            None if !is_partizan && rows > 0 => rows,
            _ => return None,
        };
        if from > MOST_SEEN {
            return None;
        }
        let up_to = period.is_none_or(|period| !period.is_proved()).then(|| rows - 1);
        let settled = if from < rows { class(from) } else { OutcomeClass::Next };
        let mut found = Self { class: settled, from, up_to, is_partizan, lost: vec![], count: 0, last: 0 };
        for n in (0..from).filter(|n| class(*n) == OutcomeClass::Previous) {
            if found.lost.len() < LISTED {
                found.lost.push(n);
            }
            (found.count, found.last) = (found.count + 1, n);
        }
        // without a period, lost heaps up to the end of the rows may continue, so they are not "only a few"
        let are_many = found.count > LISTED as u64 && found.last >= rows / 2;
        if period.is_none() && are_many { None } else { Some(found) }
    }

    fn lost(&self) -> String {
        let all = |heaps: &[u64]| heaps.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        match &*self.lost {
            _ if self.count > LISTED as u64 => {
                format!("{} and {} more, the last of them {}", all(&self.lost), self.count - LISTED as u64, self.last)
            }
            [] => "no heap".to_owned(),
            [heap] => heap.to_string(),
            [heaps @ .., last] => format!("{} and {last}", all(heaps)),
        }
    }
}

/// Returns the class of a heap in which both players have the same moves.
pub(super) fn impartial(outcome: Outcome) -> OutcomeClass {
    OutcomeClass::of(outcome, outcome)
}

impl fmt::Display for LargeHeaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let up_to = self.up_to.map(|last| format!(" up to {last}")).unwrap_or_default();
        let heaps = format!("every heap from {} on{up_to}", self.from);
        match (self.class, self.is_partizan) {
            (OutcomeClass::Next, false) if self.count == 0 => write!(f, "no heap{up_to} is lost"),
            (OutcomeClass::Next, false) => write!(f, "lost: {}; no other heap{up_to}", self.lost()),
            (OutcomeClass::Previous, false) => write!(f, "{heaps} is lost"),
            (OutcomeClass::Draw, _) => write!(f, "{heaps} is drawn"),
            (OutcomeClass::Left, _) => write!(f, "Left wins {heaps}"),
            (OutcomeClass::Right, _) => write!(f, "Right wins {heaps}"),
            (OutcomeClass::Next, true) => write!(f, "whoever starts wins {heaps}"),
            (OutcomeClass::Previous, true) => write!(f, "whoever starts loses {heaps}"),
            (class, _) => write!(f, "{heaps}: {}", class_in_words(class)),
        }
    }
}
