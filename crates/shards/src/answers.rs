//! All positions with their answers, sorted by hash, for totals and lookups.

use crate::ShardsError;
use crate::bytes::{put, put_wide, put_words, take, take_byte, take_words};
use crate::directory::Directory;
use crate::game::{Effort, hash, shard_of, with_bytes};
use crate::keys::{KeyCursor, outcome_of, take_degree};
use crate::settle::{BEYOND, Cell, CellCursor};
use crate::sheet::{Cursor, Part, Sheet, SheetWriter};
use crate::sort::{InOrder, merge};
use crate::stage::Phase;
use crate::summary::{Summary, Tally};
use sprague_core::Outcome;
use std::ops::Range;
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_128;

/// The nimber of a position, if it is known.
///
/// ```
/// use sprague_shards::KnownNimber;
/// assert_eq!((KnownNimber::Is(3).number(), KnownNimber::Beyond.number(), KnownNimber::None.number()), (Some(3), None, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KnownNimber {
    /// The position has no nimber, or nimbers were not computed.
    ///
    /// A position has no nimber if play from it need not end, or if the game is not impartial under normal play.
    None,
    /// The nimber, which is below 128.
    Is(u8),
    /// The nimber is 128 or more.
    Beyond,
}

impl KnownNimber {
    /// Returns the nimber if it is known and below 128.
    pub fn number(self) -> Option<u8> {
        if let Self::Is(number) = self { Some(number) } else { None }
    }
}

/// The outcome, remoteness and nimber of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionAnswer {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// The number of moves to the end if the winner plays for a fast win and the loser for a slow loss, or `None` for a draw.
    pub remoteness: Option<u32>,
    /// The nimber, if it is known.
    pub nimber: KnownNimber,
}

impl PositionAnswer {
    /// Returns the contribution of the position and its answer to a digest.
    ///
    /// It is the 128-bit XXH3 of the words, the outcome, the remoteness and the nimber. The contributions are added modulo
    /// 2¹²⁸, so their order does not matter.
    ///
    /// ```
    /// use sprague_core::Outcome;
    /// use sprague_shards::{PositionAnswer, KnownNimber};
    /// let answer = PositionAnswer { outcome: Outcome::Win, remoteness: Some(1), nimber: KnownNimber::Is(7) };
    /// assert_ne!(answer.digest(&[7]), answer.digest(&[8]));
    /// ```
    pub fn digest(&self, words: &[u64]) -> u128 {
        let [a, b, c, d] = self.remoteness.unwrap_or(u32::MAX).to_le_bytes();
        with_bytes(words, [self.outcome as u8, a, b, c, d, self.nimber_code()], xxh3_128)
    }

    /// Adds the position and its answer, but not the number of its options, to the totals.
    pub(crate) fn count(&self, words: &[u64], tally: &mut Tally) {
        tally.positions += 1;
        tally.won += u64::from(self.outcome == Outcome::Win);
        tally.lost += u64::from(self.outcome == Outcome::Loss);
        tally.longest = tally.longest.max(self.remoteness.unwrap_or(0));
        tally.digest = tally.digest.wrapping_add(self.digest(words));
    }

    fn nimber_code(&self) -> u8 {
        match self.nimber {
            KnownNimber::Is(nimber) => nimber,
            KnownNimber::Beyond => BEYOND,
            KnownNimber::None => u8::MAX,
        }
    }

    fn put(&self, bytes: &mut Vec<u8>) {
        bytes.extend([self.outcome as u8, self.nimber_code()]);
        put(bytes, self.remoteness.map_or(0, |moves| u64::from(moves) + 1));
    }

    fn take(bytes: &mut &[u8]) -> Option<Self> {
        let (outcome, nimber) = (outcome_of(take_byte(bytes)?)?, take_byte(bytes)?);
        let nimber = match nimber {
            0..BEYOND => KnownNimber::Is(nimber),
            BEYOND => KnownNimber::Beyond,
            u8::MAX => KnownNimber::None,
            _ => return None,
        };
        let remoteness = take(bytes)?.checked_sub(1).map(u32::try_from).transpose().ok()?;
        Some(Self { outcome, remoteness, nimber })
    }
}

/// The positions that a round has found, by hash, with their answers.
struct Solved {
    keys: KeyCursor,
    outcomes: CellCursor,
    nimbers: Option<CellCursor>,
    answer: Option<PositionAnswer>,
}

