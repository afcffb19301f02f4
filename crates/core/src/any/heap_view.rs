//! What else is known of a ruleset that is played on heaps: rows for every n, rules as data, heaps beyond 64 bits.

use super::AnyPosition;
use crate::any::Pack;
use crate::heap::{BigHeaps, ByHeap, HeapRules, HeapSequence, Heaps, Nimbers, OneHeap, Outcomes, PartizanHeap};
use crate::notation::Reader;
use crate::{BadNotation, Impartial, Misere, Nimber, Notation, Outcome, Play, ToMove};
use core::any::TypeId;
use smallvec::{SmallVec, smallvec};

/// Rows of nimbers behind a pointer.
pub type AnyNimbers<'a> = Box<dyn HeapSequence<Cell = Nimber> + Send + Sync + 'a>;

/// Rows of outcomes behind a pointer.
pub type AnyOutcomes<'a> = Box<dyn HeapSequence<Cell = Outcome> + Send + Sync + 'a>;

/// Who is told the heaps of a position, each with its size and its column in the rows, and answers whether to go on.
pub type EachHeaps<'a> = dyn FnMut(&[(u64, usize)]) -> bool + 'a;

/// A ruleset seen by its heaps, as [`AnyRuleset::heaps`](super::AnyRuleset::heaps) gives it.
///
/// Nimbers and outcomes, no values: core knows none.
///
/// ```
/// use sprague_core::{BadNotation, Impartial, Ruleset, any, heap_notation};
/// use sprague_core::heap::{ByHeap, OneHeap};
///
/// /// Take half of the heap or less.
/// #[derive(Clone)]
/// struct Half;
/// impl Ruleset for Half {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=heap / 2 }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for Half {}
/// impl ByHeap for Half {
///     fn position(&self, heap: u64, _: usize) -> u64 { heap }
///     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
/// }
/// impl OneHeap for Half {}
/// heap_notation!(Half);
///
/// let half = any::one_heap(Half);
/// let heaps = half.heaps().unwrap();
/// assert_eq!(heaps.indices(&half.read("7")?).unwrap()[..], [(7, 0)]);
/// assert!(heaps.nimbers().is_some() && heaps.rules().is_none());
/// # Ok::<(), BadNotation>(())
/// ```
pub trait HeapView: Send + Sync {
    /// The heaps of a position, each with its size and its column in the rows (none for the empty position); `None` if some heap is not
    /// in the rows.
    fn indices(&self, position: &AnyPosition) -> Option<SmallVec<[(u64, usize); 2]>>;

    /// Tells `each` the heaps of every option of a position, in the order of its moves and as [`indices`](Self::indices) has them, until
    /// it says no: about twice as fast as asking for the options, of which no positions are made here. Answers whether it can tell; only
    /// impartial rules that are compiled in do.
    ///
    /// ```
    /// # use sprague_core::{BadNotation, Impartial, Ruleset, any, heap_notation};
    /// # use sprague_core::heap::{ByHeap, OneHeap};
    /// # #[derive(Clone)]
    /// # struct Half;
    /// # impl Ruleset for Half {
    /// #     type Position = u64; type Move = u64;
    /// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=heap / 2 }
    /// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
    /// # }
    /// # impl Impartial for Half {}
    /// # impl ByHeap for Half {
    /// #     fn position(&self, heap: u64, _: usize) -> u64 { heap }
    /// #     fn heap_index(&self, heap: &u64) -> (u64, usize) { (*heap, 0) }
    /// # }
    /// # impl OneHeap for Half {}
    /// # heap_notation!(Half);
    /// let half = any::one_heap(Half);
    /// let mut left = vec![];
    /// let told = half.heaps().unwrap().each_option(&half.read("7")?, &mut |heaps| {
    ///     left.push(heaps[0].0);
    ///     left.len() < 2
    /// });
    /// assert!(told && left == [6, 5]);
    /// # Ok::<(), BadNotation>(())
    /// ```
    fn each_option(&self, position: &AnyPosition, each: &mut EachHeaps<'_>) -> bool {
        let _ = (position, each);
        false
    }

    /// The position that is one heap of this size, in this column of the rows.
    fn position(&self, heap: u64, column: usize) -> AnyPosition;

    /// The rules as data, which theorems, kernels, certificates and `check` speak about. `None`: rows without proofs.
    fn rules(&self) -> Option<HeapRules> {
        None
    }

    /// A row of nimbers for every n, under normal play; `None` where there are none, or too many columns.
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        None
    }

    /// A row of outcomes for every n; `None` where a heap may fall into several, or there are too many columns.
    fn outcomes(&self, play: Play) -> Option<AnyOutcomes<'_>> {
        let _ = play;
        None
    }

    /// The heaps that `text` names, at least one of them of 2⁶⁴ or more; `None` if these rules have no heaps beyond 64 bits.
    fn read_big(&self, text: &str) -> Option<Result<BigHeaps, BadNotation>> {
        let _ = text;
        None
    }

    /// Such heaps as text.
    fn show_big(&self, heaps: &BigHeaps) -> String {
        heaps.to_string()
    }

    /// The same position with heaps of any size; `None` if these rules have no heaps beyond 64 bits.
    fn to_big(&self, position: &AnyPosition) -> Option<BigHeaps> {
        let _ = position;
        None
    }

    /// The inverse: `None` if a heap has 2⁶⁴ or more.
    fn to_small(&self, heaps: &BigHeaps) -> Option<AnyPosition> {
        let _ = heaps;
        None
    }
}

