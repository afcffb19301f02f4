//! G ≤ H: no left option of G is at least H, and no right option of H at most G.
//!
//! Behind what decides most comparisons at once: equal handles, closed forms, the stops with two bits each, a cache. Without recursion.
//! Conway, *On Numbers and Games*, ch. 7; for stops, Siegel, *Combinatorial Game Theory*, ch. II.

use crate::arena::{AT_LEAST_RIGHT, AT_MOST_LEFT, Arena, Spilled};
use crate::calculator::Calculator;
use crate::dyadic::Dyadic;
use crate::form::{Form, Kind};
use crate::signature::Signature;
use core::cmp::Ordering;
use sprague_core::{OutcomeClass, Player, Stopped};

/// Both stops of a game, and how it stands to them.
#[derive(Clone, Debug)]
pub(crate) struct Adorned<N> {
    pub(crate) left: N,
    pub(crate) right: N,
    /// Whether it is at most its left stop.
    pub(crate) at_most_left: bool,
    /// Whether it is at least its right stop.
    pub(crate) at_least_right: bool,
    pub(crate) is_number: bool,
}

impl<N: Ord> Adorned<N> {
    /// What stops say about `self` ≤ `other`.
    #[inline]
    fn is_at_most(&self, other: &Self) -> Option<bool> {
        if self.left > other.left || self.right > other.right {
            return Some(false);
        }
        if self.left < other.right {
            return Some(true);
        }
        if other.is_number {
            return Some(self.left == other.left && self.at_most_left);
        }
        if self.is_number {
            return Some(self.right == other.right && other.at_least_right);
        }
        if self.left == other.right && self.at_most_left && other.at_least_right {
            return Some(true);
        }
        // were G ≤ H, then G would be at most the left stop that H is at most; and dually
        if (self.left == other.left && other.at_most_left && !self.at_most_left)
            || (self.right == other.right && self.at_least_right && !other.at_least_right)
        {
            return Some(false);
        }
        None
    }
}

/// The stops of a form in units, where they are small.
#[inline(always)]
pub(crate) fn stops_in_units(arena: &Arena, form: Form) -> Option<Adorned<i64>> {
    match form.kind() {
        Kind::Nus(inline) => Some(Adorned {
            left: inline.x,
            right: inline.x,
            at_most_left: inline.is_at_most_its_number(),
            at_least_right: inline.is_at_least_its_number(),
            is_number: form.is_inline_number(),
        }),
        Kind::Translate(base, x) => {
            let (left, flags) = arena.left_units(base)?;
            Some(Adorned {
                left: left.checked_add(x)?,
                right: x,
                at_most_left: flags & AT_MOST_LEFT != 0,
                at_least_right: flags & AT_LEAST_RIGHT != 0,
                is_number: false,
            })
        }
        _ => None,
    }
}

/// The stops of any form.
pub(crate) fn exact_stops(arena: &Arena, form: Form) -> Adorned<Dyadic> {
    match arena.spilled_kind(form) {
        Spilled::Nus(nus) => Adorned {
            left: nus.number.clone(),
            right: nus.number.clone(),
            at_most_left: nus.is_at_most_its_number(),
            at_least_right: nus.is_at_least_its_number(),
            is_number: nus.is_number(),
        },
        Spilled::Translate(base, x) => {
            let flags = arena.flags(base);
            Adorned {
                left: &arena.left_stop(base) + &x,
                right: x,
                at_most_left: flags & AT_MOST_LEFT != 0,
                at_least_right: flags & AT_LEAST_RIGHT != 0,
                is_number: false,
            }
        }
    }
}

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

