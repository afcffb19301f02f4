//! Checks a claim about the order of all rows, from the rules alone.
//!
//! The table of the order is filled again cell by cell from the definition of ≤, and every cell that the theorem mentions is
//! compared. For reach k, a table of side N proves a period p with n0 and D if N ≥ n0 + D + 2(k + p). With more rays than three
//! a larger side is needed ([`rays`]). Gains are read off the diagonal of a table that includes added games, and options off
//! the order ([`options`]). The theorems are proved in the book, *The order of all rows*. Nothing is claimed to be minimal.

mod options;
mod rays;
mod table;

use crate::claim::Claim;
use crate::effort::{Effort, MAX_STEPS};
use crate::not_accepted::{BadOrder, BadPeriod, NotAccepted};
use core::fmt;
use sprague_core::certificate::{OrderCertificate, OrderPeriod, RowGain, RowGains, TheoremName};
use sprague_core::heap::{Amounts, HeapRules};
use sprague_core::{Limits, Play};
use table::{Table, Takes};

/// An accepted order of all rows, with the amount of work done.
///
/// ```
/// let checked = sprague_check::CheckedOrder { period: 2, preperiod: 0, far: 3, gains: 1, options: true, rows: 400 };
/// assert_eq!(checked.to_string(), "period 2 of the order from n = 0 on, 1 gain, all options: tables of 400 rows filled again");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedOrder {
    /// The period p of the order.
    pub period: u64,
    /// The heap n0 from which on both heaps may grow together.
    pub preperiod: u64,
    /// The distance D from which on the larger heap may grow alone.
    pub far: u64,
    /// The number of classes whose gains were accepted.
    pub gains: u64,
    /// `true` if the canonical options of all rows were accepted.
    pub options: bool,
    /// The number of rows of all tables.
    pub rows: u64,
}

impl fmt::Display for CheckedOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { period, preperiod, gains, options, rows, .. } = self;
        write!(f, "period {period} of the order from n = {preperiod} on")?;
        match gains {
            0 => {}
            1 => f.write_str(", 1 gain")?,
            gains => write!(f, ", {gains} gains")?,
        }
        f.write_str(if *options { ", all options" } else { "" })?;
        write!(f, ": tables of {rows} rows filled again")
    }
}

/// Fills every table again and tests every condition of the theorems.
///
/// A step is a cell that is examined; there are at most [`MAX_STEPS`].
///
/// ```
/// use sprague_check::{BadOrder, Claim, NotAccepted};
/// use sprague_core::Limits;
/// use sprague_core::certificate::OrderCertificate;
/// use sprague_core::heap::HeapRules;
///
/// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
/// let text = r#"{"family": "asymmetric:1/2", "play": "normal", "rows": "order", "theorem": "order look-back",
///     "order": {"period": 3, "preperiod": 0, "far": 3, "window": 100}}"#;
/// let mut claim: OrderCertificate = serde_json::from_str(text)?;
/// assert_eq!(claim.check(&rules, &Limits::default())?.rows, 100);
///
/// claim.order.window = 12;
/// let why = claim.check(&rules, &Limits::default()).unwrap_err();
/// assert_eq!(why, NotAccepted::Order(BadOrder::WindowTooSmall { window: 12, needed: 13 }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Claim for OrderCertificate {
    type Rules<'r> = HeapRules;
    type Accepted = CheckedOrder;

    fn most_steps(&self) -> u64 {
        MAX_STEPS
    }

    fn check_within(&self, rules: &HeapRules, most_steps: u64, limits: &Limits) -> Result<CheckedOrder, NotAccepted> {
        if self.rows != Self::ROWS {
            return Err(BadOrder::OtherRows { found: self.rows.chars().take(40).collect() }.into());
        }
        if self.play != Play::Normal {
            return Err(BadOrder::Misere.into());
        }
        if self.theorem != TheoremName::OrderLookBack {
            let right = TheoremName::OrderLookBack;
            return Err(BadOrder::Theorem(BadPeriod::WrongTheorem { cited: self.theorem, right }).into());
        }
        let takes = match rules {
            HeapRules::PartizanSubtraction { left, right } => Takes::of([left, right]),
            HeapRules::Subtraction(Amounts::Only(set)) => Takes::of([set, set]),
            _ => return Err(BadOrder::NotTaken.into()),
        };
        let mut effort = Effort::new(most_steps, limits);
        let mut rows = self.order.window;
        needed(&self.order, takes.reach)?;
        let zero: [[Vec<u64>; 2]; 1] = [[vec![], vec![]]];
        let table = Table::filled(&takes, &zero, self.order.window, &mut effort)?;
        table.repeats(&self.order, &mut effort)?;
        drop(table);
        if let Some(gains) = &self.gains {
            rows += gains.order.window;
            gained(gains, &takes, &mut effort)?;
        }
        if let Some(structure) = &self.structure {
            rows += structure.window;
            options::hold(structure, &self.order, &takes, &mut effort)?;
        }
        let gains = self.gains.as_ref().map_or(0, |gains| gains.classes.len() as u64);
        let OrderPeriod { period, preperiod, far, .. } = self.order;
        Ok(CheckedOrder { period, preperiod, far, gains, options: self.structure.is_some(), rows })
    }
}

