//! The law of `canonical`: what stands for a position stands for itself, and has the options of the position and its end.

use super::all;
use crate::work::Budget;
use sprague_core::any::{AnyPosition, Kind};
use sprague_core::{AnyRuleset, Player};
use std::collections::HashSet;

/// How the law is broken at a position that `form` stands for; `None` if it holds there, or nothing was found within the budget.
pub(crate) fn difference(rules: &dyn AnyRuleset, position: &AnyPosition, form: &AnyPosition, budget: &Budget) -> Option<String> {
    let show = |position: &AnyPosition| rules.show(position);
    let again = rules.normal_form(form.clone());
    if again != *form {
        return Some(format!("`{}` stands for it, and for that one `{}`", show(form), show(&again)));
    }
    let players: &[Player] = if rules.kind() == Kind::Partizan { &Player::BOTH } else { &[Player::Left] };
    for &player in players {
        let options = |of| all(|from, options| rules.options(of, player, from, options));
        let (of_position, of_form) = (options(position), options(form));
        let forms = |options: &[AnyPosition]| -> Option<HashSet<AnyPosition>> {
            options.iter().map(|option| (!budget.is_spent()).then(|| rules.normal_form(option.clone()))).collect()
        };
        let (forms_of_position, forms_of_form) = (forms(&of_position)?, forms(&of_form)?);
        let only = |options: &[AnyPosition], others: &HashSet<AnyPosition>| {
            options.iter().find(|option| !others.contains(&rules.normal_form((*option).clone()))).map(show)
        };
        if let Some(option) = only(&of_position, &forms_of_form) {
            return Some(format!("`{option}` can be reached, but nothing like it from `{}`, which stands for it", show(form)));
        }
        if let Some(option) = only(&of_form, &forms_of_position) {
            return Some(format!(
                "nothing like `{option}` can be reached, but it can from `{}`, which stands for it",
                show(form)
            ));
        }
        let end = |of| rules.terminal_outcome(of);
        if of_position.is_empty() && end(position) != end(form) {
            return Some(format!("it ends as {}, and `{}`, which stands for it, as {}", end(position), show(form), end(form)));
        }
    }
    None
}
