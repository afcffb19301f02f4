//! Questions in the notation, answered in JSON; `sprague/_answers.py` makes typed answers of it.

use crate::arrays;
use crate::errors;
use crate::keywords::Keywords;
use crate::rules::{Asking, Rules, begin, raised};
use crate::run::away;
use crate::values::{PyValue, transform};
use numpy::{IntoPyArray, PyArray1};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use pyo3::{PyTraverseError, PyVisit};
use serde::Serialize;
use serde_json::{Value as Json, json};
use sprague::any::AnyPosition;
use sprague::registry::Entry;
use sprague::solve::{Component, ComponentPosition, ManySums, MixedSum, SolveError, SumValue};
use sprague::{AnyRuleset, Limits};
use sprague_games::{
    AnalyseOptions, GraphOptions, PatternOptions, QuestionError, Session, SolveOptions, TableOptions, ValueOptions,
};
use sprague_plot::{Drawing, PlotOptions, To};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// What is kept for later questions, at most, as part of what one question may take.
const KEPT: u64 = 4;

/// A session: the built-in rulesets, plugins by their paths, and rulesets in Python by their names.
#[pyclass(frozen, module = "sprague._sprague")]
pub(crate) struct Engine {
    rules: Vec<Py<Rules>>,
    /// The session, and the process in which it began: a copy of a process begins anew, since others may have been busy in it.
    session: Mutex<(u32, Arc<Session>)>,
}

/// What a question says, as the program would.
pub(crate) fn json_text(answer: &impl Serialize) -> Result<String, QuestionError> {
    Ok(serde_json::to_string(answer).expect("answers are plain data"))
}

fn session_of(py: Python<'_>, rules: &[Py<Rules>]) -> Session {
    let entries = rules.iter().map(|rules| {
        let functions = rules.bind(py).get().functions().clone();
        let name = functions.name().to_owned();
        Entry::new(name, move |_| Ok(Arc::new(Asking::new(functions.clone())) as Arc<dyn AnyRuleset>))
    });
    Session::with(sprague_games::registry().with(sprague_plugin::entries()).with(entries))
}

impl Engine {
    fn session(&self, py: Python<'_>) -> Arc<Session> {
        let here = std::process::id();
        // nobody holds it for longer than it takes to begin a session
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        if session.0 != here {
            *session = (here, Arc::new(session_of(py, &self.rules)));
        }
        session.1.clone()
    }

    /// Answers without the interpreter, as far as that is possible: rulesets in Python are asked on this thread.
    pub(crate) fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: Limits,
        job: impl FnOnce(&Session, &Limits) -> T + Send + 'static,
    ) -> PyResult<T> {
        let session = self.session(py);
        let most = limits.bytes;
        let job = move |limits: &Limits| {
            let limits = limits.starting_now();
            let found = job(&session, &limits);
            session.keep_within(limits.bytes / KEPT);
            found
        };
        if self.rules.is_empty() {
            return away(py, limits, job);
        }
        let _begun = begin(most);
        let found = py.detach(move || job(&limits));
        let Some(raised) = raised() else { return Ok(found) };
        // rules that failed are not asked again: those of another session are
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) =
            (std::process::id(), Arc::new(session_of(py, &self.rules)));
        Err(raised)
    }

    fn answer(
        &self,
        py: Python<'_>,
        question: &str,
        limits: Limits,
        job: impl FnOnce(&Session, &str, &Limits) -> Result<String, QuestionError> + Send + 'static,
    ) -> PyResult<String> {
        let text = question.to_owned();
        let found = self.ask(py, limits, move |session, limits| job(session, &text, limits))?;
        found.map_err(|error| errors::unanswered(py, question, error))
    }
}

pub(crate) fn solve_options(keywords: &Keywords<'_, '_>) -> PyResult<SolveOptions> {
    let best = keywords.text("best")?;
    if let Some(other) = best.as_deref().filter(|best| !["any", "fastest"].contains(best)) {
        return Err(PyValueError::new_err(format!("best is \"any\" or \"fastest\", not {other:?}")));
    }
    let defaults = SolveOptions::default();
    Ok(SolveOptions {
        play: keywords.play()?,
        rule: keywords.rule()?,
        search: keywords.flag("search")?,
        explain: keywords.flag("explain")?,
        line: keywords.flag("line")?,
        fastest: best.as_deref() == Some("fastest"),
        outcome_only: keywords.flag("outcome_only")?,
        nimber: keywords.flag("nimber")?,
        all_moves: keywords.flag("all_moves")?,
        first: keywords.first()?.unwrap_or(defaults.first),
        max_moves: keywords.count("max_moves")?.map_or(defaults.max_moves, |most| usize::try_from(most).unwrap_or(usize::MAX)),
        longest_play: keywords.count("longest_play")?.unwrap_or(defaults.longest_play),
        jobs: keywords.jobs()?,
        limits: keywords.limits()?,
    })
}

