//! The text of strings and coins: boxes or a graph, strings that are gone, and a pass.

use super::Nimstring;
use super::strings::{GROUND, Strings};
use crate::text;
use core::fmt;
use sprague_core::any::{GraphPicture, Picture, VertexPicture};
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Notation};

const MOST: usize = 2048;
/// The largest number of rows, and of columns, of boxes.
const MOST_BOXES: u64 = 40;

impl Notation<Strings> for Nimstring {
    fn read(&self, typed: &str) -> Result<Strings, BadNotation> {
        let text = typed.strip_suffix(":pass");
        let must_pass = text.is_some();
        let text = text.unwrap_or(typed);
        let (start, gone) = text.split_once(":gone=").map_or((text, None), |(start, gone)| (start, Some(gone)));
        let mut strings = whole(start)?;
        for (at, string) in
            gone.map(|gone| listed(gone).map_err(|error| error.shifted(start.len() + 6))).transpose()?.unwrap_or_default()
        {
            let left = strings.without(string);
            if left.ends().len() == strings.ends().len() {
                let [one, other] = string;
                return Err(BadNotation::new(
                    start.len() + 6 + at,
                    format!("strings that are there ({one}-{other} is not, or no more)"),
                ));
            }
            strings = left.passed();
        }
        Ok(if must_pass { strings.passing() } else { strings })
    }

    fn show(&self, strings: &Strings) -> String {
        show(strings)
    }

    fn picture(&self, strings: &Strings) -> Option<Picture> {
        let coins = strings.coins().into_iter().map(|coin| VertexPicture::new(coin.to_string()));
        let edges = strings.ends().iter().map(|ends| ends.map(|end| end.to_string()));
        let edges: Vec<[String; 2]> = edges.collect();
        let edges = edges.iter().map(|[one, other]| (one.as_str(), other.as_str(), None));
        Some(Picture::Graph(GraphPicture::of_edges(coins.collect(), edges, false)))
    }
}

/// Parses the strings before any is taken.
fn whole(text: &str) -> Result<Strings, BadNotation> {
    if let Some((rows, columns)) = text.split_once('x').filter(|_| text.starts_with(|first: char| first.is_ascii_digit())) {
        let side = |text: &str| Reader::new(text).whole(|reader| reader.within(1..=MOST_BOXES, "rows and columns of boxes"));
        let rows_read = side(rows)? as u8;
        let columns = side(columns).map_err(|error| error.shifted(rows.len() + 1))? as u8;
        let boxes = Strings::boxes(rows_read, columns);
        return if boxes.ends().len() <= MOST { Ok(boxes) } else { Err(BadNotation::new(0, format!("at most {MOST} strings"))) };
    }
    if text.starts_with(|first: char| first.is_ascii_digit()) {
        return Ok(Strings::new(listed(text)?.into_iter().map(|(_, string)| string)));
    }
    let graph = text::graph(text)?;
    if graph.edges() > MOST {
        return Err(BadNotation::new(0, format!("a graph with at most {MOST} edges")));
    }
    let ends = (1_u16..)
        .zip(&graph.neighbours)
        .flat_map(|(one, near)| near.iter().map(move |other| [one, other + 1]).filter(|[one, other]| one < other));
    Ok(Strings::new(ends))
}

/// Parses strings such as `0-1`, separated by `.`, with the byte offset of each. A single number is a coin without strings.
fn listed(text: &str) -> Result<Vec<(usize, [u16; 2])>, BadNotation> {
    let end = |reader: &mut Reader<'_>| reader.within(0..=u64::from(u16::MAX), "coins, numbered from 1, with 0 for the ground,");
    let mut strings = vec![];
    Reader::new(text).whole(|reader| {
        loop {
            let at = reader.at();
            let one = end(reader)? as u16;
            if reader.skip('-') {
                let second = reader.at();
                let other = end(reader)? as u16;
                if one == other {
                    return Err(BadNotation::new(second, "another coin, or the ground: a string has two ends"));
                }
                if strings.len() == MOST {
                    return Err(BadNotation::new(at, format!("at most {MOST} strings")));
                }
                strings.push((at, [one.min(other), one.max(other)]));
            }
            if !reader.skip('.') {
                return Ok(());
            }
        }
    })?;
    Ok(strings)
}

/// Formats strings: for boxes the strings that are gone, otherwise the strings that are left.
pub(super) fn show(strings: &Strings) -> String {
    let text = |ends: &[[u16; 2]]| ends.iter().map(|[one, other]| format!("{one}-{other}")).collect::<Vec<_>>().join(".");
    let mut shown = match strings.board() {
        None if strings.ends().is_empty() => GROUND.to_string(),
        None => text(strings.ends()),
        Some([rows, columns]) => {
            let mut left = strings.ends().iter().peekable();
            let boxes = Strings::boxes(rows, columns);
            let gone = boxes.ends().iter().filter(|string| left.next_if_eq(string).is_none());
            let gone: Vec<[u16; 2]> = gone.copied().collect();
            let behind = if gone.is_empty() { String::new() } else { format!(":gone={}", text(&gone)) };
            format!("{rows}x{columns}{behind}")
        }
    };
    if strings.must_pass() {
        shown.push_str(":pass");
    }
    shown
}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Strings({})", show(self))
    }
}
