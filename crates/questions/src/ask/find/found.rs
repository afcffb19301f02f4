//! The positions that a search found, and how far it came.

use super::Find;
use super::key::{Key, Sort};
use super::listing::Listed;
use super::plan::Plan;
use super::worth::Worth;
use crate::ask::sweep::{Parts, seal};
use crate::question::Fate;
use crate::read::json::{Number, number_of};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Map, Value, json};
use sprague::num_bigint::BigInt;
use sprague::rows::sweep::Shard;
use sprague::values::Dyadic;
use sprague::{Player, Stopped};
use std::collections::BTreeMap;

/// The most positions of a part, so that parts can be added up.
const MOST_COUNTED: u64 = 1 << 40;

/// About the bytes of a count by size, or by the text of a key.
const A_COUNT: usize = 96;

/// A number as it is shown: whole, or with a power of 2 below it.
fn dyadic(text: &str) -> Option<Dyadic> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let (above, below) = (above.parse::<BigInt>().ok()?, below.parse::<BigInt>().ok()?);
    let places = below.trailing_zeros()?;
    (below == BigInt::from(1) << places).then(|| Dyadic::new(above, places))
}

/// Positions that are held unsorted, though fewer are wanted.
const MOST_LOOSE: usize = 1_000;

/// A move of the play that leads to a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineMove {
    /// The move.
    #[serde(rename = "move")]
    pub label: String,
    /// The player who makes it, in partizan games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
}

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FoundPosition {
    /// The position as it is typed.
    pub position: String,
    /// Its number in the listing, from 0.
    #[serde(with = "crate::read::json::whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub number: u64,
    /// Its size: squares, vertices, tokens of the largest heap, days, or moves.
    #[serde(with = "crate::read::json::whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub size: u64,
    /// The answers to the keys that were asked about.
    pub keys: Map<String, Value>,
    /// A shortest play that leads to it, where it was searched from a position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<LineMove>,
}

impl FoundPosition {
    pub(super) fn new(position: String, number: u64, listed: &Listed) -> Self {
        let line = listed.line.iter().map(|(player, label)| LineMove { label: label.clone(), player: *player });
        Self { position, number, size: listed.size, keys: Map::new(), line: line.collect() }
    }

    /// Notes an answer; `null` for a value whose text is too long.
    pub(super) fn note(&mut self, key: Key, worth: &Worth, text: Option<String>) {
        let whole = |number: &Dyadic| number.is_integer().then(|| number.to_string().parse::<u64>().ok()).flatten();
        let told = match worth {
            Worth::Flag(flag) => json!(flag),
            Worth::Null => Value::Null,
            // as `solve` and `value` write them
            Worth::Number(number) if key.is_count() => whole(number).map_or(json!(text), |whole| json!(Number(whole))),
            _ => json!(text),
        };
        if key.name() != "size" {
            self.keys.insert(key.name().to_owned(), told);
        }
    }

    /// A key as text.
    fn text(&self, key: Key) -> String {
        match self.keys.get(key.name()) {
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
            None => self.size.to_string(),
        }
    }

    /// The place in an order: ascending, and at the end what has no number.
    pub(super) fn rank(&self, sort: Sort) -> (bool, Option<Dyadic>) {
        let number = dyadic(&self.text(sort.key));
        (number.is_none(), number.map(|number| if sort.is_falling { -number } else { number }))
    }

    /// About how many bytes it takes.
    fn bytes(&self) -> usize {
        let moves: usize = self.line.iter().map(|mv| mv.label.len() + 32).sum();
        let keys: usize = self.keys.iter().map(|(name, told)| name.len() + told.as_str().map_or(0, str::len) + 96).sum();
        size_of::<Self>() + self.position.len() + moves + keys
    }
}

