//! Node Kayles and Arc Kayles: take a vertex or an edge, with its neighbours.
//!
//! Schaefer, *On the complexity of some two-person perfect-information games*, 1978. Arc Kayles on a graph is Node Kayles on
//! its line graph.

use crate::board::{Board, Set, Taken, items_of};
use crate::line::{Line, Lines, MOST_FREE};
use crate::remains::{Form, Remains, Small};
use crate::text::{self, MOST};
use core::fmt;
use smallvec::SmallVec;
use sprague_core::any::{self, ListedBy, Picture};
use sprague_core::notation::{BadLine, Reader};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, ClosedForm, Impartial, Limits, MOST_COUNTED, MoveList, Notation, Outcome, Ruleset};
use std::sync::Arc;

const GONE: &str = ":gone=";

/// The text before a small graph without its original.
const FREE: &str = "form:";

const CYCLE: &str = "o";

/// The number of items up to which graphs are searched although mirror images may decide them.
const SEARCHED: usize = 49;

/// Node Kayles: take a vertex of a graph and its neighbours.
///
/// A player who cannot move loses. By default a position contains its graph in one line; [`NodeKayles::parse`] makes rules for
/// a graph from a file.
///
/// ```
/// use sprague_core::{Impartial, Notation, Ruleset};
/// use sprague_rules_graphs::NodeKayles;
///
/// let rules = NodeKayles::default();
/// let path = rules.read("path:5")?;
/// let moves: Vec<String> = rules.moves(&path).map(|mv| format!("{mv} to {}", rules.show(&rules.play(&path, &mv)))).collect();
/// assert_eq!(moves[1], "take 2 to path:5:gone=1.2.3");
/// let parts: Vec<_> = rules.summands(&rules.read("1-2.3")?).map(|part| rules.show(&part)).collect();
/// assert_eq!(parts, ["1-2.3:gone=3", "1-2.3:gone=1.2"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Default)]
pub struct NodeKayles(Option<Arc<Board>>);

/// Arc Kayles: take an edge of a graph, with all edges that share an end with it.
///
/// A player who cannot move loses. By default a position contains its graph in one line; [`ArcKayles::parse`] makes rules for a
/// graph from a file.
///
/// ```
/// use sprague_core::{Notation, Ruleset};
/// use sprague_rules_graphs::ArcKayles;
///
/// let rules = ArcKayles::default();
/// let path = rules.read("path:5")?;
/// let moves: Vec<String> = rules.moves(&path).map(|mv| format!("{mv} to {}", rules.show(&rules.play(&path, &mv)))).collect();
/// assert_eq!(moves[0], "take 1-2 to path:5:gone=1-2.2-3");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Default)]
pub struct ArcKayles(Option<Arc<Board>>);

/// A move: the vertex or the edge that is taken.
///
/// ```
/// # use sprague_core::{Notation, Ruleset};
/// # use sprague_rules_graphs::NodeKayles;
/// let rules = NodeKayles::default();
/// let last = rules.moves(&rules.read("path:3")?).last().unwrap();
/// assert_eq!((last.item(), last.to_string().as_str()), (2, "take 3"));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TakeItem {
    item: u16,
    name: String,
}

impl TakeItem {
    pub(crate) fn new(item: usize, name: String) -> Self {
        Self { item: item as u16, name }
    }

    /// Returns the index of the vertex or edge, from 0.
    ///
    /// Vertices are ordered by their names, or by their lines in a file. Edges are ordered by their ends.
    pub fn item(&self) -> u16 {
        self.item
    }
}

impl fmt::Display for TakeItem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take {}", self.name)
    }
}

/// The rules of both games. `own` is the board from a file.
struct Rules<'a> {
    own: Option<&'a Arc<Board>>,
    taken: Taken,
}

