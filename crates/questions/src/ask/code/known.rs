//! What is known of the nimbers of a family: a formula, a period, a law, or nothing.

use super::rules::share;
use super::run::{Ended, Run};
use crate::ask::analyse::{Analysis, NimberLaw, RowTable};
use num_bigint::BigUint;
use sprague::Stopped;
use sprague::heap::{AmountSet, Amounts, HeapFormula, HeapLaw, HeapRules, InfiniteSet, Period, Section, SectionLaw};
use std::collections::BTreeMap;

/// The form in which `grundy` is written.
#[derive(Clone, Debug)]
pub(super) enum Form {
    /// The amounts from the first to the second.
    Range(u64, u64),
    /// At most this share of the heap.
    Share(u64, u64),
    /// The index of the least prime that divides the heap.
    LeastPrime,
    /// A period, with the row up to its end if that is short.
    Period(Period, Option<Vec<u64>>),
    /// A law for each residue. Where it says nothing, nimbers follow from the moves.
    Sections(SectionLaw),
    /// Nothing but the moves.
    Open,
}

/// A period is written as a row if it ends before this heap.
pub(super) const LONGEST_ROW: u64 = 2_000;

/// Heaps whose nimbers are computed to test what was only observed.
const FAR: [u64; 10] = [2_048, 8_192, 10_000, 12_345, 50_627, 100_001, 1_000_000, 10_000_005, 1_000_000_000, 1_000_000_007];

/// A form, and how it is known.
pub(super) struct Known {
    pub(super) form: Form,
    /// `proved`, `observed`, or `None` if nothing is known.
    pub(super) status: Option<&'static str>,
    pub(super) theorem: Option<String>,
    /// The statement with its proof, for a comment.
    pub(super) says: String,
}

impl Known {
    /// Returns what the rules or the rows of a family tell about all heaps.
    pub(super) fn of(rules: Option<&HeapRules>, analysis: &Analysis, nimbers: &[u64], is_observed: bool) -> Self {
        let proved = |form, theorem: &str, says: String| Self {
            form,
            status: Some("proved"),
            theorem: Some(theorem.to_owned()),
            says: format!("proved for every n: {says}"),
        };
        let observed = |form, rows: u64, says: String| Self {
            form,
            status: Some("observed"),
            theorem: None,
            says: format!("observed for n < {rows}, not proved: {says}"),
        };
        // 1. amounts in a row, and amounts that depend on the heap
        match rules {
            Some(HeapRules::Subtraction(Amounts::Only(set))) => {
                if let Some((least, most)) = range(set) {
                    let says =
                        format!("G(n) = floor((n mod {}) / {least}), as for every set L to R (Winning Ways ch. 4)", least + most);
                    return proved(Form::Range(least, most), "Winning Ways ch. 4", says);
                }
            }
            Some(HeapRules::OfHeap(formula)) => {
                let law = formula.law();
                let form = match (&law, formula) {
                    (_, HeapFormula::AtMost { part, whole }) => Form::Share(*part, *whole),
                    (HeapLaw::Sections(law), _) => Form::Sections(law.clone()),
                    _ => Form::LeastPrime,
                };
                let source = if matches!(form, Form::Share(..)) { "Levine 2006" } else { "Iannucci & Larsson 2021" };
                return proved(form, source, format!("{law} ({source})"));
            }
            _ => {}
        }
        // 2. a period
        if let Some(period) = analysis.period.filter(|period| period.is_proved() || is_observed) {
            let Period { preperiod, period: length, saltus, theorem } = period;
            let end = preperiod.saturating_add(length);
            let row =
                usize::try_from(end).ok().filter(|_| end < LONGEST_ROW).and_then(|end| nimbers.get(..end)).map(<[u64]>::to_vec);
            let rising = if saltus > 0 { format!(", rising by {saltus}") } else { String::new() };
            let says = format!("period {length} from n = {preperiod} on{rising}");
            let form = Form::Period(period, row);
            return match theorem {
                Some(theorem) => proved(form, theorem.name(), format!("{says}, by {theorem}")),
                None => observed(form, analysis.sought_in, says),
            };
        }
        // 3. a law, whole or for some residues
        if let Some(NimberLaw { law: HeapLaw::Sections(law), seen_in }) = analysis.law.as_ref().filter(|_| is_observed)
            && let Some((form, says)) = form_of(law.clone(), nimbers)
        {
            let others = if form.recurses() { "; others by recursion over the moves" } else { "" };
            return observed(form, seen_in.unwrap_or_default(), says + others);
        }
        match &analysis.remark {
            Some(refuted) if refuted.contains("is seen in the first") => Self::unknown(refuted),
            _ => Self::unknown(&format!("none in {} rows", nimbers.len())),
        }
    }

