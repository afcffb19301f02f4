//! An analysis as JSON, CSV, an OEIS b-file, or text for people.

use super::table::{Analysis, RowTable, Vertex};
use crate::json::number;
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::{Value, json};
use sprague::heap::Period;
use std::fmt::Write;

impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = |values: &[u64]| -> Value { values.iter().copied().map(number).collect() };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("family", &self.family)?;
        map.serialize_entry("play", &self.play)?;
        match &self.rows {
            RowTable::Nimbers { outcomes, nimbers } => {
                map.serialize_entry("outcomes", outcomes)?;
                map.serialize_entry("nimbers", &numbers(nimbers))?;
            }
            RowTable::Outcomes { outcomes } => map.serialize_entry("outcomes", outcomes)?,
            RowTable::Classes { classes, left_first, right_first } => {
                map.serialize_entry("outcomes", classes)?;
                map.serialize_entry("left_first", left_first)?;
                map.serialize_entry("right_first", right_first)?;
            }
            RowTable::Stones { outcomes: [even, odd], take: [take_even, take_odd] } => {
                map.serialize_entry("outcomes", &json!({ "even": even, "odd": odd }))?;
                map.serialize_entry("take", &json!({ "even": take_even, "odd": take_odd }))?;
            }
            RowTable::NoRepeat { outcomes, after, safe, nimbers } => {
                map.serialize_entry("outcomes", outcomes)?;
                map.serialize_entry("after", after)?;
                map.serialize_entry("safe", &numbers(safe))?;
                if let Some(nimbers) = nimbers {
                    map.serialize_entry("nimbers", &numbers(nimbers))?;
                    map.serialize_entry("nimber_period", &self.nimber_period.map(PeriodFound::from))?;
                }
            }
            RowTable::Board { table } => map.serialize_entry("table", table)?,
            RowTable::Vertices { vertices } => map.serialize_entry("vertices", vertices)?,
        }
        if !matches!(self.rows, RowTable::Board { .. } | RowTable::Vertices { .. }) {
            map.serialize_entry("to", &number(self.to))?;
        }
        map.serialize_entry("period", &self.period.map(PeriodFound::from))?;
        map.serialize_entry("outcome_period", &self.outcome_period.map(PeriodFound::from))?;
        if let Some(remark) = &self.remark {
            map.serialize_entry("remark", remark)?;
        }
        map.end()
    }
}

/// A period as JSON has it.
#[derive(Serialize)]
pub(super) struct PeriodFound {
    preperiod: Value,
    period: Value,
    saltus: Value,
    status: &'static str,
    theorem: Option<&'static str>,
}

impl From<Period> for PeriodFound {
    fn from(period: Period) -> Self {
        Self {
            preperiod: number(period.preperiod),
            period: number(period.period),
            saltus: number(period.saltus),
            status: if period.is_proved() { "proved" } else { "observed" },
            theorem: period.theorem.map(|theorem| theorem.name()),
        }
    }
}

