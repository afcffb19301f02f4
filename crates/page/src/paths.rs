//! The paths of a page's requests, and the question of each path.

use serde_json::{Map, Value};
use sprague_plot::questions;
use sprague_questions::Asked;

const SHORT: [(&str, &str); 14] = [
    ("solve", "solve"),
    ("view", "view"),
    ("board", "board"),
    ("reply", "reply"),
    ("fresh", "fresh"),
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

/// Returns every path with its question: `ask/` followed by the question's name, and the short paths.
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

/// Returns the question at a path, or `None` if there is no such path.
///
/// ```
/// assert_eq!(sprague_page::question("rows").unwrap().name(), "analyse");
/// assert!(sprague_page::question("nothing").is_none());
/// ```
pub fn question(path: &str) -> Option<Asked> {
    paths().find_map(|(known, asked)| (known == path).then_some(asked))
}

/// Returns a JSON object with the JSON Schema of every question by its name, from which a page builds its controls.
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
