//! Simplest forms of stoppers: no dominated options, no reversible options, and no two nodes with equal options.
//!
//! If two stoppers have no dominated and no reversible options, they are equal exactly if they are bisimilar. Source: Siegel,
//! *Combinatorial Game Theory*, ch. VI, simplest form theorem; *Winning Ways*, ch. 11.

use super::component::Component;
use super::nodes::{Endless, Nodes, components};
use super::stopper::Stopper;
use super::store::Stoppers;
use crate::form::Form;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

/// Restricts the reversible options that may be bypassed and the dominated options that may be deleted.
pub(super) trait Rule {
    /// Returns `true` if `option` may be bypassed through `reply`.
    fn may_bypass(&self, player: Player, option: Stopper, reply: Stopper) -> bool;
    /// Returns `true` if other options of `node` may be deleted because `option` dominates them.
    fn may_dominate(&self, node: usize, player: Player, option: Stopper) -> bool;
}

/// The rule for stoppers: no restriction.
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
    /// Returns the stopper with these options, which may be dominated, reversible or repeated.
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
    /// Returns the limit that was reached.
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

    /// Returns the canonical forms of all nodes of a component, which must be stoppers.
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

    /// Bypasses reversible and deletes dominated options, once for each node and as far as the rule allows.
    ///
    /// The new nodes have the values of the nodes in `component`, by whose order the options are compared.
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
        // 1. bypass reversible options
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
        // 2. delete dominated options; of equal options the first is kept, and stored stoppers come first
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

    /// Returns `true` if `one` is at least as good for the player as `other`.
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

    /// Stores nodes without dominated and reversible options, and returns their stoppers.
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

    /// Returns the stopper with these options, which are stored and neither dominated nor reversible.
    fn stored_options(&mut self, options: [Vec<Stopper>; 2]) -> Result<Stopper, Stopped> {
        let forms = |options: &[Stopper]| options.iter().map(|option| option.form()).collect::<Option<Vec<Form>>>();
        if let (Some(left), Some(right)) = (forms(&options[0]), forms(&options[1])) {
            return Ok(self.calculator.make(&left, &right)?.into());
        }
        let options = options.map(|options| sorted(&options).into_boxed_slice());
        Ok(self.looked_up(&options).unwrap_or_else(|| self.store(options)))
    }

    /// Returns the stoppers of a strongly connected component whose options outside of it are stored.
    ///
    /// The nodes are partitioned by the classes of their options until the partition is stable. The classes are then hashes
    /// that depend only on the structure. They find an equal component in the store, and the options are compared to confirm
    /// it.
    fn stored_cycle(&mut self, component: &[u32], nodes: Nodes) -> Result<Vec<Stopper>, Stopped> {
        let place: Memo<u32, usize> = component.iter().zip(0..).map(|(&node, place)| (node, place)).collect();
        let inner = |option: &Stopper| option.inner_index().map(|index| place[&(index as u32)]);
        // no stopper has these bits: begin with one class
        // 1. refine the partition until the number of classes no longer grows
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
        // 2. look up the classes; a salt resolves the collision of hashes
        for salt in 0.. {
            let key = |class: u64| mixed(class, salt);
            let stored: Vec<Option<u32>> = classes.iter().map(|&class| self.cycles.get(&key(class)).copied()).collect();
            let number = |place: usize| stored[place].map(|index| Stopper::loopy(index as usize));
            let named = |options: &Vec<Stopper>, number: &dyn Fn(usize) -> Option<Stopper>| {
                let named: Option<Vec<Stopper>> =
                    options.iter().map(|option| inner(option).map_or(Some(*option), number)).collect();
                named.map(|named| sorted(&named).into_boxed_slice())
            };
            // 3. not stored yet: store one node of each class
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
            // 4. confirm: two different components have equal hashes with a probability of about 2^-64
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

fn sorted<T: Copy + Ord>(list: &[T]) -> Vec<T> {
    let mut sorted = list.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    sorted
}
