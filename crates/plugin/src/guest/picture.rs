//! Pictures that guests draw, and bounds on their size.

use crate::guest::failure::{Failure, one_line};
use sprague_core::Player;
use sprague_core::any::{EdgePicture, GraphPicture, Picture, VertexPicture};
use sprague_core::printable::is_printable;
use std::collections::HashMap;
use unicode_width::UnicodeWidthChar;

/// The name of the function in a guest.
pub(crate) const EXPORT: &str = "picture";

/// The maximum number of characters in the name of a vertex.
const LONGEST_NAME: usize = 64;

pub(crate) fn failure(how: impl std::fmt::Display) -> Failure {
    Failure::new(EXPORT, how)
}

pub(crate) fn board<R: IntoIterator<Item = char>>(rows: impl IntoIterator<Item = R>) -> Result<Picture, Failure> {
    let rows = rows.into_iter().map(|row| row.into_iter().map(square).collect());
    // take one row more than the maximum, so that `bounded` finds the board too large
    bounded(Picture::Cells(rows.take(Picture::MAX_PARTS + 1).collect::<Result<_, _>>()?))
}

/// Returns the picture, or a failure if it is too large.
pub(crate) fn bounded(picture: Picture) -> Result<Picture, Failure> {
    picture.bounded().ok_or_else(|| failure(format!("more than {} squares, heaps, or vertices and edges", Picture::MAX_PARTS)))
}

/// Checks that a character has the width of a letter and does not affect other characters.
pub(crate) fn square(c: char) -> Result<char, Failure> {
    if is_printable(c) && c.width() == Some(1) {
        return Ok(c);
    }
    Err(failure(format!("the character \"{}\" is not as wide as a letter, as a square must be", one_line(&c.to_string()))))
}

/// A graph under construction.
#[derive(Default)]
pub(crate) struct Sketch {
    graph: GraphPicture,
    indices: HashMap<String, u32>,
}

impl Sketch {
    pub(crate) fn new(is_directed: bool) -> Self {
        Self { graph: GraphPicture { is_directed, ..GraphPicture::default() }, ..Self::default() }
    }

    /// Returns the vertex with this name, and adds it if there is none.
    pub(crate) fn vertex(&mut self, name: &str) -> Result<&mut VertexPicture, Failure> {
        let index = self.index(name)?;
        Ok(&mut self.graph.vertices[index as usize])
    }

    pub(crate) fn edge(&mut self, from: &str, to: &str, player: Option<Player>) -> Result<(), Failure> {
        let (from, to) = (self.index(from)?, self.index(to)?);
        self.graph.edges.push(EdgePicture { from, to, player });
        self.is_bounded()
    }

    pub(crate) fn finished(self) -> Picture {
        Picture::Graph(self.graph)
    }

    fn index(&mut self, name: &str) -> Result<u32, Failure> {
        if let Some(&known) = self.indices.get(name) {
            return Ok(known);
        }
        if name.is_empty() || name.chars().count() > LONGEST_NAME || !name.chars().all(is_printable) {
            let how = "is empty, is longer than 64 characters, or has a character that cannot be printed";
            return Err(failure(format!("the name \"{}\" of a vertex {how}", one_line(name))));
        }
        let index = self.graph.vertices.len() as u32;
        self.graph.vertices.push(VertexPicture::new(name));
        self.indices.insert(name.to_owned(), index);
        self.is_bounded().map(|()| index)
    }

    fn is_bounded(&self) -> Result<(), Failure> {
        if self.graph.vertices.len() + self.graph.edges.len() > Picture::MAX_PARTS {
            return Err(failure(format!("more than {} vertices and edges", Picture::MAX_PARTS)));
        }
        Ok(())
    }
}

/// Combines the pictures of the summands of a position.
///
/// Boards are stacked with an empty row between them, and heaps are put side by side. Returns `None` for pictures of
/// different kinds, and for graphs, whose vertices could have equal names.
pub(crate) fn together(pictures: Vec<Picture>) -> Option<Picture> {
    let mut pictures = pictures.into_iter();
    let first = pictures.next()?;
    pictures.try_fold(first, |all, next| match (all, next) {
        (Picture::Cells(mut all), Picture::Cells(next)) => {
            all.push(vec![]);
            all.extend(next);
            Some(Picture::Cells(all))
        }
        (Picture::Heaps(mut all), Picture::Heaps(next)) => {
            all.extend(next);
            Some(Picture::Heaps(all))
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_is_a_character_as_wide_as_a_letter() {
        for c in ['x', ' ', '.', 'é', '●', '♞', '┼'] {
            assert_eq!(square(c), Ok(c));
        }
        for c in [
            '\0', '\n', '\t', '\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}', '\u{200b}', '\u{301}', '🐸', '漢', '\u{feff}', '\u{fe0f}',
        ] {
            let failure = square(c).unwrap_err();
            assert!(failure.reason.chars().all(is_printable), "{failure}");
        }
    }

    #[test]
    fn pictures_of_summands_are_laid_side_by_side_where_they_are_of_one_kind() {
        let board = |text: &str| Picture::Cells(text.split('/').map(|row| row.chars().collect()).collect());
        assert_eq!(together(vec![board("ab/c"), board("d")]), Some(board("ab/c//d")));
        let heaps = |heaps: &[u64]| Picture::Heaps(heaps.to_vec());
        assert_eq!(together(vec![heaps(&[3, 1]), heaps(&[2])]), Some(heaps(&[3, 1, 2])));
        assert_eq!(together(vec![heaps(&[3]), board("a")]), None);
        assert_eq!(together(vec![]), None);
        let graph = Sketch::new(false).finished();
        assert_eq!(together(vec![graph.clone()]), Some(graph.clone()));
        assert_eq!(together(vec![graph.clone(), graph]), None);
    }
}
