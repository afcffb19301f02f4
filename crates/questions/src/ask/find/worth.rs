//! Positions valued one after another, by searches that remember.

use super::key::{Key, Of};
use super::property::{Property, With};
use crate::ask::value::{kinds, spoken_name};
use crate::question::{NoAnswer, unread};
use crate::read::{ParsedSum, Session};
use sprague::any::{AnyImpartial, AnyPartizan, AnyPosition, Kind};
use sprague::evaluate::{NimberError, NimberSearch};
use sprague::notation::components;
use sprague::num_bigint::BigInt;
use sprague::solve::{self, ComponentPosition, SolveError, SolveOptions};
use sprague::values::{Arena, Calculator, Dyadic, Failed, Form, Nus, Value, ValueError, ValueSearch};
use sprague::{AnyRuleset, BadNotation, CompoundRule, Limits, Outcome, OutcomeClass, Play, Player, Stopped};
use std::sync::Arc;

/// The longest text of a value that is shown.
const MAX_TEXT: usize = 1_000;

/// The longest heap of a partizan family that is searched.
///
/// The values of longer ones may follow from laws.
const LONGEST_HEAP: u64 = 10_000;

/// An answer to a key.
#[derive(Clone, Debug)]
pub(super) enum Worth {
    Null,
    Flag(bool),
    Number(Dyadic),
    Game(Form),
    Word(String),
}

/// The rules of a family, whose kind says how positions are searched.
pub(super) enum Rules {
    Impartial(AnyImpartial),
    Partizan(AnyPartizan),
}

impl Rules {
    /// # Errors
    /// [`BadNotation`] at 0 for rules that tell the winner themselves, or that entail moves.
    pub(super) fn of(rules: &Arc<dyn AnyRuleset>) -> Result<Self, BadNotation> {
        let refused = |expected: &'static str| Err(BadNotation::new(0, expected));
        match rules.kind() {
            Kind::Impartial => Ok(Self::Impartial(AnyImpartial::try_from(rules.clone()).expect("it is of this kind"))),
            Kind::Partizan => Ok(Self::Partizan(AnyPartizan::try_from(rules.clone()).expect("it is of this kind"))),
            Kind::TerminalRule => refused("a ruleset that the last mover wins: others have no nimbers and no values"),
            Kind::Entailing => {
                refused("a ruleset in which no move entails the next one: `solve` says what positions of others are worth")
            }
        }
    }
}

/// The way in which positions are searched.
enum Search<'a> {
    Nimbers(Box<NimberSearch<'a, AnyImpartial>>),
    Values(Box<ValueSearch<'a, AnyPartizan>>),
    /// Sums, by searches of these families, or else by what the engine knows of theirs.
    Sums(Vec<(&'a Family, Search<'a>)>),
}

impl<'a> Search<'a> {
    fn of(family: &'a Family, arena: &Arena, limits: &'a Limits) -> Self {
        match &family.typed {
            Rules::Impartial(rules) => Self::Nimbers(Box::new(NimberSearch::new(rules, limits))),
            Rules::Partizan(rules) => Self::Values(Box::new(ValueSearch::in_arena(rules, arena, limits))),
        }
    }

    /// The form of one position; `None` for a loopy one.
    fn form(&mut self, position: &AnyPosition, calculator: &mut Calculator<'_>) -> Result<Option<Form>, NoAnswer> {
        match self {
            Self::Nimbers(search) => match search.nimber(position) {
                Ok(nimber) => Ok(Some(Value::star(nimber.0.into()).form_in(calculator)?)),
                Err(NimberError::Loopy) => Ok(None),
                Err(NimberError::Stopped(stopped)) => Err(stopped.into()),
            },
            Self::Values(search) => match search.form(position) {
                Ok(form) => Ok(Some(form)),
                Err(ValueError::Loopy) => Ok(None),
                Err(ValueError::Stopped(stopped)) => Err(stopped.into()),
                Err(error) => Err(NoAnswer::NoTheorem { because: error.to_string().into() }),
            },
            Self::Sums(_) => Ok(None),
        }
    }
}

/// Positions valued one after another, with their forms in one arena.
pub(super) struct Worths<'a> {
    session: &'a Session,
    /// The family of the positions; `None` where they name theirs.
    family: Option<&'a Family>,
    first: Option<Player>,
    limits: &'a Limits,
    calculator: Calculator<'a>,
    search: Search<'a>,
    /// The values that a property names, as forms.
    games: Vec<Option<Form>>,
}

