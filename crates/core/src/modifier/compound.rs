//! Sums moved in by any rule: the legal moves by definition, so that search is the judge of every theorem.

use crate::{At, Fault, Impartial, Outcome, Play, Rule, Ruleset};
use core::fmt;

/// Sums of positions of one ruleset, moved in by a [`Rule`], under normal or misère play.
///
/// A position is the list of its components in ascending order: their order makes no difference. Components that are over stay
/// where they count, and are dropped where they do not. Not [`Impartial`]: such sums have no nimbers that add.
///
/// ```
/// use sprague_core::{Compound, Impartial, Play, Rule, Ruleset};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
///
/// let both = Compound::new(Nim, Rule::Conjunctive, Play::Normal);
/// let heaps = both.position([2, 1]);
/// assert_eq!(both.options(&heaps).collect::<Vec<_>>(), [vec![0, 1], vec![0, 0]]);
/// assert_eq!(both.moves(&heaps).next().unwrap().to_string(), "1: 1, 2: 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compound<R> {
    rules: R,
    rule: Rule,
    play: Play,
}

/// A move in several components at a time.
///
/// ```
/// use sprague_core::{At, Together};
/// let both = Together(vec![At { index: 0, mv: 1 }, At { index: 2, mv: 5 }]);
/// assert_eq!(both.to_string(), "1: 1, 3: 5");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Together<M>(pub Vec<At<M>>);

impl<M: fmt::Display> fmt::Display for Together<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, at) in self.0.iter().enumerate() {
            if place > 0 {
                f.write_str(", ")?;
            }
            at.fmt(f)?;
        }
        Ok(())
    }
}

impl<R: Impartial> Compound<R>
where
    R::Position: Ord,
{
    /// Sums of positions of these rules, moved in by this rule.
    ///
    /// See [`Compound`] for an example.
    pub fn new(rules: R, rule: Rule, play: Play) -> Self {
        Self { rules, rule, play }
    }

    /// The position with these components.
    ///
    /// See [`Compound`] for an example.
    pub fn position(&self, components: impl IntoIterator<Item = R::Position>) -> Vec<R::Position> {
        let counts_finished = self.rule.ends_with_any() || self.rule == Rule::NotAll;
        let is_kept = |component: &R::Position| counts_finished || self.is_live(component);
        let mut components: Vec<_> = components.into_iter().filter(is_kept).collect();
        components.sort_unstable();
        components
    }

    fn is_live(&self, component: &R::Position) -> bool {
        self.rules.options(component).next().is_some()
    }
}

impl<R: Impartial> Ruleset for Compound<R>
where
    R::Position: Ord,
{
    type Position = Vec<R::Position>;
    type Move = Together<R::Move>;

    fn moves(&self, position: &Self::Position) -> impl Iterator<Item = Self::Move> {
        let lists: Vec<Vec<R::Move>> = position.iter().map(|component| self.rules.moves(component).collect()).collect();
        self.rule.choices(lists.iter().map(Vec::len).collect()).map(move |chosen| {
            let at = |(index, chosen): (usize, Option<usize>)| chosen.map(|at| At { index, mv: lists[index][at].clone() });
            Together(chosen.into_iter().enumerate().filter_map(at).collect())
        })
    }

    fn play(&self, position: &Self::Position, mv: &Self::Move) -> Self::Position {
        let mut components = position.clone();
        for At { index, mv } in &mv.0 {
            components[*index] = self.rules.play(&position[*index], mv);
        }
        self.position(components)
    }

    fn options(&self, position: &Self::Position) -> impl Iterator<Item = Self::Position> {
        let lists: Vec<Vec<R::Position>> = position.iter().map(|component| self.rules.options(component).collect()).collect();
        self.rule.choices(lists.iter().map(Vec::len).collect()).map(move |chosen| {
            let component = |(index, chosen): (usize, Option<usize>)| match chosen {
                Some(at) => lists[index][at].clone(),
                None => position[index].clone(),
            };
            self.position(chosen.into_iter().enumerate().map(component))
        })
    }

    fn terminal_outcome(&self, _: &Self::Position) -> Outcome {
        match self.play {
            Play::Normal => Outcome::Loss,
            Play::Misere => Outcome::Win,
        }
    }

    fn bytes_outside(&self, position: &Self::Position) -> usize {
        size_of_val(position.as_slice()) + position.iter().map(|component| self.rules.bytes_outside(component)).sum::<usize>()
    }

    fn fault(&self) -> Option<Fault> {
        self.rules.fault()
    }
}
