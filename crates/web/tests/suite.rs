//! Every test of the server in one binary, over connections of its own.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]
