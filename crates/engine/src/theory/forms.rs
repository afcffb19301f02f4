//! Misère canonical forms of impartial games.
//!
//! They are the simplest games that may stand for others in every sum under misère play.
//!
//! Grundy & Smith 1956; Conway, *On Numbers and Games*, ch. 12: two games are equal exactly if their forms are the same.

mod search;

pub use search::FormSearch;

use super::Genus;
use crate::growth;
use core::fmt;
use hashbrown::HashMap;
use sprague_core::limits::Meter;
use sprague_core::{Limits, Nimber, Stopped, mex};

/// The form of a game, by its number among [`MisereForms`].
///
/// Options have lower numbers than what they are options of.
///
/// ```
/// use sprague::theory::MisereForm;
/// assert!(MisereForm::ZERO < MisereForm::STAR);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MisereForm(u32);

impl MisereForm {
    /// The game without options.
    pub const ZERO: Self = Self(0);

    /// The game whose only option is the game without options.
    pub const STAR: Self = Self(1);

    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A form, and what is known of it from its options alone.
struct Node {
    /// In ascending order.
    options: Box<[MisereForm]>,
    birthday: u32,
    nimber: u32,
    misere_nimber: u32,
}

/// Forms, each held once, and the sums of them that were asked for.
///
/// They grow with every question: sums can have exponentially many options.
///
/// ```
/// use sprague::Limits;
/// use sprague::theory::{MisereForm, MisereForms};
///
/// let limits = Limits::default();
/// let mut forms = MisereForms::new(&limits);
/// let two = forms.of_options([MisereForm::ZERO, MisereForm::STAR]);
/// let only_to_two = forms.of_options([two]);
/// // two heaps of two are not nothing, though lost as well as these
/// let twice = forms.sum(two, two)?;
/// assert!(twice != MisereForm::ZERO && forms.is_lost(twice));
/// assert_eq!(forms.genus(only_to_two).to_string(), "0^{02}");
/// # Ok::<(), sprague::Stopped>(())
/// ```
pub struct MisereForms<'a> {
    nodes: Vec<Node>,
    numbers: HashMap<Box<[MisereForm]>, MisereForm>,
    /// The sums of two, the lesser first.
    sums: HashMap<[MisereForm; 2], MisereForm>,
    /// Those of the first forms.
    genera: Vec<Genus>,
    meter: Meter<'a>,
    /// The number of options of all forms.
    size: usize,
}

impl fmt::Debug for MisereForms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MisereForms({} forms, {} options)", self.nodes.len(), self.size)
    }
}

impl<'a> MisereForms<'a> {
    /// Nothing and a heap of one.
    ///
    /// The limits are those of all that is asked from now on.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// assert!(MisereForms::new(&limits).options(MisereForm::ZERO).is_empty());
    /// ```
    pub fn new(limits: &'a Limits) -> Self {
        let (nodes, numbers, sums, genera) = (vec![], HashMap::new(), HashMap::new(), vec![]);
        let mut forms = Self { nodes, numbers, sums, genera, meter: Meter::new(limits), size: 0 };
        forms.held(vec![]);
        forms.held(vec![MisereForm::ZERO]);
        forms
    }

    /// The form of the game that has options of these forms.
    ///
    /// It is simpler than these options say if they are those of some H and others that all have H as an option. If H is nothing, the
    /// game must also be won. (Conway, ch. 12.)
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.of_options([MisereForm::ZERO, MisereForm::STAR]);
    /// let three = forms.of_options([MisereForm::ZERO, MisereForm::STAR, two]);
    /// // the move to three can be answered by the move back to two
    /// assert_eq!(forms.of_options([MisereForm::ZERO, MisereForm::STAR, three]), two);
    /// ```
    pub fn of_options(&mut self, options: impl IntoIterator<Item = MisereForm>) -> MisereForm {
        let mut options: Vec<MisereForm> = options.into_iter().collect();
        options.sort_unstable();
        options.dedup();
        if let Some(&known) = self.numbers.get(&options[..]) {
            return known;
        }
        // an option that is born last is no option of H, so H is one of its own options
        let last = options.iter().copied().max_by_key(|option| self.node(*option).birthday).expect("nothing is known");
        let simpler = self.options(last).iter().copied().find(|&simpler| self.reduces_to(&options, simpler));
        simpler.unwrap_or_else(|| self.held(options))
    }

    /// Tells whether the game with these options is equal to `simpler`.
    fn reduces_to(&self, options: &[MisereForm], simpler: MisereForm) -> bool {
        let own = self.options(simpler);
        own.len() < options.len()
            && own.iter().all(|option| options.binary_search(option).is_ok())
            && options.iter().all(|option| own.binary_search(option).is_ok() || self.has_option(*option, simpler))
            && (simpler != MisereForm::ZERO || options.iter().any(|option| self.is_lost(*option)))
    }

