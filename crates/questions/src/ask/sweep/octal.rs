//! A sweep over all octal codes of a few digits, which finds the exact period of each, with a theorem.
//!
//! If no period of a code is proved, the result has the reason.
//!
//! The codes are 0.d1d2… and 4.d1d2… with up to a given number of digits d from 0 to 7 after the point. Each game
//! occurs once, because 0.7 and 0.70 are the same. Codes are sorted by their digits, and those with 0. come first. Guy
//! & Smith 1956; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.

use super::code_period::CodePeriod;
use super::swept::{Kind, Swept};
use super::{Extent, LongestCode, OctalSummary, result};
use crate::ask::analyse::analyse;
use crate::ask::row_plan::RowPlan;
use crate::question::{NoAnswer, Reached};
use crate::read::Session;
use crate::read::json::{Number, number_of};
use serde::Serialize;
use serde_json::Value;
use sprague::heap::TakeAndBreak;
use sprague::rows::sweep::{Job, Shard};
use sprague::{Limits, Stopped};
use std::slice;
use thiserror::Error;

/// The maximum number of digits after the point.
const MOST: u32 = 8;

/// The default for the number of rows in which a period is sought.
const SEEK: u64 = 10_000;

/// A sweep over all codes up to a number of digits, under normal play.
///
/// Each code has the same number of rows in which its period is sought. Work on a code is limited by counts, not by
/// time, so that answers are the same on every machine.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::{Job, all_cores};
/// use sprague_questions::sweep::{OctalSummary, OctalSweep};
///
/// let sweep = OctalSweep::new(1)?;
/// assert_eq!((sweep.codes(), sweep.seek()), (16, 10_000));
/// let (tally, stopped) = sweep.run(OctalSummary::default(), all_cores(), &Limits::default(), &mut ());
/// assert_eq!((tally.codes, stopped), (16, None));
/// # Ok::<(), sprague_questions::sweep::BadDigits>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctalSweep {
    digits: u32,
    seek: u64,
    /// The maximum number of rows of a code, even if `seek` is larger.
    positions: u64,
    /// The maximum memory for a code, in bytes.
    bytes: u64,
    shard: Shard,
}

/// The error for a number of digits that cannot be swept.
///
/// ```
/// use sprague_questions::sweep::OctalSweep;
/// assert_eq!(OctalSweep::new(9).unwrap_err().to_string(), "1 to 8 digits after the point, not 9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("1 to 8 digits after the point, not {0}")]
pub struct BadDigits(pub u32);

impl OctalSweep {
    /// Returns a sweep over all codes up to a number of digits after the point. Each period is sought in 10,000 rows.
    ///
    /// ```
    /// assert!(sprague_questions::sweep::OctalSweep::new(0).is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadDigits`] if `digits` is 0 or above 8.
    pub fn new(digits: u32) -> Result<Self, BadDigits> {
        let Limits { positions, bytes, .. } = Limits::default();
        match (1..=MOST).contains(&digits) {
            true => Ok(Self { digits, seek: SEEK, positions, bytes, shard: Shard::WHOLE }),
            false => Err(BadDigits(digits)),
        }
    }

    /// Returns the sweep with this number of rows in which periods are sought.
    ///
    /// ```
    /// assert_eq!(sprague_questions::sweep::OctalSweep::new(3)?.seeking(100_000).seek(), 100_000);
    /// # Ok::<(), sprague_questions::sweep::BadDigits>(())
    /// ```
    #[must_use]
    pub fn seeking(self, seek: u64) -> Self {
        Self { seek, ..self }
    }

    /// Returns the sweep with these limits on the rows and bytes of each code.
    ///
    /// ```
    /// # use sprague_questions::sweep::Kind;
    /// let sweep = sprague_questions::sweep::OctalSweep::new(3)?.within(5_000, 1 << 20);
    /// assert_eq!(sweep.question(), "sweep octal --digits 3 --seek 10000 --limit-positions 5000 --limit-memory 1048576");
    /// # Ok::<(), sprague_questions::sweep::BadDigits>(())
    /// ```
    #[must_use]
    pub fn within(self, positions: u64, bytes: u64) -> Self {
        Self { positions, bytes, ..self }
    }

    /// Returns only this part of the sweep.
    ///
    /// ```
    /// # use sprague_questions::sweep::OctalSweep;
    /// assert_eq!(OctalSweep::new(3)?.part("3/3".parse()?).part_codes(), 341);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// Returns the number of rows in which the period of a code is sought.
    pub fn seek(&self) -> u64 {
        self.seek
    }

