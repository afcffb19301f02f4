//! The rows of a family as points: a number or an outcome for each n.
//!
//! The preperiod and the periods are shown below the points.

mod drawn;
mod text;

use crate::wanted::Wanted;
use sprague::heap::Period;
use sprague::solve::RulesetCache;
use sprague::values::{Dyadic, ReadError, Value};
use sprague::{BadNotation, Limits, OutcomeClass, Play, Stopped};
use sprague_questions::analyse::{RowTable, ValueTable};
use sprague_questions::{Analysis, NoAnswer, RowPlan, TableRows, analyse};

/// The maximum number of rows of a drawing.
const MAX_ROWS: u64 = 10_000_000;

/// The number of rows that are first computed if the question gives no `to`. The next constant is the maximum number of rows
/// that are then drawn.
///
/// The first rows usually show the period, which determines the number of rows to draw.
const FIRST_LOOK: u64 = 120;
const MOST_UNASKED: u64 = 20_000;

/// The default for the last row of values that is drawn.
const VALUES_UNASKED: u64 = 60;

/// The default number of periods that are drawn after the preperiod.
const PERIODS: u64 = 3;

/// The rows of a family, ready to be drawn.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    pub(crate) title: String,
    pub(crate) words: Vec<String>,
    /// The panels from top to bottom, all with the same rows.
    pub(crate) panels: Vec<Panel>,
    /// The number of rows, from n = 0 on.
    pub(crate) rows: u64,
    pub(crate) bands: Option<Bands>,
    /// The limit that was reached before the last row.
    pub(crate) stopped: Option<Stopped>,
}

/// The preperiod and period that are marked below the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bands {
    pub(crate) preperiod: u64,
    pub(crate) period: u64,
    pub(crate) is_proved: bool,
}

/// A part of the drawing with one quantity for each n.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// The title of the panel, such as `mean`.
    pub(crate) name: String,
    pub(crate) levels: Levels,
    /// One or more lists with a value for each n. A missing value is NaN.
    pub(crate) series: Vec<Vec<f64>>,
}

/// The meaning of the heights of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Levels {
    /// Nimbers. The value 0 means lost.
    Nimbers,
    Numbers,
    /// Words from the bottom up, each with the tone of its points.
    Words(Vec<(String, Tone)>),
}

/// The meaning of the colour of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Won,
    Lost,
    Other,
}

impl Panel {
    /// Returns the least and the greatest value, or `None` if there are no values.
    fn range(&self) -> Option<[f64; 2]> {
        let values = || self.series.iter().flatten().filter(|value| value.is_finite());
        let (least, greatest) = match &self.levels {
            Levels::Words(names) => (0.0, names.len().saturating_sub(1) as f64),
            Levels::Nimbers => (0.0, values().fold(1.0, |a: f64, b| a.max(*b))),
            Levels::Numbers => {
                (values().copied().fold(f64::INFINITY, f64::min), values().copied().fold(f64::NEG_INFINITY, f64::max))
            }
        };
        (least <= greatest).then_some([least, greatest])
    }

    fn tone(&self, value: f64) -> Tone {
        match &self.levels {
            Levels::Nimbers if value == 0.0 => Tone::Lost,
            Levels::Nimbers => Tone::Won,
            Levels::Numbers => Tone::Other,
            Levels::Words(names) => names[value as usize].1,
        }
    }
}

/// Analyses the rows of a family, and converts them to points.
pub(crate) fn points(game: &RulesetCache, to: Option<u64>, options: &Wanted<'_>) -> Result<Points, NoAnswer> {
    let asked = |to: u64| RowPlan {
        to,
        play: options.play,
        values: options.rows == Some(TableRows::Values),
        seek: options.seek,
        limits: options.limits.clone(),
        ..RowPlan::default()
    };
    let analysis = match to {
        Some(to) if to >= MAX_ROWS => {
            return Err(
                BadNotation::new(0, format!("a drawing of fewer than {MAX_ROWS} rows (--to says which is the last)")).into()
            );
        }
        Some(to) => analyse(game, &asked(to))?,
        None if options.rows == Some(TableRows::Values) => analyse(game, &asked(VALUES_UNASKED))?,
        None => {
            let first = analyse(game, &asked(FIRST_LOOK))?;
            match first.period.or(first.outcome_period) {
                Some(Period { preperiod, period, .. }) if first.stopped.is_none() => {
                    let end = period.saturating_mul(PERIODS).saturating_add(preperiod).saturating_sub(1);
                    if end <= FIRST_LOOK { first } else { analyse(game, &asked(end.min(MOST_UNASKED)))? }
                }
                _ => first,
            }
        }
    };
    drawable(&analysis, options)
}

