//! A transposition table of bounded size, shared by threads without locks: it maps keys to words of 36 bits, and any entry may
//! be dropped.
//!
//! A search that uses the table must stay correct if any entry is missing. The table grows up to its bound. After that, of the
//! entries that compete for a place, it keeps those that took the most work to find. Of each key it stores 87 bits of two
//! hashes of different kinds. Among 10¹⁰ look-ups in a full table of 10⁸ entries, about one in 10⁹ such searches reads a wrong
//! entry.
//!
//! An entry consists of two words whose xor shows whether both were written by one thread (Hyatt & Mann 2002, *A lock-less
//! transposition table implementation for parallel search*).

use core::hash::{BuildHasher, Hash, Hasher};
use foldhash::quality::FixedState;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of entries in a bucket. A key belongs to one bucket, or to a second one if the first is full.
const IN_BUCKET: usize = 8;

/// The number of bits of a word that the table stores for a key.
const WORD_BITS: u32 = 36;
const EFFORT_BITS: u32 = 5;

const FEWEST: usize = 8;

/// Two hashes of a key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Fingerprint {
    /// The low bits select the bucket.
    check: u64,
    also: u64,
}

impl Fingerprint {
    /// Returns the fingerprint of a key, which is the same in every process.
    #[inline]
    pub(crate) fn of(key: &impl Hash) -> Self {
        let check = FixedState::with_seed(0x5350_5241_4755_4531).hash_one(key);
        let mut mixed = Mixed(0x9e37_79b9_7f4a_7c15);
        key.hash(&mut mixed);
        Self { check, also: mixed.finish() }
    }

    /// Returns one of the two hashes, for uses that need only 64 bits.
    #[inline]
    pub(crate) fn bits(self) -> u64 {
        self.also
    }
}

/// A hash in which every step is invertible, so two keys of one shape that differ in a single word never collide.
///
/// The other hash folds long products. This one mixes each word with the finalizer of MurmurHash3 (Appleby 2011).
struct Mixed(u64);

