//! Tests that each law of heaps fails for rules or views that break it.

use super::breaks;
use smallvec::SmallVec;
use sprague::any::AnyPosition;
use sprague::any::{self, AnyNimbers, AnyOutcomes, HeapView, Kind, Labelled};
use sprague::heap::{AmountSet, Amounts, BigHeaps, ByHeap, HeapRules, HeapSequence, OneHeap, PartizanHeap, Rows, Theorem};
use sprague::{AnyRuleset, BadNotation, Impartial, Nimber, Outcome, Partizan, Play, Player, Ruleset, heap_notation};
use sprague_testkit::laws::{self, Failure, Law};
use std::sync::Arc;

/// A game in which a move takes one or two tokens from a heap. Every part can be replaced by a wrong function.
#[derive(Clone)]
struct OneOrTwo {
    left: fn(u64, u64) -> u64,
    index: fn(u64) -> (u64, usize),
    heap: fn(u64) -> u64,
    amounts: &'static [u64],
}

fn right() -> OneOrTwo {
    OneOrTwo { left: |heap, amount| heap - amount, index: |heap| (heap, 0), heap: |heap| heap, amounts: &[1, 2] }
}

impl Ruleset for OneOrTwo {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        1..=*heap.min(&2)
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        (self.left)(*heap, *amount)
    }
}
impl Impartial for OneOrTwo {}
impl ByHeap for OneOrTwo {
    fn position(&self, heap: u64, _: usize) -> u64 {
        (self.heap)(heap)
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (self.index)(*heap)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        AmountSet::new(self.amounts.iter().copied()).ok().map(|amounts| HeapRules::Subtraction(Amounts::Only(amounts)))
    }
}
impl OneHeap for OneOrTwo {}
impl Partizan for OneOrTwo {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64, _: Player) -> impl Iterator<Item = u64> {
        1..=*heap.min(&2)
    }
    fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
        (self.left)(*heap, *amount)
    }
}
impl PartizanHeap for OneOrTwo {
    fn heap_rules(&self) -> Option<HeapRules> {
        let set = |amounts: &[u64]| AmountSet::new(amounts.iter().copied()).expect("amounts");
        Some(HeapRules::PartizanSubtraction { left: set(self.amounts), right: set(self.amounts) })
    }
}
heap_notation!(OneOrTwo);

/// Checks the laws of heaps for each way to erase these rules.
fn all_laws(rules: &OneOrTwo) -> [Result<(), Failure>; 4] {
    [
        laws::heaps_are_those_of_the_rules(rules, 0..=9),
        laws::one_heap_is_that_of_the_rules(rules, 0..=9),
        laws::terminal_heap_is_that_of_the_rules(rules, 0..=9),
        laws::partizan_heap_is_that_of_the_rules(rules, 0..=9),
    ]
}

#[test]
fn the_right_heaps_break_no_law() {
    assert_eq!(all_laws(&right()), [Ok(()), Ok(()), Ok(()), Ok(())]);
}

#[test]
fn heaps_that_are_not_the_position_again_are_found() {
    for wrong in [
        OneOrTwo { index: |heap| (heap + 1, 0), ..right() },
        OneOrTwo { index: |heap| (heap, 1), ..right() },
        OneOrTwo { heap: |heap| heap / 2, ..right() },
    ] {
        let [heaps, one, terminal, _] = all_laws(&wrong);
        for checked in [heaps, one, terminal] {
            assert_eq!(checked.unwrap_err().law, Law::HeapsAreThePosition);
        }
    }
}

#[test]
fn heaps_that_grow_are_found() {
    let grows = OneOrTwo { left: |heap, amount| if heap == 4 { 5 } else { heap - amount }, ..right() };
    breaks(laws::one_heap_is_that_of_the_rules(&grows, [4]), Law::HeapsAreThePosition, "AnyPosition([4])", "is not smaller");
    let grows = laws::partizan_heap_is_that_of_the_rules(&grows, [4]);
    breaks(grows, Law::HeapsAreThePosition, "AnyPosition([4])", "is not smaller");
}

#[test]
fn rules_as_data_that_are_other_rules_are_found() {
    let other = OneOrTwo { amounts: &[1, 3], ..right() };
    let [_, one, terminal, partizan] = all_laws(&other);
    for checked in [one, terminal, partizan] {
        breaks(checked, Law::BigHeapsFollowTheRules, "AnyPosition([2])", "the moves of big heaps are [(\"1\"");
    }
}

/// A part of the view of heaps that can be wrong.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    None,
    Indices,
    Position,
    Nimbers,
    Outcomes(Play),
    ReadBig,
    ShowBig,
    ToBig,
    ToSmall,
}

