//! Sides of positions on alternating cycles.
//!
//! What is guessed is accepted only if it is equal by the definition. The guesses are, in this order, bold simplification, safe
//! simplification, deleting edges that make no difference, and sidling. Siegel, *Combinatorial Game Theory*, ch. VI; *Winning
//! Ways*, ch. 11, "sidling".

use super::canonical::Rule;
use super::component::Component;
use super::evaluate::{Below, Side};
use super::graph::{Graph, state};
use super::nodes::{Endless, Nodes, State, alternating};
use super::sided::{NotFound, Sided, Sidling};
use super::stopper::Stopper;
use super::store::Stoppers;
use sprague_core::{Player, Stopped};

/// The states of some nodes on alternating cycles, and for whom endless play counts.
struct Ringed {
    cycles: Vec<Option<u32>>,
    /// The player who may play for ever.
    favoured: Player,
    /// Tells whether the other player's cycles are bypassed, too, which may change the value.
    is_bold: bool,
}

impl Ringed {
    fn new(nodes: &Nodes, endless: Endless, is_bold: bool) -> Result<Self, Stopped> {
        let favoured = if endless == Endless::Offside { Player::Right } else { Player::Left };
        Ok(Self { cycles: alternating(nodes)?, favoured, is_bold })
    }

    fn cycle(&self, game: Stopper, mover: Player) -> Option<u32> {
        self.cycles[state(game.inner_index()? as u32, mover)]
    }

    /// Tells whether a player's move lies on an alternating cycle.
    fn is_ring(&self, player: Player, from: Stopper, to: Stopper) -> bool {
        self.cycle(from, player).is_some_and(|cycle| self.cycle(to, -player) == Some(cycle))
    }
}

impl Rule for Ringed {
    fn may_bypass(&self, player: Player, option: Stopper, reply: Stopper) -> bool {
        !self.is_ring(-player, option, reply) || (self.is_bold && player != self.favoured)
    }

    fn may_dominate(&self, node: usize, player: Player, option: Stopper) -> bool {
        player == self.favoured || !self.is_ring(player, Stopper::inner(node), option)
    }
}

