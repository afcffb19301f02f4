//! Kalah: sow the counters of a hole, and collect more than the other player.
//!
//! Irving, Donkers & Uiterwijk 2000, *Solving Kalah*, ICGA Journal 23(3), pp. 139–147.

use core::fmt;
use core::num::NonZeroU8;
use sprague_core::any::{BadPosition, Pack};
use sprague_core::notation::Reader;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Ruleset, ScoreBounds, Scored, ScoredOption, any};

/// The greatest number of holes of a player.
const MOST_HOLES: usize = 8;

/// Kalah, for any number of holes up to 8, or for this number.
///
/// A player sows the counters of a hole, one in each following hole of the player, the player's store, and each hole of the
/// other player, and round again; the other's store is left out. If the last counter falls into the store, the player moves
/// again. If it falls into an empty hole of the player and there are counters in the hole opposite, these and the last counter
/// go to the store. Play ends as soon as the holes of one player are empty, and the other collects what is left.
///
/// ```
/// use sprague_core::{Notation, Scored};
/// use sprague_rules_classics::Kalah;
///
/// let start = Kalah::default().read("2.2/2.2")?;
/// let options: Vec<_> = Kalah::default().scored_options(&start).map(|option| (option.to.to_string(), option.again)).collect();
/// assert_eq!(options, [("0.3/2.2".to_owned(), true), ("3.2/2.0".to_owned(), false)]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Kalah {
    /// The number of holes of a player, if it is fixed.
    pub holes: Option<NonZeroU8>,
}

/// The counters in the holes of the player to move and of the other player, who sits opposite and has the same number of holes.
///
/// ```
/// use sprague_core::Notation;
/// use sprague_rules_classics::Kalah;
/// assert_eq!(Kalah::default().read("4.0/1.2")?.to_string(), "4.0/1.2");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Holes {
    /// The number of holes of a player, at least 1.
    n: u8,
    /// The player's own holes and then the other's, in the order of sowing. There are at most 255 counters.
    counters: [u8; 2 * MOST_HOLES],
}

impl Holes {
    fn all(&self) -> &[u8] {
        &self.counters[..2 * usize::from(self.n)]
    }

    fn sides(&self) -> [i64; 2] {
        let (own, others) = self.all().split_at(self.n.into());
        [own, others].map(|side| side.iter().copied().map(i64::from).sum())
    }

    fn is_valid(&self) -> bool {
        (1..=MOST_HOLES).contains(&self.n.into()) && self.sides().iter().sum::<i64>() <= 255
    }

    /// Returns the holes that can be sown. There are none if one side is empty.
    fn moves(&self) -> impl Iterator<Item = u8> {
        let n = if self.sides()[1] == 0 { 0 } else { self.n };
        (0..n).filter(|hole| self.counters[usize::from(*hole)] > 0)
    }

    fn sow(&self, hole: u8) -> ScoredOption<Self> {
        let (n, mut to, mut place, mut gain) = (usize::from(self.n), *self, usize::from(hole), 0);
        let counters = core::mem::take(&mut to.counters[place]);
        // place n is the store, and the other's holes follow
        for _ in 0..counters {
            place = if place == 2 * n { 0 } else { place + 1 };
            match place == n {
                true => gain += 1,
                false => to.counters[place - usize::from(place > n)] += 1,
            }
        }
        let again = place == n;
        if place < n && to.counters[place] == 1 && to.counters[2 * n - 1 - place] > 0 {
            gain += 1 + i64::from(core::mem::take(&mut to.counters[2 * n - 1 - place]));
            to.counters[place] = 0;
        }
        if !again {
            to.counters[..2 * n].rotate_left(n);
        }
        ScoredOption { to, gain, again }
    }
}

impl fmt::Display for Holes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = |side: &[u8]| side.iter().map(u8::to_string).collect::<Vec<_>>().join(".");
        let (own, others) = self.all().split_at(self.n.into());
        write!(f, "{}/{}", side(own), side(others))
    }
}

impl Pack for Holes {
    fn pack(&self, words: &mut impl Extend<u64>) {
        let half = |from: usize| u64::from_le_bytes(core::array::from_fn(|at| self.counters[from + at]));
        words.extend([self.n.into(), half(0), half(MOST_HOLES)]);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (n, (one, other)): (u8, (u64, u64)) = Pack::unpack(words)?;
        let counters = [one.to_le_bytes(), other.to_le_bytes()].concat().try_into().expect("two words are 16 bytes");
        let holes = Self { n, counters };
        let is_clear = holes.is_valid() && counters[2 * usize::from(n)..].iter().all(|&counters| counters == 0);
        is_clear.then_some(holes).ok_or(BadPosition)
    }
}

