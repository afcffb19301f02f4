//! Compares values of random loopy partizan rulesets with the winner by play.

use proptest::prelude::*;
use sprague::solve::{
    Component, MixedSum, RulesetCache, SolveError, SolveOptions, loopy_comparison, loopy_value, outcome_class, solve, value,
};
use sprague::{Limits, OutcomeClass, Partizan, Player, any, heap_notation};
use sprague_rules_digraph::PartizanDigraph;
use std::cmp::Ordering;
use std::sync::Arc;

/// Positions, each with the indices of Left's and Right's options.
#[derive(Debug)]
pub(crate) struct Table(pub(crate) Vec<[Vec<u64>; 2]>);

impl Partizan for Table {
    type Position = u64;
    type Move = u64;
    fn moves(&self, position: &u64, player: Player) -> impl Iterator<Item = u64> {
        let options = self.0.get(*position as usize).map_or(&[][..], |options| &options[player as usize]);
        options.iter().copied()
    }
    fn play(&self, _: &u64, _: Player, to: &u64) -> u64 {
        *to
    }
    // `true` makes the program search the positions instead of computing their values first
    fn is_slow(&self, _: &u64) -> bool {
        true
    }
}

heap_notation!(Table);

pub(crate) const POSITIONS: usize = 6;

pub(crate) fn table() -> impl Strategy<Value = Table> {
    let options = || prop::collection::btree_set(0..POSITIONS as u64, 0..3).prop_map(|options| options.into_iter().collect());
    prop::collection::vec([options(), options()], POSITIONS).prop_map(Table)
}

/// Returns a sum of positions. Those marked with `true` are negative.
pub(crate) fn sum(rules: &Arc<RulesetCache>, positions: &[(u64, bool)]) -> MixedSum {
    let component = |&(position, is_negative): &(u64, bool)| Component { is_negative, ..Component::new(rules, &position) };
    MixedSum::of(positions.iter().map(component))
}

/// Returns the outcome class by a search of the whole sum.
///
/// The usual method of solving must agree.
fn by_play(sum: &MixedSum) -> OutcomeClass {
    let class = |search| {
        let [left, right] = Player::BOTH.map(|first| {
            let options = SolveOptions { search, outcome_only: true, first_only: true, first, ..SolveOptions::default() };
            solve(sum, &options).unwrap().outcome
        });
        OutcomeClass::of(left, right)
    };
    assert_eq!(class(true), class(false));
    class(true)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_value_of_a_sum_says_who_wins_it(table in table(), sums in prop::collection::vec((0..POSITIONS as u64, any::<bool>(), 0..POSITIONS as u64, any::<bool>()), 4)) {
        let rules = Arc::new(RulesetCache::new("table", any::partizan(table)));
        let limits = Limits::default();
        let alone = (0..POSITIONS as u64).map(|position| vec![(position, false)]);
        for positions in alone.chain(sums.into_iter().map(|(a, neg_a, b, neg_b)| vec![(a, neg_a), (b, neg_b)])) {
            let sum = sum(&rules, &positions);
            let found = loopy_value(&sum, &limits).unwrap();
            prop_assert_eq!(found.outcome_class, by_play(&sum), "{:?}", positions);
            // positions whose play ends keep their values and texts
            if let Ok(short) = value(&sum, &limits) {
                prop_assert_eq!(found.text, short.text());
            }
        }
    }

    #[test]
    fn a_file_with_edges_of_players_has_the_values_of_its_table(table in table()) {
        let vertices = (0..POSITIONS).map(|from| format!("p{from}\n"));
        let edges = table.0.iter().enumerate().flat_map(|(from, sides)| {
            let of = move |(options, player): (&Vec<u64>, char)| options.iter().map(move |to| format!("p{from} p{to} {player}\n")).collect::<String>();
            sides.iter().zip("LR".chars()).map(of).collect::<Vec<_>>()
        });
        let text: String = vertices.chain(edges).collect();
        let graph = Arc::new(RulesetCache::new("graph", any::partizan(PartizanDigraph::parse(&text).unwrap())));
        let rules = Arc::new(RulesetCache::new("table", any::partizan(table)));
        let limits = Limits::default();
        for position in 0..POSITIONS as u64 {
            let in_file = MixedSum::of([Component::new(&graph, &(position as u32))]);
            let [one, other] = [in_file, sum(&rules, &[(position, false)])].map(|sum| loopy_value(&sum, &limits).unwrap());
            prop_assert_eq!((one.text, one.sides, one.outcome_class), (other.text, other.sides, other.outcome_class), "{} {}", position, text);
        }
    }

    #[test]
    fn the_order_of_two_is_that_of_what_they_are_worth(table in table(), g in 0..POSITIONS as u64, h in 0..POSITIONS as u64) {
        let rules = Arc::new(RulesetCache::new("table", any::partizan(table)));
        let limits = Limits::default();
        let order = |g, h| loopy_comparison(&sum(&rules, &[(g, false), (h, false)]), 1, &limits).unwrap().unwrap();
        prop_assert_eq!(order(g, g), Some(Ordering::Equal));
        prop_assert_eq!(order(g, h), order(h, g).map(Ordering::reverse));
        let [first, second] = [g, h].map(|position| loopy_value(&sum(&rules, &[(position, false)]), &limits).unwrap());
        if let (Some(first), Some(second)) = (first.text, second.text) {
            prop_assert_eq!(order(g, h) == Some(Ordering::Equal), first == second);
        }
        match outcome_class(&sum(&rules, &[(g, false), (h, true)]), &limits) {
            Ok(OutcomeClass::Left) => prop_assert_eq!(order(g, h), Some(Ordering::Greater)),
            Ok(OutcomeClass::Right) => prop_assert_eq!(order(g, h), Some(Ordering::Less)),
            Ok(OutcomeClass::Previous) => prop_assert_eq!(order(g, h), Some(Ordering::Equal)),
            Ok(_) => prop_assert_eq!(order(g, h), None),
            Err(error) => prop_assert!(matches!(error, SolveError::Loopy(_)), "{}", error),
        }
        // a greater game never gives Left a worse outcome, whichever game is added
        if order(g, h) == Some(Ordering::Greater) {
            for k in 0..POSITIONS as u64 {
                let [with_g, with_h] = [g, h].map(|one| by_play(&sum(&rules, &[(one, false), (k, false)])));
                prop_assert!(with_g.partial_cmp(&with_h).is_some_and(Ordering::is_ge), "{g} > {h} beside {k}: {with_g} {with_h}");
            }
        }
    }
}

#[test]
fn questions_go_on_from_what_others_have_found() {
    let options = vec![[vec![1], vec![0]], [vec![], vec![]], [vec![0, 1], vec![2, 3]], [vec![2], vec![1]]];
    let shared = Arc::new(RulesetCache::new("table", any::partizan(Table(options.clone()))));
    let limits = Limits::default();
    let mut before = 0;
    for positions in
        [vec![(0, false)], vec![(2, false)], vec![(2, false), (0, true)], vec![(3, true)], vec![(0, false), (1, false)]]
    {
        let alone = Arc::new(RulesetCache::new("table", any::partizan(Table(options.clone()))));
        let [one, other] = [&shared, &alone].map(|rules| loopy_value(&sum(rules, &positions), &limits).unwrap());
        assert_eq!((one.text, one.sides, one.outcome_class), (other.text, other.sides, other.outcome_class), "{positions:?}");
        assert!(shared.table_bytes() >= before, "{positions:?}");
        before = shared.table_bytes();
    }
    assert!(before > 0);
    shared.forget_tables();
    assert_eq!(shared.table_bytes(), 0);
}
