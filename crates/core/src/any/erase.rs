//! From typed rulesets to type erasure.

use super::heap_view::{Breaking, HeapView, OneByOne, OneImpartial, OnePartizan, OneTerminal};
use super::{AllPositions, AnyPosition, AnyRuleset, Kind, Labelled, Picture, hand_over};
use crate::any::{Fault, Pack};
use crate::heap::{ByHeap, OneHeap, PartizanHeap};
use crate::{BadNotation, Impartial, Notation, Outcome, Partizan, Player, Ruleset};
use core::marker::PhantomData;
use std::sync::Arc;

/// A ruleset and, if it is played on heaps, the view of its heaps.
struct Erased<R, K> {
    rules: R,
    heaps: Option<Box<dyn HeapView>>,
    kind: PhantomData<K>,
}

struct IsImpartial;
struct IsPartizan;
struct IsTerminal;

impl<R, K> Erased<R, K> {
    fn new(rules: R, _: K) -> Self {
        Self { rules, heaps: None, kind: PhantomData }
    }

    fn with_heaps(rules: R, _: K, heaps: impl HeapView + 'static) -> Self {
        Self { rules, heaps: Some(Box::new(heaps)), kind: PhantomData }
    }
}

/// An impartial ruleset as an [`AnyRuleset`]; see there for an example.
pub fn impartial<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: Impartial<Position: Pack> + Notation<R::Position> + Send + Sync + 'static,
{
    Arc::new(Erased::new(rules, IsImpartial))
}

/// An impartial ruleset on heaps that may fall into several, with rows of nimbers.
///
/// ```
/// use sprague_core::{Impartial, Ruleset, any, heap_notation};
/// use sprague_core::heap::ByHeap;
///
/// /// Split a heap into two.
/// #[derive(Clone)]
/// struct Split;
/// # impl Ruleset for Split {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, _: &u64) -> impl Iterator<Item = u64> { std::iter::empty() }
/// #     fn play(&self, heap: &u64, _: &u64) -> u64 { *heap }
/// # }
/// # impl Impartial for Split {}
/// # impl ByHeap for Split {
/// #     fn position(&self, heap: u64, _: usize) -> u64 { heap }
/// #     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
/// # }
/// # heap_notation!(Split);
/// let split = any::heaps(Split);
/// assert!(split.heaps().is_some_and(|heaps| heaps.outcomes(Default::default()).is_none()));
/// ```
pub fn heaps<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: Impartial<Position: Pack> + ByHeap + Notation<R::Position> + Clone + Send + Sync + 'static,
{
    Arc::new(Erased::with_heaps(rules.clone(), IsImpartial, Breaking(rules)))
}

/// An impartial ruleset on one heap, with rows of nimbers and outcomes; see [`HeapView`] for an example.
pub fn one_heap<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: Impartial<Position: Pack> + OneHeap + Notation<R::Position> + Clone + Send + Sync + 'static,
{
    Arc::new(Erased::with_heaps(rules.clone(), IsImpartial, OneByOne(OneImpartial(rules))))
}

/// A partizan ruleset as an [`AnyRuleset`]; see there for an example.
pub fn partizan<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: Partizan<Position: Pack> + Notation<R::Position> + Send + Sync + 'static,
{
    Arc::new(Erased::new(rules, IsPartizan))
}

/// A partizan ruleset on one heap, with rows of outcomes for each player to move.
///
/// ```
/// use sprague_core::{Partizan, Play, Player, any, heap_notation};
/// use sprague_core::heap::PartizanHeap;
///
/// #[derive(Clone)]
/// struct OneOrTwo; // Left takes 1, Right takes 2
/// impl Partizan for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64, player: Player) -> impl Iterator<Item = u64> {
///         let amount = if player == Player::Left { 1 } else { 2 };
///         Some(amount).into_iter().filter(move |amount| amount <= heap)
///     }
///     fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 { heap - amount }
/// }
/// impl PartizanHeap for OneOrTwo {}
/// heap_notation!(OneOrTwo);
///
/// let rules = any::partizan_heap(OneOrTwo);
/// assert_eq!(rules.heaps().unwrap().outcomes(Play::Normal).unwrap().width(), 2);
/// ```
pub fn partizan_heap<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: PartizanHeap + Notation<u64> + Clone + Send + Sync + 'static,
{
    Arc::new(Erased::with_heaps(rules.clone(), IsPartizan, OneByOne(OnePartizan(rules))))
}

