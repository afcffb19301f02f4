//! Graphs in files, which are created, solved here or step by step by others, and queried.

use crate::errors;
use crate::keywords::{Keywords, Named, Within, question};
use crate::run::away;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use sprague::registry::{Files, LocalFiles, Unreadable};
use sprague::{Limits, Player};
use sprague_questions::shards::{DigestedFiles, ShardedGraph, summary_to_json};
use sprague_questions::{NoAnswer, ParsedSum, Session, Solve, read_question};
use sprague_shards::{
    Directory, KnownNimber, Lock, MOST_SHARDS, Next, SHARDS, SMALL, ShardsError, SolvedGraph, Step, digest_of, share,
};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The files of this machine, with relative paths below a given folder.
///
/// The folder is that of the process that asks, even if another process reads the files.
#[derive(Clone)]
struct Below(PathBuf);

impl Files for Below {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        LocalFiles.read(&self.0.join(path).to_string_lossy(), most)
    }
}

/// A graph in a directory, with its session, lock and answers.
struct Held {
    graph: ShardedGraph,
    session: Session,
    lock: Option<Lock>,
    answers: Option<SolvedGraph>,
}

impl Held {
    /// Returns the graph and its answers, which are opened only once.
    fn solved(&mut self) -> Result<(&ShardedGraph, &SolvedGraph), NoAnswer> {
        let answers = match self.answers.take() {
            Some(answers) => answers,
            None => {
                self.graph.directory().refresh()?;
                self.graph.answers()?
            }
        };
        Ok((&self.graph, self.answers.insert(answers)))
    }

    /// Locks the directory, unless it is already locked.
    fn lock(&mut self) -> Result<(), ShardsError> {
        if self.lock.is_none() {
            self.lock = Some(self.graph.directory().lock()?);
        }
        Ok(())
    }
}

type Columns<'py> = (
    Vec<String>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i16>>,
    Option<Bound<'py, PyArray1<bool>>>,
);

/// The limits of a question about a graph in files.
///
/// The number of positions is unlimited unless the question limits it.
fn limits(keywords: &Keywords<'_, '_>) -> PyResult<Within> {
    Ok(keywords.limits_asked()?.over(Limits { positions: u64::MAX, ..Limits::default() }))
}

/// Returns a question about a position, and the limits that were named with it.
///
/// The keywords `parts` and `small`, which are about files, are left out.
fn solve(py: Python<'_>, keywords: &Bound<'_, PyDict>) -> PyResult<(Solve, Named)> {
    let told = keywords.copy()?;
    for name in ["parts", "small"] {
        if told.contains(name)? {
            told.del_item(name)?;
        }
    }
    if !told.contains("position")? {
        told.set_item("position", "")?;
    }
    let (json, limits) = question(&told)?;
    Ok((read_question(&json).map_err(|error| errors::unanswered(py, error))?, limits))
}

/// Returns a session that reads rules below a folder, its digested files, and a position.
fn read(base: PathBuf, question: &str, limits: &Limits) -> Result<(Session, DigestedFiles<Below>, ParsedSum), NoAnswer> {
    let files = DigestedFiles::new(Below(base));
    let session = Session::new().with_files(files.clone());
    let sum = session.position_within(question, limits)?;
    Ok((session, files, sum))
}

/// A graph in a directory, which may be unfinished.
#[pyclass(frozen, module = "sprague._sprague", name = "Shards")]
pub(crate) struct PyShards {
    question: String,
    held: Arc<Mutex<Held>>,
}

impl PyShards {
    fn begun(
        py: Python<'_>,
        question: String,
        limits: Within,
        open: impl FnOnce(&str, &Limits) -> Result<(ShardedGraph, Session), NoAnswer> + Send + 'static,
    ) -> PyResult<Self> {
        let asked = question.clone();
        let opened = away(py, limits, move |limits| open(&asked, &limits.starting_now()))?;
        let (graph, session) = opened.map_err(|error| errors::unanswered(py, error.about("position", &question)))?;
        let held = Arc::new(Mutex::new(Held { graph, session, lock: None, answers: None }));
        Ok(Self { question, held })
    }

