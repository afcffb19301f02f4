//! Checks the tables, matrices and claims of the paper on pick-up stones.
//!
//! Every claim is proved or refuted, and results that the paper could not compute are computed.
//!
//! Fisher 2003, *Simulating the Pick-up Stones game: A dynamic approach* (`pick_up_stones_paper.txt`). In its tables, 2 is a
//! position that is lost for the player to move ("the second player wins"), and 1 is a position that is won.

use sprague::certificate::{Certificate, ClaimedRows};
use sprague::evaluate::best_move;
use sprague::heap::{AmountSet, Outcomes, Rows, Theorem};
use sprague::modifier::WithHistory;
use sprague::{Limits, Misere, Outcome, OutcomeClass, Play, Player, Ruleset, ToMove};
use sprague_questions::analyse::{RowTable, summary};
use sprague_questions::{Analysis, RowPlan, Session, Solve, analyse, certify, solve};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_no_repeat::{PickUpStones, is_safe, safe};
use sprague_rules_subtraction::Subtraction;
use std::collections::HashMap;

fn analysed(family: &str, to: u64) -> Analysis {
    let game = Session::new().family(family).expect("a family");
    analyse(&game, &RowPlan { to, ..RowPlan::default() }).expect("a few rows")
}

fn certified(family: &str) -> Certificate {
    let game = Session::new().family(family).expect("a family");
    let certificate = certify(&game, &RowPlan::default()).expect("bounded look-back proves it");
    assert_eq!(certificate.theorem.as_str(), "bounded look-back");
    Session::new().check(&certificate, &Limits::default()).expect("the checker agrees");
    certificate
}

fn outcome_at(text: &str) -> Outcome {
    let sum = Session::new().position(text).expect("a position");
    solve(&sum, &Solve::default(), &sprague::Limits::default()).expect("a small position").outcome
}

/// Returns the digit that the paper uses for an outcome of the player to move.
fn digit(outcome: Outcome) -> char {
    if outcome == Outcome::Loss { '2' } else { '1' }
}

fn digits(outcomes: impl Iterator<Item = Outcome>) -> String {
    outcomes.map(digit).collect()
}

// ---- sections 1 and 2: the classic game

#[test]
fn in_the_example_of_the_introduction_amy_and_kevin_each_make_a_mistake() {
    let rules = Subtraction::of([1, 2, 3]).unwrap();
    let (mut heap, mut right) = (12, vec![]);
    for taken in [3, 3, 1, 1, 3, 1] {
        let lost_before = sprague::evaluate::outcome(&rules, &heap) == Ok(Outcome::Loss);
        heap -= taken;
        let lost_after = sprague::evaluate::outcome(&rules, &heap) == Ok(Outcome::Loss);
        right.push(lost_before || lost_after);
    }
    // Amy should have left 8, and Kevin 4
    assert_eq!((heap, right), (0, vec![true, false, false, true, true, true]));
}

/// Table 1 as it is in the scan.
///
/// The first line has 20 numbers, for the 19 columns 0 to 18.
const TABLE_1: [&str; 6] = [
    "2 1 2 1 2 1 2 2 1 1 1 1 1 1 2 1 2 1 2 1",
    "2 1 1 1 1 1 1 2 1 2 1 2 1 2 1 1 1 1",
    "1 1 2 1 2 1 2 1 2 1 1 1 1 1 1 2 1 2",
    "1 2 1 2 1 1 1 1 1 1 2 1 2 1 2 1 2 1",
    "1 1 1 1 1 2 1 2 1 2 1 2 1 1 1 1 1 1",
    "2 1 2 1 2 1 2 1 1 1",
];

