//! Checks bounds of values by the definition of the order of games.
//!
//! G ≥ n is true unless some Right option of G is at most n, or G is at most some Left option of n. So the check needs no
//! canonical forms.
//!
//! Conway, *On Numbers and Games*, ch. 0.

use crate::trial::Tried;
use crate::work::Budget;
use sprague_core::any::{AnyPosition, CHUNK};
use sprague_core::{AnyRuleset, Bounds, Player};
use std::collections::HashMap;
use std::time::Duration;

/// The maximum number of comparisons for one position.
const MOST: usize = 2_000;

/// The maximum depth of a comparison, in moves.
const DEEPEST: u32 = 60;

/// The maximum time for one position.
const LONGEST: Duration = Duration::from_millis(250);

/// Checks the bounds of a position if it is small enough.
pub(super) fn tried(rules: &dyn AnyRuleset, position: &AnyPosition) -> Tried {
    let bounds = rules.hints().bounds(position);
    if bounds == Bounds::UNKNOWN {
        return Tried::Nothing;
    }
    match (Order { rules, known: HashMap::new(), budget: Budget::of(LONGEST) }).refutation(position, bounds) {
        None => Tried::OutOfTime,
        Some(None) => Tried::Held,
        Some(Some(how)) => Tried::Broken(how),
    }
}

/// Compares positions with whole numbers.
///
/// The player of a comparison is Left for G ≥ n, and Right for G ≤ n.
struct Order<'a> {
    rules: &'a dyn AnyRuleset,
    known: HashMap<(AnyPosition, i64, Player), bool>,
    budget: Budget,
}

impl Order<'_> {
    /// Describes a bound that is false, or returns `None` if all are true. The outer option is `None` if the budget ran out.
    ///
    /// A bound that is not a whole number is rounded to a weaker one, and only that is checked.
    fn refutation(&mut self, position: &AnyPosition, bounds: Bounds) -> Option<Option<String>> {
        let down = |number: i64| number.div_euclid(Bounds::ONE);
        let up = |number: i64| -down(-number);
        if bounds.low > -Bounds::FAR && !self.is_for(position, down(bounds.low), Player::Left, 0)? {
            return Some(Some(format!("its value is claimed to be at least {}, but is not", down(bounds.low))));
        }
        if bounds.high < Bounds::FAR && !self.is_for(position, up(bounds.high), Player::Right, 0)? {
            return Some(Some(format!("its value is claimed to be at most {}, but is not", up(bounds.high))));
        }
        let first = [(Player::Left, down(bounds.left_first), "least"), (Player::Right, up(bounds.right_first), "most")];
        let is_said = [bounds.left_first > -Bounds::FAR, bounds.right_first < Bounds::FAR];
        for ((player, number, most), _) in first.into_iter().zip(is_said).filter(|(_, is_said)| *is_said) {
            let mut reaches = false;
            for option in self.options(position, player)? {
                reaches = reaches || self.is_for(&option, number, player, 0)?;
            }
            if !reaches {
                return Some(Some(format!("{player} is claimed to have an option of at {most} {number}, but has none")));
            }
        }
        Some(None)
    }

    /// Returns whether G ≥ n, for Left, or G ≤ n, for Right. `None` means that the budget ran out.
    fn is_for(&mut self, position: &AnyPosition, n: i64, player: Player, depth: u32) -> Option<bool> {
        let question = (position.clone(), n, player);
        if let Some(known) = self.known.get(&question) {
            return Some(*known);
        }
        if depth == DEEPEST || self.known.len() == MOST || self.budget.is_spent() {
            return None;
        }
        // for G ≥ n; for G ≤ n exchange Left and Right
        // 1. no Right option of G may be at most n
        let mut holds = true;
        for option in self.options(position, -player)? {
            if self.is_for(&option, n, -player, depth + 1)? {
                holds = false;
                break;
            }
        }
        // 2. if n > 0, G may not be at most n − 1, which is then Left's only option of n
        let sign = if player == Player::Left { 1 } else { -1 };
        if holds && n * sign > 0 {
            holds = !self.is_for(position, n - sign, -player, depth + 1)?;
        }
        self.known.insert(question, holds);
        Some(holds)
    }

    /// Returns all options, or `None` if they do not fit into one portion.
    fn options(&self, position: &AnyPosition, player: Player) -> Option<Vec<AnyPosition>> {
        let mut options = Vec::with_capacity(CHUNK.min(16));
        (!self.rules.options(position, player, 0, &mut options)).then_some(options)
    }
}

#[cfg(test)]
#[cfg(feature = "scripts")]
mod tests {
    use crate::Plugin;
    use crate::laws::{Effort, Law, try_laws};

    /// Checks these bounds of a heap from which Left takes 1 and Right takes 2.
    ///
    /// The values of heaps 0 to 3 are 0, 1, {1|0} and {{1|0}|1}.
    fn came_out(bounds: &str) -> crate::laws::Report {
        let text = format!(
            "fn left_moves(n) {{ if n > 0 {{ [n - 1] }} else {{ [] }} }} fn right_moves(n) {{ if n > 1 {{ [n - 2] }} else {{ [] }} }} \
             fn bounds(n) {{ {bounds} }} fn estimate(n) {{ n / 3.0 }}"
        );
        try_laws(&|| Plugin::from_script("heap.rhai", &text, None).unwrap(), &["9"], Effort::default())
    }

    #[test]
    fn bounds_that_are_true_hold_and_false_ones_are_found_where_they_are_smallest() {
        for good in ["[-1, 2]", "if n == 1 { [1, 1, 0] } else { () }", "[(), n]", "if n == 2 { [-1, 2, 1, 0] } else { [-n, n] }"]
        {
            let report = came_out(good);
            assert_eq!(report.broken, None, "{good}");
            let held = report.held.iter().find(|(law, _)| *law == Law::BoundsHoldTheValue).unwrap().1;
            assert!(held > 0, "{good}");
        }
        for (wrong, at, how) in [
            ("[1, 1]", "0", "at least 1, but is not"),
            ("[0, 1]", "2", "at least 0, but is not"),
            ("[-1, 1]", "2", "at most 1, but is not"),
            ("[0, 0]", "1", "at most 0, but is not"),
            ("[0, 1, 0]", "0", "Left is claimed to have an option of at least 0, but has none"),
            ("[0, n, (), 0]", "0", "right is claimed to have an option of at most 0, but has none"),
        ] {
            let broken = came_out(wrong).broken.unwrap();
            assert_eq!((broken.law, &broken.position[..]), (Law::BoundsHoldTheValue, at), "{wrong}: {}", broken.how);
            assert!(broken.how.to_lowercase().contains(&how.to_lowercase()), "{wrong}: {}", broken.how);
        }
    }

    #[test]
    fn what_is_no_answer_is_a_fault() {
        for (wrong, how) in [
            ("7", "whole numbers"),
            ("[0]", "right_first), not 1"),
            ("[0.5, 1]", "whole numbers"),
            ("[2, 1]", "at least 2 and at most 1"),
            ("[0, 99999999]", "99999999 is not a bound"),
            ("throw `no`", "it threw: no"),
        ] {
            let broken = came_out(wrong).broken.unwrap();
            assert!(broken.how.contains("heap.rhai: `bounds`: ") && broken.how.contains(how), "{wrong}: {}", broken.how);
        }
    }
}
