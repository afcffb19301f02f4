//! What the program was built with, and what it says where something was left out.

use crate::program::ask_words;

#[test]
fn help_knows_every_command_whatever_was_left_out() {
    let help = ask_words("--help").text();
    assert!(["serve", "plot", "solve"].iter().all(|name| help.lines().any(|line| line.trim_start().starts_with(name))), "{help}");
}

#[test]
#[cfg(not(feature = "serve"))]
fn a_program_without_the_page_names_the_feature() {
    let said = ask_words("serve --no-open").refusal();
    assert!(said.contains("feature `serve`"), "{said}");
}
