//! The misère canonical form of an impartial sum.
//!
//! Conway, *On Numbers and Games*, ch. 12. *Winning Ways*, ch. 13 has genera and kinds.

use crate::ask::solve::superscript;
use crate::report::{Report, Table, formula, heads, list, or_long, position, word, words};
use serde::Serialize;
use sprague::solve::{MisereFacts, MisereValue};
use sprague::theory::{FormGraph, Genus};
use sprague::{Outcome, Play};

/// The maximum length of a text that is used as a headline.
const MAX_LINE: usize = 24;

/// The maximum length of a form in words.
pub(in crate::ask) const LONGEST: usize = 300;

/// The misère canonical form of a sum, and facts about it.
///
/// ```
/// use sprague::{Limits, Play};
/// use sprague_questions::{Session, ValueOf};
/// let question = ValueOf { play: Play::Misere, facts: true, ..ValueOf::of("nim@2") };
/// let found = Session::new().ask(&question, &Limits::default())?;
/// let misere = found.misere().unwrap();
/// assert_eq!((misere.form.as_str(), misere.superscript.to_string().as_str()), ("*[2]", "2^{20}"));
/// assert_eq!(misere.is, Some(vec!["even", "extraverted", "prime"]));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MisereValue"))]
#[non_exhaustive]
pub struct MisereReport {
    /// The sum.
    pub position: String,
    /// Misère play.
    pub play: Play,
    /// The misère canonical form by its options, as CGSuite writes it: two heaps of two are `*[32]`.
    ///
    /// Long parts that occur several times are written once.
    pub form: String,
    /// The outcome under misère play.
    pub outcome: Outcome,
    /// The number of moves of the longest play.
    pub birthday: u32,
    /// The nimber, and the misère nimbers with 0, 1, 2, … heaps of two added.
    pub genus: (u32, Vec<u32>),
    /// The size of the only Nim heap that makes it lost when added.
    pub misere_nimber: u32,
    /// The size of the equal Nim heap, or `null`.
    pub heap: Option<u32>,
    /// The kind, such as `tame` or `wild`.
    pub kind: String,
    /// What the kind means for sums.
    pub implies: &'static str,
    /// Properties that hold: `even`, `extraverted`, `introverted`, `prime`, `half-tame`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is: Option<Vec<&'static str>>,
    /// The form with a heap of one in place of each end of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<String>,
    /// The ways to write it as a sum of simpler games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partitions: Option<Vec<Vec<String>>>,
    /// Shared nodes, each as the indices of its options. The last node is the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dag: Option<Vec<Vec<usize>>>,
    /// The genus as books write it.
    #[serde(skip)]
    pub superscript: Genus,
    /// The number of different games to which the form leads.
    #[serde(skip)]
    pub followers: usize,
}

impl MisereReport {
    pub(super) fn new(position: String, value: MisereValue, has_dag: bool) -> Self {
        let MisereValue { form, outcome, birthday, genus, misere_nimber, heap, kind, partitions, facts, .. } = value;
        let texts = |parts: Vec<FormGraph>| parts.iter().map(ToString::to_string).collect();
        let properties = |facts: &MisereFacts| {
            let all = [
                ("even", facts.is_even),
                ("extraverted", facts.is_extraverted),
                ("introverted", facts.is_introverted),
                ("prime", facts.is_prime),
                ("half-tame", facts.is_half_tame),
            ];
            all.into_iter().filter_map(|(name, is_so)| is_so.then_some(name)).collect()
        };
        Self {
            position,
            play: Play::Misere,
            form: form.to_string(),
            outcome,
            birthday,
            genus: (genus.nimber().0, superscript(&genus)),
            misere_nimber: misere_nimber.0,
            heap,
            kind: kind.to_string(),
            implies: kind.consequence(),
            is: facts.as_ref().map(properties),
            mate: facts.as_ref().map(|facts| facts.mate.to_string()),
            partitions: partitions.map(|partitions| partitions.into_iter().map(texts).collect()),
            dag: has_dag.then(|| form.nodes().to_vec()),
            superscript: genus,
            followers: form.nodes().len() - 1,
        }
    }

    /// Returns the form if its text is short, and otherwise its kind and genus.
    pub(super) fn headline(&self) -> String {
        if self.form.len() <= MAX_LINE { self.form.clone() } else { format!("{}, genus {}", self.kind, self.superscript) }
    }

    /// Describes the form in words.
    pub fn report(&self) -> Report {
        let form = match self.form.len() {
            ..=LONGEST => position(&self.form),
            _ => words(format!("a form that leads to {} others, too long to print: --format json has it", self.followers)),
        };
        let mut report = Report::of(format!("{}, misère play", self.position), form);
        let is = if self.outcome == Outcome::Loss { "lost" } else { "won" };
        report.say(format!("{is} for the player to move, and lost with a Nim heap of {} added", self.misere_nimber));
        report.facts([(word!("genus"), Some(formula(&self.superscript))), (word!("birthday"), Some(formula(self.birthday)))]);
        report.say(match self.heap {
            Some(heap) => format!("it is a Nim heap of {heap}"),
            None => format!("{}: {}", self.kind, self.implies),
        });
        report.fact(word!("kinds"), self.is.as_ref().filter(|is| !is.is_empty()).map(|is| list(is, words)));
        let mate = self.mate.as_ref();
        report.fact(word!("mate"), mate.map(|mate| or_long(Some(mate).filter(|mate| mate.len() <= LONGEST), position)));
        let Some(partitions) = &self.partitions else { return report };
        if partitions.iter().all(|parts| parts.len() < 2) {
            report.say("no sum of simpler games");
            return report;
        }
        let rows = partitions.iter().map(|parts| vec![words(format!("= {}", parts.join(" + ")))]);
        report.table(Table { columns: heads(&["as a sum"]), rows: rows.collect(), ..Table::default() });
        report
    }
}
