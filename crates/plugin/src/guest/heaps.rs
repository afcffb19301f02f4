//! Positions that are heaps, for every kind of guest.

use crate::guest::failure::Failure;
use crate::guest::single::{content, position, together};
use crate::guest::{Guest, HeapOptions};
use sprague_core::any::AnyPosition;
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, Player};

/// Builds the position of these heaps without the empty ones.
pub(crate) fn heaps(sizes: &[u64]) -> AnyPosition {
    match sizes {
        [] | [0] => AnyPosition::default(),
        [size] => position(&[*size]),
        _ => {
            let each: Vec<AnyPosition> = sizes.iter().filter(|size| **size > 0).map(|size| position(&[*size])).collect();
            together(each.iter().map(AnyPosition::words).collect())
        }
    }
}

/// Returns the size of a heap, given as a summand.
pub(crate) fn size(single: &[u64]) -> u64 {
    content(single)[0]
}

pub(crate) fn read(text: &str) -> Result<AnyPosition, BadNotation> {
    Reader::new(text).whole(Reader::small).map(|size| heaps(&[size]))
}

/// Appends the options of one heap as positions.
pub(crate) fn options(
    guest: &mut impl Guest,
    single: &[u64],
    player: Player,
    options: &mut Vec<AnyPosition>,
) -> Result<(), Failure> {
    let mut found = vec![];
    checked_options(guest, size(single), player, &mut found)?;
    options.extend(found.iter().map(|sizes| heaps(sizes)));
    Ok(())
}

/// Appends the options of heap n, and checks that all heaps in them are smaller than n.
pub(crate) fn checked_options(guest: &mut impl Guest, n: u64, player: Player, options: &mut HeapOptions) -> Result<(), Failure> {
    guest.heap_options(n, player, options)?;
    match options.iter().flatten().find(|heap| **heap >= n) {
        None => Ok(()),
        Some(heap) => {
            let how = format!("says that heap {n} can become one of {heap}, which breaks the law `heaps only shrink`");
            Err(Failure::new(guest.options_export(player), how))
        }
    }
}
