//! A position as a page shows it: the answer, its components side by side, and every move judged by one search.

mod components;
mod moves;

pub use components::ComponentView;
pub use moves::MoveView;

use crate::{Answer, ParsedSum, QuestionError, SolveOptions};
use serde::Serialize;
use sprague::solve;

/// How many moves, and how many components, are listed.
const LISTED: usize = 400;

/// A position with all that a page shows of it. Serialized, it is the object of [`Answer`] with more keys.
///
/// See [`view`] for an example.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PositionView {
    /// Who wins, by which moves, and why.
    #[serde(flatten)]
    pub answer: Answer,
    /// The components, each by itself.
    pub components: Vec<ComponentView>,
    /// Whether there are more components than are listed.
    pub components_cut: bool,
    /// The moves with what they lead to. Where they are not all listed, those that keep the best outcome come first.
    pub moves: Vec<MoveView>,
    /// Whether there are more moves than are listed.
    pub moves_cut: bool,
}

/// The answer about a position, its components, and what its moves lead to: at most 400 of each.
///
/// Of the options, `play`, `rule`, `first`, `longest_play`, `jobs` and `limits` count; moves and an explanation are there in any case.
/// What is only said beside the answer, such as in how many moves play ends and what components are worth, is looked for within a
/// small share of the limits.
///
/// ```
/// use sprague_games::{Session, SolveOptions, view};
/// let view = view(&Session::new().position("nim@3,1")?, &SolveOptions::default())?;
/// let left: Vec<_> = view.moves.iter().map(|mv| (mv.judged.step.to.as_str(), mv.judged.outcome.letter())).collect();
/// assert_eq!(left, [("nim@2,1", 'W'), ("nim@1,1", 'L'), ("nim@0,1", 'W'), ("nim@3,0", 'W')]);
/// assert_eq!((view.components[0].text.as_str(), view.moves[0].remoteness), ("nim@3", Some(Some(3))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As [`solve`](crate::solve()).
pub fn view(sum: &ParsedSum, options: &SolveOptions) -> Result<PositionView, QuestionError> {
    let limits = options.limits.starting_now();
    let options = &SolveOptions {
        search: false,
        explain: true,
        line: false,
        fastest: false,
        outcome_only: false,
        nimber: false,
        all_moves: false,
        max_moves: LISTED,
        limits: limits.clone(),
        ..options.clone()
    };
    let mixed = sum.mixed(options.rule, options.play);
    mixed.has_meaning().map_err(|refused| sum.refused(refused))?;
    sum.check_first_within(options.longest_play, &options.limits)?;
    let asked = solve::SolveOptions { all_moves: true, max_listed: Some(LISTED), brief: true, ..options.engine() };
    let answer = solve::solve(&mixed, &asked).map_err(|error| sum.not_solved(error))?;
    let (moves, moves_cut) = moves::moves(sum, options, &answer);
    Ok(PositionView {
        components: components::components(&mixed, &limits, options.first),
        components_cut: mixed.components.len() > LISTED,
        moves,
        moves_cut,
        answer: Answer::new(sum, options, answer),
    })
}

impl PositionView {
    /// The view as a JSON object.
    ///
    /// ```
    /// use sprague_games::{Session, SolveOptions, view};
    /// let json = view(&Session::new().position("nim@2")?, &SolveOptions::default())?.to_json();
    /// assert_eq!((&json["outcome"], &json["moves"][1]["to"]), (&"W".into(), &"nim@0".into()));
    /// assert_eq!(json["components"][0]["picture"]["heaps"], serde_json::json!([2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a view is plain data")
    }
}

#[cfg(test)]
mod tests;
