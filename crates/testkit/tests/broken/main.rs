//! Tests that each law fails for a ruleset that breaks it, and that the failure names the position. No ruleset may make a law
//! hang.

mod bounds;
mod forms;
mod heaps;

use sprague::any::{BadPosition, Pack};
use sprague::notation::Reader;
use sprague::{BadNotation, Impartial, Notation, Outcome, Partizan, Player, Ruleset, Stopped};
use sprague_testkit::laws::{self, Cause, Failure, Law};
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A game in which a move takes one or two tokens from a heap. Every part can be replaced by a wrong function. A `u32`
/// argument is the number of earlier calls.
#[derive(Clone)]
struct Take {
    moves: fn(u32, u64) -> Vec<u64>,
    play: fn(u64, u64) -> u64,
    options: fn(u32, u64) -> Vec<u64>,
    mobility: fn(u64) -> u32,
    ending: fn(u32) -> Outcome,
    summands: fn(u64) -> Vec<u64>,
    show: fn(u64) -> String,
    asked: Arc<AtomicU32>,
}

fn one_or_two(heap: u64) -> Vec<u64> {
    (1..=heap.min(2)).collect()
}

fn right() -> Take {
    Take {
        moves: |_, heap| one_or_two(heap),
        play: |heap, amount| heap - amount,
        options: |_, heap| one_or_two(heap).into_iter().map(|amount| heap - amount).collect(),
        mobility: |heap| heap.min(2) as u32,
        ending: |_| Outcome::Loss,
        summands: |heap| vec![heap],
        show: |heap| heap.to_string(),
        asked: Arc::default(),
    }
}

impl Take {
    fn asked(&self) -> u32 {
        self.asked.fetch_add(1, Ordering::Relaxed)
    }
}

impl Ruleset for Take {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (self.moves)(self.asked(), *heap).into_iter()
    }
    fn play(&self, heap: &u64, amount: &u64) -> u64 {
        (self.play)(*heap, *amount)
    }
    fn options(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (self.options)(self.asked(), *heap).into_iter()
    }
    fn mobility(&self, heap: &u64) -> u32 {
        (self.mobility)(*heap)
    }
    fn terminal_outcome(&self, _: &u64) -> Outcome {
        (self.ending)(self.asked())
    }
}

impl Impartial for Take {
    fn summands(&self, heap: &u64) -> impl Iterator<Item = u64> {
        (self.summands)(*heap).into_iter()
    }
}

impl Partizan for Take {
    type Position = u64;
    type Move = u64;
    fn moves(&self, heap: &u64, _: Player) -> impl Iterator<Item = u64> {
        (self.moves)(self.asked(), *heap).into_iter()
    }
    fn play(&self, heap: &u64, _: Player, amount: &u64) -> u64 {
        (self.play)(*heap, *amount)
    }
}

impl Notation<u64> for Take {
    fn read(&self, text: &str) -> Result<u64, BadNotation> {
        Reader::new(text).whole(Reader::small)
    }
    fn show(&self, heap: &u64) -> String {
        (self.show)(*heap)
    }
}

/// A heap that may be locked. Comparisons ignore the lock.
#[derive(Clone, Debug)]
struct Forgetful {
    size: u64,
    locked: bool,
}
impl PartialEq for Forgetful {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}
impl Eq for Forgetful {}
impl Hash for Forgetful {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
    }
}

/// A game in which a move takes one or two tokens, and taking two locks the heap.
struct TwoLocks;
impl Ruleset for TwoLocks {
    type Position = Forgetful;
    type Move = u64;
    fn moves(&self, heap: &Forgetful) -> impl Iterator<Item = u64> {
        (1..=if heap.locked { 0 } else { heap.size.min(2) }).rev()
    }
    fn play(&self, heap: &Forgetful, amount: &u64) -> Forgetful {
        Forgetful { size: heap.size - amount, locked: *amount == 2 }
    }
}
impl Impartial for TwoLocks {}

