//! Compares values with alternating play, on all small graphs.

use super::*;
use sprague_core::{Limits, Nimber, Notation};
use sprague_testkit::sprague::evaluate::entailing::{EntailingSearch, EntailingValue};

/// Returns who wins these strings together with a heap of Nim, by alternating play. A player who takes the last string of a
/// coin moves again.
///
/// `won[heap]` has an entry for every set of strings.
fn by_turns(strings: &[[u16; 2]], heaps: usize) -> Vec<Vec<bool>> {
    let mut won = vec![vec![false; 1 << strings.len()]; heaps];
    for set in 0..1_usize << strings.len() {
        for heap in 0..heaps {
            let take = |string: usize| {
                let left = set & !(1 << string);
                let is_last = |coin: u16| {
                    coin != 0 && !(0..strings.len()).any(|other| left >> other & 1 == 1 && strings[other].contains(&coin))
                };
                // after the last string of a coin, the same player moves again
                if strings[string].into_iter().any(is_last) { won[heap][left] } else { !won[heap][left] }
            };
            let wins = (0..strings.len()).filter(|string| set >> string & 1 == 1).any(take);
            won[heap][set] = wins || (0..heap).any(|less| !won[less][set]);
        }
    }
    won
}

/// Returns the nimber that follows from the outcomes with heaps; `None` for loony positions.
fn told_by(won: &[Vec<bool>], set: usize) -> Option<usize> {
    let lost: Vec<usize> = (0..won.len()).filter(|heap| !won[*heap][set]).collect();
    assert!(lost.len() < 2, "at most one heap loses");
    lost.first().copied()
}

/// Compares the engine's values with alternating play, for every subset of these strings.
fn compare(strings: &[[u16; 2]], heaps: usize) {
    let won = by_turns(strings, heaps);
    let limits = Limits::default();
    let mut search = EntailingSearch::new(&Nimstring, &limits);
    for set in 0..1_usize << strings.len() {
        let left = Strings::new((0..strings.len()).filter(|string| set >> string & 1 == 1).map(|string| strings[string]));
        let value = search.value(&left).unwrap();
        let expected = match told_by(&won, set) {
            Some(nimber) => EntailingValue::Nimber(Nimber(nimber as u32)),
            None => EntailingValue::Loony,
        };
        assert_eq!(value, expected, "{}", Nimstring.show(&left));
    }
}

/// Returns a string between any two of the coins and the ground.
fn complete(coins: u16) -> Vec<[u16; 2]> {
    (1..=coins).flat_map(|other| (0..other).map(move |one| [one, other])).collect()
}

#[test]
fn all_graphs_of_five_coins_and_the_ground_are_valued_as_by_turns() {
    compare(&complete(5), 7);
}

#[test]
#[ignore = "release: seconds in release mode, minutes without"]
fn release_all_graphs_of_six_coins_and_the_ground_are_valued_as_by_turns() {
    compare(&complete(6), 8);
}

#[test]
#[ignore = "release: seconds in release mode, minutes without"]
fn release_random_graphs_of_twelve_strings_and_their_parts_are_valued_as_by_turns() {
    let mut state = 1_u64;
    let mut below = |end: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % end
    };
    for graph in 0..400 {
        // from trees with many coins to few coins with many strings between two of them
        let coins = 3 + graph % 10;
        let mut strings: Vec<[u16; 2]> = (0..12)
            .map(|string| {
                let one = if string < coins { string + 1 } else { 1 + below(coins) };
                let other = (one + 1 + below(coins)) % (coins + 1);
                [one.min(other) as u16, one.max(other) as u16]
            })
            .collect();
        strings.sort_unstable();
        compare(&strings, 8);
    }
}

#[test]
fn boxes_are_valued_as_by_turns() {
    for (rows, columns) in [(1, 1), (1, 2), (1, 3), (2, 2)] {
        compare(Strings::boxes(rows, columns).ends(), 7);
    }
}

#[test]
fn strings_between_the_same_ends_are_told_apart_by_their_number() {
    let strings = [[0, 1], [0, 1], [0, 1], [1, 2], [1, 2], [2, 3], [2, 3], [2, 3], [0, 3], [1, 3]];
    compare(&strings, 7);
}

#[test]
fn isomorphic_strings_become_the_same() {
    let shift = |strings: &Strings, by: u16, of: u16| {
        let moved = |end: u16| if end == GROUND { GROUND } else { (end - 1 + by) % of + 1 };
        Strings::new(strings.ends().iter().map(|ends| ends.map(moved)))
    };
    for text in ["3x3", "2x3:gone=0-1.1-2", "cycle:7", "petersen", "0-1.0-1.1-2.1-2.2-3.2-3.2-3.3-4", "complete:7", "6x6"] {
        let strings = Nimstring.read(text).unwrap();
        let form = Nimstring.normal_form(strings.clone());
        assert_eq!(Nimstring.normal_form(form.clone()), form, "{text}");
        let coins = strings.coins().len() as u16;
        for by in 1..coins {
            assert_eq!(Nimstring.normal_form(shift(&strings, by, coins)), form, "{text} by {by}");
        }
    }
    // graphs of more than 64 coins are not renumbered
    let large = Nimstring.read("path:90").unwrap();
    assert_eq!(Nimstring.normal_form(large.clone()), large);
}

#[test]
fn positions_are_read_as_they_are_shown_and_strings_that_are_not_there_refused() {
    for text in ["3x3", "2x2:gone=0-1.1-2", "1x1:gone=0-1.0-1.0-1.0-1:pass", "0-1.0-1.1-2", "1-2:pass", "0", "0:pass"] {
        assert_eq!(Nimstring.show(&Nimstring.read(text).unwrap()), text);
    }
    assert_eq!(Nimstring.show(&Nimstring.read("path:3:gone=1-2").unwrap()), "2-3");
    for (text, at, expected) in [
        ("2x2:gone=0-1.0-1.0-1", 17, "0-1 is not"),
        ("1-1", 2, "another coin"),
        ("0x3", 0, "rows and columns"),
        ("3x99", 2, "rows and columns"),
        ("1-2:pas", 3, "nothing more"),
        ("", 0, "edges such as"),
        ("2x2:gone=", 9, "coins, numbered"),
    ] {
        let error = Nimstring.read(text).unwrap_err();
        assert!(error.at == at && error.expected.contains(expected), "{text}: {error:?}");
    }
}

sprague_testkit::laws! { ruleset by_strings, rules: Nimstring, positions: ["2x2", "0-1.0-1.1-2.2-3", "1-2.2-3:pass"].map(|text| Nimstring.read(text).unwrap()) }
