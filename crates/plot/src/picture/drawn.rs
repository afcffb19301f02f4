//! Positions as SVG: squares with letters, columns of tokens, vertices and edges.

use super::{Part, Pictures, layers};
use crate::heading::{Heading, MARGIN, WIDTH};
use crate::svg::{Px, Svg, columns, shortened, width};
use crate::theme::Theme;
use sprague::Player;
use sprague::any::{Figure, GraphPicture, Look, Picture, Piece};

/// The maximum and the minimum size of a square, and the width of a board above which its squares become smaller, in pixels.
const SQUARE: [f64; 2] = [36.0, 6.0];
const BOARD: f64 = 620.0;

/// The radius of a token, in pixels. The next constant is the maximum number of tokens in a column.
///
/// A larger heap is drawn as a bar.
const TOKEN: f64 = 9.0;
const MOST_TOKENS: u64 = 16;

/// The distances between vertices, along and across the layers, and the radius of a vertex, in pixels.
const STEP: [f64; 2] = [76.0, 62.0];
const VERTEX: f64 = 13.0;

/// The distance between components, and the height of the line with their text, in pixels.
const BETWEEN: f64 = 28.0;
const CAPTION: f64 = 24.0;

/// The maximum number of columns of the text of a component.
const MAX_TEXT: usize = 60;

pub(super) fn svg(pictures: &Pictures, theme: Theme) -> String {
    let sizes: Vec<[f64; 2]> = pictures.parts.iter().map(size).collect();
    // places components next to each other in rows
    let mut places: Vec<[f64; 2]> = vec![];
    let (mut x, mut y, mut row, mut widest) = (MARGIN, 0.0, 0.0_f64, 0.0_f64);
    for [wide, high] in &sizes {
        if x > MARGIN && x + wide > WIDTH - MARGIN {
            (x, y, row) = (MARGIN, y + row + BETWEEN, 0.0);
        }
        places.push([x, y]);
        x += wide + BETWEEN;
        row = row.max(*high);
        widest = widest.max(x - BETWEEN + MARGIN);
    }
    let wide = widest.max(440.0);
    let heading = Heading::new(&pictures.title, &pictures.words, wide);
    let top = heading.height() + 4.0;
    let texts: Vec<&str> = pictures.parts.iter().map(|part| part.text.as_str()).collect();
    let mut svg =
        Svg::new([wide, top + y + row + MARGIN], &pictures.title, &format!("The position {}.", texts.join(", ")), theme);
    heading.draw(&mut svg);
    for (part, [x, y]) in pictures.parts.iter().zip(places) {
        drawn(&mut svg, part, [x, top + y], pictures.parts.len() > 1);
    }
    svg.finish()
}

/// Returns the size of the picture of a component, including the text above it.
fn size(part: &Part) -> [f64; 2] {
    let [wide, high] = match &part.picture {
        Some(Picture::Cells(rows)) => {
            let (square, across) = (square(rows), rows.iter().map(Vec::len).max().unwrap_or(0));
            [across as f64 * square, rows.len() as f64 * square]
        }
        Some(Picture::Heaps(heaps)) => [heaps.iter().map(|heap| heap_width(*heap)).sum::<f64>(), heaps_height(heaps)],
        Some(Picture::Graph(graph)) => {
            let layers = layers(graph).layers;
            let most = layers.iter().map(Vec::len).max().unwrap_or(0) as f64;
            let along = layers.len() as f64;
            if stands(graph) { [most * STEP[0], along * STEP[1]] } else { [along * STEP[0], most * STEP[1]] }
        }
        _ => [0.0, 4.0],
    };
    [wide.max(width(&shortened(&part.text, MAX_TEXT), 13.0)), high + CAPTION]
}

/// Returns `true` if a graph stands on the ground. Other graphs are drawn from left to right.
fn stands(graph: &GraphPicture) -> bool {
    graph.vertices.iter().any(|vertex| vertex.is_ground)
}

fn square(rows: &[Vec<char>]) -> f64 {
    let most = rows.iter().map(Vec::len).max().unwrap_or(0).max(rows.len()).max(1);
    (BOARD / most as f64).clamp(SQUARE[1], SQUARE[0]).floor()
}

fn heap_width(heap: u64) -> f64 {
    (width(&heap.to_string(), 13.0) + 10.0).max(TOKEN * 2.0 + 10.0)
}

fn heaps_height(heaps: &[u64]) -> f64 {
    heaps.iter().max().map_or(0.0, |most| (*most).clamp(1, MOST_TOKENS) as f64 * TOKEN * 2.0) + 24.0
}

