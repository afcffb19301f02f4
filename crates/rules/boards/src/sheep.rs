//! Sheep: part of a herd walks straight over a pasture of hexagons, as far as it can.
//!
//! Francesco Rotta's *Battle Sheep* (2010), as MCGS plays it: the herds stand anywhere, and whoever cannot move loses.

use crate::Square;
use core::fmt;
use smallvec::SmallVec;
use sprague_core::any::{self, BadPosition, Pack};
use sprague_core::registry::{Entry, Fact};
use sprague_core::{BadNotation, Bounds, Hints, Notation, Partizan, Player};

/// Left has the herds `x`, Right the herds `o`. A player who cannot move loses.
///
/// A move splits a herd of at least two sheep. Some of them, but not all, walk in one of the six directions over free hexagons,
/// as far as they can. Row by row, each hexagon touches those on its left and right, the two above it (in the same column and
/// in the next one) and the two below it (in the same column and in the one before).
///
/// ```
/// use sprague_core::{Notation, Partizan, Player};
/// use sprague_rules_boards::Sheep;
///
/// let pasture = Sheep.read("x3..o/....")?;
/// let moves: Vec<String> = Sheep.moves(&pasture, Player::Left).map(|mv| mv.to_string()).collect();
/// assert_eq!(moves, ["1 from 1.1 to 1.3", "2 from 1.1 to 1.3", "1 from 1.1 to 2.1", "2 from 1.1 to 2.1"]);
/// assert_eq!(Sheep.show(&Sheep.options(&pasture, Player::Left).next().unwrap()), "x2.xo/....");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Sheep;

/// The greatest number of hexagons, and of sheep in a herd.
const MOST_HEXAGONS: usize = 1024;
const MOST_SHEEP: i8 = 100;

/// A hexagon that does not belong to the pasture.
const OUTSIDE: i8 = i8::MIN;

/// The six directions, as rows down and columns to the right.
const DIRECTIONS: [(isize, isize); 6] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1)];

/// A pasture with herds, in rows of the same length.
///
/// ```
/// use sprague_core::Notation;
/// let pasture = sprague_rules_boards::Sheep.read("x2./.o")?;
/// assert_eq!(format!("{pasture:?}"), "x2./.o");
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pasture {
    columns: u16,
    /// The sheep on each hexagon: positive for Left, negative for Right.
    herds: SmallVec<[i8; 32]>,
}

impl fmt::Display for Pasture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, &herd) in self.herds.iter().enumerate() {
            if at > 0 && at % usize::from(self.columns) == 0 {
                f.write_str("/")?;
            }
            match (herd, herd.unsigned_abs()) {
                (0, _) => f.write_str("."),
                (OUTSIDE, _) => f.write_str("#"),
                (_, 1) => f.write_str(if herd > 0 { "x" } else { "o" }),
                (_, count) => write!(f, "{}{count}", if herd > 0 { 'x' } else { 'o' }),
            }?;
        }
        Ok(())
    }
}

impl fmt::Debug for Pasture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Pack for Pasture {
    fn pack(&self, words: &mut impl Extend<u64>) {
        words.extend([self.columns.into(), self.herds.len() as u64]);
        words.extend(
            self.herds.chunks(8).map(|eight| {
                u64::from_le_bytes(core::array::from_fn(|at| eight.get(at).map_or(0, |herd| herd.to_le_bytes()[0])))
            }),
        );
    }
    fn unpack(words: &mut &[u64]) -> Result<Self, BadPosition> {
        let (columns, count): (u16, usize) = Pack::unpack(words)?;
        let (these, rest) = words.split_at_checked(count.div_ceil(8)).ok_or(BadPosition)?;
        *words = rest;
        let mut herds: SmallVec<[i8; 32]> = these.iter().flat_map(|word| word.to_le_bytes()).map(|byte| byte as i8).collect();
        let is_clear = herds.drain(count..).all(|herd| herd == 0);
        let pasture = Self { columns, herds };
        (is_clear && pasture.is_valid()).then_some(pasture).ok_or(BadPosition)
    }
}

impl Pasture {
    fn is_valid(&self) -> bool {
        let (count, columns) = (self.herds.len(), usize::from(self.columns));
        let is_herd = |herd: &i8| *herd == OUTSIDE || herd.unsigned_abs() <= MOST_SHEEP.unsigned_abs();
        (1..=MOST_HEXAGONS).contains(&count)
            && (1..=255).contains(&columns)
            && count % columns == 0
            && count / columns <= 255
            && self.herds.iter().all(is_herd)
    }

    fn at(&self, place: usize, (down, right): (isize, isize)) -> Option<usize> {
        let columns = usize::from(self.columns);
        let row = (place / columns).checked_add_signed(down)?;
        let column = (place % columns).checked_add_signed(right).filter(|column| *column < columns)?;
        Some(row * columns + column).filter(|place| *place < self.herds.len())
    }

    /// Returns the next hexagon in a direction if it is free.
    fn free(&self, place: usize, direction: (isize, isize)) -> Option<usize> {
        self.at(place, direction).filter(|next| self.herds[*next] == 0)
    }