impl<'a> Rules<'a> {
    /// Returns the board of a position. A position without a board belongs to the ruleset's own board.
    fn board<'b>(&self, named: &'b Option<Arc<Board>>) -> &'b Arc<Board>
    where
        'a: 'b,
    {
        named.as_ref().or(self.own).expect("a position without a graph is one of a graph from a file")
    }

    fn items(&self, position: &Remains) -> impl Iterator<Item = usize> + use<> {
        let items: SmallVec<[usize; 32]> = match &position.0 {
            Form::Of(named, left) => self.board(named).there(left).collect(),
            Form::Free(graph) => (0..graph.vertices()).collect(),
            Form::Lines(lines) => (0..lines.vertices()).collect(),
        };
        items.into_iter()
    }

    /// Decides a whole graph by mirror images; see [`Board::mirrored`]. Small graphs are searched, which finds all moves.
    fn mirrored(&self, position: &Remains) -> Option<Option<usize>> {
        match &position.0 {
            Form::Of(named, left) => Some(self.board(named)).filter(|board| board.items() > SEARCHED)?.mirrored(left),
            Form::Free(_) | Form::Lines(_) => None,
        }
    }

    fn name(&self, position: &Remains, item: usize) -> String {
        match &position.0 {
            Form::Of(named, _) => self.board(named).name(item),
            Form::Free(_) | Form::Lines(_) => (item + 1).to_string(),
        }
    }

    fn without(&self, position: &Remains, item: usize) -> Remains {
        Remains(match &position.0 {
            Form::Of(named, left) => Form::Of(named.clone(), self.board(named).without(left, item)),
            Form::Free(graph) => {
                let rows = graph.rows();
                Form::Free(Small::part(&rows, graph.without(&rows, item)))
            }
            Form::Lines(lines) => Form::Lines(lines.without(item)),
        })
    }

    fn summands(&self, position: &Remains) -> Vec<Remains> {
        let mut parts = vec![];
        match &position.0 {
            Form::Of(named, left) => self.board(named).parts(left, |part| {
                parts.push(Remains(Form::Of(named.clone(), SmallVec::from_slice(part))));
            }),
            Form::Free(graph) => {
                let all = (1 << graph.vertices()) - 1;
                parts.extend(Small::parts(&graph.rows(), all).map(|part| Remains(Form::Free(part))));
            }
            Form::Lines(lines) => parts.extend(lines.iter().map(|line| Remains(Form::Lines(line.into())))),
        }
        parts
    }

    fn normal_form(&self, position: Remains) -> Remains {
        match position.0 {
            Form::Of(named, left) => form(self.board(&named), &named, left),
            Form::Free(graph) => Remains(Form::Free(graph.canonical())),
            Form::Lines(lines) => lines_form(lines),
        }
    }

    fn each_option(&self, position: &Remains, each: &mut dyn FnMut(&mut Vec<Remains>) -> bool) {
        let mut parts = vec![];
        match &position.0 {
            Form::Of(named, left) => {
                let board = self.board(named);
                for item in board.there(left) {
                    parts.clear();
                    board.parts(&board.without(left, item), |part| parts.push(form(board, named, SmallVec::from_slice(part))));
                    if !each(&mut parts) {
                        break;
                    }
                }
            }
            Form::Free(graph) => {
                let rows = graph.rows();
                for vertex in 0..graph.vertices() {
                    parts.clear();
                    let left = Small::parts(&rows, graph.without(&rows, vertex));
                    parts.extend(left.map(|part| Remains(Form::Free(part.canonical()))));
                    if !each(&mut parts) {
                        break;
                    }
                }
            }
            Form::Lines(lines) => {
                for vertex in 0..lines.vertices() {
                    parts.clear();
                    parts.extend(lines.without(vertex).iter().map(|line| lines_form(line.into())));
                    if !each(&mut parts) {
                        break;
                    }
                }
            }
        }
    }

    fn read(&self, text: &str) -> Result<Remains, BadNotation> {
        if let Some(lengths) = text.strip_prefix(FREE).filter(|lengths| lengths.starts_with(|first: char| first.is_ascii_digit()))
        {
            return read_lines(lengths).map_err(|error| error.shifted(FREE.len()));
        }
        if let Some(quoted) = text.strip_prefix(FREE) {
            let inner = quoted.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
            let inner = inner.ok_or_else(|| BadNotation::new(FREE.len(), "a graph in graph6, in double quotes"))?;
            let (vertices, edges) = text::read_graph6(inner).map_err(|error| error.shifted(FREE.len() + 1))?;
            if vertices > MOST_FREE {
                return Err(BadNotation::new(FREE.len() + 1, format!("a graph of at most {MOST_FREE} vertices")));
            }
            let mut rows: SmallVec<[u64; 32]> = SmallVec::from_elem(0, vertices);
            edges.iter().for_each(|&[one, other]| {
                rows[one] |= 1 << other;
                rows[other] |= 1 << one;
            });
            return Ok(Remains(Form::Free(Small::of(&rows))));
        }
        if let Some(own) = self.own {
            return self.read_letters(own, text);
        }
        let (graph, gone) = match text.find(GONE) {
            Some(at) => (&text[..at], Some((&text[at + GONE.len()..], at + GONE.len()))),
            None => (text, None),
        };
        let board = Board::typed(self.taken, graph)?;
        let mut left = board.all();
        if let Some((gone, start)) = gone {
            let what = if self.taken == Taken::Vertices { "a vertex" } else { "an edge" };
            let index = board.index();
            let mut at = start;
            for one in gone.split('.') {
                match index.get(one) {
                    Some(item) if left[item / 64] >> (item % 64) & 1 == 1 => left[item / 64] &= !(1 << (item % 64)),
                    Some(_) => return Err(BadNotation::new(at, format!("{what} that is not gone already"))),
                    None => return Err(BadNotation::new(at, format!("{what} of {graph}"))),
                }
                at += one.len() + 1;
            }
        }
        Ok(Remains(Form::Of(Some(board), left)))
    }

    fn read_letters(&self, own: &Arc<Board>, text: &str) -> Result<Remains, BadNotation> {
        let (mut left, mut letters): (Set, _) = (SmallVec::from_elem(0, own.items().div_ceil(64)), text.char_indices());
        for item in 0..own.items() {
            match letters.next() {
                Some((_, '.')) => left[item / 64] |= 1 << (item % 64),
                Some((_, '#')) => (),
                letter => {
                    let what = if self.taken == Taken::Vertices { "vertices" } else { "edges" };
                    let at = letter.map_or(text.len(), |(at, _)| at);
                    return Err(BadNotation::new(at, format!("`.` or `#`, one for each of {} {what}", own.items())));
                }
            }
        }
        match letters.next() {
            Some((at, _)) => Err(BadNotation::new(at, format!("nothing more after {} letters", own.items()))),
            None => Ok(Remains(Form::Of(None, left))),
        }
    }

    fn show(&self, position: &Remains) -> String {
        match &position.0 {
            Form::Lines(lines) => {
                let shown = lines.iter().map(|line| format!("{}{}", line.vertices, if line.is_cycle { CYCLE } else { "" }));
                let shown: Vec<String> = shown.collect();
                format!("{FREE}{}", if shown.is_empty() { "0".to_owned() } else { shown.join(".") })
            }
            Form::Free(graph) => format!("{FREE}\"{}\"", text::write_graph6(&graph.rows()[..graph.vertices()])),
            Form::Of(None, left) => {
                // words from a damaged file may be too short
                let is_left = |item: usize| left.get(item / 64).is_some_and(|word| word >> (item % 64) & 1 == 1);
                let letter = |item: usize| if is_left(item) { '.' } else { '#' };
                // without a graph from a file these words are not a position, so the text is empty
                (0..self.own.map_or(0, |own| own.items())).map(letter).collect()
            }
            Form::Of(Some(board), left) => {
                let graph = board.text.as_deref().unwrap_or_default();
                let all = board.all();
                let gone: Set = all.iter().zip(left).map(|(all, left)| all & !left).collect();
                let gone: Vec<String> = items_of(&gone).map(|item| board.name(item)).collect();
                if gone.is_empty() { graph.to_owned() } else { format!("{graph}{GONE}{}", gone.join(".")) }
            }
        }
    }

    fn picture(&self, position: &Remains) -> Option<Picture> {
        match &position.0 {
            Form::Of(named, left) => self.board(named).picture(left),
            Form::Free(_) | Form::Lines(_) => None,
        }
    }
}

