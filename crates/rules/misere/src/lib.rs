//! Misère Nim, the last stone game: take any number from one heap. A player who takes the last stone loses.
//!
//! Bouton 1901, *Nim, a game with a complete mathematical theory*, Annals of Mathematics 3, pp. 35–39; the seed
//! `last_stone_game.txt`, whose patterns are tests here.
//!
//! Play as if the last stone won until your move leaves no heap above 1; then leave an odd number of ones.
//!
//! ```
//! use sprague_rules_misere::{is_lost, winning_moves};
//!
//! assert!(is_lost(&[1_u64, 2, 3])); // as in normal play
//! assert_eq!(winning_moves(&[1_u64, 1, 4]), [(2, 1)]); // leaves three ones; normal play would leave two
//! ```

mod last_stone;

pub use last_stone::{LAST_STONE, LastStone, is_lost, winning_moves};
pub use sprague_core::Misere;
