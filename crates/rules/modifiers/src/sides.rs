//! Heaps that move by the rules of several rulesets: the same for both players, or one ruleset for each player.

use crate::part::{Moves, PARTS, Part, parts, read};
use crate::pieces::{OfPieces, Pieced};
use sprague_core::any::HeapView;
use sprague_core::heap::{AmountSet, Amounts, HeapRules, Heaps, TakeAndBreak};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, Player, any};
use sprague_rules_asymmetric::PartizanSubtraction;
use sprague_rules_octal::Octal;
use sprague_rules_subtraction::{AllBut, Subtraction};
use std::collections::HashSet;
use std::sync::Arc;

/// The number of options of one part that are compared with the options of later parts.
const LOOKED_AT: usize = 1 << 16;

/// The largest amount of a set that is also written as a code.
const MOST_DIGITS: u64 = 1 << 12;

/// The parts by which Left and Right move a heap.
#[derive(Debug)]
struct Sides {
    left: Vec<Part>,
    right: Vec<Part>,
    /// The rules as data, if they are known.
    data: Option<HeapRules>,
}

impl Sides {
    fn of(&self, player: Player) -> &[Part] {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }
}

impl OfPieces for Sides {
    type Piece = u64;

    fn moves(&self, heap: u64, player: Player, is_labelled: bool) -> Moves<'_, Vec<u64>> {
        let parts = self.of(player);
        Box::new(parts.iter().enumerate().flat_map(move |(place, part)| {
            // the options of the earlier parts are listed only once, and only if this part has a move
            let earlier = move || parts[..place].iter().flat_map(move |part| part.moves(heap, player, false).take(LOOKED_AT));
            let mut told: Option<HashSet<Heaps>> = None;
            let moves = part.moves(heap, player, is_labelled).filter(move |(_, left)| {
                place == 0 || !told.get_or_insert_with(|| earlier().map(|(_, left)| left).collect()).contains(left)
            });
            moves.map(|(label, left)| (label, left.as_slice().to_vec()))
        }))
    }
    fn is_stuck(&self, heap: u64, player: Player) -> bool {
        self.of(player).iter().all(|part| part.is_stuck(heap, player))
    }
    fn movers(&self, _: usize) -> impl Iterator<Item = &Part> {
        self.left.iter().chain(&self.right)
    }
    fn heaps(rules: &Pieced<Self>) -> Option<&dyn HeapView> {
        Some(rules)
    }
    fn data(&self) -> Option<HeapRules> {
        self.data.clone()
    }
}

