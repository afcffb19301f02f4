//! Type erasure: rulesets that were parsed from text, or loaded, as one type.
//!
//! A position is a few words ([`AnyPosition`]), read from text and shown as text; options come without labels for
//! evaluation and with them for answers. [`AnyImpartial`] is a typed ruleset again, so every modifier stacks on it, and
//! [`AnySum`] adds positions of different rulesets. `benches/any.rs` measures what it costs.

mod erase;
mod heap_view;
mod layout;
mod negative;
mod of;
mod pack;
mod sum;
mod typed;

pub use erase::{heaps, impartial, one_heap, partizan, partizan_heap, terminal, terminal_heap};
pub use heap_view::{AnyNimbers, AnyOutcomes, HeapView};
pub use layout::{AllPositions, Picture};
pub use negative::negative;
pub use of::{AnyOf, AnyPartizanOf};
pub use pack::Pack;
pub use sum::{AnySum, SumPosition};
pub use typed::{AnyImpartial, AnyPartizan, AnyTerminalRule, Labelled, NotOfThisKind};

use crate::{BadNotation, MOST_COUNTED, Outcome, Player};
use core::fmt;
use smallvec::SmallVec;
use std::sync::Arc;
use thiserror::Error;

/// A position of some ruleset as a few words, which only that ruleset can read.
///
/// ```
/// use sprague_core::any::AnyPosition;
/// assert_eq!(AnyPosition::pack(&7_u64).words(), [7]);
/// assert_eq!(AnyPosition::pack(&7_u64).unpack::<u64>(), 7);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyPosition(SmallVec<[u64; 2]>);

impl AnyPosition {
    /// The words of a typed position.
    ///
    /// ```
    /// assert_eq!(sprague_core::any::AnyPosition::pack(&(1_u64, 2_u64)).words(), [1, 2]);
    /// ```
    pub fn pack(position: &impl crate::any::Pack) -> Self {
        let mut words = SmallVec::new();
        position.pack(&mut words);
        // a vector grows to twice what it needs, and limits on memory count what is needed
        words.shrink_to_fit();
        Self(words)
    }

    /// The typed position.
    ///
    /// ```
    /// # use sprague_core::any::AnyPosition;
    /// assert_eq!(AnyPosition::from_words([3]).unpack::<u32>(), 3);
    /// ```
    ///
    /// # Panics
    /// If it was not packed as a `P`.
    pub fn unpack<P: crate::any::Pack>(&self) -> P {
        P::unpack(&mut self.words())
    }

    /// A position from its words.
    ///
    /// ```
    /// assert_eq!(sprague_core::any::AnyPosition::from_words([3]).words(), [3]);
    /// ```
    pub fn from_words(words: impl IntoIterator<Item = u64>) -> Self {
        Self(words.into_iter().collect())
    }

    /// The position of two words, which takes no memory outside of itself.
    ///
    /// ```
    /// assert_eq!(sprague_core::any::AnyPosition::of_two([1, 7]).words(), [1, 7]);
    /// ```
    #[inline]
    pub fn of_two(words: [u64; 2]) -> Self {
        Self(SmallVec::from_buf(words))
    }

    /// The words.
    ///
    /// ```
    /// assert!(sprague_core::any::AnyPosition::default().words().is_empty());
    /// ```
    pub fn words(&self) -> &[u64] {
        &self.0
    }

    /// Bytes kept outside of the value itself.
    fn allocated_bytes(&self) -> usize {
        if self.0.spilled() { size_of_val(self.words()) } else { 0 }
    }
}

impl From<SmallVec<[u64; 2]>> for AnyPosition {
    fn from(words: SmallVec<[u64; 2]>) -> Self {
        Self(words)
    }
}

/// How many options or moves are handed over in one call.
///
/// ```
/// assert!(sprague_core::any::CHUNK >= 1);
/// ```
pub const CHUNK: usize = 4096;

