//! True claims of many families, found from long stretches of rows.

use sprague_check::{BadPeriod, Checked, Claim, NotAccepted};
use sprague_core::certificate::{Certificate, ClaimedRows, TheoremName};
use sprague_core::heap::{
    AmountSet, Amounts, ByHeap, Cell, FiniteAmounts, HeapRules, HeapSequence, Nimbers, OneHeap, Outcomes, Parity, PartizanHeap,
    RowKind, Rows, TakeAndBreak, Totals,
};
use sprague_core::{Impartial, Limits, Misere, NoRepeat, Outcome, Partizan, Play, Player, Ruleset, ToMove};
use std::sync::LazyLock;

/// A true claim, and more rows of its family than it states.
pub(crate) struct True {
    pub(crate) rules: HeapRules,
    pub(crate) claim: Certificate,
    pub(crate) rows: ClaimedRows,
}

/// The verdict, with no limit on rows.
pub(crate) fn check(claim: &Certificate, rules: &HeapRules) -> Result<Checked, NotAccepted> {
    claim.check(rules, &Limits { positions: u64::MAX, ..Limits::default() })
}

/// The verdict. Panics if the checker gives up.
pub(crate) fn examined(claim: &Certificate, rules: &HeapRules) -> Result<Checked, BadPeriod> {
    match check(claim, rules) {
        Err(NotAccepted::Period(mistake)) => Err(mistake),
        verdict => Ok(verdict.unwrap_or_else(|why| panic!("{claim:?}: {why}"))),
    }
}

/// The mistake in a false claim.
pub(crate) fn rejected(claim: &Certificate, rules: &HeapRules) -> BadPeriod {
    examined(claim, rules).expect_err(&format!("{claim:?} is false"))
}

pub(crate) fn set(amounts: &[u64]) -> AmountSet {
    AmountSet::new(amounts.iter().copied()).unwrap()
}

/// Subtraction: take an allowed amount.
#[derive(Clone)]
struct Take(Amounts, AmountSet);

impl Take {
    fn only(amounts: &[u64]) -> Self {
        Self(Amounts::Only(set(amounts)), set(amounts))
    }
    fn all_but(amounts: &[u64]) -> Self {
        Self(Amounts::AllBut(set(amounts)), set(&[]))
    }
}
impl Ruleset for Take {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        self.0.up_to(*heap)
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        heap - amount
    }
}
impl Impartial for Take {}
impl ByHeap for Take {
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
}
impl OneHeap for Take {}
impl FiniteAmounts for Take {
    fn amounts(&self) -> &AmountSet {
        &self.1
    }
}

/// Left takes from one set, Right from another.
struct LeftRight(AmountSet, AmountSet);
impl Partizan for LeftRight {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
        let amounts = if player == Player::Left { &self.0 } else { &self.1 };
        amounts.up_to(*heap)
    }
    fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
        heap - amount
    }
}
impl PartizanHeap for LeftRight {}

/// Stones. A position is the pile, and the numbers held by the player to move and by the other one, modulo 2.
struct Stones {
    amounts: AmountSet,
    wins: Parity,
    totals: Totals,
}
impl Ruleset for Stones {
    type Position = (u64, bool, bool);
    type Move = u64;
    fn moves(&self, (pile, ..): &Self::Position) -> impl Iterator<Item = u64> {
        self.amounts.up_to(*pile)
    }
    fn play(&self, (pile, mine, his): &Self::Position, amount: &u64) -> Self::Position {
        (pile - amount, *his, *mine != (amount % 2 == 1))
    }
    fn terminal_outcome(&self, (_, mine, his): &Self::Position) -> Outcome {
        match (*mine == (self.wins == Parity::Odd), *his == (self.wins == Parity::Odd)) {
            (true, false) => Outcome::Win,
            (false, true) => Outcome::Loss,
            _ => Outcome::Draw,
        }
    }
}
impl ByHeap for Stones {
    fn states(&self) -> usize {
        if self.totals == Totals::Odd { 2 } else { 4 }
    }
    fn position(&self, pile: u64, state: usize) -> Self::Position {
        match self.totals {
            Totals::Odd => (pile, state == 1, pile.is_multiple_of(2) != (state == 1)),
            Totals::Any => (pile, state > 1, state % 2 == 1),
        }
    }
    fn heap_index(&self, (pile, mine, his): &Self::Position) -> (u64, usize) {
        match self.totals {
            Totals::Odd => (*pile, usize::from(*mine)),
            Totals::Any => (*pile, 2 * usize::from(*mine) + usize::from(*his)),
        }
    }
}
impl OneHeap for Stones {}

