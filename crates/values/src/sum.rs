//! Negatives and sums of canonical forms.
//!
//! Numbers are added by translation (Conway), G + (−G) is 0, and everything else is made over the options of both.

use crate::arena::Spilled;
use crate::calculator::{Asked, Calculator, Memo, Options};
use crate::dyadic::Dyadic;
use crate::form::{Form, Kind};
use crate::order::Adorned;
use core::mem;
use num_bigint::{BigInt, Sign};
use sprague_core::{Player, Stopped};

type Sums<'m> = Asked<'m, (Form, Form), Form>;

impl Calculator<'_> {
    /// −g: the players exchanged.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).negative(Form::integer(3))?, Form::integer(-3));
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn negative(&mut self, g: Form) -> Result<Form, Stopped> {
        if let Some(negative) = self.known_negative(g) {
            return Ok(negative);
        }
        let Spilled::Translate(base, _) = self.arena.spilled_kind(g) else {
            unreachable!("a sum of number, ups and star has a negative")
        };
        self.resolve(&mut Memo::default(), base, |calculator, base, asked| {
            let form = calculator.arena.translate(base, &Dyadic::ZERO);
            let (Some(right), Some(left)) =
                (calculator.negatives(form, Player::Left, asked)?, calculator.negatives(form, Player::Right, asked)?)
            else {
                return Ok(None);
            };
            let flags = calculator.arena.flags(base);
            let stops = Adorned {
                left: Dyadic::ZERO,
                right: -calculator.arena.left_stop(base),
                at_most_left: flags & crate::arena::AT_LEAST_RIGHT != 0,
                at_least_right: flags & crate::arena::AT_MOST_LEFT != 0,
                is_number: false,
            };
            let negative = calculator.stored(left, right, &stops)?;
            calculator.arena.note_negative(base, negative);
            if let Spilled::Translate(other, x) = calculator.arena.spilled_kind(negative) {
                calculator.arena.note_negative(other, calculator.arena.translate(base, &x));
            }
            Ok(Some(()))
        })?;
        Ok(self.known_negative(g).expect("it was just noted"))
    }

    fn known_negative(&self, g: Form) -> Option<Form> {
        match g.kind() {
            Kind::Nus(inline) => Form::inline(-inline.x, -inline.ups, inline.star),
            Kind::Translate(base, x) => {
                let negative = self.arena.known_negative(base)?;
                Some(negative.shifted(-x).unwrap_or_else(|| self.arena.shift(negative, &Dyadic::from_units(-x))))
            }
            _ => match self.arena.spilled_kind(g) {
                Spilled::Nus(nus) => Some(self.arena.nus(nus.negative())),
                Spilled::Translate(base, x) => self.arena.known_negative(base).map(|form| self.arena.shift(form, &-x)),
            },
        }
    }

    /// The negatives of a player's options, if those of all bases among them are known; else asks for them.
    fn negatives(&mut self, form: Form, player: Player, asked: &mut Asked<'_, u32, ()>) -> Result<Option<Options>, Stopped> {
        let (mut negatives, mut is_whole) = (Options::new(), true);
        for option in self.options(form, player)? {
            match (self.known_negative(option), self.arena.spilled_kind(option)) {
                (Some(negative), _) => negatives.push(negative),
                (None, Spilled::Translate(base, _)) => {
                    asked.get(base);
                    is_whole = false;
                }
                (None, Spilled::Nus(_)) => unreachable!("a sum of number, ups and star has a negative"),
            }
        }
        Ok(is_whole.then_some(negatives))
    }

    /// g + h.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).add(Form::STAR, Form::STAR)?, Form::ZERO);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn add(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        let mut known = mem::take(&mut self.caches.sums);
        let sum = self.sum(g, h, &mut known);
        self.caches.sums = known;
        sum
    }

    /// g − h.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).subtract(Form::UP, Form::UP)?, Form::ZERO);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn subtract(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        let negative = self.negative(h)?;
        self.add(g, negative)
    }

    /// n copies of g.
    pub(crate) fn times(&mut self, n: &BigInt, g: Form) -> Result<Form, Stopped> {
        let mut doubled = if n.sign() == Sign::Minus { self.negative(g)? } else { g };
        let mut sum = Form::ZERO;
        for bit in 0..n.bits() {
            if n.magnitude().bit(bit) {
                sum = self.add(sum, doubled)?;
            }
            if bit + 1 < n.bits() {
                doubled = self.add(doubled, doubled)?;
            }
        }
        Ok(sum)
    }

    fn sum(&mut self, g: Form, h: Form, known: &mut Memo<(Form, Form), Form>) -> Result<Form, Stopped> {
        let (pair, x) = match self.split(g, h) {
            Ok(sum) => return Ok(sum),
            Err(split) => split,
        };
        let sum = match known.get(&pair) {
            Some(&sum) => sum,
            None => self.resolve(known, pair, |calculator, (g, h), sums| {
                let left = calculator.sums(g, h, Player::Left, sums)?;
                let right = calculator.sums(g, h, Player::Right, sums)?;
                match (left, right) {
                    (Some(left), Some(right)) => calculator.made(left, right).map(Some),
                    _ => Ok(None),
                }
            })?,
        };
        Ok(self.arena.shift(sum, &x))
    }

    /// The options of g + h, if all are known; else asks for those that are not.
    fn sums(&mut self, g: Form, h: Form, player: Player, sums: &mut Sums<'_>) -> Result<Option<Options>, Stopped> {
        let (mut options, mut is_whole) = (Options::new(), true);
        for (moved, still) in [(g, h), (h, g)] {
            for i in 0.. {
                let Some(option) = self.arena.option(moved, player, i) else { break };
                self.count()?;
                let sum = match self.split(option, still) {
                    Ok(sum) => Some(sum),
                    Err((pair, x)) => sums.get(pair).map(|sum| self.arena.shift(sum, &x)),
                };
                match sum {
                    Some(sum) => options.push(sum),
                    None => is_whole = false,
                }
            }
            if g == h {
                break;
            }
        }
        Ok(is_whole.then_some(options))
    }

    /// The sum where it is seen at once, else the two without their numbers, and the number to add.
    fn split(&self, g: Form, h: Form) -> Result<Form, ((Form, Form), Dyadic)> {
        if let (Kind::Nus(a), Kind::Nus(b)) = (g.kind(), h.kind()) {
            let sum = Form::inline(a.x + b.x, a.ups + b.ups, a.star ^ b.star);
            if let Some(sum) = sum {
                return Ok(sum);
            }
        }
        if let (Some((a, x)), Some((b, y))) = (g.without_units(), h.without_units()) {
            let sum = match (a == Form::ZERO, b == Form::ZERO) {
                (true, _) => h.shifted(x),
                (_, true) => g.shifted(y),
                _ => None,
            };
            if let Some(sum) = sum {
                return Ok(sum);
            }
        }
        let ((g, x), (h, y)) = (self.without_number(g), self.without_number(h));
        let x = &x + &y;
        if g == Form::ZERO {
            return Ok(self.arena.shift(h, &x));
        }
        if h == Form::ZERO {
            return Ok(self.arena.shift(g, &x));
        }
        match (g.kind(), h.kind()) {
            (Kind::Translate(a, _), Kind::Translate(b, _)) => {
                if let Some((negative, z)) = self.arena.known_negative(a).map(|form| self.without_number(form))
                    && negative == Form::translate(b, 0).expect("a base fits")
                {
                    return Ok(self.arena.number(&(&x - &z)));
                }
            }
            (Kind::Translate(..), _) | (_, Kind::Translate(..)) => {}
            _ => {
                let (Some(a), Some(b)) = (self.arena.as_nus(g), self.arena.as_nus(h)) else {
                    unreachable!("a base without a number is inline")
                };
                return Ok(self.arena.shift(self.arena.nus(a.plus(&b)), &x));
            }
        }
        Err(((g.min(h), g.max(h)), x))
    }

    /// A form without its number (for a base: its right stop), and that number.
    fn without_number(&self, form: Form) -> (Form, Dyadic) {
        if let Some((form, units)) = form.without_units() {
            return (form, Dyadic::from_units(units));
        }
        match self.arena.spilled_kind(form) {
            Spilled::Nus(nus) => (self.arena.nus(crate::nus::Nus { number: Dyadic::ZERO, ..nus.clone() }), nus.number),
            Spilled::Translate(base, x) => (Form::translate(base, 0).expect("0 fits"), x),
        }
    }
}
