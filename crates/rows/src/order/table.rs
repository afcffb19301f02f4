//! The order of the first rows as bits, filled from the rules alone.
//!
//! By definition G(m) ≤ G(n) + f unless Left wins by a move in G(m), or Right by a move in G(n) or in f. So a bit follows from
//! the bits of lower heaps, and no value is ever computed. The bits with one sum m + n are stored together, and 64 of them are
//! computed at once.

use sprague_core::heap::{Amounts, HeapRules};
use sprague_core::limits::Work;
use sprague_core::{Player, Stopped};

/// The amounts that Left and Right may take from a heap that never splits.
///
/// ```
/// use sprague_core::heap::HeapRules;
/// use sprague_rows::order::Takes;
///
/// let rules = HeapRules::PartizanSubtraction { left: "1,3".parse()?, right: "2".parse()? };
/// assert_eq!(Takes::of(&rules).unwrap().reach(), 3);
/// assert!(Takes::of(&HeapRules::Grundy).is_none());
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Takes([Vec<usize>; 2]);

impl Takes {
    /// Returns the amounts in these rules, or `None` if the rules are not about finite sets of amounts without memory.
    pub fn of(rules: &HeapRules) -> Option<Self> {
        let (left, right) = match rules {
            HeapRules::PartizanSubtraction { left, right } => (left, right),
            HeapRules::Subtraction(Amounts::Only(set)) => (set, set),
            _ => return None,
        };
        let sizes = |set: &[u64]| set.iter().map(|amount| usize::try_from(*amount).ok()).collect::<Option<Vec<_>>>();
        Some(Self([sizes(left.as_slice())?, sizes(right.as_slice())?]))
    }

    /// Returns the greatest amount k, or 0 if nobody can move.
    pub fn reach(&self) -> usize {
        self.0.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Returns the amounts of a player, least first.
    ///
    /// ```
    /// use sprague_core::{Player, heap::HeapRules};
    /// use sprague_rows::order::Takes;
    /// let rules = HeapRules::PartizanSubtraction { left: "1,3".parse()?, right: "2".parse()? };
    /// assert_eq!(Takes::of(&rules).unwrap().amounts(Player::Left), [1, 3]);
    /// # Ok::<(), sprague_core::BadNotation>(())
    /// ```
    pub fn amounts(&self, player: Player) -> &[usize] {
        &self.0[usize::from(player == Player::Right)]
    }
}

/// Short games as forms: for each, the indices of Left's and of Right's options.
///
/// Form 0 is the game 0, and options come before the forms that have them.
///
/// ```
/// use sprague_rows::order::Layers;
/// let star = Layers::new(vec![[vec![], vec![]], [vec![0], vec![0]]]).unwrap();
/// assert_eq!(star.len(), 2);
/// assert!(Layers::new(vec![[vec![0], vec![]]]).is_none()); // the first is not 0
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layers(Vec<[Vec<usize>; 2]>);

impl Default for Layers {
    /// Returns only the game 0.
    fn default() -> Self {
        Self(vec![[vec![], vec![]]])
    }
}

impl Layers {
    /// Returns these forms, or `None` if the first is not 0 or if an option does not come before the form that has it.
    pub fn new(forms: Vec<[Vec<usize>; 2]>) -> Option<Self> {
        let is_zero = forms.first().is_some_and(|sides| sides.iter().all(Vec::is_empty));
        let is_ordered = forms.iter().enumerate().all(|(at, sides)| sides.iter().flatten().all(|option| *option < at));
        (is_zero && is_ordered).then_some(Self(forms))
    }

    /// Returns the number of forms, which is at least 1.
    #[allow(clippy::len_without_is_empty, reason = "0 is always there")]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns Left's and Right's options of each form.
    pub fn forms(&self) -> &[[Vec<usize>; 2]] {
        &self.0
    }
}

const WORD: usize = u64::BITS as usize;

/// The bits of a square. The bits of each diagonal m + n are stored together, and the bit of cell (m, n) is bit m of its
/// diagonal.
#[derive(Clone, Debug)]
pub(super) struct Plane {
    side: usize,
    width: usize,
    words: Vec<u64>,
}

impl Plane {
    fn new(side: usize) -> Self {
        let width = side.div_ceil(WORD);
        Self { side, width, words: vec![0; width * diagonals(side)] }
    }

    fn bytes(side: usize) -> usize {
        side.div_ceil(WORD).saturating_mul(diagonals(side)).saturating_mul(size_of::<u64>())
    }

    pub(super) fn side(&self) -> usize {
        self.side
    }

    pub(super) fn bit(&self, m: usize, n: usize) -> bool {
        self.words[(m + n) * self.width + m / WORD] >> (m % WORD) & 1 == 1
    }

