//! The fields of a question for a drawing.

use crate::theme::Theme;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use sprague::{CompoundRule, Limits, Play, Player};
use sprague_questions::TableRows;
use std::borrow::Cow;
use std::ops::Deref;
use std::str::FromStr;

/// The kinds of drawing.
///
/// ```
/// use sprague_plot::Kind;
/// assert_eq!("table".parse(), Ok(Kind::Table));
/// assert_eq!(Kind::Thermograph.name(), "thermograph");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Kind {
    /// The rows of a family.
    Points,
    /// A heat map of pairs of numbers.
    Table,
    /// The walls of a value.
    Thermograph,
    /// The scaffolds of a value, from which the tax makes its walls.
    Scaffold,
    /// The positions that can be reached, and the moves between them.
    Graph,
    /// A picture of the position.
    Picture,
    /// The order of the rows of a family.
    Order,
}

impl Kind {
    pub(crate) const ALL: [Self; 7] =
        [Self::Points, Self::Table, Self::Thermograph, Self::Scaffold, Self::Graph, Self::Picture, Self::Order];

    /// Returns the name of the kind, as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Table => "table",
            Self::Thermograph => "thermograph",
            Self::Scaffold => "scaffold",
            Self::Graph => "graph",
            Self::Picture => "picture",
            Self::Order => "order",
        }
    }
}

impl FromStr for Kind {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name() == text)
            .ok_or("expected points, table, thermograph, scaffold, graph, picture or order")
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// The last row of a family, or the last pair of numbers of a table.
///
/// ```
/// use sprague_plot::To;
/// assert_eq!("1000".parse(), Ok(To::Row(1000)));
/// assert_eq!("10^6".parse(), Ok(To::Row(1_000_000)));
/// assert_eq!("30x20".parse(), Ok(To::Pair([30, 20])));
/// assert!("30x".parse::<To>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// The last row of a family.
    Row(u64),
    /// The greatest first number and the greatest second number of a table.
    Pair([u64; 2]),
}

impl FromStr for To {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| sprague::notation::Reader::new(text).whole(sprague::notation::Reader::small).ok();
        let read = match text.split_once('x') {
            Some((a, b)) => number(a).zip(number(b)).map(|(a, b)| Self::Pair([a, b])),
            None => number(text).map(Self::Row),
        };
        read.ok_or("expected a number, such as 1000, or two for a table, such as 30x20")
    }
}

/// Parses text, a number, or a pair of numbers.
impl<'de> Deserialize<'de> for To {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Numbers::deserialize(deserializer)? {
            Numbers::One(row) => Ok(Self::Row(row)),
            Numbers::Pair(pair) => Ok(Self::Pair(pair)),
            Numbers::Text(text) => text.parse().map_err(D::Error::custom),
        }
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for To {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "To".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Numbers::json_schema(generator)
    }
}

/// Numbers, in JSON or in a web address.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Numbers {
    One(u64),
    Pair([u64; 2]),
    Text(String),
}

/// Parses `[3, 30]` or `3-30`.
fn range<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<[u64; 2]>, D::Error> {
    match Option::<Numbers>::deserialize(deserializer)? {
        None => Ok(None),
        Some(Numbers::One(number)) => Ok(Some([number; 2])),
        Some(Numbers::Pair(pair)) => Ok(Some(pair)),
        Some(Numbers::Text(text)) => sprague_questions::flags::range(&text).map(Some).map_err(D::Error::custom),
    }
}

/// Draws a family, a pattern or a position.
///
/// ```
/// use sprague::Limits;
/// use sprague_plot::{Kind, Plot};
/// use sprague_questions::Session;
/// let drawing = Session::new().ask(&Plot::of("kayles"), &Limits::default())?;
/// assert_eq!(drawing.kind(), Kind::Points);
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Plot {
    /// Family (kayles), pattern (kayles@{x}+nim@{y}) or position (game@{2|-1}) to draw
    #[cfg_attr(feature = "flags", arg(value_name = "WHAT"))]
    pub what: String,
    /// Kind of drawing [default: points for a family, table for a pattern or AxB, thermograph for a hot sum, otherwise graph]
    #[cfg_attr(feature = "flags", arg(long = "as", value_parser = sprague_questions::flags::words::<Kind>(Kind::ALL.map(Kind::name))))]
    #[serde(rename = "as", alias = "kind")]
    pub kind: Option<Kind>,
    /// Last row, or last pair of a table [default: the preperiod and three periods, or 20x20]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N|AxB", allow_hyphen_values = true))]
    pub to: Option<To>,
    /// Maximum number of rows to compute in search of a period [default: as for `analyse`]
    #[cfg_attr(feature = "flags", arg(long, value_name = "R", value_parser = sprague_questions::flags::number::<u64>, help_heading = "Further options"))]
    pub seek: Option<u64>,
    /// Range of {x}, or of the rows on the horizontal axis, such as 0-30 [default: 0-20]
    #[cfg_attr(feature = "flags", arg(long, value_name = "A-B", value_parser = sprague_questions::flags::range, allow_hyphen_values = true))]
    #[serde(default, deserialize_with = "range")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Numbers>"))]
    pub x: Option<[u64; 2]>,
    /// Range of {y}, or of the rows on the vertical axis
    #[cfg_attr(feature = "flags", arg(long, value_name = "A-B", value_parser = sprague_questions::flags::range, allow_hyphen_values = true))]
    #[serde(default, deserialize_with = "range")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Numbers>"))]
    pub y: Option<[u64; 2]>,
    /// What to draw of each row or pair; of values, rows show means and temperatures [default: nimbers, or else outcomes]
    #[cfg_attr(feature = "flags", arg(long, value_parser = sprague_questions::flags::words::<TableRows>(["outcomes", "nimbers", "values"])))]
    pub rows: Option<TableRows>,
    /// Show only positions that are at most D moves away, in a graph
    #[cfg_attr(feature = "flags", arg(long, value_name = "D", value_parser = sprague_questions::flags::number::<u32>))]
    pub depth: Option<u32>,
    /// Who wins: the player who makes the last move (normal) or the other one (misere)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = sprague_questions::flags::play(), default_value_t))]
    pub play: Play,
    /// Compound rule of a pattern (see `solve --rule`)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, default_value_t))]
    pub rule: CompoundRule,
    /// Which player starts, in the graph of a partizan game [default: left]
    #[cfg_attr(feature = "flags", arg(long, value_parser = sprague_questions::flags::words::<Player>(["left", "right"])))]
    pub first: Option<Player>,
    /// Colours of the file: for a light or dark page, or as the reader has set it (auto)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = sprague_questions::flags::words::<Theme>(["auto", "light", "dark"]), default_value_t))]
    pub theme: Theme,
}

impl Plot {
    /// Returns the question about this family, pattern or sum, without options.
    ///
    /// ```
    /// assert_eq!(sprague_plot::Plot::of("nim").kind, None);
    /// ```
    pub fn of(what: impl Into<String>) -> Self {
        Self { what: what.into(), ..Self::default() }
    }
}

/// A question for a drawing, and the limits of the search.
pub(crate) struct Wanted<'a> {
    pub(crate) asked: &'a Plot,
    pub(crate) limits: &'a Limits,
}

impl Deref for Wanted<'_> {
    type Target = Plot;
    fn deref(&self) -> &Plot {
        self.asked
    }
}
