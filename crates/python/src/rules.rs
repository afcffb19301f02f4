//! A ruleset in Python, with its functions and the objects that represent positions.

mod asking;
mod heaps;
mod picture;
mod size;
mod text;

pub(crate) use asking::Asking;

use crate::codec;
use crate::errors::{limit_reached, malformed, not_a_list, shown};
use crate::under_way;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyDict, PyInt, PyList, PyString, PyTuple, PyType};
use pyo3::{PyTraverseError, PyVisit};
use sprague::any::{AnyPosition, Kind};
use sprague::{Bounds, Estimate, Outcome, Player, ScoreBounds};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The maximum number of moves of a position.
const MAX_MOVES: usize = 1 << 20;

/// Approximate memory of a numbered object in addition to its own, in bytes.
///
/// It is in these tables and in those of a search.
const OBJECT_BYTES: u64 = 384;

/// The most points of a move, of an ending and of a bound.
const MOST_POINTS: u64 = 1 << 31;

/// The class of moves that gain points.
static MOVE: PyOnceLock<Py<PyType>> = PyOnceLock::new();

/// What a move gains, and whether the player moves again.
type Gain = (i64, bool);

/// The maximum length of a label, in characters.
const MAX_LABEL: usize = 200;

/// The functions of a ruleset, and the positions that it has numbered or shown.
pub(crate) struct Functions {
    name: String,
    kind: Kind,
    /// The functions for Left and for Right, or none if positions are heaps.
    ///
    /// They are the same unless the game is partizan.
    moves: [Option<Py<PyAny>>; 2],
    heap_options: Option<Py<PyAny>>,
    terminal_outcome: Option<Py<PyAny>>,
    terminal_score: Option<Py<PyAny>>,
    score_bounds: Option<Py<PyAny>>,
    is_entailed: Option<Py<PyAny>>,
    summands: Option<Py<PyAny>>,
    canonical: Option<Py<PyAny>>,
    negative: Option<Py<PyAny>>,
    bounds: Option<Py<PyAny>>,
    estimate: Option<Py<PyAny>>,
    show: Option<Py<PyAny>>,
    parse: Option<Py<PyAny>>,
    picture: Option<Py<PyAny>>,
    /// The objects that are not plain values, by number, and their numbers, by type.
    objects: Py<PyList>,
    numbers: Py<PyDict>,
    /// The total memory of these objects, in bytes.
    object_bytes: AtomicU64,
    /// Positions whose text was shown and can only be parsed by this table.
    shown: Py<PyDict>,
}

/// A ruleset in Python in the form that the engine uses. Class `sprague.Ruleset` has one.
#[pyclass(frozen, module = "sprague._sprague")]
pub(crate) struct Rules {
    functions: Arc<Functions>,
}

