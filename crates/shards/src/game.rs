//! The game whose graph is explored, with positions encoded as words. The words include the player to move if the players
//! have different moves.

use crate::ShardsError;
use sprague_core::any::{AnyPosition, Kind};
use sprague_core::limits::Meter;
use sprague_core::{AnyRuleset, Limits, Outcome, Play, Player, Stopped};
use std::sync::Arc;
use xxhash_rust::xxh3::xxh3_64;

/// A ruleset and the kind of play, with which steps list options and find the outcome at the end of play.
///
/// ```
/// use sprague_core::{Player, Play};
/// use sprague_shards::Game;
/// # use sprague_core::{BadNotation, any};
/// # use sprague_core::examples::Nim;
/// let game = Game::new(any::impartial(Nim), Play::Normal);
/// assert!(game.has_nimbers());
/// assert_eq!(game.words(&game.rules().read("7")?, Player::Left), [7]);
/// # Ok::<(), BadNotation>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    rules: Arc<dyn AnyRuleset>,
    play: Play,
    kind: Kind,
}

pub(crate) const MOST_OPTIONS: u64 = 1 << 30;

impl Game {
    /// Returns the game of this ruleset. For a ruleset with a terminal rule, `play` has no effect.
    pub fn new(rules: Arc<dyn AnyRuleset>, play: Play) -> Self {
        let kind = rules.kind();
        Self { rules, play, kind }
    }

    /// Returns the ruleset.
    pub fn rules(&self) -> &Arc<dyn AnyRuleset> {
        &self.rules
    }

    /// Returns normal or misère play.
    pub fn play(&self) -> Play {
        self.play
    }

    /// Returns `true` if positions have nimbers, that is, if they are impartial and play is normal.
    pub fn has_nimbers(&self) -> bool {
        self.kind == Kind::Impartial && self.play == Play::Normal
    }

    /// Returns `true` if the player to move is part of a position.
    pub fn has_players(&self) -> bool {
        self.kind.has_sides()
    }

    /// Returns the words that represent a position in files.
    ///
    /// They are the words of the position. If the players have different moves, a word for the player to move follows: 0 for
    /// Left, 1 for Right.
    pub fn words(&self, position: &AnyPosition, player: Player) -> Vec<u64> {
        let player = self.has_players().then_some(u64::from(player == Player::Right));
        position.words().iter().copied().chain(player).collect()
    }

    /// Returns the position that these words represent, and the player to move.
    pub fn position(&self, words: &[u64]) -> (AnyPosition, Player) {
        match words.split_last() {
            Some((&player, words)) if self.has_players() => {
                (AnyPosition::from_words(words.iter().copied()), Player::BOTH[usize::from(player != 0)])
            }
            _ => (AnyPosition::from_words(words.iter().copied()), Player::Left),
        }
    }

    /// Returns `true` if these words, read from a file, represent a position of the rules.
    ///
    /// ```
    /// # use sprague_core::any;
    /// # use sprague_core::examples::Nim;
    /// # use sprague_core::Play;
    /// # use sprague_shards::Game;
    /// let game = Game::new(any::impartial(Nim), Play::Normal);
    /// assert!(game.is_position(&[7]) && !game.is_position(&[7, 0]) && !game.is_position(&[]));
    /// ```
    pub fn is_position(&self, words: &[u64]) -> bool {
        (!self.has_players() || words.last().is_some_and(|player| *player <= 1))
            && self.rules.is_position(&self.position(words).0)
    }

