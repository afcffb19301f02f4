//! Outcomes by retrograde analysis, which works backwards from the ends of play and therefore handles cycles.

use crate::graph::PositionGraph;
use sprague_core::limits::{Meter, Work};
use sprague_core::{Limits, Outcome, Stopped};

/// The outcome and the remoteness of every position of a graph.
///
/// [`outcomes`] computes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Labels {
    outcomes: Vec<Outcome>,
    remoteness: Vec<u32>,
}

/// Marks a position without a remoteness: neither player can force an end, or the end is a draw.
const ENDLESS: u32 = u32::MAX;

/// The bytes for one position's labels and for the data that is needed to compute them.
const LABEL_BYTES: usize = 14;

impl Labels {
    /// Returns the outcome for the player to move in the position with this number.
    ///
    /// # Panics
    /// Panics if the graph has no such position.
    pub fn outcome(&self, number: u32) -> Outcome {
        self.outcomes[number as usize]
    }

    /// Returns the number of moves to the end if the winner hurries and the loser delays, or `None` for a draw.
    ///
    /// # Panics
    /// Panics if the graph has no such position.
    pub fn remoteness(&self, number: u32) -> Option<u32> {
        Some(self.remoteness[number as usize]).filter(|&moves| moves != ENDLESS)
    }

    /// Returns the outcomes of all positions, indexed by their numbers.
    pub fn as_slice(&self) -> &[Outcome] {
        &self.outcomes
    }
}

/// For every position, its parents: the positions that have it as an option.
///
/// Indices into `parents` have 32 bits because a graph has fewer than 2³² options.
pub(super) struct Parents {
    first: Vec<u32>,
    parents: Vec<u32>,
}

impl Parents {
    pub(super) fn of<P>(graph: &PositionGraph<P>, work: &mut Work<'_>) -> Result<Self, Stopped> {
        let positions = graph.len() as u32;
        let bytes = (graph.len() + graph.option_count()).saturating_mul(size_of::<u32>());
        work.look(graph.len(), graph.held_bytes().saturating_add(bytes))?;
        // 1. count the parents of each position, two entries further on
        let mut first = vec![0_u32; graph.len() + 2];
        for number in 0..positions {
            work.done(1 + graph.options(number).len(), graph.len(), 0)?;
            for &option in graph.options(number) {
                first[option as usize + 2] += 1;
            }
        }
        // 2. add up the counts, so that entry n + 1 is the place for the next parent of n
        for number in 2..first.len() {
            work.done(1, graph.len(), 0)?;
            first[number] += first[number - 1];
        }
        // 3. fill in the parents; afterwards entry n is where the parents of n begin
        let mut parents = vec![0; graph.option_count()];
        for number in 0..positions {
            work.done(1 + graph.options(number).len(), graph.len(), 0)?;
            for &option in graph.options(number) {
                let slot = &mut first[option as usize + 1];
                parents[*slot as usize] = number;
                *slot += 1;
            }
        }
        Ok(Self { first, parents })
    }

    pub(super) fn bytes(&self) -> usize {
        (self.first.capacity() + self.parents.capacity()) * size_of::<u32>()
    }

    pub(super) fn of_option(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.parents[self.first[number] as usize..self.first[number + 1] as usize]
    }
}

/// Labels every position of a graph with its outcome, cycles included.
///
/// If neither player can force a win from a position, it is a draw.
///
/// The method is retrograde analysis. It takes O(positions + options) time and space: while it runs, 18 bytes for each position
/// and 4 for each option, in addition to the graph.
///
/// ```
/// use sprague::{Limits, Outcome, Ruleset};
/// use sprague::evaluate::labels::outcomes;
/// use sprague::graph::PositionGraph;
///
/// /// A token on three squares in a ring, and one square to the side where the game ends.
/// struct Ring;
/// impl Ruleset for Ring {
///     type Position = u8;
///     type Move = u8;
///     fn moves(&self, square: &u8) -> impl Iterator<Item = u8> {
///         let to: &[u8] = match square { 0 => &[1], 1 => &[2, 3], 2 => &[0], _ => &[] };
///         to.iter().copied()
///     }
///     fn play(&self, _: &u8, to: &u8) -> u8 { *to }
/// }
///
/// let labels = outcomes(&PositionGraph::explore(&Ring, 0, &Limits::default())?);
/// assert_eq!((labels.outcome(0), labels.remoteness(0)), (Outcome::Loss, Some(2)));
/// assert_eq!((labels.outcome(1), labels.remoteness(1)), (Outcome::Win, Some(1)));
/// # Ok::<(), sprague::Stopped>(())
/// ```
pub fn outcomes<P>(graph: &PositionGraph<P>) -> Labels {
    labelled(graph, &Limits::none()).expect("nothing stops it")
}

/// Does the work of [`outcomes`] under limits on time and memory and with a stop flag.
///
/// If options were left out of the graph, wins and losses are proved by the options that are there, and a position that they
/// do not decide counts as a draw.
///
/// # Errors
/// Returns [`Stopped`] if a limit is reached.
pub(crate) fn labelled<P>(graph: &PositionGraph<P>, limits: &Limits) -> Result<Labels, Stopped> {
    let meter = Meter::new(limits);
    let mut work = Work::new(&meter);
    let parents = Parents::of(graph, &mut work)?;
    work.look(graph.len(), graph.held_bytes() + parents.bytes() + LABEL_BYTES * graph.len())?;
    let mut undecided: Vec<u32> = (0..graph.len() as u32).map(|number| graph.options(number).len() as u32).collect();
    // an option that was left out is never decided
    graph.cut().iter().for_each(|&number| undecided[number as usize] += 1);
    let mut labels = Labels { outcomes: vec![Outcome::Draw; graph.len()], remoteness: vec![ENDLESS; graph.len()] };
    let mut is_drawn_at_best = vec![false; graph.len()];
    // decided positions in order of remoteness; the parents of those before `next` have been updated
    let mut decided: Vec<u32> = Vec::with_capacity(graph.len());
    let mut next = 0;
    // 1. positions without moves have their outcomes from the rules
    for &(number, outcome) in graph.finished() {
        work.done(1, graph.len(), 0)?;
        labels.outcomes[number as usize] = outcome;
        if outcome != Outcome::Draw {
            labels.remoteness[number as usize] = 0;
        }
        decided.push(number);
    }
    // 2. update the parents of each decided position, in order of remoteness
    let mut moves = 0;
    while next < decided.len() {
        let number = decided[next];
        next += 1;
        work.done(1 + parents.of_option(number).len(), graph.len(), 0)?;
        let outcome = labels.outcomes[number as usize];
        if outcome != Outcome::Draw {
            moves = labels.remoteness[number as usize] + 1;
        }
        for &parent in parents.of_option(number) {
            let p = parent as usize;
            if undecided[p] == 0 {
                continue;
            }
            undecided[p] -= 1;
            if outcome == Outcome::Draw {
                is_drawn_at_best[p] = true; // set seldom, so that most moves touch only one number of their parent
            }
            // 3. one lost option makes a parent won; a parent without undecided options is lost, or drawn if an option is drawn
            if outcome == Outcome::Loss {
                undecided[p] = 0;
                labels.outcomes[p] = Outcome::Win;
                labels.remoteness[p] = moves;
            } else if undecided[p] > 0 {
                continue;
            } else if !is_drawn_at_best[p] {
                labels.outcomes[p] = Outcome::Loss;
                labels.remoteness[p] = moves;
            }
            decided.push(parent);
        }
    }
    Ok(labels)
}
