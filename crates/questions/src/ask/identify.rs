//! Finds known families whose nimbers begin with a given list.
//!
//! The search covers the named games and all 1024 octal codes with at most three digits after the point (Guy & Smith 1956).
//! Then come subtraction sets: all 4095 with members up to 12, and the infinite sets that have a name. Last come amounts that
//! depend on the heap, and sequences with a number in the OEIS. Rows of a family are computed only while the list may still
//! fit.

mod oeis;

pub use oeis::{OEIS, OeisSequence};

use crate::ask::analyse::nimber_law::{NimberLaw, WrittenLaw};
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::read::json::{Number, wholes, written};
use crate::report::Report;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sprague::heap::{HeapFormula, HeapLaw, HeapSequence, InfiniteSet, Nimbers, Rows, TakeAndBreak, Theorem};
use sprague::limits::Meter;
use sprague::notation::Reader;
use sprague::rows::{GrundyNimbers, TakeAndBreakNimbers};
use sprague::{BadNotation, Limits, Nimber, Stopped};
use sprague_rules_octal::NAMED;
use sprague_rules_subtraction::{ByFormula, Formula};
use std::cmp::Reverse;

/// The maximum length of a list.
const MAX_VALUES: usize = 1000;

/// The maximum shift of a list, in heaps.
pub const MAX_SHIFT: i64 = 3;

/// The largest member of the subtraction sets that are tried.
const LARGEST: u32 = 12;

/// Lists the known families whose nimbers begin with a list.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Identify, Session};
/// let found = Session::new().ask(&Identify::of([0, 1, 2, 3, 1, 4, 3, 2]), &Limits::default())?;
/// assert_eq!(found.matches[0].family, "kayles");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Identify {
    /// The nimbers of heaps 0, 1, 2, …, at most 1000; the list may also begin at heap 1, 2 or 3.
    #[cfg_attr(feature = "flags", arg(skip))]
    pub values: Vec<u64>,
    /// Maximum number of matches to list [default: 100]
    #[cfg_attr(feature = "flags", arg(long, value_name = "M", value_parser = crate::flags::number::<usize>))]
    pub max_matches: Option<usize>,
}

/// The default for the maximum number of matches.
const MATCHES: usize = 100;

impl Identify {
    /// Returns the question about this list.
    ///
    /// ```
    /// assert_eq!(sprague_questions::Identify::of([0, 1]).values.len(), 2);
    /// ```
    pub fn of(values: impl IntoIterator<Item = u64>) -> Self {
        Self { values: values.into_iter().collect(), max_matches: None }
    }
}

impl Question for Identify {
    type Answer = Identified;
    const NAME: &'static str = "identify";

    fn report(found: &Identified) -> Option<Report> {
        let mut report = Report::default();
        if found.matches.is_empty() && found.total == 0 {
            report.say("no known sequence begins with these numbers: no named game, no octal code of up to three digits, no subtraction set up to 12, and no stored sequence of the OEIS");
        }
        found.law.iter().for_each(|law| report.say(law.to_string()));
        found.matches.iter().for_each(|found| report.say(found.to_string()));
        if found.total > found.matches.len() {
            report.say(format!("… {} matches in all; more values may rule some of them out", found.total));
        }
        Some(report)
    }

    fn answer(&self, _: &Session, limits: &Limits) -> Result<Identified, NoAnswer> {
        let Self { values, max_matches } = self;
        if values.is_empty() || values.len() > MAX_VALUES {
            return Err(NoAnswer::from(BadNotation::new(0, "1 to 1000 nimbers")).about("values", ""));
        }
        let known = || json!({ "values": values.iter().copied().map(Number).collect::<Vec<_>>() });
        let mut matches = identify_within(values, limits).map_err(|stopped| NoAnswer::from(stopped).knowing(known))?;
        let total = matches.len();
        matches.truncate(max_matches.unwrap_or(MATCHES));
        Ok(Identified { values: values.clone(), matches, total, law: law(values) })
    }
}

