//! G ≤ H: no left option of G is at least H, and no right option of H at most G.
//!
//! Behind what decides most comparisons at once: equal handles, closed forms, the stops with two bits each, a cache. Without recursion.
//! Conway, *On Numbers and Games*, ch. 7; for stops, Siegel, *Combinatorial Game Theory*, ch. II.

use crate::arena::Arena;
use crate::calculator::{Calculator, Pending};
use crate::form::{Form, Inline, Kind};
use crate::signature::Signature;
use crate::stops::{Bound, Exact, Small, Stops, exact_stops};
use core::cmp::Ordering;
use sprague_core::{OutcomeClass, Player, Stopped};
use std::sync::atomic::{self, AtomicU64};

/// Results of comparisons, and those under way: one probe, and a new result drives out an old one.
#[derive(Default)]
pub(crate) struct Comparisons {
    table: Vec<(u64, u64)>,
    stored: usize,
    open: Vec<Comparison>,
    pub(crate) generation: u64,
}

/// G ≤ H, as far as it has been looked at.
struct Comparison {
    g: Form,
    h: Form,
    /// Whose options come next: those of G for Left, those of H for Right.
    player: Player,
    next: u64,
}

/// What is known of a form before its options are looked at.
type Seen = (Form, Option<Stops<Small>>);

const NOTHING: (u64, u64) = (u64::MAX, u64::MAX);
const LARGEST: usize = 1 << 16;

impl Comparisons {
    pub(crate) fn bytes(&self) -> usize {
        self.table.capacity() * 16 + self.open.capacity() * size_of::<Comparison>()
    }

    #[inline]
    fn slot(&self, g: Form, h: Form) -> usize {
        let mixed = (g.0 ^ h.0.wrapping_mul(0x9e37_79b9_7f4a_7c15)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.table.len() - 1)
    }

    #[inline]
    fn get(&self, g: Form, h: Form) -> Option<bool> {
        if self.table.is_empty() {
            return None;
        }
        let (first, second) = self.table[self.slot(g, h)];
        (first == g.0 && second >> 1 == h.0).then_some(second & 1 == 1)
    }

    fn put(&mut self, g: Form, h: Form, result: bool) {
        self.stored += 1;
        if self.stored > 2 * self.table.len() && self.table.len() < LARGEST {
            self.table = vec![NOTHING; (self.table.len() * 4).max(1 << 8)];
            self.stored = 0;
        }
        let slot = self.slot(g, h);
        self.table[slot] = (g.0, h.0 << 1 | u64::from(result));
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
        match forms.decided(forms.seen(g), forms.seen(h), &self.caches.comparisons) {
            Ok(result) => Ok(result),
            Err((g, h)) => self.searched(g, h),
        }
    }

    /// The same of forms whose stops are at hand.
    #[inline]
    pub(crate) fn is_seen_at_most(&mut self, g: Seen, h: Seen) -> Result<bool, Stopped> {
        self.count()?;
        match self.forms().decided(g, h, &self.caches.comparisons) {
            Ok(result) => Ok(result),
            Err((g, h)) => self.searched(g, h),
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
        self.forms().order_signature(form)
    }

    #[inline]
    fn forms(&self) -> Forms<'_> {
        Forms { arena: &self.arena, pending: &self.pending }
    }

    fn searched(&mut self, g: Form, h: Form) -> Result<bool, Stopped> {
        let mut open = core::mem::take(&mut self.caches.comparisons.open);
        open.clear();
        open.push(Comparison { g, h, player: first_asked(h), next: 0 });
        let result = self.search(&mut open);
        self.caches.comparisons.open = open;
        result
    }

    fn search(&mut self, open: &mut Vec<Comparison>) -> Result<bool, Stopped> {
        let Self { arena, pending, work, caches, .. } = self;
        let forms = Forms { arena, pending };
        loop {
            let top = open.last_mut().expect("the question itself is open");
            let (g, h) = (forms.seen(top.g), forms.seen(top.h));
            let mut result = None;
            'players: loop {
                let (moved, still) = if top.player == Player::Left { (g, h) } else { (h, g) };
                let options = forms.options(moved.0, top.player);
                while let Some(option) = forms.option(&options, moved.0, top.player, top.next) {
                    work.count(arena, caches)?;
                    let option = forms.seen(option);
                    let (a, b) = if top.player == Player::Left { (still, option) } else { (option, still) };
                    match forms.decided(a, b, &caches.comparisons) {
                        Ok(true) => {
                            result = Some(false);
                            break 'players;
                        }
                        Ok(false) => top.next += 1,
                        // asked again when that is known, and then decided by the cache or anew
                        Err((a, b)) => {
                            open.push(Comparison { g: a, h: b, player: first_asked(b), next: 0 });
                            break 'players;
                        }
                    }
                }
                if top.player != first_asked(h.0) {
                    result = Some(true);
                    break;
                }
                (top.player, top.next) = (-top.player, 0);
            }
            let Some(mut result) = result else { continue };
            loop {
                let Comparison { g, h, .. } = open.pop().expect("what was decided was open");
                caches.comparisons.put(g, h, result);
                let Some(above) = open.last_mut() else { return Ok(result) };
                if result {
                    result = false; // an option refutes what is above
                } else {
                    above.next += 1;
                    break;
                }
            }
        }
    }
}

