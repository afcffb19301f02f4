//! A ruleset in Python behind type erasure, for the questions of one session.

use super::{Functions, MOST_BYTES};
use crate::codec;
use crate::ending;
use crate::errors::shown;
use crate::run::BETWEEN_SIGNALS;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use sprague::any::{AnyPosition, CHUNK, Fault, HeapView, Kind, Labelled, Picture};
use sprague::{AnyRuleset, BadNotation, Bounds, Estimate, MOST_COUNTED, Outcome, Player};
use sprague_plugin::{Listed, Question, Witness};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

thread_local! {
    /// The exception that a ruleset raised while this thread asked it.
    static RAISED: RefCell<Option<PyErr>> = const { RefCell::new(None) };
    /// Tells if the exception ends a program, as Ctrl-C does: then nothing more is asked.
    static ENDS: Cell<bool> = const { Cell::new(false) };
    /// Number of nested calls of ruleset functions on this thread.
    ///
    /// A function may ask questions of its own.
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// Begins a question whose objects may take so many bytes.
///
/// Dropping the result ends the question, and restores the limit of the question around it.
#[must_use]
pub(crate) fn begin(bytes: u64) -> impl Drop {
    struct Ended(u64);
    impl Drop for Ended {
        fn drop(&mut self) {
            MOST_BYTES.set(self.0);
        }
    }
    RAISED.with_borrow_mut(Option::take);
    ENDS.set(false);
    Ended(MOST_BYTES.replace(bytes))
}

/// The exception that was raised in the question, if any.
pub(crate) fn raised() -> Option<PyErr> {
    ENDS.set(false);
    RAISED.with_borrow_mut(Option::take)
}

/// Keeps an exception for the question on this thread, unless there is an earlier one.
fn keep(py: Python<'_>, error: &PyErr) {
    RAISED.with_borrow_mut(|raised| {
        if raised.is_none() {
            *raised = Some(error.clone_ref(py));
            ENDS.set(!error.is_instance_of::<PyException>(py));
        }
    });
}

/// A ruleset that answers through its functions in Python.
///
/// The first exception of a function is kept for the end of the question. From then on the ruleset lists no moves, so that the search
/// ends. Some questions are asked twice, to find functions whose answers change.
pub(crate) struct Asking {
    functions: Arc<Functions>,
    has_failed: AtomicBool,
    fault: Mutex<Option<Fault>>,
    witness: Mutex<Witness>,
    looked: Mutex<Instant>,
    /// The options that were listed last, if they do not fit into one portion.
    portions: Mutex<Option<Portions>>,
    /// Options that are likely to be wanted again.
    listed: Mutex<Listed>,
}

/// The options of a position, to be handed over in portions.
#[derive(Clone)]
struct Portions {
    position: AnyPosition,
    player: Player,
    options: Arc<Vec<AnyPosition>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Asking {
    pub(crate) fn new(functions: Arc<Functions>) -> Self {
        Self {
            functions,
            has_failed: AtomicBool::new(false),
            fault: Mutex::default(),
            witness: Mutex::default(),
            looked: Mutex::new(Instant::now()),
            portions: Mutex::default(),
            listed: Mutex::default(),
        }
    }

    fn failed(&self, py: Python<'_>, error: &PyErr) {
        let mut fault = lock(&self.fault);
        fault.get_or_insert_with(|| Fault::new(format!("{}: {error}", self.functions.name())));
        drop(fault);
        keep(py, error);
        self.has_failed.store(true, Ordering::Relaxed);
    }

    fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed) || ENDS.get() || ending::ends()
    }

    /// Asks, unless something was raised before. No lock is held meanwhile.
    pub(super) fn ask<T>(&self, ask: impl for<'py> FnOnce(Python<'py>, &Functions) -> PyResult<T>) -> Option<T> {
        if self.has_failed() {
            return None;
        }
        DEPTH.set(DEPTH.get() + 1);
        let found = Python::attach(|py| ask(py, &self.functions).map_err(|error| self.failed(py, &error)).ok());
        DEPTH.set(DEPTH.get() - 1);
        found
    }

    /// The options that a ruleset lists; `None` if something was raised.
    fn listed(&self, position: &AnyPosition, player: Player) -> Option<Vec<AnyPosition>> {
        let mut all = vec![];
        self.ask(|py, functions| functions.options(py, position, player, &mut all))?;
        if self.is_watched() {
            self.keep(position, player, &all);
        }
        Some(all)
    }

    /// The player as the ruleset sees him: Left, where both have the same moves.
    fn player(&self, player: Player) -> Player {
        if self.functions.kind == Kind::Partizan { player } else { Player::Left }
    }

    /// Tells if the next question belongs to the sample that is asked twice.
    pub(super) fn is_watched(&self) -> bool {
        lock(&self.witness).is_due()
    }

    /// Keeps a question of the sample, and asks it again.
    ///
    /// The question whose place it takes is asked again, too.
    pub(super) fn keep(&self, position: &AnyPosition, player: Player, found: &[AnyPosition]) {
        let earlier = lock(&self.witness).keep(position.words(), player, found);
        let now = Question::new(position.words(), player, found);
        [Some(now), earlier].into_iter().flatten().for_each(|question| self.ask_again(&question));
    }

    /// Asks a question of the sample again, unless a function of a ruleset is running.
    ///
    /// Such a function may ask questions itself, which would be asked again in turn without end.
    fn ask_again(&self, question: &Question) {
        if DEPTH.get() > 0 {
            return;
        }
        self.ask(|py, functions| {
            let position = AnyPosition::from_words(question.single.iter().copied());
            let mut again = vec![];
            functions.options(py, &position, question.player, &mut again)?;
            if question.is_answered_by(&again) {
                return Ok(());
            }
            let here = functions.object(py, &position)?;
            let how = format!("{}: asked twice about the moves of {}, it gave different answers", functions.name(), shown(&here));
            Err(crate::errors::RulesError::new_err(how))
        });
    }

    fn ask_sample_again(&self, is_due: impl FnOnce(&Witness) -> bool) -> Option<Fault> {
        let questions = {
            let mut witness = lock(&self.witness);
            if is_due(&witness) { witness.questions_again() } else { vec![] }
        };
        questions.iter().for_each(|question| self.ask_again(question));
        self.look();
        if !self.has_failed() {
            return None;
        }
        lock(&self.fault).clone().or_else(|| Some(Fault::new("it was asked to end")))
    }

    /// Lets signals in now and then, such as that of Ctrl-C.
    fn look(&self) {
        let is_due = {
            let mut looked = lock(&self.looked);
            let is_due = looked.elapsed() > BETWEEN_SIGNALS;
            if is_due {
                *looked = Instant::now();
            }
            is_due
        };
        if is_due {
            self.ask(|py, _| py.check_signals());
        }
    }
}

