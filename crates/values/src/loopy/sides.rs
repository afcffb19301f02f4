//! Sides of positions on alternating cycles.
//!
//! A guess is accepted only if it is equal to the side by the definition of order. Guesses are made in this order: bold
//! simplification, safe simplification, deleting edges that make no difference, and sidling. Source: Siegel, *Combinatorial
//! Game Theory*, ch. VI; *Winning Ways*, ch. 11, "sidling".

use super::canonical::Rule;
use super::component::Component;
use super::evaluate::{Below, Side};
use super::graph::{Graph, state};
use super::nodes::{Endless, Nodes, State, alternating};
use super::sided::{NotFound, Sided, Sidling};
use super::stopper::Stopper;
use super::store::Stoppers;
use sprague_core::{Player, Stopped};

/// The alternating cycles of some nodes, as a rule that restricts simplification.
struct Ringed {
    /// For each state the cycle it lies on, as [`alternating`] returns it.
    cycles: Vec<Option<u32>>,
    /// The player for whom endless play counts.
    favoured: Player,
    /// `true` if options on cycles of the other player may be bypassed too. That may change the value, so the result must be
    /// confirmed.
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

    /// Returns `true` if the player's move from `from` to `to` lies on an alternating cycle.
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
    /// Returns the stoppers of the first `wanted` nodes on a side, and for nodes without one the reason.
    pub(super) fn found_side(&mut self, nodes: Nodes, wanted: usize, endless: Endless) -> Result<Vec<Side>, Stopped> {
        let mut original = Component::new(nodes, endless);
        let mut reason = NotFound::before_sidling(original.nodes.len());
        let mut nodes = original.nodes.clone();
        // 1. bold simplification, then safe simplification
        for is_bold in [true, false] {
            nodes = self.simplified(&mut original, None, is_bold, &mut reason)?;
            if let Some(found) = self.confirmed(&mut original, &nodes, wanted)? {
                return Ok(found);
            }
        }
        // 2. delete edges and simplify again
        if !reason.too_large_to_delete {
            nodes = self.with_fewer_edges(&mut original, nodes, &mut reason)?;
            if let Some(found) = self.confirmed(&mut original, &nodes, wanted)? {
                return Ok(found);
            }
        }
        // 3. sidling
        self.sidle(&mut original, &nodes, wanted, reason)
    }

    /// Returns the text of a smaller position that is equal to `position` if endless play counts for `favoured`.
    ///
    /// Use it for a side for which no stopper was found. The smaller position is not unique. Edges are deleted as in
    /// [`evaluate`](Self::evaluate) if at most [`NotFound::DELETING`] positions are evaluated together. Returns `None` if the
    /// text would have more than `most` bytes.
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
    /// Returns the limit that was reached.
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

    /// Simplifies nodes until nothing changes, at most [`NotFound::ROUNDS`] times. Values are kept unless the simplification is
    /// bold.
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

    /// Returns the stoppers of nodes without alternating cycles, if they equal the original nodes; else `None`.
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

    /// Deletes options on alternating cycles if the deletion makes no difference. Returns `true` if any was deleted.
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

    /// Returns `true` if another option, or a reply to the option, is at least as good.
    ///
    /// This is a cheap test for options that can be deleted: every such option passes it.
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

    /// Returns `true` if the node has the same value for the player without option `i`.
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
        // too many states for flat arrays: put both versions into one component
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

    /// Tries sidling for at most [`NotFound::STEPS`] steps.
    ///
    /// In each step, moves on cycles by the player against whom endless play counts lead to the values of the step before. In
    /// the first step they are deleted.
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
            // 1. replace the moves on cycles by the values of the last step, or delete them
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
            // 2. accept values that are equal to the side
            for (node, found) in found.iter_mut().enumerate().filter(|(_, found)| found.is_none()) {
                *found = self.is_equal_in(original, Stopper::inner(node), next[node])?.then_some(next[node]);
            }
            if found.iter().all(Option::is_some) {
                break;
            }
            // 3. give up if nothing changes any more, or if the forms grow too large
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
