//! Smith's generalised Grundy numbers, which are the values of loopy positions in sums.
//!
//! Sources: Smith, *Graphs and composite games* (1966); Fraenkel & Perl 1975; Siegel, *Combinatorial Game Theory*, ch. IV.4.

use super::retrograde::Parents;
use crate::graph::PositionGraph;
use sprague_core::limits::{Meter, Work};
use sprague_core::{Limits, LoopyNimber, Nimber, Stopped};

/// The value of every position of a graph.
///
/// [`loopy_nimbers`] computes it.
#[derive(Debug)]
pub struct LoopyNimbers<'a, P> {
    graph: &'a PositionGraph<P>,
    numbers: Vec<u32>,
    ranks: Vec<u32>,
}

/// Marks a position without a number. No number is this large, because the position would need 2³² options.
const INFINITE: u32 = u32::MAX;

impl<P> LoopyNimbers<'_, P> {
    /// Returns the value of the position with this number.
    ///
    /// # Panics
    /// Panics if the graph has no such position.
    pub fn value(&self, number: u32) -> LoopyNimber {
        self.finite(number).map_or_else(
            || LoopyNimber::infinite(self.graph.options(number).iter().filter_map(|&option| self.finite(option))),
            LoopyNimber::Finite,
        )
    }

    /// Returns the value of the position with this number if it is finite, or `None` if it is ∞.
    ///
    /// # Panics
    /// Panics if the graph has no such position.
    pub fn finite(&self, number: u32) -> Option<Nimber> {
        Some(self.numbers[number as usize]).filter(|&nimber| nimber != INFINITE).map(Nimber)
    }

    /// Returns the number of positions that got their values before this one, or `None` if its value is ∞.
    ///
    /// Before a position got its value m, each number below m had been given to one of its options, and m itself to an option
    /// of each other option. So a player who always answers with the option of least rank never goes round in circles.
    ///
    /// # Panics
    /// Panics if the graph has no such position.
    pub fn rank(&self, number: u32) -> Option<u32> {
        self.finite(number).map(|_| self.ranks[number as usize])
    }
}

/// Returns Smith's value of every position of a graph, cycles included.
///
/// The graph must have been explored with impartial rules.
///
/// A position gets the number m, the mex of the numbers of its options, once each option without a number has an option with
/// the number m, so that every move to it can be answered. Numbers are assigned in increasing order: all positions with the
/// number m are found, with a work list, before the first position with the number m + 1.
///
/// It takes O((g + 1) × (positions + options)) time if g is the greatest number found, and less if only few positions have
/// large numbers. While it runs, it takes 29 bytes for each position and 4 for each option. If no position is loopy, the result
/// equals that of [`nimbers`](crate::evaluate::labels::nimbers).
///
/// ```
/// use sprague::{Limits, Ruleset};
/// use sprague::evaluate::labels::loopy_nimbers;
/// use sprague::graph::PositionGraph;
///
/// /// A token goes from square 2 to 1 and from 1 to 0, where play ends; on square 1 it may also stay.
/// struct Pass;
/// impl Ruleset for Pass {
///     type Position = u8;
///     type Move = u8;
///     fn moves(&self, square: &u8) -> impl Iterator<Item = u8> {
///         let to: &[u8] = match square { 2 => &[1], 1 => &[1, 0], _ => &[] };
///         to.iter().copied()
///     }
///     fn play(&self, _: &u8, to: &u8) -> u8 { *to }
/// }
///
/// let graph = PositionGraph::explore(&Pass, 2, &Limits::default())?;
/// let values = loopy_nimbers(&graph);
/// let shown = [2, 1, 0].map(|square| values.value(graph.number(&square).unwrap()).to_string());
/// assert_eq!(shown, ["0", "∞{0}", "0"]); // from 2 one must go to 1, and the answer is 0
/// # Ok::<(), sprague::Stopped>(())
/// ```
///
/// # Panics
/// Panics if the graph has 2³² options or more.
pub fn loopy_nimbers<P>(graph: &PositionGraph<P>) -> LoopyNimbers<'_, P> {
    smith_values(graph, &Limits::none()).expect("nothing stops it")
}

/// Does the work of [`loopy_nimbers`] under limits on time and memory and with a stop flag.
///
/// # Errors
/// Returns [`Stopped`] if a limit is reached.
pub(crate) fn smith_values<'a, P>(graph: &'a PositionGraph<P>, limits: &Limits) -> Result<LoopyNimbers<'a, P>, Stopped> {
    let meter = Meter::new(limits);
    let mut work = Work::new(&meter);
    let parents = Parents::of(graph, &mut work)?;
    work.look(graph.len(), graph.held_bytes() + parents.bytes() + STAGE_BYTES * graph.len())?;
    let mut stages = Stages::new(graph);
    for m in 0.. {
        stages.number(m, &parents, &mut work)?;
        if stages.candidates.is_empty() {
            break;
        }
    }
    Ok(LoopyNimbers { graph, numbers: stages.numbers, ranks: stages.ranks })
}

