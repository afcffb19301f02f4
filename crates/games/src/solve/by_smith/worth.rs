//! What components that may come again are worth, where numbers may be of any size.

use crate::json::big;
use num_bigint::BigUint;
use serde_json::Value;
use sprague::{LoopyNimber, Nimber, Outcome};
use std::fmt;

/// What a component that may come again is worth, or a whole sum: see [`sprague::LoopyNimber`], here without a bound.
///
/// ```
/// use sprague_games::Smith;
/// assert_eq!(Smith::Infinite(vec![0_u32.into(), 2_u32.into()]).to_string(), "∞{0, 2}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Smith {
    /// A number.
    Finite(BigUint),
    /// ∞, with the numbers that it can be left for.
    Infinite(Vec<BigUint>),
}

impl From<LoopyNimber> for Smith {
    fn from(value: LoopyNimber) -> Self {
        match value {
            LoopyNimber::Finite(Nimber(number)) => Self::Finite(number.into()),
            LoopyNimber::Infinite(set) => Self::Infinite(set.iter().map(|nimber| nimber.0.into()).collect()),
        }
    }
}

impl Smith {
    /// The worth of a sum: ∞ and ∞ is drawn whatever is added.
    pub(super) fn plus(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Finite(a), Self::Finite(b)) => Self::Finite(a ^ b),
            (Self::Infinite(set), Self::Finite(number)) | (Self::Finite(number), Self::Infinite(set)) => {
                let mut set: Vec<BigUint> = set.iter().map(|other| other ^ number).collect();
                set.sort_unstable();
                Self::Infinite(set)
            }
            (Self::Infinite(_), Self::Infinite(_)) => Self::Infinite(vec![]),
        }
    }

    /// The worth as JSON: a number, or the list of those that ∞ can be left for.
    ///
    /// ```
    /// # use sprague_games::Smith;
    /// assert_eq!(Smith::Infinite(vec![0_u32.into(), 2_u32.into()]).to_json().to_string(), "[0,2]");
    /// ```
    pub fn to_json(&self) -> Value {
        match self {
            Self::Finite(number) => big(number),
            Self::Infinite(set) => set.iter().map(big).collect(),
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Self::Finite(number) if *number == BigUint::ZERO => Outcome::Loss,
            Self::Finite(_) => Outcome::Win,
            Self::Infinite(set) if set.first() == Some(&BigUint::ZERO) => Outcome::Win,
            Self::Infinite(_) => Outcome::Draw,
        }
    }
}

impl fmt::Display for Smith {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Finite(number) => number.fmt(f),
            Self::Infinite(set) => {
                let set: Vec<String> = set.iter().map(BigUint::to_string).collect();
                write!(f, "∞{{{}}}", set.join(", "))
            }
        }
    }
}
