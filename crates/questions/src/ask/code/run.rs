//! Runs translated rules, with a limit on operations: to compare them with the engine, and to test observations far out.

use super::rules::MOST;
use sprague::clock::Instant;
use sprague::{Limits, Stopped};
use sprague_plugin::syntax::{Expression, Function, Program, Statement};
use std::collections::{HashMap, HashSet};

/// Limits are checked once in this many operations.
const LOOKS: u64 = 1_000;

/// The most calls that may be nested.
const MAX_CALLS: usize = 24;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Value {
    Number(i64),
    Truth(bool),
    List(Vec<Value>),
}

/// The reason why a run has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ended {
    /// A limit of the question.
    Stopped(Stopped),
    /// The operations are used up.
    TooMuch,
    /// The rules divide a negative number, which languages do differently.
    Negative,
    /// Something else that the translated program would not do as the script does, such as an overflow.
    Fault,
}

enum Flow {
    Next,
    Break,
    Continue,
    Return(Option<Value>),
}

/// Rules with the operations that they may still take.
pub(super) struct Run<'a> {
    program: &'a Program,
    options: &'a Function,
    limits: &'a Limits,
    began: Instant,
    left: u64,
    calls: usize,
}

type Variables = HashMap<String, Value>;

impl<'a> Run<'a> {
    pub(super) fn new(program: &'a Program, options: &'a Function, operations: u64, limits: &'a Limits) -> Self {
        Self { program, options, limits, began: Instant::now(), left: operations, calls: 0 }
    }

    /// Returns the heaps that each option of a heap leaves.
    pub(super) fn options(&mut self, heap: u64) -> Result<Vec<Vec<u64>>, Ended> {
        let heap = i64::try_from(heap).map_err(|_| Ended::Fault)?;
        let mut variables = Variables::from([(MOST.to_owned(), Value::Number(i64::MAX))]);
        variables.insert(self.options.parameters[0].clone(), Value::Number(heap));
        let mut found = vec![];
        self.block(&self.options.body, &mut variables, &mut found)?;
        let sizes = |option: Value| match option {
            Value::List(items) => items.into_iter().map(size).collect(),
            single => size(single).map(|size| vec![size]),
        };
        let found: Vec<Vec<u64>> = found.into_iter().map(sizes).collect::<Result<_, _>>()?;
        if found.iter().flatten().all(|size| *size < heap as u64) { Ok(found) } else { Err(Ended::Fault) }
    }

    /// Returns the nimbers of the heaps 0 to `last`, or fewer if the operations are used up.
    pub(super) fn rows(&mut self, last: u64) -> Result<Vec<u64>, Ended> {
        let mut rows: Vec<u64> = vec![];
        for heap in 0..=last {
            let options = match self.options(heap) {
                Err(Ended::TooMuch) if heap > 0 => break,
                options => options?,
            };
            rows.push(mex(options.iter().map(|heaps| heaps.iter().fold(0, |sum, heap| sum ^ rows[*heap as usize]))));
        }
        Ok(rows)
    }

    /// Returns the nimber of one heap from those that it reaches, unless `known` has them.
    pub(super) fn nimber(&mut self, heap: u64, known: &dyn Fn(u64) -> Option<u64>) -> Result<u64, Ended> {
        let mut nimbers: HashMap<u64, u64> = HashMap::new();
        let mut open = vec![(heap, self.options(heap)?)];
        while let Some((heap, options)) = open.pop() {
            let mut missing = None;
            for next in options.iter().flatten() {
                if !nimbers.contains_key(next) {
                    match known(*next) {
                        Some(nimber) => drop(nimbers.insert(*next, nimber)),
                        None => missing = Some(*next),
                    }
                }
            }
            self.spend(options.len() as u64)?;
            match missing {
                Some(next) => {
                    let its = self.options(next)?;
                    open.extend([(heap, options), (next, its)]);
                }
                None => {
                    let values = options.iter().map(|heaps| heaps.iter().fold(0, |sum, heap| sum ^ nimbers[heap]));
                    nimbers.insert(heap, mex(values));
                }
            }
        }
        Ok(nimbers[&heap])
    }

    fn spend(&mut self, operations: u64) -> Result<(), Ended> {
        self.left = self.left.checked_sub(operations).ok_or(Ended::TooMuch)?;
        if self.left % LOOKS < operations { self.limits.look(self.began).map_err(Ended::Stopped) } else { Ok(()) }
    }

