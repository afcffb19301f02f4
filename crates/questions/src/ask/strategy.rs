//! Strategies, which contain the winner's answers to all moves, found by search or from nimbers.

use super::check::{in_words, textbook};
use super::solve::{Solve, first_fits};
use crate::question::{NoAnswer, Question};
use crate::read::parsed::text_of_any;
use crate::read::{ParsedSum, Session};
use crate::report::{Report, words};
use serde::Deserialize;
use sprague::certificate::{Answers, Strategy, StrategyForm, Winner};
use sprague::solve::{self, Component, MixedSum, SolveError, SolveOptions, WrittenStrategy};
use sprague::{CompoundRule, Limits, Outcome, Play, Player};
use sprague_check::Textbook;
use std::collections::BTreeMap;

/// Makes a strategy for the winner, which can be checked.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, StrategyOf};
/// let strategy = Session::new().ask(&StrategyOf::of("nim@3,4,5"), &Limits::default())?;
/// assert_eq!(strategy.answers.moves().unwrap()["nim@3,4,5"], "nim@1,4,5");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct StrategyOf {
    /// Position, such as nim@3,4,5
    #[cfg_attr(feature = "flags", arg(value_name = "SUM"))]
    #[serde(alias = "sum")]
    pub position: String,
    /// Who wins: the player who makes the last move (normal) or the other one (misere)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::play(), default_value_t))]
    pub play: Play,
    /// Compound rule (see `solve --rule`)
    #[serde(default)]
    #[cfg_attr(feature = "flags", arg(long, default_value_t))]
    pub rule: CompoundRule,
    /// Which player starts, in a partizan game [default: left]
    #[cfg_attr(feature = "flags", arg(long, value_parser = crate::flags::words::<Player>(["left", "right"])))]
    pub first: Option<Player>,
    /// How answers are stored: positions, multisets (of components), components (by their values), bounds (of values) or
    /// scores [default: positions if there are at most 100,000, otherwise the smallest form; scores if points decide]
    #[cfg_attr(feature = "flags", arg(long, value_name = "FORM"))]
    pub form: Option<StrategyForm>,
}

impl StrategyOf {
    /// Returns the question about this position, without options.
    ///
    /// ```
    /// assert_eq!(sprague_questions::StrategyOf::of("nim@3").form, None);
    /// ```
    pub fn of(position: impl Into<String>) -> Self {
        Self { position: position.into(), ..Self::default() }
    }

    /// Returns a [`Solve`] question for the same position under the same rules.
    pub fn solve(&self) -> Solve {
        let Self { play, rule, first, .. } = *self;
        Solve { play, rule, first, ..Solve::of(&self.position) }
    }
}

impl Question for StrategyOf {
    type Answer = Strategy;
    const NAME: &'static str = "strategy";

