//! A solved position in words.

use super::{Advice, Answer, JudgedStep, Superfluous};
use crate::legend::class_in_words;
use crate::read::Step;
use crate::report::{Report, Shown, Table, formula, game, heads, position, word, words};
use sprague::solve::{Factor, MOST_UNDECIDED, SumValue};
use sprague::values::Value;
use sprague::{Outcome, Play};
use std::borrow::Cow;

/// The maximum number of winning moves that are listed. JSON has more.
const MAX_MOVES: usize = 20;

/// The maximum number of moves of a component that are listed if each of them wins.
const MAX_CHOICES: usize = 8;

/// The maximum size of a value next to other text, in bytes.
const MAX_VALUE: usize = 100;

impl Answer {
    /// Describes the answer in words.
    pub fn report(&self) -> Report {
        let play = if self.play == Play::Misere { " (misère play)" } else { "" };
        let who = self.first.map_or_else(|| "the player to move".to_owned(), |first| format!("{first}, who starts"));
        let headline = match (self.outcome, self.outcome_class, self.score) {
            (.., Some(score)) => self.points(score),
            _ if let Some((least, is_at_least)) = self.at_least => {
                let gets = if is_at_least { "gets" } else { "does not get" };
                format!(
                    "{who}{} {gets} at least {least} more points than the other player",
                    if self.first.is_some() { "," } else { "" }
                )
            }
            (_, Some(class), _) if self.is_class_only => format!("outcome class {class}, {}{play}", class_in_words(class)),
            (Outcome::Win, ..) => format!("won for {who}{play}"),
            (Outcome::Loss, ..) => format!("lost for {who}{play}"),
            (Outcome::Draw, ..) => format!("a draw{play}"),
        };
        let mut report = Report::of(self.position.clone(), words(headline));
        let is_alike = self.stops.is_some_and(|[left, right]| left == -right);
        if let Some([left, right]) = self.stops.filter(|_| !is_alike) {
            report.say(format!("left's points less right's: {left} if left starts, {right} if right starts"));
        }
        if !self.is_outcome_only || self.score.is_some() {
            self.worth(&mut report);
            self.winning(&mut report);
            self.further(&mut report);
        }
        if self.is_explained {
            self.why.iter().for_each(|why| report.note("why", why));
            if !self.passed.is_empty() {
                report.note("tried before", self.passed.join("; "));
            }
        }
        self.advice.iter().for_each(|advice| advice.tell(&mut report));
        self.remarks.iter().for_each(|remark| report.note("note", remark));
        report
    }

    /// Describes by how many points the player who starts wins.
    fn points(&self, score: i64) -> String {
        let by = match score {
            0 => "draws".to_owned(),
            1.. => format!("wins by {score}"),
            _ => format!("loses by {}", score.unsigned_abs()),
        };
        match (self.first, self.stops) {
            (Some(_), Some([left, right])) if left == -right => format!("whoever starts {by}"),
            (Some(first), _) => format!("{first}, who starts, {by}"),
            (None, _) => format!("the player to move {by}"),
        }
    }

    fn worth(&self, report: &mut Report) {
        report.fact(word!("nimber"), self.nimber().map(formula));
        if self.nimber_skipped {
            report.hint("the nimber would need a longer search", "--nimber searches for it");
        }
        report.fact(word!("value"), self.value.as_ref().and_then(brief));
        report.fact(word!("Smith value"), self.smith().filter(|_| self.is_explained).map(position_of));
        let genus = self.genus.as_ref();
        report.facts([
            (word!("genus"), genus.map(formula)),
            (word!("misère nimber"), genus.map(|genus| formula(genus.misere_nimber()))),
        ]);
        report.fact(word!("outcome class"), self.outcome_class.map(|class| Shown::Sign(class.to_string(), "")));
        match self.remoteness {
            Some(Some(1)) => report.say("over in one move with best play"),
            Some(Some(moves)) => report.say(format!("over in {moves} moves with best play")),
            Some(None) => report.say("neither player can force a win"),
            None => {}
        }
    }

