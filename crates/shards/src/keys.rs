//! Positions in the form in which rounds store them: by hash, with numbers and degrees. The degree of a position is the
//! number of its options.

use crate::ShardsError;
use crate::bytes::{put, take, take_byte, take_words};
use crate::game::hash;
use crate::sheet::Cursor;
use crate::sort::InOrder;
use sprague_core::Outcome;

/// The number of bits of a position's number, which bounds the number of positions of a shard.
pub(crate) const NUMBER_BITS: u32 = 48;

/// Writes the degree of a position, or its outcome if it has no options.
pub(crate) fn put_degree(bytes: &mut Vec<u8>, degree: u64, terminal: impl FnOnce() -> Outcome) {
    put(bytes, degree);
    if degree == 0 {
        bytes.push(terminal() as u8);
    }
}

/// Reads the degree of a position, or its outcome if it has no options.
pub(crate) fn take_degree(bytes: &mut &[u8]) -> Option<(u64, Option<Outcome>)> {
    let degree = take(bytes)?;
    let terminal = if degree == 0 { Some(outcome_of(take_byte(bytes)?)?) } else { None };
    Some((degree, terminal))
}

pub(crate) fn outcome_of(byte: u8) -> Option<Outcome> {
    [Outcome::Loss, Outcome::Draw, Outcome::Win].into_iter().find(|&outcome| outcome as u8 == byte)
}

/// Visits positions by hash, with their numbers.
pub(crate) struct KeyCursor {
    cursor: Cursor,
    hash: Option<u64>,
    words: Vec<u64>,
    pub(crate) number: u64,
    first: u64,
}

impl KeyCursor {
    /// Returns a cursor at the first position of a section, which has the number `first`.
    pub(crate) fn new(cursor: Cursor, first: u64) -> Result<Self, ShardsError> {
        let mut keys = Self { cursor, hash: None, words: vec![], number: first, first };
        keys.advance()?;
        Ok(keys)
    }

    /// Moves forwards to this position. Returns `true` if it exists. Positions must be requested in order of hash.
    pub(crate) fn find(&mut self, hash: u64, words: &[u64]) -> Result<bool, ShardsError> {
        if self.hash.is_some_and(|here| here < hash) {
            self.cursor.seek_on(hash);
        }
        while self.hash.is_some_and(|here| (here, self.words.as_slice()) < (hash, words)) {
            self.advance()?;
        }
        Ok(self.hash == Some(hash) && self.words == words)
    }
}

impl InOrder for KeyCursor {
    fn hash(&self) -> Option<u64> {
        self.hash
    }
    fn words(&self) -> &[u64] {
        &self.words
    }
    fn advance(&mut self) -> Result<(), ShardsError> {
        let words = &mut self.words;
        let read = self.cursor.next(|bytes, _| take_words(bytes, words))?;
        self.hash = read.map(|()| hash(words));
        self.number = self.first + self.cursor.index().saturating_sub(1);
        Ok(())
    }
}