/// Items that arrive in portions, as one lazy iterator: `fill` appends those from an index on and says whether more follow.
///
/// ```
/// let all = [1, 2, 3];
/// let two = |from: usize, items: &mut Vec<i32>| {
///     items.extend(all[from..].iter().take(2));
///     from + 2 < all.len()
/// };
/// assert_eq!(sprague_core::any::portions(two).collect::<Vec<_>>(), all);
/// ```
pub fn portions<T>(mut fill: impl FnMut(usize, &mut Vec<T>) -> bool) -> impl Iterator<Item = T> {
    let (mut from, mut more, mut portion) = (0, true, Vec::new().into_iter());
    std::iter::from_fn(move || {
        loop {
            if let Some(item) = portion.next() {
                return Some(item);
            }
            if !more {
                return None;
            }
            let mut items = vec![];
            more = fill(from, &mut items);
            from += items.len();
            portion = items.into_iter();
        }
    })
}

/// The portion of `all` that one call of [`AnyRuleset::options`] or [`moves`](AnyRuleset::moves) hands over, and whether more follow.
///
/// ```
/// let mut portion = vec![];
/// assert!(!sprague_core::any::hand_over(0..5, 3, &mut portion));
/// assert_eq!(portion, [3, 4]);
/// ```
pub fn hand_over<T>(all: impl Iterator<Item = T>, from: usize, portion: &mut Vec<T>) -> bool {
    let mut rest = all.skip(from);
    portion.extend(rest.by_ref().take(CHUNK));
    rest.next().is_some()
}

/// What a ruleset promises, and so what may be asked of it.
///
/// ```
/// assert_ne!(sprague_core::any::Kind::Impartial, sprague_core::any::Kind::TerminalRule);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Both players have these moves and the last mover wins.
    Impartial,
    /// Left and Right have moves of their own and the last mover wins.
    Partizan,
    /// Both players have these moves; who has won in the end, the rules say themselves.
    TerminalRule,
}

/// A ruleset failed: loaded code ran out of fuel, trapped, or broke a law. Built-in rules never do.
///
/// ```
/// let fault = sprague_core::any::Fault::new("out of fuel");
/// assert_eq!(fault.to_string(), "the ruleset failed: out of fuel");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the ruleset failed: {reason}")]
pub struct Fault {
    /// What happened, in a few words.
    pub reason: Arc<str>,
}

impl Fault {
    /// A fault for this reason.
    ///
    /// ```
    /// assert_eq!(&*sprague_core::any::Fault::new("trap").reason, "trap");
    /// ```
    pub fn new(reason: impl Into<Arc<str>>) -> Self {
        Self { reason: reason.into() }
    }
}

/// A ruleset behind a pointer: built-in and loaded ones look alike.
///
/// Get one from a typed ruleset by [`impartial`], [`partizan`] or [`terminal`]; where it is played on heaps, by [`heaps`],
/// [`one_heap`], [`partizan_heap`] or [`terminal_heap`], so that rows, periods and heaps beyond 64 bits come with it. For impartial
/// rulesets and those with a terminal rule the `player` is ignored.
///
/// ```
/// use sprague_core::{AnyRuleset, BadNotation, Impartial, Notation, Player, Ruleset, any, notation::Reader};
///
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Nim {}
/// impl Notation<u64> for Nim {
///     fn read(&self, text: &str) -> Result<u64, BadNotation> { Reader::new(text).whole(Reader::small) }
///     fn show(&self, heap: &u64) -> String { heap.to_string() }
/// }
///
/// let nim = any::impartial(Nim);
/// let heap = nim.read("2")?;
/// let mut moves = vec![];
/// let more = nim.moves(&heap, Player::Left, 0, &mut moves);
/// assert_eq!((moves[1].label.as_str(), more), ("2", false));
/// assert_eq!(nim.show(&moves[1].to), "0");
/// # Ok::<(), BadNotation>(())
/// ```
pub trait AnyRuleset: Send + Sync {
    /// What it promises.
    fn kind(&self) -> Kind;

