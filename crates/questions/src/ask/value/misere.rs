//! The misère canonical form of an impartial sum.
//!
//! Conway, *On Numbers and Games*, ch. 12. *Winning Ways*, ch. 13 has genera and kinds.

use crate::ask::solve::superscript;
use crate::question::written_as;
use serde::{Serialize, Serializer};
use sprague::solve::MisereValue;
use sprague::theory::{FormGraph, MisereKind};
use sprague::{Outcome, Play};

/// The misère canonical form of a sum, and facts about it.
///
/// Serialised, it is the JSON object of the command line.
///
/// ```
/// use sprague::{Limits, Play};
/// use sprague_questions::{Session, ValueOf};
/// let question = ValueOf { play: Play::Misere, ..ValueOf::of("kayles@5") };
/// let found = Session::new().ask(&question, &Limits::default())?;
/// let misere = found.misere().unwrap();
/// assert_eq!((misere.text.as_str(), misere.value.genus.to_string().as_str()), ("*[(32)321]", "4^{146}"));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MisereReport {
    /// The sum.
    pub position: String,
    /// The form, with its genus and kind.
    pub value: MisereValue,
    /// The form as text, in which long parts that occur several times are written once.
    pub text: String,
    /// Whether the question also asks for the form as shared nodes.
    pub has_dag: bool,
}

/// The maximum length of a text that is used as a headline.
const MAX_LINE: usize = 24;

/// Facts about a value.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "MisereValue"))]
struct Written<'a> {
    position: &'a str,
    play: Play,
    /// The misère canonical form by its options, as CGSuite writes it: two heaps of two are `*[32]`.
    form: &'a str,
    outcome: Outcome,
    birthday: u32,
    /// The nimber, and the misère nimbers with 0, 1, 2, … heaps of two added.
    genus: (u32, Vec<u32>),
    /// The size of the only Nim heap that makes it lost when added.
    misere_nimber: u32,
    /// The size of the equal Nim heap, or `null`.
    heap: Option<u32>,
    kind: String,
    implies: &'static str,
    /// Properties that hold: `even`, `extraverted`, `introverted`, `prime`, `half-tame`.
    #[serde(skip_serializing_if = "Option::is_none")]
    is: Option<Vec<&'static str>>,
    /// The form with a heap of one in place of each end of play.
    #[serde(skip_serializing_if = "Option::is_none")]
    mate: Option<String>,
    /// The ways to write it as a sum of simpler games.
    #[serde(skip_serializing_if = "Option::is_none")]
    partitions: Option<Vec<Vec<String>>>,
    /// Shared nodes, each as the indices of its options. The last node is the form.
    #[serde(skip_serializing_if = "Option::is_none")]
    dag: Option<&'a [Vec<usize>]>,
}

impl MisereReport {
    pub(super) fn new(position: String, value: MisereValue, has_dag: bool) -> Self {
        Self { position, text: value.form.to_string(), value, has_dag }
    }

    /// Returns the form if its text is short, and otherwise its kind and genus.
    pub(super) fn headline(&self) -> String {
        if self.text.len() <= MAX_LINE { self.text.clone() } else { format!("{}, genus {}", self.value.kind, self.value.genus) }
    }

    /// Returns the properties of the form, if the question asks for facts: `even`, `extraverted`, `introverted`, `prime`,
    /// `half-tame`.
    ///
    /// ```
    /// use sprague::{Limits, Play};
    /// use sprague_questions::{Session, ValueOf};
    /// let question = ValueOf { play: Play::Misere, facts: true, ..ValueOf::of("nim@2") };
    /// let found = Session::new().ask(&question, &Limits::default())?;
    /// assert_eq!(found.misere().unwrap().is(), Some(vec!["even", "extraverted", "prime"]));
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn is(&self) -> Option<Vec<&'static str>> {
        let facts = self.value.facts.as_ref()?;
        let all = [
            ("even", facts.is_even),
            ("extraverted", facts.is_extraverted),
            ("introverted", facts.is_introverted),
            ("prime", facts.is_prime),
            ("half-tame", facts.is_half_tame),
        ];
        Some(all.into_iter().filter_map(|(name, is_so)| is_so.then_some(name)).collect())
    }

    /// Describes the kind and its meaning for sums.
    ///
    /// ```
    /// use sprague::{Limits, Play};
    /// use sprague_questions::{Session, ValueOf};
    /// let question = ValueOf { play: Play::Misere, ..ValueOf::of("kayles@9") };
    /// let found = Session::new().ask(&question, &Limits::default())?;
    /// assert_eq!(found.misere().unwrap().kind_in_words(), "wild: sums are known by their forms alone");
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn kind_in_words(&self) -> String {
        let kind: MisereKind = self.value.kind;
        format!("{kind}: {}", kind.consequence())
    }
}

impl Serialize for MisereReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let MisereValue { form, outcome, birthday, genus, misere_nimber, heap, kind, partitions, facts, .. } = &self.value;
        let texts = |parts: &Vec<FormGraph>| parts.iter().map(ToString::to_string).collect();
        let written = Written {
            position: &self.position,
            play: Play::Misere,
            form: &self.text,
            outcome: *outcome,
            birthday: *birthday,
            genus: (genus.nimber().0, superscript(genus)),
            misere_nimber: misere_nimber.0,
            heap: *heap,
            kind: kind.to_string(),
            implies: kind.consequence(),
            is: self.is(),
            mate: facts.as_ref().map(|facts| facts.mate.to_string()),
            partitions: partitions.as_ref().map(|partitions| partitions.iter().map(texts).collect()),
            dag: self.has_dag.then(|| form.nodes()),
        };
        written.serialize(serializer)
    }
}

written_as!(MisereReport, Written);
