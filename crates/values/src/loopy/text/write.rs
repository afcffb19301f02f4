//! Writes loopy values: a name if there is one, else `{a,b|c,d}`, with a letter before a brace that is used inside.

use crate::loopy::nodes::Nodes;
use crate::loopy::sided::Sided;
use crate::loopy::stopper::Stopper;
use crate::loopy::store::Stoppers;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

enum Step {
    Game(Stopper),
    Sign(char),
    Close,
}

/// A brace that is open: its game, its byte in the text, and its letter if it needs one.
struct Open {
    game: Stopper,
    at: usize,
    letter: Option<usize>,
}

impl Stoppers<'_> {
    /// Returns the text of a value, or `None` if it would have more than `most` bytes.
    ///
    /// A side that was not found is written `?`, which cannot be read back.
    ///
    /// ```
    /// use sprague_core::Limits;
    /// use sprague_values::Arena;
    /// use sprague_values::loopy::Stoppers;
    ///
    /// let (arena, limits) = (Arena::new(), Limits::default());
    /// let mut stoppers = Stoppers::new(&arena, &limits);
    /// let value = stoppers.read("{0||||0|||a{0||||0|||a|*||*}|*||*}")?;
    /// assert_eq!(stoppers.text(value, 99)?.as_deref(), Some("a{0|{0|{{a|*}|*}}}"));
    /// assert_eq!(stoppers.text(value, 9)?, None);
    /// # Ok::<(), sprague_values::ReadError>(())
    /// ```
    ///
    /// # Errors
    /// Returns the limit that was reached.
    pub fn text(&mut self, value: Sided, most: usize) -> Result<Option<String>, Stopped> {
        if let Some(stopper) = value.stopper() {
            return self.node_text(&vec![], stopper, most);
        }
        let mut texts = [const { String::new() }; 2];
        for (side, text) in value.sides().into_iter().zip(&mut texts) {
            *text = match side {
                Err(_) => "?".to_owned(),
                Ok(side) => match self.node_text(&vec![], side, most)? {
                    Some(text) => text,
                    None => return Ok(None),
                },
            };
        }
        let [on, off] = texts;
        let text = if on == "on" && off == "off" { "dud".to_owned() } else { format!("{on}&{off}") };
        Ok(Some(text).filter(|text| text.len() <= most))
    }

    /// Returns the text of a stopper or of one of the nodes, or `None` if it would have more than `most` bytes.
    pub(in crate::loopy) fn node_text(&mut self, nodes: &Nodes, root: Stopper, most: usize) -> Result<Option<String>, Stopped> {
        let Some(atoms) = self.atoms(nodes, root, most)? else { return Ok(None) };
        let ranks = self.ranks(nodes, &atoms)?;
        let (mut text, mut open, mut letters) = (String::new(), Vec::<Open>::new(), vec![]);
        let mut steps = vec![Step::Game(root)];
        while let Some(step) = steps.pop() {
            self.count_state(|| text.capacity() + steps.capacity() * 16)?;
            if text.len() > most {
                return Ok(None);
            }
            let game = match step {
                Step::Game(game) => game,
                Step::Sign(sign) => {
                    text.push(sign);
                    continue;
                }
                Step::Close => {
                    text.push('}');
                    open.pop();
                    continue;
                }
            };
            if let Some(atom) = atoms.get(&game).and_then(Option::as_ref) {
                text += atom;
            } else if open.last().is_some_and(|open| open.game == game) {
                text += "pass";
            } else if let Some(open) = open.iter_mut().find(|open| open.game == game) {
                let letter = *open.letter.get_or_insert_with(|| {
                    letters.push(open.at);
                    letters.len() - 1
                });
                text += &letter_name(letter);
            } else {
                open.push(Open { game, at: text.len(), letter: None });
                text.push('{');
                steps.push(Step::Close);
                for (player, sign) in [(Player::Right, '|'), (Player::Left, ' ')] {
                    let mut options = vec![];
                    self.push_options(nodes, game, player, &mut options)?;
                    options.sort_unstable_by_key(|option| &ranks[option]);
                    for (i, &option) in options.iter().enumerate().rev() {
                        steps.push(Step::Game(option));
                        steps.extend((i > 0).then_some(Step::Sign(',')));
                    }
                    steps.extend((sign == '|').then_some(Step::Sign(sign)));
                }
            }
        }
        // insert the letters, which were assigned in the order of use, where their braces begin
        let mut named: Vec<(usize, usize)> = letters.into_iter().zip(0..).collect();
        named.sort_unstable();
        let mut whole = String::new();
        let mut start = 0;
        for (at, letter) in named {
            whole += &text[start..at];
            whole += &letter_name(letter);
            start = at;
        }
        whole += &text[start..];
        Ok(Some(whole).filter(|whole| whole.len() <= most))
    }

    /// Returns the texts of the stopper and of everything below it that is written without braces. A game written in braces has
    /// the entry `None`.
    ///
    /// Returns `None` if the text of a loop-free follower would have more than `most` bytes.
    fn atoms(&mut self, nodes: &Nodes, root: Stopper, most: usize) -> Result<Option<Memo<Stopper, Option<String>>>, Stopped> {
        let mut atoms = Memo::default();
        let mut pending = vec![root];
        while let Some(game) = pending.pop() {
            if atoms.contains_key(&game) {
                continue;
            }
            self.count_state(|| (atoms.capacity() + pending.capacity()) * 48)?;
            let atom = match game.form() {
                Some(form) => match self.calculator.text(form, most)? {
                    None => return Ok(None),
                    text => text,
                },
                None if game.is_inner() => None,
                None => self.name(game)?,
            };
            if atom.is_none() {
                for player in Player::BOTH {
                    self.push_options(nodes, game, player, &mut pending)?;
                }
            }
            atoms.insert(game, atom);
        }
        Ok(Some(atoms))
    }

    /// Returns sort keys for the options in a text. They depend only on the values, so the text of a value is unique.
    ///
    /// Loop-free games come first, then games with a name. Other games are ordered by a hash of the structure below them.
    pub(super) fn ranks(
        &mut self,
        nodes: &Nodes,
        atoms: &Memo<Stopper, Option<String>>,
    ) -> Result<Memo<Stopper, (u8, String, u64)>, Stopped> {
        let mut hashes: Memo<Stopper, u64> = atoms.iter().map(|(&game, atom)| (game, text_hash(atom))).collect();
        let braced: Vec<Stopper> = atoms.iter().filter(|(_, atom)| atom.is_none()).map(|(&game, _)| game).collect();
        let (mut distinct, mut options) = (0, vec![]);
        loop {
            let mut next = vec![];
            for &game in &braced {
                let mut hash = hashes[&game];
                for player in Player::BOTH {
                    options.clear();
                    self.push_options(nodes, game, player, &mut options)?;
                    let mut below: Vec<u64> = options.iter().map(|option| hashes[option]).collect();
                    below.sort_unstable();
                    hash = below.into_iter().fold(mixed(hash, 1), mixed);
                }
                self.count_state(|| braced.len() * 64)?;
                next.push(hash);
            }
            hashes.extend(braced.iter().copied().zip(next.iter().copied()));
            next.sort_unstable();
            next.dedup();
            if next.len() == distinct {
                break;
            }
            distinct = next.len();
        }
        let rank = |(&game, atom): (&Stopper, &Option<String>)| {
            let group = u8::from(game.form().is_none()) + u8::from(atom.is_none());
            (game, (group, atom.clone().unwrap_or_default(), hashes[&game]))
        };
        Ok(atoms.iter().map(rank).collect())
    }
}

fn mixed(hash: u64, next: u64) -> u64 {
    (hash.rotate_left(23) ^ next).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

fn text_hash(text: &Option<String>) -> u64 {
    text.iter().flat_map(|text| text.bytes()).fold(1, |hash, byte| mixed(hash, byte.into()))
}

/// Returns the letter with index `n`: a to z without v, then `a1` to `z1`, and so on.
pub(super) fn letter_name(n: usize) -> String {
    let letters = b"abcdefghijklmnopqrstuwxyz";
    let letter = letters[n % letters.len()] as char;
    match n / letters.len() {
        0 => letter.to_string(),
        turn => format!("{letter}{turn}"),
    }
}
