//! What a component is worth in a sum: a number by recursion over its options, another recursion for every rule.

use crate::{Limits, Meter, NoNimber, Stopped};
use hashbrown::HashMap;
use sprague_core::{Nimber, Play, Rule, Ruleset, mex};

/// A number of a component that decides sums by some rule. Conway, *On Numbers and Games*, ch. 14; Smith 1966; Steinhaus 1925.
///
/// ```
/// use sprague::{Play, Rule, theory::Measure};
/// assert_eq!(Measure::of(Rule::Conjunctive, Play::Misere), Some(Measure::Remoteness(Play::Misere)));
/// assert_eq!(Measure::of(Rule::Disjunctive, Play::Misere), None); // no short number: see misère quotients
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The least number that no option has.
    Grundy,
    /// [`OVER`](Self::OVER); [`CLOSED`](Self::CLOSED) where an option is over; else the least number that no option has which is
    /// neither.
    Foreclosed,
    /// [`OVER`](Self::OVER); else the Grundy number where positions that are over are left out.
    Unfinished,
    /// In how many moves it is over when the winner hurries: 0 when over, 1 + the least even number of an option if there is one,
    /// else 1 + the greatest odd one; with even and odd exchanged in misère play.
    Remoteness(Play),
    /// The same when the winner delays: 0 when over, 1 + the greatest even number of an option if there is one, else 1 + the
    /// least odd one; with even and odd exchanged in misère play.
    Suspense(Play),
    /// Bits: whether it can be moved in, is won in normal play, is won in misère play.
    Outcomes,
}

impl Measure {
    /// The number of a position that is over, where another would be ambiguous.
    ///
    /// ```
    /// assert_eq!(sprague::theory::Measure::OVER, u32::MAX);
    /// ```
    pub const OVER: u32 = u32::MAX;
    /// The number of a position with an option that is over.
    ///
    /// ```
    /// assert_ne!(sprague::theory::Measure::CLOSED, sprague::theory::Measure::OVER);
    /// ```
    pub const CLOSED: u32 = u32::MAX - 1;

    /// The measure that decides sums of any impartial games by this rule; `None` where there is none.
    pub fn of(rule: Rule, play: Play) -> Option<Self> {
        match (rule, play) {
            (Rule::Disjunctive | Rule::NotAll, Play::Normal) => Some(Self::Grundy),
            (Rule::Diminished, Play::Normal) => Some(Self::Foreclosed),
            (Rule::Diminished, Play::Misere) => Some(Self::Unfinished),
            (Rule::Conjunctive, play) => Some(Self::Remoteness(play)),
            (Rule::Continued, play) => Some(Self::Suspense(play)),
            (Rule::Selective | Rule::ShortenedSelective, _) => Some(Self::Outcomes),
            (Rule::Disjunctive | Rule::NotAll, Play::Misere) | (Rule::Moore(_), _) => None,
        }
    }

    /// What it is called.
    ///
    /// ```
    /// assert_eq!(sprague::theory::Measure::Foreclosed.name(), "foreclosed Grundy number");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Grundy => "Grundy number",
            Self::Foreclosed => "foreclosed Grundy number",
            Self::Unfinished => "Grundy number without the finished positions",
            Self::Remoteness(Play::Normal) => "remoteness",
            Self::Remoteness(Play::Misere) => "misère remoteness",
            Self::Suspense(Play::Normal) => "suspense number",
            Self::Suspense(Play::Misere) => "misère suspense number",
            Self::Outcomes => "outcome",
        }
    }

    /// A number of this measure in words.
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

    /// The number of a heap of Nim; `None` if 32 bits do not hold it.
    ///
    /// From the definitions, since a heap can be left at every smaller size: a heap can always be left over, so the one who moves is
    /// never behind in normal play and its remoteness and suspense are 1 (0 is the least and the greatest even number that an
    /// option has). In misère play a heap of 1 has number 1, the only odd one below it is then 1 for every larger heap, which has
    /// number 2.
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

    /// Whether all heaps of Nim of two tokens or more have the same number.
    ///
    /// ```
    /// use sprague::{Play, theory::Measure};
    /// assert!(Measure::Suspense(Play::Normal).is_same_for_large_heaps() && !Measure::Grundy.is_same_for_large_heaps());
    /// ```
    pub fn is_same_for_large_heaps(self) -> bool {
        !matches!(self, Self::Grundy | Self::Unfinished)
    }

    /// The number of a position whose options have these.
    fn combined(self, options: &[u32]) -> u32 {
        let least_of = |parity: u32| options.iter().filter(move |value| **value % 2 == parity).min();
        let greatest_of = |parity: u32| options.iter().filter(move |value| **value % 2 == parity).max();
        // to leave an even number wins in normal play, an odd one in misère play
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

/// Measures of positions of one ruleset, each position worked out once.
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
pub struct Measures<'a, R: Ruleset> {
    rules: R,
    measure: Measure,
    /// `None` while the options of a position are being worked out.
    known: HashMap<R::Position, Option<u32>>,
    /// Bytes of the options that are being worked out.
    pending: usize,
    limits: &'a Limits,
    meter: Meter<'a>,
}

