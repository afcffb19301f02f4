//! The reference of questions and answers, from their JSON Schema.

use super::reference::{commands, without_links};
use super::{Pages, are_current, mark, printed, with_files};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::fmt::Write;

/// The fields of an object: the name, the kind, and the description of each.
type Fields = Vec<[String; 3]>;

/// The minimum number of fields that an object must have in common with another one to refer to it.
const COMMON: usize = 4;

/// The minimum number of objects with the same field for which the field is described only once.
const MANY: usize = 3;

/// The minimum number of words of a description that is not repeated.
const LONG: usize = 4;

/// A question, an answer or an object that occurs in them.
struct Object<'a> {
    /// The place on the page.
    number: usize,
    /// The name in text, such as "the answer to `solve`".
    name: String,
    heading: &'a str,
    schema: &'a Value,
    fields: Fields,
}

/// The definitions of a schema, and the number of references to each.
struct Definitions<'a> {
    all: Map<String, Value>,
    uses: HashMap<&'a str, usize>,
}

impl<'a> Definitions<'a> {
    fn new(schema: &'a Value) -> Self {
        let mut definitions = Definitions { all: Map::new(), uses: HashMap::new() };
        let both = schema["questions"].as_object().unwrap().values().flat_map(|both| [&both["question"], &both["answer"]]);
        let roots: Vec<&'a Value> = both.chain([&schema["limits"], &schema["refusal"]]).collect();
        for root in roots {
            definitions.count(root);
            for (name, definition) in root["$defs"].as_object().into_iter().flatten() {
                if definitions.all.insert(name.clone(), definition.clone()).is_none() {
                    definitions.count(definition);
                }
            }
        }
        definitions
    }

    /// Counts the references in a schema, but not those in its definitions.
    fn count(&mut self, schema: &'a Value) {
        match schema {
            Value::Object(of) => of.iter().filter(|(key, _)| *key != "$defs").for_each(|(key, of)| match of.as_str() {
                Some(to) if key == "$ref" => *self.uses.entry(last(to)).or_default() += 1,
                _ => self.count(of),
            }),
            Value::Array(of) => of.iter().for_each(|of| self.count(of)),
            _ => {}
        }
    }

    /// Returns a definition that is written where it is used: a choice of words or kinds for at most two fields.
    fn inlined(&self, name: &str) -> Option<&Value> {
        let definition = &self.all[name];
        let is_simple = !has_fields(definition) && choices(definition).is_none_or(|of| of.iter().all(|of| !has_fields(of)));
        (is_simple && self.uses[name] <= 2).then_some(definition)
    }

    /// Describes the kind of value that a schema allows.
    fn kind(&self, schema: &Value) -> String {
        listed(self.kinds(schema), "or")
    }

    fn kinds(&self, schema: &Value) -> Vec<String> {
        if let Some(name) = schema["$ref"].as_str().map(last) {
            return match self.inlined(name) {
                Some(definition) => self.kinds(definition),
                None => vec![format!("[`{name}`](#{})", name.to_lowercase())],
            };
        }
        if let Some(choices) = choices(schema) {
            return choices.iter().flat_map(|of| self.kinds(of)).filter(|kind| kind != "null").collect();
        }
        if let Some(words) = schema["enum"].as_array() {
            return words.iter().filter(|word| !word.is_null()).map(|word| format!("`{word}`")).collect();
        }
        if !schema["const"].is_null() {
            return vec![format!("`{}`", schema["const"])];
        }
        let word = |kind: &Value| match kind.as_str().unwrap_or_default() {
            "array" if schema["items"].is_object() => {
                let items = self.kind(&schema["items"]);
                if items.contains(" or ") && !items.starts_with("list of") {
                    format!("list of ({items})")
                } else {
                    format!("list of {items}")
                }
            }
            other => other.to_owned(),
        };
        match &schema["type"] {
            Value::Array(kinds) => kinds.iter().filter(|kind| *kind != "null").map(word).collect(),
            Value::Null => vec!["anything".to_owned()],
            kind => vec![word(kind)],
        }
    }

    fn fields(&self, schema: &Value) -> Fields {
        let required: Vec<&str> = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let properties = schema["properties"].as_object().into_iter().flatten();
        let field = |(name, field): (&String, &Value)| {
            let mark = if required.contains(&name.as_str()) { "" } else { "?" };
            let inlined = field["$ref"].as_str().and_then(|to| self.inlined(last(to)));
            let about = [Some(field), inlined].into_iter().flatten().map(about).find(|about| !about.is_empty());
            // a description that only repeats the name is left out
            let repeats = format!("the {}.", name.replace('_', " "));
            let about = about.filter(|about| about.to_lowercase() != repeats).unwrap_or_default();
            [format!("`{name}{mark}`"), self.kind(field), about]
        };
        properties.map(field).collect()
    }
}

