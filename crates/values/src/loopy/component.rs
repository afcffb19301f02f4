//! A component under evaluation, with the known order of its nodes.

use super::flat::Order;
use super::nodes::{Endless, Nodes, Slots, State, bytes_of};

#[derive(Default)]
pub(super) struct Component {
    pub(super) nodes: Nodes,
    pub(super) endless: Endless,
    /// The order of all pairs of nodes, if it was computed at once.
    pub(super) order: Option<Order>,
    pub(super) is_tried: bool,
    /// The number of states of all searches so far.
    pub(super) searched: usize,
    slots: [Slots; 2],
}

impl Component {
    pub(super) fn new(nodes: Nodes, endless: Endless) -> Self {
        Self { nodes, endless, ..Self::default() }
    }

    pub(super) fn bytes(&self) -> usize {
        self.order.as_ref().map_or(0, Order::bytes) + self.slots.iter().map(bytes_of).sum::<usize>()
    }

    /// Returns the slot of a state: in this component if one of the games is a node, else in the store.
    #[inline]
    pub(super) fn slot<'s>(&'s mut self, stored: &'s mut [Slots; 2], State { g, h, mover }: State) -> &'s mut u32 {
        let slots = if g.is_inner() || h.is_inner() { &mut self.slots } else { stored };
        slots[mover as usize].entry((g, h)).or_insert(0)
    }
}
