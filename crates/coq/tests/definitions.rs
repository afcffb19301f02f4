//! Compares the definitions on which every statement is based with brute force. Coq computes them for 200 games.

use crate::compiler::{compile, said, theories};
use core::fmt::Write;
use std::collections::HashMap;

/// Pseudorandom numbers from a seed (xorshift, Marsaglia 2003).
pub(crate) struct Draws(pub(crate) u64);

impl Draws {
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    /// Returns a set of one to four amounts up to `most`, in ascending order.
    pub(crate) fn set(&mut self, most: u64) -> Vec<usize> {
        let mut set: Vec<usize> = (0..=self.below(4)).map(|_| 1 + self.below(most) as usize).collect();
        set.sort_unstable();
        set.dedup();
        set
    }
}

/// The number of heaps whose rows are compared, beginning with the empty heap.
const ROWS: usize = 8;

fn mex(options: &[u32]) -> u32 {
    (0..).find(|value| !options.contains(value)).unwrap()
}

/// Returns the best of the outcomes 0, 1, 2 for the player to move, or `ending` if there are no options.
fn best(ending: u32, options: &[u32]) -> u32 {
    options.iter().map(|outcome| 2 - outcome).max().unwrap_or(ending)
}

/// Returns the nimber of a list of heaps, from the moves alone.
fn octal(code: &[u64], position: &[usize], known: &mut HashMap<Vec<usize>, u32>) -> u32 {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let mut options = vec![];
    for (at, &heap) in position.iter().enumerate() {
        let rest: Vec<usize> = position.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, heap)| *heap).collect();
        for (taken, digit) in code.iter().enumerate().filter(|(taken, _)| *taken <= heap) {
            let left = heap - taken;
            let has = |bit: u32| digit >> bit & 1 == 1;
            let mut parts: Vec<Vec<usize>> = vec![];
            if has(0) && left == 0 && taken > 0 {
                parts.push(vec![]);
            }
            if has(1) && left > 0 && taken > 0 {
                parts.push(vec![left]);
            }
            if has(2) {
                parts.extend((1..left).map(|a| vec![a, left - a]));
            }
            if has(3) {
                parts.extend((1..left).flat_map(|a| (1..left - a).map(move |b| vec![a, b, left - a - b])));
            }
            options.extend(parts.into_iter().map(|parts| [rest.clone(), parts].concat()));
        }
    }
    let values: Vec<u32> = options.iter().map(|option| octal(code, option, known)).collect();
    known.insert(position.to_vec(), mex(&values));
    mex(&values)
}

/// Returns the value of a heap in a context, from the moves alone.
fn counter<C: Copy>(heap: usize, context: C, moves: &dyn Fn(C) -> Vec<(usize, C)>, value: &dyn Fn(C, &[u32]) -> u32) -> u32 {
    let fitting = moves(context).into_iter().filter(|(amount, _)| *amount <= heap);
    let options: Vec<u32> = fitting.map(|(amount, next)| counter(heap - amount, next, moves, value)).collect();
    value(context, &options)
}

/// Returns the nimber of two heaps, which belong to two all-but games.
fn two_heaps(forbidden: [&[usize]; 2], heaps: [usize; 2]) -> u32 {
    let options = (0..2).flat_map(|at| {
        let amounts = (1..=heaps[at]).filter(move |amount| !forbidden[at].contains(amount));
        amounts.map(move |amount| [0, 1].map(|other| heaps[other] - if other == at { amount } else { 0 }))
    });
    mex(&options.map(|left| two_heaps(forbidden, left)).collect::<Vec<_>>())
}

/// Returns `true` if the player to move loses a difference of heaps.
///
/// Left takes amounts of the first set from the first heap. A star may be added to the second heap.
fn loses(sets: [&[usize]; 2], [heap, other]: [usize; 2], has_star: bool, mover: usize) -> bool {
    let options = |n: usize, set: &[usize]| set.iter().filter(move |a| **a <= n).map(move |a| n - a).collect::<Vec<_>>();
    options(heap, sets[mover]).into_iter().all(|heap| !loses(sets, [heap, other], has_star, 1 - mover))
        && options(other, sets[1 - mover]).into_iter().all(|other| !loses(sets, [heap, other], has_star, 1 - mover))
        && !(has_star && loses(sets, [heap, other], false, 1 - mover))
}

fn list(members: impl IntoIterator<Item = impl core::fmt::Display>) -> String {
    let members: Vec<String> = members.into_iter().map(|member| member.to_string()).collect();
    format!("[{}]", members.join("; "))
}

fn word(outcome: u32) -> &'static str {
    ["Loss", "Draw", "Win"][outcome as usize]
}

fn nimbers(row: impl Fn(usize) -> Vec<u32>) -> String {
    list((0..ROWS).map(|heap| list(row(heap)))) + "%N"
}

fn outcomes(row: impl Fn(usize) -> Vec<u32>) -> String {
    list((0..ROWS).map(|heap| list(row(heap).into_iter().map(word))))
}

