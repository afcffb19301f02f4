//! Files that are written once: sections of records, in checked blocks.
//!
//! Records are in order, and each block is checked when it is read.
//!
//! A file gets its name when all of it is on the disk, so a file with a name is whole. A file that was altered since, cut, or
//! put in the place of another, is noticed. The checksum of a block also covers the place where it stands and the name of its
//! file. Blocks can be found by the order of their first record.

use crate::ShardsError;
use crate::bytes::{put, take};
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tempfile::{Builder, NamedTempFile};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The bytes of a block, which the record that fills it closes.
///
/// It is read as a whole.
const BLOCK: usize = 1 << 15;
/// The same in sections that small turns read here and there.
///
/// A play may have as many turns as moves there.
const SMALL_BLOCK: usize = 1 << 12;
/// The end of a file: checksum and length of the index, and this kind.
const MAGIC: &[u8; 8] = b"sprague1";
const TAIL: u64 = 24;
/// The begin of the name of a file that is not whole yet.
///
/// A process that was killed leaves such files behind.
pub(crate) const UNNAMED: &str = ".new-";
/// The seed of the checksum of an index.
const INDEX: u64 = 0x0069_6e64_6578;

/// The contents of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Part {
    /// Positions whose options are listed already, by hash: numbered first.
    Closed,
    /// Positions whose options are not listed yet, by hash.
    Open,
    /// Options, by hash, with the numbers of the positions they are options of.
    Sent,
    /// For each position that became closed the number of its options, by number.
    ///
    /// For one that ends play it is the result.
    Degrees,
    /// Positions, by number, with the positions they are options of.
    Parents,
    /// The cell of each position; by number.
    Cells,
    /// The notices to positions about their options; by number.
    Notices,
    /// The answers, by hash.
    Answers,
    /// The totals of answers.
    Tally,
    /// A record for every turn.
    Turns,
    /// Part of what is being sorted.
    Run,
}

/// The place of a section.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    part: u8,
    shard: u32,
    /// The number of its records.
    pub(crate) records: u64,
    first_block: usize,
    end_block: usize,
}

/// The place of a block, and its first record.
#[derive(Clone, Copy, Debug)]
struct Block {
    offset: u64,
    bytes: u32,
    order: u64,
    /// The number of records in the blocks of its section before it.
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
    /// The number of records of the section in blocks that are closed.
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

    /// Begins a section, to which all that follows belongs.
    pub(crate) fn section(&mut self, part: Part, shard: u32) -> Result<(), ShardsError> {
        self.close_block()?;
        let next = self.blocks.len();
        self.before = 0;
        self.full = if matches!(part, Part::Cells | Part::Parents) { SMALL_BLOCK } else { BLOCK };
        self.sections.push(Section { part: part as u8, shard, records: 0, first_block: next, end_block: next });
        Ok(())
    }

    /// Writes one more record by `write`, to be found by `order`.
    ///
    /// The order never falls within a section.
    #[inline]
    pub(crate) fn record(&mut self, order: u64, write: impl FnOnce(&mut Vec<u8>)) -> Result<(), ShardsError> {
        if self.block.is_empty() {
            self.order = order;
        }
        write(&mut self.block);
        self.sections.last_mut().expect("a section was begun").records += 1;
        if self.block.len() >= self.full { self.close_block() } else { Ok(()) }
    }

    /// The order of the first record of the present block.
    ///
    /// The next record is written to that block.
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

