//! `sprague plot`: writes a drawing to a file, or draws it in the terminal.

use super::{ask, session};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::stdout;
use crate::terminal::{columns, is_terminal, page, size};
use clap::Args as Flags;
use sprague_plot::{Drawing, Plot};
use sprague_questions::{LimitsAsked, whole_file};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The numbers of columns and lines of a drawing if the size of the terminal is unknown.
const SIZE: [usize; 2] = [80, 24];

/// The minimum and maximum number of lines of a drawing in a terminal.
const LINES: [usize; 2] = [12, 40];

#[derive(Flags)]
pub(crate) struct Args {
    #[command(flatten)]
    question: Plot,
    /// File to write: .svg, .tex (TikZ), or .png with the feature `png` [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write only the TikZ drawing, without title, text and background
    #[arg(long, requires = "output", conflicts_with = "terminal")]
    bare: bool,
    /// Show the drawing as text in braille characters, as wide as the terminal
    #[arg(long, conflicts_with = "output")]
    terminal: bool,
    #[command(flatten)]
    limits: LimitsAsked,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let what = &args.question.what;
    let writer = args.output.as_deref().map(|path| Ending::of(path).map(|ending| (path, ending))).transpose()?;
    if let Some((path, Ending::Svg | Ending::Png)) = writer.as_ref().filter(|_| args.bare) {
        return Err(Failure::Unfit(format!("{}: --bare needs a file name that ends in .tex", path.display())));
    }
    let drawing = ask(&session(), &args.question, &args.limits).map_err(|error| Failure::of(what, error, false))?;
    match writer {
        Some((path, ending)) => {
            let content = ending.content(&drawing, what, args.bare)?;
            let cannot = |error: std::io::Error| Failure::NoAnswer(format!("{}: {error}", path.display()));
            whole_file::write(path, &content).map_err(cannot)?;
            writeln!(page(), "{}: drawn as {}, written to {}", what, drawing.kind().name(), path.display())?;
        }
        None if args.terminal || is_terminal() => {
            let [wide, high] = size_of_text();
            let mut out = stdout();
            drawing.text(wide, high).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        None => stdout().write_all(drawing.svg().as_bytes())?,
    }
    match drawing.stopped() {
        Some(stopped) => Err(Failure::of(what, stopped.clone().into(), false)),
        None => Ok(Exit::Answered),
    }
}

/// Returns the numbers of columns and lines of a drawing in the terminal.
fn size_of_text() -> [usize; 2] {
    let wide = columns().unwrap_or(SIZE[0]);
    let high = size().map_or(SIZE[1], |[lines, _]| lines.saturating_sub(4));
    [wide, high.clamp(LINES[0], LINES[1])]
}

/// The format of a file, which is determined by the ending of its name.
#[derive(Clone, Copy)]
enum Ending {
    Svg,
    Png,
    Tex,
}

impl Ending {
    /// Returns the format for the name of this file.
    ///
    /// # Errors
    /// [`Failure::Unfit`] for any other ending, and for `.png` if the program was built without it.
    fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("tex") => Ok(Self::Tex),
            Some("png") if cfg!(feature = "png") => Ok(Self::Png),
            Some("png") => Err(Failure::Unfit(format!(
                "{}: this program was built without pixels: write .svg, or build it with `--features png`",
                path.display()
            ))),
            _ => {
                let endings = if cfg!(feature = "png") { ".svg, .tex or .png" } else { ".svg or .tex" };
                Err(Failure::Unfit(format!("{}: expected a name that ends in {endings}", path.display())))
            }
        }
    }

    fn content(self, drawing: &Drawing, what: &str, is_bare: bool) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Svg => Ok(drawing.svg().into_bytes()),
            Self::Tex if is_bare => Ok(drawing.bare_tikz().into_bytes()),
            Self::Tex => Ok(drawing.tikz().into_bytes()),
            Self::Png => pixels(drawing).ok_or_else(|| {
                Failure::NoAnswer(format!(
                    "{what}: the drawing is too large for pixels: write a .svg file, which has no such limit"
                ))
            }),
        }
    }
}

#[cfg(feature = "png")]
fn pixels(drawing: &Drawing) -> Option<Vec<u8>> {
    drawing.png()
}

/// Is never called, because names that end in `.png` are errors without the feature.
#[cfg(not(feature = "png"))]
fn pixels(_: &Drawing) -> Option<Vec<u8>> {
    None
}
