//! Tests Hackenbush on graphs against its definition, on all small graphs.

use super::*;
use crate::hackenbush::HackenbushStalk;
use crate::naive::{is_itself_again, words};
use sprague_testkit::judge::{Judge, options_are_those_of};
use std::collections::BTreeSet;

/// Edges between numbered vertices with their letters. Vertex 0 is the ground.
type Edges = Vec<(usize, usize, char)>;

/// The definition: replaces the letters of edges that fall by `.`.
///
/// An edge stands if edges lead from the ground to one of its ends.
fn fallen(edges: &Edges, text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut joined = BTreeSet::from([0]);
    loop {
        let before = joined.len();
        for (_, &(from, to, _)) in edges.iter().enumerate().filter(|(index, _)| letters[*index] != '.') {
            if joined.contains(&from) || joined.contains(&to) {
                joined.extend([from, to]);
            }
        }
        if joined.len() == before {
            break;
        }
    }
    letters.iter().zip(edges).map(|(&letter, edge)| if joined.contains(&edge.0) { letter } else { '.' }).collect()
}

fn naive(edges: &Edges, text: &str, player: Player) -> Vec<String> {
    let other = if player == Player::Left { 'R' } else { 'L' };
    let usable = text.char_indices().filter(|(_, letter)| *letter != '.' && *letter != other);
    usable.map(|(at, _)| fallen(edges, &format!("{}.{}", &text[..at], &text[at + 1..]))).collect()
}

