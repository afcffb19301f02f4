//! A heat map as SVG, with a box for each run of cells of one colour.
//!
//! Cells contain their numbers if there is enough room.

use super::{Cell, Heat, Paint};
use crate::axis::ticks;
use crate::heading::{Heading, MARGIN, WIDTH};
use crate::svg::{Px, Svg, columns, width};
use crate::theme::{SHADES, Theme};
use std::fmt::Write;

/// The maximum size of a cell with a number, the maximum size of a cell with a longer text, and the length of the longer side
/// of a map, in pixels.
///
/// A map is larger if cells would otherwise be too small.
const MAX_CELL: [f64; 2] = [44.0, 92.0];
const SIDE: f64 = 780.0;

/// The minimum size of a cell, in pixels.
const MIN_CELL: f64 = 3.0;

/// The minimum size of letters, in pixels.
const MIN_LETTER: f64 = 7.0;

impl Paint {
    /// Returns the SVG classes of a cell and of the text in it.
    fn classes(self) -> [&'static str; 2] {
        const SHADE: [[&str; 2]; SHADES] = [
            ["s0", "t0"],
            ["s1", "t1"],
            ["s2", "t2"],
            ["s3", "t3"],
            ["s4", "t4"],
            ["s5", "t5"],
            ["s6", "t6"],
            ["s7", "t7"],
            ["s8", "t8"],
        ];
        match self {
            Self::Nothing => ["paper", "dim"],
            Self::Lost => ["orange", "on-orange"],
            Self::Drawn => ["pale-grey", "ink"],
            Self::Won => ["pale-blue", "ink"],
            Self::Left => ["grey", "ink"],
            Self::Right => ["deep-grey", "on-deep-grey"],
            // from pale to deep, so that the colours differ in grey copies, too
            Self::Confused => ["pale-grey", "ink"],
            Self::Less => SHADE[3],
            Self::Greater => ["orange", "on-orange"],
            Self::Equal => ["ink", "paper"],
            Self::Shade(step) => SHADE[step],
        }
    }
}

pub(super) fn svg(heat: &Heat, theme: Theme) -> String {
    let [wide, high] = [heat.cells.first().map_or(0, Vec::len).max(1), heat.cells.len().max(1)];
    let longest = heat.cells.iter().flatten().map(|cell| columns(&cell.text())).max().unwrap_or(0);
    let most = (longest as f64 * 8.0).clamp(MAX_CELL[0], MAX_CELL[1]);
    let cell = (SIDE / wide.max(high) as f64).clamp(MIN_CELL, most);
    // whole pixels, so that edges are sharp
    let cell = cell.floor();
    let [map_width, map_height] = [wide as f64 * cell, high as f64 * cell];
    let labels = heat.from[1].saturating_add(high as u64);
    let left = MARGIN + 20.0 + width(&labels.to_string(), 13.0) + 8.0;
    let total = (left + map_width + MARGIN).max(WIDTH * 0.6);
    let heading = Heading::new(&heat.title, &heat.words, total);
    let top = heading.height() + if heat.is_downward { 34.0 } else { 0.0 };
    let key = key_rows(heat, total - left - MARGIN);
    let below = if heat.is_downward { 12.0 } else { 42.0 };
    let size = [total, top + map_height + below + key.len() as f64 * 22.0 + MARGIN / 2.0];
    let name = if heat.is_order { "Order of rows, a table" } else { "Table" };
    let description = format!("{name} of {wide} by {high}. {}.", heat.words.join(". "));
    let mut svg = Svg::new(size, &heat.title, &description, theme);
    heading.draw(&mut svg);
    let map = Map { heat, cell, origin: [left, top], high };
    map.cells(&mut svg);
    map.axes(&mut svg);
    for (row, at) in key.iter().zip(0..) {
        let y = top + map_height + below + f64::from(at) * 22.0;
        for (paint, words, x) in row {
            swatch(&mut svg, *paint, [left + x, y]);
            svg.text("dim", [left + x + 26.0, y + 12.0], words);
        }
    }
    svg.finish()
}

/// Returns the key to the colours, in rows that fit.
fn key_rows(heat: &Heat, room: f64) -> Vec<Vec<(Paint, String, f64)>> {
    let mut rows: Vec<Vec<(Paint, String, f64)>> = vec![];
    let mut x = 0.0;
    for (paint, words) in heat.key() {
        let wide = 26.0 + width(&words, 13.0) + 18.0;
        if rows.is_empty() || x + wide > room {
            rows.push(vec![]);
            x = 0.0;
        }
        rows.last_mut().expect("there is a row").push((paint, words, x));
        x += wide;
    }
    rows
}

fn swatch(svg: &mut Svg, paint: Paint, [x, y]: [f64; 2]) {
    svg.rect(paint.classes()[0], [x, y], [18.0, 14.0]);
    if paint == Paint::Lost {
        mark(svg, [x + 9.0, y + 7.0], 14.0);
    }
}

/// Draws the mark of a lost cell, which is a ring.
fn mark(svg: &mut Svg, centre: [f64; 2], cell: f64) {
    let radius = (cell * 0.42).max(1.0);
    svg.element(
        "circle",
        format_args!(r#"class="none draws-paper" cx="{}" cy="{}" r="{}""#, Px(centre[0]), Px(centre[1]), Px(radius)),
    );
}

struct Map<'a> {
    heat: &'a Heat,
    cell: f64,
    origin: [f64; 2],
    high: usize,
}