/// Returns the name that a reference leads to.
fn last(to: &str) -> &str {
    to.rsplit('/').next().unwrap()
}

fn choices(schema: &Value) -> Option<&Vec<Value>> {
    ["anyOf", "oneOf"].iter().find_map(|choice| schema[choice].as_array())
}

fn has_fields(schema: &Value) -> bool {
    schema["properties"].as_object().is_some_and(|fields| !fields.is_empty())
}

fn about(schema: &Value) -> String {
    let about = without_links(schema["description"].as_str().unwrap_or_default());
    about.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Joins words by commas, and the last two by another word.
pub(super) fn listed(mut words: Vec<String>, by: &str) -> String {
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} {by} {last}", words.join(", ")) }
}

/// Returns a list item. The kind of a string is left out.
fn item([name, kind, about]: &[String; 3]) -> String {
    let kind = if kind == "string" { String::new() } else { format!(" ({kind})") };
    let colon = if about.is_empty() { "" } else { ": " };
    format!("- {name}{kind}{colon}{about}\n")
}

impl<'a> Object<'a> {
    /// Returns the object with the most fields of which this one has all, most of them unchanged.
    fn base<'o>(&self, others: &'o [Object<'a>]) -> Option<&'o Object<'a>> {
        let names = |of: &Object| of.fields.iter().map(|[name, ..]| name.trim_matches(['`', '?']).to_owned()).collect::<Vec<_>>();
        let own = names(self);
        let is_base = |other: &&Object| {
            let unchanged = other.fields.iter().filter(|field| self.fields.contains(field)).count();
            let is_before = (other.fields.len(), other.number) < (own.len(), self.number);
            is_before
                && unchanged >= COMMON
                && unchanged * 2 > other.fields.len()
                && names(other).iter().all(|name| own.contains(name))
        };
        others.iter().filter(is_base).max_by_key(|other| other.fields.len())
    }

    /// Returns the fields that the base does not have, or has otherwise.
    fn own(&self, others: &[Object]) -> Vec<&[String; 3]> {
        let base = self.base(others);
        self.fields.iter().filter(|field| base.is_none_or(|base| !base.fields.contains(field))).collect()
    }

    /// Returns the names of all fields, if a question has these and more, which may all be missing there.
    fn part(&self, others: &[Object]) -> Option<String> {
        let plain = |[name, kind, about]: &[String; 3]| [name.replace('?', ""), kind.clone(), about.clone()];
        let has = |other: &&Object| {
            let fields: Vec<_> = other.fields.iter().map(plain).collect();
            let (len, is_question) = (self.fields.len(), other.name.starts_with("the question"));
            is_question && len > COMMON && fields.len() > len && self.fields.iter().all(|field| fields.contains(&plain(field)))
        };
        let whole = others.iter().find(has)?;
        let names: Vec<&str> = self.fields.iter().map(|[name, ..]| name.as_str()).collect();
        Some(format!("These fields of [{}](#{}): {}.\n", whole.name, whole.heading, names.join(", ")))
    }

    /// Describes the object. Fields of its base are not repeated, and those of many objects are only named.
    fn described(&self, definitions: &Definitions, others: &[Object], shared: &Fields) -> String {
        if let Some(part) = self.part(others) {
            return part;
        }
        let (many, own): (Vec<_>, Vec<_>) = self.own(others).into_iter().partition(|field| shared.contains(field));
        let is_choice = choices(self.schema).is_some_and(|of| of.iter().all(|of| of["$ref"].is_string()));
        let mut text = match self.base(others) {
            Some(base) => format!("The fields of [{}](#{})", base.name, base.heading),
            None if is_choice => format!("The fields of {}", definitions.kind(self.schema)),
            None => String::new(),
        };
        if !text.is_empty() {
            text += if many.is_empty() && own.is_empty() { ".\n" } else { ", and:\n\n" };
        }
        if !many.is_empty() {
            let names: Vec<&str> = many.iter().map(|[name, ..]| name.as_str()).collect();
            writeln!(text, "- [shared](#shared-fields): {}", names.join(", ")).unwrap();
        }
        text.extend(own.into_iter().map(item));
        text
    }
}

/// Describes a choice of objects or of words.
fn choice(definitions: &Definitions, schema: &Value) -> String {
    match choices(schema) {
        Some(choices) if choices.iter().any(has_fields) => {
            let fields = choices.iter().map(|of| match definitions.kind(of).as_str() {
                "object" if has_fields(of) => definitions.fields(of).iter().map(item).collect(),
                "object" => "- an object without fields\n".to_owned(),
                kind => format!("- {kind}\n"),
            });
            format!("\n\n{}", fields.collect::<Vec<_>>().join("\nor\n\n"))
        }
        _ => format!(" {}.\n", definitions.kind(schema)),
    }
}

