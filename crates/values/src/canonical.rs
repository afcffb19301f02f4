//! The canonical form of a game from the canonical forms of its options.
//!
//! A number by simplicity; else dominated options go, reversible ones are bypassed, and what is left is recognised or stored.
//! Siegel, *Combinatorial Game Theory*, ch. II.2.

use crate::arena::{ALL_SMALL, AT_LEAST_RIGHT, AT_MOST_LEFT, NewBase};
use crate::calculator::{Calculator, Options, Pending};
use crate::dyadic::Dyadic;
use crate::form::{Form, Inline, Kind};
use crate::nus::Nus;
use crate::order::{Adorned, exact_stops, stops_in_units};
use crate::signature::Signature;
use hashbrown::HashSet;
use smallvec::SmallVec;
use sprague_core::{Player, Stopped};

/// The stop of a player who starts, and whether the game is on the opponent's side of it or equal.
type End<N> = Option<(N, bool)>;

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
        self.made(left.into(), right.into())
    }

    pub(crate) fn made(&mut self, mut left: Options, mut right: Options) -> Result<Form, Stopped> {
        self.count()?;
        let (units, exact);
        match self.ends_in_units(&left, &right) {
            Some((low, high)) => {
                if is_number_between(low.as_ref(), high.as_ref()) {
                    let end = |end: End<i64>| end.map(|(x, closed)| (Dyadic::from_units(x), closed));
                    return Ok(self.simplest(&end(low), &end(high)));
                }
                let adorned = adorned(low, high);
                exact = Adorned {
                    left: Dyadic::from_units(adorned.left),
                    right: Dyadic::from_units(adorned.right),
                    at_most_left: adorned.at_most_left,
                    at_least_right: adorned.at_least_right,
                    is_number: false,
                };
                units = Some(adorned);
            }
            None => {
                let low = end(left.iter().map(|&form| exact_stops(&self.arena, form)), Player::Left);
                let high = end(right.iter().map(|&form| exact_stops(&self.arena, form)), Player::Right);
                if is_number_between(low.as_ref(), high.as_ref()) {
                    return Ok(self.simplest(&low, &high));
                }
                exact = adorned(low, high);
                units = exact.left.units().zip(exact.right.units()).map(|(left, right)| Adorned {
                    left,
                    right,
                    at_most_left: exact.at_most_left,
                    at_least_right: exact.at_least_right,
                    is_number: false,
                });
            }
        }
        self.without_dominated(&mut left, Player::Left)?;
        self.without_dominated(&mut right, Player::Right)?;
        if let Some(form) = self.recognised(&left, &right) {
            return Ok(form);
        }
        self.caches.comparisons.generation += 1;
        let game = Form::pending(self.caches.comparisons.generation);
        let signature = self.signature(&left, &right);
        self.pending = Pending { left: left.clone(), right: right.clone(), units, exact: Some(exact.clone()), signature };
        self.bypass_reversible(game, &mut left, Player::Left)?;
        self.bypass_reversible(game, &mut right, Player::Right)?;
        left.sort_unstable();
        right.sort_unstable();
        match self.recognised(&left, &right) {
            Some(form) => Ok(form),
            None => self.stored(left, right, &exact),
        }
    }

    fn simplest(&self, low: &End<Dyadic>, high: &End<Dyadic>) -> Form {
        let number = Dyadic::simplest(low.as_ref(), high.as_ref()).expect("there is a number between the ends");
        self.arena.number(&number)
    }

    fn ends_in_units(&self, left: &[Form], right: &[Form]) -> Option<(End<i64>, End<i64>)> {
        let stops = |form: &Form| stops_in_units(&self.arena, *form);
        if left.iter().chain(right).any(|form| stops(form).is_none()) {
            return None;
        }
        Some((end(left.iter().filter_map(stops), Player::Left), end(right.iter().filter_map(stops), Player::Right)))
    }

    /// Deletes repeats and dominated options.
    pub(crate) fn without_dominated(&mut self, options: &mut Options, player: Player) -> Result<(), Stopped> {
        if options.len() < 2 {
            return Ok(());
        }
        let keyed: Option<SmallVec<[_; 24]>> =
            options.iter().map(|&form| stops_in_units(&self.arena, form).map(|stops| (stops.right, stops.left, form))).collect();
        match keyed {
            Some(keyed) => self.undominated(keyed, options, player),
            None => {
                let exact = |&form: &Form| {
                    let stops = exact_stops(&self.arena, form);
                    (stops.right, stops.left, form)
                };
                let keyed: SmallVec<[_; 24]> = options.iter().map(exact).collect();
                self.undominated(keyed, options, player)
            }
        }
    }

    /// Sorted by stops, what dominates an option never comes after it, except where both stops are the same.
    fn undominated<N: Ord>(
        &mut self,
        mut keyed: SmallVec<[(N, N, Form); 24]>,
        options: &mut Options,
        player: Player,
    ) -> Result<(), Stopped> {
        match player {
            Player::Left => keyed.sort_unstable_by(|a, b| b.cmp(a)),
            Player::Right => keyed.sort_unstable_by(|a, b| (&a.1, &a.0, a.2).cmp(&(&b.1, &b.0, b.2))),
        }
        options.clear();
        let mut kept: SmallVec<[usize; 24]> = SmallVec::new();
        for (i, (right, left, form)) in keyed.iter().enumerate() {
            let mut is_dominated = false;
            for &k in &kept {
                if self.is_no_better(*form, keyed[k].2, player)? {
                    is_dominated = true;
                    break;
                }
            }
            if is_dominated {
                continue;
            }
            let mut j = 0;
            while j < kept.len() {
                let (other_right, other_left, other) = &keyed[kept[j]];
                let is_tie = other_right == right && other_left == left;
                if is_tie && self.is_no_better(*other, *form, player)? {
                    kept.swap_remove(j);
                } else {
                    j += 1;
                }
            }
            kept.push(i);
        }
        options.extend(kept.iter().map(|&k| keyed[k].2));
        Ok(())
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
    pub(crate) fn stored(&mut self, mut left: Options, mut right: Options, stops: &Adorned<Dyadic>) -> Result<Form, Stopped> {
        if stops.right != Dyadic::ZERO {
            let back = -&stops.right;
            for option in left.iter_mut().chain(&mut right) {
                *option = self.arena.shift(*option, &back);
            }
        }
        left.sort_unstable();
        right.sort_unstable();
        let signature = self.signature(&left, &right);
        let flags =
            [(stops.at_most_left, AT_MOST_LEFT), (stops.at_least_right, AT_LEAST_RIGHT), (signature.is_some(), ALL_SMALL)];
        let flags = flags.iter().filter(|(is_set, _)| *is_set).map(|(_, flag)| flag).sum();
        let left_stop = &(&stops.left - &stops.right);
        let signature = signature.map_or(0, Signature::word);
        let base = self.arena.intern(&NewBase { left: &left, right: &right, left_stop, flags, signature });
        let base = base.map_err(|_| Stopped::Memory(self.limits.bytes))?;
        Ok(self.arena.translate(base, &stops.right))
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
            Kind::Translate(base, x) => x == 0 && self.arena.flags(base) & ALL_SMALL != 0,
            _ => self.arena.as_nus(form).is_some_and(|nus| nus.number == Dyadic::ZERO),
        }
    }
}

