//! Converts the pictures of scripts: rows of text, heaps, or a map of edges.

use super::value::text;
use crate::guest::failure::{Failure, one_line};
use crate::guest::picture::{Sketch, board, bounded, failure, square};
use rhai::{Array, Dynamic, ImmutableString, Map};
use sprague_core::any::Picture;
use sprague_core::{Player, nearest};

/// The keys that a map may have.
const KEYS: [&str; 4] = ["edges", "vertices", "ground", "directed"];

/// Converts a value to a picture, or `()` to `None`.
pub(super) fn picture(value: &Dynamic) -> Result<Option<Picture>, Failure> {
    if value.is_unit() {
        return Ok(None);
    }
    if let Some(rows) = value.read_lock::<ImmutableString>() {
        return board(rows.split('\n').map(str::chars)).map(Some);
    }
    if let Some(map) = value.read_lock::<Map>() {
        return graph(&map).map(Some);
    }
    let Some(list) = value.read_lock::<Array>() else {
        let how = format!("strings, heaps or a map of edges were expected, or `()` for none, not {}", value.type_name());
        return Err(failure(how));
    };
    if list.iter().all(Dynamic::is_int) {
        let heap = |item: &Dynamic| item.as_int().ok().and_then(|heap| u64::try_from(heap).ok());
        let heap =
            |item| heap(item).ok_or_else(|| failure(format!("`{}` is not a heap, which is a number from 0 on", text(item))));
        return bounded(Picture::Heaps(list.iter().map(heap).collect::<Result<_, _>>()?)).map(Some);
    }
    let rows = list.iter().take(Picture::MAX_PARTS + 1).map(row);
    board(rows.collect::<Result<Vec<String>, _>>()?.iter().map(|row| row.chars())).map(Some)
}

/// Converts a row of a board, which is a string or a list of characters.
fn row(item: &Dynamic) -> Result<String, Failure> {
    if let Some(row) = item.read_lock::<ImmutableString>() {
        return Ok(row.to_string());
    }
    let characters = item.read_lock::<Array>().and_then(|row| row.iter().map(one).collect());
    characters.ok_or_else(|| failure(format!("`{}` is not a row of a board, which is a string", one_line(&text(item)))))
}

