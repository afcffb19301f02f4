//! Loopy values as text: `over`, `3/2under`, `^[on]*`, `a{0|{{0|a}|*}}`, `1&0`.
//!
//! A loop-free value has the text that it has as a [`Value`](crate::Value). A letter before a brace names the game in it, to be
//! used inside, and `pass` is the nearest one. A value with two sides is written as both of them. What is written reads back as
//! the same value.

mod braces;
mod cgsuite;
mod game;
mod open;
mod read;
mod words;
mod write;

pub use game::GameText;
