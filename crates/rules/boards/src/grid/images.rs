//! Normal forms of boards: the least of the images that are equal games.

use super::squares::Squares;
use super::{Grid, Pieces, Size, on_planes};
use core::cmp::Ordering;

impl<const PLANES: usize> Grid<PLANES> {
    /// Returns the least of the board, its mirror images and its half turn.
    #[inline]
    pub(crate) fn least_mirror_image(&self) -> Self {
        on_planes!(self, |size, planes| Squares::grid(least_mirror_image(&planes, size, |image| image), size))
    }

    /// Returns the least of all eight images. It has at most as many rows as columns.
    #[inline]
    pub(crate) fn least_image(&self) -> Self {
        on_planes!(self, |size, planes| least_image(&planes, size, |image| image))
    }

    #[inline]
    pub(crate) fn transposed(&self) -> Self {
        on_planes!(self, |size, planes| {
            let (planes, size) = transposed(&planes, size);
            Squares::grid(planes, size)
        })
    }
}

impl Pieces {
    /// Returns the least of all eight images, with the players exchanged or not.
    #[inline]
    pub(crate) fn least_image_of_either(&self) -> Self {
        on_planes!(self, |size, planes| least_image(&planes, size, |[x, o]| if x > o { [o, x] } else { [x, o] }))
    }

    /// Returns the least of all eight images, after making all pieces Left's.
    #[inline]
    pub(crate) fn least_image_of_one(&self) -> Self {
        on_planes!(self, |size, planes| least_image(&of_one(planes), size, |image| image))
    }
}

#[inline]
fn of_one<S: Squares>([x, o]: [S; 2]) -> [S; 2] {
    [x.clone() | o.clone(), x & o]
}

fn transposed<S: Squares, const PLANES: usize>(planes: &[S; PLANES], size: Size) -> ([S; PLANES], Size) {
    (planes.each_ref().map(|plane| plane.transposed(size)), size.transposed())
}

/// Returns the least of the mirror images, after applying `form` to each.
#[inline]
fn least_mirror_image<S: Squares, const PLANES: usize>(
    planes: &[S; PLANES],
    size: Size,
    form: impl Fn([S; PLANES]) -> [S; PLANES],
) -> [S; PLANES] {
    let upside_down = |planes: &[S; PLANES]| planes.each_ref().map(|plane| plane.upside_down(size));
    let half_turned = planes.each_ref().map(|plane| plane.half_turned(size));
    let least = form(planes.clone()).min(form(upside_down(planes)));
    least.min(form(upside_down(&half_turned))).min(form(half_turned))
}

#[inline]
fn least_image<S: Squares, const PLANES: usize>(
    planes: &[S; PLANES],
    size: Size,
    form: impl Fn([S; PLANES]) -> [S; PLANES],
) -> Grid<PLANES> {
    match size.rows().cmp(&size.columns()) {
        Ordering::Less => S::grid(least_mirror_image(planes, size, form), size),
        Ordering::Equal => {
            let (turned, _) = transposed(planes, size);
            S::grid(least_mirror_image(planes, size, &form).min(least_mirror_image(&turned, size, &form)), size)
        }
        Ordering::Greater => {
            let (planes, size) = transposed(planes, size);
            S::grid(least_mirror_image(&planes, size, form), size)
        }
    }
}