    /// Returns the columns of a list of moves.
    fn columns(&self) -> Vec<Cow<'static, str>> {
        heads(if self.score.is_some() { &["move", "to", "points"] } else { &["move", "to"] })
    }

    fn winning(&self, report: &mut Report) {
        let keeps = if self.outcome == Outcome::Draw { "drawing" } else { "winning" };
        let is_scored = self.score.is_some();
        let listed = self.winning_moves.len().min(MAX_MOVES);
        let title = match (listed, self.winning_moves_total) {
            (0, None | Some(0)) => None,
            (_, Some(1)) if is_scored => Some("one move keeps that".to_owned()),
            (_, Some(total)) if is_scored => Some(format!("{total} moves keep that")),
            (_, Some(1)) => Some(format!("one {keeps} move")),
            (_, total) if self.product.is_some() => {
                let total = total.map_or_else(|| "more than 2^64".to_owned(), |total| total.to_string());
                Some(format!("{total} {keeps} moves: in each component any of"))
            }
            (1.., Some(total)) if total > listed as u64 => Some(format!("{total} {keeps} moves, among them")),
            (_, Some(total)) => Some(format!("{total} {keeps} moves")),
            (_, None) => Some(format!("{keeps} moves, among others")),
        };
        let Some(title) = title else { return };
        if listed == 0 {
            return report.say(title);
        }
        let Some(product) = &self.product else {
            let rows = self.winning_moves[..listed].iter().map(Step::cells).collect();
            let more = self.winning_moves_total.unwrap_or_default().saturating_sub(listed as u64);
            return report.table(Table { title, columns: self.columns(), rows, more });
        };
        report.say(title);
        let choices = |(number, factor)| vec![words(choices(number, factor))];
        let rows = (1..).zip(product).take(MAX_MOVES).map(choices).collect();
        let more = product.len().saturating_sub(MAX_MOVES) as u64;
        report.table(Table { columns: heads(&["move"]), rows, more, ..Table::default() });
    }

    fn further(&self, report: &mut Report) {
        match self.undecided_moves {
            0 => {}
            1 => report.hint("one more move was not decided, because that would take longer", "--moves all decides it"),
            more => {
                let at_least = if more >= MOST_UNDECIDED { "at least " } else { "" };
                let words = format!("{at_least}{more} more moves were not decided, because that would take longer");
                report.hint(words, "--moves all decides them");
            }
        }
        match &self.best {
            Some(best) if self.score.is_none() && (self.winning_moves.len(), self.winning_moves_total) != (1, Some(1)) => {
                report.note("best", format!("{}  ->  {}", best.label, best.to));
            }
            Some(_) => {}
            None => report.say("there is no move"),
        }
        match &self.moves {
            None => {}
            Some(None) => report.say("there are too many moves to list"),
            Some(Some(moves)) => report.table(Table {
                title: match self.score {
                    None => format!("all {} moves, with the outcome for the player who moves next", moves.len()),
                    Some(_) => "all moves".to_owned(),
                },
                columns: match self.score {
                    Some(_) => self.columns(),
                    None => heads(&["move", "to", "outcome", "worth", "remark"]),
                },
                rows: moves.iter().map(JudgedStep::cells).collect(),
                more: 0,
            }),
        }
        if let Some(line) = &self.line {
            let numbered = |(number, step): (u32, &Step)| {
                let mut cells = step.cells();
                if self.score.is_none() {
                    cells[0] = words(format!("{number}. {}", step.label));
                }
                cells
            };
            let rows = (1..).zip(line).map(numbered).collect();
            report.table(Table { title: "best play".to_owned(), columns: self.columns(), rows, more: 0 });
        } else if self.is_line_asked {
            report.say("best play to the end is too long to search");
        }
    }
}

