//! Translates the text format of modules.

use crate::guest::failure::Failure;

const MAX_BYTES: usize = 2 << 20;

/// Translates a text into a binary module. This takes about fifty times the memory of the text.
pub(crate) fn module(bytes: &[u8]) -> Result<Vec<u8>, Failure> {
    if bytes.len() > MAX_BYTES {
        return Err(Failure::new("loading", format!("a text of more than {MAX_BYTES} bytes; load the module itself")));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| Failure::new("loading", format!("it is not UTF-8: {error}")))?;
    match wat::parse_str(text) {
        Ok(module) => Ok(module),
        // the first line of the message is the reason, the second the place, and the rest shows the text
        Err(error) => {
            let error = error.to_string();
            let lines: Vec<&str> = error.lines().map(str::trim).take(2).collect();
            Err(Failure::new("loading", lines.join(" ")))
        }
    }
}
