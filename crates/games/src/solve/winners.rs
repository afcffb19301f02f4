//! Strategies: the winner's moves in every position that can come up, each a fastest win, and the moves that a checker follows.

use super::SolveOptions;
use super::by_rule::Asked;
use super::legal::{are_told, each_move};
use super::searchable::Searchable;
use super::tally::Worth;
use crate::{SumText, Unanswered};
use sprague::{BadNotation, Compound, Limits, Meter, Outcome, Player, Rule, Stopped, Strategy, Winner};
use std::collections::BTreeMap;

/// The most options of a position that a checker is told.
const MOST_OPTIONS: usize = 1 << 22;

/// Explores all that can be reached, and writes down what the winner answers.
pub(crate) fn strategy_of(sum: &SumText, options: &SolveOptions) -> Result<Strategy, Unanswered> {
    sum.allows_rule(options.rule)?;
    if let Some(place) = sum.places().iter().find(|_| sum.has_own_ending()) {
        let why = "a game that the last move decides, since a strategy is replayed to that: this one counts what both hold";
        return Err(BadNotation::new(place.at, why).into());
    }
    if options.rule != Rule::Disjunctive {
        let asked = Asked::of(sum, options)?;
        let (rules, which) = asked.rules();
        let compound = Compound::new(rules, options.rule, options.play);
        let solution = sprague::solve(&compound, &compound.position(asked.place(&which, &[])), &options.limits)?;
        return written(sum, options, solution.outcome(), |here, _, each| {
            let asked = Asked::of(here, options)?;
            asked.judge(&compound, &which, &solution, |worth, choice| each(worth, &|| asked.after(choice)))
        });
    }
    let searchable = Searchable::of(sum, options.play, &options.limits)?;
    let root = searchable.position(if sum.is_partizan() { options.first } else { Player::Left }, None);
    let solution = sprague::solve(&searchable.rules, &root, &options.limits)?;
    written(sum, options, solution.outcome(), |here, player, each| {
        searchable.at(here).judge(&solution, player, &options.limits, |worth, index, _, component| {
            each(worth, &|| here.with(index, component.clone()));
        })
    })
}

/// What is told about the moves of a position: what each is worth, and the position after it.
type Told<'a> = &'a mut dyn FnMut(Worth, &dyn Fn() -> SumText);

/// The strategy for a position of this outcome, where `judge` says what the moves of a player are worth.
fn written(
    sum: &SumText,
    options: &SolveOptions,
    outcome: Outcome,
    judge: impl Fn(&SumText, Player, Told<'_>) -> Result<(), Stopped>,
) -> Result<Strategy, Unanswered> {
    let first = sum.is_partizan().then_some(options.first);
    let mover = first.unwrap_or(Player::Left);
    let (winner, player) = if outcome == Outcome::Loss { (Winner::Other, -mover) } else { (Winner::Mover, mover) };
    // positions with the winner to move
    let mut waiting: Vec<SumText> = vec![];
    let answers = |here: &SumText, waiting: &mut Vec<SumText>| judge(here, -player, &mut |_, after| waiting.push(after()));
    match winner {
        Winner::Mover => waiting.push(sum.clone()),
        Winner::Other => answers(sum, &mut waiting)?,
    }
    let (mut moves, mut bytes) = (BTreeMap::new(), 0);
    while let Some(here) = waiting.pop() {
        let text = here.to_string();
        if moves.contains_key(&text) {
            continue;
        }
        let mut best: Option<(Worth, SumText)> = None;
        judge(&here, player, &mut |worth, after| {
            if best.as_ref().is_none_or(|(known, _)| worth > *known) {
                best = Some((worth, after()));
            }
        })?;
        // the game may be over, and won
        let Some((_, after)) = best else { continue };
        let to = after.to_string();
        bytes += text.len() + to.len() + 64;
        if bytes as u64 > options.limits.bytes {
            return Err(Stopped::Memory(options.limits.bytes).into());
        }
        moves.insert(text, to);
        answers(&after, &mut waiting)?;
    }
    let (position, rule) = (sum.to_string(), options.rule.to_string());
    Ok(Strategy { position, play: options.play, rule, first, winner, draw: outcome == Outcome::Draw, moves })
}

/// The positions after each legal move of a player.
pub(crate) fn options_of(sum: &SumText, rule: Rule, player: Player, limits: &Limits) -> Result<Vec<String>, Unanswered> {
    sum.allows_rule(rule)?;
    let mut meter = Meter::new(limits);
    let mut listed = vec![];
    let mut list = |after: SumText| {
        if listed.len() >= MOST_OPTIONS {
            return Err(Stopped::Positions(MOST_OPTIONS as u64));
        }
        listed.push(after.to_string());
        meter.allow(0, || 0, || None)
    };
    if rule == Rule::Disjunctive {
        for index in 0..sum.places().len() {
            // a move that is not told would go unanswered
            if !are_told(sum, index) {
                return Err(Stopped::Positions(MOST_OPTIONS as u64).into());
            }
            each_move::<Stopped>(sum, index, player, limits, |_, component| {
                list(sum.with(index, component))?;
                Ok(true)
            })?;
        }
        return Ok(listed);
    }
    let options = SolveOptions { rule, limits: limits.clone(), ..SolveOptions::default() };
    let asked = Asked::of(sum, &options)?;
    for choice in rule.choices(asked.counts()) {
        list(asked.after(&choice))?;
    }
    Ok(listed)
}
