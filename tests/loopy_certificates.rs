//! Checks certificates of loopy comparisons.
//!
//! The program proves every true comparison, and the checker accepts the proof. A forged certificate is rejected unless it is
//! true.

use crate::loopy_values::{POSITIONS, sum, table};
use proptest::prelude::*;
use sprague::certificate::{ComparisonCertificate, OrderProof, ProvedOrder};
use sprague::solve::{MixedSum, RulesetCache, comparison_proof, loopy_comparison};
use sprague::{Limits, Player, any};
use sprague_check::{BadComparison, Claim, NoOptions, NotAccepted};
use std::cell::Cell;
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Returns the checker's verdict, which uses only the table and no code of the engine.
fn checked(options: &[[Vec<u64>; 2]], claim: &ComparisonCertificate) -> Result<usize, NotAccepted> {
    let rules = |position: &str, player: Option<Player>, tell: &mut dyn FnMut(String) -> ControlFlow<()>| {
        let position: usize = position.parse().map_err(|_| NoOptions::Unreadable("a number".into()))?;
        let found = options.get(position).ok_or_else(|| NoOptions::Unreadable("one of the table".into()))?;
        let player = player.expect("Left and Right have moves of their own");
        let _ = found[player as usize].iter().try_for_each(|option| tell(option.to_string()));
        Ok(())
    };
    claim.check(&rules, &Limits::default()).map(|checked| checked.states)
}

fn shown(sum: &MixedSum) -> String {
    sum.components[0].typed::<u64>().unwrap().to_string()
}

fn relation(order: Option<Ordering>) -> &'static str {
    match order {
        Some(Ordering::Less) => "<",
        Some(Ordering::Greater) => ">",
        Some(Ordering::Equal) => "=",
        None => "||",
    }
}

