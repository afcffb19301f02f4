//! The rulesets of a server: built-in ones, a program's own, and named plugins.

use serde::Serialize;
use serde_json::json;
use sprague::notation::quoted;
use sprague::registry::{Entry, LocalFiles, Unreadable};
use sprague_plugin::{NotLoaded, Plugin};
use sprague_questions::Session;

/// The description of all rulesets, made once.
pub(crate) struct Rulesets {
    /// As JSON.
    pub(crate) text: String,
}

/// A ruleset as JSON has it.
#[derive(Serialize)]
struct Told {
    name: String,
    notation: String,
    component: String,
    play: String,
    /// A position to try, if it may be asked here.
    example: Option<String>,
    theorem: String,
    source: String,
    kind: &'static str,
}

impl Rulesets {
    /// The rulesets of a session that opens these files alone.
    ///
    /// # Errors
    /// A file that is no readable plain file, or that is a plugin and does not load; with its path.
    pub(crate) fn of(session: &Session, files: &[String]) -> Result<Self, (String, String)> {
        let mut told: Vec<Told> =
            session.registry().entries().filter(|entry| !entry.is_of_files()).map(|entry| known(session, entry)).collect();
        for path in files {
            told.extend(of_file(session, path).map_err(|why| (path.clone(), why))?);
        }
        let files: Vec<_> = files.iter().map(|path| quoted(path)).collect();
        let text = json!({ "rulesets": told, "files": files, "version": env!("CARGO_PKG_VERSION") }).to_string();
        Ok(Self { text })
    }
}

/// A ruleset of the registry.
fn known(session: &Session, entry: &Entry) -> Told {
    let Entry { notation, component, play, example, theorem, source, .. } = entry;
    let [notation, component, play, theorem, source] = [notation, component, play, theorem, source].map(ToString::to_string);
    // the example of a ruleset may need a file that was not named
    let example = Some(example.to_string()).filter(|example| session.position(example).is_ok());
    let kind = if entry.is_modifier() { "modifier" } else { "built-in" };
    Told { name: entry.name().to_owned(), notation, component, play, example, theorem, source, kind }
}

/// The ruleset of a plugin; `None` for a file with a graph or numbers.
///
/// Other rulesets read graphs and numbers.
fn of_file(session: &Session, path: &str) -> Result<Option<Told>, String> {
    let is_plugin = session.registry().entry(path).is_some_and(Entry::is_of_files);
    let plain = match std::fs::metadata(path) {
        Ok(about) if about.is_file() => Ok(()),
        Ok(_) => Err(Unreadable::NotPlain),
        Err(error) => Err(error.into()),
    };
    plain.and_then(|()| std::fs::File::open(path).map_err(Unreadable::from)).map_err(|error| error.to_string())?;
    if !is_plugin {
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
    let plugin = match Plugin::load_with(&LocalFiles, path, None) {
        Ok(plugin) => plugin,
        // a plugin that needs parameters is loaded once a question gives them
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
