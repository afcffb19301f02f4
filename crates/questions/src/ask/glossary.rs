//! The terms that answers use, each with a sentence, an example and a reference.

use super::rulesets::KnownFact;
use crate::glossary::{TERMS, Term, meant, term};
use crate::question::{NoAnswer, Question};
use crate::read::Session;
use crate::report::Report;
use serde::{Deserialize, Serialize};
use sprague::{BadNotation, Limits};

/// Returns the glossary, or one entry.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Glossary, Session};
/// let found = Session::new().ask(&Glossary { word: Some("Grundy number".to_owned()) }, &Limits::default())?;
/// assert_eq!(found[0].word, "nimber");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "flags", derive(clap::Args))]
pub struct Glossary {
    /// Word to explain, such as nimber [default: all words]
    pub word: Option<String>,
}

/// An entry of the glossary.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GlossaryEntry {
    /// The word.
    pub word: String,
    /// Other words and signs for it.
    pub also: Vec<String>,
    /// The sentence, the reference, and a command whose result shows the word.
    #[serde(flatten)]
    pub fact: KnownFact,
}

impl From<&Term> for GlossaryEntry {
    fn from(Term { word, also, fact }: &Term) -> Self {
        Self { word: (*word).to_owned(), also: also.iter().map(ToString::to_string).collect(), fact: fact.into() }
    }
}

impl Question for Glossary {
    type Answer = Vec<GlossaryEntry>;
    const NAME: &'static str = "glossary";

    fn report(entries: &Vec<GlossaryEntry>) -> Option<Report> {
        let mut report = Report::default();
        for GlossaryEntry { word, also, fact } in entries {
            let also = if also.is_empty() { String::new() } else { format!(" (also {})", also.join(", ")) };
            report.say(format!("{word}{also}: {}", fact.says));
            if entries.len() == 1 {
                fact.command.iter().for_each(|command| report.note("    example", command));
                report.note("    source", &fact.source);
            }
        }
        Some(report)
    }

    fn answer(&self, _: &Session, _: &Limits) -> Result<Vec<GlossaryEntry>, NoAnswer> {
        let Some(word) = &self.word else { return Ok(TERMS.iter().map(GlossaryEntry::from).collect()) };
        let found = term(word).ok_or_else(|| {
            let meant = meant(word).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
            let expected = format!("a word of the glossary, such as nimber; without a word all are listed{meant}");
            NoAnswer::from(BadNotation::new(0, expected)).about("word", word)
        })?;
        Ok(vec![found.into()])
    }
}
