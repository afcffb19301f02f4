//! Lists connected sets of squares, one for each class under the eight symmetries of the plane.
//!
//! Redelmeier, *Counting polyominoes: yet another attack*, 1981: every set is grown from its first square in exactly one way.

use super::Listed;

/// The maximum number of squares, so that a row fits into one word.
pub(in super::super) const MOST: u32 = 32;

/// The number of columns of the grid in which sets are grown. The first square is in the middle of the first row.
const WIDTH: u16 = 2 * MOST as u16 - 1;

/// The rows of a set, with one bit for each square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rows {
    rows: [u32; MOST as usize],
    height: usize,
    width: u32,
}

/// A step of the search: the squares that may be added next.
struct Step {
    pending: Vec<u16>,
    /// The neighbours that became candidates in this step.
    brought: Vec<u16>,
}

/// A listing of all connected sets with this many squares.
pub(in super::super) struct Shapes {
    squares: usize,
    /// The characters for squares outside and inside the set.
    characters: [char; 2],
    /// Whether exchanging rows and columns gives a different game.
    is_turned: bool,
    steps: Vec<Step>,
    placed: Vec<u16>,
    /// Whether each square is in the set, is a candidate, or has been tried.
    is_reached: Vec<bool>,
}

fn neighbours(square: u16) -> impl Iterator<Item = u16> {
    let (row, column) = (square / WIDTH, square % WIDTH);
    let beside = [
        (column + 1 < WIDTH).then(|| square + 1),
        (row + 1 < MOST as u16).then(|| square + WIDTH),
        (column > 0).then(|| square - 1),
        (row > 0).then(|| square - WIDTH),
    ];
    beside.into_iter().flatten()
}

impl Shapes {
    pub(in super::super) fn new(squares: u32, characters: [char; 2], is_turned: bool) -> Self {
        let first = MOST as u16 - 1;
        let mut is_reached = vec![false; usize::from(WIDTH) * MOST as usize];
        // squares before the first one cannot be in a set
        is_reached[..=usize::from(first)].fill(true);
        let steps = vec![Step { pending: vec![first], brought: vec![] }];
        Self { squares: squares.clamp(1, MOST) as usize, characters, is_turned, steps, placed: vec![], is_reached }
    }

    /// Finds the next set, or returns `false` after the last one.
    fn advance(&mut self) -> bool {
        if self.placed.len() == self.squares {
            self.placed.pop();
        }
        while let Some(step) = self.steps.last_mut() {
            // 1. take the next pending square, or undo the step if none is left
            let Some(square) = step.pending.pop() else {
                step.brought.iter().for_each(|&square| self.is_reached[usize::from(square)] = false);
                self.steps.pop();
                self.placed.pop();
                continue;
            };
            // 2. add the square to the set
            self.placed.push(square);
            if self.placed.len() == self.squares {
                return true;
            }
            // 3. its neighbours that were never pending in this branch become pending, with the squares that still are
            let brought: Vec<u16> = neighbours(square).filter(|&square| !self.is_reached[usize::from(square)]).collect();
            brought.iter().for_each(|&square| self.is_reached[usize::from(square)] = true);
            let pending = step.pending.iter().chain(&brought).copied().collect();
            self.steps.push(Step { pending, brought });
        }
        false
    }

    fn rows(&self) -> Rows {
        let places = || self.placed.iter().map(|&square| (usize::from(square / WIDTH), square % WIDTH));
        let left = places().map(|(_, column)| column).min().unwrap_or(0);
        let mut rows = Rows { rows: [0; MOST as usize], height: 0, width: 0 };
        for (row, column) in places() {
            rows.rows[row] |= 1 << (column - left);
            rows.height = rows.height.max(row + 1);
            rows.width = rows.width.max(u32::from(column - left) + 1);
        }
        rows
    }
}

impl Rows {
    fn upside_down(mut self) -> Self {
        self.rows[..self.height].reverse();
        self
    }

    fn mirrored(mut self) -> Self {
        self.rows[..self.height].iter_mut().for_each(|row| *row = row.reverse_bits() >> (u32::BITS - self.width));
        self
    }

    fn transposed(self) -> Self {
        let mut rows = [0; MOST as usize];
        for (row, bits) in self.rows[..self.height].iter().enumerate() {
            (0..self.width as usize).filter(|column| bits >> column & 1 == 1).for_each(|column| rows[column] |= 1 << row);
        }
        Self { rows, height: self.width as usize, width: self.height as u32 }
    }

    /// Returns `true` if this set represents its class: it has at most as many rows as columns, and its rows are the
    /// least among all images.
    fn is_least(self) -> bool {
        let comes_first = |other: Self| {
            let flipped = other.upside_down();
            [other, other.mirrored(), flipped, flipped.mirrored()].iter().all(|image| self.rows <= image.rows)
        };
        let (height, width) = (self.height, self.width as usize);
        height <= width && comes_first(self) && (height < width || comes_first(self.transposed()))
    }

    fn text(self, [outside, inside]: [char; 2]) -> String {
        let row = |bits: &u32| -> String {
            (0..self.width).map(|column| if bits >> column & 1 == 1 { inside } else { outside }).collect()
        };
        self.rows[..self.height].iter().map(row).collect::<Vec<_>>().join("/")
    }
}

impl Iterator for Shapes {
    type Item = Option<Listed>;

    fn next(&mut self) -> Option<Option<Listed>> {
        if !self.advance() {
            return None;
        }
        let rows = self.rows();
        Some(rows.is_least().then(|| {
            let turned = Some(rows.transposed()).filter(|turned| self.is_turned && *turned != rows);
            let turned = turned.map(|turned| turned.text(self.characters));
            Listed { turned, ..Listed::new(self.squares as u64, rows.text(self.characters)) }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The numbers of free polyominoes (OEIS A000105) and of fixed ones (A001168).
    const FREE: [usize; 10] = [1, 1, 2, 5, 12, 35, 108, 369, 1285, 4655];
    const FIXED: [usize; 10] = [1, 2, 6, 19, 63, 216, 760, 2725, 9910, 36446];

    #[test]
    fn there_are_as_many_as_polyominoes_and_no_two_are_images() {
        for (squares, (free, fixed)) in (1..).zip(FREE.into_iter().zip(FIXED)) {
            let all: Vec<Option<Listed>> = Shapes::new(squares, ['#', '.'], false).collect();
            assert_eq!(all.len(), fixed, "{squares}");
            let texts: BTreeSet<String> = all.into_iter().flatten().map(|listed| listed.text).collect();
            assert_eq!(texts.len(), free, "{squares}");
        }
    }

    #[test]
    fn a_shape_is_drawn_with_no_more_rows_than_columns() {
        for listed in Shapes::new(7, ['#', '.'], true).flatten() {
            let rows: Vec<&str> = listed.text.split('/').collect();
            assert!(rows.len() <= rows[0].len() && listed.text.matches('.').count() == 7, "{listed:?}");
        }
        let bar = Shapes::new(3, ['#', '.'], true).flatten().find(|listed| listed.text == "...").unwrap();
        assert_eq!(bar.turned.as_deref(), Some("././."));
    }
}
