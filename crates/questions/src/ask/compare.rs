//! The order of two sums: greater, less, equal or confused.
//!
//! Conway, *On Numbers and Games*, ch. 7: G ≥ H if and only if Left wins G − H when Right starts.

use super::value::{LETTING_GO, LONGEST};
use crate::legend::class_in_words;
use crate::question::{NoAnswer, Question};
use crate::read::{ParsedSum, Session};
use crate::report::{Report, words};
use crate::words::words;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sprague::certificate::ComparisonCertificate;
use sprague::solve::{self, Component, MixedSum, Refused, SolveError};
use sprague::theory::{FormGraph, Universe};
use sprague::{BadNotation, CompoundRule, Limits, OutcomeClass, Play};
use std::cmp::Ordering;

/// Compares two sums: less, greater, equal or confused.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Compare, Session};
/// let compared = Session::new().ask(&Compare::of("game@^", "nim@1"), &Limits::default())?;
/// assert_eq!(compared.relation, "||");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Compare {
    /// First sum, such as game@^; `-` reads pairs of sums from standard input
    #[cfg_attr(feature = "flags", arg(value_name = "SUM"))]
    pub left: String,
    /// Second sum
    #[cfg_attr(feature = "flags", arg(skip))]
    pub right: String,
    /// Who wins: the player who makes the last move (normal) or the other one (misere, for impartial sums or with `within`)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
    /// Games that may be added to both sums when they are compared under misere play [default: all impartial ones]
    #[cfg_attr(feature = "flags", arg(long, value_name = "GAMES", value_parser = crate::flags::words::<Within>(["dicot", "dead-ending"])))]
    pub within: Option<Within>,
    /// Compound rule, which must be disjunctive, because other sums have no values
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, default_value_t))]
    pub rule: CompoundRule,
    /// Print a certificate of the order, which `check` verifies
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub certificate: bool,
}

words! {
    /// The games that may be added to both sums under misère play.
    Within {
        /// Games in which, at every point of play, both players can move or neither can.
        #[default]
        Dicot = "dicot",
        /// Games in which a player who cannot move will never be able to move again.
        DeadEnding = "dead-ending",
    }
}

impl Compare {
    /// Returns the question about these sums.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Compare::of("nim@1", "nim@2").right, "nim@2");
    /// ```
    pub fn of(left: impl Into<String>, right: impl Into<String>) -> Self {
        Self { left: left.into(), right: right.into(), ..Self::default() }
    }

    fn known(&self, session: &Session, limits: &Limits) -> Value {
        let [left, right] = [&self.left, &self.right].map(|text| match session.position_within(text, limits) {
            Ok(sum) => sum.to_string(),
            Err(_) => text.clone(),
        });
        json!({ "left": left, "right": right })
    }
}

impl Question for Compare {
    type Answer = Comparison;
    const NAME: &'static str = "compare";

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        match (self.within, self.play) {
            _ if self.certificate && (self.play, self.rule) != (Play::Normal, CompoundRule::Disjunctive) => {
                Err(NoAnswer::unfit("certificate", "applies to disjunctive sums under normal play"))
            }
            (Some(_), Play::Normal) => {
                Err(NoAnswer::unfit("within", "applies to `play` misere: under normal play, the order is the same in all sums"))
            }
            _ => Ok(()),
        }
    }

    fn report(answer: &Comparison) -> Option<Report> {
        Some(answer.report())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Comparison, NoAnswer> {
        let limits = &limits.leaving(LETTING_GO);
        let left = side(session, "left", &self.left, limits);
        let found = left.and_then(|left| compare(&left, &side(session, "right", &self.right, limits)?, self, limits));
        found.map_err(|error| error.knowing(|| self.known(session, limits)))
    }
}

/// The prefix of positions that are values.
const VALUES: &str = "game@";

/// Reads a sum, or a value without its ruleset: `{1|-1}` stands for `game@{1|-1}`.
fn side(session: &Session, field: &'static str, text: &str, limits: &Limits) -> Result<ParsedSum, NoAnswer> {
    if !is_value(text) {
        return session.sum(field, text, limits);
    }
    let value = session.sum(field, &format!("{VALUES}{text}"), limits);
    value.map_err(|error| match error {
        NoAnswer::Malformed { field, error, .. } => {
            let error = BadNotation::new(error.at.saturating_sub(VALUES.len()), error.expected);
            NoAnswer::Malformed { field, text: Some(text.to_owned()), error }
        }
        other => other,
    })
}

