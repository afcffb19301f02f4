//! The directory of a graph, with its question, the finished stages, and the next steps.
//!
//! `about.json` contains the question. Each stage has its own folder. A stage ends when all of its files exist. Its folder
//! then contains `done.json`, with everything that is needed to continue. A file appears only when it is complete. So a
//! process can trust every file that it finds, and a process that is killed loses only its unfinished steps.

use crate::ShardsError;
use crate::lock::{LOCK, Lock};
use crate::sheet::{Part, Sheet, UNNAMED};
use crate::stage::{Done, Phase, Stage, Step};
use crate::summary::{Summary, tally_of};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use sprague_core::Play;
use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};
use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// The version of the format of all files.
const VERSION: u32 = 3;
/// The maximum number of shards.
///
/// Each shard sends options to each other one, so with more shards most of the time would be spent on opening files.
///
/// ```
/// assert_eq!(sprague_shards::MOST_SHARDS, 1024);
/// ```
pub const MOST_SHARDS: u32 = 1024;

/// The question of a directory.
///
/// ```
/// use sprague_shards::About;
/// use sprague_core::Play;
///
/// let about = About { root: vec![0, 20], ..About::of("cram@4x5", Play::Normal) };
/// assert_eq!((about.shards, about.small), (64, sprague_shards::SMALL));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The position to solve, in the notation.
    pub position: String,
    /// Normal or misère play.
    pub play: Play,
    /// A digest of the files with the rules, or an empty string if there are none.
    pub rules: String,
    /// The words of the position, as [`Game::words`](crate::Game::words) returns them.
    pub root: Vec<u64>,
    /// Whether nimbers are computed, too.
    pub has_nimbers: bool,
    /// The number of shards, 1 to [`MOST_SHARDS`]. It should be several times the number of workers.
    pub shards: u32,
    /// The number of positions of a round, or of notices of a turn, below which it is done in memory and in one step.
    pub small: u64,
}

impl About {
    /// Returns the question about this position, with the default number of shards and without nimbers.
    ///
    /// `rules` and `root` are empty; set them before use.
    pub fn of(position: &str, play: Play) -> Self {
        let (position, rules, root) = (position.to_owned(), String::new(), vec![]);
        Self { position, play, rules, root, has_nimbers: false, shards: SHARDS, small: SMALL }
    }
}

/// The default number of shards.
///
/// ```
/// assert_eq!(sprague_shards::SHARDS, 64);
/// ```
pub const SHARDS: u32 = 64;

/// The default of [`About::small`], which is about a second of work.
///
/// ```
/// assert_eq!(sprague_shards::SMALL, 100_000);
/// ```
pub const SMALL: u64 = 100_000;

#[derive(Serialize, Deserialize)]
struct Versioned<T> {
    version: u32,
    #[serde(flatten)]
    about: T,
}

/// The next steps in a directory, as [`Directory::next_steps`] returns them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Next {
    /// Run these steps in any order, or at the same time. Then call [`Directory::next_steps`] again.
    Steps(Vec<Step>),
    /// All work is finished, and every position has its answer.
    Finished(Summary),
}

/// The positions that a round has found, and their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) stage: u32,
    pub(crate) has_edges: bool,
    /// The number of the first position of each shard.
    first: Vec<u64>,
    closed: Vec<u64>,
}

impl Found {
    pub(crate) fn first_closed(&self, shard: u32) -> u64 {
        self.first[shard as usize]
    }
    pub(crate) fn first_open(&self, shard: u32) -> u64 {
        self.first[shard as usize] + self.closed[shard as usize]
    }
}

