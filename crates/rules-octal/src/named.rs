//! Take-and-break games that have a name.
//!
//! Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.

/// Name, code and description of games that are better known by name.
///
/// ```
/// use sprague_rules_octal::{NAMED, Octal};
///
/// let (_, code, _) = NAMED.iter().find(|(name, ..)| *name == "kayles").unwrap();
/// assert_eq!(code.parse::<Octal>().unwrap().to_string(), "0.77");
/// ```
pub const NAMED: &[(&str, &str, &str)] = &[
    ("kayles", "0.77", "knock down one pin or two neighbours; what is left of a row may fall into two"),
    ("dawson-kayles", "0.07", "knock down two neighbouring pins; what is left of a row may fall into two"),
    ("dawson-chess", "0.137", "two rows of pawns that must capture: a move takes a file and its neighbours"),
    ("treblecross", "0.007", "put crosses in a row, three neighbours win: a row of n squares is a heap of n + 2"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Octal;
    use sprague_core::{Nimber, Nimbers, Rows};

    fn values(code: &str) -> Vec<Nimber> {
        Rows::of(&Nimbers(code.parse::<Octal>().unwrap()), 60).cells().to_vec()
    }

    #[test]
    fn every_code_is_shown_as_it_is_listed() {
        for (name, code, _) in NAMED {
            assert_eq!(code.parse::<Octal>().unwrap().to_string(), *code, "{name}");
        }
    }

    #[test]
    fn dawsons_games_are_one_token_apart() {
        assert_eq!(values("0.137")[..59], values("0.07")[1..]);
    }

    /// A row of squares where a cross may not be put within two of another: whoever does loses at once.
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