/// Returns `true` if a text without a ruleset begins as values do.
fn is_value(text: &str) -> bool {
    const WORDS: [&str; 16] = [
        "on", "off", "over", "under", "upon", "uponth", "upover", "dud", "tis", "tisn", "hot", "ace", "Tiny", "tiny", "Miny",
        "miny",
    ];
    let (word, behind) = text.split_at(text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let is_named = word.len() == 1 && behind.starts_with('{');
    let begins = text.starts_with(|c: char| c.is_ascii_digit() || "{^*±↑↓⋆v-+(".contains(c));
    !text.contains('@') && (begins || is_named || WORDS.contains(&word))
}

/// The order of two sums, and the outcome class of their difference.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Comparison {
    /// The first sum.
    pub left: String,
    /// The second sum.
    pub right: String,
    /// `<`, `>`, `=`, or `||` (confused). For impartial sums under misère play, `=`, `linked` or `apart`.
    pub relation: &'static str,
    /// The outcome class of the first sum minus the second, under normal play.
    #[serde(skip)]
    pub difference: Option<OutcomeClass>,
    /// True if a position can repeat in one of them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub loopy: bool,
    /// The forms of impartial sums under misère play, and what links them.
    #[serde(flatten)]
    pub misere: Option<MisereCompared>,
    /// The games that may be added to both sums under misère play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<Within>,
    /// The certificate of the order, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<ComparisonCertificate>,
}

impl Comparison {
    /// Describes the order in words.
    pub fn report(&self) -> Report {
        let Self { left, right, relation, difference, misere, within, .. } = self;
        let is = match *relation {
            ">" => "is greater than",
            "<" => "is less than",
            "=" => "is equal to",
            "linked" => "is linked with",
            "apart" => "is apart from",
            _ => "is confused with",
        };
        let mut report = Report::of(format!("{left}  {relation}  {right}"), None);
        let Some(MisereCompared { forms: [first, second], link, distinguisher }) = misere else {
            report.say(match (difference, within) {
                (Some(class), _) => {
                    format!("the first sum {is} the second: in the first minus the second {}", class_in_words(*class))
                }
                (None, None) => format!("the first sum {is} the second (a position can repeat)"),
                (None, Some(Within::DeadEnding)) => {
                    format!("in misère sums with dead-ending games the first sum {is} the second")
                }
                (None, Some(Within::Dicot)) => format!("in misère sums with dicots the first sum {is} the second"),
            });
            return report;
        };
        let shown = |form: &String| match form.len() {
            ..=LONGEST => form.clone(),
            long => format!("a form of {long} characters"),
        };
        let Some(distinguisher) = distinguisher else {
            report.say(format!("under misère play both act alike in every sum: {}", shown(first)));
            return report;
        };
        report =
            Report::of(format!("{left}  {is}  {right}, misère play"), words(format!("{} and {}", shown(first), shown(second))));
        report.say(match link {
            Some(link) => format!("with {} added, both are lost", shown(link)),
            None => "a move leads from one to the other, so no added game makes both lost".to_owned(),
        });
        report.say(format!("with {} added, one is lost and the other is won", shown(distinguisher)));
        report
    }
}

/// Two misère canonical forms, and the games that link them or tell them apart.
///
/// ```
/// use sprague::{Limits, Play};
/// use sprague_questions::{Compare, Session};
/// let question = Compare { play: Play::Misere, ..Compare::of("nim@2,2", "nim@0") };
/// let compared = Session::new().ask(&question, &Limits::default())?;
/// assert_eq!(compared.misere.unwrap().distinguisher.as_deref(), Some("*[0]"));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MisereCompared {
    /// The misère canonical form of each sum.
    pub forms: [String; 2],
    /// A game that makes both sums lost when added.
    pub link: Option<String>,
    /// A game that makes one sum lost and the other won when added.
    pub distinguisher: Option<String>,
}