/// The best of the options' stops for the player who moves to one of them.
fn end<N: Ord>(options: impl Iterator<Item = Adorned<N>>, player: Player) -> End<N> {
    let ends = options.map(|stops| match player {
        Player::Left => (stops.right, !stops.at_least_right),
        Player::Right => (stops.left, !stops.at_most_left),
    });
    ends.reduce(|best, next| match (next.0.cmp(&best.0), player) {
        (core::cmp::Ordering::Equal, _) => (best.0, best.1 && next.1),
        (core::cmp::Ordering::Greater, Player::Left) | (core::cmp::Ordering::Less, Player::Right) => next,
        _ => best,
    })
}

/// The simplicity theorem: the game is a number iff there is one between its options.
fn is_number_between<N: Ord>(low: Option<&(N, bool)>, high: Option<&(N, bool)>) -> bool {
    match (low, high) {
        (Some((low, low_closed)), Some((high, high_closed))) => low < high || (low == high && *low_closed && *high_closed),
        _ => true,
    }
}

fn adorned<N>(low: End<N>, high: End<N>) -> Adorned<N> {
    let (left, at_most_left) = low.expect("without left options it is a number");
    let (right, at_least_right) = high.expect("without right options it is a number");
    Adorned { left, right, at_most_left, at_least_right, is_number: false }
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
