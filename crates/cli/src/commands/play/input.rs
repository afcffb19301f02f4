//! Reads lines of input, with editing on a terminal and without it through a pipe. On a terminal the arrow keys recall
//! earlier lines.

use console::{Term, measure_text_width};
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{Config, Editor};
use std::io::{self, BufRead, Read, Write};

/// The maximum size of a line, in bytes.
const MAX_BYTES: usize = 1 << 16;

const PROMPT: &str = "> ";

pub(super) trait Input {
    /// Returns the next line, or `None` at the end of the input. The prompt goes to `out`.
    fn line(&mut self, out: &mut impl Write) -> io::Result<Option<String>>;

    /// Removes the last line from the screen, so that other text can replace it.
    fn take_back(&mut self);

    /// Returns `true` if a person types. A person needs hints about the possible input.
    fn is_attended(&self) -> bool;
}

/// Reads lines without editing, with or without a prompt.
pub(super) struct Plain<R> {
    pub(super) read: R,
    pub(super) is_attended: bool,
}

impl<R: BufRead> Input for Plain<R> {
    /// Returns the next line. Bytes that are not UTF-8 are replaced, and long lines are cut.
    fn line(&mut self, out: &mut impl Write) -> io::Result<Option<String>> {
        if self.is_attended {
            out.write_all(PROMPT.as_bytes())?;
        }
        out.flush()?;
        let mut bytes = vec![];
        let read = self.read.by_ref().take(MAX_BYTES as u64).read_until(b'\n', &mut bytes)?;
        if read == MAX_BYTES && bytes.last() != Some(&b'\n') {
            self.read.skip_until(b'\n')?;
        }
        if read == 0 && self.is_attended {
            writeln!(out)?; // the cursor is still on the line of the prompt
        }
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn take_back(&mut self) {}

    fn is_attended(&self) -> bool {
        self.is_attended
    }
}

/// Reads lines from a terminal, with editing.
pub(super) struct Edited {
    editor: Editor<(), MemHistory>,
    /// The number of columns of the last line and its prompt.
    width: usize,
}

impl Edited {
    /// Starts an editor of lines on this terminal.
    ///
    /// # Errors
    /// Errors of the terminal.
    pub(super) fn new() -> io::Result<Self> {
        let editor = Editor::with_history(Config::default(), MemHistory::new()).map_err(failed)?;
        Ok(Self { editor, width: 0 })
    }
}

impl Input for Edited {
    fn line(&mut self, out: &mut impl Write) -> io::Result<Option<String>> {
        out.flush()?;
        let mut line = match self.editor.readline(PROMPT) {
            Ok(line) => line,
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => return Ok(None),
            Err(error) => return Err(failed(error)),
        };
        line.truncate(line.floor_char_boundary(MAX_BYTES));
        self.width = PROMPT.len() + measure_text_width(&line);
        if !line.trim().is_empty() {
            self.editor.add_history_entry(line.as_str()).map_err(failed)?;
        }
        Ok(Some(line))
    }

    fn take_back(&mut self) {
        let terminal = Term::stdout();
        let is_dumb = std::env::var_os("TERM").is_some_and(|name| name == "dumb");
        if !is_dumb && terminal.size_checked().is_some_and(|(_, columns)| self.width < columns.into()) {
            let _ = terminal.clear_last_lines(1);
        }
    }

    fn is_attended(&self) -> bool {
        true
    }
}

fn failed(error: ReadlineError) -> io::Error {
    match error {
        ReadlineError::Io(error) => error,
        error => io::Error::other(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(typed: &[u8], is_attended: bool) -> (Vec<String>, String) {
        let (mut input, mut out) = (Plain { read: typed, is_attended }, vec![]);
        let lines = std::iter::from_fn(|| input.line(&mut out).unwrap()).collect();
        (lines, String::from_utf8(out).unwrap())
    }

    #[test]
    fn a_pipe_is_read_without_a_prompt() {
        assert_eq!(lines(b"1\nundo\r\n\xffx", false), (vec!["1\n".into(), "undo\r\n".into(), "\u{fffd}x".into()], String::new()));
    }

    #[test]
    fn who_sits_there_is_asked_for_each_line() {
        assert_eq!(lines(b"1\n", true), (vec!["1\n".into()], "> > \n".into()));
    }

    #[test]
    fn a_long_line_is_cut_and_the_next_one_is_whole() {
        let (lines, _) = lines(format!("{}\n2\n", "9".repeat(1 << 20)).as_bytes(), false);
        assert_eq!((lines[0].len(), lines[1].as_str()), (MAX_BYTES, "2\n"));
    }
}
