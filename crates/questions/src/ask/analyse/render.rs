//! Writes an analysis as JSON, CSV, an OEIS b-file, or text.

use super::laws::as_seen;
#[cfg(feature = "schema")]
use super::laws::{WrittenClass, WrittenOrder};
use super::nimber_law::{NimberLaw, WrittenLaw};
use super::table::{Analysis, RowTable, ValueTable, Vertex, part};
use crate::legend::legend;
use crate::question::{further, written_as};
use crate::read::json::{Number, number};
use serde::{Serialize, Serializer, ser::SerializeMap};
use serde_json::Value;
use sprague::certificate::PlayOrScore;
#[cfg(feature = "schema")]
use sprague::certificate::SharedValue;
use sprague::heap::Period;
use sprague::value_rows::ValuePeriod;
use sprague::{OutcomeClass, Player};
#[cfg(feature = "schema")]
use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

impl Serialize for Analysis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_as(Extent::Whole, serializer)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    Whole,
    /// Everything except the lists that grow with the number of rows.
    Head,
}

struct Head<'a>(&'a Analysis);

impl Serialize for Head<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_as(Extent::Head, serializer)
    }
}

impl Analysis {
    fn serialize_as<S: Serializer>(&self, extent: Extent, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("family", &self.family)?;
        map.serialize_entry("play", &PlayOrScore::of(self.play, self.rows.is_scored()))?;
        if extent == Extent::Whole {
            self.rows.serialize_into(&mut map)?;
        }
        if matches!(self.rows, RowTable::NoRepeat { nimbers: Some(_), .. }) {
            map.serialize_entry("nimber_period", &self.nimber_period.as_ref().map(PeriodFound::from))?;
        }
        if !matches!(self.rows, RowTable::Board { .. } | RowTable::Vertices { .. }) {
            map.serialize_entry("to", &number(self.to))?;
        }
        match &self.values {
            Some(values) => values.serialize_into(extent, &mut map)?,
            None => map.serialize_entry(
                "period",
                &self.period.as_ref().map(|period| PeriodFound::from(period).in_rows(self.sought_in)),
            )?,
        }
        let outcome_period = self.outcome_period.as_ref().map(|period| PeriodFound::from(period).in_rows(self.sought_in));
        map.serialize_entry("outcome_period", &outcome_period)?;
        if let Some(quotient) = &self.quotient_period {
            map.serialize_entry("quotient_period", &PeriodFound::from(quotient))?;
        }
        if let Some(law) = &self.law {
            map.serialize_entry("law", &WrittenLaw::from(law))?;
        }
        if let Some(remark) = &self.remark {
            map.serialize_entry("remark", remark)?;
        }
        if let Some(stopped) = &self.stopped {
            map.serialize_entry("stopped", stopped.name())?;
            map.serialize_entry("why", &stopped.to_string())?;
            map.serialize_entry("try", &further(stopped, &[]))?;
        }
        if let Some(why) = &self.explain {
            map.serialize_entry("explain", why)?;
        }
        map.end()
    }
}

/// A list of numbers, each written as [`number`] does.
struct Numbers<'a>(&'a [u64]);

impl Serialize for Numbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(Number))
    }
}

impl RowTable {
    fn serialize_into<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
        match self {
            Self::Nimbers { outcomes, nimbers } => {
                map.serialize_entry("outcomes", outcomes)?;
                map.serialize_entry("nimbers", &Numbers(nimbers))
            }
            Self::Outcomes { outcomes } => map.serialize_entry("outcomes", outcomes),
            Self::Scores { outcomes, scores } => {
                map.serialize_entry("outcomes", outcomes)?;
                map.serialize_entry("scores", scores)
            }
            Self::Forms { outcomes, forms, genera, kinds } => {
                map.serialize_entry("outcomes", outcomes)?;
                map.serialize_entry("forms", forms)?;
                map.serialize_entry("genera", genera)?;
                map.serialize_entry("kinds", kinds)
            }
            Self::Classes { classes, stops } => {
                let symbols = classes.iter().map(|class| class.symbol());
                match symbols.clone().all(|symbol| symbol.len() == 1) {
                    true => map.serialize_entry("outcomes", &symbols.collect::<String>())?,
                    false => map.serialize_entry("outcomes", &symbols.collect::<Vec<_>>())?,
                }
                if let Some([left, right]) = stops {
                    map.serialize_entry("left_stops", left)?;
                    return map.serialize_entry("right_stops", right);
                }
                map.serialize_entry("left_first", &starting(classes, Player::Left))?;
                map.serialize_entry("right_first", &starting(classes, Player::Right))
            }
            Self::Stones { outcomes: [even, odd], take: [take_even, take_odd] } => {
                map.serialize_entry("outcomes", &ByParity { even, odd })?;
                map.serialize_entry("take", &ByParity { even: take_even, odd: take_odd })
            }
            Self::NoRepeat { outcomes, after, safe, nimbers } => {
                map.serialize_entry("outcomes", outcomes)?;
                map.serialize_entry("after", after)?;
                map.serialize_entry("safe", &Numbers(safe))?;
                nimbers.iter().try_for_each(|nimbers| map.serialize_entry("nimbers", &Numbers(nimbers)))
            }
            Self::Board { table } => map.serialize_entry("table", table),
            Self::Vertices { vertices } => map.serialize_entry("vertices", vertices),
        }
    }
}

