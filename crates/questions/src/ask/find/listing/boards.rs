//! Lists all fillings of boards, one of each class under the symmetries of the board.

use super::Listed;

/// The fillings of all boards up to a size, smaller boards first.
pub(in super::super) struct Boards {
    characters: Vec<char>,
    /// Whether exchanging rows and columns gives a different game.
    is_turned: bool,
    /// The remaining sizes. The last of them is the next one.
    sizes: Vec<[usize; 2]>,
    board: Board,
}

/// A filling of one board. Its squares are the digits of a counter.
struct Board {
    size: [usize; 2],
    kinds: Vec<u8>,
    /// For each symmetry except the identity, the square from which each square gets its character.
    images: Vec<Vec<usize>>,
    is_over: bool,
}

impl Board {
    fn first(size @ [rows, columns]: [usize; 2]) -> Self {
        let image = |[flips_rows, flips_columns]: [bool; 2], is_turned: bool| -> Vec<usize> {
            let squares = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
            let from = |[row, column]: [usize; 2]| {
                let [row, column] = if is_turned { [column, row] } else { [row, column] };
                let row = if flips_rows { rows - 1 - row } else { row };
                row * columns + if flips_columns { columns - 1 - column } else { column }
            };
            squares.map(from).collect()
        };
        let turns: &[bool] = if rows == columns { &[false, true] } else { &[false] };
        let flips = [[false, false], [false, true], [true, false], [true, true]];
        let images = turns.iter().flat_map(|&is_turned| flips.map(|flip| image(flip, is_turned))).skip(1).collect();
        Self { size, kinds: vec![0; rows * columns], images, is_over: false }
    }

    /// Counts up by one. The last square is the least significant digit.
    fn advance(&mut self, kinds: u8) {
        for kind in self.kinds.iter_mut().rev() {
            *kind += 1;
            if *kind < kinds {
                return;
            }
            *kind = 0;
        }
        self.is_over = true;
    }

    /// Returns `true` if no image of the filling precedes it.
    fn is_least(&self) -> bool {
        self.images.iter().all(|image| self.kinds.iter().le(image.iter().map(|&square| &self.kinds[square])))
    }

    fn text(&self, characters: &[char], is_turned: bool) -> String {
        let [rows, columns] = self.size;
        let [lines, length] = if is_turned { [columns, rows] } else { [rows, columns] };
        let kind = |line: usize, at: usize| self.kinds[if is_turned { at * columns + line } else { line * columns + at }];
        let line = |line: usize| (0..length).map(|at| characters[usize::from(kind(line, at))]).collect::<String>();
        (0..lines).map(line).collect::<Vec<_>>().join("/")
    }
}

impl Boards {
    /// Lists boards with up to this number of rows and columns, and with at most as many rows as columns.
    pub(in super::super) fn up_to([rows, columns]: [usize; 2], characters: &str, is_turned: bool) -> Self {
        let (short, long) = (rows.min(columns), rows.max(columns));
        let mut sizes: Vec<[usize; 2]> = (1..=short).flat_map(|rows| (rows..=long).map(move |columns| [rows, columns])).collect();
        sizes.sort_unstable_by_key(|[rows, columns]| (rows * columns, *rows));
        sizes.reverse();
        let characters = characters.chars().filter(|character| *character != ' ').collect();
        let board = Board::first(sizes.pop().unwrap_or([1, 1]));
        Self { characters, is_turned, sizes, board }
    }
}

impl Iterator for Boards {
    type Item = Option<Listed>;

    fn next(&mut self) -> Option<Option<Listed>> {
        if self.board.is_over {
            self.board = Board::first(self.sizes.pop()?);
        }
        let found = self.board.is_least().then(|| {
            let text = self.board.text(&self.characters, false);
            let turned = self.is_turned.then(|| self.board.text(&self.characters, true)).filter(|turned| *turned != text);
            Listed { turned, ..Listed::new(self.board.kinds.len() as u64, text) }
        });
        self.board.advance(self.characters.len() as u8);
        Some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of fillings of a board up to symmetry, by Burnside's lemma.
    fn burnside(rows: u32, columns: u32, kinds: u64) -> u64 {
        let half = |n: u32| n.div_ceil(2);
        let flipped = kinds.pow(half(rows) * columns) + kinds.pow(rows * half(columns));
        let of_rectangle = kinds.pow(rows * columns) + flipped + kinds.pow(half(rows * columns));
        if rows != columns {
            return of_rectangle / 4;
        }
        let quarter_turns = 2 * kinds.pow((rows * rows).div_ceil(4));
        (of_rectangle + 2 * kinds.pow(rows * (rows + 1) / 2) + quarter_turns) / 8
    }

    #[test]
    fn there_are_as_many_as_burnside_counts() {
        for (characters, most) in [(".#", [4, 4]), (".#", [2, 7]), (".xo", [3, 3]), (" xo.", [1, 6]), ("#xo.", [2, 4])] {
            let mut counts: Vec<([usize; 2], u64)> = vec![];
            for Listed { text, .. } in Boards::up_to(most, characters, false).flatten() {
                let size = [text.split('/').count(), text.split('/').next().unwrap().len()];
                match counts.last_mut() {
                    Some((last, count)) if *last == size => *count += 1,
                    _ => counts.push((size, 1)),
                }
            }
            let kinds = characters.trim().len() as u64;
            for ([rows, columns], count) in counts {
                assert_eq!(count, burnside(rows as u32, columns as u32, kinds), "{rows}x{columns} {characters}");
            }
        }
    }

    #[test]
    fn small_boards_come_first_and_the_turned_one_is_said_where_it_differs() {
        let all: Vec<Listed> = Boards::up_to([2, 2], ".#", true).flatten().collect();
        assert_eq!(all[..4].iter().map(|listed| &*listed.text).collect::<Vec<_>>(), [".", "#", "..", ".#"]);
        assert_eq!((all[0].turned.as_deref(), all[2].turned.as_deref()), (None, Some("./.")));
        assert!(all.is_sorted_by_key(|listed| listed.size));
        let two: Vec<String> = Boards::up_to([1, 2], "ab", false).flatten().map(|listed| listed.text).collect();
        assert_eq!(two, ["a", "b", "aa", "ab", "bb"]);
    }
}
