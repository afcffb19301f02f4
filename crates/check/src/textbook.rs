//! Theorems that decide a position of any size.
//!
//! Sources: Wythoff 1907 and Fraenkel 1982; Cairns, Ho and Lengyel 2011 for Euclid; Schwenk 1970 for take-away; *Winning Ways*,
//! ch. 14, for coins; Gale 1974 for Chomp; Gardner 1974 for boards with a half turn. The theorems on sets of amounts and on Mem are proved where they are used.

use num_bigint::BigUint;

/// The most terms of the sequence by which a take-away heap is decided.
const MOST_TERMS: usize = 100_000;

/// The largest heap, place, or number of squares that is followed move by move.
const MOST_FOLLOWED: u64 = 100;

/// The most squares of a board that is followed move by move.
const MOST_SQUARES_FOLLOWED: usize = 48;

/// A position of a game whose theorem is known. Its fields are what the rules and the theorem need.
///
/// ```
/// use sprague_check::Textbook;
/// let [small, large] = ["6180339887", "10000000000"].map(|number| number.parse().unwrap());
/// let pair = Textbook::Wythoff([small, large]);
/// assert_eq!((pair.is_lost(), pair.nimber()), (Some(false), None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Textbook {
    /// A heap of Nim.
    Nim(BigUint),
    /// Two heaps: take from one, or the same amount from both.
    Wythoff([BigUint; 2]),
    /// Two numbers: take a multiple of the smaller one from the larger one, until one is 0.
    Euclid([BigUint; 2]),
    /// A heap of which at most a multiple of the last amount may be taken.
    TakeAway {
        /// The multiple, as numerator and denominator.
        multiple: [u64; 2],
        /// The heap.
        heap: BigUint,
        /// The amount that was taken last; at first any amount but the whole heap may be taken.
        last: Option<BigUint>,
    },
    /// A heap of which at least the last amount must be taken, and at first any amount.
    Mem {
        /// The heap.
        heap: BigUint,
        /// The amount that was taken last.
        last: Option<BigUint>,
    },
    /// The places of coins that show heads. The rightmost coin that is turned must show heads.
    Coins {
        /// The coins that one move turns.
        turn: Turn,
        /// The places, from 1.
        heads: Vec<u64>,
    },
    /// A heap of which an amount in one of these ranges is taken.
    Subtraction {
        /// The ranges with their ends, in rising order and disjoint.
        ranges: Vec<(u64, u64)>,
        /// The heap.
        heap: BigUint,
    },
    /// A bar of chocolate by the lengths of its rows, none longer than the one before. Whoever takes the first square loses.
    Chomp(Vec<u64>),
    /// A board of free squares and others, in rows of one length.
    Board {
        /// What a move takes.
        placement: Placement,
        /// The rows, with `true` for a free square.
        free: Vec<Vec<bool>>,
    },
}

/// The squares of a board that one move takes.
///
/// ```
/// assert_ne!(sprague_check::Placement::Domino, sprague_check::Placement::Apart);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// Two neighbouring free squares (Cram).
    Domino,
    /// A free square with its neighbours (Node Kayles on a grid).
    Apart,
}

/// The coins that one move turns.
///
/// ```
/// assert_ne!(sprague_check::Turn::AtMost(2), sprague_check::Turn::Exactly(2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// At most this many coins.
    AtMost(u64),
    /// Exactly this many coins.
    Exactly(u64),
    /// Any number of neighbouring coins.
    Neighbours,
}

impl Textbook {
    /// Returns the nimber, or `None` if no theorem gives it or it exceeds 64 bits.
    ///
    /// ```
    /// use sprague_check::Textbook;
    /// let heap = Textbook::Subtraction { ranges: vec![(1, 1_000_000)], heap: 1_000_000_000_u64.into() };
    /// assert_eq!(heap.nimber(), Some(999_001));
    /// ```
    pub fn nimber(&self) -> Option<u64> {
        let small = |number: &BigUint| u64::try_from(number).ok();
        match self {
            Self::Nim(heap) => small(heap),
            Self::Euclid(pair) => small(&euclid(pair)),
            Self::Mem { heap, last: Some(last) } if *last > BigUint::ZERO && last * (last + 1_u8) >= *heap => {
                small(&(heap / last))
            }
            Self::Coins { turn, heads } => heads.iter().try_fold(0, |sum, place| Some(sum ^ turn.nimber(*place)?)),
            Self::Subtraction { ranges, heap } => {
                let of_staircase = staircase(ranges).map(|(step, period)| heap % period / step);
                small(&of_staircase.or_else(|| of_two_ranges(ranges, heap))?)
            }
            _ => (self.is_lost()?).then_some(0),
        }
    }

