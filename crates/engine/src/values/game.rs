//! The ruleset whose positions are values and whose moves lead to canonical options.

use sprague_core::any::{BadPosition, Pack, Picture};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Hints, Limits, Notation, Partizan, Player, any};
use sprague_values::loopy::{GameText, Stoppers};
use sprague_values::{Arena, ReadError, Value};
use std::fmt;

/// Limits on positions and bytes for parsing a value. They are far more than any value with a printable text takes.
const READ: (u64, u64) = (200_000, 1 << 28);

/// Limits on positions and bytes for the options of a loopy game, which take more work than parsing it.
const MOVED: (u64, u64) = (10_000_000, 1 << 30);

/// The ruleset in which positions are values, and players move to the options of a value's canonical form.
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

/// A position of [`Game`]: the text of a canonical form or of a loopy game.
///
/// Each value that is a stopper has exactly one position. A loopy game that is not a stopper is represented by the graph that
/// its text describes.
///
/// ```
/// use sprague::Notation;
/// use sprague::values::Game;
/// assert_eq!(Game.read("{0|*}")?, Game.read("^")?);
/// # Ok::<(), sprague::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GamePosition {
    text: Box<str>,
    is_loopfree: bool,
}

/// A move to an option. The label of the move is the option's text.
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
        write!(f, "to {}", self.0.text)
    }
}

impl GamePosition {
    /// Returns the position of a value, or `None` if its text is longer than [`Value::MAX_TEXT`].
    ///
    /// ```
    /// use sprague::values::{GamePosition, Value};
    /// assert!(GamePosition::new(&Value::up(1)).is_some());
    /// ```
    pub fn new(value: &Value) -> Option<Self> {
        value.text().map(Self::loopfree)
    }

    fn loopfree(text: impl Into<Box<str>>) -> Self {
        Self { text: text.into(), is_loopfree: true }
    }

    fn of(GameText { text, is_loopfree }: GameText) -> Self {
        Self { text: text.into(), is_loopfree }
    }

    fn loopy_options(&self, player: Player) -> Vec<Self> {
        let limits = Limits { positions: MOVED.0, bytes: MOVED.1, ..Limits::default() };
        let options = Stoppers::new(&Arena::new(), &limits).game_options(&self.text, player, Value::MAX_TEXT);
        // reading the game has ensured that all of its positions have texts
        options.ok().flatten().unwrap_or_default().into_iter().map(Self::of).collect()
    }

    /// Returns the options of a player.
    ///
    /// If the text is in braces, the options are parts of it. Otherwise the value is a sum of number, ups and star.
    fn options(&self, player: Player) -> Box<dyn Iterator<Item = Self> + '_> {
        if !self.is_loopfree {
            return Box::new(self.loopy_options(player).into_iter());
        }
        let Some(inside) = self.text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
            let value: Value = self.text.parse().expect("a position is the text of a value");
            return Box::new(value.options(player).map(|option| Self::loopfree(option.to_string())));
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
        Box::new(own.map(|(_, text)| Self::loopfree(text)))
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
    fn allocated_bytes(&self, position: &GamePosition) -> usize {
        position.text.len()
    }
    fn hints(&self) -> &(impl Hints<GamePosition> + ?Sized) {
        self
    }
}

impl Hints<GamePosition> for Game {
    fn value_text(&self, position: &GamePosition) -> Option<String> {
        Some(position.text.to_string())
    }
}

impl Notation<GamePosition> for Game {
    fn read(&self, text: &str) -> Result<GamePosition, BadNotation> {
        let limits = Limits { positions: READ.0, bytes: READ.1, ..Limits::default() };
        let too_long = || BadNotation::new(0, format!("a value whose canonical form has at most {} characters", Value::MAX_TEXT));
        let found = match Value::read(text, &limits) {
            Ok(value) => return GamePosition::new(&value).ok_or_else(too_long),
            Err(stopped @ ReadError::Stopped(_)) => Err(stopped),
            Err(ReadError::Notation(_)) => Stoppers::new(&Arena::new(), &limits).game_text(text, Value::MAX_TEXT),
        };
        match found {
            Ok(game) => game.map(GamePosition::of).ok_or_else(too_long),
            Err(ReadError::Notation(bad)) => Err(bad),
            Err(ReadError::Stopped(_)) => Err(BadNotation::new(0, "a value that takes less work to bring to canonical form")),
        }
    }
    fn show(&self, position: &GamePosition) -> String {
        position.text.to_string()
    }
    fn picture(&self, _: &GamePosition) -> Option<Picture> {
        None
    }
}