/// Returns the winner of every heap as a letter, if this player starts.
fn starting(classes: &[OutcomeClass], player: Player) -> String {
    classes.iter().map(|class| class.outcome(player).winner(player)).collect()
}

impl ValueTable {
    fn serialize_into<M: SerializeMap>(&self, extent: Extent, map: &mut M) -> Result<(), M::Error> {
        if extent == Extent::Whole {
            map.serialize_entry("values", &self.texts)?;
        }
        if self.texts.iter().any(Option::is_none) {
            map.serialize_entry("value_skipped", &true)?;
        }
        if let Some(shared) = self.shared.as_ref().filter(|_| extent == Extent::Whole) {
            map.serialize_entry("dag", &shared.nodes)?;
            map.serialize_entry("dag_values", &shared.values)?;
        }
        map.serialize_entry("period", &self.period.as_ref().map(|period| PeriodFound::from(period).in_rows(self.sought_in)))?;
        if let Some((order, classes)) = self.laws() {
            map.serialize_entry("order", &order)?;
            map.serialize_entry("classes", &classes)?;
        }
        Ok(())
    }
}

/// An analysis. Each family has some of these keys.
#[cfg(feature = "schema")]
#[allow(dead_code, reason = "only its schema is used")]
#[derive(schemars::JsonSchema)]
#[schemars(rename = "Analysis", deny_unknown_fields)]
struct Written {
    family: String,
    play: PlayOrScore,
    #[schemars(extend("description" = "A letter for each heap (a list if classes need two characters), or one text for an even and one for an odd number of stones held."))]
    outcomes: Option<Words>,
    nimbers: Option<Vec<Number>>,
    scores: Option<Vec<i64>>,
    /// Misère canonical forms, or `null` if the text is too long.
    forms: Option<Vec<Option<String>>>,
    genera: Option<Vec<String>>,
    kinds: Option<Vec<String>>,
    left_first: Option<String>,
    right_first: Option<String>,
    /// Left's points less Right's, if Left starts.
    left_stops: Option<Vec<i64>>,
    /// Left's points less Right's, if Right starts.
    right_stops: Option<Vec<i64>>,
    take: Option<ByParity<Vec<Option<u64>>>>,
    after: Option<BTreeMap<String, String>>,
    safe: Option<Vec<Number>>,
    table: Option<Vec<Vec<u64>>>,
    vertices: Option<Vec<Vertex>>,
    nimber_period: Option<PeriodFound>,
    to: Option<Number>,
    values: Option<Vec<Option<String>>>,
    value_skipped: Option<bool>,
    dag: Option<Vec<SharedValue>>,
    dag_values: Option<Vec<u32>>,
    period: Option<PeriodFound>,
    order: Option<WrittenOrder>,
    classes: Option<Vec<WrittenClass>>,
    outcome_period: Option<PeriodFound>,
    quotient_period: Option<PeriodFound>,
    law: Option<WrittenLaw>,
    remark: Option<String>,
    stopped: Option<String>,
    r#try: Option<Vec<String>>,
    why: Option<String>,
    explain: Option<String>,
}

/// The rows for a player to move who holds an even number, and for one who holds an odd number.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ByParity<T> {
    even: T,
    odd: T,
}

