//! Analyses a family: computes a row for every n up to a bound, finds the period, and proves it by a theorem.

mod filled;
mod forms;
mod large_heaps;
pub(crate) mod laws;
mod misere;
pub(crate) mod nimber_law;
mod numbered;
mod one_by_one;
mod render;
mod report;
mod rows;
mod summary;
mod table;
pub(crate) mod values;

pub use nimber_law::NimberLaw;
pub use summary::Summary;
pub use table::{Analysis, RowTable, ValueTable, Vertex};

use super::row_plan::RowPlan;
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::report::Report;
use crate::words::words;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sprague::solve::{RulesetCache, misere_has_meaning};
use sprague::{BadNotation, Limits, Play, Stopped};
use std::path::PathBuf;

/// Computes rows 0 to `to` of a family and proves their period.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Analyse, Session};
/// let rows = Session::new().ask(&Analyse { to: 3, ..Analyse::of("nim") }, &Limits::default())?;
/// assert_eq!(serde_json::to_value(&rows).unwrap()["nimbers"], serde_json::json!([0, 1, 2, 3]));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Analyse {
    /// Family, such as subtraction:1,3,4 or kayles; `-` reads families from standard input
    pub family: String,
    /// Last row to compute
    #[serde(default = "usual_to")]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", default_value_t = usual_to(), value_parser = crate::flags::number::<u64>))]
    pub to: u64,
    /// Maximum number of rows to compute in search of a period [default: the greater of N and 1000000 if the theorem is bounded
    /// look-back, 1000 for values, otherwise 10000]
    #[cfg_attr(feature = "flags", arg(long, value_name = "R", value_parser = crate::flags::number::<u64>, help_heading = "Further options"))]
    pub seek: Option<u64>,
    /// What a row is: a canonical form under normal play (values) or misere play (forms) [default: a nimber or outcome]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<RowsOf>(["values", "forms"])))]
    pub rows: Option<RowsOf>,
    /// In JSON, also give values as a graph with shared nodes, because values longer than 10000 characters have no text
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, help_heading = "Further options"))]
    pub dag: bool,
    /// Use only a few megabytes to find the period of rules that split heaps, if the method allows it
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, help_heading = "Further options"))]
    pub stream: bool,
    /// Search as with --stream, save the progress in this file, and continue from it in the next run
    #[serde(skip)]
    #[cfg_attr(feature = "flags", arg(long, value_name = "FILE", help_heading = "Further options"))]
    pub checkpoint: Option<PathBuf>,
    /// Compute every row, instead of copying rows once the period is proved
    #[cfg_attr(
        feature = "schema",
        schemars(description = "False to compute every row, instead of copying rows once the period is proved")
    )]
    #[serde(default = "usual_fill")]
    #[cfg_attr(feature = "flags", arg(long = "no-fill", action = clap::ArgAction::SetFalse, help_heading = "Further options"))]
    pub fill: bool,
    /// Print the number of lost rows, a digest, the kernel and the seconds, instead of the rows
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, help_heading = "Further options"))]
    pub summary: bool,
    /// Which kernel (algorithm) computes the rows [default: the fastest]
    #[cfg_attr(feature = "flags", arg(long, value_name = "NAME", help_heading = "Further options"))]
    pub kernel: Option<String>,
    /// Explain why this kernel computes the rows
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long))]
    pub explain: bool,
    /// Who wins: the player who makes the last move (normal) or the other one (misere)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
}

words! {
    /// What rows contain instead of nimbers or outcomes.
    RowsOf {
        /// Canonical forms.
        #[default]
        Values = "values",
        /// Canonical forms under misère play, with genus and kind.
        Forms = "forms",
    }
}

fn usual_to() -> u64 {
    RowPlan::default().to
}

fn usual_fill() -> bool {
    RowPlan::default().fill
}

impl Analyse {
    /// Returns the question about this family, without options.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Analyse::of("kayles").to, 40);
    /// ```
    pub fn of(family: impl Into<String>) -> Self {
        Self {
            family: family.into(),
            to: usual_to(),
            seek: None,
            rows: None,
            dag: false,
            stream: false,
            checkpoint: None,
            fill: usual_fill(),
            summary: false,
            kernel: None,
            explain: false,
            play: Play::Normal,
        }
    }

    fn plan(&self, limits: &Limits) -> RowPlan {
        RowPlan {
            to: self.to,
            play: self.play,
            values: self.rows == Some(RowsOf::Values),
            forms: self.rows == Some(RowsOf::Forms),
            dag: self.dag,
            seek: self.seek,
            fill: self.fill,
            kernel: self.kernel.clone(),
            stream: self.stream,
            checkpoint: self.checkpoint.clone(),
            limits: limits.clone(),
        }
    }

    fn known(&self, family: &str) -> Value {
        json!({ "family": family, "play": self.play, "to": self.to })
    }
}

impl Question for Analyse {
    type Answer = Analysed;
    const NAME: &'static str = "analyse";

    fn report(analysed: &Analysed) -> Option<Report> {
        Some(analysed.report())
    }

