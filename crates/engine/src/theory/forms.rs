//! Misère canonical forms of impartial games: the simplest games that can replace others in every sum under misère play.
//!
//! Two games are equal if and only if their forms are the same (Grundy & Smith 1956; Conway, *On Numbers and Games*, ch. 12).

mod days;
mod graph;
mod heaps;
mod kind;
mod links;
mod parts;
mod read;
mod search;

pub use graph::FormGraph;
pub use kind::MisereKind;
pub use search::FormSearch;

use super::Genus;
use crate::growth;
use core::fmt;
use core::hash::BuildHasher;
use hashbrown::{DefaultHashBuilder, HashMap, HashSet, HashTable};
use sprague_core::limits::Meter;
use sprague_core::{Limits, Nimber, Stopped, mex};

/// The form of a game, as its number among [`MisereForms`]. The options of a form have lower numbers than the form.
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

/// A form, and the facts that follow from its options alone.
struct Node {
    /// The options in ascending order.
    options: Box<[MisereForm]>,
    birthday: u32,
    nimber: u32,
    misere_nimber: u32,
    is_heap: bool,
}

/// A set of forms, each stored once, with the sums that were computed from them.
///
/// The set grows with every call, and sums can have exponentially many options.
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
/// assert_eq!(forms.genus(only_to_two)?.to_string(), "0^{02}");
/// # Ok::<(), sprague::Stopped>(())
/// ```
pub struct MisereForms<'a> {
    held: Held,
    meter: Meter<'a>,
    /// The work done so far, apart from storing forms and sums.
    steps: u64,
}

/// The forms, and the results of earlier calls, by the forms that they are about.
#[derive(Default)]
struct Held {
    nodes: Vec<Node>,
    /// Every form with a hash of its options.
    by_options: HashTable<(u64, MisereForm)>,
    hasher: DefaultHashBuilder,
    /// The number of options of all forms.
    size: usize,
    /// The sums of two forms, the lesser form first.
    sums: HashMap<[MisereForm; 2], MisereForm>,
    genera: HashMap<MisereForm, Genus>,
    kinds: HashMap<MisereForm, MisereKind>,
    /// Differences of forms; the first form is the whole.
    differences: HashMap<[MisereForm; 2], Option<MisereForm>>,
    /// All parts of a form, in ascending order.
    parts: HashMap<MisereForm, Box<[MisereForm]>>,
    mates: HashMap<MisereForm, MisereForm>,
    /// Games whose sums with either of two forms are lost, the lesser form first.
    links: HashMap<[MisereForm; 2], MisereForm>,
    /// Games whose sum with the first of two forms is lost and with the second is won.
    favours: HashMap<[MisereForm; 2], MisereForm>,
    /// Bytes that genera and parts allocate outside of the maps.
    outside: usize,
}

/// A sum of two forms while its options are being added up.
struct Addition {
    of: [MisereForm; 2],
    /// The number of moves visited so far.
    moved: usize,
    options: Vec<MisereForm>,
}

impl Held {
    fn bytes(&self) -> usize {
        let answers = growth::of_map(&self.sums)
            + growth::of_map(&self.genera)
            + growth::of_map(&self.kinds)
            + growth::of_map(&self.differences)
            + growth::of_map(&self.parts)
            + growth::of_map(&self.mates)
            + growth::of_map(&self.links)
            + growth::of_map(&self.favours);
        let forms = self.size * size_of::<MisereForm>() + growth::of_list(&self.nodes) + growth::of_table(&self.by_options);
        forms + answers + self.outside
    }
}

impl fmt::Debug for MisereForms<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MisereForms({} forms, {} options)", self.count(), self.held.size)
    }
}

impl<'a> MisereForms<'a> {
    /// Returns a set that contains the empty game and a heap of one. The limits apply to everything that is computed with it.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// assert!(MisereForms::new(&limits).options(MisereForm::ZERO).is_empty());
    /// ```
    pub fn new(limits: &'a Limits) -> Self {
        let mut forms = Self { held: Held::default(), meter: Meter::new(limits), steps: 0 };
        for options in [vec![], vec![MisereForm::ZERO]] {
            let hash = forms.held.hasher.hash_one(&options[..]);
            forms.hold(options, hash);
        }
        forms
    }

