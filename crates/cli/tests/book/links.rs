//! Checks that the links of the book and of the README have targets.

use super::root;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Pages outside of the book whose links are also checked.
const OTHERS: [&str; 6] =
    ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md", "examples/plugins/README.md"];

/// Returns the lines of a page outside of code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// Returns the anchor of a heading, as GitHub and the site make it.
pub(super) fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || [' ', '-', '_'].contains(c);
    heading.trim().to_lowercase().chars().filter(kept).map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn anchors(text: &str) -> HashSet<String> {
    let mut seen: HashMap<String, u32> = HashMap::new();
    let headings = prose(text).filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#'));
    let ids = prose(text).flat_map(|line| line.split("id=\"").skip(1)).filter_map(|rest| rest.split_once('"'));
    let mut found: HashSet<String> = ids.map(|(id, _)| id.to_owned()).collect();
    for heading in headings {
        let name = anchor(heading);
        let count = seen.entry(name.clone()).or_default();
        found.insert(if *count == 0 { name } else { format!("{name}-{count}") });
        *count += 1;
    }
    found
}

/// Returns the links of a page, except for those in code.
fn links(text: &str) -> Vec<String> {
    let mut found = vec![];
    for line in prose(text) {
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("code");
        for part in plain.split("](").skip(1) {
            if let Some((link, _)) = part.split_once(')') {
                found.push(link.to_owned());
            }
        }
    }
    found
}

fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(plain.pop()),
            Component::CurDir => {}
            part => plain.push(part),
        }
    }
    plain
}

/// Returns the links of a page that have no target, with the reason.
fn broken(page: &Path, text: &str, read: &dyn Fn(&Path) -> Option<String>, is_book: bool) -> Vec<String> {
    let mut broken = vec![];
    for link in links(text) {
        let (file, part) = link.split_once('#').unwrap_or((&link, ""));
        // the playground is next to the book only on the published site
        if link.starts_with("http://") || link.starts_with("https://") || is_book && file.ends_with("playground/") {
            continue;
        }
        let target = if file.is_empty() { page.to_path_buf() } else { plain(&page.parent().unwrap().join(file)) };
        if is_book && !target.starts_with("docs") {
            broken.push(format!("{}: {link} leads out of the book", page.display()));
            continue;
        }
        match read(&target) {
            None => broken.push(format!("{}: {link} is not there", page.display())),
            Some(there)
                if !part.is_empty() && target.extension().is_some_and(|end| end == "md") && !anchors(&there).contains(part) =>
            {
                broken.push(format!("{}: {link} names no heading", page.display()));
            }
            Some(_) => {}
        }
    }
    broken
}

fn pages_below(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap().map(|entry| entry.unwrap());
    let paths = entries.flat_map(|entry| {
        let name = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() { pages_below(&name) } else { vec![PathBuf::from(name)] }
    });
    paths.filter(|path| path.extension().is_some_and(|end| end == "md")).collect()
}

#[test]
fn every_link_leads_somewhere() {
    let read = |path: &Path| {
        let path = root().join(path);
        if path.is_dir() {
            Some(String::new())
        } else {
            fs::read(path).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
        }
    };
    let book = pages_below("docs").into_iter().map(|page| (page, true));
    let others = OTHERS.iter().map(|page| (PathBuf::from(page), false));
    let (mut pages, mut count, mut found) = (0, 0, vec![]);
    for (page, is_book) in book.chain(others) {
        let text = read(&page).unwrap();
        pages += 1;
        count += links(&text).len();
        found.extend(broken(&page, &text, &read, is_book));
    }
    assert!(pages > 40 && count > 150, "only {pages} pages with {count} links were seen");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn links_that_lead_nowhere_are_noticed() {
    let text = "# One `two`\n## A, b\n## A, b\n[1](x.md) [2](#one-two) [3](#a-b-1) [4](#a-b-2) `[5](no.md)` [6](../src/x.rs) \
                [7](../docs/a.md#c)\n```\n[8](no.md)\n# c\n```\n[9](../playground/#position?q=nim@3)\n";
    let read = |path: &Path| (path == Path::new("docs/a.md")).then(|| text.to_owned());
    let found = broken(Path::new("docs/a.md"), text, &read, true);
    let said: Vec<&str> = found.iter().map(|line| line.strip_prefix("docs/a.md: ").unwrap()).collect();
    assert_eq!(
        said,
        ["x.md is not there", "#a-b-2 names no heading", "../src/x.rs leads out of the book", "../docs/a.md#c names no heading"]
    );
}