/// Nimbers of a code, from every ordered way to leave up to three heaps.
pub(crate) fn nimbers_by_code(code: &str, count: usize) -> Vec<u32> {
    let digits = code.parse::<TakeAndBreak>().unwrap().digits().to_vec();
    let thirds = digits.iter().any(|digit| digit & 8 != 0);
    let mut g: Vec<u32> = vec![];
    for n in 0..count {
        let mut seen = std::collections::HashSet::new();
        for (taken, digit) in digits.iter().enumerate().take(n + 1) {
            let left = n - taken;
            for a in 0..=if thirds { left } else { 0 } {
                for b in 0..=left - a {
                    let parts = [a, b, left - a - b].into_iter().filter(|&part| part > 0);
                    if digit >> parts.clone().count() & 1 == 1 {
                        seen.insert(parts.fold(0, |sum, part| sum ^ g[part]));
                    }
                }
            }
        }
        g.push((0..).find(|value| !seen.contains(value)).unwrap());
    }
    g
}

fn nimbers(family: &impl HeapSequence<Cell = sprague_core::Nimber>, count: usize) -> ClaimedRows {
    let rows = Rows::of(family, count);
    ClaimedRows::Nimbers((0..count).map(|n| rows.row(n).iter().map(|nimber| nimber.0).collect()).collect())
}

fn outcomes(family: &impl HeapSequence<Cell = Outcome>, count: usize) -> ClaimedRows {
    let rows = Rows::of(family, count);
    ClaimedRows::Outcomes((0..count).map(|n| rows.row(n).iter().map(|outcome| outcome.letter()).collect()).collect())
}

/// The least rise, preperiod and period that agree with more than the last two thirds of the rows.
fn period<R>(rows: &[R], rise: impl Fn(&R, &R) -> Option<i64>, may_rise: bool) -> Option<(usize, usize, u64)> {
    (1..rows.len() / 4).find_map(|p| {
        let last = rise(&rows[rows.len() - 1 - p], &rows[rows.len() - 1]);
        let saltus = last.and_then(|rise| u64::try_from(rise).ok()).filter(|&rise| may_rise || rise == 0)?;
        let differs = |n: &usize| rise(&rows[*n], &rows[n + p]) != Some(saltus as i64);
        let preperiod = (0..rows.len() - p).rev().find(differs).map_or(0, |n| n + 1);
        let is_seen = preperiod + 3 * p < rows.len() && preperiod < rows.len() / 3;
        is_seen.then_some((preperiod, p, saltus))
    })
}

fn rise_of_all(before: &[u32], after: &[u32]) -> Option<i64> {
    let mut rises = before.iter().zip(after).map(|(&a, &b)| sprague_core::Nimber(a).rise(sprague_core::Nimber(b)));
    let first = rises.next()?;
    rises.all(|rise| rise == first).then_some(first)
}

/// The first rows of a longer stretch.
pub(crate) fn first(rows: &ClaimedRows, count: usize) -> ClaimedRows {
    match rows {
        ClaimedRows::Nimbers(rows) => ClaimedRows::Nimbers(rows[..count].to_vec()),
        ClaimedRows::Outcomes(rows) => ClaimedRows::Outcomes(rows[..count].to_vec()),
    }
}