fn analyse_options(keywords: &Keywords<'_, '_>) -> PyResult<AnalyseOptions> {
    let defaults = AnalyseOptions::default();
    let limits = keywords.limits()?;
    let to = keywords.count("to")?.unwrap_or(defaults.to);
    let seek = keywords.count("seek")?;
    // rows that were asked for by number are allowed, unless a limit was named too
    let asked = to.max(seek.unwrap_or(0)).saturating_add(1);
    let is_default = limits.positions == Limits::default().positions;
    let positions = if is_default { limits.positions.max(asked) } else { limits.positions };
    Ok(AnalyseOptions {
        to,
        play: keywords.play()?,
        values: keywords.flag("values")?,
        seek,
        fill: keywords.get("fill", "True or False")?.unwrap_or(true),
        limits: Limits { positions, ..limits },
        ..defaults
    })
}

#[pymethods]
impl Engine {
    #[new]
    fn new(py: Python<'_>, rules: Vec<Py<Rules>>) -> Self {
        let session = Mutex::new((std::process::id(), Arc::new(session_of(py, &rules))));
        Self { rules, session }
    }

    /// What there is: notation, component, play, example, theorem and source of every ruleset.
    fn rulesets(&self, py: Python<'_>) -> String {
        let entries: Json = self
            .session(py)
            .registry()
            .entries()
            .map(|Entry { notation, component, play, example, theorem, source, .. }| {
                json!({
                    "notation": notation, "component": component, "play": play, "example": example, "theorem": theorem,
                    "source": source,
                })
            })
            .collect();
        entries.to_string()
    }

    /// Who wins a position, by which moves, and why.
    fn solve(&self, py: Python<'_>, position: &str, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let options = solve_options(&Keywords(keywords))?;
        self.answer(py, position, options.limits.clone(), move |session, text, limits| {
            let options = SolveOptions { limits: limits.clone(), ..options };
            json_text(&sprague_games::solve(&session.position_within(text, limits)?, &options)?)
        })
    }