/// Heaps that may fall into several: the summands are heaps, and there are rows of nimbers.
pub(super) struct Breaking<R>(pub(super) R);

impl<R: ByHeap + 'static> Breaking<R> {
    /// Whether its rules as data say that positions are heaps, and they are.
    fn is_of_heaps(&self) -> bool {
        TypeId::of::<R::Position>() == TypeId::of::<Heaps>() && self.0.heap_rules().is_some_and(|rules| rules.breaks_heaps())
    }
}

impl<R> HeapView for Breaking<R>
where
    R: Impartial<Position: Pack> + ByHeap + Send + Sync + 'static,
{
    fn indices(&self, position: &AnyPosition) -> Option<SmallVec<[(u64, usize); 2]>> {
        Some(self.0.summands(&position.unpack()).map(|heap| self.0.heap_index(&heap)).collect())
    }
    fn each_option(&self, position: &AnyPosition, each: &mut EachHeaps<'_>) -> bool {
        let mut heaps: SmallVec<[(u64, usize); 4]> = smallvec![];
        self.0.options(&position.unpack()).all(|option| {
            heaps.clear();
            heaps.extend(self.0.summands(&option).map(|heap| self.0.heap_index(&heap)));
            each(&heaps)
        });
        true
    }
    fn position(&self, heap: u64, column: usize) -> AnyPosition {
        AnyPosition::pack(&self.0.position(heap, column))
    }
    fn rules(&self) -> Option<HeapRules> {
        self.0.heap_rules()
    }
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        self.0.is_tabulated().then(|| Box::new(Nimbers(&self.0)) as _)
    }
    fn read_big(&self, text: &str) -> Option<Result<BigHeaps, BadNotation>> {
        self.is_of_heaps().then(|| BigHeaps::read(text))
    }
    fn to_big(&self, position: &AnyPosition) -> Option<BigHeaps> {
        let heaps = self.is_of_heaps().then(|| position.unpack::<Heaps>())?;
        Some(heaps.as_slice().iter().map(|&heap| heap.into()).collect())
    }
    fn to_small(&self, heaps: &BigHeaps) -> Option<AnyPosition> {
        let sizes = heaps.sizes().iter().map(|heap| u64::try_from(heap).ok());
        let heaps = self.is_of_heaps().then(|| sizes.collect::<Option<Heaps>>())?;
        heaps.map(|heaps| AnyPosition::pack(&heaps))
    }
}

/// A ruleset whose positions are one heap each.
pub(super) trait Single: Send + Sync {
    type Position: Pack;
    fn position(&self, heap: u64, column: usize) -> Self::Position;
    fn heap_index(&self, position: &Self::Position) -> (u64, usize);
    fn rules(&self) -> Option<HeapRules>;
    fn is_tabulated(&self) -> bool;
    fn nimbers(&self) -> Option<AnyNimbers<'_>>;
    fn outcomes(&self, play: Play) -> Option<AnyOutcomes<'_>>;
    fn read(&self, text: &str) -> Result<Self::Position, BadNotation>;
    fn show(&self, position: &Self::Position) -> String;
    /// As [`HeapView::each_option`].
    fn each_option(&self, position: &Self::Position, each: &mut dyn FnMut((u64, usize)) -> bool) -> bool {
        let _ = (position, each);
        false
    }
}

/// Such a ruleset by its heaps.
pub(super) struct OneByOne<S>(pub(super) S);

impl<S: Single> OneByOne<S> {
    /// The rules as data, where what a heap remembers can be told from its column.
    fn numbered(&self) -> Option<HeapRules> {
        self.0.rules().filter(|_| self.0.is_tabulated())
    }
}

