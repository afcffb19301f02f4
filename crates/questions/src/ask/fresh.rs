//! A position at random: the outcome class is drawn first, and then a position of that class is looked for. So the answers of
//! one question after another follow no pattern.

use super::board::Table;
use super::reply::mixed;
use super::solve::{Solve, solve};
use super::value::{ValueOf, value};
use crate::question::{NoAnswer, Question};
use crate::read::{ParsedSum, Session};
use crate::report::Report;
use serde::{Deserialize, Deserializer, Serialize};
use sprague::limits::Meter;
use sprague::values::Value;
use sprague::{BadNotation, CompoundRule, Limits, OutcomeClass, Play, Player};
use std::borrow::Cow;

/// The question for a position at random.
///
/// ```
/// use sprague::{Limits, OutcomeClass};
/// use sprague_questions::{Fresh, Session, Solve};
/// let session = Session::new();
/// let question = Fresh { class: Some(OutcomeClass::Previous), seed: 3, ..Fresh::of("domineering") };
/// let position = session.ask(&question, &Limits::default())?.position;
/// let answer = session.ask(&Solve::of(position), &Limits::default())?;
/// assert_eq!(answer.outcome_class, Some(OutcomeClass::Previous));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Fresh {
    /// The family, such as nim
    pub family: String,
    /// A position of about the wanted size, without its family, such as 3,4,5 [default: the second size of the ruleset]
    pub size: Option<String>,
    /// The winner: the last mover (normal) or the other (misere)
    #[serde(default)]
    pub play: Play,
    /// The compound rule: see `solve --rule`
    #[serde(default)]
    pub rule: CompoundRule,
    /// The outcome class [default: one that is drawn, so that classes are about equally frequent]
    #[serde(default, deserialize_with = "class")]
    pub class: Option<OutcomeClass>,
    /// The temperature, such as 1/2, of a position with a value [default: any]
    pub temperature: Option<String>,
    /// Chance is drawn from this number
    #[serde(default)]
    pub seed: u64,
    /// Positions that are not wanted, nor their mirror images; for another position keep the seed and add the last one
    #[serde(default)]
    pub not: Vec<String>,
}

fn class<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<OutcomeClass>, D::Error> {
    let Some(symbol) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let symbols = OutcomeClass::ALL.map(OutcomeClass::symbol).join(", ");
    let expected = || serde::de::Error::custom(format!("expected an outcome class: {symbols}"));
    OutcomeClass::from_symbol(&symbol).map(Some).ok_or_else(expected)
}

impl Fresh {
    /// Returns the question about this family, without options.
    ///
    /// ```
    /// assert!(sprague_questions::Fresh::of("nim").not.is_empty());
    /// ```
    pub fn of(family: impl Into<String>) -> Self {
        Self { family: family.into(), ..Self::default() }
    }
}

/// A position at random.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FreshPosition {
    /// The position, in which every player has a move. Its class is not here, so that it can be a question.
    pub position: String,
}

/// The number of positions that are tried.
const TRIES: u64 = 400;

/// The work limit for the class and for the temperature of one position.
const JUDGED: u64 = 10_000;

/// The maximum length of a play at random.
const LONGEST: usize = 80;

/// The maximum number of moves from which one is chosen.
const LISTED: usize = 500;

/// Among this many questions in a row every class is drawn at least [`EACH`] times.
const ROUND: usize = 20;
const EACH: usize = 3;

impl Question for Fresh {
    type Answer = FreshPosition;
    const NAME: &'static str = "fresh";

    fn report(fresh: &FreshPosition) -> Option<Report> {
        Some(Report::of(fresh.position.clone(), None))
    }

