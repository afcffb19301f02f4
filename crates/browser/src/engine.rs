//! A session that answers the questions of a page.

use crate::limits;
use crate::pasted::Pasted;
use serde_json::json;
use sprague::Limits;
use sprague::limits::Heard;
use sprague_page::{Answer, JSON, Rulesets, Text, answer, drawing, edited, laws, question, schema};
use sprague_questions::Session;

/// An answer to a page, with the status of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// The status: 200 for an answer, 404 for an unknown path, and 422 for a refusal with `error` as JSON.
    pub status: u16,
    /// The content type.
    pub kind: &'static str,
    /// The text of the answer.
    pub text: String,
}

/// A session with the built-in rulesets and pasted files.
///
/// ```
/// use sprague_browser::Engine;
///
/// let mut engine = Engine::default();
/// assert!(engine.put("./one.rhai", Some(b"fn moves(n) { if n > 0 { [n - 1] } else { [] } }".to_vec())));
/// let told = engine.ask("ask/solve", r#"{"position":"./one.rhai@7"}"#, "{}", None);
/// assert!(told.status == 200 && told.text.contains(r#""outcome":"win""#));
/// assert_eq!(engine.ask("ask/solve", r#"{"position":"./other.rhai@7"}"#, "{}", None).status, 422);
/// ```
#[derive(Debug)]
pub struct Engine {
    files: Pasted,
    session: Session,
}

impl Default for Engine {
    fn default() -> Self {
        Self::over(Pasted::default())
    }
}

impl Engine {
    fn over(files: Pasted) -> Self {
        Self { session: Session::new().with_files(files.clone()), files }
    }

    /// Returns the answer to the question `asked` at this path, within limits in JSON.
    ///
    /// The limits are `seconds`, `bytes` and `positions`, with the defaults of `sprague serve`. The question is JSON, but the
    /// question of a drawing is the query of an address. `heard` receives the parts of the answer that are found first.
    pub fn ask(&self, path: &str, asked: &str, limits: &str, heard: Option<Heard>) -> Told {
        let limits = Limits { heard, ..limits::read(limits) };
        let json = |text: String| Ok(Text { kind: JSON, bytes: text.into_bytes() });
        let answer = match path {
            "plot.svg" => drawing(&self.session, &limits, asked),
            "edit" => edited(&self.session, &limits, asked.as_bytes()),
            "laws" => laws(&self.files, asked.as_bytes()),
            "rulesets" => json(Rulesets::of(&self.session, &self.files, &self.files.names()).text),
            "schema" => json(schema()),
            _ => match question(path) {
                Some(question) => answer(question, &self.session, &limits, asked.as_bytes()),
                None => return Told { status: 404, kind: JSON, text: json!({ "error": "there is nothing here" }).to_string() },
            },
        };
        self.session.keep_within(limits.bytes / 4);
        told(answer)
    }

    /// Adds a file that questions can name, or removes it if `bytes` is `None`.
    ///
    /// Returns `false` if there is no room for the file.
    ///
    /// All results computed before are dropped, because they may be about another file with the same name.
    pub fn put(&mut self, name: &str, bytes: Option<Vec<u8>>) -> bool {
        let fits = self.files.put(name, bytes);
        *self = Self::over(self.files.clone());
        fits
    }
}

fn told(answer: Answer) -> Told {
    match answer {
        Ok(Text { kind, bytes }) => Told { status: 200, kind, text: String::from_utf8(bytes).unwrap_or_default() },
        Err(refused) => Told { status: 422, kind: JSON, text: refused.to_json().to_string() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn json(told: &Told) -> Value {
        assert_eq!(told.kind, JSON);
        serde_json::from_str(&told.text).unwrap()
    }

    #[test]
    fn every_kind_of_path_is_answered() {
        let engine = Engine::default();
        assert_eq!(json(&engine.ask("solve", r#"{"position":"nim@3,4,5"}"#, "", None))["nimber"], 2);
        let drawn = engine.ask("plot.svg", "what=kayles&to=9", "", None);
        assert!(drawn.status == 200 && drawn.kind == "image/svg+xml" && drawn.text.starts_with("<svg"), "{drawn:?}");
        assert!(json(&engine.ask("schema", "", "", None))["solve"].is_object());
        assert!(json(&engine.ask("rulesets", "", "", None))["rulesets"].as_array().unwrap().len() > 20);
        assert_eq!(engine.ask("nothing", "", "", None).status, 404);
        for (path, question) in [("solve", "nim@3"), ("solve", "{}"), ("plot.svg", "what=nim@x"), ("laws", "{}"), ("edit", "{}")]
        {
            let told = engine.ask(path, question, "", None);
            assert!(told.status == 422 && json(&told)["error"].is_string(), "{path} {question}: {told:?}");
        }
    }

    #[test]
    fn limits_hold_and_are_told() {
        let told = json(&Engine::default().ask("solve", r#"{"position":"cram@9x9"}"#, r#"{"positions":1000}"#, None));
        assert_eq!(told["stopped"], "positions");
    }

    #[test]
    #[cfg(feature = "scripts")]
    fn one_broken_file_takes_no_other_with_it_and_a_new_text_is_a_new_game() {
        let mut engine = Engine::default();
        let take = |most: u64| {
            format!("let example = \"9\"; fn moves(n) {{ if n >= {most} {{ [n - {most}] }} else {{ [] }} }}").into_bytes()
        };
        assert!(engine.put("./torn.rhai", Some(b"fn moves(n) { [n - }".to_vec())) && engine.put("./fine.rhai", Some(take(1))));
        let told = json(&engine.ask("rulesets", "", "", None));
        assert_eq!((told["files"].as_array().unwrap().len(), &told["faults"][0]["file"]), (2, &Value::from("./torn.rhai")));
        assert!(told["rulesets"].as_array().unwrap().iter().any(|of| of["example"] == "./fine.rhai@9"), "{told}");
        let outcome =
            |engine: &Engine| json(&engine.ask("solve", r#"{"position":"./fine.rhai@9"}"#, "", None))["outcome"].clone();
        assert_eq!(outcome(&engine), "win");
        engine.put("./fine.rhai", Some(take(4)));
        assert_eq!(outcome(&engine), "loss");
        engine.put("./fine.rhai", None);
        assert!(engine.ask("solve", r#"{"position":"./fine.rhai@9"}"#, "", None).text.contains("paste or drop it"));
        assert!(!engine.put("./long.txt", Some(vec![b' '; 17 << 20])));
    }
}
