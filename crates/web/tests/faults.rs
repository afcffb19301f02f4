//! Checks that a bug in rules or in the program affects only one question.

use crate::served::{EASY, Served, options};
use sprague::Limits;
use sprague_web::Options;
use std::fs;
use std::time::Duration;

#[test]
fn a_panic_is_an_answer_and_the_server_goes_on() {
    let served = Served::new();
    for _ in 0..5 {
        served.solve("broken@5").is_refused(500, "report");
        served.ask("solve", EASY).is_fine();
    }
    served.wait_for("running", 0);
    let reply = served.solve("broken@2");
    reply.is_fine();
    assert!(!served.solve("broken@5").body.contains("bug in the rules"), "the page is not told what the program knows");
}

#[test]
#[ignore = "slow: seconds"]
fn slow_plugins_that_fail_or_loop_give_an_error_and_the_others_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let scripts = [
        ("throws", "fn moves(n) { if n > 2 { throw \"\u{1b}[31mno\" } if n > 0 { [n - 1] } else { [] } }"),
        ("loops", "fn moves(n) { if n > 2 { loop { } } [] }"),
        ("grows", "fn moves(n) { [n + 1] }"),
        ("fills", "fn moves(n) { if n > 2 { let all = []; loop { all.push(`aaaaaaaaaaaaaaaaaaaa`); } } [] }"),
        ("recurses", "fn down(n) { down(n + 1) + 1 } fn moves(n) { if n > 2 { down(n) } [] }"),
        ("lies", "fn moves(n) { if n > 2 { [\"x y\", -1, 0.5, [[[]]]] } else { [] } }"),
        ("fine", "fn moves(n) { if n > 0 { [n - 1] } else { [] } }"),
    ];
    let path = |name: &str| folder.path().join(format!("{name}.rhai")).into_os_string().into_string().unwrap();
    for (name, script) in scripts {
        fs::write(path(name), script).unwrap();
    }
    let trap = folder.path().join("traps.wat").into_os_string().into_string().unwrap();
    fs::write(
        &trap,
        "(module (memory (export \"memory\") 1) (func (export \"moves\") (param i32 i32) (result i32) unreachable))",
    )
    .unwrap();
    let files: Vec<String> = scripts.iter().map(|(name, _)| path(name)).collect();
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Options::default().limits };
    let served = Served::with(Options { files, limits, ..options() });
    for name in ["throws", "loops", "grows", "fills", "recurses", "lies"] {
        let reply = served.solve(&format!("{}@9", path(name)));
        let answer = reply.json();
        let is_said = reply.status == 422 && answer["error"].is_string() || reply.status == 200 && answer["stopped"].is_string();
        assert!(is_said, "{name}: {reply:?}");
        let fine = served.solve(&format!("{}@9", path("fine")));
        assert_eq!(fine.json()["outcome"], "win", "{name}: {fine:?}");
    }
}
