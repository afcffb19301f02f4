//! The commands on the page about CGSuite's methods print the output on the page.

use crate::program::ask;

const PAGE: &str = include_str!("../../../docs/reference/cgsuite.md");

/// Returns the commands of the page, each with a part of its output.
fn commands() -> Vec<(String, String)> {
    let whole = PAGE.replace("\n  ", " ");
    let command = |rest: &str| {
        let (command, rest) = rest.split_once("` prints `")?;
        Some((command.to_owned(), rest.split_once('`')?.0.to_owned()))
    };
    whole.split("`sprague ").skip(1).filter_map(command).collect()
}

#[test]
fn every_command_of_the_page_prints_what_the_page_says() {
    let commands = commands();
    assert!(commands.len() >= 70, "{}", commands.len());
    for (command, printed) in commands {
        let out = ask(command.split(' ')).text();
        assert!(out.contains(&printed), "{command} prints {out}");
    }
}

#[test]
fn every_method_of_the_page_is_said_once() {
    let mut methods = vec![];
    for line in PAGE.lines().filter_map(|line| line.strip_prefix("- `")) {
        let (names, _) = line.split_once(": ").unwrap_or((line, ""));
        methods.extend(names.split('`').filter(|name| name.starts_with(char::is_uppercase)).map(str::to_owned));
    }
    let count = methods.len();
    methods.sort();
    methods.dedup();
    // birthday and evenness occur both for values and for misère forms
    assert_eq!(count - methods.len(), 2, "{methods:?}");
}