const STAGE_BYTES: usize = 25;

/// The state while numbers are assigned one after another.
struct Stages<'a, P> {
    graph: &'a PositionGraph<P>,
    numbers: Vec<u32>,
    ranks: Vec<u32>,
    /// The number of positions that have a number.
    given: u32,
    /// Positions without a number that have an option with each number below the current one.
    candidates: Vec<u32>,
    is_candidate: Vec<bool>,
    /// For each candidate, how many of its options have neither a number nor an option with the current number.
    unanswered: Vec<u32>,
    /// One more than the last number that an option of the position received.
    latest: Vec<u32>,
    /// Positions that have received the current number and whose parents are not updated yet.
    fresh: Vec<u32>,
}

impl<'a, P> Stages<'a, P> {
    fn new(graph: &'a PositionGraph<P>) -> Self {
        let positions = graph.len();
        Self {
            graph,
            numbers: vec![INFINITE; positions],
            ranks: vec![0; positions],
            given: 0,
            candidates: (0..positions as u32).collect(),
            is_candidate: vec![true; positions],
            unanswered: vec![0; positions],
            latest: vec![0; positions],
            fresh: vec![],
        }
    }

    /// Assigns the number m, and keeps those candidates that have an option with the number m.
    fn number(&mut self, m: u32, parents: &Parents, work: &mut Work<'_>) -> Result<(), Stopped> {
        // 1. a candidate gets m at once if each of its options has a number
        for &candidate in &self.candidates {
            work.done(1 + self.graph.options(candidate).len(), self.graph.len(), 0)?;
            let options = self.graph.options(candidate).iter();
            let unanswered = options.filter(|&&option| self.numbers[option as usize] == INFINITE).count() as u32;
            self.unanswered[candidate as usize] = unanswered;
            if unanswered == 0 {
                self.fresh.push(candidate);
            }
        }
        for index in 0..self.fresh.len() {
            self.give(self.fresh[index], m);
        }
        // 2. each position that got m answers the moves to its parents, which may give m to further candidates
        while let Some(number) = self.fresh.pop() {
            work.done(1 + parents.of_option(number).len(), self.graph.len(), 0)?;
            for &parent in parents.of_option(number) {
                // a position with a number has an option with each smaller number already, so it does not help its parents
                if self.numbers[parent as usize] == INFINITE && self.latest[parent as usize] <= m {
                    self.latest[parent as usize] = m + 1;
                    work.done(1 + parents.of_option(parent).len(), self.graph.len(), 0)?;
                    self.answer(parent, m, parents);
                }
            }
        }
        // 3. positions without a number that have an option with the number m remain candidates
        let Self { candidates, is_candidate, latest, .. } = self;
        candidates.retain(|&candidate| {
            let stays = latest[candidate as usize] == m + 1;
            is_candidate[candidate as usize] = stays;
            stays
        });
        Ok(())
    }

    /// Answers moves to `option` by its move to m. A candidate whose options are all answered receives m.
    fn answer(&mut self, option: u32, m: u32, parents: &Parents) {
        for &candidate in parents.of_option(option) {
            let c = candidate as usize;
            if !self.is_candidate[c] || self.numbers[c] != INFINITE {
                continue;
            }
            self.unanswered[c] -= 1;
            if self.unanswered[c] == 0 && self.latest[c] <= m {
                self.give(candidate, m);
                self.fresh.push(candidate);
            }
        }
    }

    fn give(&mut self, number: u32, m: u32) {
        self.numbers[number as usize] = m;
        self.ranks[number as usize] = self.given;
        self.given += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::labels::{nimbers, outcomes};
    use proptest::prelude::*;
    use sprague_core::Ruleset;

    #[derive(Debug)]
    struct Token(Vec<Vec<usize>>);

    impl Ruleset for Token {
        type Position = usize;
        type Move = usize;
        fn moves(&self, vertex: &usize) -> impl Iterator<Item = usize> {
            self.0[*vertex].iter().copied()
        }
        fn play(&self, _: &usize, to: &usize) -> usize {
            *to
        }
    }

    /// A token on each of two graphs; each move is made in one of them.
    struct Two<'a>(&'a Token, &'a Token);

    impl Ruleset for Two<'_> {
        type Position = (usize, usize);
        type Move = String;
        fn moves(&self, _: &(usize, usize)) -> impl Iterator<Item = String> {
            std::iter::empty()
        }
        fn play(&self, position: &(usize, usize), _: &String) -> (usize, usize) {
            *position
        }
        fn options(&self, &(a, b): &(usize, usize)) -> impl Iterator<Item = (usize, usize)> {
            let first = self.0.0[a].iter().map(move |&to| (to, b));
            first.chain(self.1.0[b].iter().map(move |&to| (a, to)))
        }
    }

