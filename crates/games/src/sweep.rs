//! What sweeps over many families came to, as JSON and in words; sweeps over octal codes; and parts of sweeps added up.
//!
//! [`Sweep::run`](sprague::rows::sweep::Sweep::run) sweeps subtraction sets, [`OctalSweep::run`] octal codes. What one part of a
//! sweep came to is a JSON object with a checksum ([`seal`]), and [`merge`] adds such files up.

mod merge;
mod octal;
mod octal_run;
mod octal_summary;
mod parts;
mod seal;
mod subtraction;

pub use merge::{AnySwept, BadPart, merge, merge_files};
pub use octal::{BadDigits, CodePeriod, OctalSweep, OctalSwept};
pub use octal_run::WatchCodes;
pub use octal_summary::{LongestCode, OctalSummary};
pub use parts::Parts;
pub use seal::{is_sealed, seal};
pub use subtraction::{Swept, most_bytes};

use crate::json_number;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Seconds to the microsecond: few enough digits to be read back exactly.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// Which parts of a sweep an object is: all, where it says nothing.
fn parts_of(part: &Value) -> Option<Parts> {
    match part.get("shard") {
        None => Some(sprague::rows::sweep::Shard::WHOLE.into()),
        Some(shard) => shard.as_str()?.parse().ok(),
    }
}

fn histogram_to_json(histogram: &BTreeMap<u64, u64>) -> Value {
    histogram.iter().map(|(&key, &count)| json!([json_number(key), json_number(count)])).collect()
}

/// What [`histogram_to_json`] wrote: every key once, every count above 0.
fn histogram_of(histogram: &Value) -> Option<BTreeMap<u64, u64>> {
    let pairs = histogram.as_array()?;
    let pair = |pair: &Value| match pair.as_array()?.as_slice() {
        [key, count] => Some((number_of(key)?, number_of(count).filter(|count| *count > 0)?)),
        _ => None,
    };
    let histogram = pairs.iter().map(pair).collect::<Option<BTreeMap<u64, u64>>>()?;
    Some(histogram).filter(|histogram| histogram.len() == pairs.len())
}

/// A number as [`json_number`](crate::json_number) wrote it.
fn number_of(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}
