//! Rounds in memory, which are used while they find few positions.
//!
//! Without them, a deep graph would need a stage for each move.

use crate::ShardsError;
use crate::bytes::put_words;
use crate::directory::Directory;
use crate::explore::Distinct;
use crate::game::{Effort, Game, hash, shard_of};
use crate::keys::{KeyCursor, put_degree};
use crate::parents::{Link, ParentWriter};
use crate::sheet::{Part, Sheet, SheetWriter};
use crate::sort::{InOrder, Numbers, Runs};
use sprague_core::Outcome;
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum number of positions that a step finds, which are lost if the step is killed.
const MOST_FOUND: usize = 1 << 20;
/// Approximate memory of a position without its words, in bytes: in the table, in the list, and for sorting.
const POSITION_BYTES: usize = 160;

/// Writes the position to solve as the result of the first round.
pub(crate) fn root(directory: &Directory) -> Result<(), ShardsError> {
    let root = &directory.about().root;
    let mut sheet = SheetWriter::create(&directory.target(0), directory.seed())?;
    sheet.section(Part::Open, shard_of(hash(root), directory.shards()))?;
    sheet.record(hash(root), |bytes| put_words(bytes, root))?;
    sheet.finish().map(drop)
}

struct Node {
    words: Arc<[u64]>,
    hash: u64,
    number: Option<u64>,
    /// The number of its options, and the outcome if there are none. `None` until the options are listed.
    degree: Option<(u64, Outcome)>,
}

struct Nodes {
    nodes: Vec<Node>,
    by_words: HashMap<Arc<[u64]>, u32>,
    bytes: usize,
    shards: u32,
}

impl Nodes {
    /// Returns the index of a position. A new position is added.
    fn place(&mut self, hash: u64, words: &[u64]) -> u32 {
        if let Some(&place) = self.by_words.get(words) {
            return place;
        }
        let (place, words) = (self.nodes.len() as u32, Arc::<[u64]>::from(words));
        self.bytes += POSITION_BYTES + size_of_val(&*words);
        self.nodes.push(Node { words: words.clone(), hash, number: None, degree: None });
        self.by_words.insert(words, place);
        place
    }

    fn truncate(&mut self, places: usize) {
        for node in self.nodes.drain(places..) {
            self.by_words.remove(&node.words);
        }
    }

    fn shard(&self, place: u32) -> u32 {
        shard_of(self.nodes[place as usize].hash, self.shards)
    }

