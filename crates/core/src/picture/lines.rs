//! Lines that join the points of a board.

/// The lines between the points of a board, as a function of its numbers of rows and columns.
///
/// A board with lines is drawn as points, without the squares that can no longer be used.
///
/// ```
/// use sprague_core::any::Lines;
/// let along_the_first_row = Lines(|_, columns| (1..columns).map(|to| [to - 1, to]).collect());
/// assert_eq!((along_the_first_row.0)(1, 3), [[0, 1], [1, 2]]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lines(
    /// Returns the two ends of each line, as indices of squares, row by row from 0.
    pub fn(rows: usize, columns: usize) -> Vec<[usize; 2]>,
);

impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for Lines {}
