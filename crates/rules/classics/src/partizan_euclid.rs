//! Partizan Euclid: Left and Right take steps of the Euclidean algorithm.
//!
//! McKay & Nowakowski 2012, *Outcomes of Partizan Euclid* (INTEGERS 12).

use crate::Pair;
use core::fmt;
use sprague_core::any::ListedBy;
use sprague_core::notation::Reader;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Notation, Partizan, Player, any};

/// Partizan Euclid on p and q with r = p mod q: Left moves to q and r, Right to q and q − r.
///
/// A player who cannot move, because q divides p, loses.
///
/// ```
/// use sprague_core::{Partizan, Player};
/// use sprague_rules_classics::{Pair, PartizanEuclid};
///
/// let after = |player| PartizanEuclid.options(&Pair(7, 5), player).collect::<Vec<_>>();
/// assert_eq!([after(Player::Left), after(Player::Right)], [[Pair(5, 2)], [Pair(5, 3)]]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PartizanEuclid;

/// A move: the smaller number of the pair that it leaves.
///
/// ```
/// assert_eq!(sprague_rules_classics::Remainder(2).to_string(), "leave 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Remainder(pub u64);

impl fmt::Display for Remainder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "leave {}", self.0)
    }
}

impl Partizan for PartizanEuclid {
    type Position = Pair;
    type Move = Remainder;
    fn moves(&self, &Pair(p, q): &Pair, player: Player) -> impl Iterator<Item = Remainder> {
        let remainder = p.checked_rem(q).filter(|remainder| *remainder > 0);
        remainder.map(|remainder| Remainder(if player == Player::Left { remainder } else { q - remainder })).into_iter()
    }
    fn play(&self, &Pair(_, q): &Pair, _: Player, &Remainder(left): &Remainder) -> Pair {
        Pair(q, left)
    }
    fn is_loopfree(&self, _: &Pair) -> bool {
        true
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, Pair(p, q): Pair) -> Pair {
        // the multiple of q in p does not matter, and all pairs without a move are equal
        match p.checked_rem(q) {
            Some(remainder) if remainder > 0 => Pair(remainder, q),
            _ => Pair(0, 1),
        }
    }
}

impl Notation<Pair> for PartizanEuclid {
    fn read(&self, text: &str) -> Result<Pair, BadNotation> {
        let pair: Pair = text.parse()?;
        if pair.1 > 0 {
            return Ok(pair);
        }
        let mut reader = Reader::new(text);
        reader.small()?;
        reader.skip('.');
        Err(reader.expected("a number of at least 1"))
    }
    fn show(&self, pair: &Pair) -> String {
        pair.to_string()
    }
    fn picture(&self, pair: &Pair) -> Option<any::Picture> {
        Some(pair.picture())
    }
    fn listed_by(&self) -> Option<ListedBy> {
        Some(ListedBy::Pair)
    }
}

const KNOWN: &[Fact] = &[
    Fact::of("A pair and the same with p mod q in place of p have the same moves.", "From the rules")
        .shown_by("compare partizan-euclid@26.7 partizan-euclid@5.7", "equal"),
    Fact::of("Of 1 and 2 nothing is left after one move of either player.", "From the rules")
        .shown_by("value partizan-euclid@1.2", "*"),
];

pub(crate) fn entry() -> Entry {
    let entry = Entry::new("partizan-euclid", |parameters| parameters.none().map(|()| any::partizan(PartizanEuclid)));
    let entry = entry.component("pair p.q").play("with r = p mod q > 0, Left leaves q and r, Right q and q − r");
    let entry = entry.rules("There are two numbers p and q, and r is the remainder of p by q. If r is 0, nobody can move. Else Left moves to the pair of q and r, and Right to that of q and q − r. Whoever cannot move loses.");
    entry.example("partizan-euclid@19.7").title("Partizan Euclid").aim("Divide, and leave the rest or what is missing.").brief("Divide the larger number by the smaller. Left leaves the smaller and the rest, Right the smaller and what the rest lacks; whoever cannot divide with a rest loses.").sizes(&["partizan-euclid@7.5", "partizan-euclid@19.7", "partizan-euclid@34.21", "partizan-euclid@58.25"]).source("McKay & Nowakowski 2012").known(KNOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::pairs;
    use sprague_testkit::judge::is_itself_again;

    #[test]
    fn moves_are_those_of_the_definition() {
        for pair in pairs(14).filter(|pair| pair.1 > 0) {
            let Pair(p, q) = pair;
            let [left, right] = Player::BOTH.map(|player| PartizanEuclid.options(&pair, player).collect::<Vec<_>>());
            let rest = (0..q).find(|rest| p >= *rest && (p - rest) % q == 0).unwrap();
            let expected = |left| if rest == 0 { vec![] } else { vec![Pair(q, left)] };
            assert_eq!([left, right], [expected(rest), expected(q - rest)], "{pair}");
            assert!(is_itself_again(&PartizanEuclid, &pair));
        }
    }

    #[test]
    fn normal_forms_keep_the_options() {
        for pair in pairs(14).filter(|pair| pair.1 > 0) {
            let of = |pair: &Pair, player| -> Vec<Pair> {
                PartizanEuclid.options(pair, player).map(|option| PartizanEuclid.normal_form(option)).collect()
            };
            let normal = PartizanEuclid.normal_form(pair);
            assert!(Player::BOTH.into_iter().all(|player| of(&normal, player) == of(&pair, player)), "{pair}");
            assert_eq!(PartizanEuclid.normal_form(normal), normal, "{pair}");
        }
    }

    #[test]
    fn a_second_number_of_0_is_refused_where_it_stands() {
        assert_eq!(PartizanEuclid.read("7.0").unwrap_err().to_string(), "byte 2: expected a number of at least 1");
    }
}
