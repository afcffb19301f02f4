//! Values of games with cycles: one stopper, or a stopper for each of two sides.

use super::stopper::Stopper;
use crate::form::Form;
use core::fmt;
use thiserror::Error;

/// A loopy value: its onside and its offside.
///
/// On the onside endless play counts for Left, on the offside it counts for Right. Both sides of a stopper are the stopper
/// itself. A side for which no stopper was found contains the reason; that is no proof that there is none. Source: Siegel,
/// *Combinatorial Game Theory*, ch. VI.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_values::loopy::Stoppers;
/// use sprague_values::{Arena, Form};
///
/// let (arena, limits) = (Arena::new(), Limits::default());
/// let tis = Stoppers::new(&arena, &limits).read("a{{|a}|}")?; // Left moves for ever, or once more than Right
/// assert_eq!((tis.stopper(), tis.form()), (None, None));
/// assert_eq!([tis.onside, tis.offside], [Ok(Form::integer(1).into()), Ok(Form::ZERO.into())]);
/// # Ok::<(), sprague_values::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Sided {
    /// The value if endless play counts for Left.
    pub onside: Result<Stopper, NotFound>,
    /// The value if endless play counts for Right.
    pub offside: Result<Stopper, NotFound>,
}

impl Sided {
    /// Returns the stopper if both sides are equal and were found.
    pub fn stopper(&self) -> Option<Stopper> {
        self.onside.ok().filter(|_| self.onside == self.offside)
    }

    /// Returns the canonical form if the value is loop-free.
    pub fn form(&self) -> Option<Form> {
        self.stopper()?.form()
    }

    /// Returns `true` if stoppers were found for both sides.
    ///
    /// ```
    /// use sprague_values::loopy::{Sided, Stopper};
    /// assert!(Sided::from(Stopper::ZERO).is_found());
    /// ```
    pub fn is_found(&self) -> bool {
        self.onside.is_ok() && self.offside.is_ok()
    }

    pub(super) fn sides(&self) -> [Result<Stopper, NotFound>; 2] {
        [self.onside, self.offside]
    }

    pub(super) fn of_sides([onside, offside]: [Result<Stopper, NotFound>; 2]) -> Self {
        Self { onside, offside }
    }
}

impl From<Stopper> for Sided {
    fn from(stopper: Stopper) -> Self {
        Self { onside: Ok(stopper), offside: Ok(stopper) }
    }
}

impl From<Form> for Sided {
    fn from(form: Form) -> Self {
        Stopper::from(form).into()
    }
}

/// The reason why no stopper was found for a side: every bound that was reached.
///
/// It does not prove that there is no stopper.
///
/// ```
/// use sprague_values::loopy::{NotFound, Sidling};
/// let reason = NotFound { sidling: Sidling::Steps, too_large_to_delete: true, rounds_ran_out: false };
/// assert!(reason.to_string().ends_with("edges were not deleted, because more than 300 positions depend on each other"));
/// assert_eq!([NotFound::DELETING, NotFound::ROUNDS, NotFound::STEPS, NotFound::FORMS], [300, 50, 12, 4000]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub struct NotFound {
    /// The way in which sidling ended. Sidling is tried last.
    pub sidling: Sidling,
    /// `true` if no edges were deleted because there were more than [`NotFound::DELETING`] positions to evaluate together.
    pub too_large_to_delete: bool,
    /// `true` if simplification stopped after [`NotFound::ROUNDS`] rounds.
    pub rounds_ran_out: bool,
}

/// The way in which sidling ended without a stopper.
///
/// ```
/// use sprague_values::loopy::Sidling;
/// assert_eq!(Sidling::Steps.to_string(), "sidling did not end within 12 steps");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sidling {
    /// It did not converge within [`NotFound::STEPS`] steps.
    Steps,
    /// A step had more than [`NotFound::FORMS`] forms below it.
    Forms,
    /// It converged to a stopper that is not equal to the side.
    Rest,
}

impl NotFound {
    /// The largest component from which edges are deleted, in positions.
    pub const DELETING: usize = 300;
    /// The largest number of rounds of simplification.
    pub const ROUNDS: usize = 50;
    /// The largest number of steps of sidling.
    pub const STEPS: usize = 12;
    /// The largest number of forms in a step of sidling.
    pub const FORMS: usize = 4000;

    /// Returns the reason as it is before sidling, for `tied` positions that are evaluated together.
    pub(super) fn before_sidling(tied: usize) -> Self {
        Self { sidling: Sidling::Steps, too_large_to_delete: tied > Self::DELETING, rounds_ran_out: false }
    }
}

impl fmt::Display for Sidling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps => write!(f, "sidling did not end within {} steps", NotFound::STEPS),
            Self::Forms => write!(f, "sidling was stopped after {} forms", NotFound::FORMS),
            Self::Rest => f.write_str("sidling ended at another value"),
        }
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no stopper found: {}", self.sidling)?;
        if self.too_large_to_delete {
            write!(f, "; edges were not deleted, because more than {} positions depend on each other", Self::DELETING)?;
        }
        if self.rounds_ran_out {
            write!(f, "; simplification was stopped after {} rounds", Self::ROUNDS)?;
        }
        Ok(())
    }
}
