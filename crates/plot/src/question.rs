//! What is to be drawn, as it is typed: a family, a pattern, a sum.

use crate::drawing::{Drawing, Figure};
use crate::graph::Layered;
use crate::heat::Heat;
use crate::picture::Pictures;
use crate::theme::Theme;
use crate::thermograph::Tent;
use sprague::notation::outside_quotes;
use sprague::values::Dyadic;
use sprague::{BadNotation, Limits, Play, Player};
use sprague_games::{QuestionError, Session, SolveOptions, TableRows};
use std::str::FromStr;

/// What a drawing shows.
///
/// ```
/// use sprague_plot::Kind;
/// assert_eq!("table".parse(), Ok(Kind::Table));
/// assert_eq!(Kind::Thermograph.name(), "thermograph");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The rows of a family.
    Points,
    /// Something about every pair of numbers, as a heat map.
    Table,
    /// The walls of a value.
    Thermograph,
    /// The positions that can come, and the moves between them.
    Graph,
    /// The position itself: boards, heaps, graphs.
    Picture,
}

impl Kind {
    /// All of them.
    pub(crate) const ALL: [Self; 5] = [Self::Points, Self::Table, Self::Thermograph, Self::Graph, Self::Picture];

    /// Its name, which is what is typed for it.
    ///
    /// See [`Kind`] for an example.
    pub fn name(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Table => "table",
            Self::Thermograph => "thermograph",
            Self::Graph => "graph",
            Self::Picture => "picture",
        }
    }
}

impl FromStr for Kind {
    type Err = &'static str;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or("expected points, table, thermograph, graph or picture")
    }
}

/// How far a row or a table goes.
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
    /// The greatest first and the greatest second number of a table.
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

/// How something is to be drawn.
///
/// ```
/// let options = sprague_plot::PlotOptions::default();
/// assert!(options.kind.is_none() && options.to.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct PlotOptions {
    /// What kind of drawing; unless it is said, what [`plot`] says.
    pub kind: Option<Kind>,
    /// The last row, or the greatest pair. Of points unless it is said: the preperiod and three periods, or 120 rows.
    pub to: Option<To>,
    /// How many rows of points are looked at for a period; unless it is said, as many as an analysis does.
    pub seek: Option<u64>,
    /// From where to where the numbers for `{x}` go in a pattern, both included; 0 to 20 unless it is said.
    pub x: Option<[u64; 2]>,
    /// The same for `{y}`.
    pub y: Option<[u64; 2]>,
    /// What is drawn of rows and tables: nimbers, outcomes, or values (of rows: their means and temperatures).
    pub rows: Option<TableRows>,
    /// Normal or misère play.
    pub play: Play,
    /// Who starts, in the graph of a partizan sum.
    pub first: Option<Player>,
    /// Only positions so many moves away, in a graph.
    pub depth: Option<u32>,
    /// As in [`SolveOptions`](sprague_games::SolveOptions::longest_play).
    pub longest_play: u64,
    /// How far to search, for the whole drawing.
    pub limits: Limits,
    /// For which paper.
    pub theme: Theme,
}

impl Default for PlotOptions {
    fn default() -> Self {
        Self {
            kind: None,
            to: None,
            seek: None,
            x: None,
            y: None,
            rows: None,
            play: Play::Normal,
            first: None,
            depth: None,
            longest_play: SolveOptions::default().longest_play,
            limits: Limits::default(),
            theme: Theme::Auto,
        }
    }
}

/// Draws what a text names: a family without `@` as points, or as a table if `to` is a pair; a pattern with `{x}` or `{y}` as a table; a
/// sum with `@` as a thermograph where Left and Right have moves of their own and its value is hot, else as a graph.
///
/// [`PlotOptions::kind`] says it outright.
///
/// ```
/// use sprague_games::Session;
/// use sprague_plot::{Kind, PlotOptions, To, plot};
///
/// let session = Session::new();
/// let kind = |what: &str| plot(&session, what, &PlotOptions::default()).unwrap().kind();
/// assert_eq!([kind("kayles"), kind("nim@2,3"), kind("game@{2|-1}")], [Kind::Points, Kind::Graph, Kind::Thermograph]);
/// let table = PlotOptions { to: Some(To::Pair([10, 10])), ..PlotOptions::default() };
/// assert_eq!(plot(&session, "wythoff", &table)?.kind(), Kind::Table);
/// # Ok::<(), sprague_games::QuestionError>(())
/// ```
///
/// # Errors
/// [`QuestionError::Malformed`] for what cannot be read, what cannot be drawn so, and more than fits a drawing (a graph of more than 400
/// positions, a table of more than 40,000 cells); [`QuestionError::Stopped`] at a limit that was reached before there is anything to draw.
pub fn plot(session: &Session, what: &str, options: &PlotOptions) -> Result<Drawing, QuestionError> {
    let options = &PlotOptions { limits: options.limits.starting_now(), ..options.clone() };
    let figure = match options.kind {
        Some(kind) => drawn(session, what, kind, options)?,
        None => guessed(session, what, options)?,
    };
    Ok(Drawing { figure, theme: options.theme })
}

