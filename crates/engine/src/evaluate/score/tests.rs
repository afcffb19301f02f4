//! Compares scores with plain minimax: random graphs with gains and extra turns, small tables, several threads, and cycles with
//! play that is cut off.

use super::*;
use sprague_core::Ruleset;

/// Any graph: the moves of each position, and the points if there is none.
#[derive(Clone, Debug)]
struct Graph {
    moves: Vec<Vec<ScoredOption<usize>>>,
    points: Vec<i64>,
    bounds: bool,
}

impl Ruleset for Graph {
    type Position = usize;
    type Move = usize;
    fn moves(&self, at: &usize) -> impl Iterator<Item = usize> {
        0..self.moves[*at].len()
    }
    fn play(&self, at: &usize, mv: &usize) -> usize {
        self.moves[*at][*mv].to
    }
}

impl Scored for Graph {
    fn gain(&self, at: &usize, mv: &usize) -> i64 {
        self.moves[*at][*mv].gain
    }
    fn moves_again(&self, at: &usize, mv: &usize) -> bool {
        self.moves[*at][*mv].again
    }
    fn terminal_score(&self, at: &usize) -> i64 {
        self.points[*at]
    }
    fn score_bounds(&self, at: &usize) -> ScoreBounds {
        match self.bounds {
            true => ScoreBounds { low: -40 * (1 + *at as i64), high: 40 * (1 + *at as i64) },
            false => ScoreBounds::UNKNOWN,
        }
    }
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        (self.0 >> 33) % n
    }

    /// A graph whose moves lead to lower numbers, or anywhere without gaining.
    fn graph(&mut self, count: u64, is_loopy: bool, unit: i64) -> Graph {
        let position = |random: &mut Self, at: u64| {
            let targets = if is_loopy { count } else { at };
            let moves = if targets == 0 { 0 } else { random.below(4) };
            let mv = |random: &mut Self| ScoredOption {
                to: random.below(targets) as usize,
                gain: if is_loopy { 0 } else { unit * (random.below(9) as i64 - 3) },
                again: random.below(3) == 0,
            };
            (0..moves).map(|_| mv(random)).collect()
        };
        let moves = (0..count).map(|at| position(self, at)).collect();
        Graph {
            moves,
            points: (0..count).map(|_| unit * (self.below(9) as i64 - 4)).collect(),
            bounds: self.below(2) == 0 && unit == 1,
        }
    }
}

/// Returns the scores after at most `moves` moves, from which on nothing more is gained.
fn plain(graph: &Graph, moves: usize) -> Vec<i64> {
    let count = graph.moves.len();
    let end = |at: usize| if graph.moves[at].is_empty() { graph.points[at] } else { 0 };
    let mut scores: Vec<i64> = (0..count).map(end).collect();
    for _ in 0..moves {
        let worth = |at: usize| graph.moves[at].iter().map(|option| option.worth(scores[option.to])).max();
        scores = (0..count).map(|at| worth(at).unwrap_or(graph.points[at])).collect();
    }
    scores
}

fn check(graphs: u64, count: u64) {
    let mut random = Random(59);
    let limits = [Limits::default(), Limits { bytes: 1 << 12, ..Limits::default() }];
    for round in 0..graphs {
        let unit = [1, 1, 3_000, 1 << 40][round as usize % 4];
        let graph = random.graph(count, false, unit);
        let expected = plain(&graph, count as usize);
        let mut search = ScoreSearch::new(&graph, &limits[round as usize % 2]);
        for at in (0..count as usize).rev() {
            let mut known = ScoreBounds::UNKNOWN;
            match search.score(&at, &mut known) {
                Ok(score) => assert_eq!((score, known), (expected[at], ScoreBounds::exactly(score)), "{graph:?} {at}"),
                Err(error) => assert_eq!((error, round % 2), (Stopped::Memory(1 << 12).into(), 1)),
            }
            for t in expected[at] - 2..expected[at] + 3 {
                let found = search.bound(&at, t);
                assert!(found.is_err() || (found.unwrap() >= t) == (expected[at] >= t), "{graph:?} {at} {t}");
            }
        }
        let all = scores(&graph, &(count as usize - 1), &limits[0]).unwrap();
        assert!(all.iter().all(|(&at, &score)| score == expected[at]), "{graph:?}");
    }
}

#[test]
fn scores_are_those_of_plain_minimax() {
    check(200, 12);
}

#[test]
#[ignore = "slow: many graphs"]
fn slow_scores_are_those_of_plain_minimax() {
    check(20_000, 14);
}

#[test]
fn what_comes_again_has_the_score_of_play_that_is_cut_off_late() {
    let mut random = Random(7);
    let (mut loopy, limits) = (0, Limits::default());
    for _ in 0..2_000 {
        let graph = random.graph(9, true, 1);
        let all = scores(&graph, &8, &limits).unwrap();
        let expected = plain(&graph, 200);
        for (&at, &score) in &all {
            assert_eq!(score, expected[at], "{graph:?} {at}");
        }
        let mut known = ScoreBounds::UNKNOWN;
        match ScoreSearch::new(&graph, &limits).score(&8, &mut known) {
            Ok(score) => assert_eq!(score, all[&8], "{graph:?}"),
            Err(error) => {
                assert_eq!(error, ScoreError::Loopy);
                assert!((known.low..=known.high).contains(&all[&8]));
                loopy += 1;
            }
        }
    }
    assert!(loopy > 200, "{loopy}");
}

#[test]
fn points_gained_on_the_way_back_have_no_score() {
    let back = |gain| ScoredOption { to: 0, gain, again: false };
    let graph = |gain| Graph { moves: vec![vec![back(gain)]], points: vec![0], bounds: false };
    assert_eq!(scores(&graph(1), &0, &Limits::default()), Err(ScoreError::EndlessGain));
    assert_eq!(scores(&graph(0), &0, &Limits::default()).unwrap()[&0], 0);
}

#[test]
fn threads_find_the_same_scores() {
    let mut random = Random(3);
    for _ in 0..40 {
        let graph = random.graph(30, false, 1);
        let expected = plain(&graph, 30);
        let (limits, mut known) = (Limits::default(), ScoreBounds::UNKNOWN);
        let table = super::super::outcome::table(&limits);
        let found = score_in_parallel(&graph, &29, &limits, 3.try_into().unwrap(), &table, &mut known);
        assert_eq!(found, Ok(expected[29]));
    }
}

#[test]
fn a_limit_leaves_what_was_proved() {
    let graph = Random(11).graph(60, false, 1);
    let expected = plain(&graph, 60)[59];
    for positions in 1..60 {
        let (limits, mut known) = (Limits { positions, ..Limits::default() }, ScoreBounds::UNKNOWN);
        let found = ScoreSearch::new(&graph, &limits).score(&59, &mut known);
        assert!(found == Ok(expected) || found == Err(Stopped::Positions(positions).into()));
        assert!((known.low..=known.high).contains(&expected));
    }
}
