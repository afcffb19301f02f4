//! Tests Sheep against its definition, on pastures of words.

use super::*;
use sprague_testkit::judge::{self, Judge, options_are_those_of};

/// Splits a pasture into words such as `.`, `#` and `x3`.
fn words(text: &str) -> Vec<Vec<String>> {
    let row = |row: &str| {
        let mut words: Vec<String> = vec![];
        for character in row.chars() {
            match words.last_mut().filter(|_| character.is_ascii_digit()) {
                Some(word) => word.push(character),
                None => words.push(character.into()),
            }
        }
        words
    };
    text.split('/').map(row).collect()
}

fn herd(letter: char, count: usize) -> String {
    if count == 1 { letter.to_string() } else { format!("{letter}{count}") }
}

fn definition(text: &str, player: Player) -> Vec<String> {
    let (pasture, own) = (words(text), if player == Player::Left { 'x' } else { 'o' });
    let is_free = |row: isize, column: isize| {
        let at = usize::try_from(row).ok().zip(usize::try_from(column).ok());
        at.and_then(|(row, column)| pasture.get(row)?.get(column)).is_some_and(|word| word == ".")
    };
    let mut options = vec![];
    for (row, words) in pasture.iter().enumerate() {
        for (column, word) in words.iter().enumerate().filter(|(_, word)| word.starts_with(own)) {
            let sheep = word[1..].parse().unwrap_or(1);
            for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)] {
                let (mut r, mut c) = (row as isize, column as isize);
                while is_free(r + down, c + right) {
                    (r, c) = (r + down, c + right);
                }
                for count in 1..sheep {
                    if (r, c) != (row as isize, column as isize) {
                        let mut after = pasture.clone();
                        after[row][column] = herd(own, sheep - count);
                        after[r as usize][c as usize] = herd(own, count);
                        options.push(after.iter().map(|row| row.concat()).collect::<Vec<_>>().join("/"));
                    }
                }
            }
        }
    }
    options
}

/// Returns pastures of this size, each hexagon drawn from these words.
fn drawn(rows: usize, columns: usize, of: &[&str], count: usize) -> impl Iterator<Item = String> {
    let mut state = 1_u64;
    let mut word = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        of[(state >> 33) as usize % of.len()].to_owned()
    };
    let mut row = move || (0..columns).map(|_| word()).collect::<String>();
    (0..count).map(move |_| (0..rows).map(|_| row()).collect::<Vec<_>>().join("/"))
}

#[test]
fn options_and_values_are_those_of_the_definition() {
    let many = [".", ".", ".", ".", "#", "x", "o", "x2", "o2", "x3", "o4"];
    for text in drawn(3, 4, &many, 300).chain(drawn(4, 3, &many, 300)).chain(drawn(1, 7, &many, 50)) {
        assert!(options_are_those_of(&Sheep, definition, &text), "{text}");
        let pasture = Sheep.read(&text).unwrap();
        assert!(judge::is_itself_again(&Sheep, &pasture) && Sheep.show(&pasture) == text, "{text}");
    }
    let mut judge = Judge::new(definition);
    for text in drawn(2, 3, &many, 80).chain(drawn(3, 2, &many, 40)).chain(drawn(1, 5, &many, 40)) {
        assert!(judge.stands_for_itself(&Sheep, &text), "{text}");
    }
}

#[test]
fn what_nobody_walks_through_divides_the_pasture() {
    let parts =
        |text: &str| Sheep.summands(&Sheep.read(text).unwrap()).map(|part| part.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(parts("x2.xo3."), "x2. o3.");
    // a herd beside two free regions is in both parts, which are therefore one
    assert_eq!(parts(".x3."), ".x3.");
    // herds that cannot walk and single sheep are outside
    assert_eq!(parts("x.o2/o##"), ".o2");
    assert_eq!(parts("x2o2/o2x2"), "");
}

#[test]
fn what_is_no_pasture_is_refused() {
    for (text, at) in [("", 0), ("x/", 2), ("x0", 1), ("x101", 3), ("x2.a", 3), ("..5", 2), ("x../..", 6), ("#2", 1)] {
        assert_eq!(Sheep.read(text).unwrap_err().at, at, "{text}");
    }
    assert!(Sheep.read(&".".repeat(256)).is_err() && Sheep.read(&".".repeat(255)).is_ok());
    assert!(Pasture::unpack(&mut [3, 4, 0].as_slice()).is_err());
    assert!(Pasture::unpack(&mut [0, 0].as_slice()).is_err());
}