impl Hasher for Mixed {
    #[inline]
    fn write_u64(&mut self, word: u64) {
        let mut mixed = self.0.rotate_left(23) ^ word;
        mixed = (mixed ^ mixed >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        mixed = (mixed ^ mixed >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        self.0 = mixed ^ mixed >> 33;
    }
    #[inline]
    fn write_u8(&mut self, byte: u8) {
        self.write_u64(byte.into());
    }
    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }
    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }
    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
    fn write(&mut self, bytes: &[u8]) {
        for bytes in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            self.write_u64(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

/// The second word of an entry. From the top it contains the rest of the fingerprint, the effort and the stored word.
#[derive(Clone, Copy)]
struct Data(u64);

impl Data {
    fn new(at: Fingerprint, effort: u64, word: u64) -> Self {
        debug_assert!(word >> WORD_BITS == 0, "a word has {WORD_BITS} bits");
        let rest = at.also >> (WORD_BITS + EFFORT_BITS);
        Self(rest << (WORD_BITS + EFFORT_BITS) | effort << WORD_BITS | word)
    }

    fn is_of(self, at: Fingerprint) -> bool {
        (self.0 ^ at.also) >> (WORD_BITS + EFFORT_BITS) == 0
    }

    /// Returns the effort, which is at least 1, so that no entry is 0.
    fn effort(self) -> u64 {
        self.0 >> WORD_BITS & ((1 << EFFORT_BITS) - 1)
    }

    fn word(self) -> u64 {
        self.0 & ((1 << WORD_BITS) - 1)
    }
}

/// Two words: the xor of check and data, and the data. Both are 0 if the place is free.
#[derive(Debug, Default)]
struct Entry {
    lock: AtomicU64,
    data: AtomicU64,
}

impl Entry {
    #[inline]
    fn read(&self) -> (u64, Data) {
        let data = self.data.load(Ordering::Relaxed);
        (self.lock.load(Ordering::Relaxed) ^ data, Data(data))
    }

    #[inline]
    fn write(&self, check: u64, data: Data) {
        self.data.store(data.0, Ordering::Relaxed);
        self.lock.store(check ^ data.0, Ordering::Relaxed);
    }
}

#[derive(Debug, Default)]
#[repr(align(128))]
struct Bucket([Entry; IN_BUCKET]);

/// The entries of the table at one of its sizes.
#[derive(Debug)]
struct Slots {
    buckets: Box<[Bucket]>,
    used: AtomicUsize,
}

impl Slots {
    fn new(buckets: usize) -> Self {
        Self { buckets: (0..buckets).map(|_| Bucket::default()).collect(), used: AtomicUsize::new(0) }
    }

    /// Returns the bucket of a key and the one that is used if the first is full.
    #[inline]
    fn buckets(&self, check: u64) -> [&[Entry; IN_BUCKET]; 2] {
        let bucket = |hash: u64| &self.buckets[hash as usize & (self.buckets.len() - 1)].0;
        // the `1` makes the second bucket differ from the first
        [bucket(check), bucket(check ^ (check >> 32 | 1))]
    }

    #[inline]
    fn get(&self, at: Fingerprint) -> Option<Data> {
        for bucket in self.buckets(at.check) {
            for entry in bucket {
                let (check, data) = entry.read();
                if data.0 == 0 {
                    return None;
                }
                if check == at.check && data.is_of(at) {
                    return Some(data);
                }
            }
        }
        None
    }

    /// Writes an entry and returns `true` if its place was free.
    #[inline]
    fn put(&self, check: u64, is_same: impl Fn(Data) -> bool, data: Data) -> bool {
        let (mut place, mut least) = (None, u64::MAX);
        for entry in self.buckets(check).into_iter().flatten() {
            let (its_check, known) = entry.read();
            if known.0 == 0 || its_check == check && is_same(known) {
                (place, least) = (Some(entry), known.effort());
                break;
            }
            if known.effort() < least {
                (place, least) = (Some(entry), known.effort());
            }
        }
        place.into_iter().for_each(|entry| entry.write(check, data));
        least == 0
    }
}

/// The shared table. Each thread reads and writes it through its own [`View`].
#[derive(Debug)]
pub(crate) struct Table {
    slots: Mutex<Arc<Slots>>,
    /// The number of buckets, which shows threads that the table has grown.
    size: AtomicUsize,
    most: usize,
}

impl Table {
    /// Returns an empty table that never takes more than `bytes`, or 1 KiB if that is more.
    pub(crate) fn new(bytes: u64) -> Arc<Self> {
        // while the table grows, both the old and the new entries are in memory: three halves of the new size
        let fitting = (bytes / 3 * 2 / size_of::<Bucket>() as u64).max(FEWEST as u64);
        let most = 1 << fitting.ilog2();
        Arc::new(Self { slots: Mutex::new(Arc::new(Slots::new(FEWEST))), size: AtomicUsize::new(FEWEST), most })
    }

    pub(crate) fn bytes(&self) -> usize {
        self.size.load(Ordering::Relaxed) * size_of::<Bucket>()
    }

    #[cfg(test)]
    pub(crate) fn most_bytes(&self) -> usize {
        self.most * size_of::<Bucket>()
    }

    fn slots(&self) -> Arc<Slots> {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn view(self: &Arc<Self>) -> View {
        View { table: self.clone(), slots: self.slots() }
    }

    /// Doubles the table unless another thread has done so already.
    ///
    /// Entries that are written at the same time may be lost.
    #[cold]
    fn grow(&self, from: usize) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.buckets.len() != from || from >= self.most {
            return;
        }
        let larger = Slots::new(2 * from);
        let mut used = 0;
        for entry in slots.buckets.iter().flat_map(|bucket| &bucket.0) {
            let (check, data) = entry.read();
            if data.0 != 0 && larger.put(check, |_| false, data) {
                used += 1;
            }
        }
        larger.used.store(used, Ordering::Relaxed);
        *slots = Arc::new(larger);
        self.size.store(2 * from, Ordering::Relaxed);
    }
}

/// A table as one thread sees it.
#[derive(Clone, Debug)]
pub(crate) struct View {
    table: Arc<Table>,
    slots: Arc<Slots>,
}

impl View {
    pub(crate) fn table(&self) -> &Arc<Table> {
        &self.table
    }

    /// Returns the word of a key, if the table still contains it.
    #[inline]
    pub(crate) fn get(&mut self, at: Fingerprint) -> Option<u64> {
        if self.table.size.load(Ordering::Relaxed) != self.slots.buckets.len() {
            self.slots = self.table.slots();
        }
        self.slots.get(at).map(Data::word)
    }

    /// Stores the word of a key that took this many steps to find.
    ///
    /// Words that took many steps are kept longest.
    #[inline]
    pub(crate) fn put(&mut self, at: Fingerprint, word: u64, steps: u64) {
        let effort = (u64::from(steps.max(1).ilog2()) + 1).min((1 << EFFORT_BITS) - 1);
        let is_new = self.slots.put(at.check, |known| known.is_of(at), Data::new(at, effort, word));
        if is_new {
            let used = self.slots.used.fetch_add(1, Ordering::Relaxed);
            let size = self.slots.buckets.len();
            // as long as the table is less full than 5/8, hardly any bucket is full
            if used * 8 >= size * IN_BUCKET * 5 && size < self.table.most {
                self.table.grow(size);
                self.slots = self.table.slots();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    fn at(key: u64) -> Fingerprint {
        Fingerprint::of(&key)
    }

    #[test]
    fn it_keeps_nearly_all_while_it_may_grow() {
        let table = Table::new(1 << 30);
        let mut view = table.view();
        for key in 0..100_000 {
            view.put(at(key), key * 3, 1);
        }
        let known: Vec<u64> = (0..100_000).filter(|key| view.get(at(*key)) == Some(key * 3)).collect();
        assert!(known.len() > 90_000, "{}", known.len());
        assert_eq!((100_000..200_000).find_map(|key| view.get(at(key))), None);
        assert!(table.bytes() < 8 << 20, "{}", table.bytes());
    }

    #[test]
    fn what_is_told_again_takes_the_place_of_what_was_told() {
        let mut view = Table::new(0).view();
        for word in 0..100 {
            view.put(at(7), word, 1);
            assert_eq!(view.get(at(7)), Some(word));
        }
        assert_eq!(view.slots.used.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn a_full_one_keeps_its_size_and_what_was_most_work() {
        let table = Table::new(10_000);
        let mut view = table.view();
        (0..50).for_each(|key| view.put(at(key), key, 1 << 20));
        for key in 50..100_000 {
            view.put(at(key), key, 1);
            assert_eq!(view.get(at(key)), Some(key), "the newest is known");
        }
        assert!(table.bytes() <= 10_000 && table.bytes() == table.most_bytes());
        assert!((0..50).filter(|key| view.get(at(*key)) == Some(*key)).count() > 40);
    }

    #[test]
    fn threads_never_read_what_nobody_told() {
        let table = Table::new(1 << 16);
        thread::scope(|scope| {
            for thread in 0..4 {
                let mut view = table.view();
                scope.spawn(move || {
                    for round in 0..200_000_u64 {
                        let key = round.wrapping_mul(0x9e37_79b9) % 5_000;
                        if round % 4 == thread {
                            view.put(at(key), key << 8 | thread, round % 99);
                        } else if let Some(word) = view.get(at(key)) {
                            assert!(word >> 8 == key && word & 255 < 4);
                        }
                    }
                });
            }
        });
    }
}
