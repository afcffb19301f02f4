//! The parser of loopy values. It uses no recursion, so texts may be nested as deep as memory allows.
//!
//! The notation is that of loop-free values, with words such as `over` as atoms, and with sums and sides everywhere. A game in
//! braces is evaluated as one graph as soon as it refers to no open bracket.

use super::braces::{CLOSED, Item, Nodes, braced};
use super::open::{Bracket, Open};
use crate::failed::ReadError;
use crate::loopy::graph::Graph;
use crate::loopy::method::LoopyMethod;
use crate::loopy::sided::Sided;
use crate::loopy::stopper::Stopper;
use crate::loopy::store::Stoppers;
use crate::text::{Cursor, MAX_BARS, Prefix};
use sprague_core::BadNotation;

const A_VALUE: &str = "a value such as 1/2, ^ (up), over, {1|-1} or a{0|a}";
const A_KNOWN_VALUE: &str = "a value that is closed, with both sides found, before a sign";

/// The state of the parser: the open brackets, and the nodes that are not evaluated yet.
struct Reader<'t> {
    cursor: Cursor<'t>,
    /// If `true`, a game that is not a stopper stays a graph.
    keeps_graphs: bool,
    open: Vec<Open<'t>>,
    nodes: Nodes,
}

impl Stoppers<'_> {
    /// Parses a value.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// assert_eq!(stoppers.read("a{0|a}")?, stoppers.read("{0|pass}")?);
    /// assert_eq!(stoppers.read("over-over")?, stoppers.read("over&under")?);
    /// let error = stoppers.read("{0|pass+1}").unwrap_err();
    /// assert_eq!(error.to_string(), "byte 7: expected a value that is closed, with both sides found, before a sign");
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// [`ReadError`]: the byte of the text and what was expected there, or the limit that was reached.
    pub fn read(&mut self, text: &str) -> Result<Sided, ReadError> {
        let (item, nodes) = self.read_item(text, false)?;
        match item {
            Item::Value(value) => Ok(value),
            Item::Node(root, _) => Ok(self.node_value(&nodes, root)?),
            Item::Pass => Err(BadNotation::new(0, "'pass' in braces only").into()),
        }
    }

    /// Parses a game and returns its graph. Position 0 is the game itself.
    ///
    /// Use it for positions for which no stopper is found on a side: graphs can still be added and compared.
    ///
    /// ```
    /// use sprague_core::{Limits, Outcome};
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let carousel = stoppers.read_graph("a{0,{1|1,{*,{1+*|1+*,a}|*}}|0}")?;
    /// assert!(stoppers.evaluate(&carousel, &[])?[0].onside.is_err());
    /// assert_eq!(carousel.outcomes(&limits)?[0], [Outcome::Win; 2]);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`read`](Self::read).
    pub fn read_graph(&mut self, text: &str) -> Result<Graph, ReadError> {
        let (item, items) = self.read_game(text)?;
        let graph = match item {
            Item::Value(value) => self.graph_of(value)?,
            Item::Node(first, _) => {
                let nodes = self.nodes_of(&items[first..], first)?;
                Some(self.expanded(&nodes)?)
            }
            Item::Pass => None,
        };
        graph.ok_or_else(|| BadNotation::new(0, "a game whose sides are found, or one in braces").into())
    }

    /// Parses a game: the graph as written unless it is a stopper, or the value if the text adds games.
    pub(super) fn read_game(&mut self, text: &str) -> Result<(Item, Nodes), ReadError> {
        match self.read_item(text, true) {
            Err(ReadError::Notation(_)) => self.read_item(text, false),
            found => found,
        }
    }

    fn read_item(&mut self, text: &str, keeps_graphs: bool) -> Result<(Item, Nodes), ReadError> {
        self.read_behind(None, text, keeps_graphs)
    }

    /// Parses the methods that follow a value, and returns their result. The text begins with the first name, without its
    /// point.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let tis = stoppers.read("tis")?;
    /// assert_eq!(stoppers.read_methods(tis, "Onside.OrdinalSum(on)")?, stoppers.read("on")?);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`read`](Self::read), and an error if a method is not defined for the value.
    pub fn read_methods(&mut self, value: Sided, text: &str) -> Result<Sided, ReadError> {
        let (item, _) = self.read_behind(Some(Item::Value(value)), text, false)?;
        item.value().ok_or_else(|| BadNotation::new(0, "a method whose value is found for both sides").into())
    }

    /// Parses a text, or the methods that follow the item `before`.
    fn read_behind(&mut self, before: Option<Item>, text: &str, keeps_graphs: bool) -> Result<(Item, Nodes), ReadError> {
        let whole = if before.is_some() { Bracket::Methods } else { Bracket::Text };
        let top = Open::new(whole, "", 0, vec![]);
        let mut reader = Reader { cursor: Cursor { text, at: 0 }, keeps_graphs, open: vec![top], nodes: vec![] };
        let mut before = before;
        loop {
            self.calculator.count()?;
            let mut term = match before.take() {
                Some(item) => self.method(&mut reader, item, vec![])?,
                None => self.term(&mut reader)?,
            };
            // add the term, then parse signs and closing brackets until another term may begin
            loop {
                if let Some(item) = term.take() {
                    self.add_term(&mut reader, item)?;
                }
                reader.cursor.skip_blanks();
                let Reader { cursor, open, .. } = &mut reader;
                let Some(top) = open.last_mut() else { return Err(cursor.expected("nothing more").into()) };
                let next = cursor.peek();
                let is_done = top.sum.is_some();
                match (next, top.bracket) {
                    (None, Bracket::Text | Bracket::Methods) if is_done => {
                        end_option(self, &mut reader)?;
                        let item = reader.open.pop().and_then(|mut top| top.sides[0].pop()).unwrap_or(Item::Pass);
                        return Ok((item, reader.nodes));
                    }
                    (Some(sign @ ('+' | '-')), bracket) if is_done && bracket != Bracket::Methods => {
                        top.sum.and_then(Item::value).ok_or_else(|| cursor.expected(A_KNOWN_VALUE))?;
                        cursor.at += 1;
                        (top.is_due, top.is_subtracted) = (true, sign == '-');
                    }
                    (Some('&'), bracket) if is_done && top.onside.is_none() && bracket != Bracket::Methods => {
                        let at = cursor.at;
                        let onside = top.sum.take().and_then(Item::value).ok_or_else(|| cursor.expected(A_KNOWN_VALUE))?;
                        cursor.at += 1;
                        (top.onside, top.is_due) = (Some((onside, at)), true);
                    }
                    (Some(','), bracket) if is_done && (bracket == Bracket::Brace || top.is_list()) => {
                        cursor.at += 1;
                        end_option(self, &mut reader)?;
                    }
                    (Some('|'), Bracket::Brace) if !top.is_due => {
                        let start = cursor.at;
                        while cursor.skip(&['|']) {}
                        if cursor.at - start > MAX_BARS {
                            return Err(BadNotation::new(start, "at most 1000 bars in a row").into());
                        }
                        top.bars.push((cursor.at - start, start));
                        end_option(self, &mut reader)?;
                        if let Some(top) = reader.open.last_mut() {
                            top.sides.push(vec![]);
                            top.is_due = false;
                        }
                    }
                    (Some('}'), Bracket::Brace) if !top.is_due && (!top.bars.is_empty() || (is_done && top.is_list())) => {
                        cursor.at += 1;
                        term = self.closed(&mut reader)?;
                        continue;
                    }
                    (Some(')'), Bracket::Parenthesis | Bracket::Tiny(_)) if !top.is_due => {
                        cursor.at += 1;
                        term = self.closed(&mut reader)?;
                        continue;
                    }
                    (Some(')'), Bracket::Call(..)) if is_done && !top.is_list() => {
                        cursor.at += 1;
                        term = self.closed(&mut reader)?;
                        continue;
                    }
                    _ if is_done => return Err(cursor.expected(top.what_follows()).into()),
                    _ => {} // a term must follow; `term` reports an error
                }
                break;
            }
        }
    }

    /// Parses the term at the cursor.
    ///
    /// Returns `None` if a bracket was opened or if a side without options ends here.
    fn term<'t>(&mut self, reader: &mut Reader<'t>) -> Result<Option<Item>, ReadError> {
        let cursor = &mut reader.cursor;
        cursor.skip_blanks();
        let prefixes = cursor.prefixes(true);
        let (text, start) = (cursor.text, cursor.at);
        let rest = &text[start..];
        let word = &rest[..rest.bytes().take_while(u8::is_ascii_alphabetic).count()];
        let digits = rest[word.len()..].bytes().take_while(u8::is_ascii_digit).count();
        let name = &rest[..if word.len() == 1 && word != "v" { 1 + digits } else { 0 }];
        let bracket = match rest[name.len()..].chars().next() {
            Some('{') => Some(Bracket::Brace),
            Some('(') if name.is_empty() => Some(Bracket::Parenthesis),
            _ => None,
        };
        if let Some(bracket) = bracket {
            cursor.at += name.len() + 1;
            reader.open.push(Open::new(bracket, name, reader.nodes.len(), prefixes));
            reader.nodes.extend((bracket == Bracket::Brace).then(Default::default));
            return Ok(None);
        }
        let named = reader.open.iter().rposition(|open| !name.is_empty() && open.name == name);
        let item = if word == "pass" {
            let Some(nearest) = reader.open.iter().rposition(|open| open.bracket == Bracket::Brace) else {
                return Err(cursor.expected("'pass' in braces only").into());
            };
            // if a brace has several runs of bars, only its end shows which braces are the nearest
            if nearest + 1 < reader.open.len() {
                return Err(cursor.expected(A_KNOWN_VALUE).into());
            }
            cursor.at += word.len();
            Item::Pass
        } else if let Some(depth) = named {
            cursor.at += name.len();
            Item::Node(reader.open[depth].node, depth)
        } else {
            match self.atom(cursor)? {
                Some(Atom::Value(value)) => Item::Value(value),
                Some(Atom::Tiny(added, is_miny)) => {
                    let mut open = Open::new(Bracket::Tiny(is_miny), "", reader.nodes.len(), prefixes);
                    open.added = Some(added);
                    reader.open.push(open);
                    return Ok(None);
                }
                None if prefixes.is_empty() && reader.open.last().is_some_and(|open| open.may_end_empty(cursor.peek())) => {
                    return Ok(None);
                }
                None => return Err(cursor.expected(A_VALUE).into()),
            }
        };
        self.after_methods(reader, item, prefixes)
    }

    /// Applies the methods that follow an item, then the signs before it.
    ///
    /// Returns `None` if the parentheses of a method were opened.
    fn after_methods(&mut self, reader: &mut Reader<'_>, item: Item, prefixes: Vec<Prefix>) -> Result<Option<Item>, ReadError> {
        if reader.cursor.skip(&['.']) {
            return self.method(reader, item, prefixes);
        }
        Ok(Some(self.prefixed(&prefixes, vec![item], &reader.cursor)?))
    }

    /// Applies methods, with the cursor at the name of the first one. Returns `None` if the parentheses of a method were
    /// opened.
    fn method(&mut self, reader: &mut Reader<'_>, mut item: Item, prefixes: Vec<Prefix>) -> Result<Option<Item>, ReadError> {
        loop {
            self.calculator.count()?;
            let cursor = &mut reader.cursor;
            let start = cursor.at;
            let value =
                item.value().ok_or_else(|| cursor.expected("a value that is closed, with both sides found, before a method"))?;
            let rest = &cursor.text[start..];
            let name = &rest[..rest.bytes().take_while(u8::is_ascii_alphabetic).count()];
            let method: LoopyMethod = name.parse().map_err(|error: BadNotation| error.shifted(start))?;
            cursor.at += name.len();
            if method.arguments() > 0 {
                if !cursor.skip(&['(']) {
                    return Err(cursor.expected("'(' and the values that the method takes").into());
                }
                let mut open = Open::new(Bracket::Call(method, start), "", reader.nodes.len(), prefixes);
                open.added = Some(value);
                reader.open.push(open);
                return Ok(None);
            }
            if cursor.skip(&['(']) && !cursor.skip(&[')']) {
                return Err(cursor.expected("')', because the method takes no values").into());
            }
            item = Item::Value(self.method_value(method, value, &[], start)?);
            if !reader.cursor.skip(&['.']) {
                return Ok(Some(self.prefixed(&prefixes, vec![item], &reader.cursor)?));
            }
        }
    }

    /// Parses and adds up: a number, ups or a power of ↑, a word, and a star.
    fn atom(&mut self, cursor: &mut Cursor<'_>) -> Result<Option<Atom>, ReadError> {
        let start = cursor.at;
        let nus = cursor.atom()?;
        let has_star = nus.as_ref().is_some_and(|nus| nus.star != 0);
        let mut value = Sided::from(Stopper::ZERO);
        if let Some(mut nus) = nus {
            let arrow = cursor.text[..cursor.at].chars().next_back().filter(|arrow| ['^', '↑', 'v', '↓'].contains(arrow));
            let bracket = cursor.peek().filter(|bracket| ['[', '<'].contains(bracket));
            if let (Some(arrow), Some(bracket)) = (arrow, bracket) {
                let is_up = ['^', '↑'].contains(&arrow);
                nus.ups -= if is_up { 1 } else { -1 };
                cursor.at += 1;
                let power = self.power(cursor, bracket)?;
                value = if is_up { power } else { self.negative(power)? };
            }
            let form = self.calculator.arena().nus(nus);
            value = self.add(value, form.into())?;
        }
        let rest = &cursor.text[cursor.at..];
        let word = &rest[..rest.bytes().take_while(u8::is_ascii_alphabetic).count()];
        if !has_star && !word.is_empty() {
            let is_miny = matches!(word, "Miny" | "miny");
            if (is_miny || matches!(word, "Tiny" | "tiny")) && rest[word.len()..].starts_with('(') {
                cursor.at += word.len() + 1;
                return Ok(Some(Atom::Tiny(value, is_miny)));
            }
            let Some(named) = self.word(word)? else { return Err(cursor.expected(A_VALUE).into()) };
            value = self.add(value, named)?;
            cursor.at += word.len();
        }
        if cursor.at > start
            && !has_star
            && cursor.peek() == Some('*')
            && let Some(star) = cursor.atom()?
        {
            let form = self.calculator.arena().nus(star);
            value = self.add(value, form.into())?;
        }
        Ok((cursor.at > start).then_some(Atom::Value(value)))
    }

    /// Parses a power of ↑ after its opening bracket.
    fn power(&mut self, cursor: &mut Cursor<'_>, bracket: char) -> Result<Sided, ReadError> {
        let end = if bracket == '[' { ']' } else { '>' };
        if cursor.skip_word("on") {
            if cursor.skip(&[end]) {
                return Ok(self.word(if end == ']' { "upon" } else { "uponth" })?.unwrap_or(Stopper::ZERO.into()));
            }
        } else if let Some(k) = cursor.digits()? {
            let k = u64::try_from(k).ok().filter(|&k| k > 0).ok_or_else(|| cursor.expected("a power from 1 to 2^64"))?;
            if cursor.skip(&[end]) {
                return Ok(if end == ']' { self.up_to(k)? } else { self.up_of(k)? }.into());
            }
        }
        Err(cursor.expected(if end == ']' { "'on]', or a number and ']'" } else { "'on>', or a number and '>'" }).into())
    }

    /// Applies signs to an item, or ± to a list.
    fn prefixed(&mut self, prefixes: &[Prefix], items: Vec<Item>, cursor: &Cursor<'_>) -> Result<Item, ReadError> {
        if prefixes.is_empty() {
            return Ok(items[0]);
        }
        let values: Option<Vec<Sided>> = items.into_iter().map(Item::value).collect();
        let mut values = values.ok_or_else(|| cursor.expected(A_KNOWN_VALUE))?;
        for prefix in prefixes.iter().rev() {
            let negatives = values.iter().map(|&value| self.negative(value)).collect::<Result<Vec<_>, _>>()?;
            values = match prefix {
                Prefix::Minus => negatives,
                Prefix::PlusMinus => vec![self.make_sides(&values, &negatives)?],
            };
        }
        Ok(Item::Value(values[0]))
    }

    fn add_term(&mut self, reader: &mut Reader<'_>, item: Item) -> Result<(), ReadError> {
        let Reader { cursor, open, .. } = reader;
        let Some(top) = open.last_mut() else { return Ok(()) };
        top.sum = Some(match (top.sum, top.sum.and_then(Item::value), item.value()) {
            (None, ..) => item,
            (_, Some(sum), Some(value)) => {
                let value = if top.is_subtracted { self.negative(value)? } else { value };
                Item::Value(self.add(sum, value)?)
            }
            _ => return Err(cursor.expected(A_KNOWN_VALUE).into()),
        });
        (top.is_due, top.is_subtracted) = (false, false);
        Ok(())
    }

    /// Closes the innermost bracket and returns its game.
    ///
    /// Returns `None` if a method follows and its parentheses were opened.
    fn closed(&mut self, reader: &mut Reader<'_>) -> Result<Option<Item>, ReadError> {
        let is_list = reader.open.last().is_some_and(Open::is_list);
        end_option(self, reader)?;
        let depth = reader.open.len() - 1;
        let Some(mut open) = reader.open.pop() else { return Ok(Some(Item::Pass)) };
        if open.bracket != Bracket::Brace || is_list {
            let items = open.sides.swap_remove(0);
            if let (Bracket::Tiny(is_miny), Some(added)) = (open.bracket, open.added) {
                let value = items[0].value().ok_or_else(|| reader.cursor.expected(A_KNOWN_VALUE))?;
                let tiny = self.tiny_of(value)?;
                let tiny = if is_miny { self.negative(tiny)? } else { tiny };
                let sum = Item::Value(self.add(tiny, added)?);
                return self.after_methods(reader, sum, open.prefixes);
            }
            if let (Bracket::Call(method, at), Some(value)) = (open.bracket, open.added) {
                let with: Option<Vec<Sided>> = items.into_iter().map(Item::value).collect();
                let with = with.ok_or_else(|| reader.cursor.expected(A_KNOWN_VALUE))?;
                let made = Item::Value(self.method_value(method, value, &with, at)?);
                return self.after_methods(reader, made, open.prefixes);
            }
            return match &items[..] {
                &[item] if !is_list => self.after_methods(reader, item, open.prefixes),
                _ => Ok(Some(self.prefixed(&open.prefixes, items, &reader.cursor)?)),
            };
        }
        let outermost = braced(&mut reader.nodes, open.node, open.sides, &open.bars)?;
        let mut item = Item::Node(open.node, outermost);
        if outermost >= depth {
            let value = self.node_value(&reader.nodes, open.node)?;
            item = Item::Node(open.node, CLOSED);
            if value.stopper().is_some() || (value.is_found() && !reader.keeps_graphs) {
                reader.nodes.truncate(open.node);
                item = Item::Value(value);
            }
        }
        self.after_methods(reader, item, open.prefixes)
    }
}

