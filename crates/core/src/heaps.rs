//! Any number of heaps side by side, as one position: what a heap becomes when moves split it.

use core::fmt;
use smallvec::SmallVec;

/// Heap sizes in tokens, least first, without empty heaps, so that equal positions are equal values.
///
/// ```
/// use sprague_core::Heaps;
///
/// let heaps = Heaps::from_iter([4, 0, 1]);
/// assert_eq!(heaps.as_slice(), [1, 4]);
/// assert_eq!(heaps.to_string(), "1.4");
/// assert_eq!(Heaps::default().to_string(), "0");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Heaps(SmallVec<[u64; 3]>);

impl Heaps {
    /// One heap.
    ///
    /// ```
    /// assert_eq!(sprague_core::Heaps::one(7).as_slice(), [7]);
    /// ```
    pub fn one(heap: u64) -> Self {
        Self::from_iter([heap])
    }

    /// The sizes, least first.
    ///
    /// ```
    /// assert!(sprague_core::Heaps::one(0).as_slice().is_empty());
    /// ```
    pub fn as_slice(&self) -> &[u64] {
        &self.0
    }

    /// These heaps with the one at `index` replaced by `parts`.
    ///
    /// ```
    /// use sprague_core::Heaps;
    /// assert_eq!(Heaps::from_iter([2, 9]).replace(1, [3, 1]).as_slice(), [1, 2, 3]);
    /// ```
    ///
    /// # Panics
    /// If there is no heap with that index.
    pub fn replace(&self, index: usize, parts: impl IntoIterator<Item = u64>) -> Self {
        assert!(index < self.0.len(), "no heap has index {index}");
        let others = self.0[..index].iter().chain(&self.0[index + 1..]).copied();
        others.chain(parts).collect()
    }

    /// Bytes kept outside of the value itself, for [`Ruleset::bytes_outside`](crate::Ruleset::bytes_outside).
    ///
    /// ```
    /// assert_eq!(sprague_core::Heaps::one(7).bytes_outside(), 0);
    /// ```
    pub fn bytes_outside(&self) -> usize {
        if self.0.spilled() { size_of_val(self.0.as_slice()) } else { 0 }
    }
}

impl FromIterator<u64> for Heaps {
    fn from_iter<I: IntoIterator<Item = u64>>(sizes: I) -> Self {
        let mut heaps: SmallVec<[u64; 3]> = sizes.into_iter().filter(|&size| size > 0).collect();
        heaps.sort_unstable();
        Self(heaps)
    }
}

impl fmt::Display for Heaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, rest)) = self.0.split_first() else { return f.write_str("0") };
        write!(f, "{first}")?;
        rest.iter().try_for_each(|heap| write!(f, ".{heap}"))
    }
}