    /// Returns the ends of walks from a hexagon.
    fn walks(&self, from: usize) -> impl Iterator<Item = usize> {
        DIRECTIONS.into_iter().filter_map(move |direction| {
            core::iter::successors(self.free(from, direction), |place| self.free(*place, direction)).last()
        })
    }

    /// Returns the splits of a player's herds: from, to and the number of sheep that walk.
    fn splits(&self, player: Player) -> impl Iterator<Item = (usize, usize, i8)> {
        let sign = if player == Player::Left { 1 } else { -1 };
        let herds = self.herds.iter().enumerate().filter(move |(_, herd)| **herd != OUTSIDE && **herd * sign >= 2);
        herds.flat_map(move |(from, herd)| {
            self.walks(from).flat_map(move |to| (1..herd * sign).map(move |count| (from, to, count)))
        })
    }

    fn after(&self, player: Player, (from, to, count): (usize, usize, i8)) -> Self {
        let sheep = if player == Player::Left { count } else { -count };
        let mut after = self.clone();
        after.herds[from] -= sheep;
        after.herds[to] = sheep;
        after
    }

    fn square(&self, place: usize) -> Square {
        let columns = usize::from(self.columns);
        Square { row: (place / columns) as u8 + 1, column: (place % columns) as u8 + 1 }
    }

    fn place(&self, square: Square) -> usize {
        usize::from(square.row - 1) * usize::from(self.columns) + usize::from(square.column - 1)
    }

    /// Returns the parts between which no herd walks: connected free hexagons with the herds beside them that can be split.
    fn parts(&self) -> Vec<Self> {
        let mut part_of: Vec<usize> = vec![0; self.herds.len()];
        let mut parts = vec![];
        for start in 0..self.herds.len() {
            if part_of[start] > 0 || self.herds[start] == OUTSIDE || self.herds[start].unsigned_abs() < 2 {
                continue;
            }
            let number = parts.len() + 1;
            part_of[start] = number;
            let (mut members, mut pending) = (vec![], vec![start]);
            while let Some(place) = pending.pop() {
                members.push(place);
                for next in DIRECTIONS.into_iter().filter_map(|direction| self.at(place, direction)) {
                    let herd = self.herds[next];
                    let can_walk = herd == 0 || herd != OUTSIDE && herd.unsigned_abs() > 1 && self.herds[place] == 0;
                    if can_walk && part_of[next] == 0 {
                        part_of[next] = number;
                        pending.push(next);
                    }
                }
            }
            parts.push(members);
        }
        parts.retain(|members| members.len() > 1);
        parts.into_iter().map(|members| self.cropped(&members)).collect()
    }

    /// Returns the smallest pasture with these hexagons.
    fn cropped(&self, members: &[usize]) -> Self {
        let columns = usize::from(self.columns);
        let range = |of: fn(usize, usize) -> usize| {
            let all = || members.iter().map(|place| of(*place, columns));
            all().min().unwrap_or(0)..all().max().map_or(0, |last| last + 1)
        };
        let (rows, columns_left) = (range(|place, columns| place / columns), range(|place, columns| place % columns));
        let mut herds = SmallVec::from_elem(OUTSIDE, rows.len() * columns_left.len());
        for &place in members {
            let (row, column) = (place / columns - rows.start, place % columns - columns_left.start);
            herds[row * columns_left.len() + column] = self.herds[place];
        }
        Self { columns: columns_left.len() as u16, herds }
    }

    /// Returns the pasture with rows and columns exchanged, which keeps all neighbours.
    fn transposed(&self) -> Self {
        let columns = usize::from(self.columns);
        let rows = self.herds.len() / columns;
        let herds = (0..columns).flat_map(|column| (0..rows).map(move |row| row * columns + column)).map(|at| self.herds[at]);
        Self { columns: rows as u16, herds: herds.collect() }
    }

    /// Returns the pasture after half a turn.
    fn turned(&self) -> Self {
        Self { columns: self.columns, herds: self.herds.iter().rev().copied().collect() }
    }
}

/// A move: some sheep of a herd walk.
///
/// ```
/// use sprague_rules_boards::{SheepMove, Square};
/// let mv = SheepMove { count: 2, from: Square { row: 1, column: 1 }, to: Square { row: 1, column: 3 } };
/// assert_eq!(mv.to_string(), "2 from 1.1 to 1.3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SheepMove {
    /// The number of sheep that walk.
    pub count: u8,
    /// The hexagon of the herd.
    pub from: Square,
    /// The hexagon at which the walk ends.
    pub to: Square,
}

impl fmt::Display for SheepMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} from {} to {}", self.count, self.from, self.to)
    }
}