impl Map<'_> {
    /// Returns the number of cells between a row and the top.
    fn below(&self, row: usize) -> usize {
        if self.heat.is_downward { row } else { self.high - 1 - row }
    }

    fn cells(&self, svg: &mut Svg) {
        let greatest = self.heat.greatest();
        let mut runs: std::collections::BTreeMap<Paint, (String, [i64; 2])> = std::collections::BTreeMap::new();
        for down in 0..self.high {
            let row = &self.heat.cells[if self.heat.is_downward { down } else { self.high - 1 - down }];
            let mut x = 0;
            for run in row.chunk_by(|a, b| a.paint(greatest) == b.paint(greatest)) {
                let (steps, pen) = runs.entry(run[0].paint(greatest)).or_default();
                let (at, length) = ([x, down as i64], run.len() as i64);
                // after a box is closed, the pen is where the box began
                write!(steps, "m{} {}h{length}v1h-{length}z", at[0] - pen[0], at[1] - pen[1]).expect("text can be written");
                *pen = at;
                x += length;
            }
        }
        let [x, y] = self.origin;
        let attributes =
            format!(r#"transform="translate({} {}) scale({})" shape-rendering="crispEdges""#, Px(x), Px(y), Px(self.cell));
        svg.open("g", format_args!("{attributes}"));
        for (paint, (steps, _)) in runs.iter().filter(|(paint, _)| **paint != Paint::Nothing) {
            svg.path(paint.classes()[0], steps);
        }
        svg.close();
        self.marks(svg);
        self.numbers(svg);
    }

    fn centre(&self, column: usize, row: usize) -> [f64; 2] {
        let [x, y] = self.origin;
        [x + (column as f64 + 0.5) * self.cell, y + (self.below(row) as f64 + 0.5) * self.cell]
    }

    fn all(&self) -> impl Iterator<Item = (usize, usize, &Cell)> {
        let rows = self.heat.cells.iter().enumerate();
        rows.flat_map(|(row, cells)| cells.iter().enumerate().map(move |(column, cell)| (column, row, cell)))
    }

    /// Marks lost cells with a shape if the cells are large enough.
    fn marks(&self, svg: &mut Svg) {
        if self.cell >= 8.0 {
            for (column, row, _) in self.all().filter(|(_, _, cell)| cell.is_lost()) {
                mark(svg, self.centre(column, row), self.cell);
            }
        }
    }

    /// Writes the text of each cell that has enough room for it.
    fn numbers(&self, svg: &mut Svg) {
        let greatest = self.heat.greatest();
        // short texts have one size, so that none looks more important; long values have their own sizes
        let short =
            self.all().map(|(_, _, cell)| columns(&cell.text())).filter(|columns| *columns <= 6).max().unwrap_or(1).max(1);
        let fitting = |columns: usize| (self.cell * 0.86 / (columns as f64 * 0.62)).min(self.cell * 0.5).min(15.0);
        for (column, row, cell) in self.all() {
            let text = cell.text();
            let size = fitting(columns(&text).max(short));
            if !text.is_empty() && size >= MIN_LETTER {
                let [x, y] = self.centre(column, row);
                let class = format!("{} middle code", cell.paint(greatest).classes()[1]);
                svg.sized_text(&class, size, [x, y + size * 0.35], &text);
            }
        }
    }

    fn axes(&self, svg: &mut Svg) {
        let [x, y] = self.origin;
        let wide = self.heat.cells.first().map_or(0, Vec::len);
        let [width, height] = [wide as f64 * self.cell, self.high as f64 * self.cell];
        svg.path("line", &format!("M{} {}h{}v{}h{}z", Px(x), Px(y), Px(width), Px(height), Px(-width)));
        let numbers = |from: u64, count: usize, room: f64| {
            let last = from.saturating_add(count.saturating_sub(1) as u64);
            let most = ((count as f64 * self.cell) / room).max(1.0) as usize;
            ticks(from as f64, last as f64, most.min(count))
        };
        let [from_x, from_y] = self.heat.from;
        let widest = crate::svg::width(&from_x.saturating_add(wide as u64).to_string(), 13.0) + 6.0;
        let (edge, names) = if self.heat.is_downward { (y - 7.0, y - 24.0) } else { (y + height + 17.0, y + height + 34.0) };
        for tick in numbers(from_x, wide, widest) {
            svg.text("dim middle", [self.centre((tick as u64 - from_x) as usize, 0)[0], edge], &tick.to_string());
        }
        for tick in numbers(from_y, self.high, 18.0) {
            svg.text("dim end", [x - 7.0, self.centre(0, (tick as u64 - from_y) as usize)[1] + 4.5], &tick.to_string());
        }
        let [across, upwards] = self.heat.names;
        svg.text("ink small end", [x + width, names], across);
        let middle = [x - 7.0 - crate::svg::width(&from_y.saturating_add(self.high as u64).to_string(), 13.0) - 8.0, y];
        svg.open("g", format_args!(r#"transform="translate({} {}) rotate(-90)""#, Px(middle[0]), Px(middle[1])));
        svg.text("ink small end", [0.0, 0.0], upwards);
        svg.close();
    }
}
