//! Checks that crates depend on each other only as ARCHITECTURE.md allows, and that every file begins with its idea.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the project's crates on which a crate may depend, or `None` if there is no restriction.
fn may_depend_on(name: &str) -> Option<&'static [&'static str]> {
    match name {
        "sprague-core" | "sprague-guest" => Some(&[]),
        "sprague-rows" | "sprague-values" | "sprague-check" | "sprague-coq" | "sprague-shards" => Some(&["sprague-core"]),
        // plugins can be data: amounts or a code
        "sprague-plugin" => {
            Some(&["sprague-core", "sprague-rules-asymmetric", "sprague-rules-octal", "sprague-rules-subtraction"])
        }
        "sprague" => Some(&["sprague-core", "sprague-rows", "sprague-values"]),
        "sprague-testkit" => Some(&["sprague"]),
        // the page shows games
        "sprague-page" => Some(&["sprague", "sprague-questions", "sprague-plot", "sprague-plugin"]),
        // an agent asks the questions of the page
        "sprague-mcp" => Some(&["sprague", "sprague-page", "sprague-plot", "sprague-questions"]),
        // two ways to reach the page: a server, and an engine in the page
        "sprague-web" => Some(&["sprague", "sprague-page", "sprague-questions"]),
        "sprague-browser" => Some(&["sprague", "sprague-page", "sprague-plugin", "sprague-questions"]),
        "sprague-plot" => Some(&["sprague", "sprague-questions"]),
        // installs the program, too
        "sprague-python" => {
            Some(&["sprague", "sprague-cli", "sprague-questions", "sprague-plot", "sprague-plugin", "sprague-shards"])
        }
        // the theorem about misère Nim uses Bouton's, and modifiers return rules that are data
        "sprague-rules-misere" => Some(&["sprague-core", "sprague-rules-nim"]),
        // the heads of coins are heaps of a code
        "sprague-rules-coins" => Some(&["sprague-core", "sprague-rules-octal"]),
        "sprague-rules-no-repeat" => Some(&["sprague-core", "sprague-rules-subtraction"]),
        "sprague-rules-modifiers" => {
            Some(&["sprague-core", "sprague-rules-asymmetric", "sprague-rules-octal", "sprague-rules-subtraction"])
        }
        _ if name.starts_with("sprague-rules-") => Some(&["sprague-core"]),
        _ => None,
    }
}

/// The parts of a manifest that are about dependencies.
struct Manifest {
    path: PathBuf,
    name: String,
    /// Crates of the project in `[dependencies]` and `[build-dependencies]`.
    needs: Vec<String>,
    /// Crates of the project in `[dev-dependencies]`.
    needs_for_tests: Vec<String>,
}

impl Manifest {
    fn read(path: PathBuf) -> Self {
        let text = fs::read_to_string(&path).expect("every crate has a manifest");
        let (mut name, mut needs, mut needs_for_tests) = (String::new(), vec![], vec![]);
        let mut section = String::new();
        for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
            if let Some(header) = line.strip_prefix('[') {
                // `[dependencies.sprague]` is such a section, and so is `[target.….dependencies]`
                let (header, key) = match header.trim_end_matches(']').rsplit_once("dependencies.") {
                    Some((before, key)) => (format!("{before}dependencies"), Some(key)),
                    None => (header.trim_end_matches(']').to_owned(), None),
                };
                section = header;
                needs_in(&section, key, &mut needs, &mut needs_for_tests);
                continue;
            }
            let Some((key, value)) = line.split_once('=') else { continue };
            if section == "package" && key.trim() == "name" {
                name = value.trim().trim_matches('"').to_owned();
            }
            let key = key.trim().split('.').next();
            needs_in(&section, key, &mut needs, &mut needs_for_tests);
            // a crate that is used under another name
            let renamed = value.split_once("package").and_then(|(_, rest)| rest.split('"').nth(1));
            needs_in(&section, renamed, &mut needs, &mut needs_for_tests);
        }
        Self { path, name, needs, needs_for_tests }
    }
}

