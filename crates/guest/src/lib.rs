//! A ruleset as a WebAssembly plugin of sprague, in ten lines of Rust.
//!
//! A plugin is a crate of its own, with `crate-type = ["cdylib"]` and this crate as its only dependency:
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
//! Built by `cargo build --release --target wasm32-unknown-unknown`, it is `sprague solve ./one_or_two.wasm@7`.
//!
//! Everything else that the rules say is a trait, named where they are exported: `export!(Wythoff: Notation, Labels)`. There
//! are [`Notation`], [`Labels`], [`Ending`], [`Parameters`] and [`Pictures`]. [`Summands`], [`Canonical`], [`Negative`],
//! [`Bounded`] and [`Estimated`] spare the host work; where positions are sets of cells, [`Cells`] takes the place of [`Summands`]. Heaps that split are
//! [`HeapRules`], or [`PartizanHeapRules`] where Left and Right have moves of their own, exported alone.
//!
//! A guest allocates nothing: its answers are written to one buffer of [`Rules::ROOM`] words. Where that is too small, or
//! anything else panics, the call traps, and the host reports it. No answer is ever cut short or overwritten.

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
