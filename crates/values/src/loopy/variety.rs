//! Varieties of stoppers: the part of a stopper that remains besides its degree of loopiness.
//!
//! Source: Siegel, *Combinatorial Game Theory*, ch. VI, "stability".

use super::evaluate::Side;
use super::sided::NotFound;
use super::stopper::Stopper;
use super::store::Stoppers;
use sprague_core::Stopped;
use thiserror::Error;

/// The reason why a stopper has no variety.
///
/// ```
/// assert_eq!(sprague_values::loopy::NoVariety::NotStable.to_string(), "both varieties differ: the stopper is not stable");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoVariety {
    /// The degree added to itself is not the degree.
    #[error("the degree is not idempotent")]
    NotIdempotent,
    /// The upsum variety and the downsum variety differ.
    #[error("both varieties differ: the stopper is not stable")]
    NotStable,
    /// A sum has a side that was not found.
    #[error(transparent)]
    NotFound(#[from] NotFound),
}

impl Stoppers<'_> {
    /// Returns the variety of a stopper, for its own degree of loopiness.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let under = stoppers.read("3/2under")?.stopper().unwrap();
    /// let variety = stoppers.variety(under)?.unwrap();
    /// assert_eq!(stoppers.text(variety.into(), 10)?.as_deref(), Some("under"));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached. The inner error is the reason why there is no variety.
    pub fn variety(&mut self, stopper: Stopper) -> Result<Result<Stopper, NoVariety>, Stopped> {
        let both = self.own_varieties(stopper)?;
        Ok(both.and_then(|[up, down]| if up == down { Ok(up) } else { Err(NoVariety::NotStable) }))
    }

    /// Returns the upsum variety of a stopper, for its own degree of loopiness.
    ///
    /// It may exist even if there is no [`variety`](Self::variety).
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (upon, down) = (stoppers.read("upon")?.stopper().unwrap(), stoppers.read("v<on>")?.stopper().unwrap());
    /// assert_eq!(stoppers.upsum_variety(upon)?, Ok(down));
    /// assert_eq!(stoppers.downsum_variety(upon)?, Ok(down));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached. The inner error is the reason why there is no variety.
    pub fn upsum_variety(&mut self, stopper: Stopper) -> Result<Result<Stopper, NoVariety>, Stopped> {
        Ok(self.own_varieties(stopper)?.map(|[up, _]| up))
    }

    /// Returns the downsum variety of a stopper, for its own degree of loopiness.
    ///
    /// # Errors
    /// The errors of [`upsum_variety`](Self::upsum_variety).
    pub fn downsum_variety(&mut self, stopper: Stopper) -> Result<Result<Stopper, NoVariety>, Stopped> {
        Ok(self.own_varieties(stopper)?.map(|[_, down]| down))
    }

    fn own_varieties(&mut self, stopper: Stopper) -> Result<Result<[Stopper; 2], NoVariety>, Stopped> {
        match self.degree(stopper)? {
            Ok(degree) => self.varieties(stopper, degree),
            Err(reason) => Ok(Err(reason.into())),
        }
    }

    /// Returns the upsum variety and the downsum variety of a stopper for a given degree.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (upon, th) = (stoppers.read("upon")?.stopper().unwrap(), stoppers.read("uponth")?.stopper().unwrap());
    /// let down = stoppers.read("v<on>")?.stopper().unwrap();
    /// assert_eq!(stoppers.varieties(upon, th)?, Ok([down, down]));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached. The inner error is the reason why there are no varieties.
    pub fn varieties(&mut self, stopper: Stopper, degree: Stopper) -> Result<Result<[Stopper; 2], NoVariety>, Stopped> {
        if self.add_stoppers(degree, degree)?.stopper() != Some(degree) {
            return Ok(Err(NoVariety::NotIdempotent));
        }
        let (negative, minus_degree) = (self.negative_of(stopper)?, self.negative_of(degree)?);
        let mut varieties = [stopper; 2];
        for (is_down, variety) in [false, true].into_iter().zip(&mut varieties) {
            let side = |sum: super::sided::Sided, is_down: bool| -> Side { if is_down { sum.offside } else { sum.onside } };
            let inner = self.add_stoppers(negative, if is_down { degree } else { minus_degree })?;
            let inner = match side(inner, !is_down) {
                Ok(inner) => inner,
                Err(reason) => return Ok(Err(reason.into())),
            };
            match side(self.add_stoppers(stopper, inner)?, is_down) {
                Ok(sum) => *variety = sum,
                Err(reason) => return Ok(Err(reason.into())),
            }
        }
        Ok(Ok(varieties))
    }
}
