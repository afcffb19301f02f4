//! Evaluates positions one after the other, with searches that keep their results.

use super::family::{Family, Rules};
use super::key::{Key, Of, Worth};
use super::plan::Plan;
use super::property::{Property, With};
use crate::ask::value::Valued;
use crate::question::{NoAnswer, unread};
use crate::read::{ParsedSum, Session};
use sprague::any::{AnyImpartial, AnyPartizan};
use sprague::evaluate::{NimberError, NimberSearch};
use sprague::notation::components;
use sprague::solve::{self, SharedSearch, SolveError, SolveOptions};
use sprague::values::{Calculator, Dyadic, Form, Value, ValueError, ValueSearch};
use sprague::{CompoundRule, Limits, Outcome, OutcomeClass, Play, Player, Stopped};

/// The maximum length of a value's text in an answer.
const MAX_TEXT: usize = 1_000;

/// The largest heap of a partizan family that is searched. Values of larger heaps may follow from laws.
const LONGEST_HEAP: u64 = 10_000;

enum Search<'a> {
    Nimbers(Box<NimberSearch<'a, AnyImpartial>>),
    Values(Box<ValueSearch<'a, AnyPartizan>>),
    /// By sums only, using the engine's knowledge of their families.
    Sums,
}

/// Evaluates positions one after the other, with all values in one arena.
pub(super) struct Worths<'a> {
    session: &'a Session,
    /// The family of the positions, or `None` if each position names its families.
    family: Option<&'a Family>,
    first: Option<Player>,
    /// Whether the rules decide the result at the end.
    ends: bool,
    limits: &'a Limits,
    calculator: Calculator<'a>,
    search: Search<'a>,
    /// The search for the values of whole sums.
    sums: Option<SharedSearch<'a>>,
    /// The values in the property, as forms.
    games: Vec<Option<Form>>,
}

/// A position, with its form if it has been computed.
pub(super) struct Candidate<'a> {
    pub(super) size: u64,
    pub(super) text: &'a str,
    form: Option<Option<Form>>,
}

impl<'a> Candidate<'a> {
    pub(super) fn new(size: u64, text: &'a str) -> Self {
        Self { size, text, form: None }
    }
}

impl<'a> Worths<'a> {
    pub(super) fn new(plan: &'a Plan<'a>, limits: &'a Limits) -> Self {
        let (session, family, first) = (plan.session, plan.family.as_ref(), plan.question.first);
        let sums = plan.many.as_ref().map(|many| many.search(limits));
        let arena = sums.as_ref().and_then(SharedSearch::arena).unwrap_or_default();
        let search = match family.map(|family| (&family.typed, family.rules.heaps())) {
            // nimbers of heaps are rows of their family, which the engine computes only once
            None | Some((Rules::Impartial(_), Some(_)) | (Rules::Ending, _)) => Search::Sums,
            Some((Rules::Impartial(rules), None)) => Search::Nimbers(Box::new(NimberSearch::new(rules, limits))),
            Some((Rules::Partizan(rules), _)) => Search::Values(Box::new(ValueSearch::in_arena(rules, &arena, limits))),
        };
        Self {
            session,
            family,
            first,
            ends: plan.ends,
            limits,
            calculator: arena.calculator(limits),
            search,
            sums,
            games: vec![],
        }
    }

    pub(super) fn position(&self, text: &str) -> String {
        match self.family {
            Some(family) => format!("{}@{text}", family.name()),
            None => text.to_owned(),
        }
    }

    /// Returns `true` if a text from the listing is a position.
    pub(super) fn is_position(&self, text: &str) -> bool {
        self.family.is_none_or(|family| components(text).all(|(_, one)| family.rules.read(one).is_ok()))
    }

    /// Parses the position as a sum. Its rules were checked before.
    fn sum(&self, text: &str) -> Result<ParsedSum, NoAnswer> {
        let (field, text) = (if self.family.is_some() { "family" } else { "from" }, self.position(text));
        self.session.position_within(&text, self.limits).map_err(|error| unread(field, &text, error, self.limits))
    }