/// The claim that these rows suggest, if they suggest one.
fn claim(rules: HeapRules, play: Play, theorem: TheoremName, rows: ClaimedRows) -> Option<True> {
    let scored = matches!(rules, HeapRules::Cumulative(_));
    let kind = if scored { RowKind::Scores } else { RowKind::Nimbers };
    let (kind, seen) = match &rows {
        ClaimedRows::Nimbers(rows) => (kind, period(rows, |a, b| rise_of_all(a, b), theorem == TheoremName::AllBut)),
        ClaimedRows::Outcomes(rows) => (RowKind::Outcomes, period(rows, |a, b| (a == b).then_some(0), false)),
    };
    let (preperiod, period, saltus) = seen?;
    let values = first(&rows, preperiod + period);
    let (preperiod, period) = (preperiod as u64, period as u64);
    let family = format!("{rules:?}");
    let claim = Certificate { family, play, rows: kind, theorem, preperiod, period, saltus, values, equal_states: None };
    Some(True { rules, claim, rows })
}

fn must(rules: HeapRules, play: Play, theorem: TheoremName, rows: ClaimedRows) -> True {
    let shown = format!("{rules:?}");
    claim(rules, play, theorem, rows).unwrap_or_else(|| panic!("the rows of {shown} are seen to repeat"))
}

const LOOK_BACK: TheoremName = TheoremName::BoundedLookBack;

pub(crate) fn subtraction(amounts: &[u64]) -> Vec<True> {
    let (rules, take) = (HeapRules::Subtraction(Amounts::Only(set(amounts))), Take::only(amounts));
    let count = 200;
    vec![
        must(rules.clone(), Play::Normal, LOOK_BACK, nimbers(&Nimbers(take.clone()), count)),
        must(rules.clone(), Play::Normal, LOOK_BACK, outcomes(&Outcomes(take.clone()), count)),
        must(rules, Play::Misere, LOOK_BACK, outcomes(&Outcomes(Misere(take)), count)),
    ]
}

/// Scores of cumulative subtraction by definition.
pub(crate) fn cumulative(amounts: &[u64]) -> True {
    let mut scores: Vec<Vec<u32>> = vec![];
    for n in 0..200_u64 {
        let worth = |amount: &u64| *amount as i64 - i64::from(scores[(n - amount) as usize][0]);
        let best = amounts.iter().filter(|amount| **amount <= n).map(worth).max();
        scores.push(vec![best.unwrap_or(0).try_into().unwrap()]);
    }
    must(HeapRules::Cumulative(set(amounts)), Play::Normal, LOOK_BACK, ClaimedRows::Nimbers(scores))
}

pub(crate) fn all_but(forbidden: &[u64]) -> Vec<True> {
    let (rules, take) = (HeapRules::Subtraction(Amounts::AllBut(set(forbidden))), Take::all_but(forbidden));
    let count = 400;
    vec![
        must(rules.clone(), Play::Normal, TheoremName::AllBut, nimbers(&Nimbers(take.clone()), count)),
        must(rules.clone(), Play::Normal, TheoremName::AllBut, outcomes(&Outcomes(take.clone()), count)),
        must(rules, Play::Misere, TheoremName::AllBut, outcomes(&Outcomes(Misere(take)), count)),
    ]
}

pub(crate) fn no_repeat(amounts: &[u64], memory: usize) -> Vec<True> {
    let rules = HeapRules::NoRepeat { amounts: set(amounts), memory };
    let take = NoRepeat { rules: Take::only(amounts), memory };
    let count = 250;
    let rows = [
        (Play::Normal, nimbers(&Nimbers(take.clone()), count)),
        (Play::Normal, outcomes(&Outcomes(take.clone()), count)),
        (Play::Misere, outcomes(&Outcomes(Misere(take)), count)),
    ];
    rows.into_iter().filter_map(|(play, rows)| claim(rules.clone(), play, LOOK_BACK, rows)).collect()
}

