//! Boards that stand for their images: the least of those that are the same game.

use super::squares::Squares;
use super::{Grid, on_planes};
use core::cmp::Ordering;

impl<const PLANES: usize> Grid<PLANES> {
    /// The least of the board, its mirror images, and itself turned by half.
    #[inline]
    pub(crate) fn least_mirror_image(&self) -> Self {
        on_planes!(self, |field, planes| Squares::grid(least_mirror_image(&planes, field), field))
    }

    /// The least of all eight images: no more rows than columns.
    #[inline]
    pub(crate) fn least_image(&self) -> Self {
        on_planes!(self, |field, planes| least_image(&planes, field))
    }

    /// Rows and columns exchanged.
    #[inline]
    pub(crate) fn transposed(&self) -> Self {
        on_planes!(self, |field, planes| {
            let (planes, field) = transposed(&planes, field);
            Squares::grid(planes, field)
        })
    }
}

fn transposed<S: Squares, const PLANES: usize>(planes: &[S; PLANES], field: S::Field) -> ([S; PLANES], S::Field) {
    (planes.each_ref().map(|plane| plane.transposed(field)), S::transposed_field(field))
}

#[inline]
fn least_mirror_image<S: Squares, const PLANES: usize>(planes: &[S; PLANES], field: S::Field) -> [S; PLANES] {
    let upside_down = |planes: &[S; PLANES]| planes.each_ref().map(|plane| plane.upside_down(field));
    let half_turned = planes.each_ref().map(|plane| plane.half_turned(field));
    let least = planes.clone().min(upside_down(planes));
    least.min(upside_down(&half_turned)).min(half_turned)
}

#[inline]
fn least_image<S: Squares, const PLANES: usize>(planes: &[S; PLANES], field: S::Field) -> Grid<PLANES> {
    let (rows, columns) = S::size(field);
    match rows.cmp(&columns) {
        Ordering::Less => S::grid(least_mirror_image(planes, field), field),
        Ordering::Equal => {
            let (turned, _) = transposed(planes, field);
            S::grid(least_mirror_image(planes, field).min(least_mirror_image(&turned, field)), field)
        }
        Ordering::Greater => {
            let (planes, field) = transposed(planes, field);
            S::grid(least_mirror_image(&planes, field), field)
        }
    }
}
