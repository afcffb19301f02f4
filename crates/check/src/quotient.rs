//! A claimed misère quotient and its examination: that it is a monoid, decides every sum, and is the smallest to do so.
//!
//! Elements are the states of commuting tables that are all reached from 0, so words of generators with one state are a
//! congruence, and the states a commutative monoid. φ maps sums of heaps to it. If *(a)* no move leads from an image in P to
//! one in P, whatever stands beside, and *(b)* every sum of heaps with moves whose image is not in P has a move to one in P,
//! and *(c)* heaps without moves have the image 0, which is not in P, then by induction the image tells the outcome of every
//! sum. If *(d)* no two elements x ≠ y have the same z with xz in P, no smaller monoid does.
//!
//! *(a)* is looked at heap by heap. For *(b)*, call N(X) the z with φ(X)z not in P that no move in X alone takes to P: then
//! N(X + Y) = { z : φ(Y)z ∈ N(X) and φ(X)z ∈ N(Y) }, so only pairs (φ(X), N(X)) matter, of which there are finitely many, of
//! those with one image only the largest N(X); *(b)* says that 0 is in none. All this is about finitely many heaps. Past the
//! preperiod n0 heap n + p is given the image of heap n; for n ≥ c·n0 + (c − 1)·p + k it then has options of the same images
//! (Guy and Smith's argument, see `reason.rs`), so heaps below c·(n0 + p) + k stand for all.
//!
//! Plambeck & Siegel, "Misère quotients for impartial games", *JCTA* 115 (2008): the transition algebra.

mod bad;
mod heaps;
mod monoid;
mod sums;

pub use bad::BadQuotient;

use crate::effort::Effort;
use core::fmt;
use heaps::Heaps;
use monoid::Monoid;
use sprague_core::certificate::QuotientCertificate;
use sprague_core::heap::TakeAndBreak;
use sprague_core::{Limits, Play};

/// The largest order of a quotient that is checked: its multiplication table then takes 32 MiB.
///
/// ```
/// assert_eq!(sprague_check::MAX_ELEMENTS, 4096);
/// ```
pub const MAX_ELEMENTS: usize = 4096;

/// How many products [`check_quotient`] looks up before it gives up: some ten seconds of work.
///
/// ```
/// assert_eq!(sprague_check::MAX_PRODUCTS, 4_294_967_296);
/// ```
pub const MAX_PRODUCTS: u64 = 1 << 32;

/// What was accepted: this is the misère quotient of the whole game.
///
/// ```
/// let checked = sprague_check::CheckedQuotient { order: 40, lost: 9, preperiod: 71, period: 12, heaps: 168, pairs: 100 };
/// let text = "misère quotient of 40 elements, 9 of them lost, preperiod 71, period 12: 168 heaps and 100 kinds of sums looked at";
/// assert_eq!(checked.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedQuotient {
    /// How many elements it has.
    pub order: usize,
    /// How many of them are lost for the player to move.
    pub lost: usize,
    /// The first heap of the repeating part.
    pub preperiod: u64,
    /// After how many heaps images repeat.
    pub period: u64,
    /// How many heaps were played.
    pub heaps: u64,
    /// How many kinds of sums were looked at.
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

/// How many products were looked up, and may be.
struct Steps<'a>(Effort<'a>);

impl Steps<'_> {
    fn take(&mut self, steps: usize) -> Result<(), BadQuotient> {
        Ok(self.0.take(steps as u64, 0, || 0)?)
    }

    /// Whether so many words of memory more may be taken.
    fn has_room(&self, words: u64) -> Result<(), BadQuotient> {
        Ok(self.0.look(0, words.saturating_mul(8))?)
    }
}

