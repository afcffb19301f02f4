//! Prints of scripts, for finding mistakes.
//!
//! They are bounded in number and length, and harmless to terminals.

use crate::guest::failure::one_line;
use std::collections::HashSet;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The most lines that are shown while the program runs.
const MAX_LINES: usize = 200;

static SHOW: OnceLock<fn(&str)> = OnceLock::new();
static SHOWN: Mutex<Option<HashSet<String>>> = Mutex::new(None);

/// Shows from now on what scripts print by `print` and `debug`.
///
/// Line by line: the plugin, the question, and the print. Equal lines are shown once, since positions are asked about more than
/// once. Of each line at most 200 characters are shown, without control characters, and 200 lines in all. The first call in a
/// program counts, and without one nothing is shown.
///
/// ```
/// sprague_plugin::show_prints(|line| eprintln!("{line}"));
///
/// let plugin = sprague_plugin::Plugin::from_script("mine.rhai", "fn moves(n) { print(`heap ${n}`); [] }", None).unwrap();
/// let rules = plugin.rules();
/// // mine.rhai: moves(3): heap 3
/// rules.options(&rules.read("3").unwrap(), sprague_core::Player::Left, 0, &mut vec![]);
/// ```
pub fn show_prints(show: fn(&str)) {
    let _ = SHOW.set(show);
}

/// Shows a line that a plugin printed when it was asked this.
pub(crate) fn printed(plugin: &str, asked: &str, line: &str) {
    let Some(show) = SHOW.get() else { return };
    let mut shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let shown = shown.get_or_insert_default();
    if shown.len() > MAX_LINES {
        return;
    }
    let line = format!("{}: {}: {}", one_line(plugin), one_line(asked), one_line(line));
    if shown.insert(line.clone()) {
        show(if shown.len() > MAX_LINES { "no more of what plugins print is shown" } else { &line });
    }
}
