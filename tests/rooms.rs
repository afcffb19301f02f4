//! Checks that there is no cycle between the rooms of a crate, by the paths in their code.
//!
//! A *room* is a file together with the folder of its name. The rooms of a folder are siblings. A file uses another file if a
//! path in its code, in a `use` or elsewhere, names something that the other file declares. Names that are only re-exported, as
//! by `pub use`, are followed to their declaration. Such a use is an arrow between the two sibling rooms that contain the two
//! files, and arrows must not form a cycle. Inside a room, a file may use the file above it, which declares what the folder has
//! in common. Code for tests is ignored.

use crate::architecture::folders;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// Known cycles, by folder and rooms.
///
/// When a cycle is removed, its line must be removed, too.
const KNOWN: [&str; 0] = [];

/// A word of code, or a sign that matters for paths and items.
#[derive(PartialEq, Debug)]
enum Token {
    Word(String),
    /// The sign `::`.
    Into,
    Sign(char),
}

/// Returns the rest of `code` after a literal, a comment or the quote of a lifetime, or `None` if `code` does not start with
/// one.
///
/// `code` must not be empty.
fn after_literal(code: &str) -> Option<&str> {
    let after = |end: &str| Some(code[1..].split_once(end).map_or("", |(_, rest)| rest));
    let raw = code.trim_start_matches(['b', 'c']).strip_prefix('r').map(|rest| (rest, rest.trim_start_matches('#')));
    if code.starts_with("//") {
        return after("\n");
    } else if code.starts_with("/*") {
        return after("*/");
    } else if let Some((hashed, quoted)) = raw.filter(|(_, quoted)| quoted.starts_with('"')) {
        let end = format!("\"{}", &hashed[..hashed.len() - quoted.len()]);
        return Some(quoted[1..].split_once(&end).map_or("", |(_, rest)| rest));
    }
    let quote = code.chars().next().filter(|quote| ['"', '\''].contains(quote))?;
    let mut letters = code[1..].char_indices();
    let (_, first) = letters.next()?;
    // a lifetime has no closing quote
    if quote == '\'' && first != '\\' && !code[1 + first.len_utf8()..].starts_with('\'') {
        return Some(&code[1..]);
    }
    let mut letters = code[1..].char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '\\' => drop(letters.next()),
            _ if letter == quote => return Some(&code[at + 2..]),
            _ => {}
        }
    }
    Some("")
}

fn tokens(mut code: &str) -> Vec<Token> {
    let mut tokens = vec![];
    while let Some(letter) = code.chars().next() {
        if let Some(rest) = after_literal(code) {
            code = rest;
        } else if let Some(rest) = code.strip_prefix("::") {
            tokens.push(Token::Into);
            code = rest;
        } else if letter.is_alphanumeric() || letter == '_' {
            let end = code.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(code.len());
            tokens.push(Token::Word(code[..end].to_owned()));
            code = &code[end..];
        } else {
            tokens.extend((!letter.is_whitespace()).then_some(Token::Sign(letter)));
            code = &code[letter.len_utf8()..];
        }
    }
    tokens
}

/// Returns the end of the first item of `tokens`, which is the place after its `;` or its braces.
fn end_of_item(tokens: &[Token]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Sign('{' | '(' | '[') => depth += 1,
            Token::Sign('}' | ')' | ']') => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(token, Token::Sign('}' | ';')) {
            return at + 1;
        }
    }
    tokens.len()
}

/// The maximum number of re-exports along which a name is followed.
///
/// If there are more, the name belongs to another crate, as in `use itertools::itertools`.
const MAX_HOPS: usize = 20;

/// The segments of a path, or of the path of a module from the root of its crate.
type Names = Vec<String>;

#[derive(Default)]
struct Module {
    /// The module whose file contains it.
    file: Names,
    declared: BTreeSet<String>,
    imported: BTreeMap<String, Names>,
    /// The modules in `use …::*`.
    everything_of: Vec<Names>,
    /// Every path in its code, and every single name.
    paths: BTreeSet<Names>,
}

#[derive(Default)]
struct Crate(BTreeMap<Names, Module>);

