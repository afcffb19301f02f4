//! Work is counted, depth needs no stack, and every bound that was reached is reported.

use super::{Random, stoppers, text};
use sprague_core::limits::Watch;
use sprague_core::{Limits, Outcome, Player, Stopped};
use sprague_values::loopy::{Graph, NotFound, Sidling, Stoppers};
use sprague_values::{Arena, ReadError};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A graph of one large component, which consists of stoppers if Right can only pass.
fn tied(count: u32, is_stopper: bool) -> Graph {
    let mut random = Random(7);
    let mut graph = Graph::new();
    for position in 0..count {
        let near = (position + 1) % count;
        let left = [near, random.below(count), count];
        let right = if is_stopper { [count, count] } else { [random.below(count), near] };
        graph.add(&left, &right);
    }
    graph.add(&[], &[]);
    graph
}

#[test]
fn positions_memory_time_and_the_flag_stop_it() {
    let graph = tied(200, false);
    let stopped = |limits: Limits| Stoppers::new(&Arena::new(), &limits).evaluate(&graph, &[]).unwrap_err();
    assert_eq!(stopped(Limits { positions: 500, ..Limits::default() }), Stopped::Positions(500));
    assert_eq!(stopped(Limits { bytes: 200_000, ..Limits::default() }), Stopped::Memory(200_000));
    assert_eq!(stopped(Limits { stop: Some(Arc::new(true.into())), ..Limits::default() }), Stopped::Asked);
    let outcomes = graph.outcomes(&Limits { positions: 100, ..Limits::default() });
    assert_eq!(outcomes, Err(Stopped::Positions(100)));
}

#[test]
fn the_flag_is_looked_at_all_the_time() {
    let looks = Arc::new(AtomicU64::new(0));
    let stop = Arc::new(AtomicBool::new(false));
    let (counted, set) = (looks.clone(), stop.clone());
    let watch = Watch::new(move || set.store(counted.fetch_add(1, Ordering::Relaxed) > 50, Ordering::Relaxed));
    let limits = Limits { stop: Some(stop), watch: Some(watch), ..Limits::default() };
    let mut stoppers = Stoppers::new(&Arena::new(), &limits);
    assert_eq!(stoppers.evaluate(&tied(300, false), &[]), Err(Stopped::Asked));
    assert!(looks.load(Ordering::Relaxed) < 55);
}

#[test]
fn limits_that_were_reached_leave_no_trace() {
    let arena = Arena::new();
    for seed in 1..40 {
        let mut random = Random(seed);
        let mut graph = Graph::new();
        for _ in 0..4 + random.below(30) {
            let options = [0; 4].map(|_| random.below(34));
            graph.add(&options[..random.below(3) as usize], &options[4 - random.below(3) as usize..]);
        }
        let all = Limits::default();
        let mut fresh = Stoppers::new(&arena, &all);
        let values = fresh.evaluate(&graph, &[]).unwrap();
        let expected: Vec<String> = values.into_iter().map(|value| text(&mut fresh, value)).collect();
        // the same store, with a higher limit each time
        let limits: Vec<Limits> =
            (0..).map(|n| Limits { positions: (1.2_f64.powi(n)) as u64, ..all.clone() }).take(100).collect();
        let (mut stoppers, mut is_stopped) = (Stoppers::new(&arena, &limits[0]), false);
        for limits in &limits {
            stoppers = stoppers.within(limits);
            let Ok(values) = stoppers.evaluate(&graph, &[]) else {
                is_stopped = true;
                continue;
            };
            let mut stoppers = stoppers.within(&all);
            let found: Vec<String> = values.into_iter().map(|value| text(&mut stoppers, value)).collect();
            assert_eq!(found, expected, "{seed}");
            break;
        }
        assert!(is_stopped, "{seed}");
    }
}

#[test]
fn depth_needs_no_stack() {
    let mut stoppers = stoppers();
    let nested = format!("{}0{}", "{".repeat(100_000), "}".repeat(100_000));
    assert!(matches!(stoppers.read(&nested), Err(ReadError::Notation(_))));
    let deep = format!("{}over{}", "{0|".repeat(2_000), "}".repeat(2_000));
    let value = stoppers.read(&deep).unwrap();
    let text = stoppers.text(value, 100_000).unwrap().unwrap();
    assert_eq!(stoppers.read(&text), Ok(value));
    let round = format!("a{{0|{}a{}}}", "{0|".repeat(20_000), "}".repeat(20_000));
    assert_eq!(stoppers.read(&round), stoppers.read("over"));
    // a path of positions that can also pass
    let mut graph = Graph::new();
    for position in 0..200_000 {
        graph.add(&[position + 1], &[position]);
    }
    let outcomes = graph.outcomes(&Limits::default()).unwrap();
    assert_eq!(outcomes[200_000], [Outcome::Loss; 2]);
    let values = stoppers.evaluate(&graph, &[]).unwrap();
    assert_eq!(values.len(), 200_001);
}

#[test]
fn a_graph_may_name_positions_that_are_never_added() {
    let mut graph = Graph::new();
    graph.add(&[7], &[3]);
    assert_eq!((graph.len(), graph.options(99, Player::Left)), (8, &[][..]));
    let mut stoppers = stoppers();
    let values = stoppers.evaluate(&graph, &[]).unwrap();
    assert_eq!(values[0].form(), Some(sprague_values::Form::STAR));
    assert_eq!(stoppers.compare_positions(&graph, &[], 0, 1_000), Ok(None));
}

#[test]
fn caps_are_named() {
    let mut stoppers = stoppers();
    let carousel = stoppers.read_graph("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}").unwrap();
    // the same carousel, but a turn ends at the start of the next turn instead of its own
    for turns in [1, 80] {
        let (seats, leaves) = (4, carousel.len() as u32 - 4);
        let mut graph = Graph::new();
        for (turn, position) in (0..turns).flat_map(|turn| (0..seats).map(move |seat| (turn, seat))) {
            let [left, right] = Player::BOTH.map(|player| {
                let place = |&option: &u32| match option {
                    0 => (turn + 1) % turns * seats,
                    seat if seat < seats => turn * seats + seat,
                    leaf => turns * seats + leaf - seats,
                };
                carousel.options(position, player).iter().map(place).collect::<Vec<_>>()
            });
            graph.add(&left, &right);
        }
        for leaf in seats..seats + leaves {
            let [left, right] = Player::BOTH.map(|player| {
                carousel.options(leaf, player).iter().map(|option| option + (turns - 1) * seats).collect::<Vec<_>>()
            });
            graph.add(&left, &right);
        }
        let value = stoppers.evaluate(&graph, &[]).unwrap()[0];
        let reason = NotFound { sidling: Sidling::Steps, too_large_to_delete: turns > 1, rounds_ran_out: false };
        assert_eq!((value.onside, value.offside), (Err(reason), Err(reason)));
    }
}

#[test]
fn a_known_value_without_a_side_stands_for_its_options() {
    let mut stoppers = stoppers();
    let mut graph = stoppers.read_graph("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}").unwrap();
    let above = graph.add(&[0], &[0]);
    let values = stoppers.evaluate(&graph, &[]).unwrap();
    assert!(values[0].onside.is_err());
    let known = [Some(values[0])];
    assert_eq!(stoppers.evaluate(&graph, &known), Ok(values));
    let order = stoppers.compare_positions(&graph, &[], above, 0);
    assert_eq!(stoppers.compare_positions(&graph, &known, above, 0), order);
}
