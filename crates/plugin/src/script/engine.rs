//! The interpreter of scripts, with limits on work, sizes and depth.
//!
//! It has no files, no modules, no `eval` and no clock.

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

/// The deepest nesting of calls.
const MAX_CALLS: usize = if IS_SMALL { 12 } else { 48 };

/// The longest script whose text is simplified in advance.
///
/// The time of that grows with the square of the length.
const LONGEST_SIMPLIFIED: usize = 8 << 10;

/// About the nanoseconds that an operation takes.
const STEPS_OF_OPERATION: u64 = 50;

/// A compiled script.
pub(super) struct Machine {
    engine: Engine,
    ast: AST,
    /// The functions that it has, and for each whether it takes the parameters.
    ///
    /// They are among those that a script may have.
    functions: HashMap<&'static str, bool>,
    parameters: Dynamic,
    meter: Arc<Meter>,
    captures: Arc<Captures>,
    stack: Stack,
    /// Its other functions that have names.
    others: Vec<String>,
    /// Tells whether a function that lists moves takes something out of positions.
    takes_apart: bool,
    /// The question that is asked at the moment, if the script may print.
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

/// The value that a script threw on purpose.
///
/// `None` where a library function did, as `parse_int` does with what is no number.
pub(super) struct Thrown(pub(super) Option<String>);

impl Machine {
    /// Compiles a script and runs the code outside of its functions.
    ///
    /// Answers the variables it then has.
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

    /// Begins a question.
    pub(super) fn begin(&mut self) {
        self.meter.begin();
    }

    /// The work of all calls so far, in steps of about a nanosecond.
    pub(super) fn work(&self) -> u64 {
        self.meter.operations().saturating_mul(STEPS_OF_OPERATION)
    }

    /// Tells whether the script has this function.
    pub(super) fn has(&self, function: &str) -> bool {
        self.functions.contains_key(function)
    }

    /// Its functions that are none of those that a script may have.
    pub(super) fn others(&self) -> &[String] {
        &self.others
    }

    /// Tells whether a function that lists moves takes something out of positions.
    ///
    /// Then positions may be lists.
    pub(super) fn takes_positions_apart(&self) -> bool {
        self.takes_apart
    }

    /// Tells whether some function asks for the parameters.
    pub(super) fn takes_parameters(&self) -> bool {
        self.functions.values().any(|takes| *takes)
    }

    pub(super) fn set_parameters(&mut self, parameters: Dynamic) {
        self.parameters = parameters;
        self.meter.keep_longest();
    }

    /// The answer of a function.
    pub(super) fn call(&mut self, function: &'static str, argument: Dynamic) -> Result<Dynamic, Failure> {
        self.call_unless(function, argument, thrown)?.map_err(|why| Failure::new(function, format!("it threw: {why}")))
    }

    /// The answer of a function that reads a text, or what it threw on purpose.
    pub(super) fn try_call(&mut self, function: &'static str, argument: Dynamic) -> Result<Result<Dynamic, Thrown>, Failure> {
        self.call_unless(function, argument, |error| {
            if is_no_number(error) { Some(Thrown(None)) } else { Some(Thrown(Some(thrown(error)?))) }
        })
    }

    /// The answer of a function, unless the script wanted to end.
    ///
    /// `is_meant` tells that.
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
                // what was thrown when the call had ended was not meant
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
            let how = format!("{calls} calls took {used} together: it is too slow to be searched");
            return Err(Failure::new(function, how));
        }
        Ok(answer)
    }
}

impl Compiled {
    fn new(name: &str, text: &str, share: i64) -> Result<Self, Failure> {
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
            // with any of these limits, a whole list is measured whenever something is pushed to it
            engine.set_max_string_size(0).set_max_array_size(0).set_max_map_size(0);
        }
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
        // functions without names are those that may capture something
        let may_capture = others.iter().any(|name| name.starts_with("anon$"));
        others.retain(|name| !name.starts_with("anon$"));
        let asked = ["print", "debug"].iter().any(|word| text.contains(word)).then(|| show_prints_of(&mut engine, name));
        if may_capture && text.contains("try") {
            meter.expect_pauses();
        }
        // the later one would hide the other, so that one of two rules would be dropped
        let given: Vec<&str> = ast.iter_literal_variables(true, true).map(|(name, ..)| name).collect();
        let twice = |key: &&str| given.iter().filter(|name| *name == key).count() > 1;
        if let Some(key) = About::KEYS.into_iter().find(twice) {
            return Err(Failure::new("loading", format!("`{key}` is given twice")));
        }
        let captures = Arc::new(Captures::default());
        watch_variables(&mut engine, HashMap::new(), may_capture.then(|| captures.clone()));
        let mut scope = Scope::new();
        meter.start();
        engine.run_ast_with_scope(&mut scope, &ast).map_err(|error| Failure::new("loading", reason(&error)))?;
        meter.has_ended().map_err(|too_much| Failure::new("loading", too_much))?;
        meter.keep_longest();
        meter.keep_loaded();
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

/// An engine that reaches nothing outside, with limits.
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

/// Sends on what the script prints, with what it is asked at the moment.
fn show_prints_of(engine: &mut Engine, name: &str) -> Arc<Mutex<String>> {
    let asked = Arc::new(Mutex::new("loading".to_owned()));
    let (name, now): (Arc<str>, _) = (name.into(), asked.clone());
    let show = move |line: &str| printed(&name, &now.lock().unwrap_or_else(PoisonError::into_inner), line);
    let show_debug = show.clone();
    engine.on_print(show).on_debug(move |line, _, at| show_debug(&format!("{line} ({at})")));
    asked
}

/// Notes captured variables, and lets functions see the constants outside of them.
///
/// Their own parameters and variables are looked for first.
fn watch_variables(engine: &mut Engine, constants: HashMap<String, Dynamic>, captures: Option<Arc<Captures>>) {
    if constants.is_empty() && captures.is_none() {
        return;
    }
    #[expect(deprecated, reason = "there is no other way to see variables, and the version is fixed by the lock file")]
    engine.on_var(move |name, from_end, context| {
        let scope = context.scope();
        if let Some(captures) = &captures {
            // a variable that is captured is shared first, and then asked for
            let variable = match from_end.checked_sub(1) {
                Some(from_end) => scope.iter_raw().nth(from_end).map(|(_, _, value)| value),
                None => scope.get(name),
            };
            variable.into_iter().for_each(|variable| captures.note(variable));
        }
        Ok(constants.get(name).filter(|_| !scope.contains(name)).cloned())
    });
}

/// The value that a script threw, if it ended by that.
fn thrown(error: &EvalAltResult) -> Option<String> {
    match error {
        EvalAltResult::ErrorRuntime(value, _) => Some(super::value::text(value)),
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => thrown(inner),
        _ => None,
    }
}

/// Tells whether arithmetic failed.
///
/// In a function that reads, this means that a text is no number.
fn is_no_number(error: &EvalAltResult) -> bool {
    match error {
        EvalAltResult::ErrorArithmetic(..) => true,
        EvalAltResult::ErrorInFunctionCall(_, _, inner, _) => is_no_number(inner),
        _ => false,
    }
}

/// The reason in words.
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
            // what is too long for a message is cut off
            let _ = write!(text, "{other}");
            if let EvalAltResult::ErrorFunctionNotFound(called, _) = other
                && called.starts_with(['&', '|', '^'])
                && called.contains("bool")
            {
                text.0 += "; comparisons bind closer than `&`, `|` and `^`: brackets are needed, as in (x & 1) == 1";
            }
            text.0
        }
    }
}