fn unlocked(size: u64) -> Forgetful {
    Forgetful { size, locked: false }
}

/// Checks that this law fails at this position with a message that contains the evidence.
fn breaks(checked: Result<(), Failure>, law: Law, position: &str, evidence: &str) {
    let failure = checked.expect_err("the ruleset is broken");
    let message = failure.to_string();
    assert_eq!((failure.law, failure.position.as_str()), (law, position), "{message}");
    assert!(message.contains(evidence) && message.contains("is broken"), "{message}");
}

#[test]
fn the_right_rules_break_no_law() {
    assert_eq!(laws::impartial(&right(), 0..=9), Ok(()));
    assert_eq!(laws::partizan(&right(), 0..=9), Ok(()));
    assert_eq!(laws::notation_reads_what_it_shows(&right(), 0..=9), Ok(()));
    assert_eq!(laws::impartial_erasure_changes_nothing(&right(), 0..=9), Ok(()));
    assert_eq!(laws::ruleset_erasure_changes_nothing(&right(), 0..=9), Ok(()));
    assert_eq!(laws::partizan_erasure_changes_nothing(&right(), 0..=9), Ok(()));
}

#[test]
fn a_move_that_is_listed_twice_is_found() {
    let rules = Take { moves: |_, heap| if heap == 3 { vec![1, 2, 1] } else { one_or_two(heap) }, ..right() };
    breaks(laws::moves_are_listed_once(&rules, [6]), Law::MovesAreListedOnce, "3", "`1` is listed twice");
    assert_eq!(laws::impartial(&rules, [6]).unwrap_err().law, Law::MovesAreListedOnce);
    assert_eq!(laws::partizan(&rules, [6]).unwrap_err().law, Law::MovesAreListedOnce);
}

#[test]
fn moves_and_options_that_change_their_order_are_found() {
    let moves = Take { moves: |asked, heap| if asked % 2 == 0 { one_or_two(heap) } else { vec![] }, ..right() };
    breaks(laws::moves_have_a_fixed_order(&moves, [2]), Law::MovesHaveAFixedOrder, "2", "the moves are");
    let options = Take { options: |asked, heap| (0..heap).map(|n| (n + u64::from(asked)) % heap).collect(), ..right() };
    breaks(laws::moves_have_a_fixed_order(&options, [2]), Law::MovesHaveAFixedOrder, "2", "the options are");
}

#[test]
fn options_that_are_not_the_moves_played_are_found() {
    let missing = Take { options: |_, heap| heap.checked_sub(1).into_iter().collect(), ..right() };
    breaks(laws::options_are_the_moves_played(&missing, [5]), Law::OptionsAreTheMovesPlayed, "5", "[4, 3]");
    let order = Take { options: |_, heap| (heap.saturating_sub(2)..heap).collect(), ..right() };
    breaks(laws::options_are_the_moves_played(&order, [1, 2]), Law::OptionsAreTheMovesPlayed, "2", "[1, 0]");
    let counted = Take { mobility: |heap| heap as u32, ..right() };
    breaks(laws::options_are_the_moves_played(&counted, [3]), Law::OptionsAreTheMovesPlayed, "3", "said to be 3");
}

#[test]
fn equal_positions_with_other_options_are_found() {
    let checked = laws::equal_positions_have_equal_options(&TwoLocks, [unlocked(3)]);
    breaks(checked, Law::EqualPositionsHaveEqualOptions, "Forgetful { size: 1, locked: false }", "locked: true");
}

