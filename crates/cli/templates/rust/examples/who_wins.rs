//! Heaps up to 40 that are lost for the player to move.

use IDENT::Game;
use sprague::Outcome;
use sprague::evaluate::outcome;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for heap in 0..=40_u64 {
        if outcome(&Game, &heap)? == Outcome::Loss {
            println!("{heap} is lost");
        }
    }
    Ok(())
}
