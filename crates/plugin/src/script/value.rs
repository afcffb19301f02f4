//! Converts values of a script to words and to text.
//!
//! The low three bits of an item's first word are its kind, and the other bits are a number or a length. Most positions are
//! lists of a few whole numbers from 0. Such a list is packed into one word if it fits, for example two heaps below
//! 4,194,304, or 22 squares with four states.

use super::plain::{PlainKind, plain};
use crate::guest::failure::Failure;
use crate::guest::single::{self, MAX_WORDS};
use rhai::{Array, Dynamic, FnPtr, INT, ImmutableString, Map};
use smallvec::SmallVec;
use sprague_core::any::AnyPosition;

const SMALL: u64 = 0;
const LARGE: u64 = 1;
const STRING: u64 = 2;
const LIST: u64 = 3;
const MAP: u64 = 4;
const BOOL: u64 = 5;
const CHAR: u64 = 6;
const NOTHING: u64 = 7;

/// The bits of the first word of a list: 3 for the kind, these for the number of items, then [`PACKED`], and from bit
/// [`NUMBERS`] on the items themselves if [`PACKED`] is set.
const COUNT: u32 = 16;
const PACKED: u64 = 1 << (3 + COUNT);
const NUMBERS: u32 = 3 + COUNT + 1;

/// The words of a position. Most positions need no allocation.
type Words = SmallVec<[u64; 8]>;

/// The maximum depth of nested lists and maps in a position.
const DEEPEST: usize = 16;

/// The maximum depth of nested lists and maps in an answer, and in the parameters.
const DEEPEST_ANSWER: usize = 2 * DEEPEST;

/// The message about a value that is not [shallow](is_shallow).
pub(super) const TOO_DEEP: &str = "has lists or maps more than 32 deep, or functions that hold something";

/// Returns `true` if a value can be copied, formatted and dropped on any stack.
pub(super) fn is_shallow(value: &Dynamic) -> bool {
    is_within(value, DEEPEST_ANSWER)
}

fn is_within(value: &Dynamic, levels: usize) -> bool {
    if value.is_int() {
        // the most common case first, because lists are long
        true
    } else if let Some(list) = value.read_lock::<Array>() {
        levels > 0 && list.iter().all(|item| is_within(item, levels - 1))
    } else if let Some(map) = value.read_lock::<Map>() {
        levels > 0 && map.values().all(|item| is_within(item, levels - 1))
    } else {
        value.read_lock::<FnPtr>().is_none_or(|function| !function.is_curried())
    }
}

pub(super) fn position(export: &str, value: &Dynamic) -> Result<AnyPosition, Failure> {
    let mut words = Words::new();
    encode(value, 0, &mut words).map_err(|why| Failure::new(export, why))?;
    Ok(single::position(&words))
}

fn encode(value: &Dynamic, depth: usize, words: &mut Words) -> Result<(), String> {
    if depth > DEEPEST || words.len() > MAX_WORDS {
        return Err(format!("a position of more than {MAX_WORDS} words, or lists more than {DEEPEST} deep"));
    }
    if let Ok(number) = value.as_int() {
        encode_number(number, words);
    } else if let Some(list) = value.read_lock::<Array>() {
        let packed = packed(list.len(), list.iter().map(|item| item.as_int().ok()));
        match packed.filter(|_| depth < DEEPEST) {
            Some(word) => words.push(word),
            None => {
                words.push((list.len() as u64) << 3 | LIST);
                list.iter().try_for_each(|item| encode(item, depth + 1, words))?;
            }
        }
    } else if let Some(text) = value.read_lock::<ImmutableString>() {
        encode_text(&text, words);
    } else if let Some(map) = value.read_lock::<Map>() {
        words.push((map.len() as u64) << 3 | MAP);
        for (key, item) in map.iter() {
            encode_text(key, words);
            encode(item, depth + 1, words)?;
        }
    } else if let Ok(truth) = value.as_bool() {
        words.push(u64::from(truth) << 3 | BOOL);
    } else if let Ok(c) = value.as_char() {
        words.push(u64::from(u32::from(c)) << 3 | CHAR);
    } else if value.is_unit() {
        words.push(NOTHING);
    } else {
        return Err(format!("a position consists of whole numbers, strings, lists and maps, not of {}", value.type_name()));
    }
    if words.len() > MAX_WORDS { Err(format!("a position of more than {MAX_WORDS} words")) } else { Ok(()) }
}

