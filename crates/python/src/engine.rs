//! Answers questions given as keyword arguments, in JSON, from which `sprague/_answers.py` builds typed answers.

use crate::arrays;
use crate::ending::Waited;
use crate::errors;
use crate::finding::Finding;
use crate::keywords::{Keywords, Named, Within, question};
use crate::rules::{Asking, Rules};
use crate::run::away;
use crate::under_way::{self, UnderWay};
use crate::values::PyValue;
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use pyo3::{PyTraverseError, PyVisit};
use sprague::any::{AnyPosition, Kind, portions};
use sprague::limits::Meter;
use sprague::registry::{Entry, LocalFiles, WithPrograms};
use sprague::solve::{Component, ComponentPosition, ManySums, MixedSum, RulesetCache, SolveError, SolveOptions, SumValue, solve};
use sprague::{AnyRuleset, BadNotation, Limits, Outcome, Play, Player, Stopped};
use sprague_plot::{Drawing, Plot, questions};
use sprague_questions::merge::{PartSum, PartText};
use sprague_questions::{
    Analyse, AnyAnswer, Asked, Check, Find, Form, Merge, NoAnswer, Question, Session, Sweep, Table, ValueAnswer, ValueOf,
    check_that_play_ends,
};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum number of characters of a drawing in text. Ctrl-C is not noticed while text is drawn.
const MOST_CHARACTERS: usize = 1_000_000;

/// The results that are kept may use 1/`KEPT` of the memory limit.
const KEPT: u64 = 4;

/// A session, with built-in rulesets, plugins, and rulesets in Python.
///
/// Plugins are identified by their paths, and rulesets in Python by their names.
#[pyclass(frozen, module = "sprague._sprague")]
pub(crate) struct Engine {
    rules: Vec<Py<Rules>>,
    starts_programs: bool,
    /// The session, and the process in which it was created.
    ///
    /// A fork of the process creates a new session, because other threads may have held locks of the old one.
    session: Mutex<(u32, Arc<Session>)>,
}

fn session_of(py: Python<'_>, rules: &[Py<Rules>], starts_programs: bool) -> Session {
    let entries = rules.iter().map(|rules| {
        let functions = rules.bind(py).get().functions().clone();
        let name = functions.name().to_owned();
        Entry::new(name, move |parameters| match parameters.text {
            None => Ok(Arc::new(Asking::new(functions.clone())) as Arc<dyn AnyRuleset>),
            Some(_) => Err(BadNotation::new(parameters.at, "no parameters: a ruleset in Python takes none")),
        })
    });
    let session = Session::with(sprague_questions::registry().with(entries));
    if starts_programs { session.with_files(WithPrograms::any(LocalFiles)) } else { session }
}

impl Engine {
    fn session(&self, py: Python<'_>) -> Arc<Session> {
        let here = std::process::id();
        // held only while a session is created
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if session.0 != here {
            *session = (here, Arc::new(session_of(py, &self.rules, self.starts_programs)));
        }
        session.1.clone()
    }

    /// Runs a job without the lock of the interpreter.
    ///
    /// Functions of rulesets in Python run on this thread, which takes the lock for each call.
    fn run<T: Send + 'static>(
        &self,
        py: Python<'_>,
        within: Within,
        job: impl FnOnce(&Session, &Limits) -> T + Send + 'static,
    ) -> PyResult<T> {
        let session = self.session(py);
        let job = move |limits: &Limits| job(&session, limits);
        if self.rules.is_empty() {
            return away(py, within, job);
        }
        under_way::check_depth()?;
        let waited = Waited::begin()?;
        let Within { mut limits, cancel } = within;
        let under_way = UnderWay::begin(&mut limits, cancel);
        let found = py.detach(move || catch_unwind(AssertUnwindSafe(move || job(&limits))));
        waited.goes_on()?;
        under_way.ended(found).map_err(|error| self.forgetting(py, error))
    }

    /// Drops all results if the error means that rules contradict themselves. Returns the error.
    pub(crate) fn forgetting(&self, py: Python<'_>, error: PyErr) -> PyErr {
        if error.is_instance_of::<errors::RulesError>(py) {
            let session = Arc::new(session_of(py, &self.rules, self.starts_programs));
            *self.session.lock().unwrap_or_else(PoisonError::into_inner) = (std::process::id(), session);
        }
        error
    }

    fn typed<Q: Question>(&self, py: Python<'_>, question: Q, asked: Named) -> PyResult<Q::Answer> {
        let within = asked.over(question.usual(Limits::default()));
        self.run(py, within, move |session, limits| session.ask(&question, limits))?
            .map_err(|error| errors::unanswered(py, error))
    }
}

