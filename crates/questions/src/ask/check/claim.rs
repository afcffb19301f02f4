//! The claim of each kind of file, as parts and as a sentence, and the verdict on it.

use super::{NotAccepted, Verdict};
use crate::question::NoAnswer;
use crate::read::Session;
use serde_json::{Value, json};
use sprague::certificate::{
    Answers, Certificate, ComparisonCertificate, OrderCertificate, PlayOrScore, QuotientCertificate, Strategy, StrategyForm,
    TheoremName, ValueCertificate, Winner,
};
use sprague::heap::{HeapRules, RowKind};
use sprague::{BadNotation, Limits, Play};
use std::path::Path;

pub(super) fn of_period(
    session: &Session,
    certificate: &Certificate,
    limits: &Limits,
    checkpoint: Option<&Path>,
) -> Result<Verdict, NoAnswer> {
    let Certificate { family, play, rows, theorem, preperiod, period, saltus, .. } = certificate;
    let row_kind = match rows {
        RowKind::Nimbers => "nimbers",
        RowKind::Outcomes => "outcomes, whoever starts,",
        RowKind::Scores => "scores",
    };
    let rise = if *saltus == 0 { String::new() } else { format!(", rising by {saltus} each time") };
    let rules = session.family_within(family, limits).map_err(|error| malformed(family, error))?;
    let heaps = if matches!(rules.heap_rules(), Some(HeapRules::Stones { .. })) {
        "single heaps with an odd total"
    } else {
        "single heaps"
    };
    let how = match rows {
        RowKind::Scores => String::new(),
        _ => format!("{} play, disjunctive rule, ", play_word(*play)),
    };
    let claim = format!(
        "{family}, {how}{heaps}: their {row_kind} have period {period} from n = {preperiod} on{rise}, for every n, by {theorem}"
    );
    let examined = examined(family, session.check_on(certificate, limits, checkpoint), |checked| {
        format!("{} rows computed again", checked.rows)
    })?;
    let parts = period_parts(family, *play, json!(rows), *theorem, [*preperiod, *period], json!(saltus));
    Ok(Verdict { parts, claim, examined })
}

pub(super) fn of_values(session: &Session, certificate: &ValueCertificate, limits: &Limits) -> Result<Verdict, NoAnswer> {
    let ValueCertificate { family, play, rows, theorem, preperiod, period, saltus, .. } = certificate;
    let rise = if saltus == "0" { String::new() } else { format!(", rising by {saltus} each time") };
    let claim = format!(
        "{family}, {} play, single heaps: their values are those that are stated, and have period {period} from n = {preperiod} \
         on{rise}, for every n, by {theorem}",
        play_word(*play)
    );
    let examined = examined(family, session.check(certificate, limits), |checked| {
        format!("{} values computed again, {} comparisons of games", checked.rows, checked.comparisons)
    })?;
    let parts = period_parts(family, *play, json!(rows), *theorem, [*preperiod, *period], json!(saltus));
    Ok(Verdict { parts, claim, examined })
}

pub(super) fn of_order(session: &Session, certificate: &OrderCertificate, limits: &Limits) -> Result<Verdict, NoAnswer> {
    let OrderCertificate { family, play, theorem, order, gains, structure, .. } = certificate;
    let classes = gains.as_ref().map_or(0, |gains| gains.classes.len());
    let along = match order.rays.is_empty() {
        true => format!(
            "m and n compare as m+{p} and n+{p} do from n = {n0} on, and as m and n+{p} do where n is {far} more than m or further",
            p = order.period,
            n0 = order.preperiod,
            far = order.far
        ),
        false => format!("their order has period {} along {} rays", order.period, order.fan().len()),
    };
    let gained = match classes {
        0 => String::new(),
        1 => "; 1 class of rows gains what is stated".to_owned(),
        classes => format!("; {classes} classes of rows gain what is stated"),
    };
    let options = structure.as_ref().map_or(String::new(), |structure| {
        format!("; their canonical options are those that are stated, from n = {} on", structure.preperiod)
    });
    let claim = format!("{family}, {} play, single heaps: {along}{gained}{options}, for every n, by {theorem}", play_word(*play));
    let examined =
        examined(family, session.check(certificate, limits), |checked| format!("tables of {} rows filled again", checked.rows))?;
    let parts = json!({
        "claim": "order", "family": family, "play": play, "rule": "disjunctive", "rows": "order", "first": null,
        "theorem": theorem, "preperiod": order.preperiod, "period": order.period, "far": order.far, "window": order.window,
        "gains": classes, "options": structure.is_some(),
    });
    Ok(Verdict { parts, claim, examined })
}

fn period_parts(
    family: &str,
    play: Play,
    rows: Value,
    theorem: TheoremName,
    [preperiod, period]: [u64; 2],
    saltus: Value,
) -> Value {
    json!({
        "claim": "period", "family": family, "play": play, "rule": "disjunctive", "rows": rows, "first": null,
        "theorem": theorem, "preperiod": preperiod, "period": period, "saltus": saltus,
    })
}

