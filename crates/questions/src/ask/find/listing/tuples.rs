//! Lists heaps, pairs and longer tuples of numbers in ascending order.

use super::Listed;

/// Tuples of numbers in ascending order. The largest number increases last.
pub(in super::super) struct Tuples {
    /// The maximum of each number, in ascending order.
    most: Vec<u64>,
    next: Option<Vec<u64>>,
    between: char,
}

impl Tuples {
    pub(in super::super) fn up_to(mut most: Vec<u64>, between: char) -> Self {
        most.sort_unstable();
        let next = Some(vec![0; most.len()]);
        Self { most, next, between }
    }
}

impl Iterator for Tuples {
    type Item = Option<Listed>;

    fn next(&mut self) -> Option<Option<Listed>> {
        let numbers = self.next.take()?;
        let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
        let listed = Listed::new(*numbers.last()?, texts.join(&self.between.to_string()));
        // increase the first number that can be increased, and reset the numbers before it
        let may_grow = |at: &usize| numbers[*at] < self.most[*at] && numbers.get(at + 1).is_none_or(|next| numbers[*at] < *next);
        self.next = (0..numbers.len()).find(may_grow).map(|at| {
            let mut next = numbers.clone();
            next[at] += 1;
            next[..at].fill(0);
            next
        });
        Some(Some(listed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(most: &[u64]) -> Vec<String> {
        Tuples::up_to(most.to_vec(), '.').flatten().map(|listed| listed.text).collect()
    }

    #[test]
    fn each_list_comes_once_and_the_largest_number_grows_last() {
        assert_eq!(texts(&[3]), ["0", "1", "2", "3"]);
        assert_eq!(texts(&[2, 1]), ["0.0", "0.1", "1.1", "0.2", "1.2"]);
        assert_eq!(texts(&[2, 2, 2]).len(), 10);
        let all: Vec<Listed> = Tuples::up_to(vec![5, 9, 5], ',').flatten().collect();
        assert!(all.is_sorted_by_key(|listed| listed.size));
        assert_eq!(all.len(), (0..=9_u64).flat_map(|c| (0..=c.min(5)).flat_map(|b| 0..=b)).count());
    }
}
