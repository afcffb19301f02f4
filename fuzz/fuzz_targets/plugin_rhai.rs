//! Any text is loaded as a script and asked questions. At worst it has a fault, and nothing panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_plugin::{Counted, Plugin};

/// Counts memory as in the program, so that scripts cannot use more than their share.
#[global_allocator]
static MEMORY: Counted = Counted(std::alloc::System);

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    sprague_fuzz::ask(Plugin::from_script("fuzz.rhai", text, None));
});
