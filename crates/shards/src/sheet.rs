//! Files that are written once: sections of records in order, in blocks that are each checked when they are read.
//!
//! A file gets its name when all of it is on the disk, so whatever has a name is whole. What was altered since, cut, or put in the
//! place of another, is noticed: the checksum of a block also covers the place where it stands and the name of its file. Blocks can be
//! found by the order of their first record.

use crate::ShardsError;
use crate::bytes::{put, take};
use crate::explore::KeyCursor;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tempfile::{Builder, NamedTempFile};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A block is closed by the record that fills it. It is read as a whole.
const BLOCK: usize = 1 << 15;
/// The same in sections that small turns read here and there, where a play may have as many turns as moves.
const SMALL_BLOCK: usize = 1 << 12;
/// What stands last: the checksum of the index, its length, and what the file is.
const MAGIC: &[u8; 8] = b"sprague1";
const TAIL: u64 = 24;
/// Files that have no name yet begin so: a process that was killed leaves them behind.
pub(crate) const UNNAMED: &str = ".new-";
/// The seed of the checksum of an index.
const INDEX: u64 = 0x0069_6e64_6578;

/// What a section holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Part {
    /// Positions whose options are listed already, by hash: numbered first.
    Closed,
    /// Positions whose options are not listed yet, by hash.
    Open,
    /// Options, by hash, with the numbers of the positions they are options of.
    Sent,
    /// For each position that became closed how many options it has, or how it ended; by number.
    Degrees,
    /// Positions, by number, with the positions they are options of.
    Parents,
    /// What is known of each position; by number.
    Cells,
    /// What positions are told about their options; by number.
    Notices,
    /// The answers, by hash.
    Answers,
    /// What answers come to.
    Tally,
    /// A record for every turn.
    Turns,
    /// Part of what is being sorted.
    Run,
}

/// Where a section is.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    part: u8,
    shard: u32,
    /// How many records.
    pub(crate) records: u64,
    first_block: usize,
    end_block: usize,
}

/// Where a block is, and what comes first in it.
#[derive(Clone, Copy, Debug)]
struct Block {
    offset: u64,
    bytes: u32,
    order: u64,
    /// How many records are in the blocks of its section before it.
    before: u64,
}

/// A file that is being written.
pub(crate) struct SheetWriter {
    out: BufWriter<NamedTempFile>,
    path: PathBuf,
    seed: u64,
    written: u64,
    block: Vec<u8>,
    /// The bytes that fill a block.
    full: usize,
    order: u64,
    /// How many records of the section are in blocks that are closed.
    before: u64,
    blocks: Vec<Block>,
    sections: Vec<Section>,
}

impl SheetWriter {
    /// A file that will have this name, which belongs to the directory with this seed.
    pub(crate) fn create(path: &Path, seed: u64) -> Result<Self, ShardsError> {
        let folder = path.parent().unwrap_or(Path::new("."));
        let file = Builder::new().prefix(UNNAMED).tempfile_in(folder).map_err(|error| ShardsError::io(path, error))?;
        Ok(Self {
            out: BufWriter::with_capacity(1 << 16, file),
            path: path.to_owned(),
            seed: seed_of(path, seed),
            written: 0,
            block: Vec::with_capacity(BLOCK + 256),
            full: BLOCK,
            order: 0,
            before: 0,
            blocks: vec![],
            sections: vec![],
        })
    }

    /// What follows belongs to this section.
    pub(crate) fn section(&mut self, part: Part, shard: u32) -> Result<(), ShardsError> {
        self.close_block()?;
        let next = self.blocks.len();
        self.before = 0;
        self.full = if matches!(part, Part::Cells | Part::Parents) { SMALL_BLOCK } else { BLOCK };
        self.sections.push(Section { part: part as u8, shard, records: 0, first_block: next, end_block: next });
        Ok(())
    }

    /// One more record, written by `write`. It is found by `order`, which never falls within a section.
    #[inline]
    pub(crate) fn record(&mut self, order: u64, write: impl FnOnce(&mut Vec<u8>)) -> Result<(), ShardsError> {
        if self.block.is_empty() {
            self.order = order;
        }
        write(&mut self.block);
        self.sections.last_mut().expect("a section was begun").records += 1;
        if self.block.len() >= self.full { self.close_block() } else { Ok(()) }
    }

    /// The order of the first record of the block that the next record is written to.
    pub(crate) fn first_order(&self) -> Option<u64> {
        (!self.block.is_empty()).then_some(self.order)
    }

