//! Ordered lists of at most k different members of a set, numbered 0, 1, 2, … so that a row can hold one cell for each.
//!
//! Shorter lists come first; lists of one length are numbered like mixed-radix numerals, first entry most significant.

/// How many ordered lists of at most `most` different members a set of `members` has; `None` if that passes 2⁶⁴.
///
/// ```
/// use sprague_core::arrangement::count;
///
/// assert_eq!(count(5, 1), Some(6)); // the empty list and five of one member
/// assert_eq!(count(5, 2), Some(26));
/// assert_eq!(count(3, 9), Some(16)); // no list is longer than the set
/// ```
pub fn count(members: usize, most: usize) -> Option<usize> {
    let mut total = 1_usize;
    let mut of_this_length = 1_usize;
    for used in 0..most.min(members) {
        of_this_length = of_this_length.checked_mul(members - used)?;
        total = total.checked_add(of_this_length)?;
    }
    Some(total)
}

/// The number of a list, whose entries are different indices below `members`.
///
/// ```
/// use sprague_core::arrangement::{list, number};
///
/// for n in 0..26 {
///     assert_eq!(number(5, &list(5, n)), n);
/// }
/// ```
///
/// # Panics
/// If an entry is repeated or not below `members`.
pub fn number(members: usize, list: &[usize]) -> usize {
    let mut shorter = 0;
    let mut of_this_length = 1;
    let mut rank = 0;
    for (used, &entry) in list.iter().enumerate() {
        assert!(entry < members && !list[..used].contains(&entry), "entries differ and lie in the set");
        let smaller_used = list[..used].iter().filter(|&&earlier| earlier < entry).count();
        shorter += of_this_length;
        of_this_length *= members - used;
        rank = rank * (members - used) + entry - smaller_used;
    }
    shorter + rank
}

/// The list with this number. O(its length squared), however many members there are.
///
/// ```
/// assert_eq!(sprague_core::arrangement::list(5, 0), []);
/// assert_eq!(sprague_core::arrangement::list(5, 6), [0, 1]);
/// ```
///
/// # Panics
/// If there are fewer lists.
pub fn list(members: usize, number: usize) -> Vec<usize> {
    let (mut rank, mut length, mut of_this_length) = (number, 0, 1);
    while rank >= of_this_length {
        assert!(length < members, "there are fewer lists than that");
        rank -= of_this_length;
        of_this_length *= members - length;
        length += 1;
    }
    let mut entries: Vec<usize> = Vec::with_capacity(length);
    let mut used: Vec<usize> = vec![]; // the entries so far, least first
    while entries.len() < length {
        of_this_length /= members - entries.len();
        // the entry is the so-manieth member that is not used yet
        let entry = used.iter().fold(rank / of_this_length, |entry, &used| entry + usize::from(used <= entry));
        rank %= of_this_length;
        used.insert(used.partition_point(|&other| other < entry), entry);
        entries.push(entry);
    }
    entries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_correspond() {
        for members in 0..6 {
            for most in 0..=members {
                let lists: Vec<_> = (0..count(members, most).unwrap()).map(|n| list(members, n)).collect();
                for (n, list) in lists.iter().enumerate() {
                    assert_eq!(number(members, list), n);
                    assert!(list.len() <= most);
                }
                assert!(lists.is_sorted_by_key(Vec::len));
            }
        }
    }

    #[test]
    fn counts_that_do_not_fit_are_refused() {
        assert_eq!(count(1000, 1000), None);
    }
}
