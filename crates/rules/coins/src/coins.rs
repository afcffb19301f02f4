//! The rules of a row of coins.

use crate::greedy::Greedy;
use crate::{Row, Turning};
use core::fmt;
use smallvec::SmallVec;
use sprague_core::any::{Look, Picture, Piece};
use sprague_core::{BadNotation, ClosedForm, Impartial, Notation, Ruleset};

/// Turns coins, of which the rightmost must change from heads to tails.
///
/// A player who cannot move loses. A row is not the sum of its heads, because two heads on one place cancel. Under normal play
/// its nimber is their nim-sum nevertheless; see [`coins`](crate::coins()).
///
/// ```
/// use sprague_core::{Notation, Ruleset};
/// use sprague_rules_coins::{Coins, Row, Turning};
/// let twins = Coins(Turning::Exactly(2));
/// assert_eq!(twins.options(&twins.read("1.3")?).collect::<Vec<_>>(), [Row::of([]), Row::of([1, 2])]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Coins(pub Turning);

/// A move: the places of the coins that are turned, the rightmost first.
///
/// ```
/// assert_eq!(sprague_rules_coins::Turn([6, 4].into_iter().collect()).to_string(), "turn 6 4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(pub SmallVec<[u64; 7]>);

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("turn")?;
        self.0.iter().try_for_each(|place| write!(f, " {place}"))
    }
}

impl Ruleset for Coins {
    type Position = Row;
    type Move = Turn;
    fn moves(&self, row: &Row) -> impl Iterator<Item = Turn> {
        let heads: SmallVec<[u64; 6]> = row.heads().into();
        heads
            .into_iter()
            .flat_map(move |place| self.0.others(place).map(move |others| Turn(core::iter::once(place).chain(others).collect())))
    }
    fn play(&self, row: &Row, turned: &Turn) -> Row {
        let mut row = row.clone();
        turned.0.iter().for_each(|place| row.turn(*place));
        row
    }
    fn allocated_bytes(&self, row: &Row) -> usize {
        row.allocated_bytes()
    }
}
impl Impartial for Coins {
    fn is_loopfree(&self, _: &Row) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Row, Turn>> {
        self.has_formula().then_some(self)
    }
}

/// Shows heads and tails as stones, numbered from 1.
const LOOK: Look = Look { is_strip: true, pieces: &[('H', Piece::Any), ('T', Piece::Free)], ..Look::USUAL };

impl Notation<Row> for Coins {
    /// Parses a [`Row`]. If more than three coins are turned, places must be small.
    fn read(&self, text: &str) -> Result<Row, BadNotation> {
        let row: Row = text.parse()?;
        let last = row.heads().last().map_or(0, |last| *last);
        match self.greedy() {
            Some(most) if last > SEARCHED || Greedy::with(most, last, |_| ()).is_none() => {
                let why = "smaller places: no theorem is known about more than three coins, and nimbers are computed up to 2^22";
                Err(BadNotation::new(0, why))
            }
            _ => Ok(row),
        }
    }
    fn show(&self, row: &Row) -> String {
        row.to_string()
    }
    fn picture(&self, row: &Row) -> Option<Picture> {
        row.picture()
    }
    fn look(&self) -> Look {
        LOOK
    }
}

/// The largest place of a head whose nimber is found by search.
const SEARCHED: u64 = 1_000;

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_testkit::judge::{NaiveNimbers, is_itself_again};
    use std::collections::BTreeSet;

    #[test]
    fn options_are_those_of_the_definition() {
        let rows = || (0..1_u64 << 7).map(|mask| Row::of((1..=7).filter(move |place| mask >> (place - 1) & 1 == 1)));
        type IsLegal = fn(&BTreeSet<u64>) -> bool;
        let legal: [(Turning, IsLegal); 4] = [
            (Turning::AtMost(3), |turned| turned.len() <= 3),
            (Turning::Exactly(2), |turned| turned.len() == 2),
            (Turning::Exactly(3), |turned| turned.len() == 3),
            (Turning::Consecutive, |turned| turned.last().unwrap() - turned.first().unwrap() + 1 == turned.len() as u64),
        ];
        for (turning, is_legal) in legal {
            for row in rows() {
                let options: BTreeSet<Row> = Coins(turning.clone()).options(&row).collect();
                let expected = rows().filter(|other| {
                    let turned: BTreeSet<u64> =
                        (1..=7).filter(|p| row.heads().contains(p) != other.heads().contains(p)).collect();
                    turned.last().is_some_and(|last| row.heads().contains(last)) && is_legal(&turned)
                });
                assert_eq!(options, expected.collect(), "{turning:?} {row}");
                assert!(is_itself_again(&Coins(turning.clone()), &row));
            }
        }
    }

    #[test]
    fn nimbers_of_rows_are_nim_sums_of_those_of_heads() {
        let code = Turning::ByCode("0.77".parse().unwrap());
        for turning in
            [Turning::AtMost(2), Turning::AtMost(3), Turning::Exactly(2), Turning::Exactly(3), Turning::Consecutive, code]
        {
            let mut naive = NaiveNimbers::new(Coins(turning.clone()));
            for mask in 0..1_u64 << 7 {
                let heads: Vec<u64> = (1..=7).filter(|place| mask >> (place - 1) & 1 == 1).collect();
                let sum = heads.iter().fold(0, |sum, head| sum ^ naive.nimber(&Row::of([*head])));
                assert_eq!(naive.nimber(&Row::of(heads)), sum, "{turning:?} {mask:b}");
            }
        }
    }
}
