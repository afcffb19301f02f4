//! A thermograph as SVG, with the same scale in both directions, so that walls have slopes of ±1.

use super::{Tent, place};
use crate::axis::ticks;
use crate::heading::{Heading, MARGIN};
use crate::svg::{Px, Svg, shortened, width};
use crate::theme::Theme;
use sprague::Player;
use sprague::values::Dyadic;
use std::fmt::Write;

/// The width of the drawing, and the height from the floor to the mast, in pixels.
const WIDTH: f64 = 760.0;
const HIGH: usize = 290;

/// The length of the visible part of the mast, in pixels.
const MAST: f64 = 44.0;

/// The number of parts of a pixel to which walls are exact.
const FINE: usize = 10;

/// The maximum number of columns of a number on an axis.
const MAX_NUMBER: usize = 18;

/// The space for the numbers of the tax, in pixels. The next constant is the height of a row of numbers below the floor.
const LEFT: f64 = 96.0;
const ROW: f64 = 18.0;

/// The taxes and numbers that are drawn, and their positions in pixels.
struct Ground {
    /// The least and the greatest tax in the drawing.
    taxes: [Dyadic; 2],
    /// The numbers of the walls on the floor: that of Left's wall, which is the greater, and that of Right's.
    stops: [Dyadic; 2],
    /// The greatest and the least number in the drawing. They are the stops unless there are scaffolds.
    ends: [Dyadic; 2],
    /// The position of the greatest number. The least number is `wide` pixels further to the right.
    left: f64,
    wide: usize,
    floor: f64,
}

impl Ground {
    fn of(tent: &Tent, top: f64) -> Self {
        let graph = &*tent.thermograph;
        let (floor, ceiling) = (tent.floor(), tent.ceiling());
        let stops = Player::BOTH.map(|player| graph.at(player, &floor));
        let corners: Vec<Dyadic> = Player::BOTH.into_iter().flat_map(|player| tent.scaffold(player)).map(|(_, x)| x).collect();
        let all = || corners.iter().chain(&stops);
        let ends = [all().max(), all().min()].map(|end| end.expect("there are stops").clone());
        let wide = place(&(&ends[0] - &ends[1]), &Dyadic::ZERO, &(&ceiling - &floor), HIGH).min(2 * HIGH);
        let left = LEFT + (WIDTH - LEFT - MARGIN - wide as f64) / 2.0;
        Self { taxes: [floor, ceiling], stops, ends, left, wide, floor: top + MAST + HIGH as f64 }
    }

    fn x(&self, number: &Dyadic) -> f64 {
        let from_right = place(number, &self.ends[1], &self.ends[0], self.wide * FINE) as f64 / FINE as f64;
        self.left + self.wide as f64 - from_right.min(self.wide as f64)
    }

    fn y(&self, tax: &Dyadic) -> f64 {
        self.floor - place(tax, &self.taxes[0], &self.taxes[1], HIGH * FINE) as f64 / FINE as f64
    }
}

pub(super) fn svg(tent: &Tent, theme: Theme) -> String {
    let words = tent.said("dashed");
    let heading = Heading::new(&tent.title, &words, WIDTH);
    let ground = Ground::of(tent, heading.height());
    let names = names(tent, &ground);
    let rows = names.iter().map(|name| name.row).max().unwrap_or(0) + 1;
    let bottom = ground.floor + 14.0 + ROW * (rows + 1) as f64 + MARGIN;
    let description = format!("Thermograph, numbers falling to the right: {}.", words.join("; "));
    let mut svg = Svg::new([WIDTH, bottom], &tent.title, &description, theme);
    heading.draw(&mut svg);
    axes(&mut svg, &ground);
    let graph = &*tent.thermograph;
    let peak = [ground.x(graph.mean()), ground.y(graph.temperature())];
    svg.path(
        "line dash",
        &format!("M{} {}H{}M{} {}V{}", Px(LEFT - 4.0), Px(peak[1]), Px(peak[0]), Px(peak[0]), Px(peak[1]), Px(ground.floor)),
    );
    for (player, class) in [(Player::Left, "draws-blue"), (Player::Right, "draws-orange")] {
        scaffold(&mut svg, tent, &ground, player, class);
        svg.path(&format!("{class} wide round"), &wall(tent, &ground, player));
    }
    let tip = heading.height() + 6.0;
    svg.path("draws-ink wide round", &format!("M{} {}V{}m-5 8l5 -8l5 8", Px(peak[0]), Px(peak[1]), Px(tip)));
    svg.circle("ink", peak, 4.0);
    let [left, right] = ground.stops.each_ref().map(|stop| ground.x(stop));
    for (place, name, class) in [(left, "Left", "blue end"), (right, "Right", "orange")] {
        let aside = if name == "Left" { -10.0 } else { 10.0 };
        svg.text(class, [place + aside, ground.floor - 8.0], name);
    }
    let temperature = shortened(&graph.temperature().to_string(), MAX_NUMBER);
    svg.text("ink", [peak[0] + 12.0, peak[1] - 6.0], &format!("temperature {temperature}"));
    for name in names {
        svg.line("line", [name.at, ground.floor], [name.at, ground.floor + 5.0]);
        svg.text("ink middle", [name.at.clamp(MARGIN + name.half, WIDTH - MARGIN - name.half), name.y(&ground)], &name.text);
    }
    svg.finish()
}

