//! SVG as text: elements with escaped text, and short numbers.

use crate::theme::{Theme, style};
use sprague::printable::Printable;
use std::fmt::{self, Display, Write};
use unicode_width::UnicodeWidthStr;

/// A length in pixels, which is written with at most one decimal place: `12`, `0.5`, `-3.2`.
#[derive(Clone, Copy)]
pub(crate) struct Px(pub(crate) f64);

impl Display for Px {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        if tenth == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{tenth}") }
    }
}

/// Text between tags. Markup is escaped, and characters that are not printable are left out.
struct Escaped<'a>(&'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in Printable(self.0).to_string().chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                // characters that XML 1.0 does not allow
                '\u{fffe}' | '\u{ffff}' => f.write_char('\u{fffd}')?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// An SVG document that is being written.
///
/// The names of elements and attributes are chosen by this crate. Text is escaped.
pub(crate) struct Svg {
    text: String,
    open: Vec<&'static str>,
}

impl Svg {
    /// Starts a drawing of this size with a background and a description for screen readers.
    pub(crate) fn new(size: [f64; 2], title: &str, description: &str, theme: Theme) -> Self {
        let [width, height] = size.map(|length| Px(length.ceil()));
        let mut svg = Self { text: String::new(), open: vec![] };
        svg.raw(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
        ));
        svg.open.push("svg");
        svg.raw(format_args!("\n<title>{}</title>\n<desc>{}</desc>\n", Escaped(title), Escaped(description)));
        svg.raw(format_args!("<style>{}</style>\n", style(theme)));
        svg.raw(format_args!(r#"<rect class="paper" width="{width}" height="{height}"/>"#));
        svg.raw(format_args!("\n"));
        svg
    }

    fn raw(&mut self, text: fmt::Arguments<'_>) {
        self.text.write_fmt(text).expect("text can be written");
    }

    /// Opens an element with these attributes, which are not escaped.
    pub(crate) fn open(&mut self, name: &'static str, attributes: fmt::Arguments<'_>) {
        self.raw(format_args!("<{name} {attributes}>"));
        self.open.push(name);
    }

    /// Closes the element that was opened last.
    pub(crate) fn close(&mut self) {
        let name = self.open.pop().expect("what is closed was opened");
        self.raw(format_args!("</{name}>\n"));
    }

    /// Writes an element without content. Its attributes are not escaped.
    pub(crate) fn element(&mut self, name: &'static str, attributes: fmt::Arguments<'_>) {
        self.raw(format_args!("<{name} {attributes}/>\n"));
    }

    /// Gives a title to the element that was opened last. Viewers show it when you point at the element.
    pub(crate) fn named(&mut self, text: &str) {
        self.raw(format_args!("<title>{}</title>", Escaped(text)));
    }

    pub(crate) fn rect(&mut self, class: &str, [x, y]: [f64; 2], [width, height]: [f64; 2]) {
        let [x, y, width, height] = [x, y, width, height].map(Px);
        self.element("rect", format_args!(r#"class="{class}" x="{x}" y="{y}" width="{width}" height="{height}""#));
    }

    pub(crate) fn line(&mut self, class: &str, [x, y]: [f64; 2], [to_x, to_y]: [f64; 2]) {
        self.path(class, &format!("M{} {}L{} {}", Px(x), Px(y), Px(to_x), Px(to_y)));
    }

    pub(crate) fn circle(&mut self, class: &str, [x, y]: [f64; 2], radius: f64) {
        self.element("circle", format_args!(r#"class="{class}" cx="{}" cy="{}" r="{}""#, Px(x), Px(y), Px(radius)));
    }

    pub(crate) fn path(&mut self, class: &str, steps: &str) {
        if !steps.is_empty() {
            self.element("path", format_args!(r#"class="{class}" d="{steps}""#));
        }
    }

    /// Writes text whose base line starts at this point. If its class requires that, the text is centred here or ends here.
    pub(crate) fn text(&mut self, class: &str, [x, y]: [f64; 2], text: &str) {
        self.raw(format_args!(r#"<text class="{class}" x="{}" y="{}">"#, Px(x), Px(y)));
        self.raw(format_args!("{}</text>\n", Escaped(text)));
    }

    /// Writes text in a size that differs from that of its class.
    pub(crate) fn sized_text(&mut self, class: &str, size: f64, [x, y]: [f64; 2], text: &str) {
        self.raw(format_args!(r#"<text class="{class}" style="font-size:{}px" x="{}" y="{}">"#, Px(size), Px(x), Px(y)));
        self.raw(format_args!("{}</text>\n", Escaped(text)));
    }

    /// Closes all elements and returns the document.
    pub(crate) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }
}

/// Returns the width of a text in columns. Each character has one or two columns.
pub(crate) fn columns(text: &str) -> usize {
    Printable(text).to_string().width()
}

/// Returns the maximum width of a text in pixels, for letters of this size.
///
/// It is an estimate: 0.6 times the size for each column.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    columns(text) as f64 * size * 0.6
}

/// Shortens a text to at most `most` columns, with `…` at its end.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    let text = Printable(text).to_string();
    if text.width() <= most {
        return text;
    }
    let mut kept = String::new();
    for c in text.chars() {
        kept.push(c);
        if kept.width() + 1 > most {
            kept.pop();
            break;
        }
    }
    kept + "…"
}

/// Breaks text into lines of at most `most` columns, between words.
///
/// A word that does not fit on a line is shortened.
pub(crate) fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![];
    for word in text.split(' ') {
        let word = shortened(word, most);
        match lines.last_mut() {
            Some(line) if columns(line) + 1 + columns(&word) <= most => line.extend([" ", &word]),
            _ => lines.push(word),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_take_few_bytes() {
        let written = [0.0, -0.04, 0.05, 12.0, 3.25, -7.5, 1000.04].map(|length| Px(length).to_string());
        assert_eq!(written, ["0", "0", "0.1", "12", "3.3", "-7.5", "1000"]);
    }

    #[test]
    fn every_text_is_well_formed() {
        let hostile: String = (0..0x11_0000).step_by(7).filter_map(char::from_u32).chain("\0<&\"'>]]>\u{ffff}".chars()).collect();
        let mut svg = Svg::new([10.0, 10.0], &hostile, &hostile, Theme::Auto);
        svg.open("g", format_args!(r#"class="none""#));
        svg.named(&hostile);
        svg.text("ink", [0.0, 0.0], &hostile);
        let text = svg.finish();
        let document = roxmltree::Document::parse(&text).unwrap();
        let said = document.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "title"))).unwrap();
        assert!(said.text().unwrap().contains("<&\"'>]]>"));
    }

    #[test]
    fn words_are_broken_and_shortened() {
        assert_eq!(shortened("subtraction", 11), "subtraction");
        assert_eq!(shortened("subtraction", 5), "subt…");
        assert_eq!((shortened("漢字漢字", 5), columns("漢字")), ("漢字…".to_owned(), 4));
        assert_eq!(lines("period 12 from n = 71 on", 10), ["period 12", "from n =", "71 on"]);
        assert_eq!(lines("abcdefghijkl x", 6), ["abcde…", "x"]);
    }
}
