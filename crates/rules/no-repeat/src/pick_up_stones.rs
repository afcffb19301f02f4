//! The ruleset of subtraction in which no move repeats one of the last k moves.
//!
//! Fisher 2003, *Simulating the Pick-up Stones game*, sections 3.1 and 3.5.

use core::fmt::Display;
use sprague_core::any::Picture;
use sprague_core::heap::{AmountSet, ByHeap, FiniteAmounts, HeapRules, OneHeap, arrangement};
use sprague_core::modifier::WithHistory;
use sprague_core::notation::Reader;
use sprague_core::{BadNotation, ClosedForm, Impartial, MoveList, NoRepeat, Notation, Outcome, Play, Ruleset};
use sprague_rules_subtraction::Subtraction;
use thiserror::Error;

/// Subtraction from a finite set, without repeating the last moves.
///
/// ```
/// use sprague_core::{NoRepeat, Ruleset};
/// use sprague_core::modifier::WithHistory;
/// use sprague_rules_no_repeat::NoRepeatSubtraction;
/// use sprague_rules_subtraction::Subtraction;
///
/// let rules: NoRepeatSubtraction = NoRepeat { rules: Subtraction::of([1, 2, 3]).unwrap(), memory: 1 };
/// assert_eq!(rules.moves(&WithHistory::after(9, [2])).collect::<Vec<_>>(), [1, 3]);
/// ```
pub type NoRepeatSubtraction = NoRepeat<Subtraction>;

/// One heap, from which a move takes an amount of a set, but none of the amounts of the last moves.
///
/// The last `memory` moves of both players count.
///
/// The game is impartial, because both players have the same list of last moves. A position is written as `heap`, or as
/// `heap/m1.m2…` with the last moves, latest first. There may be fewer moves than can be remembered.
///
/// ```
/// use sprague_core::{Notation, Ruleset};
/// use sprague_rules_no_repeat::PickUpStones;
///
/// let rules = PickUpStones::new("1-5".parse().unwrap(), 2).unwrap();
/// let after = rules.play(&rules.read("10/4.1")?, &3);
/// assert_eq!(rules.show(&after), "7/3.4");
/// assert_eq!(rules.moves(&after).collect::<Vec<_>>(), [1, 2, 5]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// # Panics
/// [`ByHeap::states`] panics, and so does a family of these rules, if [`lists`](Self::lists) is `None`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PickUpStones(pub NoRepeatSubtraction);

/// An error: at least one move must be remembered, because without memory the game is plain subtraction.
///
/// ```
/// use sprague_core::heap::AmountSet;
/// use sprague_rules_no_repeat::{NoMemory, PickUpStones};
/// assert_eq!(PickUpStones::new(AmountSet::default(), 0), Err(NoMemory));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("at least one move must be remembered")]
pub struct NoMemory;

impl PickUpStones {
    /// Builds the game with these amounts, in which the amounts of the last `memory` moves are forbidden.
    ///
    /// ```
    /// use sprague_rules_no_repeat::PickUpStones;
    /// assert!(PickUpStones::new("1,3,5".parse().unwrap(), 1).is_ok());
    /// ```
    ///
    /// # Errors
    /// [`NoMemory`] if `memory` is 0.
    pub fn new(amounts: AmountSet, memory: usize) -> Result<Self, NoMemory> {
        match memory {
            0 => Err(NoMemory),
            _ => Ok(Self(NoRepeat { rules: Subtraction(amounts), memory })),
        }
    }

    /// Returns the amounts of the set, including forbidden ones.
    ///
    /// ```
    /// use sprague_rules_no_repeat::PickUpStones;
    /// let rules = PickUpStones::new("1-5".parse().unwrap(), 1).unwrap();
    /// assert_eq!(rules.amounts().as_slice().len(), 5);
    /// ```
    pub fn amounts(&self) -> &AmountSet {
        &self.0.rules.0
    }

    /// Returns how many of the last moves are forbidden.
    ///
    /// ```
    /// use sprague_rules_no_repeat::PickUpStones;
    /// assert_eq!(PickUpStones::new("1-5".parse().unwrap(), 3).unwrap().memory(), 3);
    /// ```
    pub fn memory(&self) -> usize {
        self.0.memory
    }