impl Partizan for Sheep {
    type Position = Pasture;
    type Move = SheepMove;
    fn moves(&self, pasture: &Pasture, player: Player) -> impl Iterator<Item = SheepMove> {
        pasture.splits(player).map(|(from, to, count)| SheepMove {
            count: count.unsigned_abs(),
            from: pasture.square(from),
            to: pasture.square(to),
        })
    }
    fn play(&self, pasture: &Pasture, player: Player, mv: &SheepMove) -> Pasture {
        pasture.after(player, (pasture.place(mv.from), pasture.place(mv.to), mv.count as i8))
    }
    fn summands(&self, pasture: &Pasture) -> impl Iterator<Item = Pasture> {
        pasture.parts().into_iter()
    }
    fn is_loopfree(&self, _: &Pasture) -> bool {
        true
    }
    fn has_normal_forms(&self) -> bool {
        true
    }
    /// Returns the least of four images: rows and columns exchanged, and half a turn.
    fn normal_form(&self, pasture: Pasture) -> Pasture {
        let transposed = pasture.transposed();
        let turned = [pasture.turned(), transposed.turned()];
        turned.into_iter().fold(pasture.min(transposed), Pasture::min)
    }
    fn negative(&self, pasture: &Pasture) -> Option<Pasture> {
        let exchanged = pasture.herds.iter().map(|&herd| if herd == OUTSIDE { OUTSIDE } else { -herd });
        Some(Pasture { columns: pasture.columns, herds: exchanged.collect() })
    }
    fn hints(&self) -> &(impl Hints<Pasture> + ?Sized) {
        self
    }
}

impl Hints<Pasture> for Sheep {
    /// Returns bounds by counting moves: a herd of n sheep is split at most n − 1 times, and each move takes a free hexagon.
    fn bounds(&self, pasture: &Pasture) -> Bounds {
        let free = pasture.herds.iter().filter(|herd| **herd == 0).count() as i32;
        let most = |sign: i32| {
            let herds = pasture.herds.iter().filter(|herd| **herd != OUTSIDE).map(|herd| i32::from(*herd) * sign);
            herds.map(|herd| (herd - 1).max(0)).sum::<i32>().min(free)
        };
        Bounds::between(-most(-1), most(1))
    }
}

impl Notation<Pasture> for Sheep {
    fn read(&self, text: &str) -> Result<Pasture, BadNotation> {
        let expected = |at: usize, what: &'static str| Err(BadNotation::new(at, what));
        let (mut rows, mut characters) = (vec![vec![]], text.char_indices().peekable());
        while let Some((at, character)) = characters.next() {
            let sign = match character {
                '/' => {
                    rows.push(vec![]);
                    continue;
                }
                '.' => 0,
                '#' => OUTSIDE,
                'x' => 1,
                'o' => -1,
                _ => {
                    return expected(
                        at,
                        "rows of herds `x` and `o` with their numbers, `.` and `#`, with `/` between, as in x3../.o2.",
                    );
                }
            };
            let mut count = 0_i8;
            while let Some((at, digit)) = characters.next_if(|(_, next)| sign.unsigned_abs() == 1 && next.is_ascii_digit()) {
                count = count.saturating_mul(10).saturating_add(digit as i8 - b'0' as i8);
                if !(1..=MOST_SHEEP).contains(&count) {
                    return expected(at, "a herd of 1 to 100 sheep");
                }
            }
            rows.last_mut().expect("there is one").push(if sign == OUTSIDE { sign } else { sign * count.max(1) });
        }
        let columns = rows[0].len();
        if columns == 0 || rows.iter().any(|row| row.len() != columns) {
            return expected(text.len(), "rows of the same length");
        }
        let pasture = Pasture { columns: columns.try_into().unwrap_or(u16::MAX), herds: rows.concat().into() };
        if pasture.is_valid() { Ok(pasture) } else { expected(0, "at most 1024 hexagons, 255 in a row") }
    }
    fn show(&self, pasture: &Pasture) -> String {
        pasture.to_string()
    }
}

const KNOWN: &[Fact] =
    &[Fact::of("A herd alone on a row of free hexagons splits as often as it has sheep or hexagons.", "by the rules")
        .shown_by("value sheep@x3..", ": 2")];

pub(crate) fn entry() -> Entry {
    let sheep = Entry::new("sheep", |parameters| parameters.none().map(|()| any::partizan(Sheep)));
    sheep
        .component("rows of x, o, . and # with numbers of sheep")
        .play("Left splits a herd x, Right a herd o; those that leave walk straight as far as they can")
        .rules("The pasture is made of hexagons. A player splits a herd of at least two sheep: some of them, but not all, walk in one of six directions over free hexagons, as far as they can. A hexagon touches the ones on its left and right, the two above it in the same column and the next, and the two below it in the same column and the one before. Nobody is removed. Whoever cannot move loses. `x3` is a herd of three of Left's sheep, `o` one of Right's sheep, `#` no hexagon.")
        .example("sheep@x3.../..../...o3")
        .title("Sheep")
        .aim("Spread your herds over the pasture.")
        .brief("Split a herd: some of your sheep walk straight over free hexagons, as far as they can. Whoever cannot move loses.")
        .sizes(&["sheep@x2../..o2", "sheep@x3../.../..o3", "sheep@x4.../..../..../...o4"])
        .source("Rotta 2010; MCGS")
        .known(KNOWN)
}

#[cfg(test)]
mod tests;
