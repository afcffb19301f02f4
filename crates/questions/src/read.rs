//! Parses sums and families, over a registry of rulesets.

mod blanks;
mod builtin;
pub(crate) mod json;
pub(crate) mod parsed;
pub(crate) mod play_ends;
mod session;
pub mod tutorial;

pub use builtin::registry;
pub use parsed::{ParsedSum, Part, Step};
pub use play_ends::check_that_play_ends;
pub use session::Session;