#[pymethods]
impl Rules {
    /// Builds a ruleset from the functions of this object.
    #[new]
    fn new(name: String, ruleset: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = ruleset.py();
        let get = |name: &str| -> PyResult<Option<Py<PyAny>>> {
            match ruleset.getattr_opt(name)?.filter(|function| !function.is_none()) {
                Some(function) if !function.is_callable() => Err(PyTypeError::new_err(format!("`{name}` is not a function"))),
                found => Ok(found.map(Bound::unbind)),
            }
        };
        let (terminal_outcome, terminal_score) = (get("terminal_outcome")?, get("terminal_score")?);
        let ending = match (&terminal_outcome, &terminal_score) {
            (Some(_), Some(_)) => {
                let why = "there are `terminal_outcome` and `terminal_score`: the rules decide, or points do; give one of them";
                return Err(PyTypeError::new_err(format!("{name}: {why}")));
            }
            (None, None) => None,
            (_, terminal_score) => Some(terminal_score.is_some()),
        };
        let (moves, heap_options) = (get("moves")?, get("heap_options")?);
        let (kind, moves) = match (moves, &heap_options, get("left_moves")?, get("right_moves")?) {
            (Some(moves), None, None, None) => {
                let usual = if get("is_entailed")?.is_some() { Kind::Entailing } else { Kind::Impartial };
                let kind = ending.map_or(usual, |is_scored| if is_scored { Kind::Scored } else { Kind::TerminalRule });
                (kind, [Some(moves.clone_ref(py)), Some(moves)])
            }
            (None, None, Some(left), Some(right)) => {
                let kind = ending.map_or(Kind::Partizan, |is_scored| if is_scored { Kind::ScoredSides } else { Kind::Sides });
                (kind, [Some(left), Some(right)])
            }
            (None, Some(_), None, None) => (Kind::Impartial, [None, None]),
            _ => {
                let expected = "a ruleset has `moves`, or `left_moves` and `right_moves`, or `heap_options`";
                return Err(PyTypeError::new_err(format!("{name}: {expected}")));
            }
        };
        let summands = get("summands")?;
        if let Some(is_scored) = ending.filter(|_| heap_options.is_some() || summands.is_some()) {
            let ending = if is_scored { "terminal_score" } else { "terminal_outcome" };
            let why = format!("`{ending}` goes with moves alone: in sums, and where heaps split, the last mover wins");
            return Err(PyTypeError::new_err(format!("{name}: {why}")));
        }
        let score_bounds = get("score_bounds")?;
        if score_bounds.is_some() && terminal_score.is_none() {
            return Err(PyTypeError::new_err(format!("{name}: `score_bounds` goes with `terminal_score`")));
        }
        let is_entailed = get("is_entailed")?;
        if is_entailed.is_some() && kind != Kind::Entailing && ending.is_none() {
            let why =
                "`is_entailed` works only with `moves`, where both players have the same moves and whoever cannot move loses";
            return Err(PyTypeError::new_err(format!("{name}: {why}")));
        }
        if heap_options.is_some() {
            for other in ["summands", "canonical", "negative", "bounds", "estimate", "show", "parse", "picture"] {
                if get(other)?.is_some() {
                    return Err(PyTypeError::new_err(format!("{name}: heaps need no `{other}`")));
                }
            }
        }
        for other in ["bounds", "estimate"] {
            if kind != Kind::Partizan && get(other)?.is_some() {
                return Err(PyTypeError::new_err(format!("{name}: `{other}` goes with `left_moves` and `right_moves`")));
            }
        }
        let functions = Functions {
            kind,
            moves,
            heap_options,
            terminal_outcome,
            terminal_score,
            score_bounds,
            is_entailed,
            summands,
            canonical: get("canonical")?,
            negative: get("negative")?,
            bounds: get("bounds")?,
            estimate: get("estimate")?,
            show: get("show")?,
            parse: get("parse")?,
            picture: get("picture")?,
            objects: PyList::empty(py).unbind(),
            numbers: PyDict::new(py).unbind(),
            object_bytes: AtomicU64::new(0),
            shown: PyDict::new(py).unbind(),
            name,
        };
        Ok(Self { functions: Arc::new(functions) })
    }

    /// The name as it was given.
    #[getter]
    fn name(&self) -> &str {
        &self.functions.name
    }

    /// The kind: impartial, partizan, terminal rule, or entailing.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.functions.kind {
            Kind::Impartial => "impartial",
            Kind::Partizan => "partizan",
            Kind::TerminalRule => "terminal rule",
            Kind::Entailing => "entailing",
            Kind::Sides => "partizan, terminal rule",
            Kind::Scored => "scored",
            Kind::ScoredSides => "partizan, scored",
        }
    }

    /// The number of objects that are represented by a number.
    #[getter]
    fn objects(&self, py: Python<'_>) -> usize {
        self.functions.objects.bind(py).len()
    }

    /// Returns the position in the form that rules receive: a list becomes a tuple, and a number of NumPy becomes one of
    /// Python.
    fn seen<'py>(&self, py: Python<'py>, position: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.functions.object(py, &self.functions.position(position)?)
    }

    /// Returns the text of a position in the notation.
    fn show(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<String> {
        self.functions.text(py, position)
    }

    /// Returns the position for a text in the notation.
    fn read<'py>(&self, py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        match self.functions.read(py, text)? {
            Ok(position) => self.functions.object(py, &position),
            Err(error) => Err(malformed(py, text, &error)),
        }
    }

    /// Returns the moves of a player, "left" or "right", each as a label, if there is one, and a position.
    #[pyo3(signature = (position, player="left"))]
    fn moves<'py>(
        &self,
        py: Python<'py>,
        position: &Bound<'py, PyAny>,
        player: &str,
    ) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let player: Player = crate::keywords::player(player)?;
        let (moves, _) = self.functions.moves(py, &self.functions.position(position)?, player)?;
        moves.into_iter().map(|(label, to)| Ok((label, self.functions.object(py, &to)?))).collect()
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.functions.traverse(&visit)
    }
}

