//! Turns a guest into a ruleset: adds sums, text, checks of laws, and handling of failures.

mod artist;
mod equals;
mod guesses;
mod heap_view;
mod images;

use crate::about::About;
use crate::guest::failure::{Failure, is_control, one_line};
use crate::guest::heaps;
use crate::guest::plain::{NOT_WRITTEN, in_quotes, is_divided, written};
use crate::guest::points::{Gain, TERMINAL_SCORE};
use crate::guest::single::{self, MAX_SUMMANDS, MAX_WORDS, TOO_LARGE, content, is_single, singles};
use crate::guest::{Guest, Unread};
use crate::image::Image;
use crate::known::Known;
use crate::latch::Latch;
use crate::law::Law;
use crate::listed::Listed;
use crate::rulesets::Rulesets;
use crate::trial::MAX_OPTIONS;
use crate::witness::Witness;
use crate::work::Budget;
pub(crate) use artist::Artist;
use equals::Named;
use guesses::Guesses;
use images::Images;
use sprague_core::any::{AnyPosition, Factor, Fault};
use sprague_core::any::{CHUNK, HeapView, Kind, Labelled, ListedBy, Picture};
use sprague_core::notation::{parts, unquoted};
use sprague_core::{AnyRuleset, BadNotation, Bounds, Estimate, Hints, MOST_COUNTED, Outcome, Player, ScoreBounds, ScoredOption};
use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The maximum size of a component's text, and of a text that a guest returns, in bytes.
pub(crate) const MAX_TEXT: usize = 1 << 16;

/// The maximum size of a label, in bytes.
const MAX_LABEL: usize = 256;

/// The maximum CPU time for repeating questions of the sample.
const ASKING_AGAIN: Duration = Duration::from_millis(500);

/// Loaded rules as an [`AnyRuleset`].
pub(crate) struct Loaded<G> {
    /// The file name, for messages.
    name: Arc<str>,
    kind: Kind,
    is_of_heaps: bool,
    /// Whether each position is in quotes, because the example contains a character that separates positions.
    is_quoted: bool,
    /// Whether the guest has each of `summands`, `canonical` and `negative`.
    has: [bool; Image::ALL.len()],
    /// Whether the guest has `bounds` and whether it has `estimate`.
    knows: [bool; 2],
    lists: bool,
    has_score_bounds: bool,
    is_endless: bool,
    has_equals: bool,
    rulesets: Rulesets,
    latch: Latch,
    state: Mutex<State<G>>,
    artist: Option<Artist<G>>,
}

struct State<G> {
    guest: G,
    witness: Witness,
    listed: Listed,
    images: Images,
    guesses: Guesses,
    score_bounds: Known<ScoreBounds>,
    named: Named,
}

impl<G: Guest> Loaded<G> {
    /// Builds the rules from a guest. The first failure closes the latch.
    pub(crate) fn new(name: &str, about: &About, guest: G, latch: Latch, artist: Option<Artist<G>>) -> Self {
        let (kind, is_of_heaps, has) = (guest.kind(), guest.is_of_heaps(), Image::ALL.map(|image| guest.has(image)));
        let (knows, lists, has_score_bounds) = (guest.knows(), guest.lists(), guest.has_score_bounds());
        let is_quoted = !is_of_heaps && unquoted(&about.example).is_ok_and(|example| is_divided(&example));
        let (witness, listed, images, guesses, score_bounds, named) = Default::default();
        let has_equals = guest.has_equals();
        let state = State { guest, witness, listed, images, guesses, score_bounds, named };
        Self {
            name: name.into(),
            kind,
            is_of_heaps,
            is_quoted,
            has,
            knows,
            lists,
            has_score_bounds,
            is_endless: about.is_endless,
            has_equals,
            rulesets: Rulesets::default(),
            latch,
            state: Mutex::new(state),
            artist,
        }
    }

