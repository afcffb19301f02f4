//! Every octal code of a few digits: its exact period and the theorem that proves it, or why there is none.
//!
//! The codes are 0.d1d2… and 4.d1d2… with at most so many digits d from 0 to 7 behind the point, each once: 0.7 and 0.70 are one
//! game. They stand in the order of their digits, 0. first. Guy & Smith 1956; Berlekamp, Conway & Guy, *Winning Ways*, ch. 4.

use super::{LongestCode, OctalSummary, Parts, number_of, seal};
use crate::{AnalyseOptions, QuestionError, Session, analyse, json_number};
use serde_json::{Value, json};
use sprague::heap::{Period, TakeAndBreak};
use sprague::rows::sweep::{RecordDigest, Shard};
use sprague::{Limits, Stopped};
use std::fmt;
use thiserror::Error;

/// The most digits behind the point.
const MOST: u32 = 8;

/// How many rows are computed to find a period, unless something else is said.
const SEEK: u64 = 10_000;

/// Which codes, and how far a period is sought: all codes with at most so many digits behind the point, normal play.
///
/// What bounds a code counts work, so that answers are the same on every machine.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::all_cores;
/// use sprague_games::sweep::{OctalSummary, OctalSweep};
///
/// let sweep = OctalSweep::new(1)?;
/// assert_eq!((sweep.codes(), sweep.seek()), (16, 10_000));
/// let (tally, stopped) = sweep.run(OctalSummary::default(), all_cores(), &Limits::default(), &mut ());
/// assert_eq!((tally.codes, stopped), (16, None));
/// # Ok::<(), sprague_games::sweep::BadDigits>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctalSweep {
    digits: u32,
    seek: u64,
    /// The most rows of a code in any case.
    positions: u64,
    /// The most bytes that a code may take.
    bytes: u64,
    shard: Shard,
}

/// A number of digits that cannot be swept.
///
/// ```
/// use sprague_games::sweep::OctalSweep;
/// assert_eq!(OctalSweep::new(9).unwrap_err().to_string(), "1 to 8 digits behind the point, not 9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("1 to 8 digits behind the point, not {0}")]
pub struct BadDigits(pub u32);

impl OctalSweep {
    /// All codes with at most so many digits behind the point, each sought for 10,000 rows.
    ///
    /// ```
    /// assert!(sprague_games::sweep::OctalSweep::new(0).is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadDigits`] for 0 and above 8.
    pub fn new(digits: u32) -> Result<Self, BadDigits> {
        let Limits { positions, bytes, .. } = Limits::default();
        match (1..=MOST).contains(&digits) {
            true => Ok(Self { digits, seek: SEEK, positions, bytes, shard: Shard::WHOLE }),
            false => Err(BadDigits(digits)),
        }
    }

    /// The same, where so many rows of a code are computed to find a period.
    ///
    /// ```
    /// assert_eq!(sprague_games::sweep::OctalSweep::new(3)?.seeking(100_000).seek(), 100_000);
    /// # Ok::<(), sprague_games::sweep::BadDigits>(())
    /// ```
    #[must_use]
    pub fn seeking(self, seek: u64) -> Self {
        Self { seek, ..self }
    }

    /// The same, where each code keeps to these limits on rows and bytes.
    ///
    /// ```
    /// let sweep = sprague_games::sweep::OctalSweep::new(3)?.within(5_000, 1 << 20);
    /// assert_eq!(sweep.question(), "sweep octal --digits 3 --seek 10000 --limit-positions 5000 --limit-memory 1048576");
    /// # Ok::<(), sprague_games::sweep::BadDigits>(())
    /// ```
    #[must_use]
    pub fn within(self, positions: u64, bytes: u64) -> Self {
        Self { positions, bytes, ..self }
    }

