//! The pictures of the chapter about the order of rows.

use super::{Pages, are_current, printed, with_files};

/// The name of each file, and the command that draws it.
const DRAWN: [(&str, &str); 3] = [
    ("classes", "plot asymmetric:1,3/2 --as order"),
    ("laws", "plot asymmetric:2,5/3,4 --as order --to 32"),
    ("rays", "plot asymmetric:3,5/2,3,5,6 --as order --to 96"),
];

#[test]
fn the_pictures_of_orders_are_current() {
    let folder = with_files("orders");
    let drawn = DRAWN.map(|(name, line)| (format!("how-it-works/orders/{name}.svg"), printed(&folder, line)));
    are_current(&Pages::from(drawn), Some("how-it-works/orders"));
    // the chapter shows each picture with its command
    let chapter = std::fs::read_to_string(super::root().join("docs/how-it-works/order-of-rows.md")).unwrap();
    for (name, line) in DRAWN {
        assert!(chapter.contains(&format!("(orders/{name}.svg)")) && chapter.contains(&format!("`sprague {line}`")), "{name}");
    }
}