/// Returns the character of a value that is a single character.
fn one(value: &Dynamic) -> Option<char> {
    if let Ok(c) = value.as_char() {
        return Some(c);
    }
    let text = value.read_lock::<ImmutableString>()?;
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

fn graph(map: &Map) -> Result<Picture, Failure> {
    if let Some(key) = map.keys().find(|key| !KEYS.contains(&key.as_str())) {
        let hint = nearest(key, KEYS).map_or_else(String::new, |meant| format!(" (is it meant to be `{meant}`?)"));
        return Err(failure(format!("a graph has `{}`, not `{}`{hint}", KEYS.join("`, `"), one_line(key))));
    }
    let is_directed = match map.get("directed") {
        None => false,
        Some(value) => value.as_bool().map_err(|kind| failure(format!("`directed` is true or false, not {kind}")))?,
    };
    let mut sketch = Sketch::new(is_directed);
    if let Some(ground) = map.get("ground") {
        sketch.vertex(&name(ground)?)?.is_ground = true;
    }
    for vertex in list(map, "vertices")? {
        match vertex.read_lock::<Array>().as_deref().map(|vertex| &vertex[..]) {
            None => drop(sketch.vertex(&name(&vertex)?)?),
            Some([vertex, mark]) => {
                let mark =
                    one(mark).ok_or_else(|| failure(format!("a mark is one character, not `{}`", one_line(&text(mark)))))?;
                sketch.vertex(&name(vertex)?)?.mark = Some(square(mark)?);
            }
            Some(_) => {
                return Err(failure(format!("`{}` is not a vertex, which is a name or [name, mark]", one_line(&text(&vertex)))));
            }
        }
    }
    for edge in list(map, "edges")? {
        match edge.read_lock::<Array>().as_deref().map(|edge| &edge[..]) {
            Some([from, to]) => sketch.edge(&name(from)?, &name(to)?, None)?,
            Some([from, to, whose]) => sketch.edge(&name(from)?, &name(to)?, player(whose)?)?,
            _ => {
                let how = "is not an edge, which is [from, to], or [from, to, \"left\"] for an edge of Left";
                return Err(failure(format!("`{}` {how}", one_line(&text(&edge)))));
            }
        }
    }
    Ok(sketch.finished())
}

/// Returns the list of a map under this key, or an empty list if there is none.
fn list(map: &Map, key: &str) -> Result<Array, Failure> {
    let Some(value) = map.get(key) else { return Ok(vec![]) };
    let list = value.read_lock::<Array>().map(|list| list.clone());
    list.ok_or_else(|| failure(format!("`{key}` is a list, not {}", value.type_name())))
}

/// Returns the name of a vertex: a string, a character or a number.
fn name(value: &Dynamic) -> Result<String, Failure> {
    if value.is_string() || value.is_int() || value.is_char() {
        return Ok(value.to_string());
    }
    Err(failure(format!("a vertex is called by a string or a number, not {}", value.type_name())))
}

fn player(value: &Dynamic) -> Result<Option<Player>, Failure> {
    match text(value).as_str() {
        "left" | "L" => Ok(Some(Player::Left)),
        "right" | "R" => Ok(Some(Player::Right)),
        "" | "E" => Ok(None),
        other => Err(failure(format!("an edge is \"left\", \"right\" or `()`, either's, not `{}`", one_line(other)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rhai::Engine;
    use sprague_core::any::{GraphPicture, VertexPicture};

    fn drawn(script: &str) -> Result<Option<Picture>, Failure> {
        picture(&Engine::new().eval(script).unwrap())
    }

    #[test]
    fn lists_and_maps_are_pictures() {
        let cells = Picture::Cells(vec![vec!['x', '.'], vec!['é']]);
        for script in ["[`x.`, `é`]", "\"x.\\né\"", "[['x', '.'], ['é']]", "[[`x`, '.'], `é`]"] {
            assert_eq!(drawn(script), Ok(Some(cells.clone())), "{script}");
        }
        assert_eq!(drawn("[3, 0]"), Ok(Some(Picture::Heaps(vec![3, 0]))));
        assert_eq!(drawn("[]"), Ok(Some(Picture::Heaps(vec![]))));
        assert_eq!(drawn("()"), Ok(None));
        let vertices = vec![VertexPicture::ground("0"), VertexPicture::new("b").marked('T'), VertexPicture::new("c")];
        let edges = [("0", "a", Some(Player::Left)), ("a", "b", None), ("b", "a", Some(Player::Right)), ("a", "c", None)];
        let script = "#{ directed: true, ground: 0, vertices: [['b', 'T'], `c`],
                         edges: [[0, `a`, `left`], [`a`, `b`], [`b`, `a`, `right`], [`a`, `c`, ()]] }";
        assert_eq!(drawn(script), Ok(Some(Picture::Graph(GraphPicture::of_edges(vertices, edges, true)))));
        assert_eq!(drawn("#{}"), Ok(Some(Picture::Graph(GraphPicture::default()))));
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for (script, how) in [
            ("7", "not i64"),
            ("true", "not bool"),
            ("[-1]", "`-1` is not a heap"),
            ("[1, `a`]", "`1` is not a row"),
            ("[`a`, 1.5]", "not a row"),
            ("[['a', `bc`]]", "not a row"),
            ("[\"a\\tb\"]", "as wide as a letter"),
            ("[\"\\x1b[31m\"]", "as wide as a letter"),
            ("`🐸`", "as wide as a letter"),
            ("#{ edge: [] }", "is it meant to be `edges`?"),
            ("#{ edges: 7 }", "`edges` is a list"),
            ("#{ edges: [7] }", "`7` is not an edge"),
            ("#{ edges: [[1]] }", "not an edge"),
            ("#{ edges: [[1, [2]]] }", "a vertex is called by"),
            ("#{ edges: [[1, 2, `both`]] }", "not `both`"),
            ("#{ vertices: [[1, `ab`]] }", "one character"),
            ("#{ vertices: [[1]] }", "not a vertex"),
            ("#{ vertices: [``] }", "the name"),
            ("#{ vertices: [\"a\\nb\"] }", "cannot be printed"),
            ("#{ directed: 1 }", "true or false"),
            ("let a = []; a.pad(4097, 1); a", "more than 4096"),
            ("let a = []; a.pad(4097, ``); a", "more than 4096"),
            ("let a = ``; a.pad(4097, '.'); a", "more than 4096"),
            ("let a = []; a.pad(4096, [1, 2]); #{ edges: a }", "more than 4096"),
        ] {
            let failure = drawn(script).expect_err(script);
            assert!(failure.reason.contains(how) && failure.export == "picture", "{script}: {failure}");
        }
    }
}