#[cfg(feature = "schema")]
#[allow(dead_code, reason = "only its schema is used")]
#[derive(schemars::JsonSchema)]
#[serde(untagged)]
enum Words {
    Word(String),
    Classes(Vec<OutcomeClass>),
    ByParity(ByParity<String>),
}

written_as!(Analysis, Written);

/// A period.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Period"))]
pub(super) struct PeriodFound {
    preperiod: Number,
    period: Number,
    saltus: Saltus,
    status: &'static str,
    theorem: Option<&'static str>,
    #[cfg_attr(feature = "schema", schemars(extend("description" = "The number of rows in which it was observed, if it is not proved.")))]
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Number>,
}

impl PeriodFound {
    /// Adds the number of rows in which an unproved period was observed.
    fn in_rows(self, rows: u64) -> Self {
        Self { rows: (self.status == OBSERVED).then_some(Number(rows)), ..self }
    }
}

const OBSERVED: &str = "observed";

/// A number, or for values a value as text.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Saltus {
    Number(Number),
    Value(String),
}

impl From<&Period> for PeriodFound {
    fn from(period: &Period) -> Self {
        Self {
            preperiod: Number(period.preperiod),
            period: Number(period.period),
            saltus: Saltus::Number(Number(period.saltus)),
            status: if period.is_proved() { "proved" } else { OBSERVED },
            theorem: period.theorem.map(|theorem| theorem.name()),
            rows: None,
        }
    }
}

impl From<&ValuePeriod> for PeriodFound {
    fn from(period: &ValuePeriod) -> Self {
        let &ValuePeriod { preperiod, period: length, theorem, .. } = period;
        let saltus = Saltus::Value(period.saltus.to_string());
        Self { saltus, ..Self::from(&Period { preperiod, period: length, saltus: 0, theorem }) }
    }
}

