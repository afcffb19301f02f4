//! Drawings in a terminal.

use crate::asked::{QUESTIONS, draw, drawn};
use unicode_width::UnicodeWidthStr;

#[test]
fn every_drawing_fits_60_80_and_120_columns_and_is_not_empty() {
    for (what, options) in QUESTIONS.iter().map(|question| question.read()) {
        let drawing = draw(what, &options);
        for columns in [20, 60, 80, 120] {
            let lines = drawing.text(columns, 24);
            assert!(lines.len() >= 2, "{what}: {lines:#?}");
            for line in &lines {
                assert!(line.width() <= columns, "{what} in {columns}:\n{line}");
                assert!(line.chars().all(sprague::printable::is_printable), "{what}: {line:?}");
            }
        }
    }
}

#[test]
fn points_have_axes_the_strip_of_periods_and_its_words() {
    let lines = drawn("subtraction:1,3,4", "to=20").text(60, 16);
    let picture = lines.join("\n");
    assert_eq!(lines[0], "subtraction:1,3,4");
    assert!(lines.iter().any(|line| line.starts_with("0 ┤⠁") || line.starts_with("0 ┤")), "{picture}");
    assert!(lines.iter().any(|line| line.trim_start().starts_with('└') && line.contains('┬')), "{picture}");
    assert!(picture.contains("period 7 from n = 0 on, proved (bounded look-back)"), "{picture}");
    assert!(picture.contains('▀') && !picture.contains('░'), "there is no preperiod:\n{picture}");
    let numbers = lines.iter().find(|line| line.trim_start().starts_with("0 ") && !line.contains('┤')).unwrap();
    assert!(numbers.split_whitespace().all(|number| number.parse::<u32>().is_ok()), "{picture}");
}

#[test]
fn a_small_table_shows_its_numbers_and_a_large_one_its_lost_cells() {
    let expected = [
        "wythoff",
        "3   3   4   5   6",
        "2   2  [0]  1   5",
        "1   1   2  [0]  4",
        "0  [0]  1   2   3",
        "    0   1   2   3",
        "nimbers, 3 of 16 lost for the player to move",
        "[ ] stand around what is lost",
    ];
    assert_eq!(drawn("wythoff", "to=3x3").text(80, 24), expected);
    let large = drawn("wythoff", "to=50x50").text(80, 24);
    // Wythoff's pairs up to 50, and the mirror image of each but the first
    let lost: usize = large[1..52].iter().map(|line| line.matches('●').count()).sum();
    assert_eq!(lost, 1 + 2 * (1..=50).filter(|k| (f64::from(*k) * 2.618_033_988_75).floor() <= 50.0).count(), "{large:#?}");
}

#[test]
fn a_graph_names_its_positions_where_they_fit() {
    let wide = drawn("nim@3", "").text(80, 24).join("\n");
    assert!(["3 N", "2 N", "1 N", "0 P"].iter().all(|name| wide.contains(name)), "{wide}");
    let narrow = drawn("nim@1,2", "").text(20, 24).join("\n");
    assert!(!narrow.contains("1 + 2 N") && narrow.contains('P'), "{narrow}");
}

#[test]
fn heaps_are_rows_of_tokens() {
    let lines = drawn("nim@3,1,200", "as=picture").text(40, 24);
    assert!(lines.iter().any(|line| line.trim() == "3  ●●●"), "{lines:#?}");
    assert!(lines.iter().any(|line| line.ends_with("●…") && line.contains("200")), "{lines:#?}");
}
