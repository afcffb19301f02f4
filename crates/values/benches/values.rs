//! Every reachable position of a Domineering board and of a Clobber strip valued, all comparisons of day 3, its thermographs, and sums of two of its games.
//!
//! `cargo bench -p sprague-values`; `-- --rows 5 --columns 6` for another board, `-- --small-days` for the all-small games of day 4.
//! Times are medians of wall time, and every run asserts what it computes. The board is the plainest there is: a bit a cell, components,
//! and a memo of all positions without symmetries but that of exchanging the players.

use hashbrown::HashMap;
use sprague_core::{Limits, Stopped};
use sprague_values::{Arena, Calculator, Form, all_small_born_by, born_by};
use std::time::{Duration, Instant};

/// A bit a free cell, eight cells a row. Left lays dominoes upright.
#[derive(Default)]
struct Domineering {
    known: HashMap<u64, Form>,
}

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;

fn board(rows: u32, columns: u32) -> u64 {
    (0..rows).fold(0, |cells, row| cells | ((1 << columns) - 1) << (8 * row))
}

/// The same shape in the corner.
fn cornered(mut cells: u64) -> u64 {
    cells >>= cells.trailing_zeros() & 56;
    while cells & FIRST_COLUMN == 0 {
        cells >>= 1;
    }
    cells
}

fn neighbours(cells: u64) -> u64 {
    cells << 8 | cells >> 8 | (cells & !(FIRST_COLUMN << 7)) << 1 | (cells & !FIRST_COLUMN) >> 1
}

fn rows_turned(cells: u64) -> u64 {
    cornered(cells.swap_bytes())
}

fn columns_turned(cells: u64) -> u64 {
    cornered(cells.reverse_bits().swap_bytes())
}

fn transposed(mut x: u64) -> u64 {
    let t = (x ^ x >> 7) & 0x00aa_00aa_00aa_00aa;
    x ^= t ^ t << 7;
    let t = (x ^ x >> 14) & 0x0000_cccc_0000_cccc;
    x ^= t ^ t << 14;
    let t = (x ^ x >> 28) & 0x0000_0000_f0f0_f0f0;
    x ^ t ^ t << 28
}

fn least(cells: u64) -> u64 {
    let (a, b) = (rows_turned(cells), columns_turned(cells));
    cells.min(a).min(b).min(rows_turned(b))
}

impl Domineering {
    fn value(&mut self, calculator: &mut Calculator<'_>, cells: u64) -> Result<Form, Stopped> {
        let (mut rest, mut sum) = (cells & neighbours(cells), Form::ZERO);
        while rest != 0 {
            let mut component = rest & rest.wrapping_neg();
            loop {
                let grown = (component | neighbours(component)) & rest;
                if grown == component {
                    break;
                }
                component = grown;
            }
            rest &= !component;
            let form = self.component(calculator, cornered(component))?;
            sum = calculator.add(sum, form)?;
        }
        Ok(sum)
    }

    fn component(&mut self, calculator: &mut Calculator<'_>, cells: u64) -> Result<Form, Stopped> {
        if let Some(&form) = self.known.get(&cells) {
            return Ok(form);
        }
        let (own, turned) = (least(cells), least(transposed(cells)));
        let form = if own <= turned {
            self.by_class(calculator, own)?
        } else {
            let form = self.by_class(calculator, turned)?;
            calculator.negative(form)?
        };
        self.known.insert(cells, form);
        Ok(form)
    }

    fn by_class(&mut self, calculator: &mut Calculator<'_>, cells: u64) -> Result<Form, Stopped> {
        if let Some(&form) = self.known.get(&cells) {
            return Ok(form);
        }
        let (mut left, mut right) = (vec![], vec![]);
        for (options, domino, first) in
            [(&mut left, 1 | 1 << 8, cells & cells >> 8), (&mut right, 3, cells & cells >> 1 & !(FIRST_COLUMN << 7))]
        {
            let mut places = first;
            while places != 0 {
                options.push(self.value(calculator, cells & !(domino << places.trailing_zeros()))?);
                places &= places - 1;
            }
        }
        let form = calculator.make(&left, &right)?;
        self.known.insert(cells, form);
        Ok(form)
    }
}

