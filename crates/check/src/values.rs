//! Checks a claimed period of values: every stated value must be right, and values must repeat, or rise, for ever.
//!
//! Games are compared by definition ([`games`]). Heap by heap, the game whose options are the values stated for smaller heaps
//! is compared with the value stated for the heap. Equal values are interchangeable, so by induction all are right.
//!
//! *Values repeat* if k consecutive rows, where k is the greatest amount, equal the rows p earlier, because row n follows from
//! the k rows before it. If moves split heaps, as many rows must repeat as Guy and Smith's theorem needs ([`Reason`]). In each
//! sum that a move leaves, the largest heap can gain or lose a period, and then the sum gains or loses the saltus x. So the
//! options of n + p are the options of n, raised by x.
//!
//! *Values rise* by a number x if G(n + p) = G(n) + x for k consecutive rows from m on, and if each G(n) of the next p rows is
//! either not a number or a number that rises with its options. If it is not a number, {options + x} = G(n) + x by number
//! translation (Conway, *On Numbers and Games*, ch. 8).
//!
//! If G(n) is a number y, it is the simplest number between its options. Let x be an integer. Then y + x is the simplest number
//! in the raised interval in two cases. If y is a fraction, the interval contains no integer, and so neither does the raised
//! one. If y is an integer on the same side of 0 as x, it is the integer of the interval that is nearest to 0, and so is y + x
//! in the raised one. Raised once more, it is still of the same kind. If x is a fraction with denominator 2ᵉ, the saltus of 2ᵉ
//! periods is an integer. Without these conditions the claim would be false: {−2|} = 0 = {−1|}.

mod games;
mod moves;
pub(crate) mod plain;
mod stops;

use crate::claim::Claim;
use crate::effort::{Effort, MAX_COMPARISON_STEPS};
use crate::not_accepted::{BadPeriod, BadValues, NotAccepted};
use crate::primes::primes;
use crate::reason::Reason;
use core::fmt;
use games::{Game, Games};
use moves::{Moves, Row};
use num_bigint::Sign;
use plain::{Number, Plain};
use sprague_core::certificate::{SharedValue, SharedValues, TheoremName, ValueCertificate};
use sprague_core::heap::HeapRules;
use sprague_core::{Limits, Play, Player};
use stops::{AllStops, Stops};

/// An accepted period of values: for every n ≥ `preperiod`, the value of n + `period` tokens is the value of n tokens plus
/// `saltus`.
///
/// Preperiod and period are minimal.
///
/// ```
/// use sprague_check::CheckedValues;
/// use sprague_core::certificate::TheoremName;
/// let theorem = TheoremName::BoundedLookBack;
/// let checked = CheckedValues { preperiod: 0, period: 3, saltus: "0".into(), theorem, rows: 5, comparisons: 21 };
/// let text = "preperiod 0, period 3, saltus 0, by bounded look-back: 5 values computed again, 21 comparisons";
/// assert_eq!(checked.to_string(), text);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedValues {
    /// The first n of the repeating part.
    pub preperiod: u64,
    /// The number of tokens after which values repeat.
    pub period: u64,
    /// The number that is added to each value in a period.
    pub saltus: String,
    /// The theorem that proves the period.
    pub theorem: TheoremName,
    /// The number of heaps that were checked.
    pub rows: u64,
    /// The number of pairs of games that were compared.
    pub comparisons: u64,
}

impl fmt::Display for CheckedValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { preperiod, period, saltus, theorem, rows, comparisons } = self;
        write!(f, "preperiod {preperiod}, period {period}, saltus {saltus}, by {theorem}: ")?;
        write!(f, "{rows} values computed again, {comparisons} comparisons")
    }
}

