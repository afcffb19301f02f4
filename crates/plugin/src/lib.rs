//! Rulesets loaded at run time, from scripts and WebAssembly modules.
//!
//! Scripts end in `.rhai`, modules in `.wasm` or `.wat`. Each is behind the type erasure of
//! [`AnyRuleset`](sprague_core::AnyRuleset), where it looks like any built-in one.
//!
//! Nothing a plugin does is believed unchecked, and nothing it does can hurt. It reads no file, no clock, no environment and no
//! network. Every call has a limit on work and memory; pointers, counts, lengths and labels are checked; some questions are
//! asked twice. The first failure is kept as a [`Fault`](sprague_core::any::Fault), which names the file, the function and the
//! reason. The ruleset lists no moves from then on, so that evaluation ends, and other plugins go on working.
//!
//! A program in any language is a third kind, behind `exec:`: [`Plugin::start`]. It runs beside this one, with all rights of its caller.
//! So a [policy](sprague_core::registry::Files::may_start) says which programs are started, and none is by default.
//!
//! - [`entries`] brings them into a registry beside the built-in rulesets; [`Plugin::load`] reads a file.
//! - [`laws`] plays at random and counts for each law the positions on which it held.
//! - The interface of WebAssembly modules is one page: [`interface`]. That of scripts: [`script`]. That of programs: [`program`].
//!
//! Scripts are the feature `scripts`, and modules the feature `modules`. Files of a kind that was left out are [refused](NotLoaded::LeftOut).
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
mod entries;
#[cfg(any(feature = "scripts", feature = "modules"))]
mod guest;
mod image;
pub mod interface;
mod known;
mod latch;
mod law;
pub mod laws;
mod listed;
mod memory;
mod plugin;
#[cfg(feature = "scripts")]
mod printed;
#[cfg(all(any(feature = "scripts", feature = "modules"), not(target_family = "wasm")))]
pub mod program;
#[cfg(feature = "scripts")]
pub mod script;
mod trial;
#[cfg(feature = "modules")]
mod wasm;
mod witness;
mod work;

pub use about::About;
pub use entries::entries;
pub use listed::Listed;
pub use memory::Counted;
pub use plugin::{NotLoaded, Plugin};
#[cfg(feature = "scripts")]
pub use printed::show_prints;
pub use witness::{Question, Witness};
