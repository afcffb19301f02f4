//! Computes rows of nimbers as pieces, for amounts in few ranges.

use crate::pieces::{Pieces, Word};
use std::collections::HashMap;

/// Ranges of amounts, in rising order and apart from each other.
pub(crate) type Ranges = [(u64, u64)];

/// The largest number of ranges: a test for a staircase can take the square of it.
const MOST_RANGES: usize = 5_000;

/// Rows are computed within this many steps.
const STEPS: u64 = 2_000_000;

/// Amounts up to this one count as small.
const SMALL: u64 = 1_000;

/// The largest number of amounts above the small ones.
const MOST_LARGE: usize = 4;

/// Rows of words are computed up to this multiple of the largest amount.
const TIMES: u128 = 40;

/// Returns the nimbers of all heaps, or `None` if no theorem gives them in little time.
pub(crate) fn rows(ranges: &Ranges) -> Option<Pieces> {
    if ranges.len() > MOST_RANGES {
        return None;
    }
    let by_formula = || two_amounts(ranges).or_else(|| one_apart(ranges));
    staircase(ranges).or_else(|| words(ranges, SMALL)).or_else(by_formula).or_else(|| runs(ranges))
}

/// Let ℓ be the least amount and p > ℓ. If every amount modulo p lies in [ℓ, p − ℓ], and the amounts below p start at ℓ, end at
/// p − ℓ and differ by at most ℓ from one to the next, a heap of n has the nimber ⌊(n mod p)/ℓ⌋.
///
/// Two heaps with equal nimbers differ by less than ℓ modulo p, so no option of a heap has its nimber. For a smaller nimber v,
/// and m = n mod p, the ℓ numbers from m − vℓ − ℓ + 1 to m − vℓ lie below p and end at ℓ or later, so one of them can be taken.
pub(crate) fn staircase(ranges: &Ranges) -> Option<Pieces> {
    let least = u128::from(ranges.first()?.0);
    let wide = || ranges.iter().map(|(first, last)| (u128::from(*first), u128::from(*last)));
    let fits = |period: &u128| {
        let is_apart = wide().all(|(first, last)| {
            let (low, high) = (first % period, last % period);
            last - first < *period && low <= high && least <= low && high <= period - least
        });
        let mut end = None;
        let are_close = wide().take_while(|(first, _)| first < period).all(|(first, last)| {
            let before = end.replace(last);
            before.is_none_or(|before| first - before <= least)
        });
        is_apart && are_close && end == Some(period - least)
    };
    let period = wide().map(|(_, last)| last + least).find(fits)?;
    Some(Pieces::repeating(Word::Stairs { step: least, length: period }))
}

/// Two amounts a < b: with m = n mod (a + b), a heap of n has the nimber ⌊m/a⌋ mod 2 if m < b, else ⌊(m − a)/a⌋ mod 2, plus 1
/// (*Winning Ways*, ch. 4).
pub(crate) fn two_amounts(ranges: &Ranges) -> Option<Pieces> {
    let &[(a, a_end), (b, b_end)] = ranges else { return None };
    let [a, b, a_end, b_end] = [a, b, a_end, b_end].map(u128::from);
    if a != a_end || b != b_end {
        return None;
    }
    let word = |low| Word::Runs { runs: vec![(0, low), (a, low + 1)], length: 2 * a };
    let mut rows = Pieces::repeating(word(0)).from(0, b);
    rows.push((b - a) % (2 * a), word(1), a + b);
    Some(rows)
}

/// The amounts L to R and one larger M, with q = L + R, if M mod q is 0 or above R. Compared with brute force for L up to 6 and
/// R up to 12; for L = 1 and for L = R it is in *Winning Ways*, ch. 4.
pub(crate) fn one_apart(ranges: &Ranges) -> Option<Pieces> {
    let &[(first, last), (large, end)] = ranges else { return None };
    let [first, last, large] = [first, last, large].map(u128::from);
    let length = first + last;
    let rest = large % length;
    if large != u128::from(end) || (1..=last).contains(&rest) {
        return None;
    }
    let mut rows = Pieces::repeating(Word::Stairs { step: first, length }).from(0, large);
    let nimber = |row: u128| match (rest + row) % length {
        place if place >= first => place / first,
        place => (place + last) / first + 1,
    };
    let mut runs: Vec<(u128, u128)> = vec![];
    let mut row = 0;
    while row < first {
        runs.push((row, nimber(row)));
        // within a step the nimber changes only at multiples of `first`, before or after the shift by `last`
        let place = (rest + row) % length;
        let changes = [first - place % first, first - (place + last) % first, length - place];
        row += changes.into_iter().min().expect("there are three");
    }
    rows.push(0, Word::Runs { runs, length: first }, large + first);
    rows.is_observed = 1 < first && first < last;
    Some(rows)
}

