//! Compares genera with brute force from the definition and with the tables of *Winning Ways*.

use super::*;
use crate::evaluate::NimberError;
use crate::theory::rows::KAYLES;
use crate::{Limits, Stopped};
use proptest::prelude::*;
use sprague_core::{Impartial, Ruleset};
use std::collections::HashMap;

/// A token on a vertex of a graph. A vertex is the sum of its `parts`, which may be the vertex alone.
#[derive(Clone, Debug)]
struct Token {
    to: Vec<Vec<usize>>,
    parts: Vec<Vec<usize>>,
}

impl Ruleset for Token {
    type Position = usize;
    type Move = usize;
    fn moves(&self, vertex: &usize) -> impl Iterator<Item = usize> {
        self.to[*vertex].iter().copied()
    }
    fn play(&self, _: &usize, to: &usize) -> usize {
        *to
    }
}
impl Impartial for Token {
    fn summands(&self, vertex: &usize) -> impl Iterator<Item = usize> {
        self.parts[*vertex].iter().copied()
    }
}

/// Returns the misère nimber of a sum of vertices and heaps of Nim, from the definition.
fn misere_nimber(graph: &Token, sum: &(Vec<usize>, Vec<usize>), memo: &mut HashMap<(Vec<usize>, Vec<usize>), u32>) -> u32 {
    if let Some(&known) = memo.get(sum) {
        return known;
    }
    let mut options = vec![];
    let (vertices, heaps) = sum;
    for (index, &vertex) in vertices.iter().enumerate() {
        for &to in &graph.to[vertex] {
            let mut option = vertices.clone();
            option.remove(index);
            option.extend(&graph.parts[to]);
            option.sort_unstable();
            options.push((option, heaps.clone()));
        }
    }
    for index in 0..heaps.len() {
        for size in 0..heaps[index] {
            let mut option = heaps.clone();
            option[index] = size;
            option.sort_unstable();
            options.push((vertices.clone(), option));
        }
    }
    let values: Vec<u32> = options.iter().map(|option| misere_nimber(graph, option, memo)).collect();
    let value = if values.is_empty() { 1 } else { mex(values.into_iter().map(Nimber)).0 };
    memo.insert(sum.clone(), value);
    value
}

fn agrees(graph: &Token, positions: &[usize], copies: usize) {
    let limits = Limits::default();
    let genus = GenusSearch::new(graph, &limits).genus_of_sum(positions.iter().copied()).unwrap();
    let mut vertices: Vec<usize> = positions.iter().flat_map(|&vertex| graph.parts[vertex].clone()).collect();
    vertices.sort_unstable();
    let mut memo = HashMap::new();
    for twos in 0..=copies {
        let expected = misere_nimber(graph, &(vertices.clone(), vec![2; twos]), &mut memo);
        assert_eq!(genus.beside_twos(twos), expected, "{positions:?} in {graph:?}, {genus}, beside {twos} heaps of two");
    }
    let nimbers: Vec<Nimber> = positions.iter().map(|vertex| crate::evaluate::nimber(graph, vertex).unwrap()).collect();
    assert_eq!(genus.nimber(), nimbers.into_iter().sum());
}

/// Generates games in which every vertex leads to earlier ones and some vertices are sums of two earlier ones.
fn random_game(vertices: usize) -> impl Strategy<Value = Token> {
    let edges = prop::collection::vec(prop::collection::vec(any::<prop::sample::Index>(), 0..5), vertices);
    let sums = prop::collection::vec(any::<Option<[prop::sample::Index; 2]>>(), vertices);
    (edges, sums).prop_map(|(edges, sums)| {
        let mut graph = Token { to: vec![], parts: vec![] };
        for (vertex, (edges, sum)) in edges.into_iter().zip(sums).enumerate() {
            let Some(sum) = sum.filter(|_| vertex > 3 && vertex % 2 == 0) else {
                let mut to: Vec<usize> = edges.iter().filter(|_| vertex > 0).map(|edge| edge.index(vertex)).collect();
                to.sort_unstable();
                to.dedup();
                graph.to.push(to);
                graph.parts.push(vec![vertex]);
                continue;
            };
            let parts: Vec<usize> = sum.iter().flat_map(|part| graph.parts[part.index(vertex)].clone()).take(3).collect();
            // a sum is only searched for the options of its summands
            graph.to.push(vec![]);
            graph.parts.push(parts);
        }
        graph
    })
}

/// Returns every game born by day three as a vertex: the sets of the four games of day two.
fn day_three() -> Token {
    let to = (0..16_usize).map(|set| (0..4).filter(|option| set >> option & 1 == 1).collect()).collect();
    Token { to, parts: (0..16).map(|vertex| vec![vertex]).collect() }
}

#[test]
fn every_two_games_born_on_day_three_have_the_genus_of_the_definition() {
    let graph = day_three();
    for (a, b) in (0..16).flat_map(|a| (0..=a).map(move |b| (a, b))) {
        agrees(&graph, &[a, b], 5);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(ProptestConfig::default().cases / 4) })]
    #[test]
    fn random_games_have_the_genus_of_the_definition(graph in random_game(9)) {
        let is_summand = |vertex: &usize| graph.parts[*vertex] == [*vertex];
        for vertex in (0..9).filter(is_summand) {
            agrees(&graph, &[vertex], 7);
        }
    }
    #[test]
    fn sums_of_random_games_have_the_genus_of_the_definition(graph in random_game(7)) {
        let is_summand = |vertex: &usize| graph.parts[*vertex] == [*vertex];
        for vertex in (0..7).filter(is_summand) {
            agrees(&graph, &[vertex, 6 - usize::from(!is_summand(&6))], 3);
        }
    }
}

#[test]
fn kayles_has_the_genera_of_winning_ways() {
    let limits = Limits::default();
    let mut search = GenusSearch::new(&KAYLES, &limits);
    let genera: Vec<String> = (0..=15).map(|row| search.genus(&vec![row]).unwrap().to_string()).collect();
    let known = [
        "0^{120}", "1^{031}", "2^{20}", "3^{31}", "1^{031}", "4^{146}", "3^{31}", "2^{20}", "1^{13}", "4^{046}", "2^{20}",
        "6^{46}", "4^{046}", "1^{13}", "2^{20}", "7^{57}",
    ];
    assert_eq!(genera, known);
}

#[test]
fn wild_sums_are_told_from_tame_ones() {
    let limits = Limits::default();
    let mut search = GenusSearch::new(&KAYLES, &limits);
    let mut of = |rows: &[u64]| search.genus(&rows.to_vec()).unwrap();
    assert!(of(&[6, 7]).is_tame());
    assert!(!of(&[5]).is_tame());
    assert_eq!(of(&[1, 1, 4]), Genus::of_heap(1));
    assert_eq!(of(&[5, 1]), of(&[5]).beside_one());
}

#[test]
fn cycles_and_limits_are_answers() {
    let ring = Token { to: vec![vec![1], vec![0]], parts: vec![vec![0], vec![1]] };
    assert_eq!(genus(&ring, &0, &Limits::default()), Err(NimberError::Loopy));
    let limits = Limits { positions: 50, ..Limits::default() };
    let mut search = GenusSearch::new(&KAYLES, &limits);
    assert_eq!(search.genus(&vec![40]), Err(NimberError::Stopped(Stopped::Positions(50))));
    assert_eq!(search.genus(&vec![3]), Ok(Genus::of_heap(3)));
}
