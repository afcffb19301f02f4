//! The misère quotient of a family, as an answer and in JSON.

use crate::question::{Fate, NoAnswer, Question};
use crate::read::Session;
use crate::read::json::Number;
use crate::report::{Report, formula, list, word, words};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sprague::any::Kind;
use sprague::heap::{Amounts, HeapRules};
use sprague::quotient::{Element, Incomplete, MisereQuotient, Presentation};
use sprague::solve::{RulesetCache, misere_quotient};
use sprague::{Limits, Play};
use std::time::Duration;

/// Computes the misère quotient of a family, which decides its sums under misère play.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Quotient, Session};
/// let found = Session::new().ask(&Quotient::of("kayles"), &Limits::default())?;
/// assert_eq!(found.order, 40);
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Quotient {
    /// Family: octal:CODE, kayles, dawson-kayles, dawson-chess, treblecross or grundy
    pub family: String,
    /// Largest heap of the quotient [default: as large as the proof for all heaps needs]
    #[cfg_attr(feature = "flags", arg(long, value_name = "N", value_parser = crate::flags::number::<u64>))]
    pub to: Option<u64>,
}

/// The default for the limit on time.
const TIME: Duration = Duration::from_secs(20);

impl Quotient {
    /// Returns the question about this family.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Quotient::of("kayles").to, None);
    /// ```
    pub fn of(family: impl Into<String>) -> Self {
        Self { family: family.into(), to: None }
    }
}

impl Question for Quotient {
    type Answer = FoundQuotient;
    const NAME: &'static str = "quotient";

    fn usual(&self, door: Limits) -> Limits {
        Limits { time: door.time.map(|time| time.min(TIME)), ..door }
    }

    fn report(answer: &FoundQuotient) -> Option<Report> {
        Some(answer.report())
    }

    fn answer(&self, session: &Session, limits: &Limits) -> Result<FoundQuotient, NoAnswer> {
        let found = session
            .rules("family", &self.family, limits)
            .and_then(|game| Ok(FoundQuotient::of(game.name(), &quotient(&game, self.to, limits)?)));
        found.map_err(|error| {
            error.about("family", &self.family).knowing(|| json!({ "family": self.family, "play": Play::Misere }))
        })
    }
}

/// A misère quotient. Elements are shortest words of heaps.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Quotient"))]
#[non_exhaustive]
pub struct FoundQuotient {
    /// The family.
    pub family: String,
    /// Misère play.
    pub play: Play,
    /// The number of elements.
    pub order: usize,
    /// The number of elements whose positions are lost for the player to move.
    pub p_size: usize,
    /// `proved` for all heaps, or `partial`.
    pub status: &'static str,
    /// The largest heap whose sums are covered.
    pub heaps_covered: Number,
    /// The heap from which the elements repeat.
    pub preperiod: Option<Number>,
    /// The period of the elements.
    pub period: Option<Number>,
    /// The elements.
    pub elements: Vec<Vec<u64>>,
    /// The lost elements.
    pub p_portion: Vec<Vec<u64>>,
    /// For each heap, a word that is equal to it.
    pub phi: Vec<Vec<u64>>,
    /// The table of products, by indices of elements, if there are at most 100.
    pub products: Option<Vec<Vec<usize>>>,
    /// Generators and relations, if there are at most 100 elements.
    pub presentation: Option<Presented>,
    /// Why it does not cover all heaps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why_partial: Option<String>,
    #[serde(flatten)]
    fate: Fate,
}