/// Packs the numbers of a list into one word, if they fit.
///
/// Returns `None` for an empty list, and for a list with an item that is negative, too large or not a number.
///
/// In lists of equal length all items have the same width, and the first item has the highest bits. So packed words have the
/// same order as the lists.
fn packed(count: usize, mut numbers: impl Iterator<Item = Option<INT>>) -> Option<u64> {
    let width = width(count)?;
    let word = numbers.try_fold(0, |word, number| {
        let number = number?;
        (0..1 << width).contains(&number).then(|| word << width | number as u64)
    })?;
    Some(word << NUMBERS | PACKED | (count as u64) << 3 | LIST)
}

/// Returns the number of bits of each item of a packed list, or `None` if there are no items or too many.
fn width(count: usize) -> Option<u32> {
    (u64::BITS - NUMBERS).checked_div(count as u32).filter(|width| *width > 0)
}

/// Unpacks the numbers of a packed list.
fn unpacked(word: u64) -> Array {
    let count = (word >> 3) as u32 & ((1 << COUNT) - 1);
    let width = width(count as usize).expect("positions are what `encode` wrote");
    let number = |place: u32| (word >> (NUMBERS + place * width)) & ((1 << width) - 1);
    (0..count).rev().map(|place| Dynamic::from_int(number(place) as INT)).collect()
}

fn encode_number(number: INT, words: &mut Words) {
    if (number << 3) >> 3 == number {
        words.push((number << 3) as u64 | SMALL);
    } else {
        words.extend([LARGE, number as u64]);
    }
}

fn encode_text(text: &str, words: &mut Words) {
    words.push((text.len() as u64) << 3 | STRING);
    // a longer text is refused right after by its length
    for chunk in text.as_bytes().chunks(8).take(MAX_WORDS + 1) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        words.push(u64::from_le_bytes(word));
    }
}

/// Returns the words of a set of cells, which is a whole number for up to 64 cells or a list of numbers for more.
pub(super) fn cells(value: &Dynamic) -> Option<Vec<u64>> {
    let word = |value: &Dynamic| value.as_int().ok().map(|word| word as u64);
    match value.read_lock::<Array>() {
        Some(list) => list.iter().map(word).collect(),
        None => word(value).map(|word| vec![word]),
    }
}

/// Builds the position of a set of cells as a whole number or a list.
pub(super) fn set(cells: &[u64], is_number: bool) -> AnyPosition {
    let mut words = Words::new();
    let numbers = cells.iter().map(|cells| *cells as INT);
    match packed(cells.len(), numbers.clone().map(Some)).filter(|_| !is_number) {
        Some(word) => words.push(word),
        None => {
            words.extend((!is_number).then_some((cells.len() as u64) << 3 | LIST));
            numbers.for_each(|number| encode_number(number, &mut words));
        }
    }
    single::position(&words)
}

/// Decodes words that [`position`] wrote.
pub(super) fn decoded(mut words: &[u64]) -> Dynamic {
    decode(&mut words)
}

/// Returns `true` if [`position`] could have written these words.
pub(super) fn is_encoded(mut words: &[u64]) -> bool {
    skim(&mut words).is_some() && words.is_empty()
}

