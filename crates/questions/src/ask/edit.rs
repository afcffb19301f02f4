//! Sets up a position by hand: puts a piece on a square, changes a heap, or chooses another size.
//!
//! An edit is tried. The changed picture is written in the notations that rulesets use, and an edit is possible if the ruleset
//! reads one of them as a position with exactly this picture. So every ruleset on squares, heaps or graphs has its edits, and
//! nobody can set up a position that the rules do not have.

use super::component_picture::picture;
use crate::question::NoAnswer;
use crate::read::{ParsedSum, Session};
use serde::{Deserialize, Serialize};
use sprague::any::{AnyPosition, AnyRuleset, GraphPicture, ListedBy, Look, Picture, Piece};
use sprague::solve::{Component, ComponentPosition, SumMove};
use sprague::{BadNotation, Limits};
use std::collections::BTreeMap;

/// The edits of a component that its ruleset allows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Edits {
    /// The signs that can be put on parts of the picture, with their meanings.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub put: BTreeMap<char, Piece>,
    /// The rows and columns, if their number can be changed; a row of vertices is one row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resize: Option<[usize; 2]>,
    /// Whether heaps can grow and shrink.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub heaps: bool,
    /// The signs that can be put on top of a stalk.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub grow: Vec<char>,
    /// The graphs that can be chosen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<String>,
}

/// An edit of a position. Except for `position` and `component`, exactly one change is given.
///
/// ```
/// use sprague::Limits;
/// use sprague_questions::{Edit, Session};
/// let edit = Edit { at: Some(1), put: Some('#'), ..Edit::of("domineering@2x2") };
/// assert_eq!(edit.edited(&Session::new(), &Limits::default())?, "domineering@.#/..");
/// # Ok::<(), sprague_questions::NoAnswer>(())
/// ```
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Edit {
    /// The position.
    pub position: String,
    /// The index of the component.
    #[serde(default)]
    pub component: usize,
    /// With `put`: the part of the picture, as moves number them. Without it, the sign is put on top of a stalk.
    pub at: Option<usize>,
    /// With `put`: the name of an edge that is not in the picture, such as `1-2`.
    pub named: Option<String>,
    /// The sign to put.
    pub put: Option<char>,
    /// The new number of rows and columns.
    pub resize: Option<[usize; 2]>,
    /// With `by`: the index of the heap. Without it, `by` below 0 cuts edges off the top of a stalk.
    pub heap: Option<usize>,
    /// The number of tokens to add.
    pub by: Option<i64>,
    /// The name of a graph, such as `cycle`.
    pub shape: Option<String>,
    /// A position to add to the sum.
    pub add: Option<String>,
    /// Whether the component is removed from the sum.
    #[serde(default)]
    pub remove: bool,
}

const SHAPES: [&str; 5] = ["path", "cycle", "star", "grid", "petersen"];
/// Signs that may be put on squares, besides those that the picture or the ruleset names.
const SIGNS: &str = ".#xoLRETFH";
/// Larger pictures are not edited, because every sign is tried on several squares.
const PARTS: usize = 400;
/// Heaps that are set up by hand have at most this size.
const TOKENS: i64 = 1000;

impl Edit {
    /// Returns an edit of this position that changes nothing yet.
    pub fn of(position: impl Into<String>) -> Self {
        Self { position: position.into(), ..Self::default() }
    }

