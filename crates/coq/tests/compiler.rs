//! Runs the compiler of Coq, with the theories compiled once.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::OnceLock;
use tempfile::TempDir;

/// Returns a folder with the compiled theories. If Coq is not installed, prints a message and returns `None`.
pub(crate) fn theories() -> Option<&'static Path> {
    static FOLDER: OnceLock<Option<TempDir>> = OnceLock::new();
    FOLDER.get_or_init(compiled).as_ref().map(TempDir::path)
}

fn compiled() -> Option<TempDir> {
    if Command::new("coqc").arg("--version").output().is_err() {
        let is_required = std::env::var("SPRAGUE_COQ").is_ok_and(|wish| wish == "required");
        assert!(!is_required, "SPRAGUE_COQ=required, but there is no coqc: apt-get install -y --no-install-recommends coq");
        println!("skipped: there is no coqc (apt-get install -y --no-install-recommends coq)");
        return None;
    }
    let folder = TempDir::new().unwrap();
    for (name, text) in sprague_coq::FILES {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let first = "first.v";
    fs::write(
        folder.path().join(first),
        "From Sprague Require Import AllBut Families Graphs Octal Options States Sums Values.\n",
    )
    .unwrap();
    fs::write(folder.path().join("_CoqProject"), sprague_coq::project(None, first)).unwrap();
    let compiled = Command::new("sh").arg(folder.path().join("compile")).output().unwrap();
    assert!(compiled.status.success(), "{}", said(&compiled));
    Some(folder)
}

/// Compiles a text in the folder of the theories, for at most 10 minutes.
pub(crate) fn compile(folder: &Path, file: &str, text: &str) -> Output {
    fs::write(folder.join(file), text).unwrap();
    let mut command = Command::new("timeout");
    command.args(["600", "coqc", "-q", "-w", "none", "-Q", ".", "Sprague", file]).current_dir(folder).output().unwrap()
}

/// Returns the end of the compiler's output.
pub(crate) fn said(output: &Output) -> String {
    let all = [&output.stdout[..], &output.stderr].concat();
    String::from_utf8_lossy(&all[all.len().saturating_sub(2_000)..]).into_owned()
}
