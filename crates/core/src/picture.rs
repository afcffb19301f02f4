//! Positions as data to draw, and the changes that a move makes in them.

mod changes;
mod characters;
mod figure;
mod graph;
mod lines;
mod look;
mod marks;

pub use changes::{Changes, HeapChange};
pub use figure::Figure;
pub use graph::{EdgePicture, GraphPicture, VertexPicture};
pub use lines::Lines;
pub use look::{Look, Piece};

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A position as data to draw, as text, as SVG or in a web page.
///
/// ```
/// use sprague_core::any::Picture;
/// let board = Picture::Cells(vec![vec!['.', '#'], vec!['#', '.']]);
/// assert_eq!(serde_json::to_string(&board)?, r##"{"kind":"cells","rows":[".#","#."]}"##);
/// let heaps = Picture::Heaps(vec![3, 1]);
/// assert_eq!(serde_json::to_string(&heaps)?, r#"{"kind":"heaps","heaps":[3,1]}"#);
/// assert_eq!(serde_json::to_string(&Picture::Heaps(vec![(1 << 53) + 1]))?, r#"{"kind":"heaps","heaps":["9007199254740993"]}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Picture {
    /// A board or a strip: rows from top to bottom, with one character for each square.
    ///
    /// Rows may differ in length. An empty row separates pieces that are not connected.
    Cells(Vec<Vec<char>>),
    /// Heaps of tokens, in the order of the text.
    ///
    /// Every ruleset on heaps has this picture, unless it returns another one.
    Heaps(Vec<u64>),
    /// Vertices and edges.
    Graph(GraphPicture),
}

impl Picture {
    /// The largest number of parts of a picture: squares, heaps, or vertices and edges together.
    ///
    /// Nobody can take in more parts, and no web page draws them fast.
    ///
    /// ```
    /// assert_eq!(sprague_core::any::Picture::MAX_PARTS, 64 * 64);
    /// ```
    pub const MAX_PARTS: usize = 4096;

    /// Returns the number of parts: squares, heaps, or vertices and edges together. [`marks`](Self::marks) numbers them from 0.
    ///
    /// ```
    /// use sprague_core::any::Picture;
    /// assert_eq!(Picture::Cells(vec![vec!['o'; 3], vec!['o'; 2]]).parts(), 5);
    /// ```
    pub fn parts(&self) -> usize {
        match self {
            Self::Cells(rows) => rows.iter().map(Vec::len).sum(),
            Self::Heaps(heaps) => heaps.len(),
            Self::Graph(graph) => graph.vertices.len() + graph.edges.len(),
        }
    }

    /// Returns the picture, or `None` if it has more than [`MAX_PARTS`](Self::MAX_PARTS) parts or rows.
    ///
    /// ```
    /// use sprague_core::any::Picture;
    /// assert!(Picture::Cells(vec![vec!['.'; 64]; 64]).bounded().is_some());
    /// assert_eq!(Picture::Cells(vec![vec!['.'; 64]; 65]).bounded(), None);
    /// ```
    pub fn bounded(self) -> Option<Self> {
        let rows = if let Self::Cells(rows) = &self { rows.len() } else { 0 };
        (self.parts().max(rows) <= Self::MAX_PARTS).then_some(self)
    }

    /// Returns one picture of several boards, one above the other, or of all heaps, or `None` if the pictures differ in kind.
    ///
    /// ```
    /// use sprague_core::any::Picture;
    /// let heaps = [vec![3], vec![1, 2]].map(Picture::Heaps);
    /// assert_eq!(Picture::joined(heaps.clone()), Some(Picture::Heaps(vec![3, 1, 2])));
    /// assert_eq!(Picture::joined([heaps[0].clone(), Picture::Cells(vec![])]), None);
    /// ```
    pub fn joined(pictures: impl IntoIterator<Item = Self>) -> Option<Self> {
        let joined = pictures.into_iter().map(Some).reduce(|joined, next| match (joined?, next?) {
            (Self::Heaps(one), Self::Heaps(other)) => Some(Self::Heaps([one, other].concat())),
            (Self::Cells(one), Self::Cells(other)) => Some(Self::Cells([one, vec![vec![]], other].concat())),
            _ => None,
        });
        joined.flatten()?.bounded()
    }

    /// Exchanges Left and Right in the picture of a graph; other pictures stay as they are.
    ///
    /// The characters of a board do not change, because their meaning depends on the rules.
    ///
    /// ```
    /// use sprague_core::Player;
    /// use sprague_core::any::{GraphPicture, Picture};
    ///
    /// let of = |player| Picture::Graph(GraphPicture::of_edges(vec![], [("0", "a", Some(player))], false));
    /// assert_eq!(of(Player::Left).exchanged(), of(Player::Right));
    /// ```
    #[must_use]
    pub fn exchanged(mut self) -> Self {
        if let Self::Graph(graph) = &mut self {
            graph.exchange();
        }
        self
    }
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Cells(rows) => {
                let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
                let mut fields = serializer.serialize_struct("Picture", 2)?;
                fields.serialize_field("kind", "cells")?;
                fields.serialize_field("rows", &rows)?;
                fields.end()
            }
            Self::Heaps(heaps) => {
                let mut fields = serializer.serialize_struct("Picture", 2)?;
                fields.serialize_field("kind", "heaps")?;
                fields.serialize_field("heaps", &heaps.iter().copied().map(Size).collect::<Vec<_>>())?;
                fields.end()
            }
            Self::Graph(GraphPicture { vertices, edges, is_directed }) => {
                let mut fields = serializer.serialize_struct("Picture", 4)?;
                fields.serialize_field("kind", "graph")?;
                fields.serialize_field("vertices", vertices)?;
                fields.serialize_field("edges", edges)?;
                fields.serialize_field("directed", is_directed)?;
                fields.end()
            }
        }
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Picture {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Picture".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let vertices = generator.subschema_for::<Vec<VertexPicture>>();
        let edges = generator.subschema_for::<Vec<EdgePicture>>();
        let of = |kind: &str, fields: serde_json::Value| {
            let required: Vec<&String> = fields.as_object().into_iter().flatten().map(|(name, _)| name).collect();
            let mut schema = serde_json::json!({ "type": "object", "properties": fields, "required": required });
            schema["properties"]["kind"] = serde_json::json!({ "const": kind });
            schema
        };
        let kinds = [
            of("cells", serde_json::json!({ "rows": { "type": "array", "items": { "type": "string" } } })),
            of("heaps", serde_json::json!({ "heaps": { "type": "array", "items": { "type": ["integer", "string"] } } })),
            of("graph", serde_json::json!({ "vertices": vertices, "edges": edges, "directed": { "type": "boolean" } })),
        ];
        schemars::json_schema!({ "description": "A picture of the position: rows of cells, heaps, or a graph.", "anyOf": kinds })
    }
}

/// The size of a heap as JSON: a number, or a text above 2⁵³, because many readers of JSON read larger numbers inexactly.
struct Size(u64);

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0 <= 1 << 53 { serializer.serialize_u64(self.0) } else { serializer.collect_str(&self.0) }
    }
}
