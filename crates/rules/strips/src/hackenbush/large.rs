//! Hackenbush pictures of more than 64 edges.

use super::graph::{CutEdge, Ends, parse};
use super::theorem::{Edge, Standing, value_text};
use core::fmt;
use sprague_core::any::{GraphPicture, Picture, VertexPicture};
use sprague_core::{BadNotation, ClosedForm, Hints, Impartial, MoveList, Notation, Outcome, Partizan, Player, Ruleset};

/// Pictures are drawn up to this number of edges.
const DRAWN: usize = 500;

/// The largest number of edges for which the theorem answers under misère play, which costs this many steps for each move.
const MOST_MISERE: usize = 5_000;

/// Hackenbush on a picture of any number of edges. If all of them are green, it is impartial.
///
/// A position is a text as for [`HackenbushGraph`](super::HackenbushGraph), or `all` for the whole picture. Values of green
/// pictures follow from fusion (*Winning Ways*, ch. 7), those of trees of blue and red edges from the rule for a stalk.
///
/// ```
/// use sprague_core::{ClosedForm, Notation};
/// use sprague_rules_strips::LargeHackenbush;
///
/// let lines: String = (0..100).map(|edge| format!("{edge} {} E\n", edge + 1)).collect();
/// let path = LargeHackenbush::parse(&lines)?;
/// assert_eq!(path.nimber(&path.read("all")?), Some(100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LargeHackenbush {
    edges: Vec<Ends>,
    ends: Vec<[u32; 2]>,
    /// For each edge, the letter of the players who may cut it.
    colours: Vec<char>,
    around: Vec<Vec<u32>>,
    /// The position with all edges that are connected to the ground.
    whole: Edges,
}

/// The edges that stand, as bits.
type Edges = Vec<u64>;

fn ones(bits: &Edges) -> impl Iterator<Item = u32> {
    (0..).step_by(64).zip(bits).flat_map(|(start, word)| crate::strip::bits(*word).map(move |bit| start + bit))
}

impl fmt::Debug for LargeHackenbush {
    /// Shows only the size.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LargeHackenbush({} edges)", self.edges.len())
    }
}

impl LargeHackenbush {
    /// Parses a picture as [`HackenbushGraph::parse`](super::HackenbushGraph::parse) does.
    ///
    /// # Errors
    /// [`BadLine`](sprague_core::notation::BadLine) if a line is not an edge, or there are more than 1,000,000 edges.
    pub fn parse(text: &str) -> Result<Self, sprague_core::notation::BadLine> {
        let limits = sprague_core::Limits { positions: u64::MAX, ..sprague_core::Limits::default() };
        parse::coloured(text, &limits, parse::MOST_EDGES).map(|(edges, colours)| Self::of(edges, colours))
    }

    pub(crate) fn of(edges: Vec<Ends>, colours: Vec<char>) -> Self {
        let (ends, vertices) = parse::numbered(&edges);
        let mut around = vec![vec![]; vertices];
        for (edge, [one, other]) in (0..).zip(&ends) {
            around[*one as usize].push(edge);
            if one != other {
                around[*other as usize].push(edge);
            }
        }
        let every =
            (0..edges.len().div_ceil(64)).map(|word| u64::MAX >> 64_usize.saturating_sub(edges.len() - 64 * word)).collect();
        let mut rules = Self { edges, ends, colours, around, whole: vec![] };
        rules.whole = rules.reached(&every, 0);
        rules
    }

    /// Returns the edges of `bits` that are connected to the vertex `start`.
    fn reached(&self, bits: &Edges, start: u32) -> Edges {
        let mut standing = vec![0; bits.len()];
        let mut is_seen = vec![false; self.around.len()];
        let mut stack = vec![start];
        is_seen[start as usize] = true;
        while let Some(vertex) = stack.pop() {
            for edge in &self.around[vertex as usize] {
                let (word, bit) = (*edge as usize / 64, 1_u64 << (edge % 64));
                if bits[word] & bit != 0 {
                    standing[word] |= bit;
                    for end in self.ends[*edge as usize] {
                        // above the ground, other parts are not reached through the ground
                        if (start == 0 || end != 0) && !std::mem::replace(&mut is_seen[end as usize], true) {
                            stack.push(end);
                        }
                    }
                }
            }
        }
        standing
    }

