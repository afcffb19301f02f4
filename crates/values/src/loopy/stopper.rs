//! Handles of canonical stoppers: loop-free forms, and stored nodes with cycles.

use crate::form::Form;
use core::fmt;

/// A canonical stopper, as a handle into the [`Stoppers`](super::Stoppers) that made it.
///
/// A stopper is a game in which no alternating play is endless. Equal stoppers have equal handles. A loop-free stopper is a
/// [`Form`] of the arena of its store.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_values::loopy::{Stopper, Stoppers};
/// use sprague_values::{Arena, Form};
///
/// let (arena, limits) = (Arena::new(), Limits::default());
/// let mut stoppers = Stoppers::new(&arena, &limits);
/// let over = stoppers.read("over")?.stopper().unwrap();
/// assert_eq!(over.form(), None);
/// let zero = stoppers.make(&[], &[over])?; // for Right's move to over is a bad one
/// assert_eq!((zero, zero.form()), (Stopper::ZERO, Some(Form::ZERO)));
/// # Ok::<(), sprague_values::ReadError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stopper(u64);

const LOOPY: u64 = 1 << 63;
const INNER: u64 = 3 << 62;

impl Stopper {
    /// The game 0, which has no options.
    pub const ZERO: Self = Self(Form::ZERO.0);

    /// Returns the canonical form if the stopper is loop-free.
    #[inline]
    pub fn form(self) -> Option<Form> {
        (self.0 < LOOPY).then_some(Form(self.0))
    }

    pub(super) fn loopy(index: usize) -> Self {
        Self(LOOPY | index as u64)
    }

    /// Returns the handle of a node under evaluation.
    pub(super) fn inner(index: usize) -> Self {
        Self(INNER | index as u64)
    }

    /// Returns the index in the store if the stopper is loopy.
    #[inline]
    pub(super) fn index(self) -> Option<usize> {
        (self.0 & INNER == LOOPY).then_some((self.0 & !INNER) as usize)
    }

    /// Returns the index of a node under evaluation.
    #[inline]
    pub(super) fn inner_index(self) -> Option<usize> {
        (self.0 >= INNER).then_some((self.0 & !INNER) as usize)
    }

    #[inline]
    pub(super) fn is_inner(self) -> bool {
        self.0 >= INNER
    }

    pub(super) fn bits(self) -> u64 {
        self.0
    }
}

impl From<Form> for Stopper {
    fn from(form: Form) -> Self {
        Self(form.0)
    }
}

impl fmt::Debug for Stopper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.form(), self.index()) {
            (Some(form), _) => form.fmt(f),
            (None, Some(index)) => write!(f, "Stopper({index})"),
            _ => write!(f, "Inner({})", self.0 & !INNER),
        }
    }
}