    fn has_meaning(&self) -> Result<(), NoAnswer> {
        if self.temperature.is_some() && (self.play, self.rule) != (Play::Normal, CompoundRule::Disjunctive) {
            let why = "is for disjunctive sums under normal play, because other games have no temperature: leave it out";
            return Err(NoAnswer::unfit("temperature", why));
        }
        Ok(())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<FreshPosition, NoAnswer> {
        let like = self.like(session, limits)?;
        let temperature = self.temperature.as_deref().map(number).transpose()?;
        let not = self.not.iter().map(|text| Ok(self.table(session.sum("not", text, limits)?).form()));
        let mut seen: Vec<String> = not.collect::<Result<_, NoAnswer>>()?;
        let wanted = self.class.map_or_else(|| self.drawn(&like), |class| vec![class]);
        let few = Limits { positions: JUDGED.min(limits.positions), ..limits.clone() };
        let mut dice = Dice(mixed(self.seed).wrapping_add(self.not.len() as u64));
        let (mut others, mut meter) = (vec![], Meter::new(limits));
        for tries in 0..TRIES {
            if let Err(stopped) = meter.allow(tries, || 0, || None) {
                if others.is_empty() {
                    return Err(stopped.into());
                }
                break;
            }
            // positions with a single move are a last resort
            let least = if tries < TRIES / 2 { 3 } else { 2 };
            let Some(table) = self.candidate(session, &like, least, &mut dice, &few) else { continue };
            let form = table.form();
            if seen.contains(&form) {
                continue;
            }
            seen.push(form);
            if let Some(wanted) = &temperature {
                match value(&table.sum, &ValueOf::of(""), &few) {
                    Ok(report) if report.temperature == *wanted => {}
                    Ok(_) | Err(NoAnswer::Stopped { .. }) => continue,
                    Err(error) => return Err(error),
                }
            }
            let question =
                Solve { outcome_only: true, play: self.play, rule: self.rule, is_one_of_many: true, ..Solve::default() };
            let class = match solve(&table.sum, &question, &Limits { heard: None, ..few.clone() }) {
                Ok(answer) => answer.outcome_class.unwrap_or_else(|| OutcomeClass::of(answer.outcome, answer.outcome)),
                Err(NoAnswer::Stopped { .. }) => continue,
                Err(error) => return Err(error),
            };
            let position = table.sum.to_string();
            if class == wanted[0] {
                return Ok(FreshPosition { position });
            }
            others.push((class, position));
        }
        // a class that was only drawn may not exist at this size
        let rank = |class| wanted.iter().position(|wanted| *wanted == class).unwrap_or(wanted.len());
        let other = others.into_iter().filter(|_| self.class.is_none()).min_by_key(|(class, _)| rank(*class));
        let position = other.map(|(_, position)| position).ok_or_else(|| {
            let class = self.class.map_or(String::new(), |class| format!(" of class {class}"));
            let because = format!("no other position{class} was found near {like} within the limits: try another `size`");
            NoAnswer::NoTheorem { because: because.into() }
        })?;
        Ok(FreshPosition { position })
    }
}

impl Fresh {
    /// Returns the position whose size is wanted.
    fn like(&self, session: &Session, limits: &Limits) -> Result<ParsedSum, NoAnswer> {
        let rules = session.rules("family", &self.family, limits)?;
        let family = rules.name();
        let entry = session.registry().entry(family.split(':').next().unwrap_or_default());
        let default = || {
            let sizes = &entry?.sizes;
            let size = sizes.get(1).or(sizes.first())?;
            Some(Cow::Borrowed(size.split_once('@')?.1))
        };
        let Some(size) = self.size.as_deref().map(Cow::Borrowed).or_else(default) else {
            return Err(NoAnswer::from(BadNotation::new(0, format!("a position of {family}"))).about("size", ""));
        };
        let behind = family.len() + 1;
        let sum = session.sum("", &format!("{family}@{size}"), limits);
        let fits = sum.and_then(|sum| sum.has_meaning(self.rule, self.play).map(|()| sum).map_err(NoAnswer::from));
        fits.map_err(|error| match error {
            NoAnswer::Malformed { error, .. } => {
                let error = BadNotation { at: error.at.saturating_sub(behind), ..error };
                NoAnswer::Malformed { field: "size".into(), text: Some(size.into_owned()), error }
            }
            other => other,
        })
    }

    fn table(&self, sum: ParsedSum) -> Table {
        Table { sum, play: self.play, rule: self.rule, first: Player::Left }
    }

    /// Returns the classes in the order in which they are wanted. The first one is drawn.
    fn drawn(&self, like: &ParsedSum) -> Vec<OutcomeClass> {
        let mut classes = vec![OutcomeClass::Next, OutcomeClass::Previous];
        if like.is_partizan() {
            classes.extend([OutcomeClass::Left, OutcomeClass::Right]);
        }
        let [round, at] = [self.not.len() / ROUND, self.not.len() % ROUND];
        let mut dice = Dice(mixed(self.seed ^ mixed(round as u64)));
        let mut all = classes.repeat(EACH);
        all.resize_with(ROUND, || classes[dice.below(classes.len())]);
        dice.shuffle(&mut all);
        dice.shuffle(&mut classes);
        classes.sort_by_key(|class| *class != all[at]);
        classes
    }

