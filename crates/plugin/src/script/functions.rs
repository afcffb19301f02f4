//! The functions of a script: which there may be, and which belong together.

use crate::failure::Failure;
use sprague_core::nearest;

/// The functions that a script may have, each with how many arguments it takes without the parameters.
pub(super) const FUNCTIONS: [(&str, usize); 10] = [
    ("moves", 1),
    ("left_moves", 1),
    ("right_moves", 1),
    ("heap_options", 1),
    ("terminal_outcome", 1),
    ("parse", 1),
    ("show", 1),
    ("canonical", 1),
    ("summands", 1),
    ("parameters", 1),
];

/// Whether there are functions that make a ruleset, and none that contradict each other. A name that is nearly what is missing is named.
///
/// `other_names` are those of the other functions and of the data.
pub(super) fn check_functions(has: impl Fn(&str) -> bool, other_names: &[String]) -> Result<(), Failure> {
    let failure = |export: &str, why: &str| Err(Failure::new(export, why));
    let missing = |export: &str, why: &str, wanted: &[&str]| {
        let near = |name: &String| Some((name.clone(), nearest(name, wanted.iter().copied())?));
        let hint = other_names.iter().find_map(near);
        let hint = hint.map_or_else(String::new, |(name, meant)| format!(" (is `{name}` meant to be `{meant}`?)"));
        Err(Failure::new(export, format!("{why}{hint}")))
    };
    match (has("moves"), has("left_moves"), has("right_moves"), has("heap_options")) {
        (true, false, false, false) | (false, true, true, false) => {}
        (false, false, false, true) => {
            let others = ["terminal_outcome", "parse", "show", "canonical", "summands"];
            if let Some(other) = others.into_iter().find(|other| has(other)) {
                return failure(
                    other,
                    "a script with `heap_options` needs no other rules: positions are heaps, and the last mover wins",
                );
            }
        }
        (false, false, false, false) => {
            return missing(
                "moves",
                "there is no function `moves`, nor `left_moves` and `right_moves`, nor `heap_options`, nor `amounts`, `forbidden` or `code` as data",
                &["moves", "left_moves", "right_moves", "heap_options", "amounts", "forbidden", "code"],
            );
        }
        (false, true, false, false) => {
            return missing("right_moves", "there is `left_moves`, but not `right_moves`", &["right_moves"]);
        }
        (false, false, true, false) => {
            return missing("left_moves", "there is `right_moves`, but not `left_moves`", &["left_moves"]);
        }
        _ => return failure("moves", "give one of `moves`, `left_moves` with `right_moves`, and `heap_options`, not several"),
    }
    if has("terminal_outcome") && has("summands") {
        return failure("summands", "rules with an ending of their own (`terminal_outcome`) have no summands");
    }
    if has("parse") != has("show") {
        let export = if has("parse") { "show" } else { "parse" };
        return missing(export, "`parse` and `show` belong together, and this one is missing", &[export]);
    }
    Ok(())
}
