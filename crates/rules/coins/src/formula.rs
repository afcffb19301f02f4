//! Nimbers and moves of coins by formulas and by tables: *Winning Ways*, ch. 14.

use crate::greedy::{Greedy, MOST_STEPS};
use crate::turning::Others;
use crate::{Coins, Row, Turn, Turning};
use smallvec::SmallVec;
use sprague_core::{ClosedForm, MoveList};

/// Returns the odious number of this index from 0: a number whose binary digits have an odd number of ones.
fn odious(index: u128) -> u128 {
    2 * index + u128::from(index.count_ones().is_multiple_of(2))
}

/// The formula for the nimber of a head at a place.
#[derive(Clone, Copy)]
struct Formula {
    /// Places up to this one have nimber 0.
    idle: u64,
    is_odious: bool,
    /// The most coins that are turned with the rightmost one, and the fewest.
    most: usize,
    fewest: usize,
}

impl Formula {
    fn of(turning: &Turning) -> Option<Self> {
        let (most, fewest) = match turning {
            Turning::AtMost(count @ 2..=3) => (count - 1, 0),
            Turning::Exactly(count @ 2..=3) => (count - 1, count - 1),
            _ => return None,
        };
        Some(Self { idle: fewest as u64, is_odious: most == 2, most, fewest })
    }

    fn nimber(self, place: u64) -> u128 {
        match place.checked_sub(self.idle + 1) {
            None => 0,
            Some(index) if self.is_odious => odious(index.into()),
            Some(index) => u128::from(index) + 1,
        }
    }

    /// Returns the place with this nimber above 0.
    fn place(self, nimber: u128) -> Option<u64> {
        let index = if self.is_odious { nimber / 2 } else { nimber - 1 };
        let place = u64::try_from(index).ok()?.checked_add(self.idle + 1)?;
        (self.nimber(place) == nimber).then_some(place)
    }

    /// Returns sets of places below `place` that may be turned with it and whose nimbers add up to `sum`: at most `most` sets,
    /// and the number of all.
    fn others(self, place: u64, sum: u128, most: usize) -> (Vec<Others>, u64) {
        let mut found: Vec<Others> = vec![];
        let idle = self.idle.min(place.saturating_sub(1));
        if self.fewest == 0 && sum == 0 {
            found.push(SmallVec::new());
        }
        if self.fewest <= 1 && self.most >= 1 {
            if sum == 0 {
                found.extend((1..=idle).map(|idle| SmallVec::from_slice(&[idle])));
            } else {
                found.extend(self.place(sum).filter(|other| *other < place).map(|other| SmallVec::from_slice(&[other])));
            }
        }
        let mut total = found.len() as u64;
        if self.most == 2 {
            // two idle places, or an idle place and one with the nimber
            if sum == 0 && idle == 2 {
                found.push(SmallVec::from_slice(&[2, 1]));
                total += 1;
            }
            if let Some(other) = (sum > 0).then(|| self.place(sum)).flatten().filter(|other| *other < place) {
                found.extend((1..=idle).map(|idle| SmallVec::from_slice(&[other, idle])));
                total += idle;
            }
            // two odious numbers add up to an evil one, and their indices to half of it
            if sum > 0 && sum.count_ones().is_multiple_of(2) {
                let (bound, half) = (u128::from(place.saturating_sub(self.idle + 1)), sum / 2);
                total += pairs(bound, half, |low, high| {
                    let at = |index: u128| index as u64 + self.idle + 1;
                    found.push(SmallVec::from_slice(&[at(high), at(low)]));
                    found.len() < most
                });
            }
        }
        (found, total)
    }
}

