//! Draws a game in the language of Graphviz: every position with its moves.
//!
//! Lost positions are grey. Run it by `cargo run --example picture | dot -Tsvg > kayles.svg`.

use sprague::Limits;
use sprague::evaluate::labels::{nimbers, outcomes};
use sprague::graph::{Dot, PositionGraph};
use sprague::heap::Heaps;
use sprague_rules_octal::Octal;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kayles: Octal = "0.77".parse()?;
    let graph = PositionGraph::explore(&kayles, Heaps::one(5), &Limits::default())?;
    let labels = outcomes(&graph);
    let values = nimbers(&graph).ok_or("Kayles always ends")?;
    let label = |number: u32, rows: &Heaps| format!("{rows} (*{})", values[number as usize]);
    print!("{}", Dot::new(&graph, label, |number| Some(labels.outcome(number))));

    let lost = labels.as_slice().iter().filter(|&&outcome| outcome == sprague::Outcome::Loss).count();
    eprintln!("{} positions, {} moves; {lost} positions are lost for who must move", graph.len(), graph.option_count());
    Ok(())
}
