//! The functions that a script may have, and rules for combining them.

use crate::guest::failure::Failure;
use crate::guest::ways::check_ways;
use sprague_core::nearest;

/// The functions that a script may have, with their numbers of arguments. The parameters may be an additional argument.
pub(super) const FUNCTIONS: [(&str, usize); 22] = [
    ("moves", 1),
    ("left_moves", 1),
    ("right_moves", 1),
    ("heap_options", 1),
    ("left_options", 1),
    ("right_options", 1),
    ("terminal_outcome", 1),
    ("terminal_score", 1),
    ("score_bounds", 1),
    ("is_entailed", 1),
    ("parse", 1),
    ("show", 1),
    ("canonical", 1),
    ("summands", 1),
    ("neighbours", 1),
    ("equals", 1),
    ("negative", 1),
    ("bounds", 1),
    ("estimate", 1),
    ("picture", 1),
    ("positions", 1),
    ("parameters", 1),
];

/// The variables that contain rules as data.
const DATA: [&str; 5] = ["amounts", "left_amounts", "right_amounts", "forbidden", "code"];

/// Checks that the functions define a ruleset and do not contradict each other.
///
/// `other_names` are the names of the script's other functions and of its data. If one of them resembles a missing name, the
/// message contains it.
pub(super) fn check_functions(has: impl Fn(&str) -> bool, other_names: &[String]) -> Result<(), Failure> {
    let hint = |wanted: &[&str]| {
        let near = |name: &String| Some((name.clone(), nearest(name, wanted.iter().copied())?));
        let hint = other_names.iter().find_map(near);
        hint.map_or_else(String::new, |(name, meant)| format!(" (is `{name}` meant to be `{meant}`?)"))
    };
    let none =
        "there is no function `moves` (or `left_moves`, `heap_options`, `left_options`), and no `amounts`, `forbidden` or `code`";
    let hint_with_data = |wanted: &[&str]| hint(&if wanted.len() > 1 { [wanted, &DATA].concat() } else { wanted.to_vec() });
    check_ways(
        &[&["moves"], &["left_moves", "right_moves"], &["heap_options"], &["left_options", "right_options"]],
        none,
        &has,
        hint_with_data,
    )?;
    if has("parse") != has("show") {
        let export = if has("parse") { "show" } else { "parse" };
        let why = format!("`parse` and `show` belong together, and this one is missing{}", hint(&[export]));
        return Err(Failure::new(export, why));
    }
    Ok(())
}
