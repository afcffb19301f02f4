//! Misère quotients, which decide every sum of heaps when the last mover loses.
//!
//! Under misère play no number per heap decides sums, but a commutative monoid may: sums are alike if no third sum tells them
//! apart by its outcome. Where the monoid is finite, an element per heap decides all sums. It is computed heap by heap: either
//! the next heap is an element that is there already, or a larger monoid is learned from outcomes of sums. Every result is
//! checked exactly against the rules, for all sums of these heaps, before it is believed. If the elements of the heaps then
//! repeat as Guy and Smith ask, the monoid is that of the whole game.
//!
//! Plambeck, "Taming the wild in impartial combinatorial games", *INTEGERS* 5 (2005); Plambeck & Siegel, "Misère quotients for
//! impartial games", *JCTA* 115 (2008).

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

/// The reason why some positions have no quotient at all.
///
/// ```
/// use sprague::quotient::NoQuotient;
/// assert_eq!(NoQuotient::Loopy.to_string(), "loopy: a position can come again, so there is no misère quotient");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoQuotient {
    /// Some position that can be reached leads back to itself.
    #[error("loopy: a position can come again, so there is no misère quotient")]
    Loopy,
    /// A limit was reached before all positions were known.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// The largest order of a quotient that is looked for.
pub const MAX_ELEMENTS: usize = 4096;

/// The reason why a quotient is that of a game's first heaps only.
///
/// ```
/// use sprague::quotient::Incomplete;
/// assert_eq!(Incomplete::AsAsked.to_string(), "no more heaps were asked for");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Incomplete {
    /// No more heaps were asked for.
    #[error("no more heaps were asked for")]
    AsAsked,
    /// The next heap took too long.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The quotient with the next heap has too many elements, and may be infinite.
    ///
    /// These are more than are looked for.
    #[error("with the next heap there are more than {0} elements")]
    Order(usize),
    /// The next heap needs more heaps to be told apart than there is room for.
    #[error("the next heap needs more than {0} generators")]
    Generators(usize),
    /// Outcomes contradicted each other.
    ///
    /// A fault of this program, noticed before anything was claimed.
    #[error("outcomes contradict each other; please report this")]
    Contradiction,
}

/// The limits of a computation, as far as it has gone.
struct Effort<'a> {
    meter: Meter<'a>,
    steps: u64,
    /// Bytes of the quotient so far, and of what is learned about a larger one.
    beside: [usize; 2],
}

impl<'a> Effort<'a> {
    /// None so far.
    fn new(limits: &'a Limits) -> Self {
        Self { meter: Meter::new(limits), steps: 0, beside: [0; 2] }
    }

    fn beside(&self) -> usize {
        self.beside.iter().sum()
    }

    /// Counts a step; `bytes` are those of what is at work.
    fn step(&mut self, bytes: impl FnOnce() -> usize) -> Result<(), Incomplete> {
        self.steps += 1;
        let beside = self.beside();
        Ok(self.meter.allow(self.steps, || beside + bytes(), || None)?)
    }

    /// Asks for sure, where a step takes long.
    fn look(&self, bytes: usize) -> Result<(), Incomplete> {
        Ok(self.meter.look(self.steps, self.beside() + bytes, None)?)
    }

    fn order(&self, order: usize) -> Result<(), Incomplete> {
        if order > MAX_ELEMENTS { Err(Incomplete::Order(MAX_ELEMENTS)) } else { Ok(()) }
    }
}

/// An element of a misère quotient; the identity is `Element::default()`.
///
/// ```
/// use sprague::quotient::Element;
/// assert_eq!(Element::default().index(), 0);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Element(u16);

impl Element {
    /// Its number, from 0 to the order − 1.
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
    /// The quotient of a take-and-break code, of heaps up to `to`.
    ///
    /// It ends earlier where it is proved to be that of all heaps, or a limit is reached. Its answers are true of the heaps
    /// covered in any case.
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

    /// The quotient of Grundy's game, of heaps up to `to`.
    ///
    /// It ends earlier where a limit is reached: no period can be proved.
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

    /// Goes on with more heaps, up to `to` or until it is proved.
    ///
    /// Within these limits; nothing known is lost.
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

    /// The number of elements.
    pub fn order(&self) -> usize {
        self.grown.monoid.order()
    }

    /// The largest heap that was looked at.
    ///
    /// The quotient is that of all sums of heaps up to this one, and of all heaps whatever if it is proved.
    pub fn heaps_covered(&self) -> u64 {
        self.grown.phi.len() as u64 - 1
    }

    /// Tells whether it is the quotient of the whole game.
    pub fn is_proved(&self) -> bool {
        self.end.is_ok()
    }

    /// The period of the elements of heaps, if it is proved for all heaps.
    pub fn period(&self) -> Option<QuotientPeriod> {
        self.end.as_ref().ok().copied()
    }

    /// The reason why it is not proved to be the quotient of the whole game.
    pub fn incomplete(&self) -> Option<&Incomplete> {
        self.end.as_ref().err()
    }

    /// All elements, the identity first.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        (0..self.order()).map(|x| Element(x as u16))
    }

    /// About how many bytes it takes: products, and elements of heaps.
    pub(crate) fn bytes(&self) -> usize {
        let words: usize = self.words.iter().map(|word| size_of_val(word.as_slice())).sum();
        2 * self.order() * self.order() + 2 * self.grown.phi.len() + words
    }

    /// The elements whose sums are lost for the player to move.
    pub fn p_portion(&self) -> impl Iterator<Item = Element> {
        self.elements().filter(|&x| self.is_lost(x))
    }

    /// Tells whether sums with this image are lost for the player to move.
    ///
    /// # Panics
    /// If the element is of a larger quotient.
    pub fn is_lost(&self, x: Element) -> bool {
        self.grown.monoid.lost().contains(x.index())
    }

    /// A shortest sum of heaps with this image.
    ///
    /// # Panics
    /// If the element is of a larger quotient.
    pub fn word(&self, x: Element) -> &[u64] {
        &self.words[x.index()]
    }

    /// The image of two sums together.
    ///
    /// # Panics
    /// If an element is of a larger quotient.
    pub fn product(&self, x: Element, y: Element) -> Element {
        Element(self.grown.monoid.product(x.index(), y.index()) as u16)
    }

    /// The image of a heap.
    ///
    /// `None` beyond the heaps covered, unless their images are proved to repeat.
    pub fn phi(&self, heap: u64) -> Option<Element> {
        let known = self.grown.phi.len() as u64;
        let heap = match self.end {
            _ if heap < known => heap,
            Ok(QuotientPeriod { preperiod, period }) => preperiod + (heap - preperiod) % period,
            Err(_) => return None,
        };
        Some(Element(self.grown.phi[heap as usize] as u16))
    }

    /// The outcome of a sum of heaps under misère play; `None` if not covered.
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
