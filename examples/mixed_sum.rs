//! A sum of three games known only at run time, read from text and solved.
//!
//! Text becomes rules, and their nimbers add up.
//! `cargo run --example mixed_sum -- "nim@7 + grundy@20"` asks about a sum of your own; `sprague rulesets` lists the games.

use sprague::Outcome;
use sprague_questions::{Session, Solve, solve};
use std::fmt::{Binary, Display};

/// A nimber in decimal and in binary, where the exclusive or can be seen.
fn shown(value: &(impl Display + Binary)) -> String {
    format!("{value:>3} = {value:>6b}")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let session = Session::new();
    let question = std::env::args().nth(1).unwrap_or_else(|| "nim@5 + kayles@12 + knights@7.6".to_owned());
    let sum = session.position(&question)?;
    let answer = solve(&sum, &Solve::default(), &sprague::Limits::default())?;
    let outcome = match answer.outcome {
        Outcome::Win => "won",
        Outcome::Loss => "lost",
        Outcome::Draw => "drawn",
    };
    println!("{sum} is {outcome} for the player to move.");

    // each component by itself; the nimber of the sum is the exclusive or of theirs
    for (index, component) in sum.components().iter().enumerate() {
        let alone = session.position(&format!("{}@{}", component.rules.name(), sum.show(index, &component.position)))?;
        if let Some(nimber) = solve(&alone, &Solve::default(), &sprague::Limits::default())?.nimber() {
            println!("  {:<20} nimber {}", alone.to_string(), shown(nimber));
        }
    }
    if let Some(nimber) = answer.nimber() {
        println!("  {:<20} nimber {}", "the sum", shown(nimber));
    }

    for step in &answer.winning_moves {
        println!("Winning: {}  →  {}", step.label, step.to);
    }
    answer.why.iter().for_each(|why| println!("Why: {why}."));
    Ok(())
}