    /// Returns the form of the game whose options have these forms.
    ///
    /// The game equals a simpler game H if its options are the options of H together with games that all have H as an option.
    /// If H is the game without options, the game must also be won. (Conway, ch. 12.)
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
        let hash = self.held.hasher.hash_one(&options[..]);
        let is_same = |&(_, form): &(u64, MisereForm)| self.options(form) == options;
        if let Some(&(_, known)) = self.held.by_options.find(hash, is_same) {
            return known;
        }
        // the option with the latest birthday is not an option of H, so H is one of its options
        let last = options.iter().copied().max_by_key(|option| self.node(*option).birthday).expect("nothing is known");
        let simpler = self.options(last).iter().copied().find(|&simpler| self.reduces_to(&options, simpler));
        simpler.unwrap_or_else(|| self.hold(options, hash))
    }

    /// Returns `true` if the game with these options equals `simpler`.
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

    /// Stores a form that cannot be simplified, given its options and their hash, and returns its number.
    fn hold(&mut self, options: Vec<MisereForm>, hash: u64) -> MisereForm {
        let form = MisereForm(self.count() as u32);
        let nodes = options.iter().map(|option| self.node(*option));
        let birthday = nodes.clone().map(|option| option.birthday + 1).max().unwrap_or(0);
        let nimber = mex(nodes.clone().map(|option| Nimber(option.nimber))).0;
        // heaps have different birthdays, so `birthday` many heaps with earlier birthdays are all the smaller heaps
        let is_heap = options.len() == birthday as usize && nodes.clone().all(|option| option.is_heap);
        let misere_nimber = if options.is_empty() { 1 } else { mex(nodes.map(|option| Nimber(option.misere_nimber))).0 };
        self.held.size += options.len();
        self.held.by_options.insert_unique(hash, (hash, form), |&(hash, _)| hash);
        self.held.nodes.push(Node { options: options.into(), birthday, nimber, misere_nimber, is_heap });
        form
    }

    fn node(&self, form: MisereForm) -> &Node {
        &self.held.nodes[form.index()]
    }

    /// Returns the options in ascending order of their numbers.
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

    /// Returns the largest number of moves until the end of play.
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

    /// Returns `true` if the player to move loses under misère play.
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

    /// Returns the form of a sum.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2)?;
    /// assert_eq!(forms.sum(MisereForm::STAR, MisereForm::STAR)?, MisereForm::ZERO);
    /// let three = forms.sum(two, MisereForm::STAR)?;
    /// assert_eq!(three, forms.heap(3)?);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached. Sums computed before are kept.
    pub fn sum(&mut self, a: MisereForm, b: MisereForm) -> Result<MisereForm, Stopped> {
        if let Some(known) = self.known_sum(a, b) {
            return Ok(known);
        }
        let (mut open, mut places) = (vec![self.addition(a, b)], 0);
        loop {
            let addition = open.last_mut().expect("it ends with the first one");
            if let Some([a, b]) = self.next_unknown(addition) {
                places += addition.options.capacity();
                self.allow(growth::of_list(&open) + places * size_of::<MisereForm>())?;
                open.push(self.addition(a, b));
                continue;
            }
            let Addition { of: [a, b], options, .. } = open.pop().expect("it is the last one");
            let sum = self.of_options(options);
            self.held.sums.insert([a.min(b), a.max(b)], sum);
            let Some(waiting) = open.last_mut() else {
                return Ok(sum);
            };
            waiting.options.push(sum);
            places -= waiting.options.capacity();
        }
    }

    fn addition(&self, a: MisereForm, b: MisereForm) -> Addition {
        let moves = self.options(a).len() + self.options(b).len();
        Addition { of: [a, b], moved: 0, options: Vec::with_capacity(moves) }
    }

    /// Adds known options of a sum to its list until an unknown one is found, and returns that one.
    fn next_unknown(&self, Addition { of: [a, b], moved, options }: &mut Addition) -> Option<[MisereForm; 2]> {
        let of_first = self.options(*a);
        loop {
            let option = match of_first.get(*moved) {
                Some(&option) => [option, *b],
                None => [*a, *self.options(*b).get(*moved - of_first.len())?],
            };
            *moved += 1;
            match self.known_sum(option[0], option[1]) {
                Some(sum) => options.push(sum),
                None => return Some(option),
            }
        }
    }

    fn known_sum(&self, a: MisereForm, b: MisereForm) -> Option<MisereForm> {
        match (a.min(b), a.max(b)) {
            (MisereForm::ZERO, other) => Some(other),
            (lesser, greater) => self.held.sums.get(&[lesser, greater]).copied(),
        }
    }

    /// Counts a step of work and checks the limits. `bytes` is the memory that the computation uses.
    fn step(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.steps += 1;
        self.allow(bytes)
    }

    /// Checks the limits. `bytes` is the memory that is used in addition to the forms.
    fn allow(&mut self, bytes: usize) -> Result<(), Stopped> {
        let Self { held, meter, steps } = self;
        meter.allow((held.nodes.len() + held.sums.len()) as u64 + *steps, || held.bytes() + bytes, || None)
    }

    /// Returns the form and all forms that can be reached from it, options before the forms that have them.
    ///
    /// Forms for which `is_known` returns `true` are left out, and nothing is searched below them.
    fn reached(&mut self, form: MisereForm, is_known: impl Fn(&Self, MisereForm) -> bool) -> Result<Vec<MisereForm>, Stopped> {
        let (mut reached, mut pending) = (HashSet::new(), vec![form]);
        while let Some(form) = pending.pop() {
            if !is_known(self, form) && reached.insert(form) {
                pending.extend(self.options(form));
            }
            self.step(growth::of_set(&reached) + growth::of_list(&pending))?;
        }
        let mut reached: Vec<MisereForm> = reached.into_iter().collect();
        reached.sort_unstable();
        Ok(reached)
    }

    /// Returns the number of forms that are stored.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// assert_eq!(MisereForms::new(&limits).count(), 2);
    /// ```
    pub fn count(&self) -> usize {
        self.held.nodes.len()
    }
}

#[cfg(test)]
mod tests;
