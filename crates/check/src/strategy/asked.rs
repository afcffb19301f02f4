//! The rules as a replay asks them, within its limits.

use super::{BadStrategy, StrategyRules, unanswered};
use core::ops::ControlFlow;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Player, Stopped};

/// How many bytes a position takes beside its text.
pub(super) const BESIDE: usize = 96;

/// How many bytes of options are told between two looks at the clock.
const BETWEEN_LOOKS: usize = 1 << 16;

/// What is kept of an option that was told.
#[derive(Clone, Copy, Default)]
pub(super) struct Kept {
    pub(super) positions: u64,
    pub(super) bytes: usize,
}

/// The rules, and what was taken of the limits so far.
pub(super) struct Asked<'a, R> {
    pub(super) rules: &'a R,
    meter: Meter<'a>,
    /// How many positions there are by now …
    pub(super) positions: u64,
    /// … and how many bytes are held.
    pub(super) bytes: usize,
}

impl<'a, R: StrategyRules> Asked<'a, R> {
    pub(super) fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self { rules, meter: Meter::new(limits), positions: 0, bytes: 0 }
    }

    /// Whether to go on.
    pub(super) fn allow(&mut self) -> Result<(), Stopped> {
        self.meter.allow(self.positions, || self.bytes, || None)
    }

    /// Tells the options of a position to `tell`, which answers how much it keeps.
    pub(super) fn options(
        &mut self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<(), Kept>,
    ) -> Result<(), BadStrategy> {
        let rules = self.rules;
        let (mut stopped, mut since) = (None, 0);
        let told = rules.options(position, player, &mut |option| {
            since += option.len() + BESIDE;
            let is_time = since > BETWEEN_LOOKS;
            let kept = tell(option)?;
            self.positions += kept.positions;
            self.bytes += kept.bytes;
            let allowed = if is_time { self.meter.look(self.positions, self.bytes, None) } else { self.allow() };
            if is_time {
                since = 0;
            }
            allowed.map_or_else(
                |limit| {
                    stopped = Some(limit);
                    ControlFlow::Break(())
                },
                ControlFlow::Continue,
            )
        });
        match stopped {
            Some(stopped) => Err(stopped.into()),
            None => told.map_err(|why| unanswered(position, why)),
        }
    }
}