/// Builds panels and sentences from an analysis.
fn drawable(analysis: &Analysis, options: &Wanted<'_>) -> Result<Points, NoAnswer> {
    let title = format!("{}{}", analysis.family, if analysis.play == Play::Misere { ", misère play" } else { "" });
    let mut words = analysis.period_sentences();
    let is_of_outcomes = options.rows == Some(TableRows::Outcomes);
    let whole = analysis.period.map(bands);
    let outcomes = analysis.outcome_period.map(bands).or(whole);
    let (panels, bands) = match &analysis.rows {
        _ if let Some(values) = &analysis.values => {
            let (panels, unknown) = means(values, options.limits)?;
            if unknown > 0 {
                words.push(format!("{unknown} values are too long to be written out, and have no point"));
            }
            let bands = values.period.as_ref();
            let is_proved = |period: &sprague::value_rows::ValuePeriod| period.is_proved();
            (panels, bands.map(|found| Bands { preperiod: found.preperiod, period: found.period, is_proved: is_proved(found) }))
        }
        RowTable::Nimbers { nimbers, .. } if !is_of_outcomes => (vec![nimber_panel(nimbers)], whole),
        RowTable::NoRepeat { nimbers: Some(nimbers), .. } if !is_of_outcomes => {
            words.push("nimbers with nothing remembered".to_owned());
            (vec![nimber_panel(nimbers)], analysis.nimber_period.map(bands))
        }
        RowTable::Scores { scores, .. } if !is_of_outcomes => (vec![score_panel("score", scores)], whole),
        RowTable::Classes { stops: Some([left, right]), .. } if !is_of_outcomes => {
            (vec![score_panel("left stop", left), score_panel("right stop", right)], whole)
        }
        _ if options.rows == Some(TableRows::Nimbers) => {
            let why = "a family with nimbers: this one has none under this play (leave --rows out to see who wins)";
            return Err(BadNotation::new(0, why).into());
        }
        RowTable::Nimbers { outcomes: won, .. } | RowTable::Outcomes { outcomes: won } => {
            (vec![who_wins(&[("", won)])], outcomes)
        }
        RowTable::NoRepeat { outcomes: won, .. } | RowTable::Scores { outcomes: won, .. } => {
            (vec![who_wins(&[("", won)])], outcomes)
        }
        RowTable::Classes { classes, .. } => (vec![class_panel(classes)], outcomes),
        RowTable::Stones { outcomes: [even, odd], .. } => {
            words.push("even, odd: what the player to move holds; the total is odd".to_owned());
            (vec![who_wins(&[("even", even), ("odd", odd)])], outcomes)
        }
        _ => {
            let why = "a family of heaps: the positions of this one are squares or vertices (--as table draws a board, and a position, \
                       behind `@`, its graph)";
            return Err(BadNotation::new(0, why).into());
        }
    };
    if let Some(stopped) = &analysis.stopped {
        words.push(format!("rows after n = {} are missing: {stopped}", analysis.to));
    }
    let mut panels: Vec<Panel> = panels;
    if options.to.is_none() {
        // without `to`, unknown rows at the end are not drawn
        let known = |series: &Vec<f64>| series.iter().rposition(|value| value.is_finite()).map_or(0, |last| last + 1);
        let known = panels.iter().flat_map(|panel| &panel.series).map(known).max().unwrap_or(0);
        panels.iter_mut().flat_map(|panel| &mut panel.series).for_each(|series| series.truncate(known));
    }
    let rows = panels.iter().flat_map(|panel| &panel.series).map(Vec::len).max().unwrap_or(0) as u64;
    Ok(Points { title, words, panels, rows, bands, stopped: analysis.stopped.clone() })
}

fn score_panel(name: &str, scores: &[i64]) -> Panel {
    let series = vec![scores.iter().map(|score| *score as f64).collect()];
    Panel { name: name.to_owned(), levels: Levels::Numbers, series }
}

