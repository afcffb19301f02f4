//! Negatives and sums of loopy values.
//!
//! The sum of two stoppers need not be a stopper. Its sides are found on the product of both graphs.

use super::graph::Graph;
use super::nodes::Nodes;
use super::sided::Sided;
use super::stopper::Stopper;
use super::store::Stoppers;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

impl Stoppers<'_> {
    /// Returns the negative: Left and Right are exchanged, and so are the two sides.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn negative(&mut self, value: Sided) -> Result<Sided, Stopped> {
        let mut negatives = value.sides();
        for stopper in negatives.iter_mut().flatten() {
            *stopper = self.negative_of(*stopper)?;
        }
        let [offside, onside] = negatives;
        Ok(Sided { onside, offside })
    }

    /// Returns the negative of a stopper, which is a stopper too.
    pub(super) fn negative_of(&mut self, stopper: Stopper) -> Result<Stopper, Stopped> {
        if let Some(form) = stopper.form() {
            return Ok(self.calculator.negative(form)?.into());
        }
        if let Some(&negative) = self.negatives.get(&stopper) {
            return Ok(negative);
        }
        let mut loopy = vec![stopper];
        let mut places: Memo<Stopper, usize> = [(stopper, 0)].into_iter().collect();
        let (mut nodes, mut options) = (Nodes::new(), vec![]);
        while let Some(&follower) = loopy.get(nodes.len()) {
            self.count_state(|| loopy.capacity() * 64)?;
            let mut both = [vec![], vec![]];
            for player in Player::BOTH {
                options.clear();
                self.push_options(&vec![], follower, player, &mut options)?;
                for &option in &options {
                    let negative = match (option.form(), self.negatives.get(&option)) {
                        (Some(form), _) => self.calculator.negative(form)?.into(),
                        (None, Some(&negative)) => negative,
                        (None, None) => Stopper::inner(*places.entry(option).or_insert_with(|| {
                            loopy.push(option);
                            loopy.len() - 1
                        })),
                    };
                    both[(-player) as usize].push(negative);
                }
            }
            nodes.push(both);
        }
        // the negatives of the nodes of a canonical form are again a canonical form
        let negatives = self.stored(nodes)?;
        for (stopper, &negative) in loopy.into_iter().zip(&negatives) {
            self.negatives.insert(stopper, negative);
            self.negatives.insert(negative, stopper);
        }
        Ok(negatives[0])
    }

    /// Returns the sum of two values. If they are not both stoppers, each side is computed separately.
    ///
    /// The onside of the sum of two stoppers is called their upsum, the offside their downsum.
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn add(&mut self, g: Sided, h: Sided) -> Result<Sided, Stopped> {
        if let (Some(g), Some(h)) = (g.stopper(), h.stopper()) {
            return self.add_stoppers(g, h);
        }
        let mut sums = [g.onside.and(h.onside), g.offside.and(h.offside)];
        for (i, side) in sums.iter_mut().enumerate() {
            if let (Ok(g), Ok(h)) = (g.sides()[i], h.sides()[i]) {
                *side = self.add_stoppers(g, h)?.sides()[i];
            }
        }
        Ok(Sided::of_sides(sums))
    }

    pub(super) fn add_stoppers(&mut self, g: Stopper, h: Stopper) -> Result<Sided, Stopped> {
        let pair = |g: Stopper, h: Stopper| if g <= h { (g, h) } else { (h, g) };
        let mut pairs = vec![pair(g, h)];
        let mut places: Memo<(Stopper, Stopper), u32> = [(pairs[0], 0)].into_iter().collect();
        let (mut graph, mut known, mut options) = (Graph::new(), vec![], vec![]);
        // 1. list the pairs that moves lead to, until each has a known sum or options
        while let Some(&(g, h)) = pairs.get(known.len()) {
            self.count_state(|| graph.bytes() + pairs.capacity() * 80)?;
            let value = self.known_sum(g, h)?;
            known.push(value);
            let mut both = [vec![], vec![]];
            for player in Player::BOTH.into_iter().filter(|_| value.is_none()) {
                for (moved, still) in [(g, h), (h, g)] {
                    options.clear();
                    self.push_options(&vec![], moved, player, &mut options)?;
                    both[player as usize].extend(options.iter().map(|&option| {
                        let sum = pair(option, still);
                        *places.entry(sum).or_insert_with(|| {
                            pairs.push(sum);
                            pairs.len() as u32 - 1
                        })
                    }));
                }
            }
            graph.add(&both[0], &both[1]);
        }
        // 2. evaluate them together
        let values = self.evaluate(&graph, &known)?;
        self.sums.extend(
            pairs.into_iter().zip(&values).zip(known).filter(|(_, known)| known.is_none()).map(|(sum, _)| (sum.0, *sum.1)),
        );
        Ok(values[0])
    }

    fn known_sum(&mut self, g: Stopper, h: Stopper) -> Result<Option<Sided>, Stopped> {
        Ok(match (g.form(), h.form()) {
            (Some(g), Some(h)) => Some(self.calculator.add(g, h)?.into()),
            _ if g == Stopper::ZERO => Some(h.into()),
            _ if h == Stopper::ZERO => Some(g.into()),
            _ => match self.sums.get(&(g, h)) {
                // if a side was not found, the options of the sum may do better
                Some(sum) => Some(*sum).filter(Sided::is_found),
                // in a sorted pair the loop-free form comes first
                None => self.translated(g, h)?.map(Sided::from),
            },
        })
    }

    /// Returns the sum of a number and a loopy pseudonumber, or `None` for other stoppers.
    ///
    /// x + y over = (x + y) over; on and off do not change.
    fn translated(&mut self, number: Stopper, stopper: Stopper) -> Result<Option<Stopper>, Stopped> {
        let (Some(_), Some((passes, near))) = (self.number_in(number), self.loopy_pseudonumber(stopper)) else { return Ok(None) };
        let (Some(near), Some(number)) = (near.and_then(Stopper::form), number.form()) else { return Ok(Some(stopper)) };
        let near = Stopper::from(self.calculator.add(number, near)?);
        let mut nodes = [vec![near], vec![near]];
        nodes[passes as usize] = vec![Stopper::inner(0)];
        Ok(Some(self.stored(vec![nodes])?[0]))
    }
}
