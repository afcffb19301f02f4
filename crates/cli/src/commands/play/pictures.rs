//! Draws positions: boards side by side if they fit, and heaps as rows of tokens.

use sprague::any::{AnyPosition, GraphPicture, Look, Picture, VertexPicture};
use sprague::solve::ComponentPosition;
use sprague::{AnyRuleset, Player};
use sprague_questions::ParsedSum;
use std::collections::{HashMap, HashSet};

/// The number of columns for all pictures if the width of the terminal is unknown.
const WIDTH: usize = 80;
const MAX_ROWS: usize = 24;

/// The maximum number of heaps that are drawn.
const MAX_HEAPS: usize = 12;
/// The maximum number of tokens of a heap that is drawn. Nobody counts more.
const MAX_TOKENS: usize = 20;

/// The blanks to the left of a picture.
const GAP: &str = "    ";

/// Returns the pictures of a position as lines.
///
/// Pictures that are too large are left out. For a graph, each vertex is listed with its neighbours, because drawn edges would
/// cross. Pairs of numbers and holes of counters are drawn as rows of tokens, and the options of a value are listed.
pub(super) fn pictures(sum: &ParsedSum, columns: Option<usize>) -> Vec<String> {
    let columns = columns.unwrap_or(WIDTH);
    let several = sum.components().len() > 1;
    let (mut boards, mut heaps) = (vec![], vec![]);
    for (index, component) in sum.components().iter().enumerate() {
        let number = several.then_some(index + 1);
        let rules = component.rules.rules();
        let ComponentPosition::Small(position) = &component.position else {
            // larger than any heap that is drawn
            heaps.push((number, vec![u64::MAX]));
            continue;
        };
        match rules.picture(position) {
            Some(Picture::Cells(rows)) => boards.extend(board(number, &rows, &rules.look(), columns)),
            Some(Picture::Heaps(sizes)) => heaps.push((number, sizes)),
            Some(Picture::Graph(graph)) => {
                let drawn = boxes(number, component.rules.name(), &rules.show(position), &graph, columns);
                boards.extend(drawn.or_else(|| neighbours(number, &graph, columns)));
            }
            Some(_) => {}
            None => match component.rules.name().split(':').next() {
                Some("acrostic" | "product" | "kalah" | "catch-up") => {
                    heaps.extend(numbers(&rules.show(position)).map(|sizes| (number, sizes)))
                }
                Some("sheep") => boards.extend(pasture(number, &rules.show(position), columns)),
                Some("game") => boards.extend(options(number, &**rules, position, columns)),
                _ => {}
            },
        }
    }
    boards.extend(rows_of_tokens(&heaps, columns));
    laid_out(boards, columns)
}

/// Lines of equal width.
struct Block {
    lines: Vec<String>,
    width: usize,
}

impl Block {
    /// Builds a block of these lines, indented by [`GAP`].
    fn of(lines: impl IntoIterator<Item = String>) -> Self {
        let lines: Vec<String> = lines.into_iter().map(|line| format!("{GAP}{line}")).collect();
        let width = lines.iter().map(|line| wide(line)).max().unwrap_or(0);
        let filled = |line: String| {
            let blanks = " ".repeat(width - wide(&line));
            line + blanks.as_str()
        };
        Self { lines: lines.into_iter().map(filled).collect(), width }
    }
}

/// Returns the number of columns of a line. All characters of squares have the width of a letter.
fn wide(line: &str) -> usize {
    line.chars().count()
}

/// Joins characters with blanks, so that squares have about the same width and height.
fn spaced(row: &[char]) -> String {
    row.iter().map(char::to_string).collect::<Vec<_>>().join(" ")
}

/// Draws one board, with its number above it if there are several components. Points are connected by lines if there is room.
fn board(number: Option<usize>, rows: &[Vec<char>], look: &Look, columns: usize) -> Option<Block> {
    let title = number.map(|number| format!("{number}:"));
    let width = rows.iter().map(Vec::len).max()?;
    let fits = rows.len() <= MAX_ROWS && GAP.len() + (2 * width).saturating_sub(1) <= columns;
    fits.then(|| Block::of(title.into_iter().chain(look.text(rows, columns - GAP.len()))))
}

