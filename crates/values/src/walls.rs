//! The walls of a thermograph from those of the options, in whatever numbers they fit.
//!
//! LW(t) = max RW of the left options − t and RW(t) = min LW of the right options + t, up to where they meet; a mast above. With t from
//! −1 on, one rule serves numbers and hot games: where the scaffolds have met at −1 already, the game is an integer.
//! *Winning Ways*, ch. 6; Siegel, *Combinatorial Game Theory*, ch. II.5.

use crate::dyadic::{Dyadic, ONE};
use core::cmp::Ordering;
use smallvec::SmallVec;
use sprague_core::Player;

/// Corners (t, x) of a wall, t rising.
pub(crate) type Corners<N> = SmallVec<[(N, N); 4]>;

/// Both walls of a game.
///
/// A wall goes straight from corner to corner, from t = −1 to (temperature, mean), and up from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Walls<N> {
    pub(crate) left: Corners<N>,
    pub(crate) right: Corners<N>,
}

/// A number of walls: any [`Dyadic`], or small units.
///
/// They are small enough for a few sums of them.
pub(crate) trait Number: Clone + Ord {
    fn whole(n: i8) -> Self;
    fn plus(&self, other: &Self) -> Self;
    fn minus(&self, other: &Self) -> Self;
    /// `None` if it is no number of this kind.
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

    /// The walls of {left | right} from those of the options.
    ///
    /// Each with the number that is added to it; the form need not be canonical. `None` if that needs other numbers.
    pub(crate) fn of_options<'w>(
        left: impl Iterator<Item = (&'w Self, N)>,
        right: impl Iterator<Item = (&'w Self, N)>,
    ) -> Option<Self>
    where
        N: 'w,
    {
        let ends = (scaffold(left, Player::Left), scaffold(right, Player::Right));
        let one = N::whole(1);
        // where the first corner is, at t = −1
        let low = ends.0.as_deref().map(|wall| wall[0].1.plus(&one));
        let high = ends.1.as_deref().map(|wall| wall[0].1.minus(&one));
        let (Some(left), Some(right)) = ends else { return Some(Self::integer(integer_between(low, high))) };
        if low <= high {
            return Some(Self::integer(integer_between(low, high)));
        }
        let temperature = meeting(&left, &right)?;
        let mean = at(&left, &temperature).minus(&temperature);
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

/// The wall at tax `t`.
#[inline]
pub(crate) fn at<N: Number>(wall: &[(N, N)], t: &N) -> N {
    if let [(_, x)] = wall {
        return x.clone();
    }
    let above = wall.iter().position(|(corner, _)| corner > t).unwrap_or(wall.len());
    let (from, x) = &wall[above.saturating_sub(1)];
    // slopes are −1, 0 and 1
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

/// The opponent's walls of a player's options, the best of them at every tax.
pub(crate) fn scaffold<'w, N: Number + 'w>(
    options: impl Iterator<Item = (&'w Walls<N>, N)>,
    player: Player,
) -> Option<Corners<N>> {
    let best = if player == Player::Left { Ordering::Greater } else { Ordering::Less };
    let walls = options
        .map(|(walls, added)| -> Corners<N> { walls.wall(-player).iter().map(|(t, x)| (t.clone(), x.plus(&added))).collect() });
    walls.reduce(|wall, option| if wall == option { wall } else { outermost(&wall, &option, best) })
}

/// The outermost of two walls at every tax.
fn outermost<N: Number>(f: &[(N, N)], g: &[(N, N)], best: Ordering) -> Corners<N> {
    let zero = N::whole(0);
    let mut wall = Corners::new();
    let (mut i, mut j) = (0, 0);
    let mut before: Option<(N, N)> = None;
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
            // walls of one side have slopes 0 and one sign: where they cross, their difference has slope ±1
            let crossing = if gap > zero { from.plus(&gap) } else { from.minus(&gap) };
            let x = at(f, &crossing);
            push(&mut wall, crossing, x);
        }
        push(&mut wall, t.clone(), if side == best { a } else { b });
        before = Some((t, difference));
    }
    wall
}

/// The integer nearest to 0 between two numbers.
fn integer_between<N: Number>(low: Option<N>, high: Option<N>) -> N {
    let zero = N::whole(0);
    let (low, high) = (low.map(|low| zero.minus(&zero.minus(&low).floor())), high.map(|high| high.floor()));
    match (low, high) {
        (Some(low), _) if low > zero => low,
        (_, Some(high)) if high < zero => high,
        _ => zero,
    }
}

/// The first t at which the taxed scaffolds are no longer apart.
fn meeting<N: Number>(left: &[(N, N)], right: &[(N, N)]) -> Option<N> {
    let apart = |t: &N| at(left, t).minus(&at(right, t)).minus(t).minus(t);
    // both start at −1
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
            // the gap closes by 0, 1 or 2 a unit of tax; here it closes
            let is_slow = gap.minus(&next) == t.minus(&from);
            return Some(from.plus(&if is_slow { gap } else { gap.half()? }));
        }
        i += usize::from(left.get(i).is_some_and(|corner| corner.0 == *t));
        j += usize::from(right.get(j).is_some_and(|corner| corner.0 == *t));
        (from, gap) = (t.clone(), next);
    }
}
