//! Writes translated rules in C++, Python or Rust, and as a script again, which is run to test the translation.

use super::rules::MOST;
use sprague_plugin::syntax::{Expression, Function, Program, Statement};
use std::collections::HashMap;

/// The longest line.
const WIDTH: usize = 118;

/// Simple statements share a line up to this width.
const JOINED: usize = 90;

/// Names that have another meaning in some language, or in the code around the rules, except words in capitals.
const RESERVED: &str = "abs alignas alignof alone and and_eq as asm assert async auto await best_move bitand bitor bool \
    break case catch char check class close compl concat connect const const_cast constexpr continue count crate decltype \
    def default del delete div do double dyn dynamic_cast elif else enum enumerate errno except exec exit exp explicit \
    export extern false find float floor fn for friend from G g global goto grundy I i64 if impl import in index inline int \
    is j0 j1 jn labs lambda leaves len let link linux list ll log long loop lru_cache main map match max min mod most moves \
    mut mutable namespace new next noexcept nonlocal not not_eq nullptr operator or or_eq pass pipe pow print printf \
    private protected ptrdiff_t pub puts raise rand random range read reduce ref register reinterpret_cast remoteness remove rename \
    return round see self set short sign signal signed size size_t sizeof sqrt static static_assert static_cast std stderr \
    stdin stdout step struct sum super switch template this thread_local throw tie time trait true try tuple type typedef typeid \
    typename union unix unsafe unsigned use using virtual void volatile wait wchar_t where while wins wins_alone with write \
    xor xor_eq y0 y1 yield yn";

/// A language to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Cpp,
    Python,
    Rust,
    Rhai,
}

impl From<super::Language> for Language {
    fn from(language: super::Language) -> Self {
        match language {
            super::Language::Cpp => Self::Cpp,
            super::Language::Python => Self::Python,
            super::Language::Rust => Self::Rust,
        }
    }
}

/// What a script throws that divides a negative number, which languages do differently.
pub(super) const NEGATIVE: &str = "a negative number is divided";

/// The type of an expression or function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    Number,
    Truth,
    List,
}