/// Draws a pasture of hexagons. Each row begins half a hexagon further to the right, so that neighbours lie next to each other.
fn pasture(number: Option<usize>, text: &str, columns: usize) -> Option<Block> {
    const WIDE: usize = 4;
    let mut lines: Vec<String> = number.map(|number| format!("{number}:")).into_iter().collect();
    for (row, herds) in text.split('/').enumerate() {
        let (mut line, mut count) = (String::new(), 0);
        for character in herds.chars() {
            if !character.is_ascii_digit() {
                line.extend(std::iter::repeat_n(' ', (row * WIDE / 2 + count * WIDE).saturating_sub(line.len())));
                count += 1;
            }
            line.push(if character == '#' { ' ' } else { character });
        }
        lines.push(line);
    }
    let fits = lines.len() <= MAX_ROWS && lines.iter().all(|line| GAP.len() + wide(line) <= columns);
    fits.then(|| Block::of(lines))
}

/// Lists the vertices of a graph with their neighbours. `1-2` is an edge of both players, and `1=3` an edge of one player.
fn neighbours(number: Option<usize>, graph: &GraphPicture, columns: usize) -> Option<Block> {
    let name = |vertex: &VertexPicture| match (vertex.is_ground, vertex.mark) {
        (true, _) => "ground".to_owned(),
        (false, Some(mark)) => format!("{}({mark})", vertex.name),
        (false, None) => vertex.name.clone(),
    };
    let mut lines: Vec<String> = number.map(|number| format!("{number}:")).into_iter().collect();
    for (at, vertex) in graph.vertices.iter().enumerate() {
        let mut near: Vec<String> = graph
            .edges
            .iter()
            .filter_map(|edge| {
                let other = if edge.from as usize == at {
                    edge.to
                } else if edge.to as usize == at && !graph.is_directed {
                    edge.from
                } else {
                    return None;
                };
                let player = match edge.player {
                    Some(Player::Left) => "L:",
                    Some(Player::Right) => "R:",
                    None => "",
                };
                Some(format!("{player}{}", name(&graph.vertices[other as usize])))
            })
            .collect();
        near.sort();
        lines.push(format!("{} - {}", name(vertex), if near.is_empty() { "alone".to_owned() } else { near.join(" ") }));
    }
    let fits = lines.len() <= MAX_ROWS && lines.iter().all(|line| GAP.len() + wide(line) <= columns);
    (fits && !graph.vertices.is_empty()).then(|| Block::of(lines))
}

/// Draws boxes of Nimstring or Dots and Boxes. `text` begins with the numbers of rows and columns. Each open box has the number
/// by which moves name it.
///
/// Several lines between the same two boxes are equal for the rules, so the first of them are drawn first.
fn boxes(number: Option<usize>, family: &str, text: &str, graph: &GraphPicture, columns: usize) -> Option<Block> {
    let shape = text.split(':').next().filter(|_| ["nimstring", "dots-and-boxes"].contains(&family))?;
    let (high, wide) = shape.split_once('x')?;
    let (high, wide): (usize, usize) = (high.parse().ok()?, wide.parse().ok()?);
    let cell = 2.max((high * wide).to_string().len());
    if 2 * high + 1 > MAX_ROWS || GAP.len() + wide * (cell + 1) + 1 > columns {
        return None;
    }
    let pair = |a: usize, b: usize| (a.min(b), a.max(b));
    let mut left = HashMap::<_, usize>::new();
    for edge in &graph.edges {
        let name = |vertex: u32| graph.vertices[vertex as usize].name.parse().unwrap_or(0);
        *left.entry(pair(name(edge.from), name(edge.to))).or_default() += 1;
    }
    // the number of a box, where boxes are counted from 1 in row and column; 0 is outside
    let at = |row: usize, column: usize| {
        if (1..=high).contains(&row) && (1..=wide).contains(&column) { (row - 1) * wide + column } else { 0 }
    };
    let flat: Vec<Vec<_>> =
        (0..=high).map(|row| (1..=wide).map(|column| pair(at(row, column), at(row + 1, column))).collect()).collect();
    let upright: Vec<Vec<_>> =
        (1..=high).map(|row| (0..=wide).map(|column| pair(at(row, column), at(row, column + 1))).collect()).collect();
    let mut undrawn = HashMap::<_, usize>::new();
    for line in flat.iter().chain(&upright).flatten() {
        *undrawn.entry(*line).or_default() += 1;
    }
    let open: HashSet<usize> = left.keys().flat_map(|(a, b)| [*a, *b]).collect();
    let mut is_drawn = |line: &(usize, usize)| {
        let undrawn = undrawn.entry(*line).or_default();
        let is_drawn = *undrawn > left.get(line).copied().unwrap_or(0);
        *undrawn -= usize::from(is_drawn);
        is_drawn
    };
    let mut lines: Vec<String> = number.map(|number| format!("{number}:")).into_iter().collect();
    for (row, flat) in flat.iter().enumerate() {
        let edge = flat.iter().map(|line| if is_drawn(line) { "-" } else { " " }.repeat(cell) + "+");
        lines.push(format!("+{}", edge.collect::<String>()));
        let Some(upright) = upright.get(row) else { break };
        let inside = upright.iter().enumerate().map(|(column, line)| {
            let name = Some(at(row + 1, column + 1)).filter(|name| *name > 0 && open.contains(name));
            let name = name.map_or_else(String::new, |name| name.to_string());
            let side = if is_drawn(line) { "|" } else { " " };
            if column < wide { format!("{side}{name:^cell$}") } else { side.to_owned() }
        });
        lines.push(inside.collect());
    }
    Some(Block::of(lines))
}

