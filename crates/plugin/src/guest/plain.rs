//! Writes the text of a position inside a sum: unchanged, or in double quotes.

use super::failure::is_control;
use sprague_core::notation::{components, parts, terms, unbraced};
use std::borrow::Cow;

/// The end of the message about a text that cannot be written.
pub(crate) const NOT_WRITTEN: &str = "has a control character, which no position that is typed can have";

/// Returns a position as you would type it in a sum. It is in double quotes if some character has a meaning in a sum.
///
/// A quote inside the quotes is doubled. Returns `None` if the text has a control character.
pub(crate) fn written(text: &str) -> Option<Cow<'_, str>> {
    if text.chars().any(is_control) {
        return None;
    }
    Some(if is_plain(text) { text.into() } else { in_quotes(text).into() })
}

/// Returns a text in double quotes. Double quotes inside it are doubled.
pub(crate) fn in_quotes(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// Returns `true` if a text without quotes would be parsed as several positions, such as `a,b` or `a~b`.
pub(crate) fn is_divided(text: &str) -> bool {
    components(text).count() > 1 || parts(text, '~').count() > 1
}

/// Returns `true` if the text is parsed as one position anywhere in a sum.
fn is_plain(text: &str) -> bool {
    let is_plain = |c: char| !c.is_whitespace() && !"@,+~".contains(c);
    // a quote after the text would be swallowed if a quote or bracket in the text were open
    let ends = || components(&format!("{text},\"0\"")).count() == 2 && terms(&format!("x@{text}+x@\"0\"")).count() == 2;
    let begins = !text.is_empty() && !text.starts_with('"') && unbraced(&format!("{{{text}}}")) == Some(text);
    begins && text.chars().all(is_plain) && (!text.contains(['{', '(', '[', '"']) || ends())
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::notation::unquoted;

    #[test]
    fn what_swallows_its_neighbours_is_not_plain() {
        for text in ["3", "x/o", "(3)", "[1][2]", "3:{4}"] {
            assert!(is_plain(text), "{text}");
        }
        for text in ["", "1,2", "(3", "x[", "{", "\"a", "\"a\"", "a b", "a@b", "a)b", "a}b", "~", "x(\"a)\"b"] {
            assert!(!is_plain(text), "{text}");
        }
        assert_eq!(written("a\u{7}"), None);
    }

    #[test]
    fn any_text_is_read_as_it_was_written_beside_any_other() {
        let texts = ["", "a", "a~b", "a,b", "[1,2]", "++-+", "\"", "\"\"", "a\"~\"b", "x y", "é~ü", "a@b+c", "{", "(\"", "-"];
        for one in texts {
            for other in texts {
                let [one, other] = [one, other].map(|text| (text, written(text).unwrap()));
                let both = format!("{}~{}", one.1, other.1);
                let read: Vec<_> = parts(&both, '~').map(|(_, part)| unquoted(part).unwrap().into_owned()).collect();
                assert_eq!(read, [one.0, other.0], "{both}");
                assert_eq!(components(&format!("{both},{both}")).count(), 2, "{both}");
                assert_eq!(terms(&format!("x@{both}+x@{both}")).count(), 2, "{both}");
            }
        }
    }
}
