//! Checkpoints: files with the state of a long computation, so that a killed run can be continued.
//!
//! A file contains one question and the state of its computation. Numbers are little-endian.
//!
//! | bytes | content |
//! | --- | --- |
//! | 18 | `sprague checkpoint` |
//! | 4 | version of the format: 1 |
//! | 8 | length of everything after the checksum |
//! | 8 | checksum: XXH3 (64 bits) of everything after it |
//! | 4 | length of the question |
//! | … | question, in UTF-8 |
//! | 1 | 1 if a state was saved, else 0 |
//! | … | the state |
//!
//! Every save writes a new file and then renames it. So if the process is killed, the previous save is intact.

use crate::keep::whole_file::WholeFile;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use thiserror::Error;
use xxhash_rust::xxh3::{Xxh3Default, xxh3_64};

/// A file to which a long computation saves its state from time to time.
///
/// The file is locked, so a second process that opens it gets an error.
///
/// ```
/// use sprague_questions::checkpoint::{BadCheckpoint, Checkpoint};
///
/// let path = std::env::temp_dir().join(format!("sprague-checkpoint-{}", std::process::id()));
/// let mut checkpoint = Checkpoint::open(&path, "sweep subtraction 26")?;
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
    path: PathBuf,
    question: String,
    lock: Lock,
}

/// Reasons why a file cannot be used as the checkpoint of this question.
///
/// A file that is refused is not changed.
///
/// ```
/// use sprague_questions::checkpoint::{BadCheckpoint, Checkpoint};
/// let error = Checkpoint::open(&std::env::temp_dir(), "a question").unwrap_err();
/// assert!(error.to_string().ends_with("is not a plain file"));
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum BadCheckpoint {
    /// It is a directory, a device, or something else that is not a plain file.
    #[error("{}: the path is not a plain file", .0.display())]
    NotPlain(PathBuf),
    /// It is a checkpoint of an earlier build, which used `redb` databases.
    #[error(
        "{}: this checkpoint of an earlier build (a redb database) cannot be read: \
         choose another file name, or remove the file", .0.display()
    )]
    Old(PathBuf),
    /// It is a checkpoint in the format of a later build.
    #[error("{}: this checkpoint has format {version}, but this build reads only format {VERSION}; the file is left as it is", path.display())]
    OtherVersion {
        /// The file.
        path: PathBuf,
        /// The version of its format.
        version: u32,
    },
    /// It is not a checkpoint.
    #[error("{}: this file is not a checkpoint, and is left as it is", .0.display())]
    Foreign(PathBuf),
    /// It is the checkpoint of another question.
    #[error("{}: this checkpoint belongs to `{theirs}`, not to `{ours}`, and is left as it is", path.display())]
    OtherQuestion {
        /// The file.
        path: PathBuf,
        /// The question that is asked now.
        ours: String,
        /// The question in the file.
        theirs: String,
    },
    /// It is a checkpoint that was truncated or changed.
    #[error("{}: the checkpoint is damaged ({why}), and is left as it is", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// A description of the damage.
        why: String,
    },
    /// Its state cannot be read, because a build with other states has saved it.
    #[error("{}: the checkpoint belongs to another version, and is left as it is", .0.display())]
    OtherState(PathBuf),
    /// Another process is using it.
    #[error("{}: another run is using this checkpoint", .0.display())]
    InUse(PathBuf),
    /// The file cannot be read or written, because the directory does not exist, a permission is missing, or the disk is full.
    #[error("{}: the checkpoint cannot be {done}: {}", path.display(), reason(error))]
    Io {
        /// The file.
        path: PathBuf,
        /// `read` or `written`.
        done: &'static str,
        /// The error of the operating system.
        error: io::Error,
    },
}

/// Describes an error of the operating system in a few words.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::QuotaExceeded => "the disk quota is used up".to_owned(),
        _ => error.to_string(),
    }
}

/// The first bytes of every checkpoint.
const MAGIC: &[u8; 18] = b"sprague checkpoint";

const VERSION: u32 = 1;

