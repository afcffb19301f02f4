//! Checks the algorithm games tutorial: its tables, its two recursions, and its sums, which are solved by nimbers.
//!
//! rasto6sk, *Algorithm Games*, TopCoder (`algorithm_games_tutorial.txt`). Its two other rules for moving in sums, and its
//! homework, are stated here as theorems and checked by search with a ruleset in this file. On the command line, `--rule`
//! selects them.

use sprague::evaluate::labels::nimbers;
use sprague::evaluate::{NimberSearch, OutcomeSearch, nimber, outcome};
use sprague::graph::PositionGraph;
use sprague::heap::{ByHeap, HeapRules, Nimbers, OneHeap, Outcomes};
use sprague::rows::Sequence;
use sprague::{Impartial, Limits, Misere, Nimber, Outcome, Ruleset, SumOf};
use sprague_questions::analyse::RowTable;
use sprague_questions::{RowPlan, Session, Solve, analyse, solve};
use sprague_rules_knights::{Knights, Square};
use sprague_rules_nim::{Nim, nim_sum, winning_moves};
use sprague_rules_subtraction::Subtraction;
use std::collections::HashMap;
use std::fmt;

/// Implements the tutorial's `boolean isWinning(position pos)`, in normal or misère play.
fn is_winning<R: Ruleset>(rules: &R, position: &R::Position) -> bool {
    let mut moves = rules.options(position).peekable();
    if moves.peek().is_none() {
        return rules.terminal_outcome(position) == Outcome::Win;
    }
    moves.any(|option| !is_winning(rules, &option))
}

/// Implements the tutorial's `int grundyNumber(position pos)`.
fn grundy_number<R: Impartial>(rules: &R, position: &R::Position) -> u32 {
    let set: Vec<u32> = rules.options(position).map(|option| grundy_number(rules, &option)).collect();
    let mut ret = 0;
    while set.contains(&ret) {
        ret += 1;
    }
    ret
}

fn coins() -> Subtraction {
    Subtraction::of([1, 3, 4]).expect("amounts of at least 1")
}

const NORMAL: &str = "P N P N N N N P N P N N";
const MISERE: &str = "N P N P N N N N P N P N";

/// The table of the 8 × 8 board, in rows.
const KNIGHTS: [[u64; 8]; 8] = [
    [0, 0, 1, 1, 0, 0, 1, 1],
    [0, 0, 2, 1, 0, 0, 1, 1],
    [1, 2, 2, 2, 3, 2, 2, 2],
    [1, 1, 2, 1, 4, 3, 2, 3],
    [0, 0, 3, 4, 0, 0, 1, 1],
    [0, 0, 2, 3, 0, 0, 2, 1],
    [1, 1, 2, 2, 1, 2, 2, 2],
    [1, 1, 2, 3, 1, 1, 2, 0],
];

#[test]
fn the_table_of_1_3_4_is_right_under_both_endings() {
    let row = |outcomes: &mut dyn Iterator<Item = Outcome>| -> String {
        outcomes.map(|outcome| outcome.letter().to_string()).collect::<Vec<_>>().join(" ")
    };
    let letter = |wins: bool| if wins { Outcome::Win } else { Outcome::Loss };
    let misere = Misere(coins());
    assert_eq!(row(&mut (0..12).map(|n| letter(is_winning(&coins(), &n)))), NORMAL, "the tutorial's recursion");
    assert_eq!(row(&mut (0..12).map(|n| letter(is_winning(&misere, &n)))), MISERE, "with terminal positions turned round");
    assert_eq!(row(&mut (0..12).map(|n| outcome(&coins(), &n).unwrap())), NORMAL);
    assert_eq!(row(&mut (0..12).map(|n| outcome(&misere, &n).unwrap())), MISERE);

    let game = Session::new().family("subtraction:1,3,4").unwrap();
    for (play, expected) in [(sprague::Play::Normal, NORMAL), (sprague::Play::Misere, MISERE)] {
        let analysis = analyse(&game, &RowPlan { to: 11, play, ..RowPlan::default() }).unwrap();
        assert_eq!(analysis.to_json()["outcomes"].as_str().unwrap(), expected.replace(' ', ""));
    }
}

