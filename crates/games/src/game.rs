//! A family that was read, its rules, and the rows computed for it so far.

use crate::family::code;
use crate::quotient::quotient;
use crate::solve::KnownQuotient;
use crate::{Component, Family};
use num_bigint::BigUint;
use sprague::notation::Reader;
use sprague::quotient::{Incomplete, MisereQuotient};
use sprague::sequence::Sequence;
use sprague::{
    AnyPosition, AnyRuleset, BadNotation, ByHeap, Cell, Family as Rows, Heaps, Limits, Nimber, Outcome, Period, Play,
    Remembering, Stopped,
};
use sprague_rules_stones::{Stones, Table};
use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;

/// A family with its rules behind the object-safe border, and what was computed for it.
///
/// ```
/// use sprague_games::Session;
/// let game = Session::new().family("kayles").unwrap();
/// assert_eq!(game.text(), "kayles");
/// ```
pub struct Game {
    text: String,
    family: Family,
    rules: Arc<dyn AnyRuleset>,
    nimbers: RefCell<Option<Sequence<Nimber>>>,
    /// Normal play, misère play.
    outcomes: [RefCell<Option<Sequence<Outcome>>>; 2],
    quotient: RefCell<Option<MisereQuotient>>,
    /// The quotient of this game together with others in a sum that begins with it.
    quotient_with_others: RefCell<Option<KnownQuotient>>,
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({})", self.text)
    }
}

/// A row that stands for one beyond 64 bits: its value, and how much higher the real one is.
pub(crate) struct Found<C> {
    pub(crate) cell: C,
    pub(crate) raise: BigUint,
}

impl Game {
    pub(crate) fn new(text: String, family: Family) -> Self {
        let rules = family.rules();
        Self {
            text,
            family,
            rules,
            nimbers: RefCell::default(),
            outcomes: Default::default(),
            quotient: RefCell::default(),
            quotient_with_others: RefCell::default(),
        }
    }

    /// The family as it was written, without blanks.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What it is.
    pub fn family(&self) -> &Family {
        &self.family
    }

    /// Its rules behind the object-safe border.
    pub fn rules(&self) -> &Arc<dyn AnyRuleset> {
        &self.rules
    }

    /// What went wrong inside loaded rules so far.
    pub(crate) fn check(&self) -> Result<(), Stopped> {
        self.rules.fault().map_or(Ok(()), |fault| Err(fault.into()))
    }

    pub(crate) fn stones(&self) -> Option<&Stones> {
        match &self.family {
            Family::Stones(stones) => Some(stones),
            _ => None,
        }
    }

    /// The component that `text` names.
    pub(crate) fn component(&self, text: &str) -> Result<Component, BadNotation> {
        self.rules.read(text).map(Component::Near).or_else(|error| match self.family {
            Family::Knights(_) | Family::Digraph(_) | Family::Custom(_) => Err(error),
            Family::Octal(_) | Family::Grundy => far_heaps(text),
            _ => self.far_heap(text, error),
        })
    }

    /// One heap of 2⁶⁴ or more, with what the ruleset writes behind a heap; `error` is why it is no smaller one.
    fn far_heap(&self, text: &str, error: BadNotation) -> Result<Component, BadNotation> {
        let mut reader = Reader::new(text);
        let Some(heap) = reader.number().ok().filter(|heap| heap.bits() > 64) else { return Err(error) };
        if reader.peek() == Some('^') {
            return Err(reader.expected("nothing more: a power has one exponent"));
        }
        // a small heap in the same state tells which column it belongs to
        let small = format!("0{}", reader.rest());
        let near = self.rules.read(&small).map_err(|error| BadNotation::new(error.at + reader.at() - 1, error.expected))?;
        let Some((_, state)) = self.place(&near) else { return Err(error) };
        let rest = self.rules.show(&near)[1..].to_owned();
        Ok(Component::Far { heaps: vec![heap], state, rest })
    }

    /// The component as text that can be read again.
    pub fn show(&self, component: &Component) -> String {
        match component {
            Component::Near(position) => self.rules.show(position),
            Component::Far { heaps, rest, .. } => {
                let heaps: Vec<String> = heaps.iter().map(BigUint::to_string).collect();
                heaps.join(".") + rest.as_str()
            }
        }
    }

