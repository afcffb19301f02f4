//! The laws as sentences, and failures of rulesets.

use core::fmt::{self, Debug, Display};
use sprague::Stopped;
use std::error::Error;

/// A law that a ruleset is checked against. `Display` writes it as a sentence.
///
/// ```
/// use sprague_testkit::laws::Law;
/// assert_eq!(Law::MovesAreListedOnce.to_string(), "each move is listed once, under a label of its own");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Law {
    /// [`moves_are_listed_once`](super::moves_are_listed_once)
    MovesAreListedOnce,
    /// [`moves_have_a_fixed_order`](super::moves_have_a_fixed_order)
    MovesHaveAFixedOrder,
    /// [`options_are_the_moves_played`](super::options_are_the_moves_played)
    OptionsAreTheMovesPlayed,
    /// [`equal_positions_have_equal_options`](super::equal_positions_have_equal_options)
    EqualPositionsHaveEqualOptions,
    /// [`the_ending_is_fixed`](super::the_ending_is_fixed)
    TheEndingIsFixed,
    /// [`normal_forms_have_the_options_of_the_position`](super::normal_forms_have_the_options_of_the_position)
    NormalFormsHaveTheOptionsOfThePosition,
    /// [`both_searches_agree`](super::both_searches_agree)
    BothSearchesAgree,
    /// [`winning_moves_leave_lost_positions`](super::winning_moves_leave_lost_positions)
    WinningMovesLeaveLostPositions,
    /// [`the_best_move_keeps_the_outcome`](super::the_best_move_keeps_the_outcome)
    TheBestMoveKeepsTheOutcome,
    /// [`who_cannot_move_has_lost`](super::who_cannot_move_has_lost)
    WhoCannotMoveHasLost,
    /// [`lost_means_nimber_0`](super::lost_means_nimber_0)
    LostMeansNimber0,
    /// [`summands_have_the_options_of_the_position`](super::summands_have_the_options_of_the_position)
    SummandsHaveTheOptionsOfThePosition,
    /// [`sums_add_nimbers_without_carry`](super::sums_add_nimbers_without_carry)
    SumsAddNimbersWithoutCarry,
    /// [`a_position_plus_itself_is_lost`](super::a_position_plus_itself_is_lost)
    APositionPlusItselfIsLost,
    /// [`both_searches_agree_under_misere_play`](super::both_searches_agree_under_misere_play)
    BothSearchesAgreeUnderMiserePlay,
    /// [`a_position_minus_itself_is_not_won`](super::a_position_minus_itself_is_not_won)
    APositionMinusItselfIsNotWon,
    /// [`negatives_exchange_left_and_right`](super::negatives_exchange_left_and_right)
    NegativesExchangeLeftAndRight,
    /// [`forms_of_either_have_the_options_of_both`](super::forms_of_either_have_the_options_of_both)
    FormsOfEitherHaveTheOptionsOfBoth,
    /// [`bounds_hold`](super::bounds_hold)
    BoundsHold,
    /// [`tied_pieces_bound_the_position`](super::tied_pieces_bound_the_position)
    TiedPiecesBoundThePosition,
    /// [`notation_reads_what_it_shows`](super::notation_reads_what_it_shows)
    NotationReadsWhatItShows,
    /// [`words_become_the_position_again`](super::words_become_the_position_again)
    WordsBecomeThePositionAgain,
    /// [`impartial_erasure_changes_nothing`](super::impartial_erasure_changes_nothing), and the same laws of partizan rules
    /// and of rulesets with a terminal rule
    TypeErasureChangesNothing,
    /// [`heaps_are_the_position`](super::heaps_are_the_position)
    HeapsAreThePosition,
    /// [`rows_hold_the_values_of_heaps`](super::rows_hold_the_values_of_heaps)
    RowsHoldTheValuesOfHeaps,
    /// [`big_heaps_follow_the_rules`](super::big_heaps_follow_the_rules)
    BigHeapsFollowTheRules,
}