/// Returns the number of pairs x < y below a bound with x ⊕ y = `sum`, and calls `each` with the pairs until it returns
/// `false`.
fn pairs(bound: u128, sum: u128, mut each: impl FnMut(u128, u128) -> bool) -> u64 {
    if sum == 0 || bound == 0 || sum >= bound.next_power_of_two() {
        return 0;
    }
    let top = 1_u128 << sum.ilog2();
    let (mut total, mut goes_on) = (0, true);
    // the numbers below the bound, as blocks: a one of the bound becomes a zero, and the lower digits are free
    for digit in (0..128).filter(|digit| bound >> digit & 1 == 1) {
        let block = bound >> (digit + 1) << (digit + 1);
        let first = (block ^ sum) >> digit << digit;
        let end = bound.min(first + (1 << digit));
        total += end.saturating_sub(first);
        let mut high = first;
        while goes_on && high < end {
            if high & top == 0 {
                high = (high | top) & !(top - 1);
                continue;
            }
            goes_on = each(high ^ sum, high);
            high += 1;
        }
    }
    (total / 2) as u64
}

/// Returns the nim-sum of the nimbers of places 1 to this one if runs of coins are turned: the number in Gray's code.
///
/// The nimber of a place is the largest power of 2 that divides it.
fn gray(place: u64) -> u64 {
    place ^ place >> 1
}

/// Returns the place whose number in Gray's code this is.
fn place_of_gray(code: u64) -> u64 {
    [1, 2, 4, 8, 16, 32].into_iter().fold(code, |place, shift| place ^ place >> shift)
}

/// Returns the moves by which runs of coins change the nimber by `change`. A head has at most one, because the nim-sums up to a
/// place are all different. Long runs are counted, but not listed.
fn runs(row: &Row, change: u64) -> MoveList<Turn> {
    let before = |place: u64| Some(place_of_gray(gray(place) ^ change)).filter(|before| *before < place);
    let runs = || row.heads().iter().filter_map(|place| Some((before(*place)?, *place)));
    let listed = runs().filter(|(before, place)| place - before <= MOST_IN_RUN);
    let turn = |(before, place): (u64, u64)| Turn((before + 1..=place).rev().collect());
    MoveList { moves: listed.take(MoveList::<Turn>::MOST).map(turn).collect(), total: Some(runs().count() as u64) }
}

/// The longest run of coins that is listed.
const MOST_IN_RUN: u64 = 10_000;

impl Coins {
    pub(crate) fn has_formula(&self) -> bool {
        self.0 == Turning::Consecutive || Formula::of(&self.0).is_some() || self.greedy().is_some()
    }

    /// Returns how many coins are turned at most, if they are more than three.
    pub(crate) fn greedy(&self) -> Option<usize> {
        match self.0 {
            Turning::AtMost(most @ 4..=16) => Some(most),
            _ => None,
        }
    }

    /// Returns the moves of a row to a nimber, given those of each head: sets of other coins for a sum, and their number.
    fn turns(row: &Row, mut others: impl FnMut(u64, usize) -> Option<(Vec<Others>, Option<u64>)>) -> Option<MoveList<Turn>> {
        let (mut moves, mut all) = (vec![], Some(0_u64));
        for place in row.heads() {
            let room = MoveList::<Turn>::MOST - moves.len();
            let (found, total) = others(*place, room)?;
            all = all.zip(total).map(|(all, total)| all.saturating_add(total));
            let turns = found.into_iter().take(room);
            moves.extend(turns.map(|others| Turn(core::iter::once(*place).chain(others).collect())));
        }
        Some(MoveList { moves, total: all })
    }
}

impl ClosedForm<Row, Turn> for Coins {
    fn nimber(&self, row: &Row) -> Option<u128> {
        if self.0 == Turning::Consecutive {
            return Some(row.heads().iter().fold(0, |sum, place| sum ^ (place & place.wrapping_neg())).into());
        }
        if let Some(most) = self.greedy() {
            let last = row.heads().last().map_or(0, |last| *last);
            return Greedy::with(most, last, |all| row.heads().iter().fold(0, |sum, place| sum ^ all.nimber(*place)));
        }
        let formula = Formula::of(&self.0)?;
        Some(row.heads().iter().fold(0, |sum, place| sum ^ formula.nimber(*place)))
    }
    fn moves_to(&self, row: &Row, nimber: u128) -> Option<MoveList<Turn>> {
        let change = self.nimber(row)? ^ nimber;
        if self.0 == Turning::Consecutive {
            return Some(u64::try_from(change).map_or_else(|_| vec![].into(), |change| runs(row, change)));
        }
        if let Some(most) = self.greedy() {
            let mut steps = MOST_STEPS;
            return Self::turns(row, |place, room| {
                Greedy::with(most, place, |all| all.others(place, change ^ all.nimber(place), most - 1, room, &mut steps))
            });
        }
        let formula = Formula::of(&self.0)?;
        Self::turns(row, |place, room| {
            let (others, total) = formula.others(place, change ^ formula.nimber(place), room);
            Some((others, Some(total)))
        })
    }
    fn source(&self) -> &'static str {
        "Winning Ways, ch. 14"
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::{Impartial, Notation};
    use sprague_testkit::judge::closed_form_is_right;