pub(super) fn of_quotient(session: &Session, certificate: &QuotientCertificate, limits: &Limits) -> Result<Verdict, NoAnswer> {
    let QuotientCertificate { family, play, theorem, preperiod, period, products, p_portion, .. } = certificate;
    let (order, lost) = (products.len(), p_portion.len());
    let elements = if order == 1 { "1 element".to_owned() } else { format!("{order} elements") };
    let claim = format!(
        "{family}, {} play, disjunctive rule, sums of any heaps: misère quotient of {elements}, {lost} of them lost for whoever \
         starts, with preperiod {preperiod} and period {period}, which tells the outcome of every such sum",
        play_word(*play)
    );
    let examined = examined(family, session.check(certificate, limits), |checked| {
        format!("{} heaps and {} kinds of sums looked at", checked.heaps, checked.pairs)
    })?;
    let parts = json!({
        "claim": "misère quotient", "family": family, "play": play, "rule": "disjunctive", "rows": "outcomes", "first": null,
        "theorem": theorem, "preperiod": preperiod, "period": period, "order": order,
    });
    Ok(Verdict { parts, claim, examined })
}

fn malformed(family: &str, error: BadNotation) -> NoAnswer {
    NoAnswer::from(error).about("family", family)
}

/// Converts the result of a check. An error in the notation of the family becomes a refusal instead of a verdict.
fn examined<T>(
    family: &str,
    verdict: Result<T, NotAccepted>,
    looked_at: impl FnOnce(&T) -> String,
) -> Result<Result<String, NotAccepted>, NoAnswer> {
    match verdict {
        Err(NotAccepted::Family(error)) => Err(malformed(family, error)),
        Err(why) => Ok(Err(why)),
        Ok(checked) => Ok(Ok(looked_at(&checked))),
    }
}

pub(super) fn of_strategy(session: &Session, strategy: &Strategy, limits: &Limits) -> Verdict {
    let Strategy { position, play, rule, first, winner, draw, .. } = strategy;
    let examined = session.check(strategy, limits).map(|replayed| {
        let positions = replayed.positions;
        match strategy.answers.form() {
            StrategyForm::Components => format!("{positions} values computed again"),
            StrategyForm::Bounds => format!("the bounds of {positions} sums proved again"),
            StrategyForm::Positions | StrategyForm::Multisets | StrategyForm::Scores => format!("{positions} positions replayed"),
        }
    });
    let play = PlayOrScore::of(*play, strategy.answers.form() == StrategyForm::Scores);
    let mut parts = json!({
        "claim": "strategy", "position": position, "play": play, "rule": rule, "rows": "outcomes", "first": first,
        "winner": winner, "draw": draw,
    });
    if let Answers::Scores { at_least, .. } = &strategy.answers {
        (parts["rows"], parts["at_least"]) = (json!("scores"), json!(at_least));
    }
    Verdict { parts, claim: format!("{}, whatever is answered", promise(strategy)), examined }
}

pub(super) fn of_comparison(session: &Session, claim: &ComparisonCertificate, limits: &Limits) -> Verdict {
    let ComparisonCertificate { left, right, relation, .. } = claim;
    let examined = session.check(claim, limits).map(|checked| format!("{} states followed", checked.states));
    let parts = json!({
        "claim": "comparison", "left": left, "right": right, "play": "normal", "rule": "disjunctive", "relation": relation,
    });
    Verdict { parts, claim: format!("{left}  {relation}  {right}, normal play, disjunctive rule, in every sum"), examined }
}

/// Describes the claim of a strategy in words.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, StrategyOf, check::promise, strategy};
/// let sum = Session::new().position("nim@1,2").unwrap();
/// let found = strategy(&sum, &StrategyOf::default(), &Limits::default()).unwrap();
/// assert_eq!(promise(&found), "nim@1,2, normal play, disjunctive rule: the player who starts wins");
/// ```
pub fn promise(strategy: &Strategy) -> String {
    let Strategy { position, play, rule, first, winner, draw, answers } = strategy;
    let does = if *draw { "never loses" } else { "wins" };
    let who = match (first, winner) {
        (None, Winner::Mover) => "the player who starts".to_owned(),
        (None, Winner::Other) => "the player who does not start".to_owned(),
        (Some(first), Winner::Mover) => format!("{first} starts and"),
        (Some(first), Winner::Other) => format!("{first} starts and {}", -*first),
    };
    if let Answers::Scores { at_least, .. } = answers {
        return format!("{position}: {who} gets at least {at_least} points more than the other player");
    }
    format!("{position}, {} play, {rule} rule: {who} {does}", play_word(*play))
}

/// Says what a strategy promises, and how much it contains.
///
/// ```
/// use sprague_questions::{Session, StrategyOf, check::in_words, strategy};
/// let sum = Session::new().position("nim@1,2").unwrap();
/// let found = strategy(&sum, &StrategyOf::default(), &sprague::Limits::default()).unwrap();
/// let words = "nim@1,2, normal play, disjunctive rule: the player who starts wins, 3 moves";
/// assert_eq!(in_words(&found), words);
/// ```
pub fn in_words(strategy: &Strategy) -> String {
    let (what, of) = contents(strategy.answers.form());
    let count = strategy.answers.len();
    let what = if count == 1 { &what[..what.len() - 1] } else { what };
    format!("{}, {count} {what}{of}", promise(strategy))
}

/// Returns what a strategy of this form contains, and of what.
pub fn contents(form: StrategyForm) -> (&'static str, &'static str) {
    match form {
        StrategyForm::Positions => ("moves", ""),
        StrategyForm::Multisets => ("moves", " of multisets"),
        StrategyForm::Components => ("values", " of components"),
        StrategyForm::Bounds => ("bounds", " of sums"),
        StrategyForm::Scores => ("scores", " of positions"),
    }
}

fn play_word(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal",
        Play::Misere => "misère",
    }
}
