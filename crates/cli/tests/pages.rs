//! Answers shown in the README and in the pages of `docs` are those of the program.

use crate::plugins::{Folder, ask_in, blocks};

/// Runs each command of a page in a folder, and compares the answers with those on the page. Returns the number of commands.
#[track_caller]
fn is_true(page: &str, folder: &Folder) -> usize {
    let mut shown = 0;
    for command in blocks(page, "console").iter().flat_map(|block| block.split("$ sprague ").skip(1)) {
        let (question, expected) = command.split_once('\n').unwrap();
        if expected.trim().is_empty() {
            continue;
        }
        let (_, out, err) =
            ask_in(&folder.0, &question.split_whitespace().map(|word| word.trim_matches('\'')).collect::<Vec<_>>());
        assert_eq!(format!("{out}{err}"), expected, "{question}");
        shown += 1;
    }
    shown
}

#[test]
fn the_answers_in_readme_are_true() {
    assert_eq!(is_true(include_str!("../../../README.md"), &Folder::new("readme")), 1);
}

#[test]
#[ignore = "slow: half a minute"]
fn slow_the_page_about_sums_is_true() {
    assert_eq!(is_true(include_str!("../../../docs/sums.md"), &Folder::new("sums")), 7);
}

#[test]
fn the_start_page_and_the_page_about_files_are_true() {
    let folder = Folder::new("files");
    assert_eq!(is_true(include_str!("../../../docs/index.md"), &folder), 1);
    assert_eq!(is_true(include_str!("../../../docs/reference/formats.md"), &folder), 3);
}

#[test]
fn the_page_about_graph_files_is_true() {
    let page = include_str!("../../../docs/digraph-files.md");
    let folder = Folder::new("graphs");
    folder.write("maze.graph", blocks(page, "text")[0]);
    folder.write("chase.graph", blocks(page, "text")[1]);
    folder.write("broken.graph", "start the hall\n");
    assert_eq!(is_true(page, &folder), 4);
}

#[test]
fn the_page_about_coq_is_true() {
    let page = include_str!("../../../docs/how-it-works/coq.md");
    let folder = Folder::new("coq");
    folder.write("maze.graph", "start library\nlibrary cellar\ncellar library\nlibrary end\n");
    assert_eq!(is_true(page, &folder), 9);
}

#[test]
fn the_page_about_values_is_true() {
    assert_eq!(is_true(include_str!("../../../docs/values-in-an-hour.md"), &Folder::new("values")), 12);
}

#[test]
fn the_page_about_fast_rulesets_is_true() {
    assert_eq!(is_true(include_str!("../../../docs/fast-rulesets.md"), &Folder::new("fast")), 1);
}

#[test]
fn the_page_about_the_page_is_true() {
    assert_eq!(is_true(include_str!("../../../docs/twenty-minutes-with-the-page.md"), &Folder::new("page")), 4);
}
