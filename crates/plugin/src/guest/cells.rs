//! Positions that are sets of the cells still in play, which are split into connected components.
//!
//! A guest that splits positions itself would spend most of its time on that. So it only lists the neighbours of each cell.

use crate::guest::failure::Failure;
use crate::guest::single::together;
use crate::law::Law;
use sprague_core::any::AnyPosition;
use sprague_core::connected::Neighbours;

/// The name of the function in a guest.
pub(crate) const EXPORT: &str = "neighbours";

/// The maximum number of cells.
const MAX_CELLS: usize = 4096;

/// Requests the neighbours of every cell twice, and compares the answers. `of` returns `None` for a cell that does not exist.
pub(crate) fn asked(mut of: impl FnMut(usize) -> Result<Option<Vec<u64>>, Failure>) -> Result<Neighbours, Failure> {
    let mut all = || {
        let mut masks = vec![];
        while let Some(mask) = of(masks.len())? {
            if masks.len() == MAX_CELLS {
                return Err(Failure::new(EXPORT, format!("more than {MAX_CELLS} cells; it refuses what is none")));
            }
            masks.push(mask);
        }
        Ok(masks)
    };
    let masks = all()?;
    if masks != all()? {
        let how = "asked twice, it gave different neighbours";
        return Err(Failure::law(EXPORT, Law::EqualPositionsHaveEqualOptions, how));
    }
    Neighbours::new(masks).map_err(|error| Failure::new(EXPORT, error))
}

/// Splits a set of cells into connected components. `position` builds a summand from each.
pub(crate) fn summands(
    neighbours: &Neighbours,
    set: &[u64],
    position: impl Fn(&[u64]) -> AnyPosition,
) -> Result<AnyPosition, Failure> {
    let (cells, words) = (neighbours.cells(), neighbours.words());
    if set.len() != words {
        let how = format!("a position of {} words, but {cells} cells are a set of {words}", set.len());
        return Err(Failure::new(EXPORT, how));
    }
    if let Some(outside) = neighbours.outside(set) {
        return Err(Failure::new(
            EXPORT,
            format!("a position has cell {outside}, but there are only {cells} cells, counted from 0"),
        ));
    }
    let mut parts = vec![];
    neighbours.components(set, |part| parts.push(position(part)));
    if let [part] = &mut parts[..] {
        return Ok(std::mem::take(part));
    }
    Ok(together(parts.iter().map(AnyPosition::words).collect()))
}
