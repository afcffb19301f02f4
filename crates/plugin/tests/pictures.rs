//! Pictures of plugins. If a picture fails it is not shown, and everything else still works.

use sprague::any::{AnyImpartial, GraphPicture, Picture, VertexPicture};
use sprague::evaluate::nimber;
use sprague_plugin::Plugin;
use sprague_plugin::laws::{Effort, Law, Report, try_laws};

const MOVES: &str = "fn moves(n) { let f = []; for k in 1..n + 1 { f.push(n - k) } f }";

fn board(text: &str) -> Picture {
    Picture::Cells(text.split('/').map(|row| row.chars().collect()).collect())
}

fn picture(plugin: &Plugin, text: &str) -> Option<Picture> {
    let rules = plugin.rules();
    rules.picture(&rules.read(text).unwrap_or_else(|error| panic!("{text}: {error}")))
}

fn example(name: &str) -> Plugin {
    Plugin::load(&format!("{}/../../examples/plugins/{name}", env!("CARGO_MANIFEST_DIR")), None).unwrap()
}

#[test]
fn the_examples_draw_their_positions() {
    for (file, text, drawn) in [
        ("wythoff.rhai", "3.5", Picture::Heaps(vec![3, 5])),
        ("chomp.rhai", "3.1", board("xoo/o")),
        ("cram.rhai", ".#./...", board(".#./...")),
        ("domineering.rhai", "2x3", board(".../...")),
        ("toads-frogs.rhai", "T.F", board("T.F")),
        ("kings.rhai", "1x2", board("..####/######/######/######/######")),
        // heaps are drawn without a function `picture`
        ("kayles.rhai", "7.3", Picture::Heaps(vec![3, 7])),
        ("kayles.wat", "7", Picture::Heaps(vec![7])),
        ("partizan-kayles.rhai", "4", Picture::Heaps(vec![4])),
        ("amounts.rhai", "9", Picture::Heaps(vec![9])),
        ("code.wat", "9.2", Picture::Heaps(vec![2, 9])),
        // boards of a sum are drawn one below the other
        ("cram.rhai", "1x2~2x1", board("..//./.")),
    ] {
        let plugin = example(file);
        let found = picture(&plugin, text);
        assert_eq!((found, plugin.picture_fault(), plugin.fault()), (Some(drawn), None, None), "{file}");
    }
    let pursuit = example("pursuit.rhai");
    let vertices = ["a", "b", "d", "c", "e", "f"].map(|name| match name {
        "a" => VertexPicture::new("a").marked('c'),
        "e" => VertexPicture::new("e").marked('r'),
        other => VertexPicture::new(other),
    });
    let edges = [("a", "b"), ("a", "d"), ("b", "c"), ("c", "d"), ("c", "e"), ("e", "f")].map(|(from, to)| (from, to, None));
    let Some(Picture::Graph(graph)) = picture(&pursuit, "a>e") else { panic!("{:?}", pursuit.picture_fault()) };
    let named = |graph: &GraphPicture| {
        let mut vertices = graph.vertices.clone();
        vertices.sort_by(|one, other| one.name.cmp(&other.name));
        let name = |end: u32| graph.vertices[end as usize].name.clone();
        let mut edges: Vec<[String; 2]> = graph.edges.iter().map(|edge| [name(edge.from), name(edge.to)]).collect();
        edges.sort();
        (vertices, edges)
    };
    assert_eq!(named(&graph), named(&GraphPicture::of_edges(vertices.to_vec(), edges, false)));
    assert_eq!(picture(&example("subtraction.wat"), "7"), None, "it draws nothing, and its text is what there is to see");
}

