//! Drawings as XML documents: well-formed, with descriptions, and whole numbers at the axes.

use crate::asked::{QUESTIONS, draw, drawn};
use roxmltree::{Document, Node};
use sprague::any;
use sprague::registry::Entry;
use sprague::{BadNotation, Impartial, Notation, Ruleset};
use sprague::{Limits, Play};
use sprague_plot::{Kind, Plot, Theme};
use sprague_questions::{Session, registry};

fn elements<'a>(document: &'a Document<'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.tag_name().name() == name)
}

fn number(node: &Node<'_, '_>, attribute: &str) -> f64 {
    node.attribute(attribute).unwrap().parse().unwrap()
}

#[test]
#[ignore = "slow: seconds"]
fn slow_every_kind_is_a_well_formed_document_with_words_for_screen_readers() {
    for (what, options) in QUESTIONS.iter().map(|question| question.read()) {
        for theme in [Theme::Auto, Theme::Light, Theme::Dark] {
            let text = draw(what, &Plot { theme, ..options.clone() }).svg();
            let document = Document::parse(&text).unwrap_or_else(|error| panic!("{what}: {error}"));
            let root = document.root_element();
            assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")), "{what}");
            let said = |name| root.children().find(|node| node.tag_name().name() == name).and_then(|node| node.text()).unwrap();
            assert!(!said("title").is_empty() && said("desc").len() > 10, "{what}");
            assert_eq!(text.contains("prefers-color-scheme"), theme == Theme::Auto, "{what}");
            assert!(!text.contains("NaN") && !text.contains("inf"), "{what}");
        }
    }
}

#[test]
fn nothing_outside_is_linked_and_nothing_runs() {
    for (what, options) in QUESTIONS.iter().map(|question| question.read()) {
        let text = draw(what, &options).svg();
        let document = Document::parse(&text).unwrap();
        for node in document.descendants() {
            assert!(!["script", "image", "a", "foreignObject", "use"].contains(&node.tag_name().name()), "{what}");
            for attribute in node.attributes() {
                let is_outside = attribute.value().contains("url(") && !attribute.value().contains("url(#");
                assert!(
                    !attribute.name().starts_with("on") && attribute.name() != "href" && !is_outside,
                    "{what}: {attribute:?}"
                );
            }
        }
    }
}

#[test]
fn every_class_is_in_the_style_sheet() {
    for (what, options) in QUESTIONS.iter().map(|question| question.read()) {
        let text = draw(what, &options).svg();
        let document = Document::parse(&text).unwrap();
        let sheet = elements(&document, "style").next().unwrap().text().unwrap().to_owned();
        for class in document.descendants().filter_map(|node| node.attribute("class")).flat_map(str::split_whitespace) {
            assert!(sheet.contains(&format!(".{class}{{")) || sheet.contains(&format!(".{class},")), "{what}: {class}");
        }
    }
}

#[test]
fn words_stay_on_the_paper() {
    for (what, options) in QUESTIONS.iter().map(|question| question.read()) {
        let text = draw(what, &options).svg();
        let document = Document::parse(&text).unwrap();
        let (width, height) = (number(&document.root_element(), "width"), number(&document.root_element(), "height"));
        let is_turned = |node: &Node<'_, '_>| node.ancestors().any(|above| above.attribute("transform").is_some());
        for node in elements(&document, "text").filter(|node| !is_turned(node)) {
            let (x, y) = (number(&node, "x"), number(&node, "y"));
            assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{what}: {:?} at {x}, {y}", node.text());
        }
    }
}

#[test]
fn numbers_at_the_axes_of_points_are_whole() {
    for what in ["kayles", "nim", "subtraction:1,3,4", "octal:0.07", "grundy", "all-but:3,5"] {
        for to in ["1", "7", "100", "1234"] {
            let text = drawn(what, &format!("to={to}")).svg();
            let document = Document::parse(&text).unwrap();
            let numbers =
                elements(&document, "text").filter(|node| ["dim end", "dim middle"].contains(&node.attribute("class").unwrap()));
            let numbers: Vec<&str> = numbers.map(|node| node.text().unwrap()).collect();
            assert!(numbers.len() >= 3 && numbers.iter().all(|number| number.parse::<i64>().is_ok()), "{what} {to}: {numbers:?}");
        }
    }
}

