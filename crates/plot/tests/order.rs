//! The order of rows: the signs are those of `compare`, cell by cell.

use crate::asked::{SESSION, drawn};
use roxmltree::Document;
use sprague::Limits;
use sprague_plot::{Kind, Plot};
use sprague_questions::Compare;

/// Returns the signs of a drawing, beginning with those of the first row n.
fn signs(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let cells = document.descendants().filter(|node| node.attribute("class").is_some_and(|class| class.ends_with("middle code")));
    cells.map(|node| node.text().unwrap().to_owned()).collect()
}

fn assert_is_that_of_values(family: &str, to: u64) {
    let found = signs(&drawn(family, &format!("as=order to={to}")).svg());
    assert_eq!(found.len() as u64, (to + 1) * (to + 1), "{family}");
    let mut expected = vec![];
    for n in 0..=to {
        for m in 0..=to {
            let question = Compare::of(format!("{family}@{m}"), format!("{family}@{n}"));
            expected.push(SESSION.ask(&question, &Limits::default()).unwrap().relation.to_owned());
        }
    }
    assert_eq!(found, expected, "{family}");
}

#[test]
fn signs_are_those_of_values() {
    // by three rays, by five, by differences (nimbers, and values that no table proves), and with one player alone
    for family in ["asymmetric:1,3/2", "asymmetric:3,5/2,3,5,6", "kayles", "asymmetric:1,200/3,500", "asymmetric:2/none"] {
        assert_is_that_of_values(family, 9);
    }
}

#[test]
fn rows_far_apart_are_folded() {
    let [near, far] = ["x=0-9 y=100-109", "x=0-9 y=1000000000000000100-1000000000000000109"]
        .map(|ranges| signs(&drawn("asymmetric:1,3/2", &format!("as=order {ranges}")).svg()));
    assert_eq!((near.len(), &near), (100, &far));
    let last = drawn("asymmetric:1,3/2", "as=order x=18446744073709551606-18446744073709551615");
    assert!(last.svg().contains("18446744073709551") || last.text(80, 24).len() > 5);
}

#[test]
fn the_laws_stand_above_and_the_counts_are_said() {
    let svg = drawn("asymmetric:1,3/2", "as=order").svg();
    for words in [
        "<title>asymmetric:1,3/2, order of rows</title>",
        "<desc>Order of rows, a table of 21 by 21. order of all rows: period 2 from n = 5 on, proved",
        "n = 0 (mod 2): row n+2 is row n plus ^*",
        "||: confused",
    ] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    let document = Document::parse(&svg).unwrap();
    let said = document.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "desc"))).unwrap();
    let counts = |sign: &str| signs(&svg).iter().filter(|found| *found == sign).count();
    let expected =
        format!("pairs shown: {} less, {} equal, {} greater, {} confused", counts("<"), counts("="), counts(">"), counts("||"));
    assert!(said.text().unwrap().contains(&expected), "{expected}");
    let rays = drawn("asymmetric:3,5/2,3,5,6", "as=order").svg();
    assert!(rays.contains("period 8 along 5 rays") && !rays.contains("order of its rows repeats"));
}

#[test]
fn the_terminal_has_the_same_signs() {
    let lines = drawn("asymmetric:1,3/2", "as=order to=3").text(60, 24);
    let rows: Vec<Vec<&str>> = lines[1..5].iter().map(|line| line.split_whitespace().skip(1).collect()).collect();
    assert_eq!(rows, [["<", ">", "||", "="], ["||", "||", "=", "||"], ["<", "=", "||", "<"], ["=", ">", "||", ">"]]);
    let narrow = drawn("asymmetric:1,3/2", "as=order to=60").text(40, 24);
    assert!(narrow.iter().all(|line| line.chars().count() <= 40));
    assert!(narrow.join(" ").contains("that of their first: < row m is less than row n"), "{narrow:?}");
}

#[test]
fn the_largest_order_is_a_file_that_can_be_sent() {
    let svg = drawn("asymmetric:3,5/2,3,5,6", "as=order to=199").svg();
    assert!(svg.len() < 600_000, "{}", svg.len());
}

#[test]
fn an_order_of_which_nothing_is_known_is_an_order() {
    let far = Some([100_000, 100_002]);
    let question = Plot { kind: Some(Kind::Order), x: far, y: far, ..Plot::of("grundy") };
    let drawing = SESSION.ask(&question, &Limits { positions: 10, ..Limits::default() }).unwrap();
    assert!(drawing.stopped().is_some() && drawing.svg().contains("<desc>Order of rows, a table of 3 by 3."));
    assert_eq!(signs(&drawing.svg()).iter().filter(|sign| !sign.is_empty()).count(), 0);
}
