//! Looks up the cell of any row, no matter how large its number is: it has been computed, or a proved period leads to a
//! computed one.

use num_bigint::BigUint;
use sprague_core::any::{AnyPosition, HeapView};
use sprague_core::heap::{Cell, Period};
use sprague_core::limits::Meter;
use sprague_core::{Nimber, Stopped};
use sprague_rows::Sequence;

/// A cell of a computed row, and by how much the requested row exceeds it.
pub(crate) struct RaisedCell<C> {
    pub(crate) cell: C,
    pub(crate) raise: BigUint,
}

impl RaisedCell<Nimber> {
    pub(crate) fn nimber(self) -> BigUint {
        self.raise + self.cell.0
    }
}

/// Returns the cell of row n.
///
/// # Panics
/// Panics if row n has not been computed and no period is known.
pub(crate) fn look_up<C: Cell>(sequence: &Sequence<C>, n: &BigUint, column: usize) -> RaisedCell<C> {
    let rows = sequence.rows();
    if let Some(n) = usize::try_from(n).ok().filter(|&n| n < rows.len()) {
        return RaisedCell { cell: rows.cell(n, column), raise: BigUint::ZERO };
    }
    let period: Period = sequence.period().expect("row n is known or a period is proved");
    let past = n - period.preperiod;
    let row = period.preperiod + u64::try_from(&past % period.period).expect("a remainder is below the period");
    RaisedCell { cell: rows.cell(row as usize, column), raise: past / period.period * period.saltus }
}

/// Returns the nimber of row n without arithmetic on large numbers, or `None` if it is not known or does not fit.
pub(crate) fn small_nimber(sequence: &Sequence<Nimber>, n: u64, column: usize) -> Option<u64> {
    let rows = sequence.rows();
    if n < rows.len() as u64 {
        return Some(rows.cell(n as usize, column).0.into());
    }
    let period = sequence.period().filter(|period| period.is_proved())?;
    let (row, periods) = period.fold(n);
    periods.checked_mul(period.saltus)?.checked_add(rows.cell(row as usize, column).0.into())
}

/// Returns the indices of the options with this nimber, or `None` if the rows do not contain the nimbers of all options.
pub(crate) fn options_of(
    sequence: &Sequence<Nimber>,
    view: &dyn HeapView,
    position: &AnyPosition,
    nimber: u64,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<usize>>, Stopped> {
    let (mut index, mut found) = (0, vec![]);
    let mut allowed = Ok(());
    let mut are_known = true;
    let is_told = view.each_option(position, &mut |heaps| {
        allowed = meter.allow(0, || 0, || None);
        let mut heaps = heaps.iter();
        let known = heaps.try_fold(0, |total, (heap, column)| Some(total ^ small_nimber(sequence, *heap, *column)?));
        if known == Some(nimber) {
            found.push(index);
        }
        index += 1;
        are_known = known.is_some();
        are_known && allowed.is_ok()
    });
    allowed?;
    Ok((is_told && are_known).then_some(found))
}
