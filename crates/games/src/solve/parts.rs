//! Moves in single components, and whole moves put together from them.

use super::Step;
use super::legal::{each_move, label, step};
use crate::{Component, SumText};
use sprague::{Limits, Player, Stopped};

/// A move in one component: a whole move, or a part of one in several components.
///
/// See [`SumText::together`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// In which component, from 0.
    pub index: usize,
    /// What it is called in the whole position: with the number of the component, if there are several.
    pub label: String,
    /// What it leaves of the component.
    pub left: Component,
}

impl SumText {
    /// Every legal move of `player` in one component, at most `most` of them. Those of heaps beyond 64 bits are left out where there
    /// are about as many as tokens.
    ///
    /// See [`SumText::together`] for an example.
    ///
    /// # Errors
    /// [`Stopped`] at a limit.
    pub fn parts(&self, index: usize, player: Player, most: usize, limits: &Limits) -> Result<Vec<Part>, Stopped> {
        let mut parts = vec![];
        if most == 0 {
            return Ok(parts);
        }
        each_move::<Stopped>(self, index, player, limits, |mv, left| {
            parts.push(Part { index, label: label(self, index, mv), left });
            Ok(parts.len() < most)
        })?;
        Ok(parts)
    }

    /// Every legal move of `player` in a single component with the position after it, at most `most` of them.
    ///
    /// ```
    /// use sprague::{AnyPosition, Limits, Player};
    /// use sprague_games::Session;
    /// let sum = Session::new().position("nim@1,2").unwrap();
    /// let moves = sum.moves(Player::Left, 10, &Limits::default()).unwrap();
    /// assert_eq!(moves.iter().map(|step| step.to.as_str()).collect::<Vec<_>>(), ["nim@0,2", "nim@1,1", "nim@1,0"]);
    /// ```
    ///
    /// # Errors
    /// [`Stopped`] at a limit.
    pub fn moves(&self, player: Player, most: usize, limits: &Limits) -> Result<Vec<Step>, Stopped> {
        let mut steps = vec![];
        for index in 0..self.places().len() {
            let parts = self.parts(index, player, most - steps.len(), limits)?;
            steps.extend(parts.into_iter().map(|part| self.together(vec![part], player)));
        }
        Ok(steps)
    }

    /// The whole move of `player` that consists of these, each in another component. Whether a rule allows it is not asked.
    ///
    /// ```
    /// use sprague::{Limits, Player};
    /// use sprague_games::Session;
    /// let sum = Session::new().position("nim@1,2").unwrap();
    /// let first_of = |index| sum.parts(index, Player::Left, 1, &Limits::default()).unwrap().remove(0);
    /// let both = sum.together(vec![first_of(0), first_of(1)], Player::Left);
    /// assert_eq!((both.label.as_str(), both.to.as_str()), ("1: take 1, 2: take 1", "nim@0,1"));
    /// ```
    ///
    /// # Panics
    /// If the index of a part is not that of a component.
    pub fn together(&self, mut parts: Vec<Part>, player: Player) -> Step {
        if parts.len() == 1 {
            let Part { index, label, left } = parts.remove(0);
            return Step { label, ..step(self, index, "", left, player) };
        }
        let labels: Vec<&str> = parts.iter().map(|part| part.label.as_str()).collect();
        let label = labels.join(", ");
        let to = self.with_all(parts.into_iter().map(|part| (part.index, part.left))).to_string();
        Step { label, to, next: self.is_partizan().then_some(-player) }
    }
}
