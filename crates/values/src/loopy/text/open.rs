//! Brackets that are open at a place of a text.

use super::braces::Item;
use crate::loopy::method::LoopyMethod;
use crate::loopy::sided::Sided;
use crate::text::Prefix;

/// A kind of brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    /// None: the text itself.
    Text,
    Brace,
    Parenthesis,
    /// Those of `Tiny(x)`, or, if `true`, of `Miny(x)`.
    Tiny(bool),
    /// Those of a method, named at this place.
    Call(LoopyMethod, usize),
    /// None: a text of methods.
    Methods,
}

/// Brackets that are open at a place of the text.
pub(super) struct Open<'t> {
    pub(super) bracket: Bracket,
    pub(super) name: &'t str,
    pub(super) node: usize,
    pub(super) prefixes: Vec<Prefix>,
    /// The value before the brackets: it is added, as in `1Tiny(2)`, or has the method.
    pub(super) added: Option<Sided>,
    /// The sides so far, with the runs of bars between them.
    ///
    /// A run is its length and its place.
    pub(super) sides: Vec<Vec<Item>>,
    pub(super) bars: Vec<(usize, usize)>,
    /// The onside of the option, once `&` was read, and the place of that sign.
    pub(super) onside: Option<(Sided, usize)>,
    /// The terms of the option so far, added.
    pub(super) sum: Option<Item>,
    pub(super) is_subtracted: bool,
    /// Tells whether a term must come: after a comma or a sign.
    pub(super) is_due: bool,
}

impl<'t> Open<'t> {
    pub(super) fn new(bracket: Bracket, name: &'t str, node: usize, prefixes: Vec<Prefix>) -> Self {
        let is_due = bracket != Bracket::Brace;
        let (added, onside, sum) = (None, None, None);
        Self {
            bracket,
            name,
            node,
            prefixes,
            added,
            sides: vec![vec![]],
            bars: vec![],
            onside,
            sum,
            is_subtracted: false,
            is_due,
        }
    }

    /// Tells whether a list may stand here, to which ± applies.
    pub(super) fn is_list(&self) -> bool {
        let is_open = match self.bracket {
            Bracket::Brace => self.bars.is_empty() && self.name.is_empty(),
            Bracket::Parenthesis => true,
            Bracket::Call(method, _) => return self.sides[0].len() + 1 < method.arguments(),
            _ => false,
        };
        is_open && self.prefixes.last() == Some(&Prefix::PlusMinus)
    }

    pub(super) fn may_end_empty(&self, next: Option<char>) -> bool {
        self.bracket == Bracket::Brace && !self.is_due && (next == Some('|') || (next == Some('}') && !self.bars.is_empty()))
    }

    pub(super) fn what_follows(&self) -> &'static str {
        match self.bracket {
            Bracket::Text | Bracket::Methods => "nothing more",
            Bracket::Call(method, _) if self.sides[0].len() + 1 < method.arguments() => "',' and one more value",
            Bracket::Brace if self.is_list() => "',', '|' or '}'",
            Bracket::Brace if self.bars.is_empty() => "',' or '|'",
            Bracket::Brace => "',', '|' or '}'",
            _ if self.is_list() => "',' or ')'",
            _ => "')'",
        }
    }
}
