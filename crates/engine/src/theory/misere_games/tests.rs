//! Compares dicots with sums that are played to the end and with the published counts (Dorbec, Renault, Siegel & Sopena 2015).

use super::*;
use crate::evaluate::NimberError;
use sprague_core::Partizan;

#[test]
fn as_many_dicots_are_born_by_each_day_as_are_published() {
    let limits = Limits::default();
    let mut games = MisereGames::new(&limits);
    assert_eq!((0..4).map(|day| games.born_by(day).unwrap().len()).collect::<Vec<_>>(), [1, 2, 9, 1268]);
}

/// Checks the order in sums with other small dicots.
#[test]
fn no_sum_refutes_an_order_and_most_others_are_refuted() {
    let limits = Limits::default();
    let mut games = MisereGames::new(&limits);
    let two = games.born_by(2).unwrap();
    let sample: Vec<MisereGame> = games.born_by(3).unwrap().into_iter().step_by(31).chain(two).collect();
    let rows = sample.iter().map(|&a| sample.iter().map(|&b| games.sum(a, b)).collect::<Result<Vec<_>, _>>().unwrap());
    let rows: Vec<Vec<MisereGame>> = rows.collect();
    let (mut hold, mut are_refuted, mut are_not) = (0, 0, 0);
    for (a, in_a) in sample.iter().zip(&rows) {
        for (b, in_b) in sample.iter().zip(&rows) {
            let is_refuted = in_a.iter().zip(in_b).any(|(&a, &b)| games.is_refuted(a, b));
            match (games.is_at_least(*a, *b).unwrap(), is_refuted) {
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
    let mut games = MisereGames::new(&limits);
    let two = games.born_by(2).unwrap();
    for &a in &two {
        for &b in &two {
            let order = games.compare(a, b).unwrap();
            assert_eq!(games.compare(b, a).unwrap(), order.map(Ordering::reverse));
            assert_eq!(order == Some(Ordering::Equal), a == b);
            for &c in &two {
                let [ab, bc, ac] = [(a, b), (b, c), (a, c)].map(|(a, b)| games.sum(a, b).unwrap());
                assert_eq!(games.sum(ab, c), games.sum(a, bc));
                if order == Some(Ordering::Greater) {
                    assert!(games.is_at_least(ac, bc).unwrap());
                }
            }
        }
    }
}

/// Returns every dead-ending game that ends after at most `day` moves, not simplified.
fn dead_ending(games: &mut MisereGames<'_>, day: u32) -> Vec<MisereGame> {
    let mut all = vec![MisereGame::ZERO];
    for _ in 0..day {
        let sets: Vec<Vec<MisereGame>> = (0..1_u32 << all.len())
            .map(|set| all.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, &game)| game).collect())
            .collect();
        let mut made = vec![];
        for left in &sets {
            made.extend(sets.iter().filter_map(|right| games.of_options(left.clone(), right.clone())));
        }
        all = made;
    }
    all
}

#[test]
fn no_sum_with_a_dead_ending_game_refutes_their_order_and_most_others_are_refuted() {
    let limits = Limits { positions: u64::MAX, ..Limits::default() };
    let mut games = MisereGames::within(Universe::DeadEnding, &limits);
    let two = dead_ending(&mut games, 2);
    assert_eq!((dead_ending(&mut games, 1).len(), two.len()), (4, 232));
    // perfect murders of both players, which can end or continue
    let mut beside = two.clone();
    for player in Player::BOTH {
        let mut murder = MisereGame::ZERO;
        for _ in 0..4 {
            let moves = [MisereGame::ZERO, murder];
            let of = if player == Player::Left { games.of_options(moves, []) } else { games.of_options([], moves) };
            murder = of.unwrap();
            beside.push(murder);
        }
    }
    // and some of the games of day 3
    let pairs = two.iter().flat_map(|&left| two.iter().map(move |&right| (left, right)));
    beside.extend(pairs.step_by(37).filter_map(|(left, right)| games.of_options([left], [right])));
    let rows = two.iter().map(|&a| beside.iter().map(|&b| games.sum(a, b)).collect::<Result<Vec<_>, _>>().unwrap());
    let rows: Vec<Vec<MisereGame>> = rows.collect();
    let (mut hold, mut are_refuted, mut are_not) = (0, 0, 0);
    for (a, in_a) in two.iter().zip(&rows) {
        for (b, in_b) in two.iter().zip(&rows) {
            let is_refuted = in_a.iter().zip(in_b).any(|(&a, &b)| games.is_refuted(a, b));
            match (games.is_at_least(*a, *b).unwrap(), is_refuted) {
                (true, true) => panic!("{a:?} is not at least {b:?}"),
                (true, false) => hold += 1,
                (false, true) => are_refuted += 1,
                (false, false) => are_not += 1,
            }
        }
    }
    assert!(hold > 232 && are_refuted > 20 * are_not, "{hold} hold, {are_refuted} are refuted, {are_not} are not");
}

#[test]
fn dead_ending_games_that_are_dicots_compare_less_often_than_among_dicots() {
    let limits = Limits::default();
    let (mut dicots, mut games) = (MisereGames::new(&limits), MisereGames::within(Universe::DeadEnding, &limits));
    let star = dicots.of_options([MisereGame::ZERO], [MisereGame::ZERO]).unwrap();
    assert_eq!(games.of_options([MisereGame::ZERO], [MisereGame::ZERO]), Some(star));
    let stars = games.sum(star, star).unwrap();
    // the starting player wins the empty game together with a move that only the other player has, but not two stars with it
    assert_eq!(games.compare(stars, MisereGame::ZERO), Ok(None));
    let (one, minus_one) = (games.of_options([MisereGame::ZERO], []).unwrap(), games.of_options([], [MisereGame::ZERO]).unwrap());
    let sum = games.sum(one, minus_one).unwrap();
    assert_eq!(games.compare(sum, MisereGame::ZERO), Ok(Some(Ordering::Equal)), "ends have negatives");
    let comes_again = games.of_options([], [one]);
    assert_eq!(comes_again, None, "Left could not move, and then could");
    for day in dicots.born_by(2).unwrap() {
        for other in dicots.born_by(2).unwrap() {
            let [a, b] = [day, other].map(|dicot| copied(&mut games, &dicots, dicot));
            if games.is_at_least(a, b).unwrap() {
                assert!(dicots.is_at_least(day, other).unwrap());
            }
        }
    }
}

/// Copies a game into another set of games.
fn copied(games: &mut MisereGames<'_>, from: &MisereGames<'_>, game: MisereGame) -> MisereGame {
    let [left, right] = Player::BOTH
        .map(|player| from.options(game, player).iter().map(|&option| copied(games, from, option)).collect::<Vec<_>>());
    games.of_options(left, right).expect("a dicot is dead-ending")
}

/// A heap from which each player takes amounts of a list: Left of the first, Right of the second.
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

/// Returns `true` if `player` wins when moving first, from the definition.
fn wins(rules: &Take, heap: u64, player: Player) -> bool {
    let mut moves = rules.moves(&heap, player).peekable();
    moves.peek().is_none() || moves.any(|amount| !wins(rules, heap - amount, -player))
}

#[test]
fn positions_are_dicots_where_both_can_move_or_neither() {
    let limits = Limits::default();
    let rules = Take([&[1, 2], &[1, 3]]);
    let mut search = MisereGameSearch::new(&rules, &limits);
    for heap in 0..14 {
        let game = search.game(&heap).unwrap().unwrap();
        for player in Player::BOTH {
            let wins = wins(&rules, heap, player);
            assert_eq!(search.games().outcome(game).outcome(player) == Outcome::Win, wins, "{heap}, {player}");
        }
    }
    let rules = Take([&[1], &[2]]);
    let mut search = MisereGameSearch::new(&rules, &limits);
    assert_eq!([0, 1, 2].map(|heap| search.game(&heap).unwrap().is_some()), [true, false, false]);
}

#[test]
fn cycles_and_limits_are_answers() {
    let rules = Take([&[0], &[0]]);
    let limits = Limits::default();
    assert_eq!(MisereGameSearch::new(&rules, &limits).game(&1), Err(NimberError::Loopy));
    let limits = Limits { positions: 5000, ..Limits::default() };
    assert_eq!(MisereGames::new(&limits).born_by(3), Err(Stopped::Positions(5000)));
    assert_eq!(MisereGames::new(&limits).born_by(2).map(|all| all.len()), Ok(9));
}
