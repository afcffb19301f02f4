//! `sprague rulesets`: what there is.

use crate::args::{Format, Rulesets};
use crate::failure::Failure;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use serde_json::{Value, json};
use std::io::{Write, stdout};
use std::process::ExitCode;

/// How wide the list is where no terminal says so.
const WIDTH: u16 = 130;

pub(crate) fn run(args: &Rulesets) -> Result<ExitCode, Failure> {
    let registry = crate::REGISTRY.get().cloned().unwrap_or_default();
    match args.format {
        Format::Json => {
            let entries: Value = registry
                .entries()
                .map(|entry| {
                    let (notation, component, play) = (entry.notation, entry.component, entry.play);
                    json!({ "notation": notation, "component": component, "play": play, "example": entry.example, "theorem": entry.theorem, "source": entry.source })
                })
                .collect();
            writeln!(stdout(), "{entries}")?;
        }
        Format::Text => {
            let mut table = Table::new();
            table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
            table.set_header(["family", "component", "rules", "example", "periods proved by"]);
            if !table.is_tty() {
                table.set_width(WIDTH);
            }
            for entry in registry.entries() {
                table.add_row([entry.notation, entry.component, entry.play, entry.example, entry.theorem]);
            }
            // names and examples are typed as they stand, so they are not broken
            for index in [0, 1, 3] {
                if let Some(column) = table.column_mut(index) {
                    column.set_constraint(ColumnConstraint::ContentWidth);
                }
            }
            writeln!(stdout(), "{}", table.trim_fmt())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