    /// Runs a job without the lock of the interpreter.
    fn with<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: impl Into<Within>,
        job: impl FnOnce(&mut Held, &Limits) -> Result<T, NoAnswer> + Send + 'static,
    ) -> PyResult<T> {
        let held = self.held.clone();
        let done = away(py, limits, move |limits| {
            job(&mut held.lock().unwrap_or_else(PoisonError::into_inner), &limits.starting_now())
        })?;
        done.map_err(|error| errors::unanswered(py, error.about("position", &self.question)))
    }
}

#[pymethods]
impl PyShards {
    /// Creates a directory for the graph of a position, or opens an unfinished one.
    ///
    /// Relative paths of rules are resolved from `base`.
    #[staticmethod]
    fn begin(py: Python<'_>, path: PathBuf, base: PathBuf, question: String, keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let keywords = Keywords(keywords);
        let (asked, named) = solve(py, keywords.0)?;
        let parts = keywords.count("parts")?.unwrap_or(SHARDS.into());
        let parts = u32::try_from(parts).ok().filter(|parts| (1..=MOST_SHARDS).contains(parts));
        let parts = parts.ok_or_else(|| PyValueError::new_err(format!("parts is a number from 1 to {MOST_SHARDS}")))?;
        let small = keywords.count("small")?.unwrap_or(SMALL);
        Self::begun(py, question, named.over(Limits::default()), move |question, limits| {
            let (session, files, sum) = read(base, question, limits)?;
            Ok((ShardedGraph::create_with(&path, &sum, &files.digest(), parts, small, &asked)?, session))
        })
    }

    /// Opens a directory in which a graph was solved or is being solved.
    #[staticmethod]
    fn open(py: Python<'_>, path: PathBuf, base: PathBuf, keywords: &Bound<'_, PyDict>) -> PyResult<Self> {
        let limits = Keywords(keywords).limits()?;
        let shown = path.display().to_string();
        let question = py.detach(|| Directory::open(&path).map(|directory| directory.about().position.clone()));
        let question = question.map_err(|error| errors::unanswered(py, NoAnswer::from(error).about("directory", &shown)))?;
        Self::begun(py, question, limits, move |question, limits| {
            // the rules are read first, and their digest is known
            let (session, files, _) = read(base, question, limits)?;
            Ok((ShardedGraph::open(&path, &session, || files.digest())?, session))
        })
    }

    /// The position from which the graph is explored.
    #[getter]
    fn question(&self) -> &str {
        &self.question
    }

