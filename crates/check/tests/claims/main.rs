//! True claims are accepted, and false ones are rejected, each for the right reason.
//!
//! The rows of these claims come from the families of `sprague-core` with rules defined here, and from naive recurrences. They
//! share no code with the checker.

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
