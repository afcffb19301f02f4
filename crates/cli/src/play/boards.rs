//! Boards as pictures: those of all components, side by side as far as they fit.

use sprague::any::Picture;
use sprague::solve::ComponentPosition;
use sprague_games::ParsedSum;

/// How wide pictures are together at most where nobody says how wide the terminal is, and how many rows one has at most.
const WIDTH: usize = 80;
const MAX_ROWS: usize = 24;

/// What stands left of a picture.
const GAP: &str = "    ";

/// The pictures of a position, line by line; none of components that have none, or whose boards are too large for the eye.
pub(super) fn boards(sum: &ParsedSum, columns: Option<usize>) -> Vec<String> {
    let columns = columns.unwrap_or(WIDTH);
    let several = sum.components().len() > 1;
    let boards = sum.components().iter().enumerate().filter_map(|(index, component)| {
        let ComponentPosition::Small(position) = &component.position else { return None };
        let Some(Picture::Cells(rows)) = component.rules.rules().picture(position) else { return None };
        let width = (rows.iter().map(Vec::len).max()? * 2).saturating_sub(1);
        let fits = rows.len() <= MAX_ROWS && GAP.len() + width <= columns;
        fits.then(|| lines(several.then_some(index + 1), &rows, width))
    });
    let mut all: Vec<String> = vec![];
    let mut beside: Vec<String> = vec![];
    for board in boards {
        if beside.first().map_or(0, String::len) + board[0].len() > columns {
            all.append(&mut beside);
        }
        let (rows, left) = (beside.len().max(board.len()), beside.first().map_or(0, String::len));
        beside.resize_with(rows, || " ".repeat(left));
        let width = board[0].len();
        let below = std::iter::repeat_with(|| " ".repeat(width));
        beside.iter_mut().zip(board.into_iter().chain(below)).for_each(|(line, more)| line.push_str(&more));
    }
    all.append(&mut beside);
    all.iter().map(|line| line.trim_end().to_owned()).collect()
}

/// One board, below its number if there are several; every line is equally long.
fn lines(number: Option<usize>, rows: &[Vec<char>], width: usize) -> Vec<String> {
    let cells = |row: &Vec<char>| row.iter().map(char::to_string).collect::<Vec<_>>().join(" ");
    let title = number.map(|number| format!("{number}:"));
    title.into_iter().chain(rows.iter().map(cells)).map(|line| format!("{GAP}{line:<width$}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_games::Session;

    fn drawn(position: &str, columns: usize) -> String {
        boards(&Session::new().position(position).unwrap(), Some(columns)).join("\n")
    }

    #[test]
    fn boards_are_drawn_side_by_side_with_the_numbers_of_their_components() {
        assert_eq!(drawn("knights:3@2.1", 60), "    . . .\n    . . N\n    . . .");
        let both = "    1:       3:\n    . # .    x o\n    # . .    o";
        assert_eq!(drawn("cram@.#./#..+nim@3+chomp@2.1", 60), both);
    }

    #[test]
    fn boards_that_do_not_fit_beside_others_come_below_them() {
        assert_eq!(drawn("cram@2x3,1x4", 19), "    1:\n    . . .\n    . . .\n    2:\n    . . . .");
        assert!(drawn("knights@3.4,5.5", 60).lines().all(|line| line.len() <= 60));
        assert_eq!(drawn("knights@3.4,5.5", 60).lines().count(), 9);
        assert_eq!(drawn("knights@3.4,5.5", 30).lines().count(), 18);
    }

    #[test]
    fn what_is_too_large_or_no_board_is_not_drawn() {
        assert_eq!(drawn("knights:1000@3.4+nim@3+cram@40x2", 60), "");
        assert_eq!(drawn("chomp@1x9", 12), "");
    }
}
