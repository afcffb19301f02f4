//! The rulesets of a session, with notation, rules and an example of each.

use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::report::{Report, Table, heads, position, words};
use serde::{Deserialize, Serialize};
use sprague::registry::{Entry, Fact};
use sprague::{BadNotation, Limits, nearest};

/// Lists all rulesets, or describes one.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Rulesets, Session};
/// let found = Session::new().ask(&Rulesets { name: Some("kayles".to_owned()) }, &Limits::default())?;
/// assert_eq!(found[0].example, "kayles@15");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Rulesets {
    /// Name of a ruleset to describe in full, such as nim [default: list all rulesets]
    pub name: Option<String>,
}

/// A ruleset.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Rulesets, Session};
/// let all = Session::new().ask(&Rulesets::default(), &Limits::default())?;
/// assert!(all.iter().any(|entry| entry.notation == "subtraction:SET" && entry.theorem == "bounded look-back"));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesetEntry {
    /// What a player does, in one line.
    pub aim: String,
    /// The rules in two sentences.
    pub brief: String,
    /// The notation of components.
    pub component: String,
    /// A position to try.
    pub example: String,
    /// `ruleset`, or `modifier` if it changes another ruleset.
    pub kind: String,
    /// Known facts about it.
    pub known: Vec<KnownFact>,
    /// The notation of families.
    pub notation: String,
    /// The meaning of the parameters, or empty.
    pub options: String,
    /// The moves in words, or empty.
    pub play: String,
    /// The rules in full sentences; empty if `play` is all.
    pub rules: String,
    /// Where the ruleset is described.
    pub source: String,
    /// Positions to play, from small to large.
    pub sizes: Vec<String>,
    /// The theorem that proves periods, or `-`.
    pub theorem: String,
    /// The name for people.
    pub title: String,
}

/// A known fact about a ruleset.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Rulesets, Session};
/// let kayles = &Session::new().ask(&Rulesets { name: Some("kayles".to_owned()) }, &Limits::default())?[0];
/// assert_eq!(kayles.known[0].command.as_deref(), Some("sprague analyse kayles"));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownFact {
    /// A command that shows the fact or an example of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// A part of the output of the command.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// The fact, in a sentence.
    pub says: String,
    /// Where it is proved or first reported.
    pub source: String,
}

impl From<&Fact> for KnownFact {
    fn from(fact: &Fact) -> Self {
        let is_shown = !fact.command.is_empty();
        Self {
            command: is_shown.then(|| format!("sprague {}", fact.command)),
            printed: is_shown.then(|| fact.printed.to_owned()),
            says: fact.says.to_owned(),
            source: fact.source.to_owned(),
        }
    }
}

impl From<&Entry> for RulesetEntry {
    fn from(entry: &Entry) -> Self {
        let Entry { component, example, notation, options, play, rules, source, theorem, title, aim, brief, .. } = entry;
        let [component, example, notation] = [component, example, notation].map(ToString::to_string);
        let [options, play, rules, source, theorem] = [options, play, rules, source, theorem].map(ToString::to_string);
        let [title, aim, brief] = [title, aim, brief].map(ToString::to_string);
        let sizes = entry.sizes.iter().map(ToString::to_string).collect();
        let kind = if entry.is_modifier() { "modifier" } else { "ruleset" }.to_owned();
        let known = entry.known.iter().map(KnownFact::from).collect();
        Self { aim, brief, component, example, kind, known, notation, options, play, rules, source, sizes, theorem, title }
    }
}

impl Question for Rulesets {
    type Answer = Vec<RulesetEntry>;
    const NAME: &'static str = "rulesets";

    fn report(entries: &Vec<RulesetEntry>) -> Option<Report> {
        let row = |entry: &RulesetEntry| {
            vec![position(&entry.notation), words(&entry.title), position(&entry.example), words(&entry.brief)]
        };
        let (mut report, rows) = (Report::default(), entries.iter().map(row).collect());
        report.table(Table { columns: heads(&["notation", "name", "example", "rules"]), rows, ..Table::default() });
        Some(report)
    }

    fn answer(&self, session: &Session, _: &Limits) -> Result<Vec<RulesetEntry>, NoAnswer> {
        let registry = session.registry();
        let Some(name) = &self.name else { return Ok(registry.entries().map(RulesetEntry::from).collect()) };
        let entry = registry.entry(name).ok_or_else(|| {
            let names = registry.entries().filter(|entry| !entry.is_brought()).map(Entry::name);
            let meant = nearest(name, names).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
            let expected = format!("the name of a ruleset, such as nim, or no name for all rulesets{meant}");
            NoAnswer::from(BadNotation::new(0, expected)).about("name", name)
        })?;
        Ok(vec![entry.into()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_ruleset_is_what_the_list_has_of_it() {
        let session = Session::new();
        let asked = |name: Option<&str>| session.ask(&Rulesets { name: name.map(str::to_owned) }, &Limits::default());
        let all = asked(None).unwrap();
        assert!(all.len() > 20);
        for entry in session.registry().entries().filter(|entry| !entry.is_brought()) {
            let one = asked(Some(entry.name())).unwrap();
            assert!(one.len() == 1 && all.contains(&one[0]), "{}", entry.name());
        }
        // an entry without sizes needs a file
        for entry in &all {
            let texts = [&entry.title, &entry.aim, &entry.brief];
            assert!(texts.iter().all(|text| !text.is_empty() && !text.contains(['@', '`', '_', '{', '='])), "{}", entry.notation);
            assert!(entry.brief.chars().count() <= 200 && entry.aim.chars().count() <= 60, "{}", entry.notation);
            assert!(entry.brief.trim_end_matches('.').contains(". ") || entry.brief.contains("; "), "{}", entry.notation);
            assert!((2..=4).contains(&entry.sizes.len()) || entry.notation.contains("FILE") || entry.notation == "exec:PROGRAM");
            for size in &entry.sizes {
                assert!(session.position(size).is_ok(), "{size}");
            }
        }
        let refused = asked(Some("nym")).unwrap_err().to_json();
        assert_eq!((&refused["field"], &refused["at"]), (&"name".into(), &0.into()));
    }
}
