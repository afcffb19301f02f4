//! The rules of a script as a tree, from which a program in another language can be written.
//!
//! The tree is made from the syntax tree of Rhai. It has the statements and operators that most languages share: whole numbers,
//! truth values, lists of numbers, `let`, `for`, `while`, `if`, functions and constants.

mod options;
mod scope;

use super::engine::Machine;
use super::{Script, configure};
use crate::About;
use crate::guest::heaps::checked_options;
use rhai::{ASTFlags, ASTNode, Dynamic, Expr, FnCallExpr, Position, Stmt};
use scope::Scope;
use sprague_core::Player;
use std::collections::HashMap;
use thiserror::Error;

/// A whole number, a truth value or a list, as an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expression {
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Truth(bool),
    /// A variable.
    Name(String),
    /// A list.
    List(Vec<Expression>),
    /// An entry of a list.
    Entry(Box<[Expression; 2]>),
    /// The numbers from the first up to the second, which belongs to them if the flag is set.
    Range(Box<[Expression; 2]>, bool),
    /// An operator with its operands: `-` and `!` may have one, all others have two.
    Operator(&'static str, Vec<Expression>),
    /// A call of `min`, `max`, `abs`, `len`, `range` or a function of the script.
    Call(String, Vec<Expression>),
    /// One of two expressions: the second if the first is true, else the third.
    If(Box<[Expression; 3]>),
    /// A list, each of whose items passes through the steps.
    Each(Box<Expression>, Vec<Step>),
}

impl Expression {
    /// Returns the expressions of which this one consists.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Truth(_) | Self::Name(_) => vec![],
            Self::List(items) | Self::Operator(_, items) | Self::Call(_, items) => items.iter().collect(),
            Self::Entry(items) | Self::Range(items, _) => items.iter().collect(),
            Self::If(items) => items.iter().collect(),
            Self::Each(over, steps) => {
                let bodies = steps.iter().map(|(Step::Filter(_, body) | Step::Map(_, body))| body);
                std::iter::once(&**over).chain(bodies).collect()
            }
        }
    }

    /// Visits this expression and all parts of it.
    pub fn visit(&self, each: &mut dyn FnMut(&Self)) {
        each(self);
        self.parts().into_iter().for_each(|part| part.visit(each));
    }
}

/// A step of `filter` and `map`, with the name of the item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Keeps an item if this is true.
    Filter(String, Expression),
    /// Replaces an item.
    Map(String, Expression),
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// Declares a variable. A name is declared once among those that are visible.
    Let(String, Expression),
    /// Changes a variable or an entry, by `=` or another operator such as `+=`.
    Set(Expression, &'static str, Expression),
    /// Appends an item to a list.
    Push(String, Expression),
    /// Runs the body for every item of a list or range.
    For(String, Expression, Vec<Statement>),
    /// Runs the body while the condition is true.
    While(Expression, Vec<Statement>),
    /// Runs one of two bodies.
    If(Expression, [Vec<Statement>; 2]),
    /// Leaves a loop.
    Break,
    /// Goes on with the next item.
    Continue,
    /// Ends the function with this value. In [`Program::options`] nothing is returned.
    Return(Option<Expression>),
    /// Reports an option: the heaps that it leaves. Only in [`Program::options`].
    Emit(Expression),
}

impl Statement {
    /// Returns the expressions of the statement itself, and the bodies in it.
    pub fn parts(&self) -> (Vec<&Expression>, Vec<&[Self]>) {
        match self {
            Self::Let(_, value) | Self::Push(_, value) | Self::Emit(value) => (vec![value], vec![]),
            Self::Set(place, _, value) => (vec![place, value], vec![]),
            Self::For(_, value, body) | Self::While(value, body) => (vec![value], vec![body]),
            Self::If(value, bodies) => (vec![value], bodies.iter().map(Vec::as_slice).collect()),
            Self::Return(value) => (value.iter().collect(), vec![]),
            Self::Break | Self::Continue => (vec![], vec![]),
        }
    }

