//! A misère form as data and as text.
//!
//! The text is that of CGSuite for a game that is not a sum: a digit is a heap of Nim, `#` makes a form the only option, and
//! options are written side by side, the latest first. In the data, a form that several others have as an option is stored
//! once. In the text it is written once if the text would be long otherwise.

use super::{MisereForm, MisereForms};
use crate::growth;
use core::fmt::{self, Write};
use hashbrown::{HashMap, HashSet};
use sprague_core::Stopped;

/// A misère form and all forms that can be reached from it, each stored once.
///
/// Equal forms have equal graphs, even if they come from different [`MisereForms`]. If the text would have more than 10,000
/// characters, it numbers each form that several others have as an option: `*[%1;=2#1,(%1;0)%1;#]` is `*[((2#1)0)(2#1)#]`.
///
/// ```
/// use sprague::Limits;
/// use sprague::theory::MisereForms;
/// let limits = Limits::default();
/// let mut forms = MisereForms::new(&limits);
/// let form = forms.read("*[2#1]").unwrap();
/// let graph = forms.graph(form)?;
/// assert_eq!(graph.nodes(), [vec![], vec![0], vec![0, 1], vec![2], vec![1, 3]]);
/// assert_eq!(graph.to_string(), "*[2#1]");
/// # Ok::<(), sprague::Stopped>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FormGraph {
    nodes: Vec<Vec<usize>>,
    heaps: Vec<Option<u32>>,
}

/// The largest number of characters of a text without numbered forms.
const LONGEST: usize = 10_000;

/// A part of a text that remains to be written.
enum Piece {
    Options(usize),
    /// A form among other options.
    Item(usize),
    Sign(char),
}

impl FormGraph {
    /// Returns the options of each form, as indices in ascending order.
    ///
    /// The last form is the form itself, and options come before the forms that have them. Forms are ordered by birthday, by
    /// number of options, and by their options.
    pub fn nodes(&self) -> &[Vec<usize>] {
        &self.nodes
    }

    fn root(&self) -> usize {
        self.nodes.len() - 1
    }

    /// Returns `true` if its options are written side by side.
    fn is_list(&self, node: usize) -> bool {
        self.heaps[node].is_none() && self.nodes[node].len() > 1
    }

    /// Returns the number of characters of the text without numbered forms.
    fn length(&self) -> usize {
        let mut lengths: Vec<usize> = vec![];
        for (node, options) in self.nodes.iter().enumerate() {
            let items = options.iter().map(|&option| lengths[option].saturating_add(if self.is_list(option) { 2 } else { 0 }));
            let items = items.fold(0, usize::saturating_add);
            let signs = if options.len() == 1 { 1 } else { 0 };
            lengths.push(self.heaps[node].map_or(items.saturating_add(signs), |heap| heap_text(heap).len()));
        }
        lengths[self.root()].saturating_add("*[]".len())
    }

    /// Returns the forms that several others have as an option, except heaps.
    fn shared(&self) -> impl Iterator<Item = usize> {
        let mut uses = vec![0_usize; self.nodes.len()];
        self.nodes.iter().flatten().for_each(|&option| uses[option] += 1);
        (0..self.nodes.len()).filter(move |&node| uses[node] > 1 && self.heaps[node].is_none())
    }

    /// Writes a piece. Forms in `numbers` are written by their numbers.
    fn write(&self, f: &mut fmt::Formatter<'_>, piece: Piece, numbers: &HashMap<usize, usize>) -> fmt::Result {
        let mut pending = vec![piece];
        while let Some(piece) = pending.pop() {
            match piece {
                Piece::Sign(sign) => f.write_char(sign)?,
                Piece::Item(node) if numbers.contains_key(&node) => write!(f, "%{};", numbers[&node])?,
                Piece::Item(node) if self.is_list(node) => {
                    pending.extend([Piece::Sign(')'), Piece::Options(node), Piece::Sign('(')]);
                }
                Piece::Item(node) | Piece::Options(node) => match (self.heaps[node], &self.nodes[node][..]) {
                    (Some(heap), _) => f.write_str(&heap_text(heap))?,
                    (None, &[option]) => pending.extend([Piece::Sign('#'), Piece::Item(option)]),
                    (None, options) => pending.extend(options.iter().map(|&option| Piece::Item(option))),
                },
            }
        }
        Ok(())
    }
}

