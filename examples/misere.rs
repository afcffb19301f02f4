//! Nim where the last stone loses, beside ordinary Nim.
//!
//! Little changes: play ordinary Nim until one heap above 1 is left, then turn the parity (Bouton 1901, p. 39). A nimber of
//! the misère game does not compile, since `Misere` is no `Impartial` ruleset.

use sprague::evaluate::{nimber, outcome, solution};
use sprague::{Limits, Misere, Outcome, SumOf};
use sprague_rules_nim::Nim;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (normal, misere) = (SumOf(Nim), Misere(SumOf(Nim)));
    println!("heaps    nimber  last stone wins  last stone loses");
    for heaps in [vec![1], vec![1, 1], vec![1, 1, 1], vec![2], vec![2, 2], vec![1, 2, 3], vec![1, 1, 3], vec![3, 4, 5]] {
        let who = |outcome| if outcome == Outcome::Win { "won" } else { "lost" };
        let (value, last_wins, last_loses) = (nimber(&normal, &heaps)?, outcome(&normal, &heaps)?, outcome(&misere, &heaps)?);
        println!("{:<8} {value:<6}  {:<15}  {}", format!("{heaps:?}").trim_matches(['[', ']']), who(last_wins), who(last_loses));
    }

    // every position of three heaps up to 7: where do the two games differ?
    let limits = Limits::default();
    let (normal, misere) = (solution(&normal, &vec![7, 7, 7], &limits)?, solution(&misere, &vec![7, 7, 7], &limits)?);
    let (mut equal, mut differ) = (0, vec![]);
    for number in 0..normal.graph().len() as u32 {
        let heaps = normal.graph().position(number);
        if normal.of(heaps).map(|(outcome, _)| outcome) == misere.of(heaps).map(|(outcome, _)| outcome) {
            equal += 1;
        } else {
            differ.push(format!("{heaps:?}"));
        }
    }
    println!("\nOf the positions up to 7 7 7, {equal} end the same and {} do not:\n{}", differ.len(), differ.join(" "));

    println!("\nBest play from 7 7 7 where the last stone loses:");
    for (mv, heaps) in misere.line(100) {
        println!("  heap {mv:<5} leaves {heaps:?}");
    }
    Ok(())
}
