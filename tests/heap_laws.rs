//! Checks nimbers that follow from laws, for heaps of any size, and their winning moves.
//!
//! Also checks the laws themselves, and the recognition of lists by OEIS numbers.

use sprague::heap::{HeapFormula, HeapRules, Nimbers, Rows};
use sprague::{Limits, Nimber, Player};
use sprague_questions::identify::OEIS;
use sprague_questions::{Analyse, Certify, Identify, Session, Solve};
use sprague_rules_subtraction::{ByFormula, Formula};
use std::collections::HashMap;

/// The largest heap whose moves are listed one by one.
const LISTED: u64 = 20_000;

/// Returns the nimbers of all heaps up to a bound, by their law.
///
/// Other tests compare the law with the definition.
fn nimbers(formula: HeapFormula, to: u64) -> Vec<u64> {
    let law = HeapRules::OfHeap(formula).law().unwrap();
    let nimber = |heap: u64| law.nimber(&heap.into(), &mut || Ok::<(), ()>(())).unwrap().unwrap();
    (0..=to).map(|heap| u64::try_from(nimber(heap)).unwrap()).collect()
}

/// Returns the amounts of the winning moves in the answer, and whether all winning moves are listed.
fn winning(question: &str) -> (Vec<u64>, bool) {
    let session = Session::new();
    let answer = session.ask(&Solve { max_moves: Some(10_000), ..Solve::of(question) }, &Limits::default()).unwrap();
    let answer = serde_json::to_value(&answer).unwrap();
    let amount = |told: &serde_json::Value| told["move"].as_str().unwrap().rsplit(' ').next().unwrap().parse().unwrap();
    let moves = answer["winning_moves"].as_array().unwrap().iter();
    (moves.map(amount).collect(), answer["winning_moves_complete"] != false)
}

#[test]
fn winning_moves_of_large_heaps_are_those_of_the_definition() {
    for (name, part, whole) in [("1/2", 1, 2), ("2/3", 2, 3), ("2/7", 2, 7), ("1/1", 1, 1)] {
        let formula = HeapFormula::AtMost { part, whole };
        let nimbers = nimbers(formula, LISTED + 40);
        for heap in LISTED + 1..=LISTED + 40 {
            for other in [0, 1, 2, 777] {
                let expected: Vec<u64> =
                    formula.amounts(heap).filter(|amount| nimbers[(heap - amount) as usize] == other).collect();
                let (mut found, all) = winning(&format!("at-most:{name}@{heap}+nim@{other}"));
                // moves in the heap of Nim come after those in the large heap
                let in_nim = usize::from(other > nimbers[heap as usize]);
                found.truncate(found.len() - in_nim);
                assert_eq!(found, expected, "at-most:{name}@{heap}+nim@{other}");
                assert!(all, "at-most:{name}@{heap}+nim@{other}");
            }
        }
    }
    let formula = HeapFormula::Totatives;
    let nimbers = nimbers(formula, LISTED + 40);
    for heap in LISTED + 1..=LISTED + 40 {
        let (found, _) = winning(&format!("subtraction:totatives@{heap}"));
        let wins = |amount: &u64| nimbers[(heap - amount) as usize] == 0 && formula.allows(&(*amount).into(), &heap.into());
        assert!(found.iter().all(wins), "{heap}");
        assert_eq!(found.is_empty(), nimbers[heap as usize] == 0, "{heap}");
    }
}

#[test]
fn nimbers_of_huge_heaps_follow_by_their_laws() {
    let nimber = |question: &str| {
        let answer = Session::new().ask(&Solve::of(question), &Limits::default()).unwrap();
        serde_json::to_value(&answer).unwrap()["nimber"].to_string().trim_matches('"').to_owned()
    };
    assert_eq!(nimber("at-most:1/2@10^30"), format!("5{}", "0".repeat(29)));
    // 10^30 - 1 = 2(5 10^29 - 1) + 1, and 5 10^29 - 1 = 2(25 10^28 - 1) + 1, and so on until the heap is even
    assert_eq!(nimber("at-most:1/2@999999999999999999999999999999"), (10_u128.pow(30) >> 31).to_string());
    assert_eq!(nimber("subtraction:non-divisors@1000000000000000001"), "500000000000000000");
    assert_eq!(nimber("subtraction:divisors@10^12"), "13");
    assert_eq!(nimber("subtraction:totatives@1000003"), "78499");
    assert_eq!(nimber("subtraction:totatives@10^40"), "0");
}

