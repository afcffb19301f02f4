//! Rows of values: the value of every heap of a partizan heap game, and their period.
//!
//! Fraenkel & Kotzig 1987, *Partizan octal games: partizan subtraction games*, ask for the period of outcomes. In a subtraction
//! game with greatest amount k, the value G(n) for n ≥ k is one fixed function of the k values before it. So if two windows of
//! k values are equal, they repeat without end (bounded look-back).
//!
//! Values may also *rise*: G(n + p) = G(n) + x with a number x ≠ 0. If that holds in k consecutive rows, it holds in the next p
//! rows, and so without end, as long as the value of each of these rows satisfies one of three conditions:
//!
//! - It is not a number (by the number translation theorem: Conway, *On Numbers and Games*, ch. 8).
//! - It is a number with a larger denominator than x.
//! - It and x are integers on the same side of 0. Then the simplest number between the raised options is the raised number.
//!
//! Without this condition the statement is false: {−2|} = 0, and with its option raised by 1 it is {−1|} = 0 again. Values that
//! rise by a fraction rise by an integer after several periods. So only integers are searched for, and the least period is
//! found from there.
//!
//! In *partizan take-and-break games*, where Left and Right have a code each, the theorem of Guy and Smith holds for values as
//! it does for nimbers. G(n) is a function of the sets of sums that moves leave. In each sum the largest heap can gain a period
//! or lose one, and the sum then gains or loses x. So the options of n + p are the options of n raised by x, and the rows rise
//! under the same condition as above.
//!
//! Rows that rise by ups, and rows that never repeat, have other laws: [`RowClasses`] proves them by the order of all rows.
//!
//! ```
//! use sprague::heap::HeapRules;
//! use sprague::value_rows::ValueRows;
//! use sprague::Limits;
//!
//! let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
//! let mut rows = ValueRows::of(&rules).unwrap();
//! assert_eq!(rows.extend_until_proved(1_000, &Limits::default()), None);
//! let values: Vec<String> = (0..7).map(|n| rows.value(n).to_string()).collect();
//! assert_eq!(values, ["0", "1", "{1|0}", "0", "1", "{1|0}", "0"]);
//! assert_eq!(rows.period().unwrap().to_string(), "period 3 from n = 0 on, proved (bounded look-back)");
//! # Ok::<(), sprague::BadNotation>(())
//! ```

mod classes;
mod nodes;
mod observed;
mod options;
mod period;
#[cfg(test)]
mod tests;

pub use classes::{RowClasses, RowLaw, RowLawKind};
pub use nodes::shared;
pub use observed::observed;
pub use period::ValuePeriod;

use options::OptionRows;
use sprague_core::heap::{HeapRules, Theorem};
use sprague_core::{Limits, Player, Stopped};
use sprague_values::{Arena, Calculator, Dyadic, Form, Value};

/// The bytes of a row while a period is searched for.
const ROW_BYTES: usize = 3 * size_of::<Row>();

/// The number of rows that are computed before a period is searched for.
const FIRST_LOOK: usize = 32;

/// The computed values of heaps 0, 1, 2, … of a partizan heap game.
///
/// Values are stored as handles into an arena and never as text, because a text can be exponentially longer than all values
/// together.
#[derive(Clone, Debug)]
pub struct ValueRows {
    rules: HeapRules,
    theorem: Theorem,
    arena: Arena,
    rows: Vec<Row>,
    options: OptionRows,
    period: Option<ValuePeriod>,
}

/// A value, split into a number and the rest. Rows that differ by a number have the same rest.
#[derive(Clone, Debug)]
struct Row {
    form: Form,
    /// The value minus its left stop.
    rest: Form,
    /// The left stop of the value.
    number: Dyadic,
}

impl ValueRows {
    /// Returns a game with these rules and no rows yet, or `None` if the rules are not partizan. (The values of impartial heaps
    /// are their nimbers.)
    ///
    /// ```
    /// use sprague::heap::HeapRules;
    /// use sprague::value_rows::ValueRows;
    /// assert!(ValueRows::of(&HeapRules::Grundy).is_none());
    /// ```
    pub fn of(rules: &HeapRules) -> Option<Self> {
        let theorem = rules.value_theorem()?;
        let options = OptionRows::default();
        Some(Self { rules: rules.clone(), theorem, arena: Arena::new(), rows: vec![], options, period: None })
    }

    /// Returns the rules, as data.
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
    /// assert_eq!(ValueRows::of(&rules).unwrap().rules(), &rules);
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    pub fn rules(&self) -> &HeapRules {
        &self.rules
    }

    /// Returns the theorem by which a repetition of these rows that is long enough is a proof.
    ///
    /// ```
    /// # use sprague::heap::{HeapRules, Theorem};
    /// # use sprague::value_rows::ValueRows;
    /// let rules = HeapRules::PartizanSubtraction { left: "2,5,9".parse()?, right: "3,4,8".parse()? };
    /// let theorem = ValueRows::of(&rules).unwrap().theorem();
    /// assert_eq!(theorem, Theorem::BoundedLookBack { reach: 9, modulus: 1 });
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    pub fn theorem(&self) -> Theorem {
        self.theorem
    }

    /// Returns the number of computed rows.
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
    /// assert_eq!(ValueRows::of(&rules).unwrap().len(), 0);
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Returns `true` if no row has been computed.
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
    /// assert!(ValueRows::of(&rules).unwrap().is_empty());
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns roughly the bytes of the rows and their values.
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// let rules = HeapRules::PartizanTakeAndBreak { left: "0.6".parse()?, right: "0.7".parse()? };
    /// assert!(ValueRows::of(&rules).unwrap().bytes() < 1_000);
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    pub fn bytes(&self) -> usize {
        self.rows.len() * ROW_BYTES + self.options.bytes() + self.arena.bytes()
    }

