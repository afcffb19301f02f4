//! Finds the misère canonical forms of positions, visiting each position once.

use super::{MisereForm, MisereForms};
use crate::Stopped;
use crate::evaluate::NimberError;
use crate::evaluate::memo::{Evaluation, MemoOf, Recursion};
use sprague_core::any::Fault;
use sprague_core::{Impartial, Limits};

/// A search for forms that keeps its results from one position to the next, all under the same limits.
///
/// Use it if you need the forms of many positions.
///
/// ```
/// use sprague::Limits;
/// use sprague::theory::FormSearch;
/// # use sprague::examples::Nim;
/// let limits = Limits::default();
/// let mut search = FormSearch::new(&Nim, &limits);
/// let form = search.form(&3).unwrap();
/// assert_eq!(Ok(form), search.forms().heap(3));
/// ```
#[derive(Debug)]
pub struct FormSearch<'a, R: Impartial>(Recursion<'a, FormOf<'a, R>, R::Position, u32, Waits>);

impl<'a, R: Impartial> FormSearch<'a, R> {
    /// Returns a search without any results.
    ///
    /// ```
    /// use sprague::{Limits, examples::Nim, theory::FormSearch};
    /// let limits = Limits::default();
    /// assert_eq!(FormSearch::new(&Nim, &limits).forms().count(), 2);
    /// ```
    pub fn new(rules: &'a R, limits: &'a Limits) -> Self {
        Self(Recursion::new(FormOf { rules, forms: MisereForms::new(limits) }, limits))
    }

    /// Returns the form of a position.
    ///
    /// ```
    /// use sprague::{Limits, examples::Nim, theory::FormSearch};
    /// let limits = Limits::default();
    /// let mut search = FormSearch::new(&Nim, &limits);
    /// let form = search.form(&1).unwrap();
    /// assert!(search.forms().is_lost(form));
    /// ```
    ///
    /// # Errors
    /// Returns [`NimberError::Loopy`] if the search meets a cycle and [`NimberError::Stopped`] if it reaches a limit. Forms
    /// found before the error are kept.
    pub fn form(&mut self, position: &R::Position) -> Result<MisereForm, NimberError> {
        let position = self.0.evaluation.rules.normal_form(position.clone());
        self.0.value(position).map(MisereForm)
    }

    /// Returns the forms that were found, so that you can add them and ask about them.
    ///
    /// ```
    /// use sprague::{Limits, examples::Nim, theory::FormSearch};
    /// let limits = Limits::default();
    /// let mut search = FormSearch::new(&Nim, &limits);
    /// let [two, three] = [2, 3].map(|heap| search.form(&heap).unwrap());
    /// let sum = search.forms().sum(two, three).unwrap();
    /// assert!(!search.forms().is_lost(sum));
    /// ```
    pub fn forms(&mut self) -> &mut MisereForms<'a> {
        &mut self.0.evaluation.forms
    }
}

/// The positions on which the form of a position depends next.
#[derive(Default)]
enum Waits {
    #[default]
    Options,
    Summands,
}

struct FormOf<'a, R> {
    rules: &'a R,
    forms: MisereForms<'a>,
}

impl<R: Impartial> Evaluation for FormOf<'_, R> {
    type Key = R::Position;
    type Value = u32;
    type Fold = Waits;
    type Error = NimberError;
    const LOOPY: NimberError = NimberError::Loopy;

    fn options(&mut self, position: &R::Position, waits: &mut Waits, memo: &mut MemoOf<'_, Self>) -> Result<(), Stopped> {
        let rules = self.rules;
        let summands: Vec<R::Position> = rules.summands(position).map(|part| rules.normal_form(part)).collect();
        // a position with one summand may be that summand, and a position without summands has no move
        *waits = if summands.len() > 1 { Waits::Summands } else { Waits::Options };
        let mut note = |part: R::Position, waits: &mut Waits| {
            let known = memo.get(&part);
            memo.note(self, waits, known, || part)
        };
        match waits {
            Waits::Summands => summands.into_iter().try_for_each(|part| note(part, waits)),
            Waits::Options => rules.options(position).try_for_each(|option| note(rules.normal_form(option), waits)),
        }
    }

    fn value(&mut self, _: &R::Position, waits: &mut Waits, seen: &mut [u32]) -> Result<Option<u32>, Stopped> {
        let mut seen = seen.iter().copied().map(MisereForm);
        let form = match waits {
            Waits::Options => self.forms.of_options(seen),
            Waits::Summands => seen.try_fold(MisereForm::ZERO, |sum, form| self.forms.sum(sum, form))?,
        };
        Ok(Some(form.0))
    }

    fn allocated_bytes(&self, position: &R::Position) -> usize {
        self.rules.allocated_bytes(position)
    }

    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }

    fn bytes(&self) -> usize {
        self.forms.held.bytes()
    }

    fn visited(&self, remembered: usize) -> usize {
        remembered + self.forms.held.sums.len()
    }
}