    /// Returns the form of a position, or `None` if the position is loopy.
    fn form(&mut self, candidate: &mut Candidate<'_>) -> Result<Option<Form>, NoAnswer> {
        if let Some(form) = candidate.form {
            return Ok(form);
        }
        let text = candidate.text;
        let single = |family: &Family| family.rules.read(text).map_err(|error| NoAnswer::from(error).about("family", text));
        let form = match (&mut self.search, self.family) {
            (Search::Nimbers(search), Some(family)) => match search.nimber(&single(family)?) {
                Ok(nimber) => Some(Value::star(nimber.0.into()).form_in(&mut self.calculator)?),
                Err(NimberError::Loopy) => None,
                Err(NimberError::Stopped(stopped)) => return Err(stopped.into()),
            },
            (Search::Values(search), Some(family)) if candidate.size <= LONGEST_HEAP || family.rules.heaps().is_none() => {
                let mut total = Some(Form::ZERO);
                for (_, one) in components(text) {
                    let position = family.rules.read(one).map_err(|error| NoAnswer::from(error).about("family", text))?;
                    total = match (total, search.form(&position)) {
                        (Some(total), Ok(form)) => Some(self.calculator.add(total, form)?),
                        (None, Ok(_)) | (_, Err(ValueError::Loopy)) => None,
                        (_, Err(ValueError::Stopped(stopped))) => return Err(stopped.into()),
                        (_, Err(error)) => return Err(NoAnswer::NoTheorem { because: error.to_string().into() }),
                    };
                }
                total
            }
            _ => {
                let sum = self.sum(text)?;
                let mixed = sum.mixed(CompoundRule::default(), Play::Normal);
                let value = self.sums.as_ref().map_or_else(|| solve::value(&mixed, self.limits), |sums| sums.value(&mixed));
                match value {
                    Ok(value) => Some(value.form_in(&mut self.calculator)?),
                    Err(SolveError::Loopy(_)) => None,
                    Err(error) => return Err(sum.not_solved(error)),
                }
            }
        };
        candidate.form = Some(form);
        Ok(form)
    }

    pub(super) fn worth(&mut self, candidate: &mut Candidate<'_>, key: Key) -> Result<Worth, NoAnswer> {
        if matches!(key.of(), Of::Size) {
            return Ok(Worth::Number(Dyadic::new(candidate.size, 0)));
        }
        if self.ends {
            return self.of_ending(candidate.text, key);
        }
        let Some(form) = self.form(candidate)? else { return self.of_loopy(candidate.text, key) };
        let mut value = Valued::new(&mut self.calculator, form);
        Ok(match key.of() {
            Of::Size | Of::Score => unreachable!("it was answered or refused"),
            Of::OutcomeClass => Worth::Word(value.outcome_class().to_string()),
            Of::Outcome => {
                let outcome: Outcome = value.outcome_class().outcome(self.first.unwrap_or(Player::Left));
                Worth::Word(outcome.word().to_owned())
            }
            Of::LeftStop => Worth::Number(value.stop(Player::Left)),
            Of::RightStop => Worth::Number(value.stop(Player::Right)),
            Of::Fact(fact) => fact(&mut value)?,
            Of::Is(kind) => Worth::Flag(value.is(kind)?),
        })
    }

    /// Returns the answer to a key about a position of rules that decide the result at the end.
    fn of_ending(&self, text: &str, key: Key) -> Result<Worth, NoAnswer> {
        let sum = self.sum(text)?;
        let (mixed, first) = (sum.mixed(CompoundRule::default(), Play::Normal), self.first.unwrap_or(Player::Left));
        let search = self.sums.as_ref().expect("there is one for all such rules");
        let points = |player| search.score(&mixed, player).map_err(|error| sum.not_solved(error));
        let number = |points: Option<i64>| points.map_or(Worth::Null, |points| Worth::Number(Dyadic::new(points, 0)));
        let worth = match key.of() {
            Of::Outcome => Worth::Word(search.outcome(&mixed, first).map_err(|error| sum.not_solved(error))?.word().to_owned()),
            Of::OutcomeClass => Worth::Word(search.outcome_class(&mixed).map_err(|error| sum.not_solved(error))?.to_string()),
            Of::LeftStop => number(points(Player::Left)?),
            Of::RightStop => number(points(Player::Right)?.map(|points| -points)),
            _ => number(points(first)?),
        };
        Ok(worth)
    }