impl Solved {
    fn new(directory: &Directory, keys: KeyCursor, shard: u32) -> Result<Self, ShardsError> {
        let outcomes = CellCursor::new(directory, Phase::Outcomes, shard)?;
        let has_nimbers = directory.about().has_nimbers;
        let nimbers = has_nimbers.then(|| CellCursor::new(directory, Phase::Nimbers, shard)).transpose()?;
        let mut solved = Self { keys, outcomes, nimbers, answer: None };
        solved.read()?;
        Ok(solved)
    }

    fn read(&mut self) -> Result<(), ShardsError> {
        self.answer = None;
        if self.keys.hash().is_none() {
            return Ok(());
        }
        let number = self.keys.number;
        let (outcome, remoteness) = match self.outcomes.at(number)? {
            Cell::Settled(Outcome::Draw, _) => (Outcome::Draw, None),
            Cell::Settled(outcome, moves) => (outcome, Some(moves)),
            _ => (Outcome::Draw, None),
        };
        let nimber = match self.nimbers.as_mut().map(|cells| cells.at(number)).transpose()? {
            Some(Cell::Valued(BEYOND)) => KnownNimber::Beyond,
            Some(Cell::Valued(nimber)) => KnownNimber::Is(nimber),
            _ => KnownNimber::None,
        };
        self.answer = Some(PositionAnswer { outcome, remoteness, nimber });
        Ok(())
    }
}

impl InOrder for Solved {
    fn hash(&self) -> Option<u64> {
        self.keys.hash()
    }
    fn words(&self) -> &[u64] {
        self.keys.words()
    }
    fn advance(&mut self) -> Result<(), ShardsError> {
        self.keys.advance()?;
        self.read()
    }
}

/// Writes the answers of these shards.
pub(crate) fn write(directory: &Directory, shards: Range<u32>, effort: &mut Effort<'_>) -> Result<(), ShardsError> {
    let mut sheet = SheetWriter::create(&directory.target(shards.start), directory.seed())?;
    let mut tally = Tally::default();
    for shard in shards {
        let mut all = vec![];
        for found in directory.found() {
            let file = directory.sheet(found.stage, shard)?;
            for (part, first) in [(Part::Closed, found.first_closed(shard)), (Part::Open, found.first_open(shard))] {
                if file.records_of(part, shard) > 0 {
                    all.push(Solved::new(directory, KeyCursor::new(file.cursor(part, shard), first)?, shard)?);
                }
            }
        }
        sheet.section(Part::Answers, shard)?;
        merge(all, |solved, _| {
            effort.go_on()?;
            let (words, answer) = (solved.words(), solved.answer.expect("it was read"));
            answer.count(words, &mut tally);
            sheet.record(solved.hash().expect("there is one"), |bytes| {
                put_words(bytes, words);
                answer.put(bytes);
            })
        })?;
        for degrees in directory.degrees(shard) {
            let mut degrees = degrees?.cursor(Part::Degrees, shard);
            while let Some((degree, _)) = degrees.next(|bytes, _| take_degree(bytes))? {
                tally.options += degree;
            }
        }
    }
    let Tally { positions, won, lost, longest, options, digest } = tally;
    sheet.section(Part::Tally, 0)?;
    sheet.record(0, |bytes| {
        [positions, won, lost, longest.into(), options].into_iter().for_each(|number| put(bytes, number));
        put_wide(bytes, digest);
    })?;
    sheet.finish().map(drop)
}

/// The answers of a directory in which all work is finished.
#[derive(Debug)]
pub struct SolvedGraph {
    sheets: Vec<Arc<Sheet>>,
    shards: u32,
    summary: Summary,
}

impl Directory {
    /// Returns the answers to all positions.
    ///
    /// # Errors
    /// Returns [`ShardsError::Foreign`] if the work is not finished, or [`ShardsError::Damaged`].
    pub fn answers(&self) -> Result<SolvedGraph, ShardsError> {
        let (sheets, summary) = self.answer_sheets()?;
        Ok(SolvedGraph { sheets, shards: self.shards(), summary: summary.clone() })
    }
}

impl SolvedGraph {
    /// Returns the totals of all answers.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Returns the answer of a position, or `None` if it is not in the graph.
    ///
    /// Pass the words of the position as [`Game::words`](crate::Game::words) returns them. The lookup reads one or two blocks
    /// of about 32 KiB.
    ///
    /// # Errors
    /// Returns [`ShardsError::Damaged`] if a block was altered.
    pub fn find(&self, words: &[u64]) -> Result<Option<PositionAnswer>, ShardsError> {
        let hash = hash(words);
        let mut all = self.shard(shard_of(hash, self.shards));
        all.cursor.seek(hash);
        while let Some((here, answer)) = all.next()? {
            let here_hash = crate::game::hash(here);
            if here == words {
                return Ok(Some(answer));
            }
            if here_hash > hash {
                break;
            }
        }
        Ok(None)
    }

