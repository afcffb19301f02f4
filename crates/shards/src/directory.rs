//! The directory of a graph: its question, the stages done, and the next steps.
//!
//! `about.json` says which graph it holds. Each stage has a folder of its own. It is done when `done.json` is in there, with
//! all that is needed to go on. A stage ends when every file of it is there. So a process that sees a file may believe it, and
//! one that is killed loses the steps that were under way.

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

/// The version of all files.
const VERSION: u32 = 3;
/// The most shards.
///
/// Each sends to each, so that more of them would mostly open files.
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
    /// The position that was asked about, in the notation.
    pub position: String,
    /// Normal or misère play.
    pub play: Play,
    /// A digest of the files that hold the rules, if there are any.
    pub rules: String,
    /// The words of the position, as [`Game::words`](crate::Game::words) has them.
    pub root: Vec<u64>,
    /// Tells whether nimbers are wanted.
    pub has_nimbers: bool,
    /// The number of shards, 1 to [`MOST_SHARDS`]: several times as many as workers.
    pub shards: u32,
    /// The positions of a round, or notices of a turn, that are done in memory.
    ///
    /// Fewer than these are done in one step.
    pub small: u64,
}

impl About {
    /// A graph of this position, in 64 parts and without nimbers.
    ///
    /// Nothing is said of its words yet.
    pub fn of(position: &str, play: Play) -> Self {
        let (position, rules, root) = (position.to_owned(), String::new(), vec![]);
        Self { position, play, rules, root, has_nimbers: false, shards: SHARDS, small: SMALL }
    }
}

/// The number of shards, unless something else is said.
///
/// ```
/// assert_eq!(sprague_shards::SHARDS, 64);
/// ```
pub const SHARDS: u32 = 64;

/// The positions of a round, or notices of a turn, that are done in memory.
///
/// Fewer than these are done in one step: about a second of work.
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

/// The next thing to do in a directory.
///
/// See [`Directory::next_steps`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Next {
    /// These steps, in any order and at the same time; then ask again.
    Steps(Vec<Step>),
    /// Nothing: every position has its answer.
    Finished(Summary),
}

/// The positions of a round, and their numbers.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) stage: u32,
    pub(crate) has_edges: bool,
    /// For each shard, the number of the first position.
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
    /// The positions that no stage has listed the options of.
    open: u64,
    summary: Option<Summary>,
}

const ABOUT: &str = "about.json";
const DONE: &str = "done.json";
const RESULT: &str = "result.json";
/// The folder of the answers, which stays.
const ANSWERS: &str = "answers";