    /// Only this part of it.
    ///
    /// ```
    /// # use sprague_games::sweep::OctalSweep;
    /// assert_eq!(OctalSweep::new(3)?.part("3/3".parse()?).part_codes(), 341);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part(self, shard: Shard) -> Self {
        Self { shard, ..self }
    }

    /// How many rows of a code are computed to find a period.
    pub fn seek(&self) -> u64 {
        self.seek
    }

    /// Which part of it this is.
    pub fn shard(&self) -> Shard {
        self.shard
    }

    /// The most digits behind the point.
    ///
    /// ```
    /// assert_eq!(sprague_games::sweep::OctalSweep::new(3)?.digits(), 3);
    /// # Ok::<(), sprague_games::sweep::BadDigits>(())
    /// ```
    pub fn digits(&self) -> u32 {
        self.digits
    }

    /// How many codes there are in all parts: 2·8^d.
    ///
    /// ```
    /// assert_eq!(sprague_games::sweep::OctalSweep::new(3)?.codes(), 1024);
    /// # Ok::<(), sprague_games::sweep::BadDigits>(())
    /// ```
    pub fn codes(&self) -> u64 {
        2 << (3 * self.digits)
    }

    /// How many codes there are in this part.
    ///
    /// ```
    /// # use sprague_games::sweep::OctalSweep;
    /// assert_eq!(OctalSweep::new(3)?.part("3/3".parse()?).part_codes(), 341);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn part_codes(&self) -> u64 {
        self.shard.share(self.codes())
    }

    /// The sweep as it is typed, without a part.
    pub fn question(&self) -> String {
        let Limits { positions, bytes, .. } = Limits::default();
        let mut text = format!("sweep octal --digits {} --seek {}", self.digits, self.seek);
        for (flag, ours, usual) in [("positions", self.positions, positions), ("memory", self.bytes, bytes)] {
            if ours != usual {
                text += &format!(" --limit-{flag} {ours}");
            }
        }
        text
    }

    /// Code number n: its bits are those of its digits, that of place 0 first.
    ///
    /// ```
    /// let sweep = sprague_games::sweep::OctalSweep::new(2)?;
    /// assert_eq!([0, 0o77, 0o60, 0o100].map(|number| sweep.code(number).to_string()), ["0.", "0.77", "0.6", "4."]);
    /// # Ok::<(), sprague_games::sweep::BadDigits>(())
    /// ```
    ///
    /// # Panics
    /// If there are no more than `number` codes.
    pub fn code(&self, number: u64) -> TakeAndBreak {
        assert!(number < self.codes(), "a code of this sweep");
        let behind = (0..self.digits).rev().map(|place| (number >> (3 * place) & 7) as u8);
        let first = if number >> (3 * self.digits) == 0 { 0 } else { 4 };
        TakeAndBreak::from_digits([first].into_iter().chain(behind)).expect("the digits are octal, and place 0 holds 0 or 4")
    }

    /// The first code of this part from `number` on.
    pub(super) fn next(&self, number: u64) -> Option<u64> {
        (number..self.codes()).find(|&number| self.shard.has(self.shuffled(number)))
    }

    /// Another number for every code, so that parts do not differ by a digit: digits decide how much work a code is.
    fn shuffled(&self, number: u64) -> u64 {
        let bits = 3 * self.digits + 1;
        // odd factors and shifts to the right keep different numbers different (the factor is that of SplitMix64, Steele et al. 2014)
        let round = |number: u64| {
            let number = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) & (self.codes() - 1);
            number ^ number >> (bits / 2)
        };
        round(round(number))
    }

    /// What is known about a code: what `analyse --seek` says.
    ///
    /// ```
    /// use sprague::Limits;
    /// use sprague_games::{Session, sweep::OctalSweep};
    ///
    /// let kayles = OctalSweep::new(2)?.period(0o77, &Session::new(), &Limits::default()).unwrap();
    /// assert_eq!(kayles.to_string(), "0.77,proved,12,71,0,Guy-Smith,");
    /// # Ok::<(), sprague_games::sweep::BadDigits>(())
    /// ```
    ///
    /// # Errors
    /// [`Stopped::Time`] and [`Stopped::Asked`] if `within` ended it; the other limits of `within` do not count here.
    pub fn period(&self, number: u64, session: &Session, within: &Limits) -> Result<CodePeriod, Stopped> {
        let code = self.code(number);
        let is_usual = self.positions == Limits::default().positions;
        let asked = if is_usual { self.seek.saturating_add(1) } else { 0 };
        let limits = Limits { positions: self.positions.max(asked), bytes: self.bytes, progress: None, ..within.clone() };
        let options = AnalyseOptions { seek: Some(self.seek), limits, ..AnalyseOptions::default() };
        let analysis =
            session.family(&format!("octal:{code}")).map_err(QuestionError::from).and_then(|game| analyse(&game, &options));
        let (period, ended) = match analysis {
            Ok(analysis) => (analysis.period, analysis.ended.or(analysis.stopped)),
            Err(QuestionError::Stopped(stopped)) => (None, Some(stopped)),
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

/// What is known about one code.
///
/// As text it is a line of a CSV file, and the record of which digests are made: code, `proved`, `observed` or `open`, period,
/// preperiod, saltus, theorem, and where none is proved why: `seek` where so many rows prove none, `positions` or `memory` where a
/// limit came first.
///
/// ```
/// use sprague_games::sweep::CodePeriod;
/// let open = CodePeriod { number: 7, code: "0.007".to_owned(), period: None, why: Some("seek") };
/// assert_eq!(open.to_string(), "0.007,open,,,,,seek");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodePeriod {
    /// Which code of the sweep.
    pub number: u64,
    /// The code.
    pub code: String,
    /// Its period, proved or observed.
    pub period: Option<Period>,
    /// Why none is proved.
    pub why: Option<&'static str>,
}

impl CodePeriod {
    /// What the columns are.
    pub const HEADER: &str = "code,status,period,preperiod,saltus,theorem,why";

    /// The digest of this record.
    ///
    /// ```
    /// # use sprague_games::sweep::CodePeriod;
    /// # use sprague::rows::sweep::RecordDigest;
    /// let open = CodePeriod { number: 7, code: "0.007".to_owned(), period: None, why: Some("seek") };
    /// assert_eq!(open.digest(), RecordDigest::of(b"0.007,open,,,,,seek"));
    /// ```
    pub fn digest(&self) -> RecordDigest {
        RecordDigest::of(self.to_string().as_bytes())
    }
}

impl fmt::Display for CodePeriod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, why) = (&self.code, self.why.unwrap_or_default());
        let Some(Period { preperiod, period, saltus, theorem }) = self.period else { return write!(f, "{code},open,,,,,{why}") };
        let status = if theorem.is_some() { "proved" } else { "observed" };
        let theorem = theorem.map_or("", |theorem| theorem.name());
        write!(f, "{code},{status},{period},{preperiod},{saltus},{theorem},{why}")
    }
}

