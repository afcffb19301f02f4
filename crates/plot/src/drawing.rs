//! A drawing: what is to be seen, and how it becomes SVG, lines of text, or pixels.

use crate::graph::Layered;
use crate::heat::Heat;
use crate::picture::Pictures;
use crate::points::Points;
use crate::question::Kind;
use crate::theme::Theme;
use crate::thermograph::Tent;
use sprague::Stopped;

/// What can be drawn.
#[derive(Clone, Debug)]
pub(crate) enum Figure {
    Points(Points),
    Heat(Heat),
    Tent(Tent),
    Graph(Layered),
    Pictures(Pictures),
}

/// A drawing, as data: [`plot`](crate::plot) makes them.
///
/// ```
/// use sprague_games::Session;
/// use sprague_plot::{Kind, PlotOptions, plot};
///
/// let drawing = plot(&Session::new(), "game@{3|-1}", &PlotOptions::default())?;
/// assert_eq!(drawing.kind(), Kind::Thermograph);
/// assert!(drawing.text(80, 24).iter().any(|line| line.contains("mean 1, temperature 2")));
/// # Ok::<(), sprague_games::QuestionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(crate) figure: Figure,
    pub(crate) theme: Theme,
}

impl Drawing {
    /// What kind of drawing it is.
    ///
    /// See [`Drawing`] for an example.
    pub fn kind(&self) -> Kind {
        match &self.figure {
            Figure::Points(_) => Kind::Points,
            Figure::Heat(_) => Kind::Table,
            Figure::Tent(_) => Kind::Thermograph,
            Figure::Graph(_) => Kind::Graph,
            Figure::Pictures(_) => Kind::Picture,
        }
    }

    /// The limit that was reached before all was known; what is known is drawn.
    ///
    /// ```
    /// use sprague_games::Session;
    /// use sprague_plot::{PlotOptions, plot};
    /// let drawing = plot(&Session::new(), "nim", &PlotOptions::default())?;
    /// assert_eq!(drawing.stopped(), None);
    /// # Ok::<(), sprague_games::QuestionError>(())
    /// ```
    pub fn stopped(&self) -> Option<&Stopped> {
        match &self.figure {
            Figure::Points(points) => points.stopped.as_ref(),
            Figure::Heat(heat) => heat.stopped.as_ref(),
            Figure::Graph(_) | Figure::Tent(_) | Figure::Pictures(_) => None,
        }
    }

    /// The drawing as an SVG document, complete in itself: no script, no font, no link to anything outside.
    ///
    /// It has a `title` and a `desc` for screen readers; its colours are those of the [theme](crate::Theme) that was asked for.
    ///
    /// ```
    /// use sprague_games::Session;
    /// use sprague_plot::{PlotOptions, plot};
    /// let svg = plot(&Session::new(), "subtraction:1,2", &PlotOptions::default())?.svg();
    /// assert!(svg.starts_with("<svg xmlns") && svg.contains("<title>subtraction:1,2</title>"));
    /// # Ok::<(), sprague_games::QuestionError>(())
    /// ```
    pub fn svg(&self) -> String {
        match &self.figure {
            Figure::Points(points) => points.svg(self.theme),
            Figure::Heat(heat) => heat.svg(self.theme),
            Figure::Tent(tent) => tent.svg(self.theme),
            Figure::Graph(graph) => graph.svg(self.theme),
            Figure::Pictures(pictures) => pictures.svg(self.theme),
        }
    }

    /// The drawing as lines of at most so many columns (20 at least are taken to be there), in braille or in plain characters, with what
    /// is known in words below. A picture that can be of any height, such as points, has about so many lines.
    ///
    /// ```
    /// use sprague_games::Session;
    /// use sprague_plot::{PlotOptions, plot};
    /// let lines = plot(&Session::new(), "kayles", &PlotOptions::default())?.text(60, 20);
    /// assert!(lines.iter().all(|line| line.chars().count() <= 60));
    /// assert_eq!(lines[0], "kayles");
    /// # Ok::<(), sprague_games::QuestionError>(())
    /// ```
    pub fn text(&self, columns: usize, lines: usize) -> Vec<String> {
        let columns = columns.max(20);
        let all = match &self.figure {
            Figure::Points(points) => points.text(columns, lines),
            Figure::Heat(heat) => heat.text(columns),
            Figure::Tent(tent) => tent.text(columns),
            Figure::Graph(graph) => graph.text(columns, lines),
            Figure::Pictures(pictures) => pictures.text(columns),
        };
        all.into_iter().map(|line| line.trim_end().to_owned()).collect()
    }

    /// The drawing as a PNG file, two pixels for each of the [SVG](Self::svg), light unless the theme is dark.
    ///
    /// Letters are drawn by a font that is part of the program; for characters that it has not, fonts of the system are looked for.
    /// `None` where the drawing would have more than 64 million pixels.
    ///
    /// ```
    /// use sprague_games::Session;
    /// use sprague_plot::{PlotOptions, plot};
    /// let png = plot(&Session::new(), "nim", &PlotOptions::default())?.png().unwrap();
    /// assert_eq!(&png[1..4], b"PNG");
    /// # Ok::<(), sprague_games::QuestionError>(())
    /// ```
    #[cfg(feature = "png")]
    pub fn png(&self) -> Option<Vec<u8>> {
        let theme = if self.theme == Theme::Dark { Theme::Dark } else { Theme::Light };
        crate::png::rendered(&Self { theme, figure: self.figure.clone() }.svg())
    }
}
