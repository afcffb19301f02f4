//! Canonical forms of positions, made from those of their options; independent summands are valued alone and added.
//!
//! Conway, *On Numbers and Games*, ch. 10; Siegel, *Combinatorial Game Theory*, ch. II.

use super::memo::{Evaluation, Found, FoundBy, MemoOf, Recursion, Value as MemoValue};
use crate::{Limits, Stopped};
use core::fmt;
use sprague_core::any::Fault;
use sprague_core::{Partizan, Player};
use sprague_values::{Arena, Calculator, Form, Value};
use thiserror::Error;

/// Why a position has no value, or none was found.
///
/// ```
/// assert_ne!(sprague::values::ValueError::Loopy.to_string(), "");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ValueError {
    /// Some reachable position leads back to itself.
    #[error("a position can come again, so it has no value")]
    Loopy,
    /// A limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What a position is worth, under [`Limits::default`].
///
/// See [`values`](crate::values) for an example. Misère play and rules that say themselves who has won have no values, and asking does
/// not compile:
///
/// ```compile_fail
/// use sprague::values::value;
/// use sprague::{AsPartizan, Impartial, Misere, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// value(&AsPartizan(Misere(Nim)), &3); // `value(&AsPartizan(Nim), &3)` would
/// ```
///
/// # Errors
/// [`ValueError::Loopy`] on a cycle, [`ValueError::Stopped`] at a limit.
pub fn value<R: Partizan>(rules: &R, position: &R::Position) -> Result<Value, ValueError> {
    value_within(rules, position, &Limits::default())
}

/// What a position is worth, by depth-first search on an explicit stack: every summand is valued once, and the negative of one that is
/// known needs no search.
///
/// O(positions + options) in the summands that are reachable, each with the canonical form of its options to be made. Every position
/// counts as one, and so does the work of four options that are looked at while forms are made and compared.
///
/// ```
/// use sprague::values::{ValueError, Value, value_within};
/// use sprague::{AsPartizan, Limits, Stopped};
/// # use sprague::{Impartial, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let limits = Limits { positions: 100, ..Limits::default() };
/// assert_eq!(value_within(&AsPartizan(Nim), &3, &limits), Ok(Value::star(3)));
/// assert_eq!(value_within(&AsPartizan(Nim), &1000, &limits), Err(ValueError::Stopped(Stopped::Positions(100))));
/// ```
///
/// # Errors
/// As [`value`].
pub fn value_within<R: Partizan>(rules: &R, position: &R::Position, limits: &Limits) -> Result<Value, ValueError> {
    ValueSearch::new(rules, limits).value(position)
}

/// A search for values that remembers: ask it about one position after another, all under the same limits.
///
/// ```
/// use sprague::values::ValueSearch;
/// use sprague::{AsPartizan, Limits};
/// # use sprague::{Impartial, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { (1..=*heap).take(2) }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// let (rules, limits) = (AsPartizan(Nim), Limits::default());
/// let mut search = ValueSearch::new(&rules, &limits);
/// let values: Vec<String> = (0..7).map(|heap| search.value(&heap).unwrap().to_string()).collect();
/// assert_eq!(values, ["0", "*", "*2", "0", "*", "*2", "0"]);
/// ```
pub struct ValueSearch<'a, R: Partizan>(Recursion<'a, ValueOf<'a, R>, R::Position, Option<Form>, LeftOptions>);

impl<R: Partizan> fmt::Debug for ValueSearch<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ValueSearch({} positions, {:?})", self.0.memo().len(), self.0.evaluation.calculator)
    }
}

impl<'a, R: Partizan> ValueSearch<'a, R> {
    /// A search that knows nothing yet.
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self::in_arena(rules, &Arena::new(), limits)
    }

    /// The same, for forms in this arena.
    ///
    /// ```
    /// use sprague::values::{Arena, ValueSearch};
    /// use sprague::{AsPartizan, Limits};
    /// # use sprague::{Impartial, Ruleset};
    /// # struct Nim;
    /// # impl Ruleset for Nim {
    /// #     type Position = u64; type Move = u64;
    /// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
    /// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
    /// # }
    /// # impl Impartial for Nim {}
    /// let (rules, arena, limits) = (AsPartizan(Nim), Arena::new(), Limits::default());
    /// assert!(ValueSearch::in_arena(&rules, &arena, &limits).value(&5)?.arena().is(&arena));
    /// # Ok::<(), sprague::values::ValueError>(())
    /// ```
    pub fn in_arena(rules: &'a R, arena: &Arena, limits: &'a Limits) -> Self {
        let calculator = arena.calculator(limits);
        Self(Recursion::new(ValueOf { rules, calculator, most: usize::MAX }, limits))
    }

    /// The value of a position.
    ///
    /// # Errors
    /// As [`value`]. What was valued before stays known.
    pub fn value(&mut self, position: &R::Position) -> Result<Value, ValueError> {
        let form = self.form(position)?;
        Ok(self.calculator().arena().value(form))
    }

    /// The canonical form of a position, as a handle of the calculator.
    ///
    /// See [`calculator`](Self::calculator) for an example.
    ///
    /// # Errors
    /// As [`value`]. What was valued before stays known.
    pub fn form(&mut self, position: &R::Position) -> Result<Form, ValueError> {
        Ok(self.0.value(position.clone())?.expect("it is decided"))
    }

    /// The same, unless it takes more than so many further positions: then what was valued on the way stays known, too.
    pub(crate) fn form_within(&mut self, position: &R::Position, further: u64) -> Result<Form, ValueError> {
        let visited = self.0.evaluation.visited(self.0.memo().len());
        self.0.evaluation.most = visited.saturating_add(further as usize);
        self.calculator().allow_further(Some(further));
        let form = self.form(position);
        self.0.evaluation.most = usize::MAX;
        self.calculator().allow_further(None);
        form
    }

    /// What computes with the forms, under the same limits.
    ///
    /// ```
    /// use sprague::values::{Form, ValueSearch};
    /// use sprague::{AsPartizan, Limits};
    /// # use sprague::{Impartial, Ruleset};
    /// # struct Nim;
    /// # impl Ruleset for Nim {
    /// #     type Position = u64; type Move = u64;
    /// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
    /// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
    /// # }
    /// # impl Impartial for Nim {}
    /// let (rules, limits) = (AsPartizan(Nim), Limits::default());
    /// let mut search = ValueSearch::new(&rules, &limits);
    /// let (three, five) = (search.form(&3)?, search.form(&5)?);
    /// assert_eq!(search.calculator().add(three, five)?, search.form(&6)?);
    /// # Ok::<(), sprague::values::ValueError>(())
    /// ```
    pub fn calculator(&mut self) -> &mut Calculator<'a> {
        &mut self.0.evaluation.calculator
    }
}

