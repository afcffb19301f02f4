//! Thermographs: the stops of a value for both players, if each move costs a tax.
//!
//! Left's wall is on the left, because numbers decrease to the right. The tax increases towards the mast.
//!
//! Siegel, *Combinatorial Game Theory*, ch. II.5.

mod drawn;
mod text;

pub use text::thermograph_lines;

use crate::heading::framed;
use crate::svg::shortened;
use crate::theme::Theme;
use crate::wanted::Wanted;
use sprague::Player;
use sprague::num_bigint::BigInt;
use sprague::values::{Dyadic, Thermograph, Value};
use sprague_questions::{NoAnswer, ParsedSum, ValueOf, value};
use std::cmp::Ordering;
use std::sync::Arc;

/// The maximum number of characters of the value in the sentences about a thermograph.
const MAX_VALUE: usize = 200;

/// The walls of a value, and the value's name.
#[derive(Clone, Debug)]
pub(crate) struct Tent {
    title: String,
    words: Vec<String>,
    pub(crate) thermograph: Arc<Thermograph>,
    value: Value,
    /// The scaffolds of both players, if they are shown.
    ///
    /// The scaffold of a player without options is empty.
    scaffolds: Option<[Scaffold; 2]>,
}

/// The corners (t, x) of a scaffold, with t increasing from −1.
///
/// The last x is also that of all greater taxes.
type Scaffold = Vec<(Dyadic, Dyadic)>;

impl Tent {
    pub(crate) fn of(sum: &ParsedSum, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        let question = ValueOf { play: options.play, ..ValueOf::of(&options.what) };
        let report = value(sum, &question, options.limits)?;
        let text = report.text.as_deref().unwrap_or("{…|…}");
        let words = vec![
            format!("value {}", shortened(text, MAX_VALUE)),
            format!("mean {}, temperature {}", report.mean, report.temperature),
            format!("left stop {}, right stop {}", report.left_stop, report.right_stop),
        ];
        Ok(Self { title: report.position.clone(), words, thermograph: report.thermograph, value: report.value, scaffolds: None })
    }

    /// Adds the scaffolds.
    pub(crate) fn with_scaffolds(mut self, options: &Wanted<'_>) -> Result<Self, NoAnswer> {
        let mut calculator = self.value.arena().calculator(options.limits);
        let mut scaffold = |player| calculator.scaffold(self.value.form(), player);
        let scaffolds = [scaffold(Player::Left)?, scaffold(Player::Right)?];
        self.scaffolds = Some(scaffolds);
        Ok(self)
    }

    pub(crate) fn has_scaffolds(&self) -> bool {
        self.scaffolds.is_some()
    }

    /// Returns the sentences for a picture. `way` describes the lines of scaffolds in it.
    fn said(&self, way: &str) -> Vec<String> {
        let is_drawn = Player::BOTH.into_iter().any(|player| !self.scaffold(player).is_empty());
        let meaning = || format!("{way}: scaffolds; less the tax (Left) and with it (Right) they are the walls");
        self.words.iter().cloned().chain(is_drawn.then(meaning)).collect()
    }

    /// Returns the corners of a scaffold between the floor and the mast.
    ///
    /// The list is empty if the scaffold is not shown.
    fn scaffold(&self, player: Player) -> Scaffold {
        let [left, right] = self.scaffolds.as_ref().map_or([&[][..]; 2], |both| both.each_ref().map(Vec::as_slice));
        let whole = if player == Player::Left { left } else { right };
        if whole.is_empty() {
            return vec![];
        }
        let (floor, ceiling) = (self.floor(), self.ceiling());
        let end = |tax: &Dyadic| (tax.clone(), at(whole, tax));
        let inner = whole.iter().filter(|(tax, _)| *tax > floor && *tax < ceiling).cloned();
        core::iter::once(end(&floor)).chain(inner).chain([end(&ceiling)]).collect()
    }

    pub(crate) fn svg(&self, theme: Theme) -> String {
        drawn::svg(self, theme)
    }

    pub(crate) fn text(&self, columns: usize) -> Vec<String> {
        let scaffolds = Player::BOTH.map(|player| self.scaffold(player));
        match text::lines(&self.thermograph, &scaffolds, Some(columns)) {
            Some(picture) => framed(&self.title, picture, &self.said("dots"), columns),
            None => framed(&self.title, vec![], &self.words, columns),
        }
    }

    /// Returns the least tax in the drawing: 0, or −1 if the temperature is not above 0.
    fn floor(&self) -> Dyadic {
        if *self.thermograph.temperature() > Dyadic::ZERO { Dyadic::ZERO } else { Dyadic::from(-1) }
    }

    /// Returns the greatest tax below the mast. For an integer, which has only a mast, the mast starts one above the floor.
    fn ceiling(&self) -> Dyadic {
        let floor = self.floor();
        if *self.thermograph.temperature() > floor { self.thermograph.temperature().clone() } else { &floor + &Dyadic::from(1) }
    }
}

/// Returns the number of a wall or a scaffold at a tax of at least −1.
///
/// Slopes are −1, 0 and 1.
fn at(wall: &[(Dyadic, Dyadic)], tax: &Dyadic) -> Dyadic {
    let above = wall.iter().position(|(corner, _)| corner > tax).unwrap_or(wall.len()).max(1);
    let (from, x) = &wall[above - 1];
    match wall.get(above).map(|(_, next)| next.cmp(x)) {
        None | Some(Ordering::Equal) => x.clone(),
        Some(Ordering::Greater) => x + &(tax - from),
        Some(Ordering::Less) => x - &(tax - from),
    }
}

/// Returns the place of x between two numbers, as a rounded number of steps.
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
