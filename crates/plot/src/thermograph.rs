//! Thermographs: what a value is worth to whoever starts, when every move costs a tax. Left's wall stands on the left, since numbers
//! fall to the right, and the tax rises to the mast.
//!
//! Siegel, *Combinatorial Game Theory*, ch. II.5.

mod drawn;
mod text;

pub use text::thermograph_lines;

use crate::heading::framed;
use crate::question::PlotOptions;
use crate::svg::shortened;
use crate::theme::Theme;
use sprague::num_bigint::BigInt;
use sprague::values::{Dyadic, Thermograph};
use sprague_games::{ParsedSum, QuestionError, ValueOptions, value};
use std::sync::Arc;

/// How much of a value is written out beside its thermograph, in characters.
const MAX_VALUE: usize = 200;

/// Both walls of a value, with its name.
#[derive(Clone, Debug)]
pub(crate) struct Tent {
    title: String,
    words: Vec<String>,
    pub(crate) thermograph: Arc<Thermograph>,
}

impl Tent {
    /// That of a sum.
    pub(crate) fn of(sum: &ParsedSum, options: &PlotOptions) -> Result<Self, QuestionError> {
        let options = ValueOptions {
            play: options.play,
            longest_play: options.longest_play,
            limits: options.limits.clone(),
            ..ValueOptions::default()
        };
        let report = value(sum, &options)?;
        let text = report.text.as_deref().unwrap_or("{…|…}");
        let words = vec![
            format!("value {}", shortened(text, MAX_VALUE)),
            format!("mean {}, temperature {}", report.mean, report.temperature),
            format!("left stop {}, right stop {}", report.stops[0], report.stops[1]),
        ];
        Ok(Self { title: report.position.clone(), words, thermograph: report.thermograph })
    }

    pub(crate) fn svg(&self, theme: Theme) -> String {
        drawn::svg(self, theme)
    }

    pub(crate) fn text(&self, columns: usize) -> Vec<String> {
        let picture = thermograph_lines(&self.thermograph, Some(columns)).unwrap_or_default();
        framed(&self.title, picture, &self.words, columns)
    }

    /// The tax at which the drawing begins: 0, or −1 of values whose walls meet there or below.
    fn floor(&self) -> Dyadic {
        if *self.thermograph.temperature() > Dyadic::ZERO { Dyadic::ZERO } else { Dyadic::from(-1) }
    }
}

/// Where x stands between two numbers, with so many steps from one to the other, rounded.
fn place(x: &Dyadic, from: &Dyadic, to: &Dyadic, steps: usize) -> usize {
    let (done, all) = ((x - from).parts(), (to - from).parts());
    let places = done.1.max(all.1);
    let whole = |(mantissa, own): (BigInt, u64)| mantissa << (places - own);
    let (done, all) = (whole(done), whole(all));
    if all == BigInt::ZERO {
        return 0;
    }
    let rounded: BigInt = (done * steps * 2 + &all) / (all * 2);
    usize::try_from(rounded).unwrap_or(usize::MAX)
}
