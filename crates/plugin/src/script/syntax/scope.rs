//! The names that are visible at a place in a script, and their names in the tree.

use super::{Expression, Found, NotWritten, refused};
use rhai::{Array, Dynamic, Expr, Map, Position};
use std::collections::{HashMap, HashSet};

enum Meaning {
    /// A variable with this name in the tree.
    Variable(String),
    Constant(Dynamic),
}

pub(super) struct Scope<'a> {
    constants: &'a HashMap<String, Dynamic>,
    pub(super) free: &'a [&'a str],
    pub(super) closures: &'a [Found],
    visible: Vec<(String, Meaning)>,
    /// The variables that contain lists.
    pub(super) lists: HashSet<String>,
    /// The number of loops that need each variable to remain unchanged.
    fixed: HashMap<String, usize>,
}

impl<'a> Scope<'a> {
    pub(super) fn new(constants: &'a HashMap<String, Dynamic>, free: &'a [&'a str], closures: &'a [Found]) -> Self {
        let visible = free.iter().map(|name| ((*name).to_owned(), Meaning::Variable((*name).to_owned()))).collect();
        Self { constants, free, closures, visible, lists: HashSet::new(), fixed: HashMap::new() }
    }

    pub(super) fn mark(&self) -> usize {
        self.visible.len()
    }

    pub(super) fn leave(&mut self, mark: usize) {
        self.visible.truncate(mark);
    }

    /// Declares a variable, and returns its name in the tree. It is a different name if a visible variable or a
    /// function already has this one.
    pub(super) fn declare(&mut self, name: &str) -> String {
        let is_visible = |new: &str| {
            self.visible.iter().any(|(old, meaning)| old == new || matches!(meaning, Meaning::Variable(tree) if tree == new))
                || self.closures.iter().any(|function| function.name == new)
        };
        let numbered = (2..).map(|number| format!("{name}{number}"));
        let new = std::iter::once(name.to_owned()).chain(numbered).find(|new| !is_visible(new)).expect("there are many");
        self.lists.remove(&new);
        self.visible.push((name.to_owned(), Meaning::Variable(new.clone())));
        new
    }

    pub(super) fn give(&mut self, name: &str, value: Dynamic) {
        self.visible.push((name.to_owned(), Meaning::Constant(value)));
    }

    pub(super) fn is_function(&self, name: &str, arguments: usize) -> bool {
        self.closures.iter().any(|function| function.name == name && function.parameters.len() == arguments)
    }

    pub(super) fn name(&self, name: &str, at: Position) -> Result<Expression, NotWritten> {
        match self.visible.iter().rev().find(|(known, _)| known == name) {
            Some((_, Meaning::Variable(name))) => Ok(Expression::Name(name.clone())),
            _ => refused(at, format!("`{name}`")),
        }
    }

    /// Returns the value of a constant of the script, or of a part of one.
    pub(super) fn constant(&self, value: &Expr) -> Option<Dynamic> {
        match value {
            Expr::Variable(variable, ..) => match self.visible.iter().rev().find(|(known, _)| *known == *variable.1) {
                Some((_, Meaning::Variable(_))) => None,
                Some((_, Meaning::Constant(value))) => Some(value.clone()),
                None => self.constants.get(&*variable.1).cloned(),
            },
            Expr::Dot(parts, ..) => match &parts.rhs {
                Expr::Property(property, _) => self.constant(&parts.lhs)?.read_lock::<Map>()?.get(&*property.2).cloned(),
                _ => None,
            },
            Expr::Index(parts, ..) => match parts.rhs {
                Expr::IntegerConstant(index, _) => {
                    self.constant(&parts.lhs)?.read_lock::<Array>()?.get(usize::try_from(index).ok()?).cloned()
                }
                _ => None,
            },
            _ => None,
        }
    }

    pub(super) fn literal(value: &Dynamic) -> Option<Expression> {
        if let Some(list) = value.read_lock::<Array>() {
            return list.iter().map(Self::literal).collect::<Option<_>>().map(Expression::List);
        }
        value.as_int().map(Expression::Number).or_else(|_| value.as_bool().map(Expression::Truth)).ok()
    }

    /// Requires that a loop over these items changes neither the item nor the range.
    pub(super) fn fix(&mut self, item: &str, over: &Expression) {
        for name in names(over).into_iter().chain([item.to_owned()]) {
            *self.fixed.entry(name).or_default() += 1;
        }
    }

    pub(super) fn unfix(&mut self, item: &str, over: &Expression) {
        for name in names(over).into_iter().chain([item.to_owned()]) {
            self.fixed.entry(name).and_modify(|loops| *loops -= 1);
        }
    }

    pub(super) fn is_fixed(&self, name: &str) -> bool {
        self.fixed.get(name).is_some_and(|loops| *loops > 0)
    }
}

fn names(expression: &Expression) -> Vec<String> {
    let mut names = vec![];
    expression.visit(&mut |part| {
        if let Expression::Name(name) = part {
            names.push(name.clone());
        }
    });
    names
}
