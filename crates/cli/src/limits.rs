//! Limits as they are typed, and a line on the terminal that shows how far a long search is.

use crate::terminal::columns_of_errors;
use clap::Args as Flags;
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressState, ProgressStyle};
use sprague::Limits;
use sprague::notation::Reader;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// What a question may take.
#[derive(Flags, Clone, Copy)]
pub(crate) struct BoundFlags {
    /// The most positions, or rows, that a question may visit
    #[arg(long, value_name = "N", default_value = "100000000", value_parser = number::<u64>, help_heading = "Limits")]
    pub(crate) limit_positions: u64,
    /// The most memory that a question may take, in bytes; also 512M or 2G
    #[arg(long, value_name = "BYTES", default_value = "4G", value_parser = bytes, help_heading = "Limits")]
    pub(crate) limit_memory: u64,
    /// The longest time that a question may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds, allow_negative_numbers = true, help_heading = "Limits")]
    pub(crate) limit_time: Duration,
}

#[derive(Flags, Clone, Copy)]
pub(crate) struct LimitFlags {
    #[command(flatten)]
    pub(crate) bounds: BoundFlags,
    /// The most moves of one play of a plugin: a longer one is taken to be endless
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = number::<u64>, help_heading = "Limits")]
    pub(crate) longest_play: u64,
}

/// A number as it is everywhere in the notation: digits, or a power such as `10^6`.
pub(crate) fn number<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = Reader::new(text).whole(Reader::small);
    let number = number.map_err(|error| {
        let character = text.char_indices().filter(|(at, _)| *at < error.at).count() + 1;
        format!("character {character}: expected {}", error.expected)
    })?;
    T::try_from(number).map_err(|_| "too large a number".to_owned())
}

/// `4096`, `512M`, `2G`, `10^9`.
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
    let number: u64 = number(digits).map_err(|_| "expected bytes, such as 500000 or 512M or 2G")?;
    number.checked_mul(1 << shift).ok_or_else(|| "expected fewer than 2^64 bytes".into())
}

/// `10`, `0.5`, `10^3`.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let whole = || number(text).ok().map(|seconds: u64| seconds as f64);
    let seconds = text.parse().ok().or_else(whole).ok_or("expected seconds, such as 10 or 0.5")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected seconds from 0 to about 10^19, such as 10 or 0.5".into())
}

/// The largest member of swept sets.
pub(crate) fn largest(text: &str) -> Result<u32, String> {
    let number = number(text).ok().filter(|number| (1..=63).contains(number));
    number.ok_or_else(|| "expected a largest member from 1 to 63, such as 20".into())
}

/// The most digits of swept codes.
pub(crate) fn digits(text: &str) -> Result<u32, String> {
    let number = number(text).ok().filter(|number| (1..=8).contains(number));
    number.ok_or_else(|| "expected a number of digits from 1 to 8, such as 3".into())
}

/// `4x5`.
pub(crate) fn pair(text: &str) -> Result<[u64; 2], String> {
    let pair = text.split_once('x').and_then(|(a, b)| Some([number(a).ok()?, number(b).ok()?]));
    pair.ok_or_else(|| "expected two numbers with an x between them, such as 4x5".into())
}

/// `0-30`, or one number.
pub(crate) fn range(text: &str) -> Result<[u64; 2], String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let range = number(from).ok().zip(number(to).ok()).filter(|(from, to)| from <= to).map(|(from, to)| [from, to]);
    range.ok_or_else(|| "expected two numbers with a - between them, the smaller one first, such as 0-30".into())
}

/// How many threads.
pub(crate) fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let number = number(text).ok().filter(|number| *number <= 1024).and_then(NonZeroUsize::new);
    number.ok_or_else(|| "expected a number of threads from 1 to 1024".into())
}

/// How many parts a graph is cut into.
pub(crate) fn parts(text: &str) -> Result<u32, String> {
    let number = number(text).ok().filter(|number| (1..=sprague_shards::MOST_SHARDS).contains(number));
    number.ok_or_else(|| format!("expected a number of parts from 1 to {}, such as 64", sprague_shards::MOST_SHARDS))
}

/// The limits of one question, which begins now, with a counter for [`Progress`].
pub(crate) fn limits(flags: BoundFlags) -> Limits {
    let limits = Limits {
        positions: flags.limit_positions,
        bytes: flags.limit_memory,
        time: Some(flags.limit_time),
        progress: Some(Arc::new(AtomicU64::new(0))),
        ..Limits::default()
    };
    limits.starting_now()
}

/// How many columns a spinner, or a short bar, takes beside words.
const SPINNER: usize = 3;
const BAR: usize = 12;

/// As many of these words as fit on a line of the terminal, beside something of such a width.
fn beside(width: usize, words: &[String]) -> String {
    fitting(words, columns_of_errors().unwrap_or(80).saturating_sub(width))
}

/// As many of these words as fit into so much room.
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

/// A line on standard error while it lives, if that is a terminal.
pub(crate) struct Progress(Option<ProgressBar>);

