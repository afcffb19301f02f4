//! Decides sums that consist of values only, without making a move, if that is possible.

use super::WinnerSearch;
use super::worth::Id;
use smallvec::SmallVec;
use sprague_core::{OutcomeClass, Partizan, Player, Stopped};
use sprague_values::{Failed, Form};

/// The largest number of values that are compared in pairs.
const PAIRED: usize = 4;

impl<R: Partizan> WinnerSearch<'_, R> {
    /// Returns `true` if the starting player wins a sum of at most two values.
    ///
    /// Left, moving first, loses G + H if and only if G ≤ −H, and Right if and only if G ≥ −H. Conway, *On Numbers and Games*,
    /// ch. 7.
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

    /// Does the work of [`compared`](Self::compared) for more values. Returns `None` if neither atomic weights nor pairs
    /// decide.
    #[cold]
    pub(super) fn compared_many(&mut self, values: &[Id], left: bool) -> Result<Option<bool>, Stopped> {
        let forms: SmallVec<[Form; 8]> = values.iter().map(|id| self.worths.get(*id).form).collect();
        self.won_by_values(forms, if left { Player::Left } else { Player::Right })
    }

    /// Returns whether `player`, who moves first, wins a sum of these values, or `None` if neither atomic weights nor pairs
    /// decide.
    pub(crate) fn won_by_values(&mut self, mut forms: SmallVec<[Form; 8]>, player: Player) -> Result<Option<bool>, Stopped> {
        if let Some(wins) = self.won_by_atomic_weight(&forms, player)? {
            return Ok(Some(wins));
        }
        if forms.len() > PAIRED { Ok(None) } else { self.won_by_pairs(&mut forms, player) }
    }
    /// Returns the winner of a sum of all-small values if its atomic weight decides.
    ///
    /// The weight of a sum is the sum of the weights, and a sum of weight 2 or more is positive (Siegel, *Combinatorial Game
    /// Theory*, II.7). So if the sum S has a weight of at least 1, then S + S is positive. Hence S is neither negative nor 0,
    /// and Left wins moving first. If the weight is at most −2, then S is negative, and Left loses. The same holds for Right by
    /// symmetry.
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
        // the weight from the point of view of the player to move
        let ahead = if player == Player::Left { total } else { self.calculator().negative(total)? };
        if self.calculator().is_at_most(Form::integer(1), ahead)? {
            return Ok(Some(true));
        }
        Ok(self.calculator().is_at_most(ahead, Form::integer(-2))?.then_some(false))
    }

    /// Returns the winner if taking the values in pairs decides.
    ///
    /// Left wins moving first if one pair is not at most 0 and all others are at least 0: she wins that pair moving first, so
    /// she can make it at least 0, and with it the whole sum. She loses if all pairs are at most 0. The same holds for Right by
    /// symmetry.
    fn won_by_pairs(&mut self, values: &mut SmallVec<[Form; 8]>, player: Player) -> Result<Option<bool>, Stopped> {
        if values.len() % 2 == 1 {
            values.push(Form::ZERO);
        }
        let others = values.len() - 1;
        // round-robin tournament: one value stays in place and the others rotate, so that each meets every other once
        for round in 0..others {
            let partner = |step: usize| ((round + step) % others, (round + others - step) % others);
            let pairs = (1..=others / 2).map(partner).chain([(round, others)]);
            let (mut is_won, mut are_theirs, mut are_mine) = (false, true, true);
            for (one, other) in pairs {
                let negative = self.calculator().negative(values[other])?;
                let at_most = self.calculator().is_at_most(values[one], negative)?;
                let at_least = self.calculator().is_at_most(negative, values[one])?;
                // whether the pair is at least 0 and at most 0 from the mover's point of view
                let (is_mine, is_theirs) = if player == Player::Left { (at_least, at_most) } else { (at_most, at_least) };
                // invariants: `are_mine` if all pairs so far are at least 0, `are_theirs` if all are at most 0, and `is_won` if
                // one pair is not at most 0 and all others are at least 0
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
