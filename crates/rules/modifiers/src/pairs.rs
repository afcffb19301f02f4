//! Games on pairs of numbers, in which each number moves by the rules of a heap game.

use crate::part::{Moves, PARTS, Part, parts, read};
use crate::pieces::{BRICK, OfPieces, Pieced};
use sprague_core::any::{HeapView, Kind, Picture};
use sprague_core::heap::Heaps;
use sprague_core::registry::{Entry, Fact};
use sprague_core::{AnyRuleset, BadNotation, Player, any};
use sprague_rules_octal::{Conditional, Octal};
use std::str::FromStr;
use std::sync::Arc;

type Pair = (u64, u64);

/// The most rows or columns that a drawing of cakes may have.
const DRAWN: u64 = 60;

/// Builds a ruleset from two rulesets.
type Made = fn([Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// A move changes the first number by the first part, or the second number by the second part.
    Acrostic,
    /// A move changes both numbers, each by its part.
    Product,
    /// Left moves the second number by the first part, Right the first number by the second part.
    Cake,
    /// As `Cake`, but the two numbers are exchanged before each move.
    TurningCake,
}

#[derive(Debug)]
struct Pairs {
    way: Way,
    parts: [Part; 2],
}

/// Returns the pieces after a move on one number: one for each heap that is left, together with the unchanged number.
fn beside(left: &Heaps, whole: impl Fn(u64) -> Pair) -> Vec<Pair> {
    left.as_slice().iter().map(|&heap| whole(heap)).collect()
}

/// Returns the pieces after a move of a product: all pairs (m, b), (a, n) and (a, b) of remaining heaps a and b.
fn of_product((m, n): Pair, first: &Heaps, second: &Heaps) -> Vec<Pair> {
    let both = first.as_slice().iter().flat_map(|&a| second.as_slice().iter().map(move |&b| (a, b)));
    [beside(first, |a| (a, n)), beside(second, |b| (m, b)), both.collect()].concat()
}

impl Pairs {
    /// Returns a part's moves on one number of a pair. `name` is the letter of that number in labels.
    fn on_one<'a>(
        part: &'a Part,
        (name, moved): (char, u64),
        player: Player,
        is_labelled: bool,
        whole: impl Fn(u64) -> Pair + 'a,
    ) -> Moves<'a, Vec<Pair>> {
        let label = move |label: String| if is_labelled { of_number(name, moved, &label) } else { label };
        Box::new(part.moves(moved, player, is_labelled).map(move |(of_part, left)| (label(of_part), beside(&left, &whole))))
    }
}

impl OfPieces for Pairs {
    type Piece = Pair;

    fn moves(&self, (m, n): Pair, player: Player, is_labelled: bool) -> Moves<'_, Vec<Pair>> {
        let [first, second] = &self.parts;
        let on_first = |part, m, n| Self::on_one(part, ('m', m), player, is_labelled, move |heap| (heap, n));
        let on_second = |part, m, n| Self::on_one(part, ('n', n), player, is_labelled, move |heap| (m, heap));
        match (self.way, player) {
            (Way::Acrostic, _) => Box::new(on_first(first, m, n).chain(on_second(second, m, n))),
            // without this case, all moves of the first part would be tried in vain
            (Way::Product, _) if second.is_stuck(n, player) => Box::new(std::iter::empty()),
            (Way::Product, _) => Box::new(first.moves(m, player, is_labelled).flat_map(move |(one, of_first)| {
                second.moves(n, player, is_labelled).map(move |(other, of_second)| {
                    let both = || format!("{}, {}", of_number('m', m, &one), of_number('n', n, &other));
                    (if is_labelled { both() } else { String::new() }, of_product((m, n), &of_first, &of_second))
                })
            })),
            (Way::Cake, Player::Left) => on_second(first, m, n),
            (Way::Cake, Player::Right) => on_first(second, m, n),
            (Way::TurningCake, Player::Left) => on_second(first, n, m),
            (Way::TurningCake, Player::Right) => on_first(second, n, m),
        }
    }
    fn movers(&self, place: usize) -> impl Iterator<Item = &Part> {
        let movers = match self.way {
            Way::Acrostic | Way::Product => place..place + 1,
            Way::Cake => 1 - place..2 - place,
            Way::TurningCake => 0..2,
        };
        self.parts[movers].iter()
    }
    fn factors(&self) -> Option<&[Part; 2]> {
        (self.way == Way::Product).then_some(&self.parts)
    }
    fn heaps(_: &Pieced<Self>) -> Option<&dyn HeapView> {
        None
    }
    /// The cakes one above the other, each with m rows of n squares.
    fn picture(&self, pieces: &[Pair]) -> Option<Picture> {
        let rows = |&(rows, _): &Pair| rows.saturating_add(1);
        let height = pieces.iter().fold(0, |height: u64, piece| height.saturating_add(rows(piece)));
        let is_small = height <= DRAWN && pieces.iter().all(|(_, columns)| *columns <= DRAWN);
        let cake = |&(rows, columns): &Pair| vec![vec![BRICK; columns as usize]; rows as usize];
        let is_cake = matches!(self.way, Way::Cake | Way::TurningCake);
        (is_cake && is_small).then(|| Picture::Cells(pieces.iter().map(cake).collect::<Vec<_>>().join(&vec![])))
    }
}

