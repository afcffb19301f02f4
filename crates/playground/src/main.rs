//! Makes the playground: a folder with the page and the engine, which any static web host can serve.
//!
//! `cargo run -p sprague-playground -- FOLDER` needs the target `wasm32-unknown-unknown` (`rustup target add`). With `--test`
//! before the folder, the engine is compiled quickly but runs slowly, which is enough for tests. Other files of an earlier
//! playground are removed from the folder. `--one FILE` after the folder also makes the page as one HTML file, which opens from
//! a disk and needs no web host.

mod compiled;
mod folder;
mod one;
mod order;

use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

#[derive(Debug, PartialEq, Eq)]
struct Args {
    profile: &'static str,
    folder: PathBuf,
    one: Option<PathBuf>,
}

#[derive(Debug, Error)]
enum NotMade {
    #[error("usage: cargo run -p sprague-playground -- [--test] FOLDER [--one FILE]")]
    Usage,
    #[error("there is no target wasm32-unknown-unknown: rustup target add wasm32-unknown-unknown")]
    NoTarget,
    #[error("the engine was not compiled ({0})")]
    NotCompiled(String),
    #[error("no bindings: {0}")]
    NotBound(String),
    #[error("{path}: {error}")]
    File { path: PathBuf, error: std::io::Error },
    #[error("{folder}: the folder contains other files than a playground, such as {first}: choose another folder")]
    Foreign { folder: PathBuf, first: String },
    #[error("index.html has no {0}")]
    NoPlace(&'static str),
    #[error("{name}: {why}")]
    Module { name: String, why: String },
}

impl Args {
    fn read(words: &[String]) -> Option<Self> {
        let (profile, words) = match words {
            [test, words @ ..] if test == "--test" => ("dev", words),
            words => ("browser", words),
        };
        let (folder, one) = match words {
            [folder] => (folder, None),
            [folder, one, file] if one == "--one" => (folder, Some(file)),
            _ => return None,
        };
        let is_path = |path: &&String| !path.starts_with('-');
        let paths = [Some(folder), one].into_iter().flatten().all(|path| is_path(&path));
        paths.then(|| Self { profile, folder: folder.into(), one: one.map(PathBuf::from) })
    }
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match Args::read(&words).ok_or(NotMade::Usage).and_then(|args| made(&args)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("playground: {error}");
            ExitCode::FAILURE
        }
    }
}

fn made(args: &Args) -> Result<(), NotMade> {
    folder::emptied(&args.folder)?;
    let engine = compiled::engine(args.profile)?;
    compiled::bound(&engine, &args.folder)?;
    let version = folder::filled(&args.folder)?;
    println!("{}: {version}, {} kB", args.folder.display(), folder::bytes(&args.folder)? / 1000);
    if let Some(file) = &args.one {
        println!("{}: {} kB", file.display(), one::made(&args.folder, file)? / 1000);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_named_and_nothing_that_looks_like_an_option() {
        let read = |words: &[&str]| Args::read(&words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>());
        let of = |profile, one: Option<&str>| Some(Args { profile, folder: "x".into(), one: one.map(PathBuf::from) });
        assert_eq!(read(&["x"]), of("browser", None));
        assert_eq!(read(&["--test", "x"]), of("dev", None));
        assert_eq!(read(&["x", "--one", "y"]), of("browser", Some("y")));
        for words in [&[][..], &["--test"], &["--fast", "x"], &["x", "y", "z"], &["x", "--one"], &["x", "--one", "--y"]] {
            assert_eq!(read(words), None, "{words:?}");
        }
    }
}