    /// Returns the maximum number of digits after the point.
    ///
    /// ```
    /// assert_eq!(sprague_questions::sweep::OctalSweep::new(3)?.digits(), 3);
    /// # Ok::<(), sprague_questions::sweep::BadDigits>(())
    /// ```
    pub fn digits(&self) -> u32 {
        self.digits
    }

    /// Returns the number of codes in all parts: 2·8^d for d digits.
    ///
    /// ```
    /// assert_eq!(sprague_questions::sweep::OctalSweep::new(3)?.codes(), 1024);
    /// # Ok::<(), sprague_questions::sweep::BadDigits>(())
    /// ```
    pub fn codes(&self) -> u64 {
        2 << (3 * self.digits)
    }

    /// Returns the number of codes in this part.
    ///
    /// ```
    /// # use sprague_questions::sweep::OctalSweep;
    /// assert_eq!(OctalSweep::new(3)?.part("3/3".parse()?).part_codes(), 341);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn part_codes(&self) -> u64 {
        self.shard.share(self.codes())
    }

    /// Returns the code with this number. The binary digits of the number are those of the code's digits, beginning
    /// with the digit before the point.
    ///
    /// ```
    /// let sweep = sprague_questions::sweep::OctalSweep::new(2)?;
    /// assert_eq!([0, 0o77, 0o60, 0o100].map(|number| sweep.code(number).to_string()), ["0.", "0.77", "0.6", "4."]);
    /// # Ok::<(), sprague_questions::sweep::BadDigits>(())
    /// ```
    ///
    /// # Panics
    /// If there is no code with this number.
    pub fn code(&self, number: u64) -> TakeAndBreak {
        assert!(number < self.codes(), "a code of this sweep");
        let behind = (0..self.digits).rev().map(|place| (number >> (3 * place) & 7) as u8);
        let first = if number >> (3 * self.digits) == 0 { 0 } else { 4 };
        TakeAndBreak::from_digits([first].into_iter().chain(behind)).expect("the digits are octal, and place 0 holds 0 or 4")
    }

    /// Permutes the numbers of codes. Codes are distributed to parts by the permuted numbers.
    ///
    /// The work on a code depends on its digits, so codes with the same last digit should be spread over all parts.
    pub(super) fn shuffled(&self, number: u64) -> u64 {
        let bits = 3 * self.digits + 1;
        // multiplying by an odd factor and xoring with a right shift are bijections (the factor is from SplitMix64, Steele et
        // al. 2014)
        let round = |number: u64| {
            let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) & (self.codes() - 1);
            number ^ number >> (bits / 2)
        };
        round(round(number))
    }

    /// Finds the period of the code with this number, as `analyse --seek` does.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_questions::{Session, sweep::OctalSweep};
    ///
    /// let kayles = OctalSweep::new(2)?.period(0o77, &Session::new(), &Limits::default()).unwrap();
    /// assert_eq!(kayles.to_string(), "0.77,proved,12,71,0,Guy-Smith,");
    /// # Ok::<(), sprague_questions::sweep::BadDigits>(())
    /// ```
    ///
    /// # Errors
    /// [`Stopped::Time`] and [`Stopped::Asked`] if `within` ended it. The other limits of `within` are ignored.
    pub fn period(&self, number: u64, session: &Session, within: &Limits) -> Result<CodePeriod, Stopped> {
        let code = self.code(number);
        let is_usual = self.positions == Limits::default().positions;
        let asked = if is_usual { self.seek.saturating_add(1) } else { 0 };
        let limits = Limits { positions: self.positions.max(asked), bytes: self.bytes, progress: None, ..within.clone() };
        let options = RowPlan { seek: Some(self.seek), limits, ..RowPlan::default() };
        let analysis = session.family(&format!("octal:{code}")).map_err(NoAnswer::from).and_then(|game| analyse(&game, &options));
        let (period, ended) = match analysis {
            Ok(analysis) => (analysis.period, analysis.ended.or(analysis.stopped)),
            Err(NoAnswer::Stopped { by: Reached::Limit(stopped), .. }) => (None, Some(stopped)),
            Err(error) => unreachable!("octal codes are analysed: {error}"),
        };
        let is_proved = period.is_some_and(|period| period.is_proved());
        let why = match ended {
            _ if is_proved => None,
            Some(stopped @ (Stopped::Time(_) | Stopped::Asked)) => return Err(stopped),
            Some(stopped) => Some(stopped.name()),
            None => Some("seek"),
        };
        Ok(CodePeriod { number, code: code.to_string(), period, why })
    }
}