    pub(super) fn unknown(why: &str) -> Self {
        let says = format!("no period or law is known ({why}): nimbers by recursion over the moves");
        Self { form: Form::Open, status: None, theorem: None, says }
    }

    /// Tests an observation at large heaps from the rules alone, and drops it if it is false there.
    ///
    /// # Errors
    /// A limit of the question.
    pub(super) fn challenged<'a>(self, run: &dyn Fn() -> Run<'a>) -> Result<Self, Stopped> {
        if self.status != Some("observed") {
            return Ok(self);
        }
        let mut tested = 0;
        for heap in FAR {
            // rules that reach too many heaps from here reach more from larger ones
            let nimber = match run().nimber(heap, &|_| None) {
                Err(Ended::Stopped(stopped)) => return Err(stopped),
                Err(_) => break,
                Ok(nimber) => nimber,
            };
            let Some(claimed) = self.form.nimber(heap) else { continue };
            if claimed != nimber {
                let what = self.says.split(": ").nth(1).unwrap_or_default().to_owned();
                return Ok(Self::unknown(&format!("that seen in small heaps, {what}, is false at n = {heap}")));
            }
            tested = heap;
        }
        if tested == 0 {
            return Ok(self);
        }
        Ok(Self { says: self.says.replacen(", not proved", &format!(" and in tests up to {tested}, not proved"), 1), ..self })
    }
}

impl Form {
    /// Returns the nimber of a heap, if this form gives it without the moves.
    pub(super) fn nimber(&self, heap: u64) -> Option<u64> {
        let by_law = |law: &HeapLaw| {
            let mut steps = 0;
            let mut step = || {
                steps += 1;
                if steps < 1_000 { Ok(()) } else { Err(()) }
            };
            law.nimber(&BigUint::from(heap), &mut step).ok()??.try_into().ok()
        };
        match self {
            Self::Range(least, most) => Some(heap % (least + most) / least),
            Self::Share(part, whole) => by_law(&HeapLaw::Share { part: *part, whole: *whole }),
            Self::LeastPrime => by_law(&HeapLaw::LeastPrime),
            Self::Period(period, Some(row)) => {
                let (at, times) = period.fold(heap);
                Some(row[at as usize] + times * period.saltus)
            }
            Self::Sections(law) => by_law(&HeapLaw::Sections(law.clone())),
            Self::Period(_, None) | Self::Open => None,
        }
    }

    /// Returns `true` if `grundy` must recurse over the moves.
    pub(super) fn recurses(&self) -> bool {
        match self {
            Self::Period(_, row) => row.is_none(),
            Self::Sections(law) => law.sections.contains(&Section::Open),
            Self::Open => true,
            _ => false,
        }
    }

    /// Returns the script of `grundy`, or of the lines before its recursion. `row(i)` is an entry of [`row`](Self::row).
    pub(super) fn script(&self) -> String {
        let body = match self {
            Self::Range(1, most) => format!("n % {}", most + 1),
            Self::Range(least, most) => format!("n % {} / {least}", least + most),
            Self::Share(1, 1) => "n".to_owned(),
            Self::Share(1, whole) => {
                format!(
                    "while n % {whole} != 0 {{ let q = n / {whole}; n -= (q + 1) * max(1, n % {whole} / (q + 1)); }} n / {whole}"
                )
            }
            Self::Share(part, whole) => {
                let take = share(*part, *whole);
                return format!(
                    "fn take(n) {{ {take} }}
                     fn grundy(n) {{ while take(n) > 0 && take(n) == take(n - 1) {{ n -= take(n) + 1; }} take(n) }}"
                );
            }
            Self::LeastPrime => {
                return "fn is_prime(x) { let d = 2; while d * d <= x && x % d != 0 { d += 1; } x > 1 && d * d > x }
                        fn grundy(n) { if n < 2 { return n; } if n % 2 == 0 { return 0; }
                          let d = 3; let i = 2; while n % d != 0 { if is_prime(d) { i += 1; } d += 2; } i }"
                    .to_owned();
            }
            Self::Period(period, row) => {
                let Period { preperiod: n0, period: p, saltus, .. } = period;
                let at = if *n0 == 0 { format!("n % {p}") } else { format!("{n0} + (n - {n0}) % {p}") };
                match row {
                    None => {
                        let gain = if *saltus > 0 { format!(" + (n - {n0}) / {p} * {saltus}") } else { String::new() };
                        format!("if n >= {} {{ return grundy({at}){gain}; }} -1", n0 + p)
                    }
                    Some(row) if *n0 == 0 && *p == *saltus && is_counting(row) => "n".to_owned(),
                    Some(row) if *n0 == 0 && *saltus == 0 && is_counting(row) => format!("n % {p}"),
                    Some(_) if *n0 == 0 && *saltus == 0 => format!("row({at})"),
                    Some(_) => {
                        let gain = if *saltus > 0 { format!(" + (n - i) / {p} * {saltus}") } else { String::new() };
                        let at = if *n0 == 0 { at } else { format!("if n < {n0} {{ n }} else {{ {at} }}") };
                        format!("let i = {at}; row(i){gain}")
                    }
                }
            }
            Self::Sections(law) if self.recurses() => partly(law),
            Self::Sections(law) => sections(law),
            Self::Open => "-1".to_owned(),
        };
        format!("fn grundy(n) {{ {body} }}")
    }

