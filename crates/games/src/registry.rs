//! What there is: every built-in ruleset with its notation and an example, and those that a program adds.

use crate::Custom;
use sprague::BadNotation;
use std::fmt;
use std::sync::Arc;

/// One ruleset of the command line.
///
/// ```
/// use sprague_games::{RULESETS, Session};
/// for entry in RULESETS {
///     if !entry.example.contains("FILE") {
///         assert!(Session::new().position(entry.example).is_ok(), "{}", entry.example);
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RulesetEntry {
    /// The name and what follows it, such as `subtraction:SET`.
    pub notation: &'static str,
    /// What a component is.
    pub component: &'static str,
    /// The rules in a sentence.
    pub play: &'static str,
    /// A position that can be asked about.
    pub example: &'static str,
    /// Which theorem can prove a period.
    pub theorem: &'static str,
    /// Who invented or described it.
    pub source: &'static str,
}

impl RulesetEntry {
    /// The name, which the notation begins with.
    ///
    /// ```
    /// assert_eq!(sprague_games::RULESETS[1].name(), "subtraction");
    /// ```
    pub fn name(&self) -> &'static str {
        &self.notation[..self.notation.find([':', '[']).unwrap_or(self.notation.len())]
    }
}

/// Reads a family of an added ruleset from its parameters.
type ReadFamily = dyn Fn(Option<&str>) -> Result<Custom, BadNotation> + Send + Sync;

/// Rulesets that a program adds to the built-in ones.
///
/// See [`Custom`] for an example.
#[derive(Clone, Default)]
pub struct Registry {
    added: Vec<(RulesetEntry, Arc<ReadFamily>)>,
}

impl Registry {
    /// Adds a ruleset. `read` gets what stands behind the `:` of the notation, `None` without a `:`, and answers the rules; its
    /// errors count bytes of that text. An added name comes before a built-in one.
    ///
    /// See [`Custom`] for an example.
    #[must_use]
    pub fn with(
        mut self,
        entry: RulesetEntry,
        read: impl Fn(Option<&str>) -> Result<Custom, BadNotation> + Send + Sync + 'static,
    ) -> Self {
        self.added.push((entry, Arc::new(read)));
        self
    }

    /// What was added, then what is built in.
    ///
    /// ```
    /// use sprague_games::{RULESETS, Registry};
    /// assert!(Registry::default().entries().eq(RULESETS));
    /// ```
    pub fn entries(&self) -> impl Iterator<Item = &RulesetEntry> {
        self.added.iter().map(|(entry, _)| entry).chain(RULESETS)
    }

    /// The family of an added ruleset, if `text` begins with the name of one.
    pub(crate) fn read(&self, text: &str) -> Option<Result<Custom, BadNotation>> {
        let name = &text[..text.find([':', '@']).unwrap_or(text.len())];
        let (_, read) = self.added.iter().find(|(entry, _)| entry.name() == name)?;
        Some(read(text.get(name.len() + 1..)).map_err(|error| error.shifted(name.len() + 1)))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.added.iter().map(|(entry, _)| entry.notation)).finish()
    }
}

/// Every built-in ruleset.
pub const RULESETS: &[RulesetEntry] = &[
    RulesetEntry {
        notation: "nim",
        component: "heap",
        play: "take any number from a heap",
        example: "nim@3,4,5",
        theorem: "all-but",
        source: "Bouton 1901",
    },
    RulesetEntry {
        notation: "subtraction:SET",
        component: "heap",
        play: "take an amount that is in SET",
        example: "subtraction:1,3,4@11",
        theorem: "bounded look-back",
        source: "TopCoder tutorial; Winning Ways ch. 4",
    },
    RulesetEntry {
        notation: "all-but:SET",
        component: "heap",
        play: "take any amount that is not in SET",
        example: "all-but:2,5@20",
        theorem: "all-but",
        source: "Siegel 2013, ch. IV",
    },
    RulesetEntry {
        notation: "stones:SET[:wins=even]",
        component: "pile or pile.mine.his",
        play: "take an amount in SET until none fits; who then holds an odd (even) number wins if the other does not",
        example: "stones:1-3@7",
        theorem: "bounded look-back",
        source: "McDougall 1997, Game::Stones",
    },
    RulesetEntry {
        notation: "no-repeat:SET[:memory=k]",
        component: "heap or heap/m1.m2",
        play: "take an amount in SET that is none of the last k moves",
        example: "no-repeat:1-5@20/3",
        theorem: "bounded look-back",
        source: "Fisher 2003, section 3",
    },
    RulesetEntry {
        notation: "asymmetric:LSET/RSET",
        component: "heap",
        play: "Left takes an amount in LSET, Right one in RSET; either may be `none`",
        example: "asymmetric:2,5,9/3,4,8@27",
        theorem: "bounded look-back",
        source: "Fisher 2003, section 4",
    },
    RulesetEntry {
        notation: "knights[:N]",
        component: "square x.y",
        play: "move a knight towards the corner of an N by N board (8 unless said)",
        example: "knights:8@3.4,7.7",
        theorem: "-",
        source: "TopCoder tutorial",
    },
    RulesetEntry {
        notation: "octal:CODE",
        component: "heaps",
        play: "take and break: bit k of digit i of CODE lets you take i and leave k heaps",
        example: "octal:0.77@12",
        theorem: "Guy-Smith; bounded look-back without splits",
        source: "Guy & Smith 1956",
    },
    RulesetEntry {
        notation: "grundy",
        component: "heaps",
        play: "split a heap into two unequal ones",
        example: "grundy@20",
        theorem: "none is known",
        source: "Grundy 1939",
    },
    RulesetEntry {
        notation: "kayles",
        component: "heaps",
        play: "0.77: knock down one skittle or two neighbours",
        example: "kayles@15",
        theorem: "Guy-Smith",
        source: "Dudeney 1908",
    },
    RulesetEntry {
        notation: "dawson-kayles",
        component: "heaps",
        play: "0.07: knock down two neighbours",
        example: "dawson-kayles@12",
        theorem: "Guy-Smith",
        source: "Winning Ways ch. 4",
    },
    RulesetEntry {
        notation: "dawson-chess",
        component: "heaps",
        play: "0.137: Dawson's chess problem as a heap game",
        example: "dawson-chess@12",
        theorem: "Guy-Smith",
        source: "Dawson 1935",
    },
    RulesetEntry {
        notation: "treblecross",
        component: "heaps",
        play: "0.007: one-dimensional noughts and crosses with crosses only",
        example: "treblecross@20",
        theorem: "Guy-Smith, but no period is known",
        source: "Winning Ways ch. 4",
    },
    RulesetEntry {
        notation: "FILE.rhai, FILE.wasm, FILE.wat",
        component: "as the plugin says",
        play: "a ruleset loaded at run time; parameters behind a `:`; `sprague new` writes a start",
        example: "./FILE.rhai@7",
        theorem: "those of its data, if it gives amounts or a code",
        source: "you",
    },
    RulesetEntry {
        notation: "digraph:FILE",
        component: "vertex",
        play: "move a token along an edge of a graph; cycles are allowed",
        example: "digraph:FILE@start",
        theorem: "-",
        source: "Smith 1966",
    },
];
