//! An answer in words, for all interfaces: as text, LaTeX, Markdown or HTML. The renderers know no answer.

mod html;
mod latex;
mod markdown;
mod text;

use crate::legend::class_in_words;
use sprague::OutcomeClass;
use std::borrow::Cow;
use std::fmt::Display;

/// An answer in words.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Form, Session, ValueOf};
/// let answer = Session::new().ask(&ValueOf::of("game@{2|0}"), &Limits::default())?;
/// assert!(answer.report().written(Form::Text).starts_with("game@{2|0}: {2|0}, which is 1 ± 1\n"));
/// assert!(answer.report().written(Form::Latex).contains(r"\text{temperature} &= 1 \\"));
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// What the question is about.
    subject: String,
    headline: Option<Shown>,
    parts: Vec<Part>,
}

/// A language in which a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Plain text.
    Text,
    /// Formulas and sentences, which need `amsmath`.
    Latex,
    /// Markdown with tables.
    Markdown,
    /// HTML without scripts or styles.
    Html,
}

/// The name of a fact, which is in the glossary, with more words that only text writes before it, or that all write after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    before: &'static str,
    name: &'static str,
    after: &'static str,
}

impl Word {
    pub(crate) const fn of(name: &'static str) -> Self {
        Self { before: "", name: crate::glossary::known(name), after: "" }
    }

    pub(crate) const fn name(self) -> &'static str {
        self.name
    }

    pub(crate) const fn led_by(self, before: &'static str) -> Self {
        Self { before, ..self }
    }

    pub(crate) const fn followed_by(self, after: &'static str) -> Self {
        Self { after, ..self }
    }
}

/// Returns the word of the glossary with this name. Without such a word, it does not compile.
macro_rules! word {
    ($name:literal) => {
        const { $crate::report::Word::of($name) }
    };
}

pub(crate) use word;

#[derive(Clone, Debug)]
struct Fact {
    before: &'static str,
    name: Cow<'static, str>,
    shown: Shown,
}

#[derive(Clone, Debug)]
enum Part {
    /// Facts that text has on one line.
    Facts(Vec<Fact>),
    Table(Table),
    /// Lines of a program.
    Code(String),
    /// A sentence, the word that introduces it, and a flag of the program with its effect.
    Said {
        before: &'static str,
        words: String,
        flag: &'static str,
    },
}

/// A table, whose title may be empty.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    pub(crate) title: String,
    pub(crate) columns: Vec<Cow<'static, str>>,
    pub(crate) rows: Vec<Vec<Shown>>,
    /// The number of rows that are left out.
    pub(crate) more: u64,
}

/// A piece of an answer, by its notation.
#[derive(Clone, Debug)]
pub(crate) enum Shown {
    /// A value in the notation of values, with its name in books.
    Game(String, Option<String>),
    /// A number, a genus or a product, such as 4^{146} or ab².
    Formula(String),
    /// Text in a notation of the program, such as a position.
    Position(String),
    Words(String),
    /// A sign and its meaning, which may be empty.
    Sign(String, &'static str),
    List(Vec<Shown>),
    TooLong,
}

/// Returns the heads of the columns of a table.
pub(crate) fn heads(names: &[&'static str]) -> Vec<Cow<'static, str>> {
    names.iter().copied().map(Cow::from).collect()
}

pub(crate) fn game(text: &str) -> Shown {
    Shown::Game(text.to_owned(), None)
}

pub(crate) fn formula(number: impl Display) -> Shown {
    Shown::Formula(number.to_string())
}

pub(crate) fn position(text: &str) -> Shown {
    Shown::Position(text.to_owned())
}

pub(crate) fn words(text: impl Display) -> Shown {
    Shown::Words(text.to_string())
}

pub(crate) fn class(class: OutcomeClass) -> Shown {
    Shown::Sign(class.to_string(), class_in_words(class))
}

pub(crate) fn list<T>(items: impl IntoIterator<Item = T>, shown: impl Fn(T) -> Shown) -> Shown {
    Shown::List(items.into_iter().map(shown).collect())
}

/// Returns text that may be too long to print.
pub(crate) fn or_long(text: Option<&String>, shown: impl Fn(&str) -> Shown) -> Shown {
    text.map_or(Shown::TooLong, |text| shown(text))
}

impl Shown {
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Game(text, Some(name)) => format!("{text}, which is {name}"),
            Self::Game(text, None) | Self::Formula(text) | Self::Position(text) | Self::Words(text) => text.clone(),
            Self::Sign(sign, "") => sign.clone(),
            Self::Sign(sign, means) => format!("{sign}: {means}"),
            Self::List(all) if all.is_empty() => "none".to_owned(),
            Self::List(all) => all.iter().map(Self::text).collect::<Vec<_>>().join(", "),
            Self::TooLong => "too long to print".to_owned(),
        }
    }

    /// Writes code and other text by these functions.
    fn marked(&self, code: fn(&str) -> String, escaped: fn(&str) -> String) -> String {
        match self {
            Self::Game(text, Some(name)) => format!("{}, which is {}", code(text), escaped(name)),
            Self::Game(text, None) | Self::Formula(text) | Self::Position(text) => code(text),
            Self::Sign(sign, "") => escaped(sign),
            Self::Sign(sign, means) => format!("{} ({means})", code(sign)),
            Self::List(all) if !all.is_empty() => {
                all.iter().map(|item| item.marked(code, escaped)).collect::<Vec<_>>().join(", ")
            }
            Self::Words(_) | Self::List(_) | Self::TooLong => escaped(&self.text()),
        }
    }
}

impl Report {
    pub(crate) fn of(subject: impl Into<String>, headline: impl Into<Option<Shown>>) -> Self {
        Self { subject: subject.into(), headline: headline.into(), parts: vec![] }
    }

