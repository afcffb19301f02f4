//! Tests that wrong bounds and wrong pieces are found, also after type erasure.

use super::breaks;
use sprague::notation::Reader;
use sprague::{BadNotation, Bounds, Estimate, Hints, Notation, Partizan, Player, Tied};
use sprague_testkit::laws::{self, Cause, Law};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

type Pair = (u64, u64);

/// Two heaps, one for each player, who takes one or two tokens from it. The value is the difference of the heaps.
///
/// Every function that the search for the winner uses can be replaced by a wrong one. A `u32` argument is the number of
/// earlier calls.
#[derive(Clone)]
struct OneEach {
    bounds: fn(u32, i32, i32) -> Bounds,
    tied: fn(u32, Pair, Player, &mut Vec<Pair>) -> Tied,
    estimate: fn(u32) -> i64,
    size: fn(u32) -> u32,
    mobility: fn(u32) -> u32,
    asked: Arc<AtomicU32>,
}

fn right() -> OneEach {
    OneEach {
        bounds: |_, left, right| {
            let bounds = Bounds::between(left - right, left - right);
            let bounds = if left > 0 { bounds.with_left_first(left - right - 1) } else { bounds };
            if right > 0 { bounds.with_right_first(left - right + 1) } else { bounds }
        },
        tied: |_, (left, right), player, pieces| match (player, left) {
            (Player::Right, _) => Tied::Never,
            (Player::Left, 0 | 1) => Tied::Whole,
            (Player::Left, _) => {
                pieces.extend([(left / 2, right), (left / 2, 0)]);
                Tied::Pieces
            }
        },
        estimate: |_| 7,
        size: |_| 7,
        mobility: |_| 7,
        asked: Arc::default(),
    }
}

impl OneEach {
    fn asked(&self) -> u32 {
        self.asked.fetch_add(1, Ordering::Relaxed)
    }
}

impl Partizan for OneEach {
    type Position = Pair;
    type Move = u64;
    fn moves(&self, &(left, right): &Pair, player: Player) -> impl Iterator<Item = u64> {
        1..=if player == Player::Left { left } else { right }.min(2)
    }
    fn play(&self, &(left, right): &Pair, player: Player, amount: &u64) -> Pair {
        if player == Player::Left { (left - amount, right) } else { (left, right - amount) }
    }
    fn mobility(&self, &(left, right): &Pair, player: Player) -> u32 {
        let moves = if player == Player::Left { left } else { right }.min(2);
        moves as u32 + (self.mobility)(self.asked()) - 7
    }
    fn hints(&self) -> &(impl Hints<Pair> + ?Sized) {
        self
    }
}

impl Hints<Pair> for OneEach {
    fn bounds(&self, &(left, right): &Pair) -> Bounds {
        (self.bounds)(self.asked(), left as i32, right as i32)
    }
    fn tied(&self, heaps: &Pair, player: Player, pieces: &mut Vec<Pair>) -> Tied {
        (self.tied)(self.asked(), *heaps, player, pieces)
    }
    fn estimate(&self, _: &Pair) -> Option<Estimate> {
        Some(Estimate { ahead: (self.estimate)(self.asked()), effort: 0 })
    }
    fn size(&self, _: &Pair) -> Option<u32> {
        Some((self.size)(self.asked()))
    }
}

impl Notation<Pair> for OneEach {
    fn read(&self, text: &str) -> Result<Pair, BadNotation> {
        Reader::new(text).whole(|reader| {
            let left = reader.small()?;
            if reader.skip('.') { Ok((left, reader.small()?)) } else { Err(reader.expected("`.`")) }
        })
    }
    fn show(&self, (left, right): &Pair) -> String {
        format!("{left}.{right}")
    }
}

#[test]
fn true_bounds_and_pieces_break_no_law() {
    assert_eq!(laws::partizan(&right(), [(5, 4)]), Ok(()));
    assert_eq!(laws::partizan_erasure_changes_nothing(&right(), [(5, 4)]), Ok(()));
}

#[test]
fn numbers_that_do_not_bound_the_value_are_found() {
    type Wrong = fn(u32, i32, i32) -> Bounds;
    for (bounds, position, evidence) in [
        ((|_, left, right| Bounds::between(left / 2 + 1 - right, left)) as Wrong, "(0, 1)", "the value -1 is not at least 0"),
        (|_, left, right| Bounds::between(left - right, 0), "(2, 1)", "the value 1 is not at most 0"),
        (
            |_, _, right| Bounds { low: 1 - i64::from(right) * Bounds::ONE, ..Bounds::UNKNOWN },
            "(0, 1)",
            "-1 is not at least -65535/65536",
        ),
        (
            |_, left, right| Bounds { high: i64::from(left - right) * Bounds::ONE - 1, ..Bounds::UNKNOWN },
            "(2, 1)",
            "1 is not at most 65535/65536",
        ),
        (|_, left, right| Bounds::UNKNOWN.with_left_first(left - right), "(2, 1)", "Left has no option of at least 1"),
        (|_, _, _| Bounds::UNKNOWN.with_left_first(-9), "(0, 1)", "Left has no option of at least -9"),
        (|_, left, right| Bounds::UNKNOWN.with_right_first(left - right), "(2, 1)", "Right has no option of at most 1"),
        (|_, _, _| Bounds::UNKNOWN.with_right_first(9), "(2, 0)", "Right has no option of at most 9"),
    ] {
        let rules = OneEach { bounds, ..right() };
        breaks(laws::bounds_hold(&rules, [(2, 1)]), Law::BoundsHold, position, evidence);
        assert_eq!(laws::partizan(&rules, [(2, 1)]).expect_err("the ruleset is broken").law, Law::BoundsHold);
    }
}

