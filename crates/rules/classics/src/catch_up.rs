//! Catch-Up: take numbers until you are no longer behind.
//!
//! Isaksen, Ismail, Brams & Nealen 2015, *Catch-Up: a game in which the lead alternates*, Game & Puzzle Design 1(2).

use sprague_core::notation::Reader;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Ruleset, ScoreBounds, Scored, ScoredOption, any};

/// Catch-Up: players take numbers of a set, and gain as many points.
///
/// A player takes numbers, one after another, until the player has at least as many points as the other player, and then it is
/// the other's turn. A position is the set of numbers that are left, bit n − 1 for n, and the points by which the player to move
/// is behind. It is written as the numbers and the points, `1.4.5/2`; `5` is the start with the numbers 1 to 5.
///
/// ```
/// use sprague_core::{Notation, Scored};
/// use sprague_rules_classics::CatchUp;
///
/// let options: Vec<String> =
///     CatchUp.scored_options(&CatchUp.read("1.3/2")?).map(|option| CatchUp.show(&option.to)).collect();
/// assert_eq!(options, ["1/1", "3/1"]); // 3 overtakes by 1, and after 1 the player is still behind by 1
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CatchUp;

/// The greatest number.
const MOST: u64 = 64;

/// Returns the numbers of a set, the greatest first.
fn numbers(mut set: u64) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let last = set.checked_ilog2()?;
        set &= !(1 << last);
        Some(last + 1)
    })
}

fn sum(set: u64) -> u32 {
    numbers(set).sum()
}

/// Returns the position after a number is taken, and whether the player moves again.
fn taken((set, behind): (u64, u32), number: u32) -> ((u64, u32), bool) {
    match set & !(1 << (number - 1)) {
        0 => ((0, 0), false),
        rest if number < behind => ((rest, behind - number), true),
        rest => ((rest, number - behind), false),
    }
}

impl Ruleset for CatchUp {
    type Position = (u64, u32);
    type Move = u32;
    fn moves(&self, &(set, _): &(u64, u32)) -> impl Iterator<Item = u32> {
        numbers(set)
    }
    fn play(&self, position: &(u64, u32), number: &u32) -> (u64, u32) {
        taken(*position, *number).0
    }
    fn mobility(&self, &(set, _): &(u64, u32)) -> u32 {
        set.count_ones()
    }
}

impl Scored for CatchUp {
    fn gain(&self, _: &(u64, u32), number: &u32) -> i64 {
        (*number).into()
    }
    fn moves_again(&self, position: &(u64, u32), number: &u32) -> bool {
        taken(*position, *number).1
    }
    /// In the end nobody leads by more than the greatest number that is left, or than the other player leads now.
    fn score_bounds(&self, &(set, behind): &(u64, u32)) -> ScoreBounds {
        let (sum, most, behind) = (i64::from(sum(set)), i64::from(64 - set.leading_zeros()), i64::from(behind));
        ScoreBounds { low: (-sum).max(behind - most.max(behind)), high: (behind + most).min(sum) }
    }
    /// A player who cannot get ahead takes all that is left, in any order.
    fn enough_options(&self, position: &(u64, u32)) -> impl Iterator<Item = ScoredOption<(u64, u32)>> {
        let sum = sum(position.0);
        let all = sum > 0 && sum <= position.1;
        let whole = all.then_some(ScoredOption { to: (0, 0), gain: sum.into(), again: false });
        whole.into_iter().chain((!all).then(|| self.scored_options(position)).into_iter().flatten())
    }
    fn scored_options(&self, &position: &(u64, u32)) -> impl Iterator<Item = ScoredOption<(u64, u32)>> {
        numbers(position.0).map(move |number| {
            let (to, again) = taken(position, number);
            ScoredOption { to, gain: number.into(), again }
        })
    }
}