#[test]
fn equal_positions_with_other_hashes_are_found() {
    /// Numbers up to 9 that compare modulo 5, but have different hashes.
    #[derive(Clone, Debug)]
    struct Clock(u64);
    impl PartialEq for Clock {
        fn eq(&self, other: &Self) -> bool {
            self.0 % 5 == other.0 % 5
        }
    }
    impl Eq for Clock {}
    impl Hash for Clock {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.0.hash(state);
        }
    }
    struct Ticks;
    impl Ruleset for Ticks {
        type Position = Clock;
        type Move = u64;
        fn moves(&self, _: &Clock) -> impl Iterator<Item = u64> {
            [1].into_iter()
        }
        fn play(&self, clock: &Clock, ticks: &u64) -> Clock {
            Clock((clock.0 + ticks) % 10)
        }
    }
    let checked = laws::equal_positions_have_equal_options(&Ticks, [Clock(0)]);
    breaks(checked, Law::EqualPositionsHaveEqualOptions, "Clock(5)", "another hash");
}

#[test]
fn an_ending_that_changes_is_found() {
    let rules = Take { ending: |asked| if asked % 2 == 0 { Outcome::Win } else { Outcome::Loss }, ..right() };
    breaks(laws::the_ending_is_fixed(&rules, [4]), Law::TheEndingIsFixed, "0", "asked again");
}

#[test]
fn outcomes_that_depend_on_the_search_are_found() {
    // after it was explored once, it has no more options
    let tired = || Take {
        options: |asked, heap| {
            if asked < 6 { one_or_two(heap).into_iter().map(|amount| heap - amount).collect() } else { vec![] }
        },
        ..right()
    };
    breaks(laws::both_searches_agree(&tired(), [5]), Law::BothSearchesAgree, "5", "depth first it is a loss");
    let failure = laws::both_searches_agree_under_misere_play(&tired(), [4]).unwrap_err();
    assert_eq!(failure.law, Law::BothSearchesAgreeUnderMiserePlay, "{failure}");
}

#[test]
fn moves_that_do_not_win_what_the_options_win_are_found() {
    // by its options a heap is won if it is odd, but no move leaves an odd heap
    let one = |_: u32, heap: u64| heap.checked_sub(1).into_iter().collect();
    let rules = Take { moves: |_, heap| if heap > 1 { vec![2] } else { vec![] }, options: one, ..right() };
    let checked = laws::winning_moves_leave_lost_positions(&rules, 2..9);
    breaks(checked, Law::WinningMovesLeaveLostPositions, "3", "it is a win, and 0 moves keep that");
    let checked = laws::the_best_move_keeps_the_outcome(&rules, 3..9);
    breaks(checked, Law::TheBestMoveKeepsTheOutcome, "3", "its best move `2` is worth a loss");
}

#[test]
fn moves_that_lead_out_of_the_game_are_found() {
    let rules = Take { play: |heap, amount| heap + amount, ..right() };
    let checked = laws::winning_moves_leave_lost_positions(&rules, [1]);
    breaks(checked, Law::WinningMovesLeaveLostPositions, "1", "`1` leads to 2, which no options lead to");
}

#[test]
fn winning_moves_that_leave_something_else_to_others_are_found() {
    // the ending is a loss when it is first asked for, and a win later
    let rules = Take { ending: |asked| if asked < 5 { Outcome::Loss } else { Outcome::Win }, ..right() };
    let checked = laws::winning_moves_leave_lost_positions(&rules, [2]);
    breaks(checked, Law::WinningMovesLeaveLostPositions, "2", "`2` leaves 0, which is a win for the other player");
}

#[test]
fn rules_that_promise_to_be_impartial_and_let_the_last_mover_lose_are_found() {
    let misere = Take { ending: |_| Outcome::Win, ..right() };
    breaks(laws::who_cannot_move_has_lost(&misere, [4]), Law::WhoCannotMoveHasLost, "0", "it is a win");
    breaks(laws::lost_means_nimber_0(&misere, [4]), Law::LostMeansNimber0, "4", "the nimber is 1, and it is a loss");
}