    /// Returns the edited position.
    ///
    /// # Errors
    /// [`NoAnswer`] if the position cannot be read, or if the ruleset has no such position; it says so in a sentence.
    pub fn edited(&self, session: &Session, limits: &Limits) -> Result<String, NoAnswer> {
        let sum = session.sum("position", &self.position, limits)?;
        let refused = |why: String| NoAnswer::from(BadNotation::new(0, why)).about("position", &self.position);
        let component = sum.components().get(self.component).ok_or_else(|| refused("a component of this sum".to_owned()))?;
        if let Some(more) = &self.add {
            let more = session.sum("add", more, limits)?;
            return read(session, &format!("{sum}+{more}"), limits);
        }
        if self.remove {
            let others = (0..sum.components().len()).filter(|&index| index != self.component);
            let others: Vec<String> = others.map(|index| alone(&sum, index)).collect();
            if others.is_empty() {
                return Err(refused("the last part of a game stays".to_owned()));
            }
            return read(session, &others.join("+"), limits);
        }
        let (after, because) = Board::of(component).map_or((None, None), |board| (self.after(&board), board.because(self)));
        let after = after.ok_or_else(|| {
            let game = session.registry().entry(component.rules.name()).map_or("This game", |entry| &*entry.title);
            refused(because.unwrap_or_else(|| format!("{game} has no such position.")))
        })?;
        let changed = vec![(self.component, String::new(), ComponentPosition::Small(after))];
        Ok(sum.after(&SumMove { changed, next: None, points: None }).to_string())
    }

    fn after(&self, board: &Board<'_>) -> Option<AnyPosition> {
        match (self.put, self.at, &self.named, self.resize, self.heap, self.by, &self.shape) {
            (Some(sign), Some(part), None, None, None, None, None) => board.put(part, sign),
            (Some(sign), None, Some(name), None, None, None, None) => board.marked(name, sign),
            (Some(sign), None, None, None, None, None, None) => board.grown(sign),
            (None, None, None, Some(size), None, None, None) => board.resized(size),
            (None, None, None, None, Some(heap), Some(by), None) => board.heap(heap, by),
            (None, None, None, None, None, Some(by), None) if by < 0 => board.cut(by.unsigned_abs()),
            (None, None, None, None, None, None, Some(shape)) => board.shaped(shape),
            _ => None,
        }
    }
}

fn read(session: &Session, text: &str, limits: &Limits) -> Result<String, NoAnswer> {
    Ok(session.sum("position", text, limits)?.to_string())
}

/// Returns the text of a component as a position.
fn alone(sum: &ParsedSum, index: usize) -> String {
    let component = &sum.components()[index];
    let sign = if component.is_negative { "-" } else { "" };
    format!("{sign}{}@{}", component.rules.name(), sum.show(index, &component.position))
}

/// Returns the edits of a component.
pub(super) fn edits(component: &Component) -> Option<Edits> {
    let board = Board::of(component)?;
    let parts = 0..board.picture.parts();
    // loaded rules read slowly
    let tries = if board.rules.is_loaded() { 8 } else { 64 };
    // a part that has the sign shows only that the picture can be written
    let can_put = |sign: char| {
        let mut others = parts.clone().filter(|&part| board.sign(part) != Some(sign)).peekable();
        match others.peek() {
            Some(_) => others.take(tries).any(|part| board.put(part, sign).is_some()),
            None => board.put(0, sign).is_some(),
        }
    };
    let edits = Edits {
        put: board.signs().into_iter().filter(|(sign, _)| can_put(*sign)).collect(),
        resize: board.size().filter(|&[rows, columns]| {
            [[rows, columns + 1], [rows + 1, columns]].into_iter().any(|size| board.resized(size).is_some())
        }),
        heaps: matches!(&board.picture, Picture::Heaps(heaps) if (0..heaps.len()).any(|heap| board.heap(heap, 1).is_some())),
        grow: ['L', 'R', 'E'].into_iter().filter(|sign| board.grown(*sign).is_some()).collect(),
        shapes: SHAPES.iter().filter(|shape| board.shaped(shape).is_some()).map(ToString::to_string).collect(),
    };
    // a single sign that is everywhere changes nothing
    let is_everywhere = |sign: &char| parts.clone().all(|part| board.sign(part) == Some(*sign));
    let is_idle = edits.put.len() == 1 && edits.put.keys().all(is_everywhere);
    let edits = if is_idle { Edits { put: BTreeMap::new(), ..edits } } else { edits };
    (edits != Edits::default()).then_some(edits)
}

/// A component that is edited.
struct Board<'a> {
    rules: &'a dyn AnyRuleset,
    component: &'a Component,
    look: Look,
    text: String,
    picture: Picture,
}

