//! Counts of a tally, and how JSON has them.

use std::collections::BTreeMap;

/// Returns the sum of these counts, or `None` if it is 2^64 or more.
pub(super) fn sum<K>(counts: &BTreeMap<K, u64>) -> Option<u64> {
    counts.values().try_fold(0_u64, |sum, &count| sum.checked_add(count))
}

/// Adds counts. A sum that is too large, which only forged parts have, becomes the largest number.
pub(super) fn add_counts<K: Ord + Clone>(ours: &mut BTreeMap<K, u64>, theirs: &BTreeMap<K, u64>) {
    for (key, count) in theirs {
        let ours = ours.entry(key.clone()).or_default();
        *ours = ours.saturating_add(*count);
    }
}

/// Writes and reads counts by name. Names with control characters are refused, because they are printed.
pub(super) mod by_name {
    use crate::read::json::Number;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::collections::BTreeMap;

    pub(crate) fn serialize<S: Serializer>(counts: &BTreeMap<String, u64>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(counts.iter().map(|(name, count)| (name, Number(*count))))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<String, u64>, D::Error> {
        let counts = BTreeMap::<String, Number>::deserialize(deserializer)?;
        match counts.keys().all(|name| name.len() <= 40 && !name.contains(char::is_control)) {
            true => Ok(counts.into_iter().map(|(name, Number(count))| (name, count)).collect()),
            false => Err(D::Error::custom("expected short names")),
        }
    }
}

/// Writes and reads counts by period, as pairs. Reading refuses a period that occurs twice, and the count 0.
pub(super) mod by_period {
    use crate::read::json::Number;
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::collections::BTreeMap;

    pub(crate) fn serialize<S: Serializer>(counts: &BTreeMap<u64, u64>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(counts.iter().map(|(period, count)| [Number(*period), Number(*count)]))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeMap<u64, u64>, D::Error> {
        let pairs = Vec::<[Number; 2]>::deserialize(deserializer)?;
        let counts: BTreeMap<u64, u64> = pairs.iter().map(|[Number(period), Number(count)]| (*period, *count)).collect();
        match counts.len() == pairs.len() && counts.values().all(|count| *count > 0) {
            true => Ok(counts),
            false => Err(D::Error::custom("expected periods with their counts")),
        }
    }
}

/// Writes and reads a digest as text.
pub(super) mod digest {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use sprague::rows::sweep::RecordDigest;

    pub(crate) fn serialize<S: Serializer>(digest: &RecordDigest, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(digest)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RecordDigest, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_forged_parts_do_not_overflow() {
        let (mut ours, theirs) = (BTreeMap::from([(1, u64::MAX)]), BTreeMap::from([(1, 1), (2, 5)]));
        add_counts(&mut ours, &theirs);
        assert_eq!(ours, BTreeMap::from([(1, u64::MAX), (2, 5)]));
    }
}
