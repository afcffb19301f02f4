//! The open brackets at a position of the parser.

use super::braces::Item;
use crate::loopy::method::LoopyMethod;
use crate::loopy::sided::Sided;
use crate::text::Prefix;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    /// No bracket: the text itself.
    Text,
    Brace,
    Parenthesis,
    /// The parentheses of `Tiny(x)`, or of `Miny(x)` if `true`.
    Tiny(bool),
    /// The parentheses of a method, whose name is at this byte.
    Call(LoopyMethod, usize),
    /// No bracket: a text of methods that follow a value.
    Methods,
}

/// An open bracket, with the items parsed in it so far.
pub(super) struct Open<'t> {
    pub(super) bracket: Bracket,
    pub(super) name: &'t str,
    pub(super) node: usize,
    pub(super) prefixes: Vec<Prefix>,
    /// The value before the bracket. It is added, as in `1Tiny(2)`, or the method is called on it.
    pub(super) added: Option<Sided>,
    /// The sides parsed so far. Between them are the runs of bars, each as its length and its byte.
    pub(super) sides: Vec<Vec<Item>>,
    pub(super) bars: Vec<(usize, usize)>,
    /// After `&`: the onside of the option, and the byte of that sign.
    pub(super) onside: Option<(Sided, usize)>,
    /// The sum of the terms of the option parsed so far.
    pub(super) sum: Option<Item>,
    pub(super) is_subtracted: bool,
    /// `true` if a term must follow, as after a comma or a sign.
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

    /// Returns `true` if a list to which ± applies, or the list of a method's arguments, may continue here.
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
