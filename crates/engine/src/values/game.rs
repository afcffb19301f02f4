//! The ruleset whose positions are values: a player moves to a canonical option.

use sprague_core::any::{BadPosition, Pack, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Limits, Notation, Partizan, Player, any};
use sprague_values::{ReadError, Value};
use std::fmt;

/// The work and the memory for reading a value.
///
/// Far more than a value takes whose text can be printed.
const READ: (u64, u64) = (1_000_000, 1 << 28);

/// The game that a value is: players move to options in its canonical form.
///
/// ```
/// use sprague::values::Game;
/// use sprague::{Notation, Partizan, Player};
///
/// let hot = Game.read("{2,1|{0|-5}}")?;
/// assert_eq!(Game.show(&hot), "{2|{0|-5}}");
/// let moves: Vec<String> = Game.moves(&hot, Player::Right).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["to {0|-5}"]);
/// # Ok::<(), sprague::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Game;

/// A position of [`Game`]: the text of a canonical form.
///
/// There is one for each value.
///
/// ```
/// use sprague::Notation;
/// use sprague::values::Game;
/// assert_eq!(Game.read("{0|*}")?, Game.read("^")?);
/// # Ok::<(), sprague::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GamePosition(Box<str>);

/// A move to an option, which is its name.
///
/// ```
/// use sprague::{Notation, Partizan, Player};
/// use sprague::values::Game;
/// let star = Game.read("*")?;
/// assert_eq!(Game.moves(&star, Player::Left).next().unwrap().to_string(), "to 0");
/// # Ok::<(), sprague::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ToOption(GamePosition);

impl fmt::Display for ToOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "to {}", self.0.0)
    }
}

impl GamePosition {
    /// The position of a value, `None` if its text is longer than [`Value::MAX_TEXT`].
    ///
    /// ```
    /// use sprague::values::{GamePosition, Value};
    /// assert!(GamePosition::new(&Value::up(1)).is_some());
    /// ```
    pub fn new(value: &Value) -> Option<Self> {
        value.text().map(|text| Self(text.into()))
    }

    /// The options of a player.
    ///
    /// Of a text in braces they are parts of it, of any other those of a sum of number, ups and star.
    fn options(&self, player: Player) -> Box<dyn Iterator<Item = Self> + '_> {
        let Some(inside) = self.0.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
            let value: Value = self.0.parse().expect("a position is the text of a value");
            return Box::new(value.options(player).map(|option| Self(option.to_string().into())));
        };
        let (mut depth, mut side, mut start, mut parts) = (0, Player::Left, 0, vec![]);
        for (at, byte) in inside.bytes().enumerate() {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                b',' | b'|' if depth == 0 => {
                    parts.push((side, &inside[start..at]));
                    start = at + 1;
                    side = if byte == b'|' { Player::Right } else { side };
                }
                _ => {}
            }
        }
        parts.push((side, &inside[start..]));
        let own = parts.into_iter().filter(move |(side, text)| *side == player && !text.is_empty());
        Box::new(own.map(|(_, text)| Self(text.into())))
    }
}

impl Partizan for Game {
    type Position = GamePosition;
    type Move = ToOption;
    fn moves(&self, position: &GamePosition, player: Player) -> impl Iterator<Item = ToOption> {
        position.options(player).map(ToOption)
    }
    fn play(&self, _: &GamePosition, _: Player, ToOption(option): &ToOption) -> GamePosition {
        option.clone()
    }
    fn options(&self, position: &GamePosition, player: Player) -> impl Iterator<Item = GamePosition> {
        position.options(player)
    }
    fn value_text(&self, position: &GamePosition) -> Option<String> {
        Some(position.0.to_string())
    }
    fn allocated_bytes(&self, position: &GamePosition) -> usize {
        position.0.len()
    }
}

impl Notation<GamePosition> for Game {
    fn read(&self, text: &str) -> Result<GamePosition, BadNotation> {
        let limits = Limits { positions: READ.0, bytes: READ.1, ..Limits::default() };
        let value = Value::read(text, &limits).map_err(|error| match error {
            ReadError::Notation(bad) => bad,
            ReadError::Stopped(_) => BadNotation::new(0, "a value that takes less work to bring to canonical form"),
        })?;
        let too_long = || format!("a value whose canonical form has at most {} characters", Value::MAX_TEXT);
        GamePosition::new(&value).ok_or_else(|| BadNotation::new(0, too_long()))
    }
    fn show(&self, position: &GamePosition) -> String {
        position.0.to_string()
    }
    fn picture(&self, _: &GamePosition) -> Option<Picture> {
        None
    }
}

/// The number of bytes of the text, and those, eight in a word.
impl Pack for GamePosition {
    fn pack(&self, words: &mut impl Extend<u64>) {
        let bytes = self.0.as_bytes();
        words.extend([bytes.len() as u64]);
        words.extend(bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        }));
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let length = usize::unpack(words)?;
        let (text, rest) = words.split_at_checked(length.div_ceil(8)).ok_or(BadPosition)?;
        *words = rest;
        let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
        String::from_utf8(bytes).map(|text| Self(text.into())).map_err(|_| BadPosition)
    }
}

/// Facts about values.
const KNOWN: &[Fact] = &[
    Fact::of(
        "Every value of a game that ends has exactly one canonical form: without dominated and without reversible options.",
        "Conway 1976, ch. 10",
    )
    .shown_by("value game@{0,*|0,*}", "which is star-2"),
    Fact::of("A switch that is added to itself is worth 0.", "Conway 1976, ch. 10")
        .shown_by("value game@{1|-1}+game@{1|-1}", "whoever starts loses"),
];

/// The ruleset `game`.
///
/// ```
/// assert_eq!(sprague::values::entries().map(|entry| entry.name().to_owned()), ["game"]);
/// ```
pub fn entries() -> [Entry; 1] {
    let game = Entry::new("game", |parameters| parameters.none().map(|()| any::partizan(Game)));
    let game = game.component("value").play("move to an option of the canonical form").example("game@{2|-1},^*");
    let game = game.rules("The position is a value. Left moves to one of its left options, Right to a right one, in canonical form. Who cannot move loses. `^` is up, `*` star, `{1|-1}` a switch.");
    [game.source("Conway, On Numbers and Games, 1976").known(KNOWN)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::value;

    #[test]
    fn the_value_of_a_value_is_itself() {
        for text in ["0", "-3/2", "1v2*3", "{2|-1}", "{{4|2}|{1|0},{2|-1}}", "{0|{0|-3}}", "*5", "{^|v3*}", "{{1|*},{1^|0}|0}"] {
            let known: Value = text.parse().unwrap();
            let position = Game.read(text).unwrap();
            assert_eq!(Game.show(&position), known.to_string());
            assert_eq!(value(&Game, &position).unwrap(), known, "{text}");
            let mut words = vec![];
            position.pack(&mut words);
            assert_eq!(GamePosition::unpack(&mut words.as_slice()).as_ref(), Ok(&position));
            for player in Player::BOTH {
                let options = Game.options(&position, player).map(|option| Game.show(&option));
                assert!(options.eq(known.options(player).map(|option| option.to_string())), "{text}");
            }
        }
    }

    #[test]
    fn what_is_no_value_is_refused_where_it_goes_wrong() {
        assert_eq!(Game.read("{1|x}").unwrap_err().at, 3);
        assert_eq!(Game.read("").unwrap_err().at, 0);
    }
}
