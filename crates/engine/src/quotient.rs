//! Misère quotients, which decide every sum of heaps under misère play.
//!
//! Under misère play no number for each heap decides sums, but a commutative monoid may: two sums are equivalent if no third
//! sum distinguishes them by its outcome. If the monoid is finite, one element for each heap decides all sums. The quotient is
//! computed heap by heap. The next heap either is an existing element, or a larger monoid is learned from outcomes of sums.
//! Every result is checked exactly against the rules, for all sums of the heaps, before it is used. If the elements of the
//! heaps repeat as the theorem of Guy and Smith requires, the monoid is that of the whole game.
//!
//! Sources: Plambeck, "Taming the wild in impartial combinatorial games", *INTEGERS* 5 (2005); Plambeck & Siegel, "Misère
//! quotients for impartial games", *JCTA* 115 (2008).

mod closure;
mod element_set;
mod finite;
mod grow;
mod learn;
mod monoid;
mod period;
mod presentation;
mod presumed;
mod splits;
mod sums;
mod transitions;
mod word;

pub use finite::FiniteQuotient;
pub use period::QuotientPeriod;
pub use presentation::{GeneratorWord, Presentation};

use crate::limits::Meter;
use crate::{Limits, Stopped};
use grow::Grown;
use splits::Splits;
use sprague_core::Outcome;
use sprague_core::heap::TakeAndBreak;

/// The reason why positions have no misère quotient.
///
/// ```
/// use sprague::quotient::NoQuotient;
/// assert_eq!(NoQuotient::Loopy.to_string(), "loopy: a position can repeat, so there is no misère quotient");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoQuotient {
    /// A reachable position leads back to itself.
    #[error("loopy: a position can repeat, so there is no misère quotient")]
    Loopy,
    /// A limit was reached before all positions were found.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The largest order of a quotient that is computed.
pub const MAX_ELEMENTS: usize = 4096;

/// The reason why a quotient covers only the first heaps of a game.
///
/// ```
/// use sprague::quotient::Incomplete;
/// assert_eq!(Incomplete::AsAsked.to_string(), "the largest heap was reached");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Incomplete {
    /// More heaps were not requested.
    #[error("the largest heap was reached")]
    AsAsked,
    /// The next heap took too long.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// With the next heap, the quotient has more than [`MAX_ELEMENTS`] elements, and may be infinite.
    #[error("with the next heap there are more than {0} elements")]
    Order(usize),
    /// Distinguishing the next heap takes more generators than there is room for.
    #[error("the next heap needs more than {0} generators")]
    Generators(usize),
    /// Outcomes contradicted each other. This is a bug in this program, found before any result was returned.
    #[error("outcomes contradict each other; please report this")]
    Contradiction,
}

/// The limits of a computation, and the work done so far.
struct Effort<'a> {
    meter: Meter<'a>,
    steps: u64,
    /// The bytes of the quotient so far, and of the facts learned about a larger one.
    beside: [usize; 2],
}

impl<'a> Effort<'a> {
    fn new(limits: &'a Limits) -> Self {
        Self { meter: Meter::new(limits), steps: 0, beside: [0; 2] }
    }

    fn beside(&self) -> usize {
        self.beside.iter().sum()
    }

    /// Counts a step and checks the limits. `bytes` returns the bytes of the results in progress.
    fn step(&mut self, bytes: impl FnOnce() -> usize) -> Result<(), Incomplete> {
        self.steps += 1;
        let beside = self.beside();
        Ok(self.meter.allow(self.steps, || beside + bytes(), || None)?)
    }

    /// Checks the limits at once. Call it if a step takes long.
    fn look(&self, bytes: usize) -> Result<(), Incomplete> {
        Ok(self.meter.look(self.steps, self.beside() + bytes, None)?)
    }

    fn order(&self, order: usize) -> Result<(), Incomplete> {
        if order > MAX_ELEMENTS { Err(Incomplete::Order(MAX_ELEMENTS)) } else { Ok(()) }
    }
}