    /// Returns the nimbers that the script of `grundy` reads.
    pub(super) fn row(&self) -> Option<&[u64]> {
        match self {
            Self::Period(period, Some(row)) if period.preperiod > 0 || !is_counting(row) => Some(row),
            Self::Sections(law) if !law.first.is_empty() && !self.recurses() => Some(&law.first),
            _ => None,
        }
    }

    /// Returns the script of `leaves(n, x)`: a heap of nimber x that a move leaves, or -1.
    pub(super) fn leaves(&self) -> Option<String> {
        let body = match self {
            Self::Range(least, most) => format!(
                "let low = max(n - {most}, 0); let base = low - low % {both}; let m = max(base + x * {least}, low); \
                 if m >= base + min(x * {least} + {least}, {both}) {{ m = base + {both} + x * {least}; }} \
                 if m + {least} <= n {{ m }} else {{ -1 }}",
                both = least + most
            ),
            Self::Period(Period { preperiod: 0, saltus, period, .. }, Some(row)) if saltus == period && is_counting(row) => {
                "if x < n { x } else { -1 }".to_owned()
            }
            Self::Share(1, whole @ 2..) => format!(
                "let m = x * {whole}; while m < n - n / {whole} {{ m += m / {} + 1; }} if m < n {{ m }} else {{ -1 }}",
                whole - 1
            ),
            _ => return None,
        };
        Some(format!("fn leaves(n, x) {{ {body} }}"))
    }

    /// Returns the cost of `grundy` in words, given the piece that computes it.
    pub(super) fn cost(&self, way: &str) -> String {
        match self {
            Self::Period(period, None) => {
                format!("O(moves of all heaps below {}) once, then O(1)", period.preperiod.saturating_add(period.period))
            }
            _ if self.recurses() => match way {
                "memo" => "O(heaps that are reached * moves)",
                "bits" => "O(n^2 / 64) once, as the same amounts are taken from every n <= 500",
                _ => "O(n * moves of a heap) once",
            }
            .to_owned(),
            Self::Sections(_) | Self::Share(..) => "O(log n)".to_owned(),
            Self::LeastPrime => "O(p sqrt(p)) for the least prime p that divides n".to_owned(),
            _ => "O(1)".to_owned(),
        }
    }
}

/// Returns the least and the greatest of these amounts, if all between them belong to the set.
pub(super) fn range(set: &AmountSet) -> Option<(u64, u64)> {
    let amounts = set.as_slice();
    let (least, most) = (*amounts.first()?, set.greatest()?);
    (most - least == amounts.len() as u64 - 1).then_some((least, most))
}

/// Returns `true` if heaps have so many moves that rows are slow.
pub(super) fn has_many_moves(rules: &HeapRules) -> bool {
    match rules {
        HeapRules::Subtraction(Amounts::Infinite(set)) => *set == InfiniteSet::Primes,
        HeapRules::TakeAndBreak(code) => code.digits().iter().any(|digit| *digit > 7),
        _ => false,
    }
}

/// Returns `true` for 0, 1, 2, ….
fn is_counting(row: &[u64]) -> bool {
    row.iter().zip(0..).all(|(nimber, heap)| *nimber == heap)
}

