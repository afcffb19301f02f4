//! Moves of heaps that have too many to list: judged one by one, from the rules as data.

use sprague::notation::Reader;
use sprague::{Amounts, HeapRules, Player, TakeAndBreak};
use sprague_games::{Component, Part, Place, SumText};

/// The position with one component written anew.
fn replaced(sum: &SumText, index: usize, component: &str) -> String {
    let mut text = String::new();
    for (at, place) in sum.places().iter().enumerate() {
        match (at, place.starts_group) {
            (0, _) => text += &format!("{}@", place.game.text()),
            (_, true) => text += &format!("+{}@", place.game.text()),
            (_, false) => text.push(','),
        }
        if at == index {
            text += component;
        } else {
            text += &place.game.show(&place.component);
        }
    }
    text
}

/// The position that is left when `amount` is taken from a heap of this component, `None` if that is no number, or too much.
/// Whether it may be taken is not asked.
pub(super) fn after_taking(sum: &SumText, index: usize, amount: &str) -> Option<String> {
    let place = sum.places().get(index)?;
    let heap = Reader::new(&place.game.show(&place.component)).whole(Reader::number).ok()?;
    let amount = Reader::new(amount).whole(Reader::number).ok()?;
    (amount <= heap).then(|| replaced(sum, index, &(heap - amount).to_string()))
}

/// The components in which two positions differ; `None` if they do not consist of the same games.
pub(super) fn differing(before: &SumText, after: &SumText) -> Option<Vec<usize>> {
    let (old, new) = (before.places(), after.places());
    let same_games = old.len() == new.len() && old.iter().zip(new).all(|(old, new)| old.game.text() == new.game.text());
    let is_other = |at: &usize| old[*at].component != new[*at].component;
    same_games.then(|| (0..old.len()).filter(is_other).collect())
}

/// The move in one component that leads from one position to another there, if its rules allow it.
pub(super) fn part_to(before: &SumText, after: &SumText, index: usize, player: Player) -> Option<Part> {
    let shown = |sum: &SumText| sum.places()[index].game.show(&sum.places()[index].component);
    let rules = before.places()[index].game.family().as_data()?;
    let mv = label(&rules, &shown(before), &shown(after), player)?;
    let component = if before.places().len() > 1 { format!("{}: ", index + 1) } else { String::new() };
    Some(Part { index, label: component + mv.as_str(), left: after.places()[index].component.clone() })
}

/// What the move between two components is called, `None` if the rules do not allow it.
fn label(rules: &HeapRules, before: &str, after: &str, player: Player) -> Option<String> {
    let heaps = |text: &str| text.split('.').map(|heap| Reader::new(heap).whole(Reader::number)).collect::<Result<Vec<_>, _>>();
    let (mut broken, mut parts) = (heaps(before).ok()?, heaps(after).ok()?);
    broken.retain(|heap| heap.bits() > 0);
    parts.retain(|heap| heap.bits() > 0);
    // what both have was not touched
    broken.retain(|heap| match parts.iter().position(|part| part == heap) {
        Some(at) => {
            parts.remove(at);
            false
        }
        None => true,
    });
    let [heap] = broken.as_slice() else { return None };
    let mut taken = heap.clone();
    for part in &parts {
        if *part > taken {
            return None;
        }
        taken -= part;
    }
    let taken_number = u64::try_from(&taken);
    let is_allowed = match rules {
        HeapRules::Subtraction(amounts) => {
            let is_all_but = matches!(amounts, Amounts::AllBut(_)); // sets hold no amount beyond 64 bits
            parts.len() < 2 && taken_number.map_or(is_all_but, |taken| amounts.contains(taken))
        }
        HeapRules::Asymmetric { left, right } => {
            let amounts = if player == Player::Left { left } else { right };
            parts.len() < 2 && taken_number.is_ok_and(|taken| amounts.contains(taken))
        }
        HeapRules::TakeAndBreak(code) => taken_number.is_ok_and(|taken| may_leave(code, taken, parts.len())),
        HeapRules::Grundy => taken.bits() == 0 && parts.len() == 2 && parts[0] != parts[1],
        HeapRules::Stones { .. } | HeapRules::NoRepeat { .. } => false,
    };
    let listed: Vec<String> = parts.iter().map(ToString::to_string).collect();
    is_allowed.then(|| match rules {
        HeapRules::Subtraction(_) | HeapRules::Asymmetric { .. } => format!("take {taken}"),
        _ if taken.bits() == 0 => format!("{heap}: split into {}", listed.join(".")),
        _ if listed.len() < 2 => format!("{heap}: take {taken}"),
        _ => format!("{heap}: take {taken}, leave {}", listed.join(".")),
    })
}

/// Whether the digit at the place of `taken` allows to leave so many heaps.
fn may_leave(code: &TakeAndBreak, taken: u64, heaps: usize) -> bool {
    let digit = usize::try_from(taken).ok().and_then(|place| code.digits().get(place)).copied().unwrap_or(0);
    heaps <= 3 && digit >> heaps & 1 == 1 && (taken > 0 || heaps > 1)
}

