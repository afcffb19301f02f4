//! Games played through text, without the rest of the program.

use super::*;
use sprague::{Play, Player};
use sprague_questions::Session;

/// Returns the output for these lines of input.
fn said(position: &str, question: Solve, limits: Limits, side: Player, starts: Side, typed: &str) -> String {
    let session = Session::new();
    let start = session.position(position).unwrap();
    let game = Game::new(&session, start, question, limits.clone(), side, starts);
    let mut out = vec![];
    let input = Plain { read: typed.as_bytes(), is_attended: false };
    Talk { game, limits, input, out: &mut out, is_coloured: false, level: Level::Perfect, is_quiet: true, lost_by: None }
        .run()
        .unwrap();
    String::from_utf8(out).unwrap()
}

fn normal(position: &str, typed: &str) -> String {
    said(position, Solve::default(), Limits::default(), Player::Left, Side::Person, typed)
}

#[test]
fn who_plays_well_from_a_won_position_wins() {
    let told = normal("nim@3,4,5", "1: take 2\nhint\nquit\n");
    assert!(told.contains("you: 1: take 2  ->  nim@1,4,5"), "{told}");
    assert!(told.contains("won for you; best: "), "{told}");
    let told = normal("nim@2", "take 2\n");
    assert!(told.ends_with("The program has no move, and whoever makes the last move wins: you win.\n"), "{told}");
}

#[test]
fn in_misere_play_the_last_mover_loses() {
    let misere = Solve { play: Play::Misere, ..Solve::default() };
    let told = said("nim@2", misere, Limits::default(), Player::Left, Side::Person, "take 2\n");
    assert!(told.ends_with("and whoever makes the last move loses: the program wins.\n"), "{told}");
}

#[test]
fn the_end_of_input_ends_the_game() {
    assert!(normal("nim@3", "").ends_with("no more input: the game ends here\n"));
    assert!(normal("nim@3", "take 1").ends_with("the program wins.\n"), "the last line needs no line break");
}

#[test]
fn wrong_input_is_one_line_and_asked_again() {
    let before = normal("nim@3", "").lines().count();
    for wrong in ["x\n", "\0\n", "draw\n", "undo\n", "nim@\n", "take 4\n"] {
        assert_eq!(normal("nim@3", wrong).lines().count(), before + 1, "{wrong:?}");
    }
    assert_eq!(normal("nim@3", "\n\n").lines().count(), before);
    assert_eq!(normal("nim@3", &"9".repeat(100_000)).lines().count(), before + 1);
}

#[test]
fn long_lists_are_cut_and_listed_on_request() {
    let told = normal("nim@50", "moves\n");
    assert!(told.contains("and 10 more: `moves` lists them"), "{told}");
    assert!(told.contains("  50  take 50  ->  nim@0"), "{told}");
    assert!(normal("nim@10^12", "").contains("and more than 99960 others"));
}

#[test]
fn huge_heaps_are_played_without_a_list() {
    let told = normal("nim@10^100", "take 1\n");
    assert!(told.contains("are not listed"), "{told}");
    assert!(!normal("stones:1,3@10^100", "").contains("are not listed"));
    assert!(told.ends_with("You have no move, and whoever makes the last move wins: the program wins.\n"), "{told}");
}

#[test]
fn stones_ends_by_what_both_hold() {
    let told = normal("stones:1-3@3", "take 3\n");
    assert!(told.contains("You hold 3 (odd), the program 0 (even): you win."), "{told}");
    let told = normal("stones:1-3@2", "take 1\n");
    assert!(told.contains("You hold 1 (odd), the program 1 (odd): a draw."), "{told}");
    let told = normal("stones:1-3:wins=even@1", "take 1\n");
    assert!(told.contains("You hold 1 (odd), the program 0 (even): the program wins."), "{told}");
}

#[test]
fn left_and_right_keep_to_their_own_amounts() {
    let told = said("asymmetric:1/2@3", Solve::default(), Limits::default(), Player::Right, Side::Person, "take 1\ntake 2\n");
    assert!(told.starts_with("You are right, the program is left"), "{told}");
    assert!(told.contains("expected 1, or `take 2`"), "{told}");
    assert!(told.ends_with("You have no move, and whoever makes the last move wins: the program wins.\n"), "{told}");
}

#[test]
fn the_program_starts_where_it_is_told_to() {
    let told = said("nim@3", Solve::default(), Limits::default(), Player::Left, Side::Program, "");
    assert!(told.contains("\nthe program: take 3\n\nnim@0\n"), "{told}");
    assert!(told.ends_with("You have no move, and whoever makes the last move wins: the program wins.\n"), "{told}");
}

#[test]
fn without_an_answer_some_move_is_made() {
    let limits = Limits { positions: 10, ..Limits::default() };
    let question = Solve { play: Play::Misere, ..Solve::default() };
    let told = said("kayles@9,9", question, limits, Player::Left, Side::Program, "hint\n");
    assert!(told.contains("makes any move"), "{told}");
    assert!(told.contains("nobody knows: stopped after 10 positions"), "{told}");
}

#[test]
fn a_finished_position_is_over_at_once() {
    assert!(normal("nim@0", "take 1\n").ends_with("You have no move, and whoever makes the last move wins: the program wins.\n"));
}
