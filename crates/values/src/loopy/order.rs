//! Order and outcome classes of loopy values.

use super::component::Component;
use super::sided::{NotFound, Sided};
use super::stopper::Stopper;
use super::store::Stoppers;
use core::cmp::Ordering;
use sprague_core::{Outcome, OutcomeClass, Stopped};

impl Stoppers<'_> {
    /// Returns `true` if g ≤ h, that is, if Left survives when she moves second in h − g.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (on, over) = (stoppers.read("on")?.stopper().unwrap(), stoppers.read("over")?.stopper().unwrap());
    /// assert!(stoppers.is_at_most(over, on)? && !stoppers.is_at_most(on, over)?);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn is_at_most(&mut self, g: Stopper, h: Stopper) -> Result<bool, Stopped> {
        self.is_at_most_in(&mut Component::default(), g, h)
    }

    /// Returns the order of two values, or `None` if they are confused.
    ///
    /// g ≤ h holds if it holds for the onsides and for the offsides.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (dud, one, on) = (stoppers.read("dud")?, stoppers.read("1")?, stoppers.read("on")?);
    /// assert_eq!(stoppers.compare(dud, one)?, Ok(None));
    /// assert_eq!(stoppers.compare(dud, on)?, Ok(Some(core::cmp::Ordering::Less)));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached. The inner error is the reason why a side needed for the answer was not found.
    pub fn compare(&mut self, g: Sided, h: Sided) -> Result<Result<Option<Ordering>, NotFound>, Stopped> {
        let at_most = self.is_sided_at_most(g, h)?;
        let at_least = self.is_sided_at_most(h, g)?;
        Ok(at_most.and_then(|at_most| Ok(ordering(at_most, at_least?))))
    }

    fn is_sided_at_most(&mut self, g: Sided, h: Sided) -> Result<Result<bool, NotFound>, Stopped> {
        let mut undecided = None;
        for (g, h) in g.sides().into_iter().zip(h.sides()) {
            match (g, h) {
                (Ok(g), Ok(h)) if !self.is_at_most(g, h)? => return Ok(Ok(false)),
                (Ok(_), Ok(_)) => {}
                (Err(reason), _) | (_, Err(reason)) => undecided = Some(reason),
            }
        }
        Ok(undecided.map_or(Ok(true), Err))
    }

    /// Returns the outcome for either player starting, which may be a draw.
    ///
    /// # Errors
    /// Returns the limit that was reached. The inner error is the reason why a side was not found.
    pub fn outcome_class(&mut self, value: Sided) -> Result<Result<OutcomeClass, NotFound>, Stopped> {
        let (on, off) = match (value.onside, value.offside) {
            (Ok(on), Ok(off)) => (on, off),
            (Err(reason), _) | (_, Err(reason)) => return Ok(Err(reason)),
        };
        let zero = Stopper::ZERO;
        // the player who starts loses if they lose even when endless play counts for them, and wins if they win even when it
        // counts against them
        let left = (self.is_at_most(on, zero)?, !self.is_at_most(off, zero)?);
        let right = (self.is_at_most(zero, off)?, !self.is_at_most(zero, on)?);
        let outcome = |(loses, wins)| match (loses, wins) {
            (true, _) => Outcome::Loss,
            (_, true) => Outcome::Win,
            _ => Outcome::Draw,
        };
        Ok(Ok(OutcomeClass::of(outcome(left), outcome(right))))
    }
}

pub(super) fn ordering(at_most: bool, at_least: bool) -> Option<Ordering> {
    match (at_most, at_least) {
        (true, true) => Some(Ordering::Equal),
        (true, false) => Some(Ordering::Less),
        (false, true) => Some(Ordering::Greater),
        (false, false) => None,
    }
}
