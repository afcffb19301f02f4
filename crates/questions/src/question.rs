//! Questions as values, with their answers or the reason why there is none. All interfaces use the same struct for a
//! kind of question.

mod asking;
mod further;
mod limits;
mod no_answer;
mod schema;

pub(crate) use asking::unread;
pub(crate) use further::Fate;
pub use further::further;
pub use limits::LimitsAsked;
pub use no_answer::{NoAnswer, Reached};
pub use schema::{HasSchema, schema_of_limits, schema_of_refusal};

use crate::read::Session;
use crate::report::Report;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use sprague::{BadNotation, Limits};
use std::fmt;
use std::io;

/// A kind of question. Flags, keywords and JSON are parsed into it.
///
/// To add a kind of question, write a struct in a file below `ask`, and add it to the [list](crate::QUESTIONS).
///
/// ```
/// use sprague::{Limits, Outcome};
/// use sprague_questions::{Session, Solve};
///
/// let question = Solve::of("nim@3,4,5");
/// let answer = Session::new().ask(&question, &Limits::default())?;
/// assert_eq!(answer.outcome, Outcome::Win);
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
pub trait Question: DeserializeOwned + HasSchema + Send + 'static {
    /// The type of the answers, which can be written as JSON.
    type Answer: Serialize + HasSchema + Send + 'static;

    /// The name: the subcommand of the program, the path of the web page, and the function in Python.
    const NAME: &'static str;

    /// Returns the limits for this question if you name none, starting from the defaults of the interface.
    fn usual(&self, door: Limits) -> Limits {
        door
    }

    /// Checks the options against each other, without reading the texts in the question.
    ///
    /// # Errors
    /// [`NoAnswer::Unfit`] with an option that may be left out.
    fn has_meaning(&self) -> Result<(), NoAnswer> {
        Ok(())
    }

    /// Returns flags and commands that ask for less, which are suggested if a limit was reached.
    fn less(&self) -> Vec<&'static str> {
        vec![]
    }

    /// Returns the answer in words, for answers that are not mainly rows or drawings.
    fn report(_: &Self::Answer) -> Option<Report> {
        None
    }

    /// Computes the answer within these limits, whose clock is running. Call it only if [`has_meaning`](Self::has_meaning)
    /// returned `Ok`.
    ///
    /// # Errors
    /// [`NoAnswer`] of any kind.
    fn answer(&self, session: &Session, limits: &Limits) -> Result<Self::Answer, NoAnswer>;
}

/// An answer of any type.
pub trait AnyAnswer: Send {
    /// Writes the answer as JSON.
    ///
    /// # Errors
    /// Errors of `out`.
    fn write(&self, out: &mut dyn io::Write) -> serde_json::Result<()>;

    /// Returns the answer in words, for answers that are not mainly rows or drawings.
    fn report(&self) -> Option<Report> {
        None
    }

