//! Parities of games, and counts of their stopping positions and followers.

use crate::calculator::Calculator;
use crate::form::Form;
use crate::memo::Memo;
use num_bigint::{BigInt, BigUint};
use sprague_core::{Player, Stopped};

/// The parity of the number of moves, if it is the same in every play.
///
/// ```
/// use sprague_core::Limits;
/// use sprague_values::{Parity, Value};
/// assert_eq!(Value::from(3).parity(&Limits::default())?, Some(Parity::Odd));
/// # Ok::<(), sprague_core::Stopped>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parity {
    /// All options are odd, or there are none.
    Even,
    /// All options are even.
    Odd,
}

impl Parity {
    fn other(self) -> Self {
        match self {
            Self::Even => Self::Odd,
            Self::Odd => Self::Even,
        }
    }

    /// Returns the parity of a game whose options have these parities, if it has one.
    fn above(options: &[Option<Self>]) -> Option<Self> {
        let (&first, rest) = options.split_first()?;
        rest.iter().all(|parity| *parity == first).then_some(first?.other())
    }
}

impl Calculator<'_> {
    /// Returns the parity of a game, or `None` if it has none.
    ///
    /// 0 is even. Any other game is odd if all its options are even, and even if all its options are odd.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form, Parity};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.parity(Form::STAR)?, Some(Parity::Odd));
    /// assert_eq!(calculator.parity(Form::UP)?, None);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn parity(&mut self, g: Form) -> Result<Option<Parity>, Stopped> {
        self.parity_from(g, |calculator, g| Some(if calculator.integer(g)?.bit(0) { Parity::Odd } else { Parity::Even }))
    }

    /// Returns the parity of the number of moves until a number is reached, or `None` if it depends on the play.
    ///
    /// Numbers are even-tempered. Any other game is odd-tempered if all its options are even-tempered, and even-tempered if all
    /// its options are odd-tempered.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form, Parity};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// let switch = calculator.make(&[Form::integer(1)], &[Form::integer(-1)])?;
    /// assert_eq!(calculator.temper(switch)?, Some(Parity::Odd));
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn temper(&mut self, g: Form) -> Result<Option<Parity>, Stopped> {
        self.parity_from(g, |calculator, g| calculator.arena.as_nus(g).is_some_and(|nus| nus.is_number()).then_some(Parity::Even))
    }

    fn parity_from(&mut self, g: Form, known: impl Fn(&Self, Form) -> Option<Parity>) -> Result<Option<Parity>, Stopped> {
        self.resolve(&mut Memo::default(), g, |calculator, g, asked| {
            if let Some(parity) = known(calculator, g) {
                return Ok(Some(Some(parity)));
            }
            // ups, stars from *2 on, and fractions have options of different parities
            if calculator.arena.as_nus(g).is_some_and(|nus| nus.ups != BigInt::ZERO || nus.star > 1 || nus.is_number()) {
                return Ok(Some(None));
            }
            let mut options = calculator.options(g, Player::Left)?;
            options.extend(calculator.options(g, Player::Right)?);
            Ok(asked.all(options).map(|parities| Parity::above(&parities)))
        })
    }

    /// Returns the number of stopping positions in the game tree: 1 for a number, else the sum over all options.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).stop_count(Form::UP)?, 3_u32.into());
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn stop_count(&mut self, g: Form) -> Result<BigUint, Stopped> {
        self.resolve(&mut Memo::default(), g, |calculator, g, asked| {
            if calculator.arena.as_nus(g).is_some_and(|nus| nus.is_number()) {
                return Ok(Some(BigUint::from(1_u32)));
            }
            let mut options = calculator.options(g, Player::Left)?;
            options.extend(calculator.options(g, Player::Right)?);
            Ok(asked.all(options).map(|counts| counts.iter().sum()))
        })
    }

    /// Returns the number of different followers of the canonical form, including itself.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// assert_eq!(arena.calculator(&limits).follower_count(Form::UP)?, 3);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn follower_count(&mut self, g: Form) -> Result<u64, Stopped> {
        let (mut seen, mut pending) = (Memo::<Form, ()>::default(), vec![g]);
        while let Some(follower) = pending.pop() {
            if seen.insert(follower, ()).is_some() {
                continue;
            }
            for player in Player::BOTH {
                pending.extend(self.options(follower, player)?.into_iter().filter(|option| !seen.contains_key(option)));
            }
            let held = seen.capacity() * size_of::<Form>() + pending.capacity() * size_of::<Form>();
            if held as u64 > self.limits.bytes {
                return Err(Stopped::Memory(self.limits.bytes));
            }
        }
        Ok(seen.len() as u64)
    }

    /// Returns `true` if the game is a number or a number plus tiny or miny.
    ///
    /// The latter are {x||x|y} and {y|x||x} with a number x that is greater (or less) than the mean of y.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// let tiny = calculator.read("{1||1|-2}").unwrap();
    /// assert!(calculator.is_number_tiny(tiny)? && !calculator.is_number_tiny(Form::UP)?);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn is_number_tiny(&mut self, g: Form) -> Result<bool, Stopped> {
        Ok(self.arena.as_nus(g).is_some_and(|nus| nus.is_number()) || self.number_tiny(g)?.is_some())
    }

    /// For {x||x|y}, returns Left, x and x − y. For the mirror image {y|x||x}, returns Right, x and y − x.
    pub(crate) fn number_tiny(&mut self, g: Form) -> Result<Option<(Player, Form, Form)>, Stopped> {
        for player in Player::BOTH {
            let (near, far) = (self.options(g, player)?, self.options(g, -player)?);
            let (&[number], &[threat]) = (&near[..], &far[..]) else { continue };
            if !self.arena.as_nus(number).is_some_and(|nus| nus.is_number()) || self.options(threat, player)?[..] != [number] {
                continue;
            }
            let &[threatened] = &self.options(threat, -player)?[..] else { continue };
            let (high, low) = if player == Player::Left { (number, threatened) } else { (threatened, number) };
            if self.mean_and_temperature(low)?.0 < self.mean_and_temperature(high)?.0 {
                return Ok(Some((player, number, self.subtract(high, low)?)));
            }
        }
        Ok(None)
    }
}
