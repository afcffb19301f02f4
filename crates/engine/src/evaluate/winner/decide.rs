//! Decides sums without making a move: by the table, by bounds, and with one player's hand tied.

use super::part::{Name, Part, Sum};
use super::walls::Side;
use super::{LONG, WinnerSearch, names, table};
use sprague_core::{Bounds, Hints, Partizan, Player, Stopped, Tied};

/// The most work to value a piece that is not small and cannot be cut further.
const PIECE: u64 = 20_000;

/// The largest number of times that a piece is cut again.
const MOST_CUTS: u32 = 64;

impl<R: Partizan> WinnerSearch<'_, R> {
    /// Returns whether the starting player wins a sum, if the table decides it.
    #[inline(always)]
    pub(super) fn known(&self, name: Name, left: bool) -> Option<bool> {
        table::decides(&self.stored(name.game)?, name.x, left != name.is_flipped)
    }

    /// Returns the bounds that the table has for a single summand.
    #[inline(always)]
    pub(super) fn known_part(&self, part: &Part<R::Position>) -> Bounds {
        let (name, is_negative) = names::name_of_one(part.term());
        match self.stored(name) {
            Some(bounds) if is_negative => bounds.negative(),
            Some(bounds) => bounds,
            None => Bounds::UNKNOWN,
        }
    }

    /// 2. Returns whether the starting player wins, if bounds or a comparison of values decide it.
    #[inline(always)]
    pub(super) fn decide(&mut self, sum: &Sum<R::Position>, left: bool) -> Result<Option<bool>, Stopped> {
        // 1. few values are compared exactly
        if sum.parts.is_empty() && sum.values.len() <= 2 {
            return self.compared(&sum.values, left).map(Some);
        }
        // 2. otherwise add up the bounds of parts and values
        let several = sum.parts.len() + sum.values.len() > 1;
        let mut total = Total::default();
        for part in &sum.parts {
            let mut bounds = *part.bounds();
            if several {
                bounds = bounds.meet(self.known_part(part));
            }
            total.add(if left { bounds } else { bounds.negative() }, [true; 4], false);
        }
        for &id in &sum.values {
            let worth = self.worths.get(id);
            let [low, high, left_first, right_first] = worth.closed;
            let (bounds, closed) = match left {
                true => (worth.bounds, worth.closed),
                false => (worth.bounds.negative(), [high, low, right_first, left_first]),
            };
            total.add(bounds, closed, worth.weight == 0);
        }
        // 3. values alone may also be decided by atomic weights or in pairs
        match total.first_wins() {
            None if sum.parts.is_empty() => self.compared_many(&sum.values, left),
            told => Ok(told),
        }
    }

    /// Returns the bounds that a player can guarantee in a summand.
    ///
    /// They follow from the summand's own bounds and from the pieces into which it falls if the player's hand is tied.
    pub(super) fn part_side(&mut self, part: &Part<R::Position>, side: usize) -> Result<Side, Stopped> {
        if let Some(walls) = part.side(side) {
            return Ok(*walls);
        }
        // in a negative, the other player's hand is tied
        let of_core = side ^ usize::from(part.is_negative);
        let bounds = part.core.bounds[0];
        let walls = self.piece_side(&part.core.position, of_core, Some(bounds), 0)?;
        part.note_side(side, walls);
        Ok(walls)
    }

    /// Returns the bounds that a player can guarantee in a piece, which is cut until its pieces are small.
    ///
    /// `bounds` are passed for a whole summand, whose result is not cached here.
    pub(super) fn piece_side(
        &mut self,
        piece: &R::Position,
        side: usize,
        bounds: Option<Bounds>,
        cuts: u32,
    ) -> Result<Side, Stopped> {
        let at = self.place(piece);
        if self.pieces[side].is_empty() {
            self.pieces[side].resize_with(1 << self.effort.cached, || None);
        }
        // a whole summand stores its own result
        if bounds.is_none()
            && let Some((known, walls)) = &self.pieces[side][at]
            && known == piece
        {
            return Ok(*walls);
        }
        self.allow()?;
        let rules = self.rules;
        let small = self.effort.tied + if self.searched > LONG { 4 } else { 0 };
        let mut pieces = vec![];
        let is_small = rules.hints().size(piece).is_some_and(|size| size <= small);
        let cut =
            if is_small || cuts > MOST_CUTS { Tied::Whole } else { rules.hints().tied(piece, Player::BOTH[side], &mut pieces) };
        let mut walls = match cut {
            Tied::Never => Side::UNKNOWN,
            Tied::Whole => {
                let normal = rules.normal_form(piece.clone());
                let most = if is_small { u64::MAX } else { PIECE };
                match if self.is_valuing { self.form_within(&normal, most)? } else { None } {
                    Some(form) => {
                        let id = self.id(form)?;
                        self.worths.sides(id, self.values.calculator())?[side]
                    }
                    None => Side::UNKNOWN,
                }
            }
            Tied::Pieces => {
                let mut sum = Side::ZERO;
                for piece in pieces {
                    sum = sum.plus(&self.piece_side(&piece, side, None, cuts + 1)?);
                }
                sum
            }
        };
        if cut != Tied::Whole || walls == Side::UNKNOWN {
            walls = walls.meet_bounds(&bounds.unwrap_or_else(|| rules.hints().bounds(piece)), side);
        }
        if bounds.is_none() {
            self.pieces[side][at] = Some((piece.clone(), walls));
        }
        Ok(walls)
    }

    /// Returns the bounds that a player can guarantee in a sum if that player's hand is tied.
    pub(super) fn side(&mut self, sum: &Sum<R::Position>, side: usize) -> Result<Side, Stopped> {
        let mut walls = Side::ZERO;
        for &id in &sum.values {
            walls = walls.plus(&self.worths.sides(id, self.values.calculator())?[side]);
        }
        let several = sum.parts.len() + sum.values.len() > 1;
        for part in &sum.parts {
            let mut of_part = self.part_side(part, side)?;
            if several {
                let known = self.known_part(part);
                of_part = of_part.meet(if side == 0 { known.low } else { -known.high }, -Bounds::FAR);
            }
            walls = walls.plus(&of_part);
        }
        Ok(walls)
    }

    /// Decides like [`decide`](Self::decide), but with tied hands.
    ///
    /// The hand of the player whom the score favours is tied, and both players' hands in turn if the score is small. Proofs
    /// against the score are rare and cost just as much.
    #[inline(always)]
    pub(super) fn decide_tied(&mut self, sum: &Sum<R::Position>, left: bool, score: i64) -> Result<Option<bool>, Stopped> {
        // the score from the point of view of the player who is not to move
        let score = if left { -score } else { score };
        if score >= 0 && self.side(sum, usize::from(left))?.wins_second() {
            return Ok(Some(false));
        }
        if score < self.effort.margin && self.side(sum, usize::from(!left))?.wins_first() {
            return Ok(Some(true));
        }
        Ok(None)
    }
}

