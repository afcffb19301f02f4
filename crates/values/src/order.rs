//! G ≤ H: no left option of G is at least H, and no right option of H at most G.
//!
//! Behind what decides most comparisons at once: equal handles, closed forms, the stops with two bits each, a cache. Without recursion.
//! Conway, *On Numbers and Games*, ch. 7; for stops, Siegel, *Combinatorial Game Theory*, ch. II.

use crate::calculator::Calculator;
use crate::form::{Form, Kind, NUS, TRANSLATE};
use crate::seen::{Forms, Seen, normalised};
use crate::signature::Signature;
use crate::stops::{Small, exact_stops};
use core::cmp::Ordering;
use sprague_core::{OutcomeClass, Player, Stopped};
use std::sync::atomic::{self, AtomicU64};

/// Results of comparisons, and those under way: one probe of two results, and a new one drives out the older of them.
#[derive(Default)]
pub(crate) struct Comparisons {
    table: Vec<[Known; 2]>,
    stored: usize,
    open: Vec<Comparison>,
    pub(crate) generation: u64,
}

/// G ≤ H, as far as it has been looked at.
struct Comparison {
    g: Seen<Small>,
    h: Seen<Small>,
    /// Whose options come next: those of G for Left, those of H for Right.
    player: Player,
    next: u64,
}

/// A comparison with its result in the last bit.
type Known = (u64, u64);

const NOTHING: Known = (u64::MAX, u64::MAX);
/// Places, of 32 bytes. A table that outgrows the processor's cache answers more questions, but later.
const LARGEST: usize = 1 << 15;

impl Comparisons {
    pub(crate) fn bytes(&self) -> usize {
        self.table.capacity() * 32 + self.open.capacity() * size_of::<Comparison>()
    }

    #[inline(always)]
    fn place(&self, (g, h): (u64, u64)) -> usize {
        let mixed = (g ^ h.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.table.len().wrapping_sub(1))
    }

    #[inline(always)]
    fn get(&self, g: Form, h: Form) -> Option<bool> {
        let [last, other] = self.table.get(self.place((g.0, h.0)))?;
        let is_same = |known: &Known| known.0 == g.0 && known.1 >> 1 == h.0;
        if is_same(last) {
            return Some(last.1 & 1 == 1);
        }
        is_same(other).then_some(other.1 & 1 == 1)
    }

    #[inline]
    fn put(&mut self, g: Form, h: Form, result: bool) {
        self.stored += 1;
        if self.stored > 2 * self.table.len() && self.table.len() < LARGEST {
            self.grow();
        }
        let place = self.place((g.0, h.0));
        let [last, other] = &mut self.table[place];
        (*other, *last) = (*last, (g.0, h.0 << 1 | u64::from(result)));
    }

    #[cold]
    fn grow(&mut self) {
        let size = (self.table.len() * 4).max(1 << 7);
        let before = core::mem::replace(&mut self.table, vec![[NOTHING; 2]; size]);
        self.stored = 0;
        for known in before.into_iter().flatten().filter(|&known| known != NOTHING) {
            let place = self.place((known.0, known.1 >> 1));
            self.table[place].swap(0, 1);
            self.table[place][0] = known;
        }
    }
}

