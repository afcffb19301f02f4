//! Rules of one summand, as a loader implements them. Every call may fail.

pub(crate) mod bounds;
pub(crate) mod cells;
mod data;
mod description;
pub(crate) mod failure;
pub(crate) mod heaps;
pub(crate) mod loaded;
pub(crate) mod picture;
pub(crate) mod plain;
pub(crate) mod points;
pub(crate) mod single;
pub(crate) mod ways;

use crate::image::Image;
use failure::Failure;
use points::Gain;
use smallvec::SmallVec;
use sprague_core::any::AnyPosition;
use sprague_core::any::{Kind, Picture};
use sprague_core::{BadNotation, Bounds, Estimate, Outcome, Player, ScoreBounds};

/// The reason why a guest did not parse a text.
pub(crate) enum Unread {
    /// The text is not a position.
    Refused(BadNotation),
    /// The call failed.
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
    /// The guest refuses these parameters.
    Parameters(BadNotation),
    /// A call failed while the guest was loaded.
    Failed(Failure),
}

impl From<Failure> for Unloaded {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// The options of one heap. Each is the list of heaps that remain.
pub(crate) type HeapOptions = Vec<SmallVec<[u64; 2]>>;

impl Image {
    /// Returns the name of this function in a script, module or program.
    pub(crate) fn export(self) -> &'static str {
        match self {
            Self::Summands => "summands",
            Self::Canonical => "canonical",
            Self::Negative => "negative",
        }
    }
}

/// Rules of loaded code: a script, a module or a program.
///
/// A `single` is one summand as words, its header included. Answers are positions with any number of summands.
///
/// A guest checks each answer of the foreign code by itself (lengths, pointers, kinds of values). [`Loaded`](loaded::Loaded)
/// checks answers against each other.
pub(crate) trait Guest: Send {
    /// Starts a question. All calls until the next question share one limit.
    fn begin(&mut self);

    /// Returns the work of all calls so far, in steps of about a nanosecond.
    fn work(&self) -> u64;

    fn kind(&self) -> Kind;

    /// Returns `true` if the summands are heaps. You may call [`heap_options`](Self::heap_options) only then.
    fn is_of_heaps(&self) -> bool;

    /// Returns the name of the function that lists the options, for messages.
    fn options_export(&self, player: Player) -> &'static str;

    /// Parses the position of one component, which has no joiners.
    fn read(&mut self, text: &str) -> Result<AnyPosition, Unread>;

    /// Returns `true` if the guest can have written these words as a summand, without its header.
    fn is_content(&self, words: &[u64]) -> bool {
        words.len() <= single::MAX_WORDS
    }

    /// Returns the number that a summand represents, if it is a plain number and not, for example, a board in the bits of a
    /// number.
    fn number(&self, single: &[u64]) -> Option<u64> {
        let _ = single;
        None
    }

    fn show(&mut self, single: &[u64]) -> Result<String, Failure>;

    /// Returns `true` if the guest has this function, or data from which it is computed.
    fn has(&self, image: Image) -> bool;

    /// Returns the guest's name for this function.
    fn export(&self, image: Image) -> &'static str;

    /// Calls this function, which the guest must have, with one summand.
    ///
    /// Returns `None` if the position has no negative.
    fn image(&mut self, image: Image, single: &[u64]) -> Result<Option<AnyPosition>, Failure>;

    /// Returns whether the guest has `bounds` and whether it has `estimate`.
    fn knows(&self) -> [bool; 2];

    /// Returns the guest's bounds of the value of one summand.
    fn bounds(&mut self, single: &[u64]) -> Result<Bounds, Failure>;

    /// Returns the guest's estimate of the lead of a player in one summand.
    fn estimate(&mut self, single: &[u64]) -> Result<Estimate, Failure>;

    /// Appends the options of one summand.
    fn options(&mut self, single: &[u64], player: Player, options: &mut Vec<AnyPosition>) -> Result<(), Failure>;

    /// Returns a label for each of these `count` options, or `None` if the guest has no labels.
    fn labels(&mut self, single: &[u64], player: Player, count: usize) -> Result<Option<Vec<String>>, Failure>;

    /// Returns the gains of the moves that the last call of [`options`](Self::options) listed, for rules that count points.
    fn gains(&mut self) -> Vec<Gain> {
        vec![]
    }

    /// Returns the result for `player`, who is to move and cannot, for rules of the kinds `TerminalRule` and `Sides`.
    fn terminal_outcome(&mut self, single: &[u64], player: Player) -> Result<Outcome, Failure>;

    /// Returns the points in a finished game, for rules that count points: those of the player to move minus those of the
    /// other player, or Left's minus Right's if they have different moves.
    fn terminal_score(&mut self, single: &[u64]) -> Result<i64, Failure> {
        let _ = single;
        Ok(0)
    }

    /// Returns `true` if the guest bounds scores.
    fn has_score_bounds(&self) -> bool {
        false
    }

    /// Returns bounds on the score from this position on, with the sign of [`terminal_score`](Self::terminal_score).
    fn score_bounds(&mut self, single: &[u64]) -> Result<ScoreBounds, Failure> {
        let _ = single;
        Ok(ScoreBounds::UNKNOWN)
    }

    /// Returns `true` if the player to move must move in this summand.
    fn is_entailed(&mut self, single: &[u64]) -> Result<bool, Failure> {
        let _ = single;
        Ok(false)
    }

    /// Returns `true` if the guest promises nimbers by naming positions of other rulesets.
    fn has_equals(&self) -> bool {
        false
    }

    /// Returns sums in the notation that together have the nimber of one summand, or `None` if the guest names none.
    fn equals(&mut self, single: &[u64]) -> Result<Option<Vec<String>>, Failure> {
        let _ = single;
        Ok(None)
    }

    fn draws(&self) -> bool;

    /// Returns the guest's picture of one summand, or `None` if its text is enough.
    fn picture(&mut self, single: &[u64]) -> Result<Option<Picture>, Failure>;

    /// Returns `true` if the guest can list all its positions of a size.
    fn lists(&self) -> bool {
        false
    }

    fn positions(&mut self, size: &[u64]) -> Result<Vec<AnyPosition>, Failure> {
        let _ = size;
        Ok(vec![])
    }

    fn heap_options(&mut self, n: u64, player: Player, options: &mut HeapOptions) -> Result<(), Failure>;
}
