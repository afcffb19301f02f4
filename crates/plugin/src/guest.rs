//! The rules of one summand as a loader gives them: every answer may fail.

pub(crate) mod bounds;
pub(crate) mod cells;
mod data;
mod description;
pub(crate) mod failure;
pub(crate) mod heaps;
pub(crate) mod loaded;
pub(crate) mod picture;
pub(crate) mod plain;
pub(crate) mod single;
pub(crate) mod ways;

use crate::image::Image;
use failure::Failure;
use smallvec::SmallVec;
use sprague_core::any::AnyPosition;
use sprague_core::any::{Kind, Picture};
use sprague_core::{BadNotation, Bounds, Estimate, Outcome, Player};

/// A guest that cannot read a text, or failed while it did.
pub(crate) enum Unread {
    /// The text names no position.
    Refused(BadNotation),
    /// The guest failed.
    Failed(Failure),
}

impl From<Failure> for Unread {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<BadNotation> for Unread {
    fn from(error: BadNotation) -> Self {
        Self::Refused(error)
    }
}

/// The reason why a guest was not loaded.
pub(crate) enum Unloaded {
    /// It does not take these parameters.
    Parameters(BadNotation),
    /// Loading it ended with this failure.
    Failed(Failure),
}

impl From<Failure> for Unloaded {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The options of heap n, each as the heaps that are left.
pub(crate) type HeapOptions = Vec<SmallVec<[u64; 2]>>;

impl Image {
    /// Its name in a guest.
    pub(crate) fn export(self) -> &'static str {
        match self {
            Self::Summands => "summands",
            Self::Canonical => "canonical",
            Self::Negative => "negative",
        }
    }
}

/// Loaded rules.
///
/// A `single` is one summand with its header; answers are positions of any number of summands.
///
/// Guests check what they were given by their own code (lengths, pointers, kinds of values); what they cannot see from one answer
/// is checked by [`Loaded`](loaded::Loaded).
pub(crate) trait Guest: Send {
    /// Begins a question: all the calls that it needs have a limit together.
    fn begin(&mut self);

    /// The work of all its calls so far, counted in steps of about a nanosecond.
    fn work(&self) -> u64;

    /// The promise that it makes.
    fn kind(&self) -> Kind;

    /// Tells whether its summands are heaps.
    ///
    /// If so, [`heap_options`](Self::heap_options) may be asked.
    fn is_of_heaps(&self) -> bool;

    /// The name of the function that lists the options, for messages.
    fn options_export(&self, player: Player) -> &'static str;

    /// The position of one component without joiners.
    fn read(&mut self, text: &str) -> Result<AnyPosition, Unread>;

    /// Tells whether these words are a summand's, without its header, as the loader writes them.
    fn is_content(&self, words: &[u64]) -> bool {
        words.len() <= single::MAX_WORDS
    }

    /// The number that one summand is, where it is just that, and not a board in the bits of a number.
    fn number(&self, single: &[u64]) -> Option<u64> {
        let _ = single;
        None
    }

    /// One summand as text.
    fn show(&mut self, single: &[u64]) -> Result<String, Failure>;

    /// Tells whether it has this function, or what the program needs instead.
    fn has(&self, image: Image) -> bool;

    /// Its name for that function.
    fn export(&self, image: Image) -> &'static str;

    /// The answer of the function, which it has, for one summand.
    ///
    /// `None` where a position has no negative.
    fn image(&mut self, image: Image, single: &[u64]) -> Result<Option<AnyPosition>, Failure>;

    /// Tells whether it bounds values, and whether it guesses who is ahead.
    fn knows(&self) -> [bool; 2];

    /// Its bounds of the value of one summand.
    fn bounds(&mut self, single: &[u64]) -> Result<Bounds, Failure>;

    /// Its guess who is ahead in one summand.
    fn estimate(&mut self, single: &[u64]) -> Result<Estimate, Failure>;

    /// Appends the options of one summand.
    fn options(&mut self, single: &[u64], player: Player, options: &mut Vec<AnyPosition>) -> Result<(), Failure>;

    /// A label for each of these `count` options, `None` if the guest has no labels.
    fn labels(&mut self, single: &[u64], player: Player, count: usize) -> Result<Option<Vec<String>>, Failure>;

    /// The result for the player to move in a finished game, under a terminal rule.
    fn terminal_outcome(&mut self, single: &[u64]) -> Result<Outcome, Failure>;

    /// Tells whether the player to move must move in this summand.
    fn is_entailed(&mut self, single: &[u64]) -> Result<bool, Failure> {
        let _ = single;
        Ok(false)
    }

    /// Tells whether it draws its positions.
    fn draws(&self) -> bool;

    /// Its drawing of one summand; `None` where the text says as much.
    fn picture(&mut self, single: &[u64]) -> Result<Option<Picture>, Failure>;

    /// Returns `true` if it lists its positions of a size.
    fn lists(&self) -> bool {
        false
    }

    /// Returns all positions of a size, such as `[4]` or `[4, 5]`.
    fn positions(&mut self, size: &[u64]) -> Result<Vec<AnyPosition>, Failure> {
        let _ = size;
        Ok(vec![])
    }

    /// Appends the options of heap n.
    fn heap_options(&mut self, n: u64, player: Player, options: &mut HeapOptions) -> Result<(), Failure>;
}