    /// Returns the answer to a key about a loopy position. Only its outcome is known.
    fn of_loopy(&self, text: &str, key: Key) -> Result<Worth, NoAnswer> {
        if !matches!(key.of(), Of::Outcome | Of::OutcomeClass) {
            return Ok(Worth::Null);
        }
        let sum = self.sum(text)?;
        let first = self.first.unwrap_or(Player::Left);
        let options = SolveOptions { outcome_only: true, first, limits: self.limits.clone(), ..SolveOptions::default() };
        let answer = solve::solve(&sum.mixed(CompoundRule::default(), Play::Normal), &options);
        let answer = answer.map_err(|error| sum.not_solved(error))?;
        Ok(Worth::Word(match (key.of(), answer.outcome_class) {
            (Of::Outcome, _) => answer.outcome.word().to_owned(),
            (_, Some(class)) => class.to_string(),
            (_, None) => OutcomeClass::of(answer.outcome, answer.outcome).to_string(),
        }))
    }

    /// Returns `true` if a position has a property. A comparison with a missing answer is false.
    pub(super) fn has(&mut self, candidate: &mut Candidate<'_>, property: &Property) -> Result<bool, NoAnswer> {
        match property {
            Property::Has(key) => Ok(!matches!(self.worth(candidate, *key)?, Worth::Null | Worth::Flag(false))),
            Property::Not(inner) => Ok(!self.has(candidate, inner)?),
            Property::All(parts) => {
                for part in parts {
                    if !self.has(candidate, part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Property::Any(parts) => {
                for part in parts {
                    if self.has(candidate, part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Property::Compares(key, relation, with) => {
                let one = self.worth(candidate, *key)?;
                let other = match with {
                    With::Key(other) => self.worth(candidate, *other)?,
                    With::Number(number) => Worth::Number(number.clone()),
                    With::Game(value, place) => Worth::Game(self.game(value, *place)?),
                    With::Word(word) => Worth::Word(word.clone()),
                };
                let order = match (one, other) {
                    (Worth::Null, _) | (_, Worth::Null) => return Ok(false),
                    (Worth::Number(one), Worth::Number(other)) => Some(one.cmp(&other)),
                    (Worth::Game(one), Worth::Game(other)) => self.calculator.compare(one, other)?,
                    (Worth::Flag(one), Worth::Flag(other)) => Some(one.cmp(&other)),
                    (Worth::Flag(one), Worth::Word(word)) => Some(one.to_string().cmp(&word)),
                    (Worth::Word(one), Worth::Word(other)) => Some(one.cmp(&other)),
                    _ => return Ok(false),
                };
                Ok(relation.holds(order))
            }
        }
    }

    fn game(&mut self, value: &Value, place: usize) -> Result<Form, Stopped> {
        if self.games.len() <= place {
            self.games.resize(place + 1, None);
        }
        let form = match self.games[place] {
            Some(form) => form,
            None => value.form_in(&mut self.calculator)?,
        };
        self.games[place] = Some(form);
        Ok(form)
    }

    /// Formats an answer, or returns `None` if the text of a value is too long.
    pub(super) fn text(&mut self, worth: &Worth) -> Result<Option<String>, Stopped> {
        match worth {
            Worth::Null => Ok(Some("null".to_owned())),
            Worth::Flag(flag) => Ok(Some(flag.to_string())),
            Worth::Number(number) => Ok(Some(number.to_string())),
            Worth::Game(form) => self.calculator.text(*form, MAX_TEXT),
            Worth::Word(word) => Ok(Some(word.clone())),
        }
    }
}
