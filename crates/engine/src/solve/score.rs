//! Solves a single component whose rules count points.

use super::look_up::look_up;
use super::selection::{AllMoves, FoundMoves, ListedMoves};
use super::{
    Answer, Component, ComponentPosition, JudgedMove, MAX_LINE, MixedSum, Points, Refused, SolveError, SolveOptions, SumMove,
    WrittenStrategy, terminal,
};
use crate::evaluate::outcome::table;
use crate::evaluate::score::{bound_in_parallel, ranked_scores, score_in_parallel};
use crate::evaluate::table::Table;
use crate::evaluate::{ScoreError, ScoreSearch};
use sprague_core::any::{AnyEnding, AnyPosition, Turn};
use sprague_core::certificate::{Answers, Guaranteed, Winner};
use sprague_core::limits::Meter;
use sprague_core::{Limits, Outcome, Player, Ruleset, ScoreBounds, Scored, ScoredOption, Stopped};
use sprague_rows::Sequence;
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::ControlFlow;
use std::sync::Arc;

type Position = (Player, AnyPosition);

/// A move with the position after it, from the point of view of the player who makes it.
type Candidate = (Turn, ScoredOption<Position>);

/// Scores of positions, from rows of heaps, by search or from all positions that can be reached.
pub(super) struct Scores<'a> {
    rules: &'a AnyEnding,
    options: &'a SolveOptions,
    table: Arc<Table>,
    search: ScoreSearch<'a, AnyEnding>,
    /// The rows of scores of a heap, which reach to it or have a proved period.
    rows: Option<(&'a Component, Arc<Sequence<i64>>)>,
    /// All scores with their ranks, if play need not end.
    all: Option<HashMap<Position, (i64, u32)>>,
}

impl<'a> Scores<'a> {
    pub(super) fn new(rules: &'a AnyEnding, component: &'a Component, options: &'a SolveOptions) -> Result<Self, Stopped> {
        let table = table(&options.limits);
        let heap = component.one_heap().filter(|_| !options.search);
        let rows = heap.and_then(|(heap, _)| component.rules.scores_to(&heap, &options.limits)).transpose()?;
        let search = ScoreSearch::in_table(rules, &options.limits, &table);
        Ok(Self { rules, options, search, table, rows: rows.map(|rows| (component, rows)), all: None })
    }

    /// Returns the score of a heap from its row.
    fn looked_up(&self, (_, position): &Position) -> Option<i64> {
        let (component, rows) = self.rows.as_ref()?;
        let heap = component.rules.heaps()?.indices(position)?.first().map_or(0, |(heap, _)| *heap);
        let found = look_up(rows, &heap.into(), 0);
        i64::try_from(&found.raise).ok()?.checked_add(found.cell)
    }

    /// Returns the score of a position, or of one that could be reached from an earlier one.
    ///
    /// `known` receives the bounds that were proved.
    fn of(&mut self, position: &Position, known: &mut ScoreBounds) -> Result<i64, ScoreError> {
        if let Some(score) = self.looked_up(position) {
            return Ok(score);
        }
        let found = match &self.all {
            Some(_) => Err(ScoreError::Loopy),
            None => match self.options.jobs.get() {
                1 => self.search.score(position, known),
                _ => score_in_parallel(self.rules, position, &self.options.limits, self.options.jobs, &self.table, known),
            },
        };
        match found {
            Err(ScoreError::Loopy) => self.among_all(position),
            found => found,
        }
    }

    /// Returns `true` if the score of a position is at least `t`.
    fn is_at_least(&mut self, position: &Position, t: i64) -> Result<bool, ScoreError> {
        if let Some(score) = self.looked_up(position) {
            return Ok(score >= t);
        }
        let found = match (&self.all, self.options.jobs.get()) {
            (Some(_), _) => Err(ScoreError::Loopy),
            (None, 1) => self.search.bound(position, t),
            (None, _) => bound_in_parallel(self.rules, position, t, &self.options.limits, self.options.jobs, &self.table),
        };
        match found {
            Err(ScoreError::Loopy) => self.among_all(position),
            found => found,
        }
        .map(|bound| bound >= t)
    }

    /// Returns the outcome. It takes two searches: whether the score is at least 1, and whether it is at least 0.
    fn outcome(&mut self, position: &Position) -> Result<Outcome, ScoreError> {
        if self.is_at_least(position, 1)? {
            return Ok(Outcome::Win);
        }
        Ok(if self.is_at_least(position, 0)? { Outcome::Draw } else { Outcome::Loss })
    }

