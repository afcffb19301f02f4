//! Mistakes in a claimed period of rows.

use sprague_core::certificate::TheoremName;
use sprague_core::heap::RowKind;
use thiserror::Error;

/// A mistake in a claimed period of nimbers or of outcomes.
///
/// ```
/// let error = sprague_check::BadPeriod::PeriodNotMinimal { period: 6, least: 3 };
/// assert_eq!(error.to_string(), "period 6 is not minimal: 3 is a period");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BadPeriod {
    /// Nobody knows a theorem about such rows: outcomes of heaps that split, Grundy's game.
    #[error("no theorem is known about these rows, so nothing about them can be proved from finitely many")]
    NoTheorem,
    /// Another theorem is the one about such rows.
    #[error("the theorem about these rows is {right}, not {cited}")]
    WrongTheorem {
        /// The theorem that is cited.
        cited: TheoremName,
        /// The theorem that would be right.
        right: TheoremName,
    },
    /// Nimbers say nothing about misère play.
    #[error("nimbers belong to normal play")]
    MisereNimbers,
    /// The rules have a terminal rule, so there is no misère play of them.
    #[error("they have a terminal rule of their own, so they are not played misere")]
    TerminalRule,
    /// Partizan positions, and rules with an ending of their own, have no nimbers.
    #[error("such positions have outcomes and no nimbers")]
    NoNimbers,
    /// The values are not of the kind that is claimed.
    #[error("the values are not {claimed:?}")]
    WrongKind {
        /// The kind of the rows that is claimed.
        claimed: RowKind,
    },
    /// A period is at least 1.
    #[error("a period is at least 1")]
    PeriodZero,
    /// There must be preperiod + period rows.
    #[error("{found} rows are given, not {preperiod} + {period}")]
    NumberOfValues {
        /// The number of rows that are given.
        found: u64,
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// A row has too few cells or too many.
    ///
    /// A projection of the rows proves nothing.
    #[error("row {n} has {found} cells, not {width}")]
    RowWidth {
        /// The number of the row.
        n: u64,
        /// The number of its cells.
        found: u64,
        /// The number of cells of the rows of these rules.
        width: u64,
    },
    /// A value is not what the rules say.
    #[error("row {n}, cell {cell} is {computed}, not {stated}")]
    WrongValue {
        /// The number of the row.
        n: u64,
        /// The number of its cell, from 0.
        cell: u64,
        /// The value that is claimed.
        stated: String,
        /// The value that is right.
        computed: String,
    },
    /// The values do not rise by this in a period.
    #[error("in a period the values rise by {right}, not by {saltus}")]
    WrongSaltus {
        /// The claimed saltus.
        saltus: u64,
        /// The saltus that would be right.
        right: u64,
    },
    /// A row that the theorem needs to repeat does not.
    #[error("row {n} does not repeat {period} rows later")]
    DoesNotRepeat {
        /// The first such row.
        n: u64,
        /// The claimed period.
        period: u64,
    },
    /// The rows repeat from the next row on: proved, and not what is claimed.
    #[error("preperiod {preperiod} is one too small: row {preperiod} does not repeat {period} rows later, and all later rows do")]
    PreperiodTooSmall {
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// An amount of an infinite set may join equal rows.
    #[error("an amount that is {member} modulo {period} may join row {n} and one that is equal to it")]
    JoinsEqual {
        /// The smaller row.
        n: u64,
        /// The residue of the amount.
        member: u64,
        /// The claimed period.
        period: u64,
    },
    /// The theorem about infinite sets is about rows that repeat from the first one on.
    #[error("the theorem about infinite sets needs rows that repeat from n = 0 on, not from {preperiod} on")]
    NotFromZero {
        /// The claimed preperiod.
        preperiod: u64,
    },
    /// The rows do repeat, and already after fewer rows.
    #[error("period {period} is not minimal: {least} is a period")]
    PeriodNotMinimal {
        /// The claimed period.
        period: u64,
        /// The minimal one.
        least: u64,
    },
    /// The rows do repeat, and already from an earlier row on.
    #[error("preperiod {preperiod} is not minimal: the row before it repeats too")]
    PreperiodNotMinimal {
        /// The claimed preperiod.
        preperiod: u64,
    },
    /// Equal states are cited, and not given.
    #[error("equal states are cited, and none are given")]
    NoStates,
    /// Equal states are given, and another theorem is cited, which has no use for them.
    #[error("equal states are given, and not cited")]
    NeedlessStates,
    /// A proof by equal states states no values.
    #[error("equal states go without values, and {found} rows are given")]
    ValuesGiven {
        /// The number of rows that are given.
        found: u64,
    },
    /// Places whose digit has a 4 are not all even, nor all odd.
    ///
    /// Only then does parity tell rare values from common ones.
    #[error("splits take even and odd numbers of tokens, so parity cannot tell rare values from common ones")]
    MixedParity,
    /// The period is odd, and parity tells rare values from common ones.
    ///
    /// It would make all heaps rare in turn.
    #[error("period {period} is odd, and a state is made of an even or an odd heap")]
    OddPeriod {
        /// The claimed period.
        period: u64,
    },
    /// The rare heaps are to be listed from 1 on, each above the one before.
    #[error("heap {heap} is out of order in the list of rare heaps")]
    RareOutOfOrder {
        /// The first such heap.
        heap: u64,
    },
    /// The first window must lie above the last rare heap.
    #[error("the first state ends before heap {start}, and is not above the last rare heap before heap {least}")]
    StartTooSmall {
        /// The end that is claimed.
        start: u64,
        /// The least end.
        least: u64,
    },
    /// A heap is rare, and not listed.
    #[error("heap {n} has the rare value {value}, and is not listed")]
    RareMissing {
        /// The tokens of that heap.
        n: u64,
        /// The value that it has.
        value: u64,
    },
    /// A heap is listed, and not rare.
    #[error("heap {n} is listed as rare, and its value {value} is common")]
    NotRare {
        /// The tokens of that heap.
        n: u64,
        /// The value that it has.
        value: u64,
    },
    /// A rare value is not excluded by small parts where it must be.
    #[error("heap {n} may have the rare value {value}: no part of at most {depth} tokens excludes it")]
    DepthTooSmall {
        /// The tokens of the heap.
        n: u64,
        /// The rare value.
        value: u64,
        /// The claimed depth.
        depth: u64,
    },
}