    /// Returns the arena of the values.
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
    /// assert_eq!(ValueRows::of(&rules).unwrap().arena().forms(), 0);
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    pub fn arena(&self) -> &Arena {
        &self.arena
    }

    /// Returns the value of a heap of n tokens.
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// # use sprague::Limits;
    /// let rules = HeapRules::PartizanSubtraction { left: "1,4,5".parse()?, right: "1".parse()? };
    /// let mut rows = ValueRows::of(&rules).unwrap();
    /// rows.extend(7, &Limits::default())?;
    /// assert_eq!(rows.value(6).to_string(), "^3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// Panics if the row has not been computed.
    pub fn value(&self, n: usize) -> Value {
        self.arena.value(self.rows[n].form)
    }

    /// Returns the value of a heap of n tokens as a handle into [`arena`](Self::arena).
    ///
    /// Returns `None` if the row has not been computed and no proved period reaches it.
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// # use sprague::Limits;
    /// let rules = HeapRules::PartizanSubtraction { left: "2".parse()?, right: "none".parse().unwrap_or_default() };
    /// let mut rows = ValueRows::of(&rules).unwrap();
    /// rows.extend_until_proved(100, &Limits::default());
    /// let limits = Limits::default();
    /// let mut calculator = rows.arena().calculator(&limits);
    /// let far = rows.form(1 << 60, &mut calculator)?.unwrap();
    /// assert_eq!(rows.arena().value(far).to_string(), "576460752303423488");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn form(&self, n: u64, calculator: &mut Calculator<'_>) -> Result<Option<Form>, Stopped> {
        if let Some(row) = usize::try_from(n).ok().and_then(|n| self.rows.get(n)) {
            return Ok(Some(row.form));
        }
        let Some(period) = self.period.as_ref().filter(|period| period.is_proved()) else { return Ok(None) };
        let (row, periods) = period.fold(n);
        let form = self.rows[row as usize].form;
        let (mantissa, places) = period.saltus.number().expect("what is found here rises by a number").parts();
        let gain = calculator.number(&Dyadic::new(mantissa * periods, places));
        calculator.add(form, gain).map(Some)
    }

    /// Returns the period, proved or only observed, or `None` if no period is known.
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
    /// assert_eq!(ValueRows::of(&rules).unwrap().period(), None);
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    pub fn period(&self) -> Option<&ValuePeriod> {
        self.period.as_ref()
    }

    /// Computes rows until there are `count` of them, even if the period is known.
    ///
    /// The limit on positions counts the positions of a [`Calculator`].
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// # use sprague::Limits;
    /// // denominators and text grow, and the rows do not care
    /// let rules = HeapRules::PartizanSubtraction { left: "2,3,6".parse()?, right: "1,3,4,6".parse()? };
    /// let mut rows = ValueRows::of(&rules).unwrap();
    /// assert_eq!(rows.extend(300, &Limits { positions: 200_000, ..Limits::default() }), Ok(()));
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached. The rows computed so far are kept.
    pub fn extend(&mut self, count: usize, limits: &Limits) -> Result<(), Stopped> {
        let mut calculator = self.arena.clone().calculator(limits);
        self.compute(count, &mut calculator, limits)
    }

    /// Computes further rows until a period is proved, there are `most` rows, or a limit is reached.
    ///
    /// If no period is proved, a period that was only observed is stored. Returns the limit that was reached, if there was one.
    ///
    /// ```
    /// # use sprague::heap::HeapRules;
    /// # use sprague::value_rows::ValueRows;
    /// # use sprague::Limits;
    /// let rules = HeapRules::PartizanSubtraction { left: "1,4,5".parse()?, right: "1".parse()? };
    /// let mut rows = ValueRows::of(&rules).unwrap();
    /// rows.extend_until_proved(400, &Limits::default());
    /// let seen = rows.period().unwrap();
    /// assert_eq!(seen.to_string(), "period 1 from n = 3 on, values rising by ^*, observed, not proved");
    /// # Ok::<(), sprague::BadNotation>(())
    /// ```
    pub fn extend_until_proved(&mut self, most: usize, limits: &Limits) -> Option<Stopped> {
        let mut calculator = self.arena.clone().calculator(limits);
        let mut look_at = self.rows.len().max(FIRST_LOOK).min(most);
        while !self.period.as_ref().is_some_and(ValuePeriod::is_proved) {
            let stopped = self.compute(look_at, &mut calculator, limits).err();
            self.period = period::proved(&self.rows, self.theorem);
            if self.period.is_none() && (stopped.is_some() || look_at >= most) {
                let forms: Vec<Form> = self.rows.iter().map(|row| row.form).collect();
                self.period = observed(&self.arena, &forms, limits);
                return stopped;
            }
            look_at = most.min(look_at + look_at / 4);
        }
        None
    }

    fn compute(&mut self, count: usize, calculator: &mut Calculator<'_>, limits: &Limits) -> Result<(), Stopped> {
        while self.rows.len() < count {
            if self.bytes() as u64 > limits.bytes {
                return Err(Stopped::Memory(limits.bytes));
            }
            self.options.prepare(&self.rules, &self.rows, calculator)?;
            let [left, right] = Player::BOTH.map(|player| self.options.of(player, &self.rules, &self.rows));
            let form = calculator.make(&left, &right)?;
            let number = self.arena.value(form).stop(Player::Left);
            let rest = calculator.add(form, calculator.number(&-&number))?;
            self.rows.push(Row { form, rest, number });
        }
        Ok(())
    }
}
