//! Positions: who wins by which moves, the graph below them, and strategies.

use super::{Answer, written};
use crate::questions::{Graph, Solve};
use crate::refusal::Refusal;
use serde_json::{Value, json};
use sprague::Limits;
use sprague_games::{GraphOptions, QuestionError, Session, SolveOptions, position_graph, view};

/// How many positions of a graph are shown unless the question says so, and at most.
const NODES: usize = 150;
const MOST_NODES: usize = 400;

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

/// A position with its components and every move.
pub(crate) fn position(session: &Session, limits: &Limits, asked: &Solve) -> Answer {
    let options = asked.options(limits);
    let found = session.position(&asked.position).map_err(QuestionError::from).and_then(|sum| view(&sum, &options));
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
    let most = asked.most.unwrap_or(NODES);
    if !(1..=MOST_NODES).contains(&most) {
        return Err(Refusal::NoQuestion(format!("most: expected a number of positions from 1 to {MOST_NODES}")));
    }
    let Graph { depth, play, first, .. } = *asked;
    let options = GraphOptions { most: Some(most), depth, play, first, limits: limits.clone(), ..GraphOptions::default() };
    let found = session.position(&asked.position).map_err(QuestionError::from);
    let found = found.and_then(|sum| position_graph(&sum, &options));
    written("position", found, || json!({ "position": asked.position, "play": asked.play }))
}
