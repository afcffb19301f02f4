//! Hackenbush pictures as letters with branches: `l(l;rl)`.
//!
//! The letters and signs are the same as in CGSuite.

use crate::hackenbush::graph::{Ends, parse::GROUND};
use crate::marks::MAX_MARKS;
use crate::{HackenbushGraph, Marks};
use core::cell::RefCell;
use sprague_core::{BadNotation, Player};
use std::collections::HashMap;
use std::sync::Arc;

/// A picture with its text.
///
/// The ground is vertex 0. The other vertices are numbered in the order in which edges lead to them.
pub(crate) struct Drawn {
    pub(crate) text: Box<str>,
    pub(crate) graph: HackenbushGraph,
}

thread_local! {
    /// The picture that was read last. Many positions of one picture are read in a row.
    static LAST: RefCell<Option<Arc<Drawn>>> = const { RefCell::new(None) };
}

/// The element before the next sign.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    /// The start of a branch.
    Branch,
    Edge,
    Name,
    Branches,
}

/// A picture that is being read.
#[derive(Default)]
struct Reading<'a> {
    edges: Vec<[usize; 2]>,
    colours: Marks,
    names: HashMap<&'a str, usize>,
    vertices: usize,
    /// The vertex at which the next edge starts.
    here: usize,
    /// The vertices at which the open parentheses started.
    forks: Vec<usize>,
}

impl Drawn {
    pub(crate) fn typed(typed: &str) -> Result<Arc<Self>, BadNotation> {
        if let Some(last) = LAST.with_borrow(|last| last.clone().filter(|last| *last.text == *typed)) {
            return Ok(last);
        }
        let drawn = Arc::new(Self { text: typed.into(), graph: read(typed)? });
        LAST.set(Some(drawn.clone()));
        Ok(drawn)
    }
}

fn read(text: &str) -> Result<HackenbushGraph, BadNotation> {
    let (mut reading, mut before, mut at) = (Reading::default(), Before::Nothing, 0);
    while let Some(sign) = text[at..].chars().next() {
        let is_end = matches!(before, Before::Edge | Before::Name | Before::Branches);
        let next = at + sign.len_utf8();
        before = match sign {
            'l' | 'L' | 'r' | 'R' | 'e' | 'E' if before != Before::Branches => {
                if reading.edges.len() == MAX_MARKS {
                    return Err(BadNotation::new(at, format!("at most {MAX_MARKS} edges")));
                }
                reading.edge(sign);
                Before::Edge
            }
            ':' if matches!(before, Before::Nothing | Before::Edge) => {
                let name = name(&text[next..]).ok_or_else(|| BadNotation::new(next, "a letter or digit, or a name in braces"))?;
                reading.name(name);
                at = next + name.len();
                before = Before::Name;
                continue;
            }
            '(' if !matches!(before, Before::Branch | Before::Branches) => {
                reading.forks.push(reading.here);
                Before::Branch
            }
            ';' if is_end => {
                reading.here = reading.forks.last().copied().unwrap_or_default();
                Before::Branch
            }
            ')' if is_end && !reading.forks.is_empty() => {
                reading.forks.pop();
                Before::Branches
            }
            _ => return Err(BadNotation::new(at, expected(before, &reading))),
        };
        at = next;
    }
    // without edges, the picture is only the ground, which may have a name
    let is_whole = before != Before::Branch && reading.forks.is_empty();
    if is_whole { Ok(reading.graph()) } else { Err(BadNotation::new(at, expected(before, &reading))) }
}

/// Returns the name at the start of a text, with its braces if it has braces.
fn name(text: &str) -> Option<&str> {
    if text.starts_with('{') {
        let end = text.find('}')?;
        let is_name = end > 1 && text[1..end].chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        return is_name.then_some(&text[..=end]);
    }
    text.starts_with(|c: char| c.is_ascii_alphanumeric()).then(|| &text[..1])
}

/// Returns the text of what was expected next, for an error message.
fn expected(before: Before, reading: &Reading<'_>) -> &'static str {
    match (before, reading.forks.is_empty()) {
        (Before::Nothing, _) => "edges `l`, `r` or `e`, `(` or a name of the ground, such as `:a`",
        (Before::Branch, _) => "an edge `l`, `r` or `e`",
        (Before::Edge, true) => "an edge `l`, `r` or `e`, a name such as `:a`, `(`, `;` or the end",
        (Before::Edge, false) => "an edge `l`, `r` or `e`, a name such as `:a`, `(`, `;` or `)`",
        (Before::Name, true) => "an edge `l`, `r` or `e`, `(`, `;` or the end",
        (Before::Name, false) => "an edge `l`, `r` or `e`, `(`, `;` or `)`",
        (Before::Branches, true) => "`;` or the end",
        (Before::Branches, false) => "`;` or `)`",
    }
}

impl<'a> Reading<'a> {
    /// Adds an edge from the current vertex to a new vertex.
    fn edge(&mut self, letter: char) {
        let players: &[Player] = match letter.to_ascii_lowercase() {
            'l' => &[Player::Left],
            'r' => &[Player::Right],
            _ => &Player::BOTH,
        };
        let bit = 1 << self.edges.len();
        self.colours = players.iter().fold(self.colours, |colours, &player| colours.with(player, bit));
        self.vertices += 1;
        self.edges.push([self.here, self.vertices]);
        self.here = self.vertices;
    }

    /// Gives the current vertex a name.
    ///
    /// If another vertex already has this name, the two become one vertex.
    fn name(&mut self, name: &'a str) {
        let known = *self.names.entry(name.trim_matches(['{', '}'])).or_insert(self.here);
        if known != self.here {
            self.edges.last_mut().expect("only the ground is named before an edge")[1] = known;
            self.vertices -= 1;
            self.here = known;
        }
    }

    fn graph(&self) -> HackenbushGraph {
        let vertices: Vec<Arc<str>> = (0..=self.vertices).map(|vertex| vertex.to_string().into()).collect();
        debug_assert_eq!(&*vertices[0], GROUND);
        let ends = |ends: &[usize; 2]| -> Ends { ends.map(|end| vertices[end].clone()) };
        HackenbushGraph::of(self.edges.iter().map(ends).collect(), self.colours)
    }
}
