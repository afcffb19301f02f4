//! Compares the claim of a strategy with outcomes of positions, which a plain search finds.

use super::Judged;
use sprague::certificate::{Strategy, Winner};
use sprague::{CompoundRule, Limits, Outcome};
use sprague_questions::{Session, Solve};

/// Judges the claim of a strategy by searching all positions that can be reached.
pub fn judged(claim: &Strategy, session: &Session) -> Judged {
    let Ok(rule) = claim.rule.parse::<CompoundRule>() else { return Judged::False("there is no such rule".into()) };
    let question = Solve {
        play: claim.play,
        rule,
        first: claim.first,
        search: true,
        outcome_only: true,
        is_one_of_many: true,
        ..Solve::of(&*claim.position)
    };
    let limits = Limits { positions: 1 << 18, ..Limits::default() };
    let Ok(answer) = session.ask(&question, &limits) else { return Judged::TooLarge };
    let outcome = if claim.winner == Winner::Mover { answer.outcome } else { -answer.outcome };
    let least = if claim.draw { Outcome::Draw } else { Outcome::Win };
    Judged::of(outcome >= least, || format!("its owner does not reach {least}, but {outcome}"))
}