#[test]
fn lost_cells_are_marked_by_a_ring_and_every_cell_says_its_number() {
    let text = drawn("wythoff", "to=10x10").svg();
    let document = Document::parse(&text).unwrap();
    let rings = elements(&document, "circle").filter(|node| node.attribute("class") == Some("none draws-paper")).count();
    // (0,0), (1,2), (3,5), (4,7), (6,10) and their mirrors, and one in the legend
    assert_eq!(rings, 9 + 1);
    let numbers: Vec<u32> = elements(&document, "text")
        .filter(|node| node.attribute("class").unwrap().contains("code"))
        .map(|node| node.text().unwrap().parse().unwrap())
        .collect();
    assert_eq!((numbers.len(), numbers.iter().filter(|number| **number == 0).count()), (121, 9));
}

#[test]
fn lost_positions_have_a_shape_and_a_letter_of_their_own() {
    let text = drawn("nim@2,3", "").svg();
    let document = Document::parse(&text).unwrap();
    let boxes: Vec<(&str, &str)> = elements(&document, "g")
        .filter_map(|group| {
            let path = group.children().find(|node| node.tag_name().name() == "path")?.attribute("d")?;
            let label = group.children().find(|node| node.tag_name().name() == "text")?.text()?;
            Some((path, label))
        })
        .collect();
    let lost: Vec<&str> = boxes.iter().filter(|(path, _)| !path.contains('a')).map(|(_, label)| *label).collect();
    assert_eq!(boxes.len(), 9);
    assert_eq!(lost, ["2 + 2 P *0", "1 + 1 P *0", "end of play P *0"]);
}

#[test]
fn misere_play_is_said() {
    let options = Plot { play: Play::Misere, ..Plot::default() };
    for what in ["nim", "nim@{x},{y}", "nim@2,1"] {
        assert!(draw(what, &options).svg().contains("misère play</title>"), "{what}");
    }
}

/// A ruleset with one heap, whose name and positions are hostile texts.
struct Hostile;

const HOSTILE: &str = "<script>&\"'\u{0}\u{1b}[2J\u{202e}\u{ffff}]]>";

impl Ruleset for Hostile {
    type Position = u8;
    type Move = u8;
    fn moves(&self, heap: &u8) -> impl Iterator<Item = u8> {
        1..=*heap
    }
    fn play(&self, heap: &u8, amount: &u8) -> u8 {
        heap - amount
    }
}

impl Impartial for Hostile {}

impl Notation<u8> for Hostile {
    fn show(&self, heap: &u8) -> String {
        format!("{heap}{HOSTILE}")
    }
    fn read(&self, text: &str) -> Result<u8, BadNotation> {
        let digits: String = text.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().map_err(|_| BadNotation::new(0, "a number"))
    }
}

#[test]
fn what_rules_say_of_themselves_is_no_markup() {
    let session = Session::with(registry().with([Entry::new("hostile", |_| Ok(any::impartial(Hostile)))]));
    for (what, kind) in [("hostile@3", Kind::Graph), ("hostile@3", Kind::Picture), ("hostile@{x}", Kind::Table)] {
        let options = Plot { kind: Some(kind), x: Some([0, 3]), ..Plot::default() };
        let options = if kind == Kind::Table { options } else { Plot { x: None, ..options } };
        let drawing = session.ask(&Plot { what: what.to_owned(), ..options }, &Limits::default()).unwrap();
        let text = drawing.svg();
        let document = Document::parse(&text).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(elements(&document, "script").count(), 0);
        assert!(!text.contains(['\u{0}', '\u{1b}', '\u{202e}']), "{what}");
        let lines = drawing.text(80, 24).join("\n");
        assert!(lines.chars().all(|c| c == '\n' || sprague::printable::is_printable(c)), "{what}: {lines:?}");
    }
}