impl<'a> Board<'a> {
    fn of(component: &'a Component) -> Option<Self> {
        let ComponentPosition::Small(position) = &component.position else { return None };
        let rules: &dyn AnyRuleset = &**component.rules.rules();
        let picture = picture(component, &component.position).filter(|picture| picture.parts() <= PARTS)?;
        Some(Self { rules, component, look: rules.look(), text: rules.show(position), picture })
    }

    /// Returns the position with a text, if its picture is as expected.
    fn tried(&self, text: &str, is_expected: impl FnOnce(&Picture) -> bool) -> Option<AnyPosition> {
        let position = self.rules.read(text).ok()?;
        let after = ComponentPosition::Small(position.clone());
        picture(self.component, &after).is_some_and(|after| is_expected(&after)).then_some(position)
    }

    /// Returns the sign on a part.
    fn sign(&self, part: usize) -> Option<char> {
        match &self.picture {
            Picture::Cells(rows) => rows.iter().flatten().nth(part).copied(),
            Picture::Graph(graph) => mark(graph, part),
            _ => None,
        }
    }

    /// Returns the signs that may be put, with their meanings.
    fn signs(&self) -> Vec<(char, Piece)> {
        let mut signs: Vec<char> = match &self.picture {
            Picture::Cells(rows) => rows.iter().flatten().copied().chain(SIGNS.chars()).collect(),
            Picture::Graph(_) => ".#LR".chars().collect(),
            _ => vec![],
        };
        if let Some(ListedBy::Squares { characters, .. }) = self.rules.listed_by() {
            signs.extend(characters.chars());
        }
        signs.sort_unstable();
        signs.dedup();
        let look = if self.component.is_negative { self.look.exchanged() } else { self.look };
        let is_there =
            |sign: &char| matches!(&self.picture, Picture::Cells(rows) if rows.iter().flatten().any(|there| there == sign));
        let is_free = |sign: &char| look.piece(*sign) == Piece::Free;
        // a ruleset may read several signs for a free square, but shows only one
        let has_free = signs.iter().any(|sign| is_free(sign) && is_there(sign));
        signs.retain(|sign| !has_free || !is_free(sign) || is_there(sign));
        signs.into_iter().map(|sign| (sign, look.piece(sign))).collect()
    }

    fn put(&self, part: usize, sign: char) -> Option<AnyPosition> {
        match &self.picture {
            Picture::Cells(rows) => {
                let mut rows = rows.clone();
                *rows.iter_mut().flatten().nth(part)? = sign;
                let alone = |at: &usize| *at != part && self.sign(*at) == Some(sign);
                let others: Vec<usize> = (0..self.picture.parts()).filter(alone).collect();
                self.cells(&rows).or_else(|| self.moved(part, sign)).or_else(|| match others[..] {
                    // the only piece of its kind moves
                    [from] => {
                        *rows.iter_mut().flatten().nth(from)? = '.';
                        self.cells(&rows)
                    }
                    _ => None,
                })
            }
            Picture::Graph(graph) => self.marked(&name(graph, part)?, sign),
            _ => None,
        }
    }

    /// Returns the position with these rows.
    fn cells(&self, rows: &[Vec<char>]) -> Option<AnyPosition> {
        let lines = |rows: &[Vec<char>]| rows.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>();
        let is_free = |sign: &char| self.look.piece(*sign) == Piece::Free;
        // the last free squares of a strip may be left out of the picture
        let trimmed = |rows: &[Vec<char>]| {
            let kept = |row: &Vec<char>| row.iter().rposition(|sign| !is_free(sign)).map_or(0, |last| last + 1);
            rows.iter().map(|row| row[..kept(row)].to_vec()).collect::<Vec<_>>()
        };
        let is_expected = |picture: &Picture| matches!(picture, Picture::Cells(after) if after == rows);
        let taken = || rows.iter().flatten().enumerate().filter(|(_, sign)| !is_free(sign));
        let listed = taken().map(|(at, _)| (at + usize::from(self.look.base)).to_string()).collect::<Vec<_>>().join(".");
        self.tried(&lines(rows).join("/"), is_expected).or_else(|| {
            let is_strip = rows.len() == 1;
            let is_expected = |picture: &Picture| matches!(picture, Picture::Cells(after) if trimmed(after) == trimmed(rows));
            if is_strip { self.tried(&listed, is_expected) } else { None }
        })
    }