#[test]
fn table_1_is_right_in_all_101_rows_but_for_one_token_too_many_in_the_scan() {
    let mut printed: Vec<char> = TABLE_1.join(" ").chars().filter(|c| *c != ' ').collect();
    assert_eq!(printed.len(), 102);
    assert_eq!(printed.remove(7), '2', "the one after 0 to 6");
    let analysis = analysed("subtraction:1,5,8,10", 100);
    let RowTable::Nimbers { outcomes, .. } = &analysis.rows else { panic!("rows of nimbers") };
    let ours: Vec<char> = outcomes.chars().map(|letter| digit(Outcome::from_letter(letter).unwrap())).collect();
    assert_eq!(ours, printed);
    assert!((0..=100).all(|n| (ours[n] == '2') == [0, 2, 4, 6].contains(&(n % 13))));
    assert_eq!(ours[68], '1', "the paper's own example of how to read it");
    let outcome_period = analysis.outcome_period.unwrap();
    assert_eq!((outcome_period.preperiod, outcome_period.period, outcome_period.is_proved()), (0, 13, true));
}

/// Implements the function `Who_Wins` of the paper, with its array.
fn who_wins(a: &mut [u8], n: usize, s: &[usize]) -> u8 {
    if n == 0 {
        a[0] = 2;
        return 2;
    }
    for &amount in s {
        if amount > n {
            continue;
        }
        if a[n - amount] == 2 || (a[n - amount] == 0 && who_wins(a, n - amount, s) == 2) {
            a[n] = 1;
            return 1;
        }
    }
    a[n] = 2;
    2
}

#[test]
fn who_wins_is_right() {
    for set in [&[1, 5, 8, 10][..], &[1, 2, 3], &[2, 3], &[3, 4, 8], &[7]] {
        let rules = Subtraction::of(set.iter().map(|&amount| amount as u64)).unwrap();
        let rows = Rows::of(&Outcomes(rules), 200);
        let mut a = vec![0; 200];
        for n in (0..200).rev() {
            assert_eq!(who_wins(&mut a, n, set) == 2, rows.cell(n, 0) == Outcome::Loss, "{set:?} {n}");
        }
    }
}

/// Computes the recurrence of section 2.2 as printed.
///
/// The value is undefined (`None`) if it is a maximum over no moves, or if it depends on an undefined value.
fn recurrence_2_2(n: usize, s: &[usize]) -> Option<u8> {
    if n == 0 {
        return Some(2);
    }
    let legal: Vec<usize> = s.iter().copied().filter(|&amount| amount <= n).collect();
    let values: Option<Vec<u8>> = legal.iter().map(|amount| recurrence_2_2(n - amount, s)).collect();
    values?.into_iter().max().map(|max| if max == 2 { 1 } else { 2 })
}

/// Computes the recurrence of section 3.4 as printed, which lacks an argument for the previous move.
fn recurrence_3_4(n: usize, s: &[usize]) -> u8 {
    let any = s.iter().any(|&amount| amount <= n && recurrence_3_4(n - amount, s) == 2);
    if n > 0 && any { 1 } else { 2 }
}

#[test]
fn the_recurrence_of_3_4_has_no_previous_move_and_that_of_2_2_says_nothing_where_no_move_is_legal() {
    let one_to_five = [1, 2, 3, 4, 5];
    let printed: Vec<usize> = (0..27).filter(|&n| recurrence_3_4(n, &one_to_five) == 2).collect();
    assert_eq!(printed, [0, 6, 12, 18, 24], "the classic game");
    let rows = Rows::of(&Outcomes(PickUpStones::new("1-5".parse().unwrap(), 1).unwrap()), 27);
    assert_eq!(safe(&rows).collect::<Vec<_>>(), [0, 7, 13, 20, 26], "the no-repeat game");

    assert_eq!(recurrence_2_2(1, &[2, 3]), None, "one stone, and two is the least that may be taken");
    assert_eq!(recurrence_2_2(4, &[2, 3]), None, "4 - 3 = 1");
    assert_eq!(outcome_at("subtraction:2,3@1"), Outcome::Loss);
    assert!((0..20).all(|n| recurrence_2_2(n, &[1, 5, 8, 10]).is_some()), "with 1 in the set there always is a move");
}

// ---- section 3: no move may be repeated

