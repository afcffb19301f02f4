//! Reads components of games whose theorem is known to the checker.

use crate::read::Session;
use num_bigint::BigUint;
use sprague::{BadNotation, Limits};
use sprague_check::{Placement, Textbook, Turn};
use std::str::FromStr;

/// The most digits of a number, and the most ranges of a set, so that a theorem takes little time.
const MOST_DIGITS: usize = 1_000;
const MOST_RANGES: usize = 1_000;

/// The most rows and columns of a board.
const MOST_ROWS: usize = 1_000;

/// Returns a component, written as a position, as a theorem takes it.
///
/// Returns `None` if no theorem is known, or if loaded rules have the name of the family.
pub(super) fn textbook(session: &Session, component: &str, limits: &Limits) -> Result<Option<Textbook>, BadNotation> {
    let (Some(found), Some((family, _))) = (known(component), component.split_once('@')) else { return Ok(None) };
    Ok((!session.family_within(family, limits)?.rules().is_loaded()).then_some(found))
}

/// Reads a component of built-in rules.
pub(in crate::ask) fn known(component: &str) -> Option<Textbook> {
    let (family, position) = component.split_once('@')?;
    let (name, parameter) = family.split_once(':').unwrap_or((family, ""));
    let pair = || numbers::<BigUint>(position, '.')?.try_into().ok();
    // the heap, and the amount that was taken last
    let remembered = || {
        let (heap, last) = position.split_once('/').map_or((position, None), |(heap, last)| (heap, Some(last)));
        Some((number::<BigUint>(heap)?, last.map(number::<BigUint>).map_or(Some(None), |last| last.map(Some))?))
    };
    let take_away = |multiple| remembered().map(|(heap, last)| Textbook::TakeAway { multiple, heap, last });
    match (name, parameter) {
        ("nim", "") => number(position).map(Textbook::Nim),
        ("wythoff", "") => pair().map(Textbook::Wythoff),
        ("euclid", "") => pair().map(Textbook::Euclid),
        ("fibonacci-nim", "") => take_away([2, 1]),
        ("take-away", multiple) => {
            let (over, under) = multiple.split_once('/').unwrap_or((multiple, "1"));
            take_away([number(over)?, number(under)?])
        }
        ("mem", "") => remembered().map(|(heap, last)| Textbook::Mem { heap, last }),
        ("coins", turn) => {
            let turn = match turn {
                "turtles" => Turn::AtMost(2),
                "mock-turtles" => Turn::AtMost(3),
                "twins" => Turn::Exactly(2),
                "triplets" => Turn::Exactly(3),
                "ruler" => Turn::Neighbours,
                _ => return None,
            };
            let heads = if position == "0" { vec![] } else { numbers(position, '.')? };
            Some(Textbook::Coins { turn, heads })
        }
        ("subtraction", set) => {
            let range = |range: &str| {
                let (from, to) = range.split_once('-').unwrap_or((range, range));
                Some((number(from)?, number(to)?))
            };
            let mut ranges = set.split(',').take(MOST_RANGES + 1).map(range).collect::<Option<Vec<(u64, u64)>>>()?;
            ranges.sort_unstable();
            // ranges that meet become one
            ranges.dedup_by(|next, last| {
                let meets = next.0 <= last.1.saturating_add(1);
                last.1 = if meets { last.1.max(next.1) } else { last.1 };
                meets
            });
            (ranges.len() <= MOST_RANGES).then_some(Textbook::Subtraction { ranges, heap: number(position)? })
        }
        ("chomp", "") => numbers(position, '.').map(Textbook::Chomp),
        ("cram", "") => {
            let square = |square: char| ".#".contains(square).then_some(square == '.');
            let rows = position.split('/').map(|row| row.chars().map(square).collect::<Option<Vec<bool>>>());
            let free = rows.take(MOST_ROWS).collect::<Option<Vec<_>>>()?;
            Some(Textbook::Board { placement: Placement::Domino, free })
        }
        ("node-kayles", "") => {
            let grid = position.strip_prefix("grid:")?;
            let (size, gone) = grid.split_once(":gone=").map_or((grid, None), |(size, gone)| (size, Some(gone)));
            let (rows, columns): (usize, usize) = size.split_once('x').and_then(|(a, b)| Some((number(a)?, number(b)?)))?;
            if rows.max(columns) > MOST_ROWS {
                return None;
            }
            let mut free = vec![vec![true; columns]; rows];
            for vertex in gone.map_or(Some(vec![]), |gone| numbers::<usize>(gone, '.'))? {
                let place = vertex.checked_sub(1)?;
                *free.get_mut(place.checked_div(columns)?)?.get_mut(place % columns)? = false;
            }
            Some(Textbook::Board { placement: Placement::Apart, free })
        }
        _ => None,
    }
}

fn numbers<T: FromStr>(text: &str, separator: char) -> Option<Vec<T>> {
    text.split(separator).map(number).collect()
}

fn number<T: FromStr>(text: &str) -> Option<T> {
    let is_number = (1..=MOST_DIGITS).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}
