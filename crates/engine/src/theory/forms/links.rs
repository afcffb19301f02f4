//! Games whose sums with two misère forms are both lost, and games that distinguish two forms.
//!
//! Source: Conway, *On Numbers and Games*, ch. 12.

use super::{MisereForm, MisereForms};
use crate::growth;
use crate::theory::settle::settle;
use sprague_core::Stopped;

/// A question about two games that may depend on other such questions.
#[derive(Clone, Copy)]
enum Question {
    /// A game whose sum with either of the two is lost.
    Link(MisereForm, MisereForm),
    /// A game whose sum with the first is lost and with the second is won.
    Favours(MisereForm, MisereForm),
}

impl MisereForms<'_> {
    /// Returns a game whose sum with either of the two is lost for the player to move.
    ///
    /// It exists if and only if neither of the two is an option of the other. (Conway, ch. 12.)
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2)?;
    /// let only_to_two = forms.of_options([two]);
    /// let link = forms.link(MisereForm::STAR, only_to_two)?.unwrap();
    /// for form in [MisereForm::STAR, only_to_two] {
    ///     let sum = forms.sum(form, link)?;
    ///     assert!(forms.is_lost(sum));
    /// }
    /// assert_eq!(forms.link(two, only_to_two)?, None);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn link(&mut self, a: MisereForm, b: MisereForm) -> Result<Option<MisereForm>, Stopped> {
        if !self.are_linked(a, b) {
            return Ok(None);
        }
        settle(self, Question::Link(a, b), Self::try_link)?;
        Ok(self.known_link(a, b))
    }

    /// Returns `true` if some game makes both sums lost, that is, if neither of the two is an option of the other.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// assert!(!MisereForms::new(&limits).are_linked(MisereForm::ZERO, MisereForm::STAR));
    /// ```
    pub fn are_linked(&self, a: MisereForm, b: MisereForm) -> bool {
        !self.has_option(a, b) && !self.has_option(b, a)
    }

    /// Returns a game whose sum with one of the two is lost and with the other is won for the player to move.
    ///
    /// It exists if and only if the forms differ.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2)?;
    /// let [twice, only_to_two] = [forms.sum(two, two)?, forms.of_options([two])];
    /// let beside = forms.distinguisher(twice, only_to_two)?.unwrap();
    /// let [twice, only_to_two] = [forms.sum(twice, beside)?, forms.sum(only_to_two, beside)?];
    /// assert!(forms.is_lost(twice) != forms.is_lost(only_to_two));
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn distinguisher(&mut self, a: MisereForm, b: MisereForm) -> Result<Option<MisereForm>, Stopped> {
        if a == b {
            return Ok(None);
        }
        if self.is_lost(a) != self.is_lost(b) {
            return Ok(Some(MisereForm::ZERO));
        }
        settle(self, Question::Favours(a, b), Self::try_link)?;
        Ok(self.held.favours.get(&[a, b]).copied())
    }

    /// Returns the mate of a form: the game whose options are the mates of its options. The mate of the game without options is
    /// a heap of one.
    ///
    /// The sum of a form and its mate is lost, because each move in one of them is answered in the other.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2)?;
    /// assert_eq!(forms.mate(two)?, two);
    /// assert_eq!(forms.mate(MisereForm::STAR)?, MisereForm::ZERO);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn mate(&mut self, form: MisereForm) -> Result<MisereForm, Stopped> {
        for form in self.reached(form, |forms, form| forms.held.mates.contains_key(&form))? {
            let options: Vec<MisereForm> = self.options(form).iter().map(|option| self.held.mates[option]).collect();
            let mate = if options.is_empty() { MisereForm::STAR } else { self.of_options(options) };
            self.held.mates.insert(form, mate);
            self.step(0)?;
        }
        Ok(self.held.mates[&form])
    }

    fn mates_of_options(&mut self, form: MisereForm) -> Result<Vec<MisereForm>, Stopped> {
        let options = self.options(form).to_vec();
        options.into_iter().map(|option| self.mate(option)).collect()
    }

    fn known_link(&self, a: MisereForm, b: MisereForm) -> Option<MisereForm> {
        self.held.links.get(&[a.min(b), a.max(b)]).copied()
    }

    fn try_link(&mut self, question: Question, pending: &mut Vec<Question>) -> Result<(), Stopped> {
        self.step(growth::of_list(pending))?;
        match question {
            Question::Link(a, b) if self.known_link(a, b).is_none() => self.link_of_favours(a, b, pending),
            Question::Favours(a, b) if !self.held.favours.contains_key(&[a, b]) => {
                if let Some(beside) = self.favour(a, b, pending)? {
                    self.held.favours.insert([a, b], beside);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Links two games A and B by a game T that answers their options.
    ///
    /// For each option A' of A, T has an option whose sum with A' is lost and with B is won, and likewise for each option of B.
    /// So a move to A' in A + T is answered by this move in T. A move in T to this option is answered in A + T by the move to
    /// A', and it leaves a won position in B + T.
    fn link_of_favours(&mut self, a: MisereForm, b: MisereForm, pending: &mut Vec<Question>) {
        let (waiting, mut options) = (pending.len(), vec![]);
        for (moved, other) in [(a, b), (b, a)] {
            for &option in self.options(moved) {
                match self.held.favours.get(&[option, other]) {
                    Some(&beside) => options.push(beside),
                    None => pending.push(Question::Favours(option, other)),
                }
            }
        }
        if pending.len() == waiting {
            let link = if options.is_empty() { MisereForm::STAR } else { self.of_options(options) };
            self.held.links.insert([a.min(b), a.max(b)], link);
        }
    }

    /// Returns a game whose sum with `a` is lost and with `b` is won.
    ///
    /// Returns `None` and appends the link that it depends on, if that link is not known.
    fn favour(&mut self, a: MisereForm, b: MisereForm, pending: &mut Vec<Question>) -> Result<Option<MisereForm>, Stopped> {
        if self.is_lost(a) && !self.is_lost(b) {
            return Ok(Some(MisereForm::ZERO));
        }
        if self.has_option(b, a) {
            return self.mate(a).map(Some);
        }
        let (against, is_for_a) = if self.is_lost(b) && !self.is_lost(a) {
            (MisereForm::ZERO, false)
        } else if self.has_option(a, b) {
            (self.mate(b)?, false)
        } else {
            // an option that is linked to the other game, and therefore leads to a lost sum with the link
            let linked = |moved, other| {
                let mut options = self.options(moved).iter().copied();
                options.find(|&option| !self.has_option(other, option) && !self.has_option(option, other))
            };
            let (option, other, is_for_a) = match linked(a, b) {
                Some(option) => (option, b, false),
                // if neither game had such an option, one of them would be a simpler form of the other
                None => (linked(b, a).expect("forms that differ have such an option"), a, true),
            };
            let Some(link) = self.known_link(option, other) else {
                pending.push(Question::Link(option, other));
                return Ok(None);
            };
            (link, is_for_a)
        };
        if is_for_a {
            return Ok(Some(against));
        }
        // in the sum with `against`, `a` is won and `b` is lost: mates answer the options of `a`, and with `b` the move to
        // `against` wins
        let mates = self.mates_of_options(a)?;
        Ok(Some(self.of_options(mates.into_iter().chain([against]))))
    }
}
