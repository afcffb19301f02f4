//! Bytes of lists, sets and maps, including the bytes that they need when they grow next.

use core::hash::{BuildHasher, Hash};
use hashbrown::{HashMap, HashSet, HashTable};
use sprague_core::growth::with_growth;

pub use sprague_core::growth::{before, is_small, of_list};

pub(crate) fn of_set<T: Eq + Hash>(set: &HashSet<T>) -> usize {
    with_growth(set.allocation_size(), set.capacity() - set.len())
}

pub(crate) fn of_map<K: Eq + Hash, V, S: BuildHasher>(map: &HashMap<K, V, S>) -> usize {
    with_growth(map.allocation_size(), map.capacity() - map.len())
}

pub(crate) fn of_table<T>(table: &HashTable<T>) -> usize {
    with_growth(table.allocation_size(), table.capacity() - table.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_what_is_about_to_grow_counts_three_times() {
        let mut list: Vec<u64> = Vec::with_capacity(4 << 20);
        assert_eq!(of_list(&list), 32 << 20);
        list.resize((4 << 20) - 10, 0);
        assert_eq!(of_list(&list), 96 << 20);
        let mut set: HashSet<usize> = HashSet::with_capacity(3 << 20);
        let before = of_set(&set);
        set.extend(0..set.capacity() - 1);
        assert_eq!(of_set(&set), 3 * before);
        // one element more makes the set grow, but not beyond the bytes that were counted
        set.extend(0..set.capacity() + 1);
        assert!(of_set(&set) <= 2 * before + before / 10, "{} {before}", of_set(&set));
    }

    #[test]
    fn small_ones_count_as_they_are() {
        let list = vec![0_u64; 1000];
        assert_eq!(of_list(&list), 8 * list.capacity());
        assert_eq!(of_map(&HashMap::<u8, u8>::new()), 0);
    }
}
