//! The move of a computer player: at random, with a short look ahead by the rules alone, or the best one.

use super::board::{BoardMove, Table};
use super::solve::{Best, Solve, solve};
use crate::question::{NoAnswer, Question};
use crate::read::{ParsedSum, Session};
use crate::report::Report;
use crate::words::words;
use serde::{Deserialize, Serialize};
use sprague::solve::{MixedSum, Points, SumMove};
use sprague::{CompoundRule, Limits, Outcome, Play, Player, ScoredOption};
use std::num::NonZeroU64;

words! {
    /// How well a move is chosen.
    Level {
        /// At random, but it takes a win that is one move away.
        Easy = "easy",
        /// It sees three moves ahead.
        #[default]
        Middle = "middle",
        /// The best move; as `middle` if a limit stops the search.
        Perfect = "perfect",
    }
}

/// The question for a move to answer with.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Level, Reply, Session};
/// let question = Reply { level: Level::Perfect, ..Reply::of("nim@3,1") };
/// let told = Session::new().ask(&question, &Limits::default())?;
/// assert_eq!(told.reply.unwrap().step.to, "nim@1,1");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The position, such as nim@3,4,5
    #[serde(alias = "sum")]
    pub position: String,
    /// The winner: the last mover (normal) or the other (misere)
    #[serde(default)]
    pub play: Play,
    /// The compound rule: see `solve --rule`
    #[serde(default)]
    pub rule: CompoundRule,
    /// The player who moves in a partizan game [default: left]
    pub first: Option<Player>,
    /// How well it is chosen: easy (at random), middle (sees three moves ahead), or perfect
    #[serde(default)]
    pub level: Level,
    /// Chance is drawn from this number
    #[serde(default)]
    pub seed: u64,
}

impl Reply {
    /// Returns the question about this position, without options.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Reply::of("nim@3").level.to_string(), "middle");
    /// ```
    pub fn of(position: impl Into<String>) -> Self {
        Self { position: position.into(), ..Self::default() }
    }
}

/// A move to answer with.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Replied {
    /// The move, or `None` if there is none.
    pub reply: Option<BoardMove>,
    /// The level at which it was chosen.
    pub level: Level,
}

/// The maximum number of moves from which one is chosen.
const LISTED: usize = 2000;

/// The maximum number of positions that the look ahead visits.
const AHEAD: u64 = 20_000;

impl Question for Reply {
    type Answer = Replied;
    const NAME: &'static str = "reply";