#[test]
fn the_rows_depend_on_the_last_4_so_period_7_is_a_proof() {
    let limits = Limits::default();
    let (normal, _) = Sequence::seek(&Outcomes(coins()), 1_000, &limits);
    let (misere, _) = Sequence::seek(&Outcomes(Misere(coins())), 1_000, &limits);
    for sequence in [normal, misere] {
        let period = sequence.period().unwrap();
        assert!(period.is_proved());
        assert_eq!((period.preperiod, period.period), (0, 7));
    }
}

#[test]
fn exclusive_or_is_addition_without_carry() {
    assert_eq!(nim_sum(&[6_u64, 9, 3]), 0b1100);
    assert_eq!(nim_sum(&[1_u64, 2, 3]), 0);
    assert_eq!(nim_sum(&[7_u64, 4, 1]), 2);
}

#[test]
fn nim_1_2_3_is_lost_and_7_4_1_is_won() {
    for (text, expected, value) in [("nim@1,2,3", Outcome::Loss, "0"), ("nim@7,4,1", Outcome::Win, "2")] {
        for search in [false, true] {
            let options = Solve { search, ..Solve::default() };
            let answer = solve(&Session::new().position(text).unwrap(), &options, &sprague::Limits::default()).unwrap();
            assert_eq!(answer.outcome, expected, "{text}");
            assert_eq!(answer.nimber().unwrap().to_string(), value, "{text}");
            assert_eq!(answer.winning_moves.is_empty(), expected == Outcome::Loss);
        }
    }
    assert_eq!(winning_moves(&[7_u64, 4, 1]), [(0, 5)], "the only column with an odd number of ones is the second");
}

#[test]
fn nim_is_lost_exactly_if_the_exclusive_or_is_0() {
    let (rules, limits) = (SumOf(Nim), Limits::default());
    let mut search = OutcomeSearch::new(&rules, &limits);
    for count in 0..=4_usize {
        for number in 0..6_u64.pow(count as u32) {
            let heaps: Vec<u64> = (0..count).map(|place| number / 6_u64.pow(place as u32) % 6).collect();
            let is_lost = search.outcome(&heaps).unwrap() == Outcome::Loss;
            assert_eq!(is_lost, nim_sum(&heaps) == 0, "{heaps:?}");
        }
    }
}

#[test]
fn all_64_grundy_numbers_of_the_knight_are_those_of_the_table() {
    let board = Knights::default();
    for square @ Square { x, y } in board.squares() {
        let expected = KNIGHTS[usize::from(y)][usize::from(x)] as u32;
        assert_eq!(nimber(&board, &square), Ok(Nimber(expected)), "{square}");
        assert_eq!(grundy_number(&board, &square), expected, "{square}, by the tutorial's recursion");
    }
    let game = Session::new().family("knights").unwrap();
    let analysis = analyse(&game, &RowPlan::default()).unwrap();
    assert_eq!(analysis.rows, RowTable::Board { table: KNIGHTS.map(Vec::from).to_vec() });
}

#[test]
fn several_knights_are_lost_exactly_if_the_exclusive_or_of_their_grundy_numbers_is_0() {
    let (board, limits) = (Knights::new(5).unwrap(), Limits::default());
    let several = SumOf(board);
    let mut value = NimberSearch::new(&board, &limits);
    let mut search = OutcomeSearch::new(&several, &limits);
    let squares: Vec<Square> = board.squares().collect();
    for &a in &squares {
        for &b in &squares {
            for &c in &squares {
                let values = [a, b, c].map(|square| value.nimber(&square).unwrap());
                // a knight in the corner has no move, so these triples include all pairs
                let is_lost = search.outcome(&vec![a, b, c]).unwrap() == Outcome::Loss;
                assert_eq!(is_lost, values.into_iter().sum::<Nimber>() == Nimber(0), "{a} {b} {c}");
            }
        }
    }
}

