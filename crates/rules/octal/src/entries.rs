//! The registry entries of take-and-break games: codes, Grundy's game, and games with names.

use crate::{Conditional, Grundy, NAMED, Octal};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, any};
use std::sync::Arc;

const KNOWN: &[Fact] = &[
    Fact::of("If nimber(n + p) = nimber(n) for all n from n0 to 2·n0 + p + k, where k is the greatest amount, then it holds from n0 on for ever.", "Guy & Smith 1956")
        .shown_by("analyse octal:0.156", "period 349 from n = 3479 on, proved (Guy-Smith)"),
    Fact::of("It is not known whether the nimbers of every finite octal game repeat in the end.", "Winning Ways ch. 4")
        .shown_by("analyse octal:0.6", "no period of the nimbers is seen"),
];

const KNOWN_OF_GRUNDY: &[Fact] = &[
    Fact::of("It is not known whether the nimbers repeat in the end.", "Winning Ways ch. 4")
        .shown_by("analyse grundy", "no known theorem can prove a period of this family"),
    Fact::of("Few heaps are lost: 42 of those up to 10,000.", "computed by this program")
        .shown_by("analyse grundy --to 10000 --summary", "10001 rows, 42 of them lost"),
];

/// Builds the game with a code, as data if theorems are known for it.
fn rules(code: &str) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    if !code.contains(['!', '=', '?', '*', '{', '[']) {
        return code.parse::<Octal>().map(any::heaps);
    }
    let rules: Conditional = code.parse()?;
    Ok(match rules.plain() {
        Some(plain) => any::heaps(Octal(plain)),
        None if rules.is_grundy() => any::heaps(Grundy),
        None => any::heaps(rules),
    })
}

/// Returns the registry entries of all games in this crate.
///
/// ```
/// let entries = sprague_rules_octal::entries();
/// assert_eq!(entries[2].name(), "kayles");
/// ```
pub fn entries() -> Vec<Entry> {
    let octal = Entry::new("octal:CODE", |parameters| parameters.needed("a code, such as 0.77", rules));
    let grundy = Entry::new("grundy", |parameters| parameters.none().map(|()| any::heaps(Grundy)));
    let mut entries = vec![
        octal
            .component("heaps")
            .play("take and break: bit k of digit i of CODE lets you take i and leave k heaps")
            .example("octal:0.77@12").title("Take and Break").aim("Take tokens and split the rest, as the game allows.").brief("Take some tokens from a heap, and perhaps split the rest, as the digits of the game allow. Whoever cannot move loses.").sizes(&["octal:0.77@7", "octal:0.77@12", "octal:0.137@12", "octal:0.07@9,13"])
            .theorem("Guy-Smith; bounded look-back without splits")
            .rules("The digits after the point determine what may be taken: if digit i has bit 1, a whole heap of i may be taken; with bit 2, i tokens may be taken from a larger heap; with bit 4, the rest may also be split into two heaps. So 0.77 is Kayles. Whoever cannot move loses.")
            .options(
                "CODE: `0.77`, `.77`, `4.007`; digits 0 to 9 and a to f, whose bit k leaves k heaps; before the point only the bits 4 and 8. \
                 Or with conditions, in quotes for the shell: `4!.` leaves heaps of different sizes, `4=.` of one size, `8?.` not all of one \
                 size (one heap fits each); `{2,3}`, `{2+}` and `*` are numbers of heaps; digits in brackets go on for ever, `0.[3]`.",
            )
            .known(KNOWN)
            .source("Guy & Smith 1956"),
        grundy
            .component("heaps")
            .play("split a heap into two unequal ones")
            .example("grundy@20").title("Grundy's Game").aim("Split a heap into two unequal ones.").brief("Split a heap into two heaps of different sizes. Whoever finds only heaps of one or two loses.").sizes(&["grundy@5", "grundy@8", "grundy@12", "grundy@20"])
            .theorem("none is known")
            .rules("A move splits a heap into two heaps of different sizes. Heaps of one and two cannot be split. Whoever cannot move loses.")
            .known(KNOWN_OF_GRUNDY)
            .source("Grundy 1939"),
    ];
    entries.extend(NAMED.iter().map(|named| {
        let entry = Entry::new(named.name, |parameters| parameters.none().map(|()| any::heaps(named.rules())));
        let remark = named.remark.map(|remark| format!("; {remark}")).unwrap_or_default();
        let entry = entry.component("heaps").play(format!("{}: {}{remark}", named.code, named.play));
        let entry = entry.rules(named.rules_in_full).known(named.known);
        entry
            .example(format!("{}@{}", named.name, named.example))
            .theorem(named.theorem)
            .source(named.source)
            .title(named.title)
            .aim(named.aim)
            .brief(named.brief)
            .sizes(named.sizes)
    }));
    entries
}
