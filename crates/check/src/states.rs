//! A period proved by two equal states, examined: no values are stated, so all are computed here, and few are kept.
//!
//! Let rare heaps be none above R, W = max(R, depth) + k, and let every heap n ≥ start up to start + p have a common value
//! c(n), with each rare value below it excluded by a part of at most `depth` tokens or a move that splits nothing. For all
//! larger n too, c(n) and these exclusions are one function of the W values before n (and of the parity of n): a split with
//! one rare part r ≤ R has its other part in n − k − R … n − 1. So if the W values before start + p are those before start,
//! and p is even where parity counts, n and n + p have the same value for n = start, start + 1, … in turn, no heap above R is
//! ever rare, and the values repeat for ever.
//!
//! *One pass.* Where the state may begin as early as the preperiod n0 says, start = max(n0, R + 1) + W is taken instead of a
//! later one that is stated: what is true of the one is true of the other, since from n0 on all is the same a period later. The
//! rows n0 − 1 … start are kept, and the W of them before start are looked for in all that follows. They come again after the
//! least period, and after no less; then the rows n0 − 1, n0, … a period later are still at hand. So whatever the preperiod and
//! the period, some windows of W values are held.

use crate::blocks::{Blocks, STRETCH};
use crate::claim::Checked;
use crate::effort::Effort;
use crate::past::Past;
use crate::reason::EQUAL_STATES;
use crate::rejected::Rejected;
use crate::sparse::{Found, Moves, Sparse};
use core::ops::ControlFlow;
use sprague_core::Stopped;
use sprague_core::certificate::{Certificate, ClaimedRows, EqualStates};
use sprague_core::heap::{RowKind, TakeAndBreak};

/// How many moves [`check`](crate::check) looks at for a proof by equal states: at most some minutes of work.
///
/// ```
/// assert_eq!(sprague_check::MAX_STATE_STEPS, 274_877_906_944);
/// ```
pub const MAX_STATE_STEPS: u64 = 1 << 38;

/// How many rows a state may have: a few states are held, in at most a gigabyte.
///
/// ```
/// assert_eq!(sprague_check::MAX_HELD, 67_108_864);
/// ```
pub const MAX_HELD: u64 = 1 << 26;

/// How many first values are held at least. Up to `start` a heap may need any part to exclude a rare value, and parts up to here
/// or up to the length of a state are tried: all of them for all heaps up to the last rare one, and for twice as many.
const LEAST_HELD: usize = 1 << 20;

/// From here on, heaps are computed in stretches; there are so many first values by then that parts can be chosen well.
const FIRST_STRETCH: u64 = 1 << 15;

/// The first bytes of what is saved.
const FORMAT: &[u8] = b"sprague check 1\n";

/// How many heaps are computed at least before somebody is asked again.
const WATCHED: u64 = 256;

/// How many values are looked for before whole states are compared.
const TAIL: usize = 64;

/// Who is asked now and then whether the examination is to go on.
pub(crate) type Watch<'w> = dyn FnMut(&Halfway<'_, '_>) -> ControlFlow<()> + 'w;

/// Accepts a claim about a code that leaves at most two heaps, whose numbers and play were not looked at yet.
pub(crate) fn check(
    certificate: &Certificate,
    code: &TakeAndBreak,
    effort: Effort<'_>,
    saved: Option<&[u8]>,
    watch: &mut Watch<'_>,
) -> Result<Checked, Rejected> {
    let states = certificate.equal_states.as_ref().ok_or(Rejected::NoStates)?;
    is_well_formed(certificate)?;
    let mut claim = Claim::new(certificate, states, code, effort)?;
    if let Some(saved) = saved {
        claim.resume(saved)?;
    }
    let found = claim.holds(watch);
    // so that nothing is lost; behind a verdict there is nothing to go on with
    if matches!(found, Err(Rejected::Stopped(_))) {
        let _ = watch(&Halfway { claim: &claim, is_last: true });
    }
    found
}

/// Whether what does not matter is as it must be.
fn is_well_formed(certificate: &Certificate) -> Result<(), Rejected> {
    let Certificate { rows, period, saltus, ref values, .. } = *certificate;
    match values {
        _ if period == 0 => Err(Rejected::PeriodZero),
        _ if saltus != 0 => Err(Rejected::WrongSaltus { saltus, right: 0 }),
        _ if !values.is_empty() => Err(Rejected::ValuesGiven { found: values.len() as u64 }),
        ClaimedRows::Nimbers(_) if rows == RowKind::Nimbers => Ok(()),
        _ => Err(Rejected::WrongKind { claimed: rows }),
    }
}

/// A long examination, halfway: it can be written down, and gone on with in another run.
///
/// See [`check_on`](crate::check_on) for an example.
pub struct Halfway<'c, 'a> {
    claim: &'c Claim<'a>,
    is_last: bool,
}

