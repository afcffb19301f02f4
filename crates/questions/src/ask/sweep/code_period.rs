//! The period of one octal code in a sweep.

use sprague::heap::Period;
use std::fmt;

/// The period of one code, or the reason why none is proved.
///
/// `Display` writes a line of a CSV file, from which digests are computed. The columns are: code, status (`proved`,
/// `observed` or `open`), period, preperiod, saltus, theorem, and the reason. The reason is `seek` if the rows that
/// were computed prove no period, and `positions` or `memory` if a limit was reached first.
///
/// ```
/// use sprague_questions::sweep::CodePeriod;
/// let open = CodePeriod { number: 7, code: "0.007".to_owned(), period: None, why: Some("seek") };
/// assert_eq!(open.to_string(), "0.007,open,,,,,seek");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePeriod {
    /// The number of the code in the sweep.
    pub number: u64,
    /// The code as it is written, such as `0.77`.
    pub code: String,
    /// The period, proved or observed.
    pub period: Option<Period>,
    /// The reason why no period is proved.
    pub why: Option<&'static str>,
}

impl fmt::Display for CodePeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, why) = (&self.code, self.why.unwrap_or_default());
        let Some(Period { preperiod, period, saltus, theorem }) = self.period else { return write!(f, "{code},open,,,,,{why}") };
        let status = if theorem.is_some() { "proved" } else { "observed" };
        let theorem = theorem.map_or("", |theorem| theorem.name());
        write!(f, "{code},{status},{period},{preperiod},{saltus},{theorem},{why}")
    }
}
