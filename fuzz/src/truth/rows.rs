//! Rows of heap games by definition, computed from the cells of smaller heaps.
//!
//! Periods are checked by comparing rows.

use super::Judged;
use sprague::certificate::{Certificate, ClaimedRows};
use sprague::heap::{AmountSet, HeapRules, Parity, RowKind, Totals, arrangement};
use sprague::{Outcome, Play};

/// The maximum number of rows that are computed.
const MOST_ROWS: u64 = 2_000;

const MOST_CELLS: usize = 200_000;

/// A row, which has an outcome or a nimber for each state, as text.
type Row = Vec<String>;

/// Returns the options of a heap in a state: lists of heaps, each in a state.
fn options(rules: &HeapRules, n: u64, state: usize) -> Vec<Vec<(u64, usize)>> {
    let plain = |amounts: &mut dyn Iterator<Item = u64>| amounts.map(|amount| vec![(n - amount, 0)]).collect();
    match rules {
        HeapRules::Subtraction(amounts) => plain(&mut amounts.up_to(n)),
        HeapRules::Cumulative(amounts) => plain(&mut amounts.up_to(n)),
        HeapRules::OfHeap(formula) => plain(&mut formula.amounts(n)),
        HeapRules::PartizanSubtraction { left, right } => {
            let own = if state == 0 { left } else { right };
            own.up_to(n).map(|amount| vec![(n - amount, 1 - state)]).collect()
        }
        HeapRules::Stones { amounts, totals, .. } => {
            let (mine, his) = holdings(*totals, n, state);
            let after = |amount: u64| {
                let (mine, his) = (his, (mine + amount) % 2);
                match totals {
                    Totals::Odd => mine as usize,
                    Totals::Any => (2 * mine + his) as usize,
                }
            };
            amounts.up_to(n).map(|amount| vec![(n - amount, after(amount))]).collect()
        }
        HeapRules::NoRepeat { amounts, memory } => {
            let members = amounts.as_slice();
            let last = arrangement::list(members.len(), state);
            let free = (0..members.len()).filter(|index| members[*index] <= n && !last.contains(index));
            free.map(|index| {
                let mut latest = vec![index];
                latest.extend(&last);
                latest.truncate(*memory);
                vec![(n - members[index], arrangement::number(members.len(), &latest))]
            })
            .collect()
        }
        HeapRules::TakeAndBreak(code) => {
            let mut all = vec![];
            for (taken, digit) in (0..=n).zip(code.digits()) {
                let left = n - taken;
                if digit & 1 != 0 && left == 0 {
                    all.push(vec![]);
                }
                if digit & 2 != 0 && left > 0 {
                    all.push(vec![(left, 0)]);
                }
                if digit & 4 != 0 {
                    all.extend((1..left).filter(|a| *a <= left - a).map(|a| vec![(a, 0), (left - a, 0)]));
                }
                if digit & 8 != 0 {
                    for a in 1..=left / 3 {
                        all.extend((a..=(left - a) / 2).map(|b| vec![(a, 0), (b, 0), (left - a - b, 0)]));
                    }
                }
            }
            all
        }
        // outcomes of heaps do not determine outcomes of sums
        HeapRules::PartizanTakeAndBreak { .. } => vec![],
        HeapRules::Grundy => (1..n).filter(|a| *a < n - a).map(|a| vec![(a, 0), (n - a, 0)]).collect(),
    }
}

/// Returns the parities of the stones that the player to move and the other player hold.
fn holdings(totals: Totals, n: u64, state: usize) -> (u64, u64) {
    let state = state as u64;
    match totals {
        // n and both parities have an odd sum
        Totals::Odd => (state % 2, (n + state + 1) % 2),
        Totals::Any => (state / 2, state % 2),
    }
}

/// Returns the outcome for a player who cannot move.
fn ending(rules: &HeapRules, play: Play, n: u64, state: usize) -> Outcome {
    match rules {
        HeapRules::Stones { wins, totals, .. } => {
            let (mine, his) = holdings(*totals, n, state);
            match (Parity::of(mine) == *wins, Parity::of(his) == *wins) {
                (true, false) => Outcome::Win,
                (false, true) => Outcome::Loss,
                _ => Outcome::Draw,
            }
        }
        _ if play == Play::Misere => Outcome::Win,
        _ => Outcome::Loss,
    }
}

/// Returns the number of states of a heap, or `None` if there are too many.
fn width(rules: &HeapRules) -> Option<usize> {
    let lists = |amounts: &AmountSet, memory| arrangement::count(amounts.as_slice().len(), memory);
    match rules {
        HeapRules::NoRepeat { amounts, memory } => lists(amounts, *memory).filter(|&width| width <= MOST_CELLS / 100),
        HeapRules::PartizanTakeAndBreak { .. } => None,
        HeapRules::Stones { totals: Totals::Any, .. } => Some(4),
        HeapRules::Stones { .. } | HeapRules::PartizanSubtraction { .. } => Some(2),
        _ => Some(1),
    }
}

