//! Sums of positions of different rulesets, known only at run time.

use super::{AnyPosition, AnyRuleset, Kind, Labelled, portions};
use crate::any::Fault;
use crate::sum::IndexedMove;
use crate::{Outcome, Play, Player, Ruleset};
use smallvec::SmallVec;
use std::sync::Arc;

/// Disjunctive sums of impartial and partizan rulesets behind type erasure, under normal or misère play.
///
/// A position is kept in a canonical form: components of one ruleset that are equal count as the same, their order does not
/// matter, those that fall apart into summands are taken apart, and those without moves for either player are dropped. That keeps
/// searches small; a position's own order, for showing it, is the caller's.
///
/// ```
/// # use sprague_core::{BadNotation, Impartial, Notation, notation::Reader};
/// # struct Nim;
/// # impl Ruleset for Nim {
/// #     type Position = u64; type Move = u64;
/// #     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=*heap }
/// #     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// # }
/// # impl Impartial for Nim {}
/// # impl Notation<u64> for Nim {
/// #     fn read(&self, text: &str) -> Result<u64, BadNotation> { Reader::new(text).whole(Reader::small) }
/// #     fn show(&self, heap: &u64) -> String { heap.to_string() }
/// # }
/// use sprague_core::{Play, Player, Ruleset, any};
/// use sprague_core::any::{AnyPosition, AnySum};
///
/// let sum = AnySum::new(vec![any::impartial(Nim)], Play::Misere);
/// let heap = |size: u64| (0, AnyPosition::pack(&size));
/// let one_way = sum.position(Player::Left, [heap(2), heap(1), heap(0)]);
/// let other_way = sum.position(Player::Right, [heap(1), heap(2)]);
/// assert_eq!(one_way, other_way); // order, finished heaps and, as all is impartial, the player do not matter
/// assert_eq!(sum.options(&one_way).count(), 3);
/// ```
#[derive(Clone, Debug)]
pub struct AnySum {
    rules: Vec<Arc<dyn AnyRuleset>>,
    play: Play,
    impartial: bool,
}

/// A position of an [`AnySum`] in canonical form.
///
/// ```
/// # use sprague_core::{Play, Player};
/// # use sprague_core::any::AnySum;
/// let empty = AnySum::new(vec![], Play::Normal).position(Player::Left, []);
/// assert!(empty.components().is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SumPosition {
    next: Player,
    components: SmallVec<[(u32, AnyPosition); 1]>,
}

impl SumPosition {
    /// Who is to move; always Left in an impartial sum, where it makes no difference.
    ///
    /// ```
    /// # use sprague_core::{Play, Player};
    /// # use sprague_core::any::AnySum;
    /// # let sum = AnySum::new(vec![], Play::Normal);
    /// assert_eq!(sum.position(Player::Right, []).next(), Player::Left);
    /// ```
    pub fn next(&self) -> Player {
        self.next
    }

    /// The unfinished components in canonical order: which ruleset, and the position.
    ///
    /// ```
    /// # use sprague_core::{Play, Player};
    /// # use sprague_core::any::AnySum;
    /// # let sum = AnySum::new(vec![], Play::Normal);
    /// assert_eq!(sum.position(Player::Left, []).components().len(), 0);
    /// ```
    pub fn components(&self) -> &[(u32, AnyPosition)] {
        &self.components
    }
}

impl AnySum {
    /// Sums whose components belong to these rulesets. A component names its ruleset by the index in this list.
    ///
    /// ```
    /// # use sprague_core::Play;
    /// # use sprague_core::any::AnySum;
    /// assert!(AnySum::new(vec![], Play::Misere).is_impartial());
    /// ```
    ///
    /// # Panics
    /// If one of them has a terminal rule: a sum of such games says nothing about who has won.
    pub fn new(rules: Vec<Arc<dyn AnyRuleset>>, play: Play) -> Self {
        assert!(
            rules.iter().all(|rules| rules.kind() != Kind::TerminalRule),
            "the last mover must win or lose in every component"
        );
        let impartial = rules.iter().all(|rules| rules.kind() == Kind::Impartial);
        Self { rules, play, impartial }
    }

