//! Periods of the images of heaps, which prove that a quotient is that of the whole game.
//!
//! The argument of Guy & Smith 1956 holds for images in a quotient as it does for nimbers (Plambeck & Siegel 2008).

/// A repetition of images: for all n from the preperiod on, heap n + period has the image of heap n.
///
/// ```
/// use sprague::quotient::MisereQuotient;
/// use sprague::Limits;
///
/// let kayles = MisereQuotient::of(&"0.77".parse().unwrap(), None, &Limits::default());
/// let period = kayles.period().unwrap();
/// assert_eq!((period.preperiod, period.period), (71, 12));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QuotientPeriod {
    /// The first heap that repeats. It is at least 1, because the empty heap takes no part in splits.
    pub preperiod: u64,
    /// The number of heaps after which images repeat.
    pub period: u64,
}

/// Returns the least period that the images of the known heaps prove.
///
/// If moves take at most k = `taken` tokens and leave at most c = `heaps` heaps, the condition is φ(n + p) = φ(n) for
/// n₀ ≤ n < c·n₀ + (c − 1)·p + k, with n₀ ≥ 1.
pub(super) fn proved(phi: &[usize], heaps: u64, taken: u64) -> Option<QuotientPeriod> {
    let known = phi.len() as u64;
    let first_equal = |period: usize| (0..phi.len() - period).rev().take_while(|&n| phi[n] == phi[n + period]).last();
    (1..phi.len()).find_map(|period| {
        let (preperiod, period) = (first_equal(period)?.max(1) as u64, period as u64);
        let is_enough = heaps * (preperiod + period) + taken <= known;
        is_enough.then_some(QuotientPeriod { preperiod, period })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_proves_when_it_is_long_enough() {
        let phi = |n| (0..n).map(|n: usize| if n < 3 { 7 } else { n % 4 }).collect::<Vec<_>>();
        // 2·(3 + 4) + 2 images are needed
        assert_eq!(proved(&phi(15), 2, 2), None);
        assert_eq!(proved(&phi(16), 2, 2), Some(QuotientPeriod { preperiod: 3, period: 4 }));
        assert_eq!(proved(&[0, 0, 0, 0], 1, 1), Some(QuotientPeriod { preperiod: 1, period: 1 }));
    }
}
