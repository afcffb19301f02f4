//! Writes all output of the program, and escapes text that is not printable.
//!
//! Text from a file, a plugin, a path or an argument cannot end a line, move the cursor or reverse the writing direction. All
//! line breaks are the program's own.

use serde::Serialize;
use sprague::printable::{Printable, is_printable};
use std::cell::RefCell;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io::{self, BufWriter, IsTerminal, Write};

/// Returns standard output for printable text.
///
/// Formatted text (`writeln!`) becomes one line, because its line breaks are escaped. Text that is written as bytes
/// (`write_all`) keeps its line breaks. All other characters that are not printable are escaped.
pub(crate) fn stdout() -> Out {
    Out { stream: Stream::Output, tail: vec![] }
}

/// Returns standard error for printable text, like [`stdout`].
pub(crate) fn stderr() -> Out {
    Out { stream: Stream::Error, tail: vec![] }
}

/// Formats text as one line. Line breaks are escaped, except for one at the start and one at the end.
pub(crate) fn line(text: fmt::Arguments<'_>) -> String {
    let text = text.to_string();
    let behind = text.strip_prefix('\n').unwrap_or(&text);
    let line = behind.strip_suffix('\n').unwrap_or(behind);
    let breaks = |is_there| if is_there { "\n" } else { "" };
    format!("{}{}{}", breaks(text.len() > behind.len()), Printable(line), breaks(behind.len() > line.len()))
}

pub(crate) fn json_text(object: &impl Serialize) -> String {
    serde_json::to_string(object).expect("what is answered is plain data")
}

/// Prints an object as one line of JSON, without storing all of the text.
pub(crate) fn print_json(object: &impl Serialize) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, stdout());
    serde_json::to_writer(&mut out, object)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Prints lines of text piece by piece, without storing all of the text.
pub(crate) fn print_lines(text: &impl fmt::Display) -> io::Result<()> {
    let mut out = BufWriter::with_capacity(1 << 16, stdout());
    write!(out, "{text}")?;
    out.flush()
}

/// Writes text of the program itself without escaping.
///
/// Use it for languages in which escapes have another meaning, such as scripts for a shell.
pub(crate) fn verbatim(text: &[u8]) -> io::Result<()> {
    Stream::Output.put(text)
}

/// Prints help or version, in colour on a terminal unless `NO_COLOR` is set.
///
/// All of the text is the program's own, except for the [name](own_name). Errors of writing are ignored, because they could not
/// be reported.
pub(crate) fn help(help: &clap::Error) {
    let is_error = help.use_stderr();
    let is_terminal = if is_error { io::stderr().is_terminal() } else { io::stdout().is_terminal() };
    let is_plain =
        !is_terminal || KEPT.with_borrow(Option::is_some) || env::var_os("NO_COLOR").is_some_and(|set| !set.is_empty());
    let text = if is_plain { help.render().to_string() } else { help.render().ansi().to_string() };
    let stream = if is_error { Stream::Error } else { Stream::Output };
    let _ = stream.put(grouped(&text).as_bytes());
}

/// Puts a heading before the commands that are rarely needed, which are the last of the list.
fn grouped(help: &str) -> String {
    let is_first = |line: &&str| line.replace("\u{1b}[1m", "").starts_with("  merge");
    match help.split_inclusive('\n').find(is_first).and_then(|first| Some((first, help.split_once(first)?))) {
        Some((first, (before, after))) => format!("{before}\nFurther commands:\n{first}{after}"),
        None => help.to_owned(),
    }
}

/// Returns the arguments with a printable name of the program, which the help repeats.
pub(crate) fn own_name(args: impl IntoIterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut args = args.into_iter();
    let name = args.next().map(|name| Printable(&name.to_string_lossy()).to_string().into());
    name.into_iter().chain(args)
}

/// Text that was collected, by stream, instead of printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    /// Text for standard output.
    pub out: String,
    /// Text for standard error.
    pub err: String,
}

