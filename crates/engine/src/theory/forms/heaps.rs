//! Heaps of Nim among misère forms, and nimbers and genera of all forms.

use super::{MisereForm, MisereForms};
use crate::growth;
use crate::theory::Genus;
use sprague_core::{Nimber, Stopped};

impl MisereForms<'_> {
    /// The nimber under normal play.
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

    /// The one heap of Nim beside which the player to move loses: their misère nimber.
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

    /// The form of a heap of Nim.
    ///
    /// O(tokens²) time and space.
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
    /// [`Stopped`] at a limit.
    pub fn heap(&mut self, tokens: u32) -> Result<MisereForm, Stopped> {
        let mut heaps = vec![];
        for _ in 0..tokens {
            heaps.push(self.of_options(heaps.iter().copied()));
            self.step(growth::of_list(&heaps))?;
        }
        Ok(self.of_options(heaps))
    }

    /// Tells whether it is that of a heap of Nim.
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

    /// The genus, which is found once for each form that this one leads to.
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
    /// [`Stopped`] at a limit. What was found before stays known.
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
