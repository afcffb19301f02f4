//! Commands and flags that were left out of this build.

use clap::Error;
use clap::error::{ContextKind, ContextValue};

/// The missing commands and flags, with the parts to which they belong and their features.
const LEFT_OUT: &[(&str, &str, &str)] = &[
    #[cfg(not(feature = "scripts"))]
    ("code", "scripts, whose translator writes code", "scripts"),
    #[cfg(not(feature = "plot"))]
    ("plot", "pictures", "plot"),
    #[cfg(not(feature = "serve"))]
    ("serve", "the server of the page", "serve"),
    #[cfg(not(feature = "mcp"))]
    ("mcp", "the tools for agents", "mcp"),
    #[cfg(not(feature = "shards"))]
    ("--shards", "graphs in files", "shards"),
    #[cfg(not(feature = "shards"))]
    ("--from", "graphs in files", "shards"),
];

/// Returns a sentence about the missing part that a wrong call uses, if it uses one.
pub(crate) fn left_out(error: &Error) -> Option<String> {
    let named = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => LEFT_OUT.iter().find(|(known, ..)| known == name),
        _ => None,
    };
    let (name, part, feature) = named(ContextKind::InvalidSubcommand).or_else(|| named(ContextKind::InvalidArg))?;
    // a flag needs the rest of its command, which is unknown here
    let call = if name.starts_with('-') { "…" } else { name };
    Some(format!(
        "{name}: this program was built without {part}. In a checkout, `cargo run --features {feature} -- {call}` has it; \
         `cargo install sprague-cli --locked --features full` installs everything"
    ))
}

#[cfg(test)]
mod tests {
    use super::LEFT_OUT;
    use crate::said;

    #[test]
    fn help_names_what_is_there_and_nothing_else() {
        let help = |command: &[&str]| said([&["sprague"], command, &["--help"]].concat()).out;
        let has = |command: &[&str], word: &str| help(command).split_whitespace().any(|found| found == word);
        let parts = [("mcp", cfg!(feature = "mcp")), ("plot", cfg!(feature = "plot")), ("serve", cfg!(feature = "serve"))];
        assert!(parts.iter().all(|(name, is_there)| has(&[], name) == *is_there));
        for (command, word) in [("solve", "--shards"), ("solve", "--from"), ("strategy", "--from"), ("check", "--shards`;")] {
            assert_eq!(has(&[command], word), cfg!(feature = "shards"), "{command} {word}");
        }
        assert!(has(&[], "solve"));
    }

    #[test]
    fn what_was_left_out_is_named_with_its_feature() {
        for (name, part, feature) in LEFT_OUT {
            let call: &[&str] = if name.starts_with('-') { &["solve", "nim@1", name, "folder"] } else { &[name] };
            let said = said([&["sprague"], call].concat()).err;
            assert!(said.starts_with(&format!("sprague: {name}: this program was built without {part}. ")), "{said}");
            assert!(said.contains(&format!("`cargo run --features {feature} -- ")), "{said}");
        }
        for (path, kind, is_there) in [
            ("./nothing.rhai", "scripts", cfg!(feature = "scripts")),
            ("./nothing.wat", "modules", cfg!(feature = "modules")),
            ("./nothing.wasm", "modules", cfg!(feature = "modules")),
        ] {
            let why = format!("{path}: this program was built without {kind}. In a checkout, `cargo run --features {kind}`");
            for call in [["solve", &format!("{path}@3")], ["analyse", path], ["test", path]] {
                let said = said([&["sprague"], &call[..]].concat()).err;
                assert_ne!(said.contains(&why), is_there, "{said}");
            }
        }
    }
}
