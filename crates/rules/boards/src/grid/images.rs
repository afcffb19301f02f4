//! Boards that stand for their images: the least of those that are the same game.

use super::squares::Squares;
use super::{Grid, Size, on_planes};
use core::cmp::Ordering;

impl<const PLANES: usize> Grid<PLANES> {
    /// The least of the board, its mirror images, and itself turned by half.
    #[inline]
    pub(crate) fn least_mirror_image(&self) -> Self {
        on_planes!(self, |size, planes| Squares::grid(least_mirror_image(&planes, size), size))
    }

    /// The least of all eight images: no more rows than columns.
    #[inline]
    pub(crate) fn least_image(&self) -> Self {
        on_planes!(self, |size, planes| least_image(&planes, size))
    }

    /// Rows and columns exchanged.
    #[inline]
    pub(crate) fn transposed(&self) -> Self {
        on_planes!(self, |size, planes| {
            let (planes, size) = transposed(&planes, size);
            Squares::grid(planes, size)
        })
    }
}

fn transposed<S: Squares, const PLANES: usize>(planes: &[S; PLANES], size: Size) -> ([S; PLANES], Size) {
    (planes.each_ref().map(|plane| plane.transposed(size)), size.transposed())
}

#[inline]
fn least_mirror_image<S: Squares, const PLANES: usize>(planes: &[S; PLANES], size: Size) -> [S; PLANES] {
    let upside_down = |planes: &[S; PLANES]| planes.each_ref().map(|plane| plane.upside_down(size));
    let half_turned = planes.each_ref().map(|plane| plane.half_turned(size));
    let least = planes.clone().min(upside_down(planes));
    least.min(upside_down(&half_turned)).min(half_turned)
}

#[inline]
fn least_image<S: Squares, const PLANES: usize>(planes: &[S; PLANES], size: Size) -> Grid<PLANES> {
    match size.rows().cmp(&size.columns()) {
        Ordering::Less => S::grid(least_mirror_image(planes, size), size),
        Ordering::Equal => {
            let (turned, _) = transposed(planes, size);
            S::grid(least_mirror_image(planes, size).min(least_mirror_image(&turned, size)), size)
        }
        Ordering::Greater => {
            let (planes, size) = transposed(planes, size);
            S::grid(least_mirror_image(&planes, size), size)
        }
    }
}