impl Analysis {
    /// Returns the analysis as the JSON object of the command line.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("knights:3").unwrap();
    /// let json = analyse(&game, &RowPlan::default()).unwrap().to_json();
    /// assert_eq!(json["table"][2][1], 2);
    /// assert!(json["period"].is_null());
    /// ```
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("an analysis is plain data")
    }

    /// Returns the JSON object without rows, with the family, the play and the periods.
    ///
    /// These lists, which grow with the number of rows, are left out: `outcomes`, `left_first`, `right_first`, `left_stops`, `right_stops`,
    /// `nimbers`, `scores`, `take`, `after`, `safe`, `table`, `vertices`, `values`, `dag`, `dag_values`, `forms`, `genera` and
    /// `kinds`.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("kayles").unwrap();
    /// let analysis = analyse(&game, &RowPlan::default()).unwrap();
    /// let (whole, head) = (analysis.to_json(), analysis.head_to_json());
    /// assert!(head["nimbers"].is_null() && head["outcomes"].is_null());
    /// assert_eq!((&head["to"], &head["period"]), (&whole["to"], &whole["period"]));
    /// ```
    pub fn head_to_json(&self) -> Value {
        serde_json::to_value(Head(self)).expect("an analysis is plain data")
    }

    /// Returns the rows as columns with names. The first column is n, and outcomes are the letters of the JSON object.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("nim").unwrap();
    /// let options = RowPlan { to: 1, ..RowPlan::default() };
    /// let columns = analyse(&game, &options).unwrap().columns();
    /// assert_eq!(columns[2], ("nimber".to_owned(), vec!["0".to_owned(), "1".to_owned()]));
    /// ```
    pub fn columns(&self) -> Vec<(String, Vec<String>)> {
        self.columns_of(0..usize::MAX)
    }

    /// Returns the [columns](Self::columns) for these rows. The range may exceed the number of rows.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("nim").unwrap();
    /// let columns = analyse(&game, &RowPlan::default()).unwrap().columns_of(5..7);
    /// assert_eq!(columns[0], ("n".to_owned(), vec!["5".to_owned(), "6".to_owned()]));
    /// ```
    pub fn columns_of(&self, rows: Range<usize>) -> Vec<(String, Vec<String>)> {
        let letters = |name: &str, word: &str| (name.to_owned(), word.chars().map(String::from).collect::<Vec<_>>());
        let numbers = |name: &str, values: &[u64]| (name.to_owned(), values.iter().map(u64::to_string).collect::<Vec<_>>());
        let points = |name: &str, points: &[i64]| (name.to_owned(), points.iter().map(i64::to_string).collect::<Vec<_>>());
        let mut columns = match &self.rows.only(&rows) {
            RowTable::Nimbers { outcomes, nimbers } => vec![letters("outcome", outcomes), numbers("nimber", nimbers)],
            RowTable::Outcomes { outcomes } => vec![letters("outcome", outcomes)],
            RowTable::Scores { outcomes, scores } => vec![letters("outcome", outcomes), points("score", scores)],
            RowTable::Forms { outcomes, forms, genera, kinds } => {
                let forms = forms.iter().map(|form| form.clone().unwrap_or_default()).collect();
                vec![
                    letters("outcome", outcomes),
                    ("genus".to_owned(), genera.clone()),
                    ("kind".to_owned(), kinds.clone()),
                    ("form".to_owned(), forms),
                ]
            }
            RowTable::Classes { classes, stops } => {
                let all = ("outcome".to_owned(), classes.iter().map(OutcomeClass::to_string).collect());
                match stops {
                    Some([left, right]) => vec![all, points("left_stop", left), points("right_stop", right)],
                    None => vec![
                        all,
                        letters("left_first", &starting(classes, Player::Left)),
                        letters("right_first", &starting(classes, Player::Right)),
                    ],
                }
            }
            RowTable::Stones { outcomes: [even, odd], take: [take_even, take_odd] } => {
                let or_blank = |amount: &Option<u64>| amount.map_or(String::new(), |amount| amount.to_string());
                let amounts = |name: &str, take: &[Option<u64>]| (name.to_owned(), take.iter().map(or_blank).collect());
                vec![letters("even", even), letters("odd", odd), amounts("take_even", take_even), amounts("take_odd", take_odd)]
            }
            RowTable::NoRepeat { outcomes, after, safe, nimbers } => {
                let first = rows.start as u64;
                let is_safe = |n: u64| if safe.binary_search(&n).is_ok() { "1" } else { "0" };
                let mut columns = vec![letters("outcome", outcomes)];
                columns.extend(after.iter().map(|(amount, word)| letters(&format!("after_{amount}"), word)));
                columns
                    .push(("safe".to_owned(), (first..first + outcomes.len() as u64).map(|n| is_safe(n).to_owned()).collect()));
                columns.extend(nimbers.iter().map(|nimbers| numbers("nimber", nimbers)));
                columns
            }
            RowTable::Board { table } => (0..table.first().map_or(0, Vec::len))
                .map(|x| (format!("x{x}"), table.iter().map(|row| row[x].to_string()).collect()))
                .collect(),
            RowTable::Vertices { vertices } => {
                let column =
                    |name: &str, show: &dyn Fn(&Vertex) -> String| (name.to_owned(), vertices.iter().map(show).collect());
                let or_blank = |number: Option<u32>| number.map_or(String::new(), |number| number.to_string());
                return vec![
                    column("vertex", &|vertex| vertex.name.clone()),
                    column("outcome", &|vertex| vertex.outcome.letter().to_string()),
                    column("remoteness", &|vertex| or_blank(vertex.remoteness)),
                    column("nimber", &|vertex| or_blank(vertex.nimber)),
                ];
            }
        };
        if let Some(values) = &self.values {
            let written = |text: &Option<String>| text.clone().unwrap_or_default();
            columns.push(("value".to_owned(), part(&values.texts, &rows).iter().map(written).collect()));
        }
        let count = columns[0].1.len();
        let first = if matches!(self.rows, RowTable::Board { .. }) { "y" } else { "n" };
        columns.insert(0, (first.to_owned(), (rows.start..rows.start + count).map(|n| n.to_string()).collect()));
        columns
    }

    /// Returns these rows as lines of an OEIS b-file, `n a(n)`. The range may exceed the number of rows.
    ///
    /// The terms are the nimbers or scores. If there are neither, they are 1 for won and 0 for lost. Returns `None` for
    /// families that are not a single sequence.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("kayles").unwrap();
    /// assert_eq!(analyse(&game, &RowPlan::default()).unwrap().bfile_of(2..4).unwrap(), "2 2\n3 3\n");
    /// ```
    pub fn bfile_of(&self, rows: Range<usize>) -> Option<String> {
        let won = |word: &str| word.chars().map(|letter| i128::from(letter == 'N')).collect::<Vec<_>>();
        let numbers = |nimbers: &[u64]| nimbers.iter().copied().map(i128::from).collect();
        let values = match &self.rows.only(&rows) {
            _ if self.values.is_some() => return None,
            RowTable::Nimbers { nimbers, .. } => numbers(nimbers),
            RowTable::Outcomes { outcomes } => won(outcomes),
            RowTable::Scores { scores, .. } => scores.iter().copied().map(i128::from).collect(),
            RowTable::NoRepeat { outcomes, nimbers, .. } => nimbers.as_deref().map_or_else(|| won(outcomes), numbers),
            _ => return None,
        };
        let mut text = String::new();
        for (n, value) in (rows.start..).zip(values) {
            writeln!(text, "{n} {value}").expect("text can be written");
        }
        Some(text)
    }

    /// Returns the [columns](Self::columns) for these rows under names that are easier to read. The range may exceed the number
    /// of rows.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("asymmetric:1/2").unwrap();
    /// let columns = analyse(&game, &RowPlan::default()).unwrap().columns_for_people_of(0..2);
    /// assert_eq!(columns[1], ("class".to_owned(), vec!["P".to_owned(), "L".to_owned()]));
    /// assert_eq!(columns[3], ("Right starts".to_owned(), vec!["L".to_owned(), "L".to_owned()]));
    /// ```
    pub fn columns_for_people_of(&self, rows: Range<usize>) -> Vec<(String, Vec<String>)> {
        let is_of_classes = matches!(self.rows, RowTable::Classes { .. });
        let shown = |(name, cells): (String, Vec<String>)| match name.as_str() {
            "outcome" if is_of_classes => ("class".to_owned(), cells),
            "left_first" => ("Left starts".to_owned(), cells),
            "right_first" => ("Right starts".to_owned(), cells),
            _ => (name.replace('_', " "), cells),
        };
        self.columns_of(rows).into_iter().map(shown).collect()
    }

    /// Explains the letters in these rows, if there are any.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("nim").unwrap();
    /// let legend = analyse(&game, &RowPlan::default()).unwrap().legend().unwrap();
    /// assert_eq!(legend, "P: lost for the player to move; N: won");
    /// ```
    pub fn legend(&self) -> Option<String> {
        let drawn = |is_drawn: bool| if is_drawn { OutcomeClass::Draw } else { OutcomeClass::Next };
        Some(match &self.rows {
            // the columns of winners have letters, too
            RowTable::Classes { classes, .. } => legend(classes.iter().copied().chain([OutcomeClass::Left])),
            RowTable::Board { .. } => return None,
            RowTable::Vertices { vertices } => {
                legend(vertices.iter().map(|vertex| OutcomeClass::of(vertex.outcome, vertex.outcome)))
            }
            RowTable::Forms { .. } => legend([]),
            RowTable::Outcomes { outcomes } | RowTable::Scores { outcomes, .. } => legend([drawn(outcomes.contains('D'))]),
            RowTable::Stones { outcomes, .. } => legend([drawn(outcomes.iter().any(|outcomes| outcomes.contains('D')))]),
            RowTable::Nimbers { .. } | RowTable::NoRepeat { .. } => legend([]),
        })
    }

    /// Returns sentences about the periods. Each names the theorem, or states that the period was only observed.
    ///
    /// ```
    /// use sprague_questions::{RowPlan, Session, analyse};
    /// let game = Session::new().family("kayles").unwrap();
    /// let sentences = analyse(&game, &RowPlan::default()).unwrap().period_sentences();
    /// assert_eq!(sentences[0], "period 12 from n = 71 on, proved (Guy-Smith)");
    /// assert_eq!(sentences[1], "outcomes alone: period 1 from n = 1 on, proved (Guy-Smith)");
    /// ```
    pub fn period_sentences(&self) -> Vec<String> {
        let is_whole = self.sought_in <= self.rows.len() as u64;
        let in_table = || self.rows.large_heaps(self.outcome_period).filter(|_| is_whole);
        let large = self.large_heaps.clone().or_else(in_table);
        let large = large.map(|heaps| heaps.to_string());
        if matches!(self.rows, RowTable::Forms { .. }) {
            let none =
                "no period of the forms is searched for, because no theorem is known about rows of misère forms".to_owned();
            let outcomes = self.outcome_period.map(|period| format!("outcomes alone: {}", as_seen(&period, self.sought_in)));
            return [none].into_iter().chain(outcomes).chain(large).collect();
        }
        if let Some(values) = &self.values {
            let others = self.outcome_period.map(|period| format!("outcomes alone: {}", as_seen(&period, self.sought_in)));
            return values.sentences().into_iter().chain(others).chain(large).chain(self.remark.clone()).collect();
        }
        let same = |a: Period, b: Period| (a.preperiod, a.period, a.saltus) == (b.preperiod, b.period, b.saltus);
        let others = [
            ("outcomes alone", self.outcome_period),
            ("nimbers with nothing remembered", self.nimber_period),
            ("in misère sums", self.quotient_period),
        ];
        let none = match (&self.rows, self.outcome_period) {
            (RowTable::Nimbers { .. }, Some(_)) => "no period of the nimbers is seen",
            _ => "no period seen",
        };
        let first = self.period.map_or(none.to_owned(), |period| as_seen(&period, self.sought_in));
        let others = others.into_iter().filter_map(|(what, period)| Some((what, period?)));
        let others = others.filter(|(_, period)| !self.period.is_some_and(|known| same(known, *period)));
        // the nimbers of no-repeat families come from other rows than the outcomes, so the number of rows is not added
        let words = |what: &str, period: &Period| match what.starts_with("outcomes") {
            true => as_seen(period, self.sought_in),
            false => period.to_string(),
        };
        let law = self.law.as_ref().map(ToString::to_string);
        // a proved law implies that there is no period, so "no period seen" is left out
        let is_told = self.period.is_none() && self.law.as_ref().is_some_and(NimberLaw::is_proved);
        let first = Some(first).filter(|_| !is_told);
        let mut sentences: Vec<String> = law
            .into_iter()
            .chain(first)
            .chain(others.map(|(what, period)| format!("{what}: {}", words(what, &period))))
            .chain(large)
            .collect();
        let is_proved = self.period.is_some_and(|period| period.is_proved()) && self.quotient_period.is_none();
        sentences.extend(self.remark.clone().filter(|_| !is_proved || self.failed.is_some()));
        sentences
    }
}

