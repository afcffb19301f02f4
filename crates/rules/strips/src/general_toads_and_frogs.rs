//! General Toads and Frogs: how far animals slide and how many they jump over are parameters.
//!
//! CGSuite contains this game as GenToadsAndFrogs, MCGS as gen_toads.

use crate::strip::{bits, runs};
use crate::toads_and_frogs::{LETTERS, parts, toads_and_frogs};
use crate::{Hop, Strip};
use sprague_core::any::{self, Figure, Look, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Partizan, Player};

/// Left moves a toad `T` to the right, Right moves a frog `F` to the left.
///
/// The animal slides over free squares, or jumps over the animals next to it onto the free square after them.
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_strips::GeneralToadsAndFrogs;
///
/// let rules: GeneralToadsAndFrogs = "1-2-2-0".parse()?;
/// let options = |text: &str, player| {
///     let strip = rules.read(text).unwrap();
///     rules.options(&strip, player).map(|to| rules.show(&to)).collect::<Vec<_>>()
/// };
/// assert_eq!(options("T...", Player::Left), [".T..", "..T."]);
/// assert_eq!(options("TFF.", Player::Left), [".FFT"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GeneralToadsAndFrogs {
    /// The least and the most squares of a slide. The least is at least 1.
    slide: [u32; 2],
    /// The most animals that an animal may jump over.
    jump: u32,
    /// `true` if it may also jump over animals of its own kind.
    is_friendly: bool,
}

impl core::str::FromStr for GeneralToadsAndFrogs {
    type Err = BadNotation;
    /// Parses the parameters, such as `1-2-1-0`.
    fn from_str(text: &str) -> Result<Self, BadNotation> {
        let number = |text: &str| text.parse::<u32>().ok().filter(|number| *number < 64);
        let read = || match text.split('-').map(number).collect::<Option<Vec<_>>>()?[..] {
            [least, most, jump, friendly @ 0..=1] if least > 0 => {
                Some(Self { slide: [least, most], jump, is_friendly: friendly == 1 })
            }
            _ => None,
        };
        read().ok_or_else(|| BadNotation::new(0, "four numbers below 64, such as 1-2-1-0, the first not 0 and the last 0 or 1"))
    }
}

impl GeneralToadsAndFrogs {
    /// Returns the moves of the animal on a square.
    fn hops(self, strip: &Strip, player: Player, from: u32) -> impl Iterator<Item = Hop> + use<> {
        let at = |far: u32| match player {
            Player::Left => Some(from + far).filter(|to| *to < strip.len()),
            Player::Right => from.checked_sub(far),
        };
        let reach = |squares: u64| (1..).take_while(|far| at(*far).is_some_and(|to| squares >> to & 1 == 1)).count() as u32;
        let free = reach(strip.of_neither());
        let over = reach(strip.of(-player) | if self.is_friendly { strip.of(player) } else { 0 });
        let lands = (1..=self.jump).contains(&over) && at(over + 1).is_some_and(|to| strip.of_neither() >> to & 1 == 1);
        let [least, most] = match lands {
            true => [over + 1; 2],
            false => [self.slide[0], self.slide[1].min(free)],
        };
        (least..=most).map(move |far| {
            let to = if player == Player::Left { from + far } else { from - far };
            Hop { from: from as u8 + 1, to: to as u8 + 1 }
        })
    }