/// A hole that is sown, counted from 1.
///
/// ```
/// assert_eq!(sprague_rules_classics::Sow(2).to_string(), "hole 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sow(pub u8);

impl fmt::Display for Sow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hole {}", self.0)
    }
}

impl Ruleset for Kalah {
    type Position = Holes;
    type Move = Sow;
    fn moves(&self, holes: &Holes) -> impl Iterator<Item = Sow> {
        holes.moves().map(|hole| Sow(hole + 1))
    }
    fn play(&self, holes: &Holes, mv: &Sow) -> Holes {
        holes.sow(mv.0 - 1).to
    }
    fn mobility(&self, holes: &Holes) -> u32 {
        holes.moves().count() as u32
    }
}

impl Scored for Kalah {
    fn gain(&self, holes: &Holes, mv: &Sow) -> i64 {
        holes.sow(mv.0 - 1).gain
    }
    fn moves_again(&self, holes: &Holes, mv: &Sow) -> bool {
        holes.sow(mv.0 - 1).again
    }
    fn terminal_score(&self, holes: &Holes) -> i64 {
        let [own, others] = holes.sides();
        own - others
    }
    /// Bounds the score by the number of counters.
    fn score_bounds(&self, holes: &Holes) -> ScoreBounds {
        let counters: i64 = holes.sides().iter().sum();
        ScoreBounds { low: -counters, high: counters }
    }
    fn scored_options(&self, holes: &Holes) -> impl Iterator<Item = ScoredOption<Holes>> {
        holes.moves().map(|hole| holes.sow(hole))
    }
}