/// The forms of an arena, and the one under construction.
#[derive(Clone, Copy)]
struct Forms<'a> {
    arena: &'a Arena,
    pending: &'a Pending,
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
    fn seen(self, form: Form) -> Seen {
        let stops = match form.kind() {
            Kind::Pending => self.pending.small,
            _ => Small::of(self.arena, form),
        };
        (form, stops)
    }

    fn exact(self, form: Form) -> Stops<Exact> {
        match form.kind() {
            Kind::Pending => self.pending.exact(),
            _ => exact_stops(self.arena, form),
        }
    }

    #[inline(always)]
    fn options(self, form: Form, player: Player) -> Listed<'a> {
        match (form.kind(), player) {
            (Kind::Translate(base, x), _) => Listed::Stored(self.arena.base_options(base, player), x),
            (Kind::Pending, Player::Left) => Listed::Pending(&self.pending.left),
            (Kind::Pending, Player::Right) => Listed::Pending(&self.pending.right),
            _ => Listed::Computed,
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

    /// Whether g ≤ h if that is seen at once, else the pair to search.
    #[inline(always)]
    fn decided(self, (g, of_g): Seen, (h, of_h): Seen, known: &Comparisons) -> Result<bool, (Form, Form)> {
        if g == h {
            return Ok(true);
        }
        let by_stops = match (of_g, of_h) {
            (Some(a), Some(b)) => a.is_at_most(&b),
            _ => self.decided_exactly(g, h),
        };
        if let Some(result) = by_stops {
            return Ok(result);
        }
        let by_kind = match (g.kind(), h.kind()) {
            (Kind::Nus(g), Kind::Nus(h)) => return Ok(g.is_at_most(h)),
            (Kind::Nus(inline @ Inline { x: 0, .. }), _) => self.order_signature(h).and_then(|h| h.is_at_least(inline)),
            (_, Kind::Nus(inline @ Inline { x: 0, .. })) => self.order_signature(g).and_then(|g| g.is_below(inline)),
            _ => self.order_signature(g).and_then(|g| g.is_at_most(self.order_signature(h)?)),
        };
        if let Some(result) = by_kind {
            return Ok(result);
        }
        let (g, h) = normalised(g, h);
        known.get(g, h).ok_or((g, h))
    }

    #[cold]
    fn decided_exactly(self, g: Form, h: Form) -> Option<bool> {
        if [g, h].iter().all(|form| !matches!(form.kind(), Kind::Pending))
            && let (Some(a), Some(b)) = (self.arena.as_nus(g), self.arena.as_nus(h))
        {
            return Some(a.is_at_most(&b));
        }
        self.exact(g).is_at_most(&self.exact(h))
    }

    fn order_signature(self, form: Form) -> Option<Signature> {
        match form.kind() {
            Kind::Nus(inline) => (inline.x == 0).then(|| Signature::of_inline(inline)),
            Kind::Translate(base, 0) => self.arena.signature(base),
            Kind::Pending => self.pending.signature,
            _ => None,
        }
    }
}

/// Whose options are looked at first: of the form under construction, its own ones, which are known forms.
fn first_asked(h: Form) -> Player {
    if matches!(h.kind(), Kind::Pending) { Player::Right } else { Player::Left }
}

/// The same comparison with a base without a number on one side, so that translates share a place in the cache.
#[inline]
fn normalised(g: Form, h: Form) -> (Form, Form) {
    let x = match (g.kind(), h.kind()) {
        (Kind::Pending, _) | (_, Kind::Pending) => 0,
        (_, Kind::Translate(_, x)) | (Kind::Translate(_, x), _) => x,
        _ => 0,
    };
    g.shifted(-x).zip(h.shifted(-x)).unwrap_or((g, h))
}
