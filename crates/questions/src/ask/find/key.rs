//! The keys that properties can contain. Their names are those in the JSON of `solve` and `value`.

use crate::glossary::known;
use sprague::any::Kind;
use sprague::{BadNotation, nearest};

/// A key, stored as its index in [`KEYS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u8);

/// The quantity that a key stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Of {
    Size,
    Nimber,
    Outcome,
    OutcomeClass,
    Score,
    Value,
    Name,
    Mean,
    Temperature,
    Birthday,
    Number,
    AtomicWeight,
    Reduced,
    LeftStop,
    RightStop,
    /// A property in [`Facts`](crate::Facts), or "hot", which means a positive temperature.
    Is(&'static str),
}

const KEYS: [(&str, Of); 29] = [
    ("size", Of::Size),
    ("nimber", Of::Nimber),
    ("outcome", Of::Outcome),
    ("outcome_class", Of::OutcomeClass),
    ("score", Of::Score),
    ("value", Of::Value),
    ("name", Of::Name),
    ("mean", Of::Mean),
    ("temperature", Of::Temperature),
    ("birthday", Of::Birthday),
    ("number", Of::Number),
    ("atomic_weight", Of::AtomicWeight),
    ("reduced", Of::Reduced),
    ("left_stop", Of::LeftStop),
    ("right_stop", Of::RightStop),
    ("hot", Of::Is("hot")),
    ("zero", Of::Is("zero")),
    ("integer", Of::Is("integer")),
    ("infinitesimal", Of::Is("infinitesimal")),
    ("numberish", Of::Is("numberish")),
    ("number_tiny", Of::Is("number-tiny")),
    ("all_small", Of::Is("all-small")),
    ("switch", Of::Is("switch")),
    ("even", Of::Is("even")),
    ("odd", Of::Is("odd")),
    ("even_tempered", Of::Is("even-tempered")),
    ("odd_tempered", Of::Is("odd-tempered")),
    ("tepid", Of::Is("tepid")),
    ("cold", Of::Is("cold")),
];

// every key is a word of the glossary
const _: () = {
    let mut at = 0;
    while at < KEYS.len() {
        known(KEYS[at].0);
        at += 1;
    }
};

/// A sort order of positions by a numeric key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sort {
    pub(super) key: Key,
    /// Whether the largest comes first.
    pub(super) is_falling: bool,
}

impl Sort {
    /// Parses `KEY`, for the largest first, or `-KEY`, for the smallest first.
    ///
    /// # Errors
    /// [`BadNotation`] for other texts, and for keys that are not numeric.
    pub(super) fn read(text: &str) -> Result<Self, BadNotation> {
        let (name, is_falling) = text.strip_prefix('-').map_or((text, true), |name| (name, false));
        let at = text.len() - name.len();
        let key = Key::read(name).map_err(|error| error.shifted(at))?;
        match key.is_number() {
            true => Ok(Self { key, is_falling }),
            false => Err(BadNotation::new(at, format!("a key that is a number, which `{name}` is not"))),
        }
    }
}

impl Key {
    /// Returns the key with this name.
    ///
    /// # Errors
    /// [`BadNotation`] at 0 with the most similar name, or with the list of names.
    pub(super) fn read(name: &str) -> Result<Self, BadNotation> {
        if let Some(place) = KEYS.iter().position(|(known, _)| *known == name) {
            return Ok(Self(place as u8));
        }
        let names = || KEYS.iter().map(|(known, _)| *known);
        let expected = match nearest(name, names()).filter(|_| !name.is_empty()) {
            Some(near) => format!("a key (did you mean `{near}`?)"),
            None => format!("a key: {}", names().collect::<Vec<_>>().join(", ")),
        };
        Err(BadNotation::new(0, expected))
    }

    pub(super) fn name(self) -> &'static str {
        KEYS[self.0 as usize].0
    }

    pub(super) fn of(self) -> Of {
        KEYS[self.0 as usize].1
    }

    pub(super) fn is_number(self) -> bool {
        use Of::{Birthday, LeftStop, Mean, Nimber, Number, RightStop, Score, Size, Temperature};
        matches!(self.of(), Size | Nimber | Score | Mean | Temperature | Birthday | Number | LeftStop | RightStop)
    }

    /// Returns `true` for keys whose answers are whole numbers. JSON writes them as numbers.
    pub(super) fn is_count(self) -> bool {
        matches!(self.of(), Of::Size | Of::Nimber | Of::Birthday | Of::Score)
    }

    /// Returns an error if positions under rules of this kind have no such answer. `None` stands for rules under which the last
    /// move decides.
    pub(super) fn fits(self, ending: Option<Kind>) -> Result<(), BadNotation> {
        let is_scored = ending.is_some_and(Kind::is_scored);
        let (fits, keys) = match self.of() {
            Of::Size | Of::Outcome | Of::OutcomeClass => (true, ""),
            Of::Score => (is_scored, ""),
            Of::LeftStop | Of::RightStop if is_scored => (ending.is_some_and(Kind::has_sides), ""),
            _ => (ending.is_none(), if is_scored { ", outcome_class and score" } else { " and outcome_class" }),
        };
        let expected = match self.of() {
            _ if fits => return Ok(()),
            Of::Score => "rules that count points for the key `score`".to_owned(),
            Of::LeftStop | Of::RightStop if is_scored => "the key `score`, because both players have the same moves".to_owned(),
            _ => format!("one of the keys size, outcome{keys}: {}", ending.and_then(Kind::why_no_value).unwrap_or_default()),
        };
        Err(BadNotation::new(0, expected))
    }

    /// Returns `true` for keys whose answers are words, such as names and outcomes. Words are compared only by `=` and
    /// `!=`.
    pub(super) fn is_word(self) -> bool {
        matches!(self.of(), Of::Outcome | Of::OutcomeClass | Of::Name | Of::Is(_))
    }

    /// Returns the possible words of the answer. The list is empty for names, of which there are many.
    pub(super) fn words(self) -> &'static [&'static str] {
        match self.of() {
            Of::OutcomeClass => &["N", "P", "L", "R", "D", "N^", "P^", "Nv", "Pv"],
            Of::Outcome => &["win", "loss", "draw"],
            Of::Is(_) => &["true", "false"],
            _ => &[],
        }
    }

    pub(super) fn compares_with(self, other: Self) -> bool {
        self.is_word() == other.is_word() && self.is_number() == other.is_number() && self.words() == other.words()
    }

    /// Describes the values with which the key can be compared.
    pub(super) fn other_side(self) -> &'static str {
        match self.of() {
            Of::OutcomeClass => "one of N, P, L, R, D, N^, P^, Nv and Pv",
            Of::Outcome => "`win`, `loss` or `draw`, or a class such as P",
            Of::Is(_) => "`true` or `false`",
            Of::Name => "a name, in double quotes if it has blanks",
            _ if self.is_number() => "a number",
            _ => "a value, such as 1/2 or {2|^}",
        }
    }

    /// Returns `true` if every value has the same answer as its negative.
    pub(super) fn is_of_both_signs(self) -> bool {
        use Of::{AtomicWeight, LeftStop, Mean, Name, Number, Outcome, OutcomeClass, Reduced, RightStop, Score, Value};
        !matches!(
            self.of(),
            AtomicWeight | LeftStop | Mean | Name | Number | Outcome | OutcomeClass | Reduced | RightStop | Score | Value
        )
    }
}
