//! Finds genera of positions by a search over sums of summands, each sum valued once.
//!
//! An option of a sum is represented by all of its summands, with three exceptions. Summands that equal the empty game in every
//! sum are left out, summands that equal a heap of one are left out and counted, and sums of positions that are tame throughout
//! add like heaps of Nim.

use super::Genus;
use super::worth::{Worth, Worths};
use crate::evaluate::NimberError;
use crate::evaluate::memo::{Evaluation, Found, FoundBy, MemoOf, Recursion};
use crate::{Limits, Stopped};
use hashbrown::HashMap;
use sprague_core::any::Fault;
use sprague_core::{Impartial, Nimber};

/// A search for genera that keeps its results from one position to the next, all under the same limits.
///
/// Use it if you need the genera of many positions.
///
/// ```
/// use sprague::Limits;
/// use sprague::theory::GenusSearch;
/// # use sprague::examples::Nim;
/// let limits = Limits::default();
/// let mut search = GenusSearch::new(&Nim, &limits);
/// assert_eq!(search.genus(&3).unwrap().to_string(), "3^{31}");
/// assert_eq!(search.genus_of_sum([2, 2]).unwrap().to_string(), "0^{02}");
/// ```
#[derive(Debug)]
pub struct GenusSearch<'a, R: Impartial>(Recursion<'a, GenusOf<'a, R>, Box<[u32]>, u32, Stage>);

impl<'a, R: Impartial> GenusSearch<'a, R> {
    /// Returns a search without any results.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self(Recursion::new(GenusOf::new(rules), limits))
    }

    /// Returns the genus of a position.
    ///
    /// # Errors
    /// See [`genus`](fn@super::genus). Results found before the error are kept.
    pub fn genus(&mut self, position: &R::Position) -> Result<Genus, NimberError> {
        self.genus_of_sum([position.clone()])
    }

    /// Returns the genus of a sum of positions.
    ///
    /// # Errors
    /// See [`genus`](fn@super::genus). Results found before the error are kept.
    pub fn genus_of_sum(&mut self, positions: impl IntoIterator<Item = R::Position>) -> Result<Genus, NimberError> {
        let sums = &mut self.0.evaluation;
        let mut sum: Vec<u32> = positions.into_iter().flat_map(|position| sums.summands(&position)).collect();
        sum.sort_unstable();
        let worth = self.0.value(sum.into())?;
        Ok(self.0.evaluation.worths[worth].genus.clone())
    }
}

/// The sums on which the value of a sum depends next.
#[derive(Default)]
enum Stage {
    /// Its summands, each of them alone.
    #[default]
    Summands,
    /// The shorter sum that it turned out to equal.
    Shorter,
    /// Its options, each with its own genus.
    Options,
}

/// Computes values of sums. A sum is a list of numbered summands in increasing order, and its value is an index into `worths`.
struct GenusOf<'a, R: Impartial> {
    rules: &'a R,
    /// The numbers of the summands met so far.
    numbers: HashMap<R::Position, u32>,
    positions: Vec<R::Position>,
    /// For each summand, the sums that its moves leave, once they have been listed.
    moves: Vec<Option<Vec<Box<[u32]>>>>,
    /// For each summand, its value alone, once it is known.
    alone: Vec<Option<u32>>,
    worths: Worths,
    /// The sum that was reduced last.
    reduced: Vec<u32>,
    outside: usize,
}

impl<'a, R: Impartial> GenusOf<'a, R> {
    fn new(rules: &'a R) -> Self {
        let (positions, moves, alone, reduced) = (vec![], vec![], vec![], vec![]);
        Self { rules, numbers: HashMap::new(), positions, moves, alone, worths: Worths::default(), reduced, outside: 0 }
    }

    fn summands(&mut self, position: &R::Position) -> Vec<u32> {
        let rules = self.rules;
        rules.summands(position).map(|part| self.number(part)).collect()
    }

    /// Returns the number of a summand. Summands without moves get a number, too, and turn out to equal the empty game.
    fn number(&mut self, part: R::Position) -> u32 {
        let part = self.rules.normal_form(part);
        if let Some(&known) = self.numbers.get(&part) {
            return known;
        }
        let number = self.positions.len() as u32;
        self.outside += 3 * self.rules.allocated_bytes(&part);
        self.positions.push(part.clone());
        self.moves.push(None);
        self.alone.push(None);
        self.numbers.insert(part, number);
        number
    }

    /// Returns 0 or 1 if the summand is known to equal a heap of this size.
    fn equals(&self, number: u32) -> Option<Nimber> {
        self.alone[number as usize].and_then(|worth| self.worths[worth].equals)
    }

    /// Writes the sum to `reduced` without summands that are known to equal the empty game or a heap of one.
    ///
    /// Returns `true` if a heap of one remains in addition to `reduced`.
    fn reduce(&mut self, sum: &[u32]) -> bool {
        let mut has_one = false;
        self.reduced.clear();
        for &number in sum {
            match self.equals(number) {
                Some(heap) => has_one ^= heap == Nimber(1),
                None => self.reduced.push(number),
            }
        }
        has_one
    }

