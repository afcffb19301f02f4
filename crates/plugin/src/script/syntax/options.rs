//! The function that lists options. Instead of returning a list, it has a statement for each option.

use super::{Expression, Function, NotWritten, Program, Statement, Step};
use std::collections::HashSet;

impl Program {
    /// Returns the function of options, `heap_options` or `moves`, in which [`Statement::Emit`] reports each option.
    ///
    /// ```
    /// use sprague_plugin::syntax::{Program, Statement};
    /// let text = "fn moves(n) { let found = []; for s in [1, 3] { if s <= n { found.push(n - s) } } found }";
    /// let options = Program::read("a.rhai", text, None, &[]).unwrap().options().unwrap().unwrap();
    /// assert!(matches!(&options.body[..], [Statement::For(..)]));
    /// ```
    ///
    /// # Errors
    /// [`NotWritten`] if the list of options is built in any way except by `push`, `filter` and `map`.
    pub fn options(&self) -> Option<Result<Function, NotWritten>> {
        let function = self.function("heap_options").or_else(|| self.function("moves"))?;
        let mut lists = HashSet::new();
        returned(&function.body, &mut lists);
        let emitting = Emitting { lists: &lists, line: function.line };
        let body = if lists.len() > 1 { emitting.refused() } else { emitting.block(&function.body, true) };
        Some(body.map(|body| Function { body, ..function.clone() }))
    }
}

/// Collects the variables that a function returns.
fn returned(body: &[Statement], lists: &mut HashSet<String>) {
    for statement in body {
        match statement {
            Statement::Return(Some(Expression::Name(name))) => drop(lists.insert(name.clone())),
            Statement::For(_, _, body) | Statement::While(_, body) => returned(body, lists),
            Statement::If(_, bodies) => bodies.iter().for_each(|body| returned(body, lists)),
            _ => {}
        }
    }
}

struct Emitting<'a> {
    lists: &'a HashSet<String>,
    line: usize,
}

impl Emitting<'_> {
    fn block(&self, body: &[Statement], is_end: bool) -> Result<Vec<Statement>, NotWritten> {
        let mut made = vec![];
        for (index, statement) in body.iter().enumerate() {
            let is_last = is_end && index + 1 == body.len();
            match statement {
                Statement::Let(name, value) if self.lists.contains(name) => self.list(value, &mut made)?,
                Statement::Push(name, item) if self.lists.contains(name) => made.push(Statement::Emit(item.clone())),
                Statement::Set(Expression::Name(name), ..) if self.lists.contains(name) => return self.refused(),
                Statement::Return(value) => {
                    value.iter().try_for_each(|value| self.list(value, &mut made))?;
                    if !is_last {
                        made.push(Statement::Return(None));
                    }
                }
                Statement::For(item, over, body) => {
                    made.push(Statement::For(item.clone(), over.clone(), self.block(body, false)?));
                }
                Statement::While(condition, body) => made.push(Statement::While(condition.clone(), self.block(body, false)?)),
                Statement::If(condition, [yes, no]) => {
                    let bodies = [self.block(yes, is_last)?, self.block(no, is_last)?];
                    made.push(Statement::If(condition.clone(), bodies));
                }
                other => made.push(other.clone()),
            }
        }
        Ok(made)
    }

    /// Reports the items of a list.
    fn list(&self, value: &Expression, made: &mut Vec<Statement>) -> Result<(), NotWritten> {
        match value {
            Expression::List(items) => made.extend(items.iter().cloned().map(Statement::Emit)),
            Expression::Name(name) if self.lists.contains(name) => {}
            Expression::If(parts) => {
                let [condition, yes, no] = &**parts;
                let (mut one, mut other) = (vec![], vec![]);
                self.list(yes, &mut one)?;
                self.list(no, &mut other)?;
                made.push(Statement::If(condition.clone(), [one, other]));
            }
            Expression::Each(over, steps) => {
                // the item of the first step is the item of the loop; later ones stand for what it has become
                let (Step::Filter(item, _) | Step::Map(item, _)) = &steps[0];
                let mut value = Expression::Name(item.clone());
                let mut conditions = vec![];
                for step in steps {
                    match step {
                        Step::Filter(name, condition) => conditions.push(put(condition, name, &value)),
                        Step::Map(name, image) => value = put(image, name, &value),
                    }
                }
                let inner = conditions
                    .into_iter()
                    .rfold(vec![Statement::Emit(value)], |inner, condition| vec![Statement::If(condition, [inner, vec![]])]);
                made.push(Statement::For(item.clone(), (**over).clone(), inner));
            }
            _ => return self.refused(),
        }
        Ok(())
    }

    fn refused<T>(&self) -> Result<T, NotWritten> {
        Err(NotWritten { line: self.line, what: "a list of options that is not made by `push`, `filter` or `map`".to_owned() })
    }
}

/// Returns an expression in which a variable is replaced by another expression.
fn put(expression: &Expression, name: &str, value: &Expression) -> Expression {
    let all = |items: &[Expression]| items.iter().map(|item| put(item, name, value)).collect();
    let boxed = |items: &[Expression; 2]| Box::new(items.each_ref().map(|item| put(item, name, value)));
    match expression {
        Expression::Name(known) if known == name => value.clone(),
        Expression::List(items) => Expression::List(all(items)),
        Expression::Operator(operator, items) => Expression::Operator(operator, all(items)),
        Expression::Call(function, items) => Expression::Call(function.clone(), all(items)),
        Expression::Entry(items) => Expression::Entry(boxed(items)),
        Expression::Range(items, whole) => Expression::Range(boxed(items), *whole),
        Expression::If(items) => Expression::If(Box::new(items.each_ref().map(|item| put(item, name, value)))),
        other => other.clone(),
    }
}
