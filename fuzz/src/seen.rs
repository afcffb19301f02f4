//! The result of one case of an attack, for the counts.

use std::collections::BTreeMap;
use std::fmt;

/// The result of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    /// Accepted or answered, and true.
    True,
    /// Accepted or answered, and true, for a document that is unchanged or was changed into another correct one.
    Made,
    /// Accepted, but too large to be judged by other methods.
    Unjudged,
    /// Refused, for a reason of this kind.
    Refused(String),
    /// Undecided because a limit was reached.
    Open(String),
}

/// Returns the name of a variant, followed by those of nested variants.
///
/// It is the beginning of the `Debug` text.
pub fn variant(why: &impl fmt::Debug) -> String {
    let text = format!("{why:?}");
    let is_name = |letter: &char| letter.is_alphanumeric() || ['(', '_', ':'].contains(letter);
    let name: String = text.chars().take_while(is_name).take(80).collect();
    name.trim_end_matches(['(', '_', ':']).replace('(', ".")
}

/// The counts of all cases.
#[derive(Debug, Default)]
pub struct Counts {
    truths: u64,
    made: u64,
    unjudged: u64,
    refused: BTreeMap<String, u64>,
    open: BTreeMap<String, u64>,
}

impl Counts {
    /// Counts one more case.
    pub fn count(&mut self, seen: Seen) {
        match seen {
            Seen::True => self.truths += 1,
            Seen::Made => self.made += 1,
            Seen::Unjudged => self.unjudged += 1,
            Seen::Refused(why) => *self.refused.entry(why).or_default() += 1,
            Seen::Open(why) => *self.open.entry(why).or_default() += 1,
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { truths, made, unjudged, refused, open } = self;
        let refusals: u64 = refused.values().sum();
        let left: u64 = open.values().sum();
        let all = truths + made + unjudged + refusals + left;
        writeln!(f, "{all} cases: {truths} accepted and true, {unjudged} accepted and too large to judge,")?;
        writeln!(f, "{made} accepted as they were made, {refusals} refused for {} kinds of reasons,", refused.len())?;
        writeln!(f, "{left} left open by {} kinds of limits", open.len())?;
        for (what, kinds) in [("refused", refused), ("open", open)] {
            kinds.iter().try_for_each(|(why, count)| writeln!(f, "  {what} {count:>6}  {why}"))?;
        }
        Ok(())
    }
}
