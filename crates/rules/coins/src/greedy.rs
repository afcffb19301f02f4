//! Nimbers of coins of which more than three may be turned: a head has the least number that is no nim-sum of few nimbers of
//! earlier places (*Winning Ways*, ch. 14). They are the lexicodes of Conway and Sloane (1986).

use crate::turning::Others;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Nimbers of this many bits or more are not computed, because there is a bit for each sum below.
const MOST_BITS: u32 = 22;

/// The nimbers of the first places, which rise.
#[derive(Clone)]
pub(crate) struct Greedy {
    nimbers: Vec<u32>,
    /// For each count from 0 on, the sums of at most as many of the nimbers, as bits.
    sums: Vec<Vec<u64>>,
}

static KNOWN: Mutex<BTreeMap<usize, Arc<Greedy>>> = Mutex::new(BTreeMap::new());

/// The most steps of a search for the moves of a row.
pub(crate) const MOST_STEPS: u32 = 10_000_000;

impl Greedy {
    /// Passes the nimbers up to a place, if at most this many coins are turned, to `ask`; returns `None` if they are too large.
    pub(crate) fn with<T>(most: usize, place: u64, ask: impl FnOnce(&Self) -> T) -> Option<T> {
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let greedy = known.entry(most).or_insert_with(|| Arc::new(Self { nimbers: vec![], sums: vec![vec![1]; most] }));
        while (greedy.nimbers.len() as u64) < place {
            Arc::make_mut(greedy).extend()?;
        }
        let greedy = greedy.clone();
        drop(known);
        Some(ask(&greedy))
    }

    pub(crate) fn nimber(&self, place: u64) -> u128 {
        self.nimbers[place as usize - 1].into()
    }

    fn extend(&mut self) -> Option<()> {
        let all = self.sums.last().expect("at least one coin is turned");
        let free = all.iter().position(|word| *word != u64::MAX);
        let nimber = free.map_or(64 * all.len(), |word| 64 * word + all[word].trailing_ones() as usize);
        if nimber >> MOST_BITS > 0 {
            return None;
        }
        let words = (nimber / 64 + 1).next_power_of_two().max(all.len());
        self.sums.iter_mut().for_each(|sums| sums.resize(words, 0));
        let mut moved = vec![];
        for count in (1..self.sums.len()).rev() {
            let [fewer, more] = &mut self.sums[count - 1..=count] else { unreachable!("they are two") };
            exchange(fewer, nimber, &mut moved);
            more.iter_mut().zip(&moved).for_each(|(word, moved)| *word |= moved);
        }
        self.nimbers.push(nimber as u32);
        Some(())
    }

    /// Returns the first sets of at most `count` places below `place` whose nimbers add up to `sum`, and the number of all if it
    /// is found in the steps that are left. Nothing is searched if no set is wanted.
    pub(crate) fn others(&self, place: u64, sum: u128, count: usize, most: usize, steps: &mut u32) -> (Vec<Others>, Option<u64>) {
        let Ok(sum) = u32::try_from(sum) else { return (vec![], Some(0)) };
        let mut search =
            Search { nimbers: &self.nimbers, most, found: vec![], total: 0, steps: if most > 0 { *steps } else { 0 } };
        search.sets(place as usize - 1, count, sum, &mut vec![]);
        *steps = search.steps;
        (search.found, (search.steps > 0).then_some(search.total))
    }
}

/// Writes the bits to `moved`, each at the place that is xor `by`.
fn exchange(bits: &[u64], by: usize, moved: &mut Vec<u64>) {
    const EVEN: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    moved.clear();
    moved.extend((0..bits.len()).map(|at| bits[at ^ (by / 64)]));
    for (bit, even) in EVEN.into_iter().enumerate().filter(|(bit, _)| by >> bit & 1 == 1) {
        moved.iter_mut().for_each(|word| *word = (*word & even) << (1 << bit) | *word >> (1 << bit) & even);
    }
}

struct Search<'a> {
    nimbers: &'a [u32],
    most: usize,
    found: Vec<Others>,
    total: u64,
    steps: u32,
}

impl Search<'_> {
    /// Finds the sets of at most `count` of the first places. Sums of few nimbers are not 0, so no set contains another.
    fn sets(&mut self, places: usize, count: usize, sum: u32, chosen: &mut Vec<u64>) {
        if self.steps == 0 {
            return;
        }
        self.steps -= 1;
        if sum == 0 {
            self.total += 1;
            if self.found.len() < self.most {
                self.found.push(chosen.iter().copied().collect());
            }
            return;
        }
        // the last place is known by its nimber
        let choices = match (count, self.nimbers[..places].binary_search(&sum)) {
            (1, Ok(at)) => at..at + 1,
            (2.., _) => 0..places,
            _ => return,
        };
        for at in choices {
            chosen.push(at as u64 + 1);
            self.sets(at, count - 1, sum ^ self.nimbers[at], chosen);
            chosen.pop();
        }
    }
}
