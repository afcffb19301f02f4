//! Differences of misère forms, and the ways to write a form as a sum of primes.
//!
//! A summand can be cancelled: Conway, *On Numbers and Games*, ch. 12. See also Siegel, *On the structure of misère impartial
//! games*, 2020 (arXiv 2012.08554).

use super::{MisereForm, MisereForms};
use crate::growth;
use crate::theory::settle::settle;
use sprague_core::Stopped;

/// A question about parts that may depend on other such questions.
#[derive(Clone, Copy)]
enum Question {
    Difference(MisereForm, MisereForm),
    Parts(MisereForm),
}

/// The game without options and a heap of one, which are parts of every game.
const UNITS: [MisereForm; 2] = [MisereForm::ZERO, MisereForm::STAR];

impl MisereForms<'_> {
    /// Returns the only form whose sum with `part` is `whole`, if there is one.
    ///
    /// Apart from the sums that it tries, its cost is polynomial in the number of forms that can be reached from both.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let [two, three, four] = [forms.heap(2)?, forms.heap(3)?, forms.heap(4)?];
    /// let sum = forms.sum(three, four)?;
    /// assert_eq!(forms.difference(sum, three)?, Some(four));
    /// assert_eq!(forms.difference(four, two)?, None);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached. It never returns `None` because of a limit.
    pub fn difference(&mut self, whole: MisereForm, part: MisereForm) -> Result<Option<MisereForm>, Stopped> {
        settle(self, Question::Difference(whole, part), Self::try_parts)?;
        Ok(self.known_difference(whole, part).expect("it is settled"))
    }

    /// Returns the even parts of a form, except the game without options and the even part of the form itself.
    ///
    /// A part of a game is a game that adds up to it together with some other game.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let [two, four] = [forms.heap(2)?, forms.heap(4)?];
    /// let sum = forms.sum(two, four)?;
    /// assert_eq!(forms.parts(sum)?, [two, four]);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn parts(&mut self, form: MisereForm) -> Result<Vec<MisereForm>, Stopped> {
        let whole = self.even_part(form)?;
        let mut even = vec![];
        for part in self.all_parts(form)?.to_vec() {
            if part != MisereForm::ZERO && part != whole && self.is_even(part)? {
                even.push(part);
            }
        }
        Ok(even)
    }

    /// Returns `true` if its only parts are itself, the game without options, and the sums of these two with a heap of one.
    ///
    /// The game without options and a heap of one are not prime.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2)?;
    /// let twice = forms.sum(two, two)?;
    /// assert!(forms.is_prime(two)? && !forms.is_prime(twice)?);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn is_prime(&mut self, form: MisereForm) -> Result<bool, Stopped> {
        Ok(self.all_parts(form)?.len() == 4)
    }

    /// Returns all ways to write a form as a sum of even primes, plus a heap of one if the form is odd. There can be several.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let [two, three] = [forms.heap(2)?, forms.heap(3)?];
    /// let sum = forms.sum(two, three)?;
    /// assert_eq!(forms.partitions(sum)?, [vec![two, two, MisereForm::STAR]]);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn partitions(&mut self, form: MisereForm) -> Result<Vec<Vec<MisereForm>>, Stopped> {
        // 1. find the primes among the parts
        let whole = self.even_part(form)?;
        let mut primes = vec![];
        for part in self.parts(form)?.into_iter().chain([whole]) {
            if self.is_prime(part)? {
                primes.push(part);
            }
        }
        primes.sort_unstable();
        // 2. subtract primes in ascending order until nothing is left
        let (mut partitions, mut pending, mut bytes) = (vec![], vec![(whole, vec![])], 0);
        while let Some((rest, chosen)) = pending.pop() {
            if rest == MisereForm::ZERO {
                let odd = (whole != form).then_some(MisereForm::STAR);
                bytes += (chosen.len() + 8) * size_of::<MisereForm>();
                partitions.push(chosen.iter().copied().chain(odd).collect());
            }
            let last = chosen.last().copied().unwrap_or(MisereForm::ZERO);
            for &prime in primes.iter().rev().filter(|prime| **prime >= last) {
                if let Some(rest) = self.difference(rest, prime)? {
                    let rest = self.even_part(rest)?;
                    pending.push((rest, chosen.iter().copied().chain([prime]).collect()));
                }
                self.step(bytes + pending.len() * (chosen.len() + 16) * size_of::<MisereForm>())?;
            }
        }
        Ok(partitions)
    }

    /// Returns `true` if adding a heap of one gives a later birthday.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let [two, three] = [forms.heap(2)?, forms.heap(3)?];
    /// assert!(forms.is_even(two)? && !forms.is_even(three)?);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn is_even(&mut self, form: MisereForm) -> Result<bool, Stopped> {
        let beside_one = self.sum(form, MisereForm::STAR)?;
        Ok(self.birthday(form) < self.birthday(beside_one))
    }

    /// Returns the form or its sum with a heap of one, whichever is even.
    fn even_part(&mut self, form: MisereForm) -> Result<MisereForm, Stopped> {
        if self.is_even(form)? { Ok(form) } else { self.sum(form, MisereForm::STAR) }
    }

    /// Returns `true` if every option is a part of the form.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let [two, four] = [forms.heap(2)?, forms.heap(4)?];
    /// assert!(forms.is_extraverted(two)? && !forms.is_extraverted(four)?);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn is_extraverted(&mut self, form: MisereForm) -> Result<bool, Stopped> {
        let parts = self.all_parts(form)?.to_vec();
        Ok(self.options(form).iter().all(|option| parts.binary_search(option).is_ok()))
    }

    /// Returns `true` if the form is a part of every option.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2)?;
    /// assert!(forms.is_introverted(MisereForm::STAR)? && !forms.is_introverted(two)?);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn is_introverted(&mut self, form: MisereForm) -> Result<bool, Stopped> {
        for option in self.options(form).to_vec() {
            if self.all_parts(option)?.binary_search(&form).is_err() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns all parts in ascending order.
    pub(super) fn all_parts(&mut self, form: MisereForm) -> Result<&[MisereForm], Stopped> {
        settle(self, Question::Parts(form), Self::try_parts)?;
        Ok(self.known_parts(form).expect("they are settled"))
    }

    fn known_difference(&self, whole: MisereForm, part: MisereForm) -> Option<Option<MisereForm>> {
        match (whole, part) {
            (_, MisereForm::ZERO) => Some(Some(whole)),
            _ if whole == part => Some(Some(MisereForm::ZERO)),
            // only a heap of one plus a heap of one gives the game without options (Conway)
            (MisereForm::ZERO, _) => Some((part == MisereForm::STAR).then_some(part)),
            _ => self.held.differences.get(&[whole, part]).copied(),
        }
    }

    fn known_parts(&self, form: MisereForm) -> Option<&[MisereForm]> {
        if UNITS.contains(&form) { Some(&UNITS) } else { self.held.parts.get(&form).map(|parts| &**parts) }
    }

    fn try_parts(&mut self, question: Question, pending: &mut Vec<Question>) -> Result<(), Stopped> {
        self.step(growth::of_list(pending))?;
        match question {
            Question::Difference(whole, part) if self.known_difference(whole, part).is_none() => {
                if let Some(difference) = self.try_difference(whole, part, pending)? {
                    self.held.differences.insert([whole, part], difference);
                }
            }
            Question::Parts(form) if self.known_parts(form).is_none() => self.try_all_parts(form, pending)?,
            _ => {}
        }
        Ok(())
    }

    /// Returns the difference G − H, or `None` after appending the differences that it depends on.
    ///
    /// If G = H + X, then G and all of its options are simplest forms, so each option of G is either some H' + X or some
    /// H + X'. If some option is of the first kind, X is a difference G' − H'. Otherwise G has no option H' + X, so each H' + X
    /// was left out because it has G as an option. That option is H' + X' for some X', because it cannot be H'' + X. Each
    /// H + X' is either an option of G or was left out in the same way. So the options of X are exactly the differences G' − H
    /// and G − H', all of which exist.
    fn try_difference(
        &mut self,
        whole: MisereForm,
        part: MisereForm,
        pending: &mut Vec<Question>,
    ) -> Result<Option<Option<MisereForm>>, Stopped> {
        // 1. a heap of one is its own negative
        if part == MisereForm::STAR {
            return self.sum(whole, part).map(|difference| Some(Some(difference)));
        }
        let nimber = self.nimber(whole) + self.nimber(part);
        let (of_whole, of_part) = (self.options(whole).to_vec(), self.options(part).to_vec());
        let mut options = vec![];
        // 2. an option of the whole minus an option of the part may be the difference
        for &option in &of_whole {
            let Some(candidates) = self.differences_of(of_part.iter().map(|&own| (option, own)), pending) else {
                return Ok(None);
            };
            for candidate in candidates.into_iter().flatten() {
                if self.nimber(candidate) == nimber && self.sum(part, candidate)? == whole {
                    return Ok(Some(Some(candidate)));
                }
            }
            // 3. otherwise each option of the whole minus the part is an option of the difference
            match self.differences_of([(option, part)], pending).as_deref() {
                None => return Ok(None),
                Some([Some(found)]) => options.push(*found),
                Some(_) => return Ok(Some(None)),
            }
        }
        // 4. so is the whole minus each option of the part
        let Some(others) = self.differences_of(of_part.iter().map(|&own| (whole, own)), pending) else {
            return Ok(None);
        };
        let Some(others) = others.into_iter().collect::<Option<Vec<_>>>() else {
            return Ok(Some(None));
        };
        // 5. confirm the form with these options
        let difference = self.of_options(options.into_iter().chain(others));
        Ok(Some((self.sum(part, difference)? == whole).then_some(difference)))
    }

    /// Returns these differences if all are known, and otherwise appends the unknown ones.
    fn differences_of(
        &self,
        pairs: impl IntoIterator<Item = (MisereForm, MisereForm)>,
        pending: &mut Vec<Question>,
    ) -> Option<Vec<Option<MisereForm>>> {
        let waiting = pending.len();
        let mut known = vec![];
        for (whole, part) in pairs {
            match self.known_difference(whole, part) {
                Some(difference) => known.push(difference),
                None => pending.push(Question::Difference(whole, part)),
            }
        }
        (pending.len() == waiting).then_some(known)
    }

    /// Finds all parts, or appends the questions that they depend on.
    ///
    /// An option of H + X is H' + X or H + X', so H or X is a part of any given option. The option with the earliest birthday
    /// has few parts.
    fn try_all_parts(&mut self, form: MisereForm, pending: &mut Vec<Question>) -> Result<(), Stopped> {
        let options = self.options(form).iter().copied();
        let option = options.min_by_key(|option| self.birthday(*option)).expect("there are options beside nothing");
        let Some(candidates) = self.known_parts(option).map(<[_]>::to_vec) else {
            pending.push(Question::Parts(option));
            return Ok(());
        };
        let Some(differences) = self.differences_of(candidates.iter().map(|&part| (form, part)), pending) else {
            return Ok(());
        };
        let found = candidates.into_iter().zip(differences).filter_map(|(part, rest)| Some([part, rest?]));
        let mut parts: Vec<MisereForm> = found.flatten().collect();
        parts.sort_unstable();
        parts.dedup();
        self.held.outside += size_of_val(&*parts);
        self.held.parts.insert(form, parts.into());
        Ok(())
    }
}
