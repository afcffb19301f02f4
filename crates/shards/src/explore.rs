//! Explores the graph in rounds. A round lists options, sends them to their shards, and numbers the new ones there.
//!
//! Within its shard, a position is identified by its number. Positions of earlier rounds have lower numbers, and those of the
//! same round are numbered by hash.

use crate::ShardsError;
use crate::bytes::put_words;
use crate::directory::Directory;
use crate::game::{Effort, Game, hash};
use crate::keys::{KeyCursor, NUMBER_BITS, put_degree};
use crate::parents::{self, Link};
use crate::sheet::{Part, SheetWriter};
use crate::sort::{InOrder, Numbers, OptionCursor, Options, Runs, merge};
use sprague_core::Stopped;

/// The different options of one position.
#[derive(Default)]
pub(crate) struct Distinct {
    words: Vec<u64>,
    /// The hash of each option, the index of its first word, and the number of its words.
    places: Vec<(u64, usize, usize)>,
}

impl Distinct {
    /// Lists the options of a position without repetitions.
    pub(crate) fn list(&mut self, game: &Game, position: &[u64], effort: &mut Effort<'_>) -> Result<(), ShardsError> {
        self.words.clear();
        self.places.clear();
        let most = (effort.bytes() / 4) as usize / size_of::<u64>();
        game.options(position, effort, |option, effort| {
            self.places.push((hash(option), self.words.len(), option.len()));
            self.words.extend_from_slice(option);
            match self.words.len() + 3 * self.places.len() > most {
                true => Err(Stopped::Memory(effort.bytes()).into()),
                false => Ok(()),
            }
        })?;
        let words = &self.words;
        let option = |place: &(u64, usize, usize)| &words[place.1..][..place.2];
        self.places.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| option(a).cmp(option(b))));
        self.places.dedup_by(|a, b| a.0 == b.0 && option(a) == option(b));
        Ok(())
    }

    pub(crate) fn len(&self) -> u64 {
        self.places.len() as u64
    }

    /// Returns the hashes and the words of the options, in order of hash.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (u64, &[u64])> {
        self.places.iter().map(|&(hash, at, count)| (hash, &self.words[at..][..count]))
    }
}

/// Lists the options of the positions of a shard that the last round found, and sorts them by shard.
pub(crate) fn expand(directory: &Directory, game: &Game, shard: u32, effort: &mut Effort<'_>) -> Result<(), ShardsError> {
    let found = directory.last_found();
    let target = directory.target(shard);
    let mut degrees = SheetWriter::create(&directory.beside(shard, "degrees"), directory.seed())?;
    degrees.section(Part::Degrees, shard)?;
    let mut options = Options::new(effort.bytes(), Runs::of(&target, directory.seed()));
    let mut distinct = Distinct::default();
    let mut open = KeyCursor::new(directory.sheet(found.stage, shard)?.cursor(Part::Open, shard), found.first_open(shard))?;
    while open.hash().is_some() {
        distinct.list(game, open.words(), effort)?;
        degrees.record(0, |bytes| put_degree(bytes, distinct.len(), || game.terminal_outcome(open.words())))?;
        distinct.iter().try_for_each(|(hash, option)| options.push(hash, option, open.number))?;
        open.advance()?;
    }
    game.recheck()?;
    degrees.finish()?;
    let mut sent = SheetWriter::create(&target, directory.seed())?;
    options.write(&mut sent, directory.shards())?;
    sent.finish().map(drop)
}

/// A source of positions: known positions, or options that were sent.
enum Source {
    Known(KeyCursor),
    Sent(OptionCursor),
}

impl InOrder for Source {
    fn hash(&self) -> Option<u64> {
        match self {
            Self::Known(keys) => keys.hash(),
            Self::Sent(options) => options.hash(),
        }
    }
    fn words(&self) -> &[u64] {
        match self {
            Self::Known(keys) => keys.words(),
            Self::Sent(options) => options.words(),
        }
    }
    fn advance(&mut self) -> Result<(), ShardsError> {
        match self {
            Self::Known(keys) => keys.advance(),
            Self::Sent(options) => options.advance(),
        }
    }
}

/// Numbers the new options that were sent to a shard, and writes links from each option to the positions that have it.
pub(crate) fn merge_sent(directory: &Directory, shard: u32, effort: &mut Effort<'_>) -> Result<(), ShardsError> {
    let (target, edges) = (directory.target(shard), directory.beside(shard, "edges"));
    let mut sources = vec![];
    for found in directory.found() {
        let sheet = directory.sheet(found.stage, shard)?;
        for (part, first) in [(Part::Closed, found.first_closed(shard)), (Part::Open, found.first_open(shard))] {
            sources.push(Source::Known(KeyCursor::new(sheet.cursor(part, shard), first)?));
        }
    }
    let sent = directory.stages().len() as u32 - 1;
    for source in 0..directory.shards() {
        let cursor = directory.sheet(sent, source)?.cursor(Part::Sent, shard);
        sources.push(Source::Sent(OptionCursor::new(cursor, source)?));
    }
    let mut links = Numbers::new(effort.bytes(), Runs::of(&edges, directory.seed()));
    let mut new = SheetWriter::create(&target, directory.seed())?;
    new.section(Part::Open, shard)?;
    let mut next = directory.numbered(shard);
    // of equal positions, the known one comes before the options that were sent
    let mut number = None;
    merge(sources, |source, is_new| {
        if is_new {
            number = None;
        }
        let options = match source {
            Source::Known(keys) => {
                number = Some(keys.number);
                return Ok(());
            }
            Source::Sent(options) => options,
        };
        let option = match number {
            Some(number) => number,
            None => {
                new.record(options.hash().expect("there is one"), |bytes| put_words(bytes, options.words()))?;
                effort.positions += 1;
                if next >> NUMBER_BITS != 0 {
                    return Err(ShardsError::TooMany { most: 1 << NUMBER_BITS, of: "positions in a shard" });
                }
                next += 1;
                *number.insert(next - 1)
            }
        };
        effort.go_on()?;
        options.parents.iter().try_for_each(|&of| links.push(Link { option, shard: options.source, of }.pack()))
    })?;
    let mut sheet = SheetWriter::create(&edges, directory.seed())?;
    sheet.section(Part::Parents, shard)?;
    let mut writer = parents::ParentWriter::default();
    links.each(|link| writer.link(&mut sheet, Link::unpack(link)))?;
    writer.finish(&mut sheet)?;
    sheet.finish()?;
    new.finish().map(drop)
}
