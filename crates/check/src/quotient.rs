//! A claimed misère quotient and its examination.
//!
//! It must be a monoid, decide every sum, and be the smallest to do so.
//!
//! Elements are the states of commuting tables that are all reached from 0. So words of generators with one state are a
//! congruence, and the states a commutative monoid. φ maps sums of heaps to it. Three conditions are checked:
//!
//! - *(a)* No move leads from an image in P to one in P, whatever stands beside.
//! - *(b)* Every sum of heaps with moves whose image is not in P has a move to one in P.
//! - *(c)* Heaps without moves have the image 0, which is not in P.
//!
//! Then by induction the image tells the outcome of every sum. If *(d)* no two elements x ≠ y have the same z with xz in P, no
//! smaller monoid does.
//!
//! *(a)* is looked at heap by heap. For *(b)*, call N(X) the z with φ(X)z not in P that no move in X alone takes to P. Then
//! N(X + Y) = { z : φ(Y)z ∈ N(X) and φ(X)z ∈ N(Y) }. So only pairs (φ(X), N(X)) matter, of which there are finitely many. Of those
//! with one image only the largest N(X) do. *(b)* says that 0 is in none.
//!
//! All this is about finitely many heaps. Past the preperiod n0 heap n + p is given the image of heap n. For n ≥ c·n0 + (c −
//! 1)·p + k it then has options of the same images (Guy and Smith's argument, see `reason.rs`). So heaps below c·(n0 + p) + k
//! stand for all.
//!
//! Plambeck & Siegel, "Misère quotients for impartial games", *JCTA* 115 (2008): the transition algebra.

mod heaps;
mod monoid;
mod sums;

use crate::claim::Claim;
use crate::effort::{Effort, Exhausted, MAX_PRODUCTS};
use crate::not_accepted::{BadQuotient, NotAccepted};
use crate::primes::primes;
use core::fmt;
use heaps::Heaps;
use monoid::Monoid;
use sprague_core::certificate::{QuotientCertificate, TheoremName};
use sprague_core::heap::TakeAndBreak;
use sprague_core::{Limits, Play};

/// The misère quotient of a whole game, accepted.
///
/// ```
/// let checked = sprague_check::CheckedQuotient { order: 40, lost: 9, preperiod: 71, period: 12, heaps: 168, pairs: 100 };
/// let text = "misère quotient of 40 elements, 9 of them lost, preperiod 71, period 12: 168 heaps and 100 kinds of sums looked at";
/// assert_eq!(checked.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedQuotient {
    /// The number of its elements.
    pub order: usize,
    /// The number of elements that are lost for the player to move.
    pub lost: usize,
    /// The first heap of the repeating part.
    pub preperiod: u64,
    /// After how many heaps images repeat.
    pub period: u64,
    /// The number of heaps that were played.
    pub heaps: u64,
    /// The number of kinds of sums that were looked at.
    pub pairs: usize,
}

impl fmt::Display for CheckedQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { order, lost, preperiod, period, heaps, pairs } = self;
        let elements = if *order == 1 { "element" } else { "elements" };
        write!(f, "misère quotient of {order} {elements}, {lost} of them lost, preperiod {preperiod}, period {period}: ")?;
        write!(f, "{heaps} heaps and {pairs} kinds of sums looked at")
    }
}

/// The number of products that were looked up, and its limit.
struct Steps<'a>(Effort<'a>);

impl Steps<'_> {
    fn take(&mut self, steps: usize) -> Result<(), NotAccepted> {
        self.0.take(steps as u64, 0, || 0).map_err(|exhausted| match exhausted {
            Exhausted::Steps(most) => NotAccepted::TooLarge { most, of: "products" },
            stopped => stopped.into(),
        })
    }

    /// Checks that so many words of memory more may be taken.
    fn has_room(&self, words: u64) -> Result<(), NotAccepted> {
        Ok(self.0.look(0, words.saturating_mul(8))?)
    }
}

