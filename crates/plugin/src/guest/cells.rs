//! Positions that are sets of cells still in play, taken apart by the program.
//!
//! A guest that takes them apart itself spends most of its work on that. Here it only tells the cells that are beside each
//! other.

use crate::guest::failure::Failure;
use crate::guest::single::together;
use crate::law::Law;
use sprague_core::any::AnyPosition;
use sprague_core::connected::Neighbours;

/// The name of the function in a guest.
pub(crate) const EXPORT: &str = "neighbours";

/// The most cells.
const MAX_CELLS: usize = 4096;

/// Asks for the neighbours of every cell, twice.
///
/// `of` a cell that is not there is `None`.
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

/// The connected components of a set of cells, each as `position` writes it.
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
        return Err(Failure::new(EXPORT, format!("a position has cell {outside}, but there are {cells} cells, from 0")));
    }
    let mut parts = vec![];
    neighbours.components(set, |part| parts.push(position(part)));
    if let [part] = &mut parts[..] {
        return Ok(std::mem::take(part));
    }
    Ok(together(parts.iter().map(AnyPosition::words).collect()))
}