    fn among_all(&mut self, position: &Position) -> Result<i64, ScoreError> {
        let form = self.rules.normal_form(position.clone());
        if self.all.as_ref().is_none_or(|all| !all.contains_key(&form)) {
            self.all.get_or_insert_default().extend(ranked_scores(self.rules, position, &self.options.limits)?);
        }
        Ok(self.all.as_ref().and_then(|all| all.get(&form)).map_or(0, |(score, _)| *score))
    }

    fn moves(&self, position: &Position) -> impl Iterator<Item = Candidate> {
        self.rules.moves(position).zip(self.rules.scored_options(position))
    }

    /// Returns the worth of a move for the player who makes it.
    fn worth(&mut self, option: &ScoredOption<Position>) -> Result<i64, ScoreError> {
        Ok(option.worth(self.of(&option.to, &mut ScoreBounds::UNKNOWN.clone())?))
    }

    /// Returns `true` if a move is worth at least `t` for the player who makes it.
    fn is_worth(&mut self, option: &ScoredOption<Position>, t: i64) -> Result<bool, ScoreError> {
        let is_at_least = self.is_at_least(&option.to, option.asked(t))?;
        Ok(is_at_least == option.again)
    }

    /// Returns the first move that keeps the score: of those that gain most, or if play need not end, of those that come closest to
    /// its end.
    fn best(&mut self, position: &Position, score: i64) -> Result<Option<Candidate>, ScoreError> {
        let mut moves: Vec<Candidate> = self.moves(position).collect();
        match &self.all {
            None => moves.sort_by_key(|(_, option)| Reverse(option.gain)),
            Some(all) => {
                moves.sort_by_key(|(_, option)| all.get(&self.rules.normal_form(option.to.clone())).map(|(_, rank)| *rank))
            }
        }
        for (turn, option) in moves {
            if self.is_worth(&option, score)? {
                return Ok(Some((turn, option)));
            }
        }
        Ok(None)
    }

    fn sentence(&self) -> String {
        match (&self.all, self.options.jobs.get()) {
            _ if self.rows.is_some() => {
                "rows of scores: a heap stays one heap, so its score stands in the rows of the family".to_owned()
            }
            (Some(all), _) => format!("search: all {} positions that can be reached, since some come again", all.len()),
            (None, 1) => format!("search: bounds of the score through {} positions", self.search.visited()),
            (None, jobs) => format!("search: bounds of the score by {jobs} threads"),
        }
    }
}

/// Returns a move of the sum with its points. `score` is the total that the mover gets by it.
fn written(sum: &MixedSum, player: Player, (turn, option): &Candidate, score: Option<i64>) -> SumMove {
    let left = ComponentPosition::Small(option.to.1.clone());
    let next = sum.next(player).map(|other| if option.again { player } else { other });
    let points = Some(Points { gain: option.gain, again: option.again, score });
    SumMove { points, ..SumMove::one(0, &turn.mv.label, left, next) }
}