const NOTHING: (u64, u64) = (u64::MAX, u64::MAX);
const LARGEST: usize = 1 << 18;

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
        match self.decided(g, self.units(g).as_ref(), h, self.units(h).as_ref()) {
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
        let zero = Adorned { left: Dyadic::ZERO, right: Dyadic::ZERO, at_most_left: true, at_least_right: true, is_number: true };
        let (at_most, at_least) = (stops.is_at_most(&zero), zero.is_at_most(&stops));
        match (at_most.expect("stops decide against a number"), at_least.expect("stops decide against a number")) {
            (true, true) => OutcomeClass::Previous,
            (true, false) => OutcomeClass::Right,
            (false, true) => OutcomeClass::Left,
            (false, false) => OutcomeClass::Next,
        }
    }

    #[inline(always)]
    fn units(&self, form: Form) -> Option<Adorned<i64>> {
        match form.kind() {
            Kind::Pending => self.pending.units.clone(),
            _ => stops_in_units(&self.arena, form),
        }
    }

    fn exact(&self, form: Form) -> Adorned<Dyadic> {
        match form.kind() {
            Kind::Pending => self.pending.exact.clone().expect("a form under construction has stops"),
            _ => exact_stops(&self.arena, form),
        }
    }

    fn option(&self, form: Form, player: Player, i: u64) -> Option<Form> {
        match (form.kind(), player) {
            (Kind::Pending, Player::Left) => self.pending.left.get(i as usize).copied(),
            (Kind::Pending, Player::Right) => self.pending.right.get(i as usize).copied(),
            _ => self.arena.option(form, player, i),
        }
    }

    /// Whether g ≤ h if that is seen at once, else the pair to search; with the stops of both in units, where they are small.
    #[inline(always)]
    fn decided(&self, g: Form, of_g: Option<&Adorned<i64>>, h: Form, of_h: Option<&Adorned<i64>>) -> Result<bool, (Form, Form)> {
        if g == h {
            return Ok(true);
        }
        if let (Kind::Nus(g), Kind::Nus(h)) = (g.kind(), h.kind()) {
            return Ok(g.is_at_most(h));
        }
        let by_stops = match (of_g, of_h) {
            (Some(a), Some(b)) => a.is_at_most(b),
            _ => self.decided_exactly(g, h),
        };
        if let Some(result) = by_stops.or_else(|| self.decided_by_signature(g, h)) {
            return Ok(result);
        }
        let (g, h) = normalised(g, h);
        self.caches.comparisons.get(g, h).ok_or((g, h))
    }

    /// The order signature of an all-small form.
    pub(crate) fn order_signature(&self, form: Form) -> Option<Signature> {
        match form.kind() {
            Kind::Nus(inline) => (inline.x == 0).then(|| Signature::of_inline(inline)),
            Kind::Translate(base, 0) => self.arena.signature(base),
            Kind::Pending => self.pending.signature,
            _ => None,
        }
    }

    fn decided_by_signature(&self, g: Form, h: Form) -> Option<bool> {
        match (g.kind(), h.kind()) {
            (Kind::Nus(inline), _) if inline.x == 0 => self.order_signature(h)?.is_at_least(inline),
            (_, Kind::Nus(inline)) if inline.x == 0 => self.order_signature(g)?.is_below(inline),
            _ => self.order_signature(g)?.is_at_most(self.order_signature(h)?),
        }
    }

    #[cold]
    fn decided_exactly(&self, g: Form, h: Form) -> Option<bool> {
        if [g, h].iter().all(|form| !matches!(form.kind(), Kind::Pending))
            && let (Some(a), Some(b)) = (self.arena.as_nus(g), self.arena.as_nus(h))
        {
            return Some(a.is_at_most(&b));
        }
        self.exact(g).is_at_most(&self.exact(h))
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
        loop {
            let top = open.last_mut().expect("the question itself is open");
            let (g, h) = (top.g, top.h);
            let (of_g, of_h) = (self.units(g), self.units(h));
            let mut result = None;
            while result.is_none() {
                self.count()?;
                let pair = match top.player {
                    Player::Left => self.option(g, Player::Left, top.next).map(|option| (h, option)),
                    Player::Right => self.option(h, Player::Right, top.next).map(|option| (option, g)),
                };
                let Some((a, b)) = pair else {
                    if top.player != first_asked(h) {
                        result = Some(true);
                    }
                    (top.player, top.next) = (-top.player, 0);
                    continue;
                };
                let decided = match top.player {
                    Player::Left => self.decided(h, of_h.as_ref(), b, self.units(b).as_ref()),
                    Player::Right => self.decided(a, self.units(a).as_ref(), g, of_g.as_ref()),
                };
                match decided {
                    Ok(true) => result = Some(false),
                    Ok(false) => top.next += 1,
                    // asked again when that is known, and then decided by the cache or anew
                    Err((a, b)) => {
                        open.push(Comparison { g: a, h: b, player: first_asked(b), next: 0 });
                        break;
                    }
                }
            }
            let Some(mut result) = result else { continue };
            loop {
                let Comparison { g, h, .. } = open.pop().expect("what was decided was open");
                self.caches.comparisons.put(g, h, result);
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
