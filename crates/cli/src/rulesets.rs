//! `sprague rulesets`: what there is.

use crate::args::{Format, Rulesets};
use crate::failure::Failure;
use crate::out::stdout;
use comfy_table::{ColumnConstraint, ContentArrangement, Table, presets};
use serde_json::{Value, json};
use sprague::registry::Entry;
use std::io::Write;
use std::process::ExitCode;

/// How wide the list is where no terminal says so.
const WIDTH: u16 = 130;

pub(crate) fn run(args: &Rulesets) -> Result<ExitCode, Failure> {
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
            let mut table = Table::new();
            table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic);
            table.set_header(["family", "component", "rules", "example", "periods proved by"]);
            if !table.is_tty() {
                table.set_width(WIDTH);
            }
            for entry in registry.entries() {
                let Entry { notation, component, play, example, theorem, .. } = entry;
                table.add_row([notation, component, play, example, theorem]);
            }
            // names and examples are typed as they stand, so they are not broken
            for index in [0, 1, 3] {
                if let Some(column) = table.column_mut(index) {
                    column.set_constraint(ColumnConstraint::ContentWidth);
                }
            }
            stdout().write_all((table.trim_fmt() + "\n").as_bytes())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}
