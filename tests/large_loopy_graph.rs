//! Computes outcomes and Smith's values of a random loopy graph with ten million positions.
//!
//! Retrograde analysis takes seconds and stays within a gibibyte.
//!
//! Run it by `cargo test --release --test suite large_loopy_graph -- --ignored --nocapture`.

use sprague::evaluate::labels::{loopy_nimbers, outcomes};
use sprague::graph::PositionGraph;
use sprague::{Limits, LoopyNimber, Outcome, Ruleset};
use sprague_testkit::pace::{Pace, computed_by_all};

/// A token on a random graph, with 0 to 6 moves at each vertex, 3 on average.
struct Random {
    vertices: u64,
}

/// Returns a hash of a number, by SplitMix64.
fn mixed(seed: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Ruleset for Random {
    type Position = u32;
    type Move = u32;
    fn moves(&self, vertex: &u32) -> impl Iterator<Item = u32> {
        let (seed, vertices) = (8 * u64::from(*vertex) + 8, self.vertices);
        (0..mixed(seed) % 7).map(move |mv| (mixed(seed + 1 + mv) % vertices) as u32)
    }
    fn play(&self, _: &u32, to: &u32) -> u32 {
        *to
    }
}

/// Returns the peak memory of this process in MiB, or 0 if the system does not report it.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<u64>().ok()).unwrap_or(0) / 1024
}

fn analyse(vertices: u64) -> (usize, usize) {
    let begun = computed_by_all();
    let graph = PositionGraph::explore(&Random { vertices }, 1, &Limits::default()).unwrap();
    let explored = computed_by_all() - begun;
    let labels = outcomes(&graph);
    let labelled = computed_by_all() - begun - explored;
    let by_search = peak();
    let values = loopy_nimbers(&graph);
    let valued = computed_by_all() - begun - explored - labelled;
    for number in (0..graph.len() as u32).step_by(1 + graph.len() / 100_000) {
        assert_eq!(values.value(number).outcome(), labels.outcome(number));
    }
    let count = |outcome| labels.as_slice().iter().filter(|known| **known == outcome).count();
    let (won, lost) = (count(Outcome::Win), count(Outcome::Loss));
    let finite = (0..graph.len() as u32).filter(|&number| values.finite(number).is_some()).count();
    let greatest = (0..graph.len() as u32).filter_map(|number| values.finite(number)).max();
    eprintln!(
        "{} positions, {} moves: {won} won, {lost} lost, {finite} with a number, the greatest {greatest:?}; explored in {explored:.2?}, \
         labelled in {labelled:.2?}, peak {by_search} MiB; Smith's values in {valued:.2?}, peak {} MiB",
        graph.len(),
        graph.option_count(),
        peak()
    );
    assert!(vertices < 1_000_000 || Pace::now().work(explored + labelled) < 10.0, "{explored:?} and {labelled:?}");
    assert!(by_search < 1024, "{by_search} MiB");
    (graph.len(), graph.option_count())
}

#[test]
fn a_random_graph_has_one_outcome_by_labels_and_by_values() {
    let (positions, options) = analyse(100_000);
    assert!(positions > 50_000 && options > 150_000);
    assert_eq!(LoopyNimber::infinite([]).outcome(), Outcome::Draw);
}

#[test]
#[ignore = "release: takes seconds in release and most of a gibibyte"]
fn release_ten_million_positions_take_seconds_and_less_than_a_gibibyte() {
    let (positions, options) = analyse(11_000_000);
    assert!(positions >= 10_000_000 && options >= 30_000_000, "{positions} positions, {options} moves");
}