/// Removes the fields whose description is that of an option in the help, and returns their names and kinds.
fn options(fields: &mut Fields, help: &str) -> Vec<String> {
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut options = vec![];
    fields.retain(|[name, kind, about]| {
        let is_option = !about.is_empty() && help.contains(about);
        if is_option {
            options.push(if kind == "string" { name.clone() } else { format!("{name} ({kind})") });
        }
        !is_option
    });
    options
}

#[test]
fn the_reference_of_questions_is_current() {
    let folder = with_files("questions");
    let schema: Value = serde_json::from_str(&printed(&folder, "schema")).unwrap();
    let all = printed(&folder, "--help");
    let commands = commands(&all);
    let definitions = Definitions::new(&schema);
    let questions = schema["questions"].as_object().unwrap();
    let headings: Vec<String> = definitions.all.keys().map(|name| name.to_lowercase()).collect();
    let mut objects: Vec<Object> = vec![];
    let mut add = |name: String, heading, schema| {
        objects.push(Object { number: objects.len(), name, heading, schema, fields: definitions.fields(schema) });
    };
    for (name, both) in questions {
        add(format!("the question `{name}`"), name, &both["question"]);
    }
    for (name, both) in questions {
        add(format!("the answer to `{name}`"), name, &both["answer"]);
    }
    for ((name, of), heading) in definitions.all.iter().zip(&headings) {
        add(format!("`{name}`"), heading, of);
    }
    let (asked, others) = objects.split_at(questions.len());

    let mut shared: Vec<(&[String; 3], usize)> = vec![];
    for field in others.iter().flat_map(|of| of.own(others)).filter(|[.., about]| about.split(' ').count() >= LONG) {
        match shared.iter_mut().find(|(old, _)| *old == field) {
            Some((_, count)) => *count += 1,
            None => shared.push((field, 1)),
        }
    }
    let mut shared: Fields = shared.into_iter().filter(|(_, count)| *count >= MANY).map(|(field, _)| field.clone()).collect();
    shared.sort();

    let mut page = mark(file!());
    page += "# Questions and answers in JSON\n\nEvery question is an object, and so is its answer. The fields of questions are options of the \
             command line, keywords in Python, and what `/api/ask/NAME` of the page takes. You get answers from `--format json`, batches \
             (`sprague solve -`, one line of text each), the page and Python. `sprague schema` prints the same as JSON Schema, \
             for validators.\n\nKeys come in any order. A field with a `?` after its name can be missing, a field without a kind in \
             brackets is a string, and whole numbers above 2^53 are strings.\n\n## Shared fields\n\nThese fields mean the same in several answers:\n\n";
    page += &shared.iter().map(item).collect::<String>();
    for (at, (name, both)) in questions.iter().enumerate() {
        write!(page, "\n## {name}\n\n").unwrap();
        let says = about(&both["question"]);
        if !says.is_empty() {
            write!(page, "{says}\n\n").unwrap();
        }
        let help = if commands.contains(&name.as_str()) { printed(&folder, &format!("{name} --help")) } else { String::new() };
        let mut question = Object { name: String::new(), fields: asked[at].fields.clone(), ..asked[at] };
        let options = options(&mut question.fields, &help);
        if !options.is_empty() {
            writeln!(page, "- [options](commands.md#{name}): {}", options.join(", ")).unwrap();
        }
        page += &question.described(&definitions, asked, &vec![]);
        let answer = &others[at];
        let answer = match answer.fields.is_empty() {
            true => choice(&definitions, answer.schema),
            false => format!("\n\n{}", answer.described(&definitions, others, &shared)),
        };
        write!(page, "\nThe answer:{answer}").unwrap();
    }
    for (title, key) in [("Limits", "limits"), ("Refusals", "refusal")] {
        let fields = definitions.fields(&schema[key]).iter().map(item).collect::<String>();
        write!(page, "\n## {title}\n\n{}\n\n{fields}", about(&schema[key])).unwrap();
    }
    page += "\n## Words and objects\n";
    for of in &others[questions.len()..] {
        let name = of.name.trim_matches('`');
        if definitions.inlined(name).is_some() {
            continue;
        }
        let says = about(of.schema);
        write!(page, "\n### {name}\n\n").unwrap();
        if of.fields.is_empty() {
            let says = if says.is_empty() { "One of".to_owned() } else { format!("{}:", says.trim_end_matches('.')) };
            write!(page, "{says}{}", choice(&definitions, of.schema)).unwrap();
        } else {
            let says = if says.is_empty() { says } else { format!("{says}\n\n") };
            write!(page, "{says}{}", of.described(&definitions, &objects, &shared)).unwrap();
        }
    }
    are_current(&Pages::from([("reference/questions.md".to_owned(), page)]), None);
}
