//! Checks and describes moves in several components under each compound rule.

use sprague::CompoundRule;
use sprague_questions::Part;

/// Returns `true` if a player must move in every unfinished component.
pub(super) fn moves_in_all(rule: CompoundRule) -> bool {
    matches!(rule, CompoundRule::Conjunctive | CompoundRule::Continued)
}

/// Describes the components in which a move is made, and the end of the game.
pub(super) fn words(rule: CompoundRule) -> String {
    let moves = match rule {
        CompoundRule::Disjunctive | CompoundRule::Diminished => "a move is in exactly one component".to_owned(),
        CompoundRule::Conjunctive => "a move is in all components at once".to_owned(),
        CompoundRule::Continued => "a move is in all components that are not over".to_owned(),
        CompoundRule::Selective | CompoundRule::ShortenedSelective => "a move is in one or more components".to_owned(),
        CompoundRule::NotAll => "a move is in one or more components, but not in all (finished ones count)".to_owned(),
        CompoundRule::Moore(most) => format!("a move is in one to {most} components"),
    };
    if rule.ends_with_any() { moves + ", and nobody can move once any component is over" } else { moves }
}

/// Describes how to type a move in several components, with an example from the list.
///
/// Returns `None` if each move is in one component, or if too few moves are listed.
pub(super) fn how(rule: CompoundRule, parts: &[Part], all: usize) -> Option<String> {
    let example = example(rule, parts, all);
    if rule.most(all) < 2 || example.len() < 2 {
        return None;
    }
    let numbers: Vec<String> = example.iter().map(|(number, _)| number.to_string()).collect();
    let which = match rule {
        CompoundRule::Conjunctive | CompoundRule::Continued => "one from each component".to_owned(),
        CompoundRule::NotAll => "one or more, each in a different component, but not in all".to_owned(),
        CompoundRule::Moore(most) => format!("one to {most}, each in a different component"),
        _ => "one or more, each in a different component".to_owned(),
    };
    Some(format!("type {which}, such as `{}`", numbers.join(" ")))
}

/// Returns moves that together make a move of the sum, each with its number in the list, from 1.
pub(super) fn example(rule: CompoundRule, parts: &[Part], all: usize) -> Vec<(usize, &Part)> {
    let is_first = |at: &usize| *at == 0 || parts[at - 1].index != parts[*at].index;
    let firsts = (0..parts.len()).filter(is_first).map(|at| (at + 1, &parts[at]));
    let most = if moves_in_all(rule) { all } else { rule.most(all).min(2) };
    firsts.take(most).collect()
}

/// Checks that a rule allows the move that consists of these parts.
///
/// The parts must be sorted by component. `live` are the components with a move, and `all` is the number of all components.
///
/// # Errors
/// A description of the expected move, in one line.
pub(super) fn allowed(rule: CompoundRule, parts: &[Part], live: &[usize], all: usize) -> Result<(), String> {
    if let Some(pair) = parts.windows(2).find(|pair| pair[0].index == pair[1].index) {
        return Err(format!(
            "expected one move per component, but `{}` and `{}` are in the same component",
            pair[0].label, pair[1].label
        ));
    }
    if rule.allows(parts.len(), live.len(), all) {
        return Ok(());
    }
    Err(match rule {
        CompoundRule::Conjunctive | CompoundRule::Continued => {
            let missing = live.iter().find(|index| parts.iter().all(|part| part.index != **index));
            let which = missing.map_or(String::new(), |index| format!(": there is none in component {}", index + 1));
            format!("expected a move in every component that is not over{which}")
        }
        CompoundRule::NotAll => format!("expected moves in at most {} components, not in all {all}", all.saturating_sub(1)),
        CompoundRule::Moore(most) => format!("expected moves in at most {most} components, not in {}", parts.len()),
        _ => format!("expected a move in exactly one component, not in {}", parts.len()),
    })
}