impl Rules {
    pub(crate) fn functions(&self) -> &Arc<Functions> {
        &self.functions
    }
}

impl Functions {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn is_of_heaps(&self) -> bool {
        self.heap_options.is_some()
    }

    /// Returns the text of a position of Python in the notation.
    pub(crate) fn text(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<String> {
        self.show(py, &self.position(position)?)
    }

    fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        let all = [
            &self.heap_options,
            &self.terminal_outcome,
            &self.terminal_score,
            &self.score_bounds,
            &self.is_entailed,
            &self.summands,
            &self.canonical,
            &self.negative,
            &self.bounds,
            &self.estimate,
            &self.show,
            &self.parse,
            &self.picture,
        ];
        all.into_iter().chain(&self.moves).flatten().try_for_each(|function| visit.call(function))?;
        visit.call(&self.objects)?;
        visit.call(&self.numbers)?;
        visit.call(&self.shown)
    }

    /// Returns the position that a value represents.
    pub(crate) fn position(&self, value: &Bound<'_, PyAny>) -> PyResult<AnyPosition> {
        if self.is_of_heaps() {
            return heaps::position(value);
        }
        match codec::encoded(value)? {
            Some(position) => Ok(position),
            None => Ok(AnyPosition::from_words([(self.number(value)? as u64) << 3 | codec::OBJECT])),
        }
    }

    /// Returns the number of an object. A new object gets a new number.
    fn number(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let py = value.py();
        let (numbers, objects, key) = (self.numbers.bind(py), self.objects.bind(py), codec::key(value)?);
        let known = numbers.get_item(&key).inspect_err(|error| {
            note(py, error, "positions can be hashed, as ints, strings, tuples, frozensets and frozen dataclasses can")
        })?;
        if let Some(known) = known {
            return known.extract();
        }
        let number = objects.len();
        let most = under_way::most_bytes();
        let more = OBJECT_BYTES + size::bytes_of(value);
        if self.object_bytes.fetch_add(more, Ordering::Relaxed).saturating_add(more) > most {
            let how = format!(
                "stopped at {most} bytes of memory, most of them for {number} positions that are no ints, strings or tuples"
            );
            return Err(limit_reached(py, "memory", how + "; limit_memory= allows more"));
        }
        numbers.set_item(key, number)?;
        objects.append(value)?;
        // comparing the object may have run other code, which may have numbered other objects
        if objects.get_item(number).is_ok_and(|there| there.is(value)) { Ok(number) } else { self.number_again(value) }
    }

    /// Returns the number of an object, after another thread has used the number meant for it.
    fn number_again(&self, value: &Bound<'_, PyAny>) -> PyResult<usize> {
        let objects = self.objects.bind(value.py());
        for (number, there) in objects.iter().enumerate().rev() {
            if there.is(value) {
                self.numbers.bind(value.py()).set_item(codec::key(value)?, number)?;
                return Ok(number);
            }
        }
        Err(PyValueError::new_err("a position is not there any more"))
    }