#[test]
fn two_knights_equal_one_heap_of_nim_of_the_exclusive_or() {
    let board = Knights::new(4).unwrap();
    for pair in lists(&board.squares().collect::<Vec<_>>(), 2) {
        // the graph does not use summands: every position of both knights is one vertex
        let graph = PositionGraph::explore(&SumOf(board), pair.clone(), &Limits::default()).unwrap();
        let of_the_whole = nimbers(&graph).expect("knights come nearer to the corner")[0];
        let of_each = pair.iter().map(|square| Nimber(grundy_number(&board, square)));
        assert_eq!(of_the_whole, of_each.sum(), "{pair:?}");
    }
}

#[test]
fn the_win_loss_algorithm_would_time_out_for_forty_knights_and_grundy_numbers_do_not() {
    let squares: Vec<String> = (0..40).map(|k| format!("{}.{}", k % 8, 3 * k % 7)).collect();
    let expected = (0..40).fold(0, |total, k| total ^ KNIGHTS[3 * k % 7][k % 8]);
    let sum = Session::new().position(&format!("knights:8@{}", squares.join(","))).unwrap();
    let answer = solve(&sum, &Solve::default(), &sprague::Limits::default()).unwrap();
    assert_eq!(answer.nimber().unwrap().to_string(), expected.to_string());
    assert_eq!(answer.outcome == Outcome::Win, expected != 0);
}

/// The components in which a player moves at the same time.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    /// At least one component that can move (the tutorial's rule 1).
    Some,
    /// At least one component, but not all (rule 2).
    ///
    /// Finished components count, too.
    NotAll,
    /// Not all components that can still move, which is rule 2 misread.
    NotAllThatCanMove,
    /// Every component (the homework). A player who cannot do so has lost.
    Every,
}

/// A ruleset of several components, in some of which moves are made at the same time.
struct CompoundMove<R> {
    rules: R,
    way: Way,
}

/// A move: the new position of each component.
#[derive(Clone, Debug)]
struct Stride<P>(Vec<P>);

impl<P: fmt::Debug> fmt::Display for Stride<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "to {:?}", self.0)
    }
}

impl<R: Impartial> Ruleset for CompoundMove<R> {
    type Position = Vec<R::Position>;
    type Move = Stride<R::Position>;
    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let options: Vec<Vec<R::Position>> = at.iter().map(|component| self.rules.options(component).collect()).collect();
        let live = options.iter().filter(|options| !options.is_empty()).count();
        let is_allowed = |moved: usize| match self.way {
            Way::Some => moved >= 1,
            Way::NotAll => moved >= 1 && moved < at.len(),
            Way::NotAllThatCanMove => moved >= 1 && moved < live,
            Way::Every => moved >= 1 && moved == at.len(),
        };
        let mut strides = vec![(0, vec![])];
        for (component, options) in at.iter().zip(&options) {
            let choices = |(moved, stride): &(usize, Vec<R::Position>)| {
                let with = |next: &R::Position| [stride.as_slice(), std::slice::from_ref(next)].concat();
                let stay = (*moved, with(component));
                let go: Vec<_> = options.iter().map(|option| (moved + 1, with(option))).collect();
                std::iter::once(stay).chain(go).collect::<Vec<_>>()
            };
            strides = strides.iter().flat_map(choices).collect();
        }
        let allowed: Vec<_> = strides.into_iter().filter(|(moved, _)| is_allowed(*moved)).collect();
        allowed.into_iter().map(|(_, stride)| Stride(stride))
    }
    fn play(&self, _: &Self::Position, stride: &Stride<R::Position>) -> Self::Position {
        stride.0.clone()
    }
}

/// Returns all lists of `count` of these positions.
fn lists<P: Clone>(of: &[P], count: usize) -> Vec<Vec<P>> {
    let longer = |lists: Vec<Vec<P>>| -> Vec<Vec<P>> {
        lists.iter().flat_map(|list| of.iter().map(move |one| [list.as_slice(), std::slice::from_ref(one)].concat())).collect()
    };
    (0..count).fold(vec![vec![]], |lists, _| longer(lists))
}

