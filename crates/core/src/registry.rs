//! Rulesets by name: built-in ones, loaded ones and a program's own enter one list and take one path.

mod entry;
mod files;
mod parameters;

pub use entry::{Entry, ReadRuleset};
pub use files::{Files, LocalFiles, Unreadable};
pub use parameters::{Parameters, is_path};

use crate::notation::{outside_quotes, unquoted};
use crate::{AnyRuleset, BadNotation, nearest};
use core::fmt;
use std::borrow::Cow;
use std::sync::Arc;

/// The rulesets that a program knows by name. Later entries win over earlier ones of the same name.
///
/// ```
/// use sprague_core::registry::{Entry, LocalFiles, Registry};
/// use sprague_core::{BadNotation, Impartial, Ruleset, any, heap_notation};
///
/// /// Take from one token up to a given number of them.
/// struct UpTo(u64);
/// impl Ruleset for UpTo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=self.0.min(*heap) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for UpTo {}
/// heap_notation!(UpTo);
///
/// let up_to = Entry::new("up-to:N", |parameters| {
///     Ok(any::impartial(UpTo(parameters.needed("how many may be taken", |text| {
///         text.parse().map_err(|_| BadNotation::new(0, "a number"))
///     })?)))
/// });
/// let registry = Registry::default().with([up_to.component("heap").play("take from 1 to N").example("up-to:3@7")]);
/// assert!(registry.read("up-to:3", &LocalFiles).is_ok());
/// assert_eq!(registry.read("up-to:x", &LocalFiles).unwrap_err().at, 6);
/// assert_eq!(registry.read("up-to", &LocalFiles).unwrap_err().at, 5);
/// ```
#[derive(Clone, Default)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Registry {
    /// These entries, too.
    ///
    /// ```
    /// # use sprague_core::registry::Registry;
    /// assert_eq!(Registry::default().with([]).entries().count(), 0);
    /// ```
    #[must_use]
    pub fn with(mut self, entries: impl IntoIterator<Item = Entry>) -> Self {
        self.entries.extend(entries);
        self
    }

    /// The entries, in the order in which they came.
    ///
    /// ```
    /// # use sprague_core::registry::Registry;
    /// assert!(Registry::default().entries().next().is_none());
    /// ```
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> {
        self.entries.iter()
    }

    /// The entry that a name belongs to.
    ///
    /// ```
    /// # use sprague_core::registry::Registry;
    /// assert!(Registry::default().entry("nim").is_none());
    /// ```
    pub fn entry(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().rev().find(|entry| entry.is_named(name))
    }

    /// The ruleset that `family` names: a name, and parameters behind a `:` if it takes some. Files are opened through `files` alone.
    ///
    /// # Errors
    /// [`BadNotation`] with the byte of `family`: where the name is unknown, or where the entry says.
    pub fn read(&self, family: &str, files: &dyn Files) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
        let (name, end) = name(family)?;
        if family[end..].starts_with('@') {
            return Err(BadNotation::new(end, "one `@` in a position, or `+` before the next one"));
        }
        let Some(entry) = self.entry(&name) else { return Err(BadNotation::new(0, self.known_beside(&name))) };
        entry.read(&Parameters { name: &name, text: family.get(end + 1..), at: end + 1, files, registry: self })
    }

    /// What there is, for somebody who has typed another name.
    fn known_beside(&self, name: &str) -> String {
        if is_path(name) {
            let endings: Vec<&str> = self.entries().flat_map(Entry::endings).copied().collect();
            return format!("a path that ends in {}; in double quotes, if it has blanks or signs", endings.join(" or "));
        }
        let known = "a ruleset, such as nim, kayles or subtraction:1,3,4 (`sprague rulesets` lists them)";
        let names = self.entries().filter(|entry| !entry.is_of_files()).map(Entry::name);
        match nearest(name, names) {
            Some(meant) => format!("{known}; did you mean `{meant}`?"),
            None => known.to_owned(),
        }
    }
}

/// The name of a family's ruleset, and the byte where it ends.
///
/// ```
/// use sprague_core::registry::name;
/// assert_eq!(name("subtraction:1,3").unwrap(), ("subtraction".into(), 11));
/// assert_eq!(name("\"./a:b.rhai\":8").unwrap(), ("./a:b.rhai".into(), 12));
/// ```
///
/// # Errors
/// [`BadNotation`] where a path in quotes does not end.
pub fn name(family: &str) -> Result<(Cow<'_, str>, usize), BadNotation> {
    let sign = |sign| outside_quotes(family, sign).next();
    let end = [sign(':'), sign('@')].into_iter().flatten().min().unwrap_or(family.len());
    Ok((unquoted(&family[..end])?, end))
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.entries.iter().map(|entry| &entry.notation)).finish()
    }
}
