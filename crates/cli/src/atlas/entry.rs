//! An entry of the atlas, with a question, its answer, and the way in which the answer was checked.

use serde::{Deserialize, Serialize};
use toml::Table;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    /// The question as you would type it after `sprague`.
    pub(crate) question: String,
    pub(crate) checked: Checked,
    /// The CPU time for the answer, in seconds.
    pub(crate) cpu_seconds: f64,
    pub(crate) machine: String,
    /// The date of the answer, such as 2026-11-28.
    pub(crate) date: String,
    /// The version of the program that computed the answer.
    pub(crate) version: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// The open problem that the entry is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) problem: Option<String>,
    /// The numbers of the sequences in the OEIS that the answer recomputes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) oeis: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) no_certificate: Option<String>,
    /// The answer by the names of its parts, as in JSON. Long parts are in a separate file.
    #[serde(default)]
    pub(crate) answer: Table,
    /// The file with the long parts of the answer, a JSON object.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) long: Option<Beside>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) certificate: Option<Certificate>,
    /// The best earlier result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) record: Option<Record>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Checked {
    /// The checker accepted a certificate, using the rules only.
    #[serde(rename = "certificate")]
    Certificate,
    /// The question was asked again, with the same answer.
    #[serde(rename = "asked again")]
    Again,
    #[serde(rename = "computed, unchecked")]
    Unchecked,
}

impl Checked {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Certificate => "certificate",
            Self::Again => "asked again",
            Self::Unchecked => "computed, unchecked",
        }
    }
}

/// A file next to an entry.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Beside {
    /// The name, without a folder.
    pub(crate) file: String,
    pub(crate) bytes: u64,
    /// The 128-bit XXH3 digest in hexadecimal digits. It reveals damage, but is no protection against forgery.
    pub(crate) xxh3: String,
}

/// The certificate of an entry, which is a file next to it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Certificate {
    /// The whole claim that was accepted, in words.
    pub(crate) claim: String,
    pub(crate) cpu_seconds: f64,
    /// The name of the file, without a folder.
    pub(crate) file: String,
    pub(crate) bytes: u64,
    /// The XXH3 digest, as for any [file](Beside).
    pub(crate) xxh3: String,
}

impl Certificate {
    pub(crate) fn beside(&self) -> Beside {
        Beside { file: self.file.clone(), bytes: self.bytes, xxh3: self.xxh3.clone() }
    }
}

/// The best earlier result, and its source.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Record {
    pub(crate) before: String,
    /// The source, with its page.
    pub(crate) source: String,
    /// The improvement over the earlier result.
    pub(crate) further: String,
}

impl Entry {
    /// Describes the answer in a few words, or lists its parts.
    pub(crate) fn says(&self) -> String {
        let answer = &self.answer;
        let text = |key: &str| answer.get(key).map(|value| value.to_string().trim_matches('"').to_owned());
        let of = |table: &str, key: &str| answer.get(table)?.get(key).map(|value| value.to_string().trim_matches('"').to_owned());
        let period = |table: &str| {
            let (period, from) = (of(table, "period")?, of(table, "preperiod").or_else(|| of(table, "from"))?);
            let saltus = of(table, "saltus").filter(|saltus| saltus != "0").map(|saltus| format!(", saltus {saltus}"));
            let by = of(table, "theorem").map_or_else(|| " (observed)".to_owned(), |theorem| format!(", by {theorem}"));
            Some(format!("period {period} from {from} on{}{by}", saltus.unwrap_or_default()))
        };
        let order = || period("order").map(|period| format!("order: {period}"));
        let quotient = || {
            let status = text("status")?;
            Some(format!("misère quotient of {} elements, {} of them lost, {status}", text("order")?, text("p_size")?))
        };
        let named = |key: &str, word: &str| text(key).map(|value| format!("{word} {value}"));
        let found = order().or_else(|| period("period")).or_else(quotient);
        let found = found.or_else(|| text("value").map(|value| self.named(&value))).or_else(|| text("relation"));
        let found = found.or_else(|| named("nimber", "nimber")).or_else(|| named("outcome_class", "class"));
        let found = found
            .or_else(|| named("outcome", ""))
            .or_else(|| Some(format!("longest period {} of {} sets", of("longest", "period")?, text("sets")?)));
        let kinds = || {
            let kinds = answer.get("kinds")?.as_table()?.iter().map(|(kind, count)| format!("{count} {kind}"));
            Some(format!("{} pairs of sets: {}", text("pairs")?, kinds.collect::<Vec<_>>().join(", ")))
        };
        let found = found.or_else(kinds);
        let found = found.or_else(|| text("found").map(|found| format!("{found} found")));
        let rows = |key: &str| answer.get(key).and_then(|rows| rows.as_array());
        let found = found.or_else(|| match rows("nimbers")?.first()? {
            toml::Value::Integer(_) => Some(format!("{} nimbers, no period proved", rows("nimbers")?.len())),
            _ => Some("a table of nimbers".to_owned()),
        });
        let parts = || answer.keys().cloned().collect::<Vec<_>>().join(", ");
        found.unwrap_or_else(parts).trim().to_owned()
    }

    /// Returns a value with its name and temperature. A long value is shortened.
    fn named(&self, value: &str) -> String {
        const MOST: usize = 60;
        let part = |key: &str| self.answer.get(key).and_then(|value| value.as_str());
        let named = part("name").filter(|name| *name != value).map(|name| format!(" = {name}")).unwrap_or_default();
        let short = match value.char_indices().nth(MOST) {
            Some((end, _)) => format!("{}…", &value[..end]),
            None => value.to_owned(),
        };
        let hot = part("temperature").map(|temperature| format!(", temperature {temperature}")).unwrap_or_default();
        format!("{short}{named}{hot}")
    }
}