/// The game without repetition, by definition.
///
/// The last moves are a list with the latest first. `known` contains `true` for positions that the player to move wins.
struct Definition<'a> {
    amounts: &'a [u64],
    memory: usize,
    play: Play,
    known: HashMap<(u64, Vec<u64>), bool>,
}

impl<'a> Definition<'a> {
    fn new(amounts: &'a [u64], memory: usize, play: Play) -> Self {
        Self { amounts, memory, play, known: HashMap::new() }
    }

    fn is_won(&mut self, heap: u64, last: &[u64]) -> bool {
        if let Some(&is_won) = self.known.get(&(heap, last.to_vec())) {
            return is_won;
        }
        let legal: Vec<u64> = self.amounts.iter().copied().filter(|s| *s <= heap && !last.contains(s)).collect();
        let leaves_a_loss = |amount: &u64| {
            let mut next = vec![*amount];
            next.extend(last);
            next.truncate(self.memory);
            !self.is_won(heap - amount, &next)
        };
        let is_won = if legal.is_empty() { self.play == Play::Misere } else { legal.iter().any(leaves_a_loss) };
        self.known.insert((heap, last.to_vec()), is_won);
        is_won
    }
}

fn text_of(set: &[u64]) -> String {
    set.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
}

fn no_repeat(amounts: &str, memory: usize) -> PickUpStones {
    PickUpStones::new(amounts.parse().expect("a set"), memory).expect("a memory of at least 1")
}