    /// Returns the squares on both sides of which animals move independently, because no animal ever leaves or crosses them.
    ///
    /// A toad can never move again if one of the first squares of its shortest slide and, for every jump, the square after it
    /// or an animal below it stands in the way for ever: there is no such square, or an animal is on it that can never move
    /// again. For frogs the same holds in the other direction. The function starts with all animals and removes those that do
    /// not meet this condition. No animal of the remaining set can ever move, because the first one to move would need a square
    /// that another animal of the set had left before.
    ///
    /// A run of such animals is crossed by nobody if it is longer than a jump, or if animals of both kinds are in it and nobody
    /// jumps over its own kind.
    fn walls(self, strip: &Strip) -> u64 {
        let animals = Player::BOTH.map(|player| strip.of(player));
        let mut blocked = animals[0] | animals[1];
        loop {
            let mut still = 0;
            for (own, player) in animals.into_iter().zip(Player::BOTH) {
                let in_the_way = |from: u32, far: u32, by: u64| match player {
                    Player::Left if from + far < strip.len() => by >> (from + far) & 1 == 1,
                    Player::Right if from >= far => by >> (from - far) & 1 == 1,
                    _ => true,
                };
                let too_dear = if self.is_friendly { 0 } else { blocked & own };
                let is_stuck = |from: &u32| {
                    let no_slide = (1..=self.slide[0]).any(|far| in_the_way(*from, far, blocked));
                    let no_jump = |over: u32| {
                        in_the_way(*from, over + 1, blocked) || (1..=over).any(|far| in_the_way(*from, far, too_dear))
                    };
                    (no_slide || self.slide[0] > self.slide[1]) && (1..=self.jump).all(no_jump)
                };
                still |= bits(blocked & own).filter(is_stuck).map(|from| 1 << from).sum::<u64>();
            }
            if still == blocked {
                break;
            }
            blocked = still;
        }
        let is_wall = |run: &core::ops::Range<u32>| {
            let has = |own: u64| bits(own).any(|square| run.contains(&square));
            run.len() as u32 > self.jump || !self.is_friendly && animals.into_iter().all(has)
        };
        runs(blocked).filter(is_wall).flatten().map(|square| 1 << square).sum()
    }
}

impl Partizan for GeneralToadsAndFrogs {
    type Position = Strip;
    type Move = Hop;
    fn moves(&self, strip: &Strip, player: Player) -> impl Iterator<Item = Hop> {
        bits(strip.of(player)).flat_map(move |from| self.hops(strip, player, from))
    }
    fn play(&self, strip: &Strip, player: Player, hop: &Hop) -> Strip {
        strip.without(u32::from(hop.from) - 1).with(u32::from(hop.to) - 1, player)
    }
    /// Returns the parts between animals that can never move again and that nobody crosses.
    fn summands(&self, strip: &Strip) -> impl Iterator<Item = Strip> {
        let (toads, frogs) = (strip.of(Player::Left), strip.of(Player::Right));
        let open = strip.squares() & !self.walls(strip);
        runs(open).flat_map(move |run| parts(run, toads, frogs)).flatten().map(|part| strip.part(part))
    }
    fn is_loopfree(&self, _: &Strip) -> bool {
        true
    }
    fn negative(&self, strip: &Strip) -> Option<Strip> {
        Some(strip.exchanged().reversed())
    }
}

toads_and_frogs!(GeneralToadsAndFrogs);

