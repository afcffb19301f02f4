//! Games under evaluation, which have no canonical forms yet, as nodes.

use super::graph::state;
use super::stopper::Stopper;
use super::tarjan;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

/// The options of Left and of Right of each node. An option is another node or a stored stopper.
pub(super) type Nodes = Vec<[Vec<Stopper>; 2]>;

/// The kinds of endless play in h − g that count as survival for Left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Endless {
    /// Every endless play. This is right if g and h are stoppers.
    #[default]
    All,
    /// Endless play with infinitely many moves in h: endless play counts for Left.
    Onside,
    /// Endless play with infinitely many moves in g: endless play counts for Right.
    Offside,
}

/// The result for each pair of games, for one player to move: an answer, or the number of a state of the current search.
pub(super) type Slots = Memo<(Stopper, Stopper), u32>;

/// The question whether Left survives in h − g with `mover` to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    pub(super) g: Stopper,
    pub(super) h: Stopper,
    pub(super) mover: Player,
}

/// Returns about how many bytes a map uses.
pub(super) fn bytes_of<K, V>(map: &Memo<K, V>) -> usize {
    map.capacity() * (size_of::<(K, V)>() + 1)
}

/// Returns the strongly connected components of the nodes, each after the components it leads to.
pub(super) fn components(nodes: &Nodes) -> Result<Vec<Vec<u32>>, Stopped> {
    tarjan::components(nodes.len(), inner_successors(nodes.iter().map(|[left, right]| left.iter().chain(right))))
}

/// Returns for each state the number of the alternating cycles it lies on, as a strongly connected component of states.
///
/// A state is a node and the player to move. `None` means that the state lies on no cycle.
pub(super) fn alternating(nodes: &Nodes) -> Result<Vec<Option<u32>>, Stopped> {
    // the last bit of a state is the player to move, and every edge flips it
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

/// Returns a function that lists the successors of a node among the nodes, given the options of each.
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

/// Returns `true` if no alternating play among the nodes is endless.
pub(super) fn is_stopper(nodes: &Nodes) -> Result<bool, Stopped> {
    Ok(alternating(nodes)?.iter().all(Option::is_none))
}
