//! Checks a claimed misère quotient: it must be a monoid, decide every sum, and be the smallest monoid that does.
//!
//! The elements are the states of commuting tables, all reached from 0. Therefore words of generators that lead to one state
//! form a congruence, and the states form a commutative monoid. φ maps sums of heaps to it. Three conditions are checked:
//!
//! - *(a)* No move leads from an image in P to an image in P, in any sum.
//! - *(b)* Every sum of heaps that has moves and whose image is not in P has a move to an image in P.
//! - *(c)* Heaps without moves have the image 0, which is not in P.
//!
//! By induction, the image then determines the outcome of every sum. If also *(d)* no two elements x ≠ y have the same set of z
//! with xz in P, no smaller monoid does.
//!
//! Condition *(a)* is checked heap by heap. For *(b)*, let N(X) be the set of z such that φ(X)z is not in P and no move in X
//! alone leads to P. Then N(X + Y) = { z : φ(Y)z ∈ N(X) and φ(X)z ∈ N(Y) }. So only the pairs (φ(X), N(X)) matter, of which
//! there are finitely many, and among pairs with one image only the largest N(X). Condition *(b)* says that no N(X) contains 0.
//!
//! These checks need finitely many heaps. Above the preperiod n0, heap n + p has the image of heap n by definition. For n ≥
//! c·n0 + (c − 1)·p + k its options then have the same images too (Guy and Smith's argument, see `reason.rs`). So the heaps
//! below c·(n0 + p) + k represent all heaps.
//!
//! Source: Plambeck & Siegel, "Misère quotients for impartial games", *JCTA* 115 (2008): the transition algebra.

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

/// An accepted misère quotient of a whole game.
///
/// ```
/// let checked = sprague_check::CheckedQuotient { order: 40, lost: 9, preperiod: 71, period: 12, heaps: 168, pairs: 100 };
/// let text = "misère quotient of 40 elements, 9 of them lost, preperiod 71, period 12: 168 heaps and 100 kinds of sums looked at";
/// assert_eq!(checked.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedQuotient {
    /// The order: the number of elements.
    pub order: usize,
    /// The number of elements that are lost for the player to move.
    pub lost: usize,
    /// The first heap of the repeating part.
    pub preperiod: u64,
    /// The number of heaps after which images repeat.
    pub period: u64,
    /// The number of heaps whose moves were checked.
    pub heaps: u64,
    /// The number of kinds of sums that were examined.
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

/// The number of products looked up, and its limit.
struct Steps<'a>(Effort<'a>);

impl Steps<'_> {
    fn take(&mut self, steps: usize) -> Result<(), NotAccepted> {
        self.0.take(steps as u64, 0, || 0).map_err(|exhausted| match exhausted {
            Exhausted::Steps(most) => NotAccepted::TooLarge { most, of: "products" },
            stopped => stopped.into(),
        })
    }

    /// Checks that `words` words of memory may be used.
    fn has_room(&self, words: u64) -> Result<(), NotAccepted> {
        Ok(self.0.look(0, words.saturating_mul(8))?)
    }
}

/// Checks that the monoid is the misère quotient of all heaps of this code.
///
/// A step is a product that is looked up; there are at most [`MAX_PRODUCTS`]. Time: the square of the order for the monoid, the
/// moves of the heaps that represent all, and the order for each pair of a kind of sums and a kind of heaps. Memory: the
/// multiplication table and the kinds of sums.
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
        // 1. check the numbers of the claim
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
        // 2. check the monoid (d), the moves of the heaps (a, c), and all kinds of sums (b)
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

/// Checks that period and preperiod are minimal. `phi` has the images of one preperiod and one period.
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