    /// Returns whether the player to move loses under normal play, or `None` if no theorem decides it.
    pub fn is_lost(&self) -> Option<bool> {
        match self {
            Self::Wythoff(pair) => Some(is_cold(pair)),
            Self::TakeAway { heap, .. } if *heap == BigUint::ZERO => Some(true),
            Self::TakeAway { multiple, heap, .. } => Some(self.limit()? < last_term(*multiple, heap)?),
            Self::Mem { heap, last } => Some(*heap < last.clone().unwrap_or_default().max(1_u8.into())),
            Self::Chomp(rows) => match rows[..] {
                [first] => Some(first == 1),
                [first, second] => Some(first == second + 1),
                // an L is Nim with its two arms
                [first, 1, ..] => Some(first == rows.len() as u64),
                // any other rectangle, and a square without its corner
                [first, .., last] if first == last => Some(false),
                _ => None,
            },
            Self::Board { placement, free } => by_half_turn(*placement, free),
            _ => self.nimber().map(|nimber| nimber == 0),
        }
    }

    /// Returns whether a legal move leads to `after`, or `None` for a game of which only nimbers are known.
    ///
    /// ```
    /// use sprague_check::Textbook;
    /// let pair = |a: u64, b: u64| Textbook::Wythoff([a.into(), b.into()]);
    /// assert_eq!((pair(5, 3).leads_to(&pair(2, 1)), pair(5, 3).leads_to(&pair(3, 2))), (Some(false), Some(true)));
    /// ```
    pub fn leads_to(&self, after: &Self) -> Option<bool> {
        Some(match (self, after) {
            (Self::Wythoff([a, b]), Self::Wythoff(left)) => {
                // the heaps may be written in either order
                [[a, b], [b, a]].into_iter().any(|pair| {
                    let [Some(first), Some(second)] = [0, 1].map(|at| taken(pair[at], &left[at])) else { return false };
                    let least = first.clone().min(second.clone());
                    first != second && least == BigUint::ZERO || first == second && least > BigUint::ZERO
                })
            }
            (Self::TakeAway { multiple, heap, .. }, Self::TakeAway { multiple: same, heap: left, last: Some(last) }) => {
                multiple == same
                    && *last > BigUint::ZERO
                    && self.limit().is_some_and(|limit| *last <= limit)
                    && taken(heap, left).as_ref() == Some(last)
            }
            (Self::Mem { heap, last }, Self::Mem { heap: left, last: Some(now) }) => {
                let least = last.clone().unwrap_or_default().max(1_u8.into());
                *now >= least && taken(heap, left).as_ref() == Some(now)
            }
            (Self::Chomp(rows), Self::Chomp(left)) => {
                // everything from a square on is taken, to the right and below
                let Some(row) = (0..rows.len()).find(|row| left.get(*row) != Some(&rows[*row])) else { return Some(false) };
                let column = left.get(row).copied().unwrap_or(0);
                let bitten = rows.iter().enumerate().map(|(at, length)| if at < row { *length } else { column.min(*length) });
                (row, column) != (0, 0) && bitten.filter(|length| *length > 0).eq(left.iter().copied())
            }
            (Self::Board { placement, free }, Self::Board { placement: same, free: left }) => {
                let shape = |rows: &[Vec<bool>]| rows.iter().map(Vec::len).collect::<Vec<_>>();
                let is_gone = |(at, was): (Square, bool)| (was != left[at[0]][at[1]]).then_some((at, was));
                // the squares that have changed; they must have been free
                let taken = || squares(free).filter_map(is_gone);
                let are_free = || taken().all(|(_, was)| was);
                let is_beside = |at: Square| taken().all(|(other, _)| at == other || is_next(at, other));
                placement == same
                    && shape(free) == shape(left)
                    && are_free()
                    && match placement {
                        Placement::Domino => taken().count() == 2 && taken().all(|(at, _)| is_beside(at)),
                        Placement::Apart => taken().any(|(at, _)| {
                            let stays = |(other, is_free): (Square, bool)| is_free && is_next(at, other);
                            is_beside(at) && !squares(left).any(stays)
                        }),
                    }
            }
            (Self::Wythoff(_) | Self::TakeAway { .. } | Self::Mem { .. } | Self::Chomp(_) | Self::Board { .. }, _) => false,
            _ => return None,
        })
    }

