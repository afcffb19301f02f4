//! Checks the laws of rulesets by random play, for loaded rules and for any other.
//!
//! The report counts the positions at which each law held. If a law is broken, the report has the smallest such position that
//! was found.

mod bounds;
mod endless;
mod promises;
mod score_bounds;
mod subject;

pub use crate::law::Law;
use endless::{LONGEST_TRIAL, endless_play_on_budget};
pub use endless::{endless_play, endless_play_within};
pub use promises::try_promises;

use crate::Plugin;
use crate::guest::single::{MAX_SUMMANDS, TOO_LARGE};
use crate::trial::{Tried, first, tried};
use crate::work::Budget;
use sprague_core::any::AnyPosition;
use sprague_core::any::{Fault, Kind, Labelled};
use sprague_core::heap::Rows;
use sprague_core::{AnyRuleset, Limits, Play, Player, Stopped};
use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;
use std::time::Duration;
use subject::Subject;

/// A broken law, with the position and a description.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Broken {
    /// The law that was broken.
    pub law: Law,
    /// The smallest position found that breaks the law, as text.
    pub position: String,
    /// A description of the error.
    pub how: String,
}

/// The result of a check of the laws.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The number of positions at which each law held.
    ///
    /// Some laws count differently. [`Law::PlayEnds`] counts plays, and [`Law::PicturesCanBeDrawn`] counts positions that have
    /// a picture. The laws of `summands`, `canonical` and `negative` count the positions that split into several, that have
    /// another canonical position, or that have a negative. The law of `bounds` counts the positions that are small enough to
    /// check.
    pub held: Vec<(Law, u64)>,
    /// The first law that was broken.
    pub broken: Option<Broken>,
    /// The number of moves of the longest play.
    pub longest: u64,
    /// The number of different positions that were visited.
    pub positions: u64,
    /// The limit that ended the rules early, if one did. A limit can only end rules that are programs.
    pub stopped: Option<Stopped>,
}

/// The amount of work in a check of the laws.
///
/// ```
/// assert_eq!(sprague_plugin::laws::Effort::default().plays, 100);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The number of random plays, divided among the starting positions.
    pub plays: u64,
    /// The maximum number of moves of a play.
    pub moves: u64,
    /// The seed of the random plays. The same seed gives the same plays.
    pub seed: u64,
    /// The maximum time of the whole check, which is the CPU time of the thread plus the time of waiting for a program.
    pub time: Duration,
}

impl Default for Effort {
    fn default() -> Self {
        Self { plays: 100, moves: 100_000, seed: 1, time: Duration::from_secs(20) }
    }
}

/// Checks the laws of a plugin by random play from these positions.
///
/// `load` must load the plugin anew at each call, because a plugin that has failed gives no further answers.
///
/// ```
/// use sprague_plugin::Plugin;
/// use sprague_plugin::laws::{Effort, Law, try_laws};
///
/// let load = |text: &'static str| move || Plugin::from_script("game.rhai", text, None).unwrap();
/// let good = load("fn moves(n) { if n > 1 { [n - 1, n - 2] } else { [] } }");
/// assert_eq!(try_laws(&good, &["9"], Effort::default()).broken, None);
///
/// let twice = load("fn moves(n) { [1, 2].filter(|k| k <= n).map(|k| #{ label: if n > 3 { `a` } else { `${k}` }, to: n - k }) }");
/// let broken = try_laws(&twice, &["9"], Effort::default()).broken.unwrap();
/// assert_eq!((broken.law, broken.position.as_str()), (Law::EachMoveIsListedOnce, "4"));
/// ```
pub fn try_laws(load: &dyn Fn() -> Plugin, starts: &[&str], effort: Effort) -> Report {
    tried_out(&|| load().into(), starts, effort)
}

