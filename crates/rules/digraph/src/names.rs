//! Different names, numbered in order of first appearance and found by a hash table.

use core::hash::BuildHasher;
use core::ops::Range;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};

/// The stretch of a list.
///
/// It goes from the end of the one before it to its own end.
pub(crate) fn stretch<T: Copy + Default>(ends: &[T], vertex: u32) -> Range<T> {
    let vertex = vertex as usize;
    let start = if vertex == 0 { T::default() } else { ends[vertex - 1] };
    start..ends[vertex]
}

/// The place of a hash in a table.
///
/// Tables look at its upper and its lower bits.
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Names side by side in one text, and the number of each.
#[derive(Default)]
pub(crate) struct Names {
    text: String,
    ends: Vec<usize>,
    /// The numbers, each with the hash of its name.
    ///
    /// A table that grows then reads no name again: of a million that would take a tenth of a second without a look at the limits.
    numbers: HashTable<(u32, u32)>,
    hasher: DefaultHashBuilder,
}

impl Names {
    /// The number of names.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The name with this number.
    pub(crate) fn name(&self, number: u32) -> &str {
        &self.text[stretch(&self.ends, number)]
    }

    /// The number of a name that is there.
    pub(crate) fn number(&self, name: &str) -> Option<u32> {
        let hash = self.hasher.hash_one(name) as u32;
        let found = self.numbers.find(spread(hash), |&(other, number)| other == hash && self.name(number) == name);
        found.map(|&(_, number)| number)
    }

    /// The number of a name, which comes last if it is new.
    ///
    /// It is `None` for a new name beyond the first `most`.
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
