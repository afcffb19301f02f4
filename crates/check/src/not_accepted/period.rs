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
    /// No theorem is known about such rows, as for outcomes of heaps that split and for Grundy's game.
    #[error("no theorem is known about these rows, so finitely many of them prove nothing about the rest")]
    NoTheorem,
    /// Another theorem applies to such rows.
    #[error("the theorem about these rows is {right}, not {cited}")]
    WrongTheorem {
        /// The theorem that is cited.
        cited: TheoremName,
        /// The theorem that applies.
        right: TheoremName,
    },
    /// Nimbers are claimed for misère play.
    #[error("nimbers are defined only for normal play")]
    MisereNimbers,
    /// The rules define their own ending, so there is no misère play of them.
    #[error("the rules define who wins at the end of play, so there is no misere play")]
    TerminalRule,
    /// Nimbers are claimed for partizan positions or for rules that define their own ending.
    #[error("these positions have outcomes but no nimbers")]
    NoNimbers,
    /// The values are not of the claimed kind.
    #[error("the rows are not {claimed:?}")]
    WrongKind {
        /// The kind of rows that is claimed.
        claimed: RowKind,
    },
    /// The period is 0.
    #[error("a period must be at least 1")]
    PeriodZero,
    /// The number of rows is not preperiod + period.
    #[error("{found} rows are given, but preperiod + period is {preperiod} + {period}")]
    NumberOfValues {
        /// The number of rows that are given.
        found: u64,
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// A row has the wrong number of cells. All cells are needed, because a projection of the rows proves nothing.
    #[error("row {n} has {found} cells, but {width} are needed")]
    RowWidth {
        /// The index of the row.
        n: u64,
        /// The number of cells that are given.
        found: u64,
        /// The number of cells of rows of these rules.
        width: u64,
    },
    /// A value does not follow from the rules.
    #[error("row {n}, cell {cell}: {computed} was computed, but {stated} is stated")]
    WrongValue {
        /// The index of the row.
        n: u64,
        /// The index of the cell, from 0.
        cell: u64,
        /// The value that is claimed.
        stated: String,
        /// The value that was computed.
        computed: String,
    },
    /// The values rise by another amount in a period.
    #[error("in a period the values rise by {right}, not by {saltus}")]
    WrongSaltus {
        /// The claimed saltus.
        saltus: u64,
        /// The right saltus.
        right: u64,
    },
    /// A row that must repeat for the theorem does not.
    #[error("row {n} does not repeat {period} rows later")]
    DoesNotRepeat {
        /// The first such row.
        n: u64,
        /// The claimed period.
        period: u64,
    },
    /// The rows repeat, but only from the next row on.
    #[error(
        "preperiod {preperiod} is too small by one: row {preperiod} does not repeat {period} rows later, but all later rows do"
    )]
    PreperiodTooSmall {
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// An amount of an infinite set may lead from a row to an equal one.
    #[error("an amount that is {member} modulo {period} may lead to row {n} from an equal row")]
    JoinsEqual {
        /// The smaller row.
        n: u64,
        /// The residue of the amount modulo the period.
        member: u64,
        /// The claimed period.
        period: u64,
    },
    /// The preperiod is not 0, but the theorem about infinite sets needs rows that repeat from the first one on.
    #[error("the theorem about infinite sets needs rows that repeat from n = 0 on, not from {preperiod} on")]
    NotFromZero {
        /// The claimed preperiod.
        preperiod: u64,
    },
    /// The rows repeat, but a smaller period works too.
    #[error("period {period} is not minimal: {least} is a period")]
    PeriodNotMinimal {
        /// The claimed period.
        period: u64,
        /// The least period.
        least: u64,
    },
    /// The rows repeat, but already from an earlier row on.
    #[error("preperiod {preperiod} is not minimal: the row before it repeats too")]
    PreperiodNotMinimal {
        /// The claimed preperiod.
        preperiod: u64,
    },
    /// Equal states are cited but not given.
    #[error("the theorem is equal states, but no states are given")]
    NoStates,
    /// Equal states are given, but another theorem is cited, which does not use them.
    #[error("states are given, but the theorem is not equal states")]
    NeedlessStates,
    /// Rows are given, but a proof by equal states does not use any.
    #[error("a proof by equal states needs no rows, but {found} are given")]
    ValuesGiven {
        /// The number of rows that are given.
        found: u64,
    },
    /// The places whose digit has a 4 are neither all even nor all odd, so parity cannot distinguish rare values from common
    /// ones.
    #[error("some splits take an even number of tokens and some an odd one, so parity does not separate rare and common values")]
    MixedParity,
    /// The period is odd, but parity distinguishes rare values from common ones, so a state depends on the parity of the heap.
    #[error("period {period} is odd, but it must be even because the states depend on the parity of the heap")]
    OddPeriod {
        /// The claimed period.
        period: u64,
    },
    /// The rare heaps are not listed in increasing order from 1 on.
    #[error("heap {heap} is out of order in the list of rare heaps")]
    RareOutOfOrder {
        /// The first heap that is out of order.
        heap: u64,
    },
    /// The first state is not above the last rare heap.
    #[error("the first state ends at heap {start}, but it must end at heap {least} or later to be above all rare heaps")]
    StartTooSmall {
        /// The claimed end of the state.
        start: u64,
        /// The least end that is allowed.
        least: u64,
    },
    /// A heap is rare but not listed.
    #[error("heap {n} has the rare value {value}, but is not listed as rare")]
    RareMissing {
        /// The number of tokens of the heap.
        n: u64,
        /// Its value.
        value: u64,
    },
    /// A heap is listed as rare, but it is not.
    #[error("heap {n} is listed as rare, but its value {value} is common")]
    NotRare {
        /// The number of tokens of the heap.
        n: u64,
        /// Its value.
        value: u64,
    },
    /// A rare value is not excluded by the small parts, where the theorem needs it.
    #[error("heap {n} may have the rare value {value}: no part of at most {depth} tokens excludes it")]
    DepthTooSmall {
        /// The number of tokens of the heap.
        n: u64,
        /// The rare value.
        value: u64,
        /// The claimed depth.
        depth: u64,
    },
}