    const ALL: [Turning; 7] = [
        Turning::AtMost(2),
        Turning::AtMost(3),
        Turning::AtMost(4),
        Turning::AtMost(5),
        Turning::Exactly(2),
        Turning::Exactly(3),
        Turning::Consecutive,
    ];

    #[test]
    fn formulas_are_what_brute_force_finds() {
        let rows: Vec<Row> = (0..1_u64 << 7).map(|mask| Row::of((1..=7).filter(|place| mask >> (place - 1) & 1 == 1))).collect();
        for turning in ALL {
            closed_form_is_right(&Coins(turning.clone()), &rows);
            // by definition, from nimbers of smaller places
            let (rules, mut nimbers) = (Coins(turning.clone()), vec![0_u128]);
            let most = if rules.greedy().is_some() { 20 } else { 60_u64 };
            for place in 1..=most {
                let options: Vec<u128> = turning
                    .others(place)
                    .map(|others| others.iter().fold(0, |sum, other| sum ^ nimbers[*other as usize]))
                    .collect();
                nimbers.push((0..).find(|nimber| !options.contains(nimber)).unwrap());
                assert_eq!(rules.nimber(&Row::of([place])), nimbers.last().copied(), "{turning:?} {place}");
                for target in 0..4 {
                    let count = options.iter().filter(|option| **option == target).count();
                    assert_eq!(
                        rules.moves_to(&Row::of([place]), target).unwrap().total,
                        Some(count as u64),
                        "{turning:?} {place} {target}"
                    );
                }
            }
        }
        assert!(Coins(Turning::Exactly(4)).closed_form().is_none());
    }

    #[test]
    fn many_coins_are_answered_until_their_nimbers_are_too_large() {
        let [mobius, mogul] = [5, 7].map(|most| Coins(Turning::AtMost(most)));
        assert_eq!((mobius.nimber(&Row::of([20])), mobius.nimber(&Row::of([60]))), (Some(558), Some(8938)));
        assert_eq!(mogul.nimber(&Row::of([30])), Some(45107));
        let answers = |row: Row| (mogul.moves_to(&row, 0).unwrap().total, mogul.moves_to(&row, 1).unwrap().moves.len());
        assert_eq!(answers(Row::of([20])), (Some(1), 1));
        assert_eq!(mogul.read("1000").unwrap_err().at, 0);
    }

    #[test]
    fn far_places_are_answered() {
        let far = Row::of([10_u64.pow(12)]);
        let mock_turtles = Coins(Turning::AtMost(3));
        assert_eq!(mock_turtles.nimber(&far), Some(1_999_999_999_999));
        let list = mock_turtles.moves_to(&far, 6).unwrap();
        assert!(list.moves.len() == 1000 && list.total > Some(10_u64.pow(11)), "{:?}", list.total);
        assert_eq!(Coins(Turning::AtMost(2)).nimber(&far), Some(10_u128.pow(12)));
        assert_eq!(Coins(Turning::Exactly(2)).nimber(&far), Some(10_u128.pow(12) - 1));
        let ruler = Coins(Turning::Consecutive);
        assert_eq!((ruler.nimber(&far), ruler.moves_to(&far, 0).unwrap().total), (Some(4096), Some(1)));
        // only the run of all coins leaves this nimber
        let long = ruler.moves_to(&far, 4096 ^ u128::from(gray(10_u64.pow(12)))).unwrap();
        assert_eq!((long.moves, long.total), (vec![], Some(1)));
    }
}