    fn without(&self, bits: &Edges, edge: u32) -> Edges {
        let mut left = bits.clone();
        left[edge as usize / 64] &= !(1 << (edge % 64));
        self.reached(&left, 0)
    }

    fn list(&self, bits: &Edges) -> Vec<Edge> {
        ones(bits).map(|edge| (edge, self.ends[edge as usize])).collect()
    }

    fn standing(&self, bits: &Edges) -> Standing {
        Standing::new(self.list(bits), self.around.len())
    }

    pub(crate) fn is_green(&self) -> bool {
        self.colours.iter().all(|colour| *colour == 'E')
    }

    fn may_cut(&self, edge: u32, player: Player) -> bool {
        self.colours[edge as usize] != if player == Player::Left { 'R' } else { 'L' }
    }
}

impl Ruleset for LargeHackenbush {
    type Position = Edges;
    type Move = CutEdge;
    fn moves(&self, bits: &Edges) -> impl Iterator<Item = CutEdge> {
        ones(bits).map(|edge| CutEdge::of(&self.edges, edge))
    }
    fn play(&self, bits: &Edges, cut: &CutEdge) -> Edges {
        self.without(bits, cut.edge())
    }
}

impl Impartial for LargeHackenbush {
    fn is_loopfree(&self, _: &Edges) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Edges, CutEdge>> {
        self.is_green().then_some(self)
    }
}

/// The misère play of forests is that of Nim with a heap for each edge at the ground. Graphs with cycles are wild.
impl ClosedForm<Edges, CutEdge> for LargeHackenbush {
    fn nimber(&self, bits: &Edges) -> Option<u128> {
        Some(self.standing(bits).nimber().into())
    }
    fn moves_to(&self, bits: &Edges, nimber: u128) -> Option<MoveList<CutEdge>> {
        let Ok(nimber) = u32::try_from(nimber) else { return Some(vec![].into()) };
        let cuts = self.standing(bits).cuts_to(nimber, |edge| self.list(&self.without(bits, edge)))?;
        let moves = cuts.iter().take(MoveList::<CutEdge>::MOST).map(|edge| CutEdge::of(&self.edges, *edge));
        Some(MoveList { moves: moves.collect(), total: Some(cuts.len() as u64) })
    }
    fn is_fickle(&self, bits: &Edges) -> Option<bool> {
        let standing = self.standing(bits);
        (standing.is_forest() && self.edges.len() <= MOST_MISERE).then(|| standing.are_ones())
    }
    fn moves_to_fickle(&self, bits: &Edges, nimber: u128) -> Option<MoveList<CutEdge>> {
        let cuts = self.standing(bits).cuts_to(nimber as u32, |edge| self.list(&self.without(bits, edge)))?;
        let is_fickle = |edge: &u32| self.is_fickle(&self.without(bits, *edge)) == Some(true);
        Some(cuts.into_iter().filter(is_fickle).map(|edge| CutEdge::of(&self.edges, edge)).collect::<Vec<_>>().into())
    }
    fn outcome(&self, bits: &Edges) -> Option<Outcome> {
        self.nimber(bits).map(|nimber| if nimber == 0 { Outcome::Loss } else { Outcome::Win })
    }
    fn source(&self) -> &'static str {
        "fusion, Winning Ways, ch. 7"
    }
}

