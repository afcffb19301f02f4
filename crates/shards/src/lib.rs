//! Position graphs larger than memory, explored and solved in files.
//!
//! Step by step, on one machine or on many.
//!
//! Every position belongs to a *shard*, by its hash. The work is a row of *stages*, and each stage is some *steps*. Steps may
//! be done in any order, at the same time, by any process that sees the directory. A step reads files that are never changed
//! again, and writes one of its own, whole or not at all. So a step that was killed is done again, and one that is done is
//! never repeated. The files are checkpoint, exchange and result at once.
//!
//! 1. A round *lists the options* of the positions that the last one found, and sends them to their shards. Each shard *merges*
//!    what was sent to it, leaves out what it knows, and numbers the rest. Rounds end when nothing is new.
//! 2. The graph is *turned round*: for each position, the positions it is an option of.
//! 3. Positions are *settled* from the ends of play back: turn by turn they hear of the outcomes of their options. So outcomes
//!    and remoteness are found, with draws where play may go on for ever, and nimbers, where there are such.
//! 4. The *answers* are written by hash, where each can be looked up, and all else is taken away.
//!
//! Nothing but a few buffers is in memory, whatever the size of the graph. Rounds and turns of few positions are done many at a time in
//! memory, in one step.
//!
//! [`solve`] does all steps on this machine. A program that distributes them asks [`Directory::next_steps`] and lets others
//! [`Directory::run`] them.

mod answers;
mod bytes;
mod directory;
mod error;
mod explore;
mod game;
mod keys;
mod least;
mod lock;
mod parents;
mod run;
mod settle;
mod sheet;
mod small;
mod solve;
mod sort;
mod stage;
mod summary;
mod verify;

pub use answers::{KnownNimber, PositionAnswer, SolvedGraph};
pub use directory::{About, Directory, MOST_SHARDS, Next, SHARDS, SMALL};
pub use error::ShardsError;
pub use game::Game;
pub use lock::Lock;
pub use solve::{Progress, share, solve};
pub use stage::{BadStep, Step};
pub use summary::Summary;
pub use verify::Verified;

/// A number of 128 bits for these bytes, the same on every machine: XXH3.
///
/// It is no proof against forgery.
///
/// ```
/// assert_ne!(sprague_shards::digest_of(b"moves"), sprague_shards::digest_of(b"Moves"));
/// ```
pub fn digest_of(bytes: &[u8]) -> u128 {
    xxhash_rust::xxh3::xxh3_128(bytes)
}
