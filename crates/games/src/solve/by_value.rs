//! Impartial sums under normal play: the nim-sum of the components decides (Sprague 1935, Grundy 1939).

use super::legal::{each_move, first_move, sizes, step};
use super::tally::Listed;
use super::{Answer, Moves, SolveOptions, wide};
use crate::{Component, Family, Game, SumText, Unanswered};
use num_bigint::BigUint;
use sprague::{AnyImpartial, AnyPosition, Limits, Meter, NimberSearch, NoNimber, Outcome, Player, Stopped};
use std::cell::RefCell;
use std::rc::Rc;

/// Lists of remembered moves from which on small positions are valued one by one instead of by rows.
const WIDE_ROW: usize = 256;

/// The answer by nimbers, `None` if some component has none because it is loopy.
pub(super) fn solve(sum: &SumText, options: &SolveOptions) -> Result<Option<Answer>, Unanswered> {
    let rules =
        sum.places().iter().map(|place| AnyImpartial::try_from(place.game.rules().clone()).expect("the sum is impartial"));
    let rules: Vec<AnyImpartial> = rules.collect();
    let valuers = Valuer::of_each(sum, &rules, &options.limits);
    let mut values = vec![];
    for (place, valuer) in sum.places().iter().zip(&valuers) {
        let Some(value) = valuer.value(&place.component)? else { return Ok(None) };
        values.push(value);
    }
    let total = values.iter().fold(BigUint::ZERO, |total, value| total ^ value);
    let outcome = if total == BigUint::ZERO { Outcome::Loss } else { Outcome::Win };
    let moves = match outcome {
        Outcome::Loss => Moves { winning: vec![], total: Some(0), best: first_move(sum, Player::Left, &options.limits)? },
        _ => winning(sum, &valuers, &values, &total, options)?,
    };
    let mut answer = Answer::new(sum, options, outcome, moves, why(&values, &total));
    answer.nimber = Some(total);
    Ok(Some(answer))
}

/// Values components of one game, by its rows or by a search that the components of this game share.
pub(super) struct Valuer<'a> {
    game: &'a Game,
    search: Rc<RefCell<NimberSearch<'a, AnyImpartial>>>,
    limits: &'a Limits,
}

impl<'a> Valuer<'a> {
    /// One for each component.
    pub(super) fn of_each(sum: &'a SumText, rules: &'a [AnyImpartial], limits: &'a Limits) -> Vec<Self> {
        let mut valuers: Vec<Self> = vec![];
        for (place, rules) in sum.places().iter().zip(rules) {
            let shared =
                valuers.iter().find(|valuer| std::ptr::eq(valuer.game, &*place.game)).map(|valuer| valuer.search.clone());
            let search = shared.unwrap_or_else(|| Rc::new(RefCell::new(NimberSearch::new(rules, limits))));
            valuers.push(Self { game: &place.game, search, limits });
        }
        valuers
    }

    /// The moves of a position that leave this nimber, by their numbers in order from 0. None is given its name.
    fn leaving(&self, position: &AnyPosition, target: &BigUint) -> Result<Vec<usize>, Stopped> {
        let rules = self.game.rules();
        let small = u64::try_from(target).ok();
        let mut meter = Meter::new(self.limits);
        let (mut from, mut more) = (0, true);
        let (mut options, mut leaving) = (vec![], vec![]);
        while more {
            options.clear();
            more = rules.options(position, Player::Left, from, &mut options);
            for (number, option) in (from..).zip(&options) {
                meter.allow(0, || 0, || rules.fault())?;
                let is_target = match self.game.known_nimber(option) {
                    Some(nimber) => Some(nimber) == small,
                    None => self.value(&Component::Near(option.clone()))?.as_ref() == Some(target),
                };
                if is_target {
                    leaving.push(number);
                }
            }
            from += options.len();
        }
        Ok(leaving)
    }

