//! The interpreter of scripts, with limits on work, sizes and depth, and without files, modules, `eval` and clocks.

use super::captures::Captures;
use super::functions::FUNCTIONS;
use super::guards::{Bounded, MAX_ENTRIES, guard};
use super::meter::{MAX_SIZE, Meter, TooMuch};
use super::names::too_many_names;
use super::stack::{IS_SMALL, Stack};
use super::{plain, value};
use crate::About;
use crate::guest::failure::Failure;
use crate::memory::held::{forget_longest, is_counted};
use crate::printed::printed;
use rhai::packages::{
    ArithmeticPackage, BasicArrayPackage, BasicBlobPackage, BasicFnPackage, BasicIteratorPackage, BasicMapPackage,
    BasicMathPackage, BasicStringPackage, LanguageCorePackage, LogicPackage, MoreStringPackage, Package,
};
use rhai::{AST, CallFnOptions, Dynamic, Engine, EvalAltResult, OptimizationLevel, Scope};
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The maximum depth of nested calls.
const MAX_CALLS: usize = if IS_SMALL { 12 } else { 48 };

/// The maximum size of a script that is optimised before it runs, in bytes. The time for optimising grows with the square of
/// the size.
const LONGEST_SIMPLIFIED: usize = 8 << 10;

/// The approximate duration of an operation, in nanoseconds.
const STEPS_OF_OPERATION: u64 = 50;

/// A compiled script and its interpreter.
pub(super) struct Machine {
    engine: Engine,
    ast: AST,
    /// The functions of [`FUNCTIONS`] that the script has. The value is `true` if the function takes the parameters.
    functions: HashMap<&'static str, bool>,
    parameters: Dynamic,
    meter: Arc<Meter>,
    captures: Arc<Captures>,
    stack: Stack,
    /// The names of its other functions.
    others: Vec<String>,
    /// Whether a function that lists moves uses parts of positions, as in `p[0]`.
    takes_apart: bool,
    /// The current question, if the script may print.
    asked: Option<Arc<Mutex<String>>>,
}

/// A compiled script without its stack.
struct Compiled {
    engine: Engine,
    ast: AST,
    functions: HashMap<&'static str, bool>,
    meter: Arc<Meter>,
    captures: Arc<Captures>,
    variables: Vec<(String, Dynamic)>,
    others: Vec<String>,
    takes_apart: bool,
    asked: Option<Arc<Mutex<String>>>,
}

/// The text that a script threw on purpose.
///
/// It is `None` if a library function threw, such as `parse_int` for a text that is not a number.
pub(super) struct Thrown(pub(super) Option<String>);

impl Machine {
    /// Compiles a script, runs the code outside its functions, and returns the variables that it has defined.
    pub(super) fn new(name: &str, text: &str) -> Result<(Self, Vec<(String, Dynamic)>), Failure> {
        let mut stack = Stack::new()?;
        let share = stack.share();
        let Compiled { engine, ast, functions, meter, captures, variables, others, takes_apart, asked } =
            stack.run(|| Compiled::new(name, text, share)).map_err(|why| Failure::new("loading", why))??;
        Ok((
            Self { engine, ast, functions, parameters: Dynamic::UNIT, meter, captures, stack, others, takes_apart, asked },
            variables,
        ))
    }

    pub(super) fn begin(&mut self) {
        self.meter.begin();
    }

