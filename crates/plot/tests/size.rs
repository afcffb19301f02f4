//! Large questions give small files.

use crate::asked::drawn;

#[test]
#[ignore = "slow: seconds"]
fn slow_a_million_points_are_a_small_file() {
    let flat = drawn("kayles", "to=999999").svg();
    assert!(flat.len() < 20_000, "{}", flat.len());
    // a rising line, and dense clouds
    let rising = drawn("nim", "to=999999").svg();
    assert!(rising.len() < 40_000, "{}", rising.len());
    let cloud = drawn("grundy", "to=20000").svg();
    assert!(cloud.len() < 200_000, "{}", cloud.len());
    assert_eq!(flat.matches("<circle").count() + cloud.matches("<circle").count(), 0);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_the_largest_table_is_a_file_that_can_be_sent() {
    let table = drawn("wythoff", "to=199x199").svg();
    assert!(table.len() < 600_000, "{}", table.len());
    assert!(!table.contains("code\" style"), "cells of four pixels have no room for numbers");
}

#[test]
fn periods_that_are_narrower_than_a_few_pixels_are_one_band() {
    let bands = |svg: &str| svg.matches("<rect class=\"pale-blue\"").count();
    // one of them is in the legend
    assert_eq!(bands(&drawn("kayles", "to=100000").svg()), 2);
    assert_eq!(bands(&drawn("kayles", "to=118").svg()), 3);
}
