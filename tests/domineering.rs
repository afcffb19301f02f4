//! The published outcomes of Domineering on empty boards.

use sprague::evaluate::{OutcomeSearch, WinnerSearch};
use sprague::{Limits, Outcome, Partizan, Player, ToMove};
use sprague_questions::{Session, Solve};
use sprague_rules_boards::{Board, Domineering};
use sprague_testkit::golden;
use std::path::PathBuf;

struct Published {
    position: String,
    board: Board,
    first: Player,
    outcome: Outcome,
}

impl Published {
    fn squares(&self) -> u32 {
        u32::from(self.board.rows()) * u32::from(self.board.columns())
    }
}

fn published() -> Vec<Published> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/domineering.txt");
    let mut all = vec![];
    for golden::Line { position, values: [value], .. } in golden::read(path).unwrap() {
        let board: Board = position.strip_prefix("domineering@").unwrap().parse().unwrap();
        // `N/P`: Left wins if Left starts, and Right loses if Right starts
        for (first, letter) in Player::BOTH.into_iter().zip(value.split('/')) {
            let outcome = Outcome::from_letter(letter.parse().unwrap()).unwrap();
            all.push(Published { position: position.clone(), board: board.clone(), first, outcome });
        }
    }
    all
}

/// Asserts that the search and the questions find the published outcome.
///
/// They must also find it with rows and columns exchanged. With `by_definition`, a search by definition must find it, too.
fn is_found(published: &Published, by_definition: bool) {
    let Published { position, board, first, outcome } = published;
    let limits = Limits::default();
    let wins = *outcome == Outcome::Win;
    assert_eq!(WinnerSearch::new(&Domineering, &limits).wins(board, *first), Ok(wins), "{position}, {first} starts");
    let exchanged = Domineering.negative(board).unwrap();
    assert_eq!(WinnerSearch::new(&Domineering, &limits).wins(&exchanged, -*first), Ok(wins), "{position} exchanged");
    let options = Solve { first: Some(*first), outcome_only: true, ..Solve::default() };
    let sum = Session::new().position(position).unwrap();
    assert_eq!(sprague_questions::solve(&sum, &options, &limits).unwrap().outcome, *outcome, "{position}, {first} starts");
    if by_definition {
        let found = OutcomeSearch::new(&ToMove(Domineering), &limits).outcome(&(*first, board.clone()));
        assert_eq!(found, Ok(*outcome), "{position} by definition");
    }
}

#[test]
fn published_outcomes_of_domineering_are_found() {
    let (small, large): (Vec<_>, Vec<_>) = published().into_iter().partition(|published| published.squares() < 54);
    small.iter().for_each(|published| is_found(published, published.squares() <= 16));
    assert!(small.len() >= 50 && !large.is_empty(), "{} and {}", small.len(), large.len());
    let definition = small.iter().filter(|published| published.squares() <= 16).count();
    assert!(definition >= 8, "{definition}");
}

/// Checks boards with at least 54 squares, some of which take seconds.
#[test]
#[ignore = "release: some boards take seconds with optimisation"]
fn release_published_outcomes_of_domineering_on_large_boards_are_found() {
    published().iter().filter(|published| published.squares() >= 54).for_each(|published| is_found(published, false));
}
