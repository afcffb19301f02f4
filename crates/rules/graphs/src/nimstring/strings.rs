//! The strings between coins that can still be taken.

use crate::canonical::{MOST, canonical_of_colours};
use smallvec::SmallVec;
use sprague_core::any::{BadPosition, Pack};
use std::collections::BTreeMap;

/// The number of the ground, which is not a coin.
pub(crate) const GROUND: u16 = 0;

/// Coins with smaller numbers fit into sets of bits.
const LARGE: u16 = 128;

/// Returns the numbers of the bits of a set.
fn in_set(mut set: u128) -> impl Iterator<Item = u16> {
    core::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as u16)?;
        set &= set - 1;
        Some(first)
    })
}

/// The strings that are left between coins, which are numbered from 1, and the ground, 0. Coins without strings are not stored.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Strings {
    /// The numbers of rows and columns of the boxes at the start; 0 for graphs.
    board: [u8; 2],
    must_pass: bool,
    /// Both ends of each string, the smaller first; strings are sorted.
    ends: SmallVec<[[u16; 2]; 6]>,
}

impl Strings {
    /// Builds a position with these strings. The two ends of a string must differ.
    pub(crate) fn new(ends: impl IntoIterator<Item = [u16; 2]>) -> Self {
        let mut ends: SmallVec<_> = ends.into_iter().map(|[one, other]| [one.min(other), one.max(other)]).collect();
        ends.sort_unstable();
        Self { board: [0; 2], must_pass: false, ends }
    }

    /// Returns all strings of boxes in this many rows and columns.
    pub(crate) fn boxes(rows: u8, columns: u8) -> Self {
        let (height, width) = (u16::from(rows), u16::from(columns));
        let coin = |row: u16, column: u16| 1 + row * width + column;
        let mut ends = vec![];
        for row in 0..height {
            for column in 0..width {
                let here = coin(row, column);
                ends.push([if column == 0 { GROUND } else { here - 1 }, here]);
                ends.push([if row == 0 { GROUND } else { here - width }, here]);
                ends.extend((column + 1 == width).then_some([GROUND, here]));
                ends.extend((row + 1 == height).then_some([GROUND, here]));
            }
        }
        Self { board: [rows, columns], ..Self::new(ends) }
    }

    /// Returns the numbers of rows and columns of the boxes at the start, if there were boxes.
    pub(crate) fn board(&self) -> Option<[u8; 2]> {
        (self.board != [0; 2]).then_some(self.board)
    }

    /// Returns whether the player to move passes.
    ///
    /// ```
    /// # use sprague_core::Notation;
    /// # use sprague_rules_graphs::Nimstring;
    /// assert!(Nimstring.read("1-2:pass")?.must_pass());
    /// # Ok::<(), sprague_core::BadNotation>(())
    /// ```
    pub fn must_pass(&self) -> bool {
        self.must_pass
    }

    /// Returns the ends of each string, sorted.
    ///
    /// ```
    /// # use sprague_core::Notation;
    /// # use sprague_rules_graphs::Nimstring;
    /// assert_eq!(Nimstring.read("path:3")?.ends(), [[1, 2], [2, 3]]);
    /// # Ok::<(), sprague_core::BadNotation>(())
    /// ```
    pub fn ends(&self) -> &[[u16; 2]] {
        &self.ends
    }

    /// Returns the strings that may be taken. Of several strings between the same ends only one is returned.
    pub(crate) fn different(&self) -> impl Iterator<Item = [u16; 2]> {
        let ends: &[[u16; 2]] = if self.must_pass { &[] } else { &self.ends };
        ends.iter().enumerate().filter(|(index, string)| *index == 0 || ends[index - 1] != **string).map(|(_, string)| *string)
    }

    /// Returns the other ends of the strings of a coin.
    pub(crate) fn at(&self, coin: u16) -> impl Iterator<Item = u16> {
        self.ends.iter().filter_map(move |&[one, other]| match coin {
            _ if coin == one => Some(other),
            _ if coin == other => Some(one),
            _ => None,
        })
    }