/// Returns a module whose positions have one word, no moves, and this text as their picture. `instead` replaces the body of
/// `picture`.
fn module(text: &str, instead: Option<&str>) -> Plugin {
    let escaped: String = text.bytes().map(|byte| format!("\\{byte:02x}")).collect();
    let result = format!("(i64.const {})", 4096_u64 << 32 | text.len() as u64);
    let body = instead.unwrap_or(&result);
    let module = format!(
        "(module (memory (export \"memory\") 1) (data (i32.const 4096) \"{escaped}\")
         (func (export \"sprague_version\") (result i32) (i32.const 2))
         (func (export \"about\") (result i64) (i64.const 0))
         (func (export \"input\") (result i32) (i32.const 0))
         (func (export \"options\") (param i32 i32) (result i64) (i64.const 0))
         (func (export \"picture\") (param i32) (result i64) {body}))"
    );
    Plugin::from_text("drawn.wat", module.as_bytes(), None).unwrap()
}

#[test]
fn modules_draw_boards_heaps_and_graphs_as_text() {
    assert_eq!(picture(&module("cells\nx.\n.o", None), "3"), Some(board("x./.o")));
    assert_eq!(picture(&module("heaps\n3 1", None), "3"), Some(Picture::Heaps(vec![3, 1])));
    let graph = GraphPicture::of_edges(vec![VertexPicture::ground("0")], [("0", "a", None)], false);
    assert_eq!(picture(&module("graph ground=0\n0 a", None), "3"), Some(Picture::Graph(graph)));
    for nothing in [module("", None), module("", Some("(i64.const -1)"))] {
        assert_eq!((picture(&nothing, "3"), nothing.picture_fault()), (None, None));
    }
    // exports that are new in version 2 are ignored in version 1, whatever their type
    let first = "(module (memory (export \"memory\") 1) (func (export \"sprague_version\") (result i32) (i32.const 1))
        (func (export \"about\") (result i64) (i64.const 0)) (func (export \"input\") (result i32) (i32.const 0))
        (func (export \"options\") (param i32 i32) (result i64) (i64.const 0)) (func (export \"picture\")))";
    let first = Plugin::from_text("first.wat", first.as_bytes(), None).unwrap();
    assert_eq!((picture(&first, "3"), first.fault()), (None, None));
}

/// Checks that the picture failed for this reason, and that nothing else failed.
fn fails(plugin: &Plugin, how: &str) {
    assert_eq!(picture(plugin, "3"), None, "{how}");
    let fault = plugin.picture_fault().unwrap_or_else(|| panic!("no fault: {how}")).to_string();
    assert!(fault.contains("`picture`: ") && fault.contains(how), "{fault}");
    assert!(fault.lines().count() == 1 && !fault.chars().any(char::is_control), "{fault:?}");
    assert_eq!(plugin.picture_fault().map(|fault| fault.to_string()), Some(fault), "it stays");
    assert_eq!(picture(plugin, "2"), None, "it is asked no more");
    assert_eq!(plugin.fault(), None, "and answers go on");
}

#[test]
fn a_picture_that_fails_is_not_shown_and_changes_no_answer() {
    for (body, how) in [
        ("throw `no`", "it threw: no"),
        ("[`${1 / (n - n)}`]", "Division by zero"),
        ("loop {}", "more than 5000000 operations"),
        ("picture(n)", "deep"),
        ("7", "were expected"),
        ("[\"\\x1b[2J\"]", "not as wide as a letter"),
        ("[`🐸`]", "not as wide as a letter"),
        ("let a = []; a.pad(5000, 1); a", "more than 4096"),
        ("#{ edges: [[1, 2, `me`]] }", "\"left\", \"right\""),
        ("let s = `x`; for k in 0..40 { s += s } [s]", ""),
    ] {
        let plugin = Plugin::from_script("torn.rhai", &format!("{MOVES} fn picture(n) {{ {body} }}"), None).unwrap();
        fails(&plugin, how);
        let rules = plugin.rules();
        let value = nimber(&AnyImpartial::try_from(rules.clone()).unwrap(), &rules.read("5").unwrap());
        assert_eq!((value.unwrap().0, plugin.fault()), (5, None), "{body}");
    }
    for (body, how) in [
        ("(unreachable)", "trapped"),
        ("(loop $again (br $again)) (unreachable)", "out of fuel"),
        ("(loop $again (drop (memory.grow (i32.const 1))) (br $again)) (unreachable)", "bytes of memory"),
        ("(i64.const 0x10000000000000)", "not inside the memory"),
        ("(i64.const 0x2000)", "a text of 8192 bytes"),
    ] {
        fails(&module("", Some(body)), how);
    }
    fails(&module("cells\n\u{202e}", None), "not as wide as a letter");
    fails(&module("board", None), "not `board`");
}

#[test]
fn what_a_picture_does_to_the_memory_of_a_module_is_not_seen_by_the_rules() {
    // drawing changes the memory so that the only move disappears, in the instance that draws
    let text = "(module (memory (export \"memory\") 1) (data (i32.const 4096) \"heaps\\n1\") (data (i32.const 8192) \"\\01\")
        (func (export \"sprague_version\") (result i32) (i32.const 2))
        (func (export \"about\") (result i64) (i64.const 0))
        (func (export \"input\") (result i32) (i32.const 0))
        (func (export \"options\") (param i32 i32) (result i64)
          (if (i64.eqz (i64.mul (i64.load (i32.const 0)) (i64.load (i32.const 8192)))) (then (return (i64.const 0))))
          (i64.store (i32.const 12000) (i64.const 1)) (i64.store (i32.const 12008) (i64.const 1))
          (i64.store (i32.const 12016) (i64.const 0)) (i64.const 0x2ee000000003))
        (func (export \"picture\") (param i32) (result i64) (i64.store (i32.const 8192) (i64.const 0)) (i64.const 0x100000000007)))";
    let plugin = Plugin::from_text("smeared.wat", text.as_bytes(), None).unwrap();
    let rules = plugin.rules();
    let options = |text: &str| {
        let mut options = vec![];
        rules.options(&rules.read(text).unwrap(), sprague::Player::Left, 0, &mut options);
        options.len()
    };
    assert_eq!(options("3"), 1);
    assert_eq!(picture(&plugin, "3"), Some(Picture::Heaps(vec![1])));
    assert_eq!((options("3"), options("0"), plugin.fault()), (1, 0, None));
}

#[test]
fn pictures_that_take_too_long_together_are_shown_no_longer() {
    let text = format!("{MOVES} fn picture(n) {{ let s = 0; for k in 0..100000 {{ s += k }} [n] }}");
    let plugin = Plugin::from_script("slow.rhai", &text, None).unwrap();
    let shown = (0..2000).take_while(|n| picture(&plugin, &n.to_string()).is_some()).count();
    assert!((10..2000).contains(&shown), "{shown}");
    let fault = plugin.picture_fault().unwrap().to_string();
    assert!(fault.contains("too slow"), "{fault}");
    assert_eq!(plugin.fault(), None);
}

#[test]
fn parameters_are_told_to_who_draws() {
    let text = format!("{MOVES} fn picture(n, mark) {{ let row = ``; row.pad(n, mark[0]); [row] }}");
    let plugin = Plugin::from_script("marked.rhai", &text, Some("#")).unwrap();
    assert_eq!(picture(&plugin, "3"), Some(board("###")));
}

fn tried(text: &str) -> Report {
    let load = || Plugin::from_script("tried.rhai", text, None).unwrap();
    try_laws(&load, &["9"], Effort::default())
}

#[test]
fn the_laws_say_what_is_wrong_with_a_picture_and_where() {
    let good = tried(&format!("{MOVES} fn picture(n) {{ if n > 3 {{ [n] }} else {{ () }} }}"));
    assert_eq!(good.broken, None);
    let held = |report: &Report| report.held.iter().find(|(law, _)| *law == Law::PicturesCanBeDrawn).unwrap().1;
    assert_eq!((held(&good), good.positions), (6, 10));
    assert_eq!(held(&tried(MOVES)), 0);
    let torn = tried(&format!("{MOVES} fn picture(n) {{ if n > 3 {{ [-n] }} else {{ [n] }} }}")).broken.unwrap();
    assert_eq!((torn.law, torn.position.as_str()), (Law::PicturesCanBeDrawn, "4"));
    assert!(torn.how.contains("tried.rhai: `picture`: `-4` is not a heap"), "{}", torn.how);
}

#[test]
fn heaps_are_drawn_as_heaps_and_nothing_else() {
    let text = "fn heap_options(n) { if n > 0 { [n - 1] } else { [] } } fn picture(n) { [n] }";
    let fault = Plugin::from_script("heaps.rhai", text, None).unwrap().fault().unwrap().to_string();
    assert!(fault.contains("`picture`: positions are heaps, which have their own picture: leave it out"), "{fault}");
}