    /// Computes the value of every vertex from the definition, in full passes until nothing changes.
    fn by_definition(graph: &[Vec<usize>]) -> Vec<LoopyNimber> {
        let mut numbers: Vec<Option<u32>> = vec![None; graph.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for vertex in 0..graph.len() {
                let has = |v: usize, m: u32| graph[v].iter().any(|&option| numbers[option] == Some(m));
                let mex = (0..).find(|&m| !has(vertex, m)).unwrap();
                let is_answered = |&option: &usize| numbers[option].is_some_and(|number| number < mex) || has(option, mex);
                if numbers[vertex].is_none() && graph[vertex].iter().all(is_answered) {
                    numbers[vertex] = Some(mex);
                    changed = true;
                }
            }
        }
        let set = |vertex: usize| LoopyNimber::infinite(graph[vertex].iter().filter_map(|&o| numbers[o]).map(Nimber));
        (0..graph.len()).map(|vertex| numbers[vertex].map_or_else(|| set(vertex), |n| Nimber(n).into())).collect()
    }

    fn values(token: &Token) -> Vec<LoopyNimber> {
        let value = |vertex| {
            let graph = PositionGraph::explore(token, vertex, &Limits::default()).unwrap();
            let values = loopy_nimbers(&graph);
            for number in 0..graph.len() as u32 {
                assert_eq!(values.value(number).outcome(), outcomes(&graph).outcome(number), "{:?}", token.0);
            }
            if let Some(plain) = nimbers(&graph) {
                assert!((0..).zip(plain).all(|(number, nimber)| values.finite(number) == Some(nimber)));
            }
            values.value(0)
        };
        (0..token.0.len()).map(value).collect()
    }

    fn sums_agree((first, of_first): (&Token, &[LoopyNimber]), (second, of_second): (&Token, &[LoopyNimber])) {
        for (a, value) in of_first.iter().enumerate() {
            for (b, other) in of_second.iter().enumerate() {
                let graph = PositionGraph::explore(&Two(first, second), (a, b), &Limits::default()).unwrap();
                let expected = outcomes(&graph).outcome(0);
                let sum = value.clone() + other.clone();
                assert_eq!(sum.outcome(), expected, "{a} of {:?} and {b} of {:?}: {sum}", first.0, second.0);
            }
        }
    }

    /// Returns every graph with this many vertices, loops included.
    fn graphs(vertices: usize) -> impl Iterator<Item = Token> {
        (0_u32..1 << (vertices * vertices)).map(move |edges| {
            let from = |a: usize| (0..vertices).filter(move |b| edges >> (a * vertices + b) & 1 == 1).collect();
            Token((0..vertices).map(from).collect())
        })
    }

    #[test]
    fn every_graph_of_three_vertices_has_the_values_of_the_definition() {
        for token in (1..=3).flat_map(graphs) {
            assert_eq!(values(&token), by_definition(&token.0), "{:?}", token.0);
        }
    }

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_every_two_graphs_of_three_vertices_add_as_their_values_say() {
        let all: Vec<Token> = (1..=3).flat_map(graphs).collect();
        let values: Vec<Vec<LoopyNimber>> = all.iter().map(values).collect();
        for (first, second) in (0..all.len()).flat_map(|second| (0..=second).map(move |first| (first, second))) {
            sums_agree((&all[first], &values[first]), (&all[second], &values[second]));
        }
    }

    fn random_graph(vertices: usize) -> impl Strategy<Value = Token> {
        let edges = prop::collection::vec(prop::collection::btree_set(0..vertices, 0..4), vertices);
        edges.prop_map(|edges| Token(edges.into_iter().map(|to| to.into_iter().collect()).collect()))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn random_graphs_have_the_values_of_the_definition(token in random_graph(12)) {
            prop_assert_eq!(values(&token), by_definition(&token.0));
        }
        #[test]
        fn sums_of_two_random_graphs_are_what_their_values_say(first in random_graph(7), second in random_graph(7)) {
            sums_agree((&first, &values(&first)), (&second, &values(&second)));
        }
    }
}