    /// Visits all expressions in these statements, with the statement that has them.
    pub fn visit_all(body: &[Self], each: &mut dyn FnMut(&Self, &Expression)) {
        for statement in body {
            let (values, bodies) = statement.parts();
            values.into_iter().for_each(|value| value.visit(&mut |part| each(statement, part)));
            bodies.into_iter().for_each(|body| Self::visit_all(body, each));
        }
    }
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name.
    pub name: String,
    /// The names of the parameters.
    pub parameters: Vec<String>,
    /// The statements, the last of which returns a value.
    pub body: Vec<Statement>,
    /// The line where the body begins.
    line: usize,
}

/// The functions of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// All functions, in their order in the text.
    pub functions: Vec<Function>,
    /// The constants that remain names, with their values.
    pub letters: Vec<(String, i64)>,
}

/// A part of a script that has no counterpart in other languages.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {what} is not written in other languages")]
pub struct NotWritten {
    /// The line of the script, from 1.
    pub line: usize,
    /// The name of the function or construct.
    pub what: String,
}

/// Rules of heaps as a script that can be run, with the limits on work that each call of a script has.
#[expect(missing_debug_implementations, reason = "it has an interpreter")]
pub struct Rules(Script);

impl Rules {
    /// Compiles a script with `heap_options`.
    ///
    /// ```
    /// use sprague_plugin::syntax::Rules;
    /// let mut rules = Rules::read("fn heap_options(n) { if n > 1 { [n / 2, [1, n - 2]] } else { [] } }").unwrap();
    /// assert_eq!(rules.options(5).unwrap(), [vec![2], vec![1, 3]]);
    /// ```
    ///
    /// # Errors
    /// The reason why it cannot be loaded.
    pub fn read(text: &str) -> Result<Self, String> {
        Script::load("rules", text, None).map(|(_, script)| Self(script)).map_err(|_| "it cannot be loaded".to_owned())
    }

    /// Returns the heaps that each option of heap n leaves.
    ///
    /// # Errors
    /// The reason why the script failed, such as too many operations or heaps that do not shrink.
    pub fn options(&mut self, n: u64) -> Result<Vec<Vec<u64>>, String> {
        let mut options = vec![];
        checked_options(&mut self.0, n, Player::Left, &mut options).map_err(|why| why.to_string())?;
        Ok(options.into_iter().map(|heaps| heaps.to_vec()).collect())
    }

    /// Returns the work of all calls so far, in steps of about a nanosecond.
    pub fn work(&self) -> u64 {
        self.0.machine.work()
    }
}

/// Functions that every language has.
const SHARED: [&str; 5] = ["min", "max", "abs", "len", "range"];

const OPERATORS: [&str; 18] = ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "!", "**"];

const ASSIGNMENTS: [&str; 11] = ["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="];

impl Program {
    /// Reads the functions of a script whose name and parameters are given. `free` are names that may be used undeclared, and constants
    /// that remain names.
    ///
    /// ```
    /// use sprague_plugin::syntax::Program;
    /// let program = Program::read("a.rhai", "fn heap_options(n) { if n > 0 { [n - 1] } else { [] } }", None, &[]).unwrap();
    /// assert_eq!(program.function("heap_options").unwrap().parameters, ["n"]);
    /// let refused = Program::read("a.rhai", "fn moves(n) {\n parse_int(`7`) }", None, &[]).unwrap_err();
    /// assert_eq!((refused.line, &*refused.what), (2, "a text"));
    /// ```
    ///
    /// # Errors
    /// [`NotWritten`] with the first line that has no counterpart in other languages.
    pub fn read(name: &str, text: &str, parameters: Option<&str>, free: &[&str]) -> Result<Self, NotWritten> {
        let unloaded = || NotWritten { line: 1, what: "a script that cannot be loaded".to_owned() };
        let (mut machine, variables) = Machine::new(name, text).map_err(|_| unloaded())?;
        configure(&mut machine, &About::default(), parameters).map_err(|_| unloaded())?;
        let constants: HashMap<String, Dynamic> = variables.into_iter().collect();
        let given = machine.parameters().clone();
        let read = machine.read_unoptimized(text, |ast| Reader { constants: &constants, given: &given, free }.read(ast));
        read.map_err(|_| unloaded())?
    }