/// The monoid is the misère quotient of all heaps of this code.
///
/// A step is a product that is looked up, at most [`MAX_PRODUCTS`]. Time: the square of the order for the monoid, and the moves
/// of the heaps that stand for all. To it comes the order for each kind of sums with each kind of heaps. Memory: the
/// multiplication table, and the kinds of sums.
///
/// ```
/// use sprague_check::{BadQuotient, Claim, NotAccepted};
/// use sprague_core::certificate::{QuotientCertificate, TheoremName};
/// use sprague_core::{Limits, Play};
///
/// let mut claim = QuotientCertificate {
///     family: "octal:0.3".into(),
///     play: Play::Misere,
///     theorem: TheoremName::MisereQuotient,
///     preperiod: 1,
///     period: 2,
///     saltus: 0,
///     generators: vec![1],
///     products: vec![vec![1], vec![0]],
///     p_portion: vec![1],
///     phi: vec![0, 1, 0],
/// };
/// let code = "0.3".parse().unwrap();
/// assert_eq!(claim.check(&code, &Limits::default()).unwrap().order, 2);
///
/// claim.p_portion = vec![];
/// let why = claim.check(&code, &Limits::default()).unwrap_err();
/// assert!(matches!(why, NotAccepted::Quotient(BadQuotient::Alike { .. })));
/// ```
impl Claim for QuotientCertificate {
    type Rules<'r> = TakeAndBreak;
    type Accepted = CheckedQuotient;

    fn most_steps(&self) -> u64 {
        MAX_PRODUCTS
    }

    fn check_within(&self, code: &TakeAndBreak, most_steps: u64, limits: &Limits) -> Result<CheckedQuotient, NotAccepted> {
        let QuotientCertificate { preperiod, period, saltus, .. } = *self;
        if self.theorem != TheoremName::MisereQuotient {
            return Err(BadQuotient::OtherTheorem { cited: self.theorem }.into());
        }
        if self.play != Play::Misere {
            return Err(BadQuotient::NormalPlay.into());
        }
        if saltus != 0 {
            return Err(BadQuotient::Saltus { saltus }.into());
        }
        if preperiod == 0 || period == 0 {
            return Err(BadQuotient::Zero.into());
        }
        let found = self.phi.len() as u64;
        if preperiod.checked_add(period) != Some(found) {
            return Err(BadQuotient::NumberOfImages { found, preperiod, period }.into());
        }
        let steps = &mut Steps(Effort::new(most_steps, limits));
        let monoid = Monoid::of(self, steps)?;
        is_minimal(&self.phi, preperiod as usize, period as usize)?;
        let heaps = Heaps::of(&self.phi, period as usize, code, &monoid, steps)?;
        let pairs = sums::none_needs_help(&heaps.kinds, &monoid, steps)?;
        Ok(CheckedQuotient {
            order: monoid.order(),
            lost: self.p_portion.len(),
            preperiod,
            period,
            heaps: heaps.count as u64,
            pairs,
        })
    }
}

/// Checks that no smaller period and no smaller preperiod would do.
///
/// The images are given for one preperiod and one period.
fn is_minimal(phi: &[u32], preperiod: usize, period: usize) -> Result<(), BadQuotient> {
    let (first, repeating) = phi.split_at(preperiod);
    let repeats = |least: &usize| repeating[*least..] == repeating[..period - least];
    let divisors = primes(period as u64).into_iter().map(|prime| period / prime as usize);
    if let Some(shorter) = divisors.into_iter().find(repeats) {
        return Err(BadQuotient::PeriodNotMinimal { period: period as u64, shorter: shorter as u64 });
    }
    if preperiod > 1 && first[preperiod - 1] == repeating[period - 1] {
        return Err(BadQuotient::PreperiodNotMinimal { preperiod: preperiod as u64 });
    }
    Ok(())
}