/// Whether somebody can see it. Asked once: in a batch, a bar for every line that nobody sees is a third of the time.
fn is_seen() -> bool {
    static IS_SEEN: OnceLock<bool> = OnceLock::new();
    *IS_SEEN.get_or_init(console::user_attended_stderr)
}

impl Progress {
    /// Shows how many positions or rows these limits have counted.
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

    /// Shows how many rows are computed, how fast, and how long the rest of those that are sought may take.
    pub(crate) fn seeking(limits: &Limits, most: Option<u64>) -> Self {
        let Some(most) = most.filter(|most| *most > 0 && is_seen()) else { return Self::of(limits) };
        let counter = limits.progress.clone().unwrap_or_default();
        let bar = ProgressBar::new(most);
        let shown = move |state: &ProgressState, out: &mut dyn Write| {
            let done = counter.load(Ordering::Relaxed);
            let speed = done as f64 / state.elapsed().as_secs_f64().max(0.001);
            let left = Duration::from_secs((most.saturating_sub(done) as f64 / speed.max(1.0)) as u64);
            let (done, most) = (HumanCount(done), HumanCount(most));
            let rows = format!("{done} of at most {most} rows");
            let times = [HumanDuration(left), HumanDuration(state.elapsed())];
            let [left, elapsed] = [format!("at most {} left", times[0]), format!("{} so far", times[1])];
            let _ = out.write_str(&beside(SPINNER, &[rows, left, format!("{speed:.1e} a second"), elapsed]));
        };
        let style = ProgressStyle::with_template("{spinner} {shown}").expect("the template is well-formed");
        bar.set_style(style.with_key("shown", shown));
        Self::ticking(bar)
    }

    /// Shows how far a computation is whose end is known, how fast, and how long it still takes.
    pub(crate) fn to(end: u64, done: u64) -> Self {
        if !is_seen() {
            return Self(None);
        }
        let bar = ProgressBar::new(end).with_position(done);
        let shown = |state: &ProgressState, out: &mut dyn Write| {
            let sets = format!("{} of {}", HumanCount(state.pos()), HumanCount(state.len().unwrap_or(0)));
            let percent = format!("{:.1}%", 100.0 * state.fraction());
            let left = format!("{} left", HumanDuration(state.eta()));
            let _ = out.write_str(&beside(BAR, &[percent, left, sets, format!("{:.1e} a second", state.per_sec())]));
        };
        let style = ProgressStyle::with_template("{wide_bar} {shown}").expect("the template is well-formed");
        bar.set_style(style.with_key("shown", shown));
        bar.reset_eta();
        Self::ticking(bar)
    }

    /// Shows what is being done, how many of its steps are done, and how many positions there are so far.
    pub(crate) fn of_steps() -> Self {
        if !is_seen() {
            return Self(None);
        }
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is well-formed"));
        Self::ticking(bar)
    }

    /// Says where such a computation is.
    pub(crate) fn say(&self, now: &sprague_shards::Progress) {
        let Some(bar) = &self.0 else { return };
        let steps = format!("{} of {}", now.steps.0, now.steps.1);
        let positions = format!("{} positions", HumanCount(now.positions));
        bar.set_message(beside(SPINNER, &[now.doing.clone(), steps, positions, HumanDuration(bar.elapsed()).to_string()]));
    }

    /// Drawn anew now and then.
    fn ticking(bar: ProgressBar) -> Self {
        bar.enable_steady_tick(Duration::from_millis(250));
        Self(Some(bar))
    }

    /// How much is done now.
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
    fn a_line_of_progress_has_as_many_words_as_fit() {
        let words = ["3.4%", "50 seconds left", "10 of 300", "1e7 a second"].map(str::to_owned);
        assert_eq!(fitting(&words, 80), "3.4%, 50 seconds left, 10 of 300, 1e7 a second");
        assert_eq!(fitting(&words, 32), "3.4%, 50 seconds left, 10 of 300");
        assert_eq!(fitting(&words, 31), "3.4%, 50 seconds left");
        assert_eq!(fitting(&words, 3), "");
    }

    #[test]
    fn numbers_are_read_as_in_the_notation() {
        assert_eq!([number::<u64>("10^6"), number("007"), number("2^63")], [Ok(1_000_000), Ok(7), Ok(1 << 63)]);
        assert_eq!([bytes("2^10"), bytes("10^3k"), bytes("512M")], [Ok(1024), Ok(1_024_000), Ok(512 << 20)]);
        assert_eq!([seconds("10^2"), seconds("0.5")], [Ok(Duration::from_secs(100)), Ok(Duration::from_millis(500))]);
        assert_eq!([jobs("2^3").map(usize::from), jobs("0").map(usize::from).or(Ok(0))], [Ok(8), Ok(0)]);
        assert_eq!(number::<u64>("1.5"), Err("character 2: expected nothing more".into()));
        assert_eq!(number::<u32>("2^32"), Err("too large a number".into()));
        assert!(["", "x", "-1", "2^64", "10^", "1e3", "10^1000000000"].iter().all(|text| number::<u64>(text).is_err()));
    }
}
