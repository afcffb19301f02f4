//! Which ruleset with which parameters: the part of the notation before the `@`.

use crate::custom::{self, Custom, FromFile};
use sprague::any::Kind;
use sprague::notation::Reader;
use sprague::sequence::{GrundyNimbers, TakeAndBreakNimbers};
use sprague::{
    AmountSet, Amounts, AnyRuleset, BadNotation, Family as Rows, HeapRules, Misere, Nimber, Nimbers, Outcome, Outcomes, Parity,
    Play, TakeAndBreak, ToMove, Totals, any,
};
use sprague_plugin::Plugin;
use sprague_rules_asymmetric::Asymmetric;
use sprague_rules_digraph::Digraph;
use sprague_rules_knights::Knights;
use sprague_rules_nim::Nim;
use sprague_rules_no_repeat::PickUpStones;
use sprague_rules_octal::{Grundy, NAMED, Octal, Taking};
use sprague_rules_stones::Stones;
use sprague_rules_subtraction::{AllBut, Subtraction};
use std::fs::File;
use std::io::Read;
use std::sync::Arc;

/// The most bytes a file of amounts or a graph may have.
const MOST_BYTES: u64 = 1 << 28;

/// The most lists of remembered moves for which a row has cells.
const MOST_LISTS: usize = 1 << 20;

/// A ruleset with its parameters.
///
/// ```
/// use sprague_games::Family;
///
/// assert!(matches!(Family::read("subtraction:1,3,4"), Ok(Family::Subtraction(_))));
/// assert_eq!(Family::read("octal:0.7x").unwrap_err().to_string(), "byte 9: expected a digit 0-9 or a-f");
/// ```
#[derive(Clone, Debug)]
pub enum Family {
    /// `nim`
    Nim,
    /// `subtraction:SET`
    Subtraction(Subtraction),
    /// `all-but:SET`
    AllBut(AllBut),
    /// `stones:SET[:wins=even]`
    Stones(Stones),
    /// `no-repeat:SET[:memory=k]`
    NoRepeat(PickUpStones),
    /// `asymmetric:LSET/RSET`
    Asymmetric(Asymmetric),
    /// `knights[:N]`
    Knights(Knights),
    /// `octal:CODE`, and the codes that have names
    Octal(Octal),
    /// `grundy`
    Grundy,
    /// `digraph:FILE`
    Digraph(Digraph),
    /// `FILE.rhai`, `FILE.wasm`, `FILE.wat`, `no-repeat:FILE.rhai`, and what a program adds
    Custom(Custom),
}

impl Family {
    /// The family that `text` names; blanks must be gone. Files are read.
    ///
    /// # Errors
    /// [`BadNotation`] at the byte where reading failed.
    pub fn read(text: &str) -> Result<Self, BadNotation> {
        let name = &text[..text.find([':', '@']).unwrap_or(text.len())];
        if text[name.len()..].starts_with('@') {
            return Err(BadNotation::new(name.len(), "one `@` in a position, or `+` before the next one"));
        }
        let parameters = text.get(name.len() + 1..);
        let at = name.len() + 1;
        let needed = |what: &'static str| parameters.ok_or_else(|| BadNotation::new(text.len(), format!("`:` and {what}")));
        let none = |family: Self| match parameters {
            None => Ok(family),
            Some(_) => Err(BadNotation::new(name.len(), format!("`@`, since `{name}` takes no parameter"))),
        };
        let shifted = |error: BadNotation| error.shifted(at);
        if Plugin::is_named_by(name) {
            return plugin(name, parameters);
        }
        match name {
            "nim" => none(Self::Nim),
            "grundy" => none(Self::Grundy),
            "subtraction" => Ok(Self::Subtraction(Subtraction(set(needed("the allowed amounts")?).map_err(shifted)?))),
            "all-but" => Ok(Self::AllBut(AllBut(set(needed("the forbidden amounts")?).map_err(shifted)?))),
            "stones" => stones(needed("the allowed amounts")?).map_err(shifted),
            "no-repeat" => no_repeat(needed("the allowed amounts")?).map_err(shifted),
            "asymmetric" => asymmetric(needed("Left's and Right's amounts")?).map_err(shifted),
            "knights" => knights(parameters).map_err(shifted),
            "octal" => Ok(Self::Octal(Octal(needed("a code, such as 0.77")?.parse().map_err(shifted)?))),
            "digraph" => digraph(needed("a file")?).map_err(shifted),
            _ => match NAMED.iter().find(|(known, ..)| *known == name) {
                Some((_, code, _)) => none(Self::Octal(Octal(code.parse().expect("named codes are well-formed")))),
                None => Err(BadNotation::new(
                    0,
                    "a ruleset, such as nim, kayles or subtraction:1,3,4 (`sprague rulesets` lists them)",
                )),
            },
        }
    }

