//! The totals of all answers, and of one file of answers.

use crate::ShardsError;
use crate::bytes::{take, take_wide};
use crate::sheet::{Part, Sheet};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The totals of all answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The number of positions.
    pub positions: u64,
    /// The number of positions won for the player to move.
    pub won: u64,
    /// The number of positions lost for the player to move.
    pub lost: u64,
    /// The maximum remoteness.
    pub longest: u32,
    /// The number of different options of a position, summed over all positions.
    pub options: u64,
    /// The sum of all [`PositionAnswer::digest`](crate::PositionAnswer::digest), modulo 2¹²⁸, as 32 hexadecimal digits.
    pub digest: String,
    /// The size of the files with the answers, in bytes.
    pub bytes: u64,
    /// The number of these files.
    pub files: u32,
}

impl Summary {
    pub(crate) fn new(files: u32) -> Self {
        Self { files, digest: format!("{:032x}", 0), ..Self::default() }
    }

    /// Returns the number of drawn positions, or 0 if the numbers of won and lost positions exceed the number of all.
    ///
    /// ```
    /// let summary = sprague_shards::Summary { positions: 9, won: 5, lost: 3, ..Default::default() };
    /// assert_eq!(summary.drawn(), 1);
    /// ```
    pub fn drawn(&self) -> u64 {
        self.positions.saturating_sub(self.won).saturating_sub(self.lost)
    }

    /// Returns `true` if the totals agree with `tally`. The size and number of files are ignored.
    pub(crate) fn is_of(&self, tally: &Tally) -> bool {
        let mut counted = Self::new(self.files);
        counted.add(tally);
        counted == Self { bytes: counted.bytes, ..self.clone() }
    }

    pub(crate) fn add(&mut self, tally: &Tally) {
        let digest = u128::from_str_radix(&self.digest, 16).unwrap_or(0).wrapping_add(tally.digest);
        self.digest = format!("{digest:032x}");
        self.positions += tally.positions;
        self.won += tally.won;
        self.lost += tally.lost;
        self.options += tally.options;
        self.longest = self.longest.max(tally.longest);
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) positions: u64,
    pub(crate) won: u64,
    pub(crate) lost: u64,
    pub(crate) longest: u32,
    pub(crate) options: u64,
    pub(crate) digest: u128,
}

/// Reads the totals that a file of answers contains.
pub(crate) fn tally_of(sheet: &Arc<Sheet>) -> Result<Tally, ShardsError> {
    let tally = sheet.cursor(Part::Tally, 0).next(|bytes, _| {
        let [positions, won, lost, longest, options] = [take(bytes)?, take(bytes)?, take(bytes)?, take(bytes)?, take(bytes)?];
        Some(Tally { positions, won, lost, longest: u32::try_from(longest).ok()?, options, digest: take_wide(bytes)? })
    })?;
    tally.ok_or_else(|| ShardsError::damaged(sheet.path()))
}
