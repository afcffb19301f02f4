//! The reversed graph, in which each position has a list of the positions whose option it is. All positions are numbers.

use crate::ShardsError;
use crate::bytes::{put, take};
use crate::directory::Directory;
use crate::game::Effort;
use crate::keys::NUMBER_BITS;
use crate::least::Least;
use crate::sheet::{Cursor, Part, SheetWriter};
use crate::sort::MOST_TOGETHER;

/// A link from an option to a position that has this option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The number of the option in its shard.
    pub(crate) option: u64,
    /// The shard of the position that has the option.
    pub(crate) shard: u32,
    /// The number of that position.
    pub(crate) of: u64,
}

impl Link {
    /// Packs the link into a number. The numbers have the same order as the options.
    pub(crate) fn pack(self) -> u128 {
        self.pack_with(0)
    }

    pub(crate) fn unpack(packed: u128) -> Self {
        Self::unpack_with(packed).1
    }

    /// Packs the link and the shard of the option. The numbers are ordered by shard, then by option.
    pub(crate) fn pack_with(self, option_shard: u32) -> u128 {
        let place = |shard: u32, number: u64| u128::from(shard) << NUMBER_BITS | u128::from(number);
        place(option_shard, self.option) << 64 | place(self.shard, self.of)
    }

    pub(crate) fn unpack_with(packed: u128) -> (u32, Self) {
        let number = |place: u64| place & ((1 << NUMBER_BITS) - 1);
        let [place, of] = [(packed >> 64) as u64, packed as u64];
        let shard = |place: u64| (place >> NUMBER_BITS) as u32;
        (shard(place), Self { option: number(place), shard: shard(of), of: number(of) })
    }
}

/// Writes links, which must be in order. The links of an option are one record unless there are many.
#[derive(Default)]
pub(crate) struct ParentWriter {
    option: u64,
    count: usize,
    /// The encoded links of the current option.
    bytes: Vec<u8>,
}

impl ParentWriter {
    #[inline]
    pub(crate) fn link(&mut self, sheet: &mut SheetWriter, link: Link) -> Result<(), ShardsError> {
        if link.option != self.option || self.count == MOST_TOGETHER {
            self.finish(sheet)?;
            self.option = link.option;
        }
        self.count += 1;
        put(&mut self.bytes, link.shard.into());
        put(&mut self.bytes, link.of);
        Ok(())
    }

    /// Writes the last record.
    pub(crate) fn finish(&mut self, sheet: &mut SheetWriter) -> Result<(), ShardsError> {
        if self.count == 0 {
            return Ok(());
        }
        let first = sheet.first_order().unwrap_or(self.option);
        sheet.record(self.option, |bytes| {
            put(bytes, self.option - first);
            put(bytes, self.bytes.len() as u64);
            bytes.extend_from_slice(&self.bytes);
        })?;
        self.count = 0;
        self.bytes.clear();
        Ok(())
    }
}

/// Visits options by number, each with the positions that have it. An option with many links is visited several times.
pub(crate) struct ParentCursor {
    cursor: Cursor,
    /// The number of the current option, or `None` after the last one.
    option: Option<u64>,
    /// The links of the current option. They stay encoded, because most of them are skipped.
    bytes: Vec<u8>,
}

impl ParentCursor {
    pub(crate) fn new(cursor: Cursor) -> Result<Self, ShardsError> {
        let mut parents = Self { cursor, option: None, bytes: vec![] };
        parents.advance()?;
        Ok(parents)
    }

    fn advance(&mut self) -> Result<(), ShardsError> {
        let links = &mut self.bytes;
        self.option = self.cursor.next(|bytes, first| {
            let option = first.checked_add(take(bytes)?)?;
            let len = usize::try_from(take(bytes)?).ok()?;
            let (here, rest) = bytes.split_at_checked(len)?;
            links.clear();
            links.extend_from_slice(here);
            *bytes = rest;
            Some(option)
        })?;
        Ok(())
    }

    /// Calls `each` with the links of the current option.
    fn each_here(&self, mut each: impl FnMut(Link) -> Result<(), ShardsError>) -> Result<(), ShardsError> {
        let Some(option) = self.option else { return Ok(()) };
        let mut bytes = self.bytes.as_slice();
        let next = |bytes: &mut &[u8]| Some((u16::try_from(take(bytes)?).ok()?, take(bytes)?));
        while !bytes.is_empty() {
            let (shard, of) = next(&mut bytes).ok_or_else(|| ShardsError::damaged(self.cursor.path()))?;
            each(Link { option, shard: shard.into(), of })?;
        }
        Ok(())
    }

    /// Calls `each` with the links of this option. It is fastest if options are requested in ascending order.
    pub(crate) fn each_of(
        &mut self,
        option: u64,
        mut each: impl FnMut(Link) -> Result<(), ShardsError>,
    ) -> Result<(), ShardsError> {
        if self.option.is_none_or(|here| here > option) {
            self.cursor.seek(option);
            self.advance()?;
        } else if self.option != Some(option) {
            self.cursor.seek_on(option);
        }
        while self.option.is_some_and(|here| here < option) {
            self.advance()?;
        }
        while self.option == Some(option) {
            self.each_here(&mut each)?;
            self.advance()?;
        }
        Ok(())
    }
}

/// Merges the links to options in these shards that all rounds have found.
pub(crate) fn gather(directory: &Directory, shards: std::ops::Range<u32>, effort: &mut Effort<'_>) -> Result<(), ShardsError> {
    let mut sheet = SheetWriter::create(&directory.target(shards.start), directory.seed())?;
    for shard in shards {
        sheet.section(Part::Parents, shard)?;
        let mut cursors = vec![];
        for found in directory.found().filter(|found| found.has_edges) {
            cursors.push(ParentCursor::new(directory.edges(found.stage, shard)?.cursor(Part::Parents, shard))?);
        }
        let mut least = Least::new(cursors.iter().map(|cursor| cursor.option.map(u128::from)), |a, b| a < b);
        let mut writer = ParentWriter::default();
        while let Some((_, row)) = least.least() {
            effort.go_on()?;
            let cursor = &mut cursors[row];
            cursor.each_here(|link| writer.link(&mut sheet, link))?;
            cursor.advance()?;
            least.replace(cursor.option.map(u128::from), |a, b| a < b);
        }
        writer.finish(&mut sheet)?;
    }
    sheet.finish().map(drop)
}
