//! The first player's winning moves at Kayles: by imitation, and by nimbers.
//!
//! From one row the first player always wins: the row can be cut into two equal halves, and then moves are imitated. With more
//! rows than one, nimbers find the move that imitation does not. Dudeney 1908: knock down one pin or two neighbours, so that
//! what is left of a row may fall into two.

use sprague::evaluate::NimberSearch;
use sprague::heap::Heaps;
use sprague::{Limits, Ruleset};
use sprague_rules_octal::Octal;

/// Rows as people write them: `7 + 7`.
fn shown(rows: &Heaps) -> String {
    match rows.as_slice() {
        [] => "nothing".to_owned(),
        rows => rows.iter().map(u64::to_string).collect::<Vec<_>>().join(" + "),
    }
}

/// Tells whether there is nothing left, or two rows that are equal.
fn can_be_imitated(rows: &Heaps) -> bool {
    matches!(rows.as_slice(), [] | [_, _]) && rows.as_slice().first() == rows.as_slice().last()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let kayles: Octal = "0.77".parse()?;
    let limits = Limits::default();
    let mut search = NimberSearch::new(&kayles, &limits);

    for pins in 1..=15 {
        let row = Heaps::one(pins);
        let value = search.nimber(&row)?;
        let mv = kayles.moves(&row).find(|mv| can_be_imitated(&mv.left)).ok_or("every row has a middle")?;
        println!(
            "Kayles from {pins:>2}: take {}, leaving {:<7} (nimber {value} → {})",
            mv.taken,
            shown(&mv.left),
            search.nimber(&mv.left)?
        );
    }

    let rows = Heaps::from_iter([5, 8, 14]);
    println!("\nFrom {}, nimber {}, these leave 0:", shown(&rows), search.nimber(&rows)?);
    for mv in kayles.moves(&rows) {
        let option = kayles.play(&rows, &mv);
        if search.nimber(&option)?.is_lost() {
            println!("  {:<22} →  {}", mv.to_string(), shown(&option));
        }
    }
    Ok(())
}
