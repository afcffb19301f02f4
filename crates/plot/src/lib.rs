//! Drawings of games, as SVG, as text for a terminal, and as pixels.
//!
//! There are six kinds: the rows of a family as points, the order of rows, tables as heat maps, thermographs, position graphs,
//! and pictures of positions.
//!
//! [`Plot`] is a question like those of [`sprague_questions`], and its answer is a [`Drawing`]. A drawing can be written as
//! [SVG](Drawing::svg), with colours for light or dark paper and with a description for screen readers. For a terminal, it can
//! be written as [lines of text](Drawing::text). With the feature `png`, it can also be written as pixels. The files are small:
//! a million points are drawn as strokes of pixels, not as a million circles.
//!
//! ```
//! use sprague_questions::Session;
//! use sprague::Limits;
//! use sprague_plot::Plot;
//!
//! let drawing = Session::new().ask(&Plot::of("kayles"), &Limits::default())?;
//! assert!(drawing.svg().contains("period 12 from n = 71 on, proved (Guy-Smith)"));
//! # Ok::<(), sprague_questions::NoAnswer>(())
//! ```
//!
//! This crate opens no files and prints nothing: the session says which files a question may name, and the caller decides where
//! a drawing goes.

mod axis;
mod braille;
mod drawing;
mod graph;
mod heading;
mod heat;
mod layers;
mod picture;
#[cfg(feature = "png")]
mod png;
mod points;
mod question;
mod svg;
mod theme;
mod thermograph;
mod tikz;
mod wanted;

pub use drawing::Drawing;
pub use theme::Theme;
pub use thermograph::thermograph_lines;
pub use wanted::{Kind, Plot, To};

use sprague_questions::Asked;

const PLOT: Asked =
    Asked::of::<Plot>([include_str!("../schema/questions/plot.json"), include_str!("../schema/answers/plot.json")]);

/// Iterates over all questions: those of [`sprague_questions`], and the question for drawings.
///
/// ```
/// assert!(sprague_plot::questions().any(|asked| asked.name() == "plot"));
/// ```
pub fn questions() -> impl Iterator<Item = Asked> {
    sprague_questions::QUESTIONS.iter().copied().chain([PLOT])
}

#[cfg(test)]
#[cfg(feature = "schema")]
#[test]
fn schema_files_are_what_the_types_derive() {
    for (kind, derived) in ["questions", "answers"].iter().zip(PLOT.derived_schemas()) {
        let path = format!("{}/schema/{kind}/plot.json", env!("CARGO_MANIFEST_DIR"));
        if std::env::var_os("SPRAGUE_WRITE_SCHEMA").is_some() {
            std::fs::write(&path, &derived).expect("the folder of schemas can be written to");
        }
        let kept = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == derived, "{path} is old: run this test with SPRAGUE_WRITE_SCHEMA=1");
    }
}
