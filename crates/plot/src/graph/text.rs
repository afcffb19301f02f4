//! A position graph for a terminal: letters, or names if they fit, and moves in braille.

use super::Layered;
use crate::braille::Canvas;
use crate::heading::framed;
use crate::svg::columns as columns_of;

/// The maximum number of lines of a picture.
const MAX_LINES: usize = 60;

/// The maximum number of moves that are drawn. With more moves, the picture is illegible.
const MAX_MOVES: usize = 150;

pub(super) fn lines(graph: &Layered, columns: usize, lines: usize) -> Vec<String> {
    // here moves are straight lines, even across other positions
    let is_position = |vertex: &u32| (*vertex as usize) < graph.nodes.len();
    let layers: Vec<Vec<u32>> =
        graph.layers.layers.iter().map(|layer| layer.iter().copied().filter(is_position).collect()).collect();
    let tallest = layers.iter().map(Vec::len).max().unwrap_or(0);
    let mut words = graph.words.clone();
    if tallest > MAX_LINES || layers.len() * 3 > columns {
        words.push("it is too large for so few columns: -o FILE.svg shows all of it".to_owned());
        return framed(&graph.title, vec![], &words, columns);
    }
    let high = if tallest * 2 <= lines.max(8) { (tallest * 2).max(3) } else { tallest };
    let slot = columns / layers.len().max(1);
    // names if they leave enough room for the moves, else only letters
    let names: Vec<String> = graph.nodes.iter().map(|node| format!("{}{}", node.text(40), letter(node.letter()))).collect();
    let has_names = names.iter().all(|name| columns_of(name) + 4 <= slot);
    let shown = |vertex: u32| {
        let node = &graph.nodes[vertex as usize];
        if has_names { names[vertex as usize].clone() } else { node.letter().unwrap_or('?').to_string() }
    };
    let mut canvas = Canvas::new(columns, high);
    let mut places = vec![([0, 0], 0); graph.nodes.len()];
    for (at, layer) in layers.iter().enumerate() {
        for (row, vertex) in layer.iter().enumerate() {
            let line = ((2 * row + 1) * high / (2 * layer.len())).min(high - 1);
            places[*vertex as usize] = ([at * slot, line], columns_of(&shown(*vertex)));
        }
    }
    if graph.edges.len() <= MAX_MOVES {
        for ((from, to), _) in graph.edges.iter().zip(&graph.layers.is_back).filter(|(_, is_back)| !**is_back) {
            let (([x, line], width), ([to_x, to_line], _)) = (places[*from as usize], places[*to as usize]);
            canvas.line([(x + width) * 2, line * 4 + 2], [(to_x * 2).saturating_sub(1), to_line * 4 + 2]);
        }
    } else {
        words.push(format!("the {} moves are not drawn here: -o FILE.svg shows them", graph.edges.len()));
    }
    for vertex in 0..graph.nodes.len() as u32 {
        let ([x, line], _) = places[vertex as usize];
        canvas.text(x, line, &shown(vertex));
    }
    framed(&graph.title, canvas.into_lines(), &words, columns)
}

fn letter(letter: Option<char>) -> String {
    letter.map_or(String::new(), |letter| format!(" {letter}"))
}
