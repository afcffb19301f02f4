//! A transposition table of games with four numbers for each of them. It grows up to a fixed size and then drops entries.
//!
//! For a game T it stores that T ≥ low, that T ≤ high, that Left moving first reaches `left_first`, and that Right moving first
//! reaches `right_first`. So one entry decides T + x for every number x and both starting players, and bounds T in sums. The
//! search is right even if any entry is missing.

use sprague_core::Bounds;

/// Two words for the whole name and two for the four numbers.
///
/// Each number is stored as an offset from "nothing is known", and `high` and `right_first` with the sign changed, so that all
/// four can only grow.
type Entry = [u64; 4];

const WAYS: usize = 4;

/// Two cache lines.
#[derive(Clone, Copy, Debug)]
#[repr(align(128))]
struct Bucket([Entry; WAYS]);

const EMPTY: Bucket = Bucket([[0; 4]; WAYS]);

/// Numbers are stored in units of 1/256.
const SHIFT: u32 = 8;

#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
    /// For each entry, the binary logarithm of the work to find it, plus one.
    work: Vec<[u8; WAYS]>,
    /// The largest number of buckets.
    most: usize,
    stored: usize,
}

fn is_free(entry: &Entry) -> bool {
    entry[2] == 0 && entry[3] == 0
}

impl Table {
    /// Returns an empty table that takes at most `bytes` bytes.
    pub(super) fn new(bytes: u64) -> Self {
        let one = size_of::<Bucket>() + WAYS;
        // while the table grows, both the old and the new buckets are in memory: three halves of the new size
        let fitting = usize::try_from(bytes).unwrap_or(usize::MAX) / (one + one / 2);
        let most = 1 << fitting.max(1).ilog2();
        let first = most.min(1 << 4);
        Self { buckets: vec![EMPTY; first], work: vec![[0; WAYS]; first], most, stored: 0 }
    }

    /// Returns the bytes that the table takes, including the new buckets if it is about to grow.
    pub(super) fn bytes(&self) -> usize {
        let now = self.buckets.len() * (size_of::<Bucket>() + WAYS);
        if self.is_due() { 3 * now } else { now }
    }

    fn is_due(&self) -> bool {
        self.stored * 2 > self.buckets.len() * WAYS && self.buckets.len() < self.most
    }

    /// Doubles the table. It grows in small steps so that a small search stays in the processor's cache.
    #[cold]
    fn grow(&mut self) {
        let size = self.buckets.len() * 2;
        let old = core::mem::replace(&mut self.buckets, vec![EMPTY; size]);
        let work = core::mem::replace(&mut self.work, vec![[0; WAYS]; size]);
        for (bucket, work) in old.into_iter().zip(work) {
            for (entry, work) in bucket.0.into_iter().zip(work).filter(|(entry, _)| !is_free(entry)) {
                // two new buckets take the place of an old one, so there is room
                let at = self.place(name_of(&entry));
                let way = self.buckets[at].0.iter().position(is_free).expect("two buckets take the place of one");
                self.buckets[at].0[way] = entry;
                self.work[at][way] = work;
            }
        }
    }

    #[inline(always)]
    fn place(&self, name: u128) -> usize {
        let (low, high) = (name as u64, (name >> 64) as u64);
        let mixed = u128::from(low ^ 0x9e37_79b9_7f4a_7c15) * u128::from(high ^ 0xd6e8_feb8_6659_fd93);
        let mixed = (mixed as u64 ^ (mixed >> 64) as u64 ^ low).wrapping_mul(0x9fb2_1c65_1e98_df25);
        (mixed >> 32) as usize & (self.buckets.len() - 1)
    }

    #[inline(always)]
    fn find(&self, name: u128) -> (usize, Option<usize>) {
        let at = self.place(name);
        let is_it = |entry: &Entry| entry[0] == name as u64 && entry[1] == (name >> 64) as u64 && !is_free(entry);
        (at, self.buckets[at].0.iter().position(is_it))
    }

