//! A ruleset with values: toppling dominoes, in fifteen lines.
//!
//! A row of dominoes, each Left's or Right's; a player topples one of their own to either side, and all that stand there fall with it.
//! Fink, Nowakowski, Siegel & Wolfe, *Toppling conjectures*, 2015. `cargo run --example values`

use sprague::values::{Value, value};
use sprague::{Partizan, Player};

struct Toppling;

impl Partizan for Toppling {
    type Position = String;
    type Move = usize;
    /// Domino `n / 2`, to the left for even n.
    fn moves(&self, row: &String, player: Player) -> impl Iterator<Item = usize> {
        let own = if player == Player::Left { b'L' } else { b'R' };
        let both_ways = |at: usize| [2 * at, 2 * at + 1];
        row.bytes().enumerate().filter(move |(_, domino)| *domino == own).flat_map(move |(at, _)| both_ways(at))
    }
    fn play(&self, row: &String, _: Player, mv: &usize) -> String {
        let at = mv / 2;
        if mv.is_multiple_of(2) { row[at + 1..].to_owned() } else { row[..at].to_owned() }
    }
}

fn main() {
    let worth = |row: &str| value(&Toppling, &row.to_owned()).expect("every row is finite and short");
    for row in ["L", "LR", "LRL", "LRR", "LLRR", "LRLR", "LLRRRL"] {
        let value = worth(row);
        println!("{row:8} {:20} mean {}, temperature {}", value.to_string(), value.mean(), value.temperature());
    }

    // a sum is worth the sum of the values, whoever plays where
    let (hot, cold): (Value, Value) = (worth("LLRR"), worth("LRL"));
    println!("LLRR + LRL = {}", &hot + &cold);
    assert_eq!(worth("LR").to_string(), "*");
    assert_eq!(&hot + &-&hot, Value::from(0));
    assert_eq!(hot.temperature().to_string(), "1");
}