    /// The rules behind the object-safe border.
    pub(crate) fn rules(&self) -> Arc<dyn AnyRuleset> {
        match self.clone() {
            Self::Nim => any::impartial(Nim),
            Self::Subtraction(rules) => any::impartial(rules),
            Self::AllBut(rules) => any::impartial(rules),
            Self::Stones(rules) => any::own_ending(rules),
            Self::NoRepeat(rules) => any::impartial(rules),
            Self::Asymmetric(rules) => any::partizan(rules),
            Self::Knights(rules) => any::impartial(rules),
            Self::Octal(rules) => any::impartial(rules),
            Self::Grundy => any::impartial(Grundy),
            Self::Digraph(rules) => any::impartial(rules),
            Self::Custom(custom) => custom.rules().clone(),
        }
    }

    /// The rules as data for theorems and checkers, where positions are heaps.
    ///
    /// ```
    /// use sprague::HeapRules;
    /// use sprague_games::Family;
    /// assert_eq!(Family::read("grundy").unwrap().as_data(), Some(HeapRules::Grundy));
    /// assert_eq!(Family::read("knights").unwrap().as_data(), None);
    /// ```
    pub fn as_data(&self) -> Option<HeapRules> {
        match self {
            Self::Nim => Some(HeapRules::Subtraction(Amounts::AllBut(AmountSet::default()))),
            Self::Subtraction(Subtraction(set)) => Some(HeapRules::Subtraction(Amounts::Only(set.clone()))),
            Self::AllBut(AllBut(set)) => Some(HeapRules::Subtraction(Amounts::AllBut(set.clone()))),
            Self::Stones(rules) => {
                Some(HeapRules::Stones { amounts: rules.amounts.clone(), wins: rules.wins, totals: Totals::Odd })
            }
            Self::NoRepeat(rules) => Some(HeapRules::NoRepeat { amounts: rules.amounts().clone(), memory: rules.memory() }),
            Self::Asymmetric(rules) => Some(HeapRules::Asymmetric { left: rules.left.clone(), right: rules.right.clone() }),
            Self::Octal(Octal(code)) => Some(HeapRules::TakeAndBreak(code.clone())),
            Self::Grundy => Some(HeapRules::Grundy),
            Self::Knights(_) | Self::Digraph(_) | Self::Custom(_) => None,
        }
    }

    /// The nimbers of its heaps, if it is an impartial heap game whose rows can be numbered.
    pub(crate) fn nimbers(&self) -> Option<Box<dyn Rows<Cell = Nimber> + '_>> {
        match self {
            Self::Nim => Some(Box::new(Nimbers(Nim))),
            Self::Subtraction(rules) => Some(Box::new(Nimbers(rules))),
            Self::AllBut(rules) => Some(Box::new(Nimbers(rules))),
            Self::NoRepeat(rules) if self.has_rows() => Some(Box::new(Nimbers(rules))),
            Self::NoRepeat(_) => None,
            Self::Octal(Octal(code)) => Some(Box::new(TakeAndBreakNimbers(code))),
            Self::Grundy => Some(Box::new(GrundyNimbers)),
            Self::Custom(custom) => custom.rows().map(|rows| rows.nimbers()),
            Self::Stones(_) | Self::Asymmetric(_) | Self::Knights(_) | Self::Digraph(_) => None,
        }
    }

    /// The outcomes of its heaps, if a heap stays one heap and its rows can be numbered. For Stones: of all totals.
    pub(crate) fn outcomes(&self, play: Play) -> Option<Box<dyn Rows<Cell = Outcome> + '_>> {
        macro_rules! played {
            ($rules:expr) => {
                match play {
                    Play::Normal => Some(Box::new(Outcomes($rules)) as Box<dyn Rows<Cell = Outcome> + '_>),
                    Play::Misere => Some(Box::new(Outcomes(Misere($rules))) as _),
                }
            };
        }
        match self {
            Self::Nim => played!(Nim),
            Self::Subtraction(rules) => played!(rules),
            Self::AllBut(rules) => played!(rules),
            Self::NoRepeat(rules) if self.has_rows() => played!(rules),
            Self::NoRepeat(_) => None,
            Self::Asymmetric(rules) => played!(ToMove(rules.clone())),
            Self::Stones(rules) => Some(Box::new(Outcomes(rules))),
            Self::Octal(rules) => Taking::new(rules.clone()).and_then(|rules| played!(rules)),
            Self::Custom(custom) => custom.rows().and_then(|rows| rows.outcomes(play)),
            Self::Grundy | Self::Knights(_) | Self::Digraph(_) => None,
        }
    }

    /// Whether a row is short enough to be computed: with much memory, it has a cell for very many lists of moves.
    pub(crate) fn has_rows(&self) -> bool {
        match self {
            Self::NoRepeat(rules) => rules.lists().is_some_and(|lists| lists <= MOST_LISTS),
            Self::Knights(_) | Self::Digraph(_) => false,
            Self::Custom(custom) => custom.rows().is_some(),
            _ => true,
        }
    }

    /// Whether this play has a meaning, and if not, why.
    pub(crate) fn allows(&self, play: Play) -> Result<(), &'static str> {
        match (self, play) {
            (Self::Stones(_), Play::Misere) => Err("normal play: `stones` has its own ending, so misère play has no meaning"),
            (Self::Custom(custom), Play::Misere) if custom.rules().kind() == Kind::OwnEnding => {
                Err("normal play: these rules say themselves who has won, so misère play has no meaning")
            }
            _ => Ok(()),
        }
    }

    /// Whether its components are heaps from which an amount is taken, so that a move is that amount.
    pub(crate) fn takes_amounts(&self) -> bool {
        !matches!(self, Self::Octal(_) | Self::Grundy | Self::Knights(_) | Self::Digraph(_) | Self::Custom(_))
    }
}

