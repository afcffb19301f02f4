//! Stops of stoppers, and properties that follow from them.
//!
//! Alternating play in a stopper reaches a *pseudonumber*: a number x, on, off, x over or x under. Source: Siegel,
//! *Combinatorial Game Theory*, ch. VI; *Winning Ways*, ch. 11.

use super::evaluate::Side;
use super::sided::Sided;
use super::stopper::Stopper;
use super::store::Stoppers;
use crate::dyadic::Dyadic;
use crate::memo::Memo;
use crate::seen::exact_stops;
use sprague_core::{Player, Stopped};

impl Stoppers<'_> {
    /// Returns the pseudonumber that alternating play reaches if `player` starts.
    ///
    /// ```
    /// use sprague_core::{Limits, Player};
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let hot = stoppers.read("{on|-3under}")?.stopper().unwrap();
    /// let stops = [Player::Left, Player::Right].map(|player| stoppers.stop(hot, player).unwrap());
    /// assert_eq!(stops[0], stoppers.read("on")?.stopper().unwrap());
    /// assert_eq!(stops[1], stoppers.read("-3under")?.stopper().unwrap());
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn stop(&mut self, stopper: Stopper, player: Player) -> Result<Stopper, Stopped> {
        let mut found = [Memo::<Stopper, Stopper>::default(), Memo::default()];
        let mut open = vec![(stopper, player)];
        let mut options = vec![];
        while let Some(&(game, mover)) = open.last() {
            // 1. read the stop off a loop-free game or a pseudonumber
            self.count_state(|| open.capacity() * 24)?;
            let known = match (found[mover as usize].get(&game), game.form()) {
                (Some(&stop), _) => Some(stop),
                (None, Some(form)) => {
                    let stops = exact_stops(self.calculator.arena(), form);
                    let bound = if mover == Player::Left { stops.left } else { stops.right };
                    Some(self.calculator.number(&bound.0).into())
                }
                (None, None) if self.is_pseudonumber(game)? => Some(game),
                (None, None) => None,
            };
            if let Some(stop) = known {
                found[mover as usize].insert(game, stop);
                open.pop();
                continue;
            }
            // 2. wait for the stops of the options
            options.clear();
            self.push_options(&vec![], game, mover, &mut options)?;
            let reply = -mover;
            let missing: Vec<_> = options.iter().filter(|option| !found[reply as usize].contains_key(*option)).collect();
            if !missing.is_empty() {
                open.extend(missing.into_iter().map(|&option| (option, reply)));
                continue;
            }
            // 3. take the best of them
            let mut best = None;
            for option in &options {
                let stop = found[reply as usize][option];
                let is_better = match best {
                    None => true,
                    Some(best) if mover == Player::Left => self.is_at_most(best, stop)?,
                    Some(best) => self.is_at_most(stop, best)?,
                };
                best = if is_better { Some(stop) } else { best };
            }
            // if a player cannot move in a stopper, it is a pseudonumber
            found[mover as usize].insert(game, best.unwrap_or(game));
        }
        Ok(found[player as usize][&stopper])
    }

    /// Returns `true` if a stopper is a number x, on, off, x over or x under.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (over, upon) = (stoppers.read("2over")?.stopper().unwrap(), stoppers.read("upon")?.stopper().unwrap());
    /// assert!(stoppers.is_pseudonumber(over)? && !stoppers.is_pseudonumber(upon)?);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn is_pseudonumber(&mut self, stopper: Stopper) -> Result<bool, Stopped> {
        Ok(self.number_in(stopper).is_some() || stopper.index().is_some_and(|_| self.loopy_pseudonumber(stopper).is_some()))
    }

    /// Returns the player who can pass in a loopy pseudonumber, and the number to which the other player can move, if any.
    pub(super) fn loopy_pseudonumber(&self, stopper: Stopper) -> Option<(Player, Option<Stopper>)> {
        let [left, right] = self.loopy_options(stopper.index()? as u32);
        match (&left[..], &right[..]) {
            (&[option], &[]) if option == stopper => Some((Player::Left, None)),
            (&[], &[option]) if option == stopper => Some((Player::Right, None)),
            (&[option], &[number]) if option == stopper => self.number_in(number).map(|_| (Player::Left, Some(number))),
            (&[number], &[option]) if option == stopper => self.number_in(number).map(|_| (Player::Right, Some(number))),
            _ => None,
        }
    }

    /// Returns the number that a stopper equals, if it is one.
    pub(super) fn number_in(&self, stopper: Stopper) -> Option<Dyadic> {
        let nus = self.calculator.arena().as_nus(stopper.form()?)?;
        nus.is_number().then_some(nus.number)
    }

    /// Returns the number to which a value is infinitely close, or `None` if there is none or if a side was not found.
    ///
    /// It is the common stop of both sides for both players, where x over and x under count as x.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let value = stoppers.read("5upon&5")?;
    /// assert_eq!(stoppers.nearest_number(value)?, Some(5.into()));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn nearest_number(&mut self, value: Sided) -> Result<Option<Dyadic>, Stopped> {
        let mut nearest = None;
        for side in value.sides() {
            let Ok(side) = side else { return Ok(None) };
            for player in Player::BOTH {
                let stop = self.stop(side, player)?;
                let number = match self.loopy_pseudonumber(stop) {
                    Some((_, number)) => number,
                    None => Some(stop),
                };
                let Some(number) = number.filter(|&number| nearest.is_none_or(|nearest| nearest == number)) else {
                    return Ok(None);
                };
                nearest = Some(number);
            }
        }
        Ok(nearest.and_then(|number| self.number_in(number)))
    }

    /// Returns `true` if the stopper has no cycles except passes, that is, moves from a position to itself.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let plumtree = stoppers.read("{0|pass}")?.stopper().unwrap();
    /// let other = stoppers.read("a{0||||0|||a|*||*}")?.stopper().unwrap();
    /// assert!(stoppers.is_plumtree(plumtree)? && !stoppers.is_plumtree(other)?);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn is_plumtree(&mut self, stopper: Stopper) -> Result<bool, Stopped> {
        let graph = self.graph(stopper)?;
        Ok(graph.components(|| Ok(()))?.iter().all(|component| component.len() == 1))
    }

    /// Returns `true` if the stopper is {x||x|y} or {y|x||x} for a number x, and x − y (or y − x) is at least over.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let tiny = stoppers.read("1Tiny(on)")?.stopper().unwrap();
    /// assert!(stoppers.is_number_tiny(tiny)? && stoppers.is_plumtree(tiny)?);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn is_number_tiny(&mut self, stopper: Stopper) -> Result<bool, Stopped> {
        Ok(self.tiny(stopper)?.is_some())
    }

    /// For {x||x|y} with x − y ≥ over, returns Left, x and x − y. For the mirror image {y|x||x}, returns Right, x and y − x.
    pub(super) fn tiny(&mut self, stopper: Stopper) -> Result<Option<(Player, Stopper, Stopper)>, Stopped> {
        for player in Player::BOTH {
            let (near, far) = (self.options(stopper, player)?, self.options(stopper, -player)?);
            let (&[number], &[threat]) = (&near[..], &far[..]) else { continue };
            if threat == stopper || self.number_in(number).is_none() || self.options(threat, player)? != [number] {
                continue;
            }
            let &[threatened] = &self.options(threat, -player)?[..] else { continue };
            let (high, low) = if player == Player::Left { (number, threatened) } else { (threatened, number) };
            let negative = self.negative_of(low)?;
            let Some(size) = self.add_stoppers(high, negative)?.stopper() else { continue };
            let over = self.over()?;
            if self.is_at_most(over, size)? {
                return Ok(Some((player, number, size)));
            }
        }
        Ok(None)
    }

    /// Returns the stopper {0|pass}.
    fn over(&mut self) -> Result<Stopper, Stopped> {
        let over = self.stored(vec![[vec![Stopper::ZERO], vec![Stopper::inner(0)]]])?;
        Ok(over[0])
    }

    /// Returns the degree of loopiness: the onside of g − g, which is 0 if g is loop-free.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let (upon, th) = (stoppers.read("upon")?.stopper().unwrap(), stoppers.read("uponth")?.stopper().unwrap());
    /// assert_eq!(stoppers.degree(upon)?, Ok(th));
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached. The inner error is the reason why the onside was not found.
    pub fn degree(&mut self, stopper: Stopper) -> Result<Side, Stopped> {
        let negative = self.negative_of(stopper)?;
        Ok(self.add_stoppers(stopper, negative)?.onside)
    }
}
