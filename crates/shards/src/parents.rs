//! The graph turned round: for each position, by number, the positions it is an option of.

use crate::ShardsError;
use crate::bytes::{put, take};
use crate::directory::Directory;
use crate::explore::NUMBER_BITS;
use crate::game::Effort;
use crate::sheet::{Cursor, Part, SheetWriter};
use crate::sort::MOST_TOGETHER;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A position is an option of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// The option's number in its shard.
    pub(crate) option: u64,
    /// The shard of the position that it is an option of.
    pub(crate) shard: u32,
    /// The number of that position.
    pub(crate) of: u64,
}

impl Link {
    /// As a number, so that links are in order of options.
    pub(crate) fn pack(self) -> u128 {
        self.pack_with(0)
    }

    pub(crate) fn unpack(packed: u128) -> Self {
        Self::unpack_with(packed).1
    }

    /// As a number, so that links are in order of the options' shards and then of options.
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

/// Writes links that come in order, those of an option in one record unless they are many.
#[derive(Default)]
pub(crate) struct ParentWriter {
    option: u64,
    parents: Vec<(u32, u64)>,
}

impl ParentWriter {
    #[inline]
    pub(crate) fn link(&mut self, sheet: &mut SheetWriter, link: Link) -> Result<(), ShardsError> {
        if link.option != self.option || self.parents.len() == MOST_TOGETHER {
            self.finish(sheet)?;
            self.option = link.option;
        }
        self.parents.push((link.shard, link.of));
        Ok(())
    }

    /// Writes the last record.
    pub(crate) fn finish(&mut self, sheet: &mut SheetWriter) -> Result<(), ShardsError> {
        if self.parents.is_empty() {
            return Ok(());
        }
        let first = sheet.first_order().unwrap_or(self.option);
        sheet.record(self.option, |bytes| {
            put(bytes, self.option - first);
            put(bytes, self.parents.len() as u64);
            for &(shard, of) in &self.parents {
                put(bytes, u64::from(shard));
                put(bytes, of);
            }
        })?;
        self.parents.clear();
        Ok(())
    }
}

/// Goes through options by number, with the positions they are options of: several times through an option that has many.
pub(crate) struct ParentCursor {
    cursor: Cursor,
    /// The number of the option here; `None` behind the last one.
    option: Option<u64>,
    parents: Vec<(u32, u64)>,
}

impl ParentCursor {
    pub(crate) fn new(cursor: Cursor) -> Result<Self, ShardsError> {
        let mut parents = Self { cursor, option: None, parents: vec![] };
        parents.advance()?;
        Ok(parents)
    }

    fn advance(&mut self) -> Result<(), ShardsError> {
        let parents = &mut self.parents;
        self.option = self.cursor.next(|bytes, first| {
            let option = first.checked_add(take(bytes)?)?;
            parents.clear();
            for _ in 0..take(bytes)? {
                parents.push((u16::try_from(take(bytes)?).ok()?.into(), take(bytes)?));
            }
            Some(option)
        })?;
        Ok(())
    }

    /// Tells the positions that this one is an option of, shard and number. Fastest where it is asked about rising numbers.
    pub(crate) fn each_of(
        &mut self,
        option: u64,
        mut each: impl FnMut(u32, u64) -> Result<(), ShardsError>,
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
            self.parents.iter().try_for_each(|&(shard, of)| each(shard, of))?;
            self.advance()?;
        }
        Ok(())
    }
}

/// Brings together what all rounds found out about the options in these shards.
pub(crate) fn gather(directory: &Directory, shards: std::ops::Range<u32>, effort: &mut Effort<'_>) -> Result<(), ShardsError> {
    let mut sheet = SheetWriter::create(&directory.target(shards.start), directory.seed())?;
    for shard in shards {
        sheet.section(Part::Parents, shard)?;
        let mut cursors = vec![];
        for found in directory.found().filter(|found| found.has_edges) {
            cursors.push(ParentCursor::new(directory.edges(found.stage, shard)?.cursor(Part::Parents, shard))?);
        }
        let mut heap: BinaryHeap<_> =
            cursors.iter().enumerate().filter_map(|(which, cursor)| Some(Reverse((cursor.option?, which)))).collect();
        let mut writer = ParentWriter::default();
        while let Some(Reverse((option, which))) = heap.pop() {
            effort.go_on()?;
            let cursor = &mut cursors[which];
            for &(shard, of) in &cursor.parents {
                writer.link(&mut sheet, Link { option, shard, of })?;
            }
            cursor.advance()?;
            heap.extend(cursor.option.map(|option| Reverse((option, which))));
        }
        writer.finish(&mut sheet)?;
    }
    sheet.finish().map(drop)
}
