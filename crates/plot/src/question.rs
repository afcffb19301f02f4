//! Answers the question for a drawing.

use crate::drawing::{Drawing, Figure};
use crate::graph::Layered;
use crate::heat::Heat;
use crate::picture::Pictures;
use crate::thermograph::Tent;
use crate::wanted::{Kind, Plot, To, Wanted};
use serde_json::json;
use sprague::notation::signs;
use sprague::values::Dyadic;
use sprague::{BadNotation, CompoundRule, Limits, Play};
use sprague_questions::{NoAnswer, Question, Session};

impl Question for Plot {
    type Answer = Drawing;
    const NAME: &'static str = "plot";

    /// Allows the number of rows that the question gives.
    fn usual(&self, door: Limits) -> Limits {
        let last = if let Some(To::Row(to)) = self.to { to } else { 0 };
        Limits { positions: door.positions.max(last.max(self.seek.unwrap_or(0)).saturating_add(1)), ..door }
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Drawing, NoAnswer> {
        let wanted = Wanted { asked: self, limits };
        let figure = match self.kind {
            Some(kind) => drawn(session, &self.what, kind, &wanted),
            None => guessed(session, &self.what, &wanted),
        };
        let figure = figure.map_err(|error| error.about("what", &self.what).knowing(|| json!({ "what": self.what })))?;
        Ok(Drawing { figure, theme: self.theme })
    }
}

fn is_pattern(what: &str) -> bool {
    ["{x}", "{y}"].iter().any(|blank| what.contains(blank))
}

fn guessed(session: &Session, what: &str, options: &Wanted<'_>) -> Result<Figure, NoAnswer> {
    let is_table = is_pattern(what) || matches!(options.to, Some(To::Pair(_)));
    if is_table {
        return drawn(session, what, Kind::Table, options);
    }
    if signs(what, '@').next().is_none() {
        // each square of a board is a position
        let is_board = session
            .rules("what", what, options.limits)?
            .rules()
            .all_positions()
            .is_some_and(|all| matches!(all, sprague::any::AllPositions::Board(_)));
        return drawn(session, what, if is_board { Kind::Table } else { Kind::Points }, options);
    }
    let sum = session.sum("what", what, options.limits)?;
    if sum.is_partizan() && options.play == Play::Normal && options.first.is_none() && options.depth.is_none() {
        match Tent::of(&sum, options) {
            Ok(tent) if *tent.thermograph.temperature() > Dyadic::ZERO => return Ok(Figure::Tent(tent)),
            // positions that can occur again have no value, but they have a graph
            Ok(_) | Err(NoAnswer::Malformed { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    drawn(session, what, Kind::Graph, options)
}

/// Returns an error for options that have no meaning for this kind of drawing.
fn unfit(kind: Kind, what: &str, options: &Wanted<'_>) -> Result<(), NoAnswer> {
    use Kind::{Graph, Order, Picture, Points, Table};
    if kind != Table && is_pattern(what) {
        return Err(
            BadNotation::new(what.find('{').unwrap_or(0), "a position, for a pattern has a table and nothing else").into()
        );
    }
    let is_compound = options.rule != CompoundRule::Disjunctive;
    let is_misere = options.play == Play::Misere;
    let rules: [(&str, bool, &[Kind], &str); 10] = [
        (
            "to",
            matches!(options.to, Some(To::Row(_))),
            &[Points, Order],
            "one number is for the points of a family, or the order of its rows: leave it out",
        ),
        (
            "to",
            matches!(options.to, Some(To::Pair(_))),
            &[Table, Order],
            "two numbers are for a table, or the order of rows: name one, or leave it out",
        ),
        ("x", options.x.is_some(), &[Table, Order], "is the range of {x} in a table, or of rows m in an order: leave it out"),
        ("y", options.y.is_some(), &[Table, Order], "is the range of {y} in a table, or of rows n in an order: leave it out"),
        ("rows", options.rows.is_some(), &[Points, Table], "is for points and tables: leave it out"),
        ("rule", is_compound, &[Table], "is for the table of a pattern: leave it out"),
        ("depth", options.depth.is_some(), &[Graph], "is for a graph: ask for `as` graph, or leave it out"),
        ("first", options.first.is_some(), &[Graph], "is for a graph: ask for `as` graph, or leave it out"),
        ("play", is_misere && kind == Order, &[], "misere has no values, and so no order of rows: leave it out"),
        ("play", is_misere, &[Points, Table, Graph, Picture], "misere has no values, and so no thermograph"),
    ];
    match rules.iter().find(|(_, is_asked, kinds, _)| *is_asked && !kinds.contains(&kind)) {
        Some((field, .., because)) => Err(NoAnswer::unfit(field, *because)),
        None => Ok(()),
    }
}

fn drawn(session: &Session, what: &str, kind: Kind, options: &Wanted<'_>) -> Result<Figure, NoAnswer> {
    unfit(kind, what, options)?;
    Ok(match kind {
        Kind::Points => {
            let to = match options.to {
                Some(To::Row(to)) => Some(to),
                _ => None,
            };
            Figure::Points(crate::points::points(&*session.rules("what", what, options.limits)?, to, options)?)
        }
        Kind::Table => Figure::Heat(Heat::of(session, what, options)?),
        Kind::Thermograph => Figure::Tent(Tent::of(&session.sum("what", what, options.limits)?, options)?),
        Kind::Scaffold => Figure::Tent(Tent::of(&session.sum("what", what, options.limits)?, options)?.with_scaffolds(options)?),
        Kind::Graph => Figure::Graph(Layered::of(&session.sum("what", what, options.limits)?, options)?),
        Kind::Order => Figure::Order(Heat::of_order(session, what, options)?),
        Kind::Picture => Figure::Pictures(Pictures::of(&session.sum("what", what, options.limits)?)?),
    })
}
