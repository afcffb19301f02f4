//! Claims as data, which `sprague-check` verifies from the rules alone: periods, misère quotients, strategies.

mod period;
mod quotient;
mod strategy;

pub use period::{Certificate, ClaimedRows, EqualStates};
pub use quotient::QuotientCertificate;
pub use strategy::{Strategy, StrategyForm, Winner};