fn drawn(svg: &mut Svg, part: &Part, [x, y]: [f64; 2], has_name: bool) {
    if has_name || part.picture.is_none() {
        svg.text("dim code", [x, y + 13.0], &shortened(&part.text, MAX_TEXT));
    }
    let at = [x, y + CAPTION];
    match &part.picture {
        Some(Picture::Cells(rows)) => board(svg, rows, &part.look, at),
        Some(Picture::Heaps(heaps)) => tokens(svg, heaps, at),
        Some(Picture::Graph(graph)) => wires(svg, graph, at),
        _ => {}
    }
}

fn board(svg: &mut Svg, rows: &[Vec<char>], look: &Look, [x, y]: [f64; 2]) {
    let side = square(rows);
    let lines = look.joined(rows);
    if !lines.is_empty() {
        let wide = rows[0].len();
        let centre = |at: usize| [x + ((at % wide) as f64 + 0.5) * side, y + ((at / wide) as f64 + 0.5) * side];
        lines.iter().for_each(|[from, to]| svg.line("line", centre(*from), centre(*to)));
        for (sign, place) in rows.iter().flatten().zip((0..).map(centre)) {
            match (look.piece(*sign), look.figure(*sign)) {
                (Piece::Gone, _) => {}
                (_, Some(animal)) => {
                    svg.circle("paper", place, side * 0.43);
                    figure(svg, animal, look.piece(*sign), place, side * 0.8);
                }
                _ => svg.circle("paper draws-grey", place, side * 0.12),
            }
        }
        return;
    }
    for (row, top) in rows.iter().zip(0..).map(|(row, at)| (row, y + f64::from(at) * side)) {
        for (letter, left) in row.iter().zip(0..).map(|(letter, at)| (*letter, x + f64::from(at) * side)) {
            let is_filled = letter == '#';
            let class = if is_filled { "deep-grey draws-grey" } else { "paper draws-grey" };
            svg.rect(class, [left, top], [side, side]);
            if let Some(animal) = look.figure(letter) {
                figure(svg, animal, look.piece(letter), [left + side / 2.0, top + side / 2.0], side * 0.8);
            } else if !is_filled && !['.', ' '].contains(&letter) && side >= 9.0 {
                let size = side * 0.58 / columns(&letter.to_string()).max(1) as f64;
                svg.sized_text("ink middle code", size, [left + side / 2.0, top + side / 2.0 + size * 0.35], &letter.to_string());
            }
        }
    }
}

