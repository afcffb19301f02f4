//! Norton products and ordinal sums.
//!
//! Siegel, *Combinatorial Game Theory*, ch. II; *Winning Ways*, ch. 8.

use crate::calculator::{Calculator, Memo, Options};
use crate::failed::{Failed, Undefined};
use crate::form::Form;
use sprague_core::{OutcomeClass, Player, Stopped};

impl Calculator<'_> {
    /// The Norton product g·u for u > 0: n copies of u for an integer n, else every move gains u and the best incentive of u.
    ///
    /// Additive for u = ↑, and g·1 = g.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.norton(Form::STAR, Form::integer(1))?, Form::STAR);
    /// # Ok::<(), sprague_values::Failed>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached, and [`Undefined::UnitNotPositive`].
    pub fn norton(&mut self, g: Form, u: Form) -> Result<Form, Failed> {
        if self.outcome_class(u) != OutcomeClass::Left {
            return Err(Undefined::UnitNotPositive.into());
        }
        // u + (u^L − u) is u^L, and u + (u − u^R) is what is left to add
        let mut gains = self.options(u, Player::Left)?;
        for option in self.options(u, Player::Right)? {
            let incentive = self.subtract(u, option)?;
            gains.push(self.add(u, incentive)?);
        }
        let mut losses = Options::new();
        for &gain in &gains {
            losses.push(self.negative(gain)?);
        }
        let product = self.resolve(&mut Memo::default(), g, |calculator, g, asked| {
            if let Some(n) = calculator.integer(g) {
                return calculator.times(&n, u).map(Some);
            }
            let (left, right) = (calculator.options(g, Player::Left)?, calculator.options(g, Player::Right)?);
            let (Some(left), Some(right)) = (asked.all(left), asked.all(right)) else { return Ok(None) };
            let (mut gained, mut lost) = (Options::new(), Options::new());
            for &form in &left {
                gained.extend(calculator.all_plus(&gains, form)?);
            }
            for &form in &right {
                lost.extend(calculator.all_plus(&losses, form)?);
            }
            calculator.made(gained, lost).map(Some)
        })?;
        Ok(product)
    }

    /// The ordinal sum g:h, in which a move in g, taken in its canonical form, ends h.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Dyadic, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.ordinal_sum(Form::integer(1), Form::integer(-1))?, calculator.number(&Dyadic::new(1, 1)));
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn ordinal_sum(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        let (left, right) = (self.options(g, Player::Left)?, self.options(g, Player::Right)?);
        self.resolve(&mut Memo::default(), h, |calculator, h, asked| {
            let (above_left, above_right) = (calculator.options(h, Player::Left)?, calculator.options(h, Player::Right)?);
            let (Some(above_left), Some(above_right)) = (asked.all(above_left), asked.all(above_right)) else { return Ok(None) };
            let (mut left, mut right) = (left.clone(), right.clone());
            left.extend(above_left);
            right.extend(above_right);
            calculator.made(left, right).map(Some)
        })
    }

    /// What a move gains: g^L − g for Left, g − g^R for Right; those that are not dominated.
    ///
    /// ```
    /// use sprague_core::{Limits, Player};
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).incentives(Form::integer(1), Player::Left)?, [Form::integer(-1)]);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn incentives(&mut self, g: Form, player: Player) -> Result<Vec<Form>, Stopped> {
        let mut incentives = Options::new();
        for option in self.options(g, player)? {
            incentives.push(match player {
                Player::Left => self.subtract(option, g)?,
                Player::Right => self.subtract(g, option)?,
            });
        }
        self.without_dominated(&mut incentives, Player::Left)?;
        Ok(incentives.into_vec())
    }
}
