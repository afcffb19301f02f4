//! Registry entries for rulesets in files and programs.

use crate::{NotLoaded, Plugin};
use sprague_core::limits::Waiting;
use sprague_core::registry::Entry;
use sprague_core::{AnyRuleset, BadNotation};
use std::sync::Arc;

/// The end of the message about file formats, if some of them were left out of the build.
const LEFT_OUT: &str = match (cfg!(feature = "scripts"), cfg!(feature = "modules")) {
    (true, true) => "",
    (false, true) => "; this program was built without scripts",
    (true, false) => "; this program was built without modules",
    (false, false) => "; this program was built without scripts and modules",
};

/// Returns two entries of a registry: one that loads `.rhai`, `.wasm` and `.wat` files, and one that starts programs.
///
/// ```
/// use sprague_core::registry::{Files, Registry, Unreadable};
///
/// /// One script, wherever it is looked for.
/// struct TakeOne;
/// impl Files for TakeOne {
///     fn read(&self, _: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
///         Ok(b"fn moves(n) { if n > 0 { [n - 1] } else { [] } }".to_vec())
///     }
/// }
/// let rules = Registry::default().with(sprague_plugin::entries()).read("./take-one.rhai", &TakeOne)?;
/// assert!(rules.is_loaded() && rules.read("7").is_ok());
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
pub fn entries() -> [Entry; 2] {
    let files = Entry::new("FILE.rhai, FILE.wasm, FILE.wat", |parameters| {
        let plugin = Plugin::load_with(parameters.files, parameters.name, parameters.text);
        plugin.map(|plugin| plugin.with_rulesets(parameters.registry).rules().clone()).map_err(|error| match error {
            NotLoaded::Parameters(error) => error.shifted(parameters.at),
            unreadable => BadNotation::new(0, format!("a readable plugin ({unreadable})")),
        })
    });
    let files = files
        .named_by_files(&[".rhai", ".wasm", ".wat"])
        .component("as the plugin says")
        .play(format!("a ruleset loaded at run time; parameters after a `:`; a path with blanks or signs in double quotes; `sprague new` writes a first version{LEFT_OUT}"))
        .rules("A script or a WebAssembly module lists the moves of a position. It reads no file, no clock and no network, and every call has limits.")
        .example("./FILE.rhai@7").title("Your Own Rules").aim("Play a game that you have written.").brief("The rules come from a file, which lists the moves of every position. Whoever cannot move loses, unless the file says otherwise.")
        .theorem("those of its data, if it contains amounts or a code")
        .source("you");
    let programs = Entry::new("exec:PROGRAM", |parameters| {
        let what = "a program, in double quotes with its arguments, as in `exec:\"python3 nim.py\"`";
        parameters.needed(what, |typed| {
            if typed.is_empty() {
                return Err(BadNotation::new(0, what));
            }
            if !parameters.files.may_start(typed) {
                return Err(BadNotation::new(0, REFUSED));
            }
            started(typed, &parameters.files.waiting().unwrap_or_default())
        })
    });
    let programs = programs
        .of_programs()
        .component("as the program says")
        .play("a ruleset that is a program in any language, which answers lines of JSON")
        .rules("A program lists the moves of a position. It is started only if the command itself names it, and has ten seconds per answer, or less if the question has less. When the command ends, the program is killed with all processes of its process group.")
        .options("PROGRAM: a path; in double quotes with its arguments, `exec:\"python3 nim.py\"`.")
        .example("exec:./PROGRAM@7").title("A Program").aim("Play a game that a program knows.").brief("The rules come from a program, which lists the moves of every position. Whoever cannot move loses, unless the program says otherwise.")
        .source("you");
    [files, programs]
}

/// The message for a program that the policy does not allow.
const REFUSED: &str = "a program that is named in the command's own arguments (in Python: `Session(allow_exec=True)`), because no program \
                       is started from text that is read, or for a graph in files";

/// Starts a program and returns its rules.
fn started(typed: &str, waiting: &Waiting) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    match Plugin::start_within(typed, waiting) {
        Ok(plugin) => Ok(plugin.rules().clone()),
        Err(NotLoaded::Parameters(error)) => Err(error),
        Err(other) => Err(BadNotation::new(0, other.to_string())),
    }
}

#[cfg(test)]
#[cfg(feature = "scripts")]
mod tests {
    use super::*;
    use sprague_core::registry::{Files, LocalFiles, Registry, Unreadable};

    /// A policy that reports the requested limit, or returns a script.
    enum Asked {
        Longest,
        Script(&'static str),
    }

    impl Files for Asked {
        fn read(&self, _: &str, most: u64) -> Result<Vec<u8>, Unreadable> {
            match self {
                Self::Longest => Err(Unreadable::TooLong(most)),
                Self::Script(text) => Ok(text.as_bytes().to_vec()),
            }
        }
    }

    fn read(family: &str, files: &dyn Files) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
        Registry::default().with(entries()).read(family, files)
    }

    #[test]
    fn files_that_cannot_be_read_are_named_with_the_reason() {
        let error = |family: &str, files: &dyn Files| read(family, files).unwrap_err().to_string();
        let long = "byte 0: expected a readable plugin (./long.rhai: the file has more than 4194304 bytes)";
        assert_eq!(error("./long.rhai:3", &Asked::Longest), long);
        let missing = error("./nothing.rhai", &LocalFiles);
        assert!(missing.starts_with("byte 0: expected a readable plugin (./nothing.rhai: No such file"), "{missing}");
    }

    #[test]
    fn wrong_parameters_are_refused_where_they_stand() {
        let files = Asked::Script("fn moves(n) { [] } fn parameters(text) { if text != `4` { throw `four` } }");
        assert!(read("./a.rhai:4", &files).is_ok());
        assert_eq!(read("./a.rhai:5", &files).unwrap_err(), BadNotation::new(9, "four"));
        let none = read("./a.rhai:5", &Asked::Script("fn moves(n) { [] }")).unwrap_err();
        assert_eq!(none, BadNotation::new(9, "no parameters: this plugin takes none"));
    }

    #[test]
    fn data_become_built_in_rulesets_and_code_is_watched() {
        for (script, is_loaded, has_heaps, has_rules) in [
            ("let amounts = [1, 3, 4];", false, true, true),
            ("let left_amounts = [1, 4]; let right_amounts = [2];", false, true, true),
            ("let left_amounts = [1, 4]; let right_amounts = `none`;", false, true, true),
            ("let left_amounts = []; let right_amounts = [2];", false, true, true),
            ("let forbidden = [2];", false, true, true),
            ("let code = \"0.77\";", false, true, true),
            ("fn heap_options(n) { [] }", true, true, false),
            ("fn moves(n) { [] }", true, false, false),
            ("let code = \"0.7x\";", true, false, false),
            ("let left_amounts = [0]; let right_amounts = [2];", true, false, false),
            ("let left_amounts = [1];", true, false, false),
            ("let left_amounts = [1]; let right_amounts = [2]; let amounts = [3];", true, false, false),
        ] {
            let rules = read("./a.rhai", &Asked::Script(script)).unwrap();
            let heaps = rules.heaps();
            let known = (rules.is_loaded(), heaps.is_some(), heaps.is_some_and(|heaps| heaps.rules().is_some()));
            assert_eq!(known, (is_loaded, has_heaps, has_rules), "{script}");
        }
    }
}
