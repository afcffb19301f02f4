//! Impartial sums under normal play with components that may come again: Smith's values decide (Smith 1966).
//!
//! A component is a number or ∞ with a set; those of one game are valued on one graph, never on that of the sum.

mod explored;
mod worth;

pub use worth::Smith;

use super::by_value::Valuer;
use super::legal::{each_move, first_move, step};
use super::tally::{Tally, Worth};
use super::{Answer, Moves, SolveOptions, Step, wide};
use crate::{Component, SumText, Unanswered};
use explored::{Explored, Roots};
use num_bigint::BigUint;
use sprague::{AnyImpartial, AnyPosition, Outcome, Player, Stopped, loopy_nimbers};
use std::rc::Rc;

/// A component's worth, and when it got it: who answers by the least of both never goes round in circles.
#[derive(Clone)]
struct Valued {
    worth: Smith,
    rank: u32,
}

impl Valued {
    fn height(&self) -> (BigUint, u64) {
        match &self.worth {
            Smith::Finite(number) => (number.clone(), self.rank.into()),
            Smith::Infinite(_) => (BigUint::ZERO, 0),
        }
    }
}

/// How one component is valued.
enum Way<'a> {
    ByNimber(&'a Valuer<'a>),
    OnGraph(usize),
}

/// The answer by Smith's values. For sums that nimbers alone do not decide, though it is right for all.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Answer, Unanswered> {
    let rules =
        sum.places().iter().map(|place| AnyImpartial::try_from(place.game.rules().clone()).expect("the sum is impartial"));
    let rules: Vec<AnyImpartial> = rules.collect();
    let valuers = Valuer::of_each(sum, &rules, &options.limits);
    // the components without a nimber, by the first of the same game
    let mut loopy: Vec<(usize, Vec<AnyPosition>)> = vec![];
    let mut ways = vec![];
    for (index, (place, valuer)) in sum.places().iter().zip(&valuers).enumerate() {
        let position = match &place.component {
            Component::Near(position) if valuer.value(&place.component)?.is_none() => position.clone(),
            _ => {
                ways.push(Way::ByNimber(valuer));
                continue;
            }
        };
        let known = loopy.iter().position(|(first, _)| Rc::ptr_eq(&sum.places()[*first].game, &place.game));
        ways.push(Way::OnGraph(known.unwrap_or(loopy.len())));
        match known {
            Some(which) => loopy[which].1.push(position),
            None => loopy.push((index, vec![position])),
        }
    }
    let mut graphs = vec![];
    for (first, roots) in loopy {
        let graph = Roots { rules: &rules[first], roots }.graph(graphs.iter(), &options.limits)?;
        graphs.push(graph);
    }
    let graphs: Vec<Explored<'_>> = graphs.iter().map(|graph| Explored { graph, values: loopy_nimbers(graph) }).collect();
    let valued = |index: usize, component: &Component| -> Result<Valued, Stopped> {
        let valued = match ways[index] {
            Way::OnGraph(which) => graphs[which].valued(component),
            Way::ByNimber(valuer) => valuer.value(component)?.map(|number| Valued { worth: Smith::Finite(number), rank: 0 }),
        };
        // rules that break a law may lead anywhere, and nothing is claimed to be won there
        Ok(valued.unwrap_or(Valued { worth: Smith::Infinite(vec![]), rank: 0 }))
    };
    let components = sum.places().iter().enumerate().map(|(index, place)| valued(index, &place.component));
    let sum_of = Worths(components.collect::<Result<_, _>>()?);
    let total = sum_of.total();
    let moves = match total.outcome() {
        Outcome::Loss => Moves { winning: vec![], total: Some(0), best: first_move(sum, Player::Left, &options.limits)? },
        outcome => keeping(sum, outcome, &sum_of, valued, options)?,
    };
    let mut answer = Answer::new(sum, options, total.outcome(), moves, why(&sum_of, &total));
    answer.smith = Some(total);
    Ok(answer)
}

/// The components of a sum, valued.
struct Worths(Vec<Valued>);

impl Worths {
    fn total(&self) -> Smith {
        self.0.iter().fold(Smith::Finite(BigUint::ZERO), |total, valued| total.plus(&valued.worth))
    }