const KNOWN: &[Fact] = &[Fact::of("With 1-1-1-0 it is Toads and Frogs, and with 1-1-0-0 Elephants and Rhinos.", "by the rules")
    .shown_by("value general-toads-frogs:1-1-1-0@TT.FF", "which is star")];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("general-toads-frogs:LEAST-MOST-JUMP-OWN", |parameters| {
        let rules: GeneralToadsAndFrogs = parameters.needed("four numbers, such as 1-2-1-0", str::parse)?;
        Ok(any::partizan(rules))
    });
    entry
        .component("strip of T . F")
        .play("Left moves T right, Right F left: a slide, or a jump over the animals next to it")
        .rules("Left moves a toad `T` to the right: it slides from LEAST to MOST squares, all free, or jumps over the animals next to it, at most JUMP frogs in a row, onto the free square after them. Right moves a frog to the left likewise. Nobody is removed. Whoever cannot move loses.")
        .options("LEAST, MOST: how far an animal slides. JUMP: the most animals it jumps over. OWN: 1 if it also jumps over its own kind, 0 if not.")
        .example("general-toads-frogs:1-2-1-0@TT...FF")
        .title("General Toads and Frogs")
        .aim("Slide, or jump over a few in the way.")
        .brief("Left moves toads to the right, Right frogs to the left: one or two squares at a time in 1-2-1-0, or a jump over one opponent. Whoever cannot move loses.")
        .sizes(&["general-toads-frogs:1-2-1-0@T..F", "general-toads-frogs:1-2-1-0@TT...FF", "general-toads-frogs:1-2-2-1@TT....FF"])
        .source("CGSuite and MCGS")
        .known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::naive::{is_itself_again, with, words};
    use sprague_testkit::judge::{Judge, options_are_those_of};

    const ALL: [&str; 8] = ["1-1-1-0", "1-1-0-0", "1-2-1-0", "1-2-1-1", "2-3-2-0", "1-3-2-1", "2-2-0-0", "3-1-2-0"];

    fn rules(parameters: &str) -> GeneralToadsAndFrogs {
        parameters.parse().unwrap()
    }

    /// Moves one animal square by square, as the definition says.
    fn naive(rules: GeneralToadsAndFrogs, strip: &str, player: Player) -> Vec<String> {
        let (own, other, step) = if player == Player::Left { ('T', 'F', 1) } else { ('F', 'T', -1) };
        let square = |at: isize| usize::try_from(at).ok().and_then(|at| strip.chars().nth(at)).unwrap_or('#');
        let mut options = vec![];
        for from in (0..strip.len() as isize).filter(|&at| square(at) == own) {
            let mut lands = |to: isize| options.push(with(&with(strip, from as usize, '.'), to as usize, own));
            let mut far = 1;
            while far <= rules.slide[1] as isize && square(from + step * far) == '.' {
                if far >= rules.slide[0] as isize {
                    lands(from + step * far);
                }
                far += 1;
            }
            for over in 1..=rules.jump as isize {
                let animal = square(from + step * over);
                if animal != other && !(rules.is_friendly && animal == own) {
                    break;
                }
                if square(from + step * (over + 1)) == '.' {
                    lands(from + step * (over + 1));
                }
            }
        }
        options
    }

    #[test]
    fn options_are_those_of_the_definition() {
        for parameters in ALL {
            let rules = rules(parameters);
            for text in words("TF.", 1..=5) {
                for text in [text.clone(), format!("{text:.>64}")] {
                    assert!(
                        options_are_those_of(&rules, |strip, player| naive(rules, strip, player), &text),
                        "{parameters} {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn summands_and_negatives_are_the_game_they_stand_for() {
        for parameters in ALL {
            let rules = rules(parameters);
            let mut judge = Judge::new(move |strip: &str, player| naive(rules, strip, player));
            for text in words("TF.", 1..=5) {
                assert!(judge.stands_for_itself(&rules, &text), "{parameters} {text}");
            }
        }
    }

    #[test]
    fn what_nobody_crosses_divides_the_strip() {
        let parts = |parameters: &str, strip: &str| {
            let rules = rules(parameters);
            let strip = rules.read(strip).unwrap();
            let parts = rules.summands(&strip).map(|part| rules.show(&part));
            parts.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(parts("1-2-1-0", "T..TTFF.T.F"), "T.. .T.F");
        // one pair is jumped over if jumps are long enough and over both kinds
        assert_eq!(parts("1-2-2-1", "T..TTFF..F"), "T..TTFF..F");
        assert_eq!(parts("1-2-1-0", "F..T"), "F T");
    }

    #[test]
    fn parameters_are_four_numbers() {
        for text in ["", "1-1-1", "0-1-1-0", "1-1-1-2", "1-64-1-0", "1-1-1-0-0", "1--1-0", "x-1-1-0"] {
            assert!(text.parse::<GeneralToadsAndFrogs>().is_err(), "{text}");
        }
        for text in words("TF.", 1..=3) {
            assert!(is_itself_again(&rules("1-2-1-1"), &text), "{text}");
        }
    }
}
