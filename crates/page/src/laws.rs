//! Checks the laws of rulesets for a file that somebody is writing.

use crate::answers::{Answer, JSON, Text};
use crate::refused::Refused;
use serde::Deserialize;
use serde_json::{Value, json};
use sprague::registry::{Files, Unreadable};
use sprague_plugin::laws::{Effort, starts, try_laws};
use sprague_plugin::{NotLoaded, Plugin};
use std::time::Duration;

const PLAYS: u64 = 30;

/// The time limit of one check. It is short because somebody is typing.
const TIME: Duration = Duration::from_secs(2);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Trial {
    file: String,
    /// The text to check, if it differs from the text of the file.
    text: Option<String>,
}

/// The files of a page, in which one file may be replaced by the text that somebody is writing.
struct Written<'a> {
    trial: &'a Trial,
    files: &'a dyn Files,
}

impl Files for Written<'_> {
    fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
        match &self.trial.text {
            Some(text) if self.trial.file == path => match text.len() as u64 {
                length if length > most => Err(Unreadable::TooLong(most)),
                _ => Ok(text.clone().into_bytes()),
            },
            _ => self.files.read(path, most),
        }
    }
}

/// Checks the laws of rulesets for the rules in a file, for at most two seconds.
///
/// The question is JSON with the `file`, and with its `text` if that differs from the text of the file. The answer contains
/// `laws`, which is the number of positions at which each law held, and `broken`. If the rules cannot be loaded, it contains
/// a `fault` instead, with its `line` and `column` if they are known. For rules that are data, which need no check, the
/// answer contains neither.
///
/// ```
/// use sprague::registry::LocalFiles;
/// let refused = sprague_page::laws(&LocalFiles, br#"{"file":"./nothing.rhai"}"#).unwrap_err();
/// assert!(refused.to_string().contains("No such file"));
/// ```
///
/// # Errors
/// Returns [`Refused`] if the JSON is malformed, or if the file cannot be read or is not a plugin.
pub fn laws(files: &dyn Files, json: &[u8]) -> Answer {
    let trial: Trial = serde_json::from_slice(json).map_err(|error| Refused::NoQuestion(error.to_string()))?;
    let files = Written { trial: &trial, files };
    let told = match Plugin::load_with(&files, &trial.file, None) {
        Ok(plugin) => tried(&files, &trial.file, &plugin),
        // rules that need parameters cannot be checked without them
        Err(NotLoaded::Parameters(error)) => json!({ "parameters": error.expected }),
        Err(error) => return Err(Refused::NoQuestion(error.to_string())),
    };
    Ok(Text { kind: JSON, bytes: told.to_string().into_bytes() })
}

fn tried(files: &dyn Files, file: &str, plugin: &Plugin) -> Value {
    let about = plugin.about();
    let said = |why: String| {
        let place = place(&why);
        json!({ "fault": why, "line": place.map(|(line, _)| line), "column": place.map(|(_, column)| column) })
    };
    if let Some(fault) = plugin.fault() {
        return said(fault.to_string());
    }
    if plugin.is_data() {
        return json!({ "data": true, "example": about.example });
    }
    let starts = match starts(plugin) {
        Ok(starts) => starts,
        Err(fault) => return said(fault.to_string()),
    };
    let from: Vec<&str> = starts.iter().map(String::as_str).collect();
    let again = || Plugin::load_with(files, file, None).unwrap_or_else(|_| plugin.clone());
    let report = try_laws(&again, &from, Effort { plays: PLAYS, time: TIME, ..Effort::default() });
    let held: Vec<_> = report.held.iter().map(|(law, held)| json!({ "law": law.to_string(), "held": held })).collect();
    let broken = report.broken.as_ref().map(|broken| {
        let place = place(&broken.how);
        json!({
            "law": broken.law.to_string(), "position": broken.position, "how": broken.how,
            "line": place.map(|(line, _)| line), "column": place.map(|(_, column)| column),
        })
    });
    json!({
        "example": about.example, "notation": about.notation, "from": starts, "positions": report.positions,
        "laws": held, "longest_play": report.longest, "broken": broken,
    })
}

/// Returns the line and the column in an error message, both from 1.
///
/// The message comes from a script, or from the text format of WebAssembly.
fn place(why: &str) -> Option<(u32, u32)> {
    let (place, end) = match why.rsplit_once("(line ") {
        Some((_, place)) => (place.replace(" position ", ""), ','),
        None => (why.rsplit_once("<anon>:")?.1.to_owned(), ':'),
    };
    let (line, column) = place.split_once(end)?;
    let column = column.split(|letter: char| !letter.is_ascii_digit()).next()?;
    Some((line.parse().ok()?, column.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague::registry::NamedFiles;

    fn of(file: &str, text: &str) -> Value {
        let question = json!({ "file": file, "text": text }).to_string();
        serde_json::from_slice(&laws(&NamedFiles::new([]), question.as_bytes()).unwrap().bytes).unwrap()
    }

    #[test]
    #[cfg(feature = "scripts")]
    fn laws_are_tried_and_faults_have_their_line() {
        let good = of("./a.rhai", "let example = \"7\"; fn moves(n) { if n > 0 { [n - 1] } else { [] } }");
        assert_eq!((good["example"].as_str(), &good["broken"]), (Some("7"), &Value::Null));
        assert!(good["laws"].as_array().unwrap().iter().any(|law| law["held"].as_u64() > Some(5)), "{good}");
        let torn = of("./a.rhai", "fn moves(n) {\n  [n - \n}\n");
        assert_eq!((torn["line"].as_u64(), torn["laws"].as_array()), (Some(3), None), "{torn}");
        let fails = of("./a.rhai", "fn moves(n) {\n  [nothing(n)]\n}\n");
        assert_eq!((fails["broken"]["line"].as_u64(), fails["broken"]["column"].as_u64()), (Some(2), Some(4)), "{fails}");
        assert_eq!(of("./a.rhai", "let amounts = [1, 3];")["data"], true);
    }

    #[test]
    #[cfg(feature = "modules")]
    fn faults_in_the_text_of_a_module_have_their_line() {
        let torn = of("./a.wat", "(module\n (func (foo)))");
        assert_eq!(torn["line"], 2, "{torn}");
    }

    #[test]
    fn only_plugins_are_tried() {
        for (json, why) in [("{}", "file"), (r#"{"file":"./a.txt"}"#, "plugins end in"), (r#"{"file":1}"#, "string"), ("", "EOF")]
        {
            let refused = laws(&NamedFiles::new([]), json.as_bytes()).unwrap_err().to_string();
            assert!(refused.contains(why), "{refused}");
        }
    }
}