    /// Returns the number of ordered lists of last moves, which is the width of a row.
    ///
    /// The empty list counts. Returns `None` if the number is too large for `usize`. Then there are positions but no rows.
    ///
    /// ```
    /// use sprague_rules_no_repeat::PickUpStones;
    /// assert_eq!(PickUpStones::new("1-5".parse().unwrap(), 2).unwrap().lists(), Some(1 + 5 + 5 * 4));
    /// assert_eq!(PickUpStones::new("1-99".parse().unwrap(), 99).unwrap().lists(), None);
    /// ```
    pub fn lists(&self) -> Option<usize> {
        arrangement::count(self.amounts().as_slice().len(), self.memory())
    }
}

impl Ruleset for PickUpStones {
    type Position = WithHistory<u64, u64>;
    type Move = u64;
    fn moves(&self, at: &Self::Position) -> impl Iterator<Item = u64> {
        self.0.moves(at)
    }
    fn play(&self, at: &Self::Position, amount: &u64) -> Self::Position {
        self.0.play(at, amount)
    }
    fn terminal_outcome(&self, at: &Self::Position) -> Outcome {
        self.0.terminal_outcome(at)
    }
    fn options(&self, at: &Self::Position) -> impl Iterator<Item = Self::Position> {
        self.0.options(at)
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    /// Drops the oldest amounts if they exceed the heap. If nothing will be forgotten, drops all of those, and the order.
    fn normal_form(&self, mut at: Self::Position) -> Self::Position {
        while at.last.last().is_some_and(|amount| *amount > at.position) {
            at.last.pop();
        }
        if self.forgets_nothing(&at) {
            at.last.retain(|amount| *amount <= at.position);
            at.last.sort_unstable();
        }
        at
    }
    fn allocated_bytes(&self, at: &Self::Position) -> usize {
        self.0.allocated_bytes(at)
    }
}

impl Impartial for PickUpStones {
    fn is_loopfree(&self, _: &Self::Position) -> bool {
        true
    }
    fn closed_form(&self) -> Option<&dyn ClosedForm<Self::Position, u64>> {
        Some(self)
    }
}

/// If nothing is forgotten and the heap is at least the sum of all amounts that are left, all of them are taken, in any order.
impl ClosedForm<WithHistory<u64, u64>, u64> for PickUpStones {
    fn nimber(&self, at: &WithHistory<u64, u64>) -> Option<u128> {
        if !self.forgets_nothing(at) {
            return None;
        }
        // the sum of many amounts exceeds the heap soon
        let add =
            |(sum, count): (u64, u128), amount| Some((sum.checked_add(amount).filter(|sum| *sum <= at.position)?, count + 1));
        self.moves(at).try_fold((0, 0), add).map(|(_, count)| count % 2)
    }
    fn moves_to(&self, at: &WithHistory<u64, u64>, nimber: u128) -> Option<MoveList<u64>> {
        let are_all = self.nimber(at)? != nimber && nimber < 2;
        let total = if are_all { self.moves(at).count() } else { 0 };
        let moves = self.moves(at).take(total.min(MoveList::<u64>::MOST)).collect();
        Some(MoveList { moves, total: Some(total as u64) })
    }
    fn is_fickle(&self, at: &WithHistory<u64, u64>) -> Option<bool> {
        self.nimber(at).map(|_| true)
    }
    fn moves_to_fickle(&self, at: &WithHistory<u64, u64>, nimber: u128) -> Option<MoveList<u64>> {
        self.moves_to(at, nimber)
    }
    fn source(&self) -> &'static str {
        "every play takes all amounts once"
    }
}

impl ByHeap for PickUpStones {
    fn states(&self) -> usize {
        self.0.states()
    }
    fn position(&self, heap: u64, state: usize) -> Self::Position {
        self.0.position(heap, state)
    }
    fn heap_index(&self, at: &Self::Position) -> (u64, usize) {
        self.0.heap_index(at)
    }
    fn heap_rules(&self) -> Option<HeapRules> {
        self.0.heap_rules()
    }
    fn is_tabulated(&self) -> bool {
        self.0.is_tabulated()
    }
    fn convention(&self) -> Play {
        self.0.convention()
    }
}

impl OneHeap for PickUpStones {}

impl FiniteAmounts for PickUpStones {
    fn amounts(&self) -> &AmountSet {
        &self.0.rules.0
    }
}

