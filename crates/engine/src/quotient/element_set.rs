//! Sets of elements of a finite monoid, with one bit for each element.

/// A set of elements from 0 to order − 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct ElementSet(Box<[u64]>);

impl ElementSet {
    pub(super) fn empty(order: usize) -> Self {
        Self(vec![0; order.div_ceil(64)].into())
    }

    /// Returns the set of elements for which `holds` returns `true`.
    pub(super) fn of(order: usize, mut holds: impl FnMut(usize) -> bool) -> Self {
        let mut set = Self::empty(order);
        (0..order).filter(|&x| holds(x)).for_each(|x| set.insert(x));
        set
    }

    pub(super) fn insert(&mut self, x: usize) {
        self.0[x / 64] |= 1 << (x % 64);
    }

    pub(super) fn contains(&self, x: usize) -> bool {
        self.0[x / 64] >> (x % 64) & 1 != 0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn is_subset(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| a & !b == 0)
    }

    pub(super) fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    pub(super) fn unite(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(a, b)| *a |= b);
    }

    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        let bits = |(at, &word): (usize, &u64)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let low = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(64 * at + low)
            })
        };
        self.0.iter().enumerate().flat_map(bits)
    }

    pub(super) fn bytes(&self) -> usize {
        8 * self.0.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in() {
        let set = ElementSet::of(130, |x| x % 43 == 0);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 43, 86, 129]);
        assert_eq!((set.len(), set.contains(86), set.contains(87)), (4, true, false));
        let mut other = ElementSet::empty(130);
        assert!(other.is_subset(&set) && !other.intersects(&set) && other.is_empty());
        other.insert(43);
        assert!(other.is_subset(&set) && other.intersects(&set));
        other.insert(44);
        assert!(!other.is_subset(&set));
    }
}