    #[inline]
    pub(super) fn get(&self, name: u128) -> Option<Bounds> {
        let (at, way) = self.find(name);
        let entry = &self.buckets[at].0[way?];
        let number = |offset: u64| match offset as u32 {
            0 => -Bounds::FAR,
            offset => i64::from(offset.wrapping_add(i32::MIN as u32) as i32) << SHIFT,
        };
        Some(Bounds {
            low: number(entry[2]),
            high: -number(entry[2] >> 32),
            left_first: number(entry[3]),
            right_first: -number(entry[3] >> 32),
        })
    }

    /// Stores that T + x is won (or lost) if Left (or Right) starts, which took `work` to find out.
    pub(super) fn put(&mut self, name: u128, x: i64, left: bool, wins: bool, work: u64) {
        if self.is_due() {
            self.grow();
        }
        let (at, found) = self.find(name);
        let way = found.unwrap_or_else(|| {
            let way = (0..WAYS).min_by_key(|&way| self.work[at][way]).expect("there are four");
            self.stored += usize::from(is_free(&self.buckets[at].0[way]));
            self.buckets[at].0[way] = [name as u64, (name >> 64) as u64, 0, 0];
            self.work[at][way] = 0;
            way
        });
        let done = (work.max(1).ilog2() + 1) as u8;
        self.work[at][way] = self.work[at][way].max(done);
        // the shift rounds towards less knowledge
        let (word, is_high, number) = match (left, wins) {
            (false, false) => (2, false, -x), // T + x ≥ 0
            (true, false) => (2, true, x),    // T + x ≤ 0
            (true, true) => (3, false, -x),   // Left reaches at least −x
            (false, true) => (3, true, x),    // Right reaches at most −x
        };
        let number = (number >> SHIFT).clamp(i64::from(i32::MIN) + 1, i64::from(i32::MAX)) as i32;
        let offset = (number as u32).wrapping_sub(i32::MIN as u32);
        let entry = &mut self.buckets[at].0[way];
        let (low, high) = (entry[word] as u32, (entry[word] >> 32) as u32);
        let (low, high) = if is_high { (low, high.max(offset)) } else { (low.max(offset), high) };
        entry[word] = u64::from(high) << 32 | u64::from(low);
    }
}

fn name_of(entry: &Entry) -> u128 {
    u128::from(entry[1]) << 64 | u128::from(entry[0])
}

/// Returns whether Left (or Right), moving first, wins T + x, or `None` if these bounds of T do not decide it.
#[inline]
pub(super) fn decides(bounds: &Bounds, x: i64, left: bool) -> Option<bool> {
    let at = -x;
    // −FAR and less assert nothing, and no number that occurs is so far away
    if left {
        if bounds.left_first >= at || bounds.low > at {
            return Some(true);
        }
        (bounds.high <= at).then_some(false)
    } else {
        if bounds.right_first <= at || bounds.high < at {
            return Some(true);
        }
        (bounds.low >= at).then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_noted_is_answered_and_nothing_more() {
        for bytes in [0, 1 << 10, 1 << 22] {
            let mut table = Table::new(bytes);
            let mut state = 1_u64;
            let mut random = |n: u64| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                state % n
            };
            // the games are numbers: T is i/4, and Left, moving first, wins T + x if it is positive
            for _ in 0..20_000 {
                let game = random(3_000);
                let worth = (game as i64 - 1_500) << 14;
                let x = (random(4_000) as i64 - 2_000) << 14;
                let (left, sum) = (random(2) == 0, worth + x);
                let wins = if left { sum > 0 } else { sum < 0 };
                let name = u128::from(game) << 40;
                if let Some(bounds) = table.get(name) {
                    assert!(bounds.low <= worth && worth <= bounds.high, "{game} {bounds:?}");
                    if let Some(known) = decides(&bounds, x, left) {
                        assert_eq!(known, wins, "{game} + {x}: {bounds:?}");
                    }
                }
                table.put(name, x, left, wins, random(100));
                assert_eq!(decides(&table.get(name).unwrap(), x, left), Some(wins));
            }
            assert!(table.bytes() as u64 <= bytes.max(400), "{} {bytes}", table.bytes());
        }
    }
}
