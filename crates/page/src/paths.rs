//! The paths at which a page asks, and the question of each.

use serde_json::{Map, Value};
use sprague_plot::questions;
use sprague_questions::Asked;

/// The short paths, each with the name of its question.
const SHORT: [(&str, &str); 11] = [
    ("solve", "solve"),
    ("view", "view"),
    ("rows", "analyse"),
    ("value", "value"),
    ("value-view", "value-view"),
    ("table", "table"),
    ("graph", "graph"),
    ("compare", "compare"),
    ("quotient", "quotient"),
    ("certify", "certify"),
    ("strategy", "strategy"),
];

/// Every path with its question: `ask/` and its name, and the short ones.
///
/// ```
/// assert!(sprague_page::paths().any(|(path, asked)| path == "ask/solve" && asked.name() == "solve"));
/// ```
pub fn paths() -> impl Iterator<Item = (String, Asked)> {
    questions().flat_map(|asked| {
        let short = SHORT.iter().filter(move |(_, name)| *name == asked.name()).map(|(path, _)| (*path).to_owned());
        short.chain([format!("ask/{}", asked.name())]).map(move |path| (path, asked))
    })
}

/// The question at a path.
///
/// ```
/// assert_eq!(sprague_page::question("rows").unwrap().name(), "analyse");
/// assert!(sprague_page::question("nothing").is_none());
/// ```
pub fn question(path: &str) -> Option<Asked> {
    paths().find_map(|(known, asked)| (known == path).then_some(asked))
}

/// The JSON Schema of every question, by its name: a page makes controls of it.
///
/// ```
/// assert!(sprague_page::schema().contains(r#""max_moves""#));
/// ```
pub fn schema() -> String {
    let schemas: Map<String, Value> = questions().map(|question| (question.name().to_owned(), question.schema())).collect();
    Value::from(schemas).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_short_path_has_a_question() {
        for (path, name) in SHORT {
            assert_eq!(question(path).map(|asked| asked.name()), Some(name));
        }
        assert_eq!(paths().count(), questions().count() + SHORT.len());
    }

    #[test]
    fn a_path_with_the_name_of_a_question_is_its_path() {
        for (path, asked) in paths() {
            let name = path.strip_prefix("ask/").unwrap_or(&path);
            assert!(name == asked.name() || questions().all(|other| other.name() != name), "{path} asks {}", asked.name());
        }
    }
}
