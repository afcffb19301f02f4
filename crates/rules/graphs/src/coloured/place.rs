//! Graphs of up to 64 vertices or edges, which positions share.

use crate::canonical::bits;
use crate::text::{self, Arcs};
use core::cell::RefCell;
use sprague_core::{BadNotation, Player};
use std::sync::Arc;

/// The largest number of vertices, or of edges if these are coloured.
pub(crate) const MOST_COLOURED: usize = 64;

/// The items that are coloured, and the meaning of their marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Edges. Edges with both marks have no colour, edges without a mark are gone.
    Edges,
    /// Vertices of a directed graph. Vertices without a mark are gone, and none has both marks.
    Arcs,
    /// Vertices. Vertices without a mark have no colour, vertices with both are gone.
    Vertices,
}

impl Kind {
    pub(crate) const ALL: [Self; 3] = [Self::Edges, Self::Arcs, Self::Vertices];

    /// Returns the name of an item's kind in error messages.
    pub(crate) fn item(self) -> &'static str {
        if self == Self::Edges { "an edge" } else { "a vertex" }
    }
}

pub(crate) struct Place {
    pub(crate) kind: Kind,
    pub(crate) text: Box<str>,
    pub(crate) vertices: Vec<Arc<str>>,
    /// The ends of the items, if the items are edges.
    pub(crate) ends: Vec<[u16; 2]>,
    /// The items that are taken with each item, as bits: edges that share an end with it, or vertices to which arcs lead from
    /// it.
    pub(crate) near: Vec<u64>,
    /// The items in `near`, and the items whose `near` contains this one.
    pub(crate) beside: Vec<u64>,
}

impl PartialEq for Place {
    fn eq(&self, other: &Self) -> bool {
        (self.kind, &self.text) == (other.kind, &other.text)
    }
}

thread_local! {
    /// The graph that was used last.
    static LAST: RefCell<Option<Arc<Place>>> = const { RefCell::new(None) };
}

impl Place {
    /// Returns the graph of this text, from the cache if possible.
    pub(crate) fn typed(kind: Kind, typed: &str) -> Result<Arc<Self>, BadNotation> {
        let is_it = |last: &Arc<Self>| last.kind == kind && *last.text == *typed;
        if let Some(last) = LAST.with_borrow(|last| last.clone().filter(is_it)) {
            return Ok(last);
        }
        let place = Arc::new(Self::read(kind, typed)?);
        LAST.set(Some(place.clone()));
        Ok(place)
    }

    fn read(kind: Kind, typed: &str) -> Result<Self, BadNotation> {
        let few = |count: usize, items: &str| {
            let expected = || format!("a graph with at most {MOST_COLOURED} {items} (this one has {count})");
            if count <= MOST_COLOURED { Ok(()) } else { Err(BadNotation::new(0, expected())) }
        };
        let (vertices, pairs): Arcs = if kind == Kind::Arcs { text::arcs(typed)? } else { text::graph(typed)?.into_arcs() };
        let mut ends = vec![];
        let near: Vec<u64> = if kind == Kind::Edges {
            ends.extend(pairs.into_iter().filter(|[one, other]| one < other).map(|ends| ends.map(|end| end as u16)));
            few(ends.len(), "edges")?;
            let shares = |one: &[u16; 2], other: &[u16; 2]| one != other && one.iter().any(|end| other.contains(end));
            let near = |one| (0..).zip(&ends).filter(|(_, other)| shares(one, other)).fold(0, |near, (edge, _)| near | 1 << edge);
            ends.iter().map(near).collect()
        } else {
            few(vertices.len(), "vertices")?;
            let mut near = vec![0; vertices.len()];
            pairs.into_iter().for_each(|[from, to]| near[from] |= 1 << to);
            near
        };
        let mut beside = near.clone();
        (0..near.len()).for_each(|from| bits(near[from]).for_each(|to| beside[to] |= 1 << from));
        Ok(Self { kind, text: typed.into(), vertices, ends, near, beside })
    }

    pub(crate) fn all(&self) -> u64 {
        u64::MAX.checked_shr(u64::BITS - self.near.len() as u32).unwrap_or(0)
    }

    /// Returns the name of an item: the name of a vertex, or the names of an edge's ends.
    pub(crate) fn name(&self, item: usize) -> String {
        let Some(ends) = self.ends.get(item) else { return self.vertices[item].to_string() };
        let [one, other] = ends.map(|end| &self.vertices[usize::from(end)]);
        format!("{one}-{other}")
    }

    /// Returns the item with this name. An edge has two names, one from each end.
    pub(crate) fn item(&self, name: &str) -> Option<usize> {
        let vertex = |name: &str| self.vertices.iter().position(|vertex| **vertex == *name);
        if self.kind != Kind::Edges {
            return vertex(name);
        }
        let (one, other) = name.split_once('-')?;
        let [one, other] = [vertex(one)? as u16, vertex(other)? as u16];
        self.ends.iter().position(|ends| *ends == [one.min(other), one.max(other)])
    }

    /// Returns the player whose colour an item has.
    pub(crate) fn player(&self, marks: [u64; 2], item: usize) -> Option<Player> {
        match marks.map(|marks| marks >> item & 1) {
            [1, 0] => Some(Player::Left),
            [0, 1] => Some(Player::Right),
            _ => None,
        }
    }
}