/// The pieces are codes. A code during which the time runs out is not counted.
impl Job for OctalSweep {
    type Item = CodePeriod;
    type Piece = CodePeriod;
    type Tally = OctalSummary;
    type Scratch = Session;
    const AHEAD: usize = 4096;

    fn next(&self, from: u64) -> Option<u64> {
        (from..self.codes()).find(|&number| self.shard.has(self.shuffled(number)))
    }

    fn reached(tally: &OctalSummary) -> [u64; 2] {
        [tally.codes, tally.next]
    }

    fn piece(&self, number: u64, session: &mut Session, _: bool, limits: &Limits) -> Result<CodePeriod, Stopped> {
        self.period(number, session, limits)
    }

    fn items(code: &CodePeriod) -> &[CodePeriod] {
        slice::from_ref(code)
    }

    fn add(tally: &mut OctalSummary, code: &CodePeriod) {
        tally.count(code);
    }

    fn bytes(tally: &OctalSummary) -> Vec<u8> {
        tally.to_bytes()
    }
}

impl Kind for OctalSweep {
    const HEADER: &'static str = "code,status,period,preperiod,saltus,theorem,why";

    fn question(&self) -> String {
        let Limits { positions, bytes, .. } = Limits::default();
        let mut text = format!("sweep octal --digits {} --seek {}", self.digits, self.seek);
        for (flag, ours, usual) in [("positions", self.positions, positions), ("memory", self.bytes, bytes)] {
            if ours != usual {
                text += &format!(" --limit-{flag} {ours}");
            }
        }
        text
    }

    fn shard(&self) -> Shard {
        self.shard
    }

    fn share(&self, shard: Shard) -> u64 {
        shard.share(self.codes())
    }

    fn tally(&self, bytes: &[u8]) -> Option<OctalSummary> {
        let fits =
            |tally: &OctalSummary| tally.next <= self.codes() && tally.codes <= self.part_codes() && tally.codes <= tally.next;
        OctalSummary::from_bytes(bytes).filter(fits)
    }
}

/// A sweep over octal codes, or parts of it, with results and time.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::{Job, all_cores};
/// use sprague_questions::sweep::{OctalSummary, OctalSweep, Swept};
///
/// let sweep = OctalSweep::new(1)?;
/// let (tally, stopped) = sweep.run(OctalSummary::default(), all_cores(), &Limits::default(), &mut ());
/// let swept = Swept::of(sweep, tally, stopped, 0.0);
/// assert_eq!(swept.to_json(false)["codes"], 16);
/// # Ok::<(), sprague_questions::sweep::BadDigits>(())
/// ```
pub type OctalSwept = Swept<OctalSweep>;

impl OctalSwept {
    /// Returns the JSON object of the command line.
    ///
    /// With `has_histogram` it has the number of codes for each proved period.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        let OctalSweep { digits, seek, positions, bytes, .. } = self.sweep;
        let written = Written {
            sweep: "octal",
            digits,
            seek: Number(seek),
            codes: Number(self.size()),
            limit_positions: Number(positions),
            limit_memory: Number(bytes),
            extent: self.extent(),
            tally: self.tally.clone(),
        };
        result(written, has_histogram)
    }

    /// Reads a part of a finished sweep from a JSON object.
    pub(super) fn from_part(part: &Value) -> Option<Self> {
        let [seek, positions, bytes] = ["seek", "limit_positions", "limit_memory"].map(|key| number_of(&part[key]));
        let sweep = OctalSweep::new(u32::try_from(part["digits"].as_u64()?).ok()?).ok()?;
        let sweep = sweep.seeking(seek?).within(positions?, bytes?);
        let tally = OctalSummary::read_from(part, number_of(&part["codes"])?)?;
        let (parts, seconds) = (super::parts_of(part)?, part["seconds"].as_f64()?);
        let swept = Self { sweep, parts, tally, stopped: None, seconds };
        let is_code =
            |longest: &LongestCode| longest.number < sweep.codes() && sweep.code(longest.number).to_string() == longest.code;
        let fits = swept.size() == swept.tally.codes && swept.tally.longest.as_ref().is_none_or(is_code);
        fits.then_some(swept)
    }

    /// Returns a sentence about the longest proved period, or `None` if none is proved.
    pub fn longest_in_words(&self) -> Option<String> {
        let longest = self.tally.longest.as_ref()?;
        let others = match longest.codes {
            1 => "no other code has it".to_owned(),
            codes => format!("one of {codes} codes"),
        };
        let LongestCode { code, period, preperiod, saltus, .. } = longest;
        let saltus = if *saltus == 0 { String::new() } else { format!(" with saltus {saltus}") };
        Some(format!("longest proved period {period} from n = {preperiod} on{saltus}, octal:{code} ({others})"))
    }
}