/// A translator of functions into one language.
pub(super) struct Writer<'a> {
    language: Language,
    program: &'a Program,
    /// The names that are part of the code around, and are kept.
    kept: &'a [&'a str],
    /// How an entry of the row of nimbers is read, given its index.
    row: Option<&'a dyn Fn(&str) -> String>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(language: impl Into<Language>, program: &'a Program, kept: &'a [&'a str]) -> Self {
        Self { language: language.into(), program, kept, row: None }
    }

    pub(super) fn with_row(self, row: &'a dyn Fn(&str) -> String) -> Self {
        Self { row: Some(row), ..self }
    }

    fn pick<T>(&self, cpp: T, python: T, rust: T) -> T {
        match self.language {
            Language::Cpp => cpp,
            Language::Python => python,
            Language::Rust | Language::Rhai => rust,
        }
    }

    fn name(&self, name: &str) -> String {
        // words in capitals may be macros in C++, and Rust has `Some`
        let is_capital = name.len() > 1 && name.starts_with(|first: char| first.is_ascii_uppercase());
        let is_taken = is_capital
            || RESERVED.split_ascii_whitespace().any(|word| word == name)
            || name.ends_with('_')
            || name.contains("__");
        let mark = if is_taken && !self.kept.contains(&name) { "_" } else { "" };
        format!("{name}{mark}")
    }

    /// Returns the lines of a function before its last value.
    pub(super) fn before_recursion(&self, function: &Function) -> Vec<String> {
        let body = function.body.split_last().map_or(&[][..], |(_, body)| body);
        Names::of(self, function).block(body, 1, false)
    }

    /// Returns the functions that the options need, and `moves`.
    pub(super) fn moves(&self, options: &Function) -> Vec<String> {
        let mut lines: Vec<String> = self.helpers(&options.body).iter().flat_map(|helper| self.function(helper)).collect();
        let mut names = Names::of(self, options);
        let n = self.name(&options.parameters[0]);
        let (mut has_moves, mut are_literal) = (false, true);
        Statement::visit_all(&options.body, &mut |statement, value| {
            if let Statement::Emit(option) = statement {
                has_moves = true;
                are_literal &= option != value || names.type_of(option) != Type::List || matches!(option, Expression::List(_));
            }
        });
        if let Some(letters) = self.letters() {
            lines.insert(0, letters);
        }
        let option = if are_literal { "std::initializer_list<ll>" } else { "const Heaps&" };
        let comment = self.comment("every move of a heap: the heaps that it leaves");
        lines.push(if self.language == Language::Cpp { format!("using Option = {option};  {comment}") } else { comment });
        let bound = if self.has_bound(options) { self.pick(", ll most = LLONG_MAX", ", most=1 << 62", "") } else { "" };
        lines.push(match self.language {
            Language::Cpp => format!("template <class See> bool moves(ll {n}, See see{bound}) {{"),
            Language::Python => format!("def moves({n}{bound}):"),
            Language::Rust => format!("fn moves(mut {n}: i64, see: &mut dyn FnMut(&[i64]) -> bool, most: i64) -> bool {{"),
            Language::Rhai => format!("fn heap_options({n}) {{ let most = {}; let f_ = [];", i64::MAX),
        });
        lines.extend(names.block(&options.body, 1, false));
        match self.language {
            Language::Cpp if !has_moves => lines.push(format!("    return (void){n}, (void)see, false;")),
            Language::Cpp => lines.push("    return false;".to_owned()),
            Language::Python if !has_moves => lines.push("    return; yield".to_owned()),
            Language::Python => {}
            Language::Rust => lines.push("    false".to_owned()),
            Language::Rhai => lines.push("    f_".to_owned()),
        }
        if self.language != Language::Python {
            lines.push("}".to_owned());
        }
        lines
    }

    fn is_letter(&self, name: &str) -> bool {
        self.program.letters.iter().any(|(letter, _)| letter == name)
    }

    /// Returns the line that declares the numbers that come with the input.
    fn letters(&self) -> Option<String> {
        let all = |before: &str, between: &str, after: &str| {
            let one = |(name, value): &(String, i64)| format!("{}{before}{value}{after}", self.name(name));
            self.program.letters.iter().map(one).collect::<Vec<_>>().join(between)
        };
        let line = match self.language {
            _ if self.program.letters.is_empty() => return None,
            Language::Cpp => format!("ll {};", all(" = ", ", ", "")),
            Language::Python => all(" = ", "; ", ""),
            Language::Rust => format!("static {});", all(": AtomicI64 = AtomicI64::new(", "); static ", "")),
            Language::Rhai => return Some(format!("const {};", all(" = ", "; const ", ""))),
        };
        let uses = self.pick("", "", "use std::sync::atomic::{AtomicI64, Ordering::Relaxed}; ");
        Some(format!("{uses}{line}  {}", self.comment("set before the first call")))
    }

    /// Returns `true` if the smaller parts of splits can be bounded.
    pub(super) fn has_bound(&self, options: &Function) -> bool {
        let mut has_bound = false;
        Statement::visit_all(&options.body, &mut |_, value| has_bound |= *value == Expression::Name(MOST.to_owned()));
        has_bound && self.kept.contains(&MOST)
    }

    /// Returns the functions that are called from these statements, each after those that it calls.
    fn helpers(&self, body: &[Statement]) -> Vec<&'a Function> {
        fn add<'a>(program: &'a Program, body: &[Statement], found: &mut Vec<&'a Function>, open: &mut Vec<String>) {
            let mut called = vec![];
            Statement::visit_all(body, &mut |_, value| {
                if let Expression::Call(name, _) = value {
                    called.push(name.clone());
                }
            });
            for name in called {
                let is_new = !open.contains(&name) && found.iter().all(|known| known.name != name);
                if let Some(function) = program.function(&name).filter(|_| is_new) {
                    open.push(name);
                    add(program, &function.body, found, open);
                    found.push(function);
                }
            }
        }
        let mut found = vec![];
        add(self.program, body, &mut found, &mut vec![]);
        found
    }

    /// Returns the rules as a script, which throws [`NEGATIVE`] if a negative number is divided.
    pub(super) fn script(program: &Program, options: &Function) -> String {
        let division =
            |name: &str, sign: char| format!("fn {name}_(a, b) {{ if a < 0 || b < 0 {{ throw \"{NEGATIVE}\"; }} a {sign} b }}");
        let moves = Writer::new(Language::Rhai, program, &[MOST]).moves(options);
        [division("divided", '/'), division("rest", '%')].into_iter().chain(moves).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn comment(&self, text: &str) -> String {
        format!("{} {text}", self.pick("//", "#", "//"))
    }

    /// Returns one function, on one line if it is short.
    pub(super) fn function(&self, function: &Function) -> Vec<String> {
        let mut names = Names::of(self, function);
        let rows = names.block(&function.body, 1, true);
        let of = |before: &str, after: &str| {
            let parameters: Vec<String> =
                function.parameters.iter().map(|name| format!("{before}{}{after}", self.name(name))).collect();
            parameters.join(", ")
        };
        let name = self.name(&function.name);
        let to = returned(self.program, &function.name);
        let head = match self.language {
            Language::Cpp => {
                let to = match to {
                    Type::Number => "ll",
                    Type::Truth => "bool",
                    Type::List => "Heaps",
                };
                format!("{to} {name}({})", of("ll ", ""))
            }
            Language::Python => format!("def {name}({}):", of("", "")),
            Language::Rust => {
                let to = match to {
                    Type::Number => "i64",
                    Type::Truth => "bool",
                    Type::List => "Vec<i64>",
                };
                format!("fn {name}({}) -> {to}", of("mut ", ": i64"))
            }
            Language::Rhai => format!("fn {name}({})", of("", "")),
        };
        if self.language == Language::Python {
            return std::iter::once(head).chain(rows).collect();
        }
        match &rows[..] {
            [row] if head.len() + row.len() < WIDTH => vec![format!("{head} {{ {} }}", row.trim())],
            _ => std::iter::once(head + " {").chain(rows).chain(["}".to_owned()]).collect(),
        }
    }
}

