//! `sprague schema`: the JSON Schema of every question, formatted in lines.

use crate::program::ask_words;
use serde_json::Value;

#[test]
fn every_question_has_a_schema_of_its_own() {
    let all: Value = serde_json::from_str(&ask_words("schema").out).unwrap();
    let questions = all["questions"].as_object().unwrap();
    assert!(questions.len() > 10, "{} questions", questions.len());
    for (name, schemas) in questions {
        let said = ask_words(&format!("schema {name}"));
        assert!(said.out.lines().count() > 10, "{name} stands in one line");
        assert!(!said.out.contains("```"), "{name} is described by Rust");
        assert_eq!(&serde_json::from_str::<Value>(&said.out).unwrap(), schemas, "{name}");
        assert_eq!(schemas["question"]["additionalProperties"], false, "{name} has fields that nobody reads");
    }
}

#[test]
fn an_unknown_question_is_told_the_names() {
    let said = ask_words("schema slove");
    assert_eq!((said.status, said.out.as_str()), (2, ""));
    assert!(said.err.contains("slove: expected one of") && said.err.contains("solve"), "{}", said.err);
}