/// Whether the moves of this component are not listed, because there are about as many as tokens and those are beyond 64 bits.
pub(super) fn is_unlisted(place: &Place) -> bool {
    if matches!(place.component, Component::Near(_)) {
        return false;
    }
    match place.game.family().as_data() {
        Some(HeapRules::Subtraction(amounts)) => matches!(amounts, Amounts::AllBut(_)),
        Some(HeapRules::TakeAndBreak(_) | HeapRules::Grundy) => true,
        _ => false,
    }
}

/// Positions after moves of a component beyond 64 bits, enough of them that one is legal if it has a move at all: small amounts,
/// and splits into ones and the rest.
pub(super) fn candidates(sum: &SumText, index: usize) -> impl Iterator<Item = String> {
    let place = &sum.places()[index];
    let far = match &place.component {
        Component::Far { heaps, .. } => place.game.family().as_data().zip(heaps.split_last()),
        Component::Near(_) => None,
    };
    far.into_iter().flat_map(move |(rules, (largest, others))| {
        let amounts = match rules {
            HeapRules::Subtraction(amounts) => amounts.up_to(u64::MAX).take(1).collect(),
            HeapRules::TakeAndBreak(code) => {
                (0..).zip(code.digits()).filter(|(_, digit)| **digit > 0).map(|(at, _)| at).collect()
            }
            _ => vec![0_u64],
        };
        let breaks = amounts.into_iter().flat_map(|amount| (0..3_u64).map(move |ones| (amount, ones)));
        breaks.map(move |(amount, ones)| {
            let mut parts: Vec<String> = others.iter().map(ToString::to_string).collect();
            parts.extend((0..ones).map(|_| "1".to_owned()));
            parts.push((largest - amount - ones).to_string());
            replaced(sum, index, &parts.join("."))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_games::Session;

    fn move_between(before: &str, after: &str) -> Option<String> {
        let session = Session::new();
        let (before, after) = (session.position(before).unwrap(), session.position(after).unwrap());
        let differing = differing(&before, &after)?;
        let [index] = *differing else { return None };
        part_to(&before, &after, index, Player::Left).map(|part| part.label)
    }

    #[test]
    fn any_number_may_be_taken_from_a_huge_heap_of_nim() {
        assert_eq!(move_between("nim@10^20", "nim@10^20"), None);
        assert_eq!(move_between("nim@10^20", "nim@0").unwrap(), "take 100000000000000000000");
        assert_eq!(move_between("nim@2,10^20", "nim@2,7").unwrap(), "2: take 99999999999999999993");
        assert_eq!(move_between("nim@10^20,10^20", "nim@1,1"), None);
        assert_eq!(move_between("nim@10^20", "nim@10^21"), None);
        assert_eq!(move_between("nim@10^20", "grundy@10^20"), None);
    }

    #[test]
    fn forbidden_amounts_stay_forbidden() {
        assert_eq!(move_between("all-but:2@10^20", "all-but:2@99999999999999999998"), None);
        assert_eq!(move_between("all-but:2@10^20", "all-but:2@99999999999999999997").unwrap(), "take 3");
        let greatest = "all-but:18446744073709551615";
        assert_eq!(move_between(&format!("{greatest}@18446744073709551616"), &format!("{greatest}@1")), None);
        assert!(move_between(&format!("{greatest}@18446744073709551616"), &format!("{greatest}@0")).is_some());
    }

    #[test]
    fn huge_heaps_break_as_their_code_says() {
        let after = "kayles@3.99999999999999999995";
        assert_eq!(move_between("kayles@10^20", after).unwrap(), "100000000000000000000: take 2, leave 3.99999999999999999995");
        assert_eq!(move_between("kayles@10^20", "kayles@3.99999999999999999994"), None);
        assert_eq!(move_between("kayles@1.10^20", "kayles@10^20").unwrap(), "1: take 1");
        assert_eq!(move_between("kayles@10^20", "kayles@1.1.99999999999999999997"), None);
        let half = "50000000000000000000";
        assert_eq!(move_between("grundy@10^20", &format!("grundy@{half}.{half}")), None);
        assert!(move_between("grundy@10^20", "grundy@1.99999999999999999999").is_some());
    }

    #[test]
    fn candidates_hold_a_move_wherever_there_is_one() {
        let session = Session::new();
        let has_move = |text: &str| {
            let sum = session.position(text).unwrap();
            candidates(&sum, 0).any(|after| part_to(&sum, &session.position(&after).unwrap(), 0, Player::Left).is_some())
        };
        let movable = ["nim@10^30", "all-but:1-3@10^30", "kayles@10^30", "octal:4.@10^30", "octal:0.8@10^30", "grundy@10^30"];
        assert!(movable.iter().all(|text| has_move(text)));
        assert!(!has_move("octal:0.1@10^30"));
    }
}