    fn beside_one(&mut self, worth: u32) -> u32 {
        let beside_one = self.worths[worth].beside_one();
        self.worths.number(beside_one)
    }

    /// Returns the value of a sum, if the memo has it.
    fn known(&mut self, sum: &[u32], memo: &MemoOf<'_, Self>) -> Option<u32> {
        let has_one = self.reduce(sum);
        let worth = memo.get(self.reduced.as_slice())?;
        Some(if has_one { self.beside_one(worth) } else { worth })
    }

    /// Returns the value of a sum, if each of its summands is tame throughout.
    fn tame_worth(&mut self, sum: &[u32]) -> Option<u32> {
        let worths = sum.iter().map(|&number| &self.worths[self.alone[number as usize].expect("it was waited for")]);
        if !worths.clone().all(|worth| worth.is_tame_throughout) {
            return None;
        }
        let worth = Worth::of_tame_sum(worths);
        Some(self.worths.number(worth))
    }

    fn list_moves(&mut self, number: u32, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        if self.moves[number as usize].is_some() {
            return Ok(());
        }
        let (rules, position) = (self.rules, self.positions[number as usize].clone());
        let mut moves: Vec<Box<[u32]>> = vec![];
        for option in rules.options(&position) {
            let mut left = self.summands(&option);
            left.sort_unstable();
            self.outside += size_of_val(&*left) + 24;
            moves.push(left.into());
            memo.allow(self)?;
        }
        moves.sort_unstable();
        moves.dedup();
        self.moves[number as usize] = Some(moves);
        Ok(())
    }

    /// Visits every sum that a move in the summand at `index` leaves. The values of known sums are used at once, and the others
    /// are queued.
    fn moves_at(&mut self, index: usize, sum: &[u32], stage: &mut Stage, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        let number = sum[index] as usize;
        self.list_moves(sum[index], memo)?;
        let moves = self.moves[number].take().expect("they were listed");
        let mut option = vec![];
        let looked_at = moves.iter().try_for_each(|left| {
            option.clear();
            option.extend(sum[..index].iter().chain(&sum[index + 1..]).chain(left));
            option.sort_unstable();
            let known = self.known(&option, memo);
            memo.note(self, stage, known, || option.as_slice().into())
        });
        self.moves[number] = Some(moves);
        looked_at
    }
}

impl<R: Impartial> Evaluation for GenusOf<'_, R> {
    type Key = Box<[u32]>;
    type Value = u32;
    type Fold = Stage;
    type Error = NimberError;
    const LOOPY: NimberError = NimberError::Loopy;

    fn options(&mut self, sum: &Box<[u32]>, stage: &mut Stage, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        if sum.len() < 2 {
            *stage = Stage::Options;
        }
        match stage {
            Stage::Summands => {
                let mut unknown = sum.iter().filter(|&&number| self.alone[number as usize].is_none());
                unknown.try_for_each(|&number| memo.note(self, &mut Stage::Summands, None, || [number].into()))
            }
            Stage::Shorter => memo.note(self, stage, None, || sum.clone()),
            Stage::Options => {
                let is_first = |index: &usize| *index == 0 || sum[index - 1] != sum[*index];
                (0..sum.len()).filter(is_first).try_for_each(|index| self.moves_at(index, sum, stage, memo))
            }
        }
    }
    fn find(&mut self, sum: Box<[u32]>, memo: &mut MemoOf<'_, Self>) -> Result<FoundBy<Self>, Stopped> {
        let has_one = self.reduce(&sum);
        if self.reduced.len() == sum.len() {
            return Ok(memo.find(sum));
        }
        Ok(match memo.find(self.reduced.as_slice().into()) {
            Found::Value(worth) if has_one => Found::Value(self.beside_one(worth)),
            Found::New { key, .. } => Found::New { key, waiting: has_one.then_some(sum) },
            found => found,
        })
    }
    fn value(&mut self, sum: &Box<[u32]>, stage: &mut Stage, seen: &mut [u32]) -> Result<Option<u32>, Stopped> {
        Ok(match stage {
            Stage::Summands => {
                let is_shorter = sum.iter().any(|&number| self.equals(number).is_some());
                *stage = if is_shorter { Stage::Shorter } else { Stage::Options };
                if is_shorter { None } else { self.tame_worth(sum) }
            }
            Stage::Shorter => Some(seen[0]),
            Stage::Options => {
                seen.sort_unstable();
                let options: Vec<&Worth> = seen.chunk_by(|a, b| a == b).map(|same| &self.worths[same[0]]).collect();
                let worth = self.worths.number(Worth::of_options(&options));
                if let [number] = **sum {
                    self.alone[number as usize] = Some(worth);
                }
                Some(worth)
            }
        })
    }
    fn allocated_bytes(&self, sum: &Box<[u32]>) -> usize {
        size_of_val(&**sum) + 16
    }
    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }
    fn bytes(&self) -> usize {
        self.numbers.allocation_size() + self.positions.capacity() * size_of::<R::Position>() + self.outside
    }
    fn visited(&self, remembered: usize) -> usize {
        remembered.max(self.numbers.len())
    }
}
