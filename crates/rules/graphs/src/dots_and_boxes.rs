//! Dots and Boxes, and Strings and Coins on any graph: a player who takes the last string of a coin gains a point and moves again.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 16; Barker & Korf 2012, *Solving Dots-And-Boxes*.

use crate::nimstring::{GROUND, Nimstring, Strings, TakeString};
use smallvec::SmallVec;
use sprague_core::any::Picture;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, MOST_COUNTED, Notation, Ruleset, ScoreBounds, Scored, ScoredOption, any};

/// Dots and Boxes in the form of Strings and Coins. A box is a coin, and a line that is not drawn is a string.
///
/// ```
/// use sprague_core::{Notation, Ruleset, Scored};
/// use sprague_rules_graphs::DotsAndBoxes;
///
/// let pair = DotsAndBoxes.read("1-2")?;
/// let option = DotsAndBoxes.scored_options(&pair).next().unwrap();
/// assert_eq!((option.gain, option.again), (2, true));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct DotsAndBoxes;

impl Ruleset for DotsAndBoxes {
    type Position = Strings;
    type Move = TakeString;
    fn moves(&self, strings: &Strings) -> impl Iterator<Item = TakeString> {
        strings.different().map(|[one, other]| TakeString::Between(one, other))
    }
    fn play(&self, strings: &Strings, mv: &TakeString) -> Strings {
        let TakeString::Between(one, other) = *mv else { return strings.clone() };
        strings.taken([one, other])
    }
    fn mobility(&self, strings: &Strings) -> u32 {
        strings.different().take(MOST_COUNTED as usize).count() as u32
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, strings: Strings) -> Strings {
        strings.renumbered()
    }
    fn allocated_bytes(&self, strings: &Strings) -> usize {
        strings.allocated_bytes()
    }
}

impl Scored for DotsAndBoxes {
    fn gain(&self, strings: &Strings, mv: &TakeString) -> i64 {
        let TakeString::Between(one, other) = *mv else { return 0 };
        coins_of(strings, [one, other])
    }
    fn moves_again(&self, strings: &Strings, mv: &TakeString) -> bool {
        self.gain(strings, mv) > 0
    }
    /// Bounds the score by the number of coins.
    fn score_bounds(&self, strings: &Strings) -> ScoreBounds {
        let coins = strings.coins().len() as i64;
        ScoreBounds { low: -coins, high: coins }
    }
    /// Lists what is left once all coins are taken, so that only positions without such coins are searched further. Of moves that
    /// give the other player equal coins and leave equal strings, only one is listed.
    fn enough_options(&self, strings: &Strings) -> impl Iterator<Item = ScoredOption<Strings>> {
        let taken = Taken::of(strings);
        let mut given: Vec<Taken> = vec![];
        let all = taken.is_none().then(|| {
            self.scored_options(strings).filter_map(move |option| {
                let Some(taken) = Taken::of(&option.to) else { return Some(option) };
                let is_new = !given.contains(&taken);
                given.push(taken);
                let Taken { coins, may_leave, left } = given.last().filter(|_| is_new)?;
                // if the other player has no choice but to take these coins, do it at once
                let forced = ScoredOption { to: left.clone(), gain: -coins, again: false };
                Some(if *may_leave == 0 { forced } else { option })
            })
        });
        let leaves = taken.as_ref().filter(|taken| taken.may_leave > 0 && !taken.left.ends().is_empty());
        let less = leaves.map(|Taken { coins, may_leave, left }| (left.clone(), coins - 2 * may_leave, false));
        let whole = taken.map(|Taken { coins, left, .. }| (left, coins, true));
        let few = whole.into_iter().chain(less).map(|(to, gain, again)| ScoredOption { to, gain, again });
        few.chain(all.into_iter().flatten())
    }
    fn scored_options(&self, strings: &Strings) -> impl Iterator<Item = ScoredOption<Strings>> {
        strings.different().map(|string| {
            let gain = coins_of(strings, string);
            ScoredOption { to: strings.taken(string), gain, again: gain > 0 }
        })
    }
}

/// The result of taking all coins that can be taken.
#[derive(PartialEq, Eq)]
struct Taken {
    coins: i64,
    /// The number of these coins that may instead be left to the other player together with the next move.
    may_leave: i64,
    left: Strings,
}

