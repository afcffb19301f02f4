//! The genus of an impartial position: its nimber, and its misère nimbers in sums with more and more heaps of two.
//!
//! Sources: Conway, *On Numbers and Games*, ch. 12; Berlekamp, Conway & Guy, *Winning Ways*, ch. 13.

mod search;
mod worth;

pub use search::GenusSearch;

use crate::Limits;
use crate::evaluate::NimberError;
use core::fmt;
use sprague_core::{Impartial, Nimber, mex};

/// Returns the genus of an impartial position from which no cycle can be reached.
///
/// It takes O(sums × options) time, where sums are the reachable sums of summands. If all summands are tame, only the summands
/// themselves count.
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
/// Returns [`NimberError::Loopy`] if the search meets a cycle and [`NimberError::Stopped`] if it reaches a limit.
pub fn genus<R: Impartial>(rules: &R, position: &R::Position, limits: &Limits) -> Result<Genus, NimberError> {
    GenusSearch::new(rules, limits).genus(position)
}

/// The nimber g of a position G, together with the misère nimbers s₀, s₁, … of G, G + *2, G + *2 + *2, …
///
/// The misère nimber of a position is 1 if there is no move, and otherwise the least number that is not the misère nimber of an
/// option. It is 0 if and only if the player to move loses. From some index on, the sₖ alternate between a and a ⊕ 2. As in
/// *Winning Ways*, they are written only up to the first pair that repeats.
///
/// Positions with equal genera need not be equal, because under misère play no short number decides every sum.
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
    /// At least two misère nimbers, of which the last two repeat.
    superscript: Box<[u32]>,
}

impl Genus {
    /// Returns the genus of a position, given the genera of its options.
    pub fn of_options<'a>(options: impl IntoIterator<Item = &'a Self>) -> Self {
        let options: Vec<&Self> = options.into_iter().collect();
        let nimber = mex(options.iter().map(|option| option.nimber));
        let alone = mex(options.iter().map(|option| Nimber(option.superscript[0]))).0;
        let mut superscript = vec![if options.is_empty() { 1 } else { alone }];
        let settled = options.iter().map(|option| option.superscript.len()).max().unwrap_or(0);
        // once the options' numbers repeat, each number depends only on the one before it and on the parity of its index, so a
        // number that occurs again two places later occurs every two places
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

    /// Returns the genus of a heap of Nim.
    ///
    /// ```
    /// use sprague::theory::Genus;
    /// assert_eq!([0, 1, 5].map(|heap| Genus::of_heap(heap).to_string()), ["0^{120}", "1^{031}", "5^{57}"]);
    /// ```
    pub fn of_heap(heap: u32) -> Self {
        Self::tame(Nimber(heap), heap < 2)
    }

    /// Returns a tame genus, that is, the genus of a Nim position. The position is fickle if no heap in it has more than one
    /// token.
    fn tame(nimber: Nimber, is_fickle: bool) -> Self {
        let Nimber(n) = nimber;
        let superscript = if is_fickle { [n ^ 1, n ^ 2, n].into() } else { [n, n ^ 2].into() };
        Self { nimber, superscript }
    }

    /// Returns the nimber under normal play.
    ///
    /// ```
    /// # use sprague::Nimber;
    /// # use sprague::theory::Genus;
    /// assert_eq!(Genus::of_heap(1).nimber(), Nimber(1));
    /// ```
    pub fn nimber(&self) -> Nimber {
        self.nimber
    }

    /// Returns the misère nimber. It is 0 if and only if the player to move loses under misère play.
    ///
    /// ```
    /// # use sprague::Nimber;
    /// # use sprague::theory::Genus;
    /// assert_eq!(Genus::of_heap(1).misere_nimber(), Nimber(0));
    /// ```
    pub fn misere_nimber(&self) -> Nimber {
        Nimber(self.superscript[0])
    }

    /// Returns the misère nimber of the sum with `copies` heaps of two.
    pub fn beside_twos(&self, copies: usize) -> u32 {
        let last = self.superscript.len() - 1;
        let index = if copies <= last { copies } else { last - (copies - last) % 2 };
        self.superscript[index]
    }

    /// Returns the misère nimbers as *Winning Ways* writes them. The numbers after them repeat the last two.
    ///
    /// ```
    /// assert_eq!(sprague::theory::Genus::of_heap(2).superscript(), [2, 0]);
    /// ```
    pub fn superscript(&self) -> &[u32] {
        &self.superscript
    }

    /// Returns `true` if some Nim position has this genus.
    ///
    /// The genera of Nim positions are 0^{120}, 1^{031}, and n^{n, n ⊕ 2} for every n.
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

    /// Returns `true` if it is the genus of a Nim position without heaps larger than one.
    fn is_fickle(&self) -> bool {
        self.nimber.0 < 2 && *self == Self::tame(self.nimber, true)
    }

    fn beside_one(&self) -> Self {
        let superscript = self.superscript.iter().map(|number| number ^ 1).collect();
        Self { nimber: self.nimber + Nimber(1), superscript }
    }

    /// Returns the genus of a sum of positions that are tame throughout, that is, tame together with every position that can be
    /// reached from them. Their genera add like heaps of Nim.
    fn of_tame_sum<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let (nimber, is_fickle) = parts
            .into_iter()
            .fold((Nimber(0), true), |(nimber, is_fickle), part| (nimber + part.nimber, is_fickle && part.is_fickle()));
        Self::tame(nimber, is_fickle)
    }
}

/// Written as in *Winning Ways*, for example 4^{146}, with commas if a number has two digits.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let apart = if self.superscript.iter().any(|&number| number > 9) { "," } else { "" };
        let numbers: Vec<String> = self.superscript.iter().map(u32::to_string).collect();
        write!(f, "{}^{{{}}}", self.nimber, numbers.join(apart))
    }
}

#[cfg(test)]
mod tests;
