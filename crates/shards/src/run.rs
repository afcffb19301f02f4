//! Runs a step of the current stage.

use crate::directory::Directory;
use crate::game::{Effort, Game};
use crate::stage::{Stage, Step};
use crate::{ShardsError, answers, explore, parents, settle, small};
use sprague_core::Limits;

impl Directory {
    /// Runs a step, unless it is done already.
    ///
    /// # Errors
    /// Returns [`ShardsError::Stopped`] at a limit, or an error of the operating system or of the rules.
    pub fn run(&self, step: Step, game: &Game, limits: &Limits) -> Result<(), ShardsError> {
        let Some((stage, shards)) = self.to_do(step) else { return Ok(()) };
        let mut effort = Effort::new(limits, self.positions());
        match stage {
            Stage::Root => small::root(self),
            Stage::Expand => explore::expand(self, game, step.file, &mut effort),
            Stage::Merge => explore::merge_sent(self, step.file, &mut effort),
            Stage::Small => small::explore(self, game, &mut effort),
            Stage::Gather => parents::gather(self, shards, &mut effort),
            Stage::Start(phase) => settle::start(self, phase, shards, &mut effort),
            Stage::Turn(phase) => settle::turn(self, phase, shards, &mut effort),
            Stage::SmallTurns(phase) => settle::small_turns(self, phase, &mut effort),
            Stage::Answers => answers::write(self, shards, &mut effort),
        }
    }
}
