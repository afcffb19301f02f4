//! Take-and-break games by name: codes, Grundy's game, and named codes.

use crate::{Grundy, NAMED, Octal};
use sprague_core::any;
use sprague_core::registry::Entry;

/// The entries of octal codes, of Grundy's game and of the named codes.
///
/// ```
/// let entries = sprague_rules_octal::entries();
/// assert_eq!(entries[2].name(), "kayles");
/// ```
pub fn entries() -> Vec<Entry> {
    let octal =
        Entry::new("octal:CODE", |parameters| Ok(any::heaps(parameters.needed("a code, such as 0.77", str::parse::<Octal>)?)));
    let grundy = Entry::new("grundy", |parameters| parameters.none().map(|()| any::heaps(Grundy)));
    let mut entries = vec![
        octal
            .component("heaps")
            .play("take and break: bit k of digit i of CODE lets you take i and leave k heaps")
            .example("octal:0.77@12")
            .theorem("Guy-Smith; bounded look-back without splits")
            .source("Guy & Smith 1956"),
        grundy
            .component("heaps")
            .play("split a heap into two unequal ones")
            .example("grundy@20")
            .theorem("none is known")
            .source("Grundy 1939"),
    ];
    entries.extend(NAMED.iter().map(|named| {
        let entry = Entry::new(named.name, |parameters| parameters.none().map(|()| any::heaps(named.rules())));
        let remark = named.remark.map(|remark| format!("; {remark}")).unwrap_or_default();
        let entry = entry.component("heaps").play(format!("{}: {}{remark}", named.code, named.play));
        entry.example(format!("{}@{}", named.name, named.example)).theorem(named.theorem).source(named.source)
    }));
    entries
}