#[test]
fn a_heap_that_all_small_numbers_divide_has_a_move() {
    // the least common multiple of 1 to 120
    let heap = "955888052326228459513511038256280353796626534577600";
    let session = Session::new();
    for family in ["subtraction:non-divisors", "subtraction:totatives", "at-most:1/2"] {
        let sum = session.position(&format!("{family}@{heap}")).unwrap();
        let found = sum.components()[0].some_move(Player::Left, &Limits::default()).unwrap();
        let label = found.unwrap().0;
        // 121 is the square of 11, which divides the heap only once; 127 is the next prime
        assert_eq!(label, if family.ends_with("non-divisors") { "take 121" } else { "take 1" }, "{family}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_families_tell_their_laws() {
    let law = |family: &str| {
        let answer = Session::new().ask(&Analyse::of(family), &Limits::default()).unwrap();
        let law = &serde_json::to_value(&answer).unwrap()["law"];
        (law["law"].as_str().unwrap_or_default().to_owned(), law["status"].as_str().unwrap_or_default().to_owned())
    };
    let proved = |law: &str| (law.to_owned(), "proved".to_owned());
    assert_eq!(law("at-most:1/2"), proved("G(2n) = n, G(2n + 1) = G(n)"));
    assert_eq!(law("at-most:2/4"), proved("G(2n) = n, G(2n + 1) = G(n)"));
    assert_eq!(law("at-most:2/3"), proved("G(3n) = 2n, G(3n + 1) = G(n), G(3n + 2) = 2n + 1"));
    assert_eq!(law("subtraction:divisors"), proved("G(2n) = G(n) + 1, G(2n + 1) = 1, from heap 1 on"));
    assert_eq!(law("subtraction:non-divisors"), proved("G(2n + 1) = n"));
    // no law is found for rows with a period, or for rows with neither
    for family in ["kayles", "subtraction:1,3,4", "grundy", "octal:0.007", "subtraction:squares", "nim"] {
        assert_eq!(law(family), Default::default(), "{family}");
    }
}

#[test]
fn a_law_needs_no_certificate() {
    let refused = Session::new().ask(&Certify::of("at-most:1/2"), &Limits::default()).unwrap_err().to_string();
    assert!(refused.contains("follow a law that is proved for all heaps"), "{refused}");
}

#[test]
fn sequences_of_the_oeis_are_those_that_it_quotes() {
    let quoted: HashMap<u32, Vec<u64>> = include_str!("../atlas/quoted/oeis.txt")
        .lines()
        .filter_map(|line| {
            let (number, terms) = line.strip_prefix('A')?.split_once(' ')?;
            Some((number.parse().ok()?, terms.split(',').map(|term| term.parse().unwrap()).collect()))
        })
        .collect();
    let mut compared = 0;
    for known in OEIS {
        let rules = Session::new().family(known.family).unwrap();
        let Some(quoted) = quoted.get(&known.number) else { continue };
        let rows = rules.nimber_rows().unwrap();
        let rows = Rows::of(&*rows, known.first as usize + quoted.len());
        let nimbers: Vec<u64> = rows.column(0).skip(known.first as usize).map(|nimber| nimber.0.into()).collect();
        assert_eq!(nimbers, *quoted, "A{:06} {}", known.number, known.family);
        compared += 1;
        let found = Session::new().ask(&Identify::of(quoted.iter().copied()), &Limits::default()).unwrap();
        let number = format!("A{:06}", known.number);
        assert!(found.matches.iter().any(|found| found.oeis.as_ref() == Some(&number)), "{number}");
    }
    assert!(compared >= 30, "{compared}");
    // the two sequences that are not quoted, by their properties
    let half: Vec<u32> =
        Rows::of(&Nimbers(ByFormula(Formula::share("1/2").unwrap())), 200).column(0).map(|Nimber(g)| g).collect();
    assert!((0..100).all(|n| half[2 * n] == n as u32 && half[2 * n + 1] == half[n]));
    let ruler: Formula = "divisors".parse().unwrap();
    let ruler: Vec<u32> = Rows::of(&Nimbers(ByFormula(ruler)), 200).column(0).map(|Nimber(g)| g).collect();
    assert!((1..200).all(|n| ruler[n] == 1 + n.trailing_zeros()));
}
