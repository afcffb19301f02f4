//! Rows counted and digested instead of shown: for long runs and for measuring.

use super::rows::{Filled, outcome_of};
use super::{AnalyseOptions, Analysis};
use crate::{Game, Unanswered};
use serde_json::{Value, json};
use sprague::{Cell, Meter, Nimber, Outcome, Period, Stopped};
use std::time::Instant;

/// What `--summary` says of the rows of a family.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The family, its play and its periods; without rows.
    pub family: String,
    /// How many rows.
    pub rows: u64,
    /// How many of them are lost for the player to move (with nothing held or remembered, and whoever starts).
    pub lost: u64,
    /// FNV-1a over the cells of all rows: equal for equal rows, whatever kernel computed them.
    pub digest: u64,
    /// What computed the rows.
    pub kernel: &'static str,
    /// How long that took.
    pub seconds: f64,
    /// The period of whole rows.
    pub period: Option<Period>,
    /// The play.
    pub play: sprague::Play,
}

impl Summary {
    /// The summary as the JSON object that the command line promises.
    ///
    /// ```
    /// use sprague_games::{AnalyseOptions, Session, analyse};
    /// let game = Session::new().family("nim").unwrap();
    /// let summary = analyse::summary(&game, &AnalyseOptions::default()).unwrap();
    /// assert_eq!(summary.to_json()["rows"], 41);
    /// ```
    pub fn to_json(&self) -> Value {
        json!({
            "family": self.family,
            "play": self.play,
            "rows": crate::json::number(self.rows),
            "lost": crate::json::number(self.lost),
            "digest": format!("{:016x}", self.digest),
            "kernel": self.kernel,
            "seconds": self.seconds,
            "period": Analysis::period_to_json(self.period),
        })
    }
}

/// FNV-1a, 64 bits (Fowler, Noll & Vo).
struct Digest(u64);

impl Digest {
    fn add(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
}

pub(super) fn summary(game: &Game, options: &AnalyseOptions) -> Result<Summary, Unanswered> {
    let started = Instant::now();
    let has_nimbers = options.play == sprague::Play::Normal;
    let (lost, digest, period) = if let Some(family) = game.family().nimbers().filter(|_| has_nimbers) {
        let rows = Filled::<Nimber>::of(&*family, options)?;
        let nimber = |row: &[Nimber], raise| u64::from(row[0].0) + raise;
        let is_lost = |row: &[Nimber], raise| outcome_of(nimber(row, raise)) == Outcome::Loss;
        count(&rows, options, is_lost, |cell, raise, digest| {
            (u64::from(cell.0) + raise).to_le_bytes().into_iter().for_each(|byte| digest.add(byte))
        })?
    } else if let Some(family) = game.family().outcomes(options.play) {
        let rows = Filled::<Outcome>::of(&*family, options)?;
        let whoever_starts = matches!(game.family(), crate::Family::Asymmetric(_));
        let is_lost = |row: &[Outcome], _| row[0] == Outcome::Loss && (!whoever_starts || row[1] == Outcome::Loss);
        count(&rows, options, is_lost, |cell, _, digest| digest.add(cell.letter() as u8))?
    } else {
        return Err(Unanswered::Unknown("this family has no rows that could be summed up"));
    };
    Ok(Summary {
        family: game.text().to_owned(),
        rows: options.to + 1,
        lost,
        digest,
        kernel: "plain",
        seconds: started.elapsed().as_secs_f64(),
        period,
        play: options.play,
    })
}

fn count<C: Cell>(
    rows: &Filled<C>,
    options: &AnalyseOptions,
    is_lost: impl Fn(&[C], u64) -> bool,
    add: impl Fn(C, u64, &mut Digest),
) -> Result<(u64, u64, Option<Period>), Stopped> {
    let mut digest = Digest(0xcbf2_9ce4_8422_2325);
    let mut meter = Meter::new(&options.limits);
    let counted = rows.map(|row, raise| {
        row.iter().for_each(|&cell| add(cell, raise, &mut digest));
        u64::from(is_lost(row, raise))
    });
    let mut lost = 0;
    for is_lost in counted {
        meter.allow(0, || 0, || None)?;
        lost += is_lost;
    }
    Ok((lost, digest.0, rows.sequence.period()))
}