    /// Returns the largest amount that may be taken from a take-away heap. Its multiple must be at least 1.
    fn limit(&self) -> Option<BigUint> {
        match self {
            Self::TakeAway { multiple: [over, under], .. } if *under == 0 || over < under => None,
            Self::TakeAway { multiple: [over, under], last: Some(last), .. } => Some(last * over / under),
            Self::TakeAway { heap, .. } => Some(heap - heap.min(&1_u8.into())),
            _ => None,
        }
    }

    /// Returns whether the position is decided by its theorem. Smaller ones are followed move by move.
    ///
    /// ```
    /// use sprague_check::Textbook;
    /// assert_eq!([100_u8, 101].map(|heap| Textbook::Nim(heap.into()).is_large()), [false, true]);
    /// ```
    pub fn is_large(&self) -> bool {
        let most = BigUint::from(MOST_FOLLOWED);
        match self {
            Self::Nim(heap) | Self::TakeAway { heap, .. } | Self::Mem { heap, .. } | Self::Subtraction { heap, .. } => {
                *heap > most
            }
            Self::Wythoff([a, b]) | Self::Euclid([a, b]) => a + b > most,
            Self::Coins { heads, .. } => heads.iter().any(|place| *place > MOST_FOLLOWED),
            Self::Chomp(rows) => rows.iter().map(|row| u128::from(*row)).sum::<u128>() > MOST_FOLLOWED.into(),
            // other boards are followed at any size, because no theorem decides them
            Self::Board { .. } if self.is_lost().is_none() => false,
            Self::Board { free, .. } => free.iter().map(Vec::len).sum::<usize>() > MOST_SQUARES_FOLLOWED,
        }
    }
}

/// A row and a column.
type Square = [usize; 2];

fn squares(board: &[Vec<bool>]) -> impl Iterator<Item = (Square, bool)> {
    board.iter().enumerate().flat_map(|(row, free)| free.iter().enumerate().map(move |(column, free)| ([row, column], *free)))
}

fn is_next(a: Square, b: Square) -> bool {
    a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]) == 1
}

/// Returns whether a board that a half turn maps to itself is lost.
///
/// The second player answers each move by its image, which must stay possible: no free square may be its own image, or next to
/// it. If there are such squares, they are in the middle, and the first player wins if one move takes them and nothing else that
/// lacks its image.
fn by_half_turn(placement: Placement, free: &[Vec<bool>]) -> Option<bool> {
    let (height, width) = (free.len(), free.first()?.len());
    if free.iter().any(|row| row.len() != width) {
        return None;
    }
    let image = |[row, column]: Square| [height - 1 - row, width - 1 - column];
    if squares(free).any(|(at, is_free)| free[image(at)[0]][image(at)[1]] != is_free) {
        return None;
    }
    let is_fixed = squares(free).any(|(at, is_free)| is_free && image(at) == at);
    let is_pair = squares(free).any(|(at, is_free)| is_free && is_next(image(at), at));
    match (placement, is_fixed, is_pair) {
        (_, false, false) => Some(true),
        (Placement::Domino, false, true) | (Placement::Apart, true, false) => Some(false),
        _ => None,
    }
}

fn taken(heap: &BigUint, left: &BigUint) -> Option<BigUint> {
    (left <= heap).then(|| heap - left)
}

impl Turn {
    /// Returns the nimber of a row whose only head is at this place.
    fn nimber(self, place: u64) -> Option<u64> {
        let odious = |index: u64| index.checked_mul(2).map(|even| even + u64::from(index.count_ones().is_multiple_of(2)));
        match self {
            Self::AtMost(2) => Some(place),
            Self::AtMost(3) => odious(place.checked_sub(1)?),
            Self::Exactly(2) => place.checked_sub(1),
            Self::Exactly(3) => place.checked_sub(3).map_or(Some(0), odious),
            Self::Neighbours => Some(place & place.wrapping_neg()),
            _ => None,
        }
    }
}

/// Returns whether a pair is lost in Wythoff's game, by sums of Fibonacci numbers (Fraenkel 1982): the smaller number must end in
/// an even number of zeros, and the larger one must have the same digits with one more zero.
fn is_cold([a, b]: &[BigUint; 2]) -> bool {
    let (small, large) = (a.min(b), a.max(b));
    if *small == BigUint::ZERO {
        return *large == BigUint::ZERO;
    }
    // 1. the places: 1, 2, 3, 5, …
    let mut places = vec![BigUint::from(1_u8), BigUint::from(2_u8)];
    while places[places.len() - 1] <= *large {
        let next = &places[places.len() - 1] + &places[places.len() - 2];
        places.push(next);
    }
    // 2. the digits of the smaller number, the largest place first, and the number of zeros at its end
    let (mut rest, mut shifted, mut zeros) = (small.clone(), BigUint::ZERO, 0);
    for place in (0..places.len() - 1).rev() {
        let digit = &rest / &places[place];
        rest %= &places[place];
        zeros = if digit == BigUint::ZERO { zeros + 1 } else { 0 };
        shifted += digit * &places[place + 1];
    }
    // 3. the same digits one place higher
    zeros % 2 == 0 && shifted == *large
}

