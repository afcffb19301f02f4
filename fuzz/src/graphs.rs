//! Small directed graphs that have names instead of files. Play on them may be endless.

use sprague::registry::{Files, Unreadable};

/// The files of the session: the text of each graph by its name.
pub struct Graphs;

/// The names and edges of a maze, a tree, and a cycle with an exit.
const GRAPHS: [(&str, &str); 3] = [
    ("maze", "start hall\nstart cellar\nhall stairs\nstairs hall\nhall garden\ncellar cellar\nstairs well\n"),
    ("tree", "a b\na c\nb d\nb e\nc e\ne f\n"),
    ("ring", "a b\nb c\nc a\nb d\nd e\n"),
];

impl Files for Graphs {
    fn read(&self, path: &str, _: u64) -> Result<Vec<u8>, Unreadable> {
        let known = GRAPHS.iter().find(|(name, _)| *name == path);
        known.map(|(_, edges)| edges.as_bytes().to_vec()).ok_or_else(|| Unreadable::Refused("there is no such graph".into()))
    }
}
