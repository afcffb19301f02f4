//! A ruleset in Python after type erasure, for the questions of one session.

use super::Functions;
use crate::codec;
use crate::errors::shown;
use crate::under_way::{self, keep, look_if_due};
use pyo3::prelude::*;
use sprague::any::{AnyPosition, CHUNK, Fault, HeapView, Kind, Labelled, Picture};
use sprague::{AnyRuleset, BadNotation, Bounds, Estimate, Hints, MOST_COUNTED, Outcome, Player, ScoreBounds, ScoredOption};
use sprague_plugin::{Listed, Question, Witness};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A ruleset that calls functions in Python.
///
/// An exception of a function ends the question. In a check of laws, the ruleset lists no more moves instead. Some questions
/// are asked twice, to find functions whose answers change.
pub(crate) struct Asking {
    functions: Arc<Functions>,
    /// Whether a dict of moves occurred. Its labels are not those of options.
    has_labels: AtomicBool,
    witness: Mutex<Witness>,
    /// The number of questions in the sample, until the sample is full.
    kept: AtomicU64,
    /// The options that were listed last, if they do not fit into one portion.
    portions: Mutex<Option<Portions>>,
    listed: Mutex<Listed>,
}

/// The options of a position, which are returned in portions.
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
            has_labels: AtomicBool::new(false),
            witness: Mutex::default(),
            kept: AtomicU64::new(0),
            portions: Mutex::default(),
            listed: Mutex::default(),
        }
    }

    /// Calls `ask`, unless an exception was raised before. No lock is held during the call.
    pub(super) fn ask<T>(&self, ask: impl for<'py> FnOnce(Python<'py>, &Functions) -> PyResult<T>) -> Option<T> {
        if under_way::fault().is_none() {
            match Python::attach(|py| ask(py, &self.functions)) {
                Ok(found) => return Some(found),
                Err(error) => keep(error, |error| format!("{}: {error}", self.functions.name())),
            }
        }
        under_way::unwind();
        None
    }

    /// Returns the options that a ruleset lists, and caches them. Returns `None` if an exception was raised.
    fn listed(&self, position: &AnyPosition, player: Player) -> Option<Vec<AnyPosition>> {
        let (mut all, mut gains) = (vec![], vec![]);
        let has_labels = self.ask(|py, functions| functions.options(py, position, player, &mut all, &mut gains))?;
        self.has_labels.fetch_or(has_labels, Ordering::Relaxed);
        self.note(position, player, &all);
        if self.functions.kind.is_scored() {
            lock(&self.listed).keep_gains(position, self.player(player), gains.into());
        }
        Some(all)
    }

    /// Stores the options of a position. If the sample is due, its questions are asked again.
    fn note(&self, position: &AnyPosition, player: Player, options: &[AnyPosition]) {
        if self.is_watched() {
            self.keep(position, player, options);
        }
        lock(&self.listed).keep(position, self.player(player), options);
    }

    /// Returns the player to pass to the ruleset, which is Left if both players have the same moves.
    fn player(&self, player: Player) -> Player {
        if self.functions.kind.has_sides() { player } else { Player::Left }
    }

    /// Returns `true` if the next question belongs to the sample that is asked twice.
    pub(super) fn is_watched(&self) -> bool {
        lock(&self.witness).is_due()
    }

    /// Adds a question to the sample.
    ///
    /// If the sample is full, this question and the one that it replaces are asked again at once. Before that, only a few are
    /// asked again, because the questions of a small game are asked again at the end of its search.
    pub(super) fn keep(&self, position: &AnyPosition, player: Player, found: &[AnyPosition]) {
        let earlier = lock(&self.witness).keep(position.words(), player, found);
        if earlier.is_some() || (1 + self.kept.fetch_add(1, Ordering::Relaxed)).is_power_of_two() {
            let now = Question::new(position.words(), player, found);
            [Some(now), earlier].into_iter().flatten().for_each(|question| self.ask_again(&question));
        }
    }

    /// Asks a question of the sample again, unless a function of a ruleset is running.
    ///
    /// Such a function may ask questions itself, and asking these again could be endless.
    fn ask_again(&self, question: &Question) {
        if under_way::is_nested() {
            return;
        }
        self.ask(|py, functions| {
            let position = AnyPosition::from_words(question.single.iter().copied());
            let (mut again, mut gains) = (vec![], vec![]);
            functions.options(py, &position, question.player, &mut again, &mut gains)?;
            let known = lock(&self.listed).gains(&position, self.player(question.player));
            if question.is_answered_by(&again) && known.is_none_or(|known| *known == gains[..]) {
                return Ok(());
            }
            let here = functions.object(py, &position)?;
            let how = format!("{}: asked twice about the moves of {}, it gave different answers", functions.name(), shown(&here));
            Err(crate::errors::RulesError::new_err(how))
        });
    }
}

/// Appends a portion of `all` from an index on. Returns `true` if more remains.
fn portion<T: Clone>(all: &[T], from: usize, into: &mut Vec<T>) -> bool {
    let to = all.len().min(from.saturating_add(CHUNK));
    into.extend_from_slice(&all[from.min(to)..to]);
    to < all.len()
}

