//! A position graph as SVG.

use super::{Layered, Node};
use crate::heading::{Heading, MARGIN};
use crate::svg::{Px, Svg, columns};
use crate::theme::Theme;
use sprague::Outcome;
use std::fmt::Write;

/// The maximum number of columns for the name of a position. The `title` has the whole name.
const MAX_LABEL: usize = 24;

/// The width of a letter, the height of a box, the height of a row, and the gap between layers, in pixels.
const LETTER: f64 = 7.3;
const BOX: f64 = 26.0;
const ROW: f64 = 38.0;
const GAP: f64 = 64.0;

/// The height of a line that passes through a layer, in pixels.
const LINE: f64 = 12.0;

/// The minimum width of a drawing, in pixels.
const NARROWEST: f64 = 560.0;

#[derive(Clone, Copy)]
struct Place {
    /// The horizontal coordinate of its centre.
    x: f64,
    y: f64,
    half: f64,
}

pub(super) fn svg(graph: &Layered, theme: Theme) -> String {
    let texts: Vec<String> = graph.nodes.iter().map(written).collect();
    // a place that only a line passes through has no text
    let half = |vertex: u32| match texts.get(vertex as usize) {
        Some(text) => (columns(text) as f64 * LETTER / 2.0 + 9.0).max(BOX / 2.0 + 4.0),
        None => 0.0,
    };
    let room = |vertex: u32| if (vertex as usize) < texts.len() { ROW } else { LINE };
    let layers = &graph.layers.layers;
    let heights: Vec<f64> = layers.iter().map(|layer| layer.iter().map(|vertex| room(*vertex)).sum()).collect();
    let widths: Vec<f64> =
        layers.iter().map(|layer| layer.iter().map(|vertex| half(*vertex) * 2.0).fold(0.0, f64::max)).collect();
    let all: f64 = widths.iter().sum::<f64>() + GAP * widths.len().saturating_sub(1) as f64;
    let wide = (all + 2.0 * MARGIN).max(NARROWEST);
    let heading = Heading::new(&graph.title, &graph.words, wide);
    // space above and below for lines that lead back
    let aside = if graph.layers.is_back.contains(&true) { 40.0 } else { 10.0 };
    let (top, high) = (heading.height() + aside, heights.iter().copied().fold(ROW, f64::max));
    let mut places = vec![Place { x: 0.0, y: 0.0, half: 0.0 }; layers.iter().map(Vec::len).sum()];
    let mut x = (wide - all) / 2.0;
    for ((layer, width), height) in layers.iter().zip(&widths).zip(&heights) {
        let mut y = top;
        for vertex in layer {
            let step = room(*vertex) * high / height;
            // a line passes through the whole width of the layer
            let half = if (*vertex as usize) < texts.len() { half(*vertex) } else { width / 2.0 };
            places[*vertex as usize] = Place { x: x + width / 2.0, y: y + step / 2.0, half };
            y += step;
        }
        x += width + GAP;
    }
    let description = format!("Position graph. {}.", graph.words.join(". "));
    let mut svg = Svg::new([wide, top + high + aside + MARGIN / 2.0], &graph.title, &description, theme);
    heading.draw(&mut svg);
    arrow(&mut svg, "arrow", "deep-grey");
    arrow(&mut svg, "winning", "blue");
    edges(&mut svg, graph, &places, [top, top + high]);
    for ((node, place), text) in graph.nodes.iter().zip(&places).zip(&texts) {
        vertex(&mut svg, node, *place, text);
    }
    svg.finish()
}

