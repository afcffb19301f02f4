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

/// Returns the OEIS numbers of an entry, then what it says of a record, then its note.
fn remarks(entry: &Value, record: Option<String>, note: Option<String>) -> String {
    let numbers = entry["oeis"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let oeis = numbers.map(|number| format!("[{number}](https://oeis.org/{number})"));
    oeis.chain(record).chain(note).collect::<Vec<_>>().join("; ")
}

fn is_record(entry: &Value) -> bool {
    entry["record"].is_object()
}

/// Returns the number of entries with a certificate.
fn proved(entries: &[Value]) -> usize {
    entries.iter().filter(|entry| entry["certificate"].is_object()).count()
}

/// The maximum number of results on the page of a family. Its CSV file contains all results.
const SHOWN: usize = 6;

/// Returns the page of a family. It shows results known to the OEIS first, and no records, which the overview shows.
fn page(family: &str, entries: &[Value]) -> String {
    let certificates = match (entries.len(), proved(entries)) {
        (1, 0) => "1 result, without a certificate".to_owned(),
        (1, _) => "1 result, with a certificate".to_owned(),
        (all, 0) => format!("{all} results, none with a certificate"),
        (all, proved) if all == proved => format!("{all} results, all with a certificate"),
        (all, proved) => format!("{all} results, {proved} with a certificate"),
    };
    let shown = match entries.iter().filter(|entry| is_record(entry)).count() {
        0 if entries.len() <= SHOWN => ":".to_owned(),
        0 => ". Some of them:".to_owned(),
        records => format!("; {records} go [beyond what was known](index.md#beyond-what-was-known). Some of the others:"),
    };
    let mut page = mark(file!());
    write!(page, "# Atlas: {family}\n\n[{family}.csv]({family}.csv) has {certificates}{shown}\n\n").unwrap();
    let mut shown: Vec<&Value> = entries.iter().filter(|entry| !is_record(entry)).collect();
    shown.sort_by_key(|entry| entry["oeis"].as_array().is_none_or(Vec::is_empty));
    shown.truncate(SHOWN);
    let mut before = None;
    let remarks = shown.iter().map(|entry| {
        let note = entry["note"].as_str();
        let says = if note == before { note.map(|_| "as above".to_owned()) } else { note.map(cell) };
        before = note;
        remarks(entry, None, says)
    });
    let remarks: Vec<String> = remarks.collect();
    let has_remarks = remarks.iter().any(|remark| !remark.is_empty());
    let ends = if has_remarks { [" remarks |", " --- |"] } else { [""; 2] };
    write!(page, "| question | answer | checked |{}\n| --- | --- | --- |{}\n", ends[0], ends[1]).unwrap();
    for (entry, remark) in shown.into_iter().zip(remarks) {
        let remark = if has_remarks { format!(" {remark} |") } else { remark };
        let (says, checked) = (cell(text(entry, "says")), text(entry, "checked"));
        writeln!(page, "| {} | `` {says} `` | {checked} |{remark}", question(entry)).unwrap();
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
        let record = is_record(entry).then(|| {
            let [before, source, further] = ["before", "source", "further"].map(|key| cell(text(&entry["record"], key)));
            format!("before: {before} ({source}); here: {further}")
        });
        let remarks = remarks(entry, record, entry["note"].as_str().map(cell));
        let fields = [name, question, says, &checked(entry), &seconds, &remarks];
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
    let mut index = mark(file!());
    let certified = count(&|entry| entry["certificate"].is_object());
    let again = count(&|entry| entry["checked"] == "asked again");
    let whole = all().count();
    writeln!(index, "# Atlas\n\nThis program computed {whole} results, each in a file in the folder `atlas` of the repository, with its question, \
                     answer and certificate, or the reason why there is none. The checker accepts the certificates of {certified} results, from the rules \
                     alone; {again} questions were asked again, with the same answer; {} answers were not checked.\n\nThe page of a family shows \
                     some of its results, and a CSV file has all of them, with remarks and times. In a copy of the repository, \
                     `sprague atlas check FAMILY` verifies them. [How to use the atlas and add to it](../reference/atlas.md).\n", whole - certified - again).unwrap();
    index += "## By family\n\n| family | results | with a certificate |\n| --- | --- | --- |\n";
    for (family, entries) in &families {
        writeln!(index, "| [{family}]({family}.md) | {} | {} |", entries.len(), proved(entries)).unwrap();
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
    let mut records: BTreeMap<&str, BTreeMap<&str, Vec<&Value>>> = BTreeMap::new();
    for entry in all().filter(|entry| is_record(entry)) {
        let [before, source] = ["before", "source"].map(|key| text(&entry["record"], key));
        records.entry(source).or_default().entry(before).or_default().push(entry);
    }
    for (source, records) in &records {
        write!(index, "\n**Compared with** {source}:\n").unwrap();
        for (before, entries) in records {
            write!(index, "\nBefore: {before}. Now:\n\n").unwrap();
            for entry in entries {
                let further = text(&entry["record"], "further");
                writeln!(index, "- {further}: {}, `` {} ``", question(entry), text(entry, "says")).unwrap();
            }
        }
    }
    pages.insert("atlas/index.md".to_owned(), index);
    are_current(&pages, Some("atlas"));
}