/// Adds a crate of the project that a section of a manifest names.
fn needs_in(section: &str, key: Option<&str>, needs: &mut Vec<String>, needs_for_tests: &mut Vec<String>) {
    let Some(key) = key.filter(|key| *key == "sprague" || key.starts_with("sprague-")) else { return };
    if section.ends_with("dev-dependencies") {
        needs_for_tests.push(key.to_owned());
    } else if section.ends_with("dependencies") {
        needs.push(key.to_owned());
    }
}

/// Returns the folders of all crates, by their paths below `crates`.
pub(crate) fn folders() -> BTreeMap<String, PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let inside = |folder: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).expect("there are crates");
        entries.map(|entry| entry.expect("a folder can be listed").path()).collect()
    };
    let all = inside(&root).into_iter().chain(inside(&root.join("rules"))).filter(|folder| folder.join("Cargo.toml").exists());
    let name = |folder: &PathBuf| folder.strip_prefix(&root).expect("it lies below").display().to_string();
    let folders: BTreeMap<String, PathBuf> = all.map(|folder| (name(&folder), folder)).collect();
    assert!(folders.len() >= 25, "the crates were found");
    folders
}

fn crates() -> Vec<Manifest> {
    folders().values().map(|folder| Manifest::read(folder.join("Cargo.toml"))).collect()
}

pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return vec![] };
    let paths = entries.map(|entry| entry.expect("a folder can be listed").path());
    paths
        .flat_map(|path| match path.is_dir() {
            true => files_below(&path),
            false => vec![path],
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

fn sources() -> Vec<PathBuf> {
    crates().iter().flat_map(|manifest| files_below(&manifest.path.with_file_name("src"))).collect()
}

#[test]
fn arrows_between_crates_never_turn_back() {
    for manifest in crates() {
        let Some(allowed) = may_depend_on(&manifest.name) else { continue };
        for need in &manifest.needs {
            assert!(allowed.contains(&need.as_str()), "{} depends on {need}", manifest.name);
        }
    }
}

#[test]
fn manifests_are_read_as_cargo_reads_them() {
    let known: BTreeMap<String, Vec<String>> = crates().into_iter().map(|manifest| (manifest.name, manifest.needs)).collect();
    assert_eq!(known["sprague"], ["sprague-core", "sprague-rows", "sprague-values"]);
    assert_eq!(known["sprague-testkit"], ["sprague"]);
    assert_eq!(known["sprague-rules-no-repeat"], ["sprague-core", "sprague-rules-subtraction"]);
    assert!(known["sprague-core"].is_empty());
}

#[test]
fn nobody_depends_on_the_program() {
    for manifest in crates() {
        let mut all = manifest.needs.iter().chain(&manifest.needs_for_tests);
        // except for the Python package, which installs the program
        assert!(all.all(|need| need != "sprague-cli") || manifest.name == "sprague-python", "{}", manifest.name);
    }
}

#[test]
fn core_rows_and_engine_know_no_ruleset_not_even_in_tests() {
    for manifest in
        crates().into_iter().filter(|manifest| ["sprague", "sprague-core", "sprague-rows"].contains(&manifest.name.as_str()))
    {
        let mut all = manifest.needs.iter().chain(&manifest.needs_for_tests);
        let is_far = |need: &String| need.starts_with("sprague-rules-") || need == "sprague-questions";
        assert!(!all.any(is_far), "{}", manifest.name);
    }
}

/// The modules of the engine. Each may use only the modules before it.
const STAGES: [&str; 9] = ["growth", "graph", "evaluate", "values", "value_rows", "theory", "quotient", "solve", "prelude"];

#[test]
fn the_stages_of_the_engine_stand_in_order() {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/engine/src");
    let mut arrows = 0;
    for path in files_below(&engine) {
        let inside = path.strip_prefix(&engine).expect("it lies below");
        let room = inside.components().next().expect("a file has a name").as_os_str().to_string_lossy();
        let room = room.trim_end_matches(".rs");
        if room == "lib" || path.file_name().is_some_and(|name| name == "tests.rs") {
            continue;
        }
        let here = STAGES.iter().position(|stage| *stage == room);
        let here = here.unwrap_or_else(|| panic!("{room} is no stage: it needs its place in STAGES"));
        let text = fs::read_to_string(&path).expect("a source file is text");
        let rules = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = rules.lines().filter(|line| !line.trim_start().starts_with("//"));
        for used in code.flat_map(|line| line.split("crate::").skip(1)) {
            let name = used.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default();
            if let Some(there) = STAGES.iter().position(|stage| *stage == name) {
                arrows += usize::from(there < here);
                assert!(there <= here, "{} uses {name}, which comes later", path.display());
            }
        }
    }
    assert!(arrows > 20, "the arrows were seen");
}

#[test]
fn every_file_opens_with_its_idea() {
    for path in sources() {
        let text = fs::read_to_string(&path).expect("a source file is text");
        let opening = text.lines().next().unwrap_or_default();
        assert!(opening.strip_prefix("//! ").is_some_and(|idea| idea.len() > 10), "{}", path.display());
    }
}

#[test]
fn every_test_bench_and_example_opens_with_its_idea() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rooms = ["tests", "benches", "examples"];
    let of_crates = crates().into_iter().flat_map(|manifest| rooms.map(|room| files_below(&manifest.path.with_file_name(room))));
    for path in of_crates.chain(rooms.map(|room| files_below(&root.join(room)))).flatten() {
        let text = fs::read_to_string(&path).expect("a source file is text");
        assert!(text.starts_with("//! "), "{}", path.display());
    }
}

#[test]
fn every_file_of_tests_is_compiled() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let rooms = crates().into_iter().map(|manifest| manifest.path.with_file_name("tests")).chain([root.join("tests")]);
    let suites: Vec<(PathBuf, String)> =
        rooms.filter_map(|room| fs::read_to_string(room.join("suite.rs")).ok().map(|suite| (room, suite))).collect();
    assert!(suites.len() >= 3, "the suites were found");
    for (room, suite) in suites {
        for path in files_below(&room).iter().filter(|path| path.parent() == Some(&room)) {
            let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a file has a name");
            let is_module = suite.lines().any(|line| line == format!("mod {stem};"));
            let manifest = fs::read_to_string(room.with_file_name("Cargo.toml")).expect("every crate has a manifest");
            let has_own_binary = manifest.contains(&format!("[[test]]\nname = \"{stem}\""));
            assert!(is_module || has_own_binary, "{} is no module of suite.rs", path.display());
        }
    }
}

