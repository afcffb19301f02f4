//! Drawings in TikZ, for papers, converted from their SVG.
//!
//! The shapes, colours and texts are unchanged.

use crate::heading;
use crate::theme::{Theme, colours_of};
use roxmltree::{Document, Node};
use sprague::printable::Printable;
use sprague::values::latex_words;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::str::FromStr;
use svgtypes::{SimplePathSegment, SimplifyingPathParser, Transform};

/// An affine map.
///
/// The map takes (x, y) to (a·x + c·y + e, b·x + d·y + f).
#[derive(Clone, Copy)]
struct Map([f64; 6]);

impl Map {
    /// Returns the map that first applies an attribute `transform` and then this map.
    fn after(self, steps: &str) -> Self {
        // `none` is not a list of steps
        let Transform { a: p, b: q, c: r, d: s, e: t, f: u } = Transform::from_str(steps).unwrap_or_default();
        let Self([a, b, c, d, e, f]) = self;
        Self([a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e, b * t + d * u + f])
    }

    /// Returns the image of a point, as TikZ coordinates.
    fn place(self, x: f64, y: f64) -> String {
        let Self([a, b, c, d, e, f]) = self;
        format!("({},{})", number(a * x + c * y + e), number(b * x + d * y + f))
    }

    /// Returns the factor by which the map multiplies lengths.
    fn growth(self) -> f64 {
        let Self([a, b, c, d, ..]) = self;
        (a * d - b * c).abs().sqrt()
    }

    fn path(self, steps: &str) -> String {
        let (mut path, mut pen) = (String::new(), [0.0; 2]);
        for step in SimplifyingPathParser::from(steps).map_while(Result::ok) {
            let written = match step {
                SimplePathSegment::MoveTo { x, y } => format!(" {}", self.place(x, y)),
                SimplePathSegment::LineTo { x, y } => format!(" -- {}", self.place(x, y)),
                SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y } => {
                    format!(" .. controls {} and {} .. {}", self.place(x1, y1), self.place(x2, y2), self.place(x, y))
                }
                SimplePathSegment::Quadratic { x1, y1, x, y } => {
                    let third = |from: f64, to: f64| from + (to - from) * 2.0 / 3.0;
                    let near = self.place(third(pen[0], x1), third(pen[1], y1));
                    format!(" .. controls {near} and {} .. {}", self.place(third(x, x1), third(y, y1)), self.place(x, y))
                }
                SimplePathSegment::ClosePath => " -- cycle".to_owned(),
            };
            path.push_str(&written);
            if let SimplePathSegment::MoveTo { x, y }
            | SimplePathSegment::LineTo { x, y }
            | SimplePathSegment::CurveTo { x, y, .. }
            | SimplePathSegment::Quadratic { x, y, .. } = step
            {
                pen = [x, y];
            }
        }
        path
    }
}

/// Properties that a shape or a text inherits from the groups that contain it.
#[derive(Clone, Copy)]
struct Style {
    map: Map,
    stroke_width: f64,
}

/// The colour of elements without a class, as in SVG.
const BLACK: &str = "000000";

/// Converts an SVG document of this crate to TikZ, without its heading and its paper if `is_bare` is set.
pub(crate) fn of(svg: &str, theme: Theme, is_bare: bool) -> String {
    let document = Document::parse(svg).expect("our drawings are XML");
    let mut out = Tikz { text: String::new(), colours: BTreeSet::new(), theme };
    let root = document.root_element();
    let style = Style { map: Map([1.0, 0.0, 0.0, 1.0, 0.0, 0.0]), stroke_width: 1.0 };
    let is_around = |child: &Node<'_, '_>| child.has_attribute(heading::PART) || child.attribute("class") == Some("paper");
    root.children().filter(|child| !is_bare || !is_around(child)).for_each(|child| out.write(child, style));
    let said = |name| root.children().find(|node| node.has_tag_name(name)).and_then(|node| node.text()).unwrap_or_default();
    let mut whole = String::new();
    let mut line = |line: std::fmt::Arguments<'_>| writeln!(whole, "{line}").expect("text can be written");
    line(format_args!("% {}: {}", Printable(said("title")), Printable(said("desc"))));
    line(format_args!("% \\usepackage{{tikz}} \\usetikzlibrary{{arrows.meta,patterns}}"));
    line(format_args!(r"\resizebox{{\ifdim\width>\linewidth\linewidth\else\width\fi}}{{!}}{{%"));
    for colour in &out.colours {
        line(format_args!(r"\definecolor{{sprague{colour}}}{{HTML}}{{{}}}%", colour.to_uppercase()));
    }
    line(format_args!(r"\begin{{tikzpicture}}[x=1pt, y=1pt, yscale=-1]"));
    whole.push_str(&out.text);
    whole.push_str("\\end{tikzpicture}}\n");
    whole
}

