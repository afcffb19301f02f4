//! All tests of this folder in one binary, so that the libraries are linked only once.
//!
//! A new file must be added here.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod architecture;
mod certificates;
mod closed_forms;
mod compounds;
mod domineering;
mod engines_agree;
mod finite_quotients;
mod graphs;
mod heap_laws;
mod kernels;
mod large_loopy_graph;
mod last_stone;
mod laws;
mod lists;
mod loopy_boards;
mod loopy_certificates;
mod loopy_sums;
mod loopy_values;
mod mixed_misere_sums;
mod modifiers;
mod order_rows;
mod packages;
mod periods;
mod pick_up_stones;
mod quotient_certificates;
mod quotients;
mod recipe;
mod rooms;
mod routes;
mod rulesets;
mod sessions;
mod splits;
mod stones;
mod strategy_forms;
mod strips;
mod tabs;
mod tutorial;
mod value_rows;
mod values;