/// Cargo silently skips a test program whose `required-features` are missing, so no test program may require features.
#[test]
fn no_test_program_is_skipped() {
    for manifest in crates() {
        let text = fs::read_to_string(&manifest.path).expect("every crate has a manifest");
        let skipped = text.split("\n[").find(|table| table.starts_with("[test]]") && table.contains("required-features"));
        assert!(skipped.is_none(), "{}: [{}", manifest.path.display(), skipped.unwrap_or_default());
    }
}

#[test]
fn the_program_that_is_installed_has_no_symbols() {
    let manifest = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("the file is there");
    let (_, release) = manifest.split_once("[profile.release]").expect("releases have a profile");
    let release = release.split("\n[").next().unwrap_or_default();
    assert!(release.lines().any(|line| line == "strip = \"symbols\"") && !release.contains("debug"), "{release}");
}

/// The setting with which CI prints how long each test takes.
const TIMED: &str = "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=\"$PWD/.ci/timed\" ";

#[test]
fn a_person_is_told_to_run_what_ci_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name| fs::read_to_string(root.join(name)).expect("the file is there");
    let (script, page, readme) = (read(".ci/run"), read("CONTRIBUTING.md"), read("README.md"));
    let steps = script
        .lines()
        .filter(|line| ["step cargo", "step crates/", "step .ci/"].iter().any(|step| line.contains(step)))
        .map(|line| line.trim_start().replacen("step ", "", 1))
        // only CI measures each test and runs steps in parallel
        .map(|line| line.split(" 2>&1 | tee").next().unwrap_or_default().trim_start_matches(TIMED).to_owned());
    let told = page.lines().filter_map(|line| line.strip_prefix("$ ")).map(str::to_owned);
    let steps: Vec<String> = steps.collect();
    assert_eq!(steps, told.collect::<Vec<_>>());
    assert!(steps.iter().any(|step| step.starts_with("cargo test --locked --features")) && readme.contains("$ cargo test "));
}

