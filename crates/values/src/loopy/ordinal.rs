//! Ordinal sums B : G with a loopy exponent G, and the exponent of a given ordinal sum.
//!
//! A move in the base B removes G. Source: Siegel, *Combinatorial Game Theory*, ch. II.

use super::graph::Graph;
use super::sided::Sided;
use super::stopper::Stopper;
use super::store::Stoppers;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

impl Stoppers<'_> {
    /// Returns the ordinal sum of a base and a stopper.
    ///
    /// The base is given as the options of Left and of Right, because the sum depends on the form of the base and not only on
    /// its value.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::{Stopper, Stoppers};
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (on, upon) = (stoppers.read("on")?.stopper().unwrap(), stoppers.read("upon*")?.stopper().unwrap());
    /// let star: [&[Stopper]; 2] = [&[Stopper::ZERO], &[Stopper::ZERO]];
    /// assert_eq!(stoppers.ordinal_sum(star, on)?.stopper(), Some(upon));
    /// assert_eq!(stoppers.subordinate(star, upon)?, Some(on));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn ordinal_sum(&mut self, base: [&[Stopper]; 2], stopper: Stopper) -> Result<Sided, Stopped> {
        let followers = self.graph(stopper)?;
        let mut known = vec![None; followers.len()];
        let base = base.map(|options| {
            let places = known.len() as u32..(known.len() + options.len()) as u32;
            known.extend(options.iter().map(|&option| Some(Sided::from(option))));
            places.collect::<Vec<u32>>()
        });
        let mut graph = Graph::new();
        for follower in 0..followers.len() as u32 {
            let [left, right] = Player::BOTH.map(|player| [followers.options(follower, player), &base[player as usize]].concat());
            graph.add(&left, &right);
        }
        for _ in followers.len()..known.len() {
            graph.add(&[], &[]);
        }
        Ok(self.evaluate(&graph, &known)?[0])
    }

    /// Returns a stopper G with B : G = `sum` for the base B with these options, or `None` if none is found.
    ///
    /// Only a subgraph of the followers of the sum is tried: all options of the base are deleted, and the result is checked.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn subordinate(&mut self, base: [&[Stopper]; 2], sum: Stopper) -> Result<Option<Stopper>, Stopped> {
        let followers = self.followers(&[sum], usize::MAX)?;
        let places: Memo<Stopper, u32> = followers.iter().zip(0..).map(|(&follower, place)| (follower, place)).collect();
        let mut graph = Graph::new();
        for &follower in &followers {
            let mut sides = [vec![], vec![]];
            for player in Player::BOTH {
                let options = self.options(follower, player)?;
                let above = options.iter().filter(|option| !base[player as usize].contains(option));
                sides[player as usize] = above.map(|option| places[option]).collect();
            }
            graph.add(&sides[0], &sides[1]);
        }
        let Some(found) = self.evaluate(&graph, &[])?[0].stopper() else { return Ok(None) };
        Ok((self.ordinal_sum(base, found)?.stopper() == Some(sum)).then_some(found))
    }
}
