//! The walls of a thermograph from the walls of the options, in small or exact numbers.
//!
//! LW(t) = max over left options of RW(t) − t, and RW(t) = min over right options of LW(t) + t, up to the tax at which they
//! meet; above, both are vertical. Starting at t = −1, one rule covers numbers and hot games: if the scaffolds have already met
//! at −1, the game is an integer. Source: *Winning Ways*, ch. 6; Siegel, *Combinatorial Game Theory*, ch. II.5.

use crate::dyadic::{Dyadic, ONE};
use core::cmp::Ordering;
use smallvec::SmallVec;
use sprague_core::Player;

/// The corners (t, x) of a wall, with t rising.
pub(crate) type Corners<N> = SmallVec<[(N, N); 4]>;

/// The walls of Left and of Right.
///
/// A wall is straight between its corners, which run from t = −1 to (temperature, mean), and vertical above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walls<N> {
    pub(crate) left: Corners<N>,
    pub(crate) right: Corners<N>,
}

/// A type of coordinates: [`Dyadic`], or units in an `i64` that are so small that a few sums cannot overflow.
pub(crate) trait Number: Clone + Ord {
    fn whole(n: i8) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    /// Returns half the number, or `None` if the type cannot represent it.
    fn half(&self) -> Option<Self>;
    fn floor(&self) -> Self;
}

impl Number for i64 {
    fn whole(n: i8) -> Self {
        Self::from(n) * ONE
    }

    #[inline(always)]
    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn half(&self) -> Option<Self> {
        (self & 1 == 0).then_some(self / 2)
    }

    fn floor(&self) -> Self {
        self & -ONE
    }
}

impl Number for Dyadic {
    fn whole(n: i8) -> Self {
        Self::from(i64::from(n))
    }

    fn plus(&self, other: &Self) -> Self {
        self + other
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn half(&self) -> Option<Self> {
        Some(Self::half(self))
    }

    fn floor(&self) -> Self {
        Self::floor(self)
    }
}

impl<N: Number> Walls<N> {
    pub(crate) fn integer(n: N) -> Self {
        let wall = Corners::from_iter([(N::whole(-1), n)]);
        Self { left: wall.clone(), right: wall }
    }