/// An element of a misère quotient. The identity is `Element::default()`.
///
/// ```
/// use sprague::quotient::Element;
/// assert_eq!(Element::default().index(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(u16);

impl Element {
    /// Returns the index of the element, from 0 to the order of the quotient minus 1.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The misère quotient of a game played with heaps, or of its first heaps.
///
/// ```
/// use sprague::quotient::MisereQuotient;
/// use sprague::{Limits, Outcome};
///
/// let kayles = MisereQuotient::of(&"0.77".parse().unwrap(), None, &Limits::default());
/// assert!(kayles.is_proved()); // of all heaps
/// assert_eq!((kayles.order(), kayles.p_portion().count()), (40, 9));
/// assert_eq!(kayles.outcome(&[1_000_000_000_000, 999_999_999_999]), Some(Outcome::Win));
/// assert_eq!(kayles.outcome(&[1]), Some(Outcome::Loss)); // who takes the last pin loses
///
/// let orders = ["0.123", "0.15", "0.75"].map(|code| MisereQuotient::of(&code.parse().unwrap(), None, &Limits::default()).order());
/// assert_eq!(orders, [20, 42, 8]);
/// ```
#[derive(Clone, Debug)]
pub struct MisereQuotient {
    grown: Grown,
    words: Vec<Vec<u64>>,
    end: Result<QuotientPeriod, Incomplete>,
}

impl MisereQuotient {
    /// Returns the quotient of a take-and-break code for heaps up to `to`.
    ///
    /// The computation ends earlier if the quotient is proved for all heaps or a limit is reached. In any case its answers are
    /// right for the heaps it covers.
    ///
    /// ```
    /// use sprague::quotient::{Incomplete, MisereQuotient};
    /// use sprague::Limits;
    ///
    /// let kayles = MisereQuotient::of(&"0.77".parse().unwrap(), Some(10), &Limits::default());
    /// assert_eq!((kayles.order(), kayles.heaps_covered()), (18, 10));
    /// assert_eq!(kayles.incomplete(), Some(&Incomplete::AsAsked));
    /// ```
    pub fn of(code: &TakeAndBreak, to: Option<u64>, limits: &Limits) -> Self {
        Self::computed(Splits::Code(code.clone()), to, limits)
    }

    /// Returns the quotient of Grundy's game for heaps up to `to`.
    ///
    /// The computation ends earlier if a limit is reached. No period can be proved for this game.
    ///
    /// ```
    /// use sprague::quotient::MisereQuotient;
    /// use sprague::Limits;
    /// assert_eq!(MisereQuotient::of_grundy(Some(10), &Limits::default()).heaps_covered(), 10);
    /// ```
    pub fn of_grundy(to: Option<u64>, limits: &Limits) -> Self {
        Self::computed(Splits::Grundy, to, limits)
    }

    fn computed(splits: Splits, to: Option<u64>, limits: &Limits) -> Self {
        let mut quotient = Self { grown: Grown::new(splits), words: vec![vec![]], end: Err(Incomplete::AsAsked) };
        quotient.go_on(to, limits);
        quotient
    }

    /// Continues with more heaps, up to `to` or until the quotient is proved for all heaps.
    ///
    /// If a limit is reached, the quotient keeps what has been computed.
    ///
    /// ```
    /// use sprague::quotient::MisereQuotient;
    /// use sprague::Limits;
    ///
    /// let limits = Limits::default();
    /// let mut kayles = MisereQuotient::of(&"0.77".parse().unwrap(), Some(10), &limits);
    /// kayles.go_on(None, &limits);
    /// assert_eq!((kayles.order(), kayles.is_proved()), (40, true));
    /// ```
    pub fn go_on(&mut self, to: Option<u64>, limits: &Limits) {
        let mut effort = Effort::new(limits);
        let (order, grown) = (self.order(), &mut self.grown);
        self.end = loop {
            if let Some(period) = grown.period() {
                break Ok(period);
            }
            if to.is_some_and(|to| grown.phi.len() as u64 > to) {
                break Err(Incomplete::AsAsked);
            }
            if let Err(why) = effort.look(0).and_then(|()| grown.add_heap(&mut effort)) {
                break Err(why);
            }
        };
        if self.order() != order {
            let words = self.grown.monoid.words(self.grown.phi.iter().copied().enumerate());
            let word = |word: Option<Vec<usize>>| word.unwrap_or_default().into_iter().map(|heap| heap as u64).collect();
            self.words = words.into_iter().map(word).collect();
        }
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.grown.monoid.order()
    }