impl Crate {
    /// Reads the modules that can be reached from `lib`.
    ///
    /// `text` returns a file by its path below `src`, without its extension.
    fn read(text: &impl Fn(&str) -> Option<String>) -> Self {
        let mut modules = Self::default();
        modules.read_file(&[], text);
        modules
    }

    fn read_file(&mut self, module: &[String], text: &impl Fn(&str) -> Option<String>) {
        let path = if module.is_empty() { "lib".to_owned() } else { module.join("/") };
        let code = text(&path).unwrap_or_else(|| panic!("{path} is declared and not there"));
        self.read_module(module, module, &tokens(&code), text);
    }

    fn read_module(&mut self, module: &[String], file: &[String], code: &[Token], text: &impl Fn(&str) -> Option<String>) {
        let mut read = Module { file: file.to_vec(), ..Module::default() };
        let word = |at: usize| match code.get(at) {
            Some(Token::Word(word)) => word.as_str(),
            _ => "",
        };
        let is_sign = |at: usize, sign: char| code.get(at) == Some(&Token::Sign(sign));
        let (mut at, mut depth) = (0, 0);
        while at < code.len() {
            if is_sign(at, '#') && word(at + 2) == "cfg" && word(at + 4) == "test" && is_sign(at + 5, ')') {
                at += 7 + end_of_item(&code[at + 7..]);
                continue;
            }
            depth += i32::from(is_sign(at, '{')) - i32::from(is_sign(at, '}'));
            match word(at) {
                "" => {}
                "use" => {
                    let end = at + end_of_item(&code[at..]);
                    read.note_imports(&code[at + 1..end], &[]);
                    at = end;
                    continue;
                }
                "mod" if depth == 0 => {
                    let inner: Names = [module, &[word(at + 1).to_owned()]].concat();
                    let end = at + end_of_item(&code[at..]);
                    match is_sign(at + 2, ';') {
                        true => self.read_file(&inner, text),
                        false => self.read_module(&inner, file, &code[at + 3..end - 1], text),
                    }
                    at = end;
                    continue;
                }
                "fn" | "struct" | "enum" | "trait" | "type" | "const" | "static" | "union" if depth == 0 => {
                    read.declared.insert(word(at + 1).to_owned());
                }
                "macro_rules" => drop(read.declared.insert(word(at + 2).to_owned())),
                first => {
                    let mut path = vec![first.to_owned()];
                    while code.get(at + 1) == Some(&Token::Into) && !word(at + 2).is_empty() {
                        path.push(word(at + 2).to_owned());
                        at += 2;
                    }
                    read.paths.insert(path);
                }
            }
            at += 1;
        }
        self.0.insert(module.to_vec(), read);
    }

    /// Returns the module that declares what a path names, or `None` if another crate does.
    ///
    /// The path is in the code of `module`.
    fn declaring(&self, module: &[String], path: &[String], hops: usize) -> Option<Names> {
        if hops == MAX_HOPS {
            return None;
        }
        match path.first().map(String::as_str)? {
            "crate" => self.within(&[], &path[1..], hops),
            "self" => self.within(module, &path[1..], hops),
            "super" => self.within(&module[..module.len() - 1], &path[1..], hops),
            first if self.has(module, first) => self.within(module, path, hops),
            _ => self.0[module].everything_of.iter().find_map(|all| {
                let there = self.declaring(module, all, hops + 1)?;
                self.has(&there, &path[0]).then(|| self.within(&there, path, hops + 1))?
            }),
        }
    }

    fn has(&self, module: &[String], name: &str) -> bool {
        let here = &self.0[module];
        let child: Names = [module, &[name.to_owned()]].concat();
        here.declared.contains(name) || here.imported.contains_key(name) || self.0.contains_key(&child)
    }

    /// Finds the module like [`declaring`](Self::declaring), for a path that starts inside `module`.
    fn within(&self, module: &[String], path: &[String], hops: usize) -> Option<Names> {
        let Some(name) = path.first() else { return Some(module.to_vec()) };
        let child: Names = [module, std::slice::from_ref(name)].concat();
        if name == "super" {
            self.within(&module[..module.len() - 1], &path[1..], hops)
        } else if self.0.contains_key(&child) {
            self.within(&child, &path[1..], hops)
        } else if self.0[module].declared.contains(name) {
            Some(module.to_vec())
        } else if let Some(imported) = self.0[module].imported.get(name) {
            self.declaring(module, &[imported, &path[1..]].concat(), hops + 1)
        } else {
            let through = |all: &Names| self.declaring(module, all, hops + 1).filter(|there| self.has(there, name));
            let there = self.0[module].everything_of.iter().find_map(through);
            there.map_or(Some(module.to_vec()), |there| self.within(&there, path, hops + 1))
        }
    }

