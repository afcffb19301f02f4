//! Rows of values of partizan subtraction, which have long chains of reversible options and numbers with large denominators.

use sprague_core::Limits;
use sprague_values::{Arena, Dyadic, Form};

fn row(left: &[usize], right: &[usize], rows: usize, positions: u64) -> (Arena, Vec<Form>) {
    let (arena, limits) = (Arena::new(), Limits { positions, ..Limits::default() });
    let mut calculator = arena.calculator(&limits);
    let mut values: Vec<Form> = vec![];
    for n in 0..rows {
        let options = |amounts: &[usize]| -> Vec<Form> {
            amounts.iter().filter(|&&amount| amount <= n).map(|amount| values[n - amount]).collect()
        };
        let value = calculator.make(&options(left), &options(right)).expect("the work is bounded");
        values.push(value);
    }
    drop(calculator);
    (arena, values)
}

#[test]
fn options_that_were_bypassed_do_not_return() {
    // without remembering bypassed options, row 274 alone takes 130 million reversals
    let (arena, values) = row(&[2, 3, 6], &[1, 3, 4, 6], 300, 200_000);
    assert_eq!(values.len(), 300);
    assert!(arena.forms() < 2_000, "{}", arena.forms());
}

#[test]
fn equal_windows_repeat() {
    let (_, values) = row(&[1, 2], &[1, 2], 30, 10_000);
    assert!(values.windows(4).all(|window| window[0] == window[3]));
}

#[test]
fn with_one_side_empty_rows_are_integers() {
    let (arena, values) = row(&[3, 5], &[], 40, 10_000);
    for (n, &value) in values.iter().enumerate() {
        assert_eq!(value, arena.number(&Dyadic::from(n as i64 / 3)));
    }
}
