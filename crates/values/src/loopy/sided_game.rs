//! A game with two given sides.
//!
//! For stoppers s ≥ t let G = {M, tᴸ | N, sᴿ}, with an option M = {sᴸᴸ | G, sᴸᴿ} for each sᴸ and an option N = {G, tᴿᴸ | tᴿᴿ}
//! for each tᴿ. Then G = s & t. On the onside G equals s: an option M is worth sᴸ, because Right's move from it back to G is a
//! gift to Left; the options tᴸ are no better than the options that Left already has; and Left answers N by moving back to G,
//! which may go on for ever and then counts for her. The offside is t for the mirrored reason.

use super::graph::Graph;
use super::nodes::Nodes;
use super::sided::Sided;
use super::stopper::Stopper;
use super::store::Stoppers;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

impl Stoppers<'_> {
    /// Returns a graph whose position 0 has this value, or `None` if a side was not found.
    ///
    /// For a stopper it is the graph of its canonical form.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let value = stoppers.read("over&under")?;
    /// let graph = stoppers.graph_of(value)?.unwrap();
    /// assert_eq!(stoppers.evaluate(&graph, &[])?[0], value);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn graph_of(&mut self, value: Sided) -> Result<Option<Graph>, Stopped> {
        match (value.stopper(), value.onside, value.offside) {
            (Some(stopper), ..) => self.graph(stopper).map(Some),
            (None, Ok(on), Ok(off)) => {
                let nodes = self.sided_game(on, off)?;
                self.expanded(&nodes).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Returns nodes of which node 0 is the game s & t.
    pub(super) fn sided_game(&mut self, s: Stopper, t: Stopper) -> Result<Nodes, Stopped> {
        let game = Stopper::inner(0);
        if self.only_passes(s, Player::Left)? && self.only_passes(t, Player::Right)? {
            return Ok(vec![[vec![game], vec![game]]]);
        }
        let mut nodes = vec![[self.options(t, Player::Left)?, self.options(s, Player::Right)?]];
        for (player, side) in [(Player::Left, s), (Player::Right, t)] {
            for option in self.options(side, player)? {
                let mut there = [self.options(option, Player::Left)?, self.options(option, Player::Right)?];
                there[(-player) as usize].push(game);
                let place = Stopper::inner(nodes.len());
                nodes[0][player as usize].push(place);
                nodes.push(there);
            }
        }
        Ok(nodes)
    }

    /// Returns `true` if the player's only move is to pass and the opponent has no move.
    fn only_passes(&mut self, stopper: Stopper, player: Player) -> Result<bool, Stopped> {
        Ok(self.options(stopper, player)? == [stopper] && self.options(stopper, -player)?.is_empty())
    }

    /// Returns the graph of the nodes and of all stoppers below them.
    pub(super) fn expanded(&mut self, nodes: &Nodes) -> Result<Graph, Stopped> {
        let leaves: Vec<Stopper> = nodes.iter().flatten().flatten().copied().filter(|option| !option.is_inner()).collect();
        let below = self.followers(&leaves, usize::MAX)?;
        let places: Memo<Stopper, u32> = below.iter().copied().zip(nodes.len() as u32..).collect();
        let place = |option: &Stopper| option.inner_index().map_or_else(|| places[option], |index| index as u32);
        let mut graph = Graph::new();
        for [left, right] in nodes {
            graph.add(&left.iter().map(place).collect::<Vec<_>>(), &right.iter().map(place).collect::<Vec<_>>());
        }
        for stopper in below {
            let [left, right] = [self.options(stopper, Player::Left)?, self.options(stopper, Player::Right)?];
            graph.add(&left.iter().map(place).collect::<Vec<_>>(), &right.iter().map(place).collect::<Vec<_>>());
        }
        Ok(graph)
    }

    /// Returns the values of these nodes, which are evaluated together.
    pub(super) fn node_values(&mut self, nodes: &Nodes) -> Result<Vec<Sided>, Stopped> {
        let (mut places, mut leaves, mut graph) = (Memo::<Stopper, u32>::default(), vec![], Graph::new());
        for sides in nodes {
            let [left, right] = sides.each_ref().map(|options| {
                let place = |option: &Stopper| match option.inner_index() {
                    Some(index) => index as u32,
                    None => *places.entry(*option).or_insert_with(|| {
                        leaves.push(Some(Sided::from(*option)));
                        (nodes.len() + leaves.len() - 1) as u32
                    }),
                };
                options.iter().map(place).collect::<Vec<_>>()
            });
            graph.add(&left, &right);
        }
        let known: Vec<Option<Sided>> = nodes.iter().map(|_| None).chain(leaves).collect();
        let mut values = self.evaluate(&graph, &known)?;
        values.truncate(nodes.len());
        Ok(values)
    }
}
