//! The known families whose nimbers start like a given list.
//!
//! The search covers the named games, all 1024 octal codes with at most three digits behind the point (Guy & Smith 1956), and
//! subtraction sets. Of these it covers all 4095 with members up to 12. Each computes rows only as long as the list may still fit.

use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::read::json::Number;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::json;
use sprague::heap::{HeapSequence, Rows, TakeAndBreak, Theorem};
use sprague::limits::Meter;
use sprague::notation::Reader;
use sprague::rows::{GrundyNimbers, TakeAndBreakNimbers};
use sprague::{BadNotation, Limits, Nimber, Stopped};
use sprague_rules_octal::NAMED;
use std::cmp::Reverse;

/// The most values of a list.
const MAX_VALUES: usize = 1000;

/// The most heaps that a list may be shifted by.
pub const MAX_SHIFT: i64 = 3;

/// The largest member of a subtraction set that is looked at.
const LARGEST: u32 = 12;

/// The known families whose nimbers start like a list.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Identify, Session};
/// let found = Session::new().ask(&Identify::of([0, 1, 2, 3, 1, 4, 3, 2]), &Limits::default())?;
/// assert_eq!(found.matches[0].family, "kayles");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Identify {
    /// Nimbers of the heaps 0, 1, 2, …, at most 1000 of them.
    ///
    /// The first may also be of heap 1, 2 or 3.
    #[cfg_attr(feature = "flags", arg(skip))]
    pub values: Vec<u64>,
    /// The most matches to list [default: 100]
    #[cfg_attr(feature = "flags", arg(long, value_name = "M", value_parser = crate::flags::number::<usize>))]
    pub max_matches: Option<usize>,
}

/// The matches that are listed if no number is given.
const MATCHES: usize = 100;

impl Identify {
    /// The question about this list.
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

    fn answer(&self, _: &Session, limits: &Limits) -> Result<Identified, NoAnswer> {
        let Self { values, max_matches } = self;
        if values.is_empty() || values.len() > MAX_VALUES {
            return Err(NoAnswer::from(BadNotation::new(0, "1 to 1000 nim values")).about("values", ""));
        }
        let known = || json!({ "values": values.iter().copied().map(Number).collect::<Vec<_>>() });
        let mut matches = identify_within(values, limits).map_err(|stopped| NoAnswer::from(stopped).knowing(known))?;
        let total = matches.len();
        matches.truncate(max_matches.unwrap_or(MATCHES));
        Ok(Identified { values: values.clone(), matches, total })
    }
}

/// The families that fit.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Identified {
    /// The list.
    #[serde(serialize_with = "numbers")]
    #[schemars(with = "Vec<Number>")]
    pub values: Vec<u64>,
    /// The families, as many as are listed.
    pub matches: Vec<Match>,
    /// The number of all matches, listed or not.
    #[serde(rename = "matches_total")]
    pub total: usize,
}

fn numbers<S: Serializer>(values: &[u64], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().copied().map(Number))
}

/// Reads a list of nim values, such as `0,1,2,3`.
///
/// ```
/// use sprague_questions::identify::values;
/// assert_eq!(values("0, 1, 2"), Ok(vec![0, 1, 2]));
/// assert_eq!(values("0,1;2").unwrap_err().to_string(), "byte 3: expected a comma and another value, or nothing more");
/// ```
///
/// # Errors
/// [`BadNotation`] at the first character that belongs to no such list, or at value 1001.
pub fn values(text: &str) -> Result<Vec<u64>, BadNotation> {
    let mut reader = Reader::new(text);
    let mut values = vec![];
    loop {
        while reader.skip(' ') {}
        if values.len() == MAX_VALUES {
            return Err(reader.expected("at most 1000 values"));
        }
        if !reader.peek().is_some_and(|c| c.is_ascii_digit()) {
            return Err(reader.expected("a nim value, such as 3"));
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

/// A family whose nim values start like the list.
///
/// ```
/// use sprague_questions::identify::Match;
/// let found = Match { family: "kayles".into(), shift: 1 };
/// assert_eq!(found.to_string(), "kayles, from heap 1 on");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Match {
    /// The family, as [`Session::family`](crate::Session::family) reads it.
    pub family: String,
    /// The heap of the first value; below 0, so many zeros precede heap 0.
    pub shift: i64,
}

impl std::fmt::Display for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let family = &self.family;
        match self.shift {
            0 => write!(f, "{family}"),
            1.. => write!(f, "{family}, from heap {} on", self.shift),
            -1 => write!(f, "{family}, after one zero"),
            zeros => write!(f, "{family}, after {} zeros", -zeros),
        }
    }
}