/// A strip of Clobber, alternating, valued with everything that it can become.
fn clobber(calculator: &mut Calculator<'_>, known: &mut HashMap<Vec<u8>, Form>, stones: &[u8]) -> Result<Form, Stopped> {
    let mut sum = Form::ZERO;
    for strip in stones.split(|&stone| stone == b'.').filter(|strip| strip.contains(&b'x') && strip.contains(&b'o')) {
        let form = match known.get(strip) {
            Some(&form) => form,
            None => {
                let (mut left, mut right) = (vec![], vec![]);
                for (i, pair) in strip.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]) {
                    for (from, to) in [(i, i + 1), (i + 1, i)] {
                        let mut after = strip.to_vec();
                        (after[to], after[from]) = (strip[from], b'.');
                        let form = clobber(calculator, known, &after)?;
                        if pair[from - i] == b'x' { left.push(form) } else { right.push(form) }
                    }
                }
                let form = calculator.make(&left, &right)?;
                known.insert(strip.to_vec(), form);
                form
            }
        };
        sum = calculator.add(sum, form)?;
    }
    Ok(sum)
}

fn strips(pairs: usize) {
    let limits = Limits { positions: u64::MAX, ..Limits::default() };
    let arena = Arena::new();
    let start = Instant::now();
    let mut calculator = arena.calculator(&limits);
    let form = clobber(&mut calculator, &mut HashMap::new(), "xo".repeat(pairs).as_bytes()).expect("the limits are wide");
    let (time, class, positions) = (start.elapsed(), calculator.outcome_class(form).letter(), calculator.positions());
    println!(
        "clobber (xo)^{pairs}: {time:?} ({class}, {} forms, {} kB, {positions} positions)",
        arena.forms(),
        arena.bytes() / 1000
    );
    assert_eq!(class, 'N');
}

fn median(runs: usize, mut run: impl FnMut()) -> Duration {
    let mut times: Vec<Duration> = (0..runs)
        .map(|_| {
            let start = Instant::now();
            run();
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[runs / 2]
}

fn domineering(rows: u32, columns: u32, runs: usize) {
    let limits = Limits { positions: u64::MAX, ..Limits::default() };
    let mut said = String::new();
    let time = median(runs, || {
        let arena = Arena::new();
        let mut calculator = arena.calculator(&limits);
        let form = Domineering::default().value(&mut calculator, board(rows, columns)).expect("the limits are wide");
        let positions = calculator.positions();
        drop(calculator);
        let text = arena.value(form).text().unwrap_or_else(|| "long".to_owned());
        assert!((rows, columns) != (5, 5) || text == "0");
        said = format!("{text:.40}, {} forms, {} kB, {positions} positions", arena.forms(), arena.bytes() / 1000);
    });
    println!("domineering {rows}x{columns}: {time:?} ({said})");
}

fn days() {
    let time = median(5, || assert_eq!(born_by(3).count(), 1474));
    println!("days 0 to 3: {time:?}");
    let values: Vec<_> = born_by(3).collect();
    let (arena, limits) = (values[0].arena(), Limits { positions: u64::MAX, ..Limits::default() });
    let forms: Vec<Form> = values.iter().map(sprague_values::Value::form).collect();
    let mut calculator = arena.calculator(&limits);
    let time = median(5, || {
        let mut pairs = 0;
        for &g in &forms {
            for &h in &forms {
                pairs += u64::from(calculator.is_at_most(g, h).expect("the limits are wide"));
            }
        }
        assert_eq!(pairs, 654647);
    });
    println!("all {} comparisons of day 3: {:?} each", forms.len().pow(2), time / forms.len().pow(2) as u32);
    let fresh: Arena = Arena::new();
    let mut other = fresh.calculator(&limits);
    let forms: Vec<Form> = values.iter().map(|value| value.form_in(&mut other).expect("the limits are wide")).collect();
    let start = Instant::now();
    for &form in &forms {
        other.thermograph(form).expect("the limits are wide");
    }
    println!("thermographs of day 3: {:?} each", start.elapsed() / forms.len() as u32);
    let (start, mut seed) = (Instant::now(), 1_u64);
    let mut next = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        forms[(seed >> 33) as usize % forms.len()]
    };
    for _ in 0..20_000 {
        other.add(next(), next()).expect("the limits are wide");
    }
    println!("20000 sums of two games of day 3: {:?} each", start.elapsed() / 20_000);
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let number = |name: &str| arguments.iter().position(|a| a == name).and_then(|i| arguments.get(i + 1)?.parse().ok());
    if arguments.iter().any(|argument| argument == "--small-days") {
        let start = Instant::now();
        assert_eq!(all_small_born_by(4).count(), 534_483);
        println!("all-small day 4: {:?}", start.elapsed());
    } else if let (Some(rows), Some(columns)) = (number("--rows"), number("--columns")) {
        domineering(rows, columns, 1);
    } else {
        domineering(4, 4, 31);
        domineering(4, 5, 11);
        domineering(5, 5, 5);
        days();
        strips(15);
    }
}
