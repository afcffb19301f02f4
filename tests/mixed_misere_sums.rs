//! Compares misère outcomes of sums of several games by a quotient with those of a search.
//!
//! The quotient is that of all positions that the components can reach.

use itertools::Itertools;
use proptest::prelude::*;
use sprague::{Limits, Play};
use sprague_questions::{Answer, NoAnswer, Session, Solve, solve};
use sprague_testkit::pace::{Pace, computed};
use std::time::Duration;

thread_local! {
    /// One session for all questions, so that later questions use the quotients of earlier ones.
    static SESSION: Session = Session::new();
}

fn misere(sum: &str, search: bool, limits: Limits) -> Result<Answer, NoAnswer> {
    let options = Solve { play: Play::Misere, search, explain: true, ..Solve::default() };
    SESSION.with(|session| solve(&session.position(sum).expect("a sum"), &options, &limits.starting_now()))
}

fn is_answered_as_by_search(sum: &str) -> Answer {
    let [found, searched] = [false, true].map(|search| misere(sum, search, Limits::default()).expect("small sums are decided"));
    assert_eq!((found.outcome, found.winning_moves_total), (searched.outcome, searched.winning_moves_total), "{sum}");
    let moves = |answer: &Answer| answer.winning_moves.iter().map(|step| step.to.clone()).sorted().collect_vec();
    assert_eq!(moves(&found), moves(&searched), "{sum}");
    assert_eq!(found.best.is_none(), searched.best.is_none(), "{sum}");
    found
}

/// Families of every impartial kind, each with small components.
const GAMES: [(&str, &[&str]); 12] = [
    ("nim", &["0", "1", "2", "3", "5"]),
    ("kayles", &["0", "1", "3", "4", "6", "2.3"]),
    ("dawson-kayles", &["1", "4", "7", "9"]),
    ("octal:0.15", &["1", "5", "7"]),
    ("octal:0.123", &["3", "4", "6"]),
    ("octal:4.7", &["2", "4"]),
    ("octal:0.08", &["6", "7"]),
    ("grundy", &["2", "5", "8"]),
    ("knights:8", &["0.0", "3.3", "4.1", "1.1"]),
    ("subtraction:1,3,4", &["2", "7", "9"]),
    ("all-but:2", &["3", "6"]),
    ("no-repeat:1-3", &["4", "5/1", "6"]),
];

#[test]
fn all_pairs_of_games_are_decided_as_by_search() {
    for ((one, ours), (other, theirs)) in GAMES.iter().combinations(2).map(|pair| (pair[0], pair[1])) {
        for (a, b) in ours.iter().cartesian_product(theirs.iter()).step_by(2) {
            let answer = is_answered_as_by_search(&format!("{one}@{a}+{other}@{b},{b}"));
            let is_taking = |game: &str| ["nim", "subtraction:1,3,4", "all-but:2"].contains(&game);
            let by = if is_taking(one) && is_taking(other) { "misère play of heaps" } else { "misère quotient of the " };
            assert!(answer.why[0].starts_with(by), "{}", answer.why[0]);
        }
    }
}

proptest! {

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_sums_of_up_to_four_games_are_decided_as_by_search(
        picked in prop::collection::vec((0..GAMES.len(), any::<prop::sample::Index>()), 1..5),
    ) {
        let component = |(game, at): &(usize, prop::sample::Index)| {
            let (family, components) = GAMES[*game];
            format!("{family}@{}", at.get(components))
        };
        is_answered_as_by_search(&picked.iter().map(component).join("+"));
    }
}

/// Generates subtraction games with amounts below 9, or with all other amounts.
fn family() -> impl Strategy<Value = String> {
    let amounts = prop::collection::btree_set(1_u64..9, 1..5);
    (any::<bool>(), amounts)
        .prop_map(|(all_but, set)| format!("{}:{}", ["subtraction", "all-but"][usize::from(all_but)], set.iter().join(",")))
}

proptest! {

    #[test]
    fn heaps_that_tokens_are_taken_from_are_decided_as_by_search(heaps in prop::collection::vec((family(), 0_u64..14), 2..4)) {
        let answer = is_answered_as_by_search(&heaps.iter().map(|(family, heap)| format!("{family}@{heap}")).join("+"));
        prop_assert!(answer.why[0].contains("(Ferguson 1974)"), "{}", answer.why[0]);
    }
}

#[test]
fn heaps_of_any_size_that_tokens_are_taken_from_are_decided() {
    // by hand: if one or two may be taken, the nimber of n is that of n mod 3, and 10^k mod 3 is 1
    for (sum, is_lost) in [
        ("subtraction:1,2@10^100,10^100", false),
        ("subtraction:1,2@10^100,10^100,10^7", true),
        ("subtraction:1,2@10^100,10^100,2,20000000", true),
        ("subtraction:1,2@10^100,3,2,20000000", false),
        ("subtraction:1,2@10^100+all-but:1@10^60", false),
        ("nim@10^40+subtraction:1,2,5@1000000000", false),
    ] {
        let answer = misere(sum, false, Limits::default()).expect("it is decided");
        assert_eq!(answer.winning_moves.is_empty(), is_lost, "{sum}");
        if let Some(best) = answer.best.filter(|_| !is_lost) {
            let next = misere(&best.to, false, Limits::default()).expect("it is decided");
            assert!(next.winning_moves.is_empty(), "{sum}: {}", best.to);
        }
    }
}

#[test]
#[ignore = "release: half a minute and more without optimisation"]
fn release_sums_that_no_search_reaches_are_decided() {
    for (sum, is_lost, order) in [
        ("kayles@30,30+nim@5,5", true, 56),
        ("subtraction:1,3,4@100,101,77,33+kayles@33,25", false, 40),
        ("octal:0.15@20+kayles@20,30", false, 144),
    ] {
        let options = Solve { play: Play::Misere, ..Solve::default() };
        let answer = SESSION
            .with(|session| solve(&session.position(sum).expect("a sum"), &options, &sprague::Limits::default()))
            .expect("it is decided");
        assert_eq!(answer.winning_moves.is_empty(), is_lost, "{sum}");
        assert!(answer.why[0].contains(&format!(": {order} elements")), "{sum}: {}", answer.why[0]);
        // a winning move leaves a position that is lost for the other player
        if let Some(best) = answer.best.filter(|_| !is_lost) {
            let next = SESSION
                .with(|session| solve(&session.position(&best.to).expect("a sum"), &options, &sprague::Limits::default()))
                .expect("it is decided");
            assert_eq!(next.winning_moves_total, Some(0), "{sum}");
        }
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_limits_hold_where_the_quotient_is_too_large() {
    for sum in ["kayles@40,40+dawson-kayles@60", "nim@15000+kayles@50,49", "octal:4.7@90+grundy@80", "octal:0.0f@60,60+nim@9"] {
        let before = computed();
        let limits = Limits { time: Some(Duration::from_millis(500)), ..Limits::default() };
        assert!(matches!(misere(sum, false, limits), Err(NoAnswer::Stopped { .. })), "{sum}");
        let work = Pace::now().work((computed() - before).saturating_sub(Duration::from_millis(500)));
        assert!(work < 3.5, "{sum}: {work}");
        let limits = Limits { positions: 100, ..Limits::default() };
        assert!(matches!(misere(sum, false, limits), Err(NoAnswer::Stopped { .. })), "{sum}");
    }
}
