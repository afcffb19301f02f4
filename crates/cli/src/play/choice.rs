//! What a person may type: a command, or a move by its number, its name, or the position after it.

use super::game::Game;
use super::huge;
use sprague_games::Step;

/// What a person typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed<'a> {
    Hint,
    Undo,
    Moves,
    Help,
    Draw,
    Quit,
    /// A move, or a try at one.
    Move(&'a str),
}

impl<'a> Typed<'a> {
    /// The line without its blanks at both ends, understood; `None` for an empty one.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        Some(match line.trim() {
            "" => return None,
            "hint" | "h" => Self::Hint,
            "undo" | "u" => Self::Undo,
            "moves" | "m" => Self::Moves,
            "help" | "?" => Self::Help,
            "draw" | "d" => Self::Draw,
            "quit" | "q" => Self::Quit,
            text => Self::Move(text),
        })
    }
}

/// How many moves are looked through for the one that was typed.
pub(super) const MOST_MOVES: usize = 100_000;

/// The move that `text` means.
///
/// # Errors
/// What is wrong with it, in a line.
pub(super) fn choice(game: &Game<'_>, text: &str) -> Result<Step, String> {
    let moves = game.moves(MOST_MOVES).unwrap_or_default();
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        let number = text.parse::<usize>().ok();
        let step = number.and_then(|number| moves.get(number.checked_sub(1)?));
        return step.cloned().ok_or_else(|| format!("expected {}", expected(&moves)));
    }
    if text.contains('@') {
        return by_position(game, &moves, text);
    }
    by_name(game, &moves, text)
}

fn by_position(game: &Game<'_>, moves: &[Step], text: &str) -> Result<Step, String> {
    let after = game.read(text).map_err(|error| {
        let character = text.char_indices().filter(|(at, _)| *at < error.at).count() + 1;
        format!("character {character}: expected {}", error.expected)
    })?;
    let written = after.to_string();
    let listed = moves.iter().find(|step| step.to == written).cloned();
    listed
        .or_else(|| game.huge_move_to(&after))
        .ok_or_else(|| format!("no move leads to {written}: expected {}", expected(moves)))
}

fn by_name(game: &Game<'_>, moves: &[Step], text: &str) -> Result<Step, String> {
    let typed = squeezed(text);
    if let Some(step) = moves.iter().find(|step| squeezed(&step.label) == typed) {
        return Ok(step.clone());
    }
    // without the number of the component, where that is clear
    let several = game.position().places().len() > 1;
    let name = |step: &Step| step.label.split_once(": ").filter(|_| several).map(|(_, name)| squeezed(name));
    let mut named = moves.iter().filter(|step| name(step).as_deref() == Some(&typed));
    match (named.next(), named.next()) {
        (Some(step), None) => return Ok(step.clone()),
        (Some(one), Some(other)) => return Err(format!("expected `{}` or `{}`: say which component", one.label, other.label)),
        _ => {}
    }
    // more than are listed
    let (component, name) = typed.split_once(':').unwrap_or(("1", &typed));
    let index = component.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let after =
        index.zip(name.strip_prefix("take")).and_then(|(index, amount)| huge::after_taking(game.position(), index, amount));
    let huge = after.filter(|_| several == typed.contains(':')).and_then(|text| game.huge_move_to(&game.read(&text).ok()?));
    // a hint has printed the name of the best one
    let is_unlisted = moves.is_empty() || moves.len() == MOST_MOVES;
    let best = || game.answer().ok()?.best.filter(|step| is_unlisted && squeezed(&step.label) == typed);
    huge.or_else(best).ok_or_else(|| format!("expected {}", expected(moves)))
}

/// The text without blanks.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// What may be typed here.
fn expected(moves: &[Step]) -> String {
    match moves {
        [] => "a move such as `take 1`, or the position after it (? for help)".to_owned(),
        [only] => format!("1, or `{}`, or the position after it (? for help)", only.label),
        [first, ..] => {
            format!(
                "a number from 1 to {}, or a move such as `{}`, or the position after it (? for help)",
                moves.len(),
                first.label
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Side;
    use super::*;
    use sprague::Player;
    use sprague_games::{Session, SolveOptions};

    fn chosen(position: &str, text: &str) -> Result<String, String> {
        let session = Session::new();
        let start = session.position(position).unwrap();
        let game = Game::new(&session, start, SolveOptions::default(), Player::Left, Side::Person);
        choice(&game, text).map(|step| step.to)
    }

    #[test]
    fn a_move_is_its_number_its_name_or_the_position_after_it() {
        for text in ["2", "1: take 2", "1:take2", "nim@1,4,5", "nim @ 1, 4, 5"] {
            assert_eq!(chosen("nim@3,4,5", text).unwrap(), "nim@1,4,5", "{text}");
        }
        assert_eq!(chosen("nim@3", "take 2").unwrap(), "nim@1");
    }

    #[test]
    fn the_component_need_not_be_said_where_only_one_has_such_a_move() {
        assert_eq!(chosen("nim@3,5", "take 4").unwrap(), "nim@3,1");
        assert_eq!(chosen("nim@3,5", "take 3").unwrap_err(), "expected `1: take 3` or `2: take 3`: say which component");
        assert_eq!(chosen("kayles@5+nim@2", "5: take 1, leave 2.2").unwrap(), "kayles@2.2+nim@2");
    }

    #[test]
    fn what_is_no_move_is_answered_with_what_was_expected() {
        for text in ["0", "4", "99999999999999999999999", "take 4", "take", "take 0", "x", "-1", "1:", ":", "take -1"] {
            let expected = "expected a number from 1 to 3, or a move such as `take 1`, or the position after it (? for help)";
            assert_eq!(chosen("nim@3", text).unwrap_err(), expected, "{text}");
        }
        assert!(chosen("nim@3", "nim@3").unwrap_err().starts_with("no move leads to nim@3: expected a number"));
        assert_eq!(chosen("nim@3", "nim@x").unwrap_err(), "character 5: expected a number");
    }

    #[test]
    fn moves_that_are_not_listed_can_be_typed() {
        assert_eq!(chosen("nim@10^100", "take 10^100").unwrap(), "nim@0");
        assert_eq!(chosen("nim@10^100", "nim@7").unwrap(), "nim@7");
        assert_eq!(chosen("nim@10^12", "take 999999999999").unwrap(), "nim@1");
        assert_eq!(chosen("nim@10^12,5", "1: take 999999999999").unwrap(), "nim@1,5");
        assert_eq!(chosen("nim@5,10^30", "2: take 10^30").unwrap(), "nim@5,0");
        assert!(chosen("nim@10^100", "take 10^101").is_err());
        assert!(chosen("nim@10^100", "1").is_err());
    }

    #[test]
    fn commands_have_short_names() {
        assert_eq!(Typed::read(" h \r\n"), Some(Typed::Hint));
        assert_eq!(Typed::read("?"), Some(Typed::Help));
        assert_eq!(Typed::read(" \n"), None);
        assert_eq!(Typed::read("take 2\n"), Some(Typed::Move("take 2")));
    }
}