    /// Returns the coins that have strings, sorted.
    pub(crate) fn coins(&self) -> SmallVec<[u16; 12]> {
        let [set, _] = self.sets();
        let mut coins: SmallVec<[u16; 12]> = in_set(set).collect();
        if self.has_large() {
            coins.extend(self.ends.iter().flatten().copied().filter(|end| *end >= LARGE));
            coins.sort_unstable();
            coins.dedup();
        }
        coins
    }

    /// Returns the coins that have one string, which can be taken.
    pub(crate) fn single(&self) -> impl Iterator<Item = u16> {
        let ([set, several], is_large) = (self.sets(), self.has_large());
        let large = self.ends.iter().flatten().copied().filter(move |end| is_large && *end >= LARGE);
        in_set(set & !several).chain(large.filter(|coin| self.at(*coin).count() == 1))
    }

    /// Returns the coins with small numbers, and those among them that have several strings, as bits.
    fn sets(&self) -> [u128; 2] {
        let small = self.ends.iter().flatten().filter(|end| **end < LARGE);
        let [set, several] = small.fold([0, 0], |[set, several], end| [set | 1 << end, several | set & 1 << end]);
        [set & !(1 << GROUND), several]
    }

    fn has_large(&self) -> bool {
        self.ends.iter().any(|[_, end]| *end >= LARGE)
    }

    pub(crate) fn without(&self, string: [u16; 2]) -> Self {
        let mut left = self.clone();
        if let Ok(place) = left.ends.binary_search(&string) {
            left.ends.remove(place);
            left.must_pass = string.iter().any(|end| *end != GROUND && left.at(*end).next().is_none());
        }
        left
    }

    /// Returns the position after this string is taken, without a pass.
    pub(crate) fn taken(&self, string: [u16; 2]) -> Self {
        let mut left = self.passed();
        if let Ok(place) = left.ends.binary_search(&string) {
            left.ends.remove(place);
        }
        left
    }

    pub(crate) fn passed(&self) -> Self {
        Self { must_pass: false, ..self.clone() }
    }

    /// Returns the position in which the player to move must pass.
    pub(crate) fn passing(self) -> Self {
        Self { must_pass: true, ..self }
    }

    /// Returns the connected components. The ground does not connect them, and a pass is a separate component.
    pub(crate) fn parts(&self) -> SmallVec<[Self; 2]> {
        let coins = self.coins();
        let place = |coin: u16| coins.binary_search(&coin).expect("it is an end");
        let mut leader: SmallVec<[usize; 12]> = (0..coins.len()).collect();
        fn find(leader: &mut [usize], mut at: usize) -> usize {
            while leader[at] != at {
                leader[at] = leader[leader[at]];
                at = leader[at];
            }
            at
        }
        for &[one, other] in self.ends.iter().filter(|[one, _]| *one != GROUND) {
            let (one, other) = (find(&mut leader, place(one)), find(&mut leader, place(other)));
            leader[one.max(other)] = one.min(other);
        }
        let mut parts: BTreeMap<usize, SmallVec<[[u16; 2]; 6]>> = BTreeMap::new();
        for string in &self.ends {
            // the larger end is never the ground
            parts.entry(find(&mut leader, place(string[1]))).or_default().push(*string);
        }
        if parts.len() + usize::from(self.must_pass) == 1 {
            return SmallVec::from_iter([self.clone()]);
        }
        let part = |ends| Self { board: [0; 2], must_pass: false, ends };
        let pass = self.must_pass.then(|| part(SmallVec::new()).passing());
        parts.into_values().map(part).chain(pass).collect()
    }

