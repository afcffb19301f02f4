//! A line on the terminal that shows the progress of a long search.

#[cfg(feature = "shards")]
mod steps;

use crate::terminal::columns_of_errors;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use sprague::Limits;
use std::fmt::Write;
use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::Duration;

/// The number of columns of a spinner, in addition to the words.
const SPINNER: usize = 3;
/// The number of columns of a short bar, in addition to the words.
const BAR: usize = 12;

/// Joins as many of these words as fit on the terminal next to `width` other columns.
fn beside(width: usize, words: &[String]) -> String {
    fitting(words, columns_of_errors().unwrap_or(80).saturating_sub(width))
}

/// Joins as many of these words as fit into `room` columns.
fn fitting(words: &[String], room: usize) -> String {
    let mut line = String::new();
    for words in words {
        let comma = if line.is_empty() { "" } else { ", " };
        if line.chars().count() + comma.len() + words.chars().count() > room {
            break;
        }
        line.extend([comma, words]);
    }
    line
}

/// The maximum remaining time that is shown.
const FORESEEN: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// Returns the time for the remaining work at this speed.
///
/// Returns `None` at the start, when the speed is unknown, and if the time is too long.
fn left(to_do: u64, speed: f64) -> Option<HumanDuration> {
    let left = Duration::try_from_secs_f64(to_do as f64 / speed).ok()?;
    (left <= FORESEEN).then_some(HumanDuration(left))
}

/// Formats a speed of at least one per second, or returns `None`.
fn pace(speed: f64) -> Option<String> {
    match speed {
        1.0..1000.0 => Some(format!("{speed:.0} a second")),
        1000.0.. => Some(format!("{speed:.1e} a second")),
        _ => None,
    }
}

/// A line of progress on standard error. Dropping it removes the line.
///
/// There is no line if standard error is not a terminal.
pub(crate) struct Progress(Option<ProgressBar>);

/// Returns `true` if standard error is a terminal.
///
/// The result is cached, because invisible bars would otherwise take a third of the time of a batch.
fn is_seen() -> bool {
    static IS_SEEN: OnceLock<bool> = OnceLock::new();
    *IS_SEEN.get_or_init(console::user_attended_stderr)
}

impl Progress {
    /// Shows the number of positions or rows that the counter of these limits has counted.
    pub(crate) fn of(limits: &Limits) -> Self {
        if !is_seen() {
            return Self(None);
        }
        let bar = ProgressBar::new_spinner();
        let counter = limits.progress.clone().unwrap_or_default();
        let count = move |_: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{}", counter.load(Ordering::Relaxed));
        };
        let style = ProgressStyle::with_template("{spinner} {count} positions, {elapsed}").expect("the template is well-formed");
        bar.set_style(style.with_key("count", count));
        Self::ticking(bar)
    }

    /// Shows the number of computed rows, at most `most`, with the speed and the maximum remaining time.
    pub(crate) fn seeking(limits: &Limits, most: Option<u64>) -> Self {
        let Some(most) = most.filter(|most| *most > 0 && is_seen()) else { return Self::of(limits) };
        let counter = limits.progress.clone().unwrap_or_default();
        let bar = ProgressBar::new(most);
        let shown = move |state: &ProgressState, out: &mut dyn Write| {
            let done = counter.load(Ordering::Relaxed);
            let speed = done as f64 / state.elapsed().as_secs_f64().max(0.001);
            let rows = format!("{} of at most {} rows", HumanCount(done), HumanCount(most));
            let left = left(most.saturating_sub(done), speed).map(|left| format!("at most {left} left"));
            let elapsed = format!("{} so far", HumanDuration(state.elapsed()));
            let words = [Some(rows), left, pace(speed), Some(elapsed)];
            let _ = out.write_str(&beside(SPINNER, &words.into_iter().flatten().collect::<Vec<_>>()));
        };
        let style = ProgressStyle::with_template("{spinner} {shown}").expect("the template is well-formed");
        bar.set_style(style.with_key("shown", shown));
        Self::ticking(bar)
    }

    /// Shows the completed part of a computation of known size, its speed, and the remaining time.
    pub(crate) fn to(end: u64, done: u64) -> Self {
        if !is_seen() {
            return Self(None);
        }
        let bar = ProgressBar::new(end).with_position(done);
        let shown = |state: &ProgressState, out: &mut dyn Write| {
            let sets = format!("{} of {}", HumanCount(state.pos()), HumanCount(state.len().unwrap_or(0)));
            let percent = format!("{:.1}%", 100.0 * state.fraction());
            let to_do = state.len().unwrap_or(0).saturating_sub(state.pos());
            let left = left(to_do, state.per_sec()).map(|left| format!("{left} left"));
            let words = [Some(percent), left, Some(sets), pace(state.per_sec())];
            let _ = out.write_str(&beside(BAR, &words.into_iter().flatten().collect::<Vec<_>>()));
        };
        let style = ProgressStyle::with_template("{wide_bar} {shown}").expect("the template is well-formed");
        bar.set_style(style.with_key("shown", shown));
        bar.reset_eta();
        Self::ticking(bar)
    }

    /// Redraws the bar four times a second.
    fn ticking(bar: ProgressBar) -> Self {
        bar.enable_steady_tick(Duration::from_millis(250));
        Self(Some(bar))
    }

    /// Sets the completed part.
    pub(crate) fn set(&self, done: u64) {
        if let Some(bar) = &self.0 {
            bar.set_position(done);
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.0 {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_guessed_before_a_speed_is_known() {
        let guessed = |to_do, speed| (left(to_do, speed).map(|left| left.to_string()), pace(speed));
        for (to_do, speed) in [(100_000_000, 0.0), (100_000_000, 0.5), (0, 0.0)] {
            assert_eq!(guessed(to_do, speed), (None, None), "{to_do} {speed}");
        }
        assert_eq!(guessed(120, 1.0), (Some("2 minutes".to_owned()), Some("1 a second".to_owned())));
        assert_eq!(guessed(u64::MAX, 1e6), (None, Some("1.0e6 a second".to_owned())));
    }

    #[test]
    fn a_line_of_progress_has_as_many_words_as_fit() {
        let words = ["3.4%", "50 seconds left", "10 of 300", "1e7 a second"].map(str::to_owned);
        assert_eq!(fitting(&words, 80), "3.4%, 50 seconds left, 10 of 300, 1e7 a second");
        assert_eq!(fitting(&words, 32), "3.4%, 50 seconds left, 10 of 300");
        assert_eq!(fitting(&words, 31), "3.4%, 50 seconds left");
        assert_eq!(fitting(&words, 3), "");
    }
}