    /// Returns the arrows between the rooms of each folder. Each arrow has one path that causes it.
    fn arrows(&self) -> BTreeMap<Names, BTreeMap<(String, String), String>> {
        let mut arrows: BTreeMap<Names, BTreeMap<_, _>> = BTreeMap::new();
        for (module, read) in &self.0 {
            for path in read.paths.iter().chain(read.imported.values()).chain(&read.everything_of) {
                let Some(declaring) = self.declaring(module, path, 0) else { continue };
                let (from, to) = (&read.file, &self.0[&declaring].file);
                let shared = from.iter().zip(to).take_while(|(one, other)| one == other).count();
                if let (Some(one), Some(other)) = (from.get(shared), to.get(shared)) {
                    let cause = format!("{} uses {} of {}", from.join("/"), path.join("::"), to.join("/"));
                    arrows.entry(from[..shared].to_vec()).or_default().insert((one.clone(), other.clone()), cause);
                }
            }
        }
        arrows
    }

    /// Returns every cycle of sibling rooms: the folder and its rooms, and the uses that cause the cycle.
    fn circles(&self) -> Vec<(String, Vec<String>)> {
        let mut circles = vec![];
        for (folder, arrows) in self.arrows() {
            let mut reached: BTreeSet<(&String, &String)> = arrows.keys().map(|(one, other)| (one, other)).collect();
            let rooms: BTreeSet<&String> = arrows.keys().flat_map(|(one, other)| [one, other]).collect();
            for by in &rooms {
                for from in &rooms {
                    for to in &rooms {
                        if reached.contains(&(from, by)) && reached.contains(&(by, to)) {
                            reached.insert((from, to));
                        }
                    }
                }
            }
            let is_tied = |one, other| reached.contains(&(one, other)) && reached.contains(&(other, one));
            let mut left = rooms.clone();
            while let Some(room) = left.pop_first() {
                if !is_tied(room, room) {
                    continue;
                }
                let circle: Vec<&str> = rooms.iter().filter(|other| is_tied(room, other)).map(|other| other.as_str()).collect();
                left.retain(|other| !circle.contains(&other.as_str()));
                let ties =
                    arrows.iter().filter(|((one, other), _)| circle.contains(&one.as_str()) && circle.contains(&other.as_str()));
                let name = format!("{}: {}", folder.join("/"), circle.join(" "));
                circles.push((name, ties.map(|(_, cause)| cause.clone()).collect()));
            }
        }
        circles
    }
}

impl Module {
    /// Records the names that the tree of a `use` imports. `before` is the path before the tree.
    fn note_imports(&mut self, tree: &[Token], before: &[String]) {
        let mut path = before.to_vec();
        let mut at = 0;
        while let Some(token) = tree.get(at) {
            match token {
                Token::Word(word) if word == "as" => {
                    if let Some(Token::Word(name)) = tree.get(at + 1) {
                        self.imported.insert(name.clone(), path);
                    }
                    path = before.to_vec();
                    at += 1;
                }
                Token::Word(word) => {
                    if word != "self" || path.is_empty() {
                        path.push(word.clone());
                    }
                    if !matches!(tree.get(at + 1), Some(Token::Into)) && tree.get(at + 1) != Some(&Token::Word("as".into())) {
                        self.imported.insert(path.last().cloned().unwrap_or_default(), path);
                        path = before.to_vec();
                    }
                }
                Token::Sign('*') => self.everything_of.push(std::mem::replace(&mut path, before.to_vec())),
                Token::Sign('{') => {
                    let end = at + end_of_item(&tree[at..]);
                    self.note_imports(&tree[at + 1..end - 1], &path);
                    path = before.to_vec();
                    at = end - 1;
                }
                Token::Sign(_) | Token::Into => {}
            }
            at += 1;
        }
    }
}