    /// Returns the place for the rulesets that the guest can name.
    pub(crate) fn rulesets(&self) -> Rulesets {
        self.rulesets.clone()
    }

    fn state(&self) -> MutexGuard<'_, State<G>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the result of `ask`. If the guest fails or has failed before, returns the default value.
    fn ask<T: Default>(&self, ask: impl FnOnce(&mut State<G>) -> Result<T, Failure>) -> T {
        let mut state = self.state();
        if self.latch.is_closed() {
            return T::default();
        }
        state.guest.begin();
        ask(&mut state).unwrap_or_else(|failure| {
            self.latch.close(&self.name, &failure);
            T::default()
        })
    }

    /// Returns the character between the summands of a position.
    fn joiner(&self) -> char {
        if self.is_of_heaps { '.' } else { '~' }
    }

    fn has(&self, image: Image) -> bool {
        self.has[image as usize]
    }

    /// Returns the player to pass to the guest, which is Left unless the rules are partizan.
    fn player(&self, player: Player) -> Player {
        if self.kind.has_sides() { player } else { Player::Left }
    }

    fn show_with(&self, state: &mut State<G>, position: &AnyPosition) -> Result<String, Failure> {
        let mut text = String::new();
        for single in singles(position.words()) {
            if !text.is_empty() {
                text.push(self.joiner());
            }
            let shown = if self.is_of_heaps { heaps::size(single).to_string() } else { state.guest.show(single)? };
            if shown.len() > MAX_TEXT {
                return Err(Failure::new("show", format!("\"{}\" is longer than {MAX_TEXT} bytes", one_line(&shown))));
            }
            let Some(written) = written(&shown) else {
                return Err(Failure::new("show", format!("\"{}\" {NOT_WRITTEN}", one_line(&shown))));
            };
            if self.is_quoted {
                text += &in_quotes(&shown)
            } else {
                text += &written
            };
        }
        if text.is_empty() {
            text.push(if self.is_of_heaps { '0' } else { '~' });
        }
        Ok(text)
    }

    /// Returns the number of options of a position, and caches the options for a later request.
    fn count(&self, position: &AnyPosition, player: Player) -> usize {
        let player = self.player(player);
        self.ask(|state| {
            if let Some(count) = state.listed.count(position, player) {
                return Ok(count);
            }
            let mut options = vec![];
            self.options_with(state, position.words(), player, &mut options)?;
            state.listed.keep(position, player, &options);
            Ok(options.len())
        })
    }

    /// Returns the gains of the moves of a position, in the order of its options.
    fn gains(&self, position: &AnyPosition, player: Player) -> Arc<[Gain]> {
        self.ask(|state| {
            if let Some(gains) = state.listed.gains(position, player) {
                return Ok(gains);
            }
            self.listed_options(state, position.words(), player, &mut vec![])?;
            Ok(state.listed.gains(position, player).unwrap_or_default())
        })
    }

