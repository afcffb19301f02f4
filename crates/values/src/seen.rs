//! What a form shows before its options are looked at: its stops, and its order signature if it is all-small.
//!
//! Most comparisons end here.

use crate::arena::Arena;
use crate::calculator::Pending;
use crate::form::{Form, Kind, NUS, TRANSLATE};
use crate::signature::Signature;
use crate::stops::{Bound, Exact, Small, Stops, exact_stops};

/// A form with its bounds and the last word of its entry in the arena, 0 if it has none.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen<B> {
    pub(crate) form: Form,
    pub(crate) stops: Stops<B>,
    pub(crate) word: u64,
}

/// Flags above an order signature: whether the base is at least its right stop; whether either player can move in every follower in
/// which the other can; whether bounds are too large to be seen.
pub(crate) const AT_LEAST_RIGHT: u64 = 1 << 61;
pub(crate) const ALL_SMALL: u64 = 1 << 62;
const LARGE: u64 = 1 << 63;

/// The word of a form with this order signature.
pub(crate) fn word(signature: Option<Signature>) -> u64 {
    signature.map_or(0, |signature| ALL_SMALL | signature.word())
}

impl<B: Bound> Seen<B> {
    #[inline(always)]
    pub(crate) fn small(&self) -> Seen<Small> {
        let Self { form, word, .. } = *self;
        match self.stops.small() {
            Some(stops) => Seen { form, stops, word },
            None => Seen { form, stops: Stops { left: 0, right: 0 }, word: word | LARGE },
        }
    }
}

impl Seen<Small> {
    /// The same game plus a number in units, if that fits a handle.
    #[inline(always)]
    fn shifted(self, units: i64) -> Option<Self> {
        let stops = Stops { left: self.stops.left + 2 * units, right: self.stops.right + 2 * units };
        self.form.shifted(units).map(|form| Self { form, stops, ..self })
    }
}

/// The forms of an arena, and the one under construction.
#[derive(Clone, Copy)]
pub(crate) struct Forms<'a> {
    pub(crate) arena: &'a Arena,
    pub(crate) pending: &'a Pending,
}

impl Forms<'_> {
    #[inline(always)]
    pub(crate) fn seen(self, form: Form) -> Seen<Small> {
        Small::of(self.arena, form).unwrap_or_else(|| self.seen_otherwise(form))
    }

    #[inline(never)]
    fn seen_otherwise(self, form: Form) -> Seen<Small> {
        let stops = match form.kind() {
            Kind::Pending => self.pending.small,
            _ => None,
        };
        let word = if form.is_pending() { word(self.pending.signature) } else { 0 };
        match stops {
            Some(stops) => Seen { form, stops, word },
            None => Seen { form, stops: Stops { left: 0, right: 0 }, word: word | LARGE },
        }
    }

    /// Whether g ≤ h, if that is seen.
    #[inline(always)]
    pub(crate) fn decided(self, g: &Seen<Small>, h: &Seen<Small>) -> Option<bool> {
        if g.form == h.form {
            return Some(true);
        }
        if (g.word | h.word) & LARGE != 0 {
            return self.decided_exactly(g.form, h.form);
        }
        g.stops.is_at_most(&h.stops).or_else(|| decided_by_kind(g, h))
    }

    #[cold]
    fn decided_exactly(self, g: Form, h: Form) -> Option<bool> {
        if !g.is_pending()
            && !h.is_pending()
            && let (Some(a), Some(b)) = (self.arena.as_nus(g), self.arena.as_nus(h))
        {
            return Some(a.is_at_most(&b));
        }
        self.exact(g).is_at_most(&self.exact(h))
    }

    fn exact(self, form: Form) -> Stops<Exact> {
        if form.is_pending() { self.pending.exact() } else { exact_stops(self.arena, form) }
    }
}

/// Stops leave open how games stand that are close to one number: the all-small ones among them differ from the same number by what
/// their signatures are of.
#[inline(always)]
fn decided_by_kind(g: &Seen<Small>, h: &Seen<Small>) -> Option<bool> {
    match (g.form.0 & 3, h.form.0 & 3) {
        (NUS, NUS) => Some(g.form.inline_parts().is_at_most(h.form.inline_parts())),
        (NUS, _) if h.word & ALL_SMALL != 0 => Signature::from_word(h.word).is_at_least(g.form.inline_parts()),
        (_, NUS) if g.word & ALL_SMALL != 0 => Signature::from_word(g.word).is_at_most_inline(h.form.inline_parts()),
        _ if g.word & h.word & ALL_SMALL != 0 => Signature::from_word(g.word).is_at_most(Signature::from_word(h.word)),
        _ => None,
    }
}

/// The same comparison with a base without a number on one side, so that translates share a place in the cache.
#[inline(always)]
pub(crate) fn normalised(g: Seen<Small>, h: Seen<Small>) -> (Seen<Small>, Seen<Small>) {
    if (g.form.0 | h.form.0) & 2 != 0 {
        return (g, h); // spilled or under construction
    }
    let x = if h.form.0 & 3 == TRANSLATE { h.form.translated_by() } else { g.form.translated_by() };
    if x == 0 {
        return (g, h);
    }
    g.shifted(-x).zip(h.shifted(-x)).unwrap_or((g, h))
}