/// Returns certificates that differ from this one in one place.
fn forged(claim: &ComparisonCertificate) -> Vec<ComparisonCertificate> {
    let mut all = vec![];
    let mut changed = |change: &dyn Fn(&mut ComparisonCertificate)| {
        let mut forged = claim.clone();
        change(&mut forged);
        if forged != *claim {
            all.push(forged);
        }
    };
    for relation in ["<", ">", "=", "||", "?"] {
        changed(&|claim| claim.relation = relation.into());
        // the existing proofs claim the same relation
        changed(&|claim| {
            claim.relation = relation.into();
            for proof in &mut claim.proofs {
                proof.holds = match proof.order {
                    ProvedOrder::AtMost => ["<", "="].contains(&relation),
                    ProvedOrder::AtLeast => [">", "="].contains(&relation),
                };
            }
        });
    }
    changed(&|claim| std::mem::swap(&mut claim.left, &mut claim.right));
    changed(&|claim| claim.left_positions.reverse());
    changed(&|claim| claim.right_positions.reverse());
    for proof in 0..claim.proofs.len() {
        changed(&|claim| drop(claim.proofs.remove(proof)));
        changed(&|claim| claim.proofs[proof].holds ^= true);
        for endless in [None, Some(Player::Left), Some(Player::Right)] {
            changed(&|claim| claim.proofs[proof].endless = endless);
        }
        for order in [ProvedOrder::AtMost, ProvedOrder::AtLeast] {
            changed(&|claim| claim.proofs[proof].order = order);
        }
        for state in 0..claim.proofs[proof].states.len() {
            changed(&|claim| {
                claim.proofs[proof].states.remove(state);
            });
            changed(&|claim| claim.proofs[proof].states[state].2 = -claim.proofs[proof].states[state].2);
            for number in 0..POSITIONS as u32 {
                changed(&|claim| claim.proofs[proof].states[state].0 = number);
                changed(&|claim| claim.proofs[proof].states[state].1 = number);
                changed(&|claim| claim.proofs[proof].states[state].3 = number);
            }
        }
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_an_order_is_shown_and_a_forged_certificate_is_refused(table in table(), g in 0..POSITIONS as u64, h in 0..POSITIONS as u64) {
        let options = table.0.clone();
        let rules = Arc::new(RulesetCache::new("table", any::partizan(table)));
        let limits = Limits::default();
        let [left, right] = [g, h].map(|position| sum(&rules, &[(position, false)]));
        let known = loopy_comparison(&sum(&rules, &[(g, false), (h, false)]), 1, &limits).unwrap().unwrap();
        let claim = comparison_proof(&left, &right, [&shown, &shown], &limits).unwrap();
        prop_assert_eq!(claim.relation.as_str(), relation(known), "{:?}", claim);
        prop_assert!(checked(&options, &claim).is_ok(), "{:?} {:?}", checked(&options, &claim), claim);
        let accepted = Cell::new(0);
        for forged in forged(&claim) {
            if checked(&options, &forged).is_ok() {
                // this is another proof of a true comparison
                accepted.set(accepted.get() + 1);
                let names = [&forged.left, &forged.right].map(|text| text.parse::<u64>().unwrap());
                let both = sum(&rules, &names.map(|position| (position, false)));
                let order = loopy_comparison(&both, 1, &limits).unwrap().unwrap();
                prop_assert_eq!(forged.relation.as_str(), relation(order), "{:?}", forged);
            }
        }
    }
}

#[test]
fn each_number_of_a_certificate_counts() {
    // 0: zero; 1: over; 2: dud; 3: on; 4: star
    let options = vec![[vec![], vec![]], [vec![0], vec![1]], [vec![2], vec![2]], [vec![3], vec![]], [vec![0], vec![0]]];
    let rules = Arc::new(RulesetCache::new("table", any::partizan(crate::loopy_values::Table(options.clone()))));
    let (mut refused, mut still_true) = (0, 0);
    for (g, h, expected) in
        [(0, 1, "<"), (1, 3, "<"), (2, 0, "||"), (2, 1, "||"), (2, 3, "<"), (2, 2, "="), (4, 1, "<"), (4, 2, "||")]
    {
        let [left, right] = [g, h].map(|position| sum(&rules, &[(position, false)]));
        let claim = comparison_proof(&left, &right, [&shown, &shown], &Limits::default()).unwrap();
        assert_eq!(claim.relation, expected, "{g} {h}");
        checked(&options, &claim).unwrap();
        for forged in forged(&claim) {
            match checked(&options, &forged) {
                Ok(_) => {
                    assert_eq!((forged.relation.as_str(), &forged.left), (expected, &claim.left), "{forged:?}");
                    still_true += 1;
                }
                Err(why) => {
                    assert!(!why.is_open(), "{why}");
                    refused += 1;
                }
            }
        }
    }
    // a changed measure is rejected, except in most places where endless play is survived
    assert!(refused > 300 && still_true < refused, "{refused} {still_true}");
}

#[test]
fn what_goes_round_below_is_no_stopper() {
    // 5 is -1, and 4 is {|1} with 1 = {|{1|}}, in which play can go on without end
    let options =
        vec![[vec![], vec![]], [vec![], vec![2]], [vec![1], vec![]], [vec![], vec![]], [vec![], vec![1]], [vec![], vec![3]]];
    let proof =
        |order, states: &[(u32, u32, Player, u32)]| OrderProof { order, endless: None, holds: true, states: states.into() };
    let texts = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
    let (left, right) = (Player::Left, Player::Right);
    let at_most = [(0, 0, right, 0), (0, 1, left, 0), (1, 1, right, 0), (1, 2, left, 0)];
    let at_least = [(0, 0, right, 0), (1, 0, left, 0), (1, 1, right, 0)];
    let claim = ComparisonCertificate {
        left: "5".into(),
        right: "4".into(),
        relation: "=".into(),
        left_positions: texts(&["5", "3"]),
        right_positions: texts(&["4", "1", "2"]),
        proofs: vec![proof(ProvedOrder::AtMost, &at_most), proof(ProvedOrder::AtLeast, &at_least)],
    };
    assert_eq!(checked(&options, &claim), Err(BadComparison::Endless("4".into()).into()));
}
