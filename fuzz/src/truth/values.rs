//! Compares values of heaps, found by the engine, with those in a certificate.

use super::Judged;
use sprague::Limits;
use sprague::certificate::{SharedValue, ValueCertificate};
use sprague_questions::{Compare, Session};

/// The maximum number of heaps whose values are compared. The next constant is the maximum length of the text of a value.
const MOST: u64 = 400;
const LONGEST: usize = 5_000;

/// A fraction, as numerator and denominator.
type Fraction = (i128, i128);

fn fraction(text: &str) -> Option<Fraction> {
    let (over, under) = text.split_once('/').unwrap_or((text, "1"));
    let (over, under) = (over.parse().ok()?, under.parse().ok()?);
    (under > 0).then_some((over, under))
}

/// Returns the product of `count / parts` and a number as text, or `None` if no game has this value.
fn times((over, under): Fraction, count: i128, parts: i128) -> Option<String> {
    let (over, under) = (over.checked_mul(count)?, under.checked_mul(parts)?);
    let common = (1..=under).rev().find(|&common| over % common == 0 && under % common == 0)?;
    let (over, under) = (over / common, under / common);
    (under & (under - 1) == 0).then(|| if under == 1 { over.to_string() } else { format!("{over}/{under}") })
}

/// Returns the text of a stated value, with its nodes written out.
fn text(value: &SharedValue, nodes: &[Option<String>]) -> Option<String> {
    match value {
        SharedValue::Text(text) => Some(text.to_string()),
        SharedValue::Node(node) => nodes.get(usize::try_from(*node).ok()?)?.clone(),
    }
}

fn stated(claim: &ValueCertificate) -> Option<Vec<String>> {
    let mut nodes = vec![];
    for sides in &claim.values.nodes {
        let [left, right] = sides.each_ref().map(|side| {
            let options: Option<Vec<String>> = side.iter().map(|option| text(option, &nodes)).collect();
            options.map(|options| options.join(",")).filter(|text| text.len() < LONGEST)
        });
        nodes.push(left.zip(right).map(|(left, right)| format!("{{{left}|{right}}}")));
    }
    claim.values.values.iter().map(|value| text(value, &nodes)).collect()
}

/// Judges a claim of a period of values by slightly more than three periods of values.
pub fn judged(claim: &ValueCertificate, session: &Session) -> Judged {
    let ValueCertificate { ref family, preperiod, period, ref saltus, .. } = *claim;
    let limits = Limits { positions: 1 << 20, ..Limits::default() };
    let count = period.checked_mul(3).and_then(|periods| periods.checked_add(preperiod)?.checked_add(10));
    let Some(count) = count.filter(|&count| count <= MOST && period > 0) else { return Judged::TooLarge };
    let (Some(gain), Some(stated)) = (fraction(saltus), stated(claim)) else { return Judged::TooLarge };
    let is_equal = |left: String, right: String| {
        let question = Compare { left, right, ..Compare::default() };
        session.ask(&question, &limits).ok().map(|found| found.relation == "=")
    };
    for n in 0..count {
        let past = n.saturating_sub(preperiod) / period;
        let (Some(value), Some(raise)) = (stated.get((n - past * period) as usize), times(gain, past.into(), 1)) else {
            return Judged::TooLarge;
        };
        match is_equal(format!("{family}@{n}"), format!("game@{value}+game@{raise}")) {
            Some(true) => {}
            Some(false) => return Judged::False(format!("the heap of {n} has not the value {value} and {raise}")),
            None => return Judged::TooLarge,
        }
    }
    let later = |n: u64, later: u64, raise: &str| {
        is_equal(format!("{family}@{}", n + later), format!("{family}@{n}+game@{raise}")) == Some(true)
    };
    if preperiod > 0 && times(gain, 1, 1).is_some_and(|raise| later(preperiod - 1, period, &raise)) {
        return Judged::False("the preperiod is not minimal".into());
    }
    let smaller = (1..period).find(|&smaller| {
        times(gain, smaller.into(), period.into())
            .is_some_and(|raise| (preperiod..count - smaller).all(|n| later(n, smaller, &raise)))
    });
    Judged::of(smaller.is_none(), || format!("{smaller:?} is a period, too"))
}