/// Returns the type of the values that a function returns.
fn returned(program: &Program, name: &str) -> Type {
    let mut found = Type::Number;
    if let Some(function) = program.function(name) {
        let mut lists = HashMap::new();
        declared(&function.body, &mut lists, &|_| Type::Number);
        Statement::visit_all(&function.body, &mut |statement, value| {
            if matches!(statement, Statement::Return(Some(returned)) if returned == value) && found == Type::Number {
                found = type_of(value, &lists, &|_| Type::Number);
            }
        });
    }
    found
}

fn type_of(value: &Expression, types: &HashMap<String, Type>, returned: &dyn Fn(&str) -> Type) -> Type {
    match value {
        Expression::Truth(_) => Type::Truth,
        Expression::Operator("==" | "!=" | "<" | "<=" | ">" | ">=" | "&&" | "||" | "!", _) => Type::Truth,
        Expression::List(_) => Type::List,
        Expression::Name(name) => types.get(name).copied().unwrap_or(Type::Number),
        Expression::If(parts) => type_of(&parts[1], types, returned),
        Expression::Call(name, _) => returned(name),
        _ => Type::Number,
    }
}

/// Collects the types of the variables that are declared in these statements.
fn declared(body: &[Statement], types: &mut HashMap<String, Type>, returned: &dyn Fn(&str) -> Type) {
    for statement in body {
        if let Statement::Let(name, value) = statement {
            let its = type_of(value, types, returned);
            types.insert(name.clone(), its);
        }
        statement.parts().1.into_iter().for_each(|body| declared(body, types, returned));
    }
}

/// The variables of a function that is being written.
struct Names<'a, 'b> {
    writer: &'b Writer<'a>,
    types: HashMap<String, Type>,
}

impl<'a, 'b> Names<'a, 'b> {
    fn of(writer: &'b Writer<'a>, function: &Function) -> Self {
        let mut types = HashMap::new();
        declared(&function.body, &mut types, &|name| returned(writer.program, name));
        Self { writer, types }
    }