impl Calculator<'_> {
    /// Whether g ≤ h: Left, moving second, survives in h − g.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert!(calculator.is_at_most(Form::ZERO, Form::UP)?);
    /// assert!(!calculator.is_at_most(Form::STAR, Form::UP)?);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    #[inline]
    pub fn is_at_most(&mut self, g: Form, h: Form) -> Result<bool, Stopped> {
        self.count()?;
        let forms = self.forms();
        let (g, h) = (forms.seen(g), forms.seen(h));
        match forms.decided(&g, &h) {
            Some(result) => Ok(result),
            None => self.searched(g, h),
        }
    }

    /// The same of forms that are seen already.
    #[inline]
    pub(crate) fn is_seen_at_most(&mut self, g: Seen<Small>, h: Seen<Small>) -> Result<bool, Stopped> {
        self.count()?;
        match self.forms().decided(&g, &h) {
            Some(result) => Ok(result),
            None => self.searched(g, h),
        }
    }

    /// How g stands to h, `None` if they are confused.
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.compare(Form::UP, Form::ZERO)?, Some(Ordering::Greater));
    /// assert_eq!(calculator.compare(Form::UP, Form::STAR)?, None);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn compare(&mut self, g: Form, h: Form) -> Result<Option<Ordering>, Stopped> {
        Ok(match (self.is_at_most(g, h)?, self.is_at_most(h, g)?) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        })
    }

    /// Who wins.
    ///
    /// ```
    /// use sprague_core::{Limits, OutcomeClass};
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).outcome_class(Form::STAR), OutcomeClass::Next);
    /// ```
    pub fn outcome_class(&self, form: Form) -> OutcomeClass {
        let stops = exact_stops(&self.arena, form);
        let zero = exact_stops(&self.arena, Form::ZERO);
        let (at_most, at_least) = (stops.is_at_most(&zero), zero.is_at_most(&stops));
        match (at_most.expect("stops decide against a number"), at_least.expect("stops decide against a number")) {
            (true, true) => OutcomeClass::Previous,
            (true, false) => OutcomeClass::Right,
            (false, true) => OutcomeClass::Left,
            (false, false) => OutcomeClass::Next,
        }
    }

    /// The order signature of an all-small form.
    pub(crate) fn order_signature(&self, form: Form) -> Option<Signature> {
        match form.kind() {
            Kind::Nus(inline) => (inline.x == 0).then(|| Signature::of_inline(inline)),
            Kind::Translate(base, 0) => self.arena.signature(base),
            _ => None,
        }
    }

    #[inline]
    fn forms(&self) -> Forms<'_> {
        Forms { arena: &self.arena, pending: &self.pending }
    }

    fn searched(&mut self, g: Seen<Small>, h: Seen<Small>) -> Result<bool, Stopped> {
        let (g, h) = normalised(g, h);
        if let Some(result) = self.caches.comparisons.get(g.form, h.form) {
            return Ok(result);
        }
        let mut open = core::mem::take(&mut self.caches.comparisons.open);
        open.clear();
        open.push(Comparison::of(g, h));
        let result = self.search(&mut open);
        self.caches.comparisons.open = open;
        result
    }

    fn search(&mut self, open: &mut Vec<Comparison>) -> Result<bool, Stopped> {
        let Self { arena, pending, work, caches, .. } = self;
        let forms = Forms { arena, pending };
        loop {
            let top = open.last_mut().expect("the question itself is open");
            let (g, h) = (top.g, top.h);
            let mut asked = None;
            let mut result = true;
            'players: loop {
                let (moved, still) = if top.player == Player::Left { (&g, &h) } else { (&h, &g) };
                let options = forms.options(moved.form, top.player);
                while let Some(option) = forms.option(&options, moved.form, top.player, top.next) {
                    work.count(arena, caches)?;
                    top.next += 1;
                    let option = forms.seen(option);
                    let (a, b) = if top.player == Player::Left { (still, &option) } else { (&option, still) };
                    let decided = forms.decided(a, b).or_else(|| {
                        let (a, b) = normalised(*a, *b);
                        let known = caches.comparisons.get(a.form, b.form);
                        if known.is_none() {
                            asked = Some((a, b));
                        }
                        known
                    });
                    match decided {
                        Some(false) => {}
                        Some(true) => {
                            result = false;
                            break 'players;
                        }
                        None => break 'players,
                    }
                }
                if top.player != first_asked(h.form) {
                    break;
                }
                (top.player, top.next) = (-top.player, 0);
            }
            if let Some((a, b)) = asked {
                open.push(Comparison::of(a, b));
                continue;
            }
            loop {
                let Comparison { g, h, .. } = open.pop().expect("what was decided was open");
                if !open.is_empty() || !(g.form.is_pending() || h.form.is_pending()) {
                    caches.comparisons.put(g.form, h.form, result);
                }
                if open.is_empty() {
                    return Ok(result);
                }
                if !result {
                    break;
                }
                result = false; // an option refutes what is above
            }
        }
    }
}

impl Comparison {
    fn of(g: Seen<Small>, h: Seen<Small>) -> Self {
        Self { g, h, player: first_asked(h.form), next: 0 }
    }
}

/// Where the options of one player in a form are.
enum Listed<'a> {
    /// Those of a base, and what is added to them, in units.
    Stored(&'a [AtomicU64], i64),
    Pending(&'a [Form]),
    Computed,
}

impl<'a> Forms<'a> {
    #[inline(always)]
    fn options(self, form: Form, player: Player) -> Listed<'a> {
        match (form.0 & 3, player) {
            (TRANSLATE, _) => Listed::Stored(self.arena.base_options(form.base(), player), form.translated_by()),
            (NUS, _) => Listed::Computed,
            _ if !form.is_pending() => Listed::Computed,
            (_, Player::Left) => Listed::Pending(&self.pending.left),
            (_, Player::Right) => Listed::Pending(&self.pending.right),
        }
    }

    #[inline(always)]
    fn option(self, options: &Listed<'_>, form: Form, player: Player, i: u64) -> Option<Form> {
        match options {
            Listed::Stored(stored, x) => {
                let option = Form(stored.get(i as usize)?.load(atomic::Ordering::Relaxed));
                Some(option.shifted(*x).unwrap_or_else(|| self.arena.shift_units(option, *x)))
            }
            Listed::Pending(forms) => forms.get(i as usize).copied(),
            Listed::Computed => self.arena.option(form, player, i),
        }
    }
}

/// Whose options are looked at first: of the form under construction, its own ones, which are known forms.
fn first_asked(h: Form) -> Player {
    if h.is_pending() { Player::Right } else { Player::Left }
}
