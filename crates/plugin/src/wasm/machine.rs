//! The interpreter of modules. Modules have no imports, fuel for each call, and a limit on memory.

use super::locals::most_locals;
use crate::guest::failure::{Failure, one_line};
use sprague_core::nearest;
use std::fmt;
use wasmi::errors::ErrorKind;
use wasmi::{
    Config, Engine, Instance, Linker, Memory, Module, Store, StoreLimits, StoreLimitsBuilder, TrapCode, TypedFunc, WasmParams,
    WasmResults,
};

/// The fuel of one call. An instruction takes about one unit.
const FUEL: u64 = 50_000_000;

/// The maximum number of locals of a function without a penalty.
///
/// A module with twice as many in one function gets half the fuel, and so on, because the time of a call grows with its locals.
const FREE_LOCALS: usize = 128;

/// The maximum memory of a module, in bytes.
const MAX_MEMORY: usize = 16 << 20;

/// The maximum number of entries of a module's tables.
const MAX_TABLE: usize = 1 << 16;

/// A running module and its memory.
pub(super) struct Machine {
    store: Store<StoreLimits>,
    instance: Instance,
    memory: Memory,
    fuel: u64,
    /// The remaining fuel for all calls of the current question.
    left: u64,
    calls: u64,
    /// The total fuel that all calls have used.
    used: u64,
}

/// Calls are too slow if they take more fuel than `SLOW` on average and more than [`SLOW_IN_ALL`] together.
const SLOW: u64 = FUEL / 10;
/// See [`SLOW`].
const SLOW_IN_ALL: u64 = 6 * FUEL;

/// The approximate duration of a unit of fuel, in nanoseconds.
const STEPS_OF_FUEL: u64 = 2;

/// The fuel for a question, as a multiple of the fuel for one call.
const CALLS_A_QUESTION: u64 = 5;

impl Machine {
    /// Validates, instantiates and starts a module.
    pub(super) fn start(bytes: &[u8]) -> Result<Self, Failure> {
        let engine = Engine::new(&config());
        let module = Module::new(&engine, bytes).map_err(|error| Failure::new("loading", reason(&error, FUEL)))?;
        let fuel = FUEL / (1 + most_locals(bytes) / FREE_LOCALS) as u64;
        if let Some(import) = module.imports().next() {
            let how = format!("it imports `{}` from `{}`, but a plugin has no imports", import.name(), import.module());
            return Err(Failure::new("loading", how));
        }
        let limits = StoreLimitsBuilder::new()
            .memory_size(MAX_MEMORY)
            .table_elements(MAX_TABLE)
            .instances(1)
            .memories(1)
            .tables(4)
            .trap_on_grow_failure(true)
            .build();
        let mut store = Store::new(&engine, limits);
        store.limiter(|limits| limits);
        store.set_fuel(fuel).expect("fuel is counted");
        let started = Linker::new(&engine).instantiate_and_start(&mut store, &module);
        let instance = started.map_err(|error| Failure::new("loading", reason(&error, fuel)))?;
        let Some(memory) = instance.get_memory(&store, "memory") else {
            return Err(Failure::new("memory", "the module exports no memory of this name"));
        };
        Ok(Self { store, instance, memory, fuel, left: CALLS_A_QUESTION * fuel, calls: 0, used: 0 })
    }

    pub(super) fn begin(&mut self) {
        self.left = CALLS_A_QUESTION * self.fuel;
    }

    /// Returns the work of all calls so far, in steps of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        self.used.saturating_mul(STEPS_OF_FUEL)
    }

    /// Returns the exported function of this name, or `None` if there is no such export. It is a failure if the type is
    /// different.
    pub(super) fn function<P: WasmParams, R: WasmResults>(&self, export: &str) -> Result<Option<TypedFunc<P, R>>, Failure> {
        if self.instance.get_export(&self.store, export).is_none() {
            return Ok(None);
        }
        let function = self.instance.get_typed_func(&self.store, export);
        function.map(Some).map_err(|_| Failure::new(export, "it is not a function of the type that the interface defines"))
    }

    /// Returns a hint that names an export similar to one of the missing names, or an empty text.
    pub(super) fn nearly_exports(&self, missing: &[&str]) -> String {
        let near =
            |name: &str| Some(format!(" (is `{}` meant to be `{}`?)", one_line(name), nearest(name, missing.iter().copied())?));
        self.instance.exports(&self.store).find_map(|export| near(export.name())).unwrap_or_default()
    }

    /// Calls a function with the fuel of one call, or with the remaining fuel for the question if that is less.
    pub(super) fn call<P: WasmParams, R: WasmResults>(
        &mut self,
        export: &str,
        function: &TypedFunc<P, R>,
        parameters: P,
    ) -> Result<R, Failure> {
        let granted = self.fuel.min(self.left);
        self.store.set_fuel(granted).expect("fuel is counted");
        let answer = function.call(&mut self.store, parameters).map_err(|error| Failure::new(export, reason(&error, self.fuel)));
        let used = granted - self.store.get_fuel().expect("fuel is counted").min(granted);
        self.left -= used;
        self.calls += 1;
        self.used += used;
        if self.used > SLOW_IN_ALL && self.used / self.calls > SLOW && answer.is_ok() {
            let how = format!("{} calls took {} units of fuel together, which is too slow for a search", self.calls, self.used);
            return Err(Failure::new(export, how));
        }
        answer
    }

    pub(super) fn memory(&self) -> &[u8] {
        self.memory.data(&self.store)
    }

    pub(super) fn memory_mut(&mut self) -> &mut [u8] {
        self.memory.data_mut(&mut self.store)
    }
}

/// Configures the interpreter for core WebAssembly with fuel, without the extensions that the interface excludes.
fn config() -> Config {
    let mut config = Config::default();
    config.consume_fuel(true).wasm_multi_memory(false).ignore_custom_sections(true);
    config
}

/// Describes an error of the interpreter.
fn reason(error: &wasmi::Error, fuel: u64) -> impl fmt::Display {
    match (error.as_trap_code(), error.kind()) {
        (Some(TrapCode::OutOfFuel), _) => {
            let all = CALLS_A_QUESTION * fuel;
            format!("it ran out of fuel: a call may take {fuel} units, all for one question {all} (is there an endless loop?)")
        }
        (Some(TrapCode::StackOverflow), _) => "it called itself too deeply".to_owned(),
        (Some(TrapCode::GrowthOperationLimited), _) => format!("it asked for more than {MAX_MEMORY} bytes of memory"),
        (Some(trap), _) => format!("it trapped: {trap}"),
        (None, ErrorKind::Wasm(error)) => format!("it is not a module that can be used here: {error}"),
        (None, _) => error.to_string(),
    }
}