    pub(crate) fn wall(&self, player: Player) -> &Corners<N> {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    /// Returns the walls of {left | right} from the walls of the options; the form need not be canonical.
    ///
    /// Each option comes with a number that is added to it. Returns `None` if the result needs the other type of coordinates.
    pub(crate) fn of_options<'w>(
        left: impl Iterator<Item = (&'w Self, N)>,
        right: impl Iterator<Item = (&'w Self, N)>,
    ) -> Option<Self>
    where
        N: 'w,
    {
        let ends = (scaffold(left, Player::Left), scaffold(right, Player::Right));
        let one = N::whole(1);
        // 1. the scaffolds taxed at t = −1; if they have met already, the game is an integer
        let low = ends.0.as_deref().map(|wall| wall[0].1.plus(&one));
        let high = ends.1.as_deref().map(|wall| wall[0].1.minus(&one));
        let (Some(left), Some(right)) = ends else { return Some(Self::integer(integer_between(low, high))) };
        if low <= high {
            return Some(Self::integer(integer_between(low, high)));
        }
        // 2. the tax at which the taxed scaffolds meet
        let temperature = meeting(&left, &right)?;
        let mean = at(&left, &temperature).minus(&temperature);
        // 3. cut the scaffolds there and subtract the tax
        let taxed = |wall: &[(N, N)], player: Player| {
            let mut taxed = Corners::new();
            for (t, x) in wall.iter().filter(|(t, _)| *t < temperature) {
                push(&mut taxed, t.clone(), if player == Player::Left { x.minus(t) } else { x.plus(t) });
            }
            push(&mut taxed, temperature.clone(), mean.clone());
            taxed
        };
        Some(Self { left: taxed(&left, Player::Left), right: taxed(&right, Player::Right) })
    }
}

/// Returns the x of a wall at tax `t`.
#[inline]
pub(crate) fn at<N: Number>(wall: &[(N, N)], t: &N) -> N {
    if let [(_, x)] = wall {
        return x.clone();
    }
    let above = wall.iter().position(|(corner, _)| corner > t).unwrap_or(wall.len());
    let (from, x) = &wall[above.saturating_sub(1)];
    // every slope is −1, 0 or 1
    match wall.get(above).map_or(Ordering::Equal, |(_, next)| next.cmp(x)) {
        Ordering::Equal => x.clone(),
        Ordering::Greater => x.plus(&t.minus(from)),
        Ordering::Less => x.minus(&t.minus(from)),
    }
}

#[inline]
fn push<N: Number>(wall: &mut Corners<N>, t: N, x: N) {
    if wall.last().is_some_and(|(last, _)| *last == t) {
        return;
    }
    if let [.., (_, before), (_, last)] = wall.as_slice()
        && last.cmp(before) == x.cmp(last)
    {
        wall.pop();
    }
    wall.push((t, x));
}

/// Returns the best of the opponent's walls of a player's options at each tax, or `None` if there are no options.
pub(crate) fn scaffold<'w, N: Number + 'w>(
    options: impl Iterator<Item = (&'w Walls<N>, N)>,
    player: Player,
) -> Option<Corners<N>> {
    let best = if player == Player::Left { Ordering::Greater } else { Ordering::Less };
    let walls = options
        .map(|(walls, added)| -> Corners<N> { walls.wall(-player).iter().map(|(t, x)| (t.clone(), x.plus(&added))).collect() });
    walls.reduce(|wall, option| if wall == option { wall } else { outermost(&wall, &option, best) })
}

/// Returns the better one of two walls at each tax: the greater if `best` is `Greater`.
fn outermost<N: Number>(f: &[(N, N)], g: &[(N, N)], best: Ordering) -> Corners<N> {
    let zero = N::whole(0);
    let mut wall = Corners::new();
    let (mut i, mut j) = (0, 0);
    let mut before: Option<(N, N)> = None;
    // visit the corners of both walls in order of t
    while i < f.len() || j < g.len() {
        let t = match (f.get(i), g.get(j)) {
            (Some(a), Some(b)) => (&a.0).min(&b.0).clone(),
            (Some(a), None) | (None, Some(a)) => a.0.clone(),
            (None, None) => break,
        };
        i += usize::from(f.get(i).is_some_and(|corner| corner.0 == t));
        j += usize::from(g.get(j).is_some_and(|corner| corner.0 == t));
        let (a, b) = (at(f, &t), at(g, &t));
        let difference = a.minus(&b);
        let side = difference.cmp(&zero);
        if let Some((from, gap)) = before
            && gap.cmp(&zero) == side.reverse()
            && side != Ordering::Equal
        {
            // the walls of one player have slope 0 or one fixed sign, so where two cross, their difference has slope ±1
            let crossing = if gap > zero { from.plus(&gap) } else { from.minus(&gap) };
            let x = at(f, &crossing);
            push(&mut wall, crossing, x);
        }
        push(&mut wall, t.clone(), if side == best { a } else { b });
        before = Some((t, difference));
    }
    wall
}

/// Returns the integer nearest to 0 between two bounds; `None` is no bound.
fn integer_between<N: Number>(low: Option<N>, high: Option<N>) -> N {
    let zero = N::whole(0);
    let (low, high) = (low.map(|low| zero.minus(&zero.minus(&low).floor())), high.map(|high| high.floor()));
    match (low, high) {
        (Some(low), _) if low > zero => low,
        (_, Some(high)) if high < zero => high,
        _ => zero,
    }
}

/// Returns the least t at which the taxed scaffolds meet.
fn meeting<N: Number>(left: &[(N, N)], right: &[(N, N)]) -> Option<N> {
    let apart = |t: &N| at(left, t).minus(&at(right, t)).minus(t).minus(t);
    // the corners at index 0 are both at t = −1
    let (mut i, mut j) = (1, 1);
    let mut from = left[0].0.clone();
    let mut gap = apart(&from);
    loop {
        let t = match (left.get(i), right.get(j)) {
            (Some(a), Some(b)) => (&a.0).min(&b.0),
            (Some(a), None) | (None, Some(a)) => &a.0,
            (None, None) => return Some(from.plus(&gap.half()?)),
        };
        let next = apart(t);
        if next <= N::whole(0) {
            // the gap shrinks by 0, 1 or 2 per unit of tax, and it closes in this segment
            let is_slow = gap.minus(&next) == t.minus(&from);
            return Some(from.plus(&if is_slow { gap } else { gap.half()? }));
        }
        i += usize::from(left.get(i).is_some_and(|corner| corner.0 == *t));
        j += usize::from(right.get(j).is_some_and(|corner| corner.0 == *t));
        (from, gap) = (t.clone(), next);
    }
}