    /// Returns the value that represents a position.
    pub(crate) fn object<'py>(&self, py: Python<'py>, position: &AnyPosition) -> PyResult<Bound<'py, PyAny>> {
        if self.is_of_heaps() {
            return heaps::object(py, position.words());
        }
        match codec::object(position.words()) {
            Some(number) => self.objects.bind(py).get_item(number),
            None => codec::decode(py, &mut position.words()),
        }
    }

    /// Calls a function with a position.
    ///
    /// # Errors
    /// The exception of the function, or a `RulesError` if the function changed the object.
    fn call<'py>(
        &self,
        py: Python<'py>,
        what: &str,
        function: &Py<PyAny>,
        position: &AnyPosition,
    ) -> PyResult<Bound<'py, PyAny>> {
        let here = self.object(py, position)?;
        let called = function.bind(py).call1((&here,));
        let found = called.inspect_err(|error| self.about(py, error, what, &here))?;
        let number = codec::object(position.words());
        if number.is_some()
            && self.numbers.bind(py).get_item(codec::key(&here)?)?.is_none_or(|known| known.extract::<usize>().ok() != number)
        {
            let how =
                format!("{}: `{what}` changed the position that it was asked about, or its hash, to {}", self.name, shown(&here));
            return Err(crate::errors::RulesError::new_err(how));
        }
        Ok(found)
    }

    /// Adds the question and the position to an error.
    fn about(&self, py: Python<'_>, error: &PyErr, what: &str, here: &Bound<'_, PyAny>) {
        let verb = match what {
            "moves" | "left_moves" | "right_moves" | "heap_options" => format!("listed the {} of", what.replace('_', " ")),
            _ => format!("was asked for `{what}` of"),
        };
        note(py, error, &format!("while {} {verb} {}", self.name, shown(here)));
    }

    /// Calls `each` with every listed option, with its label if there are labels, and with what the move gains.
    fn listed<'py>(
        &self,
        py: Python<'py>,
        position: &AnyPosition,
        player: Player,
        mut each: impl FnMut(Option<&Bound<'py, PyAny>>, &Bound<'py, PyAny>, Gain) -> PyResult<()>,
    ) -> PyResult<()> {
        let Some(function) = &self.moves[player as usize] else { return Ok(()) };
        let what = match (self.kind, player) {
            (kind, Player::Left) if kind.has_sides() => "left_moves",
            (kind, Player::Right) if kind.has_sides() => "right_moves",
            _ => "moves",
        };
        let is_move = {
            let class = MOVE.import(py, "sprague", "Move")?;
            move |item: &Bound<'py, PyAny>| item.get_type().is(class)
        };
        let mut count = 0;
        let mut each = |label: Option<&Bound<'py, PyAny>>, item: &Bound<'py, PyAny>| {
            count += 1;
            if count > MAX_MOVES {
                return Err(crate::errors::RulesError::new_err(format!(
                    "{}: more than {MAX_MOVES} moves of one position",
                    self.name
                )));
            }
            if !is_move(item) {
                return each(label, item, (0, false));
            }
            let get = |name| item.getattr(name);
            each(Some(&get("label")?), &get("to")?, self.gain(&get("gain")?, &get("again")?)?)
        };
        let found = self.call(py, what, function, position)?;
        let listed = (|| {
            if let Ok(list) = found.cast_exact::<PyList>() {
                list.iter().try_for_each(|item| each(None, &item))
            } else if let Ok(tuple) = found.cast_exact::<PyTuple>() {
                tuple.iter().try_for_each(|item| each(None, &item))
            } else if let Ok(moves) = found.cast::<PyDict>() {
                // a copy, because numbering a position may run code that changes the list
                moves.items().iter().try_for_each(|item| each(Some(&item.get_item(0)?), &item.get_item(1)?))
            } else if found.is_none() {
                Err(PyTypeError::new_err(format!("`{what}` returned None, not a list of positions (is there a `return`?)")))
            } else if found.is_instance_of::<PyString>() || found.is_instance_of::<PyBytes>() || found.hasattr("keys")? {
                let kind = found.get_type().qualname()?;
                Err(PyTypeError::new_err(format!(
                    "`{what}` returned {kind}, not a list of positions, or a dict from labels to positions"
                )))
            } else {
                let items = found.try_iter().map_err(|error| {
                    let expected =
                        || PyTypeError::new_err(format!("`{what}` returned {}, not a list of positions", shown(&found)));
                    not_a_list(py, error, expected)
                })?;
                items.into_iter().try_for_each(|item| each(None, &item?))
            }
        })();
        listed.inspect_err(|error: &PyErr| {
            if let Ok(here) = self.object(py, position) {
                self.about(py, error, what, &here);
            }
        })
    }

    /// Returns what a `Move` gains, and whether the player moves again.
    fn gain(&self, gain: &Bound<'_, PyAny>, again: &Bound<'_, PyAny>) -> PyResult<Gain> {
        let (gain, again) = (self.points("`gain`", gain)?, again.extract()?);
        if (gain, again) != (0, false) && !self.kind.is_scored() {
            let why = "`gain` and `again` are for rules that count points: add `terminal_score`, which may return 0";
            return Err(PyTypeError::new_err(format!("{}: {why}", self.name)));
        }
        Ok((gain, again))
    }

    /// Checks a number of points.
    fn points(&self, what: &str, points: &Bound<'_, PyAny>) -> PyResult<i64> {
        let found = points.extract().ok().filter(|found: &i64| found.unsigned_abs() <= MOST_POINTS);
        let wrong = || PyTypeError::new_err(format!("{}: {what} is an int up to 2**31, not {}", self.name, shown(points)));
        found.ok_or_else(wrong)
    }

    /// Returns the points at the end: those of the player to move less those of the other, or Left's less Right's.
    fn score_at_end(&self, py: Python<'_>, function: &Py<PyAny>, position: &AnyPosition) -> PyResult<i64> {
        self.points("what `terminal_score` returns", &self.call(py, "terminal_score", function, position)?)
    }

    /// Returns bounds of the score from a position on, with the sign of `terminal_score`.
    fn score_bounds_of(&self, py: Python<'_>, function: &Py<PyAny>, position: &AnyPosition) -> PyResult<ScoreBounds> {
        let found = self.call(py, "score_bounds", function, position)?;
        if found.is_none() {
            return Ok(ScoreBounds::UNKNOWN);
        }
        let what = "a bound in `score_bounds`";
        let bounds = found.extract().map(|(low, high): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            PyResult::Ok(ScoreBounds { low: self.points(what, &low)?, high: self.points(what, &high)? })
        });
        match bounds {
            Ok(bounds) if bounds.as_ref().is_ok_and(|bounds| bounds.low > bounds.high) => {
                let how =
                    format!("{}: `score_bounds` returned {}: the lower bound is above the upper one", self.name, shown(&found));
                Err(PyValueError::new_err(how))
            }
            Ok(bounds) => bounds,
            Err(_) => {
                let how = format!("{}: `score_bounds` returned {}, not two ints or None", self.name, shown(&found));
                Err(PyTypeError::new_err(how))
            }
        }
    }

    /// Appends the options of a player and what the moves gain. Returns `true` if they have labels.
    fn options(
        &self,
        py: Python<'_>,
        position: &AnyPosition,
        player: Player,
        options: &mut Vec<AnyPosition>,
        gains: &mut Vec<Gain>,
    ) -> PyResult<bool> {
        if self.is_of_heaps() {
            let mut has_labels = false;
            self.options_of_heaps(py, position, |_, label, to| {
                has_labels |= label.is_some();
                options.push(to);
                Ok(())
            })?;
            return Ok(has_labels);
        }
        let mut has_labels = false;
        self.listed(py, position, player, |label, item, gain| {
            has_labels |= label.is_some();
            options.push(self.position(item)?);
            gains.push(gain);
            Ok(())
        })?;
        Ok(has_labels)
    }

    /// Returns the moves of a player in the order of the options, with their labels if they have any.
    ///
    /// If `names_heap` is set and there are several heaps, each label begins with the heap in which the move is made.
    fn named_moves(
        &self,
        py: Python<'_>,
        position: &AnyPosition,
        player: Player,
        names_heap: bool,
    ) -> PyResult<Vec<(Option<String>, AnyPosition)>> {
        let mut moves = vec![];
        if self.is_of_heaps() {
            let names_heap = names_heap && position.words().len() > 1;
            self.options_of_heaps(py, position, |heap, label, to| {
                let label = label.map(text::label).transpose()?;
                moves.push((label.map(|label| if names_heap { format!("{heap}: {label}") } else { label }), to));
                Ok(())
            })?;
            return Ok(moves);
        }
        self.listed(py, position, player, |label, item, _| {
            moves.push((label.map(text::label).transpose()?, self.position(item)?));
            Ok(())
        })?;
        Ok(moves)
    }

    /// Returns the moves of a player, with names in the order of the options, and `true` if any of them has a label.
    ///
    /// The name of a move without a label is the text of the position to which it leads.
    fn moves(&self, py: Python<'_>, position: &AnyPosition, player: Player) -> PyResult<(Vec<(String, AnyPosition)>, bool)> {
        let moves = self.named_moves(py, position, player, true)?;
        let has_labels = moves.iter().any(|(label, _)| label.is_some());
        let named = moves.into_iter().map(|(name, to)| Ok((name.map_or_else(|| self.show(py, &to), Ok)?, to)));
        Ok((named.collect::<PyResult<_>>()?, has_labels))
    }

    /// Names each move by the position to which it leads.
    fn named_after(&self, py: Python<'_>, options: Vec<AnyPosition>) -> PyResult<Vec<(String, AnyPosition)>> {
        options.into_iter().map(|to| Ok((self.show(py, &to)?, to))).collect()
    }

    /// Returns the outcome for the player to move in a position without moves.
    fn outcome_at_end(&self, py: Python<'_>, position: &AnyPosition, player: Player) -> PyResult<Outcome> {
        let Some(function) = &self.terminal_outcome else { return Ok(Outcome::Loss) };
        let found = self.call(py, "terminal_outcome", function, position)?;
        let word = found.cast::<PyString>().ok().map(|word| word.to_string_lossy().into_owned());
        match word.as_deref() {
            Some("win") => Ok(Outcome::Win),
            Some("draw") => Ok(Outcome::Draw),
            Some("loss") => Ok(Outcome::Loss),
            Some("left") if self.kind.has_sides() => Ok(player.signed(Outcome::Win)),
            Some("right") if self.kind.has_sides() => Ok(player.signed(Outcome::Loss)),
            _ => {
                let sides = if self.kind.has_sides() { ", or \"left\" or \"right\"" } else { "" };
                let error = PyValueError::new_err(format!(
                    "`terminal_outcome` says \"win\", \"draw\" or \"loss\", for the player to move{sides}, not {}",
                    shown(&found)
                ));
                self.about(py, &error, "terminal_outcome", &self.object(py, position)?);
                Err(error)
            }
        }
    }

    /// Returns `true` if the player to move must move in this component of a sum.
    fn entails(&self, py: Python<'_>, position: &AnyPosition) -> PyResult<bool> {
        let Some(function) = &self.is_entailed else { return Ok(false) };
        self.call(py, "is_entailed", function, position)?.extract().inspect_err(|error| {
            if let Ok(object) = self.object(py, position) {
                self.about(py, error, "is_entailed", &object);
            }
        })
    }

    /// Appends the components whose sum is the position.
    fn parts(&self, py: Python<'_>, position: &AnyPosition, parts: &mut Vec<AnyPosition>) -> PyResult<()> {
        if self.is_of_heaps() {
            parts.extend(position.words().iter().map(|heap| AnyPosition::from_words([*heap])));
            return Ok(());
        }
        let Some(function) = &self.summands else {
            parts.push(position.clone());
            return Ok(());
        };
        for (count, part) in self.call(py, "summands", function, position)?.try_iter()?.enumerate() {
            if count >= MAX_MOVES {
                return Err(PyValueError::new_err(format!("`summands` lists more than {MAX_MOVES}")));
            }
            parts.push(self.position(&part?)?);
        }
        Ok(())
    }

    /// Returns the bounds of a position's value, each of which may be `None`.
    fn bounds_of(&self, py: Python<'_>, function: &Py<PyAny>, position: &AnyPosition) -> PyResult<Bounds> {
        let found = self.call(py, "bounds", function, position)?;
        if found.is_none() {
            return Ok(Bounds::UNKNOWN);
        }
        let wrong = |how: String| PyTypeError::new_err(format!("{}: `bounds` returned {}: {how}", self.name, shown(&found)));
        let claims: Vec<Option<i64>> = found.extract().map_err(|_| {
            wrong("two to four ints were expected (low, high, left_first, right_first; None claims nothing)".to_owned())
        })?;
        Bounds::claiming(&claims).map_err(|error| wrong(error.to_string()))
    }

    fn estimate_of(&self, py: Python<'_>, function: &Py<PyAny>, position: &AnyPosition) -> PyResult<Estimate> {
        let found = self.call(py, "estimate", function, position)?;
        let estimate = found.extract().ok().and_then(Estimate::of_moves);
        estimate.ok_or_else(|| {
            PyTypeError::new_err(format!("{}: `estimate` returned {}, not a number of moves", self.name, shown(&found)))
        })
    }

    /// Returns the position that a function returns for a position.
    ///
    /// Returns `None` if `negative` returns None, because there is no negative. If another function returns None, its
    /// `return` is probably missing.
    fn image(&self, py: Python<'_>, what: &str, function: &Py<PyAny>, position: &AnyPosition) -> PyResult<Option<AnyPosition>> {
        let found = self.call(py, what, function, position)?;
        match found.is_none() {
            true if what == "negative" => Ok(None),
            true => {
                Err(PyTypeError::new_err(format!("{}: `{what}` returned None, not a position (is there a `return`?)", self.name)))
            }
            false => self.position(&found).map(Some),
        }
    }
}

/// Adds a line to the text of an error.
fn note(py: Python<'_>, error: &PyErr, text: &str) {
    // Python 3.10 has no notes
    let _ = error.value(py).call_method1("add_note", (text,));
}

/// Returns a whole number from 0 that fits into 64 bits.
fn small(value: &Bound<'_, PyAny>) -> Option<u64> {
    if value.is_instance_of::<PyInt>() { value.extract().ok() } else { None }
}