    /// Heap size and column of a position that is one heap, `None` where positions are no heaps or several.
    pub(crate) fn place(&self, position: &AnyPosition) -> Option<(u64, usize)> {
        match &self.family {
            Family::Nim | Family::Subtraction(_) | Family::AllBut(_) | Family::Asymmetric(_) => Some((position.unpack(), 0)),
            Family::Stones(rules) => Some(rules.place(&position.unpack::<Table>())),
            Family::NoRepeat(rules) => {
                if !self.family.has_rows() {
                    return None;
                }
                Some(rules.place(&position.unpack::<Remembering<u64, u64>>()))
            }
            Family::Octal(_) | Family::Grundy => match position.unpack::<Heaps>().as_slice() {
                [] => Some((0, 0)),
                [heap] => Some((*heap, 0)),
                _ => None,
            },
            Family::Custom(custom) => match custom.rows()?.places(position).as_slice() {
                [] => Some((0, 0)),
                [place] => Some(*place),
                _ => None,
            },
            Family::Knights(_) | Family::Digraph(_) => None,
        }
    }

    /// The most tokens that a search of this position would have to count down through; a lower bound on what is reachable is
    /// this over the greatest amount.
    pub(crate) fn tokens(&self, component: &Component) -> BigUint {
        match component {
            Component::Far { heaps, .. } => heaps.iter().sum(),
            Component::Near(position) => self.place(position).map_or(0, |(heap, _)| heap).into(),
        }
    }

    /// The nimbers of its heaps with at least row n known or a period proved; `None` if it has no such rows.
    pub(crate) fn with_nimbers<T>(
        &self,
        n: &BigUint,
        limits: &Limits,
        use_them: impl FnOnce(&Sequence<Nimber>) -> T,
    ) -> Option<Result<T, Stopped>> {
        let family = self.family.nimbers()?;
        Some(reach(&mut self.nimbers.borrow_mut(), &*family, n, limits).map(use_them))
    }

    /// The outcomes of its heaps, likewise.
    pub(crate) fn with_outcomes<T>(
        &self,
        play: Play,
        n: &BigUint,
        limits: &Limits,
        use_them: impl FnOnce(&Sequence<Outcome>) -> T,
    ) -> Option<Result<T, Stopped>> {
        let family = self.family.outcomes(play)?;
        Some(reach(&mut self.outcomes[play as usize].borrow_mut(), &*family, n, limits).map(use_them))
    }

    /// The misère quotient of its heaps, with heap n covered if that can be done within these limits; `None` if it has none.
    pub(crate) fn with_quotient<T>(&self, n: &BigUint, limits: &Limits, use_it: impl FnOnce(&MisereQuotient) -> T) -> Option<T> {
        let to = u64::try_from(n).ok();
        let mut known = self.quotient.borrow_mut();
        match &mut *known {
            None => *known = quotient(self, to, limits).ok(),
            // what was too much once is not tried for every position again
            Some(quotient) if quotient.phi(to.unwrap_or(u64::MAX)).is_none() => {
                if quotient.incomplete() == Some(&Incomplete::AsAsked) {
                    quotient.go_on(to, limits);
                }
            }
            Some(_) => {}
        }
        known.as_ref().map(use_it)
    }

    /// What is known of the quotient of this game and others together.
    pub(crate) fn quotient_with_others(&self) -> &RefCell<Option<KnownQuotient>> {
        &self.quotient_with_others
    }

    /// The nimber of a single heap.
    pub(crate) fn heap_nimber(&self, n: &BigUint, state: usize, limits: &Limits) -> Option<Result<BigUint, Stopped>> {
        self.with_nimbers(n, limits, |rows| {
            let found = look_up(rows, n, state);
            found.raise + found.cell.0
        })
    }

    /// The nimber of a position of heaps, where rows that are known or a proved period tell it and 64 bits hold it.
    pub(crate) fn known_nimber(&self, position: &AnyPosition) -> Option<u64> {
        let known = self.nimbers.borrow();
        let rows = known.as_ref()?;
        match &self.family {
            Family::Nim | Family::Subtraction(_) | Family::AllBut(_) => near_nimber(rows, position.unpack()),
            Family::Octal(_) | Family::Grundy => {
                let heaps: Heaps = position.unpack();
                heaps.as_slice().iter().try_fold(0, |total, heap| Some(total ^ near_nimber(rows, *heap)?))
            }
            _ => None,
        }
    }

