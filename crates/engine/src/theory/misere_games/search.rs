//! Games of a universe that positions are, each position visited once.

use super::{MisereGame, MisereGames, Universe};
use crate::evaluate::NimberError;
use crate::evaluate::memo::{Evaluation, MemoOf, Recursion};
use crate::{Limits, Stopped};
use core::mem;
use sprague_core::any::Fault;
use sprague_core::{Partizan, Player};

/// A search for the games that positions are, under the same limits.
///
/// It remembers what it found.
///
/// ```
/// use sprague::theory::MisereGameSearch;
/// use sprague::{AsPartizan, Limits, OutcomeClass};
/// # use sprague::examples::Nim;
/// let (rules, limits) = (AsPartizan(Nim), Limits::default());
/// let mut search = MisereGameSearch::new(&rules, &limits);
/// let heap = search.game(&1).unwrap().expect("both players move alike");
/// assert_eq!(search.games().outcome(heap), OutcomeClass::Previous);
/// ```
#[derive(Debug)]
pub struct MisereGameSearch<'a, R: Partizan>(Recursion<'a, MisereGameOf<'a, R>, R::Position, u32, Waits>);

impl<'a, R: Partizan> MisereGameSearch<'a, R> {
    /// A search for dicots that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::within(Universe::Dicot, rules, limits)
    }

    /// The same for the games of a universe.
    pub fn within(universe: Universe, rules: &'a R, limits: &'a Limits) -> Self {
        Self(Recursion::new(MisereGameOf { rules, games: MisereGames::within(universe, limits) }, limits))
    }

    /// The game that a position is, if it is of the universe.
    ///
    /// `None` if it, or a position that it leads to, is not of the universe.
    ///
    /// # Errors
    /// [`NimberError::Loopy`] on a cycle, [`NimberError::Stopped`] at a limit. What was found before stays known.
    pub fn game(&mut self, position: &R::Position) -> Result<Option<MisereGame>, NimberError> {
        let position = self.0.evaluation.rules.normal_form(position.clone());
        self.0.value(position).map(|number| (number != NONE).then_some(MisereGame(number)))
    }

    /// The games that were found, to compare and to add them.
    pub fn games(&mut self) -> &mut MisereGames<'a> {
        &mut self.0.evaluation.games
    }
}

/// The mark of a position that is not of the universe.
const NONE: u32 = u32::MAX;

/// The options that a position waits for.
#[derive(Default)]
enum Waits {
    #[default]
    Left,
    /// Those of Right, while those of Left are known.
    Right(Vec<u32>),
}

struct MisereGameOf<'a, R> {
    rules: &'a R,
    games: MisereGames<'a>,
}

impl<R: Partizan> Evaluation for MisereGameOf<'_, R> {
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
        let game = self.games.of_options(left.into_iter().map(MisereGame), seen.iter().copied().map(MisereGame));
        Ok(Some(game.map_or(NONE, |MisereGame(number)| number)))
    }

    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.rules.allocated_bytes(position)
    }

    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }

    fn bytes(&self) -> usize {
        self.games.bytes()
    }
}
