//! Long computations that survive being killed: a file that holds one question and how far its answer is.
//!
//! The file is a `redb` database of one table; a save is one durable commit, so that a process killed at any moment leaves the
//! save before it. What is inside is checked twice: by the checksums of `redb`, and by one of our own over the whole state.

use crate::whole_file::WholeFile;
use redb::backends::FileBackend;
use redb::{Builder, Database, DatabaseError, ReadableDatabase, StorageBackend, StorageError, TableDefinition, TableHandle};
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::{Once, PoisonError, RwLock};
use thiserror::Error;

/// A file in which a long computation writes now and then how far it is.
///
/// It is kept open and locked: a second process that wants the same file is told so.
///
/// ```
/// use sprague_games::checkpoint::{BadCheckpoint, Checkpoint};
///
/// let path = std::env::temp_dir().join(format!("sprague-checkpoint-{}", std::process::id()));
/// let checkpoint = Checkpoint::open(&path, "sweep subtraction 26")?;
/// assert_eq!(checkpoint.load()?, None);
/// checkpoint.save(b"half of it")?;
/// drop(checkpoint); // or killed
///
/// assert_eq!(Checkpoint::open(&path, "sweep subtraction 26")?.load()?.as_deref(), Some(&b"half of it"[..]));
/// assert!(matches!(Checkpoint::open(&path, "something else"), Err(BadCheckpoint::OtherQuestion { .. })));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Checkpoint {
    database: Database,
    path: PathBuf,
}

/// Why a file is no checkpoint of this question, or cannot be written. The file is as it was.
///
/// ```
/// use sprague_games::checkpoint::{BadCheckpoint, Checkpoint};
/// let error = Checkpoint::open(&std::env::temp_dir(), "a question").unwrap_err();
/// assert!(error.to_string().ends_with("is not a plain file"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BadCheckpoint {
    /// A directory, a device, or the like.
    #[error("{}: it is not a plain file", .0.display())]
    NotPlain(PathBuf),
    /// Some other kind of file.
    #[error("{}: it is not a checkpoint, and is left as it is", .0.display())]
    Foreign(PathBuf),
    /// A checkpoint of something else.
    #[error("{}: it is the checkpoint of `{theirs}`, not of `{ours}`, and is left as it is", path.display())]
    OtherQuestion {
        /// The file.
        path: PathBuf,
        /// The question that is asked now.
        ours: String,
        /// The question that the file is about.
        theirs: String,
    },
    /// A checkpoint that was cut or changed.
    #[error("{}: the checkpoint is damaged ({why}), and is left as it is", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// Another process computes with it.
    #[error("{}: another run is using this checkpoint", .0.display())]
    InUse(PathBuf),
    /// The file cannot be read or written: no such directory, no right to, no room.
    #[error("{}: the checkpoint cannot be {done}: {}", path.display(), reason(error))]
    Io {
        /// The file.
        path: PathBuf,
        /// `read` or `written`.
        done: &'static str,
        /// What the system says.
        error: io::Error,
    },
}

/// What the system says, shortly.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::QuotaExceeded => "the disk quota is used up".to_owned(),
        _ => error.to_string(),
    }
}

const TABLE: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("sprague checkpoint");
const QUESTION: &str = "question";
const STATE: &str = "state";

/// How every `redb` file begins.
const MAGIC: &[u8] = b"redb";

/// A checkpoint is small; what is larger is somebody's data.
const MAX_BYTES: u64 = 1 << 30;

/// How much memory `redb` may use for pages.
const CACHE: usize = 4 << 20;

impl Checkpoint {
    /// The checkpoint of `question` in this file: made if there is none (or an empty file), opened if it is about the same
    /// question. Anything else is refused and not changed by a byte.
    ///
    /// # Errors
    /// [`BadCheckpoint`] says what the file is instead.
    pub fn open(path: &Path, question: &str) -> Result<Self, BadCheckpoint> {
        match std::fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => return Err(BadCheckpoint::NotPlain(path.to_owned())),
            Ok(metadata) if metadata.len() > 0 => inspect(path, question)?,
            Ok(_) => create(path, question)?,
            Err(error) if error.kind() == ErrorKind::NotFound => create(path, question)?,
            Err(error) => return Err(failed(path, "read", error)),
        }
        let database = Builder::new().set_cache_size(CACHE).open(path).map_err(|error| not_opened(path, error))?;
        Ok(Self { database, path: path.to_owned() })
    }

    /// What was saved last; `None` in a new checkpoint.
    ///
    /// # Errors
    /// [`BadCheckpoint::Damaged`] if it is not what was saved, [`BadCheckpoint::Io`] if it cannot be read.
    pub fn load(&self) -> Result<Option<Vec<u8>>, BadCheckpoint> {
        let state = value(&self.database, STATE).map_err(|error| refused(&self.path, "read", error))?;
        state.map(|state| unsealed(&state).ok_or_else(|| damaged(&self.path, "the state is not what was saved"))).transpose()
    }

    /// Replaces what was saved; it is on the disk when this returns.
    ///
    /// # Errors
    /// [`BadCheckpoint::Io`], such as for a full disk: what was saved before is still there.
    pub fn save(&self, state: &[u8]) -> Result<(), BadCheckpoint> {
        insert(&self.database, STATE, &sealed(state)).map_err(|error| refused(&self.path, "written", error))
    }
}

