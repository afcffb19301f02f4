//! Checks the game of the Perl module `Game::Stones` of 1997: its winners, its amounts, and its period, which is proved.
//!
//! Winners and amounts are compared for all positions for which the module gives an answer. The program also has answers for
//! positions at which the module dies.
//!
//! McDougall 1997, `Game::Stones` (`Stones.pm`, `stones_documentation.txt`), is transliterated here for the comparison.

use sprague::certificate::Certificate;
use sprague::heap::{Outcomes, Parity, Rows};
use sprague::{Limits, Outcome};
use sprague_questions::analyse::RowTable;
use sprague_questions::{RowPlan, Session, Solve, analyse, certify, solve};
use sprague_rules_stones::{BadStones, Law, OddTotal, Stones, take};

const ME: usize = 0;
const HIM: usize = 1;

/// The maximum number of rows that the module computes, without row 0.
const MAX_ROWS: usize = 10_001;

/// The module's record of a position: `{ winner => …, take => … }`.
#[derive(Clone, Copy)]
struct Entry {
    winner: usize,
    take: Option<u64>,
}

/// `$Game[$maxTake]`. In `position[pile][player][parity]`, `parity` is that of the stones that *I* hold, whoever is to move.
struct GameStones {
    position: Vec<[[Entry; 2]; 2]>,
    lower: usize,
    period: usize,
}

impl GameStones {
    /// `GenerateGame`. Returns `None` if `Cycle` finds nothing, because `GetRow` then dies of an illegal modulus zero.
    fn generate(max_take: usize) -> Option<Self> {
        let end = |winner| Entry { winner, take: None };
        let mut position = vec![[[end(HIM), end(ME)]; 2]];
        for pile in 1..=MAX_ROWS {
            let row = [ME, HIM].map(|player| [0, 1].map(|parity| Self::play(max_take, &position, pile, player, parity)));
            position.push(row);
            if let Some(lower) = Self::cycle(&position, pile, max_take) {
                return Some(Self { position, lower, period: pile - lower });
            }
        }
        None
    }

    /// `Play`: returns the largest winning amount, or 1 if there is none.
    fn play(max_take: usize, position: &[[[Entry; 2]; 2]], pile: usize, player: usize, parity: usize) -> Entry {
        let mut entry = Entry { winner: 1 - player, take: Some(1) };
        for take in 1..=max_take.min(pile) {
            let parity_after = if player == ME { parity ^ (take & 1) } else { parity };
            if position[pile - take][1 - player][parity_after].winner == player {
                entry = Entry { winner: player, take: Some(take as u64) };
            }
        }
        entry
    }

    /// `Cycle` and `CompareBlocks`: returns the row at which the last two blocks meet.
    ///
    /// The height of the blocks is the least number of at least `max_take` for which both have equal winners.
    fn cycle(position: &[[[Entry; 2]; 2]], pile: usize, max_take: usize) -> Option<usize> {
        let winners = |row: usize| position[row].map(|of| of.map(|entry| entry.winner));
        let are_equal = |height: usize| (0..height).all(|h| winners(pile - h) == winners(pile - height - h));
        (max_take..=pile / 2).find(|&height| are_equal(height)).map(|height| pile - height)
    }

    /// `Take`, which ignores the stones that he holds.
    fn take(&self, mine: u64, pile: usize) -> Option<u64> {
        let row = if pile < self.lower { pile } else { self.lower + (pile - self.lower) % self.period };
        self.position[row][ME][(mine & 1) as usize].take
    }
}