/// Returns the normal form of some items of a board.
fn form(board: &Board, named: &Option<Arc<Board>>, left: Set) -> Remains {
    let count: u32 = left.iter().map(|word| word.count_ones()).sum();
    if count as usize <= MOST_FREE {
        return Remains(Form::Free(Small::of(&board.rows(&left)).canonical()));
    }
    match board.lines(&left) {
        Some(lines) => Remains(Form::Lines(lines)),
        None => Remains(Form::Of(named.clone(), board.least(left))),
    }
}

fn lines_form(lines: Lines) -> Remains {
    if lines.vertices() <= MOST_FREE {
        return Remains(Form::Free(Small::of(&lines.rows()).canonical()));
    }
    Remains(Form::Lines(lines))
}

/// Parses paths and cycles from their lengths, such as `12.3o`.
fn read_lines(text: &str) -> Result<Remains, BadNotation> {
    if text == "0" {
        return Ok(Remains(Form::Lines(Lines::default())));
    }
    let mut lines = vec![];
    Reader::new(text).whole(|reader| {
        loop {
            let at = reader.at();
            let vertices = reader.within(1..=MOST as u64, "vertices of a path or, followed by an `o`, of a cycle,")? as u16;
            let is_cycle = reader.skip('o');
            if is_cycle && vertices < 3 {
                return Err(BadNotation::new(at, "at least 3 vertices of a cycle"));
            }
            lines.push(Line { vertices, is_cycle });
            if lines.iter().map(|line| usize::from(line.vertices)).sum::<usize>() > MOST {
                return Err(BadNotation::new(at, format!("at most {MOST} vertices in all")));
            }
            if !reader.skip('.') {
                return Ok(());
            }
        }
    })?;
    Ok(Remains(Form::Lines(lines.into_iter().collect())))
}

