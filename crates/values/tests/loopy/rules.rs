//! Positions of Fox & Geese, Hare & Hounds and backsliding Toads & Frogs.
//!
//! The expected values are those of CGSuite's GameStripTest and GameGridTest. Every value is compared with the outcome by play.

use super::{LIMITS, read, stoppers};
use sprague_core::{OutcomeClass, Player};
use sprague_values::loopy::{Graph, Sided, Stoppers};
use std::collections::HashMap;
use std::hash::Hash;

/// Rules under which some positions are known to have the value off.
trait Rules {
    type Position: Clone + Eq + Hash;
    fn options(&self, position: &Self::Position, player: Player) -> Vec<Self::Position>;
    fn is_off(&self, _: &Self::Position) -> bool {
        false
    }
}

/// Returns the value of the start, and the number of values found. All are compared with play.
fn value<R: Rules>(stoppers: &mut Stoppers<'_>, rules: &R, start: R::Position) -> (Sided, usize) {
    let mut positions = vec![start.clone()];
    let mut places: HashMap<R::Position, u32> = [(start, 0)].into();
    let (mut graph, mut played, mut known) = (Graph::new(), Graph::new(), vec![]);
    let off = read(stoppers, "off");
    while let Some(position) = positions.get(known.len()).cloned() {
        let is_off = rules.is_off(&position);
        let at = known.len() as u32;
        let [left, right] = Player::BOTH.map(|player| {
            let options = if is_off { vec![] } else { rules.options(&position, player) };
            let place = |option: R::Position| {
                *places.entry(option.clone()).or_insert_with(|| {
                    positions.push(option);
                    positions.len() as u32 - 1
                })
            };
            options.into_iter().map(place).collect::<Vec<_>>()
        });
        graph.add(&left, &right);
        played.add(&left, if is_off { std::slice::from_ref(&at) } else { &right });
        known.push(is_off.then_some(off));
    }
    let values = stoppers.evaluate(&graph, &known).expect("the work is bounded");
    let mut found = 0;
    for (&value, [left, right]) in values.iter().zip(played.outcomes(&LIMITS).expect("the work is bounded")) {
        if let Ok(class) = stoppers.outcome_class(value).expect("the work is bounded") {
            assert_eq!(class, OutcomeClass::of(left, right));
            found += 1;
        }
    }
    (values[0], found)
}

/// Toads and Frogs in which each player may also move back by one.
struct Backsliding;

impl Rules for Backsliding {
    type Position = Vec<u8>;
    fn options(&self, strip: &Vec<u8>, player: Player) -> Vec<Vec<u8>> {
        let (own, other, ahead) = if player == Player::Left { (b't', b'f', 1) } else { (b'f', b't', -1) };
        let at = |place: i32| usize::try_from(place).ok().and_then(|place| strip.get(place)).copied();
        let moved = |from: i32, to: i32| {
            let mut strip = strip.clone();
            strip.swap(from as usize, to as usize);
            strip
        };
        let from = (0..strip.len() as i32).filter(|&from| at(from) == Some(own));
        from.flat_map(|from| {
            let steps = [ahead, -ahead].map(|step| (at(from + step) == Some(b'.')).then(|| moved(from, from + step)));
            let is_jump = at(from + ahead) == Some(other) && at(from + 2 * ahead) == Some(b'.');
            steps.into_iter().flatten().chain(is_jump.then(|| moved(from, from + 2 * ahead))).collect::<Vec<_>>()
        })
        .collect()
    }
}

#[test]
fn backsliding_toads_and_frogs() {
    for (strip, expected) in [
        ("ttt..fff", "{on||0|-1/2} & {1/2|0||off}"),
        ("t..f", ""),
        ("tt..ff", ""),
        ("tt...ff", ""),
        ("ttt.fff", ""),
        ("tttt.ffff", ""),
    ] {
        let mut stoppers = stoppers();
        let (value, found) = value(&mut stoppers, &Backsliding, strip.as_bytes().to_vec());
        assert!(found > 3);
        if !expected.is_empty() {
            assert_eq!(value, read(&mut stoppers, expected), "{strip}");
        }
    }
}

/// A square: row and column.
type Square = (i8, i8);

/// Geese and a fox on the squares of one colour.
///
/// Left's geese move down one row diagonally, Right's fox up to `range` squares in any diagonal direction. A fox that has
/// passed the geese has free moves for ever.
struct FoxAndGeese {
    width: i8,
    range: i8,
}

impl FoxAndGeese {
    fn is_square(&self, (row, column): Square) -> bool {
        row >= 1 && (1..=self.width).contains(&column)
    }
}

impl Rules for FoxAndGeese {
    type Position = (Vec<Square>, Square);