    fn type_of(&self, value: &Expression) -> Type {
        type_of(value, &self.types, &|name| returned(self.writer.program, name))
    }

    fn block(&mut self, body: &[Statement], depth: usize, is_end: bool) -> Vec<String> {
        let mut lines: Vec<String> = vec![];
        let mut was_simple = false;
        for (index, statement) in body.iter().enumerate() {
            let mut own = vec![];
            self.statement(statement, depth, is_end && index + 1 == body.len(), &mut own);
            let is_simple = matches!(statement, Statement::Let(..) | Statement::Set(..) | Statement::Push(..));
            match (&own[..], lines.last_mut()) {
                ([line], Some(last)) if is_simple && was_simple && last.len() + line.len() < JOINED => {
                    *last += self.writer.pick(" ", "; ", " ");
                    *last += line.trim();
                }
                _ => lines.append(&mut own),
            }
            was_simple = is_simple;
        }
        lines
    }

    fn statement(&mut self, statement: &Statement, depth: usize, is_end: bool, lines: &mut Vec<String>) {
        let writer = self.writer;
        let (pad, end) = ("    ".repeat(depth), writer.pick(";", "", ";"));
        let simple = match statement {
            Statement::Let(name, value) => {
                let declared = writer.name(name);
                let text = self.value(value, 0);
                match (writer.language, self.type_of(value)) {
                    (Language::Rhai, _) => format!("let {declared} = {text};"),
                    (Language::Cpp, Type::List) if matches!(value, Expression::List(items) if items.is_empty()) => {
                        format!("Heaps {declared};")
                    }
                    (_, Type::List) if !matches!(value, Expression::List(_)) => {
                        format!("{}{declared} = {text}{end}", writer.pick("Heaps ", "", "let mut "))
                    }
                    (Language::Cpp, Type::List) => format!("Heaps {declared}{text};"),
                    (Language::Cpp, Type::Truth) => format!("bool {declared} = {text};"),
                    (Language::Cpp, Type::Number) => format!("ll {declared} = {text};"),
                    (Language::Python, Type::List) => format!("{declared} = [{}]", text[1..text.len() - 1].trim_end_matches(',')),
                    (Language::Python, _) => format!("{declared} = {text}"),
                    (Language::Rust, Type::List) => format!("let mut {declared}: Vec<i64> = vec!{text};"),
                    (Language::Rust, Type::Truth) => format!("let mut {declared} = {text};"),
                    (Language::Rust, Type::Number) => format!("let mut {declared}: i64 = {text};"),
                }
            }
            Statement::Set(place, operator, value) => {
                if let (Language::Rhai, "/=" | "%=") = (writer.language, *operator) {
                    let divided =
                        Expression::Operator(if *operator == "/=" { "/" } else { "%" }, vec![place.clone(), value.clone()]);
                    let whole = Statement::Set(place.clone(), "=", divided);
                    return self.statement(&whole, depth, is_end, lines);
                }
                let operator = if *operator == "/=" { writer.pick("/=", "//=", "/=") } else { operator };
                format!("{} {operator} {}{end}", self.value(place, 0), self.value(value, 0))
            }
            Statement::Push(list, item) => {
                format!("{}.{}({}){end}", writer.name(list), writer.pick("push_back", "append", "push"), self.value(item, 0))
            }
            Statement::Break => format!("break{end}"),
            Statement::Continue => format!("continue{end}"),
            Statement::Return(None) if writer.language == Language::Rhai => "return f_;".to_owned(),
            Statement::Return(None) => writer.pick("return false;", "return", "return false;").to_owned(),
            Statement::Return(Some(value)) => {
                let is_list = self.type_of(value) == Type::List;
                let text = self.value(value, 0);
                match writer.language {
                    Language::Rust if is_list && matches!(value, Expression::List(_)) => format!("return vec!{text};"),
                    Language::Rust if is_end && depth == 1 => text,
                    _ => format!("return {text}{end}"),
                }
            }
            Statement::Emit(option) => {
                let is_list = self.type_of(option) == Type::List;
                let text = self.value(option, 0);
                let text = match (writer.language, is_list, matches!(option, Expression::List(_))) {
                    (Language::Cpp, false, _) => format!("{{{text}}}"),
                    (Language::Python, false, _) => format!("({text},)"),
                    (Language::Python, true, false) => format!("tuple({text})"),
                    (Language::Rust, false, _) => format!("&[{text}]"),
                    (Language::Rust, ..) => format!("&{text}"),
                    _ => text,
                };
                match writer.language {
                    Language::Rhai => format!("f_.push({text});"),
                    Language::Cpp => format!("if (see({text})) return true;"),
                    Language::Python => format!("yield {text}"),
                    Language::Rust => format!("if see({text}) {{ return true; }}"),
                }
            }
            Statement::For(item, over, body) => {
                let head = self.over(item, over);
                self.nest(&head, body, depth, false, lines);
                return;
            }
            Statement::While(condition, body) => {
                let head = match (writer.language, condition) {
                    (Language::Cpp, Expression::Truth(true)) => "for (;;)".to_owned(),
                    (Language::Rust, Expression::Truth(true)) => "loop".to_owned(),
                    (Language::Cpp, _) => format!("while ({})", self.value(condition, 0)),
                    _ => format!("while {}", self.value(condition, 0)),
                };
                self.nest(&head, body, depth, false, lines);
                return;
            }
            Statement::If(condition, bodies) => return self.branches("if", condition, bodies, depth, lines),
        };
        lines.push(format!("{pad}{simple}"));
    }