/// The families whose nimbers start like this list, and the shift of the list.
///
/// Least shift comes first, and then named games, octal codes, subtraction sets. A family that fits with several shifts is there
/// once, with the first that fits of 0, 1, 2, 3, −1, −2, −3.
///
/// That values start alike proves nothing about what follows.
///
/// ```
/// use sprague_questions::identify::identify;
///
/// let found: Vec<String> = identify(&[0, 1, 2, 3, 1, 4, 3, 2]).iter().map(ToString::to_string).collect();
/// assert_eq!(found[..4], ["kayles", "octal:0.77", "octal:0.771", "octal:4.4, from heap 1 on"]);
/// let shifted = identify(&[1, 2, 3, 1, 4, 3, 2]);
/// assert_eq!(shifted[0].to_string(), "kayles, from heap 1 on");
/// ```
pub fn identify(values: &[u64]) -> Vec<Match> {
    identify_within(values, &Limits { positions: u64::MAX, ..Limits::default() }).expect("a list of values has an end")
}

/// The same, under these limits: rows are positions.
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
    let mut found = search.found;
    found.sort_by_key(|found| (found.shift.abs(), Reverse(found.shift)));
    Ok(found)
}

/// The matches found so far, and their cost in rows.
struct Search<'a> {
    wanted: &'a [u32],
    meter: Meter<'a>,
    rows: u64,
    found: Vec<Match>,
}

impl Search<'_> {
    /// Notes a family if it fits.
    fn look_at(&mut self, family: &impl HeapSequence<Cell = Nimber>, name: impl FnOnce() -> String) -> Result<(), Stopped> {
        let (shift, rows) = fit(family, self.wanted);
        self.rows += rows as u64;
        self.meter.allow(self.rows, || 0, || None)?;
        self.meter.look(self.rows, 0, None)?;
        self.found.extend(shift.map(|shift| Match { family: name(), shift }));
        Ok(())
    }

    fn named(&mut self) -> Result<(), Stopped> {
        self.look_at(&NimNimbers, || "nim".to_owned())?;
        self.look_at(&GrundyNimbers, || "grundy".to_owned())?;
        NAMED.iter().try_for_each(|named| self.look_at(&TakeAndBreakNimbers(&named.rules().0), || named.name.to_owned()))
    }

    /// Few digits first.
    fn octal(&mut self) -> Result<(), Stopped> {
        octal_codes().iter().try_for_each(|code| self.look_at(&TakeAndBreakNimbers(code), || format!("octal:{code}")))
    }

    /// Small members first.
    fn subtraction(&mut self) -> Result<(), Stopped> {
        (1..1_u32 << LARGEST).map(SubtractionNimbers).try_for_each(|set| self.look_at(&set, || set.family()))
    }
}

/// All codes with at most three digits behind the point, few digits first.
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

/// The first shift by which this family fits the list, and the rows computed.
fn fit(family: &impl HeapSequence<Cell = Nimber>, wanted: &[u32]) -> (Option<i64>, usize) {
    let zeros = wanted.iter().take_while(|value| **value == 0).count() as i64;
    let mut rows = Rows::new(1);
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

/// g(n) = n.
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

/// The set of the bits: bit s - 1 for the member s.
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
        // at most twelve options
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

    /// The nimbers of a family as `analyse` prints them.
    fn nimbers(family: &str, to: u64) -> Vec<u64> {
        let game = Session::new().family(family).unwrap();
        let answer = analyse(&game, &RowPlan { to, ..RowPlan::default() }).unwrap().to_json();
        answer["nimbers"].as_array().unwrap().iter().map(|value| value.as_u64().unwrap()).collect()
    }

    #[test]
    fn every_match_really_starts_like_the_list() {
        for list in [
            &[0, 1, 0, 1, 2, 3, 2][..],
            &[0, 0, 1, 1, 2, 0, 3, 1, 1],
            &[1, 2, 0, 1, 2, 0],
            &[0, 0, 0, 1, 0, 2, 1, 0, 2],
            &[5, 6, 7],
        ] {
            let found = identify(list);
            assert!(!found.is_empty() || list == [5, 6, 7], "{list:?}");
            for Match { family, shift } in found {
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
