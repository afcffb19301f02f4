//! Games through a pipe: a person types, and the program plays perfectly.

use crate::program::{Scratch, ask, command, tell};
use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

/// Returns the output of a game with these lines of input.
#[track_caller]
fn game(args: &str, typed: &str) -> String {
    tell(format!("play {args} --level perfect --quiet").split_whitespace(), typed.as_bytes()).text()
}

fn replies(told: &str) -> Vec<&str> {
    told.lines().filter_map(|line| line.strip_prefix("the program: ")).collect()
}

/// Returns the positions that were printed on a separate line after an empty line.
fn shown(told: &str) -> Vec<&str> {
    told.split("\n\n").skip(1).map(|block| block.lines().next().unwrap()).collect()
}

fn last(told: &str) -> &str {
    told.lines().last().unwrap()
}

#[test]
fn a_person_who_plays_badly_loses_a_won_game() {
    // always take 1 from the first heap that is not empty
    let told = game("nim@3,4,5", &"1\n".repeat(12));
    assert!(told.contains("nim@3,4,5") && told.contains("you: 1: take 1  ->  nim@2,4,5"), "{told}");
    assert_eq!(last(&told), "You have no move, and whoever makes the last move wins: the program wins.");
    // the program always leaves a nim-sum of 0
    assert!(!replies(&told).is_empty() && replies(&told).len() == shown(&told).len() - 1, "{told}");
    for position in &shown(&told)[1..] {
        let heaps = position.strip_prefix("nim@").unwrap().split(',');
        assert_eq!(heaps.map(|heap| heap.parse::<u32>().unwrap()).fold(0, |sum, heap| sum ^ heap), 0, "{position}");
    }
}