    /// Calls `each` with the words of each option. Returns the number of moves.
    ///
    /// An option occurs several times if several moves lead to it.
    pub(crate) fn options(
        &self,
        words: &[u64],
        effort: &mut Effort<'_>,
        mut each: impl FnMut(&[u64], &mut Effort<'_>) -> Result<(), ShardsError>,
    ) -> Result<u64, ShardsError> {
        let (position, player) = self.position(words);
        let next = self.has_players().then_some(u64::from(player == Player::Left));
        let (mut from, mut more) = (0, true);
        while more {
            let mut options = std::mem::take(&mut effort.options);
            options.clear();
            more = self.rules.options(&position, player, from, &mut options);
            effort.went_on(&*self.rules)?;
            from += options.len();
            for option in &options {
                effort.words.clear();
                effort.words.extend_from_slice(option.words());
                effort.words.extend(next);
                let words = std::mem::take(&mut effort.words);
                each(&words, effort)?;
                effort.words = words;
            }
            effort.options = options;
            if from as u64 > MOST_OPTIONS {
                return Err(ShardsError::TooMany { most: MOST_OPTIONS, of: "options of a position" });
            }
        }
        Ok(from as u64)
    }

    /// Returns the outcome for the player to move at the end of play.
    pub(crate) fn terminal_outcome(&self, words: &[u64]) -> Outcome {
        match (self.kind, self.play) {
            (kind, _) if kind.has_own_ending() => {
                let (position, player) = self.position(words);
                self.rules.terminal_outcome(&position, player)
            }
            (_, Play::Normal) => Outcome::Loss,
            (_, Play::Misere) => Outcome::Win,
        }
    }

    /// Returns an error if loaded rules have failed. Call it before using their results.
    pub(crate) fn recheck(&self) -> Result<(), ShardsError> {
        self.rules.recheck().map_or(Ok(()), |fault| Err(Stopped::from(fault).into()))
    }
}

/// The limits and scratch buffers of a step.
pub(crate) struct Effort<'a> {
    meter: Meter<'a>,
    limits: &'a Limits,
    pub(crate) positions: u64,
    options: Vec<AnyPosition>,
    words: Vec<u64>,
}

impl<'a> Effort<'a> {
    pub(crate) fn new(limits: &'a Limits, positions: u64) -> Self {
        Self { meter: Meter::new(limits), limits, positions, options: vec![], words: vec![] }
    }

    /// Checks the limits and the rules after a portion of work.
    #[inline]
    pub(crate) fn went_on(&mut self, rules: &dyn AnyRuleset) -> Result<(), ShardsError> {
        Ok(self.meter.allow(self.positions, || 0, || rules.fault())?)
    }

    /// Checks only the limits after a portion of work.
    #[inline]
    pub(crate) fn go_on(&mut self) -> Result<(), ShardsError> {
        Ok(self.meter.allow(self.positions, || 0, || None)?)
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.limits.bytes
    }
}

/// Returns the hash by which positions are sorted and assigned to shards.
///
/// It is the 64-bit XXH3 of the words in little-endian bytes, so it is the same on every machine.
#[inline]
pub(crate) fn hash(words: &[u64]) -> u64 {
    with_bytes(words, [], xxh3_64)
}

/// Calls `on` with the words as little-endian bytes, followed by `more`.
#[inline]
pub(crate) fn with_bytes<T, const N: usize>(words: &[u64], more: [u8; N], on: impl FnOnce(&[u8]) -> T) -> T {
    const FEW: usize = 8;
    let mut few = [0; 8 * FEW + 16];
    const { assert!(N <= 16) };
    if words.len() > FEW {
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).chain(more).collect();
        return on(&bytes);
    }
    for (word, bytes) in words.iter().zip(few.as_chunks_mut::<8>().0) {
        *bytes = word.to_le_bytes();
    }
    let len = 8 * words.len();
    few[len..len + N].copy_from_slice(&more);
    on(&few[..len + N])
}

/// Returns the shard of a position with this hash. Each shard is a range of hashes.
#[inline]
pub(crate) fn shard_of(hash: u64, shards: u32) -> u32 {
    ((u128::from(hash) * u128::from(shards)) >> 64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_reference() {
        let long: Vec<u64> = (0..20).collect();
        let bytes: Vec<u8> = long.iter().flat_map(|word| word.to_le_bytes()).collect();
        for count in 0..=20 {
            assert_eq!(hash(&long[..count]), xxh3_64(&bytes[..8 * count]));
            assert!(with_bytes(&long[..count], [7, 9], |all| all == [&bytes[..8 * count], &[7, 9]].concat()));
        }
        assert_eq!(hash(&[]), 0x2d06_8005_38d3_94c2);
    }

    #[test]
    fn shards_are_ranges_of_all_hashes() {
        for shards in [1, 2, 7, 64] {
            assert_eq!((shard_of(0, shards), shard_of(u64::MAX, shards)), (0, shards - 1));
        }
    }
}
