//! Sorts lists that do not fit into memory. Sorted runs are written to files and merged.

use crate::ShardsError;
use crate::bytes::{put, put_words, take, take_words};
use crate::game::{hash, shard_of};
use crate::least::Least;
use crate::sheet::{Cursor, Part, Sheet, SheetWriter};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The runs of a step. Their files are removed when this is dropped.
pub(crate) struct Runs {
    near: PathBuf,
    seed: u64,
    folder: Option<TempDir>,
    count: u32,
}

impl Runs {
    /// Returns the runs of the step that writes this file. They are stored next to it.
    pub(crate) fn of(target: &Path, seed: u64) -> Self {
        Self { near: target.parent().unwrap_or(Path::new(".")).to_owned(), seed, folder: None, count: 0 }
    }

    fn path(&mut self, number: u32) -> Result<PathBuf, ShardsError> {
        if self.folder.is_none() {
            let made = tempfile::Builder::new().prefix(crate::sheet::UNNAMED).tempdir_in(&self.near);
            self.folder = Some(made.map_err(|error| ShardsError::io(&self.near, error))?);
        }
        let folder = self.folder.as_ref().expect("it was made");
        Ok(folder.path().join(format!("run-{number}")))
    }

    fn write(&mut self, write: impl FnOnce(&mut SheetWriter) -> Result<(), ShardsError>) -> Result<(), ShardsError> {
        let path = self.path(self.count)?;
        let mut run = SheetWriter::create(&path, self.seed)?;
        run.section(Part::Run, 0)?;
        write(&mut run)?;
        run.finish()?;
        self.count += 1;
        Ok(())
    }

    fn cursors(&mut self) -> Result<Vec<Cursor>, ShardsError> {
        (0..self.count).map(|number| Ok(Sheet::open(&self.path(number)?, self.seed)?.cursor(Part::Run, 0))).collect()
    }
}

/// Sorts numbers of 128 bits. Repeated numbers are kept.
pub(crate) struct Numbers {
    numbers: Vec<u128>,
    most: usize,
    count: u64,
    runs: Runs,
}

impl Numbers {
    /// Returns an empty list that may use this many bytes of memory.
    pub(crate) fn new(bytes: u64, runs: Runs) -> Self {
        Self { numbers: vec![], most: (bytes as usize / size_of::<u128>()).max(1 << 10), count: 0, runs }
    }

    #[inline]
    pub(crate) fn push(&mut self, number: u128) -> Result<(), ShardsError> {
        if self.numbers.len() == self.most {
            self.spill()?;
        }
        if self.numbers.len() == self.numbers.capacity() {
            // double the capacity, but not beyond the limit
            let more = self.numbers.len().clamp(1 << 8, (self.most - self.numbers.len()).max(1));
            self.numbers.reserve_exact(more);
        }
        self.numbers.push(number);
        self.count += 1;
        Ok(())
    }

    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    #[cold]
    fn spill(&mut self) -> Result<(), ShardsError> {
        self.numbers.sort_unstable();
        let numbers = std::mem::take(&mut self.numbers);
        self.runs.write(|run| numbers.iter().try_for_each(|number| run.record(0, |bytes| bytes.extend(number.to_le_bytes()))))?;
        self.numbers = numbers;
        self.numbers.clear();
        Ok(())
    }

    /// Calls `each` with all numbers in order.
    pub(crate) fn each(mut self, mut each: impl FnMut(u128) -> Result<(), ShardsError>) -> Result<(), ShardsError> {
        self.numbers.sort_unstable();
        if self.runs.count == 0 {
            return self.numbers.into_iter().try_for_each(each);
        }
        let mut cursors = self.runs.cursors()?;
        let mut held = self.numbers.into_iter();
        let mut next = |row: usize| match cursors.get_mut(row) {
            None => Ok(held.next()),
            Some(cursor) => cursor.next(|bytes, _| {
                let (number, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(u128::from_le_bytes(*number))
            }),
        };
        let firsts: Vec<_> = (0..=self.runs.count as usize).map(&mut next).collect::<Result<_, _>>()?;
        let mut least = Least::new(firsts, |a, b| a < b);
        while let Some((number, row)) = least.least() {
            each(number)?;
            least.replace(next(row)?, |a, b| a < b);
        }
        Ok(())
    }
}

/// The maximum number of positions in one record of an option. If an option has more positions, it has several records.
pub(crate) const MOST_TOGETHER: usize = 1 << 12;

/// Sorts options by hash, each with the numbers of the positions that have it.
pub(crate) struct Options {
    /// The number of the position, the number of words, and the words of each option.
    words: Vec<u64>,
    /// The hash of each option, and the index of its entry in `words`.
    places: Vec<(u64, u32)>,
    most: usize,
    runs: Runs,
}

impl Options {
    /// Returns an empty list that may use this many bytes of memory.
    pub(crate) fn new(bytes: u64, runs: Runs) -> Self {
        // a place takes 16 bytes, an option at least four words
        let most = (bytes as usize / (2 * size_of::<u64>())).clamp(1 << 12, u32::MAX as usize / 2);
        Self { words: vec![], places: vec![], most, runs }
    }

    #[inline]
    pub(crate) fn push(&mut self, hash: u64, option: &[u64], of: u64) -> Result<(), ShardsError> {
        if self.words.len() + 2 * self.places.len() + option.len() + 4 > self.most && !self.places.is_empty() {
            self.spill()?;
        }
        self.places.push((hash, self.words.len() as u32));
        self.words.push(of);
        self.words.push(option.len() as u64);
        self.words.extend_from_slice(option);
        Ok(())
    }