/// Removes an encoded value from the front, or returns `None` if there is none.
fn skim(words: &mut &[u64]) -> Option<()> {
    let first = take_word(words)?;
    let number = first >> 3;
    match first & 7 {
        LARGE => take_word(words).map(drop),
        STRING => skim_text(number, words),
        LIST if first & PACKED != 0 => width((number & ((1 << COUNT) - 1)) as usize).map(drop),
        LIST => (0..number).try_for_each(|_| skim(words)),
        MAP => (0..number).try_for_each(|_| {
            skim_text(take_word(words)? >> 3, words)?;
            skim(words)
        }),
        CHAR => u32::try_from(number).ok().and_then(char::from_u32).map(drop),
        _ => Some(()),
    }
}

fn take_word(words: &mut &[u64]) -> Option<u64> {
    let (first, rest) = words.split_first()?;
    *words = rest;
    Some(*first)
}

fn skim_text(length: u64, words: &mut &[u64]) -> Option<()> {
    let length = usize::try_from(length).ok()?;
    let (text, rest) = words.split_at_checked(length.div_ceil(8))?;
    *words = rest;
    let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
    std::str::from_utf8(&bytes).ok().map(drop)
}

fn next(words: &mut &[u64]) -> u64 {
    let (first, rest) = words.split_first().expect("positions are what `encode` wrote");
    *words = rest;
    *first
}

fn decode(words: &mut &[u64]) -> Dynamic {
    let first = next(words);
    let number = first >> 3;
    match first & 7 {
        SMALL => Dynamic::from_int((first as INT) >> 3),
        LARGE => Dynamic::from_int(next(words) as INT),
        STRING => Dynamic::from(decode_text(number as usize, words)),
        LIST if first & PACKED != 0 => Dynamic::from_array(unpacked(first)),
        LIST => Dynamic::from_array((0..number).map(|_| decode(words)).collect()),
        MAP => {
            let entry = |words: &mut &[u64]| {
                let length = (next(words) >> 3) as usize;
                (decode_text(length, words).into(), decode(words))
            };
            Dynamic::from_map((0..number).map(|_| entry(words)).collect())
        }
        BOOL => Dynamic::from_bool(number != 0),
        CHAR => Dynamic::from_char(char::from_u32(number as u32).expect("characters are what `encode` wrote")),
        _ => Dynamic::UNIT,
    }
}

fn decode_text(length: usize, words: &mut &[u64]) -> String {
    let (text, rest) = words.split_at(length.div_ceil(8));
    *words = rest;
    let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
    String::from_utf8(bytes).expect("strings are what `encode` wrote")
}

/// Formats a value for messages, labels and variables. The items of lists are separated by commas.
pub(super) fn text(value: &Dynamic) -> String {
    match value.read_lock::<Array>() {
        Some(list) => list.iter().map(text).collect::<Vec<_>>().join(","),
        None => value.to_string(),
    }
}

/// Formats a value. The items of a list are separated by points.
pub(super) fn pointed(value: &Dynamic) -> String {
    match value.read_lock::<Array>() {
        Some(list) => list.iter().map(Dynamic::to_string).collect::<Vec<_>>().join("."),
        None => value.to_string(),
    }
}

