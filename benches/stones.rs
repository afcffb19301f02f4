//! Compares Stones with proved periods, for every maxTake up to 60, with `Game::Stones`.
//!
//! `cargo bench -p sprague-benches --bench stones` prints both times. The rival begins at a maxTake of 3. The Perl module
//! itself takes 593 ms; the rival is the same algorithm in Rust. It looks for a cycle and proves nothing, while the program
//! proves the period.

#[path = "rivals/game_stones.rs"]
mod game_stones;
#[path = "rivals/median.rs"]
mod median;

use criterion::{Criterion, criterion_group, criterion_main};
use game_stones::{Game, Player, generate_game};
use median::Median;
use sprague::heap::{AmountSet, Outcomes, Parity};
use sprague::rows::Sequence;
use sprague::{Limits, Outcome};
use sprague_rules_stones::{Law, OddTotal, Stones, take};
use std::hint::black_box;

fn contest(max_take: u64) -> OddTotal {
    let amounts = AmountSet::new(1..=max_take).expect("amounts of at least 1");
    OddTotal(Stones { amounts, wins: Parity::Odd })
}

/// Returns the rows of one maxTake, as many as the proof of their period needs.
fn proved(max_take: u64) -> Sequence<Outcome> {
    let (sequence, _) = Sequence::seek(&Outcomes(contest(max_take)), 10_000, &Limits::default());
    let period = sequence.period().filter(|period| period.is_proved()).expect("the look-back proves it");
    let law = Law::new(max_take).expect("at least 1");
    assert_eq!((period.preperiod, u128::from(period.period)), (0, law.period()));
    sequence
}

fn generated(max_take: u64) -> Game {
    let game = generate_game(max_take as usize).expect("a cycle is found");
    let law = Law::new(max_take).expect("at least 1");
    assert!((game.period as u128).is_multiple_of(law.period()));
    game
}

/// Asserts that both tables contain the same winners and amounts.
fn agree(max_take: u64, sequence: &Sequence<Outcome>, game: &Game) {
    for (pile, row) in (0..).zip(&game.position).take(game.lower + game.period) {
        for (mine, entry) in row[Player::Me as usize].iter().enumerate() {
            let outcome = if entry.winner == Player::Me { Outcome::Win } else { Outcome::Loss };
            assert_eq!(sequence.cell(pile, mine), Some(outcome), "{max_take} {pile} {mine}");
            let his = 1 - (pile + mine as u64) % 2;
            assert_eq!(take(mine as u64, his, pile, max_take).unwrap_or(0), entry.take as u64, "{max_take} {pile} {mine}");
        }
    }
}

fn stones(criterion: &mut Criterion) {
    (3..=60).for_each(|max_take| agree(max_take, &proved(max_take), &generated(max_take)));
    let mut group = criterion.benchmark_group("stones");
    group.sample_size(20);
    let ours = Median::of(&mut group, "maxTake 1 to 60, proved", || {
        (1..=60).for_each(|max_take| drop(black_box(proved(black_box(max_take)))));
    });
    let rival = Median::of(&mut group, "rival: Game::Stones, 3 to 60", || {
        (3..=60).for_each(|max_take| drop(black_box(generated(black_box(max_take)))));
    });
    group.bench_function("take, by the law", |bench| {
        bench.iter(|| assert_eq!(take(0, 1, black_box(10_u64.pow(18)), 5000), Ok(589)))
    });
    group.finish();
    ours.print_beside(&rival);
}

criterion_group!(benches, stones);
criterion_main!(benches);
