//! The exports to the worker of a page: one engine and its clock.

use crate::engine::{self, Engine};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

/// Counts memory, so that a script cannot hold more than its share.
#[global_allocator]
static MEMORY: sprague_plugin::Counted = sprague_plugin::Counted(std::alloc::System);

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::default();
}

#[wasm_bindgen]
extern "C" {
    /// The clock of the worker, in milliseconds.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
    /// The worker keeps the words of a panic, for whoever waits for the answer.
    #[wasm_bindgen(js_name = spraguePanicked)]
    fn panicked(text: &str);
}

/// Runs when the engine is loaded.
#[wasm_bindgen(start)]
fn begin() {
    sprague::clock::set_host_clock(now);
    std::panic::set_hook(Box::new(|panic| panicked(&panic.to_string())));
}

/// An answer, as a worker reads it.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Told(engine::Told);

#[wasm_bindgen]
impl Told {
    /// 200 for an answer, as the server has it.
    #[wasm_bindgen(getter)]
    pub fn status(&self) -> u16 {
        self.0.status
    }

    /// The content type.
    #[wasm_bindgen(getter)]
    pub fn kind(&self) -> String {
        self.0.kind.to_owned()
    }

    /// The text, which is taken away.
    pub fn text(&mut self) -> String {
        std::mem::take(&mut self.0.text)
    }
}

/// The answer of the engine, as [`Engine::ask`].
#[wasm_bindgen]
pub fn ask(path: &str, question: &str, limits: &str) -> Told {
    ENGINE.with_borrow(|engine| Told(engine.ask(path, question, limits)))
}

/// A file that questions can name from now on, or no longer, as [`Engine::put`].
#[wasm_bindgen]
pub fn put(name: &str, bytes: Option<Vec<u8>>) -> bool {
    ENGINE.with_borrow_mut(|engine| engine.put(name, bytes))
}