    fn close_block(&mut self) -> Result<(), ShardsError> {
        let Some(section) = self.sections.last_mut() else { return Ok(()) };
        if !self.block.is_empty() {
            let checksum = xxh3_64_with_seed(&self.block, self.seed ^ self.written);
            let (offset, bytes) = (self.written, self.block.len() as u32);
            self.blocks.push(Block { offset, bytes, order: self.order, before: self.before });
            self.before = section.records;
            let written = self.out.write_all(&self.block).and_then(|()| self.out.write_all(&checksum.to_le_bytes()));
            written.map_err(|error| ShardsError::io(&self.path, error))?;
            self.written += self.block.len() as u64 + 8;
            self.block.clear();
        }
        section.end_block = self.blocks.len();
        Ok(())
    }

    /// All of it is on the disk, and has its name. Answers how many bytes it has.
    pub(crate) fn finish(mut self) -> Result<u64, ShardsError> {
        self.close_block()?;
        let mut index = vec![];
        put(&mut index, self.blocks.len() as u64);
        for block in &self.blocks {
            put(&mut index, u64::from(block.bytes));
            put(&mut index, block.before);
            index.extend_from_slice(&block.order.to_le_bytes());
        }
        put(&mut index, self.sections.len() as u64);
        for section in &self.sections {
            index.push(section.part);
            put(&mut index, u64::from(section.shard));
            put(&mut index, section.records);
            put(&mut index, (section.end_block - section.first_block) as u64);
        }
        let checksum = xxh3_64_with_seed(&index, self.seed ^ self.written ^ INDEX);
        let tail = [&index[..], &checksum.to_le_bytes(), &(index.len() as u64).to_le_bytes(), MAGIC].concat();
        let bytes = self.written + tail.len() as u64;
        let path = self.path;
        let failed = |error| ShardsError::io(&path, error);
        self.out.write_all(&tail).map_err(failed)?;
        let file = self.out.into_inner().map_err(|error| failed(error.into_error()))?;
        file.as_file().sync_data().map_err(failed)?;
        file.persist(&path).map_err(|error| failed(error.error))?;
        Ok(bytes)
    }
}

/// The checksums of a file belong to its directory and to its name in there.
fn seed_of(path: &Path, seed: u64) -> u64 {
    let names: Vec<_> = path.iter().rev().take(2).map(|name| name.as_encoded_bytes()).collect();
    xxh3_64_with_seed(&names.join(&b'/'), seed)
}

/// So many files are held open by all threads; others are opened for every block. Systems allow a process some 1,024.
const MOST_HELD: usize = 128;
static HELD: AtomicUsize = AtomicUsize::new(0);

/// A file that stays open.
#[derive(Debug)]
struct Held(File);

impl Held {
    /// The file, unless too many are open.
    fn hold(file: File) -> Option<Self> {
        let is_one_of_few = HELD.fetch_update(Relaxed, Relaxed, |held| (held < MOST_HELD).then_some(held + 1)).is_ok();
        is_one_of_few.then(|| Self(file))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Relaxed);
    }
}

/// A file that is read.
#[derive(Debug)]
pub(crate) struct Sheet {
    file: Option<Held>,
    path: PathBuf,
    seed: u64,
    blocks: Vec<Block>,
    sections: Vec<Section>,
    bytes: u64,
}

