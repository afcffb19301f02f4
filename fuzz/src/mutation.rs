//! Changes JSON, down to its bytes, with a seeded random generator.

use fastrand::Rng;
use serde_json::{Map, Value, json};

/// Documents of one kind. Parts of a document can replace parts of another one.
pub struct Corpus {
    /// The documents that are changed.
    pub documents: Vec<Value>,
    /// Every text and every key in the documents.
    texts: Vec<String>,
}

impl Corpus {
    /// Builds the corpus of these documents and some additional texts.
    pub fn new(documents: Vec<Value>, more: &[&str]) -> Self {
        let mut texts: Vec<String> = more.iter().map(|&text| text.to_owned()).collect();
        documents.iter().for_each(|document| texts_of(document, &mut texts));
        texts.sort_unstable();
        texts.dedup();
        Self { documents, texts }
    }

    /// Returns a random document.
    pub fn any(&self, rng: &mut Rng) -> &Value {
        &self.documents[rng.usize(..self.documents.len())]
    }

    /// Returns a document with one to four changes.
    pub fn mutated(&self, rng: &mut Rng) -> Value {
        let truth = self.any(rng);
        let mut document = truth.clone();
        for _ in 0..rng.usize(1..=4) {
            self.change(&mut document, rng);
            if document != *truth && rng.bool() {
                break;
            }
        }
        document
    }

    /// Changes one place of a document.
    pub fn change(&self, document: &mut Value, rng: &mut Rng) {
        let own = texts_in(document);
        self.change_below(document, &own, rng);
    }

    /// Descends to a random place, level by level, and changes it.
    fn change_below(&self, place: &mut Value, own: &[String], rng: &mut Rng) {
        // most lists and maps stay, and something in them changes
        let is_deep = rng.u8(..24) > 0;
        match place {
            Value::Array(list) if is_deep && !list.is_empty() => {
                let at = rng.usize(..list.len());
                self.change_below(&mut list[at], own, rng);
            }
            Value::Object(map) if is_deep && !map.is_empty() => {
                let key = nth_key(map, rng);
                // the part of another document under this key is likely to fit
                let is_likely = rng.u8(..6) == 0 || map[&key].is_string() && rng.u8(..4) > 0;
                match self.any(rng).get(&key) {
                    Some(other) if is_likely => drop(map.insert(key, other.clone())),
                    _ => self.change_below(&mut map[&key], own, rng),
                }
            }
            leaf => self.change_here(leaf, own, rng),
        }
    }

    fn change_here(&self, place: &mut Value, own: &[String], rng: &mut Rng) {
        match place {
            _ if rng.u8(..40) == 0 => *place = odd(rng),
            Value::Number(number) => *place = other_number(number.as_u64().unwrap_or(0), rng),
            Value::String(text) => *text = self.other_text(text, own, rng),
            Value::Bool(is) => *is = !*is,
            Value::Null => *place = odd(rng),
            Value::Array(list) => change_list(list, rng),
            Value::Object(map) => self.change_map(map, rng),
        }
    }

    fn other_text(&self, text: &str, own: &[String], rng: &mut Rng) -> String {
        match rng.u8(..8) {
            0..3 if !own.is_empty() => own[rng.usize(..own.len())].clone(),
            3..5 if !self.texts.is_empty() => self.texts[rng.usize(..self.texts.len())].clone(),
            _ => edited(text, rng),
        }
    }

    fn change_map(&self, map: &mut Map<String, Value>, rng: &mut Rng) {
        if map.is_empty() || rng.u8(..4) == 0 {
            let text = if self.texts.is_empty() { "" } else { &*self.texts[rng.usize(..self.texts.len())] };
            map.insert(text.to_owned(), odd(rng));
            return;
        }
        let key = nth_key(map, rng);
        let removed = map.remove(&key);
        match (rng.u8(..3), removed) {
            (0, Some(value)) => drop(map.insert(edited(&key, rng), value)),
            (1, Some(value)) => {
                // exchange the values of two keys
                if map.is_empty() {
                    map.insert(key, value);
                    return;
                }
                let other = nth_key(map, rng);
                let taken = map.insert(other, value);
                map.extend(taken.map(|taken| (key, taken)));
            }
            _ => {}
        }
    }
}

fn nth_key(map: &Map<String, Value>, rng: &mut Rng) -> String {
    map.keys().nth(rng.usize(..map.len())).expect("it is below their number").clone()
}

fn texts_of(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(list) => list.iter().for_each(|value| texts_of(value, texts)),
        Value::Object(map) => {
            texts.extend(map.keys().cloned());
            map.values().for_each(|value| texts_of(value, texts));
        }
        _ => {}
    }
}

fn texts_in(value: &Value) -> Vec<String> {
    let mut texts = vec![];
    texts_of(value, &mut texts);
    texts
}

/// Returns an unexpected value of any type.
fn odd(rng: &mut Rng) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(""),
        json!("\u{202e}\u{0}é"),
        json!([]),
        json!({}),
        json!([[0]]),
        json!("18446744073709551616"),
    ];
    all[rng.usize(..all.len())].clone()
}

fn other_number(number: u64, rng: &mut Rng) -> Value {
    json!(match rng.u8(..10) {
        0..2 => number.wrapping_add(1),
        2..4 => number.wrapping_sub(1),
        4 => number.wrapping_mul(2),
        5 => number / 2,
        6 => rng.u64(..4),
        7 => rng.u64(..200),
        8 => 1 << rng.u32(..64),
        _ => rng.u64(..),
    })
}

fn change_list(list: &mut Vec<Value>, rng: &mut Rng) {
    if list.is_empty() {
        return list.push(odd(rng));
    }
    let (one, other) = (rng.usize(..list.len()), rng.usize(..list.len()));
    match rng.u8(..6) {
        0 => drop(list.remove(one)),
        1 => list.insert(other, list[one].clone()),
        2 => list.swap(one, other),
        3 => list.truncate(one),
        4 => list[one] = list[other].clone(),
        _ => list.push(list[one].clone()),
    }
}

/// Returns a text with one character inserted, removed or replaced, from the alphabet of the notation.
pub fn edited(text: &str, rng: &mut Rng) -> String {
    const LETTERS: &[u8] = b"0123456789@+-,.:/^*{}|v#_ abkmnoxLR=<";
    let mut letters: Vec<char> = text.chars().collect();
    let at = rng.usize(..=letters.len());
    let letter = char::from(LETTERS[rng.usize(..LETTERS.len())]);
    match rng.u8(..5) {
        0 if at < letters.len() => drop(letters.remove(at)),
        1 if at < letters.len() => letters[at] = letter,
        2 if at < letters.len() => letters.truncate(at),
        3 => letters.extend_from_within(..at.min(40)),
        _ => letters.insert(at, letter),
    }
    letters.into_iter().collect()
}

/// Returns a text with some bytes inserted, removed or replaced. The result may not be JSON.
pub fn damaged(text: &str, rng: &mut Rng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..rng.usize(1..4) {
        let at = rng.usize(..=bytes.len());
        match rng.u8(..4) {
            0 => bytes.truncate(at),
            1 if at < bytes.len() => bytes[at] ^= 1 << rng.u8(..8),
            2 if at < bytes.len() => drop(bytes.remove(at)),
            _ => bytes.insert(at, rng.u8(..)),
        }
    }
    bytes
}