    /// The position that `text` names.
    ///
    /// # Errors
    /// [`BadNotation`] as for [`Notation::read`](crate::Notation::read).
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation>;

    /// The position as text.
    fn show(&self, position: &AnyPosition) -> String;

    /// Appends the positions one move of `player` away, in the order of [`moves`](Self::moves), from the one with index `from`
    /// on and at most [`CHUNK`] of them; answers whether more follow. So a position with 10¹² options fills no memory.
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool;

    /// How many options `player` has, counted as [`Ruleset::mobility`](crate::Ruleset::mobility) does.
    fn mobility(&self, position: &AnyPosition, player: Player) -> u32 {
        let mut options = vec![];
        self.options(position, player, 0, &mut options);
        options.len().min(MOST_COUNTED as usize) as u32
    }

    /// Appends moves of `player` with their labels, in the same order and portions.
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool;

    /// Whether `player` has no move.
    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        let mut options = vec![];
        self.options(position, player, 0, &mut options);
        options.is_empty()
    }

    /// The result for the player to move when no move is left.
    fn terminal_outcome(&self, position: &AnyPosition) -> Outcome;

    /// Appends the independent summands, as [`Impartial::summands`](crate::Impartial::summands) does.
    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        summands.push(position.clone());
    }

    /// The text of the position's value, where the rules know it, as [`Partizan::value_text`](crate::Partizan::value_text) has it.
    fn value_text(&self, position: &AnyPosition) -> Option<String> {
        let _ = position;
        None
    }

    /// Tells the options of `player`, each as its summands in normal form, until `each` answers `false`, as
    /// [`Partizan::each_option`](crate::Partizan::each_option) does.
    fn each_option(&self, position: &AnyPosition, player: Player, each: &mut dyn FnMut(&mut Vec<AnyPosition>) -> bool) {
        let (mut from, mut more, mut options, mut parts) = (0, true, vec![], vec![]);
        while more {
            options.clear();
            more = self.options(position, player, from, &mut options);
            from += options.len();
            for option in &options {
                parts.clear();
                self.summands(option, &mut parts);
                for part in &mut parts {
                    *part = self.normal_form(core::mem::take(part));
                }
                if !each(&mut parts) {
                    return;
                }
            }
        }
    }

    /// What went wrong inside the rules so far. Loaded rules that failed list no moves from then on, so that evaluation ends. Every
    /// search polls this, so it costs no more than what was asked; before believing an answer, ask [`recheck`](Self::recheck).
    fn fault(&self) -> Option<Fault> {
        None
    }

    /// The same, after all that is kept of earlier questions was asked once more: ask this before believing an answer.
    fn recheck(&self) -> Option<Fault> {
        self.fault()
    }

    /// The position that stands for this one in tables, as [`Ruleset::normal_form`](crate::Ruleset::normal_form) does.
    fn normal_form(&self, position: AnyPosition) -> AnyPosition {
        position
    }

    /// The position in which Left and Right have changed places, where there is one: of impartial rules the position itself.
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        let _ = position;
        None
    }

    /// The view of its heaps, where it is played on heaps.
    fn heaps(&self) -> Option<&dyn HeapView> {
        None
    }

    /// Every position there is, where they are few: the squares of a board, the vertices of a graph. `analyse` shows them.
    fn all_positions(&self) -> Option<AllPositions> {
        None
    }

    /// The position as data to draw; `None` if its text says as much.
    fn picture(&self, position: &AnyPosition) -> Option<Picture> {
        let _ = position;
        None
    }

    /// Whether it was loaded: such code is watched, its play is tried for an end, and its fault asked before an answer is believed.
    fn is_loaded(&self) -> bool {
        false
    }
}

impl fmt::Debug for dyn AnyRuleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyRuleset({:?})", self.kind())
    }
}
