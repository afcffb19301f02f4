//! Values of pictures of one kind of colour: fusion for green ones, and trees of blue and red edges.
//!
//! *Winning Ways*, ch. 7; van Roode 2002, *Partizan Forms of Hackenbush Combinatorial Games*.

use num_bigint::{BigInt, Sign};

/// An edge: its number in the file, and its two vertices. Vertex 0 is the ground.
pub(crate) type Edge = (u32, [u32; 2]);

/// Recomputing the nimber for edges on cycles may take this many steps in all.
const MOST_STEPS: usize = 200_000_000;

/// Edges that stand, with the results of a search through them from the ground.
pub(crate) struct Standing {
    edges: Vec<Edge>,
    /// The vertices in the order of the search, the ground first.
    order: Vec<u32>,
    /// For each vertex, the edge that led to it and the vertex from which it came, as indices.
    parent: Vec<Option<(usize, u32)>>,
    /// For each vertex, the earliest vertex of the search to which an edge leads from its part of the tree.
    low: Vec<u32>,
    place: Vec<u32>,
    /// The edges that led to no new vertex.
    others: Vec<usize>,
}

impl Standing {
    /// Searches `vertices` vertices from the ground. All edges must be connected to it.
    pub(crate) fn new(edges: Vec<Edge>, vertices: usize) -> Self {
        let mut starts = vec![0_usize; vertices + 1];
        edges.iter().flat_map(|(_, ends)| ends).for_each(|end| starts[*end as usize + 1] += 1);
        (0..vertices).for_each(|vertex| starts[vertex + 1] += starts[vertex]);
        let (mut free, mut around) = (starts.clone(), vec![0_usize; 2 * edges.len()]);
        for (index, (_, ends)) in edges.iter().enumerate() {
            for end in ends {
                around[free[*end as usize]] = index;
                free[*end as usize] += 1;
            }
        }
        const NEW: u32 = u32::MAX;
        let (mut place, mut low, mut parent) = (vec![NEW; vertices], vec![0; vertices], vec![None; vertices]);
        let (mut order, mut others, mut is_used) = (vec![0], vec![], vec![false; edges.len()]);
        place[0] = 0;
        let mut next = starts.clone();
        let mut stack = vec![0_u32];
        while let Some(vertex) = stack.last().copied() {
            let at = vertex as usize;
            if next[at] == starts[at + 1] {
                stack.pop();
                if let Some((_, before)) = parent[at] {
                    let before: u32 = before;
                    low[before as usize] = low[before as usize].min(low[at]);
                }
                continue;
            }
            let index = around[next[at]];
            next[at] += 1;
            if std::mem::replace(&mut is_used[index], true) {
                continue;
            }
            let [one, other] = edges[index].1;
            let to = if one == vertex { other } else { one };
            if place[to as usize] == NEW {
                place[to as usize] = order.len() as u32;
                low[to as usize] = order.len() as u32;
                parent[to as usize] = Some((index, vertex));
                order.push(to);
                stack.push(to);
            } else {
                others.push(index);
                low[at] = low[at].min(place[to as usize]);
            }
        }
        Self { edges, order, parent, low, place, others }
    }

    pub(crate) fn is_forest(&self) -> bool {
        self.others.is_empty()
    }

    fn is_bridge(&self, vertex: u32) -> bool {
        self.low[vertex as usize] == self.place[vertex as usize]
    }

    /// Returns the nimber above each vertex if all edges are green: edges on cycles count as loops (fusion), and a bridge to a
    /// part worth x is worth x + 1.
    fn nimbers(&self) -> Vec<u32> {
        let mut above = vec![0_u32; self.place.len()];
        self.others.iter().for_each(|other| above[self.edges[*other].1[0] as usize] ^= 1);
        for vertex in self.order.iter().skip(1).rev() {
            let (_, before) = self.parent[*vertex as usize].expect("an edge leads to each vertex but the ground");
            let own = above[*vertex as usize];
            above[before as usize] ^= if self.is_bridge(*vertex) { own + 1 } else { own ^ 1 };
        }
        above
    }

    /// Returns the nimber if all edges are green.
    pub(crate) fn nimber(&self) -> u32 {
        self.nimbers()[0]
    }

    /// Returns `true` if all edges at the ground are worth 1, for a forest of green edges.
    pub(crate) fn are_ones(&self) -> bool {
        let above = self.nimbers();
        let at_ground = self.order.iter().filter(|vertex| matches!(self.parent[**vertex as usize], Some((_, 0))));
        at_ground.into_iter().all(|vertex| above[*vertex as usize] == 0)
    }