impl Display for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::MovesAreListedOnce => "each move is listed once, under a label of its own",
            Self::MovesHaveAFixedOrder => "moves and options have a fixed order",
            Self::OptionsAreTheMovesPlayed => "the options are the moves played, in order",
            Self::EqualPositionsHaveEqualOptions => "equal positions have equal moves and options",
            Self::TheEndingIsFixed => "a finished game has one outcome",
            Self::NormalFormsHaveTheOptionsOfThePosition => {
                "a normal form has the options of the position, up to normal form, ends as it does, and stands for itself"
            }
            Self::BothSearchesAgree => "depth first and from the end back, the outcome is the same",
            Self::WinningMovesLeaveLostPositions => {
                "a position is won exactly if a move leaves a lost one, and every winning move does"
            }
            Self::TheBestMoveKeepsTheOutcome => "the best move keeps the outcome",
            Self::WhoCannotMoveHasLost => "under impartial rules who cannot move has lost",
            Self::LostMeansNimber0 => "a position is lost exactly if its nimber is 0",
            Self::SummandsHaveTheOptionsOfThePosition => "the sum of the summands has exactly the options of the position",
            Self::SumsAddNimbersWithoutCarry => "nimbers of sums add without carry",
            Self::APositionPlusItselfIsLost => "a position plus itself is lost",
            Self::BothSearchesAgreeUnderMiserePlay => {
                "under misère play, depth first and from the end back, the outcome is the same"
            }
            Self::APositionMinusItselfIsNotWon => "a position minus itself is not won by who starts",
            Self::NegativesExchangeLeftAndRight => {
                "each player's options of the negative are the negatives of the other's, up to normal form"
            }
            Self::FormsOfEitherHaveTheOptionsOfBoth => {
                "if either player may move for either, what stands for a position has its options and those told are all"
            }
            Self::BoundsHold => "the numbers that the rules know of a position bound its value",
            Self::TiedPiecesBoundThePosition => {
                "with Left's hand tied the pieces are worth at most the position, with Right's at least"
            }
            Self::NotationReadsWhatItShows => "what is shown is read again and means the same",
            Self::WordsBecomeThePositionAgain => "what is packed into words is unpacked again",
            Self::TypeErasureChangesNothing => "behind type erasure the rules are the same",
            Self::HeapsAreThePosition => {
                "the heaps of a position, by size and column, are the position again, and moves shrink them"
            }
            Self::RowsHoldTheValuesOfHeaps => "rows hold the values that a search finds",
            Self::BigHeapsFollowTheRules => "heaps of any size are read, shown and played like small ones",
        })
    }
}

impl Law {
    pub(super) fn broken(self, position: &impl Debug, evidence: impl Into<String>) -> Failure {
        self.failure(position, Cause::Broken(evidence.into()))
    }

    pub(super) fn failure(self, position: &impl Debug, cause: Cause) -> Failure {
        Failure { law: self, position: format!("{position:?}"), cause }
    }
}

/// A law that a ruleset breaks, or that could not be checked, with the position at which this happened.
///
/// ```
/// use sprague_testkit::laws::{Cause, Failure, Law};
///
/// let failure = Failure {
///     law: Law::MovesAreListedOnce,
///     position: "7".into(),
///     cause: Cause::Broken("`2` is listed twice".into()),
/// };
/// let message = "at 7 a law is broken: each move is listed once, under a label of its own. `2` is listed twice";
/// assert_eq!(failure.to_string(), message);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The law that is broken or could not be checked.
    pub law: Law,
    /// The position, formatted with `Debug`.
    pub position: String,
    /// The reason.
    pub cause: Cause,
}

/// The reason why a law counts as failed.
///
/// ```
/// assert!(sprague_testkit::laws::Cause::Loopy.to_string().contains("`ruleset`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Cause {
    /// The law is broken. The text is the evidence.
    Broken(String),
    /// The law is about games that end, but play from this position need not end.
    Loopy,
    /// More positions can be reached from this one than are checked.
    Stopped(Stopped),
    /// This position has more than [`MAX_MOVES`](super::MAX_MOVES) moves.
    TooManyMoves,
}

impl Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken(evidence) => f.write_str(evidence),
            Self::Loopy => f.write_str("Loopy: a position can repeat, so there are no nimbers: check these rules as `ruleset`"),
            Self::Stopped(stopped) => write!(f, "The search was {stopped}: give smaller positions"),
            Self::TooManyMoves => write!(f, "There are more than {} moves: give smaller positions", super::MAX_MOVES),
        }
    }
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, position, cause } = self;
        let what = if matches!(cause, Cause::Broken(_)) { "is broken" } else { "cannot be checked" };
        write!(f, "at {position} a law {what}: {law}. {cause}")
    }
}

impl Error for Failure {}
