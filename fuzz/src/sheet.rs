//! Files of answers as bytes, with correct checksums for any records.
//!
//! This is a second implementation of the format that `sprague-shards` reads.

use xxhash_rust::xxh3::{xxh3_64, xxh3_64_with_seed};

/// A position and its answer, as numbers in a file.
///
/// They are the position's words, and its outcome, its nimber, and 1 + the number of moves to the end.
pub type Record = (Vec<u64>, [u64; 3]);

const MAGIC: &[u8; 8] = b"sprague1";
const INDEX: u64 = 0x0069_6e64_6578;
/// The kind of a section that contains answers.
const ANSWERS: u8 = 7;

fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Option<u64> {
    let (mut number, mut shift) = (0, 0);
    loop {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f).checked_shl(shift)?;
        shift += 7;
        if byte < 0x80 {
            return Some(number);
        }
    }
}

/// Returns the hash that determines a position's shard and its place in the shard.
pub fn hash(words: &[u64]) -> u64 {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    xxh3_64(&bytes)
}

/// Returns the shard of a hash.
pub fn shard_of(hash: u64, shards: u64) -> u64 {
    ((u128::from(hash) * u128::from(shards)) >> 64) as u64
}

/// Returns the checksum of a line of JSON in a file of this name.
pub fn checksum(name: &str, json: &str) -> u64 {
    xxh3_64_with_seed(json.as_bytes(), xxh3_64(name.as_bytes()))
}

/// Returns the seed of the checksums of a file of answers in a directory with this question.
fn seed_of(name: &str, about: &[u8]) -> u64 {
    xxh3_64_with_seed(format!("{name}/answers").as_bytes(), xxh3_64(about))
}

/// Returns a file of answers, with a section of one block for each shard.
pub fn written(name: &str, about: &[u8], sections: &[(u32, Vec<Record>)]) -> Vec<u8> {
    let seed = seed_of(name, about);
    let (mut file, mut blocks, mut index) = (vec![], vec![], vec![]);
    for (shard, records) in sections {
        let mut block = vec![];
        for (words, [outcome, nimber, moves]) in records {
            put(&mut block, words.len() as u64);
            words.iter().for_each(|&word| put(&mut block, word));
            block.extend([*outcome as u8, *nimber as u8]);
            put(&mut block, *moves);
        }
        index.push(ANSWERS);
        put(&mut index, u64::from(*shard));
        put(&mut index, records.len() as u64);
        put(&mut index, u64::from(!block.is_empty()));
        if !block.is_empty() {
            let order = records.first().map_or(0, |(words, _)| hash(words));
            blocks.push((block.len() as u64, order));
            let checksum = xxh3_64_with_seed(&block, seed ^ file.len() as u64);
            file.extend_from_slice(&block);
            file.extend_from_slice(&checksum.to_le_bytes());
        }
    }
    let mut head = vec![];
    put(&mut head, blocks.len() as u64);
    for (bytes, order) in blocks {
        put(&mut head, bytes);
        put(&mut head, 0);
        head.extend_from_slice(&u64::to_le_bytes(order));
    }
    put(&mut head, sections.len() as u64);
    let index = [head, index].concat();
    let checksum = xxh3_64_with_seed(&index, seed ^ file.len() as u64 ^ INDEX);
    [&file[..], &index, &checksum.to_le_bytes(), &(index.len() as u64).to_le_bytes(), MAGIC].concat()
}

/// Returns the records of a file of answers, or `None` if the file is malformed.
pub fn records(file: &[u8]) -> Option<Vec<Record>> {
    let (rest, tail) = file.split_at_checked(file.len().checked_sub(24)?)?;
    let bytes = u64::from_le_bytes(tail[8..16].try_into().ok()?);
    let (mut data, mut index) = rest.split_at_checked(rest.len().checked_sub(bytes as usize)?)?;
    let mut blocks = vec![];
    for _ in 0..take(&mut index)? {
        blocks.push(take(&mut index)? as usize);
        take(&mut index)?;
        index = index.get(8..)?;
    }
    let (mut blocks, mut records) = (blocks.into_iter(), vec![]);
    for _ in 0..take(&mut index)? {
        let (&part, rest) = index.split_first()?;
        index = rest;
        let (_, _, count) = (take(&mut index)?, take(&mut index)?, take(&mut index)?);
        for bytes in blocks.by_ref().take(count as usize) {
            let (mut block, rest) = data.split_at_checked(bytes)?;
            data = rest.get(8..)?;
            while part == ANSWERS && !block.is_empty() {
                let words = (0..take(&mut block)?).map(|_| take(&mut block)).collect::<Option<Vec<u64>>>()?;
                let (&[outcome, nimber], rest) = block.split_first_chunk()?;
                block = rest;
                records.push((words, [outcome.into(), nimber.into(), take(&mut block)?]));
            }
        }
    }
    Some(records)
}