/// A position whose options are being worked out.
struct Open<P> {
    position: P,
    options: Vec<P>,
    values: Vec<u32>,
}

impl<'a, R: Ruleset> Measures<'a, R> {
    /// Nothing worked out yet.
    pub fn new(rules: R, measure: Measure, limits: &'a Limits) -> Self {
        Self { rules, measure, known: HashMap::new(), pending: 0, limits, meter: Meter::new(limits) }
    }

    /// The measure of a position. No recursion: a deep game needs memory, not stack.
    ///
    /// # Errors
    /// [`NoNimber::Loopy`] if a position can come again, [`NoNimber::Stopped`] at a limit.
    pub fn value(&mut self, position: &R::Position) -> Result<u32, NoNimber> {
        if let Some(Some(value)) = self.known.get(position) {
            return Ok(*value);
        }
        let found = self.work_out(position);
        if found.is_err() {
            self.known.retain(|_, value| value.is_some());
        }
        self.pending = 0;
        found
    }

    fn work_out(&mut self, position: &R::Position) -> Result<u32, NoNimber> {
        let mut open = vec![self.open(position.clone())?];
        loop {
            let Some(top) = open.last_mut() else { return Ok(self.known[position].expect("it was worked out last")) };
            let Some(option) = top.options.get(top.values.len()).cloned() else {
                let value = self.measure.combined(&top.values);
                self.known.insert(top.position.clone(), Some(value));
                self.pending = self.pending.saturating_sub(self.bytes(top));
                open.pop();
                continue;
            };
            match self.known.get(&option) {
                Some(Some(value)) => top.values.push(*value),
                Some(None) => return Err(NoNimber::Loopy),
                None => open.push(self.open(option)?),
            }
        }
    }

    /// About how many bytes an open position holds.
    fn bytes(&self, open: &Open<R::Position>) -> usize {
        open.options.len() * (size_of::<R::Position>() + size_of::<u32>())
    }

    /// Begins with a position: until its options are worked out, meeting it again is a cycle.
    fn open(&mut self, position: R::Position) -> Result<Open<R::Position>, Stopped> {
        let each = 2 * size_of::<(R::Position, Option<u32>)>() + self.rules.bytes_outside(&position);
        self.known.insert(position.clone(), None);
        let positions = self.known.len();
        let mut options = vec![];
        for option in self.rules.options(&position) {
            options.push(option);
            let held = self.pending + options.len() * (size_of::<R::Position>() + size_of::<u32>());
            if held as u64 > self.limits.bytes {
                return Err(Stopped::Memory(self.limits.bytes));
            }
            self.meter.allow(positions as u64, || positions * each + held, || self.rules.fault())?;
        }
        let open = Open { position, options, values: vec![] };
        self.pending += self.bytes(&open);
        Ok(open)
    }
}

/// The least number that none of these is, but for those left out.
fn least_missing(values: &[u32], without: &[u32]) -> u32 {
    mex(values.iter().filter(|value| !without.contains(value)).copied().map(Nimber)).0
}
