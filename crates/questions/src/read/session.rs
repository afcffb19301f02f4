//! Sessions: questions about the same families share results, across threads.

use super::builtin::registry;
use super::parsed::ParsedSum;
use crate::read::blanks::WithoutBlanks;
use sprague::limits::{Meter, Waiting};
use sprague::notation::{components, family_end, negated, quoted, signs, terms, unquoted};
use sprague::registry::{Files, LocalFiles, Registry, SmallFiles, Unreadable};
use sprague::solve::{Component, ComponentPosition, RulesetCache};
use sprague::{BadNotation, Limits, Stopped};
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// All families are dropped when there are this many, so that a long batch does not fill the memory.
const MAX_FAMILIES: usize = 4096;

/// Approximate memory of rules for each byte of their file.
const BYTES_A_BYTE: u64 = 8;

/// The longest script, in bytes.
#[cfg(feature = "scripts")]
const MOST_TEXT: u64 = 1 << 22;

/// The maximum number of components of a position.
const MAX_COMPONENTS: usize = 100_000;

/// Parses families and positions over a registry of rulesets, and keeps results for each family.
///
/// It can be shared between threads: no lock is held during a computation, and answers do not depend on earlier questions.
///
/// ```
/// use sprague_questions::{Session, Solve, solve};
///
/// let session = Session::new();
/// for heaps in 1..100 {
///     let sum = session.position(&format!("kayles@{heaps}")).unwrap();
///     assert_eq!(solve(&sum, &Solve::default(), &sprague::Limits::default()).unwrap().position, format!("kayles@{heaps}"));
/// }
/// ```
pub struct Session {
    families: Mutex<HashMap<String, Known>>,
    registry: Registry,
    files: Arc<dyn Files>,
    /// The latest trials that ended.
    ///
    /// While a weak pointer exists, no other ruleset can have the same address.
    tried: Mutex<HashMap<Trial, Vec<Weak<RulesetCache>>>>,
}

/// A trial play of loaded rules, identified by the text of a position, the addresses of its rules, and the longest
/// play.
pub(crate) type Trial = (String, Vec<usize>, u64);

/// The maximum number of trials that are kept. The next constant is the maximum length of their text.
const MOST_TRIALS: usize = 256;
const LONGEST_TEXT: usize = 1 << 10;

/// A family that has been read.
#[derive(Clone)]
struct Known {
    family: Arc<RulesetCache>,
    /// The total size of the files from which the rules were read, in bytes.
    read: u64,
    /// A digest of these files, if there were any.
    files: Option<u64>,
}

/// Asserts at compile time that sessions can be shared between threads.
const _: fn() = || {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Session>();
};

impl Default for Session {
    fn default() -> Self {
        Self::with(registry())
    }
}

impl Session {
    /// Returns a session over the built-in rulesets.
    ///
    /// ```
    /// assert!(sprague_questions::Session::new().position("nim@3").is_ok());
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a session over these rulesets, usually [`registry`] with some more.
    ///
    /// ```
    /// use sprague_questions::{Session, registry};
    /// assert!(Session::with(registry().with([])).family("nim").is_ok());
    /// ```
    pub fn with(registry: Registry) -> Self {
        Self { families: Mutex::default(), registry, files: Arc::new(LocalFiles), tried: Mutex::default() }
    }

    /// Returns the session with another policy for files, so that files in questions are read only through `files`.
    ///
    /// ```
    /// use sprague::registry::{Files, Unreadable};
    /// use sprague_questions::Session;
    ///
    /// struct Closed;
    /// impl Files for Closed {
    ///     fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
    ///         Err(Unreadable::Refused("files are not opened here".into()))
    ///     }
    /// }
    /// let error = Session::new().with_files(Closed).family("subtraction:./set").unwrap_err();
    /// assert!(error.expected.contains("files are not opened here"));
    /// ```
    #[must_use]
    pub fn with_files(self, files: impl Files + 'static) -> Self {
        // drop the families, because they may have been read from files that `files` would refuse
        Self { files: Arc::new(files), families: Mutex::default(), ..self }
    }