/// Compares the stated values, in any form, with the values that follow from the rules.
///
/// A step is an option that is examined; there are at most [`MAX_COMPARISON_STEPS`]. Time: at most the pairs of different
/// followers of the stated values, times their options.
///
/// ```
/// use sprague_check::{BadValues, Claim, NotAccepted};
/// use sprague_core::Limits;
/// use sprague_core::certificate::ValueCertificate;
/// use sprague_core::heap::HeapRules;
///
/// let rules = HeapRules::PartizanSubtraction { left: "1".parse()?, right: "2".parse()? };
/// let text = r#"{"family": "asymmetric:1/2", "play": "normal", "rows": "values", "theorem": "bounded look-back",
///     "preperiod": 0, "period": 3, "saltus": "0", "values": {"nodes": [[["1"], ["0"]]], "values": ["0", "1", 0]}}"#;
/// let mut claim: ValueCertificate = serde_json::from_str(text)?;
/// assert_eq!(claim.check(&rules, &Limits::default())?.rows, 5);
/// let few = claim.check_within(&rules, 10, &Limits::default());
/// assert_eq!(few, Err(NotAccepted::TooLarge { most: 10, of: "steps" }));
///
/// claim.values.nodes[0][0].clear();
/// assert_eq!(claim.check(&rules, &Limits::default()), Err(BadValues::WrongValue { n: 2 }.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Claim for ValueCertificate {
    type Rules<'r> = HeapRules;
    type Accepted = CheckedValues;

    fn most_steps(&self) -> u64 {
        MAX_COMPARISON_STEPS
    }

    fn check_within(&self, rules: &HeapRules, most_steps: u64, limits: &Limits) -> Result<CheckedValues, NotAccepted> {
        let ValueCertificate { preperiod, period, ref saltus, ref values, .. } = *self;
        let (moves, reason) = is_well_formed(self, rules)?;
        let saltus = match Plain::read(saltus)? {
            plain if plain.is_number() => plain.number,
            _ => return Err(BadValues::SaltusNoNumber { saltus: saltus.chars().take(40).collect() }.into()),
        };
        let mut games = Games::new(Effort::new(most_steps, limits));
        let stated = stated(values, saltus.sign() != Sign::NoSign, &mut games)?;
        let mut examination = Examination { moves, preperiod, period, saltus, stated, rows: vec![], games };
        examination.holds_for_ever(reason)?;
        examination.is_minimal()?;
        let (rows, comparisons) = (examination.games.rows, examination.games.comparisons());
        Ok(CheckedValues { preperiod, period, saltus: self.saltus.clone(), theorem: self.theorem, rows, comparisons })
    }
}

/// Returns the moves, and the theorem that applies to their values. Checks that the claim has the right number of values.
fn is_well_formed<'r>(certificate: &ValueCertificate, rules: &'r HeapRules) -> Result<(Moves<'r>, Reason), BadValues> {
    let ValueCertificate { preperiod, period, ref values, .. } = *certificate;
    if certificate.rows != ValueCertificate::ROWS {
        return Err(BadValues::OtherRows { found: certificate.rows.chars().take(40).collect() });
    }
    if certificate.play != Play::Normal {
        return Err(BadValues::Misere);
    }
    let (Some(moves), Some(reason)) = (Moves::of(rules), Reason::of_values(rules)) else { return Err(BadValues::NotPartizan) };
    if certificate.theorem != reason.name() {
        return Err(BadValues::Theorem(BadPeriod::WrongTheorem { cited: certificate.theorem, right: reason.name() }));
    }
    if period == 0 {
        return Err(BadValues::PeriodZero);
    }
    let found = values.values.len() as u64;
    if preperiod.checked_add(period) != Some(found) {
        return Err(BadValues::NumberOfValues { found, preperiod, period });
    }
    Ok((moves, reason))
}

/// A value, and its parts if it is a sum of number, ups and star.
#[derive(Clone)]
struct Stated {
    game: Game,
    plain: Option<Plain>,
}

