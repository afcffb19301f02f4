//! Shows lines that scripts print, as an aid in debugging them. Their number and length are limited, and control characters
//! are removed.

use crate::guest::failure::one_line;
use std::collections::HashSet;
use std::sync::{Mutex, OnceLock, PoisonError};

/// The maximum number of lines that are shown in the lifetime of the program.
const MAX_LINES: usize = 200;

static SHOW: OnceLock<fn(&str)> = OnceLock::new();
static SHOWN: Mutex<Option<HashSet<String>>> = Mutex::new(None);

/// Calls `show` from now on with each line that a script prints by `print` or `debug`.
///
/// A line consists of the plugin, the question, and the printed text. Equal lines are shown only once, because questions
/// about the same position may be repeated. At most 200 characters of a line are shown, without control characters, and at
/// most 200 lines in all. Only the first call in a program has an effect, and nothing is shown before it.
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

/// Shows a line that a plugin printed while it answered the question `asked`.
pub(crate) fn printed(plugin: &str, asked: &str, line: &str) {
    let Some(show) = SHOW.get() else { return };
    let mut shown = SHOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let shown = shown.get_or_insert_default();
    if shown.len() > MAX_LINES {
        return;
    }
    let line = format!("{}: {}: {}", one_line(plugin), one_line(asked), one_line(line));
    if shown.insert(line.clone()) {
        show(if shown.len() > MAX_LINES { "further output of plugins is not shown" } else { &line });
    }
}
