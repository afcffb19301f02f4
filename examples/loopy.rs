//! Outcomes of a loopy game: won, lost, or drawn.
//!
//! A position is drawn where neither player can force an end. That is found by looking back from the ends (Smith 1966), not by
//! searching ahead for ever.

use sprague::evaluate::{best_move, nimber, solution};
use sprague::{Impartial, Limits, Outcome, Ruleset};

/// A token on squares 0 to 7 that moves 5 back, 2 or 5 forward.
///
/// Whoever reaches square 0 wins, since no move is left there.
struct Strip;

impl Ruleset for Strip {
    type Position = i8;
    type Move = i8;
    fn moves(&self, square: &i8) -> impl Iterator<Item = i8> {
        [-5, 2, 5].into_iter().filter(move |by| *square != 0 && (0..8).contains(&(square + by)))
    }
    fn play(&self, square: &i8, by: &i8) -> i8 {
        square + by
    }
}
impl Impartial for Strip {}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for square in 0..8 {
        let solution = solution(&Strip, &square, &Limits::default())?;
        let outcome = match (solution.outcome(), solution.remoteness()) {
            (Outcome::Win, Some(moves)) => format!("won in {moves}"),
            (Outcome::Loss, Some(moves)) => format!("lost in {moves}"),
            _ => "drawn".to_owned(),
        };
        let mv = best_move(&Strip, &square)?.map_or("no move".to_owned(), |by| format!("best {by:+}"));
        let value = nimber(&Strip, &square).map_or("no nimber".to_owned(), |value| format!("nimber {value}"));
        println!("square {square}: {outcome:<9}  {mv:<7}  {value}");
    }
    let from = 7;
    let line = solution(&Strip, &from, &Limits::default())?.line(8);
    let squares: Vec<String> = line.iter().map(|(_, to)| to.to_string()).collect();
    println!("Best play from {from} until a square comes again: {from} {}", squares.join(" "));
    Ok(())
}
