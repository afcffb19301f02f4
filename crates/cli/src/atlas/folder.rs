//! Reads and writes the folder of an atlas. Only files in it are read, within limits.

use super::entry::{Beside, Entry};
use crate::failure::shortened;
use sprague_questions::whole_file;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use thiserror::Error;
use xxhash_rust::xxh3::xxh3_128;

/// The maximum size of an entry, in bytes.
const MAX_ENTRY: u64 = 1 << 18;

/// The maximum size of a file next to an entry, in bytes.
pub(crate) const MAX_BESIDE: u64 = 1 << 26;

/// The maximum number of entries of an atlas. [`MAX_ALL`] is the maximum size of all of them.
const MAX_ENTRIES: usize = 100_000;
const MAX_ALL: usize = 1 << 28;

/// Reasons why an atlas cannot be read.
#[derive(Debug, Error)]
pub(crate) enum BadFolder {
    #[error("{name}: {error}")]
    Io { name: String, error: io::Error },
    #[error("{name}: {because}")]
    Bad { name: String, because: String },
}

pub(crate) type Result<T> = std::result::Result<T, BadFolder>;

fn bad<T>(name: &str, because: impl Into<String>) -> Result<T> {
    Err(BadFolder::Bad { name: name.to_owned(), because: because.into() })
}

fn failed(name: &str) -> impl Fn(io::Error) -> BadFolder {
    move |error| BadFolder::Io { name: name.to_owned(), error }
}

/// The name of an entry that cannot be read, with the reason.
pub(crate) type Unread = (String, BadFolder);

#[derive(Debug)]
pub(crate) struct Stored {
    /// The folder of the family, and the file name without `.toml`.
    pub(crate) name: String,
    pub(crate) entry: Entry,
}

impl Stored {
    /// Returns the family. The entries of a family are in one folder.
    pub(crate) fn family(&self) -> &str {
        self.name.split('/').next().unwrap_or_default()
    }

    /// Returns `true` if the entry contains all of these words, which must be in lower case.
    pub(crate) fn has(&self, words: &[String]) -> bool {
        let Entry { question, note, problem, oeis, answer, record, checked, .. } = &self.entry;
        let record = record.as_ref().map(|record| format!("record {} {} {}", record.before, record.source, record.further));
        let said = [note, problem, &record].map(|text| text.clone().unwrap_or_default()).join(" ");
        let text = format!("{} {question} {said} {} {} {answer}", self.name, oeis.join(" "), checked.words()).to_lowercase();
        words.iter().all(|word| text.contains(word))
    }
}

