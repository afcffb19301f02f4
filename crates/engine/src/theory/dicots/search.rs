//! Dicots that positions are, each position visited once.

use super::{Dicot, Dicots, Universe};
use crate::evaluate::NimberError;
use crate::evaluate::memo::{Evaluation, MemoOf, Recursion};
use crate::{Limits, Stopped};
use core::mem;
use sprague_core::any::Fault;
use sprague_core::{Partizan, Player};

/// A search for dicots that remembers, for many positions under the same limits.
///
/// ```
/// use sprague::theory::DicotSearch;
/// use sprague::{AsPartizan, Limits, OutcomeClass};
/// # use sprague::examples::Nim;
/// let (rules, limits) = (AsPartizan(Nim), Limits::default());
/// let mut search = DicotSearch::new(&rules, &limits);
/// let heap = search.dicot(&1).unwrap().expect("both players move alike");
/// assert_eq!(search.dicots().outcome(heap), OutcomeClass::Previous);
/// ```
#[derive(Debug)]
pub struct DicotSearch<'a, R: Partizan>(Recursion<'a, DicotOf<'a, R>, R::Position, u32, Waits>);

impl<'a, R: Partizan> DicotSearch<'a, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::within(Universe::Dicot, rules, limits)
    }

    /// The same for the games of a universe.
    pub fn within(universe: Universe, rules: &'a R, limits: &'a Limits) -> Self {
        Self(Recursion::new(DicotOf { rules, dicots: Dicots::within(universe, limits) }, limits))
    }

    /// The dicot that a position is, if it is one.
    ///
    /// `None` if it, or a position that it leads to, is not of the universe.
    ///
    /// # Errors
    /// [`NimberError::Loopy`] on a cycle, [`NimberError::Stopped`] at a limit. What was found before stays known.
    pub fn dicot(&mut self, position: &R::Position) -> Result<Option<Dicot>, NimberError> {
        let position = self.0.evaluation.rules.normal_form(position.clone());
        self.0.value(position).map(|number| (number != NONE).then_some(Dicot(number)))
    }

    /// The dicots that were found, to compare and to add them.
    pub fn dicots(&mut self) -> &mut Dicots<'a> {
        &mut self.0.evaluation.dicots
    }
}

/// The mark of a position that is no dicot.
const NONE: u32 = u32::MAX;

/// The options that a position waits for.
#[derive(Default)]
enum Waits {
    #[default]
    Left,
    /// Those of Right, while those of Left are known.
    Right(Vec<u32>),
}

struct DicotOf<'a, R> {
    rules: &'a R,
    dicots: Dicots<'a>,
}

impl<R: Partizan> Evaluation for DicotOf<'_, R> {
    type Key = R::Position;
    type Value = u32;
    type Fold = Waits;
    type Error = NimberError;
    const LOOPY: NimberError = NimberError::Loopy;

    fn options(&mut self, position: &R::Position, waits: &mut Waits, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        let rules = self.rules;
        let player = if matches!(waits, Waits::Left) { Player::Left } else { Player::Right };
        rules.options(position, player).try_for_each(|option| {
            let option = rules.normal_form(option);
            let known = memo.get(&option);
            memo.note(self, waits, known, || option)
        })
    }

    fn value(&mut self, _: &R::Position, waits: &mut Waits, seen: &mut [u32]) -> Result<Option<u32>, Stopped> {
        let Waits::Right(left) = waits else {
            *waits = Waits::Right(seen.to_vec());
            return Ok(None);
        };
        let left = mem::take(left);
        if left.contains(&NONE) || seen.contains(&NONE) {
            return Ok(Some(NONE));
        }
        let dicot = self.dicots.of_options(left.into_iter().map(Dicot), seen.iter().copied().map(Dicot));
        Ok(Some(dicot.map_or(NONE, |Dicot(number)| number)))
    }

    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.rules.allocated_bytes(position)
    }

    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }

    fn bytes(&self) -> usize {
        self.dicots.bytes()
    }
}