    /// The rows of a family, arrays by their names, and what is known of its period.
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        family: &str,
        keywords: &Bound<'py, PyDict>,
    ) -> PyResult<(String, Bound<'py, PyDict>)> {
        let keywords = Keywords(keywords);
        let (options, explain) = (analyse_options(&keywords)?, keywords.flag("explain")?);
        let text = family.to_owned();
        let found = self.ask(py, options.limits.clone(), move |session, limits| {
            let options = AnalyseOptions { limits: limits.clone(), ..options };
            let game = session.family_within(&text, limits)?;
            let analysis = sprague_games::analyse(&game, &options)?;
            let why = if explain { Some(sprague_games::analyse::explanation(&game, &options)?) } else { None };
            Ok((analysis, why))
        })?;
        let (analysis, why) = found.map_err(|error| errors::unanswered(py, family, error))?;
        let mut head = analysis.head_to_json();
        if let Some(why) = why {
            head["explain"] = json!(why);
        }
        Ok((head.to_string(), arrays::rows(py, analysis)?))
    }

    /// What a sum is worth.
    fn value(&self, py: Python<'_>, sum: &str, keywords: &Bound<'_, PyDict>) -> PyResult<PyValue> {
        let keywords = Keywords(keywords);
        let options = ValueOptions {
            play: keywords.play()?,
            rule: keywords.rule()?,
            jobs: keywords.jobs()?,
            transform: transform(py, &keywords)?,
            longest_play: keywords.count("longest_play")?.unwrap_or(ValueOptions::default().longest_play),
            limits: keywords.limits()?,
            ..ValueOptions::default()
        };
        let text = sum.to_owned();
        let found = self.ask(py, options.limits.clone(), move |session, limits| {
            let options = ValueOptions { limits: limits.clone(), ..options };
            sprague_games::value(&session.position_within(&text, limits)?, &options)
        })?;
        found.map(PyValue::of_report).map_err(|error| errors::unanswered(py, sum, error))
    }

    /// How one sum stands to another.
    fn compare(&self, py: Python<'_>, left: &str, right: &str, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let limits = Keywords(keywords).limits()?;
        let sums = [left.to_owned(), right.to_owned()];
        let found = self.ask(py, limits, move |session, limits| {
            let options = ValueOptions { limits: limits.clone(), ..ValueOptions::default() };
            let first = session.position_within(&sums[0], limits).map_err(|error| (false, error.into()))?;
            let second = session.position_within(&sums[1], limits).map_err(|error| (true, error.into()))?;
            let compared = sprague_games::compare(&first, &second, &options);
            compared.map_err(|refused| (refused.is_second, refused.error))
        })?;
        match found {
            Ok(comparison) => Ok(serde_json::to_string(&comparison).expect("a comparison is plain data")),
            Err((is_second, error)) => Err(errors::unanswered(py, if is_second { right } else { left }, error)),
        }
    }

    /// What every pair of numbers is worth: of a ruleset up to two numbers, or of a pattern with {x} and {y}.
    fn table(&self, py: Python<'_>, what: &str, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let keywords = Keywords(keywords);
        let (rows, play, limits) = (keywords.rows()?, keywords.play()?, keywords.limits()?);
        let rule = keywords.rule()?;
        let longest_play = keywords.count("longest_play")?.unwrap_or(TableOptions::default().longest_play);
        let to = keywords.range("to")?;
        let (x, y) = (keywords.range("x")?, keywords.range("y")?);
        self.answer(py, what, limits, move |session, text, limits| {
            let limits = limits.clone();
            if let Some((a, b)) = to {
                let options = TableOptions { to: [a, b], rows, play, longest_play, limits };
                return json_text(&sprague_games::table(session, text, &options)?);
            }
            let (x, y) = (x.unwrap_or((0, 0)), y.unwrap_or((0, 0)));
            let table =
                sprague_games::pattern_table(session, text, &PatternOptions { x, y, rows, play, rule, longest_play, limits })?;
            match table.stopped {
                Some(stopped) => Err(stopped.into()),
                None => json_text(&table),
            }
        })
    }

    /// The misère quotient of a family.
    fn quotient(&self, py: Python<'_>, family: &str, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let keywords = Keywords(keywords);
        let to = keywords.count("to")?;
        self.answer(py, family, keywords.limits()?, move |session, text, limits| {
            let game = session.family_within(text, limits)?;
            let found = sprague_games::quotient::quotient(&game, to, limits)?;
            let mut answer = sprague_games::quotient::to_json(&game, &found);
            if let Some(why) = found.incomplete() {
                answer["incomplete"] = json!(why.to_string());
            }
            json_text(&answer)
        })
    }

    /// What the winner answers to everything.
    fn strategy(&self, py: Python<'_>, position: &str, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let keywords = Keywords(keywords);
        let options = solve_options(&keywords)?;
        let form = keywords.text("form")?.map(|form| form.parse());
        let form = form.transpose().map_err(|error| PyValueError::new_err(format!("form: {error}")))?;
        self.answer(py, position, options.limits.clone(), move |session, text, limits| {
            let options = SolveOptions { limits: limits.clone(), ..options };
            json_text(&sprague_games::strategy(&session.position_within(text, limits)?, &options, form)?)
        })
    }

    /// The proof of a period, or of a misère quotient.
    fn certify(&self, py: Python<'_>, family: &str, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let keywords = Keywords(keywords);
        let options = analyse_options(&keywords)?;
        let is_quotient = keywords.flag("quotient")?;
        self.answer(py, family, options.limits.clone(), move |session, text, limits| {
            let options = AnalyseOptions { limits: limits.clone(), ..options };
            let game = session.family_within(text, limits)?;
            if is_quotient {
                return json_text(&sprague_games::certify_quotient(&game, limits)?);
            }
            if options.values {
                return json_text(&sprague_games::certify_values(&game, &options)?);
            }
            json_text(&sprague_games::certify(&game, &options)?)
        })
    }

    /// Whether a certificate or a strategy is right, from the rules alone.
    fn check(&self, py: Python<'_>, text: String, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let keywords = Keywords(keywords);
        let (limits, checkpoint) = (keywords.limits()?, keywords.text("checkpoint")?.map(PathBuf::from));
        let found = self.ask(py, limits, move |session, limits| {
            sprague_games::check::check_text_on(session, &text, limits, checkpoint.as_deref())
                .map(|verdict| verdict.to_json().to_string())
        })?;
        found.map_err(|error| errors::unchecked(py, &error))
    }

    /// The position graph.
    fn graph(&self, py: Python<'_>, position: &str, keywords: &Bound<'_, PyDict>) -> PyResult<String> {
        let keywords = Keywords(keywords);
        let defaults = GraphOptions::default();
        let options = GraphOptions {
            most: keywords.count("most")?.map(|most| usize::try_from(most).unwrap_or(usize::MAX)),
            depth: keywords.get("depth", "a number of moves")?,
            play: keywords.play()?,
            first: keywords.first()?.unwrap_or(defaults.first),
            longest_play: keywords.count("longest_play")?.unwrap_or(defaults.longest_play),
            limits: keywords.limits()?,
        };
        self.answer(py, position, options.limits.clone(), move |session, text, limits| {
            let options = GraphOptions { limits: limits.clone(), ..options };
            let graph = sprague_games::position_graph(&session.position_within(text, limits)?, &options)?;
            let mut answer = graph.to_json();
            answer["dot"] = json!(graph.to_string());
            json_text(&answer)
        })
    }

    /// A drawing of a family, a table, a position.
    fn plot(&self, py: Python<'_>, what: &str, keywords: &Bound<'_, PyDict>) -> PyResult<PyDrawing> {
        let keywords = Keywords(keywords);
        let bad = |name: &str| {
            let name = name.to_owned();
            move |error: &str| PyValueError::new_err(format!("{name}: {error}"))
        };
        let kind = keywords.text("kind")?.map(|kind| kind.parse()).transpose().map_err(bad("kind"))?;
        let theme = keywords.text("theme")?.map(|theme| theme.parse()).transpose().map_err(bad("theme"))?;
        let to = match (keywords.range("to_pair")?, keywords.count("to")?) {
            (Some((a, b)), _) => Some(To::Pair([a, b])),
            (None, to) => to.map(To::Row),
        };
        let options = PlotOptions {
            kind,
            to,
            x: keywords.range("x")?.map(<[u64; 2]>::from),
            y: keywords.range("y")?.map(<[u64; 2]>::from),
            rows: keywords.rows()?,
            play: keywords.play()?,
            first: keywords.first()?,
            depth: keywords.get("depth", "a number of moves")?,
            longest_play: keywords.count("longest_play")?.unwrap_or(PlotOptions::default().longest_play),
            limits: keywords.limits()?,
            theme: theme.unwrap_or_default(),
            seek: keywords.count("seek")?,
        };
        let text = what.to_owned();
        let found = self.ask(py, options.limits.clone(), move |session, limits| {
            let options = PlotOptions { limits: limits.clone(), ..options };
            sprague_plot::plot(session, &text, &options)
        })?;
        let drawing = found.map_err(|error| errors::unanswered(py, what, error))?;
        match drawing.stopped() {
            Some(stopped) => Err(errors::stopped(py, stopped)),
            None => Ok(PyDrawing { drawing }),
        }
    }

    /// The Grundy values of positions of a ruleset in Python, all by one search.
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

    /// Who wins positions of a ruleset in Python, for the player to move, all by one search: a letter each.
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