/// The matching families.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Identified {
    /// The list.
    #[serde(serialize_with = "wholes")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Number>"))]
    pub values: Vec<u64>,
    /// The listed families.
    pub matches: Vec<Match>,
    /// The number of all matches.
    #[serde(rename = "matches_total")]
    pub total: usize,
    /// The law of the list as nimbers of heaps 0, 1, …, unless the list repeats.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "written::<_, WrittenLaw, _>")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<WrittenLaw>"))]
    pub law: Option<NimberLaw>,
}

/// Returns the law of this list, unless the list repeats.
fn law(values: &[u64]) -> Option<NimberLaw> {
    let repeats = (1..=values.len() / 2).any(|period| (period..values.len()).all(|n| values[n] == values[n - period]));
    if repeats { None } else { NimberLaw::seen_in(values) }
}

/// Parses a list of nimbers, or the number of a sequence in the OEIS.
///
/// ```
/// use sprague_questions::identify::values;
/// assert_eq!(values("0, 1, 2"), Ok(vec![0, 1, 2]));
/// assert_eq!(values("A002186").unwrap()[..6], [0, 1, 2, 3, 1, 4]);
/// assert_eq!(values("a002186"), values("A002186"));
/// assert_eq!(values("0,1;2").unwrap_err().to_string(), "byte 3: expected a comma and another value, or nothing more");
/// ```
///
/// # Errors
/// [`BadNotation`] at the first character that cannot be part of a list, or at value 1001.
pub fn values(text: &str) -> Result<Vec<u64>, BadNotation> {
    if let Some(number) = text.strip_prefix(['A', 'a']) {
        return terms(number);
    }
    let mut reader = Reader::new(text);
    let mut values = vec![];
    loop {
        while reader.skip(' ') {}
        if values.len() == MAX_VALUES {
            return Err(reader.expected("at most 1000 values"));
        }
        if !reader.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(reader.expected("a nimber, such as 3"));
        }
        values.push(reader.small()?);
        while reader.skip(' ') {}
        if reader.rest().is_empty() {
            return Ok(values);
        }
        if !reader.skip(',') {
            return Err(reader.expected("a comma and another value, or nothing more"));
        }
    }
}

/// The number of terms that are taken from a sequence of the OEIS.
const TERMS: u64 = 40;

/// Returns the first terms of a sequence, given the digits after the A.
fn terms(number: &str) -> Result<Vec<u64>, BadNotation> {
    let all = || OEIS.iter().map(|known| oeis::written(known.number)).collect::<Vec<_>>().join(", ");
    let unknown = || BadNotation::new(0, format!("the number of one of these OEIS sequences: {}", all()));
    let number: u32 =
        Reader::new(number).whole(Reader::small).ok().and_then(|number| number.try_into().ok()).ok_or_else(unknown)?;
    let known = OEIS.iter().find(|known| known.number == number).ok_or_else(unknown)?;
    Ok(with_rows(known.family, |family| {
        let rows = Rows::of(family, (known.first + TERMS) as usize);
        rows.column(0).skip(known.first as usize).map(|nimber| nimber.0.into()).collect()
    }))
}

/// A family whose nimbers begin with the list.
///
/// ```
/// use sprague_questions::identify::Match;
/// let found = Match { family: "kayles".into(), shift: 1, oeis: None };
/// assert_eq!(found.to_string(), "kayles, from heap 1 on");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Match {
    /// The family.
    pub family: String,
    /// The heap of the first value. If it is −k, then k zeros come before heap 0.
    pub shift: i64,
    /// The OEIS number, such as A002186.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oeis: Option<String>,
}

impl std::fmt::Display for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let family = &self.family;
        match self.shift {
            0 => write!(f, "{family}"),
            1.. => write!(f, "{family}, from heap {} on", self.shift),
            -1 => write!(f, "{family}, after one zero"),
            zeros => write!(f, "{family}, after {} zeros", -zeros),
        }?;
        self.oeis.iter().try_for_each(|number| write!(f, " (OEIS {number})"))
    }
}

