//! Writes a theorem into a folder of Coq theories.

use super::{Format, Output, written};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::stdout;
use crate::terminal::page;
use serde::Serialize;
use serde_json::{Value, json};
use sprague_coq::{FILES, Instance, is_project, project};
use sprague_questions::whole_file;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

const PROJECT: &str = "_CoqProject";

/// The maximum size of an existing file that is compared with a new one, in bytes. New files are smaller.
const LONGEST: u64 = 1 << 22;

impl Output {
    /// Writes a theorem with its theories, and prints a report with the names of the files.
    ///
    /// The data are written to their own file if one is given. The report is a sentence, or an object to which the files are
    /// added.
    pub(super) fn write_theorem(
        &self,
        data: &impl Serialize,
        folder: &Path,
        instance: &Instance,
        report: impl FnOnce() -> (Value, String),
    ) -> Result<Exit, Failure> {
        write(folder, instance)?;
        let text = || serde_json::to_string(data).expect("it is plain data");
        let file = self.output.as_ref().map(|path| written(path, text())).transpose()?;
        let (mut object, words) = report();
        let [theorem, check] = places(folder, instance);
        match self.format {
            Format::Text => {
                let beside = file.map_or_else(|| " as".to_owned(), |file| format!(" written to {file}, with"));
                writeln!(page(), "{words}{beside} a theorem in {theorem}")?;
                writeln!(page(), "Coq checks it: {check}")?;
            }
            Format::Json => {
                if let Some(file) = file {
                    object["file"] = file.into();
                }
                object["coq"] = json!({ "file": theorem, "check": check });
                writeln!(stdout(), "{object}")?;
            }
        }
        Ok(Exit::Answered)
    }
}

/// Returns the file of a theorem, and the command with which Coq checks it.
pub(super) fn places(folder: &Path, instance: &Instance) -> [String; 2] {
    [folder.join(&instance.file).display().to_string(), format!("sh {}", folder.join("compile").display())]
}

/// Writes the theories and a theorem into a folder that may contain other theorems.
///
/// Existing files are never overwritten. They may have the same content as the new ones.
///
/// # Errors
/// An existing file with other content, in which case nothing is written, or an error of the operating system.
pub(super) fn write(folder: &Path, instance: &Instance) -> Result<(), Failure> {
    let mut wanted = vec![];
    for (name, text) in FILES.iter().copied().chain([(instance.file.as_str(), instance.text.as_str())]) {
        match text_of(folder, name)? {
            None => wanted.push((name, text.to_owned())),
            Some(before) if before == text => {}
            Some(_) => return Err(in_the_way(folder, name)),
        }
    }
    let before = text_of(folder, PROJECT)?;
    if before.as_deref().is_some_and(|text| !is_project(text)) {
        return Err(in_the_way(folder, PROJECT));
    }
    wanted.push((PROJECT, project(before.as_deref(), &instance.file)));
    fs::create_dir_all(folder).map_err(|error| failed(folder, &error))?;
    for (name, text) in wanted {
        let path = folder.join(name);
        whole_file::write(&path, text.as_bytes()).map_err(|error| failed(&path, &error))?;
    }
    Ok(())
}

/// Reads a file, or returns `None` if there is none.
fn text_of(folder: &Path, name: &str) -> Result<Option<String>, Failure> {
    let path = folder.join(name);
    match path.symlink_metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failed(&path, &error)),
        // reading a pipe would block, and a link may lead out of the folder
        Ok(found) if !found.is_file() || found.len() > LONGEST => return Err(in_the_way(folder, name)),
        Ok(_) => {}
    }
    let mut bytes = vec![];
    File::open(&path).and_then(|file| file.take(LONGEST).read_to_end(&mut bytes)).map_err(|error| failed(&path, &error))?;
    // a file that is not text cannot be one of the program's, so it may be read with replacement characters
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn in_the_way(folder: &Path, name: &str) -> Failure {
    Failure::NoAnswer(format!(
        "{}: another file of this name exists and is kept: choose another folder",
        folder.join(name).display()
    ))
}

fn failed(path: &Path, error: &io::Error) -> Failure {
    Failure::NoAnswer(format!("{}: {error}", path.display()))
}