/// Returns a value, or its mean and temperature if its canonical form is long.
fn brief(value: &SumValue) -> Option<Shown> {
    match value {
        SumValue::Game(value) => Some(short(value)),
        SumValue::Loopy(_) | SumValue::Entailing(_) => Some(game(&value.to_string())),
        _ => None,
    }
}

fn short(value: &Value) -> Shown {
    let text = value.text().filter(|text| text.len() <= MAX_VALUE);
    let long = || format!("{{…|…}} with mean {} ± temperature {}", value.mean(), value.temperature());
    game(&text.unwrap_or_else(long))
}

fn position_of(value: &SumValue) -> Shown {
    position(&value.to_string())
}

/// Lists the winning moves of a component.
fn choices(number: u64, factor: &Factor) -> String {
    let prefix = format!("{number}: ");
    let label = |label: &String| label.strip_prefix(&prefix).unwrap_or(label).to_owned();
    let stay = factor.may_stay.then(|| "no move".to_owned());
    let mut listed: Vec<String> = stay.into_iter().chain(factor.moves.iter().take(MAX_CHOICES).map(label)).collect();
    if factor.total != Some(factor.moves.len().min(MAX_CHOICES) as u64) {
        listed.push(factor.total.map_or_else(|| "…".to_owned(), |total| format!("… ({total} moves)")));
    }
    format!("{prefix}{}", listed.join(" | "))
}

impl Step {
    /// Returns the move, the position after it, and its points if the rules count points.
    fn cells(&self) -> Vec<Shown> {
        let again = if self.again == Some(true) { ", moves again" } else { "" };
        let gain = self.gain.filter(|gain| *gain != 0 || !again.is_empty()).map(|gain| words(format!("({gain:+}{again})")));
        let score = match self.points {
            Some([one, other]) => Some(words(format!("{one} : {other}"))),
            None => self.score.map(|score| words(format!("{score:+} in all"))),
        };
        let points: Vec<Shown> = gain.into_iter().chain(score).collect();
        let points = (!points.is_empty()).then_some(Shown::List(points));
        [words(&self.label), position(&self.to)].into_iter().chain(points).collect()
    }
}

impl JudgedStep {
    fn cells(&self) -> Vec<Shown> {
        let mut cells = self.step.cells();
        if self.step.score.is_some() || self.step.gain.is_some() {
            return cells;
        }
        let outcome = match self.outcome {
            Outcome::Win => "won",
            Outcome::Loss => "lost",
            Outcome::Draw => "a draw",
        };
        cells.push(Shown::Sign(outcome.to_owned(), ""));
        cells.push(match &self.value {
            Some(SumValue::Nimber(nimber)) => words(format!("nimber {nimber}")),
            other => other.as_ref().and_then(brief).map_or_else(|| words(""), |value| words(format!("value {}", value.text()))),
        });
        cells.extend(match &self.superfluous {
            Some(Superfluous::Dominated) => Some(words("dominated")),
            Some(Superfluous::Reversible(through)) => Some(words(format!("reversible through {}", short(through).text()))),
            None => None,
        });
        cells
    }
}

impl Advice {
    /// Adds the temperatures of the components, and whether the hottest move wins.
    fn tell(&self, report: &mut Report) {
        for component in self.components.iter().take(MAX_MOVES) {
            let hottest = component.hottest.as_ref().map_or_else(String::new, |step| format!("; hottest move {}", step.label));
            let (mean, temperature) = (&component.mean, &component.temperature);
            report.note("advice", format!("{} has mean {mean} and temperature {temperature}{hottest}", component.position));
        }
        let says = match self.wins {
            Some(true) => "it wins",
            Some(false) => "it is not among the winning moves",
            None => "play it if nothing better is known",
        };
        report.note("advice", format!("the hottest move of all is {} to {}: {says}", self.hottest.label, self.hottest.to));
    }
}
