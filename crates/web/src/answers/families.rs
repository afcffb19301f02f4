//! Families: rows and their periods, misère quotients, certificates.

use super::{Answer, stopped, written};
use crate::questions::{Certify, Quotient, Rows};
use crate::refusal::Refusal;
use serde_json::json;
use sprague::heap::HeapRules;
use sprague::quotient::Incomplete;
use sprague::solve::RulesetCache;
use sprague::{Limits, Play};
use sprague_games::{
    AnalyseOptions, QuestionError, Session, analyse, certify_quotient, certify_values, quotient as games_quotient,
};
use std::sync::Arc;

/// The most rows of a family that are sent.
const MOST_ROWS: u64 = 2_000_000;

fn family(session: &Session, text: &str) -> Result<Arc<RulesetCache>, QuestionError> {
    Ok(session.family(text)?)
}

/// The rows of a family.
pub(crate) fn rows(session: &Session, limits: &Limits, asked: &Rows) -> Answer {
    if asked.to > MOST_ROWS {
        return Err(Refusal::Unanswered(format!(
            "at most {MOST_ROWS} rows are sent to the page; `sprague analyse` computes more"
        )));
    }
    let Rows { to, play, .. } = *asked;
    let options = AnalyseOptions { to, play, values: asked.rows.is_some(), limits: limits.clone(), ..AnalyseOptions::default() };
    let found = family(session, &asked.family).and_then(|family| analyse(&family, &options));
    written("family", found.map(|found| found.to_json()), || json!({ "family": asked.family, "play": play, "to": to }))
}

/// The monoid that decides sums of heaps under misère play, with its products where they are few.
pub(crate) fn quotient(session: &Session, limits: &Limits, asked: &Quotient) -> Answer {
    let found = family(session, &asked.family).and_then(|family| {
        let found = games_quotient::quotient(&family, asked.to, limits)?;
        let mut answer = games_quotient::to_json(&family, &found);
        answer["products"] = json!(games_quotient::products(&found));
        Ok(match found.incomplete() {
            Some(Incomplete::Stopped(limit)) => stopped(limit, answer),
            _ => answer,
        })
    });
    written("family", found, || json!({ "family": asked.family, "play": Play::Misere }))
}

/// A proved period, for `sprague check`.
pub(crate) fn certify(session: &Session, limits: &Limits, asked: &Certify) -> Answer {
    let options = AnalyseOptions { play: asked.play, limits: limits.clone(), ..AnalyseOptions::default() };
    let known = || json!({ "family": asked.family, "play": asked.play });
    let rules = match family(session, &asked.family) {
        Ok(rules) => rules,
        Err(error) => return Err(Refusal::of("family", error)),
    };
    if asked.rows.is_some() {
        return written("family", certify_values(&rules, &options), known);
    }
    match sprague_games::certify(&rules, &options) {
        // where heaps split, misère play is decided by a quotient
        Err(QuestionError::Unknown(_))
            if asked.play == Play::Misere && matches!(rules.heap_rules(), Some(HeapRules::TakeAndBreak(_))) =>
        {
            written("family", certify_quotient(&rules, limits), known)
        }
        found => written("family", found, known),
    }
}
