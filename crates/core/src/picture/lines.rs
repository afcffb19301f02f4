//! Boards of points: lines that join them, and the same in characters.

use super::{Look, Piece};

/// Lines between the points of a board, by the numbers of rows and columns.
///
/// A board with lines is drawn as points, and its squares that are taken for good are left out.
///
/// ```
/// use sprague_core::any::Lines;
/// let along_the_first_row = Lines(|_, columns| (1..columns).map(|to| [to - 1, to]).collect());
/// assert_eq!((along_the_first_row.0)(1, 3), [[0, 1], [1, 2]]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Lines(
    /// The ends of each line, as squares row by row from 0.
    pub fn(rows: usize, columns: usize) -> Vec<[usize; 2]>,
);

impl PartialEq for Lines {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for Lines {}

impl Look {
    /// The lines between the points of this board; none if it has none, or its rows are not equally long.
    ///
    /// O(rows · columns).
    ///
    /// ```
    /// use sprague_core::any::{Lines, Look};
    /// let look = Look { lines: Some(Lines(|_, _| vec![[0, 3]])), ..Look::default() };
    /// assert_eq!(look.joined(&[vec!['x', '.'], vec!['#', '.']]), [[0, 3]]);
    /// assert!(Look::default().joined(&[vec!['x', '.']]).is_empty());
    /// ```
    pub fn joined(&self, rows: &[Vec<char>]) -> Vec<[usize; 2]> {
        let columns = rows.first().map_or(0, Vec::len);
        let Some(Lines(lines)) = self.lines.filter(|_| rows.iter().all(|row| row.len() == columns)) else { return vec![] };
        let mut lines = lines(rows.len(), columns);
        lines.retain(|ends| ends.iter().all(|end| *end < rows.len() * columns));
        lines
    }

    /// A board in characters, at most `columns` wide: with its lines, with blanks between, or close together.
    ///
    /// The first of these that fits is taken; rows that do not fit close together are as long as they are.
    ///
    /// ```
    /// use sprague_core::any::{Lines, Look};
    /// let look = Look { lines: Some(Lines(|_, _| vec![[0, 1], [0, 2], [0, 3], [1, 2]])), ..Look::default() };
    /// let board = [vec!['x', '.'], vec!['.', 'o']];
    /// assert_eq!(look.text(&board, 80), ["x - .", "| X", ".   o"]);
    /// assert_eq!((look.text(&board, 4), look.text(&board, 2)), (vec!["x .".into(), ". o".into()], vec!["x.".into(), ".o".into()]));
    /// ```
    pub fn text(&self, rows: &[Vec<char>], columns: usize) -> Vec<String> {
        let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
        let lines = self.joined(rows);
        if !lines.is_empty() && (4 * wide).saturating_sub(3) <= columns {
            return self.wired(rows, wide, &lines);
        }
        let between = if (2 * wide).saturating_sub(1) <= columns { " " } else { "" };
        rows.iter().map(|row| row.iter().map(char::to_string).collect::<Vec<_>>().join(between)).collect()
    }

    /// The board with its lines: those between neighbours, as others would run over points.
    fn wired(&self, rows: &[Vec<char>], wide: usize, lines: &[[usize; 2]]) -> Vec<String> {
        let mut drawn = vec![vec![' '; 4 * wide - 3]; 2 * rows.len() - 1];
        for (y, row) in rows.iter().enumerate() {
            for (x, sign) in row.iter().enumerate() {
                drawn[2 * y][4 * x] = if self.piece(*sign) == Piece::Gone { ' ' } else { *sign };
            }
        }
        for [from, to] in lines.iter().map(|ends| ends.map(|end| (end / wide, end % wide))) {
            let (rise, run) = (from.0.abs_diff(to.0), from.1.abs_diff(to.1));
            let falls = (from.0 < to.0) == (from.1 < to.1);
            let sign = match (rise, run) {
                (0, 1) => '-',
                (1, 0) => '|',
                (1, 1) if falls => '\\',
                (1, 1) => '/',
                _ => continue,
            };
            let place = &mut drawn[from.0 + to.0][2 * (from.1 + to.1)];
            *place = if ['/', '\\', 'X'].contains(place) && *place != sign { 'X' } else { sign };
        }
        drawn.iter().map(|row| row.iter().collect::<String>().trim_end().to_owned()).collect()
    }
}
