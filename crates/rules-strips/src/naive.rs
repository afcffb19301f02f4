//! Judges for the tests of every ruleset here: games as text, played by their definition and compared by playing them out.

use core::ops::RangeInclusive;
use sprague_core::any::Pack;
use sprague_core::{Notation, Partizan, Player};
use std::collections::HashMap;

/// Every text of these letters of such a length.
pub(crate) fn words(letters: &str, lengths: RangeInclusive<usize>) -> Vec<String> {
    let (mut all, mut longest) = (vec![], vec![String::new()]);
    for length in 0..=*lengths.end() {
        if lengths.contains(&length) {
            all.extend(longest.clone());
        }
        longest = longest.iter().flat_map(|word| letters.chars().map(move |letter| format!("{word}{letter}"))).collect();
    }
    all
}

/// The text with another letter.
pub(crate) fn with(text: &str, at: usize, letter: char) -> String {
    text.chars().enumerate().map(|(index, old)| if index == at { letter } else { old }).collect()
}

/// The options are those of the definition, one for each move, and moves are listed once.
pub(crate) fn same_options<R>(rules: &R, text: &str, naive: impl Fn(&str, Player) -> Vec<String>)
where
    R: Partizan + Notation<R::Position>,
{
    let position = rules.read(text).unwrap();
    for player in Player::BOTH {
        let mut options: Vec<String> = rules.options(&position, player).map(|option| rules.show(&option)).collect();
        let moves: Vec<R::Move> = rules.moves(&position, player).collect();
        let played: Vec<String> = moves.iter().map(|mv| rules.show(&rules.play(&position, player, mv))).collect();
        assert_eq!(options, played, "{text} for {player}");
        let mut labels: Vec<String> = moves.iter().map(|mv| mv.to_string()).collect();
        labels.sort_unstable();
        labels.dedup();
        assert_eq!(labels.len(), moves.len(), "{text} for {player}");
        let mut expected = naive(text, player);
        expected.sort_unstable();
        options.sort_unstable();
        assert_eq!(options, expected, "{text} for {player}");
    }
}

/// Whether what is shown is what was read, and what is packed the same when unpacked.
pub(crate) fn is_itself_again<R>(rules: &R, text: &str) -> bool
where
    R: Partizan<Position: Pack> + Notation<R::Position>,
{
    let position = rules.read(text).unwrap();
    let mut words = vec![];
    position.pack(&mut words);
    words.push(7);
    let mut rest = words.as_slice();
    let unpacked = R::Position::unpack(&mut rest);
    unpacked == position && rest == [7] && rules.show(&position) == text
}

/// Compares sums of games by playing them out.
pub(crate) struct Judge<F> {
    options: F,
    wins: HashMap<(Player, Vec<Term>), bool>,
}

/// A game as text, and whether Left and Right are exchanged in it.
type Term = (String, bool);

impl<F: Fn(&str, Player) -> Vec<String>> Judge<F> {
    /// The game with these options.
    pub(crate) fn new(options: F) -> Self {
        Self { options, wins: HashMap::new() }
    }

    /// Whether the player to move in a sum wins.
    fn wins(&mut self, player: Player, mut sum: Vec<Term>) -> bool {
        // terms without moves are none
        sum.retain(|(text, _)| Player::BOTH.iter().any(|player| !(self.options)(text, *player).is_empty()));
        sum.sort_unstable();
        let key = (player, sum);
        if let Some(known) = self.wins.get(&key) {
            return *known;
        }
        let (_, sum) = &key;
        let wins = (0..sum.len()).any(|index| {
            let (text, is_exchanged) = &sum[index];
            (self.options)(text, if *is_exchanged { -player } else { player }).into_iter().any(|option| {
                let mut after = sum.clone();
                after[index].0 = option;
                !self.wins(-player, after)
            })
        });
        self.wins.insert(key, wins);
        wins
    }

    /// Whether some games add to the same value as some others: whoever starts in the difference loses.
    pub(crate) fn are_equal(&mut self, some: &[String], others: &[String]) -> bool {
        let minus = others.iter().map(|text| (text.clone(), true));
        let difference: Vec<Term> = some.iter().map(|text| (text.clone(), false)).chain(minus).collect();
        Player::BOTH.into_iter().all(|player| !self.wins(player, difference.clone()))
    }

    /// The summands of a position add to it, its normal form is equal to it, and it and its negative add to 0.
    pub(crate) fn stands_for_itself<R>(&mut self, rules: &R, text: &str)
    where
        R: Partizan + Notation<R::Position>,
    {
        let position = rules.read(text).unwrap();
        let whole = [text.to_owned()];
        let summands: Vec<String> = rules.summands(&position).map(|summand| rules.show(&summand)).collect();
        assert!(self.are_equal(&summands, &whole), "{text} is not {summands:?}");
        let normal = rules.show(&rules.normal_form(position.clone()));
        assert!(self.are_equal(core::slice::from_ref(&normal), &whole), "{text} is not {normal}");
        if let Some(negative) = rules.negative(&position) {
            let negative = rules.show(&negative);
            assert!(self.are_equal(&[text.to_owned(), negative.clone()], &[]), "{text} + {negative} is not 0");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number of tokens for each player, `2|1`, of which each takes one.
    fn tokens(text: &str, player: Player) -> Vec<String> {
        let mut numbers: Vec<u32> = text.split('|').map(|number| number.parse().unwrap()).collect();
        let own = &mut numbers[player as usize];
        *own = match own.checked_sub(1) {
            Some(left) => left,
            None => return vec![],
        };
        vec![format!("{}|{}", numbers[0], numbers[1])]
    }

    #[test]
    fn the_judge_tells_games_apart() {
        let mut judge = Judge::new(tokens);
        let mut are_equal = |some: &[&str], others: &[&str]| {
            let [some, others] = [some, others].map(|sum| sum.iter().map(|&text| text.to_owned()).collect::<Vec<_>>());
            judge.are_equal(&some, &others)
        };
        assert!(are_equal(&["2|1"], &["3|2"]) && are_equal(&["2|0", "0|1"], &["1|0"]) && are_equal(&["1|1"], &[]));
        assert!(!are_equal(&["2|1"], &["2|2"]) && !are_equal(&["0|1"], &["1|0"]) && !are_equal(&["1|0"], &[]));
    }
}
