//! Parses what a person types: commands and moves.
//!
//! A move is given by its number in the list, its name, or the position after it.

use super::game::Game;
use super::whole;
use sprague::notation::Reader;
use sprague_questions::{Part, Step};

/// A line that a person typed: a command or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typed<'a> {
    Hint,
    Undo,
    Moves,
    Board,
    Why,
    Help,
    Draw,
    New,
    Quit,
    Move(&'a str),
}

impl<'a> Typed<'a> {
    /// Parses a line, or returns `None` for an empty line.
    pub(super) fn read(line: &'a str) -> Option<Self> {
        Some(match line.trim() {
            "" => return None,
            "hint" | "h" => Self::Hint,
            "undo" | "u" => Self::Undo,
            "moves" | "m" => Self::Moves,
            "help" | "?" => Self::Help,
            "draw" | "d" => Self::Draw,
            "board" | "b" => Self::Board,
            "why" | "w" => Self::Why,
            "new" | "n" | "again" => Self::New,
            "quit" | "q" | "exit" => Self::Quit,
            text => Self::Move(text),
        })
    }
}

/// The maximum number of moves among which the typed move is searched.
pub(super) const MAX_MOVES: usize = 100_000;

/// Returns the move that `text` describes.
///
/// # Errors
/// The reason why the text is not a move, in one line.
pub(super) fn choice(game: &Game<'_>, text: &str) -> Result<Step, String> {
    let parts = game.parts(MAX_MOVES).unwrap_or_default();
    if text.contains(|c: char| c.is_ascii_digit()) && text.chars().all(|c| c.is_ascii_digit() || is_between(c)) {
        return by_number(game, &parts, text);
    }
    if text.contains('@') {
        return by_position(game, &parts, text);
    }
    by_name(game, &parts, text)
}

/// Returns `true` if a character may separate numbers.
fn is_between(c: char) -> bool {
    c == ',' || c.is_whitespace()
}

fn by_number(game: &Game<'_>, parts: &[Part], text: &str) -> Result<Step, String> {
    let part = |number: &str| parts.get(number.parse::<usize>().ok()?.checked_sub(1)?).cloned();
    let chosen: Option<Vec<Part>> = text.split(is_between).filter(|number| !number.is_empty()).map(part).collect();
    game.whole(chosen.ok_or_else(|| format!("expected {}", expected(game, parts)))?)
}

fn by_position(game: &Game<'_>, parts: &[Part], text: &str) -> Result<Step, String> {
    let after = game.read(text).map_err(|error| {
        let character = text.char_indices().filter(|(at, _)| *at < error.at).count() + 1;
        format!("character {character}: expected {}", error.expected)
    })?;
    let written = after.to_string();
    let nowhere = || format!("no move leads to {written}: expected {}", expected(game, parts));
    if game.has_hands() {
        // a move also changes what is held in the texts of the other piles, so compare whole positions
        let mut steps = parts.iter().map(|part| game.together(vec![part.clone()]));
        return steps.find(|step| step.to == written).ok_or_else(nowhere);
    }
    let differing = game.position().differing(&after).filter(|differing| !differing.is_empty()).ok_or_else(nowhere)?;
    let part = |index: usize| {
        let left = &after.components()[index].position;
        let listed = parts.iter().find(|part| part.index == index && part.left == *left).cloned();
        listed.or_else(|| game.position().part_to(index, left))
    };
    game.whole(differing.into_iter().map(part).collect::<Option<_>>().ok_or_else(nowhere)?)
}

fn by_name(game: &Game<'_>, parts: &[Part], text: &str) -> Result<Step, String> {
    let typed = squeezed(text);
    let several = game.position().components().len() > 1;
    let named: Option<Vec<Part>> = names(&typed).into_iter().map(|name| part_named(game, parts, name)).collect();
    if let Some(named) = named {
        return game.whole(named);
    }
    // accept names without the number of the component, if only one component has such a move
    let name = |part: &Part| part.label.split_once(": ").filter(|_| several).map(|(_, name)| squeezed(name));
    let mut named = parts.iter().filter(|part| name(part).as_deref() == Some(&typed));
    match (named.next(), named.next()) {
        (Some(part), None) => return game.whole(vec![part.clone()]),
        (Some(one), Some(other)) => return Err(format!("expected `{}` or `{}`: say which component", one.label, other.label)),
        _ => {}
    }
    // accept the best move even if it is not listed, because a hint may have printed its name
    let is_unlisted = parts.is_empty() || parts.len() >= MAX_MOVES / 2;
    let best = || game.answer().ok()?.best.filter(|step| is_unlisted && squeezed(&step.label) == typed);
    best().ok_or_else(|| format!("expected {}", expected(game, parts)))
}

/// Splits a list of moves in several components into names. A comma ends a name only if a number and a colon follow it.
fn names(typed: &str) -> Vec<&str> {
    let starts_name = |at: &usize| {
        let rest = typed[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
        rest.starts_with(':') && rest.len() < typed.len() - at - 1
    };
    let mut names = vec![];
    let mut start = 0;
    for end in typed.match_indices(',').map(|(at, _)| at).filter(starts_name).chain([typed.len()]) {
        names.push(&typed[start..end]);
        start = end + 1;
    }
    names
}

/// Returns the move with this name in its component, even if it is not listed.
fn part_named(game: &Game<'_>, parts: &[Part], name: &str) -> Option<Part> {
    if let Some(part) = parts.iter().find(|part| squeezed(&part.label) == name) {
        return Some(part.clone());
    }
    let several = game.position().components().len() > 1;
    let (component, amount) = name.split_once(':').filter(|_| several).unwrap_or(("1", name));
    let index = component.parse::<usize>().ok()?.checked_sub(1).filter(|_| several == name.contains(':'))?;
    let amount = Reader::new(amount.strip_prefix("take")?).whole(Reader::number).ok()?;
    let left = game.position().components().get(index)?.after_taking(&amount)?;
    game.position().part_to(index, &left)
}

/// Removes all blanks.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Describes the moves that may be typed, for error messages.
fn expected(game: &Game<'_>, parts: &[Part]) -> String {
    let all = game.position().components().len();
    let example = whole::example(game.rule(), parts, all);
    match parts {
        [] => "a move such as `take 1`, or the position after it (? for help)".to_owned(),
        _ if example.len() > 1 => {
            let numbers: Vec<String> = example.iter().map(|(number, _)| number.to_string()).collect();
            let labels: Vec<&str> = example.iter().map(|(_, part)| part.label.as_str()).collect();
            let (numbers, labels) = (numbers.join(" "), labels.join(", "));
            format!(
                "numbers from 1 to {}, such as `{numbers}`, or moves, such as `{labels}`, or the position after them (? for help)",
                parts.len()
            )
        }
        [only] => format!("1, or `{}`, or the position after it (? for help)", only.label),
        [first, ..] => {
            format!(
                "a number from 1 to {}, or a move such as `{}`, or the position after it (? for help)",
                parts.len(),
                first.label
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::Side;
    use super::*;
    use sprague::Limits;
    use sprague::Player;
    use sprague_questions::{Session, Solve};

    fn chosen(position: &str, text: &str) -> Result<String, String> {
        let session = Session::new();
        let start = session.position(position).unwrap();
        let game = Game::new(&session, start, Solve::default(), Limits::default(), Player::Left, Side::Person);
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
        assert_eq!((Typed::read("exit"), Typed::read("q")), (Some(Typed::Quit), Some(Typed::Quit)));
        assert_eq!(Typed::read(" \n"), None);
        assert_eq!(Typed::read("take 2\n"), Some(Typed::Move("take 2")));
    }
}