impl Partizan for LargeHackenbush {
    type Position = Edges;
    type Move = CutEdge;
    fn moves(&self, bits: &Edges, player: Player) -> impl Iterator<Item = CutEdge> {
        ones(bits).filter(move |edge| self.may_cut(*edge, player)).map(|edge| CutEdge::of(&self.edges, edge))
    }
    fn play(&self, bits: &Edges, _: Player, cut: &CutEdge) -> Edges {
        self.without(bits, cut.edge())
    }
    fn summands(&self, bits: &Edges) -> impl Iterator<Item = Edges> {
        let mut left = bits.clone();
        core::iter::from_fn(move || {
            let first = ones(&left).next()?;
            let [one, other] = self.ends[first as usize];
            let mut part = self.reached(&left, if one == 0 { other } else { one });
            // an edge from the ground to itself
            part[first as usize / 64] |= 1 << (first % 64);
            left.iter_mut().zip(&part).for_each(|(left, part)| *left &= !part);
            Some(part)
        })
    }
    fn is_loopfree(&self, _: &Edges) -> bool {
        true
    }
    fn allocated_bytes(&self, bits: &Edges) -> usize {
        bits.capacity() * size_of::<u64>()
    }
    fn hints(&self) -> &(impl Hints<Edges> + ?Sized) {
        self
    }
}

impl Hints<Edges> for LargeHackenbush {
    fn value_text(&self, bits: &Edges) -> Option<String> {
        value_text(&self.standing(bits), ones(bits), |edge| self.colours[edge as usize])
    }
}