    fn branches(
        &mut self,
        word: &str,
        condition: &Expression,
        [yes, no]: &[Vec<Statement>; 2],
        depth: usize,
        lines: &mut Vec<String>,
    ) {
        let condition = self.value(condition, 0);
        let head =
            if self.writer.language == Language::Cpp { format!("{word} ({condition})") } else { format!("{word} {condition}") };
        self.nest(&head, yes, depth, !no.is_empty(), lines);
        match &no[..] {
            [] => {}
            [Statement::If(condition, bodies)] => {
                self.branches(self.writer.pick("else if", "elif", "else if"), condition, bodies, depth, lines);
            }
            _ => self.nest("else", no, depth, true, lines),
        }
    }

    /// Writes a head with its body, on one line if both are short.
    fn nest(&mut self, head: &str, body: &[Statement], depth: usize, has_else: bool, lines: &mut Vec<String>) {
        let pad = "    ".repeat(depth);
        let mut rows = self.block(body, depth + 1, false);
        let is_short = rows.len() == 1 && pad.len() + head.len() + rows[0].trim().len() < WIDTH - 4;
        match self.writer.language {
            Language::Python => {
                if rows.is_empty() {
                    rows.push(format!("{pad}    pass"));
                }
                let is_simple = !["for ", "while ", "if "].iter().any(|word| rows[0].trim().starts_with(word));
                if rows.len() == 1 && is_simple && is_short {
                    lines.push(format!("{pad}{head}: {}", rows[0].trim()));
                    return;
                }
                lines.push(format!("{pad}{head}:"));
                lines.append(&mut rows);
            }
            Language::Cpp if is_short && !has_else && body.len() == 1 => lines.push(format!("{pad}{head} {}", rows[0].trim())),
            _ if is_short => lines.push(format!("{pad}{head} {{ {} }}", rows[0].trim())),
            _ => {
                lines.push(format!("{pad}{head} {{"));
                lines.append(&mut rows);
                lines.push(format!("{pad}}}"));
            }
        }
    }

