//! The tabs in Rust of the book's first hours and recipes, each as a test: the body of a `fn main`, or a program that has one.
//!
//! `tests/tabs/generate.rs`, the build script of the workspace's package, takes them from the pages. A module is named by its page and line.

include!(concat!(env!("OUT_DIR"), "/tabs.rs"));

#[test]
fn tabs_of_pages_are_found() {
    assert!(include_str!(concat!(env!("OUT_DIR"), "/tabs.rs")).matches("fn runs()").count() >= 30);
}