/// Returns a game in the terms of the definitions, and its first rows by brute force.
fn game(kind: u64, draws: &mut Draws) -> (String, String) {
    let (ending, play) = [(0, "normal"), (2, "misere")][draws.below(2) as usize];
    let set = draws.set(6);
    let taken = |set: &[usize]| set.iter().map(|amount| (*amount, ())).collect::<Vec<_>>();
    match kind {
        0 | 1 => {
            let most = if kind == 0 { 8 } else { 16 };
            let mut code: Vec<u64> = (0..=1 + draws.below(3)).map(|_| draws.below(most)).collect();
            code[0] &= 12;
            let mut known = HashMap::new();
            // Coq remembers no positions, so each further heap takes many times as long
            let row: Vec<u32> = (0..if kind == 0 { 6 } else { 5 }).map(|heap| octal(&code, &[heap], &mut known)).collect();
            (format!("nim {}%N", list(code)), list(row) + "%N")
        }
        2 => {
            let row = |heap| vec![counter(heap, (), &|()| taken(&set), &|(), options| mex(options))];
            (format!("subtraction_nimbers {}", list(&set)), nimbers(row))
        }
        3 => {
            let row = |heap| vec![counter(heap, (), &|()| taken(&set), &|(), options| best(ending, options))];
            (format!("subtraction_outcomes {play} {}", list(&set)), outcomes(row))
        }
        4 => {
            let other: Vec<usize> = (1..=ROWS).filter(|amount| !set.contains(amount)).collect();
            let row = (0..ROWS).map(|heap| counter(heap, (), &|()| taken(&other), &|(), options| mex(options)));
            (format!("all_but_nim {}", list(&set)), list(row) + "%N")
        }
        5 => {
            let other: Vec<usize> = (1..=ROWS).filter(|amount| !set.contains(amount)).collect();
            let row = (0..ROWS).map(|heap| counter(heap, (), &|()| taken(&other), &|(), options| best(ending, options)));
            (format!("all_but_outcome {play} {}", list(&set)), list(row.map(word)))
        }
        6 => {
            let right = draws.set(6);
            let moves = |is_left: bool| (if is_left { &set } else { &right }).iter().map(|amount| (*amount, !is_left)).collect();
            let row =
                |heap| [true, false].map(|is_left| counter(heap, is_left, &moves, &|_, options| best(ending, options))).to_vec();
            (format!("asymmetric_outcomes {play} {} {}", list(&set), list(&right)), outcomes(row))
        }
        7 => {
            // a memory of two amounts, with 0 for none: (the latest, the one before)
            let moves = |(last, before): (usize, usize)| {
                let other = set.iter().filter(|amount| **amount != last && **amount != before);
                other.map(|amount| (*amount, (*amount, last))).collect()
            };
            let ordered =
                set.iter().flat_map(|last| set.iter().filter(move |before| *before != last).map(move |before| (*last, *before)));
            let contexts: Vec<(usize, usize)> =
                [(0, 0)].into_iter().chain(set.iter().map(|last| (*last, 0))).chain(ordered).collect();
            let row = |heap| {
                contexts.iter().map(|context| counter(heap, *context, &moves, &|_, options| best(ending, options))).collect()
            };
            (format!("no_repeat_outcomes {play} {} 2", list(&set)), outcomes(row))
        }
        8 => {
            let right = draws.set(6);
            let row = |heap| {
                list((0..6).map(|other| list([false, true].map(|has_star| loses([&set, &right], [heap, other], has_star, 1)))))
            };
            let heaps = format!("let heap := heap {} {} in", list(&set), list(&right));
            let compared = "[geb (heap n) (heap m); geb (heap n) (plus (heap m) (Game [zero] [zero]))]";
            (format!("fun n => {heaps} map (fun m => {compared}) (seq 0 6)"), list((0..6).map(row)))
        }
        9 => {
            let (other, size) = (draws.set(6), 1 + draws.below(3) as usize);
            let (of, sum) = if draws.below(2) == 0 {
                let rules = format!("beside (all_but {}) (all_but {})", list(&set), list(&other));
                (&other, format!("({rules}) (fun p => fst p + snd p) (n, {size})"))
            } else {
                (&set, format!("(moves (one_heap (all_but {}))) list_sum [n; {size}]", list(&set)))
            };
            let row = (0..5).map(|heap| two_heaps([&set, of], [heap, size]));
            (format!("fun n => grundy {sum}"), list(row) + "%N")
        }
        _ => {
            let odd_wins = draws.below(2) == 1;
            let moves = |(mine, his): (bool, bool)| set.iter().map(|amount| (*amount, (his, mine ^ (amount % 2 == 1)))).collect();
            let value = |(mine, his): (bool, bool), options: &[u32]| {
                let ending = match (mine == odd_wins, his == odd_wins) {
                    (true, false) => 2,
                    (false, true) => 0,
                    _ => 1,
                };
                best(ending, options)
            };
            let row =
                |heap: usize| [false, true].map(|mine| counter(heap, (mine, (heap % 2 == 1) == mine), &moves, &value)).to_vec();
            (format!("stones_outcomes {odd_wins} {}", list(&set)), outcomes(row))
        }
    }
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_the_definitions_are_brute_force_on_200_games() {
    let Some(folder) = theories() else { return };
    let mut draws = Draws(1935);
    let mut text = String::from(
        "From Coq Require Import List NArith.\nFrom Sprague Require Import Definitions Compared.\nImport ListNotations.\n",
    );
    for number in 0..200 {
        let (row, expected) = game(number % 11, &mut draws);
        writeln!(text, "Example game_{number} : let rows := {expected} in map ({row}) (seq 0 (length rows)) = rows.\nProof. vm_compute. reflexivity. Qed.")
            .unwrap();
    }
    let compiled = compile(folder, "definitions_computed.v", &text);
    assert!(compiled.status.success(), "{}", said(&compiled));
    // a wrong row is found
    let (row, _) = game(3, &mut draws);
    let wrong = format!(
        "{}Example wrong : map ({row}) (seq 0 1) = [[Draw]].\nProof. vm_compute. reflexivity. Qed.\n",
        text.split_once("Example").unwrap().0
    );
    assert!(!compile(folder, "wrong.v", &wrong).status.success());
}
