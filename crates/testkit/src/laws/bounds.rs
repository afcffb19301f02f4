//! Laws about bounds of values, which are compared with the values that a search finds.

use super::reach::{limits, options_of, reachable_by_both};
use super::{Cause, Failure, Law};
use sprague::values::{Dyadic, Form, ValueError, ValueSearch};
use sprague::{Bounds, Hints, Limits, Partizan, Player, Tied};

/// Checks that the numbers of [`Hints::bounds`] bound the canonical form of the position.
///
/// The value must be at least `low` and at most `high`. Left must have an option of at least `left_first`, and Right must
/// have one of at most `right_first`. The search needs slightly less: that the value is neither at most `left_first` nor at
/// least `right_first`.
///
/// ```
/// use sprague::{Bounds, Hints, Partizan, Player};
/// use sprague_testkit::laws::bounds_hold;
///
/// /// So many free moves of Left, and the claim that they are so many or one fewer.
/// struct Free;
/// impl Partizan for Free {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, left: &u64, player: Player) -> impl Iterator<Item = u64> {
///         (player == Player::Left && *left > 0).then_some(1).into_iter()
///     }
///     fn play(&self, left: &u64, _: Player, _: &u64) -> u64 { left - 1 }
///     fn hints(&self) -> &(impl Hints<u64> + ?Sized) { self }
/// }
/// impl Hints<u64> for Free {
///     fn bounds(&self, left: &u64) -> Bounds { Bounds::between(*left as i32 - 1, *left as i32) }
/// }
/// assert_eq!(bounds_hold(&Free, 0..=9), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position for which a bound is wrong.
pub fn bounds_hold<R: Partizan>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure> {
    let limits = limits();
    let mut judge = Judge::new(Law::BoundsHold, rules, &limits);
    reachable_by_both(rules, positions).iter().try_for_each(|position| judge.check(position, Judge::bounds_are_true))
}

/// Checks that the pieces of [`Hints::tied`] bound the canonical form of the position, from below for Left and from above
/// for Right.
///
/// Pieces must be appended if and only if the rules return [`Tied::Pieces`]. Cutting the pieces repeatedly must end.
///
/// ```
/// use sprague::{Hints, Partizan, Player, Tied};
/// use sprague_testkit::laws::tied_pieces_bound_the_position;
///
/// /// Left takes two neighbours of a row and Right takes one square; Left can do without the pairs over a line.
/// struct Row;
/// impl Partizan for Row {
///     type Position = Vec<u32>;
///     type Move = String;
///     fn moves(&self, rows: &Vec<u32>, player: Player) -> impl Iterator<Item = String> {
///         let size = if player == Player::Left { 2 } else { 1 };
///         let of = |(row, length): (usize, &u32)| (0..(length + 1).saturating_sub(size)).map(move |at| format!("{row} {at} {size}"));
///         rows.iter().enumerate().flat_map(of).collect::<Vec<_>>().into_iter()
///     }
///     fn play(&self, rows: &Vec<u32>, _: Player, mv: &String) -> Vec<u32> {
///         let numbers: Vec<u32> = mv.split(' ').map(|number| number.parse().unwrap()).collect();
///         let (mut rows, row) = (rows.clone(), numbers[0] as usize);
///         let after = rows[row] - numbers[1] - numbers[2];
///         rows[row] = numbers[1];
///         rows.push(after);
///         rows.retain(|length| *length > 0);
///         rows.sort_unstable();
///         rows
///     }
///     fn hints(&self) -> &(impl Hints<Vec<u32>> + ?Sized) { self }
/// }
/// impl Hints<Vec<u32>> for Row {
///     fn tied(&self, rows: &Vec<u32>, player: Player, pieces: &mut Vec<Vec<u32>>) -> Tied {
///         match (player, &rows[..]) {
///             (Player::Left, &[length]) if length > 3 => pieces.extend([vec![length / 2], vec![length - length / 2]]),
///             _ => return Tied::Whole,
///         }
///         Tied::Pieces
///     }
/// }
/// assert_eq!(tied_pieces_bound_the_position(&Row, [vec![7]]), Ok(()));
/// ```
///
/// # Errors
/// [`Failure`] at the first position for which the pieces are no bound.
pub fn tied_pieces_bound_the_position<R>(rules: &R, positions: impl IntoIterator<Item = R::Position>) -> Result<(), Failure>
where
    R: Partizan,
{
    let limits = limits();
    let mut judge = Judge::new(Law::TiedPiecesBoundThePosition, rules, &limits);
    reachable_by_both(rules, positions).iter().try_for_each(|position| {
        Player::BOTH.into_iter().try_for_each(|player| judge.check(position, |judge, at| judge.pieces_bound(at, player)))
    })
}

/// The maximum number of cuts of a position. More count as endless.
const MAX_CUTS: usize = 10_000;

/// A search for canonical forms, used by one law.
struct Judge<'a, R: Partizan> {
    law: Law,
    rules: &'a R,
    limits: &'a Limits,
    values: ValueSearch<'a, R>,
}

impl<'a, R: Partizan> Judge<'a, R> {
    fn new(law: Law, rules: &'a R, limits: &'a Limits) -> Self {
        Self { law, rules, limits, values: ValueSearch::new(rules, limits) }
    }