/// Checks the laws of any rules by random play from these positions.
///
/// `load` returns new rules at each call. It may return the same rules if they do not remember failures.
///
/// `summands`, `normal_form` and `negative` are checked if they return anything except the position itself. Pictures are
/// checked, too. If a position has more than a million options, or more than can be listed in the time, only the first ones
/// are checked.
///
/// ```
/// use sprague_core::{Impartial, Ruleset, any, heap_notation};
/// use sprague_plugin::laws::{Effort, Law, try_laws_of};
///
/// #[derive(Clone)]
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Nim {
///     // which is wrong: a heap is not its two halves
///     fn summands(&self, heap: &u64) -> impl Iterator<Item = u64> { [heap / 2, heap - heap / 2].into_iter() }
/// }
/// # heap_notation!(Nim);
///
/// let broken = try_laws_of(&|| any::impartial(Nim), &["9"], Effort::default()).broken.unwrap();
/// assert_eq!((broken.law, broken.position.as_str()), (Law::SummandsHaveTheOptions, "2"));
/// ```
pub fn try_laws_of(load: &dyn Fn() -> Arc<dyn AnyRuleset>, starts: &[&str], effort: Effort) -> Report {
    tried_out(&|| load().into(), starts, effort)
}

/// The largest of the small heaps whose options are requested in order of size.
const SMALLEST: usize = 4;

/// The number of moves after which a play of endless rules is left.
const LONG_ENOUGH: u64 = 1_000;

/// The default for the largest heap among the starting positions.
const HEAPS: u64 = 20;

/// Returns positions from which to check a plugin: its example, and the numbers from 20 down to 0 as positions.
///
/// The numbers are included if the plugin has heaps or no example, and if its rules can parse them. So the list may be empty.
///
/// ```
/// use sprague_plugin::{Plugin, laws::starts};
/// let plugin = Plugin::from_script("game.rhai", "let example = `40`; fn heap_options(n) { [] }", None).unwrap();
/// assert_eq!(starts(&plugin)?[..3], ["40", "20", "19"]);
/// # Ok::<(), sprague_core::any::Fault>(())
/// ```
///
/// # Errors
/// The fault of the rules, if they fail while parsing these positions.
pub fn starts(plugin: &Plugin) -> Result<Vec<String>, Fault> {
    let (rules, example) = (plugin.rules(), &plugin.about().example);
    let heaps = if rules.heaps().is_some() || example.is_empty() { HEAPS } else { 0 };
    let mut starts: Vec<String> = Some(example.clone()).filter(|example| !example.is_empty()).into_iter().collect();
    starts.extend((u64::from(heaps == 0)..=heaps).rev().map(|heap| heap.to_string()).filter(|heap| rules.read(heap).is_ok()));
    plugin.fault().map_or(Ok(starts), Err)
}

fn tried_out(load: &dyn Fn() -> Subject, starts: &[&str], effort: Effort) -> Report {
    let whole = Budget::of(effort.time);
    let subject = load();
    let mut trial = Trial::new(&subject, effort, whole.part(2));
    let ended = trial.all(starts).and_then(|()| trial.again(&whole));
    let mut report = trial.report();
    report.stopped = subject.stopped();
    if report.stopped.is_some() {
        return report;
    }
    if ended.is_ok() && report.positions == 0 {
        let (position, how) = match starts {
            [] => (String::new(), "there is no position to start from: add an `example`"),
            [first, ..] => ((*first).to_owned(), "no position could be tried within the time"),
        };
        report.broken = Some(Broken { law: Law::CallsAnswer, position, how: how.to_owned() });
    }
    if let Err(broken) = ended {
        let mut seen: Vec<String> = trial.texts;
        seen.extend(starts.iter().map(|start| (*start).to_owned()));
        seen.extend(reachable(load().rules(), starts, &whole.part(4)));
        let is_endless = broken.law == Law::PlayEnds;
        report.broken = Some(if is_endless { broken } else { smallest(load, seen, broken, effort, &whole) });
    }
    report
}

/// The maximum number of positions in the search for the smallest one.
const TRIED_ALONE: usize = 2_000;

/// Returns the positions that can be reached within the budget, in breadth-first order.
fn reachable(rules: &dyn AnyRuleset, starts: &[&str], budget: &Budget) -> Vec<String> {
    let mut found: Vec<AnyPosition> = starts.iter().filter_map(|start| rules.read(start).ok()).collect();
    let mut known: HashSet<AnyPosition> = found.iter().cloned().collect();
    let mut next = 0;
    while next < found.len() && found.len() < TRIED_ALONE && !budget.is_spent() {
        let position = found[next].clone();
        next += 1;
        let players: &[Player] = if rules.kind().has_sides() { &Player::BOTH } else { &[Player::Left] };
        for &player in players {
            let mut options = vec![];
            rules.options(&position, player, 0, &mut options);
            found.extend(options.into_iter().filter(|option| known.insert(option.clone())));
        }
    }
    found.iter().map(|position| rules.show(position)).filter(|text| text != "?").collect()
}

/// Returns the smallest position in `seen` at which a law is broken. Fresh rules are loaded for each position.
fn smallest(load: &dyn Fn() -> Subject, mut seen: Vec<String>, found: Broken, effort: Effort, budget: &Budget) -> Broken {
    let size = |text: &str| (text.chars().count(), text.to_owned());
    seen.sort_by_key(|text| size(text));
    seen.dedup();
    for text in seen.iter().take(TRIED_ALONE) {
        if size(text) >= size(&found.position) || budget.is_spent() {
            break;
        }
        let subject = load();
        let mut trial = Trial::new(&subject, effort, budget.part(2));
        let alone = trial.read(text).and_then(|position| trial.position(&position, Player::Left));
        if let Err(broken) = alone.and_then(|()| trial.again(&budget.part(2)))
            && subject.stopped().is_none()
        {
            return broken;
        }
    }
    found
}

struct Trial<'a> {
    subject: &'a Subject,
    rules: &'a dyn AnyRuleset,
    effort: Effort,
    budget: Budget,
    held: HashMap<Law, u64>,
    longest: u64,
    /// Hashes of the positions and players that were checked.
    seen: HashSet<u64>,
    texts: Vec<String>,
    /// Questions with their answers, which are all asked again at the end.
    answers: Vec<(AnyPosition, Player, Vec<AnyPosition>)>,
    /// The bytes in `texts` and `answers`.
    kept: usize,
    chance: u64,
}

