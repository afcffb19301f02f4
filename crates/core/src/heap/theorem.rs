//! Why a repetition seen in finitely many rows is a statement about every n.

use core::fmt;

/// What turns a repetition in a prefix into a proof for every n.
///
/// Each needs rules that are given as data ([`HeapRules`](crate::heap::HeapRules)): code that merely says "I look back three
/// rows" proves nothing, since a function that changes at n = 50 has bounded reach too.
///
/// ```
/// use sprague_core::heap::Theorem;
///
/// let kayles = Theorem::GuySmith { heaps: 2, taken: 2 };
/// assert_eq!(kayles.rows_needed(71, 12), Some(2 * (71 + 12) + 2));
/// assert_eq!(kayles.to_string(), "Guy-Smith");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Theorem {
    /// For n ≥ `reach`, row n is one and the same function of n mod `modulus` and of the rows n − `reach` … n − 1. So two
    /// equal windows of `reach` rows, a multiple of `modulus` apart, repeat for ever.
    BoundedLookBack {
        /// How many earlier rows a row depends on.
        reach: u64,
        /// The modulus through which n itself enters.
        modulus: u64,
    },
    /// Guy & Smith 1956, for moves that leave at most `heaps` heaps and take at most `taken` tokens: if
    /// g(n + p) = g(n) for n0 ≤ n < `heaps`·n0 + (`heaps` − 1)·p + `taken`, with n0 ≥ 1, then for all n ≥ n0.
    /// With n0 = 0 it is false for sixteen codes of up to three digits.
    GuySmith {
        /// The most heaps a move leaves, c.
        heaps: u64,
        /// The most tokens a move takes, k.
        taken: u64,
    },
    /// Nimbers of "take anything but F", with f = max F (0 when F is empty): if g(n + p) = g(n) + s for
    /// n0 ≤ n < n0 + max(2f, 1), then for all n ≥ n0. A window of 2f − 1 is not enough.
    AllBut {
        /// The greatest forbidden amount, f.
        greatest: u64,
    },
    /// Outcomes of "take anything but F": every heap of at least `won_from` tokens is won, because a lost heap lies within
    /// reach of every larger one. Lost heaps are at most f in normal play, and at most min S + f in misère play.
    AllButOutcomes {
        /// The heap size from which on all are won.
        won_from: u64,
    },
    /// For a take-and-break code whose rare heaps are all known (sparse space, Gangolli & Plambeck 1989): row n is one and the same
    /// function of n mod `modulus` and of the last `window` rows. So two equal windows, a multiple of `modulus` apart, repeat for
    /// ever. What makes it a proof (the rare heaps, and that every rare value below a result was excluded by small parts)
    /// stands in [`EqualStates`](crate::certificate::EqualStates).
    EqualStates {
        /// How many earlier rows make a state: the last rare heap or the deepest small part, and the most tokens taken.
        window: u64,
        /// 2 where the mask includes the parity of n, else 1.
        modulus: u64,
    },
    /// Misère play of a take-and-break code whose misère quotient is finite: the images of heaps in it repeat as nimbers do by Guy and
    /// Smith (Plambeck & Siegel 2008), and whether a heap is lost can be told from its image. The numbers are those of
    /// [`GuySmith`](Self::GuySmith), and what must be seen to repeat are images.
    MisereQuotient {
        /// The most heaps a move leaves, c.
        heaps: u64,
        /// The most tokens a move takes, k.
        taken: u64,
    },
}

impl Theorem {
    /// How many rows, from row 0, must be seen to repeat with this preperiod and period to be a proof; `None` past 2⁶⁴.
    ///
    /// ```
    /// use sprague_core::heap::Theorem;
    /// let theorem = Theorem::BoundedLookBack { reach: 3, modulus: 2 };
    /// assert_eq!(theorem.rows_needed(0, 5), Some(10 + 3)); // windows 10 apart: a multiple of 5 and of 2
    /// ```
    pub fn rows_needed(self, preperiod: u64, period: u64) -> Option<u64> {
        match self {
            Self::BoundedLookBack { reach, modulus } | Self::EqualStates { window: reach, modulus } => {
                let apart = (period / gcd(period, modulus)).checked_mul(modulus)?;
                preperiod.checked_add(apart)?.checked_add(reach)
            }
            Self::GuySmith { heaps, taken } | Self::MisereQuotient { heaps, taken } => {
                let both = preperiod.max(1).checked_add(period)?;
                heaps.checked_mul(both)?.checked_add(taken)
            }
            Self::AllBut { greatest } => {
                let window = greatest.checked_mul(2)?.max(1);
                preperiod.checked_add(period)?.checked_add(window)
            }
            Self::AllButOutcomes { won_from } => preperiod.max(won_from).checked_add(period),
        }
    }

    /// The name under which answers and certificates cite it.
    ///
    /// ```
    /// assert_eq!(sprague_core::heap::Theorem::AllBut { greatest: 0 }.name(), "all-but");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::BoundedLookBack { .. } => "bounded look-back",
            Self::GuySmith { .. } => "Guy-Smith",
            Self::AllBut { .. } | Self::AllButOutcomes { .. } => "all-but",
            Self::EqualStates { .. } => "equal states",
            Self::MisereQuotient { .. } => "misère quotient",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