    /// Brings all of it to the disk under its name; answers its bytes.
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

/// The most files that all threads hold open.
///
/// Others are opened for every block. Systems allow a process some 1,024.
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

/// Fills all of `bytes` from this place in a file on.
fn read_exact_at(file: &File, mut bytes: &mut [u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match read_at(file, bytes, at) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => (bytes, at) = (&mut bytes[count..], at + count as u64),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads from this place in a file on, whatever other threads read from it.
fn read_at(file: &File, bytes: &mut [u8], at: u64) -> io::Result<usize> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_at(file, bytes, at);
    #[cfg(windows)]
    return std::os::windows::fs::FileExt::seek_read(file, bytes, at);
    #[cfg(not(any(unix, windows)))]
    {
        use std::io::{Read, Seek, SeekFrom};
        static TURN: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _turn = TURN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut file = file;
        file.seek(SeekFrom::Start(at))?;
        file.read(bytes)
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
        read_exact_at(&file, tail.as_flattened_mut(), tail_at).map_err(failed)?;
        let [checksum, index_bytes, magic] = tail;
        let index_bytes = u64::from_le_bytes(index_bytes);
        let index_at = tail_at.checked_sub(index_bytes).filter(|_| magic == *MAGIC).ok_or_else(damaged)?;
        let mut index = vec![0; index_bytes as usize];
        read_exact_at(&file, &mut index, index_at).map_err(failed)?;
        let seed = seed_of(path, seed);
        if xxh3_64_with_seed(&index, seed ^ index_at ^ INDEX) != u64::from_le_bytes(checksum) {
            return Err(damaged());
        }
        let (blocks, sections) = read_index(&index, index_at).ok_or_else(damaged)?;
        Ok(Arc::new(Self { file: Held::hold(file), path: path.to_owned(), seed, blocks, sections, bytes }))
    }

    /// The path under which it was opened.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The number of its bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The section of this part for this shard.
    pub(crate) fn section(&self, part: Part, shard: u32) -> Option<&Section> {
        self.sections.iter().find(|section| section.part == part as u8 && section.shard == shard)
    }

    /// The number of records of all sections of this part.
    pub(crate) fn records(&self, part: Part) -> u64 {
        self.sections.iter().filter(|section| section.part == part as u8).map(|section| section.records).sum()
    }

    /// The number of records of this section, none if it is not there.
    pub(crate) fn records_of(&self, part: Part, shard: u32) -> u64 {
        self.section(part, shard).map_or(0, |section| section.records)
    }

    /// The records of a section from the first one on.
    ///
    /// No records if there is no such section.
    pub(crate) fn cursor(self: &Arc<Self>, part: Part, shard: u32) -> Cursor {
        let (next, end) = self.section(part, shard).map_or((0, 0), |section| (section.first_block, section.end_block));
        Cursor { sheet: self.clone(), block: vec![], at: 0, first: next, next, end, order: 0, index: 0 }
    }

    /// Reads a block and checks it.
    fn load(&self, number: usize, bytes: &mut Vec<u8>) -> Result<Block, ShardsError> {
        let block = self.blocks[number];
        bytes.resize(block.bytes as usize + 8, 0);
        let read = match &self.file {
            Some(Held(file)) => read_exact_at(file, bytes, block.offset),
            None => File::open(&self.path).and_then(|file| read_exact_at(&file, bytes, block.offset)),
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
    /// Reads the record here by `read` and moves behind it; `None` at the end.
    ///
    /// `read` is also told the order of the first record of the block, and answers `None` for bytes that are no record.
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

    /// The number of records of the section before the next one.
    pub(crate) fn index(&self) -> u64 {
        self.index
    }

    /// Moves to the last block that begins before this order, back or forth.
    ///
    /// Where there is none, it moves to the first one.
    pub(crate) fn seek(&mut self, order: u64) {
        let blocks = &self.sheet.blocks[self.first..self.end];
        let behind = blocks.partition_point(|block| block.order < order);
        self.next = self.first + behind.saturating_sub(1);
        self.block.clear();
        self.at = 0;
    }

    /// The same, where it never moves back.
    ///
    /// It stays where it is unless the next block begins before this order, too.
    pub(crate) fn seek_on(&mut self, order: u64) {
        let is_far = self.sheet.blocks[..self.end].get(self.next).is_some_and(|block| block.order < order);
        if is_far {
            self.seek(order);
        }
    }

    /// The path of the file.
    pub(crate) fn path(&self) -> &Path {
        self.sheet.path()
    }
}
