//! Why a certificate is not accepted: one variant for each reason.

use crate::effort::Exhausted;
#[cfg(doc)]
use crate::{MAX_CELLS, MAX_HELD, MAX_STATE_STEPS, MAX_STEPS};
use sprague_core::Stopped;
use sprague_core::heap::RowKind;
use thiserror::Error;

/// Why a certificate is not accepted.
///
/// ```
/// let error = sprague_check::Rejected::PeriodNotMinimal { period: 6, least: 3 };
/// assert_eq!(error.to_string(), "period 6 is not minimal: 3 is a period");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Rejected {
    /// Nobody knows a theorem about such rows: outcomes of heaps that split, Grundy's game.
    #[error("no theorem is known about these rows, so nothing about them can be proved from finitely many")]
    NoTheorem,
    /// The theorem that is cited does not exist.
    #[error("no theorem is called {name:?}")]
    UnknownTheorem {
        /// What is cited.
        name: String,
    },
    /// Another theorem is the one about such rows.
    #[error("the theorem about these rows is {right}, not {cited}")]
    WrongTheorem {
        /// What is cited.
        cited: &'static str,
        /// What would be right.
        right: &'static str,
    },
    /// Nimbers say nothing about misère play.
    #[error("nimbers belong to normal play")]
    MisereNimbers,
    /// The rules say themselves who has won, so there is no misère play of them.
    #[error("the rules say themselves who has won, so they are not played misere")]
    TerminalRule,
    /// Partizan positions, and rules with an ending of their own, have no nimbers.
    #[error("such positions have outcomes and no nimbers")]
    NoNimbers,
    /// The values are not of the kind that is claimed.
    #[error("the values are not {claimed:?}")]
    WrongKind {
        /// What the rows are said to hold.
        claimed: RowKind,
    },
    /// A period is at least 1.
    #[error("a period is at least 1")]
    PeriodZero,
    /// There must be preperiod + period rows.
    #[error("{found} rows are given, not {preperiod} + {period}")]
    NumberOfValues {
        /// How many rows are given.
        found: u64,
        /// The claimed preperiod.
        preperiod: u64,
        /// The claimed period.
        period: u64,
    },
    /// A row has too few cells or too many: a projection of the rows proves nothing.
    #[error("row {n} has {found} cells, not {width}")]
    RowWidth {
        /// Which row.
        n: u64,
        /// How many cells it has.
        found: u64,
        /// How many cells the rows of these rules have.
        width: u64,
    },
    /// A value is not what the rules say.
    #[error("row {n}, cell {cell} is {computed}, not {stated}")]
    WrongValue {
        /// Which row.
        n: u64,
        /// Which cell of it, from 0.
        cell: u64,
        /// What is claimed.
        stated: String,
        /// What it is.
        computed: String,
    },
    /// The values do not rise by this in a period.
    #[error("in a period the values rise by {right}, not by {saltus}")]
    WrongSaltus {
        /// The claimed saltus.
        saltus: u64,
        /// What would be right.
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
        /// How many rows are given.
        found: u64,
    },
    /// Parity tells rare values from common ones only if all places whose digit has a 4 are even, or all are odd.
    #[error("splits take even and odd numbers of tokens, so parity cannot tell rare values from common ones")]
    MixedParity,
    /// If parity tells rare values from common ones, an odd period would make all heaps rare in turn.
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
        /// Where it is said to end.
        start: u64,
        /// The least end.
        least: u64,
    },
    /// A heap is rare, and not listed.
    #[error("heap {n} has the rare value {value}, and is not listed")]
    RareMissing {
        /// How many tokens it has.
        n: u64,
        /// Its value.
        value: u64,
    },
    /// A heap is listed, and not rare.
    #[error("heap {n} is listed as rare, and its value {value} is common")]
    NotRare {
        /// How many tokens it has.
        n: u64,
        /// Its value.
        value: u64,
    },
    /// A rare value is not excluded by small parts where it must be.
    #[error("heap {n} may have the rare value {value}: no part of at most {depth} tokens excludes it")]
    DepthTooSmall {
        /// How many tokens the heap has.
        n: u64,
        /// The rare value.
        value: u64,
        /// The claimed depth.
        depth: u64,
    },
    /// Neither accepted nor refuted: checking it takes more than [`MAX_CELLS`] or [`MAX_STEPS`], or, for equal states, than
    /// [`MAX_HELD`] or [`MAX_STATE_STEPS`].
    #[error("too large to check: more than {most} {of}")]
    TooLarge {
        /// The limit.
        most: u64,
        /// What is limited.
        of: &'static str,
    },
    /// Neither accepted nor refuted: what an earlier run is said to have saved is none of its saves.
    #[error("what was saved is damaged, or of another claim or version")]
    DamagedSave,
    /// Neither accepted nor refuted: a limit of the question was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

impl From<Exhausted> for Rejected {
    fn from(exhausted: Exhausted) -> Self {
        match exhausted {
            Exhausted::Steps(most) => Self::TooLarge { most, of: "steps" },
            Exhausted::Stopped(stopped) => Self::Stopped(stopped),
        }
    }
}
