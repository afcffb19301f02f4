//! The interpreter of scripts: without files, modules, `eval` and the clock, and with limits on work, sizes and depth.

use super::FUNCTIONS;
use crate::failure::Failure;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicBlobPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LanguageCorePackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, Scope};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// The most operations of one call.
const MOST_OPERATIONS: u64 = 5_000_000;

/// The longest time of one call, for operations that take long; far more than five million usual ones need.
const LONGEST: Duration = Duration::from_millis(1_500);

/// How many operations pass between two looks at the clock.
const LOOK_EVERY: u64 = 256;

/// How deep functions may call each other.
const MOST_CALLS: usize = 48;

/// The most bytes of a script's strings together, and entries of its lists.
const MOST_SIZE: usize = 1 << 16;

/// A compiled script.
pub(super) struct Machine {
    engine: Engine,
    ast: AST,
    /// The functions of the border that the script has, and whether each takes the parameters too.
    functions: HashMap<&'static str, bool>,
    parameters: Dynamic,
    clock: Arc<Clock>,
}

/// When the call that is running began.
#[derive(Debug)]
struct Clock {
    epoch: Instant,
    began: AtomicU64,
}

impl Clock {
    fn start(&self) {
        self.began.store(self.epoch.elapsed().as_micros() as u64, Ordering::Relaxed);
    }
    fn is_late(&self) -> bool {
        let since = self.epoch.elapsed().as_micros() as u64 - self.began.load(Ordering::Relaxed);
        since > LONGEST.as_micros() as u64
    }
}

/// What a script threw on purpose; `None` where a library function did, as `parse_int` does with what is no number.
pub(super) struct Thrown(pub(super) Option<String>);

impl Machine {
    /// Compiles a script and runs what stands outside of its functions; answers the variables it then has.
    pub(super) fn new(text: &str) -> Result<(Self, Vec<(String, Dynamic)>), Failure> {
        let clock = Arc::new(Clock { epoch: Instant::now(), began: AtomicU64::new(0) });
        let mut engine = engine(clock.clone());
        let failed = |why: String| Failure::new("loading", why);
        let ast = engine.compile(text).map_err(|error| failed(error.to_string()))?;
        let mut functions = HashMap::new();
        for function in ast.iter_functions() {
            let Some((name, arguments)) = FUNCTIONS.iter().find(|(name, _)| *name == function.name) else { continue };
            let takes_parameters = match function.params.len() {
                count if count == *arguments => false,
                count if count == arguments + 1 && *name != "parameters" => true,
                count => {
                    return Err(Failure::new(
                        *name,
                        format!("it takes {count} arguments, not {arguments} or, with the parameters, {}", arguments + 1),
                    ));
                }
            };
            if functions.insert(*name, takes_parameters).is_some() {
                return Err(Failure::new(*name, "it is there twice"));
            }
        }
        let mut scope = Scope::new();
        clock.start();
        engine.run_ast_with_scope(&mut scope, &ast).map_err(|error| Failure::new("loading", reason(&error)))?;
        let variables = scope.iter().map(|(name, _, value)| (name.to_owned(), value)).collect();
        let constants: HashMap<String, Dynamic> =
            scope.iter().filter(|(_, is_constant, _)| *is_constant).map(|(name, _, value)| (name.to_owned(), value)).collect();
        show_constants(&mut engine, constants);
        Ok((Self { engine, ast, functions, parameters: Dynamic::UNIT, clock }, variables))
    }

    /// Whether the script has this function of the border.
    pub(super) fn has(&self, function: &str) -> bool {
        self.functions.contains_key(function)
    }

    /// Whether some function asks for the parameters.
    pub(super) fn takes_parameters(&self) -> bool {
        self.functions.values().any(|takes| *takes)
    }

    pub(super) fn set_parameters(&mut self, parameters: Dynamic) {
        self.parameters = parameters;
    }

    /// What a function answers.
    pub(super) fn call(&mut self, function: &'static str, argument: Dynamic) -> Result<Dynamic, Failure> {
        self.call_unless(function, argument, thrown)?.map_err(|why| Failure::new(function, format!("it threw: {why}")))
    }

