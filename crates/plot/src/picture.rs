//! Pictures of positions: boards and strips, heaps of tokens, and graphs.
//!
//! A position without a picture is shown as text.

mod drawn;
mod text;

use crate::layers::Layers;
use crate::theme::Theme;
use sprague::BadNotation;
use sprague::any::{GraphPicture, Look, Picture};
use sprague::solve::ComponentPosition;
use sprague_questions::{NoAnswer, ParsedSum};
use std::collections::{BTreeSet, VecDeque};

/// The maximum number of components of a drawing.
const MAX_COMPONENTS: usize = 64;

/// A sum, ready to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Pictures {
    pub(crate) title: String,
    pub(crate) words: Vec<String>,
    parts: Vec<Part>,
}

/// A component of the sum.
#[derive(Clone, Debug)]
struct Part {
    /// The component as it is typed.
    text: String,
    picture: Option<Picture>,
    look: Look,
}

impl Pictures {
    /// Collects the pictures of the components of a sum.
    pub(crate) fn of(sum: &ParsedSum) -> Result<Self, NoAnswer> {
        if sum.components().len() > MAX_COMPONENTS {
            return Err(BadNotation::new(
                0,
                format!("a sum of at most {MAX_COMPONENTS} components, which is as much as can be seen"),
            )
            .into());
        }
        let part = |(index, component): (usize, &sprague::solve::Component)| {
            let picture = match &component.position {
                ComponentPosition::Small(position) => component.rules.rules().picture(position),
                ComponentPosition::Big(_) => None,
            };
            let sign = if component.is_negative { "-" } else { "" };
            let look = component.rules.rules().look();
            let (picture, look) =
                if component.is_negative { (picture.map(Picture::exchanged), look.exchanged()) } else { (picture, look) };
            Part { text: format!("{sign}{}@{}", component.rules.name(), sum.show(index, &component.position)), picture, look }
        };
        let parts: Vec<Part> = sum.components().iter().enumerate().map(part).collect();
        for component in sum.components() {
            component.rules.check()?;
        }
        let mut words = vec![];
        if parts.len() > 1 {
            words.push(format!("{} components", parts.len()));
        }
        if parts.iter().any(|part| part.picture.is_none()) {
            words.push("text alone: these rules have no picture, or it would be too large".to_owned());
        }
        words.extend(legend(&parts));
        Ok(Self { title: sum.to_string(), words, parts })
    }

    pub(crate) fn svg(&self, theme: Theme) -> String {
        drawn::svg(self, theme)
    }

    pub(crate) fn text(&self, columns: usize) -> Vec<String> {
        text::lines(self, columns)
    }
}

/// Lists the animals in the pictures, with their signs in text.
fn legend(parts: &[Part]) -> Option<String> {
    let cells = |part: &Part| match &part.picture {
        Some(Picture::Cells(rows)) => rows.iter().flatten().filter_map(|sign| Some((*sign, part.look.figure(*sign)?))).collect(),
        _ => vec![],
    };
    let names: BTreeSet<String> =
        parts.iter().flat_map(cells).map(|(sign, figure)| format!("{sign} {}", figure.name())).collect();
    (!names.is_empty()).then(|| names.into_iter().collect::<Vec<_>>().join(", "))
}

/// Puts the vertices of a graph into layers.
///
/// The layers of a directed graph are determined by the longest remaining path. Those of other graphs are determined by the
/// distance from the ground, or from the first vertex if there is no ground.
fn layers(graph: &GraphPicture) -> Layers {
    let count = graph.vertices.len();
    let edges: Vec<(u32, u32)> = graph.edges.iter().map(|edge| (edge.from, edge.to)).collect();
    if graph.is_directed {
        let mut layers = Layers::of(count, &edges);
        // few edges are long here, and they are drawn bent, so the places for passing edges are not needed
        layers.layers.iter_mut().for_each(|layer| layer.retain(|vertex| (*vertex as usize) < count));
        return layers;
    }
    let mut near = vec![vec![]; count];
    for (from, to) in &edges {
        near[*from as usize].push(*to);
        near[*to as usize].push(*from);
    }
    let mut away: Vec<Option<usize>> = vec![None; count];
    let ground: Vec<u32> = (0..count as u32).filter(|vertex| graph.vertices[*vertex as usize].is_ground).collect();
    let mut found: VecDeque<u32> = VecDeque::new();
    let starts = ground.into_iter().map(|vertex| (vertex, true)).chain((0..count as u32).map(|vertex| (vertex, false)));
    let settle = |found: &mut VecDeque<u32>, away: &mut Vec<Option<usize>>| {
        while let Some(vertex) = found.pop_front() {
            for next in &near[vertex as usize] {
                if away[*next as usize].is_none() {
                    away[*next as usize] = away[vertex as usize].map(|steps| steps + 1);
                    found.push_back(*next);
                }
            }
        }
    };
    for (vertex, is_ground) in starts {
        if away[vertex as usize].is_none() {
            // each part of the graph begins in the first layer
            away[vertex as usize] = Some(0);
            found.push_back(vertex);
        }
        if !is_ground {
            settle(&mut found, &mut away);
        }
    }
    let last = away.iter().flatten().max().map_or(0, |most| most + 1);
    let mut layers = vec![vec![]; last];
    for (vertex, steps) in away.iter().enumerate() {
        layers[steps.expect("every vertex was reached")].push(vertex as u32);
    }
    Layers::in_order(layers, count, &edges)
}
