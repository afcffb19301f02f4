//! The rulesets that a page offers: built-in ones, those that a program adds, and those in files.

use serde::Serialize;
use serde_json::json;
use sprague::notation::quoted;
use sprague::registry::{Entry, Files, Unreadable};
use sprague_plugin::{NotLoaded, Plugin};
use sprague_questions::Session;

/// A description of all rulesets.
#[derive(Clone, Debug)]
pub struct Rulesets {
    /// JSON with `rulesets`, `files`, `faults` and `version`.
    pub text: String,
    /// The path of each file that cannot be used, and the reason.
    pub faults: Vec<(String, String)>,
}

#[derive(Serialize)]
struct Told {
    name: String,
    notation: String,
    component: String,
    play: String,
    /// A position to try, if this session can answer questions about it.
    example: Option<String>,
    theorem: String,
    source: String,
    kind: &'static str,
}

impl Rulesets {
    /// Returns the rulesets of a session that may open only these files, which are read through `files`.
    ///
    /// A file has a fault if it cannot be read, or if it is a plugin and does not load. The other rulesets are listed
    /// nevertheless.
    ///
    /// ```
    /// use sprague::registry::LocalFiles;
    /// use sprague_page::Rulesets;
    /// use sprague_questions::Session;
    ///
    /// let rulesets = Rulesets::of(&Session::new(), &LocalFiles, &["./nothing.rhai".into()]);
    /// assert!(rulesets.text.contains("kayles") && rulesets.faults[0].1.contains("No such file"));
    /// ```
    pub fn of(session: &Session, files: &dyn Files, paths: &[String]) -> Self {
        let mut told: Vec<Told> =
            session.registry().entries().filter(|entry| !entry.is_brought()).map(|entry| known(session, entry)).collect();
        let mut faults = vec![];
        for path in paths {
            match of_file(session, files, path) {
                Ok(ruleset) => told.extend(ruleset),
                Err(why) => faults.push((path.clone(), why)),
            }
        }
        let paths: Vec<_> = paths.iter().map(|path| quoted(path)).collect();
        let said: Vec<_> = faults.iter().map(|(path, why)| json!({ "file": quoted(path), "why": why })).collect();
        let text = json!({ "rulesets": told, "files": paths, "faults": said, "version": env!("CARGO_PKG_VERSION") }).to_string();
        Self { text, faults }
    }
}

/// Describes a ruleset of the registry.
fn known(session: &Session, entry: &Entry) -> Told {
    let Entry { notation, component, play, example, theorem, source, .. } = entry;
    let [notation, component, play, theorem, source] = [notation, component, play, theorem, source].map(ToString::to_string);
    // the example of a ruleset may need a file that may not be opened
    let example = Some(example.to_string()).filter(|example| session.position(example).is_ok());
    let kind = if entry.is_modifier() { "modifier" } else { "built-in" };
    Told { name: entry.name().to_owned(), notation, component, play, example, theorem, source, kind }
}

/// Describes the ruleset of a plugin. Returns `None` for a file with a graph or numbers, which other rulesets read.
fn of_file(session: &Session, files: &dyn Files, path: &str) -> Result<Option<Told>, String> {
    // this checks only that the file can be opened
    match files.read(path, 0) {
        Ok(_) | Err(Unreadable::TooLong(_)) => {}
        Err(error) => return Err(error.to_string()),
    }
    if !session.registry().entry(path).is_some_and(Entry::is_brought) {
        return Ok(None);
    }
    let name = quoted(path).into_owned();
    let mut told = Told {
        notation: name.clone(),
        name: name.clone(),
        component: "as the plugin says".into(),
        play: String::new(),
        example: None,
        theorem: "-".into(),
        source: String::new(),
        kind: "plugin",
    };
    let plugin = match Plugin::load_with(files, path, None) {
        Ok(plugin) => plugin,
        // a plugin that needs parameters is loaded when a question contains them
        Err(NotLoaded::Parameters(error)) => {
            told.notation += ":PARAMETERS";
            told.component = format!("it takes parameters: expected {}", error.expected);
            return Ok(Some(told));
        }
        Err(error) => return Err(error.to_string()),
    };
    if let Some(fault) = plugin.rules().fault() {
        return Err(fault.to_string());
    }
    let about = plugin.about();
    if !about.parameters.is_empty() {
        told.notation += "[:PARAMETERS]";
    }
    for (place, text) in [(&mut told.play, &about.rules), (&mut told.source, &about.name), (&mut told.component, &about.position)]
    {
        if !text.is_empty() {
            place.clone_from(text);
        }
    }
    let example = format!("{name}@{}", about.example);
    told.example = Some(example).filter(|example| session.position(example).is_ok());
    Ok(Some(told))
}
