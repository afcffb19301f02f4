//! The misère quotient of a family, as an answer and in JSON.

use crate::question::{Fate, NoAnswer, Question, written_as};
use crate::read::Session;
use crate::read::json::Number;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use sprague::any::Kind;
use sprague::heap::{Amounts, HeapRules};
use sprague::quotient::{Element, Incomplete, MisereQuotient, Presentation};
use sprague::solve::{RulesetCache, misere_quotient};
use sprague::{Limits, Play};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Computes the misère quotient of a family, which decides its sums under misère play.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Quotient, Session};
/// let found = Session::new().ask(&Quotient::of("kayles"), &Limits::default())?;
/// assert_eq!(found.quotient.order(), 40);
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

    fn answer(&self, session: &Session, limits: &Limits) -> Result<FoundQuotient, NoAnswer> {
        let found = session.rules("family", &self.family, limits).and_then(|game| {
            let quotient = quotient(&game, self.to, limits)?;
            Ok(FoundQuotient { game, quotient })
        });
        found.map_err(|error| {
            error.about("family", &self.family).knowing(|| json!({ "family": self.family, "play": Play::Misere }))
        })
    }
}

/// A misère quotient and its family.
pub struct FoundQuotient {
    /// The family.
    pub game: Arc<RulesetCache>,
    /// The quotient of the family, which is incomplete if a limit was reached.
    pub quotient: MisereQuotient,
}

impl fmt::Debug for FoundQuotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FoundQuotient({}, order {})", self.game.name(), self.quotient.order())
    }
}

impl FoundQuotient {
    /// Returns the limit that ended the computation early, if one did.
    pub fn stopped(&self) -> Option<&'static str> {
        match self.quotient.incomplete()? {
            Incomplete::AsAsked => None,
            Incomplete::Stopped(stopped) => Some(stopped.name()),
            Incomplete::Order(_) | Incomplete::Generators(_) => Some("order"),
            _ => Some("fault"),
        }
    }
}

/// A misère quotient. Elements are shortest words of heaps.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Quotient"))]
struct Written<'a> {
    family: &'a str,
    play: Play,
    order: usize,
    p_size: usize,
    status: &'static str,
    heaps_covered: Number,
    preperiod: Option<Number>,
    period: Option<Number>,
    elements: Vec<&'a [u64]>,
    p_portion: Vec<&'a [u64]>,
    /// For each heap, a word that is equal to it.
    phi: Vec<&'a [u64]>,
    /// The table of products, by indices of elements, if there are at most 100.
    products: Option<Vec<Vec<usize>>>,
    /// Generators and relations, if there are at most 100 elements.
    presentation: Option<Presented>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why_partial: Option<String>,
    #[serde(flatten)]
    fate: Fate,
}

/// A presentation of a quotient. Words are text, such as `a²b`, and the identity is `1`.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Presented {
    generators: Vec<Generator>,
    relations: Vec<[String; 2]>,
    /// For each element, its least word.
    elements: Vec<String>,
    /// The words of lost elements.
    p_portion: Vec<String>,
    /// For each heap, the word that is equal to it.
    phi: Vec<String>,
}

/// A heap whose image is not a product of images of smaller heaps.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Generator {
    letter: String,
    heap: u64,
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

impl Serialize for FoundQuotient {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (quotient, period, stopped) = (&self.quotient, self.quotient.period(), self.stopped());
        let why = quotient.incomplete().map(ToString::to_string);
        let word = |element: Element| quotient.word(element);
        let written = Written {
            family: self.game.name(),
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
            products: products(quotient),
            presentation: presentation(quotient).map(|presented| Presented::of(quotient, &presented)),
            fate: match quotient.incomplete() {
                Some(Incomplete::Stopped(stopped)) => Fate::of(Some(stopped), &[]),
                _ => Fate { stopped, why: stopped.and(why.clone()), r#try: None },
            },
            why_partial: why,
        };
        written.serialize(serializer)
    }
}

written_as!(FoundQuotient, Written);

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
        (Some(_), Kind::Partizan) => "misère quotients exist only for impartial games, but here the players have different moves",
        (Some(HeapRules::NoRepeat { .. }), _) => {
            "misère quotients are computed only for games whose positions are heaps, but here heaps also remember moves"
        }
        (None, _) => "misère quotients are computed only for take-and-break codes and grundy",
        _ => "misère quotients are computed only for take-and-break codes and grundy; many games can be written as octal:CODE",
    }
}

/// Returns generators and relations, or `None` if the quotient has more than 100 elements.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, quotient::{presentation, quotient}};
///
/// let game = Session::new().family("octal:0.75")?;
/// let presented = presentation(&quotient(&game, None, &Limits::default())?).unwrap();
/// assert_eq!(presented.generators().map(|(_, heap)| heap).collect::<Vec<_>>(), [1, 2, 5]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn presentation(quotient: &MisereQuotient) -> Option<Presentation> {
    (quotient.order() <= MAX_PRODUCTS).then(|| quotient.presentation())
}

/// The largest order for which products, generators and relations are written out.
const MAX_PRODUCTS: usize = 100;

/// Returns the table of products. The entry in row i and column j is the product of the elements i and j.
///
/// Elements are numbered from 0. Returns `None` if the quotient has more than 100 elements.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Session, quotient::{products, quotient}};
///
/// let game = Session::new().family("octal:0.75")?;
/// let products = products(&quotient(&game, None, &Limits::default())?).unwrap();
/// assert_eq!((products.len(), &products[0][..3]), (8, &[0, 1, 2][..])); // element 0 is the identity
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn products(quotient: &MisereQuotient) -> Option<Vec<Vec<usize>>> {
    let row = |x| quotient.elements().map(|y| quotient.product(x, y).index()).collect();
    (quotient.order() <= MAX_PRODUCTS).then(|| quotient.elements().map(row).collect())
}