pub(crate) fn asymmetric(left: &[u64], right: &[u64]) -> Vec<True> {
    let rules = HeapRules::PartizanSubtraction { left: set(left), right: set(right) };
    let normal = outcomes(&Outcomes(ToMove(LeftRight(set(left), set(right)))), 200);
    let misere = outcomes(&Outcomes(Misere(ToMove(LeftRight(set(left), set(right))))), 200);
    vec![must(rules.clone(), Play::Normal, LOOK_BACK, normal), must(rules, Play::Misere, LOOK_BACK, misere)]
}

pub(crate) fn stones(amounts: &[u64]) -> Vec<True> {
    let mut claims = vec![];
    for wins in [Parity::Odd, Parity::Even] {
        for totals in [Totals::Odd, Totals::Any] {
            let rows = outcomes(&Outcomes(Stones { amounts: set(amounts), wins, totals }), 300);
            claims.push(must(HeapRules::Stones { amounts: set(amounts), wins, totals }, Play::Normal, LOOK_BACK, rows));
        }
    }
    claims
}

pub(crate) fn code(code: &str, count: usize) -> Option<True> {
    let digits: TakeAndBreak = code.parse().unwrap();
    let theorem = if digits.most_heaps() == 1 { LOOK_BACK } else { TheoremName::GuySmith };
    let rows = nimbers_by_code(code, count).into_iter().map(|value| vec![value]).collect();
    claim(HeapRules::TakeAndBreak(digits), Play::Normal, theorem, ClaimedRows::Nimbers(rows))
}

/// Outcomes of a code that splits nothing.
pub(crate) fn taking(code: &str, play: Play) -> True {
    let digits: TakeAndBreak = code.parse().unwrap();
    let mut word = String::new();
    for n in 0..200_usize {
        let lost_after = |(taken, digit): (usize, &u8)| {
            let legal = digit & if taken == n { 1 } else { 2 } != 0 && taken <= n;
            legal.then(|| word.as_bytes()[n - taken] == b'P')
        };
        let options: Vec<bool> = digits.digits().iter().enumerate().skip(1).filter_map(lost_after).collect();
        let won = if options.is_empty() { play == Play::Misere } else { options.contains(&true) };
        word.push(if won { 'N' } else { 'P' });
    }
    let rows = word.chars().map(String::from).collect();
    must(HeapRules::TakeAndBreak(digits), play, LOOK_BACK, ClaimedRows::Outcomes(rows))
}

pub(crate) fn some_of_every_kind() -> &'static [True] {
    static CLAIMS: LazyLock<Vec<True>> = LazyLock::new(some_claims);
    &CLAIMS
}

fn some_claims() -> Vec<True> {
    let mut claims = vec![];
    claims.extend([vec![1, 3, 4], vec![2, 5], vec![2, 4, 7], vec![]].iter().flat_map(|amounts| subtraction(amounts)));
    claims.extend([vec![], vec![1], vec![2], vec![1, 2], vec![1, 3, 4]].iter().flat_map(|forbidden| all_but(forbidden)));
    claims.extend([vec![2, 5], vec![1, 3, 4], vec![]].iter().map(|amounts| cumulative(amounts)));
    claims.extend(no_repeat(&[1, 2, 3, 4, 5], 1));
    claims.extend(no_repeat(&[1, 2, 4], 2));
    claims.extend(asymmetric(&[2, 5, 9], &[3, 5, 9]));
    claims.extend(asymmetric(&[1], &[]));
    claims.extend(stones(&[1, 2, 3]));
    claims.extend(stones(&[2, 4]));
    let codes = [("0.77", 400), ("0.07", 200), ("0.15", 100), ("0.12", 100), ("0.f", 100), ("4.", 100)];
    claims.extend(codes.map(|(name, rows)| code(name, rows).expect("it repeats")));
    claims.extend([Play::Normal, Play::Misere].map(|play| taking("0.123", play)));
    claims
}
