//! The interpreter: a module without imports, with fuel and a limit on memory.
//!
//! Each call has its own fuel.

use super::locals::most_locals;
use crate::guest::failure::{Failure, one_line};
use sprague_core::nearest;
use std::fmt;
use wasmi::errors::ErrorKind;
use wasmi::{
    Config, Engine, Instance, Linker, Memory, Module, Store, StoreLimits, StoreLimitsBuilder, TrapCode, TypedFunc, WasmParams,
    WasmResults,
};

/// The fuel of one call, about an instruction each.
const FUEL: u64 = 50_000_000;

/// The locals of a function that cost nothing.
///
/// A module with so many more in one function gets half the fuel, and so on, for a call takes a time that grows with them.
const FREE_LOCALS: usize = 128;

/// The most bytes of a module's memory.
const MAX_MEMORY: usize = 16 << 20;

/// The most entries of a module's tables.
const MAX_TABLE: usize = 1 << 16;

/// A module that was started, with its memory.
pub(super) struct Machine {
    store: Store<StoreLimits>,
    instance: Instance,
    memory: Memory,
    /// For one call.
    fuel: u64,
    /// The fuel left for all calls of the question that is asked.
    left: u64,
    /// The number of calls.
    calls: u64,
    /// The fuel that they used.
    used: u64,
}

/// The average of fuel from which on calls are too slow, together with the sum.
const SLOW: u64 = FUEL / 10;
/// The sum of fuel from which on calls are too slow, together with the average.
const SLOW_IN_ALL: u64 = 6 * FUEL;

/// About the nanoseconds that a unit of fuel takes.
const STEPS_OF_FUEL: u64 = 2;

/// A question gets the fuel of so many calls.
const CALLS_A_QUESTION: u64 = 5;

impl Machine {
    /// Checks, instantiates and starts a module.
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

    /// Begins a question.
    pub(super) fn begin(&mut self) {
        self.left = CALLS_A_QUESTION * self.fuel;
    }

    /// The work of all calls so far, in steps of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        self.used.saturating_mul(STEPS_OF_FUEL)
    }

    /// The exported function of this name and type, `None` if nothing has this name.
    pub(super) fn function<P: WasmParams, R: WasmResults>(&self, export: &str) -> Result<Option<TypedFunc<P, R>>, Failure> {
        if self.instance.get_export(&self.store, export).is_none() {
            return Ok(None);
        }
        let function = self.instance.get_typed_func(&self.store, export);
        function.map(Some).map_err(|_| Failure::new(export, "it is not a function of the type that the interface says"))
    }

    /// A hint at an export with nearly one of the missing names.
    ///
    /// Nothing if there is none.
    pub(super) fn nearly_exports(&self, missing: &[&str]) -> String {
        let near =
            |name: &str| Some(format!(" (is `{}` meant to be `{}`?)", one_line(name), nearest(name, missing.iter().copied())?));
        self.instance.exports(&self.store).find_map(|export| near(export.name())).unwrap_or_default()
    }

    /// Calls a function with fresh fuel, as far as the question has some left.
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
            let how = format!("{} calls took {} units of fuel together: it is too slow to be searched", self.calls, self.used);
            return Err(Failure::new(export, how));
        }
        answer
    }

    /// The module's memory.
    pub(super) fn memory(&self) -> &[u8] {
        self.memory.data(&self.store)
    }

    /// Its memory, to write to.
    pub(super) fn memory_mut(&mut self) -> &mut [u8] {
        self.memory.data_mut(&mut self.store)
    }
}

/// Core WebAssembly, with fuel, without what the interface excludes.
fn config() -> Config {
    let mut config = Config::default();
    config.consume_fuel(true).wasm_multi_memory(false).ignore_custom_sections(true);
    config
}

/// The reason in words.
fn reason(error: &wasmi::Error, fuel: u64) -> impl fmt::Display {
    match (error.as_trap_code(), error.kind()) {
        (Some(TrapCode::OutOfFuel), _) => {
            let all = CALLS_A_QUESTION * fuel;
            format!("it ran out of fuel: a call may take {fuel} units, all for one question {all} (is there an endless loop?)")
        }
        (Some(TrapCode::StackOverflow), _) => "it called itself too deeply".to_owned(),
        (Some(TrapCode::GrowthOperationLimited), _) => format!("it asked for more than {MAX_MEMORY} bytes of memory"),
        (Some(trap), _) => format!("it trapped: {trap}"),
        (None, ErrorKind::Wasm(error)) => format!("it is no module that can be used here: {error}"),
        (None, _) => error.to_string(),
    }
}
