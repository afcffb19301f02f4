//! One ruleset of a registry: its name, how it is written, and how parameters become rules.

use super::Parameters;
use crate::{AnyRuleset, BadNotation};
use core::fmt;
use std::borrow::Cow;
use std::sync::Arc;

/// Makes the ruleset that parameters ask for. Errors count bytes of the whole family, name included; the methods of [`Parameters`] see
/// to that.
pub type ReadRuleset = dyn Fn(&Parameters<'_>) -> Result<Arc<dyn AnyRuleset>, BadNotation> + Send + Sync;

/// A ruleset by name.
///
/// See [`Registry`](super::Registry) for an example.
#[derive(Clone)]
#[non_exhaustive]
pub struct Entry {
    /// How the family is written: a name, and parameters.
    pub notation: Cow<'static, str>,
    /// What a component is, such as `heap`.
    pub component: Cow<'static, str>,
    /// The rules in a line.
    pub play: Cow<'static, str>,
    /// A position to try.
    pub example: Cow<'static, str>,
    /// What proves its periods.
    pub theorem: Cow<'static, str>,
    /// Where the game comes from.
    pub source: Cow<'static, str>,
    endings: &'static [&'static str],
    read: Arc<ReadRuleset>,
}

impl Entry {
    /// The ruleset with this notation, such as `subtraction:SET` or `knights[:N]`; its name is what stands before `:` or `[`.
    ///
    /// ```
    /// use sprague_core::registry::Entry;
    /// use sprague_core::BadNotation;
    /// let entry = Entry::new("knights[:N]", |_| Err(BadNotation::new(0, "nothing")));
    /// assert_eq!(entry.name(), "knights");
    /// ```
    pub fn new(
        notation: impl Into<Cow<'static, str>>,
        read: impl Fn(&Parameters<'_>) -> Result<Arc<dyn AnyRuleset>, BadNotation> + Send + Sync + 'static,
    ) -> Self {
        let none = Cow::Borrowed("");
        Self {
            notation: notation.into(),
            component: none.clone(),
            play: none.clone(),
            example: none.clone(),
            theorem: "-".into(),
            source: none,
            endings: &[],
            read: Arc::new(read),
        }
    }

    /// It is named by a path that ends in one of these.
    ///
    /// ```
    /// use sprague_core::{BadNotation, registry::Entry};
    /// let entry = Entry::new("FILE.rhai", |_| Err(BadNotation::new(0, "nothing"))).named_by_files(&[".rhai"]);
    /// assert!(entry.is_named("./half.rhai") && !entry.is_named("FILE"));
    /// ```
    #[must_use]
    pub fn named_by_files(self, endings: &'static [&'static str]) -> Self {
        Self { endings, ..self }
    }

    /// The same with what a component is, such as `heap`.
    ///
    /// ```
    /// use sprague_core::{BadNotation, registry::Entry};
    /// let entry = Entry::new("nim", |_| Err(BadNotation::new(0, "nothing"))).component("heap").play("take any number");
    /// let entry = entry.example("nim@3,4,5").theorem("all-but").source("Bouton 1901");
    /// assert_eq!((&*entry.component, &*entry.theorem), ("heap", "all-but"));
    /// ```
    #[must_use]
    pub fn component(self, component: impl Into<Cow<'static, str>>) -> Self {
        Self { component: component.into(), ..self }
    }

    /// The same with the rules in a line.
    ///
    /// See [`component`](Self::component) for an example.
    #[must_use]
    pub fn play(self, play: impl Into<Cow<'static, str>>) -> Self {
        Self { play: play.into(), ..self }
    }

    /// The same with a position to try.
    ///
    /// See [`component`](Self::component) for an example.
    #[must_use]
    pub fn example(self, example: impl Into<Cow<'static, str>>) -> Self {
        Self { example: example.into(), ..self }
    }

    /// The same with what proves its periods; `-` unless said.
    ///
    /// See [`component`](Self::component) for an example.
    #[must_use]
    pub fn theorem(self, theorem: impl Into<Cow<'static, str>>) -> Self {
        Self { theorem: theorem.into(), ..self }
    }

    /// The same with where the game comes from.
    ///
    /// See [`component`](Self::component) for an example.
    #[must_use]
    pub fn source(self, source: impl Into<Cow<'static, str>>) -> Self {
        Self { source: source.into(), ..self }
    }

    /// The name, without parameters.
    ///
    /// See [`new`](Self::new) for an example.
    pub fn name(&self) -> &str {
        &self.notation[..self.notation.find([':', '[']).unwrap_or(self.notation.len())]
    }

    /// Whether this is a name of it.
    ///
    /// See [`named_by_files`](Self::named_by_files) for an example.
    pub fn is_named(&self, name: &str) -> bool {
        match self.endings {
            [] => self.name() == name,
            endings => endings.iter().any(|ending| name.ends_with(ending)),
        }
    }

    /// Whether it is named by paths of files, and reads its rules from them.
    ///
    /// ```
    /// use sprague_core::{BadNotation, registry::Entry};
    /// assert!(!Entry::new("nim", |_| Err(BadNotation::new(0, "nothing"))).is_of_files());
    /// ```
    pub fn is_of_files(&self) -> bool {
        !self.endings.is_empty()
    }

    /// The ruleset that these parameters ask for.
    ///
    /// # Errors
    /// [`BadNotation`] with the byte of the family.
    pub(super) fn read(&self, parameters: &Parameters<'_>) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
        (self.read)(parameters)
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entry({})", self.notation)
    }
}
