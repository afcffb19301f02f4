//! Splits boards into components for all games of this crate: connected squares become separate boards.

use super::squares::{Reach, Squares};
use super::{Grid, Size};

/// Returns the connected regions of `squares` in which somebody can move, as boards that are cropped to their rows and columns.
///
/// Each board has the planes' bits in its region and no others.
#[inline]
pub(crate) fn parts<S: Squares, const PLANES: usize>(
    planes: [S; PLANES],
    size: Size,
    squares: S,
    reach: Reach,
    has_moves: impl Fn(&[S; PLANES], Size) -> bool,
) -> impl Iterator<Item = Grid<PLANES>> {
    let mut left = squares;
    core::iter::from_fn(move || {
        while !left.is_empty() {
            let region = left.first().region(size, &left, reach);
            left = left.clone() - region.clone();
            let inside = planes.each_ref().map(|plane| plane.clone() & region.clone());
            if has_moves(&inside, size) {
                return Some(region.cropped(&inside, size));
            }
        }
        None
    })
}