/// Returns the lines of `grundy` before its recursion, for a law that is open for some residues.
fn partly(law: &SectionLaw) -> String {
    let base = law.sections.len();
    let mut rests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (rest, section) in law.sections.iter().enumerate() {
        let nimber = match *section {
            Section::Linear { rise: 0, constant } => constant.to_string(),
            Section::Linear { rise, constant } => format!("n / {base} * {rise} + {constant}"),
            Section::Smaller { step, shift, gain } => format!("grundy(n / {base} * {step} + {shift}) + {gain}"),
            Section::Open => continue,
        };
        rests.entry(nimber).or_default().push(format!("n % {base} == {rest}"));
    }
    let line = |(nimber, tests): (String, Vec<String>)| {
        format!("if n >= {} && ({}) {{ return {nimber}; }} ", law.first.len(), tests.join(" || "))
    };
    rests.into_iter().map(line).chain(["-1".to_owned()]).collect()
}

/// Returns the body of `grundy` by residues.
fn sections(law: &SectionLaw) -> String {
    let base = law.sections.len();
    let shifted = |shift: i64| match shift {
        0 => String::new(),
        1.. => format!(" + {shift}"),
        _ => format!(" - {}", shift.unsigned_abs()),
    };
    let times = |factor: u64, shift: i64| match factor {
        0 => shift.to_string(),
        1 => format!("q{}", shifted(shift)),
        _ => format!("{factor} * q{}", shifted(shift)),
    };
    let gains = law.sections.iter().any(|section| matches!(section, Section::Smaller { gain, .. } if *gain != 0));
    let plus = if gains { " + gain" } else { "" };
    // residues with one law are one branch
    let mut branches: Vec<(Section, Vec<usize>)> = vec![];
    for (rest, section) in law.sections.iter().enumerate() {
        match branches.iter_mut().find(|(known, _)| known == section) {
            Some((_, rests)) => rests.push(rest),
            None => branches.push((*section, vec![rest])),
        }
    }
    let mut body = String::new();
    for (section, rests) in &branches {
        let act = match *section {
            Section::Linear { rise, constant } => format!("return {}{plus};", times(rise, constant)),
            Section::Smaller { step, shift, gain: 0 } => format!("n = {};", times(step, shift)),
            Section::Smaller { step, shift, gain } => format!("n = {}; gain += {gain};", times(step, shift)),
            Section::Open => continue,
        };
        let tests: Vec<String> = rests.iter().map(|rest| format!("r == {rest}")).collect();
        body += &if rests.len() == base { act } else { format!("if {} {{ {act} }} else ", tests.join(" || ")) };
    }
    let first = law.first.len();
    // a variable without use would be a warning
    let q = if body.contains('q') { format!("let q = n / {base}; ") } else { String::new() };
    let parts = if body.contains("r ==") { format!("{q}let r = n % {base}; ") } else { q };
    let body = body.strip_suffix("else ").map_or(body.clone(), |body| {
        // the last branch is taken by all that is left
        match body.rfind("if r ==") {
            Some(at) => format!("{}{}", &body[..at], &body[at..][body[at..].find('{').unwrap_or(0)..]),
            None => body.to_owned(),
        }
    });
    let start = if gains { "let gain = 0; " } else { "" };
    let small = if first > 0 { format!("if n < {first} {{ return row(n){plus}; }} ") } else { String::new() };
    format!("{start}while true {{ {small}{parts}{body} }}")
}

/// Who wins a heap alone, if nimbers follow no rule but outcomes do: a form whose nimbers are 1 and 0, and a comment.
pub(super) struct Alone {
    pub(super) form: Form,
    pub(super) says: String,
}

