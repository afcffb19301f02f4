//! The winner from a heap, and the nimbers of all heaps up to it.

use IDENT::Game;
use sprague::prelude::*;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let typed = std::env::args().nth(1).unwrap_or_else(|| "23".to_owned());
    let heap = Game.read(&typed)?;
    match best_move(&Game, &heap)? {
        Some(amount) if outcome(&Game, &heap)? == Outcome::Win => {
            println!("NAME@{heap}: won for the player to move, who takes {amount}");
        }
        _ => println!("NAME@{heap}: lost for the player to move"),
    }
    for heap in 0..=heap.min(40) {
        println!("{heap:5}  nimber {}", nimber(&Game, &heap)?);
    }
    Ok(())
}
