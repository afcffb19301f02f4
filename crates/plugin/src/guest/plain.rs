//! Texts that may stand for a position inside a sum.

use super::failure::is_control;
use sprague_core::notation::{components, terms};

/// The reason against other texts, to be read behind one.
pub(crate) const NOT_PLAIN: &str =
    "is empty, or has a blank, a control character, `@`, `,`, `+` or `~`, or an open bracket or quote";

/// Tells whether a text is read as one position, wherever it stands in a sum.
pub(crate) fn is_plain(text: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !is_control(c) && !"@,+~".contains(c);
    // a quote behind it shows whether one of its own is open
    let ends = || components(&format!("{text},\"0\"")).count() == 2 && terms(&format!("x@{text}+x@\"0\"")).count() == 2;
    !text.is_empty() && text.chars().all(is_plain) && (!text.contains(['{', '(', '[', '"']) || ends())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_swallows_its_neighbours_is_not_plain() {
        for text in ["3", "x/o", "(3)", "[1][2]", "\"a\"", "a)b", "3:{4}"] {
            assert!(is_plain(text), "{text}");
        }
        for text in ["", "1,2", "(3", "x[", "{", "\"a", "a b", "a@b", "~", "a\u{7}", "x(\"a)\"b"] {
            assert!(!is_plain(text), "{text}");
        }
    }
}