/// Returns the ruleset in which a move of a heap is a move of either ruleset.
///
/// If both are known as data of the same kind, the result is data of that kind too, so the theorems and kernels for it apply.
///
/// ```
/// use sprague_core::heap::{Amounts, HeapRules};
/// use sprague_core::any;
/// use sprague_rules_modifiers::join;
/// use sprague_rules_subtraction::Subtraction;
///
/// let [one, two] = ["1", "2"].map(|amounts| any::one_heap(Subtraction(amounts.parse().unwrap())));
/// let rules = join([one, two])?.heaps().and_then(|heaps| heaps.rules());
/// assert_eq!(rules, Some(HeapRules::Subtraction(Amounts::Only("1,2".parse()?))));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// # Errors
/// [`BadNotation`] at 0 if one of the rulesets has a terminal rule or entailing moves, or is not played on heaps that are only
/// numbers. An error with the second ruleset is at 1.
pub fn join(bases: [Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    let parts = parts(bases)?;
    let data = [0, 1].map(|place: usize| parts[place].rules().heaps().and_then(|heaps| heaps.rules()));
    if let [Some(first), Some(second)] = &data
        && let Some(rules) = joined(first, second)
    {
        return Ok(rules);
    }
    let bases = parts.iter().map(|part| part.rules().clone()).collect();
    let is_impartial = parts.iter().all(Part::is_impartial);
    let rules = Pieced::of(Sides { left: parts.to_vec(), right: parts.to_vec(), data: None }, bases);
    Ok(Arc::new(if is_impartial { rules } else { rules.partizan() }))
}

/// Returns the ruleset in which Left moves heaps by one ruleset and Right by another.
///
/// If a ruleset is partizan, each player uses his own moves of it. If both are subtraction sets, the result is
/// [`PartizanSubtraction`], with everything that is known about it. If both are octal codes, the result is data for which
/// periods of values can be proved ([`HeapRules::PartizanTakeAndBreak`]).
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_modifiers::partizan;
/// use sprague_rules_nim::Nim;
/// use sprague_rules_octal::Grundy;
///
/// let rules = partizan([any::heaps(Grundy), any::one_heap(Nim)])?;
/// let heap = rules.read("2")?;
/// assert!(rules.is_stuck(&heap, Player::Left) && !rules.is_stuck(&heap, Player::Right));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// # Errors
/// As for [`join`].
pub fn partizan(bases: [Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    let [left, right] = parts(bases)?;
    let data = [&left, &right].map(|part| part.rules().heaps().and_then(|heaps| heaps.rules()));
    if let [Some(HeapRules::Subtraction(Amounts::Only(left))), Some(HeapRules::Subtraction(Amounts::Only(right)))] = data {
        return Ok(any::partizan_heap(PartizanSubtraction { left, right }));
    }
    let data = match data.map(|rules| rules.as_ref().and_then(code_of)) {
        [Some(left), Some(right)] => Some(HeapRules::PartizanTakeAndBreak { left, right }),
        _ => None,
    };
    let bases = [&left, &right].map(|part| part.rules().clone()).to_vec();
    Ok(Arc::new(Pieced::of(Sides { left: vec![left], right: vec![right], data }, bases).partizan()))
}

/// Returns these rules as a code.
///
/// A subtraction set is also a code, if its amounts are not too large.
fn code_of(rules: &HeapRules) -> Option<TakeAndBreak> {
    match rules {
        HeapRules::TakeAndBreak(code) => Some(code.clone()),
        HeapRules::Subtraction(Amounts::Only(set)) if set.greatest().unwrap_or(0) <= MOST_DIGITS => {
            let digits = (0..=set.greatest().unwrap_or(0)).map(|amount| if set.contains(amount) { 3 } else { 0 });
            TakeAndBreak::from_digits(digits).ok()
        }
        _ => None,
    }
}

/// Joins two rules as data: the result has the moves of both.
fn joined(first: &HeapRules, second: &HeapRules) -> Option<Arc<dyn AnyRuleset>> {
    use HeapRules::{PartizanSubtraction as Partizan, Subtraction as Taking, TakeAndBreak as Breaking};
    let both = |one: &AmountSet, other: &AmountSet| AmountSet::new([one.as_slice(), other.as_slice()].concat()).ok();
    let but = |forbidden: &AmountSet, allowed: &dyn Fn(u64) -> bool| {
        AmountSet::new(forbidden.as_slice().iter().copied().filter(|&amount| !allowed(amount))).ok()
    };
    match (first, second) {
        (Taking(Amounts::Only(one)), Taking(Amounts::Only(other))) => Some(any::one_heap(Subtraction(both(one, other)?))),
        (Taking(Amounts::AllBut(forbidden)), Taking(other)) | (Taking(other), Taking(Amounts::AllBut(forbidden))) => {
            Some(any::one_heap(AllBut(but(forbidden, &|amount| other.contains(amount))?)))
        }
        (Partizan { left, right }, Partizan { left: of_left, right: of_right }) => {
            let rules = PartizanSubtraction { left: both(left, of_left)?, right: both(right, of_right)? };
            Some(any::partizan_heap(rules))
        }
        (Breaking(one), Breaking(other)) => {
            let [one, other] = [one.digits(), other.digits()];
            let digit = |digits: &[u8], place: usize| digits.get(place).copied().unwrap_or(0);
            let digits = (0..one.len().max(other.len())).map(|place| digit(one, place) | digit(other, place));
            Some(any::heaps(Octal(TakeAndBreak::from_digits(digits).ok()?)))
        }
        _ => None,
    }
}

const OF_JOIN: &[Fact] = &[Fact::of("Two subtraction sets joined are the set of both.", "From the rules")
    .shown_by("analyse join:subtraction:1/subtraction:2", "period 3 from n = 0 on, proved (bounded look-back)")];

const OF_SIDES: &[Fact] = &[
    Fact::of("Two sets of amounts are partizan subtraction.", "Fraenkel & Kotzig 1987")
        .shown_by("compare partizan:subtraction:1/subtraction:2@7 asymmetric:1/2@7", "equal"),
    Fact::of("Values of two codes may rise for ever, and that is proved.", "Guy and Smith's theorem, with values").shown_by(
        "analyse partizan:octal:0.6/octal:0.7 --rows values",
        "period 3 from n = 1 on, values rising by -1, proved (Guy-Smith)",
    ),
];

pub(crate) fn entries() -> [Entry; 2] {
    let join = Entry::new("join:A/B", |parameters| read(parameters, join)).component("heap");
    let join = join.play("move a heap by the rules of A or by those of B").options(PARTS).known(OF_JOIN);
    let join = join.rules("A player moves a heap by the rules of A or of B, whichever he likes. Whoever cannot move loses.");
    let join = join
        .source("CGSuite's sums of rulesets")
        .modifier()
        .example("join:kayles/subtraction:3@9")
        .title("Two Games in One Heap")
        .aim("Move by either of two sets of rules.")
        .brief("Move a heap by the rules of one game or by those of the other. Whoever cannot move loses.")
        .sizes(&["join:kayles/subtraction:3@5", "join:kayles/subtraction:3@9", "join:kayles/subtraction:3@6,8"]);
    let partizan = Entry::new("partizan:A/B", |parameters| read(parameters, partizan)).component("heap");
    let partizan = partizan.play("Left moves a heap by the rules of A, Right by those of B").options(PARTS).known(OF_SIDES);
    let partizan = partizan.rules("Left moves a heap by the rules of A, Right by those of B. Whoever cannot move loses.");
    let partizan = partizan.source("Fraenkel & Kotzig 1987, for take-and-break games");
    [
        join,
        partizan
            .modifier()
            .example("partizan:kayles/dawson-kayles@9")
            .title("One Game Each")
            .aim("Each player has rules of their own.")
            .brief("Left moves a heap by the rules of one game, Right by those of the other. Whoever cannot move loses.")
            .sizes(&["partizan:kayles/dawson-kayles@6", "partizan:kayles/dawson-kayles@9", "partizan:kayles/dawson-kayles@7,8"]),
    ]
}
