//! Values of games with cycles: a stopper, or a stopper for either side.

use super::stopper::Stopper;
use crate::form::Form;
use core::fmt;
use thiserror::Error;

/// A loopy value: its onside and its offside.
///
/// On the onside endless play counts for Left, on the offside for Right. A stopper has itself on both. A side that no stopper
/// was found for holds the reason, which is no proof that there is none. Siegel, *Combinatorial Game Theory*, ch. VI.
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
    /// The value where endless play counts for Left.
    pub onside: Result<Stopper, NotFound>,
    /// The value where endless play counts for Right.
    pub offside: Result<Stopper, NotFound>,
}

impl Sided {
    /// The stopper, if both sides are the same one.
    pub fn stopper(&self) -> Option<Stopper> {
        self.onside.ok().filter(|_| self.onside == self.offside)
    }

    /// The canonical form, if the value is loop-free.
    pub fn form(&self) -> Option<Form> {
        self.stopper()?.form()
    }

    /// Tells whether stoppers were found for both sides.
    ///
    /// ```
    /// use sprague_values::loopy::{Sided, Stopper};
    /// assert!(Sided::from(Stopper::ZERO).is_found());
    /// ```
    pub fn is_found(&self) -> bool {
        self.onside.is_ok() && self.offside.is_ok()
    }

    /// Both sides, the onside first.
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

/// The reason why no stopper was found for a side.
///
/// It names every cap that was reached, and is no proof that there is no stopper.
///
/// ```
/// use sprague_values::loopy::{NotFound, Sidling};
/// let reason = NotFound { sidling: Sidling::Steps, too_large_to_delete: true, rounds_ran_out: false };
/// assert!(reason.to_string().ends_with("edges were not deleted, for more than 300 positions are tied"));
/// assert_eq!([NotFound::DELETING, NotFound::ROUNDS, NotFound::STEPS, NotFound::FORMS], [300, 50, 12, 4000]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub struct NotFound {
    /// The way in which sidling ended, which comes last.
    pub sidling: Sidling,
    /// Tells whether no edges were deleted, for more than [`NotFound::DELETING`] positions are tied.
    pub too_large_to_delete: bool,
    /// Tells whether simplifying was broken off after [`NotFound::ROUNDS`] rounds.
    pub rounds_ran_out: bool,
}

/// The way in which sidling ended without a stopper.
///
/// ```
/// use sprague_values::loopy::Sidling;
/// assert_eq!(Sidling::Steps.to_string(), "sidling did not come to rest in 12 steps");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sidling {
    /// It did not come to rest in [`NotFound::STEPS`] steps.
    Steps,
    /// It had more than [`NotFound::FORMS`] forms below it.
    Forms,
    /// It came to rest at a stopper that is not equal.
    Rest,
}

impl NotFound {
    /// The most positions in a component of which edges are deleted.
    pub const DELETING: usize = 300;
    /// The most rounds of simplification.
    pub const ROUNDS: usize = 50;
    /// The most steps of sidling.
    pub const STEPS: usize = 12;
    /// The most forms in a step of sidling.
    pub const FORMS: usize = 4000;

    /// The reason before sidling, where so many positions are tied.
    pub(super) fn before_sidling(tied: usize) -> Self {
        Self { sidling: Sidling::Steps, too_large_to_delete: tied > Self::DELETING, rounds_ran_out: false }
    }
}

impl fmt::Display for Sidling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps => write!(f, "sidling did not come to rest in {} steps", NotFound::STEPS),
            Self::Forms => write!(f, "sidling was broken off above {} forms", NotFound::FORMS),
            Self::Rest => f.write_str("sidling came to rest at another value"),
        }
    }
}

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no stopper found: {}", self.sidling)?;
        if self.too_large_to_delete {
            write!(f, "; edges were not deleted, for more than {} positions are tied", Self::DELETING)?;
        }
        if self.rounds_ran_out {
            write!(f, "; simplifying was broken off after {} rounds", Self::ROUNDS)?;
        }
        Ok(())
    }
}