/// A set that is written out, or in a file.
fn set(text: &str) -> Result<AmountSet, BadNotation> {
    if !is_path(text) {
        return text.parse();
    }
    let content = file(text, "numbers")?;
    let mut members = vec![];
    for word in content.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
        let part: AmountSet = word.parse().map_err(|error: BadNotation| {
            BadNotation::new(
                0,
                format!("a file of numbers apart by blanks, commas or lines, but `{word}` is not: {}", error.expected),
            )
        })?;
        members.extend_from_slice(part.as_slice());
    }
    if members.is_empty() {
        return Err(BadNotation::new(0, "a file with at least one number"));
    }
    AmountSet::new(members).map_err(|error| BadNotation::new(0, error.to_string()))
}

fn is_path(text: &str) -> bool {
    ["./", "../", "/"].iter().any(|start| text.starts_with(start))
}

/// The text of a plain file of bounded size.
fn file(path: &str, of: &str) -> Result<String, BadNotation> {
    let failed = |reason: String| BadNotation::new(0, format!("a readable file of {of} ({path}: {reason})"));
    if let Some(at) = path.find(['@', '+', ',']) {
        return Err(BadNotation::new(at, "a path without `@`, `+`, `,` and blanks"));
    }
    // opening a pipe would wait for its writer
    if !std::fs::metadata(path).map_err(|error| failed(error.to_string()))?.is_file() {
        return Err(failed("it is not a plain file".into()));
    }
    let file = File::open(path).map_err(|error| failed(error.to_string()))?;
    let about = file.metadata().map_err(|error| failed(error.to_string()))?;
    if !about.is_file() {
        return Err(failed("it is not a plain file".into()));
    }
    if about.len() > MOST_BYTES {
        return Err(failed(format!("it has more than {MOST_BYTES} bytes")));
    }
    // no more than the file says it has: some of the system's never end
    let mut text = String::new();
    file.take(about.len()).read_to_string(&mut text).map_err(|error| failed(error.to_string()))?;
    Ok(text)
}

fn stones(text: &str) -> Result<Family, BadNotation> {
    let (amounts, at, option) = set_and_option(text)?;
    let wins = match option {
        None | Some("wins=odd") => Parity::Odd,
        Some("wins=even") => Parity::Even,
        Some(_) => return Err(BadNotation::new(at, "`wins=even` or `wins=odd`")),
    };
    Ok(Family::Stones(Stones { amounts, wins }))
}

fn no_repeat(text: &str) -> Result<Family, BadNotation> {
    let path = &text[..text.find(':').unwrap_or(text.len())];
    if Plugin::is_named_by(path) {
        return no_repeat_plugin(path, text.get(path.len() + 1..));
    }
    let (amounts, at, option) = set_and_option(text)?;
    let memory = match option.map(|option| option.strip_prefix("memory=")) {
        None => 1,
        Some(None) => return Err(BadNotation::new(at, "`memory=` and how many moves are remembered")),
        // no list is longer than the set
        Some(Some(number)) => memory(number, at + "memory=".len())?.min(amounts.as_slice().len()),
    };
    Ok(Family::NoRepeat(PickUpStones::new(amounts, memory).expect("the memory is at least 1")))
}