thread_local! {
    /// The buffers of this thread for output and errors, if they replace the standard streams.
    static KEPT: RefCell<Option<[Vec<u8>; 2]>> = const { RefCell::new(None) };
}

/// Runs `work`. Returns the text that this thread prints meanwhile.
pub(crate) fn kept(work: impl FnOnce()) -> Said {
    KEPT.set(Some(Default::default()));
    work();
    let [out, err] = KEPT.take().unwrap_or_default().map(|bytes| String::from_utf8(bytes).expect("only text is printed"));
    Said { out, err }
}

#[derive(Clone, Copy)]
enum Stream {
    Output,
    Error,
}

impl Stream {
    fn put(self, bytes: &[u8]) -> io::Result<()> {
        KEPT.with_borrow_mut(|kept| match (kept, self) {
            (Some(kept), stream) => kept[stream as usize].write_all(bytes),
            (None, Self::Output) => io::stdout().write_all(bytes),
            (None, Self::Error) => io::stderr().write_all(bytes),
        })
    }
}

/// A stream that escapes text that is not printable.
pub(crate) struct Out {
    stream: Stream,
    /// The first bytes of a character that is not complete yet.
    tail: Vec<u8>,
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // fast path, because almost all text is ASCII
        if self.tail.is_empty() && bytes.iter().all(|byte| matches!(byte, b'\n' | b' '..=b'~')) {
            self.stream.put(bytes)?;
            return Ok(bytes.len());
        }
        self.tail.extend_from_slice(bytes);
        let whole = match str::from_utf8(&self.tail) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => self.tail.len(),
        };
        let tail = self.tail.split_off(whole);
        let text = std::mem::replace(&mut self.tail, tail);
        let text = String::from_utf8_lossy(&text);
        if text.chars().all(|c| c == '\n' || is_printable(c)) {
            self.stream.put(text.as_bytes())?;
        } else {
            let lines: Vec<String> = text.split('\n').map(|line| Printable(line).to_string()).collect();
            self.stream.put(lines.join("\n").as_bytes())?;
        }
        Ok(bytes.len())
    }

    /// Writes formatted text as one line, with its line breaks escaped.
    fn write_fmt(&mut self, text: fmt::Arguments<'_>) -> io::Result<()> {
        self.stream.put(line(text).as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        KEPT.with_borrow(|kept| if kept.is_none() { io::stdout().flush() } else { Ok(()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "x\naccepted: \u{1b}[31m\u{9b}\u{202e}\r\t\u{2028}";

    #[test]
    fn only_our_own_layout_breaks_lines() {
        let said = kept(|| {
            writeln!(stdout(), "\nfamily {HOSTILE}").unwrap();
            stdout().write_all(format!("digraph {{\n  {}\n}}\n", "\u{1b}").as_bytes()).unwrap();
            writeln!(stderr(), "sprague: {HOSTILE}").unwrap();
        });
        let escaped = r"x\naccepted: \u001b[31m\u009b\u202e\r\t\u2028";
        assert_eq!(said.out, format!("\nfamily {escaped}\ndigraph {{\n  \\u001b\n}}\n"));
        assert_eq!(said.err, format!("sprague: {escaped}\n"));
    }

    #[test]
    fn characters_that_come_in_pieces_are_put_together() {
        let said = kept(|| {
            let mut out = stdout();
            "é\u{202e}🎲".bytes().for_each(|byte| out.write_all(&[byte]).unwrap());
        });
        assert_eq!(said.out, r"é\u202e🎲");
    }

    #[test]
    fn json_is_the_same_data() {
        let value = serde_json::json!({ "family": HOSTILE, "\u{feff}": ["\u{e0041}", "\u{7f}"] });
        let said = kept(|| writeln!(stdout(), "{value}").unwrap());
        assert!(said.out.trim_end_matches('\n').chars().all(is_printable), "{said:?}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&said.out).unwrap(), value);
    }
}