impl Directory {
    /// A new directory for this graph, or one in which it is being solved already.
    ///
    /// # Errors
    /// [`ShardsError::Foreign`] if it is about another graph, or if there is something else in it. [`ShardsError::InUse`] if
    /// another process has it but says of no graph; [`ShardsError::Io`].
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
                    format!("it holds the graph of {}, not of {}", there.position, about.position)
                }
                () if there.shards != about.shards => format!("it has {} parts, not {}", there.shards, about.shards),
                () if there.rules != about.rules => "the files that the rules are in are others now".to_owned(),
                () => "the same graph is solved there in another way".to_owned(),
            };
            return Err(ShardsError::Foreign { path: path.to_owned(), why });
        }
        Ok(directory)
    }

    /// A directory in which a graph was or is being solved.
    ///
    /// # Errors
    /// [`ShardsError::Foreign`] if there is none; [`ShardsError::Damaged`].
    pub fn open(path: &Path) -> Result<Self, ShardsError> {
        let file = path.join(ABOUT);
        let foreign = |why: &str| ShardsError::Foreign { path: path.to_owned(), why: why.to_owned() };
        let Some(Versioned { version, about }) = read_json::<Versioned<About>>(&file)? else {
            return Err(foreign("no graph was solved there"));
        };
        if version != VERSION || !(1..=MOST_SHARDS).contains(&about.shards) {
            return Err(foreign("it was written by another version"));
        }
        let seed = xxh3_64(&serde_json::to_vec(&about).expect("it is plain data"));
        let numbered = vec![0; about.shards as usize];
        let (path, stages, found) = (path.to_owned(), vec![], vec![]);
        let mut directory = Self { path, about, seed, stages, found, numbered, open: 0, summary: None };
        directory.refresh()?;
        Ok(directory)
    }

    /// The question of the directory.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The path of its folder.
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

    /// Learns the stages that others did meanwhile, which [`run`](Self::run) should know of.
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
    /// [`ShardsError::Damaged`]; [`ShardsError::Io`].
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

    /// The number of positions of a shard that have numbers.
    pub(crate) fn numbered(&self, shard: u32) -> u64 {
        self.numbered[shard as usize]
    }

    /// The number of positions that are known so far.
    pub fn positions(&self) -> u64 {
        self.summary.as_ref().map_or_else(|| self.numbered.iter().sum(), |summary| summary.positions)
    }

    /// The number of the stage that is to be done.
    ///
    /// It is given as far as is known here; `None` means that all is done.
    pub fn stage(&self) -> Option<u32> {
        self.summary.is_none().then_some(self.stages.len() as u32)
    }

    /// The present work in a few words.
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

    /// The file that the present stage writes for a shard.
    ///
    /// A file for all shards is that of the first.
    pub(crate) fn target(&self, shard: u32) -> PathBuf {
        self.folder(self.stages.len() as u32).join(format!("{shard:05}"))
    }

    /// A second file of a step.
    ///
    /// It gets its name before the first one.
    pub(crate) fn beside(&self, shard: u32, what: &str) -> PathBuf {
        self.target(shard).with_extension(what)
    }

    fn path_of(&self, stage: u32, shard: u32, extension: &str) -> PathBuf {
        let shard = if self.stages[stage as usize].is_split { shard } else { 0 };
        self.folder(stage).join(format!("{shard:05}")).with_extension(extension)
    }

    /// The file of a finished stage for a shard.
    pub(crate) fn sheet(&self, stage: u32, shard: u32) -> Result<Arc<Sheet>, ShardsError> {
        Sheet::open(&self.path_of(stage, shard, ""), self.seed)
    }

    /// The links that a round found to the options in a shard.
    pub(crate) fn edges(&self, stage: u32, shard: u32) -> Result<Arc<Sheet>, ShardsError> {
        let is_beside = self.stages[stage as usize].stage == Stage::Merge;
        Sheet::open(&self.path_of(stage, shard, if is_beside { "edges" } else { "" }), self.seed)
    }

    /// The degrees of the positions of a shard, by number.
    ///
    /// They are in several files, opened one after the other.
    pub(crate) fn degrees(&self, shard: u32) -> impl Iterator<Item = Result<Arc<Sheet>, ShardsError>> {
        let stages = (0..).zip(&self.stages);
        let paths = stages.filter_map(move |(stage, done)| match done.stage {
            Stage::Expand => Some(self.path_of(stage, shard, "degrees")),
            Stage::Small => Some(self.path_of(stage, shard, "")),
            _ => None,
        });
        paths.map(|path| Sheet::open(&path, self.seed))
    }

    /// The last stage that is such.
    pub(crate) fn last(&self, is_such: impl Fn(Stage) -> bool) -> Option<u32> {
        self.stages.iter().rposition(|done| is_such(done.stage)).map(|stage| stage as u32)
    }

    /// The stage to be done now; `None` when all is done.
    ///
    /// With it goes whether shards have files of their own.
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
                // rounds in memory left more open than they can go on with
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

    /// The next steps; a stage whose files are all there ends here.
    ///
    /// # Errors
    /// [`ShardsError`]: the disk is full, a file is damaged.
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

    /// The facts about a stage all of whose files are there.
    ///
    /// `None` if one of them is not whole, and was taken away.
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
                    // it can be made again, from files that are still there
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

    /// Takes away what is not needed any more.
    fn tidy(&self) -> Result<(), ShardsError> {
        let number = self.stages.len() - 1;
        match self.stages[number].stage {
            // the files that were sent are read
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

    /// Ends the work: writes the totals, and takes all but the answers away.
    ///
    /// All answers are there.
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

    /// Takes away what the answers were made of.
    fn tidy_up(&self) -> Result<(), ShardsError> {
        remove(&self.path.join(ANSWERS).join(DONE))?;
        let stages = self.path.join("stages");
        match fs::remove_dir_all(&stages) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(ShardsError::io(&stages, error)),
            _ => Ok(()),
        }
    }

    /// The files of the answers, and their totals.
    pub(crate) fn answer_sheets(&self) -> Result<(Vec<Arc<Sheet>>, &Summary), ShardsError> {
        let Some(summary) = &self.summary else {
            let why = "the graph is not solved yet: the command that began goes on".to_owned();
            return Err(ShardsError::Foreign { path: self.path.clone(), why });
        };
        let open = |file| Sheet::open(&self.path.join(ANSWERS).join(format!("{file:05}")), self.seed);
        let sheets = (0..summary.files).map(open).collect::<Result<Vec<_>, _>>()?;
        if sheets.len() != 1 && sheets.len() != self.shards() as usize {
            return Err(ShardsError::damaged(&self.path.join(RESULT)));
        }
        Ok((sheets, summary))
    }

    /// The stage of a step and its shards.
    ///
    /// `None` if it is done already, or not to be done yet.
    pub(crate) fn to_do(&self, step: Step) -> Option<(Stage, Range<u32>)> {
        let here = self.stages.len() as u32;
        let (stage, is_split) = self.stage_to_do().filter(|_| step.stage == here && self.summary.is_none())?;
        let shards = if is_split { step.file..step.file + 1 } else { 0..self.shards() };
        (!self.target(step.file).exists() && shards.end <= self.shards()).then_some((stage, shards))
    }

    /// Takes away files of the present stage that killed processes left behind.
    ///
    /// It is for a process that works here alone. Whole files stay.
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

/// Time for another process to say of which graph its new directory is.
const BEGINNING: Duration = Duration::from_secs(5);
/// Pause before another look at what it says.
const PAUSE: Duration = Duration::from_millis(5);

/// Writes of which graph a new directory is, unless another process does.
///
/// It holds the lock meanwhile: whoever has that takes files without a name away.
fn begin(path: &Path, about: &About) -> Result<(), ShardsError> {
    let file = path.join(ABOUT);
    let is_ours = |name: &OsStr| name.to_string_lossy().starts_with(UNNAMED) || name == LOCK;
    let mut entries = fs::read_dir(path).map_err(|error| ShardsError::io(path, error))?;
    let has_others = entries.any(|entry| entry.is_ok_and(|entry| !is_ours(&entry.file_name())));
    if has_others && !file.exists() {
        let why = "it is not empty, and no graph was solved there".to_owned();
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

/// Writes a line of JSON and its checksum, whole or not at all.
fn write_json(path: &Path, value: &impl Serialize) -> Result<(), ShardsError> {
    let failed = |error| ShardsError::io(path, error);
    let text = serde_json::to_string(value).expect("it is plain data");
    let mut file =
        tempfile::Builder::new().prefix(UNNAMED).tempfile_in(path.parent().unwrap_or(Path::new("."))).map_err(failed)?;
    writeln!(file, "{text}\n{:016x}", checksum(path, &text)).map_err(failed)?;
    file.as_file().sync_data().map_err(failed)?;
    file.persist(path).map(drop).map_err(|error| failed(error.error))
}

/// Reads it; `None` if there is no such file.
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