    fn report(answer: &Replied) -> Option<Report> {
        let Replied { reply, level } = answer;
        let mut report = Report::default();
        match reply {
            Some(mv) => report.note("move", format!("{}  ->  {} ({level})", mv.text, mv.step.to)),
            None => report.say("there is no move"),
        }
        Some(report)
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Replied, NoAnswer> {
        let about = |error: NoAnswer| error.about("position", &self.position);
        let sum = session.sum("position", &self.position, limits)?;
        sum.has_meaning(self.rule, self.play).map_err(|error| about(error.into()))?;
        reply(&sum, self, limits).map_err(about)
    }
}

/// Chooses a move in this position at the level of the question.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Reply, Session, reply};
/// let told = reply(&Session::new().position("nim@1,1,1")?, &Reply::default(), &Limits::default())?;
/// assert!(told.reply.unwrap().step.label.ends_with("take 1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`NoAnswer`], but not if a limit stops the search for the best move.
pub fn reply(sum: &ParsedSum, question: &Reply, limits: &Limits) -> Result<Replied, NoAnswer> {
    let Reply { play, rule, level, seed, .. } = *question;
    let table = &Table { sum: sum.clone(), play, rule, first: question.first.unwrap_or(Player::Left) };
    let (moves, _) = table.moves(LISTED, limits)?;
    if level == Level::Perfect
        && let Some(reply) = best(table, &moves, limits)?
    {
        return Ok(Replied { reply: Some(reply), level });
    }
    let played = if level == Level::Easy { Level::Easy } else { Level::Middle };
    let depth = if level == Level::Easy { 0 } else { 2 };
    let mut chosen = chosen(table, &moves, depth, limits);
    let at = NonZeroU64::new(chosen.len() as u64).map(|count| mixed(seed) % count);
    let reply = at.map(|at| table.shown(&[chosen.swap_remove(at as usize).clone()]).remove(0));
    // moves of a heap that is too large to list
    let reply = match reply {
        None => best(table, &moves, limits)?,
        reply => reply,
    };
    Ok(Replied { reply, level: played })
}

/// Returns the best move found by the engine, or `None` if there is no move or a limit stops the search.
fn best(table: &Table, moves: &[SumMove], limits: &Limits) -> Result<Option<BoardMove>, NoAnswer> {
    let first = table.sum.is_partizan().then_some(table.first);
    let question = Solve {
        first,
        best: Best::Fastest,
        play: table.play,
        rule: table.rule,
        max_moves: Some(1),
        is_one_of_many: true,
        ..Solve::default()
    };
    let answer = match solve(&table.sum, &question, &Limits { heard: None, ..limits.clone() }) {
        Ok(answer) => answer,
        Err(NoAnswer::Stopped { .. }) => return Ok(None),
        Err(error) => return Err(error),
    };
    let Some(step) = answer.best else { return Ok(None) };
    let steps = table.sum.steps();
    Ok(match moves.iter().find(|mv| steps.step(mv).label == step.label) {
        Some(mv) => table.shown(std::slice::from_ref(mv)).pop(),
        None => Some(BoardMove { text: step.label.clone(), step, components: vec![], changes: vec![] }),
    })
}

/// Returns the moves that gain most within `depth` more moves, if the rules count points.
///
/// Otherwise returns the moves that force a win within `depth` moves. If there are none, returns the moves after which the other
/// player cannot force one, and if there are none either, all moves.
fn chosen<'a>(table: &Table, moves: &'a [SumMove], depth: u32, limits: &Limits) -> Vec<&'a SumMove> {
    let share = (AHEAD / (moves.len() as u64).max(1)).max(50);
    if table.sum.is_scored() {
        let worth = moves.iter().map(|mv| {
            let (after, gained) = (table.after(mv), mv.points.unwrap_or(Points { gain: 0, again: false, score: None }));
            let option = ScoredOption { to: after.sum.mixed(table.rule, table.play), gain: gained.gain, again: gained.again };
            option.worth(points_ahead(&option.to, after.first, depth, &mut share.clone(), limits))
        });
        let worth: Vec<i64> = worth.collect();
        let best = worth.iter().max();
        return moves.iter().zip(&worth).filter(|(_, worth)| Some(*worth) == best).map(|(mv, _)| mv).collect();
    }
    let [mut winning, mut open] = [vec![], vec![]];
    for mv in moves {
        let after = table.after(mv);
        let mut left = share;
        let sum = after.sum.mixed(table.rule, table.play);
        let seen = forced(&sum, after.first, depth, &mut left, limits);
        // if the same player moves again, the outcome of the position after the move is that player's
        let seen = if after.first == table.first { seen.map(|outcome| -outcome) } else { seen };
        match seen {
            Some(Outcome::Loss) => winning.push(mv),
            Some(Outcome::Win) => {}
            _ => open.push(mv),
        }
    }
    if !winning.is_empty() {
        winning
    } else if !open.is_empty() {
        open
    } else {
        moves.iter().collect()
    }
}

/// Returns the points of the player to move within `depth` moves, minus those of the other player.
fn points_ahead(sum: &MixedSum, player: Player, depth: u32, left: &mut u64, limits: &Limits) -> i64 {
    let mut options = vec![];
    let listed = sprague::solve::each_scored_option(sum, player, limits, |option| {
        options.push(option);
        std::ops::ControlFlow::Continue(())
    });
    *left = left.saturating_sub(options.len() as u64);
    if options.is_empty() && listed.is_ok() {
        return sprague::solve::terminal_score(sum, player).unwrap_or_default();
    }
    if depth == 0 || *left == 0 {
        return 0;
    }
    let worth = options.iter().map(|option| {
        let next = if option.again { player } else { -player };
        option.worth(points_ahead(&option.to, next, depth - 1, left, limits))
    });
    worth.max().unwrap_or_default()
}

