//! Sums of two values in which a move may be made in several components.
//!
//! Source: Conway, *On Numbers and Games*, ch. 14.

use crate::calculator::{Calculator, Options};
use crate::form::Form;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

impl Calculator<'_> {
    /// Returns the conjunctive sum, in which every move is one in g and one in h.
    ///
    /// The sum ends as soon as a player cannot move in one of them. Both games are taken in canonical form, because equal games
    /// may have different conjunctive sums.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.conjunctive_sum(Form::integer(3), Form::integer(5))?, Form::integer(3));
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn conjunctive_sum(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        self.moving_both(g, h, false)
    }

    /// Returns the selective sum, in which a move is one in g, in h, or in both.
    ///
    /// Both games are taken in canonical form, because equal games may have different selective sums.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.selective_sum(Form::STAR, Form::STAR)?, calculator.read("*2").unwrap());
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn selective_sum(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        self.moving_both(g, h, true)
    }

    fn moving_both(&mut self, g: Form, h: Form, or_one: bool) -> Result<Form, Stopped> {
        self.resolve(&mut Memo::default(), (g, h), |calculator, (g, h), asked| {
            let (mut sides, mut is_whole) = ([Options::new(), Options::new()], true);
            for (player, side) in Player::BOTH.into_iter().zip(&mut sides) {
                let (options, others) = (calculator.options(g, player)?, calculator.options(h, player)?);
                if (options.len() * others.len() * size_of::<(Form, Form)>()) as u64 > calculator.limits.bytes {
                    return Err(Stopped::Memory(calculator.limits.bytes));
                }
                let both = options.iter().flat_map(|&one| others.iter().map(move |&other| (one, other)));
                let one = options.iter().map(|&one| (one, h)).chain(others.iter().map(|&other| (g, other)));
                for pair in both.chain(one.filter(|_| or_one)) {
                    calculator.count()?;
                    match asked.all([pair]) {
                        Some(found) => side.extend(found),
                        None => is_whole = false,
                    }
                }
            }
            let [left, right] = sides;
            if is_whole { calculator.make(&left, &right).map(Some) } else { Ok(None) }
        })
    }
}
