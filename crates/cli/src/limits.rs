//! Limits as they are typed, and a line on the terminal that shows how far a long search is.

use crate::args::LimitFlags;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use sprague::Limits;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// `4096`, `512M`, `2G`.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(['k', 'K', 'm', 'M', 'g', 'G', 't', 'T']);
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err("expected bytes, such as 500000 or 512M or 2G".into()),
    };
    let number: u64 = digits.parse().map_err(|_| "expected bytes, such as 500000 or 512M or 2G")?;
    number.checked_mul(1 << shift).ok_or_else(|| "expected fewer than 2^64 bytes".into())
}

/// `10`, `0.5`.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "expected seconds, such as 10 or 0.5")?;
    Duration::try_from_secs_f64(number).map_err(|_| "expected seconds from 0 to about 10^19, such as 10 or 0.5".into())
}

/// The limits of one question, with a counter for [`Progress`].
pub(crate) fn limits(flags: LimitFlags) -> Limits {
    Limits {
        positions: flags.limit_positions,
        bytes: flags.limit_memory,
        time: Some(flags.limit_time),
        deadline: None,
        stop: None,
        progress: Some(Arc::new(AtomicU64::new(0))),
    }
}

/// A line on standard error while it lives, if that is a terminal.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// Shows how many positions or rows these limits have counted.
    pub(crate) fn of(limits: &Limits) -> Self {
        let bar = ProgressBar::new_spinner();
        let counter = limits.progress.clone().unwrap_or_default();
        let count = move |_: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{}", counter.load(Ordering::Relaxed));
        };
        let style = ProgressStyle::with_template("{spinner} {count} positions, {elapsed}").expect("the template is well-formed");
        bar.set_style(style.with_key("count", count));
        bar.enable_steady_tick(Duration::from_millis(250));
        Self(bar)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