impl MemoValue for Option<Form> {
    const OPEN: Option<Form> = None;
}

/// The canonical form, made of those of Left's options and then of Right's.
struct ValueOf<'a, R> {
    rules: &'a R,
    calculator: Calculator<'a>,
    /// The most positions for now.
    most: usize,
}

/// The forms of Left's options, once they are all known.
type LeftOptions = Option<Box<[Form]>>;

/// The summands of an option as the memo knows them.
fn summands<'a, R: Partizan>(rules: &'a R, option: &'a R::Position) -> impl Iterator<Item = R::Position> + 'a {
    rules.summands(option).map(|part| rules.normal_form(part))
}

impl<R: Partizan> ValueOf<'_, R> {
    /// The form of a summand whose negative is known.
    fn by_negative(&mut self, part: &R::Position, memo: &MemoOf<'_, Self>) -> Result<Option<Form>, Stopped> {
        let negative = self.rules.negative(part).map(|negative| self.rules.normal_form(negative));
        match negative.and_then(|negative| memo.get(&negative)) {
            Some(form) => self.calculator.negative(form.expect("what is open is not known")).map(Some),
            None => Ok(None),
        }
    }
}

impl<R: Partizan> Evaluation for ValueOf<'_, R> {
    type Key = R::Position;
    type Value = Option<Form>;
    type Fold = LeftOptions;
    type Error = ValueError;
    const LOOPY: ValueError = ValueError::Loopy;

    /// Options whose summands are all known are valued at once, the others wait.
    fn options(&mut self, position: &R::Position, left: &mut LeftOptions, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        if self.visited(memo.len()) > self.most {
            return Err(Stopped::Positions(self.most as u64));
        }
        self.calculator.set_beside(memo.bytes());
        let (rules, player) = (self.rules, if left.is_none() { Player::Left } else { Player::Right });
        for option in rules.options(position, player) {
            let mut known = Some(Form::ZERO);
            for part in summands(rules, &option) {
                known = match (known, memo.get(&part)) {
                    (Some(sum), Some(Some(form))) => Some(self.calculator.add(sum, form)?),
                    _ => None,
                };
                if known.is_none() {
                    break;
                }
            }
            memo.note(self, left, known.map(Some), || option)?;
        }
        Ok(())
    }
    #[inline]
    fn find(&mut self, option: R::Position, memo: &mut MemoOf<'_, Self>) -> Result<FoundBy<Self>, Stopped> {
        let (mut sum, mut is_first) = (Form::ZERO, true);
        let mut parts = summands(self.rules, &option);
        while let Some(part) = parts.next() {
            let form = match memo.get(&part) {
                Some(form) => form,
                None => self.by_negative(&part, memo)?.inspect(|form| memo.remember(self, part.clone(), Some(*form))),
            };
            match form {
                Some(form) => sum = self.calculator.add(sum, form)?,
                None => {
                    let Found::New { key, .. } = memo.find(part) else { return Ok(Found::Open) };
                    let is_whole_option = is_first && parts.next().is_none();
                    drop(parts);
                    return Ok(Found::New { key, waiting: (!is_whole_option).then_some(option) });
                }
            }
            is_first = false;
        }
        Ok(Found::Value(Some(sum)))
    }
    fn value(
        &mut self,
        _: &R::Position,
        left: &mut LeftOptions,
        seen: &mut [Option<Form>],
    ) -> Result<Option<Option<Form>>, Stopped> {
        let forms = || seen.iter().map(|form| form.expect("options are decided"));
        match left {
            None => *left = Some(forms().collect()),
            Some(left) => return self.calculator.make(left, &forms().collect::<Vec<_>>()).map(|form| Some(Some(form))),
        }
        Ok(None)
    }
    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.rules.allocated_bytes(position)
    }
    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }
    fn bytes(&self) -> usize {
        self.calculator.bytes()
    }
    fn visited(&self, remembered: usize) -> usize {
        remembered.saturating_add(self.calculator.positions() as usize)
    }
}