#[test]
fn summands_that_are_not_the_position_are_found() {
    let rules = Take { summands: |heap| if heap == 5 { vec![2, 2] } else { vec![heap] }, ..right() };
    let checked = laws::summands_have_the_options_of_the_position(&rules, [7]);
    // 6 and 7 have the option 5, which splits alike on both sides
    breaks(checked, Law::SummandsHaveTheOptionsOfThePosition, "5", "only the position has the options");
    breaks(laws::lost_means_nimber_0(&rules, [5]), Law::LostMeansNimber0, "5", "0 by summands, 2 by plain mex");
    breaks(
        laws::sums_add_nimbers_without_carry(&rules, [1, 5]),
        Law::SumsAddNimbersWithoutCarry,
        "(1, 5)",
        "by `nimber` of the sum",
    );
}

#[test]
fn summands_of_the_right_value_and_other_options_are_found() {
    let rules = Take { summands: |heap| if heap % 3 == 0 { vec![] } else { vec![heap] }, ..right() };
    assert_eq!(laws::lost_means_nimber_0(&rules, 0..9), Ok(()));
    let checked = laws::summands_have_the_options_of_the_position(&rules, [4]);
    breaks(checked, Law::SummandsHaveTheOptionsOfThePosition, "3", "only the position has the options [\"1\", \"2\"]");
}

#[test]
fn summands_that_fall_apart_without_end_are_found() {
    let rules = Take { summands: |heap| if heap > 1 { vec![heap, heap] } else { vec![heap] }, ..right() };
    let checked = laws::summands_have_the_options_of_the_position(&rules, [4]);
    breaks(checked, Law::SummandsHaveTheOptionsOfThePosition, "3", "again and again");
}

#[test]
fn a_position_that_plus_or_minus_itself_is_won_is_found() {
    // the other player finds that the move is gone
    let once = Take { options: |asked, heap| if asked < 6 { (0..heap).collect() } else { vec![] }, ..right() };
    breaks(laws::a_position_plus_itself_is_lost(&once, [1]), Law::APositionPlusItselfIsLost, "1", "with itself it is a win");
    let gone = Take { moves: |asked, heap| if asked < 3 { one_or_two(heap) } else { vec![] }, ..right() };
    let checked = laws::a_position_minus_itself_is_not_won(&gone, [1]);
    breaks(checked, Law::APositionMinusItselfIsNotWon, "1", "starts in it minus itself and wins");
}

#[test]
fn text_that_is_not_read_again_is_found() {
    for (show, evidence) in [
        ((|heap| (heap % 4).to_string()) as fn(u64) -> String, "\"0\" is read as 0"),
        (|heap| format!("heap{heap}"), "refused: byte 0"),
        (|heap| format!("2+{heap}"), "`+`"),
        (|heap| format!(" {heap}"), "blank"),
        (|_| String::new(), "\"\" is refused: byte 0"),
    ] {
        let rules = Take { show, ..right() };
        breaks(laws::notation_reads_what_it_shows(&rules, [4]), Law::NotationReadsWhatItShows, "4", evidence);
        breaks(laws::partizan_notation_reads_what_it_shows(&rules, [4]), Law::NotationReadsWhatItShows, "4", evidence);
        breaks(laws::impartial_erasure_changes_nothing(&rules, [4]), Law::NotationReadsWhatItShows, "4", evidence);
    }
}

/// Heaps with wrong words: unpacking takes only `KEPT` of two words, and sizes are taken modulo 4.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Packed<const KEPT: usize>(u64);
impl<const KEPT: usize> Pack for Packed<KEPT> {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([self.0 % 4, 0]);
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let size = words[0];
        *words = &words[KEPT..];
        Ok(Self(size))
    }
}
struct Words<const KEPT: usize>;
impl<const KEPT: usize> Ruleset for Words<KEPT> {
    type Position = Packed<KEPT>;
    type Move = u64;
    fn moves(&self, heap: &Packed<KEPT>) -> impl Iterator<Item = u64> {
        1..=heap.0
    }
    fn play(&self, heap: &Packed<KEPT>, amount: &u64) -> Packed<KEPT> {
        Packed(heap.0 - amount)
    }
}

