//! Tests Snort and Col on graphs against their definition, on all small graphs.

use super::*;
use crate::Strip;
use crate::naive::{is_itself_again, with, words};
use sprague_core::notation::BadLine;
use sprague_testkit::judge::{Judge, options_are_those_of};
use sprague_testkit::laws::bounds_hold;

const GAMES: [Colouring; 2] = [Colouring::Snort, Colouring::Col];

type Edges = Vec<(usize, usize)>;

fn naive(game: Colouring, edges: &Edges, text: &str, player: Player) -> Vec<String> {
    let (own, other) = if player == Player::Left { ('L', 'R') } else { ('R', 'L') };
    let avoided = if game == Colouring::Snort { other } else { own };
    let letters: Vec<char> = text.chars().collect();
    let is_avoided =
        |at: usize| edges.iter().any(|&(from, to)| from == at && letters[to] == avoided || to == at && letters[from] == avoided);
    (0..letters.len()).filter(|&at| letters[at] == '.' && !is_avoided(at)).map(|at| with(text, at, own)).collect()
}

/// Returns all graphs with this number of vertices.
fn graphs(vertices: usize) -> impl Iterator<Item = Edges> {
    let pairs: Edges = (0..vertices).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
    (0..1_u32 << pairs.len()).map(move |mask| {
        let kept = pairs.iter().enumerate().filter(|(index, _)| mask >> index & 1 == 1);
        kept.map(|(_, &edge)| edge).collect()
    })
}

fn is_legal(game: Colouring, edges: &Edges, text: &str) -> bool {
    let illegal = if game == Colouring::Snort { ["LR", "RL"] } else { ["LL", "RR"] };
    let ends = |&(from, to): &(usize, usize)| [from, to].map(|at| &text[at..=at]).concat();
    !edges.iter().any(|edge| illegal.contains(&&*ends(edge)))
}

fn graph(game: Colouring, vertices: usize, edges: &Edges) -> Result<ColouringGraph, BadLine> {
    let names = (0..vertices).map(|vertex| format!("v{vertex}\n"));
    let edges = edges.iter().map(|(from, to)| format!("v{from} v{to}\n"));
    ColouringGraph::parse(game, &names.chain(edges).collect::<String>())
}

