//! A drawing, which can be written as SVG, as text, or as pixels.

use crate::graph::Layered;
use crate::heat::Heat;
use crate::picture::Pictures;
use crate::points::Points;
use crate::theme::Theme;
use crate::thermograph::Tent;
use crate::tikz;
use crate::wanted::Kind;
#[cfg(feature = "schema")]
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Serialize, Serializer};
use sprague::Stopped;

/// The content of a drawing, with a variant for each kind.
#[derive(Clone, Debug)]
pub(crate) enum Figure {
    Points(Points),
    Heat(Heat),
    Tent(Tent),
    Graph(Layered),
    Pictures(Pictures),
    Order(Heat),
}

/// A drawing in the form of data, which is the answer to a [`Plot`](crate::Plot).
///
/// ```
/// use sprague_questions::Session;
/// use sprague_plot::{Kind, Plot};
///
/// let drawing = Session::new().ask(&Plot::of("game@{3|-1}"), &sprague::Limits::default())?;
/// assert_eq!(drawing.kind(), Kind::Thermograph);
/// assert!(drawing.text(80, 24).iter().any(|line| line.contains("mean 1, temperature 2")));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug)]
pub struct Drawing {
    pub(crate) figure: Figure,
    pub(crate) theme: Theme,
}

/// A drawing.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Drawing"))]
struct Written {
    kind: Kind,
    svg: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
}

impl Serialize for Drawing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Written { kind: self.kind(), svg: self.svg(), stopped: self.stopped().map(Stopped::name) }.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl JsonSchema for Drawing {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        Written::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        Written::json_schema(generator)
    }
}

impl Drawing {
    /// Returns the kind of the drawing.
    pub fn kind(&self) -> Kind {
        match &self.figure {
            Figure::Points(_) => Kind::Points,
            Figure::Heat(_) => Kind::Table,
            Figure::Tent(tent) if tent.has_scaffolds() => Kind::Scaffold,
            Figure::Tent(_) => Kind::Thermograph,
            Figure::Graph(_) => Kind::Graph,
            Figure::Pictures(_) => Kind::Picture,
            Figure::Order(_) => Kind::Order,
        }
    }

    /// Returns the limit that was reached, if one was. The drawing then contains the results found before it.
    ///
    /// ```
    /// use sprague_questions::Session;
    /// use sprague_plot::Plot;
    /// let drawing = Session::new().ask(&Plot::of("nim"), &sprague::Limits::default())?;
    /// assert_eq!(drawing.stopped(), None);
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn stopped(&self) -> Option<&Stopped> {
        match &self.figure {
            Figure::Points(points) => points.stopped.as_ref(),
            Figure::Heat(heat) | Figure::Order(heat) => heat.stopped.as_ref(),
            Figure::Graph(_) | Figure::Tent(_) | Figure::Pictures(_) => None,
        }
    }

    /// Returns the drawing as a complete SVG document.
    ///
    /// It contains no script, no font and no link. It has a `title` and a `desc` for screen readers. Its colours are those of
    /// the [theme](crate::Theme) in the question.
    ///
    /// ```
    /// use sprague_questions::Session;
    /// use sprague_plot::Plot;
    /// let svg = Session::new().ask(&Plot::of("subtraction:1,2"), &sprague::Limits::default())?.svg();
    /// assert!(svg.starts_with("<svg xmlns") && svg.contains("<title>subtraction:1,2</title>"));
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn svg(&self) -> String {
        match &self.figure {
            Figure::Points(points) => points.svg(self.theme),
            Figure::Heat(heat) | Figure::Order(heat) => heat.svg(self.theme),
            Figure::Tent(tent) => tent.svg(self.theme),
            Figure::Graph(graph) => graph.svg(self.theme),
            Figure::Pictures(pictures) => pictures.svg(self.theme),
        }
    }

    /// Returns the drawing in TikZ, for papers. It is not wider than the line of text.
    ///
    /// The second line of the result names the LaTeX packages that it needs. The colours are those of the theme, or those for
    /// light paper if the theme is automatic.
    ///
    /// ```
    /// use sprague_questions::Session;
    /// use sprague_plot::Plot;
    /// let tikz = Session::new().ask(&Plot::of("game@{3|-1}"), &sprague::Limits::default())?.tikz();
    /// assert!(tikz.contains(r"\begin{tikzpicture}") && tikz.contains("mean 1"));
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn tikz(&self) -> String {
        tikz::of(&self.svg(), self.theme, false)
    }

    /// Returns the drawing in TikZ without its title, its sentences and its paper, for a figure that has a caption.
    pub fn bare_tikz(&self) -> String {
        tikz::of(&self.svg(), self.theme, true)
    }

    /// Returns the drawing as lines of text, in braille or in plain characters, with sentences below it.
    ///
    /// A line has at most `columns` columns, and `columns` is at least 20. The sentences describe the results. A picture that
    /// can have any height, such as points, has about `lines` lines.
    ///
    /// ```
    /// use sprague_questions::Session;
    /// use sprague_plot::Plot;
    /// let lines = Session::new().ask(&Plot::of("kayles"), &sprague::Limits::default())?.text(60, 20);
    /// assert!(lines.iter().all(|line| line.chars().count() <= 60));
    /// assert_eq!(lines[0], "kayles");
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    pub fn text(&self, columns: usize, lines: usize) -> Vec<String> {
        let columns = columns.max(20);
        let all = match &self.figure {
            Figure::Points(points) => points.text(columns, lines),
            Figure::Heat(heat) | Figure::Order(heat) => heat.text(columns),
            Figure::Tent(tent) => tent.text(columns),
            Figure::Graph(graph) => graph.text(columns, lines),
            Figure::Pictures(pictures) => pictures.text(columns),
        };
        all.into_iter().map(|line| line.trim_end().to_owned()).collect()
    }

    /// Returns the drawing as a PNG file, with two pixels for each pixel of the [SVG](Self::svg).
    ///
    /// It is light unless the theme is dark. Letters are drawn with a font that is part of the program, or with fonts of the
    /// system for characters that this font does not have. Returns `None` if the drawing would have more than 64 million
    /// pixels.
    ///
    /// ```
    /// use sprague_questions::Session;
    /// use sprague_plot::Plot;
    /// let png = Session::new().ask(&Plot::of("nim"), &sprague::Limits::default())?.png().unwrap();
    /// assert_eq!(&png[1..4], b"PNG");
    /// # Ok::<(), sprague_questions::NoAnswer>(())
    /// ```
    #[cfg(feature = "png")]
    pub fn png(&self) -> Option<Vec<u8>> {
        let theme = if self.theme == Theme::Dark { Theme::Dark } else { Theme::Light };
        crate::png::rendered(&Self { theme, figure: self.figure.clone() }.svg())
    }
}
