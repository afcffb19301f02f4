//! Compares Node Kayles and Arc Kayles with their definitions on sets of names.

use sprague::any::{AnyImpartial, AnyPosition};
use sprague::evaluate::{NimberSearch, nimber, outcome};
use sprague::registry::LocalFiles;
use sprague::{AnyRuleset, Limits, Misere, Outcome, Player};
use sprague_questions::registry;
use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

/// The items to take, and which items are adjacent.
struct Plain {
    items: Vec<String>,
    beside: Box<dyn Fn(usize, usize) -> bool>,
}

impl Plain {
    fn nodes(vertices: &BTreeSet<u32>, edges: &BTreeSet<[u32; 2]>) -> Self {
        let all: Vec<u32> = vertices.iter().copied().collect();
        let (names, edges) = (all.iter().map(u32::to_string).collect(), edges.clone());
        let beside = move |one: usize, other: usize| edges.contains(&[all[one].min(all[other]), all[one].max(all[other])]);
        Self { items: names, beside: Box::new(beside) }
    }

    fn arcs(edges: &BTreeSet<[u32; 2]>) -> Self {
        let all: Vec<[u32; 2]> = edges.iter().copied().collect();
        let names = all.iter().map(|[one, other]| format!("{one}-{other}")).collect();
        Self { items: names, beside: Box::new(move |one, other| all[one].iter().any(|end| all[other].contains(end))) }
    }

    /// Returns the options of a set of remaining items, each with the item that is taken.
    fn options(&self, left: &BTreeSet<usize>) -> Vec<(usize, BTreeSet<usize>)> {
        let after =
            |taken: usize| left.iter().copied().filter(|other| *other != taken && !(self.beside)(taken, *other)).collect();
        left.iter().map(|taken| (*taken, after(*taken))).collect()
    }

    fn nimber(&self, left: &BTreeSet<usize>, known: &mut HashMap<BTreeSet<usize>, u32>) -> u32 {
        if let Some(nimber) = known.get(left) {
            return *nimber;
        }
        let options: BTreeSet<u32> = self.options(left).iter().map(|(_, after)| self.nimber(after, known)).collect();
        let nimber = (0..).find(|nimber| !options.contains(nimber)).unwrap();
        known.insert(left.clone(), nimber);
        nimber
    }

    fn is_won_in_misere_play(&self, left: &BTreeSet<usize>) -> bool {
        left.is_empty() || self.options(left).iter().any(|(_, after)| !self.is_won_in_misere_play(after))
    }

    fn all(&self) -> BTreeSet<usize> {
        (0..self.items.len()).collect()
    }
}

fn rules(family: &str) -> Arc<dyn AnyRuleset> {
    registry().read(family, &LocalFiles).unwrap_or_else(|error| panic!("{family}: {error}"))
}

fn text(vertices: u32, edges: &BTreeSet<[u32; 2]>) -> String {
    let single = (1..=vertices).filter(|vertex| !edges.iter().any(|ends| ends.contains(vertex))).map(|vertex| vertex.to_string());
    edges.iter().map(|[one, other]| format!("{one}-{other}")).chain(single).collect::<Vec<_>>().join(".")
}

fn graphs(vertices: u32) -> impl Iterator<Item = BTreeSet<[u32; 2]>> {
    let pairs: Vec<[u32; 2]> = (2..=vertices).flat_map(|other| (1..other).map(move |one| [one, other])).collect();
    (0..1_u64 << pairs.len())
        .map(move |bits| (0..).zip(&pairs).filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, pair)| *pair).collect())
}

/// Compares nimbers, moves, texts, and the winner of misère play with the definition.
fn is_as_defined(rules: &Arc<dyn AnyRuleset>, text: &str, plain: &Plain) {
    let typed = AnyImpartial::try_from(rules.clone()).unwrap();
    let position = rules.read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let mut known = HashMap::new();
    let all = plain.all();
    assert_eq!(nimber(&typed, &position).unwrap().0, plain.nimber(&all, &mut known), "{text}");
    let misere = outcome(&Misere(&typed), &position).unwrap();
    assert_eq!(misere == Outcome::Win, plain.is_won_in_misere_play(&all), "{text}");
    let mut moves = vec![];
    rules.moves(&position, Player::Left, 0, &mut moves);
    let expected = plain.options(&all);
    assert_eq!(moves.len(), expected.len(), "{text}");
    for (mv, (taken, after)) in moves.iter().zip(expected) {
        assert_eq!(mv.label, format!("take {}", plain.items[taken]), "{text}");
        let gone: Vec<&str> = all.difference(&after).map(|item| plain.items[*item].as_str()).collect();
        assert_eq!(rules.show(&mv.to), format!("{text}:gone={}", gone.join(".")));
        assert_eq!(rules.read(&rules.show(&mv.to)).unwrap(), mv.to);
        assert_eq!(nimber(&typed, &mv.to).unwrap().0, plain.nimber(&after, &mut known), "{text} {}", mv.label);
    }
}

