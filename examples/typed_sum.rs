//! Finds all winning moves in a sum of three different rulesets, without any text: the nimbers of the parts add up.
//!
//! The games are Nim, a splitting game and a knight. They are ordinary types, and so are the positions and moves of their sum.

use sprague::prelude::*;
use std::fmt;

/// Take any number of tokens.
struct Nim;

impl Ruleset for Nim {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=*heap
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}
impl Impartial for Nim {}

/// Split a heap into two of different sizes (Grundy 1939).
struct Split;

/// The size of a heap, and of the smaller part.
#[derive(Clone, Copy, Debug)]
struct Parts(u64, u64);

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {} + {}", self.0, self.0 - self.1, self.1)
    }
}

impl Ruleset for Split {
    type Position = Vec<u64>;
    type Move = Parts;
    fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = Parts> {
        heaps.iter().flat_map(|&heap| (1..heap.div_ceil(2)).map(move |part| Parts(heap, part)))
    }
    fn play(&self, heaps: &Vec<u64>, &Parts(heap, part): &Parts) -> Vec<u64> {
        let at = heaps.iter().position(|&other| other == heap).expect("the heap is split");
        let mut heaps = heaps.clone();
        heaps[at] -= part;
        heaps.push(part);
        heaps.sort_unstable();
        heaps
    }
}
impl Impartial for Split {}

/// Move a knight on a quarter of the plane, always nearer to the corner.
struct Knight;

const STEPS: [[i32; 2]; 4] = [[-2, 1], [-2, -1], [1, -2], [-1, -2]];

impl Ruleset for Knight {
    type Position = [i32; 2];
    /// The index of a step.
    type Move = usize;
    fn moves(&self, &[x, y]: &[i32; 2]) -> impl Iterator<Item = usize> {
        (0..4).filter(move |&step| x + STEPS[step][0] >= 0 && y + STEPS[step][1] >= 0)
    }
    fn play(&self, [x, y]: &[i32; 2], step: &usize) -> [i32; 2] {
        [x + STEPS[*step][0], y + STEPS[*step][1]]
    }
}
impl Impartial for Knight {}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = Sum(Nim, Sum(Split, Knight));
    let position = (9, (vec![8, 11], [7, 6]));
    println!("{position:?} has the nimber {}", nimber(&rules, &position)?);
    // a move wins if it leaves the nimber 0, which costs as much as the three games do by themselves
    for mv in rules.moves(&position) {
        let option = rules.play(&position, &mv);
        if nimber(&rules, &option)? == Nimber(0) {
            println!("  {mv} wins, and leaves {option:?}");
        }
    }
    Ok(())
}
