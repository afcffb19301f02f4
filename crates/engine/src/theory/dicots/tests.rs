//! Dicots beside sums that are played out, and the published counts.
//!
//! Dorbec, Renault, Siegel & Sopena 2015.

use super::*;
use crate::evaluate::NimberError;
use sprague_core::Partizan;

#[test]
fn as_many_dicots_are_born_by_each_day_as_are_published() {
    let limits = Limits::default();
    let mut dicots = Dicots::new(&limits);
    assert_eq!((0..4).map(|day| dicots.born_by(day).unwrap().len()).collect::<Vec<_>>(), [1, 2, 9, 1268]);
}

/// The order is looked at in sums with other small dicots.
#[test]
fn no_sum_refutes_an_order_and_most_others_are_refuted() {
    let limits = Limits::default();
    let mut dicots = Dicots::new(&limits);
    let two = dicots.born_by(2).unwrap();
    let sample: Vec<Dicot> = dicots.born_by(3).unwrap().into_iter().step_by(31).chain(two).collect();
    let rows = sample.iter().map(|&a| sample.iter().map(|&b| dicots.sum(a, b)).collect::<Result<Vec<_>, _>>().unwrap());
    let rows: Vec<Vec<Dicot>> = rows.collect();
    let (mut hold, mut are_refuted, mut are_not) = (0, 0, 0);
    for (a, in_a) in sample.iter().zip(&rows) {
        for (b, in_b) in sample.iter().zip(&rows) {
            let is_refuted = in_a.iter().zip(in_b).any(|(&a, &b)| dicots.is_refuted(a, b));
            match (dicots.is_at_least(*a, *b).unwrap(), is_refuted) {
                (true, true) => panic!("{a:?} is not at least {b:?}"),
                (true, false) => hold += 1,
                (false, true) => are_refuted += 1,
                (false, false) => are_not += 1,
            }
        }
    }
    assert!(hold > 150 && are_refuted > 9 * are_not, "{hold} hold, {are_refuted} are refuted, {are_not} are not");
}

#[test]
fn dicots_add_as_games_do_and_keep_their_order() {
    let limits = Limits::default();
    let mut dicots = Dicots::new(&limits);
    let two = dicots.born_by(2).unwrap();
    for &a in &two {
        for &b in &two {
            let order = dicots.compare(a, b).unwrap();
            assert_eq!(dicots.compare(b, a).unwrap(), order.map(Ordering::reverse));
            assert_eq!(order == Some(Ordering::Equal), a == b);
            for &c in &two {
                let [ab, bc, ac] = [(a, b), (b, c), (a, c)].map(|(a, b)| dicots.sum(a, b).unwrap());
                assert_eq!(dicots.sum(ab, c), dicots.sum(a, bc));
                if order == Some(Ordering::Greater) {
                    assert!(dicots.is_at_least(ac, bc).unwrap());
                }
            }
        }
    }
}

/// Left and Right take from a heap: each their own amounts.
struct Take([&'static [u64]; 2]);

impl Partizan for Take {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
        let most = *heap;
        self.0[player as usize].iter().copied().filter(move |&amount| amount <= most)
    }
    fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
        heap - amount
    }
}

/// Left wins by starting, and Right does, by the definition.
fn wins(rules: &Take, heap: u64, player: Player) -> bool {
    let mut moves = rules.moves(&heap, player).peekable();
    moves.peek().is_none() || moves.any(|amount| !wins(rules, heap - amount, -player))
}

#[test]
fn positions_are_dicots_where_both_can_move_or_neither() {
    let limits = Limits::default();
    let rules = Take([&[1, 2], &[1, 3]]);
    let mut search = DicotSearch::new(&rules, &limits);
    for heap in 0..14 {
        let dicot = search.dicot(&heap).unwrap().unwrap();
        for player in Player::BOTH {
            let wins = wins(&rules, heap, player);
            assert_eq!(search.dicots().outcome(dicot).outcome(player) == Outcome::Win, wins, "{heap}, {player}");
        }
    }
    let rules = Take([&[1], &[2]]);
    let mut search = DicotSearch::new(&rules, &limits);
    assert_eq!([0, 1, 2].map(|heap| search.dicot(&heap).unwrap().is_some()), [true, false, false]);
}

#[test]
fn cycles_and_limits_are_answers() {
    let rules = Take([&[0], &[0]]);
    let limits = Limits::default();
    assert_eq!(DicotSearch::new(&rules, &limits).dicot(&1), Err(NimberError::Loopy));
    let limits = Limits { positions: 5000, ..Limits::default() };
    assert_eq!(Dicots::new(&limits).born_by(3), Err(Stopped::Positions(5000)));
    assert_eq!(Dicots::new(&limits).born_by(2).map(|all| all.len()), Ok(9));
}
