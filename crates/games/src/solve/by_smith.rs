//! Impartial sums under normal play with components that may come again: Smith's values decide (Smith 1966).
//!
//! A component is a number or ∞ with a set; each is valued on its own graph, never on that of the sum.

use super::by_value::Valuer;
use super::legal::{each_move, first_move, step};
use super::tally::{Tally, Worth};
use super::{Answer, Moves, SolveOptions, Step, wide};
use crate::json::big;
use crate::{Component, SumText, Unanswered};
use num_bigint::BigUint;
use serde_json::Value;
use sprague::{
    AnyImpartial, AnyPosition, Limits, LoopyNimber, LoopyNimbers, Nimber, Outcome, Player, PositionGraph, Stopped, loopy_nimbers,
};
use std::fmt;
use std::rc::Rc;

/// What a component that may come again is worth, or a whole sum: see [`sprague::LoopyNimber`], here without a bound.
///
/// ```
/// use sprague_games::Smith;
/// assert_eq!(Smith::Infinite(vec![0_u32.into(), 2_u32.into()]).to_string(), "∞{0, 2}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Smith {
    /// A number.
    Finite(BigUint),
    /// ∞, with the numbers that it can be left for.
    Infinite(Vec<BigUint>),
}

impl From<LoopyNimber> for Smith {
    fn from(value: LoopyNimber) -> Self {
        match value {
            LoopyNimber::Finite(Nimber(number)) => Self::Finite(number.into()),
            LoopyNimber::Infinite(set) => Self::Infinite(set.iter().map(|nimber| nimber.0.into()).collect()),
        }
    }
}

impl Smith {
    /// The worth of a sum: ∞ and ∞ is drawn whatever is added.
    fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(a ^ b),
            (Self::Infinite(set), Self::Finite(number)) | (Self::Finite(number), Self::Infinite(set)) => {
                let mut set: Vec<BigUint> = set.iter().map(|other| other ^ number).collect();
                set.sort_unstable();
                Self::Infinite(set)
            }
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(vec![]),
        }
    }

    /// The worth as JSON: a number, or the list of those that ∞ can be left for.
    ///
    /// ```
    /// # use sprague_games::Smith;
    /// assert_eq!(Smith::Infinite(vec![0_u32.into(), 2_u32.into()]).to_json().to_string(), "[0,2]");
    /// ```
    pub fn to_json(&self) -> Value {
        match self {
            Self::Finite(number) => big(number),
            Self::Infinite(set) => set.iter().map(big).collect(),
        }
    }

    fn outcome(&self) -> Outcome {
        match self {
            Self::Finite(number) if *number == BigUint::ZERO => Outcome::Loss,
            Self::Finite(_) => Outcome::Win,
            Self::Infinite(set) if set.first() == Some(&BigUint::ZERO) => Outcome::Win,
            Self::Infinite(_) => Outcome::Draw,
        }
    }
}

impl fmt::Display for Smith {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(number) => number.fmt(f),
            Self::Infinite(set) => {
                let set: Vec<String> = set.iter().map(BigUint::to_string).collect();
                write!(f, "∞{{{}}}", set.join(", "))
            }
        }
    }
}

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

/// The graph of a loopy component, valued.
struct Explored<'a> {
    graph: &'a PositionGraph<AnyPosition>,
    values: LoopyNimbers<'a, AnyPosition>,
}

impl Explored<'_> {
    /// What a position that can be reached is worth.
    fn valued(&self, component: &Component) -> Valued {
        let Component::Near(position) = component else { unreachable!("far components are not loopy") };
        let number = self.graph.number(position).expect("options were explored");
        Valued { worth: self.values.value(number).into(), rank: self.values.rank(number).unwrap_or(0) }
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
    let mut graphs: Vec<(usize, PositionGraph<AnyPosition>)> = vec![];
    let mut ways = vec![];
    for (index, (place, valuer)) in sum.places().iter().zip(&valuers).enumerate() {
        if valuer.value(&place.component)?.is_some() {
            ways.push(Way::ByNimber(valuer));
            continue;
        }
        let Component::Near(position) = &place.component else { unreachable!("far components are not loopy") };
        let holds_it = |(other, graph): &(usize, PositionGraph<AnyPosition>)| {
            Rc::ptr_eq(&sum.places()[*other].game, &place.game) && graph.number(position).is_some()
        };
        let known = graphs.iter().position(holds_it);
        ways.push(Way::OnGraph(known.unwrap_or(graphs.len())));
        if known.is_none() {
            let graph = explored(&rules[index], position, graphs.iter().map(|(_, graph)| graph), &options.limits)?;
            graphs.push((index, graph));
        }
    }
    let graphs: Vec<Explored<'_>> = graphs.iter().map(|(_, graph)| Explored { graph, values: loopy_nimbers(graph) }).collect();
    let valued = |index: usize, component: &Component| -> Result<Valued, Stopped> {
        match ways[index] {
            Way::OnGraph(which) => Ok(graphs[which].valued(component)),
            Way::ByNimber(valuer) => {
                let number = valuer.value(component)?.expect("what follows from a finite position is finite");
                Ok(Valued { worth: Smith::Finite(number), rank: 0 })
            }
        }
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

/// The graph of a loopy component, within what other graphs have left of the limits.
fn explored<'a>(
    rules: &AnyImpartial,
    position: &AnyPosition,
    others: impl Iterator<Item = &'a PositionGraph<AnyPosition>>,
    limits: &Limits,
) -> Result<PositionGraph<AnyPosition>, Stopped> {
    let (positions, bytes) = others.fold((0, 0), |(positions, bytes), graph| (positions + graph.len(), bytes + graph.bytes()));
    let left = Limits {
        positions: limits.positions.saturating_sub(positions as u64),
        bytes: limits.bytes.saturating_sub(bytes as u64),
        ..limits.clone()
    };
    PositionGraph::explore(rules, position.clone(), &left).map_err(|stopped| match stopped {
        Stopped::Positions(_) => Stopped::Positions(limits.positions),
        Stopped::Memory(_) => Stopped::Memory(limits.bytes),
        other => other,
    })
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