impl Notation<WithHistory<u64, u64>> for PickUpStones {
    fn read(&self, text: &str) -> Result<WithHistory<u64, u64>, BadNotation> {
        Reader::new(text).whole(|reader| {
            let heap = reader.small()?;
            self.memory_of(reader, heap)
        })
    }
    fn show(&self, at: &WithHistory<u64, u64>) -> String {
        shown(at)
    }
    /// The heap, even if there are too many lists of moves for rows.
    fn picture(&self, at: &WithHistory<u64, u64>) -> Option<Picture> {
        Some(Picture::Heaps(vec![at.position]))
    }
}

/// Returns the text of a position, with the last moves.
pub(crate) fn shown(at: &WithHistory<impl Display, u64>) -> String {
    let mut text = at.position.to_string();
    let mut separator = '/';
    for mv in &at.last {
        text.push(separator);
        text += &mv.to_string();
        separator = '.';
    }
    text
}

impl PickUpStones {
    /// Parses the last moves of this position.
    pub(crate) fn memory_of<P>(&self, reader: &mut Reader<'_>, position: P) -> Result<WithHistory<P, u64>, BadNotation> {
        let mut at = WithHistory::nothing(position);
        let mut separator = '/';
        while reader.skip(separator) {
            let mv = self.remembered(reader, &at.last)?;
            at.last.push(mv);
            separator = '.';
        }
        Ok(at)
    }

    /// Returns whether no amount that was taken and still fits will be forgotten.
    ///
    /// Until then, each later move takes another amount that fits, and amounts that no longer fit count as moves before.
    fn forgets_nothing(&self, at: &WithHistory<u64, u64>) -> bool {
        let fit = self.amounts().as_slice().partition_point(|amount| *amount <= at.position);
        fit + at.last.iter().filter(|amount| **amount > at.position).count() <= self.memory()
    }

