//! The rows of a family under a play, and its rules as data.

use sprague::Play;
use sprague::any::{AnyNimbers, AnyOutcomes, AnyScores, Kind};
use sprague::heap::{HeapRules, Outcomes, RowKind, Totals};
use sprague::solve::RulesetCache;
use sprague_rules_stones::{OddTotal, Stones};

pub(crate) enum FamilyRows<'a> {
    Nimbers(AnyNimbers<'a>),
    Outcomes(AnyOutcomes<'a>),
    Scores(AnyScores<'a>),
}

impl<'a> FamilyRows<'a> {
    /// Returns the kind of rows: nimbers for impartial games under normal play, scores for rules that count points, and
    /// outcomes otherwise.
    pub(crate) fn kind(game: &RulesetCache, play: Play) -> RowKind {
        match (play, game.rules().kind()) {
            (Play::Normal, Kind::Impartial) => RowKind::Nimbers,
            (_, Kind::Scored) => RowKind::Scores,
            _ => RowKind::Outcomes,
        }
    }

    /// Returns rows of this kind, or `None` if the family has no row for every n.
    pub(crate) fn of(game: &'a RulesetCache, play: Play) -> Option<Self> {
        match Self::kind(game, play) {
            RowKind::Nimbers => game.nimber_rows().map(Self::Nimbers),
            RowKind::Outcomes => game.outcome_rows(play).map(Self::Outcomes),
            RowKind::Scores => game.score_rows().map(Self::Scores),
        }
    }

    /// Returns the rows that answers contain and that certificates are about.
    ///
    /// For no-repeat families they are rows of outcomes, and for Stones only the outcomes with odd totals.
    pub(crate) fn stated(game: &'a RulesetCache, play: Play) -> Option<Self> {
        match game.heap_rules() {
            Some(HeapRules::Stones { amounts, wins, .. }) => {
                let rules = OddTotal(Stones { amounts: amounts.clone(), wins: *wins });
                Some(Self::Outcomes(Box::new(Outcomes(rules))))
            }
            Some(HeapRules::NoRepeat { .. }) => game.outcome_rows(play).map(Self::Outcomes),
            _ => Self::of(game, play),
        }
    }
}

/// Returns the rules as data for claims and kernels.
///
/// For Stones they are restricted to odd totals, as in [`FamilyRows::stated`].
pub(crate) fn row_rules(game: &RulesetCache) -> Option<HeapRules> {
    match game.heap_rules()?.clone() {
        HeapRules::Stones { amounts, wins, .. } => Some(HeapRules::Stones { amounts, wins, totals: Totals::Odd }),
        other => Some(other),
    }
}