#[cfg(test)]
mod tests {
    use crate::{RowPlan, Session, analyse};
    use sprague::Play;
    use sprague::registry::{Files, Unreadable};

    const LISTS: [&str; 13] = [
        "outcomes",
        "left_first",
        "right_first",
        "nimbers",
        "scores",
        "take",
        "after",
        "safe",
        "table",
        "vertices",
        "values",
        "dag",
        "dag_values",
    ];

    /// Files that all contain the same graph.
    struct Edges;
    impl Files for Edges {
        fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
            Ok(b"a b\nb c\nc b\n".to_vec())
        }
    }

    #[test]
    fn the_head_is_the_whole_object_without_its_lists() {
        let session = Session::new().with_files(Edges);
        let mut seen = vec![];
        for (family, play, values) in [
            ("kayles", Play::Normal, false),
            ("kayles", Play::Misere, false),
            ("subtraction:1,3,4", Play::Misere, false),
            ("asymmetric:1,3/2", Play::Normal, false),
            ("asymmetric:1,3/2", Play::Normal, true),
            ("stones:1-3", Play::Normal, false),
            ("no-repeat:1-3", Play::Normal, false),
            ("no-repeat:1-3", Play::Misere, false),
            ("cumulative:2,5", Play::Normal, false),
            ("knights:3", Play::Normal, false),
            ("digraph:edges", Play::Normal, false),
        ] {
            let options = RowPlan { play, values, dag: values, ..RowPlan::default() };
            let analysis = analyse(&session.family(family).unwrap(), &options).unwrap();
            let (mut whole, head) = (analysis.to_json(), analysis.head_to_json());
            let object = whole.as_object_mut().unwrap();
            seen.extend(LISTS.into_iter().filter(|list| object.remove(*list).is_some()));
            assert_eq!(whole, head, "{family}");
            assert_eq!(head["family"], family);
        }
        assert!(LISTS.iter().all(|list| seen.contains(list)), "{seen:?}");
    }
}
