//! Rulesets loaded at run time: a script (`.rhai`) or a WebAssembly module (`.wasm`, `.wat`), each behind the
//! type erasure of [`AnyRuleset`](sprague_core::AnyRuleset), where it looks like any built-in one.
//!
//! Nothing a plugin does is believed unchecked, and nothing it does can hurt: it reads no file, no clock, no environment and no
//! network; every call has a limit on work and memory; pointers, counts, lengths and labels are checked; some questions are asked
//! twice. What goes wrong is latched as a [`Fault`](sprague_core::any::Fault), which names the file, the function and the reason; the
//! ruleset lists no moves from then on, so that evaluation ends, and other plugins go on working.
//!
//! - [`entries`] brings them into a registry beside the built-in rulesets; [`Plugin::load`] reads a file.
//! - [`laws`] plays at random and says which laws held on how many positions.
//! - The interface of WebAssembly modules is one page: [`interface`]. That of scripts: [`script`].
//!
//! ```
//! use sprague_plugin::Plugin;
//!
//! let wythoff = "let example = `3.5`; fn moves(p) {
//!     let found = [];
//!     for k in 1..p[0]+1 { found.push([p[0] - k, p[1]]) }
//!     for k in 1..p[1]+1 { found.push([p[0], p[1] - k]) }
//!     for k in 1..min(p[0], p[1])+1 { found.push([p[0] - k, p[1] - k]) }
//!     found
//! }";
//! let plugin = Plugin::from_script("wythoff.rhai", wythoff, None).unwrap();
//! let rules = plugin.rules();
//! let position = rules.read("3.5").unwrap();
//! let mut moves = vec![];
//! rules.moves(&position, sprague_core::Player::Left, 0, &mut moves);
//! assert_eq!((moves.len(), rules.fault()), (11, None));
//! ```

mod about;
mod cells;
mod entries;
mod failure;
mod guest;
mod heaps;
pub mod interface;
pub mod laws;
mod loaded;
mod memory;
mod picture;
mod plugin;
mod printed;
pub mod script;
mod single;
mod wasm;
mod ways;
mod witness;
mod work;

pub use about::About;
pub use entries::entries;
pub use memory::Counted;
pub use plugin::{NotLoaded, Plugin};
pub use printed::show_prints;
pub use witness::{Question, Witness};
