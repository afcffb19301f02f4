//! `sprague plot`: complete files, drawings that fit the terminal, and refusals.

use crate::plugins::Folder;
use crate::program::{Scratch, ask, ask_words, command};
use std::fs;

/// Returns the file to which a drawing was written.
fn written(question: &str, name: &str) -> Vec<u8> {
    let folder = Scratch::folder("plot");
    let path = format!("{}/{name}", folder.as_str());
    let said = ask(["plot", "-o", &path].into_iter().chain(question.split(' '))).text();
    assert!(said.lines().count() == 1 && said.contains(" written to ") && said.contains(name), "{said}");
    fs::read(path).unwrap()
}

#[test]
fn a_pipe_gets_the_file_that_would_be_written() {
    for question in [
        "kayles",
        "wythoff --to 5x5",
        "game@{2|-1}",
        "nim@1,2",
        "cram@2x3 --as picture",
        "kayles@{x} --x 3-9",
        "asymmetric:1,3/2 --as order",
    ] {
        let piped = ask_words(&format!("plot {question}")).text();
        assert!(piped.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && piped.ends_with("</svg>\n"), "{question}");
        assert_eq!(written(question, "drawing.svg"), piped.as_bytes(), "{question}");
        assert_eq!(written(question, "DRAWING.SVG"), piped.as_bytes(), "{question}");
    }
}

#[test]
fn a_theme_may_be_fixed() {
    let drawn = |theme: &str| ask_words(&format!("plot nim@2 --theme {theme}")).text();
    assert!(drawn("auto").contains("prefers-color-scheme") && !drawn("dark").contains("prefers-color-scheme"));
    assert_ne!(drawn("dark"), drawn("light"));
}

#[test]
fn in_the_terminal_a_drawing_is_as_wide_as_that() {
    for question in [
        "kayles",
        "wythoff --to 40x40",
        "game@{4||1|-3}",
        "kayles@6",
        "nim@3,70 --as picture",
        "asymmetric:1/1 --rows values",
        "asymmetric:1,2/1,4 --as order",
    ] {
        for columns in [60, 80, 120] {
            let mut program = command();
            program.args(["plot", "--terminal"]).args(question.split(' ')).env("COLUMNS", columns.to_string());
            let output = program.output().unwrap();
            assert!(output.status.success(), "{question}");
            let text = String::from_utf8(output.stdout).unwrap();
            assert!(text.lines().count() > 3 && text.lines().all(|line| line.chars().count() <= columns), "{columns}:\n{text}");
        }
    }
}

#[test]
fn other_endings_are_refused_with_those_that_there_are() {
    for path in ["kayles.jpg", "kayles", "kayles.svg.gz", ".svg", "\u{1b}[2J.gif"] {
        let line = ask(["plot", "kayles", "-o", path]).refusal();
        assert!(line.contains("a name that ends in .svg") && !line.contains('\u{1b}'), "{line}");
    }
}

#[cfg(not(feature = "png"))]
#[test]
fn without_pixels_the_feature_is_named() {
    let line = ask(["plot", "kayles", "-o", "kayles.png"]).refusal();
    assert!(line.contains("--features png"), "{line}");
}

#[cfg(feature = "png")]
#[test]
fn pixels_are_written() {
    assert!(written("kayles", "kayles.png").starts_with(b"\x89PNG"));
}

#[test]
fn what_does_not_fit_is_refused_before_anything_is_written() {
    let folder = Scratch::folder("plot-refused");
    let path = format!("{}/drawing.svg", folder.as_str());
    let cases = [
        ("kayles --depth 3", "--depth is for a graph: ask for --as graph"),
        ("nim@30,40,50", "--depth 2"),
        ("nim@3 --first left", "--first is for partizan games"),
        ("kayles --as pie", "points, table, thermograph, scaffold, graph, picture, order"),
        ("asymmetric:1,3/2 --as order --to 200", "40000 cells"),
        ("asymmetric:1,3/2 --as order --play misere", "--play misere has no values, and so no order of rows"),
        ("asymmetric:1,3/2@5 --as order", "a family without a position"),
        ("wythoff --as order", "positions that are numbers"),
        ("kayles --to 3x", "such as 30x20"),
        ("kayles@{x} --x 9-3", "the smaller one first"),
        ("wythoff --to 300x300", "40000 cells"),
        ("kayles --theme black", "auto, light, dark"),
        ("nym", "a ruleset"),
        ("kayles --terminal", "cannot be used with"),
    ];
    for (question, expected) in cases {
        let line = ask(["plot"].into_iter().chain(question.split(' ')).chain(["-o", &path])).refusal();
        assert!(line.contains(expected), "{question}: {line}");
    }
    assert_eq!(fs::read_dir(folder.as_str()).unwrap().count(), 0);
}

#[test]
fn a_limit_leaves_what_is_known_and_the_exit_status_says_so() {
    let folder = Scratch::folder("plot-limit");
    let path = format!("{}/table.svg", folder.as_str());
    let said = ask(["plot", "wythoff@{x}.{y}", "--to", "150x150", "--limit-positions", "5000", "-o", &path]);
    assert_eq!(said.status, 1, "{}", said.err);
    assert!(said.err.contains("--limit-positions"), "{}", said.err);
    assert!(fs::read_to_string(&path).unwrap().contains("cells are missing"));
    let nothing = ask(["plot", "cram@6x6", "--limit-positions", "100"]).regret();
    assert!(nothing.contains("--limit-positions"), "{nothing}");
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let line = ask(["plot", "kayles", "-o", "/no/such/folder/file.svg"]).regret();
    assert!(line.contains("/no/such/folder/file.svg"), "{line}");
    let folder = Scratch::folder("plot-whole");
    let path = format!("{}/drawing.svg", folder.as_str());
    for what in ["kayles", "nim"] {
        ask(["plot", what, "-o", &path]).text();
        assert!(fs::read_to_string(&path).unwrap().contains(&format!("<title>{what}</title>")));
    }
    assert_eq!(fs::read_dir(folder.as_str()).unwrap().count(), 1);
}

#[test]
fn names_in_graph_files_are_drawn() {
    let folder = Folder::new("plot-graphs");
    folder.write("maze.graph", "start hall\nhall start\nhall garden\n");
    let output = command().args(["plot", "digraph:maze.graph@start"]).current_dir(&folder.0).output().unwrap();
    let svg = String::from_utf8(output.stdout).unwrap();
    assert!(["start", "hall", "garden"].iter().all(|name| svg.contains(name)), "{svg}");
    assert!(svg.contains("dashed lines lead back"), "{svg}");
}