    /// Returns 64 bits of a diagonal from bit `start` on, which may be negative or beyond the end.
    #[inline]
    pub(super) fn word(&self, diagonal: usize, start: isize) -> u64 {
        let row = &self.words[diagonal * self.width..][..self.width];
        let (at, shift) = (start.div_euclid(WORD as isize), start.rem_euclid(WORD as isize) as u32);
        let get = |at: isize| usize::try_from(at).ok().and_then(|at| row.get(at)).copied().unwrap_or(0);
        if shift == 0 { get(at) } else { get(at) >> shift | get(at + 1) << (u64::BITS - shift) }
    }
}

fn diagonals(side: usize) -> usize {
    side.saturating_mul(2).saturating_sub(1)
}

/// Returns a mask of the bits `first` to `last`, for a word whose lowest bit is `start`.
pub(super) fn mask(start: usize, first: usize, last: usize) -> u64 {
    if last < first || last < start || first >= start + WORD {
        return 0;
    }
    let low = u64::MAX << first.saturating_sub(start);
    let high = u64::MAX >> (WORD - 1 - (last - start).min(WORD - 1));
    low & high
}

/// The order of the rows below `side`, also with the followers of short games added.
///
/// ```
/// use sprague_core::{Limits, heap::HeapRules};
/// use sprague_core::limits::{Meter, Work};
/// use sprague_rows::order::{Layers, OrderTable, Takes};
///
/// // Left takes 1, Right takes 2: the rows are 0, 1, {1|0}, 0, 1, …
/// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
/// let limits = Limits::default();
/// let meter = Meter::new(&limits);
/// let table = OrderTable::fill(&Takes::of(&rules).unwrap(), &Layers::default(), 50, &mut Work::new(&meter))?;
/// assert!(table.is_at_most(0, 1) && !table.is_at_most(1, 0)); // 0 < 1
/// assert!(!table.is_at_most(1, 2) && !table.is_at_most(2, 1)); // 1 and {1|0} are confused
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OrderTable {
    /// For each layer f, the bits of G(m) ≤ G(n) + f and of G(m) ≥ G(n) + f.
    planes: Vec<[Plane; 2]>,
}

impl OrderTable {
    /// Fills the table for all m, n < `side`, in O(side² · layers · amounts / 64).
    ///
    /// # Errors
    /// Returns the limit that was reached. Rows count as positions.
    pub fn fill(takes: &Takes, layers: &Layers, side: usize, work: &mut Work<'_>) -> Result<Self, Stopped> {
        let bytes = Self::bytes(layers, side);
        work.allow(side, bytes)?;
        let mut planes: Vec<[Plane; 2]> = (0..layers.len()).map(|_| [Plane::new(side), Plane::new(side)]).collect();
        let [left, right] = Player::BOTH.map(|player| takes.amounts(player));
        let steps = (left.len() + right.len() + 1) * 2;
        // fill diagonal by diagonal, because moves lead to earlier diagonals
        for sum in 0..diagonals(side) {
            let (first, last) = ((sum + 1).saturating_sub(side), sum.min(side - 1));
            for (layer, [own_left, own_right]) in layers.forms().iter().enumerate() {
                for word in first / WORD..=last / WORD {
                    let start = (word * WORD) as isize;
                    let on_line = mask(word * WORD, first, last);
                    // a move in G(m) lowers m and the diagonal; a move in G(n) lowers only the diagonal
                    let lost = |planes: &[[Plane; 2]], answer: usize, in_m: &[usize], in_n: &[usize], in_f: &[usize]| {
                        let fitting = |amounts: &[usize]| amounts.partition_point(|amount| *amount <= sum);
                        let at = |layer: usize, sum: usize, start: isize| planes[layer][answer].word(sum, start);
                        let by_m = in_m[..fitting(in_m)].iter().map(|amount| at(layer, sum - amount, start - *amount as isize));
                        let by_n = in_n[..fitting(in_n)].iter().map(|amount| at(layer, sum - amount, start));
                        let by_f = in_f.iter().map(|option| at(*option, sum, start));
                        by_m.chain(by_n).chain(by_f).fold(0, |all, bits| all | bits)
                    };
                    let at_most = !lost(&planes, 1, left, right, own_right) & on_line;
                    let at_least = !lost(&planes, 0, right, left, own_left) & on_line;
                    for (plane, bits) in planes[layer].iter_mut().zip([at_most, at_least]) {
                        plane.words[sum * plane.width + word] = bits;
                    }
                }
            }
            work.done(steps * layers.len() * (1 + last / WORD - first / WORD), side, bytes)?;
        }
        Ok(Self { planes })
    }

    /// Returns about how many bytes a table uses.
    ///
    /// ```
    /// use sprague_rows::order::{Layers, OrderTable};
    /// assert!(OrderTable::bytes(&Layers::default(), 1_000) < 1_100_000);
    /// ```
    pub fn bytes(layers: &Layers, side: usize) -> usize {
        Plane::bytes(side).saturating_mul(layers.len().saturating_mul(2))
    }

    /// Returns the number of rows, N.
    pub fn side(&self) -> usize {
        self.planes[0][0].side()
    }

    /// Returns `true` if G(m) ≤ G(n).
    ///
    /// # Panics
    /// If m or n is not a row of the table.
    pub fn is_at_most(&self, m: usize, n: usize) -> bool {
        self.planes[0][0].bit(m, n)
    }

    /// Returns `true` if G(m) = G(n) + f, where f is the form of a layer.
    ///
    /// # Panics
    /// If m or n is not a row of the table, or `layer` is not a layer.
    pub fn is_sum(&self, m: usize, n: usize, layer: usize) -> bool {
        self.planes[layer].iter().all(|plane| plane.bit(m, n))
    }

    /// Returns all planes, for comparing the table with itself.
    pub(super) fn planes(&self) -> impl Iterator<Item = &Plane> {
        self.planes.iter().flatten()
    }
}