/// A directory in which a graph is solved.
///
/// ```
/// use sprague_core::{Limits, Outcome, Play, Player};
/// use sprague_shards::{About, Directory, Game, Next};
/// # use sprague_core::any;
/// # use sprague_core::examples::Nim;
/// let game = Game::new(any::impartial(Nim), Play::Normal);
/// let root = game.rules().read("100")?;
/// let words = game.words(&root, Player::Left);
/// let about = About { root: words, has_nimbers: true, shards: 4, small: 10, ..About::of("nim@100", Play::Normal) };
///
/// let folder = std::env::temp_dir().join(format!("sprague-directory-{}", std::process::id()));
/// let mut directory = Directory::create(&folder, about)?;
/// while let Next::Steps(steps) = directory.next_steps()? {
///     for step in steps {
///         directory.run(step, &game, &Limits::default())?; // on any machine, by any process
///     }
/// }
/// let answers = directory.answers()?;
/// assert_eq!(answers.summary().positions, 101);
/// let answer = answers.find(&game.words(&root, Player::Left))?.unwrap();
/// assert_eq!((answer.outcome, answer.remoteness, answer.nimber.number()), (Outcome::Win, Some(1), Some(100)));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    about: About,
    seed: u64,
    stages: Vec<Done>,
    found: Vec<Found>,
    numbered: Vec<u64>,
    /// The number of positions whose options have not been listed yet.
    open: u64,
    summary: Option<Summary>,
}

const ABOUT: &str = "about.json";
const DONE: &str = "done.json";
const RESULT: &str = "result.json";
/// The folder of the answers, which is kept at the end.
const ANSWERS: &str = "answers";

impl Directory {
    /// Creates a directory for this graph, or opens one in which it is being solved.
    ///
    /// # Errors
    /// Returns [`ShardsError::Foreign`] if the directory belongs to another graph or contains something else,
    /// [`ShardsError::InUse`] if another process has locked it but has not written its question, or [`ShardsError::Io`].
    pub fn create(path: &Path, about: About) -> Result<Self, ShardsError> {
        fs::create_dir_all(path).map_err(|error| ShardsError::io(path, error))?;
        if !path.join(ABOUT).exists() {
            begin(path, &about)?;
        }
        let directory = Self::open(path)?;
        if directory.about != about {
            let there = &directory.about;
            let why = match () {
                () if there.position != about.position => {
                    format!("the directory contains the graph of {}, not of {}", there.position, about.position)
                }
                () if there.shards != about.shards => format!("the graph has {} parts, not {}", there.shards, about.shards),
                () if there.rules != about.rules => {
                    "the files that contain the rules have changed since the graph was solved".to_owned()
                }
                () => "the directory contains the same graph, solved in another way".to_owned(),
            };
            return Err(ShardsError::Foreign { path: path.to_owned(), why });
        }
        Ok(directory)
    }

    /// Opens a directory in which a graph was solved or is being solved.
    ///
    /// # Errors
    /// Returns [`ShardsError::Foreign`] if there is no graph or its files have another version, or [`ShardsError::Damaged`].
    pub fn open(path: &Path) -> Result<Self, ShardsError> {
        let file = path.join(ABOUT);
        let foreign = |why: &str| ShardsError::Foreign { path: path.to_owned(), why: why.to_owned() };
        let Some(Versioned { version, about }) = read_json::<Versioned<About>>(&file)? else {
            return Err(foreign("the directory contains no graph"));
        };
        if version != VERSION || !(1..=MOST_SHARDS).contains(&about.shards) {
            return Err(foreign("the directory was written by another version"));
        }
        let seed = xxh3_64(&serde_json::to_vec(&about).expect("it is plain data"));
        let numbered = vec![0; about.shards as usize];
        let (path, stages, found) = (path.to_owned(), vec![], vec![]);
        let mut directory = Self { path, about, seed, stages, found, numbered, open: 0, summary: None };
        directory.refresh()?;
        Ok(directory)
    }