    /// Whether both players have the same moves in every component.
    ///
    /// ```
    /// # use sprague_core::Play;
    /// # use sprague_core::any::AnySum;
    /// assert!(AnySum::new(vec![], Play::Normal).is_impartial());
    /// ```
    pub fn is_impartial(&self) -> bool {
        self.impartial
    }

    /// The canonical position with these components, each with the index of its ruleset, and `next` to move.
    ///
    /// See [`AnySum`] for an example.
    ///
    /// # Panics
    /// If an index is out of range.
    pub fn position(&self, next: Player, components: impl IntoIterator<Item = (u32, AnyPosition)>) -> SumPosition {
        let mut canonical = SmallVec::new();
        for (which, position) in components {
            canonical.extend(self.parts(which, &position));
        }
        canonical.sort_unstable();
        SumPosition { next: if self.impartial { Player::Left } else { next }, components: canonical }
    }

    /// What a component is in canonical form: each of its summands that can still move.
    fn parts(&self, which: u32, position: &AnyPosition) -> impl Iterator<Item = (u32, AnyPosition)> {
        let mut parts = vec![];
        self.rules[which as usize].summands(position, &mut parts);
        parts.into_iter().filter(move |part| !self.is_finished(which, part)).map(move |part| (which, part))
    }

    fn is_finished(&self, which: u32, position: &AnyPosition) -> bool {
        let rules = &self.rules[which as usize];
        let players: &[Player] = if rules.kind() == Kind::Partizan { &Player::BOTH } else { &[Player::Left] };
        players.iter().all(|&player| rules.is_stuck(position, player))
    }

    /// The position after the component at `index` became `new`.
    fn replaced(&self, from: &SumPosition, index: usize, new: &AnyPosition) -> SumPosition {
        let which = from.components[index].0;
        let mut components = from.components.clone();
        components.remove(index);
        for part in self.parts(which, new) {
            let place = components.partition_point(|other| *other < part);
            components.insert(place, part);
        }
        SumPosition { next: if self.impartial { from.next } else { -from.next }, components }
    }

    /// The first of every run of equal components.
    fn different<'a>(&self, at: &'a SumPosition) -> impl Iterator<Item = (usize, &'a (u32, AnyPosition))> {
        let indexed = at.components.iter().enumerate();
        indexed.filter(|&(index, component)| index == 0 || at.components[index - 1] != *component)
    }
}

impl Ruleset for AnySum {
    type Position = SumPosition;
    type Move = IndexedMove<Labelled>;
    fn moves(&self, at: &SumPosition) -> impl Iterator<Item = Self::Move> {
        self.different(at).flat_map(move |(index, (which, position))| {
            let rules = &self.rules[*which as usize];
            let moves = portions(move |from, moves| rules.moves(position, at.next, from, moves));
            moves.map(move |mv| IndexedMove { index, mv })
        })
    }
    fn play(&self, at: &SumPosition, IndexedMove { index, mv }: &Self::Move) -> SumPosition {
        self.replaced(at, *index, &mv.to)
    }
    fn options(&self, at: &SumPosition) -> impl Iterator<Item = SumPosition> {
        self.different(at).flat_map(move |(index, (which, position))| {
            let rules = &self.rules[*which as usize];
            let options = portions(move |from, options| rules.options(position, at.next, from, options));
            options.map(move |option| self.replaced(at, index, &option))
        })
    }
    fn terminal_outcome(&self, _: &SumPosition) -> Outcome {
        match self.play {
            Play::Normal => Outcome::Loss,
            Play::Misere => Outcome::Win,
        }
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    fn normal_form(&self, at: SumPosition) -> SumPosition {
        let mut components = at.components;
        for (which, position) in &mut components {
            *position = self.rules[*which as usize].normal_form(core::mem::take(position));
        }
        components.sort_unstable();
        SumPosition { next: at.next, components }
    }
    fn allocated_bytes(&self, at: &SumPosition) -> usize {
        let spilled = if at.components.spilled() { size_of_val(at.components.as_slice()) } else { 0 };
        let inside = at.components.iter().map(|(_, position)| position.allocated_bytes());
        spilled + inside.sum::<usize>()
    }
    fn fault(&self) -> Option<Fault> {
        self.rules.iter().find_map(|rules| rules.fault())
    }
}