/// Returns the winners of the module's rows, as 4 bits for each row.
///
/// It computes the result of `Play` without the amounts, in a few operations for each position. When I take stones, the
/// parity of my stones and that of the pile change together. When he takes stones, my parity does not change. So it is enough
/// to remember, for each of the two parities, the last pile that is good for me and the last pile that is good for him.
fn winners(max_take: usize, rows: usize) -> Vec<u8> {
    let (mut good_for_me, mut good_for_him) = ([None; 2], [None; 2]);
    let is_near = |good: Option<usize>, pile: usize| good.is_some_and(|good| pile - good <= max_take);
    let mut table = vec![];
    for pile in 0..rows {
        let mine_after = |parity: usize| parity ^ (pile & 1);
        let i_win = |parity: usize| if pile == 0 { parity == 1 } else { is_near(good_for_me[mine_after(parity)], pile) };
        let he_wins = |parity: usize| if pile == 0 { parity == 0 } else { is_near(good_for_him[parity], pile) };
        // a bit for each position that I win: I move with even, odd; he moves and I hold even, odd
        let won = [i_win(0), i_win(1), !he_wins(0), !he_wins(1)];
        for parity in 0..2 {
            if won[2 + parity] {
                good_for_me[mine_after(parity)] = Some(pile);
            }
            if !won[parity] {
                good_for_him[parity] = Some(pile);
            }
        }
        table.push(won.iter().rev().fold(0, |bits, &is_won| bits << 1 | u8::from(is_won)));
    }
    table
}

/// Returns `true` if `Cycle` would find a period in these winners.
///
/// A period is a run of at least `height` rows, each of which equals the row `height` rows earlier.
fn has_a_cycle(winners: &[u8], max_take: usize) -> bool {
    let last = winners.len() - 1;
    (max_take..=last / 2).any(|height| {
        let mut run = 0;
        (height + 1..=last).any(|pile| {
            run = if winners[pile] == winners[pile - height] { run + 1 } else { 0 };
            run >= height && pile >= 2 * height
        })
    })
}

/// Returns the outcome for the player to move, given the module's winner of the position.
fn outcome_for(player: usize, winner: usize) -> Outcome {
    if winner == player { Outcome::Win } else { Outcome::Loss }
}

fn contest(max_take: u64) -> OddTotal {
    OddTotal(Stones { amounts: format!("1-{max_take}").parse().expect("a range"), wins: Parity::Odd })
}

fn period_of_the_law(n: u64) -> u64 {
    if n.is_multiple_of(2) { n + 2 } else { 2 * n + 2 }
}

fn certificate(max_take: u64) -> Certificate {
    let game = Session::new().family(&format!("stones:1-{max_take}")).expect("a family");
    certify(&game, &RowPlan::default()).expect("bounded look-back proves it")
}

fn outcome_at(text: &str) -> Outcome {
    let sum = Session::new().position(text).expect("a position");
    solve(&sum, &Solve::default(), &sprague::Limits::default()).expect("piles are small").outcome
}

#[test]
fn the_winner_table_is_that_of_the_module() {
    for max_take in 1..=60 {
        let module = GameStones::generate(max_take as usize).unwrap();
        let rows = Rows::of(&Outcomes(contest(max_take)), module.position.len());
        for (pile, row) in module.position.iter().enumerate() {
            for (my_parity, (mine, his)) in row[ME].iter().zip(&row[HIM]).enumerate() {
                // the total is odd, so his parity follows from the pile and mine
                let his_parity = 1 ^ (pile & 1) ^ my_parity;
                let (i_move, he_moves) = (outcome_for(ME, mine.winner), outcome_for(HIM, his.winner));
                assert_eq!(rows.cell(pile, my_parity), i_move, "{max_take} {pile} {my_parity}, I am to move");
                assert_eq!(rows.cell(pile, his_parity), he_moves, "{max_take} {pile} {my_parity}, he is to move");
            }
        }
    }
}

#[test]
fn the_amount_to_take_is_that_of_the_module() {
    for max_take in 1..=60 {
        let module = GameStones::generate(max_take as usize).unwrap();
        for pile in (0..=4 * max_take + 8).chain(10_000..10_000 + 2 * max_take + 2) {
            for mine in 0..4 {
                let his = 10 + (pile + mine + 1) % 2;
                let expected = module.take(mine, pile as usize);
                assert_eq!(take(mine, his, pile, max_take).ok(), expected, "{mine} {his} {pile} {max_take}");
            }
        }
    }
}

