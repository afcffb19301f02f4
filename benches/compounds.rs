//! Compares theorems with search: four knights by every compound rule, in normal and misère play.
//!
//! Run it by `cargo bench -p sprague-benches --bench compounds`. The boards are 8 by 8. The theorems find the outcome and every
//! winning move from a number of each square, which is computed anew each time. The rival, search by definition, labels every
//! position that can be reached.
//!
//! Ratios measured on a shared 2-core Xeon: conjunctive 170-190, continued 210-300, disjunctive and diminished 1,300-1,500,
//! not-all 5,600, shortened selective 8,000-9,000, selective 11,000. They grow with the number of boards, because search is
//! exponential in it.

#[path = "rivals/median.rs"]
mod median;

use criterion::{Criterion, criterion_group, criterion_main};
use median::Median;
use sprague::evaluate::solution;
use sprague::theory::{ComponentMoves, CompoundMoves, Measure, Measures, compound_outcome};
use sprague::{Compound, CompoundRule, Limits, Outcome, Play, Ruleset};
use sprague_rules_knights::{Knights, Square};
use std::hint::black_box;

const SQUARES: [(u16, u16); 4] = [(3, 4), (3, 3), (4, 2), (2, 4)];

fn squares() -> Vec<Square> {
    SQUARES.map(|(x, y)| Square { x, y }).to_vec()
}

/// Returns the outcome and the number of winning moves, computed from a number of each square.
fn by_theorem(rule: CompoundRule, play: Play, measure: Measure, squares: &[Square], limits: &Limits) -> (Outcome, u64) {
    let mut measures = Measures::new(Knights::default(), measure, limits);
    let mut value = |square: &Square| measures.value(square).expect("boards are small");
    let moves = |square: &Square| ComponentMoves {
        here: value(square),
        options: Knights::default().options(square).map(|option| value(&option)).collect(),
    };
    let components: Vec<ComponentMoves> = squares.iter().map(moves).collect();
    let here = components.iter().map(|component| component.here);
    let outcome = compound_outcome(rule, play, here).expect("the rule has a theorem");
    let winning = CompoundMoves::new(rule, play, &components, limits).expect("there are few states");
    (outcome, winning.total().expect("there are few moves"))
}

/// Returns the outcome and the number of winning moves, found by search.
fn by_search(rule: CompoundRule, play: Play, squares: &[Square], limits: &Limits) -> (Outcome, u64) {
    let compound = Compound::new(Knights::default(), rule, play);
    let position = compound.position(squares.iter().copied());
    let solution = solution(&compound, &position, limits).expect("boards are small");
    let is_won = |option: &Vec<Square>| solution.of(option).expect("options were explored").0 == Outcome::Loss;
    (solution.outcome(), compound.options(&position).filter(is_won).count() as u64)
}

fn four_knights(criterion: &mut Criterion) {
    let limits = Limits::default();
    let squares = squares();
    for rule in CompoundRule::NAMED {
        for play in [Play::Normal, Play::Misere] {
            let Some(measure) = Measure::of(rule, play) else { continue };
            let expected = by_search(rule, play, &squares, &limits);
            let name =
                if play == Play::Misere { format!("four knights, {rule}, misere") } else { format!("four knights, {rule}") };
            let mut group = criterion.benchmark_group(name);
            group.sample_size(10);
            let theorem = Median::of(&mut group, "theorem", || {
                assert_eq!(by_theorem(rule, play, measure, black_box(&squares), &limits), expected);
            });
            let search = Median::of(&mut group, "rival: search", || {
                assert_eq!(by_search(rule, play, black_box(&squares), &limits), expected);
            });
            group.finish();
            theorem.print_beside(&search);
        }
    }
}

criterion_group!(benches, four_knights);
criterion_main!(benches);
