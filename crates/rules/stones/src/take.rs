//! The function of `Game::Stones`, for all piles and all `max_take`.
//!
//! McDougall 1997, `Game::Stones::Take`. The module looks for cycles among 10001 piles and dies if it finds none, for instance
//! with 5000 stones a move. [`Law`] needs no table.

use crate::{Law, Table};
use thiserror::Error;

/// An error: there is no number of stones to take.
///
/// ```
/// use sprague_rules_stones::{BadStones, take};
/// assert_eq!(take(1, 1, 2, 3), Err(BadStones::EvenTotal));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BadStones {
    /// No amount is allowed.
    #[error("at least one stone may be taken in a move")]
    NothingAllowed,
    /// The number of stones in all is even. Then both players can win, or neither, which is another game.
    #[error("an odd number of stones in all, in the pile and in both hands")]
    EvenTotal,
    /// The pile is empty. In this case `Game::Stones` returns `undef`.
    #[error("the pile is empty: the game is over")]
    GameOver,
}

/// Returns the number of stones to take: the largest number that wins, or 1 if none wins.
///
/// The player to move holds `mine` stones, the other player holds `his`, the pile has `pile` stones, and a move takes at most
/// `max_take`.
///
/// The result equals that of `Game::Stones::Take($mine, $his, $pile, $maxTake)` if that returns one. It takes a few operations
/// for all numbers.
///
/// ```
/// use sprague_rules_stones::{BadStones, take};
///
/// assert_eq!(take(0, 0, 7, 3), Ok(2));
/// assert_eq!(take(0, 1, 10_u64.pow(18), 5000), Ok(589)); // Game::Stones dies
/// assert_eq!(take(1, 0, 0, 3), Err(BadStones::GameOver));
/// ```
///
/// # Errors
/// [`BadStones::NothingAllowed`] if `max_take` is 0, else [`BadStones::EvenTotal`] if the number of stones in all is even,
/// else [`BadStones::GameOver`] if the pile is empty.
pub fn take(mine: u64, his: u64, pile: u64, max_take: u64) -> Result<u64, BadStones> {
    let law = Law::new(max_take).ok_or(BadStones::NothingAllowed)?;
    let table = Table::new(pile, mine, his);
    if !table.total_is_odd() {
        return Err(BadStones::EvenTotal);
    }
    law.best_amount(pile, table.mine_odd).ok_or(BadStones::GameOver)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ME: usize = 0;
    const HIM: usize = 1;

    /// The winner and the amount to take, as `Game::Stones` stores them.
    #[derive(Clone, Copy)]
    struct Entry {
        winner: usize,
        take: Option<u64>,
    }

    /// The table of `Game::Stones` for one `maxTake`. A row is `[player][parity of the player's stones]`.
    struct Game {
        position: Vec<[[Entry; 2]; 2]>,
        lower: usize,
        period: usize,
    }

    impl Game {
        /// Computes the table line by line as `GenerateGame` does. Returns `None` if the module dies because it finds no cycle.
        fn generate(max_take: usize) -> Option<Self> {
            let end = |winner| Entry { winner, take: None };
            let mut position = vec![[[end(HIM), end(ME)]; 2]];
            for pile in 1..=10_001 {
                let row = [ME, HIM].map(|player| [0, 1].map(|parity| Self::play(max_take, &position, pile, player, parity)));
                position.push(row);
                if let Some(lower) = Self::cycle(&position, pile, max_take) {
                    return Some(Self { position, lower, period: pile - lower });
                }
            }
            None
        }

        fn play(max_take: usize, position: &[[[Entry; 2]; 2]], pile: usize, player: usize, parity: usize) -> Entry {
            let mut entry = Entry { winner: 1 - player, take: Some(1) };
            for take in 1..=max_take.min(pile) {
                let parity_after = if player == ME { parity ^ (take & 1) } else { parity };
                if position[pile - take][1 - player][parity_after].winner == player {
                    entry = Entry { winner: player, take: Some(take as u64) };
                }
            }
            entry
        }

        fn cycle(position: &[[[Entry; 2]; 2]], pile: usize, max_take: usize) -> Option<usize> {
            let winners = |row: usize| position[row].map(|of| of.map(|entry| entry.winner));
            let same = |height: usize| (0..height).all(|h| winners(pile - h) == winners(pile - height - h));
            (max_take..=pile / 2).find(|&height| same(height)).map(|height| pile - height)
        }

        fn take(&self, mine: u64, pile: usize) -> Option<u64> {
            let row = if pile < self.lower { pile } else { self.lower + (pile - self.lower) % self.period };
            self.position[row][ME][(mine & 1) as usize].take
        }
    }

    #[test]
    fn it_returns_what_game_stones_returns() {
        for max_take in 1..=60 {
            let game = Game::generate(max_take as usize).unwrap();
            for pile in (0..=4 * max_take + 8).chain(10_000..10_000 + 2 * max_take + 2) {
                for mine in 0..2 {
                    let his = 1 - (pile + mine) % 2;
                    let expected = game.take(mine, pile as usize);
                    assert_eq!(take(mine, his, pile, max_take).ok(), expected, "{mine} {his} {pile} {max_take}");
                }
            }
        }
    }

    #[test]
    fn game_stones_finds_the_period_of_the_law_or_a_multiple() {
        for max_take in 1..=60 {
            let game = Game::generate(max_take as usize).unwrap();
            assert_eq!(game.period as u128 % Law::new(max_take).unwrap().period(), 0, "{max_take}");
        }
    }

    #[test]
    fn it_answers_where_game_stones_dies() {
        // the module dies with `Illegal modulus zero` if twice the period does not fit into 10001 rows
        for (mine, pile, max_take, amount) in
            [(1, 5000, 5000, 5000), (0, 7500, 5000, 2497), (0, 5001, 2501, 2498), (1, 7500, 10_001, 7500)]
        {
            let his = 1 - (mine + pile) % 2;
            assert_eq!(take(mine, his, pile, max_take), Ok(amount), "{mine} {pile} {max_take}");
        }
        assert_eq!(take(u64::MAX, u64::MAX, u64::MAX, u64::MAX), Ok(u64::MAX - 1), "the total exceeds 64 bits");
        assert_eq!(take(u64::MAX, u64::MAX - 1, u64::MAX - 1, 1), Ok(1));
    }

    #[test]
    fn what_is_no_game_is_refused() {
        assert_eq!(take(0, 0, 0, 0), Err(BadStones::NothingAllowed));
        assert_eq!(take(0, 0, 0, 3), Err(BadStones::EvenTotal));
        assert_eq!(take(u64::MAX, u64::MAX, 2, 3), Err(BadStones::EvenTotal));
        assert_eq!(take(1, 0, 0, 3), Err(BadStones::GameOver));
        assert_eq!(take(4, 7, 0, u64::MAX), Err(BadStones::GameOver));
    }
}