/// Draws an animal in the colour of its player, `size` pixels wide and high.
fn figure(svg: &mut Svg, animal: Figure, piece: Piece, [x, y]: [f64; 2], size: f64) {
    let class = match piece {
        Piece::Left => "blue",
        Piece::Right => "orange",
        _ => "ink",
    };
    let [left, top] = [x - size / 2.0, y - size / 2.0].map(Px);
    let steps = animal.outline();
    svg.element(
        "path",
        format_args!(r#"class="{class}" transform="translate({left} {top}) scale({:.3})" d="{steps}""#, size / 100.0),
    );
}

fn tokens(svg: &mut Svg, heaps: &[u64], [mut x, y]: [f64; 2]) {
    let floor = y + heaps_height(heaps) - 24.0;
    for heap in heaps {
        let (wide, most) = (heap_width(*heap), (*heap).min(MOST_TOKENS));
        let middle = x + wide / 2.0;
        if *heap > MOST_TOKENS {
            // too many to count: a bar with a gap in the middle
            let high = most as f64 * TOKEN * 2.0;
            svg.rect("blue", [middle - TOKEN, floor - high], [TOKEN * 2.0, high]);
            svg.rect("paper", [middle - TOKEN - 1.0, floor - high / 2.0 - 3.0], [TOKEN * 2.0 + 2.0, 6.0]);
        } else {
            for token in 0..most {
                svg.circle("blue draws-paper", [middle, floor - (token as f64 * 2.0 + 1.0) * TOKEN], TOKEN);
            }
        }
        svg.line("line", [x + 3.0, floor + 1.0], [x + wide - 3.0, floor + 1.0]);
        svg.text("ink middle", [middle, floor + 18.0], &heap.to_string());
        x += wide;
    }
}

fn wires(svg: &mut Svg, graph: &GraphPicture, [x, y]: [f64; 2]) {
    let layers = layers(graph);
    let most = layers.layers.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let (is_upright, along) = (stands(graph), layers.layers.len());
    let mut places = vec![[0.0; 2]; graph.vertices.len()];
    for (at, layer) in layers.layers.iter().enumerate() {
        for (row, vertex) in layer.iter().enumerate() {
            let across = (row as f64 + 0.5) * most / layer.len() as f64;
            places[*vertex as usize] = if is_upright {
                [x + across * STEP[0], y + ((along - 1 - at) as f64 + 0.5) * STEP[1]]
            } else {
                [x + (at as f64 + 0.5) * STEP[0], y + across * STEP[1]]
            };
        }
    }
    let mut seen = std::collections::HashMap::new();
    let mut layer_of = vec![0_usize; graph.vertices.len()];
    for (at, layer) in layers.layers.iter().enumerate() {
        layer.iter().for_each(|vertex| layer_of[*vertex as usize] = at);
    }
    for edge in &graph.edges {
        // several edges between the same two vertices are drawn next to each other
        let twins = seen.entry((edge.from.min(edge.to), edge.from.max(edge.to))).or_insert(0_u32);
        *twins += 1;
        let side = if *twins % 2 == 0 { 1.0 } else { -1.0 };
        // edges that lead past other vertices go around them
        let past = layer_of[edge.from as usize].abs_diff(layer_of[edge.to as usize]).saturating_sub(1);
        let bow = (f64::from(*twins / 2) * 18.0 + past as f64 * 13.0) * side;
        let (class, name) = match edge.player {
            Some(Player::Left) => ("draws-blue wide", "L"),
            Some(Player::Right) => ("draws-orange wide", "R"),
            None => ("draws-grey wide", ""),
        };
        wire(svg, [places[edge.from as usize], places[edge.to as usize]], bow, class, name, graph.is_directed);
    }
    for (vertex, place) in graph.vertices.iter().zip(&places) {
        let [x, y] = *place;
        let (fill, letter) = match vertex.mark {
            Some('T') => ("orange draws-ink", "on-orange"),
            Some(_) => ("pale-blue draws-ink", "ink"),
            None => ("paper draws-grey", "ink"),
        };
        svg.open("g", format_args!(r#"stroke-width="1.5""#));
        svg.named(&vertex.name);
        if vertex.is_ground {
            svg.rect("deep-grey draws-grey", [x - VERTEX * 1.6, y - 4.0], [VERTEX * 3.2, 8.0]);
        } else {
            svg.circle(fill, [x, y], VERTEX);
            let name = vertex.mark.map_or_else(|| shortened(&vertex.name, 3), String::from);
            svg.sized_text(&format!("{letter} middle code"), 11.0, [x, y + 4.0], &name);
            if vertex.mark.is_some() {
                svg.sized_text("dim middle code", 10.0, [x, y + VERTEX + 11.0], &shortened(&vertex.name, 8));
            }
        }
        svg.close();
    }
}

/// Draws an edge that is bent by `bow` pixels. If it is directed, it has an arrow.
fn wire(svg: &mut Svg, [from, to]: [[f64; 2]; 2], bow: f64, class: &str, name: &str, is_directed: bool) {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx.hypot(dy);
    if length < 1.0 {
        svg.path(&format!("{class} none"), &format!("M{} {}c-34 -34 34 -34 0 0", Px(from[0]), Px(from[1])));
        return;
    }
    let [along, aside] = [[dx / length, dy / length], [-dy / length, dx / length]];
    let middle = [(from[0] + to[0]) / 2.0 + aside[0] * bow * 2.0, (from[1] + to[1]) / 2.0 + aside[1] * bow * 2.0];
    let steps = format!("M{} {}Q{} {} {} {}", Px(from[0]), Px(from[1]), Px(middle[0]), Px(middle[1]), Px(to[0]), Px(to[1]));
    svg.path(&format!("{class} none"), &steps);
    let half = [(from[0] + to[0]) / 2.0 + aside[0] * bow, (from[1] + to[1]) / 2.0 + aside[1] * bow];
    if is_directed {
        let tip = [half[0] + along[0] * 6.0, half[1] + along[1] * 6.0];
        let back = |side: f64| [tip[0] - along[0] * 10.0 + aside[0] * side, tip[1] - along[1] * 10.0 + aside[1] * side];
        let ([a, b], [c, d]) = (back(5.0), back(-5.0));
        svg.path(&format!("{class} none"), &format!("M{} {}L{} {}L{} {}", Px(a), Px(b), Px(tip[0]), Px(tip[1]), Px(c), Px(d)));
    }
    if !name.is_empty() {
        svg.sized_text("ink middle code", 11.0, [half[0] + aside[0].abs() * 9.0 + 3.0, half[1] + 4.0], name);
    }
}