    /// Returns the function with this name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}

/// What the names outside of functions stand for.
struct Reader<'a> {
    constants: &'a HashMap<String, Dynamic>,
    given: &'a Dynamic,
    free: &'a [&'a str],
}

/// A function whose body is being read.
struct Found {
    name: String,
    parameters: Vec<String>,
    /// The first position of the body, and the last one unless the body is an expression.
    at: (Position, Position),
    statements: Vec<Stmt>,
}

fn refused<T>(at: Position, what: impl Into<String>) -> Result<T, NotWritten> {
    Err(NotWritten { line: at.line().unwrap_or(1), what: what.into() })
}

impl Reader<'_> {
    fn read(&self, ast: &rhai::AST) -> Result<Program, NotWritten> {
        // the bodies of functions are reached only by a walk over all of them, so positions tell where a statement belongs
        let mut found: Vec<Found> = ast
            .iter_fn_def()
            .map(|function| Found {
                name: function.name.to_string(),
                parameters: function.params.iter().map(ToString::to_string).collect(),
                at: (function.body.start_position(), function.body.end_position()),
                statements: vec![],
            })
            .collect();
        ast.walk(&mut |path| {
            let [ASTNode::Stmt(statement)] = path else { return true };
            let at = statement.position();
            let is_inside = |(from, to): (Position, Position)| if to.is_none() { at == from } else { from <= at && at <= to };
            let inside = found.iter_mut().filter(|function| is_inside(function.at));
            if let Some(function) = inside.max_by_key(|function| (function.at.0, function.at.1.is_none())) {
                function.statements.push((*statement).clone());
            }
            true
        });
        found.sort_by_key(|function| function.at.0);
        let functions = found.iter().filter(|function| !is_closure(&function.name));
        let functions = functions.map(|function| self.function(function, &found)).collect::<Result<_, _>>()?;
        let value = |name: &&str| Some(((*name).to_owned(), self.constants.get(*name)?.as_int().ok()?));
        Ok(Program { functions, letters: self.free.iter().filter_map(value).collect() })
    }

    fn function(&self, found: &Found, all: &[Found]) -> Result<Function, NotWritten> {
        let mut scope = Scope::new(self.constants, self.free, all);
        let is_asked = matches!(&*found.name, "heap_options" | "moves");
        let mut parameters = vec![];
        for (index, name) in found.parameters.iter().enumerate() {
            match index {
                1 if is_asked => scope.give(name, self.given.clone()),
                _ => parameters.push(scope.declare(name)),
            }
        }
        let line = found.at.0.line().unwrap_or(1);
        if matches!(&*found.name, "parse" | "show" | "picture" | "parameters" | "positions" | "summands" | "canonical") {
            return Ok(Function { name: found.name.clone(), parameters, body: vec![], line });
        }
        let body = scope.block(&found.statements, true)?;
        Ok(Function { name: found.name.clone(), parameters, body, line })
    }
}

fn is_closure(name: &str) -> bool {
    name.starts_with("anon$")
}