    fn options_with(
        &self,
        state: &mut State<G>,
        words: &[u64],
        player: Player,
        all: &mut Vec<AnyPosition>,
    ) -> Result<(), Failure> {
        if is_single(words) {
            return self.single_options(state, words, player, all);
        }
        let summands: Vec<&[u64]> = singles(words).collect();
        // a move is made in one summand; equal summands, which are adjacent, have the same moves
        for (index, single) in summands.iter().enumerate() {
            if index > 0 && summands[index - 1] == *single {
                continue;
            }
            let mut here = vec![];
            let alone = AnyPosition::from_words(single.iter().copied());
            match state.listed.options(&alone, player).map(|listed| here.extend(listed)) {
                Some(()) => {}
                None => self.single_options(state, single, player, &mut here)?,
            }
            if all.len() + here.len() > MAX_OPTIONS {
                return Err(Failure::new(state.guest.options_export(player), format!("more than {MAX_OPTIONS} options")));
            }
            for option in &here {
                let others = summands.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, single)| *single);
                all.push(single::together(others.chain(singles(option.words())).collect()));
            }
        }
        Ok(())
    }

    /// Appends the options of one summand without duplicates.
    fn single_options(
        &self,
        state: &mut State<G>,
        single: &[u64],
        player: Player,
        options: &mut Vec<AnyPosition>,
    ) -> Result<(), Failure> {
        let from = options.len();
        self.listed_options(state, single, player, options)?;
        if self.kind.is_scored() {
            return Ok(());
        }
        let mut known = HashSet::with_capacity(options.len() - from);
        if !options[from..].iter().all(|option| known.insert(option)) {
            let found = options.split_off(from);
            options.extend(self.labelled(state, single, player, found)?.into_iter().map(|mv| mv.to));
        }
        Ok(())
    }

    /// Appends the options of one summand in the guest's order, and checks them. Some questions are asked twice.
    fn listed_options(
        &self,
        state: &mut State<G>,
        single: &[u64],
        player: Player,
        options: &mut Vec<AnyPosition>,
    ) -> Result<(), Failure> {
        let from = options.len();
        state.guest.options(single, player, options)?;
        let gains = state.guest.gains();
        let found = &options[from..];
        for option in found {
            self.check_option(state, option, player)?;
        }
        if self.kind.is_scored() {
            state.listed.keep_gains(&AnyPosition::from_words(single.iter().copied()), player, gains.as_slice().into());
        }
        if state.witness.is_due() {
            let found = found.to_vec();
            self.check_again(state, single, player, &found, &gains)?;
            if let Some(earlier) = state.witness.keep(single, player, &found) {
                self.ask_again(state, &earlier)?;
            }
        }
        Ok(())
    }

    fn check_option(&self, state: &State<G>, option: &AnyPosition, player: Player) -> Result<(), Failure> {
        let words = option.words();
        if matches!(words, [1, _]) || (is_single(words) && words.len() <= MAX_WORDS) {
            return Ok(());
        }
        let failure = |why: String| Err(Failure::new(state.guest.options_export(player), why));
        if self.kind.has_own_ending() {
            let ending = if self.kind.is_scored() { TERMINAL_SCORE } else { "terminal_outcome" };
            return failure(format!("an option must be one position, because rules with `{ending}` have no sums"));
        }
        if singles(words).any(|single| single.len() > 1 + MAX_WORDS) || singles(words).count() > MAX_SUMMANDS {
            return failure(format!("an option has more than {MAX_WORDS} words or {MAX_SUMMANDS} summands"));
        }
        Ok(())
    }

    /// Repeats the question that was just answered, and compares the answers.
    fn check_again(
        &self,
        state: &mut State<G>,
        single: &[u64],
        player: Player,
        found: &[AnyPosition],
        gains: &[Gain],
    ) -> Result<(), Failure> {
        let mut again = vec![];
        state.guest.options(single, player, &mut again)?;
        if again == found && state.guest.gains() == gains { Ok(()) } else { Err(self.differs(state, single, player)) }
    }

    /// Repeats a question of the sample, and compares the answers.
    fn ask_again(&self, state: &mut State<G>, question: &crate::witness::Question) -> Result<(), Failure> {
        let mut again = vec![];
        state.guest.options(&question.single, question.player, &mut again)?;
        if question.is_answered_by(&again) { Ok(()) } else { Err(self.differs(state, &question.single, question.player)) }
    }

    /// Returns the texts of all positions of a size, which the guest lists.
    fn listed_texts(&self, state: &mut State<G>, size: &[u64]) -> Result<Vec<String>, Failure> {
        let listed = state.guest.positions(size)?;
        let text = |position: AnyPosition| {
            let text = self.show_with(state, &position)?;
            let read = unquoted(&text).ok().map(|text| state.guest.read(&text));
            if read.is_some_and(|read| read.is_ok_and(|again| again == position)) {
                return Ok(text);
            }
            let how = format!("it lists `{}`, which is not read as that position", one_line(&text));
            Err(Failure::law("positions", Law::TextIsReadAgain, how))
        };
        listed.into_iter().map(text).collect()
    }

    /// Repeats the questions of the sample if `is_due`. Returns the fault, if there is one.
    fn ask_sample_again(&self, is_due: impl FnOnce(&Witness) -> bool) -> Option<Fault> {
        self.ask(|state| {
            if !is_due(&state.witness) {
                return Ok(());
            }
            let budget = Budget::of(ASKING_AGAIN);
            for question in state.witness.questions_again().into_iter().take_while(|_| !budget.is_spent()) {
                state.guest.begin();
                self.ask_again(state, &question)?;
            }
            Ok(())
        });
        self.latch.fault()
    }

    fn differs(&self, state: &mut State<G>, single: &[u64], player: Player) -> Failure {
        let shown = self.show_with(state, &AnyPosition::from_words(single.iter().copied())).unwrap_or_default();
        let how = format!("asked twice about `{shown}`, it gave different answers");
        Failure::law(state.guest.options_export(player), Law::EqualPositionsHaveEqualOptions, how)
    }

    /// Attaches labels to the options. If a move is listed twice and both times leads to the same position, it counts once.
    fn labelled(
        &self,
        state: &mut State<G>,
        single: &[u64],
        player: Player,
        options: Vec<AnyPosition>,
    ) -> Result<Vec<Labelled>, Failure> {
        let export = state.guest.options_export(player);
        let given = state.guest.labels(single, player, options.len())?;
        // a move without a label is called like the position that it leads to
        let longest = if given.is_some() { MAX_LABEL } else { usize::MAX };
        let labels = match given {
            Some(labels) if labels.len() == options.len() => labels,
            Some(_) => {
                let how = "asked twice, it listed different numbers of moves";
                return Err(Failure::law(export, Law::EqualPositionsHaveEqualOptions, how));
            }
            None if self.kind.is_scored() => self.labels_with_gains(state, single, player, &options)?,
            None => options.iter().map(|option| self.show_with(state, option)).collect::<Result<_, _>>()?,
        };
        if self.kind.is_scored() {
            // moves to one position may gain different points, but then they have different labels
            let mut known = HashSet::new();
            if let Some(label) = labels.iter().find(|label| !known.insert(*label)) {
                let shown = self.show_with(state, &AnyPosition::from_words(single.iter().copied()))?;
                let how = format!("in `{shown}` two moves are called `{}`", one_line(label));
                return Err(Failure::law(export, Law::EachMoveIsListedOnce, how));
            }
        }
        let mut known: HashMap<&str, &AnyPosition> = HashMap::new();
        let mut is_new = Vec::with_capacity(labels.len());
        for (label, to) in labels.iter().zip(&options) {
            if label.is_empty() || label.len() > longest || label.chars().any(is_control) {
                let how = format!(
                    "the label \"{}\" is empty, longer than {MAX_LABEL} bytes, or has a control character",
                    one_line(label)
                );
                return Err(Failure::new(export, how));
            }
            let earlier = known.insert(label, to);
            if let Some(earlier) = earlier.filter(|earlier| *earlier != to) {
                let shown = self.show_with(state, &AnyPosition::from_words(single.iter().copied()))?;
                let [earlier, to] = [self.show_with(state, earlier)?, self.show_with(state, to)?];
                let how = format!("in `{shown}` the move `{}` is listed twice, to `{earlier}` and to `{to}`", one_line(label));
                return Err(Failure::law(export, Law::EachMoveIsListedOnce, how));
            }
            is_new.push(earlier.is_none());
        }
        let moves = labels.into_iter().zip(options).map(|(label, to)| Labelled { label, to });
        Ok(moves.zip(is_new).filter_map(|(mv, is_new)| is_new.then_some(mv)).collect())
    }

    /// Returns the texts of the options as labels, with the points if two moves lead to one position.
    fn labels_with_gains(
        &self,
        state: &mut State<G>,
        single: &[u64],
        player: Player,
        options: &[AnyPosition],
    ) -> Result<Vec<String>, Failure> {
        let position = AnyPosition::from_words(single.iter().copied());
        let gains = state.listed.gains(&position, player).unwrap_or_default();
        let mut counts = HashMap::new();
        options.iter().for_each(|option| *counts.entry(option).or_insert(0) += 1);
        let label = |(index, option): (usize, &AnyPosition)| {
            let shown = self.show_with(state, option)?;
            match gains.get(index) {
                Some((gain, again)) if counts[option] > 1 => {
                    Ok(format!("{shown} ({gain:+}{})", if *again { " and again" } else { "" }))
                }
                _ => Ok(shown),
            }
        };
        options.iter().enumerate().map(label).collect()
    }

    fn moves_with(&self, state: &mut State<G>, position: &AnyPosition, player: Player) -> Result<Arc<[Labelled]>, Failure> {
        if is_single(position.words()) {
            return self.single_moves(state, position.words(), player);
        }
        let mut options = vec![];
        self.options_with(state, position.words(), player, &mut options)?;
        let summands: Vec<&[u64]> = singles(position.words()).collect();
        let mut moves = Vec::with_capacity(options.len());
        let mut rest = options.into_iter();
        for (index, single) in summands.iter().enumerate() {
            if index > 0 && summands[index - 1] == *single {
                continue;
            }
            let shown = self.show_with(state, &AnyPosition::from_words(single.iter().copied()))?;
            for (Labelled { label, .. }, to) in self.single_moves(state, single, player)?.iter().zip(rest.by_ref()) {
                moves.push(Labelled { label: format!("{shown}: {label}"), to });
            }
        }
        Ok(moves.into())
    }

    /// Returns the moves of one summand. Moves and options are cached for the next call.
    fn single_moves(&self, state: &mut State<G>, single: &[u64], player: Player) -> Result<Arc<[Labelled]>, Failure> {
        let position = AnyPosition::from_words(single.iter().copied());
        if let Some(moves) = state.listed.moves(&position, player) {
            return Ok(moves);
        }
        let mut options = vec![];
        self.listed_options(state, single, player, &mut options)?;
        let moves: Arc<[Labelled]> = self.labelled(state, single, player, options)?.into();
        let options: Vec<AnyPosition> = moves.iter().map(|mv| mv.to.clone()).collect();
        state.listed.keep(&position, player, &options);
        state.listed.keep_moves(&position, player, moves.clone());
        Ok(moves)
    }
}

