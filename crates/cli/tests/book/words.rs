//! The page of the glossary, and its examples.

use super::links::anchor;
use super::{Pages, are_current, mark, printed, typed, with_files};
use sprague_questions::glossary::{TERMS, term};
use std::collections::HashSet;
use std::fmt::Write;

#[test]
fn the_glossary_is_current() {
    let mut page = mark("crates/questions/src/glossary.rs");
    page += "# Glossary\n\nThe words that answers use, each with a command whose output shows it, and a reference. \
             `sprague glossary WORD` prints the same, and so does the page if you click a word with a dotted line under it.\n\n\
             Books and papers are named in full [at the end](#references).\n";
    let mut anchors: HashSet<String> = TERMS.iter().map(|term| anchor(term.word)).collect();
    // links may use any name of a term, without accents
    let mut marked = |name: &str, text: &str| {
        let id = anchor(name).replace('è', "e");
        let is_new = id.chars().any(char::is_alphanumeric) && id.is_ascii() && anchors.insert(id.clone());
        if is_new { format!("<a id=\"{id}\">{text}</a>") } else { text.to_owned() }
    };
    for term in TERMS {
        let fact = term.fact;
        write!(page, "\n## {}\n\n{}{}", term.word, marked(term.word, ""), fact.says).unwrap();
        let is_plural = |word: &str| word.strip_suffix('s').is_some_and(|one| one == term.word || term.also.contains(&one));
        let also = term.also.iter().filter(|word| !is_plural(word));
        let also: Vec<String> = also.map(|word| marked(word, &format!("`{word}`"))).collect();
        if !also.is_empty() {
            write!(page, " Also: {}.", also.join(", ")).unwrap();
        }
        writeln!(page, "\n\n`sprague {}` prints `{}` ({})", typed(fact.command), fact.printed, fact.source).unwrap();
    }
    page += include_str!("references.md");
    are_current(&Pages::from([("glossary.md".to_owned(), page)]), None);
}

#[test]
#[ignore = "slow: seconds"]
fn slow_examples_show_their_words() {
    let folder = with_files("glossary");
    for term in TERMS {
        let out = printed(&folder, term.fact.command);
        assert!(out.contains(term.fact.printed), "{}: {} prints\n{out}", term.word, term.fact.command);
    }
}

#[test]
fn words_that_the_page_explains_are_in_the_glossary() {
    let source = include_str!("../../../web/page/term.js");
    let (list, _) = source.split_once("const words = [").unwrap().1.split_once(']').unwrap();
    let words: Vec<&str> = list.split('\'').skip(1).step_by(2).collect();
    assert!(words.len() > 20, "{words:?}");
    assert!(words.is_sorted_by_key(|word| std::cmp::Reverse(word.chars().count())), "longer words first");
    for word in words.into_iter().chain(["N", "P", "L", "R", "D", "N^", "P^", "Nv", "Pv"]) {
        assert!(term(word).is_some(), "{word}");
    }
}

#[test]
fn words_are_found_and_near_ones_suggested() {
    let folder = with_files("glossary-words");
    let one = printed(&folder, "glossary dicot");
    assert!(one.starts_with("all-small (also dicot, dicotic): ") && one.contains("\n    source: Winning Ways ch. 8"), "{one}");
    assert_eq!(printed(&folder, "glossary").lines().count(), TERMS.len());
    let json: serde_json::Value = serde_json::from_str(&printed(&folder, "glossary mex --format json")).unwrap();
    assert_eq!((&json[0]["word"], &json[0]["source"]), (&"mex".into(), &"Grundy 1939; Winning Ways ch. 4".into()));
    let (status, _, err) = crate::plugins::ask_in(&folder.0, &["glossary", "nimbre"]);
    assert!(status == 2 && err.contains("did you mean `nimber`?"), "{err}");
    assert!(printed(&folder, "--help").contains("sprague glossary"));
}

#[test]
fn an_explanation_ends_with_its_words() {
    let folder = with_files("glossary-explained");
    let last = |line: &str| printed(&folder, line).lines().last().unwrap().to_owned();
    assert_eq!(
        last("solve nim@3,4,5 --explain"),
        "words: nimber, genus, misère nimber, nim-sum, proved, all-but; `sprague glossary WORD` explains one"
    );
    assert!(
        last("analyse kayles --to 5 --explain").starts_with("words: ")
            || !printed(&folder, "analyse kayles --to 5 --explain").contains("why:")
    );
    assert!(!printed(&folder, "solve nim@3,4,5").contains("words:"));
}
