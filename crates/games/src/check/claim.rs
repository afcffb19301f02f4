//! What each kind of file claims, in parts and in words, and what the checker says to it.

use super::{NotAccepted, NotChecked, Verdict};
use crate::{
    BadCertificate, Session, check_certificate_on, check_quotient_certificate_within, check_strategy_within,
    check_value_certificate_within,
};
use serde_json::json;
use sprague::certificate::{Certificate, QuotientCertificate, Strategy, StrategyForm, ValueCertificate, Winner};
use sprague::heap::{HeapRules, RowKind};
use sprague::{BadNotation, Limits, Play};
use std::path::Path;

pub(super) fn of_period(
    session: &Session,
    certificate: &Certificate,
    limits: &Limits,
    checkpoint: Option<&Path>,
) -> Result<Verdict, NotChecked> {
    let Certificate { family, play, rows, theorem, preperiod, period, saltus, .. } = certificate;
    let row_kind = match rows {
        RowKind::Nimbers => "nimbers",
        RowKind::Outcomes => "outcomes, whoever starts,",
    };
    let rise = if *saltus == 0 { String::new() } else { format!(", rising by {saltus} each time") };
    let rules = session.family(family).map_err(|error| malformed(family, error))?;
    let heaps = if matches!(rules.heap_rules(), Some(HeapRules::Stones { .. })) {
        "single heaps with an odd total"
    } else {
        "single heaps"
    };
    let claim = format!(
        "{family}, {} play, disjunctive rule, {heaps}: their {row_kind} have period {period} from n = {preperiod} on{rise}, for every n, by {theorem}",
        play_word(*play)
    );
    let examined = examined(family, check_certificate_on(session, certificate, limits, checkpoint), |checked| {
        format!("{} rows computed again", checked.rows)
    })?;
    let parts = json!({
        "claim": "period", "family": family, "play": play, "rule": "disjunctive", "rows": rows, "first": null,
        "theorem": theorem, "preperiod": preperiod, "period": period, "saltus": saltus,
    });
    Ok(Verdict { parts, claim, examined })
}

pub(super) fn of_values(session: &Session, certificate: &ValueCertificate, limits: &Limits) -> Result<Verdict, NotChecked> {
    let ValueCertificate { family, play, rows, theorem, preperiod, period, saltus, .. } = certificate;
    let rise = if saltus == "0" { String::new() } else { format!(", rising by {saltus} each time") };
    let claim = format!(
        "{family}, {} play, single heaps: their values are those that are stated, and have period {period} from n = {preperiod} \
         on{rise}, for every n, by {theorem}",
        play_word(*play)
    );
    let examined = examined(family, check_value_certificate_within(session, certificate, limits), |checked| {
        format!("{} values computed again, {} comparisons of games", checked.rows, checked.comparisons)
    })?;
    let parts = json!({
        "claim": "period", "family": family, "play": play, "rule": "disjunctive", "rows": rows, "first": null,
        "theorem": theorem, "preperiod": preperiod, "period": period, "saltus": saltus,
    });
    Ok(Verdict { parts, claim, examined })
}

pub(super) fn of_quotient(session: &Session, certificate: &QuotientCertificate, limits: &Limits) -> Result<Verdict, NotChecked> {
    let QuotientCertificate { family, play, theorem, preperiod, period, products, p_portion, .. } = certificate;
    let (order, lost) = (products.len(), p_portion.len());
    let elements = if order == 1 { "1 element".to_owned() } else { format!("{order} elements") };
    let claim = format!(
        "{family}, {} play, disjunctive rule, sums of any heaps: misère quotient of {elements}, {lost} of them lost for whoever \
         starts, with preperiod {preperiod} and period {period}, which tells the outcome of every such sum",
        play_word(*play)
    );
    let examined = examined(family, check_quotient_certificate_within(session, certificate, limits), |checked| {
        format!("{} heaps and {} kinds of sums looked at", checked.heaps, checked.pairs)
    })?;
    let parts = json!({
        "claim": "misère quotient", "family": family, "play": play, "rule": "disjunctive", "rows": "outcomes", "first": null,
        "theorem": theorem, "preperiod": preperiod, "period": period, "order": order,
    });
    Ok(Verdict { parts, claim, examined })
}

fn malformed(family: &str, error: BadNotation) -> NotChecked {
    NotChecked::Family { family: family.to_owned(), error }
}

/// What came of a certificate about a family, which can be read.
fn examined<T>(
    family: &str,
    verdict: Result<T, BadCertificate>,
    looked_at: impl FnOnce(&T) -> String,
) -> Result<Result<String, NotAccepted>, NotChecked> {
    match verdict {
        Err(BadCertificate::Family(error)) => Err(malformed(family, error)),
        Err(error) => Ok(Err(error.into())),
        Ok(checked) => Ok(Ok(looked_at(&checked))),
    }
}

pub(super) fn of_strategy(session: &Session, strategy: &Strategy, limits: &Limits) -> Verdict {
    let Strategy { position, play, rule, first, winner, draw, .. } = strategy;
    let examined = check_strategy_within(session, strategy, limits).map_err(NotAccepted::from).map(|replayed| {
        let positions = replayed.positions;
        match strategy.answers.form() {
            StrategyForm::Components => format!("{positions} values computed again"),
            _ => format!("{positions} positions replayed"),
        }
    });
    let parts = json!({
        "claim": "strategy", "position": position, "play": play, "rule": rule, "rows": "outcomes", "first": first,
        "winner": winner, "draw": draw,
    });
    Verdict { parts, claim: format!("{}, whatever is answered", promise(strategy)), examined }
}

/// What a strategy promises, in words.
///
/// ```
/// use sprague_games::{Session, SolveOptions, check::promise, strategy};
/// let sum = Session::new().position("nim@1,2").unwrap();
/// let found = strategy(&sum, &SolveOptions::default(), None).unwrap();
/// assert_eq!(promise(&found), "nim@1,2, normal play, disjunctive rule: the player who starts wins");
/// ```
pub fn promise(strategy: &Strategy) -> String {
    let Strategy { position, play, rule, first, winner, draw, .. } = strategy;
    let does = if *draw { "never loses" } else { "wins" };
    let who = match (first, winner) {
        (None, Winner::Mover) => "the player who starts".to_owned(),
        (None, Winner::Other) => "the player who does not start".to_owned(),
        (Some(first), Winner::Mover) => format!("{first} starts and"),
        (Some(first), Winner::Other) => format!("{first} starts and {}", -*first),
    };
    format!("{position}, {} play, {rule} rule: {who} {does}", play_word(*play))
}

fn play_word(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misère",
    }
}