impl Taken {
    /// Returns `None` if no coin can be taken.
    fn of(strings: &Strings) -> Option<Self> {
        let mut taken: Option<Self> = None;
        while let Some((string, may_leave)) = enough(taken.as_ref().map_or(strings, |taken| &taken.left)) {
            let (coins, left_over, left) = match &taken {
                Some(taken) => (taken.coins, taken.may_leave, &taken.left),
                None => (0, 0, strings),
            };
            let coins = coins + coins_of(left, string);
            taken = Some(Self { coins, may_leave: left_over + may_leave, left: left.taken(string) });
        }
        taken
    }
}

/// Returns the number of coins that are taken with a string.
fn coins_of(strings: &Strings, string: [u16; 2]) -> i64 {
    string.into_iter().filter(|&end| end != GROUND && strings.at(end).nth(1).is_none()).count() as i64
}

/// Returns a string that is best to take, if a coin can be taken, and the number of coins that may instead be left to the other
/// player together with the next move (*Winning Ways*, ch. 16).
///
/// It is best to take every coin, except possibly the last two coins of one chain, or the last four of a loop if there is no
/// such chain.
fn enough(strings: &Strings) -> Option<([u16; 2], i64)> {
    let count = |coin: u16| if coin == GROUND { usize::MAX } else { strings.at(coin).count() };
    let string = |one: u16, other: u16| [one.min(other), one.max(other)];
    let beyond = |coin: u16, from: u16| {
        let mut ends = strings.at(coin);
        let (one, other) = (ends.next().expect("it has two strings"), ends.next().expect("it has two strings"));
        if one == from { other } else { one }
    };
    // strings that take the last coins but one of a chain, and those that begin to take the last four of a loop
    let (mut chains, mut loops) = (None, SmallVec::<[([u16; 2], [u16; 2]); 4]>::new());
    let mut count_of_chains = 0;
    for coin in strings.single() {
        let second = strings.at(coin).next().expect("it has a string");
        let take = string(coin, second);
        if count(second) != 2 {
            return Some((take, 0));
        }
        let third = beyond(second, coin);
        match count(third) {
            1 => return Some((take, 0)),
            2 => {
                if count(beyond(third, second)) != 1 {
                    return Some((take, 0));
                }
                let middle = string(second, third);
                if loops.iter().all(|(_, other)| *other != middle) {
                    loops.push((take, middle));
                }
            }
            _ => (chains, count_of_chains) = (Some(take), count_of_chains + 1),
        }
    }
    // the chain or loop that is left for the end comes first
    match (chains, loops.last()) {
        (None, Some((take, _))) => Some((*take, if loops.len() == 1 { 4 } else { 0 })),
        (_, Some((take, _))) => Some((*take, 0)),
        (Some(take), None) => Some((take, if count_of_chains == 1 { 2 } else { 0 })),
        (None, None) => None,
    }
}

impl Notation<Strings> for DotsAndBoxes {
    fn read(&self, text: &str) -> Result<Strings, BadNotation> {
        match text.strip_suffix(":pass") {
            Some(start) => Err(BadNotation::new(start.len(), "no pass: here a player who takes a coin moves again")),
            None => Nimstring.read(text),
        }
    }
    fn show(&self, strings: &Strings) -> String {
        Nimstring.show(strings)
    }
    fn picture(&self, strings: &Strings) -> Option<Picture> {
        Nimstring.picture(strings)
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("Two by two boxes are won by 2 points.", "computed here by two searches")
        .shown_by("solve dots-and-boxes@2x2", "wins by 2"),
    Fact::of("Three by three boxes are lost by 3 points, 3 to 6.", "Wilson, Dots-and-Boxes analysis; Barker & Korf 2012"),
];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("dots-and-boxes", |parameters| parameters.none().map(|()| any::scored(DotsAndBoxes)));
    let entry = entry
        .component("boxes RxC, or a graph in one line whose edges are strings, 0 being the ground, as in 0-1.0-1.1-2; :gone=… names strings that were taken")
        .play("take a string; who takes the last one of a coin gains a point and moves again");
    let entry = entry.rules("`RxC` are boxes of Dots and Boxes. In the words of Strings and Coins, a box is a coin and a line that is not drawn a string; a line of the margin joins a coin and the ground 0, and several strings may join the same two. A player takes a string. Who takes the last string of a coin, or of two, gains a point for each and moves again. The answer is by how many points the player to move wins.");
    entry
        .example("dots-and-boxes@2x2")
        .title("Dots and Boxes")
        .aim("Draw lines and close more boxes.")
        .brief("Draw a line between two dots; whoever closes a box gains a point and draws again. Whoever has more points at the end wins.")
        .sizes(&["dots-and-boxes@1x2", "dots-and-boxes@2x2", "dots-and-boxes@2x3"])
        .theorem("scores: of what can be taken, all coins are best, or all but two of a chain or four of a loop")
        .source("Berlekamp, Conway & Guy, Winning Ways, ch. 16")
        .known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Limits;
    use sprague_testkit::laws::scored;
    use sprague_testkit::sprague::evaluate::ScoreSearch;

