//! A position graph as SVG.

use super::{Layered, Node};
use crate::heading::{Heading, MARGIN};
use crate::svg::{Px, Svg, columns};
use crate::theme::Theme;
use sprague::Outcome;

/// The longest name of a position, in columns; `title` has all of it.
const MAX_LABEL: usize = 24;

/// How wide a column of letters is, how high a box is, and how far apart boxes and layers are.
const LETTER: f64 = 7.3;
const BOX: f64 = 26.0;
const ROW: f64 = 38.0;
const GAP: f64 = 64.0;

/// How wide a drawing is at least.
const NARROWEST: f64 = 560.0;

/// A box with its place.
#[derive(Clone, Copy)]
struct Place {
    /// Its centre.
    x: f64,
    y: f64,
    half: f64,
}

pub(super) fn svg(graph: &Layered, theme: Theme) -> String {
    let texts: Vec<String> = graph.nodes.iter().map(written).collect();
    let half = |vertex: u32| (columns(&texts[vertex as usize]) as f64 * LETTER / 2.0 + 9.0).max(BOX / 2.0 + 4.0);
    let layers = &graph.layers.layers;
    let widths: Vec<f64> =
        layers.iter().map(|layer| layer.iter().map(|vertex| half(*vertex) * 2.0).fold(0.0, f64::max)).collect();
    let tallest = layers.iter().map(Vec::len).max().unwrap_or(1);
    let all: f64 = widths.iter().sum::<f64>() + GAP * widths.len().saturating_sub(1) as f64;
    let wide = (all + 2.0 * MARGIN).max(NARROWEST);
    let heading = Heading::new(&graph.title, &graph.words, wide);
    // room for lines that lead back above and below
    let aside = if graph.layers.is_back.contains(&true) { 40.0 } else { 10.0 };
    let (top, high) = (heading.height() + aside, tallest as f64 * ROW);
    let mut places = vec![Place { x: 0.0, y: 0.0, half: 0.0 }; graph.nodes.len()];
    let mut x = (wide - all) / 2.0;
    for (layer, width) in layers.iter().zip(&widths) {
        for (at, vertex) in layer.iter().enumerate() {
            let y = top + (at as f64 + 0.5) * high / layer.len() as f64;
            places[*vertex as usize] = Place { x: x + width / 2.0, y, half: half(*vertex) };
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

/// The head of an arrow.
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

/// What is written in the box of a position.
fn written(node: &Node) -> String {
    let letter = node.letter().map_or(String::new(), |letter| format!(" {letter}"));
    let value = node.value.as_ref().map_or(String::new(), |value| format!(" {}", crate::svg::shortened(value, 12)));
    format!("{}{letter}{value}", node.text(MAX_LABEL))
}

fn edges(svg: &mut Svg, graph: &Layered, places: &[Place], [top, bottom]: [f64; 2]) {
    // what wins is drawn last, on top
    let mut order: Vec<usize> = (0..graph.edges.len()).collect();
    order.sort_by_key(|edge| graph.is_winning(graph.edges[*edge]));
    for edge in order {
        let (from, to) = graph.edges[edge];
        let (start, end) = (places[from as usize], places[to as usize]);
        let steps = if from == to {
            format!("M{} {}c-16 -26 28 -26 12 0", Px(start.x - 6.0), Px(start.y - BOX / 2.0))
        } else if graph.layers.is_back[edge] {
            // around the nearer side
            let is_above = start.y - top < bottom - start.y;
            let side = if is_above { -1.0 } else { 1.0 };
            let far = if is_above { top.min(start.y.min(end.y)) - 34.0 } else { bottom.max(start.y.max(end.y)) + 34.0 };
            let [y, to_y] = [start.y + side * BOX / 2.0, end.y + side * BOX / 2.0];
            format!("M{} {}C{} {} {} {} {} {}", Px(start.x), Px(y), Px(start.x), Px(far), Px(end.x), Px(far), Px(end.x), Px(to_y))
        } else {
            let [x, to_x] = [start.x + start.half, end.x - end.half];
            let bend = ((to_x - x) * 0.45).max(20.0);
            format!(
                "M{} {}C{} {} {} {} {} {}",
                Px(x),
                Px(start.y),
                Px(x + bend),
                Px(start.y),
                Px(to_x - bend),
                Px(end.y),
                Px(to_x),
                Px(end.y)
            )
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

/// A position in words.
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
