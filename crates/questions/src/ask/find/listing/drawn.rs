//! Random positions of a size. The same seed gives the same positions.

use super::Listed;
use std::collections::BTreeSet;

/// Pseudorandom numbers (splitmix64; Steele, Lea & Flood 2014).
pub(in super::super) struct Random(u64);

impl Random {
    pub(in super::super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a random number from 0 to `most` − 1.
    pub(in super::super) fn below(&mut self, most: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(most)) >> 64) as u64
    }

    fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }
}

/// Returns a board of this size, with all fillings equally likely.
pub(in super::super) fn board([rows, columns]: [usize; 2], characters: &str, random: &mut Random) -> Listed {
    let characters: Vec<char> = characters.chars().filter(|character| *character != ' ').collect();
    let rows: Vec<String> =
        (0..rows).map(|_| (0..columns).map(|_| characters[random.index(characters.len())]).collect()).collect();
    Listed::new((rows.len() * columns) as u64, rows.join("/"))
}

/// Returns a connected set of squares, which grows by one square at a time. Compact sets are more likely than others.
pub(in super::super) fn shape(squares: u32, [outside, inside]: [char; 2], random: &mut Random) -> Listed {
    let mut shape = BTreeSet::from([[0_i32, 0]]);
    let mut edge: BTreeSet<[i32; 2]> = BTreeSet::new();
    let mut last = [0, 0];
    while shape.len() < squares as usize {
        let beside = [[1, 0], [-1, 0], [0, 1], [0, -1]].map(|[row, column]| [last[0] + row, last[1] + column]);
        edge.extend(beside.into_iter().filter(|square| !shape.contains(square)));
        last = *edge.iter().nth(random.index(edge.len())).expect("a set has neighbours");
        edge.remove(&last);
        shape.insert(last);
    }
    let ends = |side: usize| {
        let all = || shape.iter().map(move |square| square[side]);
        all().min().unwrap_or(0)..=all().max().unwrap_or(0)
    };
    let square = |row, column| if shape.contains(&[row, column]) { inside } else { outside };
    let rows: Vec<String> = ends(0).map(|row| ends(1).map(|column| square(row, column)).collect()).collect();
    Listed::new(u64::from(squares), rows.join("/"))
}

/// Returns numbers up to these bounds in ascending order. Before sorting, each is uniformly distributed.
pub(in super::super) fn tuple(most: &[u64], between: char, random: &mut Random) -> Listed {
    let mut numbers: Vec<u64> = most.iter().map(|&most| random.below(most.saturating_add(1))).collect();
    numbers.sort_unstable();
    let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
    Listed::new(numbers.last().copied().unwrap_or(0), texts.join(&between.to_string()))
}

/// Returns a connected graph.
///
/// Each vertex is joined to a random earlier one. Every other pair is joined with probability 1/2.
pub(in super::super) fn graph(vertices: u32, random: &mut Random) -> Listed {
    let mut edges: Vec<String> = vec![];
    for other in 2..=u64::from(vertices) {
        let parent = 1 + random.below(other - 1);
        edges.extend((1..other).filter(|&one| one == parent || random.below(2) == 0).map(|one| format!("{one}-{other}")));
    }
    let text = if edges.is_empty() { "1".to_owned() } else { edges.join(".") };
    Listed::new(vertices.into(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_of_the_size_and_connected() {
        let mut random = Random::new(7);
        for squares in [1, 2, 9, 30] {
            for _ in 0..50 {
                let shape = shape(squares, ['#', '.'], &mut random);
                assert_eq!(shape.text.matches('.').count(), squares as usize);
                let session = crate::Session::new();
                let parts = session.position(&format!("cram@{}", shape.text)).unwrap();
                let mut summands = vec![];
                let component = &parts.components()[0];
                let rules = component.rules.rules();
                rules.summands(&rules.read(&shape.text).unwrap(), &mut summands);
                assert!(summands.len() == 1 || squares == 1, "{shape:?}");
            }
        }
        let pair = tuple(&[5, 9], '.', &mut random);
        assert!(pair.text.split('.').map(|number| number.parse::<u64>().unwrap()).is_sorted() && pair.size <= 9);
        assert_eq!(board([2, 3], " xo.", &mut random).text.len(), 7);
    }

    #[test]
    fn a_seed_says_what_is_drawn() {
        let drawn = |seed| (0..20).scan(Random::new(seed), |random, _| Some(graph(6, random).text)).collect::<Vec<_>>();
        assert!(drawn(1) == drawn(1) && drawn(1) != drawn(2));
    }
}