/// The sum of the summands' bounds, from the point of view of the starting player.
#[derive(Default)]
struct Total {
    /// For each bound: its total, how many summands have an open bound, and how many have none.
    low: (i64, i32, u32),
    high: (i64, i32, u32),
    /// The most that a first move gains over the lower bound of its summand, whether the bound it reaches is closed, and
    /// whether the lower bound was open.
    gain: Option<(i64, bool, bool)>,
    /// The most that a first move reaches in a summand without a lower bound.
    reach: Option<i64>,
}

impl Total {
    #[inline(always)]
    fn add(&mut self, bounds: Bounds, closed: [bool; 4], is_number: bool) {
        let has_first = bounds.left_first > -Bounds::FAR && !is_number;
        if bounds.low > -Bounds::FAR {
            self.low.0 += bounds.low;
            self.low.1 += i32::from(!closed[0]);
            if has_first {
                self.gain = self.gain.max(Some((bounds.left_first - bounds.low, closed[2], !closed[0])));
            }
        } else {
            self.low.2 += 1;
            if has_first && closed[2] {
                self.reach = self.reach.max(Some(bounds.left_first));
            }
        }
        if bounds.high < Bounds::FAR {
            self.high.0 += bounds.high;
            self.high.1 += i32::from(!closed[1]);
        } else {
            self.high.2 += 1;
        }
    }

    /// Returns whether the starting player wins, if the bounds decide it.
    #[inline(always)]
    fn first_wins(&self) -> Option<bool> {
        let (low, open, unknown) = self.low;
        match unknown {
            0 => {
                let is_won = low > 0
                    || self.gain.is_some_and(|(gain, is_closed, was_open)| {
                        low + gain > 0 || low + gain == 0 && is_closed && open == i32::from(was_open)
                    });
                if is_won {
                    return Some(true);
                }
            }
            1 if self.reach.is_some_and(|reach| low + reach > 0 || low + reach == 0 && open == 0) => return Some(true),
            _ => {}
        }
        let (high, open, unknown) = self.high;
        (unknown == 0 && (high < 0 || high == 0 && open == 0)).then_some(false)
    }
}
