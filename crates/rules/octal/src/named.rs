//! Take-and-break games that have a name.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.

use crate::Octal;

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
    /// The name by which it is typed.
    pub name: &'static str,
    /// The octal code of its rules.
    pub code: &'static str,
    /// The rules in a line.
    pub play: &'static str,
    /// The number of the game elsewhere, where it is not the size of the heap.
    pub remark: Option<&'static str>,
    /// A heap to try.
    pub example: u64,
    /// The theorem that proves its period.
    pub theorem: &'static str,
    /// The source of the game.
    pub source: &'static str,
}

impl Named {
    /// The rules that the code stands for.
    pub fn rules(&self) -> Octal {
        self.code.parse().expect("named codes are well-formed")
    }
}

/// The games that have a name.
pub const NAMED: &[Named] = &[
    Named {
        name: "kayles",
        code: "0.77",
        play: "knock down one skittle or two neighbours",
        remark: None,
        example: 15,
        theorem: "Guy-Smith",
        source: "Dudeney 1908",
    },
    Named {
        name: "dawson-kayles",
        code: "0.07",
        play: "knock down two neighbours",
        remark: None,
        example: 12,
        theorem: "Guy-Smith",
        source: "Winning Ways ch. 4",
    },
    Named {
        name: "dawson-chess",
        code: "0.137",
        play: "Dawson's chess problem as a heap game",
        remark: None,
        example: 12,
        theorem: "Guy-Smith",
        source: "Dawson 1935",
    },
    Named {
        name: "treblecross",
        code: "0.007",
        play: "one-dimensional noughts and crosses with crosses only",
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

    /// Treblecross: a cross may not be put within two squares of another.
    ///
    /// Whoever does loses at once.
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
