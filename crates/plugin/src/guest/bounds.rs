//! Checks the bounds and estimates of a guest. The kind of guest determines their encoding.

use super::failure::Failure;
use crate::law::Law;
use sprague_core::any::Kind;
use sprague_core::{BadBounds, Bounds};

/// The name of the function that bounds values.
pub(crate) const BOUNDS: &str = "bounds";

/// The name of the function that estimates which player is ahead.
pub(crate) const ESTIMATE: &str = "estimate";

/// A description of the expected result of `bounds`, for messages.
pub(crate) const EXPECTED: &str =
    "a list of two to four whole numbers (`[low, high, left_first, right_first]`, `()` claims nothing)";

/// Checks that only partizan rules have `bounds` and `estimate`, because only their positions have values.
pub(crate) fn check_kind(has: impl Fn(&str) -> bool, kind: Kind) -> Result<(), Failure> {
    match [BOUNDS, ESTIMATE].into_iter().find(|name| has(name)) {
        Some(name) if kind != Kind::Partizan => {
            let how = "it applies to partizan rules in which the last mover wins: leave it out";
            Err(Failure::new(name, how))
        }
        _ => Ok(()),
    }
}

/// Builds bounds from these claims, and checks that they do not contradict each other.
pub(crate) fn bounds(claims: &[Option<i64>]) -> Result<Bounds, Failure> {
    Bounds::claiming(claims).map_err(|error| match error {
        BadBounds::Crossed(..) => Failure::law(BOUNDS, Law::BoundsHoldTheValue, error),
        _ => Failure::new(BOUNDS, error),
    })
}
