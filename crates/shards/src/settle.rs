//! Settles positions by retrograde analysis, turn by turn, from the ends of play backwards, in files.
//!
//! In each *turn* a position that is newly settled sends a *notice* to each position that it is an option of.
//!
//! 1. *Start* (`start`). Every position gets a *cell*: the number of its options, each counted once. Positions without options
//!    are settled with the outcome that the rules give. Won and lost ones send notices; a draw at the end of play sends none.
//! 2. *Turn* (`turn`). Each cell receives its notices. Outcomes: a position is won if one option is lost, and lost if all
//!    options are won. Nimbers: if all options have nimbers, the position has their mex. A position that is now settled sends
//!    notices for the next turn.
//! 3. *Small turns* (`small_turns`). While there are few notices, many turns are done in memory in one step.
//! 4. *End*. Each position sends notices at most once, so there are no more notices than edges, and they come to an end.
//!    Positions without an outcome are draws; positions without a nimber are those from which a cycle can be reached. (Smith's
//!    values of such positions are not computed.)
//!
//! Why outcomes and remoteness are right: by induction, turn t settles exactly the positions that are won or lost in t moves of
//! best play.
//!
//! - *Won in turn t*: an option was settled as lost in turn t − 1, and none before. The winner hurries, so this is the move.
//! - *Lost in turn t*: the last of all options was settled as won in turn t − 1. The loser delays, so this is the move.
//! - *Never settled*: no option is lost, and some option is a draw at the end of play or never settled itself. The player to
//!   move can always move to such an option. If the opponent leaves these positions, then to a position that is won for the
//!   player to move. So neither player can be forced to lose, and the position is a draw.
//!
//! Why nimbers are right: a position gets its value after all of its options, by the mex rule (Sprague 1935, Grundy 1939). A
//! position that never gets a value has an option that never gets one, which has another, and so on. As there are finitely many
//! positions, this path reaches a cycle. And no position of a cycle ever gets a value, because none of them could be the first.
//!
//! Why steps may be killed: a step reads files that never change, and puts one file in place, completely or not at all. Its
//! temporary files for sorting are discarded. Notices and cells are both in order of position, so a turn in files reads and
//! writes each of them once, from front to back. Small turns read single blocks.

use crate::ShardsError;
use crate::bytes::{put, put_wide, take, take_byte, take_wide};
use crate::directory::Directory;
use crate::game::{Effort, MOST_OPTIONS};
use crate::keys::{NUMBER_BITS, outcome_of, take_degree};
use crate::least::Least;
use crate::parents::ParentCursor;
use crate::sheet::{Cursor, Part, SheetWriter};
use crate::sort::{Numbers, Runs};
use crate::stage::{Phase, Stage};
use sprague_core::Outcome;
use std::collections::HashMap;
use std::ops::Range;

/// The state of one position in one phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    /// The outcome is open. This many options have not been found to be won.
    Unsettled(u32),
    /// The outcome, and the number of moves to the end.
    Settled(Outcome, u32),
    /// The nimber is open. This many options have no nimber yet. The bits are the nimbers of the others.
    Unvalued(u32, u128),
    /// The nimber, or [`BEYOND`].
    Valued(u8),
}

/// Represents every nimber of 128 or more.
///
/// These nimbers are not distinguished. They never change a mex below 128, so smaller nimbers are exact.
pub(crate) const BEYOND: u8 = 128;

/// The notice that an option is lost for the player to move there. The next constant is the notice that it is won. In the
/// phase of nimbers, a notice is the nimber.
const LOST: u8 = 0;
const WON: u8 = 1;

impl Cell {
    /// Returns the cell of a position with this many options, or with this outcome if there are none.
    fn new(phase: Phase, degree: u64, terminal: Option<Outcome>) -> Self {
        match (phase, terminal) {
            (Phase::Outcomes, None) => Self::Unsettled(degree as u32),
            (Phase::Outcomes, Some(outcome)) => Self::Settled(outcome, 0),
            (Phase::Nimbers, None) => Self::Unvalued(degree as u32, 0),
            (Phase::Nimbers, Some(_)) => Self::Valued(0),
        }
    }