/// The maximum number of positions whose text and answers are kept.
const KEPT: usize = 20_000;

/// The maximum size of all kept texts and answers, in bytes.
const KEPT_BYTES: usize = 128 << 20;

/// Returns a hash that stands for a position and a player in sets of what was visited.
///
/// A position may be skipped by mistake, but nothing is claimed about it.
fn hash(position: &AnyPosition, player: Player) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one((position, player))
}

fn bytes_of(position: &AnyPosition) -> usize {
    size_of::<AnyPosition>() + size_of_val(position.words())
}

impl<'a> Trial<'a> {
    fn new(subject: &'a Subject, effort: Effort, budget: Budget) -> Self {
        let chance = effort.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let (rules, held, seen) = (subject.rules(), HashMap::new(), HashSet::new());
        Self { subject, rules, effort, budget, held, longest: 0, seen, texts: vec![], answers: vec![], kept: 0, chance }
    }

    fn report(&self) -> Report {
        let held = Law::ALL.iter().map(|law| (*law, self.held.get(law).copied().unwrap_or(0))).collect();
        Report { held, broken: None, longest: self.longest, positions: self.seen.len() as u64, stopped: None }
    }

    fn holds(&mut self, law: Law) {
        *self.held.entry(law).or_default() += 1;
    }

    /// Returns an error if the rules have a fault.
    fn check(&self, position: &str) -> Result<(), Broken> {
        let Some((fault, law)) = self.subject.fault() else { return Ok(()) };
        Err(Broken { law, position: position.to_owned(), how: fault.reason.to_string() })
    }

    fn read(&mut self, text: &str) -> Result<AnyPosition, Broken> {
        let read = self.rules.read(text);
        self.check(text)?;
        read.map_err(|error| Broken {
            law: Law::TextIsReadAgain,
            position: text.to_owned(),
            how: format!("it is refused: {error}"),
        })
    }

    fn all(&mut self, starts: &[&str]) -> Result<(), Broken> {
        // try each starting position before any play, because a play may use up the budget or fail
        for start in starts {
            if self.budget.is_spent() {
                break;
            }
            let position = self.read(start)?;
            for player in if self.rules.kind().has_sides() { &Player::BOTH[..] } else { &[Player::Left] } {
                self.position(&position, *player)?;
            }
        }
        self.smallest_heaps()?;
        for start in starts {
            if self.budget.is_spent() || self.rules.is_endless() {
                break;
            }
            let position = self.read(start)?;
            let budget = self.budget.at_most(LONGEST_TRIAL);
            let endless = endless_play_on_budget(self.rules, &position, self.effort.moves, &Limits::none(), &budget);
            self.check(start)?;
            let endless = endless.expect("there is no limit");
            if let Some(moves) = endless {
                self.longest = moves;
                let how = format!("a play of {moves} moves did not end and never repeated a position");
                return Err(Broken { law: Law::PlayEnds, position: (*start).to_owned(), how });
            }
        }
        for play in 0..self.effort.plays {
            let Some(start) = starts.get((play % starts.len().max(1) as u64) as usize) else { break };
            if self.budget.is_spent() {
                break;
            }
            let position = self.read(start)?;
            self.play(position, start)?;
        }
        Ok(())
    }

