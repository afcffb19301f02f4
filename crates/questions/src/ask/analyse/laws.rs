//! Writes the laws of classes of rows in JSON and as sentences.

use super::table::ValueTable;
use crate::read::json::Number;
use serde::Serialize;
use sprague::certificate::HeapOption;
use sprague::rows::order::{Layers, OrderTable};
use sprague::value_rows::{RowClasses, RowLaw, RowLawKind, ValuePeriod};
use std::fmt;

/// The period of the order of all rows.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RowOrder"))]
pub(super) struct WrittenOrder {
    period: Number,
    /// The heap from which both heaps may grow by the period, unless there are `rays`.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Number>,
    /// The distance from which the larger heap alone may grow, or the distance from `rays` if there are any.
    far: Number,
    /// The side of the table that proves it.
    window: Number,
    status: &'static str,
    theorem: &'static str,
    /// The rays between axis and diagonal along which the order also changes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rays: Vec<[u64; 2]>,
}

/// The law of a class of rows.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RowClass"))]
pub(super) struct WrittenClass {
    residue: Number,
    modulus: Number,
    /// The first row of the class for which the law holds, if it is not about an order along rays.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Number>,
    /// The strongest proved kind of law: `constant`, `gain`, `structure` or `order`.
    kind: &'static str,
    /// The value that is gained in `every` rows.
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
        let [period, far, window] = [order.period, order.far, order.window].map(Number);
        let from = order.rays.is_empty().then_some(Number(order.preperiod));
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
        let [residue, modulus] = [residue, modulus].map(Number);
        let from = preperiod.map(Number);
        Self { residue, modulus, from, kind: name, gain, every, left, right, law: text }
    }
}

/// Describes a period. If the period is only observed, the text includes the number of rows.
pub(super) fn as_seen(period: &impl fmt::Display, rows: u64) -> String {
    period.to_string().replace(", observed, ", &format!(", observed in {rows} rows, "))
}

/// The maximum number of classes whose laws are written as sentences.
const SAID: usize = 12;

impl ValueTable {
    /// Returns the order and the classes in JSON form, or `None` if no law was needed or found.
    pub(super) fn laws(&self) -> Option<(WrittenOrder, Vec<WrittenClass>)> {
        let classes = self.classes.as_deref()?;
        Some((classes.into(), classes.laws().into_iter().map(WrittenClass::from).collect()))
    }

    /// Returns sentences about the period of the values and the laws of classes, proved ones first.
    pub(super) fn sentences(&self) -> Vec<String> {
        let seen = |period: &ValuePeriod| as_seen(period, self.sought_in);
        let (proved, observed): (Vec<_>, Vec<_>) = self.period.iter().partition(|period| period.is_proved());
        let mut said: Vec<String> = proved.into_iter().map(seen).collect();
        said.extend(self.law_sentences());
        said.extend(observed.into_iter().map(seen));
        let is_settled = self.period.is_some() || self.classes.as_ref().is_some_and(|classes| classes.never_repeats());
        if !is_settled {
            said.push(match (&self.classes, self.ordered_in) {
                // the wording for tables that never searched for laws
                (None, None) => "no period seen".to_owned(),
                _ => format!("no period of the values is seen in the first {} rows", self.sought_in),
            });
        }
        said.extend(self.larger_table());
        said
    }

    /// Returns a sentence for the law of each class, and one for the proof.
    fn law_sentences(&self) -> Vec<String> {
        let Some(classes) = self.classes.as_deref() else { return vec![] };
        let (alone, laws): (Vec<_>, Vec<_>) = classes.laws().into_iter().partition(|law| law.kind == RowLawKind::Order);
        let mut said = vec![classes.order_sentence()];
        said.extend(laws.iter().take(SAID).map(RowLaw::to_string));
        if laws.len() > SAID {
            said.push(format!("and {} more classes: JSON has them all", laws.len() - SAID));
        }
        match alone.len() {
            0 => {}
            1 if laws.is_empty() => said.push("of the one class of rows, only the order is known".to_owned()),
            1 => said.push("of one more class, only the order is known".to_owned()),
            count if laws.is_empty() => said.push(format!("of all {count} classes of rows, only the order is known")),
            count => said.push(format!("of {count} more classes, only the order is known")),
        }
        if classes.never_repeats() && self.period.as_ref().is_none_or(|period| !period.is_proved()) {
            said.push("so the values neither repeat nor rise by a number".to_owned());
        }
        said
    }

    /// Describes the cost of larger tables, if some class is still undecided.
    fn larger_table(&self) -> Option<String> {
        let tried = self.ordered_in?;
        let Some(classes) = self.classes.as_deref() else {
            return Some(format!("no table of up to {tried} rows proves their order: {}", larger(tried)));
        };
        // with options along several rays, no theorem is known to prove them
        let is_open = classes.order().rays.is_empty() && classes.laws().iter().any(|law| law.kind == RowLawKind::Order);
        is_open.then(|| {
            let filled = classes.largest_of_options(None);
            let next = classes.largest_of_options(Some(usize::try_from(more(tried)).unwrap_or(usize::MAX)));
            let of_options = next.map_or(0, |side| OrderTable::bytes(&Layers::default(), side));
            let filled = filled.map_or_else(String::new, |side| format!(" of up to {side} rows"));
            format!("no table{filled} proves the options of all classes: {}", at_cost(tried, of_options))
        })
    }
}

/// Returns the number of rows of the next larger tables.
fn more(tried: u64) -> u64 {
    tried.saturating_mul(4)
}

/// Describes the cost of tables of the order with four times as many rows.
pub(crate) fn larger(tried: u64) -> String {
    at_cost(tried, 0)
}

/// Describes the cost of the next larger tables. Other tables take `of_others` bytes.
fn at_cost(tried: u64, of_others: usize) -> String {
    let side = more(tried);
    let bytes = OrderTable::bytes(&Layers::default(), usize::try_from(side).unwrap_or(usize::MAX)).max(of_others);
    let megabytes = bytes.div_ceil(1_000_000);
    format!(
        "a search in {side} rows needs tables of up to {megabytes} MB (several times as much for gains of games) and about 16 times the work"
    )
}