/// A sweep of octal codes.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "SweptCodes"))]
pub(super) struct Written {
    sweep: &'static str,
    digits: u32,
    seek: Number,
    codes: Number,
    /// The maximum number of rows of each code.
    limit_positions: Number,
    /// The maximum number of bytes for each code.
    limit_memory: Number,
    #[serde(flatten)]
    extent: Extent,
    #[serde(flatten)]
    tally: OctalSummary,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::num::NonZeroUsize;
    use std::time::Duration;

    #[test]
    fn every_code_stands_once_in_the_order_of_its_digits() {
        for digits in 1..=4 {
            let sweep = OctalSweep::new(digits).unwrap();
            let codes: BTreeSet<String> = (0..sweep.codes()).map(|number| sweep.code(number).to_string()).collect();
            assert_eq!(codes.len() as u64, sweep.codes());
            assert!(codes.contains("0.") && codes.contains("4.7") && codes.contains("0.7"));
        }
    }

    #[test]
    fn every_code_is_in_one_part() {
        for (digits, of) in [(1, 1), (1, 3), (1, 100), (3, 2), (3, 8), (3, 64), (4, 7)] {
            let sweep = OctalSweep::new(digits).unwrap();
            let mut seen = BTreeSet::new();
            for number in 1..=of {
                let part = sweep.part(Shard::new(number, of).unwrap());
                let codes: Vec<u64> = std::iter::successors(part.next(0), |number| part.next(number + 1)).collect();
                assert_eq!(codes.len() as u64, part.part_codes());
                seen.extend(codes);
            }
            assert_eq!(seen.len() as u64, sweep.codes());
        }
    }

    fn jobs(count: usize) -> NonZeroUsize {
        NonZeroUsize::new(count).unwrap()
    }

    fn sweep() -> OctalSweep {
        OctalSweep::new(2).unwrap().seeking(300)
    }

    fn whole(sweep: OctalSweep, threads: usize) -> OctalSummary {
        let (tally, stopped) = sweep.run(OctalSummary::default(), jobs(threads), &Limits::default(), &mut ());
        assert_eq!((stopped, tally.codes), (None, sweep.part_codes()));
        tally
    }

    #[test]
    fn threads_and_interruptions_do_not_matter() {
        let expected = whole(sweep(), 1);
        for threads in [1, 3] {
            let mut tally = OctalSummary::default();
            for codes in [0, 17, 60, 100, 128] {
                let limits = Limits { positions: codes, ..Limits::default() };
                tally = sweep().run(tally, jobs(threads), &limits, &mut ()).0;
                assert!(tally.codes <= codes);
                tally = sweep().tally(&tally.to_bytes()).unwrap();
            }
            assert_eq!(tally, expected);
        }
    }

    #[test]
    fn parts_add_up_to_the_whole_in_any_order() {
        let mut expected = whole(sweep(), 2);
        expected.next = 0;
        for of in [2, 5] {
            let mut sum = OctalSummary::default();
            for number in (1..=of).rev() {
                sum.add(&whole(sweep().part(Shard::new(number, of).unwrap()), 2));
            }
            assert_eq!(sum, expected);
        }
    }

    #[test]
    fn a_code_at_which_the_time_is_up_does_not_count() {
        let sweep = OctalSweep::new(3).unwrap().seeking(u64::MAX);
        let limits = Limits { time: Some(Duration::from_millis(300)), ..Limits::default() };
        let (tally, stopped) = sweep.run(OctalSummary::default(), jobs(2), &limits, &mut ());
        assert!(matches!(stopped, Some(Stopped::Time(_))), "{stopped:?}");
        // the counts of these codes do not depend on the clock
        let limits = Limits { positions: tally.codes, ..Limits::default() };
        assert_eq!(sweep.run(OctalSummary::default(), jobs(1), &limits, &mut ()).0, tally);
    }

    #[test]
    fn limits_of_a_code_are_why_none_is_proved() {
        let few = whole(sweep().within(100, 4 << 30), 2);
        assert!(few.open["positions"] > 0 && !few.open.contains_key("seek"), "{:?}", few.open);
        let small = whole(sweep().within(100_000, 500), 2);
        assert!(small.open["memory"] > 0, "{:?}", small.open);
    }
}