#[test]
fn analyse_shows_the_winners_and_the_amounts_of_the_module() {
    for max_take in [1, 2, 3, 4, 7, 10, 59] {
        let module = GameStones::generate(max_take).unwrap();
        let game = Session::new().family(&format!("stones:1-{max_take}")).unwrap();
        let analysis = analyse(&game, &RowPlan { to: 500, ..RowPlan::default() }).unwrap();
        let RowTable::Stones { outcomes, take } = analysis.rows else { panic!("rows of Stones") };
        for parity in 0..2 {
            for (pile, letter) in outcomes[parity].chars().enumerate() {
                let row = if pile < module.lower { pile } else { module.lower + (pile - module.lower) % module.period };
                let winner = module.position[row][ME][parity].winner;
                assert_eq!(letter, outcome_for(ME, winner).letter(), "{max_take} {pile} {parity}");
                assert_eq!(take[parity][pile], module.take(parity as u64, pile), "{max_take} {pile} {parity}");
            }
        }
    }
}

#[test]
fn for_3_to_9_stones_a_move_the_cycle_is_no_longer_than_20() {
    for max_take in 3..=9 {
        assert!(GameStones::generate(max_take).unwrap().period <= 20);
        assert!(period_of_the_law(max_take as u64) <= 20);
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_the_period_is_n_plus_2_or_2n_plus_2_from_the_empty_pile_on_and_the_checker_agrees() {
    // the module has no answer for 2501 and 5000
    for max_take in (1..=60).step_by(if cfg!(debug_assertions) { 7 } else { 1 }).chain([2501, 5000]) {
        let certificate = certificate(max_take);
        assert_eq!(certificate.theorem.as_str(), "bounded look-back");
        assert_eq!((certificate.preperiod, certificate.period), (0, period_of_the_law(max_take)), "{max_take}");
        let checked = Session::new().check(&certificate, &Limits::default()).unwrap();
        // his parity follows from that of the pile, and every period is even
        assert!(checked.rows >= certificate.period + max_take);
        assert_eq!(Law::new(max_take).unwrap().period(), certificate.period.into());
    }
}

#[test]
fn game_stones_looks_for_cycles_of_at_least_max_take_rows_twice_within_10001_so_5000_and_odd_2501_find_none() {
    for max_take in 1..=60 {
        assert!(GameStones::generate(max_take).is_some());
        assert!(has_a_cycle(&winners(max_take, MAX_ROWS + 1), max_take));
    }
    // twice 5000 rows fit, but twice 5002 do not; if N is odd, twice 2N + 2 rows are needed
    for (max_take, answers) in [(2499, true), (2500, true), (2501, false), (4998, true), (4999, false), (5000, false)] {
        assert_eq!(has_a_cycle(&winners(max_take, MAX_ROWS + 1), max_take), answers, "{max_take}");
        assert_eq!(2 * period_of_the_law(max_take as u64) <= MAX_ROWS as u64, answers, "{max_take}");
    }
}

#[test]
fn the_short_way_to_the_winners_is_the_modules() {
    for max_take in 1..=60 {
        let module = GameStones::generate(max_take).unwrap();
        let short = winners(max_take, module.position.len());
        for (pile, row) in module.position.iter().enumerate() {
            let bits = [row[ME][0], row[ME][1], row[HIM][0], row[HIM][1]].map(|entry| u8::from(entry.winner == ME));
            assert_eq!(short[pile], bits[0] | bits[1] << 1 | bits[2] << 2 | bits[3] << 3, "{max_take} {pile}");
        }
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_where_game_stones_dies_the_table_is_that_of_the_rules() {
    let (max_take, piles) = (5000, 5_100);
    let expected = winners(max_take, piles + 1);
    let game = Session::new().family("stones:1-5000").unwrap();
    let analysis = analyse(&game, &RowPlan { to: piles as u64, ..RowPlan::default() }).unwrap();
    assert_eq!(analysis.period.map(|period| (period.period, period.is_proved())), Some((5002, true)));
    let RowTable::Stones { outcomes, .. } = &analysis.rows else { panic!("rows of Stones") };
    for (parity, outcomes) in outcomes.iter().enumerate() {
        for (pile, letter) in outcomes.chars().enumerate() {
            let i_win = expected[pile] >> parity & 1 == 1;
            assert_eq!(letter == 'N', i_win, "{pile} {parity}");
        }
    }
}

#[test]
fn where_game_stones_dies_take_is_the_largest_winning_amount_else_one() {
    for max_take in [2501, 5000] {
        let winners = winners(max_take, 15_101);
        let he_loses = |pile: usize, my_parity: usize| winners[pile] >> (2 + my_parity) & 1 == 1;
        for pile in (1..15_000).step_by(89).chain(max_take - 1..max_take + 8).chain(2 * max_take..2 * max_take + 8) {
            for mine in 0..2 {
                let wins = |take: &usize| he_loses(pile - take, mine ^ (take & 1));
                let expected = (1..=max_take.min(pile)).rev().find(wins).unwrap_or(1);
                let his = 1 ^ (pile & 1) ^ mine;
                let answer = take(mine as u64, his as u64, pile as u64, max_take as u64);
                assert_eq!(answer, Ok(expected as u64), "{mine} {his} {pile} {max_take}");
            }
        }
    }
}

#[test]
fn amounts_to_take_repeat_only_from_max_s_on() {
    // N = 4: outcomes have period 6 from 0 on, but in pile 3 one takes 3, and in pile 9 one takes 4
    assert_eq!((take(0, 0, 3, 4), take(0, 0, 9, 4)), (Ok(3), Ok(4)));
    assert_eq!((outcome_at("stones:1-4@3.0.0"), outcome_at("stones:1-4@9.0.0")), (Outcome::Win, Outcome::Win));
    let game = Session::new().family("stones:1-4").unwrap();
    let analysis = analyse(&game, &RowPlan { to: 60, ..RowPlan::default() }).unwrap();
    assert_eq!(analysis.to_json()["take"]["even"][3], 3);
    assert_eq!(analysis.to_json()["take"]["even"][9], 4, "the table folds outcomes, not amounts");

    for max_take in 2..=60 {
        let period = period_of_the_law(max_take);
        let amounts = |pile: u64| [0, 1].map(|mine| take(mine, 1 ^ (pile & 1) ^ mine, pile, max_take).ok());
        let repeats = |pile: &u64| amounts(*pile) == amounts(pile + period);
        assert!((max_take..5 * max_take).all(|pile| repeats(&pile)), "{max_take}");
        assert!(!(0..max_take).all(|pile| repeats(&pile)), "{max_take}");
    }
}

/// Rows for all totals, from `stones_general.json`.
///
/// For pile 0, 1, 2, … they contain the outcomes for the player to move if (mine, his) is (even, even), (even, odd), (odd,
/// even), (odd, odd).
const ANY_TOTAL: [(&str, &str); 9] = [
    ("1-3", "DPND NDDP DNND NDDN DNPD PDDN DNND NDDN DPND NDDP DNND NDDN DNPD PDDN"),
    ("1-3:wins=even", "DNPD PDDN DNND NDDN DPND NDDP DNND NDDN DNPD PDDN DNND NDDN DPND NDDP"),
    ("1,3,4", "DPND NDDP DNPD NDDN DNND PDDN DNND PDDP DNND NDDP DNND NDDN DNPD PDDN"),
    ("2,3", "DPND DPND DPND NDND NDND NDDD DDDD DDDD DDDD DDDD DDDD DDDD DDDD DDDD"),
    ("2,4", "DPND DPND DPND DPND DPND DPND DPND DPND DPND DPND DPND DPND DPND DPND"),
    ("5,7", "DPND DPND DPND DPND DPND NDDP NDDP NDDP NDDP NDDP NNDD NNDD DNPD DNPD"),
    ("5,7:wins=even", "DNPD DNPD DNPD DNPD DNPD PDDN PDDN PDDN PDDN PDDN DDNN DDNN DPND DPND"),
    ("3,4,7,8:wins=even", "DNPD DNPD DNPD PDDN DNDN DNDN DNND NDDN DNDN DNDN DNND NDDD DDDD DDDP"),
    ("1,3,6,7:wins=even", "DNPD PDDN DPND NDDN DPND NDDP DNPD NDDN DNND NDDN DPND NDDN DNPD NDDN"),
];

#[test]
fn any_total_and_either_parity_are_answered_by_position() {
    let session = Session::new();
    for (family, rows) in ANY_TOTAL {
        for (pile, row) in rows.split(' ').enumerate() {
            for ((mine, his), letter) in [(0, 0), (2, 3), (1, 4), (7, 1)].into_iter().zip(row.chars()) {
                let text = format!("stones:{family}@{pile}.{mine}.{his}");
                for search in [false, true] {
                    let options = Solve { search, ..Solve::default() };
                    let answer = solve(&session.position(&text).unwrap(), &options, &sprague::Limits::default()).unwrap();
                    assert_eq!(answer.outcome.letter(), letter, "{text}");
                }
            }
        }
    }
}

#[test]
fn what_is_not_given_is_nought() {
    for pile in 0..20 {
        assert_eq!(outcome_at(&format!("stones:1-3@{pile}")), outcome_at(&format!("stones:1-3@{pile}.0.0")));
    }
    assert_eq!(outcome_at("stones:1-3@7"), Outcome::Win, "the module's (7, A, 0, 0)");
}

#[test]
fn where_an_even_number_wins_who_wins_holds_one_in_the_end() {
    // by definition on whole numbers of stones, without parities and rows
    fn outcome(amounts: &[u64], pile: u64, mine: u64, his: u64) -> Outcome {
        let legal = amounts.iter().filter(|&&amount| amount <= pile);
        let best = legal.map(|amount| -outcome(amounts, pile - amount, his, mine + amount)).max();
        best.unwrap_or(match (mine % 2, his % 2) {
            (0, 1) => Outcome::Win,
            (1, 0) => Outcome::Loss,
            _ => Outcome::Draw,
        })
    }
    for amounts in [&[1, 2, 3][..], &[2, 3], &[1, 4], &[3]] {
        let text = amounts.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
        for pile in 0..14 {
            for (mine, his) in [(0, 0), (0, 1), (1, 0), (3, 5)] {
                let asked = format!("stones:{text}:wins=even@{pile}.{mine}.{his}");
                assert_eq!(outcome_at(&asked), outcome(amounts, pile, mine, his), "{asked}");
            }
        }
    }
}

#[test]
fn take_says_what_is_no_game_where_the_module_answers_anything() {
    assert_eq!(take(1, 1, 2, 3), Err(BadStones::EvenTotal));
    let module = GameStones::generate(3).unwrap();
    assert_eq!(module.take(1, 2), Some(2), "the module does not look at what he holds");
    assert_eq!(take(1, 0, 0, 3), Err(BadStones::GameOver));
    assert_eq!(module.take(1, 0), None, "undef");
    assert_eq!(take(1, 0, 0, 0), Err(BadStones::NothingAllowed));
    assert_eq!(take(0, 0, 0, 3), Err(BadStones::EvenTotal), "nobody can have won");
    assert_eq!(take(u64::MAX, u64::MAX, u64::MAX, 5000), Ok(take(1, 1, u64::MAX, 5000).unwrap()));
}