/// Returns rows 0, 1, … of nimbers, outcomes or scores.
///
/// Returns `None` if there are too many or none of this kind, or if options under misère play have several heaps.
fn rows(rules: &HeapRules, play: Play, kind: RowKind, count: u64) -> Option<Vec<Row>> {
    let width = width(rules)?;
    let is_scored = matches!(rules, HeapRules::Cumulative(_));
    if is_scored != (kind == RowKind::Scores) || count > MOST_ROWS || count as usize * width > MOST_CELLS {
        return None;
    }
    let mut nimbers: Vec<Vec<u32>> = vec![];
    let mut scores: Vec<i64> = vec![];
    let mut outcomes: Vec<Vec<Outcome>> = vec![];
    for n in 0..count {
        let (mut row, mut won) = (vec![], vec![]);
        for state in 0..width {
            let options = options(rules, n, state);
            let nimber = |heaps: &Vec<(u64, usize)>| heaps.iter().fold(0, |sum, &(heap, at)| sum ^ nimbers[heap as usize][at]);
            let seen: Vec<u32> = options.iter().map(nimber).collect();
            let worth = |heaps: &Vec<(u64, usize)>| (n - heaps[0].0) as i64 - scores[heaps[0].0 as usize];
            if is_scored {
                scores.push(options.iter().map(worth).max().unwrap_or(0));
            }
            row.push((0..).find(|nimber| !seen.contains(nimber)).unwrap_or(0));
            let best = match options.iter().map(|heaps| sole(heaps, &outcomes)).collect::<Option<Vec<_>>>() {
                Some(after) => after.into_iter().map(|after| -after).max().unwrap_or_else(|| ending(rules, play, n, state)),
                // for several heaps, nimbers determine the outcome under normal play
                None if play == Play::Misere => return None,
                None if seen.contains(&0) => Outcome::Win,
                None => Outcome::Loss,
            };
            won.push(best);
        }
        nimbers.push(row);
        outcomes.push(won);
    }
    let letter = |outcome: &Outcome| match outcome {
        Outcome::Loss => "P",
        Outcome::Draw => "D",
        Outcome::Win => "N",
    };
    Some(match kind {
        RowKind::Nimbers => nimbers.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect(),
        RowKind::Scores => scores.iter().map(|score| vec![score.to_string()]).collect(),
        RowKind::Outcomes => outcomes.iter().map(|row| row.iter().map(|one| letter(one).to_owned()).collect()).collect(),
    })
}

/// Returns the outcome of an option with at most one heap, or `None` if it has several.
fn sole(heaps: &[(u64, usize)], outcomes: &[Vec<Outcome>]) -> Option<Outcome> {
    match heaps {
        // the option is an empty heap
        [] => outcomes.first().map(|row| row[0]),
        [(heap, state)] => Some(outcomes[*heap as usize][*state]),
        _ => None,
    }
}

fn raised(cell: &str, saltus: u64) -> String {
    cell.parse::<u64>().map_or_else(|_| cell.to_owned(), |value| value.saturating_add(saltus).to_string())
}

/// Returns `true` if each row in this range is equal to the row `later` rows later, up to the saltus.
fn repeats(rows: &[Row], from: usize, to: usize, later: usize, saltus: u64) -> bool {
    (from..to).all(|n| rows[n].iter().zip(&rows[n + later]).all(|(cell, then)| raised(cell, saltus) == *then))
}

/// Judges a claim of a period by slightly more than three periods of rows.
pub fn judged(claim: &Certificate, rules: &HeapRules) -> Judged {
    let Certificate { play, rows: kind, preperiod, period, saltus, ref values, .. } = *claim;
    let count = period.checked_mul(3).and_then(|periods| periods.checked_add(preperiod)?.checked_add(30));
    let Some(rows) = count.and_then(|count| rows(rules, play, kind, count)) else { return Judged::TooLarge };
    let (from, period, count) = (preperiod as usize, period as usize, rows.len());
    let stated: Vec<Row> = match values {
        ClaimedRows::Nimbers(rows) => rows.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect(),
        ClaimedRows::Outcomes(rows) => rows.iter().map(|row| row.chars().map(String::from).collect()).collect(),
    };
    if claim.equal_states.is_none() && (stated.len() != from + period || stated[..] != rows[..from + period]) {
        return Judged::False("other rows than those of the definition".into());
    }
    if period == 0 || !repeats(&rows, from, count - period, period, saltus) {
        return Judged::False(format!("rows do not repeat after {period} from {from} on, gaining {saltus}"));
    }
    if from > 0 && repeats(&rows, from - 1, from, period, saltus) {
        return Judged::False("the preperiod is not minimal".into());
    }
    let smaller = (1..period).find(|&smaller| {
        let gained = (saltus as u128 * smaller as u128).checked_rem(period as u128) == Some(0);
        gained && repeats(&rows, from, count - smaller, smaller, saltus * smaller as u64 / period as u64)
    });
    Judged::of(smaller.is_none(), || format!("{smaller:?} is a period, too"))
}
