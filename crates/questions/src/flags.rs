//! Parses the values of flags: numbers, bytes, seconds, pairs.

use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use sprague::notation::Reader;
use std::num::NonZeroUsize;
use std::time::Duration;

/// Returns a parser for a choice of words. The help lists the words, and they are suggested for misspelt ones.
#[cfg(feature = "flags")]
pub fn words<T>(words: impl IntoIterator<Item = &'static str>) -> impl clap::builder::TypedValueParser<Value = T>
where
    T: std::str::FromStr<Err: std::fmt::Display + Send + Sync> + Clone + Send + Sync + 'static,
{
    use clap::builder::{PossibleValuesParser, TypedValueParser};
    PossibleValuesParser::new(words).map(|word| word.parse().unwrap_or_else(|_| unreachable!("it is one of the words")))
}

/// Returns a parser for `normal` or `misere`, which may also be written `misère`.
#[cfg(feature = "flags")]
pub fn play() -> impl clap::builder::TypedValueParser<Value = sprague::Play> {
    use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
    let words = [PossibleValue::new("normal"), PossibleValue::new("misere").alias("misère")];
    PossibleValuesParser::new(words).map(|word| word.parse().unwrap_or_else(|_| unreachable!("it is one of the words")))
}

/// Parses a number as in the notation: as digits, or as a power such as `10^6`.
pub fn number<T: TryFrom<u64>>(text: &str) -> Result<T, String> {
    let number = Reader::new(text).whole(Reader::small);
    let number = number.map_err(|error| {
        let character = text.char_indices().filter(|(at, _)| *at < error.at).count() + 1;
        format!("character {character}: expected {}", error.expected)
    })?;
    T::try_from(number).map_err(|_| "too large a number".to_owned())
}

/// Parses a whole number, such as `-3` or `10^6`.
pub fn whole(text: &str) -> Result<i64, String> {
    let (sign, size) = text.strip_prefix('-').map_or((1, text), |size| (-1, size));
    number::<i64>(size).map(|size| sign * size).map_err(|_| "expected a whole number, such as -3".into())
}

/// Parses a number of bytes, such as `4096`, `512M`, `2G` or `10^9`. The units are powers of 1024.
pub fn bytes(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(['k', 'K', 'm', 'M', 'g', 'G', 't', 'T']);
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err("expected bytes, such as 500000 or 512M or 2G".into()),
    };
    let number: u64 = number(digits).map_err(|_| "expected bytes, such as 500000 or 512M or 2G")?;
    number.checked_mul(1 << shift).ok_or_else(|| "expected fewer than 2^64 bytes".into())
}

/// Parses a number of seconds, such as `10`, `0.5` or `10^3`.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let whole = || number(text).ok().map(|seconds: u64| seconds as f64);
    let seconds = text.parse().ok().or_else(whole).ok_or("expected seconds, such as 10 or 0.5")?;
    Duration::try_from_secs_f64(seconds).map_err(|_| "expected seconds from 0 to about 10^19, such as 10 or 0.5".into())
}

/// Parses the largest member of swept sets, from 1 to 63.
pub fn largest(text: &str) -> Result<u32, String> {
    let number = number(text).ok().filter(|number| (1..=63).contains(number));
    number.ok_or_else(|| "expected a largest member from 1 to 63, such as 20".into())
}

/// Parses the maximum number of digits of swept codes, from 1 to 8.
pub fn digits(text: &str) -> Result<u32, String> {
    let number = number(text).ok().filter(|number| (1..=8).contains(number));
    number.ok_or_else(|| "expected a number of digits from 1 to 8, such as 3".into())
}

/// Parses a pair such as `4x5`.
pub fn pair(text: &str) -> Result<[u64; 2], String> {
    let pair = text.split_once('x').and_then(|(a, b)| Some([number(a).ok()?, number(b).ok()?]));
    pair.ok_or_else(|| "expected two numbers with an x between them, such as 4x5".into())
}

/// Parses a range such as `0-30`, or one number.
pub fn range(text: &str) -> Result<[u64; 2], String> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let range = number(from).ok().zip(number(to).ok()).filter(|(from, to)| from <= to).map(|(from, to)| [from, to]);
    range.ok_or_else(|| "expected two numbers with a - between them, the smaller one first, such as 0-30".into())
}

/// Parses a number of threads, from 1 to 1024.
pub fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    let number = number(text).ok().filter(|number| *number <= MOST_JOBS).and_then(NonZeroUsize::new);
    number.ok_or_else(|| format!("expected {JOBS}"))
}

/// The maximum number of threads.
const MOST_JOBS: usize = 1024;

const JOBS: &str = "a number of threads from 1 to 1024";

/// Reads a number of threads from JSON, or null.
pub(crate) fn some_jobs<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NonZeroUsize>, D::Error> {
    let Some(number) = Option::<u64>::deserialize(deserializer)? else { return Ok(None) };
    let jobs = usize::try_from(number).ok().filter(|number| *number <= MOST_JOBS).and_then(NonZeroUsize::new);
    jobs.map(Some).ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(number), &JOBS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_are_as_many_in_json_as_on_the_command_line() {
        use crate::{NoAnswer, QUESTIONS, Session};
        let ask = |name: &str, jobs: &str| {
            let asked = QUESTIONS.iter().find(|asked| asked.name() == name).unwrap();
            let json = match name {
                "sweep" => format!(r#"{{"ruleset":"subtraction","largest":3,"jobs":{jobs}}}"#),
                _ => format!(r#"{{"position":"nim@3","jobs":{jobs}}}"#),
            };
            asked.ask(&Session::new(), json.as_bytes(), &Default::default(), Default::default()).map(|_| ())
        };
        for name in ["solve", "view", "value", "sweep"] {
            for jobs in ["0", "1025", "100000000000", "18446744073709551615", "-1"] {
                let refused = ask(name, jobs).unwrap_err();
                assert!(matches!(&refused, NoAnswer::Malformed { field, .. } if field == "jobs"), "{name} {jobs}: {refused}");
            }
            for jobs in ["1", "2", "null"] {
                ask(name, jobs).unwrap();
            }
        }
    }

    #[test]
    fn numbers_are_read_as_in_the_notation() {
        assert_eq!([number::<u64>("10^6"), number("007"), number("2^63")], [Ok(1_000_000), Ok(7), Ok(1 << 63)]);
        assert_eq!([bytes("2^10"), bytes("10^3k"), bytes("512M")], [Ok(1024), Ok(1_024_000), Ok(512 << 20)]);
        assert_eq!([seconds("10^2"), seconds("0.5")], [Ok(Duration::from_secs(100)), Ok(Duration::from_millis(500))]);
        assert_eq!([jobs("2^3").map(usize::from), jobs("0").map(usize::from).or(Ok(0))], [Ok(8), Ok(0)]);
        assert_eq!(number::<u64>("1.5"), Err("character 2: expected nothing more".into()));
        assert_eq!(number::<u32>("2^32"), Err("too large a number".into()));
        assert!(["", "x", "-1", "2^64", "10^", "1e3", "10^1000000000"].iter().all(|text| number::<u64>(text).is_err()));
    }
}
