//! Coq theorems about the period of the values of heaps of two players.

use crate::cost::{self, Reach};
use crate::heap_order::{head, takes};
use crate::instance::{Instance, file_name, list};
use crate::no_proof::NoProof;
use sprague_core::Play;
use sprague_core::certificate::{OrderPeriod, SharedValue, ValueCertificate};
use sprague_core::heap::HeapRules;
use std::collections::HashMap;

/// Returns the theorem that the values of all heaps repeat, with the values of preperiod and period.
///
/// `rules` must be the rules of the family that the certificate names. Coq compares each heap with the game that is stated for
/// it, and proves that preperiod and period are minimal.
///
/// ```
/// use sprague_core::certificate::ValueCertificate;
/// use sprague_core::heap::HeapRules;
///
/// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
/// let text = r#"{"family": "asymmetric:1/2", "play": "normal", "rows": "values", "theorem": "bounded look-back",
///     "preperiod": 0, "period": 3, "saltus": "0", "values": {"nodes": [[["1"], ["0"]]], "values": ["0", "1", 0]}}"#;
/// let claim: ValueCertificate = serde_json::from_str(text)?;
/// let instance = sprague_coq::heap_values(&claim, &rules)?;
/// assert!(instance.text.contains("Definition game_2 : game := Game [game_1] [game_0].")); // {1 | 0}
/// assert!(instance.text.contains("Theorem period : exactly (values_repeat (heap left right)) 0 3."));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`NoProof::Theorem`] for values that gain a number and for heaps that split, [`NoProof::TooLarge`] for long periods
/// and large numbers, and [`NoProof::Malformed`] for values that cannot be read.
pub fn heap_values(certificate: &ValueCertificate, rules: &HeapRules) -> Result<Instance, NoProof> {
    let ValueCertificate { family, play, preperiod, period, saltus, values, .. } = certificate;
    let uncovered = |of: &str| Err(NoProof::Theorem { of: of.to_owned() });
    let Some(takes) = takes(rules) else { return uncovered("the values of such heaps") };
    if *play != Play::Normal {
        return uncovered("values under misère play");
    }
    if saltus != "0" {
        return uncovered("values that gain a number");
    }
    let rows = cost::as_many_rows(preperiod.checked_add(*period))?;
    if values.values.len() as u64 != rows {
        return Err(NoProof::Malformed { why: "its values are not those of one period" });
    }
    // the order repeats where the values do
    let order = OrderPeriod { period: *period, preperiod: *preperiod, far: *preperiod, window: 0, rays: vec![] };
    let reach = Reach::of(takes)?;
    cost::table(reach.side(&order), reach.amounts, 1)?;
    let mut games = Games::default();
    for sides in &values.nodes {
        games.add(sides)?;
    }
    let stated = values.values.iter().map(|value| games.place(value)).collect::<Result<Vec<_>, _>>()?;
    let count = games.options.len() as u64;
    let options: usize = games.options.iter().flatten().map(Vec::len).sum();
    cost::table(rows / 2 + 1, reach.amounts.saturating_mul(count).saturating_add(options as u64), count)?;
    let names = |places: &[u64]| list(places.iter().map(|place| format!("game_{place}")));
    let definitions: Vec<String> = (0..)
        .zip(&games.options)
        .map(|(place, [left, right])| format!("Definition game_{place} : game := Game {} {}.\n", names(left), names(right)))
        .collect();
    let all: Vec<u64> = (0..count).collect();
    let text = format!(
        "{}\nTheorem period : exactly (values_repeat (heap left right)) {preperiod} {period}.\n\
         Proof. apply values_period. vm_cast_no_check (eq_refl true). Qed.\n\n\
         (** The values of a heap of 0, of 1, and so on. *)\n{}Definition rows : list game := {}.\n\
         Theorem rows_ok : forall n, n < length rows -> equal (heap left right n) (nth n rows game_0).\nProof.\n  \
         apply (row_values left right\n    {}\n    {}\n    {} rows eq_refl eq_refl).\n  vm_cast_no_check (eq_refl true).\nQed.\n\n\
         Print Assumptions period.\nPrint Assumptions rows_ok.\n",
        head(family, &format!("the values of all heaps have period {period} from n = {preperiod} on"), "Values", takes),
        definitions.concat(),
        names(&stated),
        list(games.options.iter().map(|[left, right]| format!("({}, {})", list(left), list(right)))),
        names(&all),
        list(&stated),
    );
    Ok(Instance { file: file_name(family, *play), text })
}

/// Games with their options. The options of a game have smaller indices. Game 0 has no options.
struct Games {
    options: Vec<[Vec<u64>; 2]>,
    nodes: Vec<u64>,
    sums: HashMap<Sum, u64>,
}

impl Default for Games {
    fn default() -> Self {
        Self { options: vec![[vec![], vec![]]], nodes: vec![], sums: HashMap::new() }
    }
}

/// A sum of a number, ups and a star. The number is `over`/2^`halvings`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Sum {
    over: i64,
    halvings: u32,
    ups: i64,
    star: u64,
}

/// The maximum number, number of ups, or star, and the maximum exponent of a denominator.
const LARGEST: i64 = 400;
const MOST_HALVINGS: u32 = 30;