/// Returns the numbers of a position that is written as numbers alone, such as `4.6/3.2`.
fn numbers(text: &str) -> Option<Vec<u64>> {
    text.split(['.', '/', ',']).map(|number| number.parse().ok()).collect()
}

/// Lists the options of both players, if there are few.
fn options(number: Option<usize>, rules: &dyn AnyRuleset, position: &AnyPosition, columns: usize) -> Option<Block> {
    let mut lines: Vec<String> = number.map(|number| format!("{number}:")).into_iter().collect();
    for player in Player::BOTH {
        let mut options = vec![];
        rules.options(position, player, 0, &mut options);
        let shown: Vec<String> = options.iter().map(|option| rules.show(option)).collect();
        lines.push(format!("{player}: {}", if shown.is_empty() { "-".to_owned() } else { shown.join("  ") }));
    }
    lines.iter().all(|line| GAP.len() + wide(line) <= columns).then(|| Block::of(lines))
}

/// Draws a row for each heap, after the number of its component if there are several.
///
/// Returns `None` if there is no heap, if there are too many, or if a heap does not fit.
fn rows_of_tokens(components: &[(Option<usize>, Vec<u64>)], columns: usize) -> Option<Block> {
    let count: usize = components.iter().map(|(_, heaps)| heaps.len()).sum();
    if !(1..=MAX_HEAPS).contains(&count) {
        return None;
    }
    let digits = components.iter().filter_map(|(number, _)| *number).max().map_or(0, |number| number.to_string().len());
    let mut lines = vec![];
    for (number, heaps) in components {
        for (index, &heap) in heaps.iter().enumerate() {
            let tokens = usize::try_from(heap).ok().filter(|&tokens| tokens <= MAX_TOKENS)?;
            let row = if tokens == 0 { "-".to_owned() } else { spaced(&vec!['o'; tokens]) };
            let line = match number {
                None => row,
                Some(number) if index == 0 => format!("{number:>digits$}: {row}"),
                Some(_) => format!("{:digits$}  {row}", ""),
            };
            if GAP.len() + wide(&line) > columns {
                return None;
            }
            lines.push(line);
        }
    }
    Some(Block::of(lines))
}

