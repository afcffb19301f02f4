//! Thermographs: the stops of a value for both players, as moves are taxed.
//!
//! Left's wall stands on the left, since numbers fall to the right, and the tax rises to the mast.
//!
//! Siegel, *Combinatorial Game Theory*, ch. II.5.

mod drawn;
mod text;

pub use text::thermograph_lines;

use crate::heading::framed;
use crate::svg::shortened;
use crate::theme::Theme;
use crate::wanted::Wanted;
use sprague::num_bigint::BigInt;
use sprague::values::{Dyadic, Thermograph};
use sprague_questions::{NoAnswer, ParsedSum, ValueOf, value};
use std::sync::Arc;

/// The most characters of a value that stand beside its thermograph.
const MAX_VALUE: usize = 200;

/// Both walls of a value, with its name.
#[derive(Clone, Debug)]
pub(crate) struct Tent {
    title: String,
    words: Vec<String>,
    pub(crate) thermograph: Arc<Thermograph>,
}

impl Tent {
    /// The thermograph of a sum.
    pub(crate) fn of(sum: &ParsedSum, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        let question = ValueOf { play: options.play, ..ValueOf::of(&options.what) };
        let report = value(sum, &question, options.limits)?;
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

    /// The least tax drawn: 0, or −1 if the temperature is not above 0.
    fn floor(&self) -> Dyadic {
        if *self.thermograph.temperature() > Dyadic::ZERO { Dyadic::ZERO } else { Dyadic::from(-1) }
    }
}

/// The place of x between two numbers, in steps of that way, rounded.
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
