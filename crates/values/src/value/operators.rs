//! Operators on values: `a + b`, `-a`, `a <= b`, `a == b`, and text.

use super::{UNLIMITED, Value};
use crate::dyadic::Dyadic;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::iter;
use core::ops::{Add, Neg, Sub};
use sprague_core::{Limits, Player, Stopped};

const FULL: &str = "an arena holds 2^28 forms";

impl Value {
    /// The most bytes that are written as text; longer values are given as shared nodes ([`Value::dag`]).
    ///
    /// ```
    /// assert_eq!(sprague_values::Value::MAX_TEXT, 10_000);
    /// ```
    pub const MAX_TEXT: usize = 10_000;

    /// The sum, within limits.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Value;
    /// assert_eq!(Value::from(1).plus(&Value::star(1), &Limits::default())?.to_string(), "1*");
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn plus(&self, other: &Self, limits: &Limits) -> Result<Self, Stopped> {
        let (form, arena) = self.with(other, limits, |calculator, g, h| calculator.add(g, h))?;
        Ok(Self::new(arena, form))
    }

    /// How it stands to another value, within limits; `None` if they are confused.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Value;
    /// assert_eq!(Value::star(1).compare(&Value::from(0), &Limits::default())?, None);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn compare(&self, other: &Self, limits: &Limits) -> Result<Option<Ordering>, Stopped> {
        Ok(self.with(other, limits, |calculator, g, h| calculator.compare(g, h))?.0)
    }

    /// Its text, `None` if that has more than [`Value::MAX_TEXT`] bytes.
    ///
    /// ```
    /// assert_eq!(sprague_values::Value::up(3).text().as_deref(), Some("^3"));
    /// ```
    pub fn text(&self) -> Option<String> {
        self.calculator().text(self.form, Self::MAX_TEXT).expect(FULL)
    }
}

impl Add for &Value {
    type Output = Value;
    /// # Panics
    /// If an arena would hold more than 2²⁸ forms.
    fn add(self, other: Self) -> Value {
        self.plus(other, &UNLIMITED).expect(FULL)
    }
}

impl Sub for &Value {
    type Output = Value;
    /// # Panics
    /// If an arena would hold more than 2²⁸ forms.
    fn sub(self, other: Self) -> Value {
        let (form, arena) = self.with(other, &UNLIMITED, |calculator, g, h| calculator.subtract(g, h)).expect(FULL);
        Value::new(arena, form)
    }
}

impl Neg for &Value {
    type Output = Value;
    /// # Panics
    /// If an arena would hold more than 2²⁸ forms.
    fn neg(self) -> Value {
        let arena = self.arena();
        let form = arena.calculator(&UNLIMITED).negative(self.form).expect(FULL);
        Value::new(arena, form)
    }
}

impl Add for Value {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        &self + &other
    }
}

impl Sub for Value {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        &self - &other
    }
}

impl Neg for Value {
    type Output = Self;
    fn neg(self) -> Self {
        -&self
    }
}

impl iter::Sum for Value {
    fn sum<I: Iterator<Item = Self>>(values: I) -> Self {
        values.fold(Self::from(0), |sum, value| &sum + &value)
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        let is_one_arena = match (&self.arena, &other.arena) {
            (Some(a), Some(b)) => a.is(b),
            _ => true,
        };
        if is_one_arena || self.form == other.form && self.nus().is_some() && other.nus().is_some() {
            return self.form == other.form;
        }
        self.with(other, &UNLIMITED, |_, g, h| Ok::<_, Stopped>(g == h)).expect(FULL).0
    }
}

impl Eq for Value {}

impl Hash for Value {
    /// By what does not depend on the arena: both stops, and how many options there are.
    fn hash<H: Hasher>(&self, state: &mut H) {
        Player::BOTH.map(|player| self.stop(player)).hash(state);
        match self.nus() {
            Some(nus) => nus.hash(state),
            None => Player::BOTH.map(|player| self.options(player).count()).hash(state),
        }
    }
}

impl PartialOrd for Value {
    /// # Panics
    /// If an arena would hold more than 2²⁸ forms.
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.compare(other, &UNLIMITED).expect(FULL)
    }
}

impl fmt::Display for Value {
    /// The text; where it would be too long, both stops and dots, which cannot be read again.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.text() {
            Some(text) => f.pad(&text),
            None => {
                let [left, right]: [Dyadic; 2] = Player::BOTH.map(|player| self.stop(player));
                write!(f, "{{…|…}} with stops {left} and {right}")
            }
        }
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