    /// Returns a digest of the question of the directory, in 32 hexadecimal digits.
    fn about(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, Limits::default(), |held, _| {
            let about = serde_json::to_vec(held.graph.directory().about()).expect("it is plain data");
            Ok(format!("{:032x}", digest_of(&about)))
        })
    }

    /// Returns the number of parts of the graph.
    fn parts(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, Limits::default(), |held, _| Ok(held.graph.directory().about().shards))
    }

    /// Locks the directory until `unlock` is called or this object is deleted.
    ///
    /// The process that calls `next_steps` must hold the lock.
    fn lock(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Limits::default(), |held, _| Ok(held.lock()?))
    }

    /// Unlocks the directory.
    fn unlock(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, Limits::default(), |held, _| {
            held.lock = None;
            Ok(())
        })
    }

    /// Returns the current task, the number of known positions, and the steps that may run now.
    ///
    /// There are no steps if all work is finished.
    fn next_steps(&self, py: Python<'_>) -> PyResult<(String, u64, Vec<String>)> {
        self.with(py, Limits::default(), |held, _| {
            held.lock()?;
            let directory = held.graph.directory();
            let steps = match directory.next_steps()? {
                Next::Steps(steps) => steps.iter().map(Step::to_string).collect(),
                _ => vec![],
            };
            Ok((directory.doing(), directory.positions(), steps))
        })
    }

    /// Runs a step. This process may run `jobs` steps at a time.
    ///
    /// Returns False if the directory is not ready for the step.
    fn run(&self, py: Python<'_>, step: &str, keywords: &Bound<'_, PyDict>) -> PyResult<bool> {
        let keywords = Keywords(keywords);
        let (jobs, limits) = (keywords.jobs()?, limits(&keywords)?);
        let step: Step = step.parse().map_err(|error| PyValueError::new_err(format!("{step:?}: {error}")))?;
        self.with(py, limits, move |held, limits| {
            held.graph.directory().refresh()?;
            match held.graph.directory().stage() {
                Some(stage) if stage < step.stage => return Ok(false),
                // the graph is at a later stage, so the step is done
                Some(stage) if stage > step.stage => return Ok(true),
                None => return Ok(true),
                Some(_) => {}
            }
            let limits = share(limits, jobs);
            let game = held.graph.game().clone();
            held.graph.directory().run(step, &game, &limits)?;
            Ok(true)
        })
    }

    /// Solves the graph. If it was stopped before, continues from there.
    fn solve(&self, py: Python<'_>, keywords: &Bound<'_, PyDict>) -> PyResult<()> {
        let keywords = Keywords(keywords);
        let (asked, _) = solve(py, keywords.0)?;
        self.with(py, limits(&keywords)?, move |held, limits| {
            held.answers = Some(held.graph.solve(&asked, limits, |_| ())?);
            Ok(())
        })
    }

    /// Returns the positions of a part of a solved graph with their answers, as columns.
    ///
    /// The columns are positions, letters of outcomes, remoteness (-1 for draws), and nimbers (-1 for none, 128 for larger
    /// ones). In partizan games a last column is True if Right is to move.
    fn part<'py>(&self, py: Python<'py>, part: u32, keywords: &Bound<'_, PyDict>) -> PyResult<Columns<'py>> {
        let limits = limits(&Keywords(keywords))?;
        let (positions, outcomes, remoteness, nimbers, right) = self.with(py, limits, move |held, limits| {
            let (mut positions, mut outcomes, mut remoteness, mut nimbers, mut right) = (vec![], vec![], vec![], vec![], vec![]);
            let (graph, answers) = held.solved()?;
            graph.each_of(answers, part, limits, |position, player, answer| {
                positions.push(position);
                outcomes.push(answer.outcome.letter() as u8);
                remoteness.push(answer.remoteness.map_or(-1, i64::from));
                nimbers.push(match answer.nimber {
                    KnownNimber::Is(nimber) => nimber.into(),
                    KnownNimber::Beyond => 128,
                    KnownNimber::None => -1,
                });
                right.extend(player.map(|player| player == Player::Right));
            })?;
            Ok((positions, outcomes, remoteness, nimbers, right))
        })?;
        let right = (right.len() == positions.len() && !right.is_empty()).then(|| right.into_pyarray(py));
        Ok((positions, outcomes.into_pyarray(py), remoteness.into_pyarray(py), nimbers.into_pyarray(py), right))
    }

    /// Returns the answer for a position of the graph, and a summary of the graph.
    ///
    /// Both are JSON, as the program prints it.
    fn answer(&self, py: Python<'_>, position: String, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let (asked, named) = solve(py, keywords)?;
        let held = self.held.clone();
        let question = position.clone();
        let answered = away(py, named.over(Limits::default()), move |limits| {
            let mut held = held.lock().unwrap_or_else(PoisonError::into_inner);
            let limits = &limits.starting_now();
            let sum = held.session.position_within(&position, limits)?;
            let (graph, answers) = held.solved()?;
            let mut answer = serde_json::to_value(graph.answer(answers, &sum, &asked, limits)?).expect("answers are plain data");
            answer["graph"] = summary_to_json(answers.summary());
            Ok(answer.to_string())
        })?;
        answered.map_err(|error: NoAnswer| errors::unanswered(py, error.about("position", &question)))
    }
}