/// What is asked about a position.
enum Worth {
    Nimber(u64),
    Outcome(char),
    /// It has no nimber.
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
        let (play, first, limits) = (keywords.play()?, keywords.first()?.unwrap_or(sprague::Player::Left), keywords.limits()?);
        let rules = self.rules.iter().find(|rules| rules.bind(py).get().functions().name() == name);
        let functions = rules.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?.bind(py).get().functions().clone();
        let words: Vec<AnyPosition> = positions.iter().map(|position| functions.position(position)).collect::<PyResult<_>>()?;
        let family = name.to_owned();
        let found = self.ask(py, limits, move |session, limits| {
            let rules = session.family(&family)?;
            let of = |position: AnyPosition| MixedSum {
                play,
                ..MixedSum::of([Component::at(&rules, ComponentPosition::Small(position))])
            };
            let sums: Vec<MixedSum> = words.into_iter().map(of).collect();
            let unsolved = |error: SolveError| match error {
                SolveError::Stopped(stopped) => QuestionError::Stopped(stopped),
                other => QuestionError::Unsolved(other),
            };
            if let Some(sum) = sums.first() {
                sum.has_meaning().map_err(|refused| unsolved(refused.into()))?;
            }
            let many = ManySums::of(&sums);
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
            let found = sums.iter().map(one).collect::<Result<Vec<_>, _>>().map_err(unsolved)?;
            search.recheck()?;
            Ok(found)
        })?;
        found.map_err(|error| errors::unanswered(py, name, error))
    }
}

/// A drawing.
#[pyclass(frozen, module = "sprague._sprague", name = "Drawing")]
pub(crate) struct PyDrawing {
    drawing: Drawing,
}

#[pymethods]
impl PyDrawing {
    /// points, table, thermograph, graph or picture.
    #[getter]
    fn kind(&self) -> &'static str {
        self.drawing.kind().name()
    }

    /// The drawing as SVG.
    fn svg(&self) -> String {
        self.drawing.svg()
    }

    /// The drawing as lines of text.
    fn text(&self, columns: usize, lines: usize) -> Vec<String> {
        self.drawing.text(columns, lines)
    }
}
