//! The rulesets that a page offers: those built in, those that a program adds, and those in files.

use serde::Serialize;
use serde_json::json;
use sprague::Limits;
use sprague::any::Picture;
use sprague::notation::quoted;
use sprague::registry::{Entry, Files, Unreadable};
use sprague_plugin::{NotLoaded, Plugin};
use sprague_questions::{BoardOf, ComponentView, Session};

/// The work limit for one picture.
const DRAWN: u64 = 100_000;

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
    /// An example of a position, if this session can answer questions about it.
    example: Option<String>,
    theorem: String,
    source: String,
    kind: &'static str,
    title: String,
    aim: String,
    brief: String,
    sizes: Vec<String>,
    /// The kind of picture: `heaps`, `board`, `strip`, `graph` or `text`.
    shape: &'static str,
    /// The components of a position of moderate size, with their pictures.
    drawn: Vec<ComponentView>,
}

impl Rulesets {
    /// Returns the rulesets of a session that may open only these files, which are read through `files`.
    ///
    /// A file has a fault if it cannot be read, or if it is a plugin that cannot be loaded. All other rulesets are listed.
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
    let Entry { notation, component, play, example, theorem, source, title, aim, brief, .. } = entry;
    let [notation, component, play, theorem, source] = [notation, component, play, theorem, source].map(ToString::to_string);
    // the example of a ruleset may need a file that may not be opened
    let example = Some(example.to_string()).filter(|example| session.position(example).is_ok());
    let [title, aim, brief] = [title, aim, brief].map(ToString::to_string);
    let sizes = entry.sizes.iter().map(ToString::to_string).collect();
    let drawn = drawn(session, entry.sizes.get(1).or(entry.sizes.first()).copied().or(example.as_deref()));
    let shape = shape(&drawn);
    let kind = if entry.is_modifier() { "modifier" } else { "built-in" };
    Told {
        name: entry.name().to_owned(),
        notation,
        component,
        play,
        example,
        theorem,
        source,
        kind,
        title,
        aim,
        brief,
        sizes,
        shape,
        drawn,
    }
}

/// Returns the components of a position, using only the rules.
fn drawn(session: &Session, position: Option<&str>) -> Vec<ComponentView> {
    let limits = Limits { positions: DRAWN, ..Limits::default() };
    let board = position.and_then(|position| session.ask(&BoardOf::of(position), &limits).ok());
    board.map(|board| board.components).unwrap_or_default()
}

/// Returns the kind of picture of the first component.
fn shape(components: &[ComponentView]) -> &'static str {
    match components.first().and_then(|component| Some((component.picture.as_ref()?, component.look.strip))) {
        Some((Picture::Heaps(_), _)) => "heaps",
        Some((Picture::Cells(_), true)) => "strip",
        Some((Picture::Cells(_), false)) => "board",
        Some((Picture::Graph(_), _)) => "graph",
        _ => "text",
    }
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
        title: name.clone(),
        aim: String::new(),
        brief: String::new(),
        sizes: vec![],
        shape: "text",
        drawn: vec![],
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
    told.drawn = drawn(session, told.example.as_deref());
    told.shape = shape(&told.drawn);
    told.sizes.extend(told.example.clone());
    if !about.title.is_empty() {
        told.title.clone_from(&about.title);
    } else if !about.name.is_empty() {
        told.title.clone_from(&about.name);
    }
    told.aim.clone_from(&about.aim);
    told.brief.clone_from(if about.brief.is_empty() { &about.rules } else { &about.brief });
    Ok(Some(told))
}
