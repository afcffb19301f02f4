//! Properties of loopy values: infinitesimal, all-small, idempotent.
//!
//! Source: Siegel, *Combinatorial Game Theory*, ch. VI.

use super::sided::Sided;
use super::stopper::Stopper;
use super::store::Stoppers;
use crate::dyadic::Dyadic;
use sprague_core::{Player, Stopped};

impl Stoppers<'_> {
    /// Returns the stop of a stopper if `player` starts, with the number x instead of x over and x under.
    ///
    /// ```
    /// use sprague_core::{Limits, Player};
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (over, two) = (stoppers.read("{on|2over}")?.stopper().unwrap(), stoppers.read("2")?.stopper().unwrap());
    /// assert_eq!(stoppers.strong_stop(over, Player::Right)?, two);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn strong_stop(&mut self, stopper: Stopper, player: Player) -> Result<Stopper, Stopped> {
        let stop = self.stop(stopper, player)?;
        Ok(self.loopy_pseudonumber(stop).and_then(|(_, number)| number).unwrap_or(stop))
    }

    /// Returns `true` if a value is infinitely close to 0: all stops of both sides are 0, over or under.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (over, on) = (stoppers.read("over&under")?, stoppers.read("on")?);
    /// assert!(stoppers.is_infinitesimal(over)? && !stoppers.is_infinitesimal(on)?);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn is_infinitesimal(&mut self, value: Sided) -> Result<bool, Stopped> {
        Ok(self.nearest_number(value)? == Some(Dyadic::ZERO))
    }

    /// Returns `true` if every follower of a stopper is infinitesimal.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (upon, tiny) = (stoppers.read("upon")?.stopper().unwrap(), stoppers.read("Tiny(on)")?.stopper().unwrap());
    /// assert!(stoppers.is_all_small(upon)? && !stoppers.is_all_small(tiny)?);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn is_all_small(&mut self, stopper: Stopper) -> Result<bool, Stopped> {
        for follower in self.followers(&[stopper], usize::MAX)? {
            if !self.is_infinitesimal(follower.into())? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether a value is equal to its double, or `None` if a side of the value or of the double was not found.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (over, upon) = (stoppers.read("over")?, stoppers.read("upon")?);
    /// assert_eq!((stoppers.is_idempotent(over)?, stoppers.is_idempotent(upon)?), (Some(true), Some(false)));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn is_idempotent(&mut self, value: Sided) -> Result<Option<bool>, Stopped> {
        let double = self.add(value, value)?;
        Ok((value.is_found() && double.is_found()).then_some(double == value))
    }
}
