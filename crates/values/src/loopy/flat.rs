//! The order of all pairs of two graphs at once, in flat arrays.
//!
//! The edges of the product are not stored; they are computed from the edges of the two graphs.

use super::endless::Play;
use super::nodes::{Endless, Nodes, State};
use super::stopper::Stopper;
use super::store::Stoppers;
use crate::memo::Memo;
use sprague_core::{Player, Stopped};

/// The largest number of states of a product in flat arrays.
const MOST: usize = 10_000_000;

/// The nodes and the stoppers below them, numbered, with their edges in both directions.
struct Numbered {
    games: Vec<Stopper>,
    places: Memo<Stopper, u32>,
    /// The options of Left and of Right.
    options: [Lists; 2],
    /// The positions of which a game is an option of Left, and of Right.
    before: [Lists; 2],
}

/// One list of numbers for each node, stored one after another.
#[derive(Default)]
struct Lists {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Lists {
    #[inline]
    fn of(&self, at: usize) -> &[u32] {
        &self.numbers[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    /// Returns the inverse: for each number, the nodes whose lists contain it.
    fn turned(&self) -> Self {
        let count = self.starts.len() - 1;
        let mut starts = vec![0; count + 1];
        self.numbers.iter().for_each(|&number| starts[number as usize + 1] += 1);
        (0..count).for_each(|at| starts[at + 1] += starts[at]);
        let (mut next, mut numbers) = (starts.clone(), vec![0; self.numbers.len()]);
        for at in 0..count {
            for &number in self.of(at) {
                numbers[next[number as usize] as usize] = at as u32;
                next[number as usize] += 1;
            }
        }
        Self { starts, numbers }
    }
}

/// The answers for all pairs of nodes of two graphs.
pub(super) struct Order {
    places: [Memo<Stopper, u32>; 2],
    width: usize,
    lost: Vec<bool>,
}

impl Order {
    /// Returns whether Left survives, or `None` if one of the games is not numbered.
    pub(super) fn survived(&self, State { g, h, mover }: State) -> Option<bool> {
        let place =
            |side: usize, game: Stopper| game.inner_index().or_else(|| self.places[side].get(&game).map(|&at| at as usize));
        Some(!self.lost[2 * (place(0, g)? * self.width + place(1, h)?) + mover as usize])
    }

    pub(super) fn bytes(&self) -> usize {
        self.lost.len()
    }
}

/// The product of two graphs. State number 2·(g·width + h) + m, where m is 1 if Right is to move.
struct Flat {
    g: Numbered,
    h: Numbered,
    endless: Endless,
    /// For pairs of stored stoppers, whether Left survives; `None` for other pairs.
    known: Vec<Option<bool>>,
}

impl Flat {
    fn width(&self) -> usize {
        self.h.games.len()
    }

    fn neighbours(&self, at: usize, player: Player, is_before: bool) -> impl Iterator<Item = (usize, bool)> {
        // division of 32-bit words is much faster
        let (pair, width, mover) = ((at / 2) as u32, self.width() as u32, at % 2);
        let (g, h) = ((pair / width) as usize, (pair % width) as usize);
        let in_h = if is_before { &self.h.before } else { &self.h.options }[player as usize].of(h);
        let in_g = if is_before { &self.g.before } else { &self.g.options }[(-player) as usize].of(g);
        let (row, width, next) = (g * self.width(), self.width(), 1 - mover);
        let by_h = in_h.iter().map(move |&h| (2 * (row + h as usize) + next, self.endless != Endless::Offside));
        by_h.chain(in_g.iter().map(move |&g| (2 * (g as usize * width + h) + next, self.endless != Endless::Onside)))
    }
}

impl Play for Flat {
    fn len(&self) -> usize {
        2 * self.g.games.len() * self.width()
    }

    #[inline]
    fn known(&self, at: usize) -> Option<bool> {
        self.known[at]
    }

    #[inline]
    fn is_left(&self, at: usize) -> bool {
        at % 2 == Player::Left as usize
    }

    #[inline]
    fn edges(&self, at: usize) -> impl Iterator<Item = (usize, bool)> {
        self.neighbours(at, if self.is_left(at) { Player::Left } else { Player::Right }, false)
    }

    /// The edge to a state was made by the player who is not to move in that state.
    #[inline]
    fn before(&self, at: usize) -> impl Iterator<Item = (usize, bool)> {
        self.neighbours(at, if self.is_left(at) { Player::Right } else { Player::Left }, true)
    }
}

impl Stoppers<'_> {
    /// Returns the order of every g relative to every h, or `None` if there are too many states.
    pub(super) fn order(&mut self, g: &Nodes, h: &Nodes, endless: Endless) -> Result<Option<Order>, Stopped> {
        let (Some(g), Some(h)) = (self.numbered(g)?, self.numbered(h)?) else { return Ok(None) };
        let (width, states) = (h.games.len(), 2 * g.games.len() * h.games.len());
        if states > MOST {
            return Ok(None);
        }
        // the bytes of a state in the lists of known answers, missing edges, pending states, and answers
        let bytes = states * 16;
        self.look(bytes)?;
        let mut known = vec![None; states];
        for (row, &one) in g.games.iter().enumerate() {
            for (column, &other) in h.games.iter().enumerate() {
                let at = 2 * (row * width + column);
                if !one.is_inner() && !other.is_inner() {
                    for mover in Player::BOTH {
                        known[at + mover as usize] = Some(self.survives(one, other, mover)?);
                    }
                }
            }
        }
        let flat = Flat { g, h, endless, known };
        let lost = self.lost_states(&flat, endless, bytes)?;
        Ok(Some(Order { places: [flat.g.places, flat.h.places], width, lost }))
    }

    /// Numbers the nodes and the stoppers below them. Returns `None` if there are more than three such stoppers for each node.
    fn numbered(&mut self, nodes: &Nodes) -> Result<Option<Numbered>, Stopped> {
        let stored: Vec<Stopper> = nodes.iter().flatten().flatten().copied().filter(|option| !option.is_inner()).collect();
        let most = 3 * nodes.len();
        let below = self.followers(&stored, most)?;
        if below.len() > most {
            return Ok(None);
        }
        let mut games: Vec<Stopper> = (0..nodes.len()).map(Stopper::inner).collect();
        games.extend(below);
        let places: Memo<Stopper, u32> = games.iter().zip(0..).map(|(&game, place)| (game, place)).collect();
        let mut options = [Lists::default(), Lists::default()];
        let mut listed = vec![];
        for player in Player::BOTH {
            let lists = &mut options[player as usize];
            lists.starts.push(0);
            for &game in &games {
                listed.clear();
                self.push_options(nodes, game, player, &mut listed)?;
                lists.numbers.extend(listed.iter().map(|option| places[option]));
                lists.starts.push(lists.numbers.len() as u32);
            }
        }
        let before = options.each_ref().map(Lists::turned);
        Ok(Some(Numbered { games, places, options, before }))
    }
}
