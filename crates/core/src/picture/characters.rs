//! Draws boards in plain characters, with the lines between their points.

use super::{Lines, Look, Piece};

impl Look {
    /// Returns the lines between the points of this board, each as the indices of its two ends (squares row by row from 0).
    ///
    /// There are none if the ruleset has no lines, or if rows differ in length. O(rows · columns).
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

    /// Draws a board in characters, at most `columns` wide, one text for each row.
    ///
    /// The board is drawn with its lines, with blanks between the characters, or close together: the first form that fits is
    /// used. Rows that are too long even close together are not cut.
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

    /// Draws the board with the lines between neighbouring points. Longer lines would run over other points and are left out.
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
