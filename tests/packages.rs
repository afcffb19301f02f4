//! Checks the manifests and the files of the published packages.
//!
//! The README of a crate is its documentation. To write the READMEs again, run `SPRAGUE_WRITE_READMES=1 cargo test -p
//! sprague-workspace --test suite packages`.

use crate::architecture::{files_below, folders};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Crates that are not published, by folder.
///
/// They are parts of the playground and of the package for Python, and a theorem for tests.
const NOT_PUBLISHED: [&str; 4] = ["browser", "playground", "python", "rules/misere"];

/// The environment variable with which the READMEs of crates are written.
const WRITE: &str = "SPRAGUE_WRITE_READMES";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// Returns the value of a key of the package in a manifest, without quotes.
fn said<'a>(manifest: &'a str, key: &str) -> Option<&'a str> {
    let lines = manifest.lines().map_while(|line| (line != "[features]" && line != "[dependencies]").then_some(line));
    lines.filter_map(|line| line.split_once(" = ")).find(|(name, _)| *name == key).map(|(_, value)| value.trim_matches('"'))
}

/// Returns the folders of the crates that are published, with their manifests.
fn published() -> BTreeMap<PathBuf, String> {
    let all = folders().into_iter().filter(|(name, _)| !NOT_PUBLISHED.contains(&name.as_str()));
    all.map(|(_, folder)| (folder.clone(), read(folder.join("Cargo.toml")))).collect()
}

#[test]
fn a_crate_is_published_or_says_that_it_is_not() {
    let says = |folder: &Path| said(&read(folder.join("Cargo.toml")), "publish") == Some("false");
    let silent: Vec<String> = folders().into_iter().filter(|(_, folder)| says(folder)).map(|(name, _)| name).collect();
    assert_eq!(silent, NOT_PUBLISHED);
    assert!(["benches", "fuzz", "."].iter().all(|folder| says(&root().join(folder))));
}

#[test]
fn every_published_crate_describes_itself_and_has_its_licences() {
    let crates = published();
    assert!(crates.len() >= 25, "{}", crates.len());
    for (folder, manifest) in &crates {
        let name = said(manifest, "name").unwrap();
        let description = said(manifest, "description").unwrap();
        assert!((30..=140).contains(&description.chars().count()) && !description.ends_with('.'), "{name}: {description}");
        for key in ["version", "rust-version", "license", "keywords", "repository", "homepage"] {
            assert_eq!(said(manifest, &format!("{key}.workspace")), Some("true"), "{name}: {key}");
        }
        assert!(manifest.contains("\ncategories") && manifest.contains("\ninclude"), "{name}");
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(read(folder.join(licence)), read(root().join(licence)), "{name}");
        }
    }
}

#[test]
fn nothing_that_a_package_includes_lies_outside_of_it() {
    let mut files = 0;
    for (folder, manifest) in published() {
        let own = said(&manifest, "include").unwrap_or_default();
        for path in files_below(&folder.join("src")) {
            let text = read(&path);
            for call in ["include_str!(\"", "include_bytes!(\""] {
                for named in text.split(call).skip(1).filter_map(|rest| rest.split('"').next()) {
                    let mut place = path.parent().unwrap().to_owned();
                    for part in Path::new(named).components() {
                        match part {
                            Component::ParentDir => drop(place.pop()),
                            part => place.push(part),
                        }
                    }
                    let inside = place.strip_prefix(&folder).unwrap_or_else(|_| panic!("{}: {named}", path.display()));
                    let first = inside.components().next().unwrap().as_os_str().to_str().unwrap();
                    assert!(first == "src" || own.contains(&format!("\"/{first}")), "{}: {named}", path.display());
                    files += 1;
                }
            }
        }
    }
    assert!(files >= 2, "the files were seen");
}

