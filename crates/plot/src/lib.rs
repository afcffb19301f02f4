//! Drawings of games: the rows of a family as points, tables as heat maps, thermographs, position graphs, and positions as they lie on
//! the table.
//!
//! [`plot`] reads what is to be drawn as the command line does, asks [`sprague_games`], and answers with a [`Drawing`]. A drawing becomes
//! [SVG](Drawing::svg), with words for those who cannot see it, in the colours of the reader's choice, or
//! [lines of text](Drawing::text) for a terminal; with the feature `png` also pixels. Files are small: a million points are strokes of
//! pixels, not a million circles.
//!
//! ```
//! use sprague_games::Session;
//! use sprague_plot::{PlotOptions, plot};
//!
//! let drawing = plot(&Session::new(), "kayles", &PlotOptions::default())?;
//! assert!(drawing.svg().contains("period 12 from n = 71 on, proved (Guy-Smith)"));
//! # Ok::<(), sprague_games::QuestionError>(())
//! ```
//!
//! Nothing here opens a file or prints: the session says which files a question may name, and the caller where a drawing goes.

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

pub use drawing::Drawing;
pub use question::{Kind, PlotOptions, To, plot};
pub use theme::Theme;
pub use thermograph::thermograph_lines;