enum Atom {
    Value(Sided),
    /// The number before `Tiny(`, or before `Miny(` if `true`.
    Tiny(Sided, bool),
}

/// Ends an option: moves the sum, which is one side or both, to the options of the current side.
fn end_option(stoppers: &mut Stoppers<'_>, reader: &mut Reader<'_>) -> Result<(), ReadError> {
    let Reader { cursor, open, .. } = reader;
    let Some(top) = open.last_mut() else { return Ok(()) };
    let Some(mut item) = top.sum.take() else { return Ok(()) };
    if let Some((onside, at)) = top.onside.take() {
        let offside = item.value().ok_or_else(|| cursor.expected(A_KNOWN_VALUE))?;
        item = Item::Value(Sided { onside: onside.onside, offside: offside.offside });
        if let (Ok(on), Ok(off)) = (onside.onside, offside.offside)
            && !stoppers.is_at_most(off, on)?
        {
            return Err(BadNotation::new(at + 1, "an offside that is at most the onside").into());
        }
    }
    // if a side was not found, the value has no options that could be used inside another game
    if matches!(item, Item::Value(value) if !value.is_found()) && top.bracket != Bracket::Text {
        return Err(cursor.expected("a sum of which both sides are found").into());
    }
    top.is_due = true;
    if let Some(side) = top.sides.last_mut() {
        side.push(item);
    }
    Ok(())
}
