//! Finds the least key of several sequences by a tournament of pairwise comparisons.

/// A tournament among the next keys of several sequences.
pub(crate) struct Least {
    /// The winner at index 0, and the loser of each match with its key at all others.
    matches: Vec<(u128, u32)>,
}

/// The key of a sequence that has ended, which loses against all others.
const ENDED: u128 = u128::MAX;

impl Least {
    /// Starts with these keys. A key is `None` if its sequence has ended.
    ///
    /// `is_first` decides which of two sequences with equal keys comes first.
    pub(crate) fn new(keys: impl IntoIterator<Item = Option<u128>>, is_first: impl Fn(usize, usize) -> bool) -> Self {
        let mut winners: Vec<_> = keys.into_iter().zip(0..).map(|(key, row)| (key.unwrap_or(ENDED), row)).collect();
        let rows = winners.len();
        // a tree in an array: the winners of the matches at 2i and 2i + 1 play at i
        winners.splice(0..0, vec![(ENDED, 0); rows]);
        let mut matches = vec![(ENDED, 0); rows.max(1)];
        for at in (1..rows).rev() {
            let (a, b) = (winners[2 * at], winners[2 * at + 1]);
            (winners[at], matches[at]) = if goes_first(a, b, &is_first) { (a, b) } else { (b, a) };
        }
        if let Some(&winner) = winners.get(1) {
            matches[0] = winner;
        }
        Self { matches }
    }

    /// Returns the least key and its sequence, or `None` if all have ended.
    #[inline]
    pub(crate) fn least(&self) -> Option<(u128, usize)> {
        let (key, row) = self.matches[0];
        (key != ENDED).then_some((key, row as usize))
    }

    /// Sets the next key of the sequence with the least key.
    #[inline]
    pub(crate) fn replace(&mut self, key: Option<u128>, is_first: impl Fn(usize, usize) -> bool) {
        let mut winner = (key.unwrap_or(ENDED), self.matches[0].1);
        let mut at = (self.matches.len() + winner.1 as usize) / 2;
        while at > 0 {
            if goes_first(self.matches[at], winner, &is_first) {
                std::mem::swap(&mut self.matches[at], &mut winner);
            }
            at /= 2;
        }
        self.matches[0] = winner;
    }
}

#[inline]
fn goes_first(a: (u128, u32), b: (u128, u32), is_first: &impl Fn(usize, usize) -> bool) -> bool {
    a.0 < b.0 || a.0 == b.0 && a.0 != ENDED && is_first(a.1 as usize, b.1 as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_merged_however_many_and_long_they_are() {
        for rows in 0..20_usize {
            let mut all: Vec<Vec<u128>> =
                (0..rows).map(|row| (0..row * row % 23).map(|i| (i * i % 57 + row) as u128).collect()).collect();
            all.iter_mut().for_each(|row| row.sort_unstable());
            let mut expected: Vec<_> =
                all.iter().enumerate().flat_map(|(row, keys)| keys.iter().map(move |&key| (key, row))).collect();
            expected.sort_unstable();
            let mut rest: Vec<_> = all.into_iter().map(Vec::into_iter).collect();
            let mut least = Least::new(rest.iter_mut().map(Iterator::next), |a, b| a < b);
            let mut merged = vec![];
            while let Some((key, row)) = least.least() {
                merged.push((key, row));
                least.replace(rest[row].next(), |a, b| a < b);
            }
            assert_eq!(merged, expected, "{rows}");
        }
    }
}