    /// Returns a position at random, or `None` if a player has no move in it, or both have fewer moves than `least`.
    fn candidate(&self, session: &Session, like: &ParsedSum, least: usize, dice: &mut Dice, limits: &Limits) -> Option<Table> {
        let text = like.to_string();
        let (family, size) = text.split_once('@')?;
        let sum = session.sum("size", &format!("{family}@{}", altered(size, dice)), limits);
        let mut table = self.table(sum.unwrap_or_else(|_| like.clone()));
        let mut chosen = table.sum.clone();
        // every position of a play at random is chosen with the same probability, that at its start more often
        let length = if dice.below(3) == 0 { 0 } else { LONGEST };
        for length in 2..2 + length {
            table.first = if dice.below(2) == 0 { Player::Left } else { Player::Right };
            let (moves, _) = table.moves(LISTED, limits).ok()?;
            if moves.is_empty() {
                break;
            }
            table = table.after(&moves[dice.below(moves.len())]);
            if dice.below(length) == 0 {
                chosen = table.sum.clone();
            }
        }
        let mut table = self.table(chosen);
        let mut count = 0;
        for first in [Player::Right, Player::Left] {
            table.first = first;
            let (moves, _) = table.moves(2, limits).ok()?;
            count += if moves.is_empty() { return None } else { moves.len() };
        }
        (count >= least).then_some(table)
    }
}

/// Changes the numbers of a position, or if there are none, the places of its signs. The result may not be a position.
fn altered(text: &str, dice: &mut Dice) -> String {
    let is_number = |c: &char| c.is_ascii_digit();
    if !text.contains(|c: char| is_number(&c)) {
        let is_sign = |c: &char| !['/', ','].contains(c);
        let mut signs: Vec<char> = text.chars().filter(is_sign).collect();
        dice.shuffle(&mut signs);
        return text.chars().map(|c| if is_sign(&c) { signs.pop().unwrap_or(c) } else { c }).collect();
    }
    let has_sides = text.contains('x');
    let mut rest = text;
    let mut altered = String::new();
    while let Some(sign) = rest.chars().next() {
        let end = rest.find(|c| is_number(&c) != is_number(&sign)).unwrap_or(rest.len());
        let (part, after) = rest.split_at(end);
        rest = after;
        match part.parse::<usize>() {
            // the sides of a board do not grow
            Ok(number) => {
                let [least, most] =
                    if has_sides { [number.div_ceil(2), number] } else { [number.div_ceil(3), number.saturating_add(2)] };
                altered += &(least + dice.below((most - least).saturating_add(1))).to_string();
            }
            Err(_) => altered += part,
        }
    }
    altered
}

/// Parses a temperature, and returns it as text in lowest terms.
fn number(text: &str) -> Result<String, NoAnswer> {
    let value: Option<Value> = text.parse().ok();
    let number = value.filter(|value| value.is_number());
    let expected = || NoAnswer::from(BadNotation::new(0, "a number, such as 1/2 or -1")).about("temperature", text);
    number.map(|number| number.to_string()).ok_or_else(expected)
}

struct Dice(u64);

impl Dice {
    /// Draws a number below `count`, which is not 0.
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        (mixed(self.0) % count as u64) as usize
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::Outcome;
    use sprague::solve::{MixedSum, each_option, terminal_outcome};
    use std::collections::HashMap;
    use std::ops::ControlFlow;

    /// Returns the outcome by the definition: a player without a move loses, or wins under misère play.
    fn outcome(sum: &ParsedSum, mixed: &MixedSum, player: Player, known: &mut HashMap<String, Outcome>) -> Outcome {
        let name = format!("{player:?} {}", sum.text_of(mixed));
        if let Some(outcome) = known.get(&name) {
            return *outcome;
        }
        let mut options = vec![];
        each_option(mixed, player, &Limits::default(), |option| {
            options.push(option.clone());
            ControlFlow::Continue(())
        })
        .unwrap();
        let end = if mixed.has_terminal_rule() && options.is_empty() {
            terminal_outcome(mixed, player).unwrap().unwrap()
        } else if mixed.play == Play::Misere && options.is_empty() {
            Outcome::Win
        } else {
            Outcome::Loss
        };
        let found = options.iter().map(|option| -outcome(sum, option, -player, known)).max().unwrap_or(end);
        known.insert(name, found);
        found
    }

    fn brute(position: &str, play: Play) -> OutcomeClass {
        let sum = Session::new().position(position).unwrap();
        let mut known = HashMap::new();
        let [left, right] = [Player::Left, Player::Right]
            .map(|player| outcome(&sum, &sum.mixed(CompoundRule::Disjunctive, play), player, &mut known));
        OutcomeClass::of(left, right)
    }

    fn fresh(session: &Session, question: &Fresh) -> Result<String, NoAnswer> {
        session.ask(question, &Limits::default()).map(|fresh| fresh.position)
    }

