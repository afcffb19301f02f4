//! Sides of boards as people type them, within bounds.

use core::ops::RangeInclusive;
use sprague_core::BadNotation;
use sprague_core::notation::Reader;

/// A number from this range, of which an error says `what` it was to be.
pub(crate) fn side(reader: &mut Reader<'_>, range: RangeInclusive<u16>, what: &str) -> Result<u16, BadNotation> {
    let start = reader.at();
    let number = reader.small().ok().and_then(|number| u16::try_from(number).ok());
    let refused = || BadNotation::new(start, format!("{what} {}-{}", range.start(), range.end()));
    number.filter(|number| range.contains(number)).ok_or_else(refused)
}
