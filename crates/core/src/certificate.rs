//! Claims as data, which `sprague-check` verifies from the rules alone: periods of rows and of values, misère
//! quotients, strategies.

mod period;
mod quotient;
mod strategy;
mod values;

pub use period::{Certificate, ClaimedRows, EqualStates};
pub use quotient::QuotientCertificate;
pub use strategy::{Strategy, StrategyForm, Winner};
pub use values::{SharedValue, SharedValues, ValueCertificate};
