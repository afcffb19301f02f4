//! Hackenbush: cut an edge of your own, and whatever hangs loose falls.
//!
//! Conway 1976, *On Numbers and Games*, ch. 8; Berlekamp, Conway & Guy, *Winning Ways*, ch. 1, 2 and 7. Left cuts blue edges, Right red
//! ones, both green ones, which are `L`, `R` and `E` (either) here.

mod stalk;

pub use stalk::{Cut, HackenbushStalk};

use sprague_core::any;
use sprague_core::registry::Entry;

/// Hackenbush by name.
pub(crate) fn entry() -> Entry {
    let hackenbush = Entry::new("hackenbush", |parameters| parameters.none().map(|()| any::partizan(HackenbushStalk)));
    let hackenbush = hackenbush.component("stalk of L R E from the ground, may be empty");
    let hackenbush = hackenbush.play("cut an own (or E) edge; what hangs loose falls");
    hackenbush.example("hackenbush@LRE").source("Winning Ways ch. 1")
}
