//! Drawings as pixels: letters appear, and dark paper is dark.
//!
//! The files are left in `target/tmp`, to be looked at.

use crate::asked::{draw, drawn, read};
use resvg::tiny_skia::Pixmap;
use sprague_plot::{Plot, Theme};
use std::path::Path;

fn pixels(name: &str, what: &str, options: &str) -> Pixmap {
    let png = drawn(what, options).png().unwrap();
    std::fs::write(Path::new(env!("CARGO_TARGET_TMPDIR")).join(name), &png).unwrap();
    Pixmap::decode_png(&png).unwrap()
}

/// Returns the number of dark pixels in a part of a drawing.
fn inked(pixels: &Pixmap, [left, top]: [u32; 2], [right, bottom]: [u32; 2]) -> usize {
    let all = (top..bottom).flat_map(|y| (left..right).map(move |x| (x, y)));
    all.filter(|(x, y)| pixels.pixel(*x, *y).unwrap().demultiply().green() < 128).count()
}

#[test]
fn letters_appear_without_a_font_of_the_system() {
    for (name, what, options) in [
        ("kayles.png", "kayles", ""),
        ("wythoff.png", "wythoff", "to=9x9"),
        ("switch.png", "game@{2|-1}", ""),
        ("nim.png", "nim@2,3", ""),
        ("position.png", "cram@.#./#..+nim@3,18", "as=picture"),
    ] {
        let drawn = pixels(name, what, options);
        // the title, two pixels for each
        assert!(inked(&drawn, [40, 40], [200, 76]) > 300, "{what}");
    }
}

#[test]
fn there_are_two_pixels_each_way_and_paper_is_light_unless_it_is_asked_to_be_dark() {
    let light = pixels("light.png", "nim", "to=9");
    let corner = |pixels: &Pixmap| pixels.pixel(2, 2).unwrap().demultiply().green();
    assert_eq!((light.width(), corner(&light)), (1800, 255));
    let dark = draw("nim", &Plot { theme: Theme::Dark, ..read("to=9") }).png().unwrap();
    assert!(corner(&Pixmap::decode_png(&dark).unwrap()) < 40);
}
