//! Slow and simple judges for the tests of rulesets, which play games by definition.

use sprague::any::Pack;
use sprague::{Impartial, MoveList, Nimber, Notation, Outcome, Partizan, Player, Ruleset, mex};
use std::collections::{HashMap, HashSet};

/// Computes nimbers by plain recursion over options, without summands and normal forms.
///
/// ```
/// use sprague::{Impartial, Ruleset};
/// use sprague_testkit::judge::NaiveNimbers;
///
/// /// Take one or two.
/// struct OneOrTwo;
/// impl Ruleset for OneOrTwo {
///     type Position = u64;
///     type Move = u64;
///     fn moves(&self, heap: &u64) -> impl Iterator<Item = u64> { 1..=2.min(*heap) }
///     fn play(&self, heap: &u64, amount: &u64) -> u64 { heap - amount }
/// }
/// impl Impartial for OneOrTwo {}
///
/// let mut judge = NaiveNimbers::new(OneOrTwo);
/// assert_eq!([0, 1, 2, 3, 4].map(|heap| judge.nimber(&heap)), [0, 1, 2, 0, 1]);
/// ```
#[derive(Debug)]
pub struct NaiveNimbers<R: Ruleset> {
    rules: R,
    known: HashMap<R::Position, Nimber>,
    /// The nimber of a position without moves.
    at_end: Nimber,
}

impl<R: Impartial> NaiveNimbers<R> {
    /// Starts without known nimbers.
    pub fn new(rules: R) -> Self {
        Self { rules, known: HashMap::new(), at_end: Nimber(0) }
    }

    /// Starts without known nimbers, for misère play, in which a position without moves has nimber 1.
    pub fn misere(rules: R) -> Self {
        Self { at_end: Nimber(1), ..Self::new(rules) }
    }

    /// Returns the nimber: the least number that is not the nimber of an option.
    pub fn nimber(&mut self, position: &R::Position) -> u32 {
        if let Some(known) = self.known.get(position) {
            return known.0;
        }
        let options: Vec<R::Position> = self.rules.options(position).collect();
        let value = if options.is_empty() { self.at_end } else { mex(options.iter().map(|option| Nimber(self.nimber(option)))) };
        self.known.insert(position.clone(), value);
        value.0
    }
}

/// Checks the [`ClosedForm`](sprague::ClosedForm) of these rules against brute force, at these positions.
///
/// For each nimber from 0 to that of the position, the moves to this nimber are compared.
///
/// # Panics
/// If there is no closed form, or if its result differs from that of brute force.
pub fn closed_form_is_right<R>(rules: &R, positions: &[R::Position])
where
    R: Impartial<Move: PartialEq + std::fmt::Debug, Position: std::fmt::Debug>,
{
    let theorem = rules.closed_form().expect("there is a closed form");
    let (mut naive, mut misere) = (NaiveNimbers::new(rules), NaiveNimbers::misere(rules));
    for position in positions {
        let nimber = naive.nimber(position);
        assert!(theorem.nimber(position).is_none_or(|found| found == nimber.into()), "the nimber of {position:?} is {nimber}");
        let outcome = if nimber == 0 { Outcome::Loss } else { Outcome::Win };
        assert!(theorem.outcome(position).is_none_or(|found| found == outcome), "{position:?}: {outcome}");
        if let Some(is_fickle) = theorem.is_fickle(position) {
            let reversed = misere.nimber(position);
            assert_eq!(is_fickle, nimber != reversed, "{position:?}: {nimber}, and {reversed} under misère play");
            assert!(nimber == reversed || (nimber < 2 && reversed < 2), "{position:?}: {nimber} and {reversed}");
            for target in 0..2 {
                let mut is_fickle = |to| naive.nimber(&to) == target && misere.nimber(&to) != target;
                let expected = rules.moves(position).filter(|mv| is_fickle(rules.play(position, mv))).count();
                let list = theorem.moves_to_fickle(position, target.into()).expect("fickle positions have moves to them");
                assert!(list.moves.iter().all(|mv| is_fickle(rules.play(position, mv))), "{position:?} to {target}: {list:?}");
                assert_eq!(list.total, Some(expected as u64), "{position:?} to fickle {target}");
            }
        }
        for target in 0..=nimber {
            let leads = |mv: &R::Move| naive.nimber(&rules.play(position, mv)) == target;
            let mut moves: Vec<R::Move> = rules.moves(position).filter(leads).collect();
            let Some(MoveList { moves: found, total }) = theorem.moves_to(position, target.into()) else { continue };
            assert!(found.iter().all(|mv| moves.contains(mv)), "{position:?} to {target}: {found:?}, right is {moves:?}");
            let Some(total) = total else { continue };
            assert_eq!(total, moves.len() as u64, "{position:?} to {target}: {found:?}, right is {moves:?}");
            assert_eq!(found.len(), moves.len().min(MoveList::<()>::MOST), "{position:?} to {target}");
            moves.retain(|mv| !found.contains(mv));
            assert!(moves.is_empty(), "{position:?} to {target}: {moves:?} are missing in {found:?}");
        }
    }
}

