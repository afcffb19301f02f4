//! Runs the Rust code in the tabs of the first-hours pages and the recipes, each as a test.
//!
//! A tab is the body of a `fn main`, or a whole program.
//!
//! The build script `tests/tabs/generate.rs` extracts the tabs from the pages. The name of a module contains its page and
//! line.

include!(concat!(env!("OUT_DIR"), "/tabs.rs"));

#[test]
fn tabs_of_pages_are_found() {
    assert!(include_str!(concat!(env!("OUT_DIR"), "/tabs.rs")).matches("fn runs()").count() >= 30);
}