impl Notation<Edges> for LargeHackenbush {
    fn read(&self, text: &str) -> Result<Edges, BadNotation> {
        if text == "all" {
            return Ok(self.whole.clone());
        }
        let mut bits = vec![0_u64; self.whole.len()];
        let mut letters = text.char_indices();
        for edge in 0..self.edges.len() {
            let letter = letters.next();
            match letter {
                Some((_, '.')) => {}
                Some((_, letter)) if letter == self.colours[edge] => bits[edge / 64] |= 1 << (edge % 64),
                _ => return Err(parse::wrong_letter(text, letter, self.colours[edge], edge, &self.edges[edge])),
            }
        }
        match letters.next() {
            Some((at, _)) => Err(BadNotation::new(at, format!("nothing more after {} edges", self.edges.len()))),
            None => Ok(self.reached(&bits, 0)),
        }
    }
    fn show(&self, bits: &Edges) -> String {
        if *bits == self.whole {
            return "all".to_owned();
        }
        let is_left = |edge: usize| bits[edge / 64] >> (edge % 64) & 1 == 1;
        self.colours.iter().enumerate().map(|(edge, colour)| if is_left(edge) { *colour } else { '.' }).collect()
    }
    /// Draws the ground and the edges that are still there, unless there are too many.
    fn picture(&self, bits: &Edges) -> Option<Picture> {
        let edges: Vec<_> =
            ones(bits).map(|edge| parse::drawn(&self.edges[edge as usize], self.colours[edge as usize])).collect();
        (edges.len() <= DRAWN)
            .then(|| Picture::Graph(GraphPicture::of_edges(vec![VertexPicture::ground(parse::GROUND)], edges, false)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::HackenbushGraph;
    use sprague_testkit::judge::closed_form_is_right;

    /// Calls `check` with random pictures of up to `most` edges, each as lines, connected to the ground.
    fn pictures(count: usize, most: u64, is_tree: bool, colours: &[char], mut check: impl FnMut(&str)) {
        let mut state = 5_u64;
        let mut random = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        for _ in 0..count {
            let mut lines = String::new();
            let mut vertices = 1;
            for _ in 0..1 + random(most) {
                let from = random(vertices);
                let to = if is_tree || random(2) == 0 { vertices } else { random(vertices) };
                vertices = vertices.max(to + 1);
                lines += &format!("{from} {to} {}\n", colours[random(colours.len() as u64) as usize]);
            }
            check(&lines);
        }
    }

    #[test]
    fn green_pictures_are_worth_what_brute_force_finds() {
        for is_tree in [true, false] {
            pictures(120, 8, is_tree, &['E'], |lines| {
                let rules = LargeHackenbush::parse(lines).unwrap();
                // misère play is known if there is no cycle, and then there is none after any move
                closed_form_is_right(&rules, &[rules.read("all").unwrap()]);
            });
        }
    }

    #[test]
    fn trees_of_blue_and_red_edges_are_worth_their_canonical_forms() {
        pictures(150, 7, true, &['L', 'R'], |lines| {
            let rules = LargeHackenbush::parse(lines).unwrap();
            let position = rules.read("all").unwrap();
            let number = Number::of(&rules, &position);
            assert_eq!(rules.standing(&position).number(|edge| rules.colours[edge as usize] == 'L').text(), number, "{lines}");
            // both kinds of pictures agree
            let small = HackenbushGraph::parse(lines).unwrap();
            assert_eq!(small.hints().value_text(&small.read("all").unwrap()), Some(number), "{lines}");
        });
    }

    /// A number by definition, in units of 1/256: the simplest number between the options.
    struct Number;
    impl Number {
        fn of(rules: &LargeHackenbush, position: &Edges) -> String {
            let number = Self::units(rules, position);
            let shift = (number | 256).trailing_zeros();
            if shift == 8 { (number >> 8).to_string() } else { format!("{}/{}", number >> shift, 256 >> shift) }
        }
        fn units(rules: &LargeHackenbush, position: &Edges) -> i64 {
            let options = |player| {
                let cuts: Vec<CutEdge> = Partizan::moves(rules, position, player).collect();
                cuts.into_iter().map(|cut| Self::units(rules, &rules.without(position, cut.edge())))
            };
            let (low, high) = (options(Player::Left).max().unwrap_or(-4096), options(Player::Right).min().unwrap_or(4096));
            let whole = (-16..=16).map(|whole: i64| whole * 256).filter(|whole| low < *whole && *whole < high);
            whole.min_by_key(|whole| whole.abs()).unwrap_or_else(|| {
                let finer = (0..8).rev().map(|shift| 1 << shift);
                let fits = |unit: i64| (low + 1..high).find(|number| number % unit == 0);
                finer.into_iter().find_map(fits).unwrap()
            })
        }
    }

    #[test]
    fn large_pictures_are_answered() {
        let path: String = (0..100_000).map(|edge| format!("{edge} {} E\n", edge + 1)).collect();
        let rules = LargeHackenbush::parse(&path).unwrap();
        let all = rules.read("all").unwrap();
        assert_eq!(rules.nimber(&all), Some(100_000));
        assert_eq!(rules.moves_to(&all, 0).and_then(|list| list.total), Some(1));
        let ground: String = (1..=65).map(|edge| format!("0 v{edge} E\n")).collect();
        let rules = LargeHackenbush::parse(&ground).unwrap();
        let all = rules.read("all").unwrap();
        assert_eq!((rules.nimber(&all), rules.moves_to(&all, 0).unwrap().total), (Some(1), Some(65)));
        assert_eq!(Partizan::summands(&rules, &all).count(), 65);
        let stalk: String = (0..301).map(|edge| format!("{edge} {} {}\n", edge + 1, if edge == 0 { 'L' } else { 'R' })).collect();
        let rules = LargeHackenbush::parse(&stalk).unwrap();
        let text = rules.hints().value_text(&rules.read("all").unwrap()).unwrap();
        assert_eq!((text.len(), &text[..6]), (93, "1/2037"));
        assert_eq!(rules.read("L").unwrap_err().at, 1);
        let cut = rules.without(&rules.read("all").unwrap(), 200);
        assert_eq!(rules.show(&cut), format!("L{}{}", "R".repeat(199), ".".repeat(101)));
        assert_eq!((rules.read(&rules.show(&cut)).unwrap(), rules.show(&rules.whole)), (cut, "all".to_owned()));
    }
}