    /// Sorts indices in the order of files, which is by shard and hash.
    fn sort(&self, places: &mut [u32]) {
        let key = |&place: &u32| (self.nodes[place as usize].hash, &self.nodes[place as usize].words);
        places.sort_unstable_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Sets the numbers of positions that earlier rounds found, and removes these positions from `places`.
    fn find_known(&mut self, directory: &Directory, sheets: &mut Sheets, places: &mut Vec<u32>) -> Result<(), ShardsError> {
        self.sort(places);
        for same in places.chunk_by(|&a, &b| self.shard(a) == self.shard(b)).map(<[u32]>::to_vec).collect::<Vec<_>>() {
            let shard = self.shard(same[0]);
            for found in directory.found() {
                let sheet = sheets.sheet(directory, found.stage, shard)?;
                for (part, first) in [(Part::Closed, found.first_closed(shard)), (Part::Open, found.first_open(shard))] {
                    if sheet.records_of(part, shard) == 0 {
                        continue;
                    }
                    let mut keys = KeyCursor::new(sheet.cursor(part, shard), first)?;
                    for &place in &same {
                        let node = &mut self.nodes[place as usize];
                        if node.number.is_none() && keys.find(node.hash, &node.words)? {
                            node.number = Some(keys.number);
                        }
                    }
                }
            }
        }
        places.retain(|&place| self.nodes[place as usize].number.is_none());
        Ok(())
    }
}

/// Files of earlier rounds, each opened only once.
#[derive(Default)]
struct Sheets(HashMap<(u32, u32), Arc<Sheet>>);

impl Sheets {
    fn sheet(&mut self, directory: &Directory, stage: u32, shard: u32) -> Result<Arc<Sheet>, ShardsError> {
        let file = if directory.stages()[stage as usize].is_split { shard } else { 0 };
        if let Some(sheet) = self.0.get(&(stage, file)) {
            return Ok(sheet.clone());
        }
        let sheet = directory.sheet(stage, shard)?;
        self.0.insert((stage, file), sheet.clone());
        Ok(sheet)
    }
}

/// Lists the options of the positions of the last round, then the options of these, and so on while they are few.
pub(crate) fn explore(directory: &Directory, game: &Game, effort: &mut Effort<'_>) -> Result<(), ShardsError> {
    let shards = directory.shards();
    let (target, seed) = (directory.target(0), directory.seed());
    let mut nodes = Nodes { nodes: vec![], by_words: HashMap::new(), bytes: 0, shards };
    let mut sheets = Sheets::default();
    let last = directory.last_found();
    let mut frontier = vec![];
    for shard in 0..shards {
        let sheet = sheets.sheet(directory, last.stage, shard)?;
        let mut open = KeyCursor::new(sheet.cursor(Part::Open, shard), last.first_open(shard))?;
        while open.hash().is_some() {
            let place = nodes.place(hash(open.words()), open.words());
            nodes.nodes[place as usize].number = Some(open.number);
            frontier.push(place);
            open.advance()?;
        }
    }
    let (earlier, most) = (frontier.len(), (effort.bytes() / 2) as usize);
    let mut links = Numbers::new(effort.bytes() / 8, Runs::of(&target, seed));
    let mut distinct = Distinct::default();
    // the positions whose options are listed, in order of rounds
    let mut closed = vec![];
    let mut is_burst = false;
    'rounds: while !frontier.is_empty() && frontier.len() as u64 <= directory.about().small && nodes.nodes.len() < MOST_FOUND {
        let before = nodes.nodes.len();
        let mut degrees = vec![];
        for &place in &frontier {
            let words = nodes.nodes[place as usize].words.clone();
            distinct.list(game, &words, effort)?;
            let outcome = if distinct.len() == 0 { game.terminal_outcome(&words) } else { Outcome::Draw };
            degrees.push((distinct.len(), outcome));
            for (hash, option) in distinct.iter() {
                let option = nodes.place(hash, option);
                links.push(u128::from(option) << 32 | u128::from(place))?;
            }
            if nodes.bytes > most {
                nodes.truncate(before);
                is_burst = true;
                break 'rounds;
            }
        }
        for (&place, degree) in frontier.iter().zip(degrees) {
            nodes.nodes[place as usize].degree = Some(degree);
        }
        closed.append(&mut frontier);
        let mut new: Vec<u32> = (before as u32..nodes.nodes.len() as u32).collect();
        nodes.find_known(directory, &mut sheets, &mut new)?;
        effort.positions += new.len() as u64;
        effort.go_on()?;
        frontier = new;
    }
    game.recheck()?;
    let mut sheet = SheetWriter::create(&target, seed)?;
    if is_burst && closed.is_empty() {
        // even one round is too large for memory, so it will be done in files
        return sheet.finish().map(drop);
    }
    // positions of earlier rounds come first, then positions that were found and closed here, then open ones
    let mut new = closed.split_off(earlier);
    nodes.sort(&mut new);
    nodes.sort(&mut frontier);
    for (part, places) in [(Part::Closed, &new), (Part::Open, &frontier)] {
        for shard in 0..shards {
            sheet.section(part, shard)?;
            let first = if part == Part::Closed { 0 } else { of_shard(&nodes, &new, shard).len() as u64 };
            for (&place, number) in of_shard(&nodes, places, shard).iter().zip(directory.numbered(shard) + first..) {
                let node = &mut nodes.nodes[place as usize];
                node.number = Some(number);
                sheet.record(node.hash, |bytes| put_words(bytes, &node.words))?;
            }
        }
    }
    for shard in 0..shards {
        sheet.section(Part::Degrees, shard)?;
        for &place in of_shard(&nodes, &closed, shard).iter().chain(of_shard(&nodes, &new, shard)) {
            let (degree, outcome) = nodes.nodes[place as usize].degree.expect("its options were listed");
            sheet.record(0, |bytes| put_degree(bytes, degree, || outcome))?;
        }
    }
    write_links(directory, &nodes, links, effort.bytes() / 8, &mut sheet)?;
    sheet.finish().map(drop)
}

/// Returns the part of a list sorted by hash that belongs to a shard.
fn of_shard<'a>(nodes: &Nodes, places: &'a [u32], shard: u32) -> &'a [u32] {
    let begin = places.partition_point(|&place| nodes.shard(place) < shard);
    let end = places.partition_point(|&place| nodes.shard(place) <= shard);
    &places[begin..end]
}

/// Converts links between indices to links between numbers, and writes them in sections by shard. Links from positions that
/// remain open are dropped.
fn write_links(
    directory: &Directory,
    nodes: &Nodes,
    links: Numbers,
    bytes: u64,
    sheet: &mut SheetWriter,
) -> Result<(), ShardsError> {
    let mut sorted = Numbers::new(bytes, Runs::of(&directory.target(0), directory.seed()));
    let number = |place: u32| nodes.nodes[place as usize].number.expect("all are numbered");
    links.each(|link| {
        let (option, of) = ((link >> 32) as u32, link as u32);
        if nodes.nodes[of as usize].degree.is_none() {
            return Ok(());
        }
        let link = Link { option: number(option), shard: nodes.shard(of), of: number(of) };
        sorted.push(link.pack_with(nodes.shard(option)))
    })?;
    let (mut begun, mut writer) = (0, ParentWriter::default());
    sorted.each(|link| {
        let (shard, link) = Link::unpack_with(link);
        while begun <= shard {
            writer.finish(sheet)?;
            sheet.section(Part::Parents, begun)?;
            begun += 1;
        }
        writer.link(sheet, link)
    })?;
    writer.finish(sheet)
}