/// A sweep over octal codes or some parts of it, how far it came, and in what time.
///
/// ```
/// use sprague::Limits;
/// use sprague::rows::sweep::all_cores;
/// use sprague_games::sweep::{OctalSummary, OctalSwept, OctalSweep};
///
/// let sweep = OctalSweep::new(1)?;
/// let (tally, stopped) = sweep.run(OctalSummary::default(), all_cores(), &Limits::default(), &mut ());
/// let swept = OctalSwept::of(sweep, tally, stopped, 0.0);
/// assert_eq!(swept.to_json(false)["codes"], 16);
/// # Ok::<(), sprague_games::sweep::BadDigits>(())
/// ```
#[derive(Clone, Debug)]
pub struct OctalSwept {
    /// Which codes of all parts, and how far.
    pub sweep: OctalSweep,
    /// The parts that were swept.
    pub parts: Parts,
    /// What is known about the first codes of a part, or about all of some.
    pub tally: OctalSummary,
    /// The limit that was reached before the last code.
    pub stopped: Option<Stopped>,
    /// How long it took, in earlier runs and in this one.
    pub seconds: f64,
}

impl OctalSwept {
    /// What a sweep, or the part of it that it is, came to.
    ///
    /// See [`OctalSwept`] for an example.
    pub fn of(sweep: OctalSweep, tally: OctalSummary, stopped: Option<Stopped>, seconds: f64) -> Self {
        Self { sweep, parts: sweep.shard.into(), tally, stopped, seconds }
    }

    /// How many codes there are in these parts.
    pub fn codes(&self) -> u64 {
        self.parts.shards().map(|shard| shard.share(self.sweep.codes())).sum()
    }

    /// The JSON object that the command line promises, if wanted with the number of codes for each proved period.
    ///
    /// See [`OctalSwept`] for an example.
    pub fn to_json(&self, has_histogram: bool) -> Value {
        let Self { sweep, tally, stopped, .. } = self;
        let mut answer = json!({
            "sweep": "octal", "digits": sweep.digits, "seek": json_number(sweep.seek), "codes": json_number(self.codes()),
            "limit_positions": json_number(sweep.positions), "limit_memory": json_number(sweep.bytes),
            "seconds": super::rounded(self.seconds),
        });
        tally.write_into(&mut answer, has_histogram);
        if !self.parts.is_whole() {
            answer["shard"] = json!(self.parts.to_string());
        }
        if let Some(stopped) = stopped {
            answer["stopped"] = json!(stopped.name());
            answer["swept"] = json_number(tally.codes);
        }
        answer
    }

    /// The same with all that it takes to be added to other parts, and a checksum.
    pub fn to_part(&self) -> Value {
        seal(self.to_json(true))
    }

    /// The part of a finished sweep that this object is; `None` if it is none.
    pub(super) fn from_part(part: &Value) -> Option<Self> {
        let [seek, positions, bytes] = ["seek", "limit_positions", "limit_memory"].map(|key| number_of(&part[key]));
        let sweep = OctalSweep::new(u32::try_from(part["digits"].as_u64()?).ok()?).ok()?;
        let sweep = sweep.seeking(seek?).within(positions?, bytes?);
        let tally = OctalSummary::read_from(part, number_of(&part["codes"])?)?;
        let (parts, seconds) = (super::parts_of(part)?, part["seconds"].as_f64()?);
        let swept = Self { sweep, parts, tally, stopped: None, seconds };
        let is_code =
            |longest: &LongestCode| longest.number < sweep.codes() && sweep.code(longest.number).to_string() == longest.code;
        let fits = swept.codes() == swept.tally.codes && swept.tally.longest.as_ref().is_none_or(is_code);
        fits.then_some(swept)
    }

    /// The longest proved period in a sentence; `None` where none is proved.
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

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
}