#[test]
fn all_graphs_of_five_vertices_are_as_defined() {
    let (nodes, arcs) = (rules("node-kayles"), rules("arc-kayles"));
    for vertices in 1..=5 {
        for edges in graphs(vertices) {
            let text = text(vertices, &edges);
            is_as_defined(&nodes, &text, &Plain::nodes(&(1..=vertices).collect(), &edges));
            if !edges.is_empty() && edges.len() <= 7 {
                is_as_defined(&arcs, &text, &Plain::arcs(&edges));
            }
        }
    }
}

#[test]
fn random_graphs_of_more_vertices_than_are_remembered_by_themselves_are_as_defined() {
    let (nodes, arcs) = (rules("node-kayles"), rules("arc-kayles"));
    let mut state = 88_172_645_463_325_252_u64;
    let mut random = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for vertices in [11, 13, 15] {
        for _ in 0..4 {
            let pairs = (2..=vertices).flat_map(|other| (1..other).map(move |one| [one, other]));
            let edges: BTreeSet<[u32; 2]> = pairs.filter(|_| random() % 4 == 0).collect();
            is_as_defined(&nodes, &text(vertices, &edges), &Plain::nodes(&(1..=vertices).collect(), &edges));
            let few: BTreeSet<[u32; 2]> = edges.iter().copied().take(13).collect();
            is_as_defined(&arcs, &text(0, &few), &Plain::arcs(&few));
        }
    }
}

#[test]
fn named_graphs_and_graph6_are_the_graphs_that_they_name() {
    let (nodes, arcs) = (rules("node-kayles"), rules("arc-kayles"));
    for (name, edges) in [
        ("path:4", "1-2.2-3.3-4"),
        ("path:1", "1"),
        ("cycle:5", "1-2.2-3.3-4.4-5.5-1"),
        ("complete:4", "1-2.1-3.1-4.2-3.2-4.3-4"),
        ("star:3", "1-2.1-3.1-4"),
        ("grid:2x3", "1-2.2-3.4-5.5-6.1-4.2-5.3-6"),
        ("queens:2", "1-2.1-3.1-4.2-3.2-4.3-4"),
        ("petersen", "1-2.2-3.3-4.4-5.5-1.1-6.2-7.3-8.4-9.5-10.6-8.8-10.10-7.7-9.9-6"),
        // in the format of `networkx.to_graph6_bytes`
        ("\"Bw\"", "1-2.2-3.1-3"),
        ("\"Dhc\"", "1-2.2-3.3-4.4-5.1-5"),
        ("\"A?\"", "1.2"),
    ] {
        for rules in [&nodes, &arcs] {
            if !edges.contains('-') && Arc::ptr_eq(rules, &arcs) {
                continue;
            }
            let [one, other] = [name, edges].map(|text| rules.read(text).unwrap_or_else(|error| panic!("{text}: {error}")));
            assert_eq!(rules.show(&one), name);
            let labels = |position| {
                let mut moves = vec![];
                rules.moves(position, Player::Left, 0, &mut moves);
                let all = moves
                    .iter()
                    .map(|mv| (mv.label.clone(), rules.show(&mv.to).split_once("gone=").map(|(_, gone)| gone.to_owned())));
                all.collect::<Vec<_>>()
            };
            assert_eq!(labels(&one), labels(&other), "{name}");
            let typed = AnyImpartial::try_from(rules.clone()).unwrap();
            assert_eq!(nimber(&typed, &one), nimber(&typed, &other), "{name}");
            assert!(labels(&one).len() > 10 || rules.normal_form(one) == rules.normal_form(other), "{name}");
        }
    }
    let queens = rules("node-kayles");
    let five = AnyImpartial::try_from(queens.clone()).unwrap();
    let (mut vertices, mut edges) = (BTreeSet::new(), BTreeSet::new());
    for one in 0..16_u32 {
        vertices.insert(one + 1);
        for other in 0..one {
            let [rows, columns] = [(one / 4).abs_diff(other / 4), (one % 4).abs_diff(other % 4)];
            if rows == 0 || columns == 0 || rows == columns {
                edges.insert([other + 1, one + 1]);
            }
        }
    }
    let plain = Plain::nodes(&vertices, &edges);
    let expected = plain.nimber(&plain.all(), &mut HashMap::new());
    assert_eq!(nimber(&five, &queens.read("queens:4").unwrap()).unwrap().0, expected);
}

#[test]
fn known_nimbers_come_out() {
    let nodes = rules("node-kayles");
    let limits = Limits::default();
    let typed = AnyImpartial::try_from(nodes.clone()).unwrap();
    let mut search = NimberSearch::new(&typed, &limits);
    let mut of = |text: &str| search.nimber(&nodes.read(text).unwrap()).unwrap().0;
    // Noon & Van Brummelen 2006, The non-attacking queens game; OEIS A344227
    assert_eq!((1..=10).map(|n| of(&format!("queens:{n}"))).collect::<Vec<_>>(), [1, 1, 2, 1, 3, 1, 2, 3, 1, 0]);
    for (games, octal) in [("node-kayles", "octal:0.137"), ("arc-kayles", "octal:0.07")] {
        let (games, octal) = (rules(games), rules(octal));
        let [typed, of_heaps] = [&games, &octal].map(|rules| AnyImpartial::try_from(rules.clone()).unwrap());
        let (mut search, mut heaps) = (NimberSearch::new(&typed, &limits), NimberSearch::new(&of_heaps, &limits));
        for n in 2..=400 {
            let path = search.nimber(&games.read(&format!("path:{n}")).unwrap()).unwrap();
            assert_eq!(path, heaps.nimber(&octal.read(&n.to_string()).unwrap()).unwrap(), "{n}");
        }
    }
}