/// Appends a portion of `all` from an index on. Returns `true` if more remains.
fn portion<T: Clone>(all: &[T], from: usize, into: &mut Vec<T>) -> bool {
    let to = all.len().min(from.saturating_add(CHUNK));
    into.extend_from_slice(&all[from.min(to)..to]);
    to < all.len()
}

impl<G: Guest> AnyRuleset for Loaded<G> {
    fn kind(&self) -> Kind {
        self.kind
    }

    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        if text.len() > MAX_TEXT {
            return Err(BadNotation::new(MAX_TEXT, format!("a position of at most {MAX_TEXT} bytes")));
        }
        if let Some(at) = text.find(is_control) {
            return Err(BadNotation::new(at, "a position without control characters"));
        }
        if text == "~" && !self.is_of_heaps && !self.kind.has_own_ending() {
            return Ok(AnyPosition::default());
        }
        let mut refused = None;
        let read = self.ask(|state| {
            let mut words = vec![];
            for (at, part) in parts(text, self.joiner()) {
                if self.is_quoted && !part.starts_with('"') {
                    let expected =
                        "a position in double quotes, because positions of these rules contain signs such as `,` or `~`";
                    refused = Some(BadNotation::new(at, expected));
                    return Ok(AnyPosition::default());
                }
                let found = if self.is_of_heaps {
                    heaps::read(part).map_err(Unread::from)
                } else {
                    unquoted(part).map_err(Unread::from).and_then(|text| state.guest.read(&text))
                };
                match found {
                    Ok(_) if part.is_empty() => {
                        refused = Some(BadNotation::new(at, "a position (`\"\"` is the empty text)"));
                        return Ok(AnyPosition::default());
                    }
                    Ok(position) => words.push(position),
                    Err(Unread::Failed(failure)) => return Err(failure),
                    Err(Unread::Refused(error)) => {
                        refused = Some(error.shifted(at));
                        return Ok(AnyPosition::default());
                    }
                }
            }
            let all: Vec<&[u64]> = words.iter().flat_map(|position| singles(position.words())).collect();
            let (count, is_small) = (all.len(), all.iter().all(|single| single.len() <= 1 + MAX_WORDS));
            if count > MAX_SUMMANDS || !is_small || (self.kind.has_own_ending() && count != 1) {
                refused = Some(BadNotation::new(0, TOO_LARGE));
                return Ok(AnyPosition::default());
            }
            Ok(single::together(all))
        });
        refused.map_or(Ok(read), Err)
    }

    fn listed_by(&self) -> Option<ListedBy> {
        self.lists.then_some(ListedBy::Rules)
    }

    fn positions_of(&self, size: &[u64]) -> Vec<String> {
        self.ask(|state| self.listed_texts(state, size))
    }

    fn is_position(&self, position: &AnyPosition) -> bool {
        let Some(all) = single::checked(position.words()) else { return false };
        let is_content = |single: &&[u64]| {
            let words = content(single);
            if self.is_of_heaps { words.len() == 1 } else { self.state().guest.is_content(words) }
        };
        all.iter().all(is_content) && self.read(&self.show(position)).is_ok_and(|again| again == *position)
    }

    fn show(&self, position: &AnyPosition) -> String {
        let shown = self.ask(|state| self.show_with(state, position));
        if shown.is_empty() { "?".to_owned() } else { shown }
    }

    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        let player = self.player(player);
        if from == 0 && options.is_empty() {
            // the common case: everything fits into one portion
            let mut state = self.state();
            if self.latch.is_closed() {
                return false;
            }
            state.guest.begin();
            if let Some(mut listed) = state.listed.options(position, player) {
                options.extend(listed.by_ref().take(CHUNK));
                return listed.next().is_some();
            }
            match self.options_with(&mut state, position.words(), player, options) {
                // a search finds the winner for both starting players, and many questions reach the same positions
                Ok(()) => state.listed.keep(position, player, options),
                Err(failure) => {
                    self.latch.close(&self.name, &failure);
                    options.clear();
                }
            }
            let more = options.len() > CHUNK;
            options.truncate(CHUNK);
            return more;
        }
        let all = self.ask(|state| {
            if let Some(listed) = state.listed.options(position, player) {
                return Ok(listed.collect());
            }
            let mut all = vec![];
            self.options_with(state, position.words(), player, &mut all)?;
            Ok(all)
        });
        portion(&all, from, options)
    }

    fn mobility(&self, position: &AnyPosition, player: Player) -> u32 {
        self.count(position, player).min(MOST_COUNTED as usize) as u32
    }

    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        portion(&self.ask(|state| self.moves_with(state, position, self.player(player))), from, moves)
    }

    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        // rules with a fault list no moves
        self.count(position, player) == 0
    }

    fn terminal_outcome(&self, position: &AnyPosition, player: Player) -> Outcome {
        if self.kind.is_scored() {
            return Outcome::of_score(self.terminal_score(position, player));
        }
        if !self.kind.has_own_ending() || !is_single(position.words()) {
            return Outcome::Loss;
        }
        self.ask(|state| state.guest.terminal_outcome(position.words(), player).map(Some)).unwrap_or(Outcome::Loss)
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
        let gains = if self.kind.is_scored() { self.gains(position, self.player(player)) } else { [].into() };
        let gains = gains.iter().copied().skip(from).chain(std::iter::repeat((0, false)));
        options.extend(unscored.into_iter().zip(gains).map(|(to, (gain, again))| ScoredOption { to, gain, again }));
        more
    }

    fn terminal_score(&self, position: &AnyPosition, player: Player) -> i64 {
        if !self.kind.is_scored() {
            return 0;
        }
        self.player(player).signed(self.ask(|state| state.guest.terminal_score(position.words())))
    }

    fn score_bounds(&self, position: &AnyPosition, player: Player) -> ScoreBounds {
        if !self.has_score_bounds {
            return ScoreBounds::UNKNOWN;
        }
        let bounds = self.ask(|state| {
            let known = state.score_bounds.get(position).copied();
            let bounds = known.map_or_else(|| state.guest.score_bounds(position.words()), Ok)?;
            if known.is_none() {
                state.score_bounds.insert(position.clone(), bounds, position.words().len() + 8);
            }
            Ok(Some(bounds))
        });
        bounds.map_or(ScoreBounds::UNKNOWN, |bounds| self.player(player).signed(bounds))
    }

    fn is_entailed(&self, position: &AnyPosition) -> bool {
        if self.kind != Kind::Entailing {
            return false;
        }
        self.ask(|state| {
            let mut entailed = singles(position.words()).map(|single| state.guest.is_entailed(single));
            match entailed.try_fold(0, |count, this| this.map(|this| count + u32::from(this)))? {
                0 => Ok(false),
                1 => Ok(true),
                _ => Err(Failure::new("is_entailed", "two summands of a position are entailed, but only one may be")),
            }
        })
    }

    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        let parts = self.has(Image::Summands).then(|| self.image(Image::Summands, position)).flatten();
        let position = parts.as_ref().unwrap_or(position);
        if is_single(position.words()) {
            summands.push(position.clone());
        } else {
            summands.extend(singles(position.words()).map(|single| AnyPosition::from_words(single.iter().copied())));
        }
    }

    /// Returns the fault, if there is one.
    ///
    /// Before that, the sample of questions is repeated, if the number of questions has doubled since the last time.
    fn fault(&self) -> Option<Fault> {
        self.ask_sample_again(Witness::has_doubled)
    }

    /// Repeats the sample of questions, unless there is a fault already. Returns the fault, if there is one.
    fn recheck(&self) -> Option<Fault> {
        self.ask_sample_again(Witness::is_stale)
    }

    fn normal_form(&self, position: AnyPosition) -> AnyPosition {
        if !self.has(Image::Canonical) {
            return position;
        }
        self.image(Image::Canonical, &position).unwrap_or(position)
    }

    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        match self.kind {
            Kind::Impartial | Kind::Entailing => Some(position.clone()),
            _ => self.has(Image::Negative).then(|| self.image(Image::Negative, position)).flatten(),
        }
    }

    fn factors(&self, position: &AnyPosition) -> Option<Vec<[Factor; 2]>> {
        self.promised(position)
    }

    fn factor_theorem(&self) -> &'static str {
        "promised by `equals` of the script"
    }

    fn heaps(&self) -> Option<&dyn HeapView> {
        self.is_of_heaps.then_some(self as &dyn HeapView)
    }

    /// Returns a picture of the heaps, or the guest's picture of the position.
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        if self.latch.is_closed() {
            return None;
        }
        if self.is_of_heaps {
            let heaps = singles(position.words()).map(heaps::size).collect();
            return Picture::Heaps(heaps).bounded();
        }
        self.artist.as_ref()?.picture(position)
    }

    fn tokens(&self, position: &AnyPosition) -> Option<u128> {
        let state = self.state();
        let tokens = |single| if self.is_of_heaps { Some(heaps::size(single)) } else { state.guest.number(single) };
        singles(position.words()).map(|single| tokens(single).map(u128::from)).sum()
    }

    fn move_names(&self, position: &AnyPosition, player: Player) -> Option<Vec<String>> {
        let player = self.player(player);
        self.ask(|state| {
            let mut names = vec![];
            let mut before: &[u64] = &[];
            for single in singles(position.words()).filter(|single| std::mem::replace(&mut before, single) != *single) {
                let mut options = vec![];
                self.listed_options(state, single, player, &mut options)?;
                if !options.is_empty() && state.guest.labels(single, player, options.len())?.is_none() {
                    return Ok(None);
                }
                names.extend(self.single_moves(state, single, player)?.iter().map(|mv| mv.label.clone()));
            }
            Ok(Some(names))
        })
    }

    fn is_loaded(&self) -> bool {
        true
    }

    fn is_endless(&self) -> bool {
        self.is_endless
    }

    fn hints(&self) -> &dyn Hints<AnyPosition> {
        self
    }
}

