//! Compares the winners of random sums with the definition, for several efforts, with and without bounds from the rules.

use super::*;
use crate::evaluate::ValueSearch;
use sprague_core::limits::Watch;
use sprague_core::{Estimate, Hints, Tied};
use sprague_values::Dyadic;
use std::collections::HashMap as Map;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// Random games, numbered so that options have lower numbers. A position is the sorted list of the games of a sum.
///
/// Games come in pairs. An odd one is the even one before it with fewer moves for Left or more for Right, as if Left's hand
/// were tied.
struct Games {
    options: Vec<[Vec<usize>; 2]>,
    negative: Vec<Option<usize>>,
    bounds: Vec<Bounds>,
    hooks: bool,
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n as u64) as usize
    }
}

impl Games {
    /// Builds games in groups of four: a game, the game with Left's hand tied, and the negatives of both.
    fn new(seed: u64, count: usize, hooks: bool) -> Self {
        let mut random = Random(seed * 0x9e37_79b9 + 1);
        let (mut options, mut negative): (Vec<[Vec<usize>; 2]>, Vec<Option<usize>>) = (vec![[vec![], vec![]]; 1], vec![Some(0)]);
        for _ in 0..count {
            let known = options.len();
            let mut some = |most| -> Vec<usize> { (0..random.below(most)).map(|_| random.below(known)).collect() };
            let [left, right] = [some(4), some(4)];
            let kept = left[..left.len() / 2].to_vec();
            let exchanged = |of: &[usize]| of.iter().map(|game| negative[*game].unwrap()).collect::<Vec<_>>();
            let mirrored = [exchanged(&right), exchanged(&left)];
            let tied = [exchanged(&right), exchanged(&kept)];
            options.extend([[left, right.clone()], [kept, right], mirrored, tied]);
            negative.extend([known + 2, known + 3, known, known + 1].map(Some));
        }
        let mut games = Self { bounds: vec![Bounds::UNKNOWN; options.len()], options, negative, hooks: false };
        // true bounds, some of them weakened or left out
        let limits = Limits::default();
        let mut search = ValueSearch::new(&games, &limits);
        let mut bounds = vec![];
        for game in 0..games.options.len() {
            let value = search.value(&vec![game]).unwrap();
            let units = |number: Dyadic| {
                let (mantissa, places) = number.parts();
                i64::try_from(&mantissa).unwrap() << (16 - places)
            };
            let [left, right] = Player::BOTH.map(|player| units(value.stop(player)));
            let is_number = value.number().is_some();
            let mut weak = |number: i64| number - random.below(3) as i64 * (1 + random.below(2) as i64 * 40_000);
            let own = Bounds {
                low: weak(right) - i64::from(!is_number),
                high: -weak(-left) + i64::from(!is_number),
                left_first: if is_number { -Bounds::FAR } else { weak(left) - 1 },
                right_first: if is_number { Bounds::FAR } else { -weak(-right) + 1 },
            };
            bounds.push(if random.below(5) == 0 { Bounds::UNKNOWN } else { own });
        }
        drop(search);
        (games.bounds, games.hooks) = (bounds, hooks);
        games
    }
}

impl Partizan for Games {
    type Position = Vec<usize>;
    type Move = usize;
    fn moves(&self, games: &Vec<usize>, player: Player) -> impl Iterator<Item = usize> {
        0..games.iter().map(|game| self.options[*game][player as usize].len()).sum()
    }
    fn play(&self, games: &Vec<usize>, player: Player, mv: &usize) -> Vec<usize> {
        let (mut left, mut mv) = (games.clone(), *mv);
        for at in 0..games.len() {
            let options = &self.options[games[at]][player as usize];
            if mv < options.len() {
                left[at] = options[mv];
                left.sort_unstable();
                left.retain(|game| *game > 0);
                return left;
            }
            mv -= options.len();
        }
        unreachable!("a move is one of these")
    }
    fn summands(&self, games: &Vec<usize>) -> impl Iterator<Item = Vec<usize>> {
        games.iter().map(|game| vec![*game])
    }
    fn is_loopfree(&self, _: &Vec<usize>) -> bool {
        true
    }
    fn negative(&self, games: &Vec<usize>) -> Option<Vec<usize>> {
        let mut negative: Vec<usize> = games.iter().filter_map(|game| self.negative[*game]).collect();
        negative.sort_unstable();
        self.hooks.then_some(negative)
    }
    fn hints(&self) -> &(impl Hints<Vec<usize>> + ?Sized) {
        self
    }
}