/// Returns all lists with this number of coloured edges between the ground and some vertices.
fn graphs(edges: usize, vertices: usize) -> Vec<Edges> {
    let ends: Vec<(usize, usize)> = (0..=vertices).flat_map(|to| (0..=to).map(move |from| (from, to))).collect();
    let mut all: Vec<Vec<(usize, usize)>> = vec![vec![]];
    for _ in 0..edges {
        // only sorted lists, because the order of edges does not matter
        let longer = |list: &Vec<(usize, usize)>| {
            let last = list.last().copied().unwrap_or_default();
            let longer = ends.iter().filter(move |ends| **ends >= last);
            longer.map(|ends| list.iter().copied().chain([*ends]).collect()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    let coloured = |list: Vec<(usize, usize)>| {
        words("LRE", edges..=edges)
            .into_iter()
            .map(move |letters| list.iter().zip(letters.chars()).map(|(&(from, to), letter)| (from, to, letter)).collect())
    };
    all.into_iter().flat_map(coloured).collect()
}

fn graph(edges: &Edges) -> HackenbushGraph {
    let name = |vertex: usize| if vertex == 0 { "0".to_owned() } else { format!("v{vertex}") };
    let lines = edges.iter().map(|&(from, to, letter)| format!("{} {} {letter}\n", name(from), name(to)));
    HackenbushGraph::parse(&lines.collect::<String>()).unwrap()
}

/// Returns the letters of all edges, and the letters of the edges that stand at the start.
fn texts(edges: &Edges) -> (String, String) {
    let all: String = edges.iter().map(|edge| edge.2).collect();
    let standing = fallen(edges, &all);
    (all, standing)
}

/// Checks the options of all positions that can be reached.
fn check(edges: &Edges) {
    let rules = graph(edges);
    let (all, start) = texts(edges);
    assert_eq!(rules.show(&rules.read(&all).unwrap()), start, "{edges:?}");
    let (mut seen, mut pending) = (BTreeSet::new(), vec![start]);
    while let Some(text) = pending.pop() {
        if seen.insert(text.clone()) {
            assert!(options_are_those_of(&rules, |text, player| naive(edges, text, player), &text), "{}", &text);
            assert!(is_itself_again(&rules, &text));
            pending.extend(Player::BOTH.iter().flat_map(|player| naive(edges, &text, *player)));
        }
    }
}

#[test]
fn options_are_those_of_the_definition() {
    (0..=3).flat_map(|edges| graphs(edges, 3)).for_each(|edges| check(&edges));
    graphs(4, 3).iter().step_by(101).for_each(check);
    // a grid of five rooms, with numbers far above those of the first edges
    let mut grid: Edges = vec![(9, 9, 'E'); 50];
    grid.extend([(0, 1, 'L'), (0, 2, 'R'), (1, 2, 'E'), (1, 3, 'R'), (2, 4, 'L'), (3, 4, 'L'), (3, 3, 'E')]);
    check(&grid);
}

#[test]
fn summands_and_negatives_are_the_game_they_stand_for() {
    for edges in (0..=3).flat_map(|edges| graphs(edges, 2)).chain(graphs(4, 3).into_iter().step_by(211)) {
        let (rules, (_, start)) = (graph(&edges), texts(&edges));
        let mut judge = Judge::new(|text: &str, player| naive(&edges, text, player));
        assert!(judge.stands_for_itself(&rules, &start), "{start}");
    }
}

#[test]
fn summands_hang_together_above_the_ground() {
    let rules = HackenbushGraph::parse("0 a L\na b R\n0 c E\nc d L\nd 0 R\n0 0 L").unwrap();
    let summands: Vec<String> = rules.summands(&rules.read("LRELRL").unwrap()).map(|part| rules.show(&part)).collect();
    assert_eq!(summands, ["LR....", "..ELR.", ".....L"]);
}

#[test]
fn a_stalk_in_a_file_is_the_stalk() {
    for text in words("LRE", 1..=5) {
        let edges: Edges = text.chars().enumerate().map(|(at, letter)| (at, at + 1, letter)).collect();
        let (rules, stalk) = (graph(&edges), HackenbushStalk.read(&text).unwrap());
        for player in Player::BOTH {
            let start = rules.read(&text).unwrap();
            let shown: Vec<String> = rules.options(&start, player).map(|option| rules.show(&option).replace('.', "")).collect();
            assert!(HackenbushStalk.options(&stalk, player).map(|option| HackenbushStalk.show(&option)).eq(shown), "{text}");
        }
    }
}

#[test]
fn positions_are_read_as_the_file_colours_them_or_all_exchanged() {
    let rules = HackenbushGraph::parse("0 a L\na b R\nb c E").unwrap();
    let shown = |text: &str| rules.read(text).map(|marks| rules.show(&marks));
    for (text, stands) in [("LRE", "LRE"), ("RLE", "RLE"), ("L.E", "L.."), ("...", "..."), (".RE", "..."), ("RL.", "RL.")] {
        assert_eq!(shown(text).as_deref(), Ok(stands));
    }
    for (text, at, expected) in [
        ("", 0, "`L` for edge 1 (0-a), or `.`"),
        ("LR", 2, "`E` for edge 3 (b-c), or `.`"),
        ("LLE", 1, "`R` for edge 2 (a-b), or `.`"),
        ("ERE", 0, "`L` for edge 1 (0-a), or `.`"),
        ("LRé", 2, "`E` for edge 3 (b-c), or `.`"),
        ("LREL", 3, "nothing more after 3 edges"),
    ] {
        assert_eq!(shown(text), Err(BadNotation::new(at, expected)), "{text}");
    }
}

#[test]
fn the_picture_has_the_edges_that_stand() {
    let rules = HackenbushGraph::parse("0 a L\na b R\na c E").unwrap();
    let of_edges = |edges: &[(&'static str, &'static str, Option<Player>)]| {
        Picture::Graph(GraphPicture::of_edges(vec![VertexPicture::ground("0")], edges.to_vec(), false))
    };
    let picture = |text: &str| rules.picture(&rules.read(text).unwrap()).unwrap();
    assert_eq!(picture("L.E"), of_edges(&[("0", "a", Some(Player::Left)), ("a", "c", None)]));
    assert_eq!(picture("..."), of_edges(&[]), "the ground stays");
    // the ground, a, b and c, then the edges
    assert_eq!(picture("LRE").marks(&picture("L.E")), [2, 5]);
    assert_eq!(format!("{rules:?}"), "HackenbushGraph(3 edges)");
}