impl<G: Guest> Hints<AnyPosition> for Loaded<G> {
    fn bounds(&self, position: &AnyPosition) -> Bounds {
        self.guessed_bounds(position)
    }

    fn estimate(&self, position: &AnyPosition) -> Option<Estimate> {
        self.guessed(position)
    }
}

/// The rules of a plugin that could not be loaded. They have a fault and no moves.
pub(crate) struct Broken(pub(crate) Latch);

impl AnyRuleset for Broken {
    fn kind(&self) -> Kind {
        Kind::Impartial
    }
    fn read(&self, _: &str) -> Result<AnyPosition, BadNotation> {
        Ok(AnyPosition::default())
    }
    fn show(&self, _: &AnyPosition) -> String {
        "?".to_owned()
    }
    fn options(&self, _: &AnyPosition, _: Player, _: usize, _: &mut Vec<AnyPosition>) -> bool {
        false
    }
    fn moves(&self, _: &AnyPosition, _: Player, _: usize, _: &mut Vec<Labelled>) -> bool {
        false
    }
    fn terminal_outcome(&self, _: &AnyPosition, _: Player) -> Outcome {
        Outcome::Loss
    }
    fn fault(&self) -> Option<Fault> {
        self.0.fault()
    }
    fn is_loaded(&self) -> bool {
        true
    }
}