/// Implements the traits for one of the games.
macro_rules! game {
    ($game:ident, $taken:expr) => {
        impl $game {
            fn rules(&self) -> Rules<'_> {
                Rules { own: self.0.as_ref(), taken: $taken }
            }

            /// Parses a graph from a file and returns the game on it.
            ///
            /// A line `u v` is an edge and a line `u` is a vertex; `#` starts a comment. A position is then one character for
            /// each item, `.` if it is left and `#` if it is gone.
            ///
            /// Vertices are in order of first appearance, edges in the order of their ends. There may be at most 4,096
            /// vertices, and in Arc Kayles at most 4,096 edges.
            ///
            /// ```
            /// use sprague_core::{Limits, Notation, Ruleset};
            #[doc = concat!("use sprague_rules_graphs::", stringify!($game), ";\n")]
            #[doc = concat!("let rules = ", stringify!($game), "::parse(\"a b\\nb c\\nc a\", &Limits::default())?;")]
            /// assert_eq!(rules.options(&rules.read("...").unwrap()).map(|to| rules.show(&to)).collect::<Vec<_>>(), ["###"; 3]);
            /// # Ok::<(), sprague_core::notation::BadLine>(())
            /// ```
            ///
            /// # Errors
            /// [`BadLine`] if a line has another form, if there are too many vertices or edges, or if a limit is reached; lines
            /// count as positions.
            pub fn parse(text: &str, limits: &Limits) -> Result<Self, BadLine> {
                let graph = text::file(text, limits)?;
                let board = Board::of($taken, graph).map_err(|error| BadLine::new(text.lines().count(), error))?;
                Ok(Self(Some(Arc::new(board))))
            }
        }

        impl Ruleset for $game {
            type Position = Remains;
            type Move = TakeItem;
            fn moves(&self, position: &Remains) -> impl Iterator<Item = TakeItem> {
                let rules = self.rules();
                self.rules().items(position).map(move |item| TakeItem::new(item, rules.name(position, item)))
            }
            fn play(&self, position: &Remains, mv: &TakeItem) -> Remains {
                self.rules().without(position, usize::from(mv.item))
            }
            fn options(&self, position: &Remains) -> impl Iterator<Item = Remains> {
                let rules = self.rules();
                self.rules().items(position).map(move |item| rules.without(position, item))
            }
            fn mobility(&self, position: &Remains) -> u32 {
                self.rules().items(position).take(MOST_COUNTED as usize).count() as u32
            }
            fn has_normal_forms(&self) -> bool {
                true
            }
            fn normal_form(&self, position: Remains) -> Remains {
                self.rules().normal_form(position)
            }
            fn allocated_bytes(&self, position: &Remains) -> usize {
                match &position.0 {
                    Form::Of(_, left) if left.spilled() => 8 * left.capacity(),
                    Form::Lines(lines) => lines.allocated_bytes(),
                    _ => 0,
                }
            }
        }

        impl Impartial for $game {
            fn summands(&self, position: &Remains) -> impl Iterator<Item = Remains> {
                self.rules().summands(position).into_iter()
            }
            fn is_loopfree(&self, _: &Remains) -> bool {
                true
            }
            fn each_option(&self, position: &Remains, each: &mut dyn FnMut(&mut Vec<Remains>) -> bool) {
                self.rules().each_option(position, each);
            }
            fn closed_form(&self) -> Option<&dyn ClosedForm<Remains, TakeItem>> {
                Some(self)
            }
        }

        impl ClosedForm<Remains, TakeItem> for $game {
            fn nimber(&self, position: &Remains) -> Option<u128> {
                (self.outcome(position)? == Outcome::Loss).then_some(0)
            }
            fn outcome(&self, position: &Remains) -> Option<Outcome> {
                let first = self.rules().mirrored(position)?;
                Some(if first.is_some() { Outcome::Win } else { Outcome::Loss })
            }
            fn moves_to(&self, position: &Remains, nimber: u128) -> Option<MoveList<TakeItem>> {
                let first = self.rules().mirrored(position).filter(|_| nimber == 0)?;
                let moves: Vec<TakeItem> =
                    first.iter().map(|item| TakeItem::new(*item, self.rules().name(position, *item))).collect();
                let total = moves.is_empty().then_some(0);
                Some(MoveList { moves, total })
            }
            fn source(&self) -> &'static str {
                "every move is answered by its mirror image"
            }
        }

        impl Notation<Remains> for $game {
            fn read(&self, text: &str) -> Result<Remains, BadNotation> {
                self.rules().read(text)
            }
            fn show(&self, position: &Remains) -> String {
                self.rules().show(position)
            }
            fn picture(&self, position: &Remains) -> Option<Picture> {
                self.rules().picture(position)
            }
            /// Only positions that contain their graph can be listed.
            fn listed_by(&self) -> Option<ListedBy> {
                self.0.is_none().then_some(ListedBy::Graph6)
            }
        }

        impl fmt::Debug for $game {
            /// Shows only the size of the graph.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($game), "({:?})"), self.0.as_ref().map(|board| board.items()))
            }
        }
    };
}
game!(NodeKayles, Taken::Vertices);
game!(ArcKayles, Taken::Edges);

