//! A translation of the Perl module of McDougall 1997, `Game::Stones`: `GenerateGame` and what it calls.
//!
//! The algorithm is unchanged. A row has four entries, each of which is found by trying all amounts and keeping the largest
//! that wins. After every row, a cycle is sought among all heights from maxTake to half of the rows, by comparing whole blocks.
//! Only hashes of strings have become arrays.

/// A player, called `me` and `him` in Perl.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Player {
    Me,
    Him,
}

impl Player {
    fn other(self) -> Self {
        match self {
            Self::Me => Self::Him,
            Self::Him => Self::Me,
        }
    }
}

/// The winner of a position, and the amount to take.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) winner: Player,
    pub(crate) take: usize,
}

/// Indexed by player and by the parity of what I hold: `{player}[parity]`.
pub(crate) type Row = [[Entry; 2]; 2];

/// `$Game[$maxTake]`.
pub(crate) struct Game {
    pub(crate) position: Vec<Row>,
    pub(crate) lower: usize,
    pub(crate) period: usize,
}

/// `GenerateGame`. Returns `None` if no cycle is found, in which case the module dies.
pub(crate) fn generate_game(max_take: usize) -> Option<Game> {
    let ended = [Entry { winner: Player::Him, take: 0 }, Entry { winner: Player::Me, take: 0 }];
    let mut position = vec![[ended; 2]];
    for pile in 1..=10_001 {
        position.push([ended; 2]);
        for player in [Player::Me, Player::Him] {
            for parity in 0..2 {
                play(max_take, &mut position, pile, player, parity);
            }
        }
        if let Some((lower, upper)) = cycle(&position, pile, max_take) {
            return Some(Game { position, lower, period: upper - lower });
        }
    }
    None
}

/// `Play`: finds the largest amount that wins, or 1 if all lose.
fn play(max_take: usize, position: &mut [Row], pile: usize, player: Player, parity: usize) {
    position[pile][player as usize][parity] = Entry { winner: player.other(), take: 1 };
    for take in 1..=max_take.min(pile) {
        let parity_after = if player == Player::Me { parity ^ (take & 1) } else { parity };
        if position[pile - take][player.other() as usize][parity_after].winner == player {
            position[pile][player as usize][parity] = Entry { winner: player, take };
        }
    }
}

/// `Cycle`: returns the bounds of the first block that equals the one before it.
fn cycle(position: &[Row], pile: usize, max_take: usize) -> Option<(usize, usize)> {
    let height = (max_take..=pile / 2).find(|&height| blocks_are_equal(position, pile, pile - height, height))?;
    Some((pile - height, pile))
}

/// `CompareBlocks`
fn blocks_are_equal(position: &[Row], block1: usize, block2: usize, height: usize) -> bool {
    (0..height).all(|h| rows_are_equal(&position[block1 - h], &position[block2 - h]))
}

/// `CompareRows`
fn rows_are_equal(row1: &Row, row2: &Row) -> bool {
    (0..2).all(|player| (0..2).all(|parity| row1[player][parity].winner == row2[player][parity].winner))
}