    /// Returns the notice for the positions that have this option, if the cell is settled.
    fn note(self) -> Option<u8> {
        match self {
            Self::Settled(Outcome::Loss, _) => Some(LOST),
            Self::Settled(Outcome::Win, _) => Some(WON),
            Self::Valued(nimber) => Some(nimber),
            _ => None,
        }
    }

    /// Receives the same notice from `count` options in this turn.
    ///
    /// One lost option settles the cell at once. Everything else is decided at the end of the turn, when all notices have been
    /// received.
    fn hear(&mut self, note: u8, count: u32, turn: u32) {
        match self {
            Self::Unsettled(_) if note == LOST => *self = Self::Settled(Outcome::Win, turn),
            Self::Unsettled(left) => *left = left.saturating_sub(count),
            Self::Unvalued(left, seen) => {
                *left = left.saturating_sub(count);
                *seen |= if note < BEYOND { 1 << note } else { 0 };
            }
            Self::Settled(..) | Self::Valued(_) => {}
        }
    }

    /// Ends a turn in which the cell received notices.
    fn end_turn(&mut self, turn: u32) {
        match *self {
            Self::Unsettled(0) => *self = Self::Settled(Outcome::Loss, turn),
            Self::Unvalued(0, seen) => *self = Self::Valued(seen.trailing_ones() as u8),
            _ => {}
        }
    }

    fn put(self, bytes: &mut Vec<u8>) {
        match self {
            Self::Unsettled(left) => {
                bytes.push(3);
                put(bytes, left.into());
            }
            Self::Settled(outcome, moves) => {
                bytes.push(outcome as u8);
                put(bytes, moves.into());
            }
            Self::Unvalued(left, 0) => {
                bytes.push(BEYOND + 1);
                put(bytes, left.into());
            }
            Self::Unvalued(left, seen) => {
                bytes.push(BEYOND + 2);
                put(bytes, left.into());
                put_wide(bytes, seen);
            }
            Self::Valued(nimber) => bytes.push(nimber),
        }
    }

    fn take(phase: Phase, bytes: &mut &[u8]) -> Option<Self> {
        let kind = take_byte(bytes)?;
        let number = |bytes: &mut &[u8]| u32::try_from(take(bytes)?).ok();
        Some(match (phase, kind) {
            (Phase::Outcomes, 3) => Self::Unsettled(number(bytes)?),
            (Phase::Outcomes, outcome) => Self::Settled(outcome_of(outcome)?, number(bytes)?),
            (Phase::Nimbers, 0..=BEYOND) => Self::Valued(kind),
            (Phase::Nimbers, 129) => Self::Unvalued(number(bytes)?, 0),
            (Phase::Nimbers, 130) => Self::Unvalued(number(bytes)?, take_wide(bytes)?),
            _ => return None,
        })
    }
}

pub(crate) struct CellCursor {
    phase: Phase,
    cursor: Cursor,
}

impl CellCursor {
    /// Returns a cursor over the cells that the last stage of this phase wrote.
    pub(crate) fn new(directory: &Directory, phase: Phase, shard: u32) -> Result<Self, ShardsError> {
        let stage = directory.last(|stage| is_of(phase, stage)).expect("the phase has begun");
        Ok(Self { phase, cursor: directory.sheet(stage, shard)?.cursor(Part::Cells, shard) })
    }

    /// Returns the next cell, with the number of its position.
    pub(crate) fn next(&mut self) -> Result<Option<(u64, Cell)>, ShardsError> {
        let cell = self.cursor.next(|bytes, _| Cell::take(self.phase, bytes))?;
        Ok(cell.map(|cell| (self.cursor.index() - 1, cell)))
    }

    /// Returns the cell of the position with this number, which must exist.
    pub(crate) fn at(&mut self, number: u64) -> Result<Cell, ShardsError> {
        self.find(number)?.ok_or_else(|| ShardsError::damaged(self.cursor.path()))
    }

