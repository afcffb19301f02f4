//! What is known of a value at the cost of its canonical form.

use super::Value;
use crate::dyadic::Dyadic;
use crate::nus::Nus;
use crate::order::exact_stops;
use crate::thermograph::Thermograph;
use num_bigint::BigUint;
use sprague_core::{OutcomeClass, Player};
use std::sync::Arc;

const UNLIMITED: &str = "nothing limits it";

impl Value {
    /// The options of a player in the canonical form, one after another: a large nimber has very many.
    ///
    /// ```
    /// use sprague_core::Player;
    /// use sprague_values::Value;
    /// assert!(Value::up(1).options(Player::Right).eq([Value::star(1)]));
    /// assert_eq!(Value::star(1 << 40).options(Player::Left).nth(7), Some(Value::star(7)));
    /// ```
    pub fn options(&self, player: Player) -> impl Iterator<Item = Self> + use<> {
        let arena = self.arena();
        arena.options(self.form, player).map(move |form| arena.value(form))
    }

    /// The number where play ends if this player starts; of a number, itself.
    ///
    /// ```
    /// use sprague_core::Player;
    /// use sprague_values::{Dyadic, Value};
    /// let hot: Value = "{2|{1|-4}}".parse()?;
    /// assert_eq!(Player::BOTH.map(|player| hot.stop(player)), [Dyadic::from(2), Dyadic::from(1)]);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn stop(&self, player: Player) -> Dyadic {
        let stops = exact_stops(&self.arena(), self.form);
        if player == Player::Left { stops.left } else { stops.right }
    }

    /// Who wins.
    ///
    /// ```
    /// use sprague_core::OutcomeClass;
    /// use sprague_values::Value;
    /// assert_eq!(Value::up(1).outcome_class(), OutcomeClass::Left);
    /// ```
    pub fn outcome_class(&self) -> OutcomeClass {
        self.calculator().outcome_class(self.form)
    }

    /// Number, ups and star, if it is a sum of those.
    ///
    /// ```
    /// use sprague_values::Value;
    /// assert_eq!("1^3*".parse::<Value>()?.nus().unwrap().star, 1);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn nus(&self) -> Option<Nus> {
        self.arena().as_nus(self.form)
    }

    /// The number that it is, if it is one.
    ///
    /// ```
    /// use sprague_values::{Dyadic, Value};
    /// assert_eq!("{0|1}".parse::<Value>()?.number(), Some(Dyadic::new(1, 1)));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn number(&self) -> Option<Dyadic> {
        self.nus().filter(Nus::is_number).map(|nus| nus.number)
    }

    /// Whether it is a number.
    ///
    /// ```
    /// assert!(!sprague_values::Value::star(1).is_number());
    /// ```
    pub fn is_number(&self) -> bool {
        self.number().is_some()
    }

    /// Whether in every follower either both players can move or neither.
    ///
    /// ```
    /// use sprague_values::Value;
    /// assert!(Value::up(1).is_all_small() && !Value::from(1).is_all_small());
    /// ```
    pub fn is_all_small(&self) -> bool {
        self.calculator().is_all_small(self.form)
    }

    /// The day on which it is born: the depth of its canonical form.
    ///
    /// ```
    /// assert_eq!(sprague_values::Value::from(3).birthday(), 3_u32.into());
    /// ```
    pub fn birthday(&self) -> BigUint {
        self.calculator().birthday(self.form).expect(UNLIMITED)
    }

    /// Both walls.
    ///
    /// ```
    /// use sprague_values::{Dyadic, Value};
    /// assert_eq!("{2|-1}".parse::<Value>()?.thermograph().mean(), &Dyadic::new(1, 1));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn thermograph(&self) -> Arc<Thermograph> {
        self.calculator().thermograph(self.form).expect(UNLIMITED)
    }

    /// What many copies of it are worth on average.
    ///
    /// ```
    /// use sprague_values::{Dyadic, Value};
    /// assert_eq!("{3|0}".parse::<Value>()?.mean(), Dyadic::new(3, 1));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn mean(&self) -> Dyadic {
        self.calculator().mean_and_temperature(self.form).expect(UNLIMITED).0
    }

    /// How urgent a move is: of a number, −1/2ᵏ with 2ᵏ its denominator.
    ///
    /// ```
    /// use sprague_values::{Dyadic, Value};
    /// assert_eq!("{3|0}".parse::<Value>()?.temperature(), Dyadic::new(3, 1));
    /// assert_eq!(Value::from(5).temperature(), Dyadic::from(-1));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    pub fn temperature(&self) -> Dyadic {
        self.calculator().mean_and_temperature(self.form).expect(UNLIMITED).1
    }
}
