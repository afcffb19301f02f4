//! An analysis as JSON, CSV, an OEIS b-file, or text for people.

use super::{Analysis, RowTable};
use crate::json::number;
use serde_json::{Map, Value, json};
use sprague::Period;
use std::fmt::Write;

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
        let mut object = Map::new();
        let mut set = |key: &str, value: Value| {
            object.insert(key.into(), value);
        };
        set("family", json!(self.family));
        set("play", json!(self.play));
        let numbers = |values: &[u64]| -> Value { values.iter().copied().map(number).collect() };
        match &self.rows {
            RowTable::Nimbers { outcomes, nimbers } => {
                set("outcomes", json!(outcomes));
                set("nimbers", numbers(nimbers));
            }
            RowTable::Outcomes { outcomes } => set("outcomes", json!(outcomes)),
            RowTable::Classes { classes, left_first, right_first } => {
                set("outcomes", json!(classes));
                set("left_first", json!(left_first));
                set("right_first", json!(right_first));
            }
            RowTable::Stones { outcomes: [even, odd], take: [take_even, take_odd] } => {
                set("outcomes", json!({ "even": even, "odd": odd }));
                set("take", json!({ "even": take_even, "odd": take_odd }));
            }
            RowTable::NoRepeat { outcomes, after, safe, nimbers } => {
                set("outcomes", json!(outcomes));
                set("after", json!(after));
                set("safe", numbers(safe));
                if let Some(nimbers) = nimbers {
                    set("nimbers", numbers(nimbers));
                    set("nimber_period", Self::period_to_json(self.nimber_period));
                }
            }
            RowTable::Board { table } => set("table", json!(table)),
            RowTable::Vertices { vertices } => {
                let vertex = |vertex: &super::Vertex| {
                    let outcome = vertex.outcome.to_string();
                    json!({ "vertex": vertex.name, "outcome": outcome, "remoteness": vertex.remoteness, "nimber": vertex.nimber })
                };
                set("vertices", vertices.iter().map(vertex).collect());
            }
        }
        if !matches!(self.rows, RowTable::Board { .. } | RowTable::Vertices { .. }) {
            set("to", number(self.to));
        }
        set("period", Self::period_to_json(self.period));
        set("outcome_period", Self::period_to_json(self.outcome_period));
        if let Some(remark) = &self.remark {
            set("remark", json!(remark));
        }
        Value::Object(object)
    }

    /// A period as JSON, `null` where nothing is seen.
    pub(super) fn period_to_json(period: Option<Period>) -> Value {
        let Some(period) = period else { return Value::Null };
        json!({
            "preperiod": number(period.preperiod),
            "period": number(period.period),
            "saltus": number(period.saltus),
            "status": if period.is_proved() { "proved" } else { "observed" },
            "theorem": period.theorem.map(|theorem| theorem.name()),
        })
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
                    |name: &str, show: &dyn Fn(&super::Vertex) -> String| (name.to_owned(), vertices.iter().map(show).collect());
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