#[test]
fn kevins_five_forbids_amys_five() {
    let rules = no_repeat("1,3,5", 1);
    let after_five = rules.play(&WithHistory::nothing(20), &5);
    assert_eq!(rules.moves(&after_five).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn with_1_to_5_the_safe_heaps_are_0_and_7_mod_13() {
    let analysis = analysed("no-repeat:1-5", 100);
    let RowTable::NoRepeat { safe, .. } = analysis.rows else { panic!("rows of a no-repeat game") };
    assert_eq!(safe, (0..=100).filter(|n| [0, 7].contains(&(n % 13))).collect::<Vec<u64>>());
    assert_eq!(safe[..6], [0, 7, 13, 20, 26, 33]);
}

#[test]
fn both_matrices_of_appendix_a_1_are_right() {
    let rows = Rows::of(&Outcomes(no_repeat("1-5", 1)), 28);
    // the row of a previous move is its cell in each row of ours; cell 0 is for no previous move
    let row = |previous: usize, n: std::ops::Range<usize>| digits(n.map(|n| rows.cell(n, previous)));
    for (previous, first) in (1..).zip(["22111112", "21111112", "21121122", "21112112", "21111212"]) {
        assert_eq!(row(previous, 0..8), first, "the first matrix, after {previous}");
    }
    let second = [
        ["22", "21111122", "22111122"],
        ["21", "21111121", "21111121"],
        ["21", "21111121", "21111121"],
        ["21", "21112121", "21112121"],
        ["21", "21111221", "21111221"],
    ];
    for (previous, [start, middle, end]) in (1..).zip(second) {
        let ours = [row(previous, 0..2), row(previous, 7..15), row(previous, 20..28)];
        assert_eq!(ours, [start, middle, end], "the second matrix, after {previous}");
    }
}

#[test]
fn the_matrix_has_preperiod_9_and_period_13_and_that_is_proved() {
    let certificate = certified("no-repeat:1-5");
    assert_eq!((certificate.preperiod, certificate.period), (9, 13));
    // "we have found a repeat, columns n = 9…13 and n = 22…26"
    let rows = Rows::of(&Outcomes(no_repeat("1-5", 1)), 27);
    assert!((9..=13).all(|n| rows.row(n) == rows.row(n + 13)));
    assert_ne!(rows.row(8)[1..], rows.row(21)[1..], "the matrix itself, without the column of no previous move");
}

/// Implements the function `Is_Safe_Aux` of the paper for the game without repetition, with its matrix.
///
/// `prev` is an index of `s`.
fn is_safe_aux(a: &mut [Vec<u8>], n: usize, s: &[usize], prev: usize) -> u8 {
    if a[prev][n] != 0 {
        return a[prev][n];
    }
    let wins = |(j, &amount): (usize, &usize)| j != prev && amount <= n && is_safe_aux(a, n - amount, s, j) == 2;
    let winner = if n > 0 && s.iter().enumerate().any(wins) { 1 } else { 2 };
    a[prev][n] = winner;
    winner
}

#[test]
fn the_algorithm_of_3_4_is_right_where_its_recurrence_is_not() {
    for set in [&[1, 2, 3, 4, 5][..], &[1, 3, 5], &[2, 4, 6, 7], &[2, 3], &[3]] {
        let amounts: Vec<u64> = set.iter().map(|&amount| amount as u64).collect();
        let rows = Rows::of(&Outcomes(no_repeat(&text_of(&amounts), 1)), 80);
        let mut a = vec![vec![0; 80]; set.len()];
        for n in 0..80 {
            for prev in 0..set.len() {
                let is_lost = rows.cell(n, prev + 1) == Outcome::Loss;
                assert_eq!(is_safe_aux(&mut a, n, set, prev) == 2, is_lost, "{set:?} {n} {prev}");
            }
        }
    }
}

#[test]
fn k_previous_moves_are_those_of_brute_force() {
    for (set, memory) in
        [(&[1, 2, 3, 4, 5][..], 2), (&[1, 2, 3, 4, 5], 3), (&[1, 3, 4, 7], 2), (&[2, 3, 5, 6], 3), (&[1, 2], 2), (&[2, 5, 9], 3)]
    {
        let rules = no_repeat(&text_of(set), memory);
        let (normal, misere) = (Rows::of(&Outcomes(&rules), 60), Rows::of(&Outcomes(Misere(&rules)), 60));
        for (play, rows) in [(Play::Normal, normal), (Play::Misere, misere)] {
            let mut definition = Definition::new(set, memory, play);
            for n in 0..60 {
                for state in 0..rows.width() {
                    let last = sprague::heap::ByHeap::position(&rules, n, state).last;
                    let is_won = definition.is_won(n, &last);
                    assert_eq!(rows.cell(n as usize, state) == Outcome::Win, is_won, "{set:?} {memory} {play} {n} {last:?}");
                }
            }
        }
    }
}

#[test]
fn k_previous_moves_are_answered_by_position_near_and_far() {
    let (set, session) = ([1, 2, 3, 4, 5], Session::new());
    let mut definition = Definition::new(&set, 3, Play::Normal);
    let period = certified("no-repeat:1-5:memory=3");
    for heap in (0..30).chain([100, 101, 102, 1000]) {
        for last in [&[][..], &[3], &[1, 5], &[4, 2, 1], &[5, 4, 3]] {
            let memory = if last.is_empty() { String::new() } else { format!("/{}", text_of(last).replace(',', ".")) };
            let question = format!("no-repeat:1-5:memory=3@{heap}{memory}");
            let answer = solve(&session.position(&question).unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
            assert_eq!(answer.outcome == Outcome::Win, definition.is_won(heap, last), "{question}");
            // the same position 2^64 periods later
            let far = format!("no-repeat:1-5:memory=3@{}{memory}", u128::from(heap) + (u128::from(period.period) << 64));
            if heap >= period.preperiod {
                let answer = solve(&session.position(&far).unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap();
                assert_eq!(answer.outcome == Outcome::Win, definition.is_won(heap, last), "{far}");
            }
        }
    }
}

#[test]
fn having_k_equal_to_m_makes_sense_the_game_ends_after_m_moves_at_the_latest() {
    // 3.5: "having k = m makes no sense as there would be no legal moves!"
    let rules = no_repeat("1,2,3", 3);
    assert_eq!(rules.moves(&WithHistory::nothing(100)).collect::<Vec<_>>(), [1, 2, 3]);
    for (members, expected) in [("1", Outcome::Win), ("1,2", Outcome::Loss), ("1-3", Outcome::Win), ("1-4", Outcome::Loss)] {
        let all = members.parse::<AmountSet>().unwrap().as_slice().len();
        assert_eq!(outcome_at(&format!("no-repeat:{members}:memory={all}@1000")), expected, "every amount is taken once");
    }
}

#[test]
fn the_optimal_move_will_be_to_the_safe_position_is_wrong_for_piles_6_19_and_32() {
    let rules = no_repeat("1-5", 1);
    let rows = Rows::of(&Outcomes(&rules), 40);
    let safe: Vec<u64> = safe(&rows).collect();
    let won = |n: u64| rows.cell(n as usize, 0) == Outcome::Win;
    let reaches_a_safe_pile = |n: u64| (1..=n.min(5)).any(|amount| safe.contains(&(n - amount)));
    let exceptions: Vec<u64> = (0..40).filter(|&n| won(n) && !reaches_a_safe_pile(n)).collect();
    assert_eq!(exceptions, [6, 19, 32]);
    for n in exceptions {
        assert_eq!(best_move(&rules, &WithHistory::nothing(n)), Ok(Some(3)), "{n}");
        let session = Session::new();
        let answer =
            solve(&session.position(&format!("no-repeat:1-5@{n}")).unwrap(), &Solve::default(), &sprague::Limits::default())
                .unwrap();
        let to: Vec<&str> = answer.winning_moves.iter().map(|step| step.to.as_str()).collect();
        assert_eq!(to, [format!("no-repeat:1-5@{}/3", n - 3)], "the only winning move");
    }
}

#[test]
fn k_matrices_of_size_m_n_do_not_suffice_for_k_previous_moves_since_their_order_matters() {
    // k = 2, {1, …, 5}, n = 3, and the last two moves were 1 and 3: if 1 was the last move, take 2, because then the remaining
    // stone may not be taken; if 1 was the move before the last, it may be taken
    assert_eq!(outcome_at("no-repeat:1-5:memory=2@3/1.3"), Outcome::Win);
    assert_eq!(outcome_at("no-repeat:1-5:memory=2@3/3.1"), Outcome::Loss);
    let set = [1, 2, 3, 4, 5];
    let mut definition = Definition::new(&set, 2, Play::Normal);
    assert_ne!(definition.is_won(3, &[3, 1]), definition.is_won(3, &[1, 3]));
    // so a row has a cell for each of the 5 · 4 ordered pairs, and not 2 · 5 cells
    assert_eq!(no_repeat("1-5", 2).lists(), Some(1 + 5 + 5 * 4));
}

#[test]
fn safe_is_the_same_as_lost_with_nothing_forbidden_only_for_two_amounts_one_remembered_move_and_normal_play() {
    let differing = |rows: &Rows<Outcome>| -> Vec<(usize, bool)> {
        let is_lost = |n: usize| rows.cell(n, 0) == Outcome::Loss;
        (0..rows.len()).filter(|&n| is_safe(rows.row(n)) != is_lost(n)).map(|n| (n, is_safe(rows.row(n)))).collect()
    };
    for members in 1..256_u64 {
        let set: Vec<u64> = (1..=8).filter(|amount| members >> (amount - 1) & 1 == 1).collect();
        let rows = Rows::of(&Outcomes(no_repeat(&text_of(&set), 1)), 60);
        assert_eq!(differing(&rows).is_empty(), set.len() >= 2, "{set:?}");
    }
    // one amount: after it nobody can move, so every pile is safe; at the start, pile 1 is won
    assert_eq!(differing(&Rows::of(&Outcomes(no_repeat("1", 1)), 4)), [(1, true), (2, true), (3, true)]);
    // two remembered moves, {1, 2}, pile 3: lost at the start; but after a 1, take 2, and then the last stone may not be taken
    assert_eq!(differing(&Rows::of(&Outcomes(no_repeat("1,2", 2)), 4)), [(3, false)]);
    // misère play, {1, 2}, pile 1: at the start, the last stone must be taken; after a 1 it cannot be taken, and that wins
    assert_eq!(differing(&Rows::of(&Outcomes(Misere(no_repeat("1,2", 1))), 2)), [(1, false)]);
}

// ---- section 4: asymmetric sets

fn asymmetric(left: &str, right: &str) -> PartizanSubtraction {
    PartizanSubtraction { left: left.parse().expect("a set"), right: right.parse().expect("a set") }
}

#[test]
fn left_wins_every_n_from_some_stone_on_and_that_is_proved() {
    for (sets, from) in [("2,5,9/3,4,8", 10), ("2,3,5,7,9/2,3", 5), ("2,4,5,6,7,9/3,8", 10)] {
        let family = format!("asymmetric:{sets}");
        let certificate = certified(&family);
        assert_eq!((certificate.preperiod, certificate.period), (from, 1), "{sets}: one row for ever");
        let ClaimedRows::Outcomes(rows) = &certificate.values else { panic!("outcomes") };
        assert_eq!(rows.last().unwrap(), "NP", "{sets}: Left wins who starts, Right loses who starts");
        assert_ne!(rows[from as usize - 1], "NP", "{sets}: and not a stone earlier");
        let RowTable::Classes { classes, .. } = analysed(&family, 27).rows else { panic!("rows of classes") };
        assert!(classes[from as usize..].iter().all(|class| *class == OutcomeClass::Left), "{sets}: n = 27 as in the paper");
        assert_eq!(outcome_at(&format!("{family}@10^100")), Outcome::Win);
    }
}

#[test]
fn the_matrices_of_appendix_a_2_are_right() {
    let rows = Rows::of(&Outcomes(ToMove(asymmetric("2,5,9", "3,4,8"))), 16);
    assert_eq!(digits(rows.column(1)), "2221112211222222", "Rekha to move, whatever Lillian's move was");
    assert_eq!(digits(rows.column(0)), "2211111111111111", "Lillian to move");
}

#[test]
fn under_2_5_9_against_3_5_9_preperiod_and_period_are_10_and_7_with_5_and_14_safe_positions() {
    let certificate = certified("asymmetric:2,5,9/3,5,9");
    assert_eq!((certificate.preperiod, certificate.period), (10, 7));
    let RowTable::Classes { classes, .. } = analysed("asymmetric:2,5,9/3,5,9", 27).rows else { panic!("rows of classes") };
    let lost = |first| classes.iter().filter(|class| class.outcome(first) == Outcome::Loss).count();
    assert_eq!(lost(Player::Left), 5, "if Lillian goes first");
    assert_eq!(lost(Player::Right), 14, "if Rekha goes first");
}

/// The games of sections 5.2 and 5.3.
const GAME_1: (&[usize], &[usize]) = (&[2, 5, 9], &[3, 4, 8]);
const GAME_2: (&[usize], &[usize]) = (&[2, 4, 5, 6, 7, 9, 12, 15, 18, 21, 23], &[3, 4, 5, 6, 7, 9, 11, 13, 19]);

/// Returns the outcomes for Left and for Right to move, by definition: `true` if won.
fn won_rows(left: &[usize], right: &[usize], count: usize) -> Vec<[bool; 2]> {
    let mut rows: Vec<[bool; 2]> = Vec::with_capacity(count);
    for n in 0..count {
        let wins = |set: &[usize], other: usize| set.iter().any(|&amount| amount <= n && !rows[n - amount][other]);
        rows.push([wins(left, 1), wins(right, 0)]);
    }
    rows
}

fn rules_of(left: &[usize], right: &[usize]) -> PartizanSubtraction {
    let set = |side: &[usize]| AmountSet::new(side.iter().map(|&amount| amount as u64)).expect("amounts of at least 1");
    PartizanSubtraction { left: set(left), right: set(right) }
}

fn family_of((left, right): (&[usize], &[usize])) -> String {
    let text = |set: &[usize]| set.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    format!("asymmetric:{}/{}", text(left), text(right))
}

#[test]
#[ignore = "slow: seconds"]
fn slow_ten_million_stones_take_no_time() {
    let session = Session::new();
    for sets in [GAME_1, GAME_2] {
        let n = 10_000_000;
        let expected = won_rows(sets.0, sets.1, n + 1);
        let game = session.family(&family_of(sets)).unwrap();
        let options = RowPlan { to: n as u64, ..RowPlan::default() };
        let summary = summary(&game, &options).unwrap();
        assert!(summary.period.unwrap().is_proved());
        let lost_for_both = expected.iter().filter(|row| **row == [false, false]).count();
        assert_eq!((summary.rows, summary.lost), (n as u64 + 1, lost_for_both as u64));
        for (first, wins) in [(sprague::Player::Left, expected[n][0]), (sprague::Player::Right, expected[n][1])] {
            let sum = session.position(&format!("{}@{n}", game.name())).unwrap();
            let answer =
                solve(&sum, &Solve { first: Some(first), is_one_of_many: true, ..Solve::default() }, &sprague::Limits::default())
                    .unwrap();
            assert_eq!(answer.outcome == Outcome::Win, wins, "{sum}, {first} starts");
        }
    }
}

#[test]
fn rows_filled_by_the_period_and_rows_computed_one_by_one_are_the_same() {
    for sets in [GAME_1, GAME_2] {
        let game = Session::new().family(&family_of(sets)).unwrap();
        let digest = |fill| {
            let options = RowPlan { to: 100_000, fill, ..RowPlan::default() };
            summary(&game, &options).unwrap().digest
        };
        assert_eq!(digest(true), digest(false));
    }
}

// ---- section 6: dense sets

/// The program of the paper (appendix B.1), with a count of the moves that its two loops examine.
struct Appendix {
    /// Lillian's and Rekha's moves.
    s: [Vec<usize>; 2],
    /// The results of each player's moves, or 0 if they are not known yet.
    a: [Vec<Vec<u8>>; 2],
    looked_at: u64,
}

impl Appendix {
    fn new(left: &[usize], right: &[usize], n: usize) -> Self {
        let unknown = |moves: &[usize]| vec![vec![0; n + 1]; moves.len()];
        Self { s: [left.to_vec(), right.to_vec()], a: [unknown(left), unknown(right)], looked_at: 0 }
    }

    /// Implements the function `Is_Safe_Aux`, with player `me` to move.
    fn is_safe_aux(&mut self, n: usize, me: usize) -> u8 {
        for mv in 0..self.s[1 - me].len() {
            self.looked_at += 1;
            if self.is_safe(n, me, mv) == 1 {
                return 1;
            }
        }
        2
    }

    /// Implements the function `Is_Safe`, after the other player's move with index `mv`.
    fn is_safe(&mut self, n: usize, me: usize, mv: usize) -> u8 {
        if self.a[1 - me][mv][n] != 0 {
            return self.a[1 - me][mv][n];
        }
        let mut winner = 2;
        if n > 0 {
            for i in 0..self.s[me].len() {
                self.looked_at += 1;
                let amount = self.s[me][i];
                if amount <= n && self.is_safe(n - amount, 1 - me, i) == 2 {
                    winner = 1;
                    break;
                }
            }
        }
        self.a[1 - me][mv][n] = winner;
        winner
    }
}

/// Runs `Find_Safe_Positions` for both first players. Returns the number of moves that it examines.
fn looked_at_by_the_paper(left: &[usize], right: &[usize], n: usize) -> u64 {
    let of = |first: usize| {
        let mut program = Appendix::new(left, right, n);
        for i in 0..=n {
            program.is_safe_aux(i, first);
        }
        program.looked_at
    };
    of(0) + of(1)
}

/// A generator of pseudo-random numbers that are the same everywhere, with Knuth's multiplier and the upper half of each
/// state.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    /// Returns half of the numbers 1 to n in random order (appendix B.3).
    fn half_of(&mut self, n: usize) -> Vec<usize> {
        let (mut is_drawn, mut drawn) = (vec![false; n + 1], vec![]);
        while drawn.len() < n / 2 {
            let amount = self.below(n) + 1;
            if !std::mem::replace(&mut is_drawn[amount], true) {
                drawn.push(amount);
            }
        }
        drawn
    }
}

/// Returns dense sets for Left and Right. Equal seeds and n give equal sets.
fn dense(seed: u64, n: usize) -> (Vec<usize>, Vec<usize>) {
    let mut random = Random(seed);
    (random.half_of(n), random.half_of(n))
}

#[test]
#[ignore = "slow: seconds"]
fn slow_levels_off_to_linear_is_wrong_doubling_n_costs_the_papers_algorithm_on_dense_sets_about_eightfold() {
    let total = |n: usize| -> u64 {
        let of = |seed| {
            let (left, right) = dense(seed, n);
            looked_at_by_the_paper(&left, &right, n)
        };
        (1..=12).map(of).sum()
    };
    let totals: Vec<u64> = [50, 100, 200, 400].map(total).to_vec();
    for pair in totals.windows(2) {
        let ratio = pair[1] as f64 / pair[0] as f64;
        assert!((6.0..12.0).contains(&ratio), "{totals:?}: quadratic would be 4, linear 2");
    }
}

#[test]
fn the_move_index_of_its_asymmetric_tables_is_redundant() {
    for (left, right, n) in [
        (GAME_1.0.to_vec(), GAME_1.1.to_vec(), 200),
        (GAME_2.0.to_vec(), GAME_2.1.to_vec(), 200),
        (dense(7, 120).0, dense(7, 120).1, 120),
    ] {
        let rows = Rows::of(&Outcomes(ToMove(rules_of(&left, &right))), n + 1);
        let mut program = Appendix::new(&left, &right, n);
        for (stones, won) in won_rows(&left, &right, n + 1).into_iter().enumerate() {
            for (me, is_won) in won.into_iter().enumerate() {
                // after every move of the other player, not only after those that the paper's loop examines
                let after: Vec<u8> = (0..program.s[1 - me].len()).map(|mv| program.is_safe(stones, me, mv)).collect();
                assert!(after.iter().all(|&winner| winner == after[0]), "{stones} {me}");
                assert_eq!(after[0] == 1, is_won);
                assert_eq!(rows.cell(stones, me) == Outcome::Win, is_won);
            }
        }
    }
}

#[test]
fn the_dense_sets_that_the_paper_gave_up_on_are_finished() {
    // table 5 stops in the row of 3500, "over 320 seconds" (with m = 1750, not 1250 as it says); B.3 would have continued to
    // 10500
    let mut games = vec![(3500, dense(2003, 3500)), (4500, dense(2003, 4500))];
    let recorded = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/rivals/fisher_dense_3500.txt");
    if let Ok(text) = std::fs::read_to_string(recorded) {
        let side = |start: char| -> Vec<usize> {
            let line = text.lines().find_map(|line| line.strip_prefix(start)).expect("lines L and R");
            line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
        };
        let (left, right) = (side('L'), side('R'));
        assert_eq!((left.len(), right.len()), (1750, 1750));
        games.push((3500, (left, right)));
    }
    for (n, (left, right)) in games {
        let expected = won_rows(&left, &right, n + 1);
        let family = Outcomes(ToMove(rules_of(&left, &right)));
        assert!(
            matches!(sprague::heap::HeapSequence::theorem(&family), Some(Theorem::BoundedLookBack { reach, modulus: 1 }) if reach <= n as u64)
        );
        let rows = Rows::of(&family, n + 1);
        for (stones, won) in expected.iter().enumerate() {
            let ours = [0, 1].map(|me| rows.cell(stones, me) == Outcome::Win);
            assert_eq!(ours, *won, "n = {n}, {stones} stones");
        }
        // the result is not limited to n: a period is proved for all larger piles
        assert!(certified(&family_of((&left, &right))).preperiod > 0);
    }
}
