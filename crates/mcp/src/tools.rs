//! The list of tools, with one tool for each question and the question's schema.

use crate::piece::{FROM, MOST_SENT};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::{Value, json};
use sprague::Limits;
use sprague_plot::questions;
use sprague_questions::{Asked, schema_of_limits};

/// Returns the tools of a server with these limits.
pub(crate) fn tools(limits: &Limits) -> Vec<Tool> {
    questions().map(|asked| tool(asked, limits)).collect()
}

/// Returns the names of the limits that a call may lower.
pub(crate) fn names_of_limits() -> Vec<String> {
    let limits = schema_of_limits();
    limits["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
}

fn tool(asked: Asked, limits: &Limits) -> Tool {
    let mut schema = asked.schema();
    let about = schema["description"].as_str().unwrap_or_default().to_owned();
    for (name, most) in [
        ("limit_positions", json!(limits.positions)),
        ("limit_memory", json!(limits.bytes)),
        ("limit_time", json!(limits.time.map(|time| time.as_secs_f64()))),
        ("longest_play", json!(limits.longest_play)),
    ] {
        let mut limit = schema_of_limits()["properties"][name].take();
        let words = limit["description"].as_str().unwrap_or_default();
        // the text about the default is removed, because the default here is the server's limit
        let words = words.split(" [default").next().unwrap_or_default();
        limit["description"] = json!(if most.is_null() { words.to_owned() } else { format!("{words}; at most {most} here") });
        schema["properties"][name] = limit;
    }
    schema["properties"][FROM] = json!({
        "type": ["integer", "null"],
        "minimum": 0,
        "description": format!("The byte to go on from, where an answer was cut because it has more than {MOST_SENT} bytes."),
    });
    let Value::Object(schema) = schema else { unreachable!("the schema of a question is an object") };
    let annotations = ToolAnnotations::new().read_only(true).open_world(false);
    Tool::new(asked.name(), about, JsonObject::from_iter(schema)).with_annotations(annotations)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_question_is_a_tool_with_its_fields_and_limits() {
        let tools = tools(&Limits::default());
        assert_eq!(tools.len(), questions().count());
        for (tool, asked) in tools.iter().zip(questions()) {
            let schema = &tool.input_schema;
            assert!(tool.name == asked.name() && schema["type"] == "object", "{tool:?}");
            assert!(tool.description.as_ref().is_some_and(|about| about.len() > 20), "{}", tool.name);
            let own = asked.schema();
            let properties = schema["properties"].as_object().unwrap();
            for name in own["properties"].as_object().into_iter().flatten().map(|(name, _)| name).chain(&names_of_limits()) {
                assert!(properties.contains_key(name), "{}: {name}", tool.name);
            }
            // no field names a file to read or to write; the `from` of `find` is a position
            for name in ["checkpoint", "output", "shards", "from", "csv", "files"] {
                if (tool.name.as_ref(), name) == ("find", "from") {
                    continue;
                }
                assert!(!properties.contains_key(name), "{}: {name}", tool.name);
            }
        }
    }

    #[test]
    fn no_question_has_a_field_of_the_servers_own_names() {
        for asked in questions() {
            let own = asked.schema();
            let is_ours = |name: &String| name == FROM || names_of_limits().contains(name);
            assert!(!own["properties"].as_object().is_some_and(|fields| fields.keys().any(is_ours)), "{}", asked.name());
        }
    }
}
