//! Parses rules for moving in sums.

use super::Reader;
use crate::rule::{BadRule, CompoundRule};
use core::num::NonZeroU32;
use core::str::FromStr;

impl FromStr for CompoundRule {
    type Err = BadRule;

    fn from_str(text: &str) -> Result<Self, BadRule> {
        if let Some(most) = text.strip_prefix("moore=") {
            let most = Reader::new(most).whole(Reader::small).ok().and_then(|most| u32::try_from(most).ok());
            return most.and_then(NonZeroU32::new).map(Self::Moore).ok_or(BadRule);
        }
        Self::NAMED.into_iter().find(|rule| rule.to_string() == text).ok_or(BadRule)
    }
}