    /// Requests the options of the smallest heaps one by one, as a solver does. Random play never requests those of heap 0.
    fn smallest_heaps(&mut self) -> Result<(), Broken> {
        let Some(view) = self.rules.heaps() else { return Ok(()) };
        for heap in 0..=SMALLEST {
            match (view.nimbers(), view.outcomes(Play::Normal)) {
                (Some(rows), _) => drop(Rows::of(&&*rows, heap + 1)),
                (None, Some(rows)) => drop(Rows::of(&&*rows, heap + 1)),
                (None, None) => return Ok(()),
            }
            self.check(&heap.to_string())?;
        }
        Ok(())
    }

    fn play(&mut self, mut position: AnyPosition, start: &str) -> Result<(), Broken> {
        let is_partizan = self.rules.kind().has_sides();
        let mut player = if is_partizan && self.random(2) == 1 { Player::Right } else { Player::Left };
        let mut here = HashSet::new();
        let (is_endless, moves) = (self.rules.is_endless(), self.effort.moves);
        let most = if is_endless { moves.min(LONG_ENOUGH) } else { moves };
        for moves in 0..=most {
            self.longest = self.longest.max(moves);
            if !here.insert(hash(&position, player)) {
                break;
            }
            if self.budget.is_spent() {
                // an unfinished play is no evidence that play ends
                return Ok(());
            }
            if self.is_too_large(&position) {
                return Ok(());
            }
            self.position(&position, player)?;
            let mut options = vec![];
            self.rules.options(&position, player, 0, &mut options);
            if options.is_empty() {
                break;
            }
            if moves == most {
                if is_endless {
                    return Ok(());
                }
                let how = format!("a play of {moves} moves did not end and never repeated a position");
                return Err(Broken { law: Law::PlayEnds, position: start.to_owned(), how });
            }
            // prefer options that have further moves, so that there are long plays too
            let mut index = self.random(options.len());
            for _ in 0..3 {
                if self.rules.is_stuck(&options[index], player) {
                    index = self.random(options.len());
                }
            }
            position = options.swap_remove(index);
            player = if is_partizan { -player } else { player };
        }
        if !is_endless {
            self.holds(Law::PlayEnds);
        }
        Ok(())
    }

    /// Returns `true` if the position has more summands than can be read. The laws do not hold there, which is no fault of the
    /// rules.
    fn is_too_large(&self, position: &AnyPosition) -> bool {
        let is_refused = || self.rules.read(&self.rules.show(position)).is_err_and(|error| error.expected == TOO_LARGE);
        position.words().len() > MAX_SUMMANDS && is_refused()
    }

    /// Checks every law that concerns a single position.
    fn position(&mut self, position: &AnyPosition, player: Player) -> Result<(), Broken> {
        if !self.seen.insert(hash(position, player)) {
            return Ok(());
        }
        // 1. the text of the position is read as that position again
        let text = self.rules.show(position);
        self.check(&text)?;
        let broken = |law, how: String| Err(Broken { law, position: text.clone(), how });
        let read = self.rules.read(&text);
        self.check(&text)?;
        match read {
            Ok(again) if again == *position => self.holds(Law::TextIsReadAgain),
            Ok(again) => {
                let again = self.rules.show(&again);
                return broken(Law::TextIsReadAgain, format!("it is read as `{again}`, another position"));
            }
            Err(error) => return broken(Law::TextIsReadAgain, format!("it is refused: {error}")),
        }
        // 2. the moves lead to the options, and no label leads to two positions
        let budget = &self.budget;
        let (options, is_whole) = first(budget, |from, options| self.rules.options(position, player, from, options));
        self.check(&text)?;
        let (moves, has_all_moves) = first(budget, |from, moves| self.rules.moves(position, player, from, moves));
        self.check(&text)?;
        let is_whole = is_whole && has_all_moves;
        let lead_there = moves.iter().zip(&options).all(|(mv, option): (&Labelled, _)| mv.to == *option);
        if !lead_there || is_whole && moves.len() != options.len() {
            return broken(Law::MovesAreTheOptions, "the moves lead elsewhere, or in another order".to_owned());
        }
        let mut labels = HashMap::new();
        for mv in &moves {
            if let Some(earlier) = labels.insert(&mv.label, &mv.to).filter(|earlier| **earlier != mv.to) {
                let [earlier, to] = [earlier, &mv.to].map(|to| self.rules.show(to));
                let how = format!("the move `{}` is listed twice, to `{earlier}` and to `{to}`", mv.label);
                return broken(Law::EachMoveIsListedOnce, how);
            }
        }
        // 3. a finished position has the same outcome each time
        if options.is_empty() && self.rules.kind().has_own_ending() {
            let ending = || (self.rules.terminal_outcome(position, player), self.rules.terminal_score(position, player));
            if ending() != ending() {
                return broken(Law::EqualPositionsHaveEqualOptions, "asked twice, it gave different winners".to_owned());
            }
        }
        self.check(&text)?;
        // 4. the optional functions keep their laws
        for &image in self.subject.images() {
            let came_out = tried(self.rules, image, position, &self.budget.part(4));
            self.check(&text)?;
            match came_out {
                Tried::Held => self.holds(image.law()),
                Tried::Broken(how) => return broken(image.law(), how),
                Tried::Nothing | Tried::OutOfTime => {}
            }
        }
        self.summands(position, &text)?;
        self.bounds(position, player, &text)?;
        self.picture(position, &text)?;
        for law in [Law::CallsAnswer, Law::MovesAreTheOptions, Law::EachMoveIsListedOnce] {
            self.holds(law);
        }
        // 5. keep the answer, to ask again at the end
        let bytes = text.len() + options.iter().chain([position]).map(bytes_of).sum::<usize>();
        if is_whole && self.answers.len() < KEPT && self.kept + bytes <= KEPT_BYTES {
            self.kept += bytes;
            self.texts.push(text);
            self.answers.push((position.clone(), player, options));
        }
        Ok(())
    }

