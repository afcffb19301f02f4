//! Properties of positions: comparisons joined by `and`, `or` and `not`.

use super::key::Key;
use sprague::notation::Reader;
use sprague::values::{Dyadic, ReadError, Value};
use sprague::{BadNotation, Limits};
use std::cmp::Ordering;

/// The maximum depth of nested brackets.
const DEPTH: usize = 50;

#[derive(Clone, Debug)]
pub(super) enum Property {
    /// The key has an answer other than null and false.
    Has(Key),
    Compares(Key, Relation, With),
    Not(Box<Self>),
    All(Vec<Self>),
    Any(Vec<Self>),
}

/// The right side of a comparison.
#[derive(Clone, Debug)]
pub(super) enum With {
    Key(Key),
    Number(Dyadic),
    /// A value, with its index among all values in the property.
    Game(Value, usize),
    Word(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Unequal,
    Less,
    Greater,
    AtMost,
    AtLeast,
    Confused,
}

/// The relations and their signs. A sign precedes all signs that are its prefixes.
const RELATIONS: [(&str, Relation); 11] = [
    ("<=", Relation::AtMost),
    (">=", Relation::AtLeast),
    ("!=", Relation::Unequal),
    ("||", Relation::Confused),
    ("=", Relation::Equal),
    ("<", Relation::Less),
    (">", Relation::Greater),
    ("≤", Relation::AtMost),
    ("≥", Relation::AtLeast),
    ("≠", Relation::Unequal),
    ("∥", Relation::Confused),
];

impl Relation {
    /// Returns `true` if the relation is true of values in this order. `None` means that the values are confused.
    pub(super) fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Self::Equal => order == Some(Ordering::Equal),
            Self::Unequal => order != Some(Ordering::Equal),
            Self::Less => order == Some(Ordering::Less),
            Self::Greater => order == Some(Ordering::Greater),
            Self::AtMost => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Self::AtLeast => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
            Self::Confused => order.is_none(),
        }
    }
}

impl Property {
    /// Parses a property.
    ///
    /// # Errors
    /// [`BadNotation`] with the byte offset and the expected text.
    pub(super) fn read(text: &str, limits: &Limits) -> Result<Self, BadNotation> {
        let mut reading = Reading { reader: Reader::new(text), limits, games: 0, depth: 0 };
        let property = reading.any()?;
        reading.blanks();
        match reading.reader.rest() {
            "" => Ok(property),
            _ => Err(reading.reader.expected("`and`, `or`, or nothing more")),
        }
    }

    /// Appends the keys of the property in the order of their first use, without repetitions.
    pub(super) fn keys(&self, keys: &mut Vec<Key>) {
        let mut add = |key: &Key| {
            if !keys.contains(key) {
                keys.push(*key);
            }
        };
        match self {
            Self::Has(key) => add(key),
            Self::Compares(key, _, with) => {
                add(key);
                if let With::Key(other) = with {
                    add(other);
                }
            }
            Self::Not(inner) => inner.keys(keys),
            Self::All(parts) | Self::Any(parts) => parts.iter().for_each(|part| part.keys(keys)),
        }
    }
}

struct Reading<'a> {
    reader: Reader<'a>,
    limits: &'a Limits,
    games: usize,
    depth: usize,
}