/// The state and a checksum of it.
fn sealed(state: &[u8]) -> Vec<u8> {
    [&fnv(state).to_le_bytes()[..], state].concat()
}

fn unsealed(sealed: &[u8]) -> Option<Vec<u8>> {
    let (checksum, state) = sealed.split_first_chunk()?;
    (u64::from_le_bytes(*checksum) == fnv(state)).then(|| state.to_vec())
}

/// FNV-1a in 64 bits: against accidents, not against malice.
pub(crate) fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

/// Makes a file that holds only the question, and so that nobody sees half of it.
fn create(path: &Path, question: &str) -> Result<(), BadCheckpoint> {
    let written = (|| {
        let new = WholeFile::create(path)?;
        let file = new.file().try_clone()?;
        let database = Builder::new().set_cache_size(CACHE).create_with_backend(FileBackend::new(file)?)?;
        insert(&database, QUESTION, question.as_bytes())?;
        drop(database);
        new.commit()?;
        Ok::<(), redb::Error>(())
    })();
    written.map_err(|error| refused(path, "written", error))
}

/// Whether this file is a sound checkpoint of this question, found out on a copy in memory.
fn inspect(path: &Path, question: &str) -> Result<(), BadCheckpoint> {
    let read = |error| failed(path, "read", error);
    let mut bytes = vec![];
    File::open(path).map_err(read)?.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(read)?;
    if !bytes.starts_with(MAGIC) || bytes.len() as u64 > MAX_BYTES {
        return Err(BadCheckpoint::Foreign(path.to_owned()));
    }
    let theirs = quietly(move || question_of(Copy::of(bytes))).unwrap_or_else(|| Err("it cannot be read".to_owned()));
    match theirs {
        Ok(Some(theirs)) if theirs == question => Ok(()),
        Ok(Some(theirs)) => Err(BadCheckpoint::OtherQuestion { path: path.to_owned(), ours: question.to_owned(), theirs }),
        Ok(None) => Err(BadCheckpoint::Foreign(path.to_owned())),
        Err(why) => Err(damaged(path, &why)),
    }
}

/// The question that a file is about, every page of it verified; `None` in a database of something else.
fn question_of(copy: Copy) -> Result<Option<String>, String> {
    let said = |error: redb::Error| match error {
        redb::Error::Corrupted(why) => why,
        other => other.to_string(),
    };
    let mut database = Builder::new().set_cache_size(CACHE).create_with_backend(copy).map_err(|error| said(error.into()))?;
    database.check_integrity().map_err(|error| said(error.into()))?;
    let tables = database.begin_read().map_err(|error| said(error.into()))?;
    let mut names = tables.list_tables().map_err(|error| said(error.into()))?;
    if !names.any(|table| table.name() == TABLE.name()) {
        return Ok(None);
    }
    let question = value(&database, QUESTION).map_err(said)?.ok_or("it holds no question")?;
    if value(&database, STATE).map_err(said)?.is_some_and(|state| unsealed(&state).is_none()) {
        return Err("the state is not what was saved".to_owned());
    }
    String::from_utf8(question).map(Some).map_err(|_| "its question is not text".to_owned())
}

/// The thread on which files are inspected.
const INSPECTOR: &str = "checkpoint inspector";

/// Runs this on another thread, so that a damaged page at which `redb` panics ends that thread only, and without a word.
fn quietly<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Option<T> {
    static SILENCED: Once = Once::new();
    SILENCED.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if std::thread::current().name() != Some(INSPECTOR) {
                usual(panic);
            }
        }));
    });
    std::thread::Builder::new().name(INSPECTOR.to_owned()).spawn(work).ok()?.join().ok()
}

