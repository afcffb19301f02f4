//! A table in plain characters: numbers if they fit, and signs otherwise.
//!
//! A sign represents one cell, or a square of several cells.

use super::{Cell, Heat, Paint};
use crate::heading::framed;
use crate::svg::columns as columns_of;
use crate::theme::SHADES;

/// The sign of a lost cell. The next constant contains the signs of shades, from the palest to the deepest.
const LOST: char = '●';
const SHADED: [char; 4] = ['·', '░', '▒', '▓'];

pub(super) fn lines(heat: &Heat, columns: usize) -> Vec<String> {
    let wide = heat.cells.first().map_or(0, Vec::len);
    let last = heat.from[1].saturating_add(heat.cells.len() as u64);
    let margin = last.to_string().len().max(1);
    let room = columns.saturating_sub(margin + 1).max(1);
    let texts: Vec<Vec<String>> = heat.cells.iter().map(|row| row.iter().map(written).collect()).collect();
    let heads = heat.from[0].saturating_add(wide as u64).to_string().len();
    let each = texts.iter().flatten().map(|text| columns_of(text)).max().unwrap_or(0).max(heads) + 1;
    let mut words = heat.words.clone();
    let picture = if each * wide <= room {
        words.push(match heat.is_order {
            true => heat.key().into_iter().map(|(_, words)| words).collect::<Vec<_>>().join(", "),
            false => "[ ] stand around what is lost".to_owned(),
        });
        numbers(heat, &texts, margin, each)
    } else {
        let block = wide.div_ceil(room).max(1);
        let first = if heat.is_order { ", that of their first" } else { "" };
        let squares = if block > 1 { format!("a character for {block} by {block} cells{first}: ") } else { String::new() };
        words.push(format!("{squares}{}", key(heat, block)));
        signs(heat, margin, block)
    };
    framed(&heat.title, picture, &words, columns)
}

/// Returns the text of a cell. The text of a lost cell is in brackets.
fn written(cell: &Cell) -> String {
    if cell.is_lost() { format!("[{}]", cell.text()) } else { format!("{} ", cell.text()) }
}

/// Returns the first row of each block of rows, from the top of the picture to its bottom.
fn from_top(heat: &Heat, block: usize) -> Vec<usize> {
    let starts = (0..heat.cells.len()).step_by(block);
    if heat.is_downward { starts.collect() } else { starts.rev().collect() }
}

fn numbers(heat: &Heat, texts: &[Vec<String>], margin: usize, each: usize) -> Vec<String> {
    let line = |row: usize| {
        let cells: String = texts[row].iter().map(|text| format!("{}{text}", " ".repeat(each - columns_of(text)))).collect();
        format!("{:>margin$} {cells}", heat.from[1] + row as u64)
    };
    let wide = texts.first().map_or(0, Vec::len) as u64;
    let heads: String = (0..wide).map(|at| format!("{:>1$} ", heat.from[0].saturating_add(at), each - 1)).collect();
    with_heads(heat, from_top(heat, 1).into_iter().map(line).collect(), format!("{:margin$} {heads}", ""))
}

/// Adds the numbers of the columns to the rows, above or below them depending on where the first row is.
fn with_heads(heat: &Heat, mut rows: Vec<String>, heads: String) -> Vec<String> {
    let place = if heat.is_downward { 0 } else { rows.len() };
    rows.insert(place, heads);
    rows
}

fn signs(heat: &Heat, margin: usize, block: usize) -> Vec<String> {
    let greatest = heat.greatest();
    let wide = heat.cells.first().map_or(0, Vec::len);
    let sign = |row: usize, column: usize| {
        let rows = heat.cells.iter().skip(row).take(block);
        let cells = || rows.clone().flat_map(|row| row.iter().skip(column).take(block));
        // lost cells are rare and important, so one of them is enough to mark a block
        if cells().any(Cell::is_lost) { LOST } else { cells().next().map_or(' ', |cell| sign_of(cell.paint(greatest))) }
    };
    let starts: Vec<usize> = (0..wide).step_by(block).collect();
    let line = |row: usize| {
        let cells: String = starts.iter().map(|column| sign(row, *column)).collect();
        format!("{:>margin$} {cells}", heat.from[1] + row as u64)
    };
    let mut heads = " ".repeat(margin + 1);
    for (at, column) in starts.iter().enumerate().filter(|(at, _)| at % 10 == 0) {
        let (start, number) = (margin + 1 + at, (heat.from[0] + *column as u64).to_string());
        // a number that does not fit is left out
        let is_first = at == 0;
        if is_first || (heads.len() < start && at + number.len() <= starts.len()) {
            heads += &" ".repeat(start.saturating_sub(heads.len()));
            heads += &number;
        }
    }
    with_heads(heat, from_top(heat, block).into_iter().map(line).collect(), heads)
}

fn sign_of(paint: Paint) -> char {
    match paint {
        Paint::Nothing => ' ',
        Paint::Lost => LOST,
        Paint::Drawn => 'D',
        Paint::Won => '·',
        Paint::Left => 'L',
        Paint::Right => 'R',
        Paint::Less => '<',
        Paint::Equal => '=',
        Paint::Greater => '>',
        Paint::Confused => '|',
        Paint::Shade(step) => SHADED[step * SHADED.len() / SHADES],
    }
}

/// Explains the characters.
fn key(heat: &Heat, block: usize) -> String {
    let cells = heat.key().into_iter().filter(|(paint, _)| !matches!(paint, Paint::Shade(_)));
    let some = if block > 1 { " of one of them" } else { "" };
    let mut words: Vec<String> = cells
        .map(|(paint, words)| {
            let meaning = words.split_once(": ").map_or(words.as_str(), |(_, meaning)| meaning);
            format!("{} {meaning}{}", sign_of(paint), if paint == Paint::Lost { some } else { "" })
        })
        .collect();
    if heat.greatest() > 0 {
        words.push(format!("{} nimbers from 1 to {}", SHADED.iter().collect::<String>(), heat.greatest()));
    }
    words.join(", ")
}