impl Analysis {
    /// The analysis as the JSON object that the command line promises.
    ///
    /// ```
    /// use sprague_games::{AnalyseOptions, Session, analyse};
    /// let game = Session::new().family("knights:3").unwrap();
    /// let json = analyse(&game, &AnalyseOptions::default()).unwrap().to_json();
    /// assert_eq!(json["table"][2][1], 2);
    /// assert!(json["period"].is_null());
    /// ```
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("an analysis is plain data")
    }

    /// The rows as columns with their names; the first column is n.
    ///
    /// ```
    /// use sprague_games::{AnalyseOptions, Session, analyse};
    /// let game = Session::new().family("nim").unwrap();
    /// let options = AnalyseOptions { to: 1, ..AnalyseOptions::default() };
    /// let columns = analyse(&game, &options).unwrap().columns();
    /// assert_eq!(columns[2], ("nimber".to_owned(), vec!["0".to_owned(), "1".to_owned()]));
    /// ```
    pub fn columns(&self) -> Vec<(String, Vec<String>)> {
        let letters = |name: &str, word: &str| (name.to_owned(), word.chars().map(String::from).collect::<Vec<_>>());
        let numbers = |name: &str, values: &[u64]| (name.to_owned(), values.iter().map(u64::to_string).collect::<Vec<_>>());
        let mut columns = match &self.rows {
            RowTable::Nimbers { outcomes, nimbers } => vec![letters("outcome", outcomes), numbers("nimber", nimbers)],
            RowTable::Outcomes { outcomes } => vec![letters("outcome", outcomes)],
            RowTable::Classes { classes, left_first, right_first } => {
                vec![letters("outcome", classes), letters("left_first", left_first), letters("right_first", right_first)]
            }
            RowTable::Stones { outcomes: [even, odd], take: [take_even, take_odd] } => {
                let or_blank = |amount: &Option<u64>| amount.map_or(String::new(), |amount| amount.to_string());
                let amounts = |name: &str, take: &[Option<u64>]| (name.to_owned(), take.iter().map(or_blank).collect());
                vec![letters("even", even), letters("odd", odd), amounts("take_even", take_even), amounts("take_odd", take_odd)]
            }
            RowTable::NoRepeat { outcomes, after, safe, nimbers } => {
                let is_safe = |n: u64| if safe.binary_search(&n).is_ok() { "1" } else { "0" };
                let mut columns = vec![letters("outcome", outcomes)];
                columns.extend(after.iter().map(|(amount, word)| letters(&format!("after_{amount}"), word)));
                columns.push(("safe".to_owned(), (0..=self.to).map(|n| is_safe(n).to_owned()).collect()));
                columns.extend(nimbers.iter().map(|nimbers| numbers("nimber", nimbers)));
                columns
            }
            RowTable::Board { table } => {
                (0..table.len()).map(|x| (format!("x{x}"), table.iter().map(|row| row[x].to_string()).collect())).collect()
            }
            RowTable::Vertices { vertices } => {
                let column =
                    |name: &str, show: &dyn Fn(&Vertex) -> String| (name.to_owned(), vertices.iter().map(show).collect());
                let or_blank = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
                return vec![
                    column("vertex", &|vertex| vertex.name.clone()),
                    column("outcome", &|vertex| vertex.outcome.to_string()),
                    column("remoteness", &|vertex| or_blank(vertex.remoteness)),
                    column("nimber", &|vertex| or_blank(vertex.nimber)),
                ];
            }
        };
        let rows = columns[0].1.len();
        let first = if matches!(self.rows, RowTable::Board { .. }) { "y" } else { "n" };
        columns.insert(0, (first.to_owned(), (0..rows).map(|n| n.to_string()).collect()));
        columns
    }

    /// The sequence as an OEIS b-file: `n a(n)` a line; nimbers where there are some, else 1 for won and 0 for lost. `None` for
    /// families that are no single sequence.
    ///
    /// ```
    /// use sprague_games::{AnalyseOptions, Session, analyse};
    /// let game = Session::new().family("kayles").unwrap();
    /// let options = AnalyseOptions { to: 3, ..AnalyseOptions::default() };
    /// assert_eq!(analyse(&game, &options).unwrap().to_bfile().unwrap(), "0 0\n1 1\n2 2\n3 3\n");
    /// ```
    pub fn to_bfile(&self) -> Option<String> {
        let won = |word: &str| word.chars().map(|letter| u64::from(letter == 'W')).collect::<Vec<_>>();
        let values = match &self.rows {
            RowTable::Nimbers { nimbers, .. } => nimbers.clone(),
            RowTable::Outcomes { outcomes } => won(outcomes),
            RowTable::NoRepeat { outcomes, nimbers, .. } => nimbers.clone().unwrap_or_else(|| won(outcomes)),
            _ => return None,
        };
        let mut text = String::new();
        for (n, value) in values.iter().enumerate() {
            writeln!(text, "{n} {value}").expect("text can be written");
        }
        Some(text)
    }

    /// What is known about the period, as a sentence.
    ///
    /// ```
    /// use sprague_games::{AnalyseOptions, Session, analyse};
    /// let game = Session::new().family("kayles").unwrap();
    /// let sentence = analyse(&game, &AnalyseOptions::default()).unwrap().period_sentence();
    /// assert_eq!(sentence, "period 12 from n = 71 on, proved (Guy-Smith)");
    /// ```
    pub fn period_sentence(&self) -> String {
        let Some(period) = self.period else {
            return match &self.remark {
                Some(remark) => format!("no period seen: {remark}"),
                None => "no period seen".to_owned(),
            };
        };
        let saltus = if period.saltus > 0 { format!(", values rising by {}", period.saltus) } else { String::new() };
        let status = match period.theorem {
            Some(theorem) => format!("proved ({})", theorem.name()),
            None => "observed, not proved".to_owned(),
        };
        format!("period {} from n = {} on{saltus}, {status}", period.period, period.preperiod)
    }
}
