//! Games as text, and moves from text to text.
//!
//! A stopper is written as its canonical form, a value with two sides as both sides, and any other game as its graph.

use super::braces::Item;
use crate::failed::ReadError;
use crate::loopy::nodes::Nodes;
use crate::loopy::sided::Sided;
use crate::loopy::stopper::Stopper;
use crate::loopy::store::Stoppers;
use crate::memo::Memo;
use sprague_core::{BadNotation, Player, Stopped};

/// The text of a game, and whether the game is loop-free.
///
/// ```
/// use sprague_core::{Limits, Player};
/// use sprague_values::Arena;
/// use sprague_values::loopy::Stoppers;
///
/// let (arena, limits) = (Arena::new(), Limits::default());
/// let mut stoppers = Stoppers::new(&arena, &limits);
/// let tis = stoppers.game_text("1 & 0", 100)?.unwrap();
/// assert_eq!((&*tis.text, tis.is_loopfree), ("1&0", false));
/// let options = stoppers.game_options("1 & 0", Player::Left, 100)?.unwrap();
/// assert_eq!(options[0].text, "a{|{a|}}");
/// # Ok::<(), sprague_values::ReadError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameText {
    /// The text. Parsing it gives the same game.
    pub text: String,
    /// `true` if the value of the game is loop-free.
    pub is_loopfree: bool,
}

enum Game {
    Stopper(Stopper),
    /// Node 0 of these nodes. Options that are stoppers have been replaced by their canonical forms.
    Nodes(Nodes),
}

impl Stoppers<'_> {
    /// Returns the standard text of the game that `text` describes.
    ///
    /// Returns `None` if the text of the game, or of a loopy game that can be reached from it, has more than `most` bytes.
    ///
    /// # Errors
    /// The errors of [`read`](Self::read).
    pub fn game_text(&mut self, text: &str, most: usize) -> Result<Option<GameText>, ReadError> {
        let (item, game) = self.game(text)?;
        let (nodes, root) = match game {
            Game::Stopper(stopper) => (vec![], stopper),
            Game::Nodes(nodes) => (nodes, Stopper::inner(0)),
        };
        let mut seen = Memo::<Stopper, ()>::default();
        let mut pending = vec![root];
        while let Some(position) = pending.pop() {
            // the text of a loop-free game is part of the text of another game
            if position.form().is_some() || seen.insert(position, ()).is_some() {
                continue;
            }
            if self.option_text(&nodes, position, most)?.is_none() {
                return Ok(None);
            }
            for player in Player::BOTH {
                self.push_options(&nodes, position, player, &mut pending)?;
            }
        }
        match item.value().filter(|_| root.is_inner()) {
            Some(sides) => Ok(self.text(sides, most)?.map(|text| GameText { text, is_loopfree: false })),
            None => Ok(self.option_text(&nodes, root, most)?),
        }
    }

    /// Returns the texts of a player's options in the game that `text` describes, or `None` if one has more than `most` bytes.
    ///
    /// # Errors
    /// The errors of [`read`](Self::read).
    pub fn game_options(&mut self, text: &str, player: Player, most: usize) -> Result<Option<Vec<GameText>>, ReadError> {
        let (nodes, options) = match self.game(text)?.1 {
            Game::Stopper(stopper) => (vec![], self.options(stopper, player)?),
            Game::Nodes(nodes) => {
                let options = nodes[0][player as usize].clone();
                (nodes, options)
            }
        };
        let texts = options.into_iter().map(|option| self.option_text(&nodes, option, most));
        Ok(texts.collect::<Result<_, Stopped>>()?)
    }

    fn game(&mut self, text: &str) -> Result<(Item, Game), ReadError> {
        let (item, items) = self.read_game(text)?;
        let mut nodes = match (item, item.value().map(|value| (value.stopper(), value.sides()))) {
            (_, Some((Some(stopper), _))) => return Ok((item, Game::Stopper(stopper))),
            (_, Some((None, [Ok(on), Ok(off)]))) => self.sided_game(on, off)?,
            (Item::Node(first, _), _) => self.nodes_of(&items[first..], first)?,
            _ => return Err(BadNotation::new(0, "a value of which both sides are found").into()),
        };
        let stoppers: Vec<Option<Stopper>> = self.node_values(&nodes)?.iter().map(Sided::stopper).collect();
        if let Some(stopper) = stoppers[0] {
            return Ok((item, Game::Stopper(stopper)));
        }
        for option in nodes.iter_mut().flatten().flatten() {
            *option = option.inner_index().and_then(|index| stoppers[index]).unwrap_or(*option);
        }
        Ok((item, Game::Nodes(nodes)))
    }

    fn option_text(&mut self, nodes: &Nodes, option: Stopper, most: usize) -> Result<Option<GameText>, Stopped> {
        let is_dud = option.inner_index().is_some_and(|index| nodes[index].iter().all(|options| *options == [option]));
        let text = if is_dud { Some("dud".to_owned()) } else { self.node_text(nodes, option, most)? };
        Ok(text.map(|text| GameText { text, is_loopfree: option.form().is_some() }))
    }
}
