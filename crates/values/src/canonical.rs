//! The canonical form of a game from the canonical forms of its options.
//!
//! A number by simplicity; else dominated options go, reversible ones are bypassed, and what is left is recognised or stored.
//! Siegel, *Combinatorial Game Theory*, ch. II.2.

use crate::arena::NewBase;
use crate::calculator::{Calculator, Options};
use crate::dyadic::Dyadic;
use crate::form::{Form, Inline, Kind};
use crate::nus::Nus;
use crate::seen::Seen;
use crate::signature::Signature;
use crate::stops::{Bound, Exact, Small, Stops};
use core::mem;
use hashbrown::HashSet;
use smallvec::SmallVec;
use sprague_core::{Player, Stopped};

/// The options of a player with their bounds.
pub(crate) type Side<B> = Vec<Seen<B>>;

impl Calculator<'_> {
    /// The canonical form of {left | right}.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.make(&[Form::STAR], &[Form::STAR])?, Form::ZERO);
    /// assert_eq!(calculator.make(&[Form::integer(-3)], &[])?, Form::ZERO);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn make(&mut self, left: &[Form], right: &[Form]) -> Result<Form, Stopped> {
        let mut sides = mem::take(&mut self.sides);
        let made = match self.are_seen(left, &mut sides[0]) && self.are_seen(right, &mut sides[1]) {
            true => self.made(&mut sides),
            false => {
                let mut sides: [Side<Exact>; 2] = Default::default();
                self.are_seen(left, &mut sides[0]);
                self.are_seen(right, &mut sides[1]);
                self.made(&mut sides)
            }
        };
        self.sides = sides;
        made
    }

    /// Whether the options all have bounds of this kind; then they are listed.
    fn are_seen<B: Bound>(&self, options: &[Form], side: &mut Side<B>) -> bool {
        side.clear();
        side.extend(options.iter().map_while(|&form| B::of(&self.arena, form)));
        side.len() == options.len()
    }

    fn made<B: Bound>(&mut self, [left, right]: &mut [Side<B>; 2]) -> Result<Form, Stopped> {
        self.count()?;
        let low = left.iter().map(|option| &option.stops.right).max();
        let high = right.iter().map(|option| &option.stops.left).min();
        let stops = match (low, high) {
            (Some(low), Some(high)) if low >= high => Stops { left: low.clone(), right: high.clone() },
            _ => return Ok(B::simplest(&self.arena, low, high)),
        };
        self.undominated(left, Player::Left)?;
        self.undominated(right, Player::Right)?;
        let forms = |side: &Side<B>| side.iter().map(|option| option.form).collect::<Options>();
        let (mut left, mut right) = (forms(left), forms(right));
        if let Some(form) = self.recognised(&left, &right) {
            return Ok(form);
        }
        self.caches.comparisons.generation += 1;
        let game = Form::pending(self.caches.comparisons.generation);
        self.pending.signature = self.signature(&left, &right);
        self.pending.left.clear();
        self.pending.left.extend_from_slice(&left);
        self.pending.right.clear();
        self.pending.right.extend_from_slice(&right);
        let exact = Stops { left: stops.left.exact(), right: stops.right.exact() };
        self.pending.small = stops.small();
        self.pending.large = self.pending.small.is_none().then(|| exact.clone());
        self.bypass_reversible(game, &mut left, Player::Left)?;
        self.bypass_reversible(game, &mut right, Player::Right)?;
        left.sort_unstable();
        right.sort_unstable();
        match self.recognised(&left, &right) {
            Some(form) => Ok(form),
            None => self.stored(left, right, &exact, self.pending.signature),
        }
    }

    /// Deletes repeats and dominated options.
    pub(crate) fn without_dominated(&mut self, options: &mut Options, player: Player) -> Result<(), Stopped> {
        if options.len() < 2 {
            return Ok(());
        }
        let mut side: Side<Small> = vec![];
        if self.are_seen(options, &mut side) {
            self.undominated(&mut side, player)?;
            *options = side.iter().map(|option| option.form).collect();
        } else {
            let mut side: Side<Exact> = vec![];
            self.are_seen(options, &mut side);
            self.undominated(&mut side, player)?;
            *options = side.iter().map(|option| option.form).collect();
        }
        Ok(())
    }

    /// The same where bounds are at hand. Sorted by them, what dominates an option never comes after it, except where both are the same.
    fn undominated<B: Bound>(&mut self, side: &mut Side<B>, player: Player) -> Result<(), Stopped> {
        if side.len() < 2 {
            return Ok(());
        }
        match player {
            Player::Left => side
                .sort_unstable_by(|a, b| (&b.stops.right, &b.stops.left, b.form).cmp(&(&a.stops.right, &a.stops.left, a.form))),
            Player::Right => side
                .sort_unstable_by(|a, b| (&a.stops.left, &a.stops.right, a.form).cmp(&(&b.stops.left, &b.stops.right, b.form))),
        }
        let mut kept = 0;
        'options: for i in 0..side.len() {
            for k in 0..kept {
                if self.is_seen_no_better(&side[i], &side[k], player)? {
                    continue 'options;
                }
            }
            let mut k = 0;
            while k < kept {
                if side[k].stops == side[i].stops && self.is_seen_no_better(&side[k], &side[i], player)? {
                    kept -= 1;
                    side.swap(k, kept);
                } else {
                    k += 1;
                }
            }
            side.swap(kept, i);
            kept += 1;
        }
        side.truncate(kept);
        Ok(())
    }

    fn is_seen_no_better<B: Bound>(&mut self, a: &Seen<B>, b: &Seen<B>, player: Player) -> Result<bool, Stopped> {
        match player {
            Player::Left => self.is_seen_at_most(a.small(), b.small()),
            Player::Right => self.is_seen_at_most(b.small(), a.small()),
        }
    }

    fn is_no_better(&mut self, a: Form, b: Form, player: Player) -> Result<bool, Stopped> {
        match player {
            Player::Left => self.is_at_most(a, b),
            Player::Right => self.is_at_most(b, a),
        }
    }

    /// Replaces reversible options by those that the opponent's answer leads to. The value of the game does not change, so each option
    /// is examined once: an option that was replaced never comes back.
    fn bypass_reversible(&mut self, game: Form, options: &mut Options, player: Player) -> Result<(), Stopped> {
        let mut ever_examined: Option<HashSet<Form>> = None;
        let mut i = 0;
        while i < options.len() {
            let Some(answer) = self.reversal(game, options[i], player)? else {
                i += 1;
                continue;
            };
            let examined = ever_examined.get_or_insert_with(|| options.iter().copied().collect());
            options.swap_remove(i);
            for j in 0.. {
                let Some(option) = self.arena.option(answer, player, j) else { break };
                self.count()?;
                if examined.insert(option) {
                    options.push(option); // behind i: examined in its turn
                }
            }
        }
        if ever_examined.is_some() { self.without_dominated(options, player) } else { Ok(()) }
    }

    /// The opponent's answer to an option that is at least as good for them as the game itself.
    fn reversal(&mut self, game: Form, option: Form, player: Player) -> Result<Option<Form>, Stopped> {
        for j in 0.. {
            let Some(answer) = self.arena.option(option, -player, j) else { break };
            if self.is_no_better(answer, game, player)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// The sum of number, ups and star with these options, if it is one.
    fn recognised(&self, left: &[Form], right: &[Form]) -> Option<Form> {
        if let Some((number, ups, star)) = recognised_inline(left, right) {
            let nus = || Nus { number: Dyadic::from_units(number), ups: ups.into(), star };
            return Some(Form::inline(number, ups, star).unwrap_or_else(|| self.arena.nus(nus())));
        }
        if !left.iter().chain(right).any(|form| matches!(form.kind(), Kind::Spilled(_))) {
            return None;
        }
        let nus = |forms: &[Form]| forms.iter().map(|&form| self.arena.as_nus(form)).collect::<Option<Vec<Nus>>>();
        recognised_big(&nus(left)?, &nus(right)?).map(|nus| self.arena.nus(nus))
    }

    /// Stores a canonical form, as a base and a number.
    pub(crate) fn stored(
        &mut self,
        mut left: Options,
        mut right: Options,
        stops: &Stops<Exact>,
        signature: Option<Signature>,
    ) -> Result<Form, Stopped> {
        let x = &stops.right.0;
        if *x != Dyadic::ZERO {
            let back = -x;
            for option in left.iter_mut().chain(&mut right) {
                *option = self.arena.shift(*option, &back);
            }
        }
        left.sort_unstable();
        right.sort_unstable();
        let signature = signature.or_else(|| self.signature(&left, &right));
        let left_bound = &(&stops.left.0 - x, stops.left.1);
        let new = NewBase { left: &left, right: &right, left_bound, is_at_least_right: stops.right.1, signature };
        let base = self.arena.intern(&new).map_err(|_| Stopped::Memory(self.limits.bytes))?;
        Ok(self.arena.translate(base, x))
    }

    /// The order signature of {left | right}, neither of them empty, if all options are all-small.
    fn signature(&self, left: &[Form], right: &[Form]) -> Option<Signature> {
        if !left.iter().chain(right).all(|&form| self.is_all_small(form)) {
            return None;
        }
        let of = |forms: &[Form]| forms.iter().map(|&form| self.order_signature(form)).collect::<Option<SmallVec<[_; 24]>>>();
        let (left, right) = (of(left)?, of(right)?);
        Some(Signature::of_options(left.into_iter(), right.into_iter()))
    }

    /// Whether in every follower either both players can move or neither.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let calculator = arena.calculator(&limits);
    /// assert!(calculator.is_all_small(Form::UP) && !calculator.is_all_small(Form::integer(1)));
    /// ```
    pub fn is_all_small(&self, form: Form) -> bool {
        match form.kind() {
            Kind::Nus(inline) => inline.x == 0,
            Kind::Translate(base, x) => x == 0 && self.arena.signature(base).is_some(),
            _ => self.arena.as_nus(form).is_some_and(|nus| nus.number == Dyadic::ZERO),
        }
    }
}

/// The number, ups and star of these options, where all fit their handles.
fn recognised_inline(left: &[Form], right: &[Form]) -> Option<(i64, i64, u64)> {
    // an inline number + ups + star has odd handles
    let inline = |form: &Form| match form.kind() {
        Kind::Nus(inline) => Some(inline),
        _ => None,
    };
    let (first, last) = (inline(left.first()?)?, inline(right.last()?)?);
    let x = first.x;
    if last.x != x {
        return None;
    }
    let is_star = |(i, form): (usize, &Form)| inline(form) == Some(Inline { x, ups: 0, star: i as u64 });
    let is_number = |form: &Form| inline(form) == Some(Inline { x, ups: 0, star: 0 });
    let are_stars = |forms: &[Form]| forms.iter().enumerate().all(is_star);
    if left == right && are_stars(left) {
        return Some((x, 0, left.len() as u64));
    }
    match (left, right) {
        ([zero], [_]) if is_number(zero) && last.ups >= 0 && (last.ups, last.star) != (0, 0) => {
            Some((x, last.ups + 1, last.star ^ 1))
        }
        ([_], [zero]) if is_number(zero) && first.ups <= 0 && (first.ups, first.star) != (0, 0) => {
            Some((x, first.ups - 1, first.star ^ 1))
        }
        ([_, _], [zero]) if is_number(zero) && are_stars(left) => Some((x, 1, 1)),
        ([zero], [_, _]) if is_number(zero) && are_stars(right) => Some((x, -1, 1)),
        _ => None,
    }
}

/// The same for those that do not fit.
fn recognised_big(left: &[Nus], right: &[Nus]) -> Option<Nus> {
    use core::cmp::Ordering::{Equal, Greater, Less};
    let number = left.first()?.number.clone();
    if left.iter().chain(right).any(|nus| nus.number != number) {
        return None;
    }
    let with = |ups: num_bigint::BigInt, star| Some(Nus { number: number.clone(), ups, star });
    // spilled handles do not come in the order of their stars
    let stars = |options: &[Nus]| -> Option<u64> {
        let mut stars = options.iter().map(|nus| (nus.ups == 0.into()).then_some(nus.star)).collect::<Option<Vec<u64>>>()?;
        stars.sort_unstable();
        stars.iter().enumerate().all(|(i, &star)| star == i as u64).then_some(stars.len() as u64)
    };
    let sign = |nus: &Nus| crate::dyadic::sign(&nus.ups);
    match (left, right) {
        ([zero], [nus]) if zero.is_number() && !nus.is_number() && sign(nus) != Less => with(&nus.ups + 1, nus.star ^ 1),
        ([nus], [zero]) if zero.is_number() && !nus.is_number() && sign(nus) != Greater => with(&nus.ups - 1, nus.star ^ 1),
        _ => match (stars(left)?, stars(right)?) {
            (k, l) if k == l => with(0.into(), k),
            (2, 1) => with(1.into(), 1),
            (1, 2) => with((-1).into(), 1),
            _ => None,
        },
    }
    .filter(|nus| sign(nus) != Equal || nus.star > 0)
}