#[test]
fn pieces_that_do_not_bound_the_position_are_found() {
    type Wrong = fn(u32, Pair, Player, &mut Vec<Pair>) -> Tied;
    let law = Law::TiedPiecesBoundThePosition;
    for (tied, position, evidence) in [
        // pieces with a larger value than the whole, for Left and for Right
        (
            (|_, (left, right), _, pieces| {
                pieces.extend([(left, 0), (left, right)]);
                Tied::Pieces
            }) as Wrong,
            "(2, 1)",
            "the value 1 is not at least 3, that of the pieces [(2, 0), (2, 1)]",
        ),
        (
            |_, (left, right), player, pieces| {
                if player == Player::Left || right == 0 {
                    return Tied::Never;
                }
                pieces.extend([(left, right), (0, right)]);
                Tied::Pieces
            },
            "(2, 1)",
            "the value 1 is not at most 0, that of the pieces [(2, 1), (0, 1)]",
        ),
        // no pieces, for a position with a smaller value
        (
            |_, _, player, _| if player == Player::Left { Tied::Pieces } else { Tied::Never },
            "(0, 1)",
            "the value -1 is not at least 0",
        ),
        // pieces that are appended without saying so
        (
            |_, heaps, _, pieces| {
                pieces.push(heaps);
                Tied::Whole
            },
            "(2, 1)",
            "it is Whole and has the pieces [(2, 1)]",
        ),
        (
            |_, _, _, pieces| {
                pieces.clear();
                Tied::Never
            },
            "(2, 1)",
            "pieces of others are taken from the list",
        ),
        // the whole as its own piece
        (
            |_, heaps, _, pieces| {
                pieces.push(heaps);
                Tied::Pieces
            },
            "(2, 1)",
            "with the hand of left tied its pieces are cut again and again",
        ),
    ] {
        let rules = OneEach { tied, ..right() };
        breaks(laws::tied_pieces_bound_the_position(&rules, [(2, 1)]), law, position, evidence);
        assert_eq!(laws::partizan(&rules, [(2, 1)]).expect_err("the ruleset is broken").law, law);
    }
}

#[test]
fn what_the_search_is_told_behind_type_erasure_is_the_same() {
    for (rules, evidence) in [
        (OneEach { bounds: |asked, _, _| Bounds { low: -i64::from(asked), ..Bounds::UNKNOWN }, ..right() }, "the bounds differ"),
        (OneEach { estimate: i64::from, ..right() }, "the estimates differ"),
        (OneEach { size: |asked| asked, ..right() }, "the sizes differ"),
        (OneEach { mobility: |asked| 7 + asked, ..right() }, "the moves are counted differently"),
        (
            OneEach { tied: |asked, _, _, _| if asked % 2 == 0 { Tied::Never } else { Tied::Whole }, ..right() },
            "tied hand differ",
        ),
        (
            OneEach {
                tied: |asked, _, _, pieces| {
                    pieces.push((u64::from(asked), 0));
                    Tied::Pieces
                },
                ..right()
            },
            "the pieces of a tied hand differ",
        ),
    ] {
        let failure = laws::partizan_erasure_changes_nothing(&rules, [(2, 1)]).expect_err("the ruleset is broken");
        assert_eq!(failure.law, Law::TypeErasureChangesNothing);
        assert!(failure.to_string().contains(evidence), "{failure}");
    }
}

/// A token on a ring of three squares. Each player moves it on.
#[derive(Clone, Copy)]
struct Ring(Bounds);

impl Partizan for Ring {
    type Position = u8;
    type Move = u8;
    fn moves(&self, _: &u8, _: Player) -> impl Iterator<Item = u8> {
        [1].into_iter()
    }
    fn play(&self, square: &u8, _: Player, steps: &u8) -> u8 {
        (square + steps) % 3
    }
    fn hints(&self) -> &(impl Hints<u8> + ?Sized) {
        self
    }
}

impl Hints<u8> for Ring {
    fn bounds(&self, _: &u8) -> Bounds {
        self.0
    }
}

#[test]
fn loops_have_no_bounds() {
    assert_eq!(laws::bounds_hold(&Ring(Bounds::UNKNOWN), [0]), Ok(()), "nothing is claimed");
    assert_eq!(laws::bounds_hold(&Ring(Bounds::INFINITESIMAL), [0]).unwrap_err().cause, Cause::Loopy);
}
