//! The parts of a sweep that are included in a result.

use sprague::rows::sweep::Shard;
use std::collections::BTreeSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Some of the parts into which a sweep was divided.
///
/// ```
/// use sprague_questions::sweep::Parts;
///
/// let mut parts: Parts = "1-3,6/8".parse().unwrap();
/// assert!(!parts.is_whole());
/// assert_eq!(parts.missing().to_string(), "4-5,7-8/8");
/// parts.extend(&parts.missing());
/// assert!(parts.is_whole());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    of: u32,
    numbers: BTreeSet<u32>,
}

impl From<Shard> for Parts {
    fn from(shard: Shard) -> Self {
        Self { of: shard.of(), numbers: [shard.number()].into() }
    }
}

impl Parts {
    /// Returns the number of parts into which the sweep was divided.
    ///
    /// ```
    /// # use sprague_questions::sweep::Parts;
    /// assert_eq!("2/5".parse::<Parts>().unwrap().of(), 5);
    /// ```
    pub fn of(&self) -> u32 {
        self.of
    }

    /// Returns `true` if all parts are included.
    ///
    /// ```
    /// # use sprague_questions::sweep::Parts;
    /// assert!("1-5/5".parse::<Parts>().unwrap().is_whole());
    /// ```
    pub fn is_whole(&self) -> bool {
        self.numbers.len() as u64 == u64::from(self.of)
    }

    /// Returns `true` if an item belongs to one of these parts. Items are distributed to all parts in turn.
    ///
    /// ```
    /// # use sprague_questions::sweep::Parts;
    /// let parts: Parts = "1,3/3".parse().unwrap();
    /// assert!(parts.deals(0) && !parts.deals(1) && parts.deals(5));
    /// ```
    pub fn deals(&self, item: u64) -> bool {
        u32::try_from(item % u64::from(self.of)).is_ok_and(|part| self.numbers.contains(&(part + 1)))
    }

    /// Returns the parts that are not included.
    ///
    /// ```
    /// # use sprague_questions::sweep::Parts;
    /// assert_eq!("2/3".parse::<Parts>().unwrap().missing().to_string(), "1,3/3");
    /// ```
    #[must_use]
    pub fn missing(&self) -> Self {
        Self { of: self.of, numbers: (1..=self.of).filter(|number| !self.numbers.contains(number)).collect() }
    }

    /// Returns the parts in order.
    ///
    /// ```
    /// # use sprague_questions::sweep::Parts;
    /// assert_eq!("2-3/3".parse::<Parts>().unwrap().shards().last(), Some("3/3".parse().unwrap()));
    /// ```
    pub fn shards(&self) -> impl Iterator<Item = Shard> {
        self.numbers.iter().map(|&number| Shard::new(number, self.of).expect("the numbers were checked"))
    }

    /// Returns the first part that is included in both.
    ///
    /// ```
    /// # use sprague_questions::sweep::Parts;
    /// let [some, others] = ["1-3/8", "3-4/8"].map(|parts| parts.parse::<Parts>().unwrap());
    /// assert_eq!(some.common(&others), Some("3/8".parse().unwrap()));
    /// ```
    pub fn common(&self, others: &Self) -> Option<Shard> {
        self.shards().find(|shard| others.of == self.of && others.numbers.contains(&shard.number()))
    }

    /// Adds parts of a sweep that was divided into the same number of parts.
    pub fn extend(&mut self, others: &Self) {
        self.numbers.extend(&others.numbers);
    }
}

fn ranges(numbers: &BTreeSet<u32>) -> Vec<RangeInclusive<u32>> {
    let mut ranges: Vec<RangeInclusive<u32>> = vec![];
    for &number in numbers {
        match ranges.last_mut() {
            Some(last) if *last.end() + 1 == number => *last = *last.start()..=number,
            _ => ranges.push(number..=number),
        }
    }
    ranges
}

impl fmt::Display for Parts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = |range: RangeInclusive<u32>| match range.start() == range.end() {
            true => range.start().to_string(),
            false => format!("{}-{}", range.start(), range.end()),
        };
        write!(f, "{}/{}", ranges(&self.numbers).into_iter().map(one).collect::<Vec<_>>().join(","), self.of)
    }
}

impl FromStr for Parts {
    type Err = sprague::rows::sweep::BadShard;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bad = || sprague::rows::sweep::BadShard;
        let (ranges, of) = text.split_once('/').ok_or_else(bad)?;
        let shard = |number: &str| format!("{number}/{of}").parse::<Shard>();
        let mut parts = Self { of: shard("1")?.of(), numbers: BTreeSet::new() };
        let mut last = 0;
        for range in ranges.split(',') {
            let (start, end) = range.split_once('-').unwrap_or((range, range));
            let (start, end) = (shard(start)?.number(), shard(end)?.number());
            if start <= last || end < start {
                return Err(bad());
            }
            parts.numbers.extend(start..=end);
            last = end;
        }
        Ok(parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_as_they_are_written() {
        for text in ["1/1", "3/8", "1-8/8", "1,3,5-6/7", "1-1000000/1000000"] {
            assert_eq!(text.parse::<Parts>().unwrap().to_string(), text);
        }
        for text in
            ["", "/", "/3", "0/3", "4/3", "2-1/3", "2,1/3", "1,1/3", "1-/3", "+1/3", "1/0", "1/1000001", "1-99999999999/3"]
        {
            assert!(text.parse::<Parts>().is_err(), "{text}");
        }
    }
}
