//! What stands for a position in tables: asked once, and tried on a sample.

use super::{Loaded, State};
use crate::failure::{Failure, WatchedLaw};
use crate::guest::Guest;
use crate::laws::difference;
use crate::single::{MAX_SUMMANDS, is_single, singles, together};
use crate::work::Budget;
use sprague_core::AnyRuleset;
use sprague_core::any::AnyPosition;
use std::time::Duration;

/// How many positions that others stand for are tried one after the other, and then one in so many.
const TRIED: u64 = 64;

/// How long the thread may compute to try one.
const LONGEST_TRIAL: Duration = Duration::from_millis(250);

/// The positions that others stand for.
#[derive(Default)]
pub(super) struct NormalForms {
    known: super::Known<AnyPosition, AnyPosition>,
    /// How many were asked for.
    asked: u64,
    /// Whether one is being tried, which asks for more.
    is_trial: bool,
}

impl<G: Guest> Loaded<G> {
    /// The position that stands for this one, and now and then whether it may.
    pub(super) fn canonical(&self, position: AnyPosition) -> AnyPosition {
        let found = self.ask(|state| self.canonical_with(state, &position).map(Some));
        let Some((form, is_due)) = found else { return position };
        if is_due {
            let different = difference(self, &position, &form, &Budget::of(LONGEST_TRIAL));
            let shown = self.show(&position);
            self.ask(|state| {
                state.normal_forms.is_trial = false;
                match different {
                    Some(how) => {
                        Err(Failure::law("canonical", WatchedLaw::CanonicalHasTheOptions, format!("at `{shown}`: {how}")))
                    }
                    None => Ok(()),
                }
            });
        }
        form
    }

    fn canonical_with(&self, state: &mut State<G>, position: &AnyPosition) -> Result<(AnyPosition, bool), Failure> {
        if let Some(form) = state.normal_forms.known.get(position) {
            return Ok((form.clone(), false));
        }
        let form = if is_single(position.words()) {
            state.guest.normal_form(position.words())?
        } else {
            let forms = singles(position.words()).map(|single| state.guest.normal_form(single)).collect::<Result<Vec<_>, _>>()?;
            together(forms.iter().flat_map(|form| singles(form.words())).collect())
        };
        if singles(form.words()).count() > MAX_SUMMANDS {
            return Err(Failure::new("canonical", format!("a position of more than {MAX_SUMMANDS} summands")));
        }
        let forms = &mut state.normal_forms;
        forms.known.insert(position.clone(), form.clone(), position.words().len() + form.words().len());
        let is_new = form != *position && !forms.is_trial;
        forms.asked += u64::from(is_new);
        let is_due = is_new && (forms.asked <= TRIED || forms.asked.is_multiple_of(TRIED));
        forms.is_trial |= is_due;
        Ok((form, is_due))
    }
}