/// Draws a scaffold as a dashed line, and shades the tax between the scaffold and the wall.
fn scaffold(svg: &mut Svg, tent: &Tent, ground: &Ground, player: Player, class: &str) {
    let corners = tent.scaffold(player);
    if corners.is_empty() {
        return;
    }
    let [floor, ceiling] = &ground.taxes;
    let (span, places) = (ceiling - floor).parts();
    for quarters in 0..=4 {
        let tax = floor + &Dyadic::new(&span * quarters, places + 2);
        let (from, to) = (super::at(&corners, &tax), tent.thermograph.at(player, &tax));
        svg.line("grid", [ground.x(&from), ground.y(&tax)], [ground.x(&to), ground.y(&tax)]);
    }
    let steps: Vec<String> = corners.iter().map(|(tax, x)| format!("{} {}", Px(ground.x(x)), Px(ground.y(tax)))).collect();
    svg.path(&format!("{class} none round dash"), &format!("M{}", steps.join("L")));
}

/// Returns the path of a wall, from the floor to the mast.
fn wall(tent: &Tent, ground: &Ground, player: Player) -> String {
    let graph = &*tent.thermograph;
    let floor = &ground.taxes[0];
    let corners = graph.wall(player).iter().filter(|(tax, _)| tax > floor);
    let mut steps = String::new();
    let start = graph.at(player, floor);
    write!(steps, "M{} {}", Px(ground.x(&start)), Px(ground.y(floor))).expect("text can be written");
    for (tax, number) in corners {
        write!(steps, "L{} {}", Px(ground.x(number)), Px(ground.y(tax))).expect("text can be written");
    }
    steps
}

/// Draws the axis of the tax, and the floor, both with whole numbers.
fn axes(svg: &mut Svg, ground: &Ground) {
    let [from, to] = ground.taxes.clone().map(|tax| crate::points::approximate(&tax));
    for tick in ticks(from, to, 9) {
        let y = ground.y(&Dyadic::from(tick));
        svg.line("grid", [LEFT, y], [WIDTH - MARGIN, y]);
        svg.text("dim end", [LEFT - 8.0, y + 4.5], &tick.to_string());
    }
    svg.text("dim", [MARGIN, ground.floor - HIGH as f64 - MAST + 12.0], "tax");
    svg.path(
        "line",
        &format!("M{} {}V{}H{}", Px(LEFT), Px(ground.floor - HIGH as f64 - MAST), Px(ground.floor), Px(WIDTH - MARGIN)),
    );
    let [left, least] = ground.ends.clone().map(|end| crate::points::approximate(&end));
    let room = (ground.wide as f64 / (width(&format!("{least:.0}"), 13.0) + 14.0)) as usize;
    for tick in ticks(least, left, room.clamp(1, 11)) {
        let x = ground.x(&Dyadic::from(tick));
        svg.line("line", [x, ground.floor], [x, ground.floor + 5.0]);
        svg.text("dim middle", [x, ground.floor + ROW], &tick.to_string());
    }
}

/// An exact number below the floor.
struct Name {
    at: f64,
    text: String,
    half: f64,
    row: usize,
}

impl Name {
    fn y(&self, ground: &Ground) -> f64 {
        ground.floor + ROW * (self.row + 2) as f64
    }
}

/// Returns the stops and the mean, in rows in which no texts overlap.
fn names(tent: &Tent, ground: &Ground) -> Vec<Name> {
    let graph = &*tent.thermograph;
    let is_from_nought = ground.taxes[0] == Dyadic::ZERO;
    let [left, right] = &ground.stops;
    let all = [("left stop", left, is_from_nought), ("mean", graph.mean(), true), ("right stop", right, is_from_nought)];
    let mut names: Vec<Name> = vec![];
    for (what, number, _) in all.into_iter().filter(|(.., is_shown)| *is_shown) {
        let text = format!("{what} {}", shortened(&number.to_string(), MAX_NUMBER));
        let (at, half) = (ground.x(number), width(&text, 13.0) / 2.0 + 6.0);
        let row = (0..).find(|row| names.iter().all(|name| name.row != *row || (name.at - at).abs() >= name.half + half));
        names.push(Name { at, text, half, row: row.expect("there are rows enough") });
    }
    names
}