    /// Checks a position. If the search reaches a limit, it is repeated without the cached values of earlier positions.
    fn check(
        &mut self,
        position: &R::Position,
        check: impl Fn(&mut Self, &R::Position) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let checked = check(self, position);
        if !matches!(checked, Err(Failure { cause: Cause::Stopped(_), .. })) {
            return checked;
        }
        self.values = ValueSearch::new(self.rules, self.limits);
        check(self, position)
    }

    fn failed(&self, position: &R::Position, error: ValueError) -> Failure {
        let cause = match error {
            ValueError::Stopped(stopped) => Cause::Stopped(stopped),
            _ => Cause::Loopy,
        };
        self.law.failure(position, cause)
    }

    fn form(&mut self, position: &R::Position) -> Result<Form, Failure> {
        self.values.form(position).map_err(|error| self.failed(position, error))
    }

    fn text(&mut self, form: Form) -> String {
        self.values.calculator().arena().value(form).to_string()
    }

    /// Returns `true` if `better` is at least as good as `worse` for the player.
    fn is_better(&mut self, position: &R::Position, player: Player, better: Form, worse: Form) -> Result<bool, Failure> {
        let (least, most) = if player == Player::Left { (worse, better) } else { (better, worse) };
        self.values.calculator().is_at_most(least, most).map_err(|stopped| self.failed(position, stopped.into()))
    }

    /// Returns `true` if a form is worth at least this number of units to the player. Units that are good for the player are
    /// positive.
    fn is_as_good(&mut self, position: &R::Position, player: Player, form: Form, units: i64) -> Result<bool, Failure> {
        let units = if player == Player::Left { units } else { -units };
        let bound = self.values.calculator().number(&dyadic(units));
        self.is_better(position, player, form, bound)
    }

    fn bounds_are_true(&mut self, position: &R::Position) -> Result<(), Failure> {
        let Bounds { low, high, left_first, right_first } = self.rules.hints().bounds(position);
        // Right's bounds are checked like Left's, with all signs changed
        for (player, whole, first) in [(Player::Left, low, left_first), (Player::Right, -high, -right_first)] {
            let (sign, than) = if player == Player::Left { (1, "at least") } else { (-1, "at most") };
            if whole > -Bounds::FAR {
                let form = self.form(position)?;
                if !self.is_as_good(position, player, form, whole)? {
                    let value = self.text(form);
                    return Err(self.law.broken(position, format!("the value {value} is not {than} {}", number(sign * whole))));
                }
            }
            if first > -Bounds::FAR && !self.reaches(position, player, first)? {
                let player = if player == Player::Left { "Left" } else { "Right" };
                return Err(self.law.broken(position, format!("{player} has no option of {than} {}", number(sign * first))));
            }
        }
        Ok(())
    }

    /// Returns `true` if the player has an option that is worth at least this number of units to the player.
    fn reaches(&mut self, position: &R::Position, player: Player, units: i64) -> Result<bool, Failure> {
        for option in options_of(self.law, self.rules, position, player)? {
            let form = self.form(&option)?;
            if self.is_as_good(position, player, form, units)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks that the pieces of one cut, taken together, are no better for the player than the position, and that cutting
    /// them repeatedly ends.
    fn pieces_bound(&mut self, position: &R::Position, player: Player) -> Result<(), Failure> {
        let pieces = self.pieces(position, player)?;
        let Some(pieces) = pieces else { return Ok(()) };
        let mut sum = Form::ZERO;
        for piece in &pieces {
            let form = self.form(piece)?;
            sum = self.values.calculator().add(sum, form).map_err(|stopped| self.failed(position, stopped.into()))?;
        }
        let whole = self.form(position)?;
        if !self.is_better(position, player, whole, sum)? {
            let than = if player == Player::Left { "at least" } else { "at most" };
            let (whole, sum) = (self.text(whole), self.text(sum));
            return Err(self
                .law
                .broken(position, format!("the value {whole} is not {than} {sum}, that of the pieces {pieces:?}")));
        }
        let (mut pending, mut cuts) = (pieces, 0);
        while let Some(piece) = pending.pop() {
            cuts += 1;
            if cuts > MAX_CUTS {
                return Err(self
                    .law
                    .broken(position, format!("with the hand of {player} tied its pieces are cut again and again")));
            }
            pending.extend(self.pieces(&piece, player)?.into_iter().flatten());
        }
        Ok(())
    }

    /// Returns the pieces of one cut, if the position can be cut.
    fn pieces(&self, position: &R::Position, player: Player) -> Result<Option<Vec<R::Position>>, Failure> {
        // the list has two items before, which must stay
        let mut pieces = vec![position.clone(); 2];
        let cut = self.rules.hints().tied(position, player, &mut pieces);
        if pieces.len() < 2 || pieces[..2].iter().any(|before| before != position) {
            return Err(self.law.broken(position, "pieces of others are taken from the list"));
        }
        pieces.drain(..2);
        match cut {
            Tied::Pieces => Ok(Some(pieces)),
            _ if pieces.is_empty() => Ok(None),
            _ => Err(self.law.broken(position, format!("it is {cut:?} and has the pieces {pieces:?}"))),
        }
    }
}

fn dyadic(units: i64) -> Dyadic {
    Dyadic::new(units, u64::from(Bounds::ONE.trailing_zeros()))
}

fn number(units: i64) -> String {
    dyadic(units).to_string()
}