/// Formats a value, for a script without `show`.
///
/// The text must be parsed as the same value, or must at least look like it.
pub(super) fn shown(value: &Dynamic, kind: PlainKind) -> Result<String, Failure> {
    let shown = pointed(value);
    let words = |value: &Dynamic| position("show", value).ok();
    let is_read = kind.read(&shown).is_ok_and(|read| words(&read) == words(value));
    if is_read || (!shown.is_empty() && words(&plain(&shown)) == words(value)) {
        return Ok(shown);
    }
    let hint = match value {
        value if value.is_map() => " (a move with a name is `#{ label: \"take 3\", to: position }`, and nothing else)",
        value if value.is_string() => "; here one is the empty string (an `example` that is a string allows it)",
        _ => "",
    };
    Err(Failure::new(
        "show",
        format!(
            "it is missing: without `show` and `parse`, positions are numbers, strings, or lists of two or more numbers{hint}"
        ),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::guest::single::content;
    use proptest::prelude::*;

    #[test]
    fn numbers_at_the_ends_are_kept() {
        for number in [0, -1, INT::MAX, INT::MIN, 1 << 60, -(1 << 60), (1 << 60) - 1] {
            let position = position("moves", &Dynamic::from_int(number)).unwrap();
            assert_eq!(decoded(&position.words()[1..]).as_int(), Ok(number));
        }
    }

    /// Returns a strategy for lists of numbers from 0 with a random maximum number of bits.
    fn numbers() -> impl Strategy<Value = Vec<i64>> {
        (0..64_u32).prop_flat_map(|bits| prop::collection::vec(0..=i64::MAX >> (63 - bits), 0..50))
    }

    fn values() -> impl Strategy<Value = Dynamic> {
        let leaf = prop_oneof![
            numbers().prop_map(|list| Dynamic::from_array(list.into_iter().map(Dynamic::from_int).collect())),
            any::<i64>().prop_map(Dynamic::from_int),
            any::<bool>().prop_map(Dynamic::from_bool),
            any::<char>().prop_map(Dynamic::from_char),
            ".{0,20}".prop_map(Dynamic::from),
            Just(Dynamic::UNIT),
        ];
        leaf.prop_recursive(4, 32, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Dynamic::from_array),
                prop::collection::btree_map("[a-z]{0,10}", inner, 0..4)
                    .prop_map(|map| Dynamic::from_map(map.into_iter().map(|(key, value)| (key.into(), value)).collect())),
            ]
        })
    }

    fn words(numbers: &[i64]) -> Vec<u64> {
        let list = numbers.iter().map(|number| Dynamic::from_int(*number)).collect();
        content(position("moves", &Dynamic::from_array(list)).unwrap().words()).to_vec()
    }

    #[test]
    fn lists_of_small_numbers_take_few_words() {
        for (list, count) in [
            (vec![], 1),
            (vec![(1 << 44) - 1], 1),
            (vec![1 << 44], 2),
            (vec![100, (1 << 22) - 1], 1),
            (vec![100, 1 << 22], 3),
            (vec![3; 22], 1),
            (vec![4; 22], 23),
            (vec![1; 44], 1),
            (vec![0; 45], 46),
            (vec![-1, 3], 3),
        ] {
            assert_eq!(words(&list).len(), count, "{list:?}");
        }
    }

    #[test]
    fn a_set_of_cells_is_the_position_that_a_script_gives() {
        for cells in [vec![5], vec![0, 0], vec![1, 2, 3], vec![u64::MAX, 1], vec![1 << 62, 0], vec![1 << 63]] {
            let numbers: Vec<i64> = cells.iter().map(|cells| *cells as i64).collect();
            assert_eq!(content(set(&cells, false).words()), words(&numbers));
            let first = position("moves", &Dynamic::from_int(numbers[0])).unwrap();
            assert_eq!(set(&cells[..1], true), first);
        }
    }

    proptest! {
        #[test]
        fn lists_in_one_word_each_are_in_order_as_their_words(lists in (1..45_usize).prop_flat_map(|count| {
            let list = prop::collection::vec(0..1_i64 << width(count).unwrap(), count);
            prop::collection::vec(list, 2)
        })) {
            let [one, other] = [&lists[0], &lists[1]].map(|list| words(list));
            prop_assert_eq!((one.len(), other.len()), (1, 1));
            prop_assert_eq!(one.cmp(&other), lists[0].cmp(&lists[1]));
        }

        #[test]
        fn a_value_survives_as_words(value in values()) {
            let words = position("moves", &value).unwrap();
            let again = decoded(&words.words()[1..]);
            prop_assert_eq!(format!("{again:?}"), format!("{value:?}"));
        }
    }
}
