//! The functions that a page's worker can call, which use one engine.

use crate::engine::{self, Engine};
use sprague::limits::Heard;
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

/// Counts memory, so that the memory of scripts can be limited.
#[global_allocator]
static MEMORY: sprague_plugin::Counted = sprague_plugin::Counted(std::alloc::System);

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

#[wasm_bindgen]
extern "C" {
    /// Returns the time of the worker's clock, in milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
    /// Passes the message of a panic to the worker, which sends it instead of an answer.
    #[wasm_bindgen(js_name = spraguePanicked)]
    fn panicked(text: &str);
    /// Passes a part of an answer to the worker.
    #[wasm_bindgen(js_name = spragueFound)]
    fn found(part: &str);
}

/// Sets the clock and the panic hook when the engine is loaded.
#[wasm_bindgen(start)]
fn begin() {
    sprague::clock::set_host_clock(now);
    std::panic::set_hook(Box::new(|panic| panicked(&panic.to_string())));
}

/// An answer, in a form that JavaScript can read.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Told(engine::Told);

#[wasm_bindgen]
impl Told {
    /// Returns 200 for an answer, and otherwise the status of an error.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// Returns the content type.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        self.0.kind.to_owned()
    }

    /// Returns the text of the answer. A second call returns an empty text.
    pub fn text(&mut self) -> String {
        std::mem::take(&mut self.0.text)
    }
}

/// Returns the answer of the engine. See [`Engine::ask`].
#[wasm_bindgen]
pub fn ask(path: &str, question: &str, limits: &str, is_heard: bool) -> Told {
    ENGINE.with_borrow(|engine| Told(engine.ask(path, question, limits, is_heard.then(|| Heard::new(found)))))
}

/// Adds or removes a file that questions can name. See [`Engine::put`].
#[wasm_bindgen]
pub fn put(name: &str, bytes: Option<Vec<u8>>) -> bool {
    ENGINE.with_borrow_mut(|engine| engine.put(name, bytes))
}
