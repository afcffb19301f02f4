//! Compares rulesets with golden files: results of brute force by another program, and known answers with their sources.

use sprague::Limits;
use sprague_questions::{Session, Solve};
use sprague_testkit::golden;
use std::path::PathBuf;

#[test]
fn golden_classes_and_nimbers_come_out() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/rulesets.txt");
    let session = Session::new();
    let lines = golden::read(path).unwrap();
    for golden::Line { position, values: [expected], .. } in &lines {
        let nimber = expected.parse::<u64>().is_ok();
        let question = Solve { position: position.clone(), nimber, ..Solve::default() };
        let json = session.ask(&question, &Limits::default()).unwrap().to_json();
        let found = json["outcome_class"].as_str().map_or_else(|| json["nimber"].to_string(), str::to_owned);
        let found = json["score"].as_i64().map_or(found, |score| score.to_string());
        let found = if found == "null" { json["value"].as_str().unwrap_or_default().to_owned() } else { found };
        assert_eq!(found, *expected, "{position}");
    }
    assert!(lines.len() > 250, "{}", lines.len());
}
