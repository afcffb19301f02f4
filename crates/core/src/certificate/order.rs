//! A claimed order of all rows as plain data, for an independent checker.

use crate::Play;
use crate::heap::TheoremName;
use serde::{Deserialize, Serialize};

/// The claim that the order of all heaps of a family repeats for ever, perhaps with gains and canonical options of rows.
///
/// It contains no proof steps: a checker recomputes the table of comparisons from the rules and tests every condition of the
/// theorem.
///
/// ```
/// use sprague_core::certificate::OrderCertificate;
///
/// let text = r#"{"family": "asymmetric:1/2", "play": "normal", "rows": "order", "theorem": "order look-back",
///     "order": {"period": 3, "preperiod": 0, "far": 3, "window": 100}}"#;
/// let claim: OrderCertificate = serde_json::from_str(text).unwrap();
/// assert_eq!((claim.order.period, claim.gains), (3, None));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderCertificate {
    /// The family.
    pub family: String,
    /// Normal play.
    pub play: Play,
    /// [`ROWS`](Self::ROWS).
    pub rows: String,
    /// Order look-back.
    pub theorem: TheoremName,
    /// The period of the order of the heaps.
    pub order: OrderPeriod,
    /// The gains of classes of rows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gains: Option<RowGains>,
    /// The canonical options of all rows, if they are proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub structure: Option<RowStructure>,
}

impl OrderCertificate {
    /// The required text of `rows`.
    pub const ROWS: &str = "order";
}

/// A period p of the order of heaps.
///
/// Heaps m and n compare as m + p and n + p do if m, n ≥ n0, and as m and n + p do if n ≥ m + D.
///
/// ```
/// use sprague_core::certificate::OrderPeriod;
/// let order = OrderPeriod { period: 3, preperiod: 0, far: 3, window: 100, rays: vec![] };
/// assert_eq!(order.fold(1_000_000_u32.into(), 7_u32.into()), Some([4, 1])); // 10^6 against 7 is 4 against 1
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderPeriod {
    /// The period, p ≥ 1.
    pub period: u64,
    /// The heap n0 from which both heaps may grow, or 0 if there are `rays`.
    pub preperiod: u64,
    /// The distance D from which the larger heap alone may grow, or the distance from `rays` if there are any.
    pub far: u64,
    /// The side N of the square of comparisons.
    pub window: u64,
    /// The rays between axis and diagonal along which the order changes.
    ///
    /// Each is a pair m, n with m > n, sorted by the angle from the axis of m. With m and n exchanged, they are also rays.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rays: Vec<[u64; 2]>,
}

/// The gains of classes of rows, proved by the order of rows plus these games.
///
/// ```
/// use sprague_core::certificate::RowGains;
/// let text = r#"{"order": {"period": 1, "preperiod": 0, "far": 1, "window": 100}, "layers": [[[], []], [[0], [0]]],
///     "classes": [{"residue": 0, "modulus": 1, "every": 1, "layer": 1, "preperiod": 0}]}"#;
/// let gains: RowGains = serde_json::from_str(text).unwrap();
/// assert_eq!(gains.layers.len(), 2); // 0 and *: every row gains * in one row
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowGains {
    /// The period of the order of rows plus `layers`.
    pub order: OrderPeriod,
    /// Left's and Right's options of each game, as indices of earlier games. The first game is 0.
    pub layers: Vec<[Vec<u64>; 2]>,
    /// The gain of each class.
    pub classes: Vec<RowGain>,
}

/// A gain: row n + `every` equals row n plus a game, for all n ≡ `residue` (mod `modulus`) from `preperiod` on.
///
/// ```
/// use sprague_core::certificate::RowGain;
/// let gain = RowGain { residue: 1, modulus: 2, every: 2, layer: 0, preperiod: 5 };
/// assert_eq!(gain.every, 2); // layer 0 is 0: odd rows from 5 on are all equal
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowGain {
    /// The residue, below `modulus`.
    pub residue: u64,
    /// The modulus of the class.
    pub modulus: u64,
    /// The number of rows in which the class gains once, a multiple of `modulus`.
    pub every: u64,
    /// The index of the game in `layers`.
    pub layer: u64,
    /// The first row of which it holds, or a number below it.
    pub preperiod: u64,
}

/// The canonical options of all rows: fixed heaps, and heaps a fixed number of tokens below n.
///
/// ```
/// use sprague_core::certificate::{HeapOption, RowStructure};
/// let text = r#"{"preperiod": 9, "window": 200, "rows": [[[1], [{"below": 2}]]], "repeats": [40]}"#;
/// let structure: RowStructure = serde_json::from_str(text).unwrap();
/// assert_eq!(structure.rows[0], [vec![HeapOption::At(1)], vec![HeapOption::Below { below: 2 }]]); // {1 | n-2}
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RowStructure {
    /// The first row for which this holds.
    pub preperiod: u64,
    /// The number of rows in which it was seen.
    pub window: u64,
    /// Left's and Right's canonical options, for the last rows of one period.
    pub rows: Vec<[Vec<HeapOption>; 2]>,
    /// For each of these rows, a place from which its comparisons repeat.
    pub repeats: Vec<u64>,
}

