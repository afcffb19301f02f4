//! The limits of a question, which a page sends in JSON.

use serde::Deserialize;
use sprague::Limits;
use std::time::Duration;

/// The maximum memory limit of a question, in bytes.
///
/// A worker has 4 GiB of memory, and uses more than is counted.
const MOST_BYTES: u64 = 2 << 30;

/// The default memory limit, in bytes, as in `sprague serve`. The next constant is the default time limit.
const BYTES: u64 = 1 << 30;
const TIME: Duration = Duration::from_secs(20);

#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Asked {
    positions: Option<u64>,
    bytes: Option<u64>,
    seconds: Option<f64>,
}

/// Parses limits in JSON: `positions`, `bytes` and `seconds`.
///
/// The defaults are those of `sprague serve`. If the JSON is malformed, all limits have their defaults.
pub(crate) fn read(json: &str) -> Limits {
    let asked: Asked = serde_json::from_str(json).unwrap_or_default();
    let usual = Limits::default();
    let seconds = asked.seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    Limits {
        positions: asked.positions.unwrap_or(usual.positions),
        bytes: asked.bytes.unwrap_or(BYTES).min(MOST_BYTES),
        time: Some(seconds.unwrap_or(TIME)),
        ..usual
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_and_bounded() {
        let limits = read(r#"{"seconds":1.5,"bytes":1000,"positions":7}"#);
        assert_eq!((limits.time, limits.bytes, limits.positions), (Some(Duration::from_millis(1500)), 1000, 7));
        let limits = read(r#"{"seconds":1.5,"bytes":99000000000,"positions":7}"#);
        assert_eq!((limits.time, limits.bytes, limits.positions), (Some(Duration::from_millis(1500)), 2 << 30, 7));
        for json in ["", "{}", r#"{"seconds":-1}"#, r#"{"more":1}"#] {
            assert_eq!((read(json).time, read(json).bytes), (Some(TIME), BYTES), "{json}");
        }
    }
}
