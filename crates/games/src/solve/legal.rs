//! The legal moves of a position in the notation, also where a heap is beyond 64 bits.

use super::{Step, wide};
use crate::{Component, Family, SumText};
use num_bigint::BigUint;
use sprague::any::Labelled;
use sprague::{AnyPosition, Limits, Meter, Player, Stopped};
use sprague_rules_stones::Table;

/// The most moves of a line that are shown.
pub(crate) const LONGEST_LINE: usize = 1_000;

/// What a move in one component is called in the whole position.
pub(super) fn label(sum: &SumText, index: usize, mv: &str) -> String {
    let take = if sum.places()[index].game.family().takes_amounts() { "take " } else { "" };
    let component = if sum.places().len() > 1 { format!("{}: ", index + 1) } else { String::new() };
    format!("{component}{take}{mv}")
}

/// The move and the whole position after it.
pub(crate) fn step(sum: &SumText, index: usize, mv: &str, component: Component, player: Player) -> Step {
    let next = sum.is_partizan().then_some(-player);
    let to = if sum.has_own_ending() { after(sum, index, component).to_string() } else { sum.text_with(index, &component) };
    Step { label: label(sum, index, mv), to, next }
}

/// The whole position after one component has changed: under Stones, mine and his change places in all the others too.
pub(crate) fn after(sum: &SumText, index: usize, component: Component) -> SumText {
    let mut next = sum.with(index, component);
    if sum.is_of_stones() {
        for other in (0..sum.places().len()).filter(|other| *other != index) {
            let turned = match &sum.places()[other].component {
                Component::Near(position) => Component::Near(AnyPosition::pack(&position.unpack::<Table>().after(0))),
                Component::Far { heaps, rest, .. } => {
                    let (mine, his) = hands(rest);
                    let (heaps, state) = (heaps.clone(), (2 * his + mine) as usize);
                    Component::Far { heaps, state, rest: format!(".{his}.{mine}") }
                }
            };
            next = next.with(other, turned);
        }
    }
    next
}

/// Calls `each` with every move of `player` in one component, until it says stop or a limit is reached.
pub(crate) fn each_move<E: From<Stopped>>(
    sum: &SumText,
    index: usize,
    player: Player,
    limits: &Limits,
    mut each: impl FnMut(&str, Component) -> Result<bool, E>,
) -> Result<(), E> {
    let place = &sum.places()[index];
    let mut meter = Meter::new(limits);
    match &place.component {
        Component::Near(position) => {
            let (mut from, mut more) = (0, true);
            while more {
                let mut moves: Vec<Labelled> = vec![];
                more = place.game.rules().moves(position, player, from, &mut moves);
                from += moves.len();
                for mv in moves {
                    meter.allow(0, || 0, || place.game.rules().fault())?;
                    if !each(&mv.label, Component::Near(mv.to))? {
                        return Ok(());
                    }
                }
            }
            Ok(())
        }
        Component::Far { heaps, rest, .. } => {
            let heap = &heaps[0];
            let (amounts, last) = amounts(place.game.family(), player, rest);
            for amount in amounts {
                meter.allow(0, || 0, || None)?;
                let left = heap - amount;
                let text = format!("{left}{}", last(amount));
                let component = place.game.component(&text).expect("a legal move leaves a legal position");
                if !each(&amount.to_string(), component)? {
                    return Ok(());
                }
            }
            Ok(())
        }
    }
}

/// Whether [`each_move`] tells the moves in a component: not those of a heap beyond 64 bits that has as many as tokens.
pub(super) fn are_told(sum: &SumText, index: usize) -> bool {
    let place = &sum.places()[index];
    let has_few = || {
        matches!(place.game.family(), Family::Subtraction(_) | Family::Asymmetric(_) | Family::NoRepeat(_) | Family::Stones(_))
    };
    matches!(place.component, Component::Near(_)) || has_few()
}

/// The amounts that may be taken from a far heap of a family with finitely many, and what stands behind the heap then.
fn amounts<'a>(family: &'a Family, player: Player, rest: &'a str) -> (Vec<u64>, Box<dyn Fn(u64) -> String + 'a>) {
    match family {
        Family::Subtraction(rules) => (rules.0.as_slice().to_vec(), Box::new(|_| String::new())),
        Family::Asymmetric(rules) => (rules.amounts(player).as_slice().to_vec(), Box::new(|_| String::new())),
        Family::NoRepeat(rules) => {
            let last: Vec<u64> = rest.trim_start_matches('/').split('.').filter_map(|amount| amount.parse().ok()).collect();
            let allowed = rules.amounts().as_slice().iter().copied().filter(|amount| !last.contains(amount)).collect();
            let remember = move |amount: u64| {
                let remembered = std::iter::once(amount).chain(last.iter().copied()).take(rules.memory());
                format!("/{}", remembered.map(|amount| amount.to_string()).collect::<Vec<_>>().join("."))
            };
            (allowed, Box::new(remember))
        }
        Family::Stones(rules) => {
            let (mine, his) = hands(rest);
            (rules.amounts.as_slice().to_vec(), Box::new(move |amount| format!(".{his}.{}", (mine + amount % 2) % 2)))
        }
        _ => (vec![], Box::new(|_| String::new())),
    }
}

/// The parities of what both players hold, from what stands behind a pile: `.mine.his`.
fn hands(rest: &str) -> (u64, u64) {
    let hand = |at: usize| rest.split('.').nth(at).and_then(|hand| hand.parse::<u64>().ok()).unwrap_or(0) % 2;
    (hand(1), hand(2))
}

/// The first legal move of `player`, `None` if there is none.
pub(crate) fn first_move(sum: &SumText, player: Player, limits: &Limits) -> Result<Option<Step>, Stopped> {
    let mut found = None;
    for index in 0..sum.places().len() {
        if wide::is_wide(sum, index) {
            found = wide::some_move(sum, index, player);
            if found.is_some() {
                break;
            }
            continue;
        }
        each_move::<Stopped>(sum, index, player, limits, |mv, component| {
            found = Some(step(sum, index, mv, component, player));
            Ok(false)
        })?;
        if found.is_some() {
            break;
        }
    }
    Ok(found)
}

/// The sizes of the heaps of a take-and-break component.
pub(crate) fn sizes(component: &Component) -> Vec<BigUint> {
    match component {
        Component::Near(position) => {
            let heaps: sprague::Heaps = position.unpack();
            heaps.as_slice().iter().map(|&heap| heap.into()).collect()
        }
        Component::Far { heaps, .. } => heaps.clone(),
    }
}
