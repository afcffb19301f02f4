//! Draws pictures with a second instance of the guest. It has a separate fault, so answers do not depend on pictures.

use crate::guest::Guest;
use crate::guest::failure::Failure;
use crate::guest::picture::{bounded, failure, together};
use crate::guest::single::singles;
use crate::latch::Latch;
use crate::work::computed;
use sprague_core::any::{AnyPosition, Picture};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The total time of all pictures, after which their average is limited.
const IN_ALL: Duration = Duration::from_secs(2);
/// The maximum average time of a picture after that.
const EACH: Duration = Duration::from_millis(5);

pub(crate) type Load<G> = Box<dyn Fn() -> Option<G> + Send + Sync>;

/// The instance of the guest that draws positions.
pub(crate) struct Artist<G> {
    /// The file name, for messages.
    name: String,
    load: Load<G>,
    latch: Latch,
    studio: Mutex<Studio<G>>,
}

struct Studio<G> {
    guest: Option<G>,
    asked: u32,
    took: Duration,
}

impl<G: Guest> Artist<G> {
    /// Prepares a second instance, which is loaded for the first picture. Its first failure closes the latch.
    pub(crate) fn new(name: &str, load: Load<G>, latch: Latch) -> Self {
        Self { name: name.to_owned(), load, latch, studio: Mutex::new(Studio { guest: None, asked: 0, took: Duration::ZERO }) }
    }

    /// Draws a position. Returns `None` if the guest has no picture of it, or has failed.
    pub(super) fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        let mut studio = self.studio.lock().unwrap_or_else(PoisonError::into_inner);
        if self.latch.is_closed() {
            return None;
        }
        if studio.guest.is_none() {
            studio.guest = (self.load)();
        }
        let drawn = studio.drawn(position).unwrap_or_else(|failure| {
            self.latch.close(&self.name, &failure);
            None
        });
        if self.latch.is_closed() {
            studio.guest = None;
        }
        drawn
    }
}

impl<G: Guest> Studio<G> {
    fn drawn(&mut self, position: &AnyPosition) -> Result<Option<Picture>, Failure> {
        let Some(guest) = &mut self.guest else { return Err(failure("the plugin cannot be loaded a second time")) };
        let began = computed();
        guest.begin();
        let pictures: Result<Option<Vec<Picture>>, Failure> =
            singles(position.words()).map(|single| guest.picture(single).transpose()).collect::<Option<_>>().transpose();
        self.asked += 1;
        self.took += computed().saturating_sub(began);
        if self.took > IN_ALL + EACH * self.asked {
            return Err(failure(format!("{} pictures took {:.1?} together: it is too slow to be shown", self.asked, self.took)));
        }
        pictures?.and_then(together).map(bounded).transpose()
    }
}