impl Sheet {
    /// Opens a file and reads its index.
    pub(crate) fn open(path: &Path, seed: u64) -> Result<Arc<Self>, ShardsError> {
        let failed = |error| ShardsError::io(path, error);
        let file = File::open(path).map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        let damaged = || ShardsError::damaged(path);
        let tail_at = bytes.checked_sub(TAIL).ok_or_else(damaged)?;
        let mut tail = [[0; 8]; 3];
        file.read_exact_at(tail.as_flattened_mut(), tail_at).map_err(failed)?;
        let [checksum, index_bytes, magic] = tail;
        let index_bytes = u64::from_le_bytes(index_bytes);
        let index_at = tail_at.checked_sub(index_bytes).filter(|_| magic == *MAGIC).ok_or_else(damaged)?;
        let mut index = vec![0; index_bytes as usize];
        file.read_exact_at(&mut index, index_at).map_err(failed)?;
        let seed = seed_of(path, seed);
        if xxh3_64_with_seed(&index, seed ^ index_at ^ INDEX) != u64::from_le_bytes(checksum) {
            return Err(damaged());
        }
        let (blocks, sections) = read_index(&index, index_at).ok_or_else(damaged)?;
        Ok(Arc::new(Self { file: Held::hold(file), path: path.to_owned(), seed, blocks, sections, bytes }))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes it has.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The section of this part for this shard.
    pub(crate) fn section(&self, part: Part, shard: u32) -> Option<&Section> {
        self.sections.iter().find(|section| section.part == part as u8 && section.shard == shard)
    }

    /// How many records all sections of this part have.
    pub(crate) fn records(&self, part: Part) -> u64 {
        self.sections.iter().filter(|section| section.part == part as u8).map(|section| section.records).sum()
    }

    /// How many records this section has, none if it is not there.
    pub(crate) fn records_of(&self, part: Part, shard: u32) -> u64 {
        self.section(part, shard).map_or(0, |section| section.records)
    }

    /// The records of a section from the first one on; no records if there is no such section.
    pub(crate) fn cursor(self: &Arc<Self>, part: Part, shard: u32) -> Cursor {
        let (next, end) = self.section(part, shard).map_or((0, 0), |section| (section.first_block, section.end_block));
        Cursor { sheet: self.clone(), block: vec![], at: 0, first: next, next, end, order: 0, index: 0 }
    }

    /// The positions of a section by hash, the first of which has this number.
    pub(crate) fn keys(self: &Arc<Self>, part: Part, shard: u32, first: u64) -> Result<KeyCursor, ShardsError> {
        KeyCursor::new(self.cursor(part, shard), first)
    }

    /// Reads a block and checks it.
    fn load(&self, number: usize, bytes: &mut Vec<u8>) -> Result<Block, ShardsError> {
        let block = self.blocks[number];
        bytes.resize(block.bytes as usize + 8, 0);
        let read = match &self.file {
            Some(Held(file)) => file.read_exact_at(bytes, block.offset),
            None => File::open(&self.path).and_then(|file| file.read_exact_at(bytes, block.offset)),
        };
        read.map_err(|error| ShardsError::io(&self.path, error))?;
        let checksum = bytes.split_off(block.bytes as usize);
        if xxh3_64_with_seed(bytes, self.seed ^ block.offset).to_le_bytes() != *checksum {
            return Err(ShardsError::damaged(&self.path));
        }
        Ok(block)
    }
}

fn read_index(mut index: &[u8], index_at: u64) -> Option<(Vec<Block>, Vec<Section>)> {
    let (mut blocks, mut sections, mut offset) = (vec![], vec![], 0_u64);
    for _ in 0..take(&mut index)? {
        let bytes = u32::try_from(take(&mut index)?).ok()?;
        let before = take(&mut index)?;
        let (order, rest) = index.split_first_chunk()?;
        index = rest;
        blocks.push(Block { offset, bytes, order: u64::from_le_bytes(*order), before });
        offset = offset.checked_add(u64::from(bytes) + 8)?;
    }
    let mut first_block = 0;
    for _ in 0..take(&mut index)? {
        let (&part, rest) = index.split_first()?;
        index = rest;
        let shard = u32::try_from(take(&mut index)?).ok()?;
        let records = take(&mut index)?;
        let end_block = usize::try_from(take(&mut index)?).ok()?.checked_add(first_block)?;
        sections.push(Section { part, shard, records, first_block, end_block });
        first_block = end_block;
    }
    (offset == index_at && first_block == blocks.len() && index.is_empty()).then_some((blocks, sections))
}

/// A place among the records of a section, which moves on.
pub(crate) struct Cursor {
    sheet: Arc<Sheet>,
    block: Vec<u8>,
    at: usize,
    first: usize,
    next: usize,
    end: usize,
    order: u64,
    index: u64,
}

impl Cursor {
    /// Reads the record here by `read` and moves behind it; `None` behind the last one. `read` is also told the order of the first
    /// record of the block, and answers `None` if what it sees is none.
    #[inline]
    pub(crate) fn next<T>(&mut self, read: impl FnOnce(&mut &[u8], u64) -> Option<T>) -> Result<Option<T>, ShardsError> {
        if self.at == self.block.len() && !self.load_next()? {
            return Ok(None);
        }
        let mut rest = &self.block[self.at..];
        let Some(record) = read(&mut rest, self.order) else { return Err(ShardsError::damaged(&self.sheet.path)) };
        self.at = self.block.len() - rest.len();
        self.index += 1;
        Ok(Some(record))
    }

    #[cold]
    fn load_next(&mut self) -> Result<bool, ShardsError> {
        if self.next == self.end {
            return Ok(false);
        }
        let block = self.sheet.load(self.next, &mut self.block)?;
        (self.order, self.index) = (block.order, block.before);
        (self.next, self.at) = (self.next + 1, 0);
        Ok(true)
    }

    /// How many records of the section are before the next one.
    pub(crate) fn index(&self) -> u64 {
        self.index
    }

    /// Moves to the last block that begins before this order, or to the first one: back or forth.
    pub(crate) fn seek(&mut self, order: u64) {
        let blocks = &self.sheet.blocks[self.first..self.end];
        let behind = blocks.partition_point(|block| block.order < order);
        self.next = self.first + behind.saturating_sub(1);
        self.block.clear();
        self.at = 0;
    }

    /// The same, where it never moves back: it stays where it is unless the next block begins before this order, too.
    pub(crate) fn seek_on(&mut self, order: u64) {
        let is_far = self.sheet.blocks[..self.end].get(self.next).is_some_and(|block| block.order < order);
        if is_far {
            self.seek(order);
        }
    }

    /// The file.
    pub(crate) fn path(&self) -> &Path {
        self.sheet.path()
    }
}