/// Checks that the side of the square is large enough.
fn needed(order: &OrderPeriod, reach: u64) -> Result<(), BadOrder> {
    if order.period == 0 {
        return Err(BadOrder::OutOfRange { what: "the period" });
    }
    let needed = match order.rays.is_empty() {
        true => reach
            .checked_add(order.period)
            .and_then(|both| both.checked_mul(2)?.checked_add(order.preperiod)?.checked_add(order.far)),
        false => rays::needed(order, reach)?,
    };
    match needed {
        Some(needed) if order.window >= needed => Ok(()),
        needed => Err(BadOrder::WindowTooSmall { window: order.window, needed: needed.unwrap_or(u64::MAX) }),
    }
}

impl Table {
    /// Compares all cells that the theorem requires to be equal.
    fn repeats(&self, order: &OrderPeriod, effort: &mut Effort<'_>) -> Result<(), NotAccepted> {
        if !order.rays.is_empty() {
            return rays::repeats(self, order, effort);
        }
        let OrderPeriod { period, preperiod, far, window, .. } = *order;
        for m in 0..window {
            effort.take(2 * window * self.layers(), window, || self.bytes())?;
            for n in 0..window {
                if m >= preperiod && n >= preperiod && m + period < window && n + period < window {
                    self.alike([m, n], [m + period, n + period])?;
                }
                if n >= m.saturating_add(far) && n + period < window {
                    self.alike([m, n], [m, n + period])?;
                    self.alike([n, m], [n + period, m])?;
                }
            }
        }
        Ok(())
    }

    fn alike(&self, [m, n]: [u64; 2], others: [u64; 2]) -> Result<(), BadOrder> {
        match self.cell(m, n) == self.cell(others[0], others[1]) {
            true => Ok(()),
            false => Err(BadOrder::DoesNotRepeat { m, n, others }),
        }
    }
}

fn gained(gains: &RowGains, takes: &Takes, effort: &mut Effort<'_>) -> Result<(), NotAccepted> {
    let RowGains { order, layers, classes } = gains;
    if !order.rays.is_empty() {
        return Err(BadOrder::OutOfRange { what: "the rays of an order beside games" }.into());
    }
    for (layer, sides) in (0..).zip(layers) {
        let is_zero = sides.iter().all(Vec::is_empty);
        if sides.iter().flatten().any(|option| *option >= layer) || (layer == 0 && !is_zero) {
            return Err(BadOrder::BadLayer { layer }.into());
        }
    }
    if layers.is_empty() {
        return Err(BadOrder::BadLayer { layer: 0 }.into());
    }
    needed(order, takes.reach)?;
    let table = Table::filled(takes, layers, order.window, effort)?;
    table.repeats(order, effort)?;
    for gain in classes {
        table.gains(gain, order, effort)?;
    }
    Ok(())
}

impl Table {
    fn gains(&self, gain: &RowGain, order: &OrderPeriod, effort: &mut Effort<'_>) -> Result<(), NotAccepted> {
        let RowGain { residue, modulus, every, layer, preperiod } = *gain;
        let out_of_range = |what| Err(BadOrder::OutOfRange { what }.into());
        if modulus == 0 || residue >= modulus {
            return out_of_range("the class of a gain");
        }
        if every == 0 || !every.is_multiple_of(modulus) {
            return out_of_range("the number of rows of a gain");
        }
        if layer >= self.layers() {
            return out_of_range("the layer of a gain");
        }
        // one period of the class above n0 must lie in the square
        let apart = modulus.checked_mul(order.period / gcd(modulus, order.period));
        let end = apart.and_then(|apart| preperiod.max(order.preperiod).checked_add(apart));
        let needed = end.and_then(|end| end.checked_add(every)).unwrap_or(u64::MAX);
        let Some(end) = end.filter(|_| needed <= order.window) else {
            return Err(BadOrder::WindowTooSmall { window: order.window, needed }.into());
        };
        let mut n = residue;
        while n < end {
            if n >= preperiod && !self.is_sum(n + every, n, layer) {
                return Err(BadOrder::DoesNotGain { n, later: n + every, layer }.into());
            }
            effort.take(1, order.window, || self.bytes())?;
            n += modulus;
        }
        Ok(())
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