/// A ruleset that says itself who has won as an [`AnyRuleset`]; see [`AnyTerminalRule`](super::AnyTerminalRule) for an example.
pub fn terminal<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: Ruleset<Position: Pack> + Notation<R::Position> + Send + Sync + 'static,
{
    Arc::new(Erased::new(rules, IsTerminal))
}

/// A ruleset on one heap that says itself who has won, with rows of outcomes.
///
/// ```
/// use sprague_core::{Outcome, Play, Ruleset, any, heap_notation};
/// use sprague_core::heap::{ByHeap, OneHeap};
///
/// /// Take one or two; who leaves nothing draws.
/// #[derive(Clone)]
/// struct Drawn;
/// impl Ruleset for Drawn {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap.min(&2) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
///     fn terminal_outcome(&self, _: &u64) -> Outcome { Outcome::Draw }
/// }
/// impl ByHeap for Drawn {
///     fn position(&self, heap: u64, _: usize) -> u64 { heap }
///     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
/// }
/// impl OneHeap for Drawn {}
/// heap_notation!(Drawn);
///
/// let rules = any::terminal_heap(Drawn);
/// assert!(rules.heaps().unwrap().outcomes(Play::Misere).is_none());
/// ```
pub fn terminal_heap<R>(rules: R) -> Arc<dyn AnyRuleset>
where
    R: OneHeap<Position: Pack> + Notation<R::Position> + Clone + Send + Sync + 'static,
{
    Arc::new(Erased::with_heaps(rules.clone(), IsTerminal, OneByOne(OneTerminal(rules))))
}

/// The items with these indices, which rise.
fn at<T>(mut all: impl Iterator<Item = T>, indices: &[usize]) -> impl Iterator<Item = T> {
    let mut next = 0;
    indices.iter().map_while(move |&index| {
        let item = all.nth(index - next);
        next = index + 1;
        item
    })
}

/// What is alike for all kinds: text, heaps, normal forms, pictures.
macro_rules! alike {
    () => {
        fn read(&self, text: &str) -> Result<AnyPosition, BadNotation> {
            self.rules.read(text).map(|position| AnyPosition::pack(&position))
        }
        fn show(&self, position: &AnyPosition) -> String {
            self.rules.show(&position.unpack())
        }
        fn normal_form(&self, position: AnyPosition) -> AnyPosition {
            if !self.rules.has_normal_forms() {
                return position;
            }
            AnyPosition::pack(&self.rules.normal_form(position.unpack()))
        }
        fn fault(&self) -> Option<Fault> {
            self.rules.fault()
        }
        fn heaps(&self) -> Option<&dyn HeapView> {
            self.heaps.as_deref()
        }
        fn all_positions(&self) -> Option<AllPositions> {
            self.rules.all_positions().map(|all| all.map(|position| AnyPosition::pack(&position)))
        }
        fn picture(&self, position: &AnyPosition) -> Option<Picture> {
            self.rules.picture(&position.unpack())
        }
    };
}

