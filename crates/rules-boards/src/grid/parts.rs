//! One splitter into components for every game here: connected squares as boards of their own.

use super::Grid;
use super::squares::{Reach, Squares};

/// The connected regions of these squares as boards of their own, cropped to their rows and columns, with what the planes hold there and
/// nothing elsewhere; only those in which somebody can move.
#[inline]
pub(crate) fn parts<S: Squares, const PLANES: usize>(
    planes: [S; PLANES],
    field: S::Field,
    squares: S,
    reach: Reach,
    has_moves: impl Fn(&[S; PLANES], S::Field) -> bool,
) -> impl Iterator<Item = Grid<PLANES>> {
    let mut left = squares;
    core::iter::from_fn(move || {
        while !left.is_empty() {
            let region = left.first().region(field, &left, reach);
            left = left.clone() - region.clone();
            let inside = planes.each_ref().map(|plane| plane.clone() & region.clone());
            if has_moves(&inside, field) {
                return Some(region.cropped(&inside, field));
            }
        }
        None
    })
}