    /// Returns the scores of all sets of these strings, by plain minimax.
    fn plain(strings: &[[u16; 2]]) -> Vec<i64> {
        let mut scores = vec![0; 1 << strings.len()];
        for set in 1..scores.len() {
            let worth = |string: usize| {
                let left = set & !(1 << string);
                let has = |coin: u16| (0..strings.len()).any(|other| left >> other & 1 == 1 && strings[other].contains(&coin));
                let gain = strings[string].into_iter().filter(|&end| end != GROUND && !has(end)).count() as i64;
                if gain > 0 { gain + scores[left] } else { -scores[left] }
            };
            scores[set] = (0..strings.len()).filter(|string| set >> string & 1 == 1).map(worth).max().unwrap_or(0);
        }
        scores
    }

    fn compare(strings: &[[u16; 2]]) {
        let (scores, limits) = (plain(strings), Limits::default());
        let mut search = ScoreSearch::new(&DotsAndBoxes, &limits);
        for (set, &score) in scores.iter().enumerate() {
            let left = Strings::new((0..strings.len()).filter(|string| set >> string & 1 == 1).map(|string| strings[string]));
            let found = search.score(&left, &mut ScoreBounds::UNKNOWN.clone());
            assert_eq!(found, Ok(score), "{}", DotsAndBoxes.show(&left));
        }
    }

    fn boxes(rows: u8, columns: u8) -> Vec<[u16; 2]> {
        Strings::boxes(rows, columns).ends().to_vec()
    }

    #[test]
    fn scores_of_small_boards_and_graphs_are_those_of_plain_minimax() {
        (1..=3).for_each(|columns| compare(&boxes(1, columns)));
        // a ring of five coins with a spoke, and four coins that all hang together
        compare(&[[1, 2], [2, 3], [3, 4], [4, 5], [1, 5], [0, 1], [0, 3]]);
        compare(&[[1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4], [0, 1], [0, 2]]);
    }

    #[test]
    #[ignore = "slow: all positions of 2×2, 1×5 and larger graphs"]
    fn slow_scores_are_those_of_plain_minimax() {
        [(2, 2), (1, 4), (1, 5)].into_iter().for_each(|(rows, columns)| compare(&boxes(rows, columns)));
        compare(&(1..=5).flat_map(|other| (0..other).map(move |one| [one, other])).take(13).collect::<Vec<_>>());
        compare(&[[1, 2], [2, 3], [3, 4], [4, 5], [5, 6], [1, 6], [0, 1], [0, 1], [0, 4], [3, 7], [0, 7], [7, 8], [0, 8]]);
    }

    #[test]
    fn laws_hold() {
        let positions = ["1x2", "0-1.1-2.2-0", "1-2.2-3.3-4.4-1", "cycle:4"].map(|text| DotsAndBoxes.read(text).unwrap());
        scored(&DotsAndBoxes, positions).unwrap();
    }

    #[test]
    fn known_boards_have_their_scores() {
        let limits = Limits::default();
        for (board, score) in [("1x1", -1), ("1x2", 0), ("1x3", -1), ("1x4", 0), ("2x2", 2)] {
            let found = ScoreSearch::new(&DotsAndBoxes, &limits)
                .score(&DotsAndBoxes.read(board).unwrap(), &mut ScoreBounds::UNKNOWN.clone());
            assert_eq!(found, Ok(score), "{board}");
        }
        assert_eq!(DotsAndBoxes.read("1-2:pass").unwrap_err().at, 3);
    }
}
