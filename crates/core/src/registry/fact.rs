//! A fact about a ruleset, with its source and a command that confirms it.

/// A true sentence about a ruleset.
///
/// ```
/// use sprague_core::registry::Fact;
/// let bouton = Fact::of("Lost exactly if the heaps add up to 0 without carry.", "Bouton 1901");
/// let shown = bouton.shown_by("solve nim@3,5,6", "lost for the player to move");
/// assert_eq!((shown.source, shown.command), ("Bouton 1901", "solve nim@3,5,6"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fact {
    /// The sentence.
    pub says: &'static str,
    /// Where the sentence is proved or was first reported.
    pub source: &'static str,
    /// A command that confirms the sentence or an example of it; may be empty.
    pub command: &'static str,
    /// A part of the text that the command prints.
    pub printed: &'static str,
}

impl Fact {
    /// Builds a fact that no command confirms.
    pub const fn of(says: &'static str, source: &'static str) -> Self {
        Self { says, source, command: "", printed: "" }
    }

    /// Adds a command that confirms the fact, and a part of its output.
    #[must_use]
    pub const fn shown_by(self, command: &'static str, printed: &'static str) -> Self {
        Self { command, printed, ..self }
    }
}
