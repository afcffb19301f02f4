//! The result of a search: the positions that were found, and the progress of the search.

mod keys;
mod report;
mod written;

pub use keys::Keys;
pub use written::FoundAsPart;

use super::Find;
use super::key::{Key, Sort, Worth};
use super::listing::{Listed, allocated};
use super::plan::Plan;
use crate::ask::sweep::Parts;
use crate::read::json::Number;
use keys::Told;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sprague::growth;
use sprague::num_bigint::BigInt;
use sprague::values::Dyadic;
use sprague::{Player, Stopped};
use std::collections::BTreeMap;

/// The maximum number of positions of a part, so that sums over parts cannot overflow.
const MOST_COUNTED: u64 = 1 << 40;

/// Approximate memory of an entry in the counts by size or by the text of a key, in bytes.
const A_COUNT: usize = 96;

/// Parses a dyadic number: a whole number, or a fraction whose denominator is a power of 2.
fn dyadic(text: &str) -> Option<Dyadic> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let (above, below) = (above.parse::<BigInt>().ok()?, below.parse::<BigInt>().ok()?);
    let places = below.trailing_zeros()?;
    (below == BigInt::from(1) << places).then(|| Dyadic::new(above, places))
}

/// The minimum number of positions that are collected before they are sorted and cut.
const MOST_LOOSE: usize = 1_000;

/// Approximate memory of the sort key of a position, in bytes.
const A_RANK: usize = 128;

/// A move on the way to a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineMove {
    /// The move.
    #[serde(rename = "move")]
    pub label: String,
    /// The player who moves, in partizan games.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
}

/// A position that was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FoundPosition {
    /// The position.
    pub position: String,
    /// The number in the listing, from 0.
    #[serde(with = "crate::read::json::whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub number: u64,
    /// The size: squares, vertices, tokens of the largest heap, days, or moves.
    #[serde(with = "crate::read::json::whole")]
    #[cfg_attr(feature = "schema", schemars(with = "Number"))]
    pub size: u64,
    /// The values of the requested keys.
    pub keys: Keys,
    /// A shortest line of play to it, if the search began at a position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<LineMove>,
}

impl FoundPosition {
    pub(super) fn new(position: String, number: u64, listed: &Listed) -> Self {
        let line = listed.line.iter().map(|(player, label)| LineMove { label: label.clone(), player: *player });
        Self { position, number, size: listed.size, keys: Keys::default(), line: line.collect() }
    }

    /// Stores the answer to a key. It is `null` if the text of a value is too long.
    pub(super) fn note(&mut self, key: Key, worth: &Worth, text: Option<String>) {
        let text = text.map_or(Told::Null, |text| Told::Text(text.into()));
        let told = match worth {
            Worth::Flag(flag) => Told::Flag(*flag),
            Worth::Null => Told::Null,
            // the same form as in `solve` and `value`
            Worth::Number(number) if key.is_count() && number.is_integer() => Told::of_whole(&number.to_string()).unwrap_or(text),
            _ => text,
        };
        if key.name() != "size" {
            self.keys.insert(key, told);
        }
    }

    fn text(&self, key: Key) -> String {
        self.keys.told(key).map_or_else(|| self.size.to_string(), ToString::to_string)
    }

    /// Returns the sort key. Positions are sorted in ascending order, and those without a number come last.
    pub(super) fn rank(&self, sort: Sort) -> (bool, Option<Dyadic>) {
        let number = dyadic(&self.text(sort.key));
        (number.is_none(), number.map(|number| if sort.is_falling { -number } else { number }))
    }

    /// Returns the approximate memory of the position without its place in a list, in bytes.
    fn bytes(&self) -> usize {
        let line = self.line.iter().map(|mv| size_of::<LineMove>() + allocated(mv.label.len()));
        allocated(self.position.len()) + self.keys.bytes() + line.sum::<usize>()
    }
}

/// Returns the approximate memory of an entry of a histogram, in bytes.
fn count_bytes(text: &str) -> usize {
    A_COUNT + allocated(text.len())
}

/// The result of a search, complete or not.
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
    /// The number of positions that were examined.
    pub looked_at: u64,
    /// The number of positions that have the property.
    pub found: u64,
    /// For each size, the number of examined positions and the number of found ones.
    pub sizes: BTreeMap<u64, [u64; 2]>,
    /// The positions, unless the question only asks for their number.
    pub positions: Vec<FoundPosition>,
    /// The number of positions for each text of a key, if the question asks for a histogram.
    pub histogram: Option<BTreeMap<String, u64>>,
    /// The number of positions that the listing has produced, including those of other parts.
    pub(super) passed: u64,
    pub(super) stopped: Option<Stopped>,
    pub(super) question: Option<Find>,
    /// The digest of the files that the question names.
    pub(super) files: Option<String>,
    pub(super) parts: Option<Parts>,
    /// Whether positions are only passed to the observer, and not kept.
    is_passed_on: bool,
    /// The smallest size of a position that was found.
    least: Option<u64>,
    /// Approximate memory of the positions, without their places in the list, in bytes.
    bytes: usize,
    histogram_bytes: usize,
}

impl Found {
    /// Returns the start of a search that passes positions to its observer and does not keep them, unless they must be sorted.
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

