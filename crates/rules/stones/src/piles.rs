//! Tests the game on several piles against the game on one pile.

use crate::Stones;
use sprague_core::any::Pack;
use sprague_core::heap::{AmountSet, Outcomes, Parity, Rows};
use sprague_core::stones::{ManyPiles, Piles, Table};
use sprague_core::sum::IndexedMove;
use sprague_core::{Outcome, Ruleset};
use std::collections::HashMap;

fn outcome(rules: &Piles, at: &ManyPiles, known: &mut HashMap<ManyPiles, Outcome>) -> Outcome {
    if let Some(&outcome) = known.get(at) {
        return outcome;
    }
    let best = rules.options(at).map(|option| -outcome(rules, &option, known)).max();
    let outcome = best.unwrap_or_else(|| rules.terminal_outcome(at));
    known.insert(at.clone(), outcome);
    outcome
}

#[test]
fn one_pile_is_stones() {
    for wins in [Parity::Odd, Parity::Even] {
        for amounts in ["1-3", "2,3", "1,4"] {
            let amounts: AmountSet = amounts.parse().unwrap();
            let stones = Stones { amounts: amounts.clone(), wins };
            let piles = Piles { amounts: vec![amounts], wins };
            let rows = Rows::of(&Outcomes(stones.clone()), 20);
            let mut known = HashMap::new();
            for pile in 0..20 {
                for (state, (mine, his)) in [(0, 0), (0, 1), (1, 0), (1, 1)].into_iter().enumerate() {
                    let at = piles.position([Table::new(pile, mine, his)]);
                    assert_eq!(outcome(&piles, &at, &mut known), rows.cell(pile as usize, state));
                }
            }
        }
    }
}

#[test]
fn a_finished_pile_changes_nothing() {
    let amounts: Vec<AmountSet> = ["1-3", "2", "5"].map(|set| set.parse().unwrap()).to_vec();
    let (three, two) =
        (Piles { amounts: amounts.clone(), wins: Parity::Odd }, Piles { amounts: amounts[..2].to_vec(), wins: Parity::Odd });
    let (mut with, mut without) = (HashMap::new(), HashMap::new());
    for (a, b, mine) in (0..8).flat_map(|a| (0..8).flat_map(move |b| (0..2).map(move |mine| (a, b, mine)))) {
        let piles = [Table::new(a, mine, 0), Table::new(b, 0, 1), Table::new(4, 0, 0)];
        let expected = outcome(&two, &two.position(piles[..2].to_vec()), &mut without);
        assert_eq!(outcome(&three, &three.position(piles), &mut with), expected);
    }
}

#[test]
fn the_play_ends_only_when_no_amount_fits_any_pile() {
    let rules = Piles { amounts: vec!["5".parse().unwrap(), "2".parse().unwrap()], wins: Parity::Odd };
    let at = rules.position([Table::new(4, 0, 0), Table::new(2, 0, 1)]);
    assert_eq!(rules.moves(&at).collect::<Vec<_>>(), [IndexedMove { index: 1, mv: 2 }]);
    let end = rules.play(&at, &IndexedMove { index: 1, mv: 2 });
    assert_eq!(rules.moves(&end).count(), 0);
    assert_eq!(rules.terminal_outcome(&end), Outcome::Win, "who is to move holds the odd stone");
}

#[test]
fn positions_are_packed_and_unpacked_and_taken_apart_and_added() {
    let rules = Piles { amounts: vec![AmountSet::default(); 3], wins: Parity::Even };
    let at = rules.position([Table::new(u64::MAX, 1, 1), Table::new(0, 0, 0), Table::new(7, 0, 1)]);
    let mut words = vec![];
    at.pack(&mut words);
    assert_eq!(ManyPiles::unpack(&mut words.as_slice()).as_ref(), Ok(&at));
    assert_eq!(rules.position(at.tables()), at);
    assert_eq!(rules.allocated_bytes(&at), 24);
}
