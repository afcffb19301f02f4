//! The Rust that README and pages show, run as doctests.
//!
//! They stand here, and not in a crate that is published: the pages are outside of every package.

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(doctest)]
#[doc = include_str!("../docs/your-first-ruleset.md")]
struct YourFirstRuleset;