    fn block(&mut self, body: &[Statement], variables: &mut Variables, found: &mut Vec<Value>) -> Result<Flow, Ended> {
        for statement in body {
            self.spend(1)?;
            match statement {
                Statement::Let(name, value) => {
                    let value = self.value(value, variables)?;
                    variables.insert(name.clone(), value);
                }
                Statement::Set(place, operator, value) => {
                    let value = self.value(value, variables)?;
                    let value = match operator.strip_suffix('=') {
                        Some("") | None => value,
                        Some(operator) => operated(operator, self.value(place, variables)?, value)?,
                    };
                    match place {
                        Expression::Name(name) => drop(variables.insert(name.clone(), value)),
                        Expression::Entry(parts) => {
                            let [Expression::Name(list), index] = &**parts else { return Err(Ended::Fault) };
                            let index = self.number(index, variables)?;
                            let Some(Value::List(items)) = variables.get_mut(list) else { return Err(Ended::Fault) };
                            *usize::try_from(index).ok().and_then(|index| items.get_mut(index)).ok_or(Ended::Fault)? = value;
                        }
                        _ => return Err(Ended::Fault),
                    }
                }
                Statement::Push(list, item) => {
                    let item = self.value(item, variables)?;
                    let Some(Value::List(items)) = variables.get_mut(list) else { return Err(Ended::Fault) };
                    items.push(item);
                }
                Statement::For(item, over, body) => {
                    let mut step = |this: &mut Self, number: Value, variables: &mut Variables| {
                        this.spend(1)?;
                        variables.insert(item.clone(), number);
                        this.block(body, variables, found)
                    };
                    let numbers = self.numbers(over, variables)?;
                    for number in numbers {
                        match step(self, number, variables)? {
                            Flow::Next | Flow::Continue => {}
                            Flow::Break => break,
                            flow @ Flow::Return(_) => return Ok(flow),
                        }
                    }
                }
                Statement::While(condition, body) => {
                    while self.value(condition, variables)? == Value::Truth(true) {
                        self.spend(1)?;
                        match self.block(body, variables, found)? {
                            Flow::Next | Flow::Continue => {}
                            Flow::Break => break,
                            flow @ Flow::Return(_) => return Ok(flow),
                        }
                    }
                }
                Statement::If(condition, [yes, no]) => {
                    let body = if self.value(condition, variables)? == Value::Truth(true) { yes } else { no };
                    match self.block(body, variables, found)? {
                        Flow::Next => {}
                        flow => return Ok(flow),
                    }
                }
                Statement::Break => return Ok(Flow::Break),
                Statement::Continue => return Ok(Flow::Continue),
                Statement::Return(None) => return Ok(Flow::Return(None)),
                Statement::Return(Some(value)) => return Ok(Flow::Return(Some(self.value(value, variables)?))),
                Statement::Emit(option) => {
                    let option = self.value(option, variables)?;
                    found.push(option);
                }
            }
        }
        Ok(Flow::Next)
    }

    /// Returns the items of a list or range.
    fn numbers(&mut self, over: &Expression, variables: &Variables) -> Result<Box<dyn Iterator<Item = Value>>, Ended> {
        let (from, to, by) = match over {
            Expression::Range(ends, is_whole) => {
                let [from, to] = ends.each_ref().map(|end| self.number(end, variables));
                (from?, if *is_whole { to?.saturating_add(1) } else { to? }, 1)
            }
            Expression::Call(name, arguments) if name == "range" => {
                let numbers: Vec<i64> = arguments.iter().map(|end| self.number(end, variables)).collect::<Result<_, _>>()?;
                match numbers[..] {
                    [from, to] => (from, to, 1),
                    [from, to, by] if by > 0 => (from, to, by),
                    _ => return Err(Ended::Fault),
                }
            }
            list => match self.value(list, variables)? {
                Value::List(items) => return Ok(Box::new(items.into_iter())),
                _ => return Err(Ended::Fault),
            },
        };
        Ok(Box::new((from..to).step_by(usize::try_from(by).unwrap_or(usize::MAX)).map(Value::Number)))
    }

    fn number(&mut self, value: &Expression, variables: &Variables) -> Result<i64, Ended> {
        match self.value(value, variables)? {
            Value::Number(number) => Ok(number),
            _ => Err(Ended::Fault),
        }
    }

