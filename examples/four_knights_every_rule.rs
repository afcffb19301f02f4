//! Solves four knights on four boards by every compound rule.
//!
//! The winner depends on which knights a player may move at the same time. `cargo run --example four_knights_every_rule --
//! 3.4,5.5,7.6` solves other knights.

use sprague::{CompoundRule, Outcome, Play};
use sprague_questions::{Session, Solve, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let squares = std::env::args().nth(1).unwrap_or_else(|| "3.4,5.5,7.6,2.6".to_owned());
    let sum = Session::new().position(&format!("knights@{squares}"))?;
    println!("Knights on {squares}, moving towards the corner 0.0.");

    for play in [Play::Normal, Play::Misere] {
        let aim = if play == Play::Normal { "wins" } else { "loses" };
        println!("\nWho makes the last move {aim}:");
        for rule in CompoundRule::NAMED.into_iter().chain(["moore=2".parse()?]) {
            let answer = solve(&sum, &Solve { rule, play, max_moves: Some(1), ..Solve::default() }, &sprague::Limits::default())?;
            let verdict = match (answer.outcome, answer.winning_moves_total, answer.best) {
                (Outcome::Win, Some(1), Some(only)) => format!("won by {} alone", only.label),
                (Outcome::Win, Some(total), Some(best)) => format!("won by {} and {} more", best.label, total - 1),
                (Outcome::Loss, ..) => "lost".to_owned(),
                _ => "undecided".to_owned(),
            };
            println!("  {:<20} {verdict}", rule.to_string());
        }
    }
    Ok(())
}
