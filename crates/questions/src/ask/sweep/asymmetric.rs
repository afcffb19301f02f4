//! A sweep over pairs of sets of amounts, which finds the laws of the rows of each pair.
//!
//! Pairs that differ by exchanging Left and Right count once. A pair takes some milliseconds.

use super::counts::{add_counts, by_name, by_period, digest, sum};
use super::swept::{Kind, Swept};
use super::{Extent, result};
use crate::json_number;
use crate::read::json::{Number, number_of};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sprague::heap::{AmountSet, HeapRules};
use sprague::rows::sweep::{Job, RecordDigest, Shard};
use sprague::value_rows::{RowClasses, RowLawKind};
use sprague::{Limits, Stopped};
use std::collections::BTreeMap;
use std::fmt;
use std::slice;
use thiserror::Error;

/// The maximum amount in a sweep, for which there are half a million pairs.
const MOST: u32 = 10;

/// The error for a largest amount that cannot be swept.
///
/// ```
/// use sprague_questions::sweep::{BadAmount, PairSweep};
/// assert_eq!(PairSweep::new(11), Err(BadAmount));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a largest amount from 1 to 10")]
pub struct BadAmount;

/// All pairs of sets of amounts up to a largest one, or a part of them.
///
/// ```
/// let sweep = sprague_questions::sweep::PairSweep::new(5)?;
/// assert_eq!(sweep.part_pairs(), 496);
/// # Ok::<(), sprague_questions::sweep::BadAmount>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairSweep {
    largest: u32,
    shard: Shard,
}

impl PairSweep {
    /// Returns the whole sweep of sets with amounts up to `largest`.
    ///
    /// # Errors
    /// [`BadAmount`] unless `largest` is from 1 to 10.
    pub fn new(largest: u32) -> Result<Self, BadAmount> {
        if (1..=MOST).contains(&largest) { Ok(Self { largest, shard: Shard::WHOLE }) } else { Err(BadAmount) }
    }

    /// Returns only this part of the sweep.
    #[must_use]
    pub fn part(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// Returns the number of pairs in all parts.
    fn pairs(&self) -> u64 {
        let sets = (1 << self.largest) - 1;
        sets * (sets + 1) / 2
    }

    /// Returns the number of pairs in this part.
    pub fn part_pairs(&self) -> u64 {
        self.shard.share(self.pairs())
    }

    /// Returns Left's and Right's sets of the pair with this number, as bits.
    ///
    /// Pairs are in lexicographic order, with Right's set at least Left's.
    fn sets(&self, number: u64) -> [u64; 2] {
        let sets = (1_u64 << self.largest) - 1;
        let (mut left, mut rest) = (1, number);
        while rest > sets - left {
            rest -= sets - left + 1;
            left += 1;
        }
        [left, left + rest]
    }

    /// Returns the family of the pair with this number, such as `asymmetric:1,3/2`.
    ///
    /// ```
    /// assert_eq!(sprague_questions::sweep::PairSweep::new(3)?.family(26), "asymmetric:2,3/1-3");
    /// # Ok::<(), sprague_questions::sweep::BadAmount>(())
    /// ```
    ///
    /// # Panics
    /// If there is no pair with this number.
    pub fn family(&self, number: u64) -> String {
        let [left, right] = self.amounts(number);
        format!("asymmetric:{left}/{right}")
    }

    /// Returns Left's and Right's amounts of the pair with this number.
    fn amounts(&self, number: u64) -> [AmountSet; 2] {
        assert!(number < self.pairs(), "pairs are numbered from 0");
        self.sets(number).map(|bits| {
            AmountSet::new((1..=u64::from(self.largest)).filter(|amount| bits >> (amount - 1) & 1 == 1))
                .expect("amounts are 1 to 10")
        })
    }

    /// Returns the laws of the pair with this number.
    ///
    /// The rows of each table count as positions.
    ///
    /// ```
    /// use sprague_questions::sweep::PairSweep;
    /// let laws = PairSweep::new(5)?.pair(1, &sprague::Limits::default()).unwrap();
    /// assert_eq!(laws.to_json()["left"], serde_json::json!([1]));
    /// assert_eq!(laws.to_json()["right"], serde_json::json!([2]));
    /// // the first table has 100 rows
    /// let few = sprague::Limits { positions: 99, ..Default::default() };
    /// assert_eq!(PairSweep::new(5)?.pair(1, &few), Err(sprague::Stopped::Positions(99)));
    /// # Ok::<(), sprague_questions::sweep::BadAmount>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached, if one was.
    ///
    /// # Panics
    /// If there is no pair with this number.
    pub fn pair(&self, number: u64, limits: &Limits) -> Result<PairLaws, Stopped> {
        let [left, right] = self.amounts(number);
        let name = format!("{left}/{right}");
        let rules = HeapRules::PartizanSubtraction { left, right };
        let one = Limits { progress: None, ..limits.clone() };
        Ok(PairLaws::of(number, name, RowClasses::seek(&rules, None, &one)?.as_ref()))
    }
}

/// The order of the rows of a pair of sets, and the laws of their classes.
///
/// ```
/// use sprague_questions::sweep::PairLaws;
/// let open = PairLaws::of(7, "1,2/1,3".to_owned(), None);
/// assert_eq!(open.to_string(), "\"1,2/1,3\",open,,,,,0,0,0,0");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairLaws {
    number: u64,
    name: String,
    kind: &'static str,
    /// The order's period, preperiod, far distance, and side of its table.
    order: Option<[u64; 4]>,
    /// The number of classes with each kind of law, in the order of [`CLASSES`].
    classes: [u64; 4],
}

