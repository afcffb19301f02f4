//! `sprague rulesets`: what there is.

use crate::args::{Format, Rulesets};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::out::stdout;
use crate::terminal::page;
use serde_json::{Value, json};
use sprague::registry::Entry;
use std::io::Write;

/// Where examples stand, behind notations that are not longer.
const EXAMPLES: usize = 26;

pub(crate) fn run(args: &Rulesets) -> Result<Exit, Failure> {
    let session = crate::session();
    let registry = session.registry();
    match args.format {
        Format::Json => {
            let entries: Value = registry
                .entries()
                .map(|entry| {
                    let Entry { notation, component, play, example, theorem, source, .. } = entry;
                    json!({ "notation": notation, "component": component, "play": play, "example": example, "theorem": theorem, "source": source })
                })
                .collect();
            writeln!(stdout(), "{entries}")?;
        }
        Format::Text => {
            let mut out = page();
            writeln!(out, "{:<EXAMPLES$}  example", "family")?;
            writeln!(out, "    component: rules")?;
            for entry in registry.entries() {
                let Entry { notation, component, play, example, theorem, .. } = entry;
                writeln!(out, "\n{notation:<EXAMPLES$}  {example}")?;
                if !play.is_empty() {
                    writeln!(out, "    {component}: {play}")?;
                }
                if theorem != "-" {
                    writeln!(out, "    proof of periods: {theorem}")?;
                }
            }
        }
    }
    Ok(Exit::Answered)
}
