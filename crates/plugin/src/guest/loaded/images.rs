//! Caches the results of `summands`, `canonical` and `negative`, and checks the law of each function on a sample of results.

use super::{Loaded, State};
use crate::guest::Guest;
use crate::guest::failure::Failure;
use crate::guest::single::{MAX_SUMMANDS, MAX_WORDS, is_single, singles, together};
use crate::image::Image;
use crate::known::Known;
use crate::trial::{Tried, tried};
use crate::work::{Budget, computed};
use sprague_core::any::AnyPosition;
use std::time::Duration;

/// The number of first results that are all checked. After these, one in `TRIED` results is checked.
const TRIED: u64 = 64;

/// The maximum CPU time for one check.
const LONGEST_TRIAL: Duration = Duration::from_millis(250);
/// The maximum CPU time for one check after [`LONG_TRIALS`]. It is short because limits are tested only between checks.
const SHORT_TRIAL: Duration = Duration::from_millis(10);
/// The total time of checks, after which each check must be short.
const LONG_TRIALS: Duration = Duration::from_secs(1);

/// The total time of checks that may take most of the CPU time. Further checks take at most one part of it in `PARTS`.
const FREE_TRIALS: Duration = Duration::from_millis(250);
const PARTS: u32 = 8;

#[derive(Default)]
pub(super) struct Images {
    of: [Answers; Image::ALL.len()],
    /// Whether a check is running. The calls of a check are not checked themselves.
    is_trial: bool,
    spent: Duration,
    /// The CPU time of this thread at the first check.
    began: Option<Duration>,
}

/// The results of one function.
#[derive(Default)]
struct Answers {
    known: Known<Option<AnyPosition>>,
    /// The number of results that were not trivial.
    asked: u64,
}

impl<G: Guest> Loaded<G> {
    /// Returns the result of a function that the guest has. Some of the results are checked.
    ///
    /// Returns `None` if the position has no negative, or if the rules have failed.
    pub(super) fn image(&self, image: Image, position: &AnyPosition) -> Option<AnyPosition> {
        let (found, due) = self.ask(|state| image_with(state, image, position));
        if let Some(longest) = due {
            let began = computed();
            let came_out = tried(self, image, position, &Budget::of(longest));
            let shown = sprague_core::AnyRuleset::show(self, position);
            self.ask(|state| {
                state.images.is_trial = false;
                state.images.spent += computed().saturating_sub(began);
                match came_out {
                    Tried::Broken(how) => {
                        Err(Failure::law(state.guest.export(image), image.law(), format!("at `{shown}`: {how}")))
                    }
                    Tried::Nothing | Tried::Held | Tried::OutOfTime => Ok(()),
                }
            });
        }
        found
    }
}

/// Returns the result. If a check of it is due, also returns the time for the check.
fn image_with<G: Guest>(
    state: &mut State<G>,
    image: Image,
    position: &AnyPosition,
) -> Result<(Option<AnyPosition>, Option<Duration>), Failure> {
    if let Some(found) = state.images.of[image as usize].known.get(position) {
        return Ok((found.clone(), None));
    }
    let found = if is_single(position.words()) {
        state.guest.image(image, position.words())?
    } else {
        let parts = singles(position.words()).map(|single| state.guest.image(image, single)).collect::<Result<Vec<_>, _>>()?;
        let parts: Option<Vec<AnyPosition>> = parts.into_iter().collect();
        parts.map(|parts| together(parts.iter().flat_map(|part| singles(part.words())).collect()))
    };
    let words = found.as_ref().map_or(&[][..], AnyPosition::words);
    if singles(words).count() > MAX_SUMMANDS || singles(words).any(|single| single.len() > 1 + MAX_WORDS) {
        let how = format!("a position of more than {MAX_SUMMANDS} summands, or {MAX_WORDS} words in one");
        return Err(Failure::new(state.guest.export(image), how));
    }
    let says_something = found.as_ref().is_some_and(|found| image == Image::Negative || found != position);
    let Images { of, is_trial, spent, began } = &mut state.images;
    let answers = &mut of[image as usize];
    answers.known.insert(position.clone(), found.clone(), position.words().len() + words.len());
    let is_new = says_something && !*is_trial;
    answers.asked += u64::from(is_new);
    let mut is_due = is_new && (answers.asked <= TRIED || answers.asked.is_multiple_of(TRIED));
    if is_due {
        let now = computed();
        // another thread may go on, whose time is shorter
        let first = began.map_or(now, |began| began.min(now));
        *began = Some(first);
        is_due = *spent <= FREE_TRIALS || *spent * PARTS <= now - first;
    }
    *is_trial |= is_due;
    let longest = if *spent < LONG_TRIALS { LONGEST_TRIAL } else { SHORT_TRIAL };
    Ok((found, is_due.then_some(longest)))
}