    fn has_option(&self, form: MisereForm, option: MisereForm) -> bool {
        self.options(form).binary_search(&option).is_ok()
    }

    /// The number of what cannot be simplified.
    fn held(&mut self, options: Vec<MisereForm>) -> MisereForm {
        let form = MisereForm(self.nodes.len() as u32);
        let nodes = options.iter().map(|option| self.node(*option));
        let birthday = nodes.clone().map(|option| option.birthday + 1).max().unwrap_or(0);
        let nimber = mex(nodes.clone().map(|option| Nimber(option.nimber))).0;
        let misere_nimber = if options.is_empty() { 1 } else { mex(nodes.map(|option| Nimber(option.misere_nimber))).0 };
        let options: Box<[MisereForm]> = options.into();
        self.size += options.len();
        self.numbers.insert(options.clone(), form);
        self.nodes.push(Node { options, birthday, nimber, misere_nimber });
        form
    }

    fn node(&self, form: MisereForm) -> &Node {
        &self.nodes[form.index()]
    }

    /// The options, in ascending order of their numbers.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// assert_eq!(MisereForms::new(&limits).options(MisereForm::STAR), [MisereForm::ZERO]);
    /// ```
    pub fn options(&self, form: MisereForm) -> &[MisereForm] {
        &self.node(form).options
    }

    /// The greatest number of moves to the end.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// assert_eq!(MisereForms::new(&limits).birthday(MisereForm::STAR), 1);
    /// ```
    pub fn birthday(&self, form: MisereForm) -> u32 {
        self.node(form).birthday
    }

    /// Tells whether the player to move loses under misère play.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// assert!(MisereForms::new(&limits).is_lost(MisereForm::STAR));
    /// ```
    pub fn is_lost(&self, form: MisereForm) -> bool {
        self.node(form).misere_nimber == 0
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
    /// let heap = forms.heap(5);
    /// assert_eq!(forms.options(heap).len(), 5);
    /// ```
    pub fn heap(&mut self, tokens: u32) -> MisereForm {
        let mut heaps = vec![];
        for _ in 0..tokens {
            heaps.push(self.of_options(heaps.iter().copied()));
        }
        self.of_options(heaps)
    }

    /// The form of a sum.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2);
    /// assert_eq!(forms.sum(MisereForm::STAR, MisereForm::STAR)?, MisereForm::ZERO);
    /// let three = forms.sum(two, MisereForm::STAR)?;
    /// assert_eq!(three, forms.heap(3));
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] at a limit. What was added before stays known.
    pub fn sum(&mut self, a: MisereForm, b: MisereForm) -> Result<MisereForm, Stopped> {
        let mut pending = vec![[a, b]];
        while let Some(&[a, b]) = pending.last() {
            if self.known_sum(a, b).is_some() {
                pending.pop();
                continue;
            }
            let waiting = pending.len();
            let mut options = vec![];
            for [moved, rest] in [[a, b], [b, a]] {
                for &option in self.options(moved) {
                    match self.known_sum(option, rest) {
                        Some(sum) => options.push(sum),
                        None => pending.push([option, rest]),
                    }
                }
            }
            let bytes = self.bytes() + growth::of_list(&pending) + growth::of_list(&options);
            let positions = (self.nodes.len() + self.sums.len()) as u64;
            self.meter.allow(positions, || bytes, || None)?;
            if pending.len() == waiting {
                let sum = self.of_options(options);
                self.sums.insert([a.min(b), a.max(b)], sum);
                pending.pop();
            }
        }
        Ok(self.known_sum(a, b).expect("it has just been found"))
    }

    fn known_sum(&self, a: MisereForm, b: MisereForm) -> Option<MisereForm> {
        match (a.min(b), a.max(b)) {
            (MisereForm::ZERO, other) => Some(other),
            (lesser, greater) => self.sums.get(&[lesser, greater]).copied(),
        }
    }

    /// The genus, for which that of every form before it is found.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let heap = forms.heap(4);
    /// assert_eq!(forms.genus(heap).to_string(), "4^{46}");
    /// ```
    pub fn genus(&mut self, form: MisereForm) -> &Genus {
        while self.genera.len() <= form.index() {
            let options = self.nodes[self.genera.len()].options.iter();
            self.genera.push(Genus::of_options(options.map(|option| &self.genera[option.index()])));
        }
        &self.genera[form.index()]
    }

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

    /// The number of forms that are held.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// assert_eq!(MisereForms::new(&limits).count(), 2);
    /// ```
    pub fn count(&self) -> usize {
        self.nodes.len()
    }

    /// About how many bytes are held.
    fn bytes(&self) -> usize {
        // a form's options are held as such and as a key
        2 * self.size * size_of::<MisereForm>()
            + growth::of_list(&self.nodes)
            + growth::of_map(&self.numbers)
            + growth::of_map(&self.sums)
    }
}

#[cfg(test)]
mod tests;
