//! Conway's product of two games, which multiplies numbers as numbers and nimbers as nimbers.
//!
//! Source: Conway, *On Numbers and Games*, ch. 1 and 6.

use crate::calculator::{Calculator, Options};
use crate::dyadic::Dyadic;
use crate::form::Form;
use crate::memo::Memo;
use crate::nus::Nus;
use num_bigint::BigInt;
use sprague_core::{Player, Stopped, WideNimber};

impl Calculator<'_> {
    /// Returns the product gh. Its options are G′h + gH′ − G′H′ for options G′ of g and H′ of h.
    ///
    /// Such an option is Left's if G′ and H′ belong to the same player, else Right's. Both games are taken in canonical form,
    /// because equal games may have different products unless they are numbers or nimbers.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::{Arena, Form};
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut calculator = arena.calculator(&limits);
    /// assert_eq!(calculator.conway_product(Form::integer(3), Form::integer(-5))?, Form::integer(-15));
    /// let four = calculator.read("*4").unwrap();
    /// assert_eq!(calculator.conway_product(four, four)?, calculator.read("*6").unwrap());
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn conway_product(&mut self, g: Form, h: Form) -> Result<Form, Stopped> {
        self.resolve(&mut Memo::default(), (g, h), |calculator, (g, h), asked| {
            if let Some(product) = calculator.product_at_once(g, h)? {
                return Ok(Some(product));
            }
            let (mut sides, mut is_whole) = ([Options::new(), Options::new()], true);
            for (player, other) in
                [Player::Left, Player::Right].into_iter().flat_map(|one| Player::BOTH.map(|other| (one, other)))
            {
                let (options, others) = (calculator.options(g, player)?, calculator.options(h, other)?);
                if (options.len() * others.len() * size_of::<[(Form, Form); 3]>()) as u64 > calculator.limits.bytes {
                    return Err(Stopped::Memory(calculator.limits.bytes));
                }
                for (&option, &other_option) in options.iter().flat_map(|option| others.iter().map(move |other| (option, other)))
                {
                    calculator.count()?;
                    match asked.all([(option, h), (g, other_option), (option, other_option)]) {
                        Some(products) if is_whole => {
                            let sum = calculator.add(products[0], products[1])?;
                            sides[usize::from(player != other)].push(calculator.subtract(sum, products[2])?);
                        }
                        found => is_whole &= found.is_some(),
                    }
                }
            }
            if !is_whole {
                return Ok(None);
            }
            let [left, right] = sides;
            calculator.make(&left, &right).map(Some)
        })
    }

    /// Returns the product if one factor is an integer or both are numbers or nimbers, else `None`.
    fn product_at_once(&mut self, g: Form, h: Form) -> Result<Option<Form>, Stopped> {
        for (n, other) in [(g, h), (h, g)] {
            if let Some(n) = self.integer(n) {
                return self.times(&n, other).map(Some);
            }
        }
        let (Some(g), Some(h)) = (self.arena.as_nus(g), self.arena.as_nus(h)) else { return Ok(None) };
        if g.is_number() && h.is_number() {
            let ((g, places), (h, more)) = (g.number.parts(), h.number.parts());
            return Ok(Some(self.number(&Dyadic::new(g * h, places + more))));
        }
        let is_nimber = |nus: &Nus| nus.number == Dyadic::ZERO && nus.ups == BigInt::ZERO;
        if !is_nimber(&g) || !is_nimber(&h) {
            return Ok(None);
        }
        let product = WideNimber(g.star.into()).product(WideNimber(h.star.into())).0;
        let star = product.try_into().expect("nimbers below 2^64 are a field");
        Ok(Some(self.arena.nus(Nus { star, ..Nus::from_number(Dyadic::ZERO) })))
    }
}
