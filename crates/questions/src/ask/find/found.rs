//! The positions that a search found, and how far it came.

mod keys;
mod written;

pub use keys::Keys;
pub use written::FoundAsPart;

use super::Find;
use super::key::{Key, Sort};
use super::listing::Listed;
use super::plan::Plan;
use super::worth::Worth;
use crate::ask::sweep::Parts;
#[cfg(feature = "schema")]
use crate::read::json::Number;
use crate::read::json::number_of;
use keys::Told;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sprague::growth;
use sprague::num_bigint::BigInt;
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

/// About the bytes of the place in an order, while positions are sorted.
const A_RANK: usize = 128;

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
    pub keys: Keys,
    /// A shortest play that leads to it, where it was searched from a position.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<LineMove>,
}

impl FoundPosition {
    pub(super) fn new(position: String, number: u64, listed: &Listed) -> Self {
        let line = listed.line.iter().map(|(player, label)| LineMove { label: label.clone(), player: *player });
        Self { position, number, size: listed.size, keys: Keys::default(), line: line.collect() }
    }

    /// Notes an answer; `null` for a value whose text is too long.
    pub(super) fn note(&mut self, key: Key, worth: &Worth, text: Option<String>) {
        let whole = |number: &Dyadic| number.is_integer().then(|| number.to_string().parse::<u64>().ok()).flatten();
        let text = text.map_or(Told::Null, |text| Told::Text(text.into()));
        let told = match worth {
            Worth::Flag(flag) => Told::Flag(*flag),
            Worth::Null => Told::Null,
            // as `solve` and `value` write them
            Worth::Number(number) if key.is_count() => whole(number).map_or(text, Told::Whole),
            _ => text,
        };
        if key.name() != "size" {
            self.keys.insert(key, told);
        }
    }

    /// A key as text.
    fn text(&self, key: Key) -> String {
        self.keys.told(key).map_or_else(|| self.size.to_string(), ToString::to_string)
    }

    /// The place in an order: ascending, and at the end what has no number.
    pub(super) fn rank(&self, sort: Sort) -> (bool, Option<Dyadic>) {
        let number = dyadic(&self.text(sort.key));
        (number.is_none(), number.map(|number| if sort.is_falling { -number } else { number }))
    }

    /// About how many bytes it takes beside its place in a list.
    fn bytes(&self) -> usize {
        let line = self.line.iter().map(|mv| size_of::<LineMove>() + allocated(mv.label.len()));
        allocated(self.position.len()) + self.keys.bytes() + line.sum::<usize>()
    }
}

/// About the bytes of a text of a histogram with its count.
fn count_bytes(text: &str) -> usize {
    A_COUNT + allocated(text.len())
}

/// About the bytes that an allocation takes.
pub(super) fn allocated(bytes: usize) -> usize {
    bytes.next_multiple_of(16)
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
    /// About the bytes of positions beside their places in the list.
    bytes: usize,
    /// About the bytes of the histogram.
    histogram_bytes: usize,
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

    /// About the bytes that it takes, and that sorting it takes if it `is_sorted`.
    pub(super) fn bytes(&self, is_sorted: bool) -> usize {
        let ranks = if is_sorted { A_RANK * self.positions.len() } else { 0 };
        self.bytes + growth::of_list(&self.positions) + A_COUNT * self.sizes.len() + self.histogram_bytes + ranks
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

    /// Keeps a position, if it is asked for.
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

impl Found {
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