/// An atlas on disk: a folder for each family, with a file for each entry.
#[derive(Debug)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(crate) fn new(root: &Path) -> Self {
        Self { root: root.to_owned() }
    }

    /// Returns the sorted names in a folder, without those that begin with a dot.
    fn names(&self, folder: &str) -> Result<Vec<String>> {
        let list = fs::read_dir(self.root.join(folder)).map_err(|error| match folder {
            "" if error.kind() == io::ErrorKind::NotFound => BadFolder::Bad {
                name: self.root.display().to_string(),
                because:
                    "there is no such folder: --atlas DIR names the folder of an atlas, such as that in a copy of the project"
                        .into(),
            },
            "" => failed("the atlas")(error),
            folder => failed(folder)(error),
        })?;
        let mut names = vec![];
        for file in list {
            let file = file.map_err(failed(folder))?;
            let name = file.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') {
                names.push(name);
            }
            if names.len() > 4 * MAX_ENTRIES {
                return bad(folder, "too many files");
            }
        }
        names.sort();
        Ok(names)
    }

    /// Returns all entries sorted by name, and the unreadable ones with the reason.
    ///
    /// Files directly in the atlas folder are not entries.
    pub(crate) fn entries(&self) -> Result<(Vec<Stored>, Vec<Unread>)> {
        let (mut all, mut unread, mut bytes) = (vec![], vec![], 0);
        for family in self.names("")? {
            if !self.kind(&family)?.is_dir() {
                continue;
            }
            for file in self.names(&family)? {
                let Some(stem) = file.strip_suffix(".toml") else { continue };
                let name = format!("{family}/{stem}");
                if all.len() + unread.len() == MAX_ENTRIES || bytes > MAX_ALL {
                    return bad(&name, format!("the atlas has more than {MAX_ENTRIES} entries, or {MAX_ALL} bytes"));
                }
                let text = self.text(&format!("{name}.toml"), MAX_ENTRY);
                bytes += text.as_ref().map_or(0, String::len);
                match text.and_then(|text| read(name.clone(), &text)) {
                    Ok(stored) => all.push(stored),
                    Err(why) => unread.push((name, why)),
                }
            }
        }
        Ok((all, unread))
    }

    /// Returns the type of the file at a path, or an error if it is a symbolic link.
    fn kind(&self, path: &str) -> Result<fs::FileType> {
        let kind = fs::symlink_metadata(self.root.join(path)).map_err(failed(path))?.file_type();
        if kind.is_symlink() { bad(path, "a link, which may lead out of the atlas") } else { Ok(kind) }
    }

    /// Reads a plain file in the folder.
    fn text(&self, path: &str, most: u64) -> Result<String> {
        if !self.kind(path)?.is_file() {
            return bad(path, "the path is not a plain file");
        }
        let file = fs::File::open(self.root.join(path)).map_err(failed(path))?;
        let mut bytes = vec![];
        file.take(most + 1).read_to_end(&mut bytes).map_err(failed(path))?;
        if bytes.len() as u64 > most {
            return bad(path, format!("it has more than {most} bytes"));
        }
        String::from_utf8(bytes).or_else(|_| bad(path, "it is not text in UTF-8"))
    }

    /// Reads a file next to an entry, and checks that it has the size and digest in the entry.
    pub(crate) fn beside(&self, of: &Stored, file: &Beside) -> Result<String> {
        if !is_plain(&file.file) {
            return bad(&of.name, format!("`{}` is no name of a file beside it", file.file));
        }
        let path = format!("{}/{}", of.family(), file.file);
        if file.bytes > MAX_BESIDE {
            return bad(&path, format!("it has more than {MAX_BESIDE} bytes"));
        }
        let text = self.text(&path, file.bytes)?;
        if text.len() as u64 != file.bytes || digest(&text) != file.xxh3 {
            return bad(&path, "it is not the file that the entry names: length or digest differ");
        }
        Ok(text)
    }

    pub(crate) fn put_beside(&self, name: &str, ending: &str, text: &str) -> Result<Beside> {
        let path = format!("{name}.{ending}");
        self.put(&path, text)?;
        let file = path.rsplit('/').next().unwrap_or_default().to_owned();
        Ok(Beside { file, bytes: text.len() as u64, xxh3: digest(text) })
    }

    pub(crate) fn put_entry(&self, stored: &Stored) -> Result<()> {
        let text = toml::to_string(&stored.entry).or_else(|error| bad(&stored.name, error.to_string()))?;
        if text.len() as u64 > MAX_ENTRY {
            return bad(&stored.name, format!("it would have more than {MAX_ENTRY} bytes"));
        }
        self.put(&format!("{}.toml", stored.name), &text)
    }

    fn put(&self, path: &str, text: &str) -> Result<()> {
        let place = self.root.join(path);
        let folder = place.parent().unwrap_or(&self.root);
        // if the folder or the file is a link, the entry could not be read again
        for there in path.split_once('/').map(|(family, _)| family).into_iter().chain([path]) {
            if self.root.join(there).symlink_metadata().is_ok() {
                self.kind(there)?;
            }
        }
        let written = fs::create_dir_all(folder).and_then(|()| whole_file::write(&place, text.as_bytes()));
        written.map_err(failed(path))
    }

    /// Returns a name for the entry of a question, in the folder of its family. Different questions have different names.
    pub(crate) fn name_for(&self, family: &str, question: &str) -> Result<String> {
        let plain = format!("{}/{}", in_a_name(family, 40), in_a_name(question, 80));
        let file = format!("{plain}.toml");
        if !self.root.join(&file).exists() {
            return Ok(plain);
        }
        let there = read(plain, &self.text(&file, MAX_ENTRY)?)?;
        let is_free = there.entry.question == question;
        Ok(if is_free { there.name } else { format!("{}-{}", there.name, &digest(question)[..8]) })
    }
}

fn read(name: String, text: &str) -> Result<Stored> {
    match toml::from_str(text) {
        Ok(entry) => Ok(Stored { name, entry }),
        Err(error) => {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            bad(&name, format!("line {line}: {}", shortened(error.message(), 200)))
        }
    }
}

fn digest(text: &str) -> String {
    format!("{:032x}", xxh3_128(text.as_bytes()))
}

/// Returns `true` if a text is the name of a file without a folder.
fn is_plain(file: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (1..=200).contains(&file.len()) && !file.starts_with('.') && file.bytes().all(is_letter)
}

/// Converts a text to letters, digits and points, with `-` for all other characters.
fn in_a_name(text: &str, most: usize) -> String {
    let mut name = String::new();
    for letter in text.chars() {
        match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '.' | '_' => name.push(letter.to_ascii_lowercase()),
            _ if name.ends_with('-') => {}
            _ => name.push('-'),
        }
    }
    let name: String = name.trim_start_matches(['-', '.']).chars().take(most).collect();
    let name = name.trim_end_matches(['-', '.']);
    if name.is_empty() { "other".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_plain_files() {
        assert_eq!(in_a_name("analyse octal:0.07 --to 9", 80), "analyse-octal-0.07-to-9");
        assert_eq!(in_a_name("../../etc", 80), "etc");
        assert_eq!(in_a_name("@", 80), "other");
        for name in ["../x", "a/b", "", ".", "..", ".x", "a b", "ü", "a\\b", "\u{0}"] {
            assert!(!is_plain(name), "{name}");
        }
        assert!(is_plain("kayles.certificate.json"));
    }
}