/// Returns the cycles of every crate with the uses that cause them, and the number of arrows.
fn circles_of_the_project() -> (BTreeMap<String, Vec<String>>, usize) {
    let (mut circles, mut arrows) = (BTreeMap::new(), 0);
    for (name, folder) in folders() {
        let text = |file: &str| fs::read_to_string(folder.join("src").join(file).with_extension("rs")).ok();
        if text("lib").is_none() {
            continue;
        }
        let modules = Crate::read(&text);
        arrows += modules.arrows().values().map(BTreeMap::len).sum::<usize>();
        circles.extend(modules.circles().into_iter().map(|(circle, ties)| (format!("{name}/{circle}"), ties)));
    }
    (circles, arrows)
}

#[test]
fn the_rooms_of_a_crate_stand_in_no_circle() {
    let (circles, arrows) = circles_of_the_project();
    for (circle, ties) in &circles {
        assert!(KNOWN.contains(&circle.as_str()), "a circle, {circle}:\n  {}", ties.join("\n  "));
    }
    for circle in KNOWN {
        assert!(circles.contains_key(circle), "{circle}: that is no circle any more, and leaves the list");
    }
    assert!(arrows > 500, "the arrows were seen");
}

/// Returns the cycles of a crate that consists of these files.
fn circles_of<const N: usize>(files: [(&str, &str); N]) -> Vec<String> {
    let modules = Crate::read(&|path| files.iter().find(|(file, _)| *file == path).map(|(_, text)| (*text).to_owned()));
    modules.circles().into_iter().map(|(circle, _)| circle).collect()
}

#[test]
fn a_circle_is_seen_however_its_names_are_written() {
    let one = "use crate::two::Two; pub struct One;";
    for two in [
        "use crate::one::One; pub struct Two;",
        "use super::{one::{One as First}, three}; pub struct Two;",
        "use crate::One; pub struct Two;",
        "use crate::*; pub struct Two(One);",
        "pub struct Two; fn two() { crate::one::One::new() }",
        "use crate::one; pub struct Two; impl Two { fn two(one: one::One) {} }",
        "const QUOTED: &str = \"\\\"\"; pub struct Two<'a>(char, &'a super::one::One); const LAST: char = '\"';",
    ] {
        let root = "mod one; mod two; mod three; pub use one::One;";
        assert_eq!(circles_of([("lib", root), ("one", one), ("two", two), ("three", "")]), [": one two"], "{two}");
    }
}

#[test]
fn what_is_no_use_makes_no_circle() {
    let one = "use crate::two::Two; pub struct One;";
    for two in [
        "pub struct Two; // crate::one::One",
        "pub struct Two; /* use crate::one::One; */ const NAME: &str = r#\"crate::one::One\"#;",
        "pub struct Two; #[cfg(test)] mod tests { use crate::one::One; }",
        "pub struct Two; #[cfg(test)] use crate::one::One;",
        "use other::one::One; use itertools::itertools; pub struct Two; fn two() { itertools::one() }",
        "pub struct Two; use crate::Common;",
    ] {
        let root = "mod one; mod two; pub use one::One; pub struct Common;";
        assert!(circles_of([("lib", root), ("one", one), ("two", two)]).is_empty(), "{two}");
    }
}

#[test]
fn rooms_in_rooms_are_looked_at_too() {
    let files = |inner: &'static str| {
        let above = "mod left; mod right; pub use right::Right; pub struct Above;";
        [
            ("lib", "mod above;"),
            ("above", above),
            ("above/left", "use super::{Above, Right}; pub struct Left;"),
            ("above/right", inner),
        ]
    };
    assert!(circles_of(files("use super::Above; pub struct Right;")).is_empty());
    assert_eq!(circles_of(files("use super::left::Left; pub struct Right;")), ["above: left right"]);
    // using a file in a folder is using the folder, and what a file in a folder uses, the folder uses
    let (root, inner) = (("lib", "mod one; mod two;"), ("one/inner", "use crate::two::Two; pub struct Inner;"));
    let one = ("one", "mod inner; pub struct One;");
    assert!(circles_of([root, one, inner, ("two", "pub struct Two;")]).is_empty());
    assert_eq!(circles_of([root, one, inner, ("two", "use crate::one::One; pub struct Two;")]), [": one two"]);
}