impl Notation<Holes> for Kalah {
    fn read(&self, text: &str) -> Result<Holes, BadNotation> {
        Reader::new(text).whole(|reader| {
            let mut sides = [vec![], vec![]];
            for place in 0..2 {
                if place == 1 && !reader.skip('/') {
                    return Err(reader.expected("`.` and a number, or `/` and the other's holes, as in 2.2/2.2"));
                }
                let [least, most] = match (place, self.holes) {
                    (0, None) => [1, MOST_HOLES],
                    (0, Some(holes)) => [holes.get().into(); 2],
                    _ => [sides[0].len(); 2],
                };
                loop {
                    sides[place].push(reader.within(0..=255, "a number of counters,")? as u8);
                    if sides[place].len() == most || !reader.skip('.') {
                        break;
                    }
                }
                if sides[place].len() < least {
                    return Err(reader.expected("`.` and a number: each player has the same number of holes"));
                }
            }
            let mut holes = Holes { n: sides[0].len() as u8, counters: [0; 2 * MOST_HOLES] };
            holes.counters.iter_mut().zip(sides.concat()).for_each(|(place, counters)| *place = counters);
            if holes.is_valid() { Ok(holes) } else { Err(BadNotation::new(0, "at most 255 counters together")) }
        })
    }
    fn show(&self, holes: &Holes) -> String {
        holes.to_string()
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("With three holes of two counters the first player wins by 4.", "plain minimax in this project")
        .shown_by("solve kalah@2.2.2/2.2.2", "wins by 4"),
    Fact::of("With two holes of four counters the first player loses by 10.", "plain minimax in this project")
        .shown_by("solve kalah@4.4/4.4", "loses by 10"),
    Fact::of("With four holes of four counters the first player wins.", "Irving, Donkers & Uiterwijk 2000"),
];

pub(crate) fn entry() -> Entry {
    let kalah = Entry::new("kalah[:holes=N]", |parameters| {
        let holes = parameters.optional(|text| {
            let expected = || BadNotation::new(0, "holes=N, with N from 1 to 8");
            let number = text.strip_prefix("holes=").and_then(|number| number.parse::<NonZeroU8>().ok());
            number.filter(|number| usize::from(number.get()) <= MOST_HOLES).ok_or_else(expected)
        })?;
        Ok(any::scored(Kalah { holes }))
    });
    kalah
        .component("the holes of the player to move, / and the other's, as in 2.2.2/2.2.2")
        .play("sow the counters of a hole; the last one in the store gives another turn, and in an empty hole takes those opposite")
        .rules("A player sows the counters of a hole of the player, one in each following hole, the player's store and the other's holes, and round again. If the last counter falls into the store, the player moves again. If it falls into an empty hole of the player and the hole opposite has counters, it goes to the store together with them. Play ends as soon as one side is empty; the other player keeps what is left. The answer is by how many counters the player to move collects more.")
        .options("N: the number of holes of a player, 1 to 8; as many as the position has unless said.")
        .example("kalah@2.2.2/2.2.2").title("Kalah").aim("Sow, and collect more counters.").brief("Sow the counters of one of your holes. The last one in your store gives another turn; in an empty hole of yours it takes those opposite. Whoever collects more wins.").sizes(&["kalah@2.2/2.2", "kalah@2.2.2/2.2.2", "kalah@3.3.3/3.3.3"])
        .source("Irving, Donkers & Uiterwijk 2000")
        .known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Limits;
    use sprague_testkit::laws::scored;
    use sprague_testkit::sprague::evaluate::ScoreSearch;

    fn start(holes: usize, counters: u8) -> Holes {
        let side = vec![counters.to_string(); holes].join(".");
        Kalah::default().read(&format!("{side}/{side}")).unwrap()
    }

    /// Returns the score by plain minimax: lists of own and other holes, sown as the rules say it.
    fn plain(own: &[u8], other: &[u8]) -> i64 {
        let sum = |side: &[u8]| side.iter().map(|counters| i64::from(*counters)).sum::<i64>();
        if sum(own) == 0 || sum(other) == 0 {
            return sum(own) - sum(other);
        }
        let n = own.len();
        let sown = |hole: usize| {
            // own holes, the store, the other's holes
            let mut places = [own, &[0], other].concat();
            let mut at = hole;
            for _ in 0..core::mem::take(&mut places[hole]) {
                at = (at + 1) % places.len();
                places[at] += 1;
            }
            if at < n && places[at] == 1 && places[2 * n - at] > 0 {
                places[n] += 1 + places[2 * n - at];
                (places[at], places[2 * n - at]) = (0, 0);
            }
            let (own, other) = (&places[..n], &places[n + 1..]);
            i64::from(places[n]) + if at == n { plain(own, other) } else { -plain(other, own) }
        };
        (0..n).filter(|hole| own[*hole] > 0).map(sown).max().unwrap()
    }

    #[test]
    fn scores_are_those_of_plain_minimax() {
        let limits = Limits::default();
        for (holes, counters, score) in [(1, 4, -2), (2, 1, 2), (2, 2, -2), (2, 3, -2), (2, 4, -10), (3, 1, 0), (3, 2, 4)] {
            let start = start(holes, counters);
            let (own, other) = start.all().split_at(holes);
            assert_eq!(plain(own, other), score, "{start}");
            let found = ScoreSearch::new(&Kalah::default(), &limits).score(&start, &mut ScoreBounds::UNKNOWN.clone());
            assert_eq!(found, Ok(score), "{start}");
        }
    }

    #[test]
    #[ignore = "slow: larger boards, by search alone"]
    fn slow_known_boards_have_their_scores() {
        let limits = Limits::default();
        for (holes, counters, score) in [(3, 3, 2), (3, 4, 2), (4, 2, 6), (4, 3, 6), (4, 4, 2)] {
            let found =
                ScoreSearch::new(&Kalah::default(), &limits).score(&start(holes, counters), &mut ScoreBounds::UNKNOWN.clone());
            assert_eq!(found, Ok(score), "{holes} {counters}");
        }
    }

    #[test]
    fn laws_hold() {
        scored(&Kalah::default(), [start(2, 3), start(3, 1)]).unwrap();
    }

    #[test]
    fn what_is_no_board_is_refused_where_it_goes_wrong() {
        let fixed = Kalah { holes: NonZeroU8::new(2) };
        for (rules, text, at) in [
            (Kalah::default(), "2.2", 3),
            (Kalah::default(), "2.2/2", 5),
            (Kalah::default(), "2/2.2", 3),
            (Kalah::default(), "200/200", 0),
            (Kalah::default(), "256/1", 0),
            (fixed, "2/2", 1),
            (fixed, "2.2.2/2.2.2", 3),
        ] {
            assert_eq!(rules.read(text).unwrap_err().at, at, "{text}");
        }
        assert!(fixed.read("2.2/2.2").is_ok());
    }

    #[test]
    fn what_is_packed_is_the_same_again() {
        for holes in [start(1, 4), start(8, 3)] {
            let mut words = vec![];
            holes.pack(&mut words);
            assert_eq!(Holes::unpack(&mut words.as_slice()), Ok(holes));
        }
        assert!(Holes::unpack(&mut [1, 0, 1].as_slice()).is_err() && Holes::unpack(&mut [9, 0, 0].as_slice()).is_err());
    }
}
