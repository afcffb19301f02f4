//! A position for the web page: the answer, the components, and every move with its result.

mod changes;
pub(crate) mod components;
mod look;
pub(crate) mod moves;

pub use changes::{ComponentChanges, HeapChange};
pub use components::ComponentView;
pub use look::{FigureView, HeapLook, LookView};
pub use moves::MoveView;

use super::solve::{Answer, Moves, Solve};
use super::value::Named;
use crate::question::{NoAnswer, Question, written_as};
use crate::read::{ParsedSum, Session};
use crate::report::Report;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sprague::{Limits, solve};

/// The question about a position, its components, and its moves with their results, for the web page.
///
/// It has all options of [`Solve`]. The answer always includes moves and reasons.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, Solve, View};
/// let view = Session::new().ask(&View(Solve { line: true, ..Solve::of("nim@3,1") }), &Limits::default())?;
/// assert_eq!((view.moves.len(), view.answer.line.unwrap().len()), (4, 3));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct View(pub Solve);

written_as!(View, Solve);

impl Question for View {
    type Answer = PositionView;
    const NAME: &'static str = "view";

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        let without = [("outcome_only", self.0.outcome_only), ("at_least", self.0.at_least.is_some())];
        if let Some((field, _)) = without.into_iter().find(|(_, is_asked)| *is_asked) {
            return Err(NoAnswer::unfit(field, "does not apply to a view, which shows the moves: leave it out"));
        }
        self.0.has_meaning()
    }

    fn report(view: &PositionView) -> Option<Report> {
        Some(view.answer.report())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<PositionView, NoAnswer> {
        let question = Solve { is_one_of_many: true, ..self.0.clone() };
        let sum = session.sum("position", &question.position, limits).map_err(|error| error.knowing(|| question.known(None)))?;
        view(&sum, &question, limits)
    }
}

/// The maximum number of moves, and of components, that are listed.
const LISTED: usize = 400;

/// The work limit for the names of values, in positions, in addition to the answer.
const NAMED: u64 = 100_000;

/// A position for the web page.
///
/// It serialises to the answer of `solve` with additional keys.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "View"))]
#[non_exhaustive]
pub struct PositionView {
    /// The outcome, the winning moves, and the reasons.
    #[serde(flatten)]
    pub answer: Answer,
    /// The value of the whole sum in words, if known.
    #[serde(flatten)]
    pub named: Option<Named>,
    /// The components, each by itself.
    pub components: Vec<ComponentView>,
    /// Whether there are more components than are listed.
    pub components_cut: bool,
    /// The moves with their results.
    ///
    /// If not all are listed, moves that keep the best outcome come first.
    pub moves: Vec<MoveView>,
    /// Whether there are more moves than are listed.
    pub moves_cut: bool,
}

/// Returns the answer about a position, at most 400 of its components, and at most 400 of its moves.
///
/// Moves and an explanation are always included. Remoteness and the values of components may use only a small share of
/// the limits.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, Solve, view};
/// let view = view(&Session::new().position("nim@3,1")?, &Solve::default(), &Limits::default())?;
/// let left: Vec<_> = view.moves.iter().map(|mv| (mv.judged.step.to.as_str(), mv.judged.outcome.word())).collect();
/// assert_eq!(left, [("nim@2,1", "win"), ("nim@1,1", "loss"), ("nim@0,1", "win"), ("nim@3,0", "win")]);
/// assert_eq!((view.components[0].text.as_str(), view.moves[0].remoteness), ("nim@3", Some(Some(3))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`solve`](crate::solve()).
pub fn view(sum: &ParsedSum, question: &Solve, limits: &Limits) -> Result<PositionView, NoAnswer> {
    let listed = question.max_moves.unwrap_or(LISTED).min(LISTED);
    let question = &Solve { explain: true, max_moves: Some(listed), moves: Moves::Winning, ..question.clone() };
    let asked = solve::SolveOptions { all_moves: true, max_listed: Some(LISTED), brief: true, ..question.engine(limits) };
    let asked = solve::SolveOptions { known: question.heard(sum, limits), ..asked };
    let found = viewed(sum, question, &asked, limits);
    let known = || {
        let (notes, mixed) = (asked.known.get(), sum.mixed(question.rule, question.play));
        // the position can still be shown, and played as far as moves are known
        let few = Limits { positions: NAMED, ..Limits::default() };
        let mut known = question.known_by(sum, notes.clone());
        known["components"] = json!(components::drawn(&mixed, &few));
        known["moves"] = json!(moves::known(sum, question, &notes, &few));
        known["moves_cut"] = json!(true);
        known
    };
    found.map_err(|error| error.about("position", &question.position).knowing(known))
}

fn viewed(sum: &ParsedSum, question: &Solve, asked: &solve::SolveOptions, limits: &Limits) -> Result<PositionView, NoAnswer> {
    let mixed = sum.mixed(question.rule, question.play);
    mixed.has_meaning().map_err(|refused| sum.refused(refused))?;
    let answer = solve::solve(&mixed, asked).map_err(|error| sum.not_solved(error))?;
    let (moves, moves_cut) = moves::moves(sum, question, &answer, limits);
    let game = answer.value.as_ref().and_then(solve::SumValue::game);
    let few = Limits { positions: NAMED.min(limits.positions), ..limits.clone() }.starting_now();
    let mut components = components::components(&mixed, limits, question.player());
    stand_in_rows(&mut components, &moves);
    Ok(PositionView {
        named: game.and_then(|value| Named::of(value, &few).ok()),
        components,
        components_cut: mixed.components.len() > LISTED,
        moves,
        moves_cut,
        answer: Answer::new(sum, question, answer, limits)?,
    })
}

/// Changes heaps to be drawn as rows if some move splits them. This also works for rules that are not known as data.
fn stand_in_rows(components: &mut [ComponentView], moves: &[MoveView]) {
    let changes = moves.iter().flat_map(|mv| &mv.changes);
    for change in changes.filter(|change| change.heaps.iter().any(|heap| heap.leaves.len() > 1)) {
        if let Some(component) = components.get_mut(change.component) {
            component.look.heaps = component.look.heaps.map(|_| HeapLook::Rows);
        }
    }
}

impl PositionView {
    /// Returns the view as a JSON object.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Session, Solve, view};
    /// let json = view(&Session::new().position("nim@2")?, &Solve::default(), &Limits::default())?.to_json();
    /// assert_eq!((&json["outcome"], &json["moves"][1]["to"]), (&"win".into(), &"nim@0".into()));
    /// assert_eq!(json["components"][0]["picture"]["heaps"], serde_json::json!([2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).expect("a view is plain data")
    }
}

#[cfg(test)]
mod tests;
