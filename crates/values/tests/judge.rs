//! A judge that uses only the definition: games are trees of options, and G ≤ H is decided by examining all of them.

use proptest::prelude::*;
use sprague_core::Player;
use sprague_values::Value;
use std::cmp::Ordering;

/// A game as a tree, in any form.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) left: Vec<Tree>,
    pub(crate) right: Vec<Tree>,
}

impl Tree {
    pub(crate) fn is_at_most(&self, other: &Self) -> bool {
        !self.left.iter().any(|option| other.is_at_most(option)) && !other.right.iter().any(|option| option.is_at_most(self))
    }

    pub(crate) fn compare(&self, other: &Self) -> Option<Ordering> {
        match (self.is_at_most(other), other.is_at_most(self)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }

    fn plus(&self, other: &Self) -> Self {
        let side = |options: fn(&Self) -> &Vec<Self>| {
            let first = options(self).iter().map(|option| option.plus(other));
            first.chain(options(other).iter().map(|option| self.plus(option))).collect()
        };
        Self { left: side(|tree| &tree.left), right: side(|tree| &tree.right) }
    }

    pub(crate) fn value(&self) -> Value {
        Value::of(self.left.iter().map(Self::value), self.right.iter().map(Self::value))
    }

    pub(crate) fn of(value: &Value) -> Self {
        let [left, right] = Player::BOTH.map(|player| value.options(player).map(|option| Self::of(&option)).collect());
        Self { left, right }
    }

    fn size(&self) -> usize {
        1 + self.left.iter().chain(&self.right).map(Self::size).sum::<usize>()
    }
}

pub(crate) fn trees(depth: u32) -> impl Strategy<Value = Tree> {
    let zero = Just(Tree { left: vec![], right: vec![] });
    zero.prop_recursive(depth, 24, 3, |inner| {
        let side = prop::collection::vec(inner, 0..3);
        (side.clone(), side).prop_map(|(left, right)| Tree { left, right })
    })
}

proptest! {
    #[test]
    fn order_is_that_of_the_definition(g in trees(4), h in trees(4)) {
        prop_assert_eq!(g.value().partial_cmp(&h.value()), g.compare(&h));
    }

    #[test]
    fn equal_games_have_one_canonical_form(g in trees(4), h in trees(4)) {
        let (a, b) = (g.value(), h.value());
        prop_assert_eq!(a == b, g.compare(&h) == Some(Ordering::Equal));
        prop_assert_eq!(a.to_string() == b.to_string(), a == b);
    }

    #[test]
    fn the_canonical_form_is_equal_to_the_game_and_no_larger(g in trees(4)) {
        let canonical = Tree::of(&g.value());
        prop_assert_eq!(canonical.compare(&g), Some(Ordering::Equal));
        prop_assert!(canonical.size() <= g.size());
    }

    #[test]
    fn sums_are_those_of_the_definition(g in trees(3), h in trees(3)) {
        prop_assert_eq!(g.plus(&h).value(), &g.value() + &h.value());
    }

    #[test]
    fn who_wins_is_how_it_stands_to_nought(g in trees(4)) {
        let zero = Tree { left: vec![], right: vec![] };
        let letter = match g.compare(&zero) {
            Some(Ordering::Less) => "R",
            Some(Ordering::Equal) => "P",
            Some(Ordering::Greater) => "L",
            None => "N",
        };
        prop_assert_eq!(g.value().outcome_class().symbol(), letter);
    }
}