#[test]
fn words_that_do_not_become_the_position_again_are_found() {
    let lost = laws::words_become_the_position_again(&Words::<2>, [Packed(3), Packed(4)]);
    breaks(lost, Law::WordsBecomeThePositionAgain, "Packed(4)", "[0, 0] become Packed(0)");
    for (checked, taken) in [
        (laws::words_become_the_position_again(&Words::<1>, [Packed(3)]), "of 2 words 1 are taken off"),
        (laws::words_become_the_position_again(&Words::<3>, [Packed(3)]), "of 2 words 3 are taken off"),
    ] {
        breaks(checked, Law::WordsBecomeThePositionAgain, "Packed(3)", taken);
    }
}

#[test]
fn rules_that_change_behind_type_erasure_are_found() {
    // every fifth call lists nothing: the typed rules are called first, then the erased ones
    let fewer = |asked, heap| if asked % 5 == 4 { vec![] } else { one_or_two(heap) };
    let rules = Take { moves: fewer, ..right() };
    for checked in [
        laws::impartial_erasure_changes_nothing(&rules, 1..9),
        laws::ruleset_erasure_changes_nothing(&rules, 1..9),
        laws::partizan_erasure_changes_nothing(&rules, 1..9),
    ] {
        assert_eq!(checked.unwrap_err().law, Law::TypeErasureChangesNothing);
    }
}

/// A token on a ring of three squares.
struct Ring;
impl Ruleset for Ring {
    type Position = u8;
    type Move = u8;
    fn moves(&self, _: &u8) -> impl Iterator<Item = u8> {
        [1].into_iter()
    }
    fn play(&self, square: &u8, steps: &u8) -> u8 {
        (square + steps) % 3
    }
}
impl Impartial for Ring {}

#[test]
fn loops_are_fine_for_rulesets_and_reported_under_impartial_rules() {
    assert_eq!(laws::ruleset(&Ring, 0..3), Ok(()));
    let failure = laws::impartial(&Ring, 0..3).unwrap_err();
    assert_eq!((failure.law, &failure.cause), (Law::LostMeansNimber0, &Cause::Loopy));
    assert!(failure.to_string().ends_with("there are no nimbers: check these rules as `ruleset`"), "{failure}");
    for law in [laws::sums_add_nimbers_without_carry, laws::a_position_plus_itself_is_lost] {
        assert_eq!(law(&Ring, vec![0]).unwrap_err().cause, Cause::Loopy);
    }
}

#[test]
fn games_without_end_are_stopped_and_reported() {
    let grows = Take { play: |heap, amount| heap + amount, options: |_, heap| vec![heap + 1, heap + 2], ..right() };
    assert_eq!(laws::moves_are_listed_once(&grows, [1]), Ok(()), "as far as the limits allow");
    for law in [laws::both_searches_agree, laws::lost_means_nimber_0, laws::sums_add_nimbers_without_carry] {
        let failure = law(&grows, vec![1]).unwrap_err();
        assert_eq!(failure.cause, Cause::Stopped(Stopped::Positions(100_000)), "{failure}");
        assert!(failure.to_string().ends_with("stopped after 100000 positions: give smaller positions"), "{failure}");
    }
}

#[test]
#[ignore = "slow: seconds"]
fn slow_lists_without_end_are_stopped_and_reported() {
    struct Endless;
    impl Ruleset for Endless {
        type Position = u64;
        type Move = u64;
        fn moves(&self, _: &u64) -> impl Iterator<Item = u64> {
            0..
        }
        fn play(&self, heap: &u64, _: &u64) -> u64 {
            *heap
        }
    }
    for law in [laws::moves_are_listed_once, laws::options_are_the_moves_played, laws::moves_have_a_fixed_order] {
        assert_eq!(law(&Endless, vec![1]).unwrap_err().cause, Cause::TooManyMoves);
    }
    assert!(matches!(laws::both_searches_agree(&Endless, [1]).unwrap_err().cause, Cause::Stopped(_)));
}
