//! `sprague new`: writes a ruleset to start from, for each kind of plugin and for Rust.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::terminal::page;
use clap::{Args as Flags, ValueEnum};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, io, process};

#[derive(Flags)]
pub(crate) struct Args {
    /// Name of the ruleset: small letters, digits and `-`
    name: String,
    /// Language: rust is fastest, rhai needs no compiler, wasm allows any language
    #[arg(long = "as", value_enum, value_name = "DOOR")]
    door: Door,
    /// Folder with the source of sprague [default: where this program was built, or else the published crates]
    #[arg(long, value_name = "DIR")]
    sprague: Option<PathBuf>,
}

/// The ways to write a ruleset.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Door {
    /// Rust crate, which depends only on the engine and the laws
    Rust,
    /// Script in the language Rhai
    Rhai,
    /// WebAssembly module, written by hand and in C
    Wasm,
}

/// Returns the files for a kind of ruleset, each with its path and text. `NAME` stands for the name of the ruleset.
fn files(door: Door) -> &'static [(&'static str, &'static str)] {
    macro_rules! template {
        ($path:literal) => {
            include_str!(concat!("../../templates/", $path))
        };
    }
    match door {
        Door::Rhai => &[("NAME.rhai", template!("game.rhai"))],
        Door::Wasm => &[
            ("NAME/NAME.wat", template!("wasm/game.wat")),
            ("NAME/NAME.c", template!("wasm/game.c")),
            ("NAME/README.md", template!("wasm/README.md")),
        ],
        Door::Rust => &[
            ("NAME/Cargo.toml", template!("rust/manifest.toml")),
            ("NAME/README.md", template!("rust/README.md")),
            ("NAME/src/lib.rs", template!("rust/src/lib.rs")),
            ("NAME/src/main.rs", template!("rust/src/main.rs")),
            ("NAME/tests/laws.rs", template!("rust/tests/laws.rs")),
            ("NAME/examples/who_wins.rs", template!("rust/examples/who_wins.rs")),
        ],
    }
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let name = &args.name;
    let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if !name.starts_with(|c: char| c.is_ascii_lowercase()) || !name.chars().all(is_plain) || name.ends_with('-') {
        let why =
            format!("{name}: expected a name of small letters, digits and `-`, which begins with a letter, such as my-game");
        return Err(Failure::Unfit(why));
    }
    if args.door == Door::Rust && ["sprague", "core", "std", "test"].contains(&name.as_str()) {
        return Err(Failure::Unfit(format!("{name}: the new crate depends on a crate of this name: choose another name")));
    }
    let source = if args.door == Door::Rust { source(args.sprague.as_deref())? } else { None };
    // write all files or none, and never overwrite a file
    let paths: Vec<PathBuf> = files(args.door).iter().map(|(path, _)| PathBuf::from(path.replace("NAME", name))).collect();
    let first = paths[0].components().next().map(|part| PathBuf::from(part.as_os_str())).expect("a path has a first part");
    if first.symlink_metadata().is_ok() {
        return Err(Failure::Unfit(format!("{}: a file or folder of this name exists, so nothing was written", first.display())));
    }
    // build the folder under a temporary name, because an incomplete folder would block the next attempt
    let begun = paths[0]
        .parent()
        .filter(|folder| *folder != Path::new(""))
        .map(|_| PathBuf::from(format!(".{name}.{}.new", process::id())));
    let failed = |path: &Path, error: io::Error| Failure::NoAnswer(format!("{}: {error}", path.display()));
    for ((_, text), path) in files(args.door).iter().zip(&paths) {
        let text = text.replace("IDENT", &name.replace('-', "_")).replace("NAME", name);
        let text = with_dependencies(&text, source.as_deref());
        let inside = path.strip_prefix(&first).unwrap_or(path);
        let place = begun.as_ref().map_or_else(|| path.clone(), |begun| begun.join(inside));
        write(&place, &text).map_err(|error| failed(path, error))?;
    }
    if let Some(begun) = &begun {
        fs::rename(begun, &first).map_err(|error| failed(&first, error))?;
    }
    paths.iter().try_for_each(|path| writeln!(page(), "wrote {}", path.display()))?;
    let next = match args.door {
        Door::Rhai => format!("sprague test {name}.rhai; sprague solve ./{name}.rhai@23"),
        Door::Wasm => format!("cd {name}; sprague test {name}.wat; sprague solve ./{name}.wat@23"),
        Door::Rust => format!("cd {name}; cargo run -- 23; cargo test"),
    };
    writeln!(page(), "next: {next}")?;
    Ok(Exit::Answered)
}

fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

/// Replaces every `CRATE(folder)` by a dependency on that crate of sprague in the syntax of a manifest.
///
/// The dependency is a path, or a version if the source is missing.
fn with_dependencies(text: &str, crates: Option<&str>) -> String {
    let mut parts = text.split("CRATE(");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.filter_map(|part| part.split_once(')')).fold(first, |text, (folder, rest)| match crates {
        Some(crates) => format!("{text}{{ path = \"{crates}/{folder}\" }}{rest}"),
        None => format!("{text}\"{}\"{rest}", env!("CARGO_PKG_VERSION")),
    })
}

/// Returns the folder with the crates of sprague, escaped for a TOML string.
///
/// Returns `None` if no folder is given and the folder from which this program was built no longer exists.
fn source(said: Option<&Path>) -> Result<Option<String>, Failure> {
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the crate lies in a folder");
    let crates = match said {
        Some(folder) if folder.join("crates").is_dir() => folder.join("crates"),
        Some(folder) => folder.to_owned(),
        None => built.to_owned(),
    };
    let found = match (crates.join("engine/Cargo.toml").canonicalize(), said) {
        (Ok(found), _) => found,
        (Err(_), None) => return Ok(None),
        (Err(error), Some(_)) => {
            let why = format!("{}: expected the folder with the source of sprague ({error})", crates.display());
            return Err(Failure::Unfit(why));
        }
    };
    let crates = found.ancestors().nth(2).expect("the file lies two folders deep");
    Ok(Some(crates.display().to_string().replace('\\', "\\\\").replace('"', "\\\"")))
}