impl AnyRuleset for Asking {
    fn kind(&self) -> Kind {
        self.functions.kind
    }

    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        let read = self.ask(|py, functions| functions.read(py, text));
        read.unwrap_or_else(|| Err(BadNotation::new(0, "a position of rules that answer")))
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
        let known = lock(&self.listed).options(position, self.player(player)).map(Iterator::collect);
        let Some(all) = known.or_else(|| self.listed(position, player)) else { return false };
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

    /// Returns the number of options, at most [`MOST_COUNTED`].
    fn mobility(&self, position: &AnyPosition, player: Player) -> u32 {
        let known = lock(&self.listed).count(position, self.player(player));
        known.or_else(|| Some(self.listed(position, player)?.len())).unwrap_or(0).min(MOST_COUNTED as usize) as u32
    }

    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        self.mobility(position, player) == 0
    }

    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        let seen_as = self.player(player);
        let known = lock(&self.listed).moves(position, seen_as);
        let all = known.or_else(|| {
            let options = lock(&self.listed).options(position, seen_as).map(Iterator::collect::<Vec<_>>);
            // labels are only in the moves, and the moves are in the order of the options
            let named = options.as_ref().filter(|_| !self.has_labels.load(Ordering::Relaxed));
            let (all, has_labels) = self.ask(|py, functions| match named {
                Some(options) => functions.named_after(py, options.clone()).map(|all| (all, false)),
                None => functions.moves(py, position, player),
            })?;
            self.has_labels.fetch_or(has_labels, Ordering::Relaxed);
            let all: Arc<[Labelled]> = all.into_iter().map(|(label, to)| Labelled { label, to }).collect();
            if options.is_none() {
                self.note(position, player, &all.iter().map(|mv| mv.to.clone()).collect::<Vec<_>>());
            }
            lock(&self.listed).keep_moves(position, seen_as, all.clone());
            Some(all)
        });
        portion(&all.unwrap_or_default(), from, moves)
    }

    fn terminal_outcome(&self, position: &AnyPosition, player: Player) -> Outcome {
        if self.functions.kind.is_scored() {
            return Outcome::of_score(self.terminal_score(position, player));
        }
        self.ask(|py, functions| functions.outcome_at_end(py, position, player)).unwrap_or(Outcome::Loss)
    }

    fn scored_options(
        &self,
        position: &AnyPosition,
        player: Player,
        from: usize,
        options: &mut Vec<ScoredOption<AnyPosition>>,
    ) -> bool {
        let mut unscored = vec![];
        let more = self.options(position, player, from, &mut unscored);
        let known = || lock(&self.listed).gains(position, self.player(player));
        let gains = known().or_else(|| self.listed(position, player).and_then(|_| known())).unwrap_or_default();
        let gains = gains.iter().copied().skip(from).chain(std::iter::repeat((0, false)));
        options.extend(unscored.into_iter().zip(gains).map(|(to, (gain, again))| ScoredOption { to, gain, again }));
        more
    }

    fn terminal_score(&self, position: &AnyPosition, player: Player) -> i64 {
        let Some(function) = &self.functions.terminal_score else { return 0 };
        self.player(player).signed(self.ask(|py, functions| functions.score_at_end(py, function, position)).unwrap_or(0))
    }

    fn score_bounds(&self, position: &AnyPosition, player: Player) -> ScoreBounds {
        let Some(function) = &self.functions.score_bounds else { return ScoreBounds::UNKNOWN };
        let bounds = self.ask(|py, functions| functions.score_bounds_of(py, function, position));
        bounds.map_or(ScoreBounds::UNKNOWN, |bounds| self.player(player).signed(bounds))
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
        look_if_due();
        under_way::fault()
    }

    fn recheck(&self) -> Option<Fault> {
        let questions = {
            let mut witness = lock(&self.witness);
            if witness.is_stale() { witness.questions_again() } else { vec![] }
        };
        questions.iter().for_each(|question| self.ask_again(question));
        self.fault()
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

    /// Returns the labels of moves, if there are any.
    fn move_names(&self, position: &AnyPosition, player: Player) -> Option<Vec<String>> {
        let moves = self.ask(|py, functions| functions.named_moves(py, position, player, false)).unwrap_or_default();
        moves.into_iter().map(|(name, _)| name).collect()
    }

    /// Returns the number that a position represents, or the number of tokens in all heaps.
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

    fn hints(&self) -> &dyn Hints<AnyPosition> {
        self
    }
}

impl Hints<AnyPosition> for Asking {
    fn bounds(&self, position: &AnyPosition) -> Bounds {
        let Some(bounds) = &self.functions.bounds else { return Bounds::UNKNOWN };
        self.ask(|py, functions| functions.bounds_of(py, bounds, position)).unwrap_or(Bounds::UNKNOWN)
    }

    fn estimate(&self, position: &AnyPosition) -> Option<Estimate> {
        let estimate = self.functions.estimate.as_ref()?;
        self.ask(|py, functions| functions.estimate_of(py, estimate, position))
    }
}
