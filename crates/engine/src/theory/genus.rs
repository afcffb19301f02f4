//! The genus of an impartial position: its nimber, and its misère nimbers.
//!
//! The latter beside ever more heaps of two.
//!
//! Conway, *On Numbers and Games*, ch. 12; Berlekamp, Conway & Guy, *Winning Ways*, ch. 13.

mod search;
mod worth;

pub use search::GenusSearch;

use crate::Limits;
use crate::evaluate::NimberError;
use core::fmt;
use sprague_core::{Impartial, Nimber, mex};

/// The genus of an impartial position without cycles.
///
/// O(sums × options) in the sums of summands that are reachable; where all of them are tame, in the summands alone.
///
/// ```
/// use sprague::{Impartial, Limits, Ruleset};
/// use sprague::theory::genus;
///
/// /// Take one, three or four tokens from a heap.
/// struct OneThreeFour;
/// impl Ruleset for OneThreeFour {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
///         [1, 3, 4].into_iter().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for OneThreeFour {}
///
/// let limits = Limits::default();
/// assert_eq!(genus(&OneThreeFour, &4, &limits).unwrap().to_string(), "2^{20}");
/// assert_eq!(genus(&OneThreeFour, &7, &limits).unwrap().to_string(), "0^{120}");
/// ```
///
/// # Errors
/// [`NimberError::Loopy`] on a cycle, [`NimberError::Stopped`] at a limit.
pub fn genus<R: Impartial>(rules: &R, position: &R::Position, limits: &Limits) -> Result<Genus, NimberError> {
    GenusSearch::new(rules, limits).genus(position)
}

/// The nimber g of a position G, and its misère nimbers s₀, s₁, …
///
/// They are the misère nimbers of G, G + *2, G + *2 + *2, …
///
/// The misère nimber is 1 if there is no move, else the least that no option has; 0 means lost for the player to move. From some
/// place on the sₖ alternate between a and a ⊕ 2, and are written only up to the first two of those, as in *Winning Ways*.
///
/// Positions of equal genus need not be equal: misère play has no short number that is enough in every sum.
///
/// ```
/// use sprague::theory::Genus;
///
/// let over = Genus::of_options([]);
/// let star = Genus::of_options([&over]);
/// let two = Genus::of_options([&over, &star]);
/// assert_eq!([&over, &star, &two].map(Genus::to_string), ["0^{120}", "1^{031}", "2^{20}"]);
/// assert!((0..6).map(|copies| over.beside_twos(copies)).eq([1, 2, 0, 2, 0, 2]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Genus {
    nimber: Nimber,
    /// At least two misère nimbers; the last two repeat.
    superscript: Box<[u32]>,
}

