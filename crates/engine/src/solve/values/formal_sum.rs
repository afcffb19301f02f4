//! Sums that are not added up: values and positions with counts, in which G and −G cancel.

use core::hash::Hash;
use smallvec::SmallVec;
use sprague_core::any::AnyPosition;
use sprague_values::{Arena, Form, Nus};

/// A position, with the number of its ruleset in a sum.
pub(in crate::solve) type Summand = AnyPosition;

/// The sum of all numbers, ups and stars, together with other values and with positions that have no value.
///
/// G and −G share one entry, with a negative count for one of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::solve) struct FormalSum {
    /// The sum of all numbers, ups and stars.
    pub(super) nus: Form,
    /// Other values, each without the number in it.
    pub(super) forms: Counted<Form>,
    /// Positions in normal form that are too large to be valued.
    pub(super) positions: Counted<Summand>,
}

impl Default for FormalSum {
    fn default() -> Self {
        Self { nus: Form::ZERO, forms: Counted::default(), positions: Counted::default() }
    }
}

impl FormalSum {
    /// Returns the sum of both. `arena` contains their forms.
    pub(super) fn plus(&self, other: &Self, arena: &Arena) -> Self {
        let mut sum = self.clone();
        sum.nus = match (self.nus, other.nus) {
            (Form::ZERO, nus) | (nus, Form::ZERO) => nus,
            (a, b) => {
                let [a, b] = [a, b].map(|form| arena.as_nus(form).expect("it is a sum of number, ups and star"));
                arena.nus(Nus { number: &a.number + &b.number, ups: a.ups + b.ups, star: a.star ^ b.star })
            }
        };
        other.forms.iter().for_each(|(form, count)| sum.forms.add(form, *count));
        other.positions.iter().for_each(|(position, count)| sum.positions.add(position, *count));
        sum
    }
}

/// Sorted items, each with a count that is positive or negative but not 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Counted<T>(SmallVec<[(T, i32); 2]>);

impl<T> Default for Counted<T> {
    fn default() -> Self {
        Self(SmallVec::new())
    }
}

impl<T: Clone + Ord> Counted<T> {
    pub(super) fn add(&mut self, item: &T, count: i32) {
        match self.0.binary_search_by(|(known, _)| known.cmp(item)) {
            Ok(index) => {
                self.0[index].1 += count;
                if self.0[index].1 == 0 {
                    self.0.remove(index);
                }
            }
            Err(index) if count != 0 => self.0.insert(index, (item.clone(), count)),
            Err(_) => {}
        }
    }

    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = &(T, i32)> + Clone {
        self.0.iter()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of copies of all items.
    pub(super) fn copies(&self) -> u32 {
        self.0.iter().map(|(_, count)| count.unsigned_abs()).sum()
    }

    /// Returns the items that occur at least twice.
    pub(super) fn repeated(&self) -> SmallVec<[(T, i32); 2]> {
        self.0.iter().filter(|(_, count)| count.abs() > 1).cloned().collect()
    }
}
