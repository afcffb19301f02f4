//! Follows the book's recipe for a new built-in ruleset to the letter, in a copy of the whole project.
//!
//! The test compiles the program once more, so it is ignored by default. Run it by `cargo test --test suite recipe --
//! --ignored`.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs a command in this folder, asserts that it succeeds, and returns its output.
fn run(folder: &Path, words: &[&str]) -> String {
    let output = Command::new(words[0]).args(&words[1..]).current_dir(folder).output().expect("the command is there");
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text is printed")
}

/// Adds a line after the first line that contains `behind`.
fn add(path: &Path, behind: &str, line: &str) {
    let text = fs::read_to_string(path).expect("the file is there");
    let at = text.find(behind).expect("a line to add to");
    let end = at + text[at..].find('\n').expect("lines end") + 1;
    fs::write(path, format!("{}{line}\n{}", &text[..end], &text[end..])).expect("the copy can be written");
}

#[test]
#[ignore = "release: compiles the program once more, for minutes"]
fn release_a_ruleset_is_built_in_by_the_recipe_of_the_book() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("recipe");
    let _ = fs::remove_dir_all(&copy);
    let files = run(root, &["git", "ls-files", "--cached", "--others", "--exclude-standard"]);
    for file in files.lines().filter(|file| root.join(file).is_file()) {
        fs::create_dir_all(copy.join(file).parent().expect("it lies in a folder")).expect("there is room");
        fs::copy(root.join(file), copy.join(file)).expect("there is room");
    }
    let recipe = fs::read_to_string(root.join("docs/build-a-ruleset-in.md")).expect("the file is there");
    let (_, code) = recipe.split_once("   ```rust\n").expect("the recipe has rules");
    let code = code.split("   ```\n").next().unwrap_or_default().replace("\n   ", "\n");
    let (three, _) = recipe.split_once("Everything else follows").expect("the recipe ends");
    let three: Vec<&str> = three.rsplit("3. Three lines").next().unwrap_or_default().split('`').skip(1).step_by(2).collect();
    let [in_workspace, workspace, _, in_questions, questions, in_list, list] = three[..] else { panic!("{three:?}") };
    assert_eq!(workspace, "Cargo.toml");

    let yours = copy.join("crates/rules/yours");
    fs::create_dir_all(yours.join("src")).expect("there is room");
    fs::write(yours.join("src/lib.rs"), code.trim_start()).expect("there is room");
    let of_nim = fs::read_to_string(root.join("crates/rules/nim/Cargo.toml")).expect("the file is there");
    fs::write(yours.join("Cargo.toml"), of_nim.replace("sprague-rules-nim", "sprague-rules-yours")).expect("there is room");
    add(&copy.join(workspace), "[workspace.dependencies]", in_workspace);
    add(&copy.join(questions), "[dependencies]", in_questions);
    add(&copy.join(list), "    Registry::default()", in_list);

    let solved = run(&copy, &["cargo", "run", "--offline", "-q", "-p", "sprague-cli", "--", "solve", "halving@7,12"]);
    assert!(solved.starts_with("halving@7,12: won for the player to move\nnimber 6\n"), "{solved}");
    let tests = run(&copy, &["cargo", "test", "--offline", "-q", "-p", "sprague-questions", "--lib", "every_built_in"]);
    assert!(tests.contains("1 passed"), "{tests}");
    let _ = fs::remove_dir_all(&copy);
}
