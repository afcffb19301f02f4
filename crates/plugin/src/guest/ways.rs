//! Checks that a guest lists options in exactly one of several alternative ways.

use crate::guest::bounds;
use crate::guest::failure::Failure;
use crate::guest::picture;
use crate::guest::points::{SCORE_BOUNDS, TERMINAL_SCORE};

/// The functions that rules of heaps cannot have, because heaps are written as numbers, positions are sums of heaps, and the
/// last mover wins.
const OTHERS: [&str; 13] = [
    "terminal_outcome",
    TERMINAL_SCORE,
    SCORE_BOUNDS,
    "is_entailed",
    "parse",
    "show",
    "label",
    "canonical",
    "summands",
    "neighbours",
    "negative",
    bounds::BOUNDS,
    bounds::ESTIMATE,
];

/// The functions of one way to list options: two for Left and Right, or one for both.
type Way = &'static [&'static str];

/// Checks that a guest uses exactly one of these ways, and has no function that contradicts it.
///
/// `none` is the message if the guest uses none of them. `hint` finds names in the guest that may be misspelt.
pub(crate) fn check_ways(
    ways: &[Way],
    none: &str,
    has: impl Fn(&str) -> bool,
    hint: impl Fn(&[&str]) -> String,
) -> Result<(), Failure> {
    let found = |way: &[&'static str]| way.iter().copied().find(|name| has(name));
    let begun: Vec<Way> = ways.iter().copied().filter(|way| found(way).is_some()).collect();
    let way = match begun[..] {
        [] => return Err(Failure::new(ways[0][0], format!("{none}{}", hint(&ways.concat())))),
        [way] => way,
        [one, other, ..] => {
            let [one, other] = [one, other].map(|way| found(way).unwrap_or_default());
            return Err(Failure::new(
                one,
                format!("there is also `{other}`, which lists the options too: give only one of them"),
            ));
        }
    };
    if let (Some(there), Some(missing)) = (found(way), way.iter().find(|name| !has(name))) {
        return Err(Failure::new(*missing, format!("there is `{there}`, but not `{missing}`{}", hint(&[missing]))));
    }
    let is_of_heaps = way[0] == "heap_options" || way[0] == "left_options";
    if is_of_heaps && has(picture::EXPORT) {
        return Err(Failure::new(picture::EXPORT, "positions are heaps, which have their own picture: leave it out"));
    }
    match OTHERS.into_iter().find(|other| is_of_heaps && has(other)) {
        Some(other) => {
            let heaps = "positions are heaps and the last mover wins, so no other rules are allowed";
            let how = format!("with `{}`, {heaps} (`moves` allows them, on numbers too)", way[0]);
            Err(Failure::new(other, how))
        }
        None => check_summands(has),
    }
}

/// Checks that a guest determines summands in one way, and not at all if its rules decide the result at the end.
pub(crate) fn check_summands(has: impl Fn(&str) -> bool) -> Result<(), Failure> {
    match ["summands", "neighbours"].into_iter().find(|name| has(name)) {
        Some(name) if let Some(ending) = ["terminal_outcome", TERMINAL_SCORE].into_iter().find(|name| has(name)) => {
            Err(Failure::new(name, format!("rules with `{ending}` have no summands")))
        }
        Some("summands") if has("neighbours") => {
            let how = "there is also `neighbours`, which determines the summands too: give only one of them";
            Err(Failure::new("summands", how))
        }
        _ => Ok(()),
    }
}

/// Checks that a guest with data under this key has no function for moves.
///
/// Such a function would repeat the rules, and might contradict them.
pub(crate) fn check_data(data: &str, has: impl Fn(&str) -> bool) -> Result<(), Failure> {
    let options =
        ["moves", "left_moves", "right_moves", "options", "heap_options", "left_options", "right_options", picture::EXPORT];
    match options.into_iter().chain(OTHERS).find(|name| has(name)) {
        None => Ok(()),
        Some(name) => {
            let how =
                format!("there is also `{data}`, which contains all rules: give only one of them, or give the data another name");
            Err(Failure::new(name, how))
        }
    }
}

/// Returns an error if a guest has `negative` although both players have the same moves. Then every position is its own
/// negative.
pub(crate) fn check_negative(has_negative: bool, is_partizan: bool) -> Result<(), Failure> {
    if has_negative && !is_partizan {
        let how = "both players have the same moves, so every position is its own negative: leave it out";
        return Err(Failure::new("negative", how));
    }
    Ok(())
}
