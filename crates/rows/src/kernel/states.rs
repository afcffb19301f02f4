//! Rows computed 64 at a time by states. A state consists of the last rows, as far back as a move reaches.
//!
//! Every state is stored with the 64 rows that follow it and the state after them, as a regular-expression engine builds its
//! automaton while it reads. A state that occurs again costs one look-up: about 0.03 ns per row and bit.

use super::words::Words;
use super::{CHUNK_WORDS, Kernel, NoChunk, Planes};
use hashbrown::HashMap;
use sprague_core::Stopped;
use sprague_core::limits::{Meter, Work};

/// The largest number of words of states and rows that are kept. When there are more, every row is computed.
const MAX_WORDS: usize = 1 << 23;

/// The share of the allowed memory that states may use: one part in `SHARE`.
const SHARE: usize = 8;

/// The kernel: states, with the rows and the state that follow each.
#[derive(Clone, Debug)]
pub(crate) struct States {
    words: Words,
    numbers: HashMap<Box<[u64]>, usize>,
    /// The next 64 rows of each state, with a word for every plane.
    rows: Vec<u64>,
    /// The state after these rows.
    after: Vec<u32>,
    /// The current state, once rows follow from states.
    at: Option<usize>,
    /// The number of words kept, or `None` once there were too many.
    kept: Option<usize>,
    /// A scratch buffer for the state being looked up.
    state: Vec<u64>,
}

impl States {
    pub(crate) fn new(words: Words) -> Self {
        Self { words, numbers: HashMap::new(), rows: vec![], after: vec![], at: None, kept: Some(0), state: vec![] }
    }

    /// Computes a word of each plane, and stores it as the successor of the last state.
    fn learn(&mut self, planes: &mut Planes, word: usize, work: &mut Work<'_>) -> Result<(), Stopped> {
        let bits = planes.bits();
        work.done(self.state.len(), self.words.rows(), 0)?;
        let is_noted = self.words.is_settled() && self.kept.is_some();
        let rows = &mut self.rows;
        if is_noted && self.after.is_empty() {
            self.words.state(&mut self.state);
            self.numbers.insert(self.state.as_slice().into(), 0);
        }
        self.words.step(work, |plane, value| {
            planes.plane_mut(plane / bits, plane % bits)[word] = value;
            if is_noted {
                rows.push(value);
            }
        })?;
        if is_noted {
            self.arrive(MAX_WORDS.min(work.most_bytes() / (SHARE * size_of::<u64>())));
        }
        Ok(())
    }

    /// Stores the state after the last rows. If it occurred before, rows follow from states from now on.
    fn arrive(&mut self, most: usize) {
        self.words.state(&mut self.state);
        let fresh = self.after.len() + 1;
        if let Some(&known) = self.numbers.get(self.state.as_slice()) {
            self.after.push(known as u32);
            self.at = Some(known);
            return;
        }
        self.after.push(fresh as u32);
        self.numbers.insert(self.state.as_slice().into(), fresh);
        let kept = self.kept.unwrap_or(0) + self.state.len() + self.rows.len() / fresh + 4;
        self.kept = Some(kept).filter(|&kept| kept <= most);
        if self.kept.is_none() {
            (self.numbers, self.rows, self.after) = (HashMap::new(), vec![], vec![]);
        }
    }

    /// Copies the rows that follow the states from the current one on. If there are few planes, they are copied during the walk
    /// from state to state.
    fn follow(&mut self, planes: &mut Planes, from: usize) {
        match planes.columns() * planes.bits() {
            1 => self.follow_planes::<1>(planes, from),
            2 => self.follow_planes::<2>(planes, from),
            3 => self.follow_planes::<3>(planes, from),
            4 => self.follow_planes::<4>(planes, from),
            stride => self.follow_many(planes, from, stride),
        }
    }

    #[expect(clippy::needless_range_loop, reason = "one index runs over several slices")]
    fn follow_planes<const PLANES: usize>(&mut self, planes: &mut Planes, from: usize) {
        let Some(mut at) = self.at else { return };
        let rows = self.rows.as_chunks::<PLANES>().0;
        let targets = planes.words.as_chunks_mut::<CHUNK_WORDS>().0;
        let targets: &mut [[u64; CHUNK_WORDS]; PLANES] = targets.try_into().expect("a chunk has so many planes");
        for word in from..CHUNK_WORDS {
            let next = self.after[at];
            (0..PLANES).for_each(|plane| targets[plane][word] = rows[at][plane]);
            at = next as usize;
        }
        self.at = Some(at);
    }

    fn follow_many(&mut self, planes: &mut Planes, from: usize, stride: usize) {
        let Some(mut at) = self.at else { return };
        let mut starts = [0; CHUNK_WORDS];
        for start in &mut starts[from..] {
            *start = at * stride;
            at = self.after[at] as usize;
        }
        self.at = Some(at);
        for (plane, target) in planes.words.chunks_exact_mut(CHUNK_WORDS).enumerate() {
            let rows = &self.rows[plane..];
            target[from..].iter_mut().zip(&starts[from..]).for_each(|(word, &start)| *word = rows[start]);
        }
    }
}

impl Kernel for States {
    fn name(&self) -> &'static str {
        "states"
    }

    fn next_within(&mut self, planes: &mut Planes, meter: &Meter<'_>) -> Result<(), NoChunk> {
        planes.reshape(self.words.columns(), self.words.bits());
        // once rows follow from states, no more words are computed
        let (mut word, mut work) = (if self.at.is_none() { self.words.rows() / 64 % CHUNK_WORDS } else { 0 }, Work::new(meter));
        while word < CHUNK_WORDS && self.at.is_none() {
            self.learn(planes, word, &mut work)?;
            word += 1;
        }
        self.follow(planes, word);
        Ok(())
    }
}