impl Notation<(u64, u32)> for CatchUp {
    fn read(&self, text: &str) -> Result<(u64, u32), BadNotation> {
        Reader::new(text).whole(|reader| {
            let first = reader.within(0..=MOST, "a number")?;
            let is_start = reader.peek().is_none() || first == 0;
            if is_start {
                return Ok((u64::MAX.checked_shr(64 - first as u32).unwrap_or(0), 0));
            }
            let (mut set, mut last) = (1 << (first - 1), first);
            while reader.skip('.') {
                last = reader.within(last + 1..=MOST, "the numbers in rising order,")?;
                set |= 1 << (last - 1);
            }
            if !reader.skip('/') {
                return Err(reader.expected("`.` and a number, or `/` and the points by which the player to move is behind"));
            }
            Ok((set, reader.within(0..=4096, "the points by which the player to move is behind,")? as u32))
        })
    }
    fn show(&self, &(set, behind): &(u64, u32)) -> String {
        if behind == 0 && set & set.wrapping_add(1) == 0 {
            return set.count_ones().to_string();
        }
        let mut listed: Vec<String> = numbers(set).map(|number| number.to_string()).collect();
        listed.reverse();
        format!("{}/{behind}", listed.join("."))
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("With the numbers 1 to 10 the second player wins by 1.", "Isaksen, Ismail, Brams & Nealen 2015")
        .shown_by("solve catch-up@10", "loses by 1"),
    Fact::of(
        "If 1 + 2 + … + n is even, the game is drawn: a conjecture, which is tested up to 20.",
        "Isaksen, Ismail, Brams & Nealen 2015",
    )
    .shown_by("solve catch-up@12", "the player to move draws"),
];

pub(crate) fn entry() -> Entry {
    let catch_up = Entry::new("catch-up", |parameters| parameters.none().map(|()| any::scored(CatchUp)));
    catch_up
        .component("n for the numbers 1 to n, or the numbers that are left and how far the player to move is behind, as in 1.4.5/2")
        .play("take a number; who is still behind takes another one")
        .rules("A player takes a number of the set and gains as many points, and goes on until the player is no longer behind. Then it is the other's turn. `20` are the numbers 1 to 20, and at the start nobody is behind, so the first player takes one number. The answer is by how many points the player to move wins from there on.")
        .example("catch-up@10").title("Catch-Up").aim("Take numbers until you are no longer behind.").brief("Take a number, and gain as many points; go on until you are no longer behind. Whoever has more points at the end wins.").sizes(&["catch-up@4", "catch-up@7", "catch-up@10", "catch-up@12"])
        .source("Isaksen, Ismail, Brams & Nealen 2015")
        .known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Limits;
    use sprague_testkit::laws::scored;
    use sprague_testkit::sprague::evaluate::ScoreSearch;

    /// Returns by how much the player to move wins in the end, by plain minimax over the points of both players.
    fn plain(left: &[i64], mine: i64, theirs: i64) -> i64 {
        let worth = |place: usize| {
            let (rest, mine) = ([&left[..place], &left[place + 1..]].concat(), mine + left[place]);
            if mine < theirs { plain(&rest, mine, theirs) } else { -plain(&rest, theirs, mine) }
        };
        (0..left.len()).map(worth).max().unwrap_or(mine - theirs)
    }

    fn score(text: &str) -> i64 {
        let limits = Limits::default();
        let mut search = ScoreSearch::new(&CatchUp, &limits);
        search.score(&CatchUp.read(text).unwrap(), &mut ScoreBounds::UNKNOWN.clone()).unwrap()
    }

    #[test]
    fn scores_are_those_of_plain_minimax_and_of_the_paper() {
        let known = [0, 1, 1, 0, 0, 1, 1, 0, 0, -1, -1, 0, 0];
        for (n, known) in known.into_iter().enumerate() {
            assert_eq!(score(&n.to_string()), known, "{n}");
            let numbers: Vec<i64> = (1..=n as i64).collect();
            assert!(n > 7 || plain(&numbers, 0, 0) == known, "{n}");
        }
        // what is gained from here on is the difference in the end and the points behind
        assert_eq!(score("1.4.5/2"), plain(&[1, 4, 5], 0, 2) + 2);
        assert_eq!(score("1.2/9"), 3);
    }

    #[test]
    #[ignore = "slow: up to 18 numbers"]
    fn slow_scores_of_the_paper() {
        for (n, known) in (13..).zip([1, -1, 0, 0, 1, -1]) {
            assert_eq!(score(&n.to_string()), known, "{n}");
        }
    }

    #[test]
    fn laws_hold() {
        scored(&CatchUp, ["6", "2.3.7/4"].map(|text| CatchUp.read(text).unwrap())).unwrap();
    }

    #[test]
    fn what_is_shown_is_read_again() {
        for text in ["0", "1", "64", "5/0", "1.2/1", "1.64/0", "2.5.9/17"] {
            assert_eq!(CatchUp.show(&CatchUp.read(text).unwrap()), text);
        }
        assert_eq!(CatchUp.show(&CatchUp.read("1.2/0").unwrap()), "2");
        for (text, at) in [("65", 0), ("2.1/0", 2), ("1.2", 3), ("1/", 2), ("0/1", 1), ("", 0)] {
            assert_eq!(CatchUp.read(text).unwrap_err().at, at, "{text}");
        }
    }
}
