//! Judges for the tests of every game here: values straight from the definition on boards of characters, and the law of normal forms.

use sprague_core::any::Pack;
use sprague_core::{Impartial, Nimber, Notation, Partizan, Player, Ruleset, mex};
use std::collections::{HashMap, HashSet};

/// Nimbers by plain recursion over options, without summands and normal forms.
pub(crate) struct Naive<R: Ruleset> {
    rules: R,
    known: HashMap<R::Position, Nimber>,
}

impl<R: Impartial> Naive<R> {
    pub(crate) fn new(rules: R) -> Self {
        Self { rules, known: HashMap::new() }
    }

    pub(crate) fn nimber(&mut self, position: &R::Position) -> u32 {
        if let Some(known) = self.known.get(position) {
            return known.0;
        }
        let options: Vec<R::Position> = self.rules.options(position).collect();
        let value = mex(options.iter().map(|option| Nimber(self.nimber(option))));
        self.known.insert(position.clone(), value);
        value.0
    }
}

/// Whether a position and its normal form have the same options up to normal form, and the normal form is its own.
pub(crate) fn normal_form_keeps_the_options<R: Ruleset>(rules: &R, position: &R::Position) -> bool {
    let options = |position| rules.options(position).map(|option| rules.normal_form(option)).collect::<HashSet<_>>();
    let normal = rules.normal_form(position.clone());
    options(position) == options(&normal) && rules.normal_form(normal.clone()) == normal
}

/// Whether what is shown is read again, and what is packed unpacked, as the same position.
pub(crate) fn is_itself_again<P: Pack>(rules: &impl Notation<P>, position: &P) -> bool {
    let mut words = vec![];
    position.pack(&mut words);
    words.push(7);
    let mut rest = words.as_slice();
    let unpacked = P::unpack(&mut rest);
    unpacked == *position && rest == [7] && rules.read(&rules.show(position)).as_ref() == Ok(position)
}

/// A board as characters, row by row.
pub(crate) type Squares = Vec<Vec<char>>;

/// The options of a player by the rules of a game, in any order.
pub(crate) type Definition = fn(&Squares, Player) -> Vec<Squares>;

/// The squares of a text.
pub(crate) fn squares(text: &str) -> Squares {
    text.split('/').map(|row| row.chars().collect()).collect()
}

/// The text of squares.
pub(crate) fn text(squares: &Squares) -> String {
    squares.iter().map(|row| row.iter().collect()).collect::<Vec<String>>().join("/")
}

/// A copy in which these squares, by row and column from 0, are others.
pub(crate) fn with(squares: &Squares, changes: &[((usize, usize), char)]) -> Squares {
    let mut changed = squares.clone();
    changes.iter().for_each(|&((row, column), character)| changed[row][column] = character);
    changed
}

/// Every square with its character.
pub(crate) fn places(squares: &Squares) -> impl Iterator<Item = ((usize, usize), char)> {
    let row = |(row, of): (usize, &Vec<char>)| {
        of.iter().enumerate().map(move |(column, &character)| ((row, column), character)).collect::<Vec<_>>()
    };
    squares.iter().enumerate().flat_map(row)
}

/// The square so far from another, with its character, if it is on the board.
pub(crate) fn away(squares: &Squares, from: (usize, usize), by: (isize, isize)) -> Option<((usize, usize), char)> {
    let (row, column) = (from.0.checked_add_signed(by.0)?, from.1.checked_add_signed(by.1)?);
    Some(((row, column), *squares.get(row)?.get(column)?))
}

/// The text of every board of this size with these characters.
pub(crate) fn every(rows: usize, columns: usize, characters: &str) -> impl Iterator<Item = String> {
    let characters: Vec<char> = characters.chars().collect();
    (0..characters.len().pow((rows * columns) as u32)).map(move |mut number| {
        let mut next = || {
            let character = characters[number % characters.len()];
            number /= characters.len();
            character
        };
        let rows: Vec<String> = (0..rows).map(|_| (0..columns).map(|_| next()).collect()).collect();
        rows.join("/")
    })
}