/// How many moves are remembered, written at this byte.
fn memory(number: &str, at: usize) -> Result<usize, BadNotation> {
    match Reader::new(number).whole(Reader::small).map_err(|error| error.shifted(at))? {
        0 => Err(BadNotation::new(at, "a memory of at least 1 (without memory it is the game itself)")),
        memory => Ok(usize::try_from(memory).unwrap_or(usize::MAX)),
    }
}

/// A ruleset in a file, or the data that the file gives instead.
fn plugin(path: &str, parameters: Option<&str>) -> Result<Family, BadNotation> {
    Ok(match custom::load(path, parameters)? {
        FromFile::Custom(custom) => Family::Custom(custom),
        FromFile::Amounts(Amounts::Only(set)) => Family::Subtraction(Subtraction(set)),
        FromFile::Amounts(Amounts::AllBut(set)) => Family::AllBut(AllBut(set)),
        FromFile::Code(code) => Family::Octal(Octal(code)),
    })
}

/// `FILE:memory=k` behind `no-repeat:`.
fn no_repeat_plugin(path: &str, option: Option<&str>) -> Result<Family, BadNotation> {
    let memory = match option.map(|option| option.strip_prefix("memory=")) {
        None => 1,
        Some(None) => return Err(BadNotation::new(path.len() + 1, "`memory=` and how many moves are remembered")),
        Some(Some(number)) => memory(number, path.len() + 1 + "memory=".len())?,
    };
    match plugin(path, None)? {
        Family::Custom(base) => custom::no_repeat(&base, memory).map(Family::Custom),
        Family::Subtraction(Subtraction(amounts)) => {
            let memory = memory.min(amounts.as_slice().len()).max(1);
            Ok(Family::NoRepeat(PickUpStones::new(amounts, memory).expect("the memory is at least 1")))
        }
        _ => Err(BadNotation::new(0, "a plugin with moves, or with `amounts`")),
    }
}

/// A set, and what follows it behind a `:` with the byte where that starts.
fn set_and_option(text: &str) -> Result<(AmountSet, usize, Option<&str>), BadNotation> {
    let end = text.find(':').unwrap_or(text.len());
    Ok((set(&text[..end])?, end + 1, text.get(end + 1..)))
}

fn asymmetric(text: &str) -> Result<Family, BadNotation> {
    let slash = || BadNotation::new(text.len(), "`/` and Right's amounts");
    let middle = if is_path(text) {
        // a path has slashes of its own: Right's part starts behind the last slash that a set, `none` or a path follows
        let starts = |at: &usize| {
            let rest = &text[at + 1..];
            rest == "none" || is_path(rest) || rest.starts_with(|c: char| c.is_ascii_digit())
        };
        text.match_indices('/').map(|(at, _)| at).filter(|at| *at > 2).find(starts).ok_or_else(slash)?
    } else {
        text.find('/').ok_or_else(slash)?
    };
    let side = |text: &str| if text == "none" { Ok(AmountSet::default()) } else { set(text) };
    let left = side(&text[..middle])?;
    let right = side(&text[middle + 1..]).map_err(|error| error.shifted(middle + 1))?;
    Ok(Family::Asymmetric(Asymmetric { left, right }))
}

fn knights(side: Option<&str>) -> Result<Family, BadNotation> {
    let Some(side) = side else { return Ok(Family::Knights(Knights::default())) };
    let number = Reader::new(side).whole(Reader::small)?;
    let rules = Knights::new(number).map_err(|_| BadNotation::new(0, "a side from 1 to 1000"))?;
    Ok(Family::Knights(rules))
}

fn digraph(path: &str) -> Result<Family, BadNotation> {
    if path.is_empty() {
        return Err(BadNotation::new(0, "a file with lines `from to`"));
    }
    let text = file(path, "lines `from to`")?;
    let graph = Digraph::parse(&text).map_err(|error| BadNotation::new(0, format!("a graph file ({path}: {error})")))?;
    if graph.vertices().is_empty() {
        return Err(BadNotation::new(0, format!("a graph file with at least one vertex ({path} has none)")));
    }
    Ok(Family::Digraph(graph))
}

/// The code of a take-and-break family.
pub(crate) fn code(family: &Family) -> Option<&TakeAndBreak> {
    match family {
        Family::Octal(Octal(code)) => Some(code),
        _ => None,
    }
}
