//! The tabs in Rust of the first hours and recipes, each as a test.
//!
//! A tab is the body of a `fn main`, or a program that has one.
//!
//! The build script `tests/tabs/generate.rs` takes them from the pages. A module is named by its page and line.

include!(concat!(env!("OUT_DIR"), "/tabs.rs"));

#[test]
fn tabs_of_pages_are_found() {
    assert!(include_str!(concat!(env!("OUT_DIR"), "/tabs.rs")).matches("fn runs()").count() >= 30);
}
