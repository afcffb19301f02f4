//! The misère quotient of a family that was read, and how it is written down.

use crate::{QuestionError, json_number};
use serde_json::{Value, json};
use sprague::Limits;
use sprague::any::Kind;
use sprague::heap::{Amounts, HeapRules};
use sprague::quotient::{Element, MisereQuotient};
use sprague::solve::{RulesetCache, misere_quotient};

/// The misère quotient of a take-and-break family: of heaps up to `to`, or until it is proved for all heaps or a limit is
/// reached.
///
/// ```
/// use sprague::Limits;
/// use sprague_games::{Session, quotient::quotient};
///
/// let kayles = Session::new().family("kayles").unwrap();
/// assert_eq!(quotient(&kayles, None, &Limits::default()).unwrap().order(), 40);
/// ```
///
/// # Errors
/// [`QuestionError::Unknown`] for a family whose quotient is not computed: why.
pub fn quotient(game: &RulesetCache, to: Option<u64>, limits: &Limits) -> Result<MisereQuotient, QuestionError> {
    let found = game.heap_rules().and_then(|rules| misere_quotient(rules, to, limits));
    found.ok_or_else(|| QuestionError::Unknown(why_not(game)))
}

/// Why there is no quotient.
fn why_not(game: &RulesetCache) -> &'static str {
    match (game.heap_rules(), game.rules().kind()) {
        (Some(HeapRules::Subtraction(Amounts::AllBut(forbidden))), _) if forbidden.as_slice().is_empty() => {
            "no finite misère quotient holds all heaps of Nim; Bouton's theorem decides its sums"
        }
        (Some(HeapRules::Stones { .. }), _) => "`stones` has its own ending, so misère play has no meaning",
        (Some(_), Kind::Partizan) => "misère quotients are those of impartial games, and here the players have different moves",
        (Some(HeapRules::NoRepeat { .. }), _) => {
            "misère quotients are computed for games whose positions are heaps, and here a heap remembers moves"
        }
        (None, _) => "misère quotients are computed for take-and-break codes and grundy only",
        _ => "misère quotients are computed for take-and-break codes and grundy only; octal:CODE writes many games as a code",
    }
}

/// The largest order whose products are written out.
const MAX_PRODUCTS: usize = 100;

/// The table of products, by the numbers of elements: in row i and column j that of the element i times the element j. `None` for
/// quotients of more than 100 elements.
///
/// ```
/// use sprague::Limits;
/// use sprague_games::{Session, quotient::{products, quotient}};
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

/// The quotient as one JSON object: its size, what is proved, and the words of its elements, its P-portion and its heaps.
///
/// ```
/// use sprague::Limits;
/// use sprague_games::{Session, quotient::{quotient, to_json}};
///
/// let game = Session::new().family("octal:0.75").unwrap();
/// let answer = to_json(&game, &quotient(&game, None, &Limits::default()).unwrap());
/// assert_eq!((&answer["order"], &answer["status"]), (&8.into(), &"proved".into()));
/// ```
pub fn to_json(game: &RulesetCache, quotient: &MisereQuotient) -> Value {
    let period = quotient.period();
    let words = |elements: &mut dyn Iterator<Item = Element>| -> Value {
        elements.map(|element| json!(quotient.word(element))).collect()
    };
    let mut answer = json!({
        "family": game.name(),
        "play": "misere",
        "order": quotient.order(),
        "p_size": quotient.p_portion().count(),
        "status": if quotient.is_proved() { "proved" } else { "partial" },
        "heaps_covered": json_number(quotient.heaps_covered()),
        "preperiod": period.map(|period| json_number(period.preperiod)),
        "period": period.map(|period| json_number(period.period)),
        "elements": words(&mut quotient.elements()),
        "p_portion": words(&mut quotient.p_portion()),
        "phi": words(&mut (0..=quotient.heaps_covered()).filter_map(|heap| quotient.phi(heap))),
    });
    if let Some(why) = quotient.incomplete() {
        answer["why_partial"] = json!(why.to_string());
    }
    answer
}