impl FoundQuotient {
    /// Returns the limit that ended the computation early, if one did.
    pub fn stopped(&self) -> Option<&'static str> {
        self.fate.stopped
    }

    /// Describes the quotient in words.
    pub fn report(&self) -> Report {
        let elements = if self.order == 1 { "1 element".to_owned() } else { format!("{} elements", self.order) };
        let headline = format!("misère quotient of {elements}, {} of them lost for the player to move", self.p_size);
        let mut report = Report::of(self.family.clone(), words(headline));
        let (mut count, covered) = (self.phi.len(), self.heaps_covered);
        if let (Some(from), Some(period)) = (self.preperiod, self.period) {
            report.say(format!("proved for all heaps: heap n + {period} is what heap n is, from n = {from} on"));
            count = count.min((from.0 + period.0) as usize);
        } else {
            let flag = self.fate.r#try.iter().flatten().find_map(|flag| flag.split(' ').next());
            let more = flag.map_or_else(String::new, |flag| format!("; {flag} allows more"));
            let why = self.why_partial.as_deref().unwrap_or_default();
            report.say(format!("partial: proved for sums of heaps up to {covered} only: {why}{more}"));
        }
        // a sum of heaps, such as 2+5, and 0 for the identity
        let sum = |heaps: &Vec<u64>| match &heaps[..] {
            [] => formula(0),
            heaps => formula(heaps.iter().map(u64::to_string).collect::<Vec<_>>().join("+")),
        };
        report.fact(word!("elements"), list(&self.elements, sum));
        report.listing("lost", list(&self.p_portion, sum));
        report.listing(format!("heaps 0 to {}", count - 1), list(&self.phi[..count], sum));
        let Some(presented) = &self.presentation else { return report };
        report.fact(word!("generators"), list(&presented.generators, |one| words(format!("{} = heap {}", one.letter, one.heap))));
        report.fact(word!("relations"), list(&presented.relations, |pair| formula(pair.join(" = "))));
        report.listing("lost in them", list(&presented.p_portion, formula));
        report.listing(format!("heaps 0 to {} in them", count - 1), list(&presented.phi[..count], formula));
        report
    }

    fn of(family: &str, quotient: &MisereQuotient) -> Self {
        let period = quotient.period();
        let why = quotient.incomplete().map(ToString::to_string);
        let word = |element: Element| quotient.word(element).to_vec();
        let over = |stopped| Fate { stopped: Some(stopped), why: why.clone(), r#try: None };
        let is_small = quotient.order() <= MAX_PRODUCTS;
        let products = |x| quotient.elements().map(|y| quotient.product(x, y).index()).collect();
        Self {
            family: family.to_owned(),
            play: Play::Misere,
            order: quotient.order(),
            p_size: quotient.p_portion().count(),
            status: if quotient.is_proved() { "proved" } else { "partial" },
            heaps_covered: Number(quotient.heaps_covered()),
            preperiod: period.map(|period| Number(period.preperiod)),
            period: period.map(|period| Number(period.period)),
            elements: quotient.elements().map(word).collect(),
            p_portion: quotient.p_portion().map(word).collect(),
            phi: (0..=quotient.heaps_covered()).filter_map(|heap| quotient.phi(heap)).map(word).collect(),
            products: is_small.then(|| quotient.elements().map(products).collect()),
            presentation: is_small.then(|| Presented::of(quotient, &quotient.presentation())),
            fate: match quotient.incomplete() {
                None | Some(Incomplete::AsAsked) => Fate::default(),
                Some(Incomplete::Stopped(stopped)) => Fate::of(Some(stopped), &[]),
                Some(Incomplete::Order(_) | Incomplete::Generators(_)) => over("order"),
                Some(_) => over("fault"),
            },
            why_partial: why,
        }
    }
}

/// A presentation of a quotient. Words are text, such as `a²b`, and the identity is `1`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Presented {
    /// The generators.
    pub generators: Vec<Generator>,
    /// Pairs of words for the same element, the longer one first.
    pub relations: Vec<[String; 2]>,
    /// For each element, its least word.
    pub elements: Vec<String>,
    /// The words of lost elements.
    pub p_portion: Vec<String>,
    /// For each heap, the word that is equal to it.
    pub phi: Vec<String>,
}

/// A heap whose image is not a product of images of smaller heaps.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Generator {
    /// The letter in words.
    pub letter: String,
    /// The heap.
    pub heap: u64,
}

impl Presented {
    fn of(quotient: &MisereQuotient, presented: &Presentation) -> Self {
        let word = |element| presented.word(element).to_string();
        Self {
            generators: presented.generators().map(|(letter, heap)| Generator { letter, heap }).collect(),
            relations: presented.relations().iter().map(|pair| pair.each_ref().map(ToString::to_string)).collect(),
            elements: quotient.elements().map(word).collect(),
            p_portion: quotient.p_portion().map(word).collect(),
            phi: (0..=quotient.heaps_covered()).filter_map(|heap| quotient.phi(heap)).map(word).collect(),
        }
    }
}

/// Returns the misère quotient of a take-and-break family, for heaps up to `to`.
///
/// Without `to`, heaps are added until the quotient is proved for all heaps, or a limit is reached.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, quotient::quotient};
///
/// let kayles = Session::new().family("kayles").unwrap();
/// assert_eq!(quotient(&kayles, None, &Limits::default()).unwrap().order(), 40);
/// ```
///
/// # Errors
/// [`NoAnswer::NoTheorem`] with the reason, if there is no method for the quotient of this family.
pub fn quotient(game: &RulesetCache, to: Option<u64>, limits: &Limits) -> Result<MisereQuotient, NoAnswer> {
    let found = game.heap_rules().and_then(|rules| misere_quotient(rules, to, limits));
    found.ok_or_else(|| NoAnswer::unknown(why_not(game)))
}

fn why_not(game: &RulesetCache) -> &'static str {
    match (game.heap_rules(), game.rules().kind()) {
        (Some(HeapRules::Subtraction(Amounts::AllBut(forbidden))), _) if forbidden.as_slice().is_empty() => {
            "Nim has no finite misère quotient; Bouton's theorem decides its sums"
        }
        (Some(HeapRules::Stones { .. }), _) => {
            "the game stones has its own rule for the end of play, so misère play has no meaning"
        }
        (_, kind) if let Some(why) = kind.why_no_value() => why,
        (Some(_), Kind::Partizan) => "misère quotients exist only for impartial games, but here the players have different moves",
        (Some(HeapRules::NoRepeat { .. }), _) => {
            "misère quotients are computed only for games whose positions are heaps, but here heaps also remember moves"
        }
        (None, _) => "misère quotients are computed only for take-and-break codes and grundy",
        _ => "misère quotients are computed only for take-and-break codes and grundy; many games can be written as octal:CODE",
    }
}

/// The largest order for which products, generators and relations are written out.
const MAX_PRODUCTS: usize = 100;