/// The portion of `all` from an index on, and whether more follow.
fn portion<T>(all: Vec<T>, from: usize, into: &mut Vec<T>) -> bool {
    let more = all.len() > from.saturating_add(CHUNK);
    into.extend(all.into_iter().skip(from).take(CHUNK));
    more
}

impl AnyRuleset for Asking {
    fn kind(&self) -> Kind {
        self.functions.kind
    }

    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        let read = Python::attach(|py| self.functions.read(py, text).map_err(|error| keep(py, &error)));
        read.unwrap_or_else(|()| Err(BadNotation::new(0, "a position of rules that answer")))
    }

    fn show(&self, position: &AnyPosition) -> String {
        self.ask(|py, functions| functions.show(py, position)).unwrap_or_else(|| "?".to_owned())
    }

    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        if from > 0 {
            let listed = lock(&self.portions).clone().filter(|listed| (&listed.position, listed.player) == (position, player));
            if let Some(listed) = listed {
                options.extend(listed.options.iter().skip(from).take(CHUNK).cloned());
                return listed.options.len() > from.saturating_add(CHUNK);
            }
        }
        if self.has_failed() {
            return false;
        }
        let seen_as = self.player(player);
        let known = lock(&self.listed).options(position, seen_as).map(Iterator::collect);
        let is_new = known.is_none();
        let Some(all) = known.or_else(|| self.listed(position, player)) else { return false };
        // searches of partizan positions ask for both who start, and for values
        if is_new && self.functions.kind == Kind::Partizan {
            lock(&self.listed).keep(position, seen_as, &all);
        }
        if from == 0 && options.is_empty() && all.len() <= CHUNK {
            *options = all;
            return false;
        }
        let options_of_it = Arc::new(all);
        options.extend(options_of_it.iter().skip(from).take(CHUNK).cloned());
        let more = options_of_it.len() > from.saturating_add(CHUNK);
        *lock(&self.portions) = more.then(|| Portions { position: position.clone(), player, options: options_of_it });
        more
    }

    /// The number of options, at most [`MOST_COUNTED`].
    ///
    /// Searches count the options of a position before they visit it, so the list is kept for the visit.
    fn mobility(&self, position: &AnyPosition, player: Player) -> u32 {
        let seen_as = self.player(player);
        let known = lock(&self.listed).count(position, seen_as);
        let count = known.or_else(|| {
            let options = self.listed(position, player)?;
            lock(&self.listed).keep(position, seen_as, &options);
            Some(options.len())
        });
        count.unwrap_or(0).min(MOST_COUNTED as usize) as u32
    }

    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        self.mobility(position, player) == 0
    }

    fn bounds(&self, position: &AnyPosition) -> Bounds {
        let Some(bounds) = &self.functions.bounds else { return Bounds::UNKNOWN };
        self.ask(|py, functions| functions.bounds_of(py, bounds, position)).unwrap_or(Bounds::UNKNOWN)
    }

    fn estimate(&self, position: &AnyPosition) -> Option<Estimate> {
        let estimate = self.functions.estimate.as_ref()?;
        self.ask(|py, functions| functions.estimate_of(py, estimate, position))
    }

    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        let all = self.ask(|py, functions| functions.moves(py, position, player)).unwrap_or_default();
        portion(all.into_iter().map(|(label, to)| Labelled { label, to }).collect(), from, moves)
    }

    fn terminal_outcome(&self, position: &AnyPosition) -> Outcome {
        self.ask(|py, functions| functions.outcome_at_end(py, position)).unwrap_or(Outcome::Loss)
    }

    fn is_entailed(&self, position: &AnyPosition) -> bool {
        self.functions.kind == Kind::Entailing && self.ask(|py, functions| functions.entails(py, position)).unwrap_or(false)
    }

    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        if self.functions.summands.is_none() && !self.functions.is_of_heaps() {
            summands.push(position.clone());
            return;
        }
        let mut parts = vec![];
        match self.ask(|py, functions| functions.parts(py, position, &mut parts)) {
            Some(()) => summands.append(&mut parts),
            None => summands.push(position.clone()),
        }
    }

    fn normal_form(&self, position: AnyPosition) -> AnyPosition {
        let Some(canonical) = &self.functions.canonical else { return position };
        self.ask(|py, functions| functions.image(py, "canonical", canonical, &position)).flatten().unwrap_or(position)
    }

    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        match (self.functions.kind, &self.functions.negative) {
            (Kind::Impartial | Kind::Entailing, _) => Some(position.clone()),
            (_, None) => None,
            (_, Some(negative)) => self.ask(|py, functions| functions.image(py, "negative", negative, position)).flatten(),
        }
    }

    fn fault(&self) -> Option<Fault> {
        self.ask_sample_again(Witness::has_doubled)
    }

    fn recheck(&self) -> Option<Fault> {
        self.ask_sample_again(Witness::is_stale)
    }

    fn heaps(&self) -> Option<&dyn HeapView> {
        self.functions.is_of_heaps().then_some(self as &dyn HeapView)
    }

    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        if self.functions.is_of_heaps() {
            return Picture::Heaps(position.words().to_vec()).bounded();
        }
        let picture = self.functions.picture.as_ref()?;
        self.ask(|py, functions| functions.drawn(py, picture, position)).flatten()?.bounded()
    }

    /// The labels of moves, where they have some.
    fn move_names(&self, position: &AnyPosition, player: Player) -> Option<Vec<String>> {
        let moves = self.ask(|py, functions| functions.named_moves(py, position, player, false)).unwrap_or_default();
        moves.into_iter().map(|(name, _)| name).collect()
    }

    /// The number that a position is, or the tokens of all heaps.
    fn tokens(&self, position: &AnyPosition) -> Option<u128> {
        if self.functions.is_of_heaps() {
            return Some(position.words().iter().copied().map(u128::from).sum());
        }
        match (&self.functions.show, position.words()) {
            (None, [_]) => codec::numbers(position.words())?.next().map(u128::from),
            _ => None,
        }
    }

    fn is_loaded(&self) -> bool {
        true
    }
}
