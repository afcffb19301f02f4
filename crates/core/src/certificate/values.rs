//! A claimed period of values as plain data, for a checker that trusts nobody.

use crate::Play;
use serde::{Deserialize, Serialize};

/// A value, or an option of one: a sum of number, ups and star by its text, anything else by the number of its node.
///
/// ```
/// use sprague_core::certificate::SharedValue;
/// let values: Vec<SharedValue> = serde_json::from_str(r#"["1/2^*", 3]"#).unwrap();
/// assert_eq!(values, [SharedValue::Text("1/2^*".into()), SharedValue::Node(3)]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum SharedValue {
    /// A number, n·↑ and \*k added: `-3/2`, `^2*`, `1v*3`.
    Text(String),
    /// The node with this number, from 0.
    Node(u64),
}

/// Values as nodes that they share: their text may be longer than all of them together by an exponential.
///
/// ```
/// use sprague_core::certificate::{SharedValue, SharedValues};
/// // {2|-1}, and {{2|-1}|-5}
/// let values: SharedValues = serde_json::from_str(r#"{"nodes": [[["2"],["-1"]], [[0],["-5"]]], "values": [0, 1]}"#).unwrap();
/// assert_eq!(values.nodes[1], [vec![SharedValue::Node(0)], vec![SharedValue::Text("-5".into())]]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedValues {
    /// Left's options and Right's options of each node; nodes come after those that are their options.
    pub nodes: Vec<[Vec<SharedValue>; 2]>,
    /// The values.
    pub values: Vec<SharedValue>,
}

/// The claim that the values of the heaps of a family repeat for ever, or rise by a number in every period. Serialises to JSON.
///
/// It carries no proof steps: a checker recomputes every value from the rules, compares games by their definition, and applies the
/// theorem itself.
///
/// ```
/// use sprague_core::certificate::ValueCertificate;
///
/// // only Right can move, and takes two tokens
/// let text = r#"{"family": "asymmetric:none/2", "play": "normal", "rows": "values", "theorem": "bounded look-back",
///     "preperiod": 0, "period": 2, "saltus": "-1", "values": {"nodes": [], "values": ["0", "0"]}}"#;
/// let claim: ValueCertificate = serde_json::from_str(text).unwrap();
/// assert_eq!((claim.rows.as_str(), claim.values.values.len()), (ValueCertificate::ROWS, 2));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValueCertificate {
    /// The family in the notation of the command line.
    pub family: String,
    /// Normal play.
    pub play: Play,
    /// What the rows hold: [`ROWS`](Self::ROWS).
    pub rows: String,
    /// The name of the theorem that is claimed to apply.
    pub theorem: String,
    /// The first n of the repeating part, claimed minimal.
    pub preperiod: u64,
    /// The period, claimed minimal.
    pub period: u64,
    /// The number that each value gains in every period, as text; `0` if they repeat.
    pub saltus: String,
    /// The values of the heaps 0 … preperiod + period − 1.
    pub values: SharedValues,
}

impl ValueCertificate {
    /// What `rows` is to say.
    pub const ROWS: &str = "values";
}