    /// Checks that summands have a text. They are formatted here, because play may never reach a summand alone.
    fn summands(&self, position: &AnyPosition, text: &str) -> Result<(), Broken> {
        let mut summands = vec![];
        self.rules.summands(position, &mut summands);
        for summand in &summands {
            self.rules.show(summand);
        }
        self.check(text)
    }

    /// Calls `estimate`, and checks `bounds` or `score_bounds` if the position is small enough.
    fn bounds(&mut self, position: &AnyPosition, player: Player, text: &str) -> Result<(), Broken> {
        self.rules.hints().estimate(position);
        self.check(text)?;
        let came_out = match self.rules.kind() {
            kind if kind.is_scored() => score_bounds::tried(self.rules, position, player),
            Kind::Partizan if self.subject.has_bounds() => bounds::tried(self.rules, position),
            _ => return Ok(()),
        };
        self.check(text)?;
        match came_out {
            Tried::Held => self.holds(Law::BoundsHoldTheValue),
            Tried::Broken(how) => return Err(Broken { law: Law::BoundsHoldTheValue, position: text.to_owned(), how }),
            Tried::Nothing | Tried::OutOfTime => {}
        }
        Ok(())
    }

    /// Draws a position twice and compares the pictures.
    fn picture(&mut self, position: &AnyPosition, text: &str) -> Result<(), Broken> {
        if !self.subject.draws() {
            return Ok(());
        }
        let broken = |how: String| Err(Broken { law: Law::PicturesCanBeDrawn, position: text.to_owned(), how });
        let picture = self.rules.picture(position);
        let again = self.rules.picture(position);
        if let Some(how) = self.subject.picture_fault(picture.as_ref()) {
            return broken(how);
        }
        if again != picture {
            return broken("asked twice, it is drawn in different ways".to_owned());
        }
        if picture.is_some() {
            self.holds(Law::PicturesCanBeDrawn);
        }
        Ok(())
    }

    /// Repeats all kept questions, the last one first.
    fn again(&mut self, budget: &Budget) -> Result<(), Broken> {
        for (position, player, answer) in std::mem::take(&mut self.answers).into_iter().rev() {
            let (options, is_whole) = first(budget, |from, options| self.rules.options(&position, player, from, options));
            let text = self.rules.show(&position);
            self.check(&text)?;
            if !answer.starts_with(&options) || is_whole && options.len() != answer.len() {
                let how = "asked again later, it gave other options".to_owned();
                return Err(Broken { law: Law::EqualPositionsHaveEqualOptions, position: text, how });
            }
            self.holds(Law::EqualPositionsHaveEqualOptions);
        }
        Ok(())
    }

    fn random(&mut self, below: usize) -> usize {
        self.chance ^= self.chance << 13;
        self.chance ^= self.chance >> 7;
        self.chance ^= self.chance << 17;
        (self.chance >> 11) as usize % below
    }
}

#[cfg(test)]
mod tests;