/// Sweeps over the rows run by run. For each nimber it keeps the rows that are an amount above a row with this nimber.
pub(crate) fn runs(ranges: &Ranges) -> Option<Pieces> {
    let least = u128::from(ranges.first()?.0);
    let reach = u128::from(ranges.last()?.1);
    let mut covered: Vec<Vec<(u128, u128)>> = vec![];
    let (mut found, mut row, mut steps): (Vec<(u128, u128)>, u128, u64) = (vec![], 0, 0);
    for times in [4, 12, TIMES] {
        while row < reach * times {
            // the least nimber that no option has, up to the row at which it or a smaller one changes
            let (mut nimber, mut end) = (0, row + least);
            loop {
                if nimber == covered.len() {
                    covered.push(vec![]);
                }
                steps += covered[nimber].len() as u64 + 1;
                match covered[nimber].iter().filter(|(first, last)| (*first..=*last).contains(&row)).map(|(_, last)| *last).max()
                {
                    Some(last) => end = end.min(last + 1),
                    None => break,
                }
                nimber += 1;
            }
            if steps > 10 * STEPS {
                return None;
            }
            let next = covered[nimber].iter().map(|(first, _)| *first).filter(|first| *first > row).min();
            end = end.min(next.unwrap_or(end));
            if found.last().is_none_or(|(_, last)| *last != nimber as u128) {
                found.push((row, nimber as u128));
            }
            covered[nimber].retain(|(_, last)| *last >= end);
            covered[nimber].extend(ranges.iter().map(|(first, last)| (row + u128::from(*first), end - 1 + u128::from(*last))));
            row = end;
        }
        let rows = Pieces::repeating(Word::Runs { runs: found.clone(), length: row });
        if let Some(proved) = rows.proved(reach, STEPS) {
            return Some(proved);
        }
    }
    None
}

/// Computes rows one by one until they must repeat: until a combination of the last rows and of the places of the rows to which
/// the large amounts lead occurs again. Then a word repeats until such a place leaves its piece.
pub(crate) fn words(ranges: &Ranges, most_small: u64) -> Option<Pieces> {
    let (small, large): (Vec<_>, Vec<_>) = ranges.iter().partition(|(_, last)| *last <= most_small);
    if large.is_empty() || large.len() > MOST_LARGE || large.iter().any(|(first, last)| last - first >= MOST_LARGE as u64) {
        return None;
    }
    let each = |ranges: Vec<(u64, u64)>| -> Vec<u64> { ranges.into_iter().flat_map(|(first, last)| first..=last).collect() };
    let (small, large) = (each(small), each(large));
    let window = *small.last()? as usize;
    let (least, most) = (u128::from(*large.first()?), u128::from(*large.last()?));
    let mut rows = Pieces::default();
    let mut last: Vec<u128> = vec![];
    let mut steps = 0;
    for times in [6, 15, TIMES] {
        while rows.end() < most * times {
            let start = rows.end();
            let places = |row: u128| large.iter().filter_map(move |amount| row.checked_sub(u128::from(*amount)));
            // up to here every large amount leads into one piece that is known
            let changes = large.iter().map(|amount| match start.checked_sub(u128::from(*amount)) {
                Some(row) => rows.place(row).1 + u128::from(*amount),
                None => u128::from(*amount),
            });
            let end = changes.min()?.min(start + least);
            let (mut found, mut seen): (Vec<u128>, _) = (vec![], HashMap::new());
            let mut row = start;
            while row < end {
                steps += 64 + window as u64;
                if steps > 4 * STEPS {
                    return None;
                }
                if last.len() >= window {
                    let here: Vec<(usize, u128)> =
                        places(row).map(|row| rows.place(row)).map(|(piece, _, place)| (piece, place)).collect();
                    let before: Vec<u32> = last[last.len() - window..].iter().map(|nimber| *nimber as u32).collect();
                    if let Some(place) = seen.insert((before, here), found.len()) {
                        rows.push(0, Word::of(&found), row);
                        let word = found.split_off(place);
                        rows.push(0, Word::of(&word), end);
                        // only the last rows matter, and they are at most as many as the window and one word
                        let further = (end - row).min((window + word.len()) as u128);
                        let skipped = (end - row - further) % word.len() as u128;
                        last.extend(word.iter().cycle().skip(skipped as usize).take(further as usize));
                        found.clear();
                        break;
                    }
                }
                let near = small.iter().map_while(|amount| last.len().checked_sub(*amount as usize)).map(|at| last[at]);
                let options: Vec<u128> = near.chain(places(row).map(|row| rows.nimber(row))).collect();
                let nimber = (0..).find(|nimber| !options.contains(nimber)).expect("a number is free");
                found.push(nimber);
                last.push(nimber);
                row += 1;
            }
            if !found.is_empty() {
                rows.push(0, Word::of(&found), row);
            }
            let keep = last.len().saturating_sub(window);
            last.drain(..keep);
        }
        if let Some(proved) = rows.clone().proved(most, STEPS) {
            return Some(proved);
        }
    }
    None
}