/// A canonical option of row n, which is a heap.
///
/// ```
/// use sprague_core::certificate::HeapOption;
/// assert_eq!(HeapOption::Below { below: 2 }.to_string(), "row n-2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum HeapOption {
    /// This heap.
    At(u64),
    /// The heap `below` tokens below n.
    Below {
        /// The number of tokens.
        below: u64,
    },
}

impl core::fmt::Display for HeapOption {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::At(heap) => write!(f, "row {heap}"),
            Self::Below { below } => write!(f, "row n-{below}"),
        }
    }
}

impl OrderPeriod {
    /// Returns two heaps below `window` that compare as m and n do.
    ///
    /// Returns `None` only for a period that no square of side `window` can prove.
    pub fn fold(&self, m: num_bigint::BigUint, n: num_bigint::BigUint) -> Option<[usize; 2]> {
        if !self.rays.is_empty() {
            return self.fold_along_rays([m, n]);
        }
        let [period, n0, far] = [self.period, self.preperiod, self.far].map(num_bigint::BigUint::from);
        if self.period == 0 {
            return None;
        }
        let is_swapped = m > n;
        let (mut low, mut high) = if is_swapped { (n, m) } else { (m, n) };
        let lowered = |past: num_bigint::BigUint| past / &period * &period;
        if high >= &low + &far {
            high -= lowered(&high - &low - &far);
        }
        if low >= n0 {
            let both = lowered(&low - &n0);
            low -= &both;
            high -= both;
        }
        let heap = |heap: num_bigint::BigUint| usize::try_from(heap).ok().filter(|heap| (*heap as u64) < self.window);
        let [low, high] = [heap(low)?, heap(high)?];
        Some(if is_swapped { [high, low] } else { [low, high] })
    }

    /// Returns all rays by angle, from the axis of m to that of n: the axes, `rays`, the diagonal and the mirrored rays.
    ///
    /// ```
    /// use sprague_core::certificate::OrderPeriod;
    /// let order = OrderPeriod { period: 8, preperiod: 0, far: 13, window: 900, rays: vec![[2, 1]] };
    /// assert_eq!(order.fan(), [[1, 0], [2, 1], [1, 1], [1, 2], [0, 1]]);
    /// ```
    pub fn fan(&self) -> Vec<[u64; 2]> {
        let mirrored = self.rays.iter().rev().map(|[m, n]| [*n, *m]);
        [[1, 0]].into_iter().chain(self.rays.iter().copied()).chain([[1, 1]]).chain(mirrored).chain([[0, 1]]).collect()
    }

    /// Folds along more than three rays: repeatedly lowers the cell along one ray as far as possible.
    fn fold_along_rays(&self, cell: [num_bigint::BigUint; 2]) -> Option<[usize; 2]> {
        use num_bigint::BigInt;
        let fan = self.fan();
        let mut cell = cell.map(BigInt::from);
        let window = BigInt::from(self.window);
        let cross = |ray: &[u64; 2], cell: &[BigInt; 2]| &cell[1] * ray[0] - &cell[0] * ray[1];
        for _ in 0..4 * fan.len() {
            if cell.iter().all(|heap| *heap < window) {
                let [m, n] = cell.map(|heap| usize::try_from(heap).ok());
                return Some([m?, n?]);
            }
            // returns the largest number of steps along ray i that keep the cell inside the sector around that ray
            let steps = |i: usize| -> BigInt {
                let step = fan[i].map(|part| BigInt::from(part) * self.period);
                let mut most: Option<BigInt> = None;
                let mut bound = |room: BigInt, each: BigInt| {
                    let fits = if each > BigInt::ZERO { room.clone() / each } else { room.clone() };
                    let fits = if room < BigInt::ZERO { BigInt::ZERO } else { fits };
                    most = Some(most.take().map_or(fits.clone(), |most| most.min(fits)));
                };
                for side in 0..2 {
                    if fan[i][side] > 0 {
                        bound(cell[side].clone(), step[side].clone());
                    }
                }
                if let Some(before) = i.checked_sub(1) {
                    bound(cross(&fan[before], &cell) - self.far, cross(&fan[before], &step));
                }
                if let Some(after) = fan.get(i + 1) {
                    bound(-cross(after, &cell) - self.far, -cross(after, &step));
                }
                most.unwrap_or_default()
            };
            let (i, most) = (0..fan.len()).map(|i| (i, steps(i))).max_by(|(i, a), (j, b)| {
                let lowered = |i: usize, steps: &BigInt| steps * fan[i][0].max(fan[i][1]);
                lowered(*i, a).cmp(&lowered(*j, b))
            })?;
            if most <= BigInt::ZERO {
                return None;
            }
            for (heap, part) in cell.iter_mut().zip(fan[i]) {
                *heap -= &most * part * self.period;
            }
        }
        None
    }
}