    fn find(&mut self, number: u64) -> Result<Option<Cell>, ShardsError> {
        if number < self.cursor.index() {
            self.cursor.seek(number + 1);
        } else {
            self.cursor.seek_on(number + 1);
        }
        while let Some((here, cell)) = self.next()? {
            if here == number {
                return Ok(Some(cell));
            }
        }
        Ok(None)
    }
}

fn is_of(phase: Phase, stage: Stage) -> bool {
    matches!(stage, Stage::Start(other) | Stage::Turn(other) | Stage::SmallTurns(other) if other == phase)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Notice {
    shard: u32,
    number: u64,
    note: u8,
}

impl Notice {
    fn pack(self) -> u128 {
        (u128::from(self.shard) << NUMBER_BITS | u128::from(self.number)) << 8 | u128::from(self.note)
    }

    fn unpack(packed: u128) -> Self {
        let number = (packed >> 8) as u64 & ((1 << NUMBER_BITS) - 1);
        Self { shard: (packed >> (8 + NUMBER_BITS)) as u32, number, note: packed as u8 }
    }
}

/// Writes notices by shard. Notices must be in order. Equal ones are written once, with a count.
struct NoticeWriter<'a> {
    sheet: &'a mut SheetWriter,
    begun: u32,
    notice: Option<Notice>,
    count: u64,
}

impl<'a> NoticeWriter<'a> {
    fn new(sheet: &'a mut SheetWriter) -> Self {
        Self { sheet, begun: 0, notice: None, count: 0 }
    }

    fn notice(&mut self, notice: Notice, count: u64) -> Result<(), ShardsError> {
        if self.notice != Some(notice) {
            self.finish()?;
            self.notice = Some(notice);
        }
        self.count += count;
        Ok(())
    }

    fn finish(&mut self) -> Result<(), ShardsError> {
        let Some(Notice { shard, number, note }) = self.notice.take() else { return Ok(()) };
        while self.begun <= shard {
            self.sheet.section(Part::Notices, self.begun)?;
            self.begun += 1;
        }
        let (first, count) = (self.sheet.first_order().unwrap_or(number), std::mem::take(&mut self.count));
        self.sheet.record(number, |bytes| {
            put(bytes, number - first);
            bytes.push(note);
            put(bytes, count);
        })
    }
}

struct NoticeCursor {
    cursor: Cursor,
    here: Option<(u64, u8, u32)>,
}

impl NoticeCursor {
    fn new(cursor: Cursor) -> Result<Self, ShardsError> {
        let mut notices = Self { cursor, here: None };
        notices.advance()?;
        Ok(notices)
    }

    fn advance(&mut self) -> Result<(), ShardsError> {
        self.here = self.cursor.next(|bytes, first| {
            let number = first.checked_add(take(bytes)?)?;
            let (note, count) = (take_byte(bytes)?, take(bytes)?);
            Some((number, note, count.min(MOST_OPTIONS) as u32))
        })?;
        Ok(())
    }
}

/// The file of a step that settles positions. It contains cells, followed by notices.
struct Settling<'a> {
    directory: &'a Directory,
    sheet: SheetWriter,
    notices: Numbers,
    parents: Option<(u32, ParentCursor)>,
}

impl<'a> Settling<'a> {
    fn new(directory: &'a Directory, first: u32, bytes: u64) -> Result<Self, ShardsError> {
        let target = directory.target(first);
        Ok(Self {
            directory,
            sheet: SheetWriter::create(&target, directory.seed())?,
            notices: Numbers::new(bytes, Runs::of(&target, directory.seed())),
            parents: None,
        })
    }

    fn cell(&mut self, number: u64, cell: Cell) -> Result<(), ShardsError> {
        self.sheet.record(number, |bytes| cell.put(bytes))
    }

    /// Sends the notices of a position if it is settled.
    fn tell(&mut self, shard: u32, number: u64, cell: Cell) -> Result<(), ShardsError> {
        let Some(note) = cell.note() else { return Ok(()) };
        if self.parents.as_ref().is_none_or(|(of, _)| *of != shard) {
            self.parents = Some((shard, parents_of(self.directory, shard)?));
        }
        let (_, parents) = self.parents.as_mut().expect("it was opened");
        let notices = &mut self.notices;
        parents.each_of(number, |link| notices.push(Notice { shard: link.shard, number: link.of, note }.pack()))
    }