const OF_NODES: &[Fact] = &[
    Fact::of("On paths it is Dawson's Kayles, 0.137, whose nimbers have period 34.", "Winning Ways, ch. 4")
        .shown_by("solve node-kayles@path:34+octal:0.137@34", "lost for the player to move"),
    Fact::of(
        "On n × n squares with queens' moves its nimbers are 1, 1, 2, 1, 3, 1, 2, 3, 1, 0, …",
        "Noon & Van Brummelen 2006; OEIS A344227",
    )
    .shown_by("solve node-kayles@queens:10", "lost for the player to move"),
    Fact::of("A grid with two even sides is lost, and one with two odd sides is won by the middle.", "by symmetry")
        .shown_by("solve node-kayles@grid:8x8 --outcome-only", "lost for the player to move"),
];

const OF_EDGES: &[Fact] = &[Fact::of("On paths it is Dawson's Kayles, 0.07, one heap of vertices each.", "Winning Ways, ch. 4")
    .shown_by("solve arc-kayles@path:30+octal:0.07@30", "lost for the player to move")];

pub(crate) fn entries() -> [Entry; 2] {
    let nodes = Entry::new("node-kayles[:FILE]", |parameters| {
        let own = parameters.optional(|path| {
            let rules = parameters.graph(path, "lines `u v` or `u`", NodeKayles::parse)?;
            of_file(path, rules.0.as_ref(), "vertex").map(|()| rules)
        })?;
        Ok(any::impartial(own.unwrap_or_default()) as Arc<dyn AnyRuleset>)
    });
    let edges = Entry::new("arc-kayles[:FILE]", |parameters| {
        let own = parameters.optional(|path| {
            let rules = parameters.graph(path, "lines `u v` or `u`", ArcKayles::parse)?;
            of_file(path, rules.0.as_ref(), "edge").map(|()| rules)
        })?;
        Ok(any::impartial(own.unwrap_or_default()) as Arc<dyn AnyRuleset>)
    });
    [
        nodes
            .play("take a vertex with its neighbours")
            .example("node-kayles@grid:3x4")
            .title("Node Kayles")
            .aim("Take a point; its neighbours go with it.")
            .brief("Take a point of the graph, and all its neighbours go with it. Whoever finds no point left loses.")
            .sizes(&["node-kayles@path:5", "node-kayles@petersen", "node-kayles@grid:3x4", "node-kayles@grid:4x5"])
            .rules("A move takes a vertex that is left, and all its neighbours go with it. Whoever cannot move loses.")
            .known(OF_NODES)
            .source("Schaefer 1978"),
        edges
            .play("take an edge with all edges at its ends")
            .example("arc-kayles@petersen")
            .title("Arc Kayles")
            .aim("Take a line; those at its ends go with it.")
            .brief("Take a line of the graph, and all lines at its ends go with it. Whoever finds no line left loses.")
            .sizes(&["arc-kayles@path:6", "arc-kayles@grid:2x4", "arc-kayles@petersen", "arc-kayles@grid:3x4"])
            .rules(
                "A move takes an edge that is left, and all edges that share an end with it go, too. Whoever cannot move loses.",
            )
            .known(OF_EDGES)
            .source("Schaefer 1978"),
    ]
    .map(|entry| {
        let entry = entry.component("graph in one line, such as 1-2.2-3, grid:3x4, queens:5, \"Dhc\", with :gone=… after it");
        entry.options(
            "FILE: a graph of lines `u v` an edge, `u` a vertex; a component is then `.` or `#` for each that is left or gone.",
        )
    })
}