    /// Calls `each` with the words and the answer of every position, sorted by shard and hash.
    ///
    /// # Errors
    /// Returns [`ShardsError::Damaged`] if a file was altered, or the error of `each`.
    pub fn each(&self, mut each: impl FnMut(&[u64], PositionAnswer) -> Result<(), ShardsError>) -> Result<(), ShardsError> {
        (0..self.shards).try_for_each(|shard| self.each_of(shard, &mut each))
    }

    /// Calls `each` with the words and the answer of every position of one shard. Does nothing if there is no such shard.
    ///
    /// # Errors
    /// Returns [`ShardsError::Damaged`] if a file was altered, or the error of `each`.
    pub fn each_of(
        &self,
        shard: u32,
        mut each: impl FnMut(&[u64], PositionAnswer) -> Result<(), ShardsError>,
    ) -> Result<(), ShardsError> {
        if shard >= self.shards {
            return Ok(());
        }
        let mut all = self.shard(shard);
        while let Some((words, answer)) = all.next()? {
            each(words, answer)?;
        }
        Ok(())
    }

    /// Reads all answers, and compares their digest with the stored one.
    ///
    /// # Errors
    /// Returns [`ShardsError::Damaged`] if a file was altered.
    pub fn check(&self) -> Result<(), ShardsError> {
        let mut digest = 0_u128;
        self.each(|words, answer| {
            digest = digest.wrapping_add(answer.digest(words));
            Ok(())
        })?;
        match self.sheets.first() {
            Some(sheet) if format!("{digest:032x}") != self.summary.digest => Err(ShardsError::damaged(sheet.path())),
            _ => Ok(()),
        }
    }

    /// Returns a finder, which looks up many positions in order of hash.
    pub(crate) fn finder(&self) -> Finder<'_> {
        Finder { answers: self, shard: None }
    }

    fn shard(&self, shard: u32) -> AnswerCursor {
        let sheet = &self.sheets[if self.sheets.len() == 1 { 0 } else { shard as usize }];
        AnswerCursor { cursor: sheet.cursor(Part::Answers, shard), words: vec![] }
    }
}

/// Looks up positions in the order of their hashes and words, in one pass.
pub(crate) struct Finder<'a> {
    answers: &'a SolvedGraph,
    /// The shard that is being read, its cursor, and the position at the cursor.
    shard: Option<(u32, AnswerCursor, Place)>,
}

/// The hash and the answer of a position, or `None` after the last position.
type Place = Option<(u64, PositionAnswer)>;

impl Finder<'_> {
    pub(crate) fn find(&mut self, hash: u64, words: &[u64]) -> Result<Option<PositionAnswer>, ShardsError> {
        let shard = shard_of(hash, self.answers.shards);
        if self.shard.as_ref().is_none_or(|(here, ..)| *here != shard) {
            let mut cursor = self.answers.shard(shard);
            let here = cursor.here()?;
            self.shard = Some((shard, cursor, here));
        }
        let (_, cursor, here) = self.shard.as_mut().expect("it was opened");
        if here.is_some_and(|(here, _)| here < hash) {
            cursor.cursor.seek_on(hash);
        }
        while here.is_some_and(|(here, _)| (here, cursor.words.as_slice()) < (hash, words)) {
            *here = cursor.here()?;
        }
        Ok(here.filter(|(here, _)| *here == hash && cursor.words == words).map(|(_, answer)| answer))
    }
}

struct AnswerCursor {
    cursor: Cursor,
    words: Vec<u64>,
}

impl AnswerCursor {
    /// Moves to the next position and returns its hash and answer.
    fn here(&mut self) -> Result<Place, ShardsError> {
        Ok(self.next()?.map(|(words, answer)| (hash(words), answer)))
    }

    fn next(&mut self) -> Result<Option<(&[u64], PositionAnswer)>, ShardsError> {
        let words = &mut self.words;
        let answer = self.cursor.next(|bytes, _| {
            take_words(bytes, words)?;
            PositionAnswer::take(bytes)
        })?;
        Ok(answer.map(|answer| (self.words.as_slice(), answer)))
    }
}