/// An answer as JSON, and in words for notebooks. A copy from another process has no words.
#[pyclass(frozen, module = "sprague._sprague")]
pub(crate) struct Told {
    #[pyo3(get)]
    json: String,
    answer: Option<Mutex<Box<dyn AnyAnswer>>>,
}

#[pymethods]
impl Told {
    #[new]
    fn new(json: String) -> Self {
        Self { json, answer: None }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.json.clone(),))
    }

    /// Returns the answer in words, if it is not mainly rows or a drawing.
    fn html(&self) -> Option<String> {
        self.written(Form::Html)
    }

    fn latex(&self) -> Option<String> {
        self.written(Form::Latex)
    }
}

impl Told {
    fn written(&self, form: Form) -> Option<String> {
        let answer = self.answer.as_ref()?.lock().unwrap_or_else(PoisonError::into_inner);
        Some(answer.report()?.written(form))
    }
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, rules: Vec<Py<Rules>>, starts_programs: bool) -> Self {
        let session = Mutex::new((std::process::id(), Arc::new(session_of(py, &rules, starts_programs))));
        Self { rules, starts_programs, session }
    }

    /// Returns the answer to the question of this name, in JSON.
    fn ask(&self, py: Python<'_>, name: &str, told: &Bound<'_, PyDict>) -> PyResult<String> {
        Ok(self.tell(py, name, told)?.json)
    }

    /// Returns the answer to the question of this name, in JSON and in words.
    fn tell(&self, py: Python<'_>, name: &str, told: &Bound<'_, PyDict>) -> PyResult<Told> {
        let asked: Asked = questions().find(|asked| asked.name() == name).ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
        let (json, named) = question(told)?;
        let limits = named.asked.clone();
        let found = self.run(py, named.over(Limits::default()), move |session, door| {
            let answer = asked.ask(session, &json, &limits, door.clone())?;
            let mut text = vec![];
            answer.write(&mut text).expect("answers are plain data");
            Ok(Told { json: String::from_utf8(text).expect("JSON is text"), answer: Some(Mutex::new(answer)) })
        })?;
        found.map_err(|error| errors::unanswered(py, error))
    }

    /// Returns the period of a family in JSON, and its rows as named arrays.
    fn analyse<'py>(&self, py: Python<'py>, told: &Bound<'py, PyDict>) -> PyResult<(String, Bound<'py, PyDict>)> {
        let (question, limits) = typed::<Analyse>(told)?;
        let analysis = self.typed(py, question, limits)?.rows().expect("rows were asked for, and no summary");
        Ok((analysis.head_to_json().to_string(), arrays::rows(py, analysis)?))
    }

    /// Returns the value of a sum.
    fn value(&self, py: Python<'_>, told: &Bound<'_, PyDict>) -> PyResult<PyValue> {
        let (question, limits) = typed::<ValueOf>(told)?;
        match self.typed(py, question, limits)? {
            ValueAnswer::Short(report) => Ok(PyValue::of_report(*report)),
            ValueAnswer::Loopy(_) => {
                Err(errors::SpragueError::new_err("loopy: a position can repeat; `loopy_value` says what it is worth"))
            }
            _ => Err(PyValueError::new_err("misère forms are what `misere_form` gives")),
        }
    }

    /// Returns the nimbers, values or outcomes for all pairs of numbers, in JSON.
    ///
    /// The pairs are positions of a ruleset, or the values of {x} and {y} in a pattern.
    fn table(&self, py: Python<'_>, told: &Bound<'_, PyDict>) -> PyResult<String> {
        let (question, limits) = typed::<Table>(told)?;
        let table = self.typed(py, question, limits)?;
        let text = serde_json::to_string(&table).expect("a table is plain data");
        match table.stopped() {
            Some(stopped) => Err(errors::knowing(py, errors::stopped(py, stopped), &text)),
            None => Ok(text),
        }
    }

    /// Returns the verdict on a certificate or a strategy, using only the rules.
    ///
    /// No program is started, because the text is often from a file.
    fn check(&self, py: Python<'_>, text: String, told: &Bound<'_, PyDict>) -> PyResult<String> {
        let checkpoint = Keywords(told).text("checkpoint")?.map(PathBuf::from);
        let limits = Keywords(told).limits_asked()?;
        let without_programs = self.starts_programs.then(|| {
            let rules = self.rules.iter().map(|rules| rules.clone_ref(py)).collect();
            Self::new(py, rules, false)
        });
        let verdict = without_programs.as_ref().unwrap_or(self).typed(py, Check { text, checkpoint }, limits)?;
        Ok(verdict.to_json().to_string())
    }

    /// Returns a sweep or a part of one, in the form in which parts can be added up, without its time.
    fn sweep(&self, py: Python<'_>, told: &Bound<'_, PyDict>) -> PyResult<String> {
        let (question, limits) = typed::<Sweep>(told)?;
        let answer = self.typed(py, question, limits)?;
        match answer.stopped() {
            Some(stopped) => Err(errors::knowing(py, errors::stopped(py, stopped), &answer.to_json().to_string())),
            None => Ok(answer.swept.taking(0.0).to_part().to_string()),
        }
    }

    /// Returns the laws of the first pair of sets of a sweep whose number is at least `from`.
    ///
    /// Returns `None` after the last pair.
    fn pair(&self, py: Python<'_>, from: u64, told: &Bound<'_, PyDict>) -> PyResult<Option<String>> {
        let (question, limits) = typed::<Sweep>(told)?;
        let found = self.run(py, limits.over(Limits::default()), move |_, limits| question.pair(from, limits))?;
        found.map(|found| found.map(|laws| laws.to_json().to_string())).map_err(|error| errors::unanswered(py, error))
    }

    /// Starts a search, which returns positions one after another.
    fn find(slf: PyRef<'_, Self>, told: &Bound<'_, PyDict>) -> PyResult<Finding> {
        let py = slf.py();
        let (question, limits) = typed::<Find>(told)?;
        let within = limits.over(question.usual(Limits::default()));
        question.has_meaning().map_err(|error| errors::unanswered(py, error))?;
        let (session, asks_python) = (slf.session(py), !slf.rules.is_empty());
        let engine: Py<Self> = slf.into();
        let failed = Box::new(move |py: Python<'_>, error| engine.get().forgetting(py, error));
        Finding::begin(failed, session, question, within, asks_python)
    }

    /// Returns the sum of parts of a sweep, each given by a name and its text.
    fn merge(&self, py: Python<'_>, parts: Vec<(String, String)>, is_partial: bool) -> PyResult<String> {
        let parts = parts.into_iter().map(|(name, text)| PartText { name, text }).collect();
        let question = Merge { parts, ..Merge::default() };
        let found = self.run(py, Limits::default().into(), move |session, limits| session.ask(&question, limits))?;
        let sum = found.map_err(|error| PyValueError::new_err(error.to_string()))?.sum;
        if !is_partial && !sum.parts().is_whole() {
            let (question, missing) = (sum.question(), sum.parts().missing());
            let why = format!("{question}: part {missing} is missing; partial=True adds up what is there");
            return Err(PyValueError::new_err(why));
        }
        Ok(match sum {
            PartSum::Swept(swept) => swept.to_part().to_string(),
            PartSum::Found(_) => sum.to_json(true).to_string(),
        })
    }

    /// Draws a family, a table or a position.
    fn plot(&self, py: Python<'_>, told: &Bound<'_, PyDict>) -> PyResult<PyDrawing> {
        let (question, limits) = typed::<Plot>(told)?;
        let drawing = self.typed(py, question, limits)?;
        match drawing.stopped() {
            Some(stopped) => Err(errors::stopped(py, stopped)),
            None => Ok(PyDrawing { drawing }),
        }
    }

    /// Returns the nimbers of positions of a ruleset in Python, computed by one search.
    fn nimbers<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        positions: &Bound<'py, PyAny>,
        keywords: &Bound<'py, PyDict>,
    ) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let positions: Vec<Bound<'_, PyAny>> = positions.try_iter()?.collect::<PyResult<_>>()?;
        let found = self.worth(py, name, &positions, keywords, false)?;
        let nimber = |(worth, position): (Worth, &Bound<'_, PyAny>)| match worth {
            Worth::Nimber(nimber) => Ok(nimber),
            Worth::Outcome(_) | Worth::Nothing => Err(errors::loopy(position)),
        };
        Ok(found.into_iter().zip(&positions).map(nimber).collect::<PyResult<Vec<u64>>>()?.into_pyarray(py))
    }

    /// Returns the outcomes of positions of a ruleset in Python, with one letter for each.
    ///
    /// They are the outcomes for the player to move, computed by one search.
    fn outcomes(
        &self,
        py: Python<'_>,
        name: &str,
        positions: &Bound<'_, PyAny>,
        keywords: &Bound<'_, PyDict>,
    ) -> PyResult<String> {
        let positions: Vec<Bound<'_, PyAny>> = positions.try_iter()?.collect::<PyResult<_>>()?;
        let found = self.worth(py, name, &positions, keywords, true)?;
        let letter = |worth| if let Worth::Outcome(letter) = worth { letter } else { 'D' };
        Ok(found.into_iter().map(letter).collect())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.rules.iter().try_for_each(|rules| visit.call(rules))
    }
}