fn arrow(svg: &mut Svg, id: &str, class: &str) {
    svg.open("defs", format_args!(r#"class="none""#));
    svg.open(
        "marker",
        format_args!(
            r#"id="{id}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto""#
        ),
    );
    svg.path(class, "M0 0L8 4L0 8z");
    svg.close();
    svg.close();
}

/// Returns the text in the box of a position: the label, the outcome and the value.
fn written(node: &Node) -> String {
    let letter = node.letter().map_or(String::new(), |letter| format!(" {letter}"));
    let value = node.value.as_ref().map_or(String::new(), |value| format!(" {}", crate::svg::shortened(value, 12)));
    format!("{}{letter}{value}", node.text(MAX_LABEL))
}

fn edges(svg: &mut Svg, graph: &Layered, places: &[Place], [top, bottom]: [f64; 2]) {
    // winning moves are drawn last, on top of the others
    let mut order: Vec<usize> = (0..graph.edges.len()).collect();
    order.sort_by_key(|edge| graph.is_winning(graph.edges[*edge]));
    for edge in order {
        let (from, to) = graph.edges[edge];
        let (start, end) = (places[from as usize], places[to as usize]);
        let steps = if from == to {
            format!("M{} {}c-16 -26 28 -26 12 0", Px(start.x - 6.0), Px(start.y - BOX / 2.0))
        } else if graph.layers.is_back[edge] {
            // around the side that is nearer
            let is_above = start.y - top < bottom - start.y;
            let side = if is_above { -1.0 } else { 1.0 };
            let far = if is_above { top.min(start.y.min(end.y)) - 34.0 } else { bottom.max(start.y.max(end.y)) + 34.0 };
            let [y, to_y] = [start.y + side * BOX / 2.0, end.y + side * BOX / 2.0];
            format!("M{} {}C{} {} {} {} {} {}", Px(start.x), Px(y), Px(start.x), Px(far), Px(end.x), Px(far), Px(end.x), Px(to_y))
        } else {
            let passed = graph.layers.routes[edge].iter().map(|place| places[*place as usize]);
            let mut steps = format!("M{} {}", Px(start.x + start.half), Px(start.y));
            let mut pen = start;
            for stop in passed.chain([end]) {
                let [x, to_x] = [pen.x + pen.half, stop.x - stop.half];
                let bend = ((to_x - x) * 0.45).max(20.0);
                let [near, far] = [x + bend, to_x - bend].map(Px);
                write!(steps, "C{near} {} {far} {} {} {}", Px(pen.y), Px(stop.y), Px(to_x), Px(stop.y))
                    .expect("text can be written");
                if stop.half > 0.0 && stop.x != end.x {
                    write!(steps, "H{}", Px(stop.x + stop.half)).expect("text can be written");
                }
                pen = stop;
            }
            steps
        };
        let (class, head) = if graph.is_winning((from, to)) { ("draws-blue", "winning") } else { ("line", "arrow") };
        let dash = if graph.layers.is_back[edge] { " dash" } else { "" };
        svg.element("path", format_args!(r#"class="{class} none{dash}" marker-end="url(#{head})" d="{steps}""#));
    }
}

fn vertex(svg: &mut Svg, node: &Node, Place { x, y, half }: Place, text: &str) {
    let (fill, stroke, width) = match node.outcome {
        Some(Outcome::Win) => ("pale-blue", "draws-blue", 1.5),
        Some(Outcome::Loss) => ("pale-orange", "draws-orange", 3.0),
        Some(Outcome::Draw) => ("pale-grey", "draws-ink", 1.5),
        None => ("paper", "draws-grey dash", 1.5),
    };
    svg.open("g", format_args!(r#"stroke-width="{}""#, Px(width)));
    svg.named(&said(node));
    let (left, top, high) = (x - half, y - BOX / 2.0, BOX / 2.0);
    let steps = match node.outcome {
        Some(Outcome::Draw) => {
            format!("M{} {}l8 -{high}h{}l8 {high}l-8 {high}h-{}z", Px(left), Px(y), Px(2.0 * half - 16.0), Px(2.0 * half - 16.0))
        }
        Some(Outcome::Loss) => format!("M{} {}h{}v{BOX}h-{}z", Px(left), Px(top), Px(2.0 * half), Px(2.0 * half)),
        _ => {
            let straight = Px(2.0 * half - BOX);
            format!(
                "M{} {}h{straight}a{high} {high} 0 0 1 0 {BOX}h-{straight}a{high} {high} 0 0 1 0 -{BOX}z",
                Px(left + high),
                Px(top)
            )
        }
    };
    svg.path(&format!("{fill} {stroke}"), &steps);
    svg.sized_text("ink middle code", 12.0, [x, y + 4.5], text);
    svg.close();
}

/// Describes a position in words.
fn said(node: &Node) -> String {
    let outcome = match node.outcome {
        Some(Outcome::Win) => ": won for the player to move",
        Some(Outcome::Loss) => ": lost for the player to move",
        Some(Outcome::Draw) => ": a draw",
        None => "",
    };
    let value = node.value.as_ref().map_or(String::new(), |value| format!(", value {value}"));
    format!("{}{outcome}{value}", node.label)
}
