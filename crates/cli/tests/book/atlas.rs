//! The pages of the atlas: one for each family, and an overview.

use super::gallery::{cell, in_the_playground};
use super::{Pages, are_current, mark, root};
use crate::plugins::ask_in;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The length of a question, in bytes, from which on pages show only its name.
const LONGEST: usize = 120;

/// Returns the entries of the atlas, by family.
fn families() -> BTreeMap<String, Vec<Value>> {
    let (status, out, err) = ask_in(&root(), &["atlas", "--format", "json"]);
    assert_eq!((status, err.as_str()), (0, ""));
    let mut families: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for entry in serde_json::from_str::<Vec<Value>>(&out).unwrap() {
        let family = text(&entry, "name").split('/').next().unwrap().to_owned();
        families.entry(family).or_default().push(entry);
    }
    families
}

fn text<'a>(entry: &'a Value, key: &str) -> &'a str {
    entry[key].as_str().unwrap_or_default()
}

/// Returns the question as code, with a link into the playground if possible. A long question is shown by the command that prints it.
fn question(entry: &Value) -> String {
    let question = text(entry, "question");
    if question.len() > LONGEST {
        return format!("`` atlas {} ``", text(entry, "name"));
    }
    let mut words = question.split_whitespace();
    let view = match words.next() {
        Some("analyse") => "sequence",
        Some("solve") => "position",
        Some(view @ ("value" | "quotient")) => view,
        _ => "",
    };
    let subject = words.next().unwrap_or_default().trim_matches('\'');
    let more = words.collect::<Vec<_>>();
    let flag = |name: &str| more.iter().position(|word| *word == name).and_then(|at| more.get(at + 1));
    let code = format!("`` {} ``", cell(question));
    if view.is_empty() || subject.contains(char::is_whitespace) {
        return code;
    }
    let mut link = in_the_playground(view, subject);
    for (name, key) in [("--play", "play"), ("--rows", "rows"), ("--to", "to")] {
        flag(name).into_iter().for_each(|value| write!(link, "&{key}={value}").unwrap());
    }
    format!("[{code}]({link})")
}

/// Describes the check of an entry, with the size of its proof.
fn checked(entry: &Value) -> String {
    match entry["certificate"]["bytes"].as_u64() {
        Some(bytes) => format!("certificate, {bytes} bytes"),
        None => text(entry, "checked").to_owned(),
    }
}