    #[test]
    fn three_hundred_positions_of_ten_families_have_the_class_that_was_asked_for_by_brute_force() {
        use OutcomeClass::{Left, Next, Previous, Right};
        let families = [
            ("nim", "2,3,4"),
            ("kayles", "7"),
            ("chomp", "3x3"),
            ("wythoff", "4.5"),
            ("stones:1-3", "5"),
            ("domineering", "3x3"),
            ("clobber", "2x4"),
            ("toads-frogs", "TT.FF"),
            ("hackenbush", "LRL,RLE"),
            ("snort", "....."),
        ];
        let session = Session::new();
        let mut count = 0;
        for (family, size) in families {
            let play = if family == "kayles" { Play::Misere } else { Play::Normal };
            let is_partizan = session.position(&format!("{family}@{size}")).unwrap().is_partizan();
            let classes: &[OutcomeClass] = if is_partizan { &[Next, Previous, Left, Right] } else { &[Next, Previous] };
            for seed in 0..30 {
                let class = Some(classes[seed as usize % classes.len()]);
                let question = Fresh { size: Some(size.into()), class, play, seed, ..Fresh::of(family) };
                let Ok(position) = fresh(&session, &question) else { continue };
                assert_eq!(Some(brute(&position, play)), class, "{position}");
                assert_eq!(fresh(&session, &question).unwrap(), position, "it depends on the seed alone");
                let solved = Solve { outcome_only: true, play, ..Solve::of(&*position) };
                let solved = session.ask(&solved, &Limits::default()).unwrap();
                assert_eq!(Some(solved.outcome_class.unwrap_or(OutcomeClass::of(solved.outcome, solved.outcome))), class);
                count += 1;
            }
        }
        assert_eq!(count, 300);
    }

    #[test]
    fn among_twenty_questions_every_class_is_frequent_and_no_position_repeats() {
        let session = Session::new();
        for (family, size, classes) in [("domineering", "3x4", 4), ("nim", "3,4,5", 2), ("clobber", "2x4", 4), ("kayles", "7", 2)]
        {
            let mut question = Fresh { seed: 7, size: Some(size.into()), ..Fresh::of(family) };
            let mut counts: HashMap<String, u32> = HashMap::new();
            for _ in 0..ROUND {
                let position = fresh(&session, &question).unwrap();
                assert!(!question.not.contains(&position), "{position}");
                *counts.entry(brute(&position, Play::Normal).to_string()).or_default() += 1;
                question.not.push(position);
            }
            assert!(counts.len() == classes && counts.values().all(|count| *count >= 3), "{family}: {counts:?}");
        }
    }

    #[test]
    fn a_temperature_may_be_asked_for() {
        let question = Fresh { temperature: Some("4/4".into()), ..Fresh::of("domineering") };
        let session = Session::new();
        let position = fresh(&session, &question).unwrap();
        let sum = session.position(&position).unwrap();
        assert_eq!(value(&sum, &ValueOf::of(""), &Limits::default()).unwrap().temperature, "1");
    }

    #[test]
    fn refusals_are_sentences_about_a_field() {
        let session = Session::new();
        let refused = |question: Fresh| fresh(&session, &question).unwrap_err().to_json();
        let only = Fresh { class: Some(OutcomeClass::Previous), size: Some("0".into()), ..Fresh::of("nim") };
        assert!(refused(only)["error"].as_str().unwrap().starts_with("no other position of class P was found"));
        let wrong = refused(Fresh { size: Some("3,x".into()), ..Fresh::of("nim") });
        assert_eq!((&wrong["field"], &wrong["at"]), (&"size".into(), &2.into()));
        assert_eq!(refused(Fresh::of("nym"))["field"], "family");
        let selective = refused(Fresh { rule: CompoundRule::Selective, ..Fresh::of("domineering") });
        assert_eq!((&selective["field"], &selective["at"]), (&"size".into(), &0.into()));
        assert_eq!(refused(Fresh { temperature: Some("^".into()), ..Fresh::of("nim") })["field"], "temperature");
        assert_eq!(refused(Fresh { not: vec!["nim@".into()], ..Fresh::of("nim") })["field"], "not");
        let misere = Fresh { temperature: Some("1".into()), play: Play::Misere, ..Fresh::of("nim") };
        assert_eq!(refused(misere)["field"], "temperature");
        let unknown = crate::read_question::<Fresh>(br#"{"family":"nim","class":"W"}"#).err().unwrap().to_json();
        assert_eq!(unknown["field"], "class");
    }
}