    fn report(strategy: &Strategy) -> Option<Report> {
        Some(Report::of("", words(in_words(strategy))))
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<Strategy, NoAnswer> {
        let found = session.sum("position", &self.position, limits).and_then(|sum| strategy(&sum, self, limits));
        found.map_err(|error| error.about("position", &self.position).knowing(|| self.solve().known(None)))
    }
}

/// Returns a strategy, which contains the winner's moves in every position that can occur.
///
/// In a drawn position it has moves with which the player to move never loses. If the rules count points, it has the score of
/// every position, for the player who gets at least 0.
///
/// In a partizan game [`StrategyOf::first`] starts. In every position of the strategy, its own player is to move.
///
/// Every move of a winning strategy is a fastest win, so play ends. The function explores all positions that can be
/// reached, and returns an error if they exceed the limits. Without a `form`, it does so only if no smaller form
/// applies: see [`solve::strategy`].
///
/// ```
/// use sprague::{Limits, certificate::StrategyForm};
/// use sprague_questions::{Session, StrategyOf, strategy};
/// let session = Session::new();
/// let sum = session.position("nim@3,4,5").unwrap();
/// let by_positions = strategy(&sum, &StrategyOf::default(), &Limits::default()).unwrap();
/// assert_eq!(by_positions.answers.moves().unwrap()["nim@3,4,5"], "nim@1,4,5");
/// assert!(session.check(&by_positions, &Limits::default()).is_ok());
///
/// let few = StrategyOf { form: Some(StrategyForm::Components), ..StrategyOf::default() };
/// let by_components = strategy(&sum, &few, &Limits::default()).unwrap();
/// assert_eq!(session.check(&by_components, &Limits::default()).unwrap().positions, 6); // nim@0 to nim@5
/// ```
///
/// # Errors
/// [`NoAnswer::Malformed`] for partizan games unless the rule is disjunctive, and for a form that does not apply;
/// [`NoAnswer::Stopped`] at a limit.
pub fn strategy(sum: &ParsedSum, question: &StrategyOf, limits: &Limits) -> Result<Strategy, NoAnswer> {
    first_fits(question.first, sum)?;
    sum.has_meaning(question.rule, question.play)?;
    let mixed = sum.mixed(question.rule, question.play);
    let engine = question.solve().engine(limits);
    let found = match by_theorem(sum, &mixed, question, &engine) {
        Ok(None) => solve::strategy(&mixed, &engine, question.form, |here| sum.text_of(here), text_of_any),
        Ok(Some(found)) => Ok(found),
        Err(error) => Err(error),
    };
    let found = found.map_err(|error| sum.not_solved(error))?;
    Ok(Strategy {
        position: sum.to_string(),
        play: question.play,
        rule: question.rule.to_string(),
        first: sum.is_partizan().then_some(engine.first),
        winner: found.winner,
        draw: found.outcome == Outcome::Draw,
        answers: found.answers,
    })
}

/// Returns a strategy whose proof is a theorem that the checker knows, if a component is too large to search.
///
/// It has the nimbers of the components. If the nimber of the only component is not known, it has the first move, which leads
/// to a position that is lost by the theorem.
fn by_theorem(
    sum: &ParsedSum,
    mixed: &MixedSum,
    question: &StrategyOf,
    engine: &SolveOptions,
) -> Result<Option<WrittenStrategy>, SolveError> {
    let is_by_sum = question.rule == CompoundRule::Disjunctive && question.play == Play::Normal;
    let is_form = |form| question.form.is_none_or(|asked| asked == form);
    if !is_by_sum || !(is_form(StrategyForm::Positions) || is_form(StrategyForm::Components)) {
        return Ok(None);
    }
    let alone = |component: &Component| MixedSum::of([component.clone()]);
    let read = |component: &Component| {
        let text = text_of_any(&alone(component));
        (!component.rules.rules().is_loaded()).then(|| textbook::known(&text)).flatten()
    };
    let known: Vec<Option<Textbook>> = mixed.components.iter().map(read).collect();
    if !known.iter().flatten().any(Textbook::is_large) {
        return Ok(None);
    }
    let has_nimbers = known.iter().flatten().all(|known| !known.is_large() || known.nimber().is_some());
    let (answers, outcome) = if has_nimbers && is_form(StrategyForm::Components) {
        let mut values = BTreeMap::new();
        for (component, known) in mixed.components.iter().zip(&known) {
            match known.as_ref().filter(|known| known.is_large()).and_then(Textbook::nimber) {
                Some(nimber) => drop(values.insert(text_of_any(&alone(component)), nimber)),
                None => {
                    let form = Some(StrategyForm::Components);
                    let searched = solve::strategy(&alone(component), engine, form, text_of_any, text_of_any)?;
                    if let Answers::Components(searched) = searched.answers {
                        values.extend(searched);
                    }
                }
            }
        }
        let options = SolveOptions { outcome_only: true, ..engine.clone() };
        (Answers::Components(values), solve::solve(mixed, &options)?.outcome)
    } else if mixed.components.len() == 1 && is_form(StrategyForm::Positions) {
        let answer = solve::solve(mixed, engine)?;
        // a search may have found other winning moves, whose results no theorem decides
        let is_lost = |text: &String| textbook::known(text).and_then(|known| known.is_lost()) == Some(true);
        let after = answer.winning_moves.iter().map(|mv| sum.text_of(&mixed.after(mv))).find(is_lost);
        let is_proved = if answer.outcome == Outcome::Loss { is_lost(&sum.to_string()) } else { after.is_some() };
        if !is_proved {
            return Ok(None);
        }
        let moves = after.into_iter().map(|after| (sum.to_string(), after)).collect();
        (Answers::Positions(moves), answer.outcome)
    } else {
        return Ok(None);
    };
    let winner = if outcome == Outcome::Loss { Winner::Other } else { Winner::Mover };
    Ok(Some(WrittenStrategy { winner, outcome, answers }))
}