/// The result of a search, as far as it came.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Find, Session};
/// let question = Find { squares: Some(4), property: Some("temperature >= 1".into()), ..Find::among("domineering") };
/// let found = Session::new().ask(&question, &Limits::default())?;
/// assert_eq!((found.looked_at, found.found, found.sizes[&4]), (5, 1, [5, 1]));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Found {
    /// The positions that were looked at.
    pub looked_at: u64,
    /// Those that have the property.
    pub found: u64,
    /// For each size, both numbers.
    pub sizes: BTreeMap<u64, [u64; 2]>,
    /// The positions, unless only their number is asked for.
    pub positions: Vec<FoundPosition>,
    /// The number of positions with each text of a key, if that is asked for.
    pub histogram: Option<BTreeMap<String, u64>>,
    /// The positions of the listing that this part passed, its own among them.
    pub(super) passed: u64,
    pub(super) stopped: Option<Stopped>,
    /// The question, once it was asked.
    pub(super) question: Option<Find>,
    /// The digest of the files that it names.
    pub(super) files: Option<String>,
    /// The parts that are there, unless it is whole.
    pub(super) parts: Option<Parts>,
    /// True if positions are told to the observer alone.
    is_passed_on: bool,
    /// The least size at which something was found.
    least: Option<u64>,
    bytes: usize,
}

impl Found {
    /// The begin of a search that keeps no positions, unless they are to be sorted.
    ///
    /// Its observer is told them.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Find, Found, Session};
    /// let question = Find { to: Some("9".into()), ..Find::among("kayles") };
    /// let found = question.run(&Session::new(), Found::passed_on(), &Limits::default(), &mut ())?;
    /// assert_eq!((found.found, found.positions.len()), (10, 0));
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn passed_on() -> Self {
        Self { is_passed_on: true, ..Self::default() }
    }

    /// The limit that was reached before the last position.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// Tells whether something was found at a smaller size.
    pub(super) fn is_beyond(&self, size: u64) -> bool {
        self.least.is_some_and(|least| least < size)
    }

    pub(super) fn bytes(&self) -> usize {
        let counted = self.sizes.len() + self.histogram.as_ref().map_or(0, BTreeMap::len);
        self.bytes + A_COUNT * counted
    }

    /// All of it as bytes, from which the search goes on.
    ///
    /// ```
    /// use sprague_questions::Found;
    /// let begun = Found::from_bytes(&Found::default().to_bytes()).unwrap();
    /// assert_eq!(begun.looked_at, 0);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { looked_at, found, sizes, positions, histogram, passed, .. } = self;
        serde_json::to_vec(&(looked_at, found, sizes, positions, histogram, passed)).expect("it is plain data")
    }

    /// The reverse of [`to_bytes`](Self::to_bytes); `None` for other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (looked_at, found, sizes, positions, histogram, passed) = serde_json::from_slice(bytes).ok()?;
        let mut begun = Self { looked_at, found, sizes, positions, histogram, passed, ..Self::default() };
        begun.bytes = begun.positions.iter().map(FoundPosition::bytes).sum();
        begun.least = begun.sizes.iter().find_map(|(size, [_, found])| (*found > 0).then_some(*size));
        Some(begun)
    }

    pub(super) fn note(&mut self, size: u64, is_found: bool) {
        let [looked_at, found] = self.sizes.entry(size).or_default();
        *looked_at += 1;
        *found += u64::from(is_found);
        self.looked_at += 1;
        self.found += u64::from(is_found);
        if is_found {
            self.least = Some(self.least.map_or(size, |least| least.min(size)));
        }
    }

    /// Keeps a position, if it is asked for.
    pub(super) fn keep(&mut self, position: FoundPosition, plan: &Plan<'_>) {
        if let Some(key) = plan.histogram {
            *self.histogram.get_or_insert_default().entry(position.text(key)).or_default() += 1;
        }
        if plan.question.count || (self.is_passed_on && plan.sort.is_none()) {
            return;
        }
        self.bytes += position.bytes();
        self.positions.push(position);
        // where only the first are wanted, twice as many are held
        let most = plan.question.top.and_then(|top| usize::try_from(top).ok()).unwrap_or(usize::MAX);
        if plan.sort.is_some() && self.positions.len() / 2 > most.max(MOST_LOOSE) {
            self.sort(plan.sort, most);
        }
    }

    /// Brings the positions into their order, of which so many are kept.
    pub(super) fn sort(&mut self, sort: Option<Sort>, most: usize) {
        self.positions.sort_by_cached_key(|position| (sort.map(|sort| position.rank(sort)), position.number));
        self.positions.truncate(most);
        self.bytes = self.positions.iter().map(FoundPosition::bytes).sum();
    }
}

