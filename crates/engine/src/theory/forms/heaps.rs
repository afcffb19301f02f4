//! Heaps of Nim as misère forms, and the nimbers and genera of all forms.

use super::{MisereForm, MisereForms};
use crate::growth;
use crate::theory::Genus;
use sprague_core::{Nimber, Stopped};

impl MisereForms<'_> {
    /// Returns the nimber under normal play.
    ///
    /// ```
    /// use sprague::{Limits, Nimber};
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// assert_eq!(MisereForms::new(&limits).nimber(MisereForm::STAR), Nimber(1));
    /// ```
    pub fn nimber(&self, form: MisereForm) -> Nimber {
        Nimber(self.node(form).nimber)
    }

    /// Returns the misère nimber: the size of the only heap of Nim whose sum with the form is lost for the player to move.
    ///
    /// ```
    /// use sprague::{Limits, Nimber};
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let three = forms.heap(3)?;
    /// let only_to_three = forms.of_options([three]);
    /// assert_eq!(forms.misere_nimber(only_to_three), Nimber(0));
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    pub fn misere_nimber(&self, form: MisereForm) -> Nimber {
        Nimber(self.node(form).misere_nimber)
    }

    /// Returns the form of a heap of Nim.
    ///
    /// It takes O(tokens²) time and space.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let heap = forms.heap(5)?;
    /// assert_eq!(forms.options(heap).len(), 5);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn heap(&mut self, tokens: u32) -> Result<MisereForm, Stopped> {
        let mut heaps = vec![];
        for _ in 0..tokens {
            heaps.push(self.of_options(heaps.iter().copied()));
            self.step(growth::of_list(&heaps))?;
        }
        Ok(self.of_options(heaps))
    }

    /// Returns `true` if it is the form of a heap of Nim.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// assert!(MisereForms::new(&limits).is_heap(MisereForm::STAR));
    /// ```
    pub fn is_heap(&self, form: MisereForm) -> bool {
        self.node(form).is_heap
    }

    /// Returns the genus, which is computed once for each form that can be reached from this one.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let heap = forms.heap(4)?;
    /// assert_eq!(forms.genus(heap)?.to_string(), "4^{46}");
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached. Genera computed before are kept.
    pub fn genus(&mut self, form: MisereForm) -> Result<&Genus, Stopped> {
        for form in self.reached(form, |forms, form| forms.held.genera.contains_key(&form))? {
            let genus = Genus::of_options(self.options(form).iter().map(|option| &self.held.genera[option]));
            self.held.outside += size_of_val(genus.superscript());
            self.held.genera.insert(form, genus);
            self.step(0)?;
        }
        Ok(&self.held.genera[&form])
    }
}