/// Returns a heap of Nim as CGSuite writes it.
fn heap_text(heap: u32) -> String {
    if heap < 10 { heap.to_string() } else { format!("&{heap};") }
}

impl fmt::Display for FormGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared: Vec<usize> = if self.length() > LONGEST { self.shared().collect() } else { vec![] };
        let numbers: HashMap<usize, usize> = shared.iter().copied().zip(1..).collect();
        f.write_str("*[")?;
        for node in shared {
            write!(f, "%{};=", numbers[&node])?;
            self.write(f, Piece::Options(node), &numbers)?;
            f.write_char(',')?;
        }
        self.write(f, Piece::Options(self.root()), &numbers)?;
        f.write_char(']')
    }
}

impl MisereForms<'_> {
    /// Returns a form and all forms that can be reached from it, as data.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// assert_eq!(forms.graph(MisereForm::STAR)?.nodes(), [vec![], vec![0]]);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn graph(&mut self, form: MisereForm) -> Result<FormGraph, Stopped> {
        let forms = self.reached(form, |_, _| false)?.into_iter();
        let mut forms: Vec<(u32, MisereForm)> = forms.map(|form| (self.birthday(form), form)).collect();
        forms.sort_unstable();
        let (mut places, mut bytes): (HashMap<MisereForm, usize>, usize) = (HashMap::new(), 0);
        let (mut nodes, mut heaps) = (vec![], vec![]);
        for born in forms.chunk_by(|(a, _), (b, _)| a == b) {
            let mut by_options = vec![];
            for &(_, form) in born {
                let mut options: Vec<usize> = self.options(form).iter().map(|option| places[option]).collect();
                options.sort_unstable();
                bytes += size_of_val(&*options);
                by_options.push((options.len(), options, form));
                self.step(bytes + growth::of_list(&by_options) + growth::of_map(&places))?;
            }
            by_options.sort_unstable();
            for (_, options, form) in by_options {
                places.insert(form, nodes.len());
                heaps.push(self.is_heap(form).then(|| self.birthday(form)));
                nodes.push(options);
            }
        }
        Ok(FormGraph { nodes, heaps })
    }

    /// Returns the text of a form, or `None` if it has more characters than `most`.
    ///
    /// If the form has more than `most` options on all levels, this is found in O(`most`) time without writing the text.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::MisereForms;
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let form = forms.read("*[2#1]").unwrap();
    /// assert_eq!(forms.short_text(form, 6)?.as_deref(), Some("*[2#1]"));
    /// assert_eq!(forms.short_text(form, 5)?, None);
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn short_text(&mut self, form: MisereForm, most: usize) -> Result<Option<String>, Stopped> {
        // each form except heaps is written at least once, with at least one character for each of its options
        let (mut reached, mut pending, mut signs) = (HashSet::new(), vec![form], 0);
        while let Some(form) = pending.pop() {
            if !self.is_heap(form) && reached.insert(form) {
                signs += self.options(form).len();
                if signs > most {
                    return Ok(None);
                }
                pending.extend(self.options(form));
            }
        }
        Ok(Some(self.text(form)?).filter(|text| text.len() <= most))
    }

    /// Returns the text of a form, which is that of its [graph](FormGraph).
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague::theory::{MisereForm, MisereForms};
    /// let limits = Limits::default();
    /// let mut forms = MisereForms::new(&limits);
    /// let two = forms.heap(2)?;
    /// let only_to_two = forms.of_options([two]);
    /// let form = forms.of_options([only_to_two, MisereForm::ZERO]);
    /// assert_eq!(forms.text(form)?, "*[2#0]");
    /// # Ok::<(), sprague::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit is reached.
    pub fn text(&mut self, form: MisereForm) -> Result<String, Stopped> {
        self.graph(form).map(|graph| graph.to_string())
    }
}