    /// What a function that reads a text answers, or throws on purpose.
    pub(super) fn try_call(&mut self, function: &'static str, argument: Dynamic) -> Result<Result<Dynamic, Thrown>, Failure> {
        self.call_unless(function, argument, |error| {
            if is_no_number(error) { Some(Thrown(None)) } else { Some(Thrown(Some(thrown(error)?))) }
        })
    }

    /// What a function answers, unless `is_meant` says that the script wanted to end so.
    fn call_unless<T>(
        &mut self,
        function: &'static str,
        argument: Dynamic,
        is_meant: impl FnOnce(&EvalAltResult) -> Option<T>,
    ) -> Result<Result<Dynamic, T>, Failure> {
        self.clock.start();
        let options = CallFnOptions::new().eval_ast(false);
        let answer = if self.functions[function] {
            let arguments = (argument, self.parameters.clone());
            self.engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), &self.ast, function, arguments)
        } else {
            self.engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), &self.ast, function, (argument,))
        };
        match answer {
            Ok(value) => Ok(Ok(value)),
            Err(error) => match is_meant(&error) {
                Some(why) => Ok(Err(why)),
                None => Err(Failure::new(function, reason(&error))),
            },
        }
    }
}

/// An engine that reaches nothing outside, with limits.
fn engine(clock: Arc<Clock>) -> Engine {
    let mut engine = Engine::new_raw();
    for package in [
        LanguageCorePackage::new().as_shared_module(),
        ArithmeticPackage::new().as_shared_module(),
        LogicPackage::new().as_shared_module(),
        BasicMathPackage::new().as_shared_module(),
        BasicStringPackage::new().as_shared_module(),
        MoreStringPackage::new().as_shared_module(),
        BasicArrayPackage::new().as_shared_module(),
        BasicBlobPackage::new().as_shared_module(),
        BasicMapPackage::new().as_shared_module(),
        BasicIteratorPackage::new().as_shared_module(),
        BasicFnPackage::new().as_shared_module(),
    ] {
        engine.register_global_module(package);
    }
    for symbol in ["eval", "import", "export"] {
        engine.disable_symbol(symbol);
    }
    engine
        .set_max_operations(MOST_OPERATIONS)
        .set_max_call_levels(MOST_CALLS)
        .set_max_expr_depths(64, 48)
        .set_max_string_size(MOST_SIZE)
        .set_max_array_size(MOST_SIZE)
        .set_max_map_size(MOST_SIZE)
        .set_max_variables(256)
        .set_max_functions(256)
        .set_max_modules(0);
    engine.on_progress(move |operations| {
        (operations.is_multiple_of(LOOK_EVERY) && clock.is_late()).then(|| Dynamic::from("late".to_owned()))
    });
    engine
}

/// Lets functions see the constants that stand outside of them; parameters and variables of theirs come first.
fn show_constants(engine: &mut Engine, constants: HashMap<String, Dynamic>) {
    if constants.is_empty() {
        return;
    }
    #[expect(deprecated, reason = "there is no other way to make constants visible, and the version is fixed by the lock file")]
    engine.on_var(move |name, _, context| Ok(constants.get(name).filter(|_| !context.scope().contains(name)).cloned()));
}

/// What a script threw, if that is why it ended.
fn thrown(error: &EvalAltResult) -> Option<String> {
    match error {
        EvalAltResult::ErrorRuntime(value, _) => Some(super::value::text(value)),
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => thrown(inner),
        _ => None,
    }
}

/// Whether arithmetic failed, which in a function that reads means that a text is no number.
fn is_no_number(error: &EvalAltResult) -> bool {
    match error {
        EvalAltResult::ErrorArithmetic(..) => true,
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => is_no_number(inner),
        _ => false,
    }
}

/// What happened, for people.
fn reason(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => reason(inner),
        EvalAltResult::ErrorTooManyOperations(at) => {
            format!("more than {MOST_OPERATIONS} operations in one call (is there an endless loop?) ({at})")
        }
        EvalAltResult::ErrorTerminated(_, at) => format!("one call took longer than {} ms ({at})", LONGEST.as_millis()),
        EvalAltResult::ErrorStackOverflow(at) => format!("functions called each other more than {MOST_CALLS} deep ({at})"),
        other => other.to_string(),
    }
}
