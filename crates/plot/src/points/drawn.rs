//! Points as SVG, with one stroke for each run of pixels, so that the file is small even with a million rows.

use super::{Bands, Levels, Panel, Points, Tone};
use crate::axis::{Scale, ticks};
use crate::heading::{Heading, MARGIN, WIDTH};
use crate::svg::{Px, Svg, shortened, width};
use crate::theme::Theme;
use std::fmt::Write;

/// The height of a panel of numbers, and the height of a level of words, in pixels.
const PANEL: f64 = 320.0;
const LEVEL: f64 = 34.0;

/// The space below a panel for the numbers of its axis, in pixels.
const BELOW: f64 = 34.0;

/// The maximum number of rows that are placed with an accuracy of a quarter of a pixel.
const FEW: u64 = 4_000;

/// The width of a period, in pixels, below which all periods are drawn as one band.
const NARROWEST: f64 = 4.0;

/// The maximum number of columns of the name of a level.
const MAX_NAME: usize = 20;

pub(super) fn svg(points: &Points, theme: Theme) -> String {
    let heading = Heading::new(&points.title, &points.words, WIDTH);
    let heights: Vec<f64> = points.panels.iter().map(height).collect();
    let key = if points.bands.is_some() { 26.0 } else { 0.0 };
    let total = heading.height() + heights.iter().map(|height| height + BELOW + 18.0).sum::<f64>() + key + MARGIN / 2.0;
    let description = format!("{} rows, from n = 0. {}.", points.rows, points.words.join(". "));
    let mut svg = Svg::new([WIDTH, total], &points.title, &description, theme);
    pattern(&mut svg);
    heading.draw(&mut svg);
    let left = points.panels.iter().map(margin).fold(0.0, f64::max);
    let x = Scale { from: -0.5, to: points.rows as f64 - 0.5, at: [left, WIDTH - MARGIN] };
    let mut top = heading.height();
    for (panel, height) in points.panels.iter().zip(heights) {
        svg.text("ink small", [MARGIN, top + 11.0], &panel.name);
        top += 18.0;
        drawn(&mut svg, panel, points, x, [top, top + height]);
        top += height + BELOW;
    }
    if let Some(bands) = points.bands {
        legend(&mut svg, bands, are_narrow(bands, points.rows, x), [left, top + 4.0]);
    }
    svg.finish()
}

