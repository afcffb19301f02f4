//! Simplest forms of stoppers.
//!
//! They have no dominated and no reversible option, and no two nodes with the same options. Without dominated and reversible options two stoppers are equal exactly if they are bisimilar. Siegel, *Combinatorial Game
//! Theory*, ch. VI, simplest form theorem; *Winning Ways*, ch. 11.

use super::component::Component;
use super::nodes::{Endless, Nodes, components};
use super::stopper::Stopper;
use super::store::Stoppers;
use crate::form::Form;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

/// The options that may go, beside those of the order.
pub(super) trait Rule {
    /// Tells whether this option may be bypassed by that reply.
    fn may_bypass(&self, player: Player, option: Stopper, reply: Stopper) -> bool;
    /// Tells whether this option of a node may stand for a dominated one.
    fn may_dominate(&self, node: usize, player: Player, option: Stopper) -> bool;
}

/// The rule of stoppers: whatever the order allows.
struct Free;

impl Rule for Free {
    fn may_bypass(&self, _: Player, _: Stopper, _: Stopper) -> bool {
        true
    }

    fn may_dominate(&self, _: usize, _: Player, _: Stopper) -> bool {
        true
    }
}

impl Stoppers<'_> {
    /// The stopper with these options.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::{Stopper, Stoppers};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let over = stoppers.read("over")?.stopper().unwrap();
    /// let made = stoppers.make(&[Stopper::ZERO], &[over])?; // {0|over} is over
    /// assert_eq!(made, over);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The limit that was reached.
    pub fn make(&mut self, left: &[Stopper], right: &[Stopper]) -> Result<Stopper, Stopped> {
        let options = [left, right].map(sorted);
        if options.iter().flatten().all(|option| option.form().is_some()) {
            return self.stored_options(options);
        }
        if let Some(stopper) = self.looked_up(&options.each_ref().map(|options| options.as_slice().into())) {
            return Ok(stopper);
        }
        let made = self.canonical(Component::new(vec![options], Endless::All))?;
        Ok(made[0])
    }

    /// The canonical forms of the nodes of a component, which are stoppers.
    pub(super) fn canonical(&mut self, mut component: Component) -> Result<Vec<Stopper>, Stopped> {
        let mut nodes = component.nodes.clone();
        loop {
            let next = self.reduced(&mut component, &nodes, &Free)?;
            if next == nodes {
                return self.stored(nodes);
            }
            nodes = next;
        }
    }

    /// The nodes with fewer reversible and dominated options, as the rule allows.
    ///
    /// They have the values of those of the component.
    pub(super) fn reduced(&mut self, component: &mut Component, nodes: &Nodes, rule: &impl Rule) -> Result<Nodes, Stopped> {
        let mut reduced = Nodes::with_capacity(nodes.len());
        for node in 0..nodes.len() {
            let mut both = [vec![], vec![]];
            for player in Player::BOTH {
                both[player as usize] = self.reduced_options(component, nodes, node, player, rule)?;
            }
            reduced.push(both);
        }
        Ok(reduced)
    }

    fn reduced_options(
        &mut self,
        component: &mut Component,
        nodes: &Nodes,
        node: usize,
        player: Player,
        rule: &impl Rule,
    ) -> Result<Vec<Stopper>, Stopped> {
        let mut pending = nodes[node][player as usize].clone();
        let (mut seen, mut kept, mut replies) = (Memo::<Stopper, ()>::default(), vec![], vec![]);
        'options: while let Some(option) = pending.pop() {
            if seen.insert(option, ()).is_some() {
                continue;
            }
            self.count_state(|| component.bytes())?;
            replies.clear();
            self.push_options(nodes, option, -player, &mut replies)?;
            for &reply in &replies {
                if rule.may_bypass(player, option, reply) && self.is_as_good(component, player, Stopper::inner(node), reply)? {
                    self.push_options(nodes, reply, player, &mut pending)?;
                    continue 'options;
                }
            }
            kept.push(option);
        }
        // of equal options the first stays, which is a stored one if there is one
        kept.sort_unstable();
        for at in (0..kept.len()).rev() {
            for other in 0..kept.len() {
                if other != at
                    && rule.may_dominate(node, player, kept[other])
                    && self.is_as_good(component, player, kept[other], kept[at])?
                {
                    kept.remove(at);
                    break;
                }
            }
        }
        Ok(kept)
    }

    /// Tells whether the first is as good for a player as the second.
    pub(super) fn is_as_good(
        &mut self,
        component: &mut Component,
        player: Player,
        one: Stopper,
        other: Stopper,
    ) -> Result<bool, Stopped> {
        match player {
            Player::Left => self.is_at_most_in(component, other, one),
            Player::Right => self.is_at_most_in(component, one, other),
        }
    }

    /// The stoppers that nodes without dominated and reversible options are.
    pub(super) fn stored(&mut self, nodes: Nodes) -> Result<Vec<Stopper>, Stopped> {
        let mut found = vec![Stopper::ZERO; nodes.len()];
        let mut is_found = vec![false; nodes.len()];
        for component in components(&nodes)? {
            let resolved = |option: &Stopper| match option.inner_index() {
                Some(index) if is_found[index] => found[index],
                _ => *option,
            };
            let options: Vec<[Vec<Stopper>; 2]> = component
                .iter()
                .map(|&node| nodes[node as usize].each_ref().map(|options| options.iter().map(resolved).collect()))
                .collect();
            let is_cyclic = options[0].iter().flatten().any(|option| option.is_inner());
            let stoppers = if is_cyclic { self.stored_cycle(&component, options)? } else { self.stored_nodes(options)? };
            for (&node, stopper) in component.iter().zip(stoppers) {
                (found[node as usize], is_found[node as usize]) = (stopper, true);
            }
        }
        Ok(found)
    }

    fn stored_nodes(&mut self, nodes: Nodes) -> Result<Vec<Stopper>, Stopped> {
        nodes.into_iter().map(|options| self.stored_options(options)).collect()
    }

    /// The stopper with these stored options, none of them dominated or reversible.
    fn stored_options(&mut self, options: [Vec<Stopper>; 2]) -> Result<Stopper, Stopped> {
        let forms = |options: &[Stopper]| options.iter().map(|option| option.form()).collect::<Option<Vec<Form>>>();
        if let (Some(left), Some(right)) = (forms(&options[0]), forms(&options[1])) {
            return Ok(self.calculator.make(&left, &right)?.into());
        }
        let options = options.map(|options| sorted(&options).into_boxed_slice());
        Ok(self.looked_up(&options).unwrap_or_else(|| self.store(options)))
    }

    /// The stoppers of a strongly connected component, whose other options are stored.
    ///
    /// Nodes are told apart by the classes of their options until no class falls apart. The classes then have signatures that
    /// depend on nothing else, by which an equal component is found in the store and confirmed.
    fn stored_cycle(&mut self, component: &[u32], nodes: Nodes) -> Result<Vec<Stopper>, Stopped> {
        let place: Memo<u32, usize> = component.iter().zip(0..).map(|(&node, place)| (node, place)).collect();
        let inner = |option: &Stopper| option.inner_index().map(|index| place[&(index as u32)]);
        // no stopper has these bits
        let mut classes = vec![u64::MAX; nodes.len()];
        let mut count = 1;
        loop {
            let class = |options: &Vec<Stopper>| {
                let of = |option: &Stopper| inner(option).map_or(option.bits(), |place| classes[place]);
                sorted(&options.iter().map(of).collect::<Vec<_>>()).into_iter().fold(7, mixed)
            };
            let next: Vec<u64> = nodes.iter().map(|[left, right]| mixed(class(left), class(right))).collect();
            self.calculator.count_all(nodes.len())?;
            let refined = sorted(&next).len();
            classes = next;
            if refined == count {
                break;
            }
            count = refined;
        }
        for salt in 0.. {
            let key = |class: u64| mixed(class, salt);
            let stored: Vec<Option<u32>> = classes.iter().map(|&class| self.cycles.get(&key(class)).copied()).collect();
            let number = |place: usize| stored[place].map(|index| Stopper::loopy(index as usize));
            let named = |options: &Vec<Stopper>, number: &dyn Fn(usize) -> Option<Stopper>| {
                let named: Option<Vec<Stopper>> =
                    options.iter().map(|option| inner(option).map_or(Some(*option), number)).collect();
                named.map(|named| sorted(&named).into_boxed_slice())
            };
            if stored.iter().all(Option::is_none) {
                let distinct = sorted(&classes);
                let first = self.loopy_forms();
                let number = |place: usize| distinct.binary_search(&classes[place]).ok().map(|at| Stopper::loopy(first + at));
                for (at, class) in distinct.iter().enumerate() {
                    let member = classes.iter().position(|other| other == class).unwrap_or_default();
                    let options = nodes[member].each_ref().map(|options| named(options, &number).unwrap_or_default());
                    self.cycles.insert(key(*class), (first + at) as u32);
                    self.store(options);
                }
                return Ok((0..nodes.len()).filter_map(number).collect());
            }
            let is_same = |(node, stored): (&[Vec<Stopper>; 2], &Option<u32>)| {
                let Some(stored) = stored.map(|index| self.loopy_options(index)) else { return false };
                node.iter().zip(stored).all(|(options, stored)| named(options, &number).is_some_and(|named| named == *stored))
            };
            // signatures of different components meet once in 2^64 times
            if nodes.iter().zip(&stored).all(is_same) {
                return Ok((0..nodes.len()).filter_map(number).collect());
            }
        }
        Ok(vec![])
    }
}

fn mixed(hash: u64, next: u64) -> u64 {
    let mixed = (hash ^ next.rotate_left(31)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// Sorted, each once.
fn sorted<T: Copy + Ord>(list: &[T]) -> Vec<T> {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}