    /// Sorts the options in memory, and calls `each` with the hash, the words, and the positions of each option.
    fn each_held(&mut self, mut each: impl FnMut(u64, &[u64], &[u64]) -> Result<(), ShardsError>) -> Result<(), ShardsError> {
        let words = &self.words;
        let of = |at: u32| words[at as usize];
        let option = |at: u32| &words[at as usize + 2..][..words[at as usize + 1] as usize];
        self.places.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| option(a.1).cmp(option(b.1))).then_with(|| of(a.1).cmp(&of(b.1)))
        });
        let mut parents = vec![];
        for same in self.places.chunk_by(|a, b| a.0 == b.0 && option(a.1) == option(b.1)) {
            for some in same.chunks(MOST_TOGETHER) {
                parents.clear();
                parents.extend(some.iter().map(|place| of(place.1)));
                each(some[0].0, option(some[0].1), &parents)?;
            }
        }
        self.places.clear();
        self.words.clear();
        Ok(())
    }

    #[cold]
    fn spill(&mut self) -> Result<(), ShardsError> {
        let mut runs = std::mem::replace(&mut self.runs, Runs::of(Path::new("."), 0));
        let written = runs.write(|run| self.each_held(|hash, words, parents| write_option(run, hash, words, parents)));
        self.runs = runs;
        written
    }

    /// Writes all options in sections by shard.
    pub(crate) fn write(mut self, sheet: &mut SheetWriter, shards: u32) -> Result<(), ShardsError> {
        let mut begun = 0;
        // an option with positions in several runs is written several times
        let mut write = |hash: u64, words: &[u64], parents: &[u64]| {
            while begun <= shard_of(hash, shards) {
                sheet.section(Part::Sent, begun)?;
                begun += 1;
            }
            write_option(sheet, hash, words, parents)
        };
        if self.runs.count == 0 {
            self.each_held(&mut write)?;
        } else {
            self.spill()?;
            self.words = vec![];
            self.places = vec![];
            let runs = self.runs.cursors()?.into_iter().map(|cursor| OptionCursor::new(cursor, 0));
            merge(runs.collect::<Result<_, _>>()?, |option, _| {
                write(option.hash().expect("there is one"), option.words(), &option.parents)
            })?;
        }
        for shard in begun..shards {
            sheet.section(Part::Sent, shard)?;
        }
        Ok(())
    }
}

fn write_option(sheet: &mut SheetWriter, hash: u64, words: &[u64], parents: &[u64]) -> Result<(), ShardsError> {
    sheet.record(hash, |bytes| {
        put_words(bytes, words);
        put(bytes, parents.len() as u64);
        let mut last = 0;
        for &parent in parents {
            put(bytes, parent - last);
            last = parent;
        }
    })
}

/// A cursor over keys in order of their hashes.
pub(crate) trait InOrder {
    /// Returns the hash of the current key, or `None` after the last one.
    fn hash(&self) -> Option<u64>;
    fn words(&self) -> &[u64];
    fn advance(&mut self) -> Result<(), ShardsError>;
}

/// Merges several cursors in order of hash and then of words. Equal keys are in the order of their cursors.
///
/// Calls `each` with the cursor at the next key, and with `true` if this key differs from the previous one.
pub(crate) fn merge<C: InOrder>(
    mut cursors: Vec<C>,
    mut each: impl FnMut(&C, bool) -> Result<(), ShardsError>,
) -> Result<(), ShardsError> {
    let is_first = |cursors: &[C], a: usize, b: usize| (cursors[a].words(), a) < (cursors[b].words(), b);
    let mut least = Least::new(cursors.iter().map(|cursor| cursor.hash().map(u128::from)), |a, b| is_first(&cursors, a, b));
    let (mut last, mut words) = (None, vec![]);
    while let Some((hash, row)) = least.least() {
        let cursor = &mut cursors[row];
        let is_new = last != Some(hash) || words != cursor.words();
        if is_new {
            last = Some(hash);
            words.clear();
            words.extend_from_slice(cursor.words());
        }
        each(cursor, is_new)?;
        cursor.advance()?;
        least.replace(cursor.hash().map(u128::from), |a, b| is_first(&cursors, a, b));
    }
    Ok(())
}

/// Visits options, each with the positions that have it.
pub(crate) struct OptionCursor {
    cursor: Cursor,
    hash: Option<u64>,
    words: Vec<u64>,
    /// The numbers of the positions.
    pub(crate) parents: Vec<u64>,
    pub(crate) source: u32,
}

impl OptionCursor {
    pub(crate) fn new(cursor: Cursor, source: u32) -> Result<Self, ShardsError> {
        let mut options = Self { cursor, hash: None, words: vec![], parents: vec![], source };
        options.advance()?;
        Ok(options)
    }
}

impl InOrder for OptionCursor {
    fn hash(&self) -> Option<u64> {
        self.hash
    }
    fn words(&self) -> &[u64] {
        &self.words
    }
    fn advance(&mut self) -> Result<(), ShardsError> {
        let (words, parents) = (&mut self.words, &mut self.parents);
        let read = self.cursor.next(|bytes, _| {
            take_words(bytes, words)?;
            let count = take(bytes)?;
            parents.clear();
            let mut last = 0_u64;
            for _ in 0..count {
                last = last.checked_add(take(bytes)?)?;
                parents.push(last);
            }
            Some(())
        })?;
        self.hash = read.map(|()| hash(words));
        Ok(())
    }
}
