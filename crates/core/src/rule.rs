//! The ways of moving in a sum: in one component, in all, in any; and when the sum is over.

use core::fmt;
use core::num::NonZeroU32;
use core::str::FromStr;
use thiserror::Error;

/// In which components of a sum a player moves at a time. Conway, *On Numbers and Games*, ch. 14; Moore 1910.
///
/// A component is over when it has no moves. [`Compound`](crate::Compound) has the moves of each rule.
///
/// ```
/// use sprague_core::CompoundRule;
///
/// let rule: CompoundRule = "moore=2".parse().unwrap();
/// assert_eq!(rule.to_string(), "moore=2");
/// assert_eq!(CompoundRule::default(), CompoundRule::Disjunctive);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompoundRule {
    /// In exactly one component; the sum is over when all are.
    #[default]
    Disjunctive,
    /// In exactly one; over when any component is.
    Diminished,
    /// In all components; over when any is.
    Conjunctive,
    /// In all that are not over; over when all are.
    Continued,
    /// In any of those that are not over, at least one; over when all are.
    Selective,
    /// In any, at least one; over when any component is.
    ShortenedSelective,
    /// In at least one component, but not in all; finished ones count.
    NotAll,
    /// In at least one component and at most so many.
    Moore(NonZeroU32),
}

/// What is no rule.
///
/// ```
/// let error = "both".parse::<sprague_core::CompoundRule>().unwrap_err();
/// assert!(error.to_string().contains("conjunctive"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "a rule is disjunctive, diminished, conjunctive, continued, selective, shortened-selective, not-all, or moore=K with K at least 1"
)]
pub struct BadRule;

impl CompoundRule {
    /// The rules with a name of their own: all but Moore's.
    ///
    /// ```
    /// assert_eq!(sprague_core::CompoundRule::NAMED.len(), 7);
    /// ```
    pub const NAMED: [Self; 7] = [
        Self::Disjunctive,
        Self::Diminished,
        Self::Conjunctive,
        Self::Continued,
        Self::Selective,
        Self::ShortenedSelective,
        Self::NotAll,
    ];

    /// Whether a sum is over as soon as one component is.
    ///
    /// ```
    /// use sprague_core::CompoundRule;
    /// assert!(CompoundRule::Diminished.ends_with_any() && !CompoundRule::Selective.ends_with_any());
    /// ```
    pub fn ends_with_any(self) -> bool {
        matches!(self, Self::Diminished | Self::Conjunctive | Self::ShortenedSelective)
    }

    /// Whether a player may move in so many components at a time, of `live` that have moves among `all`.
    ///
    /// ```
    /// use sprague_core::CompoundRule;
    /// assert!(CompoundRule::NotAll.allows(2, 2, 3)); // one is over, and counts
    /// assert!(!CompoundRule::NotAll.allows(2, 2, 2));
    /// assert!(!CompoundRule::Conjunctive.allows(2, 2, 3)); // the sum is over
    /// ```
    pub fn allows(self, moved: usize, live: usize, all: usize) -> bool {
        let is_over = self.ends_with_any() && live < all;
        let fits = match self {
            Self::Disjunctive | Self::Diminished => moved == 1,
            Self::Conjunctive | Self::Continued => moved == live,
            Self::Selective | Self::ShortenedSelective => true,
            Self::NotAll => moved < all,
            Self::Moore(most) => moved <= most.get() as usize,
        };
        moved >= 1 && moved <= live && fits && !is_over
    }

    /// The most components of so many that a player may move in at a time.
    ///
    /// ```
    /// use sprague_core::CompoundRule;
    /// assert_eq!((CompoundRule::Disjunctive.most(5), CompoundRule::NotAll.most(5), CompoundRule::Selective.most(5)), (1, 4, 5));
    /// ```
    pub fn most(self, all: usize) -> usize {
        match self {
            Self::Disjunctive | Self::Diminished => all.min(1),
            Self::NotAll => all.saturating_sub(1),
            Self::Moore(most) => all.min(most.get() as usize),
            _ => all,
        }
    }
}

impl CompoundRule {
    /// Every move that the rule allows in components with so many moves each: for each component which of its moves, or none.
    ///
    /// ```
    /// use sprague_core::CompoundRule;
    /// let both: Vec<_> = CompoundRule::Conjunctive.choices(vec![2, 1]).collect();
    /// assert_eq!(both, [[Some(0), Some(0)], [Some(1), Some(0)]]);
    /// ```
    pub fn choices(self, moves: Vec<usize>) -> impl Iterator<Item = Vec<Option<usize>>> {
        let live = moves.iter().filter(|count| **count > 0).count();
        let mut choices = Choices { rule: self, chosen: vec![None; moves.len()], live, moves };
        core::iter::from_fn(move || choices.advance().then(|| choices.chosen.clone()))
    }
}

/// Choices one after another: a number whose digits are what is chosen for each component.
struct Choices {
    rule: CompoundRule,
    moves: Vec<usize>,
    chosen: Vec<Option<usize>>,
    live: usize,
}

impl Choices {
    /// The next choice that the rule allows.
    fn advance(&mut self) -> bool {
        let most = self.rule.most(self.moves.len());
        if self.rule.ends_with_any() && self.live < self.moves.len() {
            return false;
        }
        // these move in all that can be moved in, so nothing but the last choice of each is left out
        let must_move = matches!(self.rule, CompoundRule::Conjunctive | CompoundRule::Continued);
        loop {
            let mut moved = self.chosen.iter().flatten().count();
            let is_first = must_move && moved == 0;
            if is_first {
                for (chosen, count) in self.chosen.iter_mut().zip(&self.moves) {
                    *chosen = (*count > 0).then_some(0);
                }
                return self.live > 0;
            }
            // the first component that can go on, and all before it begin again; not more of them move than ever may
            let mut place = 0;
            loop {
                let (Some(chosen), Some(&count)) = (self.chosen.get_mut(place), self.moves.get(place)) else { return false };
                let next = chosen.map_or(0, |index| index + 1);
                if next < count && (chosen.is_some() || moved < most) {
                    *chosen = Some(next);
                    break;
                }
                let again = (must_move && count > 0).then_some(0);
                moved -= usize::from(chosen.is_some() && again.is_none());
                *chosen = again;
                place += 1;
            }
            if self.rule.allows(self.chosen.iter().flatten().count(), self.live, self.moves.len()) {
                return true;
            }
        }
    }
}

impl fmt::Display for CompoundRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disjunctive => f.write_str("disjunctive"),
            Self::Diminished => f.write_str("diminished"),
            Self::Conjunctive => f.write_str("conjunctive"),
            Self::Continued => f.write_str("continued"),
            Self::Selective => f.write_str("selective"),
            Self::ShortenedSelective => f.write_str("shortened-selective"),
            Self::NotAll => f.write_str("not-all"),
            Self::Moore(most) => write!(f, "moore={most}"),
        }
    }
}

impl FromStr for CompoundRule {
    type Err = BadRule;

    fn from_str(text: &str) -> Result<Self, BadRule> {
        if let Some(most) = text.strip_prefix("moore=") {
            return most.parse().map(Self::Moore).map_err(|_| BadRule);
        }
        Self::NAMED.into_iter().find(|rule| rule.to_string() == text).ok_or(BadRule)
    }
}
