//! The result of an accepted period.

use core::fmt;
use sprague_core::certificate::TheoremName;

/// An accepted period: for every n ≥ `preperiod`, row n + `period` is row n with every value raised by `saltus`.
///
/// Preperiod and period are minimal.
///
/// ```
/// use sprague_core::certificate::TheoremName;
/// let checked = sprague_check::Checked { theorem: TheoremName::GuySmith, preperiod: 71, period: 12, saltus: 0, rows: 168 };
/// assert_eq!(checked.to_string(), "preperiod 71, period 12, saltus 0, by Guy-Smith: 168 rows computed again");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The theorem that proves the period.
    pub theorem: TheoremName,
    /// The first n of the repeating part.
    pub preperiod: u64,
    /// The number of rows after which they repeat.
    pub period: u64,
    /// The amount by which each value rises in a period.
    pub saltus: u64,
    /// The number of rows that were computed and compared.
    pub rows: u64,
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { theorem, preperiod, period, saltus, rows } = self;
        write!(f, "preperiod {preperiod}, period {period}, saltus {saltus}, by {theorem}: {rows} rows computed again")
    }
}