/// Arranges blocks side by side, and below each other if there is no room.
fn laid_out(blocks: Vec<Block>, columns: usize) -> Vec<String> {
    let mut all: Vec<String> = vec![];
    let mut beside: Vec<String> = vec![];
    let mut left = 0;
    for Block { lines, width } in blocks {
        if left + width > columns {
            all.append(&mut beside);
            left = 0;
        }
        beside.resize_with(beside.len().max(lines.len()), || " ".repeat(left));
        let below = std::iter::repeat_with(|| " ".repeat(width));
        beside.iter_mut().zip(lines.into_iter().chain(below)).for_each(|(line, more)| line.push_str(&more));
        left += width;
    }
    all.append(&mut beside);
    all.iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_questions::Session;

    fn drawn(position: &str, columns: usize) -> String {
        pictures(&Session::new().position(position).unwrap(), Some(columns)).join("\n")
    }

    #[test]
    fn boards_are_drawn_side_by_side_with_the_numbers_of_their_components() {
        assert_eq!(drawn("knights:3@2.1", 60), "    . . .\n    . . N\n    . . .");
        let both = "    1:       3:     2: o o o\n    . # .    x o\n    # . .    o";
        assert_eq!(drawn("cram@.#./#..+nim@3+chomp@2.1", 60), both);
    }

    #[test]
    fn points_are_joined_by_lines() {
        let board = "        x - . - .\n      / | \\ | / | \\\n    x - . - . - . - o\n      \\ | / | \\ | /\n        x - . - .";
        assert_eq!(drawn("hare-and-hounds@3x5", 60), board);
        assert_eq!(drawn("hare-and-hounds@3x5", 15), "    # x . . #\n    x . . . o\n    # x . . #");
    }

    #[test]
    fn boards_that_do_not_fit_beside_others_come_below_them() {
        assert_eq!(drawn("cram@2x3,1x4", 19), "    1:\n    . . .\n    . . .\n    2:\n    . . . .");
        assert!(drawn("knights@3.4,5.5", 60).lines().all(|line| line.len() <= 60));
        assert_eq!(drawn("knights@3.4,5.5", 60).lines().count(), 9);
        assert_eq!(drawn("knights@3.4,5.5", 30).lines().count(), 18);
    }

    #[test]
    fn what_is_too_large_or_no_board_is_not_drawn() {
        assert_eq!(drawn("knights:1000@3.4+nim@3+cram@40x2", 60), "    2: o o o");
        assert_eq!(drawn("chomp@1x9", 12), "");
    }

    #[test]
    fn several_heaps_are_rows_of_tokens() {
        assert_eq!(drawn("nim@3,0,5", 60), "    1: o o o\n    2: -\n    3: o o o o o");
        assert_eq!(drawn("wythoff@2.4", 60), "    o o\n    o o o o");
        assert_eq!(drawn("kayles@2.4+nim@3", 60), "    1: o o\n       o o o o\n    2: o o o");
        assert_eq!(drawn("cram@1x3+nim@2+subtraction:1,3@1", 60), "    1:       2: o o\n    . . .    3: o");
        let ten = drawn("nim@1,1,1,1,1,1,1,1,1,2", 60);
        assert!(ten.starts_with("     1: o\n") && ten.ends_with("\n    10: o o"), "{ten}");
    }

    #[test]
    fn heaps_that_are_many_or_large_are_not_drawn() {
        assert_eq!(drawn("nim@5", 60), "    o o o o o");
        for sum in ["nim@21,2", "nim@1000000,2", "nim@10^30,2", "nim@1,1,1,1,1,1,1,1,1,1,1,1,1"] {
            assert_eq!(drawn(sum, 60), "", "{sum}");
        }
        assert_eq!(drawn("nim@20,2", 46).lines().count(), 2);
        assert_eq!(drawn("nim@20,2", 45), "");
    }

    #[test]
    fn nothing_is_wider_than_the_terminal() {
        let sums = ["knights@3.4,5.5+nim@20,3", "cram@5x7,4x4,3x9,2x2+wythoff@7.9", "amazons@x../.../..o+kayles@20,20,20,20,20"];
        for (sum, columns) in sums.into_iter().flat_map(|sum| [60, 80, 120].map(|columns| (sum, columns))) {
            let drawn = drawn(sum, columns);
            assert!(!drawn.is_empty() && drawn.lines().all(|line| line.chars().count() <= columns), "{columns}\n{drawn}");
        }
    }

    #[test]
    fn graphs_are_lists_of_neighbours() {
        assert_eq!(drawn("node-kayles@path:3:gone=3", 60), "    1 - 2\n    2 - 1");
        assert!(drawn("hackenbush@LR", 60).contains("ground - L:"), "{}", drawn("hackenbush@LR", 60));
    }

    #[test]
    fn boxes_are_lines_between_dots() {
        let corner = "    +  +  +\n     1  2\n    +  +--+\n     3 |  |\n    +  +--+";
        assert_eq!(drawn("dots-and-boxes@2x2:gone=2-4.0-4.0-4.3-4", 60), corner);
        assert_eq!(drawn("nimstring@1x2", 60), "    +  +  +\n     1  2\n    +  +  +");
        assert_eq!(drawn("nimstring@12x2", 60), "", "too high");
    }

    #[test]
    fn what_has_no_picture_is_numbers_or_its_options() {
        assert_eq!(drawn("acrostic:nim/kayles@2.3/1.1", 60), "    o\n    o\n    o o\n    o o o");
        assert_eq!(drawn("sheep@x2.o12/.#x/o..", 60), "    x2  .   o12\n      .       x\n        o   .   .");
        assert_eq!(drawn("game@{1,0|-1}", 60), "    left: 1\n    right: -1");
    }

    #[test]
    fn characters_of_several_bytes_are_one_square_wide() {
        let block = board(None, &[vec!['●', '.'], vec!['é']], &Look::default(), 20).unwrap();
        assert_eq!((block.lines.join("\n").as_str(), block.width), ("    ● .\n    é  ", 7));
    }
}