/// Replaces the heap at the beginning of a move's label by the name of the number.
fn of_number(name: char, number: u64, label: &str) -> String {
    format!("{name}: {}", label.strip_prefix(&format!("{number}: ")).unwrap_or(label))
}

fn pairs(way: Way, bases: [Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    let parts = parts(bases)?;
    let bases = parts.iter().map(|part| part.rules().clone()).collect();
    let rules = Pieced::of(Pairs { way, parts }, bases);
    Ok(Arc::new(if matches!(way, Way::Cake | Way::TurningCake) { rules.partizan() } else { rules }))
}

/// Returns a ruleset on pairs of numbers: a move changes the first number by one ruleset, or the second by the other.
///
/// For each heap that the move leaves of one number, there is a piece with that heap and the other number. If it leaves no
/// heap, the piece is gone.
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_modifiers::acrostic;
/// use sprague_rules_nim::Nim;
///
/// let rules = acrostic([any::one_heap(Nim), any::one_heap(Nim)])?;
/// let mut options = vec![];
/// rules.options(&rules.read("2.1")?, Player::Left, 0, &mut options);
/// assert_eq!(options.iter().map(|option| rules.show(option)).collect::<Vec<_>>(), ["1.1", "0.0", "0.0"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// # Errors
/// As for [`join`](crate::join).
pub fn acrostic(bases: [Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    pairs(Way::Acrostic, bases)
}

/// Returns the product of two impartial heap games.
///
/// A move changes both numbers m and n, each by its own rules. If it leaves a of m and b of n, the result is the sum of (a, n),
/// (m, b) and (a, b). By the tartan theorem, the nimber of (m, n) is the nim product of the nimbers of m and n (*Winning Ways*,
/// ch. 14).
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_modifiers::product;
/// use sprague_rules_nim::Nim;
///
/// let rules = product([any::one_heap(Nim), any::one_heap(Nim)])?;
/// let mut options = vec![];
/// rules.options(&rules.read("2.2")?, Player::Left, 0, &mut options);
/// assert_eq!(options.iter().map(|option| rules.show(option)).collect::<Vec<_>>(), ["1.1/1.2/2.1", "1.2", "2.1", "0.0"]);
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// # Errors
/// As for [`join`](crate::join). It is also an error if one of the rulesets is partizan.
pub fn product(bases: [Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    if let Some(place) = bases.iter().position(|base| base.kind() != Kind::Impartial) {
        return Err(BadNotation::new(place, "an impartial ruleset, such as nim or kayles"));
    }
    pairs(Way::Product, bases)
}

/// Returns a ruleset on pairs of numbers: Left moves the second number by one ruleset, Right the first by another.
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_modifiers::cake;
/// use sprague_rules_octal::Octal;
///
/// let cut = || any::heaps("4.".parse::<Octal>().unwrap());
/// let rules = cake([cut(), cut()])?; // this is Cutcake
/// let piece = rules.read("1.3")?;
/// assert!(!rules.is_stuck(&piece, Player::Left) && rules.is_stuck(&piece, Player::Right));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// # Errors
/// As for [`join`](crate::join).
pub fn cake(bases: [Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    pairs(Way::Cake, bases)
}

/// Returns the ruleset of `cake`, except that the two numbers of a piece are exchanged before each move.
///
/// ```
/// use sprague_core::{Player, any};
/// use sprague_rules_modifiers::turning_cake;
/// use sprague_rules_octal::Octal;
///
/// let cut = || any::heaps("4.".parse::<Octal>().unwrap());
/// let rules = turning_cake([cut(), cut()])?;
/// let piece = rules.read("1.3")?;
/// assert!(rules.is_stuck(&piece, Player::Left) && !rules.is_stuck(&piece, Player::Right));
/// # Ok::<(), sprague_core::BadNotation>(())
/// ```
///
/// # Errors
/// As for [`join`](crate::join).
pub fn turning_cake(bases: [Arc<dyn AnyRuleset>; 2]) -> Result<Arc<dyn AnyRuleset>, BadNotation> {
    pairs(Way::TurningCake, bases)
}

const OF_ACROSTIC: &[Fact] =
    &[Fact::of("For Nim on both, the nimber is ((m − 1) xor (n − 1)) + 1.", "By induction from the rules")
        .shown_by("solve acrostic:nim/nim@4.6", "nimber 7")];

const OF_PRODUCT: &[Fact] =
    &[Fact::of("Its nimber is the nim product of the two nimbers (the tartan theorem).", "Winning Ways, ch. 14")
        .shown_by("solve product:nim/nim@4.6", "nimber 14")];

const OF_CAKE: &[Fact] = &[Fact::of("By octal 4. on both sides it is Cutcake.", "Winning Ways, ch. 2")
    .shown_by("compare cake:octal:4./octal:4.@3.7 cutcake@3x7", "equal")];

const OF_TURNING: &[Fact] = &[Fact::of("By octal 0.7 on both sides it is Turn-and-Eatcake.", "Winning Ways, ch. 8")];

const OF_EATCAKE: &[Fact] = &[Fact::of("It is the cake of octal 0.7 on both sides.", "Winning Ways, ch. 8")
    .shown_by("compare eatcake@3.4 cake:octal:0.7/octal:0.7@3.4", "equal")];
const OF_TURN_AND_EATCAKE: &[Fact] = &[Fact::of("It is the turning cake of octal 0.7 on both sides.", "Winning Ways, ch. 8")
    .shown_by("compare turn-and-eatcake@3.4 turning-cake:octal:0.7/octal:0.7@3.4", "equal")];
const OF_MAUNDY: &[Fact] = &[
    Fact::of("Values are integers. A prime number of columns is worth one cut.", "Winning Ways, ch. 2")
        .shown_by("value maundy-cake@1.7", "1"),
    Fact::of("A prime factor of one side cancels one of the other.", "Winning Ways, ch. 2")
        .shown_by("value maundy-cake@6.35", "0"),
];

/// Returns the registry entries of the cake games that have their own names.
///
/// ```
/// let names = sprague_rules_modifiers::cakes().map(|entry| entry.name().to_owned());
/// assert_eq!(names, ["eatcake", "turn-and-eatcake", "maundy-cake"]);
/// ```
pub fn cakes() -> [Entry; 3] {
    let eating = || any::heaps(Octal::from_str("0.7").expect("it is a code"));
    let cutting = || any::heaps(Conditional::from_str("{2+}=.").expect("it is a code"));
    let entry = |name: &'static str, made: Made, part: fn() -> Arc<dyn AnyRuleset>| {
        Entry::new(name, move |parameters| parameters.none().and_then(|()| made([part(), part()])))
            .component("pair m.n, or several with / between them")
    };
    let eatcake = entry("eatcake", cake, eating).play("Left eats a column of a cake of m rows and n columns, Right a row");
    let eatcake = eatcake.rules(
        "A cake has m rows and n columns. Left eats a whole column of a piece, and Right a whole row; what is left on both sides is a \
         piece each. Whoever cannot move loses.",
    );
    let turning = entry("turn-and-eatcake", turning_cake, eating).play("turn a piece, then eat a column (Left) or a row (Right)");
    let turning = turning.rules("As Eatcake, but a piece is turned by a right angle before it is eaten from.");
    let maundy = entry("maundy-cake", cake, cutting).play("Left cuts a cake into equal parts of columns, Right of rows");
    let maundy = maundy.rules(
        "A cake has m rows and n columns. Left cuts a piece along columns into any number of equal pieces, and Right along rows. Whoever cannot move loses.",
    );
    [
        eatcake.example("eatcake@3.4").title("Eatcake").aim("Left eats columns, Right eats rows.").brief("Left eats a column of a cake, Right a row, and what is left may be two pieces. Whoever finds no cake left loses.").sizes(&["eatcake@2.3", "eatcake@3.4", "eatcake@4.5"]).source("Winning Ways, ch. 8; Jim Bynum").known(OF_EATCAKE),
        turning.example("turn-and-eatcake@3.4").title("Turn-and-Eatcake").aim("Turn the cake, then eat of it.").brief("Turn a piece of cake, then eat a column as Left or a row as Right. Whoever finds no cake left loses.").sizes(&["turn-and-eatcake@2.3", "turn-and-eatcake@3.4", "turn-and-eatcake@4.5"]).source("Winning Ways, ch. 8").known(OF_TURN_AND_EATCAKE),
        maundy.example("maundy-cake@4.9").title("Maundy Cake").aim("Cut into equal parts, each in one direction.").brief("Left cuts a cake into equal parts along its columns, Right along its rows. Whoever cannot cut loses.").sizes(&["maundy-cake@2.3", "maundy-cake@4.6", "maundy-cake@4.9", "maundy-cake@6.12"]).source("Winning Ways, ch. 2").known(OF_MAUNDY),
    ]
}

pub(crate) fn entries() -> [Entry; 4] {
    let entry = |notation: &'static str, made: Made| {
        Entry::new(notation, move |parameters| read(parameters, made)).component("pair m.n, or several with / between them")
    };
    let acrostic = entry("acrostic:A/B", acrostic).play("move m by A or n by B; what is left of one keeps the other");
    let acrostic = acrostic.rules(
        "A player moves the number m by the rules of A, or n by those of B. Every heap that is left of one number keeps the other number; if none is left, the piece is gone. Whoever cannot move loses.",
    );
    let product = entry("product:A/B", product).play("move m by A to a and n by B to b, and leave a.n, m.b and a.b");
    let product = product.rules(
        "A player moves m by the rules of A and n by those of B, and leaves the sum of three: what is left of m with n, m with what is left of n, and what is left of both. Whoever cannot move loses. A and B are impartial. By the theorem below, `solve --outcome-only` finds the winner at any size.",
    );
    let cake = entry("cake:A/B", cake)
        .play("Left moves the second number, n, by A, Right the first, m, by B; what is left keeps the other number");
    let cake = cake.rules(
        "Left moves the second number, n, by the rules of A, and Right the first, m, by those of B: in a cake of m rows and n columns Left cuts columns. Every heap that is left of one number keeps the other number. Whoever cannot move loses.",
    );
    let turning = entry("turning-cake:A/B", turning_cake).play("exchange m and n, then move as in cake");
    let turning = turning.rules("As cake, but the two numbers of the piece that is moved are exchanged before the move.");
    [
        acrostic.known(OF_ACROSTIC).source("CGSuite's acrostic games").example("acrostic:nim/kayles@4.6").title("Acrostic").aim("Move one of two numbers; the other stays beside it.").brief("Move the first number by one game or the second by the other; the number not moved stays beside what is left. Whoever cannot move loses.").sizes(&["acrostic:nim/kayles@2.3", "acrostic:nim/kayles@4.6"]),
        product.known(OF_PRODUCT).source("Winning Ways, ch. 14").example("product:nim/kayles@4.6").title("Product").aim("Move both numbers, and leave three pairs.").brief("Move both numbers, each by its own game, and leave three pairs: either one moved alone, and both. Whoever cannot move loses.").sizes(&["product:nim/kayles@2.3", "product:nim/kayles@4.6"]),
        cake.known(OF_CAKE)
            .source("Winning Ways, ch. 2, for Cutcake; ch. 8, for Eatcake")
            .example("cake:octal:0.7/octal:0.7@3.4").title("Cake").aim("Left moves one number of the cake, Right the other.").brief("Left moves the columns of a cake by one game, Right its rows by the other. Whoever cannot move loses.").sizes(&["cake:octal:0.7/octal:0.7@2.3", "cake:octal:0.7/octal:0.7@3.4"]),
        turning
            .known(OF_TURNING)
            .source("Winning Ways, ch. 8, for Turn-and-Eatcake")
            .example("turning-cake:octal:0.7/octal:0.7@3.4").title("Turning Cake").aim("Turn the cake, then move it.").brief("Turn a piece of cake, so that rows and columns change places; then move it, Left the columns and Right the rows. Whoever cannot move loses.").sizes(&["turning-cake:octal:0.7/octal:0.7@2.3", "turning-cake:octal:0.7/octal:0.7@3.4"]),
    ]
    .map(|entry| entry.options(PARTS).modifier())
}
