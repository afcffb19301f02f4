//! The keys that properties can contain. Their names are those in the JSON of `solve` and `value`.

use crate::ask::value::Valued;
use crate::glossary::known;
use sprague::any::Kind;
use sprague::num_bigint::BigInt;
use sprague::values::{Dyadic, Form};
use sprague::{BadNotation, Stopped, nearest};

/// A key, stored as its index in [`KEYS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key(u8);

/// The answer to a key about a position.
#[derive(Clone, Debug)]
pub(super) enum Worth {
    Null,
    Flag(bool),
    Number(Dyadic),
    Game(Form),
    Word(String),
}

/// The quantity that a key stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Of {
    Size,
    Outcome,
    OutcomeClass,
    Score,
    LeftStop,
    RightStop,
    /// A fact about a value.
    Fact(fn(&mut Valued<'_, '_>) -> Result<Worth, Stopped>),
    /// Whether a value is of this kind.
    Is(&'static str),
}

/// What the answers to a key are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answers {
    /// Whole numbers, which are numbers in JSON.
    Counts,
    Numbers,
    Games,
    /// One of these words. The list is empty for names, of which there are many.
    Words(&'static [&'static str]),
}

use Answers::{Counts, Games, Numbers, Words};

const CLASSES: Answers = Words(&["N", "P", "L", "R", "D", "N^", "P^", "Nv", "Pv"]);
const FLAGS: Answers = Words(&["true", "false"]);

/// The keys. `true` stands for those to which every value has the same answer as its negative.
const KEYS: &[(&str, Of, Answers, bool)] = &[
    ("size", Of::Size, Counts, true),
    ("nimber", Of::Fact(|value| Ok(value.nimber().map_or(Worth::Null, |nimber| whole(nimber.into())))), Counts, true),
    ("outcome", Of::Outcome, Words(&["win", "loss", "draw"]), false),
    ("outcome_class", Of::OutcomeClass, CLASSES, false),
    ("score", Of::Score, Counts, false),
    ("value", Of::Fact(|value| Ok(Worth::Game(value.form()))), Games, false),
    ("name", Of::Fact(|value| Ok(value.name()?.map_or(Worth::Null, Worth::Word))), Words(&[]), false),
    ("mean", Of::Fact(|value| Ok(Worth::Number(value.mean()?))), Numbers, false),
    ("temperature", Of::Fact(|value| Ok(Worth::Number(value.temperature()?))), Numbers, true),
    ("birthday", Of::Fact(|value| Ok(whole(value.birthday()?.into()))), Counts, true),
    ("number", Of::Fact(|value| Ok(value.number().map_or(Worth::Null, Worth::Number))), Numbers, false),
    ("atomic_weight", Of::Fact(|value| Ok(value.atomic_weight()?.map_or(Worth::Null, Worth::Game))), Games, false),
    ("reduced", Of::Fact(|value| Ok(Worth::Game(value.reduced()?))), Games, false),
    ("left_stop", Of::LeftStop, Numbers, false),
    ("right_stop", Of::RightStop, Numbers, false),
    ("hot", Of::Is("hot"), FLAGS, true),
    ("zero", Of::Is("zero"), FLAGS, true),
    ("integer", Of::Is("integer"), FLAGS, true),
    ("infinitesimal", Of::Is("infinitesimal"), FLAGS, true),
    ("numberish", Of::Is("numberish"), FLAGS, true),
    ("number_tiny", Of::Is("number-tiny"), FLAGS, true),
    ("all_small", Of::Is("all-small"), FLAGS, true),
    ("switch", Of::Is("switch"), FLAGS, true),
    ("even", Of::Is("even"), FLAGS, true),
    ("odd", Of::Is("odd"), FLAGS, true),
    ("even_tempered", Of::Is("even-tempered"), FLAGS, true),
    ("odd_tempered", Of::Is("odd-tempered"), FLAGS, true),
    ("tepid", Of::Is("tepid"), FLAGS, true),
    ("cold", Of::Is("cold"), FLAGS, true),
];

fn whole(number: BigInt) -> Worth {
    Worth::Number(number.into())
}

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
        if let Some(place) = KEYS.iter().position(|(known, ..)| *known == name) {
            return Ok(Self(place as u8));
        }
        let names = || KEYS.iter().map(|(known, ..)| *known);
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

    fn answers(self) -> Answers {
        KEYS[self.0 as usize].2
    }

    pub(super) fn is_number(self) -> bool {
        matches!(self.answers(), Counts | Numbers)
    }

    /// Returns `true` for keys whose answers are whole numbers. JSON writes them as numbers.
    pub(super) fn is_count(self) -> bool {
        self.answers() == Counts
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
        matches!(self.answers(), Words(_))
    }

    /// Returns the possible words of the answer. The list is empty for names, of which there are many.
    pub(super) fn words(self) -> &'static [&'static str] {
        if let Words(words) = self.answers() { words } else { &[] }
    }

    pub(super) fn compares_with(self, other: Self) -> bool {
        self.is_word() == other.is_word() && self.is_number() == other.is_number() && self.words() == other.words()
    }

    /// Describes the values with which the key can be compared.
    pub(super) fn other_side(self) -> &'static str {
        match self.answers() {
            CLASSES => "one of N, P, L, R, D, N^, P^, Nv and Pv",
            FLAGS => "`true` or `false`",
            Words([]) => "a name, in double quotes if it has blanks",
            Words(_) => "`win`, `loss` or `draw`, or a class such as P",
            Counts | Numbers => "a number",
            Games => "a value, such as 1/2 or {2|^}",
        }
    }

    /// Returns `true` if every value has the same answer as its negative.
    pub(super) fn is_of_both_signs(self) -> bool {
        KEYS[self.0 as usize].3
    }
}
