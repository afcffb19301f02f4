//! Genera of positions by search over sums of summands, each sum valued once.
//!
//! A sum's options have no shorter name than their summands, except three: what equals nothing or a heap of one in every sum
//! is left out, and sums of positions that are tame all the way down add as heaps of Nim do.

use super::Genus;
use super::worth::{Worth, Worths};
use crate::{Limits, Meter, NoNimber};
use core::mem;
use hashbrown::HashMap;
use sprague_core::{Impartial, Nimber};

/// Summands by number, least first, and whether there is a heap of one beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Reduced {
    numbers: Vec<u32>,
    has_one: bool,
}

/// What a frame waits for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Waits {
    /// Its summands, each alone.
    Parts,
    /// The shorter sum that it turned out to equal.
    Shorter,
    /// Its options.
    Options,
}

struct Frame {
    sum: Box<[u32]>,
    waits: Waits,
    /// Where what it waits for begins in the shared list.
    floor: usize,
    /// The worths of what it has waited for.
    seen: Vec<u32>,
}

/// What the memo holds for a sum on the current path.
const OPEN: u32 = u32::MAX;

/// A search for genera that remembers: ask it about one position after another, all under the same limits.
///
/// ```
/// use sprague::{GenusSearch, Limits};
/// # use sprague::{Impartial, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let limits = Limits::default();
/// let mut search = GenusSearch::new(&Nim, &limits);
/// assert_eq!(search.genus(&3).unwrap().to_string(), "3^{31}");
/// assert_eq!(search.genus_of_sum([2, 2]).unwrap().to_string(), "0^{02}");
/// ```
pub struct GenusSearch<'a, R: Impartial> {
    rules: &'a R,
    meter: Meter<'a>,
    /// The summands that were met.
    numbers: HashMap<R::Position, u32>,
    positions: Vec<R::Position>,
    /// The summands that each move in a summand leaves, once they were asked for.
    moves: Vec<Option<Vec<Box<[u32]>>>>,
    /// What summands alone are worth, once that is known.
    alone: Vec<Option<u32>>,
    worths: Worths,
    memo: HashMap<Box<[u32]>, u32>,
    /// Sums not valued yet; each frame owns the part above its floor.
    pending: Vec<Box<[u32]>>,
    stack: Vec<Frame>,
    outside: usize,
}

