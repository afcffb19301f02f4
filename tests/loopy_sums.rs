//! Compares sums of loopy components by Smith's values with a search of the whole sum.
//!
//! Both must give the same answer, and the values must lead to the win.

use proptest::prelude::*;
use sprague::evaluate::labels::loopy_nimbers;
use sprague::graph::PositionGraph;
use sprague::solve::SumValue;
use sprague::{Limits, LoopyNimber, Nimber, Outcome, Stopped};
use sprague_questions::{Answer, ParsedSum, Session, Solve, solve};
use sprague_rules_digraph::Digraph;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};

/// A graph in a file, which is removed at the end of the test.
struct Graph(PathBuf);

impl Graph {
    fn of(edges: &[Vec<usize>]) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("sprague-loopy-{}-{number}", std::process::id()));
        std::fs::write(&path, lines(edges)).unwrap();
        Self(path)
    }
    fn family(&self) -> String {
        format!("digraph:{}", self.0.display())
    }
}

impl Drop for Graph {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn lines(edges: &[Vec<usize>]) -> String {
    let mut text = String::new();
    for (from, options) in edges.iter().enumerate() {
        writeln!(text, "v{from}").unwrap();
        options.iter().for_each(|to| writeln!(text, "v{from} v{to}").unwrap());
    }
    text
}

fn random_graph(vertices: usize) -> impl Strategy<Value = Vec<Vec<usize>>> {
    let options = prop::collection::btree_set(0..vertices, 0..4);
    prop::collection::vec(options.prop_map(|options| options.into_iter().collect()), vertices)
}

/// Returns the answer to a question, with its winning moves sorted.
fn answer(sum: &ParsedSum, options: &Solve) -> Answer {
    let mut answer = solve(sum, options, &sprague::Limits::default()).unwrap();
    answer.winning_moves.sort_by_key(|step| (step.label.clone(), step.to.clone()));
    answer
}

fn values_and_search_agree(question: &str) {
    let sum = Session::new().position(question).unwrap();
    let options = Solve { explain: true, ..Solve::default() };
    let (by_value, searched) = (answer(&sum, &options), answer(&sum, &Solve { search: true, ..options.clone() }));
    assert_eq!(by_value.outcome, searched.outcome, "{question}");
    assert_eq!(by_value.winning_moves, searched.winning_moves, "{question}");
    assert_eq!(by_value.winning_moves_total, searched.winning_moves_total, "{question}");
    assert_eq!(by_value.remoteness, searched.remoteness, "{question}");
}

/// Follows the best moves of the winner against every defence.
///
/// The limit on positions is too small for a search of the sum. The winner must win, and no position may occur twice.
/// `is_won` contains the positions that have been followed to the end.
fn best_moves_win(session: &Session, at: &str, path: &mut Vec<String>, is_won: &mut HashMap<String, bool>) {
    if is_won.contains_key(at) {
        return;
    }
    assert!(!path.contains(&at.to_owned()), "{at} comes again: {path:?}");
    path.push(at.to_owned());
    let limits = Limits { positions: 24, ..Limits::default() };
    let answer = solve(&session.position(at).unwrap(), &Solve::default(), &limits).unwrap();
    assert_eq!(answer.outcome, Outcome::Win, "{at}");
    let after = session.position(&answer.best.unwrap().to).unwrap();
    for defence in after.moves(sprague::Player::Left, 1000, &Limits::default()).unwrap() {
        best_moves_win(session, &defence.to, path, is_won);
    }
    path.pop();
    is_won.insert(at.to_owned(), true);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(ProptestConfig::default().cases / 4) })]

    #[test]
    fn smith_values_answer_as_a_search_of_the_sum_does(a in random_graph(7), b in random_graph(6), heap in 0..4) {
        let (a, b) = (Graph::of(&a), Graph::of(&b));
        for vertex in 0..6 {
            values_and_search_agree(&format!("{}@v{vertex}", a.family()));
            values_and_search_agree(&format!("{}@v{vertex},v{}", a.family(), 6 - vertex));
            values_and_search_agree(&format!("{}@v{vertex}+{}@v{}+nim@{heap}", a.family(), b.family(), 5 - vertex));
        }
    }

    #[test]
    fn who_follows_the_values_wins_in_the_end(a in random_graph(8), b in random_graph(8), heap in 0..3) {
        let (a, b) = (Graph::of(&a), Graph::of(&b));
        let session = Session::new();
        let mut is_won = HashMap::new();
        for vertex in 0..8 {
            let at = format!("{}@v{vertex}+{}@v{},v{vertex}+nim@{heap}", a.family(), b.family(), 7 - vertex);
            if solve(&session.position(&at).unwrap(), &Solve::default(), &sprague::Limits::default()).unwrap().outcome == Outcome::Win {
                best_moves_win(&session, &at, &mut vec![], &mut is_won);
            }
        }
    }
}