    fn options(&self, (geese, fox): &Self::Position, player: Player) -> Vec<Self::Position> {
        let mut options = vec![];
        if player == Player::Right {
            for (up, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let steps = (1..=self.range).map(|step| (fox.0 + step * up, fox.1 + step * right));
                let free = steps.take_while(|&to| self.is_square(to) && !geese.contains(&to));
                options.extend(free.map(|to| (geese.clone(), to)));
            }
            return options;
        }
        for (i, goose) in geese.iter().enumerate() {
            for to in [-1, 1].map(|right| (goose.0 - 1, goose.1 + right)) {
                if self.is_square(to) && to != *fox && !geese.contains(&to) {
                    let mut next = geese.clone();
                    next[i] = to;
                    next.sort_unstable();
                    options.push((next, *fox));
                }
            }
        }
        options
    }

    fn is_off(&self, (geese, fox): &Self::Position) -> bool {
        let top = geese.iter().map(|goose| goose.0).max().unwrap_or_default();
        let is_free = |column: i8| (1..=self.width).contains(&column) && !geese.contains(&(fox.0 + 1, column));
        fox.0 >= top || (fox.0 == top - 1 && (is_free(fox.1 - 1) || is_free(fox.1 + 1)))
    }
}

#[test]
fn fox_and_geese() {
    let row = |row: i8, columns: &[i8]| columns.iter().map(|&column| (row, column)).collect::<Vec<_>>();
    let third = row(3, &[1, 3, 5, 7]);
    for (width, range, geese, fox, expected) in [
        (8, 1, row(4, &[2, 4, 6, 8]), (1, 1), "{4*|7/2}"),
        (8, 2, row(4, &[2, 4, 6, 8]), (1, 1), "{9||4v[on]*|5/2*|||3|5/2*,5/2v||5/2}"),
        (10, 1, row(3, &[1, 3, 5, 7, 9]), (1, 9), "{6over|5*}"),
        (8, 1, third.clone(), (2, 2), "2over"),
        (8, 1, third.clone(), (2, 4), "2"),
        (8, 1, third.clone(), (2, 6), "3*"),
        (8, 1, third.clone(), (2, 8), "4over"),
        (8, 1, third.clone(), (1, 1), "{6|2over}"),
        (8, 1, third.clone(), (1, 3), "{2over|2}"),
        (8, 1, third.clone(), (1, 5), "{4|3||2}"),
        (8, 1, third.clone(), (1, 7), "{4over|3*}"),
    ] {
        let mut stoppers = stoppers();
        let (value, _) = value(&mut stoppers, &FoxAndGeese { width, range }, (geese, fox));
        assert_eq!(value, read(&mut stoppers, expected), "{width} {range} {fox:?}");
    }
}

/// Three hounds and a hare on points with rows from −1 to 1.
///
/// Left's hounds never move back, Right's hare moves in any direction. A hare with no hound in front of it is free.
struct HareAndHounds {
    columns: i8,
}

impl HareAndHounds {
    fn is_point(&self, (column, row): Square) -> bool {
        let is_inside = (1..self.columns - 1).contains(&column);
        (0..self.columns).contains(&column) && row.abs() <= i8::from(is_inside)
    }

    fn is_line(&self, from: Square, to: Square) -> bool {
        let (across, up) = ((from.0 - to.0).abs(), (from.1 - to.1).abs());
        let ends = from.0.min(to.0) == 0 || from.0.max(to.0) == self.columns - 1;
        let is_crossing = [from, to].iter().any(|point| point.1 == 0 && point.0 % 2 == 0);
        self.is_point(to) && across.max(up) == 1 && (across == 0 || up == 0 || ends || is_crossing)
    }
}

impl Rules for HareAndHounds {
    type Position = (Vec<Square>, Square);

    fn options(&self, (hounds, hare): &Self::Position, player: Player) -> Vec<Self::Position> {
        let around = |(column, row): Square| (-1..=1).flat_map(move |x| (-1..=1).map(move |y| (column + x, row + y)));
        if player == Player::Right {
            let to = around(*hare).filter(|&to| self.is_line(*hare, to) && !hounds.contains(&to));
            return to.map(|to| (hounds.clone(), to)).collect();
        }
        let mut options = vec![];
        for (i, &hound) in hounds.iter().enumerate() {
            for to in around(hound) {
                if to.0 >= hound.0 && self.is_line(hound, to) && to != *hare && !hounds.contains(&to) {
                    let mut next = hounds.clone();
                    next[i] = to;
                    next.sort_unstable();
                    options.push((next, *hare));
                }
            }
        }
        options
    }

    fn is_off(&self, (hounds, hare): &Self::Position) -> bool {
        hounds.iter().all(|hound| hound.0 >= hare.0)
    }
}

#[test]
fn hare_and_hounds() {
    let start = (vec![(0, 0), (1, -1), (1, 1)], (3, 0));
    let (_, found) = value(&mut stoppers(), &HareAndHounds { columns: 4 }, start);
    assert!(found > 50, "{found}");
    let start = (vec![(0, 0), (1, -1), (1, 1)], (4, 0));
    let (_, found) = value(&mut stoppers(), &HareAndHounds { columns: 5 }, start);
    assert!(found > 500, "{found}");
}