/// Finds families whose nimbers begin with this list, and the shift of the list for each.
///
/// Matches are sorted by shift, and then by kind: named games, octal codes, subtraction sets. If several shifts fit,
/// the match has the first of 0, 1, 2, 3, −1, −2, −3 that fits.
///
/// A common start does not prove that the sequences are equal.
///
/// ```
/// use sprague_questions::identify::identify;
///
/// let found: Vec<String> = identify(&[0, 1, 2, 3, 1, 4, 3, 2]).iter().map(ToString::to_string).collect();
/// assert_eq!(found[..4], ["kayles (OEIS A002186)", "octal:0.77", "octal:0.771", "octal:4.4, from heap 1 on"]);
/// let shifted = identify(&[1, 2, 3, 1, 4, 3, 2]);
/// assert_eq!(shifted[0].to_string(), "kayles, from heap 1 on (OEIS A002186)");
/// ```
pub fn identify(values: &[u64]) -> Vec<Match> {
    identify_within(values, &Limits { positions: u64::MAX, ..Limits::default() }).expect("a list of values has an end")
}

/// Finds families like [`identify`], within these limits. Rows count as positions.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::identify::identify_within;
/// assert!(identify_within(&[0, 1, 2, 3], &Limits { positions: 100, ..Limits::default() }).is_err());
/// ```
///
/// # Errors
/// [`Stopped`] at a limit.
pub fn identify_within(values: &[u64], limits: &Limits) -> Result<Vec<Match>, Stopped> {
    let Some(wanted) = values.iter().map(|&value| u32::try_from(value).ok()).collect::<Option<Vec<u32>>>() else {
        return Ok(vec![]);
    };
    let mut search = Search { wanted: &wanted, meter: Meter::new(limits), rows: 0, found: vec![] };
    search.named()?;
    search.octal()?;
    search.subtraction()?;
    search.formulas()?;
    search.others()?;
    let mut found = search.found;
    found.sort_by_key(|found| (found.shift.abs(), Reverse(found.shift)));
    Ok(found)
}

/// The matches found so far, and the number of rows computed.
struct Search<'a> {
    wanted: &'a [u32],
    meter: Meter<'a>,
    rows: u64,
    found: Vec<Match>,
}

impl Search<'_> {
    /// Adds a family to the matches if it fits.
    fn look_at(
        &mut self,
        family: &(impl HeapSequence<Cell = Nimber> + ?Sized),
        name: impl FnOnce() -> String,
    ) -> Result<(), Stopped> {
        let (shift, rows) = fit(family, self.wanted);
        self.rows += rows as u64;
        self.meter.allow(self.rows, || 0, || None)?;
        self.meter.look(self.rows, 0, None)?;
        self.found.extend(shift.map(|shift| {
            let family = name();
            let oeis = OEIS.iter().find(|known| known.family == family).map(|known| oeis::written(known.number));
            Match { family, shift, oeis }
        }));
        Ok(())
    }

    fn named(&mut self) -> Result<(), Stopped> {
        self.look_at(&NimNimbers, || "nim".to_owned())?;
        self.look_at(&GrundyNimbers, || "grundy".to_owned())?;
        NAMED.iter().try_for_each(|named| self.look_at(&TakeAndBreakNimbers(&named.rules().0), || named.name.to_owned()))
    }

    /// Tries octal codes, in order of their number of digits.
    fn octal(&mut self) -> Result<(), Stopped> {
        octal_codes().iter().try_for_each(|code| self.look_at(&TakeAndBreakNimbers(code), || format!("octal:{code}")))
    }

    /// Tries subtraction sets, in order of their largest member.
    fn subtraction(&mut self) -> Result<(), Stopped> {
        (1..1_u32 << LARGEST).map(SubtractionNimbers).try_for_each(|set| self.look_at(&set, || set.family()))
    }

    /// Tries the infinite sets that have a name, and amounts that depend on the heap.
    fn formulas(&mut self) -> Result<(), Stopped> {
        let sets = [InfiniteSet::Squares, InfiniteSet::Primes, InfiniteSet::Fibonacci, InfiniteSet::Odd];
        let sets = sets.into_iter().chain((2..=LARGEST_BASE).map(InfiniteSet::Powers));
        for set in sets {
            self.look_at(&Nimbers(ByFormula(Formula::Set(set))), || format!("subtraction:{set}"))?;
        }
        for formula in [HeapFormula::Divisors, HeapFormula::NonDivisors, HeapFormula::Totatives] {
            self.look_at(&Nimbers(ByFormula(Formula::OfHeap(formula))), || format!("subtraction:{formula}"))?;
        }
        for whole in 2..=LARGEST_WHOLE {
            for share in (1..whole).map(|part| HeapFormula::AtMost { part, whole }).filter(|share| is_reduced(*share)) {
                self.look_at(&Nimbers(ByFormula(Formula::OfHeap(share))), || format!("at-most:{share}"))?;
            }
        }
        Ok(())
    }

    /// Tries the remaining sequences of the OEIS.
    fn others(&mut self) -> Result<(), Stopped> {
        let is_longer = |family: &str| family.strip_prefix("octal:").is_some_and(|code| code.len() > "0.123".len());
        for known in OEIS.iter().filter(|known| is_longer(known.family)) {
            with_rows(known.family, |rows| self.look_at(rows, || known.family.to_owned()))?;
        }
        Ok(())
    }
}