    fn finish(mut self, pending: &[(Notice, u64)]) -> Result<(), ShardsError> {
        let mut writer = NoticeWriter::new(&mut self.sheet);
        pending.iter().try_for_each(|&(notice, count)| writer.notice(notice, count))?;
        self.notices.each(|notice| writer.notice(Notice::unpack(notice), 1))?;
        writer.finish()?;
        self.sheet.finish().map(drop)
    }
}

fn parents_of(directory: &Directory, shard: u32) -> Result<ParentCursor, ShardsError> {
    let stage = directory.last(|stage| stage == Stage::Gather).expect("the graph was turned round");
    ParentCursor::new(directory.sheet(stage, shard)?.cursor(Part::Parents, shard))
}

/// Settles the positions of these shards at which play ends (step 1).
pub(crate) fn start(directory: &Directory, phase: Phase, shards: Range<u32>, effort: &mut Effort<'_>) -> Result<(), ShardsError> {
    let mut settling = Settling::new(directory, shards.start, effort.bytes())?;
    for shard in shards {
        settling.sheet.section(Part::Cells, shard)?;
        let mut number = 0;
        let mut last = directory.path().to_owned();
        for sheet in directory.degrees(shard) {
            let sheet = sheet?;
            sheet.path().clone_into(&mut last);
            let mut degrees = sheet.cursor(Part::Degrees, shard);
            while let Some((degree, terminal)) = degrees.next(|bytes, _| take_degree(bytes))? {
                effort.go_on()?;
                let cell = Cell::new(phase, degree, terminal);
                settling.cell(number, cell)?;
                settling.tell(shard, number, cell)?;
                number += 1;
            }
        }
        if number != directory.numbered(shard) {
            return Err(ShardsError::damaged(&last));
        }
    }
    settling.finish(&[])
}

/// Makes one turn for the positions of these shards (step 2).
pub(crate) fn turn(directory: &Directory, phase: Phase, shards: Range<u32>, effort: &mut Effort<'_>) -> Result<(), ShardsError> {
    let last = directory.stages().len() as u32 - 1;
    let turn = directory.stages()[last as usize].turns + 1;
    let mut settling = Settling::new(directory, shards.start, effort.bytes())?;
    let sources = if directory.stages()[last as usize].is_split { directory.shards() } else { 1 };
    for shard in shards {
        settling.sheet.section(Part::Cells, shard)?;
        let mut cells = CellCursor::new(directory, phase, shard)?;
        let mut notices = vec![];
        for source in 0..sources {
            notices.push(NoticeCursor::new(directory.sheet(last, source)?.cursor(Part::Notices, shard))?);
        }
        let mut least = Least::new(notices.iter().map(|notices| notices.here.map(|here| here.0.into())), |a, b| a < b);
        while let Some((number, mut cell)) = cells.next()? {
            effort.go_on()?;
            // 2. receive all notices of this turn; they are in order of number, as the cells are
            let mut has_heard = false;
            while let Some((_, row)) = least.least().filter(|&(to, _)| to <= number.into()) {
                let notices = &mut notices[row];
                let (_, note, count) = notices.here.expect("it is the least");
                // a position that was settled before has already sent its notices
                has_heard |= cell.note().is_none();
                cell.hear(note, count, turn);
                notices.advance()?;
                least.replace(notices.here.map(|here| here.0.into()), |a, b| a < b);
            }
            // newly settled: send notices for the next turn
            if has_heard {
                cell.end_turn(turn);
                settling.tell(shard, number, cell)?;
            }
            settling.cell(number, cell)?;
        }
    }
    settling.finish(&[])
}

/// The number of changed cells after which a step in memory starts no further turn. It bounds the memory, and the work lost
/// if the step is killed.
const MOST_CHANGED: usize = 1 << 20;

