//! Games that are worked on before they have canonical forms, as nodes.

use super::graph::state;
use super::stopper::Stopper;
use super::tarjan;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

/// The options of Left and of Right of each node.
///
/// They are nodes here or stoppers of the store.
pub(super) type Nodes = Vec<[Vec<Stopper>; 2]>;

/// The endless plays that Left survives in h − g.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Endless {
    /// All of them, as where both are stoppers.
    #[default]
    All,
    /// Those in which h is moved in for ever: endless play counts for Left.
    Onside,
    /// Those in which g is moved in for ever: endless play counts for Right.
    Offside,
}

/// For each pair of games, as far as one mover is concerned, what is known.
///
/// That is an answer, or the number of a state of the search that goes on.
pub(super) type Slots = Memo<(Stopper, Stopper), u32>;

/// A question: does Left survive in h − g with this player to move?
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) g: Stopper,
    pub(super) h: Stopper,
    pub(super) mover: Player,
}

/// About how many bytes a map takes.
pub(super) fn bytes_of<K, V>(map: &Memo<K, V>) -> usize {
    map.capacity() * (size_of::<(K, V)>() + 1)
}

/// The components of the nodes alone, each behind those it leads to.
pub(super) fn components(nodes: &Nodes) -> Result<Vec<Vec<u32>>, Stopped> {
    tarjan::components(nodes.len(), inner_successors(nodes.iter().map(|[left, right]| left.iter().chain(right))))
}

/// For each state on an alternating cycle its component among states.
///
/// A state is a node and the player to move; `None` for one that lies on no cycle.
pub(super) fn alternating(nodes: &Nodes) -> Result<Vec<Option<u32>>, Stopped> {
    // the mover changes with the last bit, so that an edge leads from a state of one player to one of the other
    let states = nodes.iter().flatten().map(|options| options.iter());
    let mut targets = inner_successors(states);
    let found = tarjan::components(2 * nodes.len(), |at, i| {
        Ok(targets(at, i)?.map(|node| state(node, if at % 2 == 0 { Player::Right } else { Player::Left }) as u32))
    })?;
    let mut cycles = vec![None; 2 * nodes.len()];
    for (number, component) in found.iter().enumerate().filter(|(_, component)| component.len() > 1) {
        component.iter().for_each(|&at| cycles[at as usize] = Some(number as u32));
    }
    Ok(cycles)
}

/// The successors among the nodes, from all options.
fn inner_successors<'n>(
    options: impl Iterator<Item = impl Iterator<Item = &'n Stopper>>,
) -> impl FnMut(u32, usize) -> Result<Option<u32>, Stopped> {
    let (mut targets, mut starts) = (vec![], vec![0]);
    for options in options {
        targets.extend(options.filter_map(|option| option.inner_index()).map(|index| index as u32));
        starts.push(targets.len());
    }
    move |at, i| Ok(targets[starts[at as usize]..starts[at as usize + 1]].get(i).copied())
}

/// Tells whether no play among the nodes that alternates is endless.
pub(super) fn is_stopper(nodes: &Nodes) -> Result<bool, Stopped> {
    Ok(alternating(nodes)?.iter().all(Option::is_none))
}