fn value(database: &Database, key: &str) -> Result<Option<Vec<u8>>, redb::Error> {
    let table = database.begin_read()?.open_table(TABLE)?;
    Ok(table.get(key)?.map(|value| value.value().to_vec()))
}

fn insert(database: &Database, key: &str, value: &[u8]) -> Result<(), redb::Error> {
    let transaction = database.begin_write()?;
    transaction.open_table(TABLE)?.insert(key, value)?;
    transaction.commit()?;
    Ok(())
}

fn failed(path: &Path, done: &'static str, error: io::Error) -> BadCheckpoint {
    BadCheckpoint::Io { path: path.to_owned(), done, error }
}

fn damaged(path: &Path, why: &str) -> BadCheckpoint {
    BadCheckpoint::Damaged { path: path.to_owned(), why: why.to_owned() }
}

fn not_opened(path: &Path, error: DatabaseError) -> BadCheckpoint {
    match error {
        DatabaseError::DatabaseAlreadyOpen => BadCheckpoint::InUse(path.to_owned()),
        DatabaseError::Storage(StorageError::Io(error)) => failed(path, "read", error),
        other => damaged(path, &other.to_string()),
    }
}

fn refused(path: &Path, done: &'static str, error: redb::Error) -> BadCheckpoint {
    match error {
        redb::Error::Io(error) => failed(path, done, error),
        redb::Error::Corrupted(why) => damaged(path, &why),
        redb::Error::DatabaseAlreadyOpen => BadCheckpoint::InUse(path.to_owned()),
        other => failed(path, done, io::Error::other(other.to_string())),
    }
}

/// A file's bytes in memory, where a repair does no harm.
#[derive(Debug)]
struct Copy {
    bytes: RwLock<Vec<u8>>,
    most: u64,
}

impl Copy {
    fn of(bytes: Vec<u8>) -> Self {
        let most = 2 * bytes.len() as u64 + (16 << 20);
        Self { bytes: RwLock::new(bytes), most }
    }
}

/// The bytes from `offset` on, as many as `count`.
fn part(offset: u64, count: usize, len: usize) -> io::Result<std::ops::Range<usize>> {
    let start = usize::try_from(offset).ok();
    let range = start.and_then(|start| Some(start..start.checked_add(count)?)).filter(|range| range.end <= len);
    range.ok_or_else(|| io::Error::new(ErrorKind::UnexpectedEof, "it ends too early"))
}