/// The largest base of the sets of powers. The next constant is the largest denominator of a share.
const LARGEST_BASE: u64 = 10;
const LARGEST_WHOLE: u64 = 6;

/// Returns `true` if a share is in lowest terms.
fn is_reduced(share: HeapFormula) -> bool {
    matches!((share, share.law()), (HeapFormula::AtMost { whole, .. }, HeapLaw::Share { whole: least, .. }) if whole == least)
}

/// Calls `ask` with the nimbers of a family of the OEIS.
fn with_rows<T>(family: &str, ask: impl FnOnce(&dyn HeapSequence<Cell = Nimber>) -> T) -> T {
    let formula = |formula: Result<Formula, BadNotation>| Nimbers(ByFormula(formula.expect("its formula is known")));
    if let Some(code) = family.strip_prefix("octal:") {
        return ask(&TakeAndBreakNimbers(&code.parse().expect("it is an octal code")));
    }
    if let Some(set) = family.strip_prefix("subtraction:") {
        return ask(&formula(set.parse()));
    }
    if let Some(share) = family.strip_prefix("at-most:") {
        return ask(&formula(Formula::share(share)));
    }
    match NAMED.iter().find(|named| named.name == family) {
        Some(named) => ask(&TakeAndBreakNimbers(&named.rules().0)),
        None => ask(&GrundyNimbers),
    }
}

/// Returns all codes with at most three digits after the point, in order of their number of digits.
fn octal_codes() -> Vec<TakeAndBreak> {
    let mut codes: Vec<TakeAndBreak> = (0..1024_u32)
        .map(|code| {
            let digits = [code >> 9 << 2, code >> 6 & 7, code >> 3 & 7, code & 7];
            TakeAndBreak::from_digits(digits.map(|digit| digit as u8)).expect("the digits are octal and place 0 holds 0 or 4")
        })
        .collect();
    codes.sort_by_key(|code| (code.digits().len(), code.clone()));
    codes
}

/// Returns the first shift with which this family fits the list, and the number of rows computed.
fn fit(family: &(impl HeapSequence<Cell = Nimber> + ?Sized), wanted: &[u32]) -> (Option<i64>, usize) {
    let zeros = wanted.iter().take_while(|value| **value == 0).count() as i64;
    let mut rows = Rows::new(1);
    // a shift of −n skips the first n values of the list, which must be 0
    let mut shifts = (0..=MAX_SHIFT).chain((1..=MAX_SHIFT.min(zeros)).map(|zeros| -zeros));
    let shift = shifts.find(|&shift| {
        let (before, first) = ((-shift).max(0) as usize, shift.max(0) as usize);
        let behind = wanted.get(before..).unwrap_or_default();
        (first..).zip(behind).all(|(n, &value)| {
            while rows.len() <= n {
                rows.extend_by(family);
            }
            rows.cell(n, 0) == Nimber(value)
        })
    });
    (shift, rows.len())
}

/// The nimbers of Nim: g(n) = n.
struct NimNimbers;

impl HeapSequence for NimNimbers {
    type Cell = Nimber;
    fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
        Nimber(earlier.len() as u32)
    }
    fn theorem(&self) -> Option<Theorem> {
        None
    }
}

/// The nimbers of a subtraction set. Bit s − 1 is set for each member s.
struct SubtractionNimbers(u32);

impl SubtractionNimbers {
    fn members(&self) -> impl Iterator<Item = usize> {
        (1..=LARGEST as usize).filter(|member| self.0 >> (member - 1) & 1 != 0)
    }