fn bands(period: Period) -> Bands {
    Bands { preperiod: period.preperiod, period: period.period, is_proved: period.is_proved() }
}

fn nimber_panel(nimbers: &[u64]) -> Panel {
    let series = vec![nimbers.iter().map(|nimber| *nimber as f64).collect()];
    Panel { name: "nimber".to_owned(), levels: Levels::Nimbers, series }
}

/// Builds a panel from named words of the letters `N`, `D` and `P`.
fn who_wins(words: &[(&str, &str)]) -> Panel {
    let is_drawn = words.iter().any(|(_, word)| word.contains('D'));
    let letters: &[(char, &str, Tone)] = &[('P', "lost", Tone::Lost), ('D', "drawn", Tone::Other), ('N', "won", Tone::Won)];
    let letters: Vec<_> = letters.iter().filter(|(letter, ..)| is_drawn || *letter != 'D').collect();
    let (mut levels, mut series) = (vec![], vec![]);
    // the first word is on top
    for (name, word) in words.iter().rev() {
        let least = levels.len();
        let called = |said: &str| if name.is_empty() { said.to_owned() } else { format!("{name}: {said}") };
        levels.extend(letters.iter().map(|(_, said, tone)| (called(said), *tone)));
        let level = |c: char| letters.iter().position(|(letter, ..)| *letter == c).map_or(f64::NAN, |at| (least + at) as f64);
        series.push(word.chars().map(level).collect());
    }
    Panel { name: "for the player to move".to_owned(), levels: Levels::Words(levels), series }
}

fn class_panel(classes: &[OutcomeClass]) -> Panel {
    let names = [
        (OutcomeClass::Previous, "P: second wins", Tone::Lost),
        (OutcomeClass::Right, "R: Right wins", Tone::Other),
        (OutcomeClass::Left, "L: Left wins", Tone::Other),
        (OutcomeClass::Next, "N: first wins", Tone::Won),
    ];
    let level = |class| names.iter().position(|(of, ..)| of == class).map_or(f64::NAN, |at| at as f64);
    let levels = names.iter().map(|(_, name, tone)| ((*name).to_owned(), *tone)).collect();
    Panel { name: "outcome class".to_owned(), levels: Levels::Words(levels), series: vec![classes.iter().map(level).collect()] }
}

/// Builds panels of the means and temperatures of values. Returns them with the number of unknown values.
fn means(values: &ValueTable, limits: &Limits) -> Result<(Vec<Panel>, usize), NoAnswer> {
    let [mut means, mut temperatures] = [vec![], vec![]];
    for text in &values.texts {
        let value = match text.as_ref().map(|text| Value::read(text, limits)) {
            Some(Ok(value)) => Some(value),
            Some(Err(ReadError::Stopped(stopped))) => return Err(stopped.into()),
            Some(Err(ReadError::Notation(_))) | None => None,
        };
        means.push(value.as_ref().map_or(f64::NAN, |value| approximate(&value.mean())));
        temperatures.push(value.as_ref().map_or(f64::NAN, |value| approximate(&value.temperature())));
    }
    let unknown = means.iter().filter(|mean| mean.is_nan()).count();
    let panel = |name: &str, series| Panel { name: name.to_owned(), levels: Levels::Numbers, series: vec![series] };
    Ok((vec![panel("mean", means), panel("temperature", temperatures)], unknown))
}

/// Returns an `f64` close to the number, accurate enough for a point.
pub(crate) fn approximate(number: &Dyadic) -> f64 {
    let (mantissa, places) = number.parts();
    let extra = mantissa.bits().saturating_sub(62);
    let kept = i64::try_from(mantissa >> extra).expect("63 bits fit");
    let exponent = i64::try_from(extra).unwrap_or(i64::MAX).saturating_sub(i64::try_from(places).unwrap_or(i64::MAX));
    kept as f64 * 2.0_f64.powi(exponent.clamp(-2000, 2000) as i32)
}

impl Points {
    pub(crate) fn svg(&self, theme: crate::theme::Theme) -> String {
        drawn::svg(self, theme)
    }

    pub(crate) fn text(&self, columns: usize, lines: usize) -> Vec<String> {
        text::lines(self, columns, lines)
    }
}
