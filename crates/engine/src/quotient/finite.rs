//! The misère quotient of all sums of finitely many positions of any impartial rules.
//!
//! Source: Plambeck & Siegel, "Misère quotients for impartial games", *JCTA* 115 (2008), who define the quotient of a set of
//! positions that is closed under options. If positions of several games are played together, one quotient of all of them
//! decides the sums.

use super::closure::Closure;
use super::grow::Grown;
use super::{Effort, Element, Incomplete, NoQuotient};
use crate::Limits;
use sprague_core::{Impartial, Outcome};

/// The misère quotient of all sums of some positions and everything that can be reached from them.
///
/// The sums may have any length and any repetitions.
///
/// ```
/// use sprague::quotient::FiniteQuotient;
/// use sprague::{Impartial, Limits, Outcome, Ruleset};
///
/// /// Take any number from a heap.
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Nim {}
///
/// let nim = FiniteQuotient::of(Nim, [3], &Limits::default())?;
/// assert_eq!((nim.order(), nim.p_portion().count(), nim.is_complete()), (6, 2, true));
/// assert_eq!(nim.phi(&3), Some(nim.product(nim.phi(&1).unwrap(), nim.phi(&2).unwrap())));
/// assert_eq!(nim.outcome(&[1, 2, 3]), Some(Outcome::Loss));
/// assert_eq!(nim.outcome(&[4]), None); // it does not follow from a heap of 3
///
/// let orders = [0, 1, 2, 4, 8].map(|heap| FiniteQuotient::of(Nim, [heap], &Limits::default()).unwrap().order());
/// assert_eq!(orders, [1, 2, 6, 10, 18]);
/// # Ok::<(), sprague::quotient::NoQuotient>(())
/// ```
#[derive(Clone, Debug)]
pub struct FiniteQuotient<R: Impartial> {
    rules: R,
    closure: Closure<R::Position>,
    grown: Grown,
    words: Vec<Vec<R::Position>>,
    incomplete: Option<Incomplete>,
}

impl<R: Impartial> FiniteQuotient<R> {
    /// Returns roughly the bytes of the products, the positions, and everything reachable from them.
    pub(crate) fn bytes(&self) -> usize {
        2 * self.order() * self.order() + self.closure.len() * (size_of::<R::Position>() + 64)
    }

    /// Computes the quotient of these positions and of all positions that can be reached from them.
    ///
    /// If a limit is reached or there are too many elements, the quotient covers only the positions in which play ends soonest.
    /// [`incomplete`](Self::incomplete) then returns the reason. In any case its answers are right for the positions it covers.
    ///
    /// Time and memory depend on the order, which can grow fast with the number of positions. A few dozen elements take
    /// milliseconds.
    ///
    /// # Errors
    /// Returns [`NoQuotient::Loopy`] if a position is loopy and [`NoQuotient::Stopped`] if a limit is reached before all
    /// positions are found.
    pub fn of(rules: R, starts: impl IntoIterator<Item = R::Position>, limits: &Limits) -> Result<Self, NoQuotient> {
        let limits = &limits.starting_now();
        let closure = Closure::of(&rules, starts, limits)?;
        let mut effort = Effort::new(limits);
        let mut grown = Grown::new(closure.splits());
        let mut incomplete = None;
        while grown.phi.len() < closure.heaps() && incomplete.is_none() {
            incomplete = effort.look(0).and_then(|()| grown.add_heap(&mut effort)).err();
        }
        let summand = |heap: usize| closure.summands[heap - 1].clone();
        let words = grown.monoid.words(grown.phi.iter().copied().enumerate());
        let words = words.into_iter().map(|word| word.unwrap_or_default().into_iter().map(summand).collect()).collect();
        Ok(Self { rules, closure, grown, words, incomplete })
    }

    /// Returns the rules of the positions.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// Returns the number of elements.
    pub fn order(&self) -> usize {
        self.grown.monoid.order()
    }

    /// Returns the number of different summands, with or without moves, that can be reached from the starting positions.
    pub fn summands(&self) -> usize {
        self.closure.len()
    }

    /// Returns `true` if the quotient covers all positions that can be reached.
    pub fn is_complete(&self) -> bool {
        self.incomplete.is_none()
    }

    /// Returns why the quotient does not cover all positions that can be reached.
    pub fn incomplete(&self) -> Option<&Incomplete> {
        self.incomplete.as_ref()
    }

    /// Returns all elements, beginning with the identity.
    pub fn elements(&self) -> impl Iterator<Item = Element> {
        (0..self.order()).map(|x| Element(x as u16))
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

    /// Returns a shortest sum of positions with this image.
    ///
    /// # Panics
    /// Panics if the element belongs to a larger quotient.
    pub fn word(&self, x: Element) -> &[R::Position] {
        &self.words[x.index()]
    }

    /// Returns the image of the sum of two sums.
    ///
    /// # Panics
    /// Panics if an element belongs to a larger quotient.
    pub fn product(&self, x: Element, y: Element) -> Element {
        Element(self.grown.monoid.product(x.index(), y.index()) as u16)
    }

    /// Returns the image of a position, or `None` if one of its summands is not covered or cannot be reached from the starting
    /// positions.
    pub fn phi(&self, position: &R::Position) -> Option<Element> {
        let mut summands = self.rules.summands(position);
        let image = summands.try_fold(0, |x, part| {
            let &image = self.grown.phi.get(self.closure.heap(&self.rules.normal_form(part))?)?;
            Some(self.grown.monoid.product(x, image))
        });
        image.map(|x| Element(x as u16))
    }

    /// Returns the outcome of a sum of positions under misère play, or `None` if one of them is not covered.
    pub fn outcome(&self, positions: &[R::Position]) -> Option<Outcome> {
        let image = positions.iter().try_fold(Element::default(), |x, position| Some(self.product(x, self.phi(position)?)))?;
        Some(if self.is_lost(image) { Outcome::Loss } else { Outcome::Win })
    }
}