/// The first bytes of `redb` databases, which earlier builds used for checkpoints.
const OLD_MAGIC: &[u8] = b"redb\x1a\n\xa9\r\n";

/// The maximum size of a checkpoint in bytes. Larger files are refused.
const MAX_BYTES: u64 = 1 << 30;

impl Checkpoint {
    /// Opens the checkpoint of `question` in this file, or creates it.
    ///
    /// It is created if the file does not exist or is empty, and opened if it has the same question. Any other file is refused
    /// and not changed.
    ///
    /// # Errors
    /// [`BadCheckpoint`] with the reason.
    pub fn open(path: &Path, question: &str) -> Result<Self, BadCheckpoint> {
        match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => return Err(BadCheckpoint::NotPlain(path.to_owned())),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {
                create(path, question).map_err(|error| failed(path, "written", error))?;
            }
            Err(error) => return Err(failed(path, "read", error)),
        }
        let lock = Lock::take(path).map_err(|error| failed(path, "written", error))?;
        let lock = lock.ok_or_else(|| BadCheckpoint::InUse(path.to_owned()))?;
        let mut checkpoint = Self { path: path.to_owned(), question: question.to_owned(), lock };
        if checkpoint.bytes()?.is_empty() {
            checkpoint.write(None)?;
        }
        checkpoint.load()?;
        // check that a save is possible before the computation, not after it
        WholeFile::beside(path).map_err(|error| failed(path, "written", error))?;
        Ok(checkpoint)
    }

    /// Returns the state that was saved last, or `None` if nothing has been saved.
    ///
    /// # Errors
    /// [`BadCheckpoint::Damaged`] if the content was changed since it was saved, and [`BadCheckpoint::Io`] if the file
    /// cannot be read.
    pub fn load(&self) -> Result<Option<Vec<u8>>, BadCheckpoint> {
        let path = &self.path;
        let (theirs, state) = parsed(&self.bytes()?).map_err(|unfit| match unfit {
            Unfit::Old => BadCheckpoint::Old(path.clone()),
            Unfit::Foreign => BadCheckpoint::Foreign(path.clone()),
            Unfit::OtherVersion(version) => BadCheckpoint::OtherVersion { path: path.clone(), version },
            Unfit::Damaged(why) => BadCheckpoint::Damaged { path: path.clone(), why: why.to_owned() },
        })?;
        if theirs != self.question {
            return Err(BadCheckpoint::OtherQuestion { path: path.clone(), ours: self.question.clone(), theirs });
        }
        Ok(state)
    }

    /// Replaces the saved state. The new state is on the disk when this returns.
    ///
    /// # Errors
    /// [`BadCheckpoint::Io`], for example if the disk is full; the previous state is then still there. [`BadCheckpoint::InUse`]
    /// if the file was removed and another run has created a new one.
    pub fn save(&mut self, state: &[u8]) -> Result<(), BadCheckpoint> {
        self.write(Some(state))
    }

    fn bytes(&self) -> Result<Vec<u8>, BadCheckpoint> {
        let mut bytes = vec![];
        let read = File::open(&self.path).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        read.map(|_| bytes).map_err(|error| failed(&self.path, "read", error))
    }

    fn write(&mut self, state: Option<&[u8]>) -> Result<(), BadCheckpoint> {
        let written = (|| {
            let new = written(WholeFile::beside(&self.path)?, &self.question, state)?;
            if !self.lock.is_on(&self.path)? {
                return Ok(false);
            }
            let lock = self.lock.for_new(new.file())?;
            new.commit()?;
            self.lock = lock;
            Ok(true)
        })();
        match written {
            Ok(true) => Ok(()),
            Ok(false) => Err(BadCheckpoint::InUse(self.path.clone())),
            Err(error) => Err(failed(&self.path, "written", error)),
        }
    }
}

/// Creates a file that contains only the question, unless another process has just created it.
fn create(path: &Path, question: &str) -> io::Result<()> {
    if path.is_symlink() {
        return File::options().create(true).truncate(false).write(true).open(path).map(|_| ());
    }
    match written(WholeFile::beside(path)?, question, None)?.commit_new() {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        made => made,
    }
}

