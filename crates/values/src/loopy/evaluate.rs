//! Values of the positions of a graph.
//!
//! Strongly connected components are evaluated one after another, each after the components it leads to.

use super::component::Component;
use super::graph::Graph;
use super::nodes::{Endless, Nodes, is_stopper};
use super::order::ordering;
use super::sided::{NotFound, Sided};
use super::stopper::Stopper;
use super::store::Stoppers;
use crate::memo::Memo;
use core::cmp::Ordering;
use sprague_core::{Player, Stopped};

/// The nodes of a component, and of the positions below it whose values were not found.
pub(super) struct Below {
    pub(super) nodes: Nodes,
    /// `true` if every value below is a stopper. Both sides then have the same nodes.
    is_same: bool,
}

impl Stoppers<'_> {
    /// Returns the values of all positions of a graph.
    ///
    /// `known` gives values of positions, by number, and may be shorter than the graph. The options of a known position are
    /// ignored, unless a side of its value was not found.
    ///
    /// A component without an alternating cycle consists of stoppers. For any other component both sides are searched for: by
    /// simplifying it, by deleting edges, and by sidling. Every result is confirmed by the definition of order.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::{Graph, Stoppers};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let mut graph = Graph::new();
    /// graph.add(&[2], &[0]); // Left moves to *, Right passes
    /// graph.add(&[], &[]);
    /// graph.add(&[1], &[1]);
    /// let values = stoppers.evaluate(&graph, &[])?;
    /// assert_eq!(stoppers.text(values[0], 20)?.as_deref(), Some("v[on]"));
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn evaluate(&mut self, graph: &Graph, known: &[Option<Sided>]) -> Result<Vec<Sided>, Stopped> {
        // the values, the components while they are computed, and the sums for which this may be called
        let bytes = graph.len() * (2 * size_of::<Option<Sided>>() + 32);
        self.look(bytes)?;
        self.held += bytes;
        let values = self.values(graph, known.iter().map(|value| value.filter(Sided::is_found)).collect());
        self.held -= bytes;
        values
    }

    fn values(&mut self, graph: &Graph, mut values: Vec<Option<Sided>>) -> Result<Vec<Sided>, Stopped> {
        values.resize(graph.len(), None);
        for component in graph.components(|| self.count_state(|| 0))? {
            if component.iter().all(|&position| values[position as usize].is_some()) {
                continue;
            }
            for (&position, value) in component.iter().zip(self.component_values(graph, &component, &values)?) {
                values[position as usize].get_or_insert(value);
            }
        }
        Ok(values.into_iter().flatten().collect())
    }

    fn component_values(&mut self, graph: &Graph, component: &[u32], values: &[Option<Sided>]) -> Result<Vec<Sided>, Stopped> {
        let mut sides = [vec![], vec![]];
        for (side, endless) in [Endless::Onside, Endless::Offside].into_iter().enumerate() {
            let Below { nodes, is_same } = self.below(graph, component, values, side)?;
            let are_stoppers = is_stopper(&nodes)?;
            let is_alone = nodes.len() == 1 && !nodes[0].iter().flatten().any(|option| option.is_inner());
            sides[side] = if is_alone {
                vec![Ok(self.make(&nodes[0][0], &nodes[0][1])?)]
            } else if are_stoppers {
                self.canonical(Component::new(nodes, Endless::All))?.into_iter().map(Ok).collect()
            } else {
                self.found_side(nodes, component.len(), endless)?
            };
            if are_stoppers && is_same {
                sides[1] = sides[side].clone();
                break;
            }
        }
        let [on, off] = sides;
        Ok(on.into_iter().zip(off).map(|(onside, offside)| Sided { onside, offside }).take(component.len()).collect())
    }

    /// Returns as nodes the given positions, and all positions below them that have no stopper for this side.
    pub(super) fn below(
        &mut self,
        graph: &Graph,
        roots: &[u32],
        values: &[Option<Sided>],
        side: usize,
    ) -> Result<Below, Stopped> {
        let mut positions = roots.to_vec();
        let mut places: Memo<u32, usize> = roots.iter().zip(0..).map(|(&root, place)| (root, place)).collect();
        let mut below = Below { nodes: vec![], is_same: true };
        while let Some(&position) = positions.get(below.nodes.len()) {
            self.count_state(|| positions.capacity() * 64)?;
            let mut both = [vec![], vec![]];
            for player in Player::BOTH {
                for &option in graph.options(position, player) {
                    let value = values[option as usize];
                    below.is_same &= value.is_none_or(|value| value.stopper().is_some());
                    both[player as usize].push(match value.map(|value| value.sides()[side]) {
                        Some(Ok(stopper)) => stopper,
                        _ => Stopper::inner(*places.entry(option).or_insert_with(|| {
                            positions.push(option);
                            positions.len() - 1
                        })),
                    });
                }
                both[player as usize].sort_unstable();
                both[player as usize].dedup();
            }
            below.nodes.push(both);
        }
        Ok(below)
    }

    /// Returns the order of two positions by playing out their difference, or `None` if they are confused.
    ///
    /// It works even if no stoppers are found. One position is ≤ another if Left, moving second in the difference, survives on
    /// both sides: when endless play counts for Left and when it counts for Right. `known` is as for
    /// [`evaluate`](Self::evaluate).
    ///
    /// ```
    /// use core::cmp::Ordering;
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::{Graph, Stoppers};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut graph = Graph::new();
    /// let (zero, dud, on) = (graph.add(&[], &[]), graph.add(&[1], &[1]), graph.add(&[2], &[]));
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// assert_eq!(stoppers.compare_positions(&graph, &[], zero, on)?, Some(Ordering::Less));
    /// assert_eq!(stoppers.compare_positions(&graph, &[], zero, dud)?, None);
    /// # Ok::<(), sprague_core::Stopped>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn compare_positions(
        &mut self,
        graph: &Graph,
        known: &[Option<Sided>],
        g: u32,
        h: u32,
    ) -> Result<Option<Ordering>, Stopped> {
        let (onside, are_stoppers) = self.orders(graph, known, Player::Left, g, h)?;
        if are_stoppers {
            return Ok(ordering(onside[0], onside[1]));
        }
        let (offside, _) = self.orders(graph, known, Player::Right, g, h)?;
        Ok(ordering(onside[0] && offside[0], onside[1] && offside[1]))
    }

    /// Returns the order of two positions if endless play counts for `favoured`, or `None` if they are confused.
    ///
    /// ```
    /// use sprague_core::{Limits, Player};
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::{Graph, Stoppers};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let mut graph = Graph::new();
    /// let (zero, dud) = (graph.add(&[], &[]), graph.add(&[1], &[1]));
    /// let order = stoppers.compare_positions_for(&graph, &[], Player::Left, zero, dud)?;
    /// assert_eq!(order, Some(core::cmp::Ordering::Less)); // on the onside it is on
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn compare_positions_for(
        &mut self,
        graph: &Graph,
        known: &[Option<Sided>],
        favoured: Player,
        g: u32,
        h: u32,
    ) -> Result<Option<Ordering>, Stopped> {
        let ([at_most, at_least], _) = self.orders(graph, known, favoured, g, h)?;
        Ok(ordering(at_most, at_least))
    }

    /// Returns whether g ≤ h and whether g ≥ h on a side, and whether both sides are the same stoppers.
    fn orders(
        &mut self,
        graph: &Graph,
        known: &[Option<Sided>],
        favoured: Player,
        g: u32,
        h: u32,
    ) -> Result<([bool; 2], bool), Stopped> {
        let mut values = known.to_vec();
        values.resize(graph.len().max(g as usize + 1).max(h as usize + 1), None);
        let side = favoured as usize;
        let roots = if g == h { vec![g] } else { vec![g, h] };
        let Below { nodes, is_same } = self.below(graph, &roots, &values, side)?;
        let is_stopper = is_stopper(&nodes)?;
        let endless = match favoured {
            _ if is_stopper => Endless::All,
            Player::Left => Endless::Onside,
            Player::Right => Endless::Offside,
        };
        let mut component = Component::new(nodes, endless);
        let game = |position: u32, place| match values[position as usize].map(|value| value.sides()[side]) {
            Some(Ok(stopper)) => stopper,
            _ => Stopper::inner(place),
        };
        let (g, h) = (game(g, 0), game(h, roots.len() - 1));
        let orders = [self.is_at_most_in(&mut component, g, h)?, self.is_at_most_in(&mut component, h, g)?];
        Ok((orders, is_stopper && is_same))
    }

    /// Returns the graph of all followers of a stopper. Position 0 is the stopper itself.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let over = stoppers.read("over")?.stopper().unwrap();
    /// let graph = stoppers.graph(over)?;
    /// assert_eq!(stoppers.evaluate(&graph, &[])?[0], over.into());
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn graph(&mut self, stopper: Stopper) -> Result<Graph, Stopped> {
        let followers = self.followers(&[stopper], usize::MAX)?;
        let places: Memo<Stopper, u32> = followers.iter().zip(0..).map(|(&follower, place)| (follower, place)).collect();
        let mut graph = Graph::new();
        for follower in followers {
            let mut sides = [vec![], vec![]];
            for player in Player::BOTH {
                sides[player as usize] = self.options(follower, player)?.iter().map(|option| places[option]).collect();
            }
            graph.add(&sides[0], &sides[1]);
        }
        Ok(graph)
    }
}

/// A side of a value, or the reason why it was not found.
pub(super) type Side = Result<Stopper, NotFound>;
