//! Outcomes, nimbers and Smith's values of every position of a graph, cycles included.

pub use super::nimber::nimbers;
pub use super::retrograde::{Labels, outcomes};
pub use super::smith::{LoopyNimbers, loopy_nimbers};
