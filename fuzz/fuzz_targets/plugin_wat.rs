//! All bytes can be loaded as WebAssembly text and asked questions. The module may have a fault, but no call panics.

#![no_main]

use libfuzzer_sys::fuzz_target;
use sprague_plugin::Plugin;

fuzz_target!(|data: &[u8]| sprague_fuzz::ask(Plugin::from_text("fuzz.wat", data, None)));