    /// Returns the work of all calls so far, in steps of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        self.meter.operations().saturating_mul(STEPS_OF_OPERATION)
    }

    pub(super) fn has(&self, function: &str) -> bool {
        self.functions.contains_key(function)
    }

    /// Returns the names of the functions that are not in [`FUNCTIONS`].
    pub(super) fn others(&self) -> &[String] {
        &self.others
    }

    /// Returns `true` if a function that lists moves uses parts of positions, so that positions may be lists.
    pub(super) fn takes_positions_apart(&self) -> bool {
        self.takes_apart
    }

    /// Returns `true` if some function takes the parameters.
    pub(super) fn takes_parameters(&self) -> bool {
        self.functions.values().any(|takes| *takes)
    }

    pub(super) fn set_parameters(&mut self, parameters: Dynamic) {
        self.parameters = parameters;
        self.meter.keep_longest();
    }

    pub(super) fn parameters(&self) -> &Dynamic {
        &self.parameters
    }

    /// Compiles the text of the script without optimising it, and passes the syntax tree to `read`.
    pub(super) fn read_unoptimized<T: Send>(&mut self, text: &str, read: impl FnOnce(&AST) -> T + Send) -> Result<T, Failure> {
        let Self { engine, stack, .. } = self;
        engine.set_optimization_level(OptimizationLevel::None);
        let read = || engine.compile(text).map(|ast| read(&ast)).map_err(|error| error.to_string());
        stack.run(read).and_then(|read| read).map_err(|why| Failure::new("loading", why))
    }

    /// Calls a function. A `throw` is a failure.
    pub(super) fn call(&mut self, function: &'static str, argument: Dynamic) -> Result<Dynamic, Failure> {
        self.call_unless(function, argument, thrown)?.map_err(|why| Failure::new(function, format!("it threw: {why}")))
    }

    /// Calls a function that parses a text. A `throw` on purpose rejects the text and is not a failure.
    pub(super) fn try_call(&mut self, function: &'static str, argument: Dynamic) -> Result<Result<Dynamic, Thrown>, Failure> {
        self.call_unless(function, argument, |error| {
            if is_no_number(error) { Some(Thrown(None)) } else { Some(Thrown(Some(thrown(error)?))) }
        })
    }

    /// Calls a function. Errors for which `is_meant` returns a value are not failures.
    fn call_unless<T: Send>(
        &mut self,
        function: &'static str,
        argument: Dynamic,
        is_meant: impl FnOnce(&EvalAltResult) -> Option<T> + Send,
    ) -> Result<Result<Dynamic, T>, Failure> {
        if let Some(asked) = &self.asked {
            *asked.lock().unwrap_or_else(PoisonError::into_inner) = format!("{function}({})", value::text(&argument));
        }
        self.meter.start();
        let Self { engine, ast, functions, parameters, meter, captures, stack, .. } = self;
        let takes_parameters = functions[function];
        let options = CallFnOptions::new().eval_ast(false);
        let run = || {
            let answer = if takes_parameters {
                let arguments = (argument, parameters.clone());
                engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), ast, function, arguments)
            } else {
                engine.call_fn_with_options::<Dynamic>(options, &mut Scope::new(), ast, function, (argument,))
            };
            let answer = match answer {
                Ok(_) if let Err(too_much) = meter.has_ended() => Err(Failure::new(function, too_much)),
                Ok(value) if !value::is_shallow(&value) => Err(Failure::new(function, format!("its answer {}", value::TOO_DEEP))),
                Ok(value) => Ok(Ok(value)),
                // a script may also throw because it was ended: that is a failure
                Err(error) => match is_meant(&error).filter(|_| meter.has_ended().is_ok()) {
                    Some(why) => Ok(Err(why)),
                    None => Err(Failure::new(function, reason(&error))),
                },
            };
            captures.release();
            answer
        };
        let answer = stack.run(run).unwrap_or_else(|why| Err(Failure::new(function, why)))?;
        if let Some((calls, used)) = self.meter.count_call() {
            let how = format!("{calls} calls took {used} together, which is too slow for a search");
            return Err(Failure::new(function, how));
        }
        Ok(answer)
    }
}

impl Compiled {
    fn new(name: &str, text: &str, share: i64) -> Result<Self, Failure> {
        // 1. compile, unless the names alone would take too long
        let meter = Arc::new(Meter::with_stack_of(share));
        let mut engine = engine(meter.clone());
        let failed = |why: String| Failure::new("loading", why);
        if let Some(why) = too_many_names(text) {
            return Err(failed(why));
        }
        if text.len() > LONGEST_SIMPLIFIED {
            engine.set_optimization_level(OptimizationLevel::None);
        }
        forget_longest();
        let ast = engine.compile(text).map_err(|error| failed(error.to_string()))?;
        meter.keep_longest();
        if is_counted() {
            // with any of these limits, the interpreter measures a whole list whenever something is pushed to it
            engine.set_max_string_size(0).set_max_array_size(0).set_max_map_size(0);
        }
        // 2. find the functions that a script may have, and check their numbers of arguments
        let (mut functions, mut others, mut takes_apart) = (HashMap::new(), vec![], false);
        for function in ast.iter_functions() {
            let Some((name, arguments)) = FUNCTIONS.iter().find(|(name, _)| *name == function.name) else {
                others.push(function.name.to_owned());
                continue;
            };
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
            takes_apart |= name.ends_with("moves") && function.params.first().is_some_and(|name| plain::takes_apart(text, name));
            if functions.insert(*name, takes_parameters).is_some() {
                return Err(Failure::new(*name, "it is there twice"));
            }
        }
        // only closures can capture variables; the parser names them `anon$…`
        let may_capture = others.iter().any(|name| name.starts_with("anon$"));
        others.retain(|name| !name.starts_with("anon$"));
        let asked = ["print", "debug"].iter().any(|word| text.contains(word)).then(|| show_prints_of(&mut engine, name));
        if may_capture && text.contains("try") {
            meter.expect_pauses();
        }
        // the second variable would hide the first, so that one of two rules would be ignored
        let given: Vec<&str> = ast.iter_literal_variables(true, true).map(|(name, ..)| name).collect();
        let twice = |key: &&str| given.iter().filter(|name| *name == key).count() > 1;
        if let Some(key) = About::KEYS.into_iter().find(twice) {
            return Err(Failure::new("loading", format!("`{key}` is given twice")));
        }
        // 3. run the code outside of the functions
        let captures = Arc::new(Captures::default());
        watch_variables(&mut engine, HashMap::new(), may_capture.then(|| captures.clone()));
        let mut scope = Scope::new();
        meter.start();
        engine.run_ast_with_scope(&mut scope, &ast).map_err(|error| Failure::new("loading", reason(&error)))?;
        meter.has_ended().map_err(|too_much| Failure::new("loading", too_much))?;
        meter.keep_longest();
        meter.keep_loaded();
        // 4. keep its constants, which functions can read, and all its variables that are no deeper than allowed
        let mut constants = HashMap::new();
        let mut variables = vec![];
        for (name, is_constant, value) in scope.iter() {
            if is_constant && !value::is_shallow(&value) {
                return Err(Failure::new("loading", format!("`{name}` {}", value::TOO_DEEP)));
            }
            if is_constant {
                constants.insert(name.to_owned(), value.clone());
            }
            if value::is_shallow(&value) {
                variables.push((name.to_owned(), value));
            }
        }
        captures.release();
        watch_variables(&mut engine, constants, may_capture.then(|| captures.clone()));
        Ok(Self { engine, ast, functions, meter, captures, variables, others, takes_apart, asked })
    }
}

