//! Finds all winning moves in a sum of three different rulesets, without any text: the nimbers of the parts add up.
//!
//! The games are Nim, a splitting game and a knight. They are ordinary types, and so are the positions and moves of their sum.

use sprague::prelude::*;

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

impl Ruleset for Split {
    type Position = Vec<u64>;
    /// The heap, and the size of the smaller part.
    type Move = (usize, u64);
    fn moves(&self, heaps: &Vec<u64>) -> impl Iterator<Item = (usize, u64)> {
        heaps.iter().enumerate().flat_map(|(at, heap)| (1..heap.div_ceil(2)).map(move |part| (at, part)))
    }
    fn play(&self, heaps: &Vec<u64>, &(at, part): &(usize, u64)) -> Vec<u64> {
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

impl Ruleset for Knight {
    type Position = [i32; 2];
    type Move = [i32; 2];
    fn moves(&self, &[x, y]: &[i32; 2]) -> impl Iterator<Item = [i32; 2]> {
        let steps = [[-2, 1], [-2, -1], [1, -2], [-1, -2]];
        steps.into_iter().filter(move |[right, up]| x + right >= 0 && y + up >= 0)
    }
    fn play(&self, [x, y]: &[i32; 2], [right, up]: &[i32; 2]) -> [i32; 2] {
        [x + right, y + up]
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
            println!("  {mv:?} wins, and leaves {option:?}");
        }
    }
    Ok(())
}
