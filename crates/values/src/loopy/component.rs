//! A component that is worked on, with all that is known of its order.

use super::flat::Order;
use super::nodes::{Endless, Nodes, Slots, State, bytes_of};

/// Nodes, and the answers to questions about them.
#[derive(Default)]
pub(super) struct Component {
    pub(super) nodes: Nodes,
    pub(super) endless: Endless,
    /// The order of all pairs, where it was worked out at once.
    pub(super) order: Option<Order>,
    /// Tells whether that was tried.
    pub(super) is_tried: bool,
    /// States of searches so far.
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

    /// The place in which a question and its answer are noted.
    #[inline]
    pub(super) fn slot<'s>(&'s mut self, stored: &'s mut [Slots; 2], State { g, h, mover }: State) -> &'s mut u32 {
        let slots = if g.is_inner() || h.is_inner() { &mut self.slots } else { stored };
        slots[mover as usize].entry((g, h)).or_insert(0)
    }
}