/// The result as JSON has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct FoundReport<'a> {
    /// The question, if this is a part.
    #[serde(skip_serializing_if = "Option::is_none")]
    find: Option<&'a Find>,
    /// Digits for the contents of the files that a part names: parts of other files are not added up.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<&'a str>,
    /// The part, such as 3/8.
    #[serde(skip_serializing_if = "Option::is_none")]
    shard: Option<String>,
    /// The parts that are not there, such as 1,3-5/8.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
    /// The number of positions that were looked at.
    looked_at: Number,
    /// The number of those that have the property.
    found: Number,
    /// For each size: the size, the number looked at, and the number found.
    sizes: Vec<[Number; 3]>,
    /// The positions that have it, unless only their number was asked for.
    positions: &'a [FoundPosition],
    /// The number of them with each text of the key, most first.
    #[serde(skip_serializing_if = "Option::is_none")]
    histogram: Option<Vec<(&'a str, Number)>>,
    /// The limit that was reached before the last position.
    #[serde(flatten)]
    fate: Fate,
}

impl Found {
    /// The JSON object that the command line promises; that of a part has a checksum.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Find, Session};
    /// let half = Find { squares: Some(5), shard: Some("1/2".parse()?), ..Find::among("cram") };
    /// let part = Session::new().ask(&half, &Limits::default())?.to_json();
    /// assert!(part["shard"] == "1/2" && part["checksum"].is_string());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self) -> Value {
        let histogram = self.histogram.as_ref().map(|histogram| {
            let mut all: Vec<(&str, u64)> = histogram.iter().map(|(text, count)| (text.as_str(), *count)).collect();
            all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            all.into_iter().map(|(text, count)| (text, Number(count))).collect()
        });
        let size = |(size, [looked_at, found]): (&u64, &[u64; 2])| [Number(*size), Number(*looked_at), Number(*found)];
        let report = FoundReport {
            find: self.question.as_ref().filter(|_| self.parts.is_some()),
            files: self.files.as_deref().filter(|_| self.parts.is_some()),
            shard: self.parts.as_ref().map(Parts::to_string),
            missing: self.parts.as_ref().filter(|parts| !parts.is_whole()).map(|parts| parts.missing().to_string()),
            looked_at: Number(self.looked_at),
            found: Number(self.found),
            sizes: self.sizes.iter().map(size).collect(),
            positions: &self.positions,
            histogram,
            fate: Fate::of(self.stopped.as_ref(), &[]),
        };
        let object = serde_json::to_value(report).expect("it is plain data");
        if self.parts.is_some() { seal(object) } else { object }
    }

    /// The same object as parts have it, with the question and a checksum.
    ///
    /// ```
    /// # use sprague_questions::{Find, Session};
    /// let found = Session::new().ask(&Find { squares: Some(3), ..Find::among("cram") }, &Default::default())?;
    /// assert_eq!(found.to_part()["shard"], "1/1");
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn to_part(&self) -> Value {
        let parts = self.parts.clone().unwrap_or_else(|| Shard::WHOLE.into());
        Self { parts: Some(parts), ..self.clone() }.to_json()
    }

    /// The part that this object is; `None` for another one.
    pub(crate) fn from_part(part: &Value) -> Option<Self> {
        let read: FoundPart = serde_json::from_value(part.clone()).ok()?;
        let mut sizes = BTreeMap::new();
        for [size, looked_at, found] in &read.sizes {
            sizes.insert(number_of(size)?, [number_of(looked_at)?, number_of(found)?]);
        }
        let histogram = match read.histogram {
            Some(all) => Some(all.iter().map(|(text, count)| Some((text.clone(), number_of(count)?))).collect::<Option<_>>()?),
            None => None,
        };
        let parts: Parts = read.shard.parse().ok()?;
        let mut found = Self {
            looked_at: number_of(&read.looked_at)?,
            found: number_of(&read.found)?,
            sizes,
            positions: read.positions,
            histogram,
            question: Some(read.find),
            files: read.files,
            parts: Some(parts),
            ..Self::default()
        };
        found.bytes = found.positions.iter().map(FoundPosition::bytes).sum();
        found.is_consistent().then_some(found)
    }

    /// Tells whether a part agrees with itself.
    fn is_consistent(&self) -> bool {
        let mut sums = [0_u64; 2];
        for counts in self.sizes.values() {
            for (sum, count) in sums.iter_mut().zip(counts) {
                let Some(more) = sum.checked_add(*count).filter(|sum| *sum <= MOST_COUNTED) else { return false };
                *sum = more;
            }
        }
        let counted = self.histogram.as_ref().map(|all| all.values().try_fold(0_u64, |sum, count| sum.checked_add(*count)));
        let is_mine = |number: u64| self.parts.as_ref().is_none_or(|parts| parts.deals(number));
        sums == [self.looked_at, self.found]
            && self.found <= self.looked_at
            && self.positions.len() as u64 <= self.found
            && counted.is_none_or(|counted| counted == Some(self.found))
            && self.positions.iter().all(|position| is_mine(position.number))
    }

    /// The question of a part in words, and the parts that are there.
    pub(crate) fn part(&self) -> Option<(String, &Parts)> {
        let files = self.files.as_ref().map_or_else(String::new, |files| format!(" with files {files}"));
        Some((self.question.as_ref()?.in_words() + files.as_str(), self.parts.as_ref()?))
    }

    /// The property that was asked for.
    pub fn property(&self) -> Option<&str> {
        self.question.as_ref()?.property.as_deref()
    }

    /// The key whose texts were counted.
    pub fn counted(&self) -> Option<&str> {
        self.question.as_ref()?.histogram.as_deref()
    }

    /// Adds other parts of the same search.
    pub(crate) fn add(&mut self, other: Self) {
        self.looked_at += other.looked_at;
        self.found += other.found;
        for (size, [looked_at, found]) in other.sizes {
            let both = self.sizes.entry(size).or_default();
            *both = [both[0] + looked_at, both[1] + found];
        }
        for (text, count) in other.histogram.into_iter().flatten() {
            *self.histogram.get_or_insert_default().entry(text).or_default() += count;
        }
        self.positions.extend(other.positions);
        if let (Some(parts), Some(others)) = (&mut self.parts, other.parts) {
            parts.extend(&others);
        }
    }

    /// Brings the positions of parts that were added up into their order.
    pub(crate) fn in_order(mut self) -> Self {
        let question = self.question.as_ref();
        let sort = question.and_then(|question| Sort::read(question.sort.as_deref()?).ok());
        let most = question.and_then(|question| usize::try_from(question.top?).ok()).unwrap_or(usize::MAX);
        self.sort(sort, most);
        self
    }

    /// The whole answer, where all parts are there.
    pub(crate) fn whole(mut self) -> Self {
        self.parts = self.parts.filter(|parts| !parts.is_whole());
        self
    }
}

/// A part as it is read.
#[derive(Deserialize)]
struct FoundPart {
    find: Find,
    files: Option<String>,
    shard: String,
    looked_at: Value,
    found: Value,
    sizes: Vec<[Value; 3]>,
    positions: Vec<FoundPosition>,
    histogram: Option<Vec<(String, Value)>>,
}

impl Serialize for Found {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_json().serialize(serializer)
    }
}

crate::question::written_as!(Found, FoundReport<'static>);