/// Builds an interpreter with limits and without access to files, clocks or the network.
fn engine(meter: Arc<Meter>) -> Engine {
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
    engine.disable_symbol("eval");
    engine
        .set_max_call_levels(MAX_CALLS)
        .set_max_expr_depths(64, 48)
        .set_max_string_size(MAX_SIZE)
        .set_max_array_size(MAX_ENTRIES)
        .set_max_map_size(MAX_ENTRIES)
        .set_max_variables(256)
        .set_max_functions(256);
    guard(&mut engine, &meter);
    engine.on_progress(move |_| meter.too_much().map(Dynamic::from));
    engine
}

/// Passes lines that the script prints to the program, together with the current question.
fn show_prints_of(engine: &mut Engine, name: &str) -> Arc<Mutex<String>> {
    let asked = Arc::new(Mutex::new("loading".to_owned()));
    let (name, now): (Arc<str>, _) = (name.into(), asked.clone());
    let show = move |line: &str| printed(&name, &now.lock().unwrap_or_else(PoisonError::into_inner), line);
    let show_debug = show.clone();
    engine.on_print(show).on_debug(move |line, _, at| show_debug(&format!("{line} ({at})")));
    asked
}

/// Records captured variables, and lets functions read constants outside of them.
///
/// A function's parameters and variables hide constants of the same name.
fn watch_variables(engine: &mut Engine, constants: HashMap<String, Dynamic>, captures: Option<Arc<Captures>>) {
    if constants.is_empty() && captures.is_none() {
        return;
    }
    #[expect(deprecated, reason = "there is no other way to see variables, and the version is fixed by the lock file")]
    engine.on_var(move |name, from_end, context| {
        let scope = context.scope();
        if let Some(captures) = &captures {
            // capturing a variable makes it shared and then looks it up, so it is shared here
            let variable = match from_end.checked_sub(1) {
                Some(from_end) => scope.iter_raw().nth(from_end).map(|(_, _, value)| value),
                None => scope.get(name),
            };
            variable.into_iter().for_each(|variable| captures.note(variable));
        }
        Ok(constants.get(name).filter(|_| !scope.contains(name)).cloned())
    });
}

/// Returns the text that a script threw, if it ended by a `throw`.
fn thrown(error: &EvalAltResult) -> Option<String> {
    match error {
        EvalAltResult::ErrorRuntime(value, _) => Some(super::value::text(value)),
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => thrown(inner),
        _ => None,
    }
}

/// Returns `true` for an arithmetic error. In a function that parses, it means that a text is not a number.
fn is_no_number(error: &EvalAltResult) -> bool {
    match error {
        EvalAltResult::ErrorArithmetic(..) => true,
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => is_no_number(inner),
        _ => false,
    }
}

/// Describes an error of the interpreter.
fn reason(error: &EvalAltResult) -> String {
    match error {
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => reason(inner),
        EvalAltResult::ErrorTerminated(why, at) => {
            let too_much = why.clone().try_cast::<TooMuch>().expect("nothing else ends a script");
            format!("{too_much} ({at})")
        }
        EvalAltResult::ErrorStackOverflow(at) => format!("functions called each other more than {MAX_CALLS} deep ({at})"),
        other => {
            let mut text = Bounded(String::new());
            // an error here only means that the message is cut off
            let _ = write!(text, "{other}");
            text.0 += match other {
                EvalAltResult::ErrorFunctionNotFound(called, _)
                    if called.starts_with(['&', '|', '^']) && called.contains("bool") =>
                {
                    "; comparisons bind closer than `&`, `|` and `^`: brackets are needed, as in (x & 1) == 1"
                }
                EvalAltResult::ErrorMismatchDataType(expected, _, _) if expected == "bool" => {
                    "; a condition is a comparison, with brackets around `&`, as in (x & 1) == 1"
                }
                _ => "",
            };
            text.0
        }
    }
}