/// Checks that a sum with this rule for moving is lost if and only if `formula` returns `true`.
///
/// The formula receives the values of the components. The first counterexample is returned as the error.
fn is_lost_exactly_if<R: Impartial + Copy, V: Copy>(
    rules: R,
    way: Way,
    positions: &[R::Position],
    counts: std::ops::RangeInclusive<usize>,
    value: impl Fn(&R::Position) -> V,
    formula: impl Fn(&[V]) -> bool,
) -> Result<(), Vec<R::Position>> {
    let (together, limits) = (CompoundMove { rules, way }, Limits::default());
    let mut search = OutcomeSearch::new(&together, &limits);
    let values: HashMap<R::Position, V> = positions.iter().map(|position| (position.clone(), value(position))).collect();
    for list in counts.flat_map(|count| lists(positions, count)) {
        let of_components: Vec<V> = list.iter().map(|component| values[component]).collect();
        let is_lost = search.outcome(&list).expect("components end") == Outcome::Loss;
        if is_lost != formula(&of_components) {
            return Err(list);
        }
    }
    Ok(())
}

fn are_all_0(values: &[u32]) -> bool {
    values.iter().all(|&value| value == 0)
}

fn are_all_equal(values: &[u32]) -> bool {
    values.iter().all(|&value| value == values[0])
}

/// Returns the number of moves if the winner plays for a fast win and the loser for a slow loss.
///
/// It is 0 if play is over. Otherwise it is 1 + the least even number among the options, or 1 + the greatest number if none is
/// even.
fn remoteness<R: Ruleset>(rules: &R, position: &R::Position) -> u32 {
    let options: Vec<u32> = rules.options(position).map(|option| remoteness(rules, &option)).collect();
    let lost_options = options.iter().filter(|remoteness| remoteness.is_multiple_of(2));
    lost_options.min().or(options.iter().max()).map_or(0, |moves| moves + 1)
}

fn boards() -> impl Iterator<Item = (Knights, Vec<Square>)> {
    let board = |side| Knights::new(side).expect("a side of 1 to 1000");
    (1..=4).map(move |side| (board(side), board(side).squares().collect()))
}

#[test]
fn moving_some_horses_is_lost_exactly_if_every_horse_is_lost_on_its_own() {
    for (board, squares) in boards() {
        let value = |square: &Square| grundy_number(&board, square);
        assert_eq!(is_lost_exactly_if(board, Way::Some, &squares, 1..=3, value, are_all_0), Ok(()));
    }
    let coins = coins();
    let heaps: Vec<u64> = (0..9).collect();
    assert_eq!(is_lost_exactly_if(&coins, Way::Some, &heaps, 1..=3, |n| grundy_number(&coins, n), are_all_0), Ok(()));
}

#[test]
fn moving_some_but_not_all_of_the_horses_is_lost_exactly_if_all_grundy_numbers_are_the_same() {
    for (board, squares) in boards() {
        let value = |square: &Square| grundy_number(&board, square);
        assert_eq!(is_lost_exactly_if(board, Way::NotAll, &squares, 1..=3, value, are_all_equal), Ok(()));
    }
    // "of course, everything works for all other composite games"
    let (coins, heaps) = (coins(), (0..9).collect::<Vec<u64>>());
    assert_eq!(is_lost_exactly_if(&coins, Way::NotAll, &heaps, 1..=3, |n| grundy_number(&coins, n), are_all_equal), Ok(()));
    assert_eq!(is_lost_exactly_if(Nim, Way::NotAll, &heaps[..5], 1..=4, |n| *n as u32, are_all_equal), Ok(()));
}