#[test]
fn isomorphic_graphs_have_one_form_which_is_a_position() {
    let nodes = rules("node-kayles");
    let form = |text: &str| nodes.normal_form(nodes.read(text).unwrap());
    assert_eq!(form("1-2.2-3.3-4"), form("9-7.7-2.2-5"));
    assert_ne!(form("1-2.2-3.3-4"), form("1-2.1-3.1-4"));
    assert_eq!(nodes.show(&form("1-2.2-3.1-3")), "form:\"Bw\"");
    let again = nodes.read("form:\"Bw\"").unwrap();
    assert!(again == form("1-2.2-3.1-3") && nodes.is_position(&again));
    // words from a damaged file, which encode no graph
    for words in [&[1, 1, 5][..], &[1, 0], &[1]] {
        assert!(!nodes.is_position(&AnyPosition::from_words(words.iter().copied())), "{words:?}");
    }
    // paths and cycles of any length have one form, wherever they are
    for (line, form_of_it) in [
        (
            "grid:3x20:gone=1.21.22.23.24.25.26.27.28.29.30.31.32.33.34.35.36.37.38.39.40.41.42.43.44.45.46.47.48.49.50.51.52.53.54.55.56.57.58.59.60",
            "form:19",
        ),
        ("path:12", "form:12"),
        ("cycle:40", "form:40o"),
        ("cycle:40:gone=7", "form:39"),
        ("path:30:gone=15", "form:14.15"),
    ] {
        assert_eq!(nodes.show(&form(line)), form_of_it);
        assert!(nodes.is_position(&form(line)) && nodes.read(form_of_it).unwrap() == form(line));
    }
    assert!(nodes.show(&form("cycle:6:gone=1")).starts_with("form:\""));
    // boards with more than ten vertices are rotated and mirrored
    let turned = [".", "169", "13", "157"]
        .map(|vertex| if vertex == "." { form("queens:13:gone=1") } else { form(&format!("queens:13:gone={vertex}")) });
    assert!(turned.iter().all(|other| *other == turned[0]));
}

#[test]
fn what_is_no_graph_is_refused_at_its_character() {
    for (family, text, at, expected) in [
        ("node-kayles", "", 0, "edges such as 1-2.2-3"),
        ("node-kayles", "paths:3", 0, "edges such as 1-2.2-3"),
        ("node-kayles", "path:0", 5, "vertices 1-4096"),
        ("node-kayles", "path:5000", 5, "vertices 1-4096"),
        ("node-kayles", "cycle:2", 6, "vertices 3-4096"),
        ("node-kayles", "grid:3", 6, "`x` and the number of columns"),
        ("node-kayles", "grid:100x100", 5, "a grid of at most 4096 vertices"),
        ("node-kayles", "1-1", 2, "another vertex: none is its own neighbour"),
        ("node-kayles", "1-2.", 4, "vertices, numbered from 1,"),
        ("node-kayles", "0-2", 0, "vertices, numbered from 1,"),
        ("node-kayles", "1-2:gone=3", 9, "a vertex of 1-2"),
        ("node-kayles", "1-2:gone=1.1", 11, "a vertex that is not gone already"),
        ("node-kayles", "1-2:gone=", 9, "a vertex of 1-2"),
        ("arc-kayles", "1-2.3:gone=3", 11, "an edge of 1-2.3"),
        ("arc-kayles", "complete:92", 0, "a graph with at most 4096 edges (this one has 4186)"),
        ("node-kayles", "\"Dh\"", 3, "3 characters of graph6 for 5 vertices"),
        ("node-kayles", "\"D c\"", 2, "a character of graph6"),
        ("node-kayles", "\"\"", 1, "the number of vertices"),
        ("node-kayles", "\"?\"", 1, "a graph with at least one vertex"),
        ("node-kayles", "\"Bx\"", 2, "no bits after the last pair"),
        ("node-kayles", "\"~~????\"", 1, "a graph with at most 4096 vertices"),
        ("node-kayles", "\"Bw", 3, "a `\"` after a graph in graph6"),
        ("node-kayles", "form:12.2o", 8, "at least 3 vertices of a cycle"),
        ("arc-kayles", "form:4096.1", 10, "at most 4096 vertices in all"),
        ("arc-kayles", "form:12x", 7, "nothing more"),
        ("node-kayles", "form:Bw", 5, "a graph in graph6, in double quotes"),
        ("node-kayles", "form:\"K???????????\"", 6, "a graph of at most 10 vertices"),
    ] {
        let error = rules(family).read(text).unwrap_err();
        assert!(error.at == at && error.expected.starts_with(expected), "{family}@{text}: {error}");
    }
}
