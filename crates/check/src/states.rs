//! Checks a period that is proved by two equal states. No values are claimed, so all are computed here, and few are kept.
//!
//! *Proof.* Let no heap above R be rare, and let W = max(R, depth) + k. Suppose that every heap n with start ≤ n < start + p
//! has a common value c(n), and that each smaller rare value is excluded by a part of at most `depth` tokens or by a move that
//! splits nothing. For all larger n too, c(n) and these exclusions are a fixed function of the W values before n (and of the
//! parity of n), because a split with one rare part r ≤ R has its other part in n − k − R … n − 1.
//!
//! Now suppose that the W values before start + p are the values before start, and that p is even if parity counts. Then n and
//! n + p have the same value for n = start, start + 1, … in turn. So no heap above R is ever rare, and the values repeat for
//! ever.
//!
//! *One pass.* If the state may begin as early as the preperiod n0 allows, start = max(n0, R + 1) + W is used instead of a
//! later claimed one. This claim is true if the claimed one is, because from n0 on everything repeats after a period. The rows
//! n0 − 1 … start are kept, and the W rows before start are searched for in everything that follows. They are found again after
//! the least period and not before; at that time the rows n0 − 1, n0, … of a period later are still kept. So whatever the
//! preperiod and the period are, only a few windows of W values are stored.

use crate::accepted::Checked;
use crate::blocks::Blocks;
use crate::effort::{Effort, MAX_HELD};
use crate::not_accepted::{BadPeriod, NotAccepted};
use crate::past::{Past, STRETCH};
use crate::sparse::{Found, Moves, Sparse};
use core::ops::ControlFlow;
use sprague_core::Stopped;
use sprague_core::certificate::{Certificate, ClaimedRows, EqualStates, TheoremName};
use sprague_core::heap::{RowKind, TakeAndBreak};

/// The least number of first values that are kept.
///
/// Up to `start` a heap may need any part to exclude a rare value. Parts up to this size or up to the length of a state are
/// tried. For all heaps up to the last rare one, and for twice as many, these are all parts.
const LEAST_HELD: usize = 1 << 20;

/// From this heap on, stretches of heaps are computed together. There are then enough first values to choose parts well.
const FIRST_STRETCH: u64 = 1 << 15;

const FORMAT: &[u8] = b"sprague check 1\n";

/// The number of heaps between two calls of `watch`.
const WATCHED: u64 = 256;

/// The number of values that are searched for before whole states are compared.
const TAIL: usize = 64;

/// A function that is called from time to time. It may save the state, and it returns whether to continue.
pub(crate) type Watch<'w> = dyn FnMut(&Halfway<'_, '_>) -> ControlFlow<()> + 'w;

/// Checks a claim about a code that leaves at most two heaps, with its numbers and its play.
pub(crate) fn check(
    certificate: &Certificate,
    code: &TakeAndBreak,
    effort: Effort<'_>,
    saved: Option<&[u8]>,
    watch: &mut Watch<'_>,
) -> Result<Checked, NotAccepted> {
    let states = certificate.equal_states.as_ref().ok_or(BadPeriod::NoStates)?;
    is_well_formed(certificate)?;
    let mut examination = Examination::new(certificate, states, code, effort)?;
    if let Some(saved) = saved {
        examination.resume(saved)?;
    }
    let found = examination.holds(watch);
    // save, so that nothing is lost; after a verdict there is nothing to continue
    if matches!(found, Err(NotAccepted::Stopped(_))) {
        let _ = watch(&Halfway { examination: &examination, is_last: true });
    }
    found
}

/// Checks the parts of the claim that this theorem does not use.
fn is_well_formed(certificate: &Certificate) -> Result<(), BadPeriod> {
    let Certificate { rows, period, saltus, ref values, .. } = *certificate;
    match values {
        _ if period == 0 => Err(BadPeriod::PeriodZero),
        _ if saltus != 0 => Err(BadPeriod::WrongSaltus { saltus, right: 0 }),
        _ if !values.is_empty() => Err(BadPeriod::ValuesGiven { found: values.len() as u64 }),
        ClaimedRows::Nimbers(_) if rows == RowKind::Nimbers => Ok(()),
        _ => Err(BadPeriod::WrongKind { claimed: rows }),
    }
}