    /// Returns the registry of the rulesets that can be named.
    ///
    /// ```
    /// assert!(sprague_questions::Session::new().registry().entry("kayles").is_some());
    /// ```
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Parses the family that `text` names.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Session::new().family(" subtraction: 1,3 ").unwrap().name(), "subtraction:1,3");
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] with the byte offset in `text`.
    pub fn family(&self, text: &str) -> Result<Arc<RulesetCache>, BadNotation> {
        self.read_family(text, &*self.files)
    }

    /// Parses the family that `text` names, and reads files of graphs and sets within these limits.
    ///
    /// Use it if each question has its own limits.
    ///
    /// ```
    /// use sprague::Limits;
    /// assert!(sprague_questions::Session::new().family_within("kayles", &Limits::default()).is_ok());
    /// ```
    ///
    /// # Errors
    /// See [`family`](Self::family).
    pub fn family_within(&self, text: &str, limits: &Limits) -> Result<Arc<RulesetCache>, BadNotation> {
        self.read_family(text, &SmallFiles::new(&*self.files, limits.clone()))
    }

    fn read_family(&self, text: &str, files: &dyn Files) -> Result<Arc<RulesetCache>, BadNotation> {
        wait_within_limits(files);
        let question = WithoutBlanks::of(text);
        let read = match signs(&question.text, '@').next() {
            Some(at) => Err(BadNotation::new(at, "a family without a position")),
            None => self.known_family(&question, 0..question.text.len(), files),
        };
        let family = read.map_err(|error| question.as_typed(error))?;
        question.stand_beside_signs()?;
        Ok(family)
    }

    /// Returns the text of a file, or the reason why it cannot be read.
    #[cfg(feature = "scripts")]
    pub(crate) fn text_of(&self, path: &str, limits: &Limits) -> Result<String, String> {
        let files = SmallFiles::new(&*self.files, limits.clone());
        let bytes = files.read(path, MOST_TEXT).map_err(|error| error.to_string())?;
        String::from_utf8(bytes).map_err(|error| error.to_string())
    }

    /// Parses the position that `text` describes.
    ///
    /// ```
    /// let error = sprague_questions::Session::new().position("nim@3, x").unwrap_err();
    /// assert_eq!((error.at, &*error.expected), (7, "a number"));
    /// ```
    ///
    /// # Errors
    /// [`BadNotation`] with the byte offset in `text`.
    pub fn position(&self, text: &str) -> Result<ParsedSum, BadNotation> {
        self.read_position(text, &*self.files)
    }

    /// Parses the position that `text` describes, and reads files within these limits, as
    /// [`family_within`](Self::family_within) does.
    ///
    /// ```
    /// use sprague::Limits;
    /// assert!(sprague_questions::Session::new().position_within("kayles@7", &Limits::default()).is_ok());
    /// ```
    ///
    /// # Errors
    /// See [`position`](Self::position).
    pub fn position_within(&self, text: &str, limits: &Limits) -> Result<ParsedSum, BadNotation> {
        self.read_position(text, &SmallFiles::new(&*self.files, limits.clone()))
    }

    fn read_position(&self, text: &str, files: &dyn Files) -> Result<ParsedSum, BadNotation> {
        wait_within_limits(files);
        let question = WithoutBlanks::of(text);
        let mut sum = self.parsed(&question, files).map_err(|error| question.as_typed(error))?;
        question.stand_beside_signs()?;
        sum.stand_where(|at| question.typed(at));
        Ok(sum)
    }

    pub(crate) fn has_tried(&self, trial: &Trial) -> bool {
        self.tried.lock().unwrap_or_else(PoisonError::into_inner).contains_key(trial)
    }

    pub(crate) fn note_trial(&self, trial: Trial, of: Vec<Weak<RulesetCache>>) {
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        if tried.len() >= MOST_TRIALS {
            tried.clear();
        }
        if trial.0.len() <= LONGEST_TEXT {
            tried.insert(trial, of);
        }
    }

    /// Drops results that are kept for later questions until they take at most about `bytes`.
    ///
    /// Tables, rows and quotients are dropped first, beginning with the family that uses most memory, and the families
    /// themselves last. Answers do not change, and questions in progress are not affected. A program that runs for a
    /// long time should call this after every question.
    ///
    /// ```
    /// use sprague_questions::{Session, Solve, solve};
    /// let session = Session::new();
    /// for question in ["kayles@100000", "octal:0.6@20000", "cram@4x4", "subtraction:1-100000@7"] {
    ///     solve(&session.position(question)?, &Solve::default(), &sprague::Limits::default())?;
    /// }
    /// assert!(session.held_bytes() > 1 << 20);
    /// session.keep_within(100_000);
    /// assert!(session.held_bytes() <= 100_000);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn keep_within(&self, bytes: u64) {
        let mut families = self.families.lock().unwrap_or_else(PoisonError::into_inner);
        let mut sizes: Vec<(u64, String)> = families.iter().map(|(name, known)| (known.bytes(), name.clone())).collect();
        let mut held: u64 = sizes.iter().map(|(bytes, _)| bytes).sum();
        sizes.sort_unstable();
        for (size, name) in sizes.iter_mut().rev() {
            if held <= bytes {
                break;
            }
            let known = &families[name];
            known.family.forget();
            held = held.saturating_sub(*size) + known.bytes();
            *size = known.bytes();
        }
        sizes.sort_unstable();
        while held > bytes
            && let Some((size, name)) = sizes.pop()
        {
            families.remove(&name);
            held = held.saturating_sub(size);
        }
    }

    /// Returns the approximate memory of results that are kept for later questions, in bytes.
    pub fn held_bytes(&self) -> u64 {
        let families = self.families.lock().unwrap_or_else(PoisonError::into_inner);
        families.values().map(Known::bytes).sum()
    }

    /// Returns a digest of the files from which these families were read, as 16 hexadecimal digits. Returns `None` if no file
    /// was read.
    pub(crate) fn files_of<'a>(&self, families: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let known = self.families.lock().unwrap_or_else(PoisonError::into_inner);
        let digests = families.into_iter().filter_map(|name| known.get(name)?.files);
        let all = digests.fold(None, |all: Option<u64>, one| Some(xxh3_64_with_seed(&one.to_le_bytes(), all.unwrap_or(0))));
        all.map(|digest| format!("{digest:016x}"))
    }

    /// Returns the family at this byte range of a question, from the cache if possible. Offsets of errors count from
    /// the start of the range.
    fn known_family(
        &self,
        question: &WithoutBlanks<'_>,
        at: Range<usize>,
        files: &dyn Files,
    ) -> Result<Arc<RulesetCache>, BadNotation> {
        let text = &question.text[at.clone()];
        let families = || self.families.lock().unwrap_or_else(PoisonError::into_inner);
        // look the family up as it was typed, because removed blanks may have been part of a path;
        // rules that failed at an earlier question are loaded again
        let typed = question.typed_text(at.clone());
        if let Some(known) = families().get(typed).filter(|known| !known.family.has_failed()) {
            return Ok(known.family.clone());
        }
        let files = AsTyped { files, question, at, read: AtomicU64::new(0), digest: Mutex::default() };
        let family = Arc::new(RulesetCache::new(text, self.registry.read(text, &files)?));
        let digest = files.digest.into_inner().unwrap_or_else(PoisonError::into_inner);
        let new = Known { family, read: files.read.into_inner(), files: digest };
        let mut families = families();
        if families.len() >= MAX_FAMILIES {
            families.clear();
        }
        let known = match families.entry(text.to_owned()) {
            // another thread may have read it meanwhile, or it may be known with other blanks
            Entry::Occupied(known) if !known.get().family.has_failed() => known.get().clone(),
            known => known.insert_entry(new).get().clone(),
        };
        if typed != text {
            families.insert(typed.to_owned(), known.clone());
        }
        Ok(known.family)
    }

    /// Describes the expected text after a family, for messages.
    ///
    /// The description includes a position if the ruleset's example is a position of this family.
    fn position_of(&self, family: &RulesetCache) -> String {
        let entry = sprague::registry::name(family.name()).ok().and_then(|(name, _)| self.registry.entry(&name));
        let component = entry.and_then(|entry| Some(entry.example.rsplit_once('@')?.1));
        let example = component.filter(|component| components(component).all(|(_, text)| family.rules().read(text).is_ok()));
        match example {
            Some(example) if family.rules().heaps().is_some() => {
                let name = family.name();
                format!("`@` and a position, such as `{name}@{example}` (`analyse {name}` is about all heaps)")
            }
            Some(example) => format!("`@` and a position, such as `{}@{example}`", family.name()),
            None => "`@` and a position".to_owned(),
        }
    }

    fn parsed(&self, question: &WithoutBlanks<'_>, files: &dyn Files) -> Result<ParsedSum, BadNotation> {
        let mut sum = ParsedSum::default();
        let (mut families, mut bytes) = (HashSet::new(), 0);
        let limits = files.limits();
        let until = limits.until_asked();
        let mut meter = Meter::new(&until);
        for (start, term) in terms(&question.text) {
            let (is_negative, start, term) = match negated(term) {
                Some(term) => (true, start + 1, term),
                None => (false, start, term),
            };
            let end = start + family_end(term).unwrap_or(term.len());
            let family = self.known_family(question, start..end, files).map_err(|error| match sum.components().last() {
                // 1/4 after a value is not a ruleset but the rest of the value
                Some(Component { rules, .. }) if rules.name() == "game" && rules.rules().read(term).is_ok() => BadNotation::new(
                    start,
                    "a position, as in `+nim@3`; put a sum within one value in brackets, as in `game@(1/2+1/4)`",
                ),
                _ => error.shifted(start),
            })?;
            if end == start + term.len() {
                return Err(BadNotation::new(end, self.position_of(&family)));
            }
            if families.insert(Arc::as_ptr(&family)) {
                bytes += family.rule_bytes() as u64;
            }
            if bytes > limits.bytes {
                let error = BadNotation::new(start, "amounts that fit into the memory limit of the question");
                return Err(BadNotation { limit: Some(Stopped::Memory(limits.bytes).into()), ..error });
            }
            for (at, text) in components(&term[end + 1 - start..]) {
                let (at, starts_group) = (end + 1 + at, at == 0);
                let allowed = meter.allow(0, || 0, || None);
                allowed.map_err(|stopped| BadNotation::beyond_limits(at, "a sum", &stopped))?;
                let position = component(&family, text).map_err(|error| error.shifted(at))?;
                if sum.components().len() == MAX_COMPONENTS {
                    return Err(BadNotation::new(at, "at most 100000 components"));
                }
                let component = Component { is_negative, ..Component::at(&family, position) };
                sum.push(component, at, starts_group);
            }
        }
        Ok(sum)
    }
}

