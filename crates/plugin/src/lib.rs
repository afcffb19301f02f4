//! Rulesets loaded at run time, from scripts and WebAssembly modules.
//!
//! Scripts end in `.rhai`, modules in `.wasm` or `.wat`. A loaded ruleset is an [`AnyRuleset`](sprague_core::AnyRuleset), like
//! a built-in one.
//!
//! No answer of a plugin is used unchecked, and a plugin can do no harm: it can read no file, clock, environment or network.
//! Every call has a limit on work and memory; pointers, counts, lengths and labels are checked; some questions are asked twice.
//! The first failure is kept as a [`Fault`](sprague_core::any::Fault), which names the file, the function and the reason. From
//! then on the ruleset lists no moves, so that evaluation ends. Other plugins are not affected.
//!
//! The third kind is a program in any language, written `exec:…` and loaded by [`Plugin::start`]. It runs as a separate process
//! with all rights of its caller. So a [policy](sprague_core::registry::Files::may_start) decides which programs are started;
//! by default none is.
//!
//! - [`entries`] adds plugins to a registry of rulesets; [`Plugin::load`] reads a single file.
//! - [`laws`] checks a plugin by random play, and counts for each law the positions on which it held.
//! - The interface of WebAssembly modules is described in [`interface`], that of scripts in [`script`], that of programs in
//!   [`program`].
//!
//! The feature `scripts` enables scripts, and the feature `modules` enables modules. If the feature is off, files of that kind
//! are [refused](NotLoaded::LeftOut).
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
mod random;
mod rulesets;
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
#[cfg(feature = "scripts")]
pub use script::syntax;
pub use witness::{Question, Witness};