struct Wrong(Arc<dyn AnyRuleset>, Part);

impl AnyRuleset for Wrong {
    fn kind(&self) -> Kind {
        self.0.kind()
    }
    fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
        self.0.read(text)
    }
    fn show(&self, position: &AnyPosition) -> String {
        self.0.show(position)
    }
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        self.0.options(position, player, from, options)
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        self.0.moves(position, player, from, moves)
    }
    fn terminal_outcome(&self, position: &AnyPosition, player: Player) -> Outcome {
        self.0.terminal_outcome(position, player)
    }
    fn heaps(&self) -> Option<&dyn HeapView> {
        Some(self)
    }
}

/// Rows that are all equal.
struct Same<C>(C);
impl<C: sprague::heap::Cell> HeapSequence for Same<C> {
    type Cell = C;
    fn cell(&self, _: &Rows<C>, _: usize) -> C {
        self.0
    }
    fn theorem(&self) -> Option<Theorem> {
        None
    }
}

impl Wrong {
    fn view(&self) -> &dyn HeapView {
        self.0.heaps().expect("it is played on heaps")
    }

    /// Returns the position itself, or the next one if this part is the wrong one.
    fn at(&self, part: Part, position: &AnyPosition) -> AnyPosition {
        AnyPosition::pack(&(position.unpack::<u64>() + u64::from(self.1 == part)))
    }
}

impl HeapView for Wrong {
    fn indices(&self, position: &AnyPosition) -> Option<SmallVec<[(u64, usize); 2]>> {
        self.view().indices(&self.at(Part::Indices, position))
    }
    fn position(&self, heap: u64, column: usize) -> AnyPosition {
        self.at(Part::Position, &self.view().position(heap, column))
    }
    fn rules(&self) -> Option<HeapRules> {
        self.view().rules()
    }
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        if self.1 == Part::Nimbers { Some(Box::new(Same(Nimber(0)))) } else { self.view().nimbers() }
    }
    fn outcomes(&self, play: Play) -> Option<AnyOutcomes<'_>> {
        if self.1 == Part::Outcomes(play) { Some(Box::new(Same(Outcome::Win))) } else { self.view().outcomes(play) }
    }
    fn read_big(&self, text: &str) -> Option<Result<BigHeaps, BadNotation>> {
        if self.1 == Part::ReadBig { None } else { self.view().read_big(text) }
    }
    fn show_big(&self, heaps: &BigHeaps) -> String {
        if self.1 == Part::ShowBig { "0".to_owned() } else { self.view().show_big(heaps) }
    }
    fn to_big(&self, position: &AnyPosition) -> Option<BigHeaps> {
        self.view().to_big(&self.at(Part::ToBig, position))
    }
    fn to_small(&self, heaps: &BigHeaps) -> Option<AnyPosition> {
        // huge heaps are converted to small ones
        self.view().to_small(heaps).or_else(|| (self.1 == Part::ToSmall).then(AnyPosition::default))
    }
}

#[test]
fn each_wrong_part_of_a_view_is_found() {
    let law_of = |part| {
        let rules: Arc<dyn AnyRuleset> = Arc::new(Wrong(any::one_heap(right()), part));
        let positions = || (0..=6_u64).map(|heap| AnyPosition::pack(&heap)).collect();
        let checked = [laws::heaps_are_the_position, laws::rows_hold_the_values_of_heaps, laws::big_heaps_follow_the_rules]
            .into_iter()
            .try_for_each(|law| law(&rules, positions()));
        checked.err().map(|failure| failure.law)
    };
    assert_eq!(law_of(Part::None), None);
    for (part, law) in [
        (Part::Indices, Law::HeapsAreThePosition),
        (Part::Position, Law::HeapsAreThePosition),
        (Part::Nimbers, Law::RowsHoldTheValuesOfHeaps),
        (Part::Outcomes(Play::Normal), Law::RowsHoldTheValuesOfHeaps),
        (Part::Outcomes(Play::Misere), Law::RowsHoldTheValuesOfHeaps),
        (Part::ReadBig, Law::BigHeapsFollowTheRules),
        (Part::ShowBig, Law::BigHeapsFollowTheRules),
        (Part::ToBig, Law::BigHeapsFollowTheRules),
        (Part::ToSmall, Law::BigHeapsFollowTheRules),
    ] {
        assert_eq!(law_of(part), Some(law));
    }
}

#[test]
fn rules_without_heaps_have_no_laws_of_heaps() {
    let failure = laws::heaps_are_the_position(&any::impartial(right()), vec![]).unwrap_err();
    assert!(failure.to_string().contains("it is not played on heaps"), "{failure}");
}