/// Defines the hatching of the preperiod.
fn pattern(svg: &mut Svg) {
    svg.open("defs", format_args!(r#"id="patterns""#));
    svg.open("pattern", format_args!(r#"id="hatching" width="8" height="8" patternUnits="userSpaceOnUse""#));
    svg.path("hatch", "M-2 2L2 -2M0 8L8 0M6 10L10 6");
    svg.close();
    svg.close();
}

fn height(panel: &Panel) -> f64 {
    match &panel.levels {
        Levels::Words(names) => names.len().max(1) as f64 * LEVEL,
        _ => PANEL,
    }
}

/// Returns the numbers or names on the vertical axis, with their heights.
fn heights_named(panel: &Panel) -> Vec<(f64, String)> {
    match (&panel.levels, panel.range()) {
        (_, None) => vec![],
        (Levels::Words(names), _) => {
            names.iter().zip(0..).map(|((name, _), at)| (f64::from(at), shortened(name, MAX_NAME))).collect()
        }
        (_, Some([from, to])) => {
            let numbers = ticks(from, to, 11);
            let numbers = if numbers.is_empty() { vec![from.floor() as i64, to.ceil() as i64] } else { numbers };
            numbers.into_iter().map(|tick| (tick as f64, tick.to_string())).collect()
        }
    }
}

/// Returns the distance of the panel from the left edge.
fn margin(panel: &Panel) -> f64 {
    MARGIN + heights_named(panel).iter().map(|(_, name)| width(name, 13.0)).fold(0.0, f64::max) + 10.0
}

/// Returns the scale that maps the heights of a panel to these pixels.
pub(super) fn upright(panel: &Panel, at: [f64; 2]) -> Scale {
    let [mut from, mut to] = panel.range().unwrap_or([0.0, 1.0]);
    for (number, _) in heights_named(panel) {
        (from, to) = (from.min(number), to.max(number));
    }
    let air = if matches!(panel.levels, Levels::Words(_)) { 0.5 } else { ((to - from) * 0.05).max(0.2) };
    Scale { from: from - air, to: to + air, at }
}

fn drawn(svg: &mut Svg, panel: &Panel, points: &Points, x: Scale, [top, bottom]: [f64; 2]) {
    let [left, right] = x.at;
    let y = upright(panel, [bottom, top]);
    if let Some(bands) = points.bands {
        shaded(svg, bands, points.rows, x, [top, bottom]);
    }
    for (number, name) in heights_named(panel) {
        let at = y.place(number);
        svg.line("grid", [left, at], [right, at]);
        svg.text("dim end", [left - 8.0, at + 4.5], &name);
    }
    for tick in ticks(x.from, x.to, 10) {
        let at = x.place(tick as f64);
        svg.line("line", [at, bottom], [at, bottom + 5.0]);
        let half = width(&tick.to_string(), 13.0) / 2.0;
        svg.text("dim middle", [at.min(WIDTH - half - 4.0), bottom + 19.0], &tick.to_string());
    }
    svg.text("dim", [right + 6.0, bottom + 4.0], "n");
    svg.path("line", &format!("M{} {}V{}H{}", Px(left), Px(top), Px(bottom), Px(right)));
    for (tone, class) in [(Tone::Won, "draws-blue"), (Tone::Other, "draws-ink"), (Tone::Lost, "draws-orange")] {
        dots(svg, panel, tone, class, points.rows, x, y);
    }
}

/// Draws the hatching of the preperiod, and shades every second period.
fn shaded(svg: &mut Svg, bands: Bands, rows: u64, x: Scale, [top, bottom]: [f64; 2]) {
    let edge = |n: u64| x.place(n.min(rows) as f64 - 0.5);
    let mut band = |attributes: std::fmt::Arguments<'_>, from: u64, to: u64| {
        let [start, width] = [edge(from), edge(to) - edge(from)];
        if width > 0.0 {
            let [start, top, width, height] = [start, top, width, bottom - top].map(Px);
            svg.element("rect", format_args!(r#"{attributes} x="{start}" y="{top}" width="{width}" height="{height}""#));
        }
    };
    band(format_args!(r#"fill="url(#hatching)""#), 0, bands.preperiod);
    let step = bands.period.max(1);
    if are_narrow(bands, rows, x) {
        band(format_args!(r#"class="pale-blue""#), bands.preperiod, rows);
        return;
    }
    let mut start = bands.preperiod;
    while start < rows {
        band(format_args!(r#"class="pale-blue""#), start, start.saturating_add(step));
        start = start.saturating_add(step.saturating_mul(2));
    }
}

/// Returns `true` if periods are too narrow to be distinguished.
fn are_narrow(bands: Bands, rows: u64, x: Scale) -> bool {
    (x.at[1] - x.at[0]) * bands.period as f64 / (rows.max(1) as f64) < NARROWEST
}

/// Draws the key to the bands.
fn legend(svg: &mut Svg, bands: Bands, are_narrow: bool, [mut x, y]: [f64; 2]) {
    let mut entry = |attributes: std::fmt::Arguments<'_>, words: &str| {
        let [at, top] = [x, y].map(Px);
        svg.element("rect", format_args!(r#"{attributes} x="{at}" y="{top}" width="24" height="13""#));
        svg.line("grid", [x, y + 13.0], [x + 24.0, y + 13.0]);
        svg.text("dim", [x + 30.0, y + 11.0], words);
        x += 30.0 + width(words, 13.0) + 24.0;
    };
    if bands.preperiod > 0 {
        entry(format_args!(r#"fill="url(#hatching)""#), "preperiod");
    }
    let what = if are_narrow { "what repeats" } else { "every other period" };
    let seen = if bands.is_proved { "" } else { ", as far as seen" };
    entry(format_args!(r#"class="pale-blue""#), &format!("{what}{seen}"));
}

/// Draws the points of one tone as one path.
///
/// Adjacent points in one row of pixels are one stroke.
fn dots(svg: &mut Svg, panel: &Panel, tone: Tone, class: &str, rows: u64, x: Scale, y: Scale) {
    // the number of places per pixel, in each direction
    let fine: u32 = if rows <= FEW { 4 } else { 1 };
    let place = |n: usize, value: f64| {
        let [x, y] = [x.place(n as f64), y.place(value)].map(|at| (at * f64::from(fine)).round() as u32);
        (y, x)
    };
    let mut places = vec![];
    for series in &panel.series {
        let wanted = series.iter().enumerate().filter(|(_, value)| value.is_finite() && panel.tone(**value) == tone);
        for (n, value) in wanted {
            let at = place(n, *value);
            if places.last() != Some(&at) {
                places.push(at);
            }
        }
        // without duplicates, a million rows take no more memory than the pixels
        places.sort_unstable();
        places.dedup();
    }
    if places.is_empty() {
        return;
    }
    let apart = (x.at[1] - x.at[0]) / rows.max(1) as f64;
    let size = (apart * 0.6).clamp(1.6, 7.0) * f64::from(fine);
    let mut steps = String::new();
    let mut pen = (0_i64, 0_i64);
    let reach = (size * 0.5) as u32;
    let mut rest = places.as_slice();
    while let Some((&(row, start), behind)) = rest.split_first() {
        // neighbouring points are one stroke; if there are many rows, points that overlap are, too
        let joins = |end: u32, next: &(u32, u32)| next.0 == row && (next.1 - end <= 1 || (rows > FEW && next.1 - end <= reach));
        let mut end = start;
        let run = behind.iter().take_while(|next| {
            let is_joined = joins(end, next);
            end = if is_joined { next.1 } else { end };
            is_joined
        });
        rest = &behind[run.count()..];
        let (dx, dy) = (i64::from(start) - pen.0, i64::from(row) - pen.1);
        write!(steps, "m{dx} {dy}h{}", end - start).expect("text can be written");
        pen = (i64::from(end), i64::from(row));
    }
    let scale = if fine == 1 { "none".to_owned() } else { format!("scale({})", 1.0 / f64::from(fine)) };
    svg.open("g", format_args!(r#"transform="{scale}" stroke-width="{}""#, Px(size)));
    svg.path(&format!("{class} none round"), &steps);
    svg.close();
}
