//! Checks bounds of scores by plain minimax.

use crate::trial::Tried;
use crate::work::Budget;
use sprague_core::any::AnyPosition;
use sprague_core::{AnyRuleset, Player, ScoreBounds};
use std::collections::HashMap;
use std::time::Duration;

/// The maximum number of positions that are visited for one position.
const MOST: usize = 2_000;

/// The maximum depth, in moves.
const DEEPEST: u32 = 60;

/// The maximum time for one position.
const LONGEST: Duration = Duration::from_millis(100);

/// Checks the bounds of the score for `player`, who is to move, if the position is small enough.
pub(super) fn tried(rules: &dyn AnyRuleset, position: &AnyPosition, player: Player) -> Tried {
    let bounds = rules.score_bounds(position, player);
    if bounds == ScoreBounds::UNKNOWN {
        return Tried::Nothing;
    }
    let ScoreBounds { low, high } = bounds;
    match (Minimax { rules, known: HashMap::new(), budget: Budget::of(LONGEST) }).score(position, player, 0) {
        None => Tried::OutOfTime,
        Some(score) if (low..=high).contains(&score) => Tried::Held,
        Some(score) => Tried::Broken(format!("the points to come are claimed to be between {low} and {high}, but are {score}")),
    }
}

struct Minimax<'a> {
    rules: &'a dyn AnyRuleset,
    /// The scores for the player to move, or `None` while a position is visited.
    known: HashMap<(AnyPosition, Player), Option<i64>>,
    budget: Budget,
}

impl Minimax<'_> {
    /// Returns the points to come of `player`, who is to move, minus those of the other player. `None` means that the budget ran
    /// out, or that play comes back to a position.
    fn score(&mut self, position: &AnyPosition, player: Player, depth: u32) -> Option<i64> {
        let question = (position.clone(), player);
        if let Some(known) = self.known.get(&question) {
            return *known;
        }
        if depth == DEEPEST || self.known.len() == MOST || self.budget.is_spent() {
            return None;
        }
        self.known.insert(question.clone(), None);
        let mut options = vec![];
        if self.rules.scored_options(position, player, 0, &mut options) {
            return None;
        }
        let mut best = None;
        for option in options {
            let sign = if option.again { 1 } else { -1 };
            let score = option.gain + sign * self.score(&option.to, if option.again { player } else { -player }, depth + 1)?;
            best = best.max(Some(score));
        }
        let score = best.unwrap_or_else(|| self.rules.terminal_score(position, player));
        self.known.insert(question, Some(score));
        Some(score)
    }
}

#[cfg(test)]
#[cfg(feature = "scripts")]
mod tests {
    use crate::Plugin;
    use crate::laws::{Effort, Law, try_laws};

    /// Checks these bounds of a row of numbers, whose ends are taken in turn.
    fn came_out(bounds: &str) -> crate::laws::Report {
        let text = format!(
            "let example = `3.-9.1.2`; fn parse(t) {{ if t == `-` {{ [] }} else {{ t.split(`.`).map(|n| parse_int(n)) }} }}
             fn show(row) {{ let t = ``; for n in row {{ t += if t == `` {{ `${{n}}` }} else {{ `.${{n}}` }} }} if t == `` {{ `-` }} else {{ t }} }}
             fn moves(row) {{
                 if row.len() == 0 {{ return []; }}
                 let rest = row; let left = rest.remove(0); let right = row.pop();
                 [#{{ label: `left ${{left}}`, to: rest, gain: left }}, #{{ label: `right ${{right}}`, to: row, gain: right }}]
             }}
             fn terminal_score(row) {{ 0 }} fn score_bounds(row) {{ {bounds} }}"
        );
        try_laws(&|| Plugin::from_script("ends.rhai", &text, None).unwrap(), &["3.-9.1.2", "4.7"], Effort::default())
    }

    #[test]
    fn false_bounds_of_scores_are_found() {
        let report = came_out("let all = 0; for n in row { all += n.abs(); } [-all, all]");
        assert_eq!(report.broken, None);
        assert!(report.held.iter().any(|(law, held)| *law == Law::BoundsHoldTheValue && *held > 5), "{:?}", report.held);
        for (wrong, how) in [("[-1, 1]", "between -1 and 1, but are "), ("[0, row.len() * 9]", "but are -9")] {
            let broken = came_out(wrong).broken.unwrap();
            assert!(broken.law == Law::BoundsHoldTheValue && broken.how.contains(how), "{wrong}: {}", broken.how);
        }
    }
}
