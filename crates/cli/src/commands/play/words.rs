//! Describes the aim and the end of a game in sentences.

use super::game::{Ending, Game, Side};
use super::whole;
use sprague::CompoundRule;
use sprague::heap::{HeapRules, Parity};
use sprague_questions::ParsedSum;
use std::collections::BTreeSet;

/// Returns the titles of the games, each with its rules in two sentences.
pub(super) fn rules(game: &Game<'_>) -> Vec<String> {
    let names = game.position().components().iter().map(|component| component.rules.name().split(':').next().unwrap_or_default());
    let entries = names.collect::<BTreeSet<_>>().into_iter().filter_map(|name| game.session().registry().entry(name));
    entries.filter(|entry| !entry.is_brought()).take(3).map(|entry| format!("{}: {}", entry.title, entry.brief)).collect()
}

pub(super) fn aim(game: &Game<'_>) -> String {
    let start = game.position();
    let aim = match game.play_convention() {
        _ if start.is_scored() => "who has more points in the end wins",
        _ if game.has_sides_or_points() => "the rules say who has won in the end",
        _ if game.has_hands() => stones_aim(start),
        sprague::Play::Normal => "whoever makes the last move wins",
        sprague::Play::Misere => "whoever makes the last move loses",
    };
    let rule = match game.rule() {
        CompoundRule::Disjunctive => String::new(),
        rule => whole::words(rule) + "; ",
    };
    let sides = if start.is_partizan() {
        format!("You are {}, the program is {}: ", game.player_of(Side::Person), game.player_of(Side::Program))
    } else {
        "You against the program: ".to_owned()
    };
    format!("{sides}{rule}{aim}.")
}

fn stones_aim(start: &ParsedSum) -> &'static str {
    match start.components()[0].rules.heap_rules() {
        Some(HeapRules::Stones { wins: Parity::Even, .. }) => {
            "when no amount fits, a player who holds an even number of stones wins if the other does not"
        }
        _ => "when no amount fits, a player who holds an odd number of stones wins if the other does not",
    }
}

/// Returns a sentence with the winner and the reason.
pub(super) fn sentence(game: &Game<'_>, ending: Ending) -> String {
    let winner = match ending.winner {
        Some(Side::Person) => "you win",
        Some(Side::Program) => "the program wins",
        None => "a draw",
    };
    if game.position().is_scored() {
        let [you, program] = game.final_points(ending.stuck);
        return format!("Play is over. You have {you}, the program {program}: {winner}.");
    }
    if game.has_sides_or_points() {
        return format!("Play is over: {winner}.");
    }
    if game.has_hands() {
        let [you, program] = [Side::Person, Side::Program].map(|side| game.held(side));
        let parity = |held: u128| if held.is_multiple_of(2) { "even" } else { "odd" };
        return format!(
            "No amount fits any more. You hold {you} ({}), the program {program} ({}): {winner}.",
            parity(you),
            parity(program)
        );
    }
    let stuck = if ending.stuck == Side::Person { "You have" } else { "The program has" };
    let rule = match game.play_convention() {
        sprague::Play::Normal => "whoever makes the last move wins",
        sprague::Play::Misere => "whoever makes the last move loses",
    };
    format!("{stuck} no move, and {rule}: {winner}.")
}
