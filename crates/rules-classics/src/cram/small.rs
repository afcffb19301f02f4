//! Boards of up to 8 by 8 squares as one word, bit 8·row + column, so that every step is a shift of all squares at once.

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

/// The squares that are free together with the one on their right.
pub(super) fn across(free: u64) -> u64 {
    free & free >> 1 & !LAST_COLUMN
}

/// The squares that are free together with the one below.
pub(super) fn down(free: u64) -> u64 {
    free & free >> 8
}

/// The squares beside these.
fn beside(squares: u64) -> u64 {
    (squares & !LAST_COLUMN) << 1 | (squares & !FIRST_COLUMN) >> 1 | squares << 8 | squares >> 8
}

/// The connected regions of the free squares, single squares left out.
pub(super) fn regions(free: u64) -> impl Iterator<Item = u64> {
    let mut left = free & beside(free);
    std::iter::from_fn(move || {
        let mut region = left & left.wrapping_neg();
        loop {
            let grown = (region | beside(region)) & left;
            if grown == region {
                break;
            }
            region = grown;
        }
        left ^= region;
        (region != 0).then_some(region)
    })
}

/// How many rows and columns the squares span, and the squares moved to the corner.
pub(super) fn cropped(squares: u64) -> (u8, u8, u64) {
    let squares = squares >> (squares.trailing_zeros() & !7);
    let in_one_row = squares.to_ne_bytes().into_iter().fold(0, |all, row| all | row);
    let left = in_one_row.trailing_zeros();
    let rows = 8 - (squares.leading_zeros() / 8) as u8;
    (rows, 8 - (in_one_row.leading_zeros() + left) as u8, squares >> left)
}

/// The board that stands for its mirror images and, with rows and columns exchanged, for theirs: no more rows than columns, and the
/// least word of those.
pub(super) fn normal_form(rows: u8, columns: u8, free: u64) -> (u8, u8, u64) {
    let (rows, columns, free) = if rows > columns { (columns, rows, transposed(free)) } else { (rows, columns, free) };
    let (below, right) = (8 * (8 - rows), 8 - columns);
    let least = |free: u64| {
        let upside_down = free.swap_bytes() >> below;
        free.min(upside_down).min(mirrored(free) >> right).min(mirrored(upside_down) >> right)
    };
    let free = if rows == columns { least(free).min(least(transposed(free))) } else { least(free) };
    (rows, columns, free)
}

/// Columns 0 to 7 in the order 7 to 0.
fn mirrored(squares: u64) -> u64 {
    squares.reverse_bits().swap_bytes()
}

/// Rows and columns exchanged: first single squares, then blocks of 2 by 2 and of 4 by 4 across the diagonal.
///
/// Warren 2013, *Hacker's Delight*, 7–3.
fn transposed(mut squares: u64) -> u64 {
    for (distance, above) in [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)] {
        let differing = (squares ^ squares >> distance) & above;
        squares ^= differing | differing << distance;
    }
    squares
}
