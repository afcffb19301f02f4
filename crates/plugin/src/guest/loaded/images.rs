//! Caches the results of `summands`, `canonical` and `negative`, and checks the law of a sample of them.

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

/// The first results, this many, are all checked; later one in this many is.
const TRIED: u64 = 64;

/// The maximum CPU time of the thread for one check.
const LONGEST_TRIAL: Duration = Duration::from_millis(250);
/// The maximum once all checks together have taken long, because a question tests its limits only between checks.
const SHORT_TRIAL: Duration = Duration::from_millis(10);
/// Checks are short once all together have taken this time.
const LONG_TRIALS: Duration = Duration::from_secs(1);

/// The results of the three functions.
#[derive(Default)]
pub(super) struct Images {
    of: [Answers; Image::ALL.len()],
    /// Whether a check is running. A check calls the functions itself, and those calls are not checked.
    is_trial: bool,
    /// The time that checks have taken so far.
    spent: Duration,
}

/// The results of one function.
#[derive(Default)]
struct Answers {
    known: Known<AnyPosition, Option<AnyPosition>>,
    /// The number of results that were not trivial.
    asked: u64,
}

impl<G: Guest> Loaded<G> {
    /// Returns the result of a function that the guest has, and checks some of the results.
    ///
    /// Returns `None` if a position has no negative, or if the rules have failed.
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

/// Returns the result, and the time for a check if one is due.
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
    let Images { of, is_trial, spent } = &mut state.images;
    let answers = &mut of[image as usize];
    answers.known.insert(position.clone(), found.clone(), position.words().len() + words.len());
    let is_new = says_something && !*is_trial;
    answers.asked += u64::from(is_new);
    let is_due = is_new && (answers.asked <= TRIED || answers.asked.is_multiple_of(TRIED));
    *is_trial |= is_due;
    let longest = if *spent < LONG_TRIALS { LONGEST_TRIAL } else { SHORT_TRIAL };
    Ok((found, is_due.then_some(longest)))
}