    /// Returns the position whose only piece stands on a square.
    fn moved(&self, part: usize, sign: char) -> Option<AnyPosition> {
        let Picture::Cells(rows) = &self.picture else { return None };
        let columns = rows.first().map_or(1, Vec::len).max(1);
        let [row, column] = [part / columns, part % columns].map(|at| at + usize::from(self.look.base));
        let text = if self.look.is_column_first { format!("{column}.{row}") } else { format!("{row}.{column}") };
        self.tried(&text, |picture| {
            matches!(picture, Picture::Cells(after) if after.len() == rows.len() && after.iter().flatten().nth(part) == Some(&sign))
        })
    }

    /// Returns the number of rows and columns.
    fn size(&self) -> Option<[usize; 2]> {
        match &self.picture {
            Picture::Cells(rows) => Some([rows.len(), rows.iter().map(Vec::len).max().unwrap_or(0)]),
            Picture::Graph(_) => {
                let size = self.head().0.split(':').next_back()?;
                match size.split_once('x') {
                    Some((rows, columns)) => Some([rows.parse().ok()?, columns.parse().ok()?]),
                    None => Some([1, size.parse().ok()?]),
                }
            }
            _ => None,
        }
    }

    fn resized(&self, [rows, columns]: [usize; 2]) -> Option<AnyPosition> {
        if rows == 0 || columns == 0 || rows.saturating_mul(columns) > PARTS {
            return None;
        }
        match &self.picture {
            Picture::Cells(before) => {
                let fill = self.signs().into_iter().find(|(_, piece)| *piece == Piece::Free).map(|(sign, _)| sign);
                let filled = [fill, before.last().and_then(|row| row.last()).copied()].into_iter().flatten();
                let of = |fill: char| {
                    let sign =
                        |row: usize, column: usize| before.get(row).and_then(|row| row.get(column)).copied().unwrap_or(fill);
                    (0..rows).map(|row| (0..columns).map(|column| sign(row, column)).collect()).collect::<Vec<Vec<char>>>()
                };
                let is_sized = |picture: &Picture| matches!(picture, Picture::Cells(after) if after.len() == rows && after.iter().all(|row| row.len() == columns));
                let whole = ["x", "."].map(|between| format!("{rows}{between}{columns}"));
                let mut filled = filled.map(of).filter_map(|rows| self.cells(&rows));
                filled.next().or_else(|| whole.iter().find_map(|text| self.tried(text, is_sized)))
            }
            Picture::Graph(_) => {
                let (head, _) = self.head();
                let (shape, _) = head.rsplit_once(':').map_or(("", head), |(shape, size)| (shape, size));
                let size = if head.contains('x') { format!("{rows}x{columns}") } else { columns.to_string() };
                let text = if shape.is_empty() { size } else { format!("{shape}:{size}") };
                (rows == 1 || head.contains('x')).then(|| self.tried(&text, |_| true))?
            }
            _ => None,
        }
    }

    fn heap(&self, heap: usize, by: i64) -> Option<AnyPosition> {
        let Picture::Heaps(heaps) = &self.picture else { return None };
        let mut heaps = heaps.clone();
        let size = i64::try_from(*heaps.get(heap)?).ok()?.saturating_add(by);
        heaps[heap] = u64::try_from(size).ok().filter(|_| size <= TOKENS)?;
        let sorted = |mut heaps: Vec<u64>| {
            heaps.retain(|heap| *heap > 0);
            heaps.sort_unstable();
            heaps
        };
        let is_expected =
            |picture: &Picture| matches!(picture, Picture::Heaps(after) if sorted(after.clone()) == sorted(heaps.clone()));
        let texts: Vec<String> = heaps.iter().map(ToString::to_string).collect();
        // some rulesets write what they remember after the heap
        let rest = self.text.trim_start_matches(|sign: char| sign.is_ascii_digit());
        let with_memory = if heaps.len() == 1 { format!("{}{rest}", texts[0]) } else { String::new() };
        [with_memory, texts.join("."), format!("{{{}}}", texts.join(","))].iter().find_map(|text| self.tried(text, is_expected))
    }

