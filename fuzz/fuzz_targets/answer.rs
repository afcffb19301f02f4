//! Every question that can be parsed is answered, refused, or stopped at a limit.
//!
//! No call panics. If a theorem and a search both give an answer, the outcomes are equal, and the best move keeps them.

#![no_main]

use libfuzzer_sys::{Corpus, fuzz_target};
use sprague::{Limits, Outcome, Play, Player};
use sprague_fuzz::{is_slow, names_a_file, squeezed};
use sprague_questions::{Answer, ParsedSum, Session, Solve, solve};
use std::time::Duration;

/// The maximum length of a text, which is enough for a sum of a few components.
const LONGEST: usize = 60;

fn answer(sum: &ParsedSum, options: &Solve, limits: &Limits) -> Option<Answer> {
    let answer = solve(sum, options, limits).ok()?;
    assert!(serde_json::to_value(&answer).expect("an answer is data").is_object());
    assert_eq!(answer.winning_moves.is_empty(), answer.outcome == Outcome::Loss || answer.best.is_none());
    Some(answer)
}

fuzz_target!(|data: &[u8]| -> Corpus {
    let Ok(text) = str::from_utf8(data) else { return Corpus::Reject };
    let question = squeezed(text);
    if text.len() > LONGEST || is_slow(&question, 2) || names_a_file(&question) {
        return Corpus::Reject;
    }
    let session = Session::new();
    let Ok(sum) = session.position(text) else { return Corpus::Keep };
    let limits = Limits { positions: 1_000, bytes: 1 << 26, time: Some(Duration::from_millis(100)), ..Limits::default() };
    for play in [Play::Normal, Play::Misere] {
        for first in Player::BOTH {
            let options = Solve { play, first: Some(first), is_one_of_many: true, max_moves: Some(5), ..Solve::default() };
            let by_theorem = answer(&sum, &options, &limits);
            let by_search = answer(&sum, &Solve { search: true, explain: true, line: true, ..options.clone() }, &limits);
            if let (Some(by_theorem), Some(by_search)) = (&by_theorem, &by_search) {
                assert_eq!(by_theorem.outcome, by_search.outcome, "{sum}, {play}, {first} first: theorem and search");
                let totals = (by_theorem.winning_moves_total, by_search.winning_moves_total);
                if let (Some(one), Some(other)) = totals {
                    assert_eq!(one, other, "{sum}, {play}, {first} first: how many winning moves");
                }
            }
            let alone = solve(&sum, &Solve { outcome_only: true, ..options.clone() }, &limits);
            if let (Some(by_theorem), Ok(alone)) = (&by_theorem, alone) {
                assert_eq!(
                    (alone.outcome, alone.best),
                    (by_theorem.outcome, None),
                    "{sum}, {play}, {first} first: the outcome alone"
                );
            }
            let Some(Answer { outcome, best: Some(best), .. }) = by_theorem else { continue };
            let after = session.position(&best.to).expect("a position that was shown is read again");
            let first = best.next.unwrap_or(first);
            if let Some(next) = answer(&after, &Solve { first: Some(first), is_one_of_many: true, ..options }, &limits) {
                assert_eq!(-next.outcome, outcome, "{sum}, {play}: the best move is {} to {}", best.label, best.to);
            }
        }
    }
    Corpus::Keep
});