impl StorageBackend for Copy {
    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes.read().unwrap_or_else(PoisonError::into_inner).len() as u64)
    }
    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let bytes = self.bytes.read().unwrap_or_else(PoisonError::into_inner);
        out.copy_from_slice(&bytes[part(offset, out.len(), bytes.len())?]);
        Ok(())
    }
    fn set_len(&self, len: u64) -> io::Result<()> {
        if len > self.most {
            return Err(io::Error::other("it claims to be much larger than it is"));
        }
        self.bytes.write().unwrap_or_else(PoisonError::into_inner).resize(len as usize, 0);
        Ok(())
    }
    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }
    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        let mut bytes = self.bytes.write().unwrap_or_else(PoisonError::into_inner);
        let range = part(offset, data.len(), bytes.len())?;
        bytes[range].copy_from_slice(data);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A path that is nobody else's, gone with the value.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new() -> Self {
            static NUMBER: AtomicU32 = AtomicU32::new(0);
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            Self(std::env::temp_dir().join(format!("sprague-checkpoint-test-{}-{number}", std::process::id())))
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn sound(scratch: &Scratch) -> Vec<u8> {
        let checkpoint = Checkpoint::open(&scratch.0, "a question").unwrap();
        (0..20_u8).for_each(|n| checkpoint.save(&[n; 3000]).unwrap());
        drop(checkpoint);
        std::fs::read(&scratch.0).unwrap()
    }

    #[test]
    fn what_is_saved_is_loaded_by_the_next_run() {
        let scratch = Scratch::new();
        sound(&scratch);
        let again = Checkpoint::open(&scratch.0, "a question").unwrap();
        assert_eq!(again.load().unwrap(), Some(vec![19; 3000]));
        again.save(b"").unwrap();
        assert_eq!(again.load().unwrap(), Some(vec![]));
    }

    #[test]
    fn a_killed_process_leaves_its_last_save() {
        let scratch = Scratch::new();
        let checkpoint = Checkpoint::open(&scratch.0, "a question").unwrap();
        for n in 0..10_u64 {
            checkpoint.save(&n.to_le_bytes().repeat(n as usize * 500)).unwrap();
            // what a killed process leaves behind is the file as it is now
            let left = Scratch::new();
            std::fs::write(&left.0, std::fs::read(&scratch.0).unwrap()).unwrap();
            let again = Checkpoint::open(&left.0, "a question").unwrap();
            assert_eq!(again.load().unwrap(), Some(n.to_le_bytes().repeat(n as usize * 500)));
        }
    }

    #[test]
    fn another_question_is_refused_and_the_file_is_left() {
        let scratch = Scratch::new();
        let before = sound(&scratch);
        let error = Checkpoint::open(&scratch.0, "another").unwrap_err().to_string();
        assert!(error.contains("`a question`, not of `another`"), "{error}");
        assert_eq!(std::fs::read(&scratch.0).unwrap(), before);
    }

    #[test]
    fn other_files_are_refused_and_left() {
        for content in [&b"\n"[..], b"n,period\n1,2\n", b"red", b"redb", b"redb\x1a\n\xa9\r\n", &[0; 5000], &[255; 1 << 16]] {
            let scratch = Scratch::new();
            std::fs::write(&scratch.0, content).unwrap();
            let error = Checkpoint::open(&scratch.0, "a question").unwrap_err();
            assert!(matches!(error, BadCheckpoint::Foreign(_) | BadCheckpoint::Damaged { .. }), "{error}");
            assert_eq!(std::fs::read(&scratch.0).unwrap(), content);
        }
        let scratch = Scratch::new();
        let other: TableDefinition<'_, u64, u64> = TableDefinition::new("accounts");
        let database = Database::create(&scratch.0).unwrap();
        let transaction = database.begin_write().unwrap();
        transaction.open_table(other).unwrap().insert(1, 2).unwrap();
        transaction.commit().unwrap();
        drop(database);
        let before = std::fs::read(&scratch.0).unwrap();
        assert!(matches!(Checkpoint::open(&scratch.0, "a question"), Err(BadCheckpoint::Foreign(_))));
        assert_eq!(std::fs::read(&scratch.0).unwrap(), before);
    }

    #[test]
    fn a_file_that_was_cut_is_refused_and_left() {
        let scratch = Scratch::new();
        let whole = sound(&scratch);
        for kept in [5, 100, 4096, 5000, 8192, whole.len() / 2, whole.len() - 4096, whole.len() - 1] {
            std::fs::write(&scratch.0, &whole[..kept]).unwrap();
            let error = Checkpoint::open(&scratch.0, "a question").unwrap_err();
            assert!(matches!(error, BadCheckpoint::Damaged { .. }), "{kept}: {error}");
            assert_eq!(std::fs::read(&scratch.0).unwrap(), whole[..kept], "{kept}");
        }
    }

    #[test]
    fn a_changed_state_is_never_loaded() {
        let scratch = Scratch::new();
        let whole = sound(&scratch);
        for at in (0..whole.len()).step_by(997).filter(|&at| whole[at] != 0) {
            let mut changed = whole.clone();
            changed[at] ^= 0x55;
            std::fs::write(&scratch.0, &changed).unwrap();
            match Checkpoint::open(&scratch.0, "a question") {
                Ok(checkpoint) => assert_eq!(checkpoint.load().unwrap(), Some(vec![19; 3000]), "byte {at}"),
                Err(_) => assert_eq!(std::fs::read(&scratch.0).unwrap(), changed, "byte {at}"),
            }
        }
    }

    #[test]
    fn a_second_run_is_told_about_the_first() {
        let scratch = Scratch::new();
        let _first = Checkpoint::open(&scratch.0, "a question").unwrap();
        assert!(matches!(Checkpoint::open(&scratch.0, "a question"), Err(BadCheckpoint::InUse(_))));
    }

    #[test]
    fn directories_and_places_that_are_not_there_are_named() {
        let temp = std::env::temp_dir();
        assert!(matches!(Checkpoint::open(&temp, "a question"), Err(BadCheckpoint::NotPlain(_))));
        let nowhere = Checkpoint::open(&temp.join("no-such-directory/checkpoint"), "a question").unwrap_err().to_string();
        assert!(nowhere.contains("cannot be written"), "{nowhere}");
    }

    #[test]
    fn a_full_disk_is_called_so() {
        let error = redb::Error::Io(io::Error::from(ErrorKind::StorageFull));
        let text = refused(Path::new("long.redb"), "written", error).to_string();
        assert_eq!(text, "long.redb: the checkpoint cannot be written: the disk is full");
    }
}