#[test]
fn some_but_not_all_of_the_horses_is_wrong_if_it_means_all_that_can_still_move() {
    // (0, 1) in Nim: one heap can still move, and moving in some but not all of one heap is impossible
    let misread = CompoundMove { rules: Nim, way: Way::NotAllThatCanMove };
    assert_eq!(outcome(&misread, &vec![0, 1]), Ok(Outcome::Loss));
    assert!(!are_all_equal(&[0, 1]), "so the formula calls it won");
    let right = CompoundMove { rules: Nim, way: Way::NotAll };
    assert_eq!(outcome(&right, &vec![0, 1]), Ok(Outcome::Win), "one of two heaps is not all of them");

    let heaps: Vec<u64> = (0..4).collect();
    let smallest = is_lost_exactly_if(Nim, Way::NotAllThatCanMove, &heaps, 1..=3, |n| *n as u32, are_all_equal);
    assert_eq!(smallest, Err(vec![0, 1]));
    let (board, squares) = boards().last().unwrap();
    let value = |square: &Square| grundy_number(&board, square);
    assert!(is_lost_exactly_if(board, Way::NotAllThatCanMove, &squares, 2..=2, value, are_all_equal).is_err());
}

#[test]
fn the_homework_moving_every_horse_is_lost_exactly_if_the_least_remoteness_is_even() {
    let formula = |values: &[u32]| values.iter().min().unwrap().is_multiple_of(2);
    for (board, squares) in boards() {
        let value = |square: &Square| remoteness(&board, square);
        assert_eq!(is_lost_exactly_if(board, Way::Every, &squares, 1..=3, value, formula), Ok(()));
    }
    let (coins, heaps) = (coins(), (0..10).collect::<Vec<u64>>());
    assert_eq!(is_lost_exactly_if(&coins, Way::Every, &heaps, 1..=3, |n| remoteness(&coins, n), formula), Ok(()));
}

#[test]
fn the_homework_is_not_answered_by_grundy_numbers() {
    // pairs of horses with the same two nimbers can be won or lost
    let (board, limits) = (Knights::default(), Limits::default());
    let together = CompoundMove { rules: board, way: Way::Every };
    let mut search = OutcomeSearch::new(&together, &limits);
    let mut outcomes: HashMap<[u32; 2], Vec<Outcome>> = HashMap::new();
    for pair in lists(&board.squares().take(40).collect::<Vec<_>>(), 2) {
        let values = [grundy_number(&board, &pair[0]), grundy_number(&board, &pair[1])];
        outcomes.entry(values).or_default().push(search.outcome(&pair).unwrap());
    }
    let is_mixed = |outcomes: &Vec<Outcome>| outcomes.contains(&Outcome::Win) && outcomes.contains(&Outcome::Loss);
    assert!(outcomes.values().any(is_mixed));
}

#[test]
fn the_engine_knows_how_far_away_the_end_is() {
    let board = Knights::default();
    for square in board.squares() {
        let solution = sprague::evaluate::solution(&board, &square, &Limits::default()).unwrap();
        assert_eq!(solution.remoteness(), Some(remoteness(&board, &square)), "{square}");
    }
}

#[test]
fn what_the_tutorial_says_holds_for_a_ruleset_of_ten_lines() {
    /// A ruleset in which a move takes one of the allowed amounts.
    struct Coins;
    impl Ruleset for Coins {
        type Position = u64;
        type Move = u64;
        fn moves(&self, n: &u64) -> impl Iterator<Item = u64> {
            [1, 3, 4].into_iter().filter(move |amount| amount <= n)
        }
        fn play(&self, n: &u64, amount: &u64) -> u64 {
            n - amount
        }
    }
    impl Impartial for Coins {}
    impl ByHeap for Coins {
        fn position(&self, heap: u64, _: usize) -> u64 {
            heap
        }
        fn heap_index(&self, n: &u64) -> (u64, usize) {
            (*n, 0)
        }
        fn heap_rules(&self) -> Option<HeapRules> {
            coins().heap_rules()
        }
    }
    impl OneHeap for Coins {}

    let (sequence, _) = Sequence::seek(&Nimbers(Coins), 1_000, &Limits::default());
    for n in 0..25 {
        let value = grundy_number(&Coins, &n);
        assert_eq!(sequence.cell(n, 0), Some(Nimber(value)));
        assert_eq!(is_winning(&Coins, &n), value != 0);
        assert_eq!(outcome(&Coins, &n).unwrap() == Outcome::Win, value != 0);
    }
}
