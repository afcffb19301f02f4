//! Stores a byte for each row, computed in order by a loop over the amounts.
//!
//! This is the method of `wl`, `asym` and `grundysub` in a contestant's program. Row 0 is preceded by as many rows as the
//! greatest amount, with a value that never helps, so that no amount needs a comparison.

/// Returns room for the rows and those before row 0, filled with `before`, and the index of row 0.
fn room(rows: usize, amounts: &[usize], before: u8) -> (Vec<u8>, usize) {
    let first = amounts.iter().copied().max().unwrap_or(0);
    (vec![before; first + rows], first)
}

/// Returns 1 for each row that is won for the player to move, and 0 for the others.
pub(crate) fn won(rows: usize, amounts: &[usize]) -> Vec<u8> {
    let (mut won, first) = room(rows, amounts, 1);
    for n in first..won.len() {
        won[n] = amounts.iter().fold(0, |sum, amount| sum | (won[n - amount] ^ 1));
    }
    won.drain(..first);
    won
}

/// Returns 1 for each row that is won for Left to move, and for Right to move.
pub(crate) fn won_asymmetric(rows: usize, left: &[usize], right: &[usize]) -> [Vec<u8>; 2] {
    let (mut for_left, first) = room(rows, &[left, right].concat(), 1);
    let mut for_right = for_left.clone();
    for n in first..for_left.len() {
        let won = [
            left.iter().fold(0, |sum, amount| sum | (for_right[n - amount] ^ 1)),
            right.iter().fold(0, |sum, amount| sum | (for_left[n - amount] ^ 1)),
        ];
        [for_left[n], for_right[n]] = won;
    }
    for_left.drain(..first);
    for_right.drain(..first);
    [for_left, for_right]
}

/// Returns the nimber of each row. There may be at most 63 amounts.
pub(crate) fn nimbers(rows: usize, amounts: &[usize]) -> Vec<u8> {
    // no row has the nimber 63, so these rows do not change the mex
    let (mut nimbers, first) = room(rows, amounts, 63);
    for n in first..nimbers.len() {
        let seen = amounts.iter().fold(0_u64, |seen, amount| seen | 1 << nimbers[n - amount]);
        nimbers[n] = seen.trailing_ones() as u8;
    }
    nimbers.drain(..first);
    nimbers
}

/// Returns 1 for each row that is won, computed forwards.
///
/// Each lost row marks the rows from which it can be reached. This is good for sets of very many amounts.
pub(crate) fn won_by_marks(rows: usize, amounts: &[usize]) -> Vec<u8> {
    let mut won = vec![0; rows];
    for n in 0..rows {
        if won[n] == 0 {
            amounts.iter().take_while(|amount| n + **amount < rows).for_each(|amount| won[n + amount] = 1);
        }
    }
    won
}
