//! Parses the answers of a program, one JSON object per line.

use crate::guest::bounds::{BOUNDS, EXPECTED};
use crate::guest::failure::{Failure, one_line};
use crate::guest::picture;
use crate::guest::plain::{NOT_WRITTEN, written};
use crate::guest::points::{Gain, SCORE_BOUNDS, TERMINAL_SCORE, points};
use serde_json::{Map, Value};
use sprague_core::Player;

/// The optional questions that a program may answer.
const MORE: [&str; 9] =
    ["summands", "canonical", "negative", BOUNDS, "estimate", picture::EXPORT, "terminal_outcome", TERMINAL_SCORE, SCORE_BOUNDS];

/// The JSON object in an answer of a program.
pub(super) struct Answer {
    question: String,
    object: Map<String, Value>,
}

/// The options of a position, with labels if there are any, and with what the moves gain.
pub(super) struct Listing {
    pub(super) to: Vec<String>,
    pub(super) labels: Option<Vec<String>>,
    pub(super) gains: Vec<Gain>,
}

impl Answer {
    pub(super) fn read(question: &str, line: &[u8]) -> Result<Self, Failure> {
        let failed = |why: String| Failure::new(question, why);
        let text = std::str::from_utf8(line).map_err(|error| failed(format!("it answered what is not UTF-8: {error}")))?;
        match serde_json::from_str(text) {
            Ok(Value::Object(object)) => Ok(Self { question: question.to_owned(), object }),
            Ok(_) => Err(failed(format!("a JSON object was expected, not {}", one_line(text)))),
            Err(error) => Err(failed(format!("it answered `{}`, which is not a JSON object: {error}", one_line(text)))),
        }
    }

    fn failed(&self, why: impl std::fmt::Display) -> Failure {
        Failure::new(&*self.question, why)
    }

    /// Returns the value whose key is the name of the question.
    fn asked(&self) -> Result<&Value, Failure> {
        self.key(&self.question)
    }

    fn key(&self, key: &str) -> Result<&Value, Failure> {
        if let Some(error) = self.object.get("error") {
            return Err(self.failed(format!("it answered with an error: {}", shown(error))));
        }
        self.object.get(key).ok_or_else(|| self.failed(format!("there is no `{key}` in its answer")))
    }

    /// Returns the byte offset and the message, if the program rejected the text.
    pub(super) fn refusal(&self) -> Result<Option<(usize, String)>, Failure> {
        let Some(error) = self.object.get("error") else { return Ok(None) };
        let at = self.object.get("at").and_then(Value::as_u64).unwrap_or(0);
        let Some(text) = error.as_str() else { return Err(self.failed(format!("`error` is text, not {}", shown(error)))) };
        Ok(Some((usize::try_from(at).unwrap_or(0), one_line(text))))
    }

    /// Returns the texts of the program's description by the keys of plugins.
    pub(super) fn of_itself(&self) -> Result<Vec<(&str, &str)>, Failure> {
        let mut told = vec![];
        for (key, value) in &self.object {
            let key = match key.as_str() {
                "error" => return Err(self.failed(format!("it answered with an error: {}", shown(value)))),
                "partizan" | "answers" => continue,
                "notation" => "position",
                key @ ("name" | "title" | "aim" | "brief" | "rules" | "example") => key,
                other => {
                    let known = "name, title, aim, brief, rules, notation, example, partizan, answers";
                    return Err(self.failed(format!("`{}` is not known; there are {known}", one_line(other))));
                }
            };
            told.push((key, value.as_str().ok_or_else(|| self.failed(format!("`{key}` is text, not {}", shown(value))))?));
        }
        Ok(told)
    }

    pub(super) fn is_partizan(&self) -> Result<bool, Failure> {
        match self.object.get("partizan") {
            None => Ok(false),
            Some(value) => {
                value.as_bool().ok_or_else(|| self.failed(format!("`partizan` is true or false, not {}", shown(value))))
            }
        }
    }

    /// Returns the names of the optional questions that the program answers.
    pub(super) fn answers(&self) -> Result<Vec<String>, Failure> {
        let Some(value) = self.object.get("answers") else { return Ok(vec![]) };
        let names = self.list(value)?;
        match names.iter().find(|name| !MORE.contains(&name.as_str())) {
            Some(other) => Err(self.failed(format!("`answers` may have {}, not `{}`", MORE.join(", "), one_line(other)))),
            None => Ok(names),
        }
    }

