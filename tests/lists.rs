//! Checks that the lists of crates agree with each other.
//!
//! A crate that is missing from one of them would not be built, tested or named.

use crate::architecture::folders;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("the file is there")
}

/// Returns the folders of the crates in a list of the workspace.
fn listed(manifest: &str, list: &str) -> BTreeSet<String> {
    let (_, rest) = manifest.split_once(&format!("\n{list} = [")).expect("the workspace has this list");
    let paths = rest.split(']').next().unwrap_or_default().split('"').skip(1).step_by(2);
    let mut all = BTreeSet::new();
    for path in paths.filter_map(|path| path.strip_prefix("crates/")) {
        let is_of = |name: &&String| path.strip_suffix('*').map_or(*name == path, |folder| name.starts_with(folder));
        let before = all.len();
        all.extend(folders().keys().filter(is_of).cloned());
        assert!(all.len() > before, "{list}: there is no crates/{path}, or it is named twice");
    }
    all
}

#[test]
fn the_workspace_has_every_crate_and_tests_it() {
    let (manifest, mut all) = (read("Cargo.toml"), folders().into_keys().collect::<BTreeSet<_>>());
    assert_eq!(listed(&manifest, "members"), all);
    // it needs another target, so CI builds and tests it separately
    assert!(all.remove("playground") && read(".ci/run").contains("cargo test --locked -p sprague-playground"));
    // `pip` builds it, and its own command tests it
    assert!(all.remove("python") && read(".ci/run").contains("step crates/python/test"));
    assert_eq!(listed(&manifest, "default-members"), all);
    let libraries = all.iter().filter(|name| !["browser", "guest", "python"].contains(&name.as_str()));
    for name in libraries {
        assert!(manifest.contains(&format!("path = \"crates/{name}\"")), "{name} is in no [workspace.dependencies]");
    }
}

#[test]
fn every_ruleset_crate_is_built_in_and_tried_by_the_laws() {
    let (questions, list) = (read("crates/questions/Cargo.toml"), read("crates/questions/src/read/builtin.rs"));
    let (of_tests, laws) = (read("Cargo.toml"), read("tests/laws.rs"));
    let mut count = 0;
    for (name, folder) in folders() {
        let Some(name) = name.strip_prefix("rules/") else { continue };
        let (package, module) = (format!("sprague-rules-{name}"), format!("sprague_rules_{}", name.replace('-', "_")));
        let has_entries = crate::architecture::files_below(&folder.join("src"))
            .iter()
            .any(|path| fs::read_to_string(path).expect("a source file is text").contains("pub fn entries("));
        // a ruleset with a name is checked by `every_built_in_ruleset_keeps_the_laws_…`
        if has_entries {
            assert!(questions.contains(&format!("\n{package}.workspace = true")), "{package} is no dependency of questions");
            assert!(list.contains(&format!(".with({module}::entries())")), "{package} is not in the list of built-ins");
        } else {
            assert!(of_tests.contains(&format!("\n{package}.workspace = true")), "{package} is no dependency of the tests");
            assert!(laws.contains(&format!("use {module}::")), "{package} is in no test of laws");
        }
        count += 1;
    }
    assert!(count >= 12, "the rulesets were found");
}

#[test]
fn book_and_ci_know_every_part_of_the_program_that_can_be_left_out() {
    let (manifest, book, ci) = (read("crates/cli/Cargo.toml"), read("docs/install.md"), read("release/check"));
    let list = |name: &str| {
        let (_, list) = manifest.split_once(&format!("\n{name} = [")).expect("the program has this feature");
        list.split(']').next().unwrap_or_default().split('"').skip(1).step_by(2)
    };
    let is_part = |name: &&str| !name.contains('/') && *name != "default";
    let features: Vec<&str> = list("default").chain(list("full")).filter(is_part).collect();
    assert!(features.len() >= 7, "{features:?}");
    for feature in features {
        assert!(book.contains(&format!("\n| `{feature}` | ")), "the table of docs/install.md has no `{feature}`");
        // mimalloc is written in C, and without the feature `stack` scripts run as on other systems
        let is_checked = ci.contains(&format!("sprague-cli/{feature}"));
        assert!(is_checked || ["mimalloc", "stack"].contains(&feature), "CI does not check `{feature}` on other systems");
    }
}

#[test]
fn fuzzing_and_the_book_know_where_the_crates_are() {
    for line in read("fuzz/Cargo.toml").lines().filter(|line| line.contains("path = \"../crates/")) {
        let name = line.split('"').nth(1).and_then(|path| path.strip_prefix("../crates/")).unwrap_or_default();
        assert!(folders().contains_key(name), "fuzz/Cargo.toml: {line}");
    }
    assert!(read("fuzz/Cargo.toml").contains("\"../crates/questions\""), "with it all built-in rulesets are fuzzed");
    let book = read("docs/how-it-works/architecture.md");
    for name in folders().keys() {
        let room = if name.starts_with("rules/") { "rules/*" } else { name };
        assert!(book.contains(&format!("\ncrates/{room}/ ")), "docs/how-it-works/architecture.md names no room crates/{room}/");
    }
}