impl<S: Single> HeapView for OneByOne<S> {
    fn indices(&self, position: &AnyPosition) -> Option<SmallVec<[(u64, usize); 2]>> {
        self.0.is_tabulated().then(|| smallvec![self.0.heap_index(&position.unpack())])
    }
    fn each_option(&self, position: &AnyPosition, each: &mut EachHeaps<'_>) -> bool {
        self.0.is_tabulated() && self.0.each_option(&position.unpack(), &mut |heap| each(&[heap]))
    }
    fn position(&self, heap: u64, column: usize) -> AnyPosition {
        AnyPosition::pack(&self.0.position(heap, column))
    }
    fn rules(&self) -> Option<HeapRules> {
        self.0.rules()
    }
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        self.0.nimbers().filter(|_| self.0.is_tabulated())
    }
    fn outcomes(&self, play: Play) -> Option<AnyOutcomes<'_>> {
        self.0.outcomes(play).filter(|_| self.0.is_tabulated())
    }
    fn read_big(&self, text: &str) -> Option<Result<BigHeaps, BadNotation>> {
        let rules = self.numbered()?;
        let mut reader = Reader::new(text);
        let heap = reader.number().ok().filter(|heap| heap.bits() > 64)?;
        if reader.peek() == Some('^') {
            return Some(Err(reader.expected("nothing more: a power has one exponent")));
        }
        // a small heap with the same memory tells what stands behind the size
        let small = format!("0{}", reader.rest());
        Some(match self.0.read(&small) {
            Ok(position) => Ok(BigHeaps::one(heap, rules.memory(self.0.heap_index(&position).1)?)),
            Err(error) => Err(BadNotation::new(error.at + reader.at() - 1, error.expected)),
        })
    }
    fn show_big(&self, heaps: &BigHeaps) -> String {
        let column = self.numbered().and_then(|rules| rules.column(heaps.memory())).unwrap_or(0);
        let small = self.0.show(&self.0.position(0, column));
        format!("{}{}", heaps.largest(), small.strip_prefix('0').unwrap_or_default())
    }
    fn to_big(&self, position: &AnyPosition) -> Option<BigHeaps> {
        let rules = self.numbered()?;
        let (heap, column) = self.0.heap_index(&position.unpack());
        Some(BigHeaps::one(heap.into(), rules.memory(column)?))
    }
    fn to_small(&self, heaps: &BigHeaps) -> Option<AnyPosition> {
        let column = self.numbered()?.column(heaps.memory())?;
        Some(self.position(u64::try_from(heaps.largest()).ok()?, column))
    }
}

/// What the rules of one heap have in common with [`ByHeap`].
macro_rules! by_heap {
    () => {
        type Position = R::Position;
        fn position(&self, heap: u64, column: usize) -> R::Position {
            self.0.position(heap, column)
        }
        fn heap_index(&self, position: &R::Position) -> (u64, usize) {
            self.0.heap_index(position)
        }
        fn rules(&self) -> Option<HeapRules> {
            self.0.heap_rules()
        }
        fn is_tabulated(&self) -> bool {
            self.0.is_tabulated()
        }
    };
}

/// How its positions are written.
macro_rules! text {
    () => {
        fn read(&self, text: &str) -> Result<R::Position, BadNotation> {
            self.0.read(text)
        }
        fn show(&self, position: &R::Position) -> String {
            self.0.show(position)
        }
    };
}

/// Impartial rules on one heap.
pub(super) struct OneImpartial<R>(pub(super) R);

impl<R> Single for OneImpartial<R>
where
    R: Impartial<Position: Pack> + OneHeap + Notation<R::Position> + Send + Sync,
{
    by_heap!();
    text!();
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        Some(Box::new(Nimbers(&self.0)))
    }
    fn outcomes(&self, play: Play) -> Option<AnyOutcomes<'_>> {
        Some(match play {
            Play::Normal => Box::new(Outcomes(&self.0)),
            Play::Misere => Box::new(Outcomes(Misere(&self.0))),
        })
    }
    fn each_option(&self, position: &R::Position, each: &mut dyn FnMut((u64, usize)) -> bool) -> bool {
        self.0.options(position).all(|option| each(self.0.heap_index(&option)));
        true
    }
}

/// Rules on one heap that say themselves who has won.
pub(super) struct OneTerminal<R>(pub(super) R);

impl<R> Single for OneTerminal<R>
where
    R: OneHeap<Position: Pack> + Notation<R::Position> + Send + Sync,
{
    by_heap!();
    text!();
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        None
    }
    fn outcomes(&self, play: Play) -> Option<AnyOutcomes<'_>> {
        (play == Play::Normal).then(|| Box::new(Outcomes(&self.0)) as _)
    }
}

/// Partizan rules on one heap: a row has a column for each player to move.
pub(super) struct OnePartizan<R>(pub(super) R);

impl<R> Single for OnePartizan<R>
where
    R: PartizanHeap + Notation<u64> + Send + Sync,
{
    type Position = u64;
    fn position(&self, heap: u64, _: usize) -> u64 {
        heap
    }
    fn heap_index(&self, heap: &u64) -> (u64, usize) {
        (*heap, 0)
    }
    fn rules(&self) -> Option<HeapRules> {
        self.0.heap_rules()
    }
    fn is_tabulated(&self) -> bool {
        true
    }
    fn nimbers(&self) -> Option<AnyNimbers<'_>> {
        None
    }
    fn outcomes(&self, play: Play) -> Option<AnyOutcomes<'_>> {
        Some(match play {
            Play::Normal => Box::new(Outcomes(ToMove(&self.0))),
            Play::Misere => Box::new(Outcomes(Misere(ToMove(&self.0)))),
        })
    }
    fn read(&self, text: &str) -> Result<u64, BadNotation> {
        self.0.read(text)
    }
    fn show(&self, heap: &u64) -> String {
        self.0.show(heap)
    }
}
