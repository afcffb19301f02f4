//! Points in braille, with an axis of whole numbers and a strip for the period.

use super::drawn::upright;
use super::{Bands, Levels, Panel, Points};
use crate::axis::{Scale, ticks};
use crate::braille::Canvas;
use crate::heading::framed;
use crate::svg::{columns as columns_of, shortened};

/// The minimum number of columns of points, and the minimum number of lines of a panel of numbers.
const FEWEST: [usize; 2] = [10, 4];

/// The sign below the preperiod. The next constant is the sign below every second period.
const PREPERIOD: char = '░';
const PERIOD: char = '▀';

pub(super) fn lines(points: &Points, columns: usize, lines: usize) -> Vec<String> {
    let numbers = points.panels.iter().filter(|panel| !matches!(panel.levels, Levels::Words(_))).count();
    let each = (lines.saturating_sub(4) / numbers.max(1)).max(FEWEST[1]);
    let names: Vec<Vec<(f64, String)>> = points.panels.iter().map(|panel| levels(panel, each, columns)).collect();
    let margin = names.iter().flatten().map(|(_, name)| columns_of(name)).max().unwrap_or(0);
    let wide = columns.saturating_sub(margin + 2).max(FEWEST[0]);
    let mut picture = vec![];
    for (panel, names) in points.panels.iter().zip(&names) {
        picture.push(shortened(&panel.name, columns));
        picture.extend(drawn(panel, names, points.rows, [margin, wide], each));
    }
    picture.extend(below(points, [margin, wide]));
    let mut words = points.words.clone();
    if let Some(bands) = points.bands {
        let preperiod = if bands.preperiod > 0 { format!("{PREPERIOD} preperiod, ") } else { String::new() };
        let seen = if bands.is_proved { "" } else { ", as far as seen" };
        words.push(format!("{preperiod}{PERIOD} every other period{seen}"));
    }
    framed(&points.title, picture, &words, columns)
}

/// Returns the heights and names on the vertical axis.
fn levels(panel: &Panel, lines: usize, columns: usize) -> Vec<(f64, String)> {
    match (&panel.levels, panel.range()) {
        (Levels::Words(names), _) => {
            names.iter().zip(0..).map(|((name, _), at)| (f64::from(at), shortened(name, columns / 3))).collect()
        }
        (_, Some([from, to])) => {
            ticks(from, to, (lines / 2).clamp(2, 8)).into_iter().map(|tick| (tick as f64, tick.to_string())).collect()
        }
        (_, None) => vec![],
    }
}

fn drawn(panel: &Panel, names: &[(f64, String)], rows: u64, [margin, wide]: [usize; 2], lines: usize) -> Vec<String> {
    let lines = if let Levels::Words(names) = &panel.levels { names.len() } else { lines };
    let mut canvas = Canvas::new(wide, lines);
    let [width, height] = canvas.size();
    let (x, y) = (across(rows, width), upright(panel, [height as f64, 0.0]));
    for series in &panel.series {
        for (n, value) in series.iter().enumerate().filter(|(_, value)| value.is_finite()) {
            let [at, high] = [x.place(n as f64), y.place(*value)].map(|place| place.max(0.0) as usize);
            canvas.dot(at.min(width - 1), high.min(height - 1));
        }
    }
    let mut labels = vec![String::new(); lines];
    for (number, name) in names {
        let line = (y.place(*number) / 4.0).max(0.0) as usize;
        labels[line.min(lines - 1)].clone_from(name);
    }
    let line = |(label, dots): (String, String)| {
        let blanks = " ".repeat(margin.saturating_sub(columns_of(&label)));
        let sign = if label.is_empty() { '│' } else { '┤' };
        format!("{blanks}{label} {sign}{dots}")
    };
    labels.into_iter().zip(canvas.into_lines()).map(line).collect()
}

fn across(rows: u64, width: usize) -> Scale {
    Scale { from: -0.5, to: rows as f64 - 0.5, at: [0.0, width as f64] }
}

/// Returns the axis of n, with whole numbers and a strip that marks the preperiod and the periods.
fn below(points: &Points, [margin, wide]: [usize; 2]) -> Vec<String> {
    let x = across(points.rows, wide);
    let at_tick = |tick: &i64| (x.place(*tick as f64).max(0.0) as usize).min(wide - 1);
    // as many numbers as fit with space between them
    let longest = points.rows.to_string().len() + 3;
    let numbers = ticks(x.from, x.to, (wide / longest).clamp(1, 10));
    let mut axis = vec!['─'; wide];
    let mut line = String::new();
    for tick in &numbers {
        axis[at_tick(tick)] = '┬';
        let text = tick.to_string();
        let start = (margin + 2 + at_tick(tick)).saturating_sub(text.len() / 2).min(margin + 2 + wide - text.len().min(wide));
        if line.is_empty() || start > line.len() {
            line += &" ".repeat(start.saturating_sub(line.len()));
            line += &text;
        }
    }
    let blanks = " ".repeat(margin + 1);
    let mut picture = vec![format!("{blanks}└{}", axis.into_iter().collect::<String>())];
    if let Some(bands) = points.bands {
        let strip: String = (0..wide).map(|column| sign(bands, points.rows, wide, column)).collect();
        picture.push(format!("{blanks} {}", strip.trim_end()).trim_end().to_owned());
    }
    picture.push(line);
    picture
}

fn sign(bands: Bands, rows: u64, wide: usize, column: usize) -> char {
    let row = |column: usize| (column as u128 * u128::from(rows) / wide as u128) as u64;
    let (n, next) = (row(column), row(column + 1));
    let Some(into) = n.checked_sub(bands.preperiod) else { return PREPERIOD };
    let period = bands.period.max(1);
    // if a column contains a whole period, periods cannot be distinguished
    let is_narrow = next.saturating_sub(n) >= period;
    if is_narrow || (into / period).is_multiple_of(2) { PERIOD } else { ' ' }
}
