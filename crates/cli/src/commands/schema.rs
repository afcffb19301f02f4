//! `sprague schema`: prints the JSON Schema of questions and answers.

use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::stdout;
use clap::Args as Flags;
use serde_json::{Map, Value, json};
#[cfg(feature = "plot")]
use sprague_plot::questions;
use sprague_questions::{Asked, schema_of_limits, schema_of_refusal};
use std::io::Write;

/// Returns all questions of a program without drawings.
#[cfg(not(feature = "plot"))]
fn questions() -> impl Iterator<Item = Asked> {
    sprague_questions::QUESTIONS.iter().copied()
}

#[derive(Flags)]
pub(crate) struct Args {
    /// Question, such as solve [default: all questions]
    question: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Exit, Failure> {
    let schemas = |asked: Asked| json!({ "question": asked.schema(), "answer": asked.schema_of_answer() });
    let text = match &args.question {
        Some(name) => {
            let asked = questions().find(|asked| asked.name() == name);
            let names = || questions().map(|asked| asked.name()).collect::<Vec<_>>().join(", ");
            schemas(asked.ok_or_else(|| Failure::Unfit(format!("{name}: expected one of {}", names())))?)
        }
        None => {
            let all: Map<String, Value> = questions().map(|asked| (asked.name().to_owned(), schemas(asked))).collect();
            json!({ "questions": all, "limits": schema_of_limits(), "refusal": schema_of_refusal() })
        }
    };
    stdout().write_all(format!("{text:#}\n").as_bytes())?;
    Ok(Exit::Answered)
}