#[test]
fn a_person_who_follows_the_hints_wins_a_won_game() {
    let mut child =
        command().args(["play", "nim@3,4,5", "--level", "perfect"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut ending = None;
    for _ in 0..12 {
        if writeln!(stdin, "h").is_err() {
            break;
        }
        let hint = lines.by_ref().find(|line| line.starts_with("won for you; best: ") || line.ends_with("wins: you win."));
        let Some((_, mv)) = hint.as_ref().and_then(|hint| hint.split_once("best: ")) else {
            ending = hint;
            break;
        };
        writeln!(stdin, "{}", mv.split_once("  ->").unwrap().0).unwrap();
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(ending.as_deref(), Some("The program has no move, and whoever makes the last move wins: you win."));
}

#[test]
fn a_move_is_typed_by_number_by_name_or_by_the_position_after_it() {
    for typed in ["2", "1: take 2", "1:take 2", "nim@1,4,5", " nim@1, 4, 5 "] {
        let told = game("nim@3,4,5", &format!("{typed}\n"));
        assert!(told.contains("you: 1: take 2  ->  nim@1,4,5"), "{typed}: {told}");
    }
    assert!(game("nim@7", "take 2\n").contains("you: take 2  ->  nim@5"));
}

#[test]
fn a_hint_says_who_wins_and_the_best_move() {
    assert!(game("nim@3,4,5", "hint\n").contains("won for you; best: 1: take 2  ->  nim@1,4,5"));
    assert!(game("nim@1,4,5", "h\n").contains("lost for you"));
    assert!(game("nim@1,1,1", "h\n").contains("won for you"));
    assert!(game("nim@1,1,1 --play misere", "h\n").contains("lost for you"));
}

#[test]
fn undo_takes_back_a_move_and_the_reply() {
    let told = game("nim@3,4,5", "1\nundo\nq\n");
    let shown: Vec<&str> = told.lines().filter(|line| line.starts_with("nim@")).collect();
    assert_eq!(shown, ["nim@3,4,5", "nim@1,4,5", "nim@3,4,5"], "{told}");
    assert!(game("nim@3", "u\n").contains("expected a move"), "there is nothing to take back");
    assert!(game("nim@3,4 --second", "u\n").contains("expected a move"), "nor of the program's first move");
    let twice = game("nim@9,9", "1\n1\nu\nu\nu\n");
    let shown: Vec<&str> = twice.lines().filter(|line| line.starts_with("nim@")).collect();
    assert_eq!(shown, ["nim@9,9", "nim@8,8", "nim@7,7", "nim@8,8", "nim@9,9"], "{twice}");
}

#[test]
fn quitting_and_the_end_of_input_are_polite() {
    for typed in ["quit\n", "q", "q\n1\n", "1\nq\n"] {
        assert_eq!(last(&game("nim@3,4,5", typed)), "the game ends here");
    }
    for typed in ["", "\n", "1\n", "hint"] {
        assert_eq!(last(&game("nim@3,4,5", typed)), "no more input: the game ends here");
    }
}

#[test]
fn wrong_input_is_answered_in_a_line_and_asked_again() {
    let quiet = game("nim@3,4,5", "").lines().count();
    for wrong in [
        "0",
        "13",
        "-1",
        "take 9",
        "take",
        "9: take 1",
        "nim@3,4,5",
        "nim@",
        "nim@3,4",
        "kayles@3",
        "draw",
        "é",
        "\u{1b}[2J",
        "x y z",
    ] {
        let told = game("nim@3,4,5", &format!("{wrong}\n1: take 2\n"));
        assert!(told.contains("you: 1: take 2  ->  nim@1,4,5"), "{wrong}: {told}");
        let alone = game("nim@3,4,5", &format!("{wrong}\n"));
        assert_eq!(alone.lines().count(), quiet + 1, "{wrong}: {alone}");
        assert!(alone.contains("expected"), "{wrong}: {alone}");
        assert!(!alone.contains('\u{1b}'), "nothing typed is sent back raw");
    }
    assert!(game("nim@3,4", "take 1\n").contains("`1: take 1` or `2: take 1`"));
    let bytes = tell(["play", "nim@3"], b"\xff\xfe\n\0\ntake 1\n").text();
    assert!(bytes.contains("you: take 1  ->  nim@2"), "{bytes}");
    let long = tell(["play", "nim@3"], format!("{}\ntake 1\n", "9".repeat(1 << 20)).as_bytes()).text();
    assert!(long.contains("you: take 1  ->  nim@2") && long.len() < 2_000, "{long}");
}

#[test]
fn help_and_moves_are_there_on_request() {
    let told = game("nim@60", "?\nmoves\n");
    for word in ["hint", "undo", "moves", "quit", "help"] {
        assert!(told.contains(word), "{word}");
    }
    assert!(told.contains("and 20 more") && told.contains("take 60  ->  nim@0"), "{told}");
    let unasked = game("nim@60", "");
    assert!(unasked.contains("  40  take 40") && !unasked.contains("take 41"), "{unasked}");
    assert!(game("nim@60", "55\n").contains("you: take 55  ->  nim@5"), "moves that are not listed have numbers too");
}

#[test]
fn the_program_starts_if_it_is_asked_to() {
    let told = game("nim@3,4,5 --second", "");
    assert_eq!((replies(&told), shown(&told)), (vec!["1: take 2"], vec!["nim@3,4,5", "nim@1,4,5"]));
}

#[test]
fn the_last_mover_loses_in_misere_play() {
    assert_eq!(
        last(&game("nim@1 --play misere", "1\n")),
        "The program has no move, and whoever makes the last move loses: the program wins."
    );
    let told = game("nim@2 --play misere", "take 1\n");
    assert_eq!(last(&told), "You have no move, and whoever makes the last move loses: you win.");
}

#[test]
fn stones_is_decided_by_what_both_hold() {
    let told = game("stones:1-3@3", "take 3\n");
    assert_eq!(last(&told), "No amount fits any more. You hold 3 (odd), the program 0 (even): you win.");
    let even = game("stones:1-3:wins=even@1", "1\n");
    assert_eq!(last(&even), "No amount fits any more. You hold 1 (odd), the program 0 (even): the program wins.");
    let draw = game("stones:1-3@2.0.0", "take 1\n");
    assert_eq!(last(&draw), "No amount fits any more. You hold 1 (odd), the program 1 (odd): a draw.");
    let held = game("stones:2@3.1.0", "1\n");
    assert_eq!(last(&held), "No amount fits any more. You hold 3 (odd), the program 0 (even): you win.");
    // the notation is from the view of the player to move
    let told = game("stones:1-3@9.1.0", "take 3\n");
    assert!(told.contains("you: take 3  ->  stones:1-3@6.0.0"), "{told}");
}

#[test]
fn in_stones_over_several_piles_both_hands_are_counted_together() {
    let told = game("stones:1-3@4.1.0,2", "1: take 3\n1: take 1\n2: take 1\n2: take 1\n1\n1\n1\n");
    assert!(last(&told).starts_with("No amount fits any more. You hold"), "{told}");
    // at the end both together hold everything: 4 + 2 from the piles, 1 from the start
    let numbers = last(&told).split([' ', '.']).filter_map(|word| word.parse::<u32>().ok());
    assert_eq!(numbers.sum::<u32>(), 7, "{told}");
}

#[test]
fn hands_change_places_after_every_move_also_beside_a_huge_pile() {
    let told = game("stones:1-3@10^30.1.0,5.0.0", "2: take 2\nq\n");
    assert!(told.contains("you: 2: take 2  ->  stones:1-3@1000000000000000000000000000000.0.1,3.0.0"), "{told}");
}

#[test]
fn a_person_may_be_right() {
    let told = game("asymmetric:1,2/3@9 --as right", "take 1\ntake 3\n");
    assert!(told.starts_with("You are right"), "{told}");
    assert!(told.contains("expected 1, or `take 3`"), "Left's amounts are not Right's: {told}");
    assert!(told.contains("you: take 3  ->  asymmetric:1,2/3@6"), "{told}");
    assert!(replies(&told).iter().all(|reply| ["take 1", "take 2"].contains(reply)), "{told}");
    let left = game("asymmetric:1,2/3@9", "take 3\n");
    assert!(left.contains("expected a number from 1 to 2"), "{left}");
}

#[test]
fn a_game_that_goes_round_can_be_called_a_draw() {
    let graph = Scratch::file("cycle", "a b\nb a\n");
    let start = format!("digraph:{}@a", graph.as_str());
    let told = game(&start, "h\ndraw\n1\n1\ndraw\n");
    assert!(told.contains("a draw with best play"), "{told}");
    assert!(told.contains("expected a move: a draw"), "too early: {told}");
    assert!(told.contains("this position has occurred 3 times"), "{told}");
    assert_eq!(last(&told), "a draw by repetition");
    let on = game(&start, &"1\n".repeat(6));
    assert!(on.contains("this position has occurred 7 times"), "a draw is offered, not forced: {on}");
    // undo also takes back a repetition
    let back = game(&start, "1\n1\nu\ndraw\n");
    assert_eq!(last(&back), "no more input: the game ends here", "{back}");
}

#[test]
fn a_loop_with_a_way_out_is_left_to_win() {
    let graph = Scratch::file("exit", "a b\nb a\nb out\n");
    let told = game(&format!("digraph:{}@a", graph.as_str()), "to b\n");
    assert_eq!(replies(&told).len(), 1, "{told}");
    assert!(replies(&told)[0].starts_with("to out"), "{told}");
    assert_eq!(last(&told), "You have no move, and whoever makes the last move wins: the program wins.");
}

#[test]
fn huge_heaps_are_played_without_a_list() {
    let told = game("nim@10^100", "take 10^99\n");
    assert!(told.contains("not listed") && told.len() < 3_000, "{told}");
    assert_eq!(last(&told), "You have no move, and whoever makes the last move wins: the program wins.");
    let by_position = game("nim@10^100,7", "nim@7,7\n");
    assert!(by_position.contains("->  nim@7,7"), "{by_position}");
    assert!(game("subtraction:1,3,4@10^100", "take 3\n").contains("the program: take"));
    assert!(game("kayles@10^30", "kayles@7.999999999999999999999999999991\n").contains("the program: "));
    let split = game("octal:4.7@4000000000000000000000", "octal:4.7@2000000000000000000000.2000000000000000000000\n");
    assert!(split.contains("you: 4000000000000000000000: split into 2000000000000000000000.2000000000000000000000"), "{split}");
    assert!(game("nim@10^12", "take 999999999999\n").ends_with("the program wins.\n"));
}

#[test]
fn at_a_limit_some_legal_move_is_made() {
    let told = game("kayles@9,9 --play misere --limit-positions 10 --second", "hint\n1\n");
    assert!(told.contains("could not find the best move (stopped after 10 positions"), "{told}");
    assert!(told.contains("nobody knows: stopped after 10 positions"), "{told}");
    assert_eq!(replies(&told).len(), 2, "{told}");
}

#[test]
fn a_finished_game_is_over_at_once() {
    assert_eq!(last(&game("nim@0,0", "1\n")), "You have no move, and whoever makes the last move wins: the program wins.");
    assert_eq!(last(&game("nim@0 --second", "")), "The program has no move, and whoever makes the last move wins: you win.");
    assert_eq!(last(&game("nim@0 --play misere", "")), "You have no move, and whoever makes the last move loses: you win.");
}

#[test]
fn through_a_pipe_there_is_no_prompt() {
    let told = game("nim@3", "1\n");
    assert!(!told.contains('>') || told.matches("> ").count() == told.matches("-> ").count(), "{told}");
    assert!(!told.contains('\u{1b}'));
}

#[test]
fn what_cannot_be_played_is_refused() {
    assert!(ask(["play", "nim@x"]).refusal().contains("character 5"));
    assert!(ask(["play", "stones:1-3@7", "--play", "misere"]).refusal().contains("its own rule for the end of play"));
    assert!(ask(["play", "stones:1-3@7+nim@2"]).refusal().contains("last move"));
}

#[test]
fn a_move_is_shown_once() {
    let told = game("nim@3,4,5", "1: take 1\n1\nq\n");
    for position in ["nim@2,4,5", shown(&told)[1]] {
        let said = told.lines().filter(|line| line.ends_with(position) && !line.starts_with("  "));
        assert_eq!(said.count(), 1, "{position}: {told}");
    }
    // a move that is named for the position after it
    let graph = Scratch::file("names", "a b\na c\n");
    let path = graph.as_str();
    let told = game(&format!("digraph:{path}@a"), "");
    assert!(told.contains(&format!("\n  1  digraph:{path}@b\n  2  digraph:{path}@c\n")), "{told}");
    let told = game("knights@3.4,5.5 --rule conjunctive", "");
    assert!(told.contains("\n  1  1: to 1.3\n"), "{told}");
    assert!(game("knights@3.4,5.5", "").contains("\n  1  1: to 1.3  ->  knights@1.3,5.5\n"));
}

#[test]
fn boards_are_shown_as_pictures() {
    let cram = game("cram@3x3", "cram@##./.../...\nq\n");
    assert!(cram.contains("cram@../../..") || cram.contains("\ncram@.../.../...\n    . . .\n    . . .\n    . . .\n"), "{cram}");
    assert!(cram.contains("# # ."), "{cram}");
    assert!(game("chomp@2x3", "").contains("\nchomp@3.3\n    x o o\n    o o o\n"));
    let knights = game("knights:4@1.0,3.3", "");
    assert!(knights.contains("\n    1:         2:\n    . N . .    . . . .\n"), "{knights}");
    assert!(knights.contains("\n    . . . .    . . . N\n"), "{knights}");
    // pictures are shown at the end, too, also if the program has made the last move
    assert!(game("cram@1x2", "1\n").contains("    # #\nThe program has no move"));
    assert!(game("cram@1x2 --second", "").contains("\ncram@##\n    # #\nYou have no move"));
    assert!(game("nim@3", "").contains("\nnim@3\n    o o o\n"));
}

#[test]
fn after_the_end_a_move_is_taken_back_or_the_game_begins_anew() {
    let told = game("nim@2", "take 1\nundo\ntake 2\nnew\nexit\n");
    assert_eq!(shown(&told), ["nim@2", "nim@0", "nim@2", "nim@2"], "{told}");
    assert!(told.contains("the program wins.") && told.contains("you win."), "{told}");
    assert_eq!(last(&told), "the game ends here");
    // in a pipe, further input is ignored, and here there is nothing to take back
    let told = game("nim@0", "1\nundo\nhint\nquit\n1\n");
    assert_eq!(last(&told), "You have no move, and whoever makes the last move wins: the program wins.");
    // in the middle of a game, and after a draw
    let told = game("nim@3,4", "1\nnew\nexit\n");
    assert_eq!((shown(&told)[0], *shown(&told).last().unwrap(), last(&told)), ("nim@3,4", "nim@3,4", "the game ends here"));
    let graph = Scratch::file("cycle", "a b\nb a\n");
    let told = game(&format!("digraph:{}@a", graph.as_str()), "1\n1\ndraw\nundo\nquit\n");
    assert!(told.contains("a draw by repetition") && last(&told) == "the game ends here", "{told}");
}

/// Returns the output of a game with these keys on a terminal, or `None` if the command `script` is not installed.
#[cfg(target_os = "linux")]
fn on_a_terminal(keys: &str, variables: &[(&str, &str)]) -> Option<String> {
    let program = format!("{} play nim@2", command().get_program().to_str().unwrap());
    let mut script = std::process::Command::new("script");
    script.args(["-qec", &program, "/dev/null"]).env_remove("NO_COLOR").env("TERM", "xterm").envs(variables.iter().copied());
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let mut stdin = child.stdin.take().unwrap();
    // send one key at a time, like a person who waits for the prompt
    for key in keys.split_inclusive('\r') {
        std::thread::sleep(std::time::Duration::from_millis(500));
        stdin.write_all(key.as_bytes()).unwrap();
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
    drop(stdin);
    Some(String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap())
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_has_colours_and_remembers_what_was_typed() {
    let up = "\u{1b}[A";
    let Some(told) = on_a_terminal(&format!("frob\r{up}\rtake 2\rfrob\rnew\rexit\r"), &[]) else {
        return eprintln!("skipped: there is no `script`");
    };
    assert_eq!(told.matches("expected a number from 1 to 2").count(), 2, "{told:?}");
    assert!(told.contains("\u{1b}[1mnim@2") && told.contains("the game is over: `undo`"), "{told:?}");
    assert!(told.trim_end().ends_with("to go on: sprague play 'nim@2'"), "{told:?}");
    let plain = on_a_terminal("exit\r", &[("NO_COLOR", "1")]).unwrap();
    assert!(plain.contains("nim@2") && !plain.contains("\u{1b}[1m"), "{plain:?}");
}

#[test]
fn rules_that_cannot_read_what_they_show_end_the_game_with_the_reason() {
    let script = Scratch::file(
        "unread.rhai",
        "fn moves(n) { if n > 0 { [n - 1] } else { [] } } fn parse(t) { if t == \"3\" { 3 } } fn show(n) { `x` }",
    );
    let said = tell(["play", &format!("{}@3", script.as_str())], b"1\n");
    assert!(said.status == 1 && said.err.contains("cannot read that"), "{} {}", said.status, said.err);
}

#[test]
fn every_level_plays_legal_moves_to_the_end_and_the_default_is_middle() {
    for level in ["", "--level easy", "--level middle"] {
        let told = tell(format!("play nim@3,4,5 {level}").split_whitespace(), "1\n".repeat(12).as_bytes()).text();
        assert!(told.starts_with("Nim: Take as many tokens as you like from one heap"), "{told}");
        assert!(told.contains(" has no move, and ") || told.contains("You have no move"), "{told}");
    }
    assert!(ask(["play", "nim@3", "--level", "great"]).refusal().contains("easy"));
    // middle sees that any other move lets the other player win
    let told = tell(["play", "nim@2,1,1", "--second"], b"q\n").text();
    assert_eq!(replies(&told), ["1: take 2"], "{told}");
}

#[test]
fn a_blunder_is_named_at_once_and_at_the_end() {
    let told = tell(["play", "nim@1,2", "--level", "perfect"], b"2: take 2\n").text();
    assert!(told.contains("That lets it go: 2: take 1 would have won."), "{told}");
    assert!(told.ends_with("It was let go by 2: take 2, where 2: take 1 would have won.\n"), "{told}");
    let good = tell(["play", "nim@1,2", "--level", "perfect"], b"2: take 1\nq\n").text();
    assert!(!good.contains("lets it go") && good.ends_with("to go on: sprague play 'nim@0,1'\n"), "{good}");
}

#[test]
fn why_board_and_again_are_answered() {
    let told = game("nim@3,4,5", "why\nboard\n1\nagain\nq\n");
    assert!(told.contains("won for you: ") && told.contains("nimber"), "{told}");
    assert_eq!(shown(&told).iter().filter(|position| **position == "nim@3,4,5").count(), 3, "{told}");
}

#[test]
fn every_ruleset_has_a_picture_and_moves_that_fit_a_screen() {
    let listed: serde_json::Value = serde_json::from_str(&ask(["rulesets", "--format", "json"]).text()).unwrap();
    let sizes = listed.as_array().unwrap().iter().filter_map(|entry| entry["sizes"][0].as_str());
    for size in sizes {
        let told = tell(["play", size, "--level", "easy"], b"q\n").text();
        assert!(told.lines().any(|line| line.starts_with("    ")), "{size}: {told}");
        assert!(told.lines().count() <= 24, "{size}: {told}");
    }
}