/// Returns the OEIS numbers of an entry, then `record` if it goes beyond what was known, then its note.
fn remarks(entry: &Value, record: impl FnOnce(&Value) -> String) -> String {
    let numbers = entry["oeis"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let oeis = numbers.map(|number| format!("[{number}](https://oeis.org/{number})"));
    let record = entry["record"].is_object().then(|| record(&entry["record"]));
    oeis.chain(record).chain(entry["note"].as_str().map(cell)).collect::<Vec<_>>().join("; ")
}

/// The maximum number of results on the page of a family. Its CSV file contains all results.
const SHOWN: usize = 8;

/// The remark on a result that was not known before.
const BEYOND: &str = "[beyond what was known](index.md#beyond-what-was-known)";

/// Returns the page of a family, which begins with records and results known to the OEIS.
fn page(family: &str, entries: &[Value]) -> String {
    let mut page = mark("`atlas/`");
    let proved = entries.iter().filter(|entry| entry["certificate"].is_object()).count();
    writeln!(
        page,
        "# Atlas: {family}\n\n{} results, {proved} of them with a certificate: [{family}.csv]({family}.csv) has them all, with \
         remarks and times. `sprague atlas check {family}` verifies them in a copy of the repository.\n",
        entries.len()
    )
    .unwrap();
    let mut shown: Vec<&Value> = entries.iter().collect();
    shown.sort_by_key(|entry| (!entry["record"].is_object(), entry["oeis"].as_array().is_none_or(Vec::is_empty)));
    page += "| question | answer | checked | remarks |\n| --- | --- | --- | --- |\n";
    for entry in shown.into_iter().take(SHOWN) {
        let says = cell(text(entry, "says"));
        writeln!(page, "| {} | `` {says} `` | {} | {} |", question(entry), checked(entry), remarks(entry, |_| BEYOND.to_owned()))
            .unwrap();
    }
    page += "\n[The whole atlas](index.md)\n";
    page
}

/// Returns all results of a family as CSV.
fn table(entries: &[Value]) -> String {
    let mut table = "name,question,answer,checked,seconds,remarks\n".to_owned();
    for entry in entries {
        let [name, question, says] = ["name", "question", "says"].map(|key| text(entry, key));
        let seconds = format!("{:.3}", entry["cpu_seconds"].as_f64().unwrap());
        let record = |of: &Value| {
            let [before, source, further] = ["before", "source", "further"].map(|key| cell(text(of, key)));
            format!("before: {before} ({source}); here: {further}")
        };
        let fields = [name, question, says, &checked(entry), &seconds, &remarks(entry, record)];
        let quoted = fields.map(|field| format!("\"{}\"", field.replace('"', "\"\"")));
        writeln!(table, "{}", quoted.join(",")).unwrap();
    }
    table
}

#[test]
fn the_pages_of_the_atlas_are_current() {
    let families = families();
    let mut pages = Pages::new();
    let all = || families.values().flatten();
    let count = |is: &dyn Fn(&Value) -> bool| all().filter(|entry| is(entry)).count();
    let mut index = mark("`atlas/`");
    index += "# Atlas\n\nResults that were computed by this program, each in a file of its own in the folder `atlas` of the repository: the question as \
              it is typed, the answer, the certificate or the reason why there is none, and how it was checked. The folder is part of no \
              package. [How to use it and add to it](../reference/atlas.md).\n\n";
    let proved = count(&|entry| entry["certificate"].is_object());
    let again = count(&|entry| entry["checked"] == "asked again");
    let whole = all().count();
    writeln!(index, "Of {whole} results {proved} have a certificate, which the checker accepts from the rules alone; {again} were asked again, \
                     with the same answer; {} were computed and not checked.\n", whole - proved - again).unwrap();
    index += "## By family\n\n| family | results | with a certificate |\n| --- | --- | --- |\n";
    for (family, entries) in &families {
        let proved = entries.iter().filter(|entry| entry["certificate"].is_object()).count();
        writeln!(index, "| [{family}]({family}.md) | {} | {proved} |", entries.len()).unwrap();
        pages.insert(format!("atlas/{family}.md"), page(family, entries));
        pages.insert(format!("atlas/{family}.csv"), table(entries));
    }
    let mut problems: BTreeMap<&str, BTreeMap<&str, usize>> = BTreeMap::new();
    for (family, entries) in &families {
        for problem in entries.iter().filter_map(|entry| entry["problem"].as_str()) {
            *problems.entry(problem).or_default().entry(family).or_default() += 1;
        }
    }
    index += "\n## By open problem\n\n";
    for (problem, of) in &problems {
        let of: Vec<String> = of.iter().map(|(family, count)| format!("[{family}]({family}.md), {count}")).collect();
        writeln!(index, "- {problem} {}", of.join("; ")).unwrap();
    }
    index += "\n## Beyond what was known\n";
    let mut records: BTreeMap<String, Vec<&Value>> = BTreeMap::new();
    for entry in all().filter(|entry| entry["record"].is_object()) {
        let [before, source] = ["before", "source"].map(|key| text(&entry["record"], key));
        records.entry(format!("{before} ({source})")).or_default().push(entry);
    }
    for (before, entries) in &records {
        write!(index, "\nBefore: {before}\n\n| question | answer | here |\n| --- | --- | --- |\n").unwrap();
        for entry in entries {
            let [says, further] = [text(entry, "says"), text(&entry["record"], "further")].map(cell);
            writeln!(index, "| {} | `` {says} `` | {further} |", question(entry)).unwrap();
        }
    }
    pages.insert("atlas/index.md".to_owned(), index);
    are_current(&pages, Some("atlas"));
}
