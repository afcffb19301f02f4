//! The laws of classes of rows, as JSON and in sentences.

use super::table::ValueTable;
use crate::read::json::Number;
use schemars::JsonSchema;
use serde::Serialize;
use sprague::certificate::HeapOption;
use sprague::value_rows::{RowClasses, RowLaw, RowLawKind};

/// The period of the order of all rows as JSON has it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RowOrder")]
pub(super) struct WrittenOrder {
    period: Number,
    /// The heap from which on both of two heaps may grow by the period.
    from: Number,
    /// The distance from which on the larger heap may grow alone.
    ///
    /// Along `rays`, it is the distance from these.
    far: Number,
    /// The side of the table that proves it.
    window: Number,
    status: &'static str,
    theorem: &'static str,
    /// The rays between the axis and the diagonal along which the order changes, too.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rays: Vec<[u64; 2]>,
}

/// The law of a class of rows as JSON has it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RowClass")]
pub(super) struct WrittenClass {
    residue: Number,
    modulus: Number,
    from: Number,
    /// The strongest fact that is proved: `constant`, `gain`, `structure` or `order`.
    kind: &'static str,
    /// The value that rows of the class gain in `every` rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    gain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    every: Option<Number>,
    /// Left's canonical options as heaps, such as `1` or `n-2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    right: Option<Vec<String>>,
    /// The law in words.
    law: String,
}

impl From<&RowClasses> for WrittenOrder {
    fn from(classes: &RowClasses) -> Self {
        let order = classes.order();
        let [period, from, far, window] = [order.period, order.preperiod, order.far, order.window].map(Number);
        Self { period, from, far, window, status: "proved", theorem: THEOREM, rays: order.rays.clone() }
    }
}

/// The name of the theorem about the order of rows.
const THEOREM: &str = "order look-back";

impl From<RowLaw> for WrittenClass {
    fn from(law: RowLaw) -> Self {
        let text = law.to_string();
        let RowLaw { residue, modulus, preperiod, kind, options } = law;
        let name = kind.name();
        let (gain, every) = match kind {
            RowLawKind::Constant => (Some("0".to_owned()), Some(Number(modulus))),
            RowLawKind::Gain { gain, every } => (gain.text(), Some(Number(every))),
            RowLawKind::Structure | RowLawKind::Order => (None, None),
        };
        let heap = |option: &HeapOption| match option {
            HeapOption::At(heap) => heap.to_string(),
            HeapOption::Below { below } => format!("n-{below}"),
        };
        let [left, right] = match options {
            Some(sides) => sides.map(|side| Some(side.iter().map(heap).collect())),
            None => [None, None],
        };
        let [residue, modulus, from] = [residue, modulus, preperiod].map(Number);
        Self { residue, modulus, from, kind: name, gain, every, left, right, law: text }
    }
}

/// The most classes whose laws are said in sentences.
const SAID: usize = 12;

impl ValueTable {
    /// The order and the classes as JSON has them.
    ///
    /// `None` where no law was needed or found.
    pub(super) fn laws(&self) -> Option<(WrittenOrder, Vec<WrittenClass>)> {
        let classes = self.classes.as_deref()?;
        Some((classes.into(), classes.laws().into_iter().map(WrittenClass::from).collect()))
    }

    /// The laws of the classes, a sentence each, and why they hold.
    pub(super) fn law_sentences(&self) -> Vec<String> {
        let Some(classes) = self.classes.as_deref() else { return vec![] };
        let laws = classes.laws();
        let mut said = vec![classes.order_sentence()];
        said.extend(laws.iter().take(SAID).map(RowLaw::to_string));
        if laws.len() > SAID {
            said.push(format!("and {} more classes: JSON has them all", laws.len() - SAID));
        }
        if classes.never_repeats() && self.period.as_ref().is_none_or(|period| !period.is_proved()) {
            said.push("so the values neither repeat nor rise by a number".to_owned());
        }
        said
    }
}