    /// Returns the options. They are those of a player if the rules are partizan.
    pub(super) fn listing(&self, player: Option<Player>, is_scored: bool) -> Result<Listing, Failure> {
        let key = match player {
            None => "options",
            Some(Player::Left) => "left",
            Some(Player::Right) => "right",
        };
        let value = self.key(key)?;
        let items = value.as_array().ok_or_else(|| self.failed(format!("`{key}` is a list, not {}", shown(value))))?;
        let mut listing = Listing { to: vec![], labels: None, gains: vec![] };
        let mut labels = vec![];
        for item in items {
            let to = match item.as_array().map(Vec::as_slice) {
                Some([label, to, more @ ..]) => {
                    labels.push(
                        label.as_str().ok_or_else(|| self.failed(format!("a label is text, not {}", shown(label))))?.to_owned(),
                    );
                    listing.gains.push(self.gain(more, is_scored)?);
                    to
                }
                _ => {
                    listing.gains.push((0, false));
                    item
                }
            };
            listing.to.push(self.position(to)?);
        }
        match labels.len() {
            0 => {}
            count if count == listing.to.len() => listing.labels = Some(labels),
            _ => return Err(self.failed("some moves have labels and some have none")),
        }
        Ok(listing)
    }

    /// Returns what a move gains, from the items after its label and its position.
    fn gain(&self, items: &[Value], is_scored: bool) -> Result<Gain, Failure> {
        let (gain, again) = match items {
            [] => return Ok((0, false)),
            _ if !is_scored => {
                return Err(self.failed(format!("gains are for rules that count points: answer `{TERMINAL_SCORE}`, too")));
            }
            [gain] => (gain.as_i64(), Some(false)),
            [gain, again] => (gain.as_i64(), again.as_bool()),
            _ => (None, None),
        };
        let Some((gain, again)) = gain.zip(again) else {
            let found = shown(&Value::from(items));
            return Err(self.failed(format!("a whole number as gain and then true or false was expected, not {found}")));
        };
        Ok((points(&self.question, "a gain", gain)?, again))
    }

    /// Returns a list of texts: positions, or the rows of a picture.
    pub(super) fn texts(&self) -> Result<Vec<String>, Failure> {
        let value = self.asked()?;
        if self.question == picture::EXPORT {
            return self.list(value);
        }
        let items = value.as_array().ok_or_else(|| self.failed(format!("a list was expected, not {}", shown(value))))?;
        items.iter().map(|item| self.position(item)).collect()
    }

    /// Returns a position as text, or `None` for `null`.
    pub(super) fn text(&self) -> Result<Option<String>, Failure> {
        let value = self.asked()?;
        if value.is_null() { Ok(None) } else { self.position(value).map(Some) }
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.object.get(&self.question).is_some_and(Value::is_null)
    }

    /// Returns a word, such as "win".
    pub(super) fn word(&self) -> Result<&str, Failure> {
        let value = self.asked()?;
        value.as_str().ok_or_else(|| self.failed(format!("a word was expected, not {}", shown(value))))
    }

    /// Returns a whole number.
    pub(super) fn whole(&self) -> Result<i64, Failure> {
        let value = self.asked()?;
        value.as_i64().ok_or_else(|| self.failed(format!("a whole number was expected, not {}", shown(value))))
    }

    pub(super) fn number(&self) -> Result<f64, Failure> {
        let value = self.asked()?;
        value.as_f64().ok_or_else(|| self.failed(format!("a number was expected, not {}", shown(value))))
    }

    /// Returns the bounds, if there are any. Each of them may be missing, too.
    pub(super) fn claims(&self) -> Result<Option<Vec<Option<i64>>>, Failure> {
        let value = self.asked()?;
        if value.is_null() {
            return Ok(None);
        }
        let refused = || self.failed(format!("{EXPECTED} was expected, with `null` for `()`, not {}", shown(value)));
        let items = value.as_array().ok_or_else(refused)?;
        let claims = items.iter().map(|item| if item.is_null() { Ok(None) } else { item.as_i64().map(Some).ok_or_else(refused) });
        claims.collect::<Result<_, _>>().map(Some)
    }

    fn list(&self, value: &Value) -> Result<Vec<String>, Failure> {
        let texts = value.as_array().map(|items| items.iter().map(|item| item.as_str().map(str::to_owned)).collect());
        texts.flatten().ok_or_else(|| self.failed(format!("a list of texts was expected, not {}", shown(value))))
    }

    /// Checks that a value is the text of a position.
    fn position(&self, value: &Value) -> Result<String, Failure> {
        let text = value.as_str().ok_or_else(|| self.failed(format!("a position is text, not {}", shown(value))))?;
        if written(text).is_none() {
            return Err(self.failed(format!("the position \"{}\" {NOT_WRITTEN}", one_line(text))));
        }
        Ok(text.to_owned())
    }
}

/// Formats a value on one line for a message, shortened if it is long.
fn shown(value: &Value) -> String {
    one_line(&value.to_string())
}