pub(super) fn solve(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, SolveError> {
    Ok(solve_scored(sum, options)?)
}

impl From<ScoreError> for SolveError {
    fn from(error: ScoreError) -> Self {
        match error {
            ScoreError::Stopped(stopped) => stopped.into(),
            endless => {
                let why = format!("rules under which points come to an end: {endless}");
                Refused { component: 0, why: why.into() }.into()
            }
        }
    }
}

fn solve_scored(sum: &MixedSum, options: &SolveOptions) -> Result<Answer, ScoreError> {
    let (rules, position) = terminal::alone(sum, options)?;
    let player = options.player(sum);
    let start = |player| rules.start(sum.components[0].player(player), position.clone());
    let (root, mut found) = (start(player), Scores::new(&rules, &sum.components[0], options)?);
    if let Some(least) = options.at_least {
        let outcome = if found.is_at_least(&root, least)? { Outcome::Win } else { Outcome::Loss };
        let first = sum.is_partizan().then_some(player);
        return Ok(Answer { first, why: vec![found.sentence()], ..Answer::new(outcome, FoundMoves::none(), String::new()) });
    }
    if options.outcome_only {
        let mut answer = Answer::new(found.outcome(&root)?, FoundMoves::none(), String::new());
        if sum.is_partizan() && options.first_only {
            answer.first = Some(player);
        } else if sum.is_partizan() {
            options.known.outcome(answer.outcome);
            answer.set_first(player, found.outcome(&start(-player))?);
        }
        answer.why = vec![found.sentence()];
        return Ok(answer);
    }
    let mut known = ScoreBounds::UNKNOWN;
    let score = found.of(&root, &mut known).inspect_err(|_| options.known.score_bounds(known))?;
    options.known.score_bounds(ScoreBounds::exactly(score));
    let outcome = Outcome::of_score(score);
    options.known.outcome(outcome);
    let moves = moves(sum, options, &mut found, &root, score)?;
    let mut answer = Answer::new(outcome, moves, String::new());
    answer.score = Some(score);
    if options.line {
        answer.line = Some(line(sum, player, &mut found, root, score)?);
    }
    if sum.is_partizan() {
        let other = found.of(&start(-player), &mut ScoreBounds::UNKNOWN.clone())?;
        answer.set_first(player, Outcome::of_score(other));
        // the other player's score, from the point of view of the player who starts
        answer.stops = Some([(player, score), (-player, other)].map(|(starts, score)| starts.signed(score)));
        if player == Player::Right {
            answer.stops.iter_mut().for_each(|stops| stops.reverse());
        }
    }
    answer.why = vec![found.sentence()];
    Ok(answer)
}

/// Returns the moves that keep the score, and all moves if the options ask for them.
fn moves(
    sum: &MixedSum,
    options: &SolveOptions,
    found: &mut Scores<'_>,
    root: &Position,
    score: i64,
) -> Result<FoundMoves, ScoreError> {
    let player = options.player(sum);
    let (mut winning, mut all, mut total) = (ListedMoves::new(options.max_moves.max(1)), AllMoves::asked(options), 0);
    let moves: Vec<Candidate> = found.moves(root).collect();
    let mut best: Option<Candidate> = None;
    for mv in &moves {
        let worth = if all.is_some() { Some(found.worth(&mv.1)) } else { None };
        let judged = match worth.transpose() {
            Ok(Some(worth)) => Ok((worth >= score, Some(worth))),
            Ok(None) => found.is_worth(&mv.1, score).map(|keeps| (keeps, Some(score).filter(|_| keeps))),
            Err(stopped) => Err(stopped),
        };
        let (keeps, worth) = match judged {
            Ok(judged) => judged,
            Err(error) => {
                options.known.winning_moves(winning.so_far());
                options.known.moves(all.map(AllMoves::so_far).unwrap_or_default());
                return Err(error);
            }
        };
        if keeps {
            total += 1;
            winning.push(|| written(sum, player, mv, worth));
            if best.as_ref().is_none_or(|(_, best)| mv.1.gain > best.gain) {
                best = Some(mv.clone());
            }
        }
        if let (Some(all), Some(worth)) = (&mut all, worth) {
            let outcome = Outcome::of_score(if mv.1.again { worth } else { -worth });
            all.push(JudgedMove::new(written(sum, player, mv, Some(worth)), outcome, None));
        }
    }
    let mut listed = winning.found(options.max_moves, Some(total), || Ok(None))?;
    if found.all.is_some() {
        best = found.best(root, score)?;
    }
    if let Some(best) = best {
        listed.best = Some(written(sum, player, &best, Some(score)));
    }
    listed.all = all.and_then(AllMoves::found);
    Ok(listed)
}

/// Returns the strategy of the player who gets at least 0 points, with the score of every position that can be reached.
pub(super) fn strategy(
    sum: &MixedSum,
    options: &SolveOptions,
    write: &dyn Fn(&MixedSum) -> String,
) -> Result<WrittenStrategy, SolveError> {
    let (rules, position) = terminal::alone(sum, options)?;
    let player = options.player(sum);
    let component = &sum.components[0];
    let (root, mut found) = (rules.start(component.player(player), position.clone()), Scores::new(&rules, component, options)?);
    let score = found.of(&root, &mut ScoreBounds::UNKNOWN.clone())?;
    let winner = if score < 0 { Winner::Other } else { Winner::Mover };
    let scores = match guaranteed(sum, &mut found, &root, winner, write)? {
        Some(scores) => scores,
        // a position came again, so that moves must be chosen by their ranks
        None => {
            found.among_all(&root)?;
            guaranteed(sum, &mut found, &root, winner, write)?.unwrap_or_default()
        }
    };
    Ok(WrittenStrategy { winner, outcome: Outcome::of_score(score), answers: Answers::Scores { at_least: score.abs(), scores } })
}

/// Follows the best moves of one player and all moves of the other, depth first. Returns `None` if a position comes again,
/// unless ranks are known.
fn guaranteed(
    sum: &MixedSum,
    found: &mut Scores<'_>,
    root: &Position,
    winner: Winner,
    write: &dyn Fn(&MixedSum) -> String,
) -> Result<Option<BTreeMap<String, Guaranteed>>, ScoreError> {
    let text = |at: &Position| write(&sum.with_all([(0, ComponentPosition::Small(at.1.clone()))]));
    let (mut scores, mut open, mut bytes) = (BTreeMap::<String, Guaranteed>::new(), HashSet::new(), 0);
    // positions to be entered, and those that are left once all moves from them were followed
    let mut waiting = vec![((root.clone(), winner == Winner::Mover), false)];
    let meter = Meter::new(&found.options.limits);
    while let Some((at, is_left)) = waiting.pop() {
        if is_left {
            open.remove(&at);
            continue;
        }
        let (here, is_own) = &at;
        let name = text(here);
        let length = name.len();
        let entry = scores.entry(name).or_default();
        if (if *is_own { entry.first } else { entry.second }).is_some() {
            if found.all.is_none() && open.contains(&at) {
                return Ok(None);
            }
            continue;
        }
        let score = found.of(here, &mut ScoreBounds::UNKNOWN.clone())?;
        waiting.push((at.clone(), true));
        if *is_own {
            entry.first = Some(score);
            if let Some((_, ScoredOption { to, again, .. })) = found.best(here, score)? {
                (entry.to, entry.again) = (Some(text(&to)), again);
                waiting.push(((to, again), false));
            }
        } else {
            entry.second = Some(-score);
            waiting.extend(found.rules.scored_options(here).map(|option| ((option.to, !option.again), false)));
        }
        bytes += 2 * (length + size_of::<Guaranteed>() + 64);
        open.insert(at);
        meter.look(scores.len() as u64, bytes + waiting.len() * size_of::<(Position, [bool; 2])>(), found.rules.fault())?;
    }
    Ok(Some(scores))
}

/// Calls `each` with every option of a component whose rules count points, with the points of the move to it, until `each`
/// returns `Break`.
///
/// ```
/// use sprague::solve::{Component, MixedSum, RulesetCache, each_scored_option};
/// use sprague::{Limits, Player, any};
/// # use sprague::{Ruleset, Scored, heap_notation};
/// # struct Take; // take one token, and gain as much as is left
/// # impl Ruleset for Take {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(1) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Scored for Take {
/// #     fn gain(&self, heap: &u64, amount: &u64) -> i64 { (heap - amount) as i64 }
/// # }
/// # heap_notation!(Take);
/// let take = std::sync::Arc::new(RulesetCache::new("take", any::scored(Take)));
/// let (mut gains, sum) = (vec![], MixedSum::of([Component::new(&take, &3_u64)]));
/// each_scored_option(&sum, Player::Left, &Limits::default(), |option| {
///     gains.push(option.gain);
///     std::ops::ControlFlow::Continue(())
/// })?;
/// assert_eq!(gains, [2]);
/// # Ok::<(), sprague::solve::SolveError>(())
/// ```
///
/// # Errors
/// Returns a [`SolveError`], also if the rules count no points.
pub fn each_scored_option(
    sum: &MixedSum,
    player: Player,
    limits: &Limits,
    mut each: impl FnMut(ScoredOption<MixedSum>) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    sum.has_meaning()?;
    if !sum.is_scored() {
        return Err(Refused { component: 0, why: "rules that count points".into() }.into());
    }
    let (rules, position) = terminal::alone(sum, &SolveOptions { limits: limits.clone(), ..SolveOptions::default() })?;
    let at = rules.start(sum.components[0].player(player), position.clone());
    let mut meter = Meter::new(limits);
    for ScoredOption { to, gain, again } in rules.scored_options(&at) {
        meter.allow(0, || 0, || rules.fault())?;
        if each(ScoredOption { to: sum.with_all([(0, ComponentPosition::Small(to.1))]), gain, again }).is_break() {
            break;
        }
    }
    Ok(sum.check()?)
}

/// Returns the points of `player`, who has no move, minus those of the other player, for rules that count points.
///
/// # Errors
/// Returns a [`SolveError`] if the position is too large.
pub fn terminal_score(sum: &MixedSum, player: Player) -> Result<i64, SolveError> {
    let (rules, position) = terminal::alone(sum, &SolveOptions::default())?;
    Ok(rules.terminal_score(&rules.start(sum.components[0].player(player), position.clone())))
}

/// Returns best play to the end, in which each move keeps the score.
fn line(sum: &MixedSum, player: Player, found: &mut Scores<'_>, root: Position, score: i64) -> Result<Vec<SumMove>, ScoreError> {
    let (mut line, mut here, mut score, mut player) = (vec![], root, score, player);
    while line.len() < MAX_LINE
        && let Some(mv) = found.best(&here, score)?
    {
        line.push(written(sum, player, &mv, Some(score)));
        let option = mv.1;
        score = if option.again { score - option.gain } else { option.gain - score };
        if !option.again {
            player = -player;
        }
        here = option.to;
    }
    Ok(line)
}
