//! Lists options through the rules, within the limits of a check.

use super::{NoOptions, StrategyRules, unanswered};
use crate::not_accepted::NotAccepted;
use core::ops::ControlFlow;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Player, ScoredOption, Stopped};

/// The bytes of a stored position besides its text.
pub(super) const BESIDE: usize = 96;

/// The bytes of options listed between two checks of the clock.
const BETWEEN_LOOKS: usize = 1 << 16;

/// The memory that the receiver of an option keeps.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    pub(crate) positions: u64,
    pub(crate) bytes: usize,
}

/// The rules, and the part of the limits that is used.
pub(crate) struct Asked<'a> {
    pub(crate) rules: &'a (dyn StrategyRules + 'a),
    /// The largest number of options that may be listed.
    most: u64,
    count: u64,
    meter: Meter<'a>,
    pub(crate) positions: u64,
    pub(crate) bytes: usize,
}

impl<'a> Asked<'a> {
    pub(crate) fn new(rules: &'a (dyn StrategyRules + 'a), most: u64, limits: &'a Limits) -> Self {
        Self { rules, most, count: 0, meter: Meter::new(limits), positions: 0, bytes: 0 }
    }

    pub(crate) fn allow(&mut self) -> Result<(), Stopped> {
        self.meter.allow(self.positions, || self.bytes, || None)
    }

    /// Lists the options of a position. `tell` returns the memory that it keeps.
    pub(crate) fn options(
        &mut self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<(), Kept>,
    ) -> Result<(), NotAccepted> {
        self.told(position, player, &mut |option| tell(option.to), unanswered)
    }

    /// Does the work of `options` with the points of each move; `unanswered` makes the error if the rules cannot list the options.
    pub(crate) fn told(
        &mut self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(ScoredOption<String>) -> ControlFlow<(), Kept>,
        unanswered: impl FnOnce(&str, NoOptions) -> NotAccepted,
    ) -> Result<(), NotAccepted> {
        let rules = self.rules;
        let (mut stopped, mut since) = (None, 0);
        let told = rules.scored_options(position, player, &mut |option| {
            since += option.to.len() + BESIDE;
            let is_time = since > BETWEEN_LOOKS;
            let kept = tell(option)?;
            self.positions += kept.positions;
            self.bytes += kept.bytes;
            self.count += 1;
            let allowed = match is_time {
                _ if self.count > self.most => Err(NotAccepted::TooLarge { most: self.most, of: "options" }),
                true => self.meter.look(self.positions, self.bytes, None).map_err(NotAccepted::from),
                false => self.allow().map_err(NotAccepted::from),
            };
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
            Some(stopped) => Err(stopped),
            None => told.map_err(|why| unanswered(position, why)),
        }
    }
}