struct Tikz {
    text: String,
    colours: BTreeSet<String>,
    theme: Theme,
}

/// Writes a number with at most two decimal places.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl Tikz {
    fn colour(&mut self, hex: &str) -> String {
        self.colours.insert(hex.to_owned());
        format!("sprague{hex}")
    }

    fn write(&mut self, node: Node<'_, '_>, mut style: Style) {
        let length = |name: &str| node.attribute(name).and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0);
        style.map = node.attribute("transform").map_or(style.map, |steps| style.map.after(steps));
        style.stroke_width = node.attribute("stroke-width").map_or(style.stroke_width, |_| length("stroke-width"));
        match node.tag_name().name() {
            "g" => node.children().for_each(|child| self.write(child, style)),
            "text" => self.words(node, style, style.map.place(length("x"), length("y"))),
            "rect" => {
                let [x, y, width, height] = ["x", "y", "width", "height"].map(length);
                let corners = [style.map.place(x, y), style.map.place(x + width, y + height)];
                self.shape(node, style, &corners.join(" rectangle "));
            }
            "circle" => {
                let centre = style.map.place(length("cx"), length("cy"));
                self.shape(node, style, &format!("{centre} circle[radius={}pt]", number(length("r") * style.map.growth())));
            }
            "path" => self.shape(node, style, style.map.path(node.attribute("d").unwrap_or_default()).trim_start()),
            // descriptions for screen readers, and definitions of markers and patterns
            _ => {}
        }
    }

    fn shape(&mut self, node: Node<'_, '_>, style: Style, path: &str) {
        let classes: Vec<&str> = node.attribute("class").unwrap_or_default().split(' ').collect();
        let has = |name: &str| classes.contains(&name);
        let [fill, stroke] = colours_of(&classes, self.theme);
        let is_line = ["none", "grid", "line", "wide"].into_iter().any(has);
        let mut keys = vec![];
        if node.attribute("fill").is_some() {
            // hatching is the only other paint
            let [_, grey] = colours_of(&["grid"], self.theme);
            keys.push(format!("pattern=north west lines, pattern color={}", self.colour(&grey.unwrap_or_default())));
        } else if !is_line {
            keys.push(format!("fill={}", self.colour(fill.as_deref().unwrap_or(BLACK))));
        }
        if let Some(stroke) = stroke {
            keys.push(format!("draw={}", self.colour(&stroke)));
            let width = match () {
                () if has("wide") => 2.5,
                () if has("grid") || has("line") => 1.0,
                () => style.stroke_width,
            };
            keys.push(format!("line width={}pt", number(width * style.map.growth())));
        }
        keys.extend(has("round").then(|| "line cap=round, line join=round".to_owned()));
        keys.extend(has("dash").then(|| "dash pattern=on 5pt off 4pt".to_owned()));
        keys.extend(node.attribute("marker-end").map(|_| "-{Latex[length=8pt, width=8pt]}".to_owned()));
        writeln!(self.text, r"\path[{}] {path};", keys.join(", ")).expect("text can be written");
    }

    fn words(&mut self, node: Node<'_, '_>, style: Style, place: String) {
        let classes: Vec<&str> = node.attribute("class").unwrap_or_default().split(' ').collect();
        let has = |name: &str| classes.contains(&name);
        let [fill, _] = colours_of(&classes, self.theme);
        let colour = self.colour(fill.as_deref().unwrap_or(BLACK));
        let named = if has("title") {
            17.0
        } else if has("small") {
            11.0
        } else {
            13.0
        };
        let own = node.attribute("style").and_then(|style| style.strip_prefix("font-size:")?.strip_suffix("px")?.parse().ok());
        let size = number(own.unwrap_or(named) * style.map.growth());
        let anchor = if has("end") {
            "base east"
        } else if has("middle") {
            "base"
        } else {
            "base west"
        };
        // text has the font of the document that includes the drawing
        let family = if has("code") {
            r"\ttfamily "
        } else if has("title") {
            r"\bfseries "
        } else {
            ""
        };
        let Map([a, b, ..]) = style.map;
        let turn = (-b).atan2(a).to_degrees();
        let turned = if turn.abs() < 0.5 { String::new() } else { format!(", rotate={}", number(turn)) };
        let keys = format!("anchor={anchor}, inner sep=0pt, text={colour}{turned}");
        let words = latex_words(node.text().unwrap_or_default());
        writeln!(self.text, r"\node[{keys}] at {place} {{\fontsize{{{size}}}{{{size}}}\selectfont {family}{words}}};")
            .expect("text can be written");
    }
}