impl core::fmt::Debug for Halfway<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Halfway").field("rows", &self.rows()).field("is_last", &self.is_last).finish_non_exhaustive()
    }
}

impl Halfway<'_, '_> {
    /// How many rows were computed.
    pub fn rows(&self) -> u64 {
        self.claim.sparse.past.count()
    }

    /// Whether the examination ends here, at a limit.
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    /// All that is needed to go on.
    pub fn save(&self) -> Vec<u8> {
        self.claim.save()
    }
}

/// What is claimed, and the values as far as they are computed.
struct Claim<'a> {
    states: &'a EqualStates,
    sparse: Sparse,
    blocks: Option<Blocks>,
    effort: Effort<'a>,
    preperiod: u64,
    period: u64,
    /// The first row of the first of the two states, and the row after it.
    first: u64,
    start: u64,
    /// The rows before those, from here on, and one more, as far as they are computed.
    from: u64,
    held: Vec<u16>,
    /// How many first and latest values are kept.
    sizes: (usize, usize),
}

impl<'a> Claim<'a> {
    /// The claim, with nothing computed: its numbers make sense together and are not too large.
    fn new(
        certificate: &Certificate,
        states: &'a EqualStates,
        code: &TakeAndBreak,
        effort: Effort<'a>,
    ) -> Result<Self, Rejected> {
        let &EqualStates { mask, parity, ref rare, start, .. } = states;
        let Certificate { preperiod, period, .. } = *certificate;
        let moves = Moves::new(code, mask, parity);
        if parity && !moves.break_alike() {
            return Err(Rejected::MixedParity);
        }
        if parity && !period.is_multiple_of(2) {
            return Err(Rejected::OddPeriod { period });
        }
        if let Some(at) = (0..rare.len()).find(|&at| rare[at] == 0 || at > 0 && rare[at] <= rare[at - 1]) {
            return Err(Rejected::RareOutOfOrder { heap: rare[at] });
        }
        let (taken, last) = (code.most_taken(), rare.last().copied().unwrap_or(0));
        let window = states.window(taken);
        let least = window.saturating_add(last).saturating_add(1);
        if start < least {
            return Err(Rejected::StartTooSmall { start, least });
        }
        within(MAX_HELD, window, "rows in a state")?;
        let start = start.min(preperiod.max(last + 1).saturating_add(window));
        let end = start.saturating_add(period).saturating_add(1);
        let looks = (moves.breaking.len() as u64).saturating_mul(rare.len() as u64).saturating_add(1);
        within(effort.most(), looks.saturating_mul(end - window), "steps")?;

        let first = start - window;
        let from = first.min(preperiod.saturating_sub(1));
        let parts = (window as usize + 1).max(LEAST_HELD.min(usize::try_from(end).unwrap_or(usize::MAX)));
        let held = (start + 1 - from) as usize;
        let kept = (parts + taken as usize).max(held);
        effort.look(0, Past::bytes(parts, kept) + 2 * held as u64)?;
        let sparse = Sparse::new(moves, vec![], Past::new(parts, kept));
        let claim = Self {
            states,
            sparse,
            blocks: None,
            effort,
            preperiod,
            period,
            first,
            start,
            from,
            held: vec![],
            sizes: (parts, kept),
        };
        Ok(Self { held: if from == 0 { vec![0] } else { vec![] }, ..claim })
    }

    /// Whether all is as claimed.
    fn holds(&mut self, watch: &mut Watch<'_>) -> Result<Checked, Rejected> {
        match self.holds_below::<1>(watch)? {
            Some(checked) => Ok(checked),
            None => match self.holds_below::<4>(watch)? {
                Some(checked) => Ok(checked),
                None => self.holds_below::<1024>(watch)?.ok_or(Rejected::TooLarge { most: 1 << 16, of: "values" }),
            },
        }
    }

    /// Whether all is as claimed, as long as values are below 64 · `WORDS`. If not, the next bound can go on from where this one
    /// ends.
    fn holds_below<const WORDS: usize>(&mut self, watch: &mut Watch<'_>) -> Result<Option<Checked>, Rejected> {
        let rare_values = self.sparse.moves.rare_values::<WORDS>();
        loop {
            let n = self.sparse.past.count();
            let end = self.start.saturating_add(self.period);
            if let Some(apart) = self.apart(n) {
                return self.verdict(apart).map(Some);
            }
            if n > end {
                return Err(self.no_repetition());
            }
            if n.is_multiple_of(WATCHED) && watch(&Halfway { claim: self, is_last: false }).is_break() {
                return Err(Rejected::Stopped(Stopped::Asked));
            }
            if let Some(blocks) = self.blocks() {
                match self.stretch(blocks)? {
                    Some(apart) => return self.verdict(apart).map(Some),
                    None => continue,
                }
            }
            let found = self.sparse.next(&rare_values, self.depth(n), &mut self.effort)?;
            let (value, is_rare) = match found {
                Found::Common(value) => (value, false),
                // nothing is claimed of this heap, which is to tell whether the preperiod alone is wrong
                _ if n == end => return Err(self.no_repetition()),
                Found::Rare(value) => (value, true),
                Found::Unexcluded(value) => return Err(self.unexcluded(n, value)),
                Found::Above => return Ok(None),
            };
            self.is_listed(n, value, is_rare)?;
            self.sparse.push(value, is_rare);
            self.sparse.past.forget();
            self.hold(n);
        }
    }