impl Known {
    fn bytes(&self) -> u64 {
        self.family.held_bytes() as u64 + self.read * BYTES_A_BYTE
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("registry", &self.registry).finish_non_exhaustive()
    }
}

/// Applies the limits of this question to programs that were started for earlier questions.
fn wait_within_limits(files: &dyn Files) {
    if let Some(waiting) = files.waiting() {
        waiting.set(&files.limits());
    }
}

/// The maximum number of bytes of a program's file that go into its digest.
const PROGRAM_BYTES: u64 = 64 << 20;

/// Returns the files that a command names: the program, found in `PATH` as the system does, and its arguments.
fn files_of_command(command: &str) -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    command.split_ascii_whitespace().enumerate().filter_map(move |(place, word)| {
        let is_looked_for = place == 0 && !word.contains('/');
        let mut found = is_looked_for.then(|| std::env::split_paths(&path).map(|folder| folder.join(word))).into_iter().flatten();
        if is_looked_for { found.find(|path| path.is_file()) } else { Some(word.into()) }
    })
}

/// Reads files by their names as typed, and refuses paths with unquoted blanks.
///
/// Blanks may be typed anywhere in a question except inside a path.
struct AsTyped<'a> {
    files: &'a dyn Files,
    question: &'a WithoutBlanks<'a>,
    /// The bytes of the question that name the family.
    at: Range<usize>,
    /// The number of bytes that were read from files.
    read: AtomicU64,
    digest: Mutex<Option<u64>>,
}