/// The kinds of pairs, the strongest first.
const KINDS: [&str; 5] = ["periodic", "rises", "mixed", "order", "open"];

/// The kinds of laws, the strongest first.
const CLASSES: [&str; 4] = ["constant", "gain", "structure", "order"];

impl PairLaws {
    /// Builds the laws of the pair with this number, if they were found.
    ///
    /// The kind is `periodic` if all values repeat, and `rises` if all of them gain the same ups or stars in every
    /// period. It is `mixed` if some class does neither but the options of all classes are known, `order` if only the
    /// order is known, and `open` if nothing is known.
    pub fn of(number: u64, name: String, classes: Option<&RowClasses>) -> Self {
        let Some(found) = classes else { return Self { number, name, kind: "open", order: None, classes: [0; 4] } };
        let laws = found.laws();
        let count = |kind: &str| laws.iter().filter(|law| law.kind.name() == kind).count() as u64;
        let repeats = laws.iter().all(|law| match &law.kind {
            RowLawKind::Constant => true,
            // adding a nimber twice gives 0, so these values repeat after two periods
            RowLawKind::Gain { gain, .. } => gain.nus().is_some_and(|nus| *gain == sprague::values::Value::star(nus.star)),
            RowLawKind::Structure | RowLawKind::Order => false,
        });
        let kind = match () {
            () if repeats => "periodic",
            () if found.period().is_some() => "rises",
            () if count("order") == 0 => "mixed",
            () => "order",
        };
        let order = found.order();
        let order = Some([order.period, order.preperiod, order.far, order.window]);
        Self { number, name, kind, order, classes: CLASSES.map(count) }
    }

    /// Returns the laws as a JSON object, with the sets, the kind, the period of the order, and the number of classes with each
    /// law.
    ///
    /// ```
    /// let open = sprague_questions::sweep::PairLaws::of(7, "1,2/1,3-5".to_owned(), None).to_json();
    /// assert_eq!((&open["right"], &open["kind"]), (&serde_json::json!([1, 3, 4, 5]), &serde_json::json!("open")));
    /// assert!(open["order"].is_null());
    /// ```
    pub fn to_json(&self) -> Value {
        // names may contain ranges, such as 1-3
        let set = |name: &str| name.parse::<AmountSet>().map_or(vec![], |set| set.as_slice().to_vec());
        let (left, right) = self.name.split_once('/').unwrap_or((&self.name, ""));
        let order = self.order.map(|[period, from, far, window]| {
            let [period, from, far, window] = [period, from, far, window].map(Number);
            json!({ "period": period, "from": from, "far": far, "window": window })
        });
        let classes: BTreeMap<&str, Number> = CLASSES.into_iter().zip(self.classes.map(Number)).collect();
        json!({
            "number": Number(self.number),
            "left": set(left),
            "right": set(right),
            "kind": self.kind,
            "order": order,
            "classes": classes,
        })
    }
}

impl fmt::Display for PairLaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, kind, order, classes: [constant, gain, structure, alone], .. } = self;
        let order = order.map_or(",,,".to_owned(), |order| order.map(|number| number.to_string()).join(","));
        write!(f, "\"{name}\",{kind},{order},{constant},{gain},{structure},{alone}")
    }
}

