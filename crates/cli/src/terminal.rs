//! Prints text for people, with lines broken between words to fit the terminal.

use crate::out::{Out, line, stderr, stdout};
use console::{Term, measure_text_width};
use std::fmt;
use std::io::{self, Write};

/// The indentation of the continuation of a broken line.
const HANGING: usize = 2;

/// Returns the number of columns of standard output, from the terminal or from `COLUMNS`.
///
/// Returns `None` if neither is known, as in a pipe.
pub(crate) fn columns() -> Option<usize> {
    let said = || std::env::var("COLUMNS").ok()?.parse().ok();
    size().map(|[_, columns]| columns).or_else(said).filter(|columns| *columns > 0)
}

/// Returns the number of columns of standard error, or `None` if it is not a terminal.
pub(crate) fn columns_of_errors() -> Option<usize> {
    size_of(&Term::stderr()).map(|[_, columns]| columns)
}

/// Returns the numbers of lines and columns of standard output, or `None` if it is not a terminal.
pub(crate) fn size() -> Option<[usize; 2]> {
    size_of(&Term::stdout())
}

fn size_of(terminal: &Term) -> Option<[usize; 2]> {
    terminal.size_checked().map(|(lines, columns)| [lines, columns].map(usize::from))
}

/// Returns `true` if standard output is a terminal, where text is visible at once.
pub(crate) fn is_terminal() -> bool {
    Term::stdout().is_term()
}

/// Returns standard output with lines broken to fit.
pub(crate) fn page() -> Page<Out> {
    Page::new(stdout(), columns())
}

/// Prints a line on standard error.
///
/// Lines are broken only on a terminal. Errors of writing are ignored, because they could not be reported.
pub(crate) fn say(text: &str) {
    let _ = writeln!(Page::new(stderr(), columns_of_errors()), "{text}");
}

/// A stream that breaks lines between words to fit.
pub(crate) struct Page<W> {
    out: W,
    columns: Option<usize>,
    /// The beginning of a line that has not ended.
    line: Vec<u8>,
}

impl<W: Write> Page<W> {
    /// Breaks lines after at most `columns` columns, or leaves them unchanged if it is `None`.
    pub(crate) fn new(out: W, columns: Option<usize>) -> Self {
        Self { out, columns, line: vec![] }
    }
}

impl<W: Write> Write for Page<W> {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let Some(columns) = self.columns else { return self.out.write(text) };
        for part in text.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(part);
            if let Some(line) = self.line.strip_suffix(b"\n") {
                self.out.write_all((broken(&String::from_utf8_lossy(line), columns) + "\n").as_bytes())?;
                self.line.clear();
            }
        }
        Ok(text.len())
    }

    /// Writes formatted text as one line, which is then broken.
    fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        self.write_all(line(text).as_bytes())
    }

    /// Writes an incomplete line, too, such as a prompt.
    fn flush(&mut self) -> io::Result<()> {
        self.out.write_all(&self.line)?;
        self.line.clear();
        self.out.flush()
    }
}

/// Breaks a line between words. A word that is too long exceeds the width.
fn broken(line: &str, columns: usize) -> String {
    if measure_text_width(line) <= columns {
        return line.to_owned();
    }
    let hanging = line.len() - line.trim_start_matches(' ').len() + HANGING;
    let mut lines = String::with_capacity(line.len() + line.len() / 8);
    let (mut used, mut is_first) = (0, true);
    let mut rest = line;
    while !rest.trim_end_matches(' ').is_empty() {
        let gap = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest[gap..].find(' ').map_or(rest.len(), |end| gap + end);
        let width = measure_text_width(&rest[gap..end]);
        let blanks = if is_first || used + gap + width <= columns {
            gap
        } else {
            lines.push('\n');
            used = 0;
            hanging.min(columns.saturating_sub(width))
        };
        lines.extend(std::iter::repeat_n(' ', blanks));
        lines.push_str(&rest[gap..end]);
        used += blanks + width;
        is_first = false;
        rest = &rest[end..];
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_between_words() {
        assert_eq!(broken("whoever makes the last move wins", 12), "whoever\n  makes the\n  last move\n  wins");
        assert_eq!(broken("  1: take 2  ->  nim@1", 16), "  1: take 2  ->\n    nim@1");
        assert_eq!(broken("short  enough ", 14), "short  enough ");
    }

    #[test]
    fn only_a_word_that_is_too_long_by_itself_stands_out() {
        assert_eq!(broken("to nim@1,2,3,4,5 it went", 8), "to\nnim@1,2,3,4,5\n  it\n  went");
        assert_eq!(broken("    abcdefgh", 8), "    abcdefgh");
        assert_eq!(broken("a abcdefg", 8), "a\n abcdefg", "it is set less deep before it stands out");
    }

    #[test]
    fn columns_are_counted_and_not_bytes() {
        assert_eq!(broken("misère play", 11), "misère play");
        assert_eq!(broken("\u{1b}[1mbold\u{1b}[0m words", 10), "\u{1b}[1mbold\u{1b}[0m words");
        assert_eq!(broken("漢字漢字 漢字", 9), "漢字漢字\n  漢字");
    }

    #[test]
    fn a_page_puts_the_parts_of_a_line_together() {
        let mut out = vec![];
        let mut page = Page::new(&mut out, Some(8));
        write!(page, "one t").unwrap();
        page.write_all(b"wo three\nfour").unwrap();
        page.flush().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "one two\n  three\nfour");
    }

    #[test]
    fn a_pipe_gets_lines_as_they_are() {
        let mut out = vec![];
        writeln!(Page::new(&mut out, None), "{}", "word ".repeat(100)).unwrap();
        assert_eq!(out.len(), 501);
    }
}