/// Returns `true` if a position and its normal form have the same options up to normal form, and the normal form is its own
/// normal form.
///
/// ```
/// # use sprague::examples::Nim;
/// assert!(sprague_testkit::judge::normal_form_keeps_the_options(&Nim, &7));
/// ```
pub fn normal_form_keeps_the_options<R: Ruleset>(rules: &R, position: &R::Position) -> bool {
    let options = |position| rules.options(position).map(|option| rules.normal_form(option)).collect::<HashSet<_>>();
    let normal = rules.normal_form(position.clone());
    options(position) == options(&normal) && rules.normal_form(normal.clone()) == normal
}

/// Returns `true` if formatting and parsing, and packing and unpacking, leave the position unchanged.
///
/// ```…```
pub fn is_itself_again<P: Pack>(rules: &impl Notation<P>, position: &P) -> bool {
    let mut words = vec![];
    position.pack(&mut words);
    words.push(7);
    let mut rest = words.as_slice();
    let unpacked = P::unpack(&mut rest);
    unpacked.as_ref() == Ok(position) && rest == [7] && rules.read(&rules.show(position)).as_ref() == Ok(position)
}

/// Returns `true` if the options of both players are those that `definition` lists.
///
/// Moves must lead to the options in order and have different labels. The position and its options must pass
/// [`is_itself_again`].
///
/// # Panics
/// If `text` is not a position.
pub fn options_are_those_of<R>(rules: &R, definition: impl Fn(&str, Player) -> Vec<String>, text: &str) -> bool
where
    R: Partizan<Position: Pack> + Notation<R::Position>,
{
    let position = rules.read(text).expect("the text is a position");
    let agree = |player| {
        let options: Vec<R::Position> = rules.options(&position, player).collect();
        let moves: Vec<R::Move> = rules.moves(&position, player).collect();
        let labels: HashSet<String> = moves.iter().map(ToString::to_string).collect();
        let played = moves.iter().map(|mv| rules.play(&position, player, mv));
        let mut shown: Vec<String> = options.iter().map(|option| rules.show(option)).collect();
        let mut expected = definition(text, player);
        shown.sort_unstable();
        expected.sort_unstable();
        played.eq(options.iter().cloned())
            && labels.len() == moves.len()
            && shown == expected
            && options.iter().all(|option| is_itself_again(rules, option))
    };
    is_itself_again(rules, &position) && rules.show(&position) == text && Player::BOTH.into_iter().all(agree)
}

/// Compares sums of games, given as texts, by playing them to the end.
///
/// ```
/// use sprague::Player;
/// use sprague_testkit::judge::Judge;
///
/// // some moves for Left, and some for Right: `2|1`
/// let mut judge = Judge::new(|text: &str, player| {
///     let (left, right) = text.split_once('|').unwrap();
///     let (left, right): (u32, u32) = (left.parse().unwrap(), right.parse().unwrap());
///     match player {
///         Player::Left => left.checked_sub(1).map(|left| format!("{left}|{right}")),
///         Player::Right => right.checked_sub(1).map(|right| format!("{left}|{right}")),
///     }
///     .into_iter()
///     .collect()
/// });
/// let mut are_equal = |some: &[&str], others: &[&str]| {
///     let sum = |games: &[&str]| games.iter().map(|&game| game.to_owned()).collect::<Vec<_>>();
///     judge.are_equal(&sum(some), &sum(others))
/// };
/// assert!(are_equal(&["2|1"], &["3|2"]) && are_equal(&["2|0", "0|1"], &["1|0"]) && are_equal(&["1|1"], &[]));
/// assert!(!are_equal(&["2|1"], &["2|2"]) && !are_equal(&["0|1"], &["1|0"]) && !are_equal(&["1|0"], &[]));
/// ```
#[derive(Debug)]
pub struct Judge<F> {
    definition: F,
    wins: HashMap<(Player, Vec<Term>), bool>,
}

