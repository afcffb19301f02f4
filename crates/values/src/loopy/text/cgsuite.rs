//! Writes loopy values in the notation of CGSuite 2: `+-over`, `{0||0|0,pass}`, `a{0||||0|||a|*||*}`, `1 & 0`.
//!
//! Runs of bars replace inner braces, `+-` precedes a game that is its own negative, and a letter before a brace names the game
//! for use inside. CGSuite and this crate parse the text as the same value.

use crate::loopy::sided::Sided;
use crate::loopy::stopper::Stopper;
use crate::loopy::store::Stoppers;
use crate::memo::Memo;
use crate::text::cgsuite::{MOST_BARS, Written, listed};
use sprague_core::{Player, Stopped};

/// A step of writing: write a game, or finish an open one.
enum Step {
    Game(Stopper),
    Close(Stopper),
}

/// A game that is being written, and its letter if it needs one.
struct Open {
    game: Stopper,
    letter: Option<usize>,
}

impl Stoppers<'_> {
    /// Returns the text of a value in the notation of CGSuite.
    ///
    /// Returns `None` if the text would have more than `most` bytes or if a side was not found.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// for text in ["a{0||||0|||a|*||*}", "+-(5over)", "{0||0|^<on>*} & {0|^[on]}", "dud"] {
    ///     let value = stoppers.read(text)?;
    ///     assert_eq!(stoppers.cgsuite_text(value, 99)?.as_deref(), Some(text));
    /// }
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn cgsuite_text(&mut self, value: Sided, most: usize) -> Result<Option<String>, Stopped> {
        let [Ok(on), Ok(off)] = value.sides() else { return Ok(None) };
        let Some(on_text) = self.cgsuite_stopper(on, most)? else { return Ok(None) };
        if on == off {
            return Ok(Some(on_text));
        }
        let Some(off_text) = self.cgsuite_stopper(off, most)? else { return Ok(None) };
        let text = if on_text == "on" && off_text == "off" { "dud".to_owned() } else { format!("{on_text} & {off_text}") };
        Ok(Some(text).filter(|text| text.len() <= most))
    }

    fn cgsuite_stopper(&mut self, root: Stopper, most: usize) -> Result<Option<String>, Stopped> {
        let Some(atoms) = self.cgsuite_atoms(root, most)? else { return Ok(None) };
        let texts = atoms.iter().map(|(&game, atom)| (game, atom.as_ref().map(|atom| atom.text.to_string()))).collect();
        let ranks = self.ranks(&vec![], &texts)?;
        let (mut written, mut open) = (Vec::<Written>::new(), Vec::<Open>::new());
        let (mut length, mut letters) = (0, 0);
        // whether a game is written with `+-`
        let mut signed = Memo::<Stopper, bool>::default();
        let mut steps = vec![Step::Game(root)];
        while let Some(step) = steps.pop() {
            self.count_state(|| length + steps.capacity() * 16)?;
            if length > most {
                return Ok(None);
            }
            let game = match step {
                Step::Game(game) => game,
                Step::Close(game) => {
                    let sides = [self.options(game, Player::Left)?.len(), self.options(game, Player::Right)?.len()];
                    let letter = open.pop().and_then(|open| open.letter);
                    let is_symmetric = signed[&game];
                    let right = written.split_off(written.len() - if is_symmetric { 0 } else { sides[1] });
                    let left = written.split_off(written.len() - sides[0]);
                    let held: usize = left.iter().chain(&right).map(|part| part.text.len()).sum();
                    let whole = if is_symmetric { symmetric(&left) } else { braced(&left, &right, letter) };
                    length = length - held + whole.text.len();
                    written.push(whole);
                    continue;
                }
            };
            let part = if let Some(atom) = atoms.get(&game).and_then(Option::as_ref) {
                atom.clone()
            } else if open.last().is_some_and(|open| open.game == game) {
                Written::loopy("pass".to_owned(), 0)
            } else if let Some(open) = open.iter_mut().find(|open| open.game == game) {
                let letter = *open.letter.get_or_insert_with(|| {
                    letters += 1;
                    letters - 1
                });
                Written::loopy(super::write::letter_name(letter), 0)
            } else {
                open.push(Open { game, letter: None });
                steps.push(Step::Close(game));
                if !signed.contains_key(&game) {
                    let is_symmetric = self.is_symmetric(game)?;
                    signed.insert(game, is_symmetric);
                }
                let players: &[Player] = if signed[&game] { &[Player::Left] } else { &[Player::Right, Player::Left] };
                for &player in players {
                    let mut options = self.options(game, player)?;
                    options.sort_unstable_by_key(|option| {
                        (&ranks[option].0, atoms[option].as_ref().map(|atom| &atom.key), &ranks[option])
                    });
                    steps.extend(options.into_iter().rev().map(Step::Game));
                }
                continue;
            };
            length += part.text.len();
            written.push(part);
        }
        Ok(written.pop().map(|whole| whole.braced()).filter(|text| text.len() <= most))
    }

    /// Returns the texts of the stopper and of everything below it that is written without braces. A game written in braces has
    /// the entry `None`.
    ///
    /// Returns `None` if the text of a loop-free follower would have more than `most` bytes.
    fn cgsuite_atoms(&mut self, root: Stopper, most: usize) -> Result<Option<Memo<Stopper, Option<Written>>>, Stopped> {
        let mut atoms = Memo::default();
        let mut pending = vec![root];
        while let Some(game) = pending.pop() {
            if atoms.contains_key(&game) {
                continue;
            }
            self.count_state(|| (atoms.capacity() + pending.capacity()) * 64)?;
            let atom = match game.form() {
                Some(form) => match self.calculator.cgsuite_written(form, most)? {
                    None => return Ok(None),
                    written => written,
                },
                None => self.name(game)?.map(|name| Written::loopy(name, 0)),
            };
            if atom.is_none() {
                for player in Player::BOTH {
                    pending.extend(self.options(game, player)?);
                }
            }
            atoms.insert(game, atom);
        }
        Ok(Some(atoms))
    }

    /// Returns `true` if a loopy game is written with `+-`: it is its own negative and does not lie on a cycle.
    fn is_symmetric(&mut self, game: Stopper) -> Result<bool, Stopped> {
        let options = self.options(game, Player::Left)?;
        let is_own = !options.is_empty() && game.form().is_none() && self.negative_of(game)? == game;
        Ok(is_own && !self.followers(&options, usize::MAX)?.contains(&game))
    }
}

fn symmetric(left: &[Written]) -> Written {
    let text = match left {
        [option] => format!("+-{}", option.signed()),
        options => format!("+-{{{}}}", listed(options)),
    };
    Written::loopy(text, 0)
}

/// Returns the text of a game with these options. Braces are written only if bars alone would not show where the game ends.
fn braced(left: &[Written], right: &[Written], letter: Option<usize>) -> Written {
    let inner = |side: &[Written]| if let [option] = side { (option.text.to_string(), option.bars) } else { (listed(side), 0) };
    let ((left, one), (right, other)) = (inner(left), inner(right));
    let bars = one.max(other) + 1;
    let text = format!("{left}{}{right}", "|".repeat(bars));
    let name = letter.map(super::write::letter_name);
    if name.is_some() || left.is_empty() || right.is_empty() || bars >= MOST_BARS {
        return Written::loopy(format!("{}{{{text}}}", name.unwrap_or_default()), 0);
    }
    Written::loopy(text, bars)
}