    fn value(&mut self, value: &Expression, variables: &Variables) -> Result<Value, Ended> {
        self.spend(1)?;
        Ok(match value {
            Expression::Number(number) => Value::Number(*number),
            Expression::Truth(truth) => Value::Truth(*truth),
            Expression::Name(name) => variables.get(name).cloned().ok_or(Ended::Fault)?,
            Expression::List(items) => {
                Value::List(items.iter().map(|item| self.value(item, variables)).collect::<Result<_, _>>()?)
            }
            Expression::Entry(parts) => {
                let index = self.number(&parts[1], variables)?;
                let Value::List(items) = self.value(&parts[0], variables)? else { return Err(Ended::Fault) };
                usize::try_from(index).ok().and_then(|index| items.get(index)).cloned().ok_or(Ended::Fault)?
            }
            Expression::Operator(operator @ ("&&" | "||"), items) => {
                for item in items {
                    if self.value(item, variables)? == Value::Truth(*operator == "||") {
                        return Ok(Value::Truth(*operator == "||"));
                    }
                }
                Value::Truth(*operator == "&&")
            }
            Expression::Operator(operator, items) => match &items[..] {
                [one] => match (*operator, self.value(one, variables)?) {
                    ("!", Value::Truth(truth)) => Value::Truth(!truth),
                    ("-", Value::Number(number)) => Value::Number(number.checked_neg().ok_or(Ended::Fault)?),
                    _ => return Err(Ended::Fault),
                },
                [one, other] => operated(operator, self.value(one, variables)?, self.value(other, variables)?)?,
                _ => return Err(Ended::Fault),
            },
            Expression::Call(name, arguments) => {
                let arguments: Vec<Value> =
                    arguments.iter().map(|argument| self.value(argument, variables)).collect::<Result<_, _>>()?;
                self.call(name, arguments)?
            }
            Expression::If(parts) => {
                let [condition, yes, no] = &**parts;
                let chosen = if self.value(condition, variables)? == Value::Truth(true) { yes } else { no };
                self.value(chosen, variables)?
            }
            Expression::Range(..) | Expression::Each(..) => return Err(Ended::Fault),
        })
    }

    fn call(&mut self, name: &str, arguments: Vec<Value>) -> Result<Value, Ended> {
        match (name, &arguments[..]) {
            ("min", [Value::Number(one), Value::Number(other)]) => return Ok(Value::Number(*one.min(other))),
            ("max", [Value::Number(one), Value::Number(other)]) => return Ok(Value::Number(*one.max(other))),
            ("abs", [Value::Number(one)]) => return Ok(Value::Number(one.checked_abs().ok_or(Ended::Fault)?)),
            ("len", [Value::List(items)]) => return Ok(Value::Number(items.len() as i64)),
            _ => {}
        }
        let function = self.program.function(name).ok_or(Ended::Fault)?;
        if self.calls >= MAX_CALLS {
            return Err(Ended::TooMuch);
        }
        self.calls += 1;
        let mut variables: Variables = function.parameters.iter().cloned().zip(arguments).collect();
        let flow = self.block(&function.body, &mut variables, &mut vec![]);
        self.calls -= 1;
        match flow? {
            Flow::Return(Some(value)) => Ok(value),
            _ => Err(Ended::Fault),
        }
    }
}

fn size(value: Value) -> Result<u64, Ended> {
    match value {
        Value::Number(size) => u64::try_from(size).map_err(|_| Ended::Fault),
        _ => Err(Ended::Fault),
    }
}

fn operated(operator: &str, one: Value, other: Value) -> Result<Value, Ended> {
    let (Value::Number(a), Value::Number(b)) = (&one, &other) else {
        return match operator {
            "==" => Ok(Value::Truth(one == other)),
            "!=" => Ok(Value::Truth(one != other)),
            _ => Err(Ended::Fault),
        };
    };
    let (a, b) = (*a, *b);
    let number = match operator {
        "==" => return Ok(Value::Truth(a == b)),
        "!=" => return Ok(Value::Truth(a != b)),
        "<" => return Ok(Value::Truth(a < b)),
        "<=" => return Ok(Value::Truth(a <= b)),
        ">" => return Ok(Value::Truth(a > b)),
        ">=" => return Ok(Value::Truth(a >= b)),
        "/" | "%" if (a < 0 || b < 0) && b != 0 => return Err(Ended::Negative),
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div(b),
        "%" => a.checked_rem(b),
        "&" => Some(a & b),
        "|" => Some(a | b),
        "^" => Some(a ^ b),
        "<<" => u32::try_from(b).ok().filter(|b| *b < 63).and_then(|b| a.checked_mul(1 << b)),
        ">>" => u32::try_from(b).ok().filter(|b| *b < 64).map(|b| a >> b),
        "**" => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
        _ => None,
    };
    number.map(Value::Number).ok_or(Ended::Fault)
}

/// Returns the least number that is none of these.
pub(super) fn mex(values: impl Iterator<Item = u64>) -> u64 {
    let values: HashSet<u64> = values.collect();
    (0..).find(|number| !values.contains(number)).expect("some number is left")
}