#[test]
fn a_sum_too_large_to_search_is_decided_by_its_values() {
    // a cycle of 1000 vertices with an exit at every third: nine tokens on it have 10^27 positions
    let ring: Vec<Vec<usize>> =
        (0..1000).map(|v| if v % 3 == 0 { vec![(v + 1) % 1000, 1000] } else { vec![(v + 1) % 1000] }).collect();
    let graph = Graph::of(&[ring, vec![vec![]]].concat());
    let session = Session::new();
    let sum = session.position(&format!("{}@v1,v2,v3,v4,v5,v6,v7,v8,v9+nim@10^30", graph.family())).unwrap();
    let options = Solve { explain: true, ..Solve::default() };
    let answer = solve(&sum, &options, &sprague::Limits::default()).unwrap();
    assert!(answer.smith().is_some());
    assert!(answer.best.is_some());
}

#[test]
fn numbers_beyond_64_bits_stand_beside_loopy_components() {
    let graph = Graph::of(&[vec![0, 1], vec![]]);
    let session = Session::new();
    let of = |rest: &str| {
        solve(
            &session.position(&format!("{}@v0+{rest}", graph.family())).unwrap(),
            &Solve::default(),
            &sprague::Limits::default(),
        )
        .unwrap()
    };
    let lone = of("nim@0");
    assert_eq!(
        (lone.outcome, lone.smith()),
        (Outcome::Win, Some(&SumValue::Smith { number: None, left_for: vec![0_u32.into()] }))
    );
    let even = of("nim@10^30,10^30");
    assert_eq!((even.outcome, even.winning_moves_total), (Outcome::Win, Some(1)));
    assert!(even.best.unwrap().to.contains("@v1"));
    let odd = of("nim@10^30");
    assert_eq!((odd.outcome, odd.winning_moves_total), (Outcome::Draw, None));
    assert!(odd.best.is_some());
}

#[test]
fn a_file_of_a_graph_has_the_values_of_the_theory() {
    let graph = Digraph::parse("a a\na b\nc a\nd c\nd a\n").unwrap();
    let root = graph.vertex("d").unwrap();
    let graph = PositionGraph::explore(&graph, root, &Limits::default()).unwrap();
    let values = loopy_nimbers(&graph);
    let shown: Vec<LoopyNimber> = (0..graph.len() as u32).map(|number| values.value(number)).collect();
    let infinite = LoopyNimber::infinite([Nimber(0)]);
    assert!(shown.contains(&infinite) && shown.contains(&Nimber(0).into()), "{shown:?}");
}

#[test]
fn graphs_of_several_files_share_the_limits_of_a_question() {
    let round = |length: usize| Graph::of(&(0..length).map(|at| vec![(at + 1) % length]).collect::<Vec<_>>());
    let (one, other) = (round(60), round(50));
    let session = Session::new();
    let sum = session.position(&format!("{}@v0+{}@v0", one.family(), other.family())).unwrap();
    let within = |positions| solve(&sum, &Solve::default(), &Limits { positions, ..Limits::default() });
    assert_eq!(within(100).unwrap_err().stopped(), Some(&Stopped::Positions(100)));
    assert_eq!(within(1_000).unwrap().outcome, Outcome::Draw);
}
