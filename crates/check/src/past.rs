//! The values of a long run that are still needed: the first ones, for the smaller parts of splits, and the latest ones.

/// The number of heaps of a stretch, whose values are stored together.
pub(crate) const STRETCH: usize = 8192;

/// The values of the first heaps and of the latest heaps.
#[derive(Clone)]
pub(crate) struct Past {
    first: Vec<u16>,
    /// The number of first values to keep.
    parts: usize,
    /// The values from heap `base` on. `base` is a multiple of 64.
    latest: Vec<u16>,
    base: u64,
    /// The least number of latest values to keep.
    kept: usize,
}

impl Past {
    /// Returns the values of heap 0 alone, for keeping `parts` first values and at least `kept` latest ones.
    pub(crate) fn new(parts: usize, kept: usize) -> Self {
        let mut past = Self { first: vec![], parts, latest: vec![], base: 0, kept: kept + 2 * STRETCH };
        past.push(0);
        past
    }

    /// Restores the values that an earlier run kept. Returns `None` if they cannot be values of a run of `count` heaps.
    pub(crate) fn again(parts: usize, kept: usize, count: u64, first: Vec<u16>, latest: Vec<u16>) -> Option<Self> {
        let past = Self { first, parts, latest, base: 0, kept: kept + 2 * STRETCH };
        let base = count.checked_sub(past.latest.len() as u64)?;
        let is_sound = base.is_multiple_of(64)
            && (base == 0 || past.latest.len() >= past.kept)
            && past.first.len() as u64 == count.min(parts as u64)
            && count > 0;
        is_sound.then_some(Self { base, ..past })
    }

    /// Returns the largest number of bytes used.
    pub(crate) fn bytes(parts: usize, kept: usize) -> u64 {
        2 * (parts as u64 + 2 * (kept + 3 * STRETCH) as u64)
    }

    /// Returns the number of heaps whose values are computed.
    pub(crate) fn count(&self) -> u64 {
        self.base + self.latest.len() as u64
    }

    pub(crate) fn first(&self) -> &[u16] {
        &self.first
    }

    pub(crate) fn latest(&self) -> &[u16] {
        &self.latest
    }

    /// Returns the value of the heap that is `tokens` tokens smaller than the next one.
    #[inline(always)]
    pub(crate) fn back(&self, tokens: usize) -> u16 {
        self.latest[self.latest.len() - tokens]
    }

    /// Returns the values of heaps `from` to `to` − 1, which must still be kept.
    pub(crate) fn range(&self, from: u64, to: u64) -> &[u16] {
        &self.latest[(from - self.base) as usize..(to - self.base) as usize]
    }

    #[inline(always)]
    pub(crate) fn push(&mut self, value: u16) {
        self.latest.push(value);
        if self.first.len() < self.parts {
            self.first.push(value);
        }
    }

    /// Makes room for the values of a stretch. Returns the first values, the latest values with the room, and where the room
    /// begins.
    ///
    /// Call [`settle`](Self::settle) when the values are written.
    pub(crate) fn stretch(&mut self) -> (&[u16], &mut [u16], usize) {
        let start = self.latest.len();
        self.latest.resize(start + STRETCH, 0);
        (&self.first, &mut self.latest, start)
    }

    /// Keeps the first `right` values of a stretch and drops its other ones.
    pub(crate) fn settle(&mut self, start: usize, right: usize) {
        self.latest.truncate(start + right);
        let missing = self.parts - self.first.len();
        self.first.extend_from_slice(&self.latest[start..start + right.min(missing)]);
    }

    /// Drops values that are no longer needed, once there are many.
    pub(crate) fn forget(&mut self) {
        if self.latest.len() >= 2 * self.kept {
            let forgotten = (self.latest.len() - self.kept) / 64 * 64;
            self.latest.drain(..forgotten);
            self.base += forgotten as u64;
        }
    }
}