impl Alone {
    /// Returns a period of outcomes that is short enough to be written, or a law, from the analysis or seen in these nimbers.
    pub(super) fn of(analysis: &Analysis, nimbers: &[u64], is_observed: bool) -> Option<Self> {
        let outcomes: Vec<u64> = nimbers.iter().map(|nimber| u64::from(*nimber > 0)).collect();
        let seen = match analysis.outcome_period {
            Some(period) => Some((period, analysis.sought_in)),
            None => {
                let rows = nimbers.len() as u64;
                let is_seen = |period: &Period| 2 * period.preperiod + 4 * period.period < rows;
                repeating(&outcomes, is_seen).map(|period| (period, rows))
            }
        };
        let by_period = seen.and_then(|(period, rows)| {
            let end = usize::try_from(period.preperiod.checked_add(period.period)?).ok()?;
            let is_known = period.is_proved() || (is_observed && rows >= FEWEST_ALONE);
            let row = outcomes.get(..end).filter(|_| is_known && 3 < end && end <= LONGEST_ALONE)?.to_vec();
            let says = format!("period {} from n = {} on", period.period, period.preperiod);
            Some((Form::Period(period, Some(row)), period.theorem, rows, says))
        });
        // powers of 2 as exceptions look like a long preperiod
        let is_plain = |(form, theorem, ..): &(Form, Option<_>, _, _)| {
            theorem.is_some() || form.row().is_none_or(|row| row.len() < LONGEST_PLAIN)
        };
        let by_law = || {
            let (form, says) = form_of(SectionLaw::observed(&outcomes)?, &outcomes)?;
            Some((form, None, nimbers.len() as u64, says.replace("G(", "W(")))
        };
        let needs_law = is_observed && nimbers.len() as u64 >= FEWEST_ALONE && !by_period.as_ref().is_some_and(is_plain);
        let (form, theorem, rows, says) = needs_law.then(by_law).flatten().or(by_period)?;
        let how = match theorem {
            Some(theorem) => format!("proved by {theorem}"),
            None => format!("observed for n < {rows}, not proved"),
        };
        Some(Self { form, says: format!("who wins one heap alone, {how}: {says}") })
    }

    /// Returns `true` unless the rules refute it at large heaps.
    pub(super) fn stands<'a>(&self, run: &dyn Fn() -> Run<'a>) -> bool {
        let mut tested = FAR.into_iter().map_while(|heap| Some((heap, run().nimber(heap, &|_| None).ok()?)));
        tested.all(|(heap, nimber)| self.form.nimber(heap) == Some(nimber.min(1)))
    }

    /// Returns the lost heaps, if all large heaps are won.
    fn lost(&self) -> Option<Vec<usize>> {
        match &self.form {
            Form::Period(Period { period: 1, .. }, Some(row)) if row.last() == Some(&1) => {
                Some((0..row.len()).filter(|n| row[*n] == 0).collect())
            }
            _ => None,
        }
    }

    /// Returns the entries that the script reads.
    pub(super) fn row(&self) -> Option<&[u64]> {
        self.form.row().filter(|_| self.lost().is_none())
    }

    pub(super) fn script(&self) -> String {
        match self.lost() {
            Some(lost) => format!("fn wins_alone(n) {{ for m in {lost:?} {{ if m == n {{ return false; }} }} true }}"),
            None => self.form.script().replace("grundy", "alone") + " fn wins_alone(n) { alone(n) == 1 }",
        }
    }
}

/// Returns the form of a law and a sentence, if these nimbers follow it.
fn form_of(law: SectionLaw, nimbers: &[u64]) -> Option<(Form, String)> {
    let says = law.to_string();
    let form = Form::Sections(law);
    let follows = |heap, nimber| form.nimber(heap).map_or(form.recurses(), |claimed| claimed == nimber);
    nimbers.iter().zip(0..).all(|(nimber, heap)| follows(heap, *nimber)).then_some((form, says))
}

/// A period of outcomes is observed in at least this many rows.
const FEWEST_ALONE: u64 = 200;

/// A law is sought if the row of outcomes is at least as long.
const LONGEST_PLAIN: usize = 100;

/// The longest row of outcomes that is written.
const LONGEST_ALONE: usize = 1_400;

/// Returns the shortest period that these entries have, if it is at most 200 and accepted.
pub(super) fn repeating(entries: &[u64], is_accepted: impl Fn(&Period) -> bool) -> Option<Period> {
    let found = (1..entries.len().min(201)).filter_map(|period| {
        let saltus = entries.last()?.checked_sub(entries[entries.len() - 1 - period])?;
        let repeats = |at: usize| entries[at] + saltus == entries[at + period];
        let preperiod = (0..entries.len() - period).rev().find(|at| !repeats(*at)).map_or(0, |at| at + 1);
        Some(Period { preperiod: preperiod as u64, period: period as u64, saltus, theorem: None })
    });
    found.into_iter().find(is_accepted)
}

/// Returns the nimbers of an analysis, if it has some.
pub(super) fn nimbers(analysis: &Analysis) -> Option<&[u64]> {
    match &analysis.rows {
        RowTable::Nimbers { nimbers, .. } => Some(nimbers),
        _ => None,
    }
}