#[cfg(test)]
#[cfg(feature = "scripts")]
mod tests {
    use super::*;
    use crate::script::Script;

    /// Returns the work of a script with these functions for one question, asked twice.
    fn work_asked_twice(functions: &str, position: &str) -> [u64; 2] {
        let Ok((_, script)) = Script::load("twice.rhai", functions, None) else { panic!("it is a script") };
        let rules = Loaded::new("twice.rhai", &About::default(), script, Latch::default(), None);
        let position = rules.read(position).unwrap();
        [(); 2].map(|()| {
            let before = rules.state().guest.work();
            rules.options(&position, Player::Left, 0, &mut vec![]);
            rules.moves_at(&position, Player::Left, &[1, 3], &mut vec![]);
            rules.moves(&position, Player::Left, 0, &mut vec![]);
            assert_eq!(rules.fault(), None);
            rules.state().guest.work() - before
        })
    }

    #[test]
    fn moves_are_asked_for_once_by_all_questions() {
        let divisors = "let out = []; for d in 1..n { if n % d == 0 { out.push(n - d); } } out";
        let labels = "for n in moves { out.push(#{ label: `to ${n}`, to: n }) }";
        for (functions, position) in [
            (format!("fn heap_options(n) {{ {divisors} }}"), "720"),
            (format!("fn heap_options(n) {{ {divisors} }}"), "720.360"),
            (format!("fn moves(n) {{ {divisors} }}"), "720"),
            (format!("fn moves(n) {{ let moves = {{ {divisors} }}; let out = []; {labels} out }}"), "720"),
        ] {
            let [first, again] = work_asked_twice(&functions, position);
            assert!(first > 0 && again == 0, "{functions}: {first} and {again}");
        }
    }
}
