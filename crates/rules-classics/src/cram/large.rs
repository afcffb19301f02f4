//! Boards that are too large for one word: a word for each row.

use super::Board;

/// A board with a side above 8. Bit `column` of a row says whether that square is free.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Large {
    pub(super) columns: u8,
    pub(super) rows: Box<[u64]>,
}

impl Large {
    /// In row `pass`, the squares that are free together with the one on their right; from the number of rows on, below.
    pub(super) fn pairs(&self, pass: usize) -> u64 {
        match pass.checked_sub(self.rows.len()) {
            None => self.rows[pass] & self.rows[pass] >> 1,
            Some(row) => self.rows[row] & self.rows.get(row + 1).copied().unwrap_or(0),
        }
    }

    /// The connected regions of the free squares, each cropped, single squares left out.
    pub(super) fn regions(&self) -> Vec<Board> {
        let (mut left, mut regions) = (self.rows.clone(), vec![]);
        while let Some(row) = left.iter().position(|&row| row != 0) {
            let region = region(&left, row);
            left.iter_mut().zip(&region).for_each(|(left, region)| *left &= !region);
            regions.extend(cropped(&region));
        }
        regions
    }

    /// The board that stands for its mirror images and, with rows and columns exchanged, for theirs: no more rows than columns, and
    /// the least of those.
    pub(super) fn normal_form(self) -> Self {
        match self.rows.len().cmp(&self.columns.into()) {
            std::cmp::Ordering::Less => self.least_image(),
            std::cmp::Ordering::Equal => self.transposed().least_image().min(self.least_image()),
            std::cmp::Ordering::Greater => self.transposed().least_image(),
        }
    }

    /// The least of itself and its three mirror images.
    fn least_image(self) -> Self {
        let right = 64 - self.columns;
        let upside_down = |board: &Self| Self { rows: board.rows.iter().rev().copied().collect(), ..*board };
        let mirrored = Self { rows: self.rows.iter().map(|row| row.reverse_bits() >> right).collect(), ..self };
        upside_down(&self).min(upside_down(&mirrored)).min(mirrored).min(self)
    }

    /// Rows and columns exchanged.
    fn transposed(&self) -> Self {
        let column = |column| self.rows.iter().rev().fold(0, |all, row| all << 1 | row >> column & 1);
        Self { columns: self.rows.len() as u8, rows: (0..self.columns).map(column).collect() }
    }
}

/// The region of the first free square of a row.
fn region(free: &[u64], row: usize) -> Vec<u64> {
    let mut region = vec![0; free.len()];
    region[row] = free[row] & free[row].wrapping_neg();
    // up and down, until nothing is new
    loop {
        let before = region.clone();
        let rows = (0..free.len()).chain((0..free.len()).rev());
        rows.for_each(|row| {
            let above = row.checked_sub(1).map_or(0, |above| region[above]);
            let below = region.get(row + 1).copied().unwrap_or(0);
            region[row] = along(free[row], (region[row] | above | below) & free[row]);
        });
        if region == before {
            return region;
        }
    }
}

/// The runs of free squares in a row that hold one of these.
fn along(free: u64, mut squares: u64) -> u64 {
    loop {
        let grown = (squares | squares << 1 | squares >> 1) & free;
        if grown == squares {
            return grown;
        }
        squares = grown;
    }
}

/// The part of a board that a region spans; `None` of a single square.
fn cropped(region: &[u64]) -> Option<Board> {
    let top = region.iter().position(|&row| row != 0)?;
    let bottom = region.iter().rposition(|&row| row != 0)?;
    let in_one_row = region.iter().fold(0, |all, row| all | row);
    let left = in_one_row.trailing_zeros();
    let columns = (64 - in_one_row.leading_zeros() - left) as u8;
    let board = || Board::of_rows(columns, region[top..=bottom].iter().map(|row| row >> left).collect());
    (top < bottom || columns > 1).then(board)
}
