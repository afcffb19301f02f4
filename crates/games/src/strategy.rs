//! Strategies: what the winner answers to everything, found by search or by nimbers; and replayed by the checker from the rules alone.

use crate::parsed::text_of_any;
use crate::{ParsedSum, QuestionError, Session, SolveOptions};
use sprague::certificate::{Strategy, StrategyForm};
use sprague::notation::BadRule;
use sprague::solve::{self, Component, ComponentPosition, MixedSum, SolveError};
use sprague::{CompoundRule, Limits, Outcome, Player};
use sprague_check::{BadStrategy, NoOptions, Replayed, StrategyRules};
use std::fmt::Display;
use std::ops::ControlFlow;

/// What the winner does in every position that can come up; in a drawn position, what the player to move does so as never to lose.
///
/// In a partizan game [`SolveOptions::first`] starts, and every position is written with the strategy's own player to move.
///
/// Every move of a winning strategy is one that wins fastest, so that it really ends. The positions that can be reached are
/// explored; a sum that is too large for that ends at a limit. Without a `form` that happens only where nothing smaller will do: see
/// [`solve::strategy`].
///
/// ```
/// use sprague::certificate::StrategyForm;
/// use sprague_games::{Session, SolveOptions, check_strategy, strategy};
/// let session = Session::new();
/// let sum = session.position("nim@3,4,5").unwrap();
/// let by_positions = strategy(&sum, &SolveOptions::default(), None).unwrap();
/// assert_eq!(by_positions.answers.moves().unwrap()["nim@3,4,5"], "nim@1,4,5");
/// assert!(check_strategy(&session, &by_positions).is_ok());
///
/// let by_components = strategy(&sum, &SolveOptions::default(), Some(StrategyForm::Components)).unwrap();
/// assert_eq!(check_strategy(&session, &by_components).unwrap().positions, 6); // nim@0 to nim@5
/// ```
///
/// # Errors
/// [`QuestionError::Malformed`] for games with an ending of their own, for partizan ones by another rule than the disjunctive, and for a
/// form that does not apply; [`QuestionError::Stopped`] at a limit.
pub fn strategy(sum: &ParsedSum, options: &SolveOptions, form: Option<StrategyForm>) -> Result<Strategy, QuestionError> {
    let options = &SolveOptions { limits: options.limits.starting_now(), ..options.clone() };
    sum.has_meaning(options.rule, options.play)?;
    sum.check_first_within(options.longest_play, &options.limits)?;
    let mixed = sum.mixed(options.rule, options.play);
    let found = solve::strategy(&mixed, &options.engine(), form, |here| sum.text_of(here), text_of_any);
    let found = found.map_err(|error| sum.not_solved(error))?;
    Ok(Strategy {
        position: sum.to_string(),
        play: options.play,
        rule: options.rule.to_string(),
        first: sum.is_partizan().then_some(options.first),
        winner: found.winner,
        draw: found.outcome == Outcome::Draw,
        answers: found.answers,
    })
}

/// Replays a strategy: every move is legal, every answer is met, and its player wins, or does not lose where it promises only that.
///
/// # Errors
/// [`BadStrategy`].
///
/// ```
/// # use sprague_games::{Session, SolveOptions, check_strategy, strategy};
/// use sprague::certificate::Answers;
/// let session = Session::new();
/// let mut forged = strategy(&session.position("nim@2,2").unwrap(), &SolveOptions::default(), None).unwrap();
/// let Answers::Positions(moves) = &mut forged.answers else { unreachable!("it is small") };
/// moves.insert("nim@1,2".into(), "nim@0,2".into());
/// assert!(check_strategy(&session, &forged).is_err());
/// ```
pub fn check_strategy(session: &Session, strategy: &Strategy) -> Result<Replayed, BadStrategy> {
    check_strategy_within(session, strategy, &Limits::default())
}

/// The same, under these limits.
///
/// ```
/// # use sprague_games::{Session, SolveOptions, check_strategy_within, strategy};
/// use sprague::Limits;
/// # let session = Session::new();
/// let long = strategy(&session.position("nim@9,9").unwrap(), &SolveOptions::default(), None).unwrap();
/// let limits = Limits { positions: 10, ..Limits::default() };
/// assert_eq!(check_strategy_within(&session, &long, &limits).unwrap_err().to_string(), "stopped after 10 positions");
/// ```
///
/// # Errors
/// [`BadStrategy`].
pub fn check_strategy_within(session: &Session, strategy: &Strategy, limits: &Limits) -> Result<Replayed, BadStrategy> {
    let limits = &limits.starting_now();
    sprague_check::check_strategy(strategy, limits, &Rules { session, strategy, limits })
}

/// The rules of the positions in a strategy, as the notation names them.
struct Rules<'a> {
    session: &'a Session,
    strategy: &'a Strategy,
    limits: &'a Limits,
}

fn unreadable(why: &dyn Display) -> NoOptions {
    NoOptions::Unreadable(why.to_string())
}

fn sorted(sum: &MixedSum) -> String {
    text_of_any(&solve::multiset(sum, text_of_any))
}

impl Rules<'_> {
    fn position(&self, text: &str) -> Result<(ParsedSum, MixedSum), NoOptions> {
        let rule: CompoundRule = self.strategy.rule.parse().map_err(|error: BadRule| unreadable(&error))?;
        let sum = self.session.position(text).map_err(|error| unreadable(&error))?;
        let mixed = sum.mixed(rule, self.strategy.play);
        Ok((sum, mixed))
    }
}

impl StrategyRules for Rules<'_> {
    fn options(
        &self,
        position: &str,
        player: Option<Player>,
        tell: &mut dyn FnMut(String) -> ControlFlow<()>,
    ) -> Result<(), NoOptions> {
        let (sum, mixed) = self.position(position)?;
        if sum.has_terminal_rule() {
            return Err(unreadable(&"this game says itself who has won, and not the last move"));
        }
        let player = match player {
            None if sum.is_partizan() => {
                return Err(unreadable(&"Left and Right have moves of their own, and nobody says who is first"));
            }
            player => player.unwrap_or(Player::Left),
        };
        let is_sorted = self.strategy.answers.form() == StrategyForm::Multisets;
        let text = |after: &MixedSum| if is_sorted { sorted(after) } else { sum.text_of(after) };
        let told = solve::each_option(&mixed, player, self.limits, |after| tell(text(after)));
        told.map_err(|error| match error {
            SolveError::Stopped(stopped) => stopped.into(),
            other => unreadable(&sum.not_solved(other)),
        })
    }

    fn sorted(&self, position: &str) -> Result<String, NoOptions> {
        Ok(sorted(&self.position(position)?.1))
    }

    fn components(&self, position: &str) -> Result<Vec<String>, NoOptions> {
        let (_, sum) = self.position(position)?;
        Ok(sum.components.into_iter().map(|component| text_of_any(&MixedSum::of([component]))).collect())
    }

    fn summands(&self, component: &str) -> Result<Vec<String>, NoOptions> {
        let (_, sum) = self.position(component)?;
        let [Component { rules, is_negative, position: ComponentPosition::Small(position) }] = &sum.components[..] else {
            return Ok(vec![component.to_owned()]);
        };
        let mut summands = vec![];
        rules.rules().summands(position, &mut summands);
        rules.check()?;
        let part = |part| Component { is_negative: *is_negative, ..Component::at(rules, ComponentPosition::Small(part)) };
        Ok(summands.into_iter().map(|summand| text_of_any(&MixedSum::of([part(summand)]))).collect())
    }
}