    /// Parses one more remembered move. `later` are the moves that were made after it.
    fn remembered(&self, reader: &mut Reader<'_>, later: &[u64]) -> Result<u64, BadNotation> {
        let start = reader.at();
        if later.len() == self.memory() {
            return Err(BadNotation::new(start, format!("nothing more: memory is {}", self.memory())));
        }
        let mv = reader.small()?;
        if !self.amounts().contains(mv) {
            return Err(BadNotation::new(start, "one of the allowed amounts"));
        }
        if later.contains(&mv) {
            return Err(BadNotation::new(start, "a move unlike the later ones"));
        }
        Ok(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sprague_core::Misere;
    use sprague_core::any::Pack;
    use sprague_core::heap::{HeapSequence, Outcomes, Rows, Theorem};
    use sprague_testkit::judge::{closed_form_is_right, normal_form_keeps_the_options};
    use std::collections::HashMap;

    fn game(amounts: &str, memory: usize) -> PickUpStones {
        PickUpStones::new(amounts.parse().unwrap(), memory).unwrap()
    }

    /// The known winners, by the heap and the list of last moves, latest first.
    type Known = HashMap<(u64, Vec<u64>), bool>;
    fn is_won(amounts: &[u64], memory: usize, heap: u64, last: &[u64], stuck_wins: bool, known: &mut Known) -> bool {
        if let Some(&won) = known.get(&(heap, last.to_vec())) {
            return won;
        }
        let legal: Vec<u64> = amounts.iter().copied().filter(|s| *s <= heap && !last.contains(s)).collect();
        let mut won = legal.is_empty() && stuck_wins;
        for amount in legal {
            let mut next = vec![amount];
            next.extend(last);
            next.truncate(memory);
            won |= !is_won(amounts, memory, heap - amount, &next, stuck_wins, known);
        }
        known.insert((heap, last.to_vec()), won);
        won
    }

    #[test]
    fn rows_agree_with_the_definition() {
        for (amounts, memory) in
            [("1-5", 1), ("1-5", 2), ("2,4,6,7", 1), ("1-4", 3), ("1,3", 2), ("2", 1), ("1-3", 9), ("3,5,8", 2)]
        {
            let rules = game(amounts, memory);
            let set = rules.amounts().as_slice();
            let (normal, misere) = (Rows::of(&Outcomes(rules.clone()), 40), Rows::of(&Outcomes(Misere(rules.clone())), 40));
            for (rows, stuck_wins) in [(normal, false), (misere, true)] {
                let mut known = Known::new();
                for n in 0..40 {
                    for state in 0..rows.width() {
                        let last = rules.position(n as u64, state).last;
                        let won = is_won(set, memory, n as u64, &last, stuck_wins, &mut known);
                        assert_eq!(rows.cell(n, state) == Outcome::Win, won, "{amounts} {memory} {n} {last:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn normal_forms_and_the_closed_form_agree_with_the_definition() {
        for (amounts, memory) in [("1-4", 4), ("1-4", 3), ("1-5", 2), ("1,3,6", 9), ("2,5", 1), ("2,3", 2), ("1-6", 4)] {
            let rules = game(amounts, memory);
            let mut positions: Vec<_> = (0..24).map(WithHistory::nothing).collect();
            for from in 0..3 {
                let next: Vec<_> = positions[from * 20..].iter().take(400).flat_map(|at| rules.options(at)).collect();
                positions.extend(next);
            }
            positions.sort_unstable();
            positions.dedup();
            assert!(positions.iter().all(|at| normal_form_keeps_the_options(&rules, at)), "{amounts} {memory}");
            closed_form_is_right(&rules, &positions);
        }
        let rules = game("1-60", 60);
        assert_eq!(rules.nimber(&WithHistory::nothing(1830)), Some(0));
        assert_eq!(rules.nimber(&WithHistory::nothing(1829)), None);
        assert_eq!(rules.nimber(&WithHistory::after(1829, [1])), Some(1));
    }

    #[test]
    fn with_two_remembered_moves_their_order_matters_so_k_matrices_do_not_suffice() {
        let rules = game("1-5", 2);
        let rows = Rows::of(&Outcomes(rules.clone()), 4);
        let outcome = |text: &str| {
            let (heap, state) = rules.heap_index(&rules.read(text).unwrap());
            rows.cell(heap as usize, state)
        };
        assert_ne!(outcome("3/1.3"), outcome("3/3.1"));
    }

    #[test]
    fn who_may_only_repeat_is_stuck() {
        let rules = game("1", 1);
        assert_eq!(rules.moves(&rules.read("5/1").unwrap()).count(), 0);
        assert_eq!(rules.terminal_outcome(&rules.read("5/1").unwrap()), Outcome::Loss);
    }

    #[test]
    fn the_look_back_is_the_greatest_amount() {
        assert_eq!(Outcomes(game("1-5", 2)).theorem(), Some(Theorem::BoundedLookBack { reach: 5, modulus: 1 }));
        assert_eq!(game("1-5", 2).heap_rules(), Some(HeapRules::NoRepeat { amounts: AmountSet::new(1..=5).unwrap(), memory: 2 }));
    }

    #[test]
    fn what_is_shown_is_read_again() {
        let rules = game("1-5,18446744073709551615", 3);
        for text in ["0", "7", "7/5", "7/5.1", "0/1.2.3", "18446744073709551615/18446744073709551615.2"] {
            let position = rules.read(text).unwrap();
            assert_eq!(rules.show(&position), text);
            let mut words = vec![];
            position.pack(&mut words);
            assert_eq!(WithHistory::unpack(&mut words.as_slice()), Ok(position));
        }
        assert_eq!(rules.show(&rules.read("10^2/2^2").unwrap()), "100/4");
    }

    #[test]
    fn memories_that_cannot_be_are_refused_where_they_go_wrong() {
        let rules = game("1-5", 2);
        for (text, at, expected) in [
            ("", 0, "a number"),
            ("/1", 0, "a number"),
            ("9/", 2, "a number"),
            ("9/1.", 4, "a number"),
            ("9.1", 1, "nothing more"),
            ("9/1/2", 3, "nothing more"),
            ("9/6", 2, "one of the allowed amounts"),
            ("9/1.0", 4, "one of the allowed amounts"),
            ("9/3.3", 4, "a move unlike the later ones"),
            ("9/3.2.1", 6, "nothing more: memory is 2"),
            ("9/2^64", 2, "a number below 2^64"),
        ] {
            assert_eq!(rules.read(text), Err(BadNotation::new(at, expected)), "{text}");
        }
    }

    #[test]
    fn too_many_lists_for_rows_are_no_trouble_for_positions() {
        let rules = game("1-1000", 1000);
        assert_eq!(rules.lists(), None);
        assert_eq!(rules.options(&rules.read("18446744073709551615/7.9").unwrap()).count(), 998);
    }
}
