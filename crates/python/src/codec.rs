//! Encodes Python values as words: ints, bools, strings, None, and tuples or lists of these.
//!
//! The words of such a value are the same in every process. The low three bits of an item's first word are its kind. All
//! other objects get numbers in the order in which they occur, and keep these numbers for the lifetime of their ruleset.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyInt, PyList, PyString, PyTuple};
use smallvec::SmallVec;
use sprague::any::AnyPosition;

/// A signed int of 61 bits.
const SMALL: u64 = 0;
/// An object that is represented by its number.
pub(crate) const OBJECT: u64 = 1;
/// A string, which consists of its length in bytes and the bytes.
const STRING: u64 = 2;
/// A tuple, which consists of its length and the items.
const TUPLE: u64 = 3;
/// A signed int of 128 bits, in two words.
const WIDE: u64 = 4;
/// A bool, which is not an int here.
const BOOL: u64 = 5;
const NONE: u64 = 7;

/// The maximum depth of nested tuples.
///
/// If the interpreter hashes or compares deeper tuples, its stack may overflow.
const MAX_DEPTH: usize = 100;

/// The maximum number of words of a position.
const MAX_WORDS: usize = 1 << 16;

type Words = SmallVec<[u64; 8]>;

/// Returns the position of a plain value, or `None` if it contains other objects.
pub(crate) fn encoded(value: &Bound<'_, PyAny>) -> PyResult<Option<AnyPosition>> {
    let mut words = Words::new();
    Ok(encode(value, &mut words, 0)?.then(|| AnyPosition::from_words(words)))
}

/// Appends the words of a value, or returns `false` if it is not a plain value.
fn encode(value: &Bound<'_, PyAny>, words: &mut Words, depth: usize) -> PyResult<bool> {
    if depth > MAX_DEPTH || words.len() > MAX_WORDS {
        let why = format!("a position of more than {MAX_WORDS} words, or nested more than {MAX_DEPTH} deep");
        return Err(PyValueError::new_err(why));
    }
    let items = |count: usize, all: &mut dyn Iterator<Item = Bound<'_, PyAny>>, words: &mut Words| {
        words.push((count as u64) << 3 | TUPLE);
        // an item that is not a plain value does not end the loop: it will be hashed, so its depth is checked, too
        let mut is_plain = true;
        for item in all {
            is_plain &= encode(&item, words, depth + 1)?;
        }
        Ok(is_plain)
    };
    if value.is_exact_instance_of::<PyInt>() {
        return encode_int(value, words);
    }
    if let Ok(tuple) = value.cast_exact::<PyTuple>() {
        return items(tuple.len(), &mut tuple.iter(), words);
    }
    if let Ok(text) = value.cast_exact::<PyString>() {
        // a string that is not valid text, such as half a surrogate pair, is treated as an object
        let Ok(text) = text.to_str() else { return Ok(false) };
        words.push((text.len() as u64) << 3 | STRING);
        words.extend(text.as_bytes().chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        }));
        return Ok(words.len() <= MAX_WORDS);
    }
    if let Ok(list) = value.cast_exact::<PyList>() {
        return items(list.len(), &mut list.iter(), words);
    }
    if value.is_none() {
        words.push(NONE);
        return Ok(true);
    }
    if value.is_exact_instance_of::<PyBool>() {
        words.push(u64::from(value.is_truthy()?) << 3 | BOOL);
        return Ok(true);
    }
    match plain(value)? {
        Some(plain) => encode(&plain, words, depth + 1),
        None => Ok(false),
    }
}

fn encode_int(value: &Bound<'_, PyAny>, words: &mut Words) -> PyResult<bool> {
    if let Ok(number) = value.extract::<i64>() {
        if (number << 3) >> 3 == number {
            words.push((number << 3) as u64 | SMALL);
            return Ok(true);
        }
    } else if value.extract::<i128>().is_err() {
        return Ok(false);
    }
    let number = value.extract::<i128>()?;
    words.extend([WIDE, number as u64, (number >> 64) as u64]);
    Ok(true)
}