impl Reading<'_> {
    fn blanks(&mut self) {
        while self.reader.peek().is_some_and(char::is_whitespace) {
            let blank = self.reader.peek().unwrap_or(' ');
            self.reader.skip(blank);
        }
    }

    /// Skips this word and returns `true` if it comes next.
    fn word(&mut self, word: &str) -> bool {
        self.blanks();
        let ends = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_');
        let comes = self.reader.rest().strip_prefix(word).is_some_and(ends);
        if comes {
            word.chars().for_each(|character| _ = self.reader.skip(character));
        }
        comes
    }

    fn any(&mut self) -> Result<Property, BadNotation> {
        let mut parts = vec![self.all()?];
        while self.word("or") {
            parts.push(self.all()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Property::Any(parts) })
    }

    fn all(&mut self) -> Result<Property, BadNotation> {
        let mut parts = vec![self.one()?];
        while self.word("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Property::All(parts) })
    }

    fn one(&mut self) -> Result<Property, BadNotation> {
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(self.reader.expected(format!("brackets and `not` nested at most {DEPTH} deep")));
        }
        let property = if self.word("not") {
            Property::Not(Box::new(self.one()?))
        } else if self.reader.skip('(') {
            let inner = self.any()?;
            self.blanks();
            if !self.reader.skip(')') {
                return Err(self.reader.expected("`and`, `or` or `)`"));
            }
            inner
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(property)
    }

    fn test(&mut self) -> Result<Property, BadNotation> {
        self.blanks();
        let key = self.key()?;
        self.blanks();
        let rest = self.reader.rest();
        let Some((sign, relation)) = RELATIONS.into_iter().find(|(sign, _)| rest.starts_with(sign)) else {
            return Ok(Property::Has(key));
        };
        sign.chars().for_each(|character| _ = self.reader.skip(character));
        let key = self.of_classes(key);
        let with = self.other_side(key)?;
        let is_ordered = !matches!(with, With::Word(_)) && !key.is_word();
        if !is_ordered && !matches!(relation, Relation::Equal | Relation::Unequal) {
            let at = self.reader.at();
            return Err(BadNotation::new(at, format!("`=` or `!=` between `{}` and a word", key.name())));
        }
        Ok(Property::Compares(key, relation, with))
    }

    /// Returns `outcome_class` for the key `outcome` if a class such as `P` follows, and otherwise the key itself.
    fn of_classes(&self, key: Key) -> Key {
        let rest = self.reader.rest().trim_start();
        let word = rest.split(|c: char| c.is_whitespace() || c == ')').next().unwrap_or_default();
        match Key::read("outcome_class") {
            Ok(classes) if key.name() == "outcome" && classes.words().contains(&word) => classes,
            _ => key,
        }
    }

    fn key(&mut self) -> Result<Key, BadNotation> {
        let rest = self.reader.rest();
        let name = &rest[..rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())];
        let key = Key::read(name).map_err(|error| error.shifted(self.reader.at()))?;
        name.chars().for_each(|character| _ = self.reader.skip(character));
        Ok(key)
    }

    /// Parses a key, a number, a value or a word. It ends at a blank or at an unmatched closing bracket.
    fn other_side(&mut self, key: Key) -> Result<With, BadNotation> {
        self.blanks();
        let (at, rest) = (self.reader.at(), self.reader.rest());
        // 1. find the end of the text
        let (mut depth, mut is_quoted) = (0_usize, false);
        let end = rest.char_indices().find(|(_, c)| {
            is_quoted ^= *c == '"';
            match c {
                _ if is_quoted => return false,
                '{' | '(' | '[' => depth += 1,
                '}' | ')' | ']' if depth > 0 => depth -= 1,
                ')' => return true,
                _ => return depth == 0 && c.is_whitespace(),
            }
            false
        });
        let text = &rest[..end.map_or(rest.len(), |(end, _)| end)];
        if text.is_empty() {
            return Err(self.reader.expected(key.other_side()));
        }
        text.chars().for_each(|character| _ = self.reader.skip(character));
        // 2. the text is another key, a word, or else a value, which may have to be a number
        if let Ok(other) = Key::read(text) {
            return if other.compares_with(key) {
                Ok(With::Key(other))
            } else {
                Err(BadNotation::new(at, format!("{}, not `{text}`", key.other_side())))
            };
        }
        if key.is_word() {
            let word = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
            return match key.words() {
                [] => Ok(With::Word(word.to_owned())),
                words if words.contains(&word) => Ok(With::Word(word.to_owned())),
                _ => Err(BadNotation::new(at, key.other_side())),
            };
        }
        let value = Value::read(text, self.limits).map_err(|error| match error {
            ReadError::Notation(error) => BadNotation::new(at + error.at, error.expected),
            ReadError::Stopped(stopped) => BadNotation::beyond_limits(at, "a value", &stopped),
        })?;
        if key.is_number() {
            let number = value.number().ok_or_else(|| BadNotation::new(at, key.other_side()))?;
            return Ok(With::Number(number));
        }
        self.games += 1;
        Ok(With::Game(value, self.games - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> (usize, String) {
        let error = Property::read(text, &Limits::default()).unwrap_err();
        (error.at, error.expected.into_owned())
    }

    #[test]
    fn properties_of_the_field_are_read() {
        for text in [
            "temperature > 2",
            "value=1/2",
            "outcome_class = P and not number",
            "(outcome = P) or outcome != N^ or outcome=win",
            "nimber >= 8 and birthday <= 5",
            "mean = 0 and atomic_weight = 2",
            "(value || 0 or value > ^*) and not (hot and temperature<=3/4)",
            "value = {2*|-2*}",
            "value != {2 | {0|-1}} or reduced ∥ 0",
            "left_stop > right_stop",
            "mean ≥ temperature",
            "name = \"1/2 ± 3/2\" or name = star",
            "hot != cold and hot = true",
        ] {
            assert!(Property::read(text, &Limits::default()).is_ok(), "{text}: {:?}", refused(text));
        }
    }

    #[test]
    fn what_is_no_property_is_refused_at_its_byte() {
        for (text, at, expected) in [
            ("", 0, "a key"),
            ("temprature > 2", 0, "did you mean `temperature`?"),
            ("temperature >", 13, "a number"),
            ("temperature > ^", 14, "a number"),
            ("temperature > 2 and", 19, "a key"),
            ("temperature > 2 or (mean = 0", 28, "`and`, `or` or `)`"),
            ("temperature > 2 mean", 16, "`and`, `or`, or nothing more"),
            ("value = {2|", 11, ""),
            ("outcome_class > P", 17, "`=` or `!=`"),
            ("mean = outcome_class", 7, "a number"),
            ("not not", 7, "a key"),
            ("outcome_class = p", 16, "one of N, P, L, R, D, N^, P^, Nv and Pv"),
            ("outcome = p", 10, "`win`, `loss` or `draw`, or a class such as P"),
            ("hot = yes", 6, "`true` or `false`"),
            ("hot = name", 6, "`true` or `false`, not `name`"),
        ] {
            let (found, said) = refused(text);
            assert!(found == at && said.contains(expected), "{text}: {found} {said}");
        }
        assert!(refused(&"(".repeat(60)).1.contains("at most 50"));
        assert!(refused(&"not ".repeat(100_000)).1.contains("at most 50"));
    }
}