/// Returns Markdown without links to items, which work only in the documentation.
fn without_items(text: &str) -> String {
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['[', '`']) {
        plain += &rest[..at];
        rest = &rest[at..];
        let end = rest.strip_prefix('`').and_then(|code| code.find('`')).map(|end| end + 2);
        if let Some(end) = end {
            plain += &rest[..end];
            rest = &rest[end..];
            continue;
        }
        let Some((words, behind)) = rest[1..].split_once(']') else { break };
        let target = behind.strip_prefix('(').and_then(|target| {
            let mut depth = 1;
            let end = target.find(|letter| {
                depth += i32::from(letter == '(') - i32::from(letter == ')');
                depth == 0
            })?;
            Some((&target[..end], &target[end + 1..]))
        });
        match target {
            Some((target, after)) if target.starts_with("http") => {
                plain += &format!("[{words}]({target})");
                rest = after;
            }
            Some((_, after)) => {
                plain += words;
                rest = after;
            }
            None => {
                plain += &words.replace("mod@", "");
                rest = behind;
            }
        }
    }
    plain + rest
}

/// Returns the README of a crate: its documentation without hidden lines of examples.
fn readme(name: &str, source: &str) -> String {
    let (mut text, mut prose, mut is_code) = (format!("# {name}\n\n"), String::new(), false);
    for line in source.lines().map_while(|line| line.strip_prefix("//!")) {
        let line = line.strip_prefix(' ').unwrap_or(line);
        if line.starts_with("```") {
            text += &without_items(&std::mem::take(&mut prose));
            let language = match line.trim_start_matches('`') {
                "" | "no_run" if !is_code => "rust",
                language => language,
            };
            text += &format!("```{language}\n");
            is_code = !is_code;
        } else if is_code {
            // lines starting with `#` are hidden
            if line != "#" && !line.starts_with("# ") {
                text += &format!("{line}\n");
            }
        } else if !(line.starts_with('[') && line.contains("]: ")) {
            prose += &format!("{line}\n");
        }
    }
    text += &without_items(&prose);
    let part = if name == "sprague" {
        "The program is the crate `sprague-cli`"
    } else {
        "A part of `sprague`, an engine for combinatorial games"
    };
    format!("{}\n\n{part}. Licensed under MIT or Apache-2.0, as you like.\n", text.trim_end())
}

#[test]
fn the_readme_of_a_crate_is_its_documentation() {
    for (folder, manifest) in published() {
        let name = said(&manifest, "name").unwrap();
        let expected = readme(name, &read(folder.join("src/lib.rs")));
        let path = folder.join("README.md");
        if std::env::var_os(WRITE).is_some() {
            fs::write(&path, &expected).unwrap();
        }
        let found = fs::read_to_string(&path).unwrap_or_default();
        assert!(found == expected, "{} is not the documentation of the crate: set {WRITE}=1", path.display());
    }
}

#[test]
fn links_to_items_are_left_out_of_a_readme() {
    for (text, plain) in [
        ("A [`Value`] of [forms](Form::of), [safe](safe()) in `[a](b)`.", "A `Value` of forms, safe in `[a](b)`."),
        ("[`mod@laws`], [a page](https://example.org/(a))", "`laws`, [a page](https://example.org/(a))"),
        ("a [b", "a [b"),
    ] {
        assert_eq!(without_items(text), plain);
    }
}

#[test]
fn the_version_and_the_addresses_are_said_once() {
    let manifest = read(root().join("Cargo.toml"));
    let version = said(&manifest, "version").unwrap();
    let (citation, project) = (read(root().join("CITATION.cff")), read(root().join("crates/python/pyproject.toml")));
    assert!(citation.lines().any(|line| line == format!("version: {version}")), "CITATION.cff is of another version");
    // the crates of the project depend on each other at the same version
    let own = manifest.lines().filter(|line| line.contains("path = \"crates/"));
    assert!(own.clone().count() >= 25 && own.clone().all(|line| line.contains(&format!("version = \"{version}\""))));
    for (key, cited, listed) in [("repository", "repository-code", "Repository"), ("homepage", "url", "Documentation")] {
        let address = said(&manifest, key).unwrap();
        let cites = citation.lines().find_map(|line| line.strip_prefix(&format!("{cited}: ")));
        let lists = project.lines().find_map(|line| line.strip_prefix(&format!("{listed} = ")));
        let expected = (!address.is_empty()).then_some(address);
        assert_eq!(cites, expected, "`{cited}` in CITATION.cff is `{key}` in Cargo.toml");
        assert_eq!(lists.map(|text| text.trim_matches('"')), expected, "`{listed}` in pyproject.toml is `{key}` in Cargo.toml");
    }
}