impl Hints<Vec<usize>> for Games {
    fn bounds(&self, games: &Vec<usize>) -> Bounds {
        match games[..] {
            [game] if self.hooks => self.bounds[game],
            _ => Bounds::UNKNOWN,
        }
    }
    fn estimate(&self, games: &Vec<usize>) -> Option<Estimate> {
        self.hooks.then(|| Estimate {
            ahead: games.iter().map(|game| *game as i64 % 7 - 3).sum::<i64>() << 15,
            effort: games.len() as i64,
        })
    }
    fn size(&self, games: &Vec<usize>) -> Option<u32> {
        self.hooks.then_some(games.len() as u32 * 3)
    }
    fn tied(&self, games: &Vec<usize>, player: Player, pieces: &mut Vec<Vec<usize>>) -> Tied {
        match games[..] {
            // after game 0, each group of four is a game, the game with Left's hand tied, its negative, and the negative with
            // Right's hand tied
            [game] if self.hooks && game > 0 && (game - 1) % 4 == if player == Player::Left { 0 } else { 2 } => {
                pieces.push(vec![game + 1]);
                Tied::Pieces
            }
            _ if self.hooks => Tied::Whole,
            _ => Tied::Never,
        }
    }
}

/// Finds the winner from the definition.
fn plain(games: &Games, sum: &Vec<usize>, player: Player, known: &mut Map<(Vec<usize>, Player), bool>) -> bool {
    let key = (sum.clone(), player);
    if let Some(wins) = known.get(&key) {
        return *wins;
    }
    let wins = games.options(sum, player).any(|option| !plain(games, &option, -player, known));
    known.insert(key, wins);
    wins
}

fn efforts() -> [Effort; 6] {
    let tight = Effort { cached: 2, table: 1 << 20, ..Effort::default() };
    [
        Effort::default(),
        Effort { small: 0, tied: 0, ahead: 1, large: 0, merged: 0, young: 0, ..tight },
        Effort { small: 0, valued: 0, ahead: 100, margin: i64::MAX >> 4, ..tight },
        Effort { small: 3, tied: 3, ahead: 2, ..Effort::default() },
        Effort { small: 20, valued: 100_000, large: 0, merged: 100, young: 30, ..tight },
        // all names are dropped before each sum
        Effort { small: 0, tied: 20, large: 0, table: 1, named: u64::MAX, ..Effort::default() },
    ]
}

#[test]
fn random_sums_are_won_by_whom_the_definition_says() {
    let limits = Limits::default();
    let mut searched = 0;
    for seed in 0..if cfg!(debug_assertions) { 40 } else { 400 } {
        for hooks in [false, true] {
            let games = Games::new(seed, 8, hooks);
            let mut random = Random(seed + 7);
            let mut known = Map::new();
            let sums: Vec<Vec<usize>> = (0..12)
                .map(|_| {
                    let mut sum: Vec<usize> =
                        (0..1 + random.below(4)).map(|_| 1 + random.below(games.options.len() - 1)).collect();
                    sum.sort_unstable();
                    sum
                })
                .collect();
            for effort in efforts() {
                let mut search = WinnerSearch::with_effort(&games, effort, &limits);
                for sum in &sums {
                    for player in Player::BOTH {
                        let expected = plain(&games, sum, player, &mut known);
                        assert_eq!(
                            search.wins(sum, player),
                            Ok(expected),
                            "seed {seed}, hooks {hooks}, {sum:?}, {player}, {effort:?}"
                        );
                    }
                }
                searched += search.searched();
            }
        }
    }
    assert!(searched > 1_000, "{searched}");
}

#[test]
fn two_threads_that_share_what_they_find_are_right() {
    let limits = Limits::default();
    for seed in 0..if cfg!(debug_assertions) { 10 } else { 100 } {
        let (games, mut known) = (Games::new(seed, 12, seed % 2 == 0), Map::new());
        let mut random = Random(seed + 7);
        let mut asked = vec![];
        for _ in 0..12 {
            let mut sum: Vec<usize> = (0..1 + random.below(6)).map(|_| 1 + random.below(games.options.len() - 1)).collect();
            sum.sort_unstable();
            asked.extend(Player::BOTH.map(|player| (plain(&games, &sum, player, &mut known), sum.clone(), player)));
        }
        for effort in efforts() {
            let check = |search: &mut WinnerSearch<'_, Games>| {
                for (expected, sum, player) in &asked {
                    assert_eq!(search.wins(sum, *player), Ok(*expected), "seed {seed}, {sum:?}, {player}, {effort:?}");
                }
            };
            let mut search = WinnerSearch::with_effort(&games, effort, &limits);
            search.wins(&asked[0].1, Player::Left).unwrap();
            let shared = search.share();
            std::thread::scope(|scope| {
                scope.spawn(|| check(&mut WinnerSearch::joining(&games, effort, &limits, shared)));
                check(&mut search);
            });
            search.unshare();
            check(&mut search);
        }
    }
}