    /// Adds facts that stand together. Those that are `None` are left out.
    pub(crate) fn facts(&mut self, facts: impl IntoIterator<Item = (Word, Option<Shown>)>) {
        let name = |Word { name, after, .. }| if after.is_empty() { name.into() } else { format!("{name} {after}").into() };
        let fact = |(word, shown): (Word, Option<Shown>)| Some(Fact { before: word.before, name: name(word), shown: shown? });
        let facts: Vec<_> = facts.into_iter().filter_map(fact).collect();
        if !facts.is_empty() {
            self.parts.push(Part::Facts(facts));
        }
    }

    pub(crate) fn fact(&mut self, word: Word, shown: impl Into<Option<Shown>>) {
        self.facts([(word, shown.into())]);
    }

    /// Adds a list under a title, which need not be in the glossary.
    pub(crate) fn listing(&mut self, title: impl Into<Cow<'static, str>>, all: Shown) {
        self.parts.push(Part::Facts(vec![Fact { before: "", name: title.into(), shown: all }]));
    }

    pub(crate) fn say(&mut self, words: impl Into<String>) {
        self.note("", words);
    }

    /// Adds a sentence after a word that says what it is, such as `why`.
    pub(crate) fn note(&mut self, before: &'static str, words: impl Into<String>) {
        self.parts.push(Part::Said { before, words: words.into(), flag: "" });
    }

    /// Adds a sentence, after which text names a flag of the program.
    pub(crate) fn hint(&mut self, words: impl Into<String>, flag: &'static str) {
        self.parts.push(Part::Said { before: "", words: words.into(), flag });
    }

    pub(crate) fn code(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Code(text.into()));
    }

    pub(crate) fn table(&mut self, table: Table) {
        self.parts.push(Part::Table(table));
    }

    /// Returns the report in this language. Characters that are not printable are escaped.
    pub fn written(&self, form: Form) -> String {
        match form {
            Form::Text => text::written(self),
            Form::Latex => latex::written(self),
            Form::Markdown => markdown::written(self),
            Form::Html => html::written(self),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_cannot_become_markup() {
        let mut report = Report::of("<b>`a``|*_\\n\u{1b}$%\n", game("{1|<2>}"));
        report.facts([(word!("mean"), Some(words("<i>&\"*[x](y)*#"))), (word!("birthday"), Some(position("a|`b")))]);
        report.table(Table {
            title: "<u>".to_owned(),
            columns: heads(&["move"]),
            rows: vec![vec![position("x|y`"), words("a|_b_")]],
            more: 2,
        });
        report.note("why", "_so_ </p> \\end{aligned} & 100 %");
        report.code("x\u{1b} = `````;\n  </pre> }$");
        let [text, latex, markdown, html] =
            [Form::Text, Form::Latex, Form::Markdown, Form::Html].map(|form| report.written(form));
        assert_eq!(text.lines().next(), Some("<b>`a``|*_\\n\\u001b$%\\n: {1|<2>}"));
        assert!(
            !html.contains("<b>`") && !html.contains("<i>") && !html.contains("<u>") && html.matches("</p>").count() == 3,
            "{html}"
        );
        assert!(markdown.contains("\\*\\[x\\](y)\\*\\#"), "{markdown}");
        assert!(markdown.contains("| `` x\\|y` `` | a\\|\\_b\\_ |") && markdown.contains("\\_so\\_ \\</p\\>"), "{markdown}");
        assert!(latex.contains(r"\textbackslash{}end\{aligned\} \& 100 \%") && latex.starts_with("% <b>"), "{latex}");
        assert!(
            markdown.ends_with("``````\nx\\u001b = `````;\n  </pre> }$\n``````\n") && html.ends_with("&lt;/pre&gt; }$</pre>\n")
        );
        assert!(
            text.ends_with("\n  </pre> }$\n") && latex.ends_with("\\texttt{~~\\textless{}/pre\\textgreater{} \\}\\$}\\par\n"),
            "{latex}"
        );
        assert!([&text, &latex, &markdown, &html].iter().all(|written| !written.contains('\u{1b}')));
    }
}