    /// Raises the limit on positions so that it allows all rows that you ask for by number.
    fn usual(&self, door: Limits) -> Limits {
        let last = self.to.max(self.seek.unwrap_or(0));
        Limits { positions: door.positions.max(last.saturating_add(1)), ..door }
    }

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        let others = [
            ("summary", self.summary),
            ("kernel", self.kernel.is_some()),
            ("stream", self.stream),
            ("checkpoint", self.checkpoint.is_some()),
        ];
        if let (Some(_), Some((field, _))) = (self.rows, others.into_iter().find(|(_, is_asked)| *is_asked)) {
            return Err(NoAnswer::unfit(field, "applies to rows of nimbers or outcomes, not to values or forms: leave it out"));
        }
        if self.dag && self.rows != Some(RowsOf::Values) {
            return Err(NoAnswer::unfit("dag", "applies to `rows` values: add that, or leave it out"));
        }
        Ok(())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Analysed, NoAnswer> {
        let game = session.rules("family", &self.family, limits).map_err(|error| error.knowing(|| self.known(&self.family)))?;
        let plan = self.plan(limits);
        let found = if self.summary {
            summary(&game, &plan).map(|summary| {
                let explain = summary.explain.filter(|_| self.explain);
                Analysed::Summary(Box::new(Summary { explain, ..summary }))
            })
        } else {
            analyse(&game, &plan).and_then(|analysis| {
                let explain = if self.explain { Some(explanation(&game, &plan)?) } else { None };
                Ok(Analysed::Rows(Box::new(Analysis { explain, ..analysis })))
            })
        };
        found.map_err(|error| error.about("family", &self.family).knowing(|| self.known(game.name())))
    }
}

/// The answer of an analysis: rows with their period, or a summary of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Analysed {
    /// The rows and their periods.
    Rows(Box<Analysis>),
    /// A summary in place of the rows.
    Summary(Box<Summary>),
}

impl Analysed {
    /// Returns the limit that was reached before the last row, if one was.
    pub fn stopped(&self) -> Option<&Stopped> {
        match self {
            Self::Rows(analysis) => analysis.stopped.as_ref(),
            Self::Summary(_) => None,
        }
    }

    /// Returns the rows, unless the answer is a summary.
    pub fn rows(self) -> Option<Analysis> {
        match self {
            Self::Rows(analysis) => Some(*analysis),
            Self::Summary(_) => None,
        }
    }
}

/// 1/`WRITING` of the remaining time is reserved for formatting and writing rows.
///
/// A row takes about 0.1 microseconds in JSON and 0.5 as text.
const WRITING: u32 = 8;

/// Analyses a family.
///
/// # Errors
/// [`NoAnswer::Malformed`] if the play has no meaning for the family, and [`NoAnswer::Stopped`] if a limit was reached before
/// the first row. If some rows are known, they are the answer, and [`Analysis::stopped`] names the limit. If a limit was
/// reached in the search for a period, the answer has no period.
pub fn analyse(game: &RulesetCache, options: &RowPlan) -> Result<Analysis, NoAnswer> {
    misere_has_meaning(game, options.play).map_err(|why| BadNotation::new(0, why))?;
    let options = &options.starting_now();
    let analysis = match (options.values, options.forms) {
        (true, _) => values::analyse(game, options),
        (_, true) => forms::analyse(game, options),
        _ => rows::analyse(game, &options.leaving_time_to_write(WRITING)),
    };
    match game.check() {
        // if the rules failed only in the search for a period, the rows that were asked for are still the answer
        Err(_) if analysis.as_ref().is_ok_and(|analysis| analysis.failed.is_some()) => analysis,
        checked => checked.map_err(NoAnswer::from).and(analysis),
    }
}

/// Computes the rows of a family, and counts and digests them without keeping them. Use it for long runs.
///
/// ```
/// use sprague_questions::{RowPlan, Session, analyse};
///
/// let game = Session::new().family("subtraction:1,2").unwrap();
/// let options = RowPlan { to: 999_999, ..RowPlan::default() };
/// assert_eq!(analyse::summary(&game, &options).unwrap().lost, 333_334);
/// ```
///
/// # Errors
/// The errors of [`analyse`], and [`NoAnswer::NoTheorem`] for families without rows.
pub fn summary(game: &RulesetCache, options: &RowPlan) -> Result<Summary, NoAnswer> {
    misere_has_meaning(game, options.play).map_err(|why| BadNotation::new(0, why))?;
    let summary = summary::summary(game, &options.starting_now());
    game.check()?;
    summary
}

/// Returns a sentence that explains which kernel computes the rows of a family.
///
/// ```
/// use sprague_questions::{RowPlan, Session, analyse};
///
/// let game = Session::new().family("subtraction:1,2").unwrap();
/// let why = analyse::explanation(&game, &RowPlan::default()).unwrap();
/// assert!(why.starts_with("states: "));
/// ```
///
/// # Errors
/// [`NoAnswer::Unfit`] if you ask for a kernel that cannot compute these rows.
pub fn explanation(game: &RulesetCache, options: &RowPlan) -> Result<String, NoAnswer> {
    if options.forms {
        return Ok("forms: the misère canonical form of each heap is built from the forms of smaller heaps".to_owned());
    }
    if options.values {
        return Ok("values: the canonical form of each heap is built from the forms of smaller heaps".to_owned());
    }
    Ok(summary::explanation(game, options)?)
}
