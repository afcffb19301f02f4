//! Every text can be loaded as a script and asked questions. The script may have a fault, but no call panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_plugin::{Counted, Plugin};

/// Counts memory as in the program, so that the memory of scripts can be limited.
#[global_allocator]
static MEMORY: Counted = Counted(std::alloc::System);

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    sprague_fuzz::ask(Plugin::from_script("fuzz.rhai", text, None));
});
