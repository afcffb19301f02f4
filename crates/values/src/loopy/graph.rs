//! Graphs of positions, and their outcomes by retrograde analysis.

use super::tarjan;
use sprague_core::{Limits, Outcome, Player, Stopped, limits};

/// A graph of positions with the options of Left and of Right. Cycles are allowed.
///
/// Positions are numbered from 0 in the order in which they are added. An option may be the number of a position that is added
/// later. If that position is never added, it has no options.
///
/// ```
/// use sprague_core::{Limits, Outcome, Player};
/// use sprague_values::loopy::Graph;
///
/// let mut graph = Graph::new();
/// let zero = graph.add(&[], &[]);
/// let over = graph.add(&[zero], &[zero + 1]); // Right may pass
/// assert_eq!(graph.options(over, Player::Right), [over]);
/// assert!(graph.len() == 2 && !graph.is_empty());
/// assert_eq!(graph.negative().options(over, Player::Left), [over]);
/// let outcomes = graph.outcomes(&Limits::default())?;
/// assert_eq!(outcomes[over as usize], [Outcome::Win, Outcome::Loss]);
/// # Ok::<(), sprague_core::Stopped>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    targets: Vec<u32>,
    /// For every position, where Left's options end in `targets` and where Right's options end.
    ends: Vec<usize>,
    /// 1 + the greatest number that occurs as an option.
    beyond: usize,
}

impl Graph {
    /// Returns a graph without positions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a position and returns its number.
    pub fn add(&mut self, left: &[u32], right: &[u32]) -> u32 {
        for options in [left, right] {
            self.targets.extend_from_slice(options);
            self.ends.push(self.targets.len());
            self.beyond = options.iter().fold(self.beyond, |beyond, &option| beyond.max(option as usize + 1));
        }
        (self.ends.len() / 2 - 1) as u32
    }

    /// Returns the number of positions, including positions that occur only as options.
    pub fn len(&self) -> usize {
        self.beyond.max(self.ends.len() / 2)
    }

    /// Returns `true` if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the options of a player, which are none if the position was not added.
    pub fn options(&self, position: u32, player: Player) -> &[u32] {
        let at = 2 * position as usize + player as usize;
        let Some(&end) = self.ends.get(at) else { return &[] };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.targets[start..end]
    }

    /// Returns the options of both players, Left's first.
    pub(super) fn both(&self, position: u32) -> &[u32] {
        let Some(&end) = self.ends.get(2 * position as usize + 1) else { return &[] };
        let start = (2 * position as usize).checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.targets[start..end]
    }

    pub(super) fn bytes(&self) -> usize {
        self.targets.capacity() * size_of::<u32>() + self.ends.capacity() * size_of::<usize>()
    }

    /// Returns the graph with Left and Right exchanged.
    #[must_use]
    pub fn negative(&self) -> Self {
        let mut negative = Self::new();
        for position in 0..(self.ends.len() / 2) as u32 {
            negative.add(self.options(position, Player::Right), self.options(position, Player::Left));
        }
        negative.beyond = self.beyond;
        negative
    }

    /// Returns the outcomes of each position for the player to move: first if Left starts, then if Right does.
    ///
    /// A draw means that neither player can force a win. Retrograde analysis takes time and space proportional to the number of
    /// positions and options. Source: Siegel, *Combinatorial Game Theory*, ch. VI.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn outcomes(&self, limits: &Limits) -> Result<Vec<[Outcome; 2]>, Stopped> {
        let (count, meter) = (self.len(), limits::Meter::new(limits));
        let mut work = limits::Work::new(&meter);
        let bytes = count * (2 + 3 * 2 * size_of::<u32>()) + self.targets.len() * size_of::<u32>();
        work.look(count, bytes)?;
        if count as u64 > limits.positions {
            return Err(Stopped::Positions(limits.positions));
        }
        // 1. list the predecessors of each state, which is a position and the player to move
        let mut starts = vec![0_u32; 2 * count + 1];
        for (player, position) in self.states() {
            for &option in self.options(position, player) {
                starts[state(option, -player) + 1] += 1;
            }
        }
        (0..2 * count).for_each(|at| starts[at + 1] += starts[at]);
        let (mut next, mut before) = (starts.clone(), vec![0_u32; self.targets.len()]);
        let mut outcomes = vec![[Outcome::Draw; 2]; count];
        let mut left = vec![0_u32; 2 * count];
        let mut settled = vec![];
        for (player, position) in self.states() {
            let (at, options) = (state(position, player), self.options(position, player));
            left[at] = options.len() as u32;
            if options.is_empty() {
                outcomes[position as usize][player as usize] = Outcome::Loss;
                settled.push(at as u32);
            }
            for &option in options {
                let place = &mut next[state(option, -player)];
                before[*place as usize] = at as u32;
                *place += 1;
            }
            work.done(1 + options.len(), count, bytes)?;
        }
        // 2. propagate from settled states: a loss below is a win, and a state whose options are all won by the opponent is a
        //    loss
        while let Some(at) = settled.pop() {
            let outcome = outcomes[at as usize / 2][at as usize % 2];
            let leading = &before[starts[at as usize] as usize..starts[at as usize + 1] as usize];
            work.done(1 + leading.len(), count, bytes)?;
            for &at in leading {
                let earlier = &mut outcomes[at as usize / 2][at as usize % 2];
                if *earlier != Outcome::Draw {
                    continue;
                }
                left[at as usize] -= 1;
                if outcome == Outcome::Loss || left[at as usize] == 0 {
                    *earlier = -outcome;
                    settled.push(at);
                }
            }
        }
        Ok(outcomes)
    }

    fn states(&self) -> impl Iterator<Item = (Player, u32)> {
        (0..self.len() as u32).flat_map(|position| Player::BOTH.map(|player| (player, position)))
    }

    /// Returns the strongly connected components, each after the components it leads to.
    pub(super) fn components(&self, mut count: impl FnMut() -> Result<(), Stopped>) -> Result<Vec<Vec<u32>>, Stopped> {
        tarjan::components(self.len(), |position, i| {
            count()?;
            Ok(self.both(position).get(i).copied())
        })
    }
}

/// Returns the number of a state, which is a position and the player to move.
pub(super) fn state(position: u32, player: Player) -> usize {
    2 * position as usize + player as usize
}