    /// Returns the question of the directory.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// Returns the path of the directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn seed(&self) -> u64 {
        self.seed
    }

    pub(crate) fn shards(&self) -> u32 {
        self.about.shards
    }

    pub(crate) fn stages(&self) -> &[Done] {
        &self.stages
    }

    /// Updates the list of finished stages. Call it before [`run`](Self::run) if other processes work in the directory, too.
    ///
    /// ```
    /// use sprague_core::Play;
    /// use sprague_shards::{About, Directory};
    /// # let folder = std::env::temp_dir().join(format!("sprague-refresh-{}", std::process::id()));
    /// let mut directory = Directory::create(&folder, About::of("nim@3", Play::Normal))?;
    /// directory.refresh()?;
    /// assert_eq!(directory.stage(), Some(0));
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ShardsError::Damaged`] or [`ShardsError::Io`].
    pub fn refresh(&mut self) -> Result<(), ShardsError> {
        self.summary = read_json(&self.path.join(RESULT))?;
        if self.summary.is_some() {
            return Ok(());
        }
        while let Some(done) = read_json::<Done>(&self.folder(self.stages.len() as u32).join(DONE))? {
            self.went_on(done)?;
        }
        Ok(())
    }

    fn went_on(&mut self, done: Done) -> Result<(), ShardsError> {
        let shards = self.shards() as usize;
        let is_burst = done.stage == Stage::Small && done.open.is_empty();
        if matches!(done.stage, Stage::Root | Stage::Merge | Stage::Small) && !is_burst {
            if done.closed.len() != shards || done.open.len() != shards {
                return Err(ShardsError::damaged(&self.folder(self.stages.len() as u32).join(DONE)));
            }
            let stage = self.stages.len() as u32;
            let has_edges = done.stage != Stage::Root;
            self.found.push(Found { stage, has_edges, first: self.numbered.clone(), closed: done.closed.clone() });
            for (numbered, (closed, open)) in self.numbered.iter_mut().zip(done.closed.iter().zip(&done.open)) {
                *numbered = numbered.saturating_add(*closed).saturating_add(*open);
            }
            self.open = done.open.iter().sum();
        }
        self.stages.push(done);
        Ok(())
    }

    /// Returns the number of positions of a shard that have numbers.
    pub(crate) fn numbered(&self, shard: u32) -> u64 {
        self.numbered[shard as usize]
    }

    /// Returns the number of positions found so far.
    pub fn positions(&self) -> u64 {
        self.summary.as_ref().map_or_else(|| self.numbered.iter().sum(), |summary| summary.positions)
    }

    /// Returns the number of the stage to do next, according to the last reading of the directory, or `None` if all stages
    /// are done.
    pub fn stage(&self) -> Option<u32> {
        self.summary.is_none().then_some(self.stages.len() as u32)
    }

    /// Describes the current stage in a few words.
    pub fn doing(&self) -> String {
        self.stage_to_do().map_or_else(|| "done".to_owned(), |(stage, _)| stage.to_string())
    }

    pub(crate) fn found(&self) -> impl DoubleEndedIterator<Item = &Found> {
        self.found.iter()
    }

    pub(crate) fn last_found(&self) -> &Found {
        self.found.last().expect("the first stage finds the root")
    }

    fn folder(&self, stage: u32) -> PathBuf {
        let stage_kind = match self.stages.get(stage as usize) {
            Some(done) => Some(done.stage),
            None => self.stage_to_do().map(|(stage, _)| stage),
        };
        if stage_kind == Some(Stage::Answers) {
            return self.path.join(ANSWERS);
        }
        self.path.join("stages").join(format!("{stage:06}"))
    }

    /// Returns the path of the file that the current stage writes for a shard. If a stage writes one file for all shards, it
    /// is the file of shard 0.
    pub(crate) fn target(&self, shard: u32) -> PathBuf {
        self.folder(self.stages.len() as u32).join(format!("{shard:05}"))
    }

    /// Returns the path of a second file of a step, which must be completed before the first one.
    pub(crate) fn beside(&self, shard: u32, what: &str) -> PathBuf {
        self.target(shard).with_extension(what)
    }

    fn path_of(&self, stage: u32, shard: u32, extension: &str) -> PathBuf {
        let shard = if self.stages[stage as usize].is_split { shard } else { 0 };
        self.folder(stage).join(format!("{shard:05}")).with_extension(extension)
    }

    /// Opens the file of a finished stage for a shard.
    pub(crate) fn sheet(&self, stage: u32, shard: u32) -> Result<Arc<Sheet>, ShardsError> {
        Sheet::open(&self.path_of(stage, shard, ""), self.seed)
    }

    /// Opens the file with a round's links to options in a shard.
    pub(crate) fn edges(&self, stage: u32, shard: u32) -> Result<Arc<Sheet>, ShardsError> {
        let is_beside = self.stages[stage as usize].stage == Stage::Merge;
        Sheet::open(&self.path_of(stage, shard, if is_beside { "edges" } else { "" }), self.seed)
    }

    /// Returns the files with the degrees of the positions of a shard, in order of number.
    pub(crate) fn degrees(&self, shard: u32) -> impl Iterator<Item = Result<Arc<Sheet>, ShardsError>> {
        let stages = (0..).zip(&self.stages);
        let paths = stages.filter_map(move |(stage, done)| match done.stage {
            Stage::Expand => Some(self.path_of(stage, shard, "degrees")),
            Stage::Small => Some(self.path_of(stage, shard, "")),
            _ => None,
        });
        paths.map(|path| Sheet::open(&path, self.seed))
    }

    pub(crate) fn last(&self, is_such: impl Fn(Stage) -> bool) -> Option<u32> {
        self.stages.iter().rposition(|done| is_such(done.stage)).map(|stage| stage as u32)
    }

    /// Returns the stage to do now and whether each shard has its own file, or `None` if all stages are done.
    fn stage_to_do(&self) -> Option<(Stage, bool)> {
        let Some(last) = self.stages.last() else { return Some((Stage::Root, false)) };
        let is_large = self.positions() >= self.about.small;
        let after = |phase| match phase {
            Phase::Outcomes if self.about.has_nimbers => (Stage::Start(Phase::Nimbers), is_large),
            _ => (Stage::Answers, is_large),
        };
        Some(match last.stage {
            Stage::Expand => (Stage::Merge, true),
            Stage::Root | Stage::Merge | Stage::Small => match self.open {
                0 => (Stage::Gather, is_large),
                // rounds in memory left more open positions than fit
                open if open < self.about.small && last.stage != Stage::Small => (Stage::Small, false),
                _ => (Stage::Expand, true),
            },
            Stage::Gather => (Stage::Start(Phase::Outcomes), is_large),
            Stage::Start(phase) | Stage::Turn(phase) | Stage::SmallTurns(phase) => match last.notices {
                0 => after(phase),
                notices if notices < self.about.small => (Stage::SmallTurns(phase), false),
                _ => (Stage::Turn(phase), true),
            },
            Stage::Answers => return None,
        })
    }

    /// Returns the next steps. If all files of the current stage exist, ends that stage first.
    ///
    /// # Errors
    /// Returns [`ShardsError`], for example if the disk is full or a file is damaged.
    pub fn next_steps(&mut self) -> Result<Next, ShardsError> {
        loop {
            self.refresh()?;
            if let Some(summary) = &self.summary {
                self.tidy_up()?;
                return Ok(Next::Finished(summary.clone()));
            }
            let Some((stage, is_split)) = self.stage_to_do() else {
                self.finish()?;
                continue;
            };
            let number = self.stages.len() as u32;
            let folder = self.folder(number);
            fs::create_dir_all(&folder).map_err(|error| ShardsError::io(&folder, error))?;
            let files = if is_split { self.shards() } else { 1 };
            let steps: Vec<Step> =
                (0..files).filter(|&file| !self.target(file).exists()).map(|file| Step { stage: number, file }).collect();
            if !steps.is_empty() {
                return Ok(Next::Steps(steps));
            }
            let Some(done) = self.ended(stage, is_split, files)? else { continue };
            write_json(&folder.join(DONE), &done)?;
            self.went_on(done)?;
            self.tidy()?;
        }
    }

    /// Returns the record of a stage whose files all exist.
    ///
    /// If a file is incomplete, removes it and returns `None`.
    fn ended(&self, stage: Stage, is_split: bool, files: u32) -> Result<Option<Done>, ShardsError> {
        let shards = self.shards() as usize;
        let finds = matches!(stage, Stage::Root | Stage::Merge | Stage::Small);
        let counts = if finds { vec![0; shards] } else { vec![] };
        let (mut closed, mut open, mut notices, mut bytes, mut has_found) = (counts.clone(), counts, 0, 0, false);
        for file in 0..files {
            let path = self.target(file);
            let beside = match stage {
                Stage::Expand => Some(self.beside(file, "degrees")),
                Stage::Merge => Some(self.beside(file, "edges")),
                _ => None,
            };
            let mut sheets = vec![];
            for path in std::iter::once(&path).chain(&beside) {
                match Sheet::open(path, self.seed) {
                    Ok(sheet) => sheets.push(sheet),
                    // the step can be repeated, because the files it reads still exist
                    Err(_) => {
                        remove(&self.target(file))?;
                        return Ok(None);
                    }
                }
            }
            bytes += sheets.iter().map(|sheet| sheet.bytes()).sum::<u64>();
            notices += sheets[0].records(Part::Notices);
            if finds {
                let own = if is_split { file..file + 1 } else { 0..self.shards() };
                for shard in own {
                    has_found |= sheets[0].section(Part::Open, shard).is_some();
                    closed[shard as usize] = sheets[0].records_of(Part::Closed, shard);
                    open[shard as usize] = sheets[0].records_of(Part::Open, shard);
                }
            }
        }
        if !has_found {
            (closed, open) = (vec![], vec![]);
        }
        let turns = self.stages.last().map_or(0, |last| last.turns);
        let turns = match stage {
            Stage::Start(_) => 0,
            Stage::Turn(_) => turns + 1,
            Stage::SmallTurns(_) => {
                let sheet = Sheet::open(&self.target(0), self.seed)?;
                turns.saturating_add(sheet.records(Part::Turns) as u32)
            }
            _ => turns,
        };
        Ok(Some(Done { stage, is_split, closed, open, notices, turns, bytes }))
    }

    /// Removes files that are no longer needed after the last finished stage.
    fn tidy(&self) -> Result<(), ShardsError> {
        let number = self.stages.len() - 1;
        match self.stages[number].stage {
            // the merge has read what the stage before it sent
            Stage::Merge => self.remove_files(number - 1, |name| !name.contains('.')),
            Stage::Gather => (0..number).try_for_each(|stage| self.remove_files(stage, |name| name.ends_with(".edges"))),
            Stage::Turn(phase) | Stage::SmallTurns(phase) => {
                let is_older = |stage| matches!(stage, Stage::Start(other) | Stage::Turn(other) | Stage::SmallTurns(other) if other == phase);
                match self.stages[..number].iter().rposition(|done| is_older(done.stage)) {
                    Some(older) => self.remove_files(older, |_| true),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    fn remove_files(&self, stage: usize, is_such: impl Fn(&str) -> bool) -> Result<(), ShardsError> {
        let folder = self.folder(stage as u32);
        for entry in fs::read_dir(&folder).map_err(|error| ShardsError::io(&folder, error))? {
            let entry = entry.map_err(|error| ShardsError::io(&folder, error))?;
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if name != DONE && is_such(&name) {
                remove(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Finishes the work when all answers exist: writes the totals, and removes everything except the answers.
    fn finish(&mut self) -> Result<(), ShardsError> {
        let answers = self.stages.len() as u32 - 1;
        let is_split = self.stages[answers as usize].is_split;
        let files = if is_split { self.shards() } else { 1 };
        let mut summary = Summary::new(files);
        for file in 0..files {
            let sheet = self.sheet(answers, file)?;
            summary.add(&tally_of(&sheet)?);
            summary.bytes += sheet.bytes();
        }
        write_json(&self.path.join(RESULT), &summary)?;
        self.summary = Some(summary);
        self.tidy_up()
    }

    /// Removes the files from which the answers were computed.
    fn tidy_up(&self) -> Result<(), ShardsError> {
        remove(&self.path.join(ANSWERS).join(DONE))?;
        let stages = self.path.join("stages");
        match fs::remove_dir_all(&stages) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(ShardsError::io(&stages, error)),
            _ => Ok(()),
        }
    }

    /// Opens the files with the answers, and returns them with the totals.
    pub(crate) fn answer_sheets(&self) -> Result<(Vec<Arc<Sheet>>, &Summary), ShardsError> {
        let Some(summary) = &self.summary else {
            let why = "the graph is not solved yet: run the command that began it again".to_owned();
            return Err(ShardsError::Foreign { path: self.path.clone(), why });
        };
        let open = |file| Sheet::open(&self.path.join(ANSWERS).join(format!("{file:05}")), self.seed);
        let sheets = (0..summary.files).map(open).collect::<Result<Vec<_>, _>>()?;
        if sheets.len() != 1 && sheets.len() != self.shards() as usize {
            return Err(ShardsError::damaged(&self.path.join(RESULT)));
        }
        Ok((sheets, summary))
    }

    /// Returns the stage and the shards of a step, or `None` if the step is done or cannot be done yet.
    pub(crate) fn to_do(&self, step: Step) -> Option<(Stage, Range<u32>)> {
        let here = self.stages.len() as u32;
        let (stage, is_split) = self.stage_to_do().filter(|_| step.stage == here && self.summary.is_none())?;
        let shards = if is_split { step.file..step.file + 1 } else { 0..self.shards() };
        (!self.target(step.file).exists() && shards.end <= self.shards()).then_some((stage, shards))
    }

    /// Removes incomplete files of the current stage that killed processes have left.
    ///
    /// Only call this if no other process works in the directory.
    pub(crate) fn sweep_up(&self) -> Result<(), ShardsError> {
        for folder in [self.path.clone(), self.folder(self.stages.len() as u32)] {
            let Ok(entries) = fs::read_dir(&folder) else { continue };
            for entry in entries.flatten().filter(|entry| entry.file_name().to_string_lossy().starts_with(UNNAMED)) {
                let path = entry.path();
                let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
                removed.map_err(|error| ShardsError::io(&path, error))?;
            }
        }
        Ok(())
    }
}

/// The maximum time to wait until another process has written the question of a new directory.
const BEGINNING: Duration = Duration::from_secs(5);
/// The pause between two attempts.
const PAUSE: Duration = Duration::from_millis(5);

/// Writes the question of a new directory, unless another process does.
///
/// The lock is held during this, because another process with the lock would remove incomplete files.
fn begin(path: &Path, about: &About) -> Result<(), ShardsError> {
    let file = path.join(ABOUT);
    let is_ours = |name: &OsStr| name.to_string_lossy().starts_with(UNNAMED) || name == LOCK;
    let mut entries = fs::read_dir(path).map_err(|error| ShardsError::io(path, error))?;
    let has_others = entries.any(|entry| entry.is_ok_and(|entry| !is_ours(&entry.file_name())));
    if has_others && !file.exists() {
        let why = "the directory is not empty, but contains no graph".to_owned();
        return Err(ShardsError::Foreign { path: path.to_owned(), why });
    }
    let began = Instant::now();
    while !file.exists() {
        match Lock::take(path) {
            Ok(_lock) if file.exists() => return Ok(()),
            Ok(_lock) => return write_json(&file, &Versioned { version: VERSION, about }),
            Err(ShardsError::InUse { .. }) if began.elapsed() < BEGINNING => sleep(PAUSE),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

fn remove(path: &Path) -> Result<(), ShardsError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(ShardsError::io(path, error)),
        _ => Ok(()),
    }
}

/// Writes a line of JSON and its checksum. The file is either complete or missing.
fn write_json(path: &Path, value: &impl Serialize) -> Result<(), ShardsError> {
    let failed = |error| ShardsError::io(path, error);
    let text = serde_json::to_string(value).expect("it is plain data");
    let mut file =
        tempfile::Builder::new().prefix(UNNAMED).tempfile_in(path.parent().unwrap_or(Path::new("."))).map_err(failed)?;
    writeln!(file, "{text}\n{:016x}", checksum(path, &text)).map_err(failed)?;
    file.as_file().sync_data().map_err(failed)?;
    file.persist(path).map(drop).map_err(|error| failed(error.error))
}

/// Reads a file that `write_json` wrote, or returns `None` if it does not exist.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, ShardsError> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        read => read.map_err(|error| ShardsError::io(path, error))?,
    };
    let damaged = || ShardsError::damaged(path);
    let (json, sum) = text.trim_end().split_once('\n').ok_or_else(damaged)?;
    if u64::from_str_radix(sum, 16) != Ok(checksum(path, json)) {
        return Err(damaged());
    }
    serde_json::from_str(json).map(Some).map_err(|_| damaged())
}

fn checksum(path: &Path, text: &str) -> u64 {
    let name = path.file_name().map_or(&[][..], |name| name.as_encoded_bytes());
    xxh3_64_with_seed(text.as_bytes(), xxh3_64(name))
}