/// The same squares far right and far below on larger boards, of every kind that there is: words with gaps and without, rows of words.
pub(crate) fn on_larger_boards(small: &str, filler: char) -> Vec<String> {
    let small = squares(small);
    let (height, width) = (small.len(), small[0].len());
    let fits = |&(rows, columns): &(usize, usize)| rows >= height && columns >= width;
    let sizes = [(8, 8), (5, 12), (12, 5), (2, 32), (64, 1), (1, 64), (21, 3), (9, 9), (3, 128), (128, 3), (1, 128), (70, 70)];
    let larger = |(rows, columns): (usize, usize)| {
        let mut board = vec![vec![filler; columns]; rows];
        let below = board[rows - height..].iter_mut().zip(&small);
        below.for_each(|(row, small)| row[columns - width..].copy_from_slice(small));
        text(&board)
    };
    sizes.into_iter().filter(fits).map(larger).collect()
}

/// Whether both players have the options of the definition, and what is shown, packed and played is the same as what is listed.
pub(crate) fn options_are_those_of<R>(rules: &R, definition: Definition, board: &str) -> bool
where
    R: Partizan<Position: Pack> + Notation<R::Position>,
{
    let position = rules.read(board).unwrap();
    let agree = |player| {
        let mut expected: Vec<String> = definition(&squares(board), player).iter().map(text).collect();
        let options: Vec<R::Position> = rules.options(&position, player).collect();
        let played: Vec<R::Position> = rules.moves(&position, player).map(|mv| rules.play(&position, player, &mv)).collect();
        let mut found: Vec<String> = options.iter().map(|option| rules.show(option)).collect();
        expected.sort_unstable();
        found.sort_unstable();
        expected == found && played == options && options.iter().all(|option| is_itself_again(rules, option))
    };
    is_itself_again(rules, &position) && rules.show(&position) == board && Player::BOTH.into_iter().all(agree)
}

/// Says by plain search whether two sums of boards are worth the same: whoever starts in their difference loses.
pub(crate) struct Judge {
    definition: Definition,
    known: HashMap<(Vec<(Squares, bool)>, Player), bool>,
}

impl Judge {
    pub(crate) fn new(definition: Definition) -> Self {
        Self { definition, known: HashMap::new() }
    }

    /// Whether `player`, who is to move, wins; in negated boards they have the moves of the other.
    fn wins(&mut self, sum: &[(Squares, bool)], player: Player) -> bool {
        let mut sum = sum.to_vec();
        sum.sort_unstable();
        let key = (sum, player);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let mut wins = false;
        for at in 0..key.0.len() {
            let (board, is_negated) = &key.0[at];
            for option in (self.definition)(board, if *is_negated { -player } else { player }) {
                let mut next = key.0.clone();
                next[at].0 = option;
                wins = wins || !self.wins(&next, -player);
            }
        }
        self.known.insert(key, wins);
        wins
    }

    pub(crate) fn are_equal(&mut self, one: &[String], other: &[String]) -> bool {
        let boards = |side: &[String], is_negated| side.iter().map(|board| (squares(board), is_negated)).collect::<Vec<_>>();
        let difference = [boards(one, false), boards(other, true)].concat();
        Player::BOTH.into_iter().all(|player| !self.wins(&difference, player))
    }

    /// Whether summands, normal form and negative of a board are worth what they should be.
    pub(crate) fn finds_right<R>(&mut self, rules: &R, board: &str) -> bool
    where
        R: Partizan + Notation<R::Position>,
    {
        let position = rules.read(board).unwrap();
        let whole = [board.to_owned()];
        let parts: Vec<R::Position> = rules.summands(&position).collect();
        let forms: Vec<R::Position> = parts.iter().map(|part| rules.normal_form(part.clone())).collect();
        let form = [rules.normal_form(position.clone())];
        let negative = [rules.negative(&position).unwrap()];
        // what is outside of a board must not tell it from another
        let is_as_read = |position: &R::Position| rules.read(&rules.show(position)).as_ref() == Ok(position);
        let text = |positions: &[R::Position]| positions.iter().map(|position| rules.show(position)).collect::<Vec<_>>();
        let all: [&[R::Position]; 4] = [&parts, &forms, &form, &negative];
        let are_as_read = all.iter().all(|positions| positions.iter().all(is_as_read));
        let [summands, forms, form, negative] = all.map(text);
        are_as_read
            && self.are_equal(&whole, &summands)
            && self.are_equal(&summands, &forms)
            && self.are_equal(&whole, &form)
            && self.are_equal(&[whole.to_vec(), negative].concat(), &[])
    }
}
