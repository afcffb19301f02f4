//! The heading of a drawing: its title, and sentences below the title.

use crate::svg::{Svg, lines, shortened};

/// The width of drawings that can have any width, in pixels.
pub(crate) const WIDTH: f64 = 900.0;

/// The margin around everything, in pixels.
pub(crate) const MARGIN: f64 = 20.0;

/// The distance between lines of text, in pixels.
const LINE: f64 = 18.0;

/// The width of a column of text, in pixels.
const COLUMN: f64 = 7.8;

/// The attribute that marks the group of a heading in SVG, so that it can be left out.
pub(crate) const PART: &str = "data-part";

/// A title, and sentences that are broken into lines for a width.
pub(crate) struct Heading {
    title: String,
    words: Vec<String>,
}

impl Heading {
    pub(crate) fn new(title: &str, words: &[String], width: f64) -> Self {
        let room = ((width - 2.0 * MARGIN) / COLUMN) as usize;
        let words = words.iter().flat_map(|sentence| lines(sentence, room.max(20))).collect();
        Self { title: shortened(title, (room * 2 / 3).max(20)), words }
    }

    /// Returns the height, with the space above and below.
    pub(crate) fn height(&self) -> f64 {
        MARGIN + 22.0 + self.words.len() as f64 * LINE + 6.0
    }

    pub(crate) fn draw(&self, svg: &mut Svg) {
        svg.open("g", format_args!("{PART}=\"heading\""));
        svg.text("ink title", [MARGIN, MARGIN + 14.0], &self.title);
        for (line, at) in self.words.iter().zip(1..) {
            svg.text("dim", [MARGIN, MARGIN + 18.0 + f64::from(at) * LINE], line);
        }
        svg.close();
    }
}

/// Puts the title above a picture and the sentences below it.
pub(crate) fn framed(title: &str, picture: Vec<String>, words: &[String], columns: usize) -> Vec<String> {
    let below = words.iter().flat_map(|sentence| lines(sentence, columns));
    [shortened(title, columns)].into_iter().chain(picture).chain(below).collect()
}