/// Whether a text is a pattern.
fn is_pattern(what: &str) -> bool {
    ["{x}", "{y}"].iter().any(|blank| what.contains(blank))
}

fn guessed(session: &Session, what: &str, options: &PlotOptions) -> Result<Figure, QuestionError> {
    let is_table = is_pattern(what) || matches!(options.to, Some(To::Pair(_)));
    if is_table {
        return drawn(session, what, Kind::Table, options);
    }
    if outside_quotes(what, '@').next().is_none() {
        // of a board of squares, every square is a position
        let is_board =
            session.family(what)?.rules().all_positions().is_some_and(|all| matches!(all, sprague::any::AllPositions::Board(_)));
        return drawn(session, what, if is_board { Kind::Table } else { Kind::Points }, options);
    }
    let sum = session.position(what)?;
    if sum.is_partizan() && options.play == Play::Normal && options.first.is_none() && options.depth.is_none() {
        match Tent::of(&sum, options) {
            Ok(tent) if *tent.thermograph.temperature() > Dyadic::ZERO => return Ok(Figure::Tent(tent)),
            // positions that can come again have no value, and have a graph
            Ok(_) | Err(QuestionError::Malformed(_)) => {}
            Err(error) => return Err(error),
        }
    }
    drawn(session, what, Kind::Graph, options)
}

/// What was asked for and has no meaning for a kind of drawing.
fn unfit(kind: Kind, what: &str, options: &PlotOptions) -> Result<(), BadNotation> {
    use Kind::{Graph, Picture, Points, Table};
    let rules: [(bool, &[Kind], &str); 7] = [
        (matches!(options.to, Some(To::Row(_))), &[Points], "points, for rows up to one number (--to AxB is for a table)"),
        (matches!(options.to, Some(To::Pair(_))), &[Table], "a table, for rows up to two numbers (--to N is for points)"),
        (options.x.is_some() || options.y.is_some(), &[Table], "a table, for a range of {x} or {y}"),
        (options.rows.is_some(), &[Points, Table], "points or a table, for --rows"),
        (options.depth.is_some(), &[Graph], "a graph, for a depth (--as graph)"),
        (options.first.is_some(), &[Graph], "a graph, for who starts (--as graph)"),
        (
            options.play == Play::Misere,
            &[Points, Table, Graph, Picture],
            "normal play for a thermograph: under misère play there are no values",
        ),
    ];
    if kind != Table && is_pattern(what) {
        return Err(BadNotation::new(what.find(['{']).unwrap_or(0), "a position, or --as table for a pattern"));
    }
    match rules.iter().find(|(is_asked, kinds, _)| *is_asked && !kinds.contains(&kind)) {
        Some((.., expected)) => Err(BadNotation::new(0, *expected)),
        None => Ok(()),
    }
}

fn drawn(session: &Session, what: &str, kind: Kind, options: &PlotOptions) -> Result<Figure, QuestionError> {
    unfit(kind, what, options)?;
    Ok(match kind {
        Kind::Points => {
            let to = match options.to {
                Some(To::Row(to)) => Some(to),
                _ => None,
            };
            Figure::Points(crate::points::points(&*session.family(what)?, to, options)?)
        }
        Kind::Table => Figure::Heat(Heat::of(session, what, options)?),
        Kind::Thermograph => Figure::Tent(Tent::of(&session.position(what)?, options)?),
        Kind::Graph => Figure::Graph(Layered::of(&session.position(what)?, options)?),
        Kind::Picture => Figure::Pictures(Pictures::of(&session.position(what)?)?),
    })
}