/// A family, and its rules.
pub(super) struct Family {
    pub(super) name: String,
    pub(super) rules: Arc<dyn AnyRuleset>,
    pub(super) typed: Rules,
}

/// A position, and its form once that is known.
pub(super) struct Valued<'a> {
    pub(super) size: u64,
    pub(super) text: &'a str,
    form: Option<Option<Form>>,
}

impl<'a> Valued<'a> {
    pub(super) fn new(size: u64, text: &'a str) -> Self {
        Self { size, text, form: None }
    }
}

impl<'a> Worths<'a> {
    pub(super) fn new(
        session: &'a Session,
        family: Option<&'a Family>,
        reached: &'a [Family],
        first: Option<Player>,
        arena: &Arena,
        limits: &'a Limits,
    ) -> Self {
        let search = match family {
            None => Search::Sums(reached.iter().map(|family| (family, Search::of(family, arena, limits))).collect()),
            // nimbers of heaps are rows of their family, which the engine fills once
            Some(Family { typed: Rules::Impartial(_), rules, .. }) if rules.heaps().is_some() => Search::Sums(vec![]),
            Some(family) => Search::of(family, arena, limits),
        };
        Self { session, family, first, limits, calculator: arena.calculator(limits), search, games: vec![] }
    }

    /// The whole text of a position.
    pub(super) fn position(&self, text: &str) -> String {
        match self.family {
            Some(family) => format!("{}@{text}", family.name),
            None => text.to_owned(),
        }
    }

    /// Tells whether a text that was listed is a position.
    pub(super) fn is_position(&self, text: &str) -> bool {
        self.family.is_none_or(|family| components(text).all(|(_, one)| family.rules.read(one).is_ok()))
    }

    /// The position as a sum.
    fn sum(&self, text: &str) -> Result<ParsedSum, NoAnswer> {
        match self.family {
            Some(_) => self.session.sum("family", &self.position(text), self.limits),
            // a play from the start was tried
            None => self.session.position_within(text, self.limits).map_err(|error| unread("from", text, error, self.limits)),
        }
    }

    /// The form of a position; `None` for a loopy one.
    fn form(&mut self, valued: &mut Valued<'_>) -> Result<Option<Form>, NoAnswer> {
        if let Some(form) = valued.form {
            return Ok(form);
        }
        let text = valued.text;
        let form = match self.family {
            Some(family)
                if matches!(self.search, Search::Nimbers(_))
                    || matches!(self.search, Search::Values(_))
                        && (valued.size <= LONGEST_HEAP || family.rules.heaps().is_none()) =>
            {
                let one = |(_, one)| match family.rules.read(one) {
                    Ok(position) => self.search.form(&position, &mut self.calculator),
                    Err(error) => Err(NoAnswer::from(error).about("family", text)),
                };
                let forms = components(text).map(one).collect::<Result<Option<Vec<_>>, _>>()?;
                self.total(forms)?
            }
            _ => {
                let sum = self.sum(text)?;
                match self.by_parts(&sum)? {
                    Some(form) => Some(form),
                    None => match solve::value(&sum.mixed(CompoundRule::default(), Play::Normal), self.limits) {
                        Ok(value) => Some(value.form_in(&mut self.calculator)?),
                        Err(SolveError::Loopy(_)) => None,
                        Err(error) => return Err(sum.not_solved(error)),
                    },
                }
            }
        };
        valued.form = Some(form);
        Ok(form)
    }

    /// The form of a sum whose components are searched one by one; `None` if others, or loopy ones, are among them.
    fn by_parts(&mut self, sum: &ParsedSum) -> Result<Option<Form>, NoAnswer> {
        let Search::Sums(searches) = &mut self.search else { return Ok(None) };
        let mut forms = vec![];
        for component in sum.components() {
            let of = searches.iter_mut().find(|(family, _)| Arc::ptr_eq(&family.rules, component.rules.rules()));
            let (Some((_, search)), ComponentPosition::Small(position)) = (of, &component.position) else { return Ok(None) };
            let Some(form) = search.form(position, &mut self.calculator)? else { return Ok(None) };
            forms.push(if component.is_negative { self.calculator.negative(form)? } else { form });
        }
        Ok(self.total(Some(forms))?)
    }

