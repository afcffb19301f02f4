//! A ruleset as a WebAssembly plugin of sprague, in ten lines of Rust.
//!
//! A plugin is a separate crate with `crate-type = ["cdylib"]` and this crate as its only dependency:
//!
//! ```
//! use sprague_guest::{Options, Player, Rules};
//!
//! /// Take one or two from a heap.
//! struct OneOrTwo;
//!
//! impl Rules for OneOrTwo {
//!     type Position = u64;
//!     const ABOUT: &str = "rules: take one or two\nexample: 7";
//!     const START: Self = OneOrTwo;
//!
//!     fn options(&self, heap: u64, _: Player, options: &mut Options<'_, u64>) {
//!         (1..=2.min(heap)).for_each(|amount| options.push(heap - amount));
//!     }
//! }
//!
//! sprague_guest::export!(OneOrTwo);
//! ```
//!
//! Build it with `cargo build --release --target wasm32-unknown-unknown`, then use it with `sprague solve ./one_or_two.wasm@7`.
//!
//! Everything else that rules may define is a trait, and you list the traits when you export the rules: `export!(Wythoff:
//! Notation, Labels)`. These traits are [`Notation`], [`Labels`], [`Ending`], [`Parameters`] and [`Pictures`]. [`Summands`],
//! [`Canonical`], [`Negative`], [`Bounded`] and [`Estimated`] save the host work; if positions are sets of cells, use [`Cells`]
//! in place of [`Summands`]. For heaps that split, implement [`HeapRules`] alone, or [`PartizanHeapRules`] if Left and Right
//! have different moves.
//!
//! A guest allocates no memory: it writes answers to one buffer of [`Rules::ROOM`] words. If the buffer is too small, or the
//! guest panics for another reason, the call traps and the host reports it. Answers are never truncated or overwritten.

#![cfg_attr(not(test), no_std)]

mod export;
mod options;
mod rules;
mod scan;
mod text;
mod words;

#[doc(hidden)]
pub use export::{Buffers, Exported, Heaps};
pub use options::{HeapOptions, Options, Parts};
pub use rules::{
    Bounded, Canonical, Cells, Ending, Estimated, HeapRules, Labels, Negative, Notation, Outcome, Parameters, PartizanHeapRules,
    Pictures, Player, Rules, Summands,
};
pub use scan::{BadAt, Scan};
pub use text::Text;
pub use words::{Reader, Words, Writer};
