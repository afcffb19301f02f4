//! `sprague plot`: a drawing as a file, or in the terminal.

use crate::args::{PairRows, Plot, player};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::limits::{Progress, limits};
use crate::out::stdout;
use crate::terminal::{columns, is_terminal, page, size};
use sprague_games::{TableRows, whole_file};
use sprague_plot::{Drawing, PlotOptions, plot};
use std::io::Write;
use std::path::Path;

/// How wide and how high a drawing is where nobody says how large the terminal is.
const SIZE: [usize; 2] = [80, 24];

/// How high a drawing in a terminal is at most, and at least.
const LINES: [usize; 2] = [12, 40];

pub(crate) fn run(args: &Plot) -> Result<Exit, Failure> {
    let writer = args.output.as_deref().map(|path| Ending::of(path).map(|ending| (path, ending))).transpose()?;
    let limits = limits(args.limits.bounds);
    let session = crate::session_within(&limits);
    if args.first.is_some() {
        // an error of its own where both players have the same moves
        player(args.first, "--first", &args.what, &session)?;
    }
    let rows = args.rows.map(|rows| match rows {
        PairRows::Outcomes => TableRows::Outcomes,
        PairRows::Nimbers => TableRows::Nimbers,
        PairRows::Values => TableRows::Values,
    });
    let options = PlotOptions {
        kind: args.kind,
        to: args.to,
        x: args.x,
        y: args.y,
        rows,
        play: args.convention.play.into(),
        first: args.first.map(Into::into),
        depth: args.depth,
        longest_play: args.limits.longest_play,
        limits,
        theme: args.theme,
        ..PlotOptions::default()
    };
    let drawing = {
        let _progress = Progress::of(&options.limits);
        plot(&session, &args.what, &options).map_err(|unanswered| Failure::of(&args.what, unanswered))?
    };
    match writer {
        Some((path, ending)) => {
            let content = ending.content(&drawing, &args.what)?;
            let cannot = |error: std::io::Error| Failure::NoAnswer(format!("{}: {error}", path.display()));
            whole_file::write(path, &content).map_err(cannot)?;
            writeln!(page(), "{}: drawn as {}, written to {}", args.what, drawing.kind().name(), path.display())?;
        }
        None if args.terminal || is_terminal() => {
            let [wide, high] = size_of_text();
            let mut out = stdout();
            drawing.text(wide, high).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        }
        None => stdout().write_all(drawing.svg().as_bytes())?,
    }
    match drawing.stopped() {
        Some(stopped) => Err(Failure::of(&args.what, stopped.clone().into())),
        None => Ok(Exit::Answered),
    }
}

/// Columns and lines of a drawing in the terminal.
fn size_of_text() -> [usize; 2] {
    let wide = columns().unwrap_or(SIZE[0]);
    let high = size().map_or(SIZE[1], |[lines, _]| lines.saturating_sub(4));
    [wide, high.clamp(LINES[0], LINES[1])]
}

/// What a file holds, by the end of its name.
#[derive(Clone, Copy)]
enum Ending {
    Svg,
    Png,
}

impl Ending {
    /// # Errors
    /// [`Failure::Unfit`] for any other ending, and for pixels in a program that was built without them.
    fn of(path: &Path) -> Result<Self, Failure> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") if cfg!(feature = "png") => Ok(Self::Png),
            Some("png") => Err(Failure::Unfit(format!(
                "{}: this program was built without pixels: write .svg, or build it with `--features png`",
                path.display()
            ))),
            _ => Err(Failure::Unfit(format!("{}: expected a name that ends in .svg or .png", path.display()))),
        }
    }

    fn content(self, drawing: &Drawing, what: &str) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Svg => Ok(drawing.svg().into_bytes()),
            Self::Png => pixels(drawing).ok_or_else(|| {
                Failure::NoAnswer(format!("{what}: too large a drawing for pixels: a file that ends in .svg has no such limit"))
            }),
        }
    }
}

#[cfg(feature = "png")]
fn pixels(drawing: &Drawing) -> Option<Vec<u8>> {
    drawing.png()
}

/// Nobody gets here: names that end in .png are refused.
#[cfg(not(feature = "png"))]
fn pixels(_: &Drawing) -> Option<Vec<u8>> {
    None
}
