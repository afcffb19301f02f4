//! Progress of a computation that works in steps, such as a graph on disk.

use super::{Progress, SPINNER, beside, is_seen};
use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressStyle};

impl Progress {
    /// Shows the current task, the number of finished steps, and the number of positions, as passed to [`say`](Self::say).
    pub(crate) fn of_steps() -> Self {
        if !is_seen() {
            return Self(None);
        }
        let bar = ProgressBar::new_spinner();
        bar.set_style(ProgressStyle::with_template("{spinner} {msg}").expect("the template is well-formed"));
        Self::ticking(bar)
    }

    /// Shows the state of a computation that works in steps.
    pub(crate) fn say(&self, now: &sprague_shards::Progress) {
        let Some(bar) = &self.0 else { return };
        let steps = format!("{} of {}", now.steps.0, now.steps.1);
        let positions = format!("{} positions", HumanCount(now.positions));
        bar.set_message(beside(SPINNER, &[now.doing.clone(), steps, positions, HumanDuration(bar.elapsed()).to_string()]));
    }
}
