//! The text of coloured graphs: `path:5:gone=1:blue=2.3:red=5`.

use super::{Coloured, Kind, Place};
use crate::canonical::bits;
use sprague_core::BadNotation;

/// The texts before the lists of items that are gone, blue and red.
const HEADS: [&str; 3] = [":gone=", ":blue=", ":red="];

/// Parses a graph in one line, followed by lists of gone, blue and red items.
pub(crate) fn read(kind: Kind, text: &str) -> Result<Coloured, BadNotation> {
    let end = HEADS.iter().filter_map(|head| text.find(head)).min().unwrap_or(text.len());
    let (graph, lists) = text.split_at(end);
    let place = Place::typed(kind, graph)?;
    let (mut sets, mut at) = ([0_u64; 3], end);
    for list in lists.split(':').skip(1) {
        at += 1;
        let head = HEADS.iter().position(|head| list.starts_with(&head[1..]));
        let head = head.ok_or_else(|| BadNotation::new(at, "`gone=`, `blue=` or `red=`"))?;
        at += HEADS[head].len() - 1;
        for name in list[HEADS[head].len() - 1..].split('.') {
            let item = place.item(name).ok_or_else(|| BadNotation::new(at, format!("{} of {graph}", kind.item())))?;
            if sets.iter().any(|set| set >> item & 1 == 1) {
                return Err(BadNotation::new(at, format!("{} that is not listed already", kind.item())));
            }
            sets[head] |= 1 << item;
            at += name.len() + 1;
        }
        at -= 1;
    }
    let [gone, blue, red] = sets;
    let bare = place.all() & !(gone | blue | red);
    let marks = match kind {
        Kind::Edges => [blue | bare, red | bare],
        Kind::Vertices => [blue | gone, red | gone],
        Kind::Arcs => match bits(bare).next() {
            None => [blue, red],
            Some(vertex) => {
                let expected = format!("vertex {} among those that are `:blue=`, `:red=` or `:gone=`", place.vertices[vertex]);
                return Err(BadNotation::new(text.len(), expected));
            }
        },
    };
    Ok(Coloured { place, marks })
}

/// Formats a position, with its lists in a fixed order and without empty lists.
pub(crate) fn show(coloured: &Coloured) -> String {
    let Coloured { place, marks: [left, right] } = coloured;
    let gone = if place.kind == Kind::Vertices { left & right } else { place.all() & !(left | right) };
    let sets = [gone, left & !right, right & !left];
    let lists = HEADS.iter().zip(sets).filter(|(_, set)| *set != 0).map(|(head, set)| {
        let names: Vec<String> = bits(set).map(|item| place.name(item)).collect();
        format!("{head}{}", names.join("."))
    });
    core::iter::once(place.text.to_string()).chain(lists).collect()
}