    fn over(&self, item: &str, over: &Expression) -> String {
        let writer = self.writer;
        let item = writer.name(item);
        match over {
            Expression::Range(ends, is_whole) => {
                let [from, to] = ends.each_ref().map(|end| self.value(end, 6));
                match writer.language {
                    Language::Cpp => {
                        let less = if *is_whole { "<=" } else { "<" };
                        format!("for (ll {item} = {from}; {item} {less} {to}; {item}++)")
                    }
                    Language::Python => {
                        let one = if *is_whole { " + 1" } else { "" };
                        let from = if from == "0" { String::new() } else { format!("{from}, ") };
                        format!("for {item} in range({from}{to}{one})")
                    }
                    Language::Rust | Language::Rhai => format!("for {item} in {from}..{}{to}", if *is_whole { "=" } else { "" }),
                }
            }
            Expression::Call(name, arguments) if name == "range" => {
                let ends: Vec<String> = arguments.iter().map(|end| self.value(end, 6)).collect();
                let by = ends.get(2).map_or("1", |by| by);
                match writer.language {
                    Language::Cpp => format!("for (ll {item} = {}; {item} < {}; {item} += {by})", ends[0], ends[1]),
                    Language::Python | Language::Rhai => format!("for {item} in range({})", ends.join(", ")),
                    Language::Rust => format!("for {item} in ({}..{}).step_by({by} as usize)", ends[0], ends[1]),
                }
            }
            list => {
                let text = self.value(list, 9);
                match writer.language {
                    Language::Cpp if matches!(list, Expression::List(items) if items.iter().any(|item| !matches!(item, Expression::Number(_)))) =>
                    {
                        format!("for (ll {item} : Heaps{text})")
                    }
                    Language::Cpp => format!("for (ll {item} : {text})"),
                    Language::Rust if matches!(list, Expression::Name(_)) => format!("for {item} in {text}.clone()"),
                    _ => format!("for {item} in {text}"),
                }
            }
        }
    }

    /// Writes an expression, in brackets if it binds less than `least`.
    fn value(&self, value: &Expression, least: u8) -> String {
        let writer = self.writer;
        let is_script = writer.language == Language::Rhai;
        match value {
            Expression::Number(number) if *number < 0 && least > 0 => format!("({number})"),
            Expression::Number(number) => number.to_string(),
            Expression::Truth(truth) => {
                writer.pick(truth.to_string(), if *truth { "True" } else { "False" }.to_owned(), truth.to_string())
            }
            Expression::Name(name) if writer.language == Language::Rust && writer.is_letter(name) => {
                format!("{}.load(Relaxed)", writer.name(name))
            }
            Expression::Name(name) => writer.name(name),
            Expression::List(items) => {
                let items: Vec<String> = items.iter().map(|item| self.value(item, 0)).collect();
                let one = if items.len() == 1 { "," } else { "" };
                let items = items.join(", ");
                writer.pick(format!("{{{items}}}"), format!("({items}{one})"), format!("[{items}]"))
            }
            Expression::Entry(parts) => {
                let (list, index) = (self.value(&parts[0], 9), self.value(&parts[1], 0));
                match (writer.language, &parts[0]) {
                    (Language::Rust, _) => format!("{list}[({index}) as usize]"),
                    (Language::Cpp, Expression::List(_)) => format!("Heaps{list}[{index}]"),
                    _ => format!("{list}[{index}]"),
                }
            }
            Expression::Operator(operator, items) => self.operator(operator, items, least),
            Expression::Call(name, arguments) if name == "len" && matches!(arguments[..], [Expression::List(_)]) => {
                arguments[0].parts().len().to_string()
            }
            Expression::Call(name, arguments) => {
                let texts: Vec<String> = arguments.iter().map(|item| self.value(item, 0)).collect();
                let all = texts.join(", ");
                match (&**name, writer.row) {
                    ("row", Some(row)) => row(&all),
                    ("min" | "max" | "abs" | "len", _) if is_script => format!("{name}({all})"),
                    ("min" | "max", _) => writer.pick(
                        format!("std::{name}<ll>({all})"),
                        format!("{name}({all})"),
                        format!("std::cmp::{name}({all})"),
                    ),
                    ("abs", _) => writer.pick(format!("std::abs({all})"), format!("abs({all})"), format!("i64::abs({all})")),
                    ("len", _) => {
                        writer.pick(format!("(ll){all}.size()"), format!("len({all})"), format!("({all}.len() as i64)"))
                    }
                    _ => format!("{}({all})", writer.name(name)),
                }
            }
            Expression::If(parts) => {
                let [condition, yes, no] = parts.each_ref().map(|part| self.value(part, 1));
                writer.pick(
                    format!("({condition} ? {yes} : {no})"),
                    format!("({yes} if {condition} else {no})"),
                    format!("(if {condition} {{ {yes} }} else {{ {no} }})"),
                )
            }
            Expression::Range(..) | Expression::Each(..) => unreachable!("checked before writing"),
        }
    }

