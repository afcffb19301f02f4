//! Draws position graphs in the DOT language of Graphviz.

use super::PositionGraph;
use petgraph::dot;
use sprague_core::Outcome;
use std::fmt;

/// A position graph that is displayed as DOT.
///
/// Lost positions are filled, drawn positions are dashed, and the root has a double border.
///
/// ```
/// use sprague::Limits;
/// use sprague::evaluate::labels::outcomes;
/// use sprague::graph::{Dot, PositionGraph};
/// # use sprague::examples::Nim;
/// let graph = PositionGraph::explore(&Nim, 2, &Limits::default()).unwrap();
/// let labels = outcomes(&graph);
/// let dot = Dot::new(&graph, |_, heap| format!("{heap}"), |number| Some(labels.outcome(number))).to_string();
/// assert!(dot.starts_with("digraph {"));
/// assert!(dot.contains(r#"label="2" peripheries=2"#));
/// ```
pub struct Dot<'a, P, L, O> {
    graph: &'a PositionGraph<P>,
    label: L,
    outcome: O,
}

impl<P, L, O> fmt::Debug for Dot<'_, P, L, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dot").finish_non_exhaustive()
    }
}

impl<'a, P, L, O> Dot<'a, P, L, O>
where
    L: Fn(u32, &P) -> String,
    O: Fn(u32) -> Option<Outcome>,
{
    /// Returns a picture of `graph`. `label` returns the label of a position, and `outcome` its outcome if it is known.
    pub fn new(graph: &'a PositionGraph<P>, label: L, outcome: O) -> Self {
        Self { graph, label, outcome }
    }

    fn attributes(&self, number: u32, position: &P) -> String {
        attributes(&(self.label)(number, position), number == 0, (self.outcome)(number))
    }
}

/// Writes a graph like [`Dot`] does, given labels, outcomes and edges.
///
/// `nodes` must return the label and the outcome of every position in the order of their numbers.
///
/// ```
/// use sprague::{Outcome, graph::write_dot};
/// let mut text = String::new();
/// write_dot(&mut text, [("1", Some(Outcome::Win)), ("0", Some(Outcome::Loss))].into_iter(), &[(0, 1)]).unwrap();
/// assert!(text.starts_with("digraph {") && text.contains("0 -> 1"));
/// ```
///
/// # Errors
/// Returns the errors of the writer.
pub fn write_dot<'a>(
    out: &mut impl fmt::Write,
    nodes: impl Iterator<Item = (&'a str, Option<Outcome>)>,
    edges: &[(u32, u32)],
) -> fmt::Result {
    writeln!(out, "digraph {{")?;
    for (number, (label, outcome)) in nodes.enumerate() {
        writeln!(out, "    {number} [ {}]", attributes(label, number == 0, outcome))?;
    }
    for (from, to) in edges {
        writeln!(out, "    {from} -> {to} [ ]")?;
    }
    writeln!(out, "}}")
}

fn attributes(label: &str, is_root: bool, outcome: Option<Outcome>) -> String {
    let label = label.replace('\\', "\\\\").replace('"', "\\\"");
    let root = if is_root { " peripheries=2" } else { "" };
    let style = match outcome {
        Some(Outcome::Loss) => " style=filled fillcolor=lightgrey tooltip=lost",
        Some(Outcome::Draw) => " style=dashed tooltip=drawn",
        Some(Outcome::Win) => " tooltip=won",
        None => "",
    };
    format!("label=\"{label}\"{root}{style}")
}

impl<P, L, O> fmt::Display for Dot<'_, P, L, O>
where
    P: fmt::Debug,
    L: Fn(u32, &P) -> String,
    O: Fn(u32) -> Option<Outcome>,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let config = [dot::Config::NodeNoLabel, dot::Config::EdgeNoLabel];
        let node = |_, (number, position): (u32, &P)| self.attributes(number, position);
        let edge = |_, _| String::new();
        fmt::Debug::fmt(&dot::Dot::with_attr_getters(self.graph, &config, &edge, &node), f)
    }
}