/// Makes turns in memory (step 3), until no notices are left, there are too many notices, or very many cells have changed.
pub(crate) fn small_turns(directory: &Directory, phase: Phase, effort: &mut Effort<'_>) -> Result<(), ShardsError> {
    let last = directory.stages().len() as u32 - 1;
    let done = &directory.stages()[last as usize];
    let (first_turn, sources) = (done.turns, if done.is_split { directory.shards() } else { 1 });
    // all notices of the last stage, each with its count
    let mut pending: Vec<(Notice, u64)> = vec![];
    for source in 0..sources {
        let sheet = directory.sheet(last, source)?;
        for shard in 0..directory.shards() {
            let mut notices = NoticeCursor::new(sheet.cursor(Part::Notices, shard))?;
            while let Some((number, note, count)) = notices.here {
                pending.push((Notice { shard, number, note }, count.into()));
                notices.advance()?;
            }
        }
    }
    // invariant: `known` has the cells that changed in this step; all others are as the last stage wrote them
    let mut known: HashMap<(u32, u64), Cell> = HashMap::new();
    let (mut cells, mut parents) = (HashMap::new(), HashMap::new());
    let (mut turns, mut much) = (0, None);
    while !pending.is_empty() && known.len() < MOST_CHANGED {
        turns += 1;
        let turn = first_turn + turns;
        // 3. a turn: sorting puts the notices to one position together
        pending.sort_unstable();
        // one position may be an option of very many, so the notices for the next turn may not fit in memory
        let mut next = Numbers::new(effort.bytes() / 4, Runs::of(&directory.target(0), directory.seed()));
        for same in pending.chunk_by(|a, b| (a.0.shard, a.0.number) == (b.0.shard, b.0.number)) {
            effort.go_on()?;
            let (shard, number) = (same[0].0.shard, same[0].0.number);
            let mut cell = match known.get(&(shard, number)) {
                Some(&cell) => cell,
                None => {
                    if !cells.contains_key(&shard) {
                        // bound the number of open files and their buffers
                        if cells.len() >= MOST_OPEN {
                            cells.clear();
                        }
                        cells.insert(shard, CellCursor::new(directory, phase, shard)?);
                    }
                    let cells = cells.get_mut(&shard).expect("it was opened");
                    cells.at(number)?
                }
            };
            if cell.note().is_some() {
                continue;
            }
            same.iter().for_each(|&(notice, count)| cell.hear(notice.note, count.min(MOST_OPTIONS) as u32, turn));
            cell.end_turn(turn);
            known.insert((shard, number), cell);
            let Some(note) = cell.note() else { continue };
            if !parents.contains_key(&shard) {
                if parents.len() >= MOST_OPEN {
                    parents.clear();
                }
                parents.insert(shard, parents_of(directory, shard)?);
            }
            let parents = parents.get_mut(&shard).expect("it was opened");
            parents.each_of(number, |link| next.push(Notice { shard: link.shard, number: link.of, note }.pack()))?;
        }
        pending.clear();
        // too many for memory: they are left for turns in files
        if next.count() > directory.about().small {
            much = Some(next);
        } else {
            next.each(|notice| {
                pending.push((Notice::unpack(notice), 1));
                Ok(())
            })?;
        }
    }
    // write all cells as they are now, then the notices that are still to be received
    let mut settling = Settling::new(directory, 0, effort.bytes() / 8)?;
    settling.notices = much.unwrap_or(settling.notices);
    for shard in 0..directory.shards() {
        settling.sheet.section(Part::Cells, shard)?;
        let mut cells = CellCursor::new(directory, phase, shard)?;
        while let Some((number, cell)) = cells.next()? {
            effort.go_on()?;
            settling.cell(number, known.get(&(shard, number)).copied().unwrap_or(cell))?;
        }
    }
    settling.sheet.section(Part::Turns, 0)?;
    (0..turns).try_for_each(|turn| settling.sheet.record(turn.into(), |bytes| bytes.push(0)))?;
    settling.finish(&pending)
}

/// The maximum number of shards whose cells and parents are open at the same time.
const MOST_OPEN: usize = 256;
