//! What scripts print while they are asked, for whoever looks for a mistake: bounded in number and length, and harmless to terminals.

use crate::failure::one_line;
use std::collections::HashSet;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The most lines that are shown while the program runs.
const MAX_LINES: usize = 200;

static SHOW: OnceLock<fn(&str)> = OnceLock::new();
static SHOWN: Mutex<Option<HashSet<String>>> = Mutex::new(None);

/// Shows what scripts print by `print` and `debug` from now on, line by line: the plugin, what was asked, and what it printed. Equal
/// lines are shown once, since positions are asked about more than once; of each at most 200 characters, without control characters;
/// and 200 lines in all. The first call in a program counts, and without one nothing is shown.
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

/// Shows a line that a plugin printed when it was asked something.
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
