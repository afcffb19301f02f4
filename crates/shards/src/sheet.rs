//! Files that are written once and consist of sections of records. The records are in blocks that are checked when they are
//! read.
//!
//! The records of a section are in order. A file gets its name only when all of it is on the disk, so a file with a name is
//! complete. If a file is altered or cut later, or replaced by another file, reading it fails, because the checksum of a
//! block also covers its place in the file and the name of the file. Blocks can be found by the order of their first record.

use crate::ShardsError;
use crate::bytes::{put, take};
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tempfile::{Builder, NamedTempFile};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The size at which a block is closed, in bytes. Blocks are read as a whole.
const BLOCK: usize = 1 << 15;
/// The size of blocks in sections from which small turns read single blocks, in bytes.
///
/// A game may need as many turns as it has moves, so these reads must be fast.
const SMALL_BLOCK: usize = 1 << 12;
/// The last bytes of a file. The checksum and the length of the index are before them.
const MAGIC: &[u8; 8] = b"sprague1";
const TAIL: u64 = 24;
/// The beginning of the names of incomplete files. A process that is killed leaves such files.
pub(crate) const UNNAMED: &str = ".new-";
/// A number that is mixed into the checksum of an index.
const INDEX: u64 = 0x0069_6e64_6578;

/// The contents of a section.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Part {
    /// Positions whose options are listed when they get their numbers, by hash. They are numbered before the open ones.
    Closed,
    /// Positions whose options have not been listed yet, by hash.
    Open,
    /// Options, by hash, with the numbers of the positions that have them.
    Sent,
    /// The number of options, or the outcome if there are none, of each position whose options were listed, by number.
    Degrees,
    /// Options, by number, with the positions that have them.
    Parents,
    /// The cell of each position, by number.
    Cells,
    /// Notices about the options of positions, by the number of the position.
    Notices,
    /// The answers, by hash.
    Answers,
    /// The totals of the answers.
    Tally,
    /// A record for each turn.
    Turns,
    /// A sorted run of a list that is being sorted.
    Run,
}

/// The place of a section.
#[derive(Clone, Debug)]
pub(crate) struct Section {
    part: u8,
    shard: u32,
    pub(crate) records: u64,
    first_block: usize,
    end_block: usize,
}

/// The place of a block, and the order of its first record.
#[derive(Clone, Copy, Debug)]
struct Block {
    offset: u64,
    bytes: u32,
    order: u64,
    /// The number of records of the section in earlier blocks.
    before: u64,
}

pub(crate) struct SheetWriter {
    out: BufWriter<NamedTempFile>,
    path: PathBuf,
    seed: u64,
    written: u64,
    block: Vec<u8>,
    /// The size at which a block is closed, in bytes.
    full: usize,
    order: u64,
    /// The number of records of the section in closed blocks.
    before: u64,
    blocks: Vec<Block>,
    sections: Vec<Section>,
}

impl SheetWriter {
    /// Creates a file that will get this name, in the directory with this seed.
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

    /// Starts a section for the following records.
    pub(crate) fn section(&mut self, part: Part, shard: u32) -> Result<(), ShardsError> {
        self.close_block()?;
        let next = self.blocks.len();
        self.before = 0;
        self.full = if matches!(part, Part::Cells | Part::Parents) { SMALL_BLOCK } else { BLOCK };
        self.sections.push(Section { part: part as u8, shard, records: 0, first_block: next, end_block: next });
        Ok(())
    }

    /// Appends a record that `write` writes and that can be found by `order`. Within a section the order must not decrease.
    #[inline]
    pub(crate) fn record(&mut self, order: u64, write: impl FnOnce(&mut Vec<u8>)) -> Result<(), ShardsError> {
        if self.block.is_empty() {
            self.order = order;
        }
        write(&mut self.block);
        self.sections.last_mut().expect("a section was begun").records += 1;
        if self.block.len() >= self.full { self.close_block() } else { Ok(()) }
    }

    /// Returns the order of the first record of the current block, or `None` if the block is empty.
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

    /// Writes the index, syncs the file to the disk, and gives it its name. Returns the size of the file in bytes.
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

/// Returns the seed of the checksums of a file, which depends on its directory and its name.
fn seed_of(path: &Path, seed: u64) -> u64 {
    let names: Vec<_> = path.iter().rev().take(2).map(|name| name.as_encoded_bytes()).collect();
    xxh3_64_with_seed(&names.join(&b'/'), seed)
}

/// The maximum number of files that all threads keep open.
///
/// Other files are opened for each block. Systems often allow about 1,024 open files per process.
const MOST_HELD: usize = 128;
static HELD: AtomicUsize = AtomicUsize::new(0);

#[derive(Debug)]
struct Held(File);

impl Held {
    /// Keeps the file open, or returns `None` if too many files are open.
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

/// Fills all of `bytes` from offset `at` of a file.
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

/// Reads from offset `at` of a file. Other threads may read the file at the same time.
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

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the section of this part for this shard, if there is one.
    pub(crate) fn section(&self, part: Part, shard: u32) -> Option<&Section> {
        self.sections.iter().find(|section| section.part == part as u8 && section.shard == shard)
    }

    /// Returns the number of records in all sections of this part.
    pub(crate) fn records(&self, part: Part) -> u64 {
        self.sections.iter().filter(|section| section.part == part as u8).map(|section| section.records).sum()
    }

    /// Returns the number of records of this section, or 0 if there is no such section.
    pub(crate) fn records_of(&self, part: Part, shard: u32) -> u64 {
        self.section(part, shard).map_or(0, |section| section.records)
    }

    /// Returns a cursor at the first record of a section, or an empty one if there is no such section.
    pub(crate) fn cursor(self: &Arc<Self>, part: Part, shard: u32) -> Cursor {
        let (next, end) = self.section(part, shard).map_or((0, 0), |section| (section.first_block, section.end_block));
        Cursor { sheet: self.clone(), block: vec![], at: 0, first: next, next, end, order: 0, index: 0 }
    }

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
    /// Reads the next record with `read`, or returns `None` at the end.
    ///
    /// `read` also receives the order of the first record of the block. It returns `None` if the bytes are not a record.
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

    /// Returns the index of the next record in the section.
    pub(crate) fn index(&self) -> u64 {
        self.index
    }

    /// Moves to the last block whose first record is before this order, or to the first block if there is none. The move may
    /// be forwards or backwards.
    pub(crate) fn seek(&mut self, order: u64) {
        let blocks = &self.sheet.blocks[self.first..self.end];
        let behind = blocks.partition_point(|block| block.order < order);
        self.next = self.first + behind.saturating_sub(1);
        self.block.clear();
        self.at = 0;
    }

    /// Moves like `seek`, but only forwards. Nothing happens unless the next block also begins before this order.
    pub(crate) fn seek_on(&mut self, order: u64) {
        let is_far = self.sheet.blocks[..self.end].get(self.next).is_some_and(|block| block.order < order);
        if is_far {
            self.seek(order);
        }
    }

    pub(crate) fn path(&self) -> &Path {
        self.sheet.path()
    }
}