impl Files for AsTyped<'_> {
    fn limits(&self) -> Limits {
        self.files.limits()
    }
    fn may_start(&self, program: &str) -> bool {
        let may = self.files.may_start(program);
        if may && let Ok(command) = unquoted(program) {
            let read = |path: PathBuf| LocalFiles.read(path.to_str()?, PROGRAM_BYTES).ok();
            files_of_command(&command).filter_map(read).for_each(|bytes| self.note(&bytes));
        }
        may
    }
    fn waiting(&self) -> Option<Waiting> {
        self.files.waiting()
    }
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        let starts = self.question.text[self.at.clone()].match_indices(path).map(|(start, _)| self.at.start + start);
        let typed = starts.map(|start| start..start + path.len()).find(|at| !self.question.is_typed_so(at.clone()));
        match typed {
            Some(at) => Err(Unreadable::Refused(
                format!("put a path with blanks in double quotes: {}", quoted(self.question.typed_text(at))).into(),
            )),
            None => {
                let bytes = self.files.read(path, most)?;
                self.read.fetch_add(bytes.len() as u64, Ordering::Relaxed);
                self.note(&bytes);
                Ok(bytes)
            }
        }
    }
}

impl AsTyped<'_> {
    /// Adds the content of a file to the digest.
    fn note(&self, bytes: &[u8]) {
        let mut digest = self.digest.lock().unwrap_or_else(PoisonError::into_inner);
        *digest = Some(xxh3_64_with_seed(bytes, digest.unwrap_or(0)));
    }
}