/// Converts a whole number or a bool of NumPy to one of Python. Returns `None` for any other value.
fn plain<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !value.get_type().module().is_ok_and(|module| module == "numpy") {
        return Ok(None);
    }
    let kind = value.getattr("dtype").and_then(|dtype| dtype.getattr("kind"));
    let is_whole = kind.is_ok_and(|kind| ["i", "u", "b"].iter().any(|whole| kind.eq(whole).unwrap_or(false)));
    let is_single = value.getattr("ndim").is_ok_and(|ndim| ndim.eq(0).unwrap_or(false));
    if is_whole && is_single { value.call_method0("item").map(Some) } else { Ok(None) }
}

/// Returns the key that identifies an object. Equal objects of different types are different positions, also inside tuples
/// and frozensets.
///
/// # Errors
/// The exception of hashing.
pub(crate) fn key<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let (py, kind) = (value.py(), value.get_type());
    if let Ok(items) = value.cast::<PyTuple>() {
        let keys = items.iter().map(|item| key(&item)).collect::<PyResult<Vec<_>>>()?;
        return (kind, PyTuple::new(py, keys)?).into_pyobject(py);
    }
    if let Ok(items) = value.cast::<PyFrozenSet>() {
        let keys = items.iter().map(|item| key(&item)).collect::<PyResult<Vec<_>>>()?;
        return (kind, PyFrozenSet::new(py, keys)?).into_pyobject(py);
    }
    (kind, value).into_pyobject(py)
}

/// Returns the number of an object that is represented by its number.
pub(crate) fn object(words: &[u64]) -> Option<usize> {
    match words {
        [word] if word & 7 == OBJECT => Some((word >> 3) as usize),
        _ => None,
    }
}

/// Returns the numbers in an encoded whole number from 0, or in a tuple of several.
pub(crate) fn numbers(words: &[u64]) -> Option<impl Iterator<Item = u64>> {
    let numbers = match words {
        [_] => words,
        [tuple, numbers @ ..] if tuple & 7 == TUPLE && numbers.len() > 1 && (tuple >> 3) as usize == numbers.len() => numbers,
        _ => return None,
    };
    numbers.iter().all(|word| word & 7 == SMALL && (*word as i64) >= 0).then(|| numbers.iter().map(|word| word >> 3))
}

/// Encodes a whole number from 0, or a tuple of several.
///
/// Returns `None` if a number is 2^60 or larger.
pub(crate) fn of_numbers(numbers: &[u64]) -> Option<AnyPosition> {
    if numbers.iter().any(|number| number >> 60 != 0) {
        return None;
    }
    let tuple = (numbers.len() > 1).then_some((numbers.len() as u64) << 3 | TUPLE);
    Some(AnyPosition::from_words(tuple.into_iter().chain(numbers.iter().map(|number| number << 3 | SMALL))))
}

/// Decodes a value. A list is decoded as a tuple.
pub(crate) fn decode<'py>(py: Python<'py>, words: &mut &[u64]) -> PyResult<Bound<'py, PyAny>> {
    let damaged = || PyValueError::new_err("these words are no position");
    let (first, rest) = words.split_first().ok_or_else(damaged)?;
    *words = rest;
    let number = (first >> 3) as usize;
    match first & 7 {
        SMALL => Ok(((*first as i64) >> 3).into_pyobject(py)?.into_any()),
        WIDE => {
            let (wide, rest) = words.split_at_checked(2).ok_or_else(damaged)?;
            *words = rest;
            Ok((i128::from(wide[0]) | i128::from(wide[1]) << 64).into_pyobject(py)?.into_any())
        }
        TUPLE => {
            let items: SmallVec<[Bound<'py, PyAny>; 8]> = (0..number).map(|_| decode(py, words)).collect::<PyResult<_>>()?;
            Ok(PyTuple::new(py, items)?.into_any())
        }
        BOOL => Ok(PyBool::new(py, number != 0).to_owned().into_any()),
        STRING => {
            let (text, rest) = words.split_at_checked(number.div_ceil(8)).ok_or_else(damaged)?;
            *words = rest;
            let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take(number).collect();
            Ok(PyString::new(py, std::str::from_utf8(&bytes).map_err(|_| damaged())?).into_any())
        }
        _ => Ok(py.None().into_bound(py)),
    }
}