#[test]
fn options_are_those_of_the_definition() {
    for game in GAMES {
        for edges in graphs(4) {
            let rules = graph(game, 4, &edges).unwrap();
            for text in words(".LR#", 4..=4).into_iter().filter(|text| is_legal(game, &edges, text)) {
                assert!(options_are_those_of(&rules, |text, player| naive(game, &edges, text, player), &text), "{}", &text);
            }
        }
        let last: Edges = (60..63).map(|vertex| (vertex, vertex + 1)).collect();
        let rules = graph(game, 64, &last).unwrap();
        for text in words(".LR", 4..=4).iter().map(|text| format!("{text:#>64}")).filter(|text| is_legal(game, &last, text)) {
            assert!(options_are_those_of(&rules, |text, player| naive(game, &last, text, player), &text), "{text}");
        }
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_summands_normal_forms_and_negatives_are_the_game_they_stand_for() {
    for game in GAMES {
        for edges in graphs(4) {
            let rules = graph(game, 4, &edges).unwrap();
            let mut judge = Judge::new(|text: &str, player| naive(game, &edges, text, player));
            let legal = words(".LR", 4..=4).into_iter().filter(|text| is_legal(game, &edges, text));
            legal.for_each(|text| assert!(judge.stands_for_itself(&rules, &text), "{text}"));
        }
        for edges in graphs(5).step_by(if cfg!(debug_assertions) { 35 } else { 7 }) {
            let rules = graph(game, 5, &edges).unwrap();
            let mut judge = Judge::new(|text: &str, player| naive(game, &edges, text, player));
            let legal = words(".LR", 5..=5).into_iter().step_by(3).filter(|text| is_legal(game, &edges, text));
            legal.for_each(|text| assert!(judge.stands_for_itself(&rules, &text), "{text}"));
        }
    }
}

#[test]
fn a_path_in_a_file_is_the_path() {
    for game in GAMES {
        let edges: Edges = (1..6).map(|vertex| (vertex - 1, vertex)).collect();
        let rules = graph(game, 6, &edges).unwrap();
        for text in words(".LR", 6..=6).into_iter().filter(|text| is_legal(game, &edges, text)) {
            let (marks, path) = (rules.read(&text).unwrap(), Notation::<Strip>::read(&game, &text).unwrap());
            for player in Player::BOTH {
                let shown: Vec<String> = rules.options(&marks, player).map(|option| rules.show(&option)).collect();
                assert!(game.options(&path, player).map(|option| game.show(&option)).eq(shown), "{text}");
            }
            let in_file: Vec<String> = rules.summands(&marks).map(|part| rules.show(&part).replace('#', "")).collect();
            assert!(game.summands(&path).map(|part| game.show(&part)).eq(in_file), "{text}");
        }
    }
}

/// The normal form depends only on which players can colour each vertex.
#[test]
fn the_normal_form_is_known_by_what_can_be_coloured() {
    let mut forms = std::collections::HashMap::new();
    for game in GAMES {
        for (number, edges) in graphs(4).enumerate() {
            let rules = graph(game, 4, &edges).unwrap();
            for text in words(".LR", 4..=4).into_iter().filter(|text| is_legal(game, &edges, text)) {
                let marks = rules.read(&text).unwrap();
                let form = rules.normal_form(marks);
                let usable = |marks| Player::BOTH.map(|player| rules.usable(marks, player));
                assert_eq!(usable(&form), usable(&marks), "{text}");
                assert_eq!(rules.normal_form(form), form, "{text}");
                // if the common form would break the rule, each position keeps its own colours
                let is_own = (form.left & !form.right & !marks.left) | (form.right & !form.left & !marks.right) == 0;
                assert!(is_own || *forms.entry((game, number, usable(&marks))).or_insert(form) == form, "{text}");
            }
        }
    }
}

#[test]
fn positions_are_themselves_again() {
    let edges = vec![(0, 1), (1, 2)];
    let rules = graph(Colouring::Col, 4, &edges).unwrap();
    let mut legal = words(".LR#", 4..=4).into_iter().filter(|text| is_legal(Colouring::Col, &edges, text));
    assert!(legal.all(|text| is_itself_again(&rules, &text)));
    let letters = "`.`, `L`, `R` or `#`, one for each of 4 vertices";
    for (text, at, expected) in [
        ("", 0, letters),
        ("...", 3, letters),
        (".x..", 1, letters),
        (".é..", 1, letters),
        (".....", 4, "nothing more after 4 vertices"),
    ] {
        assert_eq!(rules.read(text), Err(BadNotation::new(at, expected)), "{text}");
    }
}

#[test]
fn colours_that_no_play_leaves_are_refused_at_their_vertex() {
    for game in GAMES {
        for edges in graphs(4) {
            let rules = graph(game, 4, &edges).unwrap();
            for text in words(".LR#", 4..=4) {
                assert_eq!(rules.read(&text).is_ok(), is_legal(game, &edges, &text), "{text}");
            }
        }
    }
    let rules = ColouringGraph::parse(Colouring::Snort, "a b\nb c\nc a\nb=R").unwrap();
    for (text, at, expected) in [
        (".#L", 2, None),
        ("L..", 1, Some("another letter for vertex b, next to a: in Snort no `R` is beside `L`")),
        (".RL", 2, Some("another letter for vertex c, next to b: in Snort no `L` is beside `R`")),
    ] {
        let refused = expected.map(|expected| BadNotation::new(at, expected));
        assert_eq!(rules.read(text).err(), refused, "{text}");
    }
}

#[test]
fn the_picture_has_the_vertices_that_are_left_with_their_colours() {
    let rules = ColouringGraph::parse(Colouring::Snort, "a b\nb c\nc a\nc d\ne\nd a").unwrap();
    let picture = |text: &str| rules.picture(&rules.read(text).unwrap()).unwrap();
    let vertices = vec![VertexPicture::new("a"), VertexPicture::new("b").marked('L'), VertexPicture::new("d").marked('R')];
    let graph = GraphPicture::of_edges(vertices, [("a", "b", None), ("a", "d", None)], false);
    assert_eq!(picture(".L#R#"), Picture::Graph(graph));
    assert_eq!(picture("#L#.#").marks(&picture("#L#R#")), [1]);
    let alone = GraphPicture::of_edges(vec![VertexPicture::new("e")], [], false);
    assert_eq!(picture("####."), Picture::Graph(alone), "no edge leads there");
    assert_eq!(format!("{rules:?}"), "ColouringGraph(Snort, 5 vertices)");
}

#[test]
fn bounds_hold_on_every_small_graph_and_path() {
    for game in GAMES {
        for edges in graphs(4) {
            let rules = graph(game, 4, &edges).unwrap();
            let positions = words(".LR#", 4..=4).into_iter().filter_map(|text| rules.read(&text).ok());
            assert_eq!(bounds_hold(&rules, positions), Ok(()), "{edges:?}");
        }
        let paths = words(".LR", 1..=8).into_iter().filter_map(|text| game.read(&text).ok());
        assert_eq!(bounds_hold(&game, paths), Ok(()));
    }
    let told = |text: &str| Colouring::Snort.hints().bounds(&Colouring::Snort.read(text).unwrap());
    assert_eq!(told("LL..R"), Bounds::between(-1, 1).with_left_first(0).with_right_first(0));
    assert_eq!(told("L.."), Bounds::between(-1, 2).with_left_first(1).with_right_first(0));
    let col = Colouring::Col;
    assert_eq!(col.hints().bounds(&col.read("L..").unwrap()), Bounds::UNKNOWN, "nothing is claimed of Col");
}
