//! Blanks are free in a question: they are taken out, and errors still point into what was typed.

use sprague::BadNotation;

/// A question without its blanks.
pub(crate) struct WithoutBlanks {
    pub(crate) text: String,
    /// Where each byte of `text`, and its end, stood.
    origin: Vec<usize>,
}

impl WithoutBlanks {
    pub(crate) fn of(typed: &str) -> Self {
        let (mut text, mut origin) = (String::new(), vec![]);
        for (at, c) in typed.char_indices().filter(|(_, c)| !c.is_whitespace()) {
            text.push(c);
            origin.extend(at..at + c.len_utf8());
        }
        origin.push(typed.trim_end().len());
        Self { text, origin }
    }

    /// Where this byte, or the end, was typed.
    pub(crate) fn typed(&self, at: usize) -> usize {
        self.origin[at.min(self.text.len())]
    }

    /// The error, moved to where the byte was typed.
    pub(crate) fn as_typed(&self, mut error: BadNotation) -> BadNotation {
        error.at = self.typed(error.at);
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_into_what_was_typed() {
        let question = WithoutBlanks::of(" nim @ 3 ,x ");
        assert_eq!(question.text, "nim@3,x");
        assert_eq!(question.as_typed(BadNotation::new(6, "a number")).at, 10);
        assert_eq!(question.as_typed(BadNotation::new(7, "a number")).at, 11);
    }
}