/// Returns the nimber of a pair of Euclid's game.
fn euclid([a, b]: &[BigUint; 2]) -> BigUint {
    let (small, large) = (a.min(b), a.max(b));
    if *small == BigUint::ZERO {
        return BigUint::ZERO;
    }
    let whole = (large * large - small * small) / (small * large);
    // the quotients of the continued fraction, of which the last is at least 2
    let (mut above, mut below) = (large.clone(), small.clone());
    let (first, mut count, mut are_equal) = (&above / &below, 0_u64, true);
    while below > BigUint::ZERO {
        are_equal &= &above / &below == first;
        count += 1;
        (above, below) = (below.clone(), above % below);
    }
    match (are_equal, count % 2) {
        (false, _) => whole,
        (true, 1) => whole + 1_u8,
        _ => whole - 1_u8,
    }
}

/// Returns the smallest term of a heap above 0 as a greedy sum of 1 = H₁ < H₂ < …, in which each H is the last one plus the
/// least H whose multiple reaches the last one. `None` if the sequence is too long.
fn last_term([over, under]: [u64; 2], heap: &BigUint) -> Option<BigUint> {
    let (mut terms, mut least) = (vec![BigUint::from(1_u8)], 0);
    while let Some(last) = terms.last().filter(|last| *last < heap) {
        while &terms[least] * over / under < *last {
            least += 1;
        }
        let next = last + &terms[least];
        terms.push(next);
        if terms.len() > MOST_TERMS {
            return None;
        }
    }
    let mut rest = heap.clone();
    loop {
        let at = terms.partition_point(|term| *term <= rest);
        let term = &terms[at.checked_sub(1)?];
        rest -= term;
        if rest == BigUint::ZERO {
            return Some(term.clone());
        }
    }
}

/// Returns ℓ and p such that the nimber of every heap n is ⌊(n mod p)/ℓ⌋, if there are such numbers.
///
/// Let ℓ be the least amount. It is true if every amount modulo p lies from ℓ to p − ℓ, and the amounts below p begin at ℓ, end
/// at p − ℓ and differ from one to the next by at most ℓ. Two heaps with the same nimber differ by less than ℓ modulo p, so no
/// option has the nimber of its heap. For each smaller nimber, the ℓ heaps from which it is reached contain one at an amount.
fn staircase(ranges: &[(u64, u64)]) -> Option<(u64, u64)> {
    let step = ranges.first()?.0;
    let is_in_order =
        ranges.iter().all(|(from, to)| 0 < *from && from <= to) && ranges.windows(2).all(|pair| pair[0].1 < pair[1].0);
    if !is_in_order {
        return None;
    }
    ranges.iter().enumerate().find_map(|(index, (_, end))| {
        let period = end.checked_add(step)?;
        let is_close = ranges[..=index].windows(2).all(|pair| pair[1].0 - pair[0].1 <= step);
        let is_inside = |(from, to): &(u64, u64)| {
            let (low, high) = (from % period, to % period);
            *from > *end && to - from < period && step <= low && low <= high && high <= period - step
        };
        (is_close && ranges[index + 1..].iter().all(is_inside)).then_some((step, period))
    })
}

/// Returns the nimber if the amounts are a < b (*Winning Ways*, ch. 4), or 1 to k and a multiple of k + 1.
///
/// With a multiple m of k + 1, heaps up to m − 1 have the remainders by k + 1, so heap m has nimber k + 1. Then all repeats: m
/// more tokens allow to leave the next remainder, which is another nimber.
fn of_two_ranges(ranges: &[(u64, u64)], heap: &BigUint) -> Option<BigUint> {
    match *ranges {
        [(a, same), (b, last)] if a == same && b == last && 0 < a && a < b => {
            let rest = heap % (u128::from(a) + u128::from(b));
            let is_low = rest < b.into();
            Some(if is_low { rest / a % 2_u8 } else { (rest - a) / a % 2_u8 + 1_u8 })
        }
        [(1, k), (m, last)] if m == last && k < m && m % (k + 1) == 0 => {
            let rest = heap % (u128::from(m) + 1);
            Some(if rest == m.into() { (k + 1).into() } else { rest % (k + 1) })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests;