/// Accepts a certificate if the monoid is the misère quotient of all heaps of this code, which must be that of the family that
/// the certificate names.
///
/// Time: the square of the order for the monoid, the moves of the heaps that stand for all, and the order for each kind of sums
/// with each kind of heaps; at most [`MAX_PRODUCTS`]. Memory: the multiplication table, and what is kept of the kinds of sums.
///
/// ```
/// use sprague_check::{BadQuotient, check_quotient};
/// use sprague_core::Play;
/// use sprague_core::certificate::QuotientCertificate;
///
/// let mut claim = QuotientCertificate {
///     family: "octal:0.3".into(),
///     play: Play::Misere,
///     theorem: QuotientCertificate::THEOREM.into(),
///     preperiod: 1,
///     period: 2,
///     saltus: 0,
///     generators: vec![1],
///     products: vec![vec![1], vec![0]],
///     p_portion: vec![1],
///     phi: vec![0, 1, 0],
/// };
/// let code = "0.3".parse().unwrap();
/// assert_eq!(check_quotient(&claim, &code).unwrap().order, 2);
///
/// claim.p_portion = vec![];
/// assert!(matches!(check_quotient(&claim, &code), Err(BadQuotient::Alike { .. })));
/// ```
///
/// # Errors
/// [`BadQuotient`] says what is wrong with it; only [`BadQuotient::TooLarge`] and [`BadQuotient::Stopped`] leave open whether it is true.
pub fn check_quotient(certificate: &QuotientCertificate, code: &TakeAndBreak) -> Result<CheckedQuotient, BadQuotient> {
    check_quotient_within(certificate, code, MAX_PRODUCTS, &Limits::default())
}

/// The same, looking up no more than so many products, under these limits.
///
/// # Errors
/// As [`check_quotient`].
pub fn check_quotient_within(
    certificate: &QuotientCertificate,
    code: &TakeAndBreak,
    most: u64,
    limits: &Limits,
) -> Result<CheckedQuotient, BadQuotient> {
    let QuotientCertificate { preperiod, period, saltus, .. } = *certificate;
    if certificate.theorem != QuotientCertificate::THEOREM {
        return Err(BadQuotient::UnknownTheorem { name: certificate.theorem.clone() });
    }
    if certificate.play != Play::Misere {
        return Err(BadQuotient::NormalPlay);
    }
    if saltus != 0 {
        return Err(BadQuotient::Saltus { saltus });
    }
    if preperiod == 0 || period == 0 {
        return Err(BadQuotient::Zero);
    }
    let found = certificate.phi.len() as u64;
    if preperiod.checked_add(period) != Some(found) {
        return Err(BadQuotient::NumberOfImages { found, preperiod, period });
    }
    let steps = &mut Steps(Effort::new(most, limits));
    let monoid = Monoid::of(certificate, steps)?;
    is_minimal(&certificate.phi, preperiod as usize, period as usize)?;
    let heaps = Heaps::of(&certificate.phi, period as usize, code, &monoid, steps)?;
    let pairs = sums::none_needs_help(&heaps.kinds, &monoid, steps)?;
    Ok(CheckedQuotient {
        order: monoid.order(),
        lost: certificate.p_portion.len(),
        preperiod,
        period,
        heaps: heaps.count as u64,
        pairs,
    })
}

/// No smaller period and no smaller preperiod would do. The images are given for one preperiod and one period.
fn is_minimal(phi: &[u32], preperiod: usize, period: usize) -> Result<(), BadQuotient> {
    let (first, repeating) = phi.split_at(preperiod);
    let repeats = |least: &usize| repeating[*least..] == repeating[..period - least];
    let divisors = crate::claim::primes(period as u64).into_iter().map(|prime| period / prime as usize);
    if let Some(shorter) = divisors.into_iter().find(repeats) {
        return Err(BadQuotient::PeriodNotMinimal { period: period as u64, shorter: shorter as u64 });
    }
    if preperiod > 1 && first[preperiod - 1] == repeating[period - 1] {
        return Err(BadQuotient::PreperiodNotMinimal { preperiod: preperiod as u64 });
    }
    Ok(())
}
