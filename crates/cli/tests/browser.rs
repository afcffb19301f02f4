//! Runs the tests of the web page in `crates/web/e2e` with Node, in a Chromium browser.
//!
//! If `SPRAGUE_PLAYGROUND` is a folder, the page that contains the engine is also tested there, and in the one file next to it,
//! which has the name of the folder and `.html`.
//!
//! The tests need `node`, `npm` and Chromium (or `CHROMIUM` with its path). If one of these is missing, the test prints a
//! message and is skipped, or fails with `SPRAGUE_BROWSER=required`, as in CI. This is a separate binary because some of the
//! tests measure time, and must not run together with the tests of the program.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[cfg(not(feature = "full"))]
compile_error!("these tests need the whole program: `cargo test -p sprague-cli --features full`");

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The folder with the tests of the page.
const TESTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/e2e");

/// The names of Chromium. The one without a window is first, because it opens a page in half the time.
const BROWSERS: [&str; 5] = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// The minimum version of Node for the driver of the browser.
const NODE: u32 = 20;

/// A lock for the test that runs browsers, because some tests measure time.
static BROWSERS_RUN: Mutex<()> = Mutex::new(());

#[test]
#[ignore = "slow: minutes"]
fn slow_page_and_playground_work_in_a_browser() {
    let playground = std::env::var_os("SPRAGUE_PLAYGROUND").map(PathBuf::from);
    if playground.is_none() {
        eprintln!(
            "skipped: SPRAGUE_PLAYGROUND names no folder (`cargo run -p sprague-playground -- --test FOLDER --one FOLDER.html` makes one)"
        );
    }
    in_browser(|folder, browser| {
        thread::scope(|scope| {
            scope.spawn(|| tested(folder, browser, suite(), None, 50));
            playground.iter().for_each(|playground| tested(folder, browser, playground_suite(), Some(playground), 20));
        });
    });
}

#[test]
#[ignore = "release: it measures an optimised program"]
fn release_the_page_is_quick() {
    in_browser(|folder, browser| tested(folder, browser, vec!["speed.mjs".to_owned()], None, 3));
}

#[test]
#[ignore = "release: it builds the playground with all care, which takes a quarter of an hour"]
fn release_the_whole_playground_is_small_and_quick_and_answers_as_the_program() {
    let playground = Path::new(env!("CARGO_TARGET_TMPDIR")).join("playground");
    let built = Command::new(env!("CARGO"))
        .args(["run", "--locked", "-p", "sprague-playground", "--"])
        .args([playground.as_os_str(), "--one".as_ref(), playground.with_extension("html").as_os_str()])
        .current_dir(TESTS)
        .stdin(Stdio::null())
        .status()
        .unwrap();
    assert!(built.success(), "the playground was not built");
    let mut all = suite();
    all.extend(playground_suite());
    in_browser(|folder, browser| {
        tested(folder, browser, vec!["measure.mjs".to_owned()], Some(&playground), 4);
        tested(folder, browser, vec!["speed.mjs".to_owned()], Some(&playground), 3);
        tested(folder, browser, all, Some(&playground), 80);
    });
}

/// Returns the test files that do not measure time and may run at the same time.
fn suite() -> Vec<String> {
    let names = fs::read_dir(TESTS).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = names.filter(|name| name.ends_with(".test.mjs")).collect();
    files.sort();
    files
}

/// Returns the test files for the page that contains the engine.
fn playground_suite() -> Vec<String> {
    ["playground.mjs", "one.mjs", "starting.mjs"].map(str::to_owned).into()
}

fn in_browser(test: impl FnOnce(&Path, &Path)) {
    let _alone = BROWSERS_RUN.lock().unwrap_or_else(PoisonError::into_inner);
    match ready() {
        Ok((folder, browser)) => test(&folder, &browser),
        Err(missing) if std::env::var("SPRAGUE_BROWSER").is_ok_and(|wish| wish == "required") => {
            panic!("SPRAGUE_BROWSER=required, but {missing}")
        }
        Err(missing) => eprintln!("skipped: {missing}"),
    }
}

/// Returns the folder with the tests and their dependencies, and the browser. The error is the name of the missing part.
fn ready() -> Result<(PathBuf, PathBuf), String> {
    let version = printed("node", &["--version"]).ok_or("there is no `node`")?;
    let major = version.trim_start_matches('v').split('.').next().and_then(|major| major.parse::<u32>().ok());
    if major.is_none_or(|major| major < NODE) {
        return Err(format!("`node` is {}, and {NODE} is needed", version.trim()));
    }
    let browser = match std::env::var_os("CHROMIUM") {
        Some(path) => PathBuf::from(path),
        None => BROWSERS.iter().find_map(|name| in_path(name)).ok_or("there is no Chromium")?,
    };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    copied(Path::new(TESTS), &folder);
    installed(&folder)?;
    Ok((folder, browser))
}

/// Copies the files of the project, so that the original folder stays clean.
fn copied(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_name() == "node_modules" {
            continue;
        }
        if entry.file_type().unwrap().is_dir() {
            copied(&entry.path(), &target);
        } else {
            fs::write(target, fs::read(entry.path()).unwrap()).unwrap();
        }
    }
}

/// Installs exactly the packages of `package-lock.json`, unless they are installed.
fn installed(folder: &Path) -> Result<(), String> {
    let wanted = fs::read(folder.join("package-lock.json")).unwrap();
    let stamp = folder.join("node_modules/installed.json");
    if fs::read(&stamp).is_ok_and(|there| there == wanted) {
        return Ok(());
    }
    let npm = Command::new("npm")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"])
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("`npm` does not start: {error}"))?;
    if !npm.status.success() {
        return Err(format!("`npm ci` failed: {}", String::from_utf8_lossy(&npm.stderr).trim()));
    }
    fs::write(stamp, wanted).unwrap();
    Ok(())
}

/// Runs test files, two at a time, and asserts that at least `fewest` tests pass.
fn tested(folder: &Path, browser: &Path, files: Vec<String>, playground: Option<&Path>, fewest: usize) {
    let output = Command::new("node")
        .args(["--test", "--test-reporter=spec", "--test-concurrency=2"])
        .args(files)
        .envs(playground.map(|folder| ("PLAYGROUND", folder)))
        .current_dir(folder)
        .env("SPRAGUE", env!("CARGO_BIN_EXE_sprague"))
        .env("CHROMIUM", browser)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let told = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{told}");
    // A run without any test would succeed, too.
    let passed = told.lines().filter(|line| line.trim_start().starts_with('✔')).count();
    assert!(passed >= fewest, "only {passed} tests ran:\n{told}");
    println!("{told}");
}

/// Returns the output of a program if it exists and succeeds.
fn printed(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).stdin(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn in_path(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}