/// Compares two sums: less, greater, equal or confused.
///
/// Under normal play the order follows from the outcome class of the difference of the sums, so their values are not
/// computed.
///
/// # Errors
/// [`NoAnswer`] with the field of the sum that cannot be compared, or at a limit.
fn compare(left: &ParsedSum, right: &ParsedSum, question: &Compare, limits: &Limits) -> Result<Comparison, NoAnswer> {
    let firsts = left.components().len();
    let both = |second: &dyn Fn(&Component) -> Component| {
        let components = left.components().iter().cloned().chain(right.components().iter().map(second));
        MixedSum { rule: question.rule, play: question.play, ..MixedSum::of(components) }
    };
    let because = |error: SolveError| match error {
        SolveError::Refused(Refused { component, why }) | SolveError::Loopy(Refused { component, why })
            if component >= firsts =>
        {
            let error = Refused { component: component - firsts, why }.into();
            right.not_solved(error).about("right", &question.right)
        }
        other => left.not_solved(other).about("left", &question.left),
    };
    let (mut difference, mut misere, mut certificate) = (None, None, None);
    let relation = match (question.play, question.within) {
        (Play::Normal, _) => {
            let negated = |component: &Component| Component { is_negative: !component.is_negative, ..component.clone() };
            match solve::outcome_class(&both(&negated), limits) {
                Ok(class) => match *difference.insert(class) {
                    OutcomeClass::Left => ">",
                    OutcomeClass::Right => "<",
                    OutcomeClass::Previous => "=",
                    OutcomeClass::Next => "||",
                    drawn => unreachable!("sums that end are not {drawn}"),
                },
                Err(SolveError::Loopy(_)) => {
                    match solve::loopy_comparison(&both(&Component::clone), firsts, limits).map_err(because)? {
                        Ok(order) => order_sign(order),
                        // the values do not decide, so decide by play
                        Err(_) => written(&certificate.insert(proof(left, right, limits).map_err(because)?).relation),
                    }
                }
                Err(error) => return Err(because(error)),
            }
        }
        (Play::Misere, Some(within)) => {
            let universe = match within {
                Within::Dicot => Universe::Dicot,
                Within::DeadEnding => Universe::DeadEnding,
            };
            order_sign(solve::misere_order(&both(&Component::clone), firsts, universe, limits).map_err(because)?)
        }
        (Play::Misere, None) => {
            let found = solve::misere_comparison(&both(&Component::clone), firsts, limits).map_err(because)?;
            let text = |graph: &FormGraph| graph.to_string();
            let found = misere.insert(MisereCompared {
                forms: found.forms.each_ref().map(text),
                link: found.link.as_ref().map(text),
                distinguisher: found.distinguisher.as_ref().map(text),
            });
            match (&found.distinguisher, &found.link) {
                (None, _) => "=",
                (Some(_), Some(_)) => "linked",
                (Some(_), None) => "apart",
            }
        }
    };
    if question.certificate && certificate.is_none() {
        certificate = Some(proof(left, right, limits).map_err(because)?);
    }
    let certificate = certificate.filter(|_| question.certificate);
    debug_assert!(certificate.as_ref().is_none_or(|certificate| certificate.relation == relation), "values and play agree");
    let [left, right] = [left, right].map(ToString::to_string);
    let loopy = question.play == Play::Normal && difference.is_none();
    Ok(Comparison { left, right, relation, difference, loopy, misere, within: question.within, certificate })
}

/// Returns the order of the sums, and the positions that prove it by play.
fn proof(left: &ParsedSum, right: &ParsedSum, limits: &Limits) -> Result<ComparisonCertificate, SolveError> {
    let [first, second] = [left, right].map(|sum| sum.mixed(CompoundRule::Disjunctive, Play::Normal));
    solve::comparison_proof(&first, &second, [&|sum| left.text_of(sum), &|sum| right.text_of(sum)], limits)
}

fn written(relation: &str) -> &'static str {
    ["<", ">", "="].into_iter().find(|known| *known == relation).unwrap_or("||")
}

/// Returns the sign of an order: `<`, `>`, `=`, or `||` for confused games.
///
/// ```
/// use sprague_questions::order_sign;
/// use std::cmp::Ordering;
/// assert_eq!([Some(Ordering::Less), None].map(order_sign), ["<", "||"]);
/// ```
pub fn order_sign(order: Option<Ordering>) -> &'static str {
    match order {
        Some(Ordering::Greater) => ">",
        Some(Ordering::Less) => "<",
        Some(Ordering::Equal) => "=",
        None => "||",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_compared_as_they_are_printed() {
        let asked = |left: &str, right: &str| Session::new().ask(&Compare::of(left, right), &Limits::default());
        for (left, right, relation) in
            [("{1|-1}", "0", "||"), ("-1/2", "1/4^*", "<"), ("v", "-^", "="), ("^2*", "nim@0", ">"), ("{2||2|0}", "game@2", ">")]
        {
            assert_eq!(asked(left, right).unwrap().relation, relation, "{left} {right}");
        }
        let refused = asked("{1|-1}", "{1|x}").unwrap_err().to_json();
        assert_eq!((&refused["field"], &refused["at"]), (&json!("right"), &json!(3)));
        assert!(asked("vim@3", "0").is_err());
    }
}
