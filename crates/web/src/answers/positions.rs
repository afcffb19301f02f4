//! Positions: who wins by which moves, the graph below them, and strategies.

use super::{Answer, written};
use crate::questions::{Graph, Solve};
use serde_json::{Value, json};
use sprague::Limits;
use sprague_games::{QuestionError, Session, SolveOptions, drawn_graph, solve};

/// The most moves that are listed.
const MOST_MOVES: usize = 400;

impl Solve {
    fn options(&self, limits: &Limits) -> SolveOptions {
        let Self { play, rule, first, .. } = *self;
        SolveOptions { play, rule, first, limits: limits.clone(), ..SolveOptions::default() }
    }

    /// What is known before anything is searched.
    fn known(&self) -> Value {
        json!({ "position": self.position, "play": self.play, "rule": self.rule.to_string() })
    }
}

/// A position with every move.
pub(crate) fn position(session: &Session, limits: &Limits, asked: &Solve) -> Answer {
    let options = SolveOptions { explain: true, all_moves: true, max_moves: MOST_MOVES, ..asked.options(limits) };
    let found = session.position(&asked.position).map_err(QuestionError::from).and_then(|sum| solve(&sum, &options));
    written("position", found, || asked.known())
}

/// What the winner answers to everything.
pub(crate) fn strategy(session: &Session, limits: &Limits, asked: &Solve) -> Answer {
    let options = asked.options(limits);
    let found = session.position(&asked.position).map_err(QuestionError::from);
    let found = found.and_then(|sum| sprague_games::strategy(&sum, &options, None));
    written("position", found, || asked.known())
}

/// The graph of a position.
pub(crate) fn graph(session: &Session, limits: &Limits, asked: &Graph) -> Answer {
    let options = SolveOptions { play: asked.play, first: asked.first, limits: limits.clone(), ..SolveOptions::default() };
    let found = session.position(&asked.position).map_err(QuestionError::from);
    let found = found.and_then(|sum| drawn_graph(&sum, asked.depth, &options));
    let found = found.map(|graph| json!({ "position": asked.position, "positions": graph.positions, "dot": graph.dot }));
    written("position", found, || json!({ "position": asked.position, "play": asked.play }))
}
