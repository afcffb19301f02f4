//! A list that only grows, read by every thread without a lock.
//!
//! Chunk c holds 2ᶜ⁺⁶ entries and never moves. An entry is written by the thread that reserved it, before its index is told to anyone
//! under a lock; from then on it is only read.

use core::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

const FIRST: u32 = 6;

#[derive(Debug)]
pub(crate) struct Chunks<T> {
    parts: [OnceLock<Box<[T]>>; 34],
    len: AtomicU64,
}

impl<T: Default> Chunks<T> {
    pub(crate) fn new() -> Self {
        Self { parts: [const { OnceLock::new() }; 34], len: AtomicU64::new(0) }
    }

    #[inline]
    fn place(index: u64) -> (usize, usize) {
        let at = index + (1 << FIRST);
        let chunk = at.ilog2();
        ((chunk - FIRST) as usize, (at - (1 << chunk)) as usize)
    }

    #[inline]
    pub(crate) fn get(&self, index: u64) -> &T {
        let (chunk, at) = Self::place(index);
        &self.parts[chunk].get().expect("a handle is read in its own arena")[at]
    }

    /// Entries of one chunk.
    #[inline]
    pub(crate) fn slice(&self, range: Range<u64>) -> &[T] {
        if range.is_empty() {
            return &[];
        }
        let (chunk, at) = Self::place(range.start);
        let part = self.parts[chunk].get().expect("a handle is read in its own arena");
        &part[at..at + (range.end - range.start) as usize]
    }

    /// Reserves `n` entries in a row, in one chunk; `None` where there would be more than `most` in all.
    pub(crate) fn reserve(&self, n: u64, most: u64) -> Option<u64> {
        loop {
            let start = self.len.fetch_add(n, Ordering::Relaxed);
            if start.saturating_add(n) > most {
                self.len.fetch_sub(n, Ordering::Relaxed);
                return None;
            }
            let (chunk, _) = Self::place(start);
            // a range that straddles two chunks is left as a gap
            if n == 0 || chunk == Self::place(start + n - 1).0 {
                self.parts[chunk].get_or_init(|| (0..1_u64 << (chunk as u32 + FIRST)).map(|_| T::default()).collect());
                return Some(start);
            }
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        let len = self.len.load(Ordering::Relaxed);
        let chunks = if len == 0 { 0 } else { Self::place(len - 1).0 + 1 };
        (((1_usize << chunks) - 1) << FIRST) * size_of::<T>()
    }

    pub(crate) fn len(&self) -> u64 {
        self.len.load(Ordering::Relaxed)
    }
}
