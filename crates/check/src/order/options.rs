//! Checks claimed canonical options of all rows, from the order alone.
//!
//! For a row n with claimed options, let A(m) mean that G(m) is ≤ the game with these options, and B(m) that it is ≥. By
//! definition both follow from the order of G(m) relative to the options. If A(n) and B(n) hold, G(n) is that game. The game is
//! in canonical form if no option of a player is dominated by another one, and if no answer to an option (by the rules) returns
//! to n or beyond.
//!
//! Let n0, p and D be the numbers of the order, c0 = n0 + p, and w the largest distance of an option below n. The last p rows
//! of the window carry the claim on for ever under these conditions: their options are heaps below c0, or move along with n and
//! are at least c0; n ≥ c0 + D + w + k; and (A, B) agree on k places from μ on with the places p further, where μ ≥ max(n0,
//! c0 + D) and μ + p + k ≤ n − w − D. Earlier rows are checked one by one.

use super::table::{Table, Takes};
use crate::effort::Effort;
use crate::not_accepted::{BadOrder, NotAccepted};
use sprague_core::certificate::{HeapOption, OrderPeriod, RowStructure};

/// Accepts the options if they are right for every row from the preperiod on.
pub(super) fn hold(
    structure: &RowStructure,
    order: &OrderPeriod,
    takes: &Takes,
    effort: &mut Effort<'_>,
) -> Result<(), NotAccepted> {
    let RowStructure { preperiod, window, ref rows, ref repeats } = *structure;
    let OrderPeriod { period, preperiod: n0, far, .. } = *order;
    let out_of_range = |what| Err(BadOrder::OutOfRange { what }.into());
    // 1. check the sizes
    if !order.rays.is_empty() {
        return out_of_range("the rays of an order with options");
    }
    if rows.len() as u64 != period || repeats.len() as u64 != period || window < period || preperiod > window - period {
        return out_of_range("the number of rows with options");
    }
    let first = window - period;
    let below = |option: &HeapOption| if let HeapOption::Below { below } = option { *below } else { 0 };
    let width = rows.iter().flatten().flatten().map(below).max().unwrap_or(0);
    // no overflow: n0, p and D are smaller than the side of a table that was filled
    let c0 = n0 + period;
    let needed = [c0, far, width, takes.reach].into_iter().try_fold(0_u64, u64::checked_add).unwrap_or(u64::MAX);
    if first < needed {
        return Err(BadOrder::WindowTooSmall { window, needed: needed.saturating_add(period) }.into());
    }
    // 2. fill the table
    let zero: [[Vec<u64>; 2]; 1] = [[vec![], vec![]]];
    let table = Table::filled(takes, &zero, window, effort)?;
    // 3. check that the claimed options of each row make the row, and that they are canonical
    for n in preperiod..window {
        let wrong = BadOrder::WrongOptions { n };
        let class = ((n + period - first % period) % period) as usize;
        let heap = |option: &HeapOption| match option {
            HeapOption::At(heap) => Some(*heap).filter(|heap| *heap < n && *heap < c0),
            HeapOption::Below { below } => n.checked_sub(*below).filter(|heap| *heap < n && (n < first || *heap >= c0)),
        };
        let sides = rows[class].each_ref().map(|side| side.iter().map(heap).collect::<Option<Vec<u64>>>());
        let [Some(left), Some(right)] = sides else { return Err(wrong.into()) };
        let row = Row { n, options: [left, right], table: &table, takes };
        let (at_most, at_least) = row.compared(effort)?;
        if !(at_most[n as usize] && at_least[n as usize] && row.is_canonical()) {
            return Err(wrong.into());
        }
        // 4. check that the comparisons of the last rows repeat as the theorem requires
        if n >= first {
            let place = repeats[(n - first) as usize];
            let ends = place.checked_add(period).and_then(|end| end.checked_add(takes.reach));
            let is_settled = place >= n0.max(c0 + far) && ends.is_some_and(|ends| ends <= n - width - far);
            let alike = |m: u64| {
                let [m, later] = [m, m + period].map(|m| m as usize);
                at_most[m] == at_most[later] && at_least[m] == at_least[later]
            };
            if !(is_settled && (place..place + takes.reach).all(alike)) {
                return Err(BadOrder::DoesNotSettle { n, place }.into());
            }
        }
    }
    Ok(())
}

/// A row, with the heaps that are claimed to be its canonical options.
struct Row<'a> {
    n: u64,
    options: [Vec<u64>; 2],
    table: &'a Table,
    takes: &'a Takes,
}

impl Row<'_> {
    /// Returns for each m ≤ n whether G(m) is ≤ and whether it is ≥ the game with these options.
    fn compared(&self, effort: &mut Effort<'_>) -> Result<(Vec<bool>, Vec<bool>), NotAccepted> {
        let [left, right] = &self.options;
        let (mut at_most, mut at_least): (Vec<bool>, Vec<bool>) = (vec![], vec![]);
        for m in 0..=self.n {
            let no_move = |player: usize, bits: &[bool]| {
                self.takes.amounts[player].iter().take_while(|amount| **amount <= m).all(|amount| !bits[(m - amount) as usize])
            };
            let is_most = no_move(0, &at_least) && right.iter().all(|heap| !self.table.is_at_most(*heap, m));
            let is_least = no_move(1, &at_most) && left.iter().all(|heap| !self.table.is_at_most(m, *heap));
            at_most.push(is_most);
            at_least.push(is_least);
        }
        let each: usize = self.takes.amounts.iter().chain(&self.options).map(Vec::len).sum();
        effort.take((self.n + 1) * (1 + each as u64), self.n, || self.table.bytes())?;
        Ok((at_most, at_least))
    }

    fn is_canonical(&self) -> bool {
        (0..2).all(|player| {
            let is_at_most = |x: u64, y: u64| if player == 0 { self.table.is_at_most(x, y) } else { self.table.is_at_most(y, x) };
            let options = &self.options[player];
            let beaten = |i: usize, x: u64| options.iter().enumerate().any(|(j, y)| i != j && is_at_most(x, *y));
            let answers = |x: u64| self.takes.amounts[1 - player].iter().take_while(move |b| **b <= x).map(move |b| x - b);
            options.iter().enumerate().all(|(i, x)| !beaten(i, *x) && !answers(*x).any(|y| is_at_most(y, self.n)))
        })
    }
}