    fn total(&mut self, forms: Option<Vec<Form>>) -> Result<Option<Form>, Stopped> {
        let mut total = Form::ZERO;
        for form in forms.iter().flatten() {
            total = self.calculator.add(total, *form)?;
        }
        Ok(forms.map(|_| total))
    }

    /// The answer to a key.
    pub(super) fn worth(&mut self, valued: &mut Valued<'_>, key: Key) -> Result<Worth, NoAnswer> {
        if key.of() == Of::Size {
            return Ok(Worth::Number(Dyadic::new(valued.size, 0)));
        }
        let Some(form) = self.form(valued)? else { return self.of_loopy(valued.text, key) };
        let number = |number: Option<Dyadic>| number.map_or(Worth::Null, Worth::Number);
        let calculator = &mut self.calculator;
        let value = calculator.arena().value(form);
        Ok(match key.of() {
            Of::Size => unreachable!("it was answered"),
            Of::Value => Worth::Game(form),
            Of::Nimber => number(nimber_of(&value)),
            Of::OutcomeClass => Worth::Word(value.outcome_class().to_string()),
            Of::Outcome => {
                let outcome: Outcome = value.outcome_class().outcome(self.first.unwrap_or(Player::Left));
                Worth::Word(outcome.word().to_owned())
            }
            Of::Name => spoken_name(calculator, form)?.map_or(Worth::Null, Worth::Word),
            Of::Mean => Worth::Number(calculator.thermograph(form)?.mean().clone()),
            Of::Temperature => Worth::Number(calculator.thermograph(form)?.temperature().clone()),
            Of::Birthday => Worth::Number(Dyadic::new(BigInt::from(calculator.birthday(form)?), 0)),
            Of::Number => number(value.number()),
            Of::LeftStop => Worth::Number(value.stop(Player::Left)),
            Of::RightStop => Worth::Number(value.stop(Player::Right)),
            Of::Reduced => Worth::Game(calculator.reduced(form)?),
            Of::AtomicWeight => match calculator.atomic_weight(form) {
                Ok(weight) => Worth::Game(weight),
                Err(Failed::Stopped(stopped)) => return Err(stopped.into()),
                Err(_) => Worth::Null,
            },
            Of::Is(kind) => Worth::Flag(match (kind, value.is_number()) {
                ("cold", is_number) => is_number,
                ("hot" | "tepid", true) => false,
                ("hot" | "tepid", _) => (*calculator.thermograph(form)?.temperature() > 0.into()) == (kind == "hot"),
                _ => kinds(&value, calculator, form)?.contains(&kind),
            }),
        })
    }

    /// The answer to a key about a loopy position, of which outcomes alone are told.
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

    /// Tells whether a position has a property.
    ///
    /// A comparison with nothing is false.
    pub(super) fn has(&mut self, valued: &mut Valued<'_>, property: &Property) -> Result<bool, NoAnswer> {
        match property {
            Property::Has(key) => Ok(!matches!(self.worth(valued, *key)?, Worth::Null | Worth::Flag(false))),
            Property::Not(inner) => Ok(!self.has(valued, inner)?),
            Property::All(parts) => {
                for part in parts {
                    if !self.has(valued, part)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Property::Any(parts) => {
                for part in parts {
                    if self.has(valued, part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Property::Compares(key, relation, with) => {
                let one = self.worth(valued, *key)?;
                let other = match with {
                    With::Key(other) => self.worth(valued, *other)?,
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

    /// An answer as it is shown; `None` for a value whose text is long.
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

/// The nimber that a value is.
fn nimber_of(value: &Value) -> Option<Dyadic> {
    let nus = value.nus()?;
    (nus == Nus { star: nus.star, ..Nus::from_number(0.into()) }).then(|| Dyadic::new(BigInt::from(nus.star), 0))
}
