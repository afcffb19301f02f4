//! Laws of nimber sequences that are not periodic. A law is proved, or observed in the rows.

use crate::read::json::Number;
use serde::Serialize;
use sprague::heap::{HeapLaw, Section, SectionLaw};
use std::fmt;

/// A law that computes the nimber of a heap from the nimbers of much smaller heaps.
///
/// ```
/// use sprague_questions::{RowPlan, Session, analyse};
/// let game = Session::new().family("at-most:1/2").unwrap();
/// let law = analyse(&game, &RowPlan::default()).unwrap().law.unwrap();
/// assert_eq!(law.to_string(), "law: G(2n) = n, G(2n + 1) = G(n); proved for all n");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NimberLaw {
    /// The statement of the law.
    pub law: HeapLaw,
    /// The number of rows in which the law was observed, or `None` if it is proved for all rows.
    pub seen_in: Option<u64>,
}

/// The maximum number of nimbers that are examined to find a law.
pub(crate) const MOST_NIMBERS: usize = 2_000;

impl NimberLaw {
    /// Returns a law for these nimbers of the heaps 0, 1, …, or for some residues, if one is found. Only the first 2,000 are
    /// examined.
    ///
    /// ```
    /// use sprague_questions::analyse::NimberLaw;
    /// let nimbers: Vec<u64> = (0..100_u64).map(|heap| heap.count_ones().into()).collect();
    /// let law = NimberLaw::seen_in(&nimbers).unwrap();
    /// let said = "law: G(2n) = G(n), G(2n + 1) = G(n) + 1, from heap 1 on; observed in 100 rows, not proved";
    /// assert_eq!(law.to_string(), said);
    /// ```
    pub fn seen_in(nimbers: &[u64]) -> Option<Self> {
        let nimbers = &nimbers[..nimbers.len().min(MOST_NIMBERS)];
        let law = SectionLaw::observed(nimbers).or_else(|| SectionLaw::observed_in_part(nimbers))?;
        Some(Self { law: HeapLaw::Sections(law), seen_in: Some(nimbers.len() as u64) })
    }

    /// Returns `true` if the law is proved for all heaps.
    pub fn is_proved(&self) -> bool {
        self.seen_in.is_none()
    }
}

impl From<HeapLaw> for NimberLaw {
    /// Converts a law that is proved.
    fn from(law: HeapLaw) -> Self {
        Self { law, seen_in: None }
    }
}

impl fmt::Display for NimberLaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seen_in {
            None => write!(f, "law: {}; proved for all n", self.law),
            Some(rows) => write!(f, "law: {}; observed in {rows} rows, not proved", self.law),
        }
    }
}

/// The law of a sequence of nimbers.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "NimberLaw"))]
pub(crate) struct WrittenLaw {
    /// The law in words.
    law: String,
    status: &'static str,
    /// The number of rows in which it was observed, if it is not proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Number>,
    /// The nimbers of the first heaps, which the law does not cover.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<Vec<Number>>,
    /// The law of the heaps bn + r, for each r.
    #[serde(skip_serializing_if = "Option::is_none")]
    residues: Option<Vec<WrittenSection>>,
}

/// The law of one residue: `rise`·n + `constant`, or `gain` more than the nimber of heap `step`·n + `shift`, or unknown.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "LawOfResidue"))]
#[serde(untagged)]
enum WrittenSection {
    Linear { rise: Number, constant: i64 },
    Smaller { step: Number, shift: i64, gain: i64 },
    Open {},
}

impl From<&NimberLaw> for WrittenLaw {
    fn from(found: &NimberLaw) -> Self {
        let written = |section: Section| match section {
            Section::Linear { rise, constant } => WrittenSection::Linear { rise: Number(rise), constant },
            Section::Smaller { step, shift, gain } => WrittenSection::Smaller { step: Number(step), shift, gain },
            Section::Open => WrittenSection::Open {},
        };
        let sections = found.law.sections();
        Self {
            law: found.law.to_string(),
            status: if found.is_proved() { "proved" } else { "observed" },
            rows: found.seen_in.map(Number),
            first: sections.as_ref().map(|law| law.first.iter().copied().map(Number).collect()),
            residues: sections.map(|law| law.sections.into_iter().map(written).collect()),
        }
    }
}
