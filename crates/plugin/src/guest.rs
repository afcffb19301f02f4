//! What a loader gives: the rules of one summand, every answer of which may fail.

use crate::failure::{Failure, WatchedLaw};
use smallvec::SmallVec;
use sprague_core::any::AnyPosition;
use sprague_core::any::{Kind, Picture};
use sprague_core::{BadNotation, Outcome, Player};

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

/// What heap n may become, each option as the heaps that are left.
pub(crate) type HeapOptions = Vec<SmallVec<[u64; 2]>>;

/// A function of the rules from positions to positions, which spares others work: what is a sum, what is alike, what cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Image {
    /// The independent parts, as one position of many summands.
    Summands,
    /// The position that stands for another one in tables.
    Canonical,
    /// The position with Left and Right exchanged.
    Negative,
}

impl Image {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Summands, Self::Canonical, Self::Negative];

    /// What a guest calls it.
    pub(crate) fn export(self) -> &'static str {
        match self {
            Self::Summands => "summands",
            Self::Canonical => "canonical",
            Self::Negative => "negative",
        }
    }

    /// The law that it keeps.
    pub(crate) fn law(self) -> WatchedLaw {
        match self {
            Self::Summands => WatchedLaw::SummandsHaveTheOptions,
            Self::Canonical => WatchedLaw::CanonicalHasTheOptions,
            Self::Negative => WatchedLaw::NegativesExchangeThePlayers,
        }
    }
}

/// Loaded rules. A `single` is one summand with its header; what comes back is positions of any number of summands.
///
/// Guests check what they were given by their own code (lengths, pointers, kinds of values); what they cannot see from one answer
/// is checked by [`Loaded`](crate::loaded::Loaded).
pub(crate) trait Guest: Send {
    /// A question begins: all the calls that it needs have a limit together.
    fn begin(&mut self);

    /// What it promises.
    fn kind(&self) -> Kind;

    /// Whether its summands are heaps, so that [`heap_options`](Self::heap_options) may be asked.
    fn is_of_heaps(&self) -> bool;

    /// The name of the function that lists the options, for messages.
    fn options_export(&self, player: Player) -> &'static str;

    /// The position of one component without joiners.
    fn read(&mut self, text: &str) -> Result<AnyPosition, Unread>;

    /// One summand as text.
    fn show(&mut self, single: &[u64]) -> Result<String, Failure>;

    /// Whether it has this function, or says what the program needs to do without.
    fn has(&self, image: Image) -> bool;

    /// What it calls that.
    fn export(&self, image: Image) -> &'static str;

    /// What the function, which it has, answers for one summand; `None` where a position has no negative.
    fn image(&mut self, image: Image, single: &[u64]) -> Result<Option<AnyPosition>, Failure>;

    /// Appends the options of one summand.
    fn options(&mut self, single: &[u64], player: Player, options: &mut Vec<AnyPosition>) -> Result<(), Failure>;

    /// A label for each of these `count` options, `None` if the guest has no labels.
    fn labels(&mut self, single: &[u64], player: Player, count: usize) -> Result<Option<Vec<String>>, Failure>;

    /// The result for the player to move in a finished game, under a terminal rule.
    fn terminal_outcome(&mut self, single: &[u64]) -> Result<Outcome, Failure>;

    /// Whether it draws its positions.
    fn draws(&self) -> bool;

    /// What it draws of one summand; `None` where the text is all there is to see.
    fn picture(&mut self, single: &[u64]) -> Result<Option<Picture>, Failure>;

    /// Appends the options of heap n.
    fn heap_options(&mut self, n: u64, player: Player, options: &mut HeapOptions) -> Result<(), Failure>;
}