    /// How large a part may be that excludes a rare value from a heap. So many parts of a single heap are too many steps.
    fn depth(&self, n: u64) -> usize {
        let parts = self.effort.most() / self.sparse.moves.breaking.len() as u64;
        let depth = if n < self.start { u64::MAX } else { self.states.depth };
        usize::try_from(depth.min(parts.saturating_add(1))).unwrap_or(usize::MAX)
    }

    /// Why a rare value that was not seen among the options of a heap is too much.
    fn unexcluded(&self, n: u64, value: u16) -> Rejected {
        match n < self.start {
            true => Rejected::TooLarge { most: self.sparse.deepest(n) as u64, of: "tokens in the smaller part of a split" },
            false => Rejected::DepthTooSmall { n, value: value.into(), depth: self.states.depth },
        }
    }

    /// The heap is on the list of rare heaps if it is rare, and only then.
    #[inline(always)]
    fn is_listed(&self, n: u64, value: u16, is_rare: bool) -> Result<(), Rejected> {
        let is_listed = self.states.rare.get(self.sparse.rare().len()) == Some(&n);
        match (is_listed, is_rare) {
            (true, false) => Err(Rejected::NotRare { n, value: value.into() }),
            (false, true) => Err(Rejected::RareMissing { n, value: value.into() }),
            _ => Ok(()),
        }
    }

    /// What computes the next heaps in a stretch, if that can be done.
    #[inline(always)]
    fn blocks(&mut self) -> Option<Blocks> {
        let n = self.sparse.past.count();
        let is_due = n.is_multiple_of(64) && n >= FIRST_STRETCH && self.first < self.start;
        if !is_due || self.sparse.rare().len() < self.states.rare.len() {
            return None;
        }
        if self.blocks.is_none() {
            let depth = usize::try_from(self.states.depth).unwrap_or(usize::MAX);
            self.blocks = Blocks::new(&self.sparse.moves, self.sparse.rare(), self.sparse.past.first(), depth);
        }
        self.blocks.take_if(|blocks| blocks.is_ready(&self.sparse.past))
    }

    /// Computes a stretch, and looks for the state in it: the least number of heaps after which it came again, if it did. Heaps
    /// beyond those that the claim is about do no harm.
    fn stretch(&mut self, mut blocks: Blocks) -> Result<Option<u64>, Rejected> {
        let (n, start) = (self.sparse.past.count(), self.start);
        let bytes = 2 * (self.sparse.past.first().len() + self.sparse.past.latest().len() + self.held.len()) as u64;
        let rows = (n + STRETCH as u64).min(start.saturating_add(self.period));
        self.effort.take(blocks.steps(), rows, || bytes)?;
        let [before, after] = [self.depth(0), self.depth(u64::MAX)];
        let deepest = |n: u64| if n < start { before } else { after }.min(usize::try_from(n / 2).unwrap_or(usize::MAX));
        let right = blocks.extend(&mut self.sparse.past, deepest, &mut self.effort);
        self.hold(n);
        let mut ends = vec![];
        if n + right as u64 > start {
            let tail = &self.state()[self.state().len().saturating_sub(TAIL)..];
            blocks.ends(tail, right, |at| ends.push(n + at as u64 + 1));
        }
        blocks.shift(right);
        self.blocks = Some(blocks);
        let again = ends.into_iter().find_map(|end| self.apart(end));
        self.sparse.past.forget();
        Ok(again)
    }

    /// Keeps what of the rows from `from` to `start` was computed since heap n.
    fn hold(&mut self, n: u64) {
        let to = self.sparse.past.count().min(self.start.saturating_add(1));
        let n = n.max(self.from);
        if n < to {
            self.held.extend_from_slice(self.sparse.past.range(n, to));
        }
    }

    /// The rows of the first state, which was reached.
    fn state(&self) -> &[u16] {
        &self.held[(self.first - self.from) as usize..(self.start - self.from) as usize]
    }

