//! The registry entry of no-repeat games, on a subtraction game or on a ruleset from a file.

use crate::{AnyNoRepeat, OneMemory, PickUpStones};
use sprague_core::heap::{AmountSet, Amounts, HeapRules};
use sprague_core::notation::Reader;
use sprague_core::registry::{Entry, Fact, Parameters, name};
use sprague_core::{AnyRuleset, BadNotation, any};
use std::sync::Arc;

const KNOWN: &[Fact] = &[
    Fact::of("With the amounts 1 to 5 and one remembered move, a heap is lost whatever was taken last exactly if it is 0 or 7 modulo 13.", "Fisher 2003, section 3")
        .shown_by("solve no-repeat:1-5@20/3", "lost for the player to move"),
    Fact::of("With such a small memory it repeats, because only a window of rows matters.", "this project, bounded look-back")
        .shown_by("analyse no-repeat:1-5", "period 13"),
    Fact::of("If each heap remembers its own moves, two equal heaps are lost; if the table has one memory, they may be won.", "this project, by search")
        .shown_by("solve no-repeat:1-4:memory=table@4.4", "take 4 from 4  ->  no-repeat:1-4:memory=table@4/4"),
];

/// Returns the registry entries of all games in this crate.
///
/// ```
/// assert_eq!(sprague_rules_no_repeat::entries()[0].name(), "no-repeat");
/// ```
pub fn entries() -> [Entry; 1] {
    let no_repeat = Entry::new("no-repeat:SET[:memory=k]", |parameters| {
        parameters.needed("the allowed amounts", |text| read(parameters, text))
    });
    [no_repeat
        .component("heap or heap/m1.m2")
        .play("take an amount in SET that is none of the last k moves")
        .example("no-repeat:1-5@20/3").title("No Repeat").aim("Take a number that was not just taken.").brief("Take an allowed number of tokens, but none that was taken just before. Whoever finds no such number loses.").sizes(&["no-repeat:1-3@8", "no-repeat:1-5@20/3", "no-repeat:1-4@15", "no-repeat:1-5@30"])
        .theorem("bounded look-back")
        .rules("A move takes an amount of SET from a heap, but none that either player took in the last k moves there. Whoever cannot move loses. `20/3` is a heap of 20 after 3 was taken.")
        .options("SET: the amounts, `1-5`; or the path of a loaded ruleset. memory=k: how many moves are remembered in each heap, 1 unless said. memory=table: one memory for all moves and all heaps, as in `no-repeat:1-4:memory=table@4.4`; `4.4/2` says that 2 was taken.")
        .known(KNOWN)
        .source("Fisher 2003, section 3")]
}

fn read(parameters: &Parameters<'_>, text: &str) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    let (name, end) = name(text)?;
    let path = &text[..end];
    let is_loaded = || parameters.registry.read(path, parameters.files).is_ok_and(|rules| rules.is_loaded());
    // a ruleset from a file has a file extension, which no set of amounts has
    if parameters.registry.entry(&name).is_some_and(|entry| entry.is_brought() || is_loaded()) {
        return around(parameters, path, text.get(path.len() + 1..));
    }
    let (amounts, at, option) = parameters.amounts_and_option(text)?;
    subtraction(amounts, option, at)
}

fn subtraction(amounts: AmountSet, option: Option<&str>, at: usize) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    // no list of different moves is longer than the set
    let most = amounts.as_slice().len().max(1);
    let rules = |memory| PickUpStones::new(amounts, memory).expect("the memory is at least 1");
    if option == Some("memory=table") {
        return Ok(any::impartial(OneMemory(rules(most))));
    }
    let memory = option.map_or(Ok(1), |option| memory(option, at))?;
    Ok(any::one_heap(rules(memory.min(most))))
}

/// Parses `memory=k`, which is at byte `at` of the notation.
fn memory(option: &str, at: usize) -> Result<usize, BadNotation> {
    let Some(number) = option.strip_prefix("memory=") else {
        return Err(BadNotation::new(at, "`memory=` and how many moves are remembered, or `memory=table`"));
    };
    let at = at + "memory=".len();
    match Reader::new(number).whole(Reader::small).map_err(|error| error.shifted(at))? {
        0 => Err(BadNotation::new(at, "a memory of at least 1 (without memory it is the game itself)")),
        memory => Ok(usize::try_from(memory).unwrap_or(usize::MAX)),
    }
}

/// Builds the no-repeat variant of a ruleset from a file.
fn around(parameters: &Parameters<'_>, path: &str, option: Option<&str>) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    let at = path.len() + 1;
    let base = parameters.registry.read(path, parameters.files)?;
    match base.heaps().and_then(|heaps| heaps.rules()) {
        Some(HeapRules::Subtraction(Amounts::Only(amounts))) => subtraction(amounts, option, at),
        Some(_) => Err(BadNotation::new(0, "a plugin with moves, or with `amounts`")),
        None => AnyNoRepeat::around(base, option.map_or(Ok(1), |option| memory(option, at))?),
    }
}