/// Returns the stated games. Checks that no node is a number if values rise.
fn stated(values: &SharedValues, rise: bool, games: &mut Games<'_>) -> Result<Vec<Stated>, NotAccepted> {
    let (mut nodes, mut stops) = (vec![], AllStops::default());
    for (node, sides) in (0..).zip(&values.nodes) {
        let mut options = [vec![], vec![]];
        for (side, options) in sides.iter().zip(&mut options) {
            for option in side {
                options.push(match option {
                    SharedValue::Node(option) => {
                        let known = usize::try_from(*option).ok().and_then(|option| nodes.get(option));
                        *known.ok_or(BadValues::LaterNode { node, option: *option })?
                    }
                    SharedValue::Text(text) => {
                        let plain = Plain::read(text)?;
                        let game = games.plain(&plain)?;
                        stops.insert(game, Stops::of_plain(&plain));
                        game
                    }
                });
            }
        }
        let [left, right] = options;
        let game = games.node(&left, &right)?;
        if rise {
            let both = Stops::of_options(&stops.get(&left), &stops.get(&right));
            stops.insert(game, both.ok_or(BadValues::NumberAsNode { node })?);
        }
        nodes.push(game);
    }
    let value = |(n, value): (u64, &SharedValue)| match value {
        SharedValue::Node(node) => {
            let known = usize::try_from(*node).ok().and_then(|node| nodes.get(node));
            let game = *known.ok_or(BadValues::NoSuchNode { n, node: *node })?;
            Ok(Stated { game, plain: None })
        }
        SharedValue::Text(text) => {
            let plain = Plain::read(text)?;
            Ok(Stated { game: games.plain(&plain)?, plain: Some(plain) })
        }
    };
    (0..).zip(&values.values).map(value).collect()
}

/// The claim, the computed games, and the heaps checked so far.
struct Examination<'a> {
    moves: Moves<'a>,
    preperiod: u64,
    period: u64,
    saltus: Number,
    stated: Vec<Stated>,
    /// The claimed values of the heaps checked so far.
    rows: Vec<Row>,
    games: Games<'a>,
}

