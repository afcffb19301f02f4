//! The registry entry of partizan subtraction.

use crate::PartizanSubtraction;
use sprague_core::heap::AmountSet;
use sprague_core::notation::signs;
use sprague_core::registry::{Entry, Fact, Parameters, is_path};
use sprague_core::{BadNotation, any};

const KNOWN: &[Fact] = &[
    Fact::of("With {2, 5, 9} against {3, 4, 8}, Left wins every heap of ten or more, whoever starts.", "Fisher 2003, section 4")
        .shown_by("solve asymmetric:2,5,9/3,4,8@10^6 --outcome-only", "Left wins, whoever starts"),
    Fact::of("The outcomes of two finite sets always repeat.", "Fraenkel & Kotzig 1987")
        .shown_by("analyse asymmetric:2,5,9/3,5,9", "proved (bounded look-back)"),
];

/// Returns the entry of partizan subtraction, `asymmetric`.
///
/// ```
/// assert_eq!(sprague_rules_asymmetric::entries()[0].name(), "asymmetric");
/// ```
pub fn entries() -> [Entry; 1] {
    let asymmetric = Entry::new("asymmetric:LSET/RSET", |parameters| {
        let rules = parameters.needed("Left's and Right's amounts", |text| read(parameters, text))?;
        Ok(any::partizan_heap(rules))
    });
    [asymmetric
        .component("heap")
        .play("Left takes an amount in LSET, Right one in RSET; either may be `none`")
        .example("asymmetric:2,5,9/3,4,8@27")
        .title("Two Sets")
        .aim("Each player has numbers of their own.")
        .brief("Left takes one of Left's numbers of tokens, Right one of Right's. Whoever cannot move loses.")
        .sizes(&["asymmetric:1,4/2,3@9", "asymmetric:2,5,9/3,4,8@27", "asymmetric:1,4/2,3@7,11", "asymmetric:2,5,9/3,4,8@15,22"])
        .theorem("bounded look-back")
        .rules("Left takes an amount of the first set from a heap, Right one of the second. Whoever cannot move loses.")
        .options("LSET/RSET: Left's and Right's amounts, `2,5,9/3,4,8`; `none` for an empty set; or files of numbers.")
        .known(KNOWN)
        .source("Fraenkel & Kotzig 1987; Fisher 2003, section 4")]
}

/// Parses two sets with a slash between them. Either may be `none`.
fn read(parameters: &Parameters<'_>, text: &str) -> Result<PartizanSubtraction, BadNotation> {
    let slash = || BadNotation::new(text.len(), "`/` and Right's amounts");
    let middle = if is_path(text) {
        // a path has slashes in it: Right's part starts after the first slash that is followed by a set, `none` or a path
        let starts = |at: &usize| {
            let rest = &text[at + 1..];
            rest == "none" || is_path(rest) || rest.starts_with(|c: char| c.is_ascii_digit())
        };
        signs(text, '/').filter(|at| *at > 2).find(starts).ok_or_else(slash)?
    } else {
        signs(text, '/').next().ok_or_else(slash)?
    };
    let side = |text: &str| if text == "none" { Ok(AmountSet::default()) } else { parameters.amounts(text) };
    let left = side(&text[..middle])?;
    let right = side(&text[middle + 1..]).map_err(|error| error.shifted(middle + 1))?;
    Ok(PartizanSubtraction { left, right })
}