impl Scope<'_> {
    /// Reads statements. If they are the end of a function, the last one returns its value.
    fn block(&mut self, statements: &[Stmt], is_end: bool) -> Result<Vec<Statement>, NotWritten> {
        let mark = self.mark();
        let mut read = vec![];
        for (index, statement) in statements.iter().enumerate() {
            self.statement(statement, is_end && index + 1 == statements.len(), &mut read)?;
        }
        self.leave(mark);
        Ok(read)
    }

    fn statement(&mut self, statement: &Stmt, is_end: bool, read: &mut Vec<Statement>) -> Result<(), NotWritten> {
        let at = statement.position();
        match statement {
            Stmt::Noop(_) => {}
            Stmt::Var(declared, ..) => {
                let value = self.expression(&declared.1)?;
                let name = self.declare(&declared.0.name);
                if let Expression::List(_) = value {
                    self.lists.insert(name.clone());
                }
                read.push(Statement::Let(name, value));
            }
            Stmt::Assignment(assigned) => {
                let operator = assigned.0.get_op_assignment_info().map_or("=", |(_, _, _, syntax, ..)| syntax);
                let Some(operator) = ASSIGNMENTS.into_iter().find(|known| *known == operator) else {
                    return refused(at, format!("`{operator}`"));
                };
                let (place, value) = (self.expression(&assigned.1.lhs)?, self.expression(&assigned.1.rhs)?);
                match (&place, value) {
                    (Expression::Name(list), value) if operator == "+=" && self.lists.contains(list) => match value {
                        Expression::List(items) => read.extend(items.into_iter().map(|item| Statement::Push(list.clone(), item))),
                        item => read.push(Statement::Push(list.clone(), item)),
                    },
                    (Expression::Name(name), _) if self.is_fixed(name) => {
                        return refused(at, "a loop that changes its own range");
                    }
                    (Expression::Name(_) | Expression::Entry(_), value) => read.push(Statement::Set(place, operator, value)),
                    _ => return refused(at, "setting this"),
                }
            }
            Stmt::If(flow, _) => {
                let condition = self.expression(&flow.expr)?;
                let bodies = [self.block(flow.body.statements(), is_end)?, self.block(flow.branch.statements(), is_end)?];
                read.push(Statement::If(condition, bodies));
            }
            Stmt::While(flow, _) => {
                let condition =
                    if matches!(flow.expr, Expr::Unit(_)) { Expression::Truth(true) } else { self.expression(&flow.expr)? };
                read.push(Statement::While(condition, self.block(flow.body.statements(), false)?));
            }
            Stmt::For(parts, _) => {
                let (item, counter, flow) = &**parts;
                if counter.is_some() {
                    return refused(at, "a counter of a loop");
                }
                let over = self.expression(&flow.expr)?;
                let mark = self.mark();
                let name = self.declare(&item.name);
                self.fix(&name, &over);
                let body = self.block(flow.body.statements(), false)?;
                self.unfix(&name, &over);
                self.leave(mark);
                read.push(Statement::For(name, over, body));
            }
            Stmt::Block(block) => {
                // names are declared once, so that the block need not be one
                let mark = self.mark();
                for (index, inner) in block.statements().iter().enumerate() {
                    self.statement(inner, is_end && index + 1 == block.statements().len(), read)?;
                }
                self.leave(mark);
            }
            Stmt::BreakLoop(None, flags, _) => {
                read.push(if flags.contains(ASTFlags::BREAK) { Statement::Break } else { Statement::Continue });
            }
            Stmt::Return(value, flags, _) if flags.contains(ASTFlags::BREAK) => return refused(at, "`throw`"),
            Stmt::Return(value, ..) => {
                let value = value.as_ref().map(|value| self.expression(value)).transpose()?;
                read.push(Statement::Return(value));
            }
            Stmt::Expr(value) => self.value(value, is_end, read)?,
            Stmt::FnCall(call, at) => self.value(&Expr::FnCall(call.clone(), *at), is_end, read)?,
            Stmt::Switch(..) => return refused(at, "`switch`"),
            Stmt::TryCatch(..) => return refused(at, "`try`"),
            Stmt::Do(..) => return refused(at, "`do`"),
            _ => return refused(at, "this statement"),
        }
        Ok(())
    }

    /// Reads an expression that is a statement: the value of the function, a `push`, or a block.
    fn value(&mut self, value: &Expr, is_end: bool, read: &mut Vec<Statement>) -> Result<(), NotWritten> {
        let at = value.start_position();
        if let Expr::Stmt(block) = value
            && !block.statements().iter().any(|inner| matches!(inner, Stmt::Share(_)))
        {
            return block.statements().iter().try_for_each(|inner| self.statement(inner, is_end, read));
        }
        if let Expr::Dot(parts, ..) = value
            && let (Expr::Variable(list, ..), Expr::MethodCall(call, _)) = (&parts.lhs, &parts.rhs)
            && call.name == "push"
            && let [item] = &call.args[..]
        {
            let Expression::Name(list) = self.name(&list.1, at)? else { return refused(at, "`push` to a constant") };
            let item = self.expression(item)?;
            read.push(Statement::Push(list, item));
            return Ok(());
        }
        if !is_end {
            return refused(at, "an expression without effect");
        }
        let value = self.expression(value)?;
        read.push(Statement::Return(Some(value)));
        Ok(())
    }

    fn all(&mut self, items: &[Expr]) -> Result<Vec<Expression>, NotWritten> {
        items.iter().map(|item| self.expression(item)).collect()
    }

    fn expression(&mut self, value: &Expr) -> Result<Expression, NotWritten> {
        let at = value.start_position();
        if let Some(constant) = self.constant(value) {
            return Self::literal(&constant)
                .map_or_else(|| refused(at, format!("a constant that is {}", constant.type_name())), Ok);
        }
        Ok(match value {
            Expr::IntegerConstant(number, _) => Expression::Number(*number),
            Expr::BoolConstant(truth, _) => Expression::Truth(*truth),
            Expr::Variable(variable, ..) => self.name(&variable.1, at)?,
            Expr::Array(items, _) => Expression::List(self.all(items)?),
            Expr::And(items, _) | Expr::Or(items, _) => {
                let operator = if matches!(value, Expr::And(..)) { "&&" } else { "||" };
                Expression::Operator(operator, self.all(items)?)
            }
            Expr::FnCall(call, _) => self.call(call, at)?,
            // moves with labels are moves
            Expr::Map(map, _) => match map.0.iter().find(|(name, _)| name.name == "to") {
                Some((_, to)) if map.0.len() == 2 => self.expression(to)?,
                _ => return refused(at, "a map"),
            },
            Expr::Dot(..) | Expr::Index(..) => self.chain(value)?,
            Expr::Stmt(block) => match block.statements() {
                [Stmt::If(flow, _)] => {
                    let condition = self.expression(&flow.expr)?;
                    let [yes, no] = [flow.body.statements(), flow.branch.statements()].map(|body| match body {
                        [Stmt::Expr(value)] => self.expression(value),
                        [Stmt::FnCall(call, at)] => self.call(call, *at),
                        [inner @ Stmt::If(..)] => self.expression(&Expr::Stmt(Box::new(inner.clone().into()))),
                        _ => refused(at, "an `if` of several statements as a value"),
                    });
                    Expression::If(Box::new([condition, yes?, no?]))
                }
                [Stmt::Expr(value)] => self.expression(value)?,
                _ => return refused(at, "a block as a value"),
            },
            Expr::StringConstant(..) | Expr::CharConstant(..) | Expr::InterpolatedString(..) => return refused(at, "a text"),
            Expr::FloatConstant(..) => return refused(at, "a fraction"),
            _ => return refused(at, "this expression"),
        })
    }

    fn call(&mut self, call: &FnCallExpr, at: Position) -> Result<Expression, NotWritten> {
        let name = &*call.name;
        let arguments = self.all(&call.args)?;
        if let ("..=" | "..", [from, to]) = (name, &arguments[..]) {
            return Ok(Expression::Range(Box::new([from.clone(), to.clone()]), name == "..="));
        }
        if let Some(operator) = OPERATORS.into_iter().find(|known| call.is_operator_call() && *known == name) {
            return Ok(match (operator, &arguments[..]) {
                ("-", [Expression::Number(number)]) => Expression::Number(number.wrapping_neg()),
                _ => Expression::Operator(operator, arguments),
            });
        }
        let is_own = self.is_function(name, arguments.len());
        if !is_own && !SHARED.contains(&name) && !self.free.contains(&name) {
            return refused(at, format!("`{name}`"));
        }
        let has_list = arguments.iter().any(|argument| match argument {
            Expression::Name(name) => self.lists.contains(name),
            other => matches!(other, Expression::List(_) | Expression::Each(..) | Expression::Range(..)),
        });
        if has_list && name != "len" {
            return refused(at, format!("a list as an argument of `{name}`"));
        }
        Ok(Expression::Call(name.to_owned(), arguments))
    }

    /// Reads `a.b(c).d[e]`, whose parts are nested to the right.
    fn chain(&mut self, value: &Expr) -> Result<Expression, NotWritten> {
        let (mut read, mut rest, mut is_entry) = match value {
            Expr::Dot(parts, ..) => (self.expression(&parts.lhs)?, &parts.rhs, false),
            Expr::Index(parts, flags, _) => (self.expression(&parts.lhs)?, &parts.rhs, !flags.contains(ASTFlags::BREAK)),
            other => return self.expression(other),
        };
        let mut is_index = matches!(value, Expr::Index(..));
        loop {
            let (step, next) = match rest {
                Expr::Dot(parts, ..) if !is_index || is_entry => (&parts.lhs, Some((&parts.rhs, false, false))),
                Expr::Index(parts, flags, _) if !is_index || is_entry => {
                    (&parts.lhs, Some((&parts.rhs, true, !flags.contains(ASTFlags::BREAK))))
                }
                other => (other, None),
            };
            read = if is_index { Expression::Entry(Box::new([read, self.expression(step)?])) } else { self.method(read, step)? };
            let Some(next) = next else { return Ok(read) };
            (rest, is_index, is_entry) = next;
        }
    }

    fn method(&mut self, of: Expression, step: &Expr) -> Result<Expression, NotWritten> {
        let at = step.start_position();
        let call = match step {
            Expr::MethodCall(call, _) | Expr::FnCall(call, _) => call,
            Expr::Property(property, _) if property.2 == "len" => return Ok(Expression::Call("len".to_owned(), vec![of])),
            Expr::Property(property, _) => return refused(at, format!("`.{}`", property.2)),
            _ => return refused(at, "this expression"),
        };
        let (name, argument) = (&*call.name, call.args.first());
        match (name, argument) {
            ("filter" | "map", Some(closure)) => {
                let (item, body) = self.closure(closure)?;
                let step = if name == "map" { Step::Map(item, body) } else { Step::Filter(item, body) };
                Ok(match of {
                    Expression::Each(over, mut steps) => {
                        steps.push(step);
                        Expression::Each(over, steps)
                    }
                    over => Expression::Each(Box::new(over), vec![step]),
                })
            }
            ("collect", None) => Ok(of),
            _ if SHARED.contains(&name) || self.is_function(name, call.args.len() + 1) => {
                let arguments = std::iter::once(Ok(of)).chain(call.args.iter().map(|item| self.expression(item)));
                Ok(Expression::Call(name.to_owned(), arguments.collect::<Result<_, _>>()?))
            }
            _ => refused(at, format!("`{name}`")),
        }
    }

    /// Reads a closure of one expression, and returns the name of its parameter and the expression.
    fn closure(&mut self, closure: &Expr) -> Result<(String, Expression), NotWritten> {
        let at = closure.start_position();
        let pointer = match closure {
            Expr::DynamicConstant(pointer, _) => pointer,
            // a closure with captured variables is a block that shares them and makes it
            Expr::Stmt(block) => match block.statements().last() {
                Some(Stmt::Expr(made)) => match &**made {
                    Expr::FnCall(call, _) => match call.args.first() {
                        Some(Expr::DynamicConstant(pointer, _)) => pointer,
                        _ => return refused(at, "this function"),
                    },
                    _ => return refused(at, "this function"),
                },
                Some(Stmt::FnCall(call, _)) => match call.args.first() {
                    Some(Expr::DynamicConstant(pointer, _)) => pointer,
                    _ => return refused(at, "this function"),
                },
                _ => return refused(at, "this function"),
            },
            _ => return refused(at, "a function by its name"),
        };
        let name = pointer.read_lock::<rhai::FnPtr>().map(|pointer| pointer.fn_name().to_owned());
        let found = name.and_then(|name| self.closures.iter().find(|found| found.name == name));
        let Some(Found { parameters, statements, .. }) = found else { return refused(at, "this function") };
        let (Some(parameter), [Stmt::Expr(body)]) = (parameters.last(), &statements[..]) else {
            return refused(at, "a function of several statements in brackets");
        };
        let mark = self.mark();
        let name = self.declare(parameter);
        let body = self.expression(body);
        self.leave(mark);
        Ok((name, body?))
    }
}