    /// Returns whether parts are named in the text, as in `grid:2x2:blue=1`.
    fn has_names(&self) -> bool {
        matches!(self.picture, Picture::Graph(_))
    }

    /// Returns the text of the graph itself, and the lists of names after it.
    fn head(&self) -> (&str, Vec<(&str, Vec<&str>)>) {
        let at = [":blue=", ":red=", ":gone="].iter().filter_map(|list| self.text.find(list)).min().unwrap_or(self.text.len());
        let lists = self.text[at..].split(':').filter_map(|list| list.split_once('='));
        (&self.text[..at], lists.map(|(list, names)| (list, names.split('.').collect())).collect())
    }

    /// Returns the position in which a vertex or an edge with a name has another colour, or is gone.
    fn marked(&self, name: &str, sign: char) -> Option<AnyPosition> {
        let Picture::Graph(before) = &self.picture else { return None };
        let (head, lists) = self.head();
        let of = |list: &str| lists.iter().find(|(known, _)| *known == list).map_or(vec![], |(_, names)| names.clone());
        let wanted = match sign {
            'L' => "blue",
            'R' => "red",
            '#' => "gone",
            '.' => "",
            _ => return None,
        };
        let mut text = head.to_owned();
        for list in ["blue", "red", "gone"] {
            let mut names = of(list);
            // several edges may have the same name, and what is gone has no colour
            let is_left = list != wanted && (list != "gone" || wanted.is_empty());
            if is_left && let Some(at) = names.iter().position(|known| *known == name) {
                names.remove(at);
            }
            if list == wanted {
                names.push(name);
            }
            if !names.is_empty() {
                text += &format!(":{list}={}", names.join("."));
            }
        }
        let count = |graph: &GraphPicture, sign| {
            (0..graph.vertices.len() + graph.edges.len())
                .filter(|&part| {
                    self::name(graph, part).as_deref() == Some(name) && (sign == '#' || mark(graph, part) == Some(sign))
                })
                .count()
        };
        self.tried(&text, |after| match after {
            Picture::Graph(after) if sign == '#' => count(after, sign) + 1 == count(before, sign),
            Picture::Graph(after) => count(after, sign) > 0,
            _ => false,
        })
    }

    fn is_stalk(&self) -> bool {
        let is_grounded = matches!(&self.picture, Picture::Graph(graph) if graph.vertices.iter().any(|vertex| vertex.is_ground));
        is_grounded && self.text.chars().all(|sign| "LRE".contains(sign))
    }

    fn grown(&self, sign: char) -> Option<AnyPosition> {
        self.is_stalk().then(|| self.tried(&format!("{}{sign}", self.text), |_| true))?
    }

    /// Cuts this number of edges off the top of a stalk.
    fn cut(&self, edges: u64) -> Option<AnyPosition> {
        let left = self.is_stalk().then_some(self.text.len())?.checked_sub(usize::try_from(edges).ok()?)?;
        self.tried(&self.text[..left], |_| true)
    }

    fn shaped(&self, shape: &str) -> Option<AnyPosition> {
        // boxes are no graph of another shape
        let is_of_boxes = self.head().0.starts_with(|sign: char| sign.is_ascii_digit()) && self.head().0.contains('x');
        if !self.has_names() || is_of_boxes || !SHAPES.contains(&shape) {
            return None;
        }
        let [rows, columns] = self.size().unwrap_or([1, 5]);
        let text = match shape {
            "grid" if rows > 1 => format!("grid:{rows}x{columns}"),
            "grid" => "grid:3x3".to_owned(),
            "petersen" => "petersen".to_owned(),
            _ => format!("{shape}:{}", (rows * columns).clamp(3, 12)),
        };
        self.tried(&text, |_| true)
    }

