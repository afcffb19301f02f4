//! The 1997 Stones Contest, won by a law in closed form.
//!
//! The law replaces the table of `Game::Stones`. McDougall, The Perl Journal 7, p. 48: an odd pile, 1 to N stones in each move;
//! whoever holds an odd number in the end wins.

use sprague_rules_stones::{BadStones, Law, take};

const MAX_TAKE: u64 = 6;

/// The move of an opponent who takes as many stones as possible.
fn greedy(pile: u64) -> u64 {
    pile.min(MAX_TAKE)
}

fn main() -> Result<(), BadStones> {
    let (mut pile, mut ours, mut theirs) = (33, 0, 0);
    println!("{pile} stones, at most {MAX_TAKE} a move.");
    let mut our_turn = true;
    while pile > 0 {
        let amount = if our_turn { take(ours, theirs, pile, MAX_TAKE)? } else { greedy(pile) };
        pile -= amount;
        *(if our_turn { &mut ours } else { &mut theirs }) += amount;
        let who = if our_turn { "take() takes" } else { "greedy takes" };
        println!("  {who} {amount}: {pile:>2} left, {ours:>2} to {theirs}");
        our_turn = !our_turn;
    }
    println!("{} wins.", if ours % 2 == 1 { "take()" } else { "greedy" });

    // the law needs no table, so no pile is too large
    let law = Law::new(MAX_TAKE).ok_or(BadStones::NothingAllowed)?;
    let lost = |mine_odd| -> Vec<u64> { (0..30).filter(|&pile| law.outcome(pile, mine_odd) == sprague::Outcome::Loss).collect() };
    println!("\nLost piles for who moves, with an even number in hand: {:?}", lost(false));
    println!("                                    with an odd number: {:?}", lost(true));
    println!("They repeat every {} stones; from 10^18 + 1, take {}.", law.period(), take(0, 0, 10_u64.pow(18) + 1, MAX_TAKE)?);
    Ok(())
}
