//! Numbers of components that decide sums, one kind for each rule for moving, computed by recursion over options.

use crate::evaluate::NimberError;
use crate::evaluate::memo::{Evaluation, FoundBy, MemoOf, Recursion};
use crate::{Limits, Stopped};
use sprague_core::any::Fault;
use sprague_core::{CompoundRule, Nimber, Play, Ruleset, mex};

/// A number of a component that decides sums by some rule for moving.
///
/// Sources: Conway, *On Numbers and Games*, ch. 14; Smith 1966; Steinhaus 1925.
///
/// ```
/// use sprague::{CompoundRule, Play, theory::Measure};
/// assert_eq!(Measure::of(CompoundRule::Conjunctive, Play::Misere), Some(Measure::Remoteness(Play::Misere)));
/// assert_eq!(Measure::of(CompoundRule::Disjunctive, Play::Misere), None); // no short number: see misère quotients
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Measure {
    /// The least number that is not the Grundy number of an option.
    Grundy,
    /// The foreclosed number.
    ///
    /// It is [`OVER`](Self::OVER) if the position is over and [`CLOSED`](Self::CLOSED) if an option is over. Otherwise it is
    /// the least number that no option has, where options with the number `CLOSED` are left out.
    Foreclosed,
    /// [`OVER`](Self::OVER) if the position is over, and otherwise the nimber computed without positions that are over.
    Unfinished,
    /// The number of moves to the end if the winner hurries.
    ///
    /// It is 0 if play is over. Otherwise it is 1 + the least even number of an option, or 1 + the greatest odd number if no
    /// option has an even one. In misère play even and odd are exchanged.
    Remoteness(Play),
    /// The number of moves to the end if the winner delays.
    ///
    /// It is 0 if play is over. Otherwise it is 1 + the greatest even number of an option, or 1 + the least odd number if no
    /// option has an even one. In misère play even and odd are exchanged.
    Suspense(Play),
    /// Three bits: whether the position can be moved in, is won in normal play, and is won in misère play.
    Outcomes,
}

impl Measure {
    /// The number of a position that is over, for measures in which 0 would be ambiguous.
    ///
    /// ```
    /// assert_eq!(sprague::theory::Measure::OVER, u32::MAX);
    /// ```
    pub const OVER: u32 = u32::MAX;
    /// The number of a position that has an option that is over.
    ///
    /// ```
    /// assert_ne!(sprague::theory::Measure::CLOSED, sprague::theory::Measure::OVER);
    /// ```
    pub const CLOSED: u32 = u32::MAX - 1;

    /// Returns the measure that decides sums of any impartial games by this rule, or `None` if there is no such measure.
    pub fn of(rule: CompoundRule, play: Play) -> Option<Self> {
        match (rule, play) {
            (CompoundRule::Disjunctive | CompoundRule::NotAll, Play::Normal) => Some(Self::Grundy),
            (CompoundRule::Diminished, Play::Normal) => Some(Self::Foreclosed),
            (CompoundRule::Diminished, Play::Misere) => Some(Self::Unfinished),
            (CompoundRule::Conjunctive, play) => Some(Self::Remoteness(play)),
            (CompoundRule::Continued, play) => Some(Self::Suspense(play)),
            (CompoundRule::Selective | CompoundRule::ShortenedSelective, _) => Some(Self::Outcomes),
            (CompoundRule::Disjunctive | CompoundRule::NotAll, Play::Misere) | (CompoundRule::Moore(_), _) => None,
        }
    }