impl Stoppers<'_> {
    /// The stoppers that the first `wanted` nodes equal on a side.
    ///
    /// Where none was found, the reason.
    pub(super) fn found_side(&mut self, nodes: Nodes, wanted: usize, endless: Endless) -> Result<Vec<Side>, Stopped> {
        let mut original = Component::new(nodes, endless);
        let mut reason = NotFound::before_sidling(original.nodes.len());
        let mut nodes = original.nodes.clone();
        for is_bold in [true, false] {
            nodes = self.simplified(&mut original, None, is_bold, &mut reason)?;
            if let Some(found) = self.confirmed(&mut original, &nodes, wanted)? {
                return Ok(found);
            }
        }
        if !reason.too_large_to_delete {
            nodes = self.with_fewer_edges(&mut original, nodes, &mut reason)?;
            if let Some(found) = self.confirmed(&mut original, &nodes, wanted)? {
                return Ok(found);
            }
        }
        self.sidle(&mut original, &nodes, wanted, reason)
    }

    /// The text of a position that is equal where endless play counts for this player.
    ///
    /// It is for a side that no stopper was found for: a smaller position, which is one among many. Edges are deleted as for
    /// [`evaluate`](Self::evaluate), if at most [`NotFound::DELETING`] positions are tied. `None` if the text has more than `most`
    /// bytes.
    ///
    /// ```
    /// use sprague_core::{Limits, Player};
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let carousel = stoppers.read_graph("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}")?;
    /// let text = stoppers.simplified_text(&carousel, &[], Player::Left, 0, 100)?;
    /// assert_eq!(text.as_deref(), Some("a{{1|1,{{1*|a}|*}}|0}"));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn simplified_text(
        &mut self,
        graph: &Graph,
        known: &[Option<Sided>],
        favoured: Player,
        position: u32,
        most: usize,
    ) -> Result<Option<String>, Stopped> {
        let mut values: Vec<_> = self.evaluate(graph, known)?.into_iter().map(Some).collect();
        values.resize(graph.len().max(position as usize + 1), None);
        if let Some(Ok(stopper)) = values[position as usize].map(|value| value.sides()[favoured as usize]) {
            return self.node_text(&vec![], stopper, most);
        }
        let Below { nodes, .. } = self.below(graph, &[position], &values, favoured as usize)?;
        let endless = if favoured == Player::Left { Endless::Onside } else { Endless::Offside };
        let mut original = Component::new(nodes, endless);
        let mut reason = NotFound::before_sidling(original.nodes.len());
        let mut nodes = self.simplified(&mut original, None, false, &mut reason)?;
        if !reason.too_large_to_delete {
            nodes = self.with_fewer_edges(&mut original, nodes, &mut reason)?;
        }
        self.node_text(&nodes, Stopper::inner(0), most)
    }

    fn with_fewer_edges(&mut self, original: &mut Component, mut nodes: Nodes, reason: &mut NotFound) -> Result<Nodes, Stopped> {
        while self.delete_edges(original, &mut nodes)? {
            nodes = self.simplified(original, Some(nodes), false, reason)?;
        }
        Ok(nodes)
    }

    /// Nodes of the same values, as far as may be, with fewer cycles.
    fn simplified(
        &mut self,
        original: &mut Component,
        from: Option<Nodes>,
        is_bold: bool,
        reason: &mut NotFound,
    ) -> Result<Nodes, Stopped> {
        let mut nodes = from.unwrap_or_else(|| original.nodes.clone());
        for _ in 0..NotFound::ROUNDS {
            let rule = Ringed::new(&nodes, original.endless, is_bold)?;
            let next = self.reduced(original, &nodes, &rule)?;
            if next == nodes {
                return Ok(nodes);
            }
            nodes = next;
        }
        reason.rounds_ran_out = true;
        Ok(nodes)
    }

    /// The forms of nodes without alternating cycles, if they equal the original ones.
    fn confirmed(&mut self, original: &mut Component, nodes: &Nodes, wanted: usize) -> Result<Option<Vec<Side>>, Stopped> {
        if alternating(nodes)?.iter().any(Option::is_some) {
            return Ok(None);
        }
        let found = self.canonical(Component::new(nodes.clone(), Endless::All))?;
        for (node, &stopper) in found.iter().enumerate().take(wanted) {
            if !self.is_equal_in(original, Stopper::inner(node), stopper)? {
                return Ok(None);
            }
        }
        Ok(Some(found.into_iter().take(wanted).map(Ok).collect()))
    }

    /// Deletes options on alternating cycles where that makes no difference.
    ///
    /// It tells whether there was one.
    fn delete_edges(&mut self, original: &mut Component, nodes: &mut Nodes) -> Result<bool, Stopped> {
        let mut any = false;
        let mut rings = Ringed::new(nodes, original.endless, false)?;
        for node in 0..nodes.len() {
            for player in [-rings.favoured, rings.favoured] {
                let mut i = 0;
                while let Some(&option) = nodes[node][player as usize].get(i) {
                    if rings.is_ring(player, Stopper::inner(node), option)
                        && self.is_matched(original, nodes, node, player, option)?
                        && self.is_needless(nodes, original.endless, node, player, i)?
                    {
                        nodes[node][player as usize].remove(i);
                        rings = Ringed::new(nodes, original.endless, false)?;
                        any = true;
                    } else {
                        i += 1;
                    }
                }
            }
        }
        Ok(any)
    }

    /// Tells whether an option is matched by another one, or by a reply to it.
    ///
    /// One without which its node is worth as much always is.
    fn is_matched(
        &mut self,
        original: &mut Component,
        nodes: &Nodes,
        node: usize,
        player: Player,
        option: Stopper,
    ) -> Result<bool, Stopped> {
        for &other in &nodes[node][player as usize] {
            if other != option && self.is_as_good(original, player, other, option)? {
                return Ok(true);
            }
        }
        let mut replies = vec![];
        self.push_options(nodes, option, -player, &mut replies)?;
        for reply in replies {
            if self.is_as_good(original, player, Stopper::inner(node), reply)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Tells whether a node is worth as much to a player without an option.
    fn is_needless(&mut self, nodes: &Nodes, endless: Endless, node: usize, player: Player, i: usize) -> Result<bool, Stopped> {
        let mut without = nodes.clone();
        without[node][player as usize].remove(i);
        let game = Stopper::inner(node);
        let question = State { g: game, h: game, mover: Player::Right };
        let order = match player {
            Player::Left => self.order(nodes, &without, endless)?,
            Player::Right => self.order(&without, nodes, endless)?,
        };
        if let Some(is_needless) = order.and_then(|order| order.survived(question)) {
            return Ok(is_needless);
        }
        // too many for flat arrays: both in one component
        let count = nodes.len();
        let moved = |option: &Stopper| option.inner_index().map_or(*option, |index| Stopper::inner(index + count));
        let moved = without.iter().map(|sides| sides.each_ref().map(|options| options.iter().map(moved).collect()));
        let mut component = Component::new(nodes.iter().cloned().chain(moved).collect(), endless);
        let other = Stopper::inner(node + count);
        match player {
            Player::Left => self.is_at_most_in(&mut component, game, other),
            Player::Right => self.is_at_most_in(&mut component, other, game),
        }
    }

    /// Sidling, as often as it may help.
    ///
    /// Moves on cycles by the player who must not go on for ever lead to the values of the step before. In the first step they
    /// are not there at all.
    fn sidle(
        &mut self,
        original: &mut Component,
        nodes: &Nodes,
        wanted: usize,
        mut reason: NotFound,
    ) -> Result<Vec<Side>, Stopped> {
        let rings = Ringed::new(nodes, original.endless, false)?;
        let player = -rings.favoured;
        let mut found: Vec<Option<Stopper>> = vec![None; wanted];
        let mut last: Option<Vec<Stopper>> = None;
        for _ in 0..NotFound::STEPS {
            let mut cut = nodes.clone();
            for (node, sides) in cut.iter_mut().enumerate() {
                let sidled = sides[player as usize].iter().filter_map(|&option| {
                    match option.inner_index().filter(|_| rings.is_ring(player, Stopper::inner(node), option)) {
                        Some(index) => last.as_ref().map(|last| last[index]),
                        None => Some(option),
                    }
                });
                sides[player as usize] = sidled.collect();
            }
            let next = self.canonical(Component::new(cut, Endless::All))?;
            for (node, found) in found.iter_mut().enumerate().filter(|(_, found)| found.is_none()) {
                *found = self.is_equal_in(original, Stopper::inner(node), next[node])?.then_some(next[node]);
            }
            if found.iter().all(Option::is_some) {
                break;
            }
            if last.as_ref() == Some(&next) {
                reason.sidling = Sidling::Rest;
                break;
            }
            if self.followers(&next, NotFound::FORMS)?.len() > NotFound::FORMS {
                reason.sidling = Sidling::Forms;
                break;
            }
            last = Some(next);
        }
        Ok(found.into_iter().map(|found| found.ok_or(reason)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Arena;
    use crate::form::Form;
    use sprague_core::Limits;

    #[test]
    fn a_guess_is_accepted_only_if_it_is_equal() {
        let (arena, limits) = (Arena::new(), Limits::default());
        let mut stoppers = Stoppers::new(&arena, &limits);
        let pass = || vec![Stopper::inner(0)];
        let (zero, on, off) = ([vec![], vec![]], [pass(), vec![]], [vec![], pass()]);
        for (endless, equal) in [(Endless::Onside, &on), (Endless::Offside, &off)] {
            let mut dud = Component::new(vec![[pass(), pass()]], endless);
            for guess in [&zero, &on, &off] {
                let found = stoppers.confirmed(&mut dud, &vec![guess.clone()], 1).unwrap();
                assert_eq!(found.is_some(), guess == equal, "{endless:?} {guess:?}");
            }
        }
    }

    #[test]
    fn sidling_alone_finds_the_same_or_nothing() {
        let (arena, limits, mut seed) = (Arena::new(), Limits::default(), 424_242_u64);
        let mut below = |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let (mut same, mut missed) = (0, 0);
        for _ in 0..400 {
            let mut stoppers = Stoppers::new(&arena, &limits);
            let count = 3 + below(6);
            let mut nodes: Nodes = vec![[vec![], vec![]]; count];
            for _ in 0..2 * count {
                nodes[below(count)][below(2)].push(Stopper::inner(below(count)));
            }
            for sides in &mut nodes {
                sides[below(2)].push([Form::ZERO, Form::STAR, Form::integer(1)][below(3)].into());
            }
            for endless in [Endless::Onside, Endless::Offside] {
                let found = stoppers.found_side(nodes.clone(), count, endless).unwrap();
                let mut original = Component::new(nodes.clone(), endless);
                let sidled = stoppers.sidle(&mut original, &nodes, count, NotFound::before_sidling(count)).unwrap();
                for (found, sidled) in found.into_iter().zip(sidled) {
                    match sidled {
                        Ok(_) => assert_eq!(sidled, found, "{nodes:?}"),
                        Err(reason) => assert_ne!(reason.sidling, Sidling::Forms),
                    }
                    same += usize::from(sidled.is_ok());
                    missed += usize::from(sidled.is_err());
                }
            }
        }
        assert!(same > 3000 && missed * 50 < same, "{same} {missed}");
    }
}
