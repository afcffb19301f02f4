//! Positions in plain characters.

use super::{Part, Pictures};
use crate::heading::framed;
use crate::svg::{columns as columns_of, shortened};
use sprague::Player;
use sprague::any::{GraphPicture, Picture};

/// The maximum number of edges that are listed.
const MAX_EDGES: usize = 100;

pub(super) fn lines(pictures: &Pictures, columns: usize) -> Vec<String> {
    let several = pictures.parts.len() > 1;
    let mut picture = vec![];
    for part in &pictures.parts {
        if several {
            picture.push(shortened(&part.text, columns));
        }
        picture.extend(part_lines(part, columns));
    }
    framed(&pictures.title, picture, &pictures.words, columns)
}

fn part_lines(part: &Part, columns: usize) -> Vec<String> {
    match &part.picture {
        Some(Picture::Cells(rows)) => {
            let lines = part.look.text(rows, columns.saturating_sub(2));
            lines.iter().map(|line| shortened(&format!("  {line}"), columns)).collect()
        }
        Some(Picture::Heaps(heaps)) => heaps.iter().map(|heap| tokens(*heap, columns)).collect(),
        Some(Picture::Graph(graph)) => edges(graph, columns),
        _ => vec![],
    }
}

/// Formats a heap as its number and a row of as many tokens as fit.
fn tokens(heap: u64, columns: usize) -> String {
    let number = heap.to_string();
    let room = columns.saturating_sub(number.len() + 6);
    let shown = usize::try_from(heap).unwrap_or(usize::MAX).min(room);
    let rest = if (shown as u64) < heap { "…" } else { "" };
    format!("  {number}  {}{rest}", "●".repeat(shown))
}

/// Lists all edges, several on a line.
fn edges(graph: &GraphPicture, columns: usize) -> Vec<String> {
    let name = |vertex: u32| {
        let vertex = &graph.vertices[vertex as usize];
        let mark = vertex.mark.map_or(String::new(), |mark| format!("({mark})"));
        let ground = if vertex.is_ground { "(ground)" } else { "" };
        format!("{}{mark}{ground}", shortened(&vertex.name, 20))
    };
    let line = if graph.is_directed { "→" } else { "–" };
    let player = |player: Option<Player>| player.map_or(String::new(), |player| format!(" {}", &player.to_string()[..1]));
    let written = graph
        .edges
        .iter()
        .take(MAX_EDGES)
        .map(|edge| format!("{}{line}{}{}", name(edge.from), name(edge.to), player(edge.player)));
    let mut lines: Vec<String> = vec![];
    for edge in written {
        match lines.last_mut() {
            Some(line) if columns_of(line) + 3 + columns_of(&edge) <= columns => line.extend(["   ", &edge]),
            _ => lines.push(shortened(&format!("  {edge}"), columns)),
        }
    }
    if graph.edges.len() > MAX_EDGES {
        lines.push(format!("  … and {} more edges", graph.edges.len() - MAX_EDGES));
    }
    lines
}