/// Counts of the pairs of a sweep, for the first pairs of a part or for whole parts.
///
/// ```
/// use sprague_questions::sweep::{PairLaws, PairSummary};
/// let mut tally = PairSummary::default();
/// tally.count(&PairLaws::of(7, "1,2/1,3".to_owned(), None));
/// assert_eq!(tally.kinds["open"], 1);
/// assert_eq!(PairSummary::from_bytes(&tally.to_bytes()), Some(tally));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PairSummary {
    /// The number of pairs counted.
    #[serde(skip)]
    pub pairs: u64,
    /// The first number that was not examined yet, or 0 if parts were added up.
    #[serde(skip)]
    pub next: u64,
    /// The numbers of pairs: `periodic`, `rises`, `mixed`, `order`, `open`.
    #[serde(with = "by_name")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Number>"))]
    pub kinds: BTreeMap<String, u64>,
    /// The numbers of classes of rows: `constant`, `gain`, `structure`, `order`.
    #[serde(with = "by_name")]
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, Number>"))]
    pub classes: BTreeMap<String, u64>,
    /// The digest of the lines of all pairs.
    #[serde(with = "digest")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub digest: RecordDigest,
    /// The periods of the order, each with the number of pairs.
    #[serde(with = "by_period")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Vec<[Number; 2]>>"))]
    pub histogram: BTreeMap<u64, u64>,
}

impl PairSummary {
    /// Counts one more pair.
    pub fn count(&mut self, found: &PairLaws) {
        self.pairs += 1;
        self.next = found.number + 1;
        *self.kinds.entry(found.kind.to_owned()).or_default() += 1;
        for (kind, count) in CLASSES.into_iter().zip(found.classes).filter(|(_, count)| *count > 0) {
            *self.classes.entry(kind.to_owned()).or_default() += count;
        }
        if let Some([period, ..]) = found.order {
            *self.histogram.entry(period).or_default() += 1;
        }
        self.digest += RecordDigest::of(found.to_string().as_bytes());
    }

    /// Adds the counts of other pairs of the same sweep.
    ///
    /// ```
    /// # use sprague_questions::sweep::PairSummary;
    /// let mut tally = PairSummary::default();
    /// tally.add(&PairSummary { pairs: 3, ..PairSummary::default() });
    /// assert_eq!(tally.pairs, 3);
    /// ```
    pub fn add(&mut self, other: &Self) {
        self.pairs += other.pairs;
        self.next = 0;
        add_counts(&mut self.kinds, &other.kinds);
        add_counts(&mut self.classes, &other.classes);
        add_counts(&mut self.histogram, &other.histogram);
        self.digest += other.digest;
    }

    /// Reads a tally of this many pairs from JSON, or returns `None` if its counts are inconsistent.
    fn read_from(answer: &Value, pairs: u64) -> Option<Self> {
        let tally = Self { pairs, ..Self::deserialize(answer).ok()? };
        let Self { kinds, classes, histogram, .. } = &tally;
        let open = kinds.get("open").copied().unwrap_or(0);
        let agrees = sum(kinds)? == pairs && sum(histogram)?.checked_add(open)? == pairs;
        let are_known =
            kinds.keys().all(|kind| KINDS.contains(&&**kind)) && classes.keys().all(|kind| CLASSES.contains(&&**kind));
        (agrees && are_known).then_some(tally)
    }

    /// Encodes the tally as bytes, for a checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut answer = json!(self);
        answer["pairs"] = json_number(self.pairs);
        answer["next"] = json_number(self.next);
        answer.to_string().into_bytes()
    }

    /// Decodes the bytes of [`to_bytes`](Self::to_bytes), or returns `None` for other bytes.
    ///
    /// ```
    /// assert_eq!(sprague_questions::sweep::PairSummary::from_bytes(b"{}"), None);
    /// ```
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let answer: Value = serde_json::from_slice(bytes).ok()?;
        let next = number_of(&answer["next"])?;
        Some(Self { next, ..Self::read_from(&answer, number_of(&answer["pairs"])?)? })
    }
}

/// The pieces are pairs.
impl Job for PairSweep {
    type Item = PairLaws;
    type Piece = PairLaws;
    type Tally = PairSummary;
    type Scratch = ();
    const AHEAD: usize = 4096;

    fn next(&self, from: u64) -> Option<u64> {
        (from..self.pairs()).find(|number| self.shard.has(*number))
    }

    fn reached(tally: &PairSummary) -> [u64; 2] {
        [tally.pairs, tally.next]
    }

    fn within(&self, limits: &Limits, threads: usize) -> Limits {
        Limits { bytes: limits.bytes / threads as u64, ..limits.clone() }
    }

    fn piece(&self, number: u64, (): &mut (), _: bool, limits: &Limits) -> Result<PairLaws, Stopped> {
        self.pair(number, &Limits { positions: u64::MAX, ..limits.clone() })
    }

    fn items(pair: &PairLaws) -> &[PairLaws] {
        slice::from_ref(pair)
    }

    fn add(tally: &mut PairSummary, pair: &PairLaws) {
        tally.count(pair);
    }