    fn family(&self) -> String {
        let members: Vec<String> = self.members().map(|member| member.to_string()).collect();
        format!("subtraction:{}", members.join(","))
    }
}

impl HeapSequence for SubtractionNimbers {
    type Cell = Nimber;
    fn cell(&self, earlier: &Rows<Nimber>, _: usize) -> Nimber {
        let (n, g) = (earlier.len(), earlier.cells());
        // there are at most twelve options, so all nimbers are below 32
        let excluded = self.members().take_while(|member| *member <= n).fold(0_u32, |all, member| all | 1 << g[n - member].0);
        Nimber(excluded.trailing_ones())
    }
    fn theorem(&self) -> Option<Theorem> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RowPlan, Session, analyse};

    /// Returns the nimbers of a family as `analyse` prints them.
    fn nimbers(family: &str, to: u64) -> Vec<u64> {
        let game = Session::new().family(family).unwrap();
        let answer = analyse(&game, &RowPlan { to, ..RowPlan::default() }).unwrap().to_json();
        answer["nimbers"].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect()
    }

    #[test]
    #[ignore = "slow: seconds"]
    fn slow_every_match_really_starts_like_the_list() {
        for list in [
            &[0, 1, 0, 1, 2, 3, 2][..],
            &[0, 0, 1, 1, 2, 0, 3, 1, 1],
            &[1, 2, 0, 1, 2, 0],
            &[0, 0, 0, 1, 0, 2, 1, 0, 2],
            &[5, 6, 7],
        ] {
            let found = identify(list);
            assert!(!found.is_empty() || list == [5, 6, 7], "{list:?}");
            for Match { family, shift, .. } in found.into_iter().step_by(if cfg!(debug_assertions) { 9 } else { 1 }) {
                let mut rows = nimbers(&family, 20);
                rows.splice(0..0, vec![0; (-shift).max(0) as usize]);
                assert_eq!(&rows[shift.max(0) as usize..][..list.len()], list, "{family} {shift}");
            }
        }
    }

    #[test]
    fn a_family_is_found_by_its_own_values_however_they_are_shifted() {
        for family in
            ["nim", "grundy", "kayles", "dawson-chess", "treblecross", "octal:4.731", "octal:0.26", "subtraction:2,5,11,12"]
        {
            let rows = nimbers(family, 200);
            for shift in 0..=3 {
                let found = identify(&rows[shift..]);
                let ours = found.iter().find(|found| found.family == family).unwrap();
                assert!(ours.shift <= shift as i64, "{family} {ours}");
            }
            for zeros in 1..=3 {
                let list: Vec<u64> = vec![0; zeros].into_iter().chain(rows.iter().copied()).collect();
                let found = identify(&list);
                assert!(found.iter().any(|found| found.family == family && found.shift == -(zeros as i64)), "{family} {zeros}");
            }
        }
    }

    #[test]
    fn dawsons_games_are_found_one_heap_apart() {
        let found = identify(&nimbers("dawson-kayles", 60)[1..]);
        let shift = |family: &str| found.iter().find(|found| found.family == family).map(|found| found.shift);
        assert_eq!((shift("dawson-chess"), shift("dawson-kayles"), shift("octal:0.137")), (Some(0), Some(1), Some(0)));
    }

    #[test]
    fn lists_that_cannot_be_read_say_where() {
        for (text, at) in [
            ("", 0),
            ("x", 0),
            ("0,", 2),
            ("0,,1", 2),
            ("0,-1", 2),
            ("0 1", 2),
            ("0.5", 1),
            ("0,1 ,é", 5),
            ("18446744073709551616", 0),
        ] {
            assert_eq!(values(text).unwrap_err().at, at, "{text}");
        }
        let many = "0,".repeat(1000) + "0";
        assert_eq!(values(&many).unwrap_err().at, 2000);
        assert_eq!(values(&many[..1999]).unwrap().len(), 1000);
    }

    #[test]
    fn values_that_no_heap_has_are_found_nowhere() {
        assert_eq!(identify(&[0, 1, u64::MAX]), []);
        assert_eq!(identify(&[0, 1, 2, 3, 4, 5, 7]), []);
    }
}