impl Examination<'_> {
    /// Returns the claimed value of n tokens as a stated value and a number to add.
    fn claimed(&self, n: u64) -> (&Stated, Number) {
        let past = n.saturating_sub(self.preperiod) / self.period;
        (&self.stated[(n - past * self.period) as usize], self.saltus.times(past))
    }

    /// Returns the sum of a stated value and a number.
    fn raised(&mut self, stated: &Stated, number: &Number) -> Result<Game, NotAccepted> {
        match &stated.plain {
            _ if number.sign() == Sign::NoSign => Ok(stated.game),
            Some(plain) => self.games.plain(&plain.plus(number)),
            None => {
                let number = self.games.number(number)?;
                self.games.sum(stated.game, number)
            }
        }
    }

    /// Checks that the values are right, as far as the theorem needs.
    fn holds_for_ever(&mut self, reason: Reason) -> Result<(), NotAccepted> {
        // 1. the saltus of 2ᵉ periods is an integer, so as many rows are needed
        let whole = self.saltus.times(1 << self.saltus.places().min(63));
        let periods = 1_u64.checked_shl(u32::try_from(self.saltus.places()).unwrap_or(u32::MAX));
        let too_large = NotAccepted::TooLarge { most: MAX_COMPARISON_STEPS, of: "steps" };
        let Some(needed) = periods.and_then(|periods| periods.checked_mul(self.period)) else { return Err(too_large) };
        let all = reason.rows(self.preperiod, needed);
        let Some(from) = all.and_then(|all| all.checked_sub(needed)) else { return Err(too_large) };
        // 2. check heaps until enough consecutive ones, from `from` on, rise if the rows before them do
        let mut rising = 0;
        while rising < needed {
            let n = self.rows.len() as u64;
            self.is_right(n)?;
            let is_counted = n >= from && self.rises(n, whole.sign());
            rising = if is_counted { rising + 1 } else { 0 };
        }
        Ok(())
    }

    /// Returns `true` if the value of n tokens is not a number, or is a number that rises with its options.
    fn rises(&self, n: u64, up: Sign) -> bool {
        let (stated, raise) = self.claimed(n);
        let number = stated.plain.as_ref().filter(|plain| plain.is_number()).map(|plain| plain.number.plus(&raise));
        up == Sign::NoSign || number.is_none_or(|number| number.places() > 0 || number.sign() == up)
    }

    /// Checks that the claimed value of the next heap, n, follows from the values of smaller heaps.
    fn is_right(&mut self, n: u64) -> Result<(), NotAccepted> {
        self.games.rows = n + 1;
        let (stated, raise) = self.claimed(n);
        let (stated, plain) = (stated.clone(), stated.plain.as_ref().map(|plain| plain.plus(&raise)));
        let claimed = self.raised(&stated, &raise)?;
        let left = self.moves.options(Player::Left, &self.rows, &mut self.games)?;
        let right = self.moves.options(Player::Right, &self.rows, &mut self.games)?;
        let game = self.games.node(&left, &right)?;
        if !self.games.is_equal(game, claimed)? {
            let period = self.period;
            return Err(match n.checked_sub(self.stated.len() as u64) {
                None => BadValues::WrongValue { n }.into(),
                Some(_) => BadValues::DoesNotRepeat { n: n - period, period }.into(),
            });
        }
        self.rows.push(Row { game: claimed, plain });
        Ok(())
    }

    /// Checks that period and preperiod are minimal. The values must be known to repeat for ever.
    fn is_minimal(&mut self) -> Result<(), NotAccepted> {
        let (preperiod, period) = (self.preperiod, self.period);
        for prime in primes(period) {
            // a smaller period would divide the period, so it suffices to try each prime
            let Some(saltus) = self.saltus.divided(prime) else { continue };
            if self.repeats(preperiod..preperiod + period - period / prime, period / prime, &saltus)? {
                return Err(BadValues::PeriodNotMinimal { period, least: period / prime }.into());
            }
        }
        match preperiod.checked_sub(1) {
            Some(before) if self.repeats(before..preperiod, period, &self.saltus.clone())? => {
                Err(BadValues::PreperiodNotMinimal { preperiod }.into())
            }
            _ => Ok(()),
        }
    }

    /// Returns `true` if each value of `heaps` rises by `saltus` after `later` more tokens.
    fn repeats(&mut self, heaps: core::ops::Range<u64>, later: u64, saltus: &Number) -> Result<bool, NotAccepted> {
        for n in heaps {
            let (stated, raise) = self.claimed(n);
            let raised = self.raised(&stated.clone(), &raise.plus(saltus))?;
            let (stated, raise) = self.claimed(n + later);
            let there = self.raised(&stated.clone(), &raise)?;
            if !self.games.is_equal(raised, there)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::heap::AmountSet;

    #[test]
    fn numbers_rise_only_with_what_they_lie_between() {
        let (limits, none) = (Limits::default(), AmountSet::default());
        let moves = Moves::Taking([&none, &none]);
        let mut games = Games::new(Effort::new(1 << 20, &limits));
        let texts = ["-2", "-1", "0", "1", "-3/2", "1/2", "^", "-1*"];
        let values = SharedValues { nodes: vec![], values: texts.map(|text| SharedValue::Text(text.into())).to_vec() };
        let stated = stated(&values, true, &mut games).unwrap();
        let saltus = Plain::read("1").unwrap().number;
        let period = texts.len() as u64;
        let examination = Examination { moves, preperiod: 0, period, saltus, stated, rows: vec![], games };
        // {-2|} = 0 = {-1|}: rising from -1 or from 0 proves nothing, and neither does falling from 1 or from 0
        let rising = |from: u64, up: Sign| (from..from + period).map(|n| examination.rises(n, up)).collect::<Vec<_>>();
        assert_eq!(rising(0, Sign::Plus), [false, false, false, true, true, true, true, true]);
        assert_eq!(rising(period, Sign::Plus), [false, false, true, true, true, true, true, true]);
        assert_eq!(rising(3 * period, Sign::Plus), [true; 8]);
        assert_eq!(rising(0, Sign::Minus), [true, true, false, false, true, true, true, true]);
        assert_eq!(rising(0, Sign::NoSign), [true; 8]);
    }
}
