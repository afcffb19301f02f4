//! The order of all rows of a heap family, proved from a table of bits.
//!
//! [`OrderTable`] compares the first rows by the rules alone. If the table repeats along its diagonal and far from it, and is
//! large enough, it repeats for ever: this theorem is called order look-back ([`OrderTable::period`]). Three families of sets
//! up to 8 need more rays ([`OrderTable::period_by_rays`]). The gains of classes of rows in a period, and their canonical
//! options, then also hold for ever. This covers partizan rows whose values rise by ups or never repeat; other theorems do not
//! prove those.
//!
//! ```
//! use sprague_core::{Limits, heap::HeapRules};
//! use sprague_rows::order::{Takes, seek};
//!
//! let rules = HeapRules::PartizanSubtraction { left: "1,3".parse()?, right: "2".parse()? };
//! let found = seek(&Takes::of(&rules).unwrap(), 1_600, &Limits::default())?.unwrap();
//! assert_eq!(found.period, 2); // odd and even heaps
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod classes;
mod fit;
mod rays;
mod structure;
mod table;

pub use classes::{Classes, GainsTried};
pub use fit::side_needed;
pub use table::{Layers, OrderTable, Takes};

use sprague_core::certificate::OrderPeriod;
use sprague_core::limits::{Meter, Work};
use sprague_core::{Limits, Stopped};

pub(crate) const FIRST_SIDE: usize = 100;

/// Returns the sides of the tables that are filled one after another: 100, 200, 400, … up to `most`.
///
/// ```
/// assert_eq!(sprague_rows::order::sides(500).collect::<Vec<_>>(), [100, 200, 400]);
/// ```
pub fn sides(most: usize) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(FIRST_SIDE), |side| side.checked_mul(2)).take_while(move |side| *side <= most)
}

/// Returns the period of the order of all rows, proved by three rays or by more, or `None` if no table proves one.
///
/// Tables of side 100, 200, 400, … up to `most` are filled.
///
/// # Errors
/// Returns the limit that was reached. Rows of a table count as positions.
pub fn seek(takes: &Takes, most: usize, limits: &Limits) -> Result<Option<OrderPeriod>, Stopped> {
    let meter = Meter::new(limits);
    let mut work = Work::new(&meter);
    for side in sides(most) {
        let table = OrderTable::fill(takes, &Layers::default(), side, &mut work)?;
        if let Some(period) = table.period(takes.reach(), 1, &mut work)? {
            return Ok(Some(period));
        }
        // rays need more rows, so the three-ray theorem is tried first on smaller tables
        if side >= 4 * FIRST_SIDE
            && let Some(period) = table.period_by_rays(takes.reach(), &mut work)?
        {
            return Ok(Some(period));
        }
    }
    Ok(None)
}
