//! Explores and solves position graphs that are larger than memory, in files, step by step, on one machine or on many.
//!
//! Every position belongs to a *shard*, according to its hash. The work is a sequence of *stages*, and each stage consists of
//! *steps*. Steps can be done in any order, at the same time, by any process that can access the directory. A step reads files
//! that never change again, and writes its own file, completely or not at all. So a step that was killed is simply repeated,
//! and a finished step never is. The files serve as checkpoint, exchange and result.
//!
//! 1. A round *lists the options* of the positions that the last round found, and sends them to their shards. Each shard
//!    *merges* what was sent to it, drops the positions it has already, and numbers the others. Rounds end when nothing is new.
//! 2. The graph is *reversed*: for each position, the positions it is an option of are collected.
//! 3. Positions are *settled* by retrograde analysis, turn by turn, from the ends of play backwards. This gives outcomes and
//!    remoteness, with draws where play can go on for ever, and nimbers if the game has them.
//! 4. The *answers* are written by hash, so that each can be looked up, and everything else is removed.
//!
//! Only a few buffers are in memory, however large the graph is. Rounds and turns with few positions are done in memory, many
//! of them in one step.
//!
//! [`solve`] does all steps on this machine. If your program distributes the steps, call [`Directory::next_steps`] and let the
//! workers call [`Directory::run`].

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

/// Returns the 128-bit XXH3 of these bytes, which is the same on every machine. It is no protection against forgery.
///
/// ```
/// assert_ne!(sprague_shards::digest_of(b"moves"), sprague_shards::digest_of(b"Moves"));
/// ```
pub fn digest_of(bytes: &[u8]) -> u128 {
    xxhash_rust::xxh3::xxh3_128(bytes)
}
