//! Finds the games of a universe that positions represent, visiting each position once.

use super::{MisereGame, MisereGames, Universe};
use crate::evaluate::NimberError;
use crate::evaluate::memo::{Evaluation, MemoOf, Recursion};
use crate::{Limits, Stopped};
use core::mem;
use sprague_core::any::Fault;
use sprague_core::{Partizan, Player};

/// A search for the games that positions represent. It keeps its results from one position to the next, all under the same
/// limits.
///
/// Use it if you want to compare positions with each other.
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
    /// Returns a search for dicots without any results.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::within(Universe::Dicot, rules, limits)
    }

    /// Returns a search for games of a universe without any results.
    pub fn within(universe: Universe, rules: &'a R, limits: &'a Limits) -> Self {
        Self(Recursion::new(MisereGameOf { rules, games: MisereGames::within(universe, limits) }, limits))
    }

    /// Returns the game that a position represents, or `None` if the position, or one that can be reached from it, is not in
    /// the universe.
    ///
    /// # Errors
    /// Returns [`NimberError::Loopy`] if the search meets a cycle and [`NimberError::Stopped`] if it reaches a limit. Results
    /// found before the error are kept.
    pub fn game(&mut self, position: &R::Position) -> Result<Option<MisereGame>, NimberError> {
        let position = self.0.evaluation.rules.normal_form(position.clone());
        self.0.value(position).map(|number| (number != NONE).then_some(MisereGame(number)))
    }

    /// Returns the games that were found, for comparing and adding them.
    pub fn games(&mut self) -> &mut MisereGames<'a> {
        &mut self.0.evaluation.games
    }
}

/// Marks a position that is not in the universe.
const NONE: u32 = u32::MAX;

/// The options that a position depends on next.
#[derive(Default)]
enum Waits {
    #[default]
    Left,
    /// The options of Right, after those of Left, which are stored here.
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