    /// Renumbers the coins so that isomorphic positions become equal. Positions with too many coins keep their numbers.
    pub(crate) fn renumbered(self) -> Self {
        let coins = self.coins();
        let Self { must_pass, mut ends, .. } = self;
        let place = |coin: u16| coins.binary_search(&coin).expect("it is an end");
        // build a coloured graph: its vertices are the coins, coloured by their strings to the ground, and the middles of
        // multiple strings, coloured by how many there are
        let mut rows: SmallVec<[u64; 24]> = SmallVec::from_elem(0, coins.len());
        let mut colours: BTreeMap<(bool, usize), u64> = BTreeMap::new();
        let mut grounded: SmallVec<[usize; 12]> = SmallVec::from_elem(0, coins.len());
        for same in ends.chunk_by(|one, other| one == other) {
            let ([one, other], count) = (same[0], same.len());
            if one == GROUND {
                grounded[place(other)] = count;
                continue;
            }
            let middle = rows.len();
            if count > 1 {
                rows.push(0);
            }
            if rows.len() > MOST {
                return Self { board: [0; 2], must_pass, ends };
            }
            let (one, other) = (place(one), place(other));
            let pairs = if count > 1 { [(one, middle), (middle, other)] } else { [(one, other); 2] };
            for (from, to) in pairs {
                rows[from] |= 1 << to;
                rows[to] |= 1 << from;
            }
            if count > 1 {
                *colours.entry((true, count)).or_default() |= 1 << middle;
            }
        }
        if rows.len() > MOST {
            return Self { board: [0; 2], must_pass, ends };
        }
        grounded.iter().enumerate().for_each(|(coin, count)| *colours.entry((false, *count)).or_default() |= 1 << coin);
        let colours: SmallVec<[u64; 6]> = colours.into_values().collect();
        let mut number: SmallVec<[u16; 24]> = SmallVec::from_elem(0, rows.len());
        let order = canonical_of_colours(&rows, &colours);
        let coins_in_order = order.iter().filter(|vertex| usize::from(**vertex) < coins.len());
        (1..).zip(coins_in_order).for_each(|(new, coin)| number[usize::from(*coin)] = new);
        for string in &mut ends {
            let [one, other] = string.map(|end| if end == GROUND { GROUND } else { number[place(end)] });
            *string = [one.min(other), one.max(other)];
        }
        ends.sort_unstable();
        Self { board: [0; 2], must_pass, ends }
    }

    pub(crate) fn allocated_bytes(&self) -> usize {
        if self.ends.spilled() { size_of_val(self.ends.as_slice()) } else { 0 }
    }
}

/// Packs board, pass and number of strings into a word, and every two strings into another word.
impl Pack for Strings {
    fn pack(&self, words: &mut impl Extend<u64>) {
        let [rows, columns] = self.board.map(u64::from);
        words.extend([rows | columns << 8 | u64::from(self.must_pass) << 16 | (self.ends.len() as u64) << 32]);
        let bits = |[one, other]: [u16; 2]| u64::from(one) | u64::from(other) << 16;
        words.extend(self.ends.chunks(2).map(|two| bits(two[0]) | two.get(1).map_or(0, |other| bits(*other) << 32)));
    }

    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (first, rest) = words.split_first().ok_or(BadPosition)?;
        let count = usize::try_from(first >> 32).map_err(|_| BadPosition)?;
        let (these, rest) = rest.split_at_checked(count.div_ceil(2)).ok_or(BadPosition)?;
        *words = rest;
        let two = these.iter().flat_map(|word| [*word as u32, (word >> 32) as u32]).take(count);
        let ends: SmallVec<[[u16; 2]; 6]> = two.map(|string| [string as u16, (string >> 16) as u16]).collect();
        let is_one = ends.iter().all(|[one, other]| one < other) && ends.is_sorted() && first >> 17 & 0x7fff == 0;
        if !is_one {
            return Err(BadPosition);
        }
        Ok(Self { board: [*first as u8, (first >> 8) as u8], must_pass: first >> 16 & 1 == 1, ends })
    }
}
