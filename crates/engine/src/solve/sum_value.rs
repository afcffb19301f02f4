//! The value of a sum, such as a nimber or a canonical form.

use crate::evaluate::entailing::EntailingTotal;
use core::fmt;
use num_bigint::BigUint;
use serde::{Serialize, Serializer};
use sprague_values::Value;

/// The value of a sum, if a theorem provides it.
///
/// ```
/// use sprague::solve::SumValue;
/// assert_eq!(SumValue::Smith { number: None, left_for: vec![0_u8.into(), 2_u8.into()] }.to_string(), "∞{0, 2}");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SumValue {
    /// The nimber, under normal play.
    Nimber(BigUint),
    /// Smith's generalised Grundy number: a number, or ∞ with the numbers that a move can reach.
    Smith {
        /// The number, or `None` for ∞.
        number: Option<BigUint>,
        /// For ∞, the numbers that a move can reach, in increasing order.
        left_for: Vec<BigUint>,
    },
    /// An element of a misère quotient.
    Quotient {
        /// The index of the element.
        element: u32,
        /// The number of elements of the quotient.
        order: usize,
    },
    /// The nim-sum of heaps from which tokens are taken, under misère play. It decides if the nimber of some heap is 2 or more.
    LastStone(BigUint),
    /// The total of a sum in which a move may entail the next one, if it is loony or entailed.
    Entailing(EntailingTotal),
    /// The canonical form of a sum that is not impartial, under normal play.
    Game(Value),
    /// The text of a loopy value, or `None` if it is too long to be written.
    Loopy(Option<Box<str>>),
}

impl SumValue {
    /// Returns the nimber, if the value is one.
    ///
    /// ```
    /// use sprague::solve::SumValue;
    /// assert_eq!(SumValue::LastStone(3_u8.into()).nimber(), None);
    /// ```
    pub fn nimber(&self) -> Option<&BigUint> {
        match self {
            Self::Nimber(nimber) => Some(nimber),
            _ => None,
        }
    }

    /// Returns the canonical form, if the value is one.
    ///
    /// ```
    /// use sprague::solve::SumValue;
    /// use sprague::values::Value;
    /// assert_eq!(SumValue::Game(Value::up(2)).game(), Some(&Value::up(2)));
    /// ```
    pub fn game(&self) -> Option<&Value> {
        match self {
            Self::Game(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the text of a partizan or loopy value, or of a loony or entailed one.
    ///
    /// Returns `None` for other values, and for values that are too long to be written.
    ///
    /// ```
    /// use sprague::solve::SumValue;
    /// assert_eq!(SumValue::Loopy(Some("over".into())).game_text().as_deref(), Some("over"));
    /// ```
    pub fn game_text(&self) -> Option<String> {
        match self {
            Self::Game(value) => value.text(),
            Self::Loopy(text) => text.as_deref().map(str::to_owned),
            Self::Entailing(total) => Some(total.to_string()),
            _ => None,
        }
    }
}

impl fmt::Display for SumValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(number) | Self::LastStone(number) | Self::Smith { number: Some(number), .. } => number.fmt(f),
            Self::Smith { number: None, left_for } => {
                let set: Vec<String> = left_for.iter().map(BigUint::to_string).collect();
                write!(f, "∞{{{}}}", set.join(", "))
            }
            Self::Quotient { element, .. } => element.fmt(f),
            Self::Entailing(total) => total.fmt(f),
            Self::Game(value) => value.fmt(f),
            Self::Loopy(text) => f.write_str(text.as_deref().unwrap_or("a long loopy value")),
        }
    }
}

impl Serialize for SumValue {
    /// Writes a number, a list of numbers, or text.
    ///
    /// A number above 2⁵³ is written as text, and ∞ as the list of numbers that a move can reach. A canonical form is written
    /// as text, or as null if the text would be too long.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Nimber(number) | Self::LastStone(number) | Self::Smith { number: Some(number), .. } => {
                JsonNumber(number).serialize(serializer)
            }
            Self::Smith { number: None, left_for } => serializer.collect_seq(left_for.iter().map(JsonNumber)),
            Self::Quotient { element, .. } => serializer.serialize_u32(*element),
            Self::Entailing(total) => serializer.collect_str(total),
            Self::Game(value) => value.text().serialize(serializer),
            Self::Loopy(text) => text.serialize(serializer),
        }
    }
}

/// A number for JSON. Above 2⁵³ it is written as text, because many readers use floating point.
struct JsonNumber<'a>(&'a BigUint);

impl Serialize for JsonNumber<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match u64::try_from(self.0) {
            Ok(small) if small <= 1 << 53 => serializer.serialize_u64(small),
            _ => serializer.collect_str(self.0),
        }
    }
}
