//! Sums of values alone, decided without a move where that can be.

use super::WinnerSearch;
use super::worth::Id;
use smallvec::SmallVec;
use sprague_core::{OutcomeClass, Partizan, Player, Stopped};
use sprague_values::{Failed, Form};

/// The most values that are compared two by two.
const PAIRED: usize = 4;

impl<R: Partizan> WinnerSearch<'_, R> {
    /// Tells whether the player who starts wins a sum of at most two values.
    ///
    /// Left, moving first, loses G + H iff G ≤ −H; Right iff G ≥ −H. Conway, *On Numbers and Games*, ch. 7.
    pub(super) fn compared(&mut self, values: &[Id], left: bool) -> Result<bool, Stopped> {
        let [one, other] = match *values {
            [] => return Ok(false),
            [one] => {
                let form = self.worths.get(one).form;
                let outcome = self.calculator().outcome_class(form);
                let own = if left { OutcomeClass::Left } else { OutcomeClass::Right };
                return Ok(outcome == OutcomeClass::Next || outcome == own);
            }
            [one, other] => [self.worths.get(one).form, self.worths.get(other).negative],
            _ => unreachable!("there are at most two"),
        };
        let is_lost = match left {
            true => self.calculator().is_at_most(one, other)?,
            false => self.calculator().is_at_most(other, one)?,
        };
        Ok(!is_lost)
    }

    /// The same for more values, by atomic weights and by pairs, where these tell.
    #[cold]
    pub(super) fn compared_many(&mut self, values: &[Id], left: bool) -> Result<Option<bool>, Stopped> {
        let forms: SmallVec<[Form; 8]> = values.iter().map(|id| self.worths.get(*id).form).collect();
        self.won_by_values(forms, if left { Player::Left } else { Player::Right })
    }

    /// Tells whether `player`, who starts, wins a sum of these values.
    ///
    /// It answers where atomic weights or pairs tell.
    pub(crate) fn won_by_values(&mut self, mut forms: SmallVec<[Form; 8]>, player: Player) -> Result<Option<bool>, Stopped> {
        if let Some(wins) = self.won_by_atomic_weight(&forms, player)? {
            return Ok(Some(wins));
        }
        if forms.len() > PAIRED { Ok(None) } else { self.won_by_pairs(&mut forms, player) }
    }
    /// The winner of a sum of all-small values by its atomic weight.
    ///
    /// The weight of a sum is the sum of the weights, and a sum of weight 2 or more is positive (Siegel, *Combinatorial Game
    /// Theory*, II.7). So if the weight is at least 1, the sum S is neither negative nor 0, since S + S is positive, and Left wins
    /// moving first. If it is at most −2, the sum is negative, and she loses. Right by symmetry.
    fn won_by_atomic_weight(&mut self, values: &[Form], player: Player) -> Result<Option<bool>, Stopped> {
        if !values.iter().all(|form| self.calculator().is_all_small(*form)) {
            return Ok(None);
        }
        let mut total = Form::ZERO;
        for form in values {
            let weight = match self.weights.get(form) {
                Some(weight) => *weight,
                None => match self.calculator().atomic_weight(*form) {
                    Ok(weight) => *self.weights.entry(*form).or_insert(weight),
                    Err(Failed::Stopped(stopped)) => return Err(stopped),
                    Err(Failed::Undefined(_)) => return Ok(None),
                },
            };
            total = self.calculator().add(total, weight)?;
        }
        // the weight as the player to move sees it
        let ahead = if player == Player::Left { total } else { self.calculator().negative(total)? };
        if self.calculator().is_at_most(Form::integer(1), ahead)? {
            return Ok(Some(true));
        }
        Ok(self.calculator().is_at_most(ahead, Form::integer(-2))?.then_some(false))
    }

    /// The winner by the values taken two by two.
    ///
    /// Left wins moving first if one pair is not at most 0, and all others are at least 0. For she wins the one moving first: she makes
    /// it at least 0, and so the whole. She loses if all pairs are at most 0. Right by symmetry.
    fn won_by_pairs(&mut self, values: &mut SmallVec<[Form; 8]>, player: Player) -> Result<Option<bool>, Stopped> {
        if values.len() % 2 == 1 {
            values.push(Form::ZERO);
        }
        let others = values.len() - 1;
        // in each round all values are paired, as in a tournament: one stays, the others go round, until each has met each
        for round in 0..others {
            let partner = |step: usize| ((round + step) % others, (round + others - step) % others);
            let pairs = (1..=others / 2).map(partner).chain([(round, others)]);
            let (mut is_won, mut are_theirs, mut are_mine) = (false, true, true);
            for (one, other) in pairs {
                let negative = self.calculator().negative(values[other])?;
                let at_most = self.calculator().is_at_most(values[one], negative)?;
                let at_least = self.calculator().is_at_most(negative, values[one])?;
                // the pair is at least 0 as the mover sees it, or at most 0, both, or neither
                let (is_mine, is_theirs) = if player == Player::Left { (at_least, at_most) } else { (at_most, at_least) };
                // invariants: `are_mine` if all pairs so far are at least 0, `are_theirs` if all are at most 0; `is_won` if one of them is
                // not at most 0, and all others are at least 0
                is_won = if is_mine { is_won || are_mine && !is_theirs } else { are_mine && !is_theirs };
                (are_mine, are_theirs) = (are_mine && is_mine, are_theirs && is_theirs);
            }
            if are_theirs || is_won {
                return Ok(Some(is_won));
            }
        }
        Ok(None)
    }
}