impl<'a, R: Impartial> GenusSearch<'a, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        let mut search = Self {
            rules,
            meter: Meter::new(limits),
            numbers: HashMap::new(),
            positions: vec![],
            moves: vec![],
            alone: vec![],
            worths: Worths::default(),
            memo: HashMap::new(),
            pending: vec![],
            stack: vec![],
            outside: 0,
        };
        let nothing = search.worths.number(Worth::of_heap(0));
        search.worths.number(Worth::of_heap(1));
        search.memo.insert([].into(), nothing);
        search
    }

    /// The genus of a position.
    ///
    /// # Errors
    /// As [`genus`](fn@super::genus). What was valued before stays known.
    pub fn genus(&mut self, position: &R::Position) -> Result<Genus, NoNimber> {
        self.genus_of_sum([position.clone()])
    }

    /// The genus of a sum of positions.
    ///
    /// # Errors
    /// As [`genus`](fn@super::genus). What was valued before stays known.
    pub fn genus_of_sum(&mut self, positions: impl IntoIterator<Item = R::Position>) -> Result<Genus, NoNimber> {
        let rules = self.rules;
        let mut sum: Vec<u32> = vec![];
        for position in positions {
            sum.extend(rules.summands(&position).map(|part| self.number(part)));
        }
        sum.sort_unstable();
        self.pending.push(sum.into());
        let worth = self.value().inspect_err(|_| {
            self.pending.clear();
            self.stack.clear();
            self.memo.retain(|_, worth| *worth != OPEN);
        })?;
        Ok(self.worths[worth].genus.clone())
    }

    /// The worth of the one sum that is pending.
    fn value(&mut self) -> Result<u32, NoNimber> {
        loop {
            let floor = self.stack.last().map_or(0, |frame| frame.floor);
            if self.pending.len() == floor {
                self.go_on()?;
                continue;
            }
            let sum = self.pending.last().expect("the list is longer than its floor");
            let reduced = self.reduced(sum);
            match self.known(&reduced) {
                Some(OPEN) => return Err(NoNimber::Loopy),
                Some(worth) => {
                    self.pending.pop();
                    match self.stack.last_mut() {
                        Some(frame) => frame.seen.push(worth),
                        None => return Ok(worth),
                    }
                }
                None => self.enter(reduced.numbers.into())?,
            }
        }
    }

    /// Opens a frame for a sum; if there are several summands, it waits for each of them alone.
    fn enter(&mut self, sum: Box<[u32]>) -> Result<(), NoNimber> {
        self.memo.insert(sum.clone(), OPEN);
        self.outside += 2 * size_of_val(&*sum) + 32;
        self.look()?;
        let floor = self.pending.len();
        if sum.len() > 1 {
            let unknown = sum.iter().filter(|&&number| self.alone[number as usize].is_none());
            self.pending.extend(unknown.map(|&number| [number].into()));
        }
        self.stack.push(Frame { sum, waits: Waits::Parts, floor, seen: vec![] });
        Ok(())
    }

    /// The frame on top has waited for all it waits for.
    fn go_on(&mut self) -> Result<(), NoNimber> {
        let frame = self.stack.last_mut().expect("a frame waits");
        let sum = frame.sum.clone();
        match frame.waits {
            Waits::Parts if sum.len() > 1 => {
                frame.seen.clear();
                let reduced = self.reduced(&sum);
                if reduced.numbers.len() < sum.len() {
                    self.wait(Waits::Shorter);
                    self.pending.push(sum);
                } else if let Some(worth) = self.tame_worth(&sum) {
                    self.leave(worth);
                } else {
                    self.wait(Waits::Options);
                    self.expand(&sum)?;
                }
            }
            Waits::Parts => {
                self.wait(Waits::Options);
                self.expand(&sum)?;
            }
            Waits::Shorter => {
                let worth = frame.seen[0];
                self.leave(worth);
            }
            Waits::Options => {
                let mut seen = mem::take(&mut frame.seen);
                seen.sort_unstable();
                seen.dedup();
                let options: Vec<&Worth> = seen.iter().map(|&worth| &self.worths[worth]).collect();
                let worth = Worth::of_options(&options);
                let worth = self.worths.number(worth);
                self.leave(worth);
            }
        }
        Ok(())
    }

    fn wait(&mut self, waits: Waits) {
        self.stack.last_mut().expect("a frame is open").waits = waits;
    }

    /// Closes the frame on top and stores what its sum is worth.
    fn leave(&mut self, worth: u32) {
        let frame = self.stack.pop().expect("a frame is open");
        if let [number] = *frame.sum {
            self.alone[number as usize] = Some(worth);
        }
        self.memo.insert(frame.sum, worth);
    }

    /// Looks at every option of a sum: what is known counts at once, the others wait.
    fn expand(&mut self, sum: &[u32]) -> Result<(), NoNimber> {
        let mut option = vec![];
        for (index, &number) in sum.iter().enumerate() {
            if index > 0 && sum[index - 1] == number {
                continue;
            }
            self.list_moves(number)?;
            let moves = self.moves[number as usize].take().expect("they were listed");
            for left in &moves {
                option.clear();
                option.extend(sum[..index].iter().chain(&sum[index + 1..]).chain(left));
                option.sort_unstable();
                let reduced = self.reduced(&option);
                match self.known(&reduced).filter(|&worth| worth != OPEN) {
                    Some(worth) => self.stack.last_mut().expect("a frame is open").seen.push(worth),
                    None => self.pending.push(option.as_slice().into()),
                }
            }
            self.moves[number as usize] = Some(moves);
        }
        self.look()
    }

    /// Lists the moves of a summand, if they are not listed yet.
    fn list_moves(&mut self, number: u32) -> Result<(), NoNimber> {
        if self.moves[number as usize].is_some() {
            return Ok(());
        }
        let (rules, position) = (self.rules, self.positions[number as usize].clone());
        let mut moves: Vec<Box<[u32]>> = vec![];
        for option in rules.options(&position) {
            let mut left: Vec<u32> = rules.summands(&option).map(|part| self.number(part)).collect();
            left.sort_unstable();
            self.outside += size_of_val(&*left) + 24;
            moves.push(left.into());
            self.look()?;
        }
        moves.sort_unstable();
        moves.dedup();
        self.moves[number as usize] = Some(moves);
        Ok(())
    }

    /// The number of a summand. Those without moves get one too, and turn out to equal nothing.
    fn number(&mut self, part: R::Position) -> u32 {
        if let Some(&known) = self.numbers.get(&part) {
            return known;
        }
        let number = self.positions.len() as u32;
        self.outside += 3 * self.rules.bytes_outside(&part);
        self.positions.push(part.clone());
        self.moves.push(None);
        self.alone.push(None);
        self.numbers.insert(part, number);
        number
    }

    /// A sum without the summands that are known to equal nothing or a heap of one.
    fn reduced(&self, sum: &[u32]) -> Reduced {
        let mut reduced = Reduced::default();
        for &number in sum {
            match self.alone[number as usize].and_then(|worth| self.worths[worth].equals) {
                Some(heap) => reduced.has_one ^= heap == Nimber(1),
                None => reduced.numbers.push(number),
            }
        }
        reduced
    }

    /// What a reduced sum is worth, if that is known; `OPEN` for a sum on the current path.
    fn known(&mut self, sum: &Reduced) -> Option<u32> {
        let worth = self.memo.get(sum.numbers.as_slice()).copied()?;
        if !sum.has_one || worth == OPEN {
            return Some(worth);
        }
        let beside_one = self.worths[worth].beside_one();
        Some(self.worths.number(beside_one))
    }

    /// What a sum is worth if each of its summands is tame throughout.
    fn tame_worth(&mut self, sum: &[u32]) -> Option<u32> {
        let worths = sum.iter().map(|&number| &self.worths[self.alone[number as usize].expect("it was waited for")]);
        if !worths.clone().all(|worth| worth.is_tame_throughout) {
            return None;
        }
        let worth = Worth::of_tame_sum(worths);
        Some(self.worths.number(worth))
    }

    fn look(&mut self) -> Result<(), NoNimber> {
        let bytes = || {
            let lists = self.pending.capacity() * size_of::<Box<[u32]>>() + self.stack.capacity() * size_of::<Frame>();
            let summands = self.positions.capacity() * size_of::<R::Position>();
            self.memo.allocation_size() + self.numbers.allocation_size() + lists + summands + self.outside
        };
        let positions = self.memo.len().max(self.numbers.len()) as u64;
        Ok(self.meter.allow(positions, bytes, || self.rules.fault())?)
    }
}
