//! Solves your own game from the ten lines of an `impl Ruleset`.
//!
//! The game is subtract a square, Golomb 1966: take 1, 4, 9, 16, … tokens; whoever cannot move loses. OEIS A030193 lists the
//! lost heaps.

use sprague::evaluate::NimberSearch;
use sprague::evaluate::{best_move, nimber, outcome};
use sprague::{Impartial, Ruleset, SumOf};
use sprague::{Limits, Nimber, Outcome};

struct SubtractSquare;

impl Ruleset for SubtractSquare {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (1..).map(|root| root * root).take_while(move |square| square <= heap)
    }
    fn play(&self, heap: &u64, square: &u64) -> u64 {
        heap - square
    }
}
impl Impartial for SubtractSquare {}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rules = SubtractSquare;
    for heap in [95, 99] {
        match best_move(&rules, &heap)? {
            Some(square) if outcome(&rules, &heap)? == Outcome::Win => {
                println!("From {heap}: take {square}, leaving {}", heap - square)
            }
            _ => println!("From {heap}: every move loses"),
        }
    }

    let limits = Limits::default();
    let mut search = NimberSearch::new(&rules, &limits);
    let mut lost = vec![];
    for heap in 0..=100 {
        if search.nimber(&heap)? == Nimber(0) {
            lost.push(heap.to_string());
        }
    }
    println!("Lost heaps up to 100: {}", lost.join(" "));

    // several heaps at once, although the rules are only about one heap
    let (rules, heaps) = (SumOf(&rules), vec![99, 58, 23]);
    println!("Heaps {heaps:?}: nimber {}", nimber(&rules, &heaps)?);
    for mv in rules.moves(&heaps) {
        let option = rules.play(&heaps, &mv);
        if nimber(&rules, &option)?.is_lost() {
            println!("  heap {mv} taken, leaving {option:?}, which is lost");
        }
    }
    Ok(())
}