    /// Returns the limit that was reached before the last position, if one was.
    pub fn stopped(&self) -> Option<&Stopped> {
        self.stopped.as_ref()
    }

    /// Returns `true` if a position of a smaller size was found.
    pub(super) fn is_beyond(&self, size: u64) -> bool {
        self.least.is_some_and(|least| least < size)
    }

    /// Returns the approximate memory of the result, in bytes. If it `is_sorted`, this includes memory for sorting.
    pub(super) fn bytes(&self, is_sorted: bool) -> usize {
        let ranks = if is_sorted { A_RANK * self.positions.len() } else { 0 };
        self.bytes + growth::of_list(&self.positions) + A_COUNT * self.sizes.len() + self.histogram_bytes + ranks
    }

    /// Encodes the result as bytes, from which the search can be continued.
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

    /// Decodes the bytes of [`to_bytes`](Self::to_bytes), or returns `None` for other bytes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (looked_at, found, sizes, positions, histogram, passed) = serde_json::from_slice(bytes).ok()?;
        let mut begun = Self { looked_at, found, sizes, positions, histogram, passed, ..Self::default() };
        begun.bytes = begun.positions.iter().map(FoundPosition::bytes).sum();
        begun.histogram_bytes = begun.histogram.iter().flat_map(BTreeMap::keys).map(|text| count_bytes(text)).sum();
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

    /// Stores a position, or parts of it, as the question requires.
    pub(super) fn keep(&mut self, position: FoundPosition, plan: &Plan<'_>) {
        if let Some(key) = plan.histogram {
            let text = position.text(key);
            let histogram = self.histogram.get_or_insert_default();
            if !histogram.contains_key(&text) {
                self.histogram_bytes += count_bytes(&text);
            }
            *histogram.entry(text).or_default() += 1;
        }
        if plan.question.count || (self.is_passed_on && plan.sort.is_none()) {
            return;
        }
        self.bytes += position.bytes();
        self.positions.push(position);
        // if only the first n are requested, up to 2n are kept
        let most = plan.question.top.and_then(|top| usize::try_from(top).ok()).unwrap_or(usize::MAX);
        if plan.sort.is_some() && self.positions.len() / 2 > most.max(MOST_LOOSE) {
            self.sort(plan.sort, most);
        }
    }

    /// Sorts the positions and keeps the first `most`.
    pub(super) fn sort(&mut self, sort: Option<Sort>, most: usize) {
        self.positions.sort_by_cached_key(|position| (sort.map(|sort| position.rank(sort)), position.number));
        self.positions.truncate(most);
        self.bytes = self.positions.iter().map(FoundPosition::bytes).sum();
    }
}

impl Found {
    /// Reads a part from a JSON object, or returns `None` for another object.
    pub(crate) fn from_part(part: &Value) -> Option<Self> {
        let read = FoundPart::deserialize(part).ok()?;
        let parts: Parts = read.shard.parse().ok()?;
        let mut found = Self {
            looked_at: read.looked_at.0,
            found: read.found.0,
            sizes: read.sizes.into_iter().map(|[size, looked_at, found]| (size.0, [looked_at.0, found.0])).collect(),
            positions: read.positions,
            histogram: read.histogram.map(|all| all.into_iter().map(|(text, count)| (text, count.0)).collect()),
            question: Some(read.find),
            files: read.files,
            parts: Some(parts),
            ..Self::default()
        };
        found.bytes = found.positions.iter().map(FoundPosition::bytes).sum();
        found.is_consistent().then_some(found)
    }

    /// Returns `true` if the numbers in a part are consistent.
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

    /// Returns the question of a part in words, and the parts that are included.
    pub(crate) fn part(&self) -> Option<(String, &Parts)> {
        let files = self.files.as_ref().map_or_else(String::new, |files| format!(" with files {files}"));
        Some((self.question.as_ref()?.in_words() + files.as_str(), self.parts.as_ref()?))
    }

    /// Returns the property in the question.
    pub fn property(&self) -> Option<&str> {
        self.question.as_ref()?.property.as_deref()
    }

    /// Returns the key whose texts were counted.
    pub fn counted(&self) -> Option<&str> {
        self.question.as_ref()?.histogram.as_deref()
    }

    /// Adds another part of the same search.
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

    /// Sorts the positions of a sum of parts.
    pub(crate) fn in_order(mut self) -> Self {
        let question = self.question.as_ref();
        let sort = question.and_then(|question| Sort::read(question.sort.as_deref()?).ok());
        let most = question.and_then(|question| usize::try_from(question.top?).ok()).unwrap_or(usize::MAX);
        self.sort(sort, most);
        self
    }

    /// Returns the answer, without the list of parts if all parts are included.
    pub(crate) fn whole(mut self) -> Self {
        self.parts = self.parts.filter(|parts| !parts.is_whole());
        self
    }
}

#[derive(Deserialize)]
struct FoundPart {
    find: Find,
    files: Option<String>,
    shard: String,
    looked_at: Number,
    found: Number,
    sizes: Vec<[Number; 3]>,
    positions: Vec<FoundPosition>,
    histogram: Option<Vec<(String, Number)>>,
}