#[test]
fn a_file_is_named_for_what_it_holds() {
    for path in sources() {
        let stem = path.file_stem().and_then(|stem| stem.to_str()).expect("a file has a name");
        let is_no_noun = ["utils", "util", "helpers", "helper", "common", "types", "misc"].contains(&stem);
        assert!(!is_no_noun, "{}", path.display());
    }
}

/// The only file that may use the clock of the standard library.
///
/// The restriction is for crates that run in a browser, where that clock panics.
const CLOCK: &str = "core/src/clock.rs";

#[test]
fn what_runs_in_browsers_takes_its_time_from_one_clock() {
    let never = ["cli", "mcp", "python", "shards", "testkit", "web"];
    let is_of_a_browser = |path: &PathBuf| !path.components().any(|part| never.iter().any(|room| part.as_os_str() == *room));
    for path in sources().into_iter().filter(is_of_a_browser).filter(|path| !path.ends_with(CLOCK)) {
        let text = fs::read_to_string(&path).expect("a source file is text");
        let code = text.lines().map(str::trim).filter(|line| !line.starts_with("//"));
        let is_of_the_system =
            |line: &&str| line.contains("std::time") && ["Instant", "SystemTime"].iter().any(|time| line.contains(time));
        let found: Vec<&str> = code.filter(is_of_the_system).collect();
        assert!(found.is_empty(), "{} uses another clock than {CLOCK}: {found:?}", path.display());
    }
}

#[test]
fn rules_and_kernels_do_not_print() {
    let is_silent =
        |path: &PathBuf| !path.components().any(|part| ["cli", "playground"].iter().any(|room| part.as_os_str() == *room));
    for path in sources().into_iter().filter(is_silent) {
        let text = fs::read_to_string(&path).expect("a source file is text");
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        assert!(code.clone().all(|line| !line.contains("println!(") && !line.contains("dbg!(")), "{}", path.display());
    }
}

#[test]
fn one_file_prints_and_there_everything_is_escaped() {
    let is_of_the_program = |path: &PathBuf| path.components().any(|part| part.as_os_str() == "cli");
    for path in sources().into_iter().filter(is_of_the_program).filter(|path| !path.ends_with("cli/src/out.rs")) {
        let text = fs::read_to_string(&path).expect("a source file is text");
        for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
            let is_import = line.starts_with("use std::io") && (line.contains("stdout") || line.contains("stderr"));
            let prints = ["io::stdout", "io::stderr", "print!(", "println!("].iter().any(|call| line.contains(call));
            assert!(!is_import && !prints, "{}: `{line}`, which is for out.rs", path.display());
        }
    }
}

/// The files that may use the disk.
///
/// They read files for notation, write files, or use a person's own files on the command line.
const TOUCHES_THE_DISK: [&str; 8] = [
    "core/src/registry/files.rs",
    "questions/src/keep/checkpoint.rs",
    "questions/src/ask/merge.rs",
    "questions/src/keep/whole_file.rs",
    "shards/src/directory.rs",
    "shards/src/lock.rs",
    "shards/src/sheet.rs",
    "testkit/src/golden.rs",
];

#[test]
fn notation_opens_files_in_one_place() {
    let is_of_the_library =
        |path: &PathBuf| !path.components().any(|part| ["cli", "playground", "web"].iter().any(|room| part.as_os_str() == *room));
    let mut doors = 0;
    for path in sources().into_iter().filter(is_of_the_library) {
        let text = fs::read_to_string(&path).expect("a source file is text");
        let rules = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = rules.lines().map(str::trim).filter(|line| !line.starts_with("//"));
        let opens = |line: &&str| {
            ["std::fs", "fs::", "File::", "OpenOptions", "std::net", "process::Command"].iter().any(|call| line.contains(call))
        };
        let found: Vec<&str> = code.filter(opens).filter(|line| !line.contains("pub use ")).collect();
        let is_allowed = TOUCHES_THE_DISK.iter().any(|allowed| path.ends_with(allowed));
        assert!(is_allowed || found.is_empty(), "{} opens files: {found:?}", path.display());
        doors += usize::from(is_allowed);
    }
    assert_eq!(doors, TOUCHES_THE_DISK.len());
}