/// Moves of rulesets under which both players have the same.
macro_rules! same_moves {
    () => {
        fn options(&self, position: &AnyPosition, _: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
            let position = position.unpack();
            hand_over(self.rules.options(&position).map(|option| AnyPosition::pack(&option)), from, options)
        }
        fn mobility(&self, position: &AnyPosition, _: Player) -> u32 {
            self.rules.mobility(&position.unpack())
        }
        fn moves(&self, position: &AnyPosition, _: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
            let position = position.unpack();
            let labelled = |mv: R::Move| {
                let to = AnyPosition::pack(&self.rules.play(&position, &mv));
                Labelled { label: mv.to_string(), to }
            };
            hand_over(self.rules.moves(&position).map(labelled), from, moves)
        }
        fn moves_at(&self, position: &AnyPosition, _: Player, indices: &[usize], moves: &mut Vec<Labelled>) {
            let position = position.unpack();
            let chosen = at(self.rules.moves(&position), indices);
            moves.extend(chosen.map(|mv| {
                let to = AnyPosition::pack(&self.rules.play(&position, &mv));
                Labelled { label: mv.to_string(), to }
            }));
        }
        fn is_stuck(&self, position: &AnyPosition, _: Player) -> bool {
            self.rules.moves(&position.unpack()).next().is_none()
        }
        fn terminal_outcome(&self, position: &AnyPosition) -> Outcome {
            self.rules.terminal_outcome(&position.unpack())
        }
    };
}

impl<R> AnyRuleset for Erased<R, IsImpartial>
where
    R: Impartial<Position: Pack> + Notation<R::Position> + Send + Sync,
{
    fn kind(&self) -> Kind {
        Kind::Impartial
    }
    alike!();
    same_moves!();
    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        summands.extend(self.rules.summands(&position.unpack()).map(|part| AnyPosition::pack(&part)));
    }
    fn each_option(&self, position: &AnyPosition, _: Player, each: &mut dyn FnMut(&mut Vec<AnyPosition>) -> bool) {
        let mut packed = vec![];
        self.rules.each_option(&position.unpack(), &mut |parts| {
            packed.clear();
            packed.extend(parts.iter().map(AnyPosition::pack));
            each(&mut packed)
        });
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        Some(position.clone())
    }
}

impl<R> AnyRuleset for Erased<R, IsTerminal>
where
    R: Ruleset<Position: Pack> + Notation<R::Position> + Send + Sync,
{
    fn kind(&self) -> Kind {
        Kind::TerminalRule
    }
    alike!();
    same_moves!();
}

impl<R> AnyRuleset for Erased<R, IsPartizan>
where
    R: Partizan<Position: Pack> + Notation<R::Position> + Send + Sync,
{
    fn kind(&self) -> Kind {
        Kind::Partizan
    }
    alike!();
    fn options(&self, position: &AnyPosition, player: Player, from: usize, options: &mut Vec<AnyPosition>) -> bool {
        let position = position.unpack();
        hand_over(self.rules.options(&position, player).map(|option| AnyPosition::pack(&option)), from, options)
    }
    fn moves(&self, position: &AnyPosition, player: Player, from: usize, moves: &mut Vec<Labelled>) -> bool {
        let position = position.unpack();
        let labelled = |mv: R::Move| {
            let to = AnyPosition::pack(&self.rules.play(&position, player, &mv));
            Labelled { label: mv.to_string(), to }
        };
        hand_over(self.rules.moves(&position, player).map(labelled), from, moves)
    }
    fn is_stuck(&self, position: &AnyPosition, player: Player) -> bool {
        self.rules.moves(&position.unpack(), player).next().is_none()
    }
    fn terminal_outcome(&self, _: &AnyPosition) -> Outcome {
        Outcome::Loss
    }
    fn summands(&self, position: &AnyPosition, summands: &mut Vec<AnyPosition>) {
        summands.extend(self.rules.summands(&position.unpack()).map(|part| AnyPosition::pack(&part)));
    }
    fn each_option(&self, position: &AnyPosition, player: Player, each: &mut dyn FnMut(&mut Vec<AnyPosition>) -> bool) {
        let mut packed = vec![];
        self.rules.each_option(&position.unpack(), player, &mut |parts| {
            packed.clear();
            packed.extend(parts.iter().map(AnyPosition::pack));
            each(&mut packed)
        });
    }
    fn value_text(&self, position: &AnyPosition) -> Option<String> {
        self.rules.value_text(&position.unpack())
    }
    fn negative(&self, position: &AnyPosition) -> Option<AnyPosition> {
        self.rules.negative(&position.unpack()).map(|negative| AnyPosition::pack(&negative))
    }
}
