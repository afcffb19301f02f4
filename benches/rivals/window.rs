//! Keeps the last 64 outcomes in one word, from which a mask selects the options.
//!
//! This is the method of `wlbit` in a contestant's program.

/// Returns a set bit for each row that is won for the player to move.
///
/// A word of the result has 64 rows. No amount may be above 64.
pub(crate) fn won(rows: usize, amounts: &[usize]) -> Vec<u64> {
    let mask = amounts.iter().fold(0_u64, |mask, amount| mask | 1 << (amount - 1));
    let mut out = vec![0; rows.div_ceil(64)];
    // bit k - 1 is set if row n - k is won
    let mut won = u64::MAX;
    for (word, start) in out.iter_mut().zip((0..rows).step_by(64)) {
        for bit in 0..64.min(rows - start) {
            let is_won = u64::from(!won & mask != 0);
            won = won << 1 | is_won;
            *word |= is_won << bit;
        }
    }
    out
}