    /// The nimber of a component, `None` if it is loopy.
    pub(super) fn value(&self, component: &Component) -> Result<Option<BigUint>, Stopped> {
        let game = self.game;
        let heap = |heap: &BigUint, state| game.heap_nimber(heap, state, self.limits).expect("the family has rows");
        match (game.family(), component) {
            (Family::Octal(_) | Family::Grundy, component) => {
                let total = sizes(component).iter().try_fold(BigUint::ZERO, |total, size| Ok(total ^ heap(size, 0)?));
                total.map(Some)
            }
            (Family::Custom(custom), Component::Near(position)) if let Some(rows) = custom.rows() => {
                let mut places = rows.places(position).into_iter();
                places.try_fold(BigUint::ZERO, |total, (size, state)| Ok(total ^ heap(&size.into(), state)?)).map(Some)
            }
            (_, Component::Far { heaps, state, .. }) => heap(&heaps[0], *state).map(Some),
            (family, Component::Near(position)) => {
                if family.has_rows() && !matches!(family, Family::NoRepeat(rules) if rules.lists() > Some(WIDE_ROW)) {
                    let (size, state) = game.place(position).expect("its positions are heaps");
                    return heap(&size.into(), state).map(Some);
                }
                match self.search.borrow_mut().nimber(position) {
                    Ok(nimber) => Ok(Some(nimber.0.into())),
                    Err(NoNimber::Loopy) => Ok(None),
                    Err(NoNimber::Stopped(stopped)) => match game.place(position) {
                        // too far to search, but rows may tell
                        Some((size, state)) => heap(&size.into(), state).map(Some),
                        None => Err(stopped),
                    },
                }
            }
        }
    }
}

/// The moves that make the nim-sum 0.
fn winning(
    sum: &SumText,
    valuers: &[Valuer<'_>],
    values: &[BigUint],
    total: &BigUint,
    options: &SolveOptions,
) -> Result<Moves, Stopped> {
    let (mut listed, mut count) = (Listed::new(options.max_moves.max(1)), 0);
    let mut found = |index: usize, mv: &str, component: Component| {
        count += 1;
        listed.push(|| step(sum, index, mv, component, Player::Left));
    };
    let mut all = true;
    for (index, valuer) in valuers.iter().enumerate() {
        let target = total ^ &values[index];
        if wide::is_rising(sum, index) || wide::is_wide(sum, index) {
            let here = wide::moves_to(sum, index, &target, &options.limits)?;
            all &= here.all;
            here.moves.into_iter().for_each(|(mv, component)| found(index, &mv, component));
            continue;
        }
        if let Component::Near(position) = &sum.places()[index].component {
            // names are made only where they are needed
            let mut leaving = valuer.leaving(position, &target)?.into_iter().peekable();
            let mut number = 0;
            if leaving.peek().is_some() {
                each_move::<Stopped>(sum, index, Player::Left, &options.limits, |mv, component| {
                    if leaving.next_if_eq(&number).is_some() {
                        found(index, mv, component);
                    }
                    number += 1;
                    Ok(leaving.peek().is_some())
                })?;
            }
            continue;
        }
        each_move::<Stopped>(sum, index, Player::Left, &options.limits, |mv, component| {
            if valuer.value(&component)?.as_ref() == Some(&target) {
                found(index, mv, component);
            }
            Ok(true)
        })?;
    }
    let mut winning = listed.steps();
    let best = winning.first().cloned();
    winning.truncate(options.max_moves);
    Ok(Moves { winning, total: all.then_some(count), best })
}

fn why(values: &[BigUint], total: &BigUint) -> String {
    let listed: Vec<String> = values.iter().map(BigUint::to_string).collect();
    let outcome = if *total == BigUint::ZERO { "lost" } else { "won" };
    let sum =
        if values.len() > 1 { format!("{} = {total} (added without carry)", listed.join(" + ")) } else { total.to_string() };
    format!("Sprague-Grundy: the nimber is {sum}; a position is lost exactly if it is 0, so this one is {outcome}")
}