    /// Returns the usual name of the measure.
    ///
    /// ```
    /// assert_eq!(sprague::theory::Measure::Foreclosed.name(), "foreclosed nimber");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Grundy => "nimber",
            Self::Foreclosed => "foreclosed nimber",
            Self::Unfinished => "nimber without the finished positions",
            Self::Remoteness(Play::Normal) => "remoteness",
            Self::Remoteness(Play::Misere) => "misère remoteness",
            Self::Suspense(Play::Normal) => "suspense number",
            Self::Suspense(Play::Misere) => "misère suspense number",
            Self::Outcomes => "outcome",
        }
    }

    /// Describes a number of this measure in words.
    ///
    /// ```
    /// use sprague::theory::Measure;
    /// assert_eq!(Measure::Foreclosed.show(Measure::OVER), "over");
    /// assert_eq!(Measure::Outcomes.show(0b011), "won, lost in misère play");
    /// ```
    pub fn show(self, value: u32) -> String {
        match (self, value) {
            (Self::Foreclosed | Self::Unfinished, Self::OVER) => "over".to_owned(),
            (Self::Foreclosed, Self::CLOSED) => "ends at once".to_owned(),
            (Self::Outcomes, bits) => {
                let outcome = |bit: u32| if bits & bit == 0 { "lost" } else { "won" };
                let over = if bits & LIVE == 0 { "over: " } else { "" };
                format!("{over}{}, {} in misère play", outcome(WON), outcome(MISERE_WON))
            }
            (_, value) => value.to_string(),
        }
    }

    /// Returns the number of a heap of Nim, or `None` if it exceeds 32 bits.
    ///
    /// The numbers follow from the definitions. A heap has every smaller size as an option, so a move can always end play. In
    /// normal play the player to move wins at once, so remoteness and suspense are 1, because 0 is the least and the greatest
    /// even number of an option. In misère play a heap of 1 has the number 1. It is the only odd number among the options of a
    /// larger heap, so a larger heap has the number 2.
    ///
    /// ```
    /// use sprague::{Play, theory::Measure};
    /// let remoteness = Measure::Remoteness(Play::Misere);
    /// assert_eq!([0, 1, 2, 1_000_000].map(|heap| remoteness.of_nim_heap(heap)), [0, 1, 2, 2].map(Some));
    /// assert_eq!(Measure::Grundy.of_nim_heap(1 << 40), None);
    /// ```
    pub fn of_nim_heap(self, heap: u64) -> Option<u32> {
        let small = || u32::try_from(heap).ok().filter(|heap| *heap < Self::CLOSED);
        match self {
            Self::Grundy => small(),
            Self::Foreclosed | Self::Unfinished if heap == 0 => Some(Self::OVER),
            Self::Foreclosed => Some(Self::CLOSED),
            Self::Unfinished => small().map(|heap| heap - 1),
            Self::Remoteness(Play::Normal) | Self::Suspense(Play::Normal) => Some(heap.min(1) as u32),
            Self::Remoteness(Play::Misere) | Self::Suspense(Play::Misere) => Some(heap.min(2) as u32),
            Self::Outcomes => Some([MISERE_WON, LIVE | WON, LIVE | WON | MISERE_WON][heap.min(2) as usize]),
        }
    }

    /// Returns `true` if all heaps of Nim with two tokens or more have the same number.
    ///
    /// ```
    /// use sprague::{Play, theory::Measure};
    /// assert!(Measure::Suspense(Play::Normal).is_same_for_large_heaps() && !Measure::Grundy.is_same_for_large_heaps());
    /// ```
    pub fn is_same_for_large_heaps(self) -> bool {
        !matches!(self, Self::Grundy | Self::Unfinished)
    }

    /// Returns the number of a position, given the numbers of its options.
    fn combined(self, options: &[u32]) -> u32 {
        let least_of = |parity: u32| options.iter().filter(move |value| **value % 2 == parity).min();
        let greatest_of = |parity: u32| options.iter().filter(move |value| **value % 2 == parity).max();
        // in normal play it is good to leave an even number, and in misère play an odd one
        let good = |play: Play| u32::from(play == Play::Misere);
        match self {
            Self::Grundy => least_missing(options, &[]),
            Self::Foreclosed if options.is_empty() => Self::OVER,
            Self::Foreclosed if options.contains(&Self::OVER) => Self::CLOSED,
            Self::Foreclosed => least_missing(options, &[Self::CLOSED]),
            Self::Unfinished if options.is_empty() => Self::OVER,
            Self::Unfinished => least_missing(options, &[Self::OVER]),
            Self::Remoteness(play) => least_of(good(play)).or(greatest_of(1 - good(play))).map_or(0, |value| value + 1),
            Self::Suspense(play) => greatest_of(good(play)).or(least_of(1 - good(play))).map_or(0, |value| value + 1),
            Self::Outcomes if options.is_empty() => MISERE_WON,
            Self::Outcomes => {
                let wins = |bit: u32| if options.iter().any(|option| option & bit == 0) { bit } else { 0 };
                LIVE | wins(WON) | wins(MISERE_WON)
            }
        }
    }
}

/// The bits of [`Measure::Outcomes`].
pub(super) const LIVE: u32 = 1;
pub(super) const WON: u32 = 2;
pub(super) const MISERE_WON: u32 = 4;

/// Measures of positions of one ruleset, each position evaluated once.
///
/// Use it if you need the measures of many positions.
///
/// ```
/// use sprague::theory::{Measure, Measures};
/// use sprague::{Limits, Play, Ruleset};
///
/// struct Nim;
/// impl Ruleset for Nim {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
///
/// let limits = Limits::default();
/// let mut remoteness = Measures::new(Nim, Measure::Remoteness(Play::Normal), &limits);
/// assert_eq!(remoteness.value(&3), Ok(1)); // take all
/// ```
#[derive(Debug)]
pub struct Measures<'a, R: Ruleset>(Recursion<'a, MeasureOf<R>, R::Position, u32, ()>);

impl<'a, R: Ruleset> Measures<'a, R> {
    /// Returns measures with nothing evaluated yet.
    pub fn new(rules: R, measure: Measure, limits: &'a Limits) -> Self {
        Self(Recursion::new(MeasureOf { rules, measure }, limits))
    }

    /// Returns the measure of a position.
    ///
    /// The search uses an explicit stack, so a deep game needs memory but does not overflow the stack.
    ///
    /// # Errors
    /// Returns [`NimberError::Loopy`] if a position is loopy and [`NimberError::Stopped`] if a limit is reached.
    pub fn value(&mut self, position: &R::Position) -> Result<u32, NimberError> {
        self.0.value(position.clone())
    }
}

struct MeasureOf<R> {
    rules: R,
    measure: Measure,
}

impl<R: Ruleset> Evaluation for MeasureOf<R> {
    type Key = R::Position;
    type Value = u32;
    type Fold = ();
    type Error = NimberError;
    const LOOPY: NimberError = NimberError::Loopy;

    fn options(&mut self, position: &R::Position, (): &mut (), memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        for option in self.rules.options(position) {
            memo.note(self, &mut (), None, || option)?;
        }
        Ok(())
    }
    #[inline]
    fn find(&mut self, option: R::Position, memo: &mut MemoOf<'_, Self>) -> Result<FoundBy<Self>, Stopped> {
        Ok(memo.find(self.rules.normal_form(option)))
    }
    fn value(&mut self, _: &R::Position, (): &mut (), seen: &mut [u32]) -> Result<Option<u32>, Stopped> {
        Ok(Some(self.measure.combined(seen)))
    }
    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.rules.allocated_bytes(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }
}

/// Returns the least number that does not occur in `values`, ignoring those in `without`.
fn least_missing(values: &[u32], without: &[u32]) -> u32 {
    mex(values.iter().filter(|value| !without.contains(value)).copied().map(Nimber)).0
}