/// Returns a question of this type, and the limits that were named with it.
pub(crate) fn typed<Q: Question>(told: &Bound<'_, PyDict>) -> PyResult<(Q, Named)> {
    let (json, limits) = question(told)?;
    let question = sprague_questions::read_question(&json).map_err(|error| errors::unanswered(told.py(), error))?;
    Ok((question, limits))
}

/// The answer for one of many positions.
enum Worth {
    Nimber(u64),
    Outcome(char),
    /// The position has no nimber.
    Nothing,
}

impl Engine {
    fn worth(
        &self,
        py: Python<'_>,
        name: &str,
        positions: &[Bound<'_, PyAny>],
        keywords: &Bound<'_, PyDict>,
        by_outcome: bool,
    ) -> PyResult<Vec<Worth>> {
        let keywords = Keywords(keywords);
        let (play, first, limits) = (keywords.play()?, keywords.first()?.unwrap_or(Player::Left), keywords.limits()?);
        let rules = self.rules.iter().find(|rules| rules.bind(py).get().functions().name() == name);
        let functions = rules.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?.bind(py).get().functions().clone();
        let words: Vec<AnyPosition> = positions.iter().map(|position| functions.position(position)).collect::<PyResult<_>>()?;
        let family = name.to_owned();
        let found = self.run(py, limits, move |session, limits| {
            let limits = &limits.starting_now();
            let rules = session.family(&family)?;
            let of = |position: AnyPosition| MixedSum {
                play,
                ..MixedSum::of([Component::at(&rules, ComponentPosition::Small(position))])
            };
            let sums: Vec<MixedSum> = words.into_iter().map(of).collect();
            let unsolved = |error: SolveError| match error {
                SolveError::Stopped(stopped) => NoAnswer::from(stopped),
                other => other.into(),
            };
            if let Some(sum) = sums.first() {
                sum.has_meaning().map_err(|refused| unsolved(refused.into()))?;
            }
            if by_outcome && play == Play::Normal && rules.rules().kind() == Kind::Partizan {
                let outcomes = partizan_outcomes(&rules, &sums, first, limits).map_err(unsolved)?;
                rules.check()?;
                session.keep_within(limits.bytes / KEPT);
                return Ok(outcomes.into_iter().map(|outcome| Worth::Outcome(outcome.letter())).collect());
            }
            let many = ManySums::of(&sums);
            let all = |limits: &Limits| -> Result<Vec<Worth>, SolveError> {
                let search = many.search(limits);
                let one = |sum: &MixedSum| -> Result<Worth, SolveError> {
                    if by_outcome {
                        return search.outcome(sum, first).map(|outcome| Worth::Outcome(outcome.letter()));
                    }
                    Ok(match search.worth(sum)? {
                        Some(SumValue::Nimber(nimber)) => u64::try_from(&nimber).map_or(Worth::Nothing, Worth::Nimber),
                        _ => Worth::Nothing,
                    })
                };
                let found = sums.iter().map(one).collect::<Result<Vec<_>, _>>()?;
                search.recheck()?;
                Ok(found)
            };
            // play that ends after few positions needs no trial
            let few = Limits { positions: limits.positions.min(limits.longest_play), ..limits.clone() };
            let found = match all(&few) {
                Err(SolveError::Stopped(Stopped::Positions(_))) if few.positions < limits.positions => {
                    [sums.first(), sums.last()].into_iter().flatten().try_for_each(|sum| check_that_it_ends(sum, limits))?;
                    all(limits)
                }
                found => found,
            };
            let found = found.map_err(unsolved)?;
            session.keep_within(limits.bytes / KEPT);
            Ok(found)
        })?;
        found.map_err(|error: NoAnswer| errors::unanswered(py, error))
    }
}

/// The maximum number of positions that are searched in the order of play, before searches that examine each position more
/// deeply.
const IN_ORDER: u64 = 20_000;

fn partizan_outcomes(
    rules: &Arc<RulesetCache>,
    sums: &[MixedSum],
    first: Player,
    limits: &Limits,
) -> Result<Vec<Outcome>, SolveError> {
    let few = Limits { positions: limits.positions.min(IN_ORDER), ..limits.clone() };
    let (mut known, mut meter) = (HashMap::new(), Meter::new(&few));
    let options = SolveOptions {
        first,
        first_only: true,
        outcome_only: true,
        max_moves: 0,
        limits: limits.clone(),
        ..SolveOptions::default()
    };
    let one = |sum: &MixedSum| {
        if let [Component { position: ComponentPosition::Small(position), .. }] = &sum.components[..] {
            match wins_in_order(&**rules.rules(), position, first, &mut known, &mut meter) {
                Ok(Some(wins)) => return Ok(if wins { Outcome::Win } else { Outcome::Loss }),
                Ok(None) | Err(Stopped::Positions(_)) => {}
                Err(stopped) => return Err(stopped.into()),
            }
        }
        check_that_it_ends(sum, limits)?;
        Ok(solve(sum, &options)?.outcome)
    };
    sums.iter().map(one).collect()
}

type Turn = (AnyPosition, Player);

/// Returns whether the player to move wins, by visiting the options in order until one is lost.
///
/// Returns `None` if a position occurs again. Positions that are being searched are `None` in `known`.
fn wins_in_order(
    rules: &dyn AnyRuleset,
    position: &AnyPosition,
    player: Player,
    known: &mut HashMap<Turn, Option<bool>>,
    meter: &mut Meter<'_>,
) -> Result<Option<bool>, Stopped> {
    let start = (rules.normal_form(position.clone()), player);
    let (mut path, mut next): (Vec<(Turn, Vec<AnyPosition>)>, _) = (vec![], Some(start.clone()));
    loop {
        if let Some(turn) = next.take().filter(|turn| !known.contains_key(turn)) {
            meter.allow(known.len() as u64, || 0, || rules.fault())?;
            let mut options: Vec<AnyPosition> =
                portions(|from, options| rules.options(&turn.0, turn.1, from, options)).map(|to| rules.normal_form(to)).collect();
            options.reverse();
            known.insert(turn.clone(), None);
            path.push((turn, options));
        }
        let Some((turn, options)) = path.last_mut() else { return Ok(known[&start]) };
        let option = options.last().map(|option| (option.clone(), -turn.1));
        let wins = match option.as_ref().map(|option| known.get(option)) {
            None => false,
            Some(Some(Some(true))) => {
                options.pop();
                continue;
            }
            Some(Some(Some(false))) => true,
            Some(Some(None)) => return Ok(None),
            Some(None) => {
                next = option;
                continue;
            }
        };
        let (turn, _) = path.pop().expect("it was looked at");
        known.insert(turn, Some(wins));
    }
}

/// Returns an error if play from one of the components may be endless.
fn check_that_it_ends(sum: &MixedSum, limits: &Limits) -> Result<(), Stopped> {
    sum.components.iter().try_for_each(|component| match &component.position {
        ComponentPosition::Small(position) if component.rules.rules().heaps().is_none() => {
            check_that_play_ends(component.rules.name(), &**component.rules.rules(), position, limits)
        }
        _ => Ok(()),
    })
}

/// A drawing of a family, a table or a position.
#[pyclass(frozen, module = "sprague._sprague", name = "Drawing")]
pub(crate) struct PyDrawing {
    drawing: Drawing,
}

#[pymethods]
impl PyDrawing {
    /// The kind: points, table, thermograph, scaffold, graph, picture or order.
    #[getter]
    fn kind(&self) -> &'static str {
        self.drawing.kind().name()
    }

    /// Returns the drawing as SVG.
    fn svg(&self, py: Python<'_>) -> String {
        py.detach(|| self.drawing.svg())
    }

    /// Returns the drawing in TikZ.
    fn tikz(&self, py: Python<'_>) -> String {
        py.detach(|| self.drawing.tikz())
    }

    /// Returns the drawing as lines of text.
    fn text(&self, py: Python<'_>, columns: usize, lines: usize) -> PyResult<Vec<String>> {
        if columns.saturating_mul(lines.max(1)) > MOST_CHARACTERS {
            let expected = format!("a drawing in text has at most {MOST_CHARACTERS} characters");
            return Err(PyValueError::new_err(format!("{expected}, and columns={columns} times lines={lines} is more")));
        }
        Ok(py.detach(|| self.drawing.text(columns, lines)))
    }
}