impl Games {
    fn add(&mut self, sides: &[Vec<SharedValue>; 2]) -> Result<(), NoProof> {
        let mut places = |side: &[SharedValue]| side.iter().map(|value| self.place(value)).collect::<Result<Vec<_>, _>>();
        let options = [places(&sides[0])?, places(&sides[1])?];
        self.nodes.push(self.options.len() as u64);
        self.options.push(options);
        Ok(())
    }

    fn place(&mut self, value: &SharedValue) -> Result<u64, NoProof> {
        match value {
            SharedValue::Node(node) => {
                let place = usize::try_from(*node).ok().and_then(|node| self.nodes.get(node));
                place.copied().ok_or(NoProof::Malformed { why: "a value has options that do not come before it" })
            }
            SharedValue::Text(text) => {
                let sum = Sum::read(text).ok_or(NoProof::Malformed { why: "a value is no number with ups and a star" })?;
                let found = (sum.over.abs() >> sum.halvings).max(sum.ups.abs()).max(i64::try_from(sum.star).unwrap_or(i64::MAX));
                if found > LARGEST || sum.halvings > MOST_HALVINGS {
                    let found = found.max(sum.halvings.into()).unsigned_abs();
                    return Err(NoProof::TooLarge { of: "a number in its values", found, most: LARGEST as u64 });
                }
                Ok(self.sum(sum))
            }
        }
    }

    /// Returns the index of a sum. A new sum is added after its options.
    fn sum(&mut self, sum: Sum) -> u64 {
        if sum == Sum::default() {
            return 0;
        }
        if let Some(place) = self.sums.get(&sum) {
            return *place;
        }
        let sides = sum.options().map(|side| side.into_iter().map(|option| self.sum(option)).collect());
        let place = self.options.len() as u64;
        self.options.push(sides);
        self.sums.insert(sum, place);
        place
    }
}

impl Sum {
    fn number(over: i64, halvings: u32) -> Self {
        let even = over.trailing_zeros().min(halvings);
        Self { over: over >> even, halvings: halvings - even, ..Self::default() }
    }

    /// Returns the options of the canonical form. If there are ups or a star, they are the options of these, each plus the
    /// number.
    fn options(self) -> [Vec<Self>; 2] {
        let Self { over, halvings, ups, star } = self;
        let with = |ups: i64, star: u64| Self { ups, star, ..self };
        match ups {
            0 if star > 0 => [0, 1].map(|_| (0..star).map(|star| with(0, star)).collect()),
            0 if halvings > 0 => [over - 1, over + 1].map(|over| vec![Self::number(over, halvings)]),
            0 => [(over > 0, over - 1), (over < 0, over + 1)]
                .map(|(has_option, over)| has_option.then(|| Self::number(over, 0)).into_iter().collect()),
            _ => {
                // n·↑ + *k is {0 | (n − 1)·↑ + *(k xor 1)}, except that Left may also move from ↑* to *
                let mut towards = vec![with(0, 0)];
                if ups.abs() == 1 && star == 1 {
                    towards.push(with(0, 1));
                }
                let back = vec![with(ups - ups.signum(), star ^ 1)];
                if ups > 0 { [towards, back] } else { [back, towards] }
            }
        }
    }

    /// Parses a sum such as `-3/2`, `^2*` or `1v*3`.
    fn read(text: &str) -> Option<Self> {
        let count = |digits: &str| match digits {
            "" => Some(1),
            digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => digits.parse::<u32>().ok(),
            _ => None,
        };
        let (text, star) = match text.split_once('*') {
            Some((text, star)) => (text, count(star)?),
            None => (text, 0),
        };
        let (number, ups) = match text.split_once(['^', 'v']) {
            Some((number, ups)) => (number, i64::from(count(ups)?) * if text.contains('^') { 1 } else { -1 }),
            None => (text, 0),
        };
        let (over, under) = number.split_once('/').unwrap_or((number, "1"));
        let over = if over.is_empty() { 0 } else { over.parse::<i64>().ok().filter(|over| over.checked_abs().is_some())? };
        let under = under.parse::<u64>().ok().filter(|under| under.is_power_of_two())?;
        Some(Self { ups, star: star.into(), ..Self::number(over, under.trailing_zeros()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_read_with_their_options() {
        let read = |text: &str| Sum::read(text).unwrap();
        assert_eq!(read("-3/2v2*5"), Sum { over: -3, halvings: 1, ups: -2, star: 5 });
        assert_eq!(read("6/4"), Sum { over: 3, halvings: 1, ..Sum::default() });
        assert_eq!(read("1/2").options(), [vec![read("0")], vec![read("1")]]);
        assert_eq!(read("-2").options(), [vec![], vec![read("-1")]]);
        assert_eq!(read("*2").options(), [vec![read("0"), read("*")], vec![read("0"), read("*")]]);
        assert_eq!(read("1^*").options(), [vec![read("1"), read("1*")], vec![read("1")]]);
        assert_eq!(read("v2").options(), [vec![read("v*")], vec![read("0")]]);
        for text in ["x", "1/3", "^^", "*-1", "1/0", "^1.5", "-9223372036854775808", "99999999999999999999"] {
            assert_eq!(Sum::read(text), None, "{text}");
        }
    }
}