    /// How many heaps after `start`, within a period, the rows before `end` are those of the first state; `None` if they are not.
    #[inline(always)]
    fn apart(&mut self, end: u64) -> Option<u64> {
        let apart = end.checked_sub(self.start).filter(|apart| (1..=self.period).contains(apart))?;
        let state = &self.held[(self.first - self.from) as usize..(self.start - self.from) as usize];
        let past = self.sparse.past.range(end - state.len() as u64, end);
        let tail = state.len().saturating_sub(TAIL);
        if self.states.parity && !apart.is_multiple_of(2) || !state[tail..].iter().rev().eq(past[tail..].iter().rev()) {
            return None;
        }
        self.effort.spend(state.len() as u64);
        (state == past).then_some(apart)
    }

    /// What follows from the first state coming again after so many heaps, which it did not before.
    fn verdict(&self, apart: u64) -> Result<Checked, Rejected> {
        let Self { preperiod, period, first, .. } = *self;
        if apart != period {
            return Err(Rejected::PeriodNotMinimal { period, least: apart });
        }
        let differing = |range: core::ops::Range<u64>| range.filter(|&n| self.held_row(n) != self.past_row(n + period));
        let (least, last) = (differing(preperiod..first).next(), differing(preperiod..first).next_back());
        match (least, last) {
            (Some(_), Some(last)) if last == preperiod => return Err(Rejected::PreperiodTooSmall { preperiod, period }),
            (Some(n), _) => return Err(Rejected::DoesNotRepeat { n, period }),
            _ => {}
        }
        let before = preperiod.checked_sub(1);
        if preperiod > first || before.is_some_and(|n| self.held_row(n) == self.past_row(n + period)) {
            return Err(Rejected::PreperiodNotMinimal { preperiod });
        }
        Ok(Checked { theorem: EQUAL_STATES, preperiod, period, saltus: 0, rows: self.start + period })
    }

    /// What follows from the first state not coming again in a period.
    fn no_repetition(&self) -> Rejected {
        let Self { preperiod, period, first, start, .. } = *self;
        let computed = self.sparse.past.count() - period;
        let mut differing =
            (preperiod.min(first)..computed.min(start + 1)).filter(|&n| self.held_row(n) != self.past_row(n + period));
        match (differing.next(), differing.next()) {
            (Some(n), None) if n == preperiod && n == first && computed > start => {
                Rejected::PreperiodTooSmall { preperiod, period }
            }
            (n, _) => Rejected::DoesNotRepeat { n: n.unwrap_or(first), period },
        }
    }

    /// All that a later run needs: how many heaps there are, and the values at hand.
    fn save(&self) -> Vec<u8> {
        let Self { sparse: Sparse { past, .. }, held, .. } = self;
        let lists = [past.first(), past.latest(), held];
        let numbers = [past.count()].into_iter().chain(lists.map(|list| list.len() as u64));
        let mut bytes = FORMAT.to_vec();
        bytes.extend(numbers.flat_map(u64::to_le_bytes));
        bytes.extend(lists.into_iter().flatten().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    /// Goes on from what an earlier run saved.
    fn resume(&mut self, saved: &[u8]) -> Result<(), Rejected> {
        let saved = saved.strip_prefix(FORMAT).and_then(|saved| saved.split_at_checked(32)).ok_or(Rejected::DamagedSave)?;
        let (numbers, values) = (saved.0.as_chunks().0, saved.1.as_chunks().0);
        let [count, first, latest, held] = [0, 1, 2, 3].map(|at| u64::from_le_bytes(numbers[at]));
        let mut values = values.iter().map(|&value| u16::from_le_bytes(value));
        let is_whole = first.checked_add(latest).and_then(|both| both.checked_add(held)) == Some(values.len() as u64);
        let is_held = held == count.min(self.start.saturating_add(1)).saturating_sub(self.from);
        if !is_whole || !is_held || saved.1.len() % 2 == 1 {
            return Err(Rejected::DamagedSave);
        }
        let [first, latest, held] = [first, latest, held].map(|len| values.by_ref().take(len as usize).collect::<Vec<u16>>());
        let rare = self.states.rare.iter().take_while(|&&heap| heap < count).map(|&heap| (heap, first[heap as usize]));
        let rare = if first.len() as u64 == count.min(self.sizes.0 as u64) { rare.collect() } else { vec![] };
        let past = Past::again(self.sizes.0, self.sizes.1, count, first, latest).ok_or(Rejected::DamagedSave)?;
        let moves = core::mem::take(&mut self.sparse.moves);
        (self.sparse, self.held) = (Sparse::new(moves, rare, past), held);
        Ok(())
    }

    fn held_row(&self, n: u64) -> u16 {
        self.held[(n - self.from) as usize]
    }

    fn past_row(&self, n: u64) -> u16 {
        self.sparse.past.range(n, n + 1)[0]
    }
}

/// A number that is not too large.
fn within(most: u64, number: u64, of: &'static str) -> Result<u64, Rejected> {
    if number <= most { Ok(number) } else { Err(Rejected::TooLarge { most, of }) }
}
