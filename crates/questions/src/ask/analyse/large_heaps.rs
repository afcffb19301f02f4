//! The outcome that all large heaps have, and the lost heaps where they are few.

use super::table::RowTable;
use crate::ask::legend::class_in_words;
use sprague::heap::Period;
use sprague::{Outcome, OutcomeClass};
use std::fmt;

/// The outcome of all heaps from some heap on, or of the only heaps that are known to be lost.
///
/// Displayed, it is a sentence.
#[derive(Clone, Debug)]
pub(super) struct LargeHeaps {
    /// The class of every heap from `from` on; [`OutcomeClass::Next`] if no period was seen and `from` is the number of rows.
    class: OutcomeClass,
    from: u64,
    /// The last heap that was looked at, `None` if a theorem is about all heaps.
    up_to: Option<u64>,
    is_partizan: bool,
    /// The first heaps that are lost, at most [`LISTED`].
    lost: Vec<u64>,
    /// The number of lost heaps before `from`, and the last of them.
    count: u64,
    last: u64,
}

/// The most lost heaps in a sentence.
const LISTED: usize = 12;

/// The most heaps among which lost ones are sought: a few hundredths of a second.
const MOST_SEEN: u64 = 1 << 22;

impl LargeHeaps {
    /// What the classes of the first `rows` heaps say, if the outcomes have this period.
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
        // lost heaps that may go on as they come are not a few
        let are_many = found.count > LISTED as u64 && found.last >= rows / 2;
        if period.is_none() && are_many { None } else { Some(found) }
    }

    /// The same for rows of which none is missing.
    pub(super) fn in_table(period: Option<Period>, rows: &RowTable) -> Option<Self> {
        let of_letter = |letter: u8| match letter {
            b'P' => OutcomeClass::Previous,
            b'D' => OutcomeClass::Draw,
            _ => OutcomeClass::Next,
        };
        match rows {
            RowTable::Classes { classes } => Self::of(period, classes.len() as u64, true, |n| classes[n as usize]),
            RowTable::Nimbers { outcomes, .. }
            | RowTable::Outcomes { outcomes }
            | RowTable::Forms { outcomes, .. }
            | RowTable::NoRepeat { outcomes, .. } => {
                let letters = outcomes.as_bytes();
                Self::of(period, letters.len() as u64, false, |n| of_letter(letters[n as usize]))
            }
            RowTable::Stones { .. } | RowTable::Board { .. } | RowTable::Vertices { .. } => None,
        }
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

/// The class of a heap in which both players have the same moves.
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