/// Writes the whole content to a new file, which has no name yet.
fn written(new: WholeFile, question: &str, state: Option<&[u8]>) -> io::Result<WholeFile> {
    let length = u32::try_from(question.len()).map_err(|_| ErrorKind::FileTooLarge)?;
    let is_there = [u8::from(state.is_some())];
    // the pieces are not concatenated, because a state may be large
    let body = [&length.to_le_bytes()[..], question.as_bytes(), &is_there, state.unwrap_or_default()];
    let mut checksum = Xxh3Default::new();
    body.iter().for_each(|piece| checksum.update(piece));
    let body_length = body.iter().map(|piece| piece.len() as u64).sum::<u64>();
    let head = [&MAGIC[..], &VERSION.to_le_bytes(), &body_length.to_le_bytes(), &checksum.digest().to_le_bytes()].concat();
    if head.len() as u64 + body_length > MAX_BYTES {
        return Err(ErrorKind::FileTooLarge.into());
    }
    let mut file = new.file();
    file.write_all(&head)?;
    body.iter().try_for_each(|piece| file.write_all(piece))?;
    Ok(new)
}

#[derive(Debug, PartialEq)]
enum Unfit {
    Old,
    Foreign,
    OtherVersion(u32),
    Damaged(&'static str),
}

fn parsed(bytes: &[u8]) -> Result<(String, Option<Vec<u8>>), Unfit> {
    const CUT: Unfit = Unfit::Damaged("the file ends too early");
    if bytes.starts_with(OLD_MAGIC) {
        return Err(Unfit::Old);
    }
    if bytes.len() as u64 > MAX_BYTES || bytes.is_empty() || !bytes.starts_with(&MAGIC[..bytes.len().min(MAGIC.len())]) {
        return Err(Unfit::Foreign);
    }
    let (version, rest) = bytes.get(MAGIC.len()..).and_then(|rest| rest.split_first_chunk()).ok_or(CUT)?;
    let version = u32::from_le_bytes(*version);
    if version != VERSION {
        return Err(Unfit::OtherVersion(version));
    }
    let (length, rest) = rest.split_first_chunk().ok_or(CUT)?;
    let (checksum, body) = rest.split_first_chunk().ok_or(CUT)?;
    match u64::from_le_bytes(*length) {
        length if length > body.len() as u64 => return Err(CUT),
        length if length < body.len() as u64 => return Err(Unfit::Damaged("data follow after its end")),
        _ => {}
    }
    if xxh3_64(body) != u64::from_le_bytes(*checksum) {
        return Err(Unfit::Damaged("the data differ from what was saved"));
    }
    let content = || {
        let (length, rest) = body.split_first_chunk()?;
        let (question, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        let (has_state, state) = rest.split_first()?;
        Some((String::from_utf8(question.to_vec()).ok()?, (*has_state == 1).then(|| state.to_vec())))
    };
    content().ok_or(Unfit::Damaged("the data differ from what was saved"))
}

/// A lock that prevents other runs from using a checkpoint. It lasts until it is dropped or the process ends.
///
/// On Unix the checkpoint itself is locked, and each new file is locked before it gets the name. On other systems an open file
/// cannot be replaced, so an empty file next to it, `FILE.lock`, is locked; it is never deleted.
#[derive(Debug)]
struct Lock(File);

impl Lock {
    /// Locks a file, or returns `None` if another run has locked it.
    ///
    /// If the system has no locks, this succeeds without locking.
    fn on(file: File) -> io::Result<Option<Self>> {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(error)) if error.kind() != ErrorKind::Unsupported => Err(error),
            _ => Ok(Some(Self(file))),
        }
    }
}

#[cfg(unix)]
impl Lock {
    fn take(path: &Path) -> io::Result<Option<Self>> {
        loop {
            let Some(lock) = Self::on(File::options().read(true).write(true).open(path)?)? else { return Ok(None) };
            // another run may have saved in between; then the lock is on a file that no longer has the name
            if lock.is_on(path)? {
                return Ok(Some(lock));
            }
        }
    }

