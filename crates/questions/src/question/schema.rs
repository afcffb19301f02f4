//! JSON Schemas of questions, answers and limits. They are files below `schema/`, and `sprague schema` prints them.
//!
//! The program contains the files. With the feature `schema`, a test derives them from the types and compares both, or
//! writes the files if `SPRAGUE_WRITE_SCHEMA=1`.

use serde_json::Value;

/// The bound on every question and answer: `schemars::JsonSchema` with the feature `schema`, and nothing without it.
#[cfg(feature = "schema")]
pub use schemars::JsonSchema as HasSchema;

/// The bound on every question and answer: `schemars::JsonSchema` with the feature `schema`, and nothing without it.
#[cfg(not(feature = "schema"))]
pub trait HasSchema {}

#[cfg(not(feature = "schema"))]
impl<T: ?Sized> HasSchema for T {}

const LIMITS: &str = include_str!("../../schema/limits.json");

/// Parses a schema that is part of the program.
pub(super) fn read(text: &str) -> Value {
    serde_json::from_str(text).expect("schemas are written as JSON")
}

/// Returns the JSON Schema of the limits that may be named with a question.
pub fn schema_of_limits() -> Value {
    read(LIMITS)
}

/// Returns the JSON Schema of the reason why a question has no answer.
pub fn schema_of_refusal() -> Value {
    read(include_str!("../../schema/refusal.json"))
}

#[cfg(feature = "schema")]
pub(super) use derived::{of_answer, of_question, text};

#[cfg(feature = "schema")]
mod derived {
    use schemars::generate::SchemaSettings;
    use schemars::transform::RecursiveTransform;
    use schemars::{JsonSchema, Schema, SchemaGenerator};
    use serde_json::Value;

    pub(in crate::question) fn of_question<Q: JsonSchema>() -> Schema {
        written(SchemaSettings::draft2020_12()).into_root_schema_for::<Q>()
    }

    pub(in crate::question) fn of_answer<A: JsonSchema>() -> Schema {
        written(SchemaSettings::draft2020_12().for_serialize()).into_root_schema_for::<A>()
    }

    /// Configures the derivation: descriptions contain no examples in Rust, and fields that may be null are not
    /// required.
    fn written(settings: SchemaSettings) -> SchemaGenerator {
        let is_nullable = |schema: &Value| {
            let has_null =
                |kinds: &Value| *kinds == "null" || kinds.as_array().is_some_and(|all| all.iter().any(|kind| *kind == "null"));
            has_null(&schema["type"]) || schema["anyOf"].as_array().is_some_and(|all| all.iter().any(|one| one["type"] == "null"))
        };
        let tidy = move |schema: &mut Schema| {
            if let Some(Value::String(description)) = schema.get_mut("description") {
                let words = description.split("\n```").next().unwrap_or_default().trim_end().len();
                description.truncate(words);
            }
            let properties = schema.get("properties").cloned().unwrap_or_default();
            if let Some(Value::Array(required)) = schema.get_mut("required") {
                required.retain(|name| name.as_str().is_some_and(|name| !is_nullable(&properties[name])));
            }
        };
        settings.with_transform(RecursiveTransform(tidy)).into_generator()
    }

    /// Formats a schema as in its file.
    pub(in crate::question) fn text(schema: Schema) -> String {
        format!("{:#}\n", schema.as_value())
    }
}

#[cfg(test)]
#[cfg(feature = "schema")]
mod tests {
    use super::{of_question, text};
    use std::path::{Path, PathBuf};

    /// Compares a file with the derived schema, or writes it if `SPRAGUE_WRITE_SCHEMA` is set.
    fn is_kept(path: &Path, derived: &str) {
        if std::env::var_os("SPRAGUE_WRITE_SCHEMA").is_some() {
            std::fs::write(path, derived).expect("the folder of schemas can be written to");
        }
        let kept = std::fs::read_to_string(path).unwrap_or_default();
        assert!(kept == derived, "{} is old: run this test with SPRAGUE_WRITE_SCHEMA=1", path.display());
    }

    #[test]
    fn schema_files_are_what_the_types_derive() {
        let folder: PathBuf = [env!("CARGO_MANIFEST_DIR"), "schema"].iter().collect();
        for asked in crate::QUESTIONS {
            for (kind, derived) in ["questions", "answers"].iter().zip(asked.derived_schemas()) {
                is_kept(&folder.join(kind).join(format!("{}.json", asked.name())), &derived);
            }
        }
        is_kept(&folder.join("limits.json"), &text(of_question::<crate::LimitsAsked>()));
    }
}