    /// Returns why an edit is refused, if that can be said better than that there is no such position.
    fn because(&self, edit: &Edit) -> Option<String> {
        match (edit.by, edit.resize) {
            (Some(by), _) if by > 0 => Some(format!("Heaps that are set up here have at most {TOKENS} tokens.")),
            (Some(_), _) => Some("There is nothing left to take away.".to_owned()),
            (_, Some(_)) => Some("It has no such size.".to_owned()),
            _ if edit.put.is_none() && edit.shape.is_none() => Some("exactly one change".to_owned()),
            _ => None,
        }
    }
}

/// Returns the colour of a vertex or of an edge as a sign.
fn mark(graph: &GraphPicture, part: usize) -> Option<char> {
    match graph.vertices.get(part) {
        Some(vertex) => Some(vertex.mark.unwrap_or('.')),
        None => {
            let edge = graph.edges.get(part - graph.vertices.len())?;
            Some(edge.player.map_or('.', |player| if player == sprague::Player::Left { 'L' } else { 'R' }))
        }
    }
}

/// Returns the name of a vertex or of an edge, with the smaller end of an edge first.
fn name(graph: &GraphPicture, part: usize) -> Option<String> {
    if let Some(vertex) = graph.vertices.get(part) {
        return Some(vertex.name.clone());
    }
    let edge = graph.edges.get(part - graph.vertices.len())?;
    let mut ends = [edge.from, edge.to].map(|end| graph.vertices.get(end as usize).map_or("", |vertex| &*vertex.name));
    ends.sort_unstable_by_key(|end| end.parse::<u64>().unwrap_or(u64::MAX));
    Some(ends.join("-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(edit: Edit) -> Result<String, String> {
        edit.edited(&Session::new(), &Limits::default()).map_err(|error| error.to_string())
    }

    fn ok(position: &str, edit: Edit) -> String {
        edited(Edit { position: position.into(), ..edit }).unwrap()
    }

    #[test]
    fn pieces_are_put_on_squares_and_boards_resized() {
        let put = |at, sign| Edit { at: Some(at), put: Some(sign), ..Edit::default() };
        let resize = |rows, columns| Edit { resize: Some([rows, columns]), ..Edit::default() };
        assert_eq!(ok("clobber@xo/ox", put(3, '.')), "clobber@xo/o.");
        assert_eq!(ok("toads-frogs@T.F", put(1, 'T')), "toads-frogs@TTF");
        assert_eq!(ok("knights:4@2.3", put(1, 'N')), "knights:4@1.0");
        assert_eq!(ok("fox-and-geese@.x.x/..../..../o...", put(10, 'o')), "fox-and-geese@.x.x/..../..o./....");
        assert_eq!(ok("coins:turtles@1.4", put(2, 'H')), "coins:turtles@1.3.4");
        assert_eq!(ok("domineering@2x2", resize(2, 3)), "domineering@.../...");
        assert_eq!(ok("domineering@.#/..", resize(1, 2)), "domineering@.#");
        assert_eq!(ok("chomp@2x2", resize(3, 2)), "chomp@2.2.2");
        assert_eq!(ok("cutcake@2x3", resize(2, 4)), "cutcake@2x4");
        assert_eq!(ok("nimstring@1x1", resize(1, 2)), "nimstring@1x2");
    }

    #[test]
    fn heaps_stalks_and_graphs_are_set_up() {
        let heap = |heap, by| Edit { heap: Some(heap), by: Some(by), ..Edit::default() };
        let put = |at, sign| Edit { at: Some(at), put: Some(sign), ..Edit::default() };
        assert_eq!(ok("nim@3,4", Edit { component: 1, ..heap(0, 2) }), "nim@3,6");
        assert_eq!(ok("euclid@7.3", heap(1, -1)), "euclid@7.2");
        assert_eq!(ok("mem@9/2", heap(0, 1)), "mem@10/2");
        assert_eq!(ok("pass:nim@{1,2}", heap(1, 3)), "pass:nim@{1,5}");
        assert_eq!(ok("hackenbush@LR", Edit { put: Some('E'), ..Edit::default() }), "hackenbush@LRE");
        assert_eq!(ok("hackenbush@LR", Edit { by: Some(-1), ..Edit::default() }), "hackenbush@L");
        let most = format!("hackenbush@{}", "L".repeat(64));
        assert_eq!(ok(&most, Edit { by: Some(-1), ..Edit::default() }), most[..most.len() - 1]);
        assert_eq!(ok("hackenbush@LRERL", Edit { by: Some(-3), ..Edit::default() }), "hackenbush@LR");
        assert_eq!(ok("node-kayles@path:4", Edit { shape: Some("cycle".into()), ..Edit::default() }), "node-kayles@cycle:4");
        assert_eq!(ok("node-kayles@path:4", put(1, '#')), "node-kayles@path:4:gone=2");
        assert_eq!(ok("fjords@grid:2x2:blue=1", put(0, 'R')), "fjords@grid:2x2:red=1");
        assert_eq!(ok("nimstring@1x1", put(2, '#')), "nimstring@1x1:gone=0-1");
        let back = Edit { named: Some("0-1".into()), put: Some('.'), ..Edit::default() };
        assert_eq!(ok("nimstring@1x1:gone=0-1.0-1", back), "nimstring@1x1:gone=0-1");
        assert_eq!(ok("nim@3", Edit { add: Some("kayles@5".into()), ..Edit::default() }), "nim@3+kayles@5");
        assert_eq!(ok("nim@3,4+kayles@5", Edit { component: 1, remove: true, ..Edit::default() }), "nim@3+kayles@5");
    }

    #[test]
    fn what_a_ruleset_does_not_have_is_refused_in_a_sentence() {
        let refused = |position: &str, edit: Edit| edited(Edit { position: position.into(), ..edit }).unwrap_err();
        let snort = refused("snort@.L.", Edit { at: Some(0), put: Some('x'), ..Edit::default() });
        assert!(snort.ends_with("Snort has no such position."), "{snort}");
        for (position, edit) in [
            ("nim@3", Edit { heap: Some(0), by: Some(-4), ..Edit::default() }),
            ("nim@3", Edit { remove: true, ..Edit::default() }),
            ("domineering@2x2", Edit { resize: Some([0, 2]), ..Edit::default() }),
            ("nim@3", Edit::default()),
            ("hackenbush@LR", Edit { by: Some(-3), ..Edit::default() }),
            ("hackenbush@LR", Edit { by: Some(i64::MIN), ..Edit::default() }),
            ("nim@3", Edit { component: 1, by: Some(1), heap: Some(0), ..Edit::default() }),
        ] {
            assert!(!refused(position, edit).is_empty());
        }
    }

    #[test]
    fn every_game_has_edits_that_are_possible_or_a_reason_why_not() {
        // they have no picture, and are set up by moves
        let without = ["catch-up", "kalah", "sheep", "game", "acrostic", "product"];
        let session = Session::new();
        for entry in session.registry().entries().filter(|entry| !entry.is_brought()) {
            let Some(position) = entry.sizes.first() else { continue };
            let sum = session.position(position).unwrap();
            let edits = edits(&sum.components()[0]);
            assert_eq!(edits.is_none(), without.contains(&entry.name()), "{position}: {edits:?}");
            let edits = edits.unwrap_or_default();
            if let Some([rows, columns]) = edits.resize {
                let resize = |size| edited(Edit { resize: Some(size), ..Edit::of(*position) }).is_ok();
                assert!(resize([rows, columns + 1]) || resize([rows + 1, columns]), "{position}");
            }
            for sign in edits.put.keys() {
                let put = |at| edited(Edit { at: Some(at), put: Some(*sign), ..Edit::of(*position) }).is_ok();
                assert!((0..60).any(put), "{position}: {sign}");
            }
        }
    }
}
