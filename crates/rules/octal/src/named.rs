//! Take-and-break games that have names.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.

use crate::Octal;
use sprague_core::registry::Fact;

/// A game that is better known by its name than by its code.
///
/// ```
/// use sprague_rules_octal::NAMED;
///
/// let kayles = NAMED.iter().find(|named| named.name == "kayles").unwrap();
/// assert_eq!(kayles.rules().to_string(), "0.77");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Named {
    /// The name of the game in the registry.
    pub name: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The moves of a player, in one line.
    pub aim: &'static str,
    /// The rules in two sentences.
    pub brief: &'static str,
    /// Positions to play, from small to large.
    pub sizes: &'static [&'static str],
    /// The octal code of the rules.
    pub code: &'static str,
    /// The rules in one line.
    pub play: &'static str,
    /// The rules in full sentences.
    pub rules_in_full: &'static str,
    /// Known facts about the game.
    pub known: &'static [Fact],
    /// The way in which the literature counts sizes, if it is not the size of the heap.
    pub remark: Option<&'static str>,
    /// The size of the heap in the example.
    pub example: u64,
    /// The theorem that can prove a period of the game.
    pub theorem: &'static str,
    /// The source of the game.
    pub source: &'static str,
}

impl Named {
    /// Returns the rules with this code.
    pub fn rules(&self) -> Octal {
        self.code.parse().expect("named codes are well-formed")
    }
}

/// All games with names.
pub const NAMED: &[Named] = &[
    Named {
        name: "kayles",
        title: "Kayles",
        aim: "Knock down one pin, or two side by side.",
        brief: "Knock down one pin, or two pins that stand side by side. Whoever knocks down the last pin wins.",
        sizes: &["kayles@5", "kayles@7", "kayles@12", "kayles@3,5"],
        code: "0.77",
        play: "knock down one skittle or two neighbours",
        rules_in_full: "Skittles stand in a row. A move knocks down one skittle or two that stand side by side, which may leave two rows. Whoever cannot move loses.",
        known: &[
            Fact::of("The nimbers repeat every 12 heaps from 71 on.", "Guy & Smith 1956")
                .shown_by("analyse kayles", "period 12 from n = 71 on, proved (Guy-Smith)"),
            Fact::of("Where the last mover loses, sums are decided by a misère quotient of 40 elements.", "Sibert & Conway 1992; Plambeck & Siegel 2008")
                .shown_by("quotient kayles", "misère quotient of 40 elements"),
        ],
        remark: None,
        example: 15,
        theorem: "Guy-Smith",
        source: "Dudeney 1908",
    },
    Named {
        name: "dawson-kayles",
        title: "Dawson's Kayles",
        aim: "Knock down two pins side by side.",
        brief: "Knock down exactly two pins that stand side by side. Whoever cannot move loses.",
        sizes: &["dawson-kayles@6", "dawson-kayles@9", "dawson-kayles@12", "dawson-kayles@7,9"],
        code: "0.07",
        play: "knock down two neighbours",
        rules_in_full: "Skittles stand in a row. A move knocks down exactly two that stand side by side. Whoever cannot move loses.",
        known: &[
            Fact::of("The nimbers repeat every 34 heaps from 53 on.", "Guy & Smith 1956")
                .shown_by("analyse dawson-kayles", "period 34 from n = 53 on, proved (Guy-Smith)"),
        ],
        remark: None,
        example: 12,
        theorem: "Guy-Smith",
        source: "Winning Ways ch. 4",
    },
    Named {
        name: "dawson-chess",
        title: "Dawson's Chess",
        aim: "Take a file and its neighbours.",
        brief: "Rows of pawns face each other, and captures must be made: a move takes a file with its neighbours. Whoever cannot move loses.",
        sizes: &["dawson-chess@5", "dawson-chess@8", "dawson-chess@12", "dawson-chess@6,9"],
        code: "0.137",
        play: "Dawson's chess problem as a heap game",
        rules_in_full: "Two rows of n pawns face each other with an empty row between them, and a capture must be made. What is left of it is a heap game: a move takes one file and its neighbours. Whoever cannot move loses.",
        known: &[
            Fact::of("The nimbers are those of Dawson's Kayles with one token more, and repeat every 34 heaps from 52 on.", "Guy & Smith 1956")
                .shown_by("analyse dawson-chess", "period 34 from n = 52 on, proved (Guy-Smith)"),
            Fact::of("Dawson asked for the play in which the last mover loses. No solution for all heaps is known; sums of small heaps have a quotient.", "Dawson 1935; Plambeck & Siegel 2008")
                .shown_by("solve dawson-chess@7 --play misere", "lost for the player to move"),
        ],
        remark: None,
        example: 12,
        theorem: "Guy-Smith",
        source: "Dawson 1935",
    },
    Named {
        name: "treblecross",
        title: "Treblecross",
        aim: "Put crosses, and never give the third in a row.",
        brief: "Put a cross on a free square, but not within two squares of another, which would let the other player make three. Whoever cannot move loses.",
        sizes: &["treblecross@7", "treblecross@10", "treblecross@14", "treblecross@20"],
        code: "0.007",
        play: "one-dimensional noughts and crosses with crosses only",
        rules_in_full: "Both players put crosses on a row of squares. Who makes three in a row wins, so nobody puts one within two squares of another; without such squares a player has lost.",
        known: &[
            Fact::of("No period of the nimbers is known.", "Winning Ways ch. 4")
                .shown_by("analyse treblecross", "no period seen"),
        ],
        remark: Some("a row of n squares is a heap of n + 2"),
        example: 20,
        theorem: "Guy-Smith, but no period is known",
        source: "Winning Ways ch. 4",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Octal;
    use sprague_core::Nimber;
    use sprague_core::heap::{Nimbers, Rows};

    fn values(code: &str) -> Vec<Nimber> {
        Rows::of(&Nimbers(code.parse::<Octal>().unwrap()), 60).cells().to_vec()
    }

    #[test]
    fn every_code_is_shown_as_it_is_listed() {
        for named in NAMED {
            assert_eq!(named.rules().to_string(), named.code, "{}", named.name);
        }
    }

    #[test]
    fn dawsons_games_are_one_token_apart() {
        assert_eq!(values("0.137")[..59], values("0.07")[1..]);
    }

    /// The definition of Treblecross: nobody puts a cross within two squares of another one.
    ///
    /// A player who does so loses at once.
    #[test]
    fn treblecross_on_n_squares_is_a_heap_of_two_more() {
        let mut known: Vec<u32> = vec![];
        for squares in 0..40_usize {
            let side = |from: usize| known[from.saturating_sub(2)];
            let options: Vec<u32> = (0..squares).map(|cross| side(cross) ^ side(squares - 1 - cross)).collect();
            known.push((0..).find(|value| !options.contains(value)).unwrap());
        }
        let heaps: Vec<u32> = values("0.007")[2..42].iter().map(|value| value.0).collect();
        assert_eq!(known, heaps);
    }
}