/// Reads a component: a small position, or heaps above 64 bits if the family supports them.
fn component(family: &RulesetCache, text: &str) -> Result<ComponentPosition, BadNotation> {
    family.rules().read(text).map(ComponentPosition::Small).or_else(|error| {
        let big = family.rules().heaps().and_then(|heaps| heaps.read_big(text));
        big.map_or(Err(error), |big| big.map(ComponentPosition::Big))
    })
}

#[cfg(test)]
#[cfg(all(feature = "modules", feature = "scripts"))]
mod named_files;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_power_has_one_exponent() {
        // found by fuzzing: the second exponent was taken for the exponent of a placeholder
        for question in ["nim@10^20^5", "subtraction:1,2@10^20^5", "kayles@10^20^5", "nim@2^3^4"] {
            assert!(Session::new().position(question).is_err(), "{question}");
        }
    }

    /// A policy that counts how often a file is read. The file contains two numbers.
    #[derive(Clone, Default)]
    struct Counted(Arc<std::sync::atomic::AtomicUsize>);

    impl Files for Counted {
        fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
            self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            Ok(b"1 3".to_vec())
        }
    }

    #[test]
    fn a_family_is_read_once_however_its_blanks_are_typed() {
        let files = Counted::default();
        let session = Session::new().with_files(files.clone());
        let read = |question: &str| session.family(question).map(|family| Arc::as_ptr(&family));
        let spaced = read(" subtraction : ./set ").unwrap();
        assert_eq!([read("subtraction:./set"), read("subtraction : ./set")], [Ok(spaced), Ok(spaced)]);
        assert_eq!(files.0.load(std::sync::atomic::Ordering::Relaxed), 1);
        assert!(read("subtraction:./s et").is_err(), "it is another path");
        assert!(read("subtraction:\"./s et\"").is_ok_and(|other| other != spaced));
    }

    #[test]
    fn a_sign_negates_every_component_of_its_position() {
        let sum = Session::new().position(" - asymmetric:1/2@3, 4+nim@1 + -nim@2").unwrap();
        assert_eq!(sum.to_string(), "-asymmetric:1/2@3,4+nim@1+-nim@2");
        assert_eq!(sum.components().iter().map(|component| component.is_negative).collect::<Vec<_>>(), [true, true, false, true]);
        // the sign counts in byte offsets of errors, and there may be only one sign
        for (question, at) in [("nim@1+-nym@2", 7), ("-nim@1,x", 7), ("- -nim@1", 2), ("-", 1), ("-nim", 4), ("nim@-1", 4)] {
            assert_eq!(Session::new().position(question).unwrap_err().at, at, "{question}");
        }
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for question in ["nim@10^30", "stones:1-3@10^30.7.2", "no-repeat:1-5:memory=2@10^30/3.1", "kayles@10^30.5,0"] {
            let shown = Session::new().position(question).unwrap().to_string();
            assert_eq!(Session::new().position(&shown).unwrap().to_string(), shown);
        }
    }
}
