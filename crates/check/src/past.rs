//! The values of a long run that are still at hand.
//!
//! The first ones, for the smaller parts of splits, and the latest.

/// The number of heaps of a stretch, whose values are taken down together.
pub(crate) const STRETCH: usize = 8192;

/// Values of heaps 0 to so many, and of the latest so many.
#[derive(Clone)]
pub(crate) struct Past {
    first: Vec<u16>,
    /// The number of the first values that are kept.
    parts: usize,
    /// From heap `base`, a multiple of 64, on.
    latest: Vec<u16>,
    base: u64,
    /// The fewest of the latest values that are kept.
    kept: usize,
}

impl Past {
    /// Heap 0 alone; it will keep at least so many first and latest values.
    pub(crate) fn new(parts: usize, kept: usize) -> Self {
        let mut past = Self { first: vec![], parts, latest: vec![], base: 0, kept: kept + 2 * STRETCH };
        past.push(0);
        past
    }

    /// The values that an earlier run kept.
    ///
    /// `None` if they cannot be those of so many heaps.
    pub(crate) fn again(parts: usize, kept: usize, count: u64, first: Vec<u16>, latest: Vec<u16>) -> Option<Self> {
        let past = Self { first, parts, latest, base: 0, kept: kept + 2 * STRETCH };
        let base = count.checked_sub(past.latest.len() as u64)?;
        let is_sound = base.is_multiple_of(64)
            && (base == 0 || past.latest.len() >= past.kept)
            && past.first.len() as u64 == count.min(parts as u64)
            && count > 0;
        is_sound.then_some(Self { base, ..past })
    }

    /// The most bytes that this takes.
    pub(crate) fn bytes(parts: usize, kept: usize) -> u64 {
        2 * (parts as u64 + 2 * (kept + 3 * STRETCH) as u64)
    }

    /// The number of heaps that have values.
    pub(crate) fn count(&self) -> u64 {
        self.base + self.latest.len() as u64
    }

    /// The first values.
    pub(crate) fn first(&self) -> &[u16] {
        &self.first
    }

    /// The latest values, from a heap with a multiple of 64 tokens on.
    pub(crate) fn latest(&self) -> &[u16] {
        &self.latest
    }

    /// The value of the heap so many tokens smaller than the next one.
    #[inline(always)]
    pub(crate) fn back(&self, tokens: usize) -> u16 {
        self.latest[self.latest.len() - tokens]
    }

    /// The values of heaps `from` … `to` − 1, none of which is forgotten.
    pub(crate) fn range(&self, from: u64, to: u64) -> &[u16] {
        &self.latest[(from - self.base) as usize..(to - self.base) as usize]
    }

    /// Takes down the value of the next heap.
    #[inline(always)]
    pub(crate) fn push(&mut self, value: u16) {
        self.latest.push(value);
        if self.first.len() < self.parts {
            self.first.push(value);
        }
    }

    /// Room for the values of a stretch, where they are taken down.
    ///
    /// [`settle`](Self::settle) says how many are.
    pub(crate) fn stretch(&mut self) -> (&[u16], &mut [u16], usize) {
        let start = self.latest.len();
        self.latest.resize(start + STRETCH, 0);
        (&self.first, &mut self.latest, start)
    }

    /// Takes down so many of the values of a stretch.
    pub(crate) fn settle(&mut self, start: usize, right: usize) {
        self.latest.truncate(start + right);
        let missing = self.parts - self.first.len();
        self.first.extend_from_slice(&self.latest[start..start + right.min(missing)]);
    }

    /// Forgets values that are no longer needed, now and then.
    pub(crate) fn forget(&mut self) {
        if self.latest.len() >= 2 * self.kept {
            let forgotten = (self.latest.len() - self.kept) / 64 * 64;
            self.latest.drain(..forgotten);
            self.base += forgotten as u64;
        }
    }
}