/// Returns the outcome for the player to move, if at most `depth` moves decide it and at most `left` positions are
/// visited.
fn forced(sum: &MixedSum, player: Player, depth: u32, left: &mut u64, limits: &Limits) -> Option<Outcome> {
    let mut options = vec![];
    let room = if depth == 0 { 1 } else { *left };
    let listed = sprague::solve::each_option(sum, player, limits, |option| {
        options.push(option.clone());
        if options.len() as u64 >= room.max(1) { std::ops::ControlFlow::Break(()) } else { std::ops::ControlFlow::Continue(()) }
    });
    listed.ok()?;
    let is_cut = options.len() as u64 >= room.max(1);
    *left = left.saturating_sub(options.len() as u64);
    if options.is_empty() {
        return Some(match sum.play {
            _ if sum.has_terminal_rule() => sprague::solve::terminal_outcome(sum, player).ok()??,
            Play::Normal => Outcome::Loss,
            Play::Misere => Outcome::Win,
        });
    }
    if depth == 0 {
        return None;
    }
    let mut best = if is_cut { None } else { Some(Outcome::Loss) };
    for option in &options {
        match forced(option, -player, depth - 1, left, limits) {
            Some(Outcome::Loss) => return Some(Outcome::Win),
            Some(Outcome::Draw) => best = best.map(|best| best.max(Outcome::Draw)),
            Some(Outcome::Win) => {}
            None => best = None,
        }
    }
    best
}

pub(super) fn mixed(seed: u64) -> u64 {
    let seed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let seed = (seed ^ (seed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let seed = (seed ^ (seed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    seed ^ (seed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn to(position: &str, question: &Reply) -> String {
        let question = Reply { position: position.into(), ..question.clone() };
        Session::new().ask(&question, &Limits::default()).unwrap().reply.unwrap().step.to
    }

    #[test]
    fn every_level_takes_a_win_that_is_one_move_away() {
        for (level, seed) in
            [Level::Easy, Level::Middle, Level::Perfect].into_iter().flat_map(|level| (0..5).map(move |seed| (level, seed)))
        {
            assert_eq!(to("nim@5", &Reply { level, seed, ..Reply::default() }), "nim@0");
        }
    }

    #[test]
    fn easy_plays_at_random_and_middle_sees_three_moves_ahead() {
        let all =
            |level| (0..40).map(|seed| to("nim@2,2,1", &Reply { level, seed, ..Reply::default() })).collect::<BTreeSet<_>>();
        assert!(all(Level::Easy).len() > 3);
        // after any other move the other player wins at once, or leaves two equal heaps of one
        assert_eq!(to("nim@2,1", &Reply::default()), "nim@1,1");
    }

    #[test]
    fn misere_play_is_looked_ahead_as_misere() {
        for seed in 0..5 {
            assert_eq!(to("nim@3", &Reply { play: Play::Misere, seed, ..Reply::default() }), "nim@1");
        }
    }

    #[test]
    fn perfect_plays_on_where_a_limit_stops_the_search() {
        let question = Reply { level: Level::Perfect, ..Reply::of("domineering@8x8") };
        let few = Limits { positions: 100, ..Limits::default() };
        let told = Session::new().ask(&question, &few).unwrap();
        assert_eq!((told.level, told.reply.is_some()), (Level::Middle, true));
    }

    #[test]
    fn a_heap_too_large_to_list_is_answered_and_the_end_has_no_reply() {
        assert!(to("nim@10^30,5", &Reply::default()).starts_with("nim@"));
        let told = Session::new().ask(&Reply::of("nim@0"), &Limits::default()).unwrap();
        assert!(told.reply.is_none());
    }
}