#[test]
fn a_negative_in_a_sum_is_read_with_the_players_exchanged() {
    let limits = Limits::default();
    for seed in 0..40 {
        for hooks in [false, true] {
            let games = Games::new(seed, 6, hooks);
            let mut known = Map::new();
            for game in 1..games.options.len() {
                let other = 1 + game * 7 % (games.options.len() - 1);
                let mut search = WinnerSearch::with_effort(&games, Effort { small: 0, ..Effort::default() }, &limits);
                let mut sum = Sum::default();
                search.add(&mut sum, &vec![other], false).unwrap();
                search.add(&mut sum, &vec![game], true).unwrap();
                let mut plainly = vec![other, games.negative[game].unwrap()];
                plainly.sort_unstable();
                for player in Player::BOTH {
                    let expected = plain(&games, &plainly, player, &mut known);
                    assert_eq!(search.wins_sum(&sum, player), Ok(expected), "seed {seed}: {other} - {game}, {player}");
                }
            }
        }
    }
}

#[test]
fn it_stops_whenever_it_is_told_and_goes_on_when_asked_again() {
    let games = Games::new(3, 12, false);
    let last = games.options.len() - 1;
    let sum = vec![last - 9, last - 5, last - 2, last - 1, last];
    let effort = Effort { small: 0, cached: 3, ..Effort::default() };
    let plain_limits = Limits::default();
    let expected = WinnerSearch::with_effort(&games, effort, &plain_limits).wins(&sum, Player::Left);
    let mut stopped = 0;
    for looks in 1..100 {
        let (stop, seen) = (Arc::new(AtomicBool::new(false)), AtomicU32::new(0));
        let flag = stop.clone();
        let watch = Watch::new(move || flag.store(seen.fetch_add(1, Relaxed) == looks, Relaxed));
        let limits = Limits { stop: Some(stop.clone()), watch: Some(watch), ..Limits::default() };
        let mut search = WinnerSearch::with_effort(&games, effort, &limits);
        let mut answer = search.wins(&sum, Player::Left);
        while answer == Err(ValueError::Stopped(Stopped::Asked)) {
            stopped += 1;
            stop.store(false, Relaxed);
            answer = search.wins(&sum, Player::Left);
        }
        assert_eq!(answer, expected, "stopped at look {looks}");
    }
    assert!(stopped > 5, "{stopped}");
}

/// Tokens in a ring that both players may move. Nobody can move if one stands still.
struct Ring(u32);

impl Partizan for Ring {
    type Position = u32;
    type Move = u32;
    fn moves(&self, at: &u32, player: Player) -> impl Iterator<Item = u32> {
        let steps: &[u32] = match (at, player) {
            (0, _) => &[],
            (1, Player::Left) => &[1, 2],
            (_, Player::Left) => &[1],
            (_, Player::Right) => &[2],
        };
        steps.iter().copied()
    }
    fn play(&self, at: &u32, _: Player, step: &u32) -> u32 {
        // from the place before the end, one step leads out of the ring
        if at + step == self.0 { 0 } else { 1 + (at - 1 + step) % (self.0 - 1) }
    }
}

#[test]
fn what_comes_again_is_loopy_and_what_is_won_before_is_won() {
    use crate::evaluate::outcome;
    let limits = Limits::default();
    let (mut won, mut loopy) = (0, 0);
    for length in 3..12 {
        let rules = Ring(length);
        for at in 1..length {
            for player in Player::BOTH {
                let expected = outcome(&sprague_core::ToMove(&rules), &(player, at)).unwrap();
                match WinnerSearch::new(&rules, &limits).wins(&at, player) {
                    Ok(wins) => {
                        won += 1;
                        assert_eq!(expected, if wins { Outcome::Win } else { Outcome::Loss }, "{length}, {at}, {player}");
                    }
                    Err(error) => {
                        loopy += 1;
                        assert_eq!(error, ValueError::Loopy);
                    }
                }
            }
        }
    }
    assert!(won > 3 && loopy > 10, "{won} {loopy}");
}