    fn operator(&self, operator: &str, items: &[Expression], least: u8) -> String {
        let writer = self.writer;
        let python = writer.language == Language::Python;
        if let [one] = items {
            let sign = if operator == "!" && python { "not " } else { operator };
            let text = format!("{sign}{}", self.value(one, 9));
            return if least > 4 || (python && operator == "!" && least > 2) { format!("({text})") } else { text };
        }
        // operands that are operators with bits, or in which C++ and Rhai bind differently, stand in brackets
        let (binds, first, second, in_python) = match operator {
            "||" => (1, 3, 3, "or"),
            "&&" => (2, 3, 3, "and"),
            "==" | "!=" | "<" | "<=" | ">" | ">=" => (3, 5, 5, operator),
            "&" | "|" | "^" | "<<" | ">>" => (4, 9, 9, operator),
            "+" | "-" => (6, 6, 7, operator),
            "/" | "%" if writer.language == Language::Rhai => {
                let [one, other] = [&items[0], &items[1]].map(|item| self.value(item, 0));
                return format!("{}_({one}, {other})", if operator == "/" { "divided" } else { "rest" });
            }
            "/" => (7, 7, 8, "//"),
            "**" => {
                let [one, other] = [&items[0], &items[1]].map(|item| self.value(item, 9));
                if writer.language == Language::Rhai {
                    return format!("({one} ** {other})");
                }
                return writer.pick(
                    format!("[](ll b, ll e) {{ ll x = 1; while (e-- > 0) x *= b; return x; }}({one}, {other})"),
                    format!("({one} ** {other})"),
                    format!("i64::pow({one}, ({other}) as u32)"),
                );
            }
            _ => (7, 7, 8, operator),
        };
        let said = if python { in_python } else { operator };
        let mut parts = items.iter().enumerate().map(|(index, item)| self.value(item, if index == 0 { first } else { second }));
        let mut first = parts.next().unwrap_or_default();
        // a number on the left has 64 bits, too
        if matches!(
            (operator, items),
            ("<<", [Expression::Number(0..), _]) | (_, [Expression::Number(0..), Expression::Number(_)])
        ) {
            first += match writer.language {
                Language::Cpp => "LL",
                Language::Rust => "_i64",
                Language::Python | Language::Rhai => "",
            };
        }
        let text = parts.fold(first, |text, part| format!("{text} {said} {part}"));
        if binds < least || (binds == 4 && least > 0) { format!("({text})") } else { text }
    }
}

/// Breaks lines that are too long behind a comma or blank.
pub(super) fn wrapped(lines: Vec<String>) -> Vec<String> {
    let mut wrapped = vec![];
    for mut line in lines {
        let pad = line.len() - line.trim_start().len();
        let mark = ["// ", "# "].into_iter().find(|mark| line.trim_start().starts_with(mark));
        let gaps: &[&str] = if mark.is_some() { &[" "] } else { &[", ", " && ", " || ", " else "] };
        while line.chars().count() > WIDTH {
            let end = line.char_indices().nth(WIDTH).map_or(line.len(), |(end, _)| end);
            let found = gaps.iter().filter_map(|gap| Some(line[..end].rfind(gap)? + gap.len())).max();
            let Some(at) = found.filter(|at| *at > pad + 8) else { break };
            let rest = line.split_off(at);
            wrapped.push(line.trim_end().to_owned());
            line = format!("{}{}{rest}", " ".repeat(pad), mark.unwrap_or("    "));
        }
        wrapped.push(line);
    }
    wrapped
}