    /// Returns the largest heap that is covered.
    ///
    /// The quotient is that of all sums of heaps up to this one and, if it is proved, of all heaps.
    pub fn heaps_covered(&self) -> u64 {
        self.grown.phi.len() as u64 - 1
    }

    /// Returns `true` if it is proved to be the quotient of the whole game.
    pub fn is_proved(&self) -> bool {
        self.end.is_ok()
    }

    /// Returns the period of the elements of heaps, if it is proved for all heaps.
    pub fn period(&self) -> Option<QuotientPeriod> {
        self.end.as_ref().ok().copied()
    }

    /// Returns why the quotient is not proved to be that of the whole game.
    pub fn incomplete(&self) -> Option<&Incomplete> {
        self.end.as_ref().err()
    }

    /// Returns all elements, beginning with the identity.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        (0..self.order()).map(|x| Element(x as u16))
    }

    /// Returns roughly the bytes of the products and of the elements of heaps.
    pub(crate) fn bytes(&self) -> usize {
        let words: usize = self.words.iter().map(|word| size_of_val(word.as_slice())).sum();
        2 * self.order() * self.order() + 2 * self.grown.phi.len() + words
    }

    /// Returns the elements whose sums are lost for the player to move.
    pub fn p_portion(&self) -> impl Iterator<Item = Element> {
        self.elements().filter(|&x| self.is_lost(x))
    }

    /// Returns `true` if sums with this image are lost for the player to move.
    ///
    /// # Panics
    /// Panics if the element belongs to a larger quotient.
    pub fn is_lost(&self, x: Element) -> bool {
        self.grown.monoid.lost().contains(x.index())
    }

    /// Returns a shortest sum of heaps with this image.
    ///
    /// # Panics
    /// Panics if the element belongs to a larger quotient.
    pub fn word(&self, x: Element) -> &[u64] {
        &self.words[x.index()]
    }

    /// Returns the image of the sum of two sums.
    ///
    /// # Panics
    /// Panics if an element belongs to a larger quotient.
    pub fn product(&self, x: Element, y: Element) -> Element {
        Element(self.grown.monoid.product(x.index(), y.index()) as u16)
    }

    /// Returns the image of a heap.
    ///
    /// Returns `None` for heaps that are not covered, unless the images are proved to repeat.
    pub fn phi(&self, heap: u64) -> Option<Element> {
        let known = self.grown.phi.len() as u64;
        let heap = match self.end {
            _ if heap < known => heap,
            Ok(QuotientPeriod { preperiod, period }) => preperiod + (heap - preperiod) % period,
            Err(_) => return None,
        };
        Some(Element(self.grown.phi[heap as usize] as u16))
    }

    /// Returns the outcome of a sum of heaps under misère play, or `None` if a heap is not covered.
    ///
    /// ```
    /// use sprague::quotient::MisereQuotient;
    /// use sprague::{Limits, Outcome};
    ///
    /// let nim = MisereQuotient::of(&"0.333".parse().unwrap(), None, &Limits::default());
    /// assert_eq!(nim.outcome(&[1, 2, 3]), Some(Outcome::Loss));
    /// assert_eq!(nim.outcome(&[]), Some(Outcome::Win));
    /// ```
    pub fn outcome(&self, heaps: &[u64]) -> Option<Outcome> {
        let image = heaps.iter().try_fold(Element::default(), |x, &heap| Some(self.product(x, self.phi(heap)?)))?;
        Some(if self.is_lost(image) { Outcome::Loss } else { Outcome::Win })
    }
}