    /// The outcome of a single heap.
    pub(crate) fn heap_outcome(
        &self,
        play: Play,
        n: &BigUint,
        state: usize,
        limits: &Limits,
    ) -> Option<Result<Outcome, Stopped>> {
        self.with_outcomes(play, n, limits, |rows| look_up(rows, n, state).cell)
    }

    /// Where the rows that answered come from, a sentence for each kind of rows that was computed.
    pub(crate) fn about_rows(&self) -> Vec<String> {
        let nimbers = self.nimbers.borrow().as_ref().map(|rows| about(&self.text, "nimbers", rows));
        let outcomes = self.outcomes.iter().map(|rows| rows.borrow().as_ref().map(|rows| about(&self.text, "outcomes", rows)));
        nimbers.into_iter().chain(outcomes.flatten()).collect()
    }

    /// The code of a take-and-break family.
    pub(crate) fn code(&self) -> Option<&sprague::TakeAndBreak> {
        code(&self.family)
    }
}

fn about<C: Cell>(family: &str, what: &str, sequence: &Sequence<C>) -> String {
    match sequence.period() {
        Some(Period { preperiod, period, saltus, theorem: Some(theorem) }) => {
            let rising = if saltus > 0 { format!(" and rise by {saltus}") } else { String::new() };
            format!("{family}: the {what} repeat every {period}{rising} from n = {preperiod} on, proved by {theorem}")
        }
        _ => format!("{family}: the {what} of heaps 0 to {} were computed one by one", sequence.rows().len() - 1),
    }
}

/// Heaps apart by points, at least one of them of 2⁶⁴ or more.
fn far_heaps(text: &str) -> Result<Component, BadNotation> {
    let mut heaps = Reader::new(text).whole(|reader| {
        let mut heaps = vec![reader.number()?];
        while reader.skip('.') {
            heaps.push(reader.number()?);
        }
        Ok(heaps)
    })?;
    heaps.retain(|heap| heap.bits() > 0);
    heaps.sort();
    Ok(Component::Far { heaps, state: 0, rest: String::new() })
}

/// Computes rows until row n is there, or a period is proved.
fn reach<'a, C: Cell>(
    known: &'a mut Option<Sequence<C>>,
    family: &(dyn Rows<Cell = C> + '_),
    n: &BigUint,
    limits: &Limits,
) -> Result<&'a Sequence<C>, Stopped> {
    let sequence = known.get_or_insert_with(|| Sequence::new(family.width()));
    let is_known = |sequence: &Sequence<C>| {
        sequence.period().is_some_and(|period| period.is_proved()) || *n < BigUint::from(sequence.rows().len())
    };
    if !is_known(sequence) {
        let most = u64::try_from(n).unwrap_or(u64::MAX).saturating_add(1).min(limits.positions);
        let stopped = sequence.seek_on(family, usize::try_from(most).unwrap_or(usize::MAX), limits);
        if !is_known(sequence) {
            return Err(stopped.unwrap_or(Stopped::Positions(limits.positions)));
        }
    }
    Ok(sequence)
}

/// The nimber of a heap from rows of one column, if it is known or follows from a proved period, and 64 bits hold it.
fn near_nimber(sequence: &Sequence<Nimber>, n: u64) -> Option<u64> {
    let rows = sequence.rows();
    if n < rows.len() as u64 {
        return Some(rows.cell(n as usize, 0).0.into());
    }
    let period = sequence.period().filter(|period| period.is_proved())?;
    let past = n - period.preperiod;
    let row = period.preperiod + past % period.period;
    (past / period.period).checked_mul(period.saltus)?.checked_add(rows.cell(row as usize, 0).0.into())
}

/// The cell of row n, which must be known or follow from a proved period.
pub(crate) fn look_up<C: Cell>(sequence: &Sequence<C>, n: &BigUint, state: usize) -> Found<C> {
    let rows = sequence.rows();
    if let Some(n) = usize::try_from(n).ok().filter(|&n| n < rows.len()) {
        return Found { cell: rows.cell(n, state), raise: BigUint::ZERO };
    }
    let period: Period = sequence.period().expect("row n is known or a period is proved");
    let past = n - period.preperiod;
    let row = period.preperiod + u64::try_from(&past % period.period).expect("a remainder is below the period");
    Found { cell: rows.cell(row as usize, state), raise: past / period.period * period.saltus }
}
