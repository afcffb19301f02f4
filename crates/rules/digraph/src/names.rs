//! Different names, numbered in order of first appearance, with a hash table to find them.

use core::hash::BuildHasher;
use core::ops::Range;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

/// Returns the range of a list, from the end of the list before it to its own end.
pub(crate) fn stretch<T: Copy + Default>(ends: &[T], vertex: u32) -> Range<T> {
    let vertex = vertex as usize;
    let start = if vertex == 0 { T::default() } else { ends[vertex - 1] };
    start..ends[vertex]
}

/// Spreads a hash over 64 bits, because tables use its upper and lower bits.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Names in one text, and the number of each name.
#[derive(Default)]
pub(crate) struct Names {
    text: String,
    ends: Vec<usize>,
    /// The numbers, each with the hash of its name.
    ///
    /// Because the hashes are stored, a growing table does not read the names again. For a million names that would take a
    /// tenth of a second without a check of the limits.
    numbers: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
}

impl Names {
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn name(&self, number: u32) -> &str {
        &self.text[stretch(&self.ends, number)]
    }

    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(name) as u32;
        let found = self.numbers.find(spread(hash), |&(other, number)| other == hash && self.name(number) == name);
        found.map(|&(_, number)| number)
    }

    /// Returns the number of a name, after appending it if it is new.
    ///
    /// Returns `None` for a new name if there are already `most` names.
    pub(crate) fn number_or_insert(&mut self, name: &str, most: usize) -> Option<u32> {
        let Self { text, ends, numbers, hasher } = self;
        let hash = hasher.hash_one(name) as u32;
        let is_same = |&(other, number): &(u32, u32)| other == hash && &text[stretch(ends, number)] == name;
        match numbers.entry(spread(hash), is_same, |&(hash, _)| spread(hash)) {
            Entry::Occupied(known) => Some(known.get().1),
            Entry::Vacant(_) if ends.len() >= most => None,
            Entry::Vacant(fresh) => {
                let number = ends.len() as u32;
                fresh.insert((hash, number));
                text.push_str(name);
                ends.push(text.len());
                Some(number)
            }
        }
    }
}