    /// Returns `true` unless another file has this path.
    fn is_on(&self, path: &Path) -> io::Result<bool> {
        use std::os::unix::fs::MetadataExt;
        let ours = self.0.metadata()?;
        match fs::metadata(path) {
            Ok(named) => Ok((named.dev(), named.ino()) == (ours.dev(), ours.ino())),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(true),
            Err(error) => Err(error),
        }
    }

    /// Locks a new file, which will replace the checkpoint.
    fn for_new(&self, new: &File) -> io::Result<Self> {
        Self::on(new.try_clone()?)?.ok_or_else(|| ErrorKind::ResourceBusy.into())
    }
}

#[cfg(not(unix))]
impl Lock {
    fn take(path: &Path) -> io::Result<Option<Self>> {
        // a file without permission to write is refused before the computation starts
        File::options().write(true).open(path)?;
        let mut beside = path.as_os_str().to_owned();
        beside.push(".lock");
        Self::on(File::options().create(true).truncate(false).write(true).open(beside)?)
    }

    fn is_on(&self, _: &Path) -> io::Result<bool> {
        Ok(true)
    }

    fn for_new(&self, _: &File) -> io::Result<Self> {
        self.0.try_clone().map(Self)
    }
}

fn failed(path: &Path, done: &'static str, error: io::Error) -> BadCheckpoint {
    BadCheckpoint::Io { path: path.to_owned(), done, error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};
    use std::sync::{RwLock, RwLockReadGuard};
    use std::thread::sleep;
    use std::time::Duration;

    /// A lock for the test that must run alone.
    ///
    /// While a process is being started, it briefly has copies of the locks of this one.
    static ALONE: RwLock<()> = RwLock::new(());

    /// A folder for one test, with a path in it.
    struct Scratch(tempfile::TempDir, #[expect(dead_code, reason = "it is held")] Option<RwLockReadGuard<'static, ()>>);

    impl Scratch {
        fn new() -> Self {
            Self(tempfile::tempdir().unwrap(), ALONE.read().ok())
        }

        fn path(&self) -> PathBuf {
            self.0.path().join("file")
        }

        fn holding(content: &[u8]) -> Self {
            let scratch = Self::new();
            fs::write(scratch.path(), content).unwrap();
            scratch
        }

        /// Opens the file as the checkpoint of `a question`. Asserts that a refused file is not changed.
        fn opened(&self) -> Result<Checkpoint, BadCheckpoint> {
            let before = fs::read(self.path()).ok();
            let opened = Checkpoint::open(&self.path(), "a question");
            if opened.is_err() {
                assert_eq!(fs::read(self.path()).ok(), before);
            }
            opened
        }

        fn refusal(&self) -> String {
            self.opened().unwrap_err().to_string()
        }
    }

    fn sound() -> Vec<u8> {
        let scratch = Scratch::new();
        let mut checkpoint = scratch.opened().unwrap();
        (0..20_u8).for_each(|n| checkpoint.save(&[n; 300]).unwrap());
        fs::read(scratch.path()).unwrap()
    }

    #[test]
    fn what_is_saved_is_loaded_by_the_next_run() {
        let scratch = Scratch::new();
        assert_eq!(scratch.opened().unwrap().load().unwrap(), None);
        assert_eq!(scratch.opened().unwrap().load().unwrap(), None, "a question alone is a checkpoint, too");
        for state in [&[7; 3000][..], b"", b"once more"] {
            scratch.opened().unwrap().save(state).unwrap();
            assert_eq!(scratch.opened().unwrap().load().unwrap().as_deref(), Some(state));
        }
    }

    #[test]
    fn the_format_is_the_one_that_is_described() {
        let bytes = Scratch::new();
        bytes.opened().unwrap().save(b"state").unwrap();
        let body = b"\x0a\0\0\0a question\x01state";
        let head = [&b"sprague checkpoint\x01\0\0\0\x14\0\0\0\0\0\0\0"[..], &xxh3_64(body).to_le_bytes()].concat();
        assert_eq!(fs::read(bytes.path()).unwrap(), [&head[..], body].concat());
    }

    #[test]
    fn empty_files_and_links_to_nothing_are_new_checkpoints() {
        let scratch = Scratch::holding(b"");
        scratch.opened().unwrap().save(b"state").unwrap();
        assert_eq!(scratch.opened().unwrap().load().unwrap().unwrap(), b"state");
        #[cfg(unix)]
        {
            let scratch = Scratch::new();
            std::os::unix::fs::symlink("elsewhere", scratch.path()).unwrap();
            let mut checkpoint = scratch.opened().unwrap();
            checkpoint.save(b"state").unwrap();
            assert!(matches!(scratch.opened(), Err(BadCheckpoint::InUse(_))));
            assert!(scratch.path().is_symlink());
            assert_eq!(checkpoint.load().unwrap().unwrap(), b"state");
        }
    }

    #[test]
    fn another_question_is_refused_and_the_file_is_left() {
        let scratch = Scratch::holding(&sound());
        let error = Checkpoint::open(&scratch.path(), "another").unwrap_err().to_string();
        assert!(error.contains("`a question`, not to `another`"), "{error}");
        assert_eq!(fs::read(scratch.path()).unwrap(), sound());
    }

    #[test]
    fn other_files_are_refused_and_left() {
        for content in [&b"\n"[..], b"n,period\n1,2\n", b"redb", b"sprague Checkpoint", &[0; 5000], &[255; 1 << 16]] {
            assert!(matches!(Scratch::holding(content).opened(), Err(BadCheckpoint::Foreign(_))), "{content:?}");
        }
    }

    #[test]
    fn checkpoints_of_other_builds_are_refused_by_name() {
        let old = Scratch::holding(b"redb\x1a\n\xa9\r\n\x02\0\0\0\0\x10\0\0").refusal();
        assert!(old.contains("checkpoint of an earlier build (a redb database)") && old.contains("or remove the file"), "{old}");
        let mut later = sound();
        later[MAGIC.len()] = 2;
        let later = Scratch::holding(&later).refusal();
        assert!(later.contains("this checkpoint has format 2, but this build reads only format 1"), "{later}");
    }

    #[test]
    fn a_file_that_was_cut_anywhere_is_refused() {
        let whole = sound();
        for kept in 1..whole.len() {
            let why = Scratch::holding(&whole[..kept]).refusal();
            assert!(why.contains("the checkpoint is damaged (the file ends too early)"), "{kept}: {why}");
        }
        let why = Scratch::holding(&[&whole[..], b"\n"].concat()).refusal();
        assert!(why.contains("data follow after its end"), "{why}");
    }

    #[test]
    fn a_file_with_one_bit_changed_is_refused() {
        let whole = sound();
        for at in 0..whole.len() {
            for bit in 0..8 {
                let mut changed = whole.clone();
                changed[at] ^= 1 << bit;
                let found = parsed(&changed);
                match at {
                    0..18 => assert_eq!(found, Err(Unfit::Foreign), "byte {at}"),
                    18..22 => assert!(matches!(found, Err(Unfit::OtherVersion(_))), "byte {at}"),
                    _ => assert!(matches!(found, Err(Unfit::Damaged(_))), "byte {at}"),
                }
            }
        }
    }

    #[test]
    fn bytes_with_a_fitting_checksum_may_be_anything() {
        let sealed = |body: &[u8]| {
            let length = (body.len() as u64).to_le_bytes();
            [&MAGIC[..], &VERSION.to_le_bytes(), &length, &xxh3_64(body).to_le_bytes(), body].concat()
        };
        for body in [&b""[..], b"\0\0\0\0", b"\xff\xff\xff\xffa question\x01", b"\x01\0\0\0\xff\x01", b"\x02\0\0\0a"] {
            assert!(matches!(parsed(&sealed(body)), Err(Unfit::Damaged(_))), "{body:?}");
        }
        assert_eq!(parsed(&sealed(b"\x01\0\0\0a\0")), Ok(("a".to_owned(), None)));
    }

    #[test]
    fn a_second_run_is_told_about_the_first() {
        let scratch = Scratch::new();
        let mut first = scratch.opened().unwrap();
        for n in 0..3 {
            assert!(matches!(scratch.opened(), Err(BadCheckpoint::InUse(_))), "after {n} saves");
            first.save(&[n]).unwrap();
        }
        drop(first);
        assert_eq!(scratch.opened().unwrap().load().unwrap().unwrap(), [2]);
    }

    #[test]
    fn of_many_runs_at_once_one_has_the_checkpoint() {
        let scratch = Scratch::new();
        for round in 0..50 {
            let at_once = std::sync::Barrier::new(4);
            let opened = std::thread::scope(|scope| {
                let run = || {
                    at_once.wait();
                    let mut mine = Checkpoint::open(&scratch.path(), "a question").ok()?;
                    mine.save(&[round]).unwrap();
                    Some(mine)
                };
                let runs: Vec<_> = (0..4).map(|_| scope.spawn(run)).collect();
                runs.into_iter().map(|run| run.join().unwrap()).collect::<Vec<_>>()
            });
            assert_eq!(opened.iter().flatten().count(), 1, "round {round}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_checkpoint_that_was_taken_away_is_written_again_unless_it_is_another_runs() {
        let scratch = Scratch::new();
        let mut first = scratch.opened().unwrap();
        fs::remove_file(scratch.path()).unwrap();
        first.save(b"again").unwrap();
        assert_eq!(first.load().unwrap().unwrap(), b"again");
        fs::remove_file(scratch.path()).unwrap();
        let _second = scratch.opened().unwrap();
        assert!(matches!(first.save(b"mine"), Err(BadCheckpoint::InUse(_))));
    }

    /// The environment variable that passes the file to the child process of this test.
    const TARGET: &str = "SPRAGUE_TEST_CHECKPOINT";

    /// Returns state number n. States differ from each other, and none is a part of another.
    fn state(n: u64) -> Vec<u8> {
        n.to_le_bytes().repeat(20_000 + n as usize % 7 * 1000)
    }

    #[test]
    fn a_process_that_is_killed_while_it_writes_leaves_its_last_save() {
        if let Some(path) = std::env::var_os(TARGET) {
            let mut checkpoint = Checkpoint::open(Path::new(&path), "a question").unwrap();
            return (0..10_000).for_each(|n| checkpoint.save(&state(n)).unwrap());
        }
        let (scratch, _alone) = (Scratch(tempfile::tempdir().unwrap(), None), ALONE.write());
        let mut last = None;
        for kill in 0..10 {
            let mut child = Command::new(std::env::current_exe().unwrap());
            child.args(["--exact", "keep::checkpoint::tests::a_process_that_is_killed_while_it_writes_leaves_its_last_save"]);
            child.env(TARGET, scratch.path()).stdout(Stdio::null());
            let mut child = child.spawn().unwrap();
            let before = fs::read(scratch.path()).unwrap_or_default();
            let is_saving = |now: &Vec<u8>| now.len() > 1000 && *now != before;
            while !fs::read(scratch.path()).is_ok_and(|now| is_saving(&now)) {
                assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
                sleep(Duration::from_millis(1));
            }
            assert!(matches!(Checkpoint::open(&scratch.path(), "a question"), Err(BadCheckpoint::InUse(_))));
            sleep(Duration::from_millis(3 * kill));
            child.kill().unwrap();
            child.wait().unwrap();
            let saved = scratch.opened().unwrap().load().unwrap();
            if let Some(saved) = &saved {
                let n = u64::from_le_bytes(*saved.first_chunk().unwrap());
                assert!(*saved == state(n), "{n}");
            }
            last = saved.or(last);
        }
        assert!(last.is_some());
        #[cfg(target_os = "linux")]
        {
            // if a process is killed between the two steps of the renaming, a temporary file remains
            let left = fs::read_dir(scratch.0.path()).unwrap().count();
            assert!(left < 5, "{left} files are left");
        }
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
        let text = failed(Path::new("long.checkpoint"), "written", io::Error::from(ErrorKind::StorageFull)).to_string();
        assert_eq!(text, "long.checkpoint: the checkpoint cannot be written: the disk is full");
    }
}