/// A game as text, and whether Left and Right are exchanged in it.
type Term = (String, bool);

impl<F: Fn(&str, Player) -> Vec<String>> Judge<F> {
    /// Builds a judge of games whose options are given by `definition`.
    pub fn new(definition: F) -> Self {
        Self { definition, wins: HashMap::new() }
    }

    /// Returns `true` if the player to move wins the sum.
    fn wins(&mut self, player: Player, mut sum: Vec<Term>) -> bool {
        sum.sort_unstable();
        let key = (player, sum);
        if let Some(known) = self.wins.get(&key) {
            return *known;
        }
        let (_, sum) = &key;
        let wins = (0..sum.len()).any(|index| {
            let (text, is_exchanged) = &sum[index];
            (self.definition)(text, if *is_exchanged { -player } else { player }).into_iter().any(|option| {
                let mut after = sum.clone();
                after[index].0 = option;
                !self.wins(-player, after)
            })
        });
        self.wins.insert(key, wins);
        wins
    }

    /// Returns `true` if two sums have equal values, that is, if whoever starts loses their difference.
    pub fn are_equal(&mut self, some: &[String], others: &[String]) -> bool {
        let terms = |games: &[String], is_exchanged| games.iter().map(|text| (text.clone(), is_exchanged)).collect::<Vec<Term>>();
        let difference = [terms(some, false), terms(others, true)].concat();
        Player::BOTH.into_iter().all(|player| !self.wins(player, difference.clone()))
    }

    /// Returns `true` if everything that must have the value of a position has it.
    ///
    /// The position must equal the sum of its summands, the sum of their normal forms, and its own normal form. The sum of the
    /// position and its negative must be 0. All of these positions must be parsed from their own text as equal positions.
    ///
    /// # Panics
    /// If `text` is not a position.
    pub fn stands_for_itself<R>(&mut self, rules: &R, text: &str) -> bool
    where
        R: Partizan + Notation<R::Position>,
    {
        let position = rules.read(text).expect("the text is a position");
        let parts: Vec<R::Position> = rules.summands(&position).collect();
        let forms: Vec<R::Position> = parts.iter().map(|part| rules.normal_form(part.clone())).collect();
        let form = [rules.normal_form(position.clone())];
        let negative: Vec<R::Position> = rules.negative(&position).into_iter().collect();
        // a position must not contain anything that its text does not show
        let is_as_read = |position: &R::Position| rules.read(&rules.show(position)).as_ref() == Ok(position);
        let shown = |positions: &[R::Position]| positions.iter().map(|position| rules.show(position)).collect::<Vec<_>>();
        let all: [&[R::Position]; 4] = [&parts, &forms, &form, &negative];
        let are_as_read = all.iter().all(|positions| positions.iter().all(is_as_read));
        let (whole, [parts, forms, form, negative]) = ([text.to_owned()], all.map(shown));
        are_as_read
            && self.are_equal(&whole, &parts)
            && self.are_equal(&parts, &forms)
            && self.are_equal(&whole, &form)
            && (negative.is_empty() || self.are_equal(&[whole.to_vec(), negative].concat(), &[]))
    }
}

/// Returns all lists of `count` heaps of at most `most` tokens.
///
/// ```
/// assert_eq!(sprague_testkit::judge::heaps(2, 9).count(), 100);
/// ```
pub fn heaps(count: u32, most: u64) -> impl Iterator<Item = Vec<u64>> {
    let sizes = most + 1;
    (0..sizes.pow(count)).map(move |number| (0..count).map(|place| number / sizes.pow(place) % sizes).collect())
}

/// Returns the moves that lower one heap to a lost position, each as the index of the heap and its new size.
///
/// ```
/// let is_lost = |heaps: &Vec<u64>| heaps.iter().fold(0, |sum, heap| sum ^ heap) == 0;
/// assert_eq!(sprague_testkit::judge::winning_moves(&[1, 3, 3], is_lost), [(0, 0), (1, 2), (2, 2)]);
/// ```
pub fn winning_moves(heaps: &[u64], mut is_lost: impl FnMut(&Vec<u64>) -> bool) -> Vec<(usize, u64)> {
    let mut winning = vec![];
    for (index, &heap) in heaps.iter().enumerate() {
        for size in 0..heap {
            let mut option = heaps.to_vec();
            option[index] = size;
            if is_lost(&option) {
                winning.push((index, size));
            }
        }
    }
    winning
}
