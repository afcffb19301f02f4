//! The position graph of a sum as a picture.

use super::searchable::Searchable;
use super::{SolveOptions, own_ending, piles};
use crate::{Component, Place, SumText, Unanswered};
use sprague::any::SumPosition;
use sprague::{AnyImpartial, AnyPosition, Limits, Misere, Play, Player, PositionGraph, Ruleset, Stopped, outcomes};

/// The position graph of a sum, for pictures.
pub struct SearchGraph {
    dot: String,
    positions: usize,
}

impl SearchGraph {
    /// Explores a position and draws it; with a depth, only that far and without outcomes.
    ///
    /// ```
    /// use sprague_games::{Session, SolveOptions, solve::SearchGraph};
    /// let sum = Session::new().position("nim@1,2").unwrap();
    /// let graph = SearchGraph::explore(&sum, None, &SolveOptions::default()).unwrap();
    /// assert!(graph.dot().contains("1 + 2"));
    /// assert_eq!(graph.positions(), 5);
    /// ```
    ///
    /// # Errors
    /// [`Unanswered`] for a sum without meaning, or at a limit.
    pub fn explore(sum: &SumText, depth: Option<u32>, options: &SolveOptions) -> Result<Self, Unanswered> {
        sum.allows(options.play)?;
        sum.check_first(options.longest_play)?;
        let drawn = Self::drawn(sum, depth, options);
        sum.check()?;
        drawn
    }

    fn drawn(sum: &SumText, depth: Option<u32>, options: &SolveOptions) -> Result<Self, Unanswered> {
        if sum.is_of_stones() {
            return piles::graph(sum, depth, options);
        }
        if sum.has_own_ending() {
            return own_ending::graph(sum, depth, options);
        }
        if let [Place { game, component: Component::Near(position), .. }] = sum.places()
            && let Ok(rules) = AnyImpartial::try_from(game.rules().clone())
        {
            // one component keeps its name when it is finished
            let show = |at: &AnyPosition| game.rules().show(at);
            let drawn = match options.play {
                Play::Normal => Self::draw(&rules, position.clone(), depth, &options.limits, show),
                Play::Misere => Self::draw(&Misere(rules), position.clone(), depth, &options.limits, show),
            };
            return drawn.map_err(Unanswered::from);
        }
        let searchable = Searchable::of(sum, options.play, &options.limits)?;
        let root = searchable.position(if sum.is_partizan() { options.first } else { Player::Left }, None);
        let show = |at: &SumPosition| {
            let next = if sum.is_partizan() { format!("{}: ", at.next()) } else { String::new() };
            format!("{next}{}", searchable.show(at))
        };
        Self::draw(&searchable.rules, root, depth, &options.limits, show).map_err(Unanswered::from)
    }

    /// Explores by any rules and draws.
    pub(super) fn draw<R: Ruleset>(
        rules: &R,
        root: R::Position,
        depth: Option<u32>,
        limits: &Limits,
        show: impl Fn(&R::Position) -> String,
    ) -> Result<Self, Stopped> {
        let graph = PositionGraph::explore_to_depth(rules, root, depth.unwrap_or(u32::MAX), limits)?;
        let labels = depth.is_none().then(|| outcomes(&graph));
        let dot = sprague::Dot::new(
            &graph,
            |_, position| show(position),
            |number| labels.as_ref().map(|labels| labels.outcome(number)),
        );
        Ok(Self { dot: dot.to_string(), positions: graph.len() })
    }

    /// The picture in the DOT language.
    pub fn dot(&self) -> &str {
        &self.dot
    }

    /// How many positions are in it.
    pub fn positions(&self) -> usize {
        self.positions
    }
}