    /// Returns the answer as JSON, or `None` if it is longer than `most` bytes. The text takes no more memory than
    /// that.
    ///
    /// ```
    /// use sprague_questions::AnyAnswer;
    /// assert_eq!([1, 2].text(5).unwrap().as_deref(), Some(&b"[1,2]"[..]));
    /// assert_eq!([1, 2].text(4).unwrap(), None);
    /// ```
    ///
    /// # Errors
    /// An answer that cannot be written as JSON.
    fn text(&self, most: usize) -> serde_json::Result<Option<Vec<u8>>> {
        let mut short = Short { text: vec![], most };
        match self.write(&mut short) {
            Ok(()) => Ok(Some(short.text)),
            Err(error) if error.is_io() => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// A text of at most `most` bytes. Writing more is an error.
struct Short {
    text: Vec<u8>,
    most: usize,
}

impl io::Write for Short {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.text.len() + bytes.len() > self.most {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        self.text.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<T: Serialize + Send> AnyAnswer for T {
    fn write(&self, out: &mut dyn io::Write) -> serde_json::Result<()> {
        serde_json::to_writer(out, self)
    }
}

/// An answer to a question of this type.
struct AnswerTo<Q: Question>(Q::Answer);

impl<Q: Question> AnyAnswer for AnswerTo<Q> {
    fn write(&self, out: &mut dyn io::Write) -> serde_json::Result<()> {
        serde_json::to_writer(out, &self.0)
    }

    fn report(&self) -> Option<Report> {
        Q::report(&self.0)
    }
}

/// A function that parses a question from JSON and answers it.
type Ask = fn(&Session, &[u8], &LimitsAsked, Limits) -> Result<Box<dyn AnyAnswer>, NoAnswer>;

/// A kind of question without its type, for interfaces that loop over the list.
///
/// ```
/// let solve = sprague_questions::question("solve").unwrap();
/// assert!(solve.schema()["properties"]["position"].is_object());
/// ```
#[derive(Clone, Copy)]
pub struct Asked {
    name: &'static str,
    ask: Ask,
    schema: &'static str,
    // the web page only needs the schemas of questions, and the size of the engine matters there
    #[cfg(not(target_family = "wasm"))]
    schema_of_answer: &'static str,
    #[cfg(feature = "schema")]
    derived: fn() -> [schemars::Schema; 2],
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Asked({})", self.name)
    }
}

impl Asked {
    /// Returns the entry of the list for this kind of question, with the JSON Schemas of the question and of its answers.
    pub const fn of<Q: Question>(schemas: [&'static str; 2]) -> Self {
        Self {
            name: Q::NAME,
            ask: |session, json, asked, door| {
                let question: Q = read_question(json)?;
                let limits = asked.over(question.usual(door));
                let answer = session.ask(&question, &limits)?;
                Ok(Box::new(AnswerTo::<Q>(answer)))
            },
            schema: schemas[0],
            #[cfg(not(target_family = "wasm"))]
            schema_of_answer: schemas[1],
            #[cfg(feature = "schema")]
            derived: || [schema::of_question::<Q>(), schema::of_answer::<Q::Answer>()],
        }
    }

    /// Returns [`Question::NAME`].
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Answers a question in JSON.
    ///
    /// `asked` contains the limits that were named for this question, and `door` the defaults for the others.
    ///
    /// # Errors
    /// [`NoAnswer`]. It is [`NoAnswer::Malformed`] if the JSON is not a question of this kind.
    pub fn ask(&self, session: &Session, json: &[u8], asked: &LimitsAsked, door: Limits) -> Result<Box<dyn AnyAnswer>, NoAnswer> {
        (self.ask)(session, json, asked, door)
    }

    /// Returns the JSON Schema of the question.
    pub fn schema(&self) -> Value {
        schema::read(self.schema)
    }

    /// Returns the JSON Schema of the answers. The engine in a web page does not contain it.
    #[cfg(not(target_family = "wasm"))]
    pub fn schema_of_answer(&self) -> Value {
        schema::read(self.schema_of_answer)
    }

    /// Derives the text of both schema files, of the question and of its answers, from the types.
    #[cfg(feature = "schema")]
    pub fn derived_schemas(&self) -> [String; 2] {
        (self.derived)().map(schema::text)
    }
}

/// Implements `JsonSchema` for a type with the schema of another: a question with the same options, or an answer that is
/// serialised in another form.
macro_rules! written_as {
    ($of:ty, $other:ty) => {
        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $of {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                <$other>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$other>::json_schema(generator)
            }
        }
    };
}

pub(crate) use written_as;

/// Reads a question from JSON. An error names the field.
///
/// ```
/// use sprague_questions::{Solve, read_question};
/// assert_eq!(read_question::<Solve>(br#"{"position":"nim@3"}"#)?.position, "nim@3");
/// assert!(read_question::<Solve>(br#"{"position":"nim@3","pley":"misere"}"#).is_err());
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
///
/// # Errors
/// [`NoAnswer::Malformed`] with the field that is unknown or missing, or whose type is wrong.
pub fn read_question<Q: Question>(json: &[u8]) -> Result<Q, NoAnswer> {
    if json.trim_ascii_start().first() == Some(&b'[') {
        // serde would take the items of a list as fields in their order, without names
        let error = BadNotation::new(0, "a map of fields, such as {\"position\":\"nim@3\"}, not a list");
        return Err(NoAnswer::Malformed { field: "question".into(), text: None, error });
    }
    let mut reader = serde_json::Deserializer::from_slice(json);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let field = if ["", ".", "?"].contains(&&*path) { "question".to_owned() } else { path };
        (field, error.into_inner())
    });
    let read = read.and_then(|question| reader.end().map(|()| question).map_err(|error| ("question".to_owned(), error)));
    read.map_err(|(field, error)| {
        let text = error.to_string();
        let why = text.rsplit_once(" at line ").map_or(&*text, |(why, _)| why);
        let expected = why.strip_prefix("expected ").map_or_else(|| format!("another value ({why})"), str::to_owned);
        NoAnswer::Malformed { field: field.into(), text: None, error: BadNotation::new(0, expected) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Quotient, Solve};

    fn refused<Q: Question>(json: &str) -> Value {
        read_question::<Q>(json.as_bytes()).err().unwrap().to_json()
    }

    #[test]
    fn a_list_is_no_question_since_its_fields_have_no_names() {
        for json in [r#"["kayles",9]"#, r#" ["kayles",null]"#, "[[0]]", "["] {
            let refusal = refused::<Quotient>(json);
            assert_eq!(refusal["field"], "question", "{json}: {refusal}");
            assert!(refusal["error"].as_str().unwrap().starts_with("expected a map of fields"), "{refusal}");
        }
    }

    #[test]
    fn a_refusal_names_a_field_even_if_its_name_is_empty() {
        let refusal = refused::<Solve>(r#"{"":3}"#);
        assert_eq!(refusal["field"], "question", "{refusal}");
        assert!(refusal["error"].as_str().unwrap().contains("unknown field ``"), "{refusal}");
    }
}