/// Returns an error if the graph has no items to take.
fn of_file(path: &str, board: Option<&Arc<Board>>, what: &str) -> Result<(), BadNotation> {
    match board {
        Some(board) if board.items() == 0 => {
            Err(BadNotation::new(0, format!("a graph file with at least one {what} ({path} has none)")))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_testkit::judge::NaiveNimbers;

    #[test]
    fn mirror_images_decide_what_brute_force_finds() {
        fn judged<R: Impartial<Position = Remains>>(rules: &R, own: &Rules<'_>, graphs: &[&str]) -> usize {
            let mut naive = NaiveNimbers::new(rules);
            let mut decided = 0;
            for graph in graphs {
                let position = own.read(graph).unwrap();
                let Form::Of(Some(board), left) = &position.0 else { panic!("{graph} is a board") };
                let Some(first) = board.mirrored(left) else { continue };
                decided += 1;
                assert_eq!(naive.nimber(&position) > 0, first.is_some(), "{graph}");
                assert!(first.is_none_or(|item| naive.nimber(&own.without(&position, item)) == 0), "{graph}: {first:?}");
            }
            decided
        }
        let graphs = ["grid:2x2", "grid:2x3", "grid:2x4", "grid:2x5", "grid:3x3", "grid:1x5", "cycle:4", "cycle:6", "queens:3"];
        let (nodes, edges) = (NodeKayles::default(), ArcKayles::default());
        assert_eq!(judged(&nodes, &nodes.rules(), &graphs), 9);
        assert_eq!(judged(&edges, &edges.rules(), &graphs[..8]), 6);
        let outcome = |graph: &str| nodes.outcome(&nodes.read(graph).unwrap());
        assert_eq!(
            ["grid:8x8", "grid:9x7", "grid:8x7", "grid:4x4"].map(outcome),
            [Some(Outcome::Loss), Some(Outcome::Win), None, None]
        );
        let outcome = |graph: &str| edges.outcome(&edges.read(graph).unwrap());
        assert_eq!(["grid:10x10", "grid:8x7", "grid:9x7"].map(outcome), [Some(Outcome::Loss), Some(Outcome::Win), None]);
        let middle = nodes.moves_to(&nodes.read("grid:9x7").unwrap(), 0).unwrap();
        assert_eq!((middle.moves[0].to_string().as_str(), middle.total), ("take 32", None));
        assert_eq!(nodes.outcome(&nodes.read("grid:8x8:gone=1").unwrap()), None);
    }
}
