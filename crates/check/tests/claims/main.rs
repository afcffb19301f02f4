//! True claims are accepted and false ones rejected, each for its reason.
//!
//! The rows of these claims come from `sprague-core`'s families over rules written here, and from naive recurrences:
//! from no code that the checker uses.

mod accepted;
mod bounds;
#[expect(clippy::unwrap_used, reason = "clippy sees no test in a module without test functions")]
mod equal_states;
#[expect(clippy::unwrap_used, reason = "clippy sees no test in a module without test functions")]
mod families;
mod mutated;
mod rejected;
mod residues;
mod states;
mod strategies;
mod values;