/// The first word is twice the number of bytes of the text, plus one for a loopy game. The bytes follow, eight in a word.
impl Pack for GamePosition {
    fn pack(&self, words: &mut impl Extend<u64>) {
        let bytes = self.text.as_bytes();
        words.extend([2 * bytes.len() as u64 + u64::from(!self.is_loopfree)]);
        words.extend(bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(word)
        }));
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (length, is_loopfree) = usize::unpack(words).map(|twice| (twice / 2, twice.is_multiple_of(2)))?;
        let (text, rest) = words.split_at_checked(length.div_ceil(8)).ok_or(BadPosition)?;
        *words = rest;
        let bytes: Vec<u8> = text.iter().flat_map(|word| word.to_le_bytes()).take(length).collect();
        let text = String::from_utf8(bytes).map_err(|_| BadPosition)?;
        Ok(Self { text: text.into(), is_loopfree })
    }
}

const KNOWN: &[Fact] = &[
    Fact::of(
        "Every value of a game that ends has exactly one canonical form: without dominated and without reversible options.",
        "Conway 1976, ch. 10",
    )
    .shown_by("value game@{0,*|0,*}", "which is star-2"),
    Fact::of("A switch that is added to itself is worth 0.", "Conway 1976, ch. 10")
        .shown_by("value game@{1|-1}+game@{1|-1}", "whoever starts loses"),
    Fact::of("The sum of on and off is dud, which nobody wins whatever is added to it.", "Conway 1978, Loopy games")
        .shown_by("value game@on,off,5", "nobody wins, whoever starts"),
];

/// Returns the entry of the ruleset `game` for a registry.
///
/// ```
/// assert_eq!(sprague::values::entries().map(|entry| entry.name().to_owned()), ["game"]);
/// ```
pub fn entries() -> [Entry; 1] {
    let game = Entry::new("game", |parameters| parameters.none().map(|()| any::partizan(Game)));
    let game = game
        .component("value")
        .play("move to an option of the canonical form")
        .example("game@{2|-1},^*")
        .title("A Value")
        .aim("Move to an option of a value.")
        .brief("Left moves to one of Left's options of the value, Right to one of Right's. Whoever cannot move loses.")
        .sizes(&["game@*2", "game@{2|-1}", "game@{2|-1},^*", "game@{3|1},{2|-2},*"]);
    let game = game.rules("The position is a value. Left moves to one of its left options, Right to a right one, in canonical form. Whoever cannot move loses. `^` is up, `*` star, `{1|-1}` a switch. Loopy games have names such as `over`, or a letter before the brace that is used inside: `a{0|a}`.");
    [game.source("Conway, On Numbers and Games, 1976").known(KNOWN)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::value;

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
    fn play_in_a_loopy_game_is_worth_the_game() {
        let (arena, limits) = (Arena::new(), Limits::default());
        let mut stoppers = Stoppers::new(&arena, &limits);
        let simple = [
            "on",
            "off",
            "over",
            "under",
            "upon",
            "-uponth",
            "hot",
            "ace",
            "3over",
            "^[on]*",
            "{over|1}",
            "{0,on|over,1}",
            "1",
            "0",
            "-1",
        ];
        let sides = simple.iter().flat_map(|s| simple.iter().map(move |t| format!("{s} & {t}")));
        let graphs = [
            "a{{|a}|}",
            "a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}",
            "a{0|{1|b{a|b}}}",
            "{dud|1}",
            "a{b{a|c{b|a}}|b{1|a}}",
            "tis+tis",
            "{1&0|-1}",
        ];
        let mut sided = 0;
        for text in simple.iter().chain(&graphs).map(ToString::to_string).chain(sides) {
            // a game whose offside is above its onside is refused
            let Ok(first) = Game.read(&text) else {
                assert!(text.contains('&') && stoppers.read(&text).is_err(), "{text}");
                continue;
            };
            let shown = Game.show(&first);
            assert_eq!(Game.read(&shown).as_ref(), Ok(&first), "{text}");
            let mut positions = vec![first];
            let mut graph = sprague_values::loopy::Graph::new();
            let mut moved = 0;
            while let Some(here) = positions.get(moved).cloned() {
                moved += 1;
                let options = Player::BOTH.map(|player| {
                    let place = |option: GamePosition| {
                        assert_eq!(Game.read(&Game.show(&option)).as_ref(), Ok(&option), "{text}");
                        let known = positions.iter().position(|other| *other == option);
                        known.unwrap_or_else(|| {
                            positions.push(option);
                            positions.len() - 1
                        }) as u32
                    };
                    here.options(player).map(place).collect::<Vec<_>>()
                });
                graph.add(&options[0], &options[1]);
            }
            let value = stoppers.read(&text).unwrap();
            sided += usize::from(value.is_found() && value.stopper().is_none());
            assert_eq!(stoppers.evaluate(&graph, &[]).unwrap()[0], value, "{text}");
        }
        assert!(sided > 70, "{sided}");
    }

    #[test]
    fn what_is_no_value_is_refused_where_it_goes_wrong() {
        assert_eq!(Game.read("{1|x}").unwrap_err().at, 3);
        assert_eq!(Game.read("").unwrap_err().at, 0);
    }
}