impl Genus {
    /// The genus of a position whose options have these.
    pub fn of_options<'a>(options: impl IntoIterator<Item = &'a Self>) -> Self {
        let options: Vec<&Self> = options.into_iter().collect();
        let nimber = mex(options.iter().map(|option| option.nimber));
        let alone = mex(options.iter().map(|option| Nimber(option.superscript[0]))).0;
        let mut superscript = vec![if options.is_empty() { 1 } else { alone }];
        let settled = options.iter().map(|option| option.superscript.len()).max().unwrap_or(0);
        // once the options' numbers repeat, each number depends only on the one before it and on the parity of its
        // place: so a number that is there again two places later is there every two places
        let ends = |numbers: &[u32]| matches!(numbers, [.., a, _, b] if a == b && numbers.len() >= settled);
        while !ends(&superscript) {
            let k = superscript.len();
            let fewer = superscript[k - 1];
            let beside = options.iter().map(|option| option.beside_twos(k));
            superscript.push(mex(beside.chain([fewer, fewer ^ 1]).map(Nimber)).0);
        }
        while matches!(superscript[..], [.., a, _, b] if a == b) {
            superscript.pop();
        }
        Self { nimber, superscript: superscript.into() }
    }

    /// The genus of a heap of Nim.
    ///
    /// ```
    /// use sprague::theory::Genus;
    /// assert_eq!([0, 1, 5].map(|heap| Genus::of_heap(heap).to_string()), ["0^{120}", "1^{031}", "5^{57}"]);
    /// ```
    pub fn of_heap(heap: u32) -> Self {
        Self::tame(Nimber(heap), heap < 2)
    }

    /// A tame genus, that of a Nim position.
    ///
    /// Either every heap in it is fickle (has at most one token), or some heap is not.
    fn tame(nimber: Nimber, is_fickle: bool) -> Self {
        let Nimber(n) = nimber;
        let superscript = if is_fickle { [n ^ 1, n ^ 2, n].into() } else { [n, n ^ 2].into() };
        Self { nimber, superscript }
    }

    /// The nimber under normal play.
    ///
    /// ```
    /// # use sprague::Nimber;
    /// # use sprague::theory::Genus;
    /// assert_eq!(Genus::of_heap(1).nimber(), Nimber(1));
    /// ```
    pub fn nimber(&self) -> Nimber {
        self.nimber
    }

    /// The misère nimber: 0 exactly if the player to move loses under misère play.
    ///
    /// ```
    /// # use sprague::Nimber;
    /// # use sprague::theory::Genus;
    /// assert_eq!(Genus::of_heap(1).misere_nimber(), Nimber(0));
    /// ```
    pub fn misere_nimber(&self) -> Nimber {
        Nimber(self.superscript[0])
    }

    /// The misère nimber beside this many heaps of two.
    pub fn beside_twos(&self, copies: usize) -> u32 {
        let last = self.superscript.len() - 1;
        let index = if copies <= last { copies } else { last - (copies - last) % 2 };
        self.superscript[index]
    }

    /// The misère nimbers as *Winning Ways* writes them: those that follow repeat the last two.
    ///
    /// ```
    /// assert_eq!(sprague::theory::Genus::of_heap(2).superscript(), [2, 0]);
    /// ```
    pub fn superscript(&self) -> &[u32] {
        &self.superscript
    }

    /// Tells whether some Nim position has this genus.
    ///
    /// These are 0^{120}, 1^{031}, and n^{n, n ⊕ 2} for any n.
    ///
    /// ```
    /// use sprague::theory::Genus;
    /// let only_to_two = Genus::of_options([&Genus::of_heap(2)]);
    /// assert_eq!((only_to_two.to_string().as_str(), only_to_two.is_tame()), ("0^{02}", true));
    /// let wild = Genus::of_options([&Genus::of_heap(0), &only_to_two]);
    /// assert_eq!((wild.to_string().as_str(), wild.is_tame()), ("1^{20}", false));
    /// ```
    pub fn is_tame(&self) -> bool {
        *self == Self::tame(self.nimber, false) || self.is_fickle()
    }

    /// Tells whether it is that of a Nim position with no heap above one.
    fn is_fickle(&self) -> bool {
        self.nimber.0 < 2 && *self == Self::tame(self.nimber, true)
    }

    /// The genus beside a heap of one more token.
    fn beside_one(&self) -> Self {
        let superscript = self.superscript.iter().map(|number| number ^ 1).collect();
        Self { nimber: self.nimber + Nimber(1), superscript }
    }

    /// The genus of a sum of positions that are tame throughout.
    ///
    /// They and all that follows from them are tame, so they add as heaps of Nim.
    fn of_tame_sum<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let (nimber, is_fickle) = parts
            .into_iter()
            .fold((Nimber(0), true), |(nimber, is_fickle), part| (nimber + part.nimber, is_fickle && part.is_fickle()));
        Self::tame(nimber, is_fickle)
    }
}

/// As in *Winning Ways*: 4^{146}; with commas where a number has two digits.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let apart = if self.superscript.iter().any(|&number| number > 9) { "," } else { "" };
        let numbers: Vec<String> = self.superscript.iter().map(u32::to_string).collect();
        write!(f, "{}^{{{}}}", self.nimber, numbers.join(apart))
    }
}

#[cfg(test)]
mod tests;