    /// What all the components but each are worth together.
    fn others(&self) -> Vec<Smith> {
        let numbers = self.0.iter().filter_map(|valued| match &valued.worth {
            Smith::Finite(number) => Some(number),
            Smith::Infinite(_) => None,
        });
        let number = numbers.fold(BigUint::ZERO, |total, number| total ^ number);
        let infinite: Vec<usize> = (0..self.0.len()).filter(|&index| matches!(self.0[index].worth, Smith::Infinite(_))).collect();
        let others = self.0.iter().enumerate().map(|(index, valued)| {
            let mut rest = Smith::Finite(number.clone());
            if let Smith::Finite(_) = valued.worth {
                rest = rest.plus(&valued.worth);
            }
            let infinite = infinite.iter().filter(|&&other| other != index).take(2);
            infinite.fold(rest, |rest, &other| rest.plus(&self.0[other].worth))
        });
        others.collect()
    }

    /// How far play still is from its end, for who answers every move: the numbers together, and the ranks.
    fn height(&self) -> (BigUint, u64) {
        self.0
            .iter()
            .map(Valued::height)
            .fold((BigUint::ZERO, 0), |(numbers, ranks), (number, rank)| (numbers + number, ranks + rank))
    }
}

/// The moves that keep the outcome, won or drawn. The best winning move is the one that leaves least: least numbers, then least
/// ranks. Whatever the other player answers, the next such move leaves less, so that the win comes.
fn keeping(
    sum: &SumText,
    outcome: Outcome,
    worths: &Worths,
    valued: impl Fn(usize, &Component) -> Result<Valued, Stopped>,
    options: &SolveOptions,
) -> Result<Moves, Stopped> {
    let mut tally = Tally::new(outcome, options);
    let mut best: Option<((BigUint, u64), Step)> = None;
    let mut all = true;
    let (numbers, ranks) = worths.height();
    for (index, others) in worths.others().iter().enumerate() {
        if outcome == Outcome::Win && matches!(others, Smith::Infinite(_)) {
            continue; // some other component stays infinite, and nothing is lost beside it
        }
        let (own_number, own_rank) = worths.0[index].height();
        let mut judge = |mv: &str, component: &Component, after: Valued| {
            let make_step = || step(sum, index, mv, component.clone(), Player::Left);
            let kept = -others.plus(&after.worth).outcome();
            tally.judge(Worth::of(kept, None), make_step);
            if kept == Outcome::Win {
                let (number, rank) = after.height();
                let left = (&numbers - &own_number + number, ranks - own_rank + rank);
                if best.as_ref().is_none_or(|(least, _)| left < *least) {
                    best = Some((left, make_step()));
                }
            }
        };
        if wide::is_wide(sum, index) {
            let here = wide::moves_to(sum, index, &wanted(others), &options.limits)?;
            all &= here.all && outcome == Outcome::Win;
            for (mv, component) in here.moves {
                judge(&mv, &component, Valued { worth: Smith::Finite(wanted(others)), rank: 0 });
            }
            continue;
        }
        each_move::<Stopped>(sum, index, Player::Left, &options.limits, |mv, component| {
            judge(mv, &component, valued(index, &component)?);
            Ok(true)
        })?;
    }
    let mut moves = tally.moves();
    if !all {
        moves.total = None;
    }
    if let Some((_, step)) = best {
        moves.best = Some(step);
    }
    Ok(moves)
}

/// A number to leave beside the others: the one that makes the sum 0, or the least from which nobody can win.
fn wanted(others: &Smith) -> BigUint {
    match others {
        Smith::Finite(number) => number.clone(),
        Smith::Infinite(set) => {
            let mut least = BigUint::ZERO;
            for number in set {
                if *number == least {
                    least += 1_u32;
                }
            }
            least
        }
    }
}

fn why(components: &Worths, total: &Smith) -> String {
    let listed: Vec<String> = components.0.iter().map(|valued| valued.worth.to_string()).collect();
    let sum = if listed.len() > 1 { format!("{} = {total}", listed.join(" + ")) } else { total.to_string() };
    let follows = match total.outcome() {
        Outcome::Loss => "0 is lost",
        Outcome::Win if matches!(total, Smith::Finite(_)) => "a number above 0 is won",
        Outcome::Win => "∞ is won if it can be left for 0",
        Outcome::Draw => "∞ that cannot be left for 0 is a draw",
    };
    format!(
        "Smith: positions that may come again are worth a number or ∞ with the numbers it can be left for; {sum}, and {follows}"
    )
}
