//! Compares totals of sums with play by the rules alone, and tests limits.

use super::*;
use proptest::prelude::*;
use sprague_core::Ruleset;
use std::collections::HashMap;

/// A token on a graph without cycles; on some vertices it must be moved.
#[derive(Debug)]
struct Token {
    to: Vec<Vec<usize>>,
    is_entailed: Vec<bool>,
}

impl Ruleset for Token {
    type Position = usize;
    type Move = usize;
    fn moves(&self, vertex: &usize) -> impl Iterator<Item = usize> {
        self.to[*vertex].iter().copied()
    }
    fn play(&self, _: &usize, to: &usize) -> usize {
        *to
    }
}

impl Entailing for Token {
    fn is_entailed(&self, vertex: &usize) -> bool {
        self.is_entailed[*vertex]
    }
}

/// Returns `true` if the player to move wins these tokens plus a heap, by the rules alone.
fn wins(rules: &Token, at: &[usize], heap: u32, known: &mut HashMap<(Vec<usize>, u32), bool>) -> bool {
    let key = (at.to_vec(), heap);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let entailed = at.iter().position(|vertex| rules.is_entailed[*vertex]);
    let mut won = entailed.is_none() && (0..heap).any(|left| !wins(rules, at, left, known));
    for index in (0..at.len()).filter(|index| entailed.is_none_or(|entailed| entailed == *index)) {
        won |= rules.to[at[index]].iter().any(|&to| {
            let mut after = at.to_vec();
            after[index] = to;
            !wins(rules, &after, heap, known)
        });
    }
    known.insert(key, won);
    won
}

/// Generates graphs whose arcs lead to smaller numbers.
fn tokens() -> impl Strategy<Value = Token> {
    let vertex = |index: usize| (proptest::collection::vec(0..index.max(1), 0..4), proptest::bool::weighted(0.4));
    let vertices: Vec<_> = (0..9).map(vertex).collect();
    vertices.prop_map(|vertices| {
        let is_entailed = vertices.iter().map(|(_, is_entailed)| *is_entailed).collect();
        let to = vertices.into_iter().enumerate().map(|(index, (to, _))| if index == 0 { vec![] } else { to }).collect();
        Token { to, is_entailed }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::default())]

    #[test]
    fn sums_are_won_as_their_totals_say(rules in tokens(), heap in 0_u32..4) {
        let limits = Limits::default();
        let mut search = EntailingSearch::new(&rules, &limits);
        let values: Vec<EntailingValue> = (0..9).map(|vertex| search.value(&vertex).unwrap()).collect();
        let mut known = HashMap::new();
        for one in 0..9 {
            prop_assert_eq!(values[one].outcome_beside(Nimber(heap)) == Outcome::Win, wins(&rules, &[one], heap, &mut known));
            for other in one..9 {
                for third in [None, Some(8), Some(5)] {
                    let at: Vec<usize> = [Some(one), Some(other), third].into_iter().flatten().collect();
                    if at.iter().filter(|vertex| rules.is_entailed[**vertex]).count() > 1 {
                        continue;
                    }
                    let nim = EntailingTotal { nimber: heap.into(), ..EntailingTotal::default() };
                    let total = at.iter().fold(nim, |total, vertex| total.plus(&values[*vertex].clone().into()));
                    prop_assert_eq!(total.outcome() == Outcome::Win, wins(&rules, &at, heap, &mut known), "{:?} {}", at, total);
                }
            }
        }
    }
}

#[test]
fn limits_and_cycles_are_told() {
    let rules = Token { to: (0..50).map(|vertex: usize| (0..vertex).collect()).collect(), is_entailed: vec![false; 50] };
    let few = Limits { positions: 10, ..Limits::default() };
    assert_eq!(entailing_value(&rules, &49, &few), Err(Stopped::Positions(10).into()));
    assert_eq!(entailing_value(&rules, &49, &Limits::default()), Ok(EntailingValue::Nimber(Nimber(49))));
    let cycle = Token { to: vec![vec![1], vec![0]], is_entailed: vec![false, true] };
    assert_eq!(entailing_value(&cycle, &0, &Limits::default()), Err(NimberError::Loopy));
}
