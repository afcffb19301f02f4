//! A ruleset with values in fifteen lines: toppling dominoes.
//!
//! A position is a row of dominoes, each Left's or Right's. A player topples one of their own dominoes to either side, and all
//! dominoes on that side fall with it. Fink, Nowakowski, Siegel & Wolfe, *Toppling conjectures*, 2015. Run it by `cargo run
//! --example values`.

use sprague::values::{Value, value};
use sprague::{Partizan, Player};

struct Toppling;

impl Partizan for Toppling {
    type Position = String;
    type Move = usize;
    /// Move n topples domino `n / 2`, to the left if n is even.
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

    // the value of a sum is the sum of the values
    let (hot, cold): (Value, Value) = (worth("LLRR"), worth("LRL"));
    println!("LLRR + LRL = {}", &hot + &cold);
    assert_eq!(worth("LR").to_string(), "*");
    assert_eq!(&hot + &-&hot, Value::from(0));
    assert_eq!(hot.temperature().to_string(), "1");
}
