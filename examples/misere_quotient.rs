//! Solves misère Kayles with hundreds of rows by a table of 40 elements.
//!
//! The table is the misère quotient of Plambeck 2005 and Plambeck & Siegel 2008. Rows are the same element if no sum
//! distinguishes them, and the element of a sum is the product.

use sprague::{Outcome, Play};
use sprague_questions::quotient::quotient;
use sprague_questions::{Session, Solve, solve};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let session = Session::new();
    let options = Solve { play: Play::Misere, max_moves: Some(3), ..Solve::default() };

    let kayles = session.family("kayles")?;
    let table = quotient(&kayles, None, &sprague::Limits::default())?;
    println!("Kayles where the last mover loses: {} elements, {} of them lost.", table.order(), table.p_portion().count());
    if let Some(period) = table.period() {
        println!("The element of a row repeats every {} from row {} on, proved for all rows.", period.period, period.preperiod);
    }

    // rows of 1, 2, 3, … pins, all in one sum
    for rows in [10, 50, 200] {
        let heaps: Vec<String> = (1..=rows).map(|row| row.to_string()).collect();
        let sum = session.position(&format!("kayles@{}", heaps.join(",")))?;
        let answer = solve(&sum, &options, &sprague::Limits::default())?;
        let verdict = match answer.outcome {
            Outcome::Win => "won",
            Outcome::Loss => "lost",
            Outcome::Draw => "drawn",
        };
        print!("Rows of 1 to {rows} pins: {verdict}");
        match (&answer.winning_moves_total, answer.winning_moves.first()) {
            (Some(total), Some(step)) => println!(" by {total} moves, such as {}.", step.label),
            _ => println!("."),
        }
    }
    Ok(())
}