    /// Returns the edges whose removal leaves this nimber if all edges are green, in rising order. Returns `None` if too many
    /// edges are on cycles, because the nimber is computed again for each of these.
    pub(crate) fn cuts_to(&self, target: u32, standing: impl Fn(u32) -> Vec<Edge>) -> Option<Vec<u32>> {
        let above = self.nimbers();
        let mut on_cycles = self.others.clone();
        let mut cuts = vec![];
        // the nimber that is needed above the first vertex of each part without bridges; `None` if the cut must not be there
        let mut wanted = vec![None; self.place.len()];
        let mut heads = vec![0_u32; self.place.len()];
        wanted[0] = Some(target);
        for vertex in self.order.iter().skip(1) {
            let at = *vertex as usize;
            let (edge, before) = self.parent[at].expect("an edge leads to each vertex but the ground");
            let head = heads[before as usize] as usize;
            if !self.is_bridge(*vertex) {
                heads[at] = heads[before as usize];
                on_cycles.push(edge);
                continue;
            }
            heads[at] = *vertex;
            let Some(whole) = wanted[head] else { continue };
            match whole ^ above[head] ^ (above[at] + 1) {
                0 => cuts.push(self.edges[edge].0),
                least => wanted[at] = Some(least - 1),
            }
        }
        if on_cycles.len().saturating_mul(self.edges.len()) > MOST_STEPS {
            return None;
        }
        for edge in on_cycles {
            let edge = self.edges[edge].0;
            if Self::new(standing(edge), self.place.len()).nimber() == target {
                cuts.push(edge);
            }
        }
        cuts.sort_unstable();
        Some(cuts)
    }

    /// Returns the number that equals a forest of blue and red edges.
    ///
    /// A blue edge to a vertex worth x is worth 1:x = (x + p)/2^(p−1) for the least p ≥ 1 with x + p > 1.
    pub(crate) fn number(&self, is_blue: impl Fn(u32) -> bool) -> Number {
        let mut above = vec![Number::default(); self.place.len()];
        for vertex in self.order.iter().skip(1).rev() {
            let (edge, before) = self.parent[*vertex as usize].expect("an edge leads to each vertex but the ground");
            let own = std::mem::take(&mut above[*vertex as usize]);
            let own = if is_blue(self.edges[edge].0) { own.under_blue() } else { own.negated().under_blue().negated() };
            above[before as usize].add(own);
        }
        above.swap_remove(0)
    }
}

/// Returns the value of a picture of green edges only, or of a tree of blue and red edges, as a text.
pub(crate) fn value_text(standing: &Standing, edges: impl Iterator<Item = u32>, colour: impl Fn(u32) -> char) -> Option<String> {
    let (mut are_green, mut are_coloured) = (true, true);
    for edge in edges {
        are_green &= colour(edge) == 'E';
        are_coloured &= colour(edge) != 'E';
    }
    if are_green {
        return Some(match standing.nimber() {
            0 => "0".to_owned(),
            1 => "*".to_owned(),
            nimber => format!("*{nimber}"),
        });
    }
    (are_coloured && standing.is_forest()).then(|| standing.number(|edge| colour(edge) == 'L').text())
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Number {
    mantissa: BigInt,
    places: u64,
}

impl Number {
    fn negated(self) -> Self {
        Self { mantissa: -self.mantissa, ..self }
    }

    fn add(&mut self, mut other: Self) {
        let places = self.places.max(other.places);
        self.mantissa <<= places - self.places;
        other.mantissa <<= places - other.places;
        self.mantissa += other.mantissa;
        self.places = places;
        let even = self.mantissa.trailing_zeros().unwrap_or(places).min(places);
        self.mantissa >>= even;
        self.places -= even;
    }

    /// Returns the value of a blue edge with this value on top.
    fn under_blue(mut self) -> Self {
        // the least p above 1 - x
        let floor = (BigInt::from(1) << self.places) - &self.mantissa;
        let floor: BigInt = floor >> self.places;
        let least = if floor.sign() == Sign::Minus { 0 } else { u64::try_from(&floor).expect("at most the number of edges") };
        let least = least + 1;
        self.mantissa += BigInt::from(least) << self.places;
        self.places += least - 1;
        self.add(Self::default());
        self
    }

    pub(crate) fn text(&self) -> String {
        match self.places {
            0 => self.mantissa.to_string(),
            places => format!("{}/{}", self.mantissa, BigInt::from(1) << places),
        }
    }
}
