//! Loopy values as text: `over`, `3/2under`, `^[on]*`, `a{0|{{0|a}|*}}`, `1&0`.
//!
//! A loop-free value has the same text as a [`Value`](crate::Value). A letter before a brace names the game in the brace, for
//! use inside it, and `pass` is the game of the nearest brace. A value with two sides is written as `onside&offside`. Parsing
//! the text gives the same value.

mod braces;
mod cgsuite;
mod game;
mod open;
mod read;
mod words;
mod write;

pub use game::GameText;