/// A long check in progress. It can be saved and continued in another run.
pub struct Halfway<'c, 'a> {
    examination: &'c Examination<'a>,
    is_last: bool,
}

impl core::fmt::Debug for Halfway<'_, '_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Halfway").field("rows", &self.rows()).field("is_last", &self.is_last).finish_non_exhaustive()
    }
}

impl Halfway<'_, '_> {
    /// Returns the number of rows computed so far.
    pub fn rows(&self) -> u64 {
        self.examination.sparse.past.count()
    }

    /// Returns `true` if the check ends here because of a limit.
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    /// Returns the bytes from which [`check_on`](crate::check_on) can continue.
    pub fn save(&self) -> Vec<u8> {
        self.examination.save()
    }
}

struct Examination<'a> {
    states: &'a EqualStates,
    sparse: Sparse,
    blocks: Option<Blocks>,
    effort: Effort<'a>,
    preperiod: u64,
    period: u64,
    /// The first row of the first state, and the row after the state.
    first: u64,
    start: u64,
    /// The first row to keep, and the rows from there to `start` inclusive that have been computed.
    from: u64,
    held: Vec<u16>,
    /// The number of first values and of latest values to keep.
    sizes: (usize, usize),
}

impl<'a> Examination<'a> {
    /// Returns the check with nothing computed. Its numbers are consistent and not too large.
    fn new(
        certificate: &Certificate,
        states: &'a EqualStates,
        code: &TakeAndBreak,
        effort: Effort<'a>,
    ) -> Result<Self, NotAccepted> {
        let &EqualStates { mask, parity, ref rare, start, .. } = states;
        let Certificate { preperiod, period, .. } = *certificate;
        let moves = Moves::new(code, mask, parity);
        if parity && !moves.break_alike() {
            return Err(BadPeriod::MixedParity.into());
        }
        if parity && !period.is_multiple_of(2) {
            return Err(BadPeriod::OddPeriod { period }.into());
        }
        if let Some(at) = (0..rare.len()).find(|&at| rare[at] == 0 || at > 0 && rare[at] <= rare[at - 1]) {
            return Err(BadPeriod::RareOutOfOrder { heap: rare[at] }.into());
        }
        let (taken, last) = (code.most_taken(), rare.last().copied().unwrap_or(0));
        let window = states.window(taken);
        let least = window.saturating_add(last).saturating_add(1);
        if start < least {
            return Err(BadPeriod::StartTooSmall { start, least }.into());
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
        let examination = Self {
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
        Ok(Self { held: if from == 0 { vec![0] } else { vec![] }, ..examination })
    }

    /// Checks the whole claim, with the least bound on values that suffices.
    fn holds(&mut self, watch: &mut Watch<'_>) -> Result<Checked, NotAccepted> {
        match self.holds_below::<1>(watch)? {
            Some(checked) => Ok(checked),
            None => match self.holds_below::<4>(watch)? {
                Some(checked) => Ok(checked),
                None => self.holds_below::<1024>(watch)?.ok_or(NotAccepted::TooLarge { most: 1 << 16, of: "values" }),
            },
        }
    }

    /// Checks the whole claim as long as values are below 64 · `WORDS`.
    ///
    /// Returns `None` if a value is larger. A larger bound can then continue from there.
    fn holds_below<const WORDS: usize>(&mut self, watch: &mut Watch<'_>) -> Result<Option<Checked>, NotAccepted> {
        let rare_values = self.sparse.moves.rare_values::<WORDS>();
        loop {
            let n = self.sparse.past.count();
            let end = self.start.saturating_add(self.period);
            // 1. is the state repeated, or has a period passed without that?
            if let Some(apart) = self.apart(n) {
                return self.verdict(apart).map(Some);
            }
            if n > end {
                return Err(self.no_repetition().into());
            }
            if n.is_multiple_of(WATCHED) && watch(&Halfway { examination: self, is_last: false }).is_break() {
                return Err(NotAccepted::Stopped(Stopped::Asked));
            }
            // 2. compute a stretch if possible, otherwise one heap
            if let Some(blocks) = self.blocks() {
                match self.stretch(blocks)? {
                    Some(apart) => return self.verdict(apart).map(Some),
                    None => continue,
                }
            }
            let found = self.sparse.next(&rare_values, self.depth(n), &mut self.effort)?;
            let (value, is_rare) = match found {
                Found::Common(value) => (value, false),
                // nothing is claimed about this heap; it only shows whether the preperiod alone is wrong
                _ if n == end => return Err(self.no_repetition().into()),
                Found::Rare(value) => (value, true),
                Found::Unexcluded(value) => return Err(self.unexcluded(n, value)),
                Found::Above => return Ok(None),
            };
            // 3. compare with the claimed rare heaps
            self.is_listed(n, value, is_rare)?;
            self.sparse.push(value, is_rare);
            self.sparse.past.forget();
            self.hold(n);
        }
    }

    /// Returns the greatest part that may be tried to exclude a rare value from a heap.
    ///
    /// It is also bounded so that one heap cannot take all steps.
    fn depth(&self, n: u64) -> usize {
        let parts = self.effort.most() / self.sparse.moves.breaking.len() as u64;
        let depth = if n < self.start { u64::MAX } else { self.states.depth };
        usize::try_from(depth.min(parts.saturating_add(1))).unwrap_or(usize::MAX)
    }

    /// Returns the error for a rare value that no option was found to have.
    fn unexcluded(&self, n: u64, value: u16) -> NotAccepted {
        match n < self.start {
            true => NotAccepted::TooLarge { most: self.sparse.deepest(n) as u64, of: "tokens in the smaller part of a split" },
            false => BadPeriod::DepthTooSmall { n, value: value.into(), depth: self.states.depth }.into(),
        }
    }

    #[inline(always)]
    fn is_listed(&self, n: u64, value: u16, is_rare: bool) -> Result<(), BadPeriod> {
        let is_listed = self.states.rare.get(self.sparse.rare().len()) == Some(&n);
        match (is_listed, is_rare) {
            (true, false) => Err(BadPeriod::NotRare { n, value: value.into() }),
            (false, true) => Err(BadPeriod::RareMissing { n, value: value.into() }),
            _ => Ok(()),
        }
    }

    /// Returns the loops that compute the next heaps in a stretch, if that is possible now.
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

    /// Computes a stretch and searches for the state in it.
    ///
    /// Returns the least number of heaps after which the state is repeated, if it is. The stretch may go beyond the heaps of
    /// the claim, which does no harm.
    fn stretch(&mut self, mut blocks: Blocks) -> Result<Option<u64>, NotAccepted> {
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

    /// Keeps the rows between `from` and `start` that were computed since heap n.
    fn hold(&mut self, n: u64) {
        let to = self.sparse.past.count().min(self.start.saturating_add(1));
        let n = n.max(self.from);
        if n < to {
            self.held.extend_from_slice(self.sparse.past.range(n, to));
        }
    }

    /// Returns the rows of the first state, which must have been computed.
    fn state(&self) -> &[u16] {
        &self.held[(self.first - self.from) as usize..(self.start - self.from) as usize]
    }

    /// Returns `end` − `start` if the state is repeated before `end`, at most a period after the first one, else `None`.
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

    /// Returns the verdict if the first state is repeated after `apart` heaps and not before.
    fn verdict(&self, apart: u64) -> Result<Checked, NotAccepted> {
        let Self { preperiod, period, first, .. } = *self;
        if apart != period {
            return Err(BadPeriod::PeriodNotMinimal { period, least: apart }.into());
        }
        let differing = |range: core::ops::Range<u64>| range.filter(|&n| self.held_row(n) != self.past_row(n + period));
        let (least, last) = (differing(preperiod..first).next(), differing(preperiod..first).next_back());
        match (least, last) {
            (Some(_), Some(last)) if last == preperiod => return Err(BadPeriod::PreperiodTooSmall { preperiod, period }.into()),
            (Some(n), _) => return Err(BadPeriod::DoesNotRepeat { n, period }.into()),
            _ => {}
        }
        let before = preperiod.checked_sub(1);
        if preperiod > first || before.is_some_and(|n| self.held_row(n) == self.past_row(n + period)) {
            return Err(BadPeriod::PreperiodNotMinimal { preperiod }.into());
        }
        Ok(Checked { theorem: TheoremName::EqualStates, preperiod, period, saltus: 0, rows: self.start + period })
    }

    /// Returns the mistake if the first state is not repeated within a period.
    fn no_repetition(&self) -> BadPeriod {
        let Self { preperiod, period, first, start, .. } = *self;
        let computed = self.sparse.past.count() - period;
        let mut differing =
            (preperiod.min(first)..computed.min(start + 1)).filter(|&n| self.held_row(n) != self.past_row(n + period));
        match (differing.next(), differing.next()) {
            (Some(n), None) if n == preperiod && n == first && computed > start => {
                BadPeriod::PreperiodTooSmall { preperiod, period }
            }
            (n, _) => BadPeriod::DoesNotRepeat { n: n.unwrap_or(first), period },
        }
    }

    /// Returns all data that a later run needs: the number of heaps, and the values that are kept.
    fn save(&self) -> Vec<u8> {
        let Self { sparse: Sparse { past, .. }, held, .. } = self;
        let lists = [past.first(), past.latest(), held];
        let numbers = [past.count()].into_iter().chain(lists.map(|list| list.len() as u64));
        let mut bytes = FORMAT.to_vec();
        bytes.extend(numbers.flat_map(u64::to_le_bytes));
        bytes.extend(lists.into_iter().flatten().flat_map(|value| value.to_le_bytes()));
        bytes
    }

    fn resume(&mut self, saved: &[u8]) -> Result<(), NotAccepted> {
        let saved = saved.strip_prefix(FORMAT).and_then(|saved| saved.split_at_checked(32)).ok_or(NotAccepted::DamagedSave)?;
        let (numbers, values) = (saved.0.as_chunks().0, saved.1.as_chunks().0);
        let [count, first, latest, held] = [0, 1, 2, 3].map(|at| u64::from_le_bytes(numbers[at]));
        let mut values = values.iter().map(|&value| u16::from_le_bytes(value));
        let is_whole = first.checked_add(latest).and_then(|both| both.checked_add(held)) == Some(values.len() as u64);
        let is_held = held == count.min(self.start.saturating_add(1)).saturating_sub(self.from);
        if !is_whole || !is_held || saved.1.len() % 2 == 1 {
            return Err(NotAccepted::DamagedSave);
        }
        let [first, latest, held] = [first, latest, held].map(|len| values.by_ref().take(len as usize).collect::<Vec<u16>>());
        let rare = self.states.rare.iter().take_while(|&&heap| heap < count).map(|&heap| (heap, first[heap as usize]));
        let rare = if first.len() as u64 == count.min(self.sizes.0 as u64) { rare.collect() } else { vec![] };
        let past = Past::again(self.sizes.0, self.sizes.1, count, first, latest).ok_or(NotAccepted::DamagedSave)?;
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

/// Returns the number if it is at most `most`, else an error.
fn within(most: u64, number: u64, of: &'static str) -> Result<u64, NotAccepted> {
    if number <= most { Ok(number) } else { Err(NotAccepted::TooLarge { most, of }) }
}