    fn bytes(tally: &PairSummary) -> Vec<u8> {
        tally.to_bytes()
    }
}

impl Kind for PairSweep {
    const HEADER: &'static str = "sets,kind,period,preperiod,far,window,constant,gain,structure,order";

    fn question(&self) -> String {
        format!("sweep asymmetric --largest {}", self.largest)
    }

    fn shard(&self) -> Shard {
        self.shard
    }

    fn share(&self, shard: Shard) -> u64 {
        shard.share(self.pairs())
    }

    fn tally(&self, bytes: &[u8]) -> Option<PairSummary> {
        let fits =
            |tally: &PairSummary| tally.next <= self.pairs() && tally.pairs <= self.part_pairs() && tally.pairs <= tally.next;
        PairSummary::from_bytes(bytes).filter(fits)
    }
}

/// A sweep over pairs of sets, or parts of it, with results and time.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, Sweep, sweep::AnySwept};
/// let answer = Session::new().ask(&Sweep::of_pairs(3), &Limits::default())?;
/// let AnySwept::Asymmetric(swept) = answer.swept else { unreachable!() };
/// assert_eq!((swept.tally.pairs, swept.tally.kinds.get("open")), (28, None));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
pub type PairSwept = Swept<PairSweep>;

impl PairSwept {
    /// Returns the JSON object of the command line.
    ///
    /// With `has_histogram` it has the number of pairs for each period of the order.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        let (sweep, tally) = ("asymmetric", self.tally.clone());
        let written = Written { sweep, largest: self.sweep.largest, pairs: Number(self.size()), extent: self.extent(), tally };
        result(written, has_histogram)
    }

    /// Reads a part of a finished sweep from a JSON object.
    pub(super) fn from_part(part: &Value) -> Option<Self> {
        let sweep = PairSweep::new(u32::try_from(part["largest"].as_u64()?).ok()?).ok()?;
        let tally = PairSummary::read_from(part, number_of(&part["pairs"])?)?;
        let (parts, seconds) = (super::parts_of(part)?, part["seconds"].as_f64()?);
        let swept = Self { sweep, parts, tally, stopped: None, seconds };
        (swept.size() == swept.tally.pairs).then_some(swept)
    }

    /// Returns two sentences with the counts by kind of pair, and by kind of law.
    pub fn in_words(&self) -> [String; 2] {
        let counts = |counts: &BTreeMap<String, u64>| match counts.is_empty() {
            true => "none".to_owned(),
            false => counts.iter().map(|(name, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", "),
        };
        [
            format!("pairs by kind: {}", counts(&self.tally.kinds)),
            format!("classes of rows by law: {}", counts(&self.tally.classes)),
        ]
    }
}

/// A sweep of pairs of sets.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SweptPairs"))]
pub(super) struct Written {
    sweep: &'static str,
    largest: u32,
    pairs: Number,
    #[serde(flatten)]
    extent: Extent,
    #[serde(flatten)]
    tally: PairSummary,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_stands_once() {
        let sweep = PairSweep::new(4).unwrap();
        let all: std::collections::BTreeSet<[u64; 2]> = (0..sweep.pairs()).map(|number| sweep.sets(number)).collect();
        assert_eq!(all.len(), 120);
        assert!(all.iter().all(|[left, right]| 1 <= *left && left <= right && *right < 16));
    }

    fn run(begun: PairSwept, limits: &Limits) -> PairSwept {
        begun.run(sprague::rows::sweep::all_cores(), limits, &mut ())
    }

    #[test]
    fn parts_and_interruptions_add_up_to_the_whole() {
        let limits = Limits::default();
        let whole = run(PairSwept::begun(PairSweep::new(4).unwrap()), &limits);
        assert_eq!(whole.tally.pairs, 120);
        let part = |number| run(PairSwept::begun(PairSweep::new(4).unwrap().part(Shard::new(number, 3).unwrap())), &limits);
        let mut sum = part(1).tally;
        sum.add(&part(2).tally);
        sum.add(&part(3).tally);
        assert_eq!(PairSummary { next: 0, ..whole.tally.clone() }, sum);
        let half = run(PairSwept::begun(PairSweep::new(4).unwrap()), &Limits { positions: 50, ..limits.clone() });
        assert_eq!((half.tally.pairs, half.stopped.clone()), (50, Some(Stopped::Positions(50))));
        let tally = PairSummary::from_bytes(&half.tally.to_bytes()).unwrap();
        assert_eq!(run(PairSwept { tally, stopped: None, ..half }, &limits).tally, whole.tally);
        assert_eq!(PairSwept::from_part(&whole.to_json(true)).unwrap().tally, PairSummary { next: 0, ..whole.tally });
    }
}
